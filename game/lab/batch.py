"""Many matches between programs, quickly, and the same ones again whenever the seed is the same.

Every match is a function of the plan and its number, so it does not matter in which process it is played. A deal is as many
matches as there are seats, in which the entrants change places. They share a seed: each plays every seat of the same deal. Where the
seed deals nothing, or all entrants are alike, that would make copies of one match, so each has a seed of its own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Executor
from contextlib import closing, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, BinaryIO

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType
from msgspec.structs import replace

from game.ai.brought import HeldPlayer, PlayerError
from game.ai.levels import KNOWN, held, parted, player
from game.ai.player import Budget, Player
from game.content.faults import plainly
from game.content.files import continued, remove, replace_file
from game.kernel.chance import Chance
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR, CardId
from game.kernel.offers import IllegalAction, Malformed, SetupError
from game.kernel.rules import AnyRules
from game.kernel.setup import Setup
from game.lab.stopping import asked, see
from game.lab.tally import Counting, Tally
from game.lab.workers import play_beside, play_pooled, played_there
from game.match.journal import Taken, encode_line, new_header
from game.match.save import HOSTILE
from game.match.seats import SeatPlan, check_brought, check_plans
from game.rules import open_box

MOST_ACTIONS = 3_000
"""A match that takes longer than this is given up and counts as unfinished."""

SEEDS = 8
"""So many seeds are tried to find out whether they deal anything: of a game in which they toss one coin, they all show the same once in 128."""

CHUNKS = 8
"""Into how many portions each process's share is cut, so that progress shows and a slow portion delays little."""


class Batch(Struct, frozen=True):
    """What to play: entrant n plays by `levels[n]` with `setup.decks[n]`, `games` matches, from `setup.seed` on.

    `iterations` is the search budget of a decision, `limit` the seconds a program of its own has for an answer (0: the usual ones). With `journals`, every match is written into that folder, as far as it came. A match that is `counted`
    has a tally, and one that is `watched` as well has the players' habits in it. `apart` says whether every match of a deal has a seed of its own;
    None leaves that to the game, and `check_batch` settles it.
    """

    setup: Setup
    levels: tuple[str, ...]
    games: int
    iterations: int = 60
    journals: str = ""
    most_actions: int = MOST_ACTIONS
    counted: bool = False
    watched: bool = False
    limit: float = 0.0
    apart: bool | None = None


class Played(Struct, frozen=True):
    """One match: its number and seed, which entrant sat where, each seat's share of the win and score.

    `fault` is empty, or says what went wrong; an unfinished match has shares of 0. `unkept` says why the match is not in its folder, though it was to be
    written there; it was played as any other.
    """

    number: int
    seed: int
    entrants: tuple[int, ...]
    shares: tuple[float, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    actions: int
    finished: bool
    fault: str = ""
    tally: Tally | None = None
    unkept: str | UnsetType = UNSET


class Results(Struct, frozen=True):
    """What came out of a completed setup: wins are counted in shares, so a draw of two gives each a half.

    `wins_by_seat` shows the advantage of a seat, `wins_by_entrant` of an entrant, `wins_by_level` of a level (several
    entrants of one level together). `lengths` are actions a match, in order of play; `draws` had no or several winners.
    """

    game: str
    setup: Setup
    levels: tuple[str, ...]
    games: int
    finished: int
    draws: int
    wins_by_seat: tuple[float, ...]
    wins_by_entrant: tuple[float, ...]
    wins_by_level: dict[str, float]
    lengths: tuple[int, ...]
    seconds: float
    faults: tuple[str, ...]
    played: tuple[Played, ...]


Progress = Callable[[int], None]
"""Told the number of matches finished so far."""


def check_batch(batch: Batch) -> Batch:
    """Return the batch with its setup completed; raise SetupError for one that cannot be played, KeyError for no such game."""
    box = open_box(batch.setup.game)
    setup = box.complete(batch.setup)
    plans = tuple(SeatPlan(level) for level in batch.levels)
    rules = box.rules(setup)
    check_plans(rules, plans, setup.seats)
    if any(plan.human for plan in plans):
        raise SetupError("Only programs play a batch: name a level for every seat.")
    check_brought(rules, plans, batch.limit)
    batch = replace(batch, setup=setup)
    return replace(batch, apart=_apart(batch))


class Stopped(Exception):  # noqa: N818  (whoever stops a batch has made no error)
    """A batch was stopped before its end; `results` are those of the matches that were played."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"{results.games} matches were played")
        self.results = results


def thinks_inside(batch: Batch) -> bool:
    """Tell whether a class from outside plays in a batch: only the end of its process stops one that never answers."""
    strange = [level for level in batch.levels if parted(level)[0] not in KNOWN]
    rules = open_box(batch.setup.game).rules(batch.setup) if strange else None
    return rules is not None and any(held(level, rules) for level in strange)


def play_batch(
    batch: Batch, *, jobs: int = 1, progress: Progress | None = None, pool: Executor | None = None, beside: bool = False
) -> Results:
    """Play every match and count; `pool` replaces the `jobs` processes of our own, such as a cluster's client. `beside` never plays in this process.

    Being asked to end (`stopping`) ends the processes at once and becomes Stopped, which holds what was played; the journals keep that and no more.
    """
    batch = check_batch(batch)
    start = time.perf_counter()
    played: list[Played] = []
    try:
        with closing(_played(batch, jobs, pool, beside=beside)) as matches:
            for match in matches:
                played.append(match)
                if progress is not None:
                    progress(len(played))
    except KeyboardInterrupt:
        if batch.journals:
            _keep_only(batch, played)
        raise Stopped(_counted(batch, played, start)) from None
    return _counted(batch, played, start)


def _keep_only(batch: Batch, played: Iterable[Played]) -> None:
    """Remove from the journals what is none of the matches that were played: those under way, and those whose end nobody heard of any more."""
    kept = {_journal(batch, match.number) for match in played}
    for path in Path(batch.journals).glob(f"{batch.setup.game}-[0-9]*.jsonl*"):
        if path not in kept:
            remove(path)


def _journal(batch: Batch, number: int) -> Path:
    return Path(batch.journals) / f"{batch.setup.game}-{number:06d}.jsonl"


def _counted(batch: Batch, played: list[Played], start: float) -> Results:
    return summed_up(batch, sorted(played, key=lambda match: match.number), time.perf_counter() - start)


def _played(batch: Batch, jobs: int, pool: Executor | None, *, beside: bool) -> Generator[Played, None, None]:
    """Yield the matches of a batch as they are done, played here, on processes of our own or in a pool."""
    numbers = range(batch.games)
    size = max(1, batch.games // (max(jobs, 1) * CHUNKS))
    portions = [list(numbers[first : first + size]) for first in numbers[::size]]
    play, lost = partial(play_one, batch), partial(given_up, batch)
    if pool is not None:
        with closing(play_pooled(partial(played_there, play, lost, beside=beside), portions, pool)) as matches:
            yield from matches
    elif jobs <= 1 and not beside:
        for number in numbers:
            yield play_one(batch, number)
    else:
        with closing(play_beside(play, portions, jobs, lost)) as matches:
            yield from matches


def play_one(batch: Batch, number: int) -> Played:
    """Play one match of a batch; what goes wrong inside becomes its `fault`."""
    seats = batch.setup.seats
    seed, entrants = dealt(batch, number)
    decks = tuple(batch.setup.decks[entrant] for entrant in entrants) if batch.setup.decks else ()
    setup = replace(batch.setup, seed=seed, decks=decks)
    rules = _rules(msgspec.json.encode(replace(setup, seed=0)))
    plans = tuple(SeatPlan(batch.levels[entrant]) for entrant in entrants)
    players: list[Player] = []
    lines: list[Taken] = []
    counting: Counting | None = None
    failing, trailed = -1, False
    path = _journal(batch, number)
    try:
        players = [player(plan.player, rules) for plan in plans]
        trailed = bool(batch.journals) and any(isinstance(each, HeldPlayer) for each in players)  # with whom the process may end
        with closing(Trail(path, _written(rules, setup, plans)) if trailed else Trail()) as trail:
            state, counting = _play(rules, setup, players, batch, lines, trail)
        outcome = rules.outcome(state)
        fault = "; ".join(rules.faults(state))
    except PlayerError as error:
        outcome, fault = None, str(error)
        failing = len(lines) if players else -1
    except (*HOSTILE, IllegalAction, Malformed, OSError) as error:
        outcome, fault = None, _plain(error)
    unkept: str | UnsetType = UNSET
    if batch.journals and players:
        try:
            replace_file(path, _written(rules, setup, plans, lines), durable=False)
        except OSError as error:
            unkept = plainly(error)
            if trailed:  # what stands there is a part of it
                remove(path)
        except HOSTILE as error:
            outcome, fault = None, fault or _plain(error)
    if fault:
        fault = _located(number, seed, failing, fault)
    if outcome is None:
        return Played(number, seed, entrants, (0.0,) * seats, (), (), len(lines), finished=False, fault=fault, unkept=unkept)
    shares = tuple(outcome.share(seat) for seat in range(seats))
    tally = counting.tally(outcome) if counting else None
    scores, winners = outcome.scores, outcome.winners
    return Played(number, seed, entrants, shares, scores, winners, len(lines), finished=True, fault=fault, tally=tally, unkept=unkept)


def see_kept(played: Iterable[Played]) -> None:
    """Raise OSError with the reason where one of the matches is not in its folder, though it was to be written there."""
    for match in played:
        if match.unkept is not UNSET:
            raise OSError(None, match.unkept)


def dealt(batch: Batch, number: int) -> tuple[int, tuple[int, ...]]:
    """Return the seed of a match and which entrant sits where."""
    seats = batch.setup.seats
    turned = number % seats
    return batch.setup.seed + (number if _apart(batch) else number // seats), tuple((seat + turned) % seats for seat in range(seats))


def _apart(batch: Batch) -> bool:
    """Tell whether every match of a deal has a seed of its own."""
    if batch.apart is not None:
        return batch.apart
    decks = batch.setup.decks or batch.levels
    return len({*zip(batch.levels, map(msgspec.json.encode, decks), strict=True)}) == 1 or deals_nothing(
        msgspec.json.encode(replace(batch.setup, seed=0))
    )


@lru_cache(maxsize=256)
def deals_nothing(setup: bytes) -> bool:
    """Tell whether the seed of a completed setup settles nothing but the dice to come: a match begins the same with any other."""
    completed = msgspec.json.decode(setup, type=Setup)
    rules = _rules(setup)
    try:
        starts = (replace(rules.setup(replace(completed, seed=seed)).state, chance=0) for seed in range(SEEDS))
        first = next(starts)
        return all(start == first for start in starts)
    except HOSTILE:  # told of every match
        return False


@lru_cache(maxsize=256)
def in_play(setup: bytes) -> frozenset[CardId]:
    """Return the cards that lie open on the table when a match of a completed setup begins, such as its marks or stars, and are in nobody's hand."""
    completed = msgspec.json.decode(setup, type=Setup)
    rules = _rules(setup)
    try:
        first = rules.setup(completed).state
        scene = rules.scene(rules.observe(first, SPECTATOR))
        held = {card for cards in rules.held(first) for card in cards}
    except HOSTILE:  # told of every match
        return frozenset()
    return frozenset(piece.face for piece in scene.pieces.values() if piece.face is not None) - held


def given_up(batch: Batch, number: int, how: str, actions: int) -> Played:
    """Return a match that could not be played because its process ended, or was ended: `how` says which, and `actions` how far it had come (-1: not begun)."""
    seed, entrants = dealt(batch, number)
    fault = _located(number, seed, actions, how)
    return Played(number, seed, entrants, (0.0,) * batch.setup.seats, (), (), max(actions, 0), finished=False, fault=fault)


def _located(number: int, seed: int, actions: int, fault: str) -> str:
    """Return a fault with its match, and with the number of the action that was to be chosen after so many; -1 for none."""
    return f"match {number} (seed {seed}){f', action {actions + 1}' if actions >= 0 else ''}: {fault}"


def _plain(error: BaseException) -> str:
    return f"{type(error).__name__}: {plainly(error)}"


def _written(rules: AnyRules, setup: Setup, plans: tuple[SeatPlan, ...], lines: Sequence[Taken] = ()) -> bytes:
    """Return a match as it is written, as far as it was played."""
    header = new_header(rules, setup, plans, rules.setup(setup).state)
    return encode_line(header) + b"".join(map(encode_line, lines))


class Trail:
    """A match as far as it has come, written action by action, as its process may end over it; without a path, nothing is.

    What cannot be written ends it and not the match, at whose end all is written once more, and told of if it cannot be.
    """

    def __init__(self, path: Path | None = None, begun: bytes = b"") -> None:
        self._file: BinaryIO | None = None
        if path is not None:
            with suppress(OSError):
                replace_file(path, begun, durable=False)
                self._file = continued(path)

    def add(self, line: Taken) -> None:
        """Write an action."""
        if self._file is not None:
            try:
                self._file.write(encode_line(line))
                self._file.flush()
            except OSError:
                self.close()

    def close(self) -> None:
        """Leave it as it is."""
        file, self._file = self._file, None
        if file is not None:
            with suppress(OSError):  # of what could not be written before
                file.close()


def summed_up(batch: Batch, played: Iterable[Played], seconds: float) -> Results:
    """Count what came out of a batch's matches."""
    played = tuple(played)
    seats = batch.setup.seats
    by_entrant = [0.0] * seats
    for match in played:
        for entrant, share in zip(match.entrants, match.shares, strict=True):
            by_entrant[entrant] += share
    totals = dict.fromkeys(batch.levels, 0.0)
    for entrant, level in enumerate(batch.levels):
        totals[level] += by_entrant[entrant]
    return Results(
        game=batch.setup.game,
        setup=batch.setup,
        levels=batch.levels,
        games=len(played),
        finished=sum(match.finished for match in played),
        draws=sum(match.finished and len(match.winners) != 1 for match in played),
        wins_by_seat=tuple(sum(match.shares[seat] for match in played) for seat in range(seats)),
        wins_by_entrant=tuple(by_entrant),
        wins_by_level=totals,
        lengths=tuple(match.actions for match in played),
        seconds=seconds,
        faults=tuple(match.fault for match in played if match.fault),
        played=played,
    )


def _play(
    rules: AnyRules, setup: Setup, players: list[Player], batch: Batch, lines: list[Taken], trail: Trail
) -> tuple[Any, Counting | None]:
    """Play to the end or to the bound; return the last state and what was counted.

    `lines` gets one for each action (blank without journals), whatever happens, and so does `trail`, whatever happens to the process.
    """
    budget, chance = Budget(batch.iterations, stopped=asked, limit=batch.limit), Chance(setup.seed ^ 0x1A8)
    state = rules.setup(setup).state
    counting = Counting(rules, state, setup.seats, watching=batch.watched) if batch.counted else None
    watch = HeldPlayer.watch
    blank = Taken(0, 0, Raw(b"null"), "")
    while len(lines) < batch.most_actions:
        see()
        if watch is not None:
            watch.reached(len(lines))
        legal = rules.legal(state)
        if not legal:
            break
        seat = rules.deciding(state) or 0
        action = legal[0] if len(legal) == 1 else players[seat].choose(rules.observe(state, seat), legal, budget, chance)
        if counting is None:
            state = rules.advance(state, action)
        else:
            counting.choice(state, legal, action)
            step = rules.apply(state, action)
            counting.step(step)
            state = step.state
        lines.append(Taken(len(lines) + 1, seat, Raw(msgspec.json.encode(action)), digest(state)) if batch.journals else blank)
        trail.add(lines[-1])
    return state, counting


@lru_cache(maxsize=256)
def _rules(setup: bytes) -> AnyRules:
    completed = msgspec.json.decode(setup, type=Setup)
    return open_box(completed.game).rules(completed)
