"""A folder of one's own that cannot be used is told in one sentence by every command, before anything was begun, and one that cannot be written to by those that keep anything."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from game import paths
from game.cli import COMMANDS, main

ROOT = Path(__file__).parents[2]
UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if sys.platform == "linux" and os.geteuid() == 0 else ()
"""Whoever is root may write everywhere; without these two rights the bits of a folder count for root as well."""

NEEDED = {
    "sim": ["verona", "--seats", "random,random", "--games", "1"],
    "lab": ["shine", "decks", "study"],
    "replay": ["none.jsonl"],
    "reports": ["."],
    "shoot": ["verona", "--out", "x.png"],
    "rules": ["verona"],
    "print": ["verona", "--png", "x"],
    "sets": ["shine"],
    "mod": ["list"],
    "new-game": ["my-game"],
    "play": ["verona", "--text"],
}


@pytest.mark.parametrize("below", [(), ("home",)], ids=["a file", "within a file"])
@pytest.mark.parametrize("command", ["", "window", *COMMANDS])
def test_a_home_that_is_a_file_is_told_by_every_command_at_its_start(
    command: str, below: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    home = file.joinpath(*below)
    monkeypatch.setenv("STARCROSS_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    words = [] if not command else ["play", "verona"] if command == "window" else [command, *NEEDED.get(command, [])]
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    whose = file if below else "it"
    assert said.err == f"starcross: Nothing can be kept in {home}, as {whose} is not a folder; STARCROSS_HOME names another folder.\n"
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["play", "--help"]], ids=" ".join)
def test_what_needs_no_home_asks_for_none(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "file"))
    assert main(words) == 0


@pytest.mark.skipif(
    sys.platform == "win32" or (bool(UNPRIVILEGED) and not shutil.which("setpriv")), reason="nobody is kept out of a folder here"
)
@pytest.mark.parametrize("mode", [0o500, 0o300, 0o600, 0])
@pytest.mark.parametrize("below", ["", "deep/home"], ids=["there", "to be made"])
def test_a_home_that_cannot_be_written_is_told_at_the_start(mode: int, below: str, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    closed.chmod(mode)
    try:
        done = subprocess.run(
            [*UNPRIVILEGED, sys.executable, "-m", "game", "play", "verona", "--text"],
            cwd=ROOT, env={**os.environ, "STARCROSS_HOME": str(closed / below)}, input="",
            capture_output=True, text=True, timeout=120, check=False,
        )  # fmt: skip
    finally:
        closed.chmod(0o700)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.strip().count("\n") == 0
    assert "cannot be written to; STARCROSS_HOME names another folder." in done.stderr
    assert not list(closed.iterdir())


@pytest.mark.skipif(
    sys.platform == "win32" or (bool(UNPRIVILEGED) and not shutil.which("setpriv")), reason="nobody is kept out of a folder here"
)
@pytest.mark.parametrize("below", ["", "deep/home"], ids=["there", "to be made"])
@pytest.mark.parametrize("words", [["where"], ["rules", "verona", "VR-8"], ["mod", "list"], ["mod", "off", "a"]], ids=" ".join)
def test_what_keeps_nothing_answers_from_a_home_that_is_only_read(words: list[str], below: str, tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()

    def said(mode: int) -> tuple[int, str]:
        closed.chmod(mode)
        try:
            done = subprocess.run(
                [*UNPRIVILEGED, sys.executable, "-m", "game", *words],
                cwd=ROOT, env={**os.environ, "STARCROSS_HOME": str(closed / below)},
                capture_output=True, text=True, timeout=120, check=False,
            )  # fmt: skip
        finally:
            closed.chmod(0o700)
        return done.returncode, done.stderr

    code, fault = said(0o500)
    assert (code, "cannot be written to" in fault) == ((2, True) if "off" in words else (0, False)), fault
    code, fault = said(0o300)
    assert code == 2
    assert ("cannot be written to" if "off" in words else "cannot be looked into") in fault


@pytest.mark.parametrize(
    "home", ["a" * 300, pytest.param("/proc/home", marks=pytest.mark.skipif(sys.platform != "linux", reason="no such folder"))]
)
def test_a_home_that_no_system_can_make_is_told(
    home: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("STARCROSS_HOME", home)
    assert main(["where"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "as it cannot be made (" in said.err
    assert said.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_a_home_that_is_there_or_can_be_made_has_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for home in (tmp_path, tmp_path / "a" / "b"):
        monkeypatch.setenv("STARCROSS_HOME", str(home))
        assert paths.home_fault() == ""
    assert not list(tmp_path.iterdir())
