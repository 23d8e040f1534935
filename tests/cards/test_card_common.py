"""What card games for two share: who may see a face, decks of a box, numbers of cards, what must be true, and words."""

from __future__ import annotations

from collections import Counter

import pytest
from msgspec.structs import replace

from game.cards.events import BOTH, HIDDEN, Drew, Looked, Revealed, Sent, Shuffled, sees, veiled
from game.cards.hands import Limit, Opening
from game.cards.interpret import Frame
from game.cards.invariants import count_faults, pile_faults, question_faults
from game.cards.modify import Source
from game.cards.table import numbered
from game.cards.telling import change_words, hand_of_another, named, number_badge, told
from game.cards.unseen import pools
from game.cards.words import Keyword, Noun, Words
from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.offers import SetupError
from game.kernel.setup import Setup
from game.rules import open_box
from game.rules.starcrossed.state import Ordering

WORDS = Words(kinds={"bard": Noun("bard", "bards")}, stats={"voice": "Voice"}, keywords={"shrill": Keyword("Shrill", "It carries.")})


# --- who may see a face ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bits", "seen"), [(0, set()), (1, {0}), (2, {1}), (BOTH, {0, 1, SPECTATOR})])
def test_a_face_is_seen_by_the_seats_with_a_bit_and_by_watchers_when_both_do(bits, seen):
    assert {seat for seat in (SPECTATOR, 0, 1) if sees(bits, seat)} == seen


def test_drawn_cards_and_looked_at_cards_are_their_seats_own():
    drew, looked = Drew(0, ("ada", "bea")), Looked(0, 2, ("ada", "bea"))
    assert veiled(drew, 0) == drew
    assert veiled(looked, 0) == looked
    for other in (1, SPECTATOR):
        assert veiled(drew, other) == Drew(0, (HIDDEN, HIDDEN))
        assert veiled(looked, other) == Looked(0, 2, ())


def test_sent_and_revealed_cards_hide_their_faces_from_whom_did_not_see_them():
    for event, hidden in (
        (Sent(0, "ada", "deck", "bottom", 2), Sent(0, HIDDEN, "deck", "bottom", 2)),
        (Revealed(2, ("ada",)), Revealed(2, ())),
    ):
        assert veiled(event, 1) == event
        assert veiled(event, 0) == hidden
        assert veiled(event, SPECTATOR) == hidden
    assert veiled(Shuffled(0), 1) == Shuffled(0)


# --- boxes -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["starcrossed", "shine"])
def test_a_box_for_two_says_everything_that_is_wrong_at_once(game):
    box = open_box(game)
    with pytest.raises(SetupError) as refused:
        box.complete(Setup(game, 3, map="duel", options={"rain": 1}, decks=(replace(box.ready_decks()[0], cards={"nobody": 1}),)))
    said = " ".join(refused.value.sentences)
    for part in ("played by 2, not 3", "has no maps", "has no option 'rain'", "2 decks are needed, one a seat, not 1", "no card 'nobody'"):
        assert part in said


@pytest.mark.parametrize("game", ["starcrossed", "shine"])
def test_a_box_for_two_deals_ready_decks_and_completes_what_is_complete_to_itself(game):
    box = open_box(game)
    setup = box.complete(Setup(game, 2, seed=4))
    assert len(setup.decks) == 2
    assert all(deck in box.ready_decks() for deck in setup.decks)
    assert box.complete(setup) == setup


# --- pieces and what must be true of them ------------------------------------------------------------------------------


def test_cards_are_numbered_list_after_list():
    cards, piles = numbered((("ada", "bea"), ("cleo",)), 10)
    assert cards == {10: ("ada", 0), 11: ("bea", 0), 12: ("cleo", 1)}
    assert piles == [(10, 11), (12,)]


def test_unseen_cards_are_what_the_lists_have_beyond_the_seen_ones():
    seen = {10: ("ada", 0), 20: ("star", 1)}
    first, second = pools(({"ada": 2, "bea": 1}, {"ada": 1}), seen, Chance(1))
    assert Counter(first) == Counter({("ada", 0): 1, ("bea", 0): 1})
    assert second == [("ada", 1)]


def test_each_fault_of_cards_is_named():
    cards = {10: ("ada", 0), 11: ("bea", 1), 12: ("cleo", 0)}
    lists = ({"ada": 1, "cleo": 1}, {"bea": 1})

    def faults(hands, next_id=13, listed=lists):
        where = Counter()
        return [*pile_faults(cards, (hands,), where), *count_faults(cards, listed, where, next_id)]

    sound = ((10, 12), (11,))
    assert faults(sound) == []
    assert faults(((10, 12, 11), ())) == ["piece 11 lies in a pile of seat 1 that is not its owner's"]
    assert faults(((10, 12, 12), (11,))) == ["piece 12 is in 2 places"]
    assert faults(((10,), (11,))) == ["piece 12 is nowhere"]
    assert "piece 99 has no card" in faults(((10, 12, 99), (11,)))
    assert faults(sound, next_id=12) == ["the next number is taken already"]
    assert faults(sound, listed=({"ada": 2}, {"bea": 1})) == ["seat 1 does not have the cards of its deck list"]


def test_somebody_is_asked_until_the_match_is_over_and_nobody_after():
    asking, running = Frame("ada", 0, 10, 0, waiting=True), Frame("ada", 0, 10, 0)
    assert question_faults((asking,), (Limit,), over=False) == []
    assert question_faults((), (Limit,), over=True) == []
    assert question_faults((), (Limit,), over=False) == ["nobody is asked and the match is not over"]
    assert question_faults((asking,), (Limit,), over=True) == ["the match is over and a question is open"]
    assert question_faults((running,), (Limit,), over=False) == ["an ability on top of the stack has not been run"]
    assert question_faults((Limit(0), Opening(1)), (Limit,), over=False) == []
    assert len(question_faults((Opening(1), Limit(0)), (Limit,), over=False)) == 1
    assert len(question_faults((Opening(1), Opening(1)), (Limit,), over=False)) == 1
    both = (Limit(0), Ordering(1, (running, running)), Ordering(0, (running, running)))
    assert question_faults(both, (Limit,), over=False) == [], "both may be to say which of their abilities comes next"
    assert question_faults((asking, Opening(1)), (), over=False) == ["an ability asks that is not on top of the stack"]


# --- words and pictures ------------------------------------------------------------------------------------------------


def test_what_every_card_game_has_is_told_alike():
    assert told(Drew(0, ("ada", "bea"))).words == "{0} draws [ada], [bea]."
    assert told(Drew(0, (HIDDEN, HIDDEN))).words == "{0} draws 2 cards."
    assert told(Sent(1, "ada", "hand", "bottom", BOTH)).words == "[ada] goes to {1}'s hand."
    assert told(Sent(1, HIDDEN, "deck", "top", 2)).words == "A card goes on top of {1}'s deck."
    assert told(Sent(1, "ada", "graveyard", "top", BOTH)).words == "[ada] goes to {1}'s graveyard."
    assert named(("ada", HIDDEN)) == "[ada], a card"


@pytest.mark.parametrize(
    ("stat", "stage", "value", "words"),
    [
        ("voice", "add", 2, "+2 Voice"),
        ("voice", "add", -1, "−1 Voice"),
        ("voice", "set", 3, "Voice 3"),
        ("voice", "scale", 2, "Voice ×2"),
        ("shrill", "add", 1, "Shrill"),
        ("shrill", "set", 0, "no Shrill"),
    ],
)
def test_a_change_is_told_in_a_few_words(stat, stage, value, words):
    assert change_words(WORDS, stat, stage, value) == words


@pytest.mark.parametrize(
    ("value", "tone", "words"), [(3, "", "Voice 3"), (4, "good", "Voice 4 (printed 3)"), (2, "bad", "Voice 2 (printed 3)")]
)
def test_a_number_is_toned_by_how_it_differs_from_the_printed_one(value, tone, words):
    badge = number_badge(WORDS, "voice", value, 3)
    assert (badge.value, badge.tone, badge.words) == (str(value), tone, words)


def test_a_number_names_what_changed_it_and_nothing_that_adds_nothing():
    sources = (Source("ada", "add", 0), Source("bo", "add", 1))
    assert number_badge(WORDS, "voice", 4, 3, sources).words == "Voice 4 (printed 3): +1 Voice from [bo]"
    assert number_badge(WORDS, "voice", 3, 3, sources[:1]).words == "Voice 3"


def test_another_hand_shows_backs_and_the_cards_that_were_seen():
    hand = hand_of_another(1, 3, ("ada",))
    assert [piece.face for piece in hand.values()] == ["ada", None, None]
    assert {piece.zone for piece in hand.values()} == {"hand@1"}
