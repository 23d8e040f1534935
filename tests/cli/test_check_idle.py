"""`starcross check` tells what can do nothing: changes that change nothing, solutions of no puzzle, words said twice, abilities without a target, half an edge."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.rules import open_box

CHANGE = '[[change]]\ncard = "pim-the-potboy"\n'
CARD = '[[card]]\nid = "a"\nname = "A"\nkind = "character"\nside = "tally"\nplay = 1\ndeck = 1\nmove = 3\ndefense = 6\nattacks = [{ name = "Hit", dice = 1 }]\n'


def told(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    main(["check", str(path)])
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        (CHANGE, "'pim-the-potboy': no field is given, so nothing is changed."),
        (f"{CHANGE}move = MOVE\n", "'pim-the-potboy': move: the card says so already."),
        (
            f"{CHANGE}move = 8\n{CHANGE}move = 7\n",
            "line 9: 'pim-the-potboy' (change 2): move: this mod changes it twice, and the last change counts.",
        ),
        (f"{CHANGE}move = 8\n{CHANGE}defense = 5\n", "no fault."),
    ],
)
def test_changes_that_change_nothing(changes: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = next(row for row in open_box("overcross").card_files.as_written() if row["id"] == "pim-the-potboy")
    page = f'name = "A"\nversion = "1"\ngame = "overcross"\n{changes.replace("MOVE", str(row["move"]))}'
    assert words in told(tmp_path / "mod.toml", page, capsys)


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda text: re.sub(r"\[goal\][^[]*", "", text), "solution: only a puzzle has one, and there is no [goal]."),
        (lambda text: text.replace("solution = [\n", 'solution = [\n"*",'), "solution: `*` alone is any action"),
    ],
)
def test_solutions_of_no_puzzle_and_of_no_word(edit, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (paths.ASSETS / "positions" / "verona" / "puzzle-1.toml").read_text(encoding="utf-8")
    assert words in told(tmp_path / "positions" / "verona" / "mine.toml", edit(text), capsys)


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ('keywords = ["flight", "flight"]', "keywords[1]: 'flight' is there twice."),
        ('traits = ["human", "human"]', "traits[1]: 'human' is there twice."),
        (
            'abilities = [{ when = "use", targets = [{ name = "it", of = { kind = "terrain", side = "own" } }], effects = [{ do = "destroy", to = "it" }] }]',
            "side: in play this belongs to nobody, so it is never on the side 'own'; leave the side out.",
        ),
    ],
)
def test_words_that_are_there_twice_and_targets_that_never_are(
    more: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in told(tmp_path / "cards" / "overcross" / "mine.toml", f"{CARD}{more}\n", capsys)


@pytest.mark.parametrize(
    ("name", "whole", "half", "words"),
    [
        ("duel", 'width="768" height="64"', 'width="384" height="64"', "a deploy zone is one whole edge of the map."),
        (
            "crossroads",
            'width="64" height="1024"',
            'width="64" height="960"',
            "a deploy zone is one whole edge of the map, but for its corners.",
        ),
    ],
)
def test_half_an_edge_is_no_deploy_zone(
    name: str, whole: str, half: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (paths.MAPS / "overcross" / f"{name}.tmx").read_text(encoding="utf-8")
    shutil.copytree(paths.MAPS / "tilesets", tmp_path / "maps" / "tilesets")
    assert words in told(tmp_path / "maps" / "overcross" / "mine.tmx", text.replace(whole, half, 1), capsys)
