"""What is kept for the player: read as it was written, and a file that cannot be read is set aside, never written over."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from game.content.files import UnreadableError, put_in_place, write_fresh
from game.content.kept import Kept
from game.content.texts import MARK

UNREADABLE = [b"", b"{", b"\xff\xfe", b'{"a": 1}', b"[1]", b"[" * 100_000, b'["' + b"x" * 2000 + b'"]']


def kept(folder: Path) -> Kept[list[str]]:
    return Kept("The words", folder / "kept" / "words.json", list[str], 1000)


def test_what_is_written_is_read_again_and_nothing_is_no_fault(tmp_path: Path) -> None:
    words = kept(tmp_path)
    assert words.read() is None
    assert words.write(["one", "Ätzer"]) == ""
    assert words.write(["two"]) == ""
    assert words.read() == ["two"]
    assert [path.name for path in words.path.parent.iterdir()] == ["words.json"]


ROOT = Path(__file__).resolve().parents[2]
WRITING = """
import sys
from pathlib import Path
from game.content.kept import Kept
words = Kept("The words", Path(sys.argv[1]), list[str], 1000)
print("ready", flush=True)
sys.stdin.readline()
for number in range(300):
    said = words.write([sys.argv[2], str(number)], durable=False)
    if said:
        sys.exit(said)
"""


def test_two_programs_that_write_the_same_file_at_once_keep_it_whole_and_lose_nothing_of_each_other(tmp_path: Path) -> None:
    words = kept(tmp_path)
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITING, str(words.path), name], cwd=ROOT, env=os.environ | {"PYTHONPATH": str(ROOT)}, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )
        for name in ("one", "other")
    ]  # fmt: skip
    for writer in writers:
        assert writer.stdout.readline() == "ready\n"
    for writer in writers:
        writer.stdin.write("go\n")
        writer.stdin.flush()
    assert [(writer.communicate(timeout=60)[1], writer.returncode) for writer in writers] == [("", 0)] * 2
    assert words.read() in (["one", "299"], ["other", "299"])
    assert [path.name for path in words.path.parent.iterdir()] == ["words.json"]


def test_of_two_files_written_for_one_place_each_is_put_there_in_its_turn(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    one, other = write_fresh(place, b"one"), write_fresh(place, b"other")
    put_in_place(other, place)
    assert place.read_bytes() == b"other"
    put_in_place(one, place)
    assert place.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [place]


def test_an_unreadable_file_that_another_program_has_just_set_aside_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = kept(tmp_path)
    words.path.parent.mkdir()
    words.path.write_bytes(b"{")
    rename = Path.rename

    def second(path: Path, target: Path) -> Path:
        rename(path, path.with_name("taken"))
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", second)
    assert words.write(["new"]) == ""
    assert words.read() == ["new"]
    assert words.path.with_name("taken").read_bytes() == b"{"


def test_what_a_writer_that_was_ended_left_is_cleared_away_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    long_ago = time.time() - 7200
    for name, old in (
        ("words.json.0123abcd.tmp", True),
        ("other.json.0123abcd.tmp", False),
        ("mine.tmp", True),
        ("words.json.0123abcd", True),
    ):
        (tmp_path / "kept" / name).touch()
        if old:
            os.utime(tmp_path / "kept" / name, (long_ago, long_ago))
    kept(tmp_path).write(["new"])
    left = sorted(path.name for path in (tmp_path / "kept").iterdir())
    assert left == ["mine.tmp", "other.json.0123abcd.tmp", "words.json", "words.json.0123abcd"], "another may still be at work"


@pytest.mark.parametrize("content", UNREADABLE, ids=range(len(UNREADABLE)))
def test_an_unreadable_file_is_set_aside_and_that_is_told(content: bytes, tmp_path: Path) -> None:
    words = kept(tmp_path)
    words.path.parent.mkdir()
    for number in ("", "2", "3"):
        words.path.write_bytes(content)
        with pytest.raises(UnreadableError):
            words.read()
        assert words.path.read_bytes() == content
        said = words.write(["new"])
        assert f"it is now called words.json.unreadable{number}, and a new one was begun." in said
        assert str(words.path) in said
        assert words.path.with_name(f"words.json.unreadable{number}").read_bytes() == content
        assert words.read() == ["new"]
    assert len(list(words.path.parent.iterdir())) == 4


def test_the_mark_of_an_editor_is_passed_over(tmp_path: Path) -> None:
    words = kept(tmp_path)
    words.path.parent.mkdir()
    words.path.write_bytes(MARK + b'["mine"]')
    assert words.read() == ["mine"]
    assert words.write(["new"]) == ""


def test_what_is_no_file_is_set_aside_too(tmp_path: Path) -> None:
    words = kept(tmp_path)
    words.path.mkdir(parents=True)
    (words.path / "mine.txt").write_text("mine")
    assert "words.json.unreadable" in words.write(["new"])
    assert (words.path.with_name("words.json.unreadable") / "mine.txt").read_text() == "mine"
    assert words.read() == ["new"]


def test_what_would_not_be_read_again_is_not_written(tmp_path: Path) -> None:
    words = kept(tmp_path)
    assert words.write(["old"]) == ""
    assert words.write(["x" * 2000]).startswith("The words could not be saved in ")
    assert words.read() == ["old"]


def test_a_file_that_cannot_be_set_aside_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = kept(tmp_path)
    words.path.parent.mkdir()
    words.path.write_bytes(b"{")

    def refused(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "rename", refused)
    monkeypatch.setattr(Path, "rename", refused)
    assert words.write(["new"]) == f"The words could not be saved in {words.path} (Operation not permitted)."
    assert [path.read_bytes() for path in words.path.parent.iterdir()] == [b"{"]
