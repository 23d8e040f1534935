"""What no good player of Overcross does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from game.rules.overcross.actions import Action, Attack
from game.rules.overcross.state import State

HABITS: Mapping[str, str] = {"attack on scenery": "an attack on terrain by a character that could have attacked an enemy"}


def indulged(state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    if not isinstance(action, Attack):
        return {}
    foes = [unit.id for unit in state.units.values() if unit.seat != state.active]
    reached = any(isinstance(each, Attack) and each.piece == action.piece and each.target in foes for each in legal)
    return {"attack on scenery": action.target not in state.units} if reached else {}
