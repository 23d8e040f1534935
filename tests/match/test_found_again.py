"""The line that a save lacks is found again, where the position saved beside it says what it was; otherwise that position stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelved import played_on, resumed, toy_match

from game.content.texts import MARK
from game.match.journal import GENERATIONS, generation, snapshot_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import nameless
from game.match.save import list_saves

pytestmark = pytest.mark.usefixtures("toy_shelf")

AGAIN = "was damaged; its last line was found again from the position saved beside it."


def alone(match: Match) -> Match:
    """Close a match and leave its journal and its newest snapshot alone."""
    match.close()
    for number in range(1, GENERATIONS + 1):
        for path in (generation(match.path, number), snapshot_path(match.path, number)):
            path.unlink(missing_ok=True)
    return match


def shortened(path: Path, lines: int = 1) -> None:
    """Take so many lines off the end of a journal."""
    kept = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(kept[:-lines]))


@pytest.mark.parametrize("actions", [1, 2, 5, 9])
def test_the_last_action_is_found_again(tmp_path: Path, actions: int) -> None:
    match = alone(played_on(toy_match(folder=tmp_path), actions))
    taken = match.action(actions)
    shortened(match.path)
    found = resumed(match.path)
    assert (found.count, found.digest, found.action(actions)) == (match.count, match.digest, taken)
    assert found.notice.endswith(AGAIN)
    again = played_on(Match.resume(match.path), 1)
    again.close()
    whole = resumed(match.path)
    assert (whole.count, whole.digest, whole.notice) == (again.count, again.digest, "")
    assert whole.action(actions) == taken


def test_a_last_take_back_is_found_again(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path, take_backs=True), 3)
    match.undo(next(seat for seat in (0, 1) if match.undo_refusal(seat) is None))
    alone(match)
    shortened(match.path)
    found = resumed(match.path)
    assert (found.count, found.digest) == (match.count, match.digest)
    assert found.notice.endswith(AGAIN)


def test_what_no_single_action_leads_to_is_taken_up_from_its_position(tmp_path: Path) -> None:
    """Two lines are gone: no action is made up, the match stands where its position stands and says what happened."""
    match = alone(played_on(toy_match(folder=tmp_path), 6))
    shortened(match.path, 2)
    found = resumed(match.path)
    assert (found.count, found.digest) == (match.count, match.digest)
    assert found.notice
    assert not found.notice.endswith(AGAIN)


def test_a_position_that_follows_from_no_action_makes_none_up(tmp_path: Path) -> None:
    """One line is gone, and the position beside it is that of another match."""
    match = played_on(toy_match(folder=tmp_path), 3)
    before = match.digest
    alone(played_on(match, 1))
    other = alone(played_on(toy_match(seed=2, folder=tmp_path), 4))
    shortened(match.path)
    snapshot_path(match.path).write_bytes(snapshot_path(other.path).read_bytes())
    found = resumed(match.path)
    assert not found.notice.endswith(AGAIN)
    assert found.digest in {before, other.digest}


@pytest.mark.parametrize("ending", [b"\n", b"\r\n"])
def test_a_save_that_an_editor_wrote_a_mark_before_is_read_everywhere(tmp_path: Path, ending: bytes) -> None:
    match = alone(played_on(toy_match(folder=tmp_path), 5))
    whole = match.path.read_bytes()
    match.path.write_bytes(MARK + whole.replace(b"\n", ending))
    assert [(entry.path, entry.count) for entry in list_saves(tmp_path)] == [(match.path, 5)]
    assert Replay.open(match.path).difference == ""
    assert nameless(match.path.read_bytes()).startswith(b"{")
    found = Match.resume(match.path)
    assert (found.count, found.digest, found.notice, found.path) == (5, match.digest, "", match.path)
    played_on(found, 1).close()
    assert match.path.read_bytes().startswith(whole.partition(b"\n")[0])


@pytest.mark.parametrize("broken", [b"", b"\xf7\x00 noise\n\xff" * 300], ids=["empty", "noise"])
def test_of_a_save_that_cannot_be_read_at_all_it_is_said_that_its_copy_was(tmp_path: Path, broken: bytes) -> None:
    match = played_on(toy_match(folder=tmp_path), 6)
    match.close()
    match.path.write_bytes(broken)
    found = resumed(match.path)
    assert (found.count, found.digest) == (match.count, match.digest)
    assert "was damaged; the copy beside it was read, and the last line found again from the position saved beside it." in found.notice
