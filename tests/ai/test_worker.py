"""Thinking in another process: answers, dropped questions, break-downs, and the window that never waits."""

from __future__ import annotations

import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from game.ai import worker
from game.ai.levels import ADVISER, player
from game.ai.player import Budget
from game.ai.worker import Thinker
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan

PATIENCE = 60.0


def exit_now(line: object) -> None:
    """Die without a word, as a process does that cannot be set up."""
    del line
    os._exit(3)


@pytest.fixture
def thinker() -> Iterator[Thinker]:
    thinker = Thinker()
    yield thinker
    thinker.close()


@pytest.fixture
def match() -> Match:
    return Match.start(Setup("verona", 3, seed=4), (SeatPlan("human"),) * 3)


def wait(condition: Callable[[], Any]) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.005)
    raise AssertionError("nothing came")


def halt(engine: multiprocessing.process.BaseProcess) -> None:
    """Stop a process, and wait until it stands still: it runs on for a moment."""
    os.kill(engine.pid, signal.SIGSTOP)
    os.waitid(os.P_PID, engine.pid, os.WSTOPPED | os.WNOWAIT)


def thinkers() -> set[object]:
    return {child for child in multiprocessing.active_children() if child.name == "starcross-thinker"}


def ask(thinker: Thinker, match: Match, level: str = "normal", budget: Budget | None = None, seed: int = 3) -> None:
    thinker.ask(match.setup, level, match.observation(match.deciding), match.legal(), budget or Budget(30), seed)


@pytest.mark.parametrize("level", ["random", "normal", "hard"])
def test_it_answers_as_the_player_would(thinker: Thinker, match: Match, level: str) -> None:
    ask(thinker, match, level)
    answer = wait(thinker.poll)
    expected = player(level, match.rules).choose(match.observation(match.deciding), match.legal(), Budget(30), Chance(3))
    assert answer == expected
    assert not thinker.thinking
    assert thinker.poll() is None


def test_it_plays_a_whole_match(thinker: Thinker, match: Match) -> None:
    while match.deciding is not None:
        ask(thinker, match, "random", seed=match.count)
        match.submit(wait(thinker.poll))
    assert match.outcome is not None


def test_asking_does_not_wait_for_the_process(thinker: Thinker, match: Match) -> None:
    ask(thinker, match)
    assert thinker._line is None, "the question waited until the process had started"
    assert thinker.thinking
    assert wait(thinker.poll) in match.legal()


def test_where_there_is_no_choice_nobody_thinks(thinker: Thinker, match: Match) -> None:
    only = match.legal()[:1]
    thinker.ask(match.setup, "hard", match.observation(match.deciding), only, Budget(seconds=PATIENCE), 3)
    assert thinker.poll() == only[0]
    assert thinker._courier is None, "the process was started for nothing"
    assert not thinker.thinking


def test_a_dropped_question_is_never_answered(thinker: Thinker, match: Match) -> None:
    ask(thinker, match, "hard", Budget(seconds=PATIENCE))
    wait(lambda: thinker._line)
    thinker.cancel()
    assert thinker.poll() is None
    ask(thinker, match, "random", seed=8)
    expected = player("random", match.rules).choose(None, match.legal(), Budget(), Chance(8))
    assert wait(thinker.poll) == expected


def test_on_a_busy_machine_a_hint_is_hurried_and_never_empty(
    thinker: Thinker, match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(worker, "COUNSEL_CAP", 0.001)
    thinker.ask(match.setup, ADVISER, match.observation(match.deciding), match.legal(), Budget(seconds=0.0005), 3, weighs=True)
    weighing = wait(thinker.weighed)
    assert len(weighing.candidates) == len(match.legal())
    assert weighing.candidates[0].looks
    assert "broke down" not in caplog.text


def test_a_new_question_replaces_the_old(thinker: Thinker, match: Match) -> None:
    for seed in range(6):
        ask(thinker, match, "random", seed=seed)
    assert wait(thinker.poll) == player("random", match.rules).choose(None, match.legal(), Budget(), Chance(5))


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped")
def test_a_killed_process_is_started_again(thinker: Thinker, match: Match, caplog: pytest.LogCaptureFixture) -> None:
    ask(thinker, match, "random")
    wait(thinker.poll)
    with caplog.at_level(logging.WARNING):
        first = thinker._engine
        halt(first)  # or a quick answer comes before the end
        ask(thinker, match, "hard", Budget(seconds=2.0))
        wait(lambda: "hard" in thinker._met)
        first.kill()
        assert wait(thinker.poll) in match.legal()
    assert thinker._engine is not first
    assert "broke down" in caplog.text
    assert "random action" not in caplog.text


def test_two_break_downs_give_a_legal_action_and_a_word_in_the_log(
    thinker: Thinker, match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    ask(thinker, match, "random")
    wait(thinker.poll)
    with caplog.at_level(logging.WARNING):
        ask(thinker, match, "no such level")
        assert wait(thinker.poll) in match.legal()
    assert "A random action is taken in place of no such level" in caplog.text
    ask(thinker, match, "normal")
    assert wait(thinker.poll) in match.legal()


def test_what_goes_wrong_in_the_process_stands_in_the_log(thinker: Thinker, match: Match, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        thinker.ask(match.setup, "normal", ("not", "an observation"), match.legal(), Budget(30), 3)
        assert wait(thinker.poll) in match.legal()
    assert "Traceback" in caplog.text
    assert "ValidationError" in caplog.text


def test_closing_ends_the_process(match: Match) -> None:
    thinker = Thinker()
    ask(thinker, match, "hard", Budget(seconds=PATIENCE))
    process = wait(lambda: thinker._line and thinker._engine)
    thinker.close()
    process.join(5)
    assert process not in multiprocessing.active_children()
    ask(thinker, match)
    assert thinker.poll() is None


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped")
@pytest.mark.parametrize("asked", [False, True])
def test_closing_while_the_process_is_stopped_leaves_nothing_behind(match: Match, *, asked: bool) -> None:
    """Nor is anything waited for when the question no longer fits into the line, and it is dropped before."""
    thinker, before = Thinker(), thinkers()
    ask(thinker, match, "random")
    wait(thinker.poll)
    engine = thinker._engine
    halt(engine)
    if asked:
        large = msgspec.structs.replace(match.setup, options={"a": "long story " * 100_000})
        thinker.ask(large, "random", match.observation(match.deciding), match.legal(), Budget(), 1)
        wait(thinker._writing.locked)
        thinker.cancel()
        ask(thinker, match)
    closing = threading.Thread(target=thinker.close)
    closing.start()
    closing.join(PATIENCE)
    assert not closing.is_alive()
    wait(lambda: engine.exitcode is not None)
    assert not thinker._courier.is_alive()
    assert not thinkers() - before


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="a process cannot be stopped")
def test_a_process_that_keeps_silent_is_ended_for_good(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    thinker = Thinker()
    try:
        ask(thinker, match, "random")
        wait(thinker.poll)
        engine = thinker._engine
        halt(engine)
        monkeypatch.setattr(worker, "LONG_CAP", 0.2)
        monkeypatch.setattr(worker, "LATE_CAP", 0.2)
        ask(thinker, match, "random")
        assert wait(thinker.poll) in match.legal()
        wait(lambda: engine.exitcode is not None)
    finally:
        thinker.close()


def test_closing_before_it_started_leaves_nothing_behind(match: Match) -> None:
    thinker, before = Thinker(), thinkers()
    ask(thinker, match)
    thinker.close()
    wait(lambda: not thinkers() - before)


def test_a_thinker_that_was_never_asked_closes() -> None:
    Thinker().close()


def test_a_process_that_dies_at_its_start_is_started_again(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It dies before it says a word: the line ends, the log says so, and the courier lives on to start another."""
    lost: list[object] = []
    monkeypatch.setattr(threading, "excepthook", lost.append)
    thinker = Thinker()
    try:
        with monkeypatch.context() as broken, caplog.at_level(logging.WARNING):
            broken.setattr(worker, "serve", exit_now)
            thinker.warm()
            wait(lambda: "did not start: it ended (exit code 3)" in caplog.text)
        ask(thinker, match)
        assert wait(thinker.poll) in match.legal()
    finally:
        thinker.close()
    assert lost == []


class Crossed:
    """A line that notices when two threads write to it at once, as bytes of both would then be mixed."""

    def __init__(self, line: Any) -> None:
        self.line = line
        self.inside = 0
        self.crossed = False

    def send_bytes(self, written: bytes) -> None:
        self.inside += 1
        time.sleep(0.002)
        self.crossed |= self.inside > 1
        self.line.send_bytes(written)
        self.inside -= 1

    def __getattr__(self, name: str) -> Any:
        return getattr(self.line, name)


def test_a_question_that_is_dropped_while_it_is_handed_over_does_not_mix_with_the_drop(thinker: Thinker, match: Match) -> None:
    ask(thinker, match)
    wait(thinker.poll)
    line = thinker._line = Crossed(thinker._line)
    engine = thinker._engine
    for number in range(60):
        ask(thinker, match, seed=number)
        time.sleep(0.0005 * (number % 5))
        thinker.cancel()
    ask(thinker, match)
    assert wait(thinker.poll) in match.legal()
    assert not line.crossed
    assert thinker._engine is engine


def test_a_process_that_cannot_read_its_line_ends_so_that_another_can_be_started(thinker: Thinker, match: Match) -> None:
    ask(thinker, match)
    wait(thinker.poll)
    engine = thinker._engine
    thinker._line.send_bytes(b"\x07")
    engine.join(PATIENCE)
    assert engine.exitcode == 1
    ask(thinker, match)
    assert wait(thinker.poll) in match.legal()
