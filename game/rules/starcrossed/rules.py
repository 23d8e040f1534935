"""The rulebook of Starcrossed as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Mapping

from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat
from game.kernel.offers import IllegalAction, Offer, Overlay, Preview, Refusal
from game.kernel.rules import Policy
from game.kernel.scene import CardFace, Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.rules.starcrossed import apply as applying
from game.rules.starcrossed import faces as printing
from game.rules.starcrossed import faults as checking
from game.rules.starcrossed import legal as judging
from game.rules.starcrossed import observe as seeing
from game.rules.starcrossed import offers as offering
from game.rules.starcrossed import preview as previewing
from game.rules.starcrossed import scene as picturing
from game.rules.starcrossed import setup as beginning
from game.rules.starcrossed import tell as telling
from game.rules.starcrossed.actions import Action
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.evaluate import Judge
from game.rules.starcrossed.events import Event
from game.rules.starcrossed.observe import Observation
from game.rules.starcrossed.offers import WINDOWS
from game.rules.starcrossed.state import State
from game.rules.starcrossed.table import Table

VERSION = "1"


class StarcrossedRules:
    """Starcrossed: SC-1 to SC-40, bound to a catalogue and two decks."""

    id = "starcrossed"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation
    policies: Mapping[str, Policy] = {}
    windows: Mapping[str, str] = WINDOWS

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._judge = Judge(arena)

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Roll for the Active Player, shuffle and draw (SC-4)."""
        return beginning.begin(self.arena, setup)

    def deciding(self, state: State) -> Seat | None:
        """Return the seat that must choose now, or None when the match is over."""
        if not state.stack:
            return None
        seat = getattr(state.stack[-1], "waiting", None)
        if seat is None:
            return state.stack[-1].seat
        return judging.asked(Table(self.arena, state))

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own."""
        return len(state.stack) <= 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        return judging.refusal(Table(self.arena, state), action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider."""
        return offering.offers(Table(self.arena, state)) if state.stack else ()

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the allowed actions only."""
        return judging.quick_legal(self.arena, state) if state.stack else ()

    def apply(self, state: State, action: Action, chance: Chance | None = None) -> Step[State, Event]:
        """Return the step an action makes; raise IllegalAction when it is refused."""
        refused = self.refusal(state, action)
        if refused:
            raise IllegalAction(refused)
        draft = StarDraft(self.arena, state, chance, telling=True)
        applying.play(draft, action)
        return draft.finish()

    def advance(self, state: State, action: Action, chance: Chance | None = None) -> State:
        """Return the state after an action known to be legal, without its story."""
        draft = StarDraft(self.arena, state, chance)
        applying.play(draft, action)
        return draft.freeze()

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, or None."""
        return state.outcome

    def observe(self, state: State, seat: Seat) -> Observation:
        """Return what a seat knows."""
        return seeing.observe(state, seat)

    def redact(self, event: Event, seat: Seat) -> Event | None:
        """Return the event as a seat may know it."""
        return seeing.redact(event, seat)

    def sample(self, observation: Observation, chance: Chance) -> State:
        """Return a world that agrees with an observation."""
        return seeing.sample(self.arena, observation, chance)

    def scene(self, observation: Observation) -> Scene:
        """Return the picture of an observation."""
        return picturing.picture(self.arena, observation)

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        """Return how a redacted event is told."""
        return telling.tell(event, observation)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects, 0 to 1."""
        return self._judge.prospects(state)

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant in words."""
        return checking.faults(self.arena, state)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return what an action would do."""
        return previewing.preview(self.arena, observation, action)

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return the crystal a piece threatens, and what gives it strength."""
        return previewing.overlays(self.arena, observation, piece)

    def reroute(self, observation: Observation, action: Action, through: tuple[Place, ...]) -> Action:  # noqa: ARG002
        """Return the action itself: nobody walks."""
        return action

    def fill(self, observation: Observation, action: Action, values: Mapping[str, str | int | bool]) -> Action:  # noqa: ARG002
        """Return the action itself: no offer has a form."""
        return action

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card; raise KeyError for a card of another catalogue."""
        return printing.face(self.arena.catalogue, card)

    def gives_away(self, event: Event) -> bool:
        """Tell whether an event showed dice or something hidden."""
        return seeing.gives_away(event)
