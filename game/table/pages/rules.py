"""The rules of a world as a page to read and to search; a refusal leads straight to its rule."""

from __future__ import annotations

import re
from functools import lru_cache, partial

from game.content.faults import ContentError
from game.content.pages import page_path, read_page
from game.table.canvas.draw import Text
from game.table.canvas.view import REACH, Event, Rect, inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.markdown import Block, Laid, blocks, lay, paint
from game.table.shell.page import Page, Part
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Scroll


def page_text(game: str) -> str:
    """Return the rules page of a game as it is written, or one sentence saying why it cannot be read."""
    try:
        return read_page(page_path(game))
    except ContentError as error:
        return f"{error}."


_HINTED = 180
"""How many letters of a rule a hint tells, beyond its first sentence."""


@lru_cache(maxsize=256)
def rule_words(game: str, rule: str) -> str:
    """Return the beginning of a rule as its page says it, in whole sentences; empty where there is none of that number."""
    found = next((block.words.replace("*", "") for block in blocks(page_text(game)) if block.rule == rule), "")
    said = ""
    for sentence in re.split(r"(?<=[.:;]) ", found):
        if said and len(said) + len(sentence) > _HINTED:
            break
        said = f"{said} {sentence}".strip()
    return said


class RulesScreen(Page):
    """The rules of a game. `rule` is the one to begin at."""

    def __init__(self, game: str, rule: str = "") -> None:
        super().__init__()
        self.theme = self.game = game
        self.wanted = rule.upper()
        self.search = ""
        self.place = 0
        self.blocks: list[Block] = blocks(page_text(game))
        self.laid: list[Laid] = []
        self.height = 0.0
        self._for: tuple[object, ...] = ()
        self._jump = bool(rule)
        self._slash = False

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
            return [index for index, block in enumerate(self.blocks) if block.rule and block.rule == self.wanted]
        return [
            index
            for index, block in enumerate(self.blocks)
            if all(
                word in f"{block.rule} {block.words} {' '.join(' '.join(row) for row in block.cells)}".lower().replace("*", "")
                for word in words
            )
        ]

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

    def go(self, index: int, area: Rect) -> None:
        """Bring a block to the top of what is seen."""
        self.memory["page"] = max(0.0, min(self.laid[index].top - 24, self.height - area[3]))
        self.stale()

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
            self.memory["page"] = max(0.0, self.laid[found[self.place]].top - area[3] * 0.3)
        self._jump = False
        offset = max(0.0, min(float(self.memory.get("page", 0.0)), self.height - area[3]))
        seen = [
            item
            for index, laid in enumerate(self.laid)
            if laid.top + laid.height > offset - 40 and laid.top < offset + area[3] + 40
            for item in paint(app, laid, area[0], area[1] - offset, width, lit=index in found)
        ]
        page = Scroll(key="page", rect=(area[0] - 20, area[1], area[2] + 40, area[3]), parts=seen, height=self.height, offset=offset)
        return [backdrop(app), *framed(app, left), *framed(app, right), *parts, page, *self._contents(left, area, len(found))]

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
        shown = float(self.memory.get("page", 0.0)) + 60
        current = max((index for index, _ in headings if self.laid[index].top <= shown), default=-1)
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
