"""Capitals count in the names of files on every system: what is called otherwise is read nowhere, and told of with the name that would be right.

On Windows, and on most machines of Apple, `Cards` is found where `cards` is asked for; the same tests run there.
"""

from __future__ import annotations

import shutil
import zipfile
from pathlib import Path

import pytest
from mod_zips import EXAMPLE, PAGE

from game import paths
from game.cli import main
from game.content import mods
from game.content.art import own_art
from game.content.decks import deck_files, keep_deck, own_decks
from game.content.faults import ContentError
from game.content.files import as_called, is_named, miscalled
from game.content.load import card_files
from game.content.own import strays
from game.content.own_maps import map_files
from game.content.positions import position_files
from game.content.themes import looks
from game.kernel.setup import DeckList
from game.rules import ids

CARDS = (EXAMPLE / "cards" / "night.toml").read_bytes()
DECKS = (EXAMPLE / "positions" / "decks.toml").read_bytes()
POSITION = (EXAMPLE / "positions" / "night-shift.toml").read_bytes()
PICTURE = (EXAMPLE / "art" / "the-night-clerk.png").read_bytes()
LOOK = b'id = "overcross"\n'


def lay(path: Path, content: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


def read_of_overcross() -> set[Path]:
    """Return every file of a person's own, or of a mod, that is read for Overcross."""
    listed = [*card_files("overcross"), *deck_files("overcross"), *position_files("overcross"), *map_files("overcross").values()]
    listed += [*own_art("overcross").values(), *(path for _, path in looks("overcross").values())]
    return {path for path in listed if path.is_relative_to(paths.user_folder())}


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("Cards/overcross/a.toml", CARDS, "Cards: nobody reads what is in a folder of this name; 'cards' would fit."),
        ("cards/Overcross/a.toml", CARDS, "cards/Overcross: there is no game 'Overcross', so nobody reads this; 'overcross' would fit."),
        ("cards/overcross/a.TOML", CARDS, "cards/overcross/a.TOML: nobody reads this; it would be read as cards/overcross/a.toml."),
        ("DECKS/overcross/a.toml", DECKS, "DECKS: nobody reads what is in a folder of this name; 'decks' would fit."),
        ("decks/OVERCROSS/a.toml", DECKS, "decks/OVERCROSS: there is no game 'OVERCROSS', so nobody reads this; 'overcross' would fit."),
        ("decks/overcross/A.Toml", DECKS, "decks/overcross/A.Toml: nobody reads this; it would be read as decks/overcross/A.toml."),
        ("maps/overcross/a.TMX", b"", "maps/overcross/a.TMX: nobody reads this; it would be read as maps/overcross/a.tmx."),
        ("positions/overcross/p.TOML", POSITION, "positions/overcross/p.TOML: nobody reads this; it would be read as positions/overcross/p.toml."),
        ("positions/overcross/Decks.toml", DECKS, "positions/overcross/Decks.toml: nobody reads this; it would be read as positions/overcross/decks.toml."),
        ("art/overcross/pim-the-potboy.PNG", PICTURE, "art/overcross/pim-the-potboy.PNG: nobody reads this; it would be read as art/overcross/pim-the-potboy.png."),
        ("themes/Overcross.toml", LOOK, "themes/Overcross.toml: there is no game 'Overcross', so nobody reads this; 'overcross' would fit."),
        ("Themes/overcross.toml", LOOK, "Themes: nobody reads what is in a folder of this name; 'themes' would fit."),
        ("mods/Night/mod.toml", PAGE.encode(), "mods/Night: the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one; as night it would be read."),
        ("mods/night/Mod.TOML", PAGE.encode(), "mods/night/Mod.TOML: nobody reads this; it would be read as mod.toml."),
        ("Mods/night/mod.toml", PAGE.encode(), "Mods: nobody reads what is in a folder of this name; 'mods' would fit."),
    ],
)  # fmt: skip
def test_what_is_called_in_other_capitals_is_read_nowhere_and_told_of(
    name: str, content: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(paths.user_folder() / name, content)
    if "mod.toml" in name.lower():
        lay((paths.user_folder() / name).parent / "cards" / "night.toml", CARDS)
    assert not read_of_overcross()
    assert main(["check", str(paths.user_folder())]) == 1
    told = capsys.readouterr().out.splitlines()
    assert words in told
    assert len(told) == 2
    assert main(["mod", "list"]) == (1 if "mods/" in name.lower() else 0)
    assert (f"{words}\n" in capsys.readouterr().out) == ("mods/" in name.lower())
    if "Mod.TOML" not in name:  # which is told with the mods
        assert words in [fault.sentence for fault in strays(ids())]


def test_a_mod_in_other_capitals_is_told_alike_by_check_and_pack_and_its_files_are_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mod = shutil.copytree(EXAMPLE, tmp_path / "night")
    for kind in ("Cards", "ART"):
        (mod / kind.lower()).rename(mod / "aside").rename(mod / kind)
    assert not mods.read_mod(mod).files("cards", "*.toml")
    told = [
        f"{mod / kind}: a mod has no folder of this name, so nobody reads what is in it; {kind.lower()!r} would fit."
        for kind in ("ART", "Cards")
    ]
    assert main(["check", str(mod / "mod.toml")]) == 1
    assert [line for line in capsys.readouterr().out.splitlines() if "no folder" in line] == told
    assert main(["mod", "pack", str(mod)]) == 1
    assert [line.strip() for line in capsys.readouterr().out.splitlines() if "no folder" in line] == told
    with zipfile.ZipFile(tmp_path / "night.zip") as packed:
        assert not [name for name in packed.namelist() if name.lower().startswith(("cards", "art"))]


def test_a_page_in_other_capitals_is_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = shutil.copytree(EXAMPLE, tmp_path / "night")
    (mod / "mod.toml").rename(mod / "aside").rename(mod / "Mod.toml")
    words = f"{mod / 'Mod.toml'}: nobody reads this; it would be read as mod.toml."
    with pytest.raises(ContentError, match=r"it would be read as mod\.toml"):
        mods.read_mod(mod)
    assert main(["check", str(mod)]) == 1
    assert words in capsys.readouterr().out.splitlines()
    assert main(["mod", "pack", str(mod)]) == 2
    assert words in capsys.readouterr().err


def test_what_the_program_writes_is_read_whatever_the_folder_was_called(capsys: pytest.CaptureFixture[str]) -> None:
    """Where `Decks` is found for `decks`, it gets that name when a deck is kept in it."""
    lay(paths.user_folder() / "Decks" / "Overcross" / "a.toml", DECKS)
    keep_deck(paths.decks_folder("overcross") / "mine.toml", DeckList("Mine", {"pim-the-potboy": 2}))
    assert "Mine" in {deck.name for deck in own_decks("overcross").decks}
    assert "decks" in {path.name for path in paths.user_folder().iterdir()}
    assert "overcross" in {path.name for path in (paths.user_folder() / "decks").iterdir()}


def test_a_path_is_what_the_folder_calls_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = lay(tmp_path / "Cards" / "a.TOML", CARDS)
    odd = tmp_path / "cards" / "A.toml"
    assert is_named(path)
    assert not is_named(odd)
    assert str(as_called(path)) == str(path)
    assert str(as_called(odd)) == str(path if odd.exists() else odd)
    assert str(miscalled(path.with_name("A.toml"))) == str(path)
    assert miscalled(path) is miscalled(tmp_path / "b.toml") is None
    monkeypatch.chdir(path.parent)
    assert str(as_called(Path("a.TOML"))) == "a.TOML"


def test_a_map_finds_its_tiles_by_their_name_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = shutil.copytree(paths.MAPS, tmp_path / "maps")
    path = folder / "overcross" / "small.tmx"
    assert main(["check", str(path)]) == 0, capsys.readouterr().out
    text = path.read_text("utf-8")
    source = text.partition('source="')[2].partition('"')[0]
    name = source.rpartition("/")[2]
    path.write_text(text.replace(source, source.replace(name, name.capitalize())), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(path)]) == 1
    assert f"{name.capitalize()}' is missing, and {name!r} is there." in capsys.readouterr().out
