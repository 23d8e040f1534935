"""What a study tells, as charts: decks, pairings, seats, cards, levels, or what changed since the study before."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple, Protocol

from game.ai.levels import title
from game.kernel.ids import CardId
from game.kernel.words import counted
from game.lab.findings import CardUse, Difference, Figure, Findings, cards_altered, entrant_names, percent
from game.lab.ladder import Ladder
from game.lab.planning import Study
from game.lab.running import Seen
from game.lab.study import Line, Plan
from game.table.pages.form import Column
from game.table.screens.bars import Bar, bars
from game.table.shell.page import Page

Fits = Callable[[Plan, Line], bool]


class See(Protocol):
    """Shows a match of those that fit a row; the row has a key, and `skilled` rows are of what was played to know whether better play wins."""

    def __call__(self, key: str, fits: Fits, *, skilled: bool = False) -> None:
        """Show it."""


MOST_CARDS = 60
MOST_NAMES = 30

_HINT = "Watch one of its matches; press again for the next one."


class Row(NamedTuple):
    """A row of a chart: its name, its figure, and which matches it is about."""

    name: str
    figure: Figure
    fits: Fits


class StudyTold:
    """The charts of a study, laid into a column; `names` are those of the cards."""

    def __init__(self, page: Page, study: Study, names: Mapping[CardId, str], see: See) -> None:
        self.page, self.study, self.names, self._see = page, study, names, see

    def lay(self, column: Column, seen: Seen) -> None:
        """Lay what the matches tell so far."""
        if not seen.matches:
            return
        if seen.ladder is not None:
            self._levels(column, seen.ladder)
        if seen.findings is not None and seen.findings.compared and (seen.changes or not seen.going):
            column.words(seen.findings.compared, "text", rich=False)
            self._changes(column, seen.changes)
        if seen.findings is not None:
            self._findings(column, seen.findings)

    def _chart(
        self, column: Column, key: str, heading: str, rows: list[Row], *, middle: float = 0.5, signed: bool = False, skilled: bool = False
    ) -> None:
        if rows:
            see = partial(self._see, skilled=skilled)
            listed = [Bar(row.name, row.figure, partial(see, f"{key}-{index}", row.fits)) for index, row in enumerate(rows)]
            column.heading(heading)
            bars(self.page, column, key, listed, middle=middle, signed=signed, hint=_HINT)

    def _changes(self, column: Column, changes: tuple[Difference, ...]) -> None:
        rows = [Row(f"{each.name}{self._altered(each)}", each.change, partial(_won_by, each.name)) for each in changes]
        self._chart(column, "change", "What changed", rows, middle=0.0, signed=True)

    def _altered(self, change: Difference) -> str:
        cards = cards_altered(change, lambda card: self.names.get(card, card), 3)
        return f" ({cards})" if cards else ""

    def _findings(self, column: Column, found: Findings) -> None:
        """Lay the charts of decks, cards and maps; the study's own subject comes first."""
        cards = [Row(self._counts(use), use.when_played, partial(_played, use.card)) for use in found.cards if use.played]
        maps = found.kind == "maps"
        if found.kind == "cards":
            self._chart(column, "card", "Cards: wins more when played (times played)", cards[:MOST_CARDS], middle=0.0, signed=True)
        if not maps:
            decks = [Row(each.name, each.won, partial(_won_by, each.name)) for each in found.standings]
            self._chart(column, "deck", "Decks: share of wins, by deals", decks)
        meetings = [
            Row(f"{each.name} ({each.length:.0f} actions)", each.first_seat if maps else each.won, partial(_of_cell, cell))
            for cell, each in enumerate(found.meetings)
            if each.length
        ]
        self._chart(
            column,
            "meeting",
            "Maps: the first seat wins (actions a match)" if maps else "Pairings: the first one wins (actions a match)",
            meetings,
        )
        if found.skill is not None:
            self._chart(column, "skill", "Does better play win?", [Row("Hard beats Novice", found.skill, _any)], skilled=True)
        seats = [Row(f"Seat {seat + 1}", each, partial(_won_at, seat)) for seat, each in enumerate(found.seats)]
        self._chart(column, "seat", "Seats: share of wins, by deals", seats, middle=1 / len(seats))
        if found.kind != "cards":
            self._chart(column, "card", "Cards: wins more when played (times played)", cards[:MOST_CARDS], middle=0.0, signed=True)
        self._story(column, found)

    def _counts(self, use: CardUse) -> str:
        return f"{self.names.get(use.card, use.card)} ({use.played} ×)"

    def _story(self, column: Column, found: Findings) -> None:
        """Lay what no chart shows: how matches go, cards that nobody plays, and faults."""
        if found.comebacks.count:
            column.words(
                f"The winner came back from below one chance in four in {percent(found.comebacks)} of {counted(found.comebacks.count, 'deal')} with a lone winner. Half of such matches are "
                f"decided after {100 * found.decided:.0f} % of their length.",
                "text",
            )
        if found.never:
            names = [self.names.get(card, card) for card in found.never]
            more = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
            column.words(f"Never played: {', '.join(names[:MOST_NAMES])}{more}.", "text", rich=False)
        if found.unfinished:
            column.words(f"{counted(found.unfinished, 'match', 'matches')} did not finish and count in no figure.", "bad")
        for fault in found.faults[:3]:
            column.words(fault, "bad", icon="hazard-sign", rich=False)

    def _levels(self, column: Column, found: Ladder) -> None:
        pairs = [
            Row(f"{title(each.upper)} beats {title(each.lower)}", each.won, partial(_between, each.upper, each.lower))
            for each in found.pairs
        ]
        self._chart(column, "pair", "Levels: share of wins", pairs)
        ratings = ", ".join(f"{title(each.level)} {each.mean:.1f}" for each in found.ratings)
        if ratings:
            column.words(f"Ratings: {ratings}.", "text", rich=False)
        for fault in found.faults[:3]:
            column.words(fault, "bad", icon="hazard-sign", rich=False)


def _won_by(name: str, plan: Plan, line: Line) -> bool:
    """Tell whether a deck (or an entrant) of that name won a match alone."""
    names, match = entrant_names(plan, line.cell), line.match
    return any(names[match.entrants[seat]] == name for seat in match.winners[:1]) and len(match.winners) == 1


def _any(_plan: Plan, _line: Line) -> bool:
    return True


def _of_cell(cell: int, _plan: Plan, line: Line) -> bool:
    return line.cell == cell


def _won_at(seat: int, _plan: Plan, line: Line) -> bool:
    return line.match.winners == (seat,)


def _played(card: CardId, _plan: Plan, line: Line) -> bool:
    tally = line.match.tally
    return tally is not None and any(card in played for played in tally.played)


def _between(upper: str, lower: str, plan: Plan, line: Line) -> bool:
    return plan.cells[line.cell].levels == (upper, lower)
