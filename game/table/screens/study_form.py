"""What is to be studied, as it is chosen at the left of the lab: the study, who plays, with which decks, on which map, how often."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial

from game.ai.levels import LEVELS, title, words
from game.content.decks import own_decks
from game.content.faults import ContentError
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList
from game.kernel.words import counted
from game.lab.planning import KINDS, Asked, Ground, Study, grounds, levels, new_folder, pairings, seats_of
from game.table.pages.form import Column

GAMES = (10, 20, 50, 100, 200, 500, 1000)
"""How many matches of each pairing or map can be chosen."""

_KINDS = {
    "decks": ("Decks", "deck", "Every two decks against each other, each playing every seat of every deal: which one wins?"),
    "cards": ("Cards", "poker-hand", "The same matches, told card by card: how do those fare who draw and play it?"),
    "maps": ("Maps", "treasure-map", "Every map with the decks that are played there: does the first seat win, and how long does it take?"),
    "levels": ("Levels", "brain", "Every two levels of computer players against each other: how strong are they?"),
}


class StudyForm:
    """The choices of a study of one game; `changed` is called after each of them."""

    def __init__(self, box: Game, changed: Callable[[], None]) -> None:
        self.box, self._changed = box, changed
        self.faults: tuple[str, ...] = ()
        self.decks: dict[str, DeckList] = {}
        self.maps: dict[str, str] = {}
        self.level, self.map, self.games = "normal", "", 20
        self.jobs = max(1, (os.cpu_count() or 2) - 1)
        self.off: set[str] = {"level random", "level master"}
        self.read()
        self.kind = self.kinds()[0]

    def read(self) -> None:
        """Read decks and maps anew; they may have changed."""
        try:
            own = own_decks(self.box.id)
            self.faults = tuple(f"{str(fault).rstrip('.')}." for fault in own.faults[:2])
            self.decks = {deck.name: deck for deck in (*self.box.ready_decks(), *own.decks)}
            self.maps = dict(self.box.maps(seats_of(self.box)))
        except ContentError as error:
            self.faults = (f"{error.faults[0]}.",)
        except SetupError as error:
            self.faults = error.sentences[:2]
        if self.map not in self.maps:
            self.map = ""

    def kinds(self) -> list[str]:
        """Return the studies that the game has something for."""
        there = {"decks": len(self.decks) > 1, "cards": len(self.decks) > 1, "maps": bool(self.maps)}
        return [kind for kind in KINDS if there.get(kind, True)]

    # --- what was chosen

    def chosen(self, what: str, names: Sequence[str]) -> list[str]:
        """Return the names that are on, of decks, maps or levels."""
        return [name for name in names if f"{what} {name}" not in self.off]

    def count(self) -> int:
        """Return how many pairings (or maps) are played."""
        if self.kind == "maps":
            return len(self.chosen("map", list(self.maps)))
        many = len(self.chosen("level", list(LEVELS)) if self.kind == "levels" else self.chosen("deck", list(self.decks)))
        return many * (many - 1) // 2

    def study_of(self) -> Callable[[], Study]:
        """Return what plans the study that was chosen; planning can take seconds, and raises SetupError."""
        asked = Asked(self.level, self.games)
        ground = Ground(self.map)
        decks = [self.decks[name] for name in self.chosen("deck", list(self.decks))]
        maps = [Ground(name) for name in self.chosen("map", list(self.maps))]
        names = self.chosen("level", list(LEVELS))
        kind, box = self.kind, self.box

        def study() -> Study:
            match kind:
                case "maps":
                    plan = grounds(box, (), maps, asked)
                case "levels":
                    plan = levels(box, names, [ground] if ground.name else [], asked)
                case _:
                    plan = pairings(box, kind, decks, ground, asked)
            return Study(plan, new_folder(box.id, kind))

        return study

    def set(self, what: str, value: str | int) -> None:
        """Change a choice."""
        setattr(self, what, value)
        self._changed()

    def turn(self, name: str) -> None:
        """Take a deck, map or level in, or leave it out."""
        self.off ^= {name}
        self._changed()

    # --- how it looks

    def lay(self, column: Column) -> None:
        """Lay the choices of the study that is chosen."""
        _, icon, about = _KINDS[self.kind]
        column.choice("kind", "Study", [(kind, _KINDS[kind][0]) for kind in self.kinds()], self.kind, partial(self.set, "kind"))
        column.words(about)
        for fault in self.faults:
            column.words(fault, "bad", rich=False)
        if self.kind != "levels":
            options = [(level, title(level)) for level in LEVELS]
            column.choice("level", "Who plays", options, self.level, partial(self.set, "level"), hint=words(self.level))
        if self.maps and self.kind != "maps":
            column.choice("map", "Map", [("", "The usual one"), *self.maps.items()], self.map, partial(self.set, "map"))
        each = "map" if self.kind == "maps" else "pairing"
        numbers = [(str(number), f"{number:,}") for number in GAMES]
        column.choice("games", f"Matches of each {each}", numbers, str(self.games), lambda value: self.set("games", int(value)))
        jobs = [(str(number), str(number)) for number in range(1, max(self.jobs, os.cpu_count() or 2) + 1)]
        hint = "So many matches are played at a time. All that the computer has make it slower for everything else."
        column.choice("jobs", "Processes", jobs, str(self.jobs), lambda value: self.set("jobs", int(value)), hint=hint)
        self._names(column)
        seats, pairings = seats_of(self.box), self.count()
        matches = pairings * seats * -(-self.games // seats)
        least = "at least " if self.kind == "levels" else ""
        column.words(f"{counted(pairings, each)}, {least}{counted(matches, 'match', 'matches')}.", icon=icon)

    def _names(self, column: Column) -> None:
        """Lay a switch for each deck, map or level that can take part."""
        match self.kind:
            case "maps":
                column.heading("Maps")
                names = [("map", name, label) for name, label in self.maps.items()]
            case "levels":
                column.heading("Levels")
                names = [("level", name, level.title) for name, level in LEVELS.items()]
            case _:
                column.heading("Decks")
                names = [("deck", name, name) for name in self.decks]
        for what, name, label in names:
            key = f"{what} {name}"
            column.toggle(key, label, key not in self.off, partial(self.turn, key))
