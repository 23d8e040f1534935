"""The settings: how large, how fast, how loud; every change shows at once and is kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from game.content.mods import mods_folder
from game.content.themes import looks
from game.match.passing import STOPS
from game.table.canvas.view import inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.form import Column
from game.table.pages.keys import KeysPanel
from game.table.pages.mods import ModsPanel
from game.table.shell.bindings import keyed
from game.table.shell.page import Page, Part
from game.table.shell.settings import CLOSINGS, GUIDES, LONGEST_NAME
from game.table.shell.widgets import BODY, Scroll

_SPEEDS = (("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"), ("instant", "At once"))
_THINKING = (("short", "Short"), ("normal", "Normal"), ("long", "Long"))


class SettingsScreen(Page):
    """The settings, in one or two columns as the window and the text size allow."""

    theme = ""
    first_focus = "text_size"
    mods = False
    looks: Mapping[str, Sequence[tuple[str, str]]] = {}

    def enter(self) -> None:
        """Look whether there are mods to put on or off, and worlds with more than one look."""
        super().enter()
        self.mods = mods_folder().is_dir()
        self.looks = {}
        for world in ("menu", *(box.id for box in self.app.games)):
            others = [(key, name) for key, (name, _) in looks(world).items()]
            if others:
                self.looks = {**self.looks, world: [("", "As it ships"), *others]}

    def change(self, key: str, value: float | str | bool) -> None:  # noqa: FBT001
        """Set one setting."""
        self.app.change(**{key: int(value) if isinstance(value, float) else value})

    def build(self) -> list[Part]:
        """Return the panel with its columns."""
        parts, top = top_bar(self, "Settings")
        rect = body(self.app, top, widest=1500)
        inner = inset(rect, 52, 40)
        wide = self.app.settings.text <= 1.3
        width = (inner[2] - 96) / 2 if wide else inner[2] - 28
        offset = float(self.memory.get("area", 0.0))
        left = Column(self, inner[0], inner[1] - offset, width)
        self._reading(left)
        self._motion(left)
        self._hands(left)
        right = Column(self, inner[0] + width + 68, inner[1] - offset, width) if wide else left
        if not wide:
            left.space(24)
        self._sound(right)
        self._play(right)
        height = max(left.y, right.y) - inner[1] + offset
        held = left.parts + ([] if right is left else right.parts)
        if height + 80 < rect[3]:
            rect = (*rect[:3], height + 80)
        area = Scroll(key="area", rect=(inner[0] - 14, inner[1], inner[2] + 28, inner[3]), parts=held, height=height, offset=offset)
        return [backdrop(self.app), *framed(self.app, rect), *parts, area]

    def _reading(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Reading", "open-book")
        change = self.change
        column.slider("text_size", "Text size", settings.text_size, 100, 175, 5, f"{settings.text_size} %", partial(change, "text_size"))
        column.slider("card_size", "Card size", settings.card_size, 75, 150, 5, f"{settings.card_size} %", partial(change, "card_size"))
        self._switch(column, "high_contrast", "High contrast")
        self._looks(column)
        column.words("A line of rules text looks like this: *Charge* lets a piece move and strike in one breath.", "text", size=BODY)
        column.space(14)

    def _looks(self, column: Column) -> None:
        """Lay a choice for each world that has another look."""
        for world, options in self.looks.items():
            name = next((box.title for box in self.app.games if box.id == world), "the menu")
            now = self.app.settings.looks.get(world, "")
            value = now if now in dict(options) else ""
            column.choice(f"look-{world}", f"Look of {name}", options, value, partial(self._wear, world))

    def _wear(self, world: str, look: str) -> None:
        self.app.change(looks={**self.app.settings.looks, world: look})

    def _motion(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Motion", "run")
        column.choice(
            "speed", "Speed of moves", _SPEEDS, settings.speed, partial(self.change, "speed"), hint="How fast the table shows what happens."
        )
        self._switch(column, "reduced_motion", "Reduced motion", "Pieces change places without flying, shaking or turning.")
        column.space(14)

    def _sound(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Sound", "sound-on")
        column.slider("volume", "Volume", settings.volume, 0, 100, 5, f"{settings.volume} %", self._volume)
        column.slider(
            "ambience",
            "The world around",
            settings.ambience,
            0,
            100,
            5,
            f"{settings.ambience} %",
            partial(self.change, "ambience"),
            hint="What each world sounds like when nothing happens; it is silent when nobody is there.",
        )
        self._switch(column, "muted", "Mute")
        self._switch(
            column,
            "speech",
            keyed("Read aloud", self.app.settings, "f8"),
            "The system's own voice says what happens, what is asked and what has the focus.",
        )
        column.space(14)

    def _hands(self, column: Column) -> None:
        column.heading("Hands", "hand")
        hint = "Without them, only longer keys, Ctrl and Alt do anything; another key can be given to everything."
        self._switch(column, "letters", "Single letters are keys", hint)
        column.button(
            "keys", "Every key", lambda: self.app.push(KeysPanel()), icon="keyboard", hint="What each key does, and another for it."
        )
        self._switch(column, "swapped", "Swap the mouse buttons")
        column.space(14)

    def _switch(self, column: Column, key: str, label: str, hint: str = "") -> None:
        """Lay the switch of a setting that is either on or off."""
        value = bool(getattr(self.app.settings, key))
        column.toggle(key, label, value, partial(self.change, key, not value), hint=hint)

    def _volume(self, value: float) -> None:
        self.change("volume", value)
        self.app.cue("place")

    def _play(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("At the table", "round-table")
        hint = "What you are called at your seat. It stays on this machine: a report leaves it out unless you want it in."
        column.entry("name", "Your name", settings.name, partial(self.change, "name"), placeholder="Nobody", most=LONGEST_NAME, hint=hint)
        column.choice(
            "think",
            "Opponents think",
            _THINKING,
            settings.think,
            partial(self.change, "think"),
            hint="How long a thinking opponent may take.",
        )
        column.choice(
            "stops",
            "Stop to ask",
            tuple((key, label) for key, label, _ in STOPS),
            settings.stops,
            partial(self.change, "stops"),
            hint=keyed("Which moments are marked is chosen at the table", self.app.settings, "o") + ".",
        )
        column.words(next(words for key, _, words in STOPS if key == settings.stops))
        column.choice(
            "closing",
            "Ask before closing",
            CLOSINGS,
            settings.closing,
            partial(self.change, "closing"),
            hint="Before an action that ends something you could still do: playing cards, moving, attacking.",
        )
        column.choice(
            "guide",
            "Guide",
            GUIDES,
            settings.guide,
            partial(self.change, "guide"),
            hint="What people usually do now, under each question of a match.",
        )
        if self.mods:
            column.button("mods", "Mods", lambda: self.app.push(ModsPanel()), hint="Which mods are on.")
        self._switch(column, "full_screen", keyed("Full screen", self.app.settings, "f11"))
