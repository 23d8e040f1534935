"""Decks that were never built: a deck is varied at random and mended until its game calls it legal, and then told what kind of deck it is.

Everything is asked of the box: which cards there are, which faults a deck has. So it works for every game with decks, and for factions.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator, Mapping, Sequence
from functools import cached_property
from typing import TypeAlias, TypeVar

from game.kernel.chance import Chance
from game.kernel.ids import CardId
from game.kernel.rules import Game
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Setup
from game.lab.deck_taste import Taste

_STEPS = 240
"""So many changes are made to a deck that is not legal before it is thrown away."""

_NEEDED = 3
"""So many copies of one card are tried where another cannot be without it."""

_LOOKS = 40
"""So many cards are tried in one change."""

COSTS, KINDS, SIZES = 5, 5, 3
"""Into how many parts decks are told apart by cost, by the share of the commonest kind of card, and by size."""

_FEW = 6


T = TypeVar("T")

Steps: TypeAlias = Generator[None, None, T]
"""Work that is done a small step at a time, and what comes of it: a window goes on between two steps."""


def whole(steps: Steps[T]) -> T:
    """Do all steps of a work at once, and return what comes of it."""
    while True:
        try:
            next(steps)
        except StopIteration as done:
            return done.value  # type: ignore[no-any-return]


class Workbench:
    """Builds decks of one game under one agreement (a setup without decks)."""

    def __init__(self, box: Game, setup: Setup) -> None:
        self._box, self._setup = box, setup
        self.ready = box.ready_decks()
        self._fronts = box.front_cards(setup)
        self.faces: dict[CardId, CardFace] = {face.id: face for face in box.catalogue()}
        self._pool = [card for card in self.faces if card not in self._fronts]

    def faults(self, deck: DeckList) -> int:
        """Return how many rules a deck breaks."""
        return len(self._box.deck_faults(deck, self._setup))

    # --- varying

    def varied(self, deck: DeckList, other: DeckList, chance: Chance) -> DeckList:
        """Return a legal deck that differs from a deck, with cards of another perhaps; the deck itself when none was found."""
        size = _size(deck)
        cards, front = dict(deck.cards), deck.front
        match chance.below(8):
            case 0 | 1:
                for _ in range(1 + chance.below(5)):
                    _less(cards, chance.pick(list(cards)) if cards else "")
            case 2 | 3 | 4:  # a few of its cards, and as many copies of each as may be: what breaks a game is mostly narrow
                kept = chance.shuffle(list(cards))[: 2 + chance.below(_FEW)]
                cards = dict.fromkeys(kept, 9)
                size = 0 if self._sizes_vary else size
            case 5:
                cards = {card: copies for card, copies in (*deck.cards.items(), *other.cards.items()) if chance.below(2)}
            case 6 if self._fronts:
                front = (chance.pick(self._fronts),)
            case _:
                cards = dict(chance.pick(list(deck.cards.items())) for _ in range(1 + chance.below(_FEW)))
        if size and self._sizes_vary and chance.below(2):
            size = _FEW + chance.below(max(1, size))
        mended = whole(self.mending(DeckList(deck.name, cards, front, deck.side), size, chance))
        return mended or deck

    def lasting(self, deck: DeckList) -> Steps[str]:
        """Return the first rule that a deck's cards break and that no more cards mend; empty where there is none."""
        cards = yield from self._with_needs(deck, self._pool)
        left = self._broken(deck, cards) - self._broken(deck, {})
        return next((fault for fault in self._box.deck_faults(deck, self._setup) if bare(fault) in left), "")

    def growing(self, deck: DeckList, size: int, taste: Taste, chance: Chance) -> Steps[DeckList]:
        """Return a deck with more cards, up to that size, first what its cards cannot be without.

        It is always the card that goes best with it and breaks no rule that the deck did not break before.
        """
        pool = chance.shuffle(self._pool)
        cards = yield from self._with_needs(deck, taste.ordered(pool, deck.cards))
        known = self._broken(deck, cards)
        while _total(cards) < size:
            yield
            for card in taste.ordered(pool, cards):
                more = {**cards, card: cards.get(card, 0) + 1}
                if known >= self._broken(deck, more):
                    cards = more
                    break
            else:
                break
        return _with(deck, cards)

    def _with_needs(self, deck: DeckList, pool: Sequence[CardId]) -> Steps[dict[CardId, int]]:
        """Return the cards of a deck, with copies of single ones of a pool wherever a few mend a rule that it breaks."""
        cards = dict(deck.cards)
        known = self._broken(deck, cards)
        for card in pool:
            yield
            for copies in range(1, _NEEDED + 1):
                more = {**cards, card: cards.get(card, 0) + copies}
                broken = self._broken(deck, more)
                if broken < known:
                    cards, known = more, broken
                    break
        return cards

    def _broken(self, deck: DeckList, cards: Mapping[CardId, int]) -> set[str]:
        """Return the rules that a deck of other cards breaks, however many cards there are."""
        return set(map(bare, self._box.deck_faults(_with(deck, dict(cards)), self._setup)))

    def mending(self, deck: DeckList, size: int, chance: Chance) -> Steps[DeckList | None]:
        """Return a legal deck of about that size made of what a deck holds, None when it could not be made legal."""
        cards = dict(deck.cards)
        faults = self.faults(_with(deck, cards))
        for _ in range(_STEPS):
            yield
            if not faults and _total(cards) >= size:
                break
            found = self._better(deck, cards, faults, size, chance)
            if found is None:
                break
            cards, faults = found
        finished = _with(deck, {card: copies for card, copies in sorted(cards.items()) if copies})
        return None if self.faults(finished) else self._named(finished)

    def _better(
        self, deck: DeckList, cards: dict[CardId, int], faults: int, size: int, chance: Chance
    ) -> tuple[dict[CardId, int], int] | None:
        """Return the cards after one change that breaks fewer rules, or leads towards the size and breaks no more."""
        total = _total(cards)
        more = [(card, 1) for card in chance.shuffle(self._pool)[:_LOOKS]]
        less = [(card, -copies) for card in chance.shuffle(list(cards)) for copies in {1, cards[card]}]
        for card, copies in [*less, *more] if faults else more:
            changed = dict(cards)
            _change(changed, card, copies)
            left = self.faults(_with(deck, changed))
            if left < faults or (copies > 0 and total < size and left <= faults):
                return changed, left
        if not faults or not cards:
            return None
        changed = dict(cards)
        if total > 1:
            _less(changed, chance.pick(list(cards)))
        return changed, self.faults(_with(deck, changed))

    def _named(self, deck: DeckList) -> DeckList:
        """Return the deck named after what it holds most of, with its side."""
        most = sorted(deck.cards, key=lambda card: (-deck.cards[card], card))[:2]
        name = " and ".join(self.faces[card].name for card in (*deck.front, *most)[:2])
        sides = {side for ready in self.ready for card in ready.cards if card in deck.cards and (side := ready.side)}
        return DeckList(name[:60], deck.cards, deck.front, deck.side if deck.side in sides or len(sides) != 1 else sides.pop())

    @cached_property
    def _sizes_vary(self) -> bool:
        """Tell whether a deck of this game may have fewer cards than a ready one."""
        deck = self.ready[0]
        for card in deck.cards:
            fewer = dict(deck.cards)
            _less(fewer, card)
            if not self.faults(_with(deck, fewer)):
                return True
        return False

    # --- telling kinds of decks apart

    def niche(self, deck: DeckList) -> str:
        """Return what kind of deck it is: its colour, what its cards cost, how many are of the commonest kind, and its size."""
        cards = [self.faces[card] for card in deck.expanded()]
        costs = [cost for face in cards if (cost := _cost(face)) is not None]
        mean = sum(costs) / len(costs) if costs else 0.0
        low, high = self._costs
        cost = min(COSTS - 1, max(0, int(COSTS * (mean - low) / (high - low)))) if high > low else 0
        kind = min(KINDS - 1, int(KINDS * sum(face.kind == self._commonest for face in cards) / max(1, len(cards))))
        most = max(_size(ready) for ready in self.ready)
        size = min(SIZES - 1, int(SIZES * len(cards) / (most + 1)))
        fronts = [self.faces[card].palette for card in deck.front]
        colour = Counter(fronts or [face.palette for face in cards]).most_common(1)[0][0]
        return f"{colour or 'any'} cost{cost} kind{kind} size{size}"

    @cached_property
    def _commonest(self) -> str:
        return Counter(self.faces[card].kind for card in self._pool).most_common(1)[0][0]

    @cached_property
    def _costs(self) -> tuple[float, float]:
        costs = sorted(cost for card in self._pool if (cost := _cost(self.faces[card])) is not None) or [0.0]
        return costs[len(costs) // 5], costs[-1 - len(costs) // 5]


def bare(fault: str) -> str:
    """Return a fault without its numbers: the same one, however many cards there are."""
    return re.sub(r"\d+", "", fault)


def _cost(face: CardFace) -> float | None:
    value = face.corner.value if face.corner is not None else ""
    return float(value) if value.isdigit() else None


def _total(cards: dict[CardId, int]) -> int:
    return sum(cards.values())


def _size(deck: DeckList) -> int:
    return _total(deck.cards)


def _with(deck: DeckList, cards: dict[CardId, int]) -> DeckList:
    return DeckList(deck.name, cards, deck.front, deck.side)


def _change(cards: dict[CardId, int], card: CardId, copies: int) -> None:
    cards[card] = cards.get(card, 0) + copies
    if cards[card] <= 0:
        del cards[card]


def _less(cards: dict[CardId, int], card: CardId) -> None:
    if card in cards:
        _change(cards, card, -1)


def cards_of(decks: Sequence[DeckList]) -> set[tuple[tuple[CardId, int], ...]]:
    """Return what decks hold, for telling whether one is among them."""
    return {tuple(sorted(deck.cards.items())) for deck in decks}
