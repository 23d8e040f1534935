"""A key that is held down: walking and erasing go on by themselves, nothing else does.

The repeats are ours and not the system's, whose queue after a slow frame still holds those of a key that was let go long ago.
"""

from __future__ import annotations

import pygame

FIRST, NEXT = 0.4, 0.04
"""After how many seconds a key is pressed again, and then again."""

_REPEATING = {
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_TAB, pygame.K_BACKSPACE,
    pygame.K_DELETE, pygame.K_MINUS, pygame.K_PLUS, pygame.K_EQUALS,
}  # fmt: skip


class HeldKey:
    """The key that is down, if it is one that goes on by itself."""

    def __init__(self) -> None:
        self._pressed: pygame.event.Event | None = None
        self._again = 0.0

    def see(self, event: pygame.event.Event, now: float) -> None:
        """Look at an event: keys go down and up, and a window that loses the keyboard loses the key."""
        if event.type == pygame.KEYDOWN:
            self._pressed = event if event.key in _REPEATING else None
            self._again = now + FIRST
        elif event.type in {pygame.WINDOWFOCUSGAINED, pygame.WINDOWFOCUSLOST} or (
            event.type == pygame.KEYUP and self._pressed is not None and event.key == self._pressed.key
        ):
            self._pressed = None

    def due(self, now: float) -> pygame.event.Event | None:
        """Return the key's own event when it is time to press it again."""
        if self._pressed is None or now < self._again:
            return None
        self._again = now + NEXT
        return self._pressed
