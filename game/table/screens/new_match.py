"""Setting up a match: who sits where, with which decks, on which map, under which options.

Longer than most: one page, and all that is chosen on it.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.ai.levels import FIRST, LEVELS, USUAL, joined, level_names, parted, title, words
from game.content.decks import own_decks
from game.content.faults import ContentError, plainly
from game.content.own_maps import own_map
from game.kernel.capabilities import Temperament
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.scene import CardFace
from game.kernel.setup import DeckList, Setup
from game.kernel.words import first_few
from game.match.match import Match
from game.match.seats import HUMAN, SeatPlan, introduced
from game.table.canvas.draw import Drawn, Icon, Made, Panel, Picture, Shadow, Text, faded
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.anew import FreshPage, tell_left_out
from game.table.pages.common import backdrop, framed, top_bar
from game.table.pages.form import GAP, Column
from game.table.pieces import figures
from game.table.pieces.plates import told_apart
from game.table.play.closer import Shown, how, look_on
from game.table.play.overlay import zoom
from game.table.screens import mapview
from game.table.screens.deck_fan import lay_fan
from game.table.screens.opening import open_match
from game.table.screens.temperaments import lay_temperament
from game.table.screens.typed_card import TypedCard
from game.table.shell.app import App
from game.table.shell.page import Part
from game.table.shell.programs import open_in_tiled, tiled
from game.table.shell.records import played
from game.table.shell.text_field import Entry
from game.table.shell.widgets import BODY, SMALL, Button, Choice, Scroll, Widget

_ROOMY = 1.3
_PERSON = "A person"


class Place(Struct, frozen=True):
    """What was chosen for one seat."""

    player: str = HUMAN
    name: str = ""
    deck: str = ""


class Draft(Struct, frozen=True):
    """A setup as it was left, to be offered again."""

    seats: int
    places: tuple[Place, ...]
    values: dict[str, str | int | bool]
    map: str
    seed: str
    take_backs: bool


class NewMatch(FreshPage):
    """The setup of a match of one game; one that was changed and left stands as it was when it is opened again."""

    first_focus = "start"

    def __init__(self, box: Game) -> None:
        super().__init__()
        self.theme = box.id
        self.box = box
        self.seats = min(box.seats)
        self.places: list[Place] = []
        self.values: dict[str, str | int | bool] = {}
        self.map = ""
        self.drawn = ""
        self.seed = ""
        self.take_backs = False
        self.decks: dict[str, DeckList] = {}
        self.faces: dict[str, CardFace] = {}
        self.levels: tuple[str, ...] = tuple(LEVELS)
        self.temperaments: Mapping[str, Temperament] = {}
        self.attention: Mapping[str, float] = {}
        self.agreed: Setup | None = None
        self.untouched: Draft | None = None
        self.started = False
        self._judged: tuple[Setup | None, tuple[str, ...]] = (None, ())
        self._deck_faults: dict[tuple[Any, ...], tuple[str, ...]] = {}

    # --- what can be chosen

    def begin(self) -> None:
        """Lay out what was left here, and say that files of this game have faults, unless it was said."""
        tell_left_out(self.app, self.box)
        draft: Draft | None = self.app.drafts.get(self.box.id)
        if draft is not None:
            self.seats, self.places, self.values = draft.seats, list(draft.places), dict(draft.values)
            self.map, self.seed, self.take_backs = draft.map, draft.seed, draft.take_backs

    def leave(self) -> None:
        """Remember what was changed and no match was begun with; the names of people outlast the window."""
        draft = self._draft()
        if self.started or (draft == self.untouched and self.box.id not in self.app.drafts):
            return
        self.app.drafts[self.box.id] = draft
        names = self._names()
        if names != self.app.settings.names:
            self.app.change(names=names)

    def _draft(self) -> Draft:
        return Draft(self.seats, tuple(self.places), dict(self.values), self.map, self.seed, self.take_backs)

    def _names(self) -> tuple[str, ...]:
        """Return what people are called on each seat: now, or where a program sits when they last sat there."""
        return tuple(place.name.strip() if place.player == HUMAN else self._friend(index) for index, place in enumerate(self.places))

    def _friend(self, index: int) -> str:
        """Return what the person was called who last sat on a seat."""
        names = self.app.settings.names
        return names[index] if index < len(names) else ""

    def enter(self) -> None:
        """Read decks and levels; they may have changed."""
        super().enter()
        mapview.register(self.app.painter)
        own = own_decks(self.box.id)
        for fault in own.faults[:2]:
            self.app.say(f"{fault}.", "bad")
        self.decks, self.faces = {}, {}
        self._judged, self._deck_faults = (None, ()), {}
        try:
            decks = {deck.name: deck for deck in (*self.box.ready_decks(), *own.decks, *self.teams())}
            self.faces = {face.id: face for face in self.box.catalogue()} if decks else {}
            self.decks = decks
        except ContentError as error:
            self.app.say(f"{error.faults[0]}.", "bad")
        figures.register(self.app)
        while len(self.places) < max(self.box.seats):
            index = len(self.places)
            player = HUMAN if index == 0 else self.opponent()
            self.places.append(Place(player, self._friend(index) if player == HUMAN else ""))
        self._fill()
        self.untouched = self.untouched or self._draft()

    def opponent(self) -> str:
        """Return who is met unless another is chosen: the last one of this game, at first the weakest one that thinks."""
        return self.app.settings.opponents.get(self.box.id) or (USUAL if played(self.box.id) else FIRST)

    def _fill(self) -> None:
        """Give what is open its first choice, and drop what no longer applies."""
        options = self.box.options(self.seats)
        self.values = {option.key: self.values.get(option.key, option.default) for option in options}
        maps = [name for name, _ in self.box.maps(self.seats)]
        if self.map not in maps:
            self.drawn, self.map = self.map, maps[0] if maps else ""
        elif self.drawn in maps:
            self.map, self.drawn = self.drawn, ""
        names = list(self.decks)
        taken: set[str] = set()
        for index, place in enumerate(self.places):
            if names and place.deck not in self.decks:
                apart = next(
                    (name for name in names if self.decks[name].side not in taken and self.decks[name].side), names[index % len(names)]
                )
                self.places[index] = replace(place, deck=apart)
            if names:
                taken.add(self.decks[self.places[index].deck].side)
        try:
            setup = self.box.complete(self.setup())
            rules = self.box.rules(setup)
            self.levels, self.temperaments, self.attention = level_names(rules), rules.temperaments, rules.attention
        except SetupError:
            self.levels = tuple(LEVELS)
        for index, place in enumerate(self.places):
            if parted(place.player)[1] not in ("", *self.temperaments):
                self.places[index] = replace(place, player=parted(place.player)[0])

    def setup(self) -> Setup:
        """Return what was chosen so far; an empty seed becomes one when the match starts."""
        decks = tuple(self.decks[place.deck] for place in self.places[: self.seats] if place.deck in self.decks)
        seed = int(self.seed) if self.seed else 0
        return Setup(self.box.id, self.seats, seed=seed, decks=decks, options=dict(self.values), map=self.map, take_backs=self.take_backs)

    def faults(self) -> tuple[str, ...]:
        """Return every reason the match cannot start."""
        setup = self.setup()
        if self._judged[0] != setup:
            try:
                self.agreed = self.box.complete(setup)
                faults: tuple[str, ...] = ()
            except SetupError as error:
                faults = error.sentences
            self._judged = (setup, faults)
        return self._judged[1]

    def deck_faults(self, deck: DeckList) -> tuple[str, ...]:
        """Return why no match under the chosen options takes a deck."""
        key = (deck.name, self.seats, tuple(self.values.items()), self.map)
        if key not in self._deck_faults:
            self._deck_faults[key] = tuple(self.box.deck_refusals(deck, self.setup()))
        return self._deck_faults[key]

    # --- choosing

    def sit(self, seats: int) -> None:
        """Change how many play."""
        self.seats = seats
        self._fill()

    def choose(self, index: int, what: str, value: str) -> None:
        """Change what was chosen for a seat: its name, player or deck."""
        self.places[index] = replace(self.places[index], **{what: value})

    def choose_level(self, index: int, level: str) -> None:
        """Change who plays a seat; a temperament stays with whoever can have one, and a name with the person, or the program, that it is of."""
        before = self.places[index].player
        self.choose(index, "player", joined(level, parted(before)[1]))
        if (level == HUMAN) != (before == HUMAN):
            self.choose(index, "name", self._friend(index) if level == HUMAN else "")

    def choose_temperament(self, index: int, temperament: str) -> None:
        """Change which way the program on a seat leans, if any."""
        self.choose(index, "player", joined(parted(self.places[index].player)[0], temperament))

    def option(self, key: str, value: str | float | bool) -> None:  # noqa: FBT001
        """Change an option; what follows from it is laid out anew."""
        self.values[key] = int(value) if isinstance(value, float) else value
        if self.box.typed_cards is not None:
            self.enter()

    def set(self, key: str, value: Any) -> None:
        """Change seed or take-backs."""
        setattr(self, key, value)

    def take(self, setup: Setup) -> None:
        """Choose what a setup has, as far as it can be chosen here: decks, map and options."""
        self.seats = setup.seats
        for index, deck in enumerate(setup.decks):
            if deck.name in self.decks:
                self.choose(index, "deck", deck.name)
        self.map, self.drawn = setup.map or self.map, ""
        self.values |= setup.options
        self._fill()

    def plans(self) -> tuple[SeatPlan, ...]:
        """Return who sits where, called as was typed, or as they are called anyway."""
        leanings = [self.temperaments.get(parted(place.player)[1]) for place in self.places[: self.seats]]
        typed = tuple(
            SeatPlan(place.player, place.name.strip() or (leaning.name if leaning else ""))
            for place, leaning in zip(self.places, leanings, strict=False)
        )
        return introduced(typed, self.app.settings.name)

    def choose_map(self, name: str) -> None:
        """Change the map."""
        self.map, self.drawn = name, ""

    def draw_map(self) -> None:
        """Open the map in Tiled: the user's own, or a copy of the one that ships."""
        before = self.map
        try:
            path = own_map(self.box.id, before)
        except ContentError as error:
            self.app.say(f"{error.faults[0]}.", "bad")
            return
        except (OSError, KeyError, StopIteration) as error:
            self.app.say(f"The map cannot be copied: {plainly(error)}.", "bad")
            return
        self.app.files_known()
        self.choose_map(path.stem)
        fault = open_in_tiled(path)
        copied = f"It was copied to {path}; " if path.stem != before else ""
        self.app.say(fault or f"{copied}what you save in Tiled shows here.", "bad" if fault else "good")

    def read_anew(self, *, asked: bool) -> None:
        """Read everything anew, and show what was drawn or written elsewhere."""
        super().read_anew(asked=asked)
        if self.app.top is self:
            self.enter()

    def type_in(self) -> None:
        """Open the form for a physical card (CM-3)."""
        if self.box.typed_cards is not None:
            self.app.push(TypedCard(self.theme, self.box.typed_cards, self._card_typed))

    def _card_typed(self, card: str) -> None:
        """Lay factions of one's own cards before the seats once there are enough of them."""
        del card
        self.enter()
        own = list(self.teams())
        if len(own) >= self.seats:
            for index in range(self.seats):
                self.choose(index, "deck", own[index].name)
        self.stale()

    def teams(self) -> tuple[DeckList, ...]:
        """Return the decks that were made of cards typed in, for a match like this."""
        return self.box.typed_cards.teams(self.setup()) if self.box.typed_cards is not None else ()

    def start(self) -> None:
        """Begin the match, or say why it cannot."""
        setup = self.setup()
        if not self.seed:
            setup = replace(setup, seed=int.from_bytes(os.urandom(4), "big"))
        names = self._names()
        opponents = self.app.settings.met(self.box.id, [place.player for place in self.places[: self.seats]])
        if (names, opponents) != (self.app.settings.names, self.app.settings.opponents):
            self.app.change(names=names, opponents=opponents)
        try:
            match = Match.start(setup, self.plans(), folder=paths.saves_folder())
        except SetupError as error:
            self.app.cue("refuse")
            for sentence in error.sentences[:3]:
                self.app.say(sentence, "bad")
            return
        self.started = True
        self.app.drafts.pop(self.box.id, None)
        self.app.pop()
        open_match(self.app, match)

    # --- how it looks

    def build(self) -> list[Part]:
        """Return seats at the left, options at the right, the start below."""
        self.faults()
        app, view = self.app, self.app.view
        parts, top = top_bar(self, self.box.title)
        foot = self.size(BODY) + 108
        wide = min(view.width - 144, 1776.0)
        left_x = (view.width - wide) / 2
        high = view.height - top - foot
        stacked = app.settings.text > 1.45
        gap = 28.0
        if stacked:
            rects: tuple[Rect, ...] = ((left_x, top, wide, high),)
        else:
            first = (wide - gap) * 0.585
            rects = ((left_x, top, first, high), (left_x + first + gap, top, wide - gap - first, high))
        offset = [float(self.memory.get(f"area-{index}", 0.0)) for index in range(len(rects))]
        areas: list[Part] = []
        columns = [Column(self, inset(rect, 46)[0], rect[1] + 34 - offset[index], rect[2] - 92 - 20) for index, rect in enumerate(rects)]
        self._seats(columns[0])
        if stacked:
            columns[0].space(24)
        self._options(columns[-1])
        heights = [column.y + offset[index] - rects[index][1] + 30 for index, column in enumerate(columns)]
        high = min(high, max(heights))
        for index, (rect, column) in enumerate(zip(rects, columns, strict=True)):
            areas += framed(app, (*rect[:3], high))
            inner = (rect[0] + 26, rect[1] + 20, rect[2] - 40, high - 40)
            areas.append(Scroll(key=f"area-{index}", rect=inner, parts=column.parts, height=heights[index] - 40, offset=offset[index]))
        return [backdrop(app), *parts, *areas, *self._foot(left_x, view.height - foot + 24, wide)]

    def _seats(self, column: Column) -> None:
        column.heading("Seats", "round-table")
        if len(self.box.seats) > 1:
            self._counts(column)
        for index in range(self.seats):
            self._seat(column, index)

    def _counts(self, column: Column) -> None:
        size = column.row
        label = Text((column.x, column.y, column.width, size), "How many play", self.size(BODY), self.colour("text"), valign="middle")
        column.parts.append(label)
        left = column.x + column.width - (size + 12) * len(self.box.seats) + 12
        for count in self.box.seats:
            rect = (left, column.y, size, size)
            column.parts.append(
                Button(
                    key=f"seats-{count}",
                    rect=rect,
                    label=str(count),
                    style="tab",
                    selected=count == self.seats,
                    name="How many play",
                    on=partial(self.sit, count),
                )
            )
            left += size + 12
        column.y += size + GAP + 8

    def _seat(self, column: Column, index: int) -> None:
        place, look, row = self.places[index], self.app.theme.seat_look(index), column.row
        level = parted(place.player)[0]
        x, y, width = column.x, column.y, column.width
        brought = bool(self.decks) and (self.agreed is None or bool(self.agreed.decks))
        chip = (x, y, row, row)
        column.parts += [
            Shadow((x, y + 3, row, row), faded(self.colour("shade"), 0.6), row / 2, 10),
            Panel(chip, look.colour, look.dark, row / 2, look.light, 2.5),
            Icon(inset(chip, row * 0.2), self._charge(index), (255, 255, 255, 255), look.light, (0, 0, 0, 140)),
        ]
        narrow = width < self.size(700) and brought
        left, spare = x + row + 16, width - row - 16
        each = (spare - 16) / 2 if narrow or not brought else (spare - 32) / 3.2
        players = [(HUMAN, _PERSON)] + [(level, f"Computer, {title(level)}") for level in self.levels]
        column.parts += [
            Entry(
                key=f"name-{index}",
                rect=(left, y, each, row),
                value=place.name,
                placeholder=self.plans()[index].name or "Name",
                most=24,
                name=f"Seat {index + 1}, name",
                on=partial(self.choose, index, "name"),
            ),
            Choice(
                key=f"player-{index}",
                rect=(left + each + 16, y, each if narrow or not brought else each * 1.1, row),
                options=players,
                value=level,
                name=f"Seat {index + 1}, player",
                on=partial(self.choose_level, index),
                hint=words(level, self.attention) or "Who sits here: a person at this table, or the computer.",
            ),
        ]
        if not brought:
            column.y += row + GAP
            lay_temperament(column, left, index, place.player, self.temperaments, self.attention, self.choose_temperament)
            return
        if narrow:
            y += row + 10
            rect = (left, y, spare, row)
        else:
            rect = (left + each * 2.1 + 32, y, each * 1.1, row)
        self._deck(column, index, rect)
        column.y = y + row + GAP
        lay_temperament(column, left, index, place.player, self.temperaments, self.attention, self.choose_temperament)
        faults = self.deck_faults(self.decks[place.deck]) if place.deck in self.decks else ()
        for sentence in faults[:3]:
            column.words(sentence, "bad", icon="hazard-sign")
        if len(faults) > 3:
            column.words(f"and {len(faults) - 3} more", "bad")
        if self.seats <= 2 and not narrow and place.deck in self.decks:
            lay_fan(self, column, index, self.decks[place.deck], self.faces, left)

    def _charge(self, index: int) -> str:
        """Return the glyph that a seat will bear at the table."""
        brought = not (self.agreed is not None and not self.agreed.decks)
        decks = [self.decks.get(place.deck) if brought else None for place in self.places[: self.seats]]
        return told_apart(self.app, {seat: self.box.charge(seat, deck) for seat, deck in enumerate(decks)})[index]

    def draw(self) -> list[Drawn]:
        """Return the page, and the card under the pointer large."""
        listed, pointed = super().draw(), self._pointed()
        if pointed is None:
            return listed
        more = how(self.app.settings, by_keyboard=True)
        return [*listed, *zoom(self.app, pointed[1], pointed[0].rect, self.app.view.whole, more=more)]

    def _pointed(self) -> tuple[Widget, CardFace] | None:
        widget = self.widget(self.hover) if self.hover.startswith("card-") else None
        face = self.faces.get(self.hover.split("-", 2)[2]) if widget is not None else None
        return (widget, face) if widget is not None and face is not None else None

    def key(self, event: Event) -> bool:
        """V looks closer at the card under the pointer."""
        pointed = self._pointed() if event.key == "v" and not event.ctrl else None
        if pointed is None:
            return super().key(event)
        look_on(self.app, self.box.id, Shown(pointed[1]))
        return True

    def _deck(self, column: Column, index: int, rect: Rect) -> None:
        options = [(name, name + ("" if not self.deck_faults(deck) else " (not legal)")) for name, deck in self.decks.items()]
        deck = self.decks.get(self.places[index].deck)
        column.parts.append(
            Choice(
                key=f"deck-{index}",
                rect=rect,
                options=options,
                value=self.places[index].deck,
                name=f"Seat {index + 1}, deck",
                on=partial(self.choose, index, "deck"),
                hint=deck.plan if deck else "",
            )
        )

    def _options(self, column: Column) -> None:
        maps = self.box.maps(self.seats)
        if not maps and self.app.settings.text <= _ROOMY:
            self._banner(column)
        if self.box.typed_cards is not None:
            hint = "From a printed card; nine, six or three of them are a faction of your own."
            column.button("type-in", "Type in a card", self.type_in, icon="quill-ink", hint=hint)
        column.heading("The match", "scroll-unfurled")
        if maps:
            column.choice("map", "Map", maps, self.map, self.choose_map)
            rect = (column.x, column.y, column.width, min(self.size(300), column.width * 0.62))
            column.parts += [
                Panel(rect, self.colour("groove"), None, 12, faded(self.colour("line"), 0.5), 1.5),
                Made(inset(rect, 10), "map", (self.box.id, self.map), words=f"map {self.map}"),
            ]
            column.y += rect[3] + GAP
            found = mapview.read_map(self.box.id, self.map)
            if found is not None and found.blurb:
                column.words(found.blurb)
            if tiled():
                hint = "Draw it in the map editor; what you save there shows here. A map that ships is copied into your folder first."
                column.button("draw", "Open in Tiled", self.draw_map, icon="quill-ink", hint=hint)
        for option in self.box.options(self.seats):
            if option.matters(self.values):
                column.option(option, self.values.get(option.key, option.default), partial(self.option, option.key))
        if self.agreed is None or self.agreed.take_backs == self.take_backs:
            column.toggle(
                "take_backs",
                "Take-backs",
                self.take_backs,
                partial(self.set, "take_backs", not self.take_backs),
                hint="Allow undo even after dice fell or hidden cards were seen.",
            )
        column.entry(
            "seed",
            "Seed",
            self.seed,
            partial(self.set, "seed"),
            placeholder="any",
            only="0123456789",
            most=9,
            hint="The same number makes the same dice and shuffles. Left empty, every match is new.",
        )

    def _banner(self, column: Column) -> None:
        """Show the world itself where no map has to be shown."""
        theme = self.app.theme
        rect = (column.x - 8, column.y - 4, column.width + 16, 250.0)
        column.parts += [
            Shadow((rect[0], rect[1] + 6, rect[2], rect[3]), faded(self.colour("shade"), 0.6), 16, 16),
            Picture(rect, theme.picture("table"), 16, anchor=0.3),
            Panel(rect, (0, 0, 0, 40), (0, 0, 0, 200), 16, self.colour("line"), 2.5),
            Icon((rect[0] + rect[2] / 2 - 62, rect[1] + 20, 124, 124), theme.glyph, self.colour("over"), self.colour("over2"), (0, 0, 0, 210)),
            Text(
                (rect[0] + 30, rect[1] + 156, rect[2] - 60, 78), self.box.tagline, self.size(BODY), self.colour("over_soft"), "italic",
                align="centre", valign="middle", wrap=True, shade=(0, 0, 0, 220),
            ),
        ]  # fmt: skip
        column.y += 250 + 26

    def _foot(self, x: float, y: float, width: float) -> list[Part]:
        high = self.size(BODY) + 48
        label, rules = f"Start {self.box.title}", "Rules"
        wide = max(420.0, self.app.measure(label, "bold", self.size(BODY + 4)) + 120)
        side = self.app.measure(rules, "bold", self.size(BODY)) + self.size(BODY) + 84
        faults = self.faults()
        right = x + width
        parts: list[Part] = [
            Button(key="rules", rect=(right - wide - side - 20, y, side, high), label=rules, icon="rule-book", on=self.rules),
            Button(
                key="start",
                rect=(right - wide, y, wide, high),
                label=label,
                icon="play-button",
                style="main",
                size=BODY + 4,
                enabled=not faults,
                on=self.start,
            ),
        ]
        if faults:
            rect = (x, y, width - wide - side - 60, high)
            parts.append(
                Text(rect, first_few(faults), self.size(SMALL), self.colour("over"), valign="middle", wrap=True, shade=(0, 0, 0, 220))
            )
        return parts

    def rules(self) -> None:
        """Show the rules of the game."""
        from game.table.pages.rules import RulesScreen  # noqa: PLC0415

        self.app.push(RulesScreen(self.box.id))


def meet(app: App, setup: Setup, level: str) -> None:
    """Begin a match of a person against a level as if from the menu, with the decks, the map and the options of a lesson; where it cannot be begun, the setup says why."""
    app.home()
    page = NewMatch(next(box for box in app.games if box.id == setup.game))
    app.push(page)
    page.take(setup)
    for index in range(len(page.places)):
        page.choose(index, "player", level if index else HUMAN)
    page.start()
