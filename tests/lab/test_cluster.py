"""A cluster plays the same matches as one process, even when one of its workers is killed meanwhile. It needs the extra `cluster`."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_study import PLAN, planned

from game.cli import main
from game.lab.study import Folder, Line, play_study

distributed = pytest.importorskip("distributed", exc_type=ImportError)


@pytest.fixture(name="cluster", scope="module")
def two_workers() -> Iterator[object]:
    """Return a cluster of two processes on this machine, which does not listen beyond it."""
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as cluster:
        yield cluster


def test_a_cluster_plays_the_same_study_though_a_worker_is_killed(cluster, tmp_path: Path) -> None:
    plan = planned(deals=12)
    alone = play_study(plan, Folder(tmp_path / "alone"))
    killed: list[int] = []

    def kill(lines: list[Line]) -> None:
        if len(lines) == 6:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    with distributed.Client(cluster) as client:
        pool = client.get_executor(pure=False, retries=3)
        together = play_study(plan, Folder(tmp_path / "together"), pool=pool, progress=kill)
    assert killed
    assert together == alone
    assert Folder(tmp_path / "together").lines() == alone


def test_the_command_plays_on_the_cluster_that_it_is_told(cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["lab", "cardmaster", "decks", "--deck", "Cinder Court", "Hollow Choir", "--level", "random", "--games", "6"]
    assert main([*words, "--keep", str(tmp_path / "alone")]) == 0
    alone = capsys.readouterr().out
    assert main([*words, "--cluster", cluster.scheduler_address, "--keep", str(tmp_path / "together")]) == 0
    assert capsys.readouterr().out.splitlines()[:-1] == alone.splitlines()[:-1]
    assert Folder(tmp_path / "together").lines() == Folder(tmp_path / "alone").lines()


def test_a_class_that_never_answers_is_ended_there_as_well(cluster, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.py").write_text(
        "import time\n\nclass Bot:\n    def __init__(self, rules):\n        pass\n\n    def choose(self, *asked):\n        time.sleep(600)\n",
        encoding="utf-8",
    )
    name = f"{tmp_path / 'bot.py'}:Bot"
    words = ["lab", "verona", "levels", name, "random", "--games", "2", "--limit", "0.1", "--cluster", cluster.scheduler_address]
    assert main([*words, "--keep", str(tmp_path / "study")]) == 1
    said = capsys.readouterr().out
    assert said.count(f"{name} did not answer within 0.3 seconds") == 2, said


def test_no_scheduler_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.cli.lab.REACH", 1)
    assert main(["lab", "cardmaster", "decks", "--cluster", "tcp://127.0.0.1:9", "--keep", str(tmp_path / "study")]) == 2
    assert "No scheduler answers at tcp://127.0.0.1:9" in capsys.readouterr().err


def test_the_plan_of_a_study_travels() -> None:
    import pickle

    assert pickle.loads(pickle.dumps(PLAN)) == PLAN
