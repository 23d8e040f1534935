"""What programs are promised: a match they drive, forks and imagined matches, and a page whose every block of code works as it stands."""

from __future__ import annotations

import math
import re
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

import game as package
from game import api, paths
from game.cli import main
from game.content.decks import deck_code, deck_text
from game.kernel.digest import digest
from game.rules import IDS, open_box

PAGE = (Path(__file__).parents[2] / "docs" / "programs.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def played(match: api.Match, actions: int, seed: int = 1) -> api.Match:
    chance = api.Chance(seed)
    for _ in range(actions):
        if match.seat is None:
            break
        match.step(chance.below(len(match.legal())))
    return match


@pytest.mark.parametrize("game", IDS)
def test_a_match_is_driven_from_outside(game: str) -> None:
    match = played(api.match(game, seed=3), 12)
    assert (match.game, match.count) == (game, 12)
    assert match.seat in range(match.seats)
    assert [match.describe(index) for index in range(min(5, len(match.legal())))]
    assert match.outcome() is None
    assert len(match.prospects()) == match.seats
    assert msgspec.json.encode(match.observe(-1))


@pytest.mark.parametrize("game", IDS)
def test_equal_arguments_and_steps_make_equal_matches(game: str) -> None:
    one, other = (played(api.match(game, seed=5), 20) for _ in range(2))
    assert one.legal() == other.legal()
    assert [digest(one.observe(seat)) for seat in range(one.seats)] == [digest(other.observe(seat)) for seat in range(one.seats)]


@pytest.mark.parametrize("game", IDS)
def test_a_fork_goes_its_own_way_and_has_the_same_luck(game: str) -> None:
    match = played(api.match(game, seed=7), 10)
    before = (match.count, match.seat, match.legal())
    one, other = (played(match.fork(), 15, seed=4) for _ in range(2))
    assert (match.count, match.seat, match.legal()) == before
    assert one.legal() == other.legal()
    assert one.count == other.count > match.count


@pytest.mark.parametrize("game", IDS)
def test_an_imagined_match_looks_the_same_to_its_seat(game: str) -> None:
    match = played(api.match(game, seed=2), 10)
    seat = match.seat
    assert seat is not None
    imagined = match.imagine(seat, 99)
    assert imagined.observe(seat) == match.observe(seat)
    assert imagined.legal() == match.legal()


def test_what_an_imagined_match_hides_is_not_the_truth() -> None:
    match = played(api.match("shine", seed=2), 10)
    hidden = {digest(match.imagine(0, seed).observe(1)) for seed in range(5)}
    assert len(hidden) > 1


def test_what_cannot_be_is_refused_in_words() -> None:
    with pytest.raises(KeyError):
        api.match("chess")
    with pytest.raises(api.SetupError, match=r"has no deck 'Nobody' .*; there are "):
        api.match("shine", decks=["Nobody", "Nobody"])
    with pytest.raises(api.SetupError, match="is played by"):
        api.match("shine", seats=9)
    match = api.match("verona", seats=3)
    many = len(match.legal())
    for number in (-1, many, 9999):
        for asked in (match.describe, match.step):
            with pytest.raises(IndexError, match=f"there are {many} legal actions, numbered from 0; there is no {number}$"):
                asked(number)
    with pytest.raises(IndexError, match="there are 3 seats"):
        match.observe(3)
    with pytest.raises(api.PlayerError, match="There is no player 'wizard'"):
        match.player("wizard")
    assert match.count == 0


def test_decks_are_named_or_given(tmp_path: Path) -> None:
    ready = api.match("shine").setup.decks[0]
    assert api.match("shine", decks=[ready.name, ready]).setup.decks == (ready, ready)
    mine, elsewhere = replace(ready, name="Night Shift"), replace(ready, name="Elsewhere")
    kept, file = paths.decks_folder("shine") / "mine.toml", tmp_path / "deck.toml"
    for path, deck in ((kept, mine), (file, elsewhere)):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(deck_text(deck), encoding="utf-8")
    assert api.match("shine", decks=["night shift", str(file)]).setup.decks == (mine, elsewhere)
    assert api.match("shine", decks=[deck_code("shine", mine), "Night Shift"]).setup.decks == (mine, mine)


@pytest.mark.parametrize("wrong", [True, False])
def test_true_and_false_are_no_numbers(wrong: Any) -> None:
    match = api.match("verona")
    for asked in (match.step, match.describe, match.observe):
        with pytest.raises(TypeError, match=f"is a whole number, not {wrong}"):
            asked(wrong)
    with pytest.raises(api.SetupError, match=f"seed is a whole number from 0 to .*, not {wrong}"):
        api.match("verona", seed=wrong)
    assert match.count == 0


class Sour:
    def __repr__(self) -> str:
        raise RuntimeError("never mind")


WRONG: tuple[Any, ...] = (
    *(
        None,
        True,
        -2,
        99,
        10**30,
        10**5000,
        0.5,
        math.nan,
        math.inf,
        "",
        "x",
        "\x00",
        "../../etc/passwd",
        "Ä" * 300,
        b"x",
        "exec:\x00",
        "exec:",
        ".py:",
    ),
    *(
        (),
        [],
        [None],
        ["x", 3],
        [[]],
        {},
        {"x": 1},
        {3: 3},
        {"seats": Sour()},
        set(),
        Sour(),
        Sour,
        object(),
        len,
        Path("x"),
        "./x.py:y",
        "exec:'",
    ),
    *([api.DeckList("x", {"x": Sour()})] * 2, [api.DeckList("x", {"x": -3})] * 2, [api.DeckList(3, Sour())] * 2, [Sour(), Sour()]),  # type: ignore[dict-item, arg-type]
)
"""What nobody should hand over, and some that somebody may."""


def said(asked: Callable[[], object], *refusals: type[Exception]) -> tuple[str, ...]:
    """Return the sentences with which something is refused; none where it is taken."""
    try:
        asked()
    except refusals as error:
        return error.sentences if isinstance(error, api.SetupError) else (str(error),)
    return ()


@pytest.mark.parametrize("game", IDS)
@pytest.mark.parametrize("argument", ["game", "seed", "seats", "decks", "map", "options"])
def test_whatever_begins_a_match_is_taken_or_refused_in_words(game: str, argument: str) -> None:
    refusal = KeyError if argument == "game" else api.SetupError
    options = [{option.key: value} for option in open_box(game).options(2) for value in WRONG]
    for value in (*WRONG, *(options if argument == "options" else ())):
        given: dict[str, Any] = {"game": game} | {argument: value}
        begun: list[api.Match] = []
        told = said(lambda given=given, begun=begun: begun.append(api.match(**given)), refusal)  # type: ignore[misc]
        assert told or begun
        assert all((each.endswith(".") or argument == "game") and " " in each and len(each) < 1000 for each in told), told
        assert all(msgspec.json.decode(msgspec.json.encode(each.setup), type=api.Setup) == each.setup for each in begun)


def test_whatever_is_asked_of_a_match_is_answered_or_refused_in_words() -> None:
    match = api.match("verona")
    for value in WRONG:
        for asked in (match.describe, match.step, match.observe, lambda seat: match.imagine(seat, 1), lambda seed: match.imagine(0, seed)):
            told = said(partial(asked, value), IndexError, TypeError)
            assert all(re.search("there is no |is a whole number, not ", each) for each in told), (value, told)
        with pytest.raises(api.PlayerError, match=r"\w+ \w+ .*\.$"):
            match.player(value)


def test_a_wrong_argument_of_an_environment_is_refused_as_it_is_made() -> None:
    pytest.importorskip("pettingzoo")
    from game.api import gym

    for wrong in ({"seats": 0}, {"seats": "x"}, {"decks": "x"}, {"options": {"x": 1}}):
        with pytest.raises(api.SetupError):
            gym.raw_env("shine", **wrong)
    made = gym.raw_env("verona")
    made.reset(seed=1)
    for action in (None, "x", -1, 10**9, 0.5, math.nan, (), Sour()):
        with pytest.raises(ValueError, match="is no legal action of "):
            made.step(action)


def test_the_opponents_of_the_game_choose_for_a_seat() -> None:
    match = api.match("verona", seed=4)
    assert {"random", "normal", "hard"} <= set(match.players())
    seat = match.seat
    assert seat is not None
    action = match.player("normal").choose(match.observe(seat), match.legal(), api.Budget(iterations=5), api.Chance(1))
    match.step(match.legal().index(action))
    assert match.count == 1


def test_the_package_says_that_it_is_typed() -> None:
    assert (Path(package.__file__).parent / "py.typed").is_file()


def test_the_match_of_the_page_is_played_to_its_end(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[0], "docs/programs.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 10
    assert lines[-1].startswith("Outcome(")


def test_the_environment_of_the_page_is_played_to_its_end() -> None:
    pytest.importorskip("pettingzoo")
    learnt: dict[str, object] = {}
    exec(compile(BLOCKS[3], "docs/programs.md", "exec"), learnt)
    assert learnt["env"].agents == []  # type: ignore[attr-defined]


def test_every_word_of_the_page_is_a_word_of_the_api() -> None:
    table = PAGE.partition("| `api.games()`")[2].partition("\n\n")[0]
    names = re.findall(r"`\.(\w+)", table)
    assert {"seat", "legal", "describe", "step", "observe", "outcome", "fork"} <= set(names)
    assert not [name for name in names if not hasattr(api.match("verona"), name)]


@pytest.mark.parametrize("game", ["verona", "shine"])
def test_the_bot_of_the_page_beats_chance(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mybot.py").write_text(BLOCKS[1], encoding="utf-8")
    assert len([line for line in BLOCKS[1].splitlines() if line.strip()]) <= 30
    assert main(["sim", game, "--seats", "./mybot.py:Bot,random", "--games", "6"]) == 0
    won = re.search(r"entrant 1, \./mybot\.py:Bot.*%.*: ([\d.]+) of", capsys.readouterr().out)
    assert won is not None
    assert float(won[1]) > 3
    assert main(["sim", game, "--seats", "./mybot.py:Bot,./mybot.py:Bot", "--games", "2"]) == 0
    assert "did not finish" not in capsys.readouterr().out


def test_who_has_not_the_extra_is_told_which() -> None:
    without = "import sys; sys.modules['pettingzoo'] = None; from game.api import gym"
    ended = subprocess.run([sys.executable, "-c", without], cwd=paths.ASSETS.parent, capture_output=True, text=True, check=False)
    assert ended.stderr.splitlines()[-1] == "ModuleNotFoundError: game.api.gym needs pettingzoo: `pip install 'starcross-tabletop[gym]'`."
    assert "During handling" not in ended.stderr
