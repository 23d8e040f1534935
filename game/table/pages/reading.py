"""A page to read from top to bottom, as the credits and the records are."""

from __future__ import annotations

from game.table.canvas.view import Event, inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.markdown import Block, Laid, blocks, lay, paint, read_out
from game.table.shell.page import Page, Part
from game.table.shell.widgets import Scroll


class Reading(Page):
    """Words on a page; subclasses give its `title` and its `words`."""

    theme = "menu"
    title = ""

    def __init__(self) -> None:
        super().__init__()
        self.blocks: list[Block] = []
        self.laid: list[Laid] = []
        self.height = 0.0
        self._for: tuple[object, ...] = ()

    def words(self) -> str:
        """Return what is to be read, as a page is written."""
        raise NotImplementedError

    def begin(self) -> None:
        """Read what the page says."""
        self.blocks = blocks(self.words())
        self._for = ()

    def to_read(self) -> str:
        """Return the whole page."""
        return read_out(self.blocks)

    def key(self, event: Event) -> bool:
        """Arrows, Home and End move the page."""
        if event.key not in {"up", "down", "home", "end"}:
            return False
        now = float(self.memory.get("page", 0.0))
        self.memory["page"] = {"home": 0.0, "end": self.height, "up": now - self.size(90), "down": now + self.size(90)}[event.key]
        return True

    def build(self) -> list[Part]:
        """Return the page in its panel."""
        parts, top = top_bar(self, self.title)
        rect = body(self.app, top, widest=1400)
        area = inset(rect, 52, 34)
        width = area[2] - 26
        key = (width, self.app.settings.text, self.app.view.scale)
        if key != self._for:
            self.laid, self.height = lay(self.app, self.blocks, width)
            self._for = key
        offset = max(0.0, min(float(self.memory.get("page", 0.0)), self.height - area[3]))
        seen = [
            item
            for laid in self.laid
            if laid.top + laid.height > offset - 40 and laid.top < offset + area[3] + 40
            for item in paint(self.app, laid, area[0], area[1] - offset, width)
        ]
        page = Scroll(key="page", rect=(area[0] - 20, area[1], area[2] + 40, area[3]), parts=seen, height=self.height, offset=offset)
        return [backdrop(self.app), *framed(self.app, rect), *parts, page]
