"""What a save that cannot be opened is told: file, line and reason, at every limit and on both sides of it; and what stands on the disk besides.

Longer than most: the sentences of one reader stand together.
"""

from __future__ import annotations

import re
import threading
from os import utime
from pathlib import Path
from typing import Any

import msgspec
import pytest
import toy
from msgspec.structs import replace
from shelved import played_on, toy_match

from game.content import files
from game.content.faults import plainly
from game.content.files import replace_file
from game.kernel.digest import digest
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Outcome, Setup
from game.match import journal, save
from game.match.journal import (
    GENERATIONS,
    Back,
    Journal,
    Taken,
    encode_line,
    fresh_path,
    generation,
    new_header,
    snapshot_path,
)
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import (
    MOST_COPIES,
    MOST_LINES,
    MOST_SEATS,
    SaveEntry,
    SaveError,
    generations,
    list_saves,
    read_bytes,
    read_record,
    read_snapshot,
    snapshots,
)
from game.match.seats import SeatPlan
from game.match.story import KEPT_STEPS, Story
from game.match.strict import stray
from game.match.traced import DifferenceError, decode_state, first_state, judged, open_rules, retrace, unlike

pytestmark = pytest.mark.usefixtures("toy_shelf")


def saved(folder: Path, actions: int = 3, **kwargs: Any) -> Match:
    match = played_on(toy_match(folder=folder, **kwargs), actions)
    match.flush()
    assert match.path is not None
    return match


def rewritten(path: Path, **fields: Any) -> Path:
    """Write another header into a journal, and nothing beside it."""
    record = read_record(path)
    lone = path.with_name("lone.jsonl")
    lone.write_bytes(encode_line(replace(record.header, **fields)) + b"".join(record.texts))
    return lone


def refused(path: Path) -> str:
    with pytest.raises(SaveError) as caught:
        read_record(path)
    return str(caught.value)


# ---------------------------------------------------------------------------------------------- names and files


def test_a_journal_and_its_generations_are_named_after_it(tmp_path: Path) -> None:
    path = tmp_path / "toy.jsonl"
    assert [generation(path, number).name for number in range(GENERATIONS)] == ["toy.jsonl", "toy.jsonl.1", "toy.jsonl.2"]
    assert [snapshot_path(path, number).name for number in range(2)] == ["toy.jsonl.snap", "toy.jsonl.snap.1"]
    assert {generation(path, 1).parent, snapshot_path(path, 1).parent} == {tmp_path}


def test_a_new_journal_never_takes_the_name_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    digits = iter([b"\x00\x01", b"\x00\x01", b"\xab\xcd"])
    monkeypatch.setattr(journal.os, "urandom", lambda count: next(digits)[:count])
    first = fresh_path(tmp_path, "toy")
    assert first.name.endswith("-0001.jsonl")
    day, clock = re.fullmatch(r"toy-(\d{8})-(\d{6})-0001\.jsonl", first.name).groups()
    monkeypatch.setattr(journal, "datetime", Stopped(day, clock))
    first.touch()
    assert fresh_path(tmp_path, "toy").name == f"toy-{day}-{clock}-abcd.jsonl"


class Stopped:
    """A clock that stands still."""

    def __init__(self, *words: str) -> None:
        self.words = words

    def now(self) -> Stopped:
        return self

    def astimezone(self) -> Stopped:
        return self

    def strftime(self, form: str) -> str:
        return "-".join(self.words) if form == "%Y%m%d-%H%M%S" else form


def test_a_header_says_what_the_match_begins_with() -> None:
    match = toy_match(seats=3)
    header = new_header(match.rules, match.setup, match.plans, match._story.state, count=4)
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", header.when)
    assert (header.game, header.version, header.catalogue) == ("toy", match.rules.version, match.setup.catalogue)
    assert (header.setup, header.plans, header.state, header.count) == (match.setup, match.plans, match.digest, 4)
    assert header.start is msgspec.UNSET


def test_a_match_is_saved_into_a_folder_that_was_not_there(tmp_path: Path) -> None:
    match = saved(tmp_path / "one" / "two")
    assert match.save_fault == ""
    replace_file(match.path, b"x")
    replace_file(match.path, b"y", durable=False)
    assert match.path.read_bytes() == b"y"
    assert not list(match.path.parent.glob("*.tmp"))


def test_the_one_who_waits_for_the_disk_keeps_no_program_from_ending(tmp_path: Path) -> None:
    saved(tmp_path)
    scribes = [thread for thread in threading.enumerate() if thread.name == "scribe"]
    assert [thread.daemon for thread in scribes] == [True]
    ended = journal.Scribe()
    ended._finish()


def test_a_program_ends_only_when_its_last_match_is_on_the_disk(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path), 6)
    journal.SCRIBE._finish()
    assert read_snapshot(snapshot_path(match.path)).stamp.count == 6


def test_a_disk_that_comes_back_clears_the_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    with monkeypatch.context() as gone:
        gone.setattr(files, "_write", lambda *_: (_ for _ in ()).throw(OSError(28, "No space left on device")))
        played_on(match, 1)
        match.flush()
        assert match.save_fault == f"The match could not be saved to {match.path.name}: No space left on device."
    played_on(match, 1)
    match.close()
    assert match.save_fault == ""
    assert Match.resume(match.path).count == 5


def test_the_snapshots_are_the_newest_three(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path)
    match.flush()
    for _ in range(5):
        played_on(match, 1)
        match.flush()
    assert [frozen.stamp.count for frozen in snapshots(match.path)] == [5, 4, 3]
    assert sorted(path.name.partition(".snap")[2] for path in tmp_path.glob("*.snap*")) == ["", ".1", ".2"]


def test_a_snapshot_that_cannot_be_read_is_passed_over(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path)
    for _ in range(3):
        played_on(match, 1)
        match.flush()
    snapshot_path(match.path).write_bytes(b"noise")
    assert [frozen.stamp.count for frozen in snapshots(match.path)] == [2, 1]


# ---------------------------------------------------------------------------------------------- words


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("two\n  words. "), "two words"),
        (KeyError(), "KeyError"),
        (ValueError("x" * 300), "x" * 199 + "…"),
        (ValueError("\x1b[2Jgone"), "?[2Jgone"),
        (ValueError("many..."), "many"),
        (FileExistsError(17, "File exists", "/tmp/study"), "File exists"),
        (ValueError("Expected `str`, got `int` - at `$.deck[2].name`"), "deck[2].name: this must be text, not a whole number"),
        (ValueError("Expected `int | null`, got `array`"), "this must be a whole number or nothing, not a list"),
        (ValueError("Object missing required field `game`"), "game: the field is missing"),
        (ValueError("Object contains unknown field `wieghts`"), "there is no field `wieghts`"),
        (ValueError("JSON is malformed: invalid character (byte 0)"), "this is no JSON (byte 0)"),
        (ValueError("Input data was truncated"), "it is cut off"),
    ],
)
def test_an_error_is_told_in_one_short_line(error: Exception, words: str) -> None:
    assert plainly(error) == words


@pytest.mark.parametrize(
    ("found", "known", "where"),
    [
        ({"a": 1}, {"a": 2}, ""),
        ({"a": 1, "b": 2}, {"a": 1}, "'b' - at $"),
        ({"a": {"b": {"c": 1}}}, {"a": {"b": {}}}, "'c' - at $.a.b"),
        ({"a": [{}, {"x": 1}]}, {"a": ({}, {})}, "'x' - at $.a[1]"),
        ([[{"x": 1}]], [[{}]], "'x' - at $[0][0]"),
        ({"a": 1}, 3, ""),
        ([1, 2], [1], ""),
        ({"k" * 50: 1}, {}, f"'{'k' * 40}' - at $"),
        ({"k" * 50: {"x": 1}}, {"k" * 50: {}}, f"'x' - at $.{'k' * 40}"),
    ],
)
def test_a_field_that_nobody_knows_is_found_where_it_is(found: Any, known: Any, where: str) -> None:
    assert stray(found, known) == where


def test_a_position_that_breaks_the_rulebook_or_the_rules_says_how(monkeypatch: pytest.MonkeyPatch) -> None:
    match = toy_match()
    assert judged(match.rules, match._story.state, "x.jsonl, line 1") is match._story.state
    with monkeypatch.context() as broken:
        broken.setattr(toy.ToyRules, "offers", lambda *_: (_ for _ in ()).throw(ValueError("the pile is upside down")))
        with pytest.raises(SaveError, match=r"^x\.jsonl, line 1: the position is broken \(the pile is upside down\)\.$"):
            judged(match.rules, match._story.state, "x.jsonl, line 1")
    for asked in ("outcome", "scene", "deciding"):
        with monkeypatch.context() as broken:
            broken.setattr(toy.ToyRules, asked, lambda *_: (_ for _ in ()).throw(KeyError("lost")))
            with pytest.raises(SaveError, match=r"broken .*lost"):
                judged(match.rules, match._story.state, "x")
    with monkeypatch.context() as faulty:
        faulty.setattr(toy.ToyRules, "faults", lambda *_: ("A card is there twice." + "x" * 300, "and more"))
        with pytest.raises(SaveError) as caught:
            judged(match.rules, match._story.state, "x")
    assert str(caught.value) == "x: the position breaks the rules: " + ("A card is there twice." + "x" * 300)[:200]


def test_a_position_is_looked_at_as_whoever_decides_and_as_a_bystander(monkeypatch: pytest.MonkeyPatch) -> None:
    match, asked = toy_match(seats=3), []
    observe = toy.ToyRules.observe
    monkeypatch.setattr(toy.ToyRules, "observe", lambda self, state, seat: asked.append(seat) or observe(self, state, seat))
    judged(match.rules, match._story.state, "x")
    assert asked == [-1, match.deciding]


def test_a_state_with_a_field_too_many_or_none_of_this_game_is_refused() -> None:
    match = toy_match()
    for text, pack in ((True, msgspec.json), (False, msgspec.msgpack)):
        content = pack.encode(match._story.state)
        assert decode_state(match.rules, content, "x", text=text) == match._story.state
        more = pack.decode(content) | {"luck": 1}
        with pytest.raises(SaveError, match=r"^x: unknown field 'luck' - at \$\.$|^x: .*luck"):
            decode_state(match.rules, pack.encode(more), "x", text=text)
        with pytest.raises(SaveError, match=r"^x: .+\.$"):
            decode_state(match.rules, pack.encode([1]), "x", text=text)


# ---------------------------------------------------------------------------------------------- limits


def test_a_file_may_be_as_large_as_the_largest_and_no_larger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(save, "MOST_BYTES", 2 * 1024 * 1024)
    path = tmp_path / "big.jsonl"
    path.write_bytes(b"x" * 2 * 1024 * 1024)
    assert len(read_bytes(path)) == 2 * 1024 * 1024
    path.write_bytes(b"x" * (2 * 1024 * 1024 + 1))
    assert refused(path) == "big.jsonl is no save: the file is larger than 2 MiB, the most that is read."
    with pytest.raises(SaveError, match=r"^gone\.jsonl is no save: there is no such file\.$"):
        read_bytes(tmp_path / "gone.jsonl")


def test_a_file_may_have_as_many_lines_as_the_longest_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path, 4)
    monkeypatch.setattr(save, "MOST_LINES", 5)
    assert len(read_record(match.path).lines) == 4
    monkeypatch.setattr(save, "MOST_LINES", 4)
    assert refused(match.path) == f"{match.path.name} has more than 4 lines and so is no save."


def test_a_save_that_ends_in_its_first_line_or_within_a_line_says_where(tmp_path: Path) -> None:
    match = saved(tmp_path, 2)
    whole = match.path.read_bytes()
    match.path.write_bytes(whole[:20])
    assert refused(match.path) == f"{match.path.name}, line 1: it is cut off."
    match.path.write_bytes(whole + b"{")
    record = read_record(match.path)
    assert (len(record.lines), record.torn) == (2, f"{match.path.name}, line 4: it is cut off.")
    assert b"".join(record.texts) == whole[whole.index(b"\n") + 1 :]
    match.path.write_bytes(whole[:-9] + b"\n")  # an editor ends the last line
    assert read_record(match.path).torn == f"{match.path.name}, line 3: it is cut off."


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"format": 3}, "format 3 is not known here."),
        ({"game": "verona"}, "the setup does not fit the save."),
        ({"setup": Setup("toy", 0)}, "the setup does not fit the save."),
        ({"setup": Setup("toy", MOST_SEATS + 1)}, "the setup does not fit the save."),
        ({"setup": Setup("toy", 2, decks=(DeckList("x"),) * (MOST_SEATS + 1))}, "the setup does not fit the save."),
        ({"plans": (SeatPlan("human"),)}, "the players do not fit the setup."),
        ({"count": -1}, "the players do not fit the setup."),
        ({"count": MOST_LINES + 1}, "the players do not fit the setup."),
        ({"setup": Setup("toy", 2, decks=(DeckList("x", {"a": -1}),))}, "a deck has a number of cards that no deck has."),
        (
            {"setup": Setup("toy", 2, decks=(DeckList("x", {"a": MOST_COPIES}), DeckList("y", {"a": 1})))},
            "a deck has a number of cards that no deck has.",
        ),
    ],
)
def test_a_header_that_no_match_wrote_says_what_does_not_fit(tmp_path: Path, fields: dict[str, Any], words: str) -> None:
    lone = rewritten(saved(tmp_path).path, **fields)
    assert refused(lone) == f"lone.jsonl, line 1: {words}"


@pytest.mark.parametrize(
    "fields",
    [
        {"count": MOST_LINES},
        {"setup": Setup("toy", MOST_SEATS), "plans": (SeatPlan("human"),) * MOST_SEATS},
        {"setup": Setup("toy", 1), "plans": (SeatPlan("human"),)},
        {"setup": Setup("toy", 2, decks=(DeckList("x"),) * MOST_SEATS)},
        {"setup": Setup("toy", 2, decks=(DeckList("x", {"a": MOST_COPIES, "b": 0}),))},
    ],
)
def test_a_header_at_its_limits_is_read(tmp_path: Path, fields: dict[str, Any]) -> None:
    lone = rewritten(saved(tmp_path).path, **fields)
    header = read_record(lone).header
    assert all(getattr(header, key) == value for key, value in fields.items())


def test_a_snapshot_of_another_format_is_none(tmp_path: Path) -> None:
    match = saved(tmp_path)
    path = snapshot_path(match.path)
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b'"format":2', b'"format":7'))
    with pytest.raises(SaveError, match=rf"^{path.name}, line 1: format 7 is not known here\.$"):
        read_snapshot(path)
    path.write_bytes(whole.replace(b'"format":2', b'"format":2,"luck":1'))
    with pytest.raises(SaveError, match=rf"^{path.name}, line 1: .*luck.*\.$"):
        read_snapshot(path)


def test_the_generation_that_tells_most_comes_first_and_what_is_wrong_with_the_newest_is_told(tmp_path: Path) -> None:
    match = saved(tmp_path, 5)
    assert [len(record.lines) for record in generations(match.path)] == [5, 4, 3]
    match.path.write_bytes(match.path.read_bytes().splitlines(keepends=True)[0])
    assert [len(record.lines) for record in generations(match.path)] == [4, 3, 0]
    for number in range(GENERATIONS):
        generation(match.path, number).write_bytes(b"noise %d" % number)
    with pytest.raises(SaveError, match=rf"^{match.path.name}, line 1: "):
        generations(match.path)


# ---------------------------------------------------------------------------------------------- other rules


def header_of(match: Match) -> journal.Header:
    return read_record(match.path).header


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"game": "x" * 50, "setup": Setup("x" * 50, 2)}, f"there is no game called '{'x' * 40}'."),
        ({"setup": Setup("toy", 9), "plans": (SeatPlan("human"),) * 9}, "Larder is not played by 9."),
        ({"setup": Setup("toy", 2, map="cellar")}, "Larder has no maps."),
    ],
)
def test_a_save_that_todays_box_refuses_says_why(tmp_path: Path, fields: dict[str, Any], words: str) -> None:
    match = saved(tmp_path)
    with pytest.raises(SaveError) as caught:
        open_rules(match.path, replace(header_of(match), **fields))
    assert str(caught.value).startswith(f"{match.path.name}, line 1: {words}")


def test_a_box_that_falls_over_a_setup_says_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    monkeypatch.setattr(type(open_rules(match.path, header_of(match))[0]), "rules", lambda *_: (_ for _ in ()).throw(KeyError("flour")))
    with pytest.raises(SaveError, match=rf"^{match.path.name}, line 1: Larder cannot be set up like this \('flour'\)\.$"):
        open_rules(match.path, header_of(match))


def test_a_save_is_of_todays_rules_when_version_cards_and_map_are_the_same(tmp_path: Path) -> None:
    match = saved(tmp_path)
    header = header_of(match)
    box, rules, setup = open_rules(match.path, header)
    assert box.id == "toy"
    assert not unlike(header, rules, setup)
    assert unlike(replace(header, version="0"), rules, setup)
    for field in ("catalogue", "map", "map_digest"):
        assert unlike(replace(header, setup=replace(header.setup, **{field: "other"})), rules, setup)


def test_a_save_opens_although_it_names_cards_and_a_map_of_another_day(tmp_path: Path) -> None:
    match = saved(tmp_path)
    header = header_of(match)
    old = replace(header, setup=replace(header.setup, version="0", catalogue="older", map_digest="older"))
    assert open_rules(match.path, old)[2] == header.setup


# ---------------------------------------------------------------------------------------------- playing it again


def test_a_journal_that_begins_elsewhere_differs_from_its_first_line_on(tmp_path: Path) -> None:
    match = saved(tmp_path)
    header = replace(header_of(match), state="0" * 16, count=7)
    with pytest.raises(DifferenceError, match=r"^x, line 1: the setup leads to another position") as caught:
        first_state(match.rules, match.setup, header, "x")
    assert (caught.value.number, caught.value.good) == (7, 0)


def test_a_setup_that_the_rules_fall_over_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    monkeypatch.setattr(toy.ToyRules, "setup", lambda *_: (_ for _ in ()).throw(ValueError("no flour")))
    with pytest.raises(SaveError, match=r"^x, line 1: the match cannot be set up \(no flour\)\.$"):
        first_state(match.rules, match.setup, header_of(match), "x")


def forged(match: Match, line: Taken | Back) -> DifferenceError:
    """Return what a line is told that stands after the good ones of a match."""
    record = read_record(match.path)
    rules, setup = match.rules, match.setup
    story = Story(rules, setup, 0, rules.setup(setup).state)
    with pytest.raises(DifferenceError) as caught:
        retrace(rules, story, (*record.lines, line), "x")
    assert story.count == len(record.lines)
    return caught.value


def test_a_line_that_does_not_follow_says_why_and_how_much_before_it_is_good(tmp_path: Path) -> None:
    match = saved(tmp_path, 3)
    action = match.legal()[0]
    good = Taken(4, match.deciding, msgspec.Raw(msgspec.json.encode(action)), digest(match.rules.advance(match._story.state, action)))
    other = next(each for each in (toy.Yield(), toy.Draw(), toy.Swap(999)) if match.refusal(each) is not None)
    refusal = match.refusal(other)
    told = {
        "action 5 stands where action 4 should": replace(good, n=5),
        f"it is not seat {good.seat + 2}'s turn to decide": replace(good, seat=good.seat + 1),
        f"action 4 is not allowed: {refusal.words.rstrip('.')} ({refusal.rule})": replace(
            good, action=msgspec.Raw(msgspec.json.encode(other))
        ),
        "action 4 leads to another position than it did when it was saved": replace(good, state="0" * 16),
        "it takes back to action 3, which there is not": Back(3),
        "it takes back to action -1, which there is not": Back(-1),
    }
    for words, line in told.items():
        error = forged(match, line)
        assert str(error) == f"x, line 5: {words}."
        assert (error.number, error.good) == (4 if isinstance(line, Taken) else 3, 3)
    odd = msgspec.json.decode(good.action) | {"luck": 1}
    assert "line 5" in str(forged(match, replace(good, action=msgspec.Raw(msgspec.json.encode(odd)))))
    error = forged(match, replace(good, action=msgspec.Raw(b"[1]")))
    assert str(error).startswith("x, line 5: action 4 is none of this game (")
    assert (error.number, error.good) == (4, 3)


def test_taking_back_to_the_very_first_position_is_followed(tmp_path: Path) -> None:
    match = saved(tmp_path, 2)
    story = Story(match.rules, match.setup, 0, match.rules.setup(match.setup).state)
    retrace(match.rules, story, (*read_record(match.path).lines, Back(0)), "x")
    assert story.count == 0


def test_a_replay_that_differs_names_its_file(tmp_path: Path) -> None:
    match = saved(tmp_path, 3)
    with match.path.open("ab") as file:
        file.write(encode_line(Back(9)))
    for number in range(1, GENERATIONS):
        generation(match.path, number).unlink()
    replay = Replay.open(match.path)
    assert replay.difference == f"{match.path.name}, line 5: it takes back to action 9, which there is not."
    assert replay.plans == match.plans
    assert replay.count == 3


def test_a_replay_under_other_rules_names_file_and_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = saved(tmp_path)
    version = match.rules.version
    monkeypatch.setattr(toy.ToyRules, "version", "2")
    words = rf"^{match.path.name} was saved with other rules or cards \(version {version}\) and cannot be replayed\.$"
    with pytest.raises(SaveError, match=words):
        Replay.open(match.path)


def test_the_end_of_a_replayed_match_is_its_outcome(tmp_path: Path) -> None:
    match = saved(tmp_path, 500)
    assert match.outcome is not None
    replay = Replay.open(match.path)
    assert replay.outcome == match.outcome
    assert not replay.step(-replay.count - 5) or replay.position == 0
    assert replay.step(2)
    assert replay.position == 2
    assert replay.step(-1)
    assert replay.position == 1


# ---------------------------------------------------------------------------------------------- the story


def test_only_the_newest_steps_stay_told_and_the_others_are_told_again_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played_on(toy_match(), KEPT_STEPS + 4)
    last = match.count
    told = [match._story.step(number) for number in range(1, last + 1)]
    applied = []
    apply = toy.ToyRules.apply
    monkeypatch.setattr(toy.ToyRules, "apply", lambda self, *words: applied.append(words) or apply(self, *words))
    for number in range(last - KEPT_STEPS + 1, last + 1):
        assert match._story.step(number) is told[number - 1]
    assert applied == []
    assert match._story.step(1).state == told[0].state
    assert len(applied) == 1


def test_a_story_says_which_actions_there_are() -> None:
    match = played_on(toy_match(), 3)
    story = Story(match.rules, match.setup, 5, match._story.state, bare=False)
    story.add("a", match._story.state)
    assert (story.base, story.count, story.action(6)) == (5, 6, "a")
    for ask, number in ((story.at, 4), (story.at, 7), (story.action, 5), (story.action, 7)):
        with pytest.raises(IndexError, match=rf"^there is no action {number}: the match has 5 to 6$"):
            ask(number)
    story.cut(5)
    assert (story.count, len(story.states)) == (5, 1)
    assert story.scene_at(0, -1) == story.scene_at(0, 5)
    assert story.step(5).story == ()


def test_what_was_told_of_actions_that_were_taken_back_is_forgotten() -> None:
    match = played_on(toy_match(take_backs=True), 4)
    before = match._story.step(3), match._story.step(4)
    match.undo(match.decided_last)
    assert match.count == 3
    match.submit(match.legal()[-1])
    assert match._story.step(3) is before[0]
    assert match._story.step(4) is not before[1]
    assert match._story.step(4).state == match._story.state


# ---------------------------------------------------------------------------------------------- the list


def test_a_save_in_the_list_counts_what_was_taken_back_and_calls_everybody_as_the_table_does(tmp_path: Path) -> None:
    match = Match.start(Setup("toy", 2, 1, take_backs=True), (SeatPlan("human", "Ada"), SeatPlan("human")), folder=tmp_path)
    played_on(match, 4)
    match.undo(match.decided_last)
    match.flush()
    (entry,) = list_saves(tmp_path)
    assert (entry.count, entry.names, entry.outcome) == (match.count, match.names, None)
    assert (entry.path, entry.game, entry.title, entry.when) == (match.path, "toy", "Larder", header_of(match).when)


def test_a_save_whose_journal_is_gone_to_ruin_is_listed_by_the_generation_before(tmp_path: Path) -> None:
    match = saved(tmp_path, 4)
    match.path.write_bytes(b"\x00" * 100)
    (entry,) = list_saves(tmp_path)
    assert (entry.path, entry.count) == (match.path, 3)


def test_a_save_without_a_line_counts_nothing_and_one_from_a_snapshot_what_went_before(tmp_path: Path) -> None:
    match = saved(tmp_path, 0)
    assert [entry.count for entry in list_saves(tmp_path)] == [0]
    lone = rewritten(match.path, count=9)
    assert {entry.path.name: entry.count for entry in list_saves(tmp_path)}[lone.name] == 9


def test_saves_are_listed_the_last_played_first_and_those_of_one_moment_by_start_and_name(tmp_path: Path) -> None:
    paths = [saved(tmp_path / str(seed), 1, seed=seed).path for seed in (1, 2, 3)]
    for name, path in zip("bca", paths, strict=True):
        record = read_record(path)
        (tmp_path / f"{name}.jsonl").write_bytes(encode_line(replace(record.header, when="2026-01-01 10:00")) + b"".join(record.texts))
    (tmp_path / "d.jsonl").write_bytes(encode_line(replace(record.header, when="2025-01-01 10:00")))
    for name in "abcd":
        utime(tmp_path / f"{name}.jsonl", (1000, 1000))
    assert [entry.path.stem for entry in list_saves(tmp_path)] == ["c", "b", "a", "d"]
    utime(tmp_path / "d.jsonl", (1001, 1001))
    assert [entry.path.stem for entry in list_saves(tmp_path)] == ["d", "c", "b", "a"]


def test_an_outcome_is_read_from_the_newest_snapshot_that_can_be_read(tmp_path: Path) -> None:
    match = saved(tmp_path, 500)
    assert isinstance(match.outcome, Outcome)
    snapshot_path(match.path).write_bytes(b"noise\n")
    played = [frozen.stamp.outcome for frozen in snapshots(match.path)]
    (entry,) = list_saves(tmp_path)
    assert entry.outcome == (played[0] if played else None)


def test_a_match_that_cannot_start_gives_every_reason() -> None:
    with pytest.raises(SetupError) as caught:
        Match.start(Setup("toy", 2), (SeatPlan("wizard"),))
    assert len(caught.value.sentences) == 2
    assert caught.value.sentences[0] == "There are 2 seats but 1 players."


def test_the_journal_of_a_match_is_its_only_writer(tmp_path: Path) -> None:
    match = saved(tmp_path, 2)
    other = Journal(tmp_path / "other.jsonl", header_of(match), list(read_record(match.path).texts))
    assert not other.path.exists()
    other.write(lambda lines: b"snapshot %d" % lines)
    other.close()
    assert other.path.read_bytes() == match.path.read_bytes()
    assert snapshot_path(other.path).read_bytes() == b"snapshot 2"


@pytest.mark.parametrize(
    ("played", "told"), [(0.0, "19"), (1e20, "2026-01-01 10:00"), (-1e20, "2026-01-01 10:00"), (float("inf"), "2026-01-01 10:00")]
)
def test_when_a_save_was_last_played_is_told_whatever_time_its_file_has(played: float, told: str) -> None:
    entry = SaveEntry(Path("a.jsonl"), "toy", "Larder", "2026-01-01 10:00", (), 0, played=played)
    assert entry.last.startswith(told)
