"""For programs that play: begin a match, see what a seat may see, act, go back to a fork of it; stable from here on.

    from game import api

    match, chance = api.match("shine", seed=3), api.Chance(1)
    while match.seat is not None:
        match.step(chance.below(len(match.legal())))
    print(match.outcome())

Nothing here opens a window, and nothing is written. An `Observation` and an `Action` are frozen values of the game's own
(`msgspec.to_builtins` turns them into dictionaries, `msgspec.json.encode` into JSON). `docs/programs.md` is the page that goes with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from game.ai.brought import PlayerError
from game.ai.levels import level_names
from game.ai.levels import player as _player
from game.ai.player import Budget, Player
from game.api.asked import asked_setup, box_of, whole
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.setup import DeckList, Outcome, Setup
from game.kernel.words import shown
from game.rules import ids

__all__ = ["Budget", "Chance", "DeckList", "Match", "Outcome", "Player", "PlayerError", "Setup", "SetupError", "games", "match"]

Action = Any
"""A frozen value of the game's own; it is equal to itself in any process, and can be a key."""

Observation = Any
"""All that one seat may know, as a frozen value of the game's own."""


def games() -> tuple[str, ...]:
    """Return the ids of the games that can be played, as `match` takes them."""
    return ids()


def match(
    game: str,
    *,
    seed: int = 0,
    seats: int | None = None,
    decks: Sequence[str | DeckList] = (),
    map: str = "",
    options: Mapping[str, str | int | bool] | None = None,
) -> Match:
    """Begin a match; equal arguments begin equal matches.

    `seats` is the fewest the game is played by unless it is given; `decks` has one a seat: a list, or what `--deck` takes, be it the name of a
    ready deck or of one of your own, a file or a code. What is left out the game fills in as its setup screen does. Raises KeyError for no such game
    and SetupError, with every reason, for a match that cannot be, or for what is of another kind than is asked for here.
    """
    box = box_of(game)
    setup = box.complete(asked_setup(box, seed, seats, decks, map, options))
    rules = box.rules(setup)
    return Match(rules, setup, rules.setup(setup).state)


class Match:
    """One play-through, for a program to drive.

    It holds the whole truth and shows a seat's part of it: whoever plays fairly looks through `observe` alone, and looks ahead in `imagine`.
    """

    __slots__ = ("_legal", "_rules", "_state", "count", "setup")

    def __init__(self, rules: AnyRules, setup: Setup, state: Any, count: int = 0) -> None:
        self._rules = rules
        self._state = state
        self._legal: tuple[Action, ...] | None = None
        self.setup = setup
        self.count = count

    @property
    def game(self) -> str:
        """Return the game's id."""
        return self.setup.game

    @property
    def seats(self) -> int:
        """Return how many seats play, numbered from 0."""
        return self.setup.seats

    @property
    def seat(self) -> int | None:
        """Return the seat that must choose now, or None when the match is over."""
        return self._rules.deciding(self._state)

    def legal(self) -> tuple[Action, ...]:
        """Return what that seat may do now, always in the same order; empty exactly when the match is over.

        What is drawn or typed by hand, such as a walk along a way of one's own or a printed card, is not listed.
        """
        if self._legal is None:
            self._legal = self._rules.legal(self._state)
        return self._legal

    def _action(self, index: int) -> Action:
        index = whole("the number of an action", index)
        legal = self.legal()
        if not 0 <= index < len(legal):
            there = f"{len(legal)} legal actions, numbered from 0" if legal else "no legal actions, as the match is over"
            raise IndexError(f"there are {there}; there is no {shown(index)}")
        return legal[index]

    def describe(self, index: int) -> str:
        """Return a legal action in the game's words, as the table offers it; raise IndexError for a number that is none."""
        action = self._action(index)
        for offer in self._rules.offers(self._state):
            if offer.refusal is None and not offer.form and offer.action == action:
                return offer.words
        raise AssertionError(f"{self.game} lists an action that it does not offer: {action}")  # the conformance suite forbids it

    def step(self, index: int) -> None:
        """Take the legal action with that number for the seat that must choose; raise IndexError for a number that is none."""
        action = self._action(index)
        self._state = self._rules.advance(self._state, action)
        self._legal = None
        self.count += 1

    def observe(self, seat: int) -> Observation:
        """Return all that a seat may know now; -1 is who only watches. Raise IndexError for a seat that is not there."""
        seat = whole("a seat", seat)
        if not -1 <= seat < self.seats:
            raise IndexError(f"there are {self.seats} seats, numbered from 0, and -1 watches; there is no {shown(seat)}")
        return self._rules.observe(self._state, seat)

    def outcome(self) -> Outcome | None:
        """Return who won, with each seat's score and the reason in words, or None while the match goes on."""
        return self._rules.outcome(self._state)

    def prospects(self) -> tuple[float, ...]:
        """Return how well each seat stands, from 0 (lost) to 1 (won), as the game judges the position; all together make 1."""
        return self._rules.evaluate(self._state)

    def fork(self) -> Match:
        """Return a match of its own that stands where this one does and has the same luck before it."""
        return Match(self._rules, self.setup, self._state, self.count)

    def imagine(self, seat: int, seed: int) -> Match:
        """Return a match as it may really stand, for all that a seat knows: what it cannot know, and all luck to come, is drawn from the seed."""
        return Match(self._rules, self.setup, self._rules.sample(self.observe(seat), Chance(whole("a seed", seed))), self.count)

    def player(self, name: str) -> Player:
        """Return an opponent for this match: a level, a game's own policy, `FILE.py:CLASS`, `exec:COMMAND` or one that a package offers.

        Raises PlayerError when there is none of that name.
        """
        if not isinstance(name, str):
            raise PlayerError(f"A player is named in words, not by {shown(name)}.")
        return _player(name, self._rules)

    def players(self) -> tuple[str, ...]:
        """Return the names of the opponents that come with the game."""
        return level_names(self._rules)
