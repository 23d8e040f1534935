"""What no good player of one game does is seen where it is done, in positions that come about in play, and checked by what then happens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.lab.habits import HABITS, Watched, names
from game.rules import SHIPPED, open_box
from game.rules.cardmaster.actions import Attack as Strike
from game.rules.cardmaster.actions import Boost, EndPossession
from game.rules.overcross.actions import Attack
from game.rules.shine.actions import PASS, Use
from game.rules.shine.actions import Play as Lay
from game.rules.starcrossed.actions import Play, Recruit

MATCHES = 12


def decisions(game: str, level: str = "random", **options: str) -> Iterator[tuple[Any, Any, tuple[Any, ...]]]:
    """Yield the rules, the state and the legal actions of every decision in a few matches."""
    box = open_box(game)
    decks = box.ready_decks()
    for seed in range(MATCHES):
        held = tuple(decks[(seed + seat) % len(decks)] for seat in range(2)) if decks else ()
        setup = box.complete(replace(Setup(game, 2, seed=seed, options=options), decks=held))
        rules, chance = box.rules(setup), Chance(seed)
        plays, state = player(level, rules), rules.setup(setup).state
        while legal := rules.legal(state):
            yield rules, state, legal
            state = rules.advance(state, plays.choose(rules.observe(state, rules.deciding(state) or 0), legal, Budget(1), chance))


@pytest.mark.parametrize("game", SHIPPED)
def test_every_habit_has_its_words_and_one_that_was_no_choice_is_not_counted(game: str):
    rules, state, legal = next(decisions(game))
    assert set(Watched(rules, 2).seen()[0]) == set(names(rules)) == {*HABITS, *rules.habits}
    assert not set(HABITS) & set(rules.habits)
    assert all(words and not words.endswith(".") for words in names(rules).values())
    watched = Watched(rules, 2)
    watched.see(state, legal[:1], legal[0])
    assert set(watched.seen()[0].values()) == {(0, 0)}


def test_a_good_play_is_left_where_who_sees_all_would_not_go_on_yet_and_could_not_come_back():
    left = chances = 0
    for rules, state, legal in decisions("shine", "novice"):
        watched, seat = Watched(rules, 2), rules.deciding(state)
        if seat is None or seat != state.active or len(legal) < 2 or PASS not in legal:
            continue
        watched.see(state, legal, PASS)
        done, chance = watched.seen()[seat]["good play left"]
        assert chance == any(offer.closes for offer in rules.offers(state) if offer.action == PASS)
        chances += chance
        if done:
            left += 1
            assert player("normal", rules).choose(rules.observe(state, seat), legal, Budget(1), Chance(left)) != PASS
        if left > 2 and chances > left:
            break
    assert 0 < left < chances


def test_in_overcross_an_attack_on_scenery_counts_where_the_same_character_reached_an_enemy():
    found = {True: 0, False: 0, None: 0}
    for rules, state, legal in decisions("overcross", "novice"):
        attacks = [each for each in legal if isinstance(each, Attack)]
        for each in attacks:
            done = rules.indulged(state, legal, each).get("attack on scenery")
            foes = {other.target for other in attacks if other.piece == each.piece and other.target in state.units}
            assert done is ((each.target in state.terrain) if foes else None)
            found[done] += 1
        if all(found.values()):
            break
    assert all(found.values())
    assert rules.indulged(state, legal, legal[-1]) == {}, "the end of a turn is no attack"


def test_in_shine_strength_is_for_nothing_when_none_of_its_cards_attacked_or_supported():
    found = {True: 0, False: 0}
    for rules, state, legal in decisions("shine"):
        if PASS not in legal:
            continue
        done = rules.indulged(state, legal, PASS).get("strength for nothing")
        if done is not None:
            assert state.phase == "main2"
            lent = {each.on for each in state.lasting if each.until == "turn" and each.value > 0}
            bearers = [
                stand for stand in state.field if stand is not None and stand.id in lent and state.cards[stand.id][1] == state.active
            ]
            assert done is (bool(bearers) and all(not stand.turned for stand in bearers))
            assert bearers or any(rules.indulged(state, legal, each) for each in legal if each != PASS)
            found[done] += 1
    assert all(found.values())


def test_in_shine_strength_is_for_nothing_too_once_no_attack_can_follow():
    """Normal gave it after its attacks in half of all uses: whatever did not end the turn looked better than its end."""
    late = 0
    for rules, state, legal in decisions("shine"):
        given = [each for each in legal if each != PASS and rules.indulged(state, legal, each).get("strength for nothing")]
        for each in given:
            lasting = rules.advance(rules.advance(rules.advance(state, each), PASS), PASS).lasting
            assert state.phase == "main2"
            assert {(more.stat, more.until) for more in lasting if more not in state.lasting} <= {
                ("strength", "turn"),
                ("strength", "battle"),
            }
            assert rules.indulged(state, legal, each) == {"strength for nothing": True}
        if given and len(given) < len(legal) - 1:
            late += 1
            for level in ("normal", "master"):
                seat = rules.deciding(state)
                assert player(level, rules).choose(rules.observe(state, seat), legal, Budget(2), Chance(late)) not in given
        if late > 4:
            break
    assert late


def test_in_shine_drawing_is_too_much_with_a_short_deck_that_the_other_does_not_have():
    """A stranger saw Normal draw itself to death from a won position (SH-8)."""
    seen = 0
    for rules, state, legal in decisions("shine"):
        seat = rules.deciding(state)
        if seat is None or len(legal) < 2 or min(map(len, state.decks)) < 10:
            continue

        def short(own: int, other: int, state: Any = state, seat: int = seat) -> Any:
            left = [own if each == seat else other for each in (0, 1)]
            decks = tuple(deck[:many] for deck, many in zip(state.decks, left, strict=True))
            graves = tuple(grave + deck[many:] for grave, deck, many in zip(state.graves, state.decks, left, strict=True))
            return replace(state, decks=decks, graves=graves)

        drawn = [
            each for each in legal if each != PASS and len(settled(rules, short(5, 9), each, seat).decks[seat]) < 5 and uses(state, each)
        ]
        if not drawn or len(drawn) == len(legal):
            continue
        seen += 1
        told = {each: rules.indulged(short(5, 9), legal, each).get("drawing too much") for each in legal}
        assert all(told[each] for each in drawn)
        assert not any(told[each] for each in legal if each not in drawn and not uses(state, each))
        for own, other in ((5, 4), (9, 10)):
            assert all("drawing too much" not in rules.indulged(short(own, other), legal, each) for each in legal)
        for level in ("normal", "hard"):
            chosen = player(level, rules).choose(rules.observe(short(5, 9), seat), legal, Budget(2), Chance(seen))
            assert chosen not in drawn
        if seen > 4:
            break
    assert seen


def uses(state: Any, action: Any) -> bool:
    """Tell whether an action of Shine uses an ability of a card, or plays one."""
    return isinstance(action, Use | Lay) and state.cards[action.piece][1] == state.stack[-1].seat


def settled(rules: Any, state: Any, action: Any, seat: int) -> Any:
    """Return the state once an action of Shine has happened and nobody answered it."""
    after, dice = rules.advance(state, action), Chance(1)
    while after.chain and (legal := rules.legal(after)):
        after = rules.advance(after, PASS if PASS in legal else legal[0], dice)
    return after


def test_in_starcrossed_a_gift_is_strength_on_a_diva_that_is_replaced_in_the_same_turn():
    found = {True: 0, False: 0}
    for rules, state, legal in decisions("starcrossed"):
        for each in legal:
            if isinstance(each, Play | Recruit):
                done = rules.indulged(state, legal, each).get("gift to who leaves")
                after = rules.advance(state, each)
                left = {crystal.diva for crystal in state.crystals if crystal.diva >= 0} - {crystal.diva for crystal in after.crystals}
                replaced = 0 <= each.at < 6 and after.crystals[each.at].diva == each.piece and state.crystals[each.at].diva in left
                assert (done is not None) is replaced
                if done is not None:
                    found[done] += 1
    assert all(found.values())


def test_in_cardmaster_spc_is_wasted_on_a_card_that_one_attack_then_fells():
    found = {True: 0, False: 0}
    for rules, state, legal in decisions("cardmaster"):
        seat = rules.deciding(state)
        for each in [each for each in legal if isinstance(each, Boost) and not state.board.second][:2]:
            after = rules.advance(state, each)
            while rules.deciding(after) == seat and EndPossession() in rules.legal(after):
                after = rules.advance(after, EndPossession())
            if rules.deciding(after) == seat or after.board.round != state.board.round:
                continue
            stands, there = after.board.pieces[each.piece], state.board.pieces[each.piece]
            if stands.statuses or stands.hp < there.hp:
                continue
            hits = [
                rules.advance(after, hit)
                for hit in rules.legal(after)
                if isinstance(hit, Strike) and hit.target == each.piece and hit.rank == 1
            ]
            felled = any(each.piece in ended.board.teams[seat].fallen for ended in hits)
            done = rules.indulged(state, legal, each)["SPC on the doomed"]
            assert done or not felled
            found[felled] += 1
    assert all(found.values())
