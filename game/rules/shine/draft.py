"""The verbs of Shine: everything that changes the table and, in the same breath, tells what happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from game.cards.events import BOTH, Sent
from game.cards.interpret import Frame, Run
from game.cards.table import CardDraft
from game.cards.world import rationed
from game.rules.shine.events import (
    Cancelled,
    Compared,
    Destroyed,
    Event,
    FightOver,
    Guarded,
    LifeLost,
    SetOff,
    Shone,
    Turned,
)
from game.rules.shine.state import NONE, Link, Purse, Stand, State, seat_of
from game.rules.shine.table import Table

if TYPE_CHECKING:
    from game.cards.world import Pieces
    from game.kernel.ids import PieceId, Seat


class ShineDraft(CardDraft[State, Event], Table):
    """A table to change; `freeze` makes it a state."""

    __slots__ = ()

    field: list[Stand | None]
    purses: list[Purse]

    def lay(self, state: State) -> None:
        """Lay out a copy of everything that is changed in place."""
        Table.lay(self, state)
        self.open(state)
        self.field = list(state.field)
        self.purses = list(state.purses)

    def freeze(self) -> State:
        """Return the draft as a state."""
        return State(
            tuple(self.field), self.hands, self.decks, self.lives, self.graves, tuple(self.purses), self.cards, self.lasting, self.used,
            self.triggered, self.signs, self.active, self.turn, self.phase, self.step, self.fight, self.chain, self.passes, self.next, tuple(self.stack),
            self.next_id, self.chance.state, self.outcome,
        )  # fmt: skip

    # --- spaces and piles ----------------------------------------------------------------------------------------------

    def set_space(self, space: int, stand: Stand | None) -> None:
        """Put a card on a space, or clear it."""
        field, spaces = self.field, self.spaces
        if spaces:
            old = field[space]
            if old is not None and spaces.get(old.id) == space:
                del spaces[old.id]
            if stand is not None:
                spaces[stand.id] = space
        field[space] = stand
        self.memo.clear()

    def leave(self, piece: PieceId) -> None:
        """Take a card off the field; its Shine goes exhausted to the cost area and what lasted on it ends."""
        space = self.space_of(piece)
        stand = self.field[space]
        self.set_space(space, None)
        if stand is not None and stand.shine:
            purse = self.purses[seat_of(space)]
            self.purses[seat_of(space)] = replace(purse, spent=purse.spent + stand.shine)
        self.loosen(piece)
        if self.used:
            self.used = tuple(used for used in self.used if used[0] != piece)

    # --- winning -------------------------------------------------------------------------------------------------------

    def judge(self) -> None:
        """End the match when a Life area or a deck is empty; both players at once is a draw (SH-7, SH-8)."""
        if self.outcome is not None or self.turn == 0:
            return
        lost = [seat for seat in (0, 1) if not self.lives[seat] or not self.decks[seat]]
        if len(lost) == 2:
            self.end((), "both players have lost at once: a draw", "SH-8")
        elif lost:
            seat = lost[0]
            why, rule = ("no Life left", "SH-7") if not self.lives[seat] else ("no cards left in the deck", "SH-8")
            self.end((1 - seat,), f"{{{seat}}} has {why}", rule)

    def scores(self) -> tuple[int, ...]:
        """Return each seat's Life."""
        return (len(self.lives[0]), len(self.lives[1]))

    def end(self, winners: tuple[Seat, ...], words: str, rule: str) -> None:
        """End the match, and the chain with it."""
        self.chain = ()
        super().end(winners, words, rule)

    # --- what is waited for --------------------------------------------------------------------------------------------

    def notice(self, when: str, piece: PieceId, cause: PieceId = NONE) -> None:
        """Queue what a card does at this moment, unless there is nothing it could point at (SH-31 to SH-41)."""
        card, seat = self.cards[piece]
        if when not in self.printed_cards[card].whens:
            return
        for part in self.stirred(piece, when):
            program = self.program(card, part)
            bound: dict[str, tuple[int, ...]] = {"trigger": (piece,), "cause": (cause,) if cause >= 0 else (), "amount": (0,)}
            if program.aims(program.run(self, piece, seat, bound)) is not None:
                if program.ability.limit:
                    self.used = (*self.used, (piece, part))
                self.queue.append(Frame(card, part, piece, seat, 0, bound))

    def arrange(self) -> None:
        """Put the effects that were set off on the chain, where they can be answered like any other (SH-43).

        The turn player's resolve first, and of one player's the oldest card's.
        """
        waiting = sorted(self.queue, key=lambda frame: (frame.seat != self.active, frame.source))
        self.queue.clear()
        for frame in reversed(rationed(self, waiting)):
            self.link(Link(frame.card, frame.part, frame.source, frame.seat, bound=frame.bound))
            if self.telling:
                self.record(SetOff(frame.seat, frame.card, self.program(frame.card, frame.part).ability.when))

    # --- Shine ---------------------------------------------------------------------------------------------------------

    def pay_shine(self, seat: Seat, amount: int) -> None:
        """Turn Shine exhausted to pay (SH-16)."""
        if amount:
            purse = self.purses[seat]
            self.purses[seat] = replace(purse, ready=purse.ready - amount, spent=purse.spent + amount)
            if self.telling:
                self.record(Shone(seat, amount, "paid"))

    def place_shine(self, seat: Seat, amount: int, *, ready: bool = True) -> None:
        """Place Shine from the Shine deck into the cost area, as much as is left (SH-21)."""
        purse = self.purses[seat]
        amount = min(amount, purse.deck)
        if amount > 0:
            self.purses[seat] = Purse(purse.deck - amount, purse.ready + amount * ready, purse.spent + amount * (not ready))
            self.memo.clear()
            if self.telling:
                self.record(Shone(seat, amount, "placed" if ready else "placed exhausted"))
        else:
            self.spare(NONE, "the Shine deck is empty")

    def return_shine(self, seat: Seat, amount: int) -> None:
        """Shuffle Shine back into the Shine deck, exhausted ones first (SH-38)."""
        purse = self.purses[seat]
        spent = min(amount, purse.spent)
        ready = min(amount - spent, purse.ready)
        self.purses[seat] = Purse(purse.deck + spent + ready, purse.ready - ready, purse.spent - spent)
        self.memo.clear()
        if self.telling:
            self.record(Shone(seat, spent + ready, "returned"))

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:  # noqa: ARG002
        """Pay a cost of an ability."""
        match pay:
            case "shine":
                self.pay_shine(run.seat, amount)
            case "return":
                self.return_shine(run.seat, amount)
            case "attached":
                self.tally(run, (run.source,), "shine", -amount)
            case _:
                self.turn_card(run.source)

    # --- active and exhausted ------------------------------------------------------------------------------------------

    def turn_card(self, piece: PieceId, why: str = "") -> None:
        """Turn an active card exhausted (SH-9, SH-34)."""
        stand = self.stand(piece)
        if stand is None or stand.turned:
            self.spare(piece, "is exhausted already" if stand else "is not on the field")
            return
        space = self.space_of(piece)
        self.set_space(space, replace(stand, turned=True))
        if self.telling:
            self.record(Turned(seat_of(space), self.card_of(piece), space, exhausted=True, why=why))
        self.notice("exhausted", piece)

    def exhaust(self, run: Run, pieces: Pieces) -> None:
        """Turn cards exhausted; what is steady is not turned by the other player."""
        for piece in pieces:
            if self.owner(piece) != run.seat and self.flagged(piece, "steady"):
                self.spare(piece, "is *Steady*")
            else:
                self.turn_card(piece)

    def ready(self, run: Run, pieces: Pieces, part: str) -> None:  # noqa: ARG002
        """Turn cards active."""
        for piece in pieces:
            stand = self.stand(piece)
            if stand is not None and stand.turned:
                space = self.space_of(piece)
                self.set_space(space, replace(stand, turned=False))
                if self.telling:
                    self.record(Turned(seat_of(space), self.card_of(piece), space, exhausted=False))
            else:
                self.spare(piece, "is active already")

    # --- destroying and battling ---------------------------------------------------------------------------------------

    def wreck(self, piece: PieceId, cause: PieceId) -> bool:
        """Destroy a card on the field; a Star costs its player 1 Life instead (SH-14, SH-17). Tell whether it was there."""
        space = self.space_of(piece)
        if space < 0:
            return False
        card, seat = self.cards[piece]
        if self.kind_of(piece) == "star":
            self.lose_life((seat,), cause)
            return True
        self.notice("destroyed", piece, cause)
        self.leave(piece)
        self.put(piece, "graveyard", "top")
        if self.telling:
            self.record(Destroyed(seat, card))
        return True

    def lose_life(self, seats: tuple[Seat, ...], cause: PieceId) -> None:
        """Move the top Life card of each of these to its owner's hand, at once, for a card that is behind it (SH-8, SH-15)."""
        for seat in seats:
            life = self.lives[seat]
            if life and self.outcome is None:
                self.set_pile("life", seat, life[1:])
                self.set_pile("hand", seat, (*self.hands[seat], life[0]))
                if self.telling:
                    by, whose = self.cards[cause]
                    self.record(LifeLost(seat, self.cards[life[0]][0], len(life) - 1, by, whose))
        self.judge()

    def destroy(self, run: Run, pieces: Pieces) -> None:
        """Destroy cards on the field."""
        for piece in pieces:
            self.wreck(piece, run.source)

    def duel(self, run: Run, who: PieceId, other: PieceId) -> None:
        """Let two cards compare strength (SH-39)."""
        if self.space_of(who) < 0 or self.space_of(other) < 0:
            return
        one, two = self.strength(who), self.strength(other)
        if self.telling:
            self.record(Compared(run.seat, self.card_of(who), one, self.card_of(other), two, duel=True))
        if one > two:
            self.wreck(other, who)
        elif two > one:
            self.turn_card(who)
            self.turn_card(other)

    def redirect(self, run: Run, to: PieceId) -> None:  # noqa: ARG002
        """Turn the running attack to another card."""
        self.redirect_to(to)

    def redirect_to(self, to: PieceId) -> None:
        """Turn the running attack to another card of the defender (SH-35)."""
        fight = self.fight
        if fight is not None and self.space_of(to) >= 0 and self.owner(to) != self.owner(fight.attacker) and to != fight.target:
            self.fight = replace(fight, target=to)
            if self.telling:
                self.record(Guarded(self.owner(to), self.card_of(to), self.space_of(to)))

    def finish_fight(self, *, early: bool) -> None:
        """End the attack and what lasts for this battle (SH-29)."""
        self.fight = None
        self.expire("battle")
        if self.telling:
            self.record(FightOver(self.active, early))

    # --- the verbs of cards --------------------------------------------------------------------------------------------

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change a card's stat for a while; without a battle there is nothing for "this battle" to change (SH-29)."""
        if until != "battle" or self.fight is not None:
            super().modify(run, pieces, stat, stage, value, until)
        else:
            self.spare(NONE, "no battle is going on")

    def send(self, run: Run, pieces: Pieces, to: str, place: str) -> None:  # noqa: ARG002
        """Put cards into a hand, a graveyard or a deck of their owners; a Star stays where it is."""
        shuffled: dict[Seat, None] = {}
        for piece in pieces:
            if piece not in self.cards or self.kind_of(piece) == "star" or self.zone_of(piece) in {"gone", to}:
                continue
            card, seat = self.cards[piece]
            was = self.zone_of(piece)
            if was:
                self.take(piece)
            else:
                self.leave(piece)
            self.used = tuple(used for used in self.used if used[0] != piece)
            self.put(piece, to, "top" if to == "graveyard" else place)
            if self.telling:
                seen = 1 << seat if was in {"hand", "deck"} and to != "graveyard" else BOTH
                self.record(Sent(seat, card, to, {"deck": "shuffled", "graveyard": "top"}.get(to, "bottom"), seen))
            if to == "deck":
                shuffled[seat] = None
        for seat in shuffled:
            self.shuffle_deck(seat)
        self.judge()

    def tally(self, run: Run, pieces: Pieces, counter: str, add: int) -> None:  # noqa: ARG002
        """Attach Shine from the cost area to own cards, or put it back there exhausted (SH-16)."""
        for piece in pieces:
            stand = self.stand(piece)
            if stand is None:
                continue
            space, seat = self.space_of(piece), self.owner(piece)
            purse = self.purses[seat]
            if add > 0:
                spent = min(add, purse.spent)
                ready = min(add - spent, purse.ready)
                amount = spent + ready
                self.purses[seat] = replace(purse, spent=purse.spent - spent, ready=purse.ready - ready)
            else:
                amount = -min(-add, stand.shine)
                self.purses[seat] = replace(purse, spent=purse.spent - amount)
            if amount:
                self.set_space(space, replace(stand, shine=stand.shine + amount))
                if self.telling:
                    self.record(Shone(seat, abs(amount), "attached" if amount > 0 else "detached", self.card_of(piece)))
            else:
                self.spare(NONE, "there is no Shine to attach" if add > 0 else "there is no Shine to take off")

    def cancel(self, run: Run, what: str) -> None:
        """Stop the attack, or take what is answered off the chain (SH-43)."""
        if what == "attack":
            if self.fight is not None:
                self.finish_fight(early=True)
        elif self.chain and self.chain[-1].seat != run.seat:
            link = self.chain[-1]
            self.chain = self.chain[:-1]
            if self.chain:
                self.next = 1 - self.chain[-1].seat
            if self.telling:
                self.record(Cancelled(link.seat, link.card))
        else:
            self.spare(NONE, "there is nothing of your opponent's to answer")

    def draw(self, run: Run, seats: tuple[Seat, ...], count: int) -> None:
        """Let seats draw cards; whoever has none left loses (SH-8)."""
        super().draw(run, seats, count)
        self.judge()

    def drop(self, run: Run, pieces: Pieces) -> None:
        """Discard cards from hands."""
        self.send(run, pieces, "graveyard", "top")

    def gain(self, run: Run, seats: tuple[Seat, ...], what: str, amount: int) -> None:
        """Place Shine exhausted from the Shine deck, or lose Life."""
        if what == "life":
            for _ in range(-amount):
                self.lose_life(seats, run.source)
        elif what == "shine" and amount > 0:
            for seat in seats:
                self.place_shine(seat, amount, ready=False)

    # --- the chain -----------------------------------------------------------------------------------------------------

    def link(self, link: Link) -> None:
        """Put a spell or an effect on the chain; the other player may answer it (SH-43)."""
        self.chain = (*self.chain, link)
        self.passes, self.next = 0, 1 - link.seat

    def begin(self, link: Link) -> bool:
        """Let the effect of a link begin; tell whether what it points at is still there."""
        if link.bound:
            self.stack.append(Frame(link.card, link.part, link.source, link.seat, 0, link.bound))
            return True
        program = self.program(link.card, link.part)
        aimed = program.aimed
        bound: dict[str, tuple[int, ...]] = {}
        if aimed is not None:
            if link.at not in aimed.options(program.run(self, link.source, link.seat)):
                return False
            bound = {aimed.name: (link.at,)}
        start = len(program.targets) + len(program.costs)  # targets were chosen and costs paid when it went on the chain
        self.stack.append(Frame(link.card, link.part, link.source, link.seat, start, bound))
        return True
