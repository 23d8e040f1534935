"""What hands do, as pygame tells it, in the words and units of the table."""

from __future__ import annotations

from collections.abc import Iterable

import pygame

from game.table.canvas.view import Event, View

_PINCHED = 0.004
"""How far two fingers part or meet, as a part of the window, before that counts as a turn of the wheel."""


def translated(event: pygame.event.Event, view: View, pointer: tuple[float, float]) -> Event | None:
    """Return a pygame event in our words and units, or None when it is none of ours; keys and wheels are where the pointer was last."""
    match event.type:
        case pygame.MOUSEMOTION:
            x, y = view.logical(*event.pos)
            return Event("move", x, y)
        case pygame.MOUSEBUTTONDOWN | pygame.MOUSEBUTTONUP if event.button <= 3:
            x, y = view.logical(*event.pos)
            down = event.type == pygame.MOUSEBUTTONDOWN
            mods = pygame.key.get_mods() if pygame.display.get_init() else 0
            shift, ctrl = bool(mods & pygame.KMOD_SHIFT), bool(mods & pygame.KMOD_CTRL)
            return Event("down" if down else "up", x, y, event.button, getattr(event, "clicks", 1), shift=shift, ctrl=ctrl)
        case pygame.MOUSEWHEEL:
            return Event("wheel", *pointer, dy=getattr(event, "precise_y", 0.0) or float(event.y))
        case pygame.MULTIGESTURE if abs(event.pinched) > _PINCHED:
            return Event("wheel", event.x * view.width, event.y * view.height, dy=1.0 if event.pinched > 0 else -1.0)
        case pygame.WINDOWLEAVE:
            return Event("leave", -1, -1)
        case pygame.KEYDOWN | pygame.KEYUP:
            mods = getattr(event, "mod", 0)
            return Event(
                "key" if event.type == pygame.KEYDOWN else "release",
                *pointer,
                key=pygame.key.name(event.key),
                shift=bool(mods & pygame.KMOD_SHIFT),
                ctrl=bool(mods & pygame.KMOD_CTRL),
                alt=bool(mods & pygame.KMOD_ALT),
            )
        case pygame.TEXTINPUT:
            return Event("text", text=event.text)
        case _:
            return None


def spared(events: Iterable[pygame.event.Event]) -> list[pygame.event.Event]:
    """Leave out all but the last of several pointer moves in a row."""
    kept: list[pygame.event.Event] = []
    for event in events:
        if kept and event.type == pygame.MOUSEMOTION == kept[-1].type:
            kept[-1] = event
        else:
            kept.append(event)
    return kept
