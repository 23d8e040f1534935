"""Every screen: what it draws (goldens), that words fit at every text size, and what it does by keyboard alone.

`STARCROSS_GOLDENS=write pytest tests/table` writes the goldens anew; read the difference before you commit it.

Longer than most: one list of every screen.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import msgspec
import pygame
import pytest
from msgspec.structs import replace
from shell_stage import PaperBox, Stage, flat

from game import paths
from game.ai.levels import LEVELS
from game.content.decks import own_decks
from game.kernel.chance import Chance
from game.kernel.setup import DeckList, Outcome, Setup
from game.match import save
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import SCREEN, read_report
from game.match.save import list_saves
from game.match.seats import SeatPlan
from game.rules import IDS, open_box, shelf
from game.table.canvas.draw import Clip, Icon, Still, Text, dump
from game.table.canvas.painter import shortened
from game.table.pages import rules as rules_screen
from game.table.pages.dialog import Dialog
from game.table.pages.rules import RulesScreen
from game.table.pages.settings import SettingsScreen
from game.table.play.curtain import Curtain
from game.table.play.ending import DEAD_SECONDS, EndPanel
from game.table.screens.credits import Credits
from game.table.screens.deck_book import DeckBook, slug
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.screens.replay import ReplayScreen
from game.table.screens.saves import Saves
from game.table.shell.desktop import first_size
from game.table.shell.settings import Settings, read_settings, settings_path, write_settings
from game.table.shell.widgets import Widget

GOLDENS = Path(__file__).parent / "goldens"
PAGE = """# Paper

A game of *folding*.

## Folding

- **PF-1** **Fold** a figure along its crease.
- **PF-2** A cut figure falls. See [the end](#end).

## The end

1. Count what stands.

| figure | worth |
|---|---|
| folded | 2 |
| cut | 1 |
"""


@pytest.fixture(autouse=True)
def pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_screen, "page_text", lambda _game: PAGE)


def played(actions: int = 30, seats: int = 3) -> Match:
    """Return a kept match of star cross'd, some first legal actions on."""
    setup = Setup("verona", seats, seed=5)
    names = ("Anna", "Beatrice", "Carlo", "Dora", "Elio", "Fina")
    match = Match.start(setup, tuple(SeatPlan("human", names[seat]) for seat in range(seats)), folder=paths.saves_folder())
    for _ in range(actions):
        if match.deciding is None:
            break
        match.submit(match.legal()[0])
    match.close()
    return match


OUTCOME = Outcome((1,), (12, 30, 22), "Beatrice has the most prestige.", "VR-27")
ANSWERS = tuple((label, "cycle", style, lambda: None) for label, style in (("Again", "main"), ("Watch", "plain"), ("Menu", "plain")))


def ending() -> EndPanel:
    return EndPanel(OUTCOME, ("Anna", "Beatrice", "Carlo"), ANSWERS, people=(0,), label="Prestige")


def dialog() -> Dialog:
    return Dialog(
        "Leave the match?",
        "It is kept and *goes on* where you left it.",
        [("Leave", "main", lambda: None), ("Stay", "plain", lambda: None)],
    )


SCREENS = {
    "menu": lambda: None,
    "new_match_paper": lambda: NewMatch(PaperBox()),
    "new_match_verona": lambda: NewMatch(open_box("verona")),
    "library": lambda: Library("paper"),
    "decks": lambda: Library("paper", decks=True),
    "settings": SettingsScreen,
    "rules": lambda: RulesScreen("paper", "PF-2"),
    "credits": Credits,
    "saves_empty": Saves,
    "curtain": lambda: Curtain("verona", 2, "Beatrice", lambda: None),
    "ending": ending,
    "dialog": dialog,
}


def opened(name: str, stage: Stage) -> None:
    stage.show(MenuScreen())
    stage.frame()
    stage.frame()
    screen = SCREENS[name]()
    if screen is not None:
        stage.show(screen)
    stage.frame()
    if isinstance(screen, EndPanel):
        stage.frame(DEAD_SECONDS)


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_a_screen_draws_what_its_golden_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Credits, "words", lambda _: "# Thanks\n\n- *Letters*: somebody\n")
    stage = Stage()
    opened(name, stage)
    drawn = dump(stage.app.items())
    golden = GOLDENS / f"{name}.txt"
    if os.environ.get("STARCROSS_GOLDENS") == "write":
        golden.write_text(drawn, encoding="utf-8")
    assert golden.read_text(encoding="utf-8") == drawn


def texts(items, inside=None):
    for item in items:
        if isinstance(item, Text):
            yield item, inside
        elif isinstance(item, Clip | Still):
            yield from texts(item.items, item.rect)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3440, 1440), (3840, 2160)])
@pytest.mark.parametrize("percent", [100, 150, 175])
@pytest.mark.parametrize("name", sorted(SCREENS))
def test_words_fit_and_stay_readable(name: str, percent: int, size: tuple[int, int]) -> None:
    stage = Stage(size, text_size=percent)
    opened(name, stage)
    view, fonts = stage.app.view, stage.app.fonts
    for item, window in texts(stage.app.items()):
        x, y, width, height = item.rect
        wanted = round(item.size * view.scale)
        laid = fonts.fit(
            item.words,
            item.face,
            wanted,
            round(width * view.scale),
            round(height * view.scale),
            wrap=item.wrap,
            rich=item.rich,
            leading=item.leading,
        )
        if not item.cut:
            assert laid.size >= min(wanted, 9), f"{item.words!r} shrinks from {wanted} to {laid.size} pixels"
            assert laid.width <= round(width * view.scale) + 1, f"{item.words!r} is wider than its box"
            assert laid.height <= round(height * view.scale) + 1, f"{item.words!r} is higher than its box"
        assert x >= -1, f"{item.words!r} begins left of the window"
        assert x + width <= view.width + 1, f"{item.words!r} ends right of the window"
        if window is None:
            assert y >= -1, f"{item.words!r} begins above the window"
            assert y + height <= view.height + 1, f"{item.words!r} ends below the window"


@pytest.mark.parametrize("percent", [100, 175])
@pytest.mark.parametrize("name", sorted(SCREENS))
def test_widgets_lie_inside_the_window_and_apart(name: str, percent: int) -> None:
    stage = Stage((1024, 640), text_size=percent)
    opened(name, stage)
    page = stage.top
    loose = [part for part in page.parts if isinstance(part, Widget)]
    for widget in loose:
        x, y, width, height = widget.rect
        assert x >= 0, widget.key
        assert y >= 0, widget.key
        assert x + width <= stage.app.view.width + 1, widget.key
        assert y + height <= stage.app.view.height + 1, widget.key
    for index, one in enumerate(loose):
        for other in loose[index + 1 :]:
            a, b = one.rect, other.rect
            apart = a[0] + a[2] <= b[0] + 1 or b[0] + b[2] <= a[0] + 1 or a[1] + a[3] <= b[1] + 1 or b[1] + b[3] <= a[1] + 1
            assert apart, f"{one.key} lies over {other.key}"


@pytest.mark.parametrize("name", sorted(SCREENS))
def test_every_widget_is_reached_by_tab(name: str) -> None:
    stage = Stage()
    opened(name, stage)
    page = stage.top
    wanted = {widget.key for widget in page.widgets() if widget.focusable and widget.enabled}
    reached = set()
    for _ in range(len(wanted) + 1):
        stage.press("tab")
        reached.add(page.focus)
    assert wanted <= reached


@pytest.mark.parametrize("name", sorted(set(SCREENS) - {"menu", "curtain"}))
def test_esc_leads_back(name: str) -> None:
    stage = Stage()
    opened(name, stage)
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)


# --- menu


def test_the_menu_shows_only_what_is_on_the_shelf() -> None:
    stage = Stage(games=(open_box("verona"),))
    stage.show(MenuScreen())
    keys = [widget.key for widget in stage.top.widgets()]
    assert [key for key in keys if key.startswith("world-")] == ["world-verona"]
    assert "cards" not in keys
    assert "continue" not in keys


def test_the_menu_continues_the_last_open_match() -> None:
    match = played(4)
    stage = Stage()
    stage.show(MenuScreen())
    assert stage.top.focus == "continue"
    stage.press("return")
    assert type(stage.top).__name__ == "MatchScreen"
    assert stage.top.match.count == match.count


@pytest.mark.parametrize("saves", [0, 1])
def test_the_buttons_of_the_menu_stand_in_one_row_in_the_usual_window(saves: int) -> None:
    if saves:
        played(4)
    stage = Stage(games=shelf())
    stage.show(MenuScreen())
    buttons = [widget for widget in stage.top.widgets() if not widget.key.startswith(("world-", "learn-", "name"))]
    assert {button.rect[1] for button in buttons} == {stage.rect("quit")[1]}
    assert buttons[0].key == ("continue" if saves else "new")
    assert [words for words in stage.words().splitlines() if words == "Learn to play"] == ["Learn to play"] * 5


def test_quitting_asks_first() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.press("escape", "escape")
    assert stage.app.running
    stage.press("escape", "return")
    assert not stage.app.running


def test_a_key_held_down_walks_on_and_presses_once() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    order = [stage.top.focus]
    stage.post(pygame.KEYDOWN, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
    for seconds in (0.02, 0.1, 0.31, 0.01, 0.04):
        stage.frame(seconds)
        order.append(stage.top.focus)
    assert order[1] == order[2] != order[0]
    assert order[3] == order[4] != order[2]
    assert order[5] != order[4]
    stage.post(pygame.KEYUP, key=pygame.K_TAB, mod=0, unicode="", scancode=0)
    stage.frame(1.0)
    assert stage.top.focus == order[5]
    stage.post(pygame.KEYDOWN, key=pygame.K_ESCAPE, mod=0, unicode="", scancode=0)
    for _ in range(5):
        stage.frame(0.3)
    assert isinstance(stage.top, Dialog)


def test_a_world_is_chosen_with_the_arrows_and_opened_with_enter() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.top.focus = "world-paper"
    stage.press("right")
    assert stage.top.chosen == "verona"
    stage.press("return")
    assert isinstance(stage.top, NewMatch)
    assert stage.top.box.id == "verona"


# --- new match


def test_a_match_is_set_up_and_started() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.show(NewMatch(open_box("verona")))
    stage.click("seats-4")
    stage.click("name-0")
    stage.type("Ayla")
    stage.click("seed")
    stage.type("7x7")
    stage.click("start")
    match = stage.top.match
    assert match.setup.seats == 4
    assert match.setup.seed == 77
    assert match.names[0] == "Ayla"
    assert [plan.human for plan in match.plans] == [True, False, False, False]
    assert match.path is not None


def test_a_level_says_how_it_plays_and_is_there_again_at_the_next_match() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.show(NewMatch(open_box("verona")))
    assert stage.top.places[1].player == "novice"
    stage.top.choose(1, "player", "easy")
    stage.top.stale()
    stage.words()
    assert (
        stage.top.widget("player-1").hint
        == f"{LEVELS['easy'].words} In this game it thinks of two of its options and of 24 % of the others."
    )
    assert dict(stage.top.widget("player-1").options)["master"] == "Computer, Master"
    stage.click("start")
    stage.show(NewMatch(open_box("verona")))
    assert [place.player for place in stage.top.places[:3]] == ["human", "easy", "easy"]


def test_a_deck_that_is_not_legal_is_named_and_stops_the_start() -> None:
    stage = Stage()
    stage.show(NewMatch(PaperBox()))
    assert stage.top.faults() == ()
    stage.top.option("most", 5)
    stage.top.stale()
    assert any("points" in fault for fault in stage.top.faults())
    assert "points" in stage.words()
    assert "(not legal)" in "".join(label for _, label in stage.top.widget("deck-0").options)
    stage.click("start")
    assert isinstance(stage.top, NewMatch)


def test_every_kind_of_option_is_offered() -> None:
    stage = Stage()
    stage.show(NewMatch(PaperBox()))
    stage.click("option-storm", dx=0.97)
    stage.click("option-length", dx=0.97)
    stage.top.focus = "option-most"
    stage.press("right")
    assert stage.top.values == {"length": "long", "most": 11, "storm": True}


def test_an_option_is_asked_only_where_it_means_something() -> None:
    stage = Stage()
    stage.show(NewMatch(open_box("overcross")))
    shown = {
        "assassination": {"option-mark"},
        "invasion": {"option-invasion_goal"},
        "death-match": {"option-death_goal"},
        "summoning": set(),
    }
    for objective, expected in shown.items():
        stage.top.option("objective", objective)
        stage.top.stale()
        stage.frame()
        special = ("option-mark", "option-invasion_goal", "option-death_goal")
        assert {key for key in special if stage.top.widget(key) is not None} == expected
    stage.top.option("invasion_goal", 7)
    assert stage.top.values["invasion_goal"] == 7, "what was chosen is kept while it is not asked"


@pytest.mark.parametrize("game", IDS)
def test_an_option_depends_only_on_a_choice_that_the_other_has(game: str) -> None:
    box = open_box(game)
    for seats in box.seats:
        options = {option.key: option for option in box.options(seats)}
        for option in options.values():
            if option.only is not None:
                key, value = option.only
                assert value in dict(options[key].choices)


def test_own_decks_can_be_chosen() -> None:
    book = DeckBook(PaperBox())
    book.fresh()
    book.add("paper-1")
    book.rename("My own")
    assert book.save() == ""
    stage = Stage()
    stage.show(NewMatch(PaperBox()))
    assert [name for name, _ in stage.top.widget("deck-0").options] == ["Folders", "Cutters", "My own"]


# --- decks


def test_the_gauge_says_how_close_to_the_maximum_OC_9() -> None:
    stage = Stage()
    stage.show(Library("paper", decks=True))
    assert "5 of 10, 5 left" in stage.words()
    for _ in range(4):
        stage.top.bench.book.add("paper-4")
    stage.top.stale()
    words = stage.words()
    assert "21 of 10, 11 too many" in words
    assert "The deck costs 21 points of 10." in words
    assert "There are 4 copies of paper-4; three are the most." in words


@pytest.mark.parametrize("game", [box.id for box in shelf() if box.ready_decks()])
def test_the_deck_builder_opens_for_every_game_that_has_decks(game: str) -> None:
    box = open_box(game)
    stage = Stage(games=(box,))
    stage.show(Library(game, decks=True))
    words = stage.words()
    assert all(gauge.label in words for gauge in box.deck_gauges(stage.top.bench.book.deck, stage.top.bench.book.setup))
    assert "This deck is legal." in words


def test_a_star_is_set_in_front_of_a_deck_and_nothing_else_SH_1() -> None:
    book = DeckBook(open_box("shine"))
    assert {card.line.split(" ")[0] for card in book.box.catalogue() if card.id in book.fronts()} == {"Star"}
    (star,) = book.deck.front
    book.off_front(star)
    assert "Exactly one Star is set in front (SH-1)." in book.faults()


def test_a_ready_deck_is_copied_before_it_changes() -> None:
    book = DeckBook(PaperBox())
    book.open("Folders")
    book.add("paper-2")
    assert book.deck.name == "My Folders"
    assert book.own
    assert book.ready["Folders"].cards == {"paper-1": 2, "paper-3": 1}
    assert book.deck.front == ("paper-5",)


def test_a_deck_is_kept_read_again_and_thrown_away() -> None:
    book = DeckBook(PaperBox())
    book.fresh()
    book.add("paper-1", 2)
    book.add("paper-2")
    book.add("paper-2", -1)
    book.to_front("paper-3")
    book.rename('Ünder "stars"')
    assert book.save() == ""
    kept = own_decks("paper").decks
    assert kept == (DeckList('Ünder "stars"', {"paper-1": 2}, ("paper-3",)),)
    assert book.path().name == "under-stars.toml"
    assert book.delete() == ""
    assert own_decks("paper").decks == ()


def test_a_deck_without_a_name_or_with_a_taken_one_is_not_kept() -> None:
    book = DeckBook(PaperBox())
    book.fresh()
    book.rename("  ")
    assert book.save() == "A deck needs a name."
    book.rename("Folders")
    assert book.save() == "A deck that ships is called Folders; choose another name."
    assert own_decks("paper").decks == ()


def test_a_deck_is_never_kept_over_another_of_ones_own() -> None:
    book = DeckBook(PaperBox())
    for name, card in (("One", "paper-1"), ("Two", "paper-2")):
        book.fresh()
        book.add(card)
        book.rename(name)
        assert book.save() == ""
    book.rename("One")
    assert book.save() == "Another deck of yours is called One; choose another name."
    book.rename("Two")
    book.add("paper-3")
    assert book.save() == ""
    assert {deck.name: deck.cards for deck in own_decks("paper").decks} == {"One": {"paper-1": 1}, "Two": {"paper-2": 1, "paper-3": 1}}


def test_a_deck_in_a_shared_file_is_not_thrown_away() -> None:
    folder = paths.decks_folder("paper")
    folder.mkdir(parents=True)
    (folder / "two.toml").write_text(
        '[[deck]]\nname = "Two"\n[deck.cards]\npaper-1 = 1\n[[deck]]\nname = "Three"\n[deck.cards]\npaper-1 = 1\n'
    )
    book = DeckBook(PaperBox())
    book.open("Two")
    assert "several decks" in book.delete()
    book.add("paper-2")
    assert "several decks" in book.save()
    assert (folder / "two.toml").exists()


def test_file_names_of_decks_are_plain() -> None:
    assert slug("../../etc/passwd") == "etc-passwd"
    assert slug("★★") == "deck"
    assert len(slug("x" * 200)) <= 60


def test_leaving_a_changed_deck_asks() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.show(Library("paper", decks=True))
    stage.top.chosen = "paper-7"
    stage.press("+")
    stage.press("escape")
    assert isinstance(stage.top, Dialog)
    stage.press("return")
    assert isinstance(stage.top, MenuScreen)
    assert [deck.name for deck in own_decks("paper").decks] == ["My Folders"]


@pytest.mark.parametrize("click", [("deck", 0.99), ("deck-new", 0.5), ("filter-game", 0.99)])
def test_a_changed_deck_is_not_let_go_without_asking(click: tuple[str, float]) -> None:
    class OtherBox(PaperBox):
        id, title = "other", "Other Figures"

    stage = Stage(games=(PaperBox(), OtherBox()))
    page = stage.show(Library("paper", decks=True))
    page.chosen = "paper-7"
    stage.press("+")
    key, part = click
    stage.click(key, dx=part)
    assert isinstance(stage.top, Dialog)
    stage.press("escape")
    assert page.game == "paper"
    assert page.bench.book.deck == DeckList("My Folders", {"paper-1": 2, "paper-3": 1, "paper-7": 1}, ("paper-5",), plan="Stand and wait.")
    stage.click(key, dx=part)
    stage.click("answer-1")
    assert stage.top is page
    assert not page.bench.book.changed
    assert page.bench.book.deck.name != "My Folders"
    assert own_decks("paper").decks == ()


def test_a_name_too_long_for_its_place_is_cut_and_stays_readable() -> None:
    app = Stage().app
    words = shortened(app.fonts, "Wolfgang Amadeus von der Vogelweide zu Würzburg", "bold", 20, 160)
    assert words.startswith("Wolfgang")
    assert words.endswith("…")
    assert app.fonts.width(words, "bold", 20) <= 160


def test_cards_are_found_by_words_and_kind() -> None:
    stage = Stage()
    stage.show(Library("paper"))
    stage.click("search")
    stage.type("figure 12")
    assert [face.id for face in stage.top.shown()] == ["paper-12"]
    stage.top.filter("search", "crease")
    assert len(stage.top.shown()) == 12
    stage.top.filter("kind", "cut")
    assert len(stage.top.shown()) == 6


# --- saves and replays


def test_saves_are_listed_resumed_verified_and_deleted() -> None:
    played(4)
    stage = Stage()
    stage.show(MenuScreen())
    stage.show(Saves())
    assert "Anna, Beatrice, Carlo" in stage.words()
    stage.click("verify")
    assert "Verified: all 4 actions lead where they did." in stage.words()
    stage.press("delete", "escape")
    assert len(list_saves()) == 1
    stage.press("delete")
    stage.click("answer-0")
    assert list_saves() == ()
    assert "Nothing is saved yet" in stage.words()


def test_what_verifying_finds_is_seen_at_once() -> None:
    match = Match.start(
        Setup("overcross", 2, seed=4), (SeatPlan("human", "Anna"), SeatPlan("human", "Beatrice")), folder=paths.saves_folder()
    )
    match.submit(match.legal()[0])
    match.close()
    stage = Stage((1280, 720), text_size=150, games=(open_box("overcross"),))
    page = stage.show(Saves())
    facts = page.widget("facts")
    facts.page(page, 1)
    assert page.memory["facts"] > 0
    stage.click("verify")
    told = next(
        item for item in flat(stage.app.items()) if isinstance(item, Text) and item.words == "Verified: 1 action leads where it did."
    )
    x, y, width, height = page.widget("facts").rect
    assert y <= told.rect[1] <= told.rect[1] + told.rect[3] <= y + height
    assert x <= told.rect[0] <= told.rect[0] + told.rect[2] <= x + width


def test_a_save_that_cannot_be_read_now_goes_on_in_one_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    path = played(12).path
    whole = path.read_bytes()
    monkeypatch.setattr(save, "MOST_BYTES", len(whole) - 1)
    stage = Stage((1280, 720))
    stage.show(Saves())
    assert f"{path.name}: unreadable now, Verify says how" in stage.words()
    stage.click("resume")
    match = stage.app.top.view.match
    assert match.notice.endswith("It goes on in a save of its own; the unreadable one stays as it is.")
    match.submit(match.legal()[0])
    match.close()
    assert (match.path != path, path.read_bytes() == whole) == (True, True)


def test_what_verifying_found_is_told_of_the_save_as_it_was_then() -> None:
    """A save that had been cut off was whole again, and the page still said where it was cut."""
    played(4)
    stage = Stage((1280, 720))
    stage.show(MenuScreen())
    page = stage.show(Saves())
    (save,) = (entry.path for entry in list_saves())
    assert save.name in stage.words(), "copies of one match are told apart by their files"
    whole = save.read_bytes()
    for kept in save.parent.glob(f"{save.stem}*"):
        if kept != save:
            kept.unlink()
    save.write_bytes(whole[:-9])
    os.utime(save, ns=(1, 1))
    stage.click("verify")
    stage.frame(0.1)
    assert "it is cut off" in stage.words()
    save.write_bytes(whole)
    page.enter()  # as who comes back to it from a match
    assert "it is cut off" not in stage.words()
    stage.click("verify")
    assert "Verified: all 4 actions lead where they did." in stage.words()


@pytest.mark.parametrize("game", ["verona", "cardmaster", "shine"])
def test_a_save_tells_how_it_ended_by_the_names_of_players_and_cards(game: str) -> None:
    match = Match.start(Setup(game, 2, seed=4), (SeatPlan("human", "Anna"), SeatPlan("human", "Beatrice")), folder=paths.saves_folder())
    chance = Chance(4)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    match.close()
    stage = Stage(games=(open_box(game),))
    stage.show(Saves())
    column = [words for words in stage.words().splitlines() if "Anna" in words or "Beatrice" in words]
    assert len(column) > 1
    assert not re.search(r"\{\d\}|\[[a-z-]+\]", stage.words())


def test_an_altered_save_is_told_apart() -> None:
    match = played(6)
    lines = match.path.read_bytes().splitlines(keepends=True)
    match.path.write_bytes(b"".join([*lines[:3], lines[4], *lines[4:]]))
    stage = Stage()
    stage.show(Saves())
    stage.click("verify")
    assert "Verified" not in stage.words()
    icons = {item.name for item in flat(stage.app.items()) if isinstance(item, Icon)}
    assert {"hazard-sign", "check-mark"} & icons == {"hazard-sign"}


@pytest.mark.parametrize("content", [b"", b"\xf7\x00 noise\n\xff" * 300], ids=["empty", "noise"])
def test_a_damaged_save_is_told_apart_though_its_copy_is_whole(content: bytes) -> None:
    """The copy was verified, and the tick stood beside a save of which nothing could be read."""
    match = played(6)
    match.close()
    match.path.write_bytes(content)
    stage = Stage()
    page = stage.show(Saves())
    for _ in range(5):
        stage.frame()
    words = stage.words().split("\n")
    assert "Damaged · Anna, Beatrice, Carlo" in words
    assert "in play" in words
    assert f"{match.path.name}: damaged, Verify says how" in words
    stage.click("verify")
    (told,) = (tone for tone in page.verdict.values())
    assert told[1] == "bad"
    assert "the copy beside it was read instead, and all 5 actions in it lead where they did." in stage.words()
    icons = {item.name for item in flat(stage.app.items()) if isinstance(item, Icon)}
    assert {"hazard-sign", "check-mark"} & icons == {"hazard-sign"}


def test_whoever_is_asked_whether_to_delete_reads_the_time_that_the_row_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.match.save.SaveEntry.last", property(lambda _: "2026-01-02 03:04"))
    played(3)
    stage = Stage()
    stage.show(Saves())
    assert "2026-01-02 03:04" in stage.words().split("\n")
    stage.press("delete")
    assert "last played 2026-01-02 03:04. It cannot be brought back." in stage.words()


def test_a_replay_is_wound_by_its_buttons() -> None:
    match = played(12)
    stage = Stage()
    stage.show(MenuScreen())
    replay = stage.show(ReplayScreen(Replay.open(match.path)))
    stage.click("play")
    assert not replay.playing
    stage.press("end")
    for key, position in (("back", match.count - 1), ("back", match.count - 2), ("step", match.count - 1)):
        stage.click(key)
        assert replay.replay.position == position
    stage.press("home")
    stage.click("play")
    assert replay.playing
    stage.click("close")
    assert isinstance(stage.top, MenuScreen)


def test_every_card_of_the_library_can_be_scrolled_to() -> None:
    stage = Stage((1024, 640), games=(open_box("overcross"),))
    page = stage.show(Library("overcross"))
    area = stage.rect("cards")
    stage.move(area[0] + area[2] / 2, area[1] + area[3] / 2)
    last = f"card-{page.shown()[-1].id}"
    for _ in range(5):
        stage.wheel(-500)
        stage.frame(1.0)
    assert area[1] <= stage.rect(last)[1]
    assert stage.rect(last)[1] + stage.rect(last)[3] <= area[1] + area[3]


def test_a_replay_steps_scrubs_and_ends_where_the_match_is() -> None:
    match = played(12)
    stage = Stage()
    stage.show(MenuScreen())
    replay = stage.show(ReplayScreen(Replay.open(match.path)))
    stage.press("space")
    assert not replay.playing
    stage.press("end")
    assert replay.replay.position == match.count
    assert replay.player.shown == match.scene(-1)
    stage.press(",")
    assert replay.replay.position == match.count - 1
    stage.press("home")
    assert replay.replay.position == 0
    stage.press("space")
    for _ in range(4000):
        stage.frame(0.5)
        if replay.replay.position == match.count and not replay.player.busy:
            break
    assert replay.player.shown == match.scene(-1)
    stage.press("escape")
    assert isinstance(stage.top, MenuScreen)


# --- settings


def test_settings_are_kept_and_read_again() -> None:
    stage = Stage()
    stage.show(SettingsScreen())
    stage.click("text_size", dx=0.3)
    stage.click("muted", dx=0.97)
    stage.click("high_contrast", dx=0.97)
    kept, note = read_settings()
    assert note == ""
    assert kept == stage.app.settings
    assert kept.text_size > 100
    assert kept.muted
    assert stage.app.theme.colour("back") == (0, 0, 0, 255)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"names": [' + b'"x",' * 30000 + b'"x"]}',
    ],
)
def test_a_bad_settings_file_gives_one_sentence_and_the_defaults(content: bytes) -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(content)
    settings, note = read_settings()
    assert settings == Settings()
    assert note.endswith("the settings start anew.")
    assert "settings.json.unreadable" in write_settings(Settings(volume=3))
    assert settings_path().with_name("settings.json.unreadable").read_bytes() == content
    assert read_settings() == (Settings(volume=3), "")


def test_a_setting_with_a_fault_is_left_out_alone_and_an_unknown_one_is_passed_over() -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(b'{"text_size": 150, "volume": "loud", "window": [1, 2, 3], "muted": true, "of_next_year": {"a": 1}}')
    settings, note = read_settings()
    assert settings == Settings(text_size=150, muted=True)
    assert note.endswith("has a fault in volume and in window; all other settings are kept.")
    settings_path().write_bytes(b'{"card_size": 125, "of_next_year": 7}')
    assert read_settings() == (Settings(card_size=125), "")


def test_what_another_version_wrote_stays_in_the_settings_until_it_is_changed() -> None:
    settings_path().parent.mkdir(parents=True, exist_ok=True)
    settings_path().write_bytes(b'{"of_next_year": {"a": [1]}, "speed": "warp", "volume": 20, "muted": "loud"}')
    settings = replace(read_settings()[0], card_size=125)
    for _ in range(2):
        assert write_settings(settings) == ""
        there = msgspec.json.decode(settings_path().read_bytes())
        assert (there["of_next_year"], there["speed"], there["volume"], there["card_size"]) == ({"a": [1]}, "warp", 20, 125)
        assert there["muted"] is False, "a fault was told, and is mended"
        assert read_settings() == (settings, "")
    write_settings(replace(settings, speed="fast", volume=70))
    there = msgspec.json.decode(settings_path().read_bytes())
    assert (there["of_next_year"], there["speed"], there["volume"]) == ({"a": [1]}, "fast", 70)


def test_settings_out_of_range_are_brought_inside() -> None:
    write_settings(Settings(text_size=900, volume=-4, card_size=1, speed="warp"))
    assert read_settings() == (Settings(text_size=175, volume=0, card_size=75, speed="normal"), "")


def test_of_the_keys_looks_and_marks_in_a_settings_file_only_those_are_taken_that_mean_something() -> None:
    write_settings(
        Settings(
            keys={"z": "f7", "": "x", "l": "", "k": "y" * 60},
            looks={"verona": "plain", "shine": ""},
            marks={"shine/attack": "always", "shine/phase": "", "shine/chain": "loudly"},
        )
    )
    assert read_settings() == (Settings(keys={"z": "f7"}, looks={"verona": "plain"}, marks={"shine/attack": "always"}), "")


@pytest.mark.parametrize(
    ("desktop", "left", "opened"),
    [
        ((1920, 1080), (0, 0), (1280, 720)),
        ((2560, 1440), (0, 0), (1920, 1080)),
        ((3840, 2160), (0, 0), (2560, 1440)),
        ((1366, 768), (0, 0), (1280, 696)),
        ((1920, 1080), (1500, 900), (1500, 900)),
        ((1366, 768), (2560, 1440), (1366, 696)),
    ],
)
def test_the_window_opens_as_it_was_left_and_never_larger_than_the_desktop(
    desktop: tuple[int, int], left: tuple[int, int], opened: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pygame.display, "get_desktop_sizes", lambda: [desktop])
    assert first_size(left) == opened


def test_settings_that_cannot_be_saved_say_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path / "file"))
    assert "could not be saved" in write_settings(Settings())


# --- rules


def test_a_refusal_leads_to_its_rule() -> None:
    stage = Stage()
    page = stage.show(RulesScreen("paper", "pf-2"))
    assert [page.blocks[index].rule for index in page.found()] == ["PF-2"]


def test_searching_goes_from_place_to_place() -> None:
    stage = Stage()
    page = stage.show(RulesScreen("paper"))
    stage.click("search")
    stage.type("fold")
    assert "1 of 4" in stage.words()
    stage.press("return")
    assert "2 of 4" in stage.words()
    stage.type("xyz")
    assert "Nothing found" in stage.words()
    assert page.found() == []


# --- curtain and ending


def test_the_curtain_hides_the_match_until_the_next_person_is_there() -> None:
    stage = Stage()
    stage.show(RulesScreen("paper"))
    came: list[bool] = []
    stage.show(Curtain("verona", 1, "Beatrice", lambda: came.append(True)))
    assert "Fold" not in stage.words()
    assert "Pass the table to Beatrice" in stage.words()
    stage.press("escape", "escape", "x")
    assert isinstance(stage.top, Curtain)
    assert came == []
    stage.press("return")
    assert came == [True]
    assert isinstance(stage.top, RulesScreen)


@pytest.mark.parametrize(
    ("outcome", "people", "title"),
    [
        (Outcome((0,), (3, 1), "More."), (0,), "Victory"),
        (Outcome((1,), (1, 3), "More."), (0,), "Defeat"),
        (Outcome((1,), (1, 3), "More."), (0, 1), "Bea wins"),
        (Outcome((0, 1), (3, 3), "Equal."), (0,), "Anna and Bea share the victory"),
        (Outcome((), (3, 3), "Nobody."), (0, 1), "A draw"),
    ],
)
def test_the_end_is_told_by_name(outcome: Outcome, people: tuple[int, ...], title: str) -> None:
    stage = Stage()
    stage.show(EndPanel(outcome, ("Anna", "Bea"), ANSWERS, people=people))
    assert title in stage.words()


# --- the window's own keys


def test_a_report_is_written_and_hides_the_home_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(paths.user_folder().parent))
    played(3)
    stage = Stage()
    stage.show(MenuScreen())
    stage.press("return")
    stage.app.say(f"It lies in {paths.user_folder()}.")
    stage.press("f9")
    written = list((paths.user_folder() / "reports").glob("*.zip"))
    assert len(written) == 1
    report = read_report(written[0])
    assert report.facts.screens == ("MenuScreen", "MatchScreen")
    assert (report.facts.game, report.facts.seats, report.facts.actions) == ("verona", 3, 3)
    assert b"It lies in ~" in report.files[SCREEN]
    assert not any(str(paths.user_folder().parent).encode() in content for content in report.files.values())
    assert "report was written to" in stage.words()


def test_f2_reads_the_looks_anew() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.press("f2")
    assert "read anew" in stage.words()


def test_notices_go_away_by_themselves() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.app.say("Something happened.", "good")
    assert "Something happened." in stage.words()
    stage.frame(20)
    assert "Something happened." not in stage.words()


def test_the_window_is_quiet_when_nothing_happens() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    for _ in range(5):
        stage.frame()
    painted: list[int] = []
    stage.app.show = lambda: painted.append(1)
    for _ in range(10):
        stage.frame()
    assert painted == []


def test_quit_closes() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.post(pygame.QUIT)
    stage.frame()
    assert not stage.app.running


def test_decks_of_like_names_are_kept_side_by_side() -> None:
    """`Rex!` and `Rex?`, and names of other scripts, make one file name, and are two decks all the same."""
    for name in ("Rex!", "Rex?", "猫", "犬"):
        book = DeckBook(PaperBox())
        book.fresh()
        book.rename(name)
        book.add("paper-1")
        assert book.save() == ""
    assert {deck.name for deck in own_decks("paper").decks} == {"Rex!", "Rex?", "猫", "犬"}
    book = DeckBook(PaperBox())
    book.open("Rex?")
    book.add("paper-2")
    assert book.save() == ""
    assert len(own_decks("paper").decks) == 4
    assert book.delete() == ""
    assert {deck.name for deck in own_decks("paper").decks} == {"Rex!", "猫", "犬"}


def test_a_typed_card_is_changed_copied_and_deleted_in_the_library() -> None:
    box = open_box("cardmaster")
    values = {option.key: option.default for option in box.typed_cards.form()} | {"name": "Rex!"}
    card = box.typed_cards.keep(values)
    stage = Stage(games=(box,))
    library = stage.show(Library("cardmaster"))
    library.choose(card)
    library.stale()
    stage.frame()
    stage.click("typed-change")
    stage.top.values["name"] = "Rex?"
    stage.top.keep()
    assert box.typed_cards.values(card)["name"] == "Rex?"
    stage.frame()
    stage.click("typed-copy")
    stage.top.keep()
    assert library.chosen != card
    assert sum(face.name == "Rex?" for face in library.faces.values()) == 2
    stage.frame()
    stage.click("typed-drop")
    stage.click("answer-0")
    assert [face.id for face in library.faces.values() if face.name == "Rex?"] == [card]


def test_the_menu_says_which_match_continue_brings_back_and_how_far_it_is() -> None:
    match = played(7)
    stage = Stage()
    menu = stage.show(MenuScreen())
    words = menu.widget("continue").hint
    assert words.startswith(f"star cross'd: Anna, Beatrice and Carlo; {match.count} actions, last played 2")
