"""Every screen, every real box: each page is opened for each game, and everything on it is pressed once.

Nothing may end the program, no control may lie over another or out of reach, and no text may outgrow its place: at the smallest
window with the largest text, and at a large window. A page that nobody opens here fails the first test.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage
from walker import Opening, Walker

import game.table
from game import paths
from game.content.positions import Position, positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.lab.breaking import Entry, Find, aimed, begun
from game.lab.findings import figure
from game.lab.planning import Asked, Ground, Study, levels, pairings
from game.lab.running import Running
from game.lab.seeking import Seeking, Sought
from game.lab.study import Folder, play_study
from game.match.conceding import RULE
from game.match.course import Course
from game.match.match import Match
from game.match.replay import Replay
from game.match.reports import FORMAT, Facts
from game.match.seats import SeatPlan
from game.rules import shelf
from game.table.canvas.painter import Painter
from game.table.canvas.view import View
from game.table.pages.anew import FaultsPanel, FreshPage
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KeysPanel
from game.table.pages.mishap import Mishap
from game.table.pages.mods import ModsPanel
from game.table.pages.reading import Reading
from game.table.pages.rules import RulesScreen
from game.table.pages.settings import SettingsScreen
from game.table.pages.tell import Tell
from game.table.play.chart import ChartPanel
from game.table.play.closer import CloserLook
from game.table.play.curtain import Curtain
from game.table.play.ending import EndPanel
from game.table.play.log import Log, entry
from game.table.play.log_panel import LogPanel
from game.table.play.match import MatchScreen
from game.table.play.offer_form import OfferForm
from game.table.play.stops import StopsPanel
from game.table.screens.credits import Credits
from game.table.screens.lab import Lab
from game.table.screens.learn import Learn
from game.table.screens.learn_match import LearnMatch
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.screens.records import Records
from game.table.screens.replay import ReplayScreen
from game.table.screens.sample_hand import SampleHand
from game.table.screens.saves import Saves
from game.table.screens.typed_card import TypedCard
from game.table.shell.app import Screen
from game.table.shell.page import Menu, Page
from game.table.shell.report import Seen

pytestmark = pytest.mark.usefixtures("template_shelf")

SMALL, USUAL, LARGE = ((1024, 640), 175), ((1280, 720), 100), ((1920, 1080), 100)
MIDDLE, WIDE, HUGE = ((1280, 720), 150), ((3440, 1440), 100), ((3840, 2160), 175)
FAULT = (
    f"cards/overcross/mine.toml, line 5: 'the-night-porter': kind: 'charakter' is not a kind of card of this game {'(it knows many) ' * 20}"
)
SORRY = "The table met an error that nobody foresaw. Your match of star cross'd is saved as it stood."
WRITTEN = "A report was written to /home/wolfgang/.local/share/starcross-tabletop/reports/report-20261121-201500.zip. Nothing was sent: pass it on to whoever should have it."
NAMES = ("Anna Magdalena", "Beatrice", "Carlo", "Dora", "Elio", "Fina")


class Way(NamedTuple):
    """A page, what it is opened for, and how one gets there; a brief one is not gone through to the last of many like controls."""

    page: type[Page]
    name: str
    open: Opening
    brief: bool = False


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    monkeypatch.setattr("game.lab.running.Going.start", lambda self: None)
    monkeypatch.setattr("game.lab.running.Watching.start", lambda self: None)
    monkeypatch.setattr("game.lab.running.Watching.wait", lambda self, seconds: False)
    monkeypatch.setattr("game.table.screens.new_match.open_in_tiled", lambda path: "")


def setups(game: str) -> Iterator[tuple[str, Setup]]:
    """Yield the usual match of a game, and one for every other number of seats and every choice of an option."""
    box = BOXES[game]
    for seats in box.seats:
        yield f"{seats} seats", Setup(game, seats, seed=5)
    for option in box.options(min(box.seats)):
        for value, _ in option.choices:
            if value != option.default:
                yield f"{option.key} {value}", Setup(game, min(box.seats), seed=5, options={option.key: value})


@cache
def to_the_end(game: str, seats: int, options: tuple[tuple[str, str], ...]) -> list:
    """Return the actions of a match played at random."""
    match, chance = started(Setup(game, seats, seed=5, options=dict(options))), Chance(7)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    return [match.action(number) for number in range(1, match.count + 1)]


def played(setup: Setup, actions: int) -> list:
    """Return the first actions of a match played at random."""
    return to_the_end(setup.game, setup.seats, tuple(setup.options.items()))[:actions]


def started(setup: Setup, people: int = 1, actions: list | None = None, *, first: int = 0, kept: bool = False) -> Match:
    """Return a match with so many people, the first of them at a seat."""
    sitting = {(first + place) % setup.seats for place in range(people)}
    plans = tuple(SeatPlan("human" if seat in sitting else "random", NAMES[seat]) for seat in range(setup.seats))
    match = Match.start(BOXES[setup.game].complete(setup), plans, folder=paths.saves_folder() if kept else None)
    for action in actions or ():
        match.submit(action)
    match.flush()
    return match


def shown(make: Callable[[], Page]) -> Opening:
    def opening(stage: Stage) -> Page:
        page = make()
        stage.show(page)
        for _ in range(3):
            stage.frame(0.1)
        return page

    return opening


def found() -> Seen:
    return Seen(Facts(FORMAT, "2026-11-21 20:15", "", "1.0"), (), View((1280, 720)), Painter(), "", b"", NAMES)


def written() -> Tell:
    page = Tell(found())
    page.told, page.place = (WRITTEN, "good"), Path("report.zip")
    return page


@cache
def small_study(game: str) -> Study:
    """Return a study of two matches of a game, as it stands where it was played."""
    decks = BOXES[game].ready_decks()[:2]
    asked = Asked("random", 2, seed=5)
    plan = pairings(BOXES[game], "cards", decks, Ground(), asked) if decks else levels(BOXES[game], ("random", "novice"), (), asked)
    folder = Folder(paths.lab_folder() / f"{game}-{plan.kind}-20260102-030405")
    play_study(plan, folder)
    return Study(plan, folder)


class Studied:
    """The lab with a small study of the game."""

    def __init__(self, game: str) -> None:
        self.game, self.study = game, small_study(game)

    def __call__(self) -> Lab:
        page = Lab(self.game)
        page.running = Running(lambda: self.study, play=False)
        page.running._work()
        return page


class Searched:
    """The lab with a search for what breaks the game, of which one deck was confirmed."""

    def __init__(self, game: str) -> None:
        self.game = game

    def __call__(self) -> Lab:
        deck, *rivals = BOXES[self.game].ready_decks()
        search = begun(aimed(Setup(self.game, 2, seed=5)))
        search = replace(search, rounds=1, matches=99, entries={"rush": Entry(deck, "rush", 2.5, 4)})
        find = Find(deck, "rush", 12, figure([1.0, 0.5]), {rival.name: figure([1.0]) for rival in rivals})
        page = Lab(self.game)
        page.running = Seeking(lambda: (search, paths.lab_folder()), None)
        page.running.place = paths.lab_folder()
        page.running.seen = Sought(going=True, search=search, finds=(find,), left=90.0)
        return page


def pages(game: str) -> Iterator[Way]:
    """Yield every page around a match."""
    box = BOXES[game]
    match = started(Setup(game, min(box.seats), seed=5), actions=played(Setup(game, min(box.seats), seed=5), 12), kept=True)
    assert match.path is not None
    yield Way(MenuScreen, "menu", shown(MenuScreen))
    yield Way(NewMatch, "new match", shown(lambda: NewMatch(box)))
    yield Way(Menu, "the levels", over(lambda: NewMatch(box), click="player-0"))
    yield Way(Saves, "saves", shown(Saves))
    yield Way(ReplayScreen, "replay", shown(lambda: ReplayScreen(Replay.open(match.path), NAMES[: match.setup.seats])))
    yield Way(RulesScreen, "rules", shown(lambda: RulesScreen(game)))
    yield Way(SettingsScreen, "settings", shown(SettingsScreen))
    yield Way(KeysPanel, "keys", shown(KeysPanel))
    yield Way(Credits, "credits", shown(Credits))
    yield Way(Records, "records", shown(Records))
    yield Way(Lab, "the lab", shown(lambda: Lab(game)))
    yield Way(Lab, "a study", shown(Studied(game)), brief=True)
    if len(box.ready_decks()) > 1:
        yield Way(Lab, "a search", shown(Searched(game)), brief=True)
    yield Way(FaultsPanel, "faults in files", shown(lambda: FaultsPanel((FAULT,) * 9)))
    yield Way(ModsPanel, "mods", shown(ModsPanel))
    yield Way(Learn, "lessons", shown(lambda: Learn(box)))
    yield Way(Mishap, "something went wrong", shown(lambda: Mishap(SORRY, found(), lambda: None)))
    yield Way(Tell, "a report", shown(lambda: Tell(found())))
    yield Way(Tell, "a report was written", shown(written))
    if box.catalogue():
        face = max(box.catalogue(), key=lambda face: len(face.keywords))
        yield Way(CloserLook, "a closer look", shown(lambda: CloserLook(face, lambda word: None)))
        yield Way(Library, "cards", shown(lambda: Library(game)))
        if box.hand:
            deck, faces = box.ready_decks()[0], {face.id: face for face in box.catalogue()}
            yield Way(SampleHand, "a hand that is drawn", shown(lambda: SampleHand(deck, faces, box.hand)))
        yield Way(Library, "decks", shown(lambda: Library(game, decks=True)), brief=True)  # the cards are those of the page before
    if box.typed_cards is not None:
        yield Way(TypedCard, "typed card", shown(lambda: TypedCard(game, box.typed_cards, lambda card: None)))


def matches(game: str) -> Iterator[Way]:
    """Yield a match of every kind: the usual one wherever something new can be done, any other some actions on."""
    usual = Setup(game, min(BOXES[game].seats), seed=5)
    for name, setup in setups(game):
        actions = played(setup, 60)
        for moment in news(setup, actions) if setup == usual else (9, 40):
            at = actions[:moment]
            yield Way(MatchScreen, f"{name}, {len(at)} actions", shown(Seated(setup, 1, at)))


def news(setup: Setup, actions: list) -> list[int]:
    """Return the moments of a match at which something can be done for the first time."""
    match, known, found = started(setup, setup.seats), set(), []
    for moment, action in enumerate(actions):
        verbs = {offer.verb for offer in match.offers() if offer.refusal is None and not offer.form}
        if verbs - known:
            known |= verbs
            found.append(moment)
        match.submit(action)
    return found


def taught(game: str) -> Iterator[Way]:
    """Yield a lesson and a puzzle of a game, as they begin."""
    for kind in ("lesson", "puzzle"):
        position = next((each for each in positions_of(game) if each.kind == kind), None)
        if position is not None:
            yield Way(LearnMatch, kind, shown(partial(course_screen, position)), brief=True)


def course_screen(position: Position) -> LearnMatch:
    """Return the table with a lesson or a puzzle on it."""
    plans = tuple(SeatPlan("human" if seat == position.seat else "random") for seat in range(position.setup.seats))
    return LearnMatch(Course(position, Match.lay(position, plans)))


def over_matches(game: str) -> Iterator[Way]:
    """Yield what lies over a match, as far as the game has it."""
    setup = Setup(game, min(BOXES[game].seats), seed=5)
    actions = played(setup, 14)
    table = Seated(setup, 1, actions)
    yield Way(MatchScreen, "nobody plays", shown(Seated(setup, 0, actions)))
    yield Way(EndPanel, "the end", over(Seated(setup, 1, played(setup, 5000))))
    yield Way(Dialog, "the pause", over(table, "escape"))
    for page, name, key in ((StopsPanel, "where to be asked", "o"), (ChartPanel, "the chart", "t")):
        if opens(table, key):
            yield Way(page, name, over(table, key))
    yield Way(LogPanel, "the log", shown(partial(log_panel, table)))
    people = Seated(setup, setup.seats, actions)
    if opens(people):
        yield Way(Curtain, "the curtain", over(people))
    for name, form in forms(game):
        yield Way(OfferForm, f"the form to {name}", shown(form))


def log_panel(table: Callable[[], MatchScreen]) -> LogPanel:
    """Return the log of a match as it is read over the table."""
    log = Log()
    for telling in table().match.tellings(0):
        log.add(entry(telling.words, NAMES, str))
    return LogPanel(lambda: log, lambda step: None)


@cache
def forms(game: str) -> tuple[tuple[str, Callable[[], Page]], ...]:
    """Return every kind of form that an offer of a game has, wherever a match comes upon one."""
    known: set[str] = set()
    found = []
    for _, setup in setups(game):
        match, chance = started(setup, setup.seats), Chance(3)
        while match.count < 25 and match.deciding is not None:
            for offer in match.offers():
                if offer.form and offer.verb not in known:
                    known.add(offer.verb)
                    found.append((offer.words, partial(OfferForm, offer, offer.words, lambda offer, values: None)))
            match.submit(chance.pick(match.legal()))
    return tuple(found)


class Seated:
    """A match to be opened on screen again and again, with a person where a choice is due; made anew only after it was played on or given up."""

    def __init__(self, setup: Setup, people: int, actions: list) -> None:
        self.setup, self.people, self.actions = setup, people, actions
        self.match: Match | None = None

    def __call__(self) -> MatchScreen:
        given_up = self.match is not None and self.match.outcome is not None and self.match.outcome.rule == RULE
        if self.match is None or given_up or self.match.count != len(self.actions):
            due = started(self.setup, 1, self.actions).deciding
            self.match = started(self.setup, self.people, self.actions, first=due or 0)
        return MatchScreen(self.match)


def over(make: Callable[[], Page], key: str = "", *, click: str = "") -> Opening:
    """Return how to open what lies over a page by itself, after a key or after a click on a control."""
    opening = shown(make)

    def again(stage: Stage) -> Page:
        opening(stage)
        if key:
            stage.press(key)
        if click:
            stage.click(click)
        stage.frame(0.1)
        assert isinstance(stage.top, Page)
        return stage.top

    return again


def opens(make: Callable[[], Page], key: str = "") -> bool:
    """Tell whether anything opens over a page by itself, or after a key."""
    stage = Stage(games=shelf(), speed="instant", reduced_motion=True)
    stage.app.surface = None
    found = over(make, key)(stage)
    return found is not stage.app.screens[0]


def every_page_there_is() -> set[type]:
    """Return every page of the table, found by looking."""
    for module in pkgutil.walk_packages(game.table.__path__, "game.table."):
        importlib.import_module(module.name)
    found, open_ = set(), [Screen]
    while open_:
        kind = open_.pop()
        open_ += kind.__subclasses__()
        found.add(kind)
    return {kind for kind in found if kind.__module__.startswith("game.table.")} - {Screen, Page, Reading, FreshPage}


def walker(look: tuple[tuple[int, int], int]) -> Walker:
    size, percent = look
    return Walker(Stage(size, games=shelf(), text_size=percent, speed="instant", reduced_motion=True))


def walked(ways: Iterable[Way], look: tuple[tuple[int, int], int], *, brief: bool = False) -> list[str]:
    """Return what is wrong on pages, when everything on them was pressed."""
    hand = walker(look)
    for way in ways:
        assert type(hand.go_through(way.name, way.open, brief=brief or way.brief)) is way.page
    assert hand.pressed > 10
    return list(hand.wrong)


def test_no_page_is_forgotten() -> None:
    opened = {way.page for game in BOXES for way in (*pages(game), *taught(game), *over_matches(game))} | {MatchScreen}
    assert opened == every_page_there_is()


@pytest.mark.parametrize("game", BOXES)
def test_every_control_of_every_page_works_and_fits(game: str) -> None:
    assert walked(pages(game), SMALL) == []


@pytest.mark.parametrize("game", BOXES)
def test_every_kind_of_control_works_and_fits_in_a_large_window(game: str) -> None:
    assert walked(pages(game), LARGE, brief=True) == []


@pytest.mark.parametrize("game", BOXES)
def test_every_control_is_large_enough_for_a_hand_at_the_usual_text_size(game: str) -> None:
    hand = walker(USUAL)
    for way in (*pages(game), *taught(game), *over_matches(game), *matches(game)):
        hand.measure(way.name, way.open)
    assert list(hand.wrong) == []


@pytest.mark.parametrize("look", [MIDDLE, WIDE, HUGE], ids=lambda look: f"{look[0][0]}x{look[0][1]} at {look[1]}")
@pytest.mark.parametrize("game", BOXES)
def test_every_page_fits_windows_of_every_shape(game: str, look: tuple[tuple[int, int], int]) -> None:
    hand = walker(look)
    for way in (*pages(game), *taught(game), *over_matches(game)):
        hand.see(way.name, way.open)
    assert list(hand.wrong) == []


@pytest.mark.parametrize("game", BOXES)
def test_every_kind_of_match_works_and_fits(game: str) -> None:
    assert walked(matches(game), SMALL, brief=True) == []


@pytest.mark.parametrize("game", BOXES)
def test_a_lesson_and_a_puzzle_work_and_fit(game: str) -> None:
    ways = list(taught(game))
    assert not ways or walked(ways, SMALL) == []


@pytest.mark.parametrize("game", BOXES)
def test_everything_that_lies_over_a_match_works_and_fits(game: str) -> None:
    assert walked(over_matches(game), SMALL) == []


@pytest.mark.parametrize("game", BOXES)
def test_everything_on_the_table_can_be_looked_at_and_picked_up(game: str) -> None:
    hand = walker(SMALL)
    for way in matches(game):
        hand.handle_pieces(way.name, way.open)
    assert hand.held >= 3
    assert list(hand.wrong) == []
