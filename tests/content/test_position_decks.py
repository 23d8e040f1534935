"""Decks beside positions: what ships asks for no ready deck, whose deck a name means, and what is said of a file that is faulty."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mod_zips import EXAMPLE
from msgspec.structs import replace
from systems import PIPES

from game import paths
from game.cli import main
from game.content import mods
from game.content.decks import deck_text, read_decks
from game.content.faults import ContentError
from game.content.own import own_faults
from game.content.positions import DECKS, Position, position_files, positions_of, read_position
from game.kernel.setup import DeckList, Setup
from game.match.position import laid_out
from game.rules import SHIPPED, open_box

sys.path.insert(0, str(paths.PACKAGE.parent / "tools"))

from find_puzzles import text_of

BOX = open_box("shine")
GOLDEN, TIDAL, FLAME, GREEN = BOX.ready_decks()[:4]
DECKED = [game for game in SHIPPED if open_box(game).ready_decks()]
DUEL = """title = "A duel"
[setup]
decks = [%s]
[table]
side = [{}, {}]
"""


def lists(*decks: DeckList) -> str:
    return "".join(map(deck_text, decks))


def called(name: str, deck: DeckList) -> DeckList:
    return replace(deck, name=name)


def written(folder: Path, names: str, beside: str | bytes | None, more: str = "") -> Path:
    """Write a position into a folder of Shine's, and the file of decks beside it."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "mine.toml"
    path.write_text(DUEL % names + more, encoding="utf-8")
    if beside is not None:
        (folder / DECKS).write_bytes(beside if isinstance(beside, bytes) else beside.encode())
    return path


def dealt(path: Path) -> list[dict[str, int]]:
    return [dict(deck.cards) for deck in laid_out(read_position(path, "shine")).setup.decks]


def stands(position: Position) -> tuple[Setup, object]:
    laid = laid_out(position)
    return laid.setup, laid.state


def refused(path: Path) -> str:
    with pytest.raises(ContentError) as error:
        laid_out(read_position(path, "shine"))
    return str(error.value)


def check(path: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    main(["check", str(path)])
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("game", DECKED)
def test_what_ships_is_laid_out_the_same_whatever_becomes_of_the_ready_decks(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    box, there = open_box(game), positions_of(game)
    assert len(there) == len(position_files(game))
    before = [stands(position) for position in there]
    ready = box.ready_decks()
    turned = tuple(called(deck.name, other) for deck, other in zip(ready, (*ready[1:], ready[0]), strict=True))
    for decks in ((), turned):
        monkeypatch.setattr(type(box), "ready_decks", lambda _, decks=decks: decks)
        assert [stands(position) for position in positions_of(game)] == before


@pytest.mark.parametrize("game", DECKED)
def test_no_deck_beside_what_ships_lies_there_for_nothing(game: str) -> None:
    asked = {name for position in positions_of(game) for name in position.setup.decks}
    read = read_decks([paths.ASSETS / "positions" / game / DECKS])
    assert [deck.name for deck in read.decks if deck.name not in asked] == []


def test_a_name_means_the_positions_own_deck_then_one_beside_it_then_one_that_ships(tmp_path: Path) -> None:
    names = '"tidal voice", "GOLDEN HOUR"'
    ready = [dict(TIDAL.cards), dict(GOLDEN.cards)]
    assert dealt(written(tmp_path, names, None)) == ready
    assert dealt(written(tmp_path, names, lists(called("Tidal Voice", FLAME)))) == [dict(FLAME.cards), ready[1]]
    own = lists(called("Tidal Voice", GREEN)).replace("[deck", "[setup.deck")
    path = written(tmp_path, names, lists(called("Tidal Voice", FLAME), called("Golden Hour", FLAME)), own)
    assert dealt(path) == [dict(GREEN.cards), dict(FLAME.cards)]


def test_what_is_read_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path, '"Mine", "Tidal Voice"', lists(called("Mine", GOLDEN), called("Nobody's", TIDAL)))
    position = read_position(path, "shine")
    assert [deck.name for deck in position.setup.deck] == ["Mine"]
    (tmp_path / DECKS).unlink()
    assert [deck.name for deck in laid_out(position).setup.decks] == ["Mine", "Tidal Voice"]
    assert (
        "mine.toml, line 3: setup.decks 1: no deck that ships is called 'Mine', none of the position's own, and none in decks.toml"
        in refused(path)
    )


@pytest.mark.parametrize("game", SHIPPED)
def test_a_puzzle_that_is_written_anew_needs_no_file_beside_it(game: str, tmp_path: Path) -> None:
    puzzle = next(position for position in positions_of(game) if position.kind == "puzzle")
    path = tmp_path / game / "found.toml"
    path.parent.mkdir()
    path.write_text(text_of(puzzle, 7), encoding="utf-8")
    again = read_position(path)
    assert (again.title, again.words, again.goal, again.solution) == ("Puzzle 7", puzzle.words, puzzle.goal, puzzle.solution)
    assert stands(again) == stands(puzzle)


def test_no_list_of_positions_takes_the_file_of_decks_for_one() -> None:
    for game in SHIPPED:
        assert DECKS not in {path.name for path in position_files(game)}
    shutil.copytree(EXAMPLE, mods.mods_folder() / "longer-night")
    written(paths.positions_folder("shine"), '"Mine", "Mine"', lists(called("Mine", GOLDEN)))
    assert [path.name for path in position_files("overcross")].count("night-shift.toml") == 1
    assert position_files("shine")[-1].name == "mine.toml"
    assert not {path.name for game in ("shine", "overcross") for path in position_files(game)} & {DECKS}
    assert positions_of("shine")[-1].setup.deck[0].name == "Mine"


def test_players_and_mods_lay_decks_beside_their_positions_whatever_those_that_ship_are_called(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    place = mods.mods_folder() / "mine"
    page = 'name = "Mine"\nversion = "1"\ngame = "shine"\n'
    decks = lists(called("Golden Hour", TIDAL))
    written(place / "positions", '"Golden Hour", "Tidal Voice"', decks)
    (place / mods.FILE).write_text(page, encoding="utf-8")
    own = written(paths.positions_folder("shine"), '"Golden Hour", "Tidal Voice"', decks)
    own.rename(own.with_name("own.toml"))
    assert own_faults(BOX) == ()
    for folder, name in ((place / "positions", "mine"), (own.parent, "own")):
        assert dealt(folder / f"{name}.toml") == [dict(TIDAL.cards)] * 2
        assert check(folder / DECKS, capsys) == ["1 file of decks: no fault."]
    assert check(place, capsys) == ["1 file of decks, 1 position, 1 mod: no fault."]
    assert main(["mod", "pack", str(place)]) == 0
    shutil.rmtree(place)
    assert main(["mod", "install", str(tmp_path / "mine.zip")]) == 0
    assert dealt(place / "positions" / "mine.toml") == [dict(TIDAL.cards)] * 2


SOUND = lists(called("Golden Hour", TIDAL))
"""A deck that is called like one that ships and is another."""


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        (
            SOUND.replace("[deck.cards]", 'pln = "Win."\n[deck.cards]'),
            "decks.toml, line 6: 'Golden Hour': there is no field `pln`",
        ),
        (
            SOUND.replace('"ripple-scout" = 3', '"ripple-scout" = 0'),
            "'Golden Hour': cards: 0 copies of 'ripple-scout': this must be 1 to 99",
        ),
        ("title = 1\n" + SOUND, "decks.toml: 'title': a file holds [[deck]] tables and one [defaults] table, nothing else"),
        ("[[deck]", "decks.toml, line 1: not valid TOML: "),
        (b"\xff\xfe", "decks.toml: byte 0: the file is not UTF-8 text"),
    ],
)
def test_a_faulty_file_is_told_in_one_sentence_and_no_other_deck_is_taken_instead(
    beside: str | bytes, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "positions" / "shine", '"Golden Hour", "Tidal Voice"', beside)
    assert words.partition(": ")[2] in refused(path)
    told = check(tmp_path, capsys)
    assert len(told) == 2, told
    assert words in told[0]
    assert told[1] == "1 file of decks, 1 position: 1 fault."


@pytest.mark.parametrize(
    ("beside", "words"),
    [
        (
            SOUND.replace('"ripple-scout"', '"riple-scout"'),
            "decks.toml, line 7: 'Golden Hour': cards: there is no card 'riple-scout'; 'ripple-scout' would fit.",
        ),
        (SOUND.replace('"ripple-scout" = 3\n', ""), "decks.toml, line 1: 'Golden Hour': A deck"),
        (
            SOUND + SOUND,
            "decks.toml, line 27: 'Golden Hour' (deck 2): name: an earlier deck of this file is called 'Golden Hour', too, and is meant by that name",
        ),
    ],
)
def test_a_deck_that_no_match_takes_is_told_of_its_file(
    beside: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "positions" / "shine"
    written(folder, '"Golden Hour", "Tidal Voice"', beside)
    told = check(folder / DECKS, capsys)
    assert len(told) == 2, told
    assert words in told[0]


def test_a_faulty_deck_harms_no_position_that_needs_it_not(tmp_path: Path) -> None:
    beside = lists(called("Mine", GOLDEN), called("Yours", TIDAL)).replace("[deck.cards]", 'pln = ""\n[deck.cards]', 1)
    assert dealt(written(tmp_path, '"Yours", "Yours"', beside)) == [dict(TIDAL.cards)] * 2
    assert "there is no field `pln`" in refused(written(tmp_path, '"Yours", "Mine"', beside))
    assert "there is no field `pln`" in refused(written(tmp_path, '"Yours", "Golden Hour"', beside)), "it may be what was meant"


def test_a_game_without_decks_has_no_such_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "positions" / "verona").mkdir(parents=True)
    (tmp_path / "positions" / "verona" / DECKS).write_text(SOUND, encoding="utf-8")
    assert "decks.toml: star cross'd has no such files." in check(tmp_path, capsys)[0]


@PIPES
def test_only_an_ordinary_file_of_decks_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, '"Golden Hour", "Tidal Voice"', None)
    os.mkfifo(tmp_path / DECKS)
    assert "decks.toml: this is not an ordinary file" in refused(path)


@given(st.one_of(st.text(max_size=300), st.text(max_size=60).map(lambda more: SOUND + more), st.binary(max_size=60)))
def test_no_text_beside_it_ends_the_reader(tmp_path_factory: pytest.TempPathFactory, beside: str | bytes) -> None:
    folder = tmp_path_factory.mktemp("fuzz")
    with contextlib.suppress(ContentError):
        assert (
            len(dealt(written(folder, '"Mine", "Tidal Voice"', beside.encode("utf-8", "replace") if isinstance(beside, str) else beside)))
            == 2
        )
