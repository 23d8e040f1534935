"""The hand at the table: offers alone decide what can be picked up, where it may go, and what is said when it may not."""

from __future__ import annotations

import pytest

from game.kernel.offers import Offer, Refusal
from game.table.play.grip import NOTHING, SLACK, Ask, Back, Grip, Picked, Submit

NO = Refusal("no", "T-1", "That is not allowed.")


def offer(verb: str, source: str | None = None, target: str | None = None, refusal: Refusal | None = None) -> Offer:
    return Offer(verb, verb, verb, source, target, refusal)


MOVE = offer("move", "piece/1", "cell/field/3")
ATTACK = offer("attack", "piece/1", "piece/9")
TRICK = offer("trick", "piece/1", "piece/9")
NEVER = offer("never", "piece/1", "piece/8", NO)
TAP = offer("tap", "piece/2")
ROAR = offer("roar", "piece/2")
LONE = offer("lone", "piece/3")
PICK = offer("pick", None, "piece/7")
DEAD = offer("dead", "piece/4", "piece/9", NO)
END = offer("end")
ALL = (MOVE, ATTACK, TRICK, NEVER, TAP, ROAR, LONE, PICK, DEAD, END)


@pytest.fixture
def grip() -> Grip:
    return Grip(ALL)


def dragged(grip: Grip, source: str, *over: str):
    grip.press((source,), 0, 0)
    picked = grip.move(SLACK + 1, 0)
    assert picked == Picked(source)
    return grip.release(over)


def test_only_what_has_an_allowed_offer_can_be_picked_up(grip):
    assert set(grip.sources()) == {"piece/1", "piece/2", "piece/3", "piece/7"}


def test_targets_of_what_is_held_are_those_of_its_offers_and_the_refused_ones_are_not_open(grip):
    assert grip.pick("piece/1", "click") == Picked("piece/1")
    assert set(grip.targets()) == {"cell/field/3", "piece/9", "piece/8"}
    assert set(grip.open_targets()) == {"cell/field/3", "piece/9"}


def test_a_drop_with_one_allowed_offer_submits_it(grip):
    assert dragged(grip, "piece/1", "cell/field/3", "zone/field") == Submit(MOVE)
    assert grip.held is None


def test_a_drop_with_several_allowed_offers_asks_which(grip):
    assert dragged(grip, "piece/1", "piece/9", "cell/field/4") == Ask((ATTACK, TRICK), "piece/9")
    assert grip.menu == (ATTACK, TRICK)
    assert grip.choose(TRICK) == Submit(TRICK)
    assert (grip.menu, grip.held) == ((), None)


def test_a_drop_where_all_is_refused_goes_back_with_the_reasons(grip):
    assert dragged(grip, "piece/1", "piece/8") == Back("piece/1", (NEVER,))
    assert grip.held is None


def test_a_drop_on_nothing_goes_back_without_a_reason(grip):
    assert dragged(grip, "piece/1", "zone/elsewhere") == Back("piece/1", (), ("zone/elsewhere",))


def test_an_allowed_target_below_a_refused_one_wins(grip):
    assert dragged(grip, "piece/1", "piece/8", "cell/field/3") == Submit(MOVE)


def test_a_press_that_hardly_moves_is_a_click_that_picks_up_and_a_second_click_puts_down(grip):
    grip.press(("piece/1",), 0, 0)
    assert grip.move(SLACK - 1, 0) is NOTHING
    assert grip.release(("piece/1",)) == Picked("piece/1")
    grip.press(("cell/field/3",), 50, 50)
    assert grip.release(("cell/field/3",)) == Submit(MOVE)


def test_a_click_on_another_piece_picks_that_one_instead(grip):
    grip.pick("piece/1", "click")
    grip.press(("piece/2",), 0, 0)
    assert grip.release(("piece/2",)) == Ask((TAP, ROAR), "piece/2")
    assert grip.held == "piece/2"


FOES = (offer("bite", "piece/1", "piece/9"), offer("help", "piece/1", "piece/2"), offer("claw", "piece/2", "piece/9"), DEAD)


def test_a_drag_that_begins_on_another_piece_plays_that_one_and_not_what_a_click_held():
    grip = Grip(FOES)
    grip.pick("piece/1", "click")
    assert dragged(grip, "piece/2", "piece/9") == Submit(FOES[2])
    grip.pick("piece/1", "key")
    assert dragged(grip, "piece/4", "piece/9") == Back("piece/4", (DEAD,)), "nor where the dragged one may not go there"


def test_a_click_that_hardly_moves_on_another_piece_puts_what_is_held_there():
    grip = Grip(FOES)
    grip.pick("piece/1", "click")
    grip.press(("piece/2",), 0, 0)
    assert grip.move(SLACK - 1, 0) is NOTHING
    assert grip.release(("piece/2",)) == Submit(FOES[1])


def test_a_drag_from_where_nothing_can_be_picked_up_leaves_in_the_hand_what_a_click_held():
    grip = Grip(FOES)
    grip.pick("piece/1", "click")
    grip.press(("zone/field",), 0, 0)
    assert grip.move(100, 100) is NOTHING
    assert (grip.held, grip.how) == ("piece/1", "click")


def test_offers_without_a_target_are_a_menu_on_the_piece_itself_and_a_single_one_is_done_at_once(grip):
    assert grip.pick("piece/3", "click") == Submit(LONE)
    other = offer("other", "piece/3")
    both = Grip((LONE, other))
    assert both.pick("piece/3", "click") == Ask((LONE, other), "piece/3")
    assert both.choose(other) == Submit(other)


def test_a_card_all_of_whose_offers_are_refused_says_why_wherever_it_is_dropped():
    dead = offer("dead", "piece/5", refusal=NO)
    assert dragged(Grip((dead,)), "piece/5", "piece/9") == Back("piece/5", (dead,), ("piece/9",))
    live = offer("live", "piece/5", "piece/7")
    assert dragged(Grip((dead, live)), "piece/5", "piece/9") == Back("piece/5", (), ("piece/9",))


def test_a_drop_on_the_piece_itself_does_its_only_targetless_offer(grip):
    assert dragged(Grip((LONE, offer("go", "piece/3", "piece/9"))), "piece/3", "piece/3") == Submit(LONE)


def test_a_target_without_a_source_is_chosen_by_one_click(grip):
    grip.press(("piece/7",), 0, 0)
    assert grip.release(("piece/7",)) == Submit(PICK) or grip.menu == (PICK,)


def test_a_piece_whose_every_offer_is_refused_says_why_when_put_down(grip):
    assert dragged(grip, "piece/4", "piece/9") == Back("piece/4", (DEAD,))


def test_a_refused_button_gives_its_reason_and_submits_nothing(grip):
    refused = offer("end", refusal=NO)
    assert Grip((refused,)).choose(refused) == Back("", (refused,))


def test_what_cannot_be_picked_up_is_not_picked_up(grip):
    assert grip.pick("piece/99", "key") is NOTHING
    grip.press(("zone/field",), 0, 0)
    assert grip.move(100, 100) is NOTHING
    assert grip.release(("zone/field",)) is NOTHING


def test_new_offers_let_go_of_what_was_held(grip):
    grip.pick("piece/1", "drag")
    grip.deal((END,))
    assert (grip.held, grip.menu, grip.sources()) == (None, (), ())


def test_a_press_elsewhere_closes_the_menu(grip):
    dragged(grip, "piece/1", "piece/9")
    grip.press(("zone/field",), 0, 0)
    assert (grip.menu, grip.held) == ((), None)
