"""Killing the program in the middle of a match loses nothing: the match resumes where it stood."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from shelved import resumed

ROOT = Path(__file__).parents[2]


def started(home: Path, *words: str) -> subprocess.Popen[str]:
    running = subprocess.Popen(
        [sys.executable, "-u", "-m", "game", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "STARCROSS_HOME": str(home)},
    )
    watch = threading.Timer(120, running.kill)
    watch.daemon = True
    watch.start()
    return running


def read_to_list(running: subprocess.Popen[str]) -> list[str]:
    """Read until the list of offers has been told, its end marked by the answer to a question asked behind it."""
    told = []
    for line in running.stdout:
        told.append(line.rstrip("\n"))
        if "zebra" in line:
            return told
    raise AssertionError("the program ended: " + "\n".join(told))


def typed(running: subprocess.Popen[str], line: str) -> list[str]:
    running.stdin.write(f"{line}\nzebra\n")
    running.stdin.flush()
    return read_to_list(running)


@pytest.mark.parametrize("actions", [0, 1, 5])
def test_a_match_that_was_killed_stands_where_it_stood(actions, tmp_path):
    running = started(tmp_path, "play", "verona", "--text", "--seat", "human", "human", "--seed", "5")
    try:
        last = typed(running, "look")
        for _ in range(actions):
            last = typed(running, "1")
    finally:
        running.kill()
        running.wait()
        running.stdin.close()
        running.stdout.close()
    (path,) = (tmp_path / "saves").glob("*.jsonl")
    match = resumed(path)
    assert match.count == actions
    assert match.notice == ""

    again = started(tmp_path, "play", "--text", "--resume", str(path))
    out, _ = again.communicate("quit\n", timeout=60)
    assert again.returncode == 0
    offers = [line for line in last if line[:3].strip().isdecimal()]
    assert offers
    assert [line for line in out.splitlines() if line[:3].strip().isdecimal()] == offers
    assert f"Left after {actions} step" in out


def test_a_match_killed_while_programs_play_resumes_and_ends(tmp_path):
    """Killed at any moment, between any two writes, the save opens and plays on to its end."""
    for lines in (1, 7, 20, 33):
        home = tmp_path / str(lines)
        running = started(home, "play", "verona", "--text", "--seat", "random", "random", "--seed", "11")
        for _ in range(lines):
            if not running.stdout.readline():
                break
        running.kill()
        running.wait()
        running.stdin.close()
        running.stdout.close()
        for path in (home / "saves").glob("*.jsonl"):
            again = started(home, "play", "--text", "--resume", str(path))
            out, _ = again.communicate(timeout=60)
            assert again.returncode == 0
            assert "The match is over." in out
