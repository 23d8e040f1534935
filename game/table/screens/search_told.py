"""What a search for what breaks a game tells, as charts: what looks best so far, and what of it was confirmed with other seeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from game.kernel.words import counted, enumerated
from game.lab.breaking import Entry, Find
from game.lab.findings import Figure, figure
from game.lab.seeking import Sought, matches_of
from game.table.pages.form import Column
from game.table.screens.bars import Bar, bars
from game.table.shell.page import Page

MOST = 8
"""So many that are not confirmed are shown."""


class SearchTold:
    """The charts of a search, laid into a column; `play` shows a match of an entry, `watch` one that is kept."""

    def __init__(self, page: Page, folder: Path, play: Callable[[Entry], None], watch: Callable[[str, list[Path]], None]) -> None:
        self.page, self.folder, self._play, self._watch = page, folder, play, watch

    def lay(self, column: Column, seen: Sought) -> None:
        """Lay how far it is, what was confirmed, and what looks best."""
        search = seen.search
        if search is None:
            return
        column.words(f"{counted(search.matches, 'match', 'matches')} searched in {counted(search.rounds, 'round')}{_still(seen)}", "text")
        if seen.finds:
            self._finds(column, seen.finds)
        best = search.best()[:MOST]
        if best and (seen.going or not seen.finds):
            column.heading("Best so far")
            column.words("Luck chose them as well as strength; only what is confirmed with other seeds is to be believed.")
            rows = [Bar(_held(entry), _won(entry), partial(self._play, entry)) for entry in best]
            bars(self.page, column, "best", rows, hint="Watch a match of this deck.")

    def _finds(self, column: Column, finds: tuple[Find, ...]) -> None:
        """Lay what was tried again, and whether it was confirmed: against the whole field, and the best of them against each of its decks."""
        column.heading("Tried again against all ready decks")
        rows = [
            Bar(f"{_held(find)}, {find.games} matches", find.won, partial(self._kept, number, "")) for number, find in enumerate(finds, 1)
        ]
        bars(self.page, column, "find", rows, hint=_HINT)
        sure = enumerated([_held(find) for find in finds if find.sure])
        column.words(f"Confirmed as beating them: {sure}." if sure else "Not confirmed: none of these surely beats them.", rich=False)
        number, best = max(enumerate(finds, 1), key=lambda each: each[1].won.mean)
        column.heading(f"{best.deck.name} against each")
        places = enumerate(best.against.items(), 1)
        against = [Bar(name, won, partial(self._kept, number, f"{place:02d}-")) for place, (name, won) in places]
        bars(self.page, column, "against", against, hint=_HINT)
        column.words(f"Each is a deck file in {self.folder / 'finds'}, to be copied into your decks.", rich=False)
        for fault in [fault for find in finds for fault in find.faults][:3]:
            column.words(fault, "bad", icon="hazard-sign", rich=False)

    def _kept(self, number: int, rival: str) -> None:
        """Show one of the matches that confirm a find: of all, or of those with one deck of the field."""
        kept = sorted(matches_of(self.folder, number).glob(f"{rival}*/*.jsonl"), key=lambda path: (path.name, path.parent.name))
        self._watch(f"find-{number}-{rival}", kept)


_HINT = "Watch one of its matches; press again for the next one."


def _held(entry: Entry | Find) -> str:
    return f"{entry.deck.name} ({entry.player})"


def _won(entry: Entry) -> Figure:
    whole = int(entry.wins)
    part = entry.wins - whole
    return figure([1.0] * whole + [part] * bool(part) + [0.0] * (entry.games - whole - bool(part)))


def _still(seen: Sought) -> str:
    if not seen.going:
        return "."
    if seen.confirming:
        return "; the best are being confirmed."
    if seen.left is None:
        return "."
    minutes = round(seen.left / 60)
    return f"; {counted(minutes, 'minute')} left." if minutes else "; less than a minute left."
