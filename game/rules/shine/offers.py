"""What a seat could consider, in words: what may be done, and what may not with the reason."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from game.cards.asking import Choose, Enough, answer_offer, asked, offered
from game.cards.hands import KeepHand, Redraw
from game.cards.text import ability_text
from game.kernel.ids import Place, Seat, ZoneId, cell_place, own_zone, piece_place
from game.kernel.offers import Offer
from game.kernel.words import counted, enumerated
from game.rules.shine.actions import (
    Action,
    Attack,
    Discard,
    Guard,
    Lend,
    Pass,
    Play,
    Shift,
    Start,
    Throw,
    Use,
)
from game.rules.shine.cards import WORDS
from game.rules.shine.legal import legal, refusal
from game.rules.shine.state import (
    ATTACK_SPACES,
    COLUMNS,
    NONE,
    SPACES,
    STAR_COLUMN,
    SUPPORT_SPACES,
    Attacking,
    Leaving,
    Main,
    Placing,
    Supporting,
    Watching,
    upper,
)
from game.rules.shine.table import Table

WINDOWS = {
    "position": "Positioning",
    "main1": "Main phase 1",
    "attack": "Attack phase",
    "main2": "Main phase 2",
    "attacking": "Support step of your attack",
    "attacked": "Support step of an attack on you",
    "own": "Answers to your own cards",
    "answer": "Answers to your opponent's cards",
    "played": "After your opponent has played a card",
    "leaving": "Before a phase of your opponent's ends",
}
"""The windows that a seat may let go by (SH-19, SH-22 to SH-24, SH-27, SH-43)."""


def zone_of_space(space: int) -> tuple[ZoneId, int]:
    """Return the zone and the cell of a space: from its owner's left (SH-10)."""
    seat, place = divmod(space, SPACES)
    return own_zone("front" if upper(space) else "support", seat), place % COLUMNS


def space_cell(space: int) -> Place:
    """Return the cell where a card on this space stands."""
    return cell_place(*zone_of_space(space))


def space_words(space: int) -> str:
    """Return a space in words, as its owner counts."""
    column = space % COLUMNS
    if not upper(space):
        return f"Support space {column + 1}"
    return "the Star's space" if column == STAR_COLUMN else f"Attack space {column + 1 - (column > STAR_COLUMN)}"


def offers(table: Table) -> tuple[Offer, ...]:
    """Return every offer of the deciding seat: the enabled ones, then the refused ones with their reasons."""
    seat = asked(table)
    allowed = legal(table)
    others = _considered(table, seat, allowed)
    found = offered(allowed, others, partial(_offer, table, seat), partial(refusal, table))
    closes = _closed(table, allowed)
    return tuple(replace(offer, closes=closes) if offer.onward else offer for offer in found) if closes else found


def _promises(table: Table, attack: Attack) -> bool:
    """Tell whether an attack could win its battle by what is on the field, or sets something off: no other is worth a word when it is let go by."""
    moments, card = table.arena.catalogue.moments, table.card_of(attack.piece)
    strength = table.strength(attack.piece) + table.lent(attack.piece)
    return strength > table.strength(attack.target) or bool(moments(card, "attacks") or moments(card, "exhausted"))


def _closed(table: Table, allowed: tuple[Action, ...]) -> str:
    """Return what leaving the phase forgoes: attacks, and at the second main phase whatever could be paid for (SH-23, SH-24)."""
    top: Any = table.stack[-1]
    if isinstance(top, Attacking):
        able = dict.fromkeys(f"[{table.card_of(each.piece)}]" for each in allowed if isinstance(each, Attack) and _promises(table, each))
        return f"Ends attacking: {enumerated(tuple(able))} could still attack." if able else ""
    if not isinstance(top, Main) or table.phase != "main2":
        return ""
    plays = len({each.piece for each in allowed if isinstance(each, Play)})
    uses = len({(each.piece, each.part) for each in allowed if isinstance(each, Use)})
    left = [counted(number, noun) for number, noun in ((plays, "playable card"), (uses, "effect")) if number]
    return f"Ends your turn, with {enumerated(left)} left." if left else ""


def _considered(table: Table, seat: Seat, allowed: tuple[Action, ...]) -> list[Action]:
    """Return what a player might try and the rules may refuse."""
    top: Any = table.stack[-1]
    found: list[Action] = []
    if isinstance(top, Main):
        aimed = {one.piece for one in allowed if isinstance(one, Play)}
        used = {(one.piece, one.part) for one in allowed if isinstance(one, Use)}
        for piece in table.hands[seat]:
            kind = table.kind_of(piece)
            if kind == "spell":
                found += [Play(piece)] if piece not in aimed else []
            else:
                found += [Play(piece, space) for space in (ATTACK_SPACES[seat] if kind == "attack" else SUPPORT_SPACES[seat])]
        sources = [stand.id for _, stand in table.side(seat)] + list(table.graves[seat])
        for piece in sources:
            uses = table.printed_cards[table.card_of(piece)].use
            found += [Use(piece, part) for part, _, _ in uses if (piece, part) not in used]
    elif isinstance(top, Attacking):
        own = [stand.id for space, stand in table.side(seat) if upper(space)]
        found += [Attack(piece, stand.id) for piece in own for _, stand in table.side(1 - seat)]
    return found


def _offer(table: Table, seat: Seat, action: Action) -> Offer:
    match action:
        case Play(piece, at):
            return _play(table, seat, action, piece, at)
        case Use(piece, part, at):
            card = table.card_of(piece)
            text = ability_text(table.program(card, part).ability, WORDS, table.kind_of(piece))
            return Offer(action, "Activate", f"[{card}]: {text}{_on(table, at)}", piece_place(piece), _aim(table, seat, at))
        case Attack(piece, target):
            one, two = table.strength(piece), table.strength(target)
            words = f"Attack [{table.card_of(target)}] ({two}) with [{table.card_of(piece)}] ({one})."
            return Offer(action, "Attack", words, piece_place(piece), piece_place(target))
        case Lend(piece):
            words = f"Exhaust [{table.card_of(piece)}] to add its {table.strength(piece)} to the card above it."
            return Offer(action, "Support", words, piece_place(piece))
        case Guard(piece):
            words = f"Exhaust [{table.card_of(piece)}] ({table.strength(piece)}) to take the attack on itself."
            return Offer(action, "Guard", words, piece_place(piece))
        case Shift(piece, to):
            there = table.field[to]
            words = f"Move [{table.card_of(piece)}] to {space_words(to)}{f', changing places with [{table.card_of(there.id)}]' if there else ''}."
            return Offer(action, "Move", words, piece_place(piece), space_cell(to))
        case Discard(piece):
            words = f"Discard [{table.card_of(piece)}]."
            return Offer(action, "Discard", words, piece_place(piece), f"zone/{own_zone('graveyard', seat)}")
        case Choose(option):
            return answer_offer(table, action, WORDS, f"[{table.card_of(option)}]", piece_place(option))
        case Enough():
            return answer_offer(table, action, WORDS)
        case _:
            return _button(table, action)


def _on(table: Table, at: int) -> str:
    return "" if at == NONE else f" On [{table.card_of(at)}]."


def _aim(table: Table, seat: Seat, at: int) -> Place | None:
    """Return where a target lies, None without one or when it lies where the seat cannot see it."""
    if at == NONE or (table.zone_of(at) not in {"", "graveyard"} and at not in table.hands[seat]):
        return None
    return piece_place(at)


def _play(table: Table, seat: Seat, action: Action, piece: int, at: int) -> Offer:
    card = table.card_of(piece)
    cost = f"({table.printed_cards[card].card.cost} Shine)"
    source = piece_place(piece)
    if table.kind_of(piece) == "spell":
        return Offer(action, "Play", f"Play [{card}] {cost}.{_on(table, at)}", source, _aim(table, seat, at))
    return Offer(action, "Play", f"Play [{card}] on {space_words(at)} {cost}.", source, space_cell(at))


def _button(table: Table, action: Action) -> Offer:
    top: Any = table.stack[-1]
    match action:
        case Throw(sign):
            return Offer(action, sign.capitalize(), f"Choose {sign}.")
        case Start(own):
            return Offer(
                action, "I start" if own else "The other starts", "Start yourself." if own else "Let the other player start.", main=own
            )
        case Redraw():
            return Offer(action, "Draw anew", "Shuffle the hand back and draw five anew.")
        case KeepHand():
            return Offer(action, "Keep the hand", "Keep the hand.", main=True)
        case Pass() if isinstance(top, Main):
            verb = "Attack phase" if table.phase == "main1" else "End turn"
            onward = "attack" if table.phase == "main1" else "end"
            return Offer(action, verb, "Do no more in this main phase.", main=True, passing=table.phase, onward=onward)
        case Pass() if isinstance(top, Attacking):
            return Offer(action, "No more attacks", "Go on to the second main phase.", main=True, passing="attack", onward="main2")
        case Pass() if isinstance(top, Placing):
            return Offer(action, "Stay", "Move no Support card.", main=True, passing="position", onward="draw")
        case _:
            return Offer(action, "Pass", "Pass: do nothing now.", main=True, passing=_window(table, top))


def _window(table: Table, top: Any) -> str:
    """Return in which window a pass is made: of whose attack, in answer to whose card, or what of the other's goes on (SH-27, SH-43)."""
    if isinstance(top, Supporting):
        return "attacking" if top.seat == table.active else "attacked"
    if isinstance(top, Watching | Leaving):
        return "played" if isinstance(top, Watching) else "leaving"
    return "own" if table.chain and table.chain[-1].seat == top.seat else "answer"
