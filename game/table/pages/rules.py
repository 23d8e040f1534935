"""The rules of a world as a page to read and to search; a refusal leads straight to its rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial

from game.content.faults import ContentError
from game.content.pages import page_path, read_page
from game.kernel.words import unmarked
from game.rules import brought_in
from game.table.canvas.draw import Drawn, Line, Text, faded
from game.table.canvas.view import REACH, Event, Rect, inset
from game.table.pages import table_picture
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.links import RULE, Linked, meanings
from game.table.pages.markdown import LEADING, Block, Laid, blocks, lay, paint, read_out, words_at
from game.table.pieces import figures
from game.table.shell.page import Page, Part
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Look, Scroll, Tile


def page_text(game: str) -> str:
    """Return the rules page of a game as it is written, or one sentence saying why it cannot be read."""
    try:
        return read_page(page_path(game, brought_in(game)))
    except ContentError as error:
        return f"{error}."


_HINTED = 180
"""How many letters of a rule a hint tells, beyond its first sentence."""


@lru_cache(maxsize=256)
def rule_words(game: str, rule: str) -> str:
    """Return the beginning of a rule as its page says it, in whole sentences; empty where there is none of that number."""
    found = next((unmarked(block.words) for block in blocks(page_text(game)) if block.rule == rule), "")
    said = ""
    for sentence in re.split(r"(?<=[.:;]) ", found):
        if said and len(said) + len(sentence) > _HINTED:
            break
        said = f"{said} {sentence}".strip()
    return said


class PageLink(Tile):
    """A rule or a keyword that the page names: underlined, told on hover, gone to on a press; Tab passes it, as the search finds it too."""

    focusable = False

    def draw(self, look: Look) -> list[Drawn]:
        """Return the line under it, bright while it is pointed at."""
        x, y, wide, high = self.rect
        colour = look.colour("accent")
        return [Line(((x, y + high - 2), (x + wide, y + high - 2)), colour if look.hover else faded(colour, 0.45), 2)]


def keyword_blocks(keywords: Mapping[str, str], page: Sequence[Block]) -> list[Block]:
    """Return the index of keywords that stands at the end of a page: what each means, and the rule that tells of it."""
    listed = [Block("heading", "Index of keywords", 2)] if keywords else []
    for word, meaning in keywords.items():
        rule = next((block.rule for block in page if block.rule and f"*{word}*" in block.words), "")
        listed.append(Block("item", f"*{word}*: {meaning}" + (f" ({rule})" if rule else "")))
    return listed


class RulesScreen(Page):
    """The rules of a game, with an index of the keywords on its cards. `wanted` is the rule or the keyword to begin at."""

    def __init__(self, game: str, wanted: str = "") -> None:
        super().__init__()
        self.theme = self.game = game
        self.wanted = wanted
        self.search = ""
        self.place = 0
        self.blocks: list[Block] = blocks(page_text(game))
        self.keywords: dict[str, str] = {}
        self.laid: list[Laid] = []
        self.height = 0.0
        self._for: tuple[object, ...] = ()
        self._jump = bool(wanted)
        self._at = (-1, -1.0)
        self._slash = False

    def begin(self) -> None:
        """Add the index of keywords, and have the pictures of positions painted."""
        figures.register(self.app)
        table_picture.register(self.app)
        box = next((box for box in self.app.games if box.id == self.game), None)
        if box is not None:
            self.keywords = meanings(face.keywords for face in box.catalogue())
            self.blocks = [*self.blocks, *keyword_blocks(self.keywords, self.blocks)]
        self._read_found()

    def handle(self, event: Event) -> bool:
        """Leave the sign that opened the search out of it."""
        if event.kind == "text" and event.text == "/" and self._slash:
            self._slash = False
            return True
        return super().handle(event)

    def found(self) -> list[int]:
        """Return which blocks hold what is searched for."""
        words = self.search.lower().split()
        if not words:
            return self._named(self.wanted)
        return [
            index
            for index, block in enumerate(self.blocks)
            if all(
                word in unmarked(f"{block.rule} {block.words} {' '.join(' '.join(row) for row in block.cells)}").lower() for word in words
            )
        ]

    def _named(self, name: str) -> list[int]:
        """Return where a rule or a keyword stands."""
        return [
            index
            for index, block in enumerate(self.blocks)
            if name and (block.rule == name.upper() or (not block.rule and block.words.startswith(f"*{name}*: ")))
        ]

    def follow(self, name: str) -> None:
        """Go to a rule or a keyword that the page names."""
        self.search, self.wanted, self.place, self._jump = "", name, 0, True
        self._read_found()
        self.stale()

    def typed(self, words: str) -> None:
        """Search as the reader types."""
        self.search = words
        self.place = 0
        self._jump = True

    def onward(self, by: int = 1) -> None:
        """Go to the next place found."""
        found = self.found()
        if found:
            self.place = (self.place + by) % len(found)
            self._jump = True
            self._read_found()

    def _read_found(self) -> None:
        """Have what was found read aloud."""
        self.app.speech.read(read_out(self.blocks[index] for index in self.found()[self.place : self.place + 1]))

    def to_read(self) -> str:
        """Return what is read here, to the end of its chapter."""
        return self._chapter(max(0, self._read_now()))

    def _chapter(self, first: int) -> str:
        """Return the words from a block on, as far as the next heading."""
        last = first + 1
        while last < len(self.blocks) and (self.blocks[last].kind != "heading" or self.blocks[last - 1].kind == "heading"):
            last += 1
        return read_out(self.blocks[first:last])

    def go(self, index: int, area: Rect) -> None:
        """Bring a block to the top of what is seen."""
        self._show(index, self.laid[index].top - 24, area)
        self.app.speech.read(self._chapter(index))
        self.stale()

    def _show(self, index: int, offset: float, area: Rect) -> None:
        """Move the page so that a block is seen, and remember what is read until the page is moved again."""
        self.memory["page"] = max(0.0, min(offset, self.height - area[3]))
        self._at = index, float(self.memory["page"])

    def key(self, event: Event) -> bool:
        """Ctrl F or / searches, F3 goes on; arrows and Home and End move the page."""
        if (event.key == "f" and event.ctrl) or event.key == "/":
            self.look_at("search")
            self._slash = event.key == "/"
        elif event.key == "f3":
            self.onward(-1 if event.shift else 1)
        elif event.key in {"up", "down"} and self.focus in {"", "page"}:
            self.memory["page"] = float(self.memory.get("page", 0.0)) + (1 if event.key == "down" else -1) * self.size(90)
        elif event.key in {"home", "end"}:
            self.memory["page"] = 0.0 if event.key == "home" else self.height
        else:
            return False
        return True

    def build(self) -> list[Part]:
        """Return contents at the left, the page at the right."""
        app = self.app
        title = next((box.title for box in app.games if box.id == self.game), "Rules")
        parts, top = top_bar(self, f"The rules of {title}")
        rect = body(app, top)
        side = min(rect[2] * 0.3, self.size(400))
        left: Rect = (rect[0], rect[1], side, rect[3])
        right: Rect = (rect[0] + side + 28, rect[1], rect[2] - side - 28, rect[3])
        area = inset(right, 44, 28)
        width = area[2] - 26
        key = (width, app.settings.text, app.view.scale, self.game)
        if key != self._for:
            self.laid, self.height = lay(app, self.blocks, width)
            self._for = key
        found = self.found()
        if self._jump and found:
            self._show(found[self.place], self.laid[found[self.place]].top - area[3] * 0.3, area)
        self._jump = False
        offset = max(0.0, min(float(self.memory.get("page", 0.0)), self.height - area[3]))
        shown = [
            (index, laid)
            for index, laid in enumerate(self.laid)
            if laid.top + laid.height > offset - 40 and laid.top < offset + area[3] + 40
        ]
        seen: list[Part] = []
        for index, laid in shown:
            seen += paint(app, laid, area[0], area[1] - offset, width, lit=index in found)
            seen += self._links(laid, area[0], area[1] - offset, width)
        page = Scroll(key="page", rect=(area[0] - 20, area[1], area[2] + 40, area[3]), parts=seen, height=self.height, offset=offset)
        return [backdrop(app), *framed(app, left), *framed(app, right), *parts, page, *self._contents(left, area, len(found))]

    def _read_now(self) -> int:
        """Return the block that is read: what was gone to, else, after the page was moved, what stands on top."""
        read, at = self._at
        moved = float(self.memory.get("page", 0.0))
        return read if at == moved else max((index for index, laid in enumerate(self.laid) if laid.top <= moved + 60), default=-1)

    def _links(self, laid: Laid, x: float, y: float, width: float) -> list[Part]:
        """Return a link on each rule and keyword that a block names, other than itself."""
        block = laid.block
        if block.kind not in {"text", "item"}:
            return []
        linked = Linked(
            self.app, block.words, (), words_at(self.app, laid, x, y, width), self.size(BODY), keywords=self.keywords, leading=LEADING
        )
        own = block.words.partition(":")[0].strip("*")
        found: list[Part] = []
        for place, (rect, link) in enumerate(linked.places):
            if link.name not in {block.rule, own} and self._named(link.name):
                hint = rule_words(self.game, link.name) if link.kind == RULE else self.keywords[link.name]
                key = f"link-{block.rule or own}-{place}"
                found.append(PageLink(key=key, rect=rect, plain=True, hint=f"{link.name}: {hint}", on=partial(self.follow, link.name)))
        return found

    def _contents(self, rect: Rect, area: Rect, found: int) -> list[Part]:
        inner = inset(rect, 26, 26)
        high = self.size(BODY) + 30
        x, y, width, height = inner
        parts: list[Part] = [
            Entry(
                key="search",
                rect=(x, y, width, high),
                value=self.search,
                on=self.typed,
                done=self.onward,
                placeholder="Search",
                icon="magnifying-glass",
            ),
        ]
        words = "" if not self.search else "Nothing found" if not found else f"{self.place + 1} of {found} · Enter goes on"
        parts.append(
            Text((x + 6, y + high + 6, width - 12, self.size(SMALL) * 1.3), words, self.size(SMALL), self.colour("soft"), valign="middle")
        )
        y += high + self.size(SMALL) * 1.3 + 14
        row = max(REACH + 4, self.size(BODY) + 18)
        headings = [(index, block) for index, block in enumerate(self.blocks) if block.kind == "heading"]
        offset = float(self.memory.get("contents", 0.0))
        shelf = Scroll(key="contents", rect=(x - 8, y, width + 16, inner[1] + height - y), height=row * len(headings), offset=offset)
        read = self._read_now()
        current = max((index for index, _ in headings if index <= read), default=-1)
        lines: list[Part] = []
        for place, (index, block) in enumerate(headings):
            indent = self.size(14) * max(0, block.level - 1)
            lines.append(
                Button(
                    key=f"heading-{index}",
                    rect=(x + indent, y - shelf.offset + place * row, width - indent - 12, row - 4),
                    label=block.words,
                    style="tab" if index == current else "quiet",
                    selected=index == current,
                    align="left",
                    face="bold" if block.level <= 2 else "text",
                    size=BODY if block.level <= 2 else SMALL,
                    on=partial(self.go, index, area),
                )
            )
        shelf.parts = lines
        return [*parts, shelf]
