"""How a card does what it says: one step at a time, stopping wherever a player must choose.

An ability is compiled once into a flat program of steps. A running ability is a `Frame`: card, number of the ability, the
step it is at, and what has been bound so far; nothing else, so that it can be saved in the middle. Frames lie on the
world's stack together with the game's own pending decisions; `settle` runs the top one until a player is asked.

Longer than most: compiling, asking and resolving are one idea, and whoever reads one step needs the other two.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, assert_never

from game.cards import model
from game.cards.compiled import Find, Number, Truth, finder, matcher, number, players, reference, truth
from game.cards.marks import Ref
from game.cards.model import Ability, Condition, Effect, Pick, Select, Selector, Spot, Target, Who
from game.cards.world import Frame, Pieces, Questions, Run, Work, World
from game.kernel.ids import CardId, PieceId, Seat

ASK = -1


Step = Callable[[Work], int | None]


class Asking:
    """A step that asks a player: to pick pieces or places, one of several ways, or yes or no.

    `kind` is piece, spot, mode or yes. Answers are piece ids, places, the number of a mode, or 1 for yes; stopping early is None.
    """

    __slots__ = ("about", "by", "kind", "least", "most", "name", "options", "ways")

    def __init__(
        self,
        kind: str,
        name: Ref,
        options: Find,
        *,
        about: Target
        | Pick
        | model.Choose
        | model.May
        | model.Drop
        | model.Deploy
        | model.Look
        | model.Search
        | model.Move
        | model.Create
        | model.Cost,
        least: Number = lambda _run: 1,
        most: Number = lambda _run: 1,
        by: Who | Ref = "you",
    ) -> None:
        self.kind = kind
        self.name = name
        self.options = options
        self.about = about
        self.least = least
        self.most = most
        self.by = by
        self.ways: tuple[int, ...] = ()

    def __call__(self, run: Work) -> int | None:
        """Begin to ask, unless there is nothing to choose between."""
        options, most = self.options(run), self.most(run)
        run.bound[self.name] = ()
        if most <= 0 or not options:
            run.world.spare(-1, "there is nowhere to go" if self.kind == "spot" else "there is nothing to choose")
            return self._onward(run)
        if self.kind == "piece" and len(options) <= min(self.least(run), most):
            run.bound[self.name] = options
            return self._onward(run)
        return ASK

    def left(self, run: Run) -> Pieces:
        """Return what can still be picked."""
        taken = run.bound.get(self.name, ())
        return tuple(option for option in self.options(run) if option not in taken)

    def may_stop(self, run: Run) -> bool:
        """Tell whether the player has picked enough."""
        return len(run.bound.get(self.name, ())) >= self.least(run)

    def asked(self, run: Run) -> Seat:
        """Return the seat that is asked."""
        if self.by in {"you", "foes", "everyone", "owner", "controller"}:
            seats = players(run, self.by)
            return seats[0] if seats else run.seat
        bound = run.bound.get(self.by)
        return bound[0] if bound else run.seat

    def take(self, run: Run, choice: int | None) -> int | None:
        """Bind a choice; return ASK while more may be picked, else where to go on."""
        if choice is None:
            return self._onward(run)
        run.bound[self.name] = (*run.bound.get(self.name, ()), choice)
        if len(run.bound[self.name]) < self.most(run) and self.left(run):
            return ASK
        return self._onward(run)

    def _onward(self, run: Run) -> int | None:
        if not self.ways:
            return None
        chosen = run.bound[self.name]
        return self.ways[chosen[0]] if chosen else self.ways[-1]


class Program:
    """A compiled ability: what it asks for, what it costs, and its steps (targets first, then costs, then effects).

    `about` tells whether a triggered ability is about a piece. `aimed` is the first target when exactly one piece or place must be
    pointed at: it is part of the action itself.
    """

    __slots__ = ("ability", "about", "aimed", "card", "condition", "costs", "later", "part", "steps", "targets")

    def __init__(self, card: CardId, part: int, ability: Ability) -> None:
        self.card = card
        self.part = part
        self.ability = ability
        self.condition: Truth | None = None if ability.condition is None else truth(ability.condition)
        self.costs = tuple((cost, number(cost.amount), None if cost.what is None else finder(cost.what)) for cost in ability.cost)
        assembler = _Assembler(self)
        self.about = matcher(ability.of)
        self.targets = tuple(assembler.target(target) for target in ability.targets)
        first = ability.targets[0] if ability.targets else None
        self.aimed: Asking | None = self.targets[0] if first is not None and first.least == 1 and first.most == 1 else None
        self.later = frozenset(
            index for index, target in enumerate(ability.targets) if index and _leans_on(target, ability.targets[0].name)
        )
        assembler.costs()
        if ability.optional:
            assembler.effect(model.May(effects=ability.effects))
        else:
            assembler.effects(ability.effects)
        self.steps: tuple[Step, ...] = tuple(assembler.steps)

    def run(self, world: Questions, source: PieceId, seat: Seat, bound: dict[Ref, tuple[int, ...]] | None = None) -> Run:
        """Return a run at the ability's beginning, to ask questions with or to start."""
        return Run.begun(world, self.card, self.part, source, seat, bound)

    def aims(self, run: Run) -> Pieces | None:
        """Return what the ability can be aimed at as part of the action; empty when it is not aimed, None when it cannot be used."""
        if self.condition is not None and not self.condition(run):
            return None
        for cost, amount, what in self.costs:
            if (what is not None and len(what(run)) < amount(run)) or not run.world.payable(run, cost.pay, amount(run)):
                return None
        aims: Pieces = ()
        for index, target in enumerate(self.targets):
            if index in self.later:
                continue
            least = target.least(run)
            if least > 0:
                options = target.options(run)
                if index == 0 and self.later:
                    options = tuple(option for option in options if self._leads_on(run, option))
                if len(options) < least:
                    return None
                if index == 0:
                    aims = options
        return aims

    def _leads_on(self, run: Run, option: int) -> bool:
        """Tell whether pointing at this leaves something for the targets that depend on it."""
        trial = Run.begun(run.world, run.card, run.part, run.source, run.seat, {**run.bound, self.targets[0].name: (option,)})
        return all(len(self.targets[index].options(trial)) >= self.targets[index].least(trial) for index in self.later)

    def lacking(self, run: Run) -> str:
        """Return what keeps the ability from being used (`condition`, `cost WORD`, `target`), or an empty string."""
        if self.condition is not None and not self.condition(run):
            return "condition"
        for cost, amount, what in self.costs:
            if (what is not None and len(what(run)) < amount(run)) or not run.world.payable(run, cost.pay, amount(run)):
                return f"cost {cost.pay}"
        return "target" if self.aims(run) is None else ""


def _leans_on(target: Target, name: Ref) -> bool:
    """Tell whether what a target may be depends on another one."""
    of, at = target.of, target.at
    return (of is not None and name in {of.of, of.among}) or (at is not None and at.of == name)


class _Assembler:
    """Turns effects into steps; jumps are patched once their goal is known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.steps: list[Step] = []

    def target(self, target: Target) -> Asking:
        asking = self._asking(target, target.of, target.at, target)
        self.steps.append(asking)
        return asking

    def costs(self) -> None:
        for index, (cost, amount, what) in enumerate(self.program.costs):
            name = f"_cost{index}"
            if what is not None:
                self.steps.append(Asking("piece", name, what, about=cost, least=amount, most=amount))
            self.steps.append(_paying(cost.pay, amount, name))

    def effects(self, effects: tuple[Effect, ...]) -> None:
        for effect in effects:
            self.effect(effect)

    def effect(self, effect: Effect) -> None:
        match effect:
            case model.Pick():
                self.steps.append(self._asking(effect, effect.of, effect.at, effect))
            case model.May(effects):
                self._ways(Asking("yes", self._name("may"), lambda _run: (1,), about=effect, least=lambda _run: 0), (effects,), skip=True)
            case model.Choose(options):
                modes = tuple(range(len(options)))
                self._ways(Asking("mode", self._name("mode"), lambda _run: modes, about=effect), options, skip=False)
            case model.If(test, then, otherwise):
                self._branch(test, then, otherwise)
            case model.Each(of, effects, name):
                self._loop(finder(of), name, effects)
            case model.Repeat(times, effects):
                count = number(times)
                self._loop(lambda run: tuple(range(max(count(run), 0))), self._name("time"), effects)
            case model.Deploy(what, at):
                self._deploy(effect, what, at)
            case model.Create():
                self._create(effect)
            case model.Move(what, to):
                piece = reference(what)
                name = self._place(effect, to, piece)
                self.steps.append(_moving(piece, reference(name), walk=isinstance(to, Spot) and to.walk))
            case model.Drop():
                self._drop(effect)
            case model.Look():
                self._look(effect)
            case model.Search():
                self._search(effect)
            case _:
                self.steps.append(verb_step(effect))

    def _name(self, word: str) -> Ref:
        return f"_{word}{len(self.steps)}"

    def _asking(self, about: Target | Pick, of: Select | None, at: Spot | None, pick: Target | Pick) -> Asking:
        least, most = number(pick.least), number(pick.most)
        if at is not None:
            spot = at
            return Asking("spot", pick.name, lambda run: run.world.spots(run, spot, None), about=about, least=least, most=most, by=pick.by)
        return Asking("piece", pick.name, finder(Select() if of is None else of), about=about, least=least, most=most, by=pick.by)

    def _ways(self, asking: Asking, options: tuple[tuple[Effect, ...], ...], *, skip: bool) -> None:
        """Lay out the ways behind a question; choosing 1 of `may` leads to its only way, stopping behind it."""
        self.steps.append(asking)
        starts, exits = [], []
        for effects in options:
            starts.append(len(self.steps))
            self.effects(effects)
            exits.append(len(self.steps))
            self.steps.append(_jump(0))
        end = len(self.steps)
        for exit_ in exits:
            self.steps[exit_] = _jump(end)
        asking.ways = (end, starts[0], end) if skip else tuple(starts)

    def _branch(self, test: Condition, then: tuple[Effect, ...], otherwise: tuple[Effect, ...]) -> None:
        condition, fork = truth(test), len(self.steps)
        self.steps.append(_jump(0))
        self.effects(then)
        if not otherwise:
            self.steps[fork] = _fork(condition, len(self.steps))
            return
        leave = len(self.steps)
        self.steps.append(_jump(0))
        self.steps[fork] = _fork(condition, len(self.steps))
        self.effects(otherwise)
        self.steps[leave] = _jump(len(self.steps))

    def _loop(self, find: Find, name: Ref, effects: tuple[Effect, ...]) -> None:
        rest = self._name("rest")
        self.steps.append(_listing(find, rest))
        head = len(self.steps)
        self.steps.append(_jump(0))
        self.effects(effects)
        self.steps.append(_jump(head))
        self.steps[head] = _next(rest, name, len(self.steps))

    def _place(self, effect: model.Deploy | model.Move | model.Create, at: Spot | Ref, piece: Find) -> Ref:
        """Ask for the place of a piece unless it is bound already; return the name it is bound to."""
        if isinstance(at, str):
            return at
        name, spot = self._name("place"), at

        def options(run: Run) -> Pieces:
            pieces = piece(run)
            return run.world.spots(run, spot, pieces[0] if pieces else None)

        strolls = isinstance(effect, model.Move) and spot.walk  # "up to so many spaces" may be none
        self.steps.append(Asking("spot", name, options, about=effect, least=lambda _run: 0 if strolls else 1))
        return name

    def _deploy(self, effect: model.Deploy, what: Selector, at: Spot | Ref) -> None:
        rest, each, find = self._name("rest"), self._name("deployed"), finder(what)
        self.steps.append(_listing(find, rest))
        head = len(self.steps)
        self.steps.append(_jump(0))
        name = self._place(effect, at, reference(each))
        self.steps.append(_deploying(reference(each), reference(name)))
        self.steps.append(_jump(head))
        self.steps[head] = _next(rest, each, len(self.steps))

    def _create(self, effect: model.Create) -> None:
        rest, count = self._name("rest"), number(effect.count)
        self.steps.append(_listing(lambda run: tuple(range(max(count(run), 0))), rest))
        head = len(self.steps)
        self.steps.append(_jump(0))
        name = self._place(effect, effect.at, lambda _run: ())
        self.steps.append(_creating(effect.card, reference(name)))
        self.steps.append(_jump(head))
        self.steps[head] = _next(rest, self._name("time"), len(self.steps))

    def _drop(self, effect: model.Drop) -> None:
        rest, seat, name = self._name("rest"), self._name("seat"), self._name("drop")
        count, who = number(effect.count), effect.who
        self.steps.append(_listing(lambda run: players(run, who), rest))
        head = len(self.steps)
        self.steps.append(_jump(0))

        def hand(run: Run) -> Pieces:
            return tuple(run.world.pieces("hand", run.bound[seat][0]))

        if effect.random:
            self.steps.append(_drawing_lots(hand, count, name))
        else:
            self.steps.append(Asking("piece", name, hand, about=effect, least=count, most=count, by=seat))
        self.steps.append(_dropping(reference(name)))
        self.steps.append(_jump(head))
        self.steps[head] = _next(rest, seat, len(self.steps))

    def _look(self, effect: model.Look) -> None:
        seen, name, count, fits = self._name("seen"), self._name("taken"), number(effect.count), _of_hidden(effect.of)
        self.steps.append(_looking(seen, "deck", count))
        if effect.take:
            take = effect.take
            self.steps.append(
                Asking(
                    "piece",
                    name,
                    lambda run: tuple(piece for piece in run.bound[seen] if fits(run, piece)),
                    about=effect,
                    least=lambda _run: 0,
                    most=lambda _run: take,
                )
            )
            self.steps.append(_sending(reference(name), effect.to, "bottom"))
        rest = effect.rest
        left: Find = lambda run: tuple(piece for piece in run.bound[seen] if piece not in run.bound.get(name, ()))  # noqa: E731  (a step's own finder)
        self.steps.append(_sending(left, "discard" if rest == "discard" else "deck", "bottom" if rest == "discard" else rest))

    def _search(self, effect: model.Search) -> None:
        seen, name, fits = self._name("seen"), self._name("found"), _of_hidden(effect.of)
        self.steps.append(_looking(seen, effect.zone, lambda _run: -1))
        self.steps.append(
            Asking(
                "piece",
                name,
                lambda run: tuple(piece for piece in run.bound[seen] if fits(run, piece)),
                about=effect,
                least=lambda _run: 0,
                most=lambda _run: effect.count,
            )
        )
        self.steps.append(_showing(reference(name)))
        self.steps.append(_sending(reference(name), effect.to, "bottom"))
        if effect.zone == "deck":
            self.steps.append(_shuffling)


def _of_hidden(select: Select) -> Callable[[Run, PieceId], bool]:
    """Return a match of traits, kinds and stats alone: where the piece lies is known already."""
    anywhere = matcher(
        Select(
            kind=select.kind,
            trait=select.trait,
            without=select.without,
            flag=select.flag,
            card=select.card,
            where=select.where,
            among="_any",
        )
    )

    def fits(run: Run, piece: PieceId) -> bool:
        run.bound["_any"] = (piece,)
        answer = anywhere(run, piece)
        del run.bound["_any"]
        return answer

    return fits


# --- steps: each returns where to go on, or None for the next ----------------------------------------------------------


def _jump(goal: int) -> Step:
    return lambda _run: goal


def _fork(condition: Truth, otherwise: int) -> Step:
    return lambda run: None if condition(run) else otherwise


def _listing(find: Find, rest: Ref) -> Step:
    def step(run: Work) -> None:
        run.bound[rest] = find(run)

    return step


def _next(rest: Ref, name: Ref, end: int) -> Step:
    def step(run: Work) -> int | None:
        left = run.bound.get(rest, ())
        if not left:
            return end
        run.bound[name], run.bound[rest] = (left[0],), left[1:]
        return None

    return step


def _paying(pay: str, amount: Number, name: Ref) -> Step:
    def step(run: Work) -> None:
        run.world.pay(run, pay, amount(run), run.bound.get(name, ()))

    return step


def _moving(piece: Find, place: Find, *, walk: bool) -> Step:
    def step(run: Work) -> None:
        for one, spot in zip(piece(run), place(run), strict=False):
            run.world.move(run, one, spot, walk=walk)

    return step


def _deploying(piece: Find, place: Find) -> Step:
    def step(run: Work) -> None:
        spots = place(run)
        for at, one in enumerate(piece(run)):
            if at < len(spots):
                run.world.deploy(run, one, spots[at])
            elif why := run.world.stranded(one):
                run.world.spare(one, why)

    return step


def _creating(card: CardId, place: Find) -> Step:
    def step(run: Work) -> None:
        for spot in place(run):
            run.world.create(run, card, spot)

    return step


def _drawing_lots(hand: Find, count: Number, name: Ref) -> Step:
    def step(run: Work) -> None:
        cards = run.world.chance.shuffle(hand(run))
        run.bound[name] = tuple(cards[: max(count(run), 0)])

    return step


def _dropping(find: Find) -> Step:
    def step(run: Work) -> None:
        pieces = find(run)
        if not pieces:
            run.world.spare(-1, "there is no card to discard")
        run.world.drop(run, pieces)

    return step


def _looking(name: Ref, zone: str, count: Number) -> Step:
    def step(run: Work) -> None:
        run.bound[name] = run.world.look(run, run.seat, zone, count(run))

    return step


def _sending(find: Find, to: str, place: str) -> Step:
    def step(run: Work) -> None:
        pieces = find(run)
        if pieces:
            run.world.send(run, pieces, to, place)

    return step


def _showing(find: Find) -> Step:
    def step(run: Work) -> None:
        pieces = find(run)
        if pieces:
            run.world.reveal(run, pieces, run.world.seats)

    return step


def _shuffling(run: Work) -> None:
    run.world.shuffle(run, (run.seat,))


def verb_step(effect: Effect) -> Step:
    """Return the step of an effect that asks nobody: its selectors and amounts worked out, then the world's verb."""
    match effect:
        case model.Damage(to, amount):
            find, count = finder(to), number(amount)
            return lambda run: run.world.damage(run, find(run), count(run))
        case model.Heal(to, amount):
            find, count = finder(to), number(amount)
            return lambda run: run.world.heal(run, find(run), count(run))
        case model.Destroy(what):
            find = finder(what)
            return lambda run: run.world.destroy(run, find(run))
        case model.Send(what, to, place):
            return _sending(finder(what), to, place)
        case model.Attach(what, to):
            find, goal = finder(what), reference(to)
            return lambda run: _first(goal(run), lambda piece: run.world.attach(run, find(run), piece))
        case model.Push(what, spaces, origin, toward):
            find, count, centre = finder(what), number(spaces), reference(origin)
            return lambda run: _first(centre(run), lambda piece: run.world.push(run, find(run), count(run), piece, toward=toward))
        case model.Swap(what, other):
            one, two = reference(what), reference(other)
            return lambda run: _pair(one(run), two(run), lambda a, b: run.world.swap(run, a, b))
        case model.Modify():
            return _modifying(effect)
        case model.Tally(on, counter, add):
            find, count = finder(on), number(add)
            return lambda run: run.world.tally(run, find(run), counter, count(run))
        case model.Ready(what, part):
            find = finder(what)
            return lambda run: run.world.ready(run, find(run), part)
        case model.Exhaust(what):
            find = finder(what)
            return lambda run: run.world.exhaust(run, find(run))
        case model.Strike(attacker, target, number_of_attack):
            one, two = reference(attacker), reference(target)
            return lambda run: _pair(one(run), two(run), lambda a, b: run.world.strike(run, a, b, number_of_attack))
        case model.Duel(first, other):
            one, two = reference(first), reference(other)
            return lambda run: _pair(one(run), two(run), lambda a, b: run.world.duel(run, a, b))
        case model.Redirect(to):
            goal = reference(to)
            return lambda run: _first(goal(run), lambda piece: run.world.redirect(run, piece))
        case model.Prevent(to, amount, until):
            find, count = finder(to), number(amount)
            return lambda run: run.world.prevent(run, find(run), count(run), until)
        case model.Cancel(word):
            return lambda run: run.world.cancel(run, word)
        case model.Reveal(what, to):
            find = finder(what)
            return lambda run: run.world.reveal(run, find(run), (run.seat,) if to == "you" else run.world.seats)
        case model.Level(of, add):
            find, count = finder(of), number(add)
            return lambda run: run.world.level(run, find(run), count(run))
        case model.Attune(of, trait):
            find = finder(of)
            return lambda run: run.world.attune(run, find(run), trait)
        case model.Draw(amount, who):
            count = number(amount)
            return lambda run: run.world.draw(run, players(run, who), count(run))
        case model.Gain(word, amount, who):
            count = number(amount)
            return lambda run: run.world.gain(run, players(run, who), word, count(run))
        case model.Shuffle(who):
            return lambda run: run.world.shuffle(run, players(run, who))
        case model.Quest(of):
            fits = _of_hidden(of)
            return lambda run: run.world.quest(run, run.seat, lambda piece: fits(run, piece))
        case model.Roll(name, sides):
            return _rolling(name, sides)
        case model.Special(name):
            return lambda run: run.world.special(run, name)
        case (
            model.Pick() | model.May() | model.Choose() | model.If() | model.Each() | model.Repeat() | model.Deploy()
            | model.Create() | model.Move() | model.Drop() | model.Look() | model.Search()
        ):  # fmt: skip
            raise AssertionError(f"{effect} asks a player or holds other effects")
        case _:
            assert_never(effect)


def _first(pieces: Pieces, act: Callable[[PieceId], None]) -> None:
    if pieces:
        act(pieces[0])


def _pair(ones: Pieces, others: Pieces, act: Callable[[PieceId, PieceId], None]) -> None:
    if ones and others:
        act(ones[0], others[0])


def _modifying(effect: model.Modify) -> Step:
    find, until, stat = finder(effect.to), effect.until, effect.stat
    amount, stage = (
        (effect.add, "add") if effect.add is not None else (effect.set, "set") if effect.set is not None else (effect.scale, "scale")
    )
    count = number(0 if amount is None else amount)
    return lambda run: run.world.modify(run, find(run), stat, stage, count(run), until)


def _rolling(name: Ref, sides: int) -> Step:
    def step(run: Work) -> None:
        face = run.world.chance.roll(sides)
        run.bound[name] = (face,)
        run.world.rolled(run, sides, face)

    return step


# --- running -----------------------------------------------------------------------------------------------------------


def start(world: World, program: Program, source: PieceId, seat: Seat, bound: dict[Ref, tuple[int, ...]] | None = None) -> None:
    """Put an ability on the stack, to be run by `settle`.

    When the ability is aimed and its first target is bound already, the question for it is skipped.
    """
    aimed = program.aimed
    skipped = aimed is not None and bound is not None and aimed.name in bound
    world.stack.append(Frame(program.card, program.part, source, seat, 1 if skipped else 0, _with_bearer(world, source, bound or {})))


def _with_bearer(world: World, source: PieceId, bound: dict[Ref, tuple[int, ...]]) -> dict[Ref, tuple[int, ...]]:
    """Bind the bearer of an attached piece, which may be gone from it before the ability is done."""
    bearer = world.bearer(source)
    return bound if bearer is None else {**bound, "bearer": (bearer,)}


def trigger(world: World, program: Program, source: PieceId, seat: Seat, bound: dict[Ref, tuple[int, ...]]) -> None:
    """Queue a triggered ability when its condition holds now."""
    if program.condition is None or program.condition(program.run(world, source, seat, bound)):
        world.queue.append(Frame(program.card, program.part, source, seat, 0, _with_bearer(world, source, bound)))


def settle(world: World) -> None:
    """Run what lies on the stack until a player is asked, the game's own decision is on top, or nothing is left."""
    while not world.halted():
        world.reckon()
        if world.halted():
            return
        if world.queue:
            world.arrange()
        if not world.stack:
            return
        top = world.stack[-1]
        if type(top) is not Frame or top.waiting:
            return
        world.stack.pop()
        _resume(world, top)


def _resume(world: World, frame: Frame) -> None:
    steps = world.program(frame.card, frame.part).steps
    run = Work(world, frame)
    base = len(world.stack)
    while run.pc < len(steps):
        onward = steps[run.pc](run)
        if onward == ASK:
            world.stack.insert(base, run.frozen(waiting=True))
            return
        run.pc = run.pc + 1 if onward is None else onward
        if (world.queue or len(world.stack) > base) and run.pc < len(steps):
            world.stack.insert(base, run.frozen())
            return
        if world.halted():
            return


def question(world: Questions, frame: Frame) -> tuple[Asking, Run]:
    """Return the question a waiting frame asks and a run to ask it with."""
    asking = world.program(frame.card, frame.part).steps[frame.pc]
    if not isinstance(asking, Asking):
        raise TypeError(f"{frame.card}: step {frame.pc} of ability {frame.part} asks nothing")
    return asking, Run(world, frame)


def answer(world: World, choice: int | None) -> None:
    """Answer the waiting frame on top of the stack (None: enough picked) and put it back; `settle` then runs on."""
    frame: Any = world.stack.pop()
    asking, run = question(world, frame)
    onward = asking.take(run, choice)
    if onward == ASK:
        world.stack.append(run.frozen(waiting=True))
        return
    run.pc = frame.pc + 1 if onward is None else onward
    world.stack.append(run.frozen())


__all__ = ["ASK", "Asking", "Frame", "Program", "Run", "answer", "question", "settle", "start", "trigger"]
