"""Learning to play: the lessons of a game, one after the other, and its puzzles, with a mark for each that is done."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

from game.content.positions import Position, positions_of
from game.kernel.rules import Game
from game.match.save import SaveEntry, SaveError, list_saves, remove_save
from game.table.canvas.draw import Drawn, Icon, Text
from game.table.canvas.view import Rect
from game.table.pages.common import backdrop, body, framed, small_heading, top_bar
from game.table.pages.dialog import Dialog
from game.table.screens.learn_match import open_position
from game.table.screens.opening import resume_match
from game.table.shell.app import App
from game.table.shell.learnt import learnt
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, HEAD, SMALL, Look, Scroll, Tile


class Learn(Page):
    """The lessons and puzzles of a game."""

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.theme = game.id
        self.positions: tuple[Position, ...] = ()
        self.done: frozenset[str] = frozenset()
        self.begun: dict[str, SaveEntry] = {}

    def enter(self) -> None:
        """Read what there is, what is done, and which lessons were left in the middle."""
        super().enter()
        self.positions = tuple(each for each in positions_of(self.game.id) if each.kind != "position")
        self.done = learnt()
        left = [each for each in list_saves() if each.game == self.game.id and each.position and each.count and each.outcome is None]
        self.begun = {each.position: each for each in reversed(left)}
        following = next((each for each in self.positions if not self.is_done(each)), None)
        if not self.focus and following is not None:
            self.focus = f"open-{following.name}"
            if "lists" not in self.memory:
                self.bring(self.focus)

    def is_done(self, position: Position) -> bool:
        """Tell whether a lesson was gone through, or a puzzle solved."""
        return f"{position.game}/{position.name}" in self.done

    def left(self, position: Position) -> SaveEntry | None:
        """Return the match of a lesson that was left in the middle, the latest; None for one that was not begun or is done, and for a puzzle."""
        return self.begun.get(position.name) if position.kind == "lesson" and not self.is_done(position) else None

    def open(self, position: Position) -> None:
        """Lay a lesson or puzzle on the table, a lesson that was left in the middle as it was left, if that is wished."""
        left = self.left(position)
        if left is None:
            open_position(self.app, position)
            return
        answers: list[tuple[str, str, Callable[[], None]]] = [
            ("Go on", "main", partial(resume_match, self.app, left.path)),
            ("From the beginning", "plain", partial(self._afresh, position, left)),
        ]
        self.app.push(Dialog(position.title, "You left this lesson in the middle.", answers))

    def _afresh(self, position: Position, left: SaveEntry) -> None:
        with contextlib.suppress(SaveError, OSError):  # then both are kept
            remove_save(left.path)
        open_position(self.app, position)

    def build(self) -> list[Part]:
        """Return both lists, one beneath the other."""
        app = self.app
        parts, top = top_bar(self, f"Learn {self.game.title}")
        rect = body(app, top, widest=1400.0)
        inner = rect[2] - 80
        window = (rect[0] + 28, rect[1] + 24, rect[2] - 48, rect[3] - 48)
        _, height = self._lists((rect[0] + 34, window[1] + 6, inner, 0.0))
        area = Scroll(key="lists", rect=window, height=height + 6, offset=float(self.memory.get("lists", 0.0)))
        area.parts, _ = self._lists((rect[0] + 34, window[1] + 6 - area.offset, inner, 0.0))
        if not self.positions:
            words = "There are no lessons of this game yet. Its rules can be read at F1."
            parts.append(Text((rect[0], top + 80, rect[2], 80), words, self.size(BODY), self.colour("text"), align="centre", wrap=True))
            return [backdrop(app), *parts]
        return [backdrop(app), *parts, *framed(app, rect), area]

    def _lists(self, at: Rect) -> tuple[list[Part], float]:
        """Return the lessons and the puzzles, each below its heading, and how high they are together."""
        listing: list[Part] = []
        x, y, inner, _ = at
        high = self.size(HEAD) * 1.5
        for kind, title in (("lesson", "Lessons"), ("puzzle", "Puzzles")):
            listed = [each for each in self.positions if each.kind == kind]
            if not listed:
                continue
            done = sum(map(self.is_done, listed))
            listing.append(small_heading(self.app, (x, y, inner, high), f"{title}: {done} of {len(listed)} done"))
            y += high + 12
            y += self._grid(listing, listed, (x, y, inner, 0.0)) + 26
        return listing, y - at[1]

    def _grid(self, listing: list[Part], listed: list[Position], at: Rect) -> float:
        """Add a tile for each position, two beside each other where there is room; return how high they are together."""
        app = self.app
        columns = 2 if at[2] > 900 * app.settings.text else 1
        gap = 18.0
        wide = (at[2] - gap * (columns - 1)) / columns
        size = self.size(SMALL)
        inner = wide - 110
        high = 30 + self.size(BODY) * 1.35 + max(app.height(self.words(each), "text", size, inner) for each in listed)
        for index, each in enumerate(listed):
            row, column = divmod(index, columns)
            rect = (at[0] + column * (wide + gap), at[1] + row * (high + gap), wide, high)
            tile = Tile(key=f"open-{each.name}", rect=rect, on=partial(self.open, each), cue="open", paint=partial(self._paint, each, rect))
            listing.append(tile)
        rows = -(-len(listed) // columns)
        return rows * (high + gap) - gap

    def title_of(self, position: Position) -> str:
        """Return the title of a position, and whether it was left in the middle."""
        return f"{position.title} · begun" if self.left(position) is not None else position.title

    @staticmethod
    def words(position: Position) -> str:
        """Return what a position is about."""
        return position.words or (position.goal.words if position.goal is not None else "")

    def _paint(self, position: Position, rect: Rect, look: Look) -> list[Drawn]:
        x, y, wide, high = rect
        size, head = self.size(SMALL), self.size(BODY)
        done = self.is_done(position)
        side = 46.0
        icon = "check" if done else "play-button" if position.kind == "lesson" else "magnifying-glass"
        ink = look.colour("good" if done else "title")
        words_h = self.app.height(self.words(position), "text", size, wide - 110)
        top = y + (high - head * 1.35 - words_h - 2) / 2
        return [
            Icon((x + 22, y + (high - side) / 2, side, side), icon, ink),
            Text((x + 88, top, wide - 108, head * 1.35), self.title_of(position), head, look.colour("title"), "bold", valign="middle"),
            Text(
                (x + 88, top + head * 1.35 + 2, wide - 110, words_h),
                self.words(position),
                size,
                look.colour("text"),
                wrap=True,
            ),
        ]


def learn_of(app: App, game: str) -> None:
    """Show the lessons and puzzles of a game on the shelf."""
    box = next((box for box in app.games if box.id == game), None)
    if box is not None:
        app.push(Learn(box))
