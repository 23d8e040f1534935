"""Hints and reasons in words: the best actions with the numbers that take them, why a program did what it did, and what is kept back.

It is long because each promise about what comes first was broken in a moment of its own, which stands here as it was found.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from test_text_play import play, table

from game.ai.greedy import GreedyPlayer
from game.ai.levels import ADVISER, LEVELS, player, weighed
from game.ai.player import Budget, Candidate, Weighing
from game.cli import counsel
from game.kernel.chance import Chance
from game.match.counsel import SHOWN, best_here, decision_seed, done, ideas, reasons, shortly, why_step
from game.match.guide import aim
from game.match.match import Match
from game.match.prospects import APART

FEW = Budget(iterations=12)


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counsel, "THINKING", FEW)


def asked(match: Match, *lines: str) -> list[str]:
    """Return what is said to these lines, after the first list of offers."""
    typist = play(match, "zebra", *lines)
    start = next(index for index, line in enumerate(typist.said) if "zebra" in line)
    return typist.said[start + 1 :]


def until_choice(match: Match, actions: int = 4) -> None:
    """Go on as programs that overlook nothing would until a person has three actions or more to choose from."""
    rival = GreedyPlayer(match.rules)
    while match.count < actions or match.deciding != 0 or len(match.legal()) < 3:
        seat, legal = match.deciding, match.legal()
        assert seat is not None
        match.submit(rival.choose(match.observation(seat), legal, Budget(), Chance(decision_seed(match.count, seat))))


def test_a_hint_names_the_best_actions_with_the_numbers_that_take_them(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    count, question = match.count, best_here(match, 0)
    assert question.level == ADVISER
    weighing = weighed(player(ADVISER, match.rules), question.observation, question.legal, FEW, Chance(question.seed))
    best = question.legal[weighing.candidates[0].number]
    said = asked(match, "hint")[:3]
    assert len(said) == 3
    assert all(re.match(r" *\d+ .*% to win\)\.$", line) for line in said), said
    again = table(tmp_path / "again", "human", "normal")
    until_choice(again)
    play(again, said[0].split()[0])
    assert again.action(count + 1) == best


def test_a_command_is_taken_with_a_full_stop_behind_it(tmp_path: Path) -> None:
    plain, stopped = tmp_path / "plain", tmp_path / "stopped"
    said, also = (
        asked(table(path, "human", "normal"), f"hint{stop}", f"who{stop}", f"log 5{stop}", f"why that{stop}")
        for path, stop in ((plain, ""), (stopped, "."))
    )
    assert len(said) > 4
    assert also[:-1] == said[:-1], "the last line names the save"


def test_hints_are_counted_and_told_at_the_end(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", seed=3)
    typist = play(match, "hint", "hint", then=lambda _: "1")
    assert match.outcome is not None
    assert typist.said[-2] == "You asked for 2 hints."
    assert "You asked for" not in play(table(tmp_path / "b", "human", "random", seed=3), then=lambda _: "1").text


def test_hints_of_before_a_break_are_not_said_to_be_none(tmp_path: Path) -> None:
    begun = table(tmp_path, "human", "random", seed=3)
    begun.close()
    typist = play(Match.resume(begun.path), "hint", then=lambda _: "1")
    assert typist.said[-2] == "You asked for 1 hint since the match was opened again."


def test_people_among_themselves_get_no_hints_and_programs_are_asked_for_none(tmp_path: Path) -> None:
    said = asked(table(tmp_path, "human", "human"), "hint", "why that")
    assert said[:2] == ["Hints are for one who plays alone against the computer.", "No program plays here."]


def test_why_that_tells_of_the_last_action_of_a_program_as_it_was_decided(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    question = why_step(match, 0)
    assert question is not None
    assert (question.level, question.seat) == ("normal", 1)
    said = asked(match, "why that")
    assert LEVELS["normal"].words in said[1]
    assert any("thought its chances" in line for line in said), said
    assert asked(match, "why did it do that")[:3] == said[:3]
    assert not any("thought its chances" in line for line in asked(match, "why"))


def test_why_that_tells_of_earlier_deeds_by_how_many_they_lie_back(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="cardmaster")
    until_choice(match, 30)
    deeds = [each for each in range(match.count, match.first, -1) if match.actor(each) == 1 and not match.stopped(each)]
    assert len(deeds) > 3

    def why(words: str) -> list[str]:
        return asked(match, words)

    each = [why("why that")[0], why("why that 2")[0], why("why did it do that 3")[0]]
    assert why("why that 1")[0] == why("why that 0")[0] == each[0]
    for said, number in zip(each, deeds, strict=False):
        piece = match.tellings(number)[0].words.partition("]")[0].strip("[")
        assert said.startswith(match.rules.face(piece).name), (said, piece)
    assert len(set(each)) == 3
    assert why(f"why that {len(deeds)}")[0] != f"You have not seen the computer do {len(deeds)} things yet."
    assert why(f"why that {len(deeds) + 1}")[0] == f"You have not seen the computer do {len(deeds) + 1} things yet."


@pytest.mark.parametrize("game", ["verona", "cardmaster"])
def test_what_else_a_program_had_in_mind_is_told_as_its_own_and_with_its_chances_before_it(game: str, tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game=game)
    until_choice(match, 12)
    told = 0
    for number in (each for each in range(1, match.count + 1) if match.actor(each) == 1 and len(match.asked(each)[2]) > 1):
        seat, observation, legal = match.asked(number)
        weighing = weighed(player("normal", match.rules), observation, legal, Budget(), Chance(number))
        lines = reasons(match, number, 0, weighing, match.spoken)
        if (lead := "Instead it had in mind, with its chances after each:") in lines:
            others = lines[lines.index(lead) + 1 :]
            assert 1 <= len(others) < SHOWN
            assert all(re.match(r"\d+ %: [A-Z]", each) and each.endswith(".") for each in others)
            assert not any(re.search(r"\byou(r)?\b", each) for each in others)
            assert seat == 1
            told += len(others)
    assert told > 3


def test_what_else_a_program_had_in_mind_is_told_with_the_lanes_as_the_reader_sees_them(tmp_path: Path) -> None:
    """It "had in mind its left crystal", which the table and the log call the right one."""
    match = table(tmp_path, "human", "normal", game="starcrossed")
    rival = GreedyPlayer(match.rules)
    while match.deciding is not None:
        match.submit(rival.choose(match.observation(match.deciding), match.legal(), Budget(), Chance(match.count)))
    side, done, others = re.compile(r"(left|right) (?:crystal|lane)"), 0, 0
    for number in (each for each in range(1, match.count + 1) if match.actor(each) == 1):
        said, legal = match.sentences(number), match.asked(number)[2]
        own, told = (
            side.search(said.get(match.action(number), "")),
            side.search(match.tellings(number)[0].words if match.tellings(number) else ""),
        )
        if own and told:
            assert match.rules.across(own[0]) == told[0], "what was done, as it stands in the log"
            done += 1
        order = sorted(range(len(legal)), key=lambda place: legal[place] != match.action(number))
        weighing = Weighing(tuple(Candidate(place, 0.5 - rank / 100) for rank, place in enumerate(order)))
        for place in order[1:]:
            if (own := side.search(said.get(legal[place], ""))) and not any(
                side.search(said.get(legal[other], "")) for other in order[1:place]
            ):
                lines = [
                    reasons(match, number, viewer, Weighing((weighing.candidates[0], Candidate(place, 0.4))), match.spoken)[-1]
                    for viewer in (0, 1)
                ]
                assert [found[0] if (found := side.search(line)) else line for line in lines] == [match.rules.across(own[0]), own[0]]
                others += 1
    assert done > 5
    assert others > 5


@pytest.mark.parametrize("game", ["shine", "overcross"])
def test_why_that_names_nothing_else_while_cards_are_hidden(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(tmp_path, "human", "normal", game=game)
    until_choice(match, 30)
    number = next(each for each in range(match.count, 0, -1) if match.actor(each) == 1 and len(match.asked(each)[2]) > 3)
    question = why_step(match, 0, number)
    assert question is not None
    monkeypatch.setattr(counsel, "why_step", lambda _match, _viewer: question)
    every = Weighing(tuple(Candidate(index, 0.5 - index / 100) for index in range(len(question.legal))))
    monkeypatch.setattr(counsel, "weighed", lambda *_: every)
    monkeypatch.setattr(match, "sentences", lambda number: {action: f"<<{action}>>" for action in match.asked(number)[2]})
    told = counsel.Counsel(match, match.spoken).why(0)
    assert not any("<<" in line or "It thought" in line for line in told)


@pytest.mark.parametrize("game", ["shine", "starcrossed", "overcross"])
def test_not_a_word_of_why_depends_on_what_is_hidden(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pass told whether its player had had a choice, and so whether it held an answer."""
    match = table(tmp_path, "human", "normal", game=game)
    until_choice(match, 60)
    steps = [number for number in range(1, match.count + 1) if match.actor(number) == 1]
    told = {number: match.told(0, number) for number in steps}
    seen = [reasons(match, number, 0, Weighing(), match.spoken) for number in steps]
    unseen = {tuple(lines) for lines in seen if lines[0].startswith("Something was done")}
    assert len(unseen) <= 1, "what cannot be seen is answered alike"
    assert game != "shine" or unseen
    assert any("As far as you can see" in line for lines in seen for line in lines)
    story, chance = match._story, Chance(5)
    states = {number: story.at(number) for number in range(match.count + 1)}
    worlds = {number: match.rules.sample(match.rules.observe(state, 0), chance) for number, state in states.items()}
    monkeypatch.setattr(story, "at", worlds.__getitem__)
    monkeypatch.setattr(match, "told", lambda _viewer, number: told[number])
    every = Weighing(tuple(Candidate(index, 0.5) for index in range(3)))
    assert [reasons(match, number, 0, every, match.spoken) for number in steps] == seen
    assert any(len(match.rules.legal(states[number - 1])) != len(match.rules.legal(worlds[number - 1])) for number in steps)


def test_why_asks_about_the_last_deed_that_could_be_seen(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine")
    for _ in range(80):
        until_choice(match, match.count + 1)
        number = next(each for each in range(match.count, 0, -1) if match.actor(each) == 1)
        if done(match, number, 0, match.spoken).startswith("Something was done"):
            break
    question = why_step(match, 0)
    assert question is not None
    assert question.about + 1 < number
    assert not done(match, question.about + 1, 0, match.spoken).startswith("Something was done")
    asked_about = why_step(match, 0, number)
    assert asked_about is not None
    assert asked_about.about + 1 == number, "a line of the log asks about its own"


def test_why_asks_about_what_was_done_and_not_about_the_moments_let_go_by_after_it(tmp_path: Path) -> None:
    """After a whole turn of the opponent the question was why it had passed at its end."""
    deeds = 0
    matches = [table(tmp_path, "human", "normal", game="shine", seed=seed) for seed in (27, 33)]
    for match in [each for each in matches for _ in range(45)]:
        until_choice(match, match.count + 1)
        own = max((each for each in range(1, match.count + 1) if match.actor(each) == 0 and not match.stopped(each)), default=0)
        since = [
            each
            for each in range(own + 1, match.count + 1)
            if match.actor(each) == 1 and "could not see" not in done(match, each, 0, match.spoken)
        ]
        did = [each for each in since if not match.stopped(each)]
        question = why_step(match, 0)
        assert question is not None
        if did:
            assert question.about + 1 == did[-1], "the last of its deeds"
            deeds += did[-1] != since[-1]
        elif since:
            assert question.about + 1 == since[-1], "it only let moments go by"
    assert deeds > 3, "and more than once a moment was let go by after one"


def test_a_hint_keeps_to_what_may_be_done(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine")
    until_choice(match, 10)
    every = Weighing(tuple(Candidate(index, 0.5) for index in range(len(match.legal()))))
    found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert 0 < len(found) <= 3
    assert all(idea.offer.refusal is None and idea.offer.action in match.legal() for idea in found)


def test_the_ways_of_one_piece_that_come_to_the_same_are_one_idea_of_three(tmp_path: Path) -> None:
    """A card that may go to five spaces alike was all that a hint named."""
    match = table(tmp_path, "human", "normal", game="shine")
    often, sources = "", list[str]()
    while sources.count(often) < 3 or len({*sources}) < 3:
        until_choice(match, match.count + 1)
        offers, legal = {offer.action: offer for offer in match.offers() if offer.refusal is None}, match.legal()
        sources = [offers[action].source or "" for action in legal]
        often = max({*sources} - {""}, key=sources.count, default="")
    first = sorted(range(len(legal)), key=lambda number: sources[number] != often)
    every = Weighing(tuple(Candidate(number, 0.5) for number in first))
    found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert [idea.offer.source == often for idea in found] == [False, True, False]
    only = Weighing(tuple(Candidate(number, 0.5) for number in first[:3]))
    told = ideas(match, only, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert len(told) == len({(idea.offer.source, idea.offer.verb) for idea in told}), "and one only, where there is nothing else"


def test_what_the_other_side_may_answer_is_named_by_a_hint(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="verona", seed=1)
    until_choice(match)
    told = counsel.Counsel(match, match.spoken)._preview
    answered = [offer for offer in match.offers() if offer.refusal is None and "Or they" in told(offer).words]
    assert answered
    for offer in answered:
        one = Weighing((Candidate(match.legal().index(offer.action), 0.5),))
        (idea,) = ideas(match, one, match.offers(), told, match.spoken)
        (named,) = re.findall(r"Or they \w+ with [^:]*", told(offer).words)
        assert f"{named} …" in idea.outlook, "each face that may answer, and that there is more to say of it"
    assert any(" or a " in told(offer).words for offer in answered)


def test_what_is_as_good_is_named_before_what_is_clearly_worse(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", seed=1)
    until_choice(match)
    offers, legal = {offer.action: offer for offer in match.offers() if offer.refusal is None}, match.legal()
    first, twin = next(
        (one, two)
        for one in range(len(legal))
        for two in range(len(legal))
        if one != two and offers[legal[one]].verb == offers[legal[two]].verb and offers[legal[one]].source == offers[legal[two]].source
    )
    others = [number for number in range(len(legal)) if number not in {first, twin}]

    def named(prospects: float) -> list[int]:
        every = Weighing((Candidate(first, 0.6), Candidate(twin, 0.595), *(Candidate(number, prospects) for number in others)))
        found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
        return [legal.index(idea.offer.action) for idea in found]

    assert named(0.2)[:2] == [first, twin]
    assert twin not in named(0.58)


def test_behind_the_first_hint_comes_what_promises_more(tmp_path: Path) -> None:
    """A twin of the first that took the place of what is clearly worse stood behind what promised less."""
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    offers, legal = {offer.action: offer for offer in match.offers() if offer.refusal is None}, match.legal()
    ends = [(offers[action].source, offers[action].verb) for action in legal]
    first, twin = next((one, two) for one in range(len(legal)) for two in range(len(legal)) if one != two and ends[one] == ends[two])
    for middle, last in ((a, b) for a in range(len(legal)) for b in range(len(legal)) if len({first, twin, a, b}) == 4):
        shares = {first: 0.391, twin: 0.382, middle: 0.371, last: 0.182}
        every = Weighing(tuple(Candidate(number, share) for number, share in shares.items()))
        found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
        told = [shares[legal.index(idea.offer.action)] for idea in found]
        assert told == sorted(told, reverse=True)


def test_who_may_pass_stands_as_well_as_that_leaves_it_and_passing_is_no_gain(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine")
    until_choice(match)
    while not any(offer.passing and offer.refusal is None for offer in match.offers()) or len(match.legal()) < 3:
        until_choice(match, match.count + 1)
    passing = next(match.legal().index(offer.action) for offer in match.offers() if offer.passing and offer.refusal is None)
    other = next(number for number in range(len(match.legal())) if number != passing)
    every = Weighing((Candidate(other, 0.55), Candidate(passing, 0.5)))
    told = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert "better than stopping (50 % to win, 55 % with it and what you do next)" in told[0].outlook
    assert told[1].outlook.endswith("You are even with it (50 % to win).")


@pytest.mark.parametrize("closing", [False, True])
def test_what_costs_nothing_and_is_as_good_as_ending_the_turn_comes_before_it(*, closing: bool, tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross", seed=3)

    def free() -> list[int]:
        offers = (each for each in match.offers() if each.refusal is None and " attacks " in each.words and bool(each.closes) == closing)
        return [match.legal().index(each.action) for each in offers]

    until_choice(match)
    while not (attacks := free()):
        until_choice(match, match.count + 1)
    ends = next(match.legal().index(offer.action) for offer in match.offers() if offer.main and offer.closes)

    def first(attack: float, looks: int = 48, gains: float = 0.0) -> int:
        every = Weighing((Candidate(ends, 0.45, looks, -0.02), Candidate(attacks[0], attack, looks, gains)))
        found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
        assert len(found) == 2
        assert any("no better and no worse" in idea.outlook for idea in found) == (attack > (0.42 if looks > 8 else 0.39))
        return match.legal().index(found[0].offer.action)

    assert [first(attack) for attack in (0.45, 0.43, 0.42)] == [attacks[0], attacks[0], ends]
    assert [first(0.45, gains=gains) for gains in (-0.02, -0.03)] == [attacks[0], ends], "less is left after it than after ending the turn"
    few = [first(attack, looks=8) for attack in (0.42, 0.4, 0.38)]
    assert few == [attacks[0], attacks[0], ends], "luck in few worlds tells no free attack from none"


def test_what_pays_with_what_is_kept_and_is_no_better_comes_after_ending_the_turn(tmp_path: Path) -> None:
    """Shine was put back turn after turn for what the other side undid at once."""
    match = table(tmp_path, "human", "normal", game="shine", seed=11)

    def returns() -> list[int]:
        return [match.legal().index(each.action) for each in match.offers() if each.refusal is None and "*Return*" in each.words]

    until_choice(match)
    while not (paid := returns()) or not any(offer.stops for offer in match.offers()):
        until_choice(match, match.count + 1)
    ends = next(match.legal().index(offer.action) for offer in match.offers() if offer.stops)

    def first(better: float, gains: float) -> int:
        every = sorted((Candidate(ends, 0.45, 48), Candidate(paid[0], 0.45 + better, 48, gains)), key=lambda each: -each.prospects)
        found = ideas(match, Weighing(tuple(every)), match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
        return match.legal().index(found[0].offer.action)

    assert [first(better, -0.01) for better in (-0.01, 0.0, 0.004, 0.02, 0.04)] == [ends, ends, ends, ends, paid[0]]
    assert first(0.02, 0.0) == ends, "Shine that leaves the field is lost, whatever a glance says of it"


def test_what_comes_to_nothing_as_it_stands_comes_after_going_on_that_is_as_good(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine", seed=3)
    preview = counsel.Counsel(match, match.spoken)._preview

    def idle() -> list[int]:
        offers = [each for each in match.offers() if each.refusal is None and " with " in each.words and preview(each).idle]
        return [match.legal().index(each.action) for each in offers]

    until_choice(match)
    while not (attacks := idle()):
        until_choice(match, match.count + 1)
    assert "nothing would happen" in preview(next(o for o in match.offers() if o.action == match.legal()[attacks[0]])).words
    ends = next(match.legal().index(offer.action) for offer in match.offers() if offer.stops)

    def first(attack: float) -> int:
        ranked = sorted((Candidate(ends, 0.45, looks=1), Candidate(attacks[0], attack, looks=1)), key=lambda each: -each.prospects)
        found = ideas(match, Weighing(tuple(ranked)), match.offers(), preview, match.spoken)
        return match.legal().index(found[0].offer.action)

    assert [first(attack) for attack in (0.4, 0.44, 0.46, 0.47, 0.5)] == [ends, ends, ends, ends, attacks[0]]


@pytest.mark.parametrize("hinted", [True, False])
def test_who_does_what_a_hint_says_is_not_asked_whether_they_mean_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, hinted: bool
) -> None:
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    warned, count = tuple(replace(each, warning="It would change nothing.") for each in match.offers()), match.count
    monkeypatch.setattr(match, "offers", lambda: warned)
    number = asked(match, "hint")[0].split()[0]
    play(match, *(["hint"] if hinted else []), number)
    assert (match.count > count) == hinted


def test_a_hint_says_what_an_action_closes_names_no_waste_and_praises_nothing_above_the_first(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross")
    while not (closing := [offer for offer in match.offers() if offer.closes and offer.refusal is None and offer.action in match.legal()]):
        until_choice(match, match.count + 1)
    legal = match.legal()
    first = legal.index(closing[0].action)
    idle = next(number for number in range(len(legal)) if number != first)
    offers = [replace(offer, warning="It would change nothing.") if offer.action == legal[idle] else offer for offer in match.offers()]
    order = [first, idle, *(number for number in range(len(legal)) if number not in {first, idle})]
    every = Weighing(tuple(Candidate(number, 0.4 if number == first else 0.9) for number in order))
    found = ideas(match, every, offers, counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert match.spoken(closing[0].closes) in f"{found[0].words} {found[0].outlook}"
    assert all("40 %" in idea.outlook and "90 %" not in idea.outlook for idea in found)
    behind = Weighing(tuple(Candidate(number, 0.4 - index / 10 if index != 1 else 0.1) for index, number in enumerate(order)))
    told = ideas(match, behind, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert [re.findall(r"(\d+) % (?:to win\)|with it and)", idea.outlook)[-1] for idea in told] == ["40", "20", "10"], (
        "the better of two others comes first"
    )
    assert legal[idle] not in {idea.offer.action for idea in found}
    assert ideas(match, Weighing(every.candidates[1:2]), offers, counsel.Counsel(match, match.spoken)._preview, match.spoken)


def test_the_best_that_can_be_done_makes_nobody_worse_off(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    every = Weighing(tuple(Candidate(number, 0.39 - number / 10) for number in range(3)))
    found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    told = [f"You are {stands} with it ({chances} % to win)." for stands, chances in (("behind", 39), ("behind", 29))]
    assert [idea.outlook[-len(words) :] for idea, words in zip(found, told, strict=False)] == told


def test_what_a_hint_brings_is_read_at_a_glance() -> None:
    long = "Marriage of your 5 and their 4: you score 9 and may roll a new die, they score 10; both dice leave."
    assert shortly(f"{long} Or they challenge: Duel 5 against 3: win 72 %. Duel 5 against 1.") == f"{long} Or they challenge …"
    assert shortly(f"{long} They must accept.") == f"{long} They must accept."
    assert shortly(f"{long} {long.replace(':', ',')} Or they do not.") == f"{long.removesuffix('.')} …"
    recruit = "Costs 1 energy. Face down: level 1, strength 0, no tribe. The crystal rises to level 1: one extra energy at once (SC-15)."
    assert shortly(recruit) == recruit
    assert shortly("Costs 1 energy. Level 1, strength 2.") == "Costs 1 energy. Level 1, strength 2."
    assert shortly("Less 11.9 % for DEF 119. It falls.") == "Less 11.9 % for DEF 119. It falls."
    assert shortly("") == ""


def test_why_names_the_deed_and_not_what_was_paid_for_it(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="starcrossed")
    until_choice(match, 40)
    paid = [
        number
        for number in range(1, match.count + 1)
        if match.actor(number) == 1 and "spends" in "".join(each.words for each in match.tellings(number)[:1])
    ]
    assert paid
    for number in paid:
        told = [each for each in match.tellings(number) if each.words]
        assert ("spends" in done(match, number, 0, match.spoken)) == all(each.detail for each in told), told


def test_what_follows_from_a_pass_is_not_its_deed_and_changes_no_chances(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine")
    until_choice(match, 130)
    steps = [number for number in range(1, match.count + 1) if match.actor(number) == 1 and match.passed(number)]
    told = {number: done(match, number, 0, match.spoken) for number in steps}
    followed = [number for number in steps if told[number].startswith(f'{match.spoken("{1}")} chose "Pass". Then: ')]
    assert followed
    assert any("Battle" in told[number] or "Life" in told[number] for number in followed)
    for number in steps:
        assert told[number].startswith((f"{match.spoken('{1}')} ", "Something was done")), told[number]
        assert not any("As far as you can see" in line for line in reasons(match, number, 0, Weighing(), match.spoken))


def test_an_attack_is_judged_by_what_came_of_it_to_who_only_sees_the_table(tmp_path: Path) -> None:
    """A beginner was told of every attack that took one of his Lives that it had lowered its player's chances: who attacks is exhausted, and nothing is won yet."""
    match = table(tmp_path, "human", "normal", game="shine", seed=21)
    until_choice(match, 120)
    seen = 0
    for number in (each for each in range(1, match.count + 1) if match.actor(each) == 1):
        over = match.answered(number)
        told = [line for line in reasons(match, number, 0, Weighing(), match.spoken) if "As far as you can see" in line]
        if told and match.sentences(number).get(match.action(number), "").startswith("Attack "):
            assert over is not None
            assert over > number
            change = round(100 * match.foreseen(over, 1, 0)) - round(100 * match.foreseen(number - 1, 1, 0))
            assert ("hardly changed" if abs(change) < APART else f"rose by {change} " if change > 0 else f"fell by {-change} ") in told[0]
            seen += change != round(100 * match.foreseen(number, 1, 0)) - round(100 * match.foreseen(number - 1, 1, 0))
    assert seen, "in no battle came anything else than what looked best"


def test_what_was_done_comes_before_what_it_set_off(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="starcrossed")
    until_choice(match, 60)
    held = [
        number for number in range(1, match.count + 1) if match.sentences(number).get(match.action(number)) == "Do not attack in this lane."
    ]
    assert held
    assert all("holds back" in done(match, number, 0, match.spoken) for number in held)


def test_a_puzzle_says_what_its_solution_begins_with(tmp_path: Path) -> None:
    from game.cli.lesson import LessonTable
    from game.content.positions import positions_of
    from game.match.course import course_of
    from game.match.seats import SeatPlan

    position = next(each for each in positions_of("overcross") if each.goal is not None)
    plans = tuple(SeatPlan("human" if seat == position.seat else "normal") for seat in range(position.setup.seats))
    match = Match.lay(position, plans)
    course = course_of(match, (position,))
    assert course is not None
    lines, said = ["hint"], list[str]()

    def hear() -> str:
        if not lines:
            raise EOFError
        return lines.pop()

    LessonTable(course, hear, said.append).play()
    assert any(
        line.startswith("The goal: Win this turn") and line.endswith("`hint` helps, `solution` tells the known way, `quit` leaves.")
        for line in said
    )
    assert any(line.startswith(f"Begin with: {position.solution[0].rstrip('.')}. Enter ") for line in said)


def test_the_guide_says_each_sentence_once_and_how_it_is_left_away_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table(tmp_path, "human", "random", game="verona")
    spoken = counsel.Counsel(match, str)
    said = iter(["Marry low.", "Marry low.", "Recruit.", "Marry low."])
    monkeypatch.setattr(spoken, "usual", lambda: next(said))
    first = f"  The aim: {aim(match)}\n  Usually: Marry low. (`guide` turns this off.)"
    assert [spoken.guide() for _ in range(4)] == [first, "", "  Usually: Recruit.", ""]
    assert "Most prestige wins." in first


@pytest.mark.parametrize(
    ("game", "heading"), [("verona", "{}'s turn."), ("starcrossed", "{} is Active Player."), ("overcross", "{} may play cards")]
)
def test_that_somebody_elses_turn_begins_is_no_deed_of_whoever_ended_theirs(tmp_path: Path, game: str, heading: str) -> None:
    match = table(tmp_path, "human", "normal", game=game)
    until_choice(match, 30)
    begun = 0
    for number in range(match.first + 1, match.count + 1):
        actor = match.actor(number)
        if actor is None:
            continue
        other = match.spoken(f"{{{1 - actor}}}")
        told = [match.spoken(beat.telling.words) for beat in match.beats(0, number) if beat.telling is not None]
        begun += any(heading.format(other) in each for each in told)
        assert heading.format(other) not in done(match, number, 0, match.spoken)
    assert begun
