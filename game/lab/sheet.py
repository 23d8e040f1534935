"""A study as a report: one HTML page that needs nothing else, a table for a spreadsheet, or JSON.

The charts are drawn as SVG, in colours that fit a light and a dark page; a bar has its interval, and every chart its figures beneath as a table,
for whoever cannot see it.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from functools import partial
from html import escape
from statistics import median

import msgspec

from game.kernel.ids import CardId
from game.kernel.words import capitalised, counted
from game.lab.findings import BEGINS, Difference, Figure, Findings, half_width, percent, plain, worded

Names = Mapping[CardId, str]

STYLE = """
:root { color-scheme: light dark; --paper: #fbf8f1; --ink: #221d26; --quiet: #6b6470; --line: #d9d2c4; --bar: #3f6fa8; --reach: #b3541e; --good: #2d7a4b; --bad: #a8323e }
@media (prefers-color-scheme: dark) {
  :root { --paper: #17141b; --ink: #efe9dd; --quiet: #a49bab; --line: #3a3442; --bar: #7fb0ea; --reach: #f0a063; --good: #7fd0a0; --bad: #f08b95 }
}
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
h1 { font-size: 1.7rem } h2 { margin-top: 2.5rem; font-size: 1.2rem } p.quiet, caption { color: var(--quiet) }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums } caption { text-align: left; padding: .3rem 0 }
th, td { text-align: right; padding: .25rem .6rem; border-bottom: 1px solid var(--line) } th:first-child, td:first-child, .words { text-align: left }
svg { display: block; width: 100%; height: auto; margin: .5rem 0 } svg text { fill: var(--ink); font: 13px system-ui, sans-serif }
svg text.scale { fill: var(--quiet); font-size: 12px } .bar { fill: var(--bar) } .reach { stroke: var(--reach); stroke-width: 2 } .half { stroke: var(--quiet); stroke-dasharray: 3 4 }
.good { color: var(--good) } .bad { color: var(--bad) }
"""

LEFT, WIDE, ROW = 250, 900, 26
"""Where the bars of a chart begin, how wide it is, and how high a row is."""

MOST_CARDS = 400
BINS = 24


DEALS = "deals in which it was played"
MORE = "wins of a seat that played it, less its deck's"


WHOSE = {"maps": "Map", "levels": "Level"}
"""Who or what fares well or badly in a study that is not of decks."""


def as_html(found: Findings, names: Names, changes: Sequence[Difference] = ()) -> str:
    """Return the report as one page, with `changes` where it is a comparison; it loads nothing and runs nothing."""
    title = f"{found.game}: {found.kind}{', compared' if found.compared else ''}"
    parts = [
        f"<h1>{escape(title)}</h1>",
        (
            f"<p class='quiet'>{_unfinished(found)} Shares are of deals, as many matches as there are seats, in which the decks change "
            "places; intervals hold the truth with 95 % certainty.</p>"
        ),
        *([f"<p>{escape(found.played)}.</p>"] if found.played else []),
    ]
    whose = WHOSE.get(found.kind, "Deck")
    if found.compared:
        parts += ["<h2>What changed</h2>", f"<p>{escape(found.compared)}</p>"]
    if changes:
        parts.append(_changes(found.kind, changes, names))
    if found.kind != "maps" and found.standings:
        rows = [(each.name, each.won) for each in found.standings]
        parts += [f"<h2>{whose}s</h2>", _bars(f"Share of wins by {whose.lower()}", rows, 0.0, 1.0, 0.5), _figures(whose, rows)]
    parts += ["<h2>Meetings</h2>", _meetings(found)]
    if found.skill is not None:
        rows = [("Hard against Novice", found.skill)]
        parts += ["<h2>Does better play win?</h2>", _bars("Share of wins by better play", rows, 0.0, 1.0, 0.5), _figures("Level", rows)]
    seats = [(f"Seat {seat + 1}", each) for seat, each in enumerate(found.seats)]
    parts += ["<h2>Seats</h2>", _bars("Share of wins by seat", seats, 0.0, 1.0, 1 / len(seats)), _figures("Seat", seats)]
    parts += ["<h2>Lengths</h2>", _histogram(found.lengths), *_story(found)]
    if found.cards:
        parts += ["<h2>Cards</h2>", _cards(found, names)]
    for words, cards in (("Never played", found.never), (capitalised(BEGINS), found.begins)):
        if cards:
            parts.append(f"<p>{words}: {escape(', '.join(names.get(card, card) for card in cards))}.</p>")
    if found.faults:
        parts += ["<h2>Faults</h2><ul>", *(f"<li>{escape(fault)}</li>" for fault in found.faults[:200]), "</ul>"]
    head = f"<meta charset='utf-8'><meta name='viewport' content='width=device-width'><title>{escape(title)}</title><style>{STYLE}</style>"
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{''.join(parts)}</body></html>\n"


def as_csv(found: Findings, names: Names, changes: Sequence[Difference] = ()) -> str:
    """Return the figures as a table: one row a deck, meeting, seat and card, and above them one a difference where it is a comparison.

    `share of` says what a share is of and `counted in` what its `count` counts; of a card, `drawn`, `played by` and `in the decks of` are seats in matches
    and `played` is how many times. A difference is that of the deals that were played before and after, and stands `in words`; so does all that
    is seen, in the row above them.
    """
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(
        [
            "what",
            "name",
            "share",
            "low",
            "high",
            "count",
            "drawn",
            "played",
            "share of",
            "counted in",
            "in the decks of",
            "played by",
            "in words",
        ]
    )
    rows.writerows(_changed_rows(found, names, changes))
    for what, several, share, unit in (
        ("deck", [(each.name, each.won) for each in found.standings], "wins", "deals"),
        ("meeting", [(each.name, each.won) for each in found.meetings], "wins of the first named", "deals"),
        ("first seat", [(each.name, each.first_seat) for each in found.meetings], "wins of the first seat", "deals"),
        ("seat", [(str(seat + 1), each) for seat, each in enumerate(found.seats)], "wins", "deals"),
    ):
        rows.writerows([what, _plain(name), *_cells(figure), "", "", share, unit, "", "", ""] for name, figure in several)
    for use in found.cards:
        cells = [
            *_cells(use.when_played),
            use.drawn,
            use.played,
            MORE,
            DEALS,
            use.seats,
            use.players,
            BEGINS if use.card in found.begins else "",
        ]
        rows.writerow(["card", _plain(names.get(use.card, use.card)), *cells])
    return out.getvalue()


def as_json(found: Findings, changes: Sequence[Difference] = ()) -> str:
    """Return everything as JSON; of a figure `low` and `high` are the ends of its interval, `least` and `most` what it lies between anyway."""
    return msgspec.json.format(msgspec.json.encode({"findings": plain(found), "differences": plain(changes)}), indent=2).decode() + "\n"


def _changed_rows(found: Findings, names: Names, changes: Sequence[Difference]) -> list[list[object]]:
    if not found.compared:
        return []
    share = f"change of {_share(found.kind)}"
    all_seen = ["comparison", "", "", "", "", found.matches, "", "", share, "matches", "", "", _plain(found.compared)]
    return [all_seen] + [
        [
            "difference",
            _plain(each.name),
            *_cells(each.change),
            "",
            "",
            share,
            "deals",
            "",
            "",
            _plain(worded(each, partial(_named, names))),
        ]
        for each in changes
    ]


def _share(kind: str) -> str:
    return "the first seat's share of wins" if kind == "maps" else "its share of wins"


def _named(names: Names, card: str) -> str:
    return names.get(CardId(card), card)


def _plain(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name


def _cells(figure: Figure) -> list[object]:
    shown = [round(value, 4) for value in (figure.mean, figure.low, figure.high)] if figure.count else [""] * 3
    return [*shown, figure.count]


def _bars(title: str, rows: Sequence[tuple[str, Figure]], low: float, high: float, middle: float) -> str:
    """Draw a bar a row from the middle to its mean, with its interval; the scale is as wide as the widest interval needs."""
    reach = half_width((each for _, each in rows), low, high, middle)
    scale = (WIDE - LEFT - 20) / (2 * reach)

    def at(value: float) -> float:
        return LEFT + (min(max(value, middle - reach), middle + reach) - middle + reach) * scale

    deep = ROW * len(rows)
    parts = [f"<line class='half' x1='{at(middle):.1f}' x2='{at(middle):.1f}' y1='0' y2='{deep}'/>"]
    for edge, anchor in ((middle - reach, "start"), (middle, "middle"), (middle + reach, "end")):
        sign = "+" if low < 0 < edge else ""
        parts.append(f"<text class='scale' x='{at(edge):.1f}' y='{deep + 16}' text-anchor='{anchor}'>{sign}{100 * edge:.0f} %</text>")
    for index, (name, each) in enumerate(rows):
        y = ROW * index + ROW / 2
        start, end = sorted((at(middle), at(each.mean)))
        parts += [
            f"<text x='{LEFT - 10}' y='{y + 4:.1f}' text-anchor='end'>{escape(name[:34])}</text>",
            (
                f"<rect class='bar' x='{start:.1f}' y='{y - 7:.1f}' width='{max(end - start, 1):.1f}' height='14'>"
                f"<title>{escape(name)}: {percent(each)}</title></rect>"
            ),
            f"<line class='reach' x1='{at(each.low):.1f}' x2='{at(each.high):.1f}' y1='{y:.1f}' y2='{y:.1f}'/>",
        ]
    return f"<svg role='img' aria-label='{escape(title)}' viewBox='0 0 {WIDE} {deep + 22}'>{''.join(parts)}</svg>"


def _unfinished(found: Findings) -> str:
    matches = f"{found.matches:,} {'match' if found.matches == 1 else 'matches'}"
    if not found.unfinished:
        return f"{matches}, all of them finished."
    return f"{matches}, of which {found.unfinished:,} did not finish and count in nothing below."


def _figures(what: str, rows: Sequence[tuple[str, Figure]]) -> str:
    body = "".join(f"<tr><td>{escape(name)}</td><td>{percent(each)}</td><td>{each.count}</td></tr>" for name, each in rows)
    return f"<table><tr><th>{what}</th><th>share of wins</th><th>of deals</th></tr>{body}</table>"


def _changes(kind: str, changes: Sequence[Difference], names: Names) -> str:
    """Draw how much more or less each won, and say in a table what of it can be seen and which cards are not as they were."""
    share = _share(kind)
    body = "".join(
        f"<tr><td>{escape(each.name)}</td><td{_tone(each.change)}>{percent(each.change, signed=True)}</td><td>{each.change.count}</td>"
        f"<td class='words'>{escape(worded(each, partial(_named, names)))}</td></tr>"
        for each in changes
    )
    head = f"<tr><th>{WHOSE.get(kind, 'Deck')}</th><th>change of {share}</th><th>of deals</th><th class='words'>in words</th></tr>"
    note = "<caption>Each deal is held against the one of the same seed before.</caption>"
    rows = [(each.name, each.change) for each in changes]
    return _bars(f"Change of {share}", rows, -1.0, 1.0, 0.0) + f"<table>{note}{head}{body}</table>"


def _meetings(found: Findings) -> str:
    body = "".join(
        f"<tr><td>{escape(each.name)}</td><td>{percent(each.won)}</td><td>{each.won.count}</td>"
        f"<td>{percent(each.first_seat)}</td><td>{each.first_seat.count}</td><td>{each.length:.0f}</td></tr>"
        for each in found.meetings
    )
    return f"<table><tr><th>meeting</th><th>the first named wins</th><th>of deals</th><th>the first seat wins</th><th>of deals</th><th>actions a match</th></tr>{body}</table>"


def _histogram(lengths: Sequence[int]) -> str:
    if not lengths:
        return "<p>No match was finished.</p>"
    least, most = min(lengths), max(lengths)
    step = max(1, -(-(most - least + 1) // BINS))
    counts = [0] * ((most - least) // step + 1)
    for length in lengths:
        counts[(length - least) // step] += 1
    wide = (WIDE - 40) / len(counts)
    parts = []
    for index, count in enumerate(counts):
        high = 150 * count / max(counts)
        first = least + index * step
        parts.append(
            f"<rect class='bar' x='{20 + index * wide:.1f}' y='{160 - high:.1f}' width='{max(wide - 2, 1):.1f}' height='{high:.1f}'>"
            f"<title>{first} to {first + step - 1} actions: {count}</title></rect>"
        )
    parts.append(f"<text x='20' y='180'>{least}</text><text x='{WIDE - 20}' y='180' text-anchor='end'>{most} actions</text>")
    words = f"Actions a match, of {len(lengths):,} that finished: {least} to {most}, median {median(lengths):g}"
    return f"<p>{words}.</p><svg role='img' aria-label='{words}' viewBox='0 0 {WIDE} 190'>{''.join(parts)}</svg>"


def _story(found: Findings) -> list[str]:
    """Return how the matches with one winner went; nothing where there was none."""
    if not found.comebacks.count:
        return ["<p>No match had a winner.</p>"]
    return [
        (
            f"<p>The winner came back from below one chance in four in {percent(found.comebacks)} of {counted(found.comebacks.count, 'deal')} with a lone winner. Half of such matches are decided "
            f"after {100 * found.decided:.0f} % of their length, and the lead changes {found.swings:g} times (medians).</p>"
        )
    ]


def _cards(found: Findings, names: Names) -> str:
    body = "".join(
        f"<tr><td>{escape(names.get(use.card, use.card))}</td><td>{use.seats}</td><td>{use.drawn}</td><td>{use.players}</td><td>{use.played}</td>"
        f"<td{_tone(use.when_drawn)}>{percent(use.when_drawn, signed=True)}</td><td{_tone(use.when_played)}>{percent(use.when_played, signed=True)}</td></tr>"
        for use in found.cards[:MOST_CARDS]
    )
    head = (
        "<tr><th>card</th><th>seats with it in their deck</th><th>seats that drew it</th><th>seats that played it</th><th>times played</th>"
        "<th>wins more when drawn</th><th>wins more when played</th></tr>"
    )
    note = "<caption>A seat is one player of one match. The last two say how much more of a match such a seat won than its deck does on the whole, by deals in which any did.</caption>"
    return f"<table>{note}{head}{body}</table>"


def _tone(figure: Figure) -> str:
    if abs(figure.mean) <= figure.reach:
        return ""
    return " class='good'" if figure.mean > 0 else " class='bad'"
