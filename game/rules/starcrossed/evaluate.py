"""How well each player stands: life, divas and their lanes, levels, cards, and the attack that is going on.

It looks at a whole state, of which a player only ever samples one that agrees with what they know; face-down cards count the
same whatever they are. Players judge thousands of positions a second, so what a card is worth wherever it lies is worked out once
for a catalogue, and a table is laid out only where a card in play must be asked what it changes.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp

from msgspec import Struct

from game.cards.catalogue import Catalogue
from game.cards.interpret import Frame, Run
from game.cards.modify import changed
from game.content.weights import Judgement, judgement
from game.kernel.ids import CardId, PieceId, Seat
from game.rules.starcrossed.arena import Arena, Printed, quick_cards
from game.rules.starcrossed.cards import StarCard
from game.rules.starcrossed.state import CRYSTALS, LANES, Fight, State, lane_order, opposing
from game.rules.starcrossed.table import Table, laid_out

MOST_HELD = 8


class Weights(Struct, frozen=True):
    """What things are worth: each `life`, a `level`; a `diva`, a power or an item that `stays`, and a `move` in the hand.

    `low_life` is what it costs to have hardly any life left. `reach` is what each point of cost is worth of the dearest diva that can still be
    paid for and has a place to go; `energy` is worth less than what is `kept`. On the table count a `set` card, a `body` and each point of
    `strength`, each `ability`, a `recruit`, and a face-up `skill`: `abiding` and `standing` are what its ability and its continuous effects are
    worth, in parts of it. `attuned` is what an attunement is worth, `needing` each card in the hand that needs a tribe and has it, `wanted` each
    crystal attuned to a tribe that a card in the hand or a diva of one's own needs. `now` is how
    much of a coming attack of this turn counts, `later` of next turn's; `exchange` is what a won fight takes, as a part of it.
    `spread` is how far ahead makes a clear favourite.
    """

    life: float
    low_life: float
    level: float
    diva: float
    stays: float
    move: float
    reach: float
    energy: float
    kept: float
    set: float
    body: float
    strength: float
    ability: float
    recruit: float
    skill: float
    abiding: float
    standing: float
    attuned: float
    needing: float
    wanted: float
    now: float
    later: float
    exchange: float
    spread: float


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Starcrossed."""
    return judgement("starcrossed", Weights)


_NONE: frozenset[str] = frozenset()
_ACROSS = tuple(opposing(index) for index in range(CRYSTALS))


class Worth:
    """What a card is worth: `held` in the hand, `stands` as a diva beside her strength, `lies` as a face-up skill.

    `strength` is hers, or what it lends the diva it lies with; `words` are the qualities she has, or it lends. `asking` are additions to
    strength that a table must work out, `spread` those to divas elsewhere; a card that changes anything else is `odd`, and `reaches`
    when it is any of these. `needs` is the tribe without which it cannot be played from the hand.
    """

    __slots__ = ("asking", "cost", "held", "level", "lies", "needs", "odd", "reaches", "spread", "stands", "strength", "words")

    def __init__(self, printed: Printed, weights: Weights) -> None:
        self.held = weights.diva if printed.diva else weights.move if printed.move else weights.stays
        self.stands = weights.body + weights.ability * (printed.abiding + len(printed.standing))
        self.lies = weights.skill * (weights.standing * len(printed.standing) + weights.abiding * printed.abiding)
        self.needs = printed.tribe if not printed.diva or printed.bound else ""
        self.level = printed.level if printed.diva else 0
        self.cost = printed.cost
        self.asking = printed.asking
        self.spread = tuple((each.change[1], each.reached) for each in printed.spread)
        self.odd = bool(
            printed.auras
            or any(stage != "add" or value < 0 for _, (stage, value) in printed.plain)
            or any((each.stat, each.stage) != ("strength", "add") for each in printed.asking)
            or any((each.stat, each.change[0]) != ("strength", "add") for each in printed.spread)
        )
        self.reaches = self.odd or bool(self.asking or self.spread)
        self.strength = printed.strength + sum(value for stat, (_, value) in printed.plain if stat == "strength")
        self.words = printed.keywords | {stat for stat, _ in printed.plain if stat != "strength"}


@lru_cache(maxsize=8)
def _worths(catalogue: Catalogue[StarCard], weights: Weights) -> dict[CardId, Worth]:
    return {card: Worth(printed, weights) for card, printed in quick_cards(catalogue).items()}


class Look:
    """A position as far as it has been looked at: what is on each crystal, and what each seat's side is worth.

    `bodies` is what the diva on each crystal is worth beside her strength, `levels` what another would have to beat; both are 0 without
    one.
    """

    __slots__ = ("bodies", "levels", "strengths", "tribes", "words", "worth")

    def __init__(self) -> None:
        self.strengths = [0, 0, 0, 0, 0, 0]
        self.words = [_NONE, _NONE, _NONE, _NONE, _NONE, _NONE]
        self.bodies = [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]
        self.worth = [0.0, 0.0]
        self.levels = [0, 0, 0, 0, 0, 0]
        self.tribes: tuple[list[str], list[str]] = ([], [])


class Judge:
    """Weighs the positions of one match."""

    def __init__(self, arena: Arena, weights: Weights) -> None:
        self._arena = arena
        self._weights = weights
        self._worths = _worths(arena.catalogue, weights)
        self._all_now, self._all_later = (weights.now,) * CRYSTALS, (weights.later,) * CRYSTALS

    def prospects(self, state: State) -> tuple[float, float]:
        """Return both seats' prospects, 0 to 1; they sum to 1."""
        if state.outcome is not None:
            return state.outcome.share(0), state.outcome.share(1)
        look, weights = self.look(state), self._weights
        each = weights.strength
        worth = [body and body + each * strength for body, strength in zip(look.bodies, look.strengths, strict=True)]
        one, two = state.life
        life = [float(one), float(two)]
        if state.fight is not None:
            self._fight(state, state.fight, look, worth, life)
        self._threats(state, look, worth, life)
        first = worth[0] + worth[1] + worth[2] + look.worth[0] + self._held(state, 0, look) + self._life(life[0])
        second = worth[3] + worth[4] + worth[5] + look.worth[1] + self._held(state, 1, look) + self._life(life[1])
        share = 1 / (1 + exp((second - first) / weights.spread))
        return share, 1 - share

    def look(self, state: State) -> Look:
        """Return what is on the crystals: levels, attunements, skills, and the divas after everything that changes them."""
        look = Look()
        cards, worths, strengths, weights = state.cards, self._worths, look.strengths, self._weights
        asking: list[tuple[int, PieceId]] = []
        odd = False
        for index, crystal in enumerate(state.crystals):
            seat = 0 if index < LANES else 1
            worth = weights.level * crystal.level
            if crystal.attuned:
                look.tribes[seat].append(crystal.attuned)
            diva = crystal.diva
            if diva >= 0:
                if crystal.recruit:
                    look.bodies[index], look.levels[index] = weights.recruit, 1
                else:
                    card = worths[cards[diva][0]]
                    look.bodies[index], look.levels[index] = card.stands, card.level
                    strengths[index] += card.strength
                    look.words[index] = card.words
                    if card.reaches:
                        asking.append((index, diva))
                        odd |= card.odd
            for skill in crystal.skills:
                if skill.down:
                    worth += weights.set
                    continue
                card = worths[cards[skill.id][0]]
                worth += card.lies
                strengths[index] += card.strength
                if card.words:
                    look.words[index] |= card.words
                if card.reaches:
                    asking.append((index, skill.id))
                    odd |= card.odd
            look.worth[seat] += worth
        if asking or state.lasting:
            self._reach(state, look, asking)
            if odd or not _last(state, look):
                self._ask(state, look)
            if min(strengths) < 0:
                look.strengths = [max(0, strength) for strength in strengths]
        return look

    def _reach(self, state: State, look: Look, asking: list[tuple[int, PieceId]]) -> None:
        """Add what cards add to strength elsewhere, or by what they find on the table."""
        table: Table | None = None
        for index, piece in asking:
            name, seat = state.cards[piece]
            card = self._worths[name]
            for amount, reached in card.spread:
                for place in reached[index]:
                    look.strengths[place] += amount
            diva = state.crystals[index].diva
            if diva >= 0:
                for standing in card.asking:
                    table = table or laid_out(self._arena, state)
                    change = standing.change(Run(table, Frame(name, 0, piece, seat)), diva)
                    if change is not None:
                        look.strengths[index] += change[1]

    def _ask(self, state: State, look: Look) -> None:
        """Have a table work out strengths and qualities: something does more than add."""
        table = laid_out(self._arena, state)
        for index, crystal in enumerate(state.crystals):
            if crystal.diva >= 0:
                changes = table.changes(crystal.diva, index)
                printed = None if crystal.recruit else table.printed_cards[table.cards[crystal.diva][0]]
                look.strengths[index] = changed(printed.strength if printed else 0, changes.get("strength", ()))
                words = printed.keywords if printed else _NONE
                for stat, each in changes.items():
                    if stat != "strength":
                        words = words | {stat} if changed(int(stat in words), each) > 0 else words - {stat}
                look.words[index] = words

    def _held(self, state: State, seat: Seat, look: Look) -> float:
        """Return what cards in the hand, energy and attunement are worth to a seat."""
        cards, worths, tribes, weights = state.cards, self._worths, look.tribes[seat], self._weights
        energy, kept = state.energy[seat], state.kept[seat]
        purse = energy + kept if state.phase == "action" and state.step <= (0 if seat == state.active else 1) else -1
        lowest, dearest, needing = min(look.levels[seat * LANES : seat * LANES + LANES]), 0, 0
        worth = weights.energy * energy + weights.kept * kept
        hand, wanted = state.hands[seat], set[str]()
        for piece in hand:
            card = worths[cards[piece][0]]
            worth += card.held
            if card.needs:
                wanted.add(card.needs)
                needing += card.needs in tribes
            if dearest < card.cost <= purse and card.level > lowest:
                dearest = card.cost
        for piece in hand[MOST_HELD:]:
            worth -= worths[cards[piece][0]].held
        if tribes:
            for crystal in state.crystals[seat * LANES : seat * LANES + LANES]:
                if crystal.diva >= 0 and not crystal.recruit:
                    wanted.add(worths[cards[crystal.diva][0]].needs)
            worth += weights.attuned + weights.needing * needing + weights.wanted * sum([tribe in wanted for tribe in tribes])
        return worth + weights.reach * dearest

    def _life(self, life: float) -> float:
        return self._weights.life * life - self._weights.low_life / max(life + 1.0, 0.5)

    def _fight(self, state: State, fight: Fight, look: Look, worth: list[float], life: list[float]) -> None:
        """Count the attack that is going on as its showdown would end now; who has yet to say whether to block does what costs them less (SC-33)."""
        here, there = fight.crystal, opposing(fight.crystal)
        if (
            fight.stage == "over"
            or state.crystals[here].diva != fight.attacker
            or (fight.blocked and state.crystals[there].diva != fight.blocker)
        ):
            return
        seat, one, other, words = there // LANES, look.strengths[here], look.strengths[there], look.words
        beats, falls = one >= other, one <= other
        beyond = one - other if one > other and "overkill" in words[here] else 0
        blocks = fight.blocked
        if fight.stage == "declared" and worth[there] > 0 and "veiled" not in words[here] and "dazzled" not in words[there]:
            blocks = worth[there] * beats - worth[here] * falls + self._life(life[seat] - one) <= self._life(life[seat] - beyond)
        if not blocks:
            life[seat] -= one
            return
        life[seat] -= beyond
        if beats:
            worth[there] = 0.0
        if falls:
            worth[here] = 0.0

    def _threats(self, state: State, look: Look, worth: list[float], life: list[float]) -> None:
        """Take from each seat the life that the divas across may be expected to take by attacking, soon."""
        strengths, words, later = look.strengths, look.words, self._weights.later
        now, exchange = self._weights.now, self._weights.exchange
        soon = self._all_now if state.phase == "action" else self._all_later if state.phase != "combat" else self._soon(state)
        for index, strength in enumerate(strengths):
            if strength <= 0 or worth[index] <= 0:
                continue
            there, weight, quality = _ACROSS[index], soon[index], words[index]
            if quality and "lulled" in quality:
                weight = later
            if worth[there] <= 0 or (quality and "veiled" in quality) or (weight == now and "dazzled" in words[there]):
                threat = weight * strength
            elif (margin := strength - strengths[there]) <= 0:
                continue
            elif quality and "overkill" in quality:
                threat = weight * margin
            else:
                threat = weight * exchange * min(strength, worth[there] + 1)
            life[1 if index < LANES else 0] -= threat

    def _soon(self, state: State) -> tuple[float, ...]:
        """Return how much an attack from each crystal counts in the Combat Phase, in full when it is still to come."""
        now, later = self._weights.now, self._weights.later
        return tuple([now if _to_come(state, index) else later for index in range(CRYSTALS)])


def _last(state: State, look: Look) -> bool:
    """Add what lasts on divas for a while; return False when it does more than add."""
    places = {crystal.diva: index for index, crystal in enumerate(state.crystals)}
    for lasting in state.lasting:
        index = places.get(lasting.on)
        if index is not None:
            if lasting.stage != "add":
                return False
            if lasting.stat == "strength":
                look.strengths[index] += lasting.value
            elif lasting.value <= 0:
                return False
            else:
                look.words[index] |= {lasting.stat}
    return True


def _to_come(state: State, index: int) -> bool:
    number = 2 * lane_order(state.active).index(index % LANES) + (0 if index // LANES == state.active else 1)
    return number > state.step or (number == state.step and state.fight is None)
