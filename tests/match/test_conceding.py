"""Giving a match up: it ends there for good, the journal keeps it, a replay verifies it, and what damages the file damages no more than that."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from shelved import played_on, resumed, toy_match

from game.kernel.offers import IllegalAction
from game.kernel.setup import Setup
from game.match.conceding import RULE
from game.match.journal import GENERATIONS, generation, snapshot_path
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import list_saves
from game.match.seats import SeatPlan

pytestmark = pytest.mark.usefixtures("toy_shelf")


def given_up(folder: Path, actions: int = 5, seat: int = 1) -> Match:
    match = played_on(toy_match(folder=folder, take_backs=True), actions)
    match.concede(seat)
    match.close()
    return match


def test_the_others_win_and_nothing_can_be_done_any_more(tmp_path: Path) -> None:
    match = played_on(toy_match(folder=tmp_path, take_backs=True), 5)
    before, legal = match.digest, match.legal()
    match.concede(1)
    outcome = match.outcome
    assert (outcome.winners, outcome.scores, outcome.rule, outcome.share(1)) == ((0,), (1, 0), RULE, 0.0)
    assert match.deciding is None
    assert (match.legal(), match.offers()) == ((), ())
    assert match.digest == before
    assert match.refusal(legal[0]).rule == RULE
    for deed in (lambda: match.submit(legal[0]), lambda: match.undo(0), lambda: match.concede(0)):
        with pytest.raises(IllegalAction):
            deed()
    assert match.count == 5


def test_it_is_found_so_when_it_is_opened_replayed_and_listed(tmp_path: Path) -> None:
    match = given_up(tmp_path)
    found = resumed(match.path)
    assert (found.outcome, found.deciding, found.count, found.notice) == (match.outcome, None, 5, "")
    replay = Replay.open(match.path)
    assert (replay.outcome, replay.count, replay.difference) == (match.outcome, 5, "")
    replay.jump(5)
    assert replay.deciding() is None
    replay.jump(4)
    assert replay.deciding() is not None
    (entry,) = list_saves(tmp_path)
    assert (entry.outcome, entry.count) == (match.outcome, 5)
    for number in range(GENERATIONS):
        snapshot_path(match.path, number).unlink(missing_ok=True)
    (entry,) = list_saves(tmp_path)
    assert (entry.outcome, entry.going) == (match.outcome, False)


def test_the_line_is_found_again_when_the_journal_lacks_it(tmp_path: Path) -> None:
    match = given_up(tmp_path)
    for number in range(1, GENERATIONS + 1):
        for path in (generation(match.path, number), snapshot_path(match.path, number)):
            path.unlink(missing_ok=True)
    match.path.write_bytes(b"".join(match.path.read_bytes().splitlines(keepends=True)[:-1]))
    found = resumed(match.path)
    assert (found.outcome, found.count, found.digest) == (match.outcome, 5, match.digest)


@pytest.mark.parametrize("line", [{"line": "given", "n": 4, "seat": 1}, {"line": "given", "n": 5, "seat": 2}, {"line": "back", "to": 1}])
def test_a_line_that_cannot_follow_ends_the_replay_before_it(tmp_path: Path, line: dict[str, object]) -> None:
    if line["line"] == "back":
        match = given_up(tmp_path)
    else:
        match = played_on(toy_match(folder=tmp_path), 5)
        match.close()
    with match.path.open("ab") as file:
        file.write(msgspec.json.encode(line) + b"\n")
    replay = Replay.open(match.path)
    assert "give" in replay.difference
    assert (replay.count, replay.outcome) == (5, match.outcome)


def test_programs_bystanders_and_whoever_is_done_give_nothing_up() -> None:
    match = Match.start(Setup("toy", 2, 1), (SeatPlan("human"), SeatPlan("random")))
    for seat in (1, -1, 2):
        assert match.concede_refusal(seat) is not None
    assert match.concede_refusal(0) is None
    played_on(match, 10_000)
    assert match.concede_refusal(0).code == "over"


def test_among_several_the_others_share_the_win() -> None:
    match = played_on(toy_match(seats=3), 2)
    match.concede(0)
    assert match.outcome.winners == (1, 2)
    assert match.outcome.share(1) == 0.5
