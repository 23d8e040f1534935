"""How each event is told: the line in the log, the sound, the dice, and where new pieces come from."""

from __future__ import annotations

from functools import partial
from typing import assert_never

from game.cards import events as common
from game.cards.telling import change_words, duration_words
from game.kernel.cues import Deed, Roll, Telling
from game.kernel.ids import CardId, PieceId, Seat, cell_place, own_zone, piece_place, zone_place
from game.kernel.words import capitalised, counted
from game.rules.overcross import events as happened
from game.rules.overcross.arena import GRID, Arena
from game.rules.overcross.cards import WORDS
from game.rules.overcross.events import Event
from game.rules.overcross.observe import Observation
from game.rules.overcross.state import MAP_CARD

_HOW = {
    "play": "{{{seat}}} deploys [{card}]",
    "card": "[{card}] comes onto the grid for {{{seat}}}",
    "start": "{{{seat}}} begins with [{card}] on the grid",
    "back": "[{card}] starts again from its deploy zone",
}
_GOES = {"walk": "goes to", "push": "is pushed to", "card": "is moved to", "swap": "changes places and stands on"}
_ZONES = {
    "hand": "goes to the hand of {{{seat}}}",
    "deck": "goes into the deck of {{{seat}}}",
    "discard": "goes to the discard pile of {{{seat}}}",
}


def tell(arena: Arena, event: Event, observation: Observation) -> Telling | None:
    """Return how a redacted event is told to a seat."""
    named, which = partial(_named, arena), partial(_which, arena, observation)
    match event:
        case happened.Rolled(faces, winner):
            rolls = tuple(Roll(seat, face, "for the first turn", seat == winner) for seat, face in enumerate(faces) if face)
            words = f"{{{winner}}} rolls highest" if winner >= 0 else "The highest roll is tied: again"
            return Telling(words, "roll", rolls)
        case happened.Began(chooser, first):
            last = "" if first == chooser else f"last: {{{first}}} goes "
            return Telling(f"{{{chooser}}} chooses to go {last}first", "turn")
        case happened.TurnBegan(seat, round_, limit):
            return Telling(f"Round {round_}: {{{seat}}} may play cards for {limit}", "turn")
        case happened.TurnEnded(seat):
            return Telling(f"{{{seat}}} ends the turn", "turn", detail=True)
        case happened.Drew(seat, _, card):
            words = f"{{{seat}}} draws {named(card)}"
            return Telling(words, "draw", origin=zone_place(own_zone("deck", seat)), detail=True)
        case happened.Deployed(_, card, seat, cell, how):
            words = f"{_HOW[how].format(seat=seat, card=card)} on {arena.label(cell)}"
            origin = zone_place(own_zone("hand", seat)) if how == "play" else None
            return Telling(words, "play", origin=origin, at=cell_place(GRID, cell))
        case happened.Laid(_, card, seat, cell):
            return Telling(f"{{{seat}}} lays [{card}] on {arena.label(cell)}", "play", origin=zone_place(own_zone("hand", seat)))
        case happened.Played(_, card, seat):
            return Telling(f"{{{seat}}} plays [{card}]", "play", origin=zone_place(own_zone("hand", seat)))
        case happened.Attached(_, card, seat, on, bearer):
            words = f"{{{seat}}} gives [{card}] to {which(on, bearer)}"
            return Telling(words, "play", origin=zone_place(own_zone("hand", seat)), at=piece_place(on))
        case happened.Stepped(_, card, cell, how):
            return Telling(f"{named(card)} {_GOES[how]} {arena.label(cell)}", "step", detail=True)
        case happened.Attacked(piece, card, target, victim, name):
            words = f"{which(piece, card)} attacks {which(target, victim)}: {name}"
            unit = observation.units.get(piece)
            deed = Deed("Most attacks", _of_seat(unit.seat, card)) if unit is not None else None
            return Telling(words, "attack", at=_on_grid(observation, target), by=_on_grid(observation, piece), deed=deed)
        case happened.HitRoll():
            return _hit(event)
        case happened.DefendRoll():
            return _defence(event, which(event.piece, event.card))
        case happened.Hurt(piece, card, amount, by, seat):
            source = f"{named(by)} hits {which(piece, card)}" if by else f"{which(piece, card)} is hurt"
            deed = Deed("Most damage", _of_seat(seat, by), amount) if by and seat >= 0 else None
            return Telling(f"{capitalised(source)}: {amount} damage", "hit", at=_on_grid(observation, piece), deed=deed)
        case happened.Healed(piece, card, amount):
            return Telling(f"{which(piece, card)} is healed of {amount} damage", "score", at=_on_grid(observation, piece))
        case happened.Destroyed(piece, card, seat):
            goal = zone_place(own_zone("discard", seat)) if seat >= 0 else None
            deed = Deed("Destroyed") if seat >= 0 else None  # what the map brought along is nobody's
            return Telling(f"{capitalised(which(piece, card))} is destroyed", "fall", goal=goal, deed=deed)
        case happened.Sent(piece, card, seat, zone):
            goal = zone_place(own_zone(zone, seat))
            return Telling(f"{capitalised(which(piece, card))} {_ZONES[zone].format(seat=seat)}", "move", goal=goal)
        case happened.Discarded(_, card, seat):
            return Telling(f"{{{seat}}} discards {named(card)}", "move", goal=zone_place(own_zone("discard", seat)))
        case happened.Used(piece, card, _, name):
            return Telling(f"{which(piece, card)} uses {name or 'its ability'}", "play", at=_on_grid(observation, piece))
        case happened.Changed(piece, card, stat, stage, value, until, seat):
            words = f"{which(piece, card)}: {change_words(WORDS, stat, stage, value)} {duration_words(WORDS, until, seat)}"
            return Telling(words, "play", at=_on_grid(observation, piece), detail=True)
        case happened.Readied(piece, card, part):
            return Telling(f"{which(piece, card)} {WORDS.readies[part]}", "play", detail=True)
        case happened.Exhausted(piece, card):
            return Telling(f"{which(piece, card)} can act no more this turn", "play", detail=True)
        case happened.Gained(seat, amount):
            change = f"gains {amount}" if amount >= 0 else f"spends {-amount}"
            return Telling(f"{{{seat}}} {change} of the play limit", "score", detail=True)
        case happened.Scored(seat, points, card):
            return Telling(f"{{{seat}}} scores {counted(points, 'point')} with {named(card)}", "score")
        case happened.VotesWon(seat, amount, card):
            verb = "wins" if amount > 0 else "loses"
            return Telling(f"{{{seat}}} {verb} {counted(abs(amount), 'vote')} with {named(card)}", "score")
        case happened.FlagTaken(seat, piece, card):
            return Telling(f"{which(piece, card)} takes the flag of {{{seat}}}", "score", at=_on_grid(observation, piece))
        case happened.FlagDropped(seat, cell):
            return Telling(f"The flag of {{{seat}}} falls on {arena.label(cell)}", "fall")
        case happened.FlagHome(seat):
            return Telling(f"The flag of {{{seat}}} returns home", "move")
        case common.Shuffled(seat):
            return Telling(f"{{{seat}}} shuffles the deck", "shuffle")
        case common.Looked(seat, count, cards):
            shown = ", ".join(named(card) for card in cards)
            return Telling(f"{{{seat}}} looks at {shown or counted(count, 'card')}", "draw", detail=True)
        case happened.Revealed(_, cards):
            shown = ", ".join(named(card) for card in cards)
            return Telling(f"Shown: {shown}" if shown else "Cards are shown to another", "draw")
        case happened.DieRolled(seat, card, sides, face):
            return Telling(f"{named(card)} rolls {face}", "roll", (Roll(seat, face, f"for {named(card)}", sides=sides),))
        case happened.FellOut(seat):
            return Telling(f"{{{seat}}} is out", "fall")
        case common.Stopped(cards):
            return Telling(f"Stopped, for it would go on for ever: {', '.join(named(card) for card in cards)}", "miss")
        case common.Ended(outcome):
            return Telling(f"{outcome.words}.", "end")
        case _:
            assert_never(event)


def _named(arena: Arena, card: CardId) -> str:
    """Return what a card is called; an obstacle of the map, of which there are many alike, with its space."""
    if card.startswith(MAP_CARD):
        return f"the {arena.area(card).name or 'obstacle'} on {arena.label(int(card.removeprefix(MAP_CARD)))}"
    return f"[{card}]" if card else "a card"


def _of_seat(seat: Seat, card: CardId) -> str:
    return f"{{{seat}}}'s [{card}]"


def _which(arena: Arena, observation: Observation, piece: PieceId, card: CardId) -> str:
    """Return what a piece is called, and where it stands or stood this turn if another of its name, of whatever side, is on the grid."""
    if not card or card.startswith(MAP_CARD):
        return _named(arena, card)
    lying = {unit.id: (unit.card, unit.cell) for unit in observation.units.values()}
    lying |= {terrain.id: (terrain.card, terrain.cell) for terrain in observation.terrain.values()}
    lying |= {edit.id: (edit.card, unit.cell) for unit in observation.units.values() for edit in unit.edits}
    cell = lying[piece][1] if piece in lying else observation.fallen.get(piece, -1)
    name = arena.catalogue[card].name
    twins = (other for other, (its, _) in lying.items() if other != piece and not its.startswith(MAP_CARD))
    if cell < 0 or all(arena.catalogue[lying[other][0]].name != name for other in twins):
        return f"[{card}]"
    return f"[{card}] ({arena.label(cell)})"


def _on_grid(observation: Observation, piece: int) -> str | None:
    return piece_place(piece) if piece in observation.units or piece in observation.terrain else None


def _hit(event: happened.HitRoll) -> Telling:
    verdict = "hits" if event.hit else "misses"
    if not event.face:
        why = "cannot miss" if event.hit else "cannot hit"
        return Telling(f"The attack {why} (Acc {event.acc}+)", "hit" if event.hit else "miss", detail=True)
    roll = Roll(event.seat, event.face, f"to hit: lower than {event.acc}", event.hit, piece=event.piece)
    return Telling(f"{event.face} needs {_lower(event.acc)} to hit: it {verdict}", "hit" if event.hit else "miss", (roll,), detail=True)


def _lower(number: int) -> str:
    """Return the faces of a die that are lower than a number: `1–3` for 4 (OC-39, OC-40)."""
    return f"1–{min(6, number - 1)}" if number > 2 else "1"


def _defence(event: happened.DefendRoll, name: str) -> Telling:
    kind = "miss" if event.saved else "hit"
    if not event.face:
        return Telling(f"{name} {'cannot be hurt' if event.saved else 'cannot defend'} (Defense {event.defense})", kind, detail=True)
    roll = Roll(event.seat, event.face, f"to defend: lower than {event.defense}", event.saved, piece=event.piece)
    words = f"{event.face} needs {_lower(event.defense)} to defend: {name} {'defends' if event.saved else 'does not defend'}"
    return Telling(words, kind, (roll,), detail=True)
