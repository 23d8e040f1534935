"""Who is asked to end does, in the middle of a decision that would take hours too, and what is known by then is told."""

from __future__ import annotations

import signal

import pytest

from game.ai.search import SearchPlayer
from game.cli import main
from game.kernel.setup import Setup
from game.lab.batch import Batch, check_batch, play_one
from game.lab.ladder import thinking
from game.lab.stopping import stoppable
from game.lab.study import Plan, made

ENDLESS = "master@999999"


@pytest.fixture(autouse=True)
def asked_while_it_thinks(monkeypatch):
    """Ask for the end as soon as somebody begins to think ahead."""
    choose = SearchPlayer.choose

    def choosing(*args):
        signal.raise_signal(signal.SIGTERM)
        return choose(*args)

    monkeypatch.setattr(SearchPlayer, "choose", choosing)


@pytest.fixture
def batch() -> Batch:
    return check_batch(Batch(Setup("shine", 2, seed=3), (ENDLESS, "random"), 2))


def test_a_long_decision_of_a_match_ends(batch):
    with stoppable() as stopping, pytest.raises(KeyboardInterrupt):
        play_one(batch, 0)
    assert stopping.code == 128 + signal.SIGTERM


def test_measuring_how_long_a_level_thinks_ends(batch):
    with stoppable(), pytest.raises(KeyboardInterrupt):
        thinking(made(Plan("shine", "levels", ("",), (batch,), 1)), (ENDLESS,))


def test_a_study_that_is_stopped_tells_what_it_knows_and_measures_nothing_more(capsys, monkeypatch):
    monkeypatch.setattr("game.lab.ladder.thinking", lambda *_: pytest.fail("nothing is measured any more"))
    code = main(["lab", "shine", "levels", "random", ENDLESS, "--games", "2", "--jobs", "1"])
    out, err = capsys.readouterr()
    assert code == 128 + signal.SIGTERM
    assert "Master at 999999 beats Random: –" in out
    assert "thinking" not in out
    assert "Stopped after 0 of" in err
