"""Colours of the board that a theme may leave out: what is legal, refused, in reach, threatened."""

from __future__ import annotations

from game.table.canvas.draw import Colour
from game.table.canvas.theme import Theme, parsed

_DEFAULTS: dict[str, str] = {
    "paper": "#f4efe2",
    "well_line": "#ffffff40",
    "legal": "#9bffd3",
    "refused": "#f7776b",
    "chosen": "#ffdc6f",
    "reach": "#4db8ff66",
    "range": "#ffb02e55",
    "sight": "#c77dff55",
    "threat": "#ff4b3a5c",
    "path": "#fff07ac0",
}


def tint(theme: Theme, word: str) -> Colour:
    """Return a colour of the board: the theme's, or the built-in one where the theme has no word for it."""
    colour = theme.colour(word)
    if word in _DEFAULTS and colour == theme.colour("text") and word != "paper":
        return parsed(_DEFAULTS[word])
    return colour


def clear(colour: Colour) -> Colour:
    """Return a colour without its transparency."""
    return (colour[0], colour[1], colour[2], 255)
