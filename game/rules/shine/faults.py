"""Invariants of a match: every card of both lists is somewhere, once, and ten Shine are always ten."""

from __future__ import annotations

from collections import Counter

from game.cards.interpret import Frame
from game.rules.shine.arena import Arena
from game.rules.shine.state import SHINE, SPACES, STAR_COLUMN, State, star_space, upper


def faults(arena: Arena, state: State) -> tuple[str, ...]:
    """Return every broken invariant in words."""
    found: list[str] = []
    where: Counter[int] = Counter()
    for piles in (state.hands, state.decks, state.lives, state.graves):
        for seat, pile in enumerate(piles):
            where.update(pile)
            found += [
                f"piece {piece} lies in a pile that is not its owner's" for piece in pile if state.cards.get(piece, ("", -1))[1] != seat
            ]
    found += _field(arena, state, where)
    found += [f"piece {piece} is in {count} places" for piece, count in where.items() if count != 1]
    found += [f"piece {piece} is nowhere" for piece in state.cards if not where[piece]]
    found += [f"piece {piece} has no card" for piece in where if piece not in state.cards]
    for seat, deck in enumerate(arena.setup.decks):
        held = Counter(card for card, owner in state.cards.values() if owner == seat)
        if held != Counter(deck.cards) + Counter(deck.front):
            found.append(f"seat {seat} does not have the cards of its deck list")
        purse = state.purses[seat]
        attached = sum(stand.shine for stand in state.field[seat * SPACES : seat * SPACES + SPACES] if stand is not None)
        counts = (purse.deck, purse.ready, purse.spent)
        if sum(counts) + attached != SHINE or min(counts) < 0:
            found.append(f"seat {seat} has Shine {counts} and {attached} attached")
    if state.outcome is None and not state.stack:
        found.append("nobody is asked and the match is not over")
    if state.outcome is not None and state.stack:
        found.append("the match is over and a question is open")
    if any(isinstance(item, Frame) and not item.waiting for item in state.stack[-1:]):
        found.append("an ability on top of the stack has not been run")
    if state.next_id <= max(state.cards, default=0):
        found.append("the next number is taken already")
    return tuple(found)


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
