"""What the rulebooks of card games for two have in common: each question to the rules is answered by one chapter of the game.

A game states its chapters and keeps what is its own: how a match begins, what is legal at a glance, and what a position is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, ClassVar, Protocol, TypeVar

from msgspec import Struct

from game.cards.asking import asked
from game.cards.interpret import Frame
from game.cards.waste import warned
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.rules import A, E, O, State
from game.kernel.scene import CardFace, Scene
from game.kernel.secrets import Secret
from game.kernel.setup import Outcome
from game.kernel.step import Draft


class Posed(State, Protocol):
    """A state as far as every rulebook of cards looks into it: the questions that are open, and how the match ended."""

    @property
    def stack(self) -> tuple[Any, ...]:
        """Return the open questions, the top last."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None."""
        ...


S = TypeVar("S", bound=Posed)


class Chapters(Struct, frozen=True):
    """The chapters of a rulebook, as functions.

    `table` and `draft` lay out a state (of an arena) to ask and to change; `play` carries out an action on a draft. `refusal` and `offers`
    are asked of a table, `warning` of a table and its state; `secrets`, `observe` and `redact` need nothing else; all others are
    told the arena first, and `face` the catalogue.
    """

    table: Callable[..., Any]
    draft: Callable[..., Any]
    play: Callable[[Any, Any], None]
    refusal: Callable[[Any, Any], Refusal | None]
    offers: Callable[[Any], tuple[Offer, ...]]
    warning: Callable[[Any, Any, Any], str]
    secrets: Callable[[Any], Iterable[Secret]]
    observe: Callable[[Any, Seat], Any]
    redact: Callable[[Any, Seat], Any]
    sample: Callable[[Any, Any, Chance], Any]
    picture: Callable[[Any, Any], Scene]
    preview: Callable[[Any, Any, Any], Preview]
    overlays: Callable[[Any, Any, PieceId], tuple[Overlay, ...]]
    faults: Callable[[Any, Any], tuple[str, ...]]
    face: Callable[[Any, CardId], CardFace]


class CardRules(Rulebook[S, A, E, O, Draft[S, E]]):
    """A rulebook bound to an arena (catalogue and decks); see `game.kernel.rules.Rules` for what each part promises.

    Its states have a `stack` of questions and an `outcome`.
    """

    chapters: ClassVar[Chapters]

    def __init__(self, arena: Any) -> None:
        self.arena = arena

    def deciding(self, state: S) -> Seat | None:
        """Return the seat that must choose now, or None when the match is over."""
        stack = state.stack
        if not stack:
            return None
        seat: Seat = asked(self.chapters.table(self.arena, state)) if type(stack[-1]) is Frame else stack[-1].seat
        return seat

    def refusal(self, state: S, action: A) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        return self.chapters.refusal(self.chapters.table(self.arena, state), action)

    def offers(self, state: S) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider, with a warning where it would change nothing."""
        return warned(self.chapters.offers(self.chapters.table(self.arena, state)), partial(self.warning, state)) if state.stack else ()

    def warning(self, state: S, action: A) -> str:
        """Return why an allowed action would change nothing."""
        return self.chapters.warning(self.chapters.table(self.arena, state), state, action)

    def draft(self, state: S, chance: Chance, *, telling: bool) -> Draft[S, E]:
        """Return a working copy of a state."""
        draft: Draft[S, E] = self.chapters.draft(self.arena, state, chance, telling=telling)
        return draft

    def play(self, draft: Draft[S, E], action: A) -> None:
        """Carry out a legal action on a working copy."""
        self.chapters.play(draft, action)

    def advance(self, state: S, action: A, chance: Chance | None = None) -> S:
        """Return the state after an action known to be legal, without its story: `draft` and `play` written out, which search asks most."""
        chapters = self.chapters
        draft = chapters.draft(self.arena, state, chance or Chance(state.chance), telling=False)
        chapters.play(draft, action)
        after: S = draft.freeze()
        return after

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None."""
        return state.outcome

    def secrets(self, state: S) -> Iterable[Secret]:
        """Return everything hidden, and from whom."""
        return self.chapters.secrets(state)

    def observe(self, state: S, seat: Seat) -> O:
        """Return what a seat knows."""
        observation: O = self.chapters.observe(state, seat)
        return observation

    def redact(self, event: E, seat: Seat) -> E | None:
        """Return the event as a seat may know it."""
        known: E | None = self.chapters.redact(event, seat)
        return known

    def sample(self, observation: O, chance: Chance) -> S:
        """Return a world that agrees with an observation."""
        world: S = self.chapters.sample(self.arena, observation, chance)
        return world

    def scene(self, observation: O) -> Scene:
        """Return the picture of an observation."""
        return self.chapters.picture(self.arena, observation)

    def faults(self, state: S) -> tuple[str, ...]:
        """Return every broken invariant in words."""
        return self.chapters.faults(self.arena, state)

    def preview(self, observation: O, action: A) -> Preview:
        """Return what an action would do."""
        return self.chapters.preview(self.arena, observation, action)

    def overlays(self, observation: O, piece: PieceId) -> tuple[Overlay, ...]:
        """Return what a card bears on."""
        return self.chapters.overlays(self.arena, observation, piece)

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card; raise KeyError for a card of another catalogue."""
        return self.chapters.face(self.arena.catalogue, card)
