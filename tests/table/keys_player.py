"""Plays at a real window with the keyboard alone: Tab walks, Enter picks up and puts down, digits choose."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from window_player import Window, screen, settled

_TRIES = 6
"""So often a way is counted anew: opening a pile on the way moves what lies behind it."""


def missing() -> str:
    """Return why nothing can be typed at a real window here, or an empty string."""
    absent = [tool for tool in ("Xvfb", "xdotool", "openbox") if shutil.which(tool) is None]
    return f"{' and '.join(absent)} not installed" if absent else ""


@contextmanager
def desk() -> Iterator[str]:
    """Run a screen of our own on which windows get the keyboard; the display's name is given."""
    with screen() as display:
        windows = subprocess.Popen(["openbox"], env={"DISPLAY": display, "PATH": "/usr/bin:/bin"}, stderr=subprocess.DEVNULL)
        try:
            yield display
        finally:
            windows.terminate()
            windows.wait(10)


def press(window: Window, *keys: str) -> None:
    """Press keys one after the other on the table, none so long that it repeats; Shift counts as a key too."""
    pressed = [key.split("+") for key in keys]
    window.keys = max(window.keys, window.now().get("keys", 0)) + sum(map(len, pressed))
    words = [
        each
        for parts in pressed
        for each in (*(("keydown", "--delay", "4", part) for part in parts), *(("keyup", "--delay", "4", part) for part in reversed(parts)))
    ]
    window.hand(*(word for each in words for word in each))


def step(window: Window, *keys: str) -> dict[str, Any]:
    """Walk with keys that change nothing, and return where the keyboard then stands."""
    press(window, *keys)
    return window.wait(lambda told: settled(told) and told["keys"] >= window.keys, f"walking by {keys}")


def walk(window: Window, told: dict[str, Any], there: str, key: str) -> str:
    """Walk with one key until the keyboard stands there, and return where that is.

    The table tells where the keyboard can stand, so the way is counted and pressed at once; where it leads elsewhere, it is counted anew.
    """
    for _ in range(_TRIES):
        if told["cursor"] == there:
            return told["cursor"]
        stops = told["stops"] if key == "Tab" else told["stops"][::-1]
        here = stops.index(told["cursor"]) if told["cursor"] in stops else -1
        assert there in stops, f"no way leads to {there} by {key}: {told}"
        told = step(window, *[key] * ((stops.index(there) - here - 1) % len(stops) + 1))
    raise AssertionError(f"the way by {key} leads elsewhere each time: {told}")


def act(window: Window, told: dict[str, Any], chance: random.Random) -> str:
    """Do one thing by keys and return it in words."""
    if told["menu"]:
        number = chance.randrange(len(told["menu"]))
        press(window, str(number + 1))
        return f"choosing {told['menu'][number]}"
    allowed = [offer for offer in told["offers"] if offer["allowed"] and not offer["form"]]
    if told["held"]:
        targets = {offer["target"] for offer in allowed if offer["source"] == told["held"] and offer["to"]}
        at = walk(window, told, chance.choice(sorted(targets)), "Tab")
        press(window, "Return")
        return f"putting {told['held']} down on {at}"
    sources = {offer["source"] for offer in allowed if offer["source"] and offer["from"]}
    sources |= {offer["target"] for offer in allowed if not offer["source"] and offer["to"]}
    buttons = {each["key"] for each in told["widgets"] if each["enabled"] and (each["key"] == "main" or each["key"].startswith("offer-"))}
    if sources and (not buttons or chance.random() < 0.7):
        at = walk(window, told, chance.choice(sorted(sources)), "Tab")
        press(window, "Return")
        return f"Enter on {at}"
    if "main" in buttons and not told["cursor"] and chance.random() < 0.5:
        press(window, "space")
        return "Space"
    at = walk(window, told, chance.choice(sorted(buttons)), "shift+Tab")
    press(window, chance.choice(["Return", "space"]))
    return f"pressing {at}"


def answer(window: Window, told: dict[str, Any]) -> None:
    """Press the first button of a question."""
    first = told["dialog"][0]["key"]
    for _ in range(len(told["dialog"])):
        if window.wait(lambda now: now.get("focus"), "the focus of a question")["focus"] == first:
            break
        before = window.now()["focus"]
        window.hand("keydown", "Tab", "keyup", "Tab")
        window.wait(lambda now, before=before: now.get("focus") != before, "the next button of a question")
    window.hand("keydown", "Return", "keyup", "Return")
    window.wait(lambda now: settled(now) and (not now["dialog"] or now["outcome"] is not None), "answering a question")
