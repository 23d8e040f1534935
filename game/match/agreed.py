"""What a match is played with, in words: who sits there with which deck, and what was agreed on before it."""

from __future__ import annotations

from collections.abc import Sequence

from game.kernel.setup import Setup
from game.rules import open_box


def players(names: Sequence[str], levels: Sequence[str], decks: Sequence[str]) -> tuple[str, ...]:
    """Return who plays with which deck, one a seat; a level (empty for a person) or a deck is left out where the name says it."""
    listed = []
    for seat, name in enumerate(names):
        level, deck = (each[seat] if seat < len(each) else "" for each in (levels, decks))
        known = f" (the computer, {level})" if level and not name.startswith(level) else ""
        listed.append(f"{name}{known}{f' with {deck}' if deck and not name.startswith(deck) else ''}")
    return tuple(listed)


def agreed(setup: Setup) -> tuple[str, ...]:
    """Return the map and each choice that means something beside the others, as they are called where a match is set up: `Objective: Assassination`."""
    box = open_box(setup.game)
    listed = [f"Map: {dict(box.maps(setup.seats)).get(setup.map, setup.map)}"] if setup.map else []
    options = box.options(setup.seats)
    values = {option.key: setup.options.get(option.key, option.default) for option in options}
    for option in options:
        value = values[option.key]
        if option.matters(values) and option.kind == "flag":
            listed += [option.label] if value else []
        elif option.matters(values):
            listed.append(f"{option.label}: {dict(option.choices).get(str(value), value)}")
    return tuple(listed)
