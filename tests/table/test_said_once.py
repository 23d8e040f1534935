"""What is read aloud is said once and whole: of two things of one name, of a field to type in, in a closer look, and at the end of a match."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from shell_stage import Stage
from test_every_screen import Seated

from game.cli.shoot import played
from game.kernel.ids import piece_place
from game.kernel.setup import Outcome, Setup
from game.rules import shelf
from game.table.pages.rules import RulesScreen
from game.table.play.ending import EndPanel
from game.table.play.log import folded
from game.table.play.match import MatchScreen
from game.table.play.place_words import place_words
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.shell.speech import NOT_ASKED, Heard, Speech, joined
from game.table.shell.widget_words import hint_words, widget_words


class Mouth:
    """A voice that keeps what it is given; `None` stands for a cut."""

    fault = ""

    def __init__(self) -> None:
        self.said: list[str | None] = []
        self.unsaid: tuple[str, ...] = ()

    def say(self, words: str, *, first: bool = False, later: bool = False) -> None:
        """Keep what is said; what is for `later` in brackets."""
        self.said.append(f"({words})" if later else words)

    def hush(self) -> tuple[str, ...]:
        """Cut off; all was spoken to its end but what a test says."""
        self.said.append(None)
        unsaid, self.unsaid = self.unsaid, ()
        return unsaid

    def withdraw(self, words: str) -> None:
        """Forget a sentence that was not spoken to its end."""
        self.unsaid = tuple(each for each in self.unsaid if each != words)

    def drop(self) -> tuple[str, ...]:
        """Forget what waits for later, when nothing does."""
        return ()

    def forget(self) -> None:
        """Nothing was left out."""

    def close(self) -> None:
        """End."""

    def gone(self) -> None:
        """End."""


class Shown(Heard):
    """A screen that says what it is told to."""

    def __init__(self, focus: str = "", spot: str = "", *, patient: bool = False, asks: str = "") -> None:
        self.focus, self.where, self.patient, self.asks, self.whole = focus, spot, patient, asks, ""

    def announced(self) -> str:
        return "A screen"

    def focused(self) -> str:
        return self.focus

    def spot(self) -> str:
        return self.where

    def asked(self) -> str:
        return self.asks

    def looked_at(self) -> str:
        return self.whole


class Window:
    """A window with nothing but a top screen."""

    def __init__(self, *heard: Heard) -> None:
        self.heard, self.top = heard, heard[-1]
        self.settings = type("On", (), {"speech": True})()
        self.notices: list[tuple[float, str, str]] = []

    def say(self, words: str, tone: str = "") -> None:
        raise AssertionError(words, tone)


@pytest.fixture
def heard(monkeypatch):
    """Return what makes a screen be attended to, and lists what was said since."""
    mouth, speech = Mouth(), Speech()
    monkeypatch.setattr("game.table.shell.speech.Voice", lambda: mouth)

    def attend(
        screen: Shown, *happened: str, by_hand: bool = True, unsaid: tuple[str, ...] = (), again: bool = False, over: tuple[Heard, ...] = ()
    ) -> list[str | None]:
        for words in happened:
            speech.tell(words)
        mouth.said.clear()
        mouth.unsaid = unsaid
        if again:
            speech.repeat()
        speech.attend(Window(*over, screen), changed=True, by_hand=by_hand)
        return list(mouth.said)

    return attend


def test_of_two_things_of_the_same_words_the_second_is_said_as_well(heard):
    screen = Shown("3. Your dice", "piece/1")
    assert heard(screen)[-1] == "(3. Your dice)"
    assert heard(screen) == []
    screen.where = "piece/2"
    assert heard(screen) == [None, "3. Your dice"]


def test_what_goes_on_from_what_was_said_is_not_begun_again(heard):
    screen = Shown("Rapier. Your hand", "piece/1")
    heard(screen)
    screen.focus = "Rapier. Your hand. Strength 2"
    assert heard(screen) == ["(Strength 2)"]
    screen.focus = "Dagger"
    assert heard(screen) == [None, "Dagger"]


def test_what_cannot_be_pressed_is_called_by_its_name_before_it_is_said_so_and_why():
    stage = Stage(games=shelf())
    screen = stage.show(MatchScreen(played(Setup("overcross", 2, seed=3), 0, None)))
    step = screen.widget("tool-step")
    assert not step.enabled
    assert widget_words(step, screen.look(step)) == (
        "Show the next step (.), cannot be pressed now. Single steps are shown while the table is paused"
    )
    assert hint_words(step) == "Show the next step (.): Single steps are shown while the table is paused."
    assert hint_words(replace(step, hint="A step is shown.")) == "A step is shown. Single steps are shown while the table is paused."
    for widget in screen.widgets():
        assert not widget_words(widget, screen.look(widget)).startswith("cannot")
    stage.app.let_go()


LIKE = [
    ("shine", 0),
    ("shine", 20),
    ("shine", 60),
    ("starcrossed", 0),
    ("starcrossed", 60),
    ("verona", 0),
    ("overcross", 20),
    ("cardmaster", 40),
]


@pytest.mark.parametrize(("game", "actions"), LIKE)
def test_no_two_places_are_told_in_the_same_words(game, actions):
    stage = Stage(games=shelf())
    screen = stage.show(MatchScreen(played(Setup(game, 2, seed=3), actions, None)))
    view, told = screen.view, {}
    places = [piece_place(key) for key, piece in view.scene.pieces.items() if piece.face and key in view.board.layout.poses]
    for zone in view.scene.zones.values():
        places += [f"cell/{zone.id}/{slot}" for slot in range(zone.columns * zone.rows)] if zone.kind == "row" else []
    for place in places:
        words = place_words(view, screen.hand, place)
        assert words not in told, (words, place, told[words])
        told[words] = place
    stage.app.let_go()


def test_what_happened_and_what_is_asked_come_before_what_has_the_focus(heard):
    screen = Shown("Rapier", "piece/1", asks="Attack?")
    assert heard(screen) == ["Speech is on.", "A screen", "Attack?", "(Rapier)"]
    screen.focus, screen.where, screen.asks = "Take", "main", "Block?"
    assert heard(screen, "Ada plays Rapier") == [None, "Ada plays Rapier", "Block?", "(Take)"]
    screen.focus = "Choose"
    assert heard(screen, "Ada draws a card", by_hand=False) == ["(Choose)", "Ada draws a card"]
    assert heard(Shown(), "Ada holds a secret") == [None, "A screen"]


def test_whoever_walks_is_answered_at_once_and_hears_then_what_was_cut_off(heard):
    screen = Shown("Rapier", "piece/1", asks="Attack?")
    heard(screen)
    screen.focus, screen.where = "Dagger", "piece/2"
    late = ("Ada draws", "Ada ends the turn", "Attack?")
    assert heard(screen, unsaid=late) == [None, "Dagger", *late]
    screen.focus, screen.where = "Bow", "piece/3"
    assert heard(screen, unsaid=("Dagger", *late)) == [None, "Bow", *late], "the name of what has no focus any more is not said"


def test_a_question_that_was_answered_is_not_said_any_more_and_what_was_done_comes_before_the_focus(heard):
    screen = Shown("Rapier", "piece/1", asks="Attack?")
    heard(screen)
    screen.focus, screen.where, screen.asks = "Dagger", "piece/2", ""
    assert heard(screen, unsaid=("Ada draws", "Attack?", "Rapier")) == [None, "Ada draws", "(Dagger)"]
    assert heard(screen, "Ada attacks", by_hand=False) == ["Ada attacks"]


def test_asked_to_repeat_it_says_what_waits_and_then_the_question_and_the_focus_once(heard):
    screen = Shown("Rapier", "piece/1", asks="Attack?")
    heard(screen)
    late = ("Rapier", "Ada draws", "Attack?")
    assert heard(screen, "Ada ends the turn", unsaid=late, again=True) == [None, "Ada draws", "Ada ends the turn", "Attack?", "(Rapier)"]
    assert heard(screen, again=True) == [None, "Attack?", "(Rapier)"]


def test_what_is_looked_at_closer_is_read_last_and_a_sentence_at_a_time(heard):
    screen = Shown("Rapier. Item", "piece/1", asks="Attack?")
    heard(screen)
    screen.whole = "Item. Cost 2. Draws a card"
    assert heard(screen, "Ada draws") == ["(Cost 2)", "(Draws a card)", "Ada draws"]
    assert heard(screen) == []


def test_what_changes_of_the_focus_by_itself_is_told_alone(heard):
    screen = Shown("Deck. 22 there. Draw here", "zone/deck", asks="Attack?")
    heard(screen)
    screen.focus = "Deck. 21 there. Draw here"
    assert heard(screen, by_hand=False) == ["(21 there)"]
    heard(screen, "Ada draws", by_hand=False)
    screen.focus = "Deck. 20 there. Draw here"
    assert heard(screen, by_hand=False) == ["(Deck. 20 there)"]
    screen.focus = "Deck. 20 there"
    assert heard(screen, by_hand=False) == []


def test_the_end_of_a_match_cuts_off_nothing(heard):
    heard(Shown("Rapier", "piece/1"))
    assert heard(Shown("Again", "answer-0", patient=True), "Ada wins the duel") == ["Ada wins the duel", "A screen", "(Again)"]
    assert EndPanel.patient


def test_the_end_says_what_everybody_scored():
    stage = Stage(games=shelf())
    outcome = Outcome((1,), (7, 12), "The board is full.\nSay it with roses.", "VR-21")
    page = stage.show(EndPanel(outcome, ("Ada", "Bo"), (("Again", "cycle", "main", lambda: None),), label="Prestige"))
    assert page.announced().endswith("Bo: Prestige 12. Ada: Prestige 7. Say it with roses")
    assert "The board is full. (VR-21)" in page.announced()


@pytest.mark.parametrize("page", [lambda: Library("overcross"), lambda: RulesScreen("verona")], ids=["library", "rules"])
def test_a_field_to_search_in_says_so_with_what_is_written(page):
    stage = Stage(games=shelf())
    screen = stage.show(page())
    screen.look_at("search")
    assert screen.focused().startswith("Search")
    screen.widget("search").insert(screen, "bog")
    screen.stale()
    assert screen.focused().startswith("Search, bog")


def test_each_way_to_learn_says_which_game_it_teaches():
    stage = Stage(games=shelf())
    menu = stage.show(MenuScreen())
    said = []
    for game in stage.app.games:
        if menu.widget(f"learn-{game.id}") is not None:
            menu.look_at(f"learn-{game.id}")
            said.append((game.title, menu.focused()))
    assert len(said) == 5
    assert all(words.startswith(f"{title}. Learn to play") for title, words in said)


def test_what_waits_comes_again_after_a_page_that_was_opened_over_the_table_and_after_it_was_closed(heard):
    menu, table, page, deeper = (
        Shown("Start", "start"),
        Shown("Rapier", "piece/1", asks="Choose."),
        Shown("Close", "close"),
        Shown("Done", "done"),
    )
    table.eventful = True
    heard(menu)
    heard(table, over=(menu,))
    unsaid = ("Ann attacks.", "Choose.", "Rapier", "You lose 2.")
    assert heard(page, over=(menu, table), unsaid=unsaid) == [None, "A screen", "Ann attacks.", "You lose 2.", "(Close)"]
    assert heard(deeper, over=(menu, table, page), unsaid=("A screen", "You lose 2."))[:3] == [None, "A screen", "You lose 2."]
    assert heard(page, over=(menu, table), unsaid=("A screen", "You lose 2."))[:3] == [None, "A screen", "You lose 2."]
    back = heard(table, over=(menu,), unsaid=("You lose 2.",))
    assert back == [None, "A screen", "You lose 2.", "Choose.", "(Rapier)"]
    assert "You lose 2." not in heard(menu, unsaid=("You lose 2.",)), "the match was left"


def test_a_veil_lets_nothing_be_heard_that_was_told_before_it(heard):
    table, curtain = Shown("Rapier", "piece/1"), Shown("Here", "here")
    curtain.veil = table.eventful = True
    heard(table)
    assert heard(curtain, "A secret.", over=(table,), unsaid=("Ann attacks.",)) == [None, "A screen", "(Here)"]
    assert heard(table, unsaid=("Another.",)) == [None, "A screen", "(Rapier)"]


def test_that_nobody_is_asked_is_not_said_once_somebody_is(heard):
    table = Shown("Rapier", "piece/1")
    heard(table)
    table.asks = "Choose."
    table.focus, table.where = "Dagger", "piece/2"
    said = heard(table, "Ann attacks.", unsaid=(NOT_ASKED, "Ann moves."))
    assert said == [None, "Ann moves.", "Ann attacks.", "Choose.", "(Dagger)"]


def test_what_happened_behind_a_curtain_is_told_as_often_as_it_happened_like_in_the_log():
    """Whoever sat down heard that a card was drawn where five were."""
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    screen = stage.show(Seated(Setup("overcross", 2, seed=5), 2, [])())
    stage.top.here()
    said, drawn = screen.announced(), [each.words for each in folded(screen.view.log.entries) if "draws a card" in each.words]
    assert drawn
    for line in drawn:
        name, times = re.fullmatch(r"\*?(.+?)\*? draws a card ×(\d+)", line).groups()
        assert f"{name} draws a card, {times} times." in said
    stage.app.let_go()


def test_what_begins_small_goes_on_with_the_sentence_before_it():
    assert joined(["Go on (P)", "chosen"]) == "Go on (P), chosen"
    assert joined(["Pawn.", "space 3 of 5", "Ada", "Attack?", "yes"]) == "Pawn, space 3 of 5. Ada. Attack? yes"
    stage = Stage(games=shelf())
    screen = stage.show(MatchScreen(played(Setup("overcross", 2, seed=3), 0, None)))
    stage.press("p")
    pause = screen.widget("tool-pause")
    assert widget_words(pause, screen.look(pause)).startswith("Go on (P), chosen")
    stage.app.let_go()
