"""How well each player stands: Life, cards on the field and in hand, Shine, and the battle that is going on.

What lies on the chain is judged as if it had happened and nobody had answered it, for what is told to people and where thoughts go on: whoever plays on at a glance would else
never answer with a spell or an effect, which seems to do nothing but cost. At a glance a seat foresees so for itself alone: for everybody that takes twice as long. What waits on the stack or is hidden is not judged by, so many positions of one decision are worth the same, such as
each action in all worlds. A Judge judges those once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import exp
from typing import Any

from msgspec import Struct

from game.cards.modify import changed
from game.content.weights import Judgement, judgement
from game.kernel.ids import PieceId
from game.rules.shine.apply import unanswered
from game.rules.shine.arena import Arena
from game.rules.shine.state import BEFORE_ATTACKS, COLUMNS, NONE, OPENING_HAND, SPACES, State, star_space
from game.rules.shine.table import Table, laid_out

_MOST_KEPT = 4000

_PASSING = frozenset({"turn", "battle"})
_TURN = frozenset({"turn"})
_AFTER_ATTACKS = frozenset({"main2", "end"})
_NOTHING: Mapping[PieceId, int] = {}


class Weights(Struct, frozen=True):
    """What things are worth: a `life` card, a `card` in the hand, each `shine` (and more while it is `ready`).

    On the field count a `body`, each point of its `strength`, each `extra` and each Shine on it (`lit`).

    `last_life` and `last_card` are what it costs to have hardly any Life or deck left, `star` what a Star counts more when its Life is low.
    `lending` is the part of a fall that counts in a battle as soon as active Support cards can bring it about; where they can prevent it, so much of it counts no more.
    `turned` is what a turned Star costs, and `exposed` the part of the Life that all who are stronger and can attack it next could take (SH-25), `turned_own` a turned card of whoever's turn it is, `turned_foe` each point of strength of another's.
    `spread` is how far ahead makes a clear favourite.
    """

    life: float
    last_life: float
    card: float
    last_card: float
    shine: float
    ready: float
    body: float
    strength: float
    extra: float
    lit: float
    lending: float
    star: float
    turned: float
    turned_own: float
    turned_foe: float
    exposed: float
    spread: float


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Shine."""
    return judgement("shine", Weights)


class Judge:
    """Weighs the positions of one decision: as the table stands, or where it is `foreseeing`, as if all that lies on the chain had happened."""

    def __init__(self, arena: Arena, weights: Weights) -> None:
        self._arena = arena
        self._weights = weights
        self._foreseeing = False
        self._values: dict[Any, tuple[float, ...]] = {}

    def foreseeing(self) -> Judge:
        """Return one that foresees, and shares what is known of positions in which nothing lies on the chain."""
        other = Judge(self._arena, self._weights)
        other._foreseeing, other._values = True, self._values
        return other

    def __call__(self, state: State) -> tuple[float, ...]:
        """Return each seat's prospects, 0 to 1, that sum to 1."""
        arena, weights = self._arena, self._weights
        if state.outcome is not None or not arena.open:
            return evaluate(arena, weights, state) if self._foreseeing else _worth(arena, weights, state)
        key = _key(state)
        after: State | Table = state
        lying = self._foreseeing and bool(state.chain)
        if lying:
            key = (*key, *[(link.card, link.part, link.source, link.seat, link.at, *link.bound.items()) for link in state.chain])
        if (found := self._values.get(key)) is not None:
            return found
        if lying:
            after = unanswered(arena, state)
        then = key if after is state or after.outcome is not None else _key(after)
        if (found := self._values.get(then)) is None:
            found = _worth(arena, weights, after)
        if len(self._values) > _MOST_KEPT:
            self._values.clear()
        self._values[key] = self._values[then] = found
        return found


def _key(table: State | Table) -> tuple[Any, ...]:
    """Return all that a position is judged by, but for what lies on the chain."""
    field, cards, fight, lasting = table.field, table.cards, table.fight, table.lasting
    return (
        *field, *[cards[stand.id] for stand in field if stand is not None], *table.purses, lasting, table.active,
        0 if fight is None else (fight.attacker, fight.target), table.turn, table.phase if lasting else table.phase in _AFTER_ATTACKS,
        *map(len, table.hands), *map(len, table.decks), *map(len, table.lives), *map(len, table.graves),
    )  # fmt: skip


def evaluate(arena: Arena, weights: Weights, state: State) -> tuple[float, ...]:
    """Return each seat's prospects, 0 to 1, that sum to 1."""
    return _worth(arena, weights, unanswered(arena, state))


def _worth(arena: Arena, weights: Weights, state: State | Table) -> tuple[float, ...]:
    """Return each seat's prospects as the table stands."""
    if state.outcome is not None:
        return (state.outcome.share(0), state.outcome.share(1))
    table = laid_out(arena, state)
    scores = [_held(arena, state, 0, weights), _held(arena, state, 1, weights)]
    fight, cards, printed_cards = state.fight, state.cards, arena.printed
    attacker, target = (-1, -1) if fight is None else (fight.attacker, fight.target)
    strike, guard, fallen, struck, lift = -1, -1, 0.0, 0, 0
    changes, passing = table.changes(), _passing(state) if state.lasting else _NOTHING
    fighters: list[tuple[PieceId, bool]] = []
    prey: list[tuple[PieceId, bool, bool]] = []
    strikers: tuple[list[int], list[int]] = ([], [])
    stars, attacking, strongest, lying = [NONE, NONE], state.phase not in _AFTER_ATTACKS, NONE, list[int]()
    for seat in (0, 1):
        first, own = seat * SPACES, seat == state.active
        worth, upper = 0.0, COLUMNS
        for stand in state.field[first : first + SPACES]:
            upper -= 1
            if stand is None:
                continue
            piece = stand.id
            printed = printed_cards[cards[piece][0]]
            strength = printed.strength
            if piece in changes and "strength" in changes[piece]:
                strength = changed(strength, changes[piece]["strength"], 0)
            kept = strength
            if piece in passing:
                kept = max(0, strength - passing[piece])
            if printed.star:
                body = weights.life + weights.star / (len(state.lives[seat]) + 0.5)
                if stand.turned:
                    worth -= weights.turned
                    stars[seat] = strength
            else:
                if upper >= 0 and (not own or (attacking and not stand.turned and stand.since < state.turn)):
                    strikers[seat].append(kept)
                body = weights.body + weights.strength * kept + weights.extra * printed.extra
                worth += body + weights.lit * stand.shine
            if stand.turned:
                if own:
                    worth -= weights.turned_own if upper >= 0 else 0.0
                elif not printed.star:
                    lying.append(kept)
            elif own and upper >= 0 and (printed.star or stand.since < state.turn):
                if attacking:
                    strongest = max(strongest, strength)
                if passing:
                    fighters.append((piece, printed.star))
            if passing and not own and (stand.turned or printed.star):
                prey.append((piece, printed.star, stand.turned))
            if piece == attacker:
                strike = strength
                lift += table.lent(piece)
            elif piece == target:
                guard, fallen, struck = strength, body, seat
                lift -= table.lent(piece)
        scores[seat] += worth
    for seat, strength in enumerate(stars):
        if strength >= 0 and (struck_by := sum([each > strength for each in strikers[1 - seat]])):
            lives = len(state.lives[seat])
            scores[seat] -= weights.exposed * (_life(lives, weights) - _life(max(0, lives - struck_by), weights))
    if lying and strongest >= 0:
        scores[1 - state.active] -= weights.turned_foe * sum([kept for kept in lying if kept < strongest])
    if passing and state.phase in BEFORE_ATTACKS:
        usable = passing if fight is None else _passing(state, _TURN)  # after this battle another can turn on it
        scores[state.active] += weights.strength * _usable(usable, fighters, prey)
    if strike >= 0 and guard >= 0:  # the battle as it would end now, and as it would with the Support that can still be added to it
        scores[struck] -= fallen * ((1 - weights.lending) * (strike > guard) + weights.lending * (strike + lift > guard))
    first_share = 1 / (1 + exp((scores[1] - scores[0]) / weights.spread))
    return (first_share, 1 - first_share)


def _passing(state: State | Table, until: frozenset[str] = _PASSING) -> dict[PieceId, int]:
    """Return the strength that cards gain or lose until the battle or the turn ends."""
    found: dict[PieceId, int] = {}
    for lasting in state.lasting:
        if lasting.stat == "strength" and lasting.stage == "add" and lasting.until in until:
            found[lasting.on] = found.get(lasting.on, 0) + lasting.value
    return found


def _usable(passing: Mapping[PieceId, int], fighters: Sequence[tuple[PieceId, bool]], prey: Sequence[tuple[PieceId, bool, bool]]) -> int:
    """Return how much of it an attack can still turn on: gained by who may attack something, lost by what may be attacked.

    `fighters` are cards and whether each is a Star, `prey` cards, whether each is a Star and whether it is turned; only a Star attacks an upright Star.
    """
    used = 0
    for piece, star in fighters:
        if passing.get(piece, 0) > 0 and True in [turned or (star and other) for _, other, turned in prey]:
            used += passing[piece]
    for piece, other, turned in prey:
        if passing.get(piece, 0) < 0 and True in [turned or (star and other) for _, star in fighters]:
            used -= passing[piece]
    return used


def _life(lives: int, weights: Weights) -> float:
    """Return what so many Life cards are worth: the last ones most."""
    return weights.life * lives - weights.last_life / (lives + 0.5)


def _held(arena: Arena, state: State | Table, seat: int, weights: Weights) -> float:
    """Return what a seat's Life, deck, hand and Shine are worth; before the first turn, what will lie there as it begins (SH-5, SH-6)."""
    life, deck, hand = len(state.lives[seat]), len(state.decks[seat]), len(state.hands[seat])
    if not state.turn:
        star = state.field[star_space(seat)]
        cards, hand = life + deck + hand, OPENING_HAND
        life = 0 if star is None else arena.printed[state.cards[star.id][0]].card.hp
        deck = max(0, cards - life - hand)
    worth = _life(life, weights)
    worth += weights.card * min(hand, 9) - weights.last_card / (deck + 1)
    purse = state.purses[seat]
    return worth + weights.shine * (purse.ready + purse.spent) + weights.ready * purse.ready
