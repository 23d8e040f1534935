"""The base of every rulebook: how an action is carried out, and what a game answers that has nothing to say.

Without a word of its own a game has no policies, no temperaments, no habits, no windows, no chart and no positions, hides nothing, lights nothing up, and none of its actions
has a route or a form.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from game.kernel.capabilities import Chart, Temperament
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Place, Seat
from game.kernel.offers import IllegalAction, Overlay, Preview
from game.kernel.position import Positions
from game.kernel.rules import A, E, Judge, O, Policy, Rules, S
from game.kernel.scene import CardFace
from game.kernel.secrets import NOBODY, Secret
from game.kernel.step import Draft, Step

D = TypeVar("D", bound=Draft[Any, Any])


class Rulebook(Rules[S, A, E, O], Generic[S, A, E, O, D]):
    """One game's rulebook; see `game.kernel.rules.Rules` for what each part promises. `D` is the game's own Draft."""

    policies: Mapping[str, Policy] = {}
    windows: Mapping[str, str] = {}
    attention: Mapping[str, float] = {}
    habits: Mapping[str, str] = {}
    temperaments: Mapping[str, Temperament] = {}
    chart: Chart | None = None
    positions: Positions | None = None

    @abstractmethod
    def draft(self, state: S, chance: Chance, *, telling: bool) -> D:
        """Return a working copy of a state."""

    @abstractmethod
    def play(self, draft: D, action: A) -> None:
        """Carry out a legal action on a working copy."""

    def apply(self, state: S, action: A, chance: Chance | None = None) -> Step[S, E]:
        """Return the step an action makes; raise IllegalAction when it is refused."""
        refused = self.refusal(state, action)
        if refused is not None:
            raise IllegalAction(refused)
        draft = self.draft(state, chance or Chance(state.chance), telling=True)
        self.play(draft, action)
        step: Step[S, E] = draft.finish()
        return step

    def advance(self, state: S, action: A, chance: Chance | None = None) -> S:
        """Return the state after an action known to be legal, without its story."""
        draft = self.draft(state, chance or Chance(state.chance), telling=False)
        self.play(draft, action)
        after: S = draft.freeze()
        return after

    def round(self, state: S) -> int:  # noqa: ARG002
        """Return 0: every turn belongs to one seat."""
        return 0

    def across(self, words: str) -> str:
        """Return the same words: everybody sees the table alike, or counts from its owner's side."""
        return words

    def warning(self, state: S, action: A) -> str:  # noqa: ARG002
        """Return nothing: every action changes something."""
        return ""

    def secrets(self, state: S) -> Iterable[Secret]:  # noqa: ARG002
        """Return what nobody knows in any game, chance to come; nothing else is hidden."""
        return (Secret(("chance",), NOBODY, "chance"),)

    def tempered(self, temperament: str) -> Rules[S, A, E, O]:
        """Raise KeyError: nobody leans either way."""
        raise KeyError(temperament)

    def judge(self) -> Judge[S]:
        """Return `evaluate` itself: its positions share nothing that is worth keeping."""
        return self.evaluate

    def foresight(self, judge: Judge[S]) -> Judge[S]:
        """Return the judge itself: nothing that has begun is left open."""
        return judge

    def daring(self) -> Judge[S]:
        """Return `judge`: it minds nothing that a won match leaves behind."""
        return self.judge()

    def outlook(self) -> Judge[S]:
        """Return `evaluate` itself: nobody hopes for more than the others grant."""
        return self.evaluate

    def promising(self, state: S, legal: Sequence[A]) -> Sequence[int]:  # noqa: ARG002
        """Return every number: any action may be the best."""
        return range(len(legal))

    def finer(self, state: S, actions: Sequence[A]) -> Sequence[int]:  # noqa: ARG002
        """Return every number: what is equal at a glance is equal."""
        return range(len(actions))

    def early(self, state: S, legal: Sequence[A], action: A) -> Sequence[int]:  # noqa: ARG002
        """Return nothing: no action has to come before the others."""
        return ()

    def indulged(self, state: S, legal: Sequence[A], action: A) -> Mapping[str, bool]:  # noqa: ARG002
        """Return nothing: the game has no wastes of its own."""
        return {}

    def redact(self, event: E, seat: Seat) -> E | None:  # noqa: ARG002
        """Return the event unchanged: nothing is hidden from anyone."""
        return event

    def preview(self, observation: O, action: A) -> Preview:  # noqa: ARG002
        """Return nothing to be said of an action beforehand."""
        return Preview()

    def overlays(self, observation: O, piece: PieceId) -> tuple[Overlay, ...]:  # noqa: ARG002
        """Return nothing to light up."""
        return ()

    def reroute(self, observation: O, action: A, through: tuple[Place, ...]) -> A:  # noqa: ARG002
        """Return the action itself: nobody walks."""
        return action

    def put(self, observation: O, source: Place, onto: Place) -> A | None:  # noqa: ARG002
        """Return None: nothing is put anywhere but where an offer says."""
        return None

    def fill(self, observation: O, action: A, values: Mapping[str, str | int | bool]) -> A:  # noqa: ARG002
        """Return the action itself: no offer has a form."""
        return action

    def face(self, card: CardId) -> CardFace:
        """Raise KeyError: there are no cards."""
        raise KeyError(card)

    def held(self, state: S) -> tuple[tuple[CardId, ...], ...]:  # noqa: ARG002
        """Return nothing: nobody holds cards."""
        return ()

    def played(self, state: S, event: E) -> tuple[Seat, CardId] | None:  # noqa: ARG002
        """Return nothing: no card is played."""
        return None

    def hand_over(self, observation: O) -> bool:  # noqa: ARG002
        """Tell that nobody needs to pass the table on."""
        return False
