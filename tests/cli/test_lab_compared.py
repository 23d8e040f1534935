"""What a comparison says of the decks it is of: which of their cards are others, new or gone, and which decks and maps there are no more."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from own_court import keep_court

from game import paths
from game.cli import main

SAME = "(cards, decks, maps, rules)"
WAS = {"copper-pip": 1, "torch-vixen": 1, "bellows-ram": 1, "halo-kestrel": 1, "furnace-matriarch": 1, "sunder-tusker": 1}
WAS |= {"pyre-regent": 1, "solstice-maw": 1, "herald-immense": 1}


def lab(*words: str) -> int:
    return main(["lab", *words])


def keep_deck(cards: dict[str, int], game: str = "cardmaster") -> Path:
    path = paths.decks_folder(game) / "q.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = [f'"{card}" = {copies}' for card, copies in cards.items()]
    path.write_text("\n".join(('[[deck]]\nname = "Q"\n[deck.cards]', *lines, "")), encoding="utf-8")
    return path


@pytest.fixture(name="study")
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Keep a study of a deck of one's own."""
    keep_deck(WAS)
    words = ["--deck", "Q", "Starwake Envoys", "--level", "random", "--games", "2", "--jobs", "1"]
    assert lab("cardmaster", "decks", *words, "--keep", str(tmp_path / "study")) == 0
    capsys.readouterr()
    return str(tmp_path / "study")


def line_of_q(told: str) -> str:
    return next(line.partition("; ")[2] for line in told.splitlines() if line.startswith("  Q: "))


def test_cards_that_came_into_a_list_and_left_it_are_not_said_to_be_changed(study: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    swapped = {"solstice-maw": "night-gardener", "herald-immense": "kilnback-grub"}
    keep_deck({swapped.get(card, card): copies for card, copies in WAS.items()})
    page = tmp_path / "page.html"
    assert lab("cardmaster", "compare", study, "--jobs", "1", "--html", str(page)) == 0
    told = "new: Kilnback Grub, Night Gardener; gone: Herald Immense, Solstice Maw"
    assert line_of_q(capsys.readouterr().out) == told
    assert told in page.read_text(encoding="utf-8")


def test_what_is_changed_new_and_gone_is_told_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    keep_court()
    deck = paths.decks_folder("cardmaster") / "mine.toml"
    cards = dict.fromkeys(re.findall(r'^"([a-z-]+)" = 1$', deck.read_text(encoding="utf-8"), re.MULTILINE), 1)
    deck.unlink()
    keep_deck(cards)
    study = str(tmp_path / "study")
    words = ["--deck", "Q", "Hollow Choir", "--level", "random", "--games", "2", "--jobs", "1"]
    assert lab("cardmaster", "decks", *words, "--keep", study) == 0
    keep_court(lambda hp: hp // 3)
    deck.unlink()
    cards.pop("typed-torch-vixen")
    keep_deck(cards | {"night-gardener": 1})
    own = paths.cards_folder("cardmaster") / "mine.toml"
    rows = own.read_text(encoding="utf-8").split("[[card]]")
    own.write_text("[[card]]".join(row for row in rows if '"typed-torch-vixen"' not in row), encoding="utf-8")
    capsys.readouterr()
    assert lab("cardmaster", "compare", study, "--jobs", "1") == 0
    told = dict(part.split(": ") for part in line_of_q(capsys.readouterr().out).split("; "))
    assert told.keys() == {"changed", "new", "gone"}
    assert "My Kilnback Grub" in told["changed"]
    assert (told["new"], told["gone"]) == ("Night Gardener", "My Torch Vixen")  # which the game has no more


def test_a_card_that_a_deck_holds_another_number_of_times_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    ready = (paths.ASSETS / "decks" / "overcross" / "inkwell-alley.toml").read_text(encoding="utf-8").split("[[deck]]")[1]
    cards = {card: int(copies) for card, copies in re.findall(r"^([a-z-]+) = (\d)$", ready, re.MULTILINE)}
    keep_deck(cards, "overcross")
    study = str(tmp_path / "study")
    words = ["--map", "duel", "--deck", "Q", "Late Fees", "--level", "random", "--games", "2", "--jobs", "1"]
    assert lab("overcross", "decks", *words, "--keep", study) == 0
    keep_deck(cards | {"pim-the-potboy": 2, "finn-who-ate-yours": 1}, "overcross")
    capsys.readouterr()
    assert lab("overcross", "compare", study, "--jobs", "1") == 0
    assert line_of_q(capsys.readouterr().out) == "in another number: Finn Who Ate Yours, Pim the Potboy"


def test_a_deck_that_there_is_no_more_is_said_to_be_taken_as_it_was(study: str, capsys: pytest.CaptureFixture[str]):
    (paths.decks_folder("cardmaster") / "q.toml").unlink()
    assert lab("cardmaster", "compare", study, "--jobs", "1") == 0
    assert capsys.readouterr().out.splitlines()[0] == (
        "There is no deck Q today, neither a ready one nor one of yours; its list of then was taken. "
        f"All else that it is played with {SAME} is as it was. No difference can be seen in 2 matches."
    )


def test_a_map_that_there_is_no_more_is_said_to_be_taken_as_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder, ships = paths.maps_folder("overcross"), paths.MAPS / "overcross"
    folder.mkdir(parents=True)
    (folder / "mine.tmx").write_text((ships / "duel.tmx").read_text(encoding="utf-8"), encoding="utf-8")
    shutil.copytree(paths.MAPS / "tilesets", folder.parent / "tilesets")
    study = str(tmp_path / "study")
    assert lab("overcross", "maps", "--map", "mine", "--level", "random", "--games", "2", "--jobs", "1", "--keep", study) == 0
    (folder / "mine.tmx").unlink()
    capsys.readouterr()
    assert lab("overcross", "compare", study, "--jobs", "1") == 0
    lost = "There is no map mine today, neither a ready one nor one of yours; it was taken as it was then. All else"
    assert capsys.readouterr().out.startswith(lost)
