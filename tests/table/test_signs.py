"""What a card bears, and the number on a pile, never lies over a card's name: in windows and with texts of every size."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from every_game import BOXES
from shell_stage import Stage, flat
from test_every_screen import Seated, nobody_thinks, played, walker
from test_every_screen import shown as way_to
from walker import apart, set_in_its_box

from game.kernel.setup import Setup
from game.rules import SHIPPED
from game.table.canvas.draw import Clip, Colour, Drawn, Icon, Made, Panel, Still, Text
from game.table.canvas.view import Rect, holds, inset, meet
from game.table.pieces.card_face import PAD, face_items, part_seen, set_as
from game.table.pieces.kinds import CHIP_PAD
from game.table.pieces.written import Written
from game.table.play.match import MatchScreen
from game.table.screens.new_match import NewMatch

__all__ = ["nobody_thinks"]

MOMENTS = {"starcrossed": (50, 90), "shine": (90, 120), "cardmaster": (50, 90), "overcross": (90, 150), "verona": (40,)}
"""After how many actions much lies on the table and bears something."""

WINDOWS = [((1024, 640), 175), ((1280, 720), 100), ((1920, 1080), 175)]


def names_on(stage: Stage, card: Made) -> Iterator[tuple[Rect, str]]:
    """Yield where the name of an upright card stands."""
    world, face, _, w, _, angle, look = card.key
    if face is None or angle or "peek" in look:
        return
    scale, rect = stage.app.view.scale, inset(card.rect, 0 if look == "flat" else PAD)
    for part in face_items(stage.app, stage.app.world(world), face, rect, max(1, round(w * scale)), part_seen(look), set_as(look)):
        if isinstance(part, Text) and part.words.casefold() == face.name.casefold():
            laid = set_in_its_box(stage, part)[0]
            wide, high = laid.width / scale, laid.height / scale
            x, y, room, tall = part.rect
            yield (x + (room - wide) / 2, y + (tall - high) / 2, wide, high), face.name


def covered(stage: Stage) -> list[tuple[str, str]]:
    """Return the names on cards that something lies over that is no card: the name, and what it is."""
    names: list[tuple[Rect, str]] = []
    found: list[tuple[str, str]] = []
    seen: list[Drawn] = [item for item in flat(stage.app.items()) if not isinstance(item, Clip | Still)]
    for item in sorted(seen, key=lambda each: each.layer):
        if isinstance(item, Made) and item.kind == "card":
            rect = inset(item.rect, 0 if item.key[6] == "flat" else PAD)
            names = [(name, words) for name, words in names if not meet(name, rect)] + list(names_on(stage, item))
        elif isinstance(item, Icon) or (isinstance(item, Made) and item.kind == "chip") or (isinstance(item, Panel) and item.top[3] > 100):
            rect = inset(item.rect, CHIP_PAD) if isinstance(item, Made) else item.rect
            found += [(words, str(item)) for name, words in names if not apart(name, rect)]
    return found


@pytest.mark.parametrize(("size", "text"), WINDOWS)
@pytest.mark.parametrize("game", SHIPPED)
def test_nothing_lies_over_the_name_of_a_card(game, size, text, nobody_thinks):
    hand = walker((size, text))
    setup = Setup(game, min(BOXES[game].seats), seed=5)
    for moment in MOMENTS[game]:
        hand._open(way_to(Seated(setup, 1, played(setup, moment))))
        hand.stage.frame(1.0)
        assert covered(hand.stage) == []


def test_what_moves_off_a_name_goes_no_further_than_it_must_and_off_numbers_where_it_can():
    room = (0.0, 0.0, 100.0, 100.0)
    name, number = (10.0, 40.0, 80.0, 20.0), (80.0, 62.0, 20.0, 20.0)
    on = Written((name,), (number,))
    assert on.free((0.0, 0.0, 20.0, 20.0), room) == (0.0, 0.0, 20.0, 20.0)
    low = on.free((70.0, 50.0, 20.0, 20.0), room)
    assert not meet(low, name)
    assert not meet(low, number)
    assert (low[0], low[1]) == (58.0, 62.0)
    narrow = (75.0, 40.0, 25.0, 45.0)
    aside = on.free((70.0, 50.0, 20.0, 20.0), narrow)
    assert not meet(aside, name)
    assert holds(inset(narrow, -0.5), aside)  # over its side it would lie under the next card
    long = Written(((10.0, 40.0, 110.0, 20.0),), ((40.0, 62.0, 70.0, 24.0),))
    assert meet(long.free((70.0, 50.0, 20.0, 20.0), narrow), long.numbers[0])
    assert not meet(long.free((70.0, 50.0, 20.0, 20.0), narrow), long.name[0])
    sign = Written((name,), (number,), ((60.0, 62.0, 19.0, 20.0),))
    assert sign.free((70.0, 62.0, 20.0, 20.0), (60.0, 61.0, 40.0, 24.0)) == (60.0, 62.0, 20.0, 20.0)


def chips(stage: Stage) -> dict[Colour, str]:
    """Return the sign on each round chip that is to be seen, by its colour."""
    items = flat(stage.app.items())
    round_ones = [item for item in items if isinstance(item, Panel) and item.rect[2] == item.rect[3] and item.radius == item.rect[2] / 2]
    return {chip.top: item.name for chip in round_ones for item in items if isinstance(item, Icon) and holds(chip.rect, item.rect)}


@pytest.mark.parametrize(("game", "decks"), [*((game, ()) for game in SHIPPED), ("overcross", ("Late Fees", "Closing Time"))])
def test_a_seat_has_the_sign_and_the_colour_at_the_table_that_it_had_when_it_was_set_up(game, decks, nobody_thinks):
    stage = Stage(games=(BOXES[game],), speed="instant", reduced_motion=True)
    page = stage.show(NewMatch(BOXES[game]))
    for seat, deck in enumerate(decks):
        page.choose(seat, "deck", deck)
    page.choose(1, "player", "easy:bold")
    page.stale()
    stage.frame(0.1)
    before = chips(stage)
    stage.click("start")
    for _ in range(4):
        stage.frame(0.2)
    assert isinstance(stage.top, MatchScreen)
    signs, theme = stage.top.view.charges(), stage.app.theme
    assert [before[theme.seat_look(seat).colour] for seat in range(len(signs))] == list(signs)
