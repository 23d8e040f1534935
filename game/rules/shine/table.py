"""What can be asked of the table: who stands where, what the numbers really are, what a card could point at.

The same questions are asked while the rules work on a draft and when a seat looks at what it may know; only a draft can be changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

from game.cards.interpret import Run
from game.cards.model import Select, names
from game.cards.modify import Change, Source, Standing, changed, enduring
from game.cards.table import NO_CHANGES, CardTable
from game.cards.world import NOBODY
from game.kernel.chance import NO_CHANCE
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.step import Closed
from game.rules.shine.arena import Arena, Printed, Usage
from game.rules.shine.events import Event
from game.rules.shine.state import (
    ATTACK_SPACES,
    COLUMNS,
    NONE,
    SPACES,
    SUPPORT_SPACES,
    Fight,
    Link,
    Purse,
    Stand,
    State,
    star_space,
    upper,
)

_NO_AIM = (NONE,)


class Table(CardTable[State, Event]):
    """A table to ask questions of; `laid_out` returns one that cannot be changed."""

    __slots__ = ("chain", "field", "graves", "lives", "next", "passes", "purses", "signs", "spaces")

    relates: ClassVar[bool] = True
    piles: ClassVar[Mapping[str, str]] = {"hand": "hands", "graveyard": "graves", "deck": "decks", "life": "lives"}

    arena: Arena
    printed_cards: Mapping[CardId, Printed]
    used: tuple[tuple[PieceId, int], ...]
    fight: Fight | None

    def lay(self, state: State) -> None:
        """Lay out what only this game has."""
        self.field: Sequence[Stand | None] = state.field
        self.lives = state.lives
        self.graves = state.graves
        self.purses: Sequence[Purse] = state.purses
        self.signs = state.signs
        self.chain: tuple[Link, ...] = state.chain
        self.passes = state.passes
        self.next: Seat = state.next
        self.spaces: dict[PieceId, int] = {}

    # --- pieces --------------------------------------------------------------------------------------------------------

    def places(self) -> dict[PieceId, int]:
        """Return the space of every card on the field."""
        found = self.spaces
        if not found:  # filled when first asked for
            found.update({stand.id: space for space, stand in enumerate(self.field) if stand is not None})
        return found

    def space_of(self, piece: PieceId) -> int:
        """Return the space a card stands on, NONE when it is not on the field."""
        return (self.spaces or self.places()).get(piece, NONE)

    def place_of(self, piece: PieceId) -> int:
        """Return the space a card stands on: every card on the field has numbers that can change."""
        return self.space_of(piece)

    def stand(self, piece: PieceId) -> Stand | None:
        """Return how a card stands on the field, None when it does not."""
        space = self.space_of(piece)
        return None if space < 0 else self.field[space]

    def star(self, seat: Seat) -> PieceId:
        """Return a seat's Star."""
        stand = self.field[star_space(seat)]
        return NONE if stand is None else stand.id

    def side(self, seat: Seat) -> list[tuple[int, Stand]]:
        """Return a seat's cards on the field with their spaces."""
        first = seat * SPACES
        return [(space, stand) for space, stand in enumerate(self.field[first : first + SPACES], first) if stand is not None]

    def pieces(self, zone: str, seat: Seat) -> Iterable[PieceId]:
        """Return a seat's pieces in a zone."""
        if seat == NOBODY:
            return ()
        if zone:
            return self.pile(zone, seat)
        return [stand.id for _, stand in self.side(seat)]

    def zone_of(self, piece: PieceId) -> str:
        """Return the zone a piece lies in, empty for the field, `gone` for nowhere."""
        if piece in self.places():
            return ""
        return self.pile_of(piece)

    def open_card(self, piece: PieceId) -> CardId:
        """Return the card of a piece that lies open for all, on the field or in a graveyard; empty for any other."""
        return self.card_of(piece) if piece in self.cards and self.zone_of(piece) in {"", "graveyard"} else ""

    def kind_of(self, piece: PieceId) -> str:
        """Return the kind of a piece's card."""
        card = self.cards.get(piece)
        return self.printed_cards[card[0]].kind if card else ""

    def traits_of(self, piece: PieceId) -> tuple[str, ...]:
        """Return the colours of a card, and on the field whether it is active (SH-9)."""
        card = self.cards.get(piece)
        if card is None:
            return ()
        stand = self.stand(piece)
        printed = self.printed_cards[card[0]]
        return printed.card.colours if stand is None else printed.traits[stand.turned]

    def controller(self, piece: PieceId) -> Seat:
        """Return whose a card is: nobody ever holds another's."""
        return self.owner(piece)

    def bearer(self, piece: PieceId) -> PieceId | None:  # noqa: ARG002
        """Return nobody: only Shine is attached to cards."""
        return None

    def related(self, relation: str, piece: PieceId) -> Iterable[PieceId]:
        """Return what stands above, beneath or beside a card."""
        space = self.space_of(piece)
        if space < 0:
            return ()
        spaces = near(relation, space)
        return [stand.id for stand in (self.field[other] for other in spaces) if stand is not None]

    # --- numbers -------------------------------------------------------------------------------------------------------

    def printed(self, piece: PieceId, stat: str) -> int:
        """Return a printed number; attached Shine is what it is."""
        if stat == "shine":
            stand = self.stand(piece)
            return 0 if stand is None else stand.shine
        card = self.cards.get(piece)
        return self.printed_cards[card[0]].card.printed(stat) if card else 0

    def changes_of(self, piece: PieceId) -> Mapping[str, list[Change]]:
        """Return everything that changes the numbers of a card on the field, by stat."""
        return self.changes().get(piece, NO_CHANGES) if piece in self.places() else NO_CHANGES

    def changes(self) -> dict[PieceId, dict[str, list[Change]]]:
        """Return everything that changes the numbers of cards on the field, by card and stat (SH-44)."""
        found: dict[PieceId, dict[str, list[Change]]] | None = self.memo.get("changes")
        if found is not None:
            return found
        found = self.memo["changes"] = {}
        for standing, run, space in self._standings():
            self._spread(found, standing, run, space)
        for lasting in self.lasting:
            found.setdefault(lasting.on, {}).setdefault(lasting.stat, []).append((lasting.stage, lasting.value))
        return found

    def sources(self, piece: PieceId, stat: str) -> list[Source]:
        """Return what changes a number of a card on the field, change by change in the order of `changes` (SH-44)."""
        found: list[Source] = []
        if stat not in self.changes_of(piece):
            return found
        for standing, run, space in self._standings():
            reached: dict[PieceId, dict[str, list[Change]]] = {}
            self._spread(reached, standing, run, space)
            found += [Source(run.card, *change) for change in reached.get(piece, NO_CHANGES).get(stat, ())]
        return found + enduring(self.lasting, piece, stat)

    def _standings(self) -> list[tuple[Standing, Run, int]]:
        """Return every continuous effect on the field that takes place, with its card and space."""
        found: list[tuple[Standing, Run, int]] = []
        if not self.arena.changing:
            return found
        cards, printed_cards = self.cards, self.printed_cards
        for space, stand in enumerate(self.field):
            if stand is not None and (standings := printed_cards[cards[stand.id][0]].standing):
                run = Run.begun(self, cards[stand.id][0], 0, stand.id, space // SPACES)
                found += [(each, run, space) for each in standings if each.condition is None or each.condition(run)]
        return found

    def _spread(self, found: dict[PieceId, dict[str, list[Change]]], standing: Standing, run: Run, space: int) -> None:
        """Add what a continuous effect changes that takes place, to each card it reaches."""
        to = standing.modifier.to
        if standing.reach == "self":
            reached = [run.source]
        elif standing.plain and isinstance(to, Select):
            field = self.field
            spaces = _spaces(to.kind, to.side, run.seat, to.relation, space, other=to.other)
            reached = [stand.id for each in spaces if (stand := field[each]) is not None]
        else:
            reached = [piece for piece in self.places() if standing.applies(run, piece)]
        if reached:
            change = (standing.stage, standing.value(run) if standing.fixed is None else standing.fixed)
            for piece in reached:
                found.setdefault(piece, {}).setdefault(standing.stat, []).append(change)

    def strength(self, piece: PieceId) -> int:
        """Return a card's strength after everything that changes it."""
        card = self.cards.get(piece)
        value = self.printed_cards[card[0]].strength if card else 0
        if (not self.lasting and "strength" not in self.arena.changing) or piece not in self.places():
            return value
        changes = self.changes().get(piece)
        return max(0, changed(value, changes["strength"])) if changes and "strength" in changes else value

    def lenders(self, piece: PieceId) -> list[PieceId]:
        """Return the active Support cards that can add their strength to the card above them (SH-12)."""
        beneath = (self.stand(each) for each in self.related("beneath", piece))
        return [stand.id for stand in beneath if stand is not None and not stand.turned]

    def stirred(self, piece: PieceId, when: str) -> list[int]:
        """Return the numbers of the abilities of a card on the field that a moment sets off in this turn (SH-32, SH-42)."""
        card, seat = self.cards[piece]
        catalogue = self.arena.catalogue
        fitting = [part for part in catalogue.moments(card, when) if (piece, part) not in self.used]
        return [part for part in fitting if self.active != seat or "opponents" not in names(catalogue.program(card, part).ability.timing)]

    def lent(self, piece: PieceId) -> int:
        """Return the strength that an active Support card can add to the card above it (SH-12)."""
        return sum(self.strength(each) for each in self.lenders(piece))

    def resource(self, name: str, seat: Seat) -> int:
        """Return a number of a seat."""
        match name:
            case "shine":
                return self.purses[seat].ready
            case "life":
                return len(self.lives[seat])
            case "cards":
                return len(self.hands[seat])
            case _:
                return len(self.graves[seat])

    def fact(self, name: str, run: Run, pieces: tuple[PieceId, ...]) -> bool:
        """Tell whether something about the battle or the chain holds."""
        fight = self.fight
        if name == "chain":
            return any(link.seat != run.seat for link in self.chain[-1:])
        if name == "battle":
            return fight is not None
        return fight is not None and (fight.attacker in pieces or fight.target in pieces)

    # --- using ---------------------------------------------------------------------------------------------------------

    def narrow(self, run: Run, select: Select, reach: int | None) -> Iterable[PieceId] | None:
        """Return the cards of some kinds and sides on the field: the kind of a card is told by its space."""
        if select.zone or reach is not None or select.sight:
            return None
        field, relation, origin = self.field, "", NONE
        if select.relation and select.of == "self":
            relation, origin = select.relation, self.space_of(run.source)
            if origin < 0:
                return ()
        spaces = _spaces(select.kind, select.side, run.seat, relation, origin)
        return [stand.id for space in spaces if (stand := field[space]) is not None]

    def aims(self, usage: Usage, piece: PieceId, seat: Seat) -> tuple[int, ...]:
        """Return what an ability that can be paid could point at; (-1,) when it needs nothing, () when it cannot be used now."""
        program = usage.program
        run = program.run(self, piece, seat)
        if usage.simple:
            return program.targets[0].options(run)
        aims = program.aims(run)
        return () if aims is None else _NO_AIM if program.aimed is None else aims

    def payable(self, run: Run, pay: str, amount: int) -> bool:
        """Tell whether a cost can be paid (SH-16, SH-33, SH-38)."""
        return can_pay(self.purses[run.seat], self.stand(run.source), pay, amount)


class _Closed(Closed, Table):
    __slots__ = ()


def laid_out(arena: Arena, view: State | Table) -> Table:
    """Return a state laid out to be asked: nothing on that table can be changed or left to chance. A table is returned as it is."""
    if isinstance(view, Table):
        return view
    table = Table(arena, view, NO_CHANCE)
    table.__class__ = _Closed
    return table


def can_pay(purse: Purse, stand: Stand | None, pay: str, amount: int) -> bool:
    """Tell whether a cost can be paid from a purse, or by the card itself (`stand`, None when it is not on the field)."""
    match pay:
        case "shine":
            return purse.ready >= amount
        case "return":
            return purse.ready + purse.spent >= amount
        case "attached":
            return stand is not None and stand.shine >= amount
        case _:
            return stand is not None and not stand.turned


def near(relation: str, space: int) -> tuple[int, ...]:
    """Return the spaces above, beneath or beside a space (SH-10)."""
    if relation == "above":
        return () if upper(space) else (space - COLUMNS,)
    if relation == "beneath":
        return (space + COLUMNS,) if upper(space) else ()
    return tuple(other for other in (space - 1, space + 1) if other >= 0 and other // COLUMNS == space // COLUMNS)


@lru_cache(maxsize=4096)
def _spaces(
    kind: str | tuple[str, ...], side: str, seat: Seat, relation: str = "", origin: int = NONE, *, other: bool = False
) -> tuple[int, ...]:
    """Return the spaces on which cards of these kinds (none: any) of a side stand, the seat's own first.

    With a relation only those near `origin`; with `other` not `origin` itself.
    """
    kinds = names(kind)
    seats = (seat,) if side == "own" else (1 - seat,) if side == "foe" else (seat, 1 - seat)
    found: list[int] = []
    for each in seats:
        if not kinds:
            found += range(each * SPACES, each * SPACES + SPACES)
            continue
        here = {star_space(each)} if "star" in kinds else set()
        here.update(ATTACK_SPACES[each] if "attack" in kinds else (), SUPPORT_SPACES[each] if "support" in kinds else ())
        found += sorted(here)
    by = near(relation, origin) if relation else ()
    return tuple(space for space in found if (not relation or space in by) and not (other and space == origin))
