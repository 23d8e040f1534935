"""What a number on the table really is: the printed one, changed by everything that lasts, in three named stages.

First whatever sets it (the latest wins), then everything that adds, then whatever scales, then the game's bounds. Nothing of
this is stored: take the cause away and the change is gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from game.cards.compiled import Fitting, Number, Truth, matcher, number, truth
from game.cards.model import Dice, Fact, Modifier, Select, Selector, Stage
from game.cards.world import Run
from game.kernel.ids import CardId, PieceId, Seat

Change = tuple[Stage, int]


class Lasting(Struct, frozen=True):
    """A change that an effect made to one piece for a while; `until` is a duration of the game, `seat` who made it.

    `since` is a number of the game's own, such as the turn in which it began.
    """

    on: PieceId
    stat: str
    stage: Stage
    value: int
    until: str
    seat: Seat
    card: CardId
    since: int = 0


class Source(Struct, frozen=True):
    """One change of a number and the card it comes from; `until` is how long it lasts, empty while that card is in play, `seat` who made it last."""

    card: CardId
    stage: Stage
    value: int
    until: str = ""
    seat: Seat = -1


def enduring(lasting: Iterable[Lasting], piece: PieceId, stat: str) -> list[Source]:
    """Return those changes of one number of a piece that effects made for a while."""
    return [Source(each.card, each.stage, each.value, each.until, each.seat) for each in lasting if (each.on, each.stat) == (piece, stat)]


class Standing:
    """A modifier of a card in play, made quick: whom it changes, and by how much.

    `plain` tells whether it changes all of a kind on a side, in a relation or within a distance, whoever they are; `near` whether these are characters, anywhere
    or inside terrain; `asks` whether its card must be asked at all, since it has a condition, an amount that is reckoned, or is not near; `open` whether
    it follows from what lies open in play, the numbers of the seats and whose turn it is, whatever else is so.
    """

    __slots__ = ("applies", "asks", "condition", "fixed", "modifier", "near", "open", "plain", "reach", "stage", "stat", "value")

    def __init__(self, modifier: Modifier) -> None:
        self.modifier = modifier
        self.stat = modifier.stat
        amount = modifier.add
        self.stage: Stage = "add"
        if modifier.set is not None:
            amount, self.stage = modifier.set, "set"
        elif modifier.scale is not None:
            amount, self.stage = modifier.scale, "scale"
        self.fixed: int | None = amount if isinstance(amount, int) else None
        self.value: Number = number(0 if amount is None else amount, printed=True)
        self.applies: Fitting = matcher(modifier.to, printed=True)
        self.condition: Truth | None = None if modifier.condition is None else truth(modifier.condition, printed=True)
        self.plain = _plain(modifier.to)
        self.near = (
            self.plain and not isinstance(modifier.to, str) and modifier.to.kind == "character" and modifier.to.relation in {"", "inside"}
        )
        self.reach: str = modifier.to if isinstance(modifier.to, str) else "others"
        self.open = not _looks_farther(modifier)
        self.asks = self.condition is not None or self.fixed is None or (self.reach == "others" and not self.near)

    def change(self, run: Run, piece: PieceId) -> Change | None:
        """Return the change this makes to a piece, or None; `run` names its own piece and controller."""
        if self.condition is not None and not self.condition(run):
            return None
        if not self.applies(run, piece):
            return None
        return self.stage, self.value(run)


def _looks_farther(word: Any) -> bool:
    """Tell whether a modifier, or something in it, asks for pieces in a pile, for dice or for something that the game knows by name."""
    if isinstance(word, tuple):
        return any(_looks_farther(each) for each in word)
    if isinstance(word, Fact | Dice) or (isinstance(word, Select) and word.zone):
        return True
    return isinstance(word, Struct) and any(_looks_farther(getattr(word, field)) for field in word.__struct_fields__)


def _plain(to: Selector) -> bool:
    """Tell whether a selector asks for nothing but a kind, a side, a relation and a distance in plain numbers."""
    if isinstance(to, str):
        return False
    asked = Select(kind=to.kind, side=to.side, within=to.within, relation=to.relation, other=to.other)
    return asked == to and (to.within is None or isinstance(to.within, int))


def changed(printed: int, changes: Iterable[Change], low: int | None = None, high: int | None = None) -> int:
    """Return a printed number after changes: set, then add, then scale, then bound."""
    value, added, scaled = printed, 0, 1
    for stage, amount in changes:
        if stage == "add":
            added += amount
        elif stage == "set":
            value = amount
        else:
            scaled *= amount
    value = (value + added) * scaled
    if low is not None and value < low:
        return low
    if high is not None and value > high:
        return high
    return value
