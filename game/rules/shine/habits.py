"""What no good player of Shine does."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.shine.actions import Action, Pass
from game.rules.shine.state import SPACES, Main, State

HABITS: Mapping[str, str] = {
    "strength for nothing": "strength until the end of the turn, for none of whose cards it was of use: none has attacked or supported",
}


def indulged(state: State, action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    if not isinstance(action, Pass) or not isinstance(state.stack[-1], Main) or state.phase != "main2":
        return {}
    lent = {
        each.on
        for each in state.lasting
        if each.stat == "strength" and each.until == "turn" and each.value > 0 and each.seat == state.active
    }
    first = state.active * SPACES
    bearing = [stand for stand in state.field[first : first + SPACES] if stand is not None and stand.id in lent]
    return {"strength for nothing": not any(stand.turned for stand in bearing)} if bearing else {}
