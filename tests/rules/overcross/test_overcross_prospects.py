"""Overcross: prospects point the way to every objective, and what is looked at lights up."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, lasting

from game.ai.levels import player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.ids import cell_place
from game.kernel.setup import Setup
from game.rules.overcross.actions import Attack, EndTurn, Move, Play, Use
from game.rules.overcross.arena import Settings
from game.rules.overcross.box import BOX


def hopes(objective, *units, seat=0, flags=None, **more):
    f = Field(("........",) * 8, CARDS, settings=Settings(objective, ("leader",), 10 if objective == "invasion" else 0, 20))
    given = (f.flag(0), f.flag(1)) if objective == "flag" and flags is None else flags(f) if flags else ()
    table = f.world(*units, flags=given, **more)
    return table.rules.judge()(table.state)[seat]


def test_wounds_and_losses_count():
    both = ((0, "grunt", (0, 0)), (1, "grunt", (7, 7)))
    assert hopes("death-match", *both, damage=((2, 3),)) > hopes("death-match", *both) > hopes("death-match", *both, damage=((1, 3),))
    assert hopes("death-match", *both, scores=(8, 0)) > hopes("death-match", *both)
    assert hopes("death-match", (0, "grunt", (0, 0)), (0, "giant", (1, 0)), (1, "grunt", (7, 7))) > hopes("death-match", *both)


def test_whose_turn_it_is_counts_for_who_is_told_and_not_at_a_glance():
    table = Field(("........",) * 8, CARDS).world((0, "grunt", (0, 0)), (1, "grunt", (7, 7)))
    told, glance = table.rules.evaluate, table.rules.judge()
    mine, theirs = table.state, replace(table.state, active=1)
    assert told(mine)[0] > 0.51
    assert told(mine)[0] == pytest.approx(told(theirs)[1])
    assert glance(mine)[0] - glance(theirs)[0] < told(mine)[0] - told(theirs)[0] - 0.01


@pytest.mark.parametrize("objective", ["assassination", "death-match", "summoning", "flag", "invasion"])
@pytest.mark.parametrize("temperament", ["", ":bold", ":patient"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_sits_down_together_has_equal_hopes(objective, temperament, seats):
    setup = BOX.complete(Setup("overcross", seats, 7, options={"objective": objective}))
    rules = BOX.rules(setup)
    judging = rules.tempered(temperament[1:]) if temperament else rules
    assert judging.evaluate(rules.setup(setup).state) == pytest.approx((1 / seats,) * seats)


def test_who_is_out_has_nothing_and_the_others_all():
    f = Field(("........",) * 8, CARDS, settings=Settings("death-match", ("leader",), 10, 20), seats=3)
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (7, 7)))
    one, two, three = table.rules.evaluate(replace(table.state, out=(False, False, True)))
    assert three == 0 < one
    assert one + two == pytest.approx(1)


def test_terrain_in_the_hand_hardly_counts_in_a_death_match():
    """It waited there until the match was over: half of what Normal held at the end was terrain."""
    both = ((0, "grunt", (0, 0)), (1, "grunt", (7, 7)))
    for objective, kept in (("death-match", False), ("summoning", True)):
        none, wall, giant = (hopes(objective, *both, hands=(hand, ())) for hand in ((), ("wall",), ("giant",)))
        assert none < wall
        assert (wall == giant) if kept else (wall < none + (giant - none) / 5)


def test_what_lasts_on_a_character_counts_by_four_at_most_up_or_down():
    worst, worse, bad, none, good, better, best = (
        hopes("death-match", (0, "grunt", (0, 0)), (1, "grunt", (7, 7)), lasting=(lasting(1, "move", value),))
        for value in (-9, -4, -2, 0, 2, 4, 9)
    )
    assert worst == worse < bad < none < good < better == best


@pytest.mark.parametrize(
    ("objective", "name"), [("summoning", "legend"), ("invasion", "grunt"), ("flag", "grunt"), ("death-match", "grunt")]
)
def test_nearer_to_the_goal_is_hoped_for(objective, name):
    far, near = (hopes(objective, (0, name, (4, y)), (1, "grunt", (6, 7))) for y in (1, 5))
    assert near > far


def test_a_wounded_mark_is_a_danger_and_carrying_a_flag_is_worth_more_than_standing_by():
    marks = (("leader",), ("leader",))
    units = ((0, "leader", (0, 0)), (1, "leader", (7, 7)))
    assert hopes("assassination", *units, marks=marks) > hopes("assassination", *units, marks=marks, damage=((1, 4),))
    f = Field(("........",) * 8, CARDS, settings=Settings("flag", ("leader",), 0, 20))
    table = f.world((0, "grunt", (4, 6)), (1, "grunt", (0, 5)), flags=(f.flag(0), f.flag(1)))
    before = table.rules.evaluate(table.state)[0]
    table.do(Move(1, f.field.flags[1]))
    assert table.rules.evaluate(table.state)[0] > before


def test_what_is_looked_at_lights_up():
    f = Field(("......", "..#...", "......"), CARDS)
    table = f.world((0, "archer", (0, 1)), (0, "grunt", (0, 0)), (1, "grunt", (5, 2)))
    lit = {overlay.kind: set(overlay.places) for overlay in table.rules.overlays(table.observation(0), 1)}
    moves = {cell_place("grid", action.to) for action in table.legal() if isinstance(action, Move) and action.piece == 1}
    assert lit["reach"] == moves
    assert cell_place("grid", f.cell(3, 1)) not in lit["range"]
    assert cell_place("grid", f.cell(1, 1)) in lit["range"]
    assert cell_place("grid", f.cell(5, 2)) not in lit["range"]
    assert cell_place("grid", f.cell(5, 2)) in lit["threat"]
    assert table.rules.overlays(table.observation(1), 3)


def test_a_move_says_what_could_be_attacked_from_where_it_ends():
    f = Field(("......", "..#...", "......"), CARDS)
    table = f.world((0, "archer", (0, 1)), (1, "grunt", (5, 2)))
    rules, observation = table.rules, table.observation(0)
    to = f.cell(1, 0)
    lights = rules.preview(observation, Move(1, to)).lights
    table.do(Move(1, to))
    there = rules.overlays(table.observation(0), 1)
    assert lights == tuple(each for each in there if each.kind in {"range", "sight"})
    assert lights != tuple(each for each in rules.overlays(observation, 1) if each.kind in {"range", "sight"})


def test_a_token_shows_its_state():
    f = Field(cards=CARDS)
    table = f.world((0, "leader", (0, 0)), (1, "grunt", (5, 5)), damage=((1, 4),), acted=((1, "mM"),), phase="major")
    piece = table.scene(1).pieces[1]
    assert {badge.icon: badge.value for badge in piece.badges} == {"damage": "4/6", "move": "3", "defense": "3"}
    assert "acted" in piece.marks
    table.do(EndTurn())
    assert "acted" not in table.scene(1).pieces[1].marks


@pytest.mark.parametrize(
    ("taken", "phase", "mark", "left"),
    [
        ("", "minor", None, {"m", "M"}),
        ("m", "minor", "moved", {"M"}),
        ("", "major", "moved", {"M"}),
        ("m", "major", "moved", {"M"}),
        ("M", "major", "acted", set()),
        ("mM", "major", "acted", set()),
    ],
)
def test_OC_18_OC_19_the_sign_of_a_token_says_what_it_has_left(taken, phase, mark, left):
    """Whoever moved may still attack after somebody else has."""
    f = Field(cards=CARDS)
    table = f.world((0, "archer", (0, 0)), (0, "leader", (0, 4)), (1, "grunt", (2, 0)), acted=((1, taken),) if taken else (), phase=phase)
    piece = table.scene(0).pieces[1]
    assert [each for each in piece.marks if each != "leader"] == ([mark] if mark else [])
    does = {"m": Move, "M": Attack}
    assert {
        size for size, kind in does.items() if any(isinstance(each, kind) and each.piece == 1 for each in table.rules.legal(table.state))
    } == left
    words = {None: "It may still move, then act", "moved": "It moves no more; one major action is left", "acted": "Its turn is over"}
    assert piece.words == words[mark]
    assert table.scene(0).pieces[3].words == "", "of who is not on turn nothing is said"


@pytest.mark.slow
@pytest.mark.parametrize("objective", ["assassination", "summoning", "flag", "invasion", "death-match"])
def test_looking_one_move_ahead_beats_chance(objective):
    share = 0.0
    for seed in (1, 2):
        rules = BOX.rules(BOX.complete(Setup("overcross", 2, seed=seed, map="small", options={"objective": objective})))
        state = rules.setup(rules.arena.setup).state
        levels = ("greedy", "random") if seed % 2 else ("random", "greedy")
        players, chance = [player(level, rules) for level in levels], Chance(seed)
        while (seat := rules.deciding(state)) is not None:
            action = players[seat].choose(rules.observe(state, seat), rules.legal(state), Budget(iterations=20), chance)
            state = rules.advance(state, action)
        share += rules.outcome(state).share(levels.index("greedy"))
    assert share / 2 >= 0.75


@pytest.mark.parametrize("objective", ["assassination", "death-match", "summoning", "invasion", "flag"])
def test_a_position_is_worth_the_same_whichever_others_its_judge_has_seen(objective):
    """Terrain laid here and there among them, so that ways are asked for that it bars, and that it leaves open."""
    setup = BOX.complete(Setup("overcross", 2, seed=8, map="small", options={"objective": objective}))
    rules, chance = BOX.rules(setup), Chance(2)
    state, ends = rules.setup(setup).state, []
    for _ in range(60):
        legal = rules.legal(state)
        if not legal:
            break
        ends += [rules.advance(state, chance.pick(legal)) for _ in range(6)]
        state = rules.advance(state, chance.pick(legal))
    judge = rules.judge()
    for end in chance.shuffle(ends):
        assert judge(end) == rules.judge()(end)


@pytest.mark.parametrize("map_", ["small", "furnace", "river"])
@pytest.mark.parametrize("objective", ["assassination", "invasion", "flag"])
def test_a_move_leads_to_the_same_whether_its_way_is_told_or_not(map_, objective):
    setup = BOX.complete(Setup("overcross", 2, seed=4, map=map_, options={"objective": objective}))
    rules, chance = BOX.rules(setup), Chance(6)
    state, told = rules.setup(setup).state, 0
    for _ in range(80):
        legal = rules.legal(state)
        moves = [action for action in legal if isinstance(action, Move)]
        for action in moves[:: max(1, len(moves) // 4)]:
            assert rules.advance(state, action) == rules.apply(state, action).state
            told += 1
        if not legal:
            break
        state = rules.advance(state, chance.pick(moves or legal))
    assert told


def test_what_ends_with_the_turn_counts_until_its_character_has_acted():
    def gain(acted: str, until: str = "turn") -> float:
        units = ((0, "grunt", (0, 0)), (1, "grunt", (7, 7)))
        more = {"acted": ((1, acted),), "phase": "major"}
        return hopes("death-match", *units, lasting=(lasting(1, "move", 3, until=until),), **more) - hopes("death-match", *units, **more)

    assert gain("m") > 0 == gain("mM")
    assert gain("mM", "match") > 0


def test_OC_26_who_stands_on_the_own_flag_keeps_it():
    f = Field(("........",) * 8, CARDS, settings=Settings("flag", ("leader",), 0, 20))
    x, y = f.field.flags[0] % 8, f.field.flags[0] // 8
    foe = (1, "grunt", (x, 4))
    on, beside = (hopes("flag", (0, "grunt", (x, y)), foe), hopes("flag", (0, "grunt", (x + 1, y)), foe))
    assert on > beside


def test_OC_18_whoever_betters_the_table_by_moving_moves_before_anybody_takes_a_major_action():
    """A stew that could wait ended the moves of all the others: so began one turn in four of Normal's."""
    setup = BOX.complete(Setup("overcross", 2, 3, map="duel"))
    rules = BOX.rules(setup)
    program, chance, state, majors = player("normal", rules), Chance(3), rules.setup(setup).state, 0
    for _ in range(400):
        legal = rules.legal(state)
        if not legal:
            break
        seat = rules.deciding(state)
        action = program.choose(rules.observe(state, seat), legal, Budget(), chance)
        moves = [each for each in legal if type(each) is Move]
        if len({move.piece for move in moves}) > 1 and type(action) in {Attack, Use}:
            judge, after = rules.judge(), rules.legal(rules.advance(state, action))
            now = judge(state)[seat]
            for move in {*moves} - {*after} if not any(type(each) is Move for each in after) else ():
                moved = rules.advance(state, move)
                assert judge(moved)[seat] < now + 0.01 or action not in rules.legal(moved), f"{move} was left for {action}"
                majors += 1
        state = rules.advance(state, action)
    assert majors > 3


def test_OC_15_a_card_that_betters_the_table_is_played_before_an_action():
    """Once an action is taken there are no more cards this turn: who attacked first lost 72 of 100 matches under assassination."""
    setup = BOX.complete(Setup("overcross", 2, 1, map="small"))
    rules = BOX.rules(setup)
    program, chance, state, late = player("normal", rules), Chance(3), rules.setup(setup).state, 0
    for _ in range(300):
        legal = rules.legal(state)
        if not legal:
            break
        seat, cards = rules.deciding(state), rules.early(state, legal, EndTurn())
        assert all(type(legal[number]) is Play for number in cards)
        action = program.choose(rules.observe(state, seat), legal, Budget(), chance)
        if cards and type(action) in {Attack, Move}:
            late += 1
            now = rules.evaluate(state)[seat]
            assert max(rules.evaluate(rules.advance(state, legal[number]))[seat] for number in cards) < now + 0.01, (
                "a card was left for an action"
            )
        state = rules.advance(state, action)
    assert late > 3
