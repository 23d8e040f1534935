"""What a hint is headed by and what stands beneath: the action and its target, what it does now, once, and chances no surer than they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_text_counsel import until_choice
from test_text_play import table

from game.ai.player import Candidate, Weighing
from game.cli import counsel
from game.kernel.chance import Chance
from game.kernel.offers import Preview
from game.kernel.words import unmarked
from game.match.counsel import ideas, printed, shortly
from game.match.prospects import percent


def test_only_what_is_certain_has_a_hundred_percent_or_none() -> None:
    told = {share: percent(share) for share in (0.0, 0.001, 0.4, 0.9999, 1.0)}
    assert told == {0.0: "0 %", 0.001: "1 %", 0.4: "40 %", 0.9999: "99 %", 1.0: "100 %"}


def test_hints_of_several_attackers_of_one_foe_all_name_it(tmp_path: Path) -> None:
    """A second attack on the same foe was headed by nothing but the attacker's name."""
    match = table(tmp_path, "human", "normal", game="cardmaster")
    while True:
        until_choice(match, match.count + 1)
        attacks = [offer for offer in match.offers() if ": A1 on " in match.spoken(offer.words) and offer.refusal is None]
        foe = next((each.target for each in attacks if sum(other.target == each.target for other in attacks) > 1), None)
        if foe is not None:
            break
    same = [offer for offer in attacks if offer.target == foe]
    every = Weighing(tuple(Candidate(match.legal().index(offer.action), 0.5 - place / 10) for place, offer in enumerate(same)))
    found = ideas(match, every, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert len(found) > 1
    assert all(": A1 on " in idea.words for idea in found)


def test_beside_a_sure_win_nothing_is_told_that_was_only_glanced_at(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "normal", game="shine")
    until_choice(match, 10)
    sure = Weighing((Candidate(0, 1.0), *(Candidate(index, 0.99, 0) for index in range(1, len(match.legal())))))
    found = ideas(match, sure, match.offers(), counsel.Counsel(match, match.spoken)._preview, match.spoken)
    assert [idea.offer.action for idea in found] == [match.legal()[0]]


def test_of_what_is_printed_a_hint_says_what_is_done_now_and_says_it_once(tmp_path: Path) -> None:
    def spoken(words: str) -> str:
        return unmarked(match.spoken(words))

    seen = set[str]()
    for seed in range(12):
        match = table(tmp_path, "human", "human", game="shine", seed=seed)
        chance = Chance(seed)
        while match.outcome is None and len(seen) < 2:
            view, legal = counsel.Counsel(match, spoken), match.legal()
            offers = {offer.action: offer for offer in match.offers() if offer.refusal is None}
            for number, action in enumerate(legal):
                offer = offers.get(action)
                if offer is None or view._preview(offer).words:
                    continue
                words = spoken(offer.words)
                does = next((text for text in map(spoken, printed(match, offer)) if text in words), "")
                if not does:
                    continue
                (idea,) = ideas(match, Weighing((Candidate(number, 0.5),)), match.offers(), view._preview, spoken)
                name, _, onto = words.partition(f": {does}")
                assert idea.words == (f"{name}:{onto.rstrip('.')}" if onto else name)
                assert idea.outlook.startswith(f"{shortly(does)} ")
                seen.add("onto" if onto else "alone")
            match.submit(chance.pick(legal))
    assert seen == {"onto", "alone"}


@pytest.mark.parametrize(
    ("game", "verb", "title", "beneath"),
    [
        ("cardmaster", "End possession", "End the possession", "Ends the possession: "),
        ("starcrossed", "Let it through", "Let it through", "The attacker's strength comes off your life. "),
        ("verona", "Leave the die", "Leave the new die", "You "),
    ],
)
def test_a_title_is_an_order_and_says_nothing_twice(game: str, verb: str, title: str, beneath: str, tmp_path: Path) -> None:
    """`Let it through: do not block: …` and `Leave it: leave the new die` headed hints, and `Ends the possession: …` stood under itself."""
    match, chance = table(tmp_path, "human", "human", game=game, seed=4), Chance(1)
    while (found := next((each for each in match.offers() if each.verb == verb and each.refusal is None), None)) is None or not (
        found.closes or game != "cardmaster"
    ):
        match.submit(chance.pick(match.legal()))
    every = Weighing((Candidate(match.legal().index(found.action), 0.5),))
    (told,) = ideas(match, every, [found], lambda _: Preview(), match.spoken)
    assert told.words == title
    assert told.outlook.startswith(beneath)
    assert told.outlook.count(beneath) == 1
