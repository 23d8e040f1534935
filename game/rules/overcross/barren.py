"""Which dealings with terrain come to nothing as they stand: attacks on what lies in nobody's way, and what is laid where nobody comes.

Terrain is nobody's (OC-31), and nothing lies in a crate: to break it brings only what it stood in the way of, and to lay it only what it will.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from game.kernel.rules import Judge
from game.rules.overcross.actions import Action, Attack, Play
from game.rules.overcross.arena import Arena
from game.rules.overcross.observe import Observation
from game.rules.overcross.preview import odds, threat, walkable
from game.rules.overcross.state import State, Terrain, Turn, Unit
from game.rules.overcross.table import Table, laid_out

_AHEAD = 1e-9
"""Prospects closer than this are the same."""


def on_terrain(observation: Observation, action: Attack | Play) -> bool:
    """Tell whether an action of the seat that looks on and whose turn it is attacks terrain, or lays a card onto the grid."""
    asked = observation.stack[-1] if observation.stack else None
    if not isinstance(asked, Turn) or asked.seat != observation.seat:
        return False
    return (
        action.target in observation.terrain
        if isinstance(action, Attack)
        else action.at >= 0 and action.piece in observation.hands[asked.seat]
    )


def barren(arena: Arena, judge: Judge[Any], state: State, action: Action) -> bool:
    """Tell whether an attack on terrain, or a card that lays some, brings its seat nothing as it stands.

    An attack does where what it hits stays, or where nobody could strike at more, or stands better, without that; terrain that is laid where no foe can come next, and which hides nobody.
    """
    seat, before = state.active, laid_out(arena, state)
    match action:
        case Attack(by, index, piece) if piece in state.terrain:
            terrain = state.terrain[piece]
            if terrain.damage + odds(before, state.units[by], index, piece)[2] < arena.area(terrain.card).hit_points:
                return True
            if not _plain(arena, terrain.card):
                return False
            gone = replace(state, terrain={each: other for each, other in state.terrain.items() if each != piece})
            after = laid_out(arena, gone)
            aims = any(_aims(after, own) & ~_aims(before, own) for own in before.units.values() if own.seat == seat)
            return not aims and judge(gone)[seat] <= judge(state)[seat] + _AHEAD
        case Play(piece, at) if at >= 0 and arena.catalogue[state.cards[piece][0]].kind == "terrain":
            card = state.cards[piece][0]
            if arena.catalogue[card].modifiers or not _plain(arena, card):
                return False
            lies = replace(state, terrain={**state.terrain, piece: Terrain(piece, card, seat, at)})
            after, covers = laid_out(arena, lies), arena.covered(card, at)
            for foe in before.units.values():
                if foe.seat != seat and (walkable(before, foe) & covers or _aims(before, foe) & ~_aims(after, foe)):
                    return False
            return judge(lies)[seat] <= judge(state)[seat] + _AHEAD
    return False


def _plain(arena: Arena, card: str) -> bool:
    """Tell whether nothing is printed on a piece of terrain that happens by itself, such as kegs that burst."""
    return card not in arena.catalogue or not arena.catalogue.parts(card)


def _aims(table: Table, unit: Unit) -> int:
    """Return where a character could strike somebody else's after a walk, as a bit set."""
    return threat(table, unit, walkable(table, unit)) & table.standing(unit.seat)[1]
