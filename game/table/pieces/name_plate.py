"""The plate with a card's name: as large as the player wants to read it, never smaller than can be read, on a plate that grows with it.

A long name takes more lines, then a plainer and narrower face, before it gets any smaller than `LEAST` device pixels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from game.table.canvas.draw import Drawn, Panel, Text, mixed
from game.table.canvas.theme import BLACK, Theme, contrast, parsed, rim_beside
from game.table.canvas.view import Rect, inset

if TYPE_CHECKING:
    from game.table.shell.app import App

LEAST = 11
"""Device pixels below which no name, line or number is set; what would have to be smaller is left to the closer look."""

LEAST_PART = 7.0
"""The same in logical units: in a large window with many pixels nothing is as small as in a small one."""

LARGER = 1.25
"""The text size beyond which the height of the letters of a name on a small card comes before their look."""

_RIM = 2.2
"""How wide the rim of a plate is, on a card 250 wide."""

LEADING = 0.86
"""How far apart the lines of a name lie, in parts of its size."""


DOWN = 2
"""The place of a name that runs down the edge of its card, as large as it fits there."""


class Setting(NamedTuple):
    """How the names of a row of cards are set, all alike: the face (empty: any), whether in capitals, the size in device pixels at most (0: any), and in which of its places (-1: any), whether the cards rest half below the edge of the window, and for which text size their heads are laid out (0: the player's)."""

    face: str
    capitals: bool
    pixels: int = 0
    place: int = -1
    low: bool = False
    text: float = 0.0


NARROW = Setting("italic", capitals=False)
"""How a name is set that would be cut otherwise: leaning letters are the narrowest."""


def settings_of(theme: Theme, like: Setting) -> tuple[Setting, ...]:
    """Return how the names of a table's cards can be set, the most wished first; one that is set in any face is `like` them in all else."""
    own = tuple(like._replace(face="display", capitals=capitals) for capitals in dict.fromkeys((theme.card.name_caps, False)))
    return (*own, like._replace(face="bold", capitals=False))


def letters(app: App, setting: Setting) -> float:
    """Return how high letters are that are set so, capitals or small ones, in parts of their size."""
    return app.fonts.high("H" if setting.capitals else "x", setting.face)


def largest_set(app: App, sizes: Sequence[tuple[Setting, float]], text: float) -> int:
    """Return which of several ways of setting a name is taken, each with its size: the first, where text is to be larger the one with the highest letters, but rather the game's own face than others that are hardly higher."""
    if text <= LARGER:
        return 0
    high = [size * letters(app, setting) for setting, size in sizes]
    own = next((index for index, (setting, _) in enumerate(sizes) if setting.face == "display"), 0)
    best = high.index(max(high))
    return best if high[best] > high[own] * _BOLDER else own


_BOLDER = 1.05
"""How much higher other letters are set at least than those of a game's own face to be taken instead."""


def largest(app: App, words: str, setting: Setting, size: float, box: tuple[float, float]) -> float:
    """Return the size, `size` or less, at which a name fits a box unbroken when it is set so; 0 where it cannot be read there."""
    smallest = least(app)
    size = max(smallest, min(size, setting.pixels / app.view.scale) if setting.pixels else size)
    return _largest(app, words.upper() if setting.capitals else words, setting.face, (smallest, size), box)


def least(app: App) -> float:
    """Return the smallest size of a text in logical units, for a window of this size."""
    return max((LEAST + 0.2) / app.view.scale, LEAST_PART)


def fitting(
    app: App, words: str, size: float, width: float, height: float, *, capitals: bool, plain: bool = False
) -> tuple[str, str, float]:
    """Return a name, its face and the size, `size` or less, at which it fits a box unbroken; `plain` begins with the plainer face.

    What fits at no size that can be read loses its capitals and its own face, and is set at the smallest.
    """
    smallest = least(app)
    size = max(size, smallest)
    own = () if plain else (("display", words.upper() if capitals else words),)
    for face, set_so in (*own, ("bold", words)):
        largest = _largest(app, set_so, face, (smallest, size), (width, height))
        if largest:
            return set_so, face, largest
    return words, "bold", smallest


def _largest(app: App, words: str, face: str, between: tuple[float, float], box: tuple[float, float]) -> float:
    """Return the largest size between two, in whole device pixels, at which words fit a box unbroken; 0 where they fit at none.

    Whatever size is wished: who wishes for more never gets less.
    """

    def fits(size: float) -> bool:
        longest = max(app.measure(word, face, size) for word in words.split() or [""])
        return longest <= box[0] and app.height(words, face, size, box[0], leading=LEADING) <= box[1]

    smallest, wished = between
    if fits(wished):
        return wished
    if not fits(smallest):
        return 0.0
    low, high = round(smallest * app.view.scale), round(wished * app.view.scale)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle / app.view.scale) else (low, middle)
    return max(smallest, low / app.view.scale)


def name_plate(
    app: App,
    theme: Theme,
    places: Sequence[Rect],
    unit: float,
    words: str,
    size: float,
    *,
    most: float = 1.0,
    upwards: bool = False,
    settings: Sequence[Setting] = (),
    always: bool = True,
) -> tuple[list[Drawn], Rect]:
    """Return a name on its plate, and the plate: at least as large as its place, and up to `most` times as high (`upwards`: over its top) where it needs it.

    It stands in the first of its places where it is as large as it is wished, else where it is largest, set as the first of the `settings` that can be read;
    where it can be read in none, it is there only if it is wished `always`: the art and the closer look tell which card it is.
    """
    if not words:
        return [], places[0]
    card = theme.card
    ink = parsed(card.name_colour)
    plain, side = _framed(theme), _side(theme, unit)
    settings = settings or settings_of(theme, Setting("", capitals=False))
    size *= settings[0].text or app.settings.text
    placed = _placed(app, words, size, places, side, most, settings)
    asked = any(setting.place >= 0 and not setting.pixels for setting in settings)  # whether it fits in one place: it does not
    if placed is None and (asked or not always):
        return [], places[0]
    parts = words.split() if any(setting.low for setting in settings) else []
    while placed is None and len(parts) > 1:  # a line that would lie below the edge of the window is left out
        parts.pop()
        placed = _placed(app, " ".join(parts) + "…", size, places, side, most, settings)
    rect, words, face, size = placed or (places[-1], words, "bold", least(app))
    width = rect[2] - 2 * side
    rim = max(1.0, _RIM * unit)
    rims = 2 * rim if plain else 0.0  # no letter touches them
    high = max(rect[3], min(rect[3] * most, app.height(words, face, size, width, leading=LEADING) + 2 * unit) + rims)
    plate: Rect = (rect[0], rect[1] - (high - rect[3] if upwards else 0), rect[2], high)
    box = inset(plate, side, 0)
    if plain:
        body = parsed(card.plate)
        if contrast(ink, body) < contrast(parsed(card.name_line), body):
            ink = parsed(card.name_line)
        return [
            Panel(plate, body, mixed(body, BLACK, 0.08), 5 * unit, rim_beside(ink, body, parsed(card.plate_line)), rim),
            Text(box, words, size, ink, face, align="centre", valign="middle", wrap=True, leading=LEADING),
        ], plate
    shade = (*parsed(card.name_line)[:3], 255)
    return [
        Panel(plate, (0, 0, 0, 255 if theme.high_contrast else 180), (0, 0, 0, 255 if theme.high_contrast else 130), 9 * unit),
        Text(box, words, size, ink, face, align="centre", valign="middle", wrap=True, leading=LEADING,
             bottom=None if theme.high_contrast else mixed(ink, parsed(card.edge2), 0.25), shade=shade),
    ], plate  # fmt: skip


def fitting_in(
    app: App, theme: Theme, places: Sequence[Rect], unit: float, words: str, size: float, *, most: float, settings: Sequence[Setting]
) -> float:
    """Return how large, `size` at most, a name can be on its plate; 0 where it can be read in no place."""
    placed = _placed(app, words, size, places, _side(theme, unit), most, settings)
    return placed[3] if placed is not None else 0.0


def _framed(theme: Theme) -> bool:
    """Tell whether the plate of a name has a rim."""
    return theme.card.frame in {"panel", "woodcut"}


def _side(theme: Theme, unit: float) -> float:
    """Return how far letters keep from the sides of their plate."""
    return (4 if _framed(theme) else 3) * unit


def _placed(
    app: App, words: str, size: float, places: Sequence[Rect], side: float, most: float, settings: Sequence[Setting]
) -> tuple[Rect, str, str, float] | None:
    """Return the place of a name, how its words are written, their face and their size; None where it can be read in no place."""
    hair = 1 / app.view.scale  # what a box may lose when it is laid on whole pixels
    found: list[tuple[Setting, float]] = []
    where: list[Rect] = []
    for setting in settings:
        sizes = [largest(app, words, setting, size, (place[2] - 2 * side - hair, place[3] * most - hair)) for place in places]
        if setting.place >= 0:
            sizes = [size * (index == min(setting.place, len(places) - 1)) for index, size in enumerate(sizes)]
        if any(sizes):
            found.append((setting, max(sizes)))
            where.append(places[sizes.index(max(sizes))])
            if setting.face == "display" and setting.text <= LARGER:
                break
    if not found:
        return None
    taken = largest_set(app, found, settings[0].text)
    setting, best = found[taken]
    return where[taken], words.upper() if setting.capitals else words, setting.face, best
