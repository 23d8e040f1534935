"""Keys and buttons as a player wants them: what was pressed is put into the key that the table knows for it.

A key keeps its own name until it is given another; the one whose place is taken gets the other's, so that no two do the same. Where a line is
being written, keys are what they are.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from game.table.canvas.view import Event

_SIGNS = frozenset(".,+-=")
_SWAPPED = {1: 3, 3: 1}


def single(key: str) -> bool:
    """Tell whether a key is a single letter or sign, which some hands and some programs press without meaning to."""
    return len(key) == 1 and (key.isalpha() or key in _SIGNS)


def pressed_for(keys: Mapping[str, str], key: str) -> str:
    """Return which key has to be pressed for what the table knows as `key`."""
    return keys.get(key, key)


def rebound(keys: Mapping[str, str], key: str, chosen: str) -> dict[str, str]:
    """Return the keys with `chosen` pressed for `key`; whatever was on it gets the one that is free now."""
    before = pressed_for(keys, key)
    other = next((each for each, its_key in keys.items() if its_key == chosen), chosen)
    changed = {**keys, key: chosen, other: before} if other != key else {**keys, key: chosen}
    return {each: its_key for each, its_key in changed.items() if each != its_key}


def meant(event: Event, keys: Mapping[str, str], *, letters: bool, swapped: bool) -> Event:
    """Return what a hand meant: keys by their own names, the mouse's buttons changed over where they are `swapped`.

    Without `letters` a single letter or sign does nothing, unless Ctrl or Alt is held with it.
    """
    if event.kind in {"down", "up"}:
        return replace(event, button=_SWAPPED.get(event.button, event.button)) if swapped else event
    if event.kind not in {"key", "release"}:
        return event
    if not letters and single(event.key) and not (event.ctrl or event.alt):
        return replace(event, key="")
    known = {chosen: key for key, chosen in keys.items()}
    key = known.get(event.key, event.key)
    return event if key == event.key else replace(event, key=key)
