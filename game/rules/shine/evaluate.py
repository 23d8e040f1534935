"""How well each player stands: Life, cards on the field and in hand, Shine, and the battle that is going on."""

from __future__ import annotations

from math import exp

from game.kernel.chance import Chance
from game.rules.shine.arena import Arena
from game.rules.shine.state import Fight, State, upper
from game.rules.shine.table import Table

LIFE = 5.0
CARD = 0.9
STRENGTH = 0.6
BODY = 1.2
SPREAD = 8.0
_NO_CHANCE = Chance(0)


def evaluate(arena: Arena, state: State) -> tuple[float, ...]:
    """Return each seat's prospects, 0 to 1, that sum to 1."""
    if state.outcome is not None:
        return (state.outcome.share(0), state.outcome.share(1))
    table = Table(arena, state, _NO_CHANCE)
    scores = [_seat(table, seat) for seat in (0, 1)]
    if state.fight is not None:
        _battle(table, state.fight, scores)
    first = 1 / (1 + exp((scores[1] - scores[0]) / SPREAD))
    return (first, 1 - first)


def _seat(table: Table, seat: int) -> float:
    life, deck = len(table.lives[seat]), len(table.decks[seat])
    worth = (LIFE * life - 8.0 / (life + 0.5)) if table.turn else 0.0
    worth += CARD * min(len(table.hands[seat]), 9) - 12.0 / (deck + 1)
    purse = table.purses[seat]
    worth += 0.25 * (purse.ready + purse.spent) + 0.05 * purse.ready
    for space, stand in table.side(seat):
        if stand.id != table.star(seat):
            worth += _stand_worth(table, stand.id)
            if stand.turned and seat != table.active:
                worth -= 0.15 * table.strength(stand.id)
            worth += 0.4 * stand.shine
        elif not stand.turned:
            worth += 0.4
        if stand.turned and upper(space) and seat == table.active:
            worth -= 0.1
    return worth


def _stand_worth(table: Table, piece: int) -> float:
    printed = table.printed_cards[table.card_of(piece)]
    extra = 0.6 * (len(printed.card.abilities) + len(printed.standing) + len(printed.card.keywords))
    return BODY + STRENGTH * table.strength(piece) + extra


def _battle(table: Table, fight: Fight, scores: list[float]) -> None:
    """Count the battle as it would end now."""
    if table.space_of(fight.attacker) < 0 or table.space_of(fight.target) < 0:
        return
    seat = table.owner(fight.target)
    if table.strength(fight.attacker) > table.strength(fight.target):
        star = fight.target == table.star(seat)
        scores[seat] -= LIFE + 4.0 / (len(table.lives[seat]) + 0.5) if star else _stand_worth(table, fight.target)
