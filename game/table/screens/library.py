"""Every card of a world to look at, and a workbench for decks of one's own.

Longer than other screens because looking and building are one page: they share the filters, the cards and what is chosen.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from game.content.faults import ContentError
from game.kernel.capabilities import Gauge
from game.kernel.rules import Game
from game.kernel.scene import CardFace
from game.table.canvas.draw import Drawn, Icon, Panel, Shadow, Text, faded, mixed
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.pieces import figures
from game.table.pieces.card_face import card_item
from game.table.screens.deck_book import DeckBook
from game.table.screens.typed_card import TypedCard
from game.table.shell.page import Page, Part
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Look, Scroll, Tile

_SORTS = (("cost", "By cost"), ("name", "By name"), ("kind", "By kind"))


class Library(Page):
    """The cards and decks of a game; other worlds with cards are a press away."""

    def __init__(self, game: str = "", *, decks: bool = False) -> None:
        super().__init__()
        self.game = self.theme = game
        self.decks = decks
        self.search = ""
        self.kind = self.colour_key = ""
        self.sort = "cost"
        self.chosen = ""
        self.box: Game | None = None
        self.faces: dict[str, CardFace] = {}
        self.book: DeckBook | None = None

    def enter(self) -> None:
        """Read the cards of the world, or of the first that has any."""
        super().enter()
        figures.register(self.app)
        boxes = self._boxes()
        self.box = next((box for box in boxes if box.id == self.game), boxes[0] if boxes else None)
        if self.box is None:
            return
        self.game = self.theme = self.box.id
        self.app.retheme()
        try:
            self.faces = {face.id: face for face in self.box.catalogue()}
        except ContentError as error:
            self.faces = {}
            self.app.say(f"{error.faults[0]}.", "bad")
        if self.book is None or self.book.box is not self.box:
            self.book = DeckBook(self.box)
            for note in self.book.notes:
                self.app.say(note, "bad")
        if self.chosen not in self.faces:
            self.chosen = next((face.id for face in self.shown()), "")

    def _boxes(self) -> list[Game]:
        return [box for box in self.app.games if box.catalogue()]

    def turn(self, game: str) -> None:
        """Look at another world's cards."""
        self.game, self.book, self.chosen, self.kind, self.colour_key = game, None, "", "", ""
        self.memory.clear()
        self.enter()
        self.stale()

    def shown(self) -> list[CardFace]:
        """Return the cards that the filters leave, in order."""
        words = self.search.lower().split()
        found = []
        for face in self.faces.values():
            if (self.kind and face.kind != self.kind) or (self.colour_key and face.palette != self.colour_key):
                continue
            said = f"{face.name} {face.line} {' '.join(face.text)} {' '.join(word for word, _ in face.keywords)}".lower()
            if all(word in said for word in words):
                found.append(face)
        return sorted(found, key=self._rank)

    def _rank(self, face: CardFace) -> tuple[Any, ...]:
        value = face.corner.value if face.corner else ""
        cost = int(value) if value.isdigit() else 0
        if self.sort == "name":
            return (face.name,)
        if self.sort == "kind":
            return (face.kind, face.palette, cost, face.name)
        return (cost, face.name)

    # --- hands

    def type_in(self) -> None:
        """Open the form for a physical card (CM-3)."""
        if self.box is not None and self.box.typed_cards is not None:
            self.app.push(TypedCard(self.box.id, self.box.typed_cards, self._kept))

    def _kept(self, card: str) -> None:
        self.enter()
        self.chosen = card
        self.app.say(f"{self.faces[card].name if card in self.faces else 'The card'} is kept for this match and the next.", "good")

    def filter(self, what: str, value: str) -> None:
        """Change a filter."""
        setattr(self, what, value)
        self.memory["cards"] = 0.0

    def press(self, card: str) -> None:
        """Choose a card; on the workbench it also goes into the deck."""
        if self.decks and self.book is not None and self.chosen == card:
            self.book.add(card)
        self.chosen = card

    def into(self, card: str) -> None:
        """Put a card into the deck."""
        self.chosen = card
        if self.decks and self.book is not None:
            self.book.add(card)

    def look_at(self, key: str) -> None:
        """Choose the card that gets the focus."""
        super().look_at(key)
        if key.startswith("card-"):
            self.chosen = key.removeprefix("card-")

    def key(self, event: Event) -> bool:
        """Plus and minus change the deck, / searches, F2 reads the cards anew."""
        if event.key in {"+", "=", "keypad +"} and self.decks and self.book and self.chosen:
            self.book.add(self.chosen)
        elif event.key in {"-", "keypad -"} and self.decks and self.book and self.chosen:
            self.book.add(self.chosen, -1)
        elif event.key == "/" or (event.key == "f" and event.ctrl):
            self.look_at("search")
        elif event.key == "f2":
            self.app.reload()
            self.enter()
            self.app.say("Cards and looks were read anew.", "good")
        elif event.key == "f1":
            from game.table.pages.rules import RulesScreen  # noqa: PLC0415

            self.app.push(RulesScreen(self.game))
        else:
            return False
        return True

    def escape(self) -> None:
        """Ask before changes are lost."""
        if self.book is not None and self.book.changed:
            words = f"The deck {self.book.deck.name} was changed and is not kept yet."
            answers = [("Keep it", "main", self._save_and_go), ("Let it go", "danger", self._go), ("Stay", "plain", _nothing)]
            self.app.push(Dialog("Keep the deck?", words, answers))
        else:
            super().escape()

    def _go(self) -> None:
        self.app.pop()

    def _save_and_go(self) -> None:
        if self.save():
            self.app.pop()

    def save(self) -> bool:
        """Keep the deck; tell whether that worked."""
        if self.book is None:
            return False
        fault = self.book.save()
        if fault:
            self.app.cue("refuse")
            self.app.say(fault, "bad")
            return False
        self.app.cue("score")
        self.app.say(f"{self.book.deck.name} is kept.", "good")
        self.stale()
        return True

    def delete(self) -> None:
        """Ask, then throw the deck away."""
        if self.book is not None:
            words = f"{self.book.deck.name} cannot be brought back."
            self.app.push(Dialog("Delete this deck?", words, [("Delete", "danger", self._delete), ("Keep it", "plain", _nothing)]))

    def _delete(self) -> None:
        fault = self.book.delete() if self.book else ""
        if fault:
            self.app.say(fault, "bad")
        self.stale()

    # --- how it looks

    def build(self) -> list[Part]:
        """Return filters, cards, and the chosen card or the deck."""
        app = self.app
        parts, top = top_bar(self, f"{self.box.title}: cards & decks" if self.box else "Cards & decks")
        rect = body(app, top, widest=2200, foot=40)
        if self.box is None:
            return [backdrop(app), *parts]
        high = self.size(BODY) + 32
        bar = (rect[0], rect[1], rect[2], high)
        side = min(rect[2] * 0.42, max(540.0, self.size(560)))
        left: Rect = (rect[0], rect[1] + high + 20, rect[2] - side - 24, rect[3] - high - 20)
        right: Rect = (rect[0] + rect[2] - side, left[1], side, left[3])
        shown: list[Part] = [
            backdrop(app),
            *framed(app, left),
            *framed(app, right),
            *parts,
            *self._filters(bar),
            self._cards(inset(left, 22)),
        ]
        shown += self._deck(inset(right, 34, 30)) if self.decks else self._card(inset(right, 34, 30))
        return shown

    def _filters(self, rect: Rect) -> list[Part]:
        x, y, width, high = rect
        boxes = self._boxes()
        parts: list[Part] = []
        tabs = [("cards", "Cards", False), ("decks", "Decks", True)]
        right = x + width
        for key, label, decks in reversed(tabs):
            wide = self.app.measure(label, "bold", self.size(BODY)) + 64
            right -= wide
            parts.append(
                Button(
                    key=f"tab-{key}",
                    rect=(right, y, wide, high),
                    label=label,
                    style="tab",
                    selected=self.decks == decks,
                    on=partial(self.filter_tab, decks),
                )
            )
            right -= 10
        if not self.decks and self.box is not None and self.box.typed_cards is not None:
            wide = self.app.measure("Type in a card", "bold", self.size(BODY)) + 64
            right -= wide
            parts.append(Button(key="type-in", rect=(right, y, wide, high), label="Type in a card", on=self.type_in))
            right -= 10
        choices: list[tuple[str, list[tuple[str, str]], str]] = []
        if len(boxes) > 1:
            choices.append(("game", [(box.id, box.title) for box in boxes], self.game))
        kinds = sorted({face.kind for face in self.faces.values() if face.kind})
        if len(kinds) > 1:
            choices.append(("kind", [("", "All kinds"), *((kind, _titled(kind)) for kind in kinds)], self.kind))
        colours = sorted({face.palette for face in self.faces.values() if face.palette})
        if len(colours) > 1:
            choices.append(("colour_key", [("", "All colours"), *((colour, _titled(colour)) for colour in colours)], self.colour_key))
        choices.append(("sort", list(_SORTS), self.sort))
        spare = right - x - 12 * len(choices)
        each = min(self.size(280), spare / (len(choices) + 1))
        search = min(self.size(380), spare - each * len(choices))
        parts.append(
            Entry(
                key="search",
                rect=(x, y, search, high),
                value=self.search,
                on=partial(self.filter, "search"),
                placeholder="Search",
                icon="magnifying-glass",
            )
        )
        left = x + search + 12
        for key, options, value in choices:
            on = self.turn if key == "game" else partial(self.filter, key)
            parts.append(Choice(key=f"filter-{key}", rect=(left, y, each, high), options=options, value=value, on=on))
            left += each + 12
        return parts

    def filter_tab(self, decks: bool) -> None:  # noqa: FBT001
        """Turn between looking at cards and working on decks."""
        self.decks = decks

    def _cards(self, rect: Rect) -> Scroll:
        faces = self.shown()
        scale = self.app.settings.card_size / 100
        many = max(2, int((rect[2] - 20) // (184 * scale)))
        gap = 16.0
        wide = (rect[2] - 26 - gap * (many - 1)) / many
        tall = wide * 1.4
        rows = -(-len(faces) // many)
        area = Scroll(key="cards", rect=rect, height=rows * (tall + gap) + 20, offset=float(self.memory.get("cards", 0.0)))
        lines: list[Part] = []
        if not faces:
            lines.append(
                Text(
                    inset(rect, 40),
                    "No card is like that.",
                    self.size(BODY),
                    self.colour("soft"),
                    "italic",
                    align="centre",
                    valign="middle",
                )
            )
        for index, face in enumerate(faces):
            row, column = divmod(index, many)
            box = (rect[0] + 6 + column * (wide + gap), rect[1] + 8 - area.offset + row * (tall + gap), wide, tall)
            copies = self._copies(face.id) if self.decks else 0
            lines.append(
                Tile(
                    key=f"card-{face.id}",
                    rect=box,
                    plain=True,
                    selected=face.id == self.chosen,
                    radius=12,
                    cue="flip",
                    on=partial(self.press, face.id),
                    twice=partial(self.into, face.id),
                    paint=partial(self._small, face, box, copies, face.id == self.chosen),
                )
            )
        area.parts = lines
        return area

    def _copies(self, card: str) -> int:
        deck = self.book.deck if self.book else None
        return (deck.cards.get(card, 0) + deck.front.count(card)) if deck else 0

    def _small(self, face: CardFace, box: Rect, copies: int, chosen: bool, look: Look) -> list[Drawn]:  # noqa: FBT001
        lit = look.hover or chosen
        listed: list[Drawn] = [Shadow((box[0], box[1] + 5, box[2], box[3]), (0, 0, 0, 150), 10, 12)]
        if lit:
            listed.append(Shadow(box, faded(self.colour("glow"), 0.8 if chosen else 0.45), 10, 14))
        listed.append(card_item(self.app, face, box))
        if copies:
            side = max(44.0, self.size(40))
            chip = (box[0] + box[2] - side + 4, box[1] + box[3] - side - 4, side, side)
            listed += [
                Panel(chip, self.colour("accent"), self.colour("accent2"), side / 2, self.colour("glow"), 3),
                Text(
                    chip,
                    str(copies),
                    self.size(BODY),
                    self.app.theme.on(mixed(self.colour("accent"), self.colour("accent2"), 0.5)),
                    "bold",
                    align="centre",
                    valign="middle",
                ),
            ]
        return listed

    def _card(self, rect: Rect) -> list[Part]:
        face = self.faces.get(self.chosen)
        if face is None:
            return []
        x, y, width, height = rect
        tall = min(height * 0.72 if face.keywords else height, width * 1.4, 700.0)
        wide = tall / 1.4
        box = (x + (width - wide) / 2, y, wide, tall)
        parts: list[Part] = [Shadow((box[0], box[1] + 10, box[2], box[3]), (0, 0, 0, 170), 20, 30), card_item(self.app, face, box)]
        rest = (x - 8, y + tall + 22, width + 16, height - tall - 22)
        offset = float(self.memory.get("words", 0.0))
        column = Column(self, x, rest[1] - offset, width - 20)
        if len(face.keywords):
            for word, meaning in face.keywords:
                column.words(f"*{word}* {meaning}", "text", size=SMALL + 1)
        if rest[3] > 40:
            parts.append(Scroll(key="words", rect=rest, parts=column.parts, height=column.y + offset - rest[1], offset=offset))
        return parts

    def _deck(self, rect: Rect) -> list[Part]:
        book = self.book
        if book is None:
            return []
        x, y, width, height = rect
        row = self.size(BODY) + 30
        names = [(name, name) for name in book.mine] + [(name, f"{name} (ready)") for name in book.ready]
        if not any(name == book.deck.name for name, _ in names):
            names.insert(0, (book.deck.name, f"{book.deck.name} (new)"))
        parts: list[Part] = [Choice(key="deck", rect=(x, y, width, row), options=names, value=book.deck.name, on=self._open)]
        y += row + 12
        parts.append(
            Entry(
                key="deck-name",
                rect=(x, y, width, row),
                value=book.deck.name,
                on=book.rename,
                most=56,
                icon="quill-ink",
                hint="The deck's name",
            )
        )
        y += row + 14
        for gauge in book.gauges():
            parts += self._gauge((x, y, width, self.size(BODY) * 1.3 + (16 if gauge.most else 0)), gauge)
            y += self.size(BODY) * 1.3 + (28 if gauge.most else 8)
        foot = row + 8
        buttons_y = rect[1] + height - foot
        choices = [
            ("save", "Save", "main", book.changed, self.save),
            ("new", "New", "plain", True, self._new),
            ("delete", "Delete", "danger", book.own, self.delete),
        ]
        each = (width - 24) / 3
        for index, (key, label, style, able, on) in enumerate(choices):
            box = (x + index * (each + 12), buttons_y, each, foot)
            parts.append(Button(key=f"deck-{key}", rect=box, label=label, style=style, enabled=able, on=on))  # type: ignore[arg-type]
        parts.append(self._list((x - 8, y, width + 16, buttons_y - y - 16), book))
        return parts

    def _open(self, name: str) -> None:
        if self.book is not None:
            self.book.open(name)
            self.memory["deck-list"] = 0.0

    def _new(self) -> None:
        if self.book is not None:
            self.book.fresh()

    def _gauge(self, rect: Rect, gauge: Gauge) -> list[Drawn]:
        x, y, width, _ = rect
        used, most = gauge.used, gauge.most
        size = self.size(BODY)
        over = bool(most) and used > most
        words = (
            f"{used} of {most}, {most - used} left"
            if most and not over
            else f"{used} of {most}, {used - most} too many"
            if over
            else str(used)
        )
        tone = self.colour("bad" if over else "title")
        listed: list[Drawn] = [
            Text((x, y, width * 0.5, size * 1.25), gauge.label, size, self.colour("text"), valign="middle"),
            Text((x + width * 0.3, y, width * 0.7, size * 1.25), words, size, tone, "bold", align="right", valign="middle"),
        ]
        if most:
            part = min(1.0, used / most)
            bar = (x, y + size * 1.3, width, 12.0)
            ink, ink2 = ("bad", "bad") if over else ("accent", "accent2")
            listed += [
                Panel(bar, self.colour("groove"), None, 6, faded(self.colour("line"), 0.5), 1.5),
                Panel((x, bar[1], max(12.0, width * part), 12), self.colour(ink), self.colour(ink2), 6),
            ]
        return listed

    def _list(self, rect: Rect, book: DeckBook) -> Scroll:
        offset = float(self.memory.get("deck-list", 0.0))
        column = Column(self, rect[0] + 8, rect[1] + 4 - offset, rect[2] - 34)
        faults = book.faults()
        if faults:
            for sentence in faults:
                column.words(sentence, "bad", icon="hazard-sign", size=SMALL)
        else:
            column.words("This deck is legal.", "good", icon="check-mark", size=SMALL)
        column.space(6)
        fronts = book.fronts()
        for card in book.deck.front:
            self._line(column, book, card, 1, front=True, can_front=True)
        listed = sorted(book.deck.cards.items(), key=lambda pair: self._rank(self.faces[pair[0]]) if pair[0] in self.faces else (-1,))
        for card, copies in listed:
            self._line(column, book, card, copies, front=False, can_front=card in fronts)
        return Scroll(key="deck-list", rect=rect, parts=column.parts, height=column.y + offset - rect[1], offset=offset)

    def _line(self, column: Column, book: DeckBook, card: str, copies: int, *, front: bool, can_front: bool) -> None:
        face = self.faces.get(card)
        size = self.size(BODY)
        high = size + 18
        x, y, width = column.x, column.y, column.width
        light = self.app.theme.palette(face.palette if face else "")
        name = face.name if face else f"{card} (no such card)"
        box = (x, y, width, high)

        def paint(look: Look) -> list[Drawn]:
            return [
                Panel(
                    box,
                    faded(light.mid, 0.5 if look.hover or card == self.chosen else 0.3),
                    faded(light.dark, 0.4),
                    10,
                    faded(light.edge, 0.5),
                    1.5,
                ),
                Icon((x + 10, y + 8, high - 16, high - 16), face.icon if face and face.icon else light.icon, light.edge),
                Text(
                    (x + high + 4, y, width - high * 3.4 - (high if can_front else 0) - 54, high),
                    name,
                    size,
                    self.colour("text"),
                    valign="middle",
                ),
                Icon((x + width - high * 2 - 12, y + 9, high - 18, high - 18), "crown", self.colour("title"))
                if front
                else Text(
                    (x + width - high * 2 - 66, y, 54, high),
                    f"{copies} ×",
                    size,
                    self.colour("title"),
                    "bold",
                    align="right",
                    valign="middle",
                ),
            ]

        column.parts.append(
            Tile(
                key=f"line-{card}-{front}",
                rect=box,
                plain=True,
                radius=10,
                on=partial(self.choose, card),
                paint=paint,
                hint="Set in front of the deck" if front else "",
            )
        )
        right = x + width - 4
        ways = [("plus", "plus", partial(book.add, card)), ("minus", "minus", partial(book.add, card, -1))]
        if front:
            ways = [("front", "down", partial(book.set_front, card))]
        elif can_front:
            ways.append(("front", "up", partial(book.set_front, card)))
        for key, icon, on in ways:
            hint = "Set in front of the deck, or back" if key == "front" else ""
            rect = (right - high + 6, y + 3, high - 6, high - 6)
            column.parts.append(Button(key=f"{key}-{card}-{front}", rect=rect, icon=icon, style="quiet", on=on, hint=hint, cue="place"))
            right -= high
        column.y += high + 8

    def choose(self, card: str) -> None:
        """Look at a card."""
        self.chosen = card

    def draw(self) -> list[Drawn]:
        """Return the page; on the workbench the card under the pointer is shown large."""
        listed = super().draw()
        if not self.decks:
            return listed
        key = self.hover or (self.focus if self.by_keyboard else "")
        kind, _, rest = key.partition("-")
        card = rest.rsplit("-", 1)[0] if kind == "line" else rest
        face = self.faces.get(card) if kind in {"card", "line"} else None
        widget = self.widget(key)
        if face is None or widget is None:
            return listed
        tall = min(620.0, self.app.view.height - 80)
        wide = tall / 1.4
        x, y, width, height = widget.rect
        left = x + width + 24 if x + width + 24 + wide < self.app.view.width - 20 else x - wide - 24
        top = max(30.0, min(y + height / 2 - tall / 2, self.app.view.height - tall - 30))
        box = (max(20.0, left), top, wide, tall)
        return [*listed, Shadow((box[0], box[1] + 12, wide, tall), (0, 0, 0, 220), 20, 40), card_item(self.app, face, box)]


def _titled(word: str) -> str:
    return word.replace("-", " ").replace("_", " ").capitalize()


def _nothing() -> None:
    return
