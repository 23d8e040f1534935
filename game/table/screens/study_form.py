"""What is to be studied, as it is chosen at the left of the lab: the study, who plays, with which decks, where, how often, and until when."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from game.ai.levels import LEVELS, title, words
from game.content.decks import own_decks
from game.content.faults import ContentError
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Option, Setup
from game.kernel.words import counted
from game.lab.breaking import PLAYERS, QUICK, Search, aimed, begun, matches_each, most_matches
from game.lab.planning import LOOKED_AT, Asked, Ground, Study, grounds, kinds_of, levels, new_folder, pairings, seats_of, with_skill
from game.lab.running import Going, Running
from game.lab.seeking import Seeking, Wanted
from game.table.pages.form import Column

GAMES = (10, 20, 50, 100, 200, 500, 1000)
"""How many matches of each pairing or map can be chosen."""

REACHES = (("0", "All are played"), ("10", "± 10 %"), ("5", "± 5 %"), ("3", "± 3 %"), ("2", "± 2 %"), ("1", "± 1 %"))
SKILLS = (("0", "Not asked"), *((str(games), f"{games} matches each") for games in (4, 8, 20, 50)))
MINUTES = (("1", "1 minute"), *((str(minutes), f"{minutes} minutes") for minutes in (5, 10, 30, 60, 240)))
_SEED = 18
"""A seed has at most so many digits here."""

_KINDS = {
    "decks": ("Decks", "deck", "Every two decks against each other, each playing every seat of every deal: which one wins?"),
    "cards": ("Cards", "poker-hand", "The same matches, told card by card: how do those fare who draw and play it?"),
    "maps": ("Maps", "treasure-map", "Every map with the decks that are played there: does the first seat win, and how long does it take?"),
    "levels": ("Levels", "brain", "Every two levels of computer players against each other: how strong are they?"),
    "break": (
        "What breaks it",
        "magnifying-glass",
        "A search for decks, and for players with one thing in mind, that beat all ready decks; the best are confirmed with other seeds.",
    ),
}

_MINDS = {
    QUICK: "Quick and sensible",
    "burn": "Only to burn",
    "rush": "Only to rush",
    "stall": "Only to stall",
    "draw": "Only to draw",
    "peaceful": "Never to attack",
}


class StudyForm:
    """The choices of a study of one game; `changed` is called after each of them."""

    def __init__(self, box: Game, changed: Callable[[], None]) -> None:
        self.box, self._changed = box, changed
        self.faults: tuple[str, ...] = ()
        self.decks: dict[str, DeckList] = {}
        self.maps: dict[str, str] = {}
        self.level, self.map, self.games = "normal", "", 20
        self.seed, self.reach, self.skill, self.minutes, self.more = "", 0, 0, 10, False
        self.values: dict[str, str | int | bool] = {}
        self.jobs = max(1, (os.cpu_count() or 2) - 1)
        self.off: set[str] = {"level random", "level master"}
        self.read()
        self.kind = self.kinds()[0]

    def read(self) -> None:
        """Read decks and maps anew; they may have changed."""
        try:
            own = own_decks(self.box.id)
            self.faults = tuple(fault.sentence for fault in own.faults[:2])
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
        return kinds_of(self.box, len(self.decks))

    # --- what was chosen

    def chosen(self, what: str, names: Sequence[str]) -> list[str]:
        """Return the names that are on, of decks, maps, levels or minds."""
        return [name for name in names if f"{what} {name}" not in self.off]

    def count(self) -> int:
        """Return how many pairings (or maps) are played."""
        if self.kind == "maps":
            return len(self.chosen("map", list(self.maps)))
        many = len(self.chosen("level", list(LEVELS)) if self.kind == "levels" else self.chosen("deck", list(self.decks)))
        return many * (many - 1) // 2

    def begin(self) -> Going:
        """Return what was chosen, to be played beside the window."""
        if self.kind == "break":
            return Seeking(self.search_of(), self.wanted(), self.jobs)
        return Running(self.study_of(), self.jobs, reach=self.share())

    def share(self) -> float:
        """Return how closely everything is to be known, nothing where all is to be played."""
        return self.reach / 100

    def wanted(self) -> Wanted:
        """Return how long a search goes on."""
        return Wanted(seconds=60.0 * self.minutes, games=self.games)

    def study_of(self) -> Callable[[], Study]:
        """Return what plans the study that was chosen; planning can take seconds, and raises SetupError."""
        asked = Asked(self.level, self.games, seed=int(self.seed or 0), options=self._options())
        ground = Ground(self.map)
        decks = [self.decks[name] for name in self.chosen("deck", list(self.decks))]
        maps = [Ground(name) for name in self.chosen("map", list(self.maps))]
        names = self.chosen("level", list(LEVELS))
        kind, box, skill = self.kind, self.box, self.skill

        def study() -> Study:
            match kind:
                case "maps":
                    plan = grounds(box, (), maps, asked)
                case "levels":
                    plan = levels(box, names, [ground] if ground.name else [], asked)
                case _:
                    plan = pairings(box, kind, decks, ground, asked)
            found = Study(plan, new_folder(box.id, kind))
            return with_skill(box, found, skill) if skill and kind == "decks" else found

        return study

    def search_of(self) -> Callable[[], tuple[Search, Path]]:
        """Return what begins the search that was chosen; it raises SetupError."""
        box, players = self.box, self.chosen("player", PLAYERS)
        setup = Setup(box.id, min(box.seats), seed=int(self.seed or 0), options=self._options(), map=self.map)

        def search() -> tuple[Search, Path]:
            if not players:
                raise SetupError("Somebody has to hold the decks.")
            return begun(aimed(setup, players)), new_folder(box.id, "break").path

        return search

    def _options(self) -> dict[str, str | int | bool]:
        """Return the options that were chosen; what was not is the game's own choice."""
        return {option.key: self.values[option.key] for option in self.options() if option.key in self.values}

    def options(self) -> list[Option]:
        """Return the options that mean anything beside the others."""
        options = self.box.options(seats_of(self.box))
        values = {option.key: option.default for option in options} | self.values
        return [option for option in options if option.matters(values)]

    def set(self, what: str, value: str | int) -> None:
        """Change a choice."""
        setattr(self, what, value)
        self._changed()

    def number(self, what: str, value: str) -> None:
        """Change a choice that is a number."""
        self.set(what, int(value))

    def option(self, key: str, value: str | float | bool) -> None:  # noqa: FBT001
        """Change an option of the match."""
        self.values[key] = int(value) if isinstance(value, float) else value
        self._changed()

    def turn(self, name: str) -> None:
        """Take a deck, map, level or mind in, or leave it out."""
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
        if self.kind not in {"levels", "break"}:
            options = [(level, title(level)) for level in LEVELS]
            column.choice("level", "Who plays", options, self.level, partial(self.set, "level"), hint=words(self.level, {}))
        if self.maps and self.kind != "maps":
            column.choice("map", "Map", [("", "The usual one"), *self.maps.items()], self.map, partial(self.set, "map"))
        self._lengths(column)
        jobs = [(str(number), str(number)) for number in range(1, max(self.jobs, os.cpu_count() or 2) + 1)]
        hint = "So many matches are played at a time. All that the computer has make it slower for everything else."
        column.choice("jobs", "Processes", jobs, str(self.jobs), partial(self.number, "jobs"), hint=hint)
        hint = "The seed that all chance comes from, and what the setup of a match lets you choose."
        column.toggle("more", "Seed and options", self.more, partial(self.set, "more", not self.more), hint=hint)
        if self.more:
            self._more(column)
        self._names(column)
        column.words(self.amount(), icon=icon)

    def _lengths(self, column: Column) -> None:
        """Lay how much is played, and when it is enough."""
        numbers = [(str(number), f"{number:,}") for number in GAMES]
        if self.kind == "break":
            column.choice("minutes", "Search for", MINUTES, str(self.minutes), partial(self.number, "minutes"))
            column.choice("games", "Matches to confirm a find", numbers, str(self.games), partial(self.number, "games"))
            return
        each = "map" if self.kind == "maps" else "pairing"
        column.choice("games", f"Matches of each {each}", numbers, str(self.games), partial(self.number, "games"))
        hint = f"Fewer are played where {LOOKED_AT[self.kind]} is known so closely before; of a comparison, {LOOKED_AT['compare']}."
        column.choice("reach", "Stop when known within", REACHES, str(self.reach), partial(self.number, "reach"), hint=hint)
        if self.kind == "decks":
            hint = "The same decks once more in the hands of Hard and of Novice: does better play win?"
            column.choice("skill", "Hard against Novice", SKILLS, str(self.skill), partial(self.number, "skill"), hint=hint)

    def _more(self, column: Column) -> None:
        """Lay the seed, and what the setup of a match lets one choose."""
        hint = "The same seed plays the same deals again."
        digits = "0123456789"
        column.entry(
            "seed", "Seed", self.seed, partial(self.set, "seed"), placeholder="0", only=digits, most=_SEED, hint=hint, selects=True
        )
        for option in self.options():
            column.option(option, self.values.get(option.key, option.default), partial(self.option, option.key))

    def amount(self) -> str:
        """Return how much is going to be played, in a sentence."""
        if self.kind == "break":
            aim = Setup(self.box.id, min(self.box.seats))
            return (
                f"Whole rounds of up to {most_matches(aim)} matches, then up to {counted(Wanted().finds, 'find')} "
                f"with {matches_each(aim, self.games)} matches each."
            )
        each = "map" if self.kind == "maps" else "pairing"
        seats, pairings = seats_of(self.box), self.count()
        matches = pairings * seats * -(-self.games // seats)
        if self.kind == "decks" and self.skill:
            matches += pairings * 2 * seats * -(-self.skill // (2 * seats))
        least = "at least " if self.kind == "levels" else "at most " if self.reach else ""
        return f"{counted(pairings, each)}, {least}{counted(matches, 'match', 'matches')}."

    def _names(self, column: Column) -> None:
        """Lay a switch for each deck, map, level or mind that can take part."""
        match self.kind:
            case "maps":
                column.heading("Maps")
                names = [("map", name, label) for name, label in self.maps.items()]
            case "levels":
                column.heading("Levels")
                names = [("level", name, level.title) for name, level in LEVELS.items()]
            case "break":
                column.heading("Who may hold the decks")
                names = [("player", name, _MINDS[name]) for name in PLAYERS]
            case _:
                column.heading("Decks")
                names = [("deck", name, name) for name in self.decks]
        for what, name, label in names:
            key = f"{what} {name}"
            column.toggle(key, label, key not in self.off, partial(self.turn, key))
