"""The base of every box: what can be chosen before a match is checked and filled in alike in every game.

A game says what its own options, decks, maps and cards are; one that says nothing has none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from game.kernel.capabilities import CardFiles, Crowd, Gauge, TypedCards
from game.kernel.digest import digest
from game.kernel.ids import CardId, Seat
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Rows, Setup
from game.kernel.words import enumerated

Values: TypeAlias = dict[str, str | int | bool]


class Box(Game):
    """A game on the shelf; see `game.kernel.rules.Game` for what each part promises.

    Beside identity and rulebook, a game with decks states `ready_decks`, `decks_of` and `deck_faults`, one with maps `maps` and `map_of`,
    one with cards `catalogue` and `rows_of`; `agreed` is for what follows from its options.
    """

    hand: int = 0
    sides: tuple[str, ...] = ()
    colours: str = "colours"
    charges: tuple[str, ...] = ()
    crowd: Crowd | None = None
    card_files: CardFiles | None = None
    typed_cards: TypedCards | None = None

    def options(self, seats: int) -> tuple[Option, ...]:  # noqa: ARG002
        """Return no options."""
        return ()

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return no decks."""
        return ()

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:  # noqa: ARG002
        """Return no maps."""
        return ()

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return no cards."""
        return ()

    def forget(self) -> None:
        """Do nothing: no file was read."""

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:  # noqa: ARG002
        """Return that there are no decks."""
        return (f"{self.title} has no decks.",)

    def deck_refusals(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return the rules for which no match takes a deck: none where it breaks them only because mods have changed its cards.

        So a mod that makes a card dearer can be played and measured with the decks there are.
        """
        faults = self.deck_faults(deck, setup)
        written = self.card_files.as_written() if faults and self.card_files is not None else ()
        missing = {*deck.cards, *deck.front} - {row["id"] for row in setup.rows.cards} if setup.rows.cards else ()
        if not written or missing:
            return faults
        return faults if self.deck_faults(deck, replace(setup, rows=replace(setup.rows, cards=written))) else ()

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:  # noqa: ARG002
        """Return how many cards a deck has, without a limit."""
        return (Gauge("Cards", sum(deck.cards.values()) + len(deck.front)),)

    def front_cards(self, setup: Setup) -> tuple[CardId, ...]:  # noqa: ARG002
        """Return no cards: none is set in front."""
        return ()

    def charge(self, seat: Seat, deck: DeckList | None) -> str:  # noqa: ARG002
        """Return the one of `charges` that a seat bears, the world's beyond them."""
        return self.charges[seat] if seat < len(self.charges) else ""

    # --- completing a setup --------------------------------------------------------------------------------------------

    def agreed(self, setup: Setup) -> Setup:
        """Return a setup whose options are sound, with what follows from them: nothing."""
        return setup

    def map_of(self, setup: Setup) -> tuple[str, str]:
        """Return name and digest of the map that is played on; raise SetupError, because there are no maps."""
        if setup.map:
            raise SetupError(f"{self.title} has no maps.")
        return "", ""

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return the decks that are played, those that were brought or else ready ones; raise SetupError, because there are none."""
        if setup.decks:
            raise SetupError(f"{self.title} has no decks.")
        return ()

    def rows_of(self, setup: Setup) -> Rows:
        """Return the rows of the cards and the map that a match uses, those it brings along or else today's: none."""
        return setup.rows

    def fingerprint(self, setup: Setup) -> str:
        """Return the digest of the cards that decide a completed setup: empty without cards."""
        return digest(setup.rows.cards) if setup.rows.cards else ""

    def complete(self, setup: Setup) -> Setup:
        """Fill in options, decks, map and digests; raise SetupError with every reason the match cannot start.

        A number of seats that cannot be is one reason; the others are those the nearest number has. Decks are judged when every option
        has the value that was meant.
        """
        seats = min(self.seats, key=lambda seats: abs(seats - setup.seats))
        reasons = [] if seats == setup.seats else [f"{self.title} is played by {_numbers(self.seats)}, not {setup.seats}."]
        options, wrong = filled_in(self.title, self.options(seats), setup.options)
        reasons += wrong
        full = self.agreed(replace(setup, game=self.id, seats=seats, version=self.version, options=options))
        try:
            name, digest = self.map_of(full)
            full = replace(full, map=name, map_digest=digest)
        except SetupError as error:
            reasons += error.sentences
        try:
            full = replace(full, decks=self.decks_of(full))
        except SetupError as error:
            reasons += error.sentences
        else:
            if full.decks and len(full.decks) != seats:
                reasons.append(f"{seats} decks are needed, one a seat, not {len(full.decks)}.")
            if all(options.get(key, value) == value for key, value in setup.options.items()):
                reasons += [f"{deck.name or 'A deck'}: {fault}" for deck in full.decks for fault in self.deck_refusals(deck, full)]
        if reasons:
            raise SetupError(*dict.fromkeys(reasons))
        mods = setup.mods if setup.rows.cards or self.card_files is None else self.card_files.mods()
        full = replace(full, rows=self.rows_of(full), mods=mods)
        return replace(full, catalogue=self.fingerprint(full))


def filled_in(title: str, known: Sequence[Option], given: Mapping[str, str | int | bool]) -> tuple[Values, list[str]]:
    """Return every option of a game with its value, and a sentence for each value or name that cannot be.

    An option whose value cannot be has its default.
    """
    keys = {option.key for option in known}
    reasons = [f"{title} has no option {key[:40]!r}." for key in given if key not in keys]
    values: Values = {}
    for option in known:
        value = given.get(option.key, option.default)
        fault = option.fault(value)
        reasons += [fault] if fault else []
        values[option.key] = option.default if fault else value
    return values, reasons


def _numbers(seats: Sequence[int]) -> str:
    """Return the numbers of seats as a sentence has them: `2`, `2 or 4`, `2 to 6`."""
    if len(seats) > 2 and seats[-1] - seats[0] == len(seats) - 1:
        return f"{seats[0]} to {seats[-1]}"
    return enumerated([str(number) for number in seats], "or")
