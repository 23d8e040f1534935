"""What the open question is, in words."""

from __future__ import annotations

from typing import Any

from game.cards.asking import question_words
from game.cards.hands import Limit, Opening
from game.cards.interpret import question
from game.cards.text import ability_text
from game.kernel.ids import Place, piece_place
from game.rules.shine.cards import WORDS
from game.rules.shine.state import Answering, Attacking, Leaving, Main, Placing, Starting, Supporting, Throwing, Watching
from game.rules.shine.table import Table

LEFT = {"main1": "first main phase", "attack": "attack phase", "main2": "second main phase"}
"""How a phase is called that is left, or goes on (SH-43)."""


def asked_words(table: Table) -> tuple[str, str, tuple[Place, ...]]:
    """Return the open question, the rule that asks it and what it is about."""
    top: Any = table.stack[-1]
    match top:
        case Throwing():
            return "Rock, paper or scissors: who wins says who starts. The choice stays secret until both have chosen.", "SH-4", ()
        case Starting():
            return "You won the choice: who starts?", "SH-4", ()
        case Opening():
            return "Keep this hand, or shuffle it back once and draw five anew?", "SH-5", ()
        case Placing():
            return "Positioning: move one Support card, or none.", "SH-19", ()
        case Limit():
            return "More than ten cards: discard down to ten.", "SH-20", ()
        case Main(seat):
            ready = table.purses[seat].ready
            words = f"play cards and activate effects ({ready} Shine active)" if ready else "you have no active Shine to pay with"
            return f"Main phase: {words}.", "SH-22", ()
        case Attacking():
            return "Attack phase: attack, or go on.", "SH-23", ()
        case Answering():
            return _chained(table, top.seat), "SH-43", _meant(table)
        case Supporting():
            return _fighting(table), "SH-27", _about(table)
        case Watching(seat, piece):
            return f"{{{1 - seat}}} has played [{table.card_of(piece)}]: use something of yours, or pass?", "SH-43", (piece_place(piece),)
        case Leaving(seat):
            return f"{{{1 - seat}}} is about to leave the {LEFT[table.phase]}: use something of yours, or pass?", "SH-43", ()
        case _:
            asking, run = question(table, top)
            return question_words(asking, run, WORDS, table.printed_cards[run.card].kind), "SH-22", ()


def _chained(table: Table, seat: int) -> str:
    link = table.chain[-1]
    if link.bound:
        ability = table.program(link.card, link.part).ability
        text = ability_text(ability, WORDS, table.printed_cards[link.card].kind)
        return f"[{link.card}] takes effect: {text} Answer it, or pass?"
    aim = table.open_card(link.at)
    on = f" on [{aim}]" if aim else ""
    if link.seat == seat:
        return f"Your [{link.card}]{on} resolves next: answer it yourself, or pass?"
    return f"{{{link.seat}}} uses [{link.card}]{on}: answer it, or pass?"


def _meant(table: Table) -> tuple[Place, ...]:
    at = table.chain[-1].at
    return (piece_place(at),) if table.open_card(at) else ()


def _about(table: Table) -> tuple[Place, ...]:
    fight = table.fight
    return () if fight is None else (piece_place(fight.attacker), piece_place(fight.target))


def _fighting(table: Table) -> str:
    fight = table.fight
    if fight is None:
        return "Support, or pass?"
    one, two = table.strength(fight.attacker), table.strength(fight.target)
    words = f"[{table.card_of(fight.attacker)}] ({one}) attacks [{table.card_of(fight.target)}] ({two})."
    passed = " The other player has just passed." if fight.passes else ""
    return f"{words}{passed} Support, answer, or pass?"
