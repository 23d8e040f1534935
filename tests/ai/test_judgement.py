"""What players make of a position, in a game so small that the right answer is known: sure and lucky moves, secrets, answers, traps.

Longer than most: whoever reads one of these questions needs the small game that all are asked in.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from game.ai import search
from game.ai.greedy import MOST_ANSWERS, GreedyPlayer, answered, settle
from game.ai.player import DEFAULT_ITERATIONS, MOST_POSITIONS, Budget
from game.ai.search import FIRST, GLANCES, LEAST, MOST_CHOICES, WEIGHT, Edge, Node, SearchPlayer
from game.kernel.chance import Chance
from game.kernel.offers import Offer
from game.kernel.secrets import NOBODY, Secret
from game.kernel.setup import Outcome, Setup
from game.rules import open_box


class Position(Struct, frozen=True):
    """What was done so far, what nobody sees, and who must answer before the turn goes on."""

    chance: int = 0
    path: tuple[str, ...] = ()
    hidden: int = 0
    asked: tuple[int, ...] = ()


THOUGHT = 300
CHANCE = Secret(("chance",), NOBODY, "chance")
Worth = Callable[[Position], float]


class Ladder:
    """A game that is a table: what can be done after what, and what that is worth to the first of two seats.

    An action whose name ends with a question mark rolls a die, which its place in the path then names. `unseen` things could be hidden.
    """

    positions, indulged = None, staticmethod(lambda *_: {})

    def __init__(
        self, tree: dict[tuple[str, ...], tuple[str, ...]], worth: Worth, *, unseen: int = 1, asks: dict[str, int] | None = None
    ) -> None:
        self.tree, self.worth, self.unseen, self.asks = tree, worth, unseen, asks or {}
        self.idle: set[str] = set()
        self.dull: set[str] = set()
        self.plain: set[str] = set()
        self.wins: set[str] = set()
        self.first: set[str] = set()
        self.sampled = 0
        self.looked: Counter[str] = Counter()

    def sample(self, _observation: Any, chance: Chance) -> Position:
        self.sampled += 1
        return Position(chance.draw(), hidden=chance.below(self.unseen))

    def secrets(self, _state: Position) -> list[Secret]:
        return [Secret(("hidden",)), CHANCE] if self.unseen > 1 else [CHANCE]

    def deciding(self, state: Position) -> int | None:
        if not self.legal(state):
            return None
        return state.asked[0] if state.asked else len(state.path) % 2

    round = staticmethod(lambda _: 0)

    def settled(self, state: Position) -> bool:
        return not state.asked

    def legal(self, state: Position) -> tuple[str, ...]:
        return self.tree.get(tuple(word.rstrip("123456") for word in state.path), ())

    def warning(self, _state: Position, action: str) -> str:
        return "It would change nothing." if action in self.idle else ""

    def advance(self, state: Position, action: str, chance: Chance | None = None) -> Position:
        self.looked[action] += 1
        dice = chance or Chance(state.chance)
        word = f"{action}{dice.roll()}" if action.endswith("?") else action
        asked = (self.asks[action],) if action in self.asks else ()
        return replace(state, path=(*state.path, word), chance=dice.state, asked=asked)

    def outcome(self, state: Position) -> Outcome | None:
        return Outcome((0,), (), "") if state.path[-1] in self.wins else None

    def evaluate(self, state: Position) -> tuple[float, float]:
        return (first := self.worth(state)), 1 - first

    def judge(self) -> Callable[[Position], tuple[float, float]]:
        return self.evaluate

    outlook = daring = judge

    def foresight(self, judge: Callable[[Position], tuple[float, float]]) -> Callable[[Position], tuple[float, float]]:
        return judge

    def promising(self, _state: Position, legal: tuple[str, ...]) -> list[int]:
        return [number for number, action in enumerate(legal) if action not in self.dull]

    def finer(self, _state: Position, actions: Sequence[str]) -> list[int]:
        return [number for number, each in enumerate(actions) if each not in self.plain] or [0]

    def early(self, _state: Position, legal: tuple[str, ...], action: str) -> list[int]:
        return [number for number, each in enumerate(legal) if each in self.first] if action not in self.first else []


def table(**worth: float) -> Ladder:
    """Return a game of one move, each worth what is said."""
    return Ladder({(): tuple(worth)}, lambda state: worth.get(state.path[-1], 0.5) if state.path else 0.5)


def choices(kind: Any, rules: Any, times: int = 40, **more: Any) -> Counter[str]:
    legal = rules.legal(Position())
    return Counter(kind(rules, **more).choose(None, legal, Budget(THOUGHT), Chance(seed)) for seed in range(times))


def test_the_best_is_taken_and_equal_ones_by_chance():
    assert set(choices(GreedyPlayer, table(a=0.2, b=0.9, c=0.6))) == {"b"}
    found = choices(GreedyPlayer, table(a=0.7, b=0.2, c=0.7 - 1e-12, d=0.69))
    assert set(found) == {"a", "c"}
    assert min(found.values()) > 8


def test_of_equal_ones_what_the_game_prefers_is_taken():
    rules = table(a=0.7, b=0.2, c=0.7, d=0.7)
    rules.plain = {"a"}
    assert set(choices(GreedyPlayer, rules)) == {"c", "d"}
    rules = table(a=0.7, b=0.9, c=0.7)
    rules.plain = {"b"}
    assert set(choices(GreedyPlayer, rules)) == {"b"}, "what is better is taken, preferred or not"


def test_only_what_is_promising_is_looked_at_by_who_looks_one_action_ahead():
    rules = table(a=0.2, b=0.9, c=0.6)
    rules.dull = {"a", "c"}
    assert set(choices(GreedyPlayer, rules, 5)) == {"b"}
    assert rules.looked == {"b": 5}
    assert GreedyPlayer(rules).judge(None, ("c", "a", "b"), Chance(1)) == [0.6, 0.2, 0.9], "whoever plans is told of every action"


def test_what_cannot_be_done_later_comes_first_if_it_gains_something_and_the_turn_goes_on():
    """An attack closes the time for cards: a card that betters the table is played before it, though the attack betters it more."""

    def chosen(
        card: float, then: tuple[str, ...] = ("attack", "end"), *, idle: bool = False, still: tuple[str, ...] = ("attack",)
    ) -> set[str]:
        tree = {(): ("card", "other", *then), ("attack",): ("more",), ("card",): still, ("other",): ("attack",)}
        worth = {"card": card, "other": 0.51, "attack": 0.8, "end": 0.9}
        rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5)
        rules.first, rules.idle, rules.asks = {"card", "other"}, {"card"} if idle else set(), {"attack": 0}
        return set(choices(GreedyPlayer, rules, 5, answers=False))

    assert chosen(0.6, ("attack",)) == {"card"}
    assert chosen(0.505, ("attack",)) == {"other"}, "the best of them"
    assert chosen(0.6, ("attack",), idle=True) == {"other"}, "what changes nothing gains nothing"
    assert chosen(0.95, ("attack",)) == {"card"}
    assert chosen(0.6) == {"end"}, "who would rather end the turn wants none of them"
    assert chosen(0.6, ("attack",), still=("walk",)) == {"other"}, (
        "what would take the attack away is not done before it, but instead of it or not at all"
    )


def test_nothing_is_done_only_because_it_does_not_end_the_turn():
    """While a turn lasts, what can still be done counts: an edit was used up for nothing, as that looked better than to end the turn."""

    def chosen(spent: float, now: float = 0.6, *, hurt: float = 0.55) -> set[str]:
        tree = {(): ("use", "end"), ("use",): ("end",), ("end",): ("answer",), ("use", "end"): ("answer",)}
        worth = {(): now, ("use",): hurt, ("end",): 0.5, ("use", "end"): spent}
        rules = Ladder(tree, lambda state: worth.get(state.path, 0.5))
        rules.deciding = lambda state: 1 if "end" in state.path else 0
        return set(choices(GreedyPlayer, rules, 5))

    assert chosen(0.49) == {"end"}
    assert chosen(0.5) == {"end"}, "nothing is used up for nothing"
    assert chosen(0.51) == {"use"}, "it helps once the turn has ended"
    assert chosen(0.4, hurt=0.61) == {"use"}, "what betters the table is done"


def test_what_rolls_dice_is_not_left_out_with_what_is_done_for_nothing():
    """A walk for nothing looked better than an attack, and the turn was ended without both."""
    tree = {(): ("walk", "attack?", "help", "end"), ("walk",): ("end",), ("help",): ("end",), ("end",): ("answer",)}
    tree |= {("walk", "end"): ("answer",), ("help", "end"): ("answer",)}

    def chosen(attack: float, helped: float) -> set[str]:
        worth = {(): 0.6, ("walk",): 0.59, ("help",): 0.55, ("end",): 0.4, ("walk", "end"): 0.4, ("help", "end"): helped}
        rules = Ladder(tree, lambda state: attack if state.path and state.path[0].startswith("attack") else worth.get(state.path, 0.5))
        rules.deciding = lambda state: 1 if "end" in state.path else 0
        return set(choices(GreedyPlayer, rules, 5))

    assert chosen(0.58, 0.4) == {"attack?"}
    assert chosen(0.5, 0.45) == {"help"}, "what helps once the turn has ended, though it looks worse than to walk"
    assert chosen(0.5, 0.4) == {"attack?"}
    tree[()] = ("walk", "help", "end")
    assert chosen(0.5, 0.4) == {"end"}


def test_who_sees_only_what_loses_looks_at_everything_there_is():
    """Normal overlooks some of its options in star cross'd, and ended matches with a lost last die while it could have recruited."""
    lost = {f"lost{number}": 0.0 for number in range(9)}
    for sees in (0.01, 0.3):
        assert set(choices(GreedyPlayer, table(**lost, saved=0.4), 10, sees=sees)) == {"saved"}
        assert len(choices(GreedyPlayer, table(**dict.fromkeys(lost, 0.1), saved=0.4), 20, sees=sees)) > 1


def test_what_no_good_player_does_is_done_only_where_there_is_nothing_else():
    """Dice made a crate look better than the foe beside it, once in three times."""
    rules = table(crate=0.7, foe=0.695, stop=0.5)
    rules.indulged = lambda _state, legal, action: {"attack on scenery": action == "crate"} if "foe" in legal else {}
    rules.offers = lambda _: [Offer(name, "Do", name, passing=name == "stop") for name in ("crate", "foe", "stop")]
    assert set(choices(GreedyPlayer, rules, 5)) == {"foe"}
    rules.tree[()] = ("crate", "stop")
    assert set(choices(GreedyPlayer, rules, 5)) == {"crate"}
    rules.tree[()], rules.indulged = ("stop", "foe"), lambda _state, _legal, action: {"strength for nothing": action == "stop"}
    rules.worth = lambda state: {"stop": 0.6, "foe": 0.4}.get(state.path[-1] if state.path else "", 0.5)
    assert set(choices(GreedyPlayer, rules, 5)) == {"stop"}, "to stop is no waste: that was before"


def test_what_is_played_on_does_first_what_cannot_be_done_later():
    def done(card: float, then: str = "attack") -> str:
        tree = {(): ("card", then), ("card",): ("attack",), ("attack",): ("more",)}
        worth = {"card": card, "attack": 0.8, "end": 0.8}
        rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5)
        rules.first, rules.deciding = {"card"}, lambda state: int("end" in state.path)
        return answered(rules, rules.judge(), Position(), 0, Chance(3), tree[()]).path[-1]

    assert done(0.6) == "card"
    assert done(0.4) == "attack", "it gains nothing"
    assert done(0.6, "end") == "end", "who would rather end the turn wants it no more"


def test_what_comes_before_the_end_of_a_turn_is_judged_by_what_stands_once_it_has_ended():
    """A fire burns at the end in any case: that it betters the table is no reason to leave out what could be done before."""

    def chosen(burnt: float, *, idle: bool = False) -> set[str]:
        tree = {(): ("move", "end"), ("move",): ("end",), ("end",): ("theirs",), ("move", "end"): ("theirs",)}
        worth = {(): 0.5, ("move",): 0.5, ("end",): 0.6, ("move", "end"): burnt}
        rules = Ladder(tree, lambda state: worth[state.path])
        rules.first, rules.idle, rules.asks = {"move"}, {"move"} if idle else set(), {"move": 0}
        acted = answered(rules, rules.judge(), Position(), 0, Chance(3), tree[()]).path[-1]
        assert idle or choices(GreedyPlayer, rules, 5, answers=False) == {acted: 5}
        return set(choices(GreedyPlayer, rules, 5, answers=False))

    assert chosen(0.65) == {"move"}
    assert chosen(0.6) == {"end"}, "it gains nothing that is still there in the end"
    assert chosen(0.55) == {"end"}
    assert chosen(0.65, idle=True) == {"end"}, "what changes nothing is left"


@pytest.mark.parametrize("kind", [GreedyPlayer, SearchPlayer])
def test_what_would_change_nothing_is_done_only_where_it_gains_something(kind: Any):
    """Throwing a card away looks better than ending the turn, and is no better than the table as it stands."""
    for waste, chosen in ((0.5, "end"), (0.6, "waste")):
        rules = table(waste=waste, end=0.4)
        rules.idle = {"waste"}
        assert set(choices(kind, rules, 10)) == {chosen}
    rules = table(waste=0.5, end=0.4)
    assert set(choices(kind, rules, 10)) == {"waste"}, "what may change something is taken as it looks"


def test_judgement_is_the_prospects_after_each_action_in_their_order():
    rules = table(a=0.2, b=0.9, c=0.6)
    assert GreedyPlayer(rules).judge(None, ("c", "a", "b"), Chance(1)) == [0.6, 0.2, 0.9]
    assert rules.looked == {"a": 1, "b": 1, "c": 1}, "what neither dice nor secrets touch is looked at once"


def test_who_overlooks_options_takes_the_best_of_those_that_come_to_mind():
    worth = {letter: number / 20 for number, letter in enumerate("abcdefghij")}
    found = choices(GreedyPlayer, table(**worth), 300, sees=0.1)
    assert found.keys() - {"a"} == set("bcdefghij"), "two options at least come to mind, and any may"
    assert found["j"] > found["e"] > 0
    more = choices(GreedyPlayer, table(**worth), 300, sees=0.6)
    assert more["j"] > 1.5 * found["j"]
    assert set(choices(GreedyPlayer, table(**worth), 30)) == {"j"}


def test_who_plans_and_overlooks_options_thinks_of_what_would_be_too_late_after_the_best_of_the_others():
    """Hard of Overcross thinks of a part of its options; an attack closes cards and moves, be they overlooked or not."""

    def thought_of(rules: Any) -> Counter[str]:
        legal = rules.legal(Position())
        found = [SearchPlayer(rules, sees=0.01).weigh(None, legal, Budget(THOUGHT), Chance(seed)) for seed in range(20)]
        return Counter(legal[each.number] for weighing in found for each in weighing.candidates if each.looks)

    rules = table(**{f"attack{number}": 0.7 for number in range(20)}, card=0.6)
    assert thought_of(rules)["card"] < 10, "it is one of many"
    rules.first = {"card"}
    assert thought_of(rules)["card"] == 20


def test_nobody_overlooks_what_wins_at_once():
    worth = {letter: number / 20 for number, letter in enumerate("abcdefghij")}
    rules = table(**worth)
    rules.wins = {"c"}
    assert choices(GreedyPlayer, rules, 60, sees=0.01)["c"] < 60, "what merely ends the match is not what looks best"
    rules = table(**worth | {"c": 1.0})
    rules.wins = {"c"}
    assert set(choices(GreedyPlayer, rules, 60, sees=0.01)) == {"c"}


def test_who_does_not_look_at_answers_judges_what_stands_there_before_them():
    tree = {(): ("bait", "plain"), ("bait",): ("take", "leave")}
    worth = {"bait": 0.9, "plain": 0.5, "take": 0.1, "leave": 0.9}
    rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5, asks={"bait": 1})
    assert set(choices(GreedyPlayer, rules, 20)) == {"plain"}
    assert set(choices(GreedyPlayer, rules, 20, answers=False)) == {"bait"}


def test_who_plans_one_decision_deep_judges_what_stands_there_at_the_own_next_turn():
    tree = {
        (): ("rush", "wait"),
        ("rush",): ("yes", "no"),
        ("wait",): ("calm", "storm"),
        ("rush", "yes"): ("bad", "worse"),
        ("wait", "calm"): ("good", "better"),
    }
    worth = {
        "rush": 0.6,
        "wait": 0.5,
        "yes": 0.8,
        "no": 0.9,
        "calm": 0.5,
        "storm": 0.9,
        "bad": 0.1,
        "worse": 0.05,
        "good": 0.6,
        "better": 0.7,
    }
    rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5)
    assert set(choices(SearchPlayer, rules, 10, depth=1)) == {"rush"}
    assert set(choices(SearchPlayer, rules, 10)) == {"wait"}


def test_a_question_answered_by_another_is_not_the_end_of_ones_own_turn():
    """The search played on only as far as an answer, and so saw nothing of a turn in which the other is asked anything."""
    tree = {
        (): ("rush", "wait"),
        ("rush",): ("let", "block"),
        ("rush", "let"): ("on", "along"),
        ("rush", "let", "on"): ("ruin", "spare"),
        ("rush", "let", "along"): ("ruin", "spare"),
        ("rush", "let", "on", "ruin"): ("bad", "worse"),
        ("wait",): ("calm", "storm"),
        ("wait", "calm"): ("good", "better"),
    }
    worth = {"rush": 0.7, "let": 0.7, "on": 0.7, "along": 0.7, "ruin": 0.1, "wait": 0.5, "calm": 0.5}
    rules = Ladder(tree, lambda state: worth.get(state.path[-1], 0.9) if state.path else 0.5, asks={"rush": 1})
    assert set(choices(GreedyPlayer, rules, 10)) == {"rush"}
    assert set(choices(SearchPlayer, rules, 10, depth=1)) == {"wait"}


def test_who_makes_less_effort_stops_after_its_part_of_the_budget():
    sampled = []
    for effort in (1.0, 0.4):
        rules = Ladder(CLOSE, lambda state: 0.5)
        SearchPlayer(rules, effort=effort).choose(None, CLOSE[()], Budget(30), Chance(2))
        sampled.append(rules.sampled)
    assert sampled[0] - sampled[1] == 9, "18 looks fewer, at two actions in each world"
    assert Budget(15, 2.0).part(0.4) == Budget(6, 0.8)
    assert Budget(1).part(0.4) == Budget(1)
    assert Budget(seconds=2.0).part(0.5) == Budget(seconds=1.0)
    assert Budget().part(0.5) == Budget(DEFAULT_ITERATIONS // 2)
    assert Budget().part(1.0) == Budget()
    assert Budget(15, 2.0).part(1.5) == Budget(15, 2.0)


def test_an_end_of_the_match_on_the_way_is_counted_like_any_other_position():
    tree = {(): ("win", "wander"), ("wander",): ("back", "forth")}
    worth = {"win": 0.8, "wander": 0.9, "back": 0.2, "forth": 0.1}
    rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5)
    assert set(choices(SearchPlayer, rules, 12)) == {"win"}


def test_a_sure_thing_is_weighed_against_a_lucky_one_by_many_throws():
    def worth(state: Position) -> float:
        if not state.path:
            return 0.4
        return {"sure": 0.5, "roll?6": 1.0, "often?1": 0.0}.get(state.path[-1], 0.0 if state.path[-1].startswith("roll") else 1.0)

    assert choices(GreedyPlayer, Ladder({(): ("sure", "roll?")}, worth), 60)["sure"] > 45
    assert choices(GreedyPlayer, Ladder({(): ("sure", "often?")}, worth), 60)["often?"] > 54


def test_what_is_hidden_is_imagined_many_times_and_equally_for_all():
    def worth(state: Position) -> float:
        return {"": 0.4, "sure": 0.5, "bold": float(state.hidden == 0), "shy": float(state.hidden != 0)}["".join(state.path[-1:])]

    rules = Ladder({(): ("sure", "bold")}, worth, unseen=4)
    assert choices(GreedyPlayer, rules)["sure"] > 30
    assert choices(GreedyPlayer, Ladder({(): ("sure", "shy")}, worth, unseen=4))["shy"] > 30
    single = choices(GreedyPlayer, Ladder({(): ("sure", "bold")}, worth, unseen=4), worlds=1)
    assert single["bold"] > 2, "who imagines one world only is fooled by it"


def test_whoever_is_asked_answers_in_their_own_interest():
    tree = {(): ("attack", "wait"), ("attack",): ("block", "let")}
    worth = {"attack": 0.9, "wait": 0.5, "block": 0.2, "let": 0.95}
    rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5, asks={"attack": 1})
    assert GreedyPlayer(rules).judge(None, ("attack", "wait"), Chance(3)) == [0.2, 0.5]
    assert set(choices(GreedyPlayer, rules)) == {"wait"}
    own = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5, asks={"attack": 0})
    assert GreedyPlayer(own).judge(None, ("attack", "wait"), Chance(3)) == [0.95, 0.5]


def test_questions_without_end_are_left_at_some_point():
    class Endless(Ladder):
        def legal(self, state: Position) -> tuple[str, ...]:
            return ("on",)

    rules = Endless({}, lambda _: 0.5, asks={"on": 1})
    state = settle(rules, rules.judge(), Position(asked=(1,)), Chance(1))
    assert len(state.path) == MOST_ANSWERS
    assert settle(rules, rules.judge(), Position(), Chance(1)) == Position()


def test_a_match_that_is_over_leaves_nothing_to_judge():
    rules = Ladder({}, lambda _: 0.5)
    assert GreedyPlayer(rules).judge(None, ("a", "b"), Chance(1)) == [0.0, 0.0]
    assert SearchPlayer(rules).choose(None, ("a", "b"), Budget(4), Chance(1)) in {"a", "b"}


TRAP = {(): ("grab", "build"), ("grab",): ("punish", "spare"), ("build",): ("harm", "help")}
CLOSE = {(): ("left", "right")}
"""A choice that no thought decides."""

TRAPPED = {"grab": 0.9, "build": 0.5, "punish": 0.05, "spare": 0.95, "harm": 0.55, "help": 0.7}


def test_a_trap_is_seen_by_who_thinks_ahead_and_not_by_who_does_not():
    def trap() -> Ladder:
        return Ladder(TRAP, lambda state: TRAPPED[state.path[-1]] if state.path else 0.5)

    assert set(choices(GreedyPlayer, trap(), 20)) == {"grab"}
    assert set(choices(SearchPlayer, trap(), 20)) == {"build"}


def test_a_trap_in_the_dark_is_seen_too():
    def worth(state: Position) -> float:
        if state.path[-1:] == ("punish",):
            return 0.05 if state.hidden else 0.3
        return TRAPPED[state.path[-1]] if state.path else 0.5

    assert choices(SearchPlayer, Ladder(TRAP, worth, unseen=3), 20)["build"] >= 18


def test_the_other_seat_seeks_its_own_good_and_not_ours():
    helpful = {**TRAPPED, "punish": 0.95, "spare": 0.9}
    rules = Ladder(TRAP, lambda state: helpful[state.path[-1]] if state.path else 0.5)
    assert set(choices(SearchPlayer, rules, 20)) == {"grab"}


def test_thought_is_spent_iteration_by_iteration():
    def sampled(iterations: int) -> int:
        rules = Ladder(CLOSE, lambda state: 0.5)
        SearchPlayer(rules).choose(None, rules.legal(Position()), Budget(iterations), Chance(2))
        return rules.sampled

    assert [sampled(iterations) - sampled(2) for iterations in (1, 3, 4, 5, 12)] == [0, 1, 1, 2, 5], "both actions meet every world"


def test_few_actions_are_compared_well_before_many_are():
    worth = {f"m{number:02}": 0.5 - number / 1000 for number in range(30)}

    def thought(iterations: int) -> list[int]:
        rules = Ladder({(): tuple(worth)}, lambda state: worth[state.path[-1]] if state.path else 0.5)
        found = SearchPlayer(rules).weigh(None, tuple(worth), Budget(iterations), Chance(3)).candidates
        return [each.looks - WEIGHT for each in found if each.looks]

    assert thought(12) == [3] * LEAST, "the likeliest meet three worlds, and no other any"
    assert len(thought(60)) == 8
    assert len(thought(600)) == FIRST
    assert len(set(thought(60))) == 1, "who comes later meets the worlds that the others met"


def test_where_thought_is_sure_of_one_the_next_is_thought_about():
    worth = {"a": 0.9, **{f"b{number}": 0.1 for number in range(9)}}
    rules = Ladder({(): tuple(worth)}, lambda state: worth[state.path[-1]] if state.path else 0.5)
    found = SearchPlayer(rules).weigh(None, tuple(worth), Budget(100), Chance(3)).candidates
    assert {each.number for each in found if each.looks} == {*range(10)}, "the best of those thought about first is soon known"


def test_nobody_thinks_on_when_nobody_waits():
    rules = Ladder(TRAP, lambda state: TRAPPED[state.path[-1]] if state.path else 0.5)
    assert SearchPlayer(rules).choose(None, ("grab", "build"), Budget(10**6, stopped=lambda: rules.sampled > 30), Chance(2)) in TRAP[()]
    assert rules.sampled < 40


def test_no_more_is_thought_once_nothing_can_change():
    def thought(worth: dict[str, float], iterations: int) -> int:
        rules = Ladder({(): tuple(worth)}, lambda state: worth[state.path[-1]] if state.path else 0.5)
        assert worth[SearchPlayer(rules).choose(None, tuple(worth), Budget(iterations), Chance(2))] == worth["a"]
        return rules.sampled

    assert thought({"a": 1.0, "b": 0.0}, 10_000) < 200
    assert thought({"a": 0.9, "b": 0.0}, 400) < 20, "the other can no longer catch up"
    assert 20 < thought({"a": 0.51, "b": 0.5}, 400) < 100, "two that are nearly alike are looked at longer"
    assert thought({"a": 0.5, "b": 0.5}, 400) > 190, "between equals all thought is spent"


def test_of_very_many_actions_the_best_is_found():
    worth = {f"m{number}": number / 1000 for number in range(3 * MOST_CHOICES)}
    best = max(worth, key=lambda action: worth[action])
    rules = Ladder({(): tuple(worth)}, lambda state: worth[state.path[-1]] if state.path else 0.5)
    assert SearchPlayer(rules).choose(None, tuple(worth), Budget(200), Chance(5)) == best


def test_moves_without_a_choice_are_played_through():
    tree = {(): ("left", "right"), ("left",): ("on",), ("left", "on"): ("win", "lose"), ("right",): ("on",)}
    worth = {"left": 0.4, "right": 0.5, "on": 0.45, "win": 1.0, "lose": 0.0}
    rules = Ladder(tree, lambda state: worth[state.path[-1]] if state.path else 0.5)
    assert set(choices(SearchPlayer, rules, 12)) == {"left"}


@pytest.mark.parametrize(("visits", "total", "mean"), [(0, 0.0, 0.5), (3, 1.5, (1.5 + GLANCES * 0.5) / (3 + GLANCES)), (36, 36.0, 0.875)])
def test_a_first_glance_counts_for_so_many_visits(visits, total, mean):
    edge = Edge(0.4)
    edge.visits, edge.sums = visits, [9.0, total]
    assert edge.mean(1, 0.1) == pytest.approx(mean)


def test_what_thought_adds_to_glances_is_their_mean_difference_by_visits():
    node = Node()
    assert (node.visits, node.edges, node.shift(0)) == (0, {}, 0.0)
    for name, (glance, visits, total) in {"a": (0.5, 3, 1.2), "b": (0.2, 1, 0.6), "c": (0.9, 0, 0.0)}.items():
        node.edges[name] = Edge(glance)
        node.edges[name].visits, node.edges[name].sums = visits, [total, 0.0] if visits else []
    assert node.shift(0) == pytest.approx(((1.2 - 1.5) + (0.6 - 0.2)) / 4)


@pytest.mark.parametrize(("game", "hidden"), [("shine", True), ("verona", False)])
def test_a_search_knows_whether_anything_is_hidden_from_its_seat(game, hidden, monkeypatch):
    box = open_box(game)
    rules = box.rules(box.complete(Setup(game, 2, seed=2)))
    state = rules.setup(box.complete(Setup(game, 2, seed=2))).state
    told: list[bool] = []
    descent = search._Descent
    monkeypatch.setattr(search, "_Descent", lambda *words, hides, **more: told.append(hides) or descent(*words, hides=hides, **more))
    seat = rules.deciding(state)
    SearchPlayer(rules).weigh(rules.observe(state, seat), rules.legal(state), Budget(3), Chance(1))
    assert told == [hidden] * 3


class Combination(Ladder):
    """A game in which the first seat wins at the end of a long way that no glance speaks for; `asks` says who chooses after which step, the first seat otherwise."""

    positions = SimpleNamespace(whose=lambda _: 0)  # type: ignore[assignment]

    def __init__(self, steps: dict[str, tuple[str, ...]], **more: Any) -> None:
        worth = {"bait": 0.9, "rest": 0.9, "dull": 0.1, "last": 1.0, "let": 0.5, "deny": 0.3}
        super().__init__(
            {(): ("bait", "plan"), **{tuple(way.split()): after for way, after in steps.items()}},
            lambda state: worth.get(state.path[-1].rstrip("123456"), 0.4) if state.path else 0.5,
            **more,
        )
        self.wins = {"last"}

    def deciding(self, state: Position) -> int | None:
        return None if not self.legal(state) else state.asked[0] if state.asked else 0

    def outcome(self, state: Position) -> Outcome | None:
        return super().outcome(state) or (None if not state.path or self.legal(state) else Outcome((1,), (), ""))


STEPS = {"plan": ("dull", "bright"), "plan dull": ("last",), "plan bright": ("end",), "bait": ("rest",)}


def combined(rules: Combination, iterations: int = 40, **more: Any) -> str:
    action: str = SearchPlayer(rules, depth=1, **more).choose(None, ("bait", "plan"), Budget(iterations), Chance(2))
    return action


def test_a_win_in_this_turn_that_nobody_can_prevent_is_seen_however_dull_the_way_looks():
    assert combined(Combination(STEPS)) == "plan"
    weighing = SearchPlayer(Combination(STEPS)).weigh(None, ("bait", "plan"), Budget(40), Chance(2))
    assert (weighing.candidates[0].number, weighing.candidates[0].prospects) == (1, 1.0)
    assert {each.number for each in weighing.candidates} == {0, 1}


def test_a_win_that_others_the_dice_or_what_is_hidden_can_prevent_is_none():
    asked = {"plan": ("let", "deny"), "plan let": ("dull",), "plan let dull": ("last",), "plan deny": ("end",), "bait": ("rest",)}
    assert combined(Combination(asked, asks={"plan": 1})) == "bait"
    assert combined(Combination(asked | {"plan deny": ("dull",), "plan deny dull": ("last",)}, asks={"plan": 1})) == "plan"
    rolled = {"plan": ("dull?",), "plan dull?": ("last",), "bait": ("rest",)}
    assert combined(Combination(rolled)) == "plan", "whatever the dice show"

    class Hiding(Combination):
        def legal(self, state: Position) -> tuple[str, ...]:
            return ("end",) if state.path == ("plan", "dull") and state.hidden else super().legal(state)

    assert combined(Hiding(STEPS, unseen=9)) == "bait"


def test_who_advises_tells_a_win_no_surer_than_what_is_hidden_allows():
    """A hint told "100 %" of an attack that one card in twelve would have stopped, and it did."""

    class Foiled(Combination):
        def legal(self, state: Position) -> tuple[str, ...]:
            return ("end",) if state.path == ("plan", "dull") and state.hidden == 7 else super().legal(state)

    def told(rules: Combination, times: int = 5) -> list[float]:
        rules.offers = lambda _: ()  # type: ignore[attr-defined]
        adviser = SearchPlayer(rules, depth=1, advises=True)
        best = (adviser.weigh(None, ("bait", "plan"), Budget(60), Chance(seed)).candidates[0] for seed in range(times))
        return [each.prospects for each in best if each.number == 1]

    assert told(Combination(STEPS)) == [1.0] * 5
    assert told(Combination(STEPS, unseen=12)) == pytest.approx([54 / 55] * 5), "who knows what lies there?"
    shares = told(Foiled(STEPS, unseen=12), 60)
    assert 20 < len(shares) < 60, "in some the first worlds show it"
    assert 0.8 < sum(shares) / len(shares) < 0.97


def test_a_proof_costs_no_more_than_its_part_of_the_time():
    assert [Budget(iterations=n).positions() for n in (1, 40, 10_000)] == [2, 80, MOST_POSITIONS]
    assert [Budget(seconds=s).positions() for s in (0.2, 1.0, 60.0)] == [200, 1000, MOST_POSITIONS]
    assert Budget().positions() == 2 * DEFAULT_ITERATIONS
    assert combined(Combination(STEPS), 1) == "bait", "two positions are too few for three steps"


def test_who_is_nearly_beaten_or_not_on_turn_looks_for_no_such_win():
    hopeless = Combination(STEPS)
    hopeless.worth = lambda state: 0.05 if state.path[-1:] == ("bait",) else 0.02
    assert combined(hopeless) == "bait"
    waiting = Combination(STEPS)
    waiting.positions = SimpleNamespace(whose=lambda _: 1)  # type: ignore[assignment]
    assert combined(waiting) == "bait"
