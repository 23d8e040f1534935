"""A hand that knows nothing presses, drags, types and closes through every page and every game, by seed, and nothing may come of it but play.

Run: python tools/monkey.py [--seed 1] [--deeds 2000] [--minutes 60] [GAME …] (or `make monkey`)
It posts what pygame posts to a window that is drawn nowhere: pointers, wheels, keys, words, controllers, other sizes, the window closed and opened again. What
was pressed least is pressed first, so that every page is come upon. It ends with exit code 1, the seed and its last deeds when anything is raised, when a table
no longer asks anybody anything, when no key leads back to the menu, and when a match that was left is not resumed as it stood; a window that
takes longer than two minutes over one deed ends with where it hangs. The same seed does the same deeds.
"""

from __future__ import annotations

import argparse
import faulthandler
import itertools
import os
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter, deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "table")]

import msgspec  # noqa: E402
import pygame  # noqa: E402
from shell_stage import Stage  # noqa: E402

from game import paths  # noqa: E402
from game.ai.levels import LEVELS  # noqa: E402
from game.ai.worker import Ask, Chosen, Desk, Thinker  # noqa: E402
from game.kernel.setup import Setup  # noqa: E402
from game.lab.running import Running  # noqa: E402
from game.match.match import Match  # noqa: E402
from game.match.replay import Replay  # noqa: E402
from game.match.seats import SeatPlan  # noqa: E402
from game.rules import SHIPPED, open_box, shelf  # noqa: E402
from game.table.pages.tell import tell  # noqa: E402
from game.table.play.match import MatchScreen  # noqa: E402
from game.table.screens import new_match  # noqa: E402
from game.table.screens.menu import MenuScreen  # noqa: E402
from game.table.screens.opening import screen_of, watch_from  # noqa: E402
from game.table.shell.bindings import pressed_for, silent_keys  # noqa: E402
from game.table.shell.page import Page  # noqa: E402
from game.table.shell.settings import CLOSINGS, SPEEDS  # noqa: E402
from game.table.shell.voice import Voice  # noqa: E402

HANGING_SECONDS = 120
"""A deed that takes longer is a window that hangs; nothing that is only slow comes near."""

PATIENT_FRAMES = 900
"""So many half seconds of the window's own time a table may take before it asks somebody something."""

HOMEWARD = 80
"""With so many presses one is back at the menu from anywhere."""

A_SITTING = 60
"""After about so many deeds the window is closed, and opened again on what it kept."""

LAST = 25
SIZES = ((1024, 640), (1280, 720), (1366, 768), (1920, 1080), (640, 480), (2560, 1440))
KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789+-", "return", "escape", "space", "tab", "up", "down", "left", "right", "home", "end", "page up", "page down",
    "backspace", "delete", "f1", "f2", "f5", "f8", "f9", "f10", "f11", "f12", "insert", "left shift",
)  # fmt: skip
MODS = (0, 0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL, pygame.KMOD_ALT, pygame.KMOD_CTRL | pygame.KMOD_SHIFT)
WORDS = (
    "Rex",
    "Ätzer",
    "../..",
    "100000",
    "-1",
    "0",
    "x" * 300,
    "星の十字",
    "\u202eabc",
    "🌹🌹",
    "\t\n",
    "a b",
    "*b*",
    "`",
    "{0}",
    "\x00",
    "I shall never die",
)


class Fault(Exception):  # noqa: N818  (it is what the monkey is after)
    """What should not come of a hand that only presses."""


class Monkey:
    """The hand, the window before it, and what both have been through."""

    def __init__(self, seed: int, games: Sequence[str] = SHIPPED) -> None:
        self.chance = Random(seed)
        self.games = tuple(games)
        self.pressed: Counter[tuple[str, str]] = Counter()
        self.pages: Counter[str] = Counter()
        self.played: Counter[str] = Counter()
        self.last: deque[str] = deque(maxlen=LAST)
        self.deeds = self.resumed = 0
        self.at_table: dict[Path, Match] = {}
        self.stage: Stage
        self._sittings = itertools.count()

    # --- the window

    def sit_down(self) -> None:
        """Open the window: on the menu, on a match of the next game, or on one that was left."""
        settings = {
            "text_size": self.chance.choice((100, 100, 125, 150, 175)),
            "high_contrast": self.chance.random() < 0.2,
            "reduced_motion": self.chance.random() < 0.4,
            "speed": self.chance.choice([name for name, _ in SPEEDS]),
            "closing": self.chance.choice([name for name, _ in CLOSINGS]),
        }
        self.stage = Stage(self.chance.choice(SIZES[:3]), games=shelf(), **settings)
        app = self.stage.app
        app.watch, app.tell = watch_from, tell
        self.stage.show(MenuScreen())
        number = next(self._sittings)
        left = [path for path in sorted(paths.saves_folder().glob("*.jsonl")) if path not in self.at_table]
        if left and self.chance.random() < 0.4:
            self.stage.show(screen_of(Match.resume(self.chance.choice(left))))
        elif self.chance.random() < 0.8:
            self.stage.show(MatchScreen(self._fresh(self.games[number % len(self.games)])))
        self._note("sits down at", type(self.stage.top).__name__)

    def _fresh(self, game: str) -> Match:
        """Return a new match with somebody at the first seat, and people or programs at the others."""
        seats = self.chance.choice(open_box(game).seats)
        others = ["human", *LEVELS]
        plans = [SeatPlan("human", f"Seat {seat}") if not seat else SeatPlan(self.chance.choice(others)) for seat in range(seats)]
        return Match.start(Setup(game, seats, seed=self.chance.randrange(2**31)), tuple(plans), folder=paths.saves_folder())

    def stand_up(self) -> None:
        """Close the window, and see that every match that lay on it can be resumed as it stood."""
        self.stage.app.let_go()
        self._see_matches()

    # --- deeds

    def do(self) -> None:
        """Do one thing, and see what came of it."""
        self.deeds += 1
        deeds = (
            [self._press] * 8
            + [self._play] * 8
            + [self._key] * 4
            + [self._point, self._drag, self._wheel, self._write, self._wait, self._window, self._pad]
        )
        self.chance.choice(deeds)()
        self._see_matches()
        if not self.stage.app.running or not self.stage.app.screens:
            self.stand_up()
            self.sit_down()
        top = self.stage.top
        self.pages[type(top).__name__] += 1
        match self.chance.randrange(A_SITTING):
            case 0:
                self.stand_up()
                self.sit_down()
            case 1 | 2:
                self.see_that_it_asks()
            case 3:
                self.go_home()
            case _:
                pass
        self._see_matches()

    def _note(self, *words: object) -> None:
        self.last.append(f"{self.deeds}: {' '.join(map(str, words))}")

    def _press(self) -> None:
        """Press a control of the top page, of those that were pressed least."""
        page = self.stage.top
        if not isinstance(page, Page) or not (widgets := [widget for widget in page.widgets() if widget.enabled]):
            self._key()
            return
        name = type(page).__name__
        least = min(self.pressed[name, widget.key] for widget in widgets)
        fresh = [widget for widget in widgets if self.pressed[name, widget.key] == least]
        widget = self.chance.choice(fresh if self.chance.random() < 0.6 else widgets)
        self.pressed[name, widget.key] += 1
        x, y, width, height = widget.rect
        self._note("presses", widget.key, "of", name)
        self._tap(x + width * self.chance.random(), y + height * self.chance.random())

    def _tap(self, x: float, y: float) -> None:
        how = self.chance.random()
        self.stage.tap(x, y, clicks=2 if how < 0.15 else 1)
        if how > 0.9:
            self.stage.tap(x, y, button=self.chance.choice((2, 3)))

    def _play(self) -> None:
        """Do what a match on the table offers: drag it, click it through, or press what goes on."""
        screen = self.stage.top
        if not isinstance(screen, MatchScreen):
            self._press()
            return
        board, grip = screen.view.board, screen.hand.grip
        if grip.menu or not (offers := [offer for offer in grip.offers if offer.refusal is None or self.chance.random() < 0.1]):
            self._press()
            return
        offer = self.chance.choice(offers)
        ends = [board.centre_of(place) for place in (offer.source, offer.target) if place]
        points = [point for point in ends if point is not None]
        self._note("plays", offer.words, "at", screen.match.count)
        if len(points) == 2 and self.chance.random() < 0.5:
            self._carry(*points)
        else:
            for point in points:
                self._tap(*point)
        if not points:
            self._press()

    def _carry(self, here: tuple[float, float], there: tuple[float, float]) -> None:
        self.stage.move(*here)
        self.stage.down(*here)
        for part in (0.3, 0.7, 1.0):
            self.stage.move(here[0] + (there[0] - here[0]) * part, here[1] + (there[1] - here[1]) * part)
        if self.chance.random() < 0.1:
            self.stage.press("escape")
        self.stage.up(*there)

    def _somewhere(self) -> tuple[float, float]:
        view = self.stage.app.view
        return self.chance.uniform(-5, view.width + 5), self.chance.uniform(-5, view.height + 5)

    def _point(self) -> None:
        at = self._somewhere()
        self._note("clicks at", *map(round, at))
        self._tap(*at)

    def _drag(self) -> None:
        here, there = self._somewhere(), self._somewhere()
        self._note("drags from", *map(round, here), "to", *map(round, there))
        self._carry(here, there)

    def _wheel(self) -> None:
        self.stage.move(*self._somewhere())
        self._note("turns the wheel")
        self.stage.wheel(self.chance.choice((-30, -3, -1, 1, 3, 30)))

    def _key(self) -> None:
        key, mod = self.chance.choice(KEYS), self.chance.choice(MODS)
        self._note("keys", key, mod)
        self.stage.press(key, mod=mod)

    def _write(self) -> None:
        words = self.chance.choice(WORDS)
        self._note("writes", repr(words[:20]))
        self.stage.type(words)

    def _wait(self) -> None:
        seconds = self.chance.choice((0.1, 0.5, 2.0, 10.0))
        self._note("waits", seconds)
        for _ in range(8):
            self.stage.frame(seconds / 8)

    def _window(self) -> None:
        """Do something to the window itself."""
        match self.chance.randrange(6):
            case 0 | 1:
                size = self.chance.choice(SIZES)
                self._note("resizes to", *size)
                pygame.display.set_mode(size)
                self.stage.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
            case 2:
                self._note("looks elsewhere")
                self.stage.post(pygame.WINDOWFOCUSLOST)
                self.stage.post(pygame.WINDOWLEAVE)
                self.stage.frame(1.0)
                self.stage.post(pygame.WINDOWFOCUSGAINED)
            case 3:
                self._note("uncovers the window")
                self.stage.post(pygame.WINDOWEXPOSED)
            case 4:
                self._note("pinches")
                self.stage.post(
                    pygame.MULTIGESTURE, touch_id=0, x=0.5, y=0.5, pinched=self.chance.choice((-0.1, 0.1)), rotated=0.0, num_fingers=2
                )
            case _:
                self._note("closes the window")
                self.stage.post(pygame.QUIT)
        self.stage.frame()

    def _pad(self) -> None:
        button, axis = self.chance.randrange(15), self.chance.randrange(6)
        self._note("takes the controller", button, axis)
        for kind in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self.stage.post(kind, instance_id=0, button=button)
        for value in (self.chance.choice((-32768, 32767)), 0):
            self.stage.post(pygame.CONTROLLERAXISMOTION, instance_id=0, axis=axis, value=value)
            self.stage.frame()

    # --- what is seen to

    def see_that_it_asks(self) -> None:
        """Let a match go on by itself until it asks somebody, is over, or something lies over it; raise Fault when none of it comes."""
        screen = self.stage.top
        if not isinstance(screen, MatchScreen):
            return
        if screen.view.player.paused:
            self.stage.click("tool-pause")
        count, still = screen.match.count, 0
        while still < PATIENT_FRAMES:
            self.stage.frame(0.5)
            if self.stage.top is not screen or screen.ended or screen.view.human_turn:
                return
            still, count = (still + 1, count) if screen.match.count == count else (0, screen.match.count)
        raise Fault(f"the table asks nobody: {screen.match.setup.game} after {count} actions, deciding {screen.match.deciding}")

    def go_home(self) -> None:
        """Go back to the menu by the keys and answers that everybody would try; raise Fault when that does not lead there."""
        self._note("goes home")
        given: Counter[str] = Counter()
        for attempt in range(HOMEWARD):
            top = self.stage.top
            if isinstance(top, MenuScreen) or not self.stage.app.running:
                return
            answers = [each for each in top.widgets() if each.key.startswith("answer-") and each.enabled] if isinstance(top, Page) else []
            if answers and attempt % 3:
                given[answers[0].label] += 1
                x, y, width, height = answers[given[answers[0].label] % len(answers)].rect
                self.stage.tap(x + width / 2, y + height / 2)
            else:
                settings = self.stage.app.settings
                self.stage.press(pressed_for(settings.keys, "escape", silent_keys(letters=settings.letters, writing=top.writing)))
            self.stage.frame(1.0)
        raise Fault(f"no way leads home from {[type(screen).__name__ for screen in self.stage.app.screens]}")

    def _see_matches(self) -> None:
        """Remember the matches that lie on the window; of those that no longer do, see that they are resumed as they stood."""
        here = {
            played.path: played for screen in self.stage.app.screens if isinstance(screen, MatchScreen) and (played := screen.match).path
        }
        for path, match in list(self.at_table.items()):
            if here.get(path) is not match:
                del self.at_table[path]
                self._see_resumed(path, match)
        for path, match in here.items():
            if path not in self.at_table:
                self.played[match.setup.game] += 1
            self.at_table[path] = match

    def _see_resumed(self, path: Path, match: Match) -> None:
        if match.save_fault:
            raise Fault(f"{path.name} was not saved: {match.save_fault}")
        replay = Replay.open(path)
        if replay.difference or replay.count != match.count:
            raise Fault(f"{path.name} holds {replay.count} of {match.count} actions. {replay.difference}")
        again = Match.resume(path)
        again.close()
        if (again.count, again.digest, again.notice) != (match.count, match.digest, "") or again.path != path:
            raise Fault(f"{path.name} is resumed after {again.count} actions instead of {match.count}. {again.notice}")
        self.resumed += 1


# --- a house in which the same seed does the same --------------------------------------------------------------------------


def steady(put: Callable[[Any, str, Any], None], seed: int) -> None:
    """Have programs answer at once, by the questions' own chance; no study fill the machine; nobody speak; no other program be opened; and chance come from the seed. `put` sets an attribute."""
    chance = Random(seed)
    desk = Desk()

    def ask(
        self: Thinker, setup: Setup, level: str, observation: Any, legal: tuple[Any, ...], _budget: Any, seed: int, *, weighs: bool = False
    ) -> None:
        self.cancel()
        self._asked, self._legal = self._asked + 1, legal
        if not weighs:
            self._answers.put(Chosen(self._asked, Random(seed).randrange(len(legal))))
            return
        seen, choices = msgspec.msgpack.encode(observation), msgspec.msgpack.encode(legal)
        question = Ask(self._asked, setup, level, seen, choices, 1, 0.0, seed, weighs=True)
        self._answers.put(Chosen(self._asked, weighing=desk.weigh(question)))

    put(Thinker, "ask", ask)
    put(Thinker, "warm", lambda _self: None)
    put(Running, "start", lambda _self: None)
    put(Voice, "say", lambda _self, _words: None)
    put(new_match, "tiled", lambda: "tiled")  # the button is there on every computer, and opens nothing on any
    put(new_match, "open_in_tiled", lambda _path: "")
    put(os, "urandom", chance.randbytes)
    put(time, "time_ns", lambda: chance.getrandbits(60))


def main() -> int:
    """Press as the command line asks; return 1 when something came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SHIPPED), metavar="GAME")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--deeds", type=int, default=2000, help="deeds of one seed; the next seed follows while there are minutes left")
    parser.add_argument("--minutes", type=float, default=0.0)
    asked = parser.parse_args()
    if os.environ.get("PYTHONHASHSEED") != "0":  # the order of a set must be the same for the same seed
        os.execve(sys.executable, [sys.executable, *sys.argv], {**os.environ, "PYTHONHASHSEED": "0"})
    end = time.monotonic() + 60 * asked.minutes
    steady(setattr, asked.seed)
    for seed in itertools.count(asked.seed):
        folder = tempfile.mkdtemp(prefix="monkey-")
        os.environ["STARCROSS_HOME"] = folder
        failed = one_run(seed, asked.deeds, asked.games)
        if failed:
            print(f"What was written lies in {folder}.")
            return 1
        shutil.rmtree(folder, ignore_errors=True)
        if time.monotonic() >= end:
            break
    return 0


def one_run(seed: int, deeds: int, games: Sequence[str]) -> bool:
    """Press so often; return whether something came of it, having told what."""
    monkey = Monkey(seed, games)
    try:
        monkey.sit_down()
        while monkey.deeds < deeds:
            with suppress(ValueError):
                faulthandler.dump_traceback_later(HANGING_SECONDS, exit=True)
            monkey.do()
        monkey.stand_up()
    except Exception:  # noqa: BLE001  (whatever it is, it is what was looked for)
        traceback.print_exc()
        print(f"Seed {seed}, {monkey.deeds} deeds. The last:", *monkey.last, sep="\n  ")
        return True
    finally:
        faulthandler.cancel_dump_traceback_later()
    print(
        f"Seed {seed}: {monkey.deeds} deeds on {len(monkey.pages)} pages, {monkey.resumed} matches resumed as they stood ({told(monkey.played)}).",
        flush=True,
    )
    return False


def told(counted: Counter[str]) -> str:
    """Return what was counted, the most first."""
    return ", ".join(f"{name} {number}" for name, number in counted.most_common())


if __name__ == "__main__":
    sys.exit(main())
