"""What all tests of the table share: the pictures that a test had painted do not outlive it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from shell_stage import PAINTERS


@pytest.fixture(autouse=True)
def pictures_forgotten() -> Iterator[None]:
    """Forget what the painters of a finished test keep: an app is a knot that waits long to be collected, with up to 160 MB of pictures."""
    yield
    for painter in PAINTERS:
        painter.forget()
    PAINTERS.clear()
