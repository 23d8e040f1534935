"""Whoever stops a match in words is told how it goes on, as `quit` tells it, whether they are asked something or a program thinks."""

from __future__ import annotations

import re
import signal
import sys
from pathlib import Path

import pytest
from test_kill import read_to_list, started, typed

from game.cli import main, play
from game.match.match import Match

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="no process is sent a Ctrl-C there")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_whoever_stops_while_they_are_asked_is_told_how_to_go_on(number: int, code: int, tmp_path: Path) -> None:
    running = started(tmp_path, "play", "verona", "--text", "--seat", "human", "human", "--seed", "5")
    try:
        typed(running, "1")
        running.send_signal(number)
        out, _ = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == code
    left, stopped = out.splitlines()
    assert stopped == "starcross: Stopped."
    path = re.fullmatch(r"Left after 1 step\. To go on: starcross play --text --resume (.+)", left)
    assert path is not None, out
    again = started(tmp_path, "play", "--text", "--resume", path[1])
    try:
        again.stdin.write("zebra\n")
        again.stdin.flush()
        assert read_to_list(again)
    finally:
        again.kill()


def test_whoever_stops_while_programs_play_is_told_how_to_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    submit = Match.submit

    def stops(match: Match, action: object) -> None:
        submit(match, action)
        if match.count == 2:
            signal.raise_signal(signal.SIGTERM)

    monkeypatch.setattr(Match, "submit", stops)
    assert main(["play", "verona", "--text", "--seat", "random", "random", "--seed", "5"]) == 143
    out, err = capsys.readouterr()
    assert out.splitlines()[-1].startswith("Left after 2 steps. To go on: starcross play --text --resume ")
    assert err == "starcross: Stopped.\n"


def test_what_is_left_is_told_once(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(play, "_hear", lambda: "quit")
    assert main(["play", "verona", "--text", "--seed", "5"]) == 0
    assert capsys.readouterr().out.count("To go on: ") == 1
