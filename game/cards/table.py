"""The table of a card game for two: whose card is what, in which pile it lies, and the verbs that every such game has.

A game's Table inherits `CardTable` and adds where cards stand in play; it answers questions and cannot be changed once it is `closed`. The
game's Draft inherits `CardDraft` beside that Table. Piles are tuples for each seat, the top of a deck first; `piles` names the attribute
of each zone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar, cast

from game.cards.events import Changed, Dealt, Drew, Ended, Stopped
from game.cards.interpret import Frame, Program, Run
from game.cards.model import Stage
from game.cards.modify import Change, Lasting, changed
from game.cards.world import NOBODY, Pieces, Questions, World
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.kernel.step import Draft

S = TypeVar("S")
E = TypeVar("E")

Piles = tuple[Pieces, ...]
Cards = dict[PieceId, tuple[CardId, Seat]]
"""Card and owner of every piece."""
NOWHERE = -1
NO_CHANGES: Mapping[str, list[Change]] = {}
SEATS = (0, 1)
NOTHING: Piles = ((), ())


def numbered(lists: Iterable[Iterable[CardId]], first: PieceId) -> tuple[Cards, list[Pieces]]:
    """Return the cards of each seat's list as pieces, numbered one after the other from `first` on, and each seat's numbers."""
    cards: Cards = {}
    piles: list[Pieces] = []
    for seat, names in enumerate(lists):
        start = first + len(cards)
        cards.update(enumerate(((card, seat) for card in names), start))
        piles.append(tuple(range(start, first + len(cards))))
    return cards, piles


class CardTable(Draft[S, E], Questions):
    """A table to ask questions of. Its memory of answers (`memo`) is emptied whenever something on it changes."""

    __slots__ = (
        "active", "arena", "cards", "decks", "fight", "hands", "lasting", "memo", "next_id", "outcome", "phase", "printed_cards", "queue",
        "stack", "step", "triggered", "turn", "used",
    )  # fmt: skip

    seats = SEATS
    piles: ClassVar[Mapping[str, str]] = {}
    """The attribute that holds the piles of a zone; the zones that are asked about most come first."""

    def __init__(self, arena: Any, state: Any, chance: Chance | None = None, *, telling: bool = False) -> None:
        self.chance = Chance(state.chance) if chance is None else chance  # `Draft.__init__` written out: two tables a decision
        self.telling = telling
        self.cause = -1
        self.story = []
        self.arena = arena
        self.printed_cards: Mapping[CardId, Any] = arena.printed
        self.cards: Cards = state.cards
        self.hands: Piles = state.hands
        self.decks: Piles = state.decks
        self.lasting: tuple[Lasting, ...] = state.lasting
        self.used = state.used
        self.active: Seat = state.active
        self.turn: int = state.turn
        self.phase: str = state.phase
        self.step: int = state.step
        self.fight = state.fight
        self.stack: Sequence[Any] = state.stack
        self.next_id: PieceId = state.next_id
        self.outcome: Outcome | None = state.outcome
        self.triggered: int = state.triggered
        self.memo: dict[Any, Any] = {}
        self.lay(state)

    def lay(self, state: Any) -> None:
        """Lay out what this game has beside the above."""
        raise NotImplementedError

    def program(self, card: CardId, part: int) -> Program:
        """Return the compiled ability of a card."""
        program: Program = self.arena.catalogue.program(card, part)
        return program

    def place_of(self, piece: PieceId) -> int:
        """Return the place in play of a card whose numbers can change, NOWHERE for any other."""
        raise NotImplementedError

    def pile_of(self, piece: PieceId) -> str:
        """Return the zone of the pile a piece lies in, `gone` when it lies in none."""
        for zone, name in self.piles.items():
            one, other = getattr(self, name)
            if piece in one or piece in other:
                return zone
        return "gone"

    def pile(self, zone: str, seat: Seat) -> Pieces:
        """Return a seat's pile; KeyError for a zone that is none."""
        pile: Pieces = getattr(self, self.piles[zone])[seat]
        return pile

    def card_of(self, piece: PieceId) -> CardId:
        """Return the card of a piece; empty for a face nobody told."""
        card = self.cards.get(piece)
        return card[0] if card else ""

    def owner(self, piece: PieceId) -> Seat:
        """Return whose deck a card came from."""
        card = self.cards.get(piece)
        return card[1] if card else NOBODY

    def stat(self, piece: PieceId, stat: str) -> int:
        """Return a number after everything that changes it; never below 0."""
        value = self.printed(piece, stat)
        if not self.lasting and stat not in self.arena.changing:
            return value
        changes = self.changes_of(piece).get(stat)
        return value if changes is None else max(0, changed(value, changes))

    def changes_of(self, piece: PieceId) -> Mapping[str, list[Change]]:
        """Return everything that changes the numbers of a card, by stat; nothing changes one that has no place in play."""
        raise NotImplementedError

    def flagged(self, piece: PieceId, word: str) -> bool:
        """Tell whether a card has a quality."""
        return self.stat(piece, word) > 0


class CardDraft(CardTable[S, E], World):
    """The verbs that every card game for two has."""

    __slots__ = ()

    stack: list[Any]

    def open(self, state: Any) -> None:
        """Lay out what only a draft has."""
        self.stack = list(state.stack)
        self.queue: list[Frame] = []

    def halted(self) -> bool:
        """Tell whether the match is over."""
        return self.outcome is not None

    def exhausted(self, cards: tuple[CardId, ...]) -> None:
        """Record that abilities setting each other off were stopped."""
        self.tell(Stopped(cards))

    def tell(self, event: Any) -> None:
        """Record an event that every card game has; it is among the events of this one."""
        self.record(event)

    def scores(self) -> tuple[int, ...]:
        """Return each seat's score should the match end now."""
        raise NotImplementedError

    def end(self, winners: tuple[Seat, ...], words: str, rule: str) -> None:
        """End the match, unless it is over."""
        if self.outcome is None:
            self.outcome = Outcome(winners, self.scores(), words, rule)
            self.stack.clear()
            self.queue.clear()
            self.fight = None
            self.tell(Ended(self.outcome))

    # --- piles ---------------------------------------------------------------------------------------------------------

    def set_pile(self, zone: str, seat: Seat, pile: Pieces) -> None:
        """Replace a seat's pile."""
        name = self.piles[zone]
        one, other = getattr(self, name)
        setattr(self, name, (pile, other) if seat == 0 else (one, pile))
        self.memo.clear()

    def take(self, piece: PieceId) -> str:
        """Take a card out of the pile it lies in and return that zone; empty when it lies in none."""
        seat = self.owner(piece)
        for zone, name in self.piles.items():
            pile: Pieces = getattr(self, name)[seat]
            if piece in pile:
                self.set_pile(zone, seat, tuple([other for other in pile if other != piece]))
                return zone
        return ""

    def put(self, piece: PieceId, zone: str, place: str = "bottom") -> None:
        """Put a card on the top or the bottom of a pile of its owner."""
        seat = self.cards[piece][1]
        pile = self.pile(zone, seat)
        self.set_pile(zone, seat, (piece, *pile) if place == "top" else (*pile, piece))

    def shuffle_deck(self, seat: Seat) -> None:
        """Shuffle a deck; its cards get fresh numbers, so that none can be followed."""
        order = self.chance.shuffle(self.decks[seat])
        cards = dict(self.cards)
        first = self.next_id
        for fresh, piece in enumerate(order, first):
            cards[fresh] = cards.pop(piece)
        self.cards = cards
        self.next_id = first + len(order)
        self.set_pile("deck", seat, tuple(range(first, self.next_id)))

    def deal(self, seat: Seat, count: int, *, anew: bool = False) -> None:
        """Shuffle a deck and draw the opening hand."""
        self.shuffle_deck(seat)
        deck = self.decks[seat]
        self.set_pile("deck", seat, deck[count:])
        self.set_pile("hand", seat, deck[:count])
        self.tell(Dealt(seat, len(self.hands[seat]), anew))

    def draw_cards(self, seat: Seat, count: int) -> None:
        """Draw from the top, as many as there are."""
        deck = self.decks[seat]
        drawn = deck[:count]
        if drawn:
            self.set_pile("deck", seat, deck[len(drawn) :])
            self.set_pile("hand", seat, self.hands[seat] + drawn)
            if self.telling:
                self.tell(Drew(seat, tuple(self.cards[piece][0] for piece in drawn)))

    def draw(self, run: Run, seats: tuple[Seat, ...], count: int) -> None:  # noqa: ARG002  (the World's signature)
        """Let seats draw cards."""
        for seat in seats:
            if not self.decks[seat]:
                self.spare(NOWHERE, "the deck is empty")
            self.draw_cards(seat, max(count, 0))

    # --- what lasts ----------------------------------------------------------------------------------------------------

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change a card's stat or grant a quality for a while."""
        for piece in pieces:
            place = self.place_of(piece)
            if place >= 0:
                self.lasting = (*self.lasting, Lasting(piece, stat, cast("Stage", stage), value, until, run.seat, run.card, self.turn))
                self.memo.clear()
                if self.telling:
                    self.tell(Changed(run.card, place, stat, stage, value, until))

    def expire(self, until: str) -> None:
        """End what lasts until now."""
        if self.lasting:
            self.lasting = tuple([lasting for lasting in self.lasting if lasting.until != until])
            self.memo.clear()

    def loosen(self, piece: PieceId) -> None:
        """End what lasts on a card that leaves its place."""
        if self.lasting:
            self.lasting = tuple([lasting for lasting in self.lasting if lasting.on != piece])
