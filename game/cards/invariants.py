"""What must be true of every match of a card game: each card is somewhere, once, and whoever must choose is asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from game.cards.catalogue import Catalogue
from game.cards.interpret import Asking, Frame
from game.cards.table import Cards, Piles
from game.cards.words import Words
from game.kernel.ids import CardId, PieceId


def pile_faults(cards: Cards, zones: Iterable[Piles], where: Counter[PieceId]) -> list[str]:
    """Return a sentence for every card in a pile of another seat than its owner's; count each card that lies there."""
    found: list[str] = []
    for piles in zones:
        for seat, pile in enumerate(piles):
            where.update(pile)
            found += [
                f"piece {piece} lies in a pile of seat {seat + 1} that is not its owner's"
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
            found.append(f"seat {seat + 1} does not have the cards of its deck list")
    if next_id <= max(cards, default=0):
        found.append("the next number is taken already")
    return found


def question_faults(stack: tuple[Any, ...], first: tuple[type, ...], *, over: bool) -> list[str]:
    """Return a sentence when nobody is asked before the end, somebody after it, or a card on top of the stack asks nothing.

    Questions of the `first` kinds lie at the bottom; each of the game's own is asked once, but for which of several `frames` comes next: both seats may be to say.
    """
    found: list[str] = []
    asked = Counter(type(item) for item in stack if not isinstance(item, Frame) and not hasattr(item, "frames"))
    if any(count > 1 for count in asked.values()) or any(isinstance(item, first) for item in stack[1:]):
        found.append("one question is asked twice, or above others that it does not wait for")
    if any(isinstance(item, Frame) and item.waiting for item in stack[:-1]):
        found.append("an ability asks that is not on top of the stack")
    if not over and not stack:
        found.append("nobody is asked and the match is not over")
    if over and stack:
        found.append("the match is over and a question is open")
    if any(isinstance(item, Frame) and not item.waiting for item in stack[-1:]):
        found.append("an ability on top of the stack has not been run")
    return found


def reference_faults(state: Any, catalogue: Catalogue[Any], words: Words, there: Iterable[PieceId], phases: Iterable[str]) -> Iterator[str]:
    """Yield a sentence for everything a state names that is not there: a card, an ability, a step, a piece, a stat, a phase.

    `there` are the pieces that a change can last on. What is asked afterwards may look all of them up.
    """
    yield from (f"{card[:40]!r} is no card" for card, _ in state.cards.values() if card not in catalogue)
    if state.phase not in phases:
        yield f"there is no phase called {state.phase[:40]!r}"
    yield from (f"the {name} is {count}" for name in ("turn", "step", "triggered") if (count := getattr(state, name, 0)) < 0)
    standing = set(there)
    for lasting in state.lasting:
        if lasting.on not in standing:
            yield f"a change lasts on piece {lasting.on}, which is not there"
        if lasting.card not in catalogue:
            yield f"a change lasts from {lasting.card[:40]!r}, which is no card"
        if lasting.stat not in words.stats and lasting.stat not in words.keywords:
            yield f"a change lasts on {lasting.stat[:40]!r}, which is no number of a card"
        if lasting.until not in words.durations or lasting.seat < 0:
            yield "a change lasts for no time of this game, or is nobody's"
    for piece, part, *_ in state.used:
        if not 0 <= piece < state.next_id or not 0 <= part < MOST_PARTS:
            yield f"ability {part} of piece {piece} was used, which cannot be"
    for item in state.stack:
        frames = (item,) if isinstance(item, Frame) else getattr(item, "frames", ())
        yield from (fault for frame in frames for fault in frame_faults(frame, state.cards, catalogue))


MOST_PARTS = 20
"""No card has so many abilities."""


def frame_faults(frame: Frame, cards: Cards, catalogue: Catalogue[Any]) -> Iterator[str]:
    """Yield a sentence for an ability that is resolving and cannot be: of no card, at no step of its own, or nobody's."""
    if frame.card not in catalogue or not 0 <= frame.part < len(catalogue.parts(frame.card)):
        yield f"{frame.card[:40]!r} has no ability {frame.part}"
        return
    steps = catalogue.program(frame.card, frame.part).steps
    if not 0 <= frame.pc <= len(steps) or (frame.waiting and (frame.pc == len(steps) or not isinstance(steps[frame.pc], Asking))):
        yield f"{frame.card} is at a step it does not have"
    if frame.seat < 0:
        yield f"{frame.card} resolves for nobody"
    if cards.get(frame.source, ("", -1))[0] != frame.card:
        yield f"{frame.card} is not the card of its piece"
