"""How well each player stands: life, divas and their lanes, levels, cards, and the attack that is going on.

It looks at a whole state, of which a player only ever samples one that agrees with what they know; face-down cards count the
same whatever they are.
"""

from __future__ import annotations

from math import exp

from game.kernel.chance import Chance
from game.rules.starcrossed.arena import Arena, Printed
from game.rules.starcrossed.state import CRYSTALS, LANES, State, lane_order, opposing
from game.rules.starcrossed.table import Table

LIFE = 1.0
LOW_LIFE = 14.0
LEVEL = 2.4
DIVA, STAYS, MOVE = 1.15, 1.0, 0.85
"""What a diva, a power or an item, and a move in the hand are worth."""
REACH = 1.0
"""What each point of cost is worth of the dearest diva that can still be paid for and has a place to go."""
ENERGY = 0.03
MOST_HELD = 8
SET = 1.5
BODY = 1.0
STRENGTH = 0.75
RECRUIT = 0.7
SKILL = 0.9
ATTUNED = 1.5
NOW = 0.75
"""How much of a coming attack of this turn counts; LATER of next turn's."""
LATER = 0.4
SPREAD = 9.0


def evaluate(arena: Arena, state: State) -> tuple[float, ...]:
    """Return each seat's prospects, 0 to 1, that sum to 1."""
    if state.outcome is not None:
        return (state.outcome.share(0), state.outcome.share(1))
    table = Table(arena, state, _NO_CHANCE)
    strengths = [table.strength(index) for index in range(CRYSTALS)]
    life = [float(each) for each in state.life]
    worth = [0.0] * CRYSTALS
    for index, crystal in enumerate(state.crystals):
        if crystal.diva >= 0:
            worth[index] = RECRUIT + STRENGTH * strengths[index] if crystal.recruit else _diva(table, crystal.diva, strengths[index])
    _fight(table, state, strengths, worth, life)
    for index in range(CRYSTALS):
        if worth[index] > 0:
            life[1 - index // LANES] -= _threat(table, state, index, strengths, worth)
    scores = [_standing(table, state, seat) + _life(life[seat]) for seat in (0, 1)]
    for index in range(CRYSTALS):
        scores[index // LANES] += worth[index]
    first = 1 / (1 + exp((scores[1] - scores[0]) / SPREAD))
    return (first, 1 - first)


_NO_CHANCE = Chance(0)


def _life(life: float) -> float:
    return LIFE * life - LOW_LIFE / max(life + 1.0, 0.5)


def _diva(table: Table, diva: int, strength: int) -> float:
    printed = table.printed_cards[table.cards[diva][0]]
    abilities = printed.abiding + len(printed.standing)
    return BODY + STRENGTH * strength + 0.8 * abilities


def _standing(table: Table, state: State, seat: int) -> float:
    """Return what levels, attunements, cards, energy and skills are worth to a seat."""
    cards, printed_cards = table.cards, table.printed_cards
    hand = [printed_cards[cards[piece][0]] for piece in state.hands[seat]]
    worth = sum(DIVA if printed.diva else MOVE if printed.move else STAYS for printed in hand[:MOST_HELD])
    worth += ENERGY * state.energy[seat] + 0.6 * state.kept[seat] + REACH * _reach(state, seat, hand, table)
    attuned = set()
    for index in range(seat * LANES, seat * LANES + LANES):
        crystal = state.crystals[index]
        worth += LEVEL * crystal.level
        attuned.add(crystal.attuned)
        for skill in crystal.skills:
            worth += SET if skill.down else SKILL * _skill(table, skill.id)
    attuned.discard("")
    if not attuned:
        return worth
    needing = sum(1 for printed in hand if printed.tribe in attuned and (not printed.diva or printed.bound))
    return worth + ATTUNED + 0.35 * needing


def _reach(state: State, seat: int, hand: list[Printed], table: Table) -> int:
    """Return the cost of the dearest diva in the hand that could still be played this turn."""
    if state.phase != "action" or state.step > (0 if seat == state.active else 1):
        return 0
    purse = state.energy[seat] + state.kept[seat]
    lowest = 9
    for index in range(seat * LANES, seat * LANES + LANES):
        crystal = state.crystals[index]
        here = 0 if crystal.diva < 0 else 1 if crystal.recruit else table.printed_cards[table.cards[crystal.diva][0]].level
        lowest = min(lowest, here)
    return max((printed.cost for printed in hand if printed.diva and printed.cost <= purse and printed.level > lowest), default=0)


def _skill(table: Table, piece: int) -> float:
    """Return what a face-up skill is worth beside the strength it gives at once: its abilities, and that it may last."""
    printed = table.printed_cards[table.cards[piece][0]]
    lasting = 0.5 * len(printed.standing)
    return lasting + 1.8 * printed.abiding


def _fight(table: Table, state: State, strengths: list[int], worth: list[float], life: list[float]) -> None:
    """Count the attack that is going on as its showdown would end now."""
    fight = state.fight
    if fight is None or fight.stage == "over" or state.crystals[fight.crystal].diva != fight.attacker:
        return
    here, there = fight.crystal, opposing(fight.crystal)
    seat = there // LANES
    if not fight.blocked:
        if fight.stage == "window" or worth[there] <= 0:
            life[seat] -= strengths[here]
        return
    if state.crystals[there].diva != fight.blocker:
        return
    one, other = strengths[here], strengths[there]
    if one >= other:
        worth[there] = 0.0
        if one > other and table.flagged(fight.attacker, "overkill"):
            life[seat] -= one - other
    if one <= other:
        worth[here] = 0.0


def _threat(table: Table, state: State, index: int, strengths: list[int], worth: list[float]) -> float:
    """Return how much life the diva on a crystal may be expected to take by attacking, soon."""
    strength, there = strengths[index], opposing(index)
    if strength <= 0:
        return 0.0
    weight = NOW if _to_come(state, index) else LATER
    diva = state.crystals[index].diva
    if table.flagged(diva, "lulled"):
        weight = LATER if weight == NOW else weight
    blocker = state.crystals[there].diva
    if worth[there] <= 0 or table.flagged(diva, "veiled") or (weight == NOW and table.flagged(blocker, "dazzled")):
        return weight * strength
    margin = strength - strengths[there]
    if margin <= 0:
        return 0.0
    if table.flagged(diva, "overkill"):
        return weight * margin
    return weight * 0.45 * min(strength, worth[there] + 1)


def _to_come(state: State, index: int) -> bool:
    """Tell whether the attack from a crystal is still to come this turn."""
    if state.phase == "action":
        return True
    if state.phase != "combat":
        return False
    number = 2 * lane_order(state.active).index(index % LANES) + (0 if index // LANES == state.active else 1)
    return number > state.step or (number == state.step and state.fight is None)
