"""Saves: nothing is lost, whatever is cut, altered, killed or sent by a stranger.

Longer than most: every way in which a file can be hurt stands in one list.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest
import toy
from hypothesis import example, given, settings
from hypothesis import strategies as st
from shelved import played_on, resumed, toy_match

from game.kernel.setup import Setup
from game.match import journal
from game.match.journal import GENERATIONS, generation, snapshot_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import MOST_BYTES, SaveError, list_saves, read_record, remove_save
from game.match.seats import SeatPlan
from game.paths import saves_folder

pytestmark = pytest.mark.usefixtures("toy_shelf")


def running(folder: Path, actions: int = 3, **kwargs: Any) -> Match:
    """A match that goes on."""
    match = played_on(toy_match(folder=folder, **kwargs), actions)
    match.flush()
    assert match.save_fault == ""
    assert match.path is not None
    return match


def saved(folder: Path, actions: int = 3, **kwargs: Any) -> Match:
    """A match that was left."""
    match = running(folder, actions, **kwargs)
    match.close()
    return match


def digests(match: Match) -> list[str]:
    return [journal.digest(match._story.at(number)) for number in range(match.first, match.count + 1)]


def files(path: Path) -> dict[Path, bytes]:
    return {each: each.read_bytes() for each in path.parent.iterdir()}


def restore(kept: dict[Path, bytes]) -> None:
    for path in next(iter(kept)).parent.iterdir():
        if path not in kept:
            path.unlink()
    for path, content in kept.items():
        path.write_bytes(content)


def one_sentence(error: SaveError) -> None:
    words = str(error)
    assert words.endswith(".")
    assert "\n" not in words
    assert len(words) < 600


# ---------------------------------------------------------------------------------------------- what is written


def test_a_match_comes_back_as_it_was(tmp_path: Path) -> None:
    match = saved(tmp_path, 25, seats=3)
    again = resumed(match.path)
    assert (again.digest, again.count, again.deciding, again.notice) == (match.digest, 25, match.deciding, "")
    assert (again.setup, again.plans, again.names, again.path) == (match.setup, match.plans, match.names, match.path)
    assert again.beats(0, 7) == match.beats(0, 7)


def test_opening_a_save_writes_nothing(tmp_path: Path) -> None:
    match = saved(tmp_path, 5)
    before = files(match.path)
    resumed(match.path)
    Replay.open(match.path)
    assert files(match.path) == before


def test_three_generations_each_one_line_behind(tmp_path: Path) -> None:
    match = running(tmp_path, 3)
    for _ in range(3):
        played_on(match, 1)
        match.flush()
    lines = [len(generation(match.path, number).read_bytes().splitlines()) for number in range(GENERATIONS)]
    assert lines == [7, 6, 5]
    assert not list(tmp_path.glob("*.tmp"))
    assert all(snapshot_path(match.path, number).exists() for number in range(GENERATIONS))


def test_saving_an_action_writes_a_line_not_the_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = running(tmp_path, 4)
    whole: list[str] = []
    monkeypatch.setattr(journal, "replace_file", lambda path, content, **_: whole.append(path.name))
    for _ in range(10):
        before = match.path.stat().st_size
        played_on(match, 1)
        match.flush()
        line = match.path.read_bytes()[before:]
        assert line.count(b"\n") == 1
    assert {name for name in whole if ".snap" not in name} == set()


def test_a_resumed_match_goes_on_in_the_same_files(tmp_path: Path) -> None:
    match = saved(tmp_path, 4)
    again = played_on(Match.resume(match.path), 3, seed=8)
    again.close()
    third = resumed(match.path)
    assert (third.digest, third.count) == (again.digest, 7)
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


def test_taking_back_survives_saving(tmp_path: Path) -> None:
    match = running(tmp_path, 5, take_backs=True)
    match.undo(match.decided_last)
    match.undo(match.decided_last)
    played_on(match, 2, seed=9)
    match.close()
    again = resumed(match.path)
    assert (again.digest, again.count) == (match.digest, match.count)
    assert digests(again) == digests(match)


def test_a_match_that_cannot_be_saved_goes_on_and_says_so(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way")
    match = played_on(toy_match(folder=blocked / "saves"), 3)
    match.flush()
    assert match.count == 3
    assert match.save_fault.startswith("The match could not be saved to toy-")
    assert match.save_fault.endswith(".")


def test_nothing_is_pickled() -> None:
    for path in Path(journal.__file__).parent.glob("*.py"):
        assert "import pickle" not in path.read_text(encoding="utf-8")


KILLED = """
import sys
sys.path[:0] = {paths!r}
import toy, game.rules
sys.modules["game.rules.toy"] = toy
game.rules.IDS = (*game.rules.IDS, "toy")
from pathlib import Path
from shelved import played_on, resumed, toy_match
match = toy_match(seats=3, folder=Path({folder!r}))
while match.deciding is not None:
    played_on(match, 1, seed=match.count)
    print(match.count, match.digest, flush=True)
"""


@pytest.mark.parametrize("after", [0.0, 0.002, 0.005, 0.011])
def test_killing_the_program_loses_nothing(tmp_path: Path, after: float) -> None:
    tests = Path(__file__).parent.parent
    script = KILLED.format(paths=[str(tests), str(tests.parent)], folder=str(tmp_path))
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    first = program.stdout.readline()
    time.sleep(after)
    program.kill()
    reported = [first, *program.stdout.read().splitlines()]
    program.wait()
    program.stdout.close()
    complete = [line.split() for line in reported if len(line.split()) == 2 and len(line.split()[1]) == 16]
    count, digest = int(complete[-1][0]), complete[-1][1]
    match = Match.resume(next(tmp_path.glob("*.jsonl")))
    assert match.count >= count
    assert digests(match)[count] == digest
    played_on(match, 1)
    match.close()
    assert resumed(match.path).digest == match.digest


# ---------------------------------------------------------------------------------------------- cut and altered


def without_snapshots(path: Path) -> None:
    for number in range(GENERATIONS):
        snapshot_path(path, number).unlink(missing_ok=True)


def test_a_save_cut_at_any_byte_opens_the_generation_before(tmp_path: Path) -> None:
    match = saved(tmp_path, 3)
    without_snapshots(match.path)
    known, whole = digests(match), match.path.read_bytes()
    for cut in range(len(whole) - 1):
        match.path.write_bytes(whole[:cut])
        again = resumed(match.path)
        assert again.count == match.count - 1, f"cut at byte {cut}"
        assert again.digest == known[again.count]
        assert again.notice or b"\n" in whole[cut - 1 : cut + 1]
    match.path.write_bytes(whole[:-1])
    again = resumed(match.path)
    assert (again.digest, again.notice) == (match.digest, ""), "a last line that lacks nothing but its end is whole"


@pytest.mark.parametrize("back", [False, True])
def test_the_last_line_is_found_again_from_the_position_it_led_to(tmp_path: Path, *, back: bool) -> None:
    """Cut anywhere, the match stands where it stood, with its whole history, and goes on in its own file."""
    match = running(tmp_path, 4, take_backs=True)
    if back:
        match.undo(match.decided_last)
    match.close()
    known, whole = digests(match), match.path.read_bytes()
    for cut in range(len(whole)):
        match.path.write_bytes(whole[:cut])
        again = resumed(match.path)
        assert (again.count, again.first, again.path) == (match.count, 0, match.path), f"cut at byte {cut}"
        assert digests(again) == known
        assert ("was damaged" in again.notice) == (cut < len(whole) - 1), "without its last end of line nothing is lacking"
    again = played_on(Match.resume(match.path), 2)
    again.close()
    third = resumed(match.path)
    assert (digests(third), third.notice) == (digests(again), "")


def test_a_position_that_is_newer_than_the_journal_is_gone_on_from(tmp_path: Path) -> None:
    """Of a journal that lacks more than a line, the position saved beside it tells most; the journal stays as it is."""
    match = saved(tmp_path, 6)
    for number in range(GENERATIONS):
        path = generation(match.path, number)
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:3]))
    kept = files(match.path)
    again = Match.resume(match.path)
    assert (again.digest, again.count, again.first) == (match.digest, 6, 6)
    assert "cannot be replayed" in again.notice
    played_on(again, 1)
    again.close()
    assert again.path != match.path
    assert {path: path.read_bytes() for path in kept} == kept


def test_whole_lines_behind_a_tear_are_never_overwritten(tmp_path: Path) -> None:
    """They cannot be played without the torn one, but somebody may mend it: the match goes on in a save of its own."""
    match = saved(tmp_path, 6)
    without_snapshots(match.path)
    for number in range(GENERATIONS):
        path = generation(match.path, number)
        lines = path.read_bytes().splitlines(keepends=True)
        lines[3] = lines[3][:20] + b"\n"
        path.write_bytes(b"".join(lines))
    kept = files(match.path)
    again = Match.resume(match.path)
    assert (again.count, again.digest) == (2, digests(match)[2])
    assert "save of its own" in again.notice
    played_on(again, 3)
    again.close()
    assert again.path != match.path
    assert {path: path.read_bytes() for path in kept} == kept
    third = resumed(again.path)
    assert (third.count, third.digest, third.notice) == (5, again.digest, "")


@pytest.mark.parametrize("number", [1, 2])
def test_a_cut_in_an_older_generation_costs_nothing(tmp_path: Path, number: int) -> None:
    match = saved(tmp_path, 4)
    path = generation(match.path, number)
    whole = path.read_bytes()
    for cut in range(0, len(whole), 7):
        path.write_bytes(whole[:cut])
        again = resumed(match.path)
        assert (again.digest, again.notice) == (match.digest, "")


def test_two_damaged_generations_leave_the_third(tmp_path: Path) -> None:
    match = saved(tmp_path, 5)
    without_snapshots(match.path)
    match.path.write_bytes(b"")
    generation(match.path, 1).write_bytes(b"\x00" * 50)
    again = Match.resume(match.path)
    assert (again.count, again.digest) == (3, digests(match)[3])
    played_on(again, 1)
    again.close()
    assert resumed(match.path).count == 4


def test_a_lone_journal_cut_at_any_byte_opens_what_it_holds_or_says_one_sentence(tmp_path: Path) -> None:
    match = saved(tmp_path, 3)
    known, whole = digests(match), match.path.read_bytes()
    head = whole.index(b"\n")
    lone = tmp_path / "lone" / "sent.jsonl"
    lone.parent.mkdir()
    for cut in range(len(whole) + 1):
        lone.write_bytes(whole[:cut])
        if cut < head:
            with pytest.raises(SaveError, match="line 1" if cut else "it is empty") as caught:
                resumed(lone)
            one_sentence(caught.value)
        else:
            again = resumed(lone)
            assert again.count == whole[: cut + 1].count(b"\n") - 1, "a last line may lack its end"
            assert again.digest == known[again.count]


@pytest.mark.parametrize("damage", [b"\x00", b"9", b'"', b"}", b"z"])
def test_an_altered_byte_never_costs_the_save_before(tmp_path: Path, damage: bytes) -> None:
    match = saved(tmp_path, 2)
    known, whole = digests(match), match.path.read_bytes()
    for at in range(0, len(whole), 3):
        match.path.write_bytes(whole[:at] + damage + whole[at + 1 :])
        again = resumed(match.path)
        assert again.count >= match.count - 1
        assert again.digest == known[again.count]


def test_a_forged_action_is_not_believed(tmp_path: Path) -> None:
    match = saved(tmp_path, 4)
    without_snapshots(match.path)
    for number in range(GENERATIONS):
        path = generation(match.path, number)
        lines = path.read_bytes().splitlines(keepends=True)
        lines[2] = lines[2].replace(b'"seat":', b'"seat":1')
        path.write_bytes(b"".join(lines))
    again = resumed(match.path)
    assert again.count == 1
    assert again.digest == digests(match)[1]
    assert "line 3" in again.notice


# ---------------------------------------------------------------------------------------------- other rules


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> Any:
    return lambda: monkeypatch.setattr(toy.ToyRules, "version", "2")


def test_a_save_from_other_rules_opens_from_its_snapshot(tmp_path: Path, newer_rules: Any) -> None:
    match = saved(tmp_path, 6)
    kept = files(match.path)
    newer_rules()
    again = Match.resume(match.path)
    assert (again.digest, again.count, again.first, again.names) == (match.digest, 6, 6, match.names)
    assert "other rules" in again.notice
    assert "cannot be replayed" in again.notice
    assert again.path != match.path
    played_on(again, 3)
    again.close()
    third = resumed(again.path)
    assert (third.digest, third.count, third.first, third.notice) == (again.digest, 9, 6, "")
    assert third.beats(0, 8) == again.beats(0, 8)
    assert third.beats(0, 6) == ()
    assert {path: path.read_bytes() for path in kept} == kept


def test_a_snapshot_from_before_a_field_was_there_opens_with_its_default(tmp_path: Path, newer_rules: Any) -> None:
    match = saved(tmp_path, 6)
    for number in range(GENERATIONS):
        path = snapshot_path(match.path, number)
        if path.exists():
            stamp, _, content = path.read_bytes().partition(b"\n")
            older = msgspec.msgpack.decode(content)
            del older["turns"]
            first = {**msgspec.json.decode(stamp), "state": journal.digest(older)}
            path.write_bytes(msgspec.json.encode(first) + b"\n" + msgspec.msgpack.encode(older))
    newer_rules()
    again = Match.resume(match.path)
    assert again.count == 6
    assert again._story.state == msgspec.structs.replace(match._story.state, turns=0)


def test_a_save_from_other_rules_cannot_be_replayed(tmp_path: Path, newer_rules: Any) -> None:
    match = saved(tmp_path, 3)
    newer_rules()
    with pytest.raises(SaveError, match="cannot be replayed"):
        Replay.open(match.path)


def test_an_older_snapshot_serves_when_the_newest_is_cut(tmp_path: Path, newer_rules: Any) -> None:
    match = toy_match(folder=tmp_path)
    for _ in range(4):
        played_on(match, 1)
        match.flush()
    match.close()
    newer_rules()
    snapshot = snapshot_path(match.path)
    whole = snapshot.read_bytes()
    for cut in range(0, len(whole), 5):
        snapshot.write_bytes(whole[:cut])
        assert resumed(match.path).count == 3


def test_without_a_snapshot_other_rules_refuse(tmp_path: Path, newer_rules: Any) -> None:
    match = saved(tmp_path, 3)
    without_snapshots(match.path)
    newer_rules()
    with pytest.raises(SaveError, match="No position was saved") as caught:
        resumed(match.path)
    assert match.path.name in str(caught.value)


def test_a_snapshot_that_breaks_the_rules_is_refused(tmp_path: Path, newer_rules: Any) -> None:
    match = saved(tmp_path, 3)
    newer_rules()
    for number in range(GENERATIONS):
        path = snapshot_path(match.path, number)
        if not path.exists():
            continue
        stamp, _, content = path.read_bytes().partition(b"\n")
        state = msgspec.msgpack.decode(content, type=toy.State)
        broken = msgspec.structs.replace(state, pile=(*state.pile, toy.Card(999, "larder-1")))
        path.write_bytes(stamp + b"\n" + msgspec.msgpack.encode(broken))
    with pytest.raises(SaveError, match="the position breaks the rules"):
        resumed(match.path)


# ---------------------------------------------------------------------------------------------- strangers


def lone_save(folder: Path, content: bytes) -> Path:
    path = folder / "strange.jsonl"
    path.write_bytes(content)
    return path


def test_a_save_larger_than_any_is_refused_at_once(tmp_path: Path) -> None:
    path = lone_save(tmp_path, b"{" + b" " * MOST_BYTES)
    with pytest.raises(SaveError, match="larger than 16 MiB"):
        resumed(path)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"game":"toy","version"', b'"game":"toy","prize":1,"version"', "line 1: there is no field `prize`"),
        (b'"seed":1', b'"seed":1,"luck":2', "line 1: .*there is no field `luck`"),
        (b'"line":"match"', b'"line":"pickle"', "line 1"),
        (b'"format":2', b'"format":99', "format 99 is not known"),
        (b'"game":"toy"', b'"game":"../../etc/passwd"', "line 1"),
        (b'"seats":2', b'"seats":2000000000', "line 1"),
        (b'"decks":[]', b'"decks":[{"name":"x","cards":{"a":99999999999}}]', "line 1.*number of cards"),
        (b'"options":{}', b'"options":{"a":"b"}', "has no option"),
        (b'"seed":1', b'"seed":' + b"[" * 100_000, "line 1"),
    ],
)
def test_a_strange_header_is_refused_in_one_sentence(tmp_path: Path, old: bytes, new: bytes, words: str) -> None:
    whole = saved(tmp_path / "good", 2).path.read_bytes()
    assert old in whole
    with pytest.raises(SaveError, match=words) as caught:
        resumed(lone_save(tmp_path, whole.replace(old, new)))
    one_sentence(caught.value)
    assert str(caught.value).startswith("strange.jsonl")


@pytest.mark.parametrize("extra", [b'{"line":"action","n":3}\n', b'{"line":"back","to":9}\n', b"[]\n", b"\xff\n", b"[" * 50_000 + b"\n"])
def test_a_strange_line_ends_the_good_part(tmp_path: Path, extra: bytes) -> None:
    match = saved(tmp_path / "good", 2)
    again = resumed(lone_save(tmp_path, match.path.read_bytes() + extra))
    assert (again.count, again.digest) == (2, match.digest)
    assert "line 4" in again.notice


def test_too_many_lines_are_refused(tmp_path: Path) -> None:
    path = lone_save(tmp_path, saved(tmp_path / "good", 1).path.read_bytes() + b'{"line":"back","to":0}\n' * 60_000)
    with pytest.raises(SaveError, match="lines"):
        resumed(path)


def test_a_folder_or_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing.jsonl"):
        with pytest.raises(SaveError) as caught:
            resumed(path)
        one_sentence(caught.value)


@pytest.fixture(scope="module")
def whole_save(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a short save, by ending."""
    import game.rules

    sys.modules["game.rules.toy"] = toy
    before, game.rules.IDS = game.rules.IDS, (*game.rules.IDS, "toy")
    match = saved(tmp_path_factory.mktemp("whole"), 6)
    game.rules.IDS = before
    return {path.name.removeprefix(match.path.stem): path.read_bytes() for path in match.path.parent.iterdir()}


mutation = st.tuples(
    st.integers(0, 9), st.integers(0, 5000), st.sampled_from(["flip", "cut", "drop", "double", "insert"]), st.binary(max_size=6)
)


@settings(max_examples=150)
@given(st.lists(mutation, min_size=1, max_size=6))
@example([(0, 400, "cut", b"")])
def test_fuzzed_saves_open_or_say_why(whole_save: dict[str, bytes], tmp_path_factory: pytest.TempPathFactory, mutations: list[Any]) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    content = dict(sorted(whole_save.items()))
    names = list(content)
    for which, place, how, salt in mutations:
        name = names[which % len(names)]
        old = content[name]
        at = place % (len(old) + 1)
        content[name] = {
            "flip": old[:at] + salt + old[at + len(salt) :],
            "cut": old[:at],
            "drop": old[:at] + old[at + len(salt) + 1 :],
            "double": old[:at] + old[at : at + 40] * 2 + old[at + 40 :],
            "insert": old[:at] + salt + old[at:],
        }[how]
    for name, each in content.items():
        (folder / f"x{name}").write_bytes(each)
    try:
        match = resumed(folder / "x.jsonl")
    except SaveError as error:
        one_sentence(error)
    else:
        assert match.rules.faults(match._story.state) == ()
        match.offers()
        match.scene(0)
    list_saves(folder)


@given(st.binary(max_size=300))
def test_noise_is_refused(tmp_path_factory: pytest.TempPathFactory, noise: bytes) -> None:
    with pytest.raises(SaveError) as caught:
        resumed(lone_save(tmp_path_factory.mktemp("noise"), noise))
    one_sentence(caught.value)


# ---------------------------------------------------------------------------------------------- the list


def test_saves_are_listed_newest_first(tmp_path: Path) -> None:
    folder = saves_folder()
    assert list_saves() == ()
    one = saved(folder, 3)
    match = played_on(Match.start(Setup("toy", 3, 2), (SeatPlan("human", "Ada"), SeatPlan("easy"), SeatPlan("random")), folder=folder), 500)
    match.flush()
    assert match.outcome is not None
    (folder / "noise.jsonl").write_bytes(b"noise\n")
    entries = {entry.path: entry for entry in list_saves()}
    assert set(entries) == {one.path, match.path}
    assert (entries[one.path].count, entries[one.path].outcome, entries[one.path].title) == (3, None, "Larder")
    assert (entries[match.path].names, entries[match.path].levels) == (("Ada", "Cook 2", "Cook 3"), ("", "Easy", "Random"))
    assert entries[match.path].outcome == match.outcome
    assert entries[match.path].count == match.count
    assert [entry.when for entry in list_saves()] == sorted((entry.when for entry in list_saves()), reverse=True)


def test_listing_plays_no_action_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path, 3)
    monkeypatch.setattr(toy.ToyRules, "advance", lambda *_: 1 // 0)
    monkeypatch.setattr(toy.ToyRules, "setup", lambda *_: 1 // 0)
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.damaged) == (3, False)
    lines = match.path.read_bytes().splitlines(keepends=True)
    match.path.write_bytes(lines[0] + b"\xff" * 200_000 + b"\n" + lines[-1])
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.damaged) == (2, True), "it counts what can be read, in the copy, and says so"


def test_a_removed_save_leaves_nothing(tmp_path: Path) -> None:
    match, other = saved(tmp_path, 4), tmp_path / "other.jsonl.0123abcd.tmp"
    for left in (match.path, snapshot_path(match.path)):
        left.with_name(f"{left.name}.0123abcd.tmp").touch()
    other.touch()
    remove_save(match.path)
    assert list(tmp_path.iterdir()) == [other], "what is being written for another save is not its own"


def test_file_names_say_game_and_date(tmp_path: Path) -> None:
    name = saved(tmp_path, 1).path.name
    game, day, clock, short = name.removesuffix(".jsonl").split("-")
    assert (game, len(day), len(clock), len(short)) == ("toy", 8, 6, 4)


def test_a_record_knows_where_it_is_torn(tmp_path: Path) -> None:
    match = saved(tmp_path, 2)
    match.path.write_bytes(match.path.read_bytes()[:-5])
    record = read_record(match.path)
    assert len(record.lines) == 1
    assert "line 3" in record.torn
