"""The rulebook of star cross'd as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from game.content.weights import Judgement, Judging
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import PieceId, Place, Seat, piece_place
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.scene import Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.rules.verona import apply as applying
from game.rules.verona import evaluate as evaluating
from game.rules.verona import legal as judging
from game.rules.verona import observe as seeing
from game.rules.verona import offers as offering
from game.rules.verona import preview as previewing
from game.rules.verona import scene as picturing
from game.rules.verona import setup as beginning
from game.rules.verona import tell as telling
from game.rules.verona.actions import Action
from game.rules.verona.draft import Draft
from game.rules.verona.events import Event
from game.rules.verona.observe import Observation
from game.rules.verona.position import POSITIONS
from game.rules.verona.state import PLACES, State, chemistry
from game.rules.verona.version import VERSION


class VeronaRules(Judging[evaluating.Weights], Rulebook[State, Action, Event, Observation, Draft]):
    """star cross'd: VR-1 to VR-27. Stateless, without cards, without hidden information."""

    id = "verona"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation
    positions = POSITIONS
    attention: Mapping[str, float] = {"novice": 0.05, "easy": 0.24, "normal": 0.5, "hard": 0.8}

    def __init__(self, judged: Judgement[evaluating.Weights] | None = None) -> None:
        self.judge_by(judged or evaluating.weighed())

    def judging(self, judged: Judgement[evaluating.Weights]) -> VeronaRules:
        """Return the same rules with other weights."""
        return VeronaRules(judged)

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Roll the pools and find who goes first (VR-1 to VR-4); raise SetupError unless 2 to 6 sit down."""
        return beginning.begin(setup)

    def deciding(self, state: State) -> Seat | None:
        """Return the family that must choose now, or None when the match is over."""
        return state.pending[-1].seat if state.pending else None

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own."""
        return len(state.pending) <= 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding family may not do this, or None when it may."""
        return judging.refusal(state, action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding family could consider."""
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

    def observe(self, state: State, seat: Seat) -> Observation:
        """Return what a seat knows."""
        return seeing.observe(state, seat)

    def sample(self, observation: Observation, chance: Chance) -> State:
        """Return the state behind an observation, with fresh chance."""
        return seeing.sample(observation, chance)

    def scene(self, observation: Observation) -> Scene:
        """Return the picture of an observation."""
        return picturing.scene(observation)

    def tell(self, event: Event, observation: Observation) -> Telling | None:  # noqa: ARG002  (told alike to all)
        """Return how an event is told."""
        return telling.tell(event)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each family's prospects, 0 to 1."""
        return evaluating.Judge(self.judged.prospects).prospects(state)

    def judge(self) -> Callable[[State], tuple[float, ...]]:
        """Return what evaluates the positions of one decision."""
        return evaluating.Judge(self.judged.weights).prospects

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant in words."""
        return seeing.faults(state)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return what an action would score, with the odds of a duel."""
        return previewing.preview(observation, action)

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return the dice that a die has chemistry with, and those it equals."""
        pools = observation.pools
        if not 0 <= piece < len(pools) * PLACES or not pools[piece // PLACES][piece % PLACES]:
            return ()
        face = pools[piece // PLACES][piece % PLACES]
        others = [
            (seat * PLACES + slot, other)
            for seat, pool in enumerate(pools)
            if seat != piece // PLACES
            for slot, other in enumerate(pool)
            if other
        ]
        drawn = tuple(piece_place(die) for die, other in others if chemistry(face, other))
        equal = tuple(piece_place(die) for die, other in others if face == other)
        return (Overlay("reach", drawn, "Chemistry (VR-6)"), Overlay("sight", equal, "Tryst: equal dice (VR-12)"))

    def put(self, observation: Observation, source: Place, onto: Place) -> Action | None:
        """Return what would set a die against whatever lies there (VR-7, VR-10)."""
        return previewing.put(observation, source, onto)
