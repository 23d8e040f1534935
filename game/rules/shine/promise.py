"""Which actions may look best at a glance (`Rules.promising`), and which of those that look as good are to be preferred (`Rules.finer`).

Most of what can be done in answer points at a card that has no part in what is going on: strength until the end of a battle for a card that does not
fight in it, or a card of one's own taken back that nobody threatens. That costs something and comes to nothing. And most spaces are like others: a card
that is laid or moved there has the same cards above, beneath and beside it. Nothing else on the field tells spaces apart (SH-10), so one of them is enough, as is
one of several copies of a card.

A glance does not see that a Support card can add its strength only to the card above it (SH-12), and that an exhausted one can be attacked (SH-11): so of what looks as good, cards are laid and
moved one above the other, none is moved for nothing, and no support is given to a battle that it does not change.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from game.kernel.ids import PieceId, Seat
from game.rules.shine.actions import PASS, Action, Lend, Play, Shift, Use
from game.rules.shine.arena import Arena
from game.rules.shine.state import (
    BEFORE_ATTACKS,
    COLUMNS,
    NONE,
    SPACES,
    SUPPORT_SPACES,
    Answering,
    Leaving,
    Main,
    Placing,
    Stand,
    State,
    Supporting,
    Watching,
)
from game.rules.shine.table import near

_ANSWERS = frozenset({Answering, Watching, Leaving, Supporting})
_FEW = 3
"""Of fewer actions none is left out."""


def promising(arena: Arena, state: State, legal: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of those legal actions after one of which the deciding seat's prospects are best, in order; see `Rules.promising`."""
    top: Any = state.stack[-1]
    if len(legal) < _FEW:
        return range(len(legal))
    if type(top) in _ANSWERS:
        return _answers(arena, state, legal)
    if type(top) is Main:
        return _different(_played(arena, state, action) for action in legal)
    if type(top) is Placing:
        return _different(_shifted(state.field, top.seat, action) for action in legal)
    return range(len(legal))


def finer(arena: Arena, state: State, actions: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of those of some actions, each as good as the others at a glance, that leave more cards one above the other, and let go by what changes nothing; see `Rules.finer`."""
    top: Any = state.stack[-1]
    if type(top) is Supporting and PASS in actions:
        return [number for number, action in enumerate(actions) if type(action) is not Lend]
    if type(top) is Placing:
        pairs = [_pairs(state.field, top.seat, action) for action in actions]
        most = max(pairs)
        stays = PASS in actions and pairs[actions.index(PASS)] == most
        return [number for number, action in enumerate(actions) if pairs[number] == most and (action == PASS or not stays)]
    if type(top) is not Main:
        return range(len(actions))
    laid = [
        (number, action.piece, _near(state.field, action.at)[0] != NONE)
        for number, action in enumerate(actions)
        if isinstance(action, Play) and not arena.printed[state.cards[action.piece][0]].spell
    ]
    joined = {piece for _, piece, paired in laid if paired}
    apart = {number for number, piece, paired in laid if piece in joined and not paired}
    return [number for number in range(len(actions)) if number not in apart]


def _pairs(field: Sequence[Stand | None], seat: Seat, action: Action) -> int:
    """Return how many Support cards of a seat have a card above them once one has moved (SH-10, SH-19)."""
    above, _ = _shifted(field, seat, action)
    return sum([card != NONE for _, card in above])


def _different(alike: Iterable[Hashable]) -> list[int]:
    """Return the numbers of the first of all actions that come to the same."""
    found = dict[Hashable, int]()
    for number, each in enumerate(alike):
        found.setdefault(each, number)
    return [*found.values()]


def _played(arena: Arena, state: State, action: Action) -> Hashable:
    """Return what tells an action of a main phase from others: of a card that is laid on the field which it is, and what is near it there (SH-10)."""
    if type(action) is not Play:
        return action
    card, at = state.cards[action.piece][0], action.at
    return (card, at) if arena.printed[card].spell else (card, *_near(state.field, at))


def _near(field: Sequence[Stand | None], space: int) -> tuple[PieceId, frozenset[PieceId]]:
    """Return the card that stands above or beneath a space, and those beside it; NONE where nobody does."""
    (partner,) = near("above", space) or near("beneath", space)
    return _at(field, partner), frozenset([_at(field, each) for each in near("beside", space)]) - {NONE}


def _at(field: Sequence[Stand | None], space: int) -> PieceId:
    stand = field[space]
    return NONE if stand is None else stand.id


def _shifted(
    field: Sequence[Stand | None], seat: Seat, action: Action
) -> tuple[frozenset[tuple[PieceId, PieceId]], frozenset[frozenset[PieceId]]]:
    """Return what tells a move of a Support card from others: which cards then stand above and beside which (SH-19)."""
    first = seat * SPACES
    upper_row = [_at(field, space) for space in range(first, first + COLUMNS)]
    lower = [_at(field, space) for space in SUPPORT_SPACES[seat]]
    if type(action) is Shift:
        here, there = lower.index(action.piece), action.to - SUPPORT_SPACES[seat][0]
        lower[here], lower[there] = lower[there], lower[here]
    above = frozenset([pair for pair in zip(lower, upper_row, strict=True) if pair[0] != NONE])
    beside = frozenset([frozenset(pair) for pair in pairwise(lower) if NONE not in pair])
    return above, beside


def _answers(arena: Arena, state: State, legal: Sequence[Action]) -> list[int]:
    """Return the numbers of the answers that have to do with what is going on, of copies of a card one (SH-43)."""
    cards, printed_cards, numbers, tried = state.cards, arena.printed, list[int](), set[Hashable]()
    top: Any = state.stack[-1]
    concerned = _concerned(arena, state)
    no_use = state.fight is not None or (top.seat != state.active and state.phase in BEFORE_ATTACKS)  # whoever attacks has use for it
    for number, action in enumerate(legal):
        if not isinstance(action, Play | Use):
            numbers.append(number)
            continue
        card = cards[action.piece][0]
        printed = printed_cards[card]
        part = printed.part
        if isinstance(action, Use):
            part = action.part
        elif (card, action.at) in tried:
            continue
        else:
            tried.add((card, action.at))
        if concerned is None or action.at < 0 or action.at in concerned or not (part in printed.back or (part in printed.brief and no_use)):
            numbers.append(number)
    return numbers


def _concerned(arena: Arena, state: State) -> set[PieceId] | None:
    """Return the cards that the battle and the chain are about, and those that can support it (SH-27, SH-43); None where anything may be."""
    found = set[PieceId]()
    for link in state.chain:
        if link.at < 0 and link.part not in arena.printed[link.card].aside:
            return None
        found.update((link.source, link.at))
    if state.fight is not None:
        fighting = (state.fight.attacker, state.fight.target)
        found.update(fighting)
        for space, stand in enumerate(state.field):
            if stand is not None and stand.id in fighting:
                found.update([_at(state.field, each) for each in near("beneath", space)])
    return found
