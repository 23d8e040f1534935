"""The words a game lends to its cards: which it knows, and how they read in a sentence.

Cards are held against these lists when they are loaded, and their text is rendered with these phrases; so a word that a game
does not support can be neither written nor printed.
"""

from __future__ import annotations

from msgspec import Struct


class Noun(Struct, frozen=True):
    """A kind of thing in the singular and the plural, and how a card of that kind speaks of itself."""

    one: str
    many: str
    itself: str = ""


class Keyword(Struct, frozen=True):
    """A quality a piece may have: the word printed, and what it means in plain words.

    A `state` is something a piece is (rooted), any other a thing it has (flight).
    """

    word: str
    meaning: str
    state: bool = False


class Words(Struct, frozen=True):
    """All the words of one game.

    `kinds` name cards by kind; `anything` is a piece of no stated kind. `zones` read as in "from your hand" with `{whose}`.
    `groups` are the trait words by group; a group in `adjectives` is set before the noun ("Fantasy character"), any other
    is a noun itself. Pieces can stand on `grounds`, so that being within one space of them is not only being adjacent. `stats` are the printed numbers with the name shown. `triggers` read as in "When {it} is destroyed".
    `spots` read as in "on {a free space of your deploy zone}". `causes` say who `cause` is for a trigger. In the `lone` ones of the `relations` one piece stands at most. `gains` name what players gain where it is
    not named as what lies on cards. `raising` tells what a raised level brings. `phrases` override the sentence of a verb. `verbs` are the
    effects the game can do, by their `do`.
    """

    kinds: dict[str, Noun]
    zones: dict[str, str] = {}
    groups: dict[str, tuple[str, ...]] = {}
    adjectives: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    labels: dict[str, str] = {}
    stats: dict[str, str] = {}
    keywords: dict[str, Keyword] = {}
    triggers: dict[str, str] = {}
    timings: dict[str, str] = {}
    durations: dict[str, str] = {}
    costs: dict[str, str] = {}
    resources: dict[str, str] = {}
    relations: dict[str, str] = {}
    lone: tuple[str, ...] = ()
    spots: dict[str, str] = {}
    facts: dict[str, str] = {}
    counters: dict[str, str] = {}
    gains: dict[str, str | Noun] = {}
    readies: dict[str, str] = {}
    cancels: dict[str, str] = {}
    refs: dict[str, str] = {}
    causes: dict[str, str] = {}
    phrases: dict[str, str] = {}
    verbs: tuple[str, ...] = ()
    specials: tuple[str, ...] = ()
    raising: str = ""
    anything: Noun = Noun("card", "cards", "this card")
    foe: str = "your opponent"
    foes: str = "opponents"
    hostile: str = "enemy"
    friendly: str = "friendly"
    space: Noun = Noun("space", "spaces")

    @property
    def traits(self) -> tuple[str, ...]:
        """Return every trait word of every group."""
        return tuple(word for group in self.groups.values() for word in group)

    def label(self, word: str) -> str:
        """Return a word as it is printed."""
        return self.labels.get(word, word.replace("_", " ").replace("-", " ").capitalize())
