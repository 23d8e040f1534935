"""A report plays its match anywhere, says no name that was typed unless it may, and one that is none is refused in a sentence."""

from __future__ import annotations

import io
import os
import re
import struct
import zipfile
from pathlib import Path

import msgspec
import pytest
from fuzzing import TIMES

from game import paths
from game.cli import main
from game.kernel.chance import Chance
from game.kernel.setup import DeckList, Setup
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import (
    FACTS,
    FORMAT,
    JOURNAL,
    LARGEST,
    LOG,
    PICTURE,
    Facts,
    is_report,
    keep_report,
    nameless,
    read_report,
    typed_names,
)
from game.match.save import SaveError, read_record
from game.match.seats import SeatPlan, introduced
from game.rules import open_box

FACTS_OF = Facts(FORMAT, "2026-11-21 20:15", "It fell.", "1.0", "KeyError in rules.apply", "cardmaster", "1", 2, 9)


def typed_match(folder: Path) -> Match:
    """Return a match of two people with a deck of their own and a card typed in."""
    box = open_box("cardmaster")
    card = box.typed_cards.keep({option.key: option.default for option in box.typed_cards.form()} | {"name": "Rex of Anna"})
    ready = box.ready_decks()
    mine = DeckList("Annas Liebste", {card: 1} | dict(list(ready[0].cards.items())[:8]))
    people = (SeatPlan("human", "Anna Q"), SeatPlan("human", "Bea"))
    match = Match.start(Setup("cardmaster", 2, 7, decks=(mine, ready[1]), options={"mode": "custom"}), people, folder=folder)
    chance = Chance(3)
    for _ in range(12):
        match.submit(chance.pick(match.legal()))
    match.close()
    return match


def zipped(**files: bytes) -> bytes:
    room = io.BytesIO()
    with zipfile.ZipFile(room, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return room.getvalue()


@pytest.fixture
def sound(tmp_path: Path) -> Path:
    path = tmp_path / "report.zip"
    keep_report(path, FACTS_OF, {JOURNAL: typed_match(tmp_path).path.read_bytes(), LOG: b"a line\n", PICTURE: b"png"})
    return path


def test_a_report_is_read_as_it_was_written(sound: Path) -> None:
    report = read_report(sound)
    assert report.facts == FACTS_OF
    assert set(report.files) == {JOURNAL, LOG, PICTURE}
    assert is_report(sound)
    assert os.name == "nt" or sound.stat().st_mode & 0o077 == 0  # Windows keeps others out of a home by its folder


def test_the_match_of_a_report_is_played_again_where_its_cards_are_not(sound: Path, tmp_path: Path) -> None:
    for card in paths.cards_folder("cardmaster").iterdir():
        card.unlink()
    replay = Replay.open(sound)
    assert (replay.count, replay.difference) == (12, "")


def test_without_names_a_match_plays_as_before_and_says_none(tmp_path: Path) -> None:
    match = typed_match(tmp_path)
    journal = match.path.read_bytes()
    names = typed_names(read_record(match.path).header)
    assert names == ("Anna Q", "Bea", "Annas Liebste", "Rex of Anna")
    bare = nameless(journal)
    assert not any(name.encode() in bare for name in (*names, "Anna"))
    path = tmp_path / "report.zip"
    keep_report(path, FACTS_OF, {JOURNAL: bare})
    replay = Replay.open(path)
    assert (replay.count, replay.difference) == (12, "")
    replay.jump(12)
    assert replay.scene(0).pieces.keys() == Replay.open(match.path).scene(0).pieces.keys()
    assert nameless(b"no journal\n") == b""


def test_what_the_program_calls_its_players_was_typed_by_nobody(tmp_path: Path) -> None:
    box = open_box("verona")
    bold = box.rules(box.complete(Setup("verona", 3))).temperaments["bold"].name
    people = (SeatPlan("human", "Normal opponent"), SeatPlan("hard:bold", bold), SeatPlan("easy", "Cousin Bea"))
    leaning = Match.start(Setup("verona", 3, 7), people, folder=tmp_path)
    alone = Match.start(Setup("verona", 2, 7), introduced((SeatPlan("human"), SeatPlan("normal")), "Anna Q"), folder=tmp_path)
    mine = tmp_path / "anna.py"
    mine.write_text("class Bot:\n    def __init__(self, rules): pass\n    def choose(self, *seen): pass\n", encoding="utf-8")
    bots = introduced((SeatPlan("human"), SeatPlan(f"{mine}:Bot")), "Anna Q")
    brought = Match.start(Setup("verona", 2, 7), bots, folder=tmp_path)
    for match, typed, kept in (
        (leaning, ("Normal opponent", "Cousin Bea"), ("", bold, "")),
        (alone, ("Anna Q",), ("", "Normal opponent")),
        (brought, ("Anna Q", bots[1].name), ("", "")),
    ):
        match.close()
        assert typed_names(read_record(match.path).header) == typed
        (tmp_path / "bare.jsonl").write_bytes(nameless(match.path.read_bytes()))
        assert tuple(plan.name for plan in read_record(tmp_path / "bare.jsonl").header.plans) == kept


def test_a_file_that_is_too_large_stays_out(tmp_path: Path) -> None:
    keep_report(tmp_path / "a.zip", FACTS_OF, {PICTURE: b"\0" * (LARGEST[PICTURE] + 1), LOG: b"x"})
    assert set(read_report(tmp_path / "a.zip").files) == {LOG}


GOOD = msgspec.json.encode(FACTS_OF)
MANY = zipped(**{FACTS: GOOD, **{f"{n}.txt": b"" for n in range(500)}})
BOMB = zipped(**{FACTS: GOOD, LOG: b"\0" * (1 << 26)})


def test_who_goes_on_with_a_report_is_told_what_shows_it_and_what_is_gone_on_with(
    sound: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = sound.read_bytes()
    assert main(["play", "--text", "--resume", str(sound)]) == 2
    assert capsys.readouterr().err == (
        f"starcross: {sound.name} is no save but a zip, as reports are: `starcross replay` shows a report, "
        "and `starcross play --resume` goes on with the match.jsonl that is unpacked from it.\n"
    )
    assert sound.read_bytes() == before
    assert main(["replay", str(sound)]) == 0
    with zipfile.ZipFile(sound) as archive:
        unpacked = Path(archive.extract(JOURNAL, tmp_path / "out"))
    match = Match.resume(unpacked)
    assert match.count == Replay.open(sound).count
    match.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"PK\x05\x06" + b"\0" * 17,
        b"x" * 5000,
        zipped(),
        zipped(**{LOG: b"x"}),
        zipped(**{FACTS: b"{}"}),
        zipped(**{FACTS: b"[" * 100_000}),
        zipped(**{FACTS: GOOD.replace(b'"format":1', b'"format":9')}),
        zipped(**{FACTS: GOOD.replace(b'"format":1', b'"format":1,"more":1')}),
        zipped(**{FACTS: GOOD, "../../evil.txt": b"x"}),
        zipped(**{FACTS: GOOD, "/etc/passwd": b"x"}),
        zipped(**{FACTS: GOOD, "other.exe": b"x"}),
        MANY,
        BOMB,
        zipped(**{FACTS: GOOD})[:-1],
        zipped(**{FACTS: GOOD}) + b"more",
        zipped(**{FACTS: GOOD})[:-22] + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 0),
        re.sub(
            rb"(PK\x01\x02....)\x00", lambda head: head[1] + b"\x01", zipped(**{FACTS: GOOD}), flags=re.DOTALL
        ),  # it says that it is encrypted
    ],
    ids=range(18),
)
def test_what_is_no_report_is_refused_in_a_sentence(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "hostile.zip"
    path.write_bytes(content)
    for read in (read_report, Replay.open):
        with pytest.raises(SaveError, match=r"^hostile\.zip is no report: [^\n]{3,250}\.$"):
            read(path)
    assert [each.name for each in tmp_path.iterdir()] == ["hostile.zip"]


def test_a_report_without_a_match_says_so(tmp_path: Path) -> None:
    keep_report(tmp_path / "a.zip", FACTS_OF, {})
    with pytest.raises(SaveError, match="holds no match"):
        Replay.open(tmp_path / "a.zip")


def test_a_damaged_report_is_read_or_refused(sound: Path, tmp_path: Path) -> None:
    """Bytes are changed, cut out and doubled; nothing but a sentence comes of it."""
    content, chance, path = sound.read_bytes(), Chance(11), tmp_path / "damaged.zip"
    read = 0
    for _ in range(150 * TIMES):
        broken = bytearray(content)
        for _ in range(1 + chance.below(4)):
            at = len(broken) - 1 - chance.below(min(len(broken), 600)) if chance.below(2) else chance.below(len(broken))
            match chance.below(3):
                case 0:
                    broken[at] = chance.below(256)
                case 1:
                    del broken[at : at + 1 + chance.below(40)]
                case _:
                    broken[at:at] = broken[at : at + 1 + chance.below(40)]
        path.write_bytes(broken)
        try:
            Replay.open(path)
            read += 1
        except SaveError as error:
            sentence = str(error)
            if "\n" in sentence or len(sentence) > 400:
                raise
    assert read < 150 * TIMES
