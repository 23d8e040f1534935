"""How well each seat stands, from 0 (lost) to 1 (won): what its characters are worth, and how near they are to the objective.

Measured in deck points, as the cards themselves are: a character counts its deck cost, less for its damage; everything else
is weighed against that.

A Judge keeps what positions have in common: what each character is worth by itself, whom it could strike, how far each space is from those
who are hunted, and what whole positions are worth that differ only in what nobody judges by, such as hidden cards and dice to come; all by the
values these depend on and nothing else. Positions that differ only in what terrain obstructs share all but their ways, and a way is sought anew
only where something lies on it; terrain that reaches nobody changes nobody's numbers. So a position is worth the same whichever others its Judge has seen.
What a Judge keeps refers neither to the Judge nor to a state, so that all of it goes with the Judge and no collector has to look for it.

Longer than most: each objective's terms stand beside those that all share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import exp
from typing import Any

from msgspec import Struct

from game.cards.modify import Change, Lasting, changed
from game.content.weights import Judgement, judgement
from game.grid import Ways, disc, mask_of, ranges_from, ways_to
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import PieceId, Seat
from game.rules.overcross.arena import ASSASSINATION, FLAG, FULL_DAMAGE, INVASION, SUMMONING, Arena, Aura, Ground
from game.rules.overcross.cards import VOTES
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.preview import hit_chance
from game.rules.overcross.state import Edit, State, Terrain, Unit
from game.rules.overcross.table import Table, remembered

_FAR = 24
_DANGER = 6
"""A foe nearer to a mark than this endangers it."""
_MOST_KEPT = 4000
_CERTAIN = 50
"""So many scales ahead or behind, nothing is left to be said."""
_STRIKING = ("rng", "acc", "dmg")

Guard = tuple[int, float, int, int]
"""How a foe stands there: its space, the chance that it does not defend, its cost and its damage."""
_Lie = tuple[int, tuple[Aura, ...]]
"""How terrain lies, as far as it is judged by: the spaces it obstructs, and where it changes numbers."""
Lent = tuple[int, int, int]
"""What a character has of Rng, Acc and Dmg beside those of its attacks."""
_NOTHING_LENT: Lent = (0, 0, 0)
_NOTHING_LASTS: Mapping[PieceId, Sequence[float]] = {}


class Each(Struct, frozen=True):
    """A number for each objective."""

    assassination: float
    death_match: float
    summoning: float
    flag: float
    invasion: float


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

    `scale` is how many points ahead make a clear favourite under each objective. A seat counts its own pressing on for more than its rivals', so that it dares to come nearer, and
    takes itself to be better off than it is: by `hope` points, which its prospects leave out again. With each damage counter a character loses the part `wound` of its worth. A
    `card` in the hand counts, one of terrain as much as the objective says (`lay`), and on the grid each point that a character costs (`standing`). Whose `turn` it is counts, and a character that is still `unmoved`; `strike` is how much of an attack that can still be made counts,
    `edit` what one's own edit is worth beside its numbers, `lasting` how much of what lasts for a while; `numbers` is what one more of a
    character's numbers is worth. `drive` is how much pressing on counts (`pursuits`), and `their_drive` how much of the others' does.

    By objective: a `mark` that lives, dead or alive (`mark_dead`), its wounds (`mark_wound`) and each step that a foe is too near (`danger`); each
    point of a death match (`score`); a `legend` and its way (`legend_way`), less with its wounds; each one who came through (`through`) and the
    `way` there; a flag that is `carried` and its way home (`carried_way`, `carrier_wound`), the nearest to a flag that lies open (`runners`),
    and one's own flag that lies about (`stray`) or stands at home with somebody on it (`guarded`). Under all of them a `vote`, and the part of one that is only `promised` (OC-55).
    """

    scale: Each
    hope: Each
    standing: float
    wound: float
    drive: float
    their_drive: float
    card: float
    lay: Each
    turn: float
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
    guarded: float
    vote: float
    promised: float
    runners: tuple[float, float, float]
    pursuits: Pursuits
    numbers: dict[str, float]


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Overcross."""
    return judgement("overcross", Weights)


class _Roads:
    """How far it is past what obstructs: in all positions so far (`shared`), and in one of them besides."""

    __slots__ = ("_size", "_ways", "shared")

    def __init__(self, arena: Arena) -> None:
        self._size = (arena.width, arena.height)
        self._ways: dict[int, Ways] = {}
        self.shared = -1

    def share(self, obstructs: int) -> bool:
        """Hear of a position; tell whether it leaves something open that was not in those before."""
        if not self.shared & ~obstructs:
            return False
        self.shared &= obstructs
        self._ways.clear()
        return True

    def ways(self, zone: int) -> Ways:
        """Return the ways into a zone past what obstructs in all positions."""
        found = self._ways.get(zone)
        if found is None:
            if len(self._ways) > _MOST_KEPT:
                self._ways.clear()
            found = self._ways[zone] = ways_to(*self._size, self.shared, zone)
        return found

    def steps(self, besides: int, zone: int, cell: int) -> int:
        """Return the fewest points a walk from a space into a zone costs, slow ground not counted; -1 where none leads.

        `besides` are the spaces that are obstructed besides those that are in all positions; few ways lead through them.
        """
        ways = self.ways(zone)
        return ways_to(*self._size, self.shared | besides, zone)[cell] if besides and besides & ways.trail(cell) else ways[cell]


class Kept:
    """What a position is worth, as far as it has been asked: what its seats hold whatever the objective, and their prospects by what is obstructed.

    `base` are the prospects where nothing is obstructed besides what `shared` says, or nothing that lies on the ways it leans on (`leans`, -1 while nobody asked).
    """

    __slots__ = ("base", "held", "leans", "shared", "under")

    def __init__(self) -> None:
        self.held: tuple[float, ...] = ()
        self.under: dict[int, tuple[float, ...]] = {}
        self.base: tuple[float, ...] = ()
        self.leans = self.shared = -1


class Judge:
    """Weighs positions of one match."""

    def __init__(self, arena: Arena, weights: Weights) -> None:
        self.arena = arena
        self.weights = weights
        self.objective = _OBJECTIVES.get(arena.settings.objective, _death_match)
        objective = arena.settings.objective.replace("-", "_")
        self.scale: float = getattr(weights.scale, objective)
        self.lay: float = getattr(weights.lay, objective)
        self.hope: float = weights.drive * getattr(weights.hope, objective)
        self._kept: dict[Any, Kept] = {}
        self._lies: dict[Ground | tuple[Terrain, ...], _Lie] = {}
        self.worths = _Worths(arena, weights)
        self.guards = _Guards(arena)
        self._strikes: dict[tuple[Guard, ...], Strikes] = {}
        self._lasting: tuple[Lasting, ...] = ()
        self._lasts: dict[PieceId, list[float]] = {}
        self.stays: dict[PieceId, list[float]] = {}
        self.roads = _Roads(arena)
        self.goals = _Goals(arena, self.roads)
        self.length = float(max(arena.width, arena.height)) * 1.25
        """A long way on this grid."""
        self.dread = [weights.danger * max(0, _DANGER - steps) for steps in range(max(arena.width, arena.height))]
        """How much a foe so many spaces from a mark endangers it."""

    def __call__(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects."""
        return self.kept(state)[0]

    def kept(self, state: State) -> tuple[tuple[float, ...], Kept]:
        """Return each seat's prospects, and what is known of positions that look like this one."""
        if state.outcome is not None:
            return tuple([state.outcome.share(seat) for seat in self.arena.seats]), Kept()
        obstructs, auras = self._lie_of(state)
        roads = self.roads
        if roads.share(obstructs):
            self.goals.clear()
        if not self.arena.open:
            return Look(self, state, Kept()).prospects(obstructs), Kept()
        units = tuple(state.units.values())
        key = (
            units, _swayed(auras, units) if auras else (), tuple([self.hand(state, seat) for seat in self.arena.seats]), state.active, state.phase, state.lasting,
            state.flags, state.marks, state.scores, state.out, state.votes, state.turn > 0,
        )  # fmt: skip
        kept = self._kept.get(key)
        if kept is None:
            if len(self._kept) > _MOST_KEPT:
                self._kept.clear()
            kept = self._kept[key] = Kept()
        elif (found := kept.under.get(obstructs)) is not None:
            return found, kept
        elif kept.base and kept.shared == roads.shared and not obstructs & ~kept.shared & kept.leans:
            return kept.base, kept
        return Look(self, state, kept).prospects(obstructs), kept

    def hand(self, state: State, seat: Seat) -> float:
        """Return what a seat's hand is worth."""
        hand, cards, terrain = state.hands[seat], state.cards, self.arena.terrain
        lays = len([piece for piece in hand if cards[piece][0] in terrain])
        return self.weights.card * (len(hand) - lays) + self.lay * lays

    def leans(self, state: State) -> int:
        """Return the spaces of the ways that a position is judged by, as a bit set; something must be obstructed there that is not in all positions."""
        kept = self.kept(state)[1]
        return kept.leans if kept.shared == self.roads.shared else -1

    def _lie_of(self, state: State) -> _Lie:
        """Return the spaces that cannot be walked through, and where terrain changes numbers: what is judged of how terrain lies."""
        ground = remembered(self.arena, state).get("ground")
        key = tuple(state.terrain.values()) if ground is None else ground
        found = self._lies.get(key)
        if found is None:
            found = self._lies[key] = (self.arena.obstructed(state.terrain), self.arena.auras(state.terrain))
        return found

    def strikes(self, guards: tuple[Guard, ...]) -> Strikes:
        """Return what attacks on foes who stand there so are worth, as far as it has been asked."""
        found = self._strikes.get(guards)
        if found is None:
            if len(self.worths) > _MOST_KEPT:
                self.worths.clear()
                self.guards.clear()
                self._strikes.clear()
            found = self._strikes[guards] = Strikes(self.arena, self.weights.wound, guards)
        return found

    def lasts(self, lasting: tuple[Lasting, ...]) -> dict[PieceId, list[float]]:
        """Return what each change that lasts for a while is worth to the character it is on; `stays` leaves out what ends with the turn."""
        if lasting is not self._lasting:
            self._lasting, self._lasts, self.stays = lasting, {}, {}
            for each in lasting:
                if each.stage == "add":
                    value = self.weights.lasting * self.weights.numbers.get(each.stat, 0.0) * max(min(each.value, 4), -4)
                    self._lasts.setdefault(each.on, []).append(value)
                    if each.until != "turn":
                        self.stays.setdefault(each.on, []).append(value)
        return self._lasts


def _swayed(auras: Sequence[Aura], units: Iterable[Unit]) -> tuple[tuple[Any, ...], ...]:
    """Return what terrain changes whose numbers: of each piece that changes any, whose it is and where those it reaches stand."""
    occupied = mask_of([unit.cell for unit in units])
    return tuple([(card, seat, *[near & occupied for near in reaches]) for card, seat, reach, reaches in auras if reach & occupied])


class _Worths(dict[Unit, float]):
    """What a character is worth: deck cost, wounds and its edits; worked out when it is first asked for.

    What others lend it by standing near is left out, or everyone would huddle.
    """

    __slots__ = ("_arena", "_weights")

    def __init__(self, arena: Arena, weights: Weights) -> None:
        super().__init__()
        self._arena = arena
        self._weights = weights

    def __missing__(self, unit: Unit) -> float:
        arena, weights = self._arena, self._weights
        value = weights.standing * arena.catalogue.cards[unit.card].deck * (1 - weights.wound * unit.damage)
        for edit in unit.edits:
            for each in arena.standing(edit.card):
                if each.reach == "bearer" and each.fixed is not None:
                    value += weights.numbers.get(each.stat, 0.0) * each.fixed
            value += weights.edit if edit.seat == unit.seat else -weights.edit
        self[unit] = value
        return value


class _Guards(dict[Unit, Guard]):
    """How a character stands there as a foe while nothing changes its numbers from outside; worked out when it is first asked for."""

    __slots__ = ("_arena",)

    def __init__(self, arena: Arena) -> None:
        super().__init__()
        self._arena = arena

    def __missing__(self, unit: Unit) -> Guard:
        defense = self._arena.prints(unit.card).get("defense", 0)
        found = self[unit] = (unit.cell, 1 - hit_chance(defense), self._arena.catalogue.cards[unit.card].deck, unit.damage)
        return found


class Strikes(dict[Unit | tuple[Unit, Lent], float]):
    """What a character's best attack on some foes is worth, worked out when it is first asked for.

    One whose attacks something changes stands with what is lent to them.
    """

    __slots__ = ("_arena", "_enemies", "_guards", "_wound")

    def __init__(self, arena: Arena, wound: float, guards: tuple[Guard, ...]) -> None:
        super().__init__()
        self._arena = arena
        self._wound = wound
        self._guards = guards
        self._enemies = mask_of([guard[0] for guard in guards])

    def __missing__(self, key: Unit | tuple[Unit, Lent]) -> float:
        unit, (rng, acc, dmg) = (key, _NOTHING_LENT) if isinstance(key, Unit) else key
        arena, enemies, wound, best = self._arena, self._enemies, self._wound, 0.0
        profile = arena.profile(unit.card)
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
                for cell, unguarded, cost, hurt in self._guards:
                    if near >> cell & 1:
                        gain = cost * (1 - wound * hurt) if hurt + damage >= FULL_DAMAGE else cost * wound * damage
                        best = max(best, hit * unguarded * gain)
        self[key] = best
        return best


class _Goals(dict[int, "_Goal"]):
    """How near every space is to a goal, by the space it stands on; worked out when it is first asked for."""

    __slots__ = ("_arena", "_roads")

    def __init__(self, arena: Arena, roads: _Roads) -> None:
        super().__init__()
        self._arena = arena
        self._roads = roads

    def __missing__(self, cell: int) -> _Goal:
        found = self[cell] = _Goal(ranges_from(self._arena.width, self._arena.height, cell), self._roads, 1 << cell)
        return found


class _Goal(dict[int, tuple[int, int]]):
    """How many steps a space is from a goal on foot, past what obstructs in all positions, and the spaces whose obstruction could make it more, as a bit set.

    Through the air where no way leads there, as for those that fly (`straight`).
    """

    __slots__ = ("_past", "_roads", "_ways", "_zone", "straight")

    def __init__(self, straight: Sequence[int], roads: _Roads, zone: int) -> None:
        super().__init__()
        self.straight = [min(steps, _FAR) for steps in straight]
        self._roads, self._zone = roads, zone
        self._ways = roads.ways(zone)
        self._past: dict[tuple[int, int], int] = {}

    def __missing__(self, cell: int) -> tuple[int, int]:
        found = self[cell] = self._steps(cell, self._ways[cell]), self._ways.trail(cell)
        return found

    def past(self, cell: int, besides: int) -> int:
        """Return how many steps a space is from the goal past what obstructs in this position as well."""
        found = self._past.get((cell, besides))
        if found is None:
            if len(self._past) > _MOST_KEPT:
                self._past.clear()
            found = self._past[cell, besides] = self._steps(cell, self._roads.steps(besides, self._zone, cell))
        return found

    def _steps(self, cell: int, walk: int) -> int:
        return self.straight[cell] if walk < 0 else min(walk, _FAR)


class Look:
    """A position laid out to be weighed: whose characters stand where, and what changes their numbers.

    `leans` are the spaces of the ways it has looked at, as long as something is obstructed `besides`.
    """

    __slots__ = ("_kept", "arena", "besides", "judge", "leans", "sides", "state", "weights")

    def __init__(self, judge: Judge, state: State, kept: Kept) -> None:
        self.judge = judge
        self.weights = judge.weights
        self.arena = judge.arena
        self.state = state
        self.besides = self.leans = 0
        self._kept = kept
        everyone = state.units.values()
        self.sides = tuple([tuple([unit for unit in everyone if unit.seat == seat]) for seat in self.arena.seats])
        if not kept.held:
            kept.held = tuple([self._holding(seat) for seat in self.arena.seats])

    def prospects(self, obstructs: int) -> tuple[float, ...]:
        """Return each seat's prospects where terrain obstructs these spaces."""
        out, their_drive, scale, hope = self.state.out, self.weights.their_drive, self.judge.scale, self.judge.hope
        kept, shared = self._kept, self.judge.roads.shared
        self.besides = besides = obstructs & ~shared
        standing = [self.points(seat) for seat in self.arena.seats]
        ahead = [points + their_drive * drive for points, drive in standing]
        shares = []
        for seat, (points, drive) in enumerate(standing):
            if out[seat]:
                shares.append(0.0)
                continue
            rivals = [ahead[other] for other in self.arena.rivals[seat] if not out[other]]
            behind = ((rivals[0] if len(rivals) == 1 else max(rivals, default=0.0)) + hope - points - drive) / scale
            shares.append(1 / (1 + exp(behind if -_CERTAIN < behind < _CERTAIN else _CERTAIN if behind > 0 else -_CERTAIN)))
        found = kept.under[obstructs] = tuple(shares)
        if kept.shared != shared:
            kept.base, kept.leans, kept.shared = (), -1, shared
        if besides:
            kept.leans = self.leans
        if not besides & self.leans:
            kept.base = found
        return found

    def _foes(self, seat: Seat) -> tuple[Unit, ...]:
        return self.sides[1 - seat] if len(self.sides) == 2 else tuple([unit for unit in self.state.units.values() if unit.seat != seat])

    def points(self, seat: Seat) -> tuple[float, float]:
        """Return what a seat has, and how well it presses on; coming nearer helps both sides, and boldness should pay."""
        state = self.state
        if state.out[seat]:
            return -99.0, 0.0
        points, drive = self.judge.objective(self, seat, self.sides[seat], self._foes(seat))
        votes = self._votes(seat) if state.votes or self.arena.promises else 0.0
        return self._kept.held[seat] + points + votes, self.weights.drive * drive

    def _holding(self, seat: Seat) -> float:
        """Return what a seat's cards and characters are worth, whatever the objective."""
        state, worths, own = self.state, self.judge.worths, self.sides[seat]
        total = self.judge.hand(state, seat)
        if seat == state.active:
            return self._able(own, self._foes(seat), total + (self.weights.turn if state.turn else 0.0))
        lasts = self.judge.lasts(state.lasting) if state.lasting else _NOTHING_LASTS
        for unit in own:
            worth = worths[unit]
            for value in lasts.get(unit.id, ()):
                worth += value
            total += worth
        return total

    def _able(self, own: tuple[Unit, ...], foes: tuple[Unit, ...], total: float) -> float:
        """Return a sum with what the characters are worth, and may still do, of the seat whose turn it is."""
        state, weights, worths = self.state, self.weights, self.judge.worths
        lasts = self.judge.lasts(state.lasting) if state.lasting else _NOTHING_LASTS
        stays = (
            self.judge.stays if state.lasting else _NOTHING_LASTS
        )  # what ends with a turn in which its character has acted does nothing any more
        changes = self._changes()
        strikes = self._strikes(foes, changes)
        unmoved, strike = weights.unmoved if state.phase != "major" else 0.0, weights.strike
        for unit in own:
            worth = worths[unit]
            for more in (stays if unit.major else lasts).get(unit.id, ()):
                worth += more
            total += worth
            value = 0.0 if unit.minor else unmoved
            if not unit.major:
                made = changes.get(unit.id)
                value += strike * strikes[unit if made is None or made.keys().isdisjoint(_STRIKING) else (unit, _lent(made))]
            total += value
        return total

    def _strikes(self, foes: tuple[Unit, ...], changes: Mapping[PieceId, Mapping[str, list[Change]]]) -> Strikes:
        """Return what attacks on foes are worth, with what changes their numbers."""
        guards = self.judge.guards
        return self.judge.strikes(tuple([self._guard(foe, changes[foe.id]) if foe.id in changes else guards[foe] for foe in foes]))

    def moved(self, draft: OvercrossDraft) -> Callable[[Unit], float]:
        """Return what tells how well the seat whose turn it is would stand with one of its characters changed, compared with another so changed.

        In points, for two seats. The character must change nobody's numbers but its own.
        """
        state, weights, judge = self.state, self.weights, self.judge
        seat, foes = state.active, self._foes(state.active)
        changes = draft.all_changes()
        strikes = self._strikes(foes, changes)
        own = self.sides[seat]

        def struck(unit: Unit, made: Mapping[str, list[Change]] | None) -> float:
            if unit.major:
                return 0.0
            return strikes[unit if made is None or made.keys().isdisjoint(_STRIKING) else (unit, _lent(made))]

        before = {unit.id: struck(unit, changes.get(unit.id)) for unit in own}

        def worth(unit: Unit) -> float:
            side = tuple([unit if each.id == unit.id else each for each in own])
            gain = struck(unit, draft.altered_by(changes, unit).get(unit.id)) - before[unit.id]
            points, drive = judge.objective(self, seat, side, foes)
            theirs, their_drive = judge.objective(self, 1 - seat, foes, side)
            return weights.strike * gain + points - theirs + weights.drive * (drive - weights.their_drive * their_drive)

        return worth

    def _votes(self, seat: Seat) -> float:
        """Return what a seat's votes are worth, and those its cards will win at the start of its next turn as things stand (OC-55)."""
        arena, votes, weights = self.arena, self.state.votes, self.weights
        won = votes[seat] if votes else 0
        worth = weights.vote * (1 + won / VOTES)  # the nearer to the end, the more
        value = worth * won
        promises, state = arena.promises, self.state
        if not promises:
            return value
        edits = (edit for unit in state.units.values() for edit in unit.edits)
        everything: Iterable[Unit | Edit | Terrain] = (*self.sides[seat], *edits, *state.terrain.values())
        pieces = [each for each in everything if each.card in promises and each.seat == seat]
        if not pieces:
            return value
        table = self._laid()
        for each in pieces:
            for part, amount in promises[each.card]:
                program = arena.catalogue.program(each.card, part)
                run = program.run(table, each.id, seat, {"trigger": (each.id,), "cause": (), "amount": (0,)})
                if program.condition is None or program.condition(run):
                    value += weights.promised * worth * amount(run)
        return value

    def _laid(self) -> Table:
        """Return the table of the position, to ask questions of."""
        return Table(self.arena, self.state, NO_CHANCE)

    def _changes(self) -> Mapping[PieceId, Mapping[str, list[Change]]]:
        found: Mapping[PieceId, Mapping[str, list[Change]]] | None = remembered(self.arena, self.state).get("changes")
        return self._laid().all_changes() if found is None else found

    def _guard(self, foe: Unit, changes: Mapping[str, list[Change]]) -> Guard:
        """Return how a foe stands there whose numbers something changes."""
        guard = self.judge.guards[foe]
        if "defense" not in changes:
            return guard
        cell, _, cost, damage = guard
        return cell, 1 - hit_chance(changed(self.arena.prints(foe.card).get("defense", 0), changes["defense"])), cost, damage

    def pursuit(self, own: Iterable[Unit], prey: Sequence[Unit], weight: float) -> float:
        """Return how near a seat's fighters are, on foot, to those they hunt."""
        if not prey:
            return 0.0
        known, besides, leans, total, profiled = self.judge.goals, self.besides, self.leans, 0.0, self.arena.profile
        goals = [known[foe.cell] for foe in prey]
        for unit in own:
            profile, cell = profiled(unit.card), unit.cell
            if profile.tread == "air":
                near = min([goal.straight[cell] for goal in goals])
            else:
                near = _FAR
                for goal in goals:
                    steps, trail = goal[cell]
                    if besides:
                        leans |= trail
                        if trail & besides:
                            steps = goal.past(cell, besides)
                    near = min(near, steps)
            total += weight * (_FAR - max(near, profile.comfort))
        self.leans = leans
        return total

    def advance(self, unit: Unit, zone: int) -> float:
        """Return how far along its way into a zone a character is, from 0 to 1."""
        roads, besides = self.judge.roads, self.besides
        left = roads.steps(besides, zone, unit.cell)
        if besides:
            self.leans |= roads.ways(zone).trail(unit.cell)
        return 0.0 if left < 0 else max(0.0, 1 - left / self.judge.length)

    def abroad(self, seat: Seat) -> int:
        """Return the deploy zones of other seats, as a bit set."""
        return self.arena.foreign_mask(seat, self.state.out)


def _lent(changes: Mapping[str, list[Change]]) -> Lent:
    """Return what changes give a character in Rng, Acc and Dmg for all its attacks."""
    rng, acc, dmg = [changed(0, changes[stat]) if stat in changes else 0 for stat in _STRIKING]
    return rng, acc, dmg


def _assassination(look: Look, seat: Seat, own: tuple[Unit, ...], foes: tuple[Unit, ...]) -> tuple[float, float]:
    every, weights = look.state.marks, look.weights
    marks = every[seat]
    prey = [foe for foe in foes if foe.card in every[foe.seat]]
    mine, hunters = {}, []
    for unit in own:
        if unit.card in marks:
            mine[unit.card] = unit
        else:
            hunters.append(unit)
    value, drive = 0.0, look.pursuit(hunters if mine else own, prey or foes, weights.pursuits.assassination)
    for card in marks:
        mark = mine.get(card)
        if mark is None:
            value += weights.mark_dead
            continue
        value += weights.mark * (1 - weights.mark_wound * mark.damage)
        away, dread = ranges_from(look.arena.width, look.arena.height, mark.cell), look.judge.dread
        value -= sum([dread[away[foe.cell]] for foe in foes])
    return value, drive


def _death_match(look: Look, seat: Seat, own: tuple[Unit, ...], foes: tuple[Unit, ...]) -> tuple[float, float]:
    return look.weights.score * look.state.scores[seat], look.pursuit(own, foes, look.weights.pursuits.death_match)


def _summoning(look: Look, seat: Seat, own: tuple[Unit, ...], foes: tuple[Unit, ...]) -> tuple[float, float]:
    abroad, weights = look.abroad(seat), look.weights
    value = 0.0
    for unit in own:
        if look.arena.profile(unit.card).rank == "legend":
            value += weights.legend + weights.legend_way * look.advance(unit, abroad) * (1 - weights.legend_wound * unit.damage)
    legends = [foe for foe in foes if look.arena.profile(foe.card).rank == "legend"]
    others = [unit for unit in own if look.arena.profile(unit.card).rank != "legend"]
    return value, look.pursuit(others, legends or foes, weights.pursuits.summoning)


def _invasion(look: Look, seat: Seat, own: tuple[Unit, ...], foes: tuple[Unit, ...]) -> tuple[float, float]:
    abroad, weights = look.abroad(seat), look.weights
    value = weights.through * look.state.scores[seat]
    for unit in own:
        value += weights.way * look.advance(unit, abroad)
    return value, look.pursuit(own, foes, weights.pursuits.invasion)


def _flag(look: Look, seat: Seat, own: tuple[Unit, ...], foes: tuple[Unit, ...]) -> tuple[float, float]:
    state, weights = look.state, look.weights
    home = look.arena.zones[seat]
    value = 0.0
    carriers = [unit for unit in own if unit.carries >= 0]
    for unit in carriers:
        value += weights.carried + weights.carried_way * look.advance(unit, home) * (1 - weights.carrier_wound * unit.damage)
    lying = mask_of(flag.cell for flag in state.flags if flag.seat != seat and flag.carrier < 0 and not state.out[flag.seat])
    mine = next((flag for flag in state.flags if flag.seat == seat), None)
    runners = [unit for unit in own if unit.carries < 0]
    if lying:
        nearest = sorted((look.advance(unit, lying) for unit in runners), reverse=True)
        value += sum(weight * advance for weight, advance in zip(weights.runners, nearest, strict=False))  # less than taking it is worth
    thieves = [foe for foe in foes if foe.carries == seat]
    if thieves:
        value += look.pursuit(runners, thieves, weights.pursuits.thieves) - weights.pursuits.thieves * _FAR * len(
            runners
        )  # the farther off, the worse
    elif mine is not None and mine.home:
        value += weights.guarded if any(unit.cell == mine.cell for unit in own) else 0.0  # nobody walks through who stands on it (OC-26)
    elif mine is not None and mine.carrier < 0:
        value += weights.stray * max((look.advance(unit, 1 << mine.cell) for unit in runners), default=0.0)
    return value, look.pursuit(runners, foes, weights.pursuits.flag)


_OBJECTIVES: Mapping[str, Callable[[Look, Seat, tuple[Unit, ...], tuple[Unit, ...]], tuple[float, float]]] = {
    ASSASSINATION: _assassination,
    SUMMONING: _summoning,
    FLAG: _flag,
    INVASION: _invasion,
}
