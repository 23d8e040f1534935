"""Who fights: draft picks from the shared pool, starters, and who stays at home in a shorter match (CM-2, CM-37)."""

from __future__ import annotations

from msgspec.structs import replace

from game.kernel.ids import PieceId, Seat
from game.rules.cardmaster import events as ev
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.state import EMPTY, Decision


def pick(arena: Arena, seat: Seat, piece: PieceId) -> None:
    """Take a card from the shared pool into a seat's reserve."""
    arena.pool = tuple(one for one in arena.pool if one != piece)
    arena.pieces[piece] = replace(arena.pieces[piece], owner=seat)
    team = arena.teams[seat]
    arena.teams[seat] = replace(team, reserve=(*team.reserve, piece))
    arena.tell(ev.Picked(seat, piece))


def start(arena: Arena, seat: Seat, piece: PieceId) -> None:
    """Stand a starter in its team's first empty slot."""
    slot = arena.teams[seat].active.index(EMPTY)
    arena.stand(seat, piece, slot)
    arena.tell(ev.Started(seat, piece, slot))


def leave(arena: Arena, seat: Seat, piece: PieceId) -> None:
    """Leave a card out of a shorter match."""
    team = arena.teams[seat]
    arena.teams[seat] = replace(team, reserve=tuple(one for one in team.reserve if one != piece))
    arena.tell(ev.StayedHome(seat, piece))


def name_teams(arena: Arena) -> None:
    """Ask for the next draft pick, starter or card to leave out; when both teams stand, begin the first round.

    Draft picks go 0, 1, 1, 0, 0, 1 and so on; starters in turn from seat 1, cards to leave out in turn from seat 0.
    What leaves no choice is done at once.
    """
    picked = [len(arena.teams[seat].reserve) for seat in (0, 1)]
    if arena.pool and sum(picked) < 2 * arena.length:
        arena.pending = [Decision("draft", (sum(picked) + 1) // 2 % 2)]
        return
    if arena.pool:
        arena.pool = ()
        arena.tell(ev.PoolCleared())
    while True:
        lacking = [arena.teams[seat].active.count(EMPTY) for seat in (0, 1)]
        waiting = [len(arena.teams[seat].reserve) for seat in (0, 1)]
        spare = [waiting[seat] - lacking[seat] - (arena.length - 3) for seat in (0, 1)]
        if any(lacking):
            seat = 0 if lacking[0] > lacking[1] else 1
            if waiting[seat] > lacking[seat]:
                arena.pending = [Decision("starter", seat)]
                return
            start(arena, seat, arena.teams[seat].reserve[0])
        elif any(spare):
            seat = 1 if spare[1] > spare[0] else 0
            if arena.length > 3:
                arena.pending = [Decision("leave", seat)]
                return
            leave(arena, seat, arena.teams[seat].reserve[0])
        else:
            arena.next_round()
            return
