"""Larger text makes no name smaller: none of a card has lower letters, or fewer of them, than at a smaller text size.

Capitals are as high as an H, small letters as an x, so that a name which loses its capitals is smaller unless its small letters are as high.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import pairwise

import pytest
from every_game import BOXES
from msgspec.structs import replace
from shell_stage import Stage, flat
from test_every_screen import nobody_thinks
from walker import set_in_its_box

from game.cli.shoot import played
from game.kernel.scene import CardFace, ScenePiece
from game.kernel.setup import Setup
from game.match.match import Match
from game.rules import SHIPPED
from game.table.canvas.draw import Made, Text
from game.table.pieces.card_face import face_items, part_seen, set_as
from game.table.pieces.lit import Light
from game.table.play.match import MatchScreen

__all__ = ["nobody_thinks"]

WITH_CARDS = [game for game in SHIPPED if BOXES[game].catalogue()]
TEXTS = (100, 125, 150, 175)
SIZES = [(1024, 640), (1280, 720), (1920, 1080)]
SMALLER = {"overcross": [(3, 80)], "starcrossed": [(1, 30), (11, 70)]}
"""Seeds and numbers of actions at which names were smaller."""

Read = tuple[float, bool, str]
"""How high the letters of a name are in pixels, whether all of it is there, and how it is written."""


@cache
def match(game: str, seed: int, actions: int) -> Match:
    return played(Setup(game, min(BOXES[game].seats), seed=seed), actions, None)


def table(game: str, size: tuple[int, int], text: int, seed: int, actions: int) -> Stage:
    stage = Stage(size, games=tuple(BOXES.values()), text_size=text)
    stage.app.surface = None
    screen = MatchScreen(match(game, seed, actions))
    screen.ask_here()
    stage.show(screen)
    stage.frame(0.1)
    return stage


def names(stage: Stage) -> dict[tuple[float, ...], Read]:
    """Return how the name of each card on a table is read, by where it lies."""
    app, found = stage.app, {}
    for item in flat(stage.top.view.board.draw(Light())):
        if isinstance(item, Made) and item.kind == "card" and item.key[1] is not None and "peek" not in item.key[-1]:
            world, face, _, w, h, _, look = item.key
            wide = max(1, round(w * app.view.scale))
            rect = (0.0, 0.0, wide / app.view.scale, round(h * app.view.scale) / app.view.scale)
            parts = face_items(app, app.world(world), face, rect, wide, part_seen(look), set_as(look))
            found[tuple(map(round, item.rect))] = next((read(stage, part) for part in parts if named(face, part)), (0.0, False, face.name))
    return found


def named(face: CardFace, part: object) -> bool:
    """Tell whether something on a card is its name, be it cut short."""
    if not isinstance(part, Text | Made) or not part.words or (isinstance(part, Text) and part.face == "digits"):
        return False
    pairs = list(zip(part.words.casefold().split(), face.name.casefold().split(), strict=False))
    return all(word == whole or (word.endswith("…") and whole.startswith(word[:-1])) for word, whole in pairs)


def read(stage: Stage, part: Text | Made) -> Read:
    face, size = ("bold", part.key[1]) if isinstance(part, Made) else (part.face, set_in_its_box(stage, part)[0].size)
    (*_, high, _), *_ = stage.app.fonts.font(face, 300).metrics("H" if part.words.isupper() else "x")
    return size * high / 300, "…" not in part.words, part.words


def smaller(tables: dict[int, dict[tuple[float, ...], Read]]) -> list[tuple[int, Read, Read]]:
    """Return every name that is smaller at a text size than at the one before."""
    return [
        (text, tables[before][place], after)
        for before, text in pairwise(tables)
        for place, after in tables[text].items()
        if after[0] < tables[before][place][0] - 0.1 or after[1] < tables[before][place][1]
    ]


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", WITH_CARDS)
def test_on_a_table_no_name_is_smaller_where_larger_text_is_wished(game, size, nobody_thinks):
    for seed, actions in (*SMALLER.get(game, ()), (7, 50)):
        tables = {text: names(table(game, size, text, seed, actions)) for text in TEXTS}
        assert len({frozenset(found) for found in tables.values()}) == 1, "no card lies elsewhere"
        assert len(tables[100]) > 1
        assert smaller(tables) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine"])
def test_in_a_hand_of_any_number_of_cards_no_name_is_smaller_where_larger_text_is_wished(game, size, nobody_thinks):
    stages = {text: table(game, size, text, 5, 12) for text in TEXTS}
    scene = stages[100].top.view.board.scene
    hand = next(zone for zone in scene.zones.values() if zone.kind == "hand" and zone.owner == scene.viewer)
    others = {key: piece for key, piece in scene.pieces.items() if piece.zone != hand.id}
    cards = [face.id for face in BOXES[game].catalogue() if stages[100].top.view.board.face(face.id) is not None]
    dealt = random.Random(16)
    grown = 0
    for count in (2, 5, 6, 7, 8, 10):
        own = {
            9000 + slot: ScenePiece(9000 + slot, "card", hand.id, slot, scene.viewer, card)
            for slot, card in enumerate(dealt.sample(cards, count))
        }
        tables = {}
        for text, stage in stages.items():
            stage.top.view.board.show(replace(scene, pieces=others | own), 0.0)
            tables[text] = names(stage)
        assert smaller(tables) == []
        grown += sum(after[0] > tables[100][place][0] for place, after in tables[175].items())
    assert grown
