"""The mods that are installed, each with a switch, and what is wrong with those that are on or cannot be read."""

from __future__ import annotations

from functools import partial

from game.content import mods
from game.content.faults import ContentError, Fault, plainly
from game.content.own import clashes, mod_faults, no_such_game
from game.kernel.words import counted
from game.rules import ids
from game.table.canvas.view import Rect
from game.table.pages.anew import FreshPage, read_news
from game.table.pages.common import done_button, foot_height, over_table
from game.table.pages.form import Column
from game.table.shell.page import Part
from game.table.shell.widgets import Scroll


class ModsPanel(FreshPage):
    """The switches of the mods; what is put on or off, here or by a command line, counts from the next match on, and cards are read anew at once."""

    overlay = True

    def __init__(self) -> None:
        super().__init__()
        self.found: list[mods.Installed] = []
        self.amiss: dict[str, list[Fault]] = {}
        self.focus = "close"

    def enter(self) -> None:
        """Look what is installed."""
        super().enter()
        self._look()

    def _look(self) -> None:
        self.found = mods.installed()
        self.amiss = {each.folder.name: self._faults(each) for each in self.found if each.on or each.sound is None}
        self.stale()

    def _faults(self, there: mods.Installed) -> list[Fault]:
        """Return what is wrong with a mod: with its page, else with what it brings, and where it changes the same as others."""
        mod = there.sound
        if mod is None:
            return list(there.faults)
        astray = no_such_game(mod, ids())
        boxes = [box for box in self.app.games if box.id == mod.page.game]
        return [astray] if astray is not None else [fault for box in boxes for fault in (*mod_faults(box, mod), *clashes(box, mod))]

    def turn(self, there: mods.Installed) -> None:
        """Put a mod on or off."""
        try:
            mods.turn(there.folder.name, on=not there.on)
        except (KeyError, ContentError, OSError) as error:
            why = f"{plainly(error)}." if not isinstance(error, ContentError) else error.sentences[0]
            self.app.say(f"{there.label} cannot be put {'off' if there.on else 'on'}: {why}", "bad")
        if there.sound is not None:
            read_news(self.app, there.sound.page.game, "Cards and looks were read anew")
        self._look()

    def read_anew(self, *, asked: bool) -> None:
        """Look what is installed once more, too."""
        super().read_anew(asked=asked)
        self._look()

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
        for each in self.found:
            column.toggle(f"mod-{each.folder.name}", each.label, each.on, partial(self.turn, each))
            if (mod := each.sound) is not None:
                title = next((box.title for box in self.app.games if box.id == mod.page.game), mod.page.game)
                column.words(f"{title}. {mod.page.words}".rstrip())
            amiss = self.amiss.get(each.folder.name, [])
            if each.sound is None:
                for fault in amiss:
                    column.words(fault.sentence, "bad")
            elif len(amiss) == 1:
                column.words(f"It has a fault: {amiss[0].sentence}", "bad", rich=False)
            elif amiss:
                more = f"It has {counted(len(amiss), 'fault')}, and `starcross mod list` lists them all. The first: {amiss[0].sentence}"
                column.words(more, "bad", rich=False)
            column.space(10)
        if not self.found:
            column.words("No mod is installed. `starcross mod install ZIP` installs one; saved matches never need them.", rich=False)
