"""How matches ended for the player: one line a match in a small file of the user's folder, which is theirs to copy or delete.

Only matches of one person against programs count; each counts once, however often its end is looked at. A file that cannot be read is
set aside when the next match is entered: nothing is written over.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Raw, Struct
from msgspec.structs import replace

from game import paths
from game.ai.levels import LEVELS, parted
from game.content.files import UnreadableError
from game.content.kept import Kept
from game.kernel.words import counted

if TYPE_CHECKING:
    from game.match.match import Match

_MOST_BYTES = 16 << 20
_MOST = 20_000
WON = 1.0
_PLAYED = 10
"""How many actions it takes, everybody's counted, until a match was played: one that is given up at once has taught nobody the game."""


class Result(Struct, frozen=True):
    """How a match ended: `share` is the player's part of the win, 1 for a lone winner; `match` tells it from all others."""

    match: str
    when: str
    game: str
    level: str
    deck: str
    share: float
    actions: int


def records_path() -> Path:
    """Return where it is kept."""
    return paths.user_folder() / "records.json"


def records() -> tuple[Result, ...] | None:
    """Return every result, the oldest first; None when the file cannot be read."""
    try:
        return tuple((_kept().read() or [])[-_MOST:])
    except UnreadableError:
        return None


def result_of(match: Match) -> Result | None:
    """Return what is entered of a match that is over; None for one that does not count: not of one person against programs, from a position, or one that is kept nowhere, as a picture's."""
    people = [seat for seat, plan in enumerate(match.plans) if plan.human]
    outcome = match.outcome
    if outcome is None or len(people) != 1 or len(match.plans) < 2 or match.position or match.path is None:
        return None
    seat, decks = people[0], match.setup.decks
    played = {parted(plan.player)[0] for plan in match.plans if not plan.human}
    levels = sorted(LEVELS[player].title if player in LEVELS else player for player in played)
    return Result(
        match=f"{match.setup.seed}-{match.count}-{match.digest}",
        when=time.strftime("%Y-%m-%d %H:%M"),
        game=match.setup.game,
        level=" and ".join(levels),
        deck=decks[seat].name if seat < len(decks) else "",
        share=outcome.share(seat),
        actions=match.count,
    )


def played(game: str) -> int:
    """Return how many matches of a game are entered that lasted so long that somebody played; 0 when the file cannot be read."""
    return sum(result.game == game and result.actions >= _PLAYED for result in records() or ())


def enter(result: Result) -> str:
    """Add a result unless it is there; return one sentence where it could not be kept or an unreadable file was set aside (else an empty one)."""
    kept = _kept()
    try:
        known = kept.read() or []
        rows = replace(kept, kind=list[Raw]).read() or []  # as they stand, with whatever another version wrote into them
    except UnreadableError:
        known, rows = [], []
    if any(each.match == result.match for each in known):
        return ""
    return kept.write([*rows, result][-_MOST:])


def _kept() -> Kept[list[Result]]:
    return Kept("The records", records_path(), list[Result], _MOST_BYTES)


def streaks(results: Sequence[Result]) -> tuple[int, int]:
    """Return how many wins in a row there are now, and how many there ever were."""
    runs = [(won, sum(1 for _ in run)) for won, run in groupby(results, key=lambda each: each.share >= WON)]
    best = max((length for won, length in runs if won), default=0)
    return (runs[-1][1] if runs and runs[-1][0] else 0), best


def page(results: Sequence[Result], titles: Sequence[tuple[str, str]], done: Callable[[str], tuple[int, int]]) -> str:
    """Return the records as a page: for each game its matches by level and by deck, streaks, and lessons and puzzles `done` of how many."""
    lines = [f"Kept in {records_path()}: yours to copy or to delete.", ""]
    for game, title in titles:
        own = [result for result in results if result.game == game]
        learnt, lessons = done(game)
        lines += [f"## {title}", ""]
        if not own:
            lines += ["No match played to its end yet.", ""]
        else:
            now, best = streaks(own)
            lines += [f"{counted(len(own), 'match', 'matches')}, {_won(own)} won{_streak(now, best)}.", ""]
            lines += [*_table("Against", own, lambda each: each.level), *_table("With", own, lambda each: each.deck)]
        if lessons:
            lines += [f"Lessons and puzzles: {learnt} of {lessons} done.", ""]
    return "\n".join(lines)


def _streak(now: int, best: int) -> str:
    """Return what there is to tell of wins in a row: nothing before there were two."""
    if best < 2:
        return ""
    return f"; {now} in a row now, the longest streak was {best}" if now > 1 else f"; the longest streak was {best}"


def _won(results: Sequence[Result]) -> int:
    return sum(result.share >= WON for result in results)


def _table(heading: str, results: Sequence[Result], key: Callable[[Result], str]) -> list[str]:
    """Return a table of matches and wins, the most played first; nothing where there is nothing to tell apart by."""
    played = Counter(key(result) for result in results if key(result))
    if not played:
        return []
    rows = [f"| {heading} | Matches | Won | Drawn or shared |", "| --- | --- | --- | --- |"]
    for name, number in played.most_common():
        own = [result for result in results if key(result) == name]
        shared = sum(0 < result.share < WON for result in own)
        rows.append(f"| {name.replace('|', '/')} | {number} | {_won(own)} | {shared} |")
    return [*rows, ""]
