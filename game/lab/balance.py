"""Which decks and cards win more than they should: tables and counts for the games' designers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import combinations
from math import sqrt
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.ids import SPECTATOR, CardId
from game.kernel.setup import DeckList, Setup
from game.lab.batch import Batch, Results, play_batch
from game.match.replay import Replay
from game.match.save import SaveError

CARD = re.compile(r"\[([a-z0-9][a-z0-9-]*)\]")

SURE = 1.96
"""Standard deviations either side of a 95 % interval."""


class Share(Struct, frozen=True):
    """A share of wins: `wins` of `games`, and the interval that holds the true share with 95 % certainty (Wilson)."""

    wins: float
    games: int
    low: float
    high: float

    @property
    def share(self) -> float:
        """Return the share itself, a half when nothing was played."""
        return self.wins / self.games if self.games else 0.5


class Pairing(Struct, frozen=True):
    """One cell of the table: how the deck `one` does against `other`."""

    one: str
    other: str
    won: Share
    length: float


class CardCount(Struct, frozen=True):
    """How often a card was played, by seats in matches, and how those seats fared."""

    card: CardId
    plays: int
    won: Share


def share(wins: float, games: int) -> Share:
    """Return a share with its Wilson interval."""
    if not games:
        return Share(0.0, 0, 0.0, 1.0)
    p, z = wins / games, SURE
    middle = (p + z * z / (2 * games)) / (1 + z * z / games)
    reach = z * sqrt(p * (1 - p) / games + z * z / (4 * games * games)) / (1 + z * z / games)
    return Share(wins, games, max(0.0, middle - reach), min(1.0, middle + reach))


def deck_table(
    setup: Setup,
    decks: tuple[DeckList, ...],
    *,
    level: str = "normal",
    games: int = 20,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> tuple[Pairing, ...]:
    """Play every two decks against each other, each side going first equally often; two seats."""
    pairings: list[Pairing] = []
    for one, other in combinations(decks, 2):
        batch = Batch(replace(setup, seats=2, decks=(one, other)), (level, level), games)
        results = play_batch(batch, jobs=jobs)
        pairings.append(pairing(one.name, other.name, results))
        if progress is not None:
            progress(len(pairings))
    return tuple(pairings)


def pairing(one: str, other: str, results: Results) -> Pairing:
    """Return the table's cell for the two entrants of a batch."""
    length = sum(results.lengths) / len(results.lengths) if results.lengths else 0.0
    return Pairing(one, other, share(results.wins_by_entrant[0], results.finished), length)


def strengths(pairings: Iterable[Pairing]) -> tuple[tuple[str, Share], ...]:
    """Return each deck's share over all its pairings, the strongest first."""
    wins: dict[str, float] = {}
    games: dict[str, int] = {}
    for cell in pairings:
        for name, won in ((cell.one, cell.won.wins), (cell.other, cell.won.games - cell.won.wins)):
            wins[name] = wins.get(name, 0.0) + won
            games[name] = games.get(name, 0) + cell.won.games
    found = [(name, share(wins[name], games[name])) for name in wins]
    return tuple(sorted(found, key=lambda pair: -pair[1].share))


def card_counts(journals: Iterable[Path]) -> tuple[CardCount, ...]:
    """Count over saved matches who played which card and won, the best first; files that cannot be replayed are passed over.

    A card counts as played by the seat in whose action it is named by a line of the log that tells of playing.
    """
    plays: dict[CardId, int] = {}
    wins: dict[CardId, float] = {}
    games: dict[CardId, int] = {}
    for path in journals:
        try:
            replay = Replay.open(path)
        except SaveError:
            continue
        outcome = replay.outcome
        if outcome is None:
            continue
        played = _played(replay)
        for card, _ in played:
            plays[card] = plays.get(card, 0) + 1
        for card, seat in set(played):
            wins[card] = wins.get(card, 0.0) + outcome.share(seat)
            games[card] = games.get(card, 0) + 1
    found = [CardCount(card, plays[card], share(wins[card], games[card])) for card in plays]
    return tuple(sorted(found, key=lambda count: (-count.won.share, count.card)))


def _played(replay: Replay) -> list[tuple[CardId, int]]:
    found = []
    for position in range(replay.first, replay.count):
        replay.jump(position)
        seat = replay.deciding()
        replay.jump(position + 1)
        for beat in replay.beats(SPECTATOR):
            if seat is not None and beat.telling is not None and beat.telling.kind == "play":
                found += [(mark[1], seat) for mark in CARD.finditer(beat.telling.words)]
    return found
