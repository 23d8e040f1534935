"""The clock by which thinking and playing are measured: what the processor spent, so that other programs count as little as can be."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter, process_time

processor_time: Callable[[], float] = perf_counter if sys.platform == "win32" else process_time
"""Seconds of processor time; on Windows of the wall, as its own clock of the processor stands still for a sixty-fourth of a second at a time."""
