"""What a game may offer beside its rules, each a value with a type; a game that has nothing of the kind offers None.

Nobody asks whether a box or a rulebook happens to have a method: what is optional is a field of the contract (`game.kernel.rules`),
and whoever wants to use it finds there either the thing itself or None.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias

from msgspec import Struct

from game.kernel.ids import CardId
from game.kernel.scene import Badge
from game.kernel.setup import DeckList, Option, Setup

Typed: TypeAlias = Mapping[str, str | int | bool]
"""What was typed into the fields of a form, by key."""


class Chart(Struct, frozen=True):
    """A chart to be looked up during a match: its title, how it is read, and rows of a kind and those it is strong against."""

    title: str
    words: str
    rows: tuple[tuple[Badge, ...], ...]


class Gauge(Struct, frozen=True):
    """What a deck uses of something it may hold only so much of; `most` 0 is no limit."""

    label: str
    used: int
    most: int = 0


class Temperament(Struct, frozen=True):
    """How somebody plays who leans one way in what things are worth: the name they go by, their emblem (an icon), and one sentence about it."""

    name: str
    icon: str
    words: str


class Crowd(Struct, frozen=True):
    """In what positions a game on a grid is measured in full swing: on which map, with how many characters on each side.

    With the `endless` options, matches played at random go on for thousands of actions.
    """

    map: str
    each: int
    endless: dict[str, int | str | bool]


class CardFiles(Protocol):
    """The files that a game's cards are written in (`Game.card_files`)."""

    def mods(self) -> tuple[str, ...]:
        """Return name and version of each mod whose files are read with them."""
        ...

    def as_written(self) -> tuple[dict[str, Any], ...]:
        """Return the rows of all cards as no mod has changed them; empty where mods change none."""
        ...

    def faults(self, file: str) -> Sequence[object]:
        """Return everything wrong with one file, read together with the game's others: a sentence each, with its place."""
        ...


class TypedCards(Protocol):
    """How physical cards are typed in (`Game.typed_cards`)."""

    def form(self) -> tuple[Option, ...]:
        """Return the fields of a card."""
        ...

    def faults(self, values: Typed) -> dict[str, str]:
        """Return what is wrong, a sentence for each field it is about."""
        ...

    def remarks(self, values: Typed) -> tuple[str, ...]:
        """Return what is odd about a card and accepted all the same, a sentence each."""
        ...

    def keep(self, values: Typed, card: CardId = "") -> CardId:
        """Keep a new card, or `card` as it is now; raise SetupError with the reasons when that cannot be."""
        ...

    def values(self, card: CardId) -> Typed | None:
        """Return what was typed in for a card, to be changed or copied; None for a card that nobody typed in."""
        ...

    def templates(self) -> tuple[tuple[CardId, str], ...]:
        """Return the cards that a new one may begin like, by name: those that ship and those that were typed in."""
        ...

    def like(self, card: CardId) -> Typed:
        """Return the fields of a new card that begins like another, without its name; raise KeyError for a card there is not."""
        ...

    def teams(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return decks of what was typed in, as large as a match under these options asks for; empty where too little was."""
        ...

    def drop(self, card: CardId) -> None:
        """Remove a typed-in card; raise SetupError with the reason when that cannot be."""
        ...
