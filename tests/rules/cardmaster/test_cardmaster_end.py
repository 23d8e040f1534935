"""How a match ends, and whom the arena honours."""

from __future__ import annotations

from arena_table import ArenaTable, at_table, fighter, overcook, wall

from game.kernel.setup import Outcome
from game.rules.cardmaster.actions import Attack, CorrectHp, Skip
from game.rules.cardmaster.events import Ended, Honoured
from game.rules.cardmaster.state import performance


def test_CM_35_a_side_whose_cards_have_all_fallen_loses():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("c", now=1)]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        outcome = table.outcome
        assert outcome is not None
        assert outcome.winners == (0,)
        assert outcome.scores == (2, 0)
        assert table.seat is None
        assert table.legal() == ()
        table.refused(Skip(table.id("b")), rule="CM-35")
        assert table.rules.evaluate(table.state) == (1.0, 0.0)


def test_CM_35_not_while_a_reserve_card_stands():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("c", now=1)], foe_reserve=[wall("x")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.outcome is None


def test_CM_35_a_side_can_fall_to_a_status():
    with at_table([fighter("a")], [wall("c", now=1, statuses=(overcook(by=0),))]) as table:
        table.do(Skip(table.id("a")))
        assert table.outcome is not None
        assert table.outcome.winners == (0,)


def test_CM_35_both_at_once_is_a_draw():
    with at_table([fighter("a", atk=900)], [wall("c")], pending=True) as table:
        arena_board = table.board
        both = arena_board.__class__(
            **{name: getattr(arena_board, name) for name in arena_board.__struct_fields__} | {"winners": (), "pending": (), "ready": ()}
        )
        outcome = table.rules.outcome(table.state.__class__(both, 1))
        assert outcome == Outcome((), (1, 1), "Both sides have fallen: a draw.", "CM-35")
        assert [outcome.share(seat) for seat in (0, 1)] == [0.5, 0.5]
        assert table.rules.evaluate(table.state.__class__(both, 1)) == (0.5, 0.5)
        drawn = ArenaTable(table.rules, table.state.__class__(both, 1))
        assert [seat.words for seat in drawn.scene(0).seats] == ["Drew", "Drew"]


def test_CM_36_performance_is_damage_falls_statuses_and_wounds():
    with at_table([fighter("a", dealt=400, felled=2, inflicted=3, taken=101)], [wall("c")]) as table:
        assert performance(table.piece("a")) == 6447  # 400 + 200 + 75 - 30.3 = 644.7


def test_CM_36_the_three_best_of_the_winners_are_named_with_their_numbers():
    mine = [fighter("a", atk=900), fighter("b", dealt=300), fighter("d", dealt=50)]
    with at_table(mine, [wall("c", now=7)], fallen=[fighter("hero", dealt=900, felled=4), fighter("last", taken=10)]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        named = table.events(Honoured)
        assert [(event.rank, event.piece) for event in named] == [(1, table.id("hero")), (2, table.id("b")), (3, table.id("a"))]
        assert (named[2].tenths, named[2].dealt, named[2].felled) == (1070, 7, 1)
        assert table.events(Ended)[0].winners == (0,)
        words = table.outcome.words
        assert "MVP 1: [hero], performance 1300 = 900 damage dealt, 4 falls caused." in words
        badges = {badge.icon: badge.value for badge in table.scene(0).pieces[table.id("hero")].badges}
        assert badges["trophy"] == "1"
        assert any(line.startswith("MVP 3: [a], 107 = 7 damage dealt + 100 × 1 fall") for line in table.words(0))


def test_CM_36_a_card_without_a_deed_is_no_MVP_and_nothing_is_told_that_is_0():
    with at_table([fighter("a", atk=900), fighter("idle")], [wall("c", now=7)], fallen=[fighter("hurt", taken=10)]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert [event.piece for event in table.events(Honoured)] == [table.id("a")]
        assert [line for line in table.words(0) if line.startswith("MVP")] == ["MVP 1: [a], 107 = 7 damage dealt + 100 × 1 fall."]
        assert table.outcome.words.endswith("\nMVP 1: [a], performance 107 = 7 damage dealt, 1 fall caused.")


def test_CM_36_overkill_counts_what_was_really_lost():
    with at_table([fighter("a", atk=900), fighter("b")], [wall("c", now=7), wall("d")]) as table:
        table.do(Attack(table.id("a"), 1, table.id("c")))
        assert table.piece("a").dealt == 7
        assert table.piece("c").taken == 7


def test_CM_35_a_correction_can_end_a_match():
    with at_table([fighter("a")], [wall("c")], custom=True) as table:
        tool = CorrectHp(table.id("c"), 0)
        assert table.rules.refusal(table.state, tool) is None
        table.do(tool)
        assert table.outcome is not None
        assert table.outcome.winners == (0,)
