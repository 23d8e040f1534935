"""How a match begins: pieces of the map, decks shuffled, marks set aside, dice for the first turn, five cards each."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.step import Step
from game.rules.overcross.arena import ASSASSINATION, FLAG, Arena
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.events import Event, Rolled
from game.rules.overcross.state import MAP_CARD, Flag, GoFirst, Placing, State, Terrain, Unit

HAND = 5


def begin(arena: Arena, seed: int) -> Step[State, Event]:
    """Return the first state: who rolled highest is asked whether to go first or last (OC-10 to OC-12)."""
    chance = Chance(seed)
    next_id = 1
    terrain: dict[PieceId, Terrain] = {}
    for cell in sorted(arena.breakables):
        terrain[next_id] = Terrain(next_id, f"{MAP_CARD}{cell}", -1, cell)
        next_id += 1
    cards: dict[PieceId, tuple[CardId, Seat]] = {}
    decks: list[tuple[PieceId, ...]] = []
    marks: list[tuple[CardId, ...]] = []
    aside: list[Placing] = []
    for seat in arena.seats:
        left = list(arena.setup.decks[seat].expanded())
        chosen = mark_cards(arena, left) if arena.settings.objective == ASSASSINATION else ()
        for card in chosen:  # OC-46: paid for in deck points, set aside before the shuffle
            left.remove(card)
            cards[next_id] = (card, seat)
            aside.append(Placing(seat, Unit(next_id, card, seat, -1), start=True))
            next_id += 1
        marks.append(chosen)
        ids = range(next_id, next_id + len(left))
        cards.update(zip(ids, ((card, seat) for card in chance.shuffle(left)), strict=True))
        decks.append(tuple(ids))
        next_id += len(left)
    flags = tuple(Flag(seat, arena.flag_spots[seat]) for seat in arena.seats) if arena.settings.objective == FLAG else ()
    nothing = tuple(() for _ in arena.seats)
    zeros = tuple(0 for _ in arena.seats)
    state = State(
        {}, terrain, nothing, tuple(decks), nothing, cards, {}, (), (), flags, tuple(marks), zeros, tuple(False for _ in arena.seats),
        {}, 0, -1, 1, 0, "setup", 0, tuple(reversed(aside)), next_id, chance.state,
    )  # fmt: skip
    draft = OvercrossDraft(arena, state, chance, telling=True)
    for seat in arena.seats:
        draft.draw_cards(seat, HAND)  # OC-12
    _roll_off(draft)
    return draft.finish()


def mark_cards(arena: Arena, cards: list[CardId]) -> tuple[CardId, ...]:
    """Return the cards of a deck that are its marks: the first of each rank that counts (OC-46)."""
    found = []
    for rank in arena.settings.marks:
        of_rank = [card for card in cards if arena.catalogue[card].rank == rank]
        found += of_rank[:1]
    return tuple(found)


def _roll_off(draft: OvercrossDraft) -> None:
    """Roll for the first turn, again among those who tie for the highest (OC-10)."""
    left = draft.seats
    while True:
        faces = tuple(draft.chance.roll() if seat in left else 0 for seat in draft.seats)
        best = max(faces)
        left = tuple(seat for seat in draft.seats if faces[seat] == best)
        if len(left) == 1:
            draft.active = left[0]
            draft.stack.append(GoFirst(left[0]))
        draft.record(Rolled(faces, left[0] if len(left) == 1 else -1))
        if len(left) == 1:
            return
