"""A table of star cross'd in any position: each family's dice, the prestige, and whose turn it is.

[table]
dice = [[6, 3], [2, 2, 5]]
prestige = [44, 30]
whose = 1
"""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.position import PositionError, Positions, Rows, worded
from game.kernel.setup import Setup
from game.rules.verona.state import MOST_SEATS, PLACES, State, Turn

Face = Annotated[int, Meta(ge=1, le=6)]
Prestige = Annotated[int, Meta(ge=0, le=999)]


class Laid(Struct, frozen=True, forbid_unknown_fields=True):
    """The rows of a table: each family's dice, its prestige (none without a word), and the family whose turn it is, counted from 1."""

    dice: tuple[tuple[Face, ...], ...]
    prestige: tuple[Prestige, ...] = ()
    whose: Annotated[int, Meta(ge=1, le=MOST_SEATS)] = 1


def lay(rules: Any, setup: Setup, rows: Rows) -> State:  # noqa: ARG001  (the rulebook knows nothing that is needed here)
    """Return the state of a laid table; raise PositionError for one that cannot be."""
    laid = worded(rows, Laid)
    if len(laid.dice) != setup.seats:
        raise PositionError("dice", f"there are {setup.seats} families and dice for {len(laid.dice)}")
    if any(len(pool) > PLACES for pool in laid.dice):
        raise PositionError("dice", f"a family has at most {PLACES} dice")
    if laid.prestige and len(laid.prestige) != setup.seats:
        raise PositionError("prestige", f"there are {setup.seats} families and prestige for {len(laid.prestige)}")
    if laid.whose > setup.seats:
        raise PositionError("whose", f"there is no family {laid.whose}")
    pools = tuple((*pool, *(0,) * (PLACES - len(pool))) for pool in laid.dice)
    return State(Chance(setup.seed).state, pools, laid.prestige or (0,) * setup.seats, (Turn(laid.whose - 1),))


def whose(state: State) -> Seat | None:
    """Return whose turn it is."""
    return state.pending[0].seat if state.pending else None


POSITIONS = Positions(lay, whose, Laid)
