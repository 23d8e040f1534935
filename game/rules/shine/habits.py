"""What no good player of Shine does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from msgspec import Struct

from game.cards.model import Ability, Draw, Duel, Modify
from game.rules.shine.actions import Action, Pass, Play, Use
from game.rules.shine.arena import Arena
from game.rules.shine.state import SPACES, Main, State

SCARCE = 8
"""Whose deck holds no more cards than this will soon have to draw from an empty one."""

HABITS: Mapping[str, str] = {
    "strength for nothing": "strength until the end of the turn given once no attack can follow, or for none of whose cards it was of use: none has attacked or supported",
    "drawing too much": f"cards drawn by choice with {SCARCE} or fewer in the deck, and no more than are left to the other player (SH-8)",
}


def indulged(arena: Arena, state: State, legal: Sequence[Action], action: Action) -> Mapping[str, bool]:
    """Return of each habit that the choice gave a chance to whether it was one; see `Rules.indulged`."""
    seat, found = state.stack[-1].seat, dict[str, bool]()
    deck, late = len(state.decks[seat]), isinstance(state.stack[-1], Main) and state.phase == "main2"
    scarce = deck <= SCARCE and deck <= len(state.decks[1 - seat])
    if not scarce and not late:
        return found
    abilities = {each: ability for each in legal if (ability := _ability(arena, state, each)) is not None}
    if scarce:
        drawing = [
            each
            for each, ability in abilities.items()
            if any(isinstance(effect, Draw) and effect.who == "you" for effect in ability.effects)
        ]
        if drawing:
            found["drawing too much"] = action in drawing
    if late:
        found |= _for_nothing(state, action, abilities)
    return found


def _for_nothing(state: State, action: Action, abilities: Mapping[Action, Ability]) -> Mapping[str, bool]:
    """Return whether strength is given, or was, that nothing can use any more."""
    late = [each for each, ability in abilities.items() if all(_passes(effect) for effect in ability.effects)]
    if any(_duels(ability) for ability in abilities.values()):
        late = []  # strength decides that too (SH-39)
    if action in late:
        return {"strength for nothing": True}
    if not isinstance(action, Pass):
        return {}
    lent = {
        each.on
        for each in state.lasting
        if each.stat == "strength" and each.until == "turn" and each.value > 0 and each.seat == state.active
    }
    first = state.active * SPACES
    bearing = [stand for stand in state.field[first : first + SPACES] if stand is not None and stand.id in lent]
    return {"strength for nothing": bool(bearing) and not any(stand.turned for stand in bearing)} if bearing or late else {}


def _ability(arena: Arena, state: State, action: Action) -> Ability | None:
    """Return the ability that an action uses, or the spell that it plays; None for any other."""
    if not isinstance(action, Play | Use):
        return None
    card = state.cards[action.piece][0]
    printed = arena.printed[card]
    part = action.part if isinstance(action, Use) else printed.part if printed.spell else -1
    return arena.catalogue.parts(card)[part] if part >= 0 else None


def _passes(effect: Any) -> bool:
    """Tell whether all that an effect does is strength that lasts no longer than the turn."""
    return isinstance(effect, Modify) and effect.stat == "strength" and effect.until in {"turn", "battle"}


@lru_cache(maxsize=512)
def _duels(word: Any) -> bool:
    """Tell whether cards duel in an ability, or in a part of it."""
    if isinstance(word, Duel):
        return True
    parts = (
        word if isinstance(word, tuple) else [getattr(word, name) for name in word.__struct_fields__] if isinstance(word, Struct) else ()
    )
    return any(_duels(part) for part in parts)
