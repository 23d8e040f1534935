"""A game controller: its buttons are the keys that do the same, so that it reaches whatever the keyboard reaches.

SDL's own mapping says which button is which on every make. The cross and the left stick are the arrows, the lower button picks up and puts
down, the right one lets go, the left one is the main button, the upper one looks closer; the shoulders walk on and back. A press on the left stick goes to what is asked, on the right one to the main button.
"""

from __future__ import annotations

import contextlib
from typing import Any

import pygame

_BUTTONS = {
    pygame.CONTROLLER_BUTTON_A: pygame.K_RETURN,
    pygame.CONTROLLER_BUTTON_B: pygame.K_ESCAPE,
    pygame.CONTROLLER_BUTTON_X: pygame.K_SPACE,
    pygame.CONTROLLER_BUTTON_Y: pygame.K_v,
    pygame.CONTROLLER_BUTTON_BACK: pygame.K_l,
    pygame.CONTROLLER_BUTTON_START: pygame.K_ESCAPE,
    pygame.CONTROLLER_BUTTON_LEFTSTICK: pygame.K_HOME,
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: pygame.K_END,
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: pygame.K_TAB,
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: pygame.K_TAB,
    pygame.CONTROLLER_BUTTON_DPAD_UP: pygame.K_UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: pygame.K_DOWN,
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: pygame.K_LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: pygame.K_RIGHT,
}
_STICK = {
    pygame.CONTROLLER_AXIS_LEFTX: (pygame.K_LEFT, pygame.K_RIGHT),
    pygame.CONTROLLER_AXIS_LEFTY: (pygame.K_UP, pygame.K_DOWN),
}
FAR, NEAR = 18000, 10000
"""How far the stick is pushed, of 32767, before it counts as an arrow, and how far it has come back before it no longer does."""


class Controllers:
    """The controllers that are plugged in, and where their sticks stand."""

    def __init__(self) -> None:
        self._open: dict[int, Any] = {}
        self._pushed: dict[int, int] = {}

    def keys(self, event: pygame.event.Event) -> list[pygame.event.Event]:
        """Return the keys that an event of a controller presses or lets go; any other event is returned as it is."""
        match event.type:
            case pygame.CONTROLLERDEVICEADDED:
                self._plugged_in(event.device_index)
            case pygame.CONTROLLERDEVICEREMOVED:
                self._open.pop(event.instance_id, None)
            case pygame.CONTROLLERBUTTONDOWN | pygame.CONTROLLERBUTTONUP:
                key = _BUTTONS.get(event.button)
                if key is not None:
                    back = event.button == pygame.CONTROLLER_BUTTON_LEFTSHOULDER
                    return [_key(key, down=event.type == pygame.CONTROLLERBUTTONDOWN, shift=back)]
            case pygame.CONTROLLERAXISMOTION:
                return self._stick(event.axis, event.value)
            case _:
                return [event]
        return []

    def _plugged_in(self, index: int) -> None:
        with contextlib.suppress(ImportError, pygame.error):
            from pygame._sdl2 import controller  # noqa: PLC0415  (only who has one needs it)

            if not controller.get_init():
                controller.init()
            opened = controller.Controller(index)
            self._open[opened.id] = opened

    def _stick(self, axis: int, value: int) -> list[pygame.event.Event]:
        """Return the arrow that a stick has become, or has stopped to be."""
        if axis not in _STICK:
            return []
        before = self._pushed.get(axis, 0)
        low, high = _STICK[axis]
        now = low if value < -FAR else high if value > FAR else before if abs(value) > NEAR else 0
        if now == before:
            return []
        self._pushed[axis] = now
        let_go = [_key(before, down=False)] if before else []
        return [*let_go, _key(now, down=True)] if now else let_go


def listen() -> None:
    """Have SDL tell of controllers; a system that has no such part tells of none."""
    with contextlib.suppress(ImportError, pygame.error):
        from pygame._sdl2 import controller  # noqa: PLC0415

        controller.init()


def _key(key: int, *, down: bool, shift: bool = False) -> pygame.event.Event:
    kind = pygame.KEYDOWN if down else pygame.KEYUP
    return pygame.event.Event(kind, key=key, mod=pygame.KMOD_SHIFT if shift else 0, unicode="", scancode=0, controller=True)
