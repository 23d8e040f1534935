"""What cards may ask of a table and what they do to it: the two faces that a card game turns towards its cards.

A game's Table inherits `Questions` and answers them; its Draft inherits `World` beside that Table and overrides the verbs its cards use.
So whoever holds a Table can ask everything and change nothing. A verb a game does not know stays `Unspoken`; the game's `Words` list the
verbs it speaks, and `check` refuses cards that use another. Verbs take tuples of pieces and must ignore pieces that are no longer where
the verb could reach them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, NoReturn, Protocol

from msgspec import Struct

from game.cards.marks import Ref
from game.cards.model import Select, Spot
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat

Pieces = tuple[PieceId, ...]
NOBODY: Seat = -1
"""Who controls pieces that belong to no seat, such as terrain."""


class Unspoken(NotImplementedError):  # noqa: N818  (a word the game does not speak)
    """A card uses a verb that its game does not have."""


def _unspoken(verb: str) -> NoReturn:
    raise Unspoken(f"this game has no verb {verb!r}")


class Frame(Struct, frozen=True, tag="frame"):
    """An ability that is resolving: which, at what step, whose, from which piece, and what is bound to which name.

    A `waiting` frame asks its player; the step it is at knows the question. The dictionary is never changed once made.
    """

    card: CardId
    part: int
    source: PieceId
    seat: Seat
    pc: int = 0
    bound: dict[Ref, tuple[int, ...]] = {}
    waiting: bool = False


class Compiled(Protocol):
    """A compiled ability, as far as a table needs to know it."""

    @property
    def steps(self) -> tuple[Callable[[Work], int | None], ...]:
        """Return the steps it is resolved by."""
        ...


class Questions:
    """What cards ask of a table; see the module's own words.

    `stack` holds half-resolved abilities (`Frame`) and the game's own pending decisions, the top last; `active` is the seat whose turn it
    is. `relates` tells that `narrow` sees to relations as well.
    """

    __slots__ = ()

    relates: ClassVar[bool] = False
    stack: Sequence[Any]
    seats: tuple[Seat, ...]
    active: Seat

    def program(self, card: CardId, part: int) -> Compiled:
        """Return the compiled ability number `part` of a card."""
        return _unspoken(f"program {card} {part}")

    def pieces(self, zone: str, seat: Seat) -> Iterable[PieceId]:
        """Return the pieces a seat controls in a zone (empty: in play); NOBODY asks for those without a controller."""
        return _unspoken(f"zone {zone} {seat}")

    def narrow(self, run: Run, select: Select, reach: int | None) -> Iterable[PieceId] | None:
        """Return the pieces of a selector's kind, zone, side, distance (`reach`) and sight at once, or None to have them tested one by one.

        A game with a quick way to this answer overrides it; what else the selector asks is tested afterwards, but for a relation to the card itself where the game `relates`.
        """
        del run, select, reach
        return None

    def zone_of(self, piece: PieceId) -> str:
        """Return the zone a piece lies in, empty for in play."""
        return _unspoken(f"zone_of {piece}")

    def kind_of(self, piece: PieceId) -> str:
        """Return the kind of a piece's card."""
        return _unspoken(f"kind_of {piece}")

    def card_of(self, piece: PieceId) -> CardId:
        """Return the card of a piece."""
        return _unspoken(f"card_of {piece}")

    def traits_of(self, piece: PieceId) -> tuple[str, ...]:
        """Return the traits of a piece."""
        return _unspoken(f"traits_of {piece}")

    def stat(self, piece: PieceId, stat: str) -> int:
        """Return a stat or quality of a piece after every modifier; 0 when it has none or is gone."""
        return _unspoken(f"stat {piece} {stat}")

    def printed(self, piece: PieceId, stat: str) -> int:
        """Return a stat of a piece before modifiers."""
        return _unspoken(f"printed {piece} {stat}")

    def controller(self, piece: PieceId) -> Seat:
        """Return who controls a piece, or NOBODY."""
        return _unspoken(f"controller {piece}")

    def owner(self, piece: PieceId) -> Seat:
        """Return whose deck a piece came from, or NOBODY."""
        return _unspoken(f"owner {piece}")

    def bearer(self, piece: PieceId) -> PieceId | None:
        """Return the piece this one is attached to."""
        return _unspoken(f"bearer {piece}")

    def related(self, relation: str, piece: PieceId) -> Iterable[PieceId]:
        """Return the pieces that stand in a relation of the game to this one."""
        return _unspoken(f"relation {relation} {piece}")

    def distance(self, one: PieceId, other: PieceId) -> int:
        """Return how many spaces lie between two pieces; 99 when one is not on the grid."""
        return _unspoken(f"distance {one} {other}")

    def sees(self, one: PieceId, other: PieceId) -> bool:
        """Tell whether one piece has a clear line to another."""
        return _unspoken(f"sees {one} {other}")

    def spots(self, run: Run, spot: Spot, piece: PieceId | None) -> Pieces:
        """Return the places that fit, for a piece that is to go there (None: any)."""
        return _unspoken(f"spot {spot} {piece} {run.card}")

    def resource(self, name: str, seat: Seat) -> int:
        """Return a number of the table or of a seat."""
        return _unspoken(f"resource {name} {seat}")

    def fact(self, name: str, run: Run, pieces: Pieces) -> bool:
        """Tell whether something the game knows by name holds."""
        return _unspoken(f"fact {name} {pieces} {run.card}")

    def payable(self, run: Run, pay: str, amount: int) -> bool:
        """Tell whether a cost could be paid."""
        return _unspoken(f"cost {pay} {amount} {run.card}")


class World(Questions):
    """What cards do to a table that is being changed.

    `queue` holds the abilities that have been triggered and not yet put on the stack; `triggered` tells how many have been triggered this
    turn, of which at most `most_triggered` happen.
    """

    __slots__ = ()

    chance: Chance
    stack: list[Any]
    queue: list[Frame]
    triggered: int
    most_triggered: ClassVar[int] = 120

    # --- verbs: one an effect, and one that pays -----------------------------------------------------------------------

    def pay(self, run: Run, pay: str, amount: int, pieces: Pieces) -> None:
        """Pay a cost; `pieces` are those picked to pay with."""
        _unspoken(f"cost {pay} {amount} {pieces} {run.card}")

    def damage(self, run: Run, pieces: Pieces, amount: int) -> None:
        """Hurt pieces."""
        _unspoken(f"damage {pieces} {amount} {run.card}")

    def heal(self, run: Run, pieces: Pieces, amount: int) -> None:
        """Take damage off pieces."""
        _unspoken(f"heal {pieces} {amount} {run.card}")

    def destroy(self, run: Run, pieces: Pieces) -> None:
        """Destroy pieces."""
        _unspoken(f"destroy {pieces} {run.card}")

    def send(self, run: Run, pieces: Pieces, to: str, place: str) -> None:
        """Put pieces into a zone of their owner."""
        _unspoken(f"send {pieces} {to} {place} {run.card}")

    def deploy(self, run: Run, piece: PieceId, spot: int) -> None:
        """Put a piece into play at a place."""
        _unspoken(f"deploy {piece} {spot} {run.card}")

    def create(self, run: Run, card: CardId, spot: int) -> None:
        """Put a new piece of a card into play at a place."""
        _unspoken(f"create {card} {spot} {run.card}")

    def attach(self, run: Run, pieces: Pieces, to: PieceId) -> None:
        """Attach pieces to another."""
        _unspoken(f"attach {pieces} {to} {run.card}")

    def move(self, run: Run, piece: PieceId, spot: int, *, walk: bool) -> None:
        """Move a piece to a place, walking there step by step or set down at once."""
        _unspoken(f"move {piece} {spot} {walk} {run.card}")

    def push(self, run: Run, pieces: Pieces, spaces: int, origin: PieceId, *, toward: bool) -> None:
        """Push pieces away from another, or pull them towards it."""
        _unspoken(f"push {pieces} {spaces} {origin} {toward} {run.card}")

    def swap(self, run: Run, one: PieceId, other: PieceId) -> None:
        """Let two pieces change places."""
        _unspoken(f"swap {one} {other} {run.card}")

    def modify(self, run: Run, pieces: Pieces, stat: str, stage: str, value: int, until: str) -> None:
        """Change a stat for a while."""
        _unspoken(f"modify {pieces} {stat} {stage} {value} {until} {run.card}")

    def tally(self, run: Run, pieces: Pieces, counter: str, add: int) -> None:
        """Put counters on pieces or take them off."""
        _unspoken(f"tally {pieces} {counter} {add} {run.card}")

    def ready(self, run: Run, pieces: Pieces, part: str) -> None:
        """Make pieces fit to act again."""
        _unspoken(f"ready {pieces} {part} {run.card}")

    def exhaust(self, run: Run, pieces: Pieces) -> None:
        """Turn pieces."""
        _unspoken(f"exhaust {pieces} {run.card}")

    def strike(self, run: Run, who: PieceId, target: PieceId, part: int) -> None:
        """Let a piece attack another at once."""
        _unspoken(f"strike {who} {target} {part} {run.card}")

    def duel(self, run: Run, who: PieceId, other: PieceId) -> None:
        """Let two pieces compare strength."""
        _unspoken(f"duel {who} {other} {run.card}")

    def redirect(self, run: Run, to: PieceId) -> None:
        """Turn the running attack to another piece."""
        _unspoken(f"redirect {to} {run.card}")

    def prevent(self, run: Run, pieces: Pieces, amount: int, until: str) -> None:
        """Keep coming damage from pieces."""
        _unspoken(f"prevent {pieces} {amount} {until} {run.card}")

    def cancel(self, run: Run, what: str) -> None:
        """Stop something that is about to happen."""
        _unspoken(f"cancel {what} {run.card}")

    def reveal(self, run: Run, pieces: Pieces, seats: tuple[Seat, ...]) -> None:
        """Show hidden pieces to seats."""
        _unspoken(f"reveal {pieces} {seats} {run.card}")

    def level(self, run: Run, pieces: Pieces, add: int) -> None:
        """Raise or lower levels."""
        _unspoken(f"level {pieces} {add} {run.card}")

    def attune(self, run: Run, pieces: Pieces, trait: str) -> None:
        """Attune places to a trait; an empty trait asks the player."""
        _unspoken(f"attune {pieces} {trait} {run.card}")

    def draw(self, run: Run, seats: tuple[Seat, ...], count: int) -> None:
        """Let seats draw cards."""
        _unspoken(f"draw {seats} {count} {run.card}")

    def drop(self, run: Run, pieces: Pieces) -> None:
        """Discard these cards from hands."""
        _unspoken(f"drop {pieces} {run.card}")

    def gain(self, run: Run, seats: tuple[Seat, ...], what: str, amount: int) -> None:
        """Give seats something counted."""
        _unspoken(f"gain {seats} {what} {amount} {run.card}")

    def shuffle(self, run: Run, seats: tuple[Seat, ...]) -> None:
        """Let seats shuffle their decks."""
        _unspoken(f"shuffle {seats} {run.card}")

    def look(self, run: Run, seat: Seat, zone: str, count: int) -> Pieces:
        """Show a seat the top cards of its own zone (count below 0: all of it) and return them, the top first."""
        return _unspoken(f"look {seat} {zone} {count} {run.card}")

    def quest(self, run: Run, seat: Seat, fits: Callable[[PieceId], bool]) -> None:
        """Quest for a card, by the game's rule."""
        _unspoken(f"quest {seat} {fits} {run.card}")

    def rolled(self, run: Run, sides: int, face: int) -> None:
        """Record that an ability rolled a die."""
        _unspoken(f"roll {sides} {face} {run.card}")

    def special(self, run: Run, name: str) -> None:
        """Do what one card alone does."""
        _unspoken(f"special {name} {run.card}")

    def spare(self, piece: PieceId, why: str) -> None:
        """Hear why a verb leaves a piece as it is (-1: no piece), as in `is *Steady*`; only a trial listens (`waste`)."""

    # --- running abilities ---------------------------------------------------------------------------------------------

    def stranded(self, piece: PieceId) -> str:  # noqa: ARG002
        """Return why a card cannot come into play wherever there is space, as in `is in play already`; empty when it can."""
        return ""

    def arrange(self) -> None:
        """Put the queue of triggered abilities on the stack: the active seat's first, then clockwise, older pieces first."""
        first = self.active
        count = max(len(self.seats), 1)
        waiting = sorted(self.queue, key=lambda frame: ((frame.seat - first) % count, frame.source))
        self.queue.clear()
        self.stack.extend(reversed(rationed(self, waiting)))

    def reckon(self) -> None:
        """See to what waits until a card or effect is done to its end; asked between any two steps of resolving."""

    def exhausted(self, cards: tuple[CardId, ...]) -> None:
        """Record that a loop of triggers was cut off; `cards` are those in it."""
        _unspoken(f"exhausted {cards}")

    def halted(self) -> bool:
        """Tell whether the match is over, so that nothing more resolves."""
        return False


def rationed(world: World, frames: list[Frame]) -> list[Frame]:
    """Return those triggered abilities that may happen: beyond so many a turn they set each other off without end, and are stopped."""
    before = world.triggered
    world.triggered = before + len(frames)  # type: ignore[misc]
    if world.triggered <= world.most_triggered:
        return frames
    room = max(world.most_triggered - before, 0)
    if before <= world.most_triggered:
        world.exhausted(tuple(dict.fromkeys(frame.card for frame in frames[room:])))
    return frames[:room]


class Run:
    """A frame at work: the same values, open to change, and the table it asks."""

    __slots__ = ("bound", "card", "part", "pc", "seat", "source", "world")

    def __init__(self, world: Questions, frame: Frame) -> None:
        self.world = world
        self.card = frame.card
        self.part = frame.part
        self.source = frame.source
        self.seat = frame.seat
        self.pc = frame.pc
        self.bound = dict(frame.bound)

    @staticmethod
    def begun(
        world: Questions, card: CardId, part: int, source: PieceId, seat: Seat, bound: dict[Ref, tuple[int, ...]] | None = None
    ) -> Run:
        """Return the run of an ability at its beginning, without the frame it would come from: asked of every card that could act."""
        run = Run.__new__(Run)
        run.world, run.card, run.part, run.source, run.seat, run.pc = world, card, part, source, seat, 0
        run.bound = dict(bound) if bound else {}
        return run

    def frozen(self, *, waiting: bool = False) -> Frame:
        """Return the run as a frame to be resumed."""
        return Frame(self.card, self.part, self.source, self.seat, self.pc, self.bound, waiting)


class Work(Run):
    """A frame that is being resolved: it changes the world as well as asking it."""

    __slots__ = ()

    world: World
