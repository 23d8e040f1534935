"""Mods add cards and change them, are put on and off, packed and installed; and no zip reaches beyond its own folder."""

from __future__ import annotations

import io
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from mod_zips import EXAMPLE, PAGE, fine, zipped
from msgspec.structs import replace
from shelved import resumed

from game import paths
from game.cli import main
from game.cli.choices import faulty
from game.content import art, mods
from game.content.art import own_art
from game.content.faults import ContentError
from game.content.own import own_faults, strays
from game.content.positions import positions_of, read_position
from game.content.themes import looks, read_look, read_theme, theme_path
from game.kernel.setup import Setup
from game.lab.study import Folder
from game.match.journal import encode_line
from game.match.match import Match
from game.match.reports import Facts, keep_report
from game.match.save import SaveError, read_record, record_of
from game.match.seats import SeatPlan
from game.rules import open_box
from game.rules.overcross import box as overcross

BOX = open_box("overcross")


@pytest.fixture(autouse=True)
def cards_as_they_ship() -> Iterator[None]:
    overcross.catalogue.cache_clear()
    yield
    overcross.catalogue.cache_clear()


def installed(page: str = "", name: str = "longer-night") -> Path:
    """Lay the example among the user's mods, with another page where one is given."""
    place = mods.mods_folder() / name
    shutil.copytree(EXAMPLE, place)
    if page:
        (place / mods.FILE).write_text(page, encoding="utf-8")
    BOX.forget()
    return place


def face(card: str) -> object:
    return next((each for each in BOX.catalogue() if each.id == card), None)


def test_a_mod_changes_a_card_and_adds_another_and_off_is_off() -> None:
    before = face("pim-the-potboy")
    assert face("the-night-clerk") is None
    installed()
    changed = face("pim-the-potboy")
    assert "Move 5" in [badge.words for badge in changed.stats]  # type: ignore[attr-defined]
    assert changed.flavour == "Four mugs in each hand tonight."  # type: ignore[attr-defined]
    assert changed.name == before.name  # type: ignore[attr-defined]
    assert face("the-night-clerk") is not None
    assert mods.turn("longer-night", on=False).on is False
    BOX.forget()
    assert face("pim-the-potboy") == before
    assert face("the-night-clerk") is None
    assert mods.turn("A longer night", on=True).on is True


def test_a_match_with_a_mod_carries_the_changed_card() -> None:
    deck = next(deck for deck in BOX.ready_decks() if "pim-the-potboy" in deck.cards)
    plain = BOX.complete(Setup("overcross", 2, decks=(deck, deck)))
    installed()
    changed = BOX.complete(Setup("overcross", 2, decks=(deck, deck)))
    assert changed.catalogue != plain.catalogue
    assert {row["move"] for row in changed.rows.cards if row["id"] == "pim-the-potboy"} == {5}


def test_saves_replays_text_and_reports_name_the_mods_and_a_save_opens_without_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    place = installed()
    match = Match.start(Setup("overcross", 2, seed=1), (SeatPlan("human"), SeatPlan("human")), folder=tmp_path)
    match.submit(match.legal()[0])
    match.close()
    assert match.path is not None
    assert match.setup.mods == ("A longer night 1.0",)
    shutil.rmtree(place)
    BOX.forget()
    assert read_record(match.path).header.setup.mods == ("A longer night 1.0",)
    again = resumed(match.path)
    assert (again.count, again.notice, again.setup.mods) == (1, "", ("A longer night 1.0",))
    again.close()
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "--text", "--resume", str(match.path)]) == 0
    assert capsys.readouterr().out.startswith("Played with the mod A longer night 1.0.\n")
    assert main(["replay", str(match.path)]) == 0
    assert capsys.readouterr().out.startswith("Played with the mod A longer night 1.0.\n")
    assert BOX.complete(Setup("overcross", 2)).mods == ()
    folder = tmp_path / "reports"
    folder.mkdir()
    facts = Facts(1, "2026-11-22 01:00", "odd", "0.1", game="overcross", mods=match.setup.mods)
    keep_report(folder / "a.zip", facts, {})
    assert main(["reports", str(folder), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["mods"] == ["A longer night 1.0"]


@pytest.mark.parametrize("named", [("x" * 82,), ("",), ("a\x1b[31m",), ("a",) * 51])
def test_a_save_that_names_a_mod_as_none_is_called_is_refused(named: tuple[str, ...], tmp_path: Path) -> None:
    match = Match.start(Setup("overcross", 2, seed=1), (SeatPlan("human"), SeatPlan("human")), folder=tmp_path)
    match.close()
    assert match.path is not None
    record = read_record(match.path)
    forged = replace(record.header, setup=replace(record.header.setup, mods=named))
    with pytest.raises(SaveError, match="line 1: it names a mod as none is called"):
        record_of(match.path, encode_line(forged))


def test_a_study_names_its_mods_and_a_comparison_says_that_others_are_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installed()
    words = ["--games", "2", "--level", "random", "--option", "rounds=1"]
    decks = [deck.name for deck in BOX.ready_decks()[:2]]
    page = tmp_path / "page.html"
    assert main(["lab", "overcross", "decks", *words, "--deck", *decks, "--keep", str(tmp_path / "study"), "--html", str(page)]) == 0
    assert capsys.readouterr().out.splitlines()[0].partition("random players, ")[2].count("mod A longer night 1.0") == 1
    assert ", mod A longer night 1.0," in page.read_text(encoding="utf-8")
    assert Folder(tmp_path / "study").plan().cells[0].setup.mods == ("A longer night 1.0",)
    mods.turn("longer-night", on=False)
    BOX.forget()
    assert main(["lab", "overcross", "compare", str(tmp_path / "study")]) == 0
    assert "before: mod A longer night 1.0; now: no mod\n" in capsys.readouterr().out
    assert (
        main(["lab", "overcross", "levels", "random", "quick", "--games", "1", "--option", "rounds=1", "--keep", str(tmp_path / "l")]) == 0
    )
    assert "mod" not in capsys.readouterr().out.splitlines()[0]


def test_the_folder_a_mod_was_made_from_is_sound_while_the_mod_is_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    installed(name="a-longer-night")
    assert main(["check", str(EXAMPLE)]) == 0, capsys.readouterr().out
    other = tmp_path / "other"
    shutil.copytree(EXAMPLE, other)
    page = other / mods.FILE
    page.write_text(page.read_text(encoding="utf-8").replace("A longer night", "A short night"), encoding="utf-8")
    capsys.readouterr()
    assert main(["check", str(other)]) == 1
    assert "this id is taken already, in mods/a-longer-night/cards/night.toml" in capsys.readouterr().out


def test_a_change_is_told_all_its_faults_at_once_and_the_pictures_that_would_fit(capsys: pytest.CaptureFixture[str]) -> None:
    place = installed(f'{PAGE}[[change]]\ncard = "brick-wall"\nicon = "brick-wal"\ndeck = "x"\nplay = 200\nside = "neutrall"\n')
    assert main(["check", str(place / mods.FILE)]) == 1
    assert [line.partition(".toml, ")[2] for line in capsys.readouterr().out.splitlines()[:-1]] == [
        "line 6: 'brick-wall': icon: there is no picture 'brick-wal'; 'brick-wall' or 'broken-wall' would fit.",
        "line 7: 'brick-wall': deck: this must be a whole number, not text.",
        "line 8: 'brick-wall': play: a play cost is 1 to 12, not 200.",
        "line 9: 'brick-wall': side: no card that ships is of the side 'neutrall'; 'neutral' or 'tally' would fit.",
    ]


def test_a_change_that_cannot_be_is_told_and_the_card_stays() -> None:
    before = face("pim-the-potboy")
    place = installed(
        PAGE
        + '[[change]]\ncard = "pim-the-potboy"\nmoev = 9\n[[change]]\ncard = "pim-the-pothoy"\nmove = 9\n[[change]]\ncard = "pim-the-potboy"\nkind = "boat"\n'
    )
    assert face("pim-the-potboy") == before
    told = [str(fault) for fault in own_faults(BOX)]
    assert [each.partition(": ")[0] for each in told] == [f"mods/longer-night/mod.toml, line {line}" for line in (6, 8, 12)]
    assert "there is no field `moev`; 'move' would fit" in told[0]
    assert "there is no such card to change; 'pim-the-potboy'" in told[1]
    assert "'boat' is not a kind of card" in told[2]
    assert main(["check", str(place / mods.FILE)]) == 1
    elsewhere = mods.mods_folder().parent / "elsewhere"
    place.rename(elsewhere)
    assert main(["check", str(elsewhere)]) == 1


def test_the_example_is_sound_packed_and_installed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "longer-night"
    shutil.copytree(EXAMPLE, folder)
    (folder / "README.md").write_text("not for the program")
    assert main(["check", str(folder)]) == 0
    assert main(["mod", "pack", str(folder)]) == 0
    with zipfile.ZipFile(tmp_path / "longer-night.zip") as archive:
        assert sorted(archive.namelist()) == [
            "art/the-night-clerk.png",
            "cards/night.toml",
            "mod.toml",
            "positions/decks.toml",
            "positions/night-shift.toml",
            "themes/overcross.toml",
        ]
    assert main(["mod", "install", str(tmp_path / "longer-night.zip")]) == 0
    BOX.forget()
    assert face("the-night-clerk") is not None
    capsys.readouterr()
    assert main(["mod", "list"]) == 0
    assert capsys.readouterr().out.startswith("a-longer-night: A longer night 1.0, for overcross, on. Pim hurries")
    assert main(["sim", "overcross", "--seats", "random,random", "--games", "1", "--option", "rounds=3"]) == 0
    assert "mod A longer night 1.0" in capsys.readouterr().out
    assert main(["mod", "install", str(tmp_path / "longer-night.zip")]) == 2
    assert "is installed already" in capsys.readouterr().err
    assert main(["mod", "off", "a-longer-night"]) == 0
    assert main(["mod", "remove", "a-longer-night"]) == 0
    assert main(["mod", "on", "a-longer-night"]) == 2
    assert "There is no mod 'a-longer-night'; there are none." in capsys.readouterr().err


def test_what_is_wrong_with_a_mod_is_said_when_it_is_packed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "slips"
    folder.mkdir()
    change = '[[change]]\ncard = "nobody-at-all"\nmove = 3\n'
    (folder / "mod.toml").write_text(f'name = "Slips"\nversion = "1"\ngame = "overcross"\n{change}')
    assert main(["mod", "pack", str(folder)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("Slips 1 is packed in ")
    assert "nobody-at-all" in said
    assert folder.with_name("slips.zip").is_file()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ((PAGE.replace("overcross", "chess"), ""), "/mod.toml, line 3: game: there is no game 'chess'; 'overcross', "),
        (
            (PAGE.replace("overcross", "cardmaster"), "[[card]]\n"),
            "/mod.toml, line 3: game: mods bring no cards to Cardmaster and change none; a card of your own is typed in where a match is set up, or by hand into a file in cards/cardmaster of your folder.",
        ),
        (
            (PAGE.replace("overcross", "cardmaster") + '[[change]]\ncard = "x"\n', ""),
            "mods bring no cards to Cardmaster and change none; a card of your own is typed in where a match is set up, or by hand into a file in cards/cardmaster of your folder.",
        ),
        (("name = 3", ""), "name: this must be text, not a whole number."),
    ],
)
def test_a_mod_that_is_of_no_use_is_neither_packed_nor_installed(words: tuple[str, str], sentence: str, tmp_path: Path, capsys) -> None:
    members = {"mod.toml": words[0]} | ({"cards/a.toml": words[1]} if words[1] else {})
    assert main(["mod", "install", str(zipped(tmp_path / "a.zip", **members))]) == 2
    assert sentence in capsys.readouterr().err
    assert not mods.all_mods()[0]
    for name, content in members.items():
        (tmp_path / "own" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "own" / name).write_text(content)
    assert main(["mod", "pack", str(tmp_path / "own")]) == 2
    assert sentence.removeprefix("starcross: ") in capsys.readouterr().err
    assert not (tmp_path / "own.zip").exists()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["list", "x"], "`starcross mod list` takes no name."),
        (["on"], "`starcross mod on` takes the name of a mod."),
        (["pack"], "`starcross mod pack` takes the folder of a mod."),
        (["install"], "`starcross mod install` takes the zip of a mod."),
        (["pack", "nowhere"], str(Path("nowhere", "mod.toml"))),
        (
            ["install", str(Path(__file__).parent)],
            f"content: this is a folder; `starcross mod pack {Path(__file__).parent}` makes the zip that is installed.",
        ),
        (["pack", __file__], "test_mods.py: this is a file; what is packed is the folder of a mod."),
        (["fly"], "choice"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mod", *words]) == 2
    assert sentence in capsys.readouterr().err


def test_the_folder_of_all_mods_is_none_to_be_packed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(installed().parent)
    for folder, words in ((".", "this is the folder of all mods; each lies in a folder of its own in it."), (str(tmp_path), mods.NO_PAGE)):
        assert main(["mod", "pack", folder]) == 2
        assert words in capsys.readouterr().err


def test_a_folder_that_is_installed_is_named_as_it_was_typed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder, shown in ((Path("some", "folder", "ok"), str(Path("some", "folder", "ok"))), (Path("my mod"), "my mod")):
        folder.mkdir(parents=True)
        assert main(["mod", "install", str(folder)]) == 2
        said = capsys.readouterr().err
        assert re.search(rf"this is a folder; `starcross mod pack ['\"]?{re.escape(shown)}['\"]?` makes the zip", said), said


def test_a_mod_that_cannot_be_read_is_listed_with_its_fault(capsys: pytest.CaptureFixture[str]) -> None:
    installed("name = 3")
    assert main(["mod", "list"]) == 1
    assert "mods/longer-night/mod.toml, line 1: name: this must be text, not a whole number" in capsys.readouterr().out
    assert mods.active("overcross") == ()


def test_a_mods_positions_are_lessons_and_none_hides_one_that_ships() -> None:
    shipped = {position.name for position in positions_of("overcross")}
    place = installed()
    (place / "positions" / "puzzle-1.toml").write_text((place / "positions" / "night-shift.toml").read_text("utf-8"), encoding="utf-8")
    found = {position.name: position for position in positions_of("overcross")}
    assert set(found) == shipped | {"night-shift"}
    assert found["puzzle-1"].title == "Puzzle 1"
    assert (found["night-shift"].kind, found["night-shift"].game) == ("lesson", "overcross")
    assert read_position(place / "positions" / "night-shift.toml").game == "overcross"
    mods.turn("longer-night", on=False)
    assert {position.name for position in positions_of("overcross")} == shipped


def test_a_mods_picture_is_the_cards_and_ones_own_goes_before_it() -> None:
    place = installed()
    assert own_art("overcross") == {"the-night-clerk": place / "art" / "the-night-clerk.png"}
    mine = paths.art_folder("overcross") / "the-night-clerk.png"
    mine.parent.mkdir(parents=True)
    shutil.copy(place / "art" / "the-night-clerk.png", mine)
    assert own_art("overcross") == {"the-night-clerk": mine}
    mods.turn("longer-night", on=False)
    mine.unlink()
    assert own_art("overcross") == {}


def test_a_mods_look_lies_over_the_one_that_ships() -> None:
    place = installed()
    (key, (name, path)) = next(iter(looks("overcross").items()))
    assert (key, name) == ("longer-night", "A longer night")
    shipped, look = read_theme(theme_path("overcross")), read_look(path)
    assert look.colours == shipped.colours | {"back": "#14213f"} | look.colours
    assert look.colours["back"] == "#14213f"
    assert (look.card, look.seats, look.palettes) == (shipped.card, shipped.seats, shipped.palettes)
    assert looks("shine") == {}
    shutil.rmtree(place)
    assert looks("overcross") == {}


PICTURE = (EXAMPLE / "art" / "the-night-clerk.png").read_bytes()


@pytest.mark.parametrize(
    ("member", "content", "words"),
    [
        ("positions/bad.toml", b"title = 3", "positions/bad.toml, line 1: title: this must be text, not a whole number"),
        ("themes/overcross.toml", b'id = "overcross"\n[colours]\nback = "blue"', "colours.back: 'blue' is no colour"),
        (
            "themes/overcross.toml",
            b'id = "overcross"\n[colours]\ntitel = "#000"',
            "colours.titel: there is nothing of that name",
        ),
        ("themes/overcross.toml", b'id = "overcross"\n[faces]\ntxt = "x"', "faces.txt: there is nothing of that name; 'text' would fit"),
        ("themes/overcross.toml", b'id = "overcross"\nemblem = "no-such-glyph"', "emblem: there is no 'no-such-glyph' among what ships"),
        ("themes/overcross.toml", b'id = "overcross"\n[faces]\ndisplay = "../../secret"', "is no name of a file inside the assets"),
        ("themes/overcross.toml", b'id = "overcross"\n[pictures]\ntable = "nowhere/table"', "there is no 'nowhere/table' among what ships"),
        ("themes/shine.toml", b'id = "shine"', "a look of this game is called overcross.toml"),
        ("art/a.png", PICTURE[:3000], "art/a.png: the picture is cut off: its end is missing"),
        ("art/a.png", PICTURE[:-6], "art/a.png: the picture is cut off: its end is missing"),
        ("art/a.png", PICTURE[:3000] + b"?" + PICTURE[3001:], "art/a.png: the picture is damaged: what it holds is not what was saved"),
        ("art/a.png", b"GIF89a", "art/a.png: this is no PNG picture"),
        (
            "art/a.png",
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xff\xff\0\0\xff\xff",
            "it is 65535 by 65535 pixels, and a picture is at most 2048 across",
        ),
        ("art/a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\0\0\0\0\1", "it is 0 by 1 pixels"),
    ],
)
def test_what_a_mod_brings_and_is_faulty_is_told_and_left_out(
    member: str, content: bytes, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = installed()
    file = place / member
    file.write_bytes(content)
    assert main(["check", str(file)]) == 1
    assert main(["mod", "list"]) == 1
    assert words in capsys.readouterr().out
    assert words in " ".join(map(str, own_faults(BOX)))
    assert set(own_art("overcross")) <= {"the-night-clerk"}
    assert "bad" not in {position.name for position in positions_of("overcross")}


def test_a_picture_that_is_too_large_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    place = installed()
    monkeypatch.setattr(art, "LARGEST_FILE", 100)
    assert own_art("overcross") == {}
    assert "it is larger than" in str(art.art_faults(place / "art" / "the-night-clerk.png")[0])


@pytest.mark.parametrize(
    "member", ["art/../../evil.png", "art/a.PNG", "art/sub/a.png", "art/a.svg", "themes/a.ttf", "positions/a.py", "art/-a.png"]
)
def test_only_what_belongs_there_is_unpacked(member: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="does not belong into it"):
        mods.install(zipped(tmp_path / "a.zip", **{"mod.toml": PAGE, member: "x"}), fine)


def test_a_slip_in_a_mods_page_is_told_with_its_line_and_hides_none_of_its_changes(capsys: pytest.CaptureFixture[str]) -> None:
    place = installed(f'{PAGE}edition = 2\n\n[[change]]\ncard = "pim-the-potboj"\nmove = 5\n')
    (place / "crads").mkdir()
    assert main(["check", str(place / mods.FILE)]) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"mods/longer-night/{mods.FILE}, line 4: edition: this must be text, not a whole number.",
        "mods/longer-night/crads: a mod has no folder of this name, so nobody reads what is in it; 'cards' would fit.",
        f"mods/longer-night/{mods.FILE}, line 7: 'pim-the-potboj': card: there is no such card to change; 'pim-the-potboy' would fit.",
        "1 mod: 3 faults.",
    ]
    told = [fault.sentence for fault in own_faults(BOX)]
    assert f"mods/longer-night/{mods.FILE}, line 4: edition: this must be text, not a whole number." in told
    assert mods.all_mods()[0] == ()


def test_a_packed_mod_is_checked_as_its_folder_would_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = f'{PAGE}[[change]]\ncard = "nobody-at-all"\nmove = 5\n'
    file = zipped(tmp_path / "night.zip", **{mods.FILE: page, "cards/more.toml": '[[card]]\nid = "porter"\n'})
    assert main(["check", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert f"{file / mods.FILE}, line 5: 'nobody-at-all': card: there is no such card to change." in lines
    assert any(line.startswith(f"{file / 'cards' / 'more.toml'}, line 1: 'porter': kind: the field is missing") for line in lines)
    sound = zipped(tmp_path / "sound.zip", **{mods.FILE: PAGE})
    assert main(["check", str(sound)]) == 0
    assert capsys.readouterr().out == "1 packed mod: no fault.\n"
    evil = zipped(tmp_path / "evil.zip", **{mods.FILE: PAGE, "../out.toml": ""})
    assert main(["check", str(evil)]) == 1
    assert "'../out.toml' does not belong into it" in capsys.readouterr().out
    assert main(["check", str(zipped(tmp_path / "other.zip", a="b"))]) == 1
    assert "this is no mod: 'a' does not belong into it" in capsys.readouterr().out


def test_a_picture_of_no_card_is_told_but_not_that_of_a_faulty_one(capsys: pytest.CaptureFixture[str]) -> None:
    folder, cards = paths.art_folder("overcross"), paths.cards_folder("overcross")
    for each in (folder, cards):
        each.mkdir(parents=True)
    (cards / "mine.toml").write_text('[[card]]\nid = "half-a-card"\n', encoding="utf-8")
    for name in ("half-a-card", "pim-the-potboy", "pim-the-potboj"):
        shutil.copyfile(EXAMPLE / "art" / "the-night-clerk.png", folder / f"{name}.png")
    BOX.forget()
    told = [fault.sentence for fault in own_faults(BOX) if fault.file.startswith("art")]
    assert told == ["art/overcross/pim-the-potboj.png: there is no card 'pim-the-potboj'; 'pim-the-potboy' would fit."]
    assert main(["check", str(folder)]) == 1
    assert told[0] in capsys.readouterr().out


def test_what_lies_in_no_games_folder_is_told_where_that_game_is_played_and_by_check(capsys: pytest.CaptureFixture[str]) -> None:
    folder = paths.cards_folder("overcros")
    folder.mkdir(parents=True)
    (folder / "mine.toml").write_text('[[card]]\nid = "x"\n', encoding="utf-8")
    looks_folder = paths.user_folder() / "themes"
    looks_folder.mkdir()
    (looks_folder / "shne.toml").write_text("", encoding="utf-8")
    games = ("overcross", "shine")
    said = "cards/overcros: there is no game 'overcros', so nobody reads this; 'overcross' would fit."
    assert [fault.sentence for fault in strays(games, "overcross")] == [said]
    assert [fault.file for fault in strays(games)] == ["cards/overcros", "themes/shne.toml"]
    assert said in faulty(BOX)[0]
    assert main(["check", str(folder / "mine.toml")]) == 1
    assert capsys.readouterr().out.splitlines()[0] == said
    assert strays((*games, "overcros", "shne")) == ()
    installed('name = "Night"\nversion = "1"\ngame = "shne"\n')
    assert [str(fault) for fault in strays((*games, "overcros"), "shine")][-1] == (
        f"mods/longer-night/{mods.FILE}, line 3: game: there is no game 'shne'; 'shine' would fit"
    )
