"""Which actions may look best at a glance (`Rules.promising`).

Most cards of terrain can be laid on some hundred spaces, and on most of these it stands in nobody's way and reaches nobody: all of them look
alike. And of some hundred moves, what the few things come to that a move changes tells which are best. What is left out leaves nothing to chance and looks
worse than several others that leave nothing to chance either, so that whoever goes on comparing the best of these misses nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.grid import mask_of
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import PieceId
from game.kernel.rules import AnyRules
from game.rules.overcross.actions import Action, Move, Play
from game.rules.overcross.arena import Arena
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.evaluate import Judge, Kept, Look, Weights
from game.rules.overcross.state import State, Turn

_BETTER = 6
"""So many actions must look better than what is left out."""
_MANY = 8
"""So many spaces for one card of terrain, or moves, are worth a thought."""
_TRIED = 24
"""Where moves are not told apart so, some are tried, at most so many."""
_AHEAD = 1e-6
"""Prospects closer than this look alike."""
_NEAR = 1e-4
"""Of moves, those look alike that are closer by this part of the scale."""
_OPEN = 1e-3
"""Nearer to a match that is won or lost, what is better hardly shows."""


def promising(rules: AnyRules, arena: Arena, weights: Weights, state: State, legal: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of those legal actions after one of which the deciding seat's prospects are best, in order."""
    if not arena.open or len(legal) < _MANY or not state.stack or not isinstance(state.stack[-1], Turn):
        return range(len(legal))
    judge = Judge(arena, weights)
    now = judge(state)[state.active]  # and what is obstructed now is so in all that is looked at here
    if not _OPEN < now < 1 - _OPEN:
        return range(len(legal))
    best, dull = _moves(arena, judge, state, legal)
    left_out = set(dull)
    if state.phase == "cards":
        left_out.update(_lays(rules, arena, judge, state, legal, best))
    return [number for number in range(len(legal)) if number not in left_out] if left_out else range(len(legal))


def _moves(arena: Arena, judge: Judge, state: State, legal: Sequence[Action]) -> tuple[list[int], list[int]]:
    """Return the numbers of the moves that look best, and of those that look worse than these; nothing may happen on them."""
    draft = OvercrossDraft(arena, state, NO_CHANCE)
    if len(arena.seats) > 2 or draft.eventful() or arena.listeners("moved"):
        return [], []
    loud = {unit.id for unit in state.units.values() if draft.is_loud(unit)}
    moves = [(number, action) for number, action in enumerate(legal) if isinstance(action, Move) and action.piece not in loud]
    if len(moves) < _MANY:
        return [], []
    worth = Look(judge, state, Kept()).moved(draft)
    found = [(worth(replace(state.units[move.piece], cell=move.to, minor=True)), number) for number, move in moves]
    found.sort(key=lambda each: -each[0])
    least = found[_BETTER - 1][0] - _NEAR * judge.scale
    return [number for _, number in found[:_BETTER]], [number for value, number in found[_BETTER:] if value < least]


def _lays(rules: AnyRules, arena: Arena, judge: Judge, state: State, legal: Sequence[Action], best: list[int]) -> set[int]:
    """Return the numbers of those actions that lay terrain and look like another one, where enough looks better: the `best` moves, or terrain."""
    lays: dict[PieceId, list[int]] = {}
    for number, action in enumerate(legal):
        if isinstance(action, Play) and action.at >= 0:
            lays.setdefault(action.piece, []).append(number)
    lays = {piece: numbers for piece, numbers in lays.items() if len(numbers) > _MANY and arena.quiet(state.cards[piece][0])}
    if not lays or _heard(arena, state):
        return set()
    seat, groups = state.active, []
    for piece, numbers in lays.items():
        alike = _alike(rules, arena, judge, state, legal, numbers, state.cards[piece][0])
        if len(alike) > _MANY:
            groups.append((judge(rules.advance(state, legal[alike[0]]))[seat], alike))
    groups.sort(key=lambda group: -group[0])
    moves = best or [number for number, action in enumerate(legal) if isinstance(action, Move)][:_TRIED]
    moved = sorted([_calm(rules, judge, state, legal[number]) for number in moves] if groups else [], reverse=True)
    least = moved[_BETTER - 1] if len(moved) >= _BETTER else -1.0
    left_out = set[int]()
    for worth, alike in groups:
        if max(groups[0][0], least) > worth + _AHEAD:
            left_out.update(alike[1:])
    return left_out


def _calm(rules: AnyRules, judge: Judge, state: State, action: Action) -> float:
    """Return the prospects after an action that leaves nothing to chance, and none after any other."""
    after: State = rules.advance(state, action)
    return judge(after)[state.active] if after.chance == state.chance and rules.settled(after) else -1.0


def _heard(arena: Arena, state: State) -> bool:
    """Tell whether a card in play waits for something else to be deployed."""
    hearing = arena.hearing
    if not hearing:
        return False
    if any(unit.card in hearing or any(edit.card in hearing for edit in unit.edits) for unit in state.units.values()):
        return True
    return any(each.card in hearing for each in state.terrain.values())


def _alike(rules: AnyRules, arena: Arena, judge: Judge, state: State, legal: Sequence[Action], numbers: list[int], card: str) -> list[int]:
    """Return the numbers of those spaces for a card of terrain where it reaches nobody and obstructs no way that anything is judged by."""
    at = {number: action.at for number in numbers if isinstance(action := legal[number], Play)}
    if card in arena.loud:
        occupied = mask_of([unit.cell for unit in state.units.values()])
        at = {number: cell for number, cell in at.items() if not arena.swayed(card, cell) & occupied}
    if not at or not arena.area(card).obstructs:
        return list(at)
    leans = judge.leans(rules.advance(state, legal[next(iter(at))]))
    return [number for number, cell in at.items() if not arena.covered(card, cell) & leans]
