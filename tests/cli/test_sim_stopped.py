"""A batch that is stopped tells what was played and ends its processes; one whose processes are killed plays all its matches."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import Pipe
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any

import msgspec
import pytest

from game.cli import main
from game.kernel.setup import Setup
from game.lab.batch import Batch, Played, Stopped, play_batch, play_one
from game.lab.stopping import see, stoppable
from game.lab.workers import Worker, play_beside, play_pooled

ROOT = Path(__file__).parents[2]
listed = pytest.mark.skipif(
    os.name == "nt" or not Path("/proc/self/task").is_dir(), reason="the processes of a program are listed under /proc"
)


class Running:
    """`starcross sim` as somebody starts it, and its processes."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.kept, self.json = folder / "kept", folder / "sim.json"
        command = [sys.executable, "-X", "faulthandler", "-m", "game", "sim", *words, "--keep", str(self.kept), "--json", str(self.json)]
        self.program = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def wait_for(self, matches: int) -> None:
        """Wait until more matches than this are kept."""
        for _ in range(6000):
            if self.played() > matches:
                return
            assert self.program.poll() is None, self.program.communicate()
            time.sleep(0.01)
        raise AssertionError("nothing happened for a minute")

    def played(self) -> int:
        return len(list(self.kept.glob("*.jsonl")))

    def workers(self) -> list[int]:
        children = Path(f"/proc/{self.program.pid}/task/{self.program.pid}/children").read_text().split()
        return [int(child) for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()]

    def end(self) -> tuple[int, str, str]:
        try:
            out, err = self.program.communicate(timeout=120)
        except subprocess.TimeoutExpired:
            self.program.send_signal(signal.SIGABRT)  # Python tells then where it stands
            out, err = self.program.communicate()
            raise AssertionError(f"it goes on: {err}") from None
        return self.program.returncode, out, err


def gone(process: int) -> bool:
    """Tell whether a process has ended, though nobody may have asked how yet."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def all_gone(processes: list[int]) -> bool:
    for _ in range(1000):
        if all(map(gone, processes)):
            return True
        time.sleep(0.01)
    return False


@pytest.fixture
def endless(tmp_path: Path) -> Iterator[Callable[..., Running]]:
    """A batch that nobody would wait for."""
    started: list[Running] = []

    def start(*words: str) -> Running:
        started.append(Running(tmp_path, "verona", "--seats", "greedy,random", "--games", "100000", "--seed", "3", *words))
        return started[-1]

    yield start
    for running in started:
        running.program.kill()
        running.program.communicate()


@listed
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_batch_that_is_stopped_tells_what_was_played(endless: Callable[..., Running], jobs: str, number: int, code: int) -> None:
    running = endless("--jobs", jobs)
    running.wait_for(20)
    helpers = running.workers()
    assert len(helpers) == (2 if jobs == "2" else 0)
    running.program.send_signal(number)
    returned, out, err = running.end()
    assert returned == code
    assert "Traceback" not in out + err
    results = json.loads(running.json.read_text())
    assert running.played() == results["games"]
    assert 1 <= results["games"] == results["finished"] == len(results["played"]) < 100000
    assert out.startswith(f"verona: {results['games']} of {results['games']} match")
    assert err.strip().endswith(f"starcross: Stopped after {results['games']} of 100000 matches.")
    assert all_gone(helpers)


def test_being_asked_to_end_leaves_no_lock_closed(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    lock = threading.Lock()

    def play(batch: Batch, number: int) -> Played:
        lock.acquire()  # as libraries do that count on reaching their next line
        if number == 3:
            signal.raise_signal(signal.SIGTERM)
        lock.release()
        return play_one(batch, number)

    monkeypatch.setattr("game.lab.batch.play_one", play)
    assert main(["sim", "verona", "--seats", "random,random", "--games", "50"]) == 143
    assert not lock.locked()
    assert "Stopped after 3 of 50 matches." in capsys.readouterr().err


def test_who_asks_again_is_not_kept_waiting() -> None:
    with stoppable() as stopping:
        signal.raise_signal(signal.SIGINT)
        assert stopping.code == 130
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        assert stopping.code == 143
    see()  # what was asked of this work is not asked of the next


def test_who_waits_for_a_pool_is_asked_to_end() -> None:
    with ThreadPoolExecutor(1) as pool, stoppable():
        held = threading.Event()
        played = play_pooled(lambda numbers: [held.wait(60)], [[0], [1]], pool)
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt):
            next(played)
        held.set()


@listed
def test_the_processes_of_a_batch_that_is_killed_end_with_it(endless: Callable[..., Running]) -> None:
    running = endless("--jobs", "2")
    running.wait_for(0)
    helpers = running.workers()
    assert len(helpers) == 2
    running.program.kill()
    assert all_gone(helpers)


@listed
def test_what_a_killed_process_had_to_play_is_played_again(tmp_path: Path) -> None:
    words = ("verona", "--seats", "greedy,random", "--games", "60", "--seed", "3")
    running = Running(tmp_path, *words, "--jobs", "2")
    killed = 0
    while running.program.poll() is None and killed < 4:
        running.wait_for(killed * 8)
        for helper in running.workers()[:1]:
            os.kill(helper, signal.SIGKILL)
            killed += 1
    returned, out, err = running.end()
    assert (returned, killed) == (0, 4), out + err
    results = json.loads(running.json.read_text())
    assert [match["number"] for match in results["played"]] == list(range(60))
    assert main(["sim", *words, "--json", str(tmp_path / "alone.json")]) == 0
    assert json.loads((tmp_path / "alone.json").read_text())["played"] == results["played"]


DEADLY = signal.SIGTERM if sys.platform == "win32" else signal.SIGKILL
HOW = "exit code 15" if sys.platform == "win32" else "signal 9"


def deadly(number: int) -> int:
    """A match over which its process ends."""
    if number % 5 == 3:
        os.kill(os.getpid(), DEADLY)
    return number * number


def test_a_match_that_kills_its_processes_is_given_up_and_the_others_are_played() -> None:
    made = list(play_beside(deadly, [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9]], 2, lambda number, how, _actions: (number, how)))
    told = [each for each in made if isinstance(each, tuple)]
    assert sorted(told) == [(3, f"the process that played it ended ({HOW})"), (8, f"the process that played it ended ({HOW})")]
    assert sorted(each for each in made if not isinstance(each, tuple)) == [0, 1, 4, 16, 25, 36, 49, 81]


def test_a_wait_that_ctrl_c_cuts_short_loses_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows it is told as an error, which was taken for a fault of the disk."""
    cut = iter([True, False, True])

    def interrupted(lines: list[Any], seconds: float) -> list[Any]:
        if next(cut, False):
            raise InterruptedError(4, "Interrupted system call")
        return wait(lines, seconds)

    monkeypatch.setattr("game.lab.workers.wait", interrupted)
    assert sorted(play_beside(abs, [[1, 2], [3]], 2, lambda number, how, _actions: number)) == [1, 2, 3]


def hopeless(number: int) -> int:
    os._exit(7)
    return number


def test_where_no_process_can_work_that_is_said() -> None:
    with pytest.raises(ChildProcessError, match=r"end before they have played \(exit code 7\)"):
        list(play_beside(hopeless, [[number] for number in range(100)], 2, lambda number, how, _actions: number))


class Leaving:
    """A process whose line is closed before it has ended, as on Windows."""

    exitcode: int | None = None
    pid = None

    def join(self, seconds: float | None = None) -> None:
        if self.exitcode is None and seconds:
            self.exitcode = 7

    def kill(self) -> None:
        self.exitcode = -15 if self.exitcode is None else self.exitcode


@pytest.mark.parametrize(("seconds", "how"), [(1, "exit code 7"), (0, "signal 15")])
def test_a_process_that_has_hung_up_says_itself_how_it_ended(seconds: float, how: str) -> None:
    worker = Worker.__new__(Worker)
    worker.program, worker.line = Leaving(), Pipe()[0]  # type: ignore[assignment]
    assert worker.end(seconds) == how


def test_a_batch_stopped_from_within_holds_what_was_played_and_keeps_no_more(tmp_path: Path) -> None:
    def stop(done: int) -> None:
        if done == 4:
            for under_way in ("verona-000004.jsonl", "verona-000005.jsonl.tmp"):
                (tmp_path / under_way).touch()
            raise KeyboardInterrupt

    with pytest.raises(Stopped) as caught:
        play_batch(Batch(Setup("verona", 2, 3), ("random", "random"), 50, journals=str(tmp_path)), progress=stop)
    assert caught.value.results.games == caught.value.results.finished == 4
    assert msgspec.to_builtins(caught.value.results)["games"] == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == [f"verona-{number:06d}.jsonl" for number in range(4)]


@pytest.mark.parametrize("words", [("sim", "verona", "--seats", "random,random", "--games", "3"), ("bench", "verona")])
def test_what_cannot_be_written_is_refused_before_the_work(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("game.lab.batch.play_one", lambda *_: pytest.fail("a match was played"))
    monkeypatch.setattr("game.cli.measure.calibration", lambda *_: pytest.fail("something was measured"))
    for name in (tmp_path, tmp_path / "no" / "folder.json", Path("/dev/null/x")):
        assert main([*words, "--json", str(name)]) == 2
        err = capsys.readouterr().err
        assert "cannot be written" in err
        assert err.strip().count("\n") == 0
    assert list(tmp_path.iterdir()) == []
