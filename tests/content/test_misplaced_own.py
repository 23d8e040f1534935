"""Every file in the user's own folder that nobody reads is told of, and where it would be read; what the program writes there is not."""

from __future__ import annotations

import shutil
import zipfile

import pytest
from mod_zips import EXAMPLE, PAGE

from game import paths
from game.cli import main

CARDS = (EXAMPLE / "cards" / "night.toml").read_bytes()
POSITION = (EXAMPLE / "positions" / "night-shift.toml").read_bytes()
DECKS = (EXAMPLE / "positions" / "decks.toml").read_bytes()
PICTURE = (EXAMPLE / "art" / "the-night-clerk.png").read_bytes()
ITS_GAME = "with the name of its game for GAME."
NO_MOD = "nobody reads a mod here; one lies in mods/NAME, with its mod.toml right in it."


def lay(name: str, content: bytes) -> str:
    path = paths.user_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return name


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("mine.toml", CARDS, f"mine.toml: nobody reads this; it would be read as cards/GAME/mine.toml, {ITS_GAME}"),
        ("decks/my.toml", DECKS, f"decks/my.toml: nobody reads this; it would be read as decks/GAME/my.toml, {ITS_GAME}"),
        ("decks/overcross/sub/my.toml", DECKS, "decks/overcross/sub/my.toml: nobody reads this; it would be read as decks/overcross/my.toml."),
        ("decks/overcross/my.toml.txt", DECKS, "decks/overcross/my.toml.txt: nobody reads this; it would be read as decks/overcross/my.toml."),
        ("decks/overcross/a.toml", CARDS, ""),  # read, whatever else may be wrong with it
        ("positions/p.toml", POSITION, f"positions/p.toml: nobody reads this; it would be read as positions/GAME/p.toml, {ITS_GAME}"),
        ("positions/decks.toml", DECKS, f"positions/decks.toml: nobody reads this; it would be read as positions/GAME/decks.toml, {ITS_GAME}"),
        ("art/pim-the-potboy.png", PICTURE, f"art/pim-the-potboy.png: nobody reads this; it would be read as art/GAME/pim-the-potboy.png, {ITS_GAME}"),
        ("art/overcross/x.jpg", PICTURE, "art/overcross/x.jpg: nobody reads this; those in art lie right in art/overcross and end in .png."),
        ("maps/overcross/old/x.tmx", b"", "maps/overcross/old/x.tmx: nobody reads this; it would be read as maps/overcross/x.tmx."),
        ("themes/verona/x.toml", b"", "themes/verona/x.toml: nobody reads this; it would be read as themes/x.toml."),
        ("card/overcross/x.toml", CARDS, "card: nobody reads what is in a folder of this name; 'cards' would fit."),
        ("postions/overcross/x.toml", POSITION, "postions: nobody reads what is in a folder of this name; 'positions' would fit."),
        ("cards/overcross", CARDS, "cards/overcross: this is a file, and those in cards lie in a folder of this name."),
        ("decks", DECKS, "decks: this is a file, and what it is called like is a folder."),
        ("mods/night/cards/x.toml", CARDS, "mods/night: there is no mod.toml in it, so this is no mod, and nobody reads what is in it."),
        ("mods/My Night/mod.toml", PAGE.encode(), "mods/My Night: the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one; as my-night it would be read."),
        ("mods/mod.toml", PAGE.encode(), "mods/mod.toml: a mod is a folder, and nobody reads this."),
        ("mods/night.png", PICTURE, "mods/night.png: a mod is a folder, and nobody reads this."),
        ("mod.toml", PAGE.encode(), f"mod.toml: {NO_MOD}"),
    ],
)  # fmt: skip
def test_a_file_of_ones_own_that_nobody_reads_is_told_of(name: str, content: bytes, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    lay(name, content)
    main(["check", str(paths.user_folder())])
    told = [
        line for line in capsys.readouterr().out.splitlines() if "nobody reads" in line or "this is a file" in line or "a mod is" in line
    ]
    assert told == ([words] if words else [])


def test_what_the_program_or_a_file_manager_lays_there_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    for name in (
        "settings.json", "settings.json.unreadable", "records.json", "README.md", "cards/README.md", "cards/overcross/.DS_Store", "decks/overcross/a.toml.before2",
        "decks/overcross/a.toml.tmp", "drafts/overcross.json", "lab/x/matches.csv", "reports/x.txt", "running/x.log", "exports/x.csv", "maps/tilesets/old.png", "mods/night.txt",
        "cards.bak/x.txt", ".git/config",
    ):  # fmt: skip
        lay(name, b"")
    lay("pyproject.toml", b"[project]\n")
    assert main(["check", str(paths.user_folder())]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("stray", ["mod.toml", "mods/mod.toml", "cards/mod.toml"])
def test_a_stray_page_of_a_mod_makes_no_mod_of_ones_own_folder(stray: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It hid the faults of all other files, and told untrue ones of the folders beside it."""
    lay(stray, PAGE.encode())
    lay("cards/overcross/x.toml", b'[[card]]\nid = "x"\nname = "X"\n')
    lay("positions/overcross/p.toml", POSITION.replace(b"[setup]", b"[setup]\nfoo = 1"))
    lay("mods/night/mod.toml", PAGE.encode())
    lay("mods/night/loose.toml", CARDS)
    assert main(["check", str(paths.user_folder())]) == 1
    told = capsys.readouterr().out.splitlines()
    assert sum(line.startswith(f"{stray}: ") for line in told) == 1
    assert "cards/overcross/x.toml, line 1: 'x': kind: the field is missing." in told
    assert any(line.startswith("positions/overcross/p.toml, line") for line in told)
    assert (
        "mods/night/loose.toml: this is none of a mod's files, so it is neither read nor packed; as cards/loose.toml it would be." in told
    )
    assert {line.partition(",")[0].partition(":")[0] for line in told[:-1]} == {
        stray, "cards/overcross/x.toml", "positions/overcross/p.toml", "mods/night/loose.toml",
    }  # fmt: skip


@pytest.mark.parametrize("folder", ["cards/overcross", "cards/overcross/old", "positions/verona", "saves"])
def test_a_stray_page_of_a_mod_below_is_one_line_and_hides_nothing(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    lay(f"{folder}/mod.toml", PAGE.encode())
    lay("cards/overcross/x.toml", b'[[card]]\nid = "x"\nname = "X"\n')
    lay("saves/a.jsonl", b"no save")
    assert main(["check", str(paths.user_folder())]) == 1
    told = capsys.readouterr().out.splitlines()
    assert f"{folder}/mod.toml: {NO_MOD}" in told
    assert "cards/overcross/x.toml, line 1: 'x': kind: the field is missing." in told
    assert {line.partition(",")[0].partition(":")[0] for line in told[:-1]} == {
        f"{folder}/mod.toml",
        "cards/overcross/x.toml",
        "saves/a.jsonl",
    }


def test_a_whole_mod_beside_the_mods_is_told_where_one_lies_and_not_judged(capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(EXAMPLE, paths.user_folder() / "longer")
    lay("longer/cards/night.toml", b"[[card]]\n")
    for folder in (paths.user_folder(), paths.user_folder() / "longer"):
        assert main(["check", str(folder)]) == 1
        assert capsys.readouterr().out == f"longer/mod.toml: {NO_MOD}\nNothing to check: 1 fault.\n"


def test_a_zip_beside_the_mods_is_told_how_it_becomes_one_and_judged_where_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    lay("mods/night.zip", b"")
    with zipfile.ZipFile(paths.user_folder() / "mods" / "night.zip", "w") as archive:
        archive.writestr("mod.toml", PAGE)
    file = paths.user_folder() / "mods" / "night.zip"
    assert main(["check", str(paths.user_folder())]) == 1
    assert f"mods/night.zip: a mod is a folder, and `starcross mod install {file}` makes one of this.\n" in capsys.readouterr().out
    assert main(["check", str(file)]) == 0
    assert capsys.readouterr().out == "1 packed mod: no fault.\n"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("empty/", "mods/empty: there is no mod.toml in it, so this is no mod, and nobody reads what is in it."),
        ("notes/a.txt", "mods/notes: there is no mod.toml in it, so this is no mod, and nobody reads what is in it."),
        ("my_night/mod.toml", "mods/my_night: the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one; as my-night it would be read."),
        ("My Näght/mod.toml", "mods/My Näght: the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one; as my-naght it would be read."),
        ("夜/mod.toml", "mods/夜: the folder of a mod has small letters, digits and hyphens in its name, so nobody reads this one."),
        ("night.png", "mods/night.png: a mod is a folder, and nobody reads this."),
    ],
)  # fmt: skip
def test_what_lies_beside_the_mods_and_is_none_is_told_by_check_and_in_the_list(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    lay(f"mods/{name}any" if name.endswith("/") else f"mods/{name}", PAGE.encode())
    if name.endswith("/"):
        (paths.user_folder() / "mods" / name / "any").unlink()
    for given in (["check"], ["check", str(paths.user_folder() / "mods")], ["mod", "list"]):
        assert main(given) == 1
        assert [line for line in capsys.readouterr().out.splitlines() if line.startswith("mods/")] == [words]
