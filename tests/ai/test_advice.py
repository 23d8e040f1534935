"""Where somebody who thinks ahead judges, and what one is told who asks what actions are worth."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from test_judgement import Ladder, Position, choices, table

from game.ai.levels import ADVISER, known, player
from game.ai.player import Budget, Candidate
from game.ai.search import COUNSELLED, DEEPEST, ENOUGH, FARTHEST, FLOOR, SearchPlayer
from game.kernel.chance import Chance
from game.kernel.offers import Offer
from game.kernel.setup import Setup
from game.rules import IDS, open_box
from game.rules.overcross.actions import EndTurn

LATE = {
    (): ("rush", "wait"),
    ("rush",): ("a",),
    ("rush", "a"): ("b",),
    ("rush", "a", "b"): ("c",),
    ("rush", "a", "b", "c"): ("d", "e"),
    ("wait",): ("f",),
    ("wait", "f"): ("g",),
    ("wait", "f", "g"): ("h",),
    ("wait", "f", "g", "h"): ("i", "j"),
}
"""Rushing looks well until the turn comes again, and ill when a round of three actions is over."""

LOOKS = {"rush": 0.8, "a": 0.8, "b": 0.3, "c": 0.1}


class Rounds(Ladder):
    """The same game in rounds of three actions, whoever takes them."""

    round = staticmethod(lambda state: 1 + len(state.path) // 3)


def worth(state: Position) -> float:
    return LOOKS.get(state.path[-1], 0.5) if state.path else 0.5


def test_where_everybody_acts_in_a_round_the_judgement_falls_when_one_begins():
    """In the middle of a round whoever has acted looks better than whoever is still to act."""
    assert set(choices(SearchPlayer, Ladder(LATE, worth), 10, depth=1)) == {"rush"}
    assert set(choices(SearchPlayer, Rounds(LATE, worth), 10, depth=1)) == {"wait"}


def test_a_thought_ends_when_its_own_turn_comes_again_however_much_must_be_answered_before():
    """A hint of Shine told chances in the middle of the other's attack, before it did any damage: its turn had many moments in which nothing could be done."""
    long = ("pass",) * (2 * DEEPEST)
    path = ("go", *long, "end")
    rules = Ladder({path[:number]: (word,) for number, word in enumerate(path)}, lambda state: 0.1 if state.path[-1:] == ("end",) else 0.9)
    rules.offers = lambda _: ()
    rules.asks = dict.fromkeys(("go", *long), 1)
    assert len(long) < FARTHEST
    (only,) = SearchPlayer(rules, depth=1, advises=True).weigh(None, ("go",), Budget(1), Chance(1)).candidates
    assert only.prospects == pytest.approx(0.1)


@pytest.mark.parametrize("game", IDS)
def test_rounds_are_counted_on_in_the_games_that_have_them(game):
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=4))
    rules = box.rules(setup)
    state, chance = rules.setup(setup).state, Chance(9)
    seen = [rules.round(state)]
    actors: dict[int, set[int]] = {}
    while rules.outcome(state) is None and len(seen) < 400:
        actors.setdefault(seen[-1], set()).add(rules.deciding(state))
        state = rules.advance(state, chance.pick(rules.legal(state)))
        seen.append(rules.round(state))
    if not any(seen):
        return
    assert seen == sorted(seen)
    assert seen[0] >= 1
    assert {step - before for before, step in pairwise(seen)} <= {0, 1}
    assert all(len(acted) == 2 for number, acted in actors.items() if number < seen[-1])


def test_the_only_action_there_is_is_worth_what_follows_it():
    """It was told at a glance, and what was played on went wrong: the other did what only the thinker may."""
    rules = Ladder({(): ("go",), ("go",): ("mercy", "ruin")}, lambda state: {"go": 0.9, "ruin": 0.1}.get("".join(state.path[-1:]), 0.5))
    rules.offers = lambda _: ()
    assert rules.evaluate(rules.advance(Position(), "go"))[0] == 0.9
    (only,) = SearchPlayer(rules, depth=1, advises=True).weigh(None, ("go",), Budget(100), Chance(1)).candidates
    assert only.prospects == pytest.approx(0.1)
    assert only.looks == ENOUGH


def advised(rules: Ladder, budget: Budget, seed: int = 3) -> dict[str, Candidate]:
    legal = rules.legal(Position())
    weighing = SearchPlayer(rules, depth=1, advises=True).weigh(None, legal, budget, Chance(seed))
    return {legal[each.number]: each for each in weighing.candidates}


def test_who_advises_looks_at_every_action_as_often_and_counts_no_first_glance():
    rules = table(a=0.9, b=0.6, c=0.2)
    rules.offers = lambda _: ()
    raced = SearchPlayer(rules, depth=1).weigh(None, rules.legal(Position()), Budget(60), Chance(3)).candidates
    assert sum(each.looks for each in raced) < 30, "who only wants the best stops looking once it is sure"
    seen = advised(rules, Budget(60))
    assert {name: (each.looks, round(each.prospects, 9)) for name, each in seen.items()} == {"a": (20, 0.9), "b": (20, 0.6), "c": (20, 0.2)}
    assert {each.looks for each in advised(rules, Budget(1)).values()} == {FLOOR}, "however long that takes"
    assert {each.looks for each in advised(rules, Budget(stopped=lambda: True)).values()} == {1}, "when nobody waits any more"


def test_who_advises_thinks_of_stopping_whatever_it_looks_like():
    worth = {f"a{number}": 0.9 for number in range(20)} | {"stop": 0.1}
    rules = table(**worth)
    rules.offers = lambda _: (Offer("stop", "", "Stop", passing="own"),)
    assert advised(rules, Budget(1))["stop"].looks == FLOOR
    rules.offers = lambda _: (Offer("stop", "", "Stop"),)
    assert advised(rules, Budget(1))["stop"].looks == 0


def test_who_advises_lets_what_ends_a_part_of_the_turn_crowd_out_nothing_better():
    """In Overcross every way that somebody could go ended the playing of cards, and so no card was thought of while anybody could move."""
    worth = {f"way{number}": 0.3 for number in range(20)} | {"card": 0.6, "stop": 0.1}
    rules = table(**worth)
    rules.offers = lambda _: [
        *(Offer(f"way{number}", "Move", "Move", source=f"piece/{number}", closes="Ends playing cards.") for number in range(20)),
        Offer("card", "Play", "Play it", source="piece/99"),
        Offer("stop", "", "Stop", onward="end"),
    ]
    seen = advised(rules, Budget(1))
    assert [seen[each].looks for each in ("card", "stop")] == [FLOOR, FLOOR]
    assert sum(seen[f"way{number}"].looks > 0 for number in range(20)) == COUNSELLED - 2


def test_who_advises_thinks_of_other_things_before_the_same_elsewhere():
    """A card that could lie on many spaces alike left no room for what another could do, which was best."""
    worth = {f"a{number}": 0.9 for number in range(20)} | {"other": 0.6, "far": 0.5}
    rules = table(**worth)
    offers = [Offer(f"a{number}", "Play", "Play it", source="piece/1", target=f"place/{number}") for number in range(20)]
    offers += [Offer("other", "Play", "Play another", source="piece/2", target="place/1"), Offer("far", "Use", "Use it", source="piece/3")]
    rules.offers = lambda _: offers
    seen = advised(rules, Budget(1))
    assert seen["far"].looks == FLOOR
    assert sum(seen[f"a{number}"].looks > 0 for number in range(20)) == COUNSELLED - 2, (
        "who looks worse there than the first is another thing"
    )
    rules.offers = lambda _: offers[:-2]
    assert advised(rules, Budget(1))["far"].looks == FLOOR, "and so is what nobody offers"


def test_who_advises_thinks_of_what_the_game_prefers_of_things_as_good():
    """A Support card was laid under nobody, as good at a glance as under the Star that was attacked every turn."""
    rules = table(under_nobody=0.7, under_star=0.7, worse=0.6, stop=0.7)
    rules.plain = {"under_nobody", "worse", "stop"}
    rules.offers = lambda _: (Offer("stop", "", "Stop", passing="own"),)
    assert {name: each.looks > 0 for name, each in advised(rules, Budget(60)).items()} == {
        "under_star": True,
        "stop": True,
        "worse": True,
        "under_nobody": False,
    }


def test_nobody_can_play_against_the_adviser():
    rules = open_box("verona").rules(open_box("verona").complete(Setup("verona", 2)))
    assert not known(ADVISER, rules)
    assert isinstance(player(ADVISER, rules), SearchPlayer)


FILLS = tuple(f"fill{number}" for number in range(20))


@pytest.mark.parametrize("advises", [False, True])
def test_what_cannot_be_done_later_comes_first_for_who_thinks_ahead(advises):
    """Who thought ahead in Overcross moved before it had played its cards, and the adviser never told anybody to play one: it lost every match to Normal."""

    def chosen(card: float, then: tuple[str, ...] = ("attack", "end"), *, idle: bool = False) -> set[str]:
        tree = {
            (): (*then, "card", "other"),
            ("attack",): ("more",),
            ("attack", "more"): ("rest",),
            ("card",): ("attack",),
            ("other",): ("attack",),
        }
        worth = {"card": card, "other": 0.51, "attack": 0.8, "end": 0.9}
        rules = Ladder(tree, lambda state: worth.get(state.path[0], 0.5) if state.path else 0.5)
        rules.offers = lambda _: ()
        rules.first, rules.idle, rules.asks = {"card", "other"}, {"card"} if idle else set(), {"attack": 0}
        return set(choices(SearchPlayer, rules, 5, depth=1, advises=advises))

    assert chosen(0.6, ("attack",)) == {"card"}
    assert chosen(0.505, ("attack",)) == {"other"}, "the best of them"
    assert chosen(0.6, ("attack",), idle=True) == {"other"}, "what changes nothing gains nothing"
    assert chosen(0.6) == {"end"}, "who would rather end the turn wants none of them"


def test_nobody_is_advised_to_do_what_no_good_player_does():
    """Hints told of a shot at a crate with an enemy in reach, and left out the shot at the enemy as the same elsewhere."""
    rules = table(crate=0.7, foe=0.695, end=0.5)
    rules.offers = lambda _: [Offer(name, "Shoot", name, source="piece/1", target=f"place/{name}") for name in ("crate", "foe")]
    assert next(iter(advised(rules, Budget(1)))) == "crate"
    rules.indulged = lambda _state, legal, action: {"attack on scenery": action == "crate"} if "foe" in legal else {}
    seen = advised(rules, Budget(1))
    assert list(seen) == ["foe", "end", "crate"]
    assert seen["crate"].looks == 0
    rules.tree[()] = ("crate", "end")
    assert next(iter(advised(rules, Budget(1)))) == "crate"


def test_what_cannot_be_done_later_is_thought_about_however_much_else_looks_better():
    rules = table(**dict.fromkeys(FILLS, 0.7), card=0.6)
    rules.first, rules.offers = {"card"}, lambda _: ()
    assert advised(rules, Budget(1))["card"].looks == FLOOR
    rules.first = set()
    assert advised(rules, Budget(1))["card"].looks == 0


def test_each_of_the_best_brings_what_is_best_done_before_it():
    """A healing that ends moving stood among the best, so that moves were what must be done now: no card was thought of while anybody could move."""
    rules = table(**dict.fromkeys(FILLS, 0.7), heal=0.69, card=0.51, walk=0.68)
    before = {"heal": ["walk", "card"]} | {each: ["card"] for each in (*FILLS, "walk")}
    rules.early = lambda _, legal, action: [number for number, each in enumerate(legal) if each in before.get(action, ())]
    rules.offers = lambda _: ()
    assert advised(rules, Budget(1))["card"].looks == FLOOR


def test_the_same_elsewhere_that_looks_worse_and_worse_crowds_out_nothing():
    """Everywhere that a leader could go looked a little worse than the place before, and so no card was thought of."""
    worth = {f"way{number}": 0.9 - 0.006 * number for number in range(20)} | {"other": 0.6, "far": 0.5}
    rules = table(**worth)
    offers = [Offer(f"way{number}", "Move", "Move there", source="piece/1", target=f"place/{number}") for number in range(20)]
    rules.offers = lambda _: [*offers, Offer("other", "Play", "Play it", source="piece/2"), Offer("far", "Use", "Use it", source="piece/3")]
    seen = advised(rules, Budget(1))
    assert [seen[each].looks for each in ("way0", "way2", "way4", "other", "far")] == [FLOOR] * 5
    assert sum(each.looks > 0 for each in seen.values()) == COUNSELLED


def test_who_advises_in_overcross_says_to_play_a_card_before_anything_that_ends_that():
    box = open_box("overcross")
    for seed in (1, 2, 3):
        setup = box.complete(Setup("overcross", 2, seed=seed))
        rules, chance = box.rules(setup), Chance(seed)
        state = rules.setup(setup).state
        while not any(isinstance(action, EndTurn) for action in rules.legal(state)):
            state = rules.advance(state, rules.legal(state)[0])
        legal = rules.legal(state)
        weighing = player(ADVISER, rules).weigh(rules.observe(state, rules.deciding(state)), legal, Budget(1), chance)
        assert weighing.candidates[0].number in rules.early(state, legal, EndTurn())


def test_who_advises_puts_first_what_a_first_glance_tells_apart():
    """In eight worlds luck tells apart what a glance knows better; what is told is what came of it."""
    worth = {"a": 0.62, "b": 0.5, "aa": 0.5, "bb": 0.51}
    rules = Ladder({(): ("a", "b"), ("a",): ("aa",), ("b",): ("bb",)}, lambda state: worth[state.path[-1]] if state.path else 0.5)
    rules.offers = lambda _: ()
    seen = advised(rules, Budget(1))
    assert list(seen) == ["a", "b"]
    assert seen["a"].prospects < seen["b"].prospects
    worth["bb"] = 0.8
    assert list(advised(rules, Budget(1))) == ["b", "a"], "as long as it is not clearly wrong"


def test_what_luck_tells_apart_is_told_as_it_was_expected_and_stopping_as_the_table_stands():
    """A stranger was told to end the turn rather than attack: eight worlds had told them apart by luck, and the end of a turn looks bad at a glance while it lasts."""
    acts, told = tuple("abcdefg"), Counter[str]()
    for seed in range(20):

        def worth(state: Position, seed: int = seed) -> float:
            if len(state.path) > 1:
                return 0.2 + 0.6 * Chance(1000 * seed + state.hidden + 7777 * ord(state.path[0][0])).below(1001) / 1000
            return 0.5 if not state.path else 0.51 if state.path[0] in acts else 0.3

        rules = Ladder({(): (*acts, "stop"), **{(each,): ("then",) for each in (*acts, "stop")}}, worth, unseen=1000)
        rules.offers = lambda _: [
            Offer("stop", "Stop", "stop", passing=True),
            *(Offer(each, "Act", each, source=f"piece/{each}") for each in acts),
        ]
        seen = advised(rules, Budget(1), seed)
        told["stop first"] += next(iter(seen)) == "stop"
        told["apart"] += max(abs(seen["stop"].prospects - seen[each].prospects) for each in acts) > 0.1
    assert told["stop first"] == 0
    assert told["apart"] <= 2
