"""Names that are typed: found however they are written, with what would fit where there is none, and without the faults of files that have nothing to do with it."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from game import paths
from game.cli import main
from game.content.decks import deck_text
from game.kernel.setup import DeckList
from game.rules import open_box

POSITION = 'title = "A good match"\n[setup]\nseed = 3\n[table]\ndice = [[4], [3]]\nprestige = [48, 0]\n'


def lay(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def typed(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    return main([*words, "--text"])


@pytest.mark.parametrize("name", ["a1", "A1", "a1.toml", "A-1", "A good match", "a GOOD match"])
def test_a_position_is_found_by_its_file_and_by_its_title_however_they_are_written(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(paths.positions_folder("verona"), "a1.toml", POSITION)
    lay(paths.positions_folder("verona"), "a2.toml", POSITION.replace("good", "bad").replace("[4]", "[3]"))
    assert typed(monkeypatch, "play", "verona", "--position", name) == 0
    assert "Propose a marriage" in capsys.readouterr().out


def test_a_title_that_several_have_is_asked_about_and_the_name_of_a_file_comes_first(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(paths.positions_folder("verona"), "a1.toml", POSITION)
    lay(paths.positions_folder("verona"), "a-1.toml", POSITION)
    for words in ("A good match", "A1"):
        assert typed(monkeypatch, "play", "verona", "--position", words) == 2
        assert f"{words!r} may be 'a-1' or 'a1': type one of these." in capsys.readouterr().err
    assert typed(monkeypatch, "play", "verona", "--position", "a1") == 0


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["verona", "--position", "puzle-12"], "star cross'd has no position 'puzle-12', and there is no such file; 'puzzle-12'"),
        (["verona", "--position", "A good mariage"], "and there is no such file; 'A good marriage' would fit."),
        (["cardmaster", "--deck", "cinder cour", "Cinder Court"], "Starwake Envoys; 'Cinder Court' would fit."),
        (["overcross", "--map", "ROOFTP"], "wide; 'Rooftop' would fit."),
        (["verona", "--seat", "hard:bald"], "; 'hard:bold'"),
        (["verona", "--seat", "normal,hard:bold"], "'normal,hard:bold' names several players in one word; they stand apart: --seat normal hard:bold."),
        (["verona", "--position", "puzzle-1", "--seat", "human,normal"], "they stand apart: --seat human normal."),
    ],
)  # fmt: skip
def test_what_would_fit_is_said(
    words: list[str], sentence: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert typed(monkeypatch, "play", *words) == 2
    assert sentence in capsys.readouterr().err


def test_a_folder_where_a_position_should_be_is_said_to_be_none(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (paths.positions_folder("verona") / "e4.toml").mkdir(parents=True)
    assert typed(monkeypatch, "play", "verona", "--position", "e4") == 2
    assert capsys.readouterr().err == "starcross: positions/verona/e4.toml: this is not an ordinary file.\n"


def test_a_refusal_tells_no_faults_of_files_that_have_nothing_to_do_with_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(paths.positions_folder("verona"), "other.toml", POSITION.replace("[table]", "[table]\nfoo = 1"))
    lay(paths.positions_folder("verona"), "one.toml", POSITION.replace("dice = ", "dies = "))
    assert typed(monkeypatch, "play", "verona", "--position", "one") == 2
    said = capsys.readouterr().err
    assert said.count("one.toml") >= 1
    assert "other.toml" not in said
    ready = open_box("cardmaster").ready_decks()[0]
    lay(paths.decks_folder("cardmaster"), "night.toml", deck_text(ready).replace(ready.name, "Nightfall") + "extra = 1\n")
    lay(paths.decks_folder("cardmaster"), "wolf.toml", '\n[[deck]]\nname = "Wolves"\ncards = 3\n')
    for words, line in (("Wolves", 4), ("wolvs", 4)):
        assert main(["sets", "cardmaster", "--deck", words]) == 2
        said = capsys.readouterr().err
        assert f"decks/cardmaster/wolf.toml, line {line}: 'Wolves': cards" in said
        assert "night.toml" not in said
    lay(paths.maps_folder("overcross"), "mine.tmx", '<map><tileset firstgid="1" source="x.tsx"/></map>')
    assert typed(monkeypatch, "play", "overcross", "--map", "no such tileset") == 2
    assert "mine.tmx" not in capsys.readouterr().err


def test_a_card_that_is_missing_by_its_fault_is_still_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    lay(paths.cards_folder("overcross"), "mine.toml", '[[card]]\nid = "lost-one"\nname = "Lost"\n')
    deck = DeckList("Lost deck", {"lost-one": 1, "pim-the-potboy": 2})
    lay(paths.decks_folder("overcross"), "lost.toml", deck_text(deck))
    assert main(["sets", "overcross", "--deck", "Lost deck"]) == 2
    said = capsys.readouterr().err
    assert "Lost deck: there is no card 'lost-one'" in said
    assert "cards/overcross/mine.toml, line 1: 'lost-one': kind: the field is missing." in said
