"""Faults: one sentence each, and never more of a file than is allowed."""

from __future__ import annotations

from pathlib import Path

import pytest

from game import paths
from game.content.faults import ContentError, Fault, Findings, file_label, quoted, read_file


def test_a_fault_is_one_sentence_of_file_place_and_words():
    assert str(Fault("maps/x.tmx", "layer 'ground'", "it is empty")) == "maps/x.tmx: layer 'ground': it is empty"
    assert str(Fault("maps/x.tmx", "", "it is empty")) == "maps/x.tmx: it is empty"


def test_files_of_the_game_and_of_the_user_are_named_shortly(tmp_path, monkeypatch):
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path))
    assert file_label(paths.MAPS / "overcross" / "duel.tmx") == "maps/overcross/duel.tmx"
    assert file_label(tmp_path / "maps" / "overcross" / "mine.tmx") == "maps/overcross/mine.tmx"
    assert file_label(Path("/elsewhere/a\nb.tmx")) == str(Path("/elsewhere/a?b.tmx"))


def test_words_of_a_strangers_file_stay_on_one_line_and_short():
    assert quoted("a\nb\u202e\x1b[31m") == "'a?b??[31m'"
    assert len(quoted("x" * 500)) == 42


def test_findings_are_gathered_and_raised_together(tmp_path):
    findings = Findings(tmp_path / "x.toml")
    findings.settle()
    findings.add("card 'a'", "no name")
    findings.add("card 'a'", "no name")
    findings.add("card 'b'", "no cost")
    with pytest.raises(ContentError) as caught:
        findings.settle()
    assert [fault.place for fault in caught.value.faults] == ["card 'a'", "card 'b'"]
    assert str(caught.value).count("\n") == 1
    with pytest.raises(ContentError):
        findings.stop("card 'c'", "nothing more can be read")


def test_a_file_is_read_up_to_its_limit_and_not_beyond(tmp_path):
    file = tmp_path / "x"
    file.write_bytes(b"x" * 2048)
    assert read_file(file, 2048) == b"x" * 2048
    with pytest.raises(ContentError, match="larger than 1 KiB, the most that is read"):
        read_file(file, 1024)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("none", "there is no such file"),
        (".", "not an ordinary file"),
        ("a\0b", "its name is impossible"),
        ("x" * 300, "cannot be read|no such file"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(tmp_path, name, words):
    with pytest.raises(ContentError, match=words):
        read_file(tmp_path / name, 10)
