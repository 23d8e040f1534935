"""Beats: whatever the pace, what is shown in the end is the match's own picture."""

from __future__ import annotations

import pytest
from every_game import BOXES, fewest
from hypothesis import given
from hypothesis import strategies as st
from shell_stage import Stage

from game.kernel.chance import Chance
from game.kernel.cues import Beat, Count, Put, Roll, Telling
from game.kernel.ids import SPECTATOR
from game.kernel.scene import Counter, Scene, ScenePiece, SceneSeat
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.beats import BeatPlayer, hurry, paced, timed
from game.table.play.match import MatchScreen

pytestmark = pytest.mark.usefixtures("template_shelf")

TEMPO = {"move": 300, "roll": 900}


def played(game: str, seed: int, actions: int) -> Match:
    match = Match.start(Setup(game, fewest(game), seed=seed), (SeatPlan("human"), *[SeatPlan("random")] * (fewest(game) - 1)))
    chance = Chance(seed)
    for _ in range(actions):
        legal = match.legal()
        if not legal:
            break
        match.submit(chance.pick(legal))
    return match


@pytest.mark.parametrize("game", BOXES)
@given(
    seed=st.integers(0, 2**32),
    actions=st.integers(0, 25),
    viewer=st.sampled_from((0, 1, SPECTATOR)),
    pace=st.sampled_from((0.0, 0.5, 1.0, 8.0)),
)
def test_after_every_beat_of_a_match_the_shown_picture_is_the_matchs(game, seed, actions, viewer, pace):
    match = played(game, seed, actions)
    player = BeatPlayer(match.scene_at(viewer, -1), pace)
    now = 0.0
    for number in range(match.count + 1):
        player.add(timed(beat, TEMPO, watched=number % 2 == 1) for beat in match.beats(viewer, number))
        while player.busy:
            player.advance(now)
            now += 0.21
        assert player.shown == match.scene_at(viewer, number)


@pytest.mark.parametrize("game", BOXES)
def test_skipping_at_any_moment_ends_at_the_same_picture(game):
    match = played(game, 4, 12)
    for seconds in (0.0, 0.3, 1.1, 2.7):
        player = BeatPlayer(match.scene_at(0, -1))
        for number in range(match.count + 1):
            player.add(timed(beat, TEMPO, watched=True) for beat in match.beats(0, number))
        player.advance(0.0)
        player.advance(seconds)
        player.skip()
        assert player.shown == match.scene(0)
        assert not player.busy


def scene() -> Scene:
    return Scene("sample", 0, (SceneSeat(0, "Sun"),), {}, {}, {})


def put(number: int) -> Beat:
    return Beat(Telling(f"piece {number} comes", "move"), (Put(ScenePiece(number, "gem", "pool")),))


def test_a_paused_player_shows_one_beat_a_step():
    player = BeatPlayer(scene())
    player.paused = True
    player.add(timed(put(number), TEMPO, watched=False) for number in (1, 2, 3))
    assert player.advance(0.0) == []
    player.step()
    assert len(player.advance(0.0)) == 1
    assert player.advance(99.0) == []
    assert list(player.shown.pieces) == [1]
    assert player.waiting == 2


def test_beats_follow_each_other_and_do_not_overtake():
    player = BeatPlayer(scene())
    player.add(timed(put(number), TEMPO, watched=False) for number in (1, 2))
    player.advance(0.0)
    assert list(player.shown.pieces) == [1]
    player.advance(0.29)
    assert list(player.shown.pieces) == [1]
    player.advance(0.31)
    assert list(player.shown.pieces) == [1, 2]


def test_twice_the_pace_takes_half_the_time_and_pace_nothing_takes_none():
    for pace, seconds in ((1.0, 0.3), (2.0, 0.15), (0.5, 0.6)):
        player = BeatPlayer(scene(), pace)
        player.add([timed(put(1), TEMPO, watched=False), timed(put(2), TEMPO, watched=False)])
        player.advance(0.0)
        player.advance(seconds - 0.01)
        assert player.waiting == 1
        player.advance(seconds + 0.01)
        assert player.waiting == 0
    player = BeatPlayer(scene(), 0.0)
    player.add(timed(put(number), TEMPO, watched=False) for number in range(50))
    assert len(player.advance(0.0)) == 50
    assert not player.busy


def test_what_others_do_is_given_time_to_be_read_and_dice_time_to_tumble():
    quiet = Beat(Telling("something is counted", "score"), (Count(Counter("a", "A", 1)),))
    rolled = Beat(Telling("a die falls", "roll", (Roll(0, 4),)), ())
    assert timed(quiet, TEMPO, watched=True).reading > timed(quiet, TEMPO, watched=False).reading
    assert timed(rolled, TEMPO, watched=False).moving == 0.9
    assert timed(put(1), TEMPO, watched=False, quick=3.0).moving == pytest.approx(0.1)


def test_of_a_walk_only_the_last_step_is_dwelt_on():
    walk = [Beat(Telling(f"{{0}} goes to {number}", "step"), (Put(ScenePiece(1, "token", f"row@{number}")),)) for number in range(3)]
    told = paced([*walk, Beat(Telling("{0} attacks", "attack"), ())], {"step": 140}, watched=True)
    assert [each.moving for each in told[:3]] == [0.14] * 3
    assert [each.reading for each in told[:2]] == [0.0, 0.0]
    assert told[2].reading > 0
    assert told[3].reading > 0
    assert [each.beat for each in told[:3]] == walk


def test_a_long_turn_of_others_is_told_faster_and_faster_up_to_a_limit():
    paces = [hurry(number) for number in range(60)]
    assert paces[0] == paces[1] == 1.0
    assert paces == sorted(paces)
    assert paces[12] > 1.5
    assert paces[-1] == paces[-2] <= 3.0


def test_what_a_person_did_themselves_is_never_hurried():
    stage = Stage()
    match = Match.start(Setup("overcross", 2, seed=1), (SeatPlan("human"), SeatPlan("random")))
    screen = stage.show(MatchScreen(match))
    chance, longest = Chance(3), 0
    for _ in range(160):
        deciding = match.deciding
        if deciding is None:
            break
        screen.submit(chance.pick(match.legal()))
        screen.finish()
        assert deciding == 1 or screen.view.in_a_row == 0
        longest = max(longest, screen.view.in_a_row)
    assert longest > 3
