"""Long words on a screen: headings, paragraphs, lists and tables of a page, wrapped to a width.

Reads the small part of Markdown that the rules pages and the credits are written in. Bold and italic both become the
`*keyword*` of the table's own text; a rule's number at the start of a list item is kept apart, so that it can be found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from msgspec import Struct

from game.kernel.words import unmarked
from game.table.canvas.draw import Drawn, Fill, Icon, Line, Made, Panel, Text, faded
from game.table.canvas.view import Rect
from game.table.pages.table_picture import SHAPE
from game.table.shell.app import App
from game.table.shell.widgets import BODY, HEAD, SMALL

_RULE = re.compile(r"\*{0,2}([A-Z]{1,3}-?\d+[a-z]?)\*{0,2}[.:]?\s+(.*)", re.DOTALL)
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_BULLET = re.compile(r"(\s*)(?:[-*+]|(\d+)\.)\s+(.*)")
_BOLD = re.compile(r"\*\*(.+?)\*\*|__(.+?)__")
_PICTURE = re.compile(r"!\[([^\]]*)\]\(position:([a-z0-9][a-z0-9-]*)\)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_ITALIC = re.compile(r"(?<![\w_])_([^_]+)_(?![\w_])")


RULINGS = ("Ruling.", "Published.")
"""What begins a sentence that fills a gap of the rulebook; it is marked."""

LEADING = 1.06
_WIDEST = 900.0
"""How wide a picture is at most."""


class Block(Struct, frozen=True):
    """A piece of a page: `kind` is heading, text, item, table or picture; `level` of a heading or item; `rule` is its number.

    A picture shows the position whose name is its one cell, with its words below.
    """

    kind: str
    words: str
    level: int = 0
    rule: str = ""
    cells: tuple[tuple[str, ...], ...] = ()


def plain(words: str) -> str:
    """Return inline Markdown as the table's own rich text."""
    words = _LINK.sub(r"\1", words).replace("`", "").replace("<br>", "\n")
    words = _BOLD.sub(lambda found: f"*{found[1] or found[2]}*", words)
    return _ITALIC.sub(r"\1", words).strip()


def read_out(page: Iterable[Block]) -> str:
    """Return blocks as they are read aloud: a line each, the number of a rule before its words, the cells of a row one after the other."""
    lines: list[str] = []
    for block in page:
        rows = [", ".join(filter(None, row)) for row in block.cells] if block.kind == "table" else [block.words]
        lines += [f"{block.rule}: {row}" if block.rule else row for row in rows]
    return "\n".join(lines)


def blocks(page: str) -> list[Block]:
    """Read a page into blocks."""
    found: list[Block] = []
    gathered: list[str] = []
    rows: list[tuple[str, ...]] = []

    def settle() -> None:
        if rows:
            found.append(Block("table", "", cells=tuple(rows)))
            rows.clear()
        if not gathered:
            return
        words = " ".join(line.strip() for line in gathered)
        gathered.clear()
        bullet = _BULLET.fullmatch(words)
        kind, level, words = ("item", 0, bullet[3]) if bullet else ("text", 0, words)
        rule = _RULE.fullmatch(words)
        if rule:
            found.append(Block(kind, plain(rule[2]), level, rule[1]))
        else:
            number = f"{bullet[2]}. " if bullet and bullet[2] else ""
            found.append(Block(kind, number + plain(words), level))

    for line in page.splitlines():
        heading = _HEADING.fullmatch(line)
        if heading:
            settle()
            found.append(Block("heading", unmarked(plain(heading[2])), len(heading[1])))
        elif picture := _PICTURE.fullmatch(line.strip()):
            settle()
            found.append(Block("picture", plain(picture[1]), cells=((picture[2],),)))
        elif not line.strip() or set(line.strip()) <= {"-", "="}:
            settle()
        elif line.lstrip().startswith("|"):
            cells = tuple(plain(cell) for cell in line.strip().strip("|").split("|"))
            if gathered:
                settle()
            if not all(set(cell) <= set("-: ") for cell in cells):
                rows.append(cells)
        else:
            if _BULLET.fullmatch(line) or rows:
                settle()
            gathered.append(line)
    settle()
    return found


class Laid(Struct, frozen=True):
    """A block at its place: how high it is and what is drawn, from its own top left."""

    block: Block
    top: float
    height: float


def lay(app: App, page: list[Block], width: float) -> tuple[list[Laid], float]:
    """Return the blocks with their places for a width, and the height of all."""
    laid: list[Laid] = []
    y = 0.0
    for block in page:
        high, before = _height(app, block, width), _before(app, block)
        y += before if laid else 0
        laid.append(Laid(block, y, high))
        y += high
    return laid, y


def _before(app: App, block: Block) -> float:
    return app.size({"heading": 34 if block.level > 1 else 20, "text": 14, "table": 14}.get(block.kind, 10))


def _indent(app: App, block: Block) -> float:
    if block.rule:
        return app.size(118)
    return app.size(30) if block.kind == "item" else 0.0


def _height(app: App, block: Block, width: float) -> float:
    if block.kind == "heading":
        size = app.size(HEAD + 10 if block.level == 1 else HEAD if block.level == 2 else BODY + 2)
        return app.height(block.words, "display", size, width) + (14 if block.level <= 2 else 4)
    if block.kind == "picture":
        return _picture_wide(width) * SHAPE + app.height(block.words, "text", app.size(SMALL), _picture_wide(width)) + 22
    if block.kind == "table":
        return sum(_row_height(app, row, width) for row in block.cells)
    return app.height(block.words, "text", app.size(BODY), width - _indent(app, block), rich=True, leading=LEADING) + 6


def _row_height(app: App, row: tuple[str, ...], width: float) -> float:
    wide = width / len(row) - 28
    return max(app.height(cell, "bold", app.size(SMALL), wide, rich=True) for cell in row) + 18


def paint(app: App, laid: Laid, x: float, y: float, width: float, *, lit: bool = False) -> list[Drawn]:
    """Return what a block draws with its top left at a place; `lit` marks it as found."""
    block, colour = laid.block, app.theme.colour
    top = y + laid.top
    listed: list[Drawn] = []
    if lit:
        box = (x - 16, top - 6, width + 32, laid.height + 10)
        listed.append(Panel(box, faded(colour("accent"), 0.2), None, 12, faded(colour("accent"), 0.8), 2))
    if block.kind == "heading":
        size = app.size(HEAD + 10 if block.level == 1 else HEAD if block.level == 2 else BODY + 2)
        listed.append(Text((x, top, width, laid.height), block.words, size, colour("title"), "display", wrap=True, bottom=colour("title2")))
        if block.level <= 2:
            listed.append(Line(((x, top + laid.height - 4), (x + width, top + laid.height - 4)), faded(colour("line"), 0.45), 2))
        return listed
    if block.kind == "picture":
        return listed + _picture(app, block, x, top, width)
    if block.kind == "table":
        return listed + _table(app, block, x, top, width)
    indent = _indent(app, block)
    size = app.size(BODY)
    if block.rule:
        chip = (x, top + 2, indent - 18, size * 1.25)
        listed += [
            Panel(chip, faded(colour("accent"), 0.16), None, 9, faded(colour("accent"), 0.7), 1.5),
            Text(chip, block.rule, size * 0.8, colour("text"), "bold", align="centre", valign="middle"),
        ]
    elif block.kind == "item" and not block.words[:1].isdigit():
        listed.append(Panel((x + indent * 0.35, top + size * 0.5, size * 0.28, size * 0.28), colour("accent"), None, size * 0.14))
    rect = words_at(app, laid, x, y, width)
    ruled = tuple((word, colour("accent")) for word in RULINGS)
    listed.append(Text(rect, block.words, size, colour("text"), wrap=True, rich=True, strong=colour("title"), inks=ruled, leading=LEADING))
    if block.rule and laid.height > size * 2.4 and any(f"*{word}*" in block.words for word in RULINGS):
        side = size * 1.05
        listed.append(Icon((x + (indent - 18 - side) / 2, top + size * 1.5, side, side), "banging-gavel", colour("accent")))
    return listed


def words_at(app: App, laid: Laid, x: float, y: float, width: float) -> Rect:
    """Return where the words of a block stand that is painted at a place."""
    indent = _indent(app, laid.block)
    return x + indent, y + laid.top, width - indent, laid.height


def _picture_wide(width: float) -> float:
    return min(width, _WIDEST)


def _picture(app: App, block: Block, x: float, y: float, width: float) -> list[Drawn]:
    """Return a picture of a table, framed, with its words below."""
    wide, size = _picture_wide(width), app.size(SMALL)
    box: Rect = (x, y + 4, wide, wide * SHAPE)
    words: Rect = (x, box[1] + box[3] + 10, wide, app.height(block.words, "text", size, wide))
    return [
        Made(box, "position", (app.theme.id, block.cells[0][0]), words=block.words),
        Panel(box, (0, 0, 0, 0), None, 4, app.theme.colour("line"), 2),
        Text(words, block.words, size, app.theme.colour("soft"), wrap=True),
    ]


def _table(app: App, block: Block, x: float, y: float, width: float) -> list[Drawn]:
    listed: list[Drawn] = []
    colour, size = app.theme.colour, app.size(SMALL)
    for index, row in enumerate(block.cells):
        high = _row_height(app, row, width)
        if index % 2 == 0:
            listed.append(Fill((x, y, width, high), faded(colour("accent"), 0.2 if index == 0 else 0.06)))
        wide = width / len(row)
        for place, cell in enumerate(row):
            face = "bold" if index == 0 else "text"
            listed.append(
                Text((x + place * wide + 14, y + 8, wide - 28, high - 10), cell, size, colour("text"), face, wrap=True, rich=True)
            )
        y += high
    return listed
