"""The contract between a game and everything around it.

`Game` is the box: what can be chosen before a match. `Rules` is the rulebook, bound to one catalogue and one map: pure
functions between frozen values, no memory of its own. State and Action are Structs of the game's own; whoever is not
`rules` or `match` holds Observations.

Conventions every game keeps:
- Pending decisions are a stack; the bottom one is the turn's own question, so a state is settled when at most one is open.
- `refusal` is the one authority for legality; `offers` and `apply` call it, and `legal` lists exactly the actions of the enabled
  offers without a form.
- Legality depends only on what the deciding seat may know.
- What is hidden, and from whom, is said once, by `secrets`; `observe` and `redact` are written apart from it, and the conformance suite
  holds them together.
- In a window, such as the moment to answer a card, a seat is asked even when it can do nothing but pass: whether it is asked must not
  tell what it holds. `windows` names them, each with its words; the offer that lets one go by carries the name as `passing`.
- `attention` is the part of its options that comes to the mind of a level that overlooks some, for levels that would be too weak or too
  strong in this game with their usual part.
- `habits` are wastes that no good player of the game falls into, by name, each with its words; beside those that every game has (`game.lab.habits`).
- `temperaments` are those who see worth otherwise than `evaluate` does; what is legal and what happens is the same for them.
- Dictionaries inside a State are never changed once the State is made.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from game.kernel.capabilities import CardFiles, Chart, Crowd, Gauge, Temperament, TypedCards
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.position import Positions
from game.kernel.scene import CardFace, Scene
from game.kernel.secrets import Secret
from game.kernel.setup import DeckList, Option, Outcome, Setup
from game.kernel.step import Step


class State(Protocol):
    """What whoever plays, searches or tests asks of the state of any game: a Struct with a field for its chance."""

    @property
    def chance(self) -> int:
        """Return the number that all chance to come is drawn from; it changes exactly when chance is used."""
        ...


S = TypeVar("S", bound=State)
A = TypeVar("A")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741  (State, Action, Event, Observation)

Policy = Callable[[Any, tuple[Any, ...], Chance], Any]
"""A game's own scripted opponent: (observation, legal actions, chance) to one of the actions."""

Judge: TypeAlias = Callable[[S], tuple[float, ...]]
"""Says of a position what each seat's prospects are."""


class Rules(Protocol[S, A, E, O]):
    """One game's rulebook, bound to a catalogue and a map; stateless."""

    id: str
    version: str
    state_type: Any
    action_type: Any
    event_type: Any
    observation_type: Any
    policies: Mapping[str, Policy]
    windows: Mapping[str, str]
    attention: Mapping[str, float]
    habits: Mapping[str, str]
    temperaments: Mapping[str, Temperament]
    chart: Chart | None
    positions: Positions | None

    def setup(self, setup: Setup) -> Step[S, E]:
        """Return the first state and how it came about; raise SetupError for a setup that the rules refuse."""
        ...

    def deciding(self, state: S) -> Seat | None:
        """Return the seat that must choose now, or None when the match is over."""
        ...

    def settled(self, state: S) -> bool:
        """Tell whether no question is open but the turn's own (or the match is over)."""
        ...

    def round(self, state: S) -> int:
        """Return the number of the round in which every seat acts, from 1; 0 in a game whose turns belong to one seat each."""
        ...

    def refusal(self, state: S, action: A) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        ...

    def offers(self, state: S) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider, the refused ones with their reasons."""
        ...

    def warning(self, state: S, action: A) -> str:
        """Return why an allowed action would change nothing but its cost, in one sentence; empty when it would, or may, change something."""
        ...

    def across(self, words: str) -> str:
        """Return what is said to a seat as the one that sits opposite reads it, who sees on the left what the other has on the right."""
        ...

    def legal(self, state: S) -> tuple[A, ...]:
        """Return the enabled actions only: the fast path. Empty exactly when the match is over."""
        ...

    def apply(self, state: S, action: A, chance: Chance | None = None) -> Step[S, E]:
        """Return the step an action makes; raise IllegalAction and change nothing when it is refused.

        `chance` replaces the state's own source; the new state goes on from where it ended.
        """
        ...

    def advance(self, state: S, action: A, chance: Chance | None = None) -> S:
        """Return the state after an action known to be legal, without its story: for search."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        ...

    def secrets(self, state: S) -> Iterable[Secret]:
        """Return every value of the state that some seat may not know, each once: whatever turns on what is hidden asks here.

        What is left out is known to all, and whoever only watches knows that much. Chance is among them, and nobody knows it.
        """
        ...

    def observe(self, state: S, seat: Seat) -> O:
        """Return all that one seat may know, built from nothing; SPECTATOR knows what is public."""
        ...

    def redact(self, event: E, seat: Seat) -> E | None:
        """Return the event as a seat may know it, or None when it may not know of it at all."""
        ...

    def sample(self, observation: O, chance: Chance) -> S:
        """Return a random state consistent with an observation; its generator is drawn from `chance`."""
        ...

    def scene(self, observation: O) -> Scene:
        """Return the picture of an observation."""
        ...

    def tell(self, event: E, observation: O) -> Telling | None:
        """Return how a redacted event is told to the seat whose observation (right after it) is given."""
        ...

    def evaluate(self, state: S) -> tuple[float, ...]:
        """Return each seat's prospects from 0 (lost) to 1 (won): the parts of one win, as an outcome's shares are, so that they sum to 1.

        They are what matches came to from such a position (`tools/fit.py`), where no question is open: what is told to people, and where a thought ends.
        """
        ...

    def judge(self) -> Judge[S]:
        """Return what judges the positions of one decision as whoever chooses at a glance does, and works out once what they share.

        It may hold other things for worth than `evaluate`: what is good to aim for is not what tells best how a match will end, and each seat may hope for
        more than the others grant it, or nobody would come nearer. At the end both say who has won.
        What is kept for that is the judge's; whoever thinks throws it away with the decision, and the rules know nothing of it.
        """
        ...

    def foresight(self, judge: Judge[S]) -> Judge[S]:
        """Return what judges a decision's positions as the seat does that thinks about it: what judges them at a glance, unless something is gained, at a price, by foreseeing what has begun to happen."""
        ...

    def daring(self) -> Judge[S]:
        """Return what judges positions for whoever means to win within the turn: `judge`, unless that minds what the others could do afterwards."""
        ...

    def outlook(self) -> Judge[S]:
        """Return what judges where the thoughts of one decision end, as whoever thinks them does: `evaluate`, unless each seat may hope for more than the others grant it."""
        ...

    def promising(self, state: S, legal: Sequence[A]) -> Sequence[int]:
        """Return the numbers of those legal actions among which is one after which the deciding seat's prospects are best, in order.

        For whoever asks only for the best at a glance: whatever is left out looks no better, as `evaluate` sees it, than something that is not, once everybody has let all else go by.
        """
        ...

    def finer(self, state: S, actions: Sequence[A]) -> Sequence[int]:
        """Return the numbers of those of some legal actions, each as good as the others at a glance, that are to be preferred for what no glance weighs, in order; at least one."""
        ...

    def early(self, state: S, legal: Sequence[A], action: A) -> Sequence[int]:
        """Return the numbers of those legal actions that can be done no more in this turn once this one has been done."""
        ...

    def indulged(self, state: S, legal: Sequence[A], action: A) -> Mapping[str, bool]:
        """Return, of those `habits` that the choice of this legal action gave a chance to, whether it was one."""
        ...

    def tempered(self, temperament: str) -> Rules[S, A, E, O]:
        """Return the same rules, whose `evaluate` and `judge` lean as one of the `temperaments` does; raise KeyError for any other."""
        ...

    def faults(self, state: S) -> tuple[str, ...]:
        """Return every broken invariant in words: conservation of pieces, ranges, references. For tests and saves."""
        ...

    def preview(self, observation: O, action: A) -> Preview:
        """Return what an action would do: odds, result, trail."""
        ...

    def overlays(self, observation: O, piece: PieceId) -> tuple[Overlay, ...]:
        """Return what to light up when a piece is looked at: reach, range, sight, threat."""
        ...

    def reroute(self, observation: O, action: A, through: tuple[Place, ...]) -> A:
        """Return the action made to pass through places in order; the action itself when it has no route."""
        ...

    def put(self, observation: O, source: Place, onto: Place) -> A | None:
        """Return the action that would put what lies at a place onto another, allowed or not; None where that is no action of the game."""
        ...

    def fill(self, observation: O, action: A, values: Mapping[str, str | int | bool]) -> A:
        """Return the action of an offer with a form, with the typed-in values in it; the action itself without a form."""
        ...

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card; raise KeyError for a card of another catalogue."""
        ...

    def held(self, state: S) -> tuple[tuple[CardId, ...], ...]:
        """Return the cards that each seat could play now or later and has drawn or brought, for counts; empty in a game without such."""
        ...

    def played(self, state: S, event: E) -> tuple[Seat, CardId] | None:
        """Return who played which card, when an event (with the state right after it) is that of playing one from the hand; for counts."""
        ...

    def hand_over(self, observation: O) -> bool:
        """Tell whether people at one table pass it on from seat to seat now although nothing is hidden."""
        ...


AnyRules = Rules[Any, Any, Any, Any]


@runtime_checkable  # what an installed package brings is seen to be one
class Game(Protocol):
    """A box on the shelf: what can be chosen before a match.

    `prefix` is what the ids of its rules begin with (`OC`), `hand` how many cards a hand begins with, 0 in a game without hands, `sides` what each seat is called in the game's world, empty in a game in which decks have names, `colours` what it calls what its cards are coloured by. What a game may have or not is None where it has not.
    """

    id: str
    prefix: str
    title: str
    tagline: str
    seats: tuple[int, ...]
    version: str
    hand: int
    sides: tuple[str, ...]
    colours: str
    crowd: Crowd | None
    card_files: CardFiles | None
    typed_cards: TypedCards | None

    def options(self, seats: int) -> tuple[Option, ...]:
        """Return the choices of the match setup screen for that many seats."""
        ...

    def ready_decks(self) -> tuple[DeckList, ...]:
        """Return the decks that ship; empty in a game without decks."""
        ...

    def maps(self, seats: int) -> tuple[tuple[str, str], ...]:
        """Return pairs of map name and title for that many seats, the usual one first; empty in a game without maps."""
        ...

    def complete(self, setup: Setup) -> Setup:
        """Fill in what a setup leaves open (decks, map, options, digests); raise SetupError with every reason it cannot."""
        ...

    def deck_faults(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return every rule a deck breaks, one sentence each; empty for a legal deck."""
        ...

    def deck_refusals(self, deck: DeckList, setup: Setup) -> tuple[str, ...]:
        """Return the rules for which no match takes a deck: those of `deck_faults`, but for what only changes by mods have made of it."""
        ...

    def deck_gauges(self, deck: DeckList, setup: Setup) -> tuple[Gauge, ...]:
        """Return what a deck uses of what it may hold, for the deck builder."""
        ...

    def front_cards(self, setup: Setup) -> tuple[CardId, ...]:
        """Return the cards that may be set in front of a deck; empty in a game that sets none there."""
        ...

    def charge(self, seat: Seat, deck: DeckList | None) -> str:
        """Return the glyph that a seat with a deck bears at the table; an empty word where it is the world's for that seat."""
        ...

    def forget(self) -> None:
        """Read cards and decks anew from now on; raise SetupError and keep those there are when one that ships is faulty."""
        ...

    def catalogue(self) -> tuple[CardFace, ...]:
        """Return every card, for the library and the deck builder; empty in a game without cards."""
        ...

    def rules(self, setup: Setup) -> AnyRules:
        """Return the rulebook for a completed setup; reads cards and map, and raises SetupError when it cannot."""
        ...
