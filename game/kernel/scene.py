"""The picture of a table in neutral nouns: seats, zones, pieces, counters and a prompt.

A Scene is made from an Observation and so shows nothing that its seat may not know. The table draws it without knowing
the game; text mode reads it aloud.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct

from game.kernel.ids import CardId, PieceId, Place, Seat, ZoneId


class Badge(Struct, frozen=True):
    """A small number or sign on a piece: `icon` names a glyph, `words` explain it, `tone` is good, bad or empty.

    `shape` asks for more than a small plate: `bar` for a value like `329/430`, `row` for as many glyphs as the value says.
    """

    icon: str
    value: str = ""
    words: str = ""
    tone: str = ""
    shape: str = ""

    @property
    def caption(self) -> str:
        """Return what its value counts: its words up to their first digit, or all of them; empty without a value."""
        return (re.split(r"\d", self.words)[0].strip() or self.words) if self.value else ""


class ScenePiece(Struct, frozen=True):
    """A thing on the table as one seat sees it.

    `kind` is its shape: card, die, pawn, token (a round game piece of a card), terrain, flag, gem. `face` is the card
    id, a die's pips, or None when face down. `slot` is its order in the zone, its cell in a grid, its step on a track,
    counted from 0. `on` is the piece it is attached to. `spread` is the radius in cells that a terrain covers.
    `turned` means exhausted (90 degrees). `down` means that it lies face down in play: where there is a `face` as well, this viewer
    knows what it is and others may not. `marks` are states the table shows by a glyph, such as `acted`;
    an arrow goes from what is `attacking` to what is `blocking` or else `attacked`.
    """

    id: PieceId
    kind: str
    zone: ZoneId
    slot: int = 0
    owner: Seat | None = None
    face: CardId | None = None
    turned: bool = False
    on: PieceId | None = None
    spread: int = 0
    badges: tuple[Badge, ...] = ()
    marks: tuple[str, ...] = ()
    words: str = ""
    down: bool = False


class Patch(Struct, frozen=True):
    """Cells of a zone that have something in common, said by `words`: `tone` is `seat-0` …, a word of the theme, or empty for no tint."""

    cells: tuple[int, ...]
    tone: str
    words: str = ""


class SceneZone(Struct, frozen=True):
    """A zone: `kind` is hand, pile, stack, row, grid, track or pool.

    `count` is how many things lie there, seen or not. Of a stack every card shows, slot 0 on top, in the order in which they come
    off. `note` is a few words that stand in the zone, such as who may answer; like the question itself it
    changes without an event. Grids, rows and tracks have `columns` and `rows` of cells; a
    grid's `picture` names the map to draw, and `spaces` is what each cell of a row is called that has a name of its own.
    """

    id: ZoneId
    kind: str
    label: str
    owner: Seat | None = None
    count: int = 0
    columns: int = 0
    rows: int = 0
    picture: str = ""
    patches: tuple[Patch, ...] = ()
    words: str = ""
    note: str = ""
    spaces: tuple[str, ...] = ()


class Counter(Struct, frozen=True):
    """A number beside the table, such as prestige or the play limit; `seat` None belongs to all, `most` is a maximum."""

    key: str
    label: str
    value: int
    seat: Seat | None = None
    icon: str = ""
    most: int | None = None
    words: str = ""


class SceneSeat(Struct, frozen=True):
    """A seat at the table: `label` is its name in the game's world, `charge` the glyph that stands for it."""

    seat: Seat
    label: str
    charge: str = ""
    active: bool = False
    choosing: bool = False
    out: bool = False
    words: str = ""


class Prompt(Struct, frozen=True):
    """The open question: who must answer it, in words, and the rule that asks."""

    seat: Seat
    words: str
    rule: str = ""
    about: tuple[Place, ...] = ()


class Phase(Struct, frozen=True):
    """A part of every turn: its key, its label, and one sentence on what is done in it."""

    key: str
    label: str
    words: str = ""


class Scene(Struct, frozen=True):
    """All that one seat sees; `viewer` is that seat. Dictionaries are never changed once made.

    `phases` are the parts of a turn in their order, the same all through a match, and `phase` is the key of the present one: empty
    before the first turn, and in a game whose turns have no parts.
    """

    game: str
    viewer: Seat
    seats: tuple[SceneSeat, ...]
    zones: dict[ZoneId, SceneZone]
    pieces: dict[PieceId, ScenePiece]
    counters: dict[str, Counter]
    prompt: Prompt | None = None
    phases: tuple[Phase, ...] = ()
    phase: str = ""


def numbered(badges: Iterable[Badge | None], means: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """Return the caption of each badge with what such a number means, of those that have a meaning."""
    return tuple((badge.caption, means[badge.caption]) for badge in badges if badge is not None and badge.caption in means)


class CardFace(Struct, frozen=True):
    """What is printed on a card, ready to be drawn.

    `line` is the line between art and text ("Character · Fantasy"), `corner` the cost badge, `stats` the badges along
    the bottom, `text` the rules text (one string a paragraph; `*word*` is a keyword), `keywords` pairs of a word and
    its plain meaning, `numbers` pairs of the caption of a badge and what it counts, `palette` the key of the theme's colours,
    `art` the picture's name, `icon` the glyph to fall back on, `signs` glyphs of its kinds (such as types), shown on the table where `line` would be too small to read.
    """

    id: CardId
    name: str
    line: str
    kind: str = ""
    corner: Badge | None = None
    second: Badge | None = None
    stats: tuple[Badge, ...] = ()
    text: tuple[str, ...] = ()
    flavour: str = ""
    keywords: tuple[tuple[str, str], ...] = ()
    palette: str = ""
    art: str = ""
    icon: str = ""
    signs: tuple[Badge, ...] = ()
    numbers: tuple[tuple[str, str], ...] = ()

    @property
    def explained(self) -> tuple[tuple[str, str], ...]:
        """Return all that is explained beside it: its keywords, then its numbers."""
        return (*self.keywords, *self.numbers)

    @property
    def captions(self) -> str:
        """Return what its numbers are, in a line of words; empty without any."""
        badges = (self.corner, self.second, *self.stats)
        return " · ".join(badge.words for badge in badges if badge is not None and badge.words and badge.value)
