"""What every control is called: whoever hears a page and does not see it knows what each of them is for, and which of several alike it is."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from every_game import BOXES
from shell_stage import Stage
from test_every_screen import Seated, nobody_thinks, over_matches, pages, played, taught

from game.cli.shoot import Silent
from game.kernel.ids import piece_place
from game.kernel.setup import Setup
from game.rules import shelf
from game.table.pages.keys import KeysPanel
from game.table.play.place_words import place_words
from game.table.screens.new_match import NewMatch
from game.table.shell.page import Page
from game.table.shell.text_field import Entry
from game.table.shell.widgets import Choice, Slider

__all__ = ["nobody_thinks"]

pytestmark = pytest.mark.usefixtures("template_shelf")


def unclear(page: Page) -> list[str]:
    """Return what is said of controls that does not tell which they are: nothing, a value without what it is of, or twice the same."""
    stops = [each for each in page.widgets() if each.focusable]
    said = {}
    for each in stops:
        page.focus = each.key
        said[each.key] = page.focused()
    found = [f"{each.key} says {said[each.key]!r}" for each in stops if not any(map(str.isalnum, said[each.key]))]
    valued = [each for each in stops if isinstance(each, Choice | Entry | Slider)]
    found += [f"{each.key} says {said[each.key]!r}" for each in valued if not (each.name or getattr(each, "placeholder", ""))]
    return found + [f"{times} say {words!r}" for words, times in Counter(said.values()).items() if times > 1]


@pytest.mark.parametrize("game", BOXES)
def test_every_control_says_what_it_is_and_no_two_of_a_page_say_the_same(game):
    wrong = []
    for way in (*pages(game), *over_matches(game), *taught(game)):
        stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
        stage.app.surface = None
        page = way.open(stage)
        wrong += [f"{way.name}: {words}" for words in unclear(page)]
    assert not wrong, "\n".join(wrong)


def test_a_choice_a_line_and_a_count_of_the_setup_are_called_by_what_they_are_for():
    stage = Stage(games=shelf(), size=(1280, 720))
    page = stage.show(NewMatch(BOXES["overcross"]))

    def said(key: str) -> str:
        page.focus = key
        return page.focused()

    assert said("player-1") == f"Seat 2, player. Computer, Novice. {page.widget('player-1').hint.rstrip('.')}"
    assert said("deck-0").startswith(f"Seat 1, deck. {page.places[0].deck}. ")
    assert said("temperament-1").startswith("Seat 2, temperament. Even-tempered. ")
    assert said("name-1") == "Seat 2, name. Novice opponent"
    page.choose(1, "name", "Beatrice of the very long and winding name")
    page.stale()
    assert said("name-1") == "Seat 2, name. Beatrice of the very long and winding name", "all of it, also what is not seen"
    assert said("seats-2") == "How many play. 2. chosen"
    assert said("seed").startswith("Seed. any. ")


def test_keys_that_are_signs_are_called_by_name():
    page = Stage(games=shelf()).show(KeysPanel())
    page.focus = "key-."
    assert page.focused().endswith(": full stop")


@pytest.mark.parametrize("game", BOXES)
def test_of_no_piece_the_place_or_the_owner_is_said_twice(game):
    stage, screen = Stage(games=shelf(), speed="instant"), Seated(setup := Setup(game, 2, seed=5), 1, played(setup, 12))()
    screen.rival = Silent()
    screen.ask_here()
    stage.show(screen)
    for _ in range(20):
        stage.frame(0.5)
    scene = screen.view.scene
    for piece in scene.pieces.values():
        said = place_words(screen.view, screen.hand, piece_place(piece.id))
        for name in (scene.zones[piece.zone].label, *screen.match.names):
            assert not name or len(re.findall(rf"\b{re.escape(name)}\b", said)) <= 1, said
