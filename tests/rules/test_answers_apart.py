"""One question, no two answers in the same words: each can be told from the others by eye and ear."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator

import pytest

from game.cli.apart import different, told_apart
from game.kernel.offers import Offer
from game.kernel.setup import Setup
from game.kernel.words import spoken
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED

SEEDS = (1, 7)
ACTIONS = 110


def walked(game: str, seed: int) -> Iterator[tuple[Match, list[Offer]]]:
    """Yield a match at each of its questions with what may be answered."""
    match, chance = Match.start(Setup(game=game, seats=2, seed=seed), (SeatPlan("human"),) * 2), random.Random(seed)
    for _ in range(ACTIONS):
        if match.deciding is None:
            return
        offers = [offer for offer in match.offers() if offer.refusal is None]
        yield match, offers
        match.submit(chance.choice([offer for offer in offers if not offer.form]).action)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", SHIPPED)
def test_no_two_answers_of_one_question_have_the_same_words(game, seed):
    for match, offers in walked(game, seed):
        there: dict[object, list[Offer]] = defaultdict(list)
        for offer in offers:
            there[offer.source, offer.target, offer.verb].append(offer)
        for (source, target, verb), alike in there.items():
            beside = source is None and target is None  # buttons bear the verb alone, a menu at a place the words below it too
            kinds = {(each.verb if beside else (each.verb, each.words)) for each in alike}
            assert len(kinds) == len(alike), (match.count, verb, [each.words for each in alike])
        heard = sentences(match, offers)
        assert len(set(heard)) == len(heard), (match.count, sorted(heard))


def sentences(match: Match, offers: list[Offer]) -> list[str]:
    """Return what text mode and the voice say of the offers."""

    def name(card: str) -> str:
        return match.rules.face(card).name

    scene = match.scene(match.deciding)
    told = different(offers, scene)
    return told_apart(told, [spoken(offer.words, match.names, name) for offer in told], scene, match.names, name)


def test_SC_28_abilities_of_two_equal_cards_say_what_set_them_off():
    """Two Moonless Contraltos were the same button twice, and text mode took them for one."""
    match, offers = next(each for each in walked("starcrossed", 1) if "which comes next" in (each[0].scene(each[0].deciding).prompt.words))
    assert len(offers) == 2
    assert {offer.verb for offer in offers} == {
        "[moonless-contralto] (set off by [abyssal-mezzo])",
        "[moonless-contralto] (set off by [undertow-alto])",
    }
    assert len(sentences(match, offers)) == 2
