"""What the open question is, in words."""

from __future__ import annotations

import re
from typing import Any

from game.cards.asking import question_words
from game.cards.hands import Limit, Opening
from game.cards.interpret import Frame, question
from game.cards.text import ability_text
from game.kernel.ids import Place, piece_place
from game.kernel.words import capitalised
from game.rules.starcrossed.cards import WORDS
from game.rules.starcrossed.combat import can_block
from game.rules.starcrossed.state import (
    CRYSTALS,
    HAND_LIMIT,
    LANES,
    Attuning,
    Blocking,
    Lane,
    Ordering,
    Turn,
    Window,
    opposing,
)
from game.rules.starcrossed.table import Table


def diva_words(table: Table, crystal: int) -> str:
    """Return the diva on a crystal in words, as everyone sees her."""
    here = table.crystals[crystal]
    if here.diva < 0:
        return "nobody"
    return "a recruit" if here.recruit else f"[{table.card_of(here.diva)}]"


def lane_words(crystal: int, viewer: int) -> str:
    """Return a crystal as its place in the row, from the viewer's left."""
    lane = crystal % LANES
    return ("left", "middle", "right")[2 - lane if viewer == 1 else lane]


def across(words: str) -> str:
    """Return words with the lanes as the player opposite names them."""
    return re.sub(r"\b(left|right)(?= (?:crystal|lane)\b)", lambda side: "right" if side[0] == "left" else "left", words)


def asked_words(table: Table, viewer: int) -> tuple[str, str, tuple[Place, ...]]:
    """Return the open question, the rule that asks it and what it is about."""
    top: Any = table.stack[-1]
    match top:
        case Opening():
            return "The opening hand: keep it, or reveal it and draw ten anew if there is no diva in it.", "SC-5", ()
        case Turn(seat):
            purse = table.energy[seat] + table.kept[seat]
            role = "Active" if seat == table.active else "Reactive"
            return f"{role} Player's actions: play cards, use abilities ({purse} energy left).", "SC-10", ()
        case Lane(_, crystal):
            foe = opposing(crystal)
            words = (
                f"{lane_words(crystal, viewer).capitalize()} lane: attack with {diva_words(table, crystal)} ({table.strength(crystal)})? "
            )
            may = "could" if can_block(table, foe, table.crystals[crystal].diva) else "cannot"
            against = (
                f"{capitalised(diva_words(table, foe))} ({table.strength(foe)}) {may} block."
                if table.crystals[foe].diva >= 0
                else "Nobody stands there."
            )
            return words + against, "SC-31", (piece_place(crystal), piece_place(foe))
        case Blocking():
            return _fighting(table, "Block the attack, or let it through?"), "SC-33", _about(table)
        case Window():
            return _fighting(table, "Activate a face-down skill, or pass?"), "SC-34", _about(table)
        case Attuning(_, crystal, tribes, may):
            named = " or ".join(WORDS.label(tribe) for tribe in tribes)
            place = (piece_place(crystal),)
            attune = f"Attune {piece_words(table, crystal, viewer)}"
            return (f"{attune} to {named}?" if may else f"{attune}: choose a tribe."), "SC-16", place
        case Limit(seat):
            over = table_hand(table, seat) - HAND_LIMIT
            return f"More than seven cards: put {over} from your hand on the bottom of your deck.", "SC-11", ()
        case Ordering(_, frames):
            named = ", ".join(f"[{frame.card}]" for frame in frames)
            return f"Several abilities were set off at once: which comes next? ({named})", "SC-28", ()
        case _:
            asking, run = question(table, top)
            return question_words(asking, run, WORDS, table.printed_cards[run.card].kind), "SC-28", ()


def table_hand(table: Table, seat: int) -> int:
    """Return how many cards a seat holds, as far as this table knows."""
    return len(table.hands[seat])


def _about(table: Table) -> tuple[Place, ...]:
    if table.fight is None:
        return ()
    return (piece_place(table.fight.crystal), piece_place(opposing(table.fight.crystal)))


def _fighting(table: Table, asked: str) -> str:
    fight = table.fight
    if fight is None:
        return asked
    here, there = fight.crystal, opposing(fight.crystal)
    words = f"{diva_words(table, here)} attacks with {table.strength(here)}"
    if fight.blocked:
        words += f", {diva_words(table, there)} blocks with {table.strength(there)}"
    elif fight.stage == "window":
        words += ", and nobody blocks"
    elif table.crystals[there].diva >= 0:
        words += f" against {diva_words(table, there)} with {table.strength(there)}"
    passed = " The other player has just passed." if fight.passes else ""
    return f"{capitalised(words)}.{passed} {asked}"


def piece_words(table: Table, piece: int, viewer: int) -> str:
    """Return a piece in words: a crystal by its place, a card by its name as this table sees it."""
    if 0 <= piece < CRYSTALS:
        whose = "your" if piece // LANES == viewer else "the opposing"
        return f"{whose} {lane_words(piece, viewer)} crystal"
    place = table.places().get(piece)
    if place is not None:
        if table.crystals[place].diva == piece:
            return (
                diva_words(table, place)
                if table.crystals[place].recruit is False
                else f"the recruit on {piece_words(table, place, viewer)}"
            )
        if table.facedown(piece) and place // LANES != viewer:
            return f"a face-down skill on {piece_words(table, place, viewer)}"
    card = table.card_of(piece)
    return f"[{card}]" if card else "a card"


def ability_words(table: Table, frame: Frame) -> str:
    """Return a waiting ability as it is printed."""
    card = table.arena.catalogue[frame.card]
    return ability_text(card.abilities[frame.part], WORDS, card.kind)
