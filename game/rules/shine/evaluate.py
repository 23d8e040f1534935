"""How well each player stands: Life, cards on the field and in hand, Shine, and the battle that is going on."""

from __future__ import annotations

from math import exp

from game.cards.modify import changed
from game.rules.shine.arena import Arena
from game.rules.shine.state import COLUMNS, SPACES, State
from game.rules.shine.table import laid_out

LIFE = 5.0
CARD = 0.9
STRENGTH = 0.6
BODY = 1.2
EXTRA = 0.6
SPREAD = 8.0


def evaluate(arena: Arena, state: State) -> tuple[float, ...]:
    """Return each seat's prospects, 0 to 1, that sum to 1."""
    if state.outcome is not None:
        return (state.outcome.share(0), state.outcome.share(1))
    table = laid_out(arena, state)
    scores = [_held(state, 0), _held(state, 1)]
    fight, cards, printed_cards = state.fight, state.cards, arena.printed
    attacker, target = (-1, -1) if fight is None else (fight.attacker, fight.target)
    strike, guard, fallen, struck = -1, -1, 0.0, 0
    changes = table.changes()
    for seat in (0, 1):
        first, own = seat * SPACES, seat == state.active
        worth, upper = 0.0, COLUMNS
        for stand in state.field[first : first + SPACES]:
            upper -= 1
            if stand is None:
                continue
            piece = stand.id
            printed = printed_cards[cards[piece][0]]
            strength = printed.strength
            if piece in changes:
                strength = max(0, changed(strength, changes[piece].get("strength", ())))
            if printed.star:
                body = LIFE + 4.0 / (len(state.lives[seat]) + 0.5)
                worth -= 0.4 if stand.turned else 0.0
            else:
                body = BODY + STRENGTH * strength + EXTRA * printed.extra
                worth += body + 0.4 * stand.shine
            if stand.turned:
                worth -= (0.1 if upper >= 0 else 0.0) if own else 0.0 if printed.star else 0.15 * strength
            if piece == attacker:
                strike = strength
            elif piece == target:
                guard, fallen, struck = strength, body, seat
        scores[seat] += worth
    if strike > guard >= 0:  # the battle as it would end now
        scores[struck] -= fallen
    first_share = 1 / (1 + exp((scores[1] - scores[0]) / SPREAD))
    return (first_share, 1 - first_share)


def _held(state: State, seat: int) -> float:
    """Return what a seat's Life, deck, hand and Shine are worth."""
    life, deck = len(state.lives[seat]), len(state.decks[seat])
    worth = (LIFE * life - 8.0 / (life + 0.5)) if state.turn else 0.0
    worth += CARD * min(len(state.hands[seat]), 9) - 12.0 / (deck + 1)
    purse = state.purses[seat]
    return worth + 0.25 * (purse.ready + purse.spent) + 0.05 * purse.ready
