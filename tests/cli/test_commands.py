"""Every command's errors are one sentence on stderr and exit code 2, and asking for help is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from game.cli import COMMANDS, main
from game.content.mods import mods_folder

ROOT = Path(__file__).parents[2]


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    code = main(words)
    out, err = capsys.readouterr()
    return code, out, err


WRONG = (
    (("dance",), "no command 'dance'"),
    (("play",), "Which game?"),
    (("play", "chess"), "no game 'chess'"),
    (("play", "verona", "--text", "--seat", "grandmaster"), "no player called 'grandmaster'"),
    (("play", "verona", "--text", *["--seat", "human"] * 9), "not by 9"),
    (("play", "verona", "--seed", "many"), "starcross: --seed wants a whole number, not 'many'.\n"),
    (("play", "verona", "--seed", "-4"), "A seed is a whole number"),
    (("play", "verona", "--deck", "Wolves"), "without decks"),
    (("play", "verona", "--map", "river"), "without maps"),
    (("play", "verona", "--option", "colour"), "KEY=VALUE"),
    (("play", "verona", "--option", "colour=red"), "no option 'colour'"),
    (("play", "shine", "--option", "colour=red"), "There is no option 'colour'; there are none to choose here."),
    (("play", "--resume", "nowhere.jsonl", "--text"), "nowhere.jsonl"),
    (
        ("play", "--resume", "nowhere.jsonl", "--text", "--seed", "0", "--take-backs"),
        "--seed and --take-backs have no place beside --resume",
    ),
    (("play", "overcross", "--text", "--map", ""), "--map is given an empty name"),
    (("sets", "shine", "--deck", ""), "--deck is given an empty name"),
    (("shoot", "verona", "--out", "a.png", "--seats", "0"), "not by 0"),
    (("play", "verona", "--text", "--apart"), "--apart goes with --resume FILE."),
    (("play", "verona", "--loud"), "--loud"),
    (("replay",), "FILE"),
    (("replay", "nowhere.jsonl"), "nowhere.jsonl"),
    (("replay", "nowhere.zip"), "nowhere.zip"),
    (("reports",), "FOLDER"),
    (("reports", "nowhere"), "nowhere"),
    (("check", "nowhere"), "nowhere"),
    (("rules",), "GAME"),
    (("rules", "chess"), "no game 'chess'"),
    (("rules", "verona", "VR-999"), "no rule 'VR-999'"),
)


@pytest.mark.parametrize(("words", "part"), WRONG, ids=lambda value: " ".join(value) if isinstance(value, tuple) else "")
def test_a_wrong_command_line_is_answered_with_one_sentence_and_exit_code_2(words, part, capsys, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # where no window can be opened, that is said first
    code, out, err = answer(capsys, *words)
    assert code == 2
    assert out == ""
    assert part in err
    assert err.startswith("starcross: ")
    assert err.count("\n") == 1
    assert err.rstrip().endswith(".")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_what_it_is_for(command, capsys):
    code, out, err = answer(capsys, command, "--help")
    assert code == 0
    assert out.startswith(f"usage: starcross {command}")
    assert err == ""


def test_the_overview_lists_every_command(capsys):
    code, out, _ = answer(capsys, "--help")
    assert code == 0
    assert all(f"starcross {command}" in out for command in COMMANDS)


def test_version_and_python_m_game_are_the_same_program():
    done = subprocess.run([sys.executable, "-m", "game", "--version"], cwd=ROOT, capture_output=True, text=True, check=True)
    from game import __version__

    assert done.stdout == f"starcross {__version__}\n"


def test_a_reader_that_goes_away_is_no_error():
    """`starcross rules verona | head -0` ends quietly, on Windows too."""
    command = [sys.executable, "-m", "game", "rules", "verona"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    ) as started:
        started.stdout.close()
        assert started.stderr.read() == b""
    assert started.returncode == 141


def test_what_was_done_to_a_mod_is_no_fault_where_nobody_reads_that_it_was(tmp_path):
    (tmp_path / "star").mkdir()
    (tmp_path / "star" / "mod.toml").write_text('name = "Star"\nversion = "1"\ngame = "shine"\n', encoding="utf-8")
    reading, writing = os.pipe()
    os.close(reading)
    for deed, name in (("pack", "star"), ("install", "star.zip"), ("off", "star"), ("remove", "star")):
        command = [sys.executable, "-m", "game", "mod", deed, str(tmp_path / name) if deed in ("pack", "install") else name]
        done = subprocess.run(command, cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr) == (141, b""), deed
    os.close(writing)
    assert not (mods_folder() / "star").exists()


def test_asking_for_a_command_loads_neither_pygame_nor_what_other_commands_need():
    """A line of rules must not wait for a window library."""
    script = "import sys; from game.cli import main; main(['rules', 'verona', 'VR-1']); import json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = set(json.loads(done.stdout.splitlines()[-1]))
    assert "game.cli.rules" in loaded
    assert not loaded & {"pygame", "numpy", "rich", "pytmx", "openskill", "game.table", "game.cli.sim", "PIL"}


def test_a_match_can_be_played_on_the_map_of_a_file(capsys):
    from game import paths

    field = paths.MAPS / "overcross" / "small.tmx"
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1", "--jobs", "1", "--map", str(field)]) == 0
    assert "1 of 1" in capsys.readouterr().out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
@pytest.mark.parametrize("words", [("rules", "verona"), ("lab", "--help"), ("check", "--help")])
def test_a_full_disk_is_told_in_one_sentence(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([sys.executable, "-m", "game", *words], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (2, "starcross: Nothing more can be written: No space left on device.\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no file is bounded there")
def test_a_file_that_may_not_grow_is_told_in_one_sentence(tmp_path: Path) -> None:
    alone = {name: value for name, value in os.environ.items() if not name.startswith("COV")}  # what measures the tests writes, too
    with (tmp_path / "out").open("w") as out:
        done = subprocess.run(
            ["bash", "-c", 'ulimit -f 0; exec "$0" -m game rules verona', sys.executable],
            stdout=out,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            env=alone,
        )
    assert (done.returncode, done.stderr) == (2, "starcross: Nothing more can be written: File too large.\n")


def test_a_match_in_words_without_an_input_is_left(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert main(["play", "verona", "--text", "--seed", "9"]) == 0
    assert "Traceback" not in capsys.readouterr().err


def test_the_matches_of_a_study_are_no_broken_saves(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "verona", "levels", "random", "novice", "--games", "2"]) == 0
    capsys.readouterr()
    assert main(["check"]) == 0
