"""How the table tells what happened, in the log and beside the cards."""

from __future__ import annotations

from typing import assert_never

from game.cards.events import (
    Answered,
    Changed,
    Dealt,
    Drew,
    Ended,
    Looked,
    PhaseBegan,
    Revealed,
    Sent,
    Shuffled,
    Stopped,
    TurnBegan,
    TurnEnded,
)
from game.cards.telling import change_words, told, zone_of_seat
from game.kernel.cues import Deed, Telling
from game.kernel.ids import seat_place
from game.kernel.words import capitalised, counted, unmarked
from game.rules.shine import events as happened
from game.rules.shine.cards import WORDS
from game.rules.shine.events import Event
from game.rules.shine.observe import Observation
from game.rules.shine.offers import space_cell, space_words
from game.rules.shine.prompts import LEFT
from game.rules.shine.state import SPACES, seat_of

_SHINE = {
    "paid": "pays {n} Shine.",
    "placed": "places {n} Shine.",
    "placed exhausted": "places {n} Shine, exhausted.",
    "returned": "shuffles {n} Shine back into the Shine deck.",
}


def tell(event: Event, observation: Observation) -> Telling | None:
    """Return the words, the sound and the way of a redacted event, told to a seat that knows so much."""
    match event:
        case happened.Laid(stars):
            return Telling(f"The Stars rise: {{0}}'s [{stars[0]}] and {{1}}'s [{stars[1]}].", "play")
        case happened.Chose(seat, sign):
            return Telling(f"{{{seat}}} chooses {sign or 'in secret'}.", "answer")
        case happened.SignsShown(signs, winner):
            result = "a tie, once more" if winner < 0 else f"{{{winner}}} chooses who starts"
            return Telling(f"{{0}} shows {signs[0]}, {{1}} shows {signs[1]}: {result}.", "flip")
        case happened.Started(seat):
            return Telling(f"{{{seat}}} starts.", "turn", at=seat_place(seat))
        case happened.LifeLaid(seat, count):
            return Telling(
                f"{{{seat}}} lays {counted(count, 'Life card')}.",
                "draw",
                origin=zone_of_seat("deck", seat),
                goal=zone_of_seat("life", seat),
            )
        case TurnBegan(seat, turn):
            return Telling(f"Turn {turn}: {{{seat}}} refreshes.", "turn", at=seat_place(seat))
        case PhaseBegan():
            return None  # the seat shows its phase; most have nothing in them
        case happened.Shone(seat, amount, how, card):
            return _shone(seat, amount, how, _whose(observation, seat, card) if card else "")
        case happened.Played(seat, card, space, aim):
            where = f" on {space_words(space)}" if space >= 0 else f" on [{aim}]" if aim else ""
            return Telling(f"{{{seat}}} plays [{card}]{where}.", "play", origin=zone_of_seat("hand", seat))
        case happened.Used(seat, card, aim):
            on = f" on [{aim}]" if aim else ""
            return Telling(f"{{{seat}}} activates [{card}]{on}.", "play")
        case happened.SetOff(seat, card, when):
            words = unmarked(WORDS.triggers[when])
            return Telling(f"{capitalised(words)}: {_whose(observation, seat, card)}.", "flip", detail=True)
        case happened.Resolved(triggered=True):
            return None
        case happened.Resolved(_, card, idle):
            if idle:
                return Telling(f"[{card}] does nothing: what it was meant for is no fitting target any more.", "flip", detail=True)
            return Telling(f"[{card}] resolves.", "flip", detail=True, resumes=True)
        case happened.Cancelled(_, card):
            return Telling(f"[{card}] is cancelled.", "miss", detail=True)
        case happened.Moved(seat, card, _, space):
            words = f"{_whose(observation, seat, card)} moves to {space_words(space)}."
            return Telling(words, "move", at=space_cell(space))
        case happened.Turned(seat, card, space, exhausted, why):
            if why in {"attack", "support", "guard"}:
                return None  # what it was exhausted for is told
            words = f"{_whose(observation, seat, card)} becomes {'exhausted' if exhausted else 'active'}."
            return Telling(words, "flip", at=space_cell(space), detail=True)
        case happened.Attacked(seat, card, target, space):
            attacked = _space_of(observation, observation.fight.target) if observation.fight is not None else -1
            words = f"{{{seat}}} attacks {_which(observation, target, attacked)} with {_which(observation, card, space)}."
            return Telling(words, "attack", at=space_cell(space), deed=Deed("Most attacks", f"{{{seat}}}'s [{card}]"))
        case happened.Guarded(_, card, space):
            return Telling(f"The attack turns to {_which(observation, card, space)}.", "answer", at=space_cell(space))
        case Answered(seat, how):
            if how in LEFT:
                return Telling(f"{{{seat}}}'s {LEFT[how]} goes on.", "answer")
            return Telling(f"{{{seat}}} keeps the hand.", "pass") if how == "keep" else None  # a pass is told by what follows
        case happened.Compared(seat, card, strength, target, against, duel):
            one, other = _whose(observation, seat, card), _whose(observation, 1 - seat, target)
            result = f"{one} wins" if strength > against else f"{other} wins" if duel and strength < against else "nothing happens"
            words = f"{'Duel' if duel else 'Battle'}: {one} {strength} against {other} {against}: {result}."
            return Telling(words, "hit" if strength > against else "miss", detail=True)
        case happened.FightOver(_, early):
            return Telling("The attack ends without damage.", "end", detail=True) if early else None
        case happened.Destroyed(seat, card):
            words = f"{_whose(observation, seat, card)} is destroyed."
            return Telling(words, "fall", goal=zone_of_seat("graveyard", seat), detail=True, deed=Deed("Destroyed"))
        case happened.LifeLost(seat, taken, left, by, behind):
            what = f" and takes [{taken}] to hand" if taken else ""
            words = f"{{{seat}}} loses a Life{what}: {left} left."
            deed = Deed("Most Life taken", f"{{{behind}}}'s [{by}]") if behind != seat else None
            return Telling(words, "hit", origin=zone_of_seat("life", seat), goal=zone_of_seat("hand", seat), deed=deed)
        case Changed(card, space, stat, stage, value, until):
            stand = observation.field[space]
            whose = _whose(observation, seat_of(space), observation.faces[stand.id]) if stand else space_words(space)
            words = f"{whose}: {change_words(WORDS, stat, stage, value)} {WORDS.durations[until]}"
            source = "" if whose.endswith(f"[{card}]") else f", from [{card}]"
            return Telling(f"{words}{source}.", "flip", at=space_cell(space), detail=True)
        case TurnEnded():
            return Telling("The turn ends.", "end", detail=True)
        case Dealt() | Drew() | Sent() | Looked() | Revealed() | Shuffled() | Stopped() | Ended():
            return told(event)
    assert_never(event)


def _shone(seat: int, amount: int, how: str, who: str) -> Telling:
    if who:
        words = f"{amount} Shine is {'attached to' if how == 'attached' else 'taken off'} {who}."
    else:
        words = f"{{{seat}}} {_SHINE[how].format(n=amount)}"
    return Telling(words, "score", origin=zone_of_seat("shinedeck", seat) if how.startswith("placed") else None, detail=True)


def _whose(observation: Observation, seat: int, card: str) -> str:
    """Return a card of a seat on the field, and whose it is where the other side has the same."""
    theirs = observation.field[(1 - seat) * SPACES : (2 - seat) * SPACES]
    twin = any(stand is not None and observation.faces.get(stand.id) == card for stand in theirs)
    return f"{{{seat}}}'s [{card}]" if twin else f"[{card}]"


def _space_of(observation: Observation, piece: int) -> int:
    return next((space for space, stand in enumerate(observation.field) if stand is not None and stand.id == piece), -1)


def _which(observation: Observation, card: str, space: int) -> str:
    """Return a card on the field, and on which space where its side has another of the same."""
    if space < 0:
        return f"[{card}]"
    first = seat_of(space) * SPACES
    same = sum(stand is not None and observation.faces.get(stand.id) == card for stand in observation.field[first : first + SPACES])
    return f"[{card}] ({space_words(space)})" if same > 1 else f"[{card}]"
