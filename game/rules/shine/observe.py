"""What one seat may know, and worlds that agree with it.

An Observation is built from nothing. Of another hand, of decks and of Life areas only the counts are in it; deck lists are open,
and a sampled world deals the cards a seat has not seen among the places it cannot see.
"""

from __future__ import annotations

from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from game.cards.events import HIDDEN, CardEvent, veiled
from game.cards.modify import Lasting
from game.cards.unseen import backs, pools
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR, CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.rules.shine import events as happened
from game.rules.shine.actions import SIGNS
from game.rules.shine.arena import Arena
from game.rules.shine.events import Event
from game.rules.shine.state import FIRST_ID, SPACES, Fight, Link, Pending, Purse, Stand, State
from game.rules.shine.table import Table, laid_out

UNSHOWN = "?"
"""A choice that was made and not shown yet (SH-4)."""


class Observation(Struct, frozen=True):
    """All that a seat may know: `faces` are the cards on the field, in the graveyards and in the own hand."""

    seat: Seat
    field: tuple[Stand | None, ...]
    faces: dict[PieceId, CardId]
    hand: tuple[PieceId, ...]
    hands: tuple[int, ...]
    decks: tuple[int, ...]
    lives: tuple[int, ...]
    graves: tuple[tuple[PieceId, ...], ...]
    purses: tuple[Purse, ...]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int], ...]
    triggered: int
    signs: tuple[str, ...]
    active: Seat
    turn: int
    phase: str
    step: int
    fight: Fight | None
    chain: tuple[Link, ...]
    passes: int
    next: Seat
    stack: tuple[Pending, ...]
    next_id: PieceId
    outcome: Outcome | None = None


def observe(state: State, seat: Seat) -> Observation:
    """Return all that a seat may know; SPECTATOR knows what both players do."""
    cards = state.cards
    hand = state.hands[seat] if seat != SPECTATOR else ()
    seen = [stand.id for stand in state.field if stand is not None]
    seen += [piece for pile in (*state.graves, hand) for piece in pile]
    return Observation(
        seat, state.field, {piece: cards[piece][0] for piece in seen}, hand, _counts(state.hands), _counts(state.decks), _counts(state.lives),
        state.graves, state.purses, state.lasting, state.used, state.triggered,
        tuple(sign if owner == seat or not sign else UNSHOWN for owner, sign in enumerate(state.signs)),
        state.active, state.turn, state.phase, state.step, state.fight, state.chain, state.passes, state.next, state.stack, state.next_id,
        state.outcome,
    )  # fmt: skip


def _counts(piles: tuple[tuple[PieceId, ...], ...]) -> tuple[int, ...]:
    return tuple(len(pile) for pile in piles)


def _visible(observation: Observation) -> dict[PieceId, tuple[CardId, Seat]]:
    """Return card and owner of every piece that the seat can put a face to."""
    owners = {stand.id: space // SPACES for space, stand in enumerate(observation.field) if stand is not None}
    owners.update((piece, seat) for seat in (0, 1) for piece in observation.graves[seat])
    owners.update((piece, observation.seat) for piece in observation.hand)
    return {piece: (card, owners[piece]) for piece, card in observation.faces.items()}


def _world(
    seen: Observation,
    piles: tuple[tuple[tuple[PieceId, ...], ...], ...],
    cards: dict[PieceId, tuple[CardId, Seat]],
    signs: tuple[str, ...],
    chance: int,
) -> State:
    hands, decks, lives = piles
    return State(
        seen.field, hands, decks, lives, seen.graves, seen.purses, cards, seen.lasting, seen.used, seen.triggered, signs, seen.active, seen.turn, seen.phase,
        seen.step, seen.fight, seen.chain, seen.passes, seen.next, seen.stack, seen.next_id, chance, seen.outcome,
    )  # fmt: skip


def seen_table(arena: Arena, observation: Observation) -> Table:
    """Return a table with what a seat can see on it, to ask questions of; unseen cards lie there without a face, so that they can be counted."""
    hands = tuple(observation.hand if seat == observation.seat else backs(observation.hands[seat]) for seat in (0, 1))
    piles = (hands, tuple(backs(count) for count in observation.decks), tuple(backs(count) for count in observation.lives))
    return laid_out(arena, _world(observation, piles, _visible(observation), observation.signs, 0))


def sample(arena: Arena, observation: Observation, chance: Chance) -> State:
    """Return a world that agrees with an observation: every unseen card of a deck list somewhere it may be."""
    cards = _visible(observation)
    spare = iter([number for number in range(FIRST_ID, observation.next_id) if number not in cards])
    piles: list[tuple[tuple[PieceId, ...], ...]] = []
    unseen: tuple[list[PieceId], list[PieceId]] = ([], [])
    for name, counts in (("hand", observation.hands), ("deck", observation.decks), ("life", observation.lives)):
        laid = []
        for seat in (0, 1):
            if name == "hand" and seat == observation.seat:
                laid.append(observation.hand)
            else:
                pile = tuple(islice(spare, counts[seat]))
                unseen[seat].extend(pile)
                laid.append(pile)
        piles.append(tuple(laid))
    for seat, pool in enumerate(pools([deck.cards for deck in arena.setup.decks], cards, chance)):
        cards.update(zip(unseen[seat], pool, strict=True))
    signs = tuple(chance.pick(SIGNS) if sign == UNSHOWN else sign for sign in observation.signs)
    return _world(observation, tuple(piles), cards, signs, chance.draw())


def redact(event: Event, seat: Seat) -> Event | None:
    """Return an event as a seat may know it."""
    if isinstance(event, CardEvent):
        return veiled(event, seat)
    match event:
        case happened.Chose(owner):
            return event if owner == seat else replace(event, sign="")
        case happened.LifeLost(owner):
            return event if owner == seat else replace(event, card=HIDDEN)
        case _:
            return event
