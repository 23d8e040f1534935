"""One step of a match: the new state, and what happened on the way, in order.

Inside `apply` a game works on a Draft: a working copy whose verbs change it and record the event in the same breath,
so that state and story cannot disagree. With each event a Draft keeps the state as it stood right then; pictures of
those states are what the table animates between.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from game.kernel.chance import Chance

S = TypeVar("S")
E = TypeVar("E")


class Happened(Generic[S, E]):
    """An event, what caused it (index of an earlier event of the step, or -1: the action) and the state right after."""

    __slots__ = ("cause", "event", "state")

    def __init__(self, event: E, cause: int, state: S) -> None:
        self.event = event
        self.cause = cause
        self.state = state


class Step(Generic[S, E]):
    """A new state and the story that led to it."""

    __slots__ = ("state", "story")

    def __init__(self, state: S, story: tuple[Happened[S, E], ...]) -> None:
        self.state = state
        self.story = story

    @property
    def events(self) -> tuple[E, ...]:
        """Return the events alone, in order."""
        return tuple(happened.event for happened in self.story)


class Closed:
    """What can be asked and not changed: nothing on it can be set any more, and AttributeError is raised when somebody tries."""

    __slots__ = ()

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} of a table that is only asked cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{name} of a table that is only asked cannot be taken away")


class Draft(Generic[S, E]):
    """A working copy of a state; a game's own Draft adds its fields, its verbs and `freeze`.

    With `telling` false nothing is recorded: search plays thousands of futures whose story nobody reads.
    """

    __slots__ = ("cause", "chance", "story", "telling")

    def __init__(self, chance: Chance, *, telling: bool) -> None:
        self.chance = chance
        self.telling = telling
        self.cause = -1
        self.story: list[Happened[S, E]] = []

    def freeze(self) -> S:
        """Return the draft as a state; the draft may go on changing afterwards."""
        raise NotImplementedError

    def record(self, event: E) -> int:
        """Add an event that has just changed the draft; return its index, to be named as a cause."""
        if self.telling:
            self.story.append(Happened(event, self.cause, self.freeze()))
        return len(self.story) - 1

    def finish(self) -> Step[S, E]:
        """Return the step: the final state and the story."""
        return Step(self.freeze(), tuple(self.story))
