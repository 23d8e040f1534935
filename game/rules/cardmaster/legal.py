"""What a seat may do now, and the sentence that says why not.

`refusal` is the authority. `legal` is the same law read the fast way: actions are made once and then looked up, because a
match between programs asks a hundred thousand times a second.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Final, assert_never

from game.content.creatures import Creature
from game.kernel.ids import CardId, PieceId, Seat, piece_place, zone_place
from game.kernel.offers import Refusal
from game.rules.cardmaster.actions import (
    Action,
    Attack,
    Boost,
    Choose,
    CorrectGems,
    CorrectHp,
    CorrectRaided,
    CorrectStatus,
    Deposit,
    EndPossession,
    EnterRoll,
    Lead,
    Move,
    Revive,
    RollDice,
    Shift,
    Skip,
    Stack,
    Tool,
    Weaken,
)
from game.rules.cardmaster.chart import BOOSTS, COSTS, REVIVE_COST, STATUSES, WEAKENED, hardest
from game.rules.cardmaster.state import EMPTY, Board, Decision, Piece, Team, bears

ENTRIES: Final[dict[str, int]] = {"d6": 6, "d100": 100, "coin": 2}
"""The physical dice that can be entered and their highest faces (CM-3)."""
MOST_ENTRIES: Final = 8
MOST_GEMS: Final = 99

_END: Final = EndPossession()
_ROLL: Final = RollDice()
_LEADS: Final = (Lead(0), Lead(1))
_WEAKENINGS: Final = tuple(Weaken(stat) for stat in WEAKENED)
_MOST_PIECES: Final = 24
_CHOICES: Final = tuple(Choose(piece) for piece in range(_MOST_PIECES))
_DEPOSITS: Final = tuple(Deposit(piece) for piece in range(_MOST_PIECES))
_SHIFTS: Final = tuple(tuple(Shift(piece, ally) for ally in range(_MOST_PIECES)) for piece in range(_MOST_PIECES))

_QUESTIONS: Final[dict[str, tuple[str, str]]] = {
    "draft": ("A card must be drafted first.", "CM-37"),
    "starter": ("The starters must be chosen first.", "CM-37"),
    "leave": ("The cards that stay at home must be chosen first.", "CM-37"),
    "roll": ("The tie for the first possession must be rolled for first.", "CM-7"),
    "lead": ("The winner of the roll must say who begins first.", "CM-7"),
    "act": ("That is not asked now.", "CM-8"),
    "fill": ("The fallen card's slot must be filled first.", "CM-25"),
    "weaken": ("The stat that Undershock lowers must be chosen first.", "CM-31"),
    "die": ("The die that the attack waits for must be entered first.", "CM-3"),
}


def legal(board: Board) -> tuple[Action, ...]:
    """Return every action the deciding seat may take, without the tracker tools, whose values are typed in."""
    if not board.pending:
        return ()
    top = board.pending[-1]
    match top.kind:
        case "act":
            return _possession(board)
        case "fill" | "starter" | "leave":
            return tuple([_CHOICES[piece] for piece in board.teams[top.seat].reserve])
        case "draft":
            return tuple([_CHOICES[piece] for piece in board.pool])
        case "roll" | "die":
            return (_ROLL,)
        case "lead":
            return _LEADS
        case "weaken":
            return _WEAKENINGS
        case _:
            assert_never(top.kind)


def _possession(board: Board) -> tuple[Action, ...]:
    own = board.teams[board.turn]
    foes = board.teams[1 - board.turn].active
    reserve, raided = own.reserve, own.raided
    moves: list[Action] = []
    for number in board.ready:
        piece = board.pieces[number]
        gems = piece.gems + raided
        locked = bool(piece.statuses) and bears(piece, "brainlock") is not None
        rank = 1 if locked or gems < 2 else 2 if gems < 3 else 3
        moves += _own_moves(number, foes, rank, piece.boosted == "")
        if gems >= REVIVE_COST and not locked:
            moves += [Revive(number, ally) for ally in own.fallen]
        swaps = _SHIFTS[number]
        moves += [swaps[ally] for ally in reserve]
    if raided:
        moves += [_DEPOSITS[number] for number in own.active if number != EMPTY]
    moves.append(_END)
    return tuple(moves)


@lru_cache(20_000)
def _own_moves(number: PieceId, foes: tuple[PieceId, ...], most: int, boostable: bool) -> tuple[Action, ...]:  # noqa: FBT001
    """List the moves of a card that need no other card of its side (CM-9, CM-16 to CM-20)."""
    moves: list[Action] = [_attack(number, rank, foe) for foe in foes if foe != EMPTY for rank in range(1, most + 1)]
    return (*moves, *_lone_moves(number, boostable))


@cache
def _attack(number: PieceId, rank: int, foe: PieceId) -> Action:
    return Attack(number, rank, foe)


@cache
def _lone_moves(number: PieceId, boostable: bool) -> tuple[Action, ...]:  # noqa: FBT001
    boosts = tuple(Boost(number, stat) for stat in BOOSTS) if boostable else ()
    return (Stack(number), Skip(number), *boosts)


def refusal(board: Board, action: Action) -> Refusal | None:
    """Return why the deciding seat may not do this, or None when it may."""
    if not board.pending:
        return Refusal("over", "CM-35", "The match is over.")
    top = board.pending[-1]
    match action:
        case Attack() | Stack() | Boost() | Revive() | Shift() | Skip():
            return _not_asked(top, "act") or _move_refusal(board, action)
        case Deposit(piece):
            return _not_asked(top, "act") or _deposit_refusal(board, piece)
        case EndPossession():
            return _not_asked(top, "act")
        case Choose(piece):
            return _not_asked(top, "draft", "starter", "leave", "fill") or _choice_refusal(board, top, piece)
        case RollDice():
            return _not_asked(top, "roll", "die")
        case Lead(seat):
            return _not_asked(top, "lead") or _unless(seat in (0, 1), "seat", "CM-7", "There are two sides.")
        case Weaken(stat):
            return _not_asked(top, "weaken") or _unless(stat in WEAKENED, "stat", "CM-31", "Undershock lowers SPD, ATK, DEF or SPC.")
        case CorrectHp() | CorrectGems() | CorrectRaided() | CorrectStatus() | EnterRoll():
            return _tool_refusal(board, top, action)
        case _:
            assert_never(action)


def tools_allowed(board: Board) -> bool:
    """Tell whether the tracker tools lie on the table now: Custom Match, with nothing half done (CM-3)."""
    return board.custom and bool(board.pending) and board.pending[-1].kind in ("act", "roll")


def spendable(board: Board, piece: Piece) -> int:
    """Return the gems a card may spend: its own stack and its team's Raided pool (CM-13)."""
    return piece.gems + board.teams[piece.owner].raided


def highest(board: Board, piece: Piece) -> int:
    """Return the highest rank of the attacks that a card has the gems for and that no status takes from it, A1 at least (CM-11, CM-32)."""
    gems = spendable(board, piece)
    if gems < COSTS[2] or bears(piece, "brainlock"):
        return 1
    return 2 if gems < COSTS[3] else 3


def doomed(board: Board, cards: Mapping[CardId, Creature], piece: Piece) -> bool:
    """Tell whether one attack of a card across, if that is not frozen, would fell a card as it is (CM-24, CM-33)."""
    types = cards[piece.card].types
    for number in board.teams[1 - piece.owner].active:
        if number != EMPTY:
            foe = board.pieces[number]
            if hardest(foe.atk, highest(board, foe), cards[foe.card].types, types, piece.dfn) >= piece.hp and not bears(foe, "gridfreeze"):
                return True
    return False


def _not_asked(top: Decision, *kinds: str) -> Refusal | None:
    if top.kind in kinds:
        return None
    words, rule = _QUESTIONS[top.kind]
    return Refusal("not-asked", rule, words)


def _unless(holds: bool, code: str, rule: str, words: str, at: str | None = None) -> Refusal | None:  # noqa: FBT001
    return None if holds else Refusal(code, rule, words, at)


def _move_refusal(board: Board, move: Move) -> Refusal | None:
    number = move.piece
    if not 0 <= number < len(board.pieces):
        return Refusal("no-card", "CM-8", "There is no such card.")
    piece, seat, at = board.pieces[number], board.turn, piece_place(number)
    own = board.teams[seat]
    if piece.owner != seat:
        return Refusal("not-yours", "CM-8", "Only cards of the side that holds the possession move.", at)
    if number in own.fallen:
        return Refusal("fallen", "CM-24", "This card has fallen.", at)
    if number not in own.active:
        return Refusal("reserve", "CM-8", "Only active cards move; this one is in reserve.", at)
    if number not in board.ready:
        return _spent(piece, at)
    match move:
        case Attack(_, rank, target):
            return _attack_refusal(board, piece, rank, target, at)
        case Boost(_, stat):
            if piece.boosted:
                return Refusal("spc-used", "CM-20", "This card has used its SPC; it may once a match.", at)
            return _unless(stat in BOOSTS, "stat", "CM-20", "SPC raises SPD, HP, DEF or ATK.", at)
        case Revive(_, target):
            return _revive_refusal(board, own, piece, target, at)
        case Shift(_, target):
            return _unless(target in own.reserve, "no-reserve", "CM-22", "A card shifts with a living card of its own reserve.", at)
        case Stack() | Skip():
            return None
        case _:
            assert_never(move)


def _spent(piece: Piece, at: str) -> Refusal:
    if bears(piece, "gridfreeze"):
        return Refusal("frozen", "CM-33", "Gridfreeze holds this card: it skips this turn.", at)
    return Refusal("moved", "CM-8", "This card takes no more move in this possession.", at)


def _attack_refusal(board: Board, piece: Piece, rank: int, target: PieceId, at: str) -> Refusal | None:
    if rank not in (1, 2, 3):
        return Refusal("rank", "CM-16", "The attacks are A1, A2 and A3.", at)
    if target < 0 or target not in board.teams[1 - board.turn].active:
        return Refusal("target", "CM-24", "Attacks strike opposing active cards only.", at)
    if rank > 1 and bears(piece, "brainlock"):
        return Refusal("brainlock", "CM-32", "Brainlock leaves this card only A1 of its attacks.", at)
    have = spendable(board, piece)
    return _unless(have >= COSTS[rank], "gems", "CM-11", f"A{rank} costs {COSTS[rank]} stacked gems, and this card can spend {have}.", at)


def _revive_refusal(board: Board, own: Team, piece: Piece, target: PieceId, at: str) -> Refusal | None:
    if bears(piece, "brainlock"):
        return Refusal("brainlock", "CM-32", "Brainlock leaves this card no Revive.", at)
    have = spendable(board, piece)
    if have < REVIVE_COST:
        return Refusal("gems", "CM-11", f"Revive costs {REVIVE_COST} stacked gems, and this card can spend {have}.", at)
    return _unless(target in own.fallen, "not-fallen", "CM-21", "Only a fallen ally can be revived.", at)


def _deposit_refusal(board: Board, piece: PieceId) -> Refusal | None:
    own = board.teams[board.turn]
    at = zone_place(f"raided@{board.turn}")
    if not own.raided:
        return Refusal("no-raided", "CM-14", "The Raided pool is empty.", at)
    return _unless(piece >= 0 and piece in own.active, "target", "CM-14", "Raided gems go onto an active card of your own.", at)


def _choice_refusal(board: Board, top: Decision, piece: PieceId) -> Refusal | None:
    match top.kind:
        case "draft":
            return _unless(piece in board.pool, "not-in-pool", "CM-37", "Cards are drafted from the shared pool.")
        case "fill":
            return _unless(
                piece in board.teams[top.seat].reserve, "not-in-reserve", "CM-25", "A slot is filled by a living card of its own reserve."
            )
        case _:
            return _unless(
                piece in board.teams[top.seat].reserve, "not-yours", "CM-37", "The team is named from the seat's own cards that wait."
            )


def _tool_refusal(board: Board, top: Decision, tool: Tool) -> Refusal | None:
    if not board.custom:
        return Refusal("no-tools", "CM-3", "The tracker tools belong to a Custom Match.")
    if top.kind == "die" and isinstance(tool, EnterRoll) and tool.kind == "d6":
        return Refusal("die", "CM-3", "A d100 or a coin is asked for.")
    if not tools_allowed(board) and not (top.kind == "die" and isinstance(tool, EnterRoll)):
        return _not_asked(top, "act", "roll")
    match tool:
        case CorrectHp(piece, hp):
            return _no_card(board, piece) or _hp_refusal(board, piece, hp)
        case CorrectGems(piece, shown):
            fallen = _no_card(board, piece) or _fallen(board, piece)
            return fallen or _unless(1 <= shown <= MOST_GEMS, "gems", "CM-10", f"A living card shows 1 to {MOST_GEMS} gems.")
        case CorrectRaided(seat, gems):
            return _sides(seat) or _unless(0 <= gems <= MOST_GEMS, "gems", "CM-12", f"A Raided pool holds 0 to {MOST_GEMS} gems.")
        case CorrectStatus(piece, status, tier, stat):
            return _no_card(board, piece) or _fallen(board, piece) or _status_refusal(board.pieces[piece], status, tier, stat)
        case EnterRoll(kind, value):
            if kind not in ENTRIES:
                return Refusal("die", "CM-3", "A d6, a d100 or a coin can be entered.")
            if len(board.entered) >= MOST_ENTRIES:
                return Refusal("die", "CM-3", f"{MOST_ENTRIES} dice are waiting already.")
            return _unless(1 <= value <= ENTRIES[kind], "die", "CM-3", f"A {kind} shows 1 to {ENTRIES[kind]}.")
        case _:
            assert_never(tool)


def _sides(seat: Seat) -> Refusal | None:
    return _unless(seat in (0, 1), "seat", "CM-3", "There are two sides.")


def _no_card(board: Board, piece: PieceId) -> Refusal | None:
    teams = board.teams
    there = piece >= 0 and any(piece in (*team.active, *team.reserve, *team.fallen) for team in teams)
    return _unless(there, "no-card", "CM-3", "There is no such card in this match.")


def _fallen(board: Board, piece: PieceId) -> Refusal | None:
    fallen = piece in board.teams[board.pieces[piece].owner].fallen
    return _unless(not fallen, "fallen", "CM-3", "This card has fallen; correct its HP first.", piece_place(piece))


def _hp_refusal(board: Board, piece: PieceId, hp: int) -> Refusal | None:
    top = board.pieces[piece].top
    return _unless(0 <= hp <= top, "hp", "CM-3", f"This card's HP lie between 0 and {top}.", piece_place(piece))


def _status_refusal(piece: Piece, status: str, tier: int, stat: str) -> Refusal | None:
    if status not in STATUSES:
        return Refusal("status", "CM-4", "The statuses are Overcook, Undershock, Brainlock, Gridfreeze and Souldrift.")
    if not 0 <= tier <= 10:
        return Refusal("tier", "CM-4", "A status has a Tier from 1 to 10; 0 takes it away.")
    if tier == 0 and not bears(piece, status):
        return Refusal("status", "CM-3", "This card does not bear that status.")
    return _unless(stat in WEAKENED, "stat", "CM-31", "Undershock lowers SPD, ATK, DEF or SPC.")
