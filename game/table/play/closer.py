"""A closer look at a card: the whole card, what it bears, what its numbers mean, the cards it names, and its keywords, which lead to their place in the rules.

It leaves nothing out: what there is no room for is scrolled to.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from game.kernel.ids import CardId, Place
from game.kernel.scene import Badge, CardFace
from game.kernel.words import unmarked
from game.table.canvas.draw import Panel, Shadow
from game.table.canvas.view import REACH, Event, Rect
from game.table.pages.common import done_button, foot_height, over_table
from game.table.pages.form import Column
from game.table.pages.rules import RulesScreen
from game.table.pieces.captions import captions
from game.table.pieces.card_face import card_item
from game.table.pieces.numbers import numbers_now
from game.table.play.overlay import now
from game.table.shell import focus
from game.table.shell.bindings import key_now
from game.table.shell.page import Page, Part
from game.table.shell.settings import Settings
from game.table.shell.speech import joined
from game.table.shell.widgets import BODY, SMALL, Button, Scroll

if TYPE_CHECKING:
    from game.table.play.match_view import MatchView
    from game.table.shell.app import App


class Shown(NamedTuple):
    """A card as it is looked at: its face with its numbers as they are now, what it bears, and its words."""

    face: CardFace
    badges: Sequence[Badge] = ()
    words: str = ""


def card_at(view: MatchView, place: Place) -> Shown | None:
    """Return the card that lies at a place as whoever looks may know it; None where none does."""
    kind, _, rest = place.partition("/")
    piece = view.scene.pieces.get(int(rest)) if kind == "piece" and rest.isdigit() else None
    face = view.printed.face(piece.face) if piece is not None and piece.face and piece.kind in {"card", "token", "terrain"} else None
    if piece is None or face is None:
        return None
    badges = tuple(replace(badge, words=view.spoken(badge.words)) for badge in piece.badges)
    # what lies face down is looked at for what is printed on it
    return Shown(face if piece.down else numbers_now(face, piece), badges, view.spoken(piece.words))


def look_at(view: MatchView, shown: Shown) -> None:
    """Open the closer look at a card of a match."""

    def go_on(card: CardId) -> None:
        if (face := view.printed.face(card)) is not None:
            look_at(view, Shown(face))

    look_on(view.app, view.match.setup.game, shown, view.printed.named_on(shown.face), go_on)


def look_on(app: App, game: str, shown: Shown, named: Sequence[CardFace] = (), go_on: Callable[[CardId], None] = lambda _: None) -> None:
    """Open the closer look at a card of a game over the page that is open."""

    def explain(name: str) -> None:
        app.push(RulesScreen(game, name))

    app.cue("open")
    app.push(CloserLook(shown.face, explain, named, go_on, shown.badges, shown.words))


def open_at(view: MatchView, place: Place) -> bool:
    """Open the closer look at the card that lies at a place; tell whether one does."""
    shown = card_at(view, place)
    if shown is not None:
        look_at(view, shown)
    return shown is not None


def how(settings: Settings, *, by_keyboard: bool) -> str:
    """Return how the closer look is opened at what is shown large; empty where no key does it."""
    key = key_now(settings, "v") if by_keyboard else "Left click" if settings.swapped else "Right click"
    return f"{key}: all of it" if key else ""


class CloserLook(Page):
    """A card over the table; `explain` opens the rules at a keyword, and `go_on` leads on to a card that this one names. `badges` and `words` are those it bears where it lies."""

    overlay = True
    first_focus = "close"

    def __init__(
        self,
        face: CardFace,
        explain: Callable[[str], None],
        named: Sequence[CardFace] = (),
        go_on: Callable[[CardId], None] = lambda _: None,
        badges: Sequence[Badge] = (),
        words: str = "",
    ) -> None:
        super().__init__()
        self.face, self.explain, self.named, self.go_on = face, explain, named, go_on
        self.badges, self.words = badges, words

    def announced(self) -> str:
        """Return the card in words, for the voice."""
        numbers = (badge.words or badge.value for badge in (self.face.corner, self.face.second, *self.face.stats) if badge is not None)
        borne = (remark.words for remark in now(self.face, self.badges, self.words))
        return unmarked(joined((self.face.name, self.face.line, *numbers, *borne, *self.face.text)))

    def key(self, event: Event) -> bool:
        """Up and down move what is told where they lead to nothing else."""
        area = next((part for part in self.parts if isinstance(part, Scroll)), None)
        if area is None or event.key not in {"up", "down"} or event.alt:
            return False
        stops = [(widget.key, widget.rect) for widget in self.widgets() if widget.reached_from(self.focus)]
        if focus.towards(stops, self.focus, event.key) != self.focus:
            return False
        area.scroll_to(self, area.offset + self.size(90) * (1 if event.key == "down" else -1))
        return True

    def build(self) -> list[Part]:
        """Return the card at the left; all that is told of it at the right, above the button."""
        view = self.app.view
        tall = min(view.height - 120, 860.0)
        wide, side = tall * 0.714, min(620.0 * max(1.0, self.app.settings.text * 0.86), view.width * 0.42)
        rect = view.centred(wide + side + 110, tall + 70)
        card: Rect = (rect[0] + 35, rect[1] + 35, wide, tall)
        x, y = card[0] + wide + 40, card[1] + 6
        window: Rect = (x, y, side, rect[1] + rect[3] - foot_height(self.app) - 50 - y)
        offset = float(self.memory.get("told", 0.0))
        column = self._told(x, y - offset, side - 26)
        return [
            *over_table(self.app, rect),
            Shadow(card, (0, 0, 0, 230), 18, 30),
            card_item(self.app, self.face, card),
            *captions(self.app, self.face, card),
            Scroll(key="told", rect=window, parts=column.parts, height=column.y + offset - y, offset=offset),
            Panel((card[0] + wide + 20, card[1], 2, tall), self.colour("line"), None, 1),
            done_button(self, (card[0] + wide + 20, rect[1], rect[0] + rect[2] - card[0] - wide - 20, rect[3])),
        ]

    def _told(self, x: float, y: float, wide: float) -> Column:
        """Return all that is told of the card: its numbers, what it bears, the cards it names, its keywords, and what each number counts."""
        column, row = Column(self, x, y, wide), max(REACH, self.size(SMALL) + 22)
        column.words(self.face.captions, "text", size=BODY)
        for remark in now(self.face, self.badges, self.words):
            tone = remark.tone or ("title" if remark.heading else "text")
            column.words(remark.words, tone, face="bold" if remark.heading else "text", rich=not remark.heading)
        for each in self.named:
            press, hint = partial(self.go_on, each.id), "Look closer at the card that is named"
            self._button(column, f"card-{each.id}", each.name, hint, row, press)
        for word, meaning in self.face.keywords:
            self._button(column, f"word-{word}", word, "Read about it in the rules", row, partial(self.explain, word))
            column.words(meaning, "text")
        for caption, meaning in self.face.numbers:
            column.words(f"*{caption}* {meaning}", "text")
        return column

    def _button(self, column: Column, key: str, label: str, hint: str, row: float, on: Callable[[], None]) -> None:
        """Lay a button as wide as its label."""
        wide = min(column.width, max(REACH, self.app.measure(label, "bold", self.size(SMALL)) + 44))
        column.parts.append(Button(key=key, rect=(column.x, column.y, wide, row), label=label, size=SMALL, hint=hint, on=on))
        column.space(row + 6)
