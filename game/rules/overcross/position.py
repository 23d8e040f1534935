"""A battle grid of Overcross in any position: who stands where, what lies on the grid, in hands and piles, and the play limit.

    [table]
    round = 3
    [[table.side]]
    units = [{ card = "captain-quill", at = "B4", damage = 2 }]
    hand = ["ink-squad"]

Spaces are named as on the grid, a letter for the column and a number for the row. What is not named lies in its owner's deck.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.position import Lists, PositionError, Positions, Rows, worded
from game.kernel.setup import Setup
from game.rules.overcross.arena import ASSASSINATION, FLAG, FULL_DAMAGE, Arena
from game.rules.overcross.cards import VOTES
from game.rules.overcross.setup import mark_cards
from game.rules.overcross.state import MAP_CARD, Edit, Flag, State, Terrain, Turn, Unit

Pile: TypeAlias = Annotated[tuple[CardId, ...], Meta(max_length=100)]
Damage: TypeAlias = Annotated[int, Meta(ge=0, lt=FULL_DAMAGE)]


class Standing(Struct, frozen=True, forbid_unknown_fields=True):
    """A character on the grid: its damage, the minor and major action it has taken, and its edits."""

    card: CardId
    at: str
    damage: Damage = 0
    minor: bool = False
    major: bool = False
    edits: Annotated[tuple[CardId, ...], Meta(max_length=20)] = ()


class Lying(Struct, frozen=True, forbid_unknown_fields=True):
    """A terrain card on the grid: the space of its centre, and its damage."""

    card: CardId
    at: str
    damage: Damage = 0


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's side. `deck` is what lies on top, the first card first; the score is that of the objective, the votes those of OC-55."""

    units: Annotated[tuple[Standing, ...], Meta(max_length=40)] = ()
    terrain: Annotated[tuple[Lying, ...], Meta(max_length=40)] = ()
    hand: Pile = ()
    discard: Pile = ()
    deck: Pile = ()
    score: Annotated[int, Meta(ge=0, le=999)] = 0
    votes: Annotated[int, Meta(ge=0, lt=VOTES)] = 0


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a grid: the sides, whose turn it is (counted from 1), the round, the phase, and what is left of the play limit.

    `gone` are the spaces where something of the map that can be destroyed no longer stands.
    """

    side: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=4)]
    whose: Annotated[int, Meta(ge=1, le=4)] = 1
    round: Annotated[int, Meta(ge=1, le=60)] = 3
    phase: Literal["cards", "minor", "major"] = "cards"
    limit: Annotated[int, Meta(ge=0, le=99)] | None = None
    gone: Annotated[tuple[str, ...], Meta(max_length=200)] = ()


def lay(rules: Any, setup: Setup, rows: Rows) -> State:
    """Return the state of a laid grid; raise PositionError for one that cannot be."""
    arena: Arena = rules.arena
    laid = worded(rows, Laid)
    if len(laid.side) != setup.seats:
        raise PositionError("side", f"there are {setup.seats} players and {len(laid.side)} sides")
    if laid.whose > setup.seats:
        raise PositionError("whose", f"there is no player {laid.whose}")
    chance = Chance(setup.seed)
    gone = {_cell(arena, space, f"gone[{index}]") for index, space in enumerate(laid.gone)}
    left = [cell for cell in sorted(arena.breakables) if cell not in gone]
    terrain = {number: Terrain(number, f"{MAP_CARD}{cell}", -1, cell) for number, cell in enumerate(left, 1)}
    lists = Lists((deck.expanded() for deck in arena.setup.decks), 1 + len(terrain))
    units: dict[PieceId, Unit] = {}
    piles = []
    for seat, side in enumerate(laid.side):
        _stand(lists, arena, seat, side, units, terrain)
        hand, discard, top = (
            lists.take_all(seat, pile, f"side[{seat}].{word}")
            for word, pile in (("hand", side.hand), ("discard", side.discard), ("deck", side.deck))
        )
        piles.append((hand, (*top, *lists.rest(seat, chance)), discard))
    _clear(arena, laid, terrain.values())
    active = laid.whose - 1
    return State(
        units, terrain, tuple(pile[0] for pile in piles), tuple(pile[1] for pile in piles), tuple(pile[2] for pile in piles), lists.cards, {},
        (), (), _flags(arena), _marks(arena, laid, units), tuple(side.score for side in laid.side), tuple(False for _ in laid.side), {}, active,
        0, laid.round, (laid.round - 1) * setup.seats + laid.whose, laid.phase, laid.round if laid.limit is None else laid.limit,
        (Turn(active),), lists.next_id, chance.state,
        votes=tuple(side.votes for side in laid.side) if any(side.votes for side in laid.side) else (),
    )  # fmt: skip


def _stand(lists: Lists, arena: Arena, seat: Seat, side: Side, units: dict[PieceId, Unit], terrain: dict[PieceId, Terrain]) -> None:
    for index, each in enumerate(side.units):
        place = f"side[{seat}].units[{index}]"
        piece = lists.take(seat, each.card, place)
        edits = lists.take_all(seat, each.edits, f"{place}.edits")
        worn = tuple(Edit(edit, card, seat) for edit, card in zip(edits, each.edits, strict=True))
        units[piece] = Unit(piece, each.card, seat, _cell(arena, each.at, f"{place}.at"), each.damage, each.minor, each.major, worn)
    for index, lying in enumerate(side.terrain):
        place = f"side[{seat}].terrain[{index}]"
        piece = lists.take(seat, lying.card, place)
        if arena.catalogue[lying.card].kind != "terrain":
            raise PositionError(place, f"{lying.card!r} is no terrain")
        terrain[piece] = Terrain(piece, lying.card, seat, _cell(arena, lying.at, f"{place}.at"), lying.damage)


def _clear(arena: Arena, laid: Laid, terrain: Iterable[Terrain]) -> None:
    """Raise PositionError for what is laid where nothing can be: on what the map obstructs, or within terrain that does (OC-25, OC-32)."""
    blocked = arena.grid.obstructs
    for lying in terrain:
        blocked |= arena.covered(lying.card, lying.cell) if arena.area(lying.card).obstructs else 0
    for seat, side in enumerate(laid.side):
        spots = [("units", index, each.at, blocked, "OC-25") for index, each in enumerate(side.units)]
        spots += [("terrain", index, each.at, arena.grid.obstructs, "OC-32") for index, each in enumerate(side.terrain)]
        for word, index, at, walls, rule in spots:
            place = f"side[{seat}].{word}[{index}].at"
            if walls >> _cell(arena, at, place) & 1:
                raise PositionError(place, f"{at} is obstructed ({rule})")


def _cell(arena: Arena, space: str, place: str) -> int:
    """Return the space that a label names; raise PositionError when the grid has none of that name."""
    for cell in range(arena.width * arena.height):
        if arena.label(cell) == space:
            return cell
    raise PositionError(place, f"the grid has no space {space[:10]!r}")


def _flags(arena: Arena) -> tuple[Flag, ...]:
    return tuple(Flag(seat, arena.flag_spots[seat]) for seat in arena.seats) if arena.settings.objective == FLAG else ()


def _marks(arena: Arena, laid: Laid, units: dict[PieceId, Unit]) -> tuple[tuple[CardId, ...], ...]:
    """Return each seat's marks that have not fallen (OC-46); raise PositionError for one that neither stands on the grid nor lies anywhere by name."""
    if arena.settings.objective != ASSASSINATION:
        return tuple(() for _ in arena.seats)
    marks = tuple(mark_cards(arena, list(arena.setup.decks[seat].expanded())) for seat in arena.seats)
    standing = {(unit.seat, unit.card) for unit in units.values()}
    for seat, cards in enumerate(marks):
        side = laid.side[seat]
        for card in cards:
            if (seat, card) not in standing and card not in {*side.hand, *side.discard, *side.deck}:
                raise PositionError(f"side[{seat}].units", f"{card!r} is the mark of seat {seat + 1} and must stand on the grid (OC-46)")
    return tuple(tuple(card for card in cards if (seat, card) in standing) for seat, cards in enumerate(marks))


def whose(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.outcome is not None else state.active


POSITIONS = Positions(lay, whose, Laid)
