"""What the README and the pages beside it say is true: links lead somewhere, the card is a card, commands are commands, and figures are alike."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from game import paths
from game.ai.levels import LEVELS
from game.cli import COMMANDS, main
from game.content.positions import SetupRow
from game.kernel.setup import Setup
from game.rules import TEMPLATE, open_box

ROOT = Path(__file__).parents[2]
PAGES = ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/programs.md", "docs/levels.md", "game/ARCHITECTURE.md")


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page):
    place = (ROOT / page).parent
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text(encoding="utf-8"))
    lost = [link for link in links if not link.startswith("https://") and not (place / link).exists()]
    assert lost == []


@pytest.mark.parametrize("page", PAGES)
def test_every_file_it_names_is_there(page):
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"`((?:game|assets|maps|tests|tools)/[\w./-]+)`", text)
    made_up = {"maps/overcross/mine.tmx"}
    named = [name.replace("pearl", TEMPLATE) for name in named]  # what `starcross new-game pearl` writes
    lost = [name for name in named if "GAME" not in name and name not in made_up and not (ROOT / name).exists()]
    assert lost == []


def test_its_commands_are_the_commands():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert set(re.findall(r"starcross ([a-z][a-z-]+)\b", text)) == set(COMMANDS)


def rows(page: str, beginning: str) -> dict[str, list[str]]:
    """Return the rows of the tables of a page whose first column begins so, by that column."""
    lines = re.findall(rf"^\| ({beginning}[^|]*) \| (.*) \|$", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    return {name: cells.split(" | ") for name, cells in lines}


def test_what_the_levels_win_is_told_alike_on_both_pages():
    for level in ("Novice beats", "Easy beats", "Normal beats", "Hard beats", "Master beats"):
        told = rows("README.md", level)
        assert told
        assert told == rows("docs/levels.md", level)


def test_how_much_a_level_thinks_of_is_told_as_it_is():
    boxes = [open_box(game) for game in ("verona", "cardmaster", "starcrossed", "shine", "overcross")]
    games = [box.rules(box.complete(Setup(box.id, 2))) for box in boxes]
    told = {level.title: rows("docs/levels.md", level.title).get(level.title) for level in LEVELS.values() if level.sees}
    assert told == {
        level.title: [f"{100 * rules.attention.get(name, level.sees):.0f}" for rules in games]
        for name, level in LEVELS.items()
        if level.sees
    }


def test_its_card_is_a_card(capsys):
    """The worked example, followed to the letter: the file is written, checked, and the card is in the catalogue."""
    (card,) = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    own = paths.cards_folder("overcross")
    own.mkdir(parents=True)
    (own / "mine.toml").write_text(card, encoding="utf-8")
    assert main(["check"]) == 0, capsys.readouterr().out
    (own / "mine.toml").write_text(card.replace("dmg = 2", "dgm = 2"), encoding="utf-8")
    assert main(["check"]) == 1
    out = capsys.readouterr().out
    assert re.search(
        r"^cards/overcross/mine\.toml, line \d+: 'the-night-porter': attacks\[0\]: there is no field `dgm`; '.*would fit",
        out,
        re.MULTILINE,
    )
    assert "dgm" in out


def test_its_position_is_a_puzzle_and_what_a_setup_may_hold_is_named(capsys):
    chapter = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Add a lesson or a puzzle")[2].partition("\n## ")[0]
    (position,) = re.findall(r"```ini\n(.*?)```", chapter, re.DOTALL)
    own = paths.positions_folder("verona")
    own.mkdir(parents=True)
    (own / "mine.toml").write_text(position, encoding="utf-8")
    three = "title = 'Three'\nseat = 3\n[setup]\nseats = 3\nseed = 1\n[table]\ndice = [[1], [6, 4], [2]]\n"
    (own / "three.toml").write_text(three, encoding="utf-8")
    other = paths.positions_folder("overcross")
    other.mkdir(parents=True)
    setup = "seats = 3\nmap = 'crossroads'\noptions = { objective = 'death-match' }\ndecks = ['Closing Time', 'Late Fees', 'Room Service']"
    (other / "three.toml").write_text(f"title = 'Three'\n[setup]\n{setup}\n[table]\n" + "[[table.side]]\n" * 3, encoding="utf-8")
    assert main(["check", str(own), str(other)]) == 0
    assert capsys.readouterr().out == "3 positions: no fault.\n"
    lost = [field for field in SetupRow.__struct_fields__ if not re.search(rf"`(?:\[\[setup\.)?{field}\b", chapter)]
    assert lost == []


def test_its_map_is_a_map(capsys):
    """A map of the user's own, made as the README says, is sound and can be played on."""
    own = paths.maps_folder("overcross")
    own.mkdir(parents=True)
    text = (paths.MAPS / "overcross" / "small.tmx").read_text(encoding="utf-8")
    (own / "mine.tmx").write_text(text.replace("../tilesets/overcross.tsx", "overcross.tsx"), encoding="utf-8")
    for name in ("overcross.tsx", "overcross.png"):
        shutil.copy(paths.MAPS / "tilesets" / name, own)
    assert main(["check", str(own)]) == 0, capsys.readouterr().out
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1", "--map", "mine", "--option", "rounds=3"]) == 0
