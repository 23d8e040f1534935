"""Where and for what a match is fought: the cards, the battle grid, the deploy zones and the objective.

An Arena is what every state of a match shares; it is worked out when the rules are bound to a match, and never changes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import or_
from typing import Any

from msgspec import Struct

from game.cards.catalogue import Catalogue
from game.cards.compiled import Fitting, Number, matcher, number
from game.cards.interpret import Run
from game.cards.modify import Standing
from game.content.maps import BattleMap, Breakable
from game.grid import Grid, cell_name, cells_of, disc, grow
from game.kernel.ids import PieceId, Seat
from game.kernel.scene import Patch
from game.kernel.setup import Setup
from game.kernel.words import capitalised, counted
from game.rules.overcross.cards import Attack, OvercrossCard, votes_of
from game.rules.overcross.state import MAP_CARD, Terrain

GRID = "grid"
FAR = 99
"""A range that reaches everywhere."""

_NOTHING: dict[str, int] = {}
FULL_DAMAGE = 6
MOST_SCATHE = 2
"""So much damage a mark takes in one turn from whatever is no attack (OC-46)."""

ASSASSINATION, SUMMONING, FLAG, INVASION, DEATH_MATCH = "assassination", "summoning", "flag", "invasion", "death-match"


class Settings(Struct, frozen=True):
    """What was agreed before the match (OC-6, OC-46 to OC-51): `goal` are points to win, `rounds` 0 is no limit."""

    objective: str = ASSASSINATION
    marks: tuple[str, ...] = ("leader",)
    goal: int = 0
    rounds: int = 30
    deck_points: int = 100


Aura = tuple[str, Seat, int, tuple[int, ...]]
"""Where terrain changes numbers: its card, whose it is, and the spaces that each of its modifiers reaches, all together first."""


class Ground(Struct, frozen=True, eq=False):
    """The ground as walkers meet it: on foot, sure of foot, and in the air (where only stopping is barred).

    `laid` are the spaces that terrain covers. `aimed` keeps, as far as it has been asked, at which terrain one can aim from a space
    (`Table.aimable`): that depends on how terrain lies, and on nothing else. `shots` keeps for the last foes that stood on it what attacks they were open to
    (`legal.Shots`), and `walks` the moves that were listed while the same characters stood near.
    """

    foot: Grid
    light: Grid
    air: Grid
    laid: int
    aimed: dict[tuple[int, int, bool], tuple[PieceId, ...]]
    shots: dict[Any, Any]
    walks: dict[Any, Any]


class Area(Struct, frozen=True):
    """What a piece of terrain does to the spaces it covers (OC-31, OC-37)."""

    name: str
    radius: int
    hit_points: int
    obstructs: bool
    blocks_sight: bool
    slow: bool
    harm: int


_LONGEST_AIM = 6


class Profile(Struct, frozen=True):
    """What a card can do on the grid, at hand: its Move, its attacks and how far they reach, the numbers of the abilities it can use.

    `comfort` is how near it wants to be to its prey: as far off as it can shoot, within reason; `tread` is the ground it meets by what
    is printed on it, by its name in `Ground`.
    """

    move: int
    attacks: tuple[Attack, ...]
    reaches: tuple[int, ...]
    uses: tuple[int, ...]
    rank: str
    comfort: int
    tread: str


def _printed_reach(attack: Attack) -> int:
    return 1 if attack.symbol == "fist" else attack.rng or FAR


def _nobody(_run: Run, _piece: PieceId) -> bool:
    return False


def _area_of(card: OvercrossCard) -> Area:
    return Area(card.name, card.radius, FULL_DAMAGE, card.obstructs, card.blocks_sight, card.slow, card.harm)


def _area_of_map(each: Breakable) -> Area:
    return Area(each.name, 0, each.hit_points, each.obstructs, each.blocks_sight, each.slow, each.harm)


def _waiting(catalogue: Catalogue[OvercrossCard]) -> dict[str, frozenset[str]]:
    """Return the cards with an ability that waits for a moment, by moment."""
    found: dict[str, set[str]] = {}
    for card in catalogue.cards:
        for ability in catalogue.parts(card):
            found.setdefault(ability.when, set()).add(card)
    return {when: frozenset(cards) for when, cards in found.items()}


def _promises(catalogue: Catalogue[OvercrossCard], card: str) -> tuple[tuple[int, Number], ...]:
    """Return the abilities of a card that win votes at the start of a turn, with how many (OC-55)."""
    waiting = ((part, catalogue.parts(card)[part]) for part in catalogue.moments(card, "turn_start"))
    return tuple((part, number(gain.amount)) for part, ability in waiting for gain in votes_of(ability.effects))


def _waits_for_others(catalogue: Catalogue[OvercrossCard], card: str) -> bool:
    return any(catalogue.parts(card)[part].of != "self" for part in catalogue.moments(card, "deployed"))


_SILENT: frozenset[str] = frozenset()


def does(*, obstructs: bool, blocks_sight: bool, slow: bool, harm: int, hit_points: int = 0) -> str:
    """Return in a sentence what a square does to a step, to whoever enters and to sight; empty for open ground (OC-25, OC-28, OC-30, OC-37).

    What can be destroyed has `hit_points`, and says so (OC-44).
    """
    if not (obstructs or blocks_sight or slow or harm or hit_points):
        return ""
    said = ["nobody may enter it" if obstructs else f"a step onto it takes {2 if slow else 1} of your Move"]
    said += [f"it puts {counted(harm, 'damage counter')} on whoever enters"] if harm else []
    said += ["nobody sees past it" if blocks_sight else "sight passes over it"]
    said += [f"{hit_points} damage destroys it"] if hit_points else []
    return f"{', '.join(said[:-1])}, and {said[-1]}"


_HARMLESS = "open ground, nothing happens here"


def _lie(field: BattleMap) -> tuple[Patch, ...]:
    """Return the ground of a map, what is alike together, each with its name and what it does; what most of the open ground is goes without saying."""
    grid, alike, open_ground = field.grid, dict[tuple[str, str], list[int]](), dict[str, list[int]]()
    for cell, name in enumerate(field.names):
        bit = 1 << cell
        words = does(
            obstructs=bool(grid.obstructs & bit),
            blocks_sight=bool(grid.blocks_sight & bit),
            slow=bool(grid.slow & bit),
            harm=grid.harm_at(cell),
        )
        if words:
            alike.setdefault((name or "ground", words), []).append(cell)
        else:
            open_ground.setdefault(name, []).append(cell)
    usual = max(open_ground, key=lambda name: len(open_ground[name]), default="")
    alike |= {(name, _HARMLESS): cells for name, cells in open_ground.items() if name not in ("", usual)}
    return tuple(Patch(tuple(cells), "", f"{capitalised(name)}: {words}") for (name, words), cells in alike.items())


class Arena:
    """Hold everything about a match that never changes."""

    def __init__(self, catalogue: Catalogue[OvercrossCard], field: BattleMap, setup: Setup, settings: Settings) -> None:
        self.catalogue = catalogue
        self.field = field
        self.setup = setup
        self.settings = settings
        self.seats = tuple(range(setup.seats))
        self.rivals = tuple(tuple(other for other in self.seats if other != seat) for seat in self.seats)
        self.grid = field.grid
        self.width, self.height = field.grid.width, field.grid.height
        self.zones = field.zones_for(setup.seats)
        self.flag_spots = field.flags_for(setup.seats)
        self.lie = _lie(field)
        self.breakables: dict[int, Breakable] = {each.cell: each for each in field.breakables}
        cards = catalogue.cards.values()
        self.loud = frozenset(card.id for card in cards if card.modifiers)
        self._prints = {card.id: card.prints() for card in cards}
        self._standing = {card: catalogue.standing(card) for card in self.loud}
        self.plain = not any(each.asks for standing in self._standing.values() for each in standing)
        self._profiles = {card.id: self._profiled(card) for card in cards}
        self._against = {attack: matcher(attack.versus) for card in cards for attack in card.attacks if attack.versus is not None}
        self._listeners = _waiting(catalogue)
        self.hearing = frozenset(card for card in self.listeners("deployed") if _waits_for_others(catalogue, card))
        self._quiet = frozenset(
            card.id
            for card in cards
            if card.kind == "terrain" and not any(catalogue.moments(card.id, when) for when in ("play", "deployed"))
        )
        self.voters = frozenset(card.id for card in cards if any(votes_of(catalogue.parts(card.id))))
        self.promises = {card: promised for card in self.voters if (promised := _promises(catalogue, card))}
        self.open = self.plain and not self.promises  # else cards may ask for anything, and positions that look alike may differ
        self._areas = {card.id: _area_of(card) for card in cards if card.kind == "terrain"}
        self.terrain = frozenset(self._areas)
        self._areas |= {f"{MAP_CARD}{cell}": _area_of_map(each) for cell, each in self.breakables.items()}

    def _profiled(self, card: OvercrossCard) -> Profile:
        prints = self.prints(card.id)
        return Profile(
            card.move,
            card.attacks,
            tuple(_printed_reach(attack) for attack in card.attacks),
            self.catalogue.moments(card.id, "use"),
            card.rank,
            max((min(attack.rng, _LONGEST_AIM) if attack.symbol != "fist" else 1 for attack in card.attacks), default=2),
            "air" if prints.get("flight", 0) > 0 else "light" if prints.get("surefoot", 0) > 0 else "foot",
        )

    def area(self, card: str) -> Area:
        """Return what a terrain card, or a breakable piece of the map, does."""
        return self._areas[card]

    def against(self, attack: Attack) -> Fitting:
        """Return the test for those an attack hurts more; it fits nobody when the attack has no such bonus."""
        return self._against.get(attack, _nobody)

    def prints(self, card: str) -> dict[str, int]:
        """Return the printed numbers and qualities of a card that are not nothing."""
        return self._prints.get(card, _NOTHING)

    def standing(self, card: str) -> tuple[Standing, ...]:
        """Return a card's lasting modifiers; none for a piece of the map."""
        return self._standing.get(card, ())

    def profile(self, card: str) -> Profile:
        """Return what a card can do on the grid."""
        return self._profiles[card]

    def listeners(self, when: str) -> frozenset[str]:
        """Return the cards with an ability that waits for a moment."""
        return self._listeners.get(when, _SILENT)

    def covered(self, card: str, cell: int) -> int:
        """Return the spaces a piece of terrain covers from a centre, as a bit set (OC-31, OC-32)."""
        return disc(self.width, self.height, cell, self.area(card).radius)

    def aura(self, standing: Standing, card: str, cell: int, *, laid: bool) -> int:
        """Return where a modifier of a card that stands or is `laid` on a space may reach characters, as a bit set, where no card must be asked."""
        select = standing.modifier.to
        if isinstance(select, str):
            return 0
        if laid and select.relation == "inside":
            return self.covered(card, cell)
        if not isinstance(select.within, int):
            return self.grid.everything
        return grow(self.width, self.height, self.covered(card, cell) if laid else 1 << cell, select.within)

    def quiet(self, card: str) -> bool:
        """Tell whether a card is terrain that does nothing but lie there: nothing happens as it is laid."""
        return card in self._quiet

    def swayed(self, card: str, cell: int) -> int:
        """Return the spaces where terrain laid on a space would change numbers, as a bit set, where no card must be asked."""
        return reduce(or_, (self.aura(standing, card, cell, laid=True) for standing in self.standing(card)), 0)

    def auras(self, terrain: Mapping[PieceId, Terrain]) -> tuple[Aura, ...]:
        """Return where terrain lying on the map changes numbers, where no card must be asked."""
        found = []
        for each in terrain.values():
            if each.card in self.loud:
                reaches = tuple(self.aura(standing, each.card, each.cell, laid=True) for standing in self.standing(each.card))
                found.append((each.card, each.seat, reduce(or_, reaches, 0), reaches))
        return tuple(found)

    def obstructed(self, terrain: Mapping[PieceId, Terrain]) -> int:
        """Return the spaces that nobody may enter with terrain lying on the map, as a bit set (OC-25)."""
        mask = self.grid.obstructs
        for each in terrain.values():
            if self._areas[each.card].obstructs:
                mask |= self.covered(each.card, each.cell)
        return mask

    def ground(self, terrain: Mapping[PieceId, Terrain]) -> Ground:
        """Return the ground with terrain lying on the map."""
        grid, laid = self.grid, 0
        for each in terrain.values():
            area, mask = self.area(each.card), self.covered(each.card, each.cell)
            laid |= mask
            grid = grid.overlaid(
                obstructs=mask if area.obstructs else 0,
                blocks_sight=mask if area.blocks_sight else 0,
                slow=mask if area.slow else 0,
                harm=((0,) * (area.harm - 1) + (mask,)) if area.harm else (),
            )
        light = Grid(grid.width, grid.height, grid.obstructs, grid.blocks_sight, 0, grid.harm)
        return Ground(grid, light, Grid(grid.width, grid.height, 0, grid.blocks_sight), laid, {}, {}, {})

    def home_mask(self, seat: Seat) -> int:
        """Return a seat's deploy zone as a bit set (OC-11)."""
        return self.zones[seat]

    def foreign_mask(self, seat: Seat, out: tuple[bool, ...]) -> int:
        """Return the deploy zones of everyone else who is still in the match."""
        mask = 0
        for other in self.seats:
            if other != seat and not out[other]:
                mask |= self.zones[other]
        return mask

    def label(self, cell: int) -> str:
        """Return a space as it is spoken of: a letter for the column, a number for the row (B4)."""
        return cell_name(self.width, cell)

    def spaces(self, mask: int) -> tuple[int, ...]:
        """Return the spaces of a bit set in order."""
        return cells_of(mask)
