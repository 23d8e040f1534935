"""An arena of Cardmaster in any position: who stands in which slot with how many HP and gems, and who may still move.

    [table]
    round = 3
    [[table.side]]
    active = [{ card = "cinder-imp", hp = 120, gems = 2 }, "ash-hound"]
    reserve = ["soot-wyrm"]
    others = "fallen"

A side has its own faction; whoever is not named stands in the reserve, or has fallen where `others` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from game.content.creatures import Creature
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.position import Lists, PositionError, Positions, Rows, worded
from game.kernel.setup import Setup
from game.rules.cardmaster.setup import fresh
from game.rules.cardmaster.state import EMPTY, Board, Decision, Piece, State, Status, Team

Number: TypeAlias = Annotated[int, Meta(ge=0, le=9999)]
Gems: TypeAlias = Annotated[int, Meta(ge=0, le=20)]


class Bearing(Struct, frozen=True, forbid_unknown_fields=True):
    """A card as it stands: its HP (as printed without a word), its stacked gems, whether it has risen again, and what it bears.

    `values` are changed stats by their names (top, spd, dfn, atk, spc); `boosted` and `boost` are the stat that its SPC raised and by how much.
    """

    card: CardId = ""
    hp: Number | None = None
    gems: Gems = 0
    risen: bool = False
    statuses: Annotated[tuple[Status, ...], Meta(max_length=6)] = ()
    boosted: Literal["", "spd", "hp", "dfn", "atk"] = ""
    boost: Number = 0
    values: dict[Literal["top", "spd", "dfn", "atk", "spc"], Number] = {}


Cards: TypeAlias = Annotated[tuple[CardId | Bearing, ...], Meta(max_length=9)]


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's side: three slots (an empty one is ""), reserve and fallen, and the Raided pool. `others` is where the rest of the faction is."""

    active: Annotated[tuple[CardId | Bearing, ...], Meta(max_length=3)]
    reserve: Cards = ()
    fallen: Annotated[tuple[CardId, ...], Meta(max_length=9)] = ()
    raided: Gems = 0
    others: Literal["reserve", "fallen"] = "reserve"


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of an arena: both sides, whose possession it is (counted from 1), whether it is the round's second, and who may still move."""

    side: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    whose: Annotated[int, Meta(ge=1, le=2)] = 1
    round: Annotated[int, Meta(ge=1, le=999)] = 2
    second: bool = False
    ready: Annotated[tuple[CardId, ...], Meta(max_length=3)] | None = None


def lay(rules: Any, setup: Setup, rows: Rows) -> State:
    """Return the state of a laid arena; raise PositionError for one that cannot be."""
    cards: Mapping[CardId, Creature] = rules.cards
    laid = worded(rows, Laid)
    if not setup.decks:
        raise PositionError("side", "a draft has no factions to stand there")
    chance = Chance(setup.seed)
    lists = Lists((deck.expanded() for deck in setup.decks), 0)
    pieces = [fresh(cards[card], seat) for card, seat in lists.cards.values()]
    teams = (_team(lists, pieces, 0, laid.side[0], chance), _team(lists, pieces, 1, laid.side[1], chance))
    turn = laid.whose - 1
    board = Board(
        length=int(setup.options["length"]), custom=setup.options["mode"] == "custom", pieces=tuple(pieces), teams=teams,
        pending=(Decision("act", turn),), round=laid.round, opener=1 - turn if laid.second else turn, turn=turn, second=laid.second,
        ready=_ready(pieces, teams[turn], laid.ready),
    )  # fmt: skip
    return State(board, chance.state)


def _team(lists: Lists, pieces: list[Piece], seat: Seat, side: Side, chance: Chance) -> Team:
    """Return a team as its side says, and write what its cards bear into the pieces."""
    placed: dict[str, tuple[PieceId, ...]] = {}
    for word, rows in (("active", side.active), ("reserve", side.reserve), ("fallen", side.fallen)):
        numbers = []
        for index, row in enumerate(rows):
            bearing = Bearing(row) if isinstance(row, str) else row
            if not bearing.card:
                numbers += [EMPTY] if word == "active" else []
                continue
            number = lists.take(seat, bearing.card, f"side[{seat}].{word}[{index}]")
            pieces[number] = _borne(pieces[number], bearing)
            numbers.append(number)
        placed[word] = tuple(numbers)
    rest = tuple(sorted(lists.rest(seat, chance)))
    reserve, fallen = placed["reserve"], placed["fallen"]
    reserve, fallen = (reserve, (*fallen, *rest)) if side.others == "fallen" else ((*reserve, *rest), fallen)
    for number in fallen:
        pieces[number] = replace(pieces[number], hp=0)
    active = (*placed["active"], EMPTY, EMPTY, EMPTY)[:3]
    return Team(active, reserve, fallen, side.raided)


def _borne(piece: Piece, bearing: Bearing) -> Piece:
    piece = replace(piece, **bearing.values)
    return replace(
        piece, hp=piece.top if bearing.hp is None else bearing.hp, gems=bearing.gems, risen=bearing.risen, statuses=bearing.statuses,
        boosted=bearing.boosted, boost=bearing.boost,
    )  # fmt: skip


def _ready(pieces: list[Piece], team: Team, named: tuple[CardId, ...] | None) -> tuple[PieceId, ...]:
    standing = [number for number in team.active if number != EMPTY]
    if named is None:
        return tuple(standing)
    names = {pieces[number].card: number for number in standing}
    for index, card in enumerate(named):
        if card not in names:
            raise PositionError(f"ready[{index}]", f"{card[:60]!r} does not stand in a slot of the side whose possession it is")
    return tuple(number for number in standing if pieces[number].card in named)


def whose(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.board.winners is not None else state.board.turn


POSITIONS = Positions(lay, whose, Laid)
