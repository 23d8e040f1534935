"""What must be true of every match of a card game: each card is somewhere, once, and whoever must choose is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from game.cards.interpret import Frame
from game.cards.table import Cards, Piles
from game.kernel.ids import CardId, PieceId


def pile_faults(cards: Cards, zones: Iterable[Piles], where: Counter[PieceId]) -> list[str]:
    """Return a sentence for every card in a pile of another seat than its owner's; count each card that lies there."""
    found: list[str] = []
    for piles in zones:
        for seat, pile in enumerate(piles):
            where.update(pile)
            found += [
                f"piece {piece} lies in a pile of seat {seat} that is not its owner's"
                for piece in pile
                if cards.get(piece, ("", -1))[1] != seat
            ]
    return found


def count_faults(cards: Cards, lists: Iterable[Mapping[CardId, int]], where: Counter[PieceId], next_id: PieceId) -> list[str]:
    """Return a sentence for every card that is nowhere or in two places, and for every seat without the cards of its list."""
    found = [f"piece {piece} is in {count} places" for piece, count in where.items() if count != 1]
    found += [f"piece {piece} is nowhere" for piece in cards if not where[piece]]
    found += [f"piece {piece} has no card" for piece in where if piece not in cards]
    for seat, listed in enumerate(lists):
        if Counter(card for card, owner in cards.values() if owner == seat) != Counter(listed):
            found.append(f"seat {seat} does not have the cards of its deck list")
    if next_id <= max(cards, default=0):
        found.append("the next number is taken already")
    return found


def question_faults(stack: tuple[Any, ...], *, over: bool) -> list[str]:
    """Return a sentence when nobody is asked before the end, somebody after it, or a card on top of the stack asks nothing."""
    found: list[str] = []
    if not over and not stack:
        found.append("nobody is asked and the match is not over")
    if over and stack:
        found.append("the match is over and a question is open")
    if any(isinstance(item, Frame) and not item.waiting for item in stack[-1:]):
        found.append("an ability on top of the stack has not been run")
    return found
