"""How a match begins: the game, the seats, their decks, the options, the map and the seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from game.kernel.ids import CardId
from game.kernel.words import enumerated, shown

MOST_SEED = 2**63
"""Every seed is a whole number from 0 to less than this."""


class DeckList(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck as a list: how many of each card, and the cards set in front before the shuffle (a leader, a star)."""

    name: str
    cards: dict[CardId, int] = {}
    front: tuple[CardId, ...] = ()
    side: str = ""
    plan: str = ""

    def expanded(self) -> tuple[CardId, ...]:
        """Return every card of the deck, copies repeated, in the order of the list; `front` is not among them."""
        return tuple(card for card, copies in self.cards.items() for _ in range(copies))


class Rows(Struct, frozen=True, forbid_unknown_fields=True):
    """What a match is played with, as it was when it began: the row of each card it uses, and its map as a Tiled file.

    So it can be played again wherever and whenever, whatever became of the files they were read from.
    """

    cards: tuple[dict[str, Any], ...] = ()
    map: str = ""


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """All that decides how a match begins; with the actions taken it is the whole match.

    `version` is the rules' version, `catalogue` the digest of the cards, `map_digest` that of the map: a replay
    checks them. `decks` has one list a seat, or none in a game without decks. A completed setup carries its `rows`, and `mods`, name and
    version of each mod that was on when they were read.
    """

    game: str
    seats: int
    seed: int = 0
    version: str = ""
    catalogue: str = ""
    decks: tuple[DeckList, ...] = ()
    options: dict[str, str | int | bool] = {}
    map: str = ""
    map_digest: str = ""
    take_backs: bool = False
    rows: Rows = Rows()
    mods: tuple[str, ...] = ()

    @property
    def modded(self) -> str:
        """Return in words with which mods it is played, such as `mod A longer night 1.0`; empty without any."""
        return f"{'mod' if len(self.mods) == 1 else 'mods'} {enumerated(self.mods)}" if self.mods else ""

    @property
    def told(self) -> str:
        """Return what decides matches beside the players: edition, cards, map, mods, options and the first seed."""
        parts = [f"edition {self.version}"]
        parts += [f"cards {self.catalogue}"] if self.catalogue else []
        parts += [f"map {self.map}"] if self.map else []
        parts += [self.modded] if self.mods else []
        parts += [f"{key}={value}" for key, value in self.options.items()]
        return ", ".join([*parts, f"seed {self.seed}"])


class Option(Struct, frozen=True):
    """One choice on the match setup screen, or one field of a form.

    `kind` is choice (one of `choices`, pairs of value and label), number (`low` to `high`), flag or text (at most `high`
    characters). `means` says in a sentence what each value of a choice means. An option with `only`, another option's key and one of its values, means nothing unless that is chosen.
    """

    key: str
    label: str
    kind: str
    default: str | int | bool
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 0
    words: str = ""
    only: tuple[str, str] | None = None
    means: dict[str, str] = {}

    def matters(self, values: Mapping[str, str | int | bool]) -> bool:
        """Tell whether the option means anything beside these values of the others."""
        return self.only is None or values.get(self.only[0]) == self.only[1]

    def fault(self, value: object) -> str:
        """Return why a value cannot be, in one sentence; empty for one that can."""
        given = shown(value)
        match self.kind:
            case "choice" if value not in [choice for choice, _ in self.choices]:
                return f"{self.label}: {enumerated([choice for choice, _ in self.choices], 'or')}, not {given}."
            case "number" if not isinstance(value, int) or isinstance(value, bool) or not self.low <= value <= self.high:
                return f"{self.label}: a number from {self.low} to {self.high}, not {given}."
            case "flag" if not isinstance(value, bool):
                return f"{self.label}: yes or no, not {given}."
            case "text" if not isinstance(value, str) or len(value) > self.high:
                return f"{self.label}: at most {self.high} characters."
            case _:
                return ""


class Outcome(Struct, frozen=True):
    """How a match ended: the winners (none or several: a draw), each seat's score, and the reason in words."""

    winners: tuple[int, ...]
    scores: tuple[int, ...]
    words: str
    rule: str = ""

    def share(self, seat: int) -> float:
        """Return the part of the win that falls to a seat: 1 for a lone winner, 0 for a loser; a draw is shared."""
        if not self.winners:
            return 1 / len(self.scores) if self.scores else 0.5
        return 1 / len(self.winners) if seat in self.winners else 0.0
