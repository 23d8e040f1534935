"""What the others did last, as it is shown once more: their last turn whole, and nothing of one's own."""

from __future__ import annotations

import pytest

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.lately import MOST, acted, others_lately
from game.match.match import Match
from game.match.seats import SeatPlan


def told(match: Match, seat: int, number: int) -> bool:
    return any(beat.telling is not None and beat.telling.words for beat in match.beats(seat, number))


def own_turn(match: Match, seat: int, number: int) -> bool:
    active = {each.seat for each in match.scene_at(seat, number).seats if each.active}
    return not active or seat in active


@pytest.mark.parametrize(("game", "seats", "actions"), [("verona", 3, 30), ("shine", 2, 60), ("overcross", 2, 60)])
def test_the_others_last_turn_is_shown_from_its_beginning_to_the_last_that_was_told(game, seats, actions):
    match = Match.start(Setup(game, seats, seed=6), (SeatPlan("human"),) * seats)
    chance, shown = Chance(6), 0
    assert not any(others_lately(match, seat) or acted(match, seat) for seat in range(seats))
    while match.count < actions and match.deciding is not None:
        match.submit(chance.pick(match.legal()))
        for seat in range(seats):
            lately = others_lately(match, seat)
            assert acted(match, seat) == any(match.actor(number) != seat for number in range(1, match.count + 1))
            after = range(lately.stop, match.count + 1)
            assert all(match.actor(number) == seat or not told(match, seat, number) for number in after)
            if not lately:
                continue
            shown += 1
            assert len(lately) <= MOST
            assert match.actor(lately[-1]) != seat
            assert told(match, seat, lately[-1])
            for number in lately:
                assert match.actor(number) != seat or not own_turn(match, seat, number - 1), (
                    "an answer in their turn, or nothing of one's own"
                )
            before = lately[0] - 1
            assert before == 0 or (match.actor(before) == seat and own_turn(match, seat, before - 1))
    assert shown > actions
