"""Larder: a small card game of the tests' own, with all that is awkward in real ones.

Two to four cooks hold cards 1 to 10 (two of each) hidden from each other. On their turn a cook draws, puts a card back
into the stirred pile, or serves one. The next cook beats it with a higher card, gambles a point on a die, or yields.

- TY-1 A turn is one of: draw, swap, serve.  TY-2 Only cards of one's own hand.  TY-3 At most four cards in hand.
- TY-4 Nothing is drawn or swapped when the pile is empty.  TY-5 A served card must be answered first.
- TY-6 Only a higher card beats; it scores both ranks.  TY-7 A gamble costs a point and wins on 4 and more.
- TY-8 Whoever yields gives the server the rank.  TY-9 It ends when a cook has no card and the pile is empty, or after 40 turns.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.box import Box
from game.kernel.chance import Chance
from game.kernel.cues import Roll, Telling
from game.kernel.ids import own_zone, piece_place, seat_place, zone_place
from game.kernel.offers import Offer, Overlay, Preview, Refusal
from game.kernel.rulebook import Rulebook
from game.kernel.rules import Policy
from game.kernel.scene import CardFace, Counter, Prompt, Scene, ScenePiece, SceneSeat, SceneZone
from game.kernel.secrets import NOBODY, Secret
from game.kernel.setup import Outcome, Setup
from game.kernel.step import Draft as KernelDraft
from game.kernel.step import Step

RANKS = tuple(range(1, 11))
DECK = tuple(f"larder-{rank}" for rank in RANKS for _ in range(2))
MOST_TURNS = 40


class Card(Struct, frozen=True):
    id: int
    card: str

    @property
    def rank(self) -> int:
        return int(self.card[7:])


class Turn(Struct, frozen=True, tag=True):
    seat: int


class Answer(Struct, frozen=True, tag=True):
    seat: int


Ask: TypeAlias = Turn | Answer


class State(Struct, frozen=True):
    chance: int
    next_id: int
    pile: tuple[Card, ...]
    hands: tuple[tuple[Card, ...], ...]
    middle: Card | None
    discard: tuple[Card, ...]
    scores: tuple[int, ...]
    pending: tuple[Ask, ...]
    turns: int = 0


class Draw(Struct, frozen=True, tag=True):
    pass


class Swap(Struct, frozen=True, tag=True):
    piece: int


class Serve(Struct, frozen=True, tag=True):
    piece: int


class Beat(Struct, frozen=True, tag=True):
    piece: int


class Gamble(Struct, frozen=True, tag=True):
    pass


class Yield(Struct, frozen=True, tag=True):
    pass


Action: TypeAlias = Draw | Swap | Serve | Beat | Gamble | Yield


class Dealt(Struct, frozen=True, tag=True):
    seat: int
    cards: tuple[Card, ...] | None


class Drew(Struct, frozen=True, tag=True):
    seat: int
    piece: int
    card: str | None


class Swapped(Struct, frozen=True, tag=True):
    seat: int
    card: str | None


class Served(Struct, frozen=True, tag=True):
    seat: int
    card: Card


class Bested(Struct, frozen=True, tag=True):
    seat: int
    card: Card


class Rolled(Struct, frozen=True, tag=True):
    seat: int
    face: int


class Cleared(Struct, frozen=True, tag=True):
    seat: int
    points: int


class TurnBegan(Struct, frozen=True, tag=True):
    seat: int


Event: TypeAlias = Dealt | Drew | Swapped | Served | Bested | Rolled | Cleared | TurnBegan


class Observation(Struct, frozen=True):
    seat: int
    hand: tuple[Card, ...]
    held: tuple[tuple[int, ...], ...]
    pile: int
    middle: Card | None
    discard: tuple[Card, ...]
    scores: tuple[int, ...]
    pending: tuple[Ask, ...]
    turns: int


class Draft(KernelDraft[State, Event]):
    """A state that can be changed."""

    def __init__(self, state: State, chance: Chance, *, telling: bool) -> None:
        super().__init__(chance, telling=telling)
        self.state = state

    def freeze(self) -> State:
        return replace(self.state, chance=self.chance.state)

    def set(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def hold(self, seat: int, hand: tuple[Card, ...]) -> None:
        hands = self.state.hands
        self.set(hands=(*hands[:seat], hand, *hands[seat + 1 :]))

    def take(self, seat: int, piece: int) -> Card:
        hand = self.state.hands[seat]
        card = next(card for card in hand if card.id == piece)
        self.hold(seat, tuple(other for other in hand if other.id != piece))
        return card

    def score(self, seat: int, points: int) -> None:
        scores = self.state.scores
        self.set(scores=(*scores[:seat], scores[seat] + points, *scores[seat + 1 :]))

    def stir(self, pile: tuple[Card, ...]) -> None:
        """Shuffle the pile; its cards get fresh ids, since no eye could follow them."""
        first = self.state.next_id
        fresh = tuple(replace(card, id=first + n) for n, card in enumerate(self.chance.shuffle(pile)))
        self.set(pile=fresh, next_id=first + len(fresh))


class ToyRules(Rulebook[State, Action, Event, Observation, Draft]):
    id = "toy"
    version = "1"
    state_type: Any = State
    action_type: Any = Action
    event_type: Any = Event
    observation_type: Any = Observation
    policies: Mapping[str, Policy] = {"glutton": lambda observation, legal, chance: legal[-1]}
    windows: Mapping[str, str] = {"answer": "An answer to what is served"}

    def setup(self, setup: Setup) -> Step[State, Event]:
        empty = tuple(() for _ in range(setup.seats))
        deck = tuple(Card(n, card) for n, card in enumerate(DECK))
        first = State(0, len(deck), (), empty, None, (), tuple(0 for _ in empty), ())
        draft = self.draft(first, Chance(setup.seed), telling=True)
        draft.stir(deck)
        for seat in range(setup.seats):
            pile = draft.state.pile
            draft.set(pile=pile[3:])
            draft.hold(seat, pile[:3])
            draft.record(Dealt(seat, pile[:3]))
        draft.set(pending=(Turn(0),))
        draft.record(TurnBegan(0))
        return draft.finish()

    def deciding(self, state: State) -> int | None:
        return state.pending[-1].seat if state.pending else None

    def settled(self, state: State) -> bool:
        return len(state.pending) <= 1

    def refusal(self, state: State, action: Action) -> Refusal | None:
        if not state.pending:
            return Refusal("over", "TY-9", "The match is over.")
        ask = state.pending[-1]
        hand = state.hands[ask.seat]
        if isinstance(action, Draw | Swap | Serve) != isinstance(ask, Turn):
            return Refusal("not-now", "TY-5", "A served card must be answered first, and only then.")
        if isinstance(action, Swap | Serve | Beat) and action.piece not in {card.id for card in hand}:
            return Refusal("not-yours", "TY-2", "That card is not in your hand.")
        match action:
            case Draw() if not state.pile:
                return Refusal("no-pile", "TY-4", "The pile is empty.", zone_place("pile"))
            case Draw() if len(hand) >= 4:
                return Refusal("hand-full", "TY-3", "You hold four cards already.")
            case Swap() if not state.pile:
                return Refusal("no-pile", "TY-4", "The pile is empty.", zone_place("pile"))
            case Gamble() if state.scores[ask.seat] < 1:
                return Refusal("no-point", "TY-7", "A gamble costs a point, and you have none.")
            case Beat(piece):
                rank = next(card.rank for card in hand if card.id == piece)
                if state.middle is not None and rank <= state.middle.rank:
                    return Refusal("too-low", "TY-6", "Only a higher card beats it.", zone_place("middle"))
        return None

    def considered(self, state: State) -> list[tuple[Action, str, str | None, str | None]]:
        if not state.pending:
            return []
        ask = state.pending[-1]
        hand = state.hands[ask.seat]
        if isinstance(ask, Turn):
            serve = [(Serve(card.id), "Serve", piece_place(card.id), zone_place("middle")) for card in hand]
            swap = [(Swap(card.id), "Swap", piece_place(card.id), zone_place("pile")) for card in hand]
            return [(Draw(), "Draw", None, None), *serve, *swap]
        beat = [(Beat(card.id), "Beat", piece_place(card.id), zone_place("middle")) for card in hand]
        return [(Yield(), "Yield", None, None), (Gamble(), "Gamble", None, None), *beat]

    def offers(self, state: State) -> tuple[Offer, ...]:
        return tuple(
            Offer(
                action,
                verb,
                f"{verb}.",
                source,
                target,
                self.refusal(state, action),
                main=source is None,
                passing="answer" if verb == "Yield" else "",
            )
            for action, verb, source, target in self.considered(state)
        )

    def legal(self, state: State) -> tuple[Action, ...]:
        return tuple(action for action, *_ in self.considered(state) if self.refusal(state, action) is None)

    def draft(self, state: State, chance: Chance, *, telling: bool) -> Draft:
        return Draft(state, chance, telling=telling)

    def play(self, draft: Draft, action: Action) -> None:
        seat = draft.state.pending[-1].seat
        match action:
            case Draw():
                card, *pile = draft.state.pile
                draft.set(pile=tuple(pile))
                draft.hold(seat, (*draft.state.hands[seat], card))
                draft.record(Drew(seat, card.id, card.card))
                self.turn_over(draft)
            case Swap(piece):
                card = draft.take(seat, piece)
                draft.stir((*draft.state.pile, card))
                draft.record(Swapped(seat, card.card))
                self.turn_over(draft)
            case Serve(piece):
                card = draft.take(seat, piece)
                other = (seat + 1) % len(draft.state.hands)
                draft.set(middle=card, pending=(*draft.state.pending, Answer(other)))
                draft.record(Served(seat, card))
            case Yield():
                self.clear(draft, draft.state.pending[0].seat, 1)
            case Beat(piece):
                card = draft.take(seat, piece)
                draft.set(discard=(*draft.state.discard, card))
                draft.record(Bested(seat, card))
                draft.score(seat, card.rank)
                self.clear(draft, seat, 1)
            case Gamble():
                draft.score(seat, -1)
                face = draft.chance.roll()
                draft.record(Rolled(seat, face))
                self.clear(draft, seat if face >= 4 else draft.state.pending[0].seat, 2)

    def clear(self, draft: Draft, seat: int, times: int) -> None:
        card = draft.state.middle
        assert card is not None
        draft.score(seat, times * card.rank)
        draft.set(middle=None, discard=(*draft.state.discard, card))
        draft.record(Cleared(seat, times * card.rank))
        self.turn_over(draft)

    def turn_over(self, draft: Draft) -> None:
        state = draft.state
        seat = (state.pending[0].seat + 1) % len(state.hands)
        over = state.turns + 1 >= MOST_TURNS or (not state.pile and not state.hands[seat])
        draft.set(turns=state.turns + 1, pending=() if over else (Turn(seat),))
        draft.record(TurnBegan(seat))

    def outcome(self, state: State) -> Outcome | None:
        if state.pending:
            return None
        best = max(state.scores)
        winners = tuple(seat for seat, score in enumerate(state.scores) if score == best)
        return Outcome(winners, state.scores, "most points", "TY-9")

    def secrets(self, state: State) -> Iterator[Secret]:
        for place in range(len(state.pile)):
            yield Secret(("pile", place, "card"))
            yield Secret(("pile", place, "id"), NOBODY, "name")
        for seat, hand in enumerate(state.hands):
            for slot in range(len(hand)):
                yield Secret(("hands", seat, slot, "card"), frozenset({seat}))
        yield Secret(("next_id",), NOBODY, "name")
        yield Secret(("chance",), NOBODY, "chance")

    def observe(self, state: State, seat: int) -> Observation:
        hand = state.hands[seat] if seat >= 0 else ()
        held = tuple(tuple(card.id for card in each) for each in state.hands)
        return Observation(seat, hand, held, len(state.pile), state.middle, state.discard, state.scores, state.pending, state.turns)

    def redact(self, event: Event, seat: int) -> Event | None:
        match event:
            case Dealt(owner) if owner != seat:
                return Dealt(owner, None)
            case Drew(owner, piece) if owner != seat:
                return Drew(owner, piece, None)
            case Swapped(owner) if owner != seat:
                return Swapped(owner, None)
        return event

    def sample(self, observation: Observation, chance: Chance) -> State:
        seen = [card.card for card in (*observation.hand, *observation.discard)]
        seen += [observation.middle.card] if observation.middle else []
        unseen = list(DECK)
        for card in seen:
            unseen.remove(card)
        unseen = chance.shuffle(unseen)
        hands = tuple(
            observation.hand if seat == observation.seat else tuple(Card(piece, unseen.pop()) for piece in held)
            for seat, held in enumerate(observation.held)
        )
        cards = [card.id for hand in hands for card in hand] + [card.id for card in observation.discard]
        first = max([*cards, observation.middle.id if observation.middle else 0]) + 1
        pile = tuple(Card(first + n, card) for n, card in enumerate(unseen))
        o = observation
        return State(chance.draw(), first + len(pile), pile, hands, o.middle, o.discard, o.scores, o.pending, o.turns)

    def scene(self, observation: Observation) -> Scene:
        o = observation
        deciding = o.pending[-1].seat if o.pending else None
        zones = [SceneZone("pile", "pile", "Pile", count=o.pile), SceneZone("middle", "row", "Middle", count=int(o.middle is not None))]
        zones += [SceneZone("discard", "pile", "Discard", count=len(o.discard))]
        zones += [SceneZone(own_zone("hand", seat), "hand", "Hand", seat, len(held)) for seat, held in enumerate(o.held)]
        faces = {card.id: card.card for card in o.hand}
        pieces = [
            ScenePiece(piece, "card", own_zone("hand", seat), slot, seat, faces.get(piece))
            for seat, held in enumerate(o.held)
            for slot, piece in enumerate(held)
        ]
        pieces += [ScenePiece(card.id, "card", "discard", slot, None, card.card) for slot, card in enumerate(o.discard)]
        pieces += [ScenePiece(o.middle.id, "card", "middle", face=o.middle.card)] if o.middle else []
        counters = [Counter(f"score@{seat}", "Score", score, seat) for seat, score in enumerate(o.scores)]
        counters.append(Counter("turns", "Turns", o.turns, most=MOST_TURNS))
        seats = tuple(SceneSeat(seat, f"Cook {seat + 1}", choosing=seat == deciding) for seat in range(len(o.held)))
        prompt = None if deciding is None else Prompt(deciding, "Draw, swap or serve." if len(o.pending) == 1 else "Answer.", "TY-1")
        return Scene(
            "toy",
            o.seat,
            seats,
            {zone.id: zone for zone in zones},
            {piece.id: piece for piece in pieces},
            {counter.key: counter for counter in counters},
            prompt,
        )

    def tell(self, event: Event, observation: Observation) -> Telling | None:
        match event:
            case Dealt(seat):
                return Telling(f"{{{seat}}} is dealt three cards.", "draw", origin=zone_place("pile"))
            case Drew(seat, _, card):
                return Telling(f"{{{seat}}} draws {f'[{card}]' if card else 'a card'}.", "draw", origin=zone_place("pile"))
            case Swapped(seat, card):
                return Telling(f"{{{seat}}} stirs {f'[{card}]' if card else 'a card'} into the pile.", "shuffle", goal=zone_place("pile"))
            case Served(seat, card):
                return Telling(f"{{{seat}}} serves [{card.card}].", "play")
            case Bested(seat, card):
                return Telling(f"{{{seat}}} beats it with [{card.card}].", "hit")
            case Rolled(seat, face):
                return Telling(f"{{{seat}}} gambles.", "roll", (Roll(seat, face, good=face >= 4),))
            case Cleared(seat, points):
                return Telling(f"{{{seat}}} scores {points}.", "score", at=seat_place(seat))
        return Telling(f"{{{event.seat}}}'s turn.", "turn") if observation.pending else None

    def evaluate(self, state: State) -> tuple[float, ...]:
        over = self.outcome(state)
        if over is not None:
            return tuple(over.share(seat) for seat in range(len(state.scores)))
        worth = [5 + score + sum(card.rank for card in hand) / 2 for score, hand in zip(state.scores, state.hands, strict=True)]
        return tuple(each / sum(worth) for each in worth)

    def faults(self, state: State) -> tuple[str, ...]:
        cards = [*state.pile, *state.discard, *(card for hand in state.hands for card in hand)]
        cards += [state.middle] if state.middle else []
        found = []
        if sorted(card.card for card in cards) != sorted(DECK):
            found.append("the cards are not those of the deck")
        if len({card.id for card in cards}) != len(cards) or any(card.id >= state.next_id for card in cards):
            found.append("card ids are not unique")
        if any(ask.seat not in range(len(state.hands)) for ask in state.pending) or len(state.scores) != len(state.hands):
            found.append("a seat that is not there")
        return tuple(found)

    def preview(self, observation: Observation, action: Action) -> Preview:
        if isinstance(action, Gamble) and observation.middle is not None:
            return Preview(f"Wins {2 * observation.middle.rank} with 4 and more.")
        return Preview()

    def overlays(self, observation: Observation, piece: int) -> tuple[Overlay, ...]:
        own = piece in {card.id for card in observation.hand}
        return (Overlay("reach", (zone_place("middle"),)),) if own else ()

    def face(self, card: str) -> CardFace:
        if card not in DECK:
            raise KeyError(card)
        return CardFace(card, f"Dish {card[7:]}", "Dish")


class ToyBox(Box):
    id = "toy"
    prefix = "TY"
    title = "Larder"
    tagline = "Serve, beat, yield"
    seats = (2, 3, 4)
    sides = tuple(f"Cook {seat + 1}" for seat in range(4))
    version = "1"

    def __init__(self, rules: ToyRules | None = None) -> None:
        self._rules = rules or ToyRules()

    def fingerprint(self, setup: Setup) -> str:
        return "larder"

    def catalogue(self) -> tuple[CardFace, ...]:
        return tuple(self._rules.face(card) for card in dict.fromkeys(DECK))

    def rules(self, setup: Setup) -> ToyRules:
        return self._rules


BOX = ToyBox()
