"""What the others did last: the steps of their turn that whoever sits there may want to see once more."""

from __future__ import annotations

from game.kernel.ids import Seat
from game.match.match import Match

MOST = 80
"""How many steps are shown again at most."""


def others_lately(match: Match, seat: Seat) -> range:
    """Return the steps of the others' last turn, own answers in it included; empty where the others have done nothing yet.

    What a seat did since does not count, nor what it did in its own turn before; nor do the others' passes, of which nothing is told.
    """
    end = match.count
    while end > match.first and (match.actor(end) == seat or not _told(match, seat, end)):
        end -= 1
    start = end
    while start > max(match.first, end - MOST) and (match.actor(start) != seat or _others_turn(match, seat, start - 1)):
        start -= 1
    return range(start + 1, end + 1)


def acted(match: Match, seat: Seat) -> bool:
    """Tell whether anybody else has chosen anything lately."""
    return any(match.actor(number) != seat for number in range(match.count, max(match.first, match.count - MOST), -1))


def _told(match: Match, seat: Seat, number: int) -> bool:
    """Tell whether a seat is told anything of a step."""
    return any(telling.words for telling in match.told(seat, number))


def _others_turn(match: Match, seat: Seat, number: int) -> bool:
    """Tell whether it was somebody else's turn after a step, as the table shows it."""
    active = {each.seat for each in match.scene_at(seat, number).seats if each.active}
    return bool(active) and seat not in active
