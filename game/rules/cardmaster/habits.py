"""What no good player of Cardmaster does."""

from __future__ import annotations

from collections.abc import Mapping

from game.content.creatures import Creature
from game.kernel.ids import CardId
from game.rules.cardmaster.actions import Action, Boost
from game.rules.cardmaster.legal import doomed
from game.rules.cardmaster.state import State, raised

HABITS: Mapping[str, str] = {"SPC on the doomed": "SPC spent on a card that one attack of a card across fells nevertheless"}


def indulged(cards: Mapping[CardId, Creature], state: State, action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    if not isinstance(action, Boost):
        return {}
    return {"SPC on the doomed": doomed(state.board, cards, raised(state.board.pieces[action.piece], action.stat))}
