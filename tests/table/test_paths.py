"""A person's paths through the window, counted in inputs: from the first start to the first action of one's own, and to a match of own cards.

An input is a click, a drag, a key, or a line that is typed. With STARCROSS_PICTURES=FOLDER the first lessons are kept there as pictures, with their numbers.
"""

from __future__ import annotations

import os
from pathlib import Path

import pygame
import pytest
from shell_stage import Stage

from game.content.positions import positions_of
from game.kernel.offers import Offer
from game.match.course import OPEN, Course
from game.rules import IDS, SHIPPED, open_box, shelf
from game.table.pages.dialog import Dialog
from game.table.play.ending import DEAD_SECONDS, EndPanel
from game.table.play.match import MatchScreen
from game.table.screens.learn_match import LearnMatch
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch, meet

MOST = 5
"""How many inputs there may be from the first start to the first action of one's own."""

INPUTS = {"overcross": 3, "starcrossed": 4, "shine": 3, "verona": 4, "cardmaster": 3}
"""How many there are at most, whatever is dealt. In star cross'd one of twenty deals begins with a feud that asks which it is. In Shine the first action is the sign for who begins (SH-4): one of three, free to choose, a line of the match like any
other. In Starcrossed it is asked once more whether a hand is kept."""

MOST_ON = 11
"""How many more there may be from the end of a lesson over a match that is given up to the first action of the next."""


class Counted(Stage):
    """A stage that counts what a person does."""

    inputs = 0

    def click(self, key: str, dx: float = 0.5, dy: float = 0.5, clicks: int = 1) -> None:
        self.inputs += 1
        super().click(key, dx, dy, clicks)

    def press(self, *names: str, mod: int = 0) -> None:
        self.inputs += len(names)
        super().press(*names, mod=mod)

    def type(self, words: str) -> None:
        self.inputs += 1
        super().type(words)

    def touch(self, place: str) -> None:
        """Click on a place of the table."""
        self.inputs += 1
        self.tap(*self.top.view.board.centre_of(place))

    def carry(self, source: str, target: str) -> None:
        """Drag from one place of the table to another."""
        self.inputs += 1
        board = self.top.view.board
        (x, y), (to_x, to_y) = board.centre_of(source), board.centre_of(target)
        self.move(x, y)
        self.down(x, y)
        self.move((x + to_x) / 2, (y + to_y) / 2)
        self.move(to_x, to_y)
        self.up(to_x, to_y)


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def own_turn(stage: Counted) -> MatchScreen:
    for _ in range(60):
        stage.frame(0.2)
        deciding = stage.top.match.deciding
        if not stage.top.view.player.busy and deciding is not None and not stage.top.match.plans[deciding].human:
            stage.top.submit(stage.top.match.legal()[0])  # nobody thinks here: the opponent does what comes first
        if stage.top.view.human_turn and stage.top.hand.ready and stage.top.hand.grip.offers:
            return stage.top
    raise AssertionError("it is never one's turn")


def act(stage: Counted, offer: Offer) -> None:
    """Take an offer as a person would: by its button, by a click on what it is about, or by dragging that to where it goes."""
    screen = stage.top
    before, buttons = screen.match.count, screen.hand.buttons()
    if offer.main:
        stage.press("space")
    elif offer.source is None and any(each.action == offer.action for each in buttons):
        others = [each for each in buttons if not each.main or each.refusal is not None]
        stage.click(f"offer-{next(index for index, each in enumerate(others) if each.action == offer.action)}")
    elif offer.source is None or offer.target is None:
        stage.touch(offer.source or offer.target)
        if screen.match.count == before and not screen.hand.grip.menu:
            stage.frame(1.0)
            stage.touch(offer.source or offer.target)
    else:
        stage.carry(offer.source, offer.target)
    if screen.match.count == before and screen.hand.grip.menu:
        stage.click(f"menu-{next(index for index, each in enumerate(screen.hand.grip.menu) if each.action == offer.action)}")
    if isinstance(stage.top, Dialog):
        stage.frame(0.5)
        stage.click("answer-0")  # the gold is on the way back
    for _ in range(4):
        stage.frame(0.3)


@pytest.mark.parametrize("game", IDS)
def test_from_the_first_start_to_the_first_action_of_a_match_takes_five_inputs_at_most(game: str) -> None:
    stage = Counted(games=shelf(), speed="instant", reduced_motion=True, closing="first")
    stage.show(MenuScreen())
    stage.click(f"world-{game}")
    assert isinstance(stage.top, NewMatch)
    stage.click("start")
    screen = own_turn(stage)
    before = screen.match.count
    allowed = [offer for offer in screen.hand.grip.offers if offer.refusal is None]
    act(stage, next((offer for offer in allowed if offer.main), allowed[0]))
    assert screen.match.count > before
    assert stage.inputs <= INPUTS[game] <= MOST, game


@pytest.mark.parametrize("game", IDS)
def test_from_the_first_start_to_the_first_action_of_a_lesson_takes_five_inputs_at_most(game: str) -> None:
    stage = Counted(games=shelf(), speed="instant", reduced_motion=True)
    stage.show(MenuScreen())
    if stage.top.widget(f"learn-{game}") is None:
        pytest.skip("this game has no lessons")
    stage.click(f"learn-{game}")
    stage.click("open-lesson-1")
    screen = stage.top
    assert isinstance(screen, LearnMatch)
    assert isinstance(screen.lesson, Course)
    while screen.lesson.reading:
        stage.press("space")
        for _ in range(6):
            stage.frame(0.2)
    own_turn(stage)
    act(stage, screen.lesson.wanted(screen.match.offers())[0])
    assert screen.match.count >= 1
    assert stage.inputs <= MOST, game


def test_a_match_of_three_own_cards_a_side_takes_a_third_of_a_hundred_inputs_CM_3() -> None:
    stage = Counted(games=(open_box("cardmaster"),), size=(1920, 1080))
    stage.show(MenuScreen())
    stage.click("world-cardmaster")
    stage.click("option-mode", dx=0.95)
    stage.click("option-length", dx=0.05)
    stage.click("type-in")
    for number in range(6):
        stage.click("like", dx=0.95)
        stage.click("name")
        stage.type(f"Own card {number}")
        stage.press("return")
    stage.press("escape")
    page = stage.top
    assert isinstance(page, NewMatch)
    assert [place.deck for place in page.places] == ["My cards 1", "My cards 2"]
    stage.click("start")
    assert isinstance(stage.top, MatchScreen)
    assert stage.inputs <= 33
    decks = stage.top.match.setup.decks
    assert [len(deck.cards) for deck in decks] == [3, 3]
    assert not set(decks[0].cards) & set(decks[1].cards)
    typed = open_box("cardmaster").typed_cards
    cards = [typed.values(card) for deck in decks for card in deck.cards]
    assert [card["name"] for card in cards] == [f"Own card {number}" for number in range(6)]
    assert len({(card["hp"], card["atk"]) for card in cards}) > 1, "each began like another card"


class Pictures:
    """What is to be seen on a path, kept where STARCROSS_PICTURES says; nothing without."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.stage, self.name, self.number = stage, name, 0
        self.folder = os.environ.get("STARCROSS_PICTURES", "")

    def take(self, what: str) -> None:
        if self.folder:
            self.number += 1
            app = self.stage.app
            surface = pygame.Surface(app.view.pixels)
            app.painter.paint(surface, app.view, app.items(), anew=True)
            pygame.image.save(surface, Path(self.folder) / f"{self.name}-{self.number:02}-{what}.png")

    def tell(self, words: str) -> None:
        if self.folder:
            (Path(self.folder) / f"{self.name}.txt").write_text(words + "\n", encoding="utf-8")


A_WORD, AN_INPUT, A_LESSON = 60 / 200, 2.0, 180.0
"""Seconds to read a word, as people read who are not in a hurry, and to find and do what is asked; and what a first lesson may take."""


def rested(stage: Counted) -> None:
    """Let the table move until it rests and whoever learns is asked."""
    screen = stage.top
    for _ in range(300 if isinstance(screen, LearnMatch) else 0):
        stage.frame(0.2)
        moving = screen.view.player.busy or screen.view.board.moving(stage.app.now)
        if stage.top is not screen or (not moving and screen.match.deciding in {None, screen.lesson.seat}):
            break


def gone_through(stage: Counted, pictures: Pictures) -> int:
    """Go through the lesson that lies on the table; return how many words there were to read."""
    screen, words = stage.top, 0
    rested(stage)
    while isinstance(stage.top, LearnMatch) and screen.lesson.verdict == OPEN:
        step = screen.lesson.step
        words += len(step.say.split())
        pictures.take("lesson")
        if screen.lesson.reading:
            stage.press("space")
        else:
            offer = screen.lesson.leads_on()
            assert offer is not None, step.say
            act(stage, offer)
        rested(stage)
    return words


@pytest.mark.parametrize("game", SHIPPED)
def test_the_first_lesson_ends_within_three_minutes_of_the_first_start(game: str) -> None:
    """What is moved at the usual pace, read and done there is added up."""
    stage = Counted(games=shelf())
    pictures = Pictures(stage, game)
    stage.show(MenuScreen())
    pictures.take("start")
    stage.click(f"learn-{game}")
    stage.click("open-lesson-1")
    begun, words = stage.clock.now, gone_through(stage, pictures)
    for _ in range(10):
        stage.frame(0.3)
    assert "Well done!" in stage.words()
    pictures.take("learnt")
    lesson = stage.inputs
    seconds = stage.clock.now - begun
    spent = seconds + words * A_WORD + lesson * AN_INPUT
    assert spent < A_LESSON, f"{seconds:.0f} s of movement, {words} words, {lesson} inputs"
    pictures.tell(f"{game}: {lesson} inputs, {words} words, {seconds:.0f} s of movement, {spent:.0f} s in all")


def chosen(stage: Counted, label: str) -> None:
    """Press an answer of the panel on top."""
    stage.click(f"answer-{next(index for index, answer in enumerate(stage.top.answers) if answer[0] == label)}")


def acted(stage: Counted, pictures: Pictures, what: str) -> None:
    """Take a first action of one's own."""
    screen = own_turn(stage)
    pictures.take(what)
    before = screen.match.count
    allowed = [offer for offer in screen.hand.grip.offers if offer.refusal is None]
    act(stage, next((offer for offer in allowed if offer.main), allowed[0]))
    assert screen.match.count > before


@pytest.mark.parametrize("game", SHIPPED)
def test_from_a_lesson_over_a_match_that_is_lost_to_the_next_is_a_short_way(game: str) -> None:
    stage = Counted(games=shelf(), speed="instant", reduced_motion=True, closing="first")
    stage.app.meet = meet
    pictures = Pictures(stage, f"{game}-on")
    stage.show(MenuScreen())
    stage.click(f"learn-{game}")
    stage.click("open-lesson-1")
    gone_through(stage, pictures)
    for _ in range(10):
        stage.frame(0.3)
    lesson = stage.inputs
    chosen(stage, "Match against Novice")
    assert [plan.player for plan in stage.top.match.plans[:2]] == ["human", "novice"]
    lay = next(each for each in positions_of(game) if each.name == "lesson-1").setup
    assert [deck.name for deck in stage.top.match.setup.decks] == list(lay.decks), "another deck than the lesson showed"
    assert stage.top.match.setup.map == lay.map
    assert [type(screen) for screen in stage.app.screens] == [MenuScreen, MatchScreen], "leaving leads to the menu, as after any match"
    acted(stage, pictures, "first-match")
    stage.press("escape")
    pictures.take("pause")
    chosen(stage, "Concede")
    chosen(stage, "Concede")
    for _ in range(8):
        stage.frame(0.2)
    assert isinstance(stage.top, EndPanel)
    stage.frame(DEAD_SECONDS)
    pictures.take("lost")
    chosen(stage, "Again")
    acted(stage, pictures, "again")
    assert stage.inputs - lesson <= MOST_ON, game
    pictures.tell(f"{game}: {lesson} inputs to the end of the lesson, {stage.inputs - lesson} more to the first action of the second match")
