"""What can be asked of the table: where pieces stand, what their numbers really are, where they could go and whom they see.

The same questions are asked while the rules work on a draft and when a seat looks at what it may know; only a draft can be changed.

Longer than most: what cards ask of the grid is one list of questions.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from game.cards.catalogue import Catalogue
from game.cards.compiled import number
from game.cards.interpret import Frame, Program, Run
from game.cards.model import Select, Spot
from game.cards.modify import Change, Lasting, Source, Standing, changed, enduring
from game.cards.world import NOBODY, Questions
from game.grid import Grid, Walk, cells_of, disc, grow, mask_of, path, range_between, reach, sees, sight
from game.kernel.chance import NO_CHANCE, Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.kernel.step import Closed, Draft
from game.rules.overcross.arena import FAR, FULL_DAMAGE, MOST_SCATHE, Area, Arena, Ground
from game.rules.overcross.cards import Attack, OvercrossCard
from game.rules.overcross.events import Event
from game.rules.overcross.state import Edit, Flag, Pending, State, Terrain, Turn, Unit


def remembered(arena: Arena, state: State) -> dict[Any, Any]:
    """Return what has been worked out about a state in an arena, which is kept with the state."""
    memo = state.memo
    if memo is None or memo["arena"] is not arena:
        memo = state.__dict__["memo"] = {"arena": arena}
    return memo


Sway = tuple[str, Change, int, Seat, bool | None, PieceId, PieceId]
"""What a card in play changes: a number, how, within which spaces, whose card it is, whether for its own side alone (None: for all), but for
which character, and for which alone."""

UNCHANGED: Mapping[str, list[Change]] = {}
_OFF = -1
_NONE: PieceId = -1


class Table(Draft[State, Event], Questions):
    """A table to ask questions of; `laid_out` returns one that cannot be changed.

    `memo` are answers that were worked out already; a draft throws them away whenever something changes.
    """

    __slots__ = (
        "active", "altered", "arena", "cards", "decks", "discards", "fallen", "first", "flags", "hands", "known", "lasting", "limit", "marks",
        "memo", "next_id", "out", "outcome", "phase", "queue", "round", "scathed", "scores", "seats", "soil", "stack", "sways", "terrain", "triggered",
        "turn", "units", "used", "votes",
    )  # fmt: skip

    def __init__(self, arena: Arena, state: State, chance: Chance, *, telling: bool = False) -> None:
        super().__init__(chance, telling=telling)
        self.arena = arena
        self.seats = arena.seats
        self.units: Mapping[PieceId, Unit] = state.units
        self.terrain: Mapping[PieceId, Terrain] = state.terrain
        self.hands = state.hands
        self.decks = state.decks
        self.discards = state.discards
        self.cards = state.cards
        self.known = state.known
        self.lasting: tuple[Lasting, ...] = state.lasting
        self.used = state.used
        self.flags: tuple[Flag, ...] = state.flags
        self.marks = state.marks
        self.scores = state.scores
        self.out = state.out
        self.fallen = state.fallen
        self.active: Seat = state.active
        self.first = state.first
        self.round = state.round
        self.turn = state.turn
        self.phase = state.phase
        self.limit = state.limit
        self.stack: Sequence[Any] = state.stack
        self.next_id = state.next_id
        self.outcome: Outcome | None = state.outcome
        self.triggered = state.triggered
        self.votes = state.votes
        self.scathed = state.scathed
        self.memo = remembered(arena, state)
        self.soil: Ground | None = self.memo.get("ground")
        self.altered: dict[PieceId, dict[str, list[Change]]] | None = self.memo.get("changes")
        self.sways: tuple[Sway, ...] | None = self.memo.get("sways")

    # --- pieces --------------------------------------------------------------------------------------------------------

    @property
    def catalogue(self) -> Catalogue[OvercrossCard]:
        """Return the cards of the match."""
        return self.arena.catalogue

    def program(self, card: CardId, part: int) -> Program:
        """Return ability number `part` of a card, compiled."""
        return self.arena.catalogue.program(card, part)

    def edits(self) -> dict[PieceId, tuple[Edit, Unit]]:
        """Return every edit on the grid with its bearer."""
        found: dict[PieceId, tuple[Edit, Unit]] | None = self.memo.get("edits")
        if found is None:
            found = self.memo["edits"] = {edit.id: (edit, unit) for unit in self.units.values() for edit in unit.edits}
        return found

    def pieces(self, zone: str, seat: Seat) -> Iterable[PieceId]:
        """Return the pieces a seat has in a zone; in play, NOBODY has the terrain (OC-31)."""
        if not zone:
            if seat == NOBODY:
                return self.terrain
            key = ("pieces", seat)
            kept: list[PieceId] | None = self.memo.get(key)
            if kept is not None:
                return kept
            own = [unit.id for unit in self.units.values() if unit.seat == seat]
            own += [edit.id for edit, _ in self.edits().values() if edit.seat == seat]
            self.memo[key] = own
            return own
        if seat == NOBODY:
            return ()
        return {"hand": self.hands, "deck": self.decks, "discard": self.discards}[zone][seat]

    def narrow(self, run: Run, select: Select, reach: int | None) -> Iterable[PieceId] | None:
        """Return the characters on a side within a distance, by bit sets."""
        if select.kind != "character" or select.zone:
            return None
        seat, side, units = run.seat, select.side, self.units.values()
        if reach is None:
            return [unit.id for unit in units if side == "any" or (unit.seat == seat) is (side == "own")]
        centres = (_named(run, select.of, None),) if select.of in {"self", "bearer"} else run.bound.get(select.of, ())
        friends, enemies = self.standing(seat)
        there, mask = friends if side == "own" else enemies if side == "foe" else friends | enemies, 0
        for centre in centres:
            near = self.around(centre, reach)
            if near & there:
                mask |= self.around(centre, reach, sighted=True) if select.sight else near
        if not mask & there:
            return []
        if side == "any":
            return [unit.id for unit in units if mask >> unit.cell & 1]
        own = side == "own"
        return [unit.id for unit in units if mask >> unit.cell & 1 and (unit.seat == seat) is own]

    def zone_of(self, piece: PieceId) -> str:
        """Return the zone a piece lies in, empty for in play, `gone` for nowhere."""
        if piece in self.units or piece in self.terrain or piece in self.edits():
            return ""
        for name, piles in (("hand", self.hands), ("deck", self.decks), ("discard", self.discards)):
            if any(piece in pile for pile in piles):
                return name
        return "gone"

    def card_of(self, piece: PieceId) -> CardId:
        """Return the card of a piece."""
        if piece in self.cards:
            return self.cards[piece][0]
        terrain = self.terrain.get(piece)
        return terrain.card if terrain else ""

    def kind_of(self, piece: PieceId) -> str:
        """Return the kind of a piece's card; terrain of the map is terrain."""
        if piece in self.units:
            return "character"
        if piece in self.terrain:
            return "terrain"
        card = self.cards.get(piece)
        return self.arena.catalogue[card[0]].kind if card else ""

    def printing(self, piece: PieceId) -> OvercrossCard | None:
        """Return what is printed on a piece, or None for terrain of the map."""
        card = self.cards.get(piece)
        return self.arena.catalogue[card[0]] if card else None

    def traits_of(self, piece: PieceId) -> tuple[str, ...]:
        """Return genre and rank of a piece (OC-2, OC-3)."""
        printing = self.printing(piece)
        return printing.traits if printing else ()

    def controller(self, piece: PieceId) -> Seat:
        """Return who controls a piece: the owner of a character or edit, nobody for terrain (OC-31)."""
        if piece in self.terrain:
            return NOBODY
        return self.owner(piece)

    def owner(self, piece: PieceId) -> Seat:
        """Return whose deck a piece came from."""
        card = self.cards.get(piece)
        return card[1] if card else NOBODY

    def bearer(self, piece: PieceId) -> PieceId | None:
        """Return the character an edit is attached to."""
        found = self.edits().get(piece)
        return found[1].id if found else None

    def named(self, card: CardId, seat: Seat) -> bool:
        """Tell whether a seat has a character of a card's name on the grid already (OC-16)."""
        name = self.arena.catalogue[card].name
        return any(unit.seat == seat and self.arena.catalogue[unit.card].name == name for unit in self.units.values())

    def twin(self, piece: PieceId) -> bool:
        """Tell whether a card off the grid is of a character whose name stands there already, so that it cannot come (OC-16)."""
        return piece not in self.units and self.kind_of(piece) == "character" and self.named(*self.cards[piece])

    def spent(self, piece: PieceId, part: int) -> bool:
        """Tell whether an ability with a limit has been used up."""
        return bool(self.used) and any(used[0] == piece and used[1] == part for used in self.used)

    # --- numbers -------------------------------------------------------------------------------------------------------

    def printed(self, piece: PieceId, stat: str) -> int:
        """Return a printed number, or the damage counters on a piece."""
        if stat == "damage":
            unit = self.units.get(piece) or self.terrain.get(piece)
            return unit.damage if unit else 0
        card = self.cards.get(piece)
        return self.arena.prints(card[0]).get(stat, 0) if card else 0

    def stat(self, piece: PieceId, stat: str) -> int:
        """Return a number after everything that changes it; 0 for a piece that is gone (OC-41, OC-42)."""
        unit = self.units.get(piece)
        return self.printed(piece, stat) if unit is None else self.unit_stat(unit, stat)

    def scathe(self, unit: Unit, amount: int) -> int:
        """Return how much of the damage that is no attack's a character takes: a mark no more than is left of this turn's (OC-46)."""
        if unit.card not in self.marks[unit.seat]:
            return amount
        return min(amount, MOST_SCATHE - self.scathed.get(unit.id, 0))

    def unit_stat(self, unit: Unit, stat: str) -> int:
        """Return a number of a character on the grid after everything that changes it."""
        if stat == "damage":
            return unit.damage
        value = self.arena.prints(unit.card).get(stat, 0)
        altered = self.altered
        changes = (self.all_changes() if altered is None else altered).get(unit.id)
        return changed(value, changes[stat]) if changes is not None and stat in changes else value

    def changes(self, unit: Unit) -> Mapping[str, list[Change]]:
        """Return everything that changes a character's numbers, by stat: its own words, its edits, others', and what lasts."""
        return self.all_changes().get(unit.id, UNCHANGED)

    def all_changes(self) -> dict[PieceId, dict[str, list[Change]]]:
        """Return the changes of every character that has any."""
        if self.altered is not None:
            return self.altered
        found: dict[PieceId, dict[str, list[Change]]] = {}
        self.altered = self.memo["changes"] = found
        if self.arena.plain:
            for sway in self._swaying():
                self._sway(found, sway)
        else:
            for card, piece, seat, on in self._loud():
                self._stand(found, card, piece, seat, on)
        for lasting in self.lasting:
            found.setdefault(lasting.on, {}).setdefault(lasting.stat, []).append((lasting.stage, lasting.value))
        return found

    def _swaying(self) -> tuple[Sway, ...]:
        """Return what cards in play change by who stands where, in their order, where no card asks for more than that."""
        if self.sways is None:
            found: list[Sway] = []
            arena = self.arena
            for card, piece, seat, on in self._loud():
                for each in arena.standing(card):
                    change = (each.stat, (each.stage, each.fixed))
                    if each.reach != "others":
                        if on is not None:
                            found.append((*change, 0, seat, None, _NONE, on.id))  # type: ignore[arg-type]
                        continue
                    select = each.modifier.to
                    cell = self.terrain[piece].cell if on is None else on.cell
                    near = arena.aura(each, card, cell, laid=on is None)
                    own = None if select.side == "any" else select.side == "own"  # type: ignore[union-attr]
                    found.append((*change, near, seat, own, piece if select.other else _NONE, _NONE))  # type: ignore[arg-type,union-attr]
            self.sways = self.memo["sways"] = tuple(found)
        return self.sways

    def _sway(self, found: dict[PieceId, dict[str, list[Change]]], sway: Sway) -> None:
        """Add what a card in play changes by who stands where, where no card asks for more than that."""
        stat, change, near, seat, own, but, only = sway
        if only >= 0:
            found.setdefault(only, {}).setdefault(stat, []).append(change)
            return
        friends, others = self.standing(seat)
        if near & (friends | others if own is None else friends if own else others):
            for unit in self.units.values():
                if near >> unit.cell & 1 and unit.id != but and (own is None or (unit.seat == seat) is own):
                    found.setdefault(unit.id, {}).setdefault(stat, []).append(change)

    def _swayed(self, unit: Unit) -> dict[str, list[Change]]:
        """Return what cards in play change of one character by where it stands."""
        found: dict[str, list[Change]] = {}
        piece, cell, side = unit.id, unit.cell, unit.seat
        for stat, change, near, seat, own, but, only in self._swaying():
            if only == piece or (near >> cell & 1 and piece != but and (own is None or (side == seat) is own)):
                found.setdefault(stat, []).append(change)
        return found

    def sources(self, piece: PieceId) -> dict[str, list[Source]]:
        """Return what changes each number of a character, change by change in the order of `changes`."""
        found: dict[str, list[Source]] = {}
        changes = self.all_changes().get(piece)
        if not changes:
            return found
        for card, source, seat, on in self._loud():
            touched: dict[PieceId, dict[str, list[Change]]] = {}
            self._stand(touched, card, source, seat, on)
            for stat, made in touched.get(piece, UNCHANGED).items():
                found.setdefault(stat, []).extend(Source(card, *change) for change in made)
        for stat in changes:
            found.setdefault(stat, []).extend(enduring(self.lasting, piece, stat))
        return found

    def _loud(self) -> Iterator[tuple[CardId, PieceId, Seat, Unit | None]]:
        """Yield every card in play that changes numbers: with its piece, whose it is, and the character it is or is attached to."""
        loud = self.arena.loud
        for unit in self.units.values():
            if unit.card in loud:
                yield unit.card, unit.id, unit.seat, unit
            for edit in unit.edits:
                if edit.card in loud:
                    yield edit.card, edit.id, edit.seat, unit
        for terrain in self.terrain.values():
            if terrain.card in loud:
                yield terrain.card, terrain.id, terrain.seat, None

    def _stand(self, found: dict[PieceId, dict[str, list[Change]]], card: CardId, piece: PieceId, seat: Seat, on: Unit | None) -> None:
        """Add what one card in play changes; `on` is the character it is, or is attached to."""
        run: Run | None = None
        for each in self.arena.standing(card):
            if run is None and each.asks:
                run = Run.begun(self, card, 0, piece, seat)
            if each.condition is not None and run is not None and not each.condition(run):
                continue
            if each.reach == "others":
                touched = self._within_aura(each, piece, seat, on)
                if run is not None and not each.near:
                    touched = [unit for unit in touched if each.applies(run, unit)]
            else:
                touched = [] if on is None else [on.id]
            if touched:
                change = (each.stage, each.value(run) if each.fixed is None else each.fixed)  # type: ignore[arg-type]
                for unit in touched:
                    found.setdefault(unit, {}).setdefault(each.stat, []).append(change)

    def _within_aura(self, standing: Standing, piece: PieceId, seat: Seat, on: Unit | None) -> list[PieceId]:
        """Return the characters a modifier of a piece may reach: by side and distance, which is all that most of them ask."""
        select = standing.modifier.to
        if isinstance(select, str):
            return []
        near = self.arena.grid.everything
        if select.relation == "inside" and piece in self.terrain:
            near = self.spaces_of(piece)
        elif isinstance(select.within, int) and select.of == "self":
            near = self.around(piece, select.within) if on is None else disc(self.arena.width, self.arena.height, on.cell, select.within)
        but = piece if select.other and standing.near else _NONE
        if select.side == "any":
            return [unit.id for unit in self.units.values() if near >> unit.cell & 1 and unit.id != but]
        own = select.side == "own"
        return [unit.id for unit in self.units.values() if (unit.seat == seat) is own and near >> unit.cell & 1 and unit.id != but]

    def dmg(self, unit: Unit, attack: Attack, target: PieceId) -> int:
        """Return the damage an attack would do to a target (OC-42)."""
        damage = attack.dmg + self.unit_stat(unit, "dmg")
        if attack.versus is not None and self.versus(unit, attack, target):
            damage += attack.extra
        return damage

    def versus(self, unit: Unit, attack: Attack, target: PieceId) -> bool:
        """Tell whether a target is one of those an attack hurts more."""
        return self.arena.against(attack)(Run(self, Frame(unit.card, 0, unit.id, unit.seat)), target)

    def acc(self, unit: Unit, attack: Attack) -> int:
        """Return the Acc an attack is made with (OC-39)."""
        return attack.acc + self.unit_stat(unit, "acc")

    def rng(self, unit: Unit, attack: Attack) -> int:
        """Return how far an attack reaches in spaces; FAR for a star without Rng (OC-34, OC-38)."""
        if attack.symbol == "fist":
            return 1
        return max(attack.rng + self.unit_stat(unit, "rng"), 1) if attack.rng else FAR

    def resource(self, name: str, seat: Seat) -> int:
        """Return a number of a seat or of the match."""
        match name:
            case "cards":
                return len(self.hands[seat])
            case "deck":
                return len(self.decks[seat])
            case "score":
                return self.scores[seat]
            case "votes":
                return self.votes_of(seat)
            case "limit":
                return self.limit if seat == self.active else 0
            case _:
                return self.round

    def votes_of(self, seat: Seat) -> int:
        """Return how many votes a seat has won (OC-55)."""
        return self.votes[seat] if self.votes else 0

    def fact(self, name: str, run: Run, pieces: tuple[PieceId, ...]) -> bool:  # noqa: ARG002  (the World asks so)
        """Tell whether a character has acted, or moved, this turn."""
        units = [self.units[piece] for piece in pieces if piece in self.units]
        if name == "acted":
            return any(unit.minor or unit.major for unit in units)
        return any(unit.minor for unit in units)

    def payable(self, run: Run, pay: str, amount: int) -> bool:
        """Tell whether a cost can be paid; a character may not pay with its last counter but one."""
        match pay:
            case "spend":
                return self.limit >= amount
            case "damage":
                payer = self.units.get(self.payer(run))
                return payer is not None and payer.damage + amount < FULL_DAMAGE
            case "destroy":
                return not self.zone_of(run.source)
            case _:
                return True

    def payer(self, run: Run) -> PieceId:
        """Return the character that pays with damage: the piece itself, or its bearer."""
        bearer = self.bearer(run.source)
        return run.source if bearer is None else bearer

    # --- places --------------------------------------------------------------------------------------------------------

    def cell_of(self, piece: PieceId) -> int:
        """Return the space a piece is on; that of its bearer for an edit; where it stood for one that fell this turn; -1 else."""
        unit = self.units.get(piece)
        if unit is not None:
            return unit.cell
        terrain = self.terrain.get(piece)
        if terrain is not None:
            return terrain.cell
        found = self.edits().get(piece)
        return found[1].cell if found else self.fallen.get(piece, _OFF)

    def spaces_of(self, piece: PieceId) -> int:
        """Return the spaces a piece is on as a bit set: all that terrain covers, the one `cell_of` says for any other (OC-31)."""
        cell = self.cell_of(piece)
        if cell < 0:
            return 0
        return self.arena.covered(self.card_of(piece), cell) if self.kind_of(piece) == "terrain" else 1 << cell

    def around(self, piece: PieceId, reach: int, *, sighted: bool = False) -> int:
        """Return the spaces within a distance of a piece, those of terrain counted from its nearest, as a bit set (OC-44)."""
        width, height, unit = self.arena.width, self.arena.height, self.units.get(piece)
        if unit is not None:
            return sight(self.ground().foot, unit.cell, reach) if sighted else disc(width, height, unit.cell, reach)
        spaces = self.spaces_of(piece)
        if spaces.bit_count() == 1:
            cell = spaces.bit_length() - 1
            return sight(self.ground().foot, cell, reach) if sighted else disc(width, height, cell, reach)
        near = grow(width, height, spaces, reach)
        return mask_of(cell for cell in cells_of(near) if self._seen(spaces, 1 << cell, (piece,))) if sighted else near

    def distance(self, one: PieceId, other: PieceId) -> int:
        """Return the distance between two pieces, a diagonal counting one; terrain counts from its nearest space (OC-23, OC-44)."""
        here, there = self.spaces_of(one), self.spaces_of(other)
        return self._apart(here, there) if here and there else FAR

    def _apart(self, here: int, there: int) -> int:
        return min(range_between(self.arena.width, cell, goal) for cell in cells_of(here) for goal in cells_of(there))

    def sees(self, one: PieceId, other: PieceId) -> bool:
        """Tell whether the line between two pieces is clear, from the nearest space of terrain, which never hides itself (OC-35, OC-36, OC-44)."""
        here, there = self.spaces_of(one), self.spaces_of(other)
        return bool(here and there) and self._seen(here, there, (one, other))

    def _seen(self, here: int, there: int, ends: tuple[PieceId, ...]) -> bool:
        """Tell whether a clear line leads from one of the nearest spaces to another; the `ends` themselves hide nothing."""
        hiding = {piece for piece in ends if piece in self.terrain and _may_hide_itself(self.arena.area(self.terrain[piece].card))}
        others = {piece: each for piece, each in self.terrain.items() if piece not in hiding}
        ground = self.arena.ground(others) if hiding else self.ground()
        width, goals = self.arena.width, cells_of(there)
        apart = [(range_between(width, cell, goal), cell, goal) for cell in cells_of(here) for goal in goals]
        near = min(apart)[0]
        return any(sees(ground.foot, cell, goal) for steps, cell, goal in apart if steps == near)

    def related(self, relation: str, piece: PieceId) -> Iterable[PieceId]:
        """Return the characters inside terrain, or the edits attached to a character."""
        if relation == "attached":
            unit = self.units.get(piece)
            return tuple(edit.id for edit in unit.edits) if unit else ()
        terrain = self.terrain.get(piece)
        if terrain is None:
            return ()
        mask = self.arena.covered(terrain.card, terrain.cell)
        return tuple(unit.id for unit in self.units.values() if mask >> unit.cell & 1)

    def ground(self) -> Ground:
        """Return the ground as terrain lies now."""
        if self.soil is None:
            self.soil = self.memo["ground"] = self.arena.ground(self.terrain)
        return self.soil

    def standing(self, seat: Seat) -> tuple[int, int]:
        """Return the spaces of a seat's own characters and of everybody else's, as bit sets."""
        found: list[tuple[int, int]] | None = self.memo.get("standing")
        if found is None:
            masks = [0] * (len(self.seats) + 1)  # the last is nobody's
            for unit in self.units.values():
                masks[unit.seat] |= 1 << unit.cell
            found = self.memo["standing"] = [(own, _others(masks, seat)) for seat, own in enumerate(masks)]
        return found[seat]

    def tread(self, unit: Unit) -> str:
        """Return which ground this character meets (its qualities counted), by its name in `Ground`."""
        changes = self.all_changes().get(unit.id)
        if changes is None or ("flight" not in changes and "surefoot" not in changes):
            return self.arena.profile(unit.card).tread
        return "air" if self.unit_stat(unit, "flight") > 0 else "light" if self.unit_stat(unit, "surefoot") > 0 else "foot"

    def walking(self, unit: Unit) -> Grid:
        """Return the ground as this character meets it."""
        found: Grid = getattr(self.ground(), self.tread(unit))
        return found

    def reach(self, unit: Unit, points: int) -> int:
        """Return where a character could walk to with so many points, as a bit set (OC-24 to OC-29)."""
        friends, enemies = self.standing(unit.seat)
        return reach(self.walking(unit), unit.cell, max(points, 0), enemies, friends) & ~self.ground().foot.obstructs

    def way(self, unit: Unit, to: int, points: int) -> Walk | None:
        """Return the walk the rules take to a space (OC-30)."""
        friends, enemies = self.standing(unit.seat)
        if self.ground().foot.obstructs >> to & 1:
            return None
        return path(self.walking(unit), unit.cell, to, points, enemies, friends)

    def in_range(self, unit: Unit, attack: Attack, distance: int = 0) -> int:
        """Return the spaces an attack reaches, range and sight counted, as a bit set (OC-34, OC-38); `distance` saves asking for its Rng."""
        distance = distance or self.rng(unit, attack)
        if attack.symbol == "fist":
            return disc(self.arena.width, self.arena.height, unit.cell, 1)
        if distance == FAR:
            return self.arena.grid.everything
        return sight(self.ground().foot, unit.cell, distance)

    def aimable(self, unit: Unit, attack: Attack, area: int, distance: int) -> tuple[PieceId, ...]:
        """Return the terrain an attack that reaches the spaces of `area` could be aimed at; `distance` is its Rng."""
        key = (unit.cell, distance, attack.symbol == "fist")
        aimed = self.ground().aimed
        found = aimed.get(key)
        if found is None:
            found = aimed[key] = tuple(each.id for each in self.terrain.values() if self.reaches(unit, attack, each, area, distance))
        return found

    def reaches(self, unit: Unit, attack: Attack, terrain: Terrain, area: int, distance: int = 0) -> bool:
        """Tell whether an attack that reaches the spaces of `area` could be aimed at terrain: at the nearest of its spaces (OC-44).

        `distance` saves asking for its Rng.
        """
        if not self.arena.area(terrain.card).radius:
            return bool(area >> terrain.cell & 1)
        spaces = self.arena.covered(terrain.card, terrain.cell)
        if attack.symbol == "fist":
            return bool(area & spaces)
        distance = distance or self.rng(unit, attack)
        if distance == FAR:
            return True
        return bool(spaces & disc(self.arena.width, self.arena.height, unit.cell, distance)) and self.sees(unit.id, terrain.id)

    def free(self) -> int:
        """Return the spaces nobody stands on and nothing obstructs, as a bit set."""
        friends, enemies = self.standing(self.active)
        return self.arena.grid.everything & ~(friends | enemies | self.ground().foot.obstructs)

    def layable(self, card: OvercrossCard) -> int:
        """Return where terrain may be laid, its centre given (OC-32, OC-33)."""
        width, height = self.arena.width, self.arena.height
        friends, enemies = self.standing(self.active)
        shut = friends | enemies | self.arena.grid.obstructs
        shut |= grow(width, height, self.ground().laid, card.radius)
        if card.obstructs:
            barred = friends | enemies
            for flag in self.flags:
                barred |= 1 << flag.cell
                barred |= 1 << self.arena.flag_spots[flag.seat]
            shut |= grow(width, height, barred, card.radius)
        cells = self.arena.grid.everything & ~shut
        return self._unsealing(card, cells) if card.obstructs else cells

    def _unsealing(self, card: OvercrossCard, cells: int) -> int:
        """Return the centres that leave every deploy zone an open space (OC-33)."""
        most = (2 * card.radius + 1) ** 2
        obstructed = self.ground().foot.obstructs
        for zone in self.arena.zones:
            left = zone & ~obstructed
            if left.bit_count() <= most:
                for cell in cells_of(cells & grow(self.arena.width, self.arena.height, left, card.radius)):
                    if not left & ~disc(self.arena.width, self.arena.height, cell, card.radius):
                        cells &= ~(1 << cell)
        return cells

    def spots(self, run: Run, spot: Spot, piece: PieceId | None) -> tuple[int, ...]:
        """Return the spaces that fit, as the card says (OC-17 for the deploy zone); terrain keeps to where it may be laid (OC-32)."""
        printing = None if piece is None or piece in self.terrain else self.printing(piece)
        if printing is not None and printing.kind == "terrain":
            return tuple(cell for cell in self._within(run, spot, piece) if self.layable(printing) >> cell & 1)
        if piece is not None and printing is not None and self.twin(piece):
            return ()
        return self._within(run, spot, piece)

    def _within(self, run: Run, spot: Spot, piece: PieceId | None) -> tuple[int, ...]:
        if spot.zone == "deploy":
            seat = run.seat if piece is None or self.owner(piece) == NOBODY else self.owner(piece)
            return cells_of(self.arena.home_mask(seat) & self.free())
        mask, centre = self.arena.grid.everything, _named(run, spot.of, piece)
        if spot.within is not None:
            points = _amount(run, spot)
            mover = self.units.get(piece) if piece is not None else None
            if spot.walk and mover is not None:
                return cells_of(self.reach(mover, points))
            mask = self.around(centre, points, sighted=spot.sight)
        return cells_of(mask & self.free() if spot.free else mask)

    def asking(self) -> Pending:
        """Return the open question."""
        return self.stack[-1] if self.stack else Turn(self.active)


class _Closed(Closed, Table):
    __slots__ = ()


def laid_out(arena: Arena, state: State) -> Table:
    """Return a state laid out to be asked: nothing on that table can be changed or left to chance."""
    table = Table(arena, state, NO_CHANCE)
    table.units, table.terrain = MappingProxyType(state.units), MappingProxyType(state.terrain)
    table.ground()
    table.all_changes()
    table.__class__ = _Closed
    return table


def _may_hide_itself(area: Area) -> bool:
    return area.blocks_sight and area.radius > 0


def _others(masks: list[int], seat: Seat) -> int:
    found = 0
    for other, mask in enumerate(masks):
        if other != seat:
            found |= mask
    return found


def _named(run: Run, ref: str, piece: PieceId | None) -> PieceId:
    if ref == "self":
        return run.source
    if ref == "bearer":
        bearer = run.world.bearer(run.source)
        if bearer is not None:
            return bearer
    bound = run.bound.get(ref)
    if bound:
        return bound[0]
    return run.source if piece is None else piece


def _amount(run: Run, spot: Spot) -> int:
    if isinstance(spot.within, int):
        return spot.within
    return number(spot.within or 0)(run)
