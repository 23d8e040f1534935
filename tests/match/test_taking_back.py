"""Taking back: what is free to take back has shown nobody anything, and nobody takes back what another decided.

The property is tested with eyes alone: pictures and log lines, as the one who takes back saw them.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st
from shelved import played_on, toy_match

from game.kernel.chance import Chance
from game.kernel.cues import fold
from game.kernel.ids import Seat
from game.kernel.offers import IllegalAction
from game.kernel.scene import Scene
from game.kernel.secrets import Secret, divides
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.match.undo import gives_away
from game.rules import IDS

ACTIONS = 70
PEOPLE = (("human", "human"), ("human", "random"), ("random", "human"))


def cards_in_sight(match: Match, scene: Scene) -> Counter[str]:
    """Return the cards of the decks that lie open to the viewer; an effect that waits on a chain is shown as its card once more."""
    listed = {card for deck in match.setup.decks for card in (*deck.cards, *deck.front)}
    waiting = {zone.id for zone in scene.zones.values() if zone.kind == "stack"}
    return Counter(piece.face for piece in scene.pieces.values() if piece.face in listed and piece.zone not in waiting)


def seen_since(match: Match, seat: Seat, target: int) -> list[str]:
    """Return what a seat has seen since an action: dice, and cards that it did not see before."""
    before, found = cards_in_sight(match, match.scene_at(seat, target)), []
    for number in range(target + 1, match.count + 1):
        scene = match.scene_at(seat, number - 1)
        for beat in match.beats(seat, number):
            scene = fold(scene, beat.cues)
            found += [f"action {number}: {card}" for card in cards_in_sight(match, scene) - before]
            found += [f"action {number}: {beat.telling.words}" for _ in beat.telling.rolls[:1]] if beat.telling else []
    return found


@pytest.mark.parametrize("game", IDS)
def test_what_is_free_to_take_back_has_shown_neither_card_nor_die(game: str) -> None:
    free: list[int] = []

    @settings(max_examples=max(3, settings.default.max_examples // 3))
    @given(seed=st.integers(0, 2**32), people=st.sampled_from(PEOPLE))
    def holds(seed: int, people: tuple[str, str]) -> None:
        match = Match.start(Setup(game, 2, seed), tuple(SeatPlan(player) for player in people))
        chance = Chance(seed)
        for _ in range(ACTIONS):
            if match.deciding is None:
                break
            match.submit(chance.pick(match.legal()))
            seat = match.decided_last
            if seat is not None and match.undo_refusal(seat) is None:
                target = match._undo()[0]
                free.append(target)
                assert seen_since(match, seat, target) == [], f"seat {seat} takes back to action {target} of {match.count}"

    holds()
    assert len(free) > 10, "next to nothing was free to take back"


# ---------------------------------------------------------------------------------------------- who has learnt what


@pytest.fixture
def larder(toy_shelf: None) -> toy.ToyRules:
    return toy.ToyRules()


def position(rules: toy.ToyRules) -> toy.State:
    return rules.setup(Setup("toy", 2, seed=1)).state


def test_a_card_that_is_served_is_learnt_by_the_other_cook(larder: toy.ToyRules) -> None:
    before = position(larder)
    after = larder.advance(before, toy.Serve(before.hands[0][0].id))
    assert gives_away(larder, (before, after), (1,))
    assert not gives_away(larder, (before, after), (0,))


def test_a_card_shown_on_the_way_was_shown(larder: toy.ToyRules) -> None:
    before = position(larder)
    served = larder.advance(before, toy.Serve(before.hands[0][0].id))
    assert gives_away(larder, (before, served, before), (1,))
    assert not gives_away(larder, (before, before), (0, 1))


def test_chance_that_was_used_shows_whatever_it_did(larder: toy.ToyRules) -> None:
    before = position(larder)
    after = larder.advance(before, toy.Swap(before.hands[0][0].id))
    assert gives_away(larder, (before, after), ())


def test_what_a_program_has_learnt_it_forgets(toy_shelf: None) -> None:
    for other, free in (("random", True), ("human", False)):
        match = Match.start(Setup("toy", 2, seed=1), (SeatPlan("human"), SeatPlan(other)))
        match.submit(next(action for action in match.legal() if isinstance(action, toy.Serve)))
        assert (match.undo_refusal(0) is None) is free


def test_the_rules_alone_say_what_is_hidden(larder: toy.ToyRules, monkeypatch: pytest.MonkeyPatch) -> None:
    before = position(larder)
    after = larder.advance(before, toy.Draw())
    assert gives_away(larder, (before, after), (0,))
    monkeypatch.setattr(toy.ToyRules, "secrets", lambda *_: iter([Secret(("chance",), frozenset(), "chance")]))
    assert not gives_away(larder, (before, after), (0,))


# ---------------------------------------------------------------------------------------------- whose decision


def test_nobody_takes_back_what_another_decided(toy_shelf: None) -> None:
    match = toy_match(take_backs=True)
    match.submit(toy.Draw())
    assert (match.deciding, match.decided_last) == (1, 0)
    refusal = match.undo_refusal(1)
    assert refusal is not None
    assert (refusal.code, refusal.words) == ("anothers", "The last decision was that of {0}, and nobody takes back another's.")
    with pytest.raises(IllegalAction):
        match.undo(1)
    match.undo(0)
    assert (match.count, match.deciding, match.decided_last) == (0, 0, None)


def test_in_turn_each_takes_back_their_own(toy_shelf: None) -> None:
    match = played_on(toy_match(seats=3, take_backs=True), 9)
    while match.decided_last is not None:
        whose = match.decided_last
        match.undo(whose)
        assert match.deciding == whose
    assert match.count == 0


def test_a_match_is_divided_while_one_person_knows_what_another_does_not(toy_shelf: None) -> None:
    assert toy_match().divided
    alone = Match.start(Setup("toy", 2, seed=1), (SeatPlan("human"), SeatPlan("random")))
    assert not alone.divided
    for game in ("verona", "cardmaster"):
        assert not Match.start(Setup(game, 2, seed=1), (SeatPlan("human"), SeatPlan("human"))).divided


def test_a_choice_made_in_secret_divides_for_the_rest_of_the_match(tmp_path: Path) -> None:
    """Whoever says who starts is dealt cards for it: without a curtain before that, the other saw them."""
    match = Match.start(Setup("shine", 2, seed=1), (SeatPlan("human"), SeatPlan("human")), folder=tmp_path)
    assert not match.divided
    match.submit(match.legal()[0])
    assert match.divided
    match.submit(match.legal()[1])
    assert not divides(match.rules.secrets(match._story.state), (0, 1)), "both are shown, and nothing is dealt"
    assert match.divided
    match.close()
    assert Match.resume(match.path).divided
