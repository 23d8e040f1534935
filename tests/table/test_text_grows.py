"""Where the player wants text larger, no text becomes smaller: in windows of every size."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_every_screen import NAMES, Seated, nobody_thinks, pages, played, walker
from test_every_screen import shown as way_to
from walker import Opening, Walker, set_in_its_box, texts

from game.kernel.setup import Setup
from game.rules import SHIPPED, shelf
from game.table.screens.menu import MenuScreen
from game.table.shell.page import Page

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
    ways = [way for way in pages(game) if way.name != "replay"]  # that shows a table, whose zones have less room where words take more
    usual, large = (walker((size, text)) for text in (100, 175))
    smaller = {}
    for way in ways:
        before = seen(usual, way.open)
        smaller |= {(way.name, words): (before[words], now) for words, now in seen(large, way.open).items() if now < before.get(words, 0)}
    assert smaller == {}
    assert len(ways) > 15


@pytest.mark.parametrize("text", [150, 175])
@pytest.mark.parametrize("size", [(1024, 640), (1280, 720), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("game", SHIPPED)
def test_no_name_at_a_table_is_smaller_where_larger_text_is_wished(game, size, text, nobody_thinks):
    setup = Setup(game, 2, seed=5)
    sizes = [seen(walker((size, wished)), shown_match(setup)) for wished in (100, text)]
    for name in NAMES[:2]:
        usual, large = (min(px for words, px in found.items() if words.removesuffix(" (you)") == name) for found in sizes)
        assert large >= usual, name


def seen(hand: Walker, opening: Opening) -> dict[str, int]:
    """Return how large all words of a page are set."""
    hand._open(opening)
    return sizes_of(hand.stage)


def shown_match(setup: Setup) -> Opening:
    return way_to(Seated(setup, 0, played(setup, 14)))
