"""What no good player would do is seen where it is done, and nowhere else: on positions that ship, where what is best is proved."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import toy

from game.ai.levels import player
from game.ai.player import Budget
from game.ai.proof import Prover, TooMuchError
from game.content.positions import Position, SetupRow, positions_of
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.lab.habits import HABITS, Watched
from game.match.position import laid_out
from game.rules import SHIPPED
from game.rules.verona.actions import Propose

WINS = {game: [each for each in positions_of(game) if each.kind == "puzzle" and each.goal and each.goal.win] for game in SHIPPED}


def seen(there: Any, action: Any) -> dict[str, tuple[int, int]]:
    """Return what is seen of the deciding seat when it does something."""
    watched = Watched(there.rules, 6)
    watched.see(there.state, there.rules.legal(there.state), action)
    return watched.seen()[there.rules.deciding(there.state)]


def keeps(there: Any, action: Any) -> bool | None:
    """Tell whether a win in the turn is still there after an action; None where too much would have to be looked at."""
    try:
        return Prover(there.rules, there.rules.deciding(there.state), 1500).forced_after(there.state, action)
    except TooMuchError:
        return None


@pytest.mark.parametrize("game", SHIPPED)
def test_a_win_of_several_actions_that_is_given_away_is_seen_and_one_that_is_kept_is_not(game: str):
    kept = lost = 0
    for puzzle in WINS[game][:5]:
        there = laid_out(puzzle)
        legal = there.rules.legal(there.state)
        for wanted in (True, False):
            action = next((each for each in legal if keeps(there, each) is wanted), None)
            if action is None:
                continue
            habits = seen(there, action)
            found = max(habits["missed plan"], habits["missed win"], key=lambda each: each[1])
            assert found != ((1, 1) if wanted else (1, 0)), f"{puzzle.name}: {action}"
            kept, lost = kept + (wanted and found == (0, 1)), lost + (found == (1, 1))
    assert kept >= 2
    assert lost >= 2


@pytest.mark.parametrize("game", SHIPPED)
def test_hard_gives_no_such_win_away(game: str):
    puzzle = WINS[game][0]
    there = laid_out(puzzle)
    rules, seat = there.rules, there.rules.deciding(there.state)
    chosen = player("hard", rules).choose(rules.observe(there.state, seat), rules.legal(there.state), Budget(iterations=1500), Chance(1))
    assert seen(there, chosen)["missed plan"] in {(0, 0), (0, 1)}


def test_who_ends_a_turn_so_that_the_next_is_sure_to_win_allowed_a_loss_unless_there_was_no_other_way():
    def found(dice: list[list[int]], prestige: list[int]) -> dict[Any, tuple[int, int]]:
        row = SetupRow(2, 3)
        there = laid_out(
            Position("verona", "mine", Path("mine.toml"), "Mine", "", 0, row, {"dice": dice, "prestige": prestige}, None, (), "", (), ())
        )
        return {action: seen(there, action)["allowed loss"] for action in there.rules.legal(there.state)}

    one = found([[1, 6], [4, 1]], [40, 44])
    assert one.pop(Propose(1, 6)) == (1, 1), "it leaves a 1 for their 4 to marry, and nothing to answer with"
    assert set(one.values()) == {(0, 1)}
    assert (1, 1) not in found([[1], [4, 1]], [10, 44]).values(), "whatever it does, it has lost"


def test_where_positions_have_no_words_only_single_actions_are_watched():
    rules = toy.ToyRules()
    state = rules.setup(Setup("toy", 2, seed=1)).state
    watched = Watched(rules, 2)
    watched.see(state, rules.legal(state), rules.legal(state)[0])
    assert set(watched.seen()[0]) == set(HABITS)
    assert {watched.seen()[0][habit] for habit in ("missed plan", "allowed loss")} == {(0, 0)}
