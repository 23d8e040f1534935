"""The bar on stderr that tells how far something is, so that what is told on stdout stays clean."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn


def counting() -> Progress:
    """Return a bar of a number of things, of which it counts those that are done."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    return _bar(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())


def waiting() -> Progress:
    """Return a line of which nobody knows how long it will be there."""
    from rich.progress import SpinnerColumn, TextColumn, TimeElapsedColumn

    return _bar(SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())


def _bar(*columns: ProgressColumn) -> Progress:
    """Return a bar that leaves nothing behind, and in a file or a pipe no line either."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
