"""How the table tells what happened, in the log and beside the dice."""

from __future__ import annotations

from typing import assert_never

from game.kernel.cues import Deed, Roll, Telling
from game.kernel.ids import own_zone, piece_place, seat_place, zone_place
from game.kernel.words import counted
from game.rules.verona.events import (
    Accepted,
    Answered,
    Declined,
    Dropped,
    DuelDecided,
    DuelRolled,
    Ended,
    Event,
    Faced,
    Left,
    Married,
    Passed,
    PoolRolled,
    Recruited,
    Scored,
    TieBroken,
    TurnBegan,
)
from game.rules.verona.state import owner

_MANY = {
    "discovering a tryst": "trysts",
    "the recruit": "recruits",
    "the marriage": "marriages",
    "marrying up": "marrying up",
    "a drawn duel": "drawn duels",
    "winning the duel": "duels won",
    "losing the duel": "duels lost",
    "dice still in play": "dice still in play",
}
"""What points were scored for, as it is said of all of that kind in a match."""


def tell(event: Event) -> Telling | None:
    """Return the words, the sound and the dice of an event."""
    match event:
        case PoolRolled(seat, faces):
            rolls = tuple(Roll(seat, face, piece=seat * 5 + slot) for slot, face in enumerate(faces))
            return Telling(f"{{{seat}}} rolls {', '.join(map(str, faces))}: {sum(faces)} in all.", "roll", rolls)
        case TieBroken(seat, face):
            return Telling(f"Tied for lowest: {{{seat}}} rolls a {face}.", "roll", (Roll(seat, face, "lowest goes first"),), detail=True)
        case TurnBegan(seat):
            return Telling(f"{{{seat}}}'s turn.", "turn", at=seat_place(seat))
        case Faced(seat, why, die, face, to, other):
            return Telling(_start(seat, why, face, owner(to), other), "propose" if why == "marriage" else "attack", at=piece_place(die))
        case Accepted(seat, why, forced):
            what = "marriage" if why == "marriage" else "duel"
            words = f"{{{seat}}} has no die to answer with and must accept the {what}." if forced else f"{{{seat}}} accepts the {what}."
            return Telling(words, "accept", detail=True)
        case Answered(seat, how, die, face):
            answers = {
                "challenge": f"{{{seat}}}'s {face} challenges to a duel.",
                "seduce": f"{{{seat}}}'s {face} seduces it into a marriage.",
                "marry": f"{{{seat}}} lets them marry.",
                "duel": f"{{{seat}}} demands a duel.",
            }
            return Telling(answers[how], "answer", at=piece_place(die), detail=True)
        case Married(one, face, other, other_face):
            return Telling(f"{{{owner(one)}}}'s {face} and {{{owner(other)}}}'s {other_face} marry.", "marry", detail=True)
        case Scored(seat, points, why, _):
            deed = Deed("Earned most", f"{{{seat}}} by {_MANY[why]}", points)
            return Telling(f"{{{seat}}} scores {points} for {why}.", "score", at=seat_place(seat), detail=True, deed=deed)
        case DuelRolled(one, face, roll, other, other_face, other_roll):
            total, other_total = face + roll, other_face + other_roll
            return Telling(
                f"Duel: {face} + {roll} = {total} against {other_face} + {other_roll} = {other_total}.",
                "roll",
                (
                    Roll(owner(one), roll, f"{face} + {roll} = {total}", None if total == other_total else total > other_total),
                    Roll(
                        owner(other),
                        other_roll,
                        f"{other_face} + {other_roll} = {other_total}",
                        None if total == other_total else other_total > total,
                    ),
                ),
                at=zone_place("duel"),
                detail=True,
            )
        case DuelDecided(winner, _):
            words = "The duel is drawn." if winner is None else f"{{{owner(winner)}}} wins the duel."
            return Telling(words, "hit" if winner is not None else "miss", detail=True)
        case Left(die, face, why):
            words = f"{{{owner(die)}}}'s {face} leaves play: {why}."
            return Telling(words, "fall", goal=zone_place("duel"), detail=True, deed=Deed("Dice gone"))
        case Dropped(die, face):
            return Telling(f"{{{owner(die)}}}'s duellist drops to {face}.", "flip", detail=True)
        case Recruited(seat, die, face, rule):
            words = f"{{{seat}}} recruits a {face}." if rule == "VR-13" else f"The marriage brings {{{seat}}} a new die: a {face}."
            return Telling(words, "roll", (Roll(seat, face, piece=die),), origin=zone_place(own_zone("pool", seat)))
        case Declined(seat):
            return Telling(f"{{{seat}}} leaves the new die.", "pass", detail=True)
        case Passed(seat):
            return Telling(f"{{{seat}}} can do nothing and passes.", "pass")
        case Ended(seat, prestige):
            best = max(prestige)
            winners = " and ".join(f"{{{each}}}" for each, points in enumerate(prestige) if points == best)
            return Telling(f"{{{seat}}} has no dice left. With {counted(best, 'point')} of prestige the prince favours {winners}.", "end")
    assert_never(event)


def _start(seat: int, why: str, face: int, foe: int, other: int) -> str:
    match why:
        case "marriage":
            return f"{{{seat}}} proposes a marriage: a {face} to {{{foe}}}'s {other}."
        case "feud":
            return f"{{{seat}}} starts a feud: a {face} with {{{foe}}}'s {other}."
        case _:
            return f"{{{seat}}} discovers a tryst: a {face} and {{{foe}}}'s {other}."
