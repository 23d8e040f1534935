"""What no good player of Cardmaster does."""

from __future__ import annotations

from collections.abc import Mapping

from game.content.creatures import Creature
from game.kernel.ids import CardId
from game.rules.cardmaster.actions import Action, Boost
from game.rules.cardmaster.chart import damage, move_quarters
from game.rules.cardmaster.legal import payable
from game.rules.cardmaster.state import EMPTY, State, bears, raised

HABITS: Mapping[str, str] = {"SPC on the doomed": "SPC spent on a card that one attack of a card across fells nevertheless"}


def indulged(cards: Mapping[CardId, Creature], state: State, action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    if not isinstance(action, Boost):
        return {}
    board = state.board
    bearer = raised(board.pieces[action.piece], action.stat)
    foes = (board.pieces[each] for each in board.teams[1 - bearer.owner].active if each != EMPTY)
    hits = (
        damage(foe.atk, rank, move_quarters(rank, cards[foe.card].types, cards[bearer.card].types), bearer.dfn)
        for foe in foes
        if not bears(foe, "gridfreeze")
        for rank in payable(board, foe)
    )
    return {"SPC on the doomed": max(hits, default=0) >= bearer.hp}
