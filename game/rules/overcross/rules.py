"""The rulebook of Overcross, bound to one catalogue, one battle grid and one agreement about the objective."""

from __future__ import annotations

from functools import partial
from typing import Any

from game.cards.waste import warned
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat
from game.kernel.offers import Malformed, Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.scene import CardFace, Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.rules.overcross import observe, preview, scene, setup, tell, trial
from game.rules.overcross.actions import Action
from game.rules.overcross.apply import perform
from game.rules.overcross.arena import Arena
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.evaluate import evaluate
from game.rules.overcross.events import Event
from game.rules.overcross.faces import face
from game.rules.overcross.faults import faults
from game.rules.overcross.legal import asked, legal, refusal
from game.rules.overcross.observe import Observation
from game.rules.overcross.offers import offers
from game.rules.overcross.state import State
from game.rules.overcross.table import Table
from game.rules.overcross.version import VERSION


class OvercrossRules(Rulebook[State, Action, Event, Observation, OvercrossDraft]):
    """The rules of one match; see `game.kernel.rules.Rules` for what each of these promises."""

    id = "overcross"
    version = VERSION
    state_type: Any = State
    action_type: Any = Action
    event_type: Any = Event
    observation_type: Any = Observation

    def __init__(self, arena: Arena) -> None:
        self.arena = arena
        self._last: tuple[State | None, dict[Any, Any]] = (None, {})

    def setup(self, setup_: Setup) -> Step[State, Event]:
        """Return the first state; the setup is the one these rules were made for."""
        if setup_ != self.arena.setup:
            self.arena = Arena(self.arena.catalogue, self.arena.field, setup_, self.arena.settings)
        return setup.begin(self.arena)

    def deciding(self, state: State) -> Seat | None:
        """Return the seat that must choose now."""
        return None if state.outcome is not None else asked(self._table(state))

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own."""
        return state.outcome is not None or len(state.stack) <= 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding seat may not do this."""
        if not isinstance(action, Action):
            raise Malformed(f"{action!r} is not an action of Overcross")
        return refusal(self._table(state), action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider, with a warning where it would change nothing."""
        return warned(offers(self._table(state)), partial(self.warning, state))

    def warning(self, state: State, action: Action) -> str:
        """Return why an allowed action would change nothing."""
        return trial.warning(self._table(state), state, action)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the enabled actions only."""
        return legal(self._table(state))

    def _table(self, state: State) -> Table:
        """Return a table to ask about a state; what was worked out for the last one asked about is kept."""
        last, memo = self._last
        if last is not state:
            memo = {}
            self._last = (state, memo)
        return Table(self.arena, state, memo=memo)

    def draft(self, state: State, chance: Chance, *, telling: bool) -> OvercrossDraft:
        """Return a working copy of a state."""
        return OvercrossDraft(self.arena, state, chance, telling=telling)

    def play(self, draft: OvercrossDraft, action: Action) -> None:
        """Carry out a legal action on a working copy."""
        perform(draft, action)

    def advance(self, state: State, action: Action, chance: Chance | None = None) -> State:
        """Return the state after an action known to be legal."""
        last, memo = self._last
        draft = OvercrossDraft(self.arena, state, chance, memo=memo if last is state else None)
        perform(draft, action)
        return draft.freeze()

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def observe(self, state: State, seat: Seat) -> Observation:
        """Return all that one seat may know."""
        return observe.observe(state, seat)

    def redact(self, event: Event, seat: Seat) -> Event | None:
        """Return the event as a seat may know it."""
        return observe.redact(event, seat, len(self.arena.seats))

    def sample(self, observation: Observation, chance: Chance) -> State:
        """Return a random world consistent with an observation."""
        return observe.sample(self.arena, observation, chance)

    def scene(self, observation: Observation) -> Scene:
        """Return the picture of an observation."""
        return scene.picture(self.arena, observation)

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        """Return how an event is told."""
        return tell.tell(self.arena, event, observation)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects."""
        return evaluate(self._table(state))

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant."""
        return faults(self.arena, state)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return the odds or the trail of an action."""
        return preview.preview(self.arena, observation, action)

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return what to light up when a piece is looked at."""
        return preview.overlays(self.arena, observation, piece)

    def reroute(self, observation: Observation, action: Action, through: tuple[Place, ...]) -> Action:
        """Return a move made to pass through spaces in order."""
        return preview.reroute(self.arena, observation, action, through)

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card."""
        return face(self.arena.catalogue[card])

    def gives_away(self, event: Event) -> bool:
        """Tell whether an event showed dice or something hidden."""
        return observe.gives_away(event)
