"""Themes: the look and sound of a world, read strictly from `assets/themes/<game>.toml`.

The words are explained at the top of `menu.toml`. A theme that says something unknown, or a colour that is none, is refused
with one sentence a fault; what it leaves out is built into the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from game import paths
from game.content.faults import ContentError, Fault, Findings, file_label, found_by
from game.content.files import is_file, is_named, spelt
from game.content.lines import placed
from game.content.mods import mod_files, read_mod
from game.content.texts import read_toml
from game.content.typing import besides, read_row
from game.kernel.words import meant, meant_or_any

MOST_BYTES = 256 * 1024
MOST_PALETTES = 200
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8})\Z")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]*(?:/[a-z0-9][a-z0-9_-]*)*(?:\.(?:png|jpg|webp))?\Z")

OWN = "own"
"""The look that lies in the user's own folder of themes."""

_KINDS = (("faces", "fonts", (".ttf",)), ("pictures", "images", (".png", ".jpg", ".jpeg", ".webp")), ("sounds", "sounds", (".ogg", ".wav")))
"""Tables of a theme that name files, with the folder of the assets that these lie in."""

ART = "pictures.art"
"""The one place of a theme that names a folder: it holds a picture for every card."""

COLOURS = frozenset(
    [
        "accent",
        "accent2",
        "back",
        "back2",
        "bad",
        "button",
        "button2",
        "chosen",
        "focus",
        "glow",
        "good",
        "groove",
        "ink",
        "legal",
        "line",
        "over",
        "over2",
        "over_soft",
        "panel",
        "panel2",
        "paper",
        "path",
        "reach",
        "refused",
        "shade",
        "sight",
        "soft",
        "text",
        "threat",
        "title",
        "title2",
        "veil",
        "warn",
        "well",
        "well_line",
    ]
)
"""What a colour of a theme may be for."""

_ROLES = {
    "colours": COLOURS,
    "faces": frozenset({"text", "bold", "italic", "bold-italic", "heavy", "digits", "display"}),
    "pictures": frozenset({"art", "back", "board", "table"}),
}
"""Tables of a theme whose keys every game shares; what sounds, what lasts and what has a badge is a game's own."""

Words = Annotated[str, Meta(max_length=80)]
Milliseconds = Annotated[int, Meta(ge=0, le=10_000)]


class SeatLook(Struct, frozen=True, forbid_unknown_fields=True):
    """How a seat looks: its colour, that colour's shade and tint, its charge (an icon) and its shape."""

    colour: Words
    dark: Words
    light: Words
    charge: Words
    shape: Literal["circle", "square", "triangle", "diamond", "hexagon", "star"]


class FrameLook(Struct, frozen=True, forbid_unknown_fields=True):
    """How a card's frame is drawn, in units of a card 250 wide and 350 high."""

    frame: Literal["panel", "bevel", "lacquer", "woodcut", "metal"] = "bevel"
    round: Annotated[float, Meta(ge=0, le=60)] = 14
    cut: bool = False
    border: Annotated[float, Meta(ge=0, le=40)] = 7
    edge: Words = "#5a3a10"
    edge2: Words = "#c9983f"
    edge3: Words = "#fff0b8"
    name_size: Annotated[float, Meta(ge=10, le=60)] = 22
    name_caps: bool = False
    name_colour: Words = "#fff3d2"
    name_line: Words = "#1a0f04"
    plate: Words = "#2a2028e6"
    plate_line: Words = "#d8b06a"
    box: Words = "#120c14d8"
    box_line: Words = "#d8b06a80"
    box_text: Words = "#f6efe2"
    box_bold: Words = "#ffd887"
    art_fade: Annotated[float, Meta(ge=0, le=1)] = 0.34
    badge: Literal["burst", "hexagon", "star", "seal", "gem"] = "hexagon"


class CardLight(Struct, frozen=True, forbid_unknown_fields=True):
    """The light of a card: three steps of its colour, its accents, its text and its glyph."""

    light: Words
    mid: Words
    dark: Words
    edge: Words
    text: Words
    icon: Words = ""


class ThemeFile(Struct, frozen=True, forbid_unknown_fields=True):
    """All that a theme file says."""

    id: Words
    emblem: Words = ""
    colours: dict[Words, Words] = {}
    seats: Annotated[tuple[SeatLook, ...], Meta(max_length=12)] = ()
    faces: dict[Words, Words] = {}
    pictures: dict[Words, Words] = {}
    card: FrameLook = FrameLook()
    badges: dict[Words, Words] = {}
    palettes: dict[Words, CardLight] = {}
    sounds: dict[Words, Words] = {}
    tempo: dict[Words, Milliseconds] = {}


def theme_path(id: str) -> Path:
    """Return where the theme of a world lies."""
    return paths.ASSETS / "themes" / f"{id}.toml"


def read_theme(path: Path) -> ThemeFile:
    """Read a theme; ContentError names everything that is wrong with it."""
    return _read(path, ships=False)


def _read(path: Path, *, ships: bool) -> ThemeFile:
    """Read a theme, which with `ships` may name only what ships; ContentError names everything that is wrong with it."""
    findings = Findings(path)
    read = read_row(read_toml(path, MOST_BYTES), ThemeFile)
    for fault in read.faults:
        findings.add("", fault)
    if read.value is not None:
        senseless = [*_senseless(read.value, path), *(_strange(read.value) if ships else ())]
        for place, words in besides(senseless, [each.removeprefix("$.") for each in read.mended]):
            findings.add(place, words)
    try:
        findings.settle()
    except ContentError as error:
        raise ContentError(tuple(sorted(placed(path, error.faults), key=lambda fault: fault.line))) from None
    theme: ThemeFile = read.value
    return theme


def _senseless(theme: ThemeFile, path: Path) -> Iterator[tuple[str, str]]:
    """Yield what no theme can be, each with its place."""
    if theme.id != path.stem:
        yield "id", f"it is {theme.id[:40]!r} in a file named {path.name}"
    if len(theme.palettes) > MOST_PALETTES:
        yield "palettes", f"there are {len(theme.palettes)} and at most {MOST_PALETTES} are allowed"
    for table, roles in _ROLES.items():
        for key in getattr(theme, table):
            if key not in roles:
                yield f"{table}.{key[:40]}", f"there is nothing of that name{meant_or_any(key, roles)}"
    for place, colour in _colours(theme):
        if not _COLOUR.match(colour):
            yield place, f"{colour[:20]!r} is no colour such as #1d4ed8 or #1d4ed880"
    for place, name in _names(theme):
        if name and not _NAME.match(name):
            yield place, f"{name[:40]!r} is no name of a file inside the assets"


def _strange(theme: ThemeFile) -> Iterator[tuple[str, str]]:
    """Yield what a theme names that does not ship, each with its place."""
    for place, name in _names(theme):
        if name and _NAME.match(name) and not _ships(place, name):
            glyph = not place.startswith(tuple(table for table, *_ in _KINDS))
            near = meant(name, [each.stem for each in (paths.ASSETS / "icons").glob("*.svg")]) if glyph else ""
            yield place, f"there is no {name[:40]!r} among what ships{near}"


def looks(id: str) -> dict[str, tuple[str, Path]]:
    """Return other looks of a world by key, each with its name and its file: the user's own, and one of every mod of the game that brings one."""
    found: dict[str, tuple[str, Path]] = {}
    own = paths.user_folder() / "themes" / f"{id}.toml"
    if is_file(own) and spelt(own, paths.user_folder()):
        found[OWN] = ("Your own", own)
    for path in mod_files(id, "themes", f"{id}.toml"):
        mod = read_mod(path.parents[1])
        found[mod.folder.name] = (mod.page.name, path)
    return found


def read_look(path: Path) -> ThemeFile:
    """Read another look of a world: what it leaves out is as it ships. ContentError names everything that is wrong with it.

    It may name only fonts, pictures, sounds and glyphs that ship.
    """
    theme = _read(path, ships=True)
    shipped = theme_path(theme.id)
    own = read_toml(path, MOST_BYTES)
    rows = _laid_over(read_toml(shipped, MOST_BYTES), own) if shipped.is_file() else own
    return msgspec.convert(rows, ThemeFile)


def world_look_faults(path: Path, game: str) -> list[Fault]:
    """Return everything wrong with another look of a game."""
    if path.stem != game:
        return [Fault(file_label(path), "", f"a look of this game is called {game}.toml")]
    return found_by(lambda: read_look(path))


def _laid_over(below: Any, above: Any) -> Any:
    """Return a table with another laid over it, field by field; whatever is no table is replaced as a whole."""
    if not isinstance(below, dict) or not isinstance(above, dict):
        return above
    return below | {key: _laid_over(below.get(key), value) for key, value in above.items()}


def _ships(place: str, name: str) -> bool:
    for table, folder, endings in _KINDS:
        if place.startswith(f"{table}."):
            stem = paths.ASSETS / folder / name
            there = [stem] if place == ART else [stem, *(stem.with_name(f"{stem.name}{ending}") for ending in endings)]
            return any((path.is_dir() if place == ART else path.is_file()) and spelt(path, paths.ASSETS) for path in there)
    return is_named(paths.ASSETS / "icons" / f"{name}.svg")


def _colours(theme: ThemeFile) -> list[tuple[str, str]]:
    found = [(f"colours.{key}", value) for key, value in theme.colours.items()]
    found += [(f"badges.{key}", value) for key, value in theme.badges.items()]
    for index, seat in enumerate(theme.seats):
        found += [(f"seats[{index}].{key}", getattr(seat, key)) for key in ("colour", "dark", "light")]
    for name, palette in theme.palettes.items():
        found += [(f"palettes.{name}.{key}", getattr(palette, key)) for key in ("light", "mid", "dark", "edge", "text")]
    card = theme.card
    keys = ("edge", "edge2", "edge3", "name_colour", "name_line", "plate", "plate_line", "box", "box_line", "box_text", "box_bold")
    return [*found, *((f"card.{key}", getattr(card, key)) for key in keys)]


def _names(theme: ThemeFile) -> list[tuple[str, str]]:
    found = [("emblem", theme.emblem)]
    for table, names in (("faces", theme.faces), ("pictures", theme.pictures), ("sounds", theme.sounds)):
        found += [(f"{table}.{key}", value) for key, value in names.items()]
    found += [(f"seats[{index}].charge", seat.charge) for index, seat in enumerate(theme.seats)]
    return [*found, *((f"palettes.{name}.icon", palette.icon) for name, palette in theme.palettes.items())]
