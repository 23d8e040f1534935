"""A number that is none is refused in people's words by every option of every command; nothing that is refused is said twice."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from importlib import import_module

import pytest

from game.cli import COMMANDS, MODULES, main
from game.kernel.offers import SetupError

KINDS = {int: "whole number", float: "number"}


def numbers() -> Iterator[tuple[str, str, str]]:
    """Yield every command with each of its options that takes a number, and what that is called."""
    for command in COMMANDS:
        parser = argparse.ArgumentParser()
        import_module(f"game.cli.{MODULES.get(command, command.replace('-', '_'))}").arguments(parser)
        for action in parser._actions:
            if action.type in KINDS:
                yield command, action.option_strings[-1], KINDS[action.type]


def test_every_option_with_a_number_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    asked = list(numbers())
    assert len(asked) > 20
    for command, option, kind in asked:
        for value in ("abc", "1,5", ""):
            assert main([command, f"{option}={value}"]) == 2
            assert capsys.readouterr().err == f"starcross: {option} wants a {kind}, not {value!r}.\n"


def test_a_reason_that_holds_of_every_seat_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert SetupError("A.", "B.", "A.").sentences == ("A.", "B.")
    for words in (("lab", "shine", "decks", "--level", "emperor"), ("sim", "shine", "--seats", "emperor,emperor", "--games", "1")):
        assert main(list(words)) == 2
        assert capsys.readouterr().err.count("no player called 'emperor'") == 1


def test_who_asks_for_a_study_that_there_is_not_is_told_those_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "verona", "nosuch"]) == 2
    assert capsys.readouterr().err == "starcross: There is no study 'nosuch'; those of star cross'd are levels and compare.\n"
