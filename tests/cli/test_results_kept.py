"""Every command that writes a file where somebody named leaves an earlier one whole when the disk is full, says so once, and leaves nothing beside it."""

from __future__ import annotations

import errno
import os
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
