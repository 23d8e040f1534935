"""The rulebook of Overcross, bound to one catalogue, one battle grid and one agreement about the objective."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from msgspec.structs import replace

from game.cards.interpret import Frame
from game.cards.waste import warned
from game.content.weights import Judgement, Judging
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat
from game.kernel.offers import Malformed, Offer, Overlay, Preview, Refusal, SetupError
from game.kernel.rulebook import Rulebook
from game.kernel.scene import CardFace, Scene
from game.kernel.secrets import Secret
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.rules.overcross import barren, habits, observe, preview, promise, scene, secrets, setup, tell, trial
from game.rules.overcross.actions import Action, Attack, Play
from game.rules.overcross.apply import perform
from game.rules.overcross.arena import Arena
from game.rules.overcross.draft import OvercrossDraft
from game.rules.overcross.evaluate import Judge, Weights, weighed
from game.rules.overcross.events import Attached, Deployed, Event, Laid, Played
from game.rules.overcross.faces import face
from game.rules.overcross.faults import faults
from game.rules.overcross.legal import asked, legal, refusal, taken
from game.rules.overcross.observe import Observation
from game.rules.overcross.offers import offers
from game.rules.overcross.position import POSITIONS
from game.rules.overcross.state import State
from game.rules.overcross.table import laid_out
from game.rules.overcross.version import VERSION


class OvercrossRules(Judging[Weights], Rulebook[State, Action, Event, Observation, OvercrossDraft]):
    """The rules of one match; see `game.kernel.rules.Rules` for what each of these promises."""

    id = "overcross"
    version = VERSION
    state_type: Any = State
    action_type: Any = Action
    event_type: Any = Event
    observation_type: Any = Observation
    positions = POSITIONS
    attention: Mapping[str, float] = {"novice": 0.03, "easy": 0.07, "normal": 0.16, "hard": 0.4}
    habits: Mapping[str, str] = habits.HABITS

    def __init__(self, arena: Arena, judged: Judgement[Weights] | None = None) -> None:
        self.arena = arena
        self.judge_by(judged or weighed())

    def judging(self, judged: Judgement[Weights]) -> OvercrossRules:
        """Return the same rules with other weights."""
        return OvercrossRules(self.arena, judged)

    def setup(self, setup_: Setup) -> Step[State, Event]:
        """Return the first state; raise SetupError for a setup that differs in more than its seed from that which these rules were made for."""
        if replace(setup_, seed=self.arena.setup.seed) != self.arena.setup:
            raise SetupError("These rules were made for another match.")
        return setup.begin(self.arena, setup_.seed)

    def held(self, state: State) -> tuple[tuple[CardId, ...], ...]:
        """Return the cards in each hand."""
        return tuple(tuple(state.cards[piece][0] for piece in hand) for hand in state.hands)

    def played(self, state: State, event: Event) -> tuple[Seat, CardId] | None:  # noqa: ARG002
        """Return who played which card: a character, terrain, an event or an edit (OC-17, OC-22, OC-32)."""
        match event:
            case Deployed(how="play") | Laid() | Played() | Attached():
                return event.seat, event.card
            case _:
                return None

    def deciding(self, state: State) -> Seat | None:
        """Return the seat that must choose now."""
        if state.outcome is not None:
            return None
        top = state.stack[-1] if state.stack else None
        return state.active if top is None else asked(laid_out(self.arena, state)) if isinstance(top, Frame) else top.seat

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the turn's own."""
        return state.outcome is not None or len(state.stack) <= 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding seat may not do this."""
        if not isinstance(action, Action):
            raise Malformed(f"{action!r} is not an action of Overcross")
        return refusal(laid_out(self.arena, state), action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider, with a warning where it would change nothing."""
        return warned(offers(laid_out(self.arena, state)), partial(self.warning, state))

    def warning(self, state: State, action: Action) -> str:
        """Return why an allowed action would change nothing."""
        return trial.warning(laid_out(self.arena, state), state, action)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the enabled actions only."""
        return legal(laid_out(self.arena, state)) if state.outcome is None else ()

    def draft(self, state: State, chance: Chance, *, telling: bool) -> OvercrossDraft:
        """Return a working copy of a state."""
        return OvercrossDraft(self.arena, state, chance, telling=telling)

    def play(self, draft: OvercrossDraft, action: Action) -> None:
        """Carry out a legal action on a working copy."""
        perform(draft, action)

    def promising(self, state: State, legal: Sequence[Action]) -> Sequence[int]:
        """Return the numbers of those actions among which is one that looks best, in order."""
        return promise.promising(self, self.arena, self.judged.weights, state, legal)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended."""
        return state.outcome

    def secrets(self, state: State) -> Iterable[Secret]:
        """Return everything hidden, and from whom."""
        return secrets.secrets(state)

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
        """Return each seat's prospects: what each hopes for, as a part of what all do."""
        hopes = self.outlook()(state)
        whole = sum(hopes)
        return tuple([each / whole for each in hopes])

    def judge(self) -> Judge:
        """Return what evaluates the positions of one decision."""
        return Judge(self.arena, self.judged.weights)

    def outlook(self) -> Judge:
        """Return what judges where a thought ends: by what matches came to, and with what each seat hopes for."""
        return Judge(self.arena, self.judged.prospects)

    def early(self, state: State, legal: Sequence[Action], action: Action) -> Sequence[int]:
        """Return the cards that can be played, as once an action is taken there are no more this turn (OC-15), and before a major action the minor ones (OC-18)."""
        if state.phase == "major" or type(action) is Play:
            return ()
        catalogue, cards = self.arena.catalogue, state.cards
        minor = taken(catalogue, cards, action) in {"M", "F"}
        return [number for number, each in enumerate(legal) if type(each) is Play or (minor and taken(catalogue, cards, each) == "m")]

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant."""
        return faults(self.arena, state)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return the odds or the trail of an action, and whether it breaks or lays terrain for nothing."""
        found = preview.preview(self.arena, observation, action)
        if isinstance(action, Attack | Play) and barren.on_terrain(observation, action):
            return replace(found, idle=barren.barren(self.arena, self.judge(), self.sample(observation, Chance(0)), action))
        return found

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return what to light up when a piece is looked at."""
        return preview.overlays(self.arena, observation, piece)

    def reroute(self, observation: Observation, action: Action, through: tuple[Place, ...]) -> Action:
        """Return a move made to pass through spaces in order."""
        return preview.reroute(self.arena, observation, action, through)

    def indulged(self, state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:
        """Return, of each habit that the choice gave a chance to, whether it was one."""
        return habits.indulged(state, legal, action)

    def put(self, observation: Observation, source: Place, onto: Place) -> Action | None:
        """Return the move, the placing or the card played that would put a piece there (OC-17, OC-24, OC-32, OC-46)."""
        return preview.put(self.arena, observation, source, onto)

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card."""
        return face(self.arena.catalogue[card])
