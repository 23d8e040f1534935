"""The mods that are installed, each with a switch, and what is wrong with those that cannot be read."""

from __future__ import annotations

from functools import partial

from game.content import mods
from game.content.faults import ContentError, Fault, plainly
from game.table.canvas.view import Rect
from game.table.pages.anew import FreshPage
from game.table.pages.common import done_button, foot_height, over_table
from game.table.pages.form import Column
from game.table.shell.page import Part
from game.table.shell.widgets import Scroll


class ModsPanel(FreshPage):
    """The switches of the mods; what is put on or off, here or by a command line, counts from the next match on, and cards are read anew at once."""

    overlay = True

    def __init__(self) -> None:
        super().__init__()
        self.found: tuple[mods.Mod, ...] = ()
        self.faults: tuple[Fault, ...] = ()
        self.focus = "close"

    def enter(self) -> None:
        """Look what is installed."""
        super().enter()
        self.found, self.faults = mods.all_mods()

    def turn(self, mod: mods.Mod) -> None:
        """Put a mod on or off."""
        try:
            mods.turn(mod.folder.name, on=not mod.on)
        except (KeyError, ContentError, OSError) as error:
            self.app.say(f"{mod.label} cannot be changed: {plainly(error)}.", "bad")
        self.read_anew(asked=True)

    def read_anew(self, *, asked: bool) -> None:
        """Look what is installed once more, too."""
        self.found, self.faults = mods.all_mods()
        self.stale()
        super().read_anew(asked=asked)

    def build(self) -> list[Part]:
        """Return the panel: a switch and a sentence for each mod, the faults, and the button that closes it."""
        view = self.app.view
        width = min(view.width - 120, 940.0 * max(1.0, self.app.settings.text * 0.86))
        probe = Column(self, 0.0, 0.0, width - 96)
        self._fill(probe)
        button_h = foot_height(self.app)
        rect = view.centred(width, min(view.height - 40, probe.y + button_h + 112))
        area: Rect = (rect[0] + 34, rect[1] + 36, width - 68, rect[3] - button_h - 92)
        offset = float(self.memory.get("area", 0.0))
        column = Column(self, rect[0] + 48, area[1] + 4 - offset, width - 96)
        self._fill(column)
        return [
            *over_table(self.app, rect),
            Scroll(key="area", rect=area, parts=column.parts, height=probe.y + 8, offset=offset),
            done_button(self, rect),
        ]

    def _fill(self, column: Column) -> None:
        column.heading("Mods", "cog")
        for mod in self.found:
            column.toggle(f"mod-{mod.folder.name}", mod.label, mod.on, partial(self.turn, mod))
            title = next((box.title for box in self.app.games if box.id == mod.page.game), mod.page.game)
            column.words(f"{title}. {mod.page.words}".rstrip())
            column.space(10)
        for fault in self.faults:
            column.words(fault.sentence, "bad")
        if not self.found and not self.faults:
            column.words("No mod is installed. `starcross mod install ZIP` installs one; saved matches never need them.", rich=False)
