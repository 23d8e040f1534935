"""What a seat knows (all but the generator), worlds that fit it, and what would be wrong with a board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from game.content.creatures import MOST_PRINTED, Creature
from game.kernel.bounds import bound_faults
from game.kernel.chance import Chance
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.setup import Outcome
from game.rules.cardmaster.chart import STATS, STATUSES
from game.rules.cardmaster.legal import MOST_GEMS
from game.rules.cardmaster.scene import mvp_words
from game.rules.cardmaster.state import EMPTY, NOBODY, Board, Observation, State, best_of

_SEATS = frozenset({"seat", "owner", "opener", "turn"})
_SIDES = {"d6": 6, "d100": 100, "coin": 2}
_MOST_PIECES = 400
"""More cards than a library has and both sides bring."""


def observe(state: State, seat: Seat) -> Observation:
    """Return what a seat knows: everything lies open."""
    return Observation(seat, state.board)


def sample(observation: Observation, chance: Chance) -> State:
    """Return the state behind an observation, with a generator of its own."""
    return State(observation.board, chance.draw())


def outcome(board: Board) -> Outcome | None:
    """Return how the match ended, with the MVPs, or None (CM-35, CM-36)."""
    if board.winners is None:
        return None
    scores = tuple(sum(1 for number in (*team.active, *team.reserve) if number != EMPTY) for team in board.teams)
    if not board.winners:
        return Outcome((), scores, "Both sides have fallen: a draw.", "CM-35")
    winner = board.winners[0]
    words = f"{{{winner}}} wins with {scores[winner]} of {board.length} cards standing."
    for rank, number in enumerate(best_of(board, winner), 1):
        words += f"\nMVP {rank}: [{board.pieces[number].card}], {mvp_words(board.pieces[number])}."
    return Outcome(board.winners, scores, words, "CM-35")


def faults(board: Board, cards: Mapping[CardId, Creature]) -> tuple[str, ...]:
    """Return every broken invariant in words: each card in one place, values in range, questions that make sense."""
    found = bound_faults(board, 2, _SEATS) or tuple(_reference_faults(board, cards))
    return found or (*_place_faults(board), *_naming_faults(board), *_value_faults(board, cards), *_question_faults(board))


def _reference_faults(board: Board, cards: Mapping[CardId, Creature]) -> Iterator[str]:
    """Yield every name of something that is not there: a card, a slot, a side, a stat; nothing else can be asked of such a board."""
    count = len(board.pieces)
    if not 1 <= board.length <= 9 or count > _MOST_PIECES:
        yield f"a side has {board.length} cards of {count}"
    named = [*board.pool, *board.ready]
    for team in board.teams:
        named += [number for number in (*team.active, *team.reserve, *team.fallen) if number != EMPTY]
    for decision in board.pending:
        named += [number for number in (decision.piece, decision.by) if number != EMPTY]
        if not -1 <= decision.slot < 3 or decision.seat < 0:
            yield "a question is about a slot or a side that is not there"
        if decision.kind == "weaken" and decision.piece == EMPTY:
            yield "a card to be weakened is not named"
        foes = board.teams[1 - board.turn].active if board.turn in {0, 1} else ()
        known = decision.piece in board.ready and decision.by in foes and EMPTY not in {decision.piece, decision.by}
        if decision.kind == "die" and not (known and decision.slot > 0):
            yield "an attack waits for a die that cannot be made"
        if decision.kind == "fill" and decision.slot < 0:
            yield "a slot to be filled is not named"
    for number, piece in enumerate(board.pieces):
        named += [status.by for status in piece.statuses if status.by != EMPTY]
        if piece.card not in cards:
            yield f"card {number} is {piece.card[:40]!r}, which is not in the catalogue"
        if piece.boosted not in {"", *STATS} or any(status.stat not in {"", *STATS} for status in piece.statuses):
            yield f"card {number} has a stat that no card has"
        if min(piece.dealt, piece.taken, piece.felled, piece.inflicted, piece.boost) < 0:
            yield f"card {number} has a record below nothing"
        for status in piece.statuses:
            if status.kind == "undershock" and not status.stat:
                yield f"card {number} has an Undershock of nothing"
            if status.kind == "souldrift" and (len(status.step), len(status.faded)) != (6, 5):
                yield f"card {number} drifts by other numbers than it should"
            if status.kind not in STATUSES or min(status.strength, status.taken, status.left) < 0:
                yield f"card {number} bears {status.kind[:40]!r} of {status.strength}"
    yield from (f"there is no card {number}" for number in named if not 0 <= number < count)
    if board.round < 0 or len(set(board.ready)) < len(board.ready):
        yield "a card is ready twice, or no round was ever begun"
    rolling = any(decision.kind in {"roll", "lead"} for decision in board.pending)  # CM-7: who begins is being found out
    if board.round and min(board.turn, board.opener) < 0 and not rolling:
        yield "a round goes on that nobody began"
    if board.winners is not None and not set(board.winners) <= {0, 1}:
        yield "somebody won who does not play"
    yield from (f"a {entry.kind} waits that shows {entry.value}" for entry in board.entered if not 1 <= entry.value <= _SIDES[entry.kind])


def _place_faults(board: Board) -> Iterator[str]:
    places: list[PieceId] = list(board.pool)
    for seat, team in enumerate(board.teams):
        if len(team.active) != 3:
            yield f"side {seat + 1} has {len(team.active)} slots"
        if not 0 <= team.raided <= MOST_GEMS:
            yield f"side {seat + 1} has {team.raided} raided gems"
        held = [number for number in (*team.active, *team.reserve, *team.fallen) if number != EMPTY]
        places += held
        yield from (f"card {number} of side {seat + 1} belongs to another" for number in held if board.pieces[number].owner != seat)
        if board.round and len(held) != board.length:
            yield f"side {seat + 1} has {len(held)} cards, not {board.length}"
        yield from (f"card {number} is fallen with HP" for number in team.fallen if board.pieces[number].hp)
        alive = [number for number in (*team.active, *team.reserve) if number != EMPTY]
        yield from (f"card {number} stands without HP" for number in alive if board.pieces[number].hp <= 0)
        if board.round and board.winners is None and not alive:
            yield f"side {seat + 1} has nobody left, so the match is over (CM-35)"
    yield from (f"card {number} lies in {times} places" for number, times in Counter(places).items() if times > 1)
    yield from (f"card {number} of the pool has an owner" for number in board.pool if board.pieces[number].owner != NOBODY)


def _naming_faults(board: Board) -> Iterator[str]:
    """Yield what keeps two sides from being named before the first round: cards that are missing, or that were not drawn in turn (CM-2, CM-37)."""
    if board.round:
        return
    if board.length < 3:
        yield f"{board.length} cards a side do not fill its slots"
    picked = [sum(number != EMPTY for number in (*team.active, *team.reserve)) for team in board.teams]
    if board.pool:
        turns = [(pick + 1) // 2 % 2 for pick in range(sum(picked))]
        if picked != [turns.count(0), turns.count(1)] or sum(picked) + len(board.pool) < 2 * board.length:
            yield f"the sides drew {picked[0]} and {picked[1]} cards of a pool, of which {len(board.pool)} are left"
    elif min(picked) < board.length:
        yield f"a side has {min(picked)} cards to name {board.length} from"


def _value_faults(board: Board, cards: Mapping[CardId, Creature]) -> Iterator[str]:
    for number, piece in enumerate(board.pieces):
        if piece.card not in cards:
            yield f"card {number} is {piece.card!r}, which is not in the catalogue"
            continue
        if not 0 <= piece.hp <= piece.top:
            yield f"card {number} has {piece.hp} of {piece.top} HP"
        if min(piece.spd, piece.dfn, piece.atk, piece.spc) < 1 or not 0 <= piece.gems < MOST_GEMS:
            yield f"card {number} has a value below its least"
        if (
            max(piece.spd, piece.top, piece.dfn, piece.atk, piece.spc) > MOST_PRINTED + MOST_PRINTED // 10
        ):  # what is printed may have changed since
            yield f"card {number} has a value that no card has, with its SPC used or not"
        kinds = [status.kind for status in piece.statuses]
        if len(set(kinds)) != len(kinds) or not set(kinds) <= set(STATUSES):
            yield f"card {number} bears {kinds}"


def _question_faults(board: Board) -> Iterator[str]:
    if (board.winners is not None) != (not board.pending):
        yield "the match is over with a question open, or goes on without one"
    if board.round and any(number not in board.teams[board.turn].active for number in board.ready):
        yield "a card is ready that is not active"
    if board.pending and board.pending[-1].kind == "act" and not board.ready:
        yield "a possession goes on without a card that may move"
    yield from (f"side {decision.seat + 1} is asked" for decision in board.pending if decision.seat not in (0, 1))
