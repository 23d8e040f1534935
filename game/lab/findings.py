"""What a study tells: who wins how often, which cards, how long, and how sure one can be; and what differs from the study before.

The unit is the deal: as many matches as there are seats, in which the entrants change places. Shares are of deals, and so are their intervals, because
matches of one deal are alike. Every interval holds the truth with 95 % certainty; it reckons in one deal that was won and one that was lost, so
that a few equal ones do not look like proof, and is Student's, wider where deals are few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from math import ceil, sqrt
from statistics import fmean, median
from typing import Any

from msgspec import Struct, to_builtins
from msgspec.json import encode
from msgspec.structs import replace

from game.kernel.digest import digest
from game.kernel.ids import CardId
from game.lab.batch import Batch, Results, in_play
from game.lab.study import Line, Plan, faults_of

SURE = 1.959964
"""Standard deviations either side of a 95 % interval, where deals are many."""

SHOWN = 12
"""So many of the cards that help most are told, and of those that help least; a report has all."""


BEGINS = "in play from the beginning, so neither drawn nor played"
"""What is told of cards such as marks and stars."""


class Figure(Struct, frozen=True):
    """A mean of `count` observations, and how far the truth may lie either side of it with 95 % certainty; it lies from `least` to `most` anyway."""

    mean: float
    reach: float
    count: int
    least: float = 0.0
    most: float = 1.0

    @property
    def low(self) -> float:
        """Return the lower end of the interval."""
        return max(self.least, self.mean - self.reach)

    @property
    def high(self) -> float:
        """Return the upper end of the interval."""
        return min(self.most, self.mean + self.reach)


class Standing(Struct, frozen=True):
    """How a deck (or an entrant) fares over all it met."""

    name: str
    won: Figure


class Meeting(Struct, frozen=True):
    """How the first entrant of a cell fares, how long its matches take, and how often the seat that begins the numbering wins."""

    name: str
    won: Figure
    first_seat: Figure
    length: float


class CardUse(Struct, frozen=True):
    """A card, counted by seats in matches (each seat of each match that finished is one), and how those seats fared less what their deck does anyway.

    `seats` have it in their deck, `drawn` of them ever held it, and `players` of them played it, `played` times in all. `when_drawn` and
    `when_played` are differences of shares, of the deals in which anybody did, as the seats of a deal are alike: above nothing, whoever held (or played) it won more than that deck does on the whole. A card that is in nobody's
    deck can come to every seat.
    """

    card: CardId
    seats: int
    drawn: int
    players: int
    played: int
    when_drawn: Figure
    when_played: Figure


class Findings(Struct, frozen=True):
    """Everything a study tells.

    Of matches that did not finish nothing is counted but how many they are (`unfinished`) and what was at fault.
    `seats` are the shares of each seat and `comebacks` how often a lone winner came back, both by deals; `lengths` actions a match; `lowest`, `decided` and `swings` are medians over the matches with one winner of
    what `game.lab.tally.Tally` says of each; `never` are cards of the decks that nobody ever played, but for those that are in play when a match begins and so are neither drawn nor played (`begins`); `played` names the level and all else that decides; `skill` is what
    fell to one who plays well against one who does not, where that was asked; `compared` is what a comparison tells, in words, and empty for all others.
    """

    game: str
    kind: str
    matches: int
    unfinished: int
    standings: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]
    seats: tuple[Figure, ...]
    cards: tuple[CardUse, ...]
    never: tuple[CardId, ...]
    begins: tuple[CardId, ...]
    lengths: tuple[int, ...]
    comebacks: Figure
    lowest: float
    decided: float
    swings: float
    faults: tuple[str, ...]
    played: str = ""
    skill: Figure | None = None
    compared: str = ""


class Difference(Struct, frozen=True):
    """How a deck's share changed, deal by deal with the same seeds.

    Of its cards `changed` are those that are not as they were, `new` and `gone` those that came into its list and left it, and `counted` those
    that it holds another number of times.
    """

    name: str
    change: Figure
    changed: tuple[CardId, ...] = ()
    new: tuple[CardId, ...] = ()
    gone: tuple[CardId, ...] = ()
    counted: tuple[CardId, ...] = ()

    @property
    def altered(self) -> bool:
        """Tell whether the deck itself is another: its list, or a card in it."""
        return bool(self.changed or self.new or self.gone or self.counted)

    @property
    def seen(self) -> bool:
        """Tell whether a difference can be seen."""
        return abs(self.change.mean) > self.change.reach


BEHIND = 0.25
"""A winner whose prospects were once lower than this came back."""


def figure(values: Sequence[float], low: float = 0.0, high: float = 1.0) -> Figure:
    """Return the mean of some deals with its interval; `low` and `high` are the least and the most that a deal can be.

    One of each is reckoned in. The interval reaches from the mean as far as Student's about the mean with these two does: counted exactly, it holds
    truths from 10 to 90 % in 93 of 100 studies or more, of five deals as well as of a hundred (`tests/lab/test_figures.py`).
    """
    if not values:
        return Figure((low + high) / 2, (high - low) / 2, 0, low, high)
    more = [*values, low, high]
    middle = fmean(more)
    spread = sqrt(sum((value - middle) ** 2 for value in more) / (len(more) - 1))
    mean = fmean(values)
    return Figure(mean, abs(mean - middle) + _student(len(more) - 1) * spread / sqrt(len(more)), len(values), low, high)


def _student(freedom: int) -> float:
    """Return how many standard deviations either side hold 95 % of Student's distribution (Abramowitz and Stegun 26.7.5)."""
    z = SURE
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    reach = z
    for power, term in enumerate(terms, start=1):
        reach += term / float(freedom) ** power
    return reach


def plain(value: Any) -> Any:
    """Return findings as plain values; beside the parts of a figure stand both ends of its interval (`low`, `high`), None for what was never seen."""
    if isinstance(value, Figure):
        ends = (value.low, value.high) if value.count else (None, None)
        return to_builtins(value) | dict(zip(("low", "high"), ends, strict=True))
    if isinstance(value, Struct):
        return {key: plain(getattr(value, key)) for key in value.__struct_fields__}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return to_builtins(value)


def batch_shares(results: Results) -> tuple[tuple[Figure, ...], tuple[Figure, ...]]:
    """Return what each entrant and each seat of a batch won of the matches that finished; how sure that is goes by deals, as in every study."""
    deals: dict[int, list[Any]] = defaultdict(list)
    for match in results.played:
        if match.finished:
            deals[match.number // len(results.levels)].append(match)

    def won(whose: int, *, seat: bool) -> Figure:
        shares = [[match.shares[whose if seat else match.entrants.index(whose)] for match in several] for several in deals.values()]
        found = figure([fmean(each) for each in shares])
        return replace(found, mean=fmean([share for each in shares for share in each])) if shares else found

    places = range(len(results.levels))
    return tuple(won(each, seat=False) for each in places), tuple(won(each, seat=True) for each in places)


def percent(figure: Figure, *, signed: bool = False) -> str:
    """Return a figure with its interval in percent: a dash for what was never seen, and both ends where one is as far as a share can be."""
    if not figure.count:
        return "–"
    mean, edges = in_percent(figure.mean, signed=signed), (figure.low, figure.high)
    if edges != (figure.mean - figure.reach, figure.mean + figure.reach):
        low, high = (in_percent(edge, signed=signed) for edge in edges)
        return f"{mean} % ({low} to {high})"
    return f"{mean} % ± {100 * figure.reach:.1f}"


def in_percent(share: float, *, signed: bool = False) -> str:
    """Return a share in percent; with its sign where one is asked for, but never that of a nothing."""
    shown = round(100 * share, 1)
    return f"{shown:{'+' if signed and shown else ''}.1f}" if shown else "0.0"


def findings(plan: Plan, lines: Iterable[Line]) -> Findings:
    """Return what the matches of a study tell."""
    lines = list(lines)
    done = [line for line in lines if line.match.finished]
    tallies = [line.match.tally for line in done if line.match.tally is not None and len(line.match.winners) == 1]
    seats = [seat_shares(plan, lines, seat) for seat in range(plan.seats)]
    uses, never, begins = _cards(plan, done)
    return Findings(
        game=plan.game,
        kind=plan.kind,
        matches=len(lines),
        unfinished=len(lines) - len(done),
        standings=_standings(plan, done),
        meetings=tuple(_meeting(plan, cell, done, seats[0]) for cell in range(len(plan.cells))),
        seats=tuple(figure(list(shares.values())) for shares in seats),
        cards=uses,
        never=never,
        begins=begins,
        lengths=tuple(line.match.actions for line in done),
        comebacks=_comebacks(plan, done),
        lowest=median([each.lowest for each in tallies] or [0.0]),
        decided=median([each.decided for each in tallies] or [0.0]),
        swings=median([each.swings for each in tallies] or [0]),
        faults=faults_of(plan, lines),
        played=played(plan),
    )


def played(plan: Plan) -> str:
    """Return what decided the matches of a study beside the decks: the level, and what was `settled`."""
    return f"{plan.cells[0].levels[0]} players, {settled(plan)}"


def settled(plan: Plan) -> str:
    """Return what decided matches beside players and decks: edition, the cards of all cells in one digest, mods, options, seed, and the map of all, if one."""
    setups = [batch.setup for batch in plan.cells]
    cards = sorted({setup.catalogue for setup in setups})
    one = replace(setups[0], catalogue=cards[0] if len(cards) == 1 else digest(cards))
    return (one if len({setup.map for setup in setups}) == 1 else replace(one, map="")).told


def entrant_names(plan: Plan, cell: int) -> tuple[str, ...]:
    """Return what the entrants of a cell are called: by their decks, or their levels where they bring none."""
    batch = plan.cells[cell]
    return tuple(deck.name for deck in batch.setup.decks) or batch.levels


def deal_shares(plan: Plan, lines: Iterable[Line]) -> dict[tuple[str, int, int], float]:
    """Return the share of each entrant (name, cell, deal) over the matches of the deal; deals that are not whole are left out."""
    shares: dict[tuple[str, int, int], float] = {}
    for (cell, deal), several in _whole(plan, lines).items():
        for entrant, name in enumerate(entrant_names(plan, cell)):
            mine = [line.match.shares[line.match.entrants.index(entrant)] for line in several]
            key = (name, cell, deal)
            shares[key] = (shares[key] + fmean(mine)) / 2 if key in shares else fmean(mine)
    return shares


def seat_shares(plan: Plan, lines: Iterable[Line], seat: int = 0) -> dict[tuple[str, int, int], float]:
    """Return what a seat won of each deal (name of the cell, cell, deal), the first one's unless another is named."""
    return {
        (plan.names[cell], cell, deal): fmean(line.match.shares[seat] for line in several)
        for (cell, deal), several in _whole(plan, lines).items()
    }


def _whole(plan: Plan, lines: Iterable[Line]) -> dict[tuple[int, int], list[Line]]:
    """Return the matches of each deal (cell, deal) of which all were finished; deals that are not whole are left out."""
    deals = _deals(plan, lines).items()
    return {key: several for key, several in deals if len(several) == plan.seats and all(line.match.finished for line in several)}


def _deals(plan: Plan, lines: Iterable[Line]) -> dict[tuple[int, int], list[Line]]:
    found: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        found[line.cell, plan.place(line.number)[1] // plan.seats].append(line)
    return found


def _comebacks(plan: Plan, lines: Iterable[Line]) -> Figure:
    """Return in what share of the matches with one winner it came back, deal by deal."""
    found = []
    for several in _deals(plan, lines).values():
        tallies = [line.match.tally for line in several if line.match.tally is not None and len(line.match.winners) == 1]
        if tallies:
            found.append(fmean(each.lowest < BEHIND for each in tallies))
    return figure(found)


def _standings(plan: Plan, lines: list[Line]) -> tuple[Standing, ...]:
    by_name: dict[str, list[float]] = defaultdict(list)
    for (name, _, _), share in deal_shares(plan, lines).items():
        by_name[name].append(share)
    found = (Standing(name, figure(shares)) for name, shares in by_name.items())
    return tuple(sorted(found, key=lambda standing: (-standing.won.mean, standing.name)))


def _meeting(plan: Plan, cell: int, lines: list[Line], first_seat: dict[tuple[str, int, int], float]) -> Meeting:
    here = [line for line in lines if line.cell == cell]
    first = entrant_names(plan, cell)[0]
    won = figure([share for (name, _, _), share in deal_shares(plan, here).items() if name == first])
    return Meeting(
        plan.names[cell],
        won,
        figure([share for (_, each, _), share in first_seat.items() if each == cell]),
        fmean([line.match.actions for line in here]) if here else 0.0,
    )


ByDeal = defaultdict[CardId, defaultdict[tuple[int, int], list[float]]]
"""What seats won more than their decks do, by card and deal (cell, deal)."""


def _cards(plan: Plan, lines: list[Line]) -> tuple[tuple[CardUse, ...], tuple[CardId, ...], tuple[CardId, ...]]:
    """Return the use of every card that a deck holds or that was played, those that help most first; those never played; and those in play from the beginning."""
    usual = {standing.name: standing.won.mean for standing in _standings(plan, lines)}
    drawn: ByDeal = defaultdict(lambda: defaultdict(list))
    played: ByDeal = defaultdict(lambda: defaultdict(list))
    times: dict[CardId, int] = defaultdict(int)
    seats: dict[CardId, int] = defaultdict(int)
    for line in lines:
        tally = line.match.tally
        if tally is None:
            continue
        names, decks = entrant_names(plan, line.cell), plan.cells[line.cell].setup.decks
        deal = (line.cell, plan.place(line.number)[1] // plan.seats)
        for seat, entrant in enumerate(line.match.entrants):
            for card in {*decks[entrant].cards, *decks[entrant].front} if decks else ():
                seats[card] += 1
            more = line.match.shares[seat] - usual.get(names[entrant], 1 / plan.seats)
            for card in tally.drawn[seat]:
                drawn[card][deal].append(more)
            for card, count in tally.played[seat].items():
                played[card][deal].append(more)
                times[card] += count
    brought = {card for batch in plan.cells for deck in batch.setup.decks for card in (*deck.cards, *deck.front)}
    uses = [
        CardUse(
            card,
            seats[card] or plan.seats * len(lines),
            sum(map(len, drawn[card].values())),
            sum(map(len, played[card].values())),
            times[card],
            figure([fmean(each) for each in drawn[card].values()], -1.0),
            figure([fmean(each) for each in played[card].values()], -1.0),
        )
        for card in sorted(brought | set(played) | set(drawn))
    ]
    unplayed = {card for card in brought if not times[card]} if lines else set()
    begins = {card for card in unplayed if not drawn[card] and any(card in in_play(_start(batch)) for batch in plan.cells)}
    return tuple(sorted(uses, key=lambda use: (-use.when_played.mean, use.card))), tuple(sorted(unplayed - begins)), tuple(sorted(begins))


def _start(batch: Batch) -> bytes:
    return encode(replace(batch.setup, seed=0))


def differences(before: Plan, old: Iterable[Line], after: Plan, new: Iterable[Line]) -> tuple[Difference, ...]:
    """Return how each deck's share (of maps, each map's first seat's) changed between two studies of the same plan, deal by deal.

    What can be seen comes first, then the decks whose own cards were changed, then the largest.
    """
    shares = seat_shares if before.kind == "maps" else deal_shares
    then, now = shares(before, old), shares(after, new)
    changes: dict[str, list[float]] = defaultdict(list)
    for key, share in now.items():
        if key in then:
            changes[key[0]].append(share - then[key])
    altered = _altered(before, after)
    found = [Difference(name, figure(each, -1.0), *altered.get(name, ())) for name, each in changes.items()]
    return tuple(sorted(found, key=lambda each: (not each.seen, not each.altered, -abs(each.change.mean), each.name)))


def _altered(before: Plan, after: Plan) -> dict[str, tuple[tuple[CardId, ...], ...]]:
    """Return the cards of each deck that are not what they were: changed, new in it, gone from it, and held another number of times."""
    found: dict[str, tuple[set[CardId], ...]] = defaultdict(lambda: (set(), set(), set(), set()))
    for old, new in zip(before.cells, after.cells, strict=True):
        then, now = ({row.get("id"): row for row in batch.setup.rows.cards} for batch in (old, new))
        for was, deck in zip(old.setup.decks, new.setup.decks, strict=True):
            had, has = Counter([*was.expanded(), *was.front]), Counter([*deck.expanded(), *deck.front])
            kept = had.keys() & has.keys()
            changed, come, gone, counted = found[deck.name]
            changed |= {card for card in kept if then.get(card) != now.get(card)}
            come |= has.keys() - had.keys()
            gone |= had.keys() - has.keys()
            counted |= {card for card in kept if had[card] != has[card]}
    return {name: tuple(tuple(sorted(cards)) for cards in kinds) for name, kinds in found.items()}


def held_against(found: Findings, changes: Sequence[Difference], *, unchanged: bool, lost: Sequence[str] = ()) -> Findings:
    """Return the findings of a comparison with its differences in words.

    First what is `lost` today and was taken as it was then, a sentence each, and, where all (else) is `unchanged` that it is played with, that this is so.
    """
    same = "All else that it is played with (cards, decks, maps, rules) is as it was." if lost else _SAME
    first = [*lost, *([same] if unchanged else [])]
    return replace(found, compared=" ".join((*first, told(changes, found.matches, found.unfinished))))


_SAME = "Nothing that it is played with (cards, decks, maps, rules) was changed."


def told(changes: Sequence[Difference], matches: int, unfinished: int = 0) -> str:
    """Return differences in one sentence, or why there are none."""
    if not changes:
        none = "No match was finished" if matches == unfinished else "No deal was finished both before and now"
        return f"{none}, so nothing can be compared."
    seen = [each for each in changes if each.seen]
    parts = [f"{each.name} {percent(each.change, signed=True)}" for each in seen]
    count = f"{matches:,} match" if matches == 1 else f"{matches:,} matches"
    if unfinished:
        count += f", of which {unfinished:,} did not finish"
    if not parts:
        return f"No difference can be seen in {count}."
    if len(seen) == len(changes):
        return f"{'; '.join(parts)}, in {count}."
    rest = "the other" if len(changes) - len(seen) == 1 else "the others"
    return f"{'; '.join(parts)}; {rest}: no difference can be seen in {count}."


def worded(each: Difference, name_of: Callable[[str], str]) -> str:
    """Return one difference in a sentence: whose, how large, whether it may be chance, and which cards are not as they were."""
    sure = "" if each.seen or not each.change.mean else ", which may be chance"
    altered = cards_altered(each, name_of, SHOWN)
    return f"{each.name}: {percent(each.change, signed=True)}{sure}{f'; {altered}' if altered else ''}"


def cards_altered(each: Difference, name_of: Callable[[str], str], most: int) -> str:
    """Return which cards of a deck are not as they were, and in what, at `most` so many of a kind; empty where there are none."""
    kinds = (("changed", each.changed), ("new", each.new), ("gone", each.gone), ("in another number", each.counted))
    return "; ".join(
        f"{what}: {', '.join(map(name_of, cards[:most]))}{' …' if len(cards) > most else ''}" for what, cards in kinds if cards
    )


def unsure(changes: Sequence[Difference]) -> Difference | None:
    """Return the first difference that there is and that may be chance, None where there is none."""
    return next((each for each in changes if not each.seen and each.change.mean), None)


def matches_to_tell(each: Difference, games: int) -> int:
    """Return about how many matches of each pairing would tell a difference as large as one is after `games` from chance: an interval narrows with their root."""
    needed = games * (each.change.reach / each.change.mean) ** 2
    step = int("1" + "0" * max(0, len(str(int(needed))) - 2))
    return step * ceil(needed / step)


def known_within(reach: float, changes: Iterable[Figure]) -> bool:
    """Tell whether there are figures, and every one is known as closely as that."""
    figures = list(changes)
    return bool(figures) and all(each.reach <= reach for each in figures)


def half_width(figures: Iterable[Figure], low: float, high: float, middle: float) -> float:
    """Return how far a chart has to reach either side of its middle to show figures, which lie from `low` to `high`, with their intervals."""
    edges = [abs(edge - middle) for each in figures for edge in (max(low, each.low), min(high, each.high))]
    return min(1.05 * max([*edges, 0.05]), max(middle - low, high - middle))
