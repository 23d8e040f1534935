"""How much larger than usual the desktop shows everything, and what that makes of the window and of the text at the first start.

Windows and macOS tell it themselves; on X11 the desktops leave it in `GDK_SCALE`, `QT_SCALE_FACTOR` or the resource `Xft.dpi`. A system that counts
in points (macOS, Wayland) enlarges windows by itself, so that nothing is left to be done there.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import re
import sys

from game.table.canvas.view import View

_USUAL_DPI = 96.0
_MOST = 4.0
_DPI = re.compile(r"^Xft\.dpi:\s*(\d+(?:\.\d+)?)\s*$", re.MULTILINE)
FIRST = (1280, 720)
"""The smallest window that opens at first, in pixels: in it text of 100 % is as large as it is meant to be."""


def tell_sharpness() -> None:
    """Have Windows give the window its own pixels instead of enlarging a small picture; to be said before the display opens."""
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")


def scale_factor(driver: str) -> float:
    """Return how much larger than usual the desktop shows things, from 1 to 4, under a driver of the display by its name."""
    found = 0.0
    if driver == "windows":
        found = _of_windows()
    elif driver == "x11":
        found = _said("GDK_SCALE") * (_said("GDK_DPI_SCALE") or 1.0) or _said("QT_SCALE_FACTOR") or resource_factor(_x_resources())
    return min(_MOST, max(1.0, found))


def resource_factor(resources: str) -> float:
    """Return the factor that X resources name by `Xft.dpi`, 0 where they do not."""
    dpi = _DPI.search(resources)
    return float(dpi[1]) / _USUAL_DPI if dpi is not None else 0.0


def first_text(size: tuple[int, int], factor: float) -> int:
    """Return the text size in percent that a window of a size in pixels begins with under a factor, in steps of 5 from 100 to 175."""
    wanted = 100 * factor * View(FIRST).scale / View(size).scale
    return min(175, max(100, 5 * round(wanted / 5)))


def _said(name: str) -> float:
    try:
        return max(0.0, float(os.environ.get(name, "")))
    except ValueError:
        return 0.0


def _of_windows() -> float:
    with contextlib.suppress(AttributeError, OSError):
        return float(ctypes.windll.user32.GetDpiForSystem()) / _USUAL_DPI  # type: ignore[attr-defined,unused-ignore]
    return 0.0


def _x_resources() -> str:
    """Return the resources of the X server, empty where there is none or its library cannot be found."""
    if sys.platform in {"win32", "darwin"}:
        return ""
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:
        return ""
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XResourceManagerString.restype = ctypes.c_char_p
    x11.XResourceManagerString.argtypes = x11.XCloseDisplay.argtypes = [ctypes.c_void_p]
    display = x11.XOpenDisplay(None)
    if not display:
        return ""
    try:
        return (x11.XResourceManagerString(display) or b"").decode("utf-8", "replace")
    finally:
        x11.XCloseDisplay(display)
