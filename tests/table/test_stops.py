"""The table passes for a person where they said so, without a question, a curtain or time; and a curtain falls where something is hidden."""

from __future__ import annotations

import pytest
from shell_stage import Stage, flat

from game.kernel.chance import Chance
from game.kernel.cues import Beat, Put, Telling
from game.kernel.offers import Offer
from game.kernel.scene import ScenePiece
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.passing import MARKED, mark_key, passed
from game.match.seats import SeatPlan
from game.table.canvas.draw import Made
from game.table.canvas.view import Event
from game.table.pages.keys import KEYS
from game.table.play.beats import BeatPlayer, Timed, quiet
from game.table.play.match import MatchScreen

GAMES = ["starcrossed", "shine"]


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    monkeypatch.setattr("game.ai.worker.Thinker.warm", lambda self: None)


def in_a_window(game: str, *, alone: bool, people: int = 1) -> tuple[Match, Offer]:
    """Return a match in which a person may let a window go by, as the only thing to do or as one of several; and that offer."""
    for seed in range(40):
        plans = tuple(SeatPlan("human" if each < people else "random") for each in range(2))
        match = Match.start(Setup(game, 2, seed=seed, take_backs=True), plans)
        chance = Chance(seed)
        while match.deciding is not None and match.count < 120:
            offers = match.offers()
            offer = next((each for each in offers if each.passing and each.refusal is None), None)
            if match.count >= 12 and offer and match.plans[match.deciding].human and (passed(offers) is not None) == alone:
                return match, offer
            match.submit(chance.pick(match.legal()))
    raise AssertionError("no such window")


def sat(match: Match, **settings) -> tuple[Stage, MatchScreen]:
    stage = Stage(**{"speed": "instant", "reduced_motion": True, **settings})
    screen = stage.show(MatchScreen(match))
    for _ in range(6):
        stage.frame(0.1)
    return stage, screen


@pytest.mark.parametrize("game", GAMES)
def test_a_window_with_nothing_but_a_pass_is_passed_at_once(game):
    match, _ = in_a_window(game, alone=True)
    seat, before = match.deciding, match.count
    _, screen = sat(match)
    assert match.count > before
    if match.deciding == seat:
        assert passed(match.offers()) is None
        assert screen.view.human_turn


@pytest.mark.parametrize("game", GAMES)
def test_stop_always_asks_in_every_window(game):
    match, only = in_a_window(game, alone=True)
    before = match.count
    stage, screen = sat(match, stops="always")
    assert match.count == before
    assert screen.view.human_turn
    stage.press("space")
    assert match.action(before + 1) == only.action


@pytest.mark.parametrize("game", GAMES)
def test_marks_stop_in_an_empty_window_and_pass_a_full_one(game):
    match, offer = in_a_window(game, alone=True)
    before = match.count
    _, screen = sat(match, stops=MARKED, marks={mark_key(game, offer.passing): "always"})
    assert match.count == before
    screen.app.change(marks={})
    screen.app.frame()
    assert match.count > before
    rich, offer = in_a_window(game, alone=False)
    count = rich.count
    _, screen = sat(rich, stops=MARKED)
    assert rich.count == count
    screen.app.change(marks={mark_key(game, offer.passing): "never"})
    screen.app.frame()
    assert rich.count > count
    assert rich.action(count + 1) == offer.action


@pytest.mark.parametrize("game", GAMES)
def test_no_curtain_rises_for_a_window_that_passes_by_itself(game):
    """Between two people the table is handed over only to somebody who is asked."""
    match, _ = in_a_window(game, alone=True, people=2)
    stage, screen = sat(match)
    chance = Chance(9)
    handed = 0
    for _ in range(60):
        if match.deciding is None:
            break
        if stage.top is not screen:
            assert type(stage.top).__name__ == "Curtain"
            assert stage.top.seat == match.deciding
            assert passed(match.offers()) is None
            handed += 1
            stage.press("return")
            stage.frame(0.1)
        assert passed(match.offers()) is None
        screen.submit(chance.pick(match.legal()))
        for _ in range(4):
            stage.frame(0.1)
    assert handed > 2


@pytest.mark.parametrize(("game", "falls"), [("hearsay", True), ("verona", False), ("cardmaster", False)])
def test_a_curtain_falls_for_dice_under_cups_and_for_nothing_that_lies_open(template_shelf, game, falls):
    match = Match.start(Setup(game, 2, seed=3), (SeatPlan("human"),) * 2)
    stage, screen = sat(match)
    for _ in range(12):
        if stage.top is not screen:
            stage.press("return")
        deciding = match.deciding
        screen.submit(match.legal()[0])
        stage.frame(0.1)
        if match.deciding not in {deciding, None}:
            assert (type(stage.top).__name__ == "Curtain") is falls


def test_who_is_dealt_cards_for_a_choice_sits_there_before_it():
    """Signs lie open once both are shown; the winner says who starts, which nobody need hide, and is dealt a hand for it."""
    handed = 0
    for seed in range(6):
        match = Match.start(Setup("shine", 2, seed=seed), (SeatPlan("human"),) * 2)
        stage, screen = sat(match)
        sitting = match.deciding
        for _ in range(8):
            if stage.top is not screen:
                assert type(stage.top).__name__ == "Curtain"
                sitting = stage.top.seat
                handed += match.count == 2
                stage.press("return")
                stage.frame(0.1)
            assert screen.view.viewer == match.deciding == sitting, match.count
            screen.submit(match.legal()[match.count == 0])  # paper beats rock
            for _ in range(4):
                stage.frame(0.1)
    assert handed


def test_who_takes_back_does_not_see_the_hand_of_who_sits_there():
    """Only a question lay over it, and Enter pressed by the wrong one gave the answer."""
    match = Match.start(Setup("starcrossed", 2, seed=5), (SeatPlan("human"),) * 2)
    stage, screen = sat(match)
    for _ in range(40):
        if type(stage.top).__name__ == "Curtain":
            stage.press("return")
            stage.frame(0.1)
        whose = match.decided_last
        if whose not in {None, screen.view.viewer} and match.undo_refusal(whose) is None:
            break
        screen.submit(match.legal()[-1])
        for _ in range(4):
            stage.frame(0.1)
    held = [piece.face for piece in screen.view.scene.pieces.values() if piece.zone == f"hand@{screen.view.viewer}"]
    drawn = [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card"]
    assert held
    assert drawn
    count = match.count
    stage.press("z")
    assert f"Only {match.names[whose]} can do that." in stage.words()
    assert not [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card"]
    for key in ("return", "escape"):
        stage.press(key)
        stage.frame(0.1)
        assert (match.count, type(stage.top).__name__) == (count, "Curtain"), "the one who was called to the window sits there"
        assert f"Pass the table to {match.names[screen.view.viewer]}" in stage.words()
        assert not [item for item in flat(stage.app.items()) if isinstance(item, Made) and item.kind == "card"]
        stage.tap(4, 4)  # beside the button
        stage.press("return")
        stage.frame(0.1)
        assert (match.count, stage.top) == (count, screen), "left as it is"
        stage.press("z")
    stage.tap(4, 4)  # beside the question
    stage.press("return")
    assert type(stage.top).__name__ == "Curtain", "a press beside it takes no answer from Enter"
    stage.press("return")
    stage.press("z")
    stage.press("tab")
    stage.press("return")
    stage.frame(0.1)
    assert match.count < count
    assert (stage.top, screen.view.viewer) == (screen, whose), "who has said that they sit there is not asked again"


@pytest.mark.parametrize("game", GAMES)
def test_taking_back_stays_where_it_went_even_if_that_window_would_pass_by_itself(game):
    match, offer = in_a_window(game, alone=False)
    count = match.count
    stage, screen = sat(match, stops=MARKED, marks={mark_key(game, offer.passing): "never"})
    assert match.count > count
    screen.app.change(marks={})
    while match.count > count:
        screen.undo()
    screen.app.change(marks={mark_key(game, offer.passing): "never"})
    for _ in range(6):
        stage.frame(0.1)
    assert match.count == count
    assert screen.view.human_turn
    stage.press("space")
    stage.frame(0.1)
    assert match.count > count


@pytest.mark.parametrize("game", GAMES)
def test_a_pass_takes_no_time_and_is_saved_like_any_other_action(game, tmp_path):
    """At the slowest pace, nothing of a lone pass is waited for; the journal holds it and replays."""
    match = Match.start(Setup(game, 2, seed=5), (SeatPlan("human"), SeatPlan("human")), folder=tmp_path)
    stage, screen = sat(match, speed="slow", reduced_motion=False)
    chance, still = Chance(4), 0
    for _ in range(40):
        screen.finish()
        if stage.top is not screen:
            stage.press("return")
            screen.finish()
        while match.deciding is not None and passed(match.offers()) is None:
            match.submit(chance.pick(match.legal()))
        if match.deciding is None:
            break
        screen.view.player.jump(match.scene(screen.view.viewer))
        before = match.count
        screen.submit(passed(match.offers()).action)
        assert match.count == before + 1
        if quiet(match.beats(screen.view.viewer, match.count)) == len(match.beats(screen.view.viewer, match.count)):
            still += 1
            assert not screen.view.player.busy
            assert screen.view.player.shown == match.scene(screen.view.viewer)
    assert still >= (5 if game == "shine" else 0)
    match.close()
    again = Match.resume(match.path)
    assert again.digest == match.digest


def test_of_a_pass_only_what_follows_takes_time():
    said, moved = Beat(Telling("{0} passes."), ()), Beat(None, (Put(ScenePiece(1, "card", "row@0")),))
    assert quiet((said, said)) == 2
    assert quiet((said, moved, said)) == 1
    assert quiet(()) == 0


def test_what_slips_by_is_shown_though_paused_and_waits_behind_others():
    scene = Match.start(Setup("starcrossed", 2, seed=1), (SeatPlan("human"),) * 2).scene(0)
    put = Beat(None, (Put(ScenePiece(9001, "card", "hand@0")),))
    player = BeatPlayer(scene)
    player.paused = True
    assert len(player.slip([Timed(put, 0.0, 0.0)])) == 1
    assert 9001 in player.shown.pieces
    other = BeatPlayer(scene)
    other.add([Timed(put, 1.0, 0.0)])
    assert other.slip([Timed(put, 0.0, 0.0)]) == []
    assert other.waiting == 2


def test_the_choice_is_made_by_key_and_by_the_button_and_is_kept():
    match, _ = in_a_window("shine", alone=True)
    stage, screen = sat(match)
    stage.press("o")
    assert type(stage.top).__name__ == "StopsPanel"
    stage.click("stop-marked")
    stage.click("mark-main1", dx=0.98)
    assert stage.app.settings.stops == MARKED
    assert stage.app.settings.marks == {"shine/main1": "always"}
    stage.click("mark-main1", dx=0.02)
    assert stage.app.settings.marks == {}
    stage.click("stop-always")
    stage.press("o")
    assert stage.top is screen
    stage.click("stops")
    assert type(stage.top).__name__ == "StopsPanel"
    assert stage.app.settings.stops == "always"


def test_a_game_without_windows_has_no_such_button():
    match = Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    stage, screen = sat(match)
    assert screen.widget("stops") is None
    stage.press("o")
    assert stage.top is screen


def test_the_page_of_keys_names_every_key_of_the_table():
    _, screen = sat(Match.start(Setup("verona", 2, seed=3), (SeatPlan("human"), SeatPlan("random"))))
    screen.app.handle(Event("key", key="h"))
    assert type(screen.app.top).__name__ == "KeysPanel"
    named = {key for keys, _ in KEYS for key in keys}
    for key in ("space", "tab", "return", "escape", "f1", "f5", "f8", "f9", "f11", *screen.controls.commands()):
        assert key in named or key == "=", key  # plus without Shift
