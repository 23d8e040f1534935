"""The rulebook of Starcrossed as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from game.cards.rulebook import CardRules, Chapters
from game.content.weights import Judgement, Judging
from game.kernel.cues import Telling
from game.kernel.ids import CardId, Place, Seat
from game.kernel.setup import Setup
from game.kernel.step import Step
from game.rules.starcrossed import apply as applying
from game.rules.starcrossed import faces as printing
from game.rules.starcrossed import faults as checking
from game.rules.starcrossed import habits
from game.rules.starcrossed import legal as judging
from game.rules.starcrossed import observe as seeing
from game.rules.starcrossed import offers as offering
from game.rules.starcrossed import preview as previewing
from game.rules.starcrossed import prompts as prompting
from game.rules.starcrossed import scene as picturing
from game.rules.starcrossed import secrets as hiding
from game.rules.starcrossed import setup as beginning
from game.rules.starcrossed import tell as telling
from game.rules.starcrossed import trial as trying
from game.rules.starcrossed.actions import Action
from game.rules.starcrossed.arena import Arena
from game.rules.starcrossed.draft import StarDraft
from game.rules.starcrossed.evaluate import Judge, Weights, weighed
from game.rules.starcrossed.events import DivaPlayed, Event, SkillPlayed, SkillSet
from game.rules.starcrossed.observe import Observation
from game.rules.starcrossed.offers import WINDOWS
from game.rules.starcrossed.position import POSITIONS
from game.rules.starcrossed.state import State
from game.rules.starcrossed.table import laid_out
from game.rules.starcrossed.version import VERSION


class StarcrossedRules(Judging[Weights], CardRules[State, Action, Event, Observation]):
    """Starcrossed: SC-1 to SC-40, bound to a catalogue and two decks."""

    id = "starcrossed"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation
    positions = POSITIONS
    windows: Mapping[str, str] = WINDOWS
    attention: Mapping[str, float] = {"novice": 0.1, "easy": 0.17}
    habits: Mapping[str, str] = habits.HABITS
    chapters = Chapters(
        table=laid_out,
        draft=StarDraft,
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

    def __init__(self, arena: Arena, judged: Judgement[Weights] | None = None) -> None:
        super().__init__(arena)
        self.judge_by(judged or weighed())
        self._judge = Judge(arena, self.judged.weights)
        self._told = Judge(arena, self.judged.prospects)

    def judging(self, judged: Judgement[Weights]) -> StarcrossedRules:
        """Return the same rules with other weights."""
        return StarcrossedRules(self.arena, judged)

    def held(self, state: State) -> tuple[tuple[CardId, ...], ...]:
        """Return the cards in each hand."""
        return tuple(tuple(state.cards[piece][0] for piece in hand) for hand in state.hands)

    def played(self, state: State, event: Event) -> tuple[Seat, CardId] | None:  # noqa: ARG002
        """Return who played which card, face up or down (SC-13, SC-18, SC-20)."""
        return (event.seat, event.card) if isinstance(event, DivaPlayed | SkillPlayed | SkillSet) else None

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Roll for the Active Player, shuffle and draw (SC-4)."""
        return beginning.begin(self.arena, setup)

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own."""
        return len(state.stack) <= 1

    def round(self, state: State) -> int:
        """Return the number of the turn, in which both act (SC-10), and the opening's before it."""
        return state.turn + 1

    def across(self, words: str) -> str:
        """Return words with the lanes as the player opposite names them (SC-1)."""
        return prompting.across(words)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the allowed actions only."""
        return judging.quick_legal(self.arena, state) if state.stack else ()

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        """Return how a redacted event is told."""
        return telling.tell(event, observation)

    def indulged(self, state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:  # noqa: ARG002
        """Return, of each habit that the choice gave a chance to, whether it was one."""
        return habits.indulged(self.arena, state, action)

    def put(self, observation: Observation, source: Place, onto: Place) -> Action | None:
        """Return what would play, set or point a card there (SC-13, SC-20, SC-26)."""
        return previewing.put(self.arena, observation, source, onto)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects, 0 to 1."""
        return self._told.prospects(state)

    def judge(self) -> Callable[[State], tuple[float, ...]]:
        """Return what judges the positions of one decision."""
        return self._judge.prospects
