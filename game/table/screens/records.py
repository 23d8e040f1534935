"""The player's records: matches and wins by game, level and deck, streaks, and what was learnt."""

from __future__ import annotations

from game.content.positions import positions_of
from game.table.pages.reading import Reading
from game.table.shell.desktop import show_folder
from game.table.shell.learnt import learnt
from game.table.shell.page import Part
from game.table.shell.records import page, records, records_path
from game.table.shell.widgets import Button


class Records(Reading):
    """Every game of the shelf with how its matches ended for the player."""

    title = "Records"

    def words(self) -> str:
        """Return the records as a page."""
        results = records()
        if results is None:
            return f"# Records\n\nThe file {records_path()} cannot be read. It will be set aside when the next match is entered."
        marks = learnt()

        def done(game: str) -> tuple[int, int]:
            names = [position.name for position in positions_of(game)]
            return sum(f"{game}/{name}" in marks for name in names), len(names)

        return page(results, [(box.id, box.title) for box in self.app.games], done)

    def build(self) -> list[Part]:
        """Return the page, and across from the way back the way to the folder with the file."""
        parts = super().build()
        x, y, wide, high = next(part.rect for part in parts if isinstance(part, Button) and part.key == "back")
        across = (self.app.view.width - x - wide, y, wide, high)
        return [*parts, Button(key="folder", rect=across, icon="files", hint="Show the folder with the file of the records.", on=self.show)]

    @staticmethod
    def show() -> None:
        """Open the folder in which the records are kept."""
        show_folder(records_path().parent)
