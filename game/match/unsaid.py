"""What a lesson or a puzzle names that comes up nowhere: an action that nobody is offered, an event that is never told, a name that nothing has.

Nobody is stopped by such a slip: a step glows less, the others let things pass, a condition never holds. So it is looked for once the course was played through by
its own solution; what its goal speaks of, and what the others answer, in matches played at random from its beginning as well. Of an event in a goal all cards and seats are taken for alike.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from game.content.faults import quoted
from game.content.positions import Position, Step, fits
from game.kernel.chance import Chance
from game.kernel.scene import Scene
from game.kernel.words import fitting, meant
from game.match.course import SOLVED, Course
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box

_MATCHES, _ACTIONS = 12, 120

MOST_TOLD = 3
"""So many of the events of a step are named where none is like what was meant."""


def unsaid(course: Course) -> list[tuple[str, str]]:
    """Return the place of everything that a course names and that came up nowhere on its way, and in words what is wrong with it, without a full stop."""
    found = [
        (f"steps[{at}].{key}", words)
        for at, step in enumerate(course.position.steps[: course.number + 1])
        for key, words in _of_step(course, at, step)
    ]
    goal = course.position.goal
    if goal is not None:
        asked = (("never", goal.never), ("told", goal.told if course.verdict != SOLVED else ""))
        found += [(f"goal.{key}", words) for key, pattern in asked if pattern for words in _of_goal(course, pattern)]
    return found


def _of_step(course: Course, at: int, step: Step) -> Iterator[tuple[str, str]]:
    match, seat = course.match, course.seat
    moments = [number for number in range(match.count + 1) if course.acting_at(number) == at]
    own = {words for number in moments for words in _offered(match, number, lambda actor: actor == seat)}
    lost = list[tuple[str, str]]()
    if own:
        lost += [("do", f"no offer here is {_like(each, own)}") for each in step.do if not _any(each, own)]
    lost += [("reply", f"the others are offered nothing like {like}") for each in step.reply if (like := _unlike(course, each, _answers))]
    if step.glow:
        names = {name for number in range(match.count + 1) for name in _named(match, match.scene_at(seat, number))}
        lost += [("glow", f"nothing is called {_like(each, names)}") for each in step.glow if each not in names]
    yield from lost
    if step.done and at == course.number and course.verdict != SOLVED and not any(key == "do" for key, _ in lost):
        told = dict.fromkeys(words for number in moments if number < match.count for words in _told(course, number + 1))
        yield "done", f"nothing is told here like {quoted(step.done)}{meant(step.done, told) or fitting([*told][:MOST_TOLD])}"


def _of_goal(course: Course, pattern: str) -> Iterator[str]:
    """Yield that an event comes up nowhere, be it of another card or seat."""
    cards = {face.name for face in open_box(course.position.game).catalogue()}
    names = {*cards, *course.match.names, *_named(course.match, course.match.scene_at(course.seat, 0))} - {""}
    if like := _unlike(course, pattern, _all_told, _masked(sorted(names, key=len, reverse=True))):
        yield f"nothing is ever told like {like}"


def _unlike(course: Course, pattern: str, said: Callable[[Course], set[str]], alike: Callable[[str], str] = str) -> str:
    """Return a pattern, and what would fit, where nothing `said` does, on the way nor in matches played at random from its beginning; else nothing."""
    meaning, known = alike(pattern), said(course)
    for number in range(_MATCHES + 1):
        if any(fits(meaning, alike(words)) for words in known):
            return ""
        if number < _MATCHES:
            known |= said(_at_random(course.position, Chance(number)))
    return _like(pattern, known)


def _all_told(course: Course) -> set[str]:
    return {words for number in range(1, course.match.count + 1) for words in _told(course, number)}


def _answers(course: Course) -> set[str]:
    """Return what the others are offered."""
    return {
        words for number in range(course.match.count + 1) for words in _offered(course.match, number, lambda actor: actor != course.seat)
    }


def _at_random(position: Position, chance: Chance) -> Course:
    course = Course(position, Match.lay(position, (SeatPlan("human"),) * position.setup.seats))
    for _ in range(_ACTIONS):
        if course.match.deciding is None:
            break
        course.match.submit(chance.pick(course.match.legal()))
    return course


def _masked(names: Iterable[str]) -> Callable[[str], str]:
    found = re.compile("|".join(map(re.escape, names)), re.IGNORECASE)
    return lambda words: found.sub("someone", words)


def _offered(match: Match, number: int, of: Callable[[int | None], bool]) -> Iterable[str]:
    """Return what was offered after so many actions, if it was asked of one of those."""
    if number < match.count:
        return match.sentences(number + 1).values() if of(match.actor(number + 1)) else ()
    return [match.spoken(offer.words) for offer in match.offers()] if match.deciding is not None and of(match.deciding) else ()


def _told(course: Course, number: int) -> Iterator[str]:
    match = course.match
    return (match.spoken(telling.words) for telling in match.told(course.seat, number))


def _named(match: Match, scene: Scene) -> Iterator[str]:
    for piece in scene.pieces.values():
        if piece.face:
            yield piece.face if piece.kind == "die" else match.rules.face(piece.face).name
    yield from (zone.label for zone in scene.zones.values())
    yield from (seat.label for seat in scene.seats)


def _any(pattern: str, among: Iterable[str]) -> bool:
    return any(fits(pattern, words) for words in among)


def _like(pattern: str, among: Iterable[str]) -> str:
    return f"{quoted(pattern)}{meant(pattern, among)}"
