"""The figures: each is measured for real and stands beside what it must be; how fast it is decides no test."""

from __future__ import annotations

import importlib
import json
import sys
import time
from importlib.util import find_spec

import pytest

from game.cli import main
from game.cli.bench import DICE_APPLY, DICE_SPEED, Figure, Limit, limits
from game.cli.measure import (
    ITERATIONS,
    MATCHES_TRIED,
    ROUND,
    Course,
    _steps,
    api_steps,
    applied,
    calibration,
    environment_steps,
    greedy_matches,
    plain_rounds,
    search,
    slower_at_its_end,
)
from game.kernel.setup import Setup
from game.lab import clock
from game.match.match import Match
from game.rules import TEMPLATE, open_box


@pytest.mark.parametrize(
    ("game", "must"),
    [
        ("verona", (60_000, 8)),
        ("cardmaster", (60_000, 25)),
        ("starcrossed", (35_000, 25)),
        ("shine", (35_000, 25)),
        ("overcross", (10_000, 40)),
    ],
)
def test_what_lies_on_the_table_says_what_a_game_must_reach(game, must):
    box = open_box(game)
    assert tuple(limit.must for limit in limits(box, Course(Setup(game=game, seats=min(box.seats))))) == must


@pytest.mark.usefixtures("template_shelf")
def test_a_game_nobody_has_heard_of_has_its_limits():
    assert limits(open_box(TEMPLATE), Course(Setup(game=TEMPLATE, seats=2))) == (DICE_SPEED, DICE_APPLY)


def test_the_figures_of_a_game_are_printed_and_written(tmp_path, capsys):
    file = tmp_path / "bench.json"
    assert main(["bench", "verona", "--seconds", "0.02", "--json", str(file)]) == 0
    content = json.loads(file.read_text())
    names = [figure["name"] for figure in content["figures"]]
    assert names == [
        "verona: decisions",
        "verona: one apply",
        "verona: search iterations",
        "verona: decisions a search iteration",
        "verona: search efficiency",
        "verona: greedy matches",
        "verona: random steps of the api",
        *(["verona: random steps of the environment"] if find_spec("pettingzoo") else []),
    ]
    assert all(figure["value"] > 0 for figure in content["figures"])
    assert content["calibration"] > 0
    out = capsys.readouterr().out
    assert all(name in out for name in names)


@pytest.mark.parametrize(
    ("value", "limit", "mark"),
    [
        (9, Limit(10, 20, more=True), "MISSED"),
        (10, Limit(10, 20, more=True), "ok"),
        (20, Limit(10, 20, more=True), "aim"),
        (9, Limit(8, 4), "MISSED"),
        (8, Limit(8, 4), "ok"),
        (4, Limit(8, 4), "aim"),
        (4, None, ""),
    ],
)
def test_a_figure_is_marked_by_its_limit(value, limit, mark):
    assert Figure("x", value, "", limit).mark == mark


def test_what_a_search_applies_is_counted(monkeypatch):
    monkeypatch.setattr("game.cli.measure._decisions", lambda *_: 1000.0)
    monkeypatch.setattr("game.cli.measure.TRIES", 1)
    course = Course(Setup(game="verona", seats=2))
    states = course.states(2, 3)
    counted: list[int] = []
    whole = type(course.rules).advance
    monkeypatch.setattr(type(course.rules), "advance", lambda *words: counted.append(1) or whole(*words))
    assert applied(course.rules, states) == len(counted) > 0
    a_second, an_iteration, kept = search(course, states, seconds=0.1)
    assert an_iteration == applied(course.rules, states) / (2 * ITERATIONS) > 1
    assert kept == pytest.approx(a_second * an_iteration / 1000.0)


def test_matches_are_told_for_a_machine_of_usual_speed(monkeypatch):
    course = Course(Setup(game="verona", seats=2))
    ticks = iter(range(1000))
    monkeypatch.setattr("game.cli.measure.processor_time", lambda: float(next(ticks)))
    monkeypatch.setattr("game.cli.measure.plain_rounds", lambda: 6e6)
    assert greedy_matches(course, 3.0) == 2.0, "three matches in three seconds, on half such a machine"


def test_steps_are_counted_match_after_match(monkeypatch):
    monkeypatch.setattr("game.cli.measure.TRIES", 1)
    ticks = iter(range(1000))
    monkeypatch.setattr("game.cli.measure.processor_time", lambda: float(next(ticks)))
    begun, taken = [], []

    def step(match, chance):
        taken.append(match)
        return taken.count(match) <= 4

    assert _steps(lambda seed: begun.append(seed) or seed, step, 2.0) == 2 * ROUND * 4 / 5 / 2
    assert begun == list(range(1, 2 * ROUND // 5 + 2))


def test_api_and_environment_take_real_steps(monkeypatch):
    monkeypatch.setattr("game.cli.measure.TRIES", 1)
    setup = Course(Setup(game="cardmaster", seats=2)).setup
    assert api_steps(setup, 0.01) > 0
    pytest.importorskip("pettingzoo")
    assert environment_steps(setup, 0.01) > 0


@pytest.mark.parametrize(("first", "last", "times"), [(3, 3, 1.0), (2, 8, 4.0)])
def test_a_match_that_becomes_slower_is_told(monkeypatch, first, last, times):
    """Time is counted: one for what the rules take, so much for what the match takes at its start and at its end."""
    setup, now, submit = Course(Setup(game="verona", seats=2)).setup, [0], Match.submit
    rules = type(Course(setup).rules)
    apply = rules.apply

    def alone(self, state, action):
        now[0] += 1
        return apply(self, state, action)

    def kept(self, action):
        submit(self, action)
        now[0] += (first if self.count <= 3 else last) - 1

    monkeypatch.setattr("game.cli.measure.processor_time", lambda: float(now[0]))
    monkeypatch.setattr(rules, "apply", alone)
    monkeypatch.setattr(Match, "submit", kept)
    assert slower_at_its_end(setup, long=10, part=3) == (10, times)


def test_where_no_match_is_so_long_the_longest_of_some_is_measured(monkeypatch):
    begun, start = [], Match.start
    monkeypatch.setattr(Match, "start", lambda setup, plans, **words: begun.append(start(setup, plans, **words)) or begun[-1])
    count, slower = slower_at_its_end(Course(Setup(game="verona", seats=2)).setup, long=100_000, part=3)
    assert len(begun) == MATCHES_TRIED
    assert count == max(match.count for match in begun) < 100_000
    assert slower > 0


def test_no_clock_is_read_that_stands_still_between_two_looks(monkeypatch):
    """Windows counts what the processor spent in sixty-fourths of a second, in which a loop may be over."""
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(time, "process_time", lambda: time.time() // (1 / 64) / 64)
    measured = importlib.reload(clock).processor_time
    monkeypatch.undo()
    importlib.reload(clock)
    monkeypatch.setattr("game.cli.measure.processor_time", measured)
    monkeypatch.setattr("game.cli.measure.LOOPS", 1000)
    assert plain_rounds() > 0


def test_the_calibration_loop_runs():
    assert calibration() > 0


def test_seconds_out_of_range_are_refused(capsys):
    assert main(["bench", "--seconds", "0"]) == 2
    assert "0.01 to 60" in capsys.readouterr().err
