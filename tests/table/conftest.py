"""What all tests of the table share: pictures that ship are read once, and what a test had painted of them does not outlive it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pygame
import pytest
from shell_stage import PAINTERS

ASSETS = Path(__file__).parents[2] / "assets"
KEPT = 100
"""So many pictures that ship are kept in their full size, of two thirds of a megabyte each."""

_load = pygame.image.load
_read = lru_cache(KEPT)(_load)


@pytest.fixture(autouse=True)
def pictures_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unpack a picture that ships once for all tests: each window gets a copy of its own, which is ten times as fast."""

    def load(file: Any, *more: str) -> pygame.Surface:
        shipped = isinstance(file, (str, Path)) and Path(file).is_relative_to(ASSETS)
        return _read(str(file)).copy() if shipped and not more else _load(file, *more)

    monkeypatch.setattr(pygame.image, "load", load)


@pytest.fixture(autouse=True)
def pictures_forgotten() -> Iterator[None]:
    """Forget what the painters of a finished test keep: an app is a knot that waits long to be collected, with up to 160 MB of pictures."""
    yield
    for painter in PAINTERS:
        painter.forget()
    PAINTERS.clear()
