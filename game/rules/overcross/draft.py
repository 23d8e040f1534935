"""The verbs of Overcross: everything that changes the table and, in the same breath, tells what happened.

Longer than most: it is the one place where cards and rules alike move pieces, so that damage, flags, deploy zones and
scores are seen to whatever the cause (OC-30, OC-43, OC-48 to OC-52).
"""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from msgspec.structs import replace

from game.cards.events import Ended, Looked, Shuffled, Stopped
from game.cards.interpret import Frame, Run, start, trigger
from game.cards.model import Stage
from game.cards.modify import Change, Lasting
from game.cards.world import NOBODY, Pieces, World
from game.grid import Walk
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.rules.overcross.arena import ASSASSINATION, DEATH_MATCH, FLAG, FULL_DAMAGE, INVASION, MOST_SCATHE, SUMMONING, Arena
from game.rules.overcross.cards import VOTES, WORDS, Attack
from game.rules.overcross.events import (
    Attached,
    Attacked,
    Changed,
    DefendRoll,
    Deployed,
    Destroyed,
    DieRolled,
    Discarded,
    Drew,
    Exhausted,
    FellOut,
    FlagDropped,
    FlagHome,
    FlagTaken,
    Gained,
    Healed,
    HitRoll,
    Hurt,
    Laid,
    Readied,
    Revealed,
    Scored,
    Sent,
    Stepped,
    TurnBegan,
    TurnEnded,
    VotesWon,
)
from game.rules.overcross.state import MAP_CARD, Edit, Flag, Pending, Placing, State, Terrain, Turn, Unit
from game.rules.overcross.table import UNCHANGED, Table

NONE: PieceId = -1
_EVERYONE = -1


class Behind(NamedTuple):
    """Who is behind damage (OC-50): `seat` whose attack or card it is; `laid` who laid the terrain, None when it is no terrain's."""

    seat: Seat = NOBODY
    laid: Seat | None = None


class OvercrossDraft(Table, World):
    """A table to change; `freeze` makes it a state."""

    __slots__ = ()

    units: dict[PieceId, Unit]
    terrain: dict[PieceId, Terrain]
    stack: list[Any]

    def __init__(self, arena: Arena, state: State, chance: Chance, *, telling: bool = False) -> None:
        super().__init__(arena, state, chance, telling=telling)
        self.units = state.units.copy()
        self.terrain = state.terrain.copy()
        self.stack = list(state.stack)
        self.queue: list[Frame] = []
        self.ground()  # asked now, the answer is kept with the state, for whatever else is tried from there
        if arena.plain:
            self.all_changes()

    def freeze(self) -> State:
        """Return the draft as a state; what is known of the ground and of changed numbers is handed on."""
        state = State(
            self.units.copy() if self.telling else self.units,
            self.terrain.copy() if self.telling else self.terrain,
            self.hands,
            self.decks,
            self.discards,
            self.cards,
            self.known,
            self.lasting,
            self.used,
            self.flags,
            self.marks,
            self.scores,
            self.out,
            self.fallen,
            self.active,
            self.first,
            self.round,
            self.turn,
            self.phase,
            self.limit,
            tuple(self.stack),
            self.next_id,
            self.chance.state,
            self.outcome,
            self.triggered,
            self.votes,
            self.scathed,
        )
        memo = state.__dict__["memo"] = {"arena": self.arena}
        if self.soil is not None:
            memo["ground"] = self.soil
        if self.altered is not None and self.arena.plain:
            memo["changes"], memo["sways"] = self.altered, self.sways
        return state

    def touch(self) -> None:
        """Forget every answer worked out before: something on the table is about to be, or has been, changed."""
        self.memo = {}
        self.altered = None

    def _stir(self) -> None:
        """Forget as well what cards in play change by who stands where: one of these is about to be, or has been, changed."""
        self.touch()
        self.sways = None

    def _turn_over(self, terrain: Terrain) -> None:
        """Forget how terrain lay; terrain that changes no numbers leaves them as they are where no card asks for more than who stands where."""
        self.soil = None
        if terrain.card in self.arena.loud:
            self._stir()
        else:
            self._touch_no_numbers()

    def _touch_no_numbers(self) -> None:
        """Forget all but what changes numbers, unless a card asks for more than who stands where."""
        altered = self.altered
        self.touch()
        if self.arena.plain:
            self.altered = altered

    def halted(self) -> bool:
        """Tell whether the match is over."""
        return self.outcome is not None

    def exhausted(self, cards: tuple[CardId, ...]) -> None:
        """Record that abilities setting each other off were stopped."""
        self.record(Stopped(cards))

    # --- pieces and piles ----------------------------------------------------------------------------------------------

    def set_unit(self, unit: Unit) -> None:
        """Put a character, changed, on its space.

        Where no card asks for more than who stands where, its wounds and actions change no numbers, and where it goes changes none but its own
        unless it changes numbers itself.
        """
        before = self.units.get(unit.id)
        self.units[unit.id] = unit
        moved, edited = before is None or before.cell != unit.cell, before is not None and before.edits is not unit.edits
        if not (moved or edited):
            self._touch_no_numbers()
        elif self.is_loud(unit) or (before is not None and self.is_loud(before)):
            self._stir()
        else:
            self._touch_no_numbers()
            if moved and self.altered is not None:
                self.altered = self.altered_by(self.altered, unit)

    def is_loud(self, unit: Unit) -> bool:
        """Tell whether a character or one of its edits changes numbers."""
        loud = self.arena.loud
        return unit.card in loud or (bool(unit.edits) and any(edit.card in loud for edit in unit.edits))

    def altered_by(self, altered: dict[PieceId, dict[str, list[Change]]], unit: Unit) -> dict[PieceId, dict[str, list[Change]]]:
        """Return what changes numbers once a character that changes none has come to its space."""
        own = self._swayed(unit)
        for lasting in self.lasting:
            if lasting.on == unit.id:
                own.setdefault(lasting.stat, []).append((lasting.stage, lasting.value))
        if own == altered.get(unit.id, UNCHANGED):
            return altered
        altered = {**altered, unit.id: own}
        if not own:
            del altered[unit.id]
        return altered

    def _pile(self, zone: str, seat: Seat, pile: tuple[PieceId, ...]) -> None:
        name = {"hand": "hands", "deck": "decks", "discard": "discards"}[zone]
        piles = getattr(self, name)
        setattr(self, name, (*piles[:seat], pile, *piles[seat + 1 :]))

    def take(self, piece: PieceId) -> str:
        """Take a card out of the pile it lies in and return that zone; empty when it lies in none."""
        seat = self.owner(piece)
        if seat < 0:
            return ""
        for zone, piles in (("hand", self.hands), ("deck", self.decks), ("discard", self.discards)):
            pile = piles[seat]
            if piece in pile:
                self._pile(zone, seat, tuple(other for other in pile if other != piece))
                return zone
        return ""

    def put(self, piece: PieceId, zone: str, place: str = "bottom") -> None:
        """Put a card into a pile of its owner."""
        seat = self.owner(piece)
        pile = {"hand": self.hands, "deck": self.decks, "discard": self.discards}[zone][seat]
        self._pile(zone, seat, (piece, *pile) if place == "top" and zone == "deck" else (*pile, piece))

    def learn(self, piece: PieceId, seats: int) -> None:
        """Remember that seats (a bit for each) have seen the face of a hidden piece."""
        if seats and self.known.get(piece, 0) | seats != self.known.get(piece, 0):
            self.known = {**self.known, piece: self.known.get(piece, 0) | seats}

    def forget(self, piece: PieceId) -> None:
        """Let nobody remember a piece that lies open now."""
        if piece in self.known:
            self.known = {other: seats for other, seats in self.known.items() if other != piece}

    # --- what is waited for --------------------------------------------------------------------------------------------

    def notice(self, when: str, piece: PieceId, cause: PieceId = NONE, amount: int = 0) -> None:
        """Queue every ability that waits for this moment of this piece."""
        listeners = self.arena.listeners(when)
        if not listeners:
            return
        bound: dict[str, tuple[int, ...]] = {"trigger": (piece,), "cause": (cause,) if cause >= 0 else (), "amount": (amount,)}
        for source, card, seat in self._in_play(listeners):
            for part in self.arena.catalogue.moments(card, when):
                program = self.program(card, part)
                if self.spent(source, part):
                    continue
                if program.about(program.run(self, source, seat, bound), piece):
                    self.spend(source, part, program.ability.limit)
                    trigger(self, program, source, seat, bound)

    def _in_play(self, cards: frozenset[CardId]) -> list[tuple[PieceId, CardId, Seat]]:
        found = [(unit.id, unit.card, unit.seat) for unit in self.units.values() if unit.card in cards]
        found += [(edit.id, edit.card, edit.seat) for edit, _ in self.edits().values() if edit.card in cards]
        found += [(each.id, each.card, each.seat) for each in self.terrain.values() if each.card in cards]
        return found

    def _moment(self, when: str, seat: Seat) -> None:
        """Queue abilities that wait for a moment of the turn; `seat` _EVERYONE asks everybody's pieces."""
        for source, card, owner in self._in_play(self.arena.listeners(when)):
            if seat in {owner, _EVERYONE}:
                for part in self.arena.catalogue.moments(card, when):
                    trigger(self, self.program(card, part), source, owner, {"trigger": (source,), "cause": (), "amount": (0,)})

    def spend(self, piece: PieceId, part: int, limit: str) -> None:
        """Remember that an ability with a limit has been used."""
        if limit:
            self.used = (*self.used, (piece, part, limit))

    # --- damage --------------------------------------------------------------------------------------------------------

    def hurt(self, piece: PieceId, amount: int, by: CardId, behind: Behind, cause: PieceId = NONE, *, whole: bool = False) -> bool:
        """Put damage counters on a piece; return whether any were put (OC-40, OC-42 to OC-44). Of an attack and of a cost they are `whole` (OC-46)."""
        if amount < 1:
            return False
        unit = self.units.get(piece)
        if unit is not None:
            if behind.laid is not None and self.unit_stat(unit, "fireproof") > 0:
                self.spare(piece, "is *Fireproof*")
                return False
            if not whole and unit.card in self.marks[unit.seat]:
                amount = self.scathe(unit, amount)
                if not amount:
                    self.spare(piece, f"takes no more than {MOST_SCATHE} damage a turn but by attacks (OC-46)")
                    return False
                self.scathed = {**self.scathed, piece: self.scathed.get(piece, 0) + amount}
            self.set_unit(replace(unit, damage=unit.damage + amount))
            self.record(Hurt(piece, unit.card, amount, by, behind.seat))
            self.notice("hurt", piece, cause, amount)
            if unit.damage + amount >= FULL_DAMAGE:
                self.fall(piece, behind, cause)
            return True
        terrain = self.terrain.get(piece)
        if terrain is None or not self.arena.area(terrain.card).hit_points:
            self.spare(piece, "cannot be damaged")
            return False
        self.terrain[piece] = replace(terrain, damage=terrain.damage + amount)
        self._touch_no_numbers()
        self.record(Hurt(piece, terrain.card, amount, by, behind.seat))
        if terrain.damage + amount >= self.arena.area(terrain.card).hit_points:
            self.fall(piece, behind, cause)
        return True

    def fall(self, piece: PieceId, behind: Behind, cause: PieceId = NONE) -> None:
        """Destroy a character, terrain or edit (OC-43, OC-44)."""
        unit = self.units.get(piece)
        if unit is not None:
            self.notice("destroyed", piece, cause)
            self._leave(unit)
            self.put(piece, "discard")
            self.record(Destroyed(piece, unit.card, unit.seat))
            self._avenge(unit, behind)
            return
        terrain = self.terrain.get(piece)
        if terrain is not None:
            self.notice("destroyed", piece, cause)
            self._raze(terrain)
            self.record(Destroyed(piece, terrain.card, terrain.seat))
            return
        found = self.edits().get(piece)
        if found is not None:
            edit = self._detach(piece)
            self.put(piece, "discard")
            self.record(Destroyed(piece, edit.card, edit.seat))

    def _raze(self, terrain: Terrain) -> None:
        self.fallen = {**self.fallen, terrain.id: terrain.cell}
        del self.terrain[terrain.id]
        self._turn_over(terrain)
        if not terrain.card.startswith(MAP_CARD):
            self.put(terrain.id, "discard")

    def _detach(self, piece: PieceId) -> Edit:
        edit, bearer = self.edits()[piece]
        self.fallen = {**self.fallen, piece: bearer.cell}
        self.set_unit(replace(bearer, edits=tuple(other for other in bearer.edits if other.id != piece)))
        return edit

    def _take_off(self, unit: Unit) -> None:
        del self.units[unit.id]
        if self.is_loud(unit):
            self._stir()
            return
        self._touch_no_numbers()
        if self.altered is not None and unit.id in self.altered:
            self.altered = {piece: changes for piece, changes in self.altered.items() if piece != unit.id}

    def _leave(self, unit: Unit) -> None:
        """Take a character off the grid: its edits are discarded, what lasts on it ends, its flag drops (OC-43, OC-48)."""
        self._take_off(unit)
        self.fallen = {**self.fallen, unit.id: unit.cell}
        if self.lasting:
            self.lasting = tuple(lasting for lasting in self.lasting if lasting.on != unit.id)
        for edit in unit.edits:
            self.put(edit.id, "discard")
        if unit.carries >= 0:
            self._set_flag(Flag(unit.carries, unit.cell, home=False))
            self.record(FlagDropped(unit.carries, unit.cell))

    def _avenge(self, unit: Unit, behind: Behind) -> None:
        """See what a character's fall means for the objective (OC-46, OC-50)."""
        settings = self.arena.settings
        if settings.objective == DEATH_MATCH:
            acting = self.active if self.phase in {"cards", "minor", "major"} else NOBODY
            credit = next((seat for seat in (behind.seat, acting, behind.laid) if seat not in {None, NOBODY, unit.seat}), None)  # OC-50
            if credit is not None:
                self._score(credit, self.arena.catalogue[unit.card].deck, unit.card)
        if settings.objective == ASSASSINATION and unit.card in self.marks[unit.seat]:  # OC-46: `reckon` sees to the rest
            left = tuple(card for card in self.marks[unit.seat] if card != unit.card)
            self.marks = (*self.marks[: unit.seat], left, *self.marks[unit.seat + 1 :])

    def _score(self, seat: Seat, points: int, card: CardId) -> None:
        score = self.scores[seat] + points
        self.scores = (*self.scores[:seat], score, *self.scores[seat + 1 :])
        self.record(Scored(seat, points, card))

    def reckon(self) -> None:
        """See who has won or is out, when the card, attack or effect that decides it is done to its end (OC-46, OC-49, OC-50, OC-55)."""
        settings = self.arena.settings
        fallen: tuple[Seat, ...] = ()
        if settings.objective == ASSASSINATION and not all(self.marks):
            fallen = tuple(seat for seat in self.seats if not self.marks[seat] and not self.out[seat])
        if not (fallen or self._points_reached() or self._votes_reached()) or any(
            self._underway(item) for item in (*self.stack, *self.queue)
        ):
            return
        if fallen:
            self._fall_out(fallen)
        if self.outcome is not None:
            return
        if self._points_reached():
            self._win_by_points(f"{max(self.scores)} points", "OC-49" if settings.objective == INVASION else "OC-50")
        elif self._votes_reached():
            self._carry()
        elif self.active in fallen:
            self.next_turn()

    def _points_reached(self) -> bool:
        return bool(self.arena.settings.goal) and max(self.scores) >= self.arena.settings.goal

    def _votes_reached(self) -> bool:
        return bool(self.votes) and max(self.votes) >= VOTES

    def _carry(self) -> None:
        """End the match for whoever has most votes, or as a draw of those who have equally many (OC-55)."""
        best = tuple(seat for seat in self.seats if self.votes[seat] == max(self.votes))
        words = f"{max(self.votes)} votes"
        if len(best) == 1:
            self.end(best, f"{{{best[0]}}} carries the motion with {words}", "OC-55")
        else:
            self.end(best if len(best) < len(self.seats) else (), f"{words} each: a draw", "OC-55")

    def _win_by_points(self, words: str, rule: str) -> None:
        """End the match for whoever has most points, or as a draw of those who have equally many."""
        best = tuple(seat for seat in self.seats if self.scores[seat] == max(self.scores))
        if len(best) == 1:
            self.end(best, f"{words} and {{{best[0]}}} has most points" if rule == "OC-51" else f"{{{best[0]}}} has {words}", rule)
        else:
            self.end(best if len(best) < len(self.seats) else (), f"{words}: a draw", rule)

    def _underway(self, item: Pending) -> bool:
        """Tell whether something has begun and is not done: a card, a use, what follows an attack, or a trigger that has begun."""
        if not isinstance(item, Frame):
            return False
        return item.waiting or item.pc > 0 or self.program(item.card, item.part).ability.when in {"play", "use", "struck"}

    def _fall_out(self, fallen: tuple[Seat, ...]) -> None:
        """Put seats out together: their pieces leave the grid, and the last one left wins; without one they share a draw (OC-46)."""
        self.out = tuple(self.out[seat] or seat in fallen for seat in self.seats)
        self.votes = tuple(0 if self.out[seat] else votes for seat, votes in enumerate(self.votes))
        for unit in [unit for unit in self.units.values() if unit.seat in fallen]:
            self._leave(unit)
            self.put(unit.id, "discard")
        for seat in fallen:
            self.record(FellOut(seat))
        self.stack = [item for item in self.stack if not (isinstance(item, Placing | Frame) and item.seat in fallen)]
        self.queue = [frame for frame in self.queue if frame.seat not in fallen]
        left = tuple(seat for seat in self.seats if not self.out[seat])
        if not left:
            self.end(fallen if len(fallen) < len(self.seats) else (), "The last marks fall together: a draw", "OC-46")
        elif len(left) == 1:
            self.end(left, f"{{{left[0]}}} has brought down every mark", "OC-46")

    def end(self, winners: tuple[Seat, ...], words: str, rule: str) -> None:
        """End the match."""
        if self.outcome is None:
            self.outcome = Outcome(winners, self.scores, words, rule)
            self.record(Ended(self.outcome))

    # --- entering spaces -----------------------------------------------------------------------------------------------

    def enter(self, unit: Unit, cell: int, how: str, by: Seat = NOBODY) -> bool:
        """Let a character enter a space, `by` whose card or nobody's, with all that follows; return whether it is still there (OC-30, OC-52)."""
        before = unit.cell
        self.set_unit(replace(unit, cell=cell))
        self.record(Stepped(unit.id, unit.card, cell, how))
        return self._land(unit.id, before, cell, by)

    def _land(self, piece: PieceId, before: int, cell: int, by: Seat) -> bool:
        self._burn(piece, cell, by)
        unit = self.units.get(piece)
        if unit is None or self.outcome is not None:
            return False
        if self.arena.listeners("entered"):
            self._trespass(unit, before, cell)
        return self._arrive(unit)

    def _burn(self, piece: PieceId, cell: int, by: Seat) -> None:
        """Put on the counters that harmful ground gives at once, unless the character flies (OC-30)."""
        foot = self.ground().foot
        harm = foot.harm_at(cell) if foot.harm else 0
        unit = self.units.get(piece)
        if harm and unit is not None and self.unit_stat(unit, "flight") < 1:
            terrain = next((each for each in self.terrain.values() if self._covers(each, cell) and self.arena.area(each.card).harm), None)
            self.hurt(piece, harm, terrain.card if terrain else "", Behind(by, terrain.seat if terrain else NOBODY))

    def _covers(self, terrain: Terrain, cell: int) -> bool:
        return bool(self.arena.covered(terrain.card, terrain.cell) >> cell & 1)

    def _trespass(self, unit: Unit, before: int, cell: int) -> None:
        for terrain in tuple(self.terrain.values()):
            if (
                terrain.card in self.arena.listeners("entered")
                and self._covers(terrain, cell)
                and not (before >= 0 and self._covers(terrain, before))
            ):
                self.notice("entered", terrain.id, unit.id)

    def _arrive(self, unit: Unit) -> bool:
        """See what a character's space means for the objective; return whether it stays on the grid (OC-47 to OC-49)."""
        objective, seat, bit = self.arena.settings.objective, unit.seat, 1 << unit.cell
        if objective == FLAG:
            self._flags_at(unit)
            unit = self.units[unit.id]
            if unit.carries >= 0 and self.arena.zones[seat] & bit:
                self.end((seat,), f"{{{seat}}} has brought home the flag of {{{unit.carries}}}", "OC-48")
        elif objective in {SUMMONING, INVASION} and self.arena.foreign_mask(seat, self.out) & bit:
            if objective == INVASION:  # OC-49
                del self.units[unit.id]
                self._stir()
                self.stack.append(Placing(seat, unit, start=False))
                self._score(seat, 1, unit.card)
                return False
            if self.arena.catalogue[unit.card].rank == "legend":
                self.end((seat,), f"[{unit.card}] has crossed the field", "OC-47")
        return self.outcome is None

    def _flags_at(self, unit: Unit) -> None:
        for flag in self.flags:
            if flag.cell != unit.cell or flag.carrier >= 0 or self.out[flag.seat]:
                continue
            if flag.seat == unit.seat:
                if not flag.home:
                    self._set_flag(Flag(flag.seat, self.arena.flag_spots[flag.seat]))
                    self.record(FlagHome(flag.seat))
            elif self.units[unit.id].carries < 0:
                self._set_flag(Flag(flag.seat, unit.cell, unit.id, home=False))
                self.set_unit(replace(self.units[unit.id], carries=flag.seat))
                self.record(FlagTaken(flag.seat, unit.id, unit.card))

    def _set_flag(self, flag: Flag) -> None:
        self.flags = tuple(flag if other.seat == flag.seat else other for other in self.flags)

    def eventful(self) -> bool:
        """Tell whether something can happen to a character on its way: by the ground, by terrain that waits, or for the objective (OC-30, OC-47 to OC-49)."""
        ground, objective = self.ground(), self.arena.settings.objective
        waiting = ground.laid and self.arena.listeners("entered")
        return bool(ground.foot.harm or waiting) or objective in {FLAG, SUMMONING, INVASION}

    def walk(self, piece: PieceId, walk: Walk) -> None:
        """Walk a character along its way, space by space (OC-30)."""
        for cell in walk.steps:
            unit = self.units.get(piece)
            if unit is None or not self.enter(unit, cell, "walk"):
                return
        self.notice("moved", piece)

    def deploy_unit(self, piece: PieceId, cell: int, how: str, unit: Unit | None = None) -> None:
        """Put a character onto the grid (OC-17)."""
        card, seat = self.cards[piece]
        self.forget(piece)
        self.set_unit(Unit(piece, card, seat, cell) if unit is None else replace(unit, cell=cell))
        self.record(Deployed(piece, card, seat, cell, how))
        if self._land(piece, -1, cell, NOBODY) and how != "back":
            self.notice("deployed", piece)

    def lay(self, piece: PieceId, cell: int) -> None:
        """Lay terrain (OC-32)."""
        card, seat = self.cards[piece]
        self.forget(piece)
        terrain = self.terrain[piece] = Terrain(piece, card, seat, cell)
        self._turn_over(terrain)
        self.record(Laid(piece, card, seat, cell))
        self.notice("deployed", piece)

    def bestow(self, piece: PieceId, on: PieceId) -> None:
        """Attach an edit to a character (OC-1)."""
        card, seat = self.cards[piece]
        bearer = self.units[on]
        self.forget(piece)
        self.set_unit(replace(bearer, edits=(*bearer.edits, Edit(piece, card, seat))))
        self.record(Attached(piece, card, seat, on, bearer.card))
        self.notice("deployed", piece)

    # --- attacks -------------------------------------------------------------------------------------------------------

    def fight(self, piece: PieceId, index: int, target: PieceId) -> None:
        """Make one attack: roll to hit, roll to defend, damage (OC-38 to OC-44)."""
        unit = self.units[piece]
        attack = self.arena.catalogue[unit.card].attacks[index]
        victim = self.units.get(target)
        self.record(Attacked(piece, unit.card, target, self.card_of(target), attack.name))
        if not self._hits(unit, attack):
            self.notice("missed", piece, target)
            return
        if victim is not None and self._defends(unit, victim):
            self.notice("defended", target, piece)
            return
        amount = self.dmg(unit, attack, target)
        if self.hurt(target, amount, unit.card, Behind(unit.seat), piece, whole=True) and victim is not None:
            if attack.effects:
                part = len(self.arena.catalogue[unit.card].abilities) + index
                self.queue.append(
                    Frame(unit.card, part, piece, unit.seat, 0, {"target": (target,), "cause": (target,), "amount": (amount,)})
                )
            if self.outcome is None:
                self.notice("hurts", piece, target, amount)

    def _hits(self, unit: Unit, attack: Attack) -> bool:
        """Roll lower than Acc; below 2 never hits, above 6 cannot miss (OC-39)."""
        acc = self.acc(unit, attack)
        face = self.chance.roll() if 2 <= acc <= 6 else 0
        hit = face < acc if face else acc > 6
        self.record(HitRoll(unit.seat, unit.id, face, acc, hit))
        return hit

    def _defends(self, unit: Unit, victim: Unit) -> bool:
        """Roll lower than Defense to take nothing (OC-40); below 2 never saves, above 6 always does (OC-41)."""
        if self.unit_stat(unit, "piercing") > 0:
            return False
        defense = self.unit_stat(victim, "defense")
        face = self.chance.roll() if 2 <= defense <= 6 else 0
        saved = face < defense if face else defense > 6
        self.record(DefendRoll(victim.seat, victim.id, victim.card, face, defense, saved))
        return saved

    # --- turns ---------------------------------------------------------------------------------------------------------

    def begin_turn(self, seat: Seat) -> None:
        """Begin a turn: what lasted until now ends, everyone may act again, a card is drawn (OC-13, OC-14)."""
        self.active = seat
        self.turn += 1
        self.phase = "start"
        self.triggered = 0
        self.limit = self.round
        self.fallen = {}
        self.scathed = {}
        self.used = tuple(used for used in self.used if used[2] != "turn")
        for unit in self.units.values():
            if unit.seat == seat and (unit.minor or unit.major):
                self.units[unit.id] = replace(unit, minor=False, major=False)
        self._reach_turn_of(seat)
        self.stack = [Turn(seat), *(item for item in self.stack if not isinstance(item, Turn))]
        self.record(TurnBegan(seat, self.round, self.limit))
        self.draw_cards(seat, 1)  # OC-13
        self._moment("turn_start", seat)
        self._moment("round_start", _EVERYONE)

    def end_turn(self) -> None:
        """End the turn: what lasts until its end is over, once abilities that wait for the end are done."""
        self.phase = "end"
        self.record(TurnEnded(self.active))
        self._moment("turn_end", self.active)

    def next_turn(self) -> None:
        """Give the turn to the next seat clockwise, or end the match at the round limit (OC-10, OC-14, OC-51)."""
        self._lapse(tuple([lasting for lasting in self.lasting if lasting.until != "turn"]))
        count = len(self.seats)
        seat = self.active
        while True:
            seat = (seat + 1) % count
            if seat == self.first:
                if self.arena.settings.rounds and self.round >= self.arena.settings.rounds:
                    self._end_at_limit()
                    return
                self.round += 1
            if not self.out[seat]:
                break
            self._reach_turn_of(seat)  # OC-46: it would have begun now
        self.begin_turn(seat)

    def _reach_turn_of(self, seat: Seat) -> None:
        """End what lasts until the start of a seat's next turn."""
        self._lapse(tuple([lasting for lasting in self.lasting if lasting.until != "next" or lasting.seat != seat]))

    def _lapse(self, lasting: tuple[Lasting, ...]) -> None:
        """Keep of what changes numbers for a while only what lasts on; whose turn it is changes no more than that, unless a card asks for it."""
        if len(lasting) < len(self.lasting):
            self.lasting = lasting
            self.touch()
        else:
            self._touch_no_numbers()

    def _end_at_limit(self) -> None:
        """Most points win; equal points, and objectives without points, are a draw (OC-51)."""
        words = f"{self.arena.settings.rounds} rounds have been played"
        if self.arena.settings.objective in {INVASION, DEATH_MATCH}:
            self._win_by_points(words, "OC-51")
            return
        left = tuple(seat for seat in self.seats if not self.out[seat])  # OC-46: who is out has no part in the draw
        self.end(left if len(left) < len(self.seats) else (), f"{words}: a draw", "OC-51")

    def draw_cards(self, seat: Seat, count: int) -> None:
        """Draw from the top; with an empty deck nothing happens (OC-13)."""
        for _ in range(min(count, len(self.decks[seat]))):
            piece, *rest = self.decks[seat]
            self._pile("deck", seat, tuple(rest))
            self._pile("hand", seat, (*self.hands[seat], piece))
            self.record(Drew(seat, piece, self.cards[piece][0]))

    # --- the verbs of cards --------------------------------------------------------------------------------------------

    def damage(self, run: Run, pieces: Pieces, amount: int) -> None:
        """Put damage counters on pieces."""
        for piece in pieces:
            if self.outcome is None:
                self.hurt(piece, amount, run.card, self._behind(run), run.source)

    def _behind(self, run: Run) -> Behind:
        """Return who is behind what a card does: its seat, or the ground where the card is terrain."""
        return Behind(laid=run.seat) if self.kind_of(run.source) == "terrain" else Behind(run.seat)

    def heal(self, run: Run, pieces: Pieces, amount: int) -> None:  # noqa: ARG002  (the World's signature)
        """Take counters off, never below none (OC-45)."""
        for piece in pieces:
            unit = self.units.get(piece)
            taken = min(amount, unit.damage) if unit else 0
            if unit and taken > 0:
                self.set_unit(replace(unit, damage=unit.damage - taken))
                self.record(Healed(piece, unit.card, taken))
            elif unit:
                self.spare(piece, "has no damage")

    def destroy(self, run: Run, pieces: Pieces) -> None:
        """Destroy pieces."""
        for piece in pieces:
            if self.outcome is None and not self.zone_of(piece):
                self.fall(piece, self._behind(run), run.source)

    def send(self, run: Run, pieces: Pieces, to: str, place: str) -> None:  # noqa: ARG002
        """Put pieces into a zone of their owners; what everyone saw stays known (OC-22)."""
        shuffled: dict[Seat, None] = {}
        for piece in pieces:
            unit, terrain = self.units.get(piece), self.terrain.get(piece)
            was = self.zone_of(piece)
            if was == "gone" or (terrain and terrain.card.startswith(MAP_CARD)):
                self.spare(piece, "stays where it is")
                continue
            if unit:
                self._leave(unit)
            elif terrain:
                del self.terrain[piece]
                self._turn_over(terrain)
            elif not was:
                self._detach(piece)
            else:
                self.take(piece)
            self.put(piece, to, place)
            everyone = (1 << len(self.seats)) - 1
            if was in {"", "discard"}:
                self.learn(piece, everyone)
            seen = self.known.get(piece, 0) | (1 << self.owner(piece) if "hand" in {was, to} else 0)
            if to == "discard":
                self.forget(piece)
                seen = everyone
            self.record(Sent(piece, self.cards[piece][0], self.owner(piece), to, seen))
            if place == "shuffled" and to == "deck":
                shuffled[self.owner(piece)] = None
        for seat in shuffled:
            self._shuffle(seat)

    def deploy(self, run: Run, piece: PieceId, spot: int) -> None:  # noqa: ARG002
        """Put a card onto the grid without its play cost, unless its name stands there already (OC-16, OC-52)."""
        card = self.card_of(piece)
        kind = self.arena.catalogue[card].kind
        if not self.zone_of(piece) or self.zone_of(piece) == "gone":
            return
        if why := self.stranded(piece):
            self.spare(piece, why)
        elif kind == "character":
            self.take(piece)
            self.deploy_unit(piece, spot, "card")
        elif kind == "terrain":
            self.take(piece)
            self.lay(piece, spot)

    def stranded(self, piece: PieceId) -> str:
        """Return why a card cannot come (OC-16)."""
        return "is in play already" if self.twin(piece) else ""

    def attach(self, run: Run, pieces: Pieces, to: PieceId) -> None:  # noqa: ARG002
        """Attach edits to a character."""
        for piece in pieces:
            if to in self.units and self.kind_of(piece) == "edit" and self.zone_of(piece) != "gone":
                if self.zone_of(piece):
                    self.take(piece)
                else:
                    self._detach(piece)
                self.bestow(piece, to)

    def _immovable(self, run: Run, piece: PieceId) -> bool:
        unit = self.units.get(piece)
        steady = unit is not None and unit.seat != run.seat and self.unit_stat(unit, "steady") > 0
        if steady:
            self.spare(piece, "is *Steady*")
        return unit is None or steady

    def move(self, run: Run, piece: PieceId, spot: int, *, walk: bool) -> None:
        """Move a character to a space, walking there or set down at once (OC-52)."""
        unit = self.units.get(piece)
        if unit is None or self._immovable(run, piece) or not self.free() >> spot & 1:
            return
        way = self.way(unit, spot, len(self.arena.field.names)) if walk else None
        if way is not None:
            self.walk(piece, way)
        else:
            self.enter(unit, spot, "card", run.seat)

    def push(self, run: Run, pieces: Pieces, spaces: int, origin: PieceId, *, toward: bool) -> None:
        """Push characters straight away, space by space, until something is in the way (OC-52)."""
        for piece in pieces:
            for _ in range(max(spaces, 0)):
                unit = self.units.get(piece)
                if unit is None or self._immovable(run, piece) or self.outcome is not None:
                    break
                cell = self._beyond(unit.cell, self.cell_of(origin), toward=toward)
                if cell < 0:
                    self.spare(piece, "has something in the way")
                if cell < 0 or not self.enter(unit, cell, "push", run.seat):
                    break

    def _beyond(self, cell: int, origin: int, *, toward: bool) -> int:
        """Return the next space on the way from (or to) the origin, -1 when it is taken, shut or off the grid (OC-25, OC-29)."""
        width, height = self.arena.width, self.arena.height
        if origin < 0:
            return -1
        across = _sign(cell % width - origin % width) * (-1 if toward else 1)
        down = _sign(cell // width - origin // width) * (-1 if toward else 1)
        x, y = cell % width + across, cell // width + down
        if not (0 <= x < width and 0 <= y < height) or not (across or down):
            return -1
        shut = self.ground().foot.obstructs
        beside = (cell + across, cell + down * width)
        if across and down and all(shut >> each & 1 for each in beside):
            return -1
        goal = y * width + x
        return goal if self.free() >> goal & 1 else -1

    def swap(self, run: Run, one: PieceId, other: PieceId) -> None:
        """Let two characters change places (OC-52)."""
        first, second = self.units.get(one), self.units.get(other)
        if first is None or second is None or self._immovable(run, one) or self._immovable(run, other):
            return
        self.set_unit(replace(second, cell=first.cell))
        self.set_unit(replace(first, cell=second.cell))
        self.record(Stepped(one, first.card, second.cell, "swap"))
        self.record(Stepped(other, second.card, first.cell, "swap"))
        if (self._land(one, first.cell, second.cell, run.seat) or self.outcome is None) and other in self.units:
            self._land(other, second.cell, first.cell, run.seat)

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change a stat or grant a quality for a while."""
        for piece in pieces:
            unit = self.units.get(piece)
            if unit is not None:
                self.lasting = (*self.lasting, Lasting(piece, stat, cast("Stage", stage), value, until, run.seat, run.card, self.turn))
                self.touch()
                self.record(Changed(piece, unit.card, stat, stage, value, until, run.seat))

    def ready(self, run: Run, pieces: Pieces, part: str) -> None:  # noqa: ARG002
        """Let characters act again this turn."""
        for piece in pieces:
            unit = self.units.get(piece)
            if unit is not None:
                fresh = replace(unit, minor=unit.minor and part == "major", major=unit.major and part == "minor")
                if fresh == unit:
                    self.spare(piece, "has that action still to take")
                    continue
                self.set_unit(fresh)
                self.record(Readied(piece, unit.card, part or "both"))

    def exhaust(self, run: Run, pieces: Pieces) -> None:  # noqa: ARG002
        """Let characters have no more actions this turn."""
        for piece in pieces:
            unit = self.units.get(piece)
            if unit is not None and unit.minor and unit.major:
                self.spare(piece, "has no action left")
            elif unit is not None:
                self.set_unit(replace(unit, minor=True, major=True))
                self.record(Exhausted(piece, unit.card))

    def strike(self, run: Run, who: PieceId, target: PieceId, part: int) -> None:  # noqa: ARG002
        """Let a character attack at once, if the target is in range and in sight."""
        unit = self.units.get(who)
        attacks = self.arena.catalogue[unit.card].attacks if unit else ()
        if unit is None or part >= len(attacks):
            return
        victim, terrain = self.units.get(target), self.terrain.get(target)
        area = self.in_range(unit, attacks[part])
        if (victim and area >> victim.cell & 1) or (terrain and self.reaches(unit, attacks[part], terrain, area)):
            self.fight(who, part, target)
        else:
            self.spare(target, "is out of reach")

    def draw(self, run: Run, seats: tuple[Seat, ...], count: int) -> None:  # noqa: ARG002
        """Let seats draw cards."""
        for seat in seats:
            if not self.out[seat]:
                if not self.decks[seat]:
                    self.spare(NONE, "the deck is empty")
                self.draw_cards(seat, max(count, 0))

    def drop(self, run: Run, pieces: Pieces) -> None:  # noqa: ARG002
        """Discard cards from hands (OC-22)."""
        for piece in pieces:
            if self.take(piece):
                self.forget(piece)
                self.put(piece, "discard")
                self.record(Discarded(piece, self.cards[piece][0], self.owner(piece)))

    def gain(self, run: Run, seats: tuple[Seat, ...], what: str, amount: int) -> None:
        """Change the play limit of the seat whose turn it is (OC-14), or the votes of seats (OC-55)."""
        for seat in seats:
            if what == "votes":
                self._poll(seat, amount, run.card)
            if what == "limit" and seat == self.active:
                self.limit = max(self.limit + amount, 0)
                self.record(Gained(seat, amount))

    def _poll(self, seat: Seat, amount: int, card: CardId) -> None:
        """Give a seat votes, or take some away, never below none; who is out wins none (OC-55)."""
        before = self.votes_of(seat)
        after = max(before + amount, 0)
        if after == before or self.out[seat]:
            self.spare(NONE, "there are no votes in it")
            return
        votes = self.votes or tuple(0 for _ in self.seats)
        self.votes = (*votes[:seat], after, *votes[seat + 1 :])
        self.record(VotesWon(seat, after - before, card))

    def shuffle(self, run: Run, seats: tuple[Seat, ...]) -> None:  # noqa: ARG002
        """Let seats shuffle their decks."""
        for seat in seats:
            self._shuffle(seat)

    def _shuffle(self, seat: Seat) -> None:
        """Shuffle a deck; its cards get fresh ids, so that none can be followed."""
        if not self.decks[seat]:
            return
        order = self.chance.shuffle(self.decks[seat])
        cards = dict(self.cards)
        fresh = []
        for piece in order:
            cards[self.next_id] = cards.pop(piece)
            self.forget(piece)
            fresh.append(self.next_id)
            self.next_id += 1
        self.cards = cards
        self._pile("deck", seat, tuple(fresh))
        self.record(Shuffled(seat))

    def look(self, run: Run, seat: Seat, zone: str, count: int) -> Pieces:  # noqa: ARG002
        """Show a seat its top cards, the top first."""
        pile = tuple(self.pieces(zone, seat))
        seen = pile if count < 0 else pile[:count]
        if not seen:
            self.spare(NONE, f"there is no card in {WORDS.zones[zone].format(whose='your')}")
            return ()
        for piece in seen:
            self.learn(piece, 1 << seat)
        self.record(Looked(seat, len(seen), tuple(self.cards[piece][0] for piece in seen)))
        return seen

    def reveal(self, run: Run, pieces: Pieces, seats: tuple[Seat, ...]) -> None:  # noqa: ARG002
        """Show hidden cards to seats."""
        bits = sum(1 << seat for seat in seats)
        for piece in pieces:
            if self.zone_of(piece) in {"hand", "deck"}:
                self.learn(piece, bits)
        self.record(Revealed(bits, tuple(self.card_of(piece) for piece in pieces)))

    def rolled(self, run: Run, sides: int, face: int) -> None:
        """Record a card's die."""
        self.record(DieRolled(run.seat, run.card, sides, face))

    # --- costs ---------------------------------------------------------------------------------------------------------

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:
        """Pay a cost."""
        match pay:
            case "spend":
                self.limit -= amount
                self.record(Gained(run.seat, -amount))
            case "damage":
                self.hurt(self.payer(run), amount, run.card, Behind(), whole=True)
            case "destroy":
                self.fall(run.source, Behind())
            case _:
                self.drop(run, pieces)

    def begin(self, card: CardId, part: int, source: PieceId, seat: Seat, bound: dict[str, tuple[int, ...]]) -> None:
        """Start an ability of a card."""
        start(self, self.program(card, part), source, seat, bound)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
