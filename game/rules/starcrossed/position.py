"""A table of Starcrossed in any position: what lies on which crystal, in hands and voids, the energy and the life.

    [table]
    phase = "action"
    [[table.side]]
    hand = ["anvil-mezzo"]
    crystals = [{ level = 1, attuned = "cinderchoir", diva = "ember-chorister", skills = ["slag-echo"] }]
    energy = 4

Crystals are listed lane by lane, the first being the left one of the first player. What is not named lies in its owner's deck.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from game.kernel.chance import Chance
from game.kernel.ids import CardId, Seat
from game.kernel.position import Lists, PositionError, Positions, Rows, worded
from game.kernel.setup import Setup
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.setup import LIFE
from game.rules.starcrossed.state import (
    FIRST_ID,
    LANES,
    MOST_LEVEL,
    NONE,
    SLOTS,
    Crystal,
    Lane,
    Skill,
    State,
    Turn,
    lane_order,
)

Pile: TypeAlias = Annotated[tuple[CardId, ...], Meta(max_length=60)]
Number: TypeAlias = Annotated[int, Meta(ge=0, le=99)]


class Laying(Struct, frozen=True, forbid_unknown_fields=True):
    """A crystal and what lies on it: its level and tribe, a diva (face down as a recruit), skills face up and face down."""

    level: Annotated[int, Meta(ge=0, le=MOST_LEVEL)] = 0
    attuned: str = ""
    diva: CardId = ""
    recruit: bool = False
    skills: Annotated[tuple[CardId, ...], Meta(max_length=SLOTS)] = ()
    down: Annotated[tuple[CardId, ...], Meta(max_length=SLOTS)] = ()


class Side(Struct, frozen=True, forbid_unknown_fields=True):
    """One player's side. `deck` is what lies on top, the first card first; `special` tells that the SPECIAL action is done."""

    crystals: Annotated[tuple[Laying, ...], Meta(max_length=LANES)] = ()
    hand: Pile = ()
    void: Pile = ()
    deck: Pile = ()
    life: Annotated[int, Meta(ge=1, le=99)] = LIFE
    energy: Number = 0
    kept: Annotated[int, Meta(ge=0, le=1)] = 0
    special: bool = False


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a table: both sides, whose turn it is (counted from 1), its number, and whether it is at the Action Phase or at combat."""

    side: Annotated[tuple[Side, ...], Meta(min_length=2, max_length=2)]
    whose: Annotated[int, Meta(ge=1, le=2)] = 1
    turn: Annotated[int, Meta(ge=1, le=200)] = 3
    phase: Literal["action", "combat"] = "action"


def lay(rules: Any, setup: Setup, rows: Rows) -> State:
    """Return the state of a laid table; raise PositionError for one that cannot be."""
    arena: Arena = rules.arena
    laid = worded(rows, Laid)
    chance = Chance(setup.seed)
    lists = Lists((deck.expanded() for deck in arena.setup.decks), FIRST_ID)
    crystals: list[Crystal] = []
    piles = []
    for seat, side in enumerate(laid.side):
        crystals += _crystals(lists, seat, side)
        named = [
            lists.take_all(seat, pile, f"side[{seat}].{word}")
            for word, pile in (("hand", side.hand), ("void", side.void), ("deck", side.deck))
        ]
        piles.append((named[0], named[1], (*named[2], *lists.rest(seat, chance))))
    active = laid.whose - 1
    sides = laid.side
    step, asked = _first_lane(crystals, active) if laid.phase == "combat" else (0, Turn(active))
    return State(
        crystals=tuple(crystals), hands=tuple(pile[0] for pile in piles), decks=tuple(pile[2] for pile in piles),
        voids=tuple(pile[1] for pile in piles), cards=lists.cards, known={}, lasting=(), used=(), life=tuple(side.life for side in sides),
        energy=tuple(side.energy for side in sides), kept=tuple(side.kept for side in sides), special=tuple(side.special for side in sides),
        active=active, turn=laid.turn, phase=laid.phase, step=step, fight=None,
        stack=(asked,), next_id=lists.next_id, chance=chance.state,
    )  # fmt: skip


def _crystals(lists: Lists, seat: Seat, side: Side) -> list[Crystal]:
    found = []
    for lane, each in enumerate((*side.crystals, *(Laying() for _ in range(LANES - len(side.crystals))))):
        place = f"side[{seat}].crystals[{lane}]"
        diva = lists.take(seat, each.diva, f"{place}.diva") if each.diva else NONE
        skills = [Skill(piece) for piece in lists.take_all(seat, each.skills, f"{place}.skills")]
        skills += [Skill(piece, down=True) for piece in lists.take_all(seat, each.down, f"{place}.down")]
        found.append(Crystal(each.level, each.attuned, diva, each.recruit, tuple(skills)))
    return found


def _first_lane(crystals: list[Crystal], active: Seat) -> tuple[int, Lane]:
    """Return the step and the question of the first lane in which somebody could attack (SC-31)."""
    for step in range(2 * LANES):
        seat = active if step % 2 == 0 else 1 - active
        crystal = seat * LANES + lane_order(active)[step // 2]
        if crystals[crystal].diva != NONE:
            return step, Lane(seat, crystal)
    raise PositionError("phase", "nobody stands on a crystal, so there is no combat")


def whose(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.outcome is not None else state.active


POSITIONS = Positions(lay, whose, Laid)
