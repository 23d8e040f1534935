"""Closing the window: what was typed or built and is not kept yet is asked about first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol


class Holding(Protocol):
    """A screen, which may hold what is not kept yet."""

    def unkept(self) -> str:
        """Return what would be lost with the window, in a sentence; empty where nothing would."""
        ...


class Closing:
    """Whether a window may close: `ask` lays a question over it about what would be lost, a sentence each, and returns the question."""

    def __init__(self) -> None:
        self.ask: Callable[[Sequence[str]], Holding] | None = None
        self.question: Holding | None = None

    def may(self, screens: Sequence[Holding]) -> bool:
        """Tell whether the window may close, or ask where something would be lost; whoever closes it once more has answered."""
        lost = [words for screen in screens if (words := screen.unkept())]
        if lost and self.ask is not None and self.question not in screens:
            self.question = self.ask(lost)
            return False
        return True
