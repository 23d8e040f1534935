"""Letting windows go by without being asked: where a player wants to be stopped, and where not.

The rules ask in every window (`Rules.windows`), even where a seat can only pass: whether it is asked must not tell what it holds. That
would make a turn a row of empty questions, so whoever sits there says once where the table shall stop. A pass taken this way is
an action like any other: journal, replay and the other seats see no difference. One's own phase is no such window: it ends when its player
says so, with nothing left to do as well, because a button whose meaning changes under the thumb loses matches.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.kernel.offers import Offer

ACT, ALWAYS, MARKED = "act", "always", "marked"

STOPS: tuple[tuple[str, str, str], ...] = (
    (ACT, "Where I can act", "A moment in which you can only pass goes by at once; your own phases end when you say so, and wherever you could do something, you are asked."),
    (ALWAYS, "Always", "Every moment asks you, even where you can only pass: nobody sees from your pace what you hold."),
    (MARKED, "As I marked", "A moment marked *always* asks even where you can only pass, one marked *never* goes by even where you could act; the others ask where you can act."),
)  # fmt: skip
"""The ways to be stopped: a key, its words, and one sentence on what it does."""

MARKS: tuple[tuple[str, str], ...] = (("", "Where I can act"), ("always", "Always"), ("never", "Never"))
"""What a window can be marked with, in the third way."""


def mark_key(game: str, window: str) -> str:
    """Return the name under which a window's mark is kept."""
    return f"{game}/{window}"


def passed(offers: Iterable[Offer], game: str = "", stop: str = ACT, marks: Mapping[str, str] | None = None) -> Offer | None:
    """Return the offer that is taken without asking, None where the one who decides must be asked.

    `stop` is one of `STOPS`; `marks` maps `mark_key` (which needs the `game`) to one of `MARKS`, and both count in the third way only.
    What may be done is never taken away unasked, and no phase of the player's own is ended, but in a window marked with `never`.
    """
    enabled = [offer for offer in offers if offer.refusal is None]
    passing = next((offer for offer in enabled if offer.passing), None)
    if passing is None or stop == ALWAYS:
        return None
    mark = (marks or {}).get(mark_key(game, passing.passing), "") if stop == MARKED else ""
    if mark == "always":
        return None
    return passing if mark == "never" or (len(enabled) == 1 and not passing.onward) else None
