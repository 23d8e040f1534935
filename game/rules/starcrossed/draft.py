"""The verbs of Starcrossed: everything that changes the table and, in the same breath, tells what happened.

Longer than most: it is the one place where cards and rules alike move pieces, so that powers fade, recruits go under the
deck and fresh numbers hide what eyes could not follow, whatever the cause (SC-13 to SC-25).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from game.cards.events import BOTH, HIDDEN, Answered, Looked, Revealed, Sent, Shuffled
from game.cards.interpret import Frame, Run, trigger
from game.cards.table import CardDraft
from game.cards.world import rationed
from game.rules.starcrossed.cards import TRIBES, WORDS
from game.rules.starcrossed.events import (
    Attuned,
    Energised,
    Event,
    FightOver,
    Levelled,
    LifeChanged,
    Moved,
    Quested,
    Vanquished,
)
from game.rules.starcrossed.state import CRYSTALS, LANES, MOST_LEVEL, NONE, Attuning, Crystal, Ordering, Skill, State
from game.rules.starcrossed.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.cards.world import Pieces
    from game.kernel.ids import CardId, PieceId, Seat

MOST_TRIGGERED = 64
"""How many abilities may be set off in a turn before they are taken to set each other off without end (SC-28)."""

QUEST = 5
"""How many cards a quest reveals at most (SC-30)."""


class StarDraft(CardDraft[State, Event], Table):
    """A table to change; `freeze` makes it a state."""

    __slots__ = ()

    most_triggered: ClassVar[int] = MOST_TRIGGERED
    crystals: list[Crystal]

    def lay(self, state: State) -> None:
        """Lay out a copy of everything that is changed in place."""
        Table.lay(self, state)
        self.open(state)
        self.crystals = list(state.crystals)

    def freeze(self) -> State:
        """Return the draft as a state."""
        return State(
            tuple(self.crystals), self.hands, self.decks, self.voids, self.cards, self.known, self.lasting, self.used, self.life, self.energy,
            self.kept, self.special_done, self.active, self.turn, self.phase, self.step, self.fight, tuple(self.stack), self.next_id,
            self.chance.state, self.outcome, self.triggered,
        )  # fmt: skip

    # --- crystals and piles --------------------------------------------------------------------------------------------

    def set_crystal(self, index: int, crystal: Crystal) -> None:
        """Put a crystal, changed, back in its place."""
        self.crystals[index] = crystal
        self.memo.clear()

    def know(self, piece: PieceId, seats: int) -> None:
        """Set which seats know the face of a hidden card; the holder of a hand needs no note."""
        if self.known.get(piece, 0) != seats:
            known = dict(self.known)
            if seats:
                known[piece] = seats
            else:
                del known[piece]
            self.known = known

    def veil(self, piece: PieceId) -> PieceId:
        """Give a card that goes face down a fresh number, and forget what the other player knew of its like in the hand (SC-18, SC-20)."""
        card, seat = self.cards[piece]
        kind = self.printed_cards[card]
        alike = (piece, *self.hands[seat])
        for other in alike:
            face = self.printed_cards[self.cards[other][0]]
            if other in self.known and face.diva == kind.diva and face.combat == kind.combat:
                self.know(other, 0)
        fresh = self.next_id
        self.next_id += 1
        self.cards = {**self.cards, fresh: (card, seat)}
        del self.cards[piece]
        return fresh

    # --- what is waited for --------------------------------------------------------------------------------------------

    def notice(self, when: str, piece: PieceId, cause: PieceId = NONE, amount: int = 0) -> None:
        """Queue every ability that waits for this moment of this piece (SC-28)."""
        listeners = self.arena.listeners(when)
        if not listeners or (not self.arena.watchers(when) and (piece < CRYSTALS or self.cards[piece][0] not in listeners)):
            return
        bound: dict[str, tuple[int, ...]] | None = None
        for source, card, seat in self.faces():
            if card in listeners:
                bound = bound or {"trigger": (piece,), "cause": (cause,) if cause >= 0 else (), "amount": (amount,)}
                for part in self.arena.catalogue.moments(card, when):
                    program = self.program(card, part)
                    if not self.spent(source, part) and program.about(program.run(self, source, seat, bound), piece):
                        self.spend(source, part, program.ability.limit)
                        trigger(self, program, source, seat, bound)

    def moment(self, when: str) -> None:
        """Queue abilities that wait for a moment of the turn."""
        listeners = self.arena.listeners(when)
        if listeners:
            for source, card, seat in self.faces():
                if card in listeners:
                    for part in self.arena.catalogue.moments(card, when):
                        trigger(self, self.program(card, part), source, seat, {"trigger": (source,), "cause": (), "amount": (0,)})

    def spend(self, piece: PieceId, part: int, limit: str) -> None:
        """Remember that an ability with a limit has been used."""
        if limit:
            self.used = (*self.used, (piece, part, limit))

    def arrange(self) -> None:
        """Put what was set off on the stack: the Active Player's first, each player's in the order they choose (SC-28)."""
        waiting = rationed(self, sorted(self.queue, key=lambda frame: frame.seat != self.active))
        held = []
        while self.stack and isinstance(self.stack[-1], Attuning):
            held.append(self.stack.pop())
        for seat in (1 - self.active, self.active):
            frames = tuple(frame for frame in waiting if frame.seat == seat)
            if len({(frame.card, frame.part, frame.bound.get("trigger")) for frame in frames}) > 1:
                self.stack.append(Ordering(seat, frames))
            else:
                self.stack.extend(reversed(frames))
        self.queue.clear()
        self.stack.extend(reversed(held))

    # --- energy and life -----------------------------------------------------------------------------------------------

    def energise(self, seat: Seat, amount: int, why: str) -> None:
        """Change a seat's energy; the starting energy is spent last (SC-9)."""
        if not amount:
            return
        left, kept = self.energy[seat] + amount, self.kept[seat]
        if left < 0:
            left, kept = 0, max(kept + left, 0)
        self.energy = (left, self.energy[1]) if seat == 0 else (self.energy[0], left)
        self.kept = (kept, self.kept[1]) if seat == 0 else (self.kept[0], kept)
        if self.telling:
            self.record(Energised(seat, amount, why))

    def bleed(self, losses: tuple[int, int], why: str, by: Seat) -> None:
        """Change life, which `by` is behind; a seat at 0 or less loses at once, both a draw (SC-38)."""
        if losses == (0, 0) or self.outcome is not None:
            return
        self.life = (self.life[0] - losses[0], self.life[1] - losses[1])
        if self.telling:
            for seat in (0, 1):
                if losses[seat]:
                    self.record(LifeChanged(seat, -losses[seat], why, by))
        dead = [seat for seat in (0, 1) if self.life[seat] <= 0]
        if dead:
            if len(dead) == 2:
                self.end((), "both players have no life left: a draw", "SC-38")
            else:
                self.end((1 - dead[0],), f"{{{dead[0]}}} has no life left", "SC-38")

    # --- drawing and shuffling -----------------------------------------------------------------------------------------

    def scores(self) -> tuple[int, ...]:
        """Return each seat's life."""
        return self.life

    def draw_cards(self, seat: Seat, count: int) -> None:
        """Draw from the top; an empty deck draws nothing (SC-8). What the drawer knew of the cards need not be noted any more."""
        if self.known:
            for piece in self.decks[seat][:count]:
                if piece in self.known:
                    self.know(piece, self.known[piece] & ~(1 << seat))
        super().draw_cards(seat, count)

    def shuffle_deck(self, seat: Seat) -> None:
        """Shuffle a deck; what was known of its cards is not known any more."""
        if self.known:
            gone = set(self.decks[seat])
            self.known = {piece: seats for piece, seats in self.known.items() if piece not in gone}
        super().shuffle_deck(seat)

    # --- divas and skills ----------------------------------------------------------------------------------------------

    def depart(self, index: int) -> None:
        """Take the diva off a crystal: its powers fade, and what lasted on her ends (SC-22)."""
        crystal = self.crystals[index]
        self.loosen(crystal.diva)
        self.set_crystal(index, replace(crystal, diva=NONE, recruit=False))

    def fade(self, index: int) -> None:
        """Send the powers of a crystal without diva to the void (SC-22)."""
        crystal = self.crystals[index]
        if crystal.diva >= 0 or not crystal.skills:
            return
        faded = [skill for skill in crystal.skills if not skill.down and self.printed_cards[self.cards[skill.id][0]].power]
        for skill in faded:
            self.unslot(index, skill.id)
            self.put(skill.id, "void")
            if self.telling:
                self.record(Sent(self.cards[skill.id][1], self.cards[skill.id][0], "void", "bottom", BOTH))

    def unslot(self, index: int, piece: PieceId) -> Skill:
        """Take a skill card off its crystal."""
        crystal = self.crystals[index]
        skill = next(each for each in crystal.skills if each.id == piece)
        self.set_crystal(index, replace(crystal, skills=tuple(each for each in crystal.skills if each.id != piece)))
        return skill

    def under_deck(self, piece: PieceId, seats: int) -> None:
        """Put a card on the bottom of its owner's deck; `seats` know its face."""
        self.put(piece, "deck")
        self.know(piece, seats)

    def vanquish(self, piece: PieceId, cause: PieceId = NONE) -> None:
        """Vanquish a diva: to the void, a recruit under the deck with her face hidden (SC-18, SC-25)."""
        index = self.crystal_of(piece)
        if index < 0 or self.crystals[index].diva != piece:
            return
        crystal = self.crystals[index]
        self.notice("vanquished", piece, cause)
        self.depart(index)
        card, seat = self.cards[piece]
        if crystal.recruit:
            self.under_deck(piece, self.known.get(piece, 0) | 1 << seat)
        else:
            self.put(piece, "void")
        if self.telling:
            self.record(Vanquished(seat, card, index, crystal.recruit))
        self.fade(index)

    def level_up(self, index: int) -> None:
        """Raise a crystal by one level: one extra energy at once, and its owner may attune it (SC-15, SC-16)."""
        crystal = self.crystals[index]
        if crystal.level >= MOST_LEVEL:
            self.spare(index, f"is at level {MOST_LEVEL} already")
            return
        seat = index // LANES
        self.set_crystal(index, replace(crystal, level=crystal.level + 1))
        if self.telling:
            self.record(Levelled(index, crystal.level + 1, up=True))
        self.energise(seat, 1, "level")
        self.notice("levelled", index)
        if crystal.diva >= 0 and not crystal.recruit:
            tribe = self.printed_cards[self.cards[crystal.diva][0]].tribe
            if tribe != crystal.attuned:
                self.stack.append(Attuning(seat, index, (tribe,)))

    def attune_to(self, index: int, tribe: str) -> None:
        """Attune a crystal to one tribe, replacing its attunement (SC-3, SC-16)."""
        if self.crystals[index].attuned != tribe:
            self.set_crystal(index, replace(self.crystals[index], attuned=tribe))
            if self.telling:
                self.record(Attuned(index, tribe))
            self.notice("attuned", index)
        else:
            self.spare(index, f"is attuned to {tribe.capitalize()} already")

    # --- the verbs of cards --------------------------------------------------------------------------------------------

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change a stat for a while; without an attack there is nothing for "this attack" to change."""
        if until != "attack" or self.fight is not None:
            super().modify(run, pieces, stat, stage, value, until)
        else:
            self.spare(NONE, "no attack is going on")

    def destroy(self, run: Run, pieces: Pieces) -> None:
        """Vanquish divas; skill cards are discarded."""
        for piece in pieces:
            if self.kind_of(piece) == "diva":
                self.vanquish(piece, run.source)
            elif self.crystal_of(piece) >= 0:
                self.send(run, (piece,), "void", "bottom")

    def _immovable(self, run: Run, piece: PieceId) -> bool:
        anchored = self.controller(piece) != run.seat and self.flagged(piece, "anchored")
        if anchored:
            self.spare(piece, "is *Anchored*")
        return anchored

    def send(self, run: Run, pieces: Pieces, to: str, place: str) -> None:
        """Put cards into a zone of their owners; what everyone saw stays known."""
        shuffled: dict[Seat, None] = {}
        for piece in pieces:
            was = self.zone_of(piece)
            if was == "gone" or piece < CRYSTALS or (not was and to != "void" and self._immovable(run, piece)):
                continue
            card, seat = self.cards[piece]
            down = not was and self.facedown(piece)
            if not was:
                index = self.crystal_of(piece)
                if self.crystals[index].diva == piece:
                    self.depart(index)
                else:
                    self.unslot(index, piece)
                if down and to == "void" and self.printed_cards[card].diva:
                    to, place = "deck", "bottom"  # SC-18
                self._arrive(piece, to, place, BOTH if not down else self.known.get(piece, 0) | 1 << seat)
                self.fade(index)
            else:
                self.take(piece)
                seen = self.known.get(piece, 0) | (1 << seat if "hand" in {was, to} else 0)
                self._arrive(piece, to, place, BOTH if was == "void" else seen)
            if place == "shuffled" and to == "deck":
                shuffled[seat] = None
        for seat in shuffled:
            self.shuffle_deck(seat)
            self.record(Shuffled(seat))

    def _arrive(self, piece: PieceId, to: str, place: str, seen: int) -> None:
        card, seat = self.cards[piece]
        self.put(piece, to, place if to == "deck" else "bottom")
        if to == "void":
            seen = BOTH
        self.know(piece, 0 if to == "void" else seen & ~(1 << seat) if to == "hand" else seen)
        if self.telling:
            self.record(Sent(seat, card, to, place, seen | (1 << seat if to == "hand" else 0)))

    def deploy(self, run: Run, piece: PieceId, spot: int) -> None:  # noqa: ARG002  (the World's signature)
        """Put a diva onto an empty crystal without her cost."""
        if self.crystals[spot].diva >= 0 or self.kind_of(piece) != "diva" or self.zone_of(piece) in {"", "gone"}:
            return
        self.take(piece)
        self.know(piece, 0)
        self.set_crystal(spot, replace(self.crystals[spot], diva=piece))
        self.record(Moved(spot // LANES, self.cards[piece][0], NONE, spot, "deploy"))

    def move(self, run: Run, piece: PieceId, spot: int, *, walk: bool) -> None:  # noqa: ARG002
        """Move a diva to an empty crystal of her side; powers stay behind and fade (SC-22)."""
        index = self.places().get(piece, NONE)
        if index < 0 or self.crystals[index].diva != piece or self.crystals[spot].diva >= 0 or index // LANES != spot // LANES:
            return
        if self._immovable(run, piece):
            return
        old = self.crystals[index]
        self.set_crystal(index, replace(old, diva=NONE, recruit=False))
        self.set_crystal(spot, replace(self.crystals[spot], diva=piece, recruit=old.recruit))
        self.record(Moved(index // LANES, HIDDEN if old.recruit else self.cards[piece][0], index, spot, "move"))
        self.fade(index)
        self.notice("moved", piece)

    def swap(self, run: Run, one: PieceId, other: PieceId) -> None:
        """Let two divas of one side, or two crystals of one side with all that is on them, change places."""
        here, there = self.crystal_of(one), self.crystal_of(other)
        if here < 0 or there < 0 or here == there or here // LANES != there // LANES:
            return
        first, second = self.crystals[here], self.crystals[there]
        if one < CRYSTALS and other < CRYSTALS:
            self.set_crystal(here, second)
            self.set_crystal(there, first)
            self.record(Moved(here // LANES, HIDDEN, here, there, "crystals"))
            moved = [diva for diva in (first.diva, second.diva) if diva >= 0]
        elif first.diva == one and second.diva == other and not self._immovable(run, one) and not self._immovable(run, other):
            self.set_crystal(here, replace(first, diva=second.diva, recruit=second.recruit))
            self.set_crystal(there, replace(second, diva=first.diva, recruit=first.recruit))
            self.record(Moved(here // LANES, HIDDEN if first.recruit else self.cards[one][0], here, there, "swap"))
            moved = [one, other]
        else:
            return
        for diva in moved:
            self.notice("moved", diva)

    def cancel(self, run: Run, what: str) -> None:  # noqa: ARG002
        """End the attack that is going on."""
        if self.fight is not None and self.fight.stage != "over":
            self.fight = replace(self.fight, stage="over")
            self.record(FightOver(self.fight.crystal, "stopped"))
        else:
            self.spare(NONE, "no attack is going on")

    def ready(self, run: Run, pieces: Pieces, part: str) -> None:  # noqa: ARG002
        """Give the ability's player the special action back."""
        if self.special_done[run.seat]:
            self.record(Answered(run.seat, "chosen"))
        else:
            self.spare(NONE, "the special action is still to be taken")
        self.special_done = (False, self.special_done[1]) if run.seat == 0 else (self.special_done[0], False)

    def level(self, run: Run, pieces: Pieces, add: int) -> None:  # noqa: ARG002
        """Raise or lower crystals, never below 0 or above 6 (SC-3, SC-15)."""
        for piece in pieces:
            index = self.crystal_of(piece)
            if index < 0:
                continue
            for _ in range(add):
                self.level_up(index)
            crystal = self.crystals[index]
            if add < 0 and not crystal.level:
                self.spare(index, "is at level 0 already")
            if add < 0 < crystal.level:
                self.set_crystal(index, replace(crystal, level=max(crystal.level + add, 0)))
                self.record(Levelled(index, self.crystals[index].level, up=False))

    def attune(self, run: Run, pieces: Pieces, trait: str) -> None:
        """Attune crystals to a tribe; without one the player chooses it."""
        for piece in pieces:
            index = self.crystal_of(piece)
            if index >= 0 and trait:
                self.attune_to(index, trait)
            elif index >= 0:
                self.stack.append(
                    Attuning(run.seat, index, tuple(tribe for tribe in TRIBES if tribe != self.crystals[index].attuned), may=False)
                )

    def drop(self, run: Run, pieces: Pieces) -> None:
        """Discard cards from hands (SC-25)."""
        self.send(run, pieces, "void", "bottom")

    def gain(self, run: Run, seats: tuple[Seat, ...], what: str, amount: int) -> None:
        """Give seats energy or life, or take it (SC-38)."""
        if what == "life":
            self.bleed((-amount if 0 in seats else 0, -amount if 1 in seats else 0), run.card, run.seat)
        elif what == "energy":
            for seat in seats:
                self.energise(seat, max(amount, -self.energy[seat] - self.kept[seat]), run.card)

    def shuffle(self, run: Run, seats: tuple[Seat, ...]) -> None:  # noqa: ARG002
        """Let seats shuffle their decks."""
        for seat in seats:
            if self.decks[seat]:
                self.shuffle_deck(seat)
                self.record(Shuffled(seat))

    def look(self, run: Run, seat: Seat, zone: str, count: int) -> Pieces:  # noqa: ARG002
        """Show a seat the top cards of its own pile, the top first."""
        whole = tuple(self.pieces(zone, seat))
        seen = whole if count < 0 else whole[:count]
        if not seen:
            self.spare(NONE, f"there is no card in {WORDS.zones[zone].format(whose='your')}")
            return ()
        if zone == "deck":
            for piece in seen:
                self.know(piece, self.known.get(piece, 0) | 1 << seat)
        self.record(Looked(seat, len(seen), tuple(self.cards[piece][0] for piece in seen)))
        return seen

    def reveal(self, run: Run, pieces: Pieces, seats: tuple[Seat, ...]) -> None:  # noqa: ARG002
        """Show hidden cards to seats."""
        bits = sum(1 << seat for seat in seats)
        for piece in pieces:
            zone = self.zone_of(piece)
            if zone in {"hand", "deck"} or (not zone and self.facedown(piece)):
                holder = 0 if zone == "deck" else 1 << self.cards[piece][1]
                self.know(piece, (self.known.get(piece, 0) | bits) & ~holder)
        self.record(Revealed(bits, tuple(self.card_of(piece) for piece in pieces)))

    def quest(self, run: Run, seat: Seat, fits: Callable[[PieceId], bool]) -> None:  # noqa: ARG002
        """Reveal from the top until a card fits, five at most (SC-30)."""
        deck = self.decks[seat]
        shown: list[PieceId] = []
        found = NONE
        for piece in deck[:QUEST]:
            shown.append(piece)
            if fits(piece):
                found = piece
                break
        others = tuple(piece for piece in shown if piece != found)
        self.set_pile("deck", seat, deck[len(shown) :] + others)
        for piece in others:
            self.know(piece, BOTH)
        if found >= 0:
            self.set_pile("hand", seat, (*self.hands[seat], found))
            self.know(found, 1 << (1 - seat))
        if self.telling:
            cards = tuple(self.cards[piece][0] for piece in shown)
            self.record(Quested(seat, cards, self.cards[found][0] if found >= 0 else HIDDEN))
        if found < 0:
            self.draw_cards(seat, 1)

    # --- paying --------------------------------------------------------------------------------------------------------

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:
        """Pay a cost of an ability."""
        match pay:
            case "energy":
                self.energise(run.seat, -amount, "spent")
            case "life":
                self.bleed((amount if run.seat == 0 else 0, amount if run.seat == 1 else 0), run.card, run.seat)
            case "void":
                self.destroy(run, (run.source,))
            case _:
                self.drop(run, pieces)

    def begin(self, card: CardId, part: int, source: PieceId, seat: Seat, at: int) -> None:
        """Put an ability on the stack, with what it points at."""
        program = self.program(card, part)
        aimed = program.aimed
        if aimed is not None and at >= 0:
            self.stack.append(Frame(card, part, source, seat, 1, {aimed.name: (at,)}))
        else:
            self.stack.append(Frame(card, part, source, seat))
