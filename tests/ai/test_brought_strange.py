"""Classes from outside whose choices and errors are strange themselves: neither can be compared, or told."""

from __future__ import annotations

from pathlib import Path

import pytest
from shelved import toy_match
from test_brought import asked, bot

from game.ai.brought import PlayerError, bring, see_made
from game.ai.player import Budget
from game.cli import main
from game.kernel.chance import Chance

pytestmark = pytest.mark.usefixtures("toy_shelf")

THING = "class Thing:\n    def {0}(self, *rest):\n        {1}\n\n\n"
UNTOLD = "class Untold(Exception):\n    def __str__(self):\n        raise ValueError\n\n\n"


def strange(folder: Path, before: str, body: str) -> str:
    """Return the name of a player whose file begins with something."""
    name, path = bot(folder, body), folder / "bot.py"
    path.write_text(before + path.read_text())
    return name


@pytest.mark.parametrize(
    ("thing", "body", "words"),
    [
        (("__eq__", "raise ValueError('which of them?')"), "return Thing()", " chose '<bot.Thing object at"),
        (("__eq__", "return True"), "return Thing()", " chose '<bot.Thing object at"),
        (("__repr__", "raise ValueError"), "return Thing()", " chose something of the kind Thing, which is none of the"),
        (("__repr__", "raise SystemExit"), "return Thing()", " cannot be compared with the legal actions: SystemExit (bot.py, line 3)."),
        (
            ("__eq__", "raise ValueError('which?')"),
            "return type(legal[0])(*(Thing() for _ in legal[0].__struct_fields__))",
            " chose something that cannot be compared with the legal actions: ValueError: which? (bot.py, line 3).",
        ),
    ],
)
def test_a_choice_that_cannot_be_compared_or_told_is_one_sentence(thing: tuple[str, str], body: str, words: str, tmp_path: Path) -> None:
    name = strange(tmp_path, THING.format(*thing), body)
    match = toy_match()
    legal = tuple(action for action in match.legal() if action.__struct_fields__)
    with pytest.raises(PlayerError) as caught:
        bring(name, match.rules).choose(match.observation(match.deciding or 0), legal, Budget(), Chance(1))
    assert str(caught.value).startswith(f"{name} chose ")
    assert words in str(caught.value)


def test_what_is_chosen_is_the_legal_action_itself(tmp_path: Path) -> None:
    match = toy_match()
    legal = match.legal()
    player = bring(bot(tmp_path, "return __import__('copy').copy(legal[-1])"), match.rules)
    assert player.choose(match.observation(match.deciding or 0), legal, Budget(), Chance(1)) is legal[-1]


def test_a_batch_counts_a_choice_that_cannot_be_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    name = strange(tmp_path, THING.format("__eq__", "return True"), "return Thing()")
    assert main(["sim", "verona", "--seats", f"{name},random", "--games", "1"]) == 1
    assert f"fault: match 0 (seed 0), action 1: {name} chose '<bot.Thing object at" in capsys.readouterr().out


@pytest.mark.parametrize("error", ["KeyboardInterrupt", "GeneratorExit", "SystemExit(3)", "Untold"])
@pytest.mark.parametrize("place", ["file", "init"])
def test_whatever_is_raised_at_the_making_names_the_program_and_the_line(
    error: str, place: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    name, path = bot(tmp_path, "return legal[0]"), tmp_path / "bot.py"
    text = f"raise {error}\n" if place == "file" else path.read_text().replace("self.rules = rules", f"raise {error}")
    path.write_text(UNTOLD + text)
    with pytest.raises(PlayerError) as caught:
        see_made(name, toy_match().rules)
    assert str(caught.value).startswith(name)
    assert error.partition("(")[0] in str(caught.value)
    assert f"(bot.py, line {6 if place == 'file' else 8})." in str(caught.value)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("error", ["GeneratorExit", "Untold"])
def test_whatever_is_raised_at_a_choice_names_the_program_and_the_line(error: str, tmp_path: Path) -> None:
    name = strange(tmp_path, UNTOLD, f"raise {error}")
    with pytest.raises(PlayerError) as caught:
        asked(name)
    assert str(caught.value) == f"{name} failed: {error} (bot.py, line 11)."


def test_the_interrupt_of_a_person_goes_through(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        asked(bot(tmp_path, "raise KeyboardInterrupt"))


def test_no_error_of_a_class_steers_the_terminal(tmp_path: Path) -> None:
    with pytest.raises(PlayerError) as caught:
        asked(bot(tmp_path, "raise ValueError('red \\x1b[31m\\u202e\\nand so on')"))
    assert "ValueError: red ?[31m? and so on (bot.py, line 6)." in str(caught.value)
