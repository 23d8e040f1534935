"""What was typed or built and is not kept is not lost with the window, nor with a page: it is asked about, or stands there again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pygame
import pytest
from shell_stage import PaperBox, Stage

from game import paths
from game.content.decks import own_decks
from game.content.mods import mods_folder
from game.rules import open_box, shelf
from game.table.pages.dialog import Dialog
from game.table.pages.leaving import ask_to_close
from game.table.pages.tell import Tell, tell
from game.table.screens.deck_book import DeckBook
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.screens.typed_card import TypedCard

ROOT = Path(__file__).parents[2]


@pytest.fixture
def stage() -> Stage:
    stage = Stage(games=(PaperBox(), *shelf()))
    stage.app.closing.ask = partial(ask_to_close, stage.app)
    stage.show(MenuScreen())
    return stage


def close(stage: Stage) -> None:
    stage.post(pygame.QUIT)
    stage.frame()


def build_a_deck(stage: Stage) -> None:
    stage.show(Library("paper", decks=True))
    stage.click("card-paper-7")


def build_a_deck_on_a_faulty_disk(stage: Stage) -> None:
    stage.show(Library("paper", decks=True))
    nowhere = paths.user_folder() / "file"
    nowhere.parent.mkdir(exist_ok=True)
    nowhere.write_text("")
    os.environ["STARCROSS_HOME"] = str(nowhere)
    stage.click("card-paper-7")


def type_a_card(stage: Stage) -> None:
    stage.show(TypedCard("cardmaster", open_box("cardmaster").typed_cards, lambda _: None))
    stage.click("name")
    stage.type("Gloom")


def write_a_report(stage: Stage) -> None:
    tell(stage.app)
    assert isinstance(stage.top, Tell)
    stage.click("words")
    stage.type("It broke.")


@pytest.mark.parametrize(
    ("begin", "words"),
    [
        (build_a_deck_on_a_faulty_disk, "was changed and is not kept yet."),
        (type_a_card, "The card Gloom is not kept yet."),
        (write_a_report, "What you wrote is in no report yet."),
    ],
)
def test_closing_the_window_asks_about_what_is_not_kept(stage, begin, words):
    begin(stage)
    page = stage.top
    close(stage)
    assert stage.app.running
    assert isinstance(stage.top, Dialog)
    assert words in stage.words()
    stage.press("return")
    assert stage.top is page, "Enter stays, with all that was typed"
    assert page.unkept()
    close(stage)
    stage.click("answer-0")
    assert not stage.app.running


@pytest.mark.parametrize(("begin", "stay"), [(type_a_card, "Go on typing"), (write_a_report, "Go on writing")])
def test_leaving_a_page_asks_about_what_was_typed_and_each_answer_does_something_else(stage, begin, stay):
    begin(stage)
    page = stage.top
    for key in ("return", "escape"):
        stage.press("escape")
        assert isinstance(stage.top, Dialog)
        assert [label for label, _, _ in stage.top.answers] == ["Let it go", stay]
        stage.press(key)
        assert stage.top is page, "Enter and Esc stay"
        assert page.unkept()
    stage.press("escape")
    stage.click("answer-0")
    assert stage.top is not page


def test_leaving_a_report_in_which_nothing_was_written_asks_nothing(stage):
    tell(stage.app)
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)


def test_closing_asks_for_all_that_lies_beneath_too_and_closing_twice_is_an_answer(stage):
    build_a_deck_on_a_faulty_disk(stage)
    write_a_report(stage)
    close(stage)
    assert "is not kept yet. What you wrote is in no report yet." in stage.words()
    close(stage)
    assert not stage.app.running


AGAIN = "it lies on the workbench again."


@pytest.mark.parametrize("keep", ["deck-save", "answer-0", "answer-1"], ids=["saved", "kept when leaving", "let go when leaving"])
def test_a_deck_that_is_being_built_lies_on_the_workbench_again_however_the_window_ends(stage, keep):
    build_a_deck(stage)
    stage.click("card-paper-7")
    deck = stage.top.bench.book.deck
    close(stage)
    assert not stage.app.running, "nothing is lost, so nothing is asked"
    stage.app.let_go()
    for ended in ("closed", "by force"):
        again = Stage(games=(PaperBox(),))
        again.show(MenuScreen())
        again.show(Library("paper", decks=True))
        assert AGAIN in again.words()
        book = again.top.bench.book
        assert (book.deck, book.own, book.changed) == (deck, True, True), ended
        book.draft.leave()  # which whatever ends a process does
    again = Stage(games=(PaperBox(),))
    again.show(MenuScreen())
    page = again.show(Library("paper", decks=True))
    if keep == "deck-save":
        again.click(keep)
    else:
        again.press("escape")
        again.click(keep)
    assert [each.name for each in page.bench.book.mine.values()] == ([] if keep == "answer-1" else [deck.name])
    assert list(paths.drafts_folder().iterdir()) == []
    last = Stage(games=(PaperBox(),))
    last.show(Library("paper", decks=True))
    assert AGAIN not in last.words()
    assert not last.top.bench.book.changed


WINDOW = """
import sys, threading, time
from game.rules import shelf
from game.table.screens.deck_book import DeckBook
from game.table.screens.library import Library
from game.table.window import run

def build():
    while page.bench is None:
        time.sleep(0.05)
    page.into(next(card.id for card in page.shown() if not page.bench.book.only_in_front(card.id)))
    print(page.bench.book.deck.name, flush=True)

page = Library("shine", decks=True)
threading.Thread(target=build, daemon=True).start()
sys.exit(run(shelf(), page))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such signals")
@pytest.mark.parametrize("end", ["SIGTERM", "SIGHUP", "SIGKILL"])
def test_a_signal_loses_no_deck(end):
    env = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    with subprocess.Popen([sys.executable, "-c", WINDOW], cwd=ROOT, env=env, stdout=subprocess.PIPE, text=True) as window:
        name = window.stdout.readline().strip()
        window.send_signal(getattr(signal, end))
        assert window.wait(60) == (-signal.SIGKILL if end == "SIGKILL" else 0)
    book = DeckBook(open_box("shine"))
    assert name.startswith("My ")
    assert (book.deck.name, book.changed) == (name, True)
    shipped = book.ready[name.removeprefix("My ")]
    assert sum(book.deck.cards.values()) == sum(shipped.cards.values()) + 1


def test_a_deck_of_ones_own_that_was_being_changed_is_kept_in_its_place():
    book = DeckBook(open_box("shine"))
    book.take(book.deck)
    book.rename("Mine")
    assert book.save() == ""
    book.add(next(iter(book.deck.cards)), -1)
    book.draft.leave()
    again = DeckBook(open_box("shine"))
    assert (again.deck, again.changed) == (book.deck, True)
    assert again.save() == ""
    assert DeckBook(open_box("shine")).mine == {"Mine": book.deck}
    again.rename("Yours")
    again.draft.leave()
    last = DeckBook(open_box("shine"))
    last.rename("Mine")
    assert last.save() == "", "it is that deck still"


def test_two_windows_build_a_deck_each_and_neither_takes_the_others():
    box = open_box("shine")
    books = [DeckBook(box), DeckBook(box)]
    for book, copies in zip(books, (1, 2), strict=True):
        book.add(next(iter(book.deck.cards)), -copies)
        assert book.draft.safe
    decks = [book.deck for book in books]
    assert not DeckBook(box).changed
    for book in books:
        book.draft.leave()
    found = [DeckBook(box), DeckBook(box)]
    assert [book.deck for book in found] == decks
    found[0].let_go()
    found[1].draft.leave()
    assert DeckBook(box).deck == decks[1]


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"deck": {"name": "A", "cards": {"x": 1000000}}}', b'{"deck": {"name": "A", "plan": 3}}', b"\xff"]
)
def test_a_draft_that_cannot_be_read_stays_and_another_is_begun_beside_it(content):
    paths.drafts_folder().mkdir(parents=True)
    path = paths.drafts_folder() / "shine.json"
    path.write_bytes(content)
    book = DeckBook(open_box("shine"))
    assert not book.changed
    book.add(next(iter(book.deck.cards)), -1)
    assert book.draft.safe
    book.draft.leave()
    assert DeckBook(open_box("shine")).deck == book.deck
    assert path.read_bytes() == content


def test_closing_asks_nothing_where_nothing_is_lost(stage):
    stage.show(Library("paper", decks=True))
    close(stage)
    assert not stage.app.running


def test_a_kept_deck_and_a_written_report_are_not_asked_about(stage, monkeypatch):
    monkeypatch.setattr("game.table.pages.tell.show_folder", lambda _: None)
    build_a_deck(stage)
    stage.click("deck-save")
    write_a_report(stage)
    stage.click("write")
    close(stage)
    assert not stage.app.running


def test_a_setup_that_was_left_stands_there_again_until_a_match_is_begun_with_it(stage, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage.show(NewMatch(open_box("verona")))
    first = stage.top
    stage.click("seats-3")
    first.choose(2, "name", "Tybalt")
    first.choose_level(1, "human")
    first.choose(1, "name", "Bob")
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)
    assert stage.app.settings.names[1:3] == ("Bob", ""), "names of people outlast the window"
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 3
    assert [place.name for place in stage.top.places[1:3]] == ["Bob", "Tybalt"]
    stage.click("seats-4")
    stage.press("escape")
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 4
    stage.top.start()
    stage.app.pop()
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.seats == 2


def test_a_friends_name_is_given_to_no_program_and_is_there_again_with_the_friend(stage, monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    stage.show(NewMatch(open_box("verona")))
    stage.top.choose_level(1, "human")
    stage.top.choose(1, "name", "Bob")
    stage.top.start()
    stage.app.pop()
    page = stage.show(NewMatch(open_box("verona")))
    assert (page.places[1].player, page.places[1].name) == ("novice", "")
    page.start()
    assert stage.top.match.names[1] != "Bob"
    stage.app.pop()
    page = stage.show(NewMatch(open_box("verona")))
    page.choose_level(1, "human")
    assert page.places[1].name == "Bob"
    page.choose_level(1, "easy")
    assert page.places[1].name == ""


def test_a_setup_that_was_only_looked_at_is_not_remembered(stage):
    stage.show(NewMatch(open_box("verona")))
    stage.press("escape")
    assert stage.app.drafts == {}


BY_HAND = {
    "comments": '# Why two of them.\n[[deck]]\nname = "Mine"\n[deck.cards]\npaper-1 = 2 # they meet\n',
    "[defaults]": '[defaults]\nplan = "Wait."\n[[deck]]\nname = "Mine"\n[deck.cards]\npaper-1 = 2\n',
    "comments and [defaults]": '[defaults]\nplan = "# 1"\n[[deck]]\nname = "Mine" #\n[deck.cards]\npaper-1 = 2\n',
    "": '[[deck]]\nname = "Mine"\nplan = "# 1, not \'# 2\'"\ncards = { paper-1 = 2 }\n',
}


def written(text: str) -> Path:
    """Write the file of a deck of one's own by hand."""
    path = paths.decks_folder("paper") / "by-hand.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("held", "text"), BY_HAND.items(), ids=["comments", "defaults", "both", "neither"])
def test_what_an_author_wrote_around_a_deck_stays_beside_the_file_that_is_written_over(held, text):
    path = written(text)
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    for save in range(2):
        stage.click("card-paper-7")
        stage.click("deck-save")
        assert own_decks("paper").decks[0].cards == {"paper-1": 2, "paper-7": save + 1}
    before = path.with_name("by-hand.toml.before")
    assert sorted(path.parent.iterdir()) == sorted([path, *([before] if held else [])]), "and nobody reads it as a deck"
    told = [words for _, words, _ in stage.app.notices]
    if held:
        assert before.read_text(encoding="utf-8") == text
        assert f"Mine is kept, and its file as it was, with {held}, is now {before}." in told
    assert "Mine is kept." in told


def test_what_stood_there_before_is_kept_once_more_beside_what_stood_there_earlier():
    for number in (1, 2):
        path = written(f"# {number}\n{BY_HAND['']}")
        book = DeckBook(PaperBox())
        book.add("paper-7")
        assert book.save() == ""
    kept = {each.name: each.read_text(encoding="utf-8")[:3] for each in path.parent.glob("*.before*")}
    assert kept == {"by-hand.toml.before": "# 1", "by-hand.toml.before2": "# 2"}


@pytest.mark.parametrize("closed", [False, True])
def test_a_deck_that_was_changed_in_its_file_while_it_was_built_stays_beside_it(closed):
    path = written(BY_HAND[""])
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    stage.click("card-paper-7")
    if closed:
        stage.top.leave()
        stage.app.pop()
    theirs = BY_HAND[""].replace("paper-1 = 2", "paper-1 = 2, paper-2 = 1")
    written(theirs)
    if closed:
        stage.show(Library("paper", decks=True))
    else:
        stage.press("f2", "escape")
    assert stage.top.bench.book.deck.cards == {"paper-1": 2, "paper-7": 1}
    told = [words for _, words, _ in stage.app.notices]
    assert "Mine was changed in its file, too; Save keeps that file as it is beside this deck." in told
    stage.click("deck-save")
    assert own_decks("paper").decks[0].cards == {"paper-1": 2, "paper-7": 1}
    before = path.with_name("by-hand.toml.before")
    assert before.read_text(encoding="utf-8") == theirs
    said = f"Mine is kept, and its file as it was, with what was changed in it meanwhile, is now {before}."
    assert said in [words for _, words, _ in stage.app.notices]
    stage.click("card-paper-7")
    stage.click("deck-save")
    assert len(list(path.parent.iterdir())) == 2, "once is enough"


def test_a_fault_in_another_file_comes_between_nobody_and_the_deck_being_built():
    stage = Stage(games=(PaperBox(),))
    page = stage.show(Library("paper", decks=True))
    stage.click("card-paper-7")
    path = written(BY_HAND[""])
    path.with_name("other.toml").write_text('[[deck]]\nname = "Other"\ncrads = { paper-2 = 1 }\n', encoding="utf-8")
    page.read_anew(asked=False)
    assert stage.top is page
    assert any("decks/paper/" in words for _, words, _ in stage.app.notices)
    page.read_anew(asked=True)
    assert stage.top is not page


def test_a_search_shows_one_of_the_cards_it_found():
    stage = Stage(games=(PaperBox(),))
    page = stage.show(Library("paper"))
    page.filter("search", "Figure 11")
    assert page.chosen == "paper-11"
    page.filter("search", "")
    assert page.chosen == "paper-11"


def test_a_deck_that_lies_unchanged_on_the_workbench_is_the_one_of_its_file_by_now():
    written(BY_HAND["comments"])
    (paths.decks_folder("paper") / "a.toml").write_text(BY_HAND[""].replace("Mine", "Another"), encoding="utf-8")
    stage = Stage(games=(PaperBox(),))
    stage.show(Library("paper", decks=True))
    book = stage.top.bench.book
    book.open("Mine")
    written(BY_HAND[""].replace("paper-1 = 2", "paper-1 = 1, paper-2 = 1"))
    stage.press("f2", "escape")
    book = stage.top.bench.book
    assert (book.deck.name, book.deck.cards, book.changed) == ("Mine", {"paper-1": 1, "paper-2": 1}, False)


def test_a_deck_beside_a_faulty_one_in_a_file_is_left_to_its_owner():
    text = BY_HAND[""] + '[[deck]]\nname = "Other"\ncrads = { paper-2 = 1 }\n'
    path = written(text)
    book = DeckBook(PaperBox())
    book.open("Mine")
    assert "several decks" in book.delete()
    book.add("paper-7")
    assert "several decks" in book.save()
    assert path.read_text(encoding="utf-8") == text


def test_a_mods_deck_says_whose_it_is_and_is_changed_as_a_copy_like_a_ready_one():
    folder = mods_folder() / "night"
    (folder / "decks").mkdir(parents=True)
    (folder / "mod.toml").write_text('name = "Night"\nversion = "1.0"\ngame = "paper"\n', encoding="utf-8")
    deck = folder / "decks" / "thieves.toml"
    deck.write_text(BY_HAND[""].replace("Mine", "Thieves"), encoding="utf-8")
    stage = Stage(games=(PaperBox(),))
    page = stage.show(Library("paper", decks=True))
    assert [label for _, label in page.widget("deck").options] == ["Folders (ready)", "Cutters (ready)", "Thieves (of the mod Night)"]
    page.bench._open("Thieves")
    stage.frame()
    assert not page.widget("deck-delete").enabled
    book = page.bench.book
    book.add("paper-7")
    assert book.deck.name == "My Thieves"
    book.rename("Thieves")
    assert book.save() == "A deck of the mod Night is called Thieves; choose another name."
    book.rename("My Thieves")
    assert book.save() == ""
    stage.top.stale()
    stage.frame()
    assert page.widget("deck-delete").enabled
    assert [each.name for each in own_decks("paper").decks] == ["My Thieves", "Thieves"]
    assert "paper-7" not in deck.read_text(encoding="utf-8")
