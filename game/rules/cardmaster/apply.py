"""How an action changes the arena: one chapter for the questions, one for the moves, one for the tracker tools."""

from __future__ import annotations

from typing import assert_never

from game.rules.cardmaster.actions import (
    Action,
    Attack,
    Boost,
    Choose,
    CorrectGems,
    CorrectHp,
    CorrectRaided,
    CorrectStatus,
    Deposit,
    EndPossession,
    EnterRoll,
    Lead,
    Revive,
    RollDice,
    Shift,
    Skip,
    Stack,
    Weaken,
)
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.chart import COSTS, REVIVE_COST
from game.rules.cardmaster.events import Skipped
from game.rules.cardmaster.naming import leave, name_teams, pick, start
from game.rules.cardmaster.state import EMPTY, Decision
from game.rules.cardmaster.tracker import correct


def act(arena: Arena, action: Action) -> None:
    """Do an action that is known to be legal, and all that follows from it until a seat has to choose again."""
    match action:
        case Attack(piece, rank, target):
            _attack(arena, piece, rank, target)
        case Shift(piece, target):
            arena.spend_move(piece)
            arena.shift(piece, target)
        case Boost(piece, stat):
            arena.spend_move(piece)
            arena.boost(piece, stat)
        case Stack(piece):
            arena.spend_move(piece)
            arena.stack(piece)
        case Skip(piece):
            arena.spend_move(piece)
            if arena.telling:
                arena.record(Skipped(piece))
        case Revive(piece, target):
            arena.spend_move(piece)
            arena.revive(piece, target, REVIVE_COST)
        case EndPossession():
            arena.end_possession(len(arena.ready))
        case Deposit(piece):
            arena.deposit(piece)
        case Choose(piece):
            _choose(arena, piece)
        case Weaken(stat):
            asked = arena.pending.pop()
            arena.weaken(asked.piece, stat, asked.strength, asked.by, backfire=asked.by == EMPTY)
        case RollDice() if arena.pending[-1].kind == "die":
            asked = arena.pending.pop()
            _land(arena, asked.piece, asked.slot + 1, asked.by)
        case RollDice():
            _roll(arena)
        case Lead(seat):
            arena.open_round(seat)
        case CorrectHp() | CorrectGems() | CorrectRaided() | CorrectStatus() | EnterRoll():
            correct(arena, action)
            _rolled(arena)
        case _:
            assert_never(action)
    arena.settle()


def _attack(arena: Arena, piece: int, rank: int, target: int) -> None:
    """Let an attack land, or wait for the next real die that it is to be rolled for (CM-3)."""
    chance = arena.open_chance(piece, rank, target)
    if chance is None:
        _land(arena, piece, rank, target)
    else:
        arena.ask_die(piece, rank, target, chance)


def _land(arena: Arena, piece: int, rank: int, target: int) -> None:
    arena.spend_move(piece)
    arena.attack(piece, rank, target, COSTS[rank])


def _rolled(arena: Arena) -> None:
    """Go on with what waited for the die that was entered; with a tool used at any other time nothing did (CM-3)."""
    asked = arena.pending[-1]
    if asked.kind == "die":
        arena.pending.pop()
        _attack(arena, asked.piece, asked.slot + 1, asked.by)
    elif asked.kind == "roll" and arena.asks and sum(entry.kind == "d6" for entry in arena.entered) > 1:
        _roll(arena)


def _choose(arena: Arena, piece: int) -> None:
    asked = arena.pending.pop()
    match asked.kind:
        case "fill":
            arena.fill(asked.seat, piece, asked.slot)
            return
        case "draft":
            pick(arena, asked.seat, piece)
        case "starter":
            start(arena, asked.seat, piece)
        case _:
            leave(arena, asked.seat, piece)
    name_teams(arena)


def _roll(arena: Arena) -> None:
    """Break the first round's tie: the higher die's seat chooses; equal dice are rolled again (CM-7)."""
    first, second = arena.roll_dice()
    if first != second:
        arena.pending = [Decision("lead", 0 if first > second else 1)]
