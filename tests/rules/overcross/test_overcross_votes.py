"""Votes: a third way to win, whatever the objective (OC-55)"""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from overcross_table import CARDS, Field, card

from game.cards.model import Ability, Check, Damage, Exists, Gain, Select
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.position import PositionError
from game.kernel.setup import Setup
from game.rules.overcross import faults
from game.rules.overcross.actions import Attack, EndTurn, Play, Use
from game.rules.overcross.arena import Settings
from game.rules.overcross.box import BOX
from game.rules.overcross.cards import VOTES
from game.rules.overcross.events import VotesWon
from game.rules.overcross.faces import face
from game.rules.overcross.position import lay
from game.rules.overcross.tell import tell

NEAR = Exists(Select(kind="character", side="foe", within=1))
POLL = card("poll", "event", abilities=(Ability(effects=(Gain("votes", 2),)),))
HALF = card("half", "event", abilities=(Ability(effects=(Gain("votes", VOTES), Gain("votes", 1, "foes"))),))
EVEN = card("even", "event", abilities=(Ability(effects=(Gain("votes", VOTES, "everyone"),)),))
LOSE = card("lose", "event", abilities=(Ability(effects=(Gain("votes", -3, "foes"),)),))
COUP = card(
    "coup", "event", abilities=(Ability(effects=(Gain("votes", VOTES), Damage(Select(kind="character", side="any"), 6))),)
)  # fmt: skip
PURGE = card(
    "purge", "event", abilities=(Ability(effects=(Gain("votes", VOTES), Damage(Select(kind="character", where=(Check("damage", 5, 5),)), 6))),)
)  # fmt: skip
CANVASSER = card("canvasser", abilities=(Ability(effects=(Gain("votes", 1),), when="turn_start", condition=NEAR),))
SPEAKER = card("speaker", abilities=(Ability(effects=(Gain("votes", 1),), when="use", timing="major"),))
ALL = (*CARDS, POLL, HALF, EVEN, LOSE, COUP, PURGE, CANVASSER, SPEAKER)


def polled(table, *votes):
    table.state = replace(table.state, votes=votes)
    return table


def field(**settings):
    return Field(cards=ALL, settings=Settings(**{"objective": "death-match", "goal": 200, "rounds": 0, **settings}))


def test_OC_55_votes_are_won_by_cards_and_seen_by_everyone():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("poll",),))
    assert "votes@0" in table.rules.scene(table.rules.observe(table.state, 1)).counters
    table.do(Play(f.ids["poll"]))
    assert table.state.votes == (2, 0)
    assert table.events(VotesWon) == [VotesWon(0, 2, "poll")]
    for seat in (0, 1, SPECTATOR):
        scene = table.rules.scene(table.rules.observe(table.state, seat))
        assert (scene.counters["votes@0"].value, scene.counters["votes@0"].most) == (2, VOTES)
        assert "votes@1" not in scene.counters, "whose deck wins none has nothing to count"
    words = tell(table.rules.arena, VotesWon(0, 2, "poll"), table.rules.observe(table.state, 1)).words
    assert words == "{0} wins 2 votes with [poll]"


def test_OC_55_who_thinks_ahead_counts_the_votes_that_are_there():
    f = field()
    table = polled(f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("poll",),)), 3, 1)
    for seat in (0, 1, SPECTATOR):
        assert table.rules.sample(table.observation(seat), Chance(1)).votes == (3, 1)


def test_OC_55_enough_votes_win_whatever_the_objective():
    for objective in ("death-match", "invasion", "summoning", "flag"):
        f = field(objective=objective)
        flags = (f.flag(0), f.flag(1)) if objective == "flag" else ()
        table = polled(f.world((0, "grunt", (0, 1)), (1, "grunt", (5, 4)), hands=(("poll", "poll"),), flags=flags), VOTES - 3, VOTES - 1)
        first, second = table.state.hands[0]
        table.do(Play(first))
        assert table.state.outcome is None, "one short of it"
        table.do(Play(second))
        assert (table.state.outcome.winners, table.state.outcome.rule) == ((0,), "OC-55")


def test_OC_55_of_several_who_have_enough_whoever_has_most_wins_and_equals_share_a_draw():
    f = field()
    table = polled(f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("half",),)), 0, VOTES - 1)
    table.do(Play(f.ids["half"]))
    assert (table.state.outcome.winners, table.state.votes) == ((), (VOTES, VOTES))
    table = polled(f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("even",),)), 0, 1)
    table.do(Play(f.ids["even"]))
    assert table.state.outcome.winners == (1,)


def test_OC_55_the_card_is_done_to_its_end_first_and_a_mark_that_falls_with_it_counts_first():
    f = field(objective="assassination", goal=0)
    units = ((0, "grunt", (0, 0)), (0, "leader", (1, 0)), (1, "leader", (5, 5)))
    table = f.world(*units, hands=(("coup",),), marks=(("leader",), ("leader",)), damage=((2, 4), (3, 4)))
    table.do(Play(f.ids["coup"]))
    assert (table.state.outcome.winners, table.state.outcome.rule) == ((), "OC-46")


@pytest.mark.parametrize("falls", [0, 1])
def test_OC_55_enough_votes_win_at_once_when_a_mark_falls_by_the_same_card_and_the_match_goes_on_without_it(falls):
    """Whoever's mark it is: an enemy's, or that of the player whose turn it is, whose votes are gone with them."""
    f = Field(cards=ALL, settings=Settings("assassination", ("leader",), 0, 0), seats=3)
    units = ((0, "leader", (2, 0)), (1, "leader", (5, 5)), (2, "leader", (0, 3)))
    board = {"damage": ((falls + 1, 5),), "marks": (("leader",),) * 3}
    table = polled(f.world(*units, hands=(("purge",),), **board), 0, 0, 0 if falls else VOTES)
    table.do(Play(f.ids["purge"]))
    assert table.state.out == (falls == 0, falls == 1, False)
    assert (table.state.outcome.winners, table.state.outcome.rule) == ((0 if falls else 2,), "OC-55")


def test_OC_55_nobody_has_fewer_than_no_votes_and_who_is_out_has_none():
    f = field()
    table = polled(f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("lose", "lose"),)), 1, 4)
    for piece in table.state.hands[0]:
        table.do(Play(piece))
    assert table.state.votes == (1, 0)
    f = Field(cards=ALL, settings=Settings("assassination", ("leader",), 0, 0), seats=3)
    units = ((0, "grunt", (4, 4)), (1, "leader", (5, 5)), (2, "leader", (0, 3)), (0, "leader", (2, 0)))
    table = polled(f.world(*units, damage=((2, 5),), marks=(("leader",),) * 3, hands=(("poll",),)), 1, 7, 2)
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert (table.state.out, table.state.votes) == ((False, True, False), (1, 0, 2))


def test_OC_55_who_stays_beside_an_enemy_wins_a_vote_at_the_start_of_the_next_turn():
    f = field()
    table = f.world((0, "canvasser", (2, 2)), (1, "grunt", (3, 3)))
    for _ in range(2):
        table.do(EndTurn())
    assert table.state.votes == (1, 0)
    table = f.world((0, "canvasser", (2, 2)), (1, "grunt", (4, 4)))
    for _ in range(2):
        table.do(EndTurn())
    assert table.state.votes == ()


def test_votes_won_and_votes_in_sight_are_worth_something_to_players_that_are_programs():
    f = field()
    table = f.world((0, "canvasser", (2, 2)), (1, "grunt", (3, 3)))
    near, judge = table.state, table.rules.judge()
    plain = replace(near, units={1: replace(near.units[1], card="grunt"), 2: near.units[2]})
    assert judge(replace(near, votes=(5, 0)))[0] > judge(replace(near, votes=(2, 0)))[0] > judge(near)[0]
    assert judge(near)[0] > judge(plain)[0], "a canvasser beside an enemy is about to win one"


def test_a_card_that_wins_votes_says_what_they_are_for():
    text = face(CANVASSER)
    assert text.text[-1] == "At the start of your turn, if an opponent controls an adjacent character, gain 1 vote."
    assert face(POLL).text == ("Gain 2 votes.",)
    assert ("Votes", f"Whoever has {VOTES} wins the match, whatever the objective (OC-55)") in text.keywords
    assert "Votes" not in dict(face(CARDS[0]).keywords)


def test_votes_that_cannot_be_are_found():
    f = field()
    table = f.world((0, "grunt", (0, 0)), (1, "grunt", (5, 5)), hands=(("poll",),))
    arena, state = table.rules.arena, table.state
    sound = faults.faults(arena, replace(state, votes=(3, 0)))
    assert not any("vote" in fault for fault in sound)
    for votes in ((3,), (-1, 0)):
        assert any("vote" in fault or "number" in fault for fault in faults.faults(arena, replace(state, votes=votes))), votes


def test_a_use_that_wins_a_vote_is_no_waste():
    f = field()
    table = f.world((0, "speaker", (2, 2)), (1, "grunt", (5, 5)))
    assert table.rules.warning(table.state, Use(1, 0)) == ""


def test_a_laid_position_says_how_many_votes_each_side_has():
    decks = {deck.name: deck for deck in BOX.ready_decks()}
    chosen = (decks["Knocking on Doors"], decks["Closing Time"])
    setup = BOX.complete(Setup("overcross", 2, 1, decks=chosen, options={"objective": "death-match"}))
    sides = [{"units": [{"card": "clipboard-kip", "at": "C6"}], "votes": 11}, {"units": [{"card": "pim-the-potboy", "at": "D6"}]}]
    state = lay(BOX.rules(setup), setup, {"side": sides})
    assert state.votes == (11, 0)
    with pytest.raises(PositionError):
        lay(BOX.rules(setup), setup, {"side": [{**sides[0], "votes": VOTES}, sides[1]]})
