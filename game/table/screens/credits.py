"""Who made what: pictures, letters, sounds and the libraries, with their licences."""

from __future__ import annotations

from game import paths
from game.table.pages.reading import Reading

_MOST_BYTES = 1 << 20


class Credits(Reading):
    """The attributions that ship with the table."""

    title = "Credits"

    def words(self) -> str:
        """Return the attributions as they are written."""
        try:
            with (paths.ASSETS / "ATTRIBUTION.md").open("rb") as file:
                return file.read(_MOST_BYTES).decode("utf-8", "replace")
        except OSError:
            return "The file ATTRIBUTION.md is missing."
