"""How well a side stands: what its cards can still give and take, and what their gems, moves and statuses are worth.

A card is worth the root of what it deals times what it can take, so that finishing a wounded foe counts for more than
scratching a fresh one. It takes more than its HP: the attack that fells it does more than was left, and is gone for it. A gem is worth a quarter of the A3 it leads to, as three STACKs and the attack are four moves; so a card
banks gems exactly when its A3 is worth more than four of its A1.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import exp, exp2, log, log2, sqrt
from operator import itemgetter

from msgspec import Struct
from msgspec.structs import replace

from game.content.creatures import Creature
from game.content.weights import Judgement, judgement
from game.kernel.ids import CardId, PieceId, Seat
from game.rules.cardmaster.actions import Action, Attack, Boost, Choose, Shift, Skip, Stack
from game.rules.cardmaster.chart import REVIVE_COST, backfire_chance, inflict_chance, move_quarters, share_up, strength
from game.rules.cardmaster.legal import doomed
from game.rules.cardmaster.state import EMPTY, Board, Piece, State, bears, lowered, raised


class Weights(Struct, frozen=True):
    """What things are worth, as parts of what a card is worth.

    `spare` is what the last attack that a card takes does beyond its HP, in HP against no DEF (half of an A1, as a rule). `move` is what one A1 takes from a foe of its own worth, `heavy` what an A3 takes. A lasting status is expected to see `horizon` starts
    of a possession. `gem` is what a gem counts, as a part of what it helps to pay for, `waiting` what gems count in the reserve, `raided` what a raided gem counts on the best card. `bound` and `locked` are
    what a gridfreeze and each move of a brainlock cost, in moves. `harm` is what a status takes from a card: so much for its strength, and
    at most (or always) so much. `spread` says how surely the richer side wins. Of cards that could come in, each as good as the others, one counts 2 to the power of `meeting` times as much if it does twice as much to its foes, or they half as much to it.

    What follows only chances know that are told, or that a thought ends with (`Outlook`), in logarithms of odds: what a side has for it whose A1 does twice as much to its foes, on average by what all that live are worth (`plain`),
    or whose A3 does (`best`), less by the part `choice` while all reserves are full (who meets whom can still be chosen), whose cards can inflict a status (`statuses`, by its name), whose SPD is higher by 1000 (`swift`: it is first in a round) or whose SPC is (`sure`: it backfires less), or whose SPC is still to be used and would make its cards worth twice as much (`special`).
    """

    spare: float
    move: float
    heavy: float
    horizon: float
    gem: float
    waiting: float
    raided: float
    bound: float
    locked: float
    spread: float
    harm: dict[str, tuple[float, float]]
    meeting: float = 0.0
    plain: float = 0.0
    best: float = 0.0
    swift: float = 0.0
    sure: float = 0.0
    special: float = 0.0
    statuses: dict[str, float] = {}
    choice: float = 0.0


def weighed() -> Judgement[Weights]:
    """Return what things are worth to the programs of Cardmaster."""
    return judgement("cardmaster", Weights)


MOST_RESERVE = 12
"""The cards that both sides have in reserve at the beginning of a match of nine cards a side."""

MOVES, TO_COME, REVIVABLE, WAITING, IN_VAIN = 1024, 2048, 4096, 8192, 16384
"""How a card stands: it has a move, its side's possession is still to come, one of its side has fallen, it is in reserve, and its SPC was in vain.

Together with the number of the card, which is less than any of them, they are one number.
"""


class Scale(Struct, frozen=True):
    """What weighs the cards of one library: the weights, the cards, and what a gem is worth on each card as a part of the card's worth."""

    weights: Weights
    cards: Mapping[CardId, Creature]
    gems: Mapping[CardId, float]


def scale(cards: Mapping[CardId, Creature], weights: Weights) -> Scale:
    """Return what weighs a library of cards."""
    return Scale(weights, cards, {card.id: _gem_worth(card, weights) for card in cards.values()})


class Judge:
    """Weighs the positions of one decision. Most of them differ in a card or two, so what was weighed last of each card, and of each reserve, is kept."""

    def __init__(self, scale: Scale) -> None:
        self._weights, self._gems, self._library = scale.weights, scale.gems, scale.cards
        self._cards: dict[int, tuple[Piece, float, float]] = {}
        self._reserves: dict[tuple[PieceId, ...], _Reserve] = {}

    def __call__(self, state: State) -> tuple[float, float]:
        """Return both sides' prospects, 0 to 1; they sum to 1."""
        board = state.board
        if board.winners is not None:
            return (0.5, 0.5) if not board.winners else (1.0, 0.0) if board.winners[0] == 0 else (0.0, 1.0)
        share = 1 / (1 + exp(-self._lead(board)))
        return share, 1 - share

    def _lead(self, board: Board) -> float:
        """Return the logarithm of the odds that the first seat wins."""
        return self._weights.spread * log((self._side(board, 0) + 1) / (self._side(board, 1) + 1))

    def _side(self, board: Board, seat: Seat) -> float:
        team, pieces, known = board.teams[seat], board.pieces, self._cards
        how = REVIVABLE if team.fallen else 0
        reserve = self._reserves.get(team.reserve)
        if reserve is None:
            reserve = self._reserves[team.reserve] = _Reserve(team.reserve)
        waiting = reserve.among(pieces)
        if reserve.stands != waiting or reserve.how != how:
            reserve.stands, reserve.how = waiting, how
            reserve.worth = self._waiting(pieces, team.reserve, how | WAITING)
        worth, best, moving = reserve.worth, 0.0, board.ready
        if board.turn != seat:
            moving = ()
            if not board.second:
                how += MOVES + TO_COME
        for number in team.active:
            if number == EMPTY:
                continue
            piece, stands = pieces[number], number + how + MOVES if number in moving else number + how
            last = known.get(stands)
            if last is None or last[0] is not piece:
                last = known[stands] = self._standing(piece, stands)
            if piece.boosted and doomed(board, self._library, piece):
                last = self._in_vain(piece, stands)
            worth += last[1]
            if last[2] > best:  # noqa: PLR1730  (`max` takes as long as all else here)
                best = last[2]
        return worth + team.raided * best * self._weights.raided if team.raided else worth

    def _in_vain(self, piece: Piece, how: int) -> tuple[Piece, float, float]:
        """Return an active card that one attack fells in spite of its SPC as if it had not used that, what it counts for, and what a gem would be worth on it."""
        stands = how + IN_VAIN
        last = self._cards.get(stands)
        if last is None or last[0] is not piece:
            _, worth, gem = self._standing(lowered(piece), how)
            last = self._cards[stands] = piece, worth, gem
        return last

    def _standing(self, piece: Piece, how: int) -> tuple[Piece, float, float]:
        """Return an active card, what it counts for, and what a gem would be worth on it."""
        weights = self._weights
        if piece.statuses:
            if how & TO_COME and _taken(piece) >= piece.hp:
                return piece, 0.0, 0.0
            worth = value = _worth(piece, weights.horizon + 1 if how & TO_COME else weights.horizon, weights)
            if how & MOVES and bears(piece, "gridfreeze"):
                how -= MOVES
        else:
            worth = value = sqrt(piece.atk * (weights.spare + piece.hp * 1000 / (1000 - piece.dfn if piece.dfn < 999 else 1)))
        gem = self._gems[piece.card] * value
        if piece.gems:
            worth += _banked(piece, gem, revivable=how & REVIVABLE > 0)
        if how & MOVES:
            worth += weights.move * value
        return piece, worth, gem

    def _counted(self, board: Board, piece: Piece, how: int) -> tuple[Piece, float, float]:
        """Return `_standing` of an active card, without its SPC where one attack fells it in spite of that."""
        return self._standing(lowered(piece) if piece.boosted and doomed(board, self._library, piece) else piece, how)

    def best(self, board: Board, number: PieceId, changed: Sequence[tuple[int, Piece]]) -> int:
        """Return the number of what leaves an active card of the side that moves worth most, with what the Raided pool is worth; each is the card without its move."""
        team, weights = board.teams[board.turn], self._weights
        how = REVIVABLE if team.fallen else 0
        others = [other for other in team.active if other not in (EMPTY, number)] if team.raided else []
        gems = [self._counted(board, board.pieces[other], how)[2] for other in others]
        found, most = -1, -1.0
        for each, piece in changed:
            _, worth, gem = self._counted(board, piece, how)
            if team.raided:
                worth += team.raided * max([gem, *gems]) * weights.raided
            if worth >= most:
                found, most = each, worth
        return found

    def _waiting(self, pieces: tuple[Piece, ...], reserve: tuple[PieceId, ...], how: int) -> float:
        worth, weights, known = 0.0, self._weights, self._cards
        for number in reserve:
            piece, stands = pieces[number], number + how
            last = known.get(stands)
            if last is None or last[0] is not piece:
                value = _worth(piece, 1, weights)
                gem = self._gems[piece.card] * value
                banked = weights.waiting * _banked(piece, gem, revivable=how & REVIVABLE > 0) if piece.gems else 0.0
                last = known[stands] = piece, value, banked
            worth += last[1]
            worth += last[2]
        return worth


class _Reserve:
    """A reserve as it was weighed last."""

    __slots__ = ("among", "how", "stands", "worth")

    def __init__(self, numbers: tuple[PieceId, ...]) -> None:
        self.among: Callable[[tuple[Piece, ...]], object] = itemgetter(*numbers) if numbers else len
        self.stands: object = None
        self.how = 0
        self.worth = 0.0


class Outlook(Judge):
    """Judges where a thought ends, and what chances are told: by what matches came to, types and SPC included, of which no single action is the better or the worse."""

    def _lead(self, board: Board) -> float:
        lead, weights, library = super()._lead(board), self._weights, self._library
        chosen = 1 - weights.choice * sum(len(team.reserve) for team in board.teams) / MOST_RESERVE
        plain, best = weights.plain * chosen, weights.best * chosen
        sides = [
            [
                (library[piece.card], _worth(piece, 0, weights), piece)
                for number in (*team.active, *team.reserve)
                if number != EMPTY
                for piece in [board.pieces[number]]
            ]
            for team in board.teams
        ]
        for (own, foes), sign in ((sides, 1), (sides[::-1], -1)):
            whole, theirs = sum(worth for _, worth, _ in own), sum(worth for _, worth, _ in foes)
            if not whole or not theirs:
                return lead
            for card, worth, piece in own:
                met = sum([value * _met(card.types, foe.types, plain, best) for foe, value, _ in foes]) / theirs
                fit = (weights.swift * piece.spd + weights.sure * piece.spc) / 1000 + weights.special * _to_come(piece, weights)
                lead += sign * worth / whole * (met + fit + weights.statuses.get(card.status, 0.0))
        return lead


@lru_cache(20_000)
def _met(own: tuple[str, str], foe: tuple[str, str], plain: float, best: float) -> float:
    """Return what types count where they meet, in logarithms of odds: so much each time that they double the damage of an A1 and of an A3, and less than nothing where they halve it (CM-6)."""
    return plain * log2(move_quarters(1, own, foe) / 4) + best * log2(move_quarters(3, own, foe) / 4)


def _to_come(piece: Piece, weights: Weights) -> float:
    """Return by what part of its worth a card would be worth more if it used its SPC as well as it can; 0 once it did (CM-20)."""
    if piece.boosted:
        return 0.0
    atk, hp, dfn, amount = piece.atk, piece.hp, piece.dfn, piece.spc // 10
    best = _bare(atk + amount, hp, dfn, weights), _bare(atk, hp + amount, dfn, weights), _bare(atk, hp, dfn + amount, weights)
    return max(best) / _bare(atk, hp, dfn, weights) - 1


def _bare(atk: float, hp: float, dfn: int, weights: Weights) -> float:
    """Return what a card that bears no status is worth: the root of what it deals times what it can take (CM-23)."""
    return sqrt(atk * (weights.spare + hp * 1000 / (1000 - dfn if dfn < 999 else 1)))


def promising(scale: Scale, board: Board, legal: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of those legal actions after one of which a seat's prospects are best; see `Rules.promising`.

    Of what a card can do for itself alone (CM-19, CM-20) only what leaves it worth most, as all else will stand as it would: a skipped move or raised SPD is worth less than a gem,
    and so is a shift of a card without a status and with its SPC for one without a gem. While SPC of a foe's active card is used, what lets somebody strike harder may show that to have been in vain: then
    gems, ATK and shifts are left alone. A move that ends the round is left alone: who begins the next turns on SPD, and statuses act then.
    """
    if board.pending[-1].kind != "act" or (board.second and len(board.ready) == 1):
        return range(len(legal))
    pieces, own, judge = board.pieces, board.teams[board.turn], Judge(scale)
    alone = dict[PieceId, list[tuple[int, Piece]]]()
    numbers = []
    striking = any(pieces[foe].boosted for foe in board.teams[1 - board.turn].active if foe != EMPTY)
    for number, action in enumerate(legal):
        if type(action) is Attack:
            numbers.append(number)
        elif type(action) is Stack:
            stacked = replace(pieces[action.piece], gems=pieces[action.piece].gems + 1)
            if striking:
                numbers.append(number)
            alone.setdefault(action.piece, []).append((number, stacked))
        elif type(action) is Boost:
            if striking and action.stat == "atk":
                numbers.append(number)
            elif action.stat != "spd":
                alone.setdefault(action.piece, []).append((number, raised(pieces[action.piece], action.stat)))
        elif type(action) is Shift:
            leaving = pieces[action.piece]
            if striking or own.raided or pieces[action.target].gems or leaving.statuses or leaving.boosted:
                numbers.append(number)
        elif type(action) is not Skip:
            numbers.append(number)
    return sorted({*numbers, *(judge.best(board, piece, changed) for piece, changed in alone.items())})


def finer(scale: Scale, board: Board, actions: Sequence[Action]) -> Sequence[int]:
    """Return the numbers of the actions, but of those that bring in a card (CM-22, CM-25) instead of the same one only that which brings in the best against the foes that are there; see `Rules.finer`.

    At a glance a card is worth the same in a slot as in reserve, and types are weighed by no glance.
    """
    asked = board.pending[-1]
    if asked.kind not in ("act", "fill"):
        return range(len(actions))
    kept, coming = list[int](), dict[PieceId, list[tuple[float, int]]]()
    foes = [board.pieces[number] for number in board.teams[1 - asked.seat].active if number != EMPTY]
    for number, action in enumerate(actions):
        if type(action) is Shift:
            coming.setdefault(action.piece, []).append((_meeting(scale, board.pieces[action.target], foes), number))
        elif type(action) is Choose:
            coming.setdefault(EMPTY, []).append((_meeting(scale, board.pieces[action.piece], foes), number))
        else:
            kept.append(number)
    for each in coming.values():
        most = max(each)[0]
        kept += [number for worth, number in each if worth >= most]
    return sorted(kept)


def _meeting(scale: Scale, piece: Piece, foes: Sequence[Piece]) -> float:
    """Return what a card is worth where it meets these foes (CM-6)."""
    weights, types = scale.weights, scale.cards[piece.card].types
    worth = _worth(piece, weights.horizon, weights)
    if not foes:
        return worth
    theirs = [scale.cards[foe.card].types for foe in foes]
    return worth * exp2(
        sum([_met(types, each, weights.meeting, weights.meeting) - _met(each, types, weights.meeting, weights.meeting) for each in theirs])
        / len(foes)
    )


def _taken(piece: Piece) -> int:
    """Return the HP that statuses take from a card at the start of its side's next possession (CM-29, CM-30, CM-34)."""
    taken = 0
    for status in piece.statuses:
        if status.kind == "overcook":
            taken += share_up(piece.top, status.strength)
        elif status.kind == "souldrift":
            taken += status.step[5]
    return taken


def _worth(piece: Piece, ticks: float, weights: Weights) -> float:
    """Return what a card is worth with what its statuses will take from it."""
    if not piece.statuses:
        return _bare(piece.atk, piece.hp, piece.dfn, weights)
    hp, atk, bound = float(piece.hp), float(piece.atk), 0.0
    for status in piece.statuses:
        match status.kind:
            case "overcook":
                hp -= ticks * piece.top * status.strength / 1000
            case "souldrift":
                hp -= ticks * status.step[5]
                atk -= ticks / 2 * status.step[2]
            case "gridfreeze":
                bound += 0.0 if status.running else weights.bound * weights.move
            case "brainlock":
                bound += weights.locked * weights.move * status.left
            case _:
                pass
    hp = max(hp, 0.06 * piece.hp)
    atk = max(atk, 0.2 * piece.atk)
    return _bare(atk, hp, piece.dfn, weights) * max(0.3, 1 - bound)


def _banked(piece: Piece, gem: float, *, revivable: bool) -> float:
    """Return what stacked gems are worth: three for an A3, a fourth for a Revive, less on a card about to lose them."""
    useful = min(piece.gems, 3) + (0.8 if revivable and piece.gems >= REVIVE_COST else 0) + 0.15 * max(0, piece.gems - 3)
    return useful * gem * (0.35 + 0.65 * piece.hp / piece.top)


def _gem_worth(card: Creature, weights: Weights) -> float:
    """Return what one gem is worth on a card, as a part of the card's worth."""
    slope, most = weights.harm[card.status]
    power = strength(card.tier) / 1000
    harm = min(most, slope * power) if slope else most
    backfires = backfire_chance(card.tier, card.spc) / 1000
    inflicts = (1 - backfires) * inflict_chance(card.tier, 3) / 1000
    return weights.gem * (weights.heavy + (inflicts - backfires) * harm) / 4
