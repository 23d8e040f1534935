"""The player's records: matches and wins by game, level and deck, streaks, and what was learnt."""

from __future__ import annotations

from game.content.positions import positions_of
from game.table.pages.reading import Reading
from game.table.shell.learnt import learnt
from game.table.shell.records import page, records, records_path


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
