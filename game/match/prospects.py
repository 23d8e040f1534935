"""Prospects in words: how somebody stands, where an action leads, and how surely something was thought the best."""

from __future__ import annotations

from game.ai.player import Candidate

STANDINGS = (
    (0.05, "lost"),
    (0.2, "far behind"),
    (0.42, "behind"),
    (0.57, "even"),
    (0.8, "ahead"),
    (0.95, "far ahead"),
    (1.1, "as good as won"),
)
"""What prospects up to a number are called between two; among more, even is less."""

SURE = 1e-6
"""Prospects as near to 0 or 1 are certain."""

SAME, CLEAR = 0.01, 0.06
"""Prospects nearer than the first are the same, and from the second on clearly apart."""

APART = 3
"""So many points of a hundred a hint must find between two ways to call one of them better."""

ABOUT = "(about "
"""How chances are told that may be off by a point."""


def standing(prospects: float, seats: int) -> str:
    """Return in words how someone with these prospects stands among so many; what is one number of percent is one word."""
    prospects = round(prospects, 2)
    fair = prospects * (seats - 1) / (prospects * (seats - 1) + 1 - prospects)
    return next(words for most, words in STANDINGS if fair <= most + 1e-9)


def outlook(after: float, stopping: float | None, seats: int) -> str:
    """Return in words where an action leads, and how one who stopped instead would stand, None where nobody can stop.

    Both are judged at the same moment, when all is done that can be done after an action; what no hint can tell apart has one number.
    """
    then = standing(min(max(after, 0.0), 1.0), seats)
    if stopping is None or points(after) == 100:
        return f"You are {then} with it ({percent(after)} to win)."
    before = standing(min(max(stopping, 0.0), 1.0), seats)
    if not worse(after, stopping) and not worse(stopping, after):
        about = "(" if percent(after) == percent(stopping) else ABOUT
        return f"You stay {before}, no better and no worse than stopping {about}{percent(stopping)} to win)."
    chances = f"{percent(after)} with it and what you do next"
    if before != then:
        return f"From {before} you come to be {then} ({percent(stopping)} to win if you stopped, {chances})."
    turn = "worse" if worse(after, stopping) else "better"
    return f"You stay {before}, {turn} than stopping ({percent(stopping)} to win, {chances})."


def percent(share: float) -> str:
    """Return a share as a person reads it; what is judged from few looks may be a little less than nothing, or more than all."""
    return f"{points(share)} %"


def verdict(candidates: tuple[Candidate, ...]) -> str:
    """Return in words how surely the first of some candidates was thought the best."""
    if len(candidates) < 2:
        return "Nothing else came to its mind."
    best, rival = candidates[0].prospects, max(each.prospects for each in candidates[1:])
    lead = best - rival
    if lead <= -SAME or (best < rival and percent(best) != percent(rival)):
        return "Something else came out a little better in the end, too little or too late to be sure of it."
    if lead < SAME:
        if percent(best) != percent(rival):
            return "It thought this hardly better than something else."
        return "Something else looked as good to it, and it took its pick."
    return "It thought this clearly the best." if lead >= CLEAR else "It thought this a little better than anything else."


def worse(prospects: float, other: float) -> bool:
    """Tell whether prospects are told as worse than others."""
    return points(prospects) <= points(other) - APART


def points(prospects: float) -> int:
    """Return prospects in points of a hundred, as they are told; only what is certain in all that was seen has 0 or 100."""
    if SURE < prospects < 1 - SURE:
        return min(max(round(100 * prospects), 1), 99)
    return round(min(max(prospects, 0.0), 1.0)) * 100
