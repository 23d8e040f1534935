"""The look of a world: its colours, faces, pictures and the light of its cards, by names that every screen shares.

Screens ask for a colour by what it is for (`theme.colour("panel")`), never by its value. A theme that leaves a word out
takes it from the built-in one, so a new game is playable before it has a look.

Colour words: back, back2 (behind everything, top to bottom), well (where pieces lie), panel, panel2 (raised surfaces, top to
bottom), button, button2, line (hairlines), text, soft (quieter text), title, title2 (headings, top to bottom of a letter),
accent, accent2 (the main button), ink (text on accent), good, bad, warn, focus, shade (shadows), glow; and for the table: legal,
refused, chosen, reach, path, threat, sight, veil. `groove` is what is sunk into a
panel. Panels may be dark or light: words on a panel are text, soft, title; words on
the backdrop itself are over, over2, over_soft; for words on any other body ask `theme.on(body)`.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.content import themes
from game.content.faults import ContentError
from game.content.themes import CardLight, FrameLook, ThemeFile, theme_path
from game.table.canvas.draw import Colour, mixed

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
    "well_line": "#e8c98a40",
    "paper": "#f1e6cf",
    "legal": "#9bffd3",
    "refused": "#f7776b",
    "chosen": "#ffdc6f",
    "reach": "#6fc8ff66",
    "path": "#fff0a8b0",
    "threat": "#ff5a4a55",
    "sight": "#b98cff55",
    "veil": "#08050bb8",
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
    "paper": "#ffffff",
    "legal": "#8cffca",
    "refused": "#fa8776",
    "chosen": "#ffe35f",
    "veil": "#000000d8",
    "well_line": "#ffffff90",
}

_GROUNDS = ("table", "board")
"""What lies under words and pieces."""

_SEATS = (
    ("#e4452c", "swords-emblem", "circle"),
    ("#517799", "crystal-shine", "square"),
    ("#4db07e", "oak-leaf", "triangle"),
    ("#ecaf1a", "sun", "diamond"),
    ("#a76cff", "polar-star", "hexagon"),
    ("#03e4fb", "rose", "star"),
)

_BARE = {
    "name_colour": "#ffffff",
    "name_line": "#000000",
    "plate": "#000000",
    "plate_line": "#ffffff",
    "box": "#000000",
    "box_line": "#ffffff",
    "box_text": "#ffffff",
    "box_bold": "#ffe27a",
}
"""What a card's frame is made of where contrast is worth more than a world's own matter."""

WHITE: Colour = (255, 255, 255, 255)
BLACK: Colour = (0, 0, 0, 255)
READABLE = 4.5
_WELL_READABLE = 9.0
"""How well the names of seats stand out where contrast is worth more: better than any does where it is not."""
_DIMMED = 7.0
"""How well dimmed words stand out: thin strokes are painted somewhat paler than their colour."""


class Palette(Struct, frozen=True):
    """The light of a card: three steps of its colour, the frame's metal, its text, and the glyph it falls back on."""

    light: Colour
    mid: Colour
    dark: Colour
    edge: Colour
    text: Colour
    icon: str = ""


class SeatTheme(Struct, frozen=True):
    """How a seat looks: three steps of its colour, and the glyph and the shape that stand beside it."""

    colour: Colour
    dark: Colour
    light: Colour
    charge: str
    shape: str


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
    """One world's look, complete: what its file leaves out is built in. `card` says how frames are drawn, `tempo` how long kinds last."""

    def __init__(self, file: ThemeFile, *, contrast: bool = False) -> None:
        self.id = file.id
        self.glyph = file.emblem or "star-formation"
        words = _COLOURS | file.colours | (_CONTRAST if contrast else {})
        self._colours = {word: parsed(value) for word, value in words.items()}
        self.faces = dict(file.faces)
        self.pictures = {role: name.rsplit(".", 1)[0] for role, name in file.pictures.items()}
        self.sounds = dict(file.sounds)
        self.high_contrast = contrast
        self.least_contrast = _WELL_READABLE if contrast else READABLE
        """How well words stand apart at least from a body whose colour is made for them."""
        self.card: FrameLook = replace(file.card, **_BARE) if contrast else file.card
        self.tempo = dict(file.tempo)
        self.badges = {key: parsed(value) for key, value in file.badges.items()}
        self.seats = tuple(
            SeatTheme(parsed(seat.colour), parsed(seat.dark), parsed(seat.light), seat.charge, seat.shape) for seat in file.seats
        ) or tuple(
            SeatTheme(parsed(colour), mixed(parsed(colour), BLACK, 0.5), mixed(parsed(colour), WHITE, 0.6), charge, shape)
            for colour, charge, shape in _SEATS
        )
        self._palettes = {key: self._palette(light) for key, light in file.palettes.items()}
        self._add_words_over()

    def _palette(self, light: CardLight) -> Palette:
        return Palette(parsed(light.light), parsed(light.mid), parsed(light.dark), parsed(light.edge), parsed(light.text), light.icon)

    def _add_words_over(self) -> None:
        """Find words that can be read on the dark of the backdrop (`over`, `over2`, `over_soft`), whatever panels are made of."""
        colours = self._colours
        back = mixed(colours["back"], colours["back2"], 0.5)
        light = contrast(colours["title"], back) >= READABLE
        paper = colours.get("paper", colours["text"])
        pale = _luminance(colours["panel"]) > 0.4
        colours.setdefault("groove", mixed(colours["panel"], WHITE, 0.55) if pale else colours["well"])
        colours.setdefault("over", colours["title"] if light else paper)
        colours.setdefault("over2", colours["title2"] if light else colours["glow"])
        colours.setdefault("over_soft", colours["text"] if contrast(colours["text"], back) >= READABLE else mixed(paper, back, 0.06))

    def colour(self, word: str) -> Colour:
        """Return a colour by what it is for; a word the theme does not know is shown as plain text colour."""
        return self._colours.get(word) or self._colours["text"]

    def on(self, body: Colour) -> Colour:
        """Return the one of the theme's colours for words that is read best on a body of that colour."""
        choices = [self.colour(word) for word in ("text", "ink", "paper", "title")]
        return max(choices, key=lambda colour: contrast(colour, body))

    def dimmed(self, ink: Colour, *bodies: Colour) -> Colour:
        """Return words dimmed towards the bodies they lie on, as far as they can still be read; not at all where contrast is worth more."""
        steps = () if self.high_contrast else (mixed(ink, (*bodies[0][:3], 255), part / 20) for part in range(9, 0, -1))
        return next((each for each in steps if all(contrast(each, body) >= _DIMMED for body in bodies)), ink)

    def seat(self, seat: int) -> Colour:
        """Return the colour of a seat."""
        return self.seat_look(seat).colour

    def seat_ink(self, seat: int) -> Colour:
        """Return the colour in which a seat is named on a panel: the nearest to its own that can be read there."""
        look, grounds = self.seat_look(seat), (self.colour("panel"), self.colour("panel2"))
        text = self.colour("text")
        least = self.least_contrast
        steps = (look.colour, look.light, look.dark, *(mixed(look.colour, text, part / 10) for part in range(2, 10, 2)))
        return next((ink for ink in steps if all(contrast(ink, ground) >= least for ground in grounds)), text)

    def seat_look(self, seat: int) -> SeatTheme:
        """Return how a seat looks."""
        return self.seats[seat % len(self.seats)]

    def tone(self, word: str) -> Colour:
        """Return the colour of a tone of the scene: `seat-0` … or a colour word."""
        if word.startswith("seat-") and word[5:].isdigit():
            return self.seat(int(word[5:]))
        return self.colour(word)

    def badge(self, icon: str) -> Colour:
        """Return the colour of a badge by its icon."""
        return self.badges.get(icon) or self.badges.get("default") or self.colour("button")

    def picture(self, role: str) -> str:
        """Return the name of the picture for a role (table, back, board, art), or an empty word; in high contrast no ground is a picture."""
        return "" if self.high_contrast and role in _GROUNDS else self.pictures.get(role, "")

    def palette(self, key: str) -> Palette:
        """Return the light of a card's palette; an unknown key gets the default, or the table's own colours."""
        found = self._palettes.get(key) or self._palettes.get("default")
        if found is not None:
            return found
        colour = self.colour
        return Palette(colour("glow"), colour("button"), colour("back2"), colour("line"), colour("text"), self.glyph)


@lru_cache(maxsize=2048)
def contrast(one: Colour, other: Colour) -> float:
    """Return how well two colours stand apart, from 1 (not at all) to 21 (black on white), as WCAG reckons it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@lru_cache(maxsize=256)
def rim_beside(ink: Colour, body: Colour, rim: Colour) -> Colour:
    """Return the colour of a rim, dimmed towards its body as far as words are still well read that stand next to it: half of what is around their letters is rim then."""
    steps = (mixed(rim, (*body[:3], rim[3]), part / 20) for part in range(21))
    return next((each for each in steps if _between(ink, body, each) >= _DIMMED), rim)


def _between(ink: Colour, one: Colour, other: Colour) -> float:
    """Return how well words stand apart from what is half of one colour and half of another."""
    light, dark = sorted((_luminance(ink), (_luminance(one) + _luminance(other)) / 2), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    parts = [part / 255 for part in colour[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def read_theme(id: str, *, high_contrast: bool = False, look: str = "") -> tuple[Theme, tuple[str, ...]]:
    """Return the theme of a world and a sentence for each fault of its file; a faulty file gives the built-in look.

    `look` is the key of another look of it; one that is not there, or is faulty, leaves the world as it ships.
    """
    other = themes.looks(id).get(look) if look else None
    if other is not None:
        try:
            return Theme(themes.read_look(other[1]), contrast=high_contrast), ()
        except (ContentError, OSError) as error:
            found, _ = read_theme(id, high_contrast=high_contrast)
            return found, tuple(f"{fault}." for fault in getattr(error, "faults", ())[:3])
    path = theme_path(id)
    faces = {"display": f"display-{id}"} if (paths.ASSETS / "fonts" / f"display-{id}.ttf").is_file() else {}
    file = ThemeFile(id=id, faces=faces, pictures={"table": "menu" if id == "menu" else f"{id}/table"})
    if not path.is_file():
        return Theme(file, contrast=high_contrast), ()
    try:
        return Theme(themes.read_theme(path), contrast=high_contrast), ()
    except ContentError as error:
        return Theme(file, contrast=high_contrast), tuple(f"{fault}." for fault in error.faults[:3])
