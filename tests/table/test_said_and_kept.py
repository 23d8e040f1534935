"""What is said when a match, a deck or a card is kept, and when it cannot be; and what counsel says when it has nothing to say."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pygame
import pytest
from faulty_disk import FaultyDisk
from msgspec.structs import replace
from shell_stage import PaperBox, Stage, flat

from game import paths
from game.ai.player import Weighing
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.canvas.draw import Text
from game.table.pages.dialog import Dialog
from game.table.pages.leaving import ask_to_close
from game.table.play.match import MatchScreen
from game.table.screens.deck_book import DeckBook
from game.table.screens.library import Library
from game.table.screens.new_match import NewMatch
from game.table.shell import report

ROOT = Path(__file__).parents[2]


@pytest.fixture
def sit(monkeypatch):
    """Show a match that is kept in a folder, or nowhere; nobody thinks."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)

    def sit(folder: Path | None = None) -> tuple[Stage, MatchScreen]:
        match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human"), SeatPlan("random", "Tybalt")), folder=folder)
        while match.deciding != 0:
            match.submit(match.legal()[0])
        stage = Stage(speed="instant", reduced_motion=True)
        screen = stage.show(MatchScreen(match))
        stage.app.notices = []
        return stage, screen

    return sit


def said(stage: Stage) -> list[tuple[str, str]]:
    return [(words, tone) for _, words, tone in stage.app.notices]


def test_a_match_that_is_kept_nowhere_says_so(sit):
    stage, screen = sit()
    screen.controls.save()
    assert said(stage) == [("This match is not being saved.", "")]


def test_a_match_that_is_kept_says_in_which_file_and_one_that_cannot_be_says_why(sit, monkeypatch):
    stage, screen = sit(paths.saves_folder())
    screen.controls.save()
    assert said(stage) == [(f"Saved as {screen.match.path.name}.", "good")]
    stage.app.notices = []
    monkeypatch.setattr(Match, "save_fault", "The disk is full.")
    screen.controls.save()
    assert said(stage) == [("The disk is full.", "bad")]
    screen.match.close()


def test_as_long_as_a_match_is_not_on_the_disk_the_table_says_so_and_nothing_closes_unasked(sit, monkeypatch):
    stage, screen = sit(paths.saves_folder())
    stage.app.closing.ask = partial(ask_to_close, stage.app)
    screen.match.flush()
    disk = FaultyDisk().use(monkeypatch)
    disk.full_at = 3
    screen.submit(screen.match.legal()[0])
    for _ in range(60):
        stage.frame(0.5)
    assert not stage.app.notices
    assert "Not saved" in stage.words()
    stage.click("unsaved")
    assert screen.match.save_fault in [words for words, _ in said(stage)]
    stage.post(pygame.QUIT)
    stage.frame()
    assert stage.app.running
    assert isinstance(stage.top, Dialog)
    assert "could not be saved" in stage.words()
    stage.press("return")
    screen.controls.pause_menu()
    stage.frame(1.0)
    stage.click(f"answer-{[label for label, _, _ in stage.top.answers].index('Leave the table')}")
    assert "What is not saved is lost when you leave." in stage.words()
    stage.frame(1.0)
    stage.press("return")
    assert stage.top is screen
    disk.full_at = None
    stage.click("unsaved")
    stage.frame()
    assert "Not saved" not in stage.words()
    assert (said(stage)[-1][1], screen.match.save_fault) == ("good", "")
    stage.post(pygame.QUIT)
    stage.frame()
    assert not stage.app.running
    screen.match.close()


WINDOW = """
import logging, resource, sys
from game import paths
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.play.match import MatchScreen
from game.table.window import run

class Told(MatchScreen):
    def tick(self):
        logging.getLogger("game").warning("Something is logged, and a full disk does not take it: %s", "x" * 100)
        print("on", flush=True)
        return super().tick()

if {full}:
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human"), SeatPlan("human")), folder=paths.saves_folder())
sys.exit(run(shelf(), Told(match)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("full", [True, False])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_the_window_in_order_and_what_is_not_kept_is_told(number, code, full):
    env = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    env.pop("COVERAGE_PROCESS_CONFIG", None)  # what coverage measures cannot be written to a full disk either
    with subprocess.Popen(
        [sys.executable, "-c", WINDOW.format(full=full)], cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as window:
        assert window.stdout.readline() == "on\n"
        window.send_signal(number)
        _, errors = window.communicate(timeout=60)
    assert window.returncode == code
    assert "Traceback" not in errors
    assert ("The match could not be saved to verona-" in errors) is full


def test_a_deck_that_could_not_be_read_again_is_not_kept_and_leaves_nothing_behind():
    book = DeckBook(PaperBox())
    book.fresh()
    book.add("paper-1")
    book.rename("Good")
    assert book.save() == ""
    before = {path.name: path.read_bytes() for path in paths.decks_folder("paper").iterdir()}
    book.rename("x" * 100)
    assert "a name is 1 to 60 printable characters" in book.save()
    assert {path.name: path.read_bytes() for path in paths.decks_folder("paper").iterdir()} == before


def test_before_a_typed_card_is_deleted_it_is_asked_and_said_what_follows():
    box = open_box("cardmaster")
    values = {option.key: option.default for option in box.typed_cards.form()} | {"name": "Rex"}
    card = box.typed_cards.keep(values)
    stage = Stage(games=(box,))
    library = stage.show(Library("cardmaster"))
    library.choose(card)
    library.drop()
    asked = stage.top
    assert isinstance(asked, Dialog)
    assert asked.title == "Delete this card?"
    assert asked.words == "Rex cannot be brought back. Saved matches keep it."
    stage.frame()
    assert "Delete" in stage.words()
    assert "Keep it" in stage.words()
    stage.press("escape")
    assert box.typed_cards.values(card) is not None
    box.typed_cards.drop(card)


def test_counsel_that_finds_nothing_says_so(sit):
    stage, screen = sit()
    screen.hints._show(Weighing())
    assert screen.hints.ideas == ()
    assert said(stage) == [("No hint came: the program that thinks could not be asked. Ask again.", "bad")]
    assert screen.hints.told() == "", "it is counted for no hint"


def test_a_match_is_laid_out_on_the_map_that_was_chosen():
    box = open_box("overcross")
    stage = Stage(games=(box,))
    page = stage.show(NewMatch(box))
    for name, _ in box.maps(2)[:2]:
        page.choose_map(name)
        assert page.setup().map == name


def test_what_is_wrong_with_a_deck_is_said_in_the_colour_of_what_is_bad():
    book = DeckBook(PaperBox())
    book.fresh()
    book.add("paper-4", 4)
    book.rename("Too much")
    assert book.save() == ""
    stage = Stage()
    page = stage.show(NewMatch(PaperBox()))
    page.places[0] = replace(page.places[0], deck="Too much")
    page.stale()
    stage.frame()
    faults = page.deck_faults(page.decks["Too much"])
    shown = {item.words: item.colour for item in flat(stage.app.items()) if isinstance(item, Text)}
    assert faults
    assert {shown[sentence] for sentence in faults[:3]} == {page.colour("bad")}


def test_a_report_writes_the_home_folder_as_a_tilde_and_no_folder_beside_it(monkeypatch, tmp_path):
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    home = str(tmp_path)
    assert report.hidden(f"{home} {home}/saves, {home}. {home}.old {home}n {home}-2") == f"~ ~/saves, ~. {home}.old {home}n {home}-2"


@pytest.mark.parametrize(
    ("name", "file"),
    [("Con", "con-2.toml"), ("COM1", "com1-2.toml"), ("Console", "console.toml"), ("?!", "deck.toml"), ("A: <b>.", "a-b.toml")],
)
def test_a_deck_of_any_name_gets_a_file_that_every_system_can_have(name: str, file: str) -> None:
    book = DeckBook(open_box("overcross"))
    book.deck = replace(book.deck, name=name)
    assert book.save() == ""
    assert [path.name for path in paths.decks_folder("overcross").iterdir()] == [file]
    assert DeckBook(open_box("overcross")).mine[name] == book.deck
