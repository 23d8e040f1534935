"""Every card of a world to look at, and a workbench for decks of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from game.content.faults import ContentError
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.scene import CardFace
from game.table.canvas.draw import Drawn, Icon, Panel, Shadow, Text, faded, mixed
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.anew import FreshPage, tell_left_out
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.pages.rules import RulesScreen
from game.table.pieces import figures
from game.table.pieces.card_face import FULL, card_item, free_of_words
from game.table.play.closer import Shown, how, look_on
from game.table.play.overlay import zoom
from game.table.screens.deck_book import DeckBook
from game.table.screens.sieve import Filter, Sieve, titled
from game.table.screens.typed_card import TypedCard
from game.table.screens.workbench import Workbench
from game.table.shell.page import Part
from game.table.shell.speech import joined
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Look, Scroll, Tile, Widget

_LARGE, _AROUND = 0.72, 329.0
"""Which part of its room the chosen card takes, and how much of a window's height is no room for it at the usual text size."""


_TILE, _GAP = 178.0, 14.0
"""How wide a card of the list is at the usual card size, whatever the text size, and how far from the next at least."""


class Library(FreshPage):
    """The cards and decks of a game; other worlds with cards are a press away.

    It looks at cards, or with `decks` works on a deck of them; the filters, the cards and what is chosen are the same.
    """

    def __init__(self, game: str = "", *, decks: bool = False) -> None:
        super().__init__()
        self.game = self.theme = game
        self.decks = decks
        self.sieve = Sieve()
        self.chosen = ""
        self.boxes: tuple[Game, ...] = ()
        self.faces: dict[str, CardFace] = {}
        self.bench: Workbench | None = None
        self._ours: dict[str, bool] = {}

    def begin(self) -> None:
        """Teach the painter to draw cards, and open the world, or the first that has any cards."""
        figures.register(self.app)
        self.read()

    def read(self) -> None:
        """Read the cards of this world, or of the first that has any; the deck that is worked on stays where it is. Others are read when they are turned to."""
        self._ours.clear()
        self.app.files_known()
        self.boxes = tuple(box for box in self.app.games if box.card_files is not None or box.catalogue())
        faces = next(filter(None, map(self._faces, sorted(self.boxes, key=lambda box: box.id != self.game))), None)
        if faces is None:
            return
        box, self.faces = faces
        self.game = self.theme = box.id
        self.app.retheme()
        book = self.bench.book if self.bench is not None and self.bench.book.box is box else DeckBook(box)
        known = self.bench is not None and self.bench.book is book
        self.bench = Workbench(self, book, self.faces, self.choose, lambda: self.chosen)
        if not known:
            tell_left_out(self.app, box)
            for note in book.notes:
                self.app.say(note, "bad")
            if book.changed:
                self.app.say(f"{book.deck.name} was being built when the window was closed; it lies on the workbench again.", "good")
                self.bench.tell_apart()
        if self.chosen not in self.faces:
            self.chosen = next((face.id for face in self.shown()), "")

    def _faces(self, box: Game) -> tuple[Game, dict[str, CardFace]] | None:
        """Return a world with its cards, or None where they cannot be read, which is said."""
        try:
            return box, {face.id: face for face in box.catalogue()}
        except ContentError as error:
            self.app.say(f"{error.faults[0]}.", "bad")
            return None

    def shown(self) -> list[CardFace]:
        """Return the cards that the filters leave, in order."""
        return self.sieve.shown(self.faces.values())

    # --- hands

    def tick(self) -> bool:
        """Look on for cards that the deck is to be filled with."""
        moving = super().tick()
        return (self.bench is not None and self.bench.fill_on()) or moving

    def turn(self, game: str) -> None:
        """Look at another world's cards."""
        if self.bench is not None and game != self.game:
            self.bench.unless_changed(partial(self._turn, game))

    def _turn(self, game: str) -> None:
        self.game, self.chosen = game, ""
        self.sieve = replace(self.sieve, kind="", colour="")
        self.memory.clear()
        self.read()
        self.stale()

    def type_in(self) -> None:
        """Open the form for a physical card (CM-3)."""
        if self.bench is not None and self.bench.book.box.typed_cards is not None:
            self.app.push(TypedCard(self.game, self.bench.book.box.typed_cards, self._kept))

    def change(self, *, copy: bool = False) -> None:
        """Open the form with the chosen card in it: to change that one, or to make another that is like it."""
        if self.bench is not None and (cards := self.bench.book.box.typed_cards) is not None:
            values = cards.values(self.chosen)
            if values is not None:
                self.app.push(TypedCard(self.game, cards, self._kept, values, "" if copy else self.chosen))

    def drop(self) -> None:
        """Ask, then remove the chosen card."""
        words = f"{self.faces[self.chosen].name} cannot be brought back. Saved matches keep it."
        answers: list[tuple[str, str, Callable[[], None]]] = [("Delete", "danger", self._drop), ("Keep it", "plain", lambda: None)]
        self.app.push(Dialog("Delete this card?", words, answers))

    def _drop(self) -> None:
        if self.bench is not None and (cards := self.bench.book.box.typed_cards) is not None:
            try:
                cards.drop(self.chosen)
            except SetupError as error:
                self.app.say(str(error), "bad")
            self.read()
            self.stale()

    def _kept(self, card: str) -> None:
        self.read()
        self.chosen = card
        self.app.say(f"{self.faces[card].name if card in self.faces else 'The card'} is kept for this match and the next.", "good")
        self.stale()

    def filter(self, what: str, value: str) -> None:
        """Change what cards are asked: `search`, `kind`, `colour` or `order`; one that is not among them gives way to the first."""
        self.sieve = replace(self.sieve, **{what: value})
        self.memory["cards"] = 0.0
        shown = [face.id for face in self.shown()]
        if shown and self.chosen not in shown:
            self.chosen = shown[0]

    def choose(self, card: str) -> None:
        """Look at a card."""
        self.chosen = card

    def press(self, card: str) -> None:
        """Choose a card; on the workbench it goes into the deck."""
        self.into(card) if self.decks else self.choose(card)

    def out(self, card: str) -> None:
        """Choose a card, and take it out of the deck on the workbench."""
        self.app.cue("place")
        self.chosen = card
        self.put(card, -1)

    def into(self, card: str) -> None:
        """Choose a card, and put it into the deck on the workbench."""
        self.chosen = card
        self.put(card)

    def put(self, card: str, copies: int = 1) -> None:
        """Put copies of a card into the deck on the workbench, or take them out."""
        if self.decks and self.bench is not None and card:
            self.bench.book.add(card, copies)

    def look_at(self, key: str) -> None:
        """Choose the card that gets the focus."""
        super().look_at(key)
        if key.startswith("card-"):
            self.chosen = key.removeprefix("card-")

    def key(self, event: Event) -> bool:
        """Plus and minus change the deck, V looks closer at the card shown large, / searches, F1 opens the rules, F2 reads the cards anew."""
        match event.key:
            case "v" if not event.ctrl and (pointed := self._pointed()) is not None:
                look_on(self.app, self.game, Shown(pointed[1]))
            case "+" | "=" | "keypad +" if self.decks:
                self.put(self.chosen)
            case "-" | "keypad -" if self.decks:
                self.put(self.chosen, -1)
            case "/":
                self.look_at("search")
            case "f" if event.ctrl:
                self.look_at("search")
            case "f1":
                self.app.push(RulesScreen(self.game))
            case _:
                return super().key(event)
        return True

    @property
    def at_work(self) -> bool:
        """Tell whether a deck is being built."""
        return self.bench is not None and self.bench.book.changed

    def read_anew(self, *, asked: bool) -> None:
        """Read cards and decks anew; a deck that is being changed stays."""
        super().read_anew(asked=asked)
        if self.bench is not None:
            self.bench.book.read_again()
        self.read()
        if self.bench is not None:
            self.bench.tell_apart()
        self.stale()

    def unkept(self) -> str:
        """Return that the deck is not kept yet."""
        return self.bench.unkept() if self.bench is not None else ""

    def leave(self) -> None:
        """Leave a deck that is not kept to the next time."""
        if self.bench is not None:
            self.bench.book.draft.leave()

    def escape(self) -> None:
        """Ask before changes are lost."""
        if self.bench is not None and self.bench.book.changed:
            self.bench.unless_changed(self.app.pop)
        else:
            super().escape()

    def tab(self, *, decks: bool) -> None:
        """Turn between looking at cards and working on decks."""
        self.decks = decks

    # --- how it looks

    def build(self) -> list[Part]:
        """Return filters, cards, and the chosen card or the deck."""
        app, bench = self.app, self.bench
        parts, top = top_bar(self, f"{bench.book.box.title}: cards & decks" if bench else "Cards & decks")
        rect = body(app, top, widest=2200, foot=40)
        if bench is None:
            return [backdrop(app), *parts]
        bar = self._bar(rect)
        below = max(each.rect[1] + each.rect[3] for each in bar) + 20
        side = min(rect[2] * 0.42, max(540.0, self.size(560)))
        left: Rect = (rect[0], below, rect[2] - side - 24, rect[1] + rect[3] - below)
        right: Rect = (rect[0] + rect[2] - side, below, side, left[3])
        inner = inset(right, 34, 30)
        return [
            backdrop(app),
            *framed(app, left),
            *framed(app, right),
            *parts,
            *bar,
            self._cards(inset(left, 22)),
            *(bench.parts(inner, self.chosen, self.sieve) if self.decks else self._card(inner)),
        ]

    def _bar(self, rect: Rect) -> list[Button | Entry | Choice]:
        """Return the world, the search and the filters at the left, the tabs at the right; where words are large, the filters in a row of their own.

        The world stands first and is as wide in each, so that its arrows stay under the hand that goes from world to world.
        """
        high = self.size(BODY) + 32
        x, y, width = rect[:3]
        tabs = self._tabs((x, y, width, high))
        called = next(box.colours for box in self.boxes if box.id == self.game)
        choices = self.sieve.filters(self.faces.values(), called)
        laid: list[Button | Entry | Choice] = [*tabs]
        left = x
        if len(self.boxes) > 1:
            worlds: Filter = ("game", [(box.id, box.title) for box in self.boxes], self.game)
            wide = self._wide(worlds, high)
            laid.append(Choice(key="filter-game", rect=(x, y, wide, high), options=worlds[1], value=worlds[2], on=self.turn, name="World"))
            left += wide + 12
        room = min(tab.rect[0] for tab in tabs) - 10 - left
        spare = room - 12 * len(choices)
        if max(self._wide(each, high) for each in choices) * 0.8 > spare / (len(choices) + 1):
            search: Rect = (left, y, room - 10, high)
            each = (width - 12 * (len(choices) - 1)) / len(choices)
            left, top = x, y + high + 16
        else:
            each = min(self.size(280), spare / (len(choices) + 1))
            search = (left, y, min(self.size(380), spare - each * len(choices)), high)
            left, top = left + search[2] + 12, y
        laid.append(
            Entry(
                key="search",
                rect=search,
                value=self.sieve.search,
                on=partial(self.filter, "search"),
                placeholder="Search",
                icon="magnifying-glass",
            )
        )
        for key, options, value in choices:
            rect, on = (left, top, each, high), partial(self.filter, key)
            laid.append(Choice(key=f"filter-{key}", rect=rect, options=options, value=value, on=on, name=titled(key)))
            left += each + 12
        return laid

    def _wide(self, choice: Filter, high: float) -> float:
        """Return how wide a filter would have to be for its longest words."""
        return max(self.app.measure(label, "bold", self.size(BODY)) for _, label in choice[1]) + 1.8 * high

    def _tabs(self, rect: Rect) -> list[Button]:
        """Return the tabs, and before them the way to type in a card, from the right end of a row."""
        x, y, width, high = rect
        right = x + width
        buttons = []
        for key, label, decks in (("decks", "Decks", True), ("cards", "Cards", False)):
            wide = self.app.measure(label, "bold", self.size(BODY)) + 64
            right -= wide
            chosen, on = self.decks == decks, partial(self.tab, decks=decks)
            buttons.append(Button(key=f"tab-{key}", rect=(right, y, wide, high), label=label, style="tab", selected=chosen, on=on))
            right -= 10
        if not self.decks and self.bench is not None and self.bench.book.box.typed_cards is not None:
            label = "Type in a card"
            wide = self.app.measure(label, "bold", self.size(BODY)) + 64
            buttons.append(Button(key="type-in", rect=(right - wide, y, wide, high), label=label, on=self.type_in))
        return buttons

    def _cards(self, rect: Rect) -> Scroll:
        faces = self.shown()
        scale = self.app.settings.card_size / 100
        wide = min(_TILE * scale, (rect[2] - 26 - _GAP) / 2)
        many = int((rect[2] - 26 + _GAP) // (wide + _GAP))
        gap = (rect[2] - 26 - wide * many) / max(1, many - 1)
        tall = wide * 1.4
        rows = -(-len(faces) // many)
        area = Scroll(key="cards", rect=rect, height=rows * (tall + gap) + 20, offset=float(self.memory.get("cards", 0.0)))
        if not faces:
            words, size = "No card is like that.", self.size(BODY)
            area.parts = [Text(inset(rect, 40), words, size, self.colour("soft"), "italic", align="centre", valign="middle", wrap=True)]
            return area
        tiles: list[Part] = []
        for index, face in enumerate(faces):
            row, column = divmod(index, many)
            box = (rect[0] + 6 + column * (wide + gap), rect[1] + 8 - area.offset + row * (tall + gap), wide, tall)
            chosen = face.id == self.chosen
            tiles.append(
                Tile(
                    key=f"card-{face.id}",
                    rect=box,
                    name=joined((face.name, face.line, *face.text)),
                    plain=True,
                    selected=chosen,
                    radius=12,
                    cue="flip",
                    on=partial(self.press, face.id),
                    other=partial(self.out, face.id),
                    paint=partial(self._small, face, box, chosen=chosen),
                )
            )
        area.parts = tiles
        return area

    def _small(self, face: CardFace, box: Rect, look: Look, *, chosen: bool) -> list[Drawn]:
        listed: list[Drawn] = [Shadow((box[0], box[1] + 5, box[2], box[3]), (0, 0, 0, 150), 10, 12)]
        if look.hover or chosen:
            listed.append(Shadow(box, faded(self.colour("glow"), 0.8 if chosen else 0.45), 10, 14))
        bench = self.bench if self.decks else None
        refused = bench is not None and bool(bench.book.refused(face.id))
        deck = bench.book.deck if bench is not None else None
        copies = deck.cards.get(face.id, 0) + deck.front.count(face.id) if deck is not None else 0
        listed.append(card_item(self.app, face, box, dim=refused))
        if copies or refused:
            side = max(44.0, self.size(40))
            bright = self.colour("bad" if refused else "accent")
            dark = mixed(bright, self.colour("panel2" if refused else "accent2"), 0.4)
            chip = free_of_words(self.app, face, box, side)
            ink = self.app.theme.on(mixed(bright, dark, 0.5))
            listed += [
                Panel(chip, bright, dark, side / 2, self.colour("glow"), 3),
                Icon(inset(chip, side * 0.22), "padlock", ink)
                if refused
                else Text(chip, str(copies), self.size(BODY), ink, "bold", align="centre", valign="middle"),
            ]
        return listed

    def _card(self, rect: Rect) -> list[Part]:
        """Return the chosen card, what its numbers are, and what its keywords mean."""
        face = self.faces.get(self.chosen)
        if face is None:
            return []
        x, y, width, height = rect
        buttons = self._ways((x, y, width, height))
        if buttons:
            height -= buttons[0].rect[3] + 18
        whole = min(height, (FULL + 4) * 1.4 / self.app.view.scale)  # a smaller card would leave its words out
        least = max(whole, _LARGE * max(height, self.app.view.height - _AROUND))  # whatever larger words take above it
        tall = min(least if face.keywords or face.captions else height, height, width * 1.4, 700.0)
        wide = tall / 1.4
        aside = height - tall < self.size(110) + 22 and width - wide - 24 > self.size(150)  # then its words stand beside it
        box = (x + (0 if aside else (width - wide) / 2), y, wide, tall)
        shade = Shadow((box[0], box[1] + 10, box[2], box[3]), (0, 0, 0, 170), 20, 30)
        parts: list[Part] = [shade, card_item(self.app, face, box), *buttons]
        rest = (x - 8, y + tall + 22, width + 16, height - tall - 22)
        if aside:
            x, width, rest = x + wide + 24, width - wide - 24, (x + wide + 16, y, width - wide - 8, height)
        offset = float(self.memory.get("words", 0.0))
        column = Column(self, x, rest[1] - offset, width - 20)
        column.words(face.captions, "text", size=SMALL)
        for word, meaning in face.explained:
            column.words(f"*{word}* {meaning}", "text", size=SMALL + 1)
        if rest[3] > 40:
            parts.append(Scroll(key="words", rect=rest, parts=column.parts, height=column.y + offset - rest[1], offset=offset))
        return parts

    def _ways(self, rect: Rect) -> list[Button]:
        """Return what can be done with the chosen card when somebody typed it in, in a row at the foot."""
        cards = self.bench.book.box.typed_cards if self.bench is not None else None
        if cards is None:
            return []
        if self.chosen not in self._ours:
            self._ours[self.chosen] = cards.values(self.chosen) is not None
        if not self._ours[self.chosen]:
            return []
        x, y, width, height = rect
        high, each = self.size(BODY) + 30, (width - 24) / 3
        ways: list[tuple[str, str, str, Callable[[], None]]] = [
            ("change", "Change", "plain", self.change),
            ("copy", "Copy", "plain", partial(self.change, copy=True)),
            ("drop", "Delete", "danger", self.drop),
        ]
        return [
            Button(key=f"typed-{key}", rect=(x + index * (each + 12), y + height - high, each, high), label=label, style=style, on=on)
            for index, (key, label, style, on) in enumerate(ways)
        ]

    def draw(self) -> list[Drawn]:
        """Return the page; on the workbench the card under the pointer is shown large."""
        listed, pointed = super().draw(), self._pointed()
        if pointed is None:
            return listed
        widget, face = pointed
        x, y, wide, high = self.app.view.whole
        deck = self.widget("deck-list") if widget.key.startswith("card-") else None  # what a click changes stays in sight
        within = (x, y, (deck.rect[0] - 12 if deck is not None else x + wide) - x, high)
        return [*listed, *zoom(self.app, face, widget.rect, within, more=how(self.app.settings, by_keyboard=True))]

    def _pointed(self) -> tuple[Widget, CardFace] | None:
        """Return what lies under the pointer or has the keyboard's focus on the workbench, with its card; None where that is no card."""
        key = self.hover or (self.focus if self.by_keyboard else "")
        kind, _, rest = key.partition("-")
        face = self.faces.get(rest.rsplit("-", 1)[0] if kind == "line" else rest) if kind in {"card", "line"} else None
        widget = self.widget(key)
        return (widget, face) if self.decks and face is not None and widget is not None else None
