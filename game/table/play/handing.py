"""When the table is handed from one person to another, and what is said to whoever comes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.kernel.ids import Seat

if TYPE_CHECKING:
    from game.match.match import Match


def handed_over(match: Match, viewer: Seat) -> bool:
    """Tell whether this game hands the table over although nothing is hidden, such as a tracker for two people (CM-2)."""
    people = sum(plan.human for plan in match.plans)
    return people > 1 and match.rules.hand_over(match.observation(viewer))


def secret(match: Match, viewer: Seat) -> bool:
    """Tell whether one person here knows what another may not, or the game wants the table handed over."""
    return match.divided or handed_over(match, viewer)


def asks_back(match: Match, viewer: Seat) -> Seat:
    """Return the seat whose decision a take-back would undo: the one who looks where nobody has decided yet."""
    return viewer if match.decided_last is None else match.decided_last


def back_words(match: Match, seat: Seat) -> str:
    """Return what the button says that takes back a seat's decision: whose it is, where several people play."""
    alone = sum(plan.human for plan in match.plans) == 1
    return "Take back" if alone else f"Take back {match.names[seat]}'s decision"
