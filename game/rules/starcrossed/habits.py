"""What no good player of Starcrossed does."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules.starcrossed.actions import Action, Play, Recruit
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.state import CRYSTALS, NONE, State

HABITS: Mapping[str, str] = {"gift to who leaves": "a diva or recruit replaced in the turn in which its own side made it stronger"}


def indulged(arena: Arena, state: State, action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    if not isinstance(action, Play | Recruit) or not 0 <= action.at < CRYSTALS or not arena.printed[state.cards[action.piece][0]].diva:
        return {}
    leaving = state.crystals[action.at].diva
    given = any(each.on == leaving and each.stat == "strength" and each.value > 0 and each.seat == state.active for each in state.lasting)
    return {"gift to who leaves": given} if leaving != NONE else {}
