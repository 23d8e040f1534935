"""Every file in a mod's folder that nobody reads is told of, and where it would be read: by `check`, and by who packs it without it."""

from __future__ import annotations

import os
import shutil
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from mod_zips import EXAMPLE, PAGE

from game import paths
from game.cli import main
from game.content import files

CARDS = (EXAMPLE / "cards" / "night.toml").read_bytes()
POSITION = (EXAMPLE / "positions" / "night-shift.toml").read_bytes()
DECKS = (EXAMPLE / "positions" / "decks.toml").read_bytes()
PICTURE = (EXAMPLE / "art" / "the-night-clerk.png").read_bytes()
NONE = "this is none of a mod's files, so it is neither read nor packed"


@pytest.fixture
def mod(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    (folder / "mod.toml").write_text(PAGE, encoding="utf-8")
    return folder


def lay(mod: Path, name: str, content: bytes) -> Path:
    path = mod / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("cards/overcross/a.toml", CARDS, f"{NONE}; as cards/a.toml it would be."),
        ("own.toml", CARDS, f"{NONE}; as cards/own.toml it would be."),
        ("decks/overcross/x.toml", DECKS, f"{NONE}; as decks/x.toml it would be."),
        ("positions/overcross/x.toml", POSITION, f"{NONE}; as positions/x.toml it would be."),
        ("positions/overcross/decks.toml", DECKS, f"{NONE}; as positions/decks.toml it would be."),
        ("art/overcross/pim-the-potboy.png", PICTURE, f"{NONE}; as art/pim-the-potboy.png it would be."),
        ("maps/x.toml", DECKS, f"{NONE}; as decks/x.toml it would be."),
        ("cards/x.tmx", b"", f"{NONE}; as maps/x.tmx it would be."),
        ("art/pim-the-potboy.PNG", PICTURE, f"{NONE}; as art/pim-the-potboy.png it would be."),
        ("art/x.jpg", PICTURE, f"{NONE}; those in art lie right in it and end in .png."),
        ("positions/Decks.toml", DECKS, f"{NONE}; as positions/decks.toml it would be."),
        ("cards/a.txt", CARDS, f"{NONE}; those in cards lie right in it and end in .toml."),
        ("maps/a.json", b"{}", f"{NONE}; those in maps lie right in it and end in .tmx, .tsx or .png."),
        ("notes.txt", b"x", f"{NONE}; those lie in cards, decks, maps, positions, themes and art."),
    ],
)
def test_a_file_that_nobody_reads_is_told_of_and_left_out(
    name: str, content: bytes, words: str, mod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = lay(mod, name, content)
    for given in (mod, path):
        assert main(["check", str(given)]) == 1
        told, counted = capsys.readouterr().out.splitlines()
        assert told == f"{path}: {words}"
        assert counted == ("1 mod: 1 fault." if given == mod else "Nothing to check: 1 fault.")
    assert main(["mod", "pack", str(mod)]) == 1
    assert f"  {path}: {words}\n" in capsys.readouterr().out
    with zipfile.ZipFile(mod.with_name("night.zip")) as packed:
        assert packed.namelist() == ["mod.toml"]


def test_where_another_file_lies_is_no_place_for_one(mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(mod, "cards/night.toml", CARDS)
    path = lay(mod, "cards/overcross/night.toml", CARDS)
    assert main(["check", str(mod)]) == 1
    assert capsys.readouterr().out.splitlines()[0] == f"{path}: {NONE}; those in cards lie right in it and end in .toml."


def test_a_file_that_is_read_and_cannot_be_packed_is_judged_as_well(
    mod: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lay(mod, "cards/My Cards.toml", CARDS + b'[[card]]\nid = "half-a-card"\n')
    monkeypatch.chdir(mod)
    assert main(["check", "."]) == 1
    told = capsys.readouterr().out
    assert f"{Path('cards', 'My Cards.toml')}: its name keeps it from being packed; as cards/my-cards.toml it would be.\n" in told
    lay(mod, "cards/Glöw.toml", CARDS)
    lay(mod, "cards/my-cards.toml", b"")
    assert main(["check", "."]) == 1
    told = capsys.readouterr().out
    assert f"{Path('cards', 'Glöw.toml')}: its name keeps it from being packed; as cards/glow.toml it would be.\n" in told
    letters = "those have names of small letters, digits, - and _, and at most 60 of them, which 'My Cards' is not"
    assert f"{Path('cards', 'My Cards.toml')}: its name keeps it from being packed; {letters}.\n" in told
    assert "'half-a-card': kind: the field is missing" in told
    assert "\n3 files of cards, 1 mod: " in told


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cards/con.toml", "its name keeps it from being packed; Windows keeps the name con for a device."),
        ("maps/nul.tsx", f"{NONE}; Windows keeps the name nul for a device."),
        ("art/com1.png", "its name keeps it from being packed; Windows keeps the name com1 for a device."),
        ("positions/prn.toml", "its name keeps it from being packed; Windows keeps the name prn for a device."),
    ],
)
def test_a_file_that_cannot_lie_on_windows_is_told_of_and_left_out(
    name: str, words: str, mod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There, nobody can make one: what is written goes to the device, if it is not refused."""
    with suppress(OSError):
        lay(mod, name, b"")
    there = sorted(path for path in (mod / name).parent.iterdir() if path.name == Path(name).name)
    assert main(["mod", "pack", str(mod)]) == len(there)
    assert [line for line in capsys.readouterr().out.splitlines() if "Windows" in line] == [f"  {path}: {words}" for path in there]
    with zipfile.ZipFile(mod.with_name("night.zip")) as packed:
        assert packed.namelist() == ["mod.toml"]


@pytest.mark.parametrize("words", [("check",), ("mod", "pack")])
def test_a_file_that_windows_cannot_open_is_told_of_once(
    words: tuple[str, ...], mod: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What it said of the name, and then that it could not be read."""
    with suppress(OSError):
        lay(mod, "cards/con.toml", b"nothing of a card")
    there = [path for path in (mod / "cards").iterdir() if path.name == "con.toml"]

    class Windows:
        name = "nt"

        def __getattr__(self, name: str) -> Any:
            return getattr(os, name)

    assert main([*words, str(mod)]) == len(there)
    told = [line for line in capsys.readouterr().out.splitlines() if "con.toml" in line]
    assert len(told) == (len(there) if os.name == "nt" else 2), "elsewhere it is read, too"
    monkeypatch.setattr(files, "os", Windows())
    assert main([*words, str(mod)]) == len(there)
    told = [line for line in capsys.readouterr().out.splitlines() if "con.toml" in line]
    assert [line.strip() for line in told] == [
        f"{path}: its name keeps it from being packed; Windows keeps the name con for a device." for path in there
    ]


def test_what_people_and_file_managers_lay_beside_a_mod_is_no_fault(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mod = shutil.copytree(EXAMPLE, tmp_path / "night")
    for name in ("README.md", "LICENSE", ".git/config", "cards/.DS_Store", "off", "art/.old/x.xcf"):
        lay(mod, name, b"x")
    assert main(["check", str(mod)]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("where", ["/etc", "..", "../cards"])
def test_a_link_to_a_folder_is_told_of_as_any_other_file(where: str, mod: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lay(mod, "cards/a.toml", CARDS)
    (mod / "art").mkdir()
    (mod / "art" / "etc").symlink_to(where, target_is_directory=True)
    words = f"{NONE}; those in art lie right in it and end in .png."
    assert main(["check", str(mod)]) == 1
    assert f"{Path('art', 'etc')}: {words}" in capsys.readouterr().out
    assert main(["mod", "pack", str(mod)]) == 1
    assert f"{Path('art', 'etc')}: {words}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "lines"),
    [
        (["cards/a.toml"], ["."]),
        (["art/the-night-clerk.png"], ["."]),
        (["decks/a.toml", "themes/overcross.toml"], ["."]),
        (["inner/cards/a.toml"], ["inner"]),
        (["cards/overcross/a.toml"], []),
        (["decks/a.toml"], []),
        (["themes/overcross.toml"], []),
        (["cards/a.txt"], []),
    ],
    ids=" ".join,
)
def test_what_is_laid_out_as_a_mod_without_its_page_is_told_of_once(
    names: list[str], lines: list[str], mod: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (mod / "mod.toml").unlink()
    for name in names:
        lay(mod, name, PICTURE if name.endswith("png") else DECKS)
    main(["check", str(mod)])
    words = ": this is laid out as a mod, and there is no mod.toml in it that says so, so nobody reads what is in it."
    told = [line.removesuffix(words) for line in capsys.readouterr().out.splitlines() if line.endswith(words)]
    assert told == [str(mod / line) for line in lines]


def test_what_ships_and_the_users_own_folder_are_laid_out_as_no_mod(capsys: pytest.CaptureFixture[str]) -> None:
    lay(paths.user_folder(), "themes/x.toml", b"")
    lay(paths.user_folder(), "cards/a.toml", CARDS)
    for folder in (paths.user_folder(), paths.ASSETS):
        main(["check", str(folder)])
        assert "laid out as a mod" not in capsys.readouterr().out
