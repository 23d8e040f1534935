"""Small things that make one stumble: each was met once in a real match."""

from __future__ import annotations

import re
from itertools import pairwise

import pytest
from msgspec.structs import replace
from shell_stage import PaperBox, Stage, flat

from game.cli.text import TextTable
from game.kernel.chance import Chance
from game.kernel.ids import own_zone, piece_place
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box, shelf
from game.table.canvas.draw import Icon, Made, Panel, Text
from game.table.pages.links import Linked
from game.table.pages.settings import SettingsScreen
from game.table.pieces.card_face import face_items
from game.table.play import looks
from game.table.play.match import MatchScreen
from game.table.play.overlay import LAYER
from game.table.screens.library import Library
from game.table.shell.widgets import Toggle


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def sat(game: str, actions: int) -> tuple[Stage, MatchScreen]:
    match, chance = Match.start(Setup(game, 2, seed=4), (SeatPlan("human"), SeatPlan("random"))), Chance(4)
    while match.deciding != 0 or match.count < actions or (match.scene(0).phases and not match.scene(0).phase):
        match.submit(chance.pick(match.legal()))
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(0.2)
    return stage, screen


def shown_large(stage: Stage) -> list[str]:
    return [item.words for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card" and item.layer == LAYER + 1]


def test_the_key_that_goes_to_the_search_is_not_typed_into_it():
    stage = Stage(games=(PaperBox(),))
    page = stage.show(Library("paper"))
    stage.press("/")
    assert page.focus == "search"
    stage.type("ab")
    assert page.sieve.search == "ab"


@pytest.mark.parametrize("text", [100, 125, 150, 175])
def test_the_sign_of_a_card_without_a_picture_stands_between_its_name_and_its_text(text):
    stage = Stage(games=(open_box("cardmaster"),), text_size=text)
    stage.show(Library("cardmaster"))
    face = replace(next(iter(open_box("cardmaster").catalogue())), id="mine", art="mine", icon="person", name="Mouthpiece of the Marshes")
    for each, shown in ((face, text == 100), (replace(face, text=("Waits.",), stats=()), True)):
        items = face_items(stage.app, stage.app.theme, each, (0.0, 0.0, 460.0, 644.0), 460)
        signs = [item.rect for item in items if isinstance(item, Icon) and item.name == "person" and item.rect[2] > 40]
        said = [item.rect for item in items if isinstance(item, Text) and item.words in {each.line, "\n".join(each.text)}]
        assert bool(signs) == shown, "where words leave no room there is no sign, and never half of one"
        assert len(said) == 2
        assert all(y + high <= min(top for _, top, _, _ in said) for _, y, _, high in signs[-1:])


@pytest.mark.parametrize(("game", "actions"), [("overcross", 20), ("shine", 4), ("starcrossed", 20)])
def test_a_card_shown_large_goes_when_the_card_has_left(game, actions):
    stage, screen = sat(game, actions)
    offers = [offer for offer in screen.match.offers() if offer.refusal is None and (offer.source or "").startswith("piece/")]
    pieces = screen.view.scene.pieces
    offer = next(
        each for each in offers if pieces[int(each.source[6:])].zone == own_zone("hand", 0) and screen.view.board.centre_of(each.source)
    )
    stage.move(*screen.view.board.centre_of(offer.source))
    for _ in range(8):
        stage.frame(0.2)
    face = screen.view.printed.face(pieces[int(offer.source[6:])].face)
    assert shown_large(stage) == [face.name]
    screen.submit(offer.action)
    for _ in range(8):
        stage.frame(0.2)
    assert face.name not in shown_large(stage) or any(
        piece.face == pieces[int(offer.source[6:])].face and screen.hand.over == piece_place(key)
        for key, piece in screen.view.scene.pieces.items()
    )


@pytest.mark.parametrize("game", ["verona", "overcross", "cardmaster"])
def test_a_piece_just_picked_up_says_nothing_of_the_place_it_was_picked_up_from(game):
    stage, screen = sat(game, 6)
    source = next(each for each in screen.hand.grip.sources() if each.startswith("piece/") and screen.view.board.centre_of(each))
    stage.down(*screen.view.board.centre_of(source))
    stage.move(screen.app.pointer[0] + 12, screen.app.pointer[1])
    stage.frame(0.1)
    assert screen.hand.grip.held == source
    assert not [item for item in looks.over(screen.view, screen.hand) if isinstance(item, Panel) and item.layer == LAYER]


def test_that_a_card_takes_effect_is_no_line_right_after_its_play():
    """It is one where anything was told between, in words as in the window."""
    match, chance = Match.start(Setup("shine", 2, seed=5), (SeatPlan("human"), SeatPlan("random"))), Chance(5)
    stage = Stage(speed="instant", reduced_motion=True)
    while match.deciding != 0 or match.count < 160:
        match.submit(chance.pick(match.legal()))
    view = stage.show(MatchScreen(match)).view
    told = [beat.telling for number in range(match.count - 60, match.count + 1) for beat in match.beats(view.viewer, number)]
    told = [telling for telling in told if telling is not None and telling.words]
    at_once = [line for before, line in pairwise(told) if line.resumes and before.kind == "play" and line.words.split()[0] in before.words]
    apart = [line for line in told if line.resumes and line not in at_once]
    assert at_once
    assert apart
    written, said, typed = [entry.words for entry in view.log.entries], [], iter(["log 61", "quit"])
    TextTable(match, lambda: next(typed), said.append).play()
    for lines in (written, said):
        assert sum(words.endswith(" resolves.") for words in lines) == len(apart)
    assert len(written) == len(told) - len(at_once)


@pytest.mark.parametrize(("size", "least"), [((1024, 640), 24), ((1280, 720), 28), ((1920, 1080), 28)])
def test_every_switch_of_the_settings_is_seen_as_large_as_it_is_met(size, least):
    stage = Stage(size, games=(PaperBox(),))
    screen = stage.show(SettingsScreen())
    switches = [widget for widget in screen.widgets() if isinstance(widget, Toggle)]
    assert len(switches) > 5
    for switch in switches:
        drawn = next(item for item in switch.draw(screen.look(switch)) if isinstance(item, Panel))
        assert drawn.rect[3] * stage.app.view.scale >= least
        assert drawn.rect[2] > drawn.rect[3]


def test_a_button_that_was_moved_from_under_the_pointer_is_hovered_no_more():
    stage = Stage(games=[open_box("shine")], speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(Match.start(Setup("shine", 2, seed=2), (SeatPlan("human"), SeatPlan("human")))))
    for _ in range(4):
        stage.frame(0.1)
    x, y, wide, high = stage.rect("offer-0")
    stage.move(x + wide / 2, y + high / 2)
    stage.frame(1.0)
    assert screen.hover == "offer-0"
    screen.submit(next(offer for offer in screen.hand.grip.offers if offer.refusal is None).action)
    for _ in range(20):
        stage.frame(0.1)
        under = screen.under(*stage.app.pointer)
        assert screen.hover == (under.key if under is not None else ""), "what is lit and explained is what lies under the pointer"


def test_a_button_says_what_it_would_bring_where_that_can_be_known():
    for seed in range(12):
        match, chance = Match.start(Setup("starcrossed", 2, seed=seed), (SeatPlan("human"), SeatPlan("random"))), Chance(seed)
        while match.deciding is not None:
            if match.deciding == 0 and any(type(action).__name__ == "Block" for action in match.legal()):
                stage = Stage(games=[open_box("starcrossed")], speed="instant", reduced_motion=True)
                screen = stage.show(MatchScreen(match))
                for _ in range(4):
                    stage.frame(0.1)
                hints = [widget.hint for widget in screen.widgets() if widget.key == "main" or widget.key.startswith("offer-")]
                assert any(hint.startswith("Blocked: ") and "vanquished" in hint for hint in hints), hints
                assert any(re.match(r"You lose \d+ life", hint) for hint in hints), hints
                return
            match.submit(chance.pick(match.legal()))
    raise AssertionError("nobody was ever asked to block")


def opened_and_closed(stage: Stage, how: str) -> None:
    """Open a page over the table by a key, or by its button, and close it by Esc."""
    screen = stage.top
    if how.startswith("tool-"):
        stage.click(how)
    else:
        stage.press(how)
    assert stage.top is not screen
    stage.frame(1.0)
    stage.press("escape")
    assert stage.top is screen


@pytest.mark.parametrize("how", ["f1", "h", "escape", "tool-menu"])
def test_no_hint_stays_when_a_page_over_the_table_was_closed(how):
    """Whoever plays by mouse and reads a page goes on by mouse: the button pressed last does not explain itself."""
    stage, screen = sat("overcross", 12)
    stage.click("tool-log")
    stage.move(
        *screen.view.board.centre_of(
            next(place for place in map(piece_place, screen.view.scene.pieces) if screen.view.board.rect_of(place))
        )
    )
    stage.frame(0.1)
    opened_and_closed(stage, how)
    for _ in range(4):
        stage.frame(0.5)
        assert screen._hint() == [], "a hint of what nobody points at"
    assert not screen.by_keyboard
    stage.press("tab")
    assert screen.by_keyboard, "a key brings the keyboard's mark back"


def test_nothing_is_looked_at_where_the_pointer_was_before_another_page_lay_there():
    stage, screen = sat("cardmaster", 4)
    stage.frame(0.1)
    (x, y, wide, high), link = next(each for each in screen.view.named.places)
    stage.move(x + wide / 2, y + high / 2)
    assert screen.hand.link == link
    stage.press("f1")
    stage.move(3.0, 3.0)
    stage.press("escape")
    stage.frame(1.0)
    assert screen.hand.link is None
    assert screen.lying_over() == []


def test_words_over_the_table_are_looked_through_once(monkeypatch):
    stage, screen = sat("overcross", 30)
    refused = next(offer for offer in screen.match.offers() if offer.refusal is not None)
    screen.hand.refused = ((refused,), (400.0, 400.0, 10.0, 10.0), stage.clock.now + 40)
    built = []

    class Counted(Linked):
        def __init__(self, *given, **named) -> None:
            built.append(given[1])
            super().__init__(*given, **named)

    monkeypatch.setattr("game.table.play.match_view.Linked", Counted)
    for _ in range(5):
        stage.app.touch()
        stage.frame(0.1)
    assert screen.view.spoken_over
    assert len(built) == len(set(built)) > 0


@pytest.mark.parametrize(
    ("game", "called"), [("overcross", "sides"), ("shine", "colours"), ("starcrossed", "tribes"), ("cardmaster", "types")]
)
def test_what_cards_are_coloured_by_is_called_by_the_games_own_word(game, called):
    """All colours of Overcross were its sides."""
    stage = Stage((1920, 1080), games=shelf())
    library = stage.show(Library(game))
    stage.frame(0.1)
    assert library.widget("filter-colour").options[0] == ("", f"All {called}")
