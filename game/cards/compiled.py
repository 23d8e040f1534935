"""Selectors, amounts and conditions made into quick functions, once, when the cards are loaded.

Each takes the running ability (`Run`) and asks its world. `printed` versions read printed stats: modifiers use them, so that
two modifiers never wait for each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import assert_never

from msgspec.structs import replace

from game.cards.model import (
    AllOf,
    Amount,
    AnyOf,
    BestOf,
    Bound,
    Bounded,
    Check,
    Compare,
    Condition,
    CountOf,
    Dice,
    Exists,
    Fact,
    Fits,
    HalfOf,
    Not,
    Resource,
    Select,
    Selector,
    StatOf,
    SumOf,
    TimesOf,
    TurnOf,
    Who,
    names,
)
from game.cards.world import NOBODY, Pieces, Run, Unspoken, Work
from game.kernel.ids import PieceId, Seat

Number = Callable[["Run"], int]
Truth = Callable[["Run"], bool]
Find = Callable[["Run"], Pieces]
Fitting = Callable[["Run", PieceId], bool]


def reference(ref: str) -> Find:
    """Return a function that finds the pieces a name stands for."""
    if ref == "self":
        return lambda run: (run.source,)
    if ref == "bearer":
        return _bearer
    return lambda run: run.bound.get(ref, ())


def _bearer(run: Run) -> Pieces:
    bearer = run.world.bearer(run.source)
    return run.bound.get("bearer", ()) if bearer is None else (bearer,)


def finder(selector: Selector, *, printed: bool = False) -> Find:
    """Return a function that finds the pieces of a selector, in the order of the table (or the selector's own)."""
    if isinstance(selector, str):
        return reference(selector)
    find = _listed(selector, printed=printed)
    if not selector.order and selector.limit is None:
        return find
    return _ordered(find, selector, printed=printed)


def _listed(select: Select, *, printed: bool) -> Find:
    tests, rest = _tests(select, printed=printed), _tests(select, printed=printed, narrowed=True)
    unrelated = _tests(replace(select, relation=""), printed=printed, narrowed=True) if select.relation and select.of == "self" else rest
    zone, side = select.zone, select.side
    among = reference(select.among) if select.among else None
    reach = None if select.within is None else number(select.within, printed=printed)

    def find(run: Run) -> Pieces:
        world = run.world
        asked = tests
        candidates: Iterable[PieceId]
        if among is not None:
            candidates = among(run)
        else:
            near = world.narrow(run, select, None if reach is None else reach(run))
            if near is not None:
                asked = unrelated if world.relates else rest
                if not asked:
                    return tuple(near)
                candidates = near
            else:
                candidates = [piece for seat in sides(run, side) for piece in world.pieces(zone, seat)]
        found: list[PieceId] = []
        for piece in candidates:
            for test in asked:
                if not test(run, piece):
                    break
            else:
                found.append(piece)
        return tuple(found)

    return find


def _ordered(find: Find, select: Select, *, printed: bool) -> Find:
    limit = None if select.limit is None else number(select.limit, printed=printed)
    order, _, stat = select.order.partition(":")

    def found(run: Run) -> Pieces:
        pieces = list(find(run))
        if order == "random":
            pieces = _at_work(run).world.chance.shuffle(pieces)
        elif order == "bottom":
            pieces.reverse()
        elif order in {"most", "least"}:
            sign = -1 if order == "most" else 1
            pieces.sort(key=lambda piece: sign * run.world.stat(piece, stat))
        return tuple(pieces if limit is None else pieces[: max(limit(run), 0)])

    return found


def sides(run: Run, side: str) -> tuple[Seat, ...]:
    """Return the seats on a side of the ability's controller, clockwise from it; `any` includes what nobody controls."""
    seats, seat = run.world.seats, run.seat
    if side == "own":
        return (seat,)
    if seat not in seats:
        return (*seats, NOBODY) if side == "any" else seats
    at = seats.index(seat)
    others = seats[at + 1 :] + seats[:at]
    return others if side == "foe" else (seat, *others, NOBODY)


def players(run: Run, who: Who) -> tuple[Seat, ...]:
    """Return the seats that words such as `foes` or `owner` (of the target) mean."""
    match who:
        case "you":
            return (run.seat,)
        case "foes":
            return sides(run, "foe")
        case "everyone":
            return tuple(seat for seat in sides(run, "any") if seat != NOBODY)
        case "owner" | "controller":
            about = run.bound.get("target") or run.bound.get("trigger") or (run.source,)
            asked = run.world.owner if who == "owner" else run.world.controller
            seat = asked(about[0])
            return () if seat == NOBODY else (seat,)
        case _:
            assert_never(who)


def matcher(selector: Selector, *, printed: bool = False) -> Fitting:
    """Return a function that tells whether one piece fits a selector (order and limit aside)."""
    if isinstance(selector, str):
        find = reference(selector)
        return lambda run, piece: piece in find(run)
    tests = _tests(selector, printed=printed)
    zone, side = selector.zone, selector.side
    among = reference(selector.among) if selector.among else None

    def fits(run: Run, piece: PieceId) -> bool:
        world = run.world
        if among is not None:
            if piece not in among(run):
                return False
        elif world.zone_of(piece) != zone:
            return False
        if side == "own" and world.controller(piece) != run.seat:
            return False
        if side == "foe" and world.controller(piece) in {run.seat, NOBODY}:
            return False
        return all(test(run, piece) for test in tests)

    return fits


def _tests(select: Select, *, printed: bool, narrowed: bool = False) -> tuple[Fitting, ...]:
    """Return the tests a piece must pass; of a narrowed choice, kind, distance and sight are known to be right."""
    tests: list[Fitting] = []
    kinds, traits, without = names(select.kind), frozenset(names(select.trait)), frozenset(names(select.without))
    if kinds and not narrowed:
        tests.append(lambda run, piece: run.world.kind_of(piece) in kinds)
    if traits:
        tests.append(lambda run, piece: not traits.isdisjoint(run.world.traits_of(piece)))
    if without:
        tests.append(lambda run, piece: without.isdisjoint(run.world.traits_of(piece)))
    if select.card:
        tests.append(lambda run, piece: run.world.card_of(piece) == select.card)
    if select.owned:
        tests.append(lambda run, piece: run.world.owner(piece) == run.seat)
    of = reference(select.of)
    if select.other:
        tests.append(lambda run, piece: piece not in of(run))
    if select.relation:
        tests.append(lambda run, piece: any(piece in run.world.related(select.relation, one) for one in of(run)))
    if select.within is not None and not narrowed:
        reach = number(select.within, printed=printed)
        tests.append(lambda run, piece: any(run.world.distance(one, piece) <= reach(run) for one in of(run)))
    if select.sight and not narrowed:
        tests.append(lambda run, piece: any(run.world.sees(one, piece) for one in of(run)))
    if select.flag:
        tests.append(_checks(Check(stat=select.flag, at_least=1), printed=printed))
    tests += [_checks(check, printed=printed) for check in select.where]
    return tuple(tests)


def _checks(check: Check, *, printed: bool) -> Fitting:
    stat = check.stat
    low = None if check.at_least is None else number(check.at_least, printed=printed)
    high = None if check.at_most is None else number(check.at_most, printed=printed)
    same = None if check.equals is None else number(check.equals, printed=printed)

    def fits(run: Run, piece: PieceId) -> bool:
        value = run.world.printed(piece, stat) if printed else run.world.stat(piece, stat)
        if low is not None and value < low(run):
            return False
        if high is not None and value > high(run):
            return False
        return same is None or value == same(run)

    return fits


def number(amount: Amount, *, printed: bool = False) -> Number:
    """Return a function that works out an amount."""
    match amount:
        case int():
            return lambda _run: amount
        case CountOf(of):
            find = finder(of, printed=printed)
            return lambda run: len(find(run))
        case StatOf(stat, of):
            read = _reader(stat, printed=printed)
            if of == "self":
                return lambda run: read(run, run.source)
            find = finder(of, printed=printed)
            return lambda run: sum(read(run, piece) for piece in find(run))
        case BestOf(stat, of):
            find = finder(of, printed=printed)
            read = _reader(stat, printed=printed)
            return lambda run: max((read(run, piece) for piece in find(run)), default=0)
        case SumOf(of):
            parts = tuple(number(part, printed=printed) for part in of)
            return lambda run: sum(part(run) for part in parts)
        case TimesOf(of, by):
            part = number(of, printed=printed)
            return lambda run: part(run) * by
        case HalfOf(of, up):
            part = number(of, printed=printed)
            return lambda run: (part(run) + up) // 2
        case Bounded(of, least, most):
            part = number(of, printed=printed)
            return lambda run: min(max(part(run), least), most)
        case Dice(count, sides):
            return lambda run: _roll(run, count, sides)
        case Bound(name):
            return lambda run: sum(run.bound.get(name, ()))
        case Resource(name, who):
            return lambda run: sum(run.world.resource(name, seat) for seat in players(run, who))
        case _:
            assert_never(amount)


def _reader(stat: str, *, printed: bool) -> Callable[[Run, PieceId], int]:
    if printed:
        return lambda run, piece: run.world.printed(piece, stat)
    return lambda run, piece: run.world.stat(piece, stat)


def _roll(run: Run, count: int, sides: int) -> int:
    work, total = _at_work(run), 0
    for _ in range(count):
        face = work.world.chance.roll(sides)
        work.world.rolled(run, sides, face)
        total += face
    return total


def _at_work(run: Run) -> Work:
    """Return a run that is resolving; raise Unspoken where something is only asked: nothing is left to chance there, or two askings would differ."""
    if not isinstance(run, Work):
        raise Unspoken(f"{run.card} leaves something to chance that is only asked")
    return run


def truth(condition: Condition, *, printed: bool = False) -> Truth:
    """Return a function that tells whether a condition holds."""
    match condition:
        case Compare(left, op, right):
            return _compared(number(left, printed=printed), op, number(right, printed=printed))
        case Exists(of, at_least):
            find = finder(of, printed=printed)
            return lambda run: len(find(run)) >= at_least
        case Fits(what, of):
            pieces, fits = reference(what), matcher(of, printed=printed)
            return lambda run: any(fits(run, piece) for piece in pieces(run))
        case TurnOf(of):
            return lambda run: (run.world.active == run.seat) is (of == "own")
        case Fact(name, of):
            about = reference(of)
            return lambda run: run.world.fact(name, run, about(run))
        case Not(of):
            part = truth(of, printed=printed)
            return lambda run: not part(run)
        case AllOf(of):
            parts = tuple(truth(part, printed=printed) for part in of)
            return lambda run: all(part(run) for part in parts)
        case AnyOf(of):
            parts = tuple(truth(part, printed=printed) for part in of)
            return lambda run: any(part(run) for part in parts)
        case _:
            assert_never(condition)


def _compared(left: Number, op: str, right: Number) -> Truth:
    match op:
        case "<":
            return lambda run: left(run) < right(run)
        case "<=":
            return lambda run: left(run) <= right(run)
        case "=":
            return lambda run: left(run) == right(run)
        case ">=":
            return lambda run: left(run) >= right(run)
        case ">":
            return lambda run: left(run) > right(run)
        case _:
            return lambda run: left(run) != right(run)
