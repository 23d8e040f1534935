"""Hints are told for what they bring themselves, and not for what is done next, which would come just the same without them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_text_counsel import asked, short  # noqa: F401  (the fixture)
from test_text_play import table

from game.ai.greedy import GreedyPlayer
from game.ai.player import Budget, Candidate, Weighing
from game.ai.randomly import RandomPlayer
from game.cli import counsel
from game.kernel.chance import Chance
from game.kernel.offers import Offer, Preview
from game.match.counsel import SHOWN, Idea, ideas
from game.match.match import Match
from game.rules.overcross.actions import Attack

TO_THE_CORNER = ["1", "1", "96", "52", "1", "1", "1", "87", "65", "26", "2", "92", "60", "26", "2", "83"]
"""What a stranger did until Spilled Ale could be laid in their own corner,"""

BESIDE_IT = ["4", "28", "1", "15"]
"""and until their Leader stood beside it."""


def told(match: Match, *candidates: Candidate, preview=lambda _: Preview()) -> list[Idea]:
    ranked = sorted(candidates, key=lambda each: -each.prospects)
    return list(ideas(match, Weighing(tuple(ranked)), match.offers(), preview, match.spoken))


def test_nobody_is_told_to_lay_terrain_in_their_own_corner_or_to_attack_it_there(tmp_path: Path) -> None:
    laying = asked(table(tmp_path, "human", "novice", game="overcross"), *TO_THE_CORNER, "hint")
    assert not [line for line in laying if "Lay Spilled Ale" in line and "% to win" in line]
    hints = [
        line
        for line in asked(table(tmp_path / "b", "human", "novice", game="overcross"), *TO_THE_CORNER, *BESIDE_IT, "hint")
        if "% to win" in line
    ]
    assert len(hints) == SHOWN
    assert not [line for line in hints if "attacks Spilled Ale" in line]
    assert "attacks Admiral Quill" in hints[0] + hints[1]


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_no_hint_attacks_own_terrain_beside_one_that_gains_more_by_itself(tmp_path: Path, seed: int) -> None:
    """Whatever is done first, what comes next is done all the same: all have the same prospects then."""
    match, rival, found = table(tmp_path, "human", "random", game="overcross", seed=seed), RandomPlayer(), 0
    preview = counsel.Counsel(match, match.spoken)._preview
    glance = GreedyPlayer(match.rules)
    while match.deciding is not None and found < 3:
        seat, legal, seen = match.deciding, match.legal(), match.observation(match.deciding)
        on_own = [
            each
            for each in legal
            if seat == 0 and isinstance(each, Attack) and each.target in seen.terrain and seen.terrain[each.target].seat == 0
        ]
        if on_own:
            now = match.rules.judge()(match.rules.sample(seen, Chance(seed)))[0]
            gains = {action: worth - now for action, worth in zip(legal, glance.judge(seen, legal, Chance(seed)), strict=True)}
            order = sorted(range(len(legal)), key=lambda number: (legal[number] not in on_own, -gains[legal[number]]))
            ends = {each.action for each in match.offers() if each.stops}
            every = Weighing(tuple(Candidate(number, 0.45 if legal[number] in ends else 0.5, 8, gains[legal[number]]) for number in order))
            hints = [each.offer.action for each in ideas(match, every, match.offers(), preview, match.spoken)]
            better = [gains[each] for each in hints if each not in on_own and each not in ends and gains[each] > 0]
            assert not better or not set(on_own) & set(hints), hints
            found += bool(better)
        match.submit(rival.choose(seen, legal, Budget(), Chance(match.count * 31 + seed)))
    assert found


def ways(match: Match) -> tuple[list[int], int]:
    """Return the numbers of three actions that close nothing and of one that stops."""
    legal, offers = match.legal(), [each for each in match.offers() if each.refusal is None]
    doing: dict[str, Offer] = {}
    for each in offers:
        if not each.stops and not each.closes and not each.warning:
            doing.setdefault(each.source or "", each)
    return [legal.index(each.action) for each in doing.values()][:3], next(legal.index(each.action) for each in offers if each.stops)


def test_what_comes_to_nothing_comes_after_what_is_as_good_and_is_not_told_beside_what_gains(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="overcross")
    while match.deciding != 0 or not any(each.stops for each in match.offers()) or len(ways(match)[0]) < 3:
        match.submit(match.legal()[0])
    (idle, other, third), ends = ways(match)
    legal = match.legal()

    def hints(*shares: float, gains: float = 0.0, looks: int = 48) -> list[int]:
        numbers = (idle, other, third, ends)
        every = [Candidate(number, share, looks, gains if number == other else 0.0) for number, share in zip(numbers, shares, strict=True)]
        found = told(match, *every, preview=lambda offer: Preview(idle=offer.action == legal[idle]))
        return [legal.index(each.offer.action) for each in found]

    assert hints(0.6, 0.58, 0.58, 0.5) == [other, third, idle]
    assert hints(0.6, 0.52, 0.52, 0.5)[0] == idle, "what is clearly better is told first"
    assert hints(0.6, 0.52, 0.3, 0.595) == [ends, idle, other], "stopping is as good"
    assert idle not in hints(0.6, 0.58, 0.58, 0.5, gains=0.001)
    assert idle in hints(0.6, 0.55, 0.55, 0.5, gains=0.001)
    assert idle not in hints(0.6, 0.55, 0.55, 0.5, gains=0.001, looks=8), "luck may tell so much apart"


def test_what_gains_something_by_itself_comes_before_what_gains_nothing_and_is_no_better(tmp_path: Path) -> None:
    match = table(tmp_path, "human", "random", game="overcross")
    while match.deciding != 0 or not any(each.stops for each in match.offers()) or len(ways(match)[0]) < 3:
        match.submit(match.legal()[0])
    (bare, other, third), ends = ways(match)

    def first(share: float, gains: float, of_bare: float = 0.0) -> int:
        every = Candidate(bare, 0.6, 48, of_bare), Candidate(other, share, 48, gains), Candidate(third, 0.3, 48), Candidate(ends, 0.5, 48)
        return match.legal().index(told(match, *every)[0].offer.action)

    assert first(0.58, 0.01) == other
    assert first(0.57, 0.01) == bare, "told as worse"
    assert first(0.58, 0.001) == bare, "no more than nothing"
    assert first(0.58, 0.01, of_bare=0.001) == bare, "both gain something"
    assert first(0.58, -0.001, of_bare=-0.01) == bare, "neither gains anything"
