"""Names: the person's is asked for once, stands at their seat and in no report; others are opponents, and nobody is called like another."""

from __future__ import annotations

import zipfile
from collections import Counter as Tally
from itertools import pairwise

import pygame
import pytest
from shell_stage import Stage, flat

from game import paths
from game.kernel.chance import Chance
from game.kernel.scene import Counter, SceneSeat
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan, introduced
from game.rules import SHIPPED, open_box
from game.table.canvas.draw import Icon, Made, Panel, Text
from game.table.canvas.theme import Theme, contrast, read_theme
from game.table.canvas.view import inset, meet
from game.table.pages.settings import SettingsScreen
from game.table.pieces import plates
from game.table.pieces.lit import Light
from game.table.pieces.name_plate import LEAST
from game.table.play.match import MatchScreen
from game.table.play.phases import lit
from game.table.screens.menu import MenuScreen
from game.table.shell.learnt import mark_learnt
from game.table.shell.report import keep, seen
from game.table.shell.settings import read_settings


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def kept_match() -> None:
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human"), SeatPlan("human")), folder=paths.saves_folder())
    match.submit(match.legal()[0])
    match.close()


def test_a_name_is_asked_for_once_and_stands_at_the_persons_seat() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    assert stage.top.focus != "name", "nobody has to answer"
    stage.click("name")
    stage.type("Änne Müller")
    stage.press("return")
    assert stage.top.widget("name") is None
    assert read_settings()[0].name == "Änne Müller"
    stage.click("world-verona")
    stage.click("start")
    assert stage.top.match.names == ("Änne Müller", "Novice opponent")
    assert "Änne Müller" in stage.words()
    stage.app.home()
    assert stage.top.widget("name") is None
    other = Stage(name="Änne", games=(open_box("verona"),))
    other.show(SettingsScreen())
    other.click("name")
    other.press("backspace")
    assert other.app.settings.name == "Änn"


def test_whoever_gives_no_name_is_not_asked_again() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    stage.click("name")
    stage.type("Bo")
    stage.click("name-skip")
    assert stage.top.widget("name") is None
    assert (stage.app.settings.name, read_settings()[0].asked) == ("", True)
    kept_match()
    old = Stage()
    old.show(MenuScreen())
    assert old.top.widget("name") is None, "whoever has played before is not a newcomer"


def test_the_question_for_a_name_is_seen_on_the_first_menu() -> None:
    pictures = []
    for asked in (False, True):
        stage = Stage(asked=asked)
        stage.show(MenuScreen())
        for _ in range(4):
            stage.frame(1.0)
        if not asked:
            x, y, wide, high = stage.rect("name")
            (left, top), (right, bottom) = stage._pixel(x, y), stage._pixel(x + wide, y + high)
        pictures.append(pygame.image.tobytes(stage.app.surface.subsurface((left, top, right - left, bottom - top)), "RGB"))
    assert pictures[0] != pictures[1], "what nobody sees asks for nothing"


def test_the_keyboard_ends_at_the_last_button_of_the_menu_whatever_is_asked() -> None:
    stage = Stage(asking=True)
    menu = stage.show(MenuScreen())
    assert menu.widget("name-skip") is not None
    menu.look_at(next(widget.key for widget in menu.widgets() if widget.key.startswith("world-")))
    stage.press("end")
    assert menu.widget(menu.focus).label == "Quit"


def test_the_question_stays_on_the_menu_until_it_is_answered_or_put_away() -> None:
    stage = Stage()
    stage.show(MenuScreen())
    mark_learnt("verona", "lesson-1")
    kept_match()
    later = Stage(asking=read_settings()[0].asking)
    for each in (stage, later):
        each.show(MenuScreen())
        assert each.top.widget("name") is not None
    later.click("name-skip")
    later.show(MenuScreen())
    assert later.top.widget("name") is None


def test_the_name_of_the_person_is_in_no_report_but_where_they_want_it() -> None:
    stage = Stage(name="Änne", games=(open_box("verona"),))
    stage.show(SettingsScreen())
    found = seen(stage.app)
    assert "Änne" not in repr(found.facts)
    for names in (False, True):
        path = keep(found, names=names)[2]
        with zipfile.ZipFile(path) as pack:
            said = b"".join(pack.read(name) for name in pack.namelist() if not name.endswith(".png"))
        assert ("Änne".encode() in said) == names


def test_people_and_a_lone_opponent_are_called_by_name_and_several_opponents_by_the_world() -> None:
    person, program = SeatPlan("human"), SeatPlan("hard")
    assert [plan.name for plan in introduced((program, person), "Bo")] == ["Hard opponent", "Bo"]
    assert [plan.name for plan in introduced((SeatPlan("human", "Al"), program), "Bo")] == ["Al", "Hard opponent"]
    assert [plan.name for plan in introduced((person, program, program), "Bo")] == ["Bo", "", ""]
    assert [plan.name for plan in introduced((person, person), "Bo")] == ["Bo", ""]


def test_two_equal_decks_are_told_apart() -> None:
    box = open_box("overcross")
    deck = box.ready_decks()[0]
    match = Match.start(box.complete(Setup("overcross", 2, seed=5, decks=(deck, deck))), (SeatPlan("human"), SeatPlan("human")))
    assert match.names == (f"{deck.name} (1)", f"{deck.name} (2)")


@pytest.mark.parametrize(("size", "text"), [((1280, 720), 100), ((1280, 720), 150), ((1024, 640), 100)])
@pytest.mark.parametrize("game", SHIPPED)
def test_ones_own_plate_says_so_in_every_game_whatever_its_seat_is_called(game: str, size: tuple[int, int], text: int) -> None:
    plans = introduced((SeatPlan("human"), SeatPlan("novice")), "")
    match, chance = Match.start(open_box(game).complete(Setup(game, 2, seed=5)), plans), Chance(5)
    for actions in (0, 14):
        while match.count < actions:
            match.submit(chance.pick(match.legal()))
        board = Stage(size, text_size=text, games=(open_box(game),), speed="instant").show(MatchScreen(match)).view.board
        x, y, wide, high = board.layout.seats[0]
        found = [item for item in flat(board.draw(Light(names=match.names))) if isinstance(item, Text) and x <= item.rect[0] < x + wide]
        texts = [item.words for item in found if y - 40 <= item.rect[1] < y + high]
        assert f"{match.names[0]} (you)" in texts or {match.names[0], "you"} <= set(texts), texts


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", SHIPPED)
def test_the_tag_of_ones_own_plate_leaves_its_medal_open(game: str, size: tuple[int, int]) -> None:
    match = Match.start(open_box(game).complete(Setup(game, 2, seed=5)), introduced((SeatPlan("human"), SeatPlan("novice")), ""))
    for text in (150, 175):
        board = Stage(size, text_size=text, games=(open_box(game),), speed="instant").show(MatchScreen(match)).view.board
        items = list(flat(board.draw(Light(names=match.names))))
        medals = [item.rect for item in items if isinstance(item, Made) and item.kind == "medal"]
        assert len(medals) >= 2
        tags = [item.rect for item in items if isinstance(item, Text) and item.words == "you"]
        assert not [tag for tag in tags for medal in medals if meet(inset(tag, 0, tag[3] * 0.1), medal)]
        assert tags or text == 150 or game != "overcross", "its plates are narrow"


@pytest.mark.parametrize("text", [100, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3840, 2160)])
@pytest.mark.parametrize("width", [190, 240, 300])
def test_no_counter_falls_off_its_plate_or_is_too_small_to_read(width, size, text):
    app = Stage(size, text_size=text).app
    counted = (("hearts", 25, None), ("lightning-storm", 0, 12), ("rose", 7, None))
    counters = [Counter(icon, "Prestige", value, 0, icon, most=most) for icon, value, most in counted]
    for count in (1, 2, 3):
        items = plates.plate(
            app, SceneSeat(0, "Ann"), (0, 0, width, 110), counters[:count], "Ann", "", thinking=True, you=False, wave=False
        )
        signs = [item.rect for item in items if isinstance(item, Text | Icon)]
        assert all(x >= 0 and x + wide <= width for x, _, wide, _ in signs), (count, signs)
        values = [item for item in items if isinstance(item, Text) and item.face == "digits"]
        assert [item.words for item in values] == ["25", "0/12", "7"][:count]
        assert all(item.size * app.view.scale >= LEAST for item in values)
        row = sorted((item.rect[0], item.rect[0] + item.rect[2]) for item in items if isinstance(item, Text | Icon) and item.rect[1] > 40)
        assert all(before[1] <= after[0] + 0.01 for before, after in pairwise(row)), row


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("text", [100, 150, 175])
def test_whatever_is_counted_at_a_seat_is_in_sight_at_every_text_size(game, text):
    match, chance = Match.start(Setup(game, 2, seed=5), (SeatPlan("human", "Ada"), SeatPlan("human", "Bob"))), Chance(5)
    for _ in range(12):
        match.submit(chance.pick(match.legal()))
    board = Stage(games=(open_box(game),), text_size=text, speed="instant").show(MatchScreen(match)).view.board
    texts = [item for item in flat(board.draw(Light())) if isinstance(item, Text)]
    for seat, (x, y, wide, high) in board.layout.seats.items():
        shown = Tally(item.words for item in texts if x <= item.rect[0] < x + wide and y <= item.rect[1] < y + high)
        values = Tally(
            str(each.value) + (f"/{each.most}" if each.most is not None else "")
            for each in board.scene.counters.values()
            if each.seat == seat
        )
        assert not values - shown, f"{values - shown} of seat {seat}"


@pytest.mark.parametrize("size", [(1024, 640), (1280, 648), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("game", [game for game in SHIPPED if game != "verona"])
def test_what_is_counted_for_all_stands_with_its_name_in_every_window(game, size):
    match, chance = Match.start(Setup(game, 2, seed=5), (SeatPlan("human", "Ada"), SeatPlan("human", "Bob"))), Chance(5)
    for _ in range(12):
        match.submit(chance.pick(match.legal()))
    app = Stage(size, games=(open_box(game),)).app
    scene = match.scene(0)
    counters = [counter for counter in scene.counters.values() if counter.seat is None]
    items = [item for item in plates.shared(app, scene, (0, 0, 348, 40)) if isinstance(item, Text)]
    assert counters
    for counter in counters:
        value = str(counter.value) + (f"/{counter.most}" if counter.most is not None else "")
        assert {value, counter.label} <= {item.words for item in items}, "an unlabelled number says nothing"
    assert all(item.size * app.view.scale >= LEAST for item in items)


@pytest.mark.parametrize("contrasting", [0, 1])
def test_the_log_names_seats_in_their_colours_with_their_signs(contrasting: int) -> None:
    stage = Stage(games=(open_box("verona"),), speed="instant", reduced_motion=True, high_contrast=bool(contrasting))
    match = Match.start(Setup("verona", 2, seed=5), (SeatPlan("human", "Anna"), SeatPlan("human", "Bo")))
    for _ in range(6):
        match.submit(match.legal()[0])
    table = stage.show(MatchScreen(match))
    for _ in range(40):
        stage.frame(0.5)
    theme = stage.app.theme
    drawn = flat(table.view.log.draw(stage.app, (0.0, 0.0, 500.0, 900.0)))
    said = [item for item in drawn if isinstance(item, Text) and item.inks]
    assert {name for item in said for name, _ in item.inks} == {"Anna", "Bo"}
    for item in said:
        for name, ink in item.inks:
            assert f"*{name}*" in item.words
            assert ink == theme.seat_ink(match.names.index(name))
            assert min(contrast(ink, theme.colour(ground)) for ground in ("panel", "panel2")) >= 4.5
    assert {item.name for item in drawn if isinstance(item, Icon)} == set(table.view.charges())


@pytest.mark.parametrize("text", [100, 125, 150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (3840, 2160)])
@pytest.mark.parametrize("counted", [0, 1, 3])
def test_a_name_in_two_lines_keeps_off_the_edge_of_its_plate_and_off_what_is_counted(counted, size, text):
    app = Stage(size, text_size=text).app
    two_lines = 0
    for width, high in ((190, 104), (213, 104), (240, 110), (300, 110)):
        for name in ("Anna Magdalena", "Creative Accounting", "Room Service (1)", "Gjyqtarja Ágota"):
            counters = [Counter(icon, "Prestige", value, 0, icon) for icon, value in (("hearts", 25), ("lightning-storm", 0), ("rose", 7))]
            rect = (40.0, 60.0, float(width), float(high))
            items = plates.plate(app, SceneSeat(0, "Ann"), rect, counters[:counted], name, "", thinking=False, you=True, wave=False)
            plate = next(item.rect for item in items if isinstance(item, Panel))
            title, *others = [letters(app, item) for item in items if isinstance(item, Text)]
            edge = [side * app.view.scale for side in (plate[1], plate[1] + plate[3])]
            two_lines += title.height > app.fonts.font("bold", 11).get_linesize() * 1.6
            assert title.top >= edge[0] + 4 * app.view.scale, (name, width)
            assert title.bottom <= edge[1] - 4 * app.view.scale, (name, width)
            assert not [other for other in others if title.colliderect(other)], (name, width)
    assert two_lines > 3 or size == (1024, 640)


def letters(app, item: Text) -> pygame.Rect:
    """Return where the letters of a text are painted, in device pixels."""
    app.painter.scale = app.view.scale
    surface, x, y, _ = app.painter._text_place(item)
    return surface.get_bounding_rect(90).move(x, y)


@pytest.mark.parametrize("game", SHIPPED)
def test_every_seat_is_named_with_more_contrast_where_contrast_is_worth_more(game):
    """Two of six houses were named darker on near black than before on parchment."""

    def least(theme: Theme, seat: int) -> float:
        return min(contrast(theme.seat_ink(seat), theme.colour(ground)) for ground in ("panel", "panel2"))

    usual, strong = read_theme(game)[0], read_theme(game, high_contrast=True)[0]
    for seat in range(len(usual.seats)):
        assert least(strong, seat) > least(usual, seat) >= 4.5, (game, seat)


@pytest.mark.parametrize("game", SHIPPED)
def test_where_contrast_is_worth_more_the_present_phase_is_read_better_whosever_it_is(game: str) -> None:
    plain, more = (read_theme(game, high_contrast=high)[0] for high in (False, True))
    for seat in range(6):
        before, after = (contrast(theme.on(lit(theme, seat)), lit(theme, seat)) for theme in (plain, more))
        assert after >= max(9, before)
        assert contrast(lit(more, seat), more.colour("panel")) >= 4.5, "it stands apart from the others"


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_what_is_counted_at_a_seat_with_a_long_name_grows_with_larger_text_as_its_name_does(size):
    """Two lines of a name took what the number would have grown by."""
    found = []
    for text in (100, 175):
        app = Stage(size, text_size=text).app
        counters = [Counter("limit", "Play limit", 19, 0, "limit")]
        drawn = plates.plate(
            app, SceneSeat(0, "Ann"), (0, 0, 214, 102.6), counters, "Anna Magdalena", "", thinking=False, you=True, wave=False
        )
        found.append({item.words.removesuffix(" (you)"): item.size for item in drawn if isinstance(item, Text) and item.words != "you"})
    assert set(found[0]) == set(found[1]) == {"Anna Magdalena", "19", "Play limit"}
    assert all(found[1][words] > found[0][words] for words in found[0]), found
