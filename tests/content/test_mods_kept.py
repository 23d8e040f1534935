"""What a designer wrote is taken away by no command of mods: what was changed in an installed one, and a zip of somebody else."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
from mod_zips import PAGE, zipped

from game.cli import main
from game.content import mods

CARDS = '[[card]]\nid = "name-once"\nname = "Once"\n'


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Install a small mod, and return where it lies."""
    assert main(["mod", "install", str(zipped(tmp_path / "night.zip", **{"mod.toml": PAGE, "decks/a.toml": ""}))]) in {0, 1}
    return mods.mods_folder() / "night"


def test_a_mod_as_it_was_installed_is_taken_away_with_all_its_files(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mod", "off", "night"]) == 0
    (place / ".DS_Store").write_bytes(b"x")
    capsys.readouterr()
    assert main(["mod", "remove", "night"]) == 0
    assert capsys.readouterr().out == "Night 1 is taken away.\n"
    assert list(mods.mods_folder().iterdir()) == []


@pytest.mark.parametrize("name", ["decks/a.toml", "cards/own.toml", "README.md", ".git/HEAD"])
def test_what_was_changed_or_added_since_is_kept_beside_the_mods_and_said(
    name: str, place: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / name).parent.mkdir(exist_ok=True)
    (place / name).write_text(CARDS)
    for kept in ("night.before", "night.before2"):
        capsys.readouterr()
        assert main(["mod", "remove", "night"]) == 0
        aside = mods.mods_folder() / kept
        assert str(aside) in capsys.readouterr().out
        assert (aside / name).read_text() == CARDS
        assert mods.all_mods() == ((), ())
        assert main(["check", str(mods.mods_folder())]) == 0, "what is kept is judged by nobody"
        (mods.mods_folder() / "x").mkdir()
        (mods.mods_folder() / "x").rename(place)  # one that was written by hand is kept, too
        (place / mods.FILE).write_text(PAGE)
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(CARDS)


def test_what_was_kept_is_listed_judged_and_packed_where_one_is(
    place: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (place / "decks" / "a.toml").write_text("[")
    capsys.readouterr()
    assert main(["mod", "remove", "night"]) == 0
    aside = mods.mods_folder() / "night.before"
    assert capsys.readouterr().out == f"Night 1 is taken away. It had been changed, so it is kept as {aside}.\n"
    words = "mods/night.before, Night 1, was taken away and kept as it had been changed; call its folder night again, or anything else in small letters, digits and hyphens, and it is read."
    assert main(["mod", "list"]) == 0
    assert words in capsys.readouterr().out.splitlines()
    assert main(["mod", "on", "night.before"]) == 2
    assert capsys.readouterr().err == f"starcross: There is no mod 'night.before'; there are none. {words}\n"
    assert main(["check", str(aside)]) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("mods/night.before/decks/a.toml, line 1: ")
    assert "1 mod" in last
    (aside / "decks" / "a.toml").unlink()
    monkeypatch.chdir(mods.mods_folder())
    assert main(["mod", "pack", "night.before"]) == 2
    assert "go to another folder" in capsys.readouterr().err
    monkeypatch.chdir(tmp_path)
    assert main(["mod", "pack", str(aside)]) == 0
    assert (tmp_path / "night.before.zip").is_file()
    assert not list(mods.mods_folder().glob("*.zip"))


def test_a_file_that_was_taken_out_of_a_mod_is_a_change_of_it(place: Path) -> None:
    (place / "decks" / "a.toml").unlink()
    assert main(["mod", "remove", "night"]) == 0
    assert (mods.mods_folder() / "night.before" / mods.FILE).is_file()


def test_a_mod_is_packed_over_an_earlier_zip_of_it_and_over_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, zip_file = tmp_path / "sh3", tmp_path / "sh3.zip"
    folder.mkdir()
    (folder / mods.FILE).write_text(PAGE)
    for written, words in (
        (lambda: zipped(zip_file, **{"letters.txt": "Dear"}), "this is no packed mod"),
        (lambda: zip_file.write_text("no zip"), "this is no packed mod"),
        (
            lambda: zipped(zip_file, **{"mod.toml": PAGE, "letters.txt": "Dear"}),
            "'letters.txt' does not belong into it, as it is none of a mod's files; ",
        ),
        (lambda: zipped(zip_file, **{"mod.toml": PAGE.replace("Night", "Day")}), "this is another mod, Day 1"),
    ):
        written()
        before = zip_file.read_bytes()
        assert main(["mod", "pack", str(folder)]) == 2
        said = capsys.readouterr().err
        assert f"sh3.zip: {words}" in said
        assert ": move it away, or call the mod's folder otherwise." in said
        assert zip_file.read_bytes() == before
    zip_file.unlink()
    for version in ("1", "2"):
        (folder / mods.FILE).write_text(PAGE.replace('"1"', f'"{version}"'))
        assert main(["mod", "pack", str(folder)]) == 0
        with zipfile.ZipFile(zip_file) as archive:
            assert f'version = "{version}"' in archive.read(mods.FILE).decode()
