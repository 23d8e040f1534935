"""The rulebook of Cardmaster as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from game.content.creatures import Creature
from game.content.weights import Judgement, Judging
from game.kernel.capabilities import Chart
from game.kernel.chance import Chance
from game.kernel.cues import Telling
from game.kernel.ids import CardId, PieceId, Place, Seat, piece_place
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.rules import Policy
from game.kernel.scene import Badge, CardFace, Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Step
from game.kernel.words import enumerated
from game.rules.cardmaster import habits
from game.rules.cardmaster import legal as judging
from game.rules.cardmaster import observe as seeing
from game.rules.cardmaster import offers as offering
from game.rules.cardmaster import scene as picturing
from game.rules.cardmaster import setup as beginning
from game.rules.cardmaster import tell as telling
from game.rules.cardmaster.actions import Action, CorrectGems, CorrectHp, CorrectRaided, CorrectStatus, EndPossession, EnterRoll
from game.rules.cardmaster.apply import act
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.chart import STRONG, TYPES, move_quarters
from game.rules.cardmaster.classic import classic
from game.rules.cardmaster.evaluate import Judge, Outlook, Weights, finer, promising, scale, weighed
from game.rules.cardmaster.events import Event, Filled, Shifted, Started
from game.rules.cardmaster.glyphs import TYPE_GLYPHS, type_name
from game.rules.cardmaster.position import POSITIONS
from game.rules.cardmaster.state import EMPTY, Observation, State
from game.rules.cardmaster.version import VERSION

TYPE_CHART = Chart(
    "Type chart",
    "The first type does twice the damage to the two after it; they do half to it (CM-5, CM-6).",
    tuple(tuple(Badge(TYPE_GLYPHS[one], "", type_name(one)) for one in (kind, *STRONG[kind])) for kind in TYPES),
)


class CardmasterRules(Judging[Weights], Rulebook[State, Action, Event, Observation, Arena]):
    """Cardmaster, CM-1 to CM-37, bound to a library of cards; everything lies open."""

    id = "cardmaster"
    version = VERSION
    state_type = State
    action_type = Action
    event_type = Event
    observation_type = Observation
    positions = POSITIONS
    policies: Mapping[str, Policy] = {"classic": classic}
    attention: Mapping[str, float] = {"novice": 0.4, "easy": 0.6}
    habits: Mapping[str, str] = habits.HABITS
    chart = TYPE_CHART

    def __init__(self, cards: Mapping[CardId, Creature], judged: Judgement[Weights] | None = None, *, asks: bool = False) -> None:
        self.cards = cards
        self.asks = asks
        self.judge_by(judged or weighed())
        self._scale, self._told = scale(cards, self.judged.weights), scale(cards, self.judged.prospects)

    def judging(self, judged: Judgement[Weights]) -> CardmasterRules:
        """Return the same rules with other weights."""
        return CardmasterRules(self.cards, judged, asks=self.asks)

    def setup(self, setup: Setup) -> Step[State, Event]:
        """Lay out the teams or the shared pool of a completed setup (CM-1, CM-2, CM-37)."""
        return beginning.begin(setup, self.cards)

    def held(self, state: State) -> tuple[tuple[CardId, ...], ...]:
        """Return the cards of each team, the reserve and the fallen too."""
        pieces = state.board.pieces
        teams = (tuple(number for number in (*team.active, *team.reserve, *team.fallen) if number != EMPTY) for team in state.board.teams)
        return tuple(tuple(pieces[number].card for number in team) for team in teams)

    def played(self, state: State, event: Event) -> tuple[Seat, CardId] | None:
        """Return who brought which card into a slot: as a starter, by shifting or for one that fell (CM-22, CM-25, CM-37)."""
        match event:
            case Started(piece=piece) | Filled(piece=piece) | Shifted(target=piece):
                brought = state.board.pieces[piece]
                return brought.owner, brought.card
            case _:
                return None

    def deciding(self, state: State) -> Seat | None:
        """Return the seat that must choose now, or None when the match is over."""
        pending = state.board.pending
        return pending[-1].seat if pending else None

    def settled(self, state: State) -> bool:
        """Tell whether no question is open but the possession's own."""
        return len(state.board.pending) <= 1

    def round(self, state: State) -> int:
        """Return the number of the round, in which both take possession (CM-8), and that of choosing starters before it."""
        return state.board.round + 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        return judging.refusal(state.board, action)

    def offers(self, state: State) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider."""
        return offering.offers(state.board, self.cards, asks=self.asks)

    def legal(self, state: State) -> tuple[Action, ...]:
        """Return the allowed actions only, without the tracker tools."""
        return judging.legal(state.board)

    def draft(self, state: State, chance: Chance, *, telling: bool) -> Arena:
        """Return a working copy of a state."""
        return Arena(state.board, self.cards, chance, telling=telling, asks=self.asks and state.board.custom)

    def play(self, draft: Arena, action: Action) -> None:
        """Carry out a legal action on a working copy."""
        act(draft, action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the match ended, with the MVPs, or None (CM-35, CM-36)."""
        return seeing.outcome(state.board)

    def observe(self, state: State, seat: Seat) -> Observation:
        """Return what a seat knows: the whole board."""
        return seeing.observe(state, seat)

    def sample(self, observation: Observation, chance: Chance) -> State:
        """Return the state behind an observation, with fresh chance."""
        return seeing.sample(observation, chance)

    def scene(self, observation: Observation) -> Scene:
        """Return the picture of an observation."""
        return picturing.scene(observation, self.cards)

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        """Return how an event is told."""
        return telling.tell(event, observation.board)

    def evaluate(self, state: State) -> tuple[float, ...]:
        """Return both sides' prospects, 0 to 1."""
        return Outlook(self._told)(state)

    def promising(self, state: State, legal: Sequence[Action]) -> Sequence[int]:
        """Return the numbers of the legal actions that can look best."""
        return promising(self._scale, state.board, legal)

    def finer(self, state: State, actions: Sequence[Action]) -> Sequence[int]:
        """Return the numbers of the actions without those that bring in a card that does worse, by its types, against the foes than another that could come."""
        return finer(self._scale, state.board, actions)

    def early(self, state: State, legal: Sequence[Action], action: Action) -> Sequence[int]:  # noqa: ARG002
        """Return all moves before the possession is ended (CM-8, CM-9)."""
        return range(len(legal) - 1) if type(action) is EndPossession else ()

    def judge(self) -> Judge:
        """Return what weighs the positions of one decision: a card that stands as it did is weighed once."""
        return Judge(self._scale)

    def outlook(self) -> Outlook:
        """Return what judges where the thoughts of one decision end."""
        return Outlook(self._told)

    def faults(self, state: State) -> tuple[str, ...]:
        """Return every broken invariant in words."""
        return seeing.faults(state.board, self.cards)

    def preview(self, observation: Observation, action: Action) -> Preview:
        """Return what an action would do: damage, odds, what is left."""
        return offering.preview(observation.board, self.cards, action)

    def overlays(self, observation: Observation, piece: PieceId) -> tuple[Overlay, ...]:
        """Return the foes that a card is strong against and those that resist it, by the attacks that it can pay for, with the chart's rows (CM-5)."""
        board = observation.board
        if not 0 <= piece < len(board.pieces) or board.pieces[piece].owner not in (0, 1):
            return ()
        card = self.cards[board.pieces[piece].card]
        foes = [foe for foe in board.teams[1 - board.pieces[piece].owner].active if foe != EMPTY]
        ranks = range(1, judging.highest(board, board.pieces[piece]) + 1)
        lit = dict[tuple[str, str], list[Place]]()
        for foe in foes:
            times = {rank: move_quarters(rank, card.types, self.cards[board.pieces[foe].card].types) for rank in ranks}
            strong = [rank for rank in ranks if times[rank] > 4]
            some = f" with {enumerated([f'A{rank}' for rank in strong], 'or')}" if len(strong) < len(ranks) else ""
            if strong:
                lit.setdefault(("reach", f"Strong{some} (CM-5): {self._rows(card, strong)}"), []).append(piece_place(foe))
            elif max(times.values()) < 4:
                lit.setdefault(("threat", "Resists what it can attack with (CM-5)"), []).append(piece_place(foe))
        return tuple(Overlay(kind, tuple(places), words) for (kind, words), places in lit.items())

    def _rows(self, card: Creature, ranks: Sequence[int]) -> str:
        """Return the rows of the chart that attacks of a card go by: A1 by its first type, A2 by its second, A3 by the better (CM-16 to CM-18)."""
        kinds = [kind for rank, kind in enumerate(card.types, 1) if {rank, 3} & {*ranks}]
        return "; ".join(dict.fromkeys(map(chart_row, kinds)))

    def indulged(self, state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:  # noqa: ARG002
        """Return, of each habit that the choice gave a chance to, whether it was one."""
        return habits.indulged(self.cards, state, action)

    def put(self, observation: Observation, source: Place, onto: Place) -> Action | None:
        """Return the move of a card, the choice or the deposit that would put it there (CM-8, CM-14)."""
        return offering.put(observation.board, source, onto)

    def fill(self, observation: Observation, action: Action, values: Mapping[str, str | int | bool]) -> Action:  # noqa: ARG002
        """Return a tracker tool with its values typed in; any other action as it is (CM-3)."""
        match action:
            case CorrectHp() | CorrectGems() | CorrectRaided() | CorrectStatus() | EnterRoll():
                return replace(action, **{key: value for key, value in values.items() if key in action.__struct_fields__})
            case _:
                return action

    def face(self, card: CardId) -> CardFace:
        """Return what is printed on a card; raise KeyError for a card of another catalogue."""
        return picturing.face(self.cards[card])

    def hand_over(self, observation: Observation) -> bool:
        """Tell whether the table passes from hand to hand: in a Custom Match, once the rounds go on (CM-2)."""
        return observation.board.custom and observation.board.round > 0


def chart_row(kind: str) -> str:
    """Return a type's row of the chart: `Spirit > Humanoid, Tech` (CM-5)."""
    return f"{type_name(kind)} > {', '.join(type_name(other) for other in STRONG[kind])}"
