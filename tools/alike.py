"""The same matches on one process, on two and on a cluster of two workers: see that they are the same, and what a job costs beside a single match.

    make alike GAMES="verona cardmaster" MATCHES=1000
    make alike GAMES=overcross MAP=small

Each game plays that many matches between two who look one action ahead. Of every match all that a batch knows of it goes into a digest: seed,
seats, shares, scores, winners, actions and faults. Before that, the first of these matches are played by nothing but the rulebook and the players, as many as
take half a minute of processor time, and then as a batch of so many: how fast a job of the batch is beside single matches, the processes' own beginning
in it. Exit code 1 when any two differ.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager

from msgspec.structs import replace

from game.ai.levels import player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.digest import digest
from game.kernel.setup import Setup
from game.lab.batch import Batch, Results, dealt, play_batch
from game.rules import IDS, open_box

MEASURED = 30.0
"""Seconds of processor time for which single matches are measured."""

WAYS = ("one process", "two processes", "a cluster")


@contextmanager
def cluster() -> Iterator[Executor]:
    """Yield the executor of a cluster of two workers, which does not listen beyond this machine."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None) as workers,
        Client(workers) as client,
    ):
        yield client.get_executor(pure=False, retries=3)


def spent() -> float:
    """Return the seconds of processor time of this process and of those it started that have ended."""
    return sum(each.ru_utime + each.ru_stime for each in map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))


def setup_of(game: str, ground: str = "") -> Setup:
    """Return the match that `starcross bench` measures, or one on another map."""
    box = open_box(game)
    return Setup(game, min(box.seats), map=ground or (box.crowd.map if box.crowd is not None else ""))


def alone(batch: Batch, measured: float) -> tuple[int, float]:
    """Play the first matches of a batch with nothing around them, for so many seconds of processor time; return how many, and the seconds."""
    played, start = 0, time.process_time()
    while time.process_time() - start < measured and played < batch.games:
        seed, entrants = dealt(batch, played)
        decks = tuple(batch.setup.decks[entrant] for entrant in entrants) if batch.setup.decks else ()
        setup = replace(batch.setup, seed=seed, decks=decks)
        rules = open_box(setup.game).rules(setup)
        state, greedy, chance = rules.setup(setup).state, player("normal", rules), Chance(setup.seed ^ 0x1A8)
        while (seat := rules.deciding(state)) is not None:
            legal = rules.legal(state)
            state = rules.advance(
                state, legal[0] if len(legal) == 1 else greedy.choose(rules.observe(state, seat), legal, Budget(), chance)
            )
        played += 1
    return played, time.process_time() - start


def alike(game: str, matches: int, ground: str = "", measured: float = MEASURED) -> bool:
    """Play the matches of a game in all three ways, print a line each, and tell whether they are the same."""
    setup = open_box(game).complete(setup_of(game, ground))
    batch = Batch(setup, ("normal",) * setup.seats, matches)
    few, single = alone(batch, measured)
    for where in WAYS[:2]:
        before = spent()
        _played(replace(batch, games=few), where)
        print(f"{game}: {few} matches on {where}: {single / (spent() - before):.2f} of a single match's speed", flush=True)
    found: set[str] = set()
    for where in WAYS:
        start = time.perf_counter()
        results = _played(batch, where)
        found.add(digest(results.played))
        faults = f", {len(results.faults)} faults" if results.faults else ""
        print(f"{game}: {matches} matches on {where}: {digest(results.played)} in {time.perf_counter() - start:.0f} s{faults}", flush=True)
    print(f"{game}: {'the same' if len(found) == 1 else 'DIFFERENT'}", flush=True)
    return len(found) == 1


def _played(batch: Batch, where: str) -> Results:
    if where == "a cluster":
        with cluster() as pool:
            return play_batch(batch, pool=pool)
    return play_batch(batch, jobs=2 if where == "two processes" else 1)


def main() -> int:
    """Play what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*", default=list(IDS))
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--map", default="", help="a map of the game, for a game that is played on one")
    arguments = parser.parse_args()
    same = [alike(game, arguments.matches, arguments.map) for game in arguments.game]
    return 0 if all(same) else 1


if __name__ == "__main__":
    sys.exit(main())
