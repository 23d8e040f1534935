"""A table of Shine in any position: cards on spaces and in piles, then act and look at state and events.

    with stage(me(front={0: "ember-runner"}), foe()) as table:
        table.do(Attack(table.id("ember-runner"), table.star(1)))

`front` counts columns 0 to 4 (2 is the Star), `back` the Support spaces. A name that begins with `~` is exhausted, with `+` came
this turn. Decks and Life areas are listed from the top.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from scenario import Table

from game.cards.catalogue import Catalogue
from game.kernel.setup import DeckList, Setup
from game.rules.shine.actions import PASS
from game.rules.shine.arena import Arena
from game.rules.shine.box import catalogue
from game.rules.shine.cards import ShineCard
from game.rules.shine.rules import ShineRules
from game.rules.shine.state import SPACES, Answering, Attacking, Leaving, Main, Purse, Stand, State, Supporting, Watching
from game.rules.shine.table import Table as Questions

STARS = ("rubea-first-flame", "marisel-tidal-voice")
FILL = "foam-dancer"


def me(
    hand: Any = (),
    front: Any = None,
    back: Any = None,
    deck: Any = (FILL,) * 3,
    grave: Any = (),
    life: Any = (FILL,) * 3,
    shine: Any = (0, 9, 1),
    star: str = "",
) -> dict[str, Any]:
    return {
        "hand": hand,
        "front": front or {},
        "back": back or {},
        "deck": deck,
        "grave": grave,
        "life": life,
        "shine": shine,
        "star": star,
    }


foe = me


class Stage(Table):
    """A scenario table that knows its cards by name."""

    def id(self, card: str, seat: int = 0) -> int:
        return next(piece for piece, (name, owner) in sorted(self.state.cards.items()) if name == card and owner == seat)

    def ask(self) -> Questions:
        return Questions(self.rules.arena, self.state)

    def star(self, seat: int = 0) -> int:
        return self.ask().star(seat)

    def names(self, pile: str, seat: int = 0) -> list[str]:
        return [self.state.cards[piece][0] for piece in getattr(self.state, pile)[seat]]

    def stand(self, card: str, seat: int = 0) -> Stand | None:
        return self.ask().stand(self.id(card, seat))

    def strength(self, card: str, seat: int = 0) -> int:
        return self.ask().strength(self.id(card, seat))

    def kinds(self) -> list[str]:
        """Return the kinds of all that happened so far, in order."""
        return [type(event).__name__ for step in self.steps for event in step.events]

    def carry(self, *actions: Any) -> None:
        """Take actions; after each, both players pass in every window until what it began is over."""
        for action in actions:
            self.do(action)
            self.pass_on()

    def leave(self) -> None:
        """Leave the phase, and let the other player pass before it ends."""
        self.do(PASS)
        self.pass_on()

    def pass_on(self, until: Any = None) -> None:
        """Let both players pass in every window, up to one."""
        while (
            self.state.stack
            and isinstance(self.state.stack[-1], Answering | Supporting | Watching | Leaving)
            and self.state.stack[-1] != until
        ):
            self.do(PASS)


def stage(
    mine: dict[str, Any],
    theirs: dict[str, Any],
    *,
    phase: str = "main1",
    turn: int = 5,
    pending: bool = False,
    seed: int = 0,
    asked: Any = None,
    more: tuple[ShineCard, ...] = (),
) -> Stage:
    """Return a table on which seat 0 is asked in a phase of its turn: main1, attack or main2. `more` are cards of the test's own."""
    cards: dict[int, tuple[str, int]] = {}

    def piece(name: str, seat: int) -> int:
        number = 10 + len(cards)
        cards[number] = (name.lstrip("~+"), seat)
        return number

    field: list[Stand | None] = [None] * (2 * SPACES)
    piles: dict[str, list[tuple[int, ...]]] = {"hand": [], "deck": [], "life": [], "grave": []}
    for seat, side in enumerate((mine, theirs)):
        laid = {2: side["star"] or STARS[seat], **side["front"], **{5 + column: name for column, name in side["back"].items()}}
        for place, name in laid.items():
            space = seat * SPACES + place
            field[space] = Stand(piece(name, seat), turned=name.startswith("~"), since=turn if name.startswith("+") else 0)
        for pile, held in piles.items():
            held.append(tuple(piece(name, seat) for name in side[pile]))
    owned = [Counter(name for name, owner in cards.values() if owner == seat) for seat in (0, 1)]
    fronts = [(side["star"] or STARS[seat]).lstrip("~") for seat, side in enumerate((mine, theirs))]
    decks = tuple(DeckList(f"deck {seat}", dict(owned[seat] - Counter([fronts[seat]])), (fronts[seat],)) for seat in (0, 1))
    rules = ShineRules(Arena(Catalogue((*catalogue().cards.values(), *more)) if more else catalogue(), Setup("shine", 2, decks=decks)))
    state = State(
        field=tuple(field), hands=tuple(piles["hand"]), decks=tuple(piles["deck"]), lives=tuple(piles["life"]), graves=tuple(piles["grave"]),
        purses=(Purse(*mine["shine"]), Purse(*theirs["shine"])), cards=cards, lasting=(), used=(), triggered=0, signs=("", ""), active=0, turn=turn,
        phase=phase, step=1, fight=None, chain=(), passes=0, next=0, stack=(asked or (Attacking(0) if phase == "attack" else Main(0)),),
        next_id=10 + len(cards), chance=seed + 1,
    )  # fmt: skip
    return Stage(rules, state, pending=pending, seed=seed)
