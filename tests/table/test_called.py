"""What every control is called: whoever hears a page and does not see it knows what each of them is for, and which of several alike it is."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from every_game import BOXES
from shell_stage import Stage, flat
from test_ending import ended
from test_every_screen import Seated, nobody_thinks, over_matches, pages, played, taught

from game.cli.shoot import Silent
from game.cli.shoot import played as chosen
from game.kernel.ids import piece_place, zone_place
from game.kernel.setup import Setup
from game.rules import shelf
from game.rules.shine.offers import space_cell, space_words, zone_of_space
from game.rules.shine.state import SPACES
from game.table.canvas.draw import Text
from game.table.canvas.view import meet
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KeysPanel
from game.table.pages.settings import SettingsScreen
from game.table.pieces.pointed import unread
from game.table.play import match_keys
from game.table.play.curtain import Curtain
from game.table.play.match import MatchScreen
from game.table.play.place_words import place_words
from game.table.play.stops import StopsPanel
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.shell.page import Page
from game.table.shell.speech import plain
from game.table.shell.text_field import Entry
from game.table.shell.voice import Voice
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
    assert said("seats-2") == "How many play. 2, chosen"
    assert said("seed").startswith("Seed, any. ")


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


def test_a_space_with_a_name_of_its_own_is_called_by_it_as_the_log_calls_it():
    """The ear heard "space 4 of 5" of what the log called Attack space 3."""
    screen = Stage(games=shelf()).show(MatchScreen(chosen(Setup("shine", 2, seed=3), 40, None)))
    standing = {(piece.zone, piece.slot): piece.id for piece in screen.view.scene.pieces.values() if piece.on is None}
    stood = 0
    for space in range(2 * SPACES):
        assert space_words(space) in re.split("[.,] ", place_words(screen.view, screen.hand, space_cell(space)))
        if zone_of_space(space) in standing:
            stood += 1
            said = place_words(screen.view, screen.hand, piece_place(standing[zone_of_space(space)]))
            assert space_words(space) in re.split("[.,] ", said), said
    assert stood > 2


@pytest.fixture
def kept(monkeypatch):
    """Let sentences wait for ever."""
    monkeypatch.setattr(Voice, "_speak_all", lambda self: None)


def heard(stage: Stage, *keys: str) -> list[str]:
    """Return what is said after keys."""
    voice = stage.app.speech._voice
    voice.hush()
    voice.drop()
    stage.press(*keys)
    stage.frame(0.1)
    return [*voice._first, *voice._waiting, *voice._later]


@pytest.mark.usefixtures("kept")
def test_a_key_that_leads_nowhere_says_again_where_one_is():
    stage = Stage(games=shelf(), speech=True, speed="instant")
    screen = stage.show(Seated(setup := Setup("verona", 2, seed=5), 1, played(setup, 12))())
    for _ in range(20):
        stage.frame(0.5)
    stage.press("escape")
    assert stage.top.announced() == "Paused"
    for key in ("up", "right", "left", "home"):
        stage.press("home")
        first = stage.top.focused()
        assert heard(stage, key) == [first], key
    stage.press("end")
    assert heard(stage, "down") == heard(stage, "end") == [stage.top.focused()] != [first]
    stage.press("escape")
    assert stage.top is screen
    stage.press("tab", *["down"] * 20, *["right"] * 20)
    assert heard(stage, "right") == [plain(screen.focused())]


def test_a_question_is_read_with_its_answers_and_a_list_of_many_is_not():
    labels = ["Do it", "Not yet", "Ask me later", "Never"]
    for count, said in (
        (1, "End turn. Ends playing cards"),
        (2, "End turn. Ends playing cards. Do it or Not yet?"),
        (4, "End turn. Ends playing cards"),
    ):
        answers = [(label, "plain", lambda: None) for label in labels[:count]]
        assert Dialog("End turn", "Ends playing cards.", answers).announced() == said


@pytest.mark.usefixtures("kept")
def test_that_the_table_waits_after_each_step_is_said():
    stage = Stage(games=shelf(), speech=True, speed="instant")
    stage.show(Seated(setup := Setup("verona", 2, seed=5), 1, played(setup, 12))())
    for _ in range(20):
        stage.frame(0.5)
    assert heard(stage, "p")[0] == "The table waits after each step now."
    assert heard(stage, "p")[0] == "The table goes on."


@pytest.mark.usefixtures("kept")
def test_a_slider_at_its_end_says_so_and_a_line_says_nothing_while_its_caret_walks():
    stage = Stage(games=shelf(), speech=True)
    page = stage.show(SettingsScreen())
    page.look_at("volume")
    stage.press("end")
    assert heard(stage, "right") == ["Volume. 100 %"]
    page.look_at("speech")
    stage.press("tab")
    assert page.focus == "name"
    assert heard(stage, "left") == heard(stage, "home") == []


@pytest.mark.usefixtures("kept")
def test_pages_over_a_table_say_what_they_are_about():
    stage = Stage((1024, 640), games=shelf(), speech=True, text_size=175)
    stage.show(MenuScreen())
    for page, said in (
        (Curtain("verona", 0, "Ada", lambda: None), "Pass the table to Ada. Everything is hidden until you are here"),
        (StopsPanel("shine", {}), "Where should the table stop to ask you?"),
        (Dialog("Leave?", long := " ".join(["All of it is kept."] * 60), [("Stay", "main", lambda: None)]), f"Leave? {long.rstrip('.')}"),
    ):
        voice = stage.app.speech._voice
        voice.hush()
        stage.app.push(page)
        stage.frame(0.1)
        assert [*voice._first, *voice._waiting][0] == said
        stage.app.pop()


@pytest.mark.usefixtures("kept")
def test_the_end_reads_what_was_remarkable_and_says_once_what_was_agreed():
    stage, screen = ended(won=True, game="cardmaster", speech=True)
    panel, voice = stage.top, stage.app.speech._voice
    facts = panel.chronicle.facts()
    assert facts
    said = " ".join(voice._later)
    for fact in facts:
        assert f"{fact.label}: {plain(screen.view.spoken(fact.words)).split('. ')[0]}" in said
    assert panel.announced().count("Agreed: ") == 1
    for nth, fact in enumerate(facts):
        if fact.number:
            panel.focus = f"fact-{nth}"
            assert panel.focused().startswith(f"{fact.label}: ")
            assert panel.focused().endswith("Watch")


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_piles_and_the_hands_of_others_say_what_they_are_to_the_eye_the_pointer_and_the_ear(size):
    stage = Stage(size, games=shelf(), speed="instant")
    screen = stage.show(Seated(setup := Setup("overcross", 2, seed=5), 1, played(setup, 14))())
    screen.rival = Silent()
    for _ in range(20):
        stage.frame(0.5)
    viewer, zones = screen.view.viewer, screen.view.scene.zones
    others = [each for each in zones.values() if each.owner not in {None, viewer} and each.kind in {"pile", "hand"}]
    assert {each.label for each in others} == {"Hand", "Deck", "Discard pile"}
    walked = dict(match_keys.stops(screen.hand))
    for zone in others:
        rect = screen.view.board.layout.zones[zone.id]
        on_it = [each.words for each in flat(stage.app.items()) if isinstance(each, Text) and meet(rect, each.rect)]
        assert zone.label in on_it or zone.label.partition(" ")[0] in on_it
        pieces = [piece_place(piece.id) for piece in screen.view.scene.pieces.values() if piece.zone == zone.id]
        for place in (*pieces, zone_place(zone.id)):
            assert unread(stage.app, screen.view.scene, screen.view.board.layout, place, None, screen.view.board.face) == zone.label
        assert zone_place(zone.id) in walked
        count = f". {zone.count} there" if zone.count else ", empty"
        said = place_words(screen.view, screen.hand, zone_place(zone.id))
        assert said.startswith(f"{zone.label}{count}. {screen.match.names[zone.owner]}")
