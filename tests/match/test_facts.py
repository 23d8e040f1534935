"""The facts of a match that is over are true of it, in every game, and cost a little at a time."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.facts import MOST, Chronicle
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED


def ended(game: str, seed: int = 4) -> Match:
    match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("random"))), Chance(seed)
    while match.deciding is not None:
        match.submit(chance.pick(match.legal()))
    return match


def worked_out(match: Match) -> Chronicle:
    chronicle = Chronicle(match)
    while chronicle.go_on():
        assert len(chronicle.facts()) <= MOST
    return chronicle


@pytest.mark.parametrize("game", ["verona", "cardmaster"])
def test_facts_are_told_of_every_game_and_a_turning_point_is_one(game):
    match = ended(game)
    facts = worked_out(match).facts()
    assert 1 <= len(facts) <= MOST
    turning = next((fact for fact in facts if fact.label == "Turning point"), None)
    if turning is None:
        return
    assert match.outcome is not None
    (winner,) = match.outcome.winners
    before, after = (int(number) for number in re.findall(r"(\d+) %", turning.words))
    assert after > before
    assert round(100 * match.prospects(turning.number)[winner]) == before
    assert turning.words.startswith(f"{{{winner}}}")


@pytest.mark.parametrize("game", SHIPPED)
def test_four_facts_are_told_of_a_match_of_every_game(game):
    assert len(worked_out(ended(game)).facts()) == MOST


def test_what_was_played_most_is_counted():
    match = ended("starcrossed")
    told = {fact.label: fact.words for fact in worked_out(match).facts()}
    played = Counter(card for number in range(1, match.count + 1) for _, card in match.played(number))
    card, _, times = told["Played most"].partition(": ")
    assert int(times) == max(played.values()) == played[card.strip("[]")]


def test_damage_attacks_and_throws_are_those_that_were_told():
    match = ended("overcross")
    damage: dict[str, int] = {}
    attacks: dict[str, int] = {}
    good = [0, 0]
    for number in range(1, match.count + 1):
        for beat in match.beats(0, number):
            if beat.telling is None:
                continue
            words, kind = beat.telling.words, beat.telling.kind
            if (hit := re.fullmatch(r"\[([a-z0-9-]+)\] hits .*: (\d+) damage", words)) is not None:
                damage[hit[1]] = damage.get(hit[1], 0) + int(hit[2])
            if kind == "attack" and (by := re.match(r"\[([a-z0-9-]+)\]", words)) is not None:
                attacks[by[1]] = attacks.get(by[1], 0) + 1
            for roll in beat.telling.rolls:
                good[roll.seat] += roll.good is True
    told = {fact.label: fact.words for fact in worked_out(match).facts()}
    assert int(told["Most damage"].rpartition(" ")[2]) == max(damage.values())
    assert int(told["Most attacks"].rpartition(" ")[2]) == max(attacks.values())
    assert [int(number) for number in re.findall(r"\} (\d+) of", told["Good throws"])] == [number for number in good if number]
