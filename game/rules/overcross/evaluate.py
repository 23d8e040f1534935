"""How well each seat stands, from 0 (lost) to 1 (won): what its characters are worth, and how near they are to the objective.

Measured in deck points, as the cards themselves are: a character counts its deck cost, less for its damage; everything else
is weighed against that.

A Judge keeps what positions have in common: who could walk where, and how far each space is from those who are hunted, by the numbers
these depend on and nothing else. So a position is worth the same whichever others its Judge has seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import exp

from msgspec import Struct

from game.cards.modify import Change, changed
from game.content.weights import Judgement, judgement
from game.grid import Grid, cells_of, costs_to, disc, mask_of, ranges_from
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import PieceId, Seat
from game.rules.overcross.arena import ASSASSINATION, FLAG, FULL_DAMAGE, INVASION, SUMMONING, Arena
from game.rules.overcross.cards import VOTES
from game.rules.overcross.preview import hit_chance
from game.rules.overcross.state import State, Terrain, Unit
from game.rules.overcross.table import Table

_FAR = 24
_DANGER = 6
"""A foe nearer to a mark than this endangers it."""
_MOST_KEPT = 4000


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
        self._terrain: dict[PieceId, Terrain] | None = None
        self._obstructs = 0
        self._walks: dict[tuple[int, int], tuple[int, ...]] = {}
        self._nearest: dict[tuple[int, int, bool], _Nearest] = {}

    def __call__(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects."""
        if state.outcome is not None:
            return tuple(state.outcome.share(seat) for seat in self.arena.seats)
        look, their_drive, scale = _Look(self, state), self.weights.their_drive, self.weights.scale
        standing = [look.points(seat) for seat in self.arena.seats]
        prospects = []
        for seat, (points, drive) in enumerate(standing):
            if state.out[seat]:
                prospects.append(0.0)
                continue
            best = max(
                (theirs + their_drive * push for other, (theirs, push) in enumerate(standing) if other != seat and not state.out[other]),
                default=0.0,
            )
            prospects.append(1 / (1 + exp(max(min((best - points - drive) / scale, 50), -50))))
        return tuple(prospects)

    def obstructs(self, state: State) -> int:
        """Return the spaces that cannot be walked through."""
        if state.terrain is not self._terrain:
            if state.terrain != self._terrain:
                self._obstructs = self.arena.ground(state.terrain).light.obstructs
            self._terrain = state.terrain
        return self._obstructs

    def costs(self, obstructs: int, zone: int) -> tuple[int, ...]:
        """Return for each space the fewest points a walk from it into a zone costs, slow ground not counted; -1 where none leads."""
        return costs_to(Grid(self.arena.width, self.arena.height, obstructs), zone)

    def nearest(self, obstructs: int, prey: int, *, flies: bool) -> _Nearest:
        """Return how far each space is from the nearest of those that stand on some spaces, as far as it has been asked."""
        key = (obstructs, prey, flies)
        found = self._nearest.get(key)
        if found is None:
            if len(self._nearest) > _MOST_KEPT:
                self._nearest.clear()
            found = self._nearest[key] = _Nearest([self._steps(obstructs, cell, flies=flies) for cell in cells_of(prey)])
        return found

    def _steps(self, obstructs: int, goal: int, *, flies: bool) -> tuple[int, ...]:
        """Return for each space how far it is to a goal: on foot, or through the air for those that fly or find no way."""
        straight = ranges_from(self.arena.width, self.arena.height, goal)
        if flies:
            return straight
        key = (obstructs, goal)
        found = self._walks.get(key)
        if found is None:
            costs = self.costs(obstructs, 1 << goal)
            found = self._walks[key] = tuple(far if steps < 0 else steps for steps, far in zip(costs, straight, strict=True))
        return found


class _Nearest(dict[int, int]):
    """The distance from a space to the nearest of several goals, worked out when it is first asked for."""

    __slots__ = ("_goals",)

    def __init__(self, goals: list[tuple[int, ...]]) -> None:
        super().__init__()
        self._goals = goals

    def __missing__(self, cell: int) -> int:
        found = self[cell] = min(_FAR, *[steps[cell] for steps in self._goals])
        return found


class _Look:
    """A position laid out to be weighed: whose characters stand where, and what changes their numbers."""

    __slots__ = ("_altered", "_table", "arena", "judge", "masks", "obstructs", "sides", "state", "weights")

    def __init__(self, judge: Judge, state: State) -> None:
        self.judge = judge
        self.weights = judge.weights
        self.arena = judge.arena
        self.state = state
        self.sides: list[list[Unit]] = [[] for _ in self.arena.seats]
        self.masks = [0] * len(self.sides)
        for unit in state.units.values():
            self.sides[unit.seat].append(unit)
            self.masks[unit.seat] |= 1 << unit.cell
        self.obstructs = judge.obstructs(state)
        self._table: Table | None = None
        self._altered: dict[PieceId, dict[str, list[Change]]] | None = None

    def points(self, seat: Seat) -> tuple[float, float]:
        """Return what a seat has, and how well it presses on; coming nearer helps both sides, and boldness should pay."""
        state = self.state
        if state.out[seat]:
            return -99.0, 0.0
        own = self.sides[seat]
        foes = self.sides[1 - seat] if len(self.sides) == 2 else [unit for unit in state.units.values() if unit.seat != seat]
        total = self.weights.card * len(state.hands[seat])
        moving = seat == state.active
        enemies = 0
        for other, mask in enumerate(self.masks):
            if other != seat:
                enemies |= mask
        guards = self._guards(foes) if moving else []
        for unit in own:
            total += self._worth(unit)
            if moving:
                total += self._chances(unit, guards, enemies)
        judge = {ASSASSINATION: _assassination, SUMMONING: _summoning, FLAG: _flag, INVASION: _invasion}
        points, drive = judge.get(self.arena.settings.objective, _death_match)(self, seat, own, foes)
        return total + points + self._votes(seat), self.weights.drive * drive

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

    def _worth(self, unit: Unit) -> float:
        """Return what a character is worth now: deck cost, wounds, its edits and what lasts on it.

        What others lend it by standing near is left out, or everyone would huddle.
        """
        arena, weights = self.arena, self.weights
        numbers = weights.numbers
        value = arena.catalogue.cards[unit.card].deck * (1 - weights.wound * unit.damage)
        for edit in unit.edits:
            for each in arena.standing(edit.card):
                if each.reach == "bearer" and each.fixed is not None:
                    value += numbers.get(each.stat, 0.0) * each.fixed
            value += weights.edit if edit.seat == unit.seat else -weights.edit
        for lasting in self.state.lasting:
            if lasting.on == unit.id and lasting.stage == "add":
                value += weights.lasting * numbers.get(lasting.stat, 0.0) * max(min(lasting.value, 4), -4)
        return value

    def _number(self, unit: Unit, stat: str) -> int:
        """Return a number of a character after everything that changes it."""
        value = self.arena.prints(unit.card).get(stat, 0)
        changes = self._changes().get(unit.id)
        return changed(value, changes[stat]) if changes is not None and stat in changes else value

    def _changes(self) -> Mapping[PieceId, Mapping[str, list[Change]]]:
        altered = self._altered
        if altered is None:
            altered = self._altered = self._laid().all_changes()
        return altered

    def _guards(self, foes: list[Unit]) -> list[tuple[int, float, int, int]]:
        """Return of each foe its space, the chance that it does not defend, its cost and its damage."""
        cards = self.arena.catalogue.cards
        return [(foe.cell, 1 - hit_chance(self._number(foe, "defense")), cards[foe.card].deck, foe.damage) for foe in foes]

    def _chances(self, unit: Unit, guards: list[tuple[int, float, int, int]], enemies: int) -> float:
        """Return what a character may still do this turn: a move to make, an enemy to attack."""
        weights = self.weights
        value = weights.unmoved if not unit.minor and self.state.phase != "major" else 0.0
        if unit.major:
            return value
        arena, best, wound = self.arena, 0.0, weights.wound
        profile = arena.profile(unit.card)
        changes = self._changes().get(unit.id)
        rng, acc, dmg = (0, 0, 0) if changes is None else [self._number(unit, stat) for stat in ("rng", "acc", "dmg")]
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
        return value + weights.strike * best

    def pursuit(self, own: list[Unit], prey: list[Unit], weight: float) -> float:
        """Return how near a seat's fighters are, on foot, to those they hunt; as near as they can strike is near enough."""
        if not prey:
            return 0.0
        arena, judge = self.arena, self.judge
        goals = mask_of([foe.cell for foe in prey])
        near = judge.nearest(self.obstructs, goals, flies=False)
        total = 0.0
        for unit in own:
            profile = arena.profile(unit.card)
            steps = (judge.nearest(self.obstructs, goals, flies=True) if profile.tread == "air" else near)[unit.cell]
            total += weight * (_FAR - max(steps, profile.comfort))
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
