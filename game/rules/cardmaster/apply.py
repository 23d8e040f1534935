"""How an action changes the arena: one chapter for the questions, one for the moves, one for the tracker tools."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

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
from game.rules.cardmaster.naming import leave, name_teams, pick, start
from game.rules.cardmaster.state import EMPTY, Decision
from game.rules.cardmaster.tracker import correct


def act(arena: Arena, action: Action) -> None:
    """Do an action that is known to be legal, and all that follows from it until a seat has to choose again."""
    DEEDS[type(action)](arena, action)
    arena.settle()


def _attack(arena: Arena, action: Attack) -> None:
    _strike(arena, action.piece, action.rank, action.target)


def _shift(arena: Arena, action: Shift) -> None:
    arena.spend_move(action.piece)
    arena.shift(action.piece, action.target)


def _boost(arena: Arena, action: Boost) -> None:
    arena.spend_move(action.piece)
    arena.boost(action.piece, action.stat)


def _stack(arena: Arena, action: Stack) -> None:
    arena.spend_move(action.piece)
    arena.stack(action.piece)


def _skip(arena: Arena, action: Skip) -> None:
    arena.spend_move(action.piece)
    if arena.telling:
        arena.record(Skipped(action.piece))


def _revive(arena: Arena, action: Revive) -> None:
    arena.spend_move(action.piece)
    arena.revive(action.piece, action.target, REVIVE_COST)


def _end(arena: Arena, action: EndPossession) -> None:  # noqa: ARG001
    arena.end_possession(len(arena.ready))


def _deposit(arena: Arena, action: Deposit) -> None:
    arena.deposit(action.piece)


def _weaken(arena: Arena, action: Weaken) -> None:
    asked = arena.pending.pop()
    arena.weaken(asked.piece, action.stat, asked.strength, asked.by, backfire=asked.by == EMPTY)


def _lead(arena: Arena, action: Lead) -> None:
    arena.open_round(action.seat)


def _strike(arena: Arena, piece: int, rank: int, target: int) -> None:
    """Let an attack land, or wait for the next real die that it is to be rolled for (CM-3)."""
    chance = arena.open_chance(piece, rank, target) if arena.asks else None
    if chance is None:
        _land(arena, piece, rank, target)
    else:
        arena.ask_die(piece, rank, target, chance)


def _land(arena: Arena, piece: int, rank: int, target: int) -> None:
    arena.spend_move(piece)
    arena.attack(piece, rank, target, COSTS[rank])


def _correct(arena: Arena, tool: Tool) -> None:
    """Use a tool, and go on with what waited for the die that was entered; with a tool used at any other time nothing did (CM-3)."""
    correct(arena, tool)
    asked = arena.pending[-1]
    if asked.kind == "die":
        arena.pending.pop()
        _strike(arena, asked.piece, asked.slot + 1, asked.by)
    elif asked.kind == "roll" and arena.asks and sum(entry.kind == "d6" for entry in arena.entered) > 1:
        _break_tie(arena)


def _choose(arena: Arena, action: Choose) -> None:
    asked = arena.pending.pop()
    match asked.kind:
        case "fill":
            arena.fill(asked.seat, action.piece, asked.slot)
            return
        case "draft":
            pick(arena, asked.seat, action.piece)
        case "starter":
            start(arena, asked.seat, action.piece)
        case _:
            leave(arena, asked.seat, action.piece)
    name_teams(arena)


def _roll(arena: Arena, action: RollDice) -> None:  # noqa: ARG001
    if arena.pending[-1].kind == "die":
        asked = arena.pending.pop()
        _land(arena, asked.piece, asked.slot + 1, asked.by)
    else:
        _break_tie(arena)


def _break_tie(arena: Arena) -> None:
    """Break the first round's tie: the higher die's seat chooses; equal dice are rolled again (CM-7)."""
    first, second = arena.roll_dice()
    if first != second:
        arena.pending = [Decision("lead", 0 if first > second else 1)]


DEEDS: Final[Mapping[type, Callable[[Arena, Any], None]]] = {
    Attack: _attack,
    Choose: _choose,
    Shift: _shift,
    Stack: _stack,
    Boost: _boost,
    EndPossession: _end,
    Deposit: _deposit,
    Weaken: _weaken,
    Skip: _skip,
    Revive: _revive,
    RollDice: _roll,
    Lead: _lead,
    CorrectHp: _correct,
    CorrectGems: _correct,
    CorrectRaided: _correct,
    CorrectStatus: _correct,
    EnterRoll: _correct,
}
"""How each kind of action is done. It is looked up: to match an action against a pattern that it does not fit takes longer than a Stack."""
