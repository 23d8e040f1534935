"""How well a side stands: what its cards can still give and take, and what their gems, moves and statuses are worth.

A card is worth the root of what it deals times what it can take, so that finishing a wounded foe counts for more than
scratching a fresh one. A gem is worth a quarter of the A3 it leads to, as three STACKs and the attack are four moves; so a card
banks gems exactly when its A3 is worth more than four of its A1.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, log, sqrt

from msgspec import Struct

from game.content.creatures import Creature
from game.content.weights import Judgement, judgement
from game.kernel.ids import CardId, Seat
from game.rules.cardmaster.chart import REVIVE_COST, backfire_chance, inflict_chance, strength
from game.rules.cardmaster.state import EMPTY, Board, Piece, Team, bears


class Weights(Struct, frozen=True):
    """What things are worth, as parts of what a card is worth.

    `move` is what one A1 takes from a foe of its own worth, `heavy` what an A3 takes. A lasting status is expected to see `horizon` starts
    of a possession. `waiting` is what gems count in the reserve, `raided` what a raided gem counts on the best card. `bound` and `locked` are
    what a gridfreeze and each move of a brainlock cost, in moves. `harm` is what a status takes from a card: so much for its strength, and
    at most (or always) so much. `spread` says how surely the richer side wins.
    """

    move: float
    heavy: float
    horizon: float
    gem: float
    waiting: float
    raided: float
    bound: float
    locked: float
    spread: float
    harm: dict[str, tuple[float, float]]


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Cardmaster."""
    return judgement("cardmaster", Weights)


class Judge:
    """Weighs boards of one library of cards."""

    def __init__(self, cards: Mapping[CardId, Creature], weights: Weights) -> None:
        self._weights = weights
        self._gems = {card.id: _gem_worth(card, weights) for card in cards.values()}

    def prospects(self, board: Board) -> tuple[float, float]:
        """Return both sides' prospects, 0 to 1; they sum to 1."""
        if board.winners is not None:
            return (0.5, 0.5) if not board.winners else (1.0, 0.0) if board.winners[0] == 0 else (0.0, 1.0)
        one, other = self._side(board, 0), self._side(board, 1)
        share = 1 / (1 + exp(-self._weights.spread * log((one + 1) / (other + 1))))
        return share, 1 - share

    def _side(self, board: Board, seat: Seat) -> float:
        team, pieces, weights = board.teams[seat], board.pieces, self._weights
        to_come = board.turn != seat and not board.second
        moving = board.ready if board.turn == seat else team.active if to_come else ()
        ticks = weights.horizon + 1 if to_come else weights.horizon
        revivable = bool(team.fallen)
        worth = 0.0
        best_gem = 0.0
        for number in team.active:
            if number == EMPTY:
                continue
            piece = pieces[number]
            value = (
                _worth(piece, ticks, weights)
                if piece.statuses
                else sqrt(piece.atk * piece.hp * 1000 / (1000 - piece.dfn if piece.dfn < 999 else 1))
            )
            worth += value
            gem = self._gems[piece.card] * value
            if piece.gems:
                worth += _banked(piece, gem, revivable=revivable)
            best_gem = max(best_gem, gem)
            if number in moving and not (piece.statuses and bears(piece, "gridfreeze")):
                worth += weights.move * value
        worth += self._waiting(pieces, team, revivable=revivable)
        return worth + team.raided * best_gem * weights.raided

    def _waiting(self, pieces: tuple[Piece, ...], team: Team, *, revivable: bool) -> float:
        worth, weights = 0.0, self._weights
        for number in team.reserve:
            piece = pieces[number]
            value = (
                _worth(piece, 1, weights)
                if piece.statuses
                else sqrt(piece.atk * piece.hp * 1000 / (1000 - piece.dfn if piece.dfn < 999 else 1))
            )
            worth += value
            if piece.gems:
                worth += weights.waiting * _banked(piece, self._gems[piece.card] * value, revivable=revivable)
        return worth


def _worth(piece: Piece, ticks: float, weights: Weights) -> float:
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
                bound += 0.0 if status.running else weights.bound * weights.move
            case "brainlock":
                bound += weights.locked * weights.move * status.left
            case _:
                pass
    hp = max(hp, 0.06 * piece.hp)
    atk = max(atk, 0.2 * piece.atk)
    return sqrt(atk * hp * 1000 / (1000 - piece.dfn if piece.dfn < 999 else 1)) * max(0.3, 1 - bound)


def _banked(piece: Piece, gem: float, *, revivable: bool) -> float:
    """Return what stacked gems are worth: three for an A3, a fourth for a Revive, less on a card about to lose them."""
    useful = min(piece.gems, 3) + (0.8 if revivable and piece.gems >= REVIVE_COST else 0) + 0.15 * max(0, piece.gems - 3)
    return useful * gem * (0.35 + 0.65 * piece.hp / piece.top)


def _gem_worth(card: Creature, weights: Weights) -> float:
    """Return what one gem is worth on a card, as a part of the card's worth."""
    slope, most = weights.harm[card.status]
    power = strength(card.tier) / 1000
    harm = min(most, slope * power) if slope else most
    backfires = backfire_chance(card.tier, card.spc) / 1000
    inflicts = (1 - backfires) * inflict_chance(card.tier, 3) / 1000
    return weights.gem * (weights.heavy + (inflicts - backfires) * harm) / 4
