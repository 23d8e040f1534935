"""The rulebook of Hearsay as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Iterable

from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Seat, cell_place
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.scene import Scene
from game.kernel.secrets import Secret
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.rules.hearsay import apply as applying
from game.rules.hearsay import evaluate as evaluating
from game.rules.hearsay import events as happening
from game.rules.hearsay import legal as judging
from game.rules.hearsay import observe as seeing
from game.rules.hearsay import offers as offering
from game.rules.hearsay import preview as previewing
from game.rules.hearsay import scene as picturing
from game.rules.hearsay import secrets as hiding
from game.rules.hearsay import setup as beginning
from game.rules.hearsay import tell as telling
from game.rules.hearsay.actions import Action
from game.rules.hearsay.draft import Draft
from game.rules.hearsay.events import Event
from game.rules.hearsay.observe import Observation
from game.rules.hearsay.state import MOST_RAISE, State, over, top
from game.rules.hearsay.version import VERSION


class HearsayRules(Rulebook[State, Action, Event, Observation, Draft]):
    """Hearsay: HS-1 to HS-10."""

    id = "hearsay"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Roll, and let chance say who begins (HS-1 to HS-3)."""
        return beginning.begin(setup)

    def deciding(self, state: State) -> Seat | None:
        """Return the seat that must choose now, or None when the match is over."""
        return None if over(state.cups) else state.turn

    def settled(self, state: State) -> bool:  # noqa: ARG002
        """Tell that no question is ever open but the turn's own."""
        return True

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        return judging.refusal(state, action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider."""
        return offering.offers(state)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the allowed actions only."""
        return judging.legal(state)

    def draft(self, state: State, chance: Chance, *, telling: bool) -> Draft:
        """Return a working copy of a state."""
        return Draft(state, chance, telling=telling)

    def play(self, draft: Draft, action: Action) -> None:
        """Carry out a legal action on a working copy."""
        applying.play(draft, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return applying.outcome(state)

    def secrets(self, state: State) -> Iterable[Secret]:
        """Return the dice under the cups, and chance."""
        return hiding.secrets(state)

    def observe(self, state: State, seat: Seat) -> Observation:
        """Return what a seat knows."""
        return seeing.observe(state, seat)

    def redact(self, event: Event, seat: Seat) -> Event | None:
        """Return the event as a seat may know it."""
        return happening.redact(event, seat)

    def sample(self, observation: Observation, chance: Chance) -> State:
        """Return a world the seat could be in."""
        return seeing.sample(observation, chance)

    def scene(self, observation: Observation) -> Scene:
        """Return the picture of an observation."""
        return picturing.scene(observation)

    def tell(self, event: Event, observation: Observation) -> Telling | None:  # noqa: ARG002  (it was redacted already)
        """Return how an event is told."""
        return telling.tell(event)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects, 0 to 1."""
        return evaluating.evaluate(state)

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant in words."""
        return seeing.faults(state)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return how likely a claim is."""
        return previewing.preview(observation, action)

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return, for the marker, the sums that may be claimed next."""
        if piece != offering.MARKER or observation.lifted:
            return ()
        sums = range(observation.claim, min(observation.claim + MOST_RAISE, top(observation.cups)))
        return (Overlay("reach", tuple(cell_place("sums", space) for space in sums), "May be claimed next (HS-5)"),)
