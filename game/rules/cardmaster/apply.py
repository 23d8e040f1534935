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
    Tool,
    Weaken,
)
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.chart import COSTS, REVIVE_COST
from game.rules.cardmaster.events import Skipped
from game.rules.cardmaster.state import EMPTY, Decision, Entry


def act(arena: Arena, action: Action) -> None:
    """Do an action that is known to be legal, and all that follows from it until a seat has to choose again."""
    match action:
        case Attack(piece, rank, target):
            arena.spend_move(piece)
            arena.attack(piece, rank, target, COSTS[rank])
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
            arena.tell(Skipped(piece))
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
        case RollDice():
            _roll(arena)
        case Lead(seat):
            arena.open_round(seat)
        case CorrectHp() | CorrectGems() | CorrectRaided() | CorrectStatus() | EnterRoll():
            _correct(arena, action)
        case _:
            assert_never(action)
    arena.settle()


def _choose(arena: Arena, piece: int) -> None:
    asked = arena.pending.pop()
    match asked.kind:
        case "fill":
            arena.fill(asked.seat, piece, asked.slot)
            return
        case "draft":
            arena.pick(asked.seat, piece)
        case "starter":
            arena.start(asked.seat, piece)
        case _:
            arena.leave(asked.seat, piece)
    arena.name_teams()


def _roll(arena: Arena) -> None:
    """Break the first round's tie: the higher die's seat chooses; equal dice are rolled again (CM-7)."""
    first, second = arena.roll_dice()
    if first != second:
        arena.pending = [Decision("lead", 0 if first > second else 1)]


def _correct(arena: Arena, tool: Tool) -> None:
    seat = arena.pending[-1].seat
    match tool:
        case CorrectHp(piece, hp):
            arena.set_hp(seat, piece, hp)
        case CorrectGems(piece, shown):
            arena.set_gems(seat, piece, shown)
        case CorrectRaided(side, gems):
            arena.set_raided(seat, side, gems)
        case CorrectStatus(piece, status, tier, stat):
            arena.set_status(seat, piece, status, tier, stat)
        case EnterRoll("d6", value):
            arena.enter(seat, Entry("d6", value))
        case EnterRoll("d100", value):
            arena.enter(seat, Entry("d100", value))
        case EnterRoll(_, value):
            arena.enter(seat, Entry("coin", value))
        case _:
            assert_never(tool)
