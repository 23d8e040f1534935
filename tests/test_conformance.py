"""The conformance suite tests itself: a sound toy game passes, and each way of breaking it fails exactly the checks for it.

Longer than most: every way of breaking the game stands beside the others, so that none is missing.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest
import toy
from conformance import CHECKS, Walk
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import LEVELS
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.offers import IllegalAction, Offer, Preview, Refusal
from game.kernel.rules import Judge, Policy
from game.kernel.secrets import Secret
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step

SEEDS = range(6)


def walk(rules: toy.ToyRules, seed: int, seats: int = 3, box: toy.ToyBox | None = None) -> Walk:
    chance = Chance(seed)
    choices = [chance.below(60) for _ in range(chance.below(50))]
    return Walk(box or toy.ToyBox(rules), Setup("toy", seats, seed), choices, seed)


def failing(rules: toy.ToyRules, box: toy.ToyBox | None = None) -> set[str]:
    """Return the checks that a game fails on any of the seeds."""
    failed = set()
    for name, check in CHECKS.items():
        for seed in SEEDS:
            try:
                check(walk(rules, seed, 2 + seed % 3, box))
            except AssertionError:
                failed.add(name)
                break
    return failed


@pytest.mark.parametrize("name", CHECKS)
@pytest.mark.parametrize("seats", toy.BOX.seats)
def test_a_sound_game_passes(name: str, seats: int) -> None:
    @given(st.integers(0, 2**64 - 1), st.lists(st.integers(0, 99), max_size=90), st.integers(0, 2**32))
    def holds(seed: int, choices: list[int], looks: int) -> None:
        CHECKS[name](Walk(toy.BOX, Setup("toy", seats, seed), choices, looks))

    holds()


# ---------------------------------------------------------------------------------------------- one fault each


class Fickle(toy.ToyRules):
    """Breaks same_inputs_same_digest: the first state depends on how often it was asked for."""

    asked = itertools.count()

    def setup(self, setup: Setup) -> Step[Any, Any]:
        step = super().setup(setup)
        return Step(replace(step.state, chance=step.state.chance ^ next(self.asked)), step.story)


class LooseObservation(Struct, frozen=True):
    seat: int
    hand: list[toy.Card]
    held: tuple[tuple[int, ...], ...]
    pile: int
    middle: toy.Card | None
    discard: tuple[toy.Card, ...]
    scores: tuple[int, ...]
    pending: tuple[toy.Ask, ...]
    turns: int


class Untyped(toy.ToyRules):
    """Breaks values_survive_saving: the declared type of observations is not the one they have."""

    observation_type = LooseObservation


class NewAgain(toy.ToyBox):
    """Breaks setups_complete_once: completing a setup always changes it."""

    def complete(self, setup: Setup) -> Setup:
        return replace(super().complete(setup), catalogue=setup.catalogue + "x")


class Retracting(toy.ToyRules):
    """Breaks enabled_offers_apply: what is offered and legal is refused when asked again."""

    def refusal(self, state: Any, action: Any) -> Refusal | None:
        if isinstance(action, toy.Yield):
            return Refusal("whim", "TY-8", "Not today.")
        return super().refusal(state, action)

    def offers(self, state: Any) -> tuple[Offer, ...]:
        return tuple(replace(offer, refusal=super(Retracting, self).refusal(state, offer.action)) for offer in super().offers(state))

    def legal(self, state: Any) -> tuple[Any, ...]:
        return tuple(offer.action for offer in self.offers(state) if offer.refusal is None)

    def apply(self, state: Any, action: Any, chance: Chance | None = None) -> Step[Any, Any]:
        draft = toy.Draft(state, chance or Chance(state.chance), telling=True)
        refusal = super().refusal(state, action)
        if refusal is not None:
            raise IllegalAction(refusal)
        self.play(draft, action)
        return draft.finish()


class Lenient(toy.ToyRules):
    """Breaks refused_offers_raise: apply takes a card that is too low."""

    def apply(self, state: Any, action: Any, chance: Chance | None = None) -> Step[Any, Any]:
        if isinstance(action, toy.Beat) and self.refusal(state, action):
            return Step(state, ())
        return super().apply(state, action, chance)


class Uncited(toy.ToyRules):
    """Breaks refused_offers_raise: a refusal cites no rule."""

    def refusal(self, state: Any, action: Any) -> Refusal | None:
        refusal = super().refusal(state, action)
        return refusal and replace(refusal, rule="because")


class Forgetful(toy.ToyRules):
    """Breaks legal_lists_enabled_offers: gambling is offered but not listed."""

    def legal(self, state: Any) -> tuple[Any, ...]:
        return tuple(action for action in super().legal(state) if not isinstance(action, toy.Gamble))


class Hasty(toy.ToyRules):
    """Breaks advance_is_apply: search believes that drawing scores."""

    def apply(self, state: Any, action: Any, chance: Chance | None = None) -> Step[Any, Any]:
        step = super().apply(state, action, chance)
        if isinstance(action, toy.Swap) and chance is None:
            return Step(replace(step.state, next_id=step.state.next_id + 1), step.story)
        return step


class Leaky(toy.ToyRules):
    """Breaks no_state_has_faults: ids are given out twice."""

    def turn_over(self, draft: toy.Draft) -> None:
        super().turn_over(draft)
        if draft.state.turns == 4:
            draft.set(next_id=1)


class Endless(toy.ToyRules):
    """Breaks matches_end: turns are not counted, and cards come back."""

    def turn_over(self, draft: toy.Draft) -> None:
        state = draft.state
        draft.set(turns=0)
        if len(state.pile) < 2:
            draft.stir((*state.pile, *state.discard))
            draft.set(discard=())
        super().turn_over(draft)
        if not draft.state.pending:
            draft.set(pending=(toy.Turn(0),))


class Undecided(toy.ToyRules):
    """Breaks over_means_over: a match ends without words for it."""

    def outcome(self, state: Any) -> Outcome | None:
        outcome = super().outcome(state)
        return outcome and replace(outcome, words="")


class Astray(toy.ToyRules):
    """Breaks offers_name_what_is_there: an offer's target is a zone that no picture shows."""

    def offers(self, state: Any) -> tuple[Offer, ...]:
        return tuple(
            replace(offer, target="zone/oven") if isinstance(offer.action, toy.Serve) else offer for offer in super().offers(state)
        )


class Unmarked(toy.ToyRules):
    """Breaks windows_are_passed_by_one_offer: its pass names a window that the rulebook does not."""

    windows: Mapping[str, str] = {}


class Meddling(toy.ToyRules):
    """Breaks forms_and_routes_are_judged: filling in an offer without a form changes it."""

    def fill(self, observation: Any, action: Any, values: Mapping[str, Any]) -> Any:
        return toy.Draw()


class Fumbling(toy.ToyRules):
    """Breaks what_is_put_somewhere_is_judged: a piece that is put down means another action every time."""

    often = 0

    def put(self, observation: Any, source: str, onto: str) -> Any:
        self.often += 1
        return toy.Draw() if self.often % 2 else None


class Faking(toy.ToyRules):
    """Breaks rolls_use_chance: a gamble is decided by the turn and told as a roll."""

    def play(self, draft: toy.Draft, action: Any) -> None:
        chance, draft.chance = draft.chance, Chance(draft.state.turns)
        super().play(draft, action)
        draft.chance = chance if isinstance(action, toy.Gamble) else draft.chance


class Betraying(toy.ToyRules):
    """Breaks offers_come_from_the_observation and offers_hide_the_hidden: the words of an offer tell what lies on top of the pile."""

    def offers(self, state: Any) -> tuple[Offer, ...]:
        top = state.pile[0].rank if state.pile else 0
        return tuple(
            replace(offer, words=f"Draw the {top}.") if isinstance(offer.action, toy.Draw) else offer for offer in super().offers(state)
        )


class Misremembering(toy.ToyRules):
    """Breaks sampled_worlds_look_the_same and samples_share_what_is_known: sampled worlds have another number of turns."""

    def sample(self, observation: Any, chance: Chance) -> Any:
        state = super().sample(observation, chance)
        return replace(state, turns=state.turns + 1) if state.turns > 2 else state


class Clairvoyant(toy.ToyRules):
    """Breaks samples_draw_their_own_chance: the generator of the last state observed comes back in the sample."""

    last = 0

    def observe(self, state: Any, seat: int) -> Any:
        self.last = state.chance
        return super().observe(state, seat)

    def sample(self, observation: Any, chance: Chance) -> Any:
        state = super().sample(observation, chance)
        return replace(state, chance=self.last)


class Loaded(toy.ToyRules):
    """Breaks samples_draw_their_own_chance: every sampled world rolls the same dice."""

    def sample(self, observation: Any, chance: Chance) -> Any:
        return replace(super().sample(observation, chance), chance=4)


class Seeing(toy.Observation, frozen=True):
    top: str = ""


class Peeking(toy.ToyRules):
    """Breaks observations_hide_the_hidden: everybody's observation knows the top card, and samples agree."""

    observation_type = Seeing

    def observe(self, state: Any, seat: int) -> Any:
        plain = super().observe(state, seat)
        top = state.pile[0].card if state.pile else ""
        return Seeing(*(getattr(plain, field) for field in plain.__struct_fields__), top)

    def sample(self, observation: Any, chance: Chance) -> Any:
        state = super().sample(observation, chance)
        pile = sorted(state.pile, key=lambda card: card.card != observation.top)
        if pile and pile[0].card != observation.top:
            for seat, hand in enumerate(state.hands):
                for slot, card in enumerate(hand):
                    if card.card == observation.top and seat != observation.seat:
                        held = (*hand[:slot], replace(card, card=pile[0].card), *hand[slot + 1 :])
                        hands = (*state.hands[:seat], held, *state.hands[seat + 1 :])
                        return replace(state, hands=hands, pile=(replace(pile[0], card=observation.top), *pile[1:]))
        return replace(state, pile=tuple(pile))


class Open(toy.Observation, frozen=True):
    hands: tuple[tuple[toy.Card, ...], ...] = ()


class OpenHanded(toy.ToyRules):
    """Breaks observations_hide_the_hidden: everybody sees every hand, and the picture and samples agree."""

    observation_type = Open

    def observe(self, state: Any, seat: int) -> Any:
        plain = super().observe(state, seat)
        return Open(*(getattr(plain, field) for field in plain.__struct_fields__), state.hands)

    def sample(self, observation: Any, chance: Chance) -> Any:
        held = [card for hand in observation.hands for card in hand]
        blind = replace(observation, hand=tuple(held), held=((),) * len(observation.held), seat=-1)
        state = super().sample(blind, chance)
        first = (
            max(card.id for card in (*held, *state.pile, *state.discard, *([state.middle] if state.middle else []), toy.Card(0, ""))) + 1
        )
        pile = tuple(replace(card, id=first + n) for n, card in enumerate(state.pile))
        return replace(state, hands=observation.hands, pile=pile, next_id=first + len(pile))

    def scene(self, observation: Any) -> Any:
        scene = super().scene(observation)
        faces = {card.id: card.card for hand in observation.hands for card in hand}
        return replace(scene, pieces={key: replace(piece, face=faces.get(key, piece.face)) for key, piece in scene.pieces.items()})


class Stuttering(toy.ToyRules):
    """Breaks secrets_are_well_said: the cards of the pile are listed twice."""

    def secrets(self, state: Any) -> Iterator[Secret]:
        yield from super().secrets(state)
        yield from (Secret(("pile", place, "card")) for place in range(len(state.pile)))


class Trusting(toy.ToyRules):
    """Breaks who_knows_sees and samples_share_what_is_known: seat 0 is said to know what lies on top of the pile."""

    def secrets(self, state: Any) -> Iterator[Secret]:
        for secret in super().secrets(state):
            yield replace(secret, seats=frozenset({0})) if secret.path == ("pile", 0, "card") else secret


class Omitting(toy.ToyRules):
    """Breaks samples_share_what_is_known: the pile is not listed among what is hidden."""

    def secrets(self, state: Any) -> Iterator[Secret]:
        yield from (secret for secret in super().secrets(state) if secret.path[0] != "pile")


class SortedDraft(toy.Draft):
    def stir(self, pile: tuple[toy.Card, ...]) -> None:
        super().stir(pile)
        numbers = {card.id: number for number, card in enumerate(sorted(self.state.pile, key=lambda card: card.rank))}
        first = min(card.id for card in self.state.pile)
        self.set(pile=tuple(replace(card, id=first + numbers[card.id]) for card in self.state.pile))


class Sorting(toy.ToyRules):
    """Breaks what_nobody_learns_decides_nothing and numbers_tell_nothing: after a shuffle the lowest card has the lowest number."""

    def draft(self, state: Any, chance: Chance, *, telling: bool) -> toy.Draft:
        return SortedDraft(state, chance, telling=telling)


class MarkedDraft(toy.Draft):
    def stir(self, pile: tuple[toy.Card, ...]) -> None:
        self.set(pile=tuple(self.chance.shuffle(pile)))


class Marked(toy.ToyRules):
    """Breaks numbers_tell_nothing: cards keep their numbers when they are shuffled."""

    def draft(self, state: Any, chance: Chance, *, telling: bool) -> toy.Draft:
        return (MarkedDraft if state.pending else toy.Draft)(state, chance, telling=telling)


class Numbered(toy.ToyRules):
    """Breaks numbers_tell_nothing: in every match the first shuffle leaves each card its number in the list."""

    def draft(self, state: Any, chance: Chance, *, telling: bool) -> toy.Draft:
        return (toy.Draft if state.pending else MarkedDraft)(state, chance, telling=telling)


class Showing(toy.ToyRules):
    """Breaks pictures_hide_the_hidden: a picture shows what was looked at last, not what it was made from."""

    last = 0

    def offers(self, state: Any) -> tuple[Offer, ...]:
        self.last = state.chance % 7
        return super().offers(state)

    def scene(self, observation: Any) -> Any:
        scene = super().scene(observation)
        pile = replace(scene.zones["pile"], words=str(self.last))
        return replace(scene, zones={**scene.zones, "pile": pile})


class Gossiping(toy.ToyRules):
    """Breaks redacted_events_hide_the_hidden: all are told what was drawn."""

    def redact(self, event: Any, seat: int) -> Any:
        return event if isinstance(event, toy.Drew) else super().redact(event, seat)


class Levitating(toy.ToyRules):
    """Breaks pictures_are_sound: the served card lies nowhere."""

    def scene(self, observation: Any) -> Any:
        scene = super().scene(observation)
        return replace(scene, pieces={key: replace(p, zone="air") if p.zone == "discard" else p for key, p in scene.pieces.items()})


class Silent(toy.ToyRules):
    """Breaks beats_lead_to_the_picture: a point is given without an event."""

    def turn_over(self, draft: toy.Draft) -> None:
        super().turn_over(draft)
        draft.score(0, 1)


class Naming(toy.ToyRules):
    """Breaks every_event_is_told_well: the words name a seat that is not there."""

    def tell(self, event: Any, observation: Any) -> Telling | None:
        telling = super().tell(event, observation)
        return telling and replace(telling, words="{7} wins.") if isinstance(event, toy.Cleared) else telling


class Squinting(toy.ToyRules):
    """Breaks looking_never_fails: a preview divides by a card that is not there."""

    def preview(self, observation: Any, action: Any) -> Preview:
        assert not isinstance(action, toy.Yield), "nothing to see"
        return super().preview(observation, action)


class Boasting(toy.ToyRules):
    """Breaks prospects_are_shares: prospects above 1."""

    def evaluate(self, state: Any) -> tuple[float, ...]:
        return tuple(each + 0.9 for each in super().evaluate(state))


class Hoping(toy.ToyRules):
    """Breaks prospects_are_shares: each seat takes itself for better off than the others take it to be."""

    def evaluate(self, state: Any) -> tuple[float, ...]:
        return tuple(each**0.5 for each in super().evaluate(state))


class Swayed(toy.ToyRules):
    """Breaks a_judge_is_swayed_by_nothing: a judge that takes a position for the one before it."""

    def judge(self) -> Judge[Any]:
        seen: list[tuple[float, ...]] = []

        def judged(state: Any) -> tuple[float, ...]:
            seen.append(self.evaluate(state))
            return seen[-2] if len(seen) == 3 else seen[-1]

        return judged


class Careless(toy.ToyRules):
    """Breaks what_is_left_out_promises_no_more: only what looks worst is promising."""

    def promising(self, state: Any, legal: Sequence[Any]) -> Sequence[int]:
        seat = self.deciding(state) or 0
        return [min(range(len(legal)), key=lambda number: self.evaluate(self.advance(state, legal[number]))[seat])]


class Picky(toy.ToyRules):
    """Breaks what_is_preferred_is_among_what_is_as_good: nothing is good enough."""

    def finer(self, state: Any, actions: Sequence[Any]) -> Sequence[int]:
        return ()


class Tardy(toy.ToyRules):
    """Breaks what_must_come_early_can_be_done_no_more: what comes early is legal as long as the turn lasts, and is no number of an action."""

    def early(self, state: Any, legal: Sequence[Any], action: Any) -> Sequence[int]:
        return [len(legal)] if len(legal) == 2 else [0]


class Wasteful(toy.ToyRules):
    """Breaks habits_are_named: a habit that has no name."""

    def indulged(self, state: Any, legal: Sequence[Any], action: Any) -> Mapping[str, bool]:
        return {"waste": True}


class Cheating(toy.ToyRules):
    """Breaks players_know_no_more: a policy that remembers the last true state it came by."""

    last = 0

    def __init__(self) -> None:
        self.policies: Mapping[str, Policy] = {"cheat": self.cheat}

    def observe(self, state: Any, seat: int) -> Any:
        self.last = state.chance
        return super().observe(state, seat)

    def cheat(self, observation: Any, legal: tuple[Any, ...], chance: Chance) -> Any:
        del observation, chance
        return legal[self.last % len(legal)]


class Returning(toy.ToyRules):
    """Breaks phases_are_named_and_gone_on_to: an answer goes on to a part of the turn that is not there."""

    def offers(self, state: Any) -> tuple[Offer, ...]:
        return tuple(replace(offer, onward="never") if offer.passing else offer for offer in super().offers(state))


BROKEN: list[tuple[type[toy.ToyRules], frozenset[str]]] = [
    (kind, frozenset((kind.__doc__ or "").removeprefix("Breaks ").partition(":")[0].split(" and ")))
    for kind in (
        Fickle,
        Untyped,
        Retracting,
        Lenient,
        Uncited,
        Forgetful,
        Hasty,
        Leaky,
        Endless,
        Undecided,
        Astray,
        Unmarked,
        Meddling,
        Fumbling,
        Faking,
        Betraying,
        Misremembering,
        Clairvoyant,
        Loaded,
        Peeking,
        OpenHanded,
        Stuttering,
        Trusting,
        Omitting,
        Sorting,
        Marked,
        Numbered,
        Showing,
        Gossiping,
        Levitating,
        Silent,
        Naming,
        Squinting,
        Boasting,
        Hoping,
        Swayed,
        Wasteful,
        Careless,
        Picky,
        Tardy,
        Cheating,
        Returning,
    )
]


@pytest.mark.parametrize(("kind", "checks"), BROKEN, ids=[kind.__name__ for kind, _ in BROKEN])
def test_a_broken_game_fails_exactly_the_checks_for_it(
    kind: type[toy.ToyRules], checks: frozenset[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if "players_know_no_more" not in checks:
        monkeypatch.setattr("conformance.level_names", lambda _: tuple(LEVELS)[:1])
    assert failing(kind()) == checks


def test_a_box_that_never_finishes_completing_fails() -> None:
    assert failing(toy.ToyRules(), NewAgain()) == {"setups_complete_once"}


def test_every_check_has_a_game_that_fails_it() -> None:
    assert frozenset({"setups_complete_once"}).union(*(checks for _, checks in BROKEN)) == set(CHECKS)
