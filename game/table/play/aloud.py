"""What is said aloud of a step: with more than one person at the table only what all of them may hear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.cues import Telling
from game.kernel.ids import Seat

if TYPE_CHECKING:
    from game.match.match import Match


def aloud(match: Match, viewer: Seat, number: int, telling: Telling) -> str:
    """Return the words for what a seat is told of a step; where others are in the room those that a bystander is told, or none."""
    if sum(plan.human for plan in match.plans) < 2:
        return telling.words
    own = match.told(viewer, number)
    everyones = [each.words for each in match.tellings(number)]
    if telling.words in everyones:
        return telling.words
    return everyones[own.index(telling)] if telling in own and len(own) == len(everyones) else ""
