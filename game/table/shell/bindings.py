"""Keys and buttons as a player wants them: what was pressed is put into the key that the table knows for it.

A key keeps its own name until it is given another; the one whose place is taken gets the other's, so that no two do the same. Some keys are
silent: single letters where they were switched off, and what writes where a line is being written, which is what it is. Whoever gave one of these
to Esc, Tab, Enter, Space or an arrow still gets about: that has a key that is not silent for so long.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from game.table.canvas.view import Event
from game.table.shell.settings import Settings

_SIGNS = frozenset(".,+-=")
_CALLED = {"escape": "Esc", "return": "Enter"}
_SWAPPED = {1: 3, 3: 1}
_WRITING = frozenset({"space", "backspace", "delete", "left", "right", "home", "end"})

ABOUT = ("escape", "return", "tab", "space", "left", "right", "up", "down")
"""The keys by which one gets about: each has a key that is pressed for it, whatever is silent."""


def single(key: str) -> bool:
    """Tell whether a key is a single letter or sign, which some hands and some programs press without meaning to."""
    return len(key) == 1 and (key.isalpha() or key in _SIGNS)


def writes(key: str) -> bool:
    """Tell whether a key writes or moves in a line of text."""
    return len(key) == 1 or key in _WRITING


def never(_key: str) -> bool:
    """Say of no key that it is silent."""
    return False


def silent_keys(*, letters: bool, writing: bool) -> Callable[[str], bool]:
    """Return what tells whether a key is silent, with or without single letters, in or outside a line of text."""
    return writes if writing else never if letters else single


def pressed_for(keys: Mapping[str, str], key: str, silent: Callable[[str], bool] = never) -> str:
    """Return which key has to be pressed for what the table knows as `key`.

    In the place of a silent one comes what is pressed for that, and so on; at last the key itself.
    """
    chosen = keys.get(key, key)
    for _ in keys:
        if not silent(chosen):
            return chosen
        chosen = keys.get(chosen, chosen)
    return key if silent(chosen) else chosen


def called(key: str) -> str:
    """Return what a key is called, wherever it is named."""
    return _CALLED.get(key, key.capitalize())


def key_now(settings: Settings, key: str) -> str:
    """Return what the key is called that now does what the table knows as `key`; empty where no key does it."""
    silent = silent_keys(letters=settings.letters, writing=False)
    chosen = pressed_for(settings.keys, key, silent if key in ABOUT else never)
    return "" if silent(chosen) else called(chosen)


def choice_key(settings: Settings, number: int) -> str:
    """Return what stands on the answer with that number: the key that chooses it now."""
    return key_now(settings, str(number)) or str(number)


def keyed(words: str, settings: Settings, key: str) -> str:
    """Return the words of a button with the key that now does what the table knows as `key`, in brackets; alone where no key does it."""
    name = key_now(settings, key)
    return f"{words} ({name})" if name else words


def rebound(keys: Mapping[str, str], key: str, chosen: str) -> dict[str, str]:
    """Return the keys with `chosen` pressed for `key`; whatever was on it gets the one that is free now."""
    before = pressed_for(keys, key)
    other = next((each for each, its_key in keys.items() if its_key == chosen), chosen)
    changed = {**keys, key: chosen, other: before} if other != key else {**keys, key: chosen}
    return {each: its_key for each, its_key in changed.items() if each != its_key}


def meant(event: Event, keys: Mapping[str, str], *, letters: bool, swapped: bool, writing: bool = False) -> Event:
    """Return what a hand meant: keys by their own names, the mouse's buttons changed over where they are `swapped`.

    Without `letters` a single letter or sign does nothing, unless Ctrl or Alt is held with it or a line is being written.
    """
    if event.kind in {"down", "up"}:
        return replace(event, button=_SWAPPED.get(event.button, event.button)) if swapped else event
    if event.kind not in {"key", "release"}:
        return event
    lettered = letters or event.ctrl or event.alt
    if not lettered and not writing and single(event.key):
        return replace(event, key="")
    silent = silent_keys(letters=lettered, writing=writing)
    known = {chosen: key for key, chosen in keys.items() if not silent(chosen)}
    known |= {pressed_for(keys, key, silent): key for key in ABOUT if not silent(key)}
    key = known.get(event.key, event.key)
    return event if key == event.key else replace(event, key=key)
