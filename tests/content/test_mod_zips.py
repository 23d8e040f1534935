"""No zip reaches beyond the folder of its mod: what is none, swells, links or lies elsewhere is refused; a folder that was packed whole is not."""

from __future__ import annotations

import os
import shutil
import stat
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from mod_zips import EXAMPLE, PAGE, fine, zipped

from game import paths
from game.cli import main
from game.content import mods
from game.content.faults import ContentError, file_label
from game.content.unedited import RECORD, record
from game.rules.overcross import box as overcross


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    yield
    overcross.catalogue.cache_clear()


@pytest.mark.parametrize(
    ("members", "words"),
    [
        ({"mod.toml": PAGE, "../evil.toml": "x"}, "does not belong into it"),
        ({"mod.toml": PAGE, "/etc/evil.toml": "x"}, "does not belong into it"),
        ({"mod.toml": PAGE, "cards/../../evil.toml": "x"}, "does not belong into it"),
        ({"mod.toml": PAGE, "run.py": "x"}, "as it is none of a mod's files; those lie in cards, decks, maps, positions, themes and art"),
        (
            {"mod.toml": PAGE, "Cards/a.toml": "x"},
            "'Cards/a.toml' does not belong into it, as it is none of a mod's files; as cards/a.toml it would be",
        ),
        ({"mod.toml": PAGE, "art/Pim the Potboy.PNG": "x"}, "as art/pim-the-potboy.png it would be"),
        ({"Mod.TOML": PAGE}, "'Mod.TOML' does not belong into it, as it is none of a mod's files; as mod.toml it would be"),
        ({"a/MOD.toml": PAGE, "a/cards/a.toml": ""}, "as mod.toml it would be"),
        ({"mod.toml": PAGE, "cards/con.toml": "x"}, "as it is none of a mod's files; Windows keeps the name con for a device"),
        ({"a/mod.toml": PAGE, "a/art/lpt1.png": "x"}, "as it is none of a mod's files; Windows keeps the name lpt1 for a device"),
        ({"mod.toml": PAGE, "cards/a?.toml": "x"}, "as cards/a.toml it would be"),
        ({"mod.toml": PAGE, "cards/Ä.toml": "x"}, "as cards/a.toml it would be"),
        (
            {"a/mod.toml": PAGE, "a/cards/夜.toml": "x"},
            "those have names of small letters, digits, - and _, and at most 60 of them, which '夜' is not",
        ),
        ({"mod.toml": PAGE, "cards/a.toml.": "x"}, "no name on Windows ends in a dot or a space"),
        ({"mod.toml": PAGE, "notes: b.txt": "x"}, "no name on Windows has the sign ':' in it"),
        (
            {"mod.toml": PAGE.replace("Night", "AUX")},
            "name: a mod's folder is called after it, and Windows keeps the name aux for a device",
        ),
        (
            {"a/mod.toml": PAGE, "a/decks/shine/a.toml": "x"},
            "as it is none of a mod's files; those in decks lie right in it and end in .toml",
        ),
        ({"cards/a.toml": ""}, "there is no mod.toml in it"),
        ({"mod.toml": "name = 1"}, "mod.toml, line 1: name: this must be text, not a whole number"),
        ({"mod.toml": PAGE.replace("Night", "")}, "name: this is 1 to 60 printable characters"),
        ({"mod.toml": PAGE.replace("Night", "!!!")}, "a mod's name has a letter from a to z or a digit"),
        ({"mod.toml": PAGE.replace("Night", "../../Z")}, "and no slash: its folder is called after it"),
        ({"mod.toml": PAGE.replace("Night", "..\\\\Z")}, "and no slash"),
        ({"mod.toml": PAGE.replace("Night", "a\\u001b[31m")}, "name: this holds a sign that no text has (U+001B)"),
        ({"mod.toml": PAGE.replace("Night", "N" * 61)}, "name: this is 1 to 60 printable characters"),
        ({"a/mod.toml": PAGE, "b/cards/a.toml": ""}, "'b/cards/a.toml' does not belong into it"),
        ({"a/mod.toml": PAGE, "cards/a.toml": ""}, "'cards/a.toml' does not belong into it"),
        ({"a/mod.toml": PAGE, "mod.toml": PAGE}, "there are 2 mods in it, a/mod.toml and mod.toml, and a zip holds one"),
        ({"a/mod.toml": PAGE, "b/mod.toml": PAGE}, "there are 2 mods in it, a/mod.toml and b/mod.toml, and a zip holds one"),
        ({"a/mod.toml": PAGE, "a/../../evil.toml": "x"}, "does not belong into it"),
        ({"../mod.toml": PAGE}, "'../mod.toml' does not belong into it"),
        ({"a/b/mod.toml": PAGE}, "'a/b/mod.toml' does not belong into it"),
        ({"a/mod.toml": PAGE, "a/run.py": "x"}, "does not belong into it"),
        ({"a/cards/a.toml": ""}, "there is no mod.toml in it, nor in the one folder that holds all the others"),
        ({"mod.toml": PAGE + "[[change]]\nmove = 1\n"}, "the id of the card that is changed is missing"),
        ({"mod.toml": PAGE + '[[change]]\ncard = ["pim-the-potboy"]\n'}, "card: this must be the id of one card, in quotation marks"),
        ({"mod.toml": PAGE + "colour = 1\n"}, "colour"),
        ({"mod.toml": "]["}, "not valid TOML"),
    ],
)
def test_what_is_no_mod_is_refused_and_leaves_nothing_behind(members: dict[str, str], words: str, tmp_path: Path) -> None:
    file = zipped(tmp_path / "a.zip", **members)
    with pytest.raises(ContentError) as caught:
        mods.install(file, fine)
    assert words in str(caught.value)
    assert all(fault.file.startswith(file_label(file)) for fault in caught.value.faults)
    assert not [path for path in paths.user_folder().rglob("*") if path.is_file()]
    assert not (tmp_path / "evil.toml").exists()


@pytest.mark.parametrize("top", ["longer-night/", "Longer Night-main/", "cards/", "..."], ids=str)
def test_a_folder_packed_whole_is_installed_as_what_is_in_it(top: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What a file manager packs has one folder around everything and its own notes beside it; what is published on the web a page to read."""
    top = top if top.endswith("/") else f"{top}/"
    file = tmp_path / "packed.zip"
    inside = {path.relative_to(EXAMPLE).as_posix(): path.read_bytes() for path in EXAMPLE.rglob("*") if path.is_file()}
    notes = (
        "__MACOSX/._a",
        f"__MACOSX/{top}cards/._night.toml",
        f"{top}.DS_Store",
        f"{top}cards/.DS_Store",
        f"{top}README.md",
        f"{top}LICENSE",
    )
    with zipfile.ZipFile(file, "w") as archive:
        archive.mkdir(top)
        for name, content in inside.items():
            archive.writestr(top + name, content)
        for name in (*notes, f"{top}.gitignore"):
            archive.writestr(name, "x")
    assert main(["check", str(file)]) == 0
    assert main(["mod", "install", str(file)]) == 0
    place = mods.mods_folder() / "a-longer-night"
    assert {
        path.relative_to(place).as_posix(): path.read_bytes() for path in place.rglob("*") if path.is_file() and path.name != RECORD
    } == inside
    assert "A longer night 1.0 is installed in " in capsys.readouterr().out


def test_a_zip_that_swells_or_links_or_is_none_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mods, "LARGEST_FILE", 1000)
    with zipfile.ZipFile(tmp_path / "large.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mod.toml", PAGE + "#" * 100_000)
    with pytest.raises(ContentError, match="larger than it may be"):
        mods.install(tmp_path / "large.zip", fine)
    link = zipfile.ZipInfo("cards/a.toml")
    link.external_attr = (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(tmp_path / "link.zip", "w") as archive:
        archive.writestr("mod.toml", PAGE)
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(ContentError, match="does not belong into it"):
        mods.install(tmp_path / "link.zip", fine)
    monkeypatch.setattr(mods, "MOST_FILES", 1)
    with pytest.raises(ContentError, match="it holds 2 files"):
        mods.install(zipped(tmp_path / "many.zip", **{"mod.toml": PAGE, "cards/a.toml": ""}), fine)
    (tmp_path / "none.zip").write_bytes(b"PK nothing")
    with pytest.raises(ContentError, match="no zip that is read"):
        mods.install(tmp_path / "none.zip", fine)
    with pytest.raises(ContentError):
        mods.install(tmp_path / "nowhere.zip", fine)


@pytest.mark.skipif(os.name == "nt", reason="links need a right of their own there")
def test_what_a_link_leads_to_outside_of_the_folder_is_not_packed_and_is_said_by_check_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, secret = tmp_path / "night", tmp_path / "secret"
    shutil.copytree(EXAMPLE, folder)
    secret.mkdir()
    (secret / "key.toml").write_text("secret = 1\n", encoding="utf-8")
    (folder / "cards" / "key.toml").symlink_to(secret / "key.toml")
    (folder / "decks").symlink_to(secret)
    (folder / "cards" / "same.toml").symlink_to(folder / "cards" / "night.toml")
    (tmp_path / "link").symlink_to(folder)
    for place in (folder, tmp_path / "link"):
        assert main(["mod", "pack", str(place)]) == 1
        said = capsys.readouterr().out
        for name in ("cards/key.toml", "decks"):
            assert f"  {place / name}: this is a link out of the folder, and what lies elsewhere is not packed.\n" in said
        assert "same.toml: this is" not in said
        assert main(["check", str(place)]) == 1
        assert capsys.readouterr().out.count("this is a link out of the folder") == 2
        with zipfile.ZipFile(place.with_name(f"{place.name}.zip")) as packed:
            assert "cards/same.toml" in packed.namelist()
            assert not {"cards/key.toml", "decks/key.toml"} & set(packed.namelist())
    (folder / "mod.toml").rename(secret / "mod.toml")
    (folder / "mod.toml").symlink_to(secret / "mod.toml")
    assert main(["mod", "pack", str(folder)]) == 2
    assert "mod.toml: this is a link out of the folder" in capsys.readouterr().err
    assert main(["check", str(folder)]) == 1
    assert "mod.toml: this is a link out of the folder" in capsys.readouterr().out


def test_what_lies_where_a_mod_would_is_named_with_its_version(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two names may make the same folder, and a newer one meets the older: who is told to take a mod away knows which."""
    for name, version, words in (
        ("A long night", "1.0", ""),
        ("A-Long, night!", "2", "it would lie in mods/a-long-night, where another mod lies, A long night 1.0: give this one another name, or `starcross mod remove a-long-night` takes it away."),
        ("A long night", "1.1", "A long night 1.0 is installed already, and this is 1.1; `starcross mod remove a-long-night` takes it away, and then this one can be installed."),
        ("A long night", "1.0", "A long night 1.0 is installed already; `starcross mod remove a-long-night` takes it away."),
    ):  # fmt: skip
        page = PAGE.replace('"Night"', f'"{name}"').replace('"1"', f'"{version}"')
        code = main(["mod", "install", str(zipped(tmp_path / "x.zip", **{"mod.toml": page}))])
        assert code == (2 if words else 0)
        assert words in capsys.readouterr().err


def test_a_mod_is_taken_away_whole_or_not_at_all(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On Windows a file that was open elsewhere stopped it half-way, and what was left counted as the mod."""
    place = mods.mods_folder() / EXAMPLE.name
    shutil.copytree(EXAMPLE, place)
    record(place, mods.LARGEST_FILE)
    whole = sorted(place.rglob("*"))

    def open_elsewhere(self: Path, *_: object, **__: object) -> Path:
        raise PermissionError(13, "Sharing violation", str(self))

    with monkeypatch.context() as shut:
        shut.setattr(Path, "rename", open_elsewhere)
        assert main(["mod", "remove", EXAMPLE.name]) == 2
    assert "Sharing violation" in capsys.readouterr().err
    assert sorted(place.rglob("*")) == whole
    with monkeypatch.context() as shut:
        shut.setattr(os, "rmdir", open_elsewhere)
        assert main(["mod", "remove", EXAMPLE.name]) == 0
    assert main(["mod", "list"]) == 0
    assert EXAMPLE.name not in capsys.readouterr().out
    assert main(["check"]) == 0
    assert main(["mod", "remove", EXAMPLE.name]) == 2
