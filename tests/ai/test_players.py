"""Programs at the table: legal, repeatable, no wiser than their seat, and each level stronger than the one before."""

from __future__ import annotations

from typing import Any

import pytest
import toy

from game.ai.brought import PlayerError
from game.ai.greedy import GreedyPlayer, noticed, settle
from game.ai.levels import KNOWN, LEVELS, level_names, player
from game.ai.player import DEFAULT_ITERATIONS, Budget
from game.ai.search import SearchPlayer
from game.kernel.chance import Chance
from game.kernel.setup import Setup

RULES = toy.ToyRules()


def positions(seed: int, seats: int = 2, actions: int = 25) -> list[Any]:
    chance, states = Chance(seed), [RULES.setup(Setup("toy", seats, seed)).state]
    for _ in range(actions):
        legal = RULES.legal(states[-1])
        if not legal:
            break
        states.append(RULES.advance(states[-1], chance.pick(legal)))
    return [state for state in states if len(RULES.legal(state)) > 1]


def choose(level: str, state: Any, seed: int = 1, iterations: int = 24) -> Any:
    seat = RULES.deciding(state)
    assert seat is not None
    return player(level, RULES).choose(RULES.observe(state, seat), RULES.legal(state), Budget(iterations), Chance(seed))


def share(levels: tuple[str, ...], games: int, iterations: int = 120) -> float:
    """Return the part of the wins that falls to the first level, everyone playing every seat of each deal."""
    seats, won = len(levels), 0.0
    for game in range(games):
        chance, turned = Chance(game), game % seats
        players = [player(levels[(seat + turned) % seats], RULES) for seat in range(seats)]
        state = RULES.setup(Setup("toy", seats, game // seats)).state
        while (seat := RULES.deciding(state)) is not None:
            legal = RULES.legal(state)
            state = RULES.advance(state, players[seat].choose(RULES.observe(state, seat), legal, Budget(iterations), chance))
        outcome = RULES.outcome(state)
        assert outcome is not None
        won += outcome.share(-turned % seats)
    return won / games


@pytest.mark.parametrize("level", KNOWN)
def test_every_level_chooses_a_legal_action(level: str) -> None:
    for state in positions(3, 3)[:12]:
        assert choose(level, state) in RULES.legal(state)


@pytest.mark.parametrize("level", KNOWN)
def test_the_same_chance_gives_the_same_choice(level: str) -> None:
    for state in positions(4)[:8]:
        assert choose(level, state, 9) == choose(level, state, 9)


@pytest.mark.parametrize("level", KNOWN)
def test_equal_observations_give_equal_choices(level: str) -> None:
    differing = 0
    for state in positions(5)[:10]:
        seat = RULES.deciding(state)
        world = RULES.sample(RULES.observe(state, seat), Chance(77))
        differing += world.hands != state.hands
        assert choose(level, world) == choose(level, state)
    assert differing > 3, "the worlds compared were hardly different"


@pytest.mark.parametrize("level", ["random", "easy"])
def test_other_chance_gives_other_choices(level: str) -> None:
    state = positions(6)[0]
    assert len({str(choose(level, state, seed)) for seed in range(30)}) > 1


def test_a_forced_action_is_taken_without_thought() -> None:
    class Thoughtless(toy.ToyRules):
        def sample(self, observation: Any, chance: Chance) -> Any:
            raise AssertionError("there was nothing to think about")

    for kind in (GreedyPlayer, SearchPlayer):
        assert kind(Thoughtless()).choose(None, (toy.Draw(),), Budget(), Chance(1)) == toy.Draw()


def test_greedy_beats_a_low_card_with_a_high_one() -> None:
    state = RULES.setup(Setup("toy", 2, 1)).state
    low, high = toy.Card(100, "larder-2"), toy.Card(101, "larder-9")
    hands = ((toy.Card(102, "larder-5"),), (toy.Card(103, "larder-1"), high))
    cards = list(toy.DECK)
    for card in (low, high, *hands[0], hands[1][0]):
        cards.remove(card.card)
    pile = tuple(toy.Card(200 + n, card) for n, card in enumerate(cards))
    state = toy.State(state.chance, 300, pile, hands, low, (), (0, 0), (toy.Turn(0), toy.Answer(1)))
    assert RULES.faults(state) == ()
    for level in ("normal", "hard"):
        assert choose(level, state) == toy.Beat(101)


@pytest.mark.parametrize("level", ["novice", "easy", "normal", "hard", "master"])
def test_what_a_level_weighs_begins_with_what_it_chooses(level: str) -> None:
    for state in positions(7)[:8]:
        seat, legal = RULES.deciding(state), RULES.legal(state)
        assert seat is not None
        weighing = player(level, RULES).weigh(RULES.observe(state, seat), legal, Budget(24), Chance(5))  # type: ignore[attr-defined]
        assert legal[weighing.candidates[0].number] == choose(level, state, 5)
        assert len({each.number for each in weighing.candidates}) == len(weighing.candidates) <= len(legal)
        assert all(0 <= each.prospects <= 1 for each in weighing.candidates)
        assert all(one.looks >= other.looks for one, other in zip(weighing.candidates[1:], weighing.candidates[2:], strict=False))


def test_settling_answers_every_open_question() -> None:
    state = positions(2)[0]
    serve = next(action for action in RULES.legal(state) if isinstance(action, toy.Serve))
    open_state = RULES.advance(state, serve)
    assert not RULES.settled(open_state)
    assert RULES.settled(settle(RULES, RULES.judge(), open_state, Chance(1)))


@pytest.mark.slow
def test_greedy_beats_random() -> None:
    assert share(("normal", "random"), 60) >= 0.8


@pytest.mark.slow
def test_easy_beats_random_and_is_no_stronger_than_normal() -> None:
    assert share(("easy", "random"), 60) >= 0.65
    assert share(("easy", "normal"), 60) <= 0.55


@pytest.mark.slow
def test_search_beats_greedy() -> None:
    assert share(("hard", "normal"), 100, iterations=250) >= 0.52


def test_levels_name_the_policies_of_a_game_too() -> None:
    assert level_names(RULES) == (*LEVELS, "glutton")
    assert isinstance(player("greedy", RULES), GreedyPlayer)
    assert choose("glutton", positions(1)[0]) == RULES.legal(positions(1)[0])[-1]
    with pytest.raises(PlayerError, match="no player 'deep'"):
        player("deep", RULES)


# ---------------------------------------------------------------------------------------------- budgets


def test_a_budget_counts_iterations() -> None:
    spent = Budget(iterations=3).clock()
    assert [spent(done) for done in range(5)] == [False, False, False, True, True]
    assert not Budget().clock()(DEFAULT_ITERATIONS - 1)
    assert Budget().clock()(DEFAULT_ITERATIONS)


def test_a_budget_of_seconds_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr("game.ai.player.monotonic", lambda: now[0])
    spent = Budget(seconds=0.5).clock()
    assert not spent(1_000_000)
    now[0] = 10.499
    assert not spent(1_000_000)
    now[0] = 10.5
    assert spent(1)


def test_a_budget_ends_when_nobody_waits() -> None:
    waits = [True]
    spent = Budget(1000, 0.0, lambda: not waits[0]).clock()
    assert not spent(1)
    waits[0] = False
    assert spent(1)


def test_search_stops_early_when_more_thought_changes_nothing() -> None:
    counted = []

    class Counting(toy.ToyRules):
        def sample(self, observation: Any, chance: Chance) -> Any:
            counted.append(1)
            return super().sample(observation, chance)

    state = RULES.setup(Setup("toy", 2, 1)).state
    hands = ((toy.Card(102, "larder-5"),), (toy.Card(103, "larder-1"), toy.Card(101, "larder-10")))
    cards = list(toy.DECK)
    for card in (hands[0][0], *hands[1], toy.Card(100, "larder-2")):
        cards.remove(card.card)
    pile = tuple(toy.Card(200 + n, card) for n, card in enumerate(cards))
    state = toy.State(state.chance, 300, pile, hands, toy.Card(100, "larder-2"), (), (0, 40), (toy.Turn(0), toy.Answer(1)), 39)
    SearchPlayer(Counting()).choose(RULES.observe(state, 1), RULES.legal(state), Budget(20_000), Chance(1))
    assert len(counted) < 2_000


def test_search_asks_what_is_hidden_from_the_one_who_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("game.ai.search.hides", lambda secrets, seat: asked.append(seat))
    for seat in (0, 1):
        state = next(state for state in positions(3) if RULES.deciding(state) == seat and len(RULES.legal(state)) > 1)
        SearchPlayer(RULES).choose(RULES.observe(state, seat), RULES.legal(state), Budget(2), Chance(1))
    assert asked == [0, 1]


def test_who_sees_everything_overlooks_nothing_however_the_chances_fall() -> None:
    class Highest(Chance):
        def below(self, count: int) -> int:
            return count - 1

    state = max(positions(3), key=lambda state: len(RULES.legal(state)))
    legal = RULES.legal(state)
    assert len(legal) > 2
    assert noticed(RULES, state, legal, 1.0, Highest(1)) == list(range(len(legal)))
    assert len(noticed(RULES, state, legal, 0.999, Highest(1))) < len(legal)
