"""What a seat could consider, in words: what may be done, and what may not with the reason."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from game.cards import model
from game.cards.asking import Choose, Enough, answer_offer, asked, offered
from game.cards.hands import REDRAW, KeepHand, Opening, Redraw
from game.cards.interpret import question
from game.cards.text import ability_text
from game.cards.world import Frame
from game.kernel.ids import Place, Seat, ZoneId, cell_place, own_zone, piece_place
from game.kernel.offers import Offer
from game.kernel.words import counted, enumerated
from game.rules.starcrossed.actions import (
    DONE,
    Action,
    Activate,
    Attack,
    Attune,
    Block,
    Bottom,
    Done,
    First,
    Hold,
    Leave,
    LetThrough,
    Pass,
    Play,
    Recruit,
    SetDown,
    Use,
)
from game.rules.starcrossed.cards import WORDS
from game.rules.starcrossed.legal import legal, refusal
from game.rules.starcrossed.prompts import ability_words, diva_words, lane_words, piece_words
from game.rules.starcrossed.state import LANES, NONE, SLOTS, Attuning, Blocking, Lane, Turn, Window, opposing, own_crystals
from game.rules.starcrossed.table import Table

SIDES = ("left", "middle", "right")
WINDOWS = {"opening": "Opening hand", "action": "Action Phase", "skills": "Face-down skills in combat"}
"""The windows that a seat may let go by (SC-5, SC-10, SC-34)."""


def side_zone(name: str, crystal: int) -> ZoneId:
    """Return the zone of a crystal's diva, skills or token: the owner's left, middle or right (SC-1)."""
    seat, lane = divmod(crystal, LANES)
    return own_zone(f"{name}_{SIDES[2 - lane if seat == 1 else lane]}", seat)


def diva_cell(crystal: int) -> Place:
    """Return the cell where the diva of a crystal stands."""
    return cell_place(side_zone("diva", crystal), 0)


def slot_cell(table: Table, crystal: int) -> Place:
    """Return the cell of the next skill slot of a crystal."""
    return cell_place(side_zone("skills", crystal), min(len(table.crystals[crystal].skills), SLOTS - 1))


def offers(table: Table) -> tuple[Offer, ...]:
    """Return every offer of the deciding seat: the enabled ones, then the refused ones with their reasons."""
    seat = asked(table)
    allowed = legal(table)
    others = _considered(table, seat)
    found = offered(allowed, others, partial(_offer, table, seat), partial(refusal, table))
    closes = _closed(table, allowed)
    return tuple(replace(offer, closes=closes) if offer.action == DONE else offer for offer in found) if closes else found


def _closed(table: Table, allowed: tuple[Action, ...]) -> str:
    """Return what being done forgoes: cards that could be paid for and abilities that could be used (SC-10)."""
    if not isinstance(table.stack[-1], Turn):
        return ""
    plays = len({each.piece for each in allowed if isinstance(each, Play | Recruit | SetDown)})
    uses = len({(each.piece, each.part) for each in allowed if isinstance(each, Use)})
    left = [counted(number, *nouns) for number, nouns in ((plays, ("playable card",)), (uses, ("ability", "abilities"))) if number]
    return f"Ends your actions of this turn, with {enumerated(left)} left." if left else ""


def _considered(table: Table, seat: Seat) -> list[Action]:
    """Return what a player might try and the rules may refuse."""
    top: Any = table.stack[-1]
    if isinstance(top, Window):
        return [Activate(skill.id) for index in own_crystals(seat) for skill in table.crystals[index].skills if skill.down]
    if isinstance(top, Opening):
        return [REDRAW]
    if not isinstance(top, Turn):
        return []
    found: list[Action] = []
    for piece in table.hands[seat]:
        printed = table.printed_cards[table.cards[piece][0]]
        if printed.move and not printed.combat:
            found.append(Play(piece))
        else:
            make = SetDown if printed.combat else Play
            found += [make(piece, at) for at in own_crystals(seat)]
        if printed.diva:
            found += [Recruit(piece, at) for at in own_crystals(seat)]
        if printed.special:
            found.append(Play(piece, NONE if printed.move else own_crystals(seat)[0], special=True))
    for piece, card, holder in table.faces():
        if holder == seat:
            found += [Use(piece, part) for part in table.printed_cards[card].use]
    moves = {piece for piece in table.hands[seat] if any(isinstance(one, Play) and one.piece == piece for one in legal(table))}
    able = {(one.piece, one.part) for one in legal(table) if isinstance(one, Use)}
    return [
        one
        for one in found
        if not (isinstance(one, Play) and one.at == NONE and not one.special and one.piece in moves)
        and not (isinstance(one, Use) and (one.piece, one.part) in able)
    ]


def _offer(table: Table, seat: Seat, action: Action) -> Offer:
    match action:
        case Play() | Recruit() | SetDown():
            return _from_hand(table, seat, action)
        case Use(piece, part, at):
            card = table.cards[piece][0]
            ability = table.program(card, part).ability
            special = "special" in model.names(ability.timing)
            kind = table.printed_cards[card].kind
            words = f"[{card}]: {ability_text(ability, WORDS, kind)}{_pointing(table, seat, at)}"
            return Offer(action, "Use SPECIAL" if special else "Use", words, piece_place(piece), _aim(at))
        case Activate(piece, at):
            card = table.cards[piece][0]
            return Offer(
                action,
                "Activate",
                f"Activate [{card}]{'' if at == NONE else f' on {piece_words(table, at, seat)}'}.",
                piece_place(piece),
                _aim(at),
            )
        case Bottom(piece):
            words = f"Put [{table.cards[piece][0]}] on the bottom of your deck."
            return Offer(action, "Under the deck", words, piece_place(piece), f"zone/{own_zone('deck', seat)}")
        case First(index):
            top: Any = table.stack[-1]
            frame, which = top.frames[index], _which(table, seat, top.frames, index)
            return Offer(action, f"[{frame.card}]{which}", f"[{frame.card}]{which}: {ability_words(table, frame)}")
        case Choose(option):
            return _choice(table, seat, action, option)
        case Enough():
            return answer_offer(table, action, WORDS)
        case _:
            return _plain(table, seat, action)


def _which(table: Table, seat: Seat, frames: tuple[Frame, ...], index: int) -> str:
    """Return what tells a waiting ability from others of an equal card: where the card is, what set it off, and at last its number; empty where no other is."""
    alike = [each for each, frame in enumerate(frames) if frame.card == frames[index].card]
    if len(alike) < 2:
        return ""
    places = table.places()
    where = {each: piece_words(table, places[frames[each].source], seat) if frames[each].source in places else "" for each in alike}
    cause = {each: enumerated([piece_words(table, piece, seat) for piece in frames[each].bound.get("trigger", ())]) for each in alike}
    said = {
        each: [
            f"{link} {words[each]}"
            for link, words in (("on", where), ("set off by", cause))
            if words[each] and len(set(words.values())) > 1
        ]
        for each in alike
    }
    same = [each for each in alike if said[each] == said[index]]
    number = [f"number {same.index(index) + 1}"] if len(same) > 1 else []
    return f" ({', '.join((*said[index], *number))})"


def _promising(table: Table, crystal: int) -> bool:
    """Tell whether an attack can bring something and costs nothing: with some strength, where nobody stands or who stands there is weaker, as the table shows it (SC-33, SC-34)."""
    foe, strength = opposing(crystal), table.strength(crystal)
    return strength > 0 and (table.crystals[foe].diva < 0 or table.strength(foe) < strength)


def _aim(at: int) -> Place | None:
    return None if at == NONE else piece_place(at)


def _pointing(table: Table, seat: Seat, at: int) -> str:
    return "" if at == NONE else f" On {piece_words(table, at, seat)}."


def _from_hand(table: Table, seat: Seat, action: Play | Recruit | SetDown) -> Offer:
    piece, at = action.piece, action.at
    card = table.cards[piece][0]
    printed = table.printed_cards[card]
    source = piece_place(piece)
    cost = f" ({printed.cost} energy)"
    if isinstance(action, Recruit):
        words = f"Play [{card}] face down as a recruit on {piece_words(table, at, seat)} (1 energy)."
        return Offer(action, "Recruit", words, source, diva_cell(at))
    where = piece_words(table, at, seat) if at != NONE else ""
    if isinstance(action, SetDown):
        words = f"Set [{card}] face down on {where}{cost}."
        return Offer(action, "Set face down", words, source, slot_cell(table, at))
    paid = " as your SPECIAL action" if action.special else cost
    verb = "Play as SPECIAL" if action.special else "Play"
    if printed.diva:
        over = table.crystals[at].diva >= 0
        words = f"Play [{card}] on {where}{f', over {diva_words(table, at)}' if over else ''}{paid}."
        return Offer(action, verb, words, source, diva_cell(at))
    if printed.move:
        return Offer(action, verb, f"Play [{card}]{f' on {where}' if where else ''}{paid}.", source, _aim(at))
    return Offer(action, verb, f"Play [{card}] on {where}{paid}.", source, slot_cell(table, at))


def _choice(table: Table, seat: Seat, action: Choose, option: int) -> Offer:
    words = piece_words(table, option, seat)
    place: Place | None = piece_place(option)
    if question(table, table.stack[-1])[0].kind == "spot":
        place = diva_cell(option)
    elif table.zone_of(option) == "deck":
        place = None
    return answer_offer(table, action, WORDS, words, place)


def _plain(table: Table, seat: Seat, action: Action) -> Offer:
    """Return the offer of an action that is a button, or the dragging of a diva."""
    top: Any = table.stack[-1]
    match action:
        case Attack() if isinstance(top, Lane):
            here, there = top.crystal, opposing(top.crystal)
            words = f"Attack in the {lane_words(here, seat)} lane with {diva_words(table, here)}, strength {table.strength(here)}."
            return Offer(action, "Attack", words, piece_place(table.crystals[here].diva), piece_place(there), main=True)
        case Hold() if isinstance(top, Lane):
            return Offer(action, "Hold back", "Do not attack in this lane.", main=not _promising(table, top.crystal))
        case Block() if isinstance(top, Blocking) and table.fight is not None:
            there = opposing(table.fight.crystal)
            words = (
                f"Block with {diva_words(table, there)}, strength {table.strength(there)}, against {table.strength(table.fight.crystal)}."
            )
            return Offer(action, "Block", words, piece_place(table.crystals[there].diva), piece_place(table.fight.attacker), main=True)
        case LetThrough():
            return Offer(action, "Let it through", "Let it through: the attacker's strength comes off your life.")
        case Pass():
            return Offer(action, "Pass", "Activate nothing; when both pass, the showdown follows.", main=True, passing="skills")
        case Attune(tribe) if isinstance(top, Attuning):
            crystal = piece_words(table, top.crystal, seat)
            return Offer(action, f"Attune to {WORDS.label(tribe)}", f"Attune {crystal} to {WORDS.label(tribe)}.", main=True)
        case Leave() if isinstance(top, Attuning):
            return Offer(action, "Leave it", f"Leave the attunement of {piece_words(table, top.crystal, seat)} as it is.")
        case Redraw():
            return Offer(action, "Reveal and draw anew", "Reveal the hand, shuffle it back and draw ten cards anew.", main=True)
        case KeepHand():
            return Offer(action, "Keep the hand", "Keep the hand.", passing="opening")
        case Done():
            onward = "answer" if seat == table.active else "combat"
            return Offer(DONE, "Done", "Take no more actions in this Action Phase.", main=True, passing="action", onward=onward)
        case _:
            return Offer(action, "Do", "Do this.")
