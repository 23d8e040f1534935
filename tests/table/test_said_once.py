"""What is read aloud is said once and whole: of two things of one name, of a field to type in, in a closer look, and at the end of a match."""

from __future__ import annotations

import pytest
from shell_stage import Stage

from game.kernel.setup import Outcome
from game.rules import shelf
from game.table.pages.rules import RulesScreen
from game.table.play.ending import EndPanel
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.shell.speech import Heard, Speech


class Mouth:
    """A voice that keeps what it is given; `None` stands for a cut."""

    fault = ""

    def __init__(self) -> None:
        self.said: list[str | None] = []

    def say(self, words: str) -> None:
        self.said.append(words)

    def hush(self) -> tuple[str, ...]:
        """Cut off, when all was spoken to its end."""
        self.said.append(None)
        return ()

    def close(self) -> None:
        """End."""

    def gone(self) -> None:
        """End."""


class Shown(Heard):
    """A screen that says what it is told to."""

    def __init__(self, focus: str = "", spot: str = "", *, patient: bool = False) -> None:
        self.focus, self.where, self.patient = focus, spot, patient

    def announced(self) -> str:
        return "A screen"

    def focused(self) -> str:
        return self.focus

    def spot(self) -> str:
        return self.where


class Window:
    """A window with nothing but a top screen."""

    def __init__(self, top: Heard) -> None:
        self.top = top
        self.settings = type("On", (), {"speech": True})()
        self.notices: list[tuple[float, str, str]] = []

    def say(self, words: str, tone: str = "") -> None:
        raise AssertionError(words, tone)


@pytest.fixture
def heard(monkeypatch):
    """Return what makes a screen be attended to, and lists what was said since."""
    mouth, speech = Mouth(), Speech()
    monkeypatch.setattr("game.table.shell.speech.Voice", lambda: mouth)

    def attend(screen: Shown, *happened: str, by_hand: bool = True) -> list[str | None]:
        for words in happened:
            speech.tell(words)
        mouth.said.clear()
        speech.attend(Window(screen), changed=True, by_hand=by_hand)
        return list(mouth.said)

    return attend


def test_of_two_things_of_the_same_words_the_second_is_said_as_well(heard):
    screen = Shown("3. Your dice", "piece/1")
    assert heard(screen)[-1] == "3. Your dice"
    assert heard(screen) == []
    screen.where = "piece/2"
    assert heard(screen) == [None, "3. Your dice"]


def test_what_goes_on_from_what_was_said_is_not_begun_again(heard):
    screen = Shown("Rapier. Your hand", "piece/1")
    heard(screen)
    screen.focus = "Rapier. Your hand. Strength 2"
    assert heard(screen) == ["Strength 2"]
    screen.focus = "Dagger"
    assert heard(screen) == [None, "Dagger"]


def test_what_a_key_made_happen_is_told_after_the_new_focus_and_cut_off_by_a_new_screen_alone(heard):
    screen = Shown("Rapier", "piece/1")
    heard(screen)
    screen.focus, screen.where = "Take", "main"
    assert heard(screen, "Ada plays Rapier") == [None, "Take", "Ada plays Rapier"]
    screen.focus = "Choose"
    assert heard(screen, "Ada draws a card", by_hand=False) == ["Choose", "Ada draws a card"]
    assert heard(Shown(), "Ada holds a secret") == [None, "A screen"]


def test_the_end_of_a_match_cuts_off_nothing(heard):
    heard(Shown("Rapier", "piece/1"))
    assert heard(Shown("Again", "answer-0", patient=True), "Ada wins the duel") == ["Ada wins the duel", "A screen", "Again"]
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
    assert screen.focused().startswith("Search. bog")


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
