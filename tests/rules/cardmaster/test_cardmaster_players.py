"""The old opponent, the one-ply player, and long runs of random matches."""

from __future__ import annotations

from itertools import permutations

import pytest
from arena_table import NEUTRAL, Fighter, at_table, fighter, overcook, wall

from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget, Player, PolicyPlayer
from game.ai.randomly import RandomPlayer
from game.kernel.chance import Chance, Scripted
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.cardmaster.actions import Attack, Boost, Choose, EndPossession, Revive, Stack, Weaken
from game.rules.cardmaster.classic import classic
from game.rules.cardmaster.state import Decision, Status

BOX = open_box("cardmaster")


def choice(table, *flips: bool):
    chance = Scripted(outcomes=flips)
    action = classic(table.observation(table.seat), table.legal(), chance)
    chance.finish()
    assert action in table.legal()
    return action


def test_classic_aims_at_the_target_with_the_lowest_HP():
    with at_table([fighter("a", spc=299)], [wall("c", now=500), wall("d", now=300), wall("e", now=400)]) as table:
        assert choice(table) == Attack(0, 1, table.id("d"))


def test_classic_uses_SPC_for_a_boost_of_at_least_30():
    with at_table([fighter("a", spc=300)], [wall("c")]) as table:
        assert choice(table, True) == Boost(0, "atk")
    with at_table([fighter("a", now=199, spc=300)], [wall("c")]) as table:
        assert choice(table, True) == Boost(0, "hp")
    with at_table([fighter("a", spc=300, boosted="spd")], [wall("c")]) as table:
        assert choice(table, False) == Attack(0, 1, 1)


def test_classic_revives_then_tries_A3_or_else_A2():
    with at_table([fighter("a", gems=4)], [wall("c", now=100)], fallen=[fighter("small", hp=100), fighter("big", hp=500)]) as table:
        assert choice(table, True) == Revive(0, table.id("big"))
        assert choice(table, False, True) == Attack(0, 3, table.id("c"))
        assert choice(table, False, False, True) == Attack(0, 2, table.id("c"))
        assert choice(table, False, False, False) == Attack(0, 1, table.id("c"))
    with at_table([fighter("a", gems=2)], [wall("c", now=100)]) as table:
        assert choice(table, True) == Attack(0, 2, table.id("c"))
        assert choice(table, False) == Attack(0, 1, table.id("c"))


def test_classic_stacks_half_the_time_against_a_healthy_target():
    with at_table([fighter("a", gems=1)], [wall("c")]) as table:
        assert choice(table, True) == Stack(0)
        assert choice(table, False) == Attack(0, 1, table.id("c"))
    with at_table([fighter("a")], [wall("c", now=495)]) as table:
        assert choice(table) == Attack(0, 1, table.id("c"))


def test_classic_respects_brainlock():
    with at_table([fighter("a", gems=3, statuses=(Status("brainlock", 1, left=2),))], [wall("c", now=100)]) as table:
        assert choice(table) == Attack(0, 1, table.id("c"))


def test_classic_answers_every_other_question():
    mine = [fighter("a")]
    with at_table(mine, [wall("c")], asked=Decision("weaken", 0, piece=0, strength=10), pending=True) as table:
        assert choice(table) == Weaken("atk")
    setup = BOX.complete(Setup("cardmaster", 2))
    rules = BOX.rules(setup)
    state = rules.setup(setup).state
    fastest = max(range(9, 18), key=lambda number: state.board.pieces[number].spd)
    assert classic(rules.observe(state, 1), rules.legal(state), Chance(1)) == Choose(fastest)


def test_CM_34_programs_dread_what_souldrift_takes_of_ATK_and_HP():
    def prospects(*step: int) -> float:
        drift = Status("souldrift", 220, step=step, faded=(0,) * 5)
        table = at_table([fighter("a", statuses=(drift,))], [wall("c")], pending=True)
        return table.rules.evaluate(table.state)[0]

    plain = prospects(9, 9, 9, 9, 9, 9)
    dreaded = [place for place in range(6) if prospects(*(30 if place == each else 9 for each in range(6))) < plain]
    assert [("SPD", "DEF", "ATK", "SPC", "maximum HP", "HP")[place] for place in dreaded] == ["ATK", "HP"]


def told(own: Fighter, foe: Fighter) -> float:
    """Return the chances that are told of who has one card in the arena against one, and the possession."""
    table = at_table([own], [foe], pending=True)
    return table.rules.evaluate(table.state)[0]


def test_chances_that_are_told_know_types_SPD_and_SPC_that_is_still_to_be_used():
    even = told(fighter("a", types=NEUTRAL), fighter("b", types=NEUTRAL))
    assert told(fighter("a", types=("aura", "aura")), fighter("b", types=("spirit", "spirit"))) > even + 0.05
    assert told(fighter("a", types=("spirit", "spirit")), fighter("b", types=("aura", "aura"))) < even - 0.05
    assert told(fighter("a", types=NEUTRAL, spc=900), fighter("b", types=NEUTRAL)) > even + 0.05
    assert told(fighter("a", types=NEUTRAL, spd=500), fighter("b", types=NEUTRAL)) > even + 0.05
    assert told(fighter("a", types=NEUTRAL, spc=900, boosted="spd"), fighter("b", types=NEUTRAL)) < told(
        fighter("a", types=NEUTRAL, spc=900), fighter("b", types=NEUTRAL)
    )


def test_before_a_card_is_down_no_ready_faction_is_told_to_be_lost_against_another():
    """Each of them wins a third of its matches or more against any other (`starcross lab cardmaster decks`)."""
    box = open_box("cardmaster")
    for pair in permutations(box.ready_decks(), 2):
        setup = box.complete(Setup("cardmaster", 2, decks=pair))
        rules = box.rules(setup)
        assert 0.15 < rules.evaluate(rules.setup(setup).state)[0] < 0.85, pair


@pytest.mark.parametrize("types", [NEUTRAL, ("spirit", "tech")])
def test_CM_24_a_program_fells_a_foe_for_sure_rather_than_bank_a_gem_or_strike_a_fresh_one_twice_as_hard(types: tuple[str, str]):
    table = at_table([fighter("a")], [wall("c", now=5, atk=150), wall("d", hp=400, atk=300, types=types)], pending=True)
    chosen = GreedyPlayer(table.rules).choose(table.observation(0), table.legal(), Budget(), Chance(1))
    assert chosen == Attack(0, 1, table.id("c"))


def test_CM_30_a_fire_that_will_burn_a_foe_is_no_reason_to_end_a_possession_with_moves_left():
    """What burns leaves its gems to the Raided pool once the possession has passed (CM-12), which betters the table more than any move does."""
    burning = fighter("c", now=80, gems=3, statuses=(overcook(),))
    table = at_table([fighter("a", atk=60), fighter("b", atk=60)], [burning, wall("d")], foe_reserve=[fighter("e")], pending=True)
    player, legal = GreedyPlayer(table.rules), table.legal()
    values = dict(zip(legal, player.judge(table.observation(0), legal, Chance(1)), strict=True))
    assert values.pop(EndPossession()) > max(values.values()), "at a glance"
    for seed in range(5):
        assert player.choose(table.observation(0), legal, Budget(), Chance(seed)) != EndPossession()


def share(one: Player, other: Player, pairs: int) -> float:
    """Return the part of paired matches of mirrored factions that the first player wins."""
    factions = BOX.ready_decks()
    won = 0.0
    for number in range(pairs):
        faction = factions[number % len(factions)]
        setup = BOX.complete(Setup("cardmaster", 2, seed=100 + number, decks=(faction, faction)))
        rules = BOX.rules(setup)
        for seat in (0, 1):
            players = (one, other) if seat == 0 else (other, one)
            state, chance = rules.setup(setup).state, Chance(number)
            while (deciding := rules.deciding(state)) is not None:
                action = players[deciding].choose(rules.observe(state, deciding), rules.legal(state), Budget(), chance)
                state = rules.advance(state, action)
            won += rules.outcome(state).share(seat)
    return won / (2 * pairs)


@pytest.mark.slow
def test_greedy_beats_random_and_classic():
    rules = BOX.rules(BOX.complete(Setup("cardmaster", 2, options={"draft": True})))  # these know every card
    assert share(GreedyPlayer(rules), RandomPlayer(), 12) >= 0.8
    assert share(GreedyPlayer(rules), PolicyPlayer(rules.policies["classic"]), 12) >= 0.65


def test_classic_beats_random():
    rules = BOX.rules(BOX.complete(Setup("cardmaster", 2, options={"draft": True})))  # these know every card
    assert share(PolicyPlayer(rules.policies["classic"]), RandomPlayer(), 20) >= 0.65


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"draft": True},
        {"mode": "custom", "length": "3"},
        {"mode": "custom", "length": "6"},
        {"mode": "custom", "length": "6", "draft": True},
    ],
)
def test_random_matches_end_without_fault(options: dict[str, object]):
    for seed in range(8):
        setup = BOX.complete(Setup("cardmaster", 2, seed=seed, options=options))
        rules = BOX.rules(setup)
        state, chance, count = rules.setup(setup).state, Chance(seed), 0
        while legal := rules.legal(state):
            state = rules.advance(state, chance.pick(legal))
            count += 1
            assert rules.faults(state) == ()
            assert count < 5000
        assert rules.outcome(state).winners in {(0,), (1,)}
