"""Everything that happened so far: each state, each action, and the pictures between them.

States share structure, so keeping every one costs little; the events of a step are not kept but made again when
someone wants to see them, since the rules give the same story for the same action.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.kernel.cues import Beat, Telling, changes
from game.kernel.ids import Seat
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.match.conceding import conceded

KEPT_STEPS = 16
"""How many steps stay told, so that all seats and spectators of the newest ones can watch without a second telling."""


class Story:
    """The states and actions of a match from action number `base` on, `base` being 0 in a match with its beginning.

    `given` is the seat that gave the match up after the last action, if one did.
    """

    def __init__(self, rules: AnyRules, setup: Setup, base: int, state: Any, *, bare: bool = True) -> None:
        self.base = base
        self._rules = rules
        self._setup = setup
        self._states = [state]
        self._actions: list[Any] = []
        self._bare = bare and base == 0
        self._steps: dict[int, Step[Any, Any]] = {}
        self.given: Seat | None = None

    @property
    def seats(self) -> int:
        """Return how many sit at the table."""
        return self._setup.seats

    @property
    def over(self) -> Outcome | None:
        """Return how the match ended, by the rules or because a seat gave it up; None while it goes on."""
        outcome = self._rules.outcome(self.state)
        return conceded(self.given, self._setup.seats) if outcome is None and self.given is not None else outcome

    @property
    def count(self) -> int:
        """Return the number of the last action."""
        return self.base + len(self._actions)

    @property
    def state(self) -> Any:
        """Return the present state."""
        return self._states[-1]

    @property
    def states(self) -> list[Any]:
        """Return every state, the one after action `base` first."""
        return self._states

    def at(self, number: int) -> Any:
        """Return the state after action `number`; raise IndexError for one that is not there."""
        if not self.base <= number <= self.count:
            raise IndexError(f"there is no action {number}: the match has {self.base} to {self.count}")
        return self._states[number - self.base]

    def action(self, number: int) -> Any:
        """Return action `number`, counted from 1."""
        if not self.base < number <= self.count:
            raise IndexError(f"there is no action {number}: the match has {self.base} to {self.count}")
        return self._actions[number - self.base - 1]

    def add(self, action: Any, state: Any, step: Step[Any, Any] | None = None) -> None:
        """Add an action and the state it led to, with its step when that is at hand."""
        self._actions.append(action)
        self._states.append(state)
        if step is not None:
            self._keep(self.count, step)

    def cut(self, number: int) -> None:
        """Forget everything after action `number`."""
        self.at(number)
        del self._states[number - self.base + 1 :]
        del self._actions[number - self.base :]
        self._steps = {key: step for key, step in self._steps.items() if key <= number}

    def step(self, number: int) -> Step[Any, Any]:
        """Return step `number` with its events: 0 is the setup, n the n-th action."""
        state = self.at(number)
        kept = self._steps.get(number)
        if kept is None:
            if number > self.base:
                kept = self._rules.apply(self.at(number - 1), self.action(number))
            elif self._bare:
                kept = self._rules.setup(self._setup)
            else:
                kept = Step(state, ())
            self._keep(number, kept)
        return kept

    def scene_at(self, seat: Seat, number: int) -> Scene:
        """Return the picture after action `number`; -1 is the bare table before the setup's first event, where there was one."""
        if number == -1 and not self._bare:
            return self._picture(self.at(self.base), seat)
        if number == -1:
            step = self.step(0)
            return bare_table(self._picture(step.story[0].state if step.story else step.state, seat))
        return self._picture(self.at(number), seat)

    def beats(self, seat: Seat, number: int) -> tuple[Beat, ...]:
        """Return the beats of step `number` as a seat sees them, one an event.

        Folded over the picture before, they give the picture after; changes without an event make one last beat. That the match was given up
        after the last action is told behind what that one did.
        """
        return (*self._beats(seat, number), *(Beat(telling, ()) for telling in self._given_up(number)))

    def told(self, seat: Seat, number: int) -> tuple[Telling, ...]:
        """Return what a seat is told of step `number`: the tellings of its beats, without the pictures, which take long."""
        return (*self.heard(seat, number), *self._given_up(number))

    def heard(self, seat: Seat, number: int) -> tuple[Telling, ...]:
        """Return how the events of step `number` are told to a seat."""
        found = []
        for happened in self.step(number).story:
            event = self._rules.redact(happened.event, seat)
            telling = None if event is None else self._rules.tell(event, self._rules.observe(happened.state, seat))
            found += [telling] if telling is not None else []
        return tuple(found)

    def _given_up(self, number: int) -> list[Telling]:
        """Return the telling that the match was given up after an action, if it was."""
        over = self.over if self.given is not None and number == self.count else None
        return [] if over is None else [Telling(over.words, "end")]

    def _beats(self, seat: Seat, number: int) -> tuple[Beat, ...]:
        """Return the beats of what an action did."""
        step = self.step(number)
        if not step.story:
            return ()
        before = self.scene_at(seat, number - 1)
        beats = []
        for happened in step.story:
            observation = self._rules.observe(happened.state, seat)
            after = self._rules.scene(observation)
            event = self._rules.redact(happened.event, seat)
            telling = None if event is None else self._rules.tell(event, observation)
            beats.append(Beat(telling, changes(before, after), happened.cause))
            before = after
        rest = changes(before, self._picture(step.state, seat))
        if rest:
            beats.append(Beat(None, rest))
        return tuple(beats)

    def _picture(self, state: Any, seat: Seat) -> Scene:
        return self._rules.scene(self._rules.observe(state, seat))

    def _keep(self, number: int, step: Step[Any, Any]) -> None:
        self._steps[number] = step
        while len(self._steps) > KEPT_STEPS:
            self._steps.pop(next(iter(self._steps)))


def bare_table(scene: Scene) -> Scene:
    """Return a picture with its seats and empty zones only."""
    zones = {key: replace(zone, count=0) for key, zone in scene.zones.items()}
    return replace(scene, zones=zones, pieces={}, counters={}, prompt=None)
