"""The opponent of old: for each card in order a few coins decide, always against the weakest target."""

from __future__ import annotations

from game.kernel.chance import Chance
from game.rules.cardmaster.actions import Action, Attack, Boost, Choose, EndPossession, Lead, Revive, RollDice, Skip, Stack, Weaken
from game.rules.cardmaster.chart import COSTS, REVIVE_COST
from game.rules.cardmaster.legal import spendable
from game.rules.cardmaster.state import EMPTY, Board, Observation

LEAST_BOOST = 30
MOST_GEMS = 3


def classic(observation: Observation, legal: tuple[Action, ...], chance: Chance) -> Action:
    """Return one of the legal actions.

    The first ready card aims at the target with the lowest HP: 30 % SPC if it is worth at least 30 (HP when below half,
    else ATK); 55 % Revive if affordable; 55 % A3 if affordable, else 55 % A2; else 50 % STACK if the target is above 55 % of
    its HP and the card shows fewer than 3 gems, else A1. Starters and newcomers are the fastest it has.
    """
    board = observation.board
    first = legal[0]
    match first:
        case Choose():
            return max((one for one in legal if isinstance(one, Choose)), key=lambda one: (board.pieces[one.piece].spd, -one.piece))
        case Lead():
            return Lead(board.pending[-1].seat)
        case Weaken():
            return Weaken("atk")
        case RollDice():
            return first
        case _:
            return _move(board, legal, chance)


def _move(board: Board, legal: tuple[Action, ...], chance: Chance) -> Action:
    if not board.ready:
        return EndPossession()
    number = board.ready[0]
    piece = board.pieces[number]
    allowed = frozenset(legal)
    foes = [foe for foe in board.teams[1 - board.turn].active if foe != EMPTY]
    if not foes:
        return Skip(number)
    target = min(foes, key=lambda foe: (board.pieces[foe].hp, foe))
    if not piece.boosted and piece.spc // 10 >= LEAST_BOOST and chance.percent(300):
        return Boost(number, "hp" if 2 * piece.hp < piece.top else "atk")
    gems = spendable(board, piece)
    fallen = board.teams[board.turn].fallen
    if fallen and gems >= REVIVE_COST and Revive(number, fallen[0]) in allowed and chance.percent(550):
        return Revive(number, max(fallen, key=lambda ally: board.pieces[ally].top))
    for rank in (3, 2):
        if gems >= COSTS[rank] and Attack(number, rank, target) in allowed:
            if chance.percent(550):
                return Attack(number, rank, target)
            if rank == 2:
                break
    foe = board.pieces[target]
    if foe.hp * 100 > foe.top * 55 and piece.gems + 1 < MOST_GEMS and chance.percent(500):
        return Stack(number)
    return Attack(number, 1, target)
