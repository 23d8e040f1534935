"""What one sees and hears of a piece or a place that is looked at or held, with all the others still in sight."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace
from shell_stage import Stage, flat

from game.kernel.chance import Chance
from game.kernel.ids import piece_place, zone_place
from game.kernel.scene import ScenePiece
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.board_colours import tint
from game.table.canvas.draw import Made, Panel
from game.table.canvas.view import holds
from game.table.pieces.lit import Light
from game.table.play.match import MatchScreen


@pytest.fixture
def table(monkeypatch) -> tuple[Stage, MatchScreen]:
    """Return a table of Shine after thirty actions at random; nobody thinks."""
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)
    match, chance = Match.start(Setup("shine", 2, seed=3), (SeatPlan("human"), SeatPlan("random"))), Chance(3)
    for _ in range(30):
        match.submit(chance.pick(match.legal()))
    stage = Stage(speed="instant", reduced_motion=True)
    screen = stage.show(MatchScreen(match))
    for _ in range(4):
        stage.frame(0.1)
    return stage, screen


def test_while_a_card_is_dragged_all_others_stay_in_sight(table):
    _, screen = table
    board = screen.view.board

    def seen(light: Light) -> int:
        return sum(isinstance(item, Made) for item in flat(board.draw(light)))

    before = seen(Light())
    assert before > 6
    for key in board.scene.pieces:
        assert seen(Light(held=piece_place(key), held_at=(640.0, 360.0))) >= before, (
            "what is dragged is drawn in the air, and nothing else is gone"
        )


def test_a_card_that_is_picked_up_where_it_lies_stays_as_bright_as_it_was_in_a_frame(table):
    """By keyboard no copy of it is carried, so it is what one reads."""
    _, screen = table
    board, chosen = screen.view.board, tint(screen.app.theme, "chosen")

    def drawn(light: Light, place: str) -> tuple[int, bool]:
        x, y, wide, high = board.rect_of(place)
        items = list(flat(board.draw(light)))
        (alpha,) = {item.alpha for item in items if isinstance(item, Made) and item.kind == "card" and holds(item.rect, (x, y, wide, high))}
        return alpha, any(isinstance(item, Panel) and item.edge == chosen and holds(item.rect, (x, y, wide, high)) for item in items)

    zones = board.scene.zones
    own = [piece for piece in board.scene.pieces.values() if piece.owner == 0 and piece.kind == "card" and not piece.turned]
    lying = [piece_place(piece.id) for piece in own if zones[piece.zone].kind == "row"]
    assert lying
    for place in lying:
        assert drawn(Light(), place) == (255, False)
        assert drawn(Light(held=place), place) == (255, True)


def test_the_ring_of_the_focus_lies_around_a_turned_card_as_it_lies(table):
    stage, screen = table
    match, chance = screen.match, Chance(7)

    def turned() -> list[ScenePiece]:
        scene = screen.view.board.scene
        return [piece for piece in scene.pieces.values() if piece.turned and scene.zones[piece.zone].kind == "row"]

    while not turned():
        match.submit(chance.pick(match.legal()))
        screen = stage.show(MatchScreen(match))
        for _ in range(4):
            stage.frame(0.1)
    board, place = screen.view.board, piece_place(turned()[0].id)
    x, y, wide, high = board.drawn_at(place, Light(focus=place))
    assert wide > high
    rings = [item.rect for item in board._focus(Light(focus=place))]
    assert rings
    assert all(rect[2] > rect[3] and holds(rect, (x, y, wide, high)) for rect in rings)


def test_a_closer_look_at_a_zone_says_what_the_game_says_of_it_and_repeats_no_name(table):
    stage, screen = table
    zone = next(zone for zone in screen.view.scene.zones.values() if zone.kind == "pile" and not zone.count)

    def looked() -> list[str]:
        stage.move(2.0, 2.0)
        stage.frame(1.0)
        before = stage.words().split("\n")
        x, y, width, height = screen.view.board.rect_of(zone_place(zone.id))
        stage.move(x + width / 2, y + height / 2)
        for _ in range(5):
            stage.frame(1.0)
        return sorted((Counter(stage.words().split("\n")) - Counter(before)).elements())

    assert looked() == [], "its name stands on it"
    screen.view.scene.zones[zone.id] = replace(zone, words="Who falls comes here.")
    assert looked() == sorted([zone.label, "Who falls comes here."])


def test_a_closer_look_is_told_in_words_with_all_that_is_printed(table):
    stage, screen = table
    card = next(piece for piece in screen.view.scene.pieces.values() if piece.face and piece.zone == "hand@0")
    face = screen.view.printed.face(card.face)
    while screen.hand.cursor != piece_place(card.id):
        stage.press("tab")
    rules = face.text[0].replace("*", "")
    assert screen.focused().startswith(f"{face.name}. {face.line}. {face.corner.words}")
    for _ in range(4):
        stage.frame(1.0)
    assert rules not in screen.focused()
    assert screen.looked_at() == ""
    stage.press("v")
    assert rules.rstrip(".") in screen.looked_at().replace("*", "")
    assert rules not in screen.focused()
