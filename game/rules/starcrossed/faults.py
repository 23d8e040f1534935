"""Invariants of a match: every card of both lists is somewhere, once, and every number is in its range."""

from __future__ import annotations

from collections import Counter

from game.cards.interpret import Frame
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.cards import TRIBES
from game.rules.starcrossed.state import MOST_LEVEL, SLOTS, State


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    found: list[str] = []
    where: Counter[int] = Counter()
    for piles in (state.hands, state.decks, state.voids):
        for seat, pile in enumerate(piles):
            where.update(pile)
            found += [
                f"piece {piece} lies in a pile of seat {seat} that is not its owner's"
                for piece in pile
                if state.cards.get(piece, ("", -1))[1] != seat
            ]
    found += _crystals(arena, state, where)
    found += [f"piece {piece} is in {count} places" for piece, count in where.items() if count != 1]
    found += [f"piece {piece} is nowhere" for piece in state.cards if not where[piece]]
    found += [f"piece {piece} has no card" for piece in where if piece not in state.cards]
    for seat, deck in enumerate(arena.setup.decks):
        held = Counter(card for card, owner in state.cards.values() if owner == seat)
        if held != Counter(deck.cards):
            found.append(f"seat {seat} does not have the cards of its deck list")
    found += [f"seat {seat} has {energy} energy" for seat, energy in enumerate(state.energy) if energy < 0]
    found += [f"seat {seat} keeps {kept} starting energy" for seat, kept in enumerate(state.kept) if kept not in {0, 1}]
    found += [f"something is known of piece {piece}, which is not hidden" for piece in state.known if piece not in state.cards]
    if state.outcome is None and not state.stack:
        found.append("nobody is asked and the match is not over")
    if state.outcome is not None and state.stack:
        found.append("the match is over and a question is open")
    if any(isinstance(item, Frame) and not item.waiting for item in state.stack[-1:]):
        found.append("an ability on top of the stack has not been run")
    if state.next_id <= max(state.cards, default=0):
        found.append("the next number is taken already")
    return tuple(found)


def _crystals(arena: Arena, state: State, where: Counter[int]) -> list[str]:
    found: list[str] = []
    for index, crystal in enumerate(state.crystals):
        if not 0 <= crystal.level <= MOST_LEVEL:
            found.append(f"crystal {index} has level {crystal.level}")
        if crystal.attuned not in {"", *TRIBES}:
            found.append(f"crystal {index} is attuned to {crystal.attuned!r}")
        if len(crystal.skills) > SLOTS:
            found.append(f"crystal {index} holds {len(crystal.skills)} skill cards")
        pieces = [(crystal.diva, True)] if crystal.diva >= 0 else []
        pieces += [(skill.id, False) for skill in crystal.skills]
        for piece, diva in pieces:
            where[piece] += 1
            card, owner = state.cards.get(piece, ("", -1))
            if owner != index // 3:
                found.append(f"piece {piece} is on a crystal that is not its owner's")
            if card in arena.printed and arena.printed[card].diva != diva:
                found.append(f"{card} is in the wrong place on crystal {index}")
        for skill in crystal.skills:
            card = state.cards.get(skill.id, ("", -1))[0]
            if skill.down and card in arena.printed and not arena.printed[card].combat:
                found.append(f"{card} lies face down and is no combat skill")
        if crystal.recruit and crystal.diva < 0:
            found.append(f"crystal {index} has a recruit and no diva")
    return found
