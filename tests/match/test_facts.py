"""The facts of a match that is over are true of it, in every game, and cost a little at a time."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from game.kernel.chance import Chance
from game.kernel.ids import SPECTATOR
from game.kernel.setup import Setup
from game.match.facts import MOST, TURNING, Chronicle, _turned
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


@pytest.mark.parametrize("game", SHIPPED)
@pytest.mark.parametrize("seed", [4, 5, 6])
def test_a_turning_point_is_one_and_lies_behind_the_first_turns_of_all(game, seed):
    """What both look like before both have entered (a Leader alone on the grid) says nothing."""
    match = ended(game, seed)
    turning = next((fact for fact in worked_out(match).facts() if fact.label == TURNING), None)
    assert match.outcome is not None
    if turning is None:
        assert len(match.outcome.winners) != 1
        return
    (winner,) = match.outcome.winners
    assert f"{{{winner}}}" in turning.words
    if not turning.number:
        assert turning.words.startswith("None: "), "what can be watched says where"
        return
    scenes = [match.scene_at(SPECTATOR, number) for number in range(turning.number + 1)]
    assert {seat.seat for scene in scenes for seat in scene.seats if seat.active} == {0, 1}
    stood = round(100 * match.prospects(turning.number)[winner])
    if told := [int(number) for number in re.findall(r"(\d+) %", turning.words)]:
        before, after = told
        assert stood == before
        assert before <= 50 < after or after - before >= 25, turning.words
    else:
        assert stood <= 50, "who led before the end was turned to nothing by it"


@pytest.mark.parametrize(
    ("looks", "told"),
    [
        ([(9, 0.29, False), (12, 0.49, False), (15, 0.6, True), (18, 0.7, True)], "{1} went from 49 % to 60 %"),
        ([(9, 0.29, False), (12, 0.49, False), (15, 0.53, True), (18, 0.58, True)], "None: {1} came ahead little by little"),
        ([(9, 0.1, False), (12, 0.4, False), (15, 0.45, False)], "{1} went from 10 % to 40 %"),
        ([(9, 0.45, False), (12, 0.58, True), (15, 0.9, True)], "{1} went from 45 % to 58 %"),
        ([(9, 0.55, True), (12, 0.6, True), (15, 0.7, True)], "None: {1} had the best chances from the first turns to the last"),
        ([(9, 0.45, False), (12, 0.4, False), (15, 0.3, False)], "The very end: {1} never had the best chances before"),
    ],
)
def test_a_rise_that_neither_brings_ahead_nor_is_large_is_no_turning_point(looks, told):
    fact = _turned(1, looks, given=False)
    assert (fact.label, fact.words) == (TURNING, told)
    assert (fact.number in {at for at, _, _ in looks}) == (not told.startswith("None"))


def test_the_end_of_a_match_that_was_given_up_turned_nothing():
    behind = [(9, 0.45, False), (12, 0.4, False)]
    assert _turned(1, behind, given=True) is None
    assert _turned(1, [(9, 0.3, False), (12, 0.6, True)], given=True).words == "{1} went from 30 % to 60 %"
    match = Match.start(Setup("overcross", 2, seed=4), (SeatPlan("human"), SeatPlan("random")))
    while match.deciding != 0:
        match.submit(match.legal()[0])
    match.concede(0)
    assert TURNING not in told_of(match)


@pytest.mark.parametrize("game", SHIPPED)
def test_four_facts_are_told_of_a_match_of_every_game(game):
    assert len(worked_out(ended(game)).facts()) == MOST


def told_of(match: Match) -> dict[str, str]:
    return {fact.label: fact.words for fact in worked_out(match).facts()}


def most(counts: Counter[str]) -> set[str]:
    """Return what may be said of a count: the one who did most, as no two are alike in these matches."""
    assert counts, "nothing of the kind happened, so nothing is tested"
    assert list(counts.values()).count(max(counts.values())) == 1, "two are alike"
    return {f"{who}: {many}" for who, many in counts.items() if many == max(counts.values())}


def lines(match: Match) -> list[tuple[str, str, tuple]]:
    """Return the words and the kind of all that was told to those who look on, and the dice."""
    tellings = (telling for number in range(1, match.count + 1) for telling in match.tellings(number))
    return [(telling.words, telling.kind, telling.rolls) for telling in tellings]


def test_what_was_played_for_all_to_see_is_counted_for_each_side():
    match = ended("starcrossed")
    shown = {number: " ".join(telling.words for telling in match.tellings(number)) for number in range(1, match.count + 1)}
    steps = [((seat, card), f"[{card}]" in words) for number, words in shown.items() for seat, card in match.played(number)]
    assert not all(seen for _, seen in steps), "nothing was played face down, so nothing is tested"
    played = Counter(card for card, seen in steps if seen)
    chronicle = worked_out(match)
    assert chronicle._shown == played
    assert chronicle._played == Counter(seat for (seat, _), _ in steps), "a card that lies face down was played as well"


def test_damage_attacks_and_throws_are_those_that_were_told():
    match = ended("overcross")
    damage, attacks, good = Counter(), Counter(), [0, 0]
    for words, kind, rolls in lines(match):
        if (hit := re.fullmatch(r"\[([a-z0-9-]+)\](?: \(\w+\))? hits .*: (\d+) damage", words)) is not None:
            damage[hit[1]] += int(hit[2])
        if kind == "attack" and (by := re.match(r"\[([a-z0-9-]+)\]", words)) is not None:
            attacks[by[1]] += 1
        for roll in rolls:
            good[roll.seat] += roll.good is True
    told = told_of(match)
    assert re.sub(r"\{\d\}'s \[(.*)\]", r"\1", told["Most damage"]) in most(damage)  # both sides have other cards here
    assert re.sub(r"\{\d\}'s \[(.*)\]", r"\1", told["Most attacks"]) in most(attacks)
    assert [int(number) for number in re.findall(r"\} (\d+) of", told["Good throws"])] == [number for number in good if number]


@pytest.mark.parametrize("seed", [4, 5])
def test_most_damage_in_the_arena_is_what_counts_for_its_best_cards_burns_included(seed):
    match = ended("cardmaster", seed)
    pieces = match._story.state.board.pieces
    dealt = Counter({f"{{{piece.owner}}}'s [{piece.card}]": piece.dealt for piece in pieces})
    assert told_of(match)["Most damage"] in most(+dealt)
    assert any(words.startswith(("Overcook burns", "Souldrift:")) for words, _, _ in lines(match))


def test_life_taken_goes_to_the_diva_whose_attack_took_it():
    match = ended("starcrossed")
    taken, attacker = Counter(), ""
    for words, kind, _ in lines(match):
        if kind == "attack":
            seat, who = re.fullmatch(r"(\{\d\}) attacks .* with (.*)\.", words).groups()
            attacker = f"{seat}'s {who.replace('a recruit', 'recruits')}"
        if (lost := re.fullmatch(r"\{(\d)\} loses (\d+) life to (?:the attack|Overkill)\.", words)) is not None:
            assert not attacker.startswith(f"{{{lost[1]}}}")
            taken[attacker] += int(lost[2])
        elif (lost := re.fullmatch(r"\{(\d)\} loses (\d+) life to (\[.*\])\.", words)) is not None:
            taken[f"{{{1 - int(lost[1])}}}'s {lost[3]}"] += int(lost[2])
    assert told_of(match)["Most life taken"] in most(taken)


def test_life_taken_on_the_stage_goes_to_the_card_that_took_it():
    match = ended("shine")
    taken, fight = Counter(), ("", "", "")
    for words, kind, _ in lines(match):
        if kind == "attack":
            fight = re.fullmatch(r"(\{\d\}) attacks (\[.*?\]).* with (\[.*?\]).*\.", words).groups()
        if (lost := re.fullmatch(r"\{(\d)\} loses a Life: .*", words)) is not None and fight[0] == f"{{{1 - int(lost[1])}}}":
            taken[f"{fight[0]}'s {fight[2]}"] += 1
    assert told_of(match)["Most Life taken"] in most(taken)


def test_prestige_is_counted_by_family_and_by_what_it_was_for():
    match = ended("verona")
    scored = Counter()
    for words, _, _ in lines(match):
        if (found := re.fullmatch(r"(\{\d\}) scores (\d+) for the marriage\.", words)) is not None:
            scored[f"{found[1]} by marriages"] += int(found[2])
        elif (found := re.fullmatch(r"(\{\d\}) scores (\d+) for winning the duel\.", words)) is not None:
            scored[f"{found[1]} by duels won"] += int(found[2])
    told = told_of(match)
    assert told["Earned most"] in most(scored)
    assert int(told["Dice gone"]) == sum(" leaves play: " in words for words, _, _ in lines(match))


@pytest.mark.parametrize("game", SHIPPED)
def test_no_count_of_a_match_names_what_one_did_to_oneself_or_nobody(game):
    """What is counted is told with the seat of whoever did it, so that two equal decks are told apart."""
    for fact in worked_out(ended(game)).facts():
        if fact.label.startswith(("Most", "Played")):
            assert re.fullmatch(r"\{\d\}('s (\[[a-z0-9-]+\]|recruits)| for [a-z ]+): \d+", fact.words)


def test_what_stands_at_one_for_everybody_is_no_fact():
    chronicle = Chronicle(ended("starcrossed"))
    chronicle._shown.update({(0, "hush"): 1, (1, "lethe"): 1})
    chronicle._deeds[False, "Most songs"] = Counter({"{0}": 1, "{1}": 1})
    assert not {"Played most", "Most songs"} & {fact.label for fact in chronicle.facts()}
    chronicle._shown[0, "hush"] += 1
    chronicle._deeds[False, "Most songs"]["{0}"] += 1
    assert {("Played most", "{0}'s [hush]: 2"), ("Most songs", "{0}: 2")} <= {(fact.label, fact.words) for fact in chronicle.facts()}


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ({"{1} by marriages": 19, "{0} by marriages": 19, "{0} by duels won": 2}, "{0} and {1} by marriages: 19 each"),
        ({"{0} by marriages": 19, "{1} by duels won": 19}, "{0} by marriages and {1} by duels won: 19 each"),
        ({"{0} by marriages": 7, "{0} by duels won": 7}, "{0} by duels won and {0} by marriages: 7 each"),
        ({"{1}'s [hush]": 2, "{1}'s [ansu]": 2, "{0}'s [lethe]": 1}, "{1}'s [ansu] and [hush]: 2 each"),
        ({"{1}'s [hush]": 2, "{0}'s [hush]": 2}, "{0}'s [hush] and {1}'s [hush]: 2 each"),
        ({"{0}'s [hush]": 2, "{0}'s recruits": 2}, "{0}'s [hush] and recruits: 2 each"),
        ({"{1}'s [hush]": 2, "{1}'s [ansu]": 2, "{0}'s [lethe]": 2}, None),
        ({"{1}'s [hush]": 3, "{1}'s [ansu]": 2, "{0}'s [lethe]": 2}, "{1}'s [hush]: 3"),
    ],
)
def test_of_two_who_did_as_much_both_are_told_and_of_more_nobody(counts, told):
    chronicle = Chronicle(ended("starcrossed"))
    chronicle._deeds[False, "Most songs"] = Counter(counts)
    assert {fact.label: fact.words for fact in chronicle.facts()}.get("Most songs") == told
    if "[" in next(iter(counts)) and "recruits" not in str(counts):
        chronicle._shown = Counter({(int(who[1]), who[7:-1]): many for who, many in counts.items()})
        assert {fact.label: fact.words for fact in chronicle.facts()}.get("Played most") == told


@pytest.mark.parametrize("game", SHIPPED)
def test_a_match_of_a_few_turns_has_as_many_facts_as_a_long_one_where_there_are_any(game):
    match, chance = Match.start(Setup(game, 2, seed=8), (SeatPlan("human"), SeatPlan("random"))), Chance(8)
    while match.deciding is not None and match.count < 40:
        match.submit(chance.pick(match.legal()))
    if match.deciding is not None:
        match.concede(0)
    told = {fact.label: fact.words for fact in worked_out(match).facts()}
    assert len(told) >= 3
    if "Cards played" in told:
        played = Counter(seat for number in range(1, match.count + 1) for seat, _ in match.played(number))
        assert told["Cards played"] == f"{{0}} {played[0]}, {{1}} {played[1]}"


def test_what_the_map_brought_along_is_not_told_as_destroyed():
    match = ended("overcross")
    fallen = [telling for number in range(1, match.count + 1) for telling in match.tellings(number) if telling.kind == "fall"]
    windows = [telling for telling in fallen if "is destroyed" in telling.words and telling.goal is None]
    others = [telling for telling in fallen if "is destroyed" in telling.words and telling.goal is not None]
    assert windows
    assert all(telling.deed is None for telling in windows)
    assert all(telling.deed is not None for telling in others)
