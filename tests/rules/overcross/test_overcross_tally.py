"""The cards of Tally Hill, each with what wins it a vote and what does not (OC-55)."""

from __future__ import annotations

import pytest
from overcross_table import CARDS, Field

from game.rules.overcross.actions import Attack, Choose, EndTurn, Move, Play, Use
from game.rules.overcross.box import BOX, catalogue
from game.rules.overcross.table import laid_out

SHIPPED = catalogue().cards
EVERYTHING = (*CARDS, *SHIPPED.values())
OPEN = ("..........",) * 10


def table_of(*units, **more):
    f = Field(OPEN, EVERYTHING)
    return f, f.world(*units, **{"round_": 9, "decks": (("wall",) * 3, ("wall",) * 3), **more})


def later(table, *rolls):
    """Let two turns go by, the second's end with some rolls, and return the votes."""
    table.do(EndTurn())
    table.do(EndTurn(), rolls=rolls)
    return table.state.votes


@pytest.mark.parametrize(("card", "reach"), [("clipboard-kip", 1), ("the-silent-majority", 3)])
def test_who_stands_near_an_enemy_wins_a_vote_a_turn(card, reach):
    for away, votes in ((reach, (1, 0)), (reach + 1, ())):
        _, table = table_of((0, card, (3, 3)), (1, "grunt", (3 + away, 3)))
        assert later(table) == votes


def test_hobb_wants_two_near_him_and_the_drone_two_friends_and_an_enemy():
    _, table = table_of((0, "hobb-who-counts-twice", (3, 3)), (1, "grunt", (5, 3)), (1, "archer", (3, 5)))
    assert later(table) == (2, 0)
    _, table = table_of((0, "hobb-who-counts-twice", (3, 3)), (1, "grunt", (5, 3)), (1, "archer", (3, 6)))
    assert later(table) == ()
    friends = ((0, "grunt", (3, 4)), (0, "archer", (3, 5)))
    _, table = table_of((0, "quorum-drone", (3, 3)), *friends, (1, "grunt", (6, 3)))
    assert later(table) == (1, 0)
    _, table = table_of((0, "quorum-drone", (3, 3)), *friends, (1, "grunt", (7, 3)))
    assert later(table) == ()
    _, table = table_of((0, "quorum-drone", (3, 3)), friends[0], (1, "grunt", (6, 3)))
    assert later(table) == ()


def test_the_poltergeist_haunts_the_hurt():
    for damage, votes in ((1, (1, 0)), (0, ())):
        _, table = table_of((0, "poll-tergeist", (3, 3)), (1, "grunt", (5, 3)), damage=((2, damage),))
        assert later(table) == votes


def test_the_chairwoman_and_sal_need_somebody_to_talk_to():
    for card, reach in (("prudence-agenda", 2), ("signhere-sal", 1)):
        _, table = table_of((0, card, (3, 3)), (1, "grunt", (3 + reach + 1, 3)))
        table.refused(Use(1, 0))
        _, table = table_of((0, card, (3, 3)), (1, "grunt", (3 + reach, 3)))
        table.do(Use(1, 0))
        assert table.state.votes == (1, 0)
    _, table = table_of((0, "prudence-agenda", (3, 3)), (1, "grunt", (5, 3)), terrain=(("wall", (4, 3), 1),))
    table.refused(Use(1, 0))


def test_gorm_and_the_ooze_win_a_vote_with_a_hit_that_hurts():
    for card in ("gorm-the-party-whip", "senator-ooze"):
        _, table = table_of((0, card, (3, 3)), (1, "giant", (4, 3)))
        table.do(Attack(1, 0, 2), rolls=(1, 6))
        assert table.state.votes == (1, 0)
        _, table = table_of((0, card, (3, 3)), (1, "giant", (4, 3)))
        table.do(Attack(1, 0, 2), rolls=(1, 1))
        assert table.state.votes == ()


def test_gorm_pulls_the_members_into_the_lobby():
    f, table = table_of((0, "gorm-the-party-whip", (3, 3)), (1, "grunt", (6, 3)), (0, "grunt", (9, 9)))
    table.do(Use(1, 0, 2))
    assert (table.state.units[2].cell, table.state.units[1].minor) == (f.cell(4, 3), True)


def test_the_translator_sets_one_enemy_on_another():
    _, table = table_of((0, "translator-unit-ambig", (3, 3)), (1, "grunt", (5, 3)), (1, "giant", (6, 3)), (1, "archer", (9, 9)))
    table.do(Use(1, 0, 2), rolls=(1, 6))
    assert [table.state.units[piece].damage for piece in (1, 2, 3, 4)] == [0, 0, 2, 0]
    _, table = table_of((0, "translator-unit-ambig", (3, 3)), (1, "grunt", (5, 3)), (1, "giant", (8, 3)))
    table.refused(Use(1, 0, 2))


def test_mrs_petheridge_sees_one_enemy_a_turn_walk_past():
    f, table = table_of(
        (0, "mrs-petheridge-at-fourteen", (3, 3)), (1, "grunt", (6, 8)), (1, "archer", (5, 8)), (1, "mage", (9, 9)), active=1
    )
    table.do(Move(4, f.cell(9, 8)))
    assert table.state.votes == ()
    table.do(Move(2, f.cell(6, 6)))
    table.do(Move(3, f.cell(5, 6)))
    assert table.state.votes == (1, 0)


def test_ulf_is_outraged_once_a_turn_and_the_goblin_is_missed():
    _, table = table_of((0, "undecided-ulf", (3, 3)), (1, "grunt", (4, 3)), (1, "champion", (3, 4)), active=1)
    for foe in (2, 3):
        table.do(Attack(foe, 0, 1), rolls=(1, 6))
    assert (table.state.units[1].damage, table.state.votes) == (4, (1, 0))
    _, table = table_of((0, "goblin-backbencher", (3, 3)), (1, "grunt", (4, 3)), active=1, damage=((1, 5),))
    table.do(Attack(2, 0, 1), rolls=(1, 6))
    assert table.state.votes == (1, 0)


def test_giles_trends_where_an_enemy_is_near():
    for away, votes in ((4, (1, 0)), (5, ())):
        f, table = table_of((0, "grunt", (0, 9)), (1, "grunt", (0, away)), hands=(("bot-farmer-giles",),))
        table.do(Play(f.ids["bot-farmer-giles"], f.cell(0, 0)))
        assert table.state.votes == votes


def test_whoever_stands_by_the_ogre_stays_and_prudence_steadies_her_own():
    _, table = table_of((0, "filibuster-ogre", (3, 3)), (1, "grunt", (4, 4)), (1, "archer", (5, 5)), (0, "grunt", (2, 3)))
    asked = laid_out(table.rules.arena, table.state)
    assert [asked.stat(piece, "rooted") for piece in (1, 2, 3, 4)] == [0, 1, 0, 0]
    _, table = table_of((0, "prudence-agenda", (3, 3)), (0, "grunt", (5, 3)), (0, "archer", (6, 3)), (1, "grunt", (4, 3)))
    asked = laid_out(table.rules.arena, table.state)
    assert [asked.stat(piece, "steady") for piece in (1, 2, 3, 4)] == [0, 1, 0, 0]


def test_brenda_roots_and_the_envoy_disarms_whom_they_hurt():
    for card, at, stat in (("barricade-brenda", (4, 3), "rooted"), ("envoy-from-nearby", (5, 3), "disarmed")):
        _, table = table_of((0, card, (3, 3)), (1, "giant", at))
        table.do(Attack(1, 0, 2), rolls=(1, 6))
        assert laid_out(table.rules.arena, table.state).stat(2, stat) == 1


def test_edits_win_votes_by_where_their_bearer_stands_and_what_befalls_it():
    units = (0, "grunt", (3, 3)), (1, "giant", (4, 3)), (1, "archer", (9, 9))
    for face, votes in ((4, (1, 0)), (3, ())):
        _, table = table_of(*units, edits=((1, "campaign-rosette", 0),))
        assert later(table, face) == votes
    _, table = table_of(units[0], units[2], edits=((1, "campaign-rosette", 0),))
    assert later(table) == ()
    f, table = table_of(*units, edits=((1, "casting-vote", 0),))
    table.do(Use(f.ids["casting-vote"], 0))
    assert (table.state.votes, table.state.units[1].edits) == ((2, 0), ())
    f, table = table_of(units[0], units[2], edits=((1, "casting-vote", 0),))
    table.refused(Use(f.ids["casting-vote"], 0))
    _, table = table_of(*units, edits=((2, "smear-leaflet", 0),))
    table.do(Attack(1, 0, 2), rolls=(1, 6))
    assert table.state.votes == (1, 0)
    _, table = table_of(*units, edits=((2, "conflict-of-interest", 0),), active=1)
    table.do(Attack(2, 0, 1), rolls=(1, 6))
    assert (table.state.votes, table.state.units[1].damage) == ((1, 0), 3)
    _, table = table_of(*units, edits=((1, "chain-of-office", 0),), active=1, damage=((1, 5),))
    table.do(Attack(2, 0, 1), rolls=(1, 6))
    assert table.state.votes == (2, 0)


def test_red_tape_comes_off_where_nobody_of_yours_is_near():
    for away, left in ((4, 1), (5, 0)):
        _, table = table_of((0, "grunt", (3, 3)), (1, "giant", (3 + away, 3)), edits=((2, "red-tape", 0),))
        table.do(EndTurn())
        assert len(table.state.units[2].edits) == left


def test_the_count_is_too_close_to_call():
    for face, votes, cards in ((4, (2, 0), 0), (3, (), 2)):
        f, table = table_of((0, "grunt", (3, 3)), (1, "grunt", (9, 9)), hands=(("too-close-to-call",),))
        table.do(Play(f.ids["too-close-to-call"]), rolls=(face,))
        assert (table.state.votes, len(table.state.hands[0])) == (votes, cards)


def test_the_booth_needs_a_voter_and_an_enemy_near():
    booth = (("polling-booth", (3, 3), 0),)
    for voter, away, votes in (((3, 3), 3, (1, 0)), ((3, 3), 4, ()), ((3, 4), 3, ())):
        _, table = table_of((0, "grunt", voter), (1, "grunt", (3 + away, 3)), terrain=booth)
        assert later(table) == votes


def test_the_suggestion_box_takes_one_suggestion_a_turn_and_only_from_enemies():
    box = (("suggestion-box", (5, 5), 0),)
    f, table = table_of((0, "grunt", (3, 3)), (1, "grunt", (7, 7)), (1, "archer", (7, 5)), terrain=box, active=1)
    table.do(Move(2, f.cell(6, 6)))
    table.do(Move(3, f.cell(6, 5)))
    assert table.state.votes == (1, 0)
    f, table = table_of((0, "grunt", (3, 3)), (1, "grunt", (9, 9)), terrain=box)
    table.do(Move(1, f.cell(4, 4)))
    assert table.state.votes == ()


def test_nobody_wins_votes_without_an_enemy_near_a_die_or_a_fall():
    """Every way to a vote asks for an enemy who could do something about it, for luck, or for somebody's fall (OC-55)."""
    silent = []
    for card in SHIPPED.values():
        for ability in card.abilities:
            words = repr(ability)
            if "what='votes'" not in words:
                continue
            near = "side='foe'" in words or ability.when in {"hurt", "hurts", "destroyed"} or "zone='discard'" in words
            if not near and "Roll(" not in words:
                silent.append(card.id)
    assert silent == ["alderman-puddle"], "he needs a friend who was hurt"


def test_only_tally_hill_wins_votes_and_every_ready_deck_of_it_can():
    voting = {card.id: card.side for card in SHIPPED.values() if "what='votes'" in repr((card.abilities, card.attacks))}
    assert set(voting.values()) == {"tally"}
    for deck in BOX.ready_decks():
        ways = sum(copies for card, copies in deck.cards.items() if card in voting)
        assert (ways >= 8) == (deck.side == "tally"), deck.name


def test_choosing_where_to_walk_comes_before_the_count_at_the_doors():
    f, table = table_of((0, "grunt", (3, 3)), (1, "grunt", (6, 3)), (1, "archer", (6, 5)), hands=(("door-to-door",),))
    table.do(Play(f.ids["door-to-door"], target=1))
    table.do(Choose(f.cell(5, 4)))
    assert table.state.votes == (2, 0)
