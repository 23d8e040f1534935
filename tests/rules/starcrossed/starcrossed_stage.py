"""A table of Starcrossed in any position: lay cards on crystals and in piles, act, look at state and events.

    with stage(me(hand=["anvil-mezzo"], crystals=[at(1, diva="ember-chorister")]), foe()) as table:
        table.do(Play(table.id("anvil-mezzo"), 0))

Skills whose name begins with `~` lie face down. Decks are listed from the top.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from scenario import Table

from game.cards.catalogue import Catalogue
from game.cards.hands import Opening
from game.kernel.setup import DeckList, Setup
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.box import catalogue
from game.rules.starcrossed.cards import StarCard
from game.rules.starcrossed.rules import StarcrossedRules
from game.rules.starcrossed.state import NONE, Crystal, Lane, Skill, State, Turn
from game.rules.starcrossed.table import Table as Questions


def at(
    level: int = 0, attuned: str = "", diva: str = "", skills: tuple[str, ...] | list[str] = (), *, recruit: bool = False
) -> dict[str, Any]:
    """Describe a crystal."""
    return {"level": level, "attuned": attuned, "diva": diva, "skills": tuple(skills), "recruit": recruit}


def me(
    hand: Any = (),
    crystals: Any = (),
    deck: Any = (),
    void: Any = (),
    life: int = 25,
    energy: int = 9,
    kept: int = 0,
    *,
    special: bool = False,
) -> dict[str, Any]:
    """Describe a player; crystals are listed lane by lane."""
    return {
        "hand": hand,
        "crystals": crystals,
        "deck": deck,
        "void": void,
        "life": life,
        "energy": energy,
        "kept": kept,
        "special": special,
    }


foe = me


class Stage(Table):
    """A scenario table that knows its cards by name."""

    def __init__(self, rules: StarcrossedRules, state: State, *, pending: bool = False, seed: int = 0) -> None:
        super().__init__(rules, state, pending=pending, seed=seed)
        self.arena = rules.arena

    def id(self, card: str, seat: int = 0) -> int:
        """Return the first piece of a card that a seat owns."""
        return next(piece for piece, (name, owner) in sorted(self.state.cards.items()) if name == card and owner == seat)

    def ask(self) -> Questions:
        return Questions(self.arena, self.state)

    def strength(self, crystal: int) -> int:
        return self.ask().strength(crystal)

    def names(self, pieces: tuple[int, ...]) -> list[str]:
        return [self.state.cards[piece][0] for piece in pieces]

    def hand(self, seat: int = 0) -> list[str]:
        return self.names(self.state.hands[seat])

    def deck(self, seat: int = 0) -> list[str]:
        return self.names(self.state.decks[seat])

    def void(self, seat: int = 0) -> list[str]:
        return self.names(self.state.voids[seat])

    def diva(self, crystal: int) -> str:
        piece = self.state.crystals[crystal].diva
        return "" if piece < 0 else self.state.cards[piece][0]

    def purse(self, seat: int = 0) -> int:
        return self.state.energy[seat] + self.state.kept[seat]

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.step.events]


def stage(
    mine: dict[str, Any],
    theirs: dict[str, Any],
    *,
    active: int = 0,
    asked: Any = None,
    turn: int = 3,
    turns: int = 60,
    pending: bool = False,
    seed: int = 0,
    more: tuple[StarCard, ...] = (),
) -> Stage:
    """Return a table; by default seat 0 acts in the Action Phase. A Lane as the open question means combat, an Opening the start.

    `more` are cards of the test's own.
    """
    cards: dict[int, tuple[str, int]] = {}

    def piece(name: str, seat: int) -> int:
        number = 10 + len(cards)
        cards[number] = (name.lstrip("~"), seat)
        return number

    crystals, piles = [], {"hand": [], "deck": [], "void": []}
    for seat, side in enumerate((mine, theirs)):
        row = [*side["crystals"], *(at() for _ in range(3 - len(side["crystals"])))]
        for laid in row:
            skills = tuple(Skill(piece(name, seat), down=name.startswith("~")) for name in laid["skills"])
            diva = piece(laid["diva"], seat) if laid["diva"] else NONE
            crystals.append(Crystal(laid["level"], laid["attuned"], diva, laid["recruit"], skills))
        for pile, held in piles.items():
            held.append(tuple(piece(name, seat) for name in side[pile]))
    decks = tuple(DeckList(f"deck {seat}", dict(Counter(name for name, owner in cards.values() if owner == seat))) for seat in (0, 1))
    rules = StarcrossedRules(
        Arena(
            Catalogue((*catalogue().cards.values(), *more)) if more else catalogue(),
            Setup("starcrossed", 2, decks=decks, options={"turns": turns}),
        )
    )
    asked = asked or Turn(active)
    combat = isinstance(asked, Lane)
    step = 0
    if combat:
        order = (0, 1, 2) if active == 0 else (2, 1, 0)
        step = 2 * order.index(asked.crystal % 3) + (asked.seat != active)
    elif isinstance(asked, Turn):
        step = 0 if asked.seat == active else 1
    sides = (mine, theirs)
    state = State(
        crystals=tuple(crystals), hands=tuple(piles["hand"]), decks=tuple(piles["deck"]), voids=tuple(piles["void"]), cards=cards, known={},
        lasting=(), used=(), life=tuple(side["life"] for side in sides), energy=tuple(side["energy"] for side in sides),
        kept=tuple(side["kept"] for side in sides), special=tuple(side["special"] for side in sides), active=active, turn=turn,
        phase="combat" if combat else "opening" if isinstance(asked, Opening) else "action", step=step, fight=None, stack=(asked,), next_id=10 + len(cards), chance=seed + 1,
    )  # fmt: skip
    return Stage(rules, state, pending=pending, seed=seed)


LETTERS = ["ember-chorister", "anvil-mezzo", "slag-prima"]
"""Three plain Cinderchoir divas of levels 1 to 3: strength 2, 4 and 5 (with Overkill)."""
