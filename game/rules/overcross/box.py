"""The box of Overcross: objectives and agreements, ready decks, battle grids."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from game.content.decks import ready_decks
from game.content.load import Sort, WordedCards
from game.content.maps import BattleMap, known_battle_map, packed_map, read_packed_map
from game.content.own_maps import map_files
from game.kernel.box import Box, filled_in
from game.kernel.capabilities import Crowd, Gauge
from game.kernel.ids import Seat
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Option, Rows, Setup
from game.rules.overcross.arena import ASSASSINATION, DEATH_MATCH, FLAG, INVASION, SUMMONING, Arena, Settings
from game.rules.overcross.cards import WORDS, OvercrossCard, judge, parts
from game.rules.overcross.decks import charge, deck_faults, lacking, points
from game.rules.overcross.faces import face
from game.rules.overcross.version import VERSION

GAME = "overcross"
CARDS = WordedCards(GAME, Sort(OvercrossCard, judge, WORDS), parts)
catalogue, catalogue_of = CARDS.catalogue, CARDS.catalogue_of
_OBJECTIVES = {
    ASSASSINATION: "Your Leader (or whoever is agreed to be the mark) begins in your deploy zone. Bring the enemy's down to win (OC-46).",
    SUMMONING: "Be the first to walk your Legend into an enemy deploy zone (OC-47).",
    FLAG: "Carry the enemy's flag from the middle of their deploy zone into your own (OC-48).",
    INVASION: "Every character that reaches an enemy deploy zone scores a point and comes back to its own (OC-49).",
    DEATH_MATCH: "Every enemy character killed scores what it cost in deck points (OC-50).",
}
"""How each objective is won."""

_DEFAULT_MAPS = {2: "duel", 3: "crossroads", 4: "crossroads"}


def battle_map(name: str) -> BattleMap:
    """Return a battle grid of the game's or the user's maps by name; raise SetupError when there is none or it is faulty (OC-54)."""
    path = map_files(GAME).get(name)
    if path is None:
        raise _no_map(name)
    return known_battle_map(path)


def map_text(name: str) -> str:
    """Return a battle grid as a match brings it along: one text that stands for itself; raise SetupError when there is none."""
    path = map_files(GAME).get(name)
    if path is None:
        raise _no_map(name)
    return packed_map(path)


def _no_map(name: str) -> SetupError:
    return SetupError(f"There is no battle grid called {name[:40]!r}.")


def field_of(setup: Setup) -> BattleMap:
    """Return the battle grid that a setup brings along, or names; raise SetupError when it is faulty."""
    return _unpacked(setup.rows.map, setup.map) if setup.rows.map else battle_map(setup.map)


@lru_cache(maxsize=16)
def _unpacked(text: str, name: str) -> BattleMap:
    return read_packed_map(text, name)


class OvercrossBox(Box):
    """What can be chosen before a match of Overcross; see `game.kernel.rules.Game`."""

    id = GAME
    prefix = "OC"
    title = "Overcross"
    tagline = "Comics collide on a battle grid"
    colours = "sides"
    seats: tuple[int, ...] = (2, 3, 4)
    version = VERSION
    hand = 5
    crowd = Crowd("wide", 6, {"objective": "death-match", "death_goal": 200, "rounds": 0, "deck_points": 400})
    card_files = CARDS

    def forget(self) -> None:
        """Read cards anew; raise ContentError and keep those there are when one that ships is faulty."""
        CARDS.forget()

    def options(self, seats: int) -> tuple[Option, ...]:
        """Return objective and agreements (OC-6, OC-46 to OC-51)."""
        del seats
        return (
            Option(
                "objective",
                "Objective",
                "choice",
                ASSASSINATION,
                (
                    (ASSASSINATION, "Assassination"),
                    (SUMMONING, "Summoning"),
                    (FLAG, "Capture the Flag"),
                    (INVASION, "Invasion"),
                    (DEATH_MATCH, "Death Match"),
                ),
                words="How the match is won.",
                means=_OBJECTIVES,
            ),
            Option(
                "mark",
                "Marks",
                "choice",
                "leader",
                (("leader", "The leader"), ("champion", "The champion"), ("both", "Leader and champion")),
                words="Assassination: who must fall.",
                only=("objective", ASSASSINATION),
            ),
            Option(
                "invasion_goal",
                "Invasion points",
                "number",
                10,
                low=1,
                high=30,
                words="Invasion: points to win.",
                only=("objective", INVASION),
            ),
            Option(
                "death_goal",
                "Death Match points",
                "number",
                40,
                low=5,
                high=200,
                words="Death Match: points to win.",
                only=("objective", DEATH_MATCH),
            ),
            Option("rounds", "Round limit", "number", 20, low=0, high=60, words="After this many rounds the match ends; 0 is no limit."),
            Option("deck_points", "Deck points", "number", 100, low=20, high=400, words="The most a deck may cost."),
        )

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the decks that ship."""
        return ready_decks(GAME)

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:
        """Return name and title of every sound battle grid for that many seats, the usual one first."""
        found, files = [], map_files(GAME)
        for name in sorted(files, key=lambda name: name != _DEFAULT_MAPS.get(seats)):
            try:
                field = known_battle_map(files[name])
            except SetupError:
                continue
            if seats <= field.seats:
                found.append((name, field.title))
        return tuple(found)

    def map_of(self, setup: Setup) -> tuple[str, str]:
        """Return the battle grid that was chosen or the usual one; raise SetupError when it cannot be played on (OC-54)."""
        name = setup.map or _DEFAULT_MAPS[setup.seats]
        field = field_of(replace(setup, map=name))
        if setup.seats > field.seats:
            raise SetupError(f"{field.title} is for up to {field.seats} players, not {setup.seats}.")
        return name, field.digest

    def decks_of(self, setup: Setup) -> tuple[DeckList, ...]:
        """Return the decks that were brought, or a ready one a seat, the sides taking turns."""
        if setup.decks:
            return setup.decks
        sides: dict[str, list[DeckList]] = {}
        for deck in self.ready_decks():
            sides.setdefault(deck.side, []).append(deck)
        rows = list(sides.values())
        return tuple(rows[seat % len(rows)][seat // len(rows) % len(rows[seat % len(rows)])] for seat in range(setup.seats))

    def rows_of(self, setup: Setup) -> Rows:
        """Return the rows of the cards in all decks, of those they speak of, and the battle grid."""
        used = {card for deck in setup.decks for card in deck.cards}
        return Rows(catalogue_of(setup).rows(used), setup.rows.map or map_text(setup.map))

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return every rule a deck breaks (OC-6 to OC-9, OC-46, OC-47)."""
        return deck_faults(deck, catalogue_of(setup), _agreement(setup))

    def deck_refusals(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return the rules for which no match takes a deck; without what it is played for it would have lost before anybody acts, whoever took that from it."""
        return super().deck_refusals(deck, setup) or lacking(deck, catalogue_of(setup), _agreement(setup))

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:
        """Return how many of the deck points are used, and how many cards there are (OC-6, OC-9)."""
        return (Gauge("Deck points", points(deck, catalogue()), _agreement(setup).deck_points), Gauge("Cards", len(deck.expanded())))

    def charge(self, seat: Seat, deck: DeckList | None) -> str:  # noqa: ARG002
        """Return the glyph of the side that a deck is of."""
        return charge(deck) if deck is not None else ""

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card."""
        return tuple(face(card) for card in catalogue().cards.values())

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup."""
        from game.rules.overcross.rules import OvercrossRules  # noqa: PLC0415  (a match waits for its rules, not the menu)

        return OvercrossRules(Arena(catalogue_of(setup), field_of(setup), setup, settings_of(setup.options)))


def settings_of(options: dict[str, str | int | bool]) -> Settings:
    """Return the agreement that the options describe."""
    objective = str(options["objective"])
    mark = str(options["mark"])
    goal = {INVASION: int(options["invasion_goal"]), DEATH_MATCH: int(options["death_goal"])}.get(objective, 0)
    return Settings(
        objective, ("leader", "champion") if mark == "both" else (mark,), goal, int(options["rounds"]), int(options["deck_points"])
    )


def _agreement(setup: Setup) -> Settings:
    """Return the agreement of a setup that may still leave options open."""
    return settings_of(filled_in("Overcross", BOX.options(setup.seats), setup.options)[0])


BOX = OvercrossBox()
