"""Batches, and ratings: the same whatever the number of processes, and counted right."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import toy
from msgspec import UNSET
from msgspec.structs import replace

from game.cli.sim import report
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Setup
from game.lab import batch
from game.lab.batch import Batch, Played, Results, check_batch, given_up, play_batch, play_one, see_kept, summed_up
from game.lab.ratings import ratings
from game.match.replay import Replay
from game.rules import IDS, open_box

PLAIN = Batch(Setup("verona", 2, seed=3), ("random", "random"), 6, most_actions=400)


@pytest.fixture
def toy_batch(toy_shelf: None) -> Batch:
    batch._rules.cache_clear()
    return Batch(Setup("toy", 3, seed=1), ("normal", "random", "random"), 9)


def plain(results: Results) -> Results:
    return replace(results, seconds=0.0)


def test_a_batch_counts_what_was_played() -> None:
    results = play_batch(PLAIN)
    assert (results.games, results.finished, results.faults) == (6, 6, ())
    assert sum(results.wins_by_seat) == pytest.approx(6)
    assert sum(results.wins_by_entrant) == pytest.approx(6)
    assert results.wins_by_level == pytest.approx({"random": 6})
    assert results.lengths == tuple(match.actions for match in results.played)
    assert min(results.lengths) > 0


def test_two_processes_play_the_same_matches_as_one() -> None:
    told: list[int] = []
    assert plain(play_batch(PLAIN, jobs=2, progress=told.append)) == plain(play_batch(PLAIN))
    assert told[-1] == 6
    assert told == sorted(told)


def test_any_executor_will_do() -> None:
    with ThreadPoolExecutor(2) as pool:
        assert plain(play_batch(PLAIN, pool=pool)) == plain(play_batch(PLAIN))


def test_another_seed_is_another_batch() -> None:
    other = replace(PLAIN, setup=replace(PLAIN.setup, seed=4_000))
    assert play_batch(other).lengths != play_batch(PLAIN).lengths


def test_entrants_change_places_on_the_same_deal(toy_batch: Batch) -> None:
    played = play_batch(toy_batch).played
    assert [match.seed for match in played] == [1, 1, 1, 2, 2, 2, 3, 3, 3]
    assert [match.entrants for match in played[:4]] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]


@pytest.mark.parametrize(
    ("game", "seeds"),
    [
        ("cardmaster", [5, 6, 7, 8]),
        ("shine", [5, 5, 6, 6]),
        ("starcrossed", [5, 5, 6, 6]),
        ("overcross", [5, 5, 6, 6]),
        ("verona", [5, 5, 6, 6]),
    ],
)
def test_where_the_seed_deals_nothing_no_match_is_a_mirrored_copy(game: str, seeds: list[int]) -> None:
    some = check_batch(Batch(Setup(game, 2, seed=5, decks=open_box(game).ready_decks()[:2]), ("random", "novice"), 4))
    assert some.apart is (game == "cardmaster")
    assert [given_up(some, number, "lost", -1).seed for number in range(4)] == seeds
    assert [given_up(some, number, "lost", -1).entrants for number in range(4)] == [(0, 1), (1, 0)] * 2
    assert [given_up(replace(some, apart=None), number, "lost", -1).seed for number in range(4)] == seeds
    if game == "cardmaster":
        one, other, *_ = play_batch(some).played
        assert (one.shares, one.actions) != (other.shares[::-1], other.actions)


@pytest.mark.parametrize("game", IDS)
def test_where_all_entrants_are_alike_no_match_is_a_copy_of_another(game: str) -> None:
    """Half of the matches of star cross'd between two who play alike told nothing."""
    box = open_box(game)
    deck = box.ready_decks()[:1] * 2
    alike = check_batch(Batch(Setup(game, 2, seed=5, decks=deck), ("normal", "normal"), 4))
    assert alike.apart
    assert [given_up(alike, number, "lost", -1).seed for number in range(4)] == [5, 6, 7, 8]
    other = check_batch(Batch(Setup(game, 2, seed=5, decks=deck), ("normal", "easy"), 4))
    assert other.apart is (game == "cardmaster")


def test_a_decks_owner_takes_it_along(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Any] = []

    def rules(setup: bytes) -> Any:
        seen.append(batch.msgspec.json.decode(setup, type=Setup).decks)
        raise KeyError("enough seen")

    monkeypatch.setattr(batch, "_rules", rules)
    decks = (DeckList("sun"), DeckList("moon"))
    with pytest.raises(KeyError):
        batch.play_one(Batch(Setup("verona", 2, decks=decks), ("random", "random"), 2, apart=False), 1)
    assert [deck.name for deck in seen[0]] == ["moon", "sun"]


def test_greedy_wins_a_batch(toy_batch: Batch) -> None:
    results = play_batch(replace(toy_batch, games=18))
    assert results.wins_by_entrant[0] > 9
    assert results.wins_by_level["normal"] == results.wins_by_entrant[0]


def test_where_no_match_was_finished_no_share_is_told() -> None:
    results = play_batch(Batch(Setup("verona", 2, 5), ("random", "random"), 2, most_actions=3))
    lines = report(results)
    assert lines[0] == "verona: 0 of 2 matches finished; 2 did not, and count in no share below"
    assert [line for line in lines if line.startswith(("entrant", "seat"))] == [
        "entrant 1, random: –",
        "entrant 2, random: –",
        "seat 1: –",
        "seat 2: –",
    ]


def test_a_match_that_takes_too_long_is_unfinished() -> None:
    results = play_batch(replace(PLAIN, most_actions=2))
    assert (results.finished, results.wins_by_seat, results.lengths) == (0, (0.0, 0.0), (2,) * 6)


def test_a_game_that_breaks_is_a_fault_not_an_end(toy_batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy.ToyRules, "clear", lambda *_: 1 // 0)
    results = play_batch(toy_batch)
    assert len(results.faults) == results.games == 9
    assert results.faults[4].startswith("match 4 (seed 2): ZeroDivisionError")


def test_what_cannot_be_played_is_said_at_once() -> None:
    for levels in (("random",), ("random", "human"), ("random", "deep")):
        with pytest.raises(SetupError):
            play_batch(replace(PLAIN, levels=levels))
    with pytest.raises(KeyError):
        play_batch(replace(PLAIN, setup=Setup("nonsuch", 2)))


def test_journals_of_a_batch_replay(toy_batch: Batch, tmp_path: Path) -> None:
    results = play_batch(replace(toy_batch, journals=str(tmp_path)))
    paths = sorted(tmp_path.glob("*.jsonl"))
    assert len(paths) == 9
    for match, path in zip(results.played, paths, strict=True):
        replay = Replay.open(path)
        assert (replay.count, replay.difference) == (match.actions, "")
        assert replay.outcome is not None
        assert replay.outcome.winners == match.winners
        assert [plan.player for plan in replay.plans] == [results.levels[entrant] for entrant in match.entrants]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_match_that_cannot_be_kept_comes_out_as_any_other(jobs: int, tmp_path: Path) -> None:
    plain = Batch(Setup("verona", 2, 3), ("random", "random"), 2)
    (tmp_path / "file").touch()
    unkept = play_batch(replace(plain, journals=str(tmp_path / "file" / "folder")), jobs=jobs).played
    assert all(match.unkept is not UNSET and match.unkept for match in unkept)
    assert [replace(match, unkept=UNSET) for match in unkept] == list(play_batch(plain).played)
    with pytest.raises(OSError, match=str(unkept[0].unkept)):
        see_kept(unkept)


@pytest.mark.skipif(os.name == "nt", reason="no file is bounded there")
@pytest.mark.parametrize("most", [100, 1200])
def test_a_match_that_is_kept_as_it_is_played_goes_on_where_no_more_of_it_fits(most: int, tmp_path: Path) -> None:
    import resource

    bot, kept = tmp_path / "bot.py", tmp_path / "kept"
    bot.write_text(
        "class Bot:\n    def __init__(self, rules): pass\n    def choose(self, seen, legal, *_): return legal[0]\n", encoding="utf-8"
    )
    plain = check_batch(Batch(Setup("verona", 2), (f"{bot}:Bot", "random"), 1))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        match = play_one(replace(plain, journals=str(kept)), 0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert match.unkept == "File too large"
    assert replace(match, unkept=UNSET) == play_one(plain, 0)
    assert match.finished
    assert list(kept.iterdir()) == []


# ---------------------------------------------------------------------------------------------- ratings


def played(number: int, shares: tuple[float, ...], entrants: tuple[int, ...] = (0, 1), *, finished: bool = True) -> Played:
    winners = tuple(seat for seat, part in enumerate(shares) if part)
    return Played(number, number, entrants, shares, (0,) * len(shares), winners, 10, finished)


def results(levels: tuple[str, ...], *matches: Played) -> Results:
    return summed_up(Batch(Setup("verona", len(levels)), levels, len(matches)), matches, 1.0)


def test_the_level_that_wins_is_rated_higher() -> None:
    found = ratings([results(("strong", "weak"), *(played(n, (1.0, 0.0)) for n in range(20)))])
    assert [each.level for each in found] == ["strong", "weak"]
    assert found[0].mean > 25 > found[1].mean
    assert found[0].games == 20
    assert found[0].sure == pytest.approx(found[0].mean - 3 * found[0].spread)


def test_who_won_three_matches_of_five_stands_above_even_if_the_last_ones_were_lost() -> None:
    """Gone through once in their order, the last matches outweighed the rest: who won 61 % of 300 stood below whom it beat."""
    found = ratings([results(("strong", "weak"), *(played(n, (1.0, 0.0) if n < 60 else (0.0, 1.0)) for n in range(100)))])
    assert [rating.level for rating in found] == ["strong", "weak"]
    assert found[0].mean - found[1].mean > 1


def test_ratings_are_sure_of_more_after_more_matches() -> None:
    few, many = (
        ratings([results(("a", "b"), *(played(n, (1.0, 0.0) if n % 3 else (0.0, 1.0)) for n in range(games)))]) for games in (4, 60)
    )
    assert many[0].spread < few[0].spread


def test_matches_that_say_nothing_are_passed_over() -> None:
    assert ratings([results(("a", "a"), played(0, (1.0, 0.0)))]) == ()
    assert ratings([results(("a", "b"), played(0, (0.0, 0.0), finished=False))]) == ()


def test_a_level_on_two_seats_is_one_level() -> None:
    found = ratings([results(("a", "b", "b"), *(played(n, (1.0, 0.0, 0.0), (0, 1, 2)) for n in range(10)))])
    assert [each.level for each in found] == ["a", "b"]
