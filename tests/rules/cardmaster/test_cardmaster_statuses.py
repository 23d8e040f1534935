"""Five statuses: how they strike, what they do each turn, and when they let go."""

from __future__ import annotations

import pytest
from arena_table import ArenaTable, at_table, fighter, overcook, wall

from game.rules.cardmaster.actions import Attack, Boost, EndPossession, Revive, Shift, Skip, Stack, Weaken
from game.rules.cardmaster.events import Bound, Burned, ChanceTaken, Faded, Fell, Struck, WoreOff
from game.rules.cardmaster.state import EMPTY, Status, bears

CALM = (False, False)


def striking(status: str, *, tier: int = 4, **foe: object) -> ArenaTable:
    """Return a table on which `a` can use A3 and its status; `b` keeps the possession open."""
    foes = [wall("c", hp=999, spd=10, **foe), wall("d", spd=10)]
    return at_table([fighter("a", gems=3, atk=100, tier=tier, status=status), fighter("b")], foes)


def test_CM_26_strength_and_chance_come_from_the_tier():
    with striking("overcook", tier=4) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        backfire, inflict = table.events(ChanceTaken)
        assert (backfire.tenths, inflict.tenths) == (200, 440)
        assert bears(table.piece("c"), "overcook") == Status("overcook", 220, table.id("a"))
        assert table.piece("a").inflicted == 1


def test_CM_26_no_roll_when_the_target_fell():
    with at_table([fighter("a", gems=3, atk=900), fighter("b")], [wall("c", now=1), wall("d")]) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False,))
        assert [chance.what for chance in table.events(ChanceTaken)] == ["backfire"]


@pytest.mark.parametrize("status", ["overcook", "brainlock", "gridfreeze", "souldrift"])
def test_CM_27_the_status_is_the_acting_cards_own(status: str):
    with striking(status) as table:
        before = table.board
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        assert [each.kind for each in table.piece("c").statuses] == [status]
        table.bystanders(before, "a", "c")


def test_CM_28_on_a_backfire_the_status_strikes_the_attacker_and_the_damage_lands():
    with striking("overcook") as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(True,))
        assert bears(table.piece("a"), "overcook") == Status("overcook", 220, EMPTY)
        assert not table.piece("c").statuses
        assert table.piece("c").hp < 999
        assert table.piece("a").inflicted == 0
        assert [chance.what for chance in table.events(ChanceTaken)] == ["backfire"]


def test_CM_28_a_backfire_strikes_even_when_the_target_falls():
    with at_table([fighter("a", gems=3, atk=900), fighter("b")], [wall("c", now=1), wall("d")]) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(True,))
        assert bears(table.piece("a"), "overcook")
        assert table.events(Fell)


def test_CM_28_the_current_SPC_counts():
    dulled = fighter("a", gems=2, spc=400, statuses=(Status("undershock", 500, stat="spc", taken=200),))
    dulled.worn["spc"] = 200
    with at_table([dulled, fighter("b")], [wall("c")]) as table:
        table.do(Attack(table.id("a"), 2, table.id("c")), flips=CALM)
        assert table.events(ChanceTaken)[0].tenths == 200


def test_CM_29_the_same_status_refreshes_and_others_stand_beside_it():
    worn = (overcook(110), Status("brainlock", 100, left=1))
    with striking("overcook", statuses=worn) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        assert [(each.kind, each.strength) for each in table.piece("c").statuses] == [("brainlock", 100), ("overcook", 220)]
        assert table.events(Struck)[0].again


def test_CM_29_falling_clears_all():
    with at_table([fighter("a", atk=900)], [wall("c", now=1, statuses=(overcook(), Status("brainlock", 1, left=2))), wall("d")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.piece("c").statuses == ()


def test_CM_29_statuses_act_on_active_cards_of_the_side_that_begins_only():
    burning = (overcook(),)
    with at_table(
        [fighter("a", statuses=burning)],
        [wall("c", statuses=burning), wall("d")],
        reserve=[fighter("r", statuses=burning), fighter("s")],
        foe_reserve=[wall("x", statuses=burning), wall("y")],
    ) as table:
        before = table.board
        table.do(Skip(table.id("a")))
        assert [event.piece for event in table.events(Burned)] == [table.id("c")]
        table.bystanders(before, "c")


@pytest.mark.parametrize(("top", "lost"), [(500, 110), (501, 111)])
def test_CM_30_overcook_costs_a_share_of_maximum_HP_rounded_up(top: int, lost: int):
    with at_table([fighter("a")], [wall("c", hp=top, now=300, statuses=(overcook(220),)), wall("d")]) as table:
        table.do(Skip(table.id("a")))
        assert table.events(Burned)[0].lost == lost
        assert table.piece("c").hp == 300 - lost
        assert table.piece("c").taken == lost
        assert bears(table.piece("c"), "overcook")


def test_CM_30_overcook_fells_and_its_gems_are_raided():
    with at_table([fighter("a")], [wall("c", now=5, gems=2, statuses=(overcook(220, by=0),)), wall("d")]) as table:
        table.do(Skip(table.id("a")))
        assert table.id("c") in table.board.teams[1].fallen
        assert table.board.teams[0].raided == 2
        assert (table.piece("a").dealt, table.piece("a").felled) == (5, 1)
        assert table.board.ready == (table.id("d"),)


@pytest.mark.parametrize(("stat", "field"), [("spd", "spd"), ("atk", "atk"), ("def", "dfn"), ("spc", "spc")])
def test_CM_31_undershock_lowers_the_stat_that_the_inflicting_player_chooses(stat: str, field: str):
    with striking("undershock", dfn=201, atk=201, spc=201) as table:
        before = getattr(table.piece("c"), field)
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        assert table.seat == 0
        table.refused(Stack(table.id("b")), rule="CM-31")
        table.refused(Weaken("hp"), rule="CM-31")
        assert {offer.action for offer in table.rules.offers(table.state)} == {Weaken(one) for one in ("spd", "atk", "def", "spc")}
        table.do(Weaken(stat))
        taken = -(-before * 22 // 100)
        assert getattr(table.piece("c"), field) == before - taken
        assert table.piece("a").inflicted == 1


def test_CM_31_on_a_backfire_the_opponent_chooses():
    with striking("undershock") as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(True,))
        assert table.seat == 1
        table.do(Weaken("atk"))
        assert table.piece("a").atk == 78
        assert table.piece("a").inflicted == 0
        assert table.seat == 0


def test_CM_31_a_second_undershock_lifts_the_first():
    lowered = wall("c", hp=999, spd=10, atk=200, dfn=300, statuses=(Status("undershock", 500, stat="atk", taken=100),))
    lowered.worn["atk"] = 100
    with at_table([fighter("a", gems=3, status="undershock", atk=100), fighter("b")], [lowered, wall("d")]) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        assert table.offer(Weaken("atk")).verb == "ATK 100 → 156"
        assert table.offer(Weaken("def")).verb == "DEF 300 → 234"
        table.do(Weaken("def"))
        assert (table.piece("c").atk, table.piece("c").dfn) == (200, 234)
        assert len(table.piece("c").statuses) == 1


def test_CM_31_a_boost_and_undershock_add_up():
    lowered = fighter("a", atk=200, spc=100, statuses=(Status("undershock", 500, stat="atk", taken=100),))
    lowered.worn["atk"] = 100
    with at_table([lowered, fighter("b")], [wall("c")]) as table:
        table.do(Boost(table.id("a"), "atk"))
        assert table.piece("a").atk == 110


def test_CM_32_brainlock_leaves_A1_stack_SPC_shift_and_skip():
    locked = fighter("a", gems=5, statuses=(Status("brainlock", 220, left=2, running=True),))
    with at_table([locked], [wall("c")], reserve=[fighter("r"), fighter("s")], fallen=[fighter("gone")]) as table:
        a, c = table.id("a"), table.id("c")
        table.refused(Attack(a, 2, c), rule="CM-32")
        table.refused(Attack(a, 3, c), rule="CM-32")
        table.refused(Revive(a, table.id("gone")), rule="CM-32")
        for action in (Attack(a, 1, c), Stack(a), Boost(a, "atk"), Shift(a, table.id("r")), Skip(a)):
            table.allowed(action)


def test_CM_32_for_two_of_the_bearers_turns():
    with striking("brainlock") as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        turns = []
        for _ in range(12):
            if table.board.turn == 1:
                turns.append(bears(table.piece("c"), "brainlock") is not None)
            table.do(EndPossession())
        assert turns[:4] == [True, True, False, False]
        assert [event.left for event in table.told(Bound)] == [2, 1]
        assert len(table.told(WoreOff)) == 1


def test_CM_33_gridfreeze_skips_the_next_turn_really():
    with striking("gridfreeze") as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        table.do(Skip(table.id("b")))
        assert table.board.turn == 1
        assert table.board.ready == (table.id("d"),)
        table.refused(Attack(table.id("c"), 1, table.id("a")), rule="CM-33")
        table.refused(Shift(table.id("c"), table.id("d")), rule="CM-33")
        table.do(Skip(table.id("d")))
        assert not table.piece("c").statuses
        while table.board.turn == 0:
            table.do(EndPossession())
        assert table.id("c") in table.board.ready


def test_CM_33_a_side_that_is_frozen_whole_passes():
    frozen = (Status("gridfreeze", 220, left=1),)
    with at_table([fighter("a", spd=999)], [wall("c", statuses=frozen), wall("d", statuses=frozen)]) as table:
        table.do(Skip(table.id("a")))
        assert table.board.round == 3
        assert table.board.turn == 0
        assert not table.piece("c").statuses


def test_CM_34_souldrift_fades_every_stat_by_its_value_when_it_struck():
    with striking("souldrift", dfn=101, atk=201, spc=301) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        struck = table.piece("c")
        table.do(Skip(table.id("b")))
        once = table.piece("c")
        up = lambda value: -(-value * 22 // 100)  # noqa: E731
        assert (once.spd, once.dfn, once.atk, once.spc) == (10 - up(10), 101 - up(101), 201 - up(201), 301 - up(301))
        assert (once.top, once.hp) == (999 - up(999), struck.hp - up(struck.hp))
        assert table.events(Faded)[0].lost == up(struck.hp)
        table.do(EndPossession())
        while table.board.turn == 0:
            table.do(EndPossession())
        twice = table.piece("c")
        assert (twice.atk, twice.hp) == (201 - 2 * up(201), struck.hp - 2 * up(struck.hp))


def test_CM_34_souldrift_is_lethal():
    with striking("souldrift", tier=9) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        for _ in range(12):
            if not table.told(Fell):
                table.do(EndPossession())
        assert table.told(Fell)[0].piece == table.id("c")
        assert len(table.told(Faded)) == 3  # 49.5 % twice leaves 1 %
        assert table.piece("a").felled == 1


def test_CM_34_a_fallen_card_has_its_stats_again():
    drift = Status("souldrift", 500, step=(5, 50, 50, 50, 450, 450), faded=(5, 50, 50, 50, 450))
    faded = wall("c", hp=900, dfn=100, spd=10, atk=100, spc=100, statuses=(drift,))
    faded.worn |= {"hp": 1, "top": 450, "dfn": 50, "spd": 5, "atk": 50, "spc": 50}
    with at_table([fighter("a", atk=900), fighter("b", gems=9)], [faded, wall("d")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        fallen = table.piece("c")
        assert (fallen.top, fallen.dfn, fallen.spd, fallen.atk, fallen.spc) == (900, 100, 10, 100, 100)


def test_each_status_at_the_start_of_a_possession_is_its_own_beat():
    worn = (overcook(100), Status("brainlock", 100, left=2), Status("undershock", 100, stat="atk", taken=20))
    shaken = wall("c", atk=200, statuses=worn)
    shaken.worn["atk"] = 180
    with at_table([fighter("a")], [shaken, wall("d", statuses=(Status("gridfreeze", 100, left=1),))]) as table:
        table.do(Skip(table.id("a")))
        lines = table.words(0)
        assert any(line.startswith("Overcook burns [c]: 90 HP") for line in lines)
        assert "Brainlock holds [c]: A1 only, 2 turns left with this one." in lines
        assert "Undershock: [c] still has ATK −20." in lines
        assert "Gridfreeze holds [d]: no move in this possession." in lines


@pytest.mark.parametrize(("status", "turns"), [("brainlock", "2 turns left"), ("gridfreeze", "1 turn left")])
def test_CM_32_and_CM_33_a_card_that_is_bound_says_for_how_many_turns(status: str, turns: str):
    with striking(status) as table:
        table.do(Attack(table.id("a"), 3, table.id("c")), flips=(False, True))
        badge = next(each for each in table.scene(1).pieces[table.id("c")].badges if turns in each.words)
        assert (badge.value, badge.tone) == (turns[0], "bad")
