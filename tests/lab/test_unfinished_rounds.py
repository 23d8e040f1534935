"""A search is stopped and timed in the midst of a round: no match that was played is lost, and what is gone on with is the same search."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from game.cli import main
from game.kernel.setup import Setup
from game.lab import breaking, seeking
from game.lab.batch import Batch, Played, play_one
from game.lab.breaking import Search
from game.lab.seeking import Wanted, sought, wanted_of
from game.lab.unfinished import ROUND, Unfinished
from game.rules import open_box

MATCHES = 40


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Search]:
    """Return what begins a small search of Cardmaster: two factions in the field, four decks a round."""
    box = open_box("cardmaster")
    field = box.ready_decks()[:2]
    monkeypatch.setattr(type(box), "ready_decks", lambda self: field)
    monkeypatch.setattr(breaking, "BRED", 4)
    return lambda: breaking.begun(breaking.aimed(Setup("cardmaster", 2, seed=5), ("quick", "rush")))


class Counted:
    """Plays matches and counts them; `at` one of them somebody asks for the end."""

    def __init__(self, at: int = 0) -> None:
        self.at, self.played = at, 0

    def __call__(self, batch: Batch, number: int) -> Played:
        self.played += 1
        if self.played == self.at:
            raise KeyboardInterrupt
        return play_one(batch, number)


@pytest.mark.parametrize("at", [2, 7, 12, 20])
def test_who_is_stopped_in_a_round_loses_no_match_of_it(
    at: int, small: Callable[[], Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = Wanted(matches=MATCHES)
    monkeypatch.setattr(breaking, "play_one", whole := Counted())
    undisturbed = list(sought(small(), tmp_path / "whole", wanted))[-1]
    monkeypatch.setattr(breaking, "play_one", first := Counted(at))
    with pytest.raises(KeyboardInterrupt):
        list(sought(small(), tmp_path / "stopped", wanted))
    assert len(Unfinished(tmp_path / "stopped").won) > 0
    monkeypatch.setattr(breaking, "play_one", rest := Counted())
    resumed = breaking.resumed(tmp_path / "stopped")
    assert resumed is not None
    assert list(sought(resumed, tmp_path / "stopped", wanted))[-1] == undisturbed
    assert first.played - 1 + rest.played == whole.played
    assert not (tmp_path / "stopped" / ROUND).exists()


def test_damaged_lines_of_a_round_are_played_again(small: Callable[[], Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = Wanted(matches=MATCHES)
    undisturbed = list(sought(small(), tmp_path / "whole", wanted))[-1]
    monkeypatch.setattr(breaking, "play_one", Counted(7))
    with pytest.raises(KeyboardInterrupt):
        list(sought(small(), tmp_path, wanted))
    place = tmp_path / ROUND
    lines = place.read_bytes().splitlines(keepends=True)
    place.write_bytes(b"".join((*lines[:2], b"\x00\xff{}\n", b'{"match":"x","won":7}\n', *lines[3:-1], lines[-1][:9])))
    monkeypatch.setattr(breaking, "play_one", play_one)
    assert list(sought(small(), tmp_path, wanted))[-1] == undisturbed


def test_the_time_ends_a_search_in_the_midst_of_a_round_and_what_was_played_counts(
    small: Callable[[], Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each match takes a minute here: a search of five minutes plays six at most, where its first round alone has more."""
    play, now = Counted(), [0.0]

    def slowly(batch: Batch, number: int) -> Played:
        now[0] += 60.0
        return play(batch, number)

    monkeypatch.setattr(breaking, "play_one", slowly)
    for module, name in ((breaking, "monotonic"), (seeking.time, "monotonic")):
        monkeypatch.setattr(module, name, lambda: now[0])
    (after,) = sought(small(), tmp_path, Wanted(seconds=300.0))
    assert 5 <= play.played <= 6
    assert after.matches == play.played
    assert after.entries
    assert all(entry.games for entry in after.entries.values())
    kept = wanted_of(tmp_path)
    assert kept is not None
    assert kept.left == 0.0
    assert breaking.resumed(tmp_path) == after


def test_time_that_was_spent_in_a_round_that_was_stopped_counts(
    small: Callable[[], Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]

    def stopped(_batch: Batch, _number: int) -> Played:
        now[0] += 45.0
        raise KeyboardInterrupt

    monkeypatch.setattr(breaking, "play_one", stopped)
    monkeypatch.setattr(seeking.time, "monotonic", lambda: now[0])
    with pytest.raises(KeyboardInterrupt):
        list(sought(small(), tmp_path, Wanted(seconds=300.0)))
    kept = wanted_of(tmp_path)
    assert kept is not None
    assert kept.searched == 45.0


def test_who_is_stopped_is_told_what_is_kept(
    small: Callable[[], Search], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    del small
    words = ["lab", "cardmaster", "break", "--matches", "20", "--games", "2", "--finds", "1", "--players", "quick", "--jobs", "1"]
    played: list[int] = []

    def interrupted(batch: Batch, number: int) -> Played:
        played.append(number)
        if len(played) == 4:
            signal.raise_signal(signal.SIGTERM)
        return play_one(batch, number)

    monkeypatch.setattr(breaking, "play_one", interrupted)
    assert main([*words, "--keep", str(tmp_path)]) == 143
    assert f"Stopped; --resume {tmp_path} goes on with it and with 3 matches of the next round." in capsys.readouterr().err
