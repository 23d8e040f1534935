"""Type in a physical card: a form that checks as you type, says beside each field what is wrong, and keeps the card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from game.kernel.capabilities import Typed, TypedCards
from game.kernel.ids import CardId
from game.kernel.offers import SetupError
from game.kernel.setup import Option
from game.table.canvas.view import Rect, inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, Button, Scroll

Values = dict[str, str | int | bool]


class TypedCard(Page):
    """The form of a card; `done` gets the id of the card that was kept.

    It begins with `values`, if there are any, and changes `card`, or makes a new one without.
    """

    def __init__(
        self, theme: str, cards: TypedCards, done: Callable[[CardId], None], values: Typed | None = None, card: CardId = ""
    ) -> None:
        super().__init__()
        self.theme, self.cards, self.done = theme, cards, done
        self.form = cards.form()
        self.card = card
        self.values: Values = {option.key: option.default for option in self.form} | dict(values or {})
        self.touched: set[str] = set()
        self.refused = ""
        self.focus = self.form[0].key if self.form else "keep"
        self.template = ""
        self.kept = 0

    def set(self, option: Option, value: str) -> None:
        """Fill in one field; a whole number is read as one, anything else stays as typed and is judged."""
        words = value.strip()
        number = option.kind == "number" and words.isascii() and words.isdigit()
        self.values[option.key] = int(words) if number else value
        self.touched.add(option.key)
        self.refused = ""
        self.stale()

    def faults(self) -> dict[str, str]:
        """Return what is wrong with the fields that were touched."""
        return {key: words for key, words in self.cards.faults(self.values).items() if key in self.touched}

    def like(self, card: str) -> None:
        """Begin like another card; a name that was typed stays."""
        self.template = card
        if card:
            self.values |= {key: value for key, value in self.cards.like(card).items() if key != "name"}
            self.refused = ""
        self.stale()

    def unkept(self) -> str:
        """Return that the card is not kept yet."""
        return f"The card {self.values['name'] or 'that was begun'} is not kept yet." if self.touched else ""

    def escape(self) -> None:
        """Ask before anything that was typed is lost."""
        if not self.touched:
            super().escape()
            return
        answers: list[tuple[str, str, Callable[[], None]]] = [
            ("Let it go", "danger", super().escape),
            ("Go on typing", "main", lambda: None),
        ]
        self.app.push(Dialog("Leave the card?", "What you typed is not kept yet.", answers))

    def another(self) -> None:
        """Keep the card and begin the next one like it."""
        self.keep(leave=False)

    def keep(self, *, leave: bool = True) -> None:
        """Keep the card and go back, or on to the next; or show everything that is wrong."""
        self.touched = {option.key for option in self.form}
        if not self.cards.faults(self.values):
            try:
                card = self.cards.keep(self.values, self.card)
            except (SetupError, OSError) as error:
                self.refused = str(error)
            else:
                self.app.files_known()
                self.app.cue("save")
                if leave:
                    self.app.pop()
                else:
                    self._next()
                self.done(card)
                return
        self.app.cue("refuse")
        self.stale()

    def _next(self) -> None:
        """Begin a new card that is like the one just kept, its name left open."""
        self.kept += 1
        self.app.say(f"{self.values['name']} is kept; the next one begins like it.", "good")
        self.card, self.values, self.touched = "", self.values | {"name": ""}, set()
        self.focus = self.form[0].key
        self.memory.clear()
        self.stale()

    def build(self) -> list[Part]:
        """Return the two columns of fields, the remarks and the button."""
        parts, top = top_bar(self, "Change a card" if self.card else "Type in a card")
        rect = body(self.app, top, widest=1640)
        button_h = self.size(BODY) + 40
        foot: Rect = (rect[0], rect[1] + rect[3] - button_h, rect[2], button_h)
        panel: Rect = (rect[0], rect[1], rect[2], rect[3] - button_h - 24)
        inner = inset(panel, 44, 34)
        narrow = self.app.settings.text > 1.3
        wide = inner[2] - 30 if narrow else (inner[2] - 90) / 2
        offset = float(self.memory.get("form", 0.0))
        faults = self.faults()
        words = [option for option in self.form if option.kind != "number" or option.key == "tier"]
        numbers = [option for option in self.form if option not in words]
        left = Column(self, inner[0] + 6, inner[1] - offset, wide)
        if not self.card:
            options = [("", "Nothing"), *self.cards.templates()]
            left.choice(
                "like", "Begin like", options, self.template, self.like, hint="Takes its Tier, types, status and stats from another card."
            )
        self._fill(left, words, faults)
        right = left if narrow else Column(self, inner[0] + wide + 60, inner[1] - offset, wide)
        self._fill(right, numbers, faults)
        self._judged(right, faults)
        high = max(left.y, right.y) - inner[1] + offset
        fields = [*left.parts, *(right.parts if right is not left else [])]
        area = Scroll(key="form", rect=inner, parts=fields, height=high, offset=max(0.0, min(offset, high - inner[3])))
        each = max(420.0, self.app.measure("Keep it, and another", "bold", self.size(BODY)) + 90)
        keep = (foot[0] + foot[2] - each, foot[1], each, button_h)
        another = (keep[0] - each - 20, foot[1], each, button_h)
        return [
            backdrop(self.app),
            *framed(self.app, panel),
            *parts,
            area,
            *([] if self.card else [Button(key="another", rect=another, label="Keep it, and another", icon="plus", on=self.another)]),
            Button(key="keep", rect=keep, label="Keep this card", icon="check", style="main", on=self.keep),
        ]

    def _fill(self, column: Column, options: list[Option], faults: Mapping[str, str]) -> None:
        for option in options:
            value = str(self.values[option.key])
            if option.kind == "choice":
                column.choice(option.key, option.label, option.choices, value, partial(self.set, option))
            else:
                most = option.high if option.kind == "text" else 6
                column.entry(
                    option.key,
                    option.label,
                    value,
                    partial(self.set, option),
                    most=most,
                    selects=True,
                    done=self.keep if self.card else self.another,
                )
            if option.key in faults:
                column.words(faults[option.key], "bad", icon="cancel", rich=False)

    def _judged(self, column: Column, faults: Mapping[str, str]) -> None:
        if self.refused:
            column.words(self.refused, "bad", icon="cancel", rich=False)
        if not faults:
            for remark in self.cards.remarks(self.values):
                column.words(f"{remark} It can be kept all the same.", "warn", icon="magnifying-glass", rich=False)
