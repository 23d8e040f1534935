"""Invariants of a match: every card of both lists is somewhere, once, and ten Shine are always ten."""

from __future__ import annotations

from collections import Counter

from game.cards.invariants import count_faults, pile_faults, question_faults
from game.rules.shine.arena import Arena
from game.rules.shine.state import SHINE, SPACES, STAR_COLUMN, State, star_space, upper


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    where: Counter[int] = Counter()
    found = pile_faults(state.cards, (state.hands, state.decks, state.lives, state.graves), where)
    found += _field(arena, state, where)
    lists = [Counter(deck.cards) + Counter(deck.front) for deck in arena.setup.decks]
    found += count_faults(state.cards, lists, where, state.next_id)
    for seat in (0, 1):
        purse = state.purses[seat]
        attached = sum(stand.shine for stand in state.field[seat * SPACES : seat * SPACES + SPACES] if stand is not None)
        counts = (purse.deck, purse.ready, purse.spent)
        if sum(counts) + attached != SHINE or min(counts) < 0:
            found.append(f"seat {seat} has Shine {counts} and {attached} attached")
    return (*found, *question_faults(state.stack, over=state.outcome is not None))


def _field(arena: Arena, state: State, where: Counter[int]) -> list[str]:
    found: list[str] = []
    for space, stand in enumerate(state.field):
        if stand is None:
            continue
        where[stand.id] += 1
        card, owner = state.cards.get(stand.id, ("", -1))
        if owner != space // SPACES:
            found.append(f"piece {stand.id} stands on the other side")
        kind = arena.printed[card].kind if card in arena.printed else ""
        due = "star" if space % SPACES == STAR_COLUMN else "attack" if upper(space) else "support"
        if kind != due:
            found.append(f"{card} stands on a space for a {due}")
    found += [f"seat {seat} has no Star" for seat in (0, 1) if state.field[star_space(seat)] is None]
    return found
