"""The tracker tools of a Custom Match: setting the table right by hand, and entering real dice (CM-3)."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from game.kernel.ids import PieceId, Seat
from game.rules.cardmaster import events as ev
from game.rules.cardmaster.actions import CorrectGems, CorrectHp, CorrectRaided, CorrectStatus, EnterRoll, Tool
from game.rules.cardmaster.arena import Arena
from game.rules.cardmaster.chart import strength
from game.rules.cardmaster.state import EMPTY, Entry, bears


def correct(arena: Arena, tool: Tool) -> None:
    """Use a tool whose values are known to be possible, on behalf of the deciding seat."""
    seat = arena.pending[-1].seat
    match tool:
        case CorrectHp(piece, hp):
            set_hp(arena, seat, piece, hp)
        case CorrectGems(piece, shown):
            set_gems(arena, seat, piece, shown)
        case CorrectRaided(side, gems):
            set_raided(arena, seat, side, gems)
        case CorrectStatus(piece, status, tier, stat):
            set_status(arena, seat, piece, status, tier, stat)
        case EnterRoll("d6", value):
            enter(arena, seat, Entry("d6", value))
        case EnterRoll("d100", value):
            enter(arena, seat, Entry("d100", value))
        case EnterRoll(_, value):
            enter(arena, seat, Entry("coin", value))
        case _:
            assert_never(tool)


def set_hp(arena: Arena, seat: Seat, number: PieceId, hp: int) -> None:
    """Set a card's HP by hand: 0 fells it, more raises a fallen one to the reserve."""
    piece = arena.pieces[number]
    if piece.hp <= 0 < hp:
        arena.rise(number, hp, risen=piece.risen)
    else:
        arena.pieces[number] = replace(piece, hp=hp)
    arena.tell(ev.Corrected(seat, number, "HP", str(piece.hp), str(hp)))
    if hp == 0:
        arena.fall(number, EMPTY)


def set_gems(arena: Arena, seat: Seat, number: PieceId, shown: int) -> None:
    """Set by hand how many gems a card shows."""
    before = arena.pieces[number].gems + 1
    arena.pieces[number] = replace(arena.pieces[number], gems=shown - 1)
    arena.tell(ev.Corrected(seat, number, "gems", str(before), str(shown)))


def set_raided(arena: Arena, seat: Seat, side: Seat, gems: int) -> None:
    """Set by hand how many gems lie in a Raided pool."""
    before = arena.teams[side].raided
    arena.teams[side] = replace(arena.teams[side], raided=gems)
    arena.tell(ev.Corrected(seat, EMPTY, f"raided gems of {{{side}}}", str(before), str(gems)))


def set_status(arena: Arena, seat: Seat, number: PieceId, kind: str, tier: int, stat: str) -> None:
    """Give a card a status by hand, or with Tier 0 take it away; a thawed card has its move back."""
    if tier:
        arena.tell(ev.Corrected(seat, number, kind, "as it was", f"of Tier {tier}"))
        if kind == "undershock":
            arena.weaken(number, stat, strength(tier), EMPTY, backfire=False)
        else:
            arena.strike(number, kind, strength(tier), EMPTY, backfire=False)
        return
    frozen = bears(arena.pieces[number], "gridfreeze")
    arena.lift(number, kind)
    if frozen and frozen.running and kind == "gridfreeze" and number in arena.teams[arena.turn].active:
        arena.ready = (*arena.ready, number)
    arena.tell(ev.Corrected(seat, number, kind, "there", "gone"))


def enter(arena: Arena, seat: Seat, entry: Entry) -> None:
    """Keep a physical die or coin for the next roll of its kind."""
    arena.entered = (*arena.entered, entry)
    arena.tell(ev.Entered(seat, entry.kind, entry.value))
