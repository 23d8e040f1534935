"""Where a player is stopped: what goes by unasked, what never does."""

from __future__ import annotations

import pytest

from game.kernel.chance import Chance
from game.kernel.offers import Offer, Refusal
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.passing import ACT, ALWAYS, MARKED, MARKS, STOPS, mark_key, passed
from game.match.seats import SeatPlan
from game.rules import IDS, open_box

PASS = Offer("pass", "Pass", "Pass.", main=True, passing="answer")
ACTS = Offer("act", "Act", "Act.")
REFUSED = Offer("never", "Act", "Act.", refusal=Refusal("no", "XX-1", "Not now."))
PLAIN = Offer("go", "Go", "Go on.", main=True)
OWN = (Offer("done", "Done", "End the phase.", main=True, passing="answer", onward="end"), REFUSED)
LONE, RICH, PLAIN_ONLY = (PASS, REFUSED), (ACTS, PASS, REFUSED), (PLAIN, REFUSED)


@pytest.mark.parametrize(
    ("offers", "stop", "mark", "goes_by"),
    [
        (LONE, ACT, "", True),
        (RICH, ACT, "", False),
        (PLAIN_ONLY, ACT, "", False),
        (LONE, ALWAYS, "", False),
        (RICH, ALWAYS, "never", False),
        (LONE, MARKED, "", True),
        (RICH, MARKED, "", False),
        (LONE, MARKED, "always", False),
        (LONE, MARKED, "never", True),
        (RICH, MARKED, "never", True),
        (PLAIN_ONLY, MARKED, "never", False),
        (LONE, ACT, "always", True),
        (RICH, ACT, "never", False),
        (OWN, ACT, "", False),
        (OWN, MARKED, "", False),
        (OWN, MARKED, "never", True),
    ],
)
def test_a_window_goes_by_where_the_player_said_so_and_nowhere_else(offers, stop, mark, goes_by):
    marks = {mark_key("sample", "answer"): mark, mark_key("other", "answer"): "never" if mark == "always" else "always"}
    assert passed(offers, "sample", stop, marks) == (next(each for each in offers if each.passing) if goes_by else None)


def test_every_way_and_mark_has_words():
    assert [key for key, _, _ in STOPS] == [ACT, ALWAYS, MARKED]
    assert all(words and sentence.endswith(".") for _, words, sentence in STOPS)
    assert len(dict(MARKS)) == 3


@pytest.mark.parametrize("game", [game for game in IDS if game in {"starcrossed", "shine"}])
def test_in_real_matches_a_possibility_is_never_passed_unasked(game):
    seen = {"passed": 0, "asked": 0}
    for seed in range(3):
        match = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"), SeatPlan("human")))
        chance = Chance(seed)
        while match.deciding is not None and match.count < 150:
            offer = passed(match.offers(), game)
            if offer is None:
                seen["asked"] += any(each.passing and each.refusal is None for each in match.offers())
            else:
                assert match.legal() == (offer.action,)
                assert offer.passing in match.rules.windows
                assert not offer.onward, "a phase of one's own ended by itself"
                seen["passed"] += 1
            match.submit(chance.pick(match.legal()))
    assert seen["passed"] > 3
    assert seen["asked"] > 10


@pytest.mark.parametrize("game", IDS)
def test_windows_are_named_by_the_rules_alone(game):
    box = open_box(game)
    rules = box.rules(box.complete(Setup(game, min(box.seats), seed=1)))
    assert all(words[:1].isupper() for words in rules.windows.values())
