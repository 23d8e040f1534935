"""Invariants of a match: every card of both lists is somewhere, once, and every number is in its range."""

from __future__ import annotations

from collections import Counter

from game.cards.invariants import count_faults, pile_faults, question_faults
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.cards import TRIBES
from game.rules.starcrossed.state import MOST_LEVEL, SLOTS, State


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    where: Counter[int] = Counter()
    found = pile_faults(state.cards, (state.hands, state.decks, state.voids), where)
    found += _crystals(arena, state, where)
    found += count_faults(state.cards, [deck.cards for deck in arena.setup.decks], where, state.next_id)
    found += [f"seat {seat} has {energy} energy" for seat, energy in enumerate(state.energy) if energy < 0]
    found += [f"seat {seat} keeps {kept} starting energy" for seat, kept in enumerate(state.kept) if kept not in {0, 1}]
    found += [f"something is known of piece {piece}, which is not hidden" for piece in state.known if piece not in state.cards]
    return (*found, *question_faults(state.stack, over=state.outcome is not None))


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
