"""Hints that bring or lead to what one before them does say only that."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace
from test_text_counsel import until_choice
from test_text_play import table

from game.ai.levels import player
from game.ai.player import Budget, Candidate, Weighing
from game.cli import counsel
from game.kernel.chance import Chance
from game.kernel.ids import piece_of
from game.kernel.offers import Offer, Preview
from game.kernel.words import unmarked
from game.match.counsel import _as_before, _Told, ideas
from game.match.prospects import outlook


def test_what_is_as_good_as_a_hint_before_does_not_say_it_all_again(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="starcrossed")
    preview = counsel.Counsel(match, match.spoken)._preview

    def sets() -> list[list[Offer]]:
        """What brings the same, with several pieces and with one at several places."""
        by_words: dict[str, list[Offer]] = {}
        for each in match.offers():
            if each.refusal is None and each.source and not (each.target or "").startswith("piece/") and preview(each).words:
                by_words.setdefault(preview(each).words, []).append(each)
        return list(by_words.values())

    until_choice(match)
    while not any(len({each.source for each in same}) > 1 for same in sets()) or len(sets()) < 3:
        until_choice(match, match.count + 1)
    alike = next(same for same in sets() if len({each.source for each in same}) > 1)
    first, twin = alike[0], next(each for each in alike if each.source != alike[0].source)
    other, worse = [same[0] for same in sets() if same[0] is not alike[0]][:2]
    moved = replace(twin, source=first.source)

    def told(*shares: float, second: Offer) -> list[str]:
        offers = [first, other, second, worse]
        order = [match.legal().index(each.action) for each in offers]
        every = Weighing(tuple(Candidate(number, share) for number, share in zip(order, (*shares, 0.1), strict=True)))
        return [idea.outlook for idea in ideas(match, every, offers, preview, match.spoken)]

    whole = told(0.6, 0.5, 0.4, second=twin)
    assert all(words.endswith("% to win).") and "of these" not in words for words in whole), "each leads elsewhere"
    again = told(0.6, 0.6, 0.6, second=twin)
    assert again[1].endswith(" It is as good as the first of these (60 % to win).")
    assert (again[0], again[2]) == (whole[0], "It is as good as the first of these (60 % to win)."), "another piece does likewise"
    assert told(0.6, 0.5, 0.6, second=moved)[1:] == ["It is as good as the first of these (60 % to win).", whole[1]], (
        "elsewhere is not the same"
    )


def test_what_nobody_can_tell_apart_is_as_good_whatever_its_number() -> None:
    leads = [outlook(after, 0.34, 2) for after in (0.34, 0.35)]
    assert leads[0] != leads[1]
    assert ["(34 % to win)" in leads[0], "(about 34 % to win)" in leads[1]] == [True, True]
    hits, heals = _Told("It hits.", leads[1], "about 34 %"), _Told("It heals.", leads[0], "34 %")
    assert _as_before(heals, [hits]) == "It heals. It is as good as the first of these (about 34 % to win)."


def test_of_what_nothing_is_foreseen_nothing_comes_to_the_same(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine", seed=12)
    until_choice(match, 0)
    told = ideas(
        match, Weighing((Candidate(0, 0.6), Candidate(1, 0.6))), match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken
    )
    assert [idea.outlook for idea in told][1:] == ["It is as good as the first of these (60 % to win)."]


def test_an_idea_is_named_once_though_two_cards_are_called_alike(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="starcrossed")
    until_choice(match)
    legal, offers = match.legal(), {offer.action: offer for offer in match.offers() if offer.refusal is None}
    one, twin, copy = (
        replace(offers[action], words=words) for action, words in zip(legal, ("Set it left", "Set it right", "Set it right"), strict=False)
    )
    twin = replace(twin, verb=one.verb, source=one.source, target="zone/elsewhere")
    copy = replace(copy, verb=f"{one.verb} another", source="piece/9999")
    others = [replace(offers[action], words=f"Do {number}") for number, action in enumerate(legal[3:5])]
    every = Weighing(tuple(Candidate(number, share) for number, share in enumerate((0.5, 0.5, 0.49, 0.1, 0.1))))
    told = ideas(match, every, [one, twin, copy, *others], lambda _: Preview(), match.spoken)
    assert [idea.words for idea in told] == ["Set it left", "Set it right", "Do 0"]


def test_what_wins_for_certain_is_not_called_no_better_than_stopping() -> None:
    assert outlook(1.0, 1.0, 2) == outlook(1.0, None, 2)
    assert "100 % to win" in outlook(1.0, 0.2, 2)
    assert "99 % with it" in outlook(0.996, 0.2, 2), "only what is certain has 100"


def test_what_is_printed_on_a_card_is_read_in_the_first_hint_that_lays_it_only(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross")

    def deploying() -> list[Offer]:
        return [each for each in match.offers() if each.refusal is None and each.verb == "Deploy"][:2]

    until_choice(match, 0)
    while len(deploying()) < 2:
        until_choice(match, match.count + 1)
    first, second = deploying()
    numbers = [match.legal().index(each.action) for each in (first, second)]
    assert first.source == second.source
    every = Weighing(tuple(Candidate(number, share) for number, share in zip(numbers, (0.6, 0.5), strict=True)))
    told = ideas(match, every, [first, second], lambda _: Preview(), match.spoken)
    leads = outlook(0.5, None, 2)
    assert [told[0].outlook.removesuffix(outlook(0.6, None, 2)) != "", told[1].outlook] == [True, leads]
    stew = "becomes *Rooted* until the start of your next turn."
    brews = [
        replace(each, verb="Brew", target=None, source=f"piece/{number}", words=f"Hedda on {name}: Sticky brew (Major): A foe {stew}")
        for number, (each, name) in enumerate(((first, "the Bot"), (second, "the Guard")), 900)
    ]
    told = ideas(match, every, brews, lambda _: Preview(), match.spoken)
    assert [(idea.words, idea.outlook) for idea in told] == [
        ("Hedda on the Bot: Sticky brew (Major)", f"A foe {stew} {outlook(0.6, None, 2)}"),
        ("Hedda on the Guard: Sticky brew (Major)", leads),
    ]


def test_a_card_that_comes_to_no_more_than_stopping_comes_after_stopping(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross")

    def ways() -> dict[str, Offer]:
        offers = [each for each in match.offers() if each.refusal is None]
        return {each.verb: each for each in reversed(offers) if each.verb in {"Deploy", "Move"} or each.stops}

    until_choice(match, 0)
    while len(ways()) < 3:
        until_choice(match, match.count + 1)
    deploy, move, stop = ways()["Deploy"], ways()["Move"], next(each for each in ways().values() if each.stops)

    def first(*shares: tuple[Offer, float], looks: int = 48, gains: float = 0.02) -> Offer:
        legal, looked = match.legal(), sorted(shares, key=lambda each: -each[1])
        every = Weighing(tuple(Candidate(legal.index(each.action), share, looks, gains) for each, share in looked))
        return ideas(match, every, match.offers(), lambda _: Preview(), match.spoken)[0].offer

    assert first((deploy, 0.5), (stop, 0.498)) == stop
    assert first((deploy, 0.5), (move, 0.499), (stop, 0.498)) == move, "what keeps the card and goes on"
    assert first((deploy, 0.5), (move, 0.4), (stop, 0.498)) == stop
    assert first((deploy, 0.5), (move, 0.48), (stop, 0.48)) == deploy, "a little better is better"
    assert first((deploy, 0.5), (stop, 0.498), looks=8) == deploy, (
        "few worlds tell it no better than a glance, for which it is given for something"
    )
    assert first((deploy, 0.5), (stop, 0.51), looks=8) == deploy
    assert first((deploy, 0.5), (stop, 0.498), looks=8, gains=0.001) == stop


def test_stopping_is_what_it_comes_to_to_stop_and_not_what_a_piece_closes_as_it_acts(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross", seed=3)

    def closing() -> list[Offer]:
        return [each for each in match.offers() if each.refusal is None and each.source and each.closes]

    until_choice(match)
    while not closing():
        until_choice(match, match.count + 1)
    act, stop = closing()[0], next(each for each in match.offers() if each.onward)
    assert (act.stops, stop.stops) == (False, True)
    legal = match.legal()
    every = Weighing((Candidate(legal.index(act.action), 0.6, 48), Candidate(legal.index(stop.action), 0.2, 48)))
    told = ideas(match, every, match.offers(), lambda _: Preview(), match.spoken)
    assert "(20 % to win if you stopped, 60 % with it" in told[0].outlook
    match.submit(act.action)
    assert not match.stopped(match.count), "it is a deed that may be asked about"


def test_what_gives_up_a_card_in_play_for_nothing_comes_after_stopping(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross")
    until_choice(match, 0)
    while not any(each.onward for each in match.offers()):
        until_choice(match, match.count + 1)
    offers = [each for each in match.offers() if each.refusal is None]
    stop = next(each for each in offers if each.onward)
    use = replace(next(each for each in offers if not each.stops), verb="Uncork", words="Uncork", source="piece/900", target=None)

    def first(share: float, *, preview: Preview, looks: int = 48, gains: float = 0.0) -> Offer:
        ranked = Candidate(match.legal().index(use.action), share, looks, gains), Candidate(match.legal().index(stop.action), 0.5, looks)
        every = Weighing(tuple(sorted(ranked, key=lambda each: -each.prospects)))
        return ideas(match, every, [use, stop], lambda offer: preview if offer is use else Preview(), match.spoken)[0].offer

    assert first(0.5, preview=Preview(spends=True)) == stop
    assert first(0.5, preview=Preview()) == use
    assert first(0.52, preview=Preview(spends=True)) == stop, "it is told as no better"
    assert first(0.52, preview=Preview(spends=True), looks=8, gains=0.01) == stop, "a glance is too little to pay for"
    assert first(0.49, preview=Preview(), looks=8, gains=0.01) == use
    assert first(0.54, preview=Preview(spends=True)) == use, "better is better"
    use = replace(use, warning="It would change nothing.")
    assert first(0.51, preview=Preview()) == stop


def test_nothing_worse_than_stopping_is_shown_instead_of_it(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="overcross")
    until_choice(match, 0)
    while not any(each.onward for each in match.offers()):
        until_choice(match, match.count + 1)
    offers = {each.action: each for each in match.offers() if each.refusal is None}
    stop = next(each for each in offers.values() if each.onward)
    others = [
        replace(offers[action], verb=f"Do {number}", words=f"Do {number}", source=f"piece/{900 + number}", target=None, closes="")
        for number, action in enumerate(action for action in match.legal() if action != stop.action)
    ][:3]

    def shown(last: float) -> list[Offer]:
        legal, shares = match.legal(), (0.5, 0.49, last, 0.45)
        every = Weighing(
            tuple(Candidate(legal.index(each.action), share, looks=1) for each, share in zip((*others, stop), shares, strict=True))
        )
        return [idea.offer for idea in ideas(match, every, [*others, stop], lambda _: Preview(), match.spoken)]

    assert shown(0.44) == others
    assert shown(0.4) == [*others[:2], stop]


def test_a_hint_to_activate_a_skill_says_what_it_does(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="starcrossed", seed=11)

    def skills() -> list[Offer]:
        return [each for each in match.offers() if each.refusal is None and each.verb == "Activate"]

    rival = player("normal", match.rules)
    while match.deciding != 0 or not skills():
        assert match.deciding is not None
        match.submit(rival.choose(match.observation(match.deciding), match.legal(), Budget(), Chance(match.count)))
    every = Weighing((Candidate(match.legal().index(skills()[0].action), 0.5),))
    (told,) = ideas(match, every, skills()[:1], counsel.Counsel(match, match.spoken)._preview, match.spoken)
    text = " ".join(match.rules.face(match.scene(0).pieces[piece_of(told.offer.source or "")].face).text)
    assert text
    assert told.outlook.startswith(unmarked(text))


@pytest.mark.parametrize(
    ("verb", "words", "said", "does"),
    [
        ("Attack phase", "Do no more in this main phase.", "Attack phase: do no more in this main phase", ""),
        ("Hold back", "Do not attack in this lane.", "Hold back: do not attack in this lane", ""),
        ("End possession", "Ends the possession: 1 card would take no move", "Ends the possession: 1 card would take no move", ""),
        ("Pass", "Pass: do nothing now.", "Pass", "Do nothing now. "),
        ("End turn", "End your turn", "End your turn", ""),
    ],
)
def test_a_hint_calls_a_button_what_it_is_called(tmp_path: Path, verb: str, words: str, said: str, does: str) -> None:
    match = table(tmp_path, "human", "normal")
    until_choice(match)
    offer = replace(next(each for each in match.offers() if each.refusal is None), verb=verb, words=words, source=None, target=None)
    every = Weighing((Candidate(match.legal().index(offer.action), 0.5),))
    (told,) = ideas(match, every, [offer], lambda _: Preview(), match.spoken)
    assert (told.words, told.outlook) == (said, does + outlook(0.5, None, 2))


def test_a_card_that_a_button_is_called_by_has_its_name_in_a_hint(tmp_path: Path) -> None:
    """`[magma-vanguard]: choose Magma Vanguard` was said of the answer to a question."""
    match = table(tmp_path, "human", "normal", game="shine", seed=12)
    until_choice(match, 0)
    offer = next(each for each in match.offers() if each.refusal is None)
    every = Weighing((Candidate(match.legal().index(offer.action), 0.5),))
    card = f"[{next(iter(match.rules.arena.setup.decks[0].cards))}]"
    asked = replace(offer, verb=card, words=f"Choose {card}.", source=None, target=None)
    (told,) = ideas(match, every, [asked], lambda _: Preview(), match.spoken)
    assert told.words == f"Choose {match.spoken(card)}"
    assert "[" not in told.words


@pytest.mark.parametrize(
    ("verb", "words", "told"),
    [
        ("I start", "Start yourself.", "Start yourself"),
        ("The other starts", "Let the other player start.", "Let the other player start"),
        ("Done", "Take no more actions.", "Done: take no more actions"),
    ],
)
def test_what_a_button_is_called_is_not_said_again(tmp_path: Path, verb: str, words: str, told: str) -> None:
    """A hint said `I start: start yourself`."""
    match = table(tmp_path, "human", "normal", game="shine", seed=12)
    until_choice(match, 0)
    offer = next(each for each in match.offers() if each.refusal is None)
    every = Weighing((Candidate(match.legal().index(offer.action), 0.5),))
    asked = replace(offer, verb=verb, words=words, source=None, target=None)
    (idea,) = ideas(match, every, [asked], lambda _: Preview(), match.spoken)
    assert idea.words == told


def test_what_an_action_costs_is_said_once(tmp_path: Path) -> None:
    """The title said `(1 energy)` and what it brings `Costs 1 energy.`"""
    match = table(tmp_path, "human", "normal", game="starcrossed")
    until_choice(match, 8)
    rules, seen = match.rules, match.observation(0)
    paid = [offer for offer in match.offers() if offer.refusal is None and rules.preview(seen, offer.action).words.startswith("Costs ")]
    assert paid
    for offer in paid:
        foreseen = rules.preview(seen, offer.action)
        every = Weighing((Candidate(match.legal().index(offer.action), 0.5),))
        (idea,) = ideas(match, every, [offer], lambda _, foreseen=foreseen: foreseen, match.spoken)
        assert " energy)" in idea.words
        assert "Costs" not in idea.outlook
        assert idea.outlook.startswith(foreseen.words.partition(". ")[2][:20])
