"""Shine: what programs make of strength that ends with the turn, of cards that lie turned, and of the opening."""

from __future__ import annotations

from math import log
from typing import Any

from msgspec.structs import replace
from shine_stage import foe, me, stage

from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget
from game.cards.modify import Lasting
from game.content.weights import Judgement
from game.kernel.chance import Chance
from game.kernel.ids import Seat
from game.kernel.setup import Setup
from game.rules.shine.actions import PASS, Attack, KeepHand, Redraw, Start, Throw, Use
from game.rules.shine.arena import Arena
from game.rules.shine.box import BOX, catalogue
from game.rules.shine.rules import ShineRules
from game.rules.shine.state import Purse
from game.rules.shine.table import Table as Questions


def told_as_chosen(rules: Any) -> Any:
    """Return the same rules, whose chances are told by the numbers that programs choose by."""
    return rules.judging(Judgement(rules.judged.weights, rules.judged.weights, {}))


def gain(
    card: str, value: int = 2, *, until: str = "turn", seat: Seat = 0, phase: str = "main1", mine: Any = None, theirs: Any = None
) -> float:
    """Return what so much strength of a card is worth to the seat whose turn it is."""
    fighters, prey = mine or {0: "ember-runner"}, theirs or {0: "~foam-dancer"}
    table = stage(me(front=fighters), foe(front=prey), phase=phase, pending=True)
    with table:
        lasts = Lasting(table.id(card, seat), "strength", "add", value, until, 0, "fan-the-flames")
        after = replace(table.state, lasting=(lasts,))
        rules = told_as_chosen(table.rules)
        judged = table.rules.judge()
        assert judged(after) == rules.evaluate(after)
        assert (judged(after)[0] > judged(table.state)[0]) == (table.rules.evaluate(after)[0] > table.rules.evaluate(table.state)[0])
        return rules.evaluate(after)[0] - rules.evaluate(table.state)[0]


def test_strength_until_the_end_of_the_turn_counts_as_long_as_it_can_be_attacked_with():
    assert gain("ember-runner") > 0
    assert gain("ember-runner", phase="attack") > 0
    assert gain("ember-runner", phase="main2") == 0
    assert gain("ember-runner", mine={0: "+ember-runner"}) == 0, "it came this turn"
    assert gain("ember-runner", mine={0: "~ember-runner"}) == 0, "it has attacked"
    assert gain("ember-runner", theirs={0: "foam-dancer"}) == 0, "nothing lies turned"
    assert gain("ember-runner", until="match", phase="main2") > 0


def test_so_does_what_it_takes_from_what_can_be_attacked():
    assert gain("foam-dancer", -1, seat=1) > 0
    assert gain("foam-dancer", -1, seat=1, phase="main2") == 0
    assert gain("foam-dancer", -1, seat=1, theirs={0: "foam-dancer"}) == 0, "it stands upright"


def test_in_a_battle_it_counts_for_who_is_in_it():
    with stage(me(front={0: "ember-runner"}), foe(front={0: "~storm-soprano"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("storm-soprano", 1)))
        lasts = Lasting(table.id("ember-runner"), "strength", "add", 9, "battle", 0, "fan-the-flames")
        assert table.rules.evaluate(replace(table.state, lasting=(lasts,)))[0] > table.rules.evaluate(table.state)[0]


def hope(attacker: str, target: str, mine: str = "", theirs: str = "") -> float:
    """Return how much better off a seat is for the battle it fights, with Support under either card."""
    fronts = (
        {"front": {0: attacker}, "back": {0: mine} if mine else {}},
        {"front": {0: f"~{target}"}, "back": {0: theirs} if theirs else {}},
    )
    with stage(me(**fronts[0]), foe(**fronts[1]), phase="attack", pending=True) as table:
        table.do(Attack(table.id(attacker), table.id(target, 1)))
        state, judged, rules = table.state, table.rules.judge(), told_as_chosen(table.rules)
        assert judged(state) == rules.evaluate(state)
        return rules.evaluate(state)[0] - rules.evaluate(replace(state, fight=None))[0]


def test_a_battle_is_judged_by_the_support_that_can_still_be_added_to_it_SH_12():
    """Whoever played on at a glance never attacked where it took Support to win."""
    even, ahead = ("ember-runner", "ember-runner"), ("foam-dancer", "ember-runner")  # 3 against 3, 4 against 3
    assert hope(*even) == 0
    assert hope(*ahead) > hope(*even, "ash-tailor") > 0
    assert hope(*even, "~ash-tailor") == 0, "it lies turned"
    assert hope(*even, "ash-tailor", "ash-tailor") == 0, "the other has as much"
    assert hope(*ahead) > hope(*ahead, "", "ash-tailor") > 0, "the other can still add some"
    assert hope(*ahead, "ash-tailor", "ash-tailor") == hope(*ahead)


def turned(mine: str, theirs: str, phase: str = "main1") -> float:
    """Return what it brings a seat, in its turn, that a card of the other's lies turned."""
    shares = []
    for lies in (theirs, f"~{theirs}"):
        own = me(front={0: mine} if mine else {}, star="~nox-and-ruby-comet-pair")
        with stage(own, foe(front={0: lies}), phase=phase, pending=True) as table:
            share = table.rules.judge()(table.state)[0]
            shares.append(log(share / (1 - share)))
    return round(shares[1] - shares[0], 9)


def test_a_turned_card_of_the_others_counts_as_long_as_somebody_stronger_can_attack_it_SH_25():
    """Normal turned the other's cards with what it had left at the end of its turn: 19 of 20 times nothing came of it, and they stand upright again when their turn comes."""
    weak, strong = "ember-runner", "foam-dancer"  # 3 and 4
    assert turned(strong, weak) > 0
    assert turned(strong, weak, "main2") == 0, "attacks are over"
    assert turned(f"~{strong}", weak) == turned(f"+{strong}", weak) == turned("", weak) == 0, "nobody can attack it"
    assert turned(weak, strong) == 0, "nobody is strong enough"


def danger(*foes: str, phase: str = "attack", seat: Seat = 0) -> float:
    """Return what it costs a seat that its Star (4) has attacked, with these cards opposite, by whose turn it is."""
    shares = []
    for turned in ("", "~"):
        sides = me(star=f"{turned}nox-and-ruby-comet-pair"), foe(front=dict(enumerate(foes)))
        with stage(*(sides if not seat else reversed(sides)), phase=phase, pending=True) as table:
            share = table.rules.judge()(table.state)[seat]
            shares.append(log(share / (1 - share)))
    return round(shares[0] - shares[1], 9)


def test_a_star_that_lies_turned_is_in_danger_of_all_who_are_stronger_SH_25():
    """Normal attacked with its Star for one Life card, and lost up to five in the other's next turn: 19 of 24 matches ended so."""
    weak, strong = "ember-runner", "bonfire-champion"
    assert danger() == danger(weak) > 0
    assert danger(strong) > danger() * 2
    assert danger(strong, strong) > danger(strong)
    assert danger(f"~{strong}") == danger(strong), "it stands upright when its turn comes"
    assert danger(strong, seat=1) > danger(seat=1) * 2, "in the other's turn"
    assert danger(f"~{strong}", seat=1) == danger(seat=1), "it has attacked"
    assert danger(strong, phase="main2", seat=1) == danger(phase="main2", seat=1), "attacks are over"


def test_what_lies_on_the_chain_is_judged_as_if_it_had_happened_SH_43():
    """Whoever played on at a glance never answered with a spell or an effect, so an attack that took one to win looked hopeless."""
    star = "nox-and-ruby-comet-pair"
    with stage(
        me(front={0: "ember-runner"}, star=star, shine=(2, 8, 0)), foe(front={0: "~foam-dancer"}), phase="attack", pending=True
    ) as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        state, rules = table.state, told_as_chosen(table.rules)
        judge, glance, seat = table.rules.foresight(table.rules.judge()), table.rules.judge(), 0
        own, target = table.star(), table.id("ember-runner")
        raised = Use(own, 0, target)
        lying = rules.advance(state, raised)
        assert lying.chain
        done = rules.advance(rules.advance(lying, PASS), PASS)
        assert not done.chain
        assert judge(lying) == rules.evaluate(lying) == rules.evaluate(done) == judge(done) == glance(done)
        assert glance(lying)[seat] < glance(state)[seat] < judge(lying)[seat], "whoever glances sees what it costs"
        vain = rules.advance(state, Use(own, 0, own))
        assert judge(vain)[seat] < judge(lying)[seat]


def test_an_attack_that_an_effect_can_win_comes_before_a_hopeless_one_SH_27():
    """Normal attacked with all that could not win, which put off the end of attacks, and never with the card it had made stronger for it."""
    mine = me(front={0: "blaze-acrobat", 1: "cinder-fencer"}, star="~nox-and-ruby-comet-pair", shine=(5, 5, 0))
    theirs = foe(back={2: "star-reader"}, star="~selene-of-the-low-moon", shine=(5, 0, 5))
    with stage(mine, theirs, phase="attack", pending=True) as table:
        attacker, target = table.id("blaze-acrobat"), table.star(1)
        state = replace(table.state, lasting=(Lasting(attacker, "strength", "add", 2, "turn", 0, "spitfire-retort"),))
        rules = table.rules
        assert Questions(rules.arena, state).strength(attacker) <= table.strength("star-reader", 1) + Questions(
            rules.arena, state
        ).strength(target)
        legal = rules.legal(state)
        assert len(legal) == 3, "to pass, and two attacks"
        for seed in range(6):
            assert GreedyPlayer(rules).choose(rules.observe(state, 0), legal, Budget(), Chance(seed)) == Attack(attacker, target)


def test_strength_until_the_end_of_the_turn_counts_on_in_a_battle_of_others():
    """Else who is attacked would support its card for nothing, only to put off the end of the battle."""
    mine = {0: "ember-runner", 1: "foam-dancer"}
    with stage(me(front=mine), foe(front={0: "~storm-soprano"}), phase="attack", pending=True) as table:
        lasts = Lasting(table.id("ember-runner"), "strength", "add", 2, "turn", 0, "fan-the-flames")
        battle = replace(lasts, until="battle")
        rules, before = told_as_chosen(table.rules), table.state
        table.do(Attack(table.id("foam-dancer"), table.id("storm-soprano", 1)))
        gained = {
            each: [rules.evaluate(replace(state, lasting=(lasting,)))[0] - rules.evaluate(state)[0] for state in (before, table.state)]
            for each, lasting in (("turn", lasts), ("battle", battle))
        }
        assert gained["turn"][0] > 0 < gained["turn"][1]
        assert gained["battle"][1] == 0, "nothing of it is left after this battle"


def test_the_opening_is_judged_by_what_will_lie_there_as_the_first_turn_begins_SH_5_SH_6():
    """Whoever chose who starts was told 50 % of one way and 35 of the other: the Life of the two Stars, 5 and 6, counted once it was laid."""
    catalogued, ready = catalogue(), BOX.ready_decks()
    decks = tuple(next(deck for deck in ready if catalogued[deck.front[0]].hp == hp) for hp in (5, 6))
    rules = told_as_chosen(ShineRules(Arena(catalogued, Setup("shine", 2, decks=decks, seed=5))))
    worth = set()
    for choices in ((Start(self=True), KeepHand(), KeepHand()), (Start(self=False), Redraw(), KeepHand())):
        state = rules.setup(rules.arena.setup).state
        for action in (Throw("rock"), Throw("scissors"), *choices):
            worth.add(rules.evaluate(state))
            assert rules.judge()(state) == rules.evaluate(state)
            state = rules.apply(state, action).state
        assert state.turn == 1
        laid = rules.evaluate(replace(state, purses=(Purse(), Purse())))
        worth.add(laid)
    (one,) = worth
    assert one[0] < 0.5
