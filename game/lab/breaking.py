"""What breaks a game: a search for decks, and for single-minded players, that beat the whole field of ready decks.

The search keeps many different strong decks and not one (MAP-Elites: Mouret and Clune, arXiv 1504.04909; for Hearthstone: Fontaine et al.,
arXiv 1904.10656): decks of another kind, or of another mind, do not compete. A find was chosen for its luck as well as its strength, and for what the quickest player
does not see coming; so what is told of it comes from matches with other seeds, played after the search, in which Normal plays in that player's place.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import chain
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import fmean
from time import monotonic

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import USUAL
from game.ai.minds import SINGLE
from game.content.decks import deck_text
from game.content.files import MissingError, UnreadableError, is_there, make_folder, replace_file
from game.content.kept import read_kept
from game.kernel.chance import Chance
from game.kernel.digest import digest
from game.kernel.setup import DeckList, Setup
from game.lab.batch import Batch, Played, given_up, play_one, see_kept
from game.lab.breaking_decks import Workbench, cards_of
from game.lab.findings import Figure, figure, percent
from game.lab.unfinished import Unfinished, named
from game.lab.workers import play_beside
from game.rules import open_box

QUICK = "quick"
"""Who plays the field in the search, and the decks that need no single mind."""

PLAYERS = (QUICK, *SINGLE)

BRED = 12
"""So many decks are tried in one round of the search."""

FIRST = 1
"""Against so many decks of the field a new one plays a deal each; it goes on against all of them if that looks good."""

AGAIN = 2
"""So many of the best are tried again in each round, so that luck does not stay."""

DOUBT = 2.0
"""So many matches won and so many lost are reckoned in: few matches prove little."""

STATE = "search.json"
MOST_BYTES = 1 << 26
"""The files of a search are read up to this size."""

_CONFIRMING = 1 << 40
"""Seeds beyond this are for the matches that confirm."""


class Aim(Struct, frozen=True):
    """What is searched: a completed agreement without decks, the players that may hold a deck, and the digest of all ready decks and cards."""

    setup: Setup
    players: tuple[str, ...]
    field: str


class Entry(Struct, frozen=True):
    """A deck in the hands of a player, and what it won so far in the search."""

    deck: DeckList
    player: str
    wins: float = 0.0
    games: int = 0

    @property
    def worth(self) -> float:
        """Return the share of wins with some doubt reckoned in."""
        return (self.wins + DOUBT) / (self.games + 2 * DOUBT)


class Search(Struct, frozen=True):
    """Where a search stands: rounds, matches and chance so far, and the best entry of each kind of deck and player."""

    aim: Aim
    rounds: int = 0
    matches: int = 0
    chance: int = 0
    entries: dict[str, Entry] = {}

    def best(self) -> list[Entry]:
        """Return the entries, the best first, no deck twice in the same hands."""
        return sorted(self.entries.values(), key=lambda entry: (-entry.worth, -entry.games, entry.deck.name))


class Find(Struct, frozen=True):
    """What a search found: an entry, its share of so many matches with the whole field, by deals, and of those with each deck of the field.

    `even` is what falls to who is no better than the field.
    """

    deck: DeckList
    player: str
    games: int
    won: Figure
    against: dict[str, Figure]
    faults: tuple[str, ...] = ()
    even: float = 0.5

    @property
    def sure(self) -> bool:
        """Tell whether it is confirmed: that it beats the field is more than luck explains."""
        return self.won.count > 0 and self.won.low > self.even


class BreakingError(Exception):
    """A search that cannot be begun or gone on with; its words are one sentence."""


class Stopped(Exception):  # noqa: N818  (nothing went wrong)
    """Somebody asked for the end."""


Play = Callable[[Sequence[Batch]], Iterable[tuple[int, float]]]
"""Plays the matches of some batches; returns the number of the batch of each, and what share of it fell to the first entrant."""


def aimed(setup: Setup, players: Sequence[str] = PLAYERS) -> Aim:
    """Return what is searched; raise BreakingError for a game without decks and SetupError for what cannot be agreed upon."""
    box = open_box(setup.game)
    ready = box.ready_decks()
    if not ready:
        raise BreakingError(f"{box.title} is played without decks, so none can break it.")
    seats = min(box.seats)
    full = box.complete(replace(setup, seats=seats, decks=tuple(ready[seat % len(ready)] for seat in range(seats))))
    field = digest((tuple(ready), tuple(box.catalogue()), full.map_digest, full.options))
    return Aim(replace(full, decks=(), rows=setup.rows, catalogue=""), tuple(players), field)


def begun(aim: Aim) -> Search:
    """Return a search that has not played yet."""
    return Search(aim, chance=Chance(aim.setup.seed).draw())


def most_matches(setup: Setup) -> int:
    """Return how many matches a round plays at most: each deck that is tried meets the field once, everybody on every seat."""
    return (BRED + AGAIN) * len(open_box(setup.game).ready_decks()) * setup.seats


def matches_each(setup: Setup, games: int) -> int:
    """Return in how many matches a find is confirmed where `games` are asked for: as many deals with each deck of the field."""
    turns = len(open_box(setup.game).ready_decks()) * setup.seats
    return turns * -(-games // turns)


def again(folder: Path) -> Search:
    """Return the search that a folder holds; raise BreakingError for none, and for one of other cards or rules than today's."""
    search = resumed(folder)
    if search is None:
        raise BreakingError(f"{folder} holds no search." if is_there(folder) else f"There is no folder {folder}.")
    aim = search.aim
    if aimed(aim.setup, aim.players) != aim:
        raise BreakingError(f"{folder} holds a search of other cards than today's.")
    return search


def searched(
    search: Search,
    *,
    matches: int = 0,
    seconds: float = 0.0,
    jobs: int = 1,
    stop: Connection | None = None,
    unfinished: Unfinished | None = None,
) -> Iterator[Search]:
    """Go on searching round by round, in so many matches at most or until the time is over; yield where it stands after each.

    What a round plays depends on the search alone, and that of the last on how many matches are left, not on how many processes play it or when
    it was stopped: what is `unfinished` of a round is not played again. Of the round in which the time is over counts what was played. Raise Stopped
    when anything comes over `stop`; then all matches are played on processes of our own.
    """
    bench = Workbench(open_box(search.aim.setup.game), search.aim.setup)
    end = monotonic() + seconds if seconds else 0.0
    kept = unfinished or Unfinished()
    play = partial(_won, jobs=jobs, stop=stop, end=end, kept=kept)
    with closing(kept):
        while (not matches or search.matches + search.aim.setup.seats <= matches) and (not end or monotonic() < end):
            search = _round(search, bench, play, matches - search.matches if matches else None)
            yield search
            kept.over()


def _round(search: Search, bench: Workbench, play: Play, left: int | None) -> Search:
    """Breed some decks, try them, try the best once more, and keep those that are the best of their kind; no more than `left` matches are played.

    What was not tried, because the time was over, is not kept.
    """
    aim, chance, seed = search.aim, Chance(search.chance), (search.rounds + 1) * 10_000
    deals = left // aim.setup.seats if left is not None else None
    bred = [(entry, _rivals(bench.ready, entry.deck, chance)) for entry in _bred(search, bench, chance)][:deals]
    new = _tried(aim, [(entry, rivals[:FIRST]) for entry, rivals in bred], seed, play)
    hopeful = [index for index, entry in enumerate(new) if entry.games and _hopeful(search, entry)]
    again = sorted(search.entries, key=lambda niche: (-search.entries[niche].worth, niche))[:AGAIN]
    trials = [(new[index], bred[index][1][FIRST:]) for index in hopeful]
    trials += [(search.entries[niche], _rivals(bench.ready, search.entries[niche].deck, chance)) for niche in again]
    after = _tried(aim, _within(trials, deals - len(bred) * FIRST) if deals is not None else trials, seed + 5_000, play)
    for index, entry in zip(hopeful, after, strict=False):
        new[index] = entry
    entries = search.entries | dict(zip(again, after[len(hopeful) :], strict=True))
    matches = sum(entry.games for entry in new) + sum(entries[niche].games - search.entries[niche].games for niche in again)
    for entry in new:
        niche = f"{entry.player} {bench.niche(entry.deck)}"
        if entry.games and (niche not in entries or entry.worth > entries[niche].worth):
            entries[niche] = entry
    return replace(search, rounds=search.rounds + 1, matches=search.matches + matches, chance=chance.draw(), entries=entries)


def _within(trials: Sequence[tuple[Entry, Sequence[DeckList]]], deals: int) -> list[tuple[Entry, Sequence[DeckList]]]:
    """Return the trials with no more deals in all: those behind meet fewer rivals, or none."""
    found = []
    for entry, rivals in trials:
        found.append((entry, rivals[:deals]))
        deals -= len(found[-1][1])
    return found


def _hopeful(search: Search, entry: Entry) -> bool:
    """Tell whether a new deck is worth going on with: it won more than half, or is no worse than most that are kept."""
    worths = sorted(kept.worth for kept in search.entries.values())
    return entry.wins * 2 > entry.games or not worths or entry.worth >= worths[len(worths) // 2]


def _bred(search: Search, bench: Workbench, chance: Chance) -> list[Entry]:
    """Return the decks of a round: half are descendants of the best, half of any that were kept, all in somebody's hands."""
    players, best = search.aim.players, search.best()
    bred: list[Entry] = []
    for index in range(BRED):
        parents = best[: 2 * BRED] if index % 2 else best
        parent = chance.pick(parents) if parents and chance.below(5) else Entry(chance.pick(bench.ready), chance.pick(players))
        other = chance.pick(best).deck if best else chance.pick(bench.ready)
        deck = bench.varied(parent.deck, other, chance)
        player = parent.player if chance.below(4) else chance.pick(players)
        bred.append(Entry(deck, player))
    return bred


def _rivals(field: Sequence[DeckList], deck: DeckList, chance: Chance) -> list[DeckList]:
    """Return the field in random order, without a deck that is the same."""
    own = cards_of([deck])
    return chance.shuffle([rival for rival in field if cards_of([rival]) != own])


def _tried(aim: Aim, trials: Sequence[tuple[Entry, Sequence[DeckList]]], seed: int, play: Play) -> list[Entry]:
    """Return entries after a deal against each of their rivals."""
    batches: list[Batch] = []
    whose: list[int] = []
    for index, (entry, rivals) in enumerate(trials):
        for number, rival in enumerate(rivals):
            batches.append(_batch(aim, entry, rival, aim.setup.seed + seed + 100 * index + number, 1))
            whose.append(index)
    entries = [entry for entry, _ in trials]
    for cell, won in play(batches):
        entry = entries[whose[cell]]
        entries[whose[cell]] = replace(entry, wins=entry.wins + won, games=entry.games + 1)
    return entries


def _batch(aim: Aim, entry: Entry, rival: DeckList, seed: int, deals: int, journals: str = "") -> Batch:
    """Return matches of an entry against a deck of the field; everybody sits on every seat of each deal."""
    setup, seats = aim.setup, aim.setup.seats
    full = open_box(setup.game).complete(replace(setup, seed=seed, decks=(entry.deck, *(rival,) * (seats - 1))))
    return Batch(full, (entry.player, *(QUICK,) * (seats - 1)), deals * seats, journals=journals)


def _proving(aim: Aim, entry: Entry, rival: DeckList, seed: int, deals: int, journals: str) -> Batch:
    """Return the same matches with other seeds and Normal in the place of the quickest player."""
    batch = _batch(aim, entry, rival, _CONFIRMING + aim.setup.seed + seed, deals, journals)
    return replace(batch, levels=tuple(_better(each) for each in batch.levels))


def _better(player: str) -> str:
    return USUAL if player == QUICK else player


def _all_played(batches: Sequence[Batch], *, jobs: int, stop: Connection | None = None) -> Iterable[tuple[int, Played]]:
    """Return every match of some batches with the number of its batch, in their order; raise Stopped when anything comes over `stop`."""
    cells = _cells(batches)
    with closing(_as_played(batches, cells, jobs, stop)) as matches:
        found = dict(matches)
    return [(cells[index][0], found[index]) for index in sorted(found)]


def _won(batches: Sequence[Batch], *, jobs: int, stop: Connection | None, end: float, kept: Unfinished) -> Iterable[tuple[int, float]]:
    """Return what fell to the first entrant in each match, with the number of its batch, in their order; what is kept is not played again.

    Where the time is over at `end`, those that were not played are left out. Raise Stopped when anything comes over `stop`.
    """
    cells, names = _cells(batches), [named(batch) for batch in batches]
    keys = [f"{names[cell]}-{number}" for cell, number in cells]
    lacking = [index for index, key in enumerate(keys) if key not in kept.won]
    with closing(_as_played(batches, tuple(cells[index] for index in lacking), jobs, stop)) as matches:
        for index, match in matches:
            kept.add(keys[lacking[index]], match.shares[match.entrants.index(0)])
            if end and monotonic() >= end:
                break
    return [(cell, kept.won[key]) for (cell, _), key in zip(cells, keys, strict=True) if key in kept.won]


def _cells(batches: Sequence[Batch]) -> tuple[tuple[int, int], ...]:
    """Return every match of some batches: the number of its batch, and its own there."""
    return tuple((cell, number) for cell, batch in enumerate(batches) for number in range(batch.games))


def _as_played(
    batches: Sequence[Batch], cells: tuple[tuple[int, int], ...], jobs: int, stop: Connection | None
) -> Generator[tuple[int, Played], None, None]:
    """Yield matches as they are played, each with its place among the cells; raise Stopped when anything comes over `stop`."""
    if jobs <= 1 and stop is None:
        for index, (cell, number) in enumerate(cells):
            yield index, play_one(batches[cell], number)
        return
    of, there = (tuple(batches), cells), 0
    with closing(
        play_beside(partial(_one_of, *of), [[index] for index in range(len(cells))], max(jobs, 1), partial(_lost, *of), stop)
    ) as matches:
        for played in matches:
            there += 1
            yield played
    if there < len(cells):
        raise Stopped


def _one_of(batches: tuple[Batch, ...], cells: tuple[tuple[int, int], ...], index: int) -> tuple[int, Played]:
    cell, number = cells[index]
    return index, play_one(batches[cell], number)


def _lost(batches: tuple[Batch, ...], cells: tuple[tuple[int, int], ...], index: int, how: str, actions: int) -> tuple[int, Played]:
    cell, number = cells[index]
    return index, given_up(batches[cell], number, how, actions)


# --- what was found ----------------------------------------------------------------------------------------------------


def confirmed(aim: Aim, entry: Entry, games: int, *, jobs: int = 1, folder: Path | None = None, stop: Connection | None = None) -> Find:
    """Play an entry against the whole field in Normal's hands with seeds of their own, `games` matches or a few more; write each into a folder if there is one.

    Raise Stopped when anything comes over `stop`, OSError where a match cannot be kept.
    """
    box = open_box(aim.setup.game)
    rivals = [rival for rival in box.ready_decks() if cards_of([rival]) != cards_of([entry.deck])]
    deals = max(1, -(-games // (aim.setup.seats * len(rivals))))
    batches = []
    for number, rival in enumerate(rivals):
        journals = str(folder / f"{number + 1:02d}-{_slug(rival.name)}") if folder is not None else ""
        for earlier in Path(journals).glob("*.jsonl") if journals else ():
            earlier.unlink()
        batches.append(_proving(aim, entry, rival, 1000 * number, deals, journals))
    played: dict[int, list[Played]] = {cell: [] for cell in range(len(batches))}
    for cell, match in _all_played(batches, jobs=jobs, stop=stop):
        played[cell].append(match)
    shares = {rival.name: _by_deal(played[cell], aim.setup.seats) for cell, rival in enumerate(rivals)}
    matches = list(chain.from_iterable(played.values()))
    see_kept(matches)
    faults = tuple(match.fault for match in matches if match.fault)
    against = {name: figure(each) for name, each in shares.items()}
    return Find(
        entry.deck,
        _better(entry.player),
        len(matches),
        figure(list(chain.from_iterable(shares.values()))),
        against,
        faults,
        1 / aim.setup.seats,
    )


def _by_deal(played: Iterable[Played], seats: int) -> list[float]:
    """Return the share of the first entrant in each deal: matches in which little but the seats changes are alike."""
    deals: dict[int, list[float]] = {}
    for match in played:
        if match.finished:
            deals.setdefault(match.number // seats, []).append(match.shares[match.entrants.index(0)])
    return [fmean(shares) for shares in deals.values()]


def shown(aim: Aim, folder: Path, entry: Entry, number: int) -> Path:
    """Play a match of an entry with the field, each number another, and return the save that it is kept in, within the folder; raise OSError."""
    rivals = [rival for rival in open_box(aim.setup.game).ready_decks() if cards_of([rival]) != cards_of([entry.deck])]
    turn, seat = divmod(number, aim.setup.seats)
    deal, index = divmod(turn, len(rivals))
    kept = folder / "watched" / f"{digest(entry.deck)[:8]}-{_slug(entry.player)}-{index + 1:02d}"
    make_folder(kept)
    batch = _proving(aim, entry, rivals[index], 1000 * index, deal + 1, str(kept))
    number = deal * aim.setup.seats + seat
    see_kept([play_one(batch, number)])
    return kept / f"{aim.setup.game}-{number:06d}.jsonl"


def candidates(search: Search, most: int) -> list[Entry]:
    """Return the entries that are worth confirming, the best first: no two hold the same cards."""
    found: list[Entry] = []
    seen: set[tuple[tuple[str, int], ...]] = set()
    for entry in search.best():
        held = next(iter(cards_of([entry.deck])))
        if held not in seen:
            seen.add(held)
            found.append(entry)
    return found[:most]


def kept(folder: Path, find: Find, number: int) -> Path:
    """Write a find as a deck file into a folder, in place of an earlier one of that number, and return the file."""
    for earlier in folder.glob(f"{number:02d}-*.toml"):
        earlier.unlink()
    plan = f"Found by a search, played by {find.player}: {percent(find.won)} of {find.games} matches won, {verdict(find)}."
    path = folder / f"{number:02d}-{_slug(find.player)}-{_slug(find.deck.name)}.toml"
    replace_file(path, deck_text(replace(find.deck, name=f"{find.deck.name[:52]} ({number})", plan=plan)).encode())
    return path


def verdict(find: Find) -> str:
    """Return in words whether a find is confirmed."""
    return "confirmed" if find.sure else "not confirmed"


def _slug(name: str) -> str:
    return "-".join("".join(sign if sign.isalnum() else " " for sign in name.lower()).split())[:40] or "deck"


# --- stopping and going on ---------------------------------------------------------------------------------------------


def saved(folder: Path, search: Search) -> None:
    """Write where a search stands into its folder; raise OSError when that cannot be done."""
    replace_file(folder / STATE, msgspec.json.format(msgspec.json.encode(search), indent=1))


def resumed(folder: Path, aim: Aim | None = None) -> Search | None:
    """Return the search that a folder holds, None for a folder without; raise BreakingError for another than `aim` or a broken file."""
    path = folder / STATE
    try:
        search = read_kept(path, Search, MOST_BYTES)
    except MissingError:
        return None
    except UnreadableError as error:
        raise BreakingError(f"{path} cannot be read: {error}.") from None
    if aim is not None and search.aim != aim:
        raise BreakingError(f"{folder} holds another search: of other cards, players, options or another seed.")
    return search
