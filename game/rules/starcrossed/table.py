"""What can be asked of the table: who is on which crystal, what the numbers really are, what a card could point at.

The same questions are asked while the rules work on a draft and when a seat looks at what it may know; only a draft can be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from game.cards.compiled import sides
from game.cards.interpret import Frame, Run
from game.cards.model import Select, Spot, names
from game.cards.modify import Change, Source, Standing, changed, enduring
from game.cards.table import NO_CHANGES, CardTable
from game.cards.world import NOBODY
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.step import Closed
from game.rules.starcrossed.arena import Arena, Printed, Spread
from game.rules.starcrossed.events import Event
from game.rules.starcrossed.state import CRYSTALS, LANES, NONE, Crystal, Fight, State, opposing, own_crystals

_NO_AIM = (NONE,)
_NO_SKILLS = {("diva",), ("crystal",)}


class Table(CardTable[State, Event]):
    """A table to ask questions of; `laid_out` returns one that cannot be changed."""

    __slots__ = ("crystals", "energy", "kept", "known", "life", "special_done", "voids")

    piles: ClassVar[Mapping[str, str]] = {"hand": "hands", "void": "voids", "deck": "decks"}

    arena: Arena
    printed_cards: Mapping[CardId, Printed]
    used: tuple[tuple[PieceId, int, str], ...]
    fight: Fight | None

    def lay(self, state: State) -> None:
        """Lay out what only this game has."""
        self.crystals: Sequence[Crystal] = state.crystals
        self.voids = state.voids
        self.known = state.known
        self.life = state.life
        self.energy = state.energy
        self.kept = state.kept
        self.special_done = state.special

    # --- pieces --------------------------------------------------------------------------------------------------------

    def places(self) -> dict[PieceId, int]:
        """Return the crystal of every card in play."""
        found: dict[PieceId, int] | None = self.memo.get("places")
        if found is None:
            found = self.memo["places"] = {}
            for index, crystal in enumerate(self.crystals):
                if crystal.diva >= 0:
                    found[crystal.diva] = index
                for skill in crystal.skills:
                    found[skill.id] = index
        return found

    def crystal_of(self, piece: PieceId) -> int:
        """Return the crystal a piece is on (a crystal is on itself), NONE for a piece that is not in play."""
        return piece if 0 <= piece < CRYSTALS else self.places().get(piece, NONE)

    def place_of(self, piece: PieceId) -> int:
        """Return the crystal of a diva, NOWHERE for any other piece."""
        place = self.places().get(piece, NONE)
        return place if place >= 0 and self.crystals[place].diva == piece else NONE

    def facedown(self, piece: PieceId) -> bool:
        """Tell whether a card in play lies face down: a recruit, or a skill that is set (SC-18, SC-20)."""
        crystal = self.crystals[self.places()[piece]]
        if crystal.diva == piece:
            return crystal.recruit
        return any(skill.id == piece and skill.down for skill in crystal.skills)

    def pieces(self, zone: str, seat: Seat) -> Iterable[PieceId]:
        """Return a seat's pieces in a zone; in play its crystals, then its divas, then its skills."""
        if seat == NOBODY:
            return ()
        if zone:
            return self.pile(zone, seat)
        first = seat * LANES
        own = self.crystals[first : first + LANES]
        found = [first, first + 1, first + 2]
        found += [crystal.diva for crystal in own if crystal.diva >= 0]
        found += [skill.id for crystal in own for skill in crystal.skills]
        return found

    def narrow(self, run: Run, select: Select, reach: int | None) -> Iterable[PieceId] | None:
        """Return the pieces in play of some kinds and sides: crystals, then divas, then skills, as `pieces` lists them."""
        kinds = names(select.kind)
        if not kinds or select.zone or reach is not None or select.sight:
            return None
        found: list[PieceId] = []
        for seat in sides(run, select.side):
            if seat == NOBODY:
                continue
            first = seat * LANES
            own = self.crystals[first : first + LANES]
            if "crystal" in kinds:
                found += (first, first + 1, first + 2)
            if "diva" in kinds:
                found += [crystal.diva for crystal in own if crystal.diva >= 0]
            if kinds not in _NO_SKILLS:
                for crystal in own:
                    for skill in crystal.skills:
                        if ("set" if skill.down else self.printed_cards[self.cards[skill.id][0]].kind) in kinds:
                            found.append(skill.id)
        return found

    def zone_of(self, piece: PieceId) -> str:
        """Return the zone a piece lies in, empty for in play, `gone` for nowhere."""
        if 0 <= piece < CRYSTALS or piece in self.kinds():
            return ""
        return self.pile_of(piece)

    def kind_of(self, piece: PieceId) -> str:
        """Return the kind of a piece; in play a recruit is a diva and a face-down skill is just that."""
        if piece < CRYSTALS:
            return "crystal"
        kind = self.kinds().get(piece)
        if kind is not None:
            return kind
        card = self.cards.get(piece)
        return self.printed_cards[card[0]].kind if card else ""

    def kinds(self) -> dict[PieceId, str]:
        """Return the kind of every card in play."""
        found: dict[PieceId, str] | None = self.memo.get("kinds")
        if found is None:
            found = self.memo["kinds"] = {}
            for crystal in self.crystals:
                if crystal.diva >= 0:
                    found[crystal.diva] = "diva"
                for skill in crystal.skills:
                    found[skill.id] = "set" if skill.down else self.printed_cards[self.cards[skill.id][0]].kind
        return found

    def seen(self, piece: PieceId) -> Printed | None:
        """Return what is printed on a piece; None for a crystal and for what lies face down in play."""
        if piece < CRYSTALS or (piece in self.places() and self.facedown(piece)):
            return None
        card = self.cards.get(piece)
        return self.printed_cards[card[0]] if card else None

    def traits_of(self, piece: PieceId) -> tuple[str, ...]:
        """Return tribe and ranks of a card; of a crystal what it is attuned to (SC-3)."""
        if piece < CRYSTALS:
            attuned = self.crystals[piece].attuned
            return (attuned,) if attuned else ()
        seen = self.seen(piece)
        return seen.words if seen else ()

    def controller(self, piece: PieceId) -> Seat:
        """Return on whose crystal a piece is, else its owner."""
        place = self.crystal_of(piece)
        return place // LANES if place >= 0 else self.owner(piece)

    def owner(self, piece: PieceId) -> Seat:
        """Return whose deck a piece came from; a crystal belongs to its seat."""
        return piece // LANES if 0 <= piece < CRYSTALS else super().owner(piece)

    def bearer(self, piece: PieceId) -> PieceId | None:
        """Return the diva on the crystal of a skill."""
        place = self.places().get(piece)
        if place is None:
            return None
        diva = self.crystals[place].diva
        return None if diva == NONE else diva

    def related(self, relation: str, piece: PieceId) -> Iterable[PieceId]:
        """Return what is on the opposing crystal, on the same one, or on those beside it."""
        place = self.crystal_of(piece)
        if place < 0:
            return ()
        if relation == "here":
            return self._on((place,))
        if relation == "opposing":
            return self._on((opposing(place),))
        return self._on(tuple(other for other in own_crystals(place // LANES) if abs(other - place) == 1))

    def _on(self, places: tuple[int, ...]) -> list[PieceId]:
        found = list(places)
        for place in places:
            crystal = self.crystals[place]
            if crystal.diva >= 0:
                found.append(crystal.diva)
            found += [skill.id for skill in crystal.skills]
        return found

    def attunements(self, seat: Seat) -> set[str]:
        """Return the tribes a seat's crystals are attuned to (SC-17, SC-19)."""
        first = seat * LANES
        return {crystal.attuned for crystal in self.crystals[first : first + LANES]}

    def spent(self, piece: PieceId, part: int) -> bool:
        """Tell whether an ability with a limit has been used up."""
        return any(used[0] == piece and used[1] == part for used in self.used)

    # --- numbers -------------------------------------------------------------------------------------------------------

    def printed(self, piece: PieceId, stat: str) -> int:
        """Return a printed number; a recruit has level 1, cost 1 and strength 0 (SC-18), a crystal its level."""
        if piece < CRYSTALS:
            return self.crystals[piece].level if stat == "level" else 0
        seen = self.seen(piece)
        if seen is None:
            recruit = self.kind_of(piece) == "diva"
            return 1 if recruit and stat in {"level", "cost"} else 0
        return seen.card.printed(stat)

    def flagged(self, piece: PieceId, word: str) -> bool:
        """Tell whether a diva has a quality."""
        if not self.lasting and word not in self.arena.flags:
            return False
        place = self.places().get(piece, NONE)
        crystal = self.crystals[place]
        if place < 0 or crystal.diva != piece:
            return self.stat(piece, word) > 0
        has = not crystal.recruit and word in self.printed_cards[self.cards[piece][0]].keywords
        if not self.lasting and word not in self.arena.changing:
            return has
        changes = self.changes(piece, place).get(word)
        return has if changes is None else changed(int(has), changes) > 0

    def strength(self, place: int) -> int:
        """Return the strength of the diva on a crystal, 0 without one."""
        crystal = self.crystals[place]
        diva = crystal.diva
        if diva < 0:
            return 0
        value = 0 if crystal.recruit else self.printed_cards[self.cards[diva][0]].strength
        if self.lasting or "strength" in self.arena.changing:
            changes = self.changes(diva, place)
            if "strength" in changes:
                value = changed(value, changes["strength"])
        return max(0, value)

    def changes_of(self, piece: PieceId) -> Mapping[str, list[Change]]:
        """Return everything that changes a diva's numbers, by stat."""
        place = self.places().get(piece, NONE)
        return self.changes(piece, place) if place >= 0 and self.crystals[place].diva == piece else NO_CHANGES

    def changes(self, piece: PieceId, place: int) -> Mapping[str, list[Change]]:
        """Return everything that changes a diva's numbers, by stat: her own words, her skills, others', and what lasts."""
        found: dict[str, list[Change]] | None = self.memo.get(piece)
        if found is not None:
            return found
        found = {}
        crystal, seat = self.crystals[place], place // LANES
        if not crystal.recruit and piece in self.cards:
            self._collect(found, piece, seat, piece)
        for skill in crystal.skills:
            if not skill.down:
                self._collect(found, skill.id, seat, piece)
        if self.arena.far:
            auras, spreads = self.reaching()
            for spread, at, _ in spreads:
                if place in spread.reached[at]:
                    found.setdefault(spread.stat, []).append(spread.change)
            for standing, run in auras:
                change = standing.change(run, piece)
                if change is not None:
                    found.setdefault(standing.stat, []).append(change)
        for lasting in self.lasting:
            if lasting.on == piece:
                found.setdefault(lasting.stat, []).append((lasting.stage, lasting.value))
        self.memo[piece] = found
        return found

    def sources(self, piece: PieceId, stat: str) -> list[Source]:
        """Return what changes a number of a diva, change by change in the order of `changes`."""
        found: list[Source] = []
        if stat not in self.changes_of(piece):
            return found
        place = self.places()[piece]
        crystal = self.crystals[place]
        lying = [] if crystal.recruit else [piece]
        for each in (*lying, *(skill.id for skill in crystal.skills if not skill.down)):
            own: dict[str, list[Change]] = {}
            self._collect(own, each, place // LANES, piece)
            found += [Source(self.cards[each][0], *change) for change in own.get(stat, ())]
        auras, spreads = self.reaching()
        found += [Source(card, *spread.change) for spread, at, card in spreads if spread.stat == stat and place in spread.reached[at]]
        asked = ((run.card, standing.change(run, piece)) for standing, run in auras if standing.stat == stat)
        found += [Source(card, *change) for card, change in asked if change is not None]
        return found + enduring(self.lasting, piece, stat)

    def _collect(self, found: dict[str, list[Change]], piece: PieceId, seat: Seat, diva: PieceId) -> None:
        """Add what a card changes of the diva it is, or lies with."""
        card = self.cards[piece][0]
        printed = self.printed_cards[card]
        for stat, change in printed.plain:
            found.setdefault(stat, []).append(change)
        for standing in printed.asking:
            worked_out = standing.change(Run(self, Frame(card, 0, piece, seat)), diva)
            if worked_out is not None:
                found.setdefault(standing.stat, []).append(worked_out)

    def reaching(self) -> tuple[list[tuple[Standing, Run]], list[tuple[Spread, int, CardId]]]:
        """Return the modifiers in play that reach beyond their own piece: those to be asked, and those that follow from a place."""
        found: tuple[list[tuple[Standing, Run]], list[tuple[Spread, int, CardId]]] | None = self.memo.get("reaching")
        if found is None:
            auras: list[tuple[Standing, Run]] = []
            spreads: list[tuple[Spread, int, CardId]] = []
            found = self.memo["reaching"] = (auras, spreads)
            for piece, card, seat in self.faces():
                printed = self.printed_cards[card]
                auras += [(standing, Run(self, Frame(card, 0, piece, seat))) for standing in printed.auras]
                spreads += [(spread, self.places()[piece], card) for spread in printed.spread]
        return found

    def faces(self) -> list[tuple[PieceId, CardId, Seat]]:
        """Return every face-up card in play with its controller: divas and skills, crystal by crystal."""
        found: list[tuple[PieceId, CardId, Seat]] | None = self.memo.get("faces")
        if found is None:
            found = self.memo["faces"] = []
            cards = self.cards
            for index, crystal in enumerate(self.crystals):
                if crystal.diva >= 0 and not crystal.recruit:
                    found.append((crystal.diva, cards[crystal.diva][0], index // LANES))
                for skill in crystal.skills:
                    if not skill.down:
                        found.append((skill.id, cards[skill.id][0], index // LANES))
        return found

    def resource(self, name: str, seat: Seat) -> int:
        """Return a number of a seat."""
        match name:
            case "energy":
                return self.energy[seat] + self.kept[seat]
            case "life":
                return self.life[seat]
            case "cards":
                return len(self.hands[seat])
            case "levels":
                return sum(self.crystals[index].level for index in own_crystals(seat))
            case "tribes":
                return len(self.attunements(seat) - {""})
            case _:
                return len(self.voids[seat])

    def fact(self, name: str, run: Run, pieces: tuple[PieceId, ...]) -> bool:
        """Tell whether something about the attack that is going on holds."""
        fight = self.fight
        match name:
            case "special":
                return not self.special_done[run.seat]
            case "combat":
                return fight is not None
            case "blocked":
                return fight is not None and fight.blocked
            case "attacking":
                return fight is not None and fight.attacker in pieces
            case _:
                return fight is not None and fight.blocked and fight.blocker in pieces

    # --- places --------------------------------------------------------------------------------------------------------

    def spots(self, run: Run, spot: Spot, piece: PieceId | None) -> tuple[int, ...]:
        """Return the crystals without a diva on the side of the piece, or of the ability's controller."""
        seat = run.seat if spot.zone == "own" or piece is None else self.controller(piece)
        return tuple(index for index in own_crystals(seat) if self.crystals[index].diva == NONE)

    def aims(self, card: CardId, part: int, piece: PieceId, seat: Seat) -> tuple[int, ...]:
        """Return what an ability could point at; (-1,) when it needs nothing, () when it cannot be used now."""
        program = self.program(card, part)
        ability = program.ability
        if not ability.targets and not ability.cost and ability.condition is None:
            return _NO_AIM
        run = program.run(self, piece, seat)
        aimed = program.aimed
        if aimed is not None and len(program.targets) == 1 and not ability.cost and ability.condition is None:
            return aimed.options(run)
        if program.lacking(run):
            return ()
        return _NO_AIM if aimed is None else aimed.options(run)

    # --- costs ---------------------------------------------------------------------------------------------------------

    def payable(self, run: Run, pay: str, amount: int) -> bool:
        """Tell whether a cost can be paid."""
        match pay:
            case "energy":
                return self.energy[run.seat] + self.kept[run.seat] >= amount
            case "life":
                return self.life[run.seat] > amount
            case "void":
                return run.source in self.places()
            case _:
                return True


class _Closed(Closed, Table):
    __slots__ = ()


def laid_out(arena: Arena, view: State | Table) -> Table:
    """Return a state laid out to be asked: nothing on that table can be changed or left to chance. A table is returned as it is."""
    if isinstance(view, Table):
        return view
    table = Table(arena, view, NO_CHANCE)
    table.__class__ = _Closed
    return table
