"""The workbench: the deck that is being built, beside the cards of its world."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial

from game.content.faults import ContentError
from game.kernel.capabilities import Gauge
from game.kernel.chance import Chance
from game.kernel.scene import CardFace
from game.lab.breaking_decks import Steps
from game.lab.deck_taste import RULE
from game.table.canvas.draw import Drawn, Icon, Panel, Text, faded
from game.table.canvas.view import REACH, Rect
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.screens.deck_book import NEEDS_NONE, DeckBook
from game.table.screens.deck_share import as_code, as_deck, as_text
from game.table.screens.sample_hand import SampleHand
from game.table.screens.sieve import Sieve, titled
from game.table.shell.page import Page, Part
from game.table.shell.text_field import Entry, clipped, pasted
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Look, Scroll, Tile

_MOST_COST = 7
"""Cards that cost so much or more stand in one bar."""

_LOOKING = "Looking for cards that go with these."
_AT_ONCE, _BETWEEN = 0.15, 0.012
"""For so many seconds it is looked at once for cards to fill a deck with, and then between two frames: some decks take seconds."""


def _nothing() -> None:
    return


class Workbench:
    """A deck book laid on a page; `choose` is told which card of the deck was pressed, `chosen` tells which is looked at."""

    def __init__(
        self, page: Page, book: DeckBook, faces: Mapping[str, CardFace], choose: Callable[[str], None], chosen: Callable[[], str]
    ) -> None:
        self.page, self.book, self.faces, self.choose, self.chosen = page, book, faces, choose, chosen
        self.app = page.app
        self._filling: Steps[str] | None = None

    # --- what the buttons do

    def unless_changed(self, then: Callable[[], None]) -> None:
        """Do something that lets the deck go; ask first where it was changed and is not kept."""
        if not self.book.changed:
            then()
            return
        keep = partial(self.save, then)

        def let_go() -> None:
            self.book.let_go()
            then()

        self.app.push(
            Dialog(
                "Keep the deck?", self._words(), [("Keep it", "main", keep), ("Let it go", "danger", let_go), ("Stay", "plain", _nothing)]
            )
        )

    def unkept(self) -> str:
        """Return that the deck is lost with the window; empty where it is kept, or lies on the workbench again the next time."""
        return self._words() if self.book.changed and not self.book.draft.safe else ""

    def _words(self) -> str:
        return f"The deck {self.book.deck.name} was changed and is not kept yet."

    def tell_apart(self) -> None:
        """Say that the deck was changed here and in its file, where it was, and that neither is lost."""
        if self.book.apart:
            self.app.say(f"{self.book.deck.name} was changed in its file, too; Save keeps that file as it is beside this deck.", "bad")

    def save(self, then: Callable[[], None] = _nothing) -> None:
        """Keep the deck, and do something where that worked."""
        fault = self.book.save()
        self.app.files_known()
        if fault:
            self.app.cue("refuse")
            self.app.say(fault, "bad")
            return
        self.app.cue("score")
        before = f", and {self.book.before}" if self.book.before else ""
        self.app.say(f"{self.book.deck.name} is kept{before}.", "good")
        self.page.stale()
        then()

    def _delete(self) -> None:
        """Ask, then throw the deck away."""
        words = f"{self.book.deck.name} cannot be brought back."
        self.app.push(Dialog("Delete this deck?", words, [("Delete", "danger", self._throw_away), ("Keep it", "plain", _nothing)]))

    def _throw_away(self) -> None:
        fault = self.book.delete()
        self.app.files_known()
        if fault:
            self.app.say(fault, "bad")
        self.page.stale()

    def _open(self, name: str) -> None:
        def open_it() -> None:
            self.book.open(name)
            self.page.memory["deck-list"] = 0.0
            self.page.stale()

        if name != self.book.deck.name:
            self.unless_changed(open_it)

    def _new(self) -> None:
        def begin() -> None:
            self.book.fresh()
            self.page.stale()

        self.unless_changed(begin)

    def _more(self, below: Rect) -> None:
        """Open what else can be done with the deck."""
        ways: dict[str, tuple[str, Callable[[], None]]] = {
            "fill": ("Fill it for me", self._fill),
            "hand": ("Draw a hand", self._hand),
            "copy": ("Copy the deck", partial(self.unless_changed, self._copy)),
            "code": ("To the clipboard as a code", partial(self._share, as_code(self.book.box.id, self.book.deck))),
            "text": ("To the clipboard as a list", partial(self._share, as_text(self.book.deck, self.faces))),
            "paste": ("From the clipboard", partial(self.unless_changed, self._paste)),
        }
        if not self.book.box.hand:
            del ways["hand"]
        self.page.list_options(below, [(key, words) for key, (words, _) in ways.items()], "", lambda key: ways[key][1]())

    def _copy(self) -> None:
        self.book.take(self.book.deck)
        self.page.stale()

    def _fill(self) -> None:
        self._filling = self.book.filling(self.chosen(), Chance(int.from_bytes(os.urandom(6), "big")))
        if self.fill_on(_AT_ONCE):
            self.app.say(_LOOKING)

    def fill_on(self, seconds: float = _BETWEEN) -> bool:
        """Look a little longer for what the deck is to be filled with; return False when nothing is looked for any more."""
        until = self.app.clock() + seconds
        while self._filling is not None:
            try:
                next(self._filling)
            except StopIteration as done:
                self._filling = None
                self._tell_filled(done.value)
            if self.app.clock() > until:
                break
        return self._filling is not None

    def _tell_filled(self, words: str) -> None:
        self.app.unsay(_LOOKING)
        if words != RULE:
            self.app.cue("refuse")
        self.app.say(words, "good" if words == RULE else "" if words == NEEDS_NONE else "bad")
        self.page.stale()

    def _hand(self) -> None:
        self.app.push(SampleHand(self.book.deck, self.faces, self.book.box.hand))

    def _share(self, words: str) -> None:
        if clipped(words):
            self.app.say(f"{self.book.deck.name} is in the clipboard.", "good")
        else:
            self.app.say("There is no clipboard here.", "bad")

    def _paste(self) -> None:
        try:
            deck = as_deck(self.book.box.id, pasted(), self.faces)
        except ContentError as error:
            self.app.cue("refuse")
            self.app.say(f"{error.faults[0]}.", "bad")
            return
        self.book.take(deck)
        self.page.stale()

    # --- how it looks

    def parts(self, rect: Rect, chosen: str, sieve: Sieve) -> list[Part]:
        """Return the deck's name, gauges, faults and cards, in the order of a sieve, and the buttons below."""
        page, book = self.page, self.book
        x, y, width, height = rect
        row = page.size(BODY) + 30
        name = book.deck.name
        whose = {each: f"of the mod {mod}" for each, mod in book.brought.items()}
        names = [(each, each) for each in book.mine] + [(each, f"{each} ({whose.get(each, 'ready')})") for each in book.ready]
        if not any(each == name for each, _ in names):
            names.insert(0, (name, f"{name} (new)"))
        box = (x, y + row + 12, width, row)
        parts: list[Part] = [
            Choice(key="deck", rect=(x, y, width, row), options=names, value=name, on=self._open, name="Deck"),
            Entry(
                key="deck-name",
                rect=box,
                value=name,
                on=book.rename,
                most=56,
                icon="quill-ink",
                name="The deck's name",
                hint="The deck's name",
            ),
        ]
        y += 2 * row + 26
        for gauge in book.gauges():
            parts += self._gauge((x, y, width, page.size(BODY) * 1.3 + (16 if gauge.most else 0)), gauge)
            y += page.size(BODY) * 1.3 + (28 if gauge.most else 8)
        foot: Rect = (x, rect[1] + height - row - 8, width, row + 8)
        return [*parts, *self._buttons(foot), self._list((x - 8, y, width + 16, foot[1] - y - 16), chosen, sieve)]

    def _buttons(self, rect: Rect) -> list[Button]:
        x, y, width, high = rect
        each = (width - 36) / 4
        boxes: list[Rect] = [(x + index * (each + 12), y, each, high) for index in range(4)]
        book = self.book
        return [
            Button(key="deck-save", rect=boxes[0], label="Save", style="main", enabled=book.changed, on=self.save),
            Button(key="deck-new", rect=boxes[1], label="New", on=self._new),
            Button(key="deck-delete", rect=boxes[2], label="Delete", style="danger", enabled=book.own, on=self._delete),
            Button(
                key="deck-more", rect=boxes[3], label="More", on=partial(self._more, boxes[3]), hint="Copy, fill, try and share the deck"
            ),
        ]

    def _gauge(self, rect: Rect, gauge: Gauge) -> list[Drawn]:
        x, y, width, _ = rect
        colour, used, most = self.page.colour, gauge.used, gauge.most
        size = self.page.size(BODY)
        over = bool(most) and used > most
        words = str(used)
        if most:
            words = f"{used} of {most}, {used - most} too many" if over else f"{used} of {most}, {most - used} left"
        tone = colour("bad" if over else "title")
        listed: list[Drawn] = [
            Text((x, y, width * 0.5, size * 1.25), gauge.label, size, colour("text"), valign="middle"),
            Text((x + width * 0.3, y, width * 0.7, size * 1.25), words, size, tone, "bold", align="right", valign="middle"),
        ]
        if most:
            bar = (x, y + size * 1.3, width, 12.0)
            full = (x, bar[1], max(12.0, width * min(1.0, used / most)), 12.0)
            ink, ink2 = ("bad", "bad") if over else ("accent", "accent2")
            listed += [
                Panel(bar, colour("groove"), None, 6, faded(colour("line"), 0.5), 1.5),
                Panel(full, colour(ink), colour(ink2), 6),
            ]
        return listed

    def _list(self, rect: Rect, chosen: str, sieve: Sieve) -> Scroll:
        book, faces = self.book, self.faces
        offset = float(self.page.memory.get("deck-list", 0.0))
        column = Column(self.page, rect[0] + 8, rect[1] + 4 - offset, rect[2] - 34)
        for sentence in book.faults():
            column.words(sentence[:1].upper() + sentence[1:], "bad", icon="hazard-sign", size=SMALL)
        if not book.faults():
            column.words("This deck is legal.", "good", icon="check-mark", size=SMALL)
        self._curve(column)
        column.words("A click puts a card in, a right click takes it out.", size=SMALL)
        column.space(6)
        fronts = book.fronts()
        for card in book.deck.front:
            self._line(column, card, 1, front=True, can_front=not book.only_in_front(card), chosen=card == chosen)
        for card in sorted(book.deck.cards, key=lambda card: sieve.rank(faces[card]) if card in faces else (-1,)):
            self._line(column, card, book.deck.cards[card], front=False, can_front=card in fronts, chosen=card == chosen)
        return Scroll(key="deck-list", rect=rect, parts=column.parts, height=column.y + offset - rect[1], offset=offset)

    def _curve(self, column: Column) -> None:
        """Lay how many cards there are of each cost, as bars, and of each kind."""
        held = [(self.faces[card], copies) for card, copies in self.book.deck.cards.items() if card in self.faces]
        costs: Counter[int] = Counter()
        kinds: Counter[str] = Counter()
        for face, copies in held:
            kinds[face.kind] += copies
            if face.corner is not None and face.corner.value.isdecimal():
                costs[min(_MOST_COST, int(face.corner.value))] += copies
        if len(kinds) > 1:
            column.words(" · ".join(f"{titled(kind)} {number}" for kind, number in kinds.most_common() if kind), "text", size=SMALL)
        if len(costs) > 1:
            self._bars(column, costs)

    def _bars(self, column: Column, costs: Mapping[int, int]) -> None:
        page, size, high = self.page, self.page.size(SMALL), 64.0
        steps = range(min(costs), max(costs) + 1)
        each = min(110.0, column.width / len(steps))
        top = column.y + size * 1.2
        for place, cost in enumerate(steps):
            x, number = column.x + place * each, costs.get(cost, 0)
            tall = high * number / max(costs.values())
            bar = (x + each * 0.18, top + high - tall, each * 0.64, max(2.0, tall))
            words = f"{cost}+" if cost == _MOST_COST else str(cost)
            column.parts += [
                Panel(bar, page.colour("accent"), page.colour("accent2"), 4),
                Text((x, bar[1] - size * 1.2, each, size * 1.2), str(number or ""), size, page.colour("title"), "bold", align="centre"),
                Text((x, top + high + 2, each, size * 1.3), words, size, page.colour("soft"), align="centre"),
            ]
        column.y = top + high + size * 1.3 + 12

    def _line(self, column: Column, card: str, copies: int, *, front: bool, can_front: bool, chosen: bool) -> None:
        """Lay a card of the deck: what it is, how often it is in, and the small buttons for more and fewer."""
        book, high = self.book, max(REACH + 6, self.page.size(BODY) + 18)
        x, y, width = column.x, column.y, column.width
        box = (x, y, width, high)
        out = partial(book.off_front, card) if front else partial(book.add, card, -1)
        column.parts.append(
            Tile(
                key=f"line-{card}-{front}",
                rect=box,
                plain=True,
                radius=10,
                on=partial(self.choose, card),
                other=out,
                paint=partial(self._paint_line, card, box, 0 if front else copies, room=high if can_front else 0, chosen=chosen),
                hint="In front of the deck" if front else "",
            )
        )
        right = x + width - 4
        name = self.faces[card].name if card in self.faces else card
        fewer = ("minus", "minus", out, "", f"One {name} fewer")
        ways = [fewer] if front else [("plus", "plus", partial(book.add, card), "", f"One {name} more"), fewer]
        if can_front and front:
            ways.append(("front", "down", partial(book.off_front, card, back=True), "Put back among the others", name))
        elif can_front:
            ways.append(("front", "up", partial(book.to_front, card), "Set in front of the deck", name))
        for key, icon, on, hint, said in ways:
            spot = (right - high + 6, y + 3, high - 6, high - 6)
            column.parts.append(
                Button(key=f"{key}-{card}-{front}", rect=spot, icon=icon, style="quiet", on=on, hint=hint, name=said, cue="place")
            )
            right -= high
        column.y += high + 8

    def _paint_line(self, card: str, box: Rect, copies: int, look: Look, *, room: float, chosen: bool) -> list[Drawn]:
        """Return a line of the deck; no copies stand for a card in front, and `room` is left for one more button."""
        page, face = self.page, self.faces.get(card)
        x, y, width, high = box
        size, light = page.size(BODY), self.app.theme.palette(face.palette if face else "")
        name = face.name if face else f"{card} (no such card)"
        count: Drawn = Icon((x + width - high * 2 - 12, y + 9, high - 18, high - 18), "crown", page.colour("title"))
        if copies:
            place = (x + width - high * 2 - 66, y, 54, high)
            count = Text(place, f"{copies} ×", size, page.colour("title"), "bold", align="right", valign="middle")
        strength = 0.5 if look.hover or chosen else 0.3
        return [
            Panel(box, faded(light.mid, strength), faded(light.dark, 0.4), 10, faded(light.edge, 0.5), 1.5),
            Icon((x + 10, y + 8, high - 16, high - 16), face.icon if face and face.icon else light.icon, light.edge),
            Text((x + high + 4, y, width - high * 3.4 - room - 54, high), name, size, page.colour("text"), valign="middle"),
            count,
        ]
