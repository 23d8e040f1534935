"""Whatever stands where a file should be is answered with one sentence: pipes, folders, loops, broken cards, far too many copies."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from systems import ODD_NAMES, PIPES

from game import paths
from game.cli import main
from game.content import creatures
from game.content.decks import read_decks
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.rules import IDS, open_box

OLD = Path(__file__).parents[1] / "match" / "old_saves" / "format_1"


def one_sentence(code: int, capsys: pytest.CaptureFixture[str]) -> str:
    out, err = capsys.readouterr()
    assert code in {1, 2}
    said = err if code == 2 else out
    assert said.strip()
    assert "Traceback" not in out + err
    if code == 2:
        assert err.strip().count("\n") == 0
        assert err.startswith("starcross: ")
    return said


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "."),
        ("replay", ""),
        ("replay", "/"),
        ("replay", ".."),
        ("replay", "a\0b"),
        ("replay", "x" * 300),
        ("replay", os.devnull),
        ("reports", "a\0b"),
        ("reports", os.devnull),
        ("play", "--text", "--resume", "."),
        ("play", "--text", "--resume", ""),
        ("play", "--text", "--resume", "nothing.jsonl"),
        ("check", "nothing.toml"),
        ("check", "a\0b"),
        ("check", os.devnull),
        ("sim", "verona", "--seats", "random,random", "--games", "1", "--json", "."),
        ("sim", "verona", "--seats", "random,random", "--games", "1", "--json", ""),
        ("play", "overcross", "--text", "--map", "."),
        ("play", "shine", "--text", "--deck", ".", "."),
        ("shoot", "verona", "--out", "."),
    ],
)
def test_what_is_no_file_is_one_sentence(words: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    one_sentence(main(list(words)), capsys)


@PIPES
@pytest.mark.parametrize(
    "words", [("replay", "x.jsonl"), ("play", "--text", "--resume", "x.jsonl"), ("check", "x.toml"), ("check", "."), ("check", "themes")]
)
def test_a_pipe_holds_no_command_up(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "themes").mkdir()
    for name in ("x.jsonl", "x.toml", "x.tmx", "themes/x.toml"):
        os.mkfifo(tmp_path / name)
    monkeypatch.chdir(tmp_path)
    one_sentence(main(list(words)), capsys)


@PIPES
def test_pipes_in_the_users_folder_hold_no_match_up(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Decks, cards, maps and settings that are pipes are left out, and everything else goes on."""
    for folder, name in (
        (paths.decks_folder("shine"), "x.toml"),
        (paths.cards_folder("shine"), "x.toml"),
        (paths.cards_folder("cardmaster"), "x.toml"),
        (paths.maps_folder("overcross"), "x.tmx"),
        (paths.user_folder(), "settings.json"),
        (paths.saves_folder(), "x.jsonl"),
    ):
        folder.mkdir(parents=True, exist_ok=True)
        os.mkfifo(folder / name)
    monkeypatch.setattr("game.cli.play._hear", lambda: "quit")
    for game in ("shine", "overcross", "cardmaster"):
        assert main(["play", game, "--text", "--seed", "1"]) == 0
    assert "is left aside" in settings_note()
    assert capsys.readouterr().out.count("left out: ") == 4
    assert main(["check"]) == 1
    assert capsys.readouterr().out.count("not an ordinary file") == 5


def settings_note() -> str:
    from game.table.shell.settings import Settings, read_settings, write_settings

    settings, note = read_settings()
    assert settings == Settings()
    assert "settings.json.unreadable" in write_settings(Settings(volume=3))
    assert write_settings(Settings(volume=3)) == ""
    assert read_settings()[0].volume == 3
    return note


@ODD_NAMES
def test_a_tree_with_odd_parts_is_checked_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "loop.toml").symlink_to("loop.toml")
    (tmp_path / "nowhere.toml").symlink_to("nothing")
    (tmp_path / "turned").symlink_to(tmp_path, target_is_directory=True)
    (tmp_path / os.fsdecode(b"\xff.toml")).write_text("x =")
    shutil.copy(OLD / "verona.jsonl", tmp_path)
    scandir = os.scandir

    def closed(path: str) -> Iterator[os.DirEntry[str]]:
        if str(path).endswith("closed"):
            raise PermissionError(13, "Permission denied", str(path))
        return scandir(path)

    monkeypatch.setattr(os, "scandir", closed)
    assert main(["check", str(tmp_path)]) == 1
    out = capsys.readouterr().out
    assert f"{tmp_path}/closed: the folder cannot be looked into (Permission denied)." in out
    assert "loop.toml: this is not an ordinary file" in out
    assert "1 save, 3 broken files: 4 faults" in out


@pytest.fixture
def broken_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A program whose own card files are broken, one in each game."""
    assets = tmp_path / "assets"
    for name in ("cards", "decks"):
        shutil.copytree(paths.ASSETS / name, assets / name)
    monkeypatch.setattr(paths, "ASSETS", assets)
    for folder in (assets / "cards").iterdir():
        first = min(folder.glob("*.toml"))
        first.write_bytes(first.read_bytes() + b"\ngarbage = [")
    forget()
    yield
    forget()


def forget() -> None:
    """Let every game read its cards anew."""
    from game.rules.overcross import box as overcross
    from game.rules.shine import box as shine
    from game.rules.starcrossed import box as starcrossed

    for module in (overcross, shine, starcrossed):
        module.catalogue.cache_clear()
    creatures.shipped_cards.cache_clear()


CARD_GAMES = [game for game in IDS if game != "verona"]


@pytest.mark.usefixtures("broken_cards")
@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_broken_card_file_that_ships_is_one_sentence(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("play", game, "--text"),
        ("sim", game, "--seats", "random,random", "--games", "1"),
        ("replay", str(OLD / f"{game}.jsonl")),
        ("play", "--text", "--resume", str(OLD / f"{game}.jsonl")),
        ("check", str(OLD)),
    ):
        said = one_sentence(main(list(words)), capsys)
        assert "cards/" in said
        assert "not valid TOML" in said
    with pytest.raises(SetupError, match="not valid TOML"):
        open_box(game).complete(Setup(game, 2))


@pytest.mark.usefixtures("broken_cards")
@pytest.mark.parametrize("game", CARD_GAMES)
def test_the_window_says_which_card_file_is_broken(game: str) -> None:
    import sys

    sys.path.insert(0, str(Path(__file__).parents[1] / "table"))
    from shell_stage import Stage

    from game.rules import shelf
    from game.table.screens.library import Library
    from game.table.screens.menu import MenuScreen
    from game.table.screens.new_match import NewMatch

    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    for screen in (Library(game), Library(game, decks=True), NewMatch(open_box(game))):
        stage.show(screen)
        stage.frame(1.0)
        assert "not valid TOML" in stage.words()
    stage.top.start()
    stage.frame()
    assert stage.top is screen
    stage.app.home()


def test_the_same_deck_twice_is_judged_twice(tmp_path: Path) -> None:
    """What is wrong with it is told of each, that they have one name as well, and neither of the two is believed."""
    path = tmp_path / "decks.toml"
    deck = '[[deck]]\nname = "Twins"\n[deck.cards]\npaper = 2000000000\n'
    path.write_text(deck * 2)
    read = read_decks([path])
    assert read.decks == ()
    assert [fault.place for fault in read.faults] == ["'Twins'", "'Twins' (deck 2)", "'Twins' (deck 2)"]


def test_nothing_is_sound_only_because_there_is_no_room_for_more_faults(tmp_path: Path) -> None:
    path = tmp_path / "decks.toml"
    path.write_text("".join(f'[[deck]]\nname = "Deck {number}"\n[deck.cards]\npaper = 2000000000\n' for number in range(190)))
    read = read_decks([path])
    assert read.decks == ()


@pytest.mark.parametrize(
    "row",
    [
        'name = "x"\nplan = "' + "p" * 5000 + '"\n[deck.cards]\na = 1\n',
        'name = "x"\nside = "' + "p" * 500 + '"\n[deck.cards]\na = 1\n',
        'name = "x"\nfront = [' + '"a",' * 5000 + "]\n[deck.cards]\na = 1\n",
        'name = "x"\n[deck.cards]\n' + "".join(f"c{number} = 99\n" for number in range(5000)),
        'name = "x"\n[deck.cards]\na = -1\n',
        'name = "x"\n[deck.cards]\na = 0\n',
    ],
)
def test_a_deck_is_bounded_in_all_its_parts(tmp_path: Path, row: str) -> None:
    path = tmp_path / "decks.toml"
    path.write_text(f"[[deck]]\n{row}")
    read = read_decks([path])
    assert read.decks == ()
    assert len(read.faults) == 1
