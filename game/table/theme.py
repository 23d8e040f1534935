"""The look of a world: its colours, faces, pictures and the light of its cards, by names that every screen shares.

Screens ask for a colour by what it is for (`theme.colour("panel")`), never by its value. A theme that leaves a word out
takes it from the built-in one, so a new game is playable before it has a look.

Colour words: back, back2 (behind everything, top to bottom), well (where pieces lie), panel, panel2 (raised surfaces, top to
bottom), button, button2, line (hairlines), text, soft (quieter text), title, title2 (headings, top to bottom of a letter),
accent, accent2 (the main button), ink (text on accent), good, bad, warn, focus, shade (shadows), glow.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from game import paths
from game.table.draw import Colour

_COLOURS: dict[str, str] = {
    "back": "#141230",
    "back2": "#07060f",
    "well": "#00000059",
    "panel": "#241f47f2",
    "panel2": "#15122ef2",
    "button": "#3a3370",
    "button2": "#272252",
    "line": "#c9a55c",
    "text": "#f4efe2",
    "soft": "#b9b2cf",
    "title": "#fff3cf",
    "title2": "#d9a944",
    "accent": "#f0c65a",
    "accent2": "#b77a1e",
    "ink": "#1d1405",
    "good": "#6fdc9a",
    "bad": "#ff7d7d",
    "warn": "#ffc163",
    "focus": "#8fd8ff",
    "shade": "#000000a0",
    "glow": "#ffdf8f",
}

_CONTRAST: dict[str, str] = {
    "back": "#000000",
    "back2": "#000000",
    "well": "#000000c0",
    "panel": "#0b0b14",
    "panel2": "#000000",
    "button": "#20203a",
    "button2": "#101020",
    "line": "#ffffff",
    "text": "#ffffff",
    "soft": "#e6e6f0",
    "title": "#ffffff",
    "title2": "#ffe9a8",
    "accent": "#ffe27a",
    "accent2": "#ffcf3d",
    "ink": "#000000",
    "good": "#7dffb0",
    "bad": "#ff9c9c",
    "warn": "#ffd24d",
    "focus": "#7fe3ff",
}

_SEATS = ("#e5533d", "#3f8ef0", "#3fb871", "#e0a92e", "#9a62e0", "#35b7c4")


class Palette(Struct, frozen=True):
    """The light of a card: three steps of its colour, the frame's metal, and its text."""

    light: Colour
    mid: Colour
    dark: Colour
    edge: Colour
    text: Colour


def parsed(value: str) -> Colour:
    """Read `#rgb`, `#rrggbb` or `#rrggbbaa`; raise ValueError for anything else."""
    digits = value.removeprefix("#")
    if len(digits) in {3, 4}:
        digits = "".join(digit * 2 for digit in digits)
    if not value.startswith("#") or len(digits) not in {6, 8}:
        raise ValueError(f"{value!r} is no colour such as #1d4ed8.")
    number = bytes.fromhex(digits)
    return (number[0], number[1], number[2], number[3] if len(number) == 4 else 255)


class Theme:
    """One world's look, complete: what the file leaves out is built in."""

    def __init__(
        self,
        id: str = "menu",
        colours: Mapping[str, str] | None = None,
        *,
        seats: tuple[str, ...] = (),
        faces: Mapping[str, str] | None = None,
        pictures: Mapping[str, str] | None = None,
        palettes: Mapping[str, Mapping[str, str]] | None = None,
        sounds: Mapping[str, str] | None = None,
        glyph: str = "star-formation",
        contrast: bool = False,
    ) -> None:
        self.id = id
        self.glyph = glyph
        words = _COLOURS | dict(colours or {}) | (_CONTRAST if contrast else {})
        self._colours = {word: parsed(value) for word, value in words.items()}
        self._seats = tuple(parsed(value) for value in (seats or _SEATS))
        self.faces = dict(faces or {})
        self.pictures = dict(pictures or {})
        self.sounds = dict(sounds or {})
        self._palettes = {key: dict(value) for key, value in (palettes or {}).items()}

    def colour(self, word: str) -> Colour:
        """Return a colour by what it is for; a word the theme does not know is shown as plain text colour."""
        return self._colours.get(word) or self._colours["text"]

    def seat(self, seat: int) -> Colour:
        """Return the colour of a seat."""
        return self._seats[seat % len(self._seats)]

    def tone(self, word: str) -> Colour:
        """Return the colour of a tone of the scene: `seat-0` … or a colour word."""
        if word.startswith("seat-") and word[5:].isdigit():
            return self.seat(int(word[5:]))
        return self.colour(word)

    def picture(self, role: str) -> str:
        """Return the name of the picture for a role (`table`, `back`, `sleeve`), or an empty word."""
        return self.pictures.get(role, "")

    def palette(self, key: str) -> Palette:
        """Return the light of a card's palette; an unknown key gets the table's own colours."""
        words = self._palettes.get(key) or self._palettes.get("default") or {}

        def pick(word: str, otherwise: Colour) -> Colour:
            return parsed(words[word]) if word in words else otherwise

        return Palette(
            light=pick("light", self.colour("glow")),
            mid=pick("mid", self.colour("button")),
            dark=pick("dark", self.colour("back2")),
            edge=pick("edge", self.colour("line")),
            text=pick("text", self.colour("text")),
        )


def read_theme(id: str, *, contrast: bool = False) -> tuple[Theme, tuple[str, ...]]:
    """Return the theme of a world and a sentence for each fault of its file."""
    faces = {"display": f"display-{id}", "heavy": f"display-{id}"} if (paths.ASSETS / "fonts" / f"display-{id}.ttf").is_file() else {}
    return Theme(id, faces=faces, pictures={"table": "menu" if id == "menu" else f"{id}/table"}, contrast=contrast), ()
