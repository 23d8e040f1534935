"""What one seat may know, and worlds that agree with it.

An Observation is built from nothing: ids of every pile (fresh ones after each shuffle tell nothing), faces only of what the
seat has seen. Deck lists are open, as in tournaments with open lists: a sampled world deals the cards a seat has not seen
among the places it cannot see.
"""

from __future__ import annotations

from typing import assert_never

from msgspec import Struct
from msgspec.structs import replace

from game.cards import events as common
from game.cards.modify import Lasting
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR, CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.rules.overcross import events as happened
from game.rules.overcross.arena import Arena
from game.rules.overcross.events import HIDDEN, Event
from game.rules.overcross.state import Flag, Pending, Placing, State, Terrain, Unit
from game.rules.overcross.table import Table, laid_out


class Observation(Struct, frozen=True):
    """All that a seat may know; `faces` are the cards it can put a face to, wherever they lie."""

    seat: Seat
    units: dict[PieceId, Unit]
    terrain: dict[PieceId, Terrain]
    hands: tuple[tuple[PieceId, ...], ...]
    decks: tuple[tuple[PieceId, ...], ...]
    discards: tuple[tuple[PieceId, ...], ...]
    faces: dict[PieceId, CardId]
    known: dict[PieceId, int]
    lasting: tuple[Lasting, ...]
    used: tuple[tuple[PieceId, int, str], ...]
    flags: tuple[Flag, ...]
    marks: tuple[tuple[CardId, ...], ...]
    scores: tuple[int, ...]
    out: tuple[bool, ...]
    fallen: dict[PieceId, int]
    active: Seat
    first: Seat
    round: int
    turn: int
    phase: str
    limit: int
    stack: tuple[Pending, ...]
    next_id: PieceId
    outcome: Outcome | None = None
    triggered: int = 0
    votes: tuple[int, ...] = ()
    scathed: dict[PieceId, int] = {}


def observe(state: State, seat: Seat) -> Observation:
    """Return all that a seat may know; SPECTATOR knows what everyone does (OC-12, OC-22)."""
    faces = {piece: state.cards[piece][0] for pile in state.discards for piece in pile}
    if seat != SPECTATOR:
        faces.update((piece, state.cards[piece][0]) for piece in state.hands[seat])
    holders = {piece: 1 << holder for holder, hand in enumerate(state.hands) for piece in hand}
    holders.update((piece, 0) for deck in state.decks for piece in deck)
    for piece, seen in state.known.items():
        if piece in holders and _sees(seen | holders[piece], seat, len(state.hands)):
            faces[piece] = state.cards[piece][0]
    return Observation(
        seat,
        dict(state.units),
        dict(state.terrain),
        state.hands,
        state.decks,
        state.discards,
        dict(sorted(faces.items())),
        dict(state.known),
        state.lasting,
        state.used,
        state.flags,
        state.marks,
        state.scores,
        state.out,
        dict(state.fallen),
        state.active,
        state.first,
        state.round,
        state.turn,
        state.phase,
        state.limit,
        state.stack,
        state.next_id,
        state.outcome,
        state.triggered,
        state.votes,
        state.scathed,
    )


def _visible(observation: Observation) -> dict[PieceId, tuple[CardId, Seat]]:
    """Return card and owner of every piece that the seat can put a face to."""
    cards: dict[PieceId, tuple[CardId, Seat]] = {}
    for unit in (*observation.units.values(), *(item.unit for item in observation.stack if isinstance(item, Placing))):
        cards[unit.id] = (unit.card, unit.seat)
        cards.update((edit.id, (edit.card, edit.seat)) for edit in unit.edits)
    cards.update((terrain.id, (terrain.card, terrain.seat)) for terrain in observation.terrain.values() if terrain.seat >= 0)
    for piles in (observation.hands, observation.decks, observation.discards):
        for seat, pile in enumerate(piles):
            cards.update((piece, (observation.faces[piece], seat)) for piece in pile if piece in observation.faces)
    return cards


def _world(observation: Observation, cards: dict[PieceId, tuple[CardId, Seat]], chance: int) -> State:
    return State(
        observation.units, observation.terrain, observation.hands, observation.decks, observation.discards, cards, observation.known,
        observation.lasting, observation.used, observation.flags, observation.marks, observation.scores, observation.out,
        observation.fallen, observation.active, observation.first, observation.round, observation.turn, observation.phase,
        observation.limit, observation.stack, observation.next_id, chance, observation.outcome,
        observation.triggered, observation.votes, observation.scathed,
    )  # fmt: skip


def seen_table(arena: Arena, observation: Observation) -> Table:
    """Return a table with what a seat can see on it, to ask questions of; unseen cards have no face there."""
    return laid_out(arena, _world(observation, _visible(observation), 0))


def sample(arena: Arena, observation: Observation, chance: Chance) -> State:
    """Return a world that agrees with an observation: every unseen card of a deck list somewhere it may be."""
    cards = _visible(observation)
    for seat in arena.seats:
        left = list(arena.setup.decks[seat].expanded())
        for card, owner in cards.values():
            if owner == seat:
                left.remove(card)
        unseen = [piece for pile in (observation.hands[seat], observation.decks[seat]) for piece in pile if piece not in cards]
        cards.update(zip(unseen, ((card, seat) for card in chance.shuffle(left)), strict=True))
    return _world(observation, cards, chance.draw())


def redact(event: Event, seat: Seat, seats: int) -> Event | None:
    """Return an event as a seat may know it: the faces of what others draw, hold or look at are left out."""
    match event:
        case happened.Drew(owner):
            return event if owner == seat else replace(event, card=HIDDEN)
        case happened.Sent(_, _, _, _, seen):
            return event if _sees(seen, seat, seats) else replace(event, card=HIDDEN)
        case common.Looked(owner):
            return event if owner == seat else replace(event, cards=())
        case happened.Revealed(bits):
            return event if _sees(bits, seat, seats) else replace(event, cards=())
        case (
            happened.Rolled() | happened.Began() | happened.TurnBegan() | happened.TurnEnded() | happened.Deployed() | happened.Laid()
            | happened.Played() | happened.Attached() | happened.Stepped() | happened.Attacked() | happened.HitRoll()
            | happened.DefendRoll() | happened.Hurt() | happened.Healed() | happened.Destroyed() | happened.Discarded() | happened.Used()
            | happened.Changed() | happened.Readied() | happened.Exhausted() | happened.Gained() | happened.Scored() | happened.VotesWon()
            | happened.FlagTaken() | happened.FlagDropped() | happened.FlagHome() | common.Shuffled() | happened.DieRolled()
            | happened.FellOut() | common.Stopped() | common.Ended()
        ):  # fmt: skip
            return event
        case _:
            assert_never(event)


def _sees(bits: int, seat: Seat, seats: int) -> bool:
    return bits == (1 << seats) - 1 if seat == SPECTATOR else bool(bits >> seat & 1)
