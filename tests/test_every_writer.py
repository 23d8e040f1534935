"""Whatever the program writes, a disk that fails in the midst of it costs nothing that was there, and it is said.

Each kind of file is written over a sound one, and each thing that changes the disk on the way fails once, at its beginning, in its middle and at its end,
with every error that a disk may give. Matches have a plan of their own (`match/test_storage.py`), byte by byte.
"""

from __future__ import annotations

import os
import stat
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from faulty_disk import BROKEN, FULL, OTHERS, FaultyDisk
from msgspec.structs import replace

from game import paths
from game.content import creatures, mods
from game.content.decks import read_decks
from game.content.own_maps import map_files, own_map
from game.kernel.setup import Setup
from game.lab.planning import Asked, Ground, new_folder, pairings
from game.lab.study import play_study
from game.match.match import Match
from game.match.reports import FORMAT, LOG, Facts, keep_report, read_report
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.screens.deck_book import DeckBook
from game.table.shell.learnt import learnt, mark_learnt
from game.table.shell.records import Result, enter, records
from game.table.shell.runs import Run
from game.table.shell.settings import Settings, read_settings, write_settings


class Writer(NamedTuple):
    """How a file is written, which says why it could not be or raises OSError, and what is read from it afterwards."""

    write: Callable[[int], str | None]
    read: Callable[[], object]
    folder: Callable[[], Path]


def settings() -> Writer:
    return Writer(lambda n: write_settings(Settings(volume=n)), lambda: read_settings()[0].volume, paths.user_folder)


def lessons() -> Writer:
    return Writer(lambda n: mark_learnt("verona", str(n)), lambda: max(map(int, (name[7:] for name in learnt()))), paths.user_folder)


def results() -> Writer:
    def write(number: int) -> str:
        return enter(Result(str(number), "", "verona", "", "", 1.0, number))

    return Writer(write, lambda: max(each.actions for each in records()), paths.user_folder)


def a_deck() -> Writer:
    book = DeckBook(open_box("shine"))
    ready = book.box.ready_decks()[0]

    def write(number: int) -> str:
        book.deck = replace(ready, name="Mine", plan=f"Plan {number}")
        return book.save()

    folder = paths.decks_folder("shine")
    return Writer(write, lambda: int(read_decks(list(folder.glob("*.toml"))).decks[0].plan[5:]), lambda: folder)


def a_typed_card() -> Writer:
    cards = open_box("cardmaster").typed_cards
    values = {option.key: option.default for option in cards.form()} | {"name": "Rex"}
    known: list[str] = []

    def write(number: int) -> str:
        card = cards.keep(values | {"name": f"Rex {number}"}, *known)
        known[:] = [card]
        return ""

    return Writer(write, lambda: int(creatures.typed_cards()[known[0]].name[4:]), lambda: paths.cards_folder("cardmaster"))


def a_report() -> Writer:
    place = paths.user_folder() / "reports" / "one.zip"

    def write(number: int) -> str:
        keep_report(place, Facts(FORMAT, "", str(number), ""), {LOG: b"line\n" * 3000})
        return ""

    return Writer(write, lambda: int(read_report(place).facts.words), lambda: place.parent)


def failed(writer: Writer, number: int) -> bool:
    try:
        return bool(writer.write(number))
    except OSError:
        return True


WRITERS = (settings, lessons, results, a_deck, a_typed_card, a_report)


@pytest.mark.parametrize("make", WRITERS, ids=lambda make: make.__name__)
def test_a_failing_disk_costs_nothing_that_was_there(make: Callable[[], Writer], monkeypatch: pytest.MonkeyPatch) -> None:
    writer, disk = make(), FaultyDisk().use(monkeypatch)
    assert not failed(writer, 1)
    disk.again({})
    assert not failed(writer, 2)
    sizes, good, faults = list(disk.sizes), 2, 0
    assert len(sizes) >= 4
    for number, size in enumerate(sizes):
        for byte in sorted({0, size // 2, size}):
            for code in (FULL, BROKEN, *OTHERS):
                disk.again({number: (byte, code)})
                wrong = failed(writer, good + 1)
                faults += disk.failed
                good += 0 if wrong else 1
                last = writer.read()
                assert last in ({good, good + 1} if wrong else {good}), "what was there is gone"
                good = last
                assert not list(writer.folder().glob("*.tmp"))
                disk.again({})
                good += 1
                assert not failed(writer, good)
                assert writer.read() == good
    assert faults >= len(sizes) * 8


@pytest.mark.skipif(os.name != "posix", reason="Windows keeps a person's folders to themselves by other means")
def test_what_is_written_for_a_person_is_readable_by_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "deep" / "home"))
    for make in WRITERS:
        assert not failed(make(), 1)
    run = Run()
    Match.start(Setup("shine", 2), (SeatPlan("normal"),) * 2, folder=paths.saves_folder()).close()
    own_map("overcross", next(iter(map_files("overcross"))))
    with zipfile.ZipFile(tmp_path / "mod.zip", "w") as packed:
        packed.writestr("mod.toml", 'name = "Mine"\nversion = "1"\ngame = "shine"\n')
        packed.writestr("decks/mine.toml", "")
    mods.install(tmp_path / "mod.zip", lambda _: ())
    mods.turn("mine", on=False)
    box = open_box("shine")
    plan = pairings(box, "decks", box.ready_decks()[:2], Ground(), Asked("random", 1, seed=3))
    play_study(plan, new_folder("shine", "decks"))
    there = sorted((tmp_path / "deep").rglob("*"))
    assert len([path for path in there if path.is_file()]) > 15
    assert {path: oct(mode) for path in there for mode in [stat.S_IMODE(path.stat().st_mode)] if mode & 0o077} == {}
    run.end()
