"""What is kept for the player: read as it was written, and a file that cannot be read is set aside, never written over."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from game.content.files import UnreadableError
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
