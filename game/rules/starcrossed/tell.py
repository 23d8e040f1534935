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
from game.cards.telling import change_words, named, told, zone_of_seat
from game.kernel.cues import Deed, Roll, Telling
from game.kernel.ids import piece_place, seat_place
from game.rules.starcrossed import events as happened
from game.rules.starcrossed.cards import WORDS
from game.rules.starcrossed.events import Event
from game.rules.starcrossed.observe import Observation
from game.rules.starcrossed.offers import diva_cell
from game.rules.starcrossed.prompts import lane_words
from game.rules.starcrossed.state import LANES, lane_order


def tell(event: Event, observation: Observation) -> Telling | None:
    """Return the words, the sound and the way of an event, to the seat whose observation is given."""
    viewer = max(observation.seat, 0)
    match event:
        case happened.Rolled(seat, face):
            return Telling(f"{{{seat}}} rolls a {face} for who is Active Player first.", "roll", (Roll(seat, face, "higher goes first"),))
        case happened.HandShown(seat, cards):
            return Telling(f"{{{seat}}} reveals a hand without diva: {named(cards)}.", "flip", goal=zone_of_seat("deck", seat))
        case TurnBegan(seat, turn):
            return Telling(f"Turn {turn}: {{{seat}}} is Active Player.", "turn", at=seat_place(seat))
        case PhaseBegan(phase, seat):
            words = {"action": f"{{{seat}}} acts.", "combat": "The Combat Phase begins.", "end": "The turn ends."}[phase]
            return Telling(words, "turn", detail=True)
        case happened.Energised(seat, amount, why):
            return _energised(seat, amount, why)
        case happened.DivaPlayed(seat, card, crystal, recruit, over, special):
            where = f"on the {lane_words(crystal, viewer)} crystal"
            who = "a recruit face down" if recruit else f"[{card}]"
            known = f" ([{card}])" if recruit and card else ""
            words = f"{{{seat}}} plays {who}{known} {where}{f', over [{over}]' if over else ''}{' as a SPECIAL action' if special else ''}."
            return Telling(words, "play", origin=zone_of_seat("hand", seat), at=diva_cell(crystal), goal=zone_of_seat("deck", seat))
        case happened.Levelled(crystal, level, up):
            return Telling(
                f"The {_crystal(crystal, viewer)} {'rises' if up else 'falls'} to level {level}.",
                "score",
                at=piece_place(crystal),
                detail=True,
            )
        case happened.Attuned(crystal, tribe):
            return Telling(
                f"The {_crystal(crystal, viewer)} is attuned to {WORDS.label(tribe)}.", "flip", at=piece_place(crystal), detail=True
            )
        case happened.SkillPlayed(seat, card, crystal, special):
            where = f" on the {lane_words(crystal, viewer)} crystal" if crystal >= 0 else ""
            words = f"{{{seat}}} plays [{card}]{where}{' as a SPECIAL action' if special else ''}."
            return Telling(words, "play", origin=zone_of_seat("hand", seat), goal=zone_of_seat("void", seat))
        case happened.SkillSet(seat, card, crystal):
            what = f"[{card}]" if card else "a skill"
            return Telling(
                f"{{{seat}}} sets {what} face down on the {lane_words(crystal, viewer)} crystal.", "play", origin=zone_of_seat("hand", seat)
            )
        case happened.Activated(seat, card, crystal):
            return Telling(f"{{{seat}}} activates [{card}].", "flip", at=piece_place(crystal))
        case happened.Used(seat, card, special):
            return Telling(f"{{{seat}}} uses [{card}]{' as the SPECIAL action' if special else ''}.", "play")
        case happened.Attacked(seat, card, crystal):
            who = f"[{card}]" if card else "a recruit"
            words = f"{{{seat}}} attacks in the {lane_words(crystal, viewer)} lane with {who}."
            return Telling(words, "attack", at=piece_place(crystal), deed=Deed("Most attacks", _whose(seat, card)))
        case Answered(seat, how):
            return _answered(seat, how, observation)
        case happened.Showdown(_, crystal, strength, other):
            words = f"Showdown: {strength} against {other}." if other >= 0 else f"Showdown: strength {strength}, and nobody in the way."
            return Telling(words, "hit", at=piece_place(crystal), detail=True)
        case happened.LifeChanged(seat, amount, why, by):
            verb = "loses" if amount < 0 else "gains"
            cause = {"attack": "to the attack", "overkill": "to Overkill"}.get(why, f"to [{why}]" if amount < 0 else f"from [{why}]")
            kind = "hit" if amount < 0 else "score"
            deed = _taken(by, why, -amount, observation) if amount < 0 and by != seat else None
            return Telling(f"{{{seat}}} {verb} {abs(amount)} life {cause}.", kind, at=seat_place(seat), detail=True, deed=deed)
        case happened.Vanquished(seat, card, _, recruit):
            who = _named(observation, seat, card) if card and not recruit else f"{{{seat}}}'s recruit"
            words = f"{who} is vanquished{' and goes under the deck' if recruit else ''}."
            return Telling(words, "fall", goal=zone_of_seat("deck" if recruit else "void", seat), detail=True, deed=Deed("Vanquished"))
        case happened.Moved(seat, card, origin, crystal, how):
            there = observation.crystals[origin]
            with_whom = (
                "a recruit"
                if there.recruit
                else f"[{observation.faces[there.diva]}]"
                if there.diva in observation.faces
                else "another diva"
            )
            who = _named(observation, seat, card) if card else f"{{{seat}}}'s recruit"
            words = {
                "move": f"{who} moves to the {lane_words(crystal, viewer)} crystal.",
                "swap": f"{who} changes places with {with_whom}.",
                "crystals": f"Two crystals of {{{seat}}} change places.",
                "deploy": f"{who} comes onto the {lane_words(crystal, viewer)} crystal.",
            }[how]
            return Telling(words, "move", at=diva_cell(crystal), detail=True)
        case Changed(card, crystal, stat, stage, value, until):
            who = observation.faces.get(observation.crystals[crystal].diva, "")
            name = "" if not who or observation.crystals[crystal].recruit else f"[{who}] on "
            source = "" if who == card else f", from [{card}]"
            change = change_words(WORDS, stat, stage, value)
            words = f"{name or 'Whoever is on '}the {_crystal(crystal, viewer)}: {change} {WORDS.durations[until]}{source}."
            return Telling(words, "flip", at=diva_cell(crystal), detail=True)
        case happened.Quested(seat, cards, found):
            shown = f"reveals {named(cards)} and " if cards and cards != (found,) else "reveals and " if cards else "has no deck left and "
            return Telling(
                f"{{{seat}}} quests: {shown}{f'takes [{found}] to hand' if found else 'finds nothing'}.",
                "draw",
                origin=zone_of_seat("deck", seat),
                detail=True,
            )
        case happened.FightOver(_, why):
            words = {"left": "The attacker has left her crystal: the attack ends.", "stopped": "The attack is cancelled."}.get(why, "")
            return Telling(words, "end", detail=True) if words else None
        case TurnEnded():
            return Telling("What is left of the turn's energy fades.", "turn", detail=True)
        case Dealt() | Drew() | Sent() | Looked() | Revealed() | Shuffled() | Stopped() | Ended():
            return told(event)
    assert_never(event)


def _crystal(crystal: int, viewer: int) -> str:
    return f"{lane_words(crystal, viewer)} crystal of {{{crystal // 3}}}"


def _whose(seat: int, card: str) -> str:
    return f"{{{seat}}}'s [{card}]" if card else f"{{{seat}}}'s recruits"


def _named(observation: Observation, seat: int, card: str) -> str:
    """Return a diva of a seat, and whose she is where the other side has the same face up."""
    theirs = observation.crystals[(1 - seat) * LANES : (2 - seat) * LANES]
    twin = any(not crystal.recruit and observation.faces.get(crystal.diva) == card for crystal in theirs)
    return f"{{{seat}}}'s [{card}]" if twin else f"[{card}]"


def _taken(seat: int, why: str, amount: int, observation: Observation) -> Deed:
    """Return who took life: a card, or whoever attacks, who is known unless she is a recruit."""
    fight, card = observation.fight, why
    if why in {"attack", "overkill"}:
        there = observation.crystals[fight.crystal] if fight is not None else None
        card = observation.faces.get(there.diva, "") if there is not None and not there.recruit else ""
    return Deed("Most life taken", _whose(seat, card), amount)


def _energised(seat: int, amount: int, why: str) -> Telling:
    if amount < 0:
        return Telling(f"{{{seat}}} {'spends' if why == 'spent' else 'loses'} {-amount} energy.", "score", at=seat_place(seat), detail=True)
    cause = {"crystals": "from the crystals", "level": "from the new level"}.get(why, f"from [{why}]")
    return Telling(f"{{{seat}}} gains {amount} energy {cause}.", "score", at=seat_place(seat), detail=True)


def _answered(seat: int, how: str, observation: Observation) -> Telling | None:
    if how == "chosen":
        return None
    lane = lane_order(observation.active)[(observation.step - 1) // 2] if how == "hold" else 0
    words = {
        "done": f"{{{seat}}} is done.",
        "hold": f"{{{seat}}} holds back in the {lane_words(lane, max(observation.seat, 0))} lane.",
        "block": f"{{{seat}}} blocks.",
        "let": f"{{{seat}}} lets it through.",
        "pass": f"{{{seat}}} passes.",
    }[how]
    return Telling(words, "answer" if how in {"block", "let"} else "pass", detail=True)
