"""The rulebook of Shine as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from game.cards.interpret import Frame
from game.cards.rulebook import CardRules, Chapters
from game.content.weights import Judgement, Judging
from game.kernel.cues import Telling
from game.kernel.ids import CardId, Place, Seat
from game.kernel.rules import Judge
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.shine import apply as applying
from game.rules.shine import evaluate as evaluating
from game.rules.shine import faces as printing
from game.rules.shine import faults as checking
from game.rules.shine import habits, promise
from game.rules.shine import legal as judging
from game.rules.shine import observe as seeing
from game.rules.shine import offers as offering
from game.rules.shine import preview as previewing
from game.rules.shine import scene as picturing
from game.rules.shine import secrets as hiding
from game.rules.shine import setup as beginning
from game.rules.shine import tell as telling
from game.rules.shine import trial as trying
from game.rules.shine.actions import Action
from game.rules.shine.arena import Arena
from game.rules.shine.draft import ShineDraft
from game.rules.shine.events import Event, Played
from game.rules.shine.observe import Observation
from game.rules.shine.offers import WINDOWS
from game.rules.shine.position import POSITIONS
from game.rules.shine.state import Leaving, State, Watching
from game.rules.shine.table import laid_out
from game.rules.shine.version import VERSION

_BETWEEN = frozenset({Frame, Watching, Leaving})
"""Questions that are asked within a turn's own."""


class ShineRules(Judging[evaluating.Weights], CardRules[State, Action, Event, Observation]):
    """Shine: SH-1 to SH-44, bound to a catalogue and two decks."""

    id = "shine"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation
    positions = POSITIONS
    windows: Mapping[str, str] = WINDOWS
    attention: Mapping[str, float] = {"novice": 0.13, "easy": 0.24, "hard": 0.9}
    habits: Mapping[str, str] = habits.HABITS
    chapters = Chapters(
        table=laid_out,
        draft=ShineDraft,
        play=applying.play,
        refusal=judging.refusal,
        offers=offering.offers,
        warning=trying.warning,
        secrets=hiding.secrets,
        observe=seeing.observe,
        redact=seeing.redact,
        sample=seeing.sample,
        picture=picturing.picture,
        preview=previewing.preview,
        overlays=previewing.overlays,
        faults=checking.faults,
        face=printing.face,
    )

    def __init__(self, arena: Arena, judged: Judgement[evaluating.Weights] | None = None) -> None:
        super().__init__(arena)
        self.judge_by(judged or evaluating.weighed())

    def judging(self, judged: Judgement[evaluating.Weights]) -> ShineRules:
        """Return the same rules with other weights."""
        return ShineRules(self.arena, judged)

    def held(self, state: State) -> tuple[tuple[CardId, ...], ...]:
        """Return the cards in each hand."""
        return tuple(tuple(state.cards[piece][0] for piece in hand) for hand in state.hands)

    def played(self, state: State, event: Event) -> tuple[Seat, CardId] | None:  # noqa: ARG002
        """Return who played which card (SH-11 to SH-13)."""
        return (event.seat, event.card) if isinstance(event, Played) else None

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Lay out the Stars and ask for the first secret choice (SH-4)."""
        return beginning.begin(self.arena, setup)

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own: no battle, no chain, no card that asks, no moment of the other's."""
        if state.fight is not None or state.chain:
            return False
        return _BETWEEN.isdisjoint(map(type, state.stack))

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the allowed actions only."""
        return judging.listed(self.arena, state) if state.stack else ()

    def promising(self, state: State, legal: Sequence[Action]) -> Sequence[int]:
        """Return what may be best at a glance: of answers no second copy of a card, and nothing for what has no part in what is going on."""
        return promise.promising(self.arena, state, legal)

    def finer(self, state: State, actions: Sequence[Action]) -> Sequence[int]:
        """Return the numbers of what leaves more cards one above the other, and of what lets go by what changes nothing."""
        return promise.finer(self.arena, state, actions)

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        """Return how a redacted event is told."""
        return telling.tell(event, observation)

    def indulged(self, state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:
        """Return, of each habit that the choice gave a chance to, whether it was one."""
        return habits.indulged(self.arena, state, legal, action)

    def put(self, observation: Observation, source: Place, onto: Place) -> Action | None:
        """Return what would play, move or point a card there, attack what lies there or support it (SH-10, SH-13, SH-19, SH-23, SH-27)."""
        return previewing.put(self.arena, observation, source, onto)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects, 0 to 1."""
        return evaluating.evaluate(self.arena, self.judged.prospects, state)

    def judge(self) -> evaluating.Judge:
        """Return what evaluates the positions of one decision as they stand, whatever lies on the chain."""
        return evaluating.Judge(self.arena, self.judged.weights)

    def daring(self) -> evaluating.Judge:
        """Return what evaluates positions as if no Star were in danger for having attacked."""
        return evaluating.Judge(self.arena, replace(self.judged.weights, exposed=0.0))

    def foresight(self, judge: Judge[State]) -> evaluating.Judge:
        """Return what evaluates positions as if all that lies on the chain had happened: it takes twice as long."""
        return (judge if isinstance(judge, evaluating.Judge) else self.judge()).foreseeing()
