"""What an event feels like: in every game, for less than 0.4 seconds, holding nothing up, and not at all with reduced motion."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.scene import Badge, Counter, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.canvas.draw import Panel
from game.table.canvas.view import inset, meet
from game.table.pieces.board import Board
from game.table.pieces.impacts import LASTS, signed
from game.table.play.match import MatchScreen

ZONES = {zone: SceneZone(zone, kind, zone, seat, 1, columns) for zone, kind, seat, columns in (("row@0", "row", 0, 3), ("row@1", "row", 1, 3), ("pile@1", "pile", 1, 0))}  # fmt: skip
SEATS = (SceneSeat(0, "Sun", active=True), SceneSeat(1, "Moon"))


@pytest.fixture(autouse=True)
def nobody_thinks(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def scene(life: int = 5, hp: str = "6/6", zone: str = "row@1") -> Scene:
    pieces = {
        1: ScenePiece(1, "card", "row@0", 0, 0),
        2: ScenePiece(2, "card", zone, 0, 1, badges=(Badge("health", hp, "HP"),)),
    }
    return Scene("sample", 0, SEATS, ZONES, pieces, {"life@1": Counter("life@1", "Life", life, 1)})


def struck(before: Scene, after: Scene, telling: Telling, lasts: float = 0.3) -> tuple[Stage, Board]:
    stage = Stage()
    board = Board(stage.app, lambda card: None)
    board.fit((0.0, 0.0, 1540.0, 1080.0))
    board.show(before, stage.app.now)
    board.show(after, stage.app.now, lasts, telling)
    return stage, board


def kinds(board: Board) -> set[str]:
    return {each.kind for each in board.impacts.now}


def test_an_attacker_lunges_at_what_it_attacks():
    stage, board = struck(scene(), scene(), Telling("Hit.", "attack", at="piece/2", by="piece/1"))
    (lunge,) = board.impacts.now
    assert (lunge.kind, lunge.piece) == ("lunge", 1)
    here, there = board.layout.poses[1], board.layout.poses[2]
    middle = board.impacts.posed(1, here, stage.app.now + LASTS / 2)
    assert (middle.y - here.y) * (there.y - here.y) > 0
    assert board.impacts.posed(1, here, stage.app.now + LASTS + 0.001) == here


def test_what_is_hurt_shakes_and_the_loss_floats():
    stage, board = struck(scene(), scene(hp="4/6"), Telling("Hurt.", "hit", at="piece/2"))
    assert {("float", "−2", "bad"), ("shake", "", "")} <= {(each.kind, each.words, each.tone) for each in board.impacts.now}
    assert any(getattr(item, "words", "") == "−2" for item in board.impacts.draw(stage.app.now + 0.1))


def test_a_miss_is_said_where_it_happens():
    _, board = struck(scene(), scene(), Telling("Missed.", "miss", at="piece/2"))
    assert [(each.kind, each.words) for each in board.impacts.now] == [("float", "Miss")]


def test_a_life_lost_cracks_its_plate_and_a_life_won_does_not():
    _, board = struck(scene(), scene(life=3), Telling("Ouch.", "hit"))
    assert kinds(board) == {"float", "crack"}
    assert "−2 Life" in {each.words for each in board.impacts.now}
    _, board = struck(scene(), scene(life=6), Telling("Ah.", "score"))
    assert {(each.kind, each.words, each.tone) for each in board.impacts.now} == {("float", "+1 Life", "good")}


@pytest.mark.parametrize("seat", [0, 1])
def test_what_a_seat_gains_or_loses_floats_beside_its_plate_and_never_over_its_name(seat):
    def counted(life: int, moves: int) -> Scene:
        found = {
            f"life@{seat}": Counter(f"life@{seat}", "Life", life, seat),
            f"moves@{seat}": Counter(f"moves@{seat}", "Moves left", moves, seat),
        }
        return replace(scene(), counters=found)

    stage, board = struck(counted(5, 0), counted(3, 3), Telling("Ah.", "score"))
    floating = [each.words for each in board.impacts.now if each.kind == "float"]
    assert floating == ["−2 Life", "+3 Moves left"]
    plate = board.layout.seats[seat]
    for part in (0.0, 0.3, 0.6, 0.95):
        boxes = [item.rect for item in board.impacts.draw(stage.app.now + LASTS * part * 0.7) if isinstance(item, Panel)]
        assert len(boxes) == 2
        assert not meet(*boxes)
        for box in boxes:
            assert not meet(inset(box, 1), plate)
            assert box[1] >= 0
            assert box[1] + box[3] <= 1080


def test_what_falls_breaks_and_what_merely_moves_does_not():
    _, board = struck(scene(), scene(zone="pile@1"), Telling("Destroyed.", "fall"))
    assert "break" in kinds(board)
    _, board = struck(scene(), scene(zone="pile@1"), Telling("Put away.", "move"))
    assert "break" not in kinds(board)


def test_every_impact_is_over_in_time_and_nothing_is_drawn_of_it_then():
    assert LASTS < 0.4
    stage, board = struck(scene(), scene(life=3, hp="4/6"), Telling("Hit.", "hit", at="piece/2"), lasts=0.1)
    assert board.impacts.draw(stage.app.now + 0.2)
    assert not board.impacts.draw(stage.app.now + LASTS + 0.001)
    assert not board.impacts.moving(stage.app.now + LASTS + 0.001)


def test_with_nothing_moving_there_is_no_impact():
    _, board = struck(scene(), scene(life=3, hp="4/6"), Telling("Hit.", "hit", at="piece/2"), lasts=0.0)
    assert board.impacts.now == []


def test_a_change_is_written_with_its_sign():
    assert (signed(3), signed(-2)) == ("+3", "−2")


def beaten(game: str, **settings) -> tuple[set[str], bool]:
    """Play at a table and return the kinds of impacts seen, and whether the hand ever had to wait for one alone."""
    plans = (SeatPlan("human"), SeatPlan("human"))
    match, chance = Match.start(Setup(game, 2, seed=5), plans), Chance(5)
    for _ in range(10 if game == "verona" else 24):
        match.submit(chance.pick(match.legal()))
    stage = Stage(**settings)
    screen = stage.show(MatchScreen(match))
    screen.finish()
    seen: set[str] = set()
    waited = False
    for _ in range(20):
        if "float" in seen or match.deciding is None:
            break
        if stage.top is not screen:
            stage.app.pop()
            screen._seat_down(match.deciding)
        screen.finish()
        screen.submit(chance.pick(match.legal()))
        for _ in range(40):
            stage.frame(0.15)
            seen |= kinds(screen.view.board)
            busy = screen.view.player.busy
            if screen.view.board.impacts.now and not busy:
                waited |= not screen.view.human_turn and match.deciding == screen.view.viewer
            if not busy and not screen.view.board.impacts.now:
                break
    return seen, waited


@pytest.mark.parametrize("game", ["overcross", "starcrossed", "shine", "verona", "cardmaster"])
def test_every_game_is_felt_and_none_waits_for_it(game):
    seen, waited = beaten(game)
    assert "float" in seen
    assert not waited
    assert beaten(game, reduced_motion=True)[0] == set()


def test_ones_own_turn_is_announced_and_a_key_is_not_swallowed_by_it():
    match, chance = Match.start(Setup("overcross", 2, seed=3), (SeatPlan("human"), SeatPlan("random"))), Chance(3)
    while not (match.deciding == 1 and match.scene(0).phase):
        match.submit(chance.pick(match.legal()))
    stage = Stage()
    screen = stage.show(MatchScreen(match))
    screen.finish()
    words = ""
    for _ in range(200):
        if match.deciding == 1 and not screen.view.player.busy:
            screen.submit(chance.pick(match.legal()))
        stage.frame(0.3)
        words = words or (screen.view.banner.words if screen.view.banner else "")
        if words:
            break
    assert words == f"Your turn · Round {screen.view.scene.counters['round'].value}"
    assert words in stage.words()
    log_open = screen.view.log_open
    stage.press("l")
    assert screen.view.banner is None
    assert screen.view.log_open != log_open
