"""Every command that writes a file where somebody named leaves an earlier one whole when the disk is full, says so once, and leaves nothing beside it."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from game.cli import main
from game.content import files
from game.content.mods import mods_folder

LAB = ("lab", "cardmaster", "decks", "--deck", "Cinder Court", "Hollow Choir", "--level", "random", "--games", "2", "--jobs", "1")
LEVELS = ("lab", "verona", "levels", "random", "novice", "--games", "2", "--jobs", "1", "--iterations", "1")
PRINT = ("print", "cardmaster", "--deck", "Cinder Court")


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk be full in the midst of each file that somebody named."""
    made, write = files._made, files._write

    def half(number: int, content: bytes) -> None:
        write(number, content[: len(content) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    def named(fresh: Path, *rest: Any, **more: Any) -> Path:
        with monkeypatch.context() as patched:
            if fresh.name.startswith(".starcross-"):
                patched.setattr(files, "_write", half)
            return made(fresh, *rest, **more)

    monkeypatch.setattr(files, "_made", named)


@pytest.mark.parametrize(
    ("words", "file"),
    [
        (("sim", "verona", "--seats", "random,random", "--games", "1", "--json", "old"), "old"),
        (("bench", "verona", "--seconds", "0.02", "--json", "old"), "old"),
        ((*LAB, "--json", "old"), "old"),
        ((*LAB, "--csv", "old"), "old"),
        ((*LAB, "--html", "old"), "old"),
        ((*LEVELS, "--json", "old"), "old"),
        (("shoot", "verona", "--size", "1024x640", "--out", "old.png"), "old.png"),
        ((*PRINT, "--pdf", "old.pdf"), "old.pdf"),
        ((*PRINT, "--tts", "old.png"), "old.png"),
        ((*PRINT, "--png", "."), "back.png"),
        (("mod", "pack", "mine"), "mine.zip"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else value,
)
def test_a_full_disk_costs_no_earlier_result(
    words: tuple[str, ...], file: str, full: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del full
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    Path("mine/mod.toml").write_text('name = "Mine"\nversion = "1"\ngame = "verona"\n', encoding="utf-8")
    there = b"what was there"
    if words[0] == "mod":  # over anything but an earlier one nothing is packed
        packed = BytesIO()
        with zipfile.ZipFile(packed, "w") as archive:
            archive.write("mine/mod.toml", "mod.toml")
        there = packed.getvalue()
    Path(file).write_bytes(there)
    before = sorted(Path().rglob("*"))
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    said = [line for line in err.splitlines() if "No space left on device" in line]
    assert len(said) == 1
    assert ("\nkept in " in out) == (words[0] == "lab")
    assert Path(file).read_bytes() == there
    assert sorted(Path().rglob("*")) == before


def test_where_matches_are_kept_is_said_before_their_results_cannot_be_written(
    full: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    del full
    kept, words = tmp_path / "kept", ("sim", "verona", "--seats", "random,random", "--games", "1")
    assert main([*words, "--keep", str(kept), "--json", str(tmp_path / "new")]) == 2
    assert f"\nkept in {kept}\n" in capsys.readouterr().out


BOUNDED = pytest.mark.skipif(os.name != "posix", reason="no file is bounded there")
ROOT = Path(__file__).parents[2]


def bounded(most: int, *words: str) -> tuple[int, str, str]:
    """Run the program with files of so many bytes at most, as a disk that is full in the midst of one; return the exit code and what it told."""
    script = f"import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, ({most}, {most})); from game.cli import main; sys.exit(main(sys.argv[1:]))"
    alone = {name: value for name, value in os.environ.items() if not name.startswith("COV")} | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script, *words], capture_output=True, text=True, check=False, env=alone)
    return done.returncode, done.stdout, done.stderr.strip()


@BOUNDED
@pytest.mark.parametrize("most", [2000, 500])
def test_a_match_that_cannot_be_kept_counts_all_the_same(most: int, tmp_path: Path) -> None:
    kept, words = tmp_path / "kept", ("sim", "verona", "--seats", "random,random", "--games", "4", "--seed", "30")
    code, out, err = bounded(most, *words, "--keep", str(kept), "--json", "/dev/stdout")
    there = sorted(path.name for path in kept.iterdir())
    assert there == (["verona-000000.jsonl", "verona-000001.jsonl"] if most == 2000 else [])
    assert code == 2
    assert err == f"starcross: {4 - len(there)} of 4 matches could not be kept in {kept}: File too large."
    told, results = out.split("{\n", 1)
    assert told.startswith("verona: 4 of 4 matches finished\n")
    assert "fault" not in told
    assert told.endswith(f"\nkept in {kept}: 2 of 4 matches\n" if there else "\nwithout a single winner: 0\n")
    played = json.loads("{" + results)["played"]
    assert [match.get("unkept", "") for match in played] == [""] * len(there) + ["File too large"] * (4 - len(there))
    assert all(match["finished"] and not match["fault"] for match in played)


@BOUNDED
def test_a_study_that_can_keep_no_more_tells_what_it_kept(tmp_path: Path) -> None:
    study, words = tmp_path / "study", ("lab", "verona", "levels", "random", "novice", "--iterations", "1", "--jobs", "1")
    code, out, err = bounded(6000, *words, "--games", "40", "--keep", str(study))
    matches = len((study / "matches.jsonl").read_bytes().split(b"\n")) - 1
    assert 0 < matches < 40
    assert code == 2
    assert out.startswith(f"verona, levels: {matches} matches")
    assert out.endswith(f"\nkept in {study}\n")
    why = f"starcross: {study} cannot be kept: File too large"
    assert err == f"{why}; stopped after {matches} of 40 matches; --resume {study} goes on."
    code, out, err = bounded(500, "lab", "verona", "levels", "--resume", str(study), "--watch", "0")
    assert (code, out, err) == (2, "", f"{why}.")
    assert list((study / "watched" / "000").iterdir()) == []
    code, out, err = bounded(100, *words, "--games", "4", "--keep", str(tmp_path / "none"))
    assert (code, out, err) == (2, "", f"starcross: {tmp_path / 'none'} cannot be kept: File too large.")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("mod", "pack", "mine"), "{here}/mine.zip cannot be written"),
        (("mod", "install", "mine.zip"), "Nothing can be unpacked into {mods}"),
        (("mod", "off", "mine"), "mine cannot be put off"),
    ],
)
def test_what_could_not_be_written_is_named_and_not_what_was_only_read(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mine").mkdir()
    Path("mine/mod.toml").write_text('name = "Mine"\nversion = "1"\ngame = "verona"\n', encoding="utf-8")
    assert main(["mod", "pack", "mine"]) == 0
    if words[1] == "off":
        assert main(["mod", "install", "mine.zip"]) == 0
    installed = sorted(mods_folder().rglob("*"))
    capsys.readouterr()

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(files, "_made", full)
    assert main(list(words)) == 2
    told = said.format(here=tmp_path, mods=mods_folder()).replace("/", os.sep)
    assert capsys.readouterr() == ("", f"starcross: {told}: No space left on device.\n")
    assert sorted(mods_folder().rglob("*")) == installed
