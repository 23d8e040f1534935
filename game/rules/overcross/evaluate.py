"""How well each seat stands, from 0 (lost) to 1 (won): what its characters are worth, and how near they are to the objective.

Measured in deck points, as the cards themselves are: a character counts its deck cost, less for its damage; everything else
is weighed against that.
"""

from __future__ import annotations

from math import exp

from game.grid import costs_to, mask_of, range_between
from game.kernel.ids import Seat
from game.rules.overcross.arena import ASSASSINATION, FLAG, INVASION, SUMMONING
from game.rules.overcross.preview import hit_chance
from game.rules.overcross.state import Unit
from game.rules.overcross.table import Table

SCALE = 14.0
"""How many deck points ahead make a clear favourite."""

_WOUND = 0.085
"""What part of its worth a character loses with each damage counter."""

_THEIR_DRIVE = 0.4
_FAR = 24
_CARD = 0.35
_UNMOVED = 0.3
_WEIGHTS = {
    "move": 0.5, "defense": 0.9, "dmg": 1.0, "acc": 0.9, "rng": 0.3, "flight": 1.2, "surefoot": 0.4, "fireproof": 0.4, "steady": 0.3,
    "elusive": 0.8, "piercing": 1.5, "rooted": -1.6, "stunned": -3.0, "disarmed": -2.2,
}  # fmt: skip


def evaluate(table: Table) -> tuple[float, ...]:
    """Return each seat's prospects."""
    if table.outcome is not None:
        outcome = table.outcome
        return tuple(outcome.share(seat) for seat in table.seats)
    standing = [_points(table, seat) for seat in table.seats]
    prospects = []
    for seat in table.seats:
        if table.out[seat]:
            prospects.append(0.0)
            continue
        points, drive = standing[seat]
        others = [standing[other] for other in table.seats if other != seat and not table.out[other]]
        best = max((theirs + _THEIR_DRIVE * push for theirs, push in others), default=0.0)
        prospects.append(1 / (1 + exp(max(min((best - points - drive) / SCALE, 50), -50))))
    return tuple(prospects)


def _points(table: Table, seat: Seat) -> tuple[float, float]:
    """Return what a seat has, and how well it presses on; coming nearer helps both sides, and boldness should pay."""
    if table.out[seat]:
        return -99.0, 0.0
    own = [unit for unit in table.units.values() if unit.seat == seat]
    foes = [unit for unit in table.units.values() if unit.seat != seat]
    total = _CARD * len(table.hands[seat])
    for unit in own:
        total += worth(table, unit)
        if seat == table.active:
            total += _chances(table, unit, foes)
    judge = {ASSASSINATION: _assassination, SUMMONING: _summoning, FLAG: _flag, INVASION: _invasion}
    points, drive = judge.get(table.arena.settings.objective, _death_match)(table, seat, own, foes)
    return total + points, drive


def worth(table: Table, unit: Unit) -> float:
    """Return what a character is worth now: deck cost, wounds, its edits and what lasts on it.

    What others lend it by standing near is left out, or everyone would huddle.
    """
    value = table.arena.catalogue.cards[unit.card].deck * (1 - _WOUND * unit.damage)
    for edit in unit.edits:
        for each in table.arena.standing(edit.card):
            if each.reach == "bearer" and each.fixed is not None:
                value += _WEIGHTS.get(each.stat, 0.0) * each.fixed
        value += 1.0 if edit.seat == unit.seat else -1.0
    for lasting in table.lasting:
        if lasting.on == unit.id and lasting.stage == "add":
            value += 0.6 * _WEIGHTS.get(lasting.stat, 0.0) * max(min(lasting.value, 4), -4)
    return value


def _chances(table: Table, unit: Unit, foes: list[Unit]) -> float:
    """Return what a character may still do this turn: a move to make, an enemy to attack."""
    value = _UNMOVED if not unit.minor and table.phase != "major" else 0.0
    if unit.major:
        return value
    card = table.arena.catalogue.cards[unit.card]
    best = 0.0
    width = table.arena.width
    for attack in card.attacks:
        if attack.size == "F" and unit.minor:
            continue
        reach = table.rng(unit, attack)
        for foe in foes:
            if range_between(width, unit.cell, foe.cell) <= reach:
                best = max(best, _expected(table, unit, attack.dmg, hit_chance(table.acc(unit, attack)), foe))
    return value + 0.6 * best


def _expected(table: Table, unit: Unit, damage: int, hit: float, foe: Unit) -> float:
    through = hit * (1 - hit_chance(table.unit_stat(foe, "defense")))
    cost = table.arena.catalogue.cards[foe.card].deck
    damage = max(damage + table.unit_stat(unit, "dmg"), 0)
    gain = cost * (1 - _WOUND * foe.damage) if foe.damage + damage >= 6 else cost * _WOUND * damage
    return through * gain


def _pursuit(table: Table, own: list[Unit], prey: list[Unit], weight: float) -> float:
    """Return how near a seat's fighters are, on foot, to those they hunt; as near as they can strike is near enough."""
    if not prey:
        return 0.0
    width = table.arena.width
    walks = [(foe.cell, _costs(table, 1 << foe.cell)) for foe in prey]
    total = 0.0
    for unit in own:
        here, flies = unit.cell, "flight" in table.arena.prints(unit.card)
        nearest = _FAR
        for cell, costs in walks:
            steps = costs[here]
            if flies or steps < 0:
                steps = range_between(width, here, cell)
            nearest = min(nearest, steps)
        total += weight * (_FAR - max(nearest, table.arena.profile(unit.card).comfort))
    return total


def _assassination(table: Table, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    marks = table.marks[seat]
    prey = [foe for foe in foes if foe.card in table.marks[foe.seat]]
    hunters = [unit for unit in own if unit.card not in marks]
    value, drive = 0.0, _pursuit(table, hunters, prey or foes, 0.22)
    for card in marks:
        mark = next((unit for unit in own if unit.card == card), None)
        if mark is None:
            value += 24.0
            continue
        value += 26.0 * (1 - 0.12 * mark.damage)
        value -= sum(0.35 * max(0, 6 - range_between(table.arena.width, mark.cell, foe.cell)) for foe in foes)
    return value, drive


def _death_match(table: Table, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    return 1.2 * table.scores[seat], _pursuit(table, own, foes, 0.28)


def _costs(table: Table, goal: int) -> tuple[int, ...]:
    return costs_to(table.ground().light, goal)


def _advance(unit: Unit, costs: tuple[int, ...], length: float) -> float:
    """Return how far along its way a character is, from 0 to 1."""
    left = costs[unit.cell]
    return 0.0 if left < 0 else max(0.0, 1 - left / length)


def _length(table: Table) -> float:
    return float(max(table.arena.width, table.arena.height)) * 1.25


def _summoning(table: Table, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    costs = _costs(table, table.arena.foreign_mask(seat, table.out))
    length = _length(table)
    value = 0.0
    for unit in own:
        if table.arena.profile(unit.card).rank == "legend":
            value += 6.0 + 26.0 * _advance(unit, costs, length) * (1 - 0.1 * unit.damage)
    legends = [foe for foe in foes if table.arena.profile(foe.card).rank == "legend"]
    others = [unit for unit in own if table.arena.profile(unit.card).rank != "legend"]
    return value, _pursuit(table, others, legends or foes, 0.16)


def _invasion(table: Table, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    costs = _costs(table, table.arena.foreign_mask(seat, table.out))
    length = _length(table)
    value = 7.0 * table.scores[seat]
    for unit in own:
        value += 6.0 * _advance(unit, costs, length)
    return value, _pursuit(table, own, foes, 0.02)


def _flag(table: Table, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    home = _costs(table, table.arena.zones[seat])
    length = _length(table)
    value = 0.0
    carriers = [unit for unit in own if unit.carries >= 0]
    for unit in carriers:
        value += 14.0 + 22.0 * _advance(unit, home, length) * (1 - 0.06 * unit.damage)
    lying = mask_of(flag.cell for flag in table.flags if flag.seat != seat and flag.carrier < 0 and not table.out[flag.seat])
    mine = next((flag for flag in table.flags if flag.seat == seat), None)
    runners = [unit for unit in own if unit.carries < 0]
    if lying:
        costs = _costs(table, lying)
        nearest = sorted((_advance(unit, costs, length) for unit in runners), reverse=True)
        value += sum(weight * advance for weight, advance in zip((7.0, 2.5, 1.0), nearest, strict=False))  # less than taking it is worth
    thieves = [foe for foe in foes if foe.carries == seat]
    if thieves:
        value += _pursuit(table, runners, thieves, 0.5) - 0.5 * _FAR * len(runners)  # the farther off, the worse
    elif mine is not None and not mine.home and mine.carrier < 0:
        costs = _costs(table, 1 << mine.cell)
        value += 8.0 * max((_advance(unit, costs, length) for unit in runners), default=0.0)
    return value, _pursuit(table, runners, foes, 0.05)
