"""Where the player wants text larger, no text becomes smaller: in windows of every size."""

from __future__ import annotations

from itertools import pairwise
from statistics import median

import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import NAMES, Seated, nobody_thinks, over_matches, pages, played, started, taught, walker
from test_every_screen import shown as way_to
from walker import Opening, Walker, set_in_its_box, texts

from game.content.positions import positions_of
from game.kernel.setup import Setup
from game.match.replay import Replay
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import Made, Panel, Polygon, Text
from game.table.pieces.card_face import FULL, face_items, part_seen, set_as
from game.table.pieces.name_plate import LEAST
from game.table.play.log_panel import FEWEST, LogView, room_for
from game.table.play.match import MatchScreen
from game.table.screens.library import Library
from game.table.screens.menu import MenuScreen
from game.table.screens.new_match import NewMatch
from game.table.screens.replay import ReplayScreen
from game.table.shell.page import Page
from game.table.shell.widgets import Look

__all__ = ["nobody_thinks"]

SIZES = [(1024, 640), (1280, 720), (1920, 1080), (2560, 1440), (3440, 1440), (3840, 2160)]


def sizes_of(stage: Stage) -> dict[str, int]:
    """Return how large all words to be seen are set, in pixels."""
    found: dict[str, int] = {}
    for item, _ in texts(stage.app.items()):
        size = set_in_its_box(stage, item)[0].size
        found[item.words] = min(size, found.get(item.words, size))
    return found


def shown(size: tuple[int, int], text: int, page: type[Page]) -> Stage:
    stage = Stage(size, games=shelf(), text_size=text)
    stage.app.surface = None
    stage.show(page())
    return stage


@pytest.mark.parametrize("text", [125, 150, 175])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_no_text_of_the_menu_is_smaller_where_larger_text_is_wished(size, text):
    usual, large = sizes_of(shown(size, 100, MenuScreen)), sizes_of(shown(size, text, MenuScreen))
    assert {words: (usual[words], large[words]) for words in usual.keys() & large.keys() if large[words] < usual[words]} == {}
    for game in shelf():
        assert large[game.title] > usual[game.title]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_menu_tells_what_the_world_in_hand_is_as_large_as_all_else(size):
    usual, stage = sizes_of(shown(size, 100, MenuScreen)), shown(size, 175, MenuScreen)
    for game in stage.app.games:
        x, y, width, height = stage.rect(f"world-{game.id}")
        stage.move(x + width / 2, y + height / 2)
        told = next(words for words in stage.words().splitlines() if words.startswith(game.tagline))
        assert told.endswith("players")
        assert sizes_of(stage)[told] >= usual[game.tagline] * 1.7
        assert [other.tagline for other in stage.app.games if other.tagline in stage.words()] == [game.tagline]


def test_the_voice_hears_what_the_world_with_the_focus_is():
    stage = shown((1280, 720), 175, MenuScreen)
    for game in stage.app.games:
        stage.top.look_at(f"world-{game.id}")
        stage.top.stale()
        assert game.title in stage.top.focused()
        assert game.tagline in stage.top.focused()


@pytest.mark.parametrize("size", [(1024, 640), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["overcross", "verona"])
def test_no_text_of_a_page_around_a_match_is_smaller_where_larger_text_is_wished(game, size, template_shelf, nobody_thinks):
    ways = list(pages(game))
    usual, large = (walker((size, text)) for text in (100, 175))
    smaller = {}
    for way in ways:
        before = seen(usual, way.open)
        smaller |= {(way.name, words): (before[words], now) for words, now in seen(large, way.open).items() if now < before.get(words, 0)}
    assert smaller == {}
    assert len(ways) > 15


WINDOWS = pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
GROWN = (125, 150, 175)


def said(stage: Stage, items: list | None = None) -> dict[tuple[str, str], int]:
    """Return how large all words are set in pixels, those on cards too, by the card they stand on (empty: none)."""
    found: dict[tuple[str, str], int] = {}
    scale = stage.app.view.scale

    def take(card: str, item: Text) -> None:
        if item.words.strip():
            name = (card, item.words.casefold().removesuffix(" (you)"))
            found[name] = min(set_in_its_box(stage, item)[0].size, found.get(name, 999))

    for item in flat(stage.app.items() if items is None else items):
        if isinstance(item, Text):
            take("", item)
        elif isinstance(item, Made) and item.kind == "card" and item.key[1] is not None:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * scale))
            for part in face_items(
                stage.app, stage.app.world(world), face, (0, 0, wide / scale, round(h * scale) / scale), wide, part_seen(look), set_as(look)
            ):
                if isinstance(part, Text):
                    take(face.name, part)
    return found


def smaller_at(size: tuple[int, int], openings: dict[str, Opening], draw=said) -> dict:
    """Return every text that is smaller at a larger text size, with its size at 100 % and there."""
    usual, found = walker((size, 100)), {}
    before = {}
    for name, opening in openings.items():
        usual._open(opening)
        before[name] = draw(usual.stage)
        assert before[name]
    for text in GROWN:
        large = walker((size, text))
        for name, opening in openings.items():
            large._open(opening)
            now = draw(large.stage)
            found |= {(text, name, *words): (px, now[words]) for words, px in before[name].items() if now.get(words, px) < px}
    return found


def tables(game: str) -> dict[str, Opening]:
    """Return matches of a game some way in, with the fewest seats and with the most, the last of them with a hand as large as there was."""
    fewest, most = Setup(game, min(BOXES[game].seats), seed=5), Setup(game, max(BOXES[game].seats), seed=5)
    moments = {f"{setup.seats} seats, {actions} actions": (setup, actions) for setup, actions in ((fewest, 12), (fewest, 80), (most, 40))}
    return {name: way_to(Seated(setup, 1, played(setup, actions))) for name, (setup, actions) in moments.items()}


@WINDOWS
@pytest.mark.parametrize("game", SHIPPED)
def test_no_text_at_a_table_is_smaller_where_larger_text_is_wished(game, size, nobody_thinks):
    assert smaller_at(size, tables(game)) == {}


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", [game for game in SHIPPED if BOXES[game].catalogue()])
def test_no_text_of_the_large_card_of_a_library_is_smaller_where_larger_text_is_wished(game, size, template_shelf, nobody_thinks):
    assert smaller_at(size, {"library": way_to(lambda: Library(game))}, on_the_largest_card) == {}


def kept(stage: Stage, item: Text) -> bool:
    """Tell whether a text is as large as its place allows: one pixel more, and it, or a word of it, would be wider."""
    room = round(item.rect[2] * stage.app.view.scale)
    size = set_in_its_box(stage, item)[0].size + 1
    if not item.wrap:
        return stage.app.fonts.width(item.words, item.face, size) > room
    longest = max(stage.app.fonts.width(word, item.face, size) for word in item.words.split())
    return longest > room or item.words.casefold() in NARROW or len(item.words) > MOST_WORDS


NARROW = {"cindrala, the last aria", "weathervane"}
"""Names that stand over their own card, which is narrow: hovering shows it large."""

MOST_WORDS = 200
"""What is asked or told in so many signs fills the column, and is set as large as it holds."""


def unmoved(game: str, openings: dict[str, Opening], where: tuple[int, int]) -> dict[tuple[str, str], int]:
    """Return every text, but for those on cards, that is not larger at 175 % than at 100 % though its place is wide enough, with its size."""
    usual, large = walker((where, 100)), walker((where, 175))
    found = {}
    for name, opening in openings.items():
        usual._open(opening)
        before = sizes_of(usual.stage)
        large._open(opening)
        for item, _ in texts(large.stage.app.items()):
            size = set_in_its_box(large.stage, item)[0].size if item.words.strip() else 0
            guided = item.words == guide_words(large.stage) and size >= before.get(item.words, 0)
            if 0 < size <= before.get(item.words, 0) and not guided and not kept(large.stage, item):
                found[name, item.words] = size
    return found


def guide_words(stage: Stage) -> str:
    """Return what the guide says at a table: it stands beneath the question and has the height that this leaves, so it is rather as large as usual than not there."""
    controls = next((screen.controls for screen in reversed(stage.app.screens) if isinstance(screen, MatchScreen)), None)
    return controls.guide.words() if controls is not None else ""


HELD_BACK = {"Hint", "Solution", "Again", "Leave the lesson"}
"""How a puzzle or a lesson is gone about stands above the question, and leaves its larger words the room."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_every_text_that_has_the_room_is_larger_where_larger_text_is_wished(game, size, template_shelf, nobody_thinks):
    """Of a table, of every page around a match, of lessons and puzzles and of what lies over a match; cards are looked at elsewhere."""
    ways = {way.name: way.open for way in (*pages(game), *taught(game), *over_matches(game))}
    held_back = {*HELD_BACK}
    for kind in ("lesson", "puzzle"):
        for position in [each for each in positions_of(game) if each.kind == kind][:1]:
            held_back |= {position.title, f"Step 1 of {len(position.steps)}", position.goal.words if position.goal else ""}
    found = unmoved(game, {**ways, **tables(game)}, size)
    assert {key: px for key, px in found.items() if not (key[0] in {"lesson", "puzzle"} and key[1] in held_back)} == {}


def on_the_largest_card(stage: Stage) -> dict[tuple[str, str], int]:
    """Return how large the words of the largest card to be seen are set."""
    cards = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card"]
    return said(stage, [max(cards, key=lambda item: item.rect[2])])


def seen(hand: Walker, opening: Opening) -> dict[str, int]:
    """Return how large all words of a page are set."""
    hand._open(opening)
    return sizes_of(hand.stage)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_no_text_of_a_replay_is_smaller_where_larger_text_is_wished(game, size, nobody_thinks, tmp_path, monkeypatch):
    monkeypatch.setenv("STARCROSS_HOME", str(tmp_path))
    setup = Setup(game, min(BOXES[game].seats), seed=5)
    path = started(setup, 1, played(setup, 60), kept=True).path

    def at_its_end() -> ReplayScreen:
        replay = Replay.open(path)
        replay.jump(replay.count)
        return ReplayScreen(replay, NAMES[: setup.seats])

    assert smaller_at(size, {"replay": way_to(at_its_end)}) == {}


@pytest.mark.parametrize("game", [game for game in SHIPPED if BOXES[game].catalogue()])
def test_on_small_cards_of_pages_no_name_is_smaller_and_nothing_is_too_small_to_read(game, template_shelf, nobody_thinks):
    """In a library, and in the row of a deck before a match; at 1280 by 720."""
    openings = {"cards": way_to(lambda: Library(game)), "new match": way_to(lambda: NewMatch(BOXES[game]))}
    before: dict[tuple[str, str, str], int] = {}
    for text in (100, *GROWN):
        hand = walker(((1280, 720), text))
        for name, opening in openings.items():
            hand._open(opening)
            on_cards = {(name, *words): px for words, px in said(hand.stage).items() if words[0]}
            assert {words: px for words, px in on_cards.items() if px < LEAST} == {}
            names = {words: px for words, px in on_cards.items() if words[1].casefold() == words[2]}
            assert names or (name, text > 130) == ("new match", True)
            assert {words: (before[words], px) for words, px in names.items() if px < before.get(words, 0)} == {}
            before |= {words: max(px, before.get(words, 0)) for words, px in names.items()}


def test_what_a_card_says_beside_its_rules_grows_where_they_leave_it_room():
    stages = {text: Stage((1280, 720), games=shelf(), text_size=text) for text in (100, 175)}
    grown = 0
    for face in [card for card in BOXES["starcrossed"].catalogue() if card.flavour][:24]:
        pixels = {}
        for text, stage in stages.items():
            wide = 360 / stage.app.view.scale
            for part in face_items(stage.app, stage.app.world("starcrossed"), face, (0.0, 0.0, wide, wide * 1.4), 360):
                if isinstance(part, Text) and part.words == face.flavour:
                    pixels[text] = set_in_its_box(stage, part)[0].size
        assert pixels.get(175, 99) >= pixels[100]
        grown += pixels.get(175, 0) > pixels[100]
    assert grown > 6


@WINDOWS
@pytest.mark.parametrize(("game", "seats"), [("verona", 2), ("verona", 6), ("overcross", 2), ("overcross", 4)])
def test_what_a_board_counts_its_squares_by_grows_and_none_of_it_is_left_out(game, seats, size, nobody_thinks):
    """The numbers of a track, the letters and numbers along a grid."""
    setup = Setup(game, seats, seed=5)
    opening, sizes = way_to(Seated(setup, 1, played(setup, 9))), []
    for text in (100, *GROWN):
        hand = walker((size, text))
        hand._open(opening)
        scene = hand.stage.top.view.board.scene
        zone = next(zone for zone in scene.zones.values() if zone.kind in {"track", "grid"})
        names = {str(number + 1) for number in range(zone.columns * max(1, zone.rows) if zone.kind == "track" else zone.rows)}
        names |= {chr(ord("A") + column) for column in range(zone.columns)} if zone.kind == "grid" else set()
        shown = {name: px for name, px in sizes_of(hand.stage).items() if name in names}
        assert shown.keys() == names
        sizes.append(shown)
    for before, after in pairwise(sizes):
        assert {name: (px, after[name]) for name, px in before.items() if after[name] < px} == {}
    assert all(sizes[-1][name] > sizes[0][name] for name in names)


@pytest.mark.parametrize("size", [(1280, 720), (1024, 640)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_the_log_is_read_at_every_text_size_over_the_table_where_the_column_has_no_room(game, size, nobody_thinks):
    setup = Setup(game, min(BOXES[game].seats), seed=5)
    opening = way_to(Seated(setup, 1, played(setup, 9 if game == "verona" else 40)))
    for text in (100, *GROWN):
        hand = walker((size, text))
        table, stage = hand._open(opening), hand.stage
        if table.parts and table.view.log_cramped:
            stage.press("l")
        (log,) = [part for part in stage.top.parts if isinstance(part, LogView)]
        lines = [item for item in flat(log.draw(Look(stage.app, {}))) if isinstance(item, Text)]
        assert log.rect[3] >= room_for(FEWEST, stage.app.size(21)), text
        assert len(lines) >= 2
        assert {item.size for item in lines} == {stage.app.size(21)}
        stage.press("l")
        assert stage.top is table


@pytest.mark.parametrize("game", ["starcrossed", "shine", "cardmaster"])
def test_what_a_zone_is_called_grows_by_two_fifths_where_it_has_the_width(game, nobody_thinks):
    setup = Setup(game, 2, seed=5)
    opening, sizes = way_to(Seated(setup, 1, played(setup, 40))), []
    for text in (100, 175):
        hand = walker(((1280, 720), text))
        hand._open(opening)
        sizes.append(sizes_of(hand.stage))
        labels = {zone.label for zone in hand.stage.top.view.board.scene.zones.values()}
        full = {item.words for item, _ in texts(hand.stage.app.items()) if kept(hand.stage, item)}
    usual, large = sizes
    both = (labels & usual.keys() & large.keys()) - full
    assert len(both) >= 3
    assert {label: (usual[label], large[label]) for label in both if large[label] < usual[label] * 1.4} == {}


GROWN_ON_CARDS = 1.25
"""How much larger what stands on a card in numbers is at least where text is to be 1.75 times as large."""


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("text", [150, 175])
@pytest.mark.parametrize("actions", [12, 40, 55, 70])
def test_the_numbers_along_the_foot_of_a_fighting_card_are_visibly_larger(actions, text, size, nobody_thinks):
    """Of the active cards, and in a window that shows them there of those in reserve; narrow ones, which were larger before, end as large as is usual on cards of their size."""
    setup = Setup("cardmaster", 2, seed=31)
    opening = way_to(Seated(setup, 1, played(setup, actions)))
    found = []
    for each in (100, text):
        hand = walker((size, each))
        hand._open(opening)
        found.append({key: high for key, high in digits_high(hand.stage).items() if len(key[1]) == 3})
    usual, large = found
    both = usual.keys() & large.keys()
    assert len(both) >= 16
    wide = {face.name: round(rect[2]) for _, face, rect, _ in cards_painted(hand.stage)}
    before, after = (
        {each: median(heights[key] for key in both if wide[key[0]] == each) for each in {wide[key[0]] for key in both}} for heights in found
    )
    small = {key for key in both if large[key] < usual[key] * GROWN_ON_CARDS}
    assert {key: (usual[key], large[key]) for key in small if usual[key] <= before[wide[key[0]]] or large[key] < after[wide[key[0]]]} == {}
    assert len(small) * 8 <= len(both)


@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (1920, 1080)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(("text", "actions"), [(150, 20), (175, 70)])
def test_the_numbers_along_the_foot_stand_inside_their_plates_however_large_text_is(text, actions, size, nobody_thinks):
    """Else those of neighbouring plates are read as one number."""
    setup = Setup("cardmaster", 2, seed=4)
    hand = walker((size, text))
    hand._open(way_to(Seated(setup, 1, played(setup, actions))))
    app, checked = hand.stage.app, 0
    for world, face, (_, _, wide, _), parts in cards_painted(hand.stage):
        plates = [part for part in parts if isinstance(part, Panel)]
        for part in parts:
            if isinstance(part, Text) and part.words in {badge.value for badge in face.stats if len(badge.value) == 3}:
                middle = (part.rect[0] + part.rect[2] / 2, part.rect[1] + part.rect[3] / 2)
                plate = min((each for each in plates if within(each.rect, middle)), key=lambda each: each.rect[2], default=None)
                if plate is not None and plate.rect[2] < wide / 3:
                    inside = (plate.rect[2] - 2 * plate.width) * app.view.scale
                    letters = app.painter._text_place(replace(part, shade=None))[0].get_bounding_rect(150).width
                    assert letters <= inside, (world, face.name, part.words)
                    checked += 1
    assert checked >= 8


def within(rect, point) -> bool:
    return rect[0] <= point[0] <= rect[0] + rect[2] and rect[1] <= point[1] <= rect[1] + rect[3]


def cards_painted(stage: Stage):
    """Yield each card on a table as it is painted: its world and face, its box, and its parts."""
    scale = stage.app.view.scale
    for item in flat(stage.app.items()):
        if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * scale))
            rect = (0, 0, wide / scale, round(h * scale) / scale)
            stage.app.painter.scale = scale
            yield world, face, rect, face_items(stage.app, stage.app.world(world), face, rect, wide, part_seen(look), set_as(look))


def digits_high(stage: Stage) -> dict[tuple[str, str], int]:
    """Return how many pixels high the digits along the foot of each card are painted: two faces of one size are not equally high."""
    found = {}
    for _, face, _, parts in cards_painted(stage):
        for part in parts:
            if isinstance(part, Text) and part.words in {badge.value for badge in face.stats}:
                letters = stage.app.painter._text_place(replace(part, shade=None))[0]
                found[face.name, part.words] = letters.get_bounding_rect(150).height
    return found


@pytest.mark.parametrize("size", [(1280, 720), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_what_says_what_a_small_card_is_grows_or_says_less(game, size, nobody_thinks):
    """On a table and in a library: the line of a card, or its first part alone, larger. On one that is large enough for its rules they come first."""
    setup = Setup(game, 2, seed=5)
    openings = {"table": way_to(Seated(setup, 1, played(setup, 80))), "library": way_to(lambda: Library(game))}
    grown, checked = {}, 0
    for name, opening in openings.items():
        usual, large = walker((size, 100)), walker((size, 175))
        usual._open(opening)
        large._open(opening)
        before, after = lines_said(usual.stage), lines_said(large.stage)
        for card in before.keys() & after.keys():
            checked += 1
            least = 1.15 if " · " in after[card][1] else 1.05  # its first part alone may be as wide as its card
            if after[card][0] < before[card][0] * least:
                grown[name, card] = before[card], after[card]
    assert grown == {}
    assert checked >= 3 or size[0] == 3840


def lines_said(stage: Stage) -> dict[str, tuple[int, str]]:
    """Return how large the line is set that says what a small card is, and the line, by the card's name."""
    lines = {}
    for item in flat(stage.app.items()):
        if (
            isinstance(item, Made)
            and item.kind == "card"
            and item.key[1] is not None
            and item.key[1].line
            and item.key[3] * stage.app.view.scale < FULL
        ):
            said_on = said(stage, [item])
            line = item.key[1].line.casefold()
            lines |= {card: (px, words) for (card, words), px in said_on.items() if words in {line, line.partition(" · ")[0]}}
    return lines


@pytest.mark.parametrize("text", [100, 175])
def test_the_sign_that_a_number_was_raised_lies_on_no_word(text):
    stage = Stage((3840, 2160), games=shelf(), text_size=text)
    theme, checked = stage.app.world("shine"), 0
    for face in [card for card in BOXES["shine"].catalogue() if card.line and len(card.stats) == 1]:
        raised = replace(face, stats=(replace(face.stats[0], tone="good"),))
        items = face_items(stage.app, theme, raised, (0.0, 0.0, 105.0, 147.0), 210)
        (sign,) = [item for item in items if isinstance(item, Polygon)]
        tip = min(y for _, y in sign.points)
        for item in items:
            if isinstance(item, Text) and item.words in {face.line, face.line.partition(" · ")[0]}:
                checked += 1
                assert item.rect[1] + item.rect[3] <= tip + 0.5, face.name
    assert checked > 10


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("text_size", [100, 150, 175])
def test_what_a_card_is_keeps_off_the_round_ends_of_its_plate(text_size, size):
    """At the next whole pixel its letters lay on the rim, as on the cards of a deck before a match."""
    seen = 0
    for box in shelf():
        stage = Stage(size, games=shelf(), text_size=text_size)
        theme, width = stage.app.world(box.id), 146.0
        for face in box.catalogue():
            items = face_items(stage.app, theme, face, (0.0, 0.0, width, width * 1.4), round(width * stage.app.view.scale))
            for plate, said in pairwise(items):
                if (
                    isinstance(said, Text)
                    and said.words
                    and said.words in {face.line, face.line.partition(" · ")[0]}
                    and plate.rect == said.rect
                ):
                    assert stage.app.measure(said.words, said.face, said.size) <= said.rect[2] - 14 * width / 250, (face.id, said.size)
                    seen += 1
    assert seen > 40
