"""What becomes of a match in which a class from outside falls over, be it with its process: who is named, what is kept, what is said where."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
from pathlib import Path

import pytest
from test_brought import bot

from game import paths
from game.ai.levels import player
from game.ai.player import Budget
from game.ai.worker import Thinker
from game.cli import main
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.lab.workers import play_beside
from game.match.match import Match
from game.match.seats import SeatPlan

NOW_AND_THEN = "self.n = getattr(self, 'n', 0) + 1\nif self.n > 4 and chance.below(4) == 0:\n    {0}\nreturn chance.pick(legal)"


def sim(folder: Path, name: str, *words: str, games: int = 4) -> tuple[int, list[dict[str, object]]]:
    """Return the code of a batch against Random and how its matches went."""
    told = folder / "out.json"
    code = main(["sim", "verona", "--seats", f"{name},random", "--games", str(games), "--json", str(told), *words])
    return code, json.loads(told.read_text())["played"]


def test_a_class_that_ends_its_process_loses_its_match_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, NOW_AND_THEN.format("import os; os._exit(3)"))
    code, played = sim(tmp_path, name, "--jobs", "2", games=6)
    said = capsys.readouterr()
    lost = [match for match in played if not match["finished"]]
    assert (code, len(played), said.err.strip()) == (1, 6, "")
    assert lost
    for match in lost:
        at = int(str(match["actions"])) + 1
        where = f"match {match['number']} (seed {match['seed']}), action {at}: "
        assert match["fault"] == f"{where}the process in which {name} thought ended (exit code 3)"
        assert at > 4


def test_one_that_always_does_is_told_of_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, "import os; os._exit(3)")
    code, played = sim(tmp_path, name)
    assert (code, sum(f"the process in which {name} thought ended (exit code 3)" in str(match["fault"]) for match in played)) == (1, 4)
    assert "0 of 4 matches finished" in capsys.readouterr().out
    assert main(["lab", "verona", "levels", "random", name, "--games", "4", "--jobs", "1", "--keep", str(tmp_path / "kept")]) == 1
    said = capsys.readouterr()
    assert said.out.count(f"{name} thought ended (exit code 3)") == 4
    assert "cannot be kept" not in said.err


def test_one_that_ends_its_process_as_it_is_made_is_told_of_every_match(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, path = bot(tmp_path, "return legal[0]"), tmp_path / "bot.py"
    there = "rules):\n        import multiprocessing, os\n        if multiprocessing.parent_process():\n            os._exit(5)\n"
    path.write_text(path.read_text().replace("rules):\n", there))
    code, played = sim(tmp_path, name, "--keep", str(tmp_path / "kept"), games=5)
    told = {f"match {number} (seed {number // 2}): the process in which {name} was made ended (exit code 5)" for number in range(5)}
    assert (code, {match["fault"] for match in played}, {match["actions"] for match in played}) == (1, told, {0})
    assert list((tmp_path / "kept").iterdir()) == []
    assert "Traceback" not in capsys.readouterr().err


def test_a_match_whose_process_ended_is_kept_as_far_as_it_came(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, kept = bot(tmp_path, NOW_AND_THEN.format("import os; os._exit(3)")), tmp_path / "kept"
    _, played = sim(tmp_path, name, "--keep", str(kept), games=2)
    lost = next(match for match in played if not match["finished"])
    path = kept / f"verona-{lost['number']:06d}.jsonl"
    assert len(path.read_text().splitlines()) == int(str(lost["actions"])) + 1
    assert main(["replay", str(path), "--verify"]) == 0
    assert len(list(kept.glob("*"))) == len(played)
    study = str(tmp_path / "study")
    assert main(["lab", "verona", "levels", "random", name, "--games", "2", "--jobs", "1", "--keep", study]) == 1
    capsys.readouterr()
    assert main(["lab", "verona", "levels", "--resume", study, "--watch", "0"]) == 0
    assert "match 0; it is kept in" in capsys.readouterr().out


def ends_later(number: int) -> int:
    """End the process over an odd number after somebody has thought, and over the first with a signal while somebody thinks."""
    from game.ai.brought import HeldPlayer

    watch = HeldPlayer.watch
    assert watch is not None
    watch.reached(7)
    watch.asked("somebody", 600.0)
    if number == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    watch.answered()
    if number % 2:
        os._exit(4)
    return number


@pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows is ended by no signal")
def test_who_was_there_is_named_where_nobody_knows_who_it_was() -> None:
    made = list(play_beside(ends_later, [[0, 1, 2, 3], [5, 7, 9]], 1, lambda number, how, actions: (number, how, actions)))
    later = "the process that played it with somebody ended (exit code 4)"
    lost = [(0, "the process in which somebody thought ended (signal 9)", 7), *((number, later, 7) for number in (1, 3, 5, 7, 9))]
    assert sorted(each for each in made if isinstance(each, tuple)) == lost
    assert 2 in made


def test_what_was_played_until_a_class_failed_is_counted_and_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name, kept = bot(tmp_path, NOW_AND_THEN.format("raise ValueError('my own fault é.')")), tmp_path / "kept"
    _, played = sim(tmp_path, name, "--keep", str(kept))
    said = capsys.readouterr().out
    lost = next(match for match in played if not match["finished"])
    count = int(str(lost["actions"]))
    where = f"match {lost['number']} (seed {lost['seed']}), action {count + 1}"
    assert count > 4
    assert f"fault: {where}: {name} failed: ValueError: my own fault é (bot.py, line 8)." in said
    assert f"actions a match: {min(int(str(match['actions'])) for match in played)} to" in said
    path = kept / f"verona-{lost['number']:06d}.jsonl"
    assert len(path.read_text().splitlines()) == count + 1
    assert main(["replay", str(path), "--verify"]) == 0
    assert main(["replay", str(path), "--to", str(count)]) == 0


def test_a_fault_names_the_last_line_of_the_class_that_it_came_by(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot(tmp_path, "return legal[0]")
    (tmp_path / "bot.py").write_text("import json\n\n\nclass Bot:\n    def __init__(self, rules):\n        json.loads('')\n")
    assert main(["sim", "verona", "--seats", f"{tmp_path / 'bot.py'}:Bot,random", "--games", "1"]) == 2
    assert "Expecting value: line 1 column 1 (char 0) (bot.py, line 6)." in capsys.readouterr().err
    (tmp_path / "other.py").write_text("import json\n\njson.loads('')\n")
    assert main(["sim", "verona", "--seats", f"{tmp_path / 'other.py'}:Bot,random", "--games", "1"]) == 2
    assert "(other.py, line 3)." in capsys.readouterr().err


def test_what_a_class_prints_is_no_result(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    name = bot(tmp_path, "print('hello from choose')\nreturn legal[0]")
    path = tmp_path / "bot.py"
    path.write_text("print('hello from the file')\n" + path.read_text().replace("rules):\n", "rules):\n        print('hello from init')\n"))
    assert main(["sim", "verona", "--seats", f"{name},random", "--games", "2"]) == 0
    said = capfd.readouterr()
    assert "hello" not in said.out
    assert {"hello from the file", "hello from init", "hello from choose"} <= set(said.err.splitlines())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("import os; os._exit(3)", "The process in which {0} thought ended (exit code 3)."),
        ("return 42", "{0} chose '42', which is none of the"),
        ("raise ValueError('no')", "{0} failed: ValueError: no (bot.py, line 6)."),
    ],
)
def test_in_words_a_class_that_falls_is_told_once_and_the_match_is_kept(
    body: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    name = bot(tmp_path, body)
    assert main(["play", "verona", "--seat", name, "random", "--text", "--seed", "4"]) == 2
    said = capsys.readouterr().err
    (save,) = paths.saves_folder().glob("*.jsonl")
    assert re.fullmatch(
        rf"starcross: {re.escape(why.format(name))}.* Left after \d+ steps?\. To go on: starcross play --text --resume {re.escape(str(save))}\n",
        said,
    ), said
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == []


@pytest.mark.parametrize(
    ("body", "how", "times"),
    [
        ("import os; os._exit(3)", "exit code 3", 1),
        pytest.param(
            "import os; os.kill(os.getpid(), 9)",
            "signal 9",
            2,
            marks=pytest.mark.skipif(sys.platform == "win32", reason="a process of Windows is ended by no signal"),
        ),
    ],
)
def test_at_the_table_normal_plays_in_the_place_of_one_that_ends_its_process(
    body: str, how: str, times: int, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A signal may come from elsewhere, so after one it is asked once more."""
    note = tmp_path / "asked"
    name = bot(tmp_path, f"open({str(note)!r}, 'a').write('.')\n{body}")
    match, thinker = Match.start(Setup("verona", 2, seed=4), (SeatPlan("human"),) * 2), Thinker()
    try:
        expected = player("normal", match.rules).choose(match.observation(match.deciding), match.legal(), Budget(20), Chance(3))
        for _ in range(2):
            thinker.ask(match.setup, name, match.observation(match.deciding), match.legal(), Budget(20), 3)
            assert thinker.answer() == expected
    finally:
        thinker.close()
    assert thinker.lost == {name: f"The process in which {name} thought ended ({how})."}
    assert note.read_text() == times * "."
    assert "random action" not in caplog.text
    assert caplog.text.count(f"broke down, asked at first about {name}: it ended ({how})") == times - 1
