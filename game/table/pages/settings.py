"""The settings: how large, how fast, how loud; every change shows at once and is kept."""

from __future__ import annotations

from functools import partial

from game.content.mods import mods_folder
from game.match.passing import STOPS
from game.table.canvas.view import inset
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.form import Column
from game.table.pages.keys import KeysPanel
from game.table.pages.mods import ModsPanel
from game.table.shell.page import Page, Part
from game.table.shell.settings import CLOSINGS
from game.table.shell.widgets import BODY, Scroll

_SPEEDS = (("slow", "Slow"), ("normal", "Normal"), ("fast", "Fast"), ("instant", "At once"))
_THINKING = (("short", "Short"), ("normal", "Normal"), ("long", "Long"))


class SettingsScreen(Page):
    """The settings, in one or two columns as the window and the text size allow."""

    theme = ""
    first_focus = "text_size"
    mods = False

    def enter(self) -> None:
        """Look whether there are mods to put on or off."""
        super().enter()
        self.mods = mods_folder().is_dir()

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
        column.toggle(
            "high_contrast", "High contrast", settings.high_contrast, partial(change, "high_contrast", not settings.high_contrast)
        )
        column.words("A line of rules text looks like this: *Charge* lets a piece move and strike in one breath.", "text", size=BODY)
        column.space(14)

    def _motion(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Motion", "run")
        column.choice(
            "speed", "Speed of moves", _SPEEDS, settings.speed, partial(self.change, "speed"), hint="How fast the table shows what happens."
        )
        column.toggle(
            "reduced_motion",
            "Reduced motion",
            settings.reduced_motion,
            partial(self.change, "reduced_motion", not settings.reduced_motion),
            hint="Pieces change places without flying, shaking or turning.",
        )
        column.space(14)

    def _sound(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Sound", "sound-on")
        column.slider("volume", "Volume", settings.volume, 0, 100, 5, f"{settings.volume} %", self._volume)
        column.toggle("muted", "Mute", settings.muted, partial(self.change, "muted", not settings.muted))
        column.toggle(
            "speech",
            "Read aloud (F8)",
            settings.speech,
            partial(self.change, "speech", not settings.speech),
            hint="The system's own voice says what happens, what is asked and what has the focus.",
        )
        column.space(14)

    def _hands(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("Hands", "hand")
        column.toggle(
            "letters",
            "Single letters are keys",
            settings.letters,
            partial(self.change, "letters", not settings.letters),
            hint="Without them, only longer keys, Ctrl and Alt do anything; another key can be given to everything.",
        )
        column.button(
            "keys", "Every key", lambda: self.app.push(KeysPanel()), icon="keyboard", hint="What each key does, and another for it."
        )
        column.toggle("swapped", "Swap the mouse buttons", settings.swapped, partial(self.change, "swapped", not settings.swapped))
        column.space(14)

    def _volume(self, value: float) -> None:
        self.change("volume", value)
        self.app.cue("place")

    def _play(self, column: Column) -> None:
        settings = self.app.settings
        column.heading("At the table", "round-table")
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
            hint="Which windows are marked is chosen at the table (O).",
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
        if self.mods:
            column.button("mods", "Mods", lambda: self.app.push(ModsPanel()), hint="Which mods are on.")
        column.toggle(
            "full_screen", "Full screen (F11)", settings.full_screen, partial(self.change, "full_screen", not settings.full_screen)
        )
