"""End a real window by force, again and again, while somebody plays at it, and count what is lost: nothing may be.

Run: python tools/killing.py [--actions 200] [--seed 1] [GAME …] (or `make killing`)
Needs Xvfb and xdotool. A pointer plays at a window of the checkout; after a few actions, at a moment that the seed draws, in the midst of an action too, its
process is killed (SIGKILL). Then the save must open without a remark and replay without a difference, hold every action that the window had shown, and
no process of the window's may be left. The next window goes on from that save. The actions are shared out among the games. Exit code 1 when
anything was lost.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "table")]

from window_player import Window, act, mark, missing, screen, settled  # noqa: E402

from game.match.match import Match  # noqa: E402
from game.match.replay import Replay  # noqa: E402
from game.match.save import SaveError  # noqa: E402
from game.rules import SHIPPED  # noqa: E402

MOST_ACTS = 8
"""After at most so many acts a window is killed."""

LEFT_SECONDS = 10.0


class Tally(Struct):
    """What was done and what was lost by it."""

    kills: int = 0
    actions: int = 0
    lost: int = 0
    unreadable: int = 0
    left: int = 0


def main() -> int:
    """Kill as the command line asks; return 1 when anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=list(SHIPPED), metavar="GAME")
    parser.add_argument("--actions", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    if why := missing():
        parser.error(why)
    tally, chance = Tally(), Random(asked.seed)
    share = -(-asked.actions // len(asked.games))
    folder = Path(tempfile.mkdtemp(prefix="killing-"))
    with screen() as display:
        for number in range(10_000):
            if tally.actions >= asked.actions:
                break
            wanted = min(asked.actions, tally.actions + share)
            one_match(display, folder / str(number), asked.games[number % len(asked.games)], chance, tally, wanted)
    shutil.rmtree(folder, ignore_errors=True)
    print(
        f"{tally.actions} actions, {tally.kills} kills: {tally.lost} actions lost, {tally.unreadable} saves not opened, {tally.left} processes left."
    )
    return 1 if tally.lost or tally.unreadable or tally.left else 0


def one_match(display: str, folder: Path, game: str, chance: Random, tally: Tally, wanted: int) -> None:
    """Play and kill until a match is over, so many actions are done in all, or a dozen windows were killed at it."""
    folder.mkdir()
    save: Path | None = None
    for _ in range(12):
        words = (
            ["play", "--resume", str(save)] if save else ["play", game, "--seat", "human", "random", "--seed", str(chance.randrange(9999))]
        )
        window = Window(display, folder, game, "random", 1, program=lambda _, words=words: [sys.executable, "-m", "game", *words])
        before = count_of(save)
        shown, over = before, False
        try:
            shown, over = play_some(window, chance)
        finally:
            children = kill(window)
        tally.kills += 1
        save = save or next((folder / "home" / "saves").glob("*.jsonl"), None)
        tally.left += left_after(children)
        if save is None:
            tally.unreadable += 1
            return
        kept = count_of(save)
        if kept < 0:
            tally.unreadable += 1
            return
        tally.lost += max(0, shown - kept)
        tally.actions += max(0, kept - max(before, 0))
        print(f"{game}: {shown} shown, {kept} kept", flush=True)
        shutil.rmtree(folder / "home" / "running", ignore_errors=True)  # the next window would tell of this one first
        (folder / "targets.json").unlink(missing_ok=True)
        if over or tally.actions >= wanted:
            return


def play_some(window: Window, chance: Random) -> tuple[int, bool]:
    """Play a few acts and begin one more; return how many actions the window showed, and whether the match is over."""
    window.greet()
    told = window.wait(settled, "the first turn")
    for _ in range(chance.randint(1, MOST_ACTS)):
        if told["outcome"] is not None:
            return told["count"], True
        told = one_act(window, told, chance)
    if told["outcome"] is None and not told["dialog"]:
        with suppress(AssertionError):
            act(window, told, chance)
        time.sleep(chance.random() * 0.3)
    return window.now().get("count", told["count"]), False


def one_act(window: Window, told: dict[str, Any], chance: Random) -> dict[str, Any]:
    before = mark(told)
    if told["dialog"]:
        window.click(told["dialog"][0]["at"])
        window.ups -= 1
        return window.wait(lambda now: settled(now) and (not now["dialog"] or now["outcome"] is not None), "a warning")
    done = act(window, told, chance)
    return window.wait(lambda now: settled(now) and (now["dialog"] or mark(now) != before), done)


def kill(window: Window) -> list[int]:
    """Kill the process of a window; return the processes that it had begun."""
    children = descendants(window.process.pid)
    window.process.send_signal(signal.SIGKILL)
    window.process.wait()
    window.close()
    return children


def descendants(process: int) -> list[int]:
    found: list[int] = []
    with suppress(OSError, ValueError):
        for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
            found += [int(child), *descendants(int(child))]
    return found


def left_after(processes: list[int]) -> int:
    """Wait a while, and return how many of the processes run on."""
    end = time.monotonic() + LEFT_SECONDS
    while (left := [each for each in processes if running(each)]) and time.monotonic() < end:
        time.sleep(0.1)
    return len(left)


def running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def count_of(save: Path | None) -> int:
    """Return how many actions a save holds, -1 when it does not open as it should."""
    if save is None:
        return 0
    try:
        replay = Replay.open(save)
        match = Match.resume(save)
    except SaveError as error:
        print(error)
        return -1
    match.close()
    if replay.difference or match.notice or match.path != save or match.count != replay.count:
        print(replay.difference or match.notice)
        return -1
    return match.count


if __name__ == "__main__":
    sys.exit(main())
