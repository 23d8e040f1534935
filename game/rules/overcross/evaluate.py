"""How well each seat stands, from 0 (lost) to 1 (won): what its characters are worth, and how near they are to the objective.

Measured in deck points, as the cards themselves are: a character counts its deck cost, less for its damage; everything else
is weighed against that.

A Judge keeps what positions have in common: what each character is worth by itself, whom it could strike, how far each space is from those
who are hunted, and what whole positions are worth that differ only in what nobody judges by, such as hidden cards and dice to come; all by the
values these depend on and nothing else. So a position is worth the same whichever others its Judge has seen.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import exp
from typing import Any

from msgspec import Struct

from game.cards.modify import Change, changed
from game.content.weights import Judgement, judgement
from game.grid import Grid, cells_of, costs_to, disc, mask_of, ranges_from
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import CardId, PieceId, Seat
from game.rules.overcross.arena import ASSASSINATION, FLAG, FULL_DAMAGE, INVASION, SUMMONING, Arena, Ground
from game.rules.overcross.cards import VOTES
from game.rules.overcross.preview import hit_chance
from game.rules.overcross.state import State, Terrain, Unit
from game.rules.overcross.table import Table, ground_of, remembered

_FAR = 24
_DANGER = 6
"""A foe nearer to a mark than this endangers it."""
_MOST_KEPT = 4000
_STRIKING = ("rng", "acc", "dmg")

Guard = tuple[int, float, int, int]
"""How a foe stands there: its space, the chance that it does not defend, its cost and its damage."""


class Pursuits(Struct, frozen=True):
    """What each step nearer to those whom a fighter hunts is worth, under each objective; `thieves` carry one's own flag."""

    assassination: float
    death_match: float
    summoning: float
    flag: float
    thieves: float
    invasion: float


class Weights(Struct, frozen=True):
    """What things are worth in deck points, or as parts of a character's worth.

    `scale` is how many points ahead make a clear favourite. With each damage counter a character loses the part `wound` of its worth. A
    `card` in the hand counts, and a character that is still `unmoved`; `strike` is how much of an attack that can still be made counts,
    `edit` what one's own edit is worth beside its numbers, `lasting` how much of what lasts for a while; `numbers` is what one more of a
    character's numbers is worth. `drive` is how much pressing on counts (`pursuits`), and `their_drive` how much of the others' does.

    By objective: a `mark` that lives, dead or alive (`mark_dead`), its wounds (`mark_wound`) and each step that a foe is too near (`danger`); each
    point of a death match (`score`); a `legend` and its way (`legend_way`), less with its wounds; each one who came through (`through`) and the
    `way` there; a flag that is `carried` and its way home (`carried_way`, `carrier_wound`), the nearest to a flag that lies open (`runners`),
    and one's own flag that lies about (`stray`). Under all of them a `vote`, and the part of one that is only `promised` (OC-55).
    """

    scale: float
    wound: float
    drive: float
    their_drive: float
    card: float
    unmoved: float
    strike: float
    edit: float
    lasting: float
    mark: float
    mark_dead: float
    mark_wound: float
    danger: float
    score: float
    legend: float
    legend_way: float
    legend_wound: float
    through: float
    way: float
    carried: float
    carried_way: float
    carrier_wound: float
    stray: float
    vote: float
    promised: float
    runners: tuple[float, float, float]
    pursuits: Pursuits
    numbers: dict[str, float]


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Overcross."""
    return judgement("overcross", Weights)


class Judge:
    """Weighs positions of one match."""

    def __init__(self, arena: Arena, weights: Weights) -> None:
        self.arena = arena
        self.weights = weights
        self.objective = _OBJECTIVES.get(arena.settings.objective, _death_match)
        self._open = arena.plain and not arena.promises  # else cards may ask for anything, and positions that look alike may differ
        self._values: dict[Any, tuple[float, ...]] = {}
        self._lies: dict[Ground | tuple[Terrain, ...], tuple[int, tuple[Terrain, ...]]] = {}
        self.units: dict[Unit, Known] = {}
        self.strikes: dict[tuple[Guard, ...], dict[Any, float]] = {}
        self._walks: dict[tuple[int, int], tuple[int, ...]] = {}
        self._pulls: dict[tuple[int, int], _Pull] = {}

    def __call__(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects."""
        if state.outcome is not None:
            return tuple([state.outcome.share(seat) for seat in self.arena.seats])
        lie = self._lie_of(state)
        if not self._open:
            return self._prospects(state, lie[0])
        key = (
            tuple(state.units.values()), lie, tuple(map(len, state.hands)), state.active, state.phase, state.lasting, state.flags,
            state.marks, state.scores, state.out, state.votes,
        )  # fmt: skip
        found = self._values.get(key)
        if found is None:
            if len(self._values) > _MOST_KEPT:
                self._values.clear()
            found = self._values[key] = self._prospects(state, lie[0])
        return found

    def _prospects(self, state: State, obstructs: int) -> tuple[float, ...]:
        look, their_drive, scale = _Look(self, state, obstructs), self.weights.their_drive, self.weights.scale
        standing = [look.points(seat) for seat in self.arena.seats]
        prospects = []
        for seat, (points, drive) in enumerate(standing):
            if state.out[seat]:
                prospects.append(0.0)
                continue
            best = max(
                [theirs + their_drive * push for other, (theirs, push) in enumerate(standing) if other != seat and not state.out[other]],
                default=0.0,
            )
            prospects.append(1 / (1 + exp(max(min((best - points - drive) / scale, 50), -50))))
        return tuple(prospects)

    def _lie_of(self, state: State) -> tuple[int, tuple[Terrain, ...]]:
        """Return the spaces that cannot be walked through, and the terrain that changes numbers: what is judged of how terrain lies."""
        ground = remembered(self.arena, state).get("ground")
        key = tuple(state.terrain.values()) if ground is None else ground
        found = self._lies.get(key)
        if found is None:
            ground = ground_of(self.arena, state)
            loud = tuple([each for each in state.terrain.values() if each.card in self.arena.loud])
            found = self._lies[key] = (ground.light.obstructs, loud)
        return found

    def known(self, unit: Unit) -> Known:
        """Return what a character brings wherever the others stand."""
        found = self.units.get(unit)
        if found is None:
            if len(self.units) > _MOST_KEPT:
                self.units.clear()
                self.strikes.clear()
            found = self.units[unit] = Known(self.arena, self.weights, unit)
        return found

    def costs(self, obstructs: int, zone: int) -> tuple[int, ...]:
        """Return for each space the fewest points a walk from it into a zone costs, slow ground not counted; -1 where none leads."""
        return costs_to(Grid(self.arena.width, self.arena.height, obstructs), zone)

    def pull(self, obstructs: int, prey: int) -> _Pull:
        """Return how near each card on each space is to the nearest of those that stand on some spaces, as far as it has been asked."""
        key = (obstructs, prey)
        found = self._pulls.get(key)
        if found is None:
            if len(self._pulls) > _MOST_KEPT:
                self._pulls.clear()
            found = self._pulls[key] = _Pull(self, obstructs, cells_of(prey))
        return found

    def steps(self, obstructs: int, goal: int, *, flies: bool) -> tuple[int, ...]:
        """Return for each space how far it is to a goal: on foot, or through the air for those that fly or find no way."""
        straight = ranges_from(self.arena.width, self.arena.height, goal)
        if flies:
            return straight
        key = (obstructs, goal)
        found = self._walks.get(key)
        if found is None:
            costs = self.costs(obstructs, 1 << goal)
            found = self._walks[key] = tuple([far if steps < 0 else steps for steps, far in zip(costs, straight, strict=True)])
        return found


class Known:
    """What a character brings wherever the others stand: what it is worth by itself, as a foe, and what it could still do this turn.

    `guard` are its space, the chance that it does not defend, its cost and its damage. Both this and `worth` hold while nothing changes its
    numbers from outside.
    """

    __slots__ = ("guard", "profile", "unit", "worth")

    def __init__(self, arena: Arena, weights: Weights, unit: Unit) -> None:
        cost = arena.catalogue.cards[unit.card].deck
        self.unit = unit
        self.worth = _worth(arena, weights, unit)
        self.guard: Guard = (unit.cell, 1 - hit_chance(arena.prints(unit.card).get("defense", 0)), cost, unit.damage)
        self.profile = arena.profile(unit.card)


def _worth(arena: Arena, weights: Weights, unit: Unit) -> float:
    """Return what a character is worth: deck cost, wounds and its edits.

    What others lend it by standing near is left out, or everyone would huddle.
    """
    numbers = weights.numbers
    value = arena.catalogue.cards[unit.card].deck * (1 - weights.wound * unit.damage)
    for edit in unit.edits:
        for each in arena.standing(edit.card):
            if each.reach == "bearer" and each.fixed is not None:
                value += numbers.get(each.stat, 0.0) * each.fixed
        value += weights.edit if edit.seat == unit.seat else -weights.edit
    return value


class _Pull(dict[tuple[int, CardId], int]):
    """How near a card on a space is to the nearest of several goals, worked out when it is first asked for.

    As near as it can strike is near enough.
    """

    __slots__ = ("_goals", "_judge", "_obstructs")

    def __init__(self, judge: Judge, obstructs: int, goals: tuple[int, ...]) -> None:
        super().__init__()
        self._judge = judge
        self._obstructs = obstructs
        self._goals = goals

    def __missing__(self, key: tuple[int, CardId]) -> int:
        cell, card = key
        profile = self._judge.arena.profile(card)
        flies = profile.tread == "air"
        steps = min(_FAR, *[self._judge.steps(self._obstructs, goal, flies=flies)[cell] for goal in self._goals])
        found = self[key] = _FAR - max(steps, profile.comfort)
        return found


class _Look:
    """A position laid out to be weighed: whose characters stand where, and what changes their numbers."""

    __slots__ = ("_altered", "_table", "arena", "judge", "known", "obstructs", "sides", "state", "weights")

    def __init__(self, judge: Judge, state: State, obstructs: int) -> None:
        self.judge = judge
        self.weights = judge.weights
        self.arena = judge.arena
        self.state = state
        self.sides: list[list[Unit]] = [[] for _ in self.arena.seats]
        self.known: list[list[Known]] = [[] for _ in self.arena.seats]
        before = judge.units
        for unit in state.units.values():
            self.sides[unit.seat].append(unit)
            self.known[unit.seat].append(before.get(unit) or judge.known(unit))
        self.obstructs = obstructs
        self._table: Table | None = None
        self._altered: dict[PieceId, dict[str, list[Change]]] | None = None

    def points(self, seat: Seat) -> tuple[float, float]:
        """Return what a seat has, and how well it presses on; coming nearer helps both sides, and boldness should pay."""
        state, weights = self.state, self.weights
        if state.out[seat]:
            return -99.0, 0.0
        own = self.sides[seat]
        foes = self.sides[1 - seat] if len(self.sides) == 2 else [unit for unit in state.units.values() if unit.seat != seat]
        total = weights.card * len(state.hands[seat])
        if seat == state.active:
            total = self._able(seat, total)
        elif state.lasting:
            for each in self.known[seat]:
                total += self._lasting(each)
        else:
            for each in self.known[seat]:
                total += each.worth
        points, drive = self.judge.objective(self, seat, own, foes)
        votes = self._votes(seat) if state.votes or self.arena.promises else 0.0
        return total + points + votes, weights.drive * drive

    def _able(self, seat: Seat, total: float) -> float:
        """Return a sum with what the characters are worth, and may still do, of the seat whose turn it is."""
        state, weights = self.state, self.weights
        guards = self._guards(seat)
        strikes = self.judge.strikes.setdefault(guards, {})
        changes = self._changes()
        early = state.phase != "major"
        for each in self.known[seat]:
            total += self._lasting(each) if state.lasting else each.worth
            unit = each.unit
            value = weights.unmoved if early and not unit.minor else 0.0
            if not unit.major:
                changed_by = changes.get(unit.id)
                longer = () if changed_by is None else self._longer(unit.card, changed_by)
                key = (unit, longer) if longer else unit
                best = strikes.get(key)
                if best is None:
                    best = strikes[key] = self._strike(each, guards, *longer)
                value += weights.strike * best
            total += value
        return total

    def _votes(self, seat: Seat) -> float:
        """Return what a seat's votes are worth, and those its cards will win at the start of its next turn as things stand (OC-55)."""
        arena, votes, weights = self.arena, self.state.votes, self.weights
        won = votes[seat] if votes else 0
        worth = weights.vote * (1 + won / VOTES)  # the nearer to the end, the more
        value = worth * won
        if not arena.promises:
            return value
        pieces = [(unit.id, unit.card) for unit in self.sides[seat]]
        pieces += [(edit.id, edit.card) for unit in self.state.units.values() for edit in unit.edits if edit.seat == seat]
        pieces += [(each.id, each.card) for each in self.state.terrain.values() if each.seat == seat]
        for piece, card in pieces:
            for part, amount in arena.promises.get(card, ()):
                program = arena.catalogue.program(card, part)
                run = program.run(self._laid(), piece, seat, {"trigger": (piece,), "cause": (), "amount": (0,)})
                if program.condition is None or program.condition(run):
                    value += weights.promised * worth * amount(run)
        return value

    def _laid(self) -> Table:
        """Return the table of the position, to ask questions of."""
        if self._table is None:
            self._table = Table(self.arena, self.state, NO_CHANCE)
        return self._table

    def _lasting(self, each: Known) -> float:
        """Return what a character is worth with what lasts on it."""
        value, weights, unit = each.worth, self.weights, each.unit.id
        for lasting in self.state.lasting:
            if lasting.on == unit and lasting.stage == "add":
                value += weights.lasting * weights.numbers.get(lasting.stat, 0.0) * max(min(lasting.value, 4), -4)
        return value

    def _changes(self) -> Mapping[PieceId, Mapping[str, list[Change]]]:
        altered = self._altered
        if altered is None:
            altered = remembered(self.arena, self.state).get("changes")
            if altered is None:
                altered = self._laid().all_changes()
            self._altered = altered
        return altered

    def _longer(self, card: CardId, changes: Mapping[str, list[Change]]) -> tuple[int, ...]:
        """Return what changes give a card in Rng, Acc and Dmg for all its attacks."""
        prints = self.arena.prints(card)
        return tuple([changed(prints.get(stat, 0), changes.get(stat, ())) for stat in _STRIKING])

    def _guards(self, seat: Seat) -> tuple[Guard, ...]:
        """Return how each foe of a seat stands there."""
        changes, known = self._changes(), self.known
        foes = known[1 - seat] if len(known) == 2 else [self.judge.known(unit) for unit in self.state.units.values() if unit.seat != seat]
        return tuple([each.guard if each.unit.id not in changes else self._guard(each, changes[each.unit.id]) for each in foes])

    def _guard(self, foe: Known, changes: Mapping[str, list[Change]]) -> Guard:
        cell, _, cost, damage = foe.guard
        defense = changed(self.arena.prints(foe.unit.card).get("defense", 0), changes.get("defense", ()))
        return cell, 1 - hit_chance(defense), cost, damage

    def _strike(self, striker: Known, guards: tuple[Guard, ...], rng: int = 0, acc: int = 0, dmg: int = 0) -> float:
        """Return what a character's best attack is worth; `rng`, `acc` and `dmg` are what it has of them beside those of its attacks."""
        arena, best, wound, unit, profile = self.arena, 0.0, self.weights.wound, striker.unit, striker.profile
        enemies = mask_of([guard[0] for guard in guards])
        for attack, reach in zip(profile.attacks, profile.reaches, strict=True):
            if attack.size == "F" and unit.minor:
                continue
            if rng and attack.rng and attack.symbol != "fist":
                near = disc(arena.width, arena.height, unit.cell, max(attack.rng + rng, 1)) & enemies
            else:
                near = disc(arena.width, arena.height, unit.cell, reach) & enemies
            if near:
                hit = hit_chance(attack.acc + acc)
                damage = max(attack.dmg + dmg, 0)
                for cell, unguarded, cost, hurt in guards:
                    if near >> cell & 1:
                        gain = cost * (1 - wound * hurt) if hurt + damage >= FULL_DAMAGE else cost * wound * damage
                        best = max(best, hit * unguarded * gain)
        return best

    def pursuit(self, own: list[Unit], prey: list[Unit], weight: float) -> float:
        """Return how near a seat's fighters are, on foot, to those they hunt."""
        if not prey:
            return 0.0
        pull = self.judge.pull(self.obstructs, mask_of([foe.cell for foe in prey]))
        total = 0.0
        for unit in own:
            total += weight * pull[unit.cell, unit.card]
        return total

    def costs(self, zone: int) -> tuple[int, ...]:
        """Return for each space the fewest points a walk from it into a zone costs; -1 where none leads."""
        return self.judge.costs(self.obstructs, zone)

    def costs_abroad(self, seat: Seat) -> tuple[int, ...]:
        """Return for each space how far it is to the deploy zone of another seat."""
        return self.costs(self.arena.foreign_mask(seat, self.state.out))


def _assassination(look: _Look, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    every, weights = look.state.marks, look.weights
    marks = every[seat]
    prey = [foe for foe in foes if foe.card in every[foe.seat]]
    hunters = [unit for unit in own if unit.card not in marks]
    value, drive = 0.0, look.pursuit(hunters, prey or foes, weights.pursuits.assassination)
    for card in marks:
        mark = next((unit for unit in own if unit.card == card), None)
        if mark is None:
            value += weights.mark_dead
            continue
        value += weights.mark * (1 - weights.mark_wound * mark.damage)
        away = ranges_from(look.arena.width, look.arena.height, mark.cell)
        value -= sum([weights.danger * max(0, _DANGER - away[foe.cell]) for foe in foes])
    return value, drive


def _death_match(look: _Look, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    return look.weights.score * look.state.scores[seat], look.pursuit(own, foes, look.weights.pursuits.death_match)


def _advance(unit: Unit, costs: tuple[int, ...], length: float) -> float:
    """Return how far along its way a character is, from 0 to 1."""
    left = costs[unit.cell]
    return 0.0 if left < 0 else max(0.0, 1 - left / length)


def _length(look: _Look) -> float:
    return float(max(look.arena.width, look.arena.height)) * 1.25


def _summoning(look: _Look, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    costs = look.costs_abroad(seat)
    length, weights = _length(look), look.weights
    value = 0.0
    for unit in own:
        if look.arena.profile(unit.card).rank == "legend":
            value += weights.legend + weights.legend_way * _advance(unit, costs, length) * (1 - weights.legend_wound * unit.damage)
    legends = [foe for foe in foes if look.arena.profile(foe.card).rank == "legend"]
    others = [unit for unit in own if look.arena.profile(unit.card).rank != "legend"]
    return value, look.pursuit(others, legends or foes, weights.pursuits.summoning)


def _invasion(look: _Look, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    costs = look.costs_abroad(seat)
    length, weights = _length(look), look.weights
    value = weights.through * look.state.scores[seat]
    for unit in own:
        value += weights.way * _advance(unit, costs, length)
    return value, look.pursuit(own, foes, weights.pursuits.invasion)


def _flag(look: _Look, seat: Seat, own: list[Unit], foes: list[Unit]) -> tuple[float, float]:
    state, weights = look.state, look.weights
    home = look.costs(look.arena.zones[seat])
    length = _length(look)
    value = 0.0
    carriers = [unit for unit in own if unit.carries >= 0]
    for unit in carriers:
        value += weights.carried + weights.carried_way * _advance(unit, home, length) * (1 - weights.carrier_wound * unit.damage)
    lying = mask_of(flag.cell for flag in state.flags if flag.seat != seat and flag.carrier < 0 and not state.out[flag.seat])
    mine = next((flag for flag in state.flags if flag.seat == seat), None)
    runners = [unit for unit in own if unit.carries < 0]
    if lying:
        costs = look.costs(lying)
        nearest = sorted((_advance(unit, costs, length) for unit in runners), reverse=True)
        value += sum(weight * advance for weight, advance in zip(weights.runners, nearest, strict=False))  # less than taking it is worth
    thieves = [foe for foe in foes if foe.carries == seat]
    if thieves:
        value += look.pursuit(runners, thieves, weights.pursuits.thieves) - weights.pursuits.thieves * _FAR * len(
            runners
        )  # the farther off, the worse
    elif mine is not None and not mine.home and mine.carrier < 0:
        costs = look.costs(1 << mine.cell)
        value += weights.stray * max((_advance(unit, costs, length) for unit in runners), default=0.0)
    return value, look.pursuit(runners, foes, weights.pursuits.flag)


_OBJECTIVES: Mapping[str, Callable[[_Look, Seat, list[Unit], list[Unit]], tuple[float, float]]] = {
    ASSASSINATION: _assassination,
    SUMMONING: _summoning,
    FLAG: _flag,
    INVASION: _invasion,
}
