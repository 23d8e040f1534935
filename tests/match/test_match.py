"""A match in play: legality, pictures, names, taking back."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
import toy
from shelved import played_on, resumed, toy_match

from game.kernel.chance import Chance
from game.kernel.cues import fold
from game.kernel.offers import IllegalAction, SetupError
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.passing import passed
from game.match.seats import SeatPlan
from game.match.story import bare_table

pytestmark = pytest.mark.usefixtures("toy_shelf")
TWO = (SeatPlan("human", "Ada"), SeatPlan("random"))


def test_a_match_starts_with_its_setup_completed() -> None:
    match = toy_match()
    assert (match.count, match.first, match.deciding, match.outcome) == (0, 0, 0, None)
    assert match.setup.catalogue == "larder"
    assert match.names == ("Cook 1", "Cook 2")
    assert match.path is None


def test_names_come_from_the_plan_and_else_from_the_game() -> None:
    assert Match.start(Setup("toy", 2), TWO).names == ("Ada", "Cook 2")


@pytest.mark.parametrize(
    ("setup", "plans", "words"),
    [
        (Setup("nonsuch", 2), TWO, "no game called"),
        (Setup("toy", 7), TWO, "not played by 7"),
        (Setup("toy", 3), TWO, "3 seats but 2 players"),
        (Setup("toy", 2), (SeatPlan("human"), SeatPlan("deep")), "no player called 'deep'"),
        (Setup("toy", 2, map="cellar"), TWO, "Larder has no maps"),
    ],
)
def test_a_match_that_cannot_start_says_why(setup: Setup, plans: tuple[SeatPlan, ...], words: str) -> None:
    with pytest.raises(SetupError, match=words):
        Match.start(setup, plans)


def test_a_policy_of_the_game_is_a_player() -> None:
    assert Match.start(Setup("toy", 2), (SeatPlan("glutton"), SeatPlan("greedy"))).plans[0].player == "glutton"


def test_a_refused_action_changes_nothing_and_writes_nothing(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path)
    assert match.path is not None
    before, written = match.digest, match.path.read_bytes()
    refusal = match.refusal(toy.Yield())
    with pytest.raises(IllegalAction) as caught:
        match.submit(toy.Yield())
    assert caught.value.refusal == refusal
    assert (match.digest, match.count, match.path.read_bytes()) == (before, 0, written)


def test_offers_are_made_once_a_state() -> None:
    match = toy_match()
    offers = match.offers()
    assert match.offers() is offers
    match.submit(match.legal()[0])
    assert match.offers() is not offers
    assert [offer.action for offer in match.offers() if not offer.refusal] == list(match.legal())


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_beats_lead_from_each_picture_to_the_next(viewer: int) -> None:
    match = played_on(toy_match(seats=3), 30)
    scenes = [match.scene_at(viewer, number) for number in range(-1, match.count + 1)]
    for number, (before, after) in enumerate(pairwise(scenes)):
        shown = before
        for beat in match.beats(viewer, number):
            shown = fold(shown, beat.cues)
        assert shown == after
    assert scenes[-1] == match.scene(viewer)


@pytest.mark.parametrize("viewer", [-1, 0, 1, 2])
def test_what_is_told_is_what_the_beats_tell(viewer: int) -> None:
    match = played_on(toy_match(seats=3), 30)
    match.concede(0)
    told = [match.told(viewer, number) for number in range(match.count + 1)]
    assert told == [tuple(b.telling for b in match.beats(viewer, number) if b.telling is not None) for number in range(match.count + 1)]
    assert told[-1][-1].kind == "end"


def test_the_table_is_bare_before_the_first_event() -> None:
    scene = toy_match().scene_at(0, -1)
    assert not scene.pieces
    assert not scene.counters
    assert all(zone.count == 0 for zone in scene.zones.values())
    assert bare_table(scene) == scene


def test_the_table_is_bare_before_the_first_event_of_a_match_that_is_opened_again(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path)
    match.close()
    assert match.path is not None
    assert resumed(match.path).scene_at(0, -1) == match.scene_at(0, -1) != match.scene_at(0, 0)


def test_a_seat_is_not_told_what_another_draws() -> None:
    match = toy_match()
    match.submit(toy.Draw())
    words = [[beat.telling.words for beat in match.beats(seat, 1) if beat.telling] for seat in (0, 1)]
    assert "[larder-" in words[0][0]
    assert words[1][0] == "{0} draws a card."


def test_steps_that_do_not_exist_are_an_index_error() -> None:
    match = toy_match()
    for number in (-2, 1):
        with pytest.raises(IndexError):
            match.scene_at(0, number)


# ---------------------------------------------------------------------------------------------- taking back


def quiet(match: Match) -> None:
    """Swap a card into the pile: nothing new is seen in the toy game."""
    match.submit(next(action for action in match.legal() if isinstance(action, toy.Swap)))


def test_nothing_is_taken_back_at_the_start() -> None:
    match = toy_match()
    refusal = match.undo_refusal(0)
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"
    with pytest.raises(IllegalAction):
        match.undo(0)


def test_a_draw_was_seen_and_stays(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path)
    match.submit(toy.Draw())
    refusal = match.undo_refusal(0)
    assert refusal is not None
    assert refusal.code == "seen"
    assert refusal.words.endswith(".")
    with pytest.raises(IllegalAction):
        match.undo(0)
    assert match.count == 1


def test_with_take_backs_a_draw_is_taken_back(tmp_path: Path) -> None:
    match = toy_match(folder=tmp_path, take_backs=True)
    before, offers = match.digest, match.offers()
    match.submit(toy.Draw())
    match.undo(0)
    assert (match.digest, match.count, match.offers()) == (before, 0, offers)
    match.close()
    assert Match.resume(match.path).digest == before


def test_a_shuffle_used_chance_and_stays() -> None:
    match = toy_match()
    quiet(match)
    refusal = match.undo_refusal(0)
    assert refusal is not None
    assert refusal.code == "seen"


def test_taking_back_goes_past_the_programs_to_a_person() -> None:
    match = Match.start(Setup("toy", 3, seed=3, take_backs=True), (SeatPlan("random"), SeatPlan("human"), SeatPlan("random")))
    quiet(match)
    assert match.undo_refusal(1) is not None
    before = match.digest
    quiet(match)
    quiet(match)
    quiet(match)
    assert (match.count, match.deciding) == (4, 1)
    match.undo(1)
    assert (match.count, match.deciding, match.digest) == (1, 1, before)


def test_what_showed_nothing_is_free() -> None:
    match = Match.start(Setup("verona", 2, seed=2), (SeatPlan("human"), SeatPlan("human")))
    before = match.digest
    still = match._story.state
    match.submit(next(action for action in match.legal() if match.rules.advance(still, action).chance == still.chance))
    whose = match.decided_last
    assert whose == match.rules.deciding(still)
    assert match.undo_refusal(whose) is None
    match.undo(whose)
    assert match.digest == before


def test_taking_back_goes_past_windows_in_which_there_was_nothing_to_decide() -> None:
    match = Match.start(Setup("shine", 2, seed=2, take_backs=True), (SeatPlan("human"), SeatPlan("human")))
    chance, seen = Chance(3), 0
    while seen < 5:
        only = passed(match.offers())
        match.submit(chance.pick(match.legal()))
        if only is not None:
            seen += 1
            before = match.count
            assert match.decided_last is not None
            match.undo(match.decided_last)
            assert match.count < before - 1
            assert passed(match.offers()) is None


def test_a_table_may_ask_every_frame_what_can_be_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.start(Setup("toy", 2, seed=3), (SeatPlan("human"), SeatPlan("random")))
    played_on(match, 12)
    refusal = match.undo_refusal(0)
    monkeypatch.setattr("game.match.match.undo_target", lambda *_: pytest.fail("worked out again"))
    assert match.undo_refusal(0) == refusal


def test_what_was_hidden_when_an_action_was_taken_is_known_from_the_first_on() -> None:
    for game, hidden in (("starcrossed", True), ("verona", False)):
        match = Match.start(Setup(game, 2, 3), (SeatPlan("human"),) * 2)
        played_on(match, 1)
        assert [match.hid(1, seat) for seat in (0, 1)] == [hidden] * 2


def test_what_a_bystander_is_told_are_words_and_nothing_is_told_of_what_is_silent() -> None:
    match = played_on(Match.start(Setup("starcrossed", 2, 3), (SeatPlan("human"),) * 2), 40)
    told = [match.tellings(number) for number in range(match.count + 1)]
    assert all(telling.words for tellings in told for telling in tellings)
    assert min(map(len, told)) == 0
