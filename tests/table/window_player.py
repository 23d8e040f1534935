"""Plays at a real window with a real pointer: it reads where things are, and acts by mouse alone."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parents[2]
START = """
import json
import sys
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.window import run
from game.table.play.match import MatchScreen

if __name__ == "__main__":
    game, level, seed, options = sys.argv[1], sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
    match = Match.start(Setup(game, 2, seed=seed, options=options), (SeatPlan("human", "Ada"), SeatPlan(level, "Bob")))
    run(shelf(), MatchScreen(match))
"""
PATIENCE = 40.0
SHORT: dict[str, dict[str, str | int]] = {"overcross": {"rounds": 2}, "cardmaster": {"length": "3"}, "starcrossed": {"turns": 10}}
"""What makes a match of a game short."""


def missing() -> str:
    """Return why a real window cannot be had here, or an empty string."""
    absent = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
    return f"{' and '.join(absent)} not installed" if absent else ""


@contextmanager
def screen(size: str = "1366x800x24") -> Iterator[str]:
    """Run a screen of our own; the display's name is given."""
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-nolisten", "tcp", "-noreset"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as told:
        display = f":{told.readline().strip()}"
    try:
        yield display
    finally:
        server.terminate()
        server.wait(10)


class Window:
    """A running table and the hand that plays at it."""

    def __init__(
        self, display: str, folder: Path, game: str, level: str, seed: int, *,
        program: Callable[[list[str]], list[str]] | None = None, options: Mapping[str, str | int] | None = None,
    ) -> None:  # fmt: skip
        """Start a match at a window of the checkout, or of a `program`, which tells how it is started with some words.

        What it reaches is not measured: measuring makes it half as fast, and its code is reached by other tests.
        """
        self.file = folder / "targets.json"
        home = folder / "home"
        home.mkdir(exist_ok=True)
        (home / "settings.json").write_text(json.dumps({"speed": "instant", "reduced_motion": True, "muted": True, "think": "short"}))
        start = folder / "start.py"
        start.write_text(START)
        here = [sys.executable, str(start), game, level, str(seed), json.dumps(options or {})]
        there = ["play", game, "--seat", "human", level, "--seed", str(seed)]
        self.env = {
            **{key: value for key, value in os.environ.items() if not key.startswith(("SDL_", "COVERAGE"))},
            "DISPLAY": display,
            "STARCROSS_HOME": str(home),
            "STARCROSS_TARGETS": str(self.file),
            "SDL_AUDIODRIVER": "dummy",
            "PYTHONPATH": str(ROOT),
        }
        self.errors = (folder / "errors.txt").open("w+")
        self.process = subprocess.Popen(
            program(there) if program else here, env=self.env, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=self.errors
        )
        self.ups = self.keys = 0
        self.id = ""

    def close(self) -> str:
        """End the table and return what it complained about."""
        self.process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        self.process.wait()
        self.errors.seek(0)
        words = self.errors.read()
        self.errors.close()
        return words

    def now(self) -> dict[str, Any]:
        """Return what the table last said of itself."""
        try:
            return json.loads(self.file.read_text())
        except (FileNotFoundError, json.JSONDecodeError):
            return {}

    def wait(self, ready: Any, what: str) -> dict[str, Any]:
        """Wait until the table is as wanted."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.process.poll() is not None:
                raise AssertionError(f"the table went away while waiting for {what}")
            told = self.now()
            if told and told.get("ups", 0) >= self.ups and ready(told):
                return told
            time.sleep(0.02)
        raise AssertionError(f"waited in vain for {what}: {json.dumps(self.now())[:600]}")

    def hand(self, *words: Any) -> None:
        """Move the real pointer."""
        self.ups += words.count("mouseup")
        if not self.id:
            found = ["timeout", "40", "xdotool", "search", "--sync", "--onlyvisible", "--class", "starcross"]
            self.id = subprocess.run(found, env=self.env, check=True, capture_output=True, text=True).stdout.split()[0]
        told = [word for each in words for word in (("mousemove", "--window", self.id) if each == "mousemove" else (str(each),))]
        subprocess.run(["timeout", "20", "xdotool", *told], env=self.env, check=True)

    def greet(self) -> None:
        """Wiggle the pointer until the window has noticed it; at its first start it is opened twice while the faster display is probed."""
        for attempt in range(200):
            if self.process.poll() is not None:
                raise AssertionError("the table went away before its window was seen")
            try:
                self.hand("mousemove", 200 + attempt % 7, 300)
            except subprocess.CalledProcessError:
                self.id = ""
            time.sleep(0.1)
            if self.now().get("pointer", [-1, -1])[0] >= 200:
                self.id = ""  # the pointer may have been moved over the window that was there before
                return
        raise AssertionError("the window never noticed the pointer")

    def click(self, at: list[int]) -> None:
        """Click somewhere."""
        self.hand("mousemove", *at, "sleep", 0.03, "mousedown", 1, "sleep", 0.03, "mouseup", 1)

    def drag(self, here: list[int], there: list[int]) -> None:
        """Drag from one place to another."""
        middle = [(a + b) // 2 for a, b in zip(here, there, strict=True)]
        self.hand(
            "mousemove", *here, "sleep", 0.03, "mousedown", 1, "sleep", 0.03, "mousemove", *middle, "sleep", 0.03,
            "mousemove", *there, "sleep", 0.05, "mouseup", 1,
        )  # fmt: skip


def settled(told: dict[str, Any]) -> bool:
    """Tell whether the hand has something to do, or the match is over."""
    return not told["busy"] and bool(told["human"] or told["dialog"])


def answer(window: Window, told: dict[str, Any]) -> None:
    """Press the first button of a question with the pointer."""
    window.click(told["dialog"][0]["at"])
    window.ups -= 1  # the match counts what is let go over itself, not over what lies on it


class Hands(NamedTuple):
    """How one plays: what does one thing on the table and says it in words, and what presses the first button of a question."""

    act: Callable[[Window, dict[str, Any], random.Random], str]
    answer: Callable[[Window, dict[str, Any]], None]


def play(window: Window, seed: int, most: int = 500, hands: Hands | None = None) -> dict[str, Any]:
    """Play until the match is over, by mouse or by other hands; every act must change something, or the play fails."""
    hands = hands or Hands(act, answer)
    chance = random.Random(seed)
    window.greet()
    told = window.wait(settled, "the first turn")
    for _ in range(most):
        if told["dialog"] and told["outcome"] is not None:
            return told
        before = mark(told)
        if told["dialog"]:  # it would change nothing: asked once, and done all the same
            done = "answering a warning"
            hands.answer(window, told)
            told = window.wait(lambda told: settled(told) and (not told["dialog"] or told["outcome"] is not None), done)
            continue
        done = hands.act(window, told, chance)
        told = window.wait(lambda told, before=before: settled(told) and (told["dialog"] or mark(told) != before), done)
    raise AssertionError(f"the match did not end within {most} acts")


def mark(told: dict[str, Any]) -> tuple[Any, ...]:
    """Return what every act must change."""
    return told["count"], told["held"], tuple(told["menu"])


def uncovered(window: Window, offer: dict[str, Any], end: int) -> dict[str, Any]:
    """Return an offer whose source (0) or target (1) can be met: where it lies in a pile, the pile is laid open first."""
    if not offer["covered"][end]:
        return offer
    held = window.now()["held"]
    if held:
        window.hand("mousemove", *offer["to"])
    else:
        window.click(offer["to" if end else "from"])
    told = window.wait(lambda now: not now["busy"] and now["opened"], f"laying open what {offer['words']} is in")
    return next(
        each
        for each in told["offers"]
        if (each["words"], each["source"], each["target"]) == (offer["words"], offer["source"], offer["target"])
    )


def act(window: Window, told: dict[str, Any], chance: random.Random) -> str:
    """Do one thing and return it in words."""
    if told["menu"]:
        row = chance.choice([widget for widget in told["widgets"] if widget["key"].startswith("menu-")])
        window.click(row["at"])
        return f"choosing {row['key']} of {told['menu']}"
    pairs = [offer for offer in told["offers"] if offer["allowed"] and offer["from"] and offer["to"] and not offer["form"]]
    buttons = [
        widget for widget in told["widgets"] if widget["enabled"] and (widget["key"] == "main" or widget["key"].startswith("offer-"))
    ]
    if pairs and not told["held"] and (not buttons or chance.random() < 0.85):
        offer = uncovered(window, chance.choice(pairs), 0)
        if chance.random() < 0.3 or offer["covered"][1]:
            window.click(offer["from"])
            window.wait(lambda now: not now["busy"] and (now["held"] == offer["source"] or now["menu"]), f"picking up {offer['source']}")
            window.click(uncovered(window, offer, 1)["to"])
        else:
            window.drag(offer["from"], offer["to"])
        return f"{offer['words']} ({offer['source']} {offer['from']} to {offer['target']} {offer['to']})"
    direct = [offer for offer in told["offers"] if offer["allowed"] and not offer["source"] and offer["to"] and not offer["form"]]
    if direct and not told["held"] and (not buttons or chance.random() < 0.85):
        offer = uncovered(window, chance.choice(direct), 1)
        window.click(offer["to"])
        return f"{offer['words']} ({offer['target']} {offer['to']})"
    lone = [offer for offer in told["offers"] if offer["allowed"] and offer["from"] and offer["target"] is None and not offer["form"]]
    if lone and (not buttons or chance.random() < 0.5):
        offer = uncovered(window, chance.choice(lone), 0)
        window.click(offer["from"])
        return f"clicking {offer['source']}"
    assert buttons, f"nothing to do: {json.dumps(told)[:600]}"
    button = chance.choice(buttons)
    window.click(button["at"])
    return f"pressing {button['label']}"
