"""How well a side stands: what its cards can still give and take, and what their gems, moves and statuses are worth.

A card is worth the root of what it deals times what it can take, so that finishing a wounded foe counts for more than
scratching a fresh one. A gem is worth a quarter of the A3 it leads to, as three STACKs and the attack are four moves; so a card
banks gems exactly when its A3 is worth more than four of its A1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt
from typing import Final

from game.content.creatures import Creature
from game.kernel.ids import CardId, Seat
from game.rules.cardmaster.chart import REVIVE_COST, backfire_chance, inflict_chance, strength
from game.rules.cardmaster.state import EMPTY, Board, Piece, Team, bears

MOVE: Final = 0.105
"""What one A1 takes from a foe of its own worth."""
HEAVY: Final = 0.36
"""What an A3 takes."""
HORIZON: Final = 2.2
"""How many starts of a possession a lasting status is expected to see."""
SPREAD: Final = 3.2
"""How surely the richer side wins.

From a fit by `tools/fit.py` to 180 matches of Normal against itself; 1.7 was too modest. On 450 other matches
(`starcross lab cardmaster decks --games 30 --seed 2000`) the Brier score fell from 0.182 to 0.169; on the deals of the first that were held back it did
not. The halves of both studies put it between 2.3 and 4.3.
"""

_HARM: Final = {
    "overcook": (2.2, 0.75),
    "souldrift": (2.6, 0.85),
    "undershock": (0.5, 0.5),
    "brainlock": (0.0, 0.1),
    "gridfreeze": (0.0, 0.13),
}
"""What a status takes from a card: so much for its strength, and at most (or always) so much."""


class Judge:
    """Weighs boards of one library of cards."""

    def __init__(self, cards: Mapping[CardId, Creature]) -> None:
        self._gems = {card.id: _gem_worth(card) for card in cards.values()}

    def prospects(self, board: Board) -> tuple[float, float]:
        """Return both sides' prospects, 0 to 1; they sum to 1."""
        if board.winners is not None:
            return (0.5, 0.5) if not board.winners else (1.0, 0.0) if board.winners[0] == 0 else (0.0, 1.0)
        one, other = self._side(board, 0), self._side(board, 1)
        share = 1 / (1 + exp(-SPREAD * log((one + 1) / (other + 1))))
        return share, 1 - share

    def _side(self, board: Board, seat: Seat) -> float:
        team, pieces = board.teams[seat], board.pieces
        to_come = board.turn != seat and not board.second
        moving = board.ready if board.turn == seat else team.active if to_come else ()
        ticks = HORIZON + 1 if to_come else HORIZON
        revivable = bool(team.fallen)
        worth = 0.0
        best_gem = 0.0
        for number in team.active:
            if number == EMPTY:
                continue
            piece = pieces[number]
            value = _worth(piece, ticks) if piece.statuses else sqrt(piece.atk * piece.hp * 1000 / (1000 - min(piece.dfn, 999)))
            worth += value
            gem = self._gems[piece.card] * value
            if piece.gems:
                worth += _banked(piece, gem, revivable=revivable)
            best_gem = max(best_gem, gem)
            if number in moving and not (piece.statuses and bears(piece, "gridfreeze")):
                worth += MOVE * value
        worth += self._waiting(pieces, team, revivable=revivable)
        return worth + team.raided * best_gem * 0.9

    def _waiting(self, pieces: tuple[Piece, ...], team: Team, *, revivable: bool) -> float:
        worth = 0.0
        for number in team.reserve:
            piece = pieces[number]
            value = _worth(piece, 1) if piece.statuses else sqrt(piece.atk * piece.hp * 1000 / (1000 - min(piece.dfn, 999)))
            worth += value
            if piece.gems:
                worth += 0.7 * _banked(piece, self._gems[piece.card] * value, revivable=revivable)
        return worth


def _worth(piece: Piece, ticks: float) -> float:
    """Return what a card is worth with what its statuses will take from it."""
    hp, atk, bound = float(piece.hp), float(piece.atk), 0.0
    for status in piece.statuses:
        match status.kind:
            case "overcook":
                hp -= ticks * piece.top * status.strength / 1000
            case "souldrift":
                hp -= ticks * status.step[5]
                atk -= ticks / 2 * status.step[2]
            case "gridfreeze":
                bound += 0.0 if status.running else 1.2 * MOVE
            case "brainlock":
                bound += 0.4 * MOVE * status.left
            case _:
                pass
    hp = max(hp, 0.06 * piece.hp)
    atk = max(atk, 0.2 * piece.atk)
    return sqrt(atk * hp * 1000 / (1000 - min(piece.dfn, 999))) * max(0.3, 1 - bound)


def _banked(piece: Piece, gem: float, *, revivable: bool) -> float:
    """Return what stacked gems are worth: three for an A3, a fourth for a Revive, less on a card about to lose them."""
    useful = min(piece.gems, 3) + (0.8 if revivable and piece.gems >= REVIVE_COST else 0) + 0.15 * max(0, piece.gems - 3)
    return useful * gem * (0.35 + 0.65 * piece.hp / piece.top)


def _gem_worth(card: Creature) -> float:
    """Return what one gem is worth on a card, as a part of the card's worth."""
    slope, most = _HARM[card.status]
    power = strength(card.tier) / 1000
    harm = min(most, slope * power) if slope else most
    backfires = backfire_chance(card.tier, card.spc) / 1000
    inflicts = (1 - backfires) * inflict_chance(card.tier, 3) / 1000
    return 0.9 * (HEAVY + (inflicts - backfires) * harm) / 4
