"""The study of levels: who meets whom, what is counted of it, and that habits and forecasts are what they say."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace
from openskill.models import PlackettLuce

from game.ai.levels import LEVELS
from game.cli import main
from game.kernel.digest import digest
from game.kernel.setup import Outcome, Setup
from game.lab.batch import Played
from game.lab.habits import Watched
from game.lab.ladder import calibration, ladder, pairs, planned
from game.lab.study import Folder, Line, play_study
from game.lab.tally import Tally
from game.rules import open_box

VERONA = open_box("verona")


def line(number: int, cell: int, entrants: tuple[int, int], shares: tuple[float, float], curve: Any = ()) -> Line:
    return Line(number, cell, Played(number, 1, entrants, shares, (1, 0), (0,), 9, finished=True, tally=Tally((), (), curve=curve)))


def test_every_two_levels_meet_on_every_map_with_every_deck_and_hold_the_same():
    box = open_box("starcrossed")
    plan = planned(box, Setup(box.id, 2), ("random", "easy", "normal"), (), 20, 9, habits=True)
    assert len(plan.cells) == 3 * len(box.ready_decks())
    assert {batch.levels for batch in plan.cells} == {("easy", "random"), ("normal", "random"), ("normal", "easy")}
    for batch in plan.cells:
        assert batch.setup.decks[0] == batch.setup.decks[1]
        assert (batch.iterations, batch.watched, batch.counted) == (9, True, True)
    assert plan.games >= 3 * 20


def test_decks_that_may_not_meet_themselves_meet_their_neighbours_both_ways_round():
    for game in ("overcross", "cardmaster", "shine"):
        box = open_box(game)
        plan = planned(box, Setup(box.id, 2), ("random", "normal"), (), 2, 9, habits=False)
        for batch in plan.cells:
            one, other = batch.setup.decks
            back = any(each.setup.decks == (other, one) for each in plan.cells)
            assert back


def test_shares_are_of_the_upper_level_by_whole_deals():
    plan = planned(VERONA, Setup("verona", 2), ("random", "normal"), (), 6, 9, habits=False)
    lines = [
        line(0, 0, (0, 1), (1.0, 0.0)), line(1, 0, (1, 0), (0.0, 1.0)), line(2, 0, (0, 1), (0.0, 1.0)), line(3, 0, (1, 0), (0.0, 1.0)),
        line(4, 0, (0, 1), (0.0, 1.0)),
    ]  # fmt: skip
    (pair,) = pairs(plan, lines)
    assert (pair.lower, pair.upper) == ("random", "normal")
    assert (pair.won.mean, pair.won.count) == (0.75, 2), "the last deal is not whole"


def test_forecasts_are_compared_with_what_came():
    curve = ((0.95, 0.05), (0.25, 0.75), (1.0, 0.0))
    told = calibration([line(0, 0, (0, 1), (1.0, 0.0), curve), line(1, 0, (1, 0), (0.0, 1.0), ((0.9, 0.1),))])
    assert told.brier == pytest.approx((0.05**2 + 0.75**2 + 0 + 0.9**2) / 4)
    assert [each.moments for each in told.bins] == [0, 0, 1, 0, 0, 0, 0, 0, 0, 3]
    assert told.bins[9].foreseen == pytest.approx((0.95 + 1.0 + 0.9) / 3)
    assert told.bins[9].came == pytest.approx(2 / 3)
    assert calibration([]).brier == 0


class Place(Struct, frozen=True):
    """A position: what was done last, and chance."""

    word: str
    chance: int = 5


class Small:
    """Rules with a winning action, one that wins once the other has answered, and one that changes nothing."""

    positions = None
    habits: Mapping[str, str] = {"losing": "a loss"}

    def indulged(self, _state: Any, _legal: Any, action: str) -> dict[str, bool]:
        return {"losing": action == "lost"}

    def deciding(self, state: Any) -> int | None:
        return None if state.word in {"won", "lost"} else 0

    def legal(self, state: Any) -> tuple[str, ...]:
        return ("won",) if state.word == "asked" else ()

    def settled(self, state: Any) -> bool:
        return state.word != "asked"

    def advance(self, state: Any, action: str, _chance: Any = None) -> Any:
        return Place(action, state.chance + (action == "dice"))

    def outcome(self, state: Any) -> Outcome | None:
        return Outcome((0,), (), "") if state.word in {"won", "dice"} else Outcome((1,), (), "") if state.word == "lost" else None

    def warning(self, _state: Any, action: str) -> str:
        return "It changes nothing." if action == "idle" else ""

    def judge(self) -> Any:
        return lambda _state: (0.5, 0.5)


def test_a_win_that_is_not_taken_is_seen_and_one_that_comes_by_itself_is_none():
    seen = Watched(Small(), 2)  # type: ignore[arg-type]
    start, legal = Place("start"), ("won", "asked", "lost", "idle")
    for action in ("won", "asked", "lost", "idle"):
        seen.see(start, legal, action)
    rest = dict.fromkeys(("missed plan", "allowed loss", "good play left"), (0, 0))
    assert seen.seen()[0] == {"missed win": (2, 4), "empty play": (1, 4), "losing": (1, 4), **rest}
    seen.see(start, ("dice", "lost"), "lost")
    assert seen.seen()[0]["missed win"] == (2, 4), "a win that dice bring is none that was missed"
    seen.see(start, ("won",), "won")
    assert seen.seen()[0]["empty play"] == (1, 5), "where there is no choice there is no habit"
    assert seen.seen()[1] == {"missed win": (0, 0), "empty play": (0, 0), "losing": (0, 0), **rest}


def test_a_ladder_is_played_told_kept_and_gone_on_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["lab", "verona", "levels", "random", "easy", "--games", "6", "--habits"]
    assert main([*words, "--keep", str(tmp_path / "one"), "--json", str(tmp_path / "one.json")]) == 0
    said = capsys.readouterr().out
    assert said.startswith("verona, levels: 6 matches, edition 1, seed 0\n  Easy beats Random: ")
    assert "habits of Easy: missed win" in said
    assert "Brier score" in said
    written = json.loads((tmp_path / "one.json").read_text())
    for each in written["thinking"]:
        assert f"{each['level'].capitalize()} {each['mean']:.1f} (p95 {each['p95']:.1f}, of {each['decisions']} decision" in said
    model = PlackettLuce()
    share = model.predict_win([[model.rating(mu=30, sigma=1e-6)], [model.rating(mu=25, sigma=1e-6)]])[0]
    assert written["scale"].endswith(
        f"everybody begins at 25, and who stands 5 above another is expected to win {100 * share:.0f} % of their matches"
    )
    assert f"\n  {written['scale']}\n" in said
    assert written["levels"] == ["random", "easy"]
    assert {each["level"] for each in written["thinking"]} == {"random", "easy"}
    assert sum(each["moments"] for each in written["calibration"]["bins"]) > 20
    matches = tmp_path / "one" / "matches.jsonl"
    whole = matches.read_bytes()
    matches.write_bytes(whole[:-20])
    assert main(["lab", "verona", "levels", "--resume", str(tmp_path / "one")]) == 0
    assert matches.read_bytes() == whole
    untimed = [each for each in said.splitlines() if not each.startswith("thinking")]
    assert [each for each in capsys.readouterr().out.splitlines() if not each.startswith("thinking")] == untimed


def test_a_ladder_names_the_cards_of_every_deck(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    words = ["lab", "cardmaster", "levels", "random", "novice", "--games", "1", "--json", str(tmp_path / "one.json")]
    box = open_box("cardmaster")
    field = box.ready_decks()[:2]
    monkeypatch.setattr(type(box), "ready_decks", lambda self: field)
    setups = [box.complete(Setup("cardmaster", 2, decks=(deck, deck))) for deck in field]
    assert len({setup.catalogue for setup in setups}) == 2
    assert main(words) == 0
    cards = digest(sorted(setup.catalogue for setup in setups))
    assert f", cards {cards}, " in capsys.readouterr().out.splitlines()[0]
    assert f", cards {cards}, " in json.loads((tmp_path / "one.json").read_text())["played"]


def test_a_ladder_is_the_same_on_two_processes(tmp_path: Path):
    plan = planned(VERONA, Setup("verona", 2, seed=4), ("random", "novice", "easy"), (), 4, 9, habits=True)
    one = play_study(plan, Folder(tmp_path / "one"))
    assert play_study(plan, Folder(tmp_path / "two"), jobs=2) == one
    assert ladder(plan, one).levels == ("random", "novice", "easy")
    assert {rating.level for rating in ladder(plan, one).ratings} == {"random", "novice", "easy"}
    assert ladder(replace(plan), one) == ladder(plan, one)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["levels", "easy"], "A ladder needs two levels or more."),
        (["levels", "easy", "deep"], "'deep'"),
        (["levels", "--html", "x.html"], "--html means nothing with levels."),
        (["levels", "--until", "soon"], "--until is a share"),
        (["decks", "somewhere"], "its studies are levels and compare"),
        (["compare", "one", "two"], "compare takes one FOLDER, that of the study to compare with, not 2."),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: Any
):
    monkeypatch.chdir(tmp_path)
    assert main(["lab", "verona", *words]) == 2
    assert says in capsys.readouterr().err


def test_without_names_all_levels_meet(monkeypatch: pytest.MonkeyPatch):
    asked: list[tuple[str, ...]] = []

    def plan(_box: Any, _setup: Any, levels: tuple[str, ...], *_rest: Any, **_more: Any) -> Any:
        asked.append(levels)
        raise KeyboardInterrupt

    monkeypatch.setattr("game.lab.ladder.planned", plan)
    assert main(["lab", "verona", "levels"]) == 130
    assert asked == [tuple(LEVELS)]
