"""What the desktop grants the window: how large it opens, and how fast a picture is shown."""

from __future__ import annotations

import contextlib
import time

import pygame

FIRST, SMALLEST = (1280, 720), (1024, 640)
_LARGER = ((1600, 900), (1920, 1080), (2560, 1440))
_ROOMY = 0.76
_FRAME = 72  # what a title bar and a task bar may take of a desktop's height, in pixels


def first_size(left: tuple[int, int]) -> tuple[int, int]:
    """Return how large the window opens, in pixels: as it was left, or at first with room around it; never larger than the desktop."""
    with contextlib.suppress(pygame.error):
        width, height = pygame.display.get_desktop_sizes()[0]
        if left == (0, 0):
            left = next((size for size in reversed(_LARGER) if size[0] <= _ROOMY * width and size[1] <= _ROOMY * height), FIRST)
        return min(left[0], width), min(left[1], height - _FRAME)
    return FIRST if left == (0, 0) else left


def flip_seconds() -> float:
    """Return how long it takes to show a picture now, in seconds: the middle one of three."""
    pygame.display.flip()
    times = []
    for _ in range(3):
        start = time.perf_counter()
        pygame.display.flip()
        times.append(time.perf_counter() - start)
    return sorted(times)[1]
