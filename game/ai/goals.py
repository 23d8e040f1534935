"""Whether the goal of a puzzle is reached: what play, its replay and the proof of a puzzle all ask."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from game.content.positions import Goal, fits
from game.kernel.ids import Seat
from game.kernel.setup import Outcome

OPEN, SOLVED, FAILED = "open", "solved", "failed"


class Way(Struct, frozen=True):
    """How far it is on the way to a goal: the verdict, whether one's turn was over since, and whether what is to be told was told."""

    verdict: str = OPEN
    left: bool = False
    met: bool = False


def gone_on(goal: Goal, way: Way, seat: Seat, told: Sequence[str], outcome: Outcome | None, *, active: bool) -> Way:
    """Return the way after one more action: what it `told`, how the match ended by it if it did, and whether it is one's turn now.

    Whoever has lost the match has reached no goal.
    """
    if way.verdict != OPEN:
        return way
    met = way.met or (bool(goal.told) and any(fits(goal.told, words) for words in told))
    over = outcome is not None or (goal.within == "turn" and not active) or (goal.within == "return" and way.left and active)
    won = outcome is not None and seat in outcome.winners
    lost = outcome is not None and bool(outcome.winners) and not won
    if lost or (goal.never and any(fits(goal.never, words) for words in told)):
        verdict = FAILED
    elif (won and goal.win) or (met and not goal.never):
        verdict = SOLVED
    elif over:
        verdict = SOLVED if goal.hold or (goal.never and met == bool(goal.told)) else FAILED
    else:
        verdict = OPEN
    return replace(way, verdict=verdict, left=way.left or not active, met=met)
