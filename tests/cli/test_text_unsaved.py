"""In words, that a match is saved no more is said when it begins, and not again before it is saved again; the program's exit code tells it as well."""

from __future__ import annotations

import errno
import subprocess
import sys
from pathlib import Path

import pytest
from test_text_play import home, play, table

from game.content import files
from game.match.match import Match

AGAIN = "The match is saved again."


class Disk:
    """A disk that is full or not."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.full = True
        self._write = files._write
        monkeypatch.setattr(files, "_write", self.write)

    def write(self, *words: object) -> None:
        if self.full:
            raise OSError(errno.ENOSPC, "No space left on device")
        self._write(*words)  # type: ignore[arg-type]


def faults(said: list[str]) -> list[str]:
    return [line for line in said if "could not be saved" in line or line == AGAIN]


def test_it_is_said_before_the_first_answer_and_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = Disk(monkeypatch)
    match, told = table(tmp_path, "human", "random"), list[list[str]]()

    def then(fresh: list[str]) -> str:
        told.append(faults(fresh))
        if len(told) > 4:
            raise EOFError
        return "1"

    typist = play(match, then=then)
    assert [len(each) for each in told] == [1, 0, 0, 0, 0]
    assert "No space left on device" in told[0][0]
    assert faults(typist.said) == told[0] * 2  # once more on leaving
    disk.full = False
    match.close()


def test_that_it_is_saved_again_and_then_no_more_is_said_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faulty = ["", "Full.", "Full, still.", "", "Full anew.", ""]
    match, told = table(tmp_path, "human", "human"), list[list[str]]()
    match.flush()

    def then(fresh: list[str]) -> str:
        told.append([line for line in fresh if line == AGAIN or line.startswith("Full")])
        if not faulty:
            raise EOFError
        monkeypatch.setattr(Match, "save_fault", faulty.pop(0))
        return "rules"

    play(match, then=then)
    assert told[1:] == [[], ["Full."], [], [AGAIN], ["Full anew."], [AGAIN]]


@pytest.mark.skipif(sys.platform == "win32", reason="no limit can be set there")
@pytest.mark.parametrize(("who", "limit", "code"), [("human", 0, 2), ("random", 0, 2), ("human", -1, 0)])
def test_the_exit_code_tells_whether_the_match_is_kept(who: str, limit: int, code: int, tmp_path: Path) -> None:
    import resource

    def limited() -> None:
        if limit >= 0:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-m", "game", "play", "verona", "--seat", who, "random", "--seed", "5", "--text"],
        input="1\nquit\n",
        capture_output=True,
        text=True,
        env=home(tmp_path),
        preexec_fn=limited,
        timeout=120,
        check=False,
    )
    assert done.returncode == code, done.stdout + done.stderr
    assert ("could not be saved" in done.stdout) == (code != 0)
