"""A folder of one's own that nobody may look into ends nothing: the command plays on with what it can read and says which folder it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if sys.platform == "linux" and os.geteuid() == 0 else ()
"""Whoever is root may look into everything; without these two rights the bits of a folder count for root as well."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or (bool(UNPRIVILEGED) and not shutil.which("setpriv")), reason="nobody is kept out of a folder here"
)


@pytest.mark.parametrize("closed", ["cards", "cards/overcross", "decks", "maps/overcross", "mods", "saves"])
def test_a_closed_folder_is_told_in_one_sentence_and_a_match_is_played_all_the_same(closed: str, tmp_path: Path) -> None:
    for name in ("cards/overcross", "decks/overcross", "maps/overcross", "mods/some", "saves"):
        (tmp_path / name).mkdir(parents=True)
    done = _ran(tmp_path, closed, 0, "play", "overcross", "--text")
    said = done.stdout + done.stderr
    assert done.returncode == (2 if closed == "saves" else 0), said
    assert "Traceback" not in said
    assert "Round 1" in said
    wanted = "could not be saved" if closed == "saves" else "the folder cannot be looked into (Permission denied)"
    assert wanted in said
    assert ("To go on" in said) == (closed != "saves")


@pytest.mark.parametrize("closed", ["saves", "cards", "decks/overcross", "maps/overcross", "mods", "mods/some", "lab"])
def test_a_folder_that_can_only_be_listed_is_told_as_one_that_cannot_be_looked_into(closed: str, tmp_path: Path) -> None:
    for name in ("cards/overcross", "decks/overcross", "maps/overcross", "mods/some/maps", "saves", "lab/overcross-1"):
        (tmp_path / name).mkdir(parents=True)
        for each in ("some.jsonl", "plan.json", "some.toml", "some.tmx", "mod.toml"):
            (tmp_path / name / each).write_text("nothing\n")
    (tmp_path / "lab" / "some.jsonl").write_text("nothing\n")
    shut = f"{tmp_path / closed}: the folder cannot be looked into (Permission denied)"
    for command in (["check"], ["where"], ["check", str(tmp_path / closed)], ["sets", "overcross"]):
        done = _ran(tmp_path, closed, 0o400, *command)
        said = done.stdout + done.stderr
        assert "Traceback" not in said, command
        if command[0] == "check" or (command == ["where"] and closed in {"saves", "cards", "lab"}):
            assert said.replace("\n", " ").count(shut) == 1, said
            assert "no fault" not in said


@pytest.mark.parametrize("mode", [0, 0o100, 0o400])
def test_of_a_save_in_a_closed_folder_it_is_said_that_the_folder_is_closed(mode: int, tmp_path: Path) -> None:
    path = tmp_path / "saves" / "some.jsonl"
    path.parent.mkdir()
    path.write_text("nothing\n")
    for command in (["replay", str(path)], ["play", "--text", "--resume", str(path)]):
        done = _ran(tmp_path, "saves", mode, *command)
        assert done.returncode == 2
        wanted = "line 1" if mode == 0o100 else f"starcross: {path} is not found: the folder cannot be looked into (Permission denied).\n"
        assert wanted in done.stderr


def _ran(home: Path, closed: str, mode: int, *command: str) -> subprocess.CompletedProcess[str]:
    """Return what a command came to while a folder of one's own had other rights."""
    (home / closed).chmod(mode)
    try:
        return subprocess.run(
            [*UNPRIVILEGED, sys.executable, "-m", "game", *command],
            cwd=ROOT,
            env={**os.environ, "STARCROSS_HOME": str(home)},
            input="",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        (home / closed).chmod(0o700)
