"""The arena as it stands: two teams, their cards and gems, whose possession it is and what must be answered.

Everything lies open, so a State is a Board and the generator's number, and an Observation is the same Board and the
eye that sees it. Pieces are a tuple whose index is the piece id; an empty slot is -1.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import CardId, PieceId, Seat

EMPTY: Final = -1
"""The piece id of a slot where nobody stands."""

NOBODY: Final = -1
"""The owner of a card that lies in the shared pool (CM-37)."""


class Status(Struct, frozen=True, gc=False):
    """A status that a card bears (CM-26 to CM-34).

    `strength` is in tenths of a percent; `by` the card that inflicted it, -1 after a backfire or a correction. Undershock
    has the lowered `stat` and how much was `taken`. Brainlock and Gridfreeze count turns `left` and are `running` during a
    possession that counts. Souldrift fades by `step` (SPD, DEF, ATK, SPC, maximum HP, HP) and has `faded` so much of the first five.
    """

    kind: str
    strength: int
    by: PieceId = EMPTY
    stat: str = ""
    taken: int = 0
    left: int = 0
    running: bool = False
    step: tuple[int, ...] = ()
    faded: tuple[int, ...] = ()


class Piece(Struct, frozen=True, gc=False):
    """A card of a team: its current values, what it bears, and its record for the MVPs (CM-36).

    `gems` are the stacked ones; the baseline gem is never written down (CM-10). `boosted` is the stat that its SPC raised by
    `boost`, empty while SPC is unused (CM-20).
    """

    card: CardId
    owner: Seat
    hp: int
    top: int
    spd: int
    dfn: int
    atk: int
    spc: int
    gems: int = 0
    statuses: tuple[Status, ...] = ()
    boosted: str = ""
    boost: int = 0
    risen: bool = False
    dealt: int = 0
    taken: int = 0
    felled: int = 0
    inflicted: int = 0


class Team(Struct, frozen=True, gc=False):
    """One side: three slots, the reserve, the fallen in the order they fell, and the Raided pool (CM-12)."""

    active: tuple[PieceId, ...] = (EMPTY, EMPTY, EMPTY)
    reserve: tuple[PieceId, ...] = ()
    fallen: tuple[PieceId, ...] = ()
    raided: int = 0


Kind = Literal["draft", "starter", "leave", "roll", "lead", "act", "fill", "weaken", "die"]


class Decision(Struct, frozen=True, gc=False):
    """A question to a seat.

    draft: pick from the pool; starter: name one; leave: name one that stays at home; roll, lead: the first possession; act: the possession itself;
    fill: a fallen card's `slot`; weaken: which stat of `piece` the Undershock inflicted by `by` lowers; die: what a real die shows for a chance of
    `strength` tenths of a percent, before the attack of `piece` on `by`, of the rank after `slot`, lands.
    """

    kind: Kind
    seat: Seat
    slot: int = -1
    piece: PieceId = EMPTY
    by: PieceId = EMPTY
    strength: int = 0


class Entry(Struct, frozen=True, gc=False):
    """A physical die or coin that waits for the next roll of its kind (CM-3): d6, d100 or coin (1 heads, 2 tails)."""

    kind: Literal["d6", "d100", "coin"]
    value: int


class Board(Struct, frozen=True, gc=False):
    """All that lies on the table: `length` cards a side, `custom` in a Custom Match (CM-1, CM-2).

    `opener` began this round, `turn` holds the possession, `second` tells that it is the round's second one, and `ready` are the
    cards that still have a move in it. `pending` is the stack of questions, empty when `winners` says how it ended.
    """

    length: int
    custom: bool
    pieces: tuple[Piece, ...]
    teams: tuple[Team, Team]
    pending: tuple[Decision, ...]
    pool: tuple[PieceId, ...] = ()
    round: int = 0
    opener: Seat = NOBODY
    turn: Seat = NOBODY
    second: bool = False
    ready: tuple[PieceId, ...] = ()
    entered: tuple[Entry, ...] = ()
    winners: tuple[Seat, ...] | None = None


def chances(board: Board) -> tuple[Entry, ...]:
    """Return the dice and coins that wait for a chance (CM-3)."""
    return tuple(entry for entry in board.entered if entry.kind != "d6")


def chance_asked(board: Board) -> str:
    """Return what a real die is asked for now: backfire first, then status (CM-26, CM-28)."""
    return "status" if chances(board) else "backfire"


class State(Struct, frozen=True, gc=False):
    """Everything true: the open board and the generator's number."""

    board: Board
    chance: int


class Observation(Struct, frozen=True, gc=False):
    """All that one seat may know: the open board; only the generator is hidden."""

    viewer: Seat
    board: Board


def bears(piece: Piece, kind: str) -> Status | None:
    """Return the status of that kind that a card bears, or None."""
    for status in piece.statuses:
        if status.kind == kind:
            return status
    return None


def raised(piece: Piece, stat: str) -> Piece:
    """Return a card that has used its SPC: a stat is higher for good by a tenth of the current SPC, rounded down (CM-20)."""
    amount = piece.spc // 10
    match stat:
        case "spd":
            return replace(piece, boosted=stat, boost=amount, spd=piece.spd + amount)
        case "def":
            return replace(piece, boosted=stat, boost=amount, dfn=piece.dfn + amount)
        case "atk":
            return replace(piece, boosted=stat, boost=amount, atk=piece.atk + amount)
        case _:
            return replace(piece, boosted="hp", boost=amount, top=piece.top + amount, hp=piece.hp + amount)


def lowered(piece: Piece) -> Piece:
    """Return a card as it would stand had its SPC raised nothing; what statuses took since stays taken, and 1 is the least."""
    amount = piece.boost
    match piece.boosted:
        case "spd":
            return replace(piece, spd=max(1, piece.spd - amount))
        case "def":
            return replace(piece, dfn=max(1, piece.dfn - amount))
        case "atk":
            return replace(piece, atk=max(1, piece.atk - amount))
        case _:
            return replace(piece, top=max(1, piece.top - amount), hp=max(1, piece.hp - amount))


def performance(piece: Piece) -> int:
    """Return ten times a card's performance: damage dealt + 100 a fall + 25 a status - 0.3 damage taken (CM-36)."""
    return 10 * piece.dealt + 1000 * piece.felled + 250 * piece.inflicted - 3 * piece.taken


def best_of(board: Board, seat: Seat) -> tuple[PieceId, ...]:
    """Return a team's three best cards by performance, the best first; ties by the order of the team (CM-36).

    A card without a deed (no damage dealt, no fall caused, no status inflicted) is none of them.
    """
    side = board.teams[seat]
    team = sorted({*side.active, *side.reserve, *side.fallen} - {EMPTY})  # a card left at home took no part
    done = [number for number in team if (each := board.pieces[number]).dealt or each.felled or each.inflicted]
    return tuple(sorted(done, key=lambda number: -performance(board.pieces[number]))[:3])
