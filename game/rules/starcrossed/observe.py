"""What one seat may know, and worlds that agree with it.

An Observation is built from nothing. Numbers of cards in another hand and in any deck stay out of it: only how many there are,
and the faces this seat has seen, with where it saw them go. Deck lists are open; a sampled world deals the cards a seat has
not seen among the places it cannot see.
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from game.cards.events import HIDDEN, CardEvent, sees, veiled
from game.cards.modify import Lasting
from game.cards.unseen import Pool, backs, pools
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR, CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.rules.starcrossed import events as happened
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.events import Event
from game.rules.starcrossed.state import FIRST_ID, LANES, Crystal, Fight, Pending, State
from game.rules.starcrossed.table import Table, laid_out


class Seen(Struct, frozen=True):
    """A card in a deck that some seat knows: whose deck, how far from the top, who knows it, and its face to those who do."""

    seat: Seat
    depth: int
    id: PieceId
    seats: int
    card: CardId


class Observation(Struct, frozen=True):
    """All that a seat may know.

    `faces` are the cards in play, in voids and in the own hand that it can put a face to. `exposed` are cards of the own hand that the
    other player knows, `shown` what each player's hand is known to hold; `peeked` tells who knows a face-down card in play beside
    its owner.
    """

    seat: Seat
    crystals: tuple[Crystal, ...]
    faces: dict[PieceId, CardId]
    hand: tuple[PieceId, ...]
    hands: tuple[int, ...]
    exposed: tuple[PieceId, ...]
    shown: tuple[tuple[CardId, ...], ...]
    decks: tuple[int, ...]
    depths: tuple[Seen, ...]
    voids: tuple[tuple[PieceId, ...], ...]
    peeked: dict[PieceId, int]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int, str], ...]
    life: tuple[int, ...]
    energy: tuple[int, ...]
    kept: tuple[int, ...]
    special: tuple[bool, ...]
    active: Seat
    turn: int
    phase: str
    step: int
    fight: Fight | None
    stack: tuple[Pending, ...]
    next_id: PieceId
    outcome: Outcome | None = None
    triggered: int = 0


def observe(state: State, seat: Seat) -> Observation:
    """Return all that a seat may know; SPECTATOR knows what both players do."""
    cards, known = state.cards, state.known
    faces: dict[PieceId, CardId] = {}
    peeked: dict[PieceId, int] = {}
    for index, crystal in enumerate(state.crystals):
        down = [(crystal.diva, crystal.recruit)] if crystal.diva >= 0 else []
        for piece, hidden in (*down, *((skill.id, skill.down) for skill in crystal.skills)):
            if not hidden or sees(known.get(piece, 0) | 1 << index // 3, seat):
                faces[piece] = cards[piece][0]
            if piece in known:
                peeked[piece] = known[piece]
    for pile in state.voids:
        faces.update((piece, cards[piece][0]) for piece in pile)
    hand = state.hands[seat] if seat != SPECTATOR else ()
    faces.update((piece, cards[piece][0]) for piece in hand)
    depths = []
    shown: list[tuple[CardId, ...]] = []
    for owner in (0, 1):
        shown.append(tuple(sorted(cards[piece][0] for piece in state.hands[owner] if piece in known)))
        for depth, piece in enumerate(state.decks[owner]) if known else ():
            if piece in known:
                depths.append(Seen(owner, depth, piece, known[piece], cards[piece][0] if sees(known[piece], seat) else HIDDEN))
    return Observation(
        seat, state.crystals, faces, hand, (len(state.hands[0]), len(state.hands[1])), tuple(piece for piece in hand if piece in known),
        tuple(shown), (len(state.decks[0]), len(state.decks[1])), tuple(depths), state.voids, peeked, state.lasting, state.used, state.life,
        state.energy, state.kept, state.special, state.active, state.turn, state.phase, state.step, state.fight, state.stack,
        state.next_id, state.outcome, state.triggered,
    )  # fmt: skip


def _owner_in_play(observation: Observation) -> dict[PieceId, Seat]:
    """Return the owner of every card in play: whose crystal it is on."""
    owners: dict[PieceId, Seat] = {}
    for index, crystal in enumerate(observation.crystals):
        if crystal.diva >= 0:
            owners[crystal.diva] = index // 3
        owners.update((skill.id, index // 3) for skill in crystal.skills)
    return owners


def _visible(observation: Observation) -> dict[PieceId, tuple[CardId, Seat]]:
    """Return card and owner of every piece that the seat can put a face to."""
    owners = _owner_in_play(observation)
    owners.update((piece, seat) for seat in (0, 1) for piece in observation.voids[seat])
    owners.update((piece, observation.seat) for piece in observation.hand)
    cards = {piece: (card, owners[piece]) for piece, card in observation.faces.items()}
    cards.update((seen.id, (seen.card, seen.seat)) for seen in observation.depths if seen.card)
    return cards


def _world(
    observation: Observation,
    hands: tuple[tuple[PieceId, ...], ...],
    decks: tuple[tuple[PieceId, ...], ...],
    cards: dict[PieceId, tuple[CardId, Seat]],
    known: dict[PieceId, int],
    chance: int,
) -> State:
    seen = observation
    return State(
        seen.crystals, hands, decks, seen.voids, cards, known, seen.lasting, seen.used, seen.life, seen.energy, seen.kept, seen.special,
        seen.active, seen.turn, seen.phase, seen.step, seen.fight, seen.stack, seen.next_id, chance, seen.outcome,
        seen.triggered,
    )  # fmt: skip


def seen_table(arena: Arena, observation: Observation) -> Table:
    """Return a table with what a seat can see on it, to ask questions of; unseen cards of a hand can be counted, those of decks are not there."""
    hands = tuple(observation.hand if seat == observation.seat else backs(observation.hands[seat]) for seat in (0, 1))
    decks = tuple(tuple(seen.id for seen in observation.depths if seen.seat == seat) for seat in (0, 1))
    return laid_out(arena, _world(observation, hands, decks, _visible(observation), {}, 0))


def sample(arena: Arena, observation: Observation, chance: Chance) -> State:
    """Return a world that agrees with an observation: every unseen card of a deck list somewhere it may be."""
    cards = _visible(observation)
    known = dict(observation.peeked)
    known.update((piece, 1 << (1 - observation.seat)) for piece in observation.exposed)
    known.update((seen.id, seen.seats) for seen in observation.depths)
    taken = set(cards) | {seen.id for seen in observation.depths} | set(_owner_in_play(observation))
    spare = [number for number in range(FIRST_ID, observation.next_id) if number not in taken]
    hands: list[tuple[PieceId, ...]] = []
    decks: list[tuple[PieceId, ...]] = []
    for seat in (0, 1):
        hand, count = observation.hand, observation.decks[seat]
        if seat != observation.seat:
            hand, spare = tuple(spare[: observation.hands[seat]]), spare[observation.hands[seat] :]
            for piece, card in zip(hand, observation.shown[seat], strict=False):
                cards[piece] = (card, seat)
                known[piece] = 1 << (1 - seat)
        hands.append(hand)
        at = {seen.depth: seen.id for seen in observation.depths if seen.seat == seat}
        fresh, spare = spare[: count - len(at)], spare[count - len(at) :]
        left = iter(fresh)
        decks.append(tuple([at[depth] if depth in at else next(left) for depth in range(count)]) if at else tuple(fresh))
    _deal(arena, observation, cards, hands, decks, chance)
    return _world(observation, tuple(hands), tuple(decks), cards, known, chance.draw())


def _deal(
    arena: Arena,
    observation: Observation,
    cards: dict[PieceId, tuple[CardId, Seat]],
    hands: list[tuple[PieceId, ...]],
    decks: list[tuple[PieceId, ...]],
    chance: Chance,
) -> None:
    """Give every unseen piece a card that is left of its owner's list; face-down divas are divas, face-down skills combat skills."""
    for seat, pool in enumerate(pools([deck.cards for deck in arena.setup.decks], cards, chance)):
        for crystal in observation.crystals[:LANES] if seat == 0 else observation.crystals[LANES:]:
            if crystal.recruit and crystal.diva not in cards:
                cards[crystal.diva] = _draw_like(arena, pool, diva=True)
            for skill in crystal.skills:
                if skill.down and skill.id not in cards:
                    cards[skill.id] = _draw_like(arena, pool, diva=False)
        unseen = [piece for pile in (hands[seat], decks[seat]) for piece in pile if piece not in cards]
        cards.update(zip(unseen, pool, strict=True))


def _draw_like(arena: Arena, pool: Pool, *, diva: bool) -> tuple[CardId, Seat]:
    for index, (card, _) in enumerate(pool):
        printed = arena.printed[card]
        if printed.diva if diva else printed.combat:
            return pool.pop(index)
    raise ValueError("a face-down card that no deck list allows")


def redact(event: Event, seat: Seat) -> Event | None:
    """Return an event as a seat may know it: faces drawn, set or put under a deck are left out."""
    if isinstance(event, CardEvent):
        return veiled(event, seat)
    match event:
        case happened.DivaPlayed(owner, recruit=True) | happened.SkillSet(owner) | happened.Vanquished(owner, recruit=True):
            return event if owner == seat else replace(event, card=HIDDEN)
        case _:
            return event
