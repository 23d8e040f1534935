"""The deck on a workbench that is not kept yet: it lies on the disk from one change to the next, so no end of the window loses it.

It is there again when decks of its game are built the next time. Each window that builds decks of a game has a file of its own, under
a lock that every end of the window releases.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

from msgspec import Struct

from game import paths
from game.content.decks import sound_list
from game.content.faults import ContentError
from game.content.files import UnreadableError, make_folder, remove
from game.content.kept import Kept
from game.kernel.setup import DeckList
from game.match.lock import Lock

_MOST_BYTES = 65536
_MOST_WINDOWS = 20


class Draft(Struct, frozen=True):
    """A deck as it is now, and under which name and how it `was` `kept` before it was changed: none for one that never was."""

    deck: DeckList
    kept: str = ""
    was: DeckList | None = None


class DeckDraft:
    """The unkept deck of a game in this window; `safe` tells whether it lies on the disk as it is."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._place: Kept[Draft] | None = None
        self._held: Lock | None = None
        self.safe = False

    def found(self) -> Draft | None:
        """Return a deck that a window left unkept, which is this window's from now on; None where there is none, or none that can be read."""
        for place in self._places():
            if os.path.lexists(place.path) and (lock := Lock.if_free(place.path)) is not None:
                try:
                    draft = place.read()
                    if draft is not None:
                        sound_list(draft.deck, str(place.path))
                        self._place, self._held, self.safe = place, lock, True
                        return draft
                except (UnreadableError, ContentError):
                    pass  # it stays where it is, for whoever can mend it
                lock.release()
        return None

    def keep(self, draft: Draft) -> None:
        """Lay the deck down as it is now; where that fails it is not safe."""
        if self._place is None:
            self._take_place()
        self.safe = self._place is not None and not self._place.write(draft, durable=False)

    def drop(self) -> None:
        """Let the deck go: it is kept elsewhere, or nobody wants it."""
        if self._place is not None:
            remove(self._place.path)
        self.leave()

    def leave(self) -> None:
        """Leave the deck to whoever builds decks of this game next."""
        if self._held is not None:
            self._held.release()
        self._place = self._held = None
        self.safe = False

    def _take_place(self) -> None:
        with contextlib.suppress(OSError):
            make_folder(paths.drafts_folder())
        for place in self._places():
            if not os.path.lexists(place.path) and (lock := Lock.if_free(place.path)) is not None:
                self._place, self._held = place, lock
                return

    def _places(self) -> Iterator[Kept[Draft]]:
        for number in range(1, _MOST_WINDOWS + 1):
            path = paths.drafts_folder() / (f"{self._game}.json" if number == 1 else f"{self._game}-{number}.json")
            yield Kept("The deck", path, Draft, _MOST_BYTES)
