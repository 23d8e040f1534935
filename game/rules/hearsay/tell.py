"""How the table tells what happened, in the log and beside the dice."""

from __future__ import annotations

from typing import assert_never

from game.kernel.cues import Roll, Telling
from game.kernel.ids import own_zone, piece_place, seat_place, zone_place
from game.kernel.words import counted
from game.rules.hearsay.events import Began, Claimed, Event, GaveUp, Lifted, Rolled
from game.rules.hearsay.offers import MARKER
from game.rules.hearsay.state import die_id


def tell(event: Event) -> Telling | None:
    """Return the words, the sound and the dice of an event, as it was redacted for whoever hears it."""
    match event:
        case Rolled(seat, faces) if all(faces):
            rolls = tuple(Roll(seat, face, piece=die_id(seat, slot)) for slot, face in enumerate(faces))
            return Telling(f"{{{seat}}} rolls {', '.join(map(str, faces))}: {sum(faces)} in all.", "roll", rolls)
        case Rolled(seat, faces):
            words = f"{{{seat}}} rolls {counted(len(faces), 'die', 'dice')} under the cup."
            return Telling(words, "shake", at=zone_place(own_zone("cup", seat)))
        case Began(seat):
            return Telling(f"{{{seat}}} has the first word.", "turn", at=seat_place(seat))
        case Claimed(seat, claim):
            return Telling(f"{{{seat}}} claims {claim}.", "speak", at=piece_place(MARKER))
        case Lifted(seat, claim, total, loser):
            right = "They do" if seat == loser else "They do not"
            return Telling(f"{{{seat}}} doubts that the dice show {claim}. {right}: {total} in all.", "flip", at=seat_place(loser))
        case GaveUp(seat, left):
            words = f"{{{seat}}} gives up a die and has {left} left." if left else f"{{{seat}}} gives up the last die, and the match ends."
            return Telling(words, "fall" if left else "end", goal=seat_place(seat), at=seat_place(seat))
    assert_never(event)
