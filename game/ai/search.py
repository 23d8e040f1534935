"""A player who thinks ahead: it plays out what could follow, in many worlds that agree with what it knows.

Before that it looks whether there is a win before its turn is over that nobody and no dice can prevent (`proof`), in a few of those worlds.
The actions that look best at a glance meet the same worlds and the same dice, one world after another, and one that is surely not the
best drops out (`looks`): luck does not decide between them, and thought goes where the choice is close. What a throw brought beyond what
such a throw brings on average is taken out of what is told of a thought (`OUTCOMES`). From each of them a world is
followed down the tree of actions tried so far (what has done well, what has been tried little), one position is added to the tree and
played on at a glance until the thinker's own turn comes again, or a round begins in which everybody acts, so that every judgement falls at the same moment.
Few actions of a position in the tree are considered at first, those that look best at a glance, and more the longer it is thought about. Each seat
seeks its own prospects. An action that a world does not allow is not counted against: only times it was available are.
Another seat's hidden pieces are different cards in every world, so its actions are told apart by how good they look to
that seat, not by which piece they name.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import groupby, islice
from math import log, sqrt
from operator import add, sub
from typing import Any

from msgspec.structs import replace

from game.ai.greedy import EVEN, GreedyPlayer, answered, gainful, noticed, settle, sooner, unwasted, wasteful
from game.ai.looks import Looks
from game.ai.player import Budget, Candidate, Weighing, never
from game.ai.proof import sure_win, wins_in
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.offers import Offer
from game.kernel.rules import AnyRules, Judge
from game.kernel.secrets import hides

WIDENING = 1.6
"""With n visits a position considers its WIDENING times √n best-looking actions, at least two."""

CURIOSITY = 0.8
"""How much little-tried actions are favoured, as a part of the spread of first glances."""

LEAST_SPREAD = 0.03
"""The spread of first glances, and of leads from world to world, is never taken for less: judgement errs by as much."""

GLANCES = 12.0
"""How many visits a first glance counts for."""

DEEPEST = 40
"""How many actions deep an iteration goes at most,"""

FARTHEST = 120
"""and how many more are played on at a glance: more than a turn with all its answers has."""

MOST_CHOICES = 40
"""How many actions of a position, beyond the first, are glanced at."""

SEATS, THROWS = 8, 1000
"""More seats than a game has, and more throws than a turn."""

FIRST = 16
"""How many actions are thought about at most, by one who plays: those that look best at a glance,"""

LEAST = 4
"""so many from the beginning,"""

BREADTH = 1.2
"""and with n iterations BREADTH times √n of them: a few are compared well before many are, however short the time;"""

NOW = 2
"""so many of what gains something and can be done only now among them, for the best actions at a glance one each."""

WEIGHT = 4
"""How many worlds a first glance at these counts for."""

CLEAR = 0.985
"""A seat this sure to win after some action stops thinking,"""

ASSURED = 12
"""once it has thought of so many worlds."""

ENOUGH, FLOOR = 48, 8
"""One who advises looks at so many worlds at most, and then at more actions in the same; and at so many however long that takes."""

COUNSELLED = 8
"""One who advises looks at so many actions from the beginning, those that let the moment pass and none that are alike among them, as far as there are so many."""

ALIKE = 0.01
"""What one who advises cannot tell apart at a glance."""

PLACES = 3
"""So many places that look different are thought of before others, for what somebody can do in many."""

HOPEFUL = 0.1
"""Who has an action with such prospects looks whether there is a win in this turn that nobody can prevent,"""

OTHERS = 4
"""in so many worlds beside the first where something is hidden."""

OUTCOMES = 6
"""A throw was lucky by as much as the table looks better after it than after so many such throws on average, itself among them."""


class Edge:
    """One action of a node: how often it could be and was tried, and what it brought each seat in sum."""

    __slots__ = ("available", "glance", "node", "sums", "visits")

    def __init__(self, glance: float) -> None:
        self.glance = glance
        self.visits = 0
        self.available = 0
        self.sums: list[float] = []
        self.node: Node | None = None

    def mean(self, seat: Seat, shift: float) -> float:
        """Return a seat's mean prospects, the first glance counted in; `shift` is what thought has added to glances so far."""
        total = self.sums[seat] if self.visits else 0.0
        return (total + GLANCES * (self.glance + shift)) / (self.visits + GLANCES)


class Node:
    """A position as far as it is known: the edges tried from it, by action or by rank."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Any, Edge] = {}
        self.visits = 0

    def shift(self, seat: Seat) -> float:
        """Return by how much prospects differ from first glances, on average: what a glance does not see coming."""
        tried = [edge for edge in self.edges.values() if edge.visits]
        visits = sum(edge.visits for edge in tried)
        return sum(edge.sums[seat] - edge.glance * edge.visits for edge in tried) / visits if visits else 0.0


class SearchPlayer:
    """Choose by determinised tree search; repeatable when the budget counts iterations.

    `depth` is how many decisions deep the tree grows, `effort` the part of the budget that is used, `sees` the part of the actions that
    comes to its mind. `iterations` stand for those of the budget, unless they are 0.
    What no good player would do (`Rules.indulged`) it does only where there is nothing else: it is told apart from the best by less than luck does.
    `advises` is one who is asked what actions are worth, and not only which is best: half as many, those that let the moment pass and different things first, each of which meets
    every world; what luck tells apart it tells as it looks at a glance, where stopping looks as the table stands (`Looks.steadied`), and first glances count for others in what comes first; a win that nobody can prevent in a few worlds is told as likely as it is in many where something is hidden; the only action there is is thought about, too. Who asks with the same chance is told of the same worlds, as far as what is known stays so.
    """

    def __init__(
        self,
        rules: AnyRules,
        *,
        depth: int = DEEPEST,
        effort: float = 1.0,
        sees: float = 1.0,
        iterations: int = 0,
        advises: bool = False,
    ) -> None:
        self._rules = rules
        self._iterations = iterations
        self._depth = depth
        self._effort = effort
        self._sees = sees
        self._advises = advises
        self._greedy = GreedyPlayer(rules)

    def choose(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Any:
        """Return the action thought about most."""
        if len(legal) == 1:
            return legal[0]
        return legal[self.weigh(observation, legal, budget, chance).candidates[0].number]

    def weigh(self, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Weighing:
        """Return how each action looks after thought, the one thought about most first."""
        rules, dealt = self._rules, Chance(chance.draw())
        own = (replace(budget, iterations=self._iterations) if self._iterations else budget).part(self._effort)
        spent = own.clock()
        root = Node()
        for action, glance in zip(legal, self._greedy.judge(observation, legal, chance), strict=True):
            root.edges[action] = Edge(glance)
        world = rules.sample(observation, chance)
        seat = rules.deciding(world)
        if seat is None:
            return Weighing((Candidate(0, 0.0),))
        hidden = hides(rules.secrets(world), seat)
        judge, done = rules.foresight(rules.judge()), 0
        tells = rules.evaluate if self._advises else rules.outlook()
        glances = [root.edges[action].glance for action in legal]
        ranked = sorted(range(len(legal)), key=lambda number: -glances[number])
        if max(glances) >= HOPEFUL:
            worlds = [world, *(rules.sample(observation, chance) for _ in range(OTHERS if hidden else 0))]
            sure = sure_win(rules, worlds, seat, own.positions())
            if sure is not None:
                first, likely = legal.index(sure), 1.0
                if hidden and self._advises:  # other cards than in those worlds may lie there: the rule of succession (Laplace 1774)
                    found = list[bool]()
                    while len(found) < ENOUGH and not spent(len(found)):
                        found.append(wins_in(rules, rules.sample(observation, dealt), seat, sure, own.positions()))
                    likely = (OTHERS + 2 + found.count(True)) / (OTHERS + 3 + len(found))
                others = (number for number in ranked if number != first)
                return Weighing((Candidate(first, likely), *(Candidate(number, glances[number], 0) for number in others)))
        minded = {*noticed(rules, world, legal, self._sees, chance)} if self._sees < 1 else range(len(legal))
        thought = [number for number in ranked if number in minded]
        waste = wasteful(rules, world, legal, thought[: 2 * FIRST])
        thought = [number for number in thought if number not in waste] or thought
        least, floor, weight, breadth, most, stops = LEAST, 0, WEIGHT, BREADTH, 0, set[Any]()
        if self._advises:
            least, floor, weight, breadth, most = COUNSELLED, FLOOR, 0, BREADTH / 2, ENOUGH
            offers = {offer.action: offer for offer in rules.offers(world) if offer.refusal is None}
            stops = {action for action, offer in offers.items() if offer.passes}
            finer = _finer(rules, world, legal, glances, thought)
            thought = _distinct(offers, legal, glances, [number for number in thought if number in finer or legal[number] in stops])
        glanced = {number: glances[number] for number in thought}
        # who overlooks some thinks of what would be too late afterwards
        timely = {number: glances[number] for number in ranked} if self._sees < 1 else glanced
        gains = list[int]()
        for each in sorted(glanced, key=lambda number: -glanced[number])[:FIRST]:  # for each what is best done before it
            if len(gains) == NOW:
                break
            fresh = {*gainful(rules, judge, world, rules.early(world, legal, legal[each]), timely)}.difference(gains)
            gains += islice((number for number in timely if number in fresh and not rules.warning(world, legal[number])), 1)
        thought = [*gains, *(number for number in thought if number not in gains)][: None if self._advises else FIRST]
        known = min(least, len(thought))
        looks = Looks(
            [glances[number] for number in thought[:known]],
            [True] * known,
            hides=True,
            spread=LEAST_SPREAD,
            weight=weight,
            all_stay=self._advises,
        )
        met: list[tuple[Any, int]] = []  # each world, with its dice

        def seen(place: int, world: Any, dice: int) -> float:
            descent = _Descent(rules, judge, seat, dice, hides=hidden, depth=self._depth, tells=tells)
            return descent.run(root, world, legal[thought[place]])[seat]

        halted = budget.stopped or never
        while not looks.worlds or (looks.worlds < floor and not halted()) or not spent(done):
            enough = looks.worlds == most > 0
            if known < len(thought) and (enough or not looks.racing or known < round(breadth * sqrt(done))):
                values = [seen(known, *each) for number, each in enumerate(met) if not spent(done + number)]
                done += len(values)
                if len(values) == len(met):
                    looks.join(glances[thought[known]], values)
                    known += 1
                continue
            if enough or not looks.racing:
                break
            met.append((rules.sample(observation, dealt), dealt.draw()))
            sure = len(looks.racing) if looks.worlds < max(floor, 1) else 1
            values = [seen(place, *met[-1]) for number, place in enumerate(looks.racing) if number < sure or not spent(done + number)]
            done += len(values)
            if len(values) == len(looks.racing):
                looks.add(values)
                if not most and looks.worlds >= ASSURED and max(looks.values()) >= CLEAR:
                    break
        shift = root.shift(seat)
        candidates = [Candidate(number, glances[number] + shift, 0) for number in range(len(legal))]
        means, placed, now = looks.values(), dict[int, float](), judge(world)[seat]
        if self._advises:
            expected = [glances[number] for number in thought[:known]]
            trust = looks.worlds / (looks.worlds + WEIGHT)  # a first glance counts for more in what comes first than in what is told
            placed = dict(zip(thought[:known], looks.steadied(expected, trust), strict=True))
            means = looks.steadied([now if legal[number] in stops else glances[number] for number in thought[:known]])
        for number, mean, often in zip(thought[:known], means, looks.often(), strict=True):
            candidates[number] = Candidate(number, min(1.0, max(0.0, mean + shift * weight / often)), often, glances[number] - now)

        def ranks(each: Candidate) -> tuple[int, float, float]:
            return -each.looks, -placed.get(each.number, each.prospects), -each.gains

        candidates.sort(key=ranks)
        candidates.insert(0, candidates.pop(unwasted(rules, world, [legal[each.number] for each in candidates])))
        if rules.deciding(rules.advance(world, legal[candidates[0].number])) == seat:  # that can wait
            unwarned = {number: glances[number] for number in thought[:known] if not rules.warning(world, legal[number])}
            while before := [*sooner(rules, judge, world, legal, candidates[0].number, unwarned)]:
                candidates.insert(0, candidates.pop(next(place for place, each in enumerate(candidates) if each.number in before)))
        return Weighing(tuple(candidates))


def _finer(rules: AnyRules, world: Any, legal: Sequence[Any], glances: Sequence[float], ranked: Sequence[int]) -> set[int]:
    """Return the numbers of actions, `ranked` by their glances, without those beside which there is something as good at a glance that the game prefers (`Rules.finer`)."""
    found: set[int] = set()
    for _, same in groupby(ranked, key=lambda number: round(glances[number] / EVEN)):
        alike = list(same)
        found.update(alike[place] for place in rules.finer(world, [legal[number] for number in alike]))
    return found


def _distinct(offers: Mapping[Any, Offer], legal: Sequence[Any], glances: Sequence[float], ranked: Sequence[int]) -> list[int]:
    """Return the numbers of actions, `ranked` by their glances, in another order: those that only stop here, those that look best at a glance, and at the end those that look like one before.

    The same piece that does the same elsewhere looks like itself, and so does another that does it there, as long as nobody could tell their prospects apart; after so many PLACES it does in any case.
    """
    found: defaultdict[tuple[str, str, str], list[float]] = defaultdict(list)
    first: list[int] = []
    others: list[int] = []
    alike: list[int] = []
    for number in ranked:
        offer = offers.get(legal[number])
        if offer is None or offer.passes:
            (others if offer is None else first).append(number)
            continue
        if any(len(before := found[end]) == PLACES or (before and before[-1] - glances[number] < ALIKE) for end in offer.ends):
            alike.append(number)
            continue
        others.append(number)
        for end in offer.ends:
            found[end].append(glances[number])
    return [*first, *others, *alike]


class _Descent:
    """One iteration: down the tree in one world, one position added, what `tells` says of where it ends carried back up; everybody acts by `judge`.

    Luck is taken out of what it tells, throw by throw: that changes no mean, as luck has none, and leaves less that differs from world to world (control variates,
    Veness, Lanctot and Bowling 2011). So values may lie a little beyond 0 and 1.
    Its luck comes from `dice`, turn by turn: what falls first, second and third in a turn is the same in every thought of a world, whatever fell in other turns, and so is what a seat imagines in it.
    Two actions are then told apart by what they bring, and not by the dice of all that follows (common random numbers).
    """

    def __init__(
        self,
        rules: AnyRules,
        judge: Judge[Any],
        seat: Seat,
        dice: int,
        *,
        hides: bool,
        depth: int,
        tells: Judge[Any],
    ) -> None:
        self.tells = tells
        self.depth = depth
        self.round = 0
        self.rules = rules
        self.judge = judge
        self.seat = seat
        self.dice = dice
        self.chance = Chance(dice)
        self.thrown: dict[int, int] = {}
        self.luck: Sequence[float] = ()
        self.hides = hides

    def run(self, root: Node, world: Any, first: Any) -> tuple[float, ...]:
        rules, node, state = self.rules, root, world
        self.round = rules.round(world)
        path: list[Edge] = []
        visited = [root]
        for _ in range(DEEPEST):
            seat = rules.deciding(state)
            if seat is None:
                break
            legal = rules.legal(state)
            if path and len(legal) == 1:
                state = self._carried(state, legal[0])
                continue
            if path:
                action, edge = self._select(node, self._ranked(node, state, seat, legal), seat)
            else:
                action, edge = first, root.edges[first]
            state = self._carried(state, action)
            path.append(edge)
            if edge.node is None or len(path) >= self.depth:
                edge.node = edge.node or Node()
                state = self._play_on(state)
                break
            node = edge.node
            visited.append(node)
        values = self.tells(state)
        if self.luck:
            values = tuple(map(sub, values, self.luck))
        for each in visited:
            each.visits += 1
        for edge in path:
            edge.visits += 1
            edge.sums = [one + two for one, two in zip(edge.sums, values, strict=True)] if edge.sums else list(values)
        return values

    def _play_on(self, state: Any) -> Any:
        """Return the state when the thinker's own turn comes again, or the next round begins, everyone doing what looks best at a glance.

        So every judgement falls at the same moment, no action looks good only because the answer is not seen, and none because it is the first of a round.
        """
        rules, others = self.rules, False
        for _ in range(FARTHEST):
            seat = rules.deciding(state)
            if seat is None:
                break
            if rules.settled(state):
                if rules.round(state) > self.round or (not self.round and others and seat == self.seat):
                    break
                others = seat != self.seat
            state = answered(rules, self.judge, state, seat, self._imagined(state, seat), rules.legal(state), self._carried)
        return settle(rules, self.judge, state, self._imagined(state, self.seat), self._carried)

    def _carried(self, state: Any, action: Any) -> Any:
        """Return the state after an action, the throws of a turn falling as they fall in every thought of this world."""
        turn = self._turn(state, self.rules.deciding(state))
        dice = self._throw(turn)
        after = self.rules.advance(state, action, Chance(dice))
        if after.chance != dice:
            self.thrown[turn] = self.thrown.get(turn, 0) + 1
            self._take_luck(state, action, after, Chance(dice))
        return after

    def _take_luck(self, state: Any, action: Any, after: Any, dice: Chance) -> None:
        """Count as luck by how much each seat stands better after a throw than after so many such throws on average."""
        others = [self.rules.advance(state, action, Chance(dice.draw())) for _ in range(OUTCOMES - 1)]
        values = [self.tells(each) for each in (after, *others)]
        luck = [here[0] - sum(here) / OUTCOMES for here in zip(*values, strict=True)]
        self.luck = [*map(add, self.luck, luck)] if self.luck else luck

    def _throw(self, turn: int) -> int:
        """Return what the next throw of a turn comes from."""
        return Chance(self.dice + turn + self.thrown.get(turn, 0)).draw()

    def _imagined(self, state: Any, seat: Seat) -> Chance:
        """Return the dice that a seat imagines in a turn."""
        return Chance(self.dice - self._turn(state, seat))

    def _turn(self, state: Any, seat: Seat | None) -> int:
        """Return a number for the turn of a seat, which is the same in every thought."""
        return (self.rules.round(state) * SEATS + (seat or 0) + 1) * THROWS

    def _ranked(self, node: Node, state: Any, seat: Seat, legal: tuple[Any, ...]) -> list[tuple[Any, Edge]]:
        """Return actions with their edges, the best-looking first."""
        if self.hides and seat != self.seat:
            glances = self._glances(state, seat, legal)
            glances.sort(key=lambda pair: -pair[1])
            pairs = [(action, node.edges.setdefault(rank, Edge(glance))) for rank, (action, glance) in enumerate(glances)]
        else:
            fresh = tuple(action for action in legal if action not in node.edges)
            if fresh and len(node.edges) < MOST_CHOICES:
                for action, glance in self._glances(state, seat, fresh):
                    node.edges[action] = Edge(glance)
            pairs = [(action, edge) for action in legal if (edge := node.edges.get(action)) is not None]
            if not pairs:
                pairs = [(action, node.edges.setdefault(action, Edge(glance))) for action, glance in self._glances(state, seat, legal)]
            pairs.sort(key=lambda pair: -pair[1].glance)
        return pairs

    def _glances(self, state: Any, seat: Seat, legal: tuple[Any, ...]) -> list[tuple[Any, float]]:
        """Return actions with the seat's prospects right after them, under other dice than will really fall."""
        if len(legal) > MOST_CHOICES:
            legal = tuple(self.chance.shuffle(legal)[:MOST_CHOICES])
        rules, judge, dice = self.rules, self.judge, self.chance.draw()
        return [(action, judge(rules.advance(state, action, Chance(dice)))[seat]) for action in legal]

    def _select(self, node: Node, ranked: list[tuple[Any, Edge]], seat: Seat) -> tuple[Any, Edge]:
        shift = node.shift(seat)
        considered = ranked[: max(2, round(WIDENING * sqrt(node.visits + 1)))]
        glances = [edge.glance for _, edge in considered]
        curiosity = CURIOSITY * max(max(glances) - min(glances), LEAST_SPREAD)
        for _, edge in considered:
            edge.available += 1
        return max(
            considered,
            key=lambda pair: pair[1].mean(seat, shift) + curiosity * sqrt(log(pair[1].available + 1) / (pair[1].visits + 1)),
        )
