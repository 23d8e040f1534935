"""A save holds what its match is played with: whatever becomes of the files, here or elsewhere, it opens as it was."""

from __future__ import annotations

import shutil
from pathlib import Path

import msgspec
import pytest
from shelved import played_on, resumed

from game import paths
from game.content import creatures
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.setup import DeckList, Rows, Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.save import SaveError
from game.match.seats import SeatPlan
from game.rules import open_box

GAMES = ("overcross", "cardmaster", "starcrossed", "shine")


def forget() -> None:
    """Let every game read its cards and maps anew."""
    from game.rules.overcross import box as overcross
    from game.rules.shine import box as shine
    from game.rules.starcrossed import box as starcrossed

    for module in (overcross, shine, starcrossed):
        module.catalogue.cache_clear()
        module.CARDS._brought.cache_clear()
    overcross._unpacked.cache_clear()
    creatures.shipped_cards.cache_clear()


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Files of cards, decks and maps that may be changed."""
    assets, maps = tmp_path / "assets", tmp_path / "maps"
    for name in ("cards", "decks"):
        shutil.copytree(paths.ASSETS / name, assets / name)
    shutil.copytree(paths.MAPS, maps)
    monkeypatch.setattr(paths, "ASSETS", assets)
    monkeypatch.setattr(paths, "MAPS", maps)
    forget()
    yield tmp_path
    forget()


def left(game: str, folder: Path, actions: int = 12, **fields: object) -> Match:
    match = Match.start(Setup(game, 2, 7, **fields), (SeatPlan("human"),) * 2, folder=folder)
    chance = Chance(3)
    for _ in range(actions):
        match.submit(chance.pick(match.legal()))
    match.close()
    return match


def changed_cards(folder: Path, game: str, old: str, new: str) -> None:
    for path in (folder / "assets" / "cards" / game).glob("*.toml"):
        path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    forget()


def same(match: Match) -> None:
    again = resumed(match.path)
    assert (again.digest, again.count, again.first, again.notice) == (match.digest, match.count, 0, "")
    replay = Replay.open(match.path)
    assert (replay.difference, replay.count) == ("", match.count)


@pytest.mark.parametrize("game", GAMES)
def test_a_match_outlives_every_file_it_was_made_from(game: str, files: Path) -> None:
    match = left(game, files / "saves")
    for name in ("cards", "decks"):
        shutil.rmtree(files / "assets" / name / game)
    shutil.rmtree(files / "maps" / "overcross")
    forget()
    same(match)
    on = played_on(Match.resume(match.path), 4)
    on.close()
    assert resumed(match.path).digest == on.digest


def test_another_card_changes_nothing_and_a_changed_one_not_this_match(files: Path) -> None:
    match = left("cardmaster", files / "saves")
    card = match.observation(0).board.pieces[0].card
    printed = match.rules.face(card)
    row = next(row for row in match.setup.rows.cards if row["id"] == card)
    changed_cards(files, "cardmaster", f"hp = {row['hp']}\ndef = {row['def']}", f"hp = {row['hp'] + 1}\ndef = {row['def'] - 1}")
    same(match)
    assert resumed(match.path).rules.face(card) == printed
    now = open_box("cardmaster").complete(Setup("cardmaster", 2, 7))
    assert now.catalogue != match.setup.catalogue


def test_an_own_card_changes_no_digest(files: Path) -> None:
    box = open_box("shine")
    before = box.complete(Setup("shine", 2, 7))
    shipped = min((files / "assets" / "cards" / "shine").glob("*.toml")).read_text(encoding="utf-8")
    own = paths.cards_folder("shine")
    own.mkdir(parents=True)
    first = shipped.index('id = "') + 6
    (own / "own.toml").write_text(shipped[:first] + "own-" + shipped[first : shipped.index("[[card]]", first)], encoding="utf-8")
    forget()
    assert len(box.catalogue()) == len(msgspec.json.decode(msgspec.json.encode(box.catalogue())))
    assert box.complete(Setup("shine", 2, 7)).catalogue == before.catalogue


def test_a_typed_card_that_is_changed_or_deleted_stays_in_its_match(tmp_path: Path) -> None:
    box = open_box("cardmaster")
    cards = box.typed_cards
    values = {option.key: option.default for option in cards.form()} | {"name": "Rex!"}
    card = cards.keep(values)
    ready = box.ready_decks()
    mine = DeckList("Mine", {card: 1} | dict(list(ready[0].cards.items())[:8]))
    match = left("cardmaster", tmp_path, decks=(mine, ready[1]), options={"mode": "custom"})
    cards.keep(values | {"hp": 1}, card)
    same(match)
    cards.drop(card)
    same(match)
    assert resumed(match.path).rules.face(card).name == "Rex!"


def test_a_map_from_anywhere_goes_along_and_names_no_folder(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = files / "somebody" / "secret-folder"
    elsewhere.mkdir(parents=True)
    for name in ("overcross.tsx", "overcross.png"):
        shutil.copy(files / "maps" / "tilesets" / name, elsewhere)
    text = (files / "maps" / "overcross" / "duel.tmx").read_text(encoding="utf-8")
    (elsewhere / "mine.tmx").write_text(text.replace("../tilesets/", ""), encoding="utf-8")
    from game.cli.choices import map_named

    name, rows = map_named(open_box("overcross"), 2, str(elsewhere / "mine.tmx"))
    assert name == "mine"
    match = left("overcross", files / "saves", map=name, rows=rows)
    for path in match.path.parent.iterdir():
        assert b"secret-folder" not in path.read_bytes()
        assert b"somebody" not in path.read_bytes()
    shutil.rmtree(elsewhere)
    forget()
    same(match)


@pytest.mark.parametrize("name", ["/etc/passwd.tmx", "../../x.tmx", "C:\\x.tmx", "x.tmx"])
def test_a_save_opens_no_map_that_it_only_names(name: str, tmp_path: Path) -> None:
    match = left("overcross", tmp_path, actions=2)
    lines = match.path.read_bytes().split(b"\n")
    header = msgspec.json.decode(lines[0])
    header["setup"]["map"], header["setup"]["rows"]["map"] = name, ""
    lone = tmp_path / "lone.jsonl"
    lone.write_bytes(b"\n".join([msgspec.json.encode(header), *lines[1:]]))
    with pytest.raises(SaveError, match="There is no battle grid called"):
        resumed(lone)


@pytest.mark.parametrize("game", GAMES)
def test_rows_that_were_altered_are_not_believed(game: str, tmp_path: Path) -> None:
    """A card that another row was slipped under is no card of this match; one that is none says so."""
    match = left(game, tmp_path, actions=3)
    lines = match.path.read_bytes().split(b"\n")
    for alter in (
        lambda row: row.update(name="Somebody Else"),
        lambda row: row.update(luck=1),
        lambda row: row.update(id="../x"),
        lambda row: row.update(name=3),
        lambda row: row.clear(),
    ):
        header = msgspec.json.decode(lines[0])
        alter(header["setup"]["rows"]["cards"][0])
        lone = tmp_path / "lone.jsonl"
        lone.write_bytes(b"\n".join([msgspec.json.encode(header), *lines[1:]]))
        with pytest.raises(SaveError) as caught:
            resumed(lone)
        assert str(caught.value).startswith("lone.jsonl")
        assert "\n" not in str(caught.value)


@pytest.mark.parametrize("text", ["", "<", "<map/>", "<!DOCTYPE x><map/>", "<map>" * 30, "x" * 2_000_000])
def test_a_map_that_is_none_is_refused(text: str) -> None:
    box = open_box("overcross")
    if not text:
        assert box.complete(Setup("overcross", 2, 7)).rows.map
        return
    with pytest.raises(SetupError):
        box.complete(Setup("overcross", 2, 7, map="mine", rows=Rows(map=text)))


@pytest.mark.parametrize("game", GAMES)
def test_a_completed_setup_stays_as_it_is(game: str) -> None:
    """Also when it went through JSON and back, as in a save."""
    box = open_box(game)
    setup = box.complete(Setup(game, 2, 7))
    assert box.complete(setup) == setup
    again = msgspec.json.decode(msgspec.json.encode(setup), type=Setup)
    assert again == setup
    assert box.complete(again).catalogue == setup.catalogue
    assert box.rules(again).setup(again).state == box.rules(setup).setup(setup).state
