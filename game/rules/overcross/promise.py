"""Which actions may look best at a glance (`Rules.promising`).

Most cards of terrain can be laid on some hundred spaces, and on most of these it stands in nobody's way and reaches nobody: all of them look
alike. One stands for them where enough else looks better; whatever looks best, and those next to it, are the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from game.grid import mask_of
from game.kernel.ids import PieceId
from game.kernel.rules import AnyRules
from game.rules.overcross.actions import Action, EndTurn, Move, Play
from game.rules.overcross.arena import Arena
from game.rules.overcross.evaluate import Judge
from game.rules.overcross.state import State, Turn

_MANY = 8
"""So many spaces for one card of terrain are worth a thought."""
_BETTER = 6
"""So many actions must look better than what is left out: a player goes on comparing the best of those that leave nothing to chance."""
_TRIED = 40
"""So many other actions are looked at for that, at most."""
_AHEAD = 1e-6
"""What looks better by less looks alike."""


def promising(rules: AnyRules, arena: Arena, state: State, legal: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of those legal actions after one of which the deciding seat's prospects are best, in order."""
    if not arena.open or state.phase != "cards" or not isinstance(state.stack[-1], Turn):
        return range(len(legal))
    lays: dict[PieceId, list[int]] = {}
    others = []
    for number, action in enumerate(legal):
        if isinstance(action, Play):
            if action.at >= 0:
                lays.setdefault(action.piece, []).append(number)
        elif isinstance(action, Move | EndTurn):
            others.append(number)
    lays = {piece: numbers for piece, numbers in lays.items() if len(numbers) > _MANY and arena.quiet(state.cards[piece][0])}
    if not lays or _heard(arena, state):
        return range(len(legal))
    judge: Judge = rules.judge()
    judge(state)  # what is obstructed now is so in all that is looked at here
    seat, groups = state.active, []
    for piece, numbers in lays.items():
        alike = _alike(rules, arena, judge, state, legal, numbers, state.cards[piece][0])
        if len(alike) > _MANY:
            groups.append((judge(rules.advance(state, legal[alike[0]]))[seat], alike))
    groups.sort(key=lambda group: -group[0])
    better, left_out = _better(rules, judge, state, [legal[number] for number in others], groups[0][0]) if groups else 0, set[int]()
    for place, (worth, alike) in enumerate(groups):
        if better >= _BETTER or (place and groups[0][0] > worth + _AHEAD):
            left_out.update(alike[1:])
    return [number for number in range(len(legal)) if number not in left_out]


def _better(rules: AnyRules, judge: Judge, state: State, others: Sequence[Action], worth: float) -> int:
    """Return how many other actions, up to as many as are asked for, look better than something and leave nothing to chance."""
    found = 0
    for action in others[:_TRIED]:
        after = rules.advance(state, action)
        if after.chance == state.chance and rules.settled(after) and judge(after)[state.active] > worth + _AHEAD:
            found += 1
            if found == _BETTER:
                break
    return found


def _heard(arena: Arena, state: State) -> bool:
    """Tell whether a card in play waits for something else to be deployed."""
    hearing = arena.hearing
    if not hearing:
        return False
    if any(unit.card in hearing or any(edit.card in hearing for edit in unit.edits) for unit in state.units.values()):
        return True
    return any(each.card in hearing for each in state.terrain.values())


def _alike(
    rules: AnyRules, arena: Arena, judge: Judge, state: State, legal: Sequence[Action], numbers: list[int], card: str
) -> list[int]:
    """Return the numbers of those spaces for a card of terrain where it reaches nobody and obstructs no way that anything is judged by."""
    at = {number: action.at for number in numbers if isinstance(action := legal[number], Play)}
    if card in arena.loud:
        occupied = mask_of([unit.cell for unit in state.units.values()])
        at = {number: cell for number, cell in at.items() if not arena.swayed(card, cell) & occupied}
    if not at or not arena.area(card).obstructs:
        return list(at)
    leans = judge.leans(rules.advance(state, legal[next(iter(at))]))
    return [number for number, cell in at.items() if not arena.covered(card, cell) & leans]
