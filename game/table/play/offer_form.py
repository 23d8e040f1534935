"""A small form over the table, for actions that need a number, a name or a choice typed in first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.kernel.offers import Offer
from game.kernel.setup import Option
from game.table.canvas.view import Rect
from game.table.pages.common import foot_height, over_table
from game.table.pages.form import Column
from game.table.shell.page import Page, Part
from game.table.shell.widgets import Button

Values = dict[str, str | int | bool]


class OfferForm(Page):
    """The form of an offer; `done` gets the offer and what was filled in."""

    overlay = True

    def __init__(self, offer: Offer, title: str, done: Callable[[Offer, Values], None]) -> None:
        super().__init__()
        self.offer, self.title, self.done = offer, title, done
        self.values: Values = {option.key: option.default for option in offer.form}
        self.typed = {option.key: str(option.default) for option in offer.form if option.kind == "number"}
        self.first_focus = offer.form[0].key if offer.form else "submit"
        self.objected = ""

    def enter(self) -> None:
        """Begin at the first field, with all of it selected."""
        super().enter()
        self.look_at(self.first_focus)

    def leave(self) -> None:
        """Take along what was wrong with a number: it is said of nothing that comes after."""
        self.app.unsay(self.objected)
        super().leave()

    def set(self, key: str, value: str | float) -> None:
        """Fill in one field."""
        self.values[key] = round(value) if isinstance(value, float) else value
        self.stale()

    def type(self, key: str, words: str) -> None:
        """Fill in a number as it is typed."""
        self.typed[key] = words
        self.stale()

    def submit(self) -> None:
        """Close and hand over what was filled in; say what is wrong with a number that cannot be."""
        for option in self.offer.form:
            if option.key in self.typed:
                words = self.typed[option.key]
                value: int | str = int(words) if words.isdecimal() else words
                if fault := option.fault(value):
                    self.app.unsay(self.objected)
                    self.app.cue("refuse")
                    self.app.say(fault, "bad")
                    self.objected = fault
                    return
                self.values[option.key] = value
        self.app.pop()
        self.done(self.offer, self.values)

    def build(self) -> list[Part]:
        """Return the panel with a row for each field and the two buttons."""
        view = self.app.view
        width = min(view.width - 160, 860.0 * max(1.0, self.app.settings.text * 0.86))
        column = Column(self, 0.0, 0.0, width - 96)
        self._fill(column)
        high = column.y
        button_h = foot_height(self.app)
        rect = view.centred(width, min(view.height - 40, high + button_h + 130))
        column = Column(self, rect[0] + 48, rect[1] + 40, width - 96)
        self._fill(column)
        y = rect[1] + rect[3] - button_h - 36
        half = (width - 96 - 20) / 2
        left: Rect = (rect[0] + 48, y, half, button_h)
        right: Rect = (rect[0] + 48 + half + 20, y, half, button_h)
        return [
            *over_table(self.app, rect),
            *column.parts,
            Button(key="cancel", rect=left, label="Cancel", on=self.escape),
            Button(key="submit", rect=right, label=self.offer.verb, style="main", on=self.submit),
        ]

    def _fill(self, column: Column) -> None:
        """Lay the fields; one that means nothing now leaves its room empty, so that none moves under a pointer when it appears."""
        column.heading(self.title or self.offer.verb)
        for option in self.offer.form:
            before = len(column.parts)
            self._field(column, option)
            span = f"From {option.low} to {option.high}." if option.kind == "number" else ""
            column.words(" ".join(each for each in (span, option.words) if each))
            column.words(option.means.get(str(self.values[option.key]), ""), instead=option.means.values())
            if not option.matters(self.values):
                del column.parts[before:]

    def _field(self, column: Column, option: Option) -> None:
        value = self.values[option.key]

        def on(value: str | float, key: str = option.key) -> None:
            self.set(key, value)

        match option.kind:
            case "flag":
                column.toggle(option.key, option.label, bool(value), lambda: on(not self.values[option.key]))
            case "number":
                words, most = self.typed[option.key], len(str(option.high))
                column.entry(
                    option.key,
                    option.label,
                    words,
                    partial(self.type, option.key),
                    only="0123456789",
                    most=most,
                    selects=True,
                    done=self.submit,
                )
            case "choice":
                column.choice(option.key, option.label, option.choices, str(value), on)
            case _:
                column.entry(option.key, option.label, str(value), on, most=option.high or 60)
