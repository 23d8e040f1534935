"""Modes, lengths, factions, the draft and the starters."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.content.creatures import shipped_cards
from game.kernel.chance import Chance
from game.kernel.offers import IllegalAction, SetupError
from game.kernel.setup import DeckList, Setup
from game.rules import open_box
from game.rules.cardmaster.actions import Choose, Skip
from game.rules.cardmaster.events import Gathered, Picked, PoolCleared, PoolLaid, Started, StayedHome

BOX = open_box("cardmaster")


def begun(*, seed: int = 3, decks: tuple[DeckList, ...] = (), **options: object):
    """Return rules and first step of a match."""
    setup = BOX.complete(Setup("cardmaster", 2, seed=seed, decks=decks, options=options))
    rules = BOX.rules(setup)
    return rules, rules.setup(setup)


def through(rules, state):
    """Name teams by the first choice, until the first round; return state and all events."""
    events = []
    while state.board.round == 0:
        step = rules.apply(state, rules.legal(state)[0])
        events += step.events
        state = step.state
    return state, events


def test_CM_1_a_showdown_is_nine_against_nine_three_active():
    rules, step = begun(length="3")
    assert [event.count for event in step.events if isinstance(event, Gathered)] == [9, 9]
    state, _ = through(rules, step.state)
    assert not state.board.custom
    for team in state.board.teams:
        assert (len([one for one in team.active if one >= 0]), len(team.reserve), len(team.fallen)) == (3, 6, 0)
    scene = rules.scene(rules.observe(state, 0))
    assert scene.zones["active@0"].count == 3
    assert scene.counters["standing@1"].value == 9


@pytest.mark.parametrize(("length", "reserve"), [("9", 6), ("6", 3), ("3", 0)])
def test_CM_2_a_custom_match_is_three_six_or_nine_a_side(length: str, reserve: int):
    rules, step = begun(mode="custom", length=length)
    state, events = through(rules, step.state)
    assert state.board.custom
    assert state.board.length == int(length)
    for team in state.board.teams:
        assert (len([one for one in team.active if one >= 0]), len(team.reserve)) == (3, reserve)
    assert len([event for event in events if isinstance(event, StayedHome)]) == 2 * (9 - int(length))


def test_CM_2_a_faction_of_just_the_length_is_enough_and_one_less_is_not():
    cards = list(shipped_cards())
    six = DeckList("Six", dict.fromkeys(cards[:6], 1))
    rules, step = begun(mode="custom", length="6", decks=(six, six))
    state, events = through(rules, step.state)
    assert not [event for event in events if isinstance(event, StayedHome)]
    assert [len(team.reserve) for team in state.board.teams] == [3, 3]
    five = DeckList("Five", dict.fromkeys(cards[:5], 1))
    with pytest.raises(SetupError, match=r"Five: A faction has six or nine cards, and this one has 5 \(CM-1, CM-2\)."):
        begun(mode="custom", length="6", decks=(six, five))


@pytest.mark.parametrize("size", [3, 6, 9])
def test_CM_2_a_faction_of_three_six_or_nine_is_whole_where_no_match_is_agreed_yet(size: int):
    """In the deck builder and under `starcross check` a faction may be meant for a match of its own length."""
    cards = list(shipped_cards())
    open_setup = Setup("cardmaster", 2)
    assert BOX.deck_faults(DeckList("Whole", dict.fromkeys(cards[:size], 1)), open_setup) == ()
    short = BOX.deck_faults(DeckList("Short", dict.fromkeys(cards[: size - 1], 1)), open_setup)
    assert short == (f"A faction has three, six or nine cards, and this one has {size - 1} (CM-1, CM-2).",)
    showdown = BOX.deck_faults(DeckList("Whole", dict.fromkeys(cards[:size], 1)), Setup("cardmaster", 2, options={"mode": "showdown"}))
    assert bool(showdown) is (size < 9)


@pytest.mark.parametrize(("length", "seats"), [("3", [0, 1, 1, 0, 0, 1]), ("6", [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0])])
def test_CM_2_a_draft_picks_as_many_as_the_length_asks_for(length: str, seats: list[int]):
    rules, step = begun(mode="custom", length=length, draft=True)
    state, picked, events = step.state, [], []
    while state.board.round == 0:
        if state.board.pending[0].kind == "draft":
            picked.append(rules.deciding(state))
        done = rules.apply(state, rules.legal(state)[0])
        events += done.events
        state = done.state
    assert picked == seats
    assert not [event for event in events if isinstance(event, StayedHome)]
    assert [len(team.reserve) for team in state.board.teams] == [int(length) - 3] * 2
    assert not rules.faults(state)


@pytest.mark.parametrize(("draft", "length"), [(False, "3"), (False, "9"), (True, "3"), (True, "6")])
def test_CM_2_sides_that_cannot_be_named_are_refused(*, draft: bool, length: str):
    """Nothing between the first question and the first round is, but a match that is longer than its cards, or whose pool gave a side one too many."""
    rules, step = begun(mode="custom", length=length, draft=draft)
    state, chance, pools = step.state, Chance(2), 0
    while state.board.round == 0:
        assert not rules.faults(state)
        for wrong in (1, 2, len(state.board.pieces)):
            assert rules.faults(replace(state, board=replace(state.board, length=wrong))), wrong
        if state.board.pool:
            pools += 1
            first, *left = state.board.pool
            pieces = tuple(replace(piece, owner=1) if number == first else piece for number, piece in enumerate(state.board.pieces))
            teams = state.board.teams[0], replace(state.board.teams[1], reserve=(*state.board.teams[1].reserve, first))
            greedy = rules.faults(replace(state, board=replace(state.board, pool=tuple(left), pieces=pieces, teams=teams)))
            assert any("drew" in fault for fault in greedy) or rules.deciding(state) == 1
        state = rules.advance(state, chance.pick(rules.legal(state)))
    assert bool(pools) == draft
    assert not rules.faults(state)


def test_CM_37_a_built_faction_has_nine_different_library_cards():
    cards = list(shipped_cards())
    nine = DeckList("Nine", dict.fromkeys(cards[:9], 1))
    assert BOX.deck_faults(nine, Setup("cardmaster", 2)) == ()
    wrong = DeckList("Wrong", dict.fromkeys(cards[:7], 1) | {cards[7]: 2, "nobody": 1}, front=(cards[0],))
    faults = BOX.deck_faults(wrong, Setup("cardmaster", 2))
    assert len(faults) == 4
    assert all("CM-" in fault for fault in faults)
    assert "There is no card 'nobody' (CM-37)." in faults


def test_CM_37_starters_are_chosen_in_turn():
    rules, step = begun()
    state, seats = step.state, []
    while state.board.round == 0:
        seats.append(rules.deciding(state))
        assert rules.settled(state)
        choice = rules.legal(state)[-1]
        state = rules.apply(state, choice).state
    assert seats == [1, 0, 1, 0, 1, 0]
    assert [set(team.active) for team in state.board.teams] == [{6, 7, 8}, {15, 16, 17}]


def test_CM_37_only_own_cards_start_and_nothing_else_is_asked():
    rules, step = begun()
    assert rules.deciding(step.state) == 1
    for action in (Choose(0), Skip(9), Choose(99)):
        with pytest.raises(IllegalAction) as caught:
            rules.apply(step.state, action)
        assert caught.value.refusal.rule == "CM-37"


def test_CM_37_a_draft_of_nine_each_from_a_shared_23():
    rules, step = begun(draft=True)
    assert [type(event) for event in step.events] == [PoolLaid]
    board = step.state.board
    assert len(board.pool) == 23
    assert len({piece.card for piece in board.pieces}) == 23
    state, seats, events = step.state, [], []
    chance = Chance(1)
    while state.board.round == 0:
        if state.board.pending[0].kind == "draft":
            seats.append(rules.deciding(state))
        done = rules.apply(state, chance.pick(rules.legal(state)))
        events += done.events
        state = done.state
    assert seats == [0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1]
    assert len([event for event in events if isinstance(event, Picked)]) == 18
    assert len([event for event in events if isinstance(event, PoolCleared)]) == 1
    assert len([event for event in events if isinstance(event, Started)]) == 6
    assert not rules.faults(state)


def test_CM_37_a_drafted_card_is_gone_for_the_other_side():
    rules, step = begun(draft=True)
    state = rules.apply(step.state, Choose(4)).state
    assert rules.refusal(state, Choose(4)).rule == "CM-37"
    assert rules.scene(rules.observe(state, 0)).pieces[4].zone == "reserve@0"
    assert rules.scene(rules.observe(state, 1)).pieces[5].slot == 5, "the others stay where they lie"


def test_CM_37_two_seeds_lay_two_pools():
    pools = {tuple(piece.card for piece in begun(draft=True, seed=seed)[1].state.board.pieces) for seed in range(5)}
    assert len(pools) == 5


def test_a_setup_names_every_reason_it_cannot_start():
    setup = Setup("cardmaster", 2, options={"mode": "chess", "length": 4, "draft": "yes", "speed": 3}, map="field", decks=())
    with pytest.raises(SetupError) as caught:
        BOX.complete(setup)
    assert len(caught.value.sentences) == 5
    with pytest.raises(SetupError, match="2 decks are needed, one a seat, not 1"):
        BOX.complete(Setup("cardmaster", 2, decks=(BOX.ready_decks()[0],)))


def test_a_custom_match_may_always_be_taken_back():
    assert BOX.complete(Setup("cardmaster", 2, options={"mode": "custom"})).take_backs
    assert not BOX.complete(Setup("cardmaster", 2)).take_backs


def test_the_catalogue_digest_follows_the_cards_of_the_match():
    first, second, third = BOX.ready_decks()[:3]
    one = BOX.complete(Setup("cardmaster", 2, decks=(first, second))).catalogue
    assert one == BOX.complete(Setup("cardmaster", 2, decks=(second, first))).catalogue
    assert one != BOX.complete(Setup("cardmaster", 2, decks=(first, third))).catalogue


def test_CM_37_only_the_library_is_drafted_from():
    for seed in range(3):
        _, step = begun(draft=True, seed=seed)
        assert all(not shipped_cards()[piece.card].typed for piece in step.state.board.pieces)
