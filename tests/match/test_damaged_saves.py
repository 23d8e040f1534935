"""Of a damaged save the list, its facts, Verify, `replay --verify`, `check` and going on say the same, and none of them falls over.

It is long because each kind of damage is done to a save by name, and every reader is asked about each.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from every_game import fewest
from shelved import played_on, resumed, toy_match

from game.cli import main
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match import save
from game.match.journal import GENERATIONS, generation, snapshot_path
from game.match.match import Match
from game.match.reopen import stands, worked_out
from game.match.replay import Replay
from game.match.save import SaveError, entry_of, files_beside, list_saves
from game.match.seats import SeatPlan
from game.rules import ids

pytestmark = pytest.mark.usefixtures("toy_shelf")

ZEROS = "there are only zero bytes from here on; all before them is whole."

THOROUGH = os.environ.get("STARCROSS_EXAMPLES") in {"thorough", "nightly"}
"""Cuts at every fiftieth byte of every game take a minute; the quick runs have fewer of all but the toy."""


def saved(folder: Path, actions: int = 12, *, take_backs: bool = False) -> Match:
    match = played_on(toy_match(folder=folder, take_backs=take_backs), actions)
    match.close()
    return match


def alone(path: Path) -> None:
    for each in files_beside(path):
        each.unlink(missing_ok=True)


def rows(content: bytes) -> list[bytes]:
    return content.splitlines(keepends=True)


# ---------------------------------------------------------------------------------------------- the last line and what is behind it


@pytest.mark.parametrize("beside", [False, True])
def test_a_last_line_that_lacks_only_its_end_is_an_action(tmp_path: Path, *, beside: bool) -> None:
    match = saved(tmp_path)
    whole = match.path.read_bytes()
    if not beside:
        alone(match.path)
    match.path.write_bytes(whole[:-1])
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.damaged) == (12, False)
    assert Replay.open(match.path).broken == ""
    found = Match.resume(match.path)
    assert (found.count, found.digest, found.notice, found.path) == (12, match.digest, "", match.path)
    played_on(found, 1).close()
    assert match.path.read_bytes().startswith(whole), "the next action begins on a line of its own"
    again = resumed(match.path)
    assert (again.count, again.digest, again.notice) == (13, found.digest, "")


def test_a_save_of_which_only_the_end_of_the_first_line_is_lacking_opens(tmp_path: Path) -> None:
    match = saved(tmp_path, 0)
    alone(match.path)
    match.path.write_bytes(match.path.read_bytes()[:-1])
    assert resumed(match.path).count == 0


@pytest.mark.parametrize("size", [1, 512, 200_000])
@pytest.mark.parametrize("end", [b"\n", b""], ids=["behind a line", "in place of its end"])
@pytest.mark.parametrize("beside", [False, True])
def test_zero_bytes_behind_the_last_line_lose_nothing(tmp_path: Path, size: int, end: bytes, *, beside: bool) -> None:
    match = saved(tmp_path)
    whole = match.path.read_bytes()
    if not beside:
        alone(match.path)
    match.path.write_bytes(whole[:-1] + end + bytes(size))
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.damaged) == (12, True)
    replay = Replay.open(match.path)
    assert (replay.count, replay.broken) == (12, f"{match.path.name}, line 14: {ZEROS}")
    found = Match.resume(match.path)
    assert (found.count, found.digest, found.path) == (12, match.digest, match.path)
    assert found.notice == f"{match.path.name}, line 14: {ZEROS} The match goes on after step 12, the last one before that."
    played_on(found, 1).close()
    assert match.path.read_bytes().startswith(whole)
    assert b"\0" not in match.path.read_bytes()
    assert resumed(match.path).count == 13


def test_of_zero_bytes_behind_half_a_line_it_is_said_that_the_line_is_cut_off(tmp_path: Path) -> None:
    match = saved(tmp_path)
    alone(match.path)
    match.path.write_bytes(match.path.read_bytes()[:-9] + bytes(50))
    assert Replay.open(match.path).broken == f"{match.path.name}, line 13: it is cut off."


def test_a_save_of_zero_bytes_says_so(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(bytes(900))
    with pytest.raises(SaveError, match=r"^x\.jsonl, line 1: there are only zero bytes in it\.$"):
        resumed(path)


# ---------------------------------------------------------------------------------------------- what the list knows


@pytest.mark.parametrize("beside", [False, True])
@pytest.mark.parametrize("lacking", [2, 7, 11])
def test_the_list_knows_that_a_line_is_missing_in_the_middle(tmp_path: Path, lacking: int, *, beside: bool) -> None:
    match = saved(tmp_path)
    if not beside:
        alone(match.path)
    lines = rows(match.path.read_bytes())
    del lines[lacking]
    match.path.write_bytes(b"".join(lines))
    (entry,) = list_saves(tmp_path)
    assert entry.damaged
    replay = Replay.open(match.path)
    assert f"line {lacking + 1}: action {lacking + 1} stands where action {lacking} should" in replay.broken
    assert entry.count == replay.count == (11 if beside else lacking - 1)


def test_the_list_knows_that_a_copy_holds_more(tmp_path: Path) -> None:
    """Nothing but a copy tells that lines are missing: the snapshots are gone."""
    match = saved(tmp_path)
    for number in range(GENERATIONS):
        snapshot_path(match.path, number).unlink(missing_ok=True)
    match.path.write_bytes(b"".join(rows(match.path.read_bytes())[:-3]))
    (entry,) = list_saves(tmp_path)
    replay = Replay.open(match.path)
    assert (entry.count, entry.damaged, replay.count) == (11, True, 11)
    assert "it lacks lines that the copy beside it has" in replay.broken


@pytest.mark.parametrize("actions", [1, 2, 3])
def test_a_match_that_is_played_while_it_is_read_is_not_damaged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, actions: int) -> None:
    match = played_on(toy_match(folder=tmp_path), 4)
    match.flush()
    read, files = save.read_record, []

    def read_slowly(path: Path, *how: Any) -> save.Record:
        record = read(path, *how)
        files.append(path)
        for _ in range(actions if len(files) == 1 else 0):
            played_on(match, 1)
            match.flush()
        return record

    monkeypatch.setattr(save, "read_record", read_slowly)
    assert save.told(match.path).damage == ""
    match.close()


def test_a_snapshot_of_the_oldest_format_tells_more_than_a_journal_that_breaks_off(tmp_path: Path) -> None:
    """It does not say which line it follows, but a journal that is known to be damaged is behind it."""
    match = saved(tmp_path)
    for number in range(1, GENERATIONS):
        generation(match.path, number).unlink()
        snapshot_path(match.path, number).unlink(missing_ok=True)
    stamp, _, state = snapshot_path(match.path).read_bytes().partition(b"\n")
    older = msgspec.json.decode(stamp) | {"format": 1}
    del older["lines"]
    snapshot_path(match.path).write_bytes(msgspec.json.encode(older) + b"\n" + state)
    match.path.write_bytes(match.path.read_bytes()[:-250])
    assert Replay.open(match.path).count < 11
    found = resumed(match.path)
    assert (found.count, found.digest) == (12, match.digest)


def test_a_match_that_went_on_from_a_position_counts_alike_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = saved(tmp_path, 6)
    monkeypatch.setattr(type(match.rules), "version", "2")
    again = played_on(Match.resume(match.path), 3)
    again.close()
    entry = entry_of(again.path)
    assert entry is not None
    assert (entry.count, Replay.open(again.path).extent) == (9, "3 actions after action 6")
    assert Replay.open(again.path).led() == "all 3 actions after action 6 lead where they did"
    whole = again.path.read_bytes()
    again.path.write_bytes(b"".join(whole.splitlines(keepends=True)[:2]))
    for number in range(1, GENERATIONS):
        generation(again.path, number).unlink(missing_ok=True)
    assert "1 action after action 6 in it leads where it did" in Replay.open(again.path).damage
    again.path.write_bytes(whole)
    assert main(["replay", str(again.path), "--verify"]) == 0
    assert capsys.readouterr().out == f"{again.path.name}: 3 actions after action 6 verified; it goes on.\n"


# ---------------------------------------------------------------------------------------------- what is over


@pytest.fixture(params=["by the rules", "given up"])
def over(tmp_path: Path, request: pytest.FixtureRequest) -> Match:
    match = played_on(toy_match(folder=tmp_path), 500 if request.param == "by the rules" else 8)
    if match.deciding is not None:
        match.concede(match.deciding)
    match.close()
    assert match.outcome is not None
    return match


def more(content: bytes) -> bytes:
    return content + b'{"line":"act'


def zeros(content: bytes) -> bytes:
    return content + bytes(300)


def last_lost(content: bytes) -> bytes:
    return b"".join(rows(content)[:-1])


def three_lost(content: bytes) -> bytes:
    return b"".join(rows(content)[:-3])


def torn_earlier(content: bytes) -> bytes:
    return content[: -sum(map(len, rows(content)[-3:])) - 9]


def last_twice(content: bytes) -> bytes:
    return content + rows(content)[-1]


@pytest.mark.parametrize("breaks", [more, zeros, last_lost, three_lost, torn_earlier, last_twice])
@pytest.mark.parametrize("beside", ["all", "snapshot"])
def test_a_match_that_is_over_does_not_go_on_however_its_save_is_damaged(
    over: Match, breaks: Callable[[bytes], bytes], beside: str
) -> None:
    if beside == "snapshot":
        for number in range(1, GENERATIONS):
            generation(over.path, number).unlink()
    over.path.write_bytes(breaks(over.path.read_bytes()))
    entry = entry_of(over.path)
    assert entry is not None
    assert (entry.damaged, entry.outcome) == (True, over.outcome)
    broken = Replay.open(over.path).broken
    assert broken.startswith(over.path.name)
    assert " The match is over" in broken
    found = resumed(over.path)
    assert (found.outcome, found.deciding, found.digest) == (over.outcome, None, over.digest)
    assert found.notice
    assert "goes on" not in found.notice


def test_a_match_that_goes_on_from_its_last_position_goes_on_from_nowhere_else(tmp_path: Path) -> None:
    match = saved(tmp_path)
    for number in range(1, GENERATIONS):
        generation(match.path, number).unlink()
    match.path.write_bytes(torn_earlier(match.path.read_bytes()))
    notice = f"{match.path.name}, line 10: it is cut off. The match goes on from its last position and cannot be replayed."
    assert resumed(match.path).notice == notice


def test_what_stands_behind_the_end_of_a_match_is_said_truly(over: Match) -> None:
    alone(over.path)
    over.path.write_bytes(more(over.path.read_bytes()))
    assert resumed(over.path).notice.endswith(f": it is cut off. The match was over after step {over.count}, the last one before that.")


def test_an_action_behind_the_end_is_told_of_as_such(tmp_path: Path) -> None:
    """It has the number that follows, so only who plays the match again sees that none can follow."""
    match = saved(tmp_path, 500)
    alone(match.path)
    content = match.path.read_bytes()
    match.path.write_bytes(content + rows(content)[-1].replace(b'"n":%d,' % match.count, b'"n":%d,' % (match.count + 1)))
    found = resumed(match.path)
    assert found.notice.startswith(f"The match was over before the damage: {match.path.name}, line {match.count + 2}: ")
    assert found.notice.endswith(" The damaged one stays as it is.")


def test_a_copy_in_which_the_match_is_over_does_not_go_on(tmp_path: Path) -> None:
    match = saved(tmp_path, 500)
    shutil.copy(match.path, generation(match.path, 1))
    match.path.write_bytes(b"")
    assert resumed(match.path).notice == f"{match.path.name} was damaged; the match is over in the save before it."


# ---------------------------------------------------------------------------------------------- what cannot be read now


def no_rights(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    """Have a file be one that this account may not read, whoever runs the tests."""
    opened = os.open

    def may_open(path: Any, flags: int, *more: Any, **named: Any) -> int:
        if Path(path) == closed and not flags & (os.O_WRONLY | os.O_RDWR):
            raise PermissionError(13, "Permission denied")
        return opened(path, flags, *more, **named)

    monkeypatch.setattr(os, "open", may_open)


def too_large(monkeypatch: pytest.MonkeyPatch, closed: Path) -> None:
    monkeypatch.setattr(save, "MOST_BYTES", closed.stat().st_size - 1)


@pytest.mark.parametrize(
    ("closes", "why"),
    [
        (no_rights, "the file cannot be read (Permission denied)"),
        (too_large, "the file is larger than 3 KiB, the most that is read"),
    ],
)
def test_a_save_that_cannot_be_read_now_is_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closes: Callable[..., None], why: str
) -> None:
    match = saved(tmp_path, 40)
    name, whole = match.path.name, match.path.read_bytes()
    with monkeypatch.context() as patch:
        closes(patch, match.path)
        (entry,) = list_saves(tmp_path)
        assert (entry.damaged, entry.unread, entry.going) == (True, True, True)
        said = f"{name}: {why}; the copy beside it was read, and all 39 actions in it lead where they did."
        assert Replay.open(match.path).broken == f"{said} It goes on after action 40, where the position saved beside it stands."
        assert main(["check", str(match.path)]) == 1
        assert f"{name}: {why}; the copy" in capsys.readouterr().out
        found = Match.resume(match.path)
        assert (found.count, found.digest) == (40, match.digest)
        assert found.notice == (
            f"{name} cannot be read now; the copy beside it was read, and the last line found again from the position saved beside it. "
            "It goes on in a save of its own; the unreadable one stays as it is."
        )
        played_on(found, 1).close()
        assert found.path != match.path
    assert match.path.read_bytes() == whole
    assert Replay.open(match.path).broken == "", "once it can be read it is what it was"


def test_a_copy_that_cannot_be_read_now_is_not_written_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    copy = generation(match.path, 1)
    closed = copy.read_bytes()
    with monkeypatch.context() as patch:
        no_rights(patch, copy)
        why = f"{copy.name}: the file cannot be read (Permission denied)"
        assert Replay.open(match.path).broken == f"{why}; the save itself was read, and all 12 actions in it lead where they did."
        agreed_on(match.path)
        found = Match.resume(match.path)
        assert found.notice == f"{why}. It goes on in a save of its own; the unreadable one stays as it is."
        played_on(found, 1).close()
    assert copy.read_bytes() == closed


# ---------------------------------------------------------------------------------------------- one changed sign


def other_seed(line: bytes) -> bytes:
    return line.replace(b'"seed":7', b'"seed":8') if b'"seed":7' in line else line.replace(b'"seed":', b'"seed":1', 1)


def other_state(line: bytes) -> bytes:
    return changed_digit(line, line.rindex(b'"state":"') + 12)


def other_version(line: bytes) -> bytes:
    return changed_digit(line, line.index(b'"version":"') + 11)


def other_game(line: bytes) -> bytes:
    return line.replace(b'"game":"toy"', b'"game":"toz"', 1)


def changed_digit(line: bytes, at: int) -> bytes:
    return line[:at] + (b"7" if line[at : at + 1] != b"7" else b"8") + line[at + 1 :]


@pytest.mark.parametrize("breaks", [other_seed, other_state, other_version, other_game])
@pytest.mark.parametrize("copies", [1, 2])
def test_of_a_first_line_with_a_changed_sign_the_copies_are_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], breaks: Callable[[bytes], bytes], copies: int
) -> None:
    match = saved(tmp_path)
    if copies == 1:
        generation(match.path, 2).unlink()
    first, *others = rows(match.path.read_bytes())
    assert breaks(first) != first
    match.path.write_bytes(b"".join([breaks(first), *others]))
    assert Match.resume(match.path, apart=True).digest == match.digest
    broken = Replay.open(match.path).broken
    assert broken.startswith(f"{match.path.name} is damaged (")
    assert "the copy beside it was read instead, and all 11 actions in it lead where they did. It goes on after action 12" in broken
    if copies == 2:
        agreed_on(match.path)
    assert main(["replay", str(match.path), "--verify"]) == main(["check", str(match.path)]) == 1
    capsys.readouterr()


def test_a_copy_with_a_changed_sign_in_its_first_line_is_nobodys_business(tmp_path: Path) -> None:
    match = saved(tmp_path)
    copy = generation(match.path, 1)
    first, *others = rows(copy.read_bytes())
    copy.write_bytes(b"".join([other_version(first), *others]))
    assert not list_saves(tmp_path)[0].damaged
    assert (Replay.open(match.path).broken, resumed(match.path).notice) == ("", "")


def test_a_save_in_which_others_sit_from_now_on_is_not_damaged_before_its_copies_are_renewed(tmp_path: Path) -> None:
    match = saved(tmp_path)
    first, *others = rows(match.path.read_bytes())
    renamed = msgspec.json.decode(first)
    renamed["plans"][0]["name"] = "Somebody else"
    match.path.write_bytes(b"".join([msgspec.json.encode(renamed) + b"\n", *others]))
    assert not list_saves(tmp_path)[0].damaged
    assert (Replay.open(match.path).count, resumed(match.path).notice) == (12, "")


def test_other_cards_under_the_same_rules_are_called_so(tmp_path: Path) -> None:
    match = saved(tmp_path)
    for number in range(GENERATIONS):
        path = generation(match.path, number)
        first, *others = rows(path.read_bytes())
        header = msgspec.json.decode(first)
        header["setup"]["catalogue"] = "0" * len(header["setup"]["catalogue"])
        path.write_bytes(b"".join([msgspec.json.encode(header) + b"\n", *others]))
    with pytest.raises(SaveError, match=rf"^{match.path.name} was saved with other cards and cannot be replayed\.$"):
        Replay.open(match.path)


def other_position(line: bytes) -> bytes:
    return other_state(line)


def other_seat(line: bytes) -> bytes:
    return line.replace(b'"seat":0', b'"seat":9').replace(b'"seat":1', b'"seat":0').replace(b'"seat":9', b'"seat":1')


@pytest.mark.parametrize("breaks", [other_position, other_seat])
def test_of_a_line_that_leads_elsewhere_the_copy_that_goes_further_is_read(tmp_path: Path, breaks: Callable[[bytes], bytes]) -> None:
    match = saved(tmp_path)
    lines = rows(match.path.read_bytes())
    lines[5] = breaks(lines[5])
    match.path.write_bytes(b"".join(lines))
    replay = Replay.open(match.path)
    assert replay.count == 11
    assert replay.broken.startswith(f"{match.path.name} is damaged (line 6: ")
    ends = "the copy beside it was read instead, and all 11 actions in it lead where they did. It goes on after action 12"
    assert ends in replay.broken
    assert main(["replay", str(match.path), "--verify"]) == main(["check", str(match.path)]) == 1
    assert resumed(match.path).count == 12
    alone(match.path)
    assert Replay.open(match.path).count == 4, "where no copy goes further it ends there"


# ---------------------------------------------------------------------------------------------- ends of lines, and nothing at all


@pytest.mark.parametrize("beside", [False, True])
def test_white_space_at_the_ends_of_lines_is_no_damage(tmp_path: Path, *, beside: bool) -> None:
    match = saved(tmp_path)
    whole = match.path.read_bytes()
    if not beside:
        alone(match.path)
    for content in (whole.replace(b"\n", b"\r\n"), whole.replace(b"\n", b" \n"), whole + b"\n\n", whole.replace(b"\n", b"\r\n") + b"\r\n"):
        match.path.write_bytes(content)
        assert not list_saves(tmp_path)[0].damaged
        assert Replay.open(match.path).broken == ""
        found = Match.resume(match.path)
        found.close()
        assert (found.path, found.notice, found.digest) == (match.path, "", match.digest)
    played_on(Match.resume(match.path), 1).close()
    assert match.path.read_bytes().startswith(whole), "it is written as it was"


@pytest.mark.parametrize("content", [b"", b"\n", b"\r\n \n"])
def test_an_empty_file_is_called_empty(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    with pytest.raises(SaveError, match=r"^x\.jsonl: it is empty\.$"):
        resumed(path)


def test_a_match_that_goes_on_before_its_last_action_says_how_many_were_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on(toy_match(folder=tmp_path), 9)
    match.flush()
    old = snapshot_path(match.path).read_bytes()
    played_on(match, 3).close()
    for number in range(GENERATIONS):
        snapshot_path(match.path, number).unlink(missing_ok=True)
    snapshot_path(match.path).write_bytes(old)
    monkeypatch.setattr(type(match.rules), "version", "2")
    found = resumed(match.path)
    assert (found.count, found.first) == (9, 9)
    assert found.notice.endswith("). 12 actions were played; the match goes on after action 9 and cannot be replayed.")


# ---------------------------------------------------------------------------------------------- only copies left


@pytest.mark.parametrize("left", [(1, 2), (2,)])
def test_a_save_of_which_only_copies_are_left_is_a_save(tmp_path: Path, capsys: pytest.CaptureFixture[str], left: tuple[int, ...]) -> None:
    match = saved(tmp_path)
    for number in {0, 1, 2} - set(left):
        generation(match.path, number).unlink()
    (entry,) = list_saves(tmp_path)
    assert (entry.path, entry.count, entry.damaged) == (match.path, 12 - left[0], True)
    assert main(["check", str(tmp_path)]) == 1
    said = capsys.readouterr().out
    assert f"{match.path.name} is damaged (there is no such file): the copy beside it was read instead" in said
    assert "1 save: 1 fault." in said
    agreed_on(match.path)
    assert resumed(match.path).notice.startswith(f"{match.path.name} is missing")
    found = played_on(Match.resume(match.path), 1)
    found.close()
    assert (found.path == match.path, match.path.is_file()) == (1 in left, 1 in left), "a copy that lacks more than a line stays as it is"


def test_a_save_that_could_not_be_deleted_whole_has_its_journal_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    gone = Path.unlink

    def stopped(path: Path, **how: Any) -> None:
        if path == generation(match.path, 1):
            raise PermissionError(13, "Permission denied")
        gone(path, **how)

    monkeypatch.setattr(Path, "unlink", stopped)
    with pytest.raises(OSError, match="denied"):
        save.remove_save(match.path)
    assert not list_saves(tmp_path)[0].damaged, "copies alone would be a save that has lost it"


@pytest.mark.parametrize("content", [b"", bytes(50), b"12 apples\n"])
def test_a_save_of_which_nothing_can_be_read_ends_verify_with_2(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.jsonl"
    path.write_bytes(content)
    assert main(["replay", str(path), "--verify"]) == 2


# ---------------------------------------------------------------------------------------------- check


def test_check_finds_a_last_line_that_is_cleanly_missing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved(tmp_path)
    match.path.write_bytes(last_lost(match.path.read_bytes()))
    assert main(["check", str(match.path)]) == 1
    said = capsys.readouterr().out
    assert f"{match.path.name} is damaged (its last line is missing): what is left of it was read" in said


def test_check_finds_it_in_a_save_from_other_rules_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = saved(tmp_path)
    monkeypatch.setattr(type(match.rules), "version", "2")
    assert main(["check", str(match.path)]) == 0
    match.path.write_bytes(last_lost(match.path.read_bytes()))
    assert main(["check", str(match.path)]) == 1
    assert capsys.readouterr().out.count("its last line is missing.") == 1


# ---------------------------------------------------------------------------------------------- all of them, of every game


def damages(content: bytes, step: int) -> Iterator[tuple[str, bytes]]:
    """Yield what may have been done to a journal, cut at every so many bytes or otherwise, and what is left of it then."""
    lines = rows(content)
    for cut in range(max(0, len(lines[0]) - 100), len(content), step):
        yield f"cut at byte {cut}", content[:cut]
    for number in range(1, len(lines), 5):
        yield f"without line {number + 1}", b"".join(lines[:number] + lines[number + 1 :])
    for number in (1, len(lines) // 2, len(lines) - 1):
        yield f"line {number + 1} twice", b"".join(lines[: number + 1] + lines[number:])
    for number in (1, len(lines) // 2, len(lines) - 2):
        yield f"line {number + 1} behind the next", b"".join([*lines[:number], lines[number + 1], lines[number], *lines[number + 2 :]])
    yield "zero bytes behind it", content + bytes(4096)
    yield "zero bytes in place of its last line", b"".join(lines[:-1]) + bytes(len(lines[-1]))
    yield "without its last end", content[:-1]
    yield "nothing", b""
    yield "only zero bytes", bytes(100)


def agreed_on(path: Path) -> None:
    """Have everybody who reads a save say what it is, and compare the answers."""
    entry = entry_of(path)
    verified, checked = main(["replay", str(path), "--verify"]), main(["check", str(path)])
    if entry is None:
        assert (verified, checked) == (2, 1)
        with pytest.raises(SaveError):
            resumed(path)
        return
    replay, found = Replay.open(path), resumed(path)
    assert (bool(replay.broken), verified, checked) == (entry.damaged, int(entry.damaged), int(entry.damaged))
    assert bool(found.notice) == entry.damaged
    assert entry.count == replay.count <= found.count
    if entry.told:
        assert (found.count, found.outcome) == (max(entry.count, entry.stood), entry.outcome)
    assert found.outcome is None or "goes on" not in found.notice


CASES = [
    (game, ends)
    for index, game in enumerate((*ids(), "toy"))
    for number, ends in enumerate(("in play", "given up"))
    if THOROUGH or game == "toy" or index % 2 == number
]


@pytest.mark.parametrize(("game", "ends"), CASES)
def test_whoever_reads_a_damaged_save_says_the_same_of_it(game: str, ends: str, tmp_path: Path) -> None:
    seats = 2 if game == "toy" else fewest(game)
    match = Match.start(Setup(game, seats, seed=3), (SeatPlan("human"),) * seats, folder=tmp_path / "whole")
    chance = Chance(3)
    while match.deciding is not None and match.count < 7:
        match.submit(chance.pick(match.legal()))
    if ends == "given up" and match.deciding is not None:
        match.concede(match.deciding)
    match.close()
    agreed_on(match.path)
    for beside in (True, False):
        folder = tmp_path / f"{beside}"
        shutil.copytree(match.path.parent, folder)
        path = folder / match.path.name
        if not beside:
            alone(path)
        for what, content in damages(match.path.read_bytes(), 50 if THOROUGH or game == "toy" else 350):
            path.write_bytes(content)
            try:
                agreed_on(path)
            except BaseException as error:
                error.add_note(f"{what}, {'with' if beside else 'without'} the files beside it")
                raise


# ---------------------------------------------------------------------------------------------- what is written over


@pytest.mark.parametrize("line", ["another match", b'{"a":1}\n', b"[1,2,3]\n", b"Dear\n", b"Dear"])
def test_one_line_that_is_not_of_the_match_is_not_written_over(tmp_path: Path, line: str | bytes) -> None:
    match = saved(tmp_path)
    if isinstance(line, str):
        line = rows(other_first(tmp_path))[0]
    match.path.write_bytes(line)
    found = resumed(match.path)
    assert (found.count, found.path != match.path) == (12, True)
    assert found.notice.endswith("It goes on in a save of its own; the damaged one stays as it is.")
    played_on(Match.resume(match.path), 1).close()
    assert match.path.read_bytes() == line


@pytest.mark.parametrize("left", ["half", "the first line", "nothing", "zeros", "half and zeros"])
def test_a_beginning_of_what_the_copy_has_is_written_over(tmp_path: Path, left: str) -> None:
    match = saved(tmp_path)
    first = rows(match.path.read_bytes())[0]
    half = first[: len(first) // 2]
    kinds = {"half": half, "the first line": first, "nothing": b"", "zeros": bytes(80), "half and zeros": half + bytes(80)}
    match.path.write_bytes(kinds[left])
    found = resumed(match.path)
    assert (found.count, found.path) == (12, match.path)


def other_first(folder: Path) -> bytes:
    """Return the journal of another match."""
    other = played_on(toy_match(folder=folder / "other", take_backs=True), 3)
    other.close()
    return other.path.read_bytes()


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("kind", ["UTF-16", "text", "one digit", "the first line's digit", "an odd tail", "only begun"])
def test_a_sound_save_goes_on_in_place_whatever_is_wrong_with_a_copy(tmp_path: Path, kind: str, number: int) -> None:
    match = saved(tmp_path)
    copy, whole = generation(match.path, number), match.path.read_bytes()
    first, *others = rows(copy.read_bytes())
    digits = others[-1].replace(b'"n":1', b'"n":2')
    kinds = {
        "UTF-16": copy.read_text().encode("utf-16"),
        "text": b"Dear Sir,\nI wrote this over it.\n",
        "one digit": b"".join([first, *others[:-1], digits]),
        "the first line's digit": b"".join([first.replace(b'"seed":', b'"seed":1'), *others]),
        "an odd tail": whole + b"odd\nand odder\n",
        "only begun": rows(other_first(tmp_path))[0],
    }
    copy.write_bytes(kinds[kind])
    assert not list_saves(tmp_path)[0].damaged
    assert Replay.open(match.path).broken == ""
    assert main(["check", str(match.path)]) == 0
    found = resumed(match.path)
    assert (found.count, found.notice, found.path) == (12, "", match.path)


def test_another_match_in_a_copy_is_not_lost(tmp_path: Path) -> None:
    match = saved(tmp_path)
    copy = generation(match.path, 1)
    copy.write_bytes(other_first(tmp_path))
    found = resumed(match.path)
    assert found.path != match.path
    words = f"The copy beside {match.path.name} holds another match. It goes on in a save of its own; the old one stays as it is."
    assert (found.count, found.notice) == (12, words)


def contents(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.iterdir() if path.is_file() and path.suffix != ".lock"}


def as_before(snapshot: bytes) -> bytes:
    """Return a snapshot as programs wrote it that did not say how its match began."""
    stamp, _, state = snapshot.partition(b"\n")
    older = msgspec.json.decode(stamp)
    del older["begun"]
    return msgspec.json.encode(older) + b"\n" + state


@pytest.mark.parametrize("number", range(GENERATIONS))
@pytest.mark.parametrize("older", [False, True], ids=["of today", "of before"])
@pytest.mark.parametrize(
    "kind", ["longer", "a line longer", "as long", "shorter", "over", "of three", "of another game", "with other cards"]
)
def test_the_position_of_another_match_beside_a_sound_save_is_told_and_never_gone_on_from(
    tmp_path: Path, kind: str, number: int, *, older: bool
) -> None:
    match = saved(tmp_path)
    actions = {"longer": 15, "a line longer": 13, "as long": 12, "shorter": 7, "over": 500}.get(kind, 15)
    other = played_on(toy_match(seed=5, seats=3 if kind == "of three" else 2, folder=tmp_path / "other"), actions)
    other.close()
    strange = snapshot_path(other.path).read_bytes()
    strange = strange.replace(b'"game":"toy"', b'"game":"other"') if kind == "of another game" else strange
    strange = strange.replace(b'"catalogue":"', b'"catalogue":"0', 1) if kind == "with other cards" else strange
    snapshot_path(match.path, number).write_bytes(as_before(strange) if older else strange)
    before = contents(tmp_path)
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.outcome, entry.damaged) == (12, None, False)
    said = f"The position beside {match.path.name} holds another match"
    assert Replay.open(match.path).broken == f"{said}; the save itself was read, and all 12 actions in it lead where they did."
    assert main(["check", str(match.path)]) == 1
    worked_out(match.path)
    found = resumed(match.path)
    words = f"{said}. It goes on in a save of its own; the old one stays as it is."
    assert (found.count, found.digest, found.first, found.notice) == (12, match.digest, 0, words)
    assert found.path != match.path
    assert contents(tmp_path).items() >= before.items()


@pytest.mark.parametrize("damaged", [False, True], ids=["whole", "cut off"])
def test_a_position_that_says_how_its_match_began_is_known_beside_a_journal_without_copies(tmp_path: Path, *, damaged: bool) -> None:
    match = saved(tmp_path)
    alone(match.path)
    if damaged:
        match.path.write_bytes(match.path.read_bytes()[:-9])
    other = played_on(toy_match(seed=5, folder=tmp_path / "other"), 15)
    other.close()
    shutil.copy(snapshot_path(other.path), snapshot_path(match.path))
    said = f"The position beside {match.path.name} holds another match"
    assert said in Replay.open(match.path).broken
    found = resumed(match.path)
    assert (found.count, found.first) == (12 - damaged, 0)
    assert found.path != match.path
    assert said in found.notice


def test_of_a_save_from_other_rules_its_own_older_position_is_gone_on_from_and_not_that_of_another_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = saved(tmp_path)
    other = played_on(toy_match(seed=5, folder=tmp_path / "other"), 15)
    other.close()
    snapshot_path(match.path).rename(snapshot_path(match.path, 1))
    shutil.copy(snapshot_path(other.path), snapshot_path(match.path))
    monkeypatch.setattr(type(match.rules), "version", "2")
    assert resumed(match.path).digest == match.digest
    for number in range(1, GENERATIONS):
        snapshot_path(match.path, number).unlink(missing_ok=True)
    with pytest.raises(SaveError, match="holds another match"):
        resumed(match.path)


@pytest.mark.parametrize(
    ("written", "instead", "said"),
    [
        (b"", b"", "the position is one of 3 players, and the match has 2"),
        (b'"game":"toy"', b'"game":"other"', "does not say how it stands"),
        (b'"catalogue":"', b'"catalogue":"0', "does not say how it stands"),
    ],
    ids=["of three", "of another game", "with other cards"],
)
def test_a_position_that_cannot_be_of_the_match_is_not_believed(tmp_path: Path, written: bytes, instead: bytes, said: str) -> None:
    """It is of before and there are no copies, so only the position itself tells."""
    match = saved(tmp_path)
    alone(match.path)
    other = played_on(toy_match(seed=5, seats=2 if written else 3, folder=tmp_path / "other"), 15)
    other.close()
    snapshot_path(match.path).write_bytes(as_before(snapshot_path(other.path).read_bytes()).replace(written, instead, 1))
    found = resumed(match.path)
    assert (found.count, found.digest) == (12, match.digest)
    with pytest.raises(SaveError, match=said):
        stands(match.path)


def test_check_tells_that_a_copy_holds_another_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = saved(tmp_path)
    generation(match.path, 1).write_bytes(other_first(tmp_path))
    assert main(["check", str(match.path)]) == 1
    words = (
        f"The copy beside {match.path.name} holds another match; the save itself was read, and all 12 actions in it lead where they did."
    )
    assert words in capsys.readouterr().out


def test_what_is_left_before_anything_was_written_is_gone_on_with_from_the_save_that_is_there(tmp_path: Path) -> None:
    match = saved(tmp_path)
    match.path.write_bytes(b"Dear\n")
    found = Match.resume(match.path)
    assert (found.kept, found.path != match.path) == (match.path, True)
    played_on(found, 1)
    assert found.kept == found.path
    found.close()
    assert found.kept.exists()


def test_an_empty_line_within_a_save_is_called_one(tmp_path: Path) -> None:
    match = saved(tmp_path)
    alone(match.path)
    lines = rows(match.path.read_bytes())
    match.path.write_bytes(b"".join([*lines[:5], b"\n", *lines[5:]]))
    assert Replay.open(match.path).broken == f"{match.path.name}, line 6: the line is empty."


def test_lines_that_belong_elsewhere_say_so(tmp_path: Path) -> None:
    """They "cannot be 'match'"; another save behind one, and lines without their beginning."""
    match = saved(tmp_path)
    assert match.path is not None
    whole = match.path.read_bytes()
    first, second, *_ = whole.splitlines(keepends=True)
    for content, said in (
        (whole + whole, "line 14: another match begins here"),
        (second + whole, "line 1: the beginning of the match is missing"),
        (whole.removeprefix(first), "line 1: the beginning of the match is missing"),
    ):
        path = tmp_path / "odd.jsonl"
        path.write_bytes(content)
        try:
            told = Replay.open(path).broken
        except SaveError as error:
            told = str(error)
        assert told == f"odd.jsonl, {said}."
