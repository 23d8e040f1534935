"""What every box and every rulebook does alike: options are judged and filled in, and what a game has nothing of it says so."""

from __future__ import annotations

from typing import Any

import pytest
from toy import BOX, Draw, Gamble, Swap, ToyRules

from game.kernel.box import Box, filled_in
from game.kernel.capabilities import Gauge
from game.kernel.offers import IllegalAction, Preview, SetupError
from game.kernel.rulebook import Rulebook
from game.kernel.setup import DeckList, Option, Setup
from game.rules import shelf

OPTIONS = (
    Option("turns", "Most turns", "number", 60, low=10, high=200),
    Option("mood", "Mood", "choice", "grim", (("grim", "Grim"), ("gay", "Gay"))),
    Option("storm", "Storm", "flag", default=False),
    Option("motto", "Motto", "text", "", high=5),
)
DEFAULTS = {option.key: option.default for option in OPTIONS}


# --- options -----------------------------------------------------------------------------------------------------------


def test_options_that_are_left_open_have_their_defaults():
    assert filled_in("Bards", OPTIONS, {"mood": "gay"}) == (DEFAULTS | {"mood": "gay"}, [])


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"turns": 9}, "Most turns: a number from 10 to 200, not 9."),
        ({"turns": 201}, "Most turns: a number from 10 to 200, not 201."),
        ({"turns": True}, "Most turns: a number from 10 to 200, not True."),
        ({"turns": "10"}, "Most turns: a number from 10 to 200, not '10'."),
        ({"mood": "merry"}, "Mood: grim or gay, not 'merry'."),
        ({"storm": 1}, "Storm: yes or no, not 1."),
        ({"motto": "larger"}, "Motto: at most 5 characters."),
        ({"motto": 7}, "Motto: at most 5 characters."),
        ({"rain": 1}, "Bards has no option 'rain'."),
    ],
)
def test_a_value_or_a_name_that_cannot_be_has_a_sentence(given, reason):
    assert filled_in("Bards", OPTIONS, given) == (DEFAULTS, [reason])


@pytest.mark.parametrize("given", [{"turns": 10}, {"turns": 200}, {"storm": True}, {"motto": "large"}])
def test_a_value_that_just_fits_is_taken(given):
    assert filled_in("Bards", OPTIONS, given) == (DEFAULTS | given, [])


# --- boxes -------------------------------------------------------------------------------------------------------------


class Bards(Box):
    """A game that states what it must and no more."""

    id = "bards"
    prefix = "BD"
    title = "Bards"
    tagline = "Sing"
    seats = (2, 4)
    version = "7"

    def options(self, seats: int) -> tuple[Option, ...]:
        return OPTIONS

    def rules(self, setup: Setup) -> Any:
        raise SetupError("nobody sings")


class Fiddlers(Bards):
    """The same with decks and a map."""

    def ready_decks(self) -> tuple[DeckList, ...]:
        return (DeckList("Reels", {"reel": 3}),)

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        return setup.decks or self.ready_decks() * setup.seats

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        return () if sum(deck.cards.values()) < int(setup.options["turns"]) else ("too long",)

    def map_of(self, setup: Setup) -> tuple[str, str]:
        if setup.map == "nowhere":
            raise SetupError("There is no such inn.")
        return setup.map or "inn", "digest"

    def fingerprint(self, setup: Setup) -> str:
        assert setup.decks, "asked before the decks are known"
        return "reels"


def test_a_box_that_says_nothing_has_no_decks_maps_cards_or_forms():
    box, setup = Bards(), Setup("bards", 2)
    assert (box.ready_decks(), box.maps(2), box.catalogue(), box.front_cards(setup)) == ((), (), (), ())
    assert box.typed_cards is None
    assert box.deck_faults(DeckList("Odes"), setup) == ("Bards has no decks.",)
    assert box.deck_gauges(DeckList("Odes", {"ode": 3}, ("sun",)), setup) == (Gauge("Cards", 4, 0),)
    assert box.complete(setup) == Setup("bards", 2, version="7", options=DEFAULTS)


def test_a_box_says_everything_that_is_wrong_at_once():
    with pytest.raises(SetupError) as refused:
        Bards().complete(Setup("bards", 3, map="duel", decks=(DeckList("Odes"),), options={"turns": 1, "rain": 1}))
    assert refused.value.sentences == (
        "Bards is played by 2 or 4, not 3.",
        "Bards has no option 'rain'.",
        "Most turns: a number from 10 to 200, not 1.",
        "Bards has no maps.",
        "Bards has no decks.",
    )


def test_decks_and_maps_are_filled_in_and_completing_twice_changes_nothing():
    box = Fiddlers()
    setup = box.complete(Setup("bards", 4, seed=3))
    assert setup == Setup("bards", 4, 3, "7", "reels", box.ready_decks() * 4, DEFAULTS, "inn", "digest")
    assert box.complete(setup) == setup


def test_decks_are_counted_and_judged_by_the_options_and_not_at_all_under_options_that_cannot_be():
    def sentences(**options: int) -> tuple[str, ...]:
        with pytest.raises(SetupError) as refused:
            Fiddlers().complete(Setup("bards", 2, map="nowhere", decks=(DeckList("", {"reel": 60}),), options=options))
        return refused.value.sentences

    common = ("There is no such inn.", "2 decks are needed, one a seat, not 1.")
    assert sentences() == (*common, "A deck: too long")
    assert sentences(turns=61) == common
    assert sentences(rain=1) == ("Bards has no option 'rain'.", *common, "A deck: too long")
    assert sentences(turns=9) == ("Most turns: a number from 10 to 200, not 9.", *common)


def test_every_box_on_the_shelf_stands_on_the_base_and_its_prefix_is_its_own():
    boxes = shelf()
    assert all(isinstance(box, Box) for box in boxes)
    assert len({box.prefix for box in boxes}) == len(boxes)


# --- rulebooks ---------------------------------------------------------------------------------------------------------


def test_what_a_rulebook_says_nothing_of_it_answers_all_the_same():
    class Plain(ToyRules):
        redact, preview, overlays, face = Rulebook.redact, Rulebook.preview, Rulebook.overlays, Rulebook.face

    rules = Plain()
    step = rules.setup(BOX.complete(Setup("toy", 2)))
    seen = rules.observe(step.state, 0)
    assert rules.chart is None
    assert not rules.hand_over(seen)
    assert all(rules.redact(event, 1) is event for event in step.events)
    assert rules.preview(seen, Draw()) == Preview()
    assert rules.overlays(seen, 1) == ()
    assert rules.reroute(seen, Draw(), ("pile",)) == rules.fill(seen, Draw(), {"x": 1}) == Draw()
    assert rules.put(seen, "piece/1", "zone/pile") is None
    with pytest.raises(KeyError):
        rules.face("larder-1")


def test_a_refused_action_is_not_carried_out():
    rules = ToyRules()
    state = rules.setup(BOX.complete(Setup("toy", 2))).state
    with pytest.raises(IllegalAction, match="TY-5"):
        rules.apply(state, Gamble())


def test_without_chance_of_its_own_an_action_goes_on_from_the_state_s():
    rules = ToyRules()
    state = rules.setup(BOX.complete(Setup("toy", 2))).state
    action = next(action for action in rules.legal(state) if isinstance(action, Swap))
    after = rules.advance(state, action)
    assert after == rules.apply(state, action).state
    assert after.chance != state.chance
