"""The log: every event in words, newest at the bottom; the cards, rules and keywords named in it are open to a look."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import CardId, Seat
from game.kernel.words import unmarked
from game.table.canvas.draw import Clip, Drawn, Fill, Icon, Panel, Text, faded
from game.table.canvas.view import Rect, inset, inside
from game.table.pages.links import NO_WORDS, Link, Linked

if TYPE_CHECKING:
    from game.table.shell.app import App

_MARK = re.compile(r"\{(\d)\}|\[([a-z0-9][a-z0-9-]*)\]")
_MOST = 2000

LAST = 6
"""So many of the newest lines are read aloud."""


class Entry(Struct, frozen=True):
    """A line of the log: its words, the cards and seats it names, how it is set, and the action it tells of."""

    words: str
    cards: tuple[tuple[str, CardId], ...] = ()
    seats: tuple[tuple[str, Seat], ...] = ()
    detail: bool = False
    kind: str = ""
    step: int = 0


def entry(
    words: str, names: Sequence[str], card_name: Callable[[str], str], *, detail: bool = False, kind: str = "", step: int = 0
) -> Entry:
    """Return a log line with every seat and card named; cards and seats are set bold."""
    cards: list[tuple[str, CardId]] = []
    seats: list[tuple[str, Seat]] = []

    def name(mark: re.Match[str]) -> str:
        if mark[1]:
            seat = int(mark[1])
            seats.append((names[seat] if seat < len(names) else f"Seat {seat + 1}", seat))
            return f"*{seats[-1][0]}*"
        spoken = card_name(mark[2])
        cards.append((spoken, mark[2]))
        return f"*{spoken}*"

    said = _MARK.sub(name, unmarked(words))
    return Entry(said, tuple(cards), tuple(seats), detail, kind, step)


def folded(lines: Iterable[Entry]) -> Iterator[Entry]:
    """Return lines with equal neighbours told once and counted."""
    for _, alike in groupby(lines, key=lambda line: replace(line, step=0)):
        line, *same = alike
        count = 1 + len(same)
        yield line if count == 1 else replace(line, words=f"{line.words.rstrip('.')} ×{count}")


_WEIGHED = 60
"""So many lines before new ones are looked at for what these are told together with."""


class Log:
    """The lines so far and how far `back` one looks, and how many are `fresh` below what one reads there; `signs` tells the glyph of each seat.

    Whoever looks back is `reading`: what comes is added below, and nothing moves until they look at the end themselves. Less than 0 is `back` while the
    panel has grown so far that the end is seen all the same.
    """

    def __init__(
        self,
        signs: Callable[[], Sequence[str]] = tuple,
        keywords: Callable[[], Iterable[str]] = tuple,
        words_of: Mapping[str, str] = NO_WORDS,
    ) -> None:
        self.signs, self.keywords, self.words_of = signs, keywords, words_of
        self.entries: list[Entry] = []
        self.back = 0.0
        self.fresh = 0
        self.reading = False
        self._unweighed = 0
        self._gone: list[Entry] = []
        self._sign: Rect | None = None
        self._links: list[tuple[Rect, Link]] = []
        self._steps: list[tuple[Rect, int]] = []
        self._rect: Rect = (0.0, 0.0, 0.0, 0.0)

    def add(self, line: Entry) -> None:
        """Add a line at the bottom."""
        self.entries.append(line)
        if self.reading:
            self.fresh += 1
            self._unweighed += 1
        if len(self.entries) > _MOST:
            del self.entries[: _MOST // 4]

    def cut(self, count: int) -> None:
        """Forget all but the first lines: something was taken back."""
        gone = self.entries[count:]
        del self.entries[count:]
        if self.reading:
            unweighed = min(len(gone), self._unweighed)
            self._unweighed -= unweighed
            self._gone[:0] = gone[: len(gone) - unweighed]
            self.fresh = max(0, self.fresh - len(gone))

    def last_lines(self) -> str:
        """Return the newest lines, the last one last, to be read aloud."""
        return "\n".join(line.words for line in reversed([*islice(folded(reversed(self.entries)), LAST)]))

    def wheel(self, dy: float, app: App) -> None:
        """Look further back or forward."""
        self.back = max(0.0, max(0.0, self.back) + dy * app.size(60))
        self.reading = self.back > 0
        if not self.reading:
            self._follow()

    def _follow(self) -> None:
        """Look at the newest lines, and at those that come."""
        self.back, self.fresh, self.reading, self._unweighed, self._gone = 0.0, 0, False, 0, []

    def ends_at(self, x: float, y: float) -> bool:
        """Tell whether a point is on the sign that leads to the newest lines."""
        return self._sign is not None and inside(inset(self._sign, -8, -4), x, y)

    def link_at(self, x: float, y: float) -> Link | None:
        """Return what is named under a point."""
        if not inside(self._rect, x, y) or self.ends_at(x, y):
            return None
        return next((link for rect, link in self._links if inside(rect, x, y)), None)

    def step_at(self, x: float, y: float) -> int:
        """Return the action that the line under a point tells of, 0 where there is none."""
        if self.ends_at(x, y):
            return 0
        return next((step for rect, step in self._steps if inside(rect, x, y)), 0) if inside(self._rect, x, y) else 0

    def draw(self, app: App, rect: Rect, *, layer: int = 0) -> list[Drawn]:
        """Return the panel with as many lines as fit."""
        theme = app.theme
        size = app.size(21)
        inner = inset(rect, 14, 10)
        self._hold_place(app, rect, size, inner[2] - size * 1.25)
        self._rect, self._sign = rect, None
        self._links, self._steps = [], []
        listed: list[Drawn] = [
            Panel(rect, theme.colour("panel"), theme.colour("panel2"), 14, faded(theme.colour("line"), 0.6), 1.5, layer=layer),
        ]
        heights, signs = [], self.signs()
        total = 0.0
        wanted = inner[3] + max(0.0, self.back) + 400
        for line in folded(reversed(self.entries)):
            indent = size * 1.25
            high = _height(app, line, size, inner[2] - indent)
            heights.append((line, indent, high))
            total += high
            if total > wanted:
                break
        if total <= inner[3]:
            self._follow()
        elif total <= wanted:
            self.back = min(self.back, total - inner[3])
        y = inner[1] + (inner[3] + max(0.0, self.back) if total > inner[3] else total)
        shown: list[Drawn] = []
        for index, (line, indent, high) in enumerate(heights):
            y -= high
            if y > inner[1] + inner[3] or y + high < inner[1]:
                continue
            if line.kind in {"turn", "round", "end"} and index:
                shown.append(Fill((inner[0], y + high - 3, inner[2], 1.5), faded(theme.colour("line"), 0.4)))
            box = (inner[0] + indent, y, inner[2] - indent, high + 4)
            self._steps.append(((inner[0], y, inner[2], high), line.step))
            colour = theme.colour("soft") if line.detail else theme.colour("text")
            inks = tuple((name, theme.seat_ink(seat)) for name, seat in line.seats)
            shown.append(Text(box, line.words, size, colour, wrap=True, rich=True, strong=theme.colour("title"), inks=inks))
            if line.detail:
                shown.append(Fill((inner[0] + 8, y + 2, 2.5, max(4.0, high - 5)), faded(theme.colour("line"), 0.5)))
            elif line.seats and (seat := line.seats[0][1]) < len(signs):
                shown.append(Icon((inner[0], y + size * 0.1, size, size), signs[seat], theme.seat_ink(seat)))
            self._links += Linked(app, line.words, line.cards, box, size, keywords=self.keywords(), words_of=self.words_of).places
        if self.back <= 1:
            self.fresh = 0
            return [*listed, Clip(inner, tuple(shown), layer=layer)]
        words = f"▼ {self.fresh} new" if self.fresh else "▼"
        wide, high = app.measure(words, "bold", size) + 24, size * 1.5
        sign = self._sign = (rect[0] + rect[2] - wide - 6, rect[1] + rect[3] - high - 6, wide, high)
        return [
            *listed,
            Clip((*inner[:3], sign[1] - 2 - inner[1]), tuple(shown), layer=layer),
            Panel(sign, theme.colour("panel"), theme.colour("panel2"), high / 2, theme.colour("line"), 1.5, layer=layer),
            Text(sign, words, size, theme.colour("accent"), "bold", align="centre", valign="middle", layer=layer),
        ]

    def _hold_place(self, app: App, rect: Rect, size: float, wide: float) -> None:
        """Look as much further back as lines came below, or fewer were taken back, or as the room for them became less, so that those which are read stay where they are."""
        if not self.reading:
            return
        known = len(self.entries) - self._unweighed
        first = max(0, known - _WEIGHED)
        if self._unweighed or self._gone:
            now, before = self.entries[first:], [*self.entries[first:known], *self._gone]
            self.back += sum(_height(app, line, size, wide) for line in folded(now))
            self.back -= sum(_height(app, line, size, wide) for line in folded(before))
            taken, self._unweighed, self._gone = bool(self._gone), 0, []
            if taken and self.back <= 0:
                self._follow()
        if (rect[0], rect[2]) == (self._rect[0], self._rect[2]):
            self.back += self._rect[1] + self._rect[3] - rect[1] - rect[3]


def _height(app: App, line: Entry, size: float, wide: float) -> float:
    """Return how high a line stands in a width."""
    return app.height(line.words, "text", size, wide, rich=True) + (2 if line.detail else 8)


def linked_cards(words: str, card_name: Callable[[str], str]) -> tuple[tuple[str, CardId], ...]:
    """Return the cards that words name, with their printed names."""
    return tuple((card_name(mark[2]), mark[2]) for mark in _MARK.finditer(words) if mark[2])
