"""Count the cards of a game: by kind and colour, by what they cost, by what they can, and what their numbers are at each cost.

With --deck the cards of one deck are counted, each as often as it is in it.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from game.cli import CommandError
from game.cli.choices import box_of, deck_named, refused, tell_faulty
from game.kernel.words import no_card

if TYPE_CHECKING:
    from game.kernel.scene import CardFace

SUMMARY = "count the cards of a game: kinds, costs, keywords"
BAR = 40
"""The longest bar, in letters."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross sets`."""
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--deck", metavar="DECK", help="only the cards of a deck: a ready one or one of yours by name, a file, or a code")


def run(arguments: argparse.Namespace) -> int:
    """Print the counts; raise CommandError for a game without cards."""
    box = box_of(arguments.game)
    faces = {face.id: face for face in box.catalogue()}
    if not faces:
        raise CommandError(f"{box.title} is played without cards.")
    title, cards = f"{box.title}: all cards", list(faces.values())
    if arguments.deck is not None:
        deck = deck_named(box, arguments.deck)
        missing = [card for card in (*deck.cards, *deck.front) if card not in faces]
        if missing:
            raise refused(box.id, f"{deck.name}: {no_card(missing[0], faces)}.")
        title, cards = f"{box.title}: {deck.name}", [faces[card] for card in (*deck.front, *deck.expanded())]
    everywhere = set.intersection(*({word for word, _ in face.keywords} for face in faces.values()))
    tell_faulty(box, counting=True)
    for line in (f"{title}, {len(cards)}", *counts(cards, everywhere)):
        print(line)
    return 0


def counts(cards: Sequence[CardFace], everywhere: Container[str] = ()) -> list[str]:
    """Return every count of some cards, a line each; of keywords that are `everywhere` in the game there is nothing to count."""
    lines = ["", *_table(cards)]
    what = Counter(_noun(face) for face in cards if face.corner is not None and face.corner.value.isdecimal())
    if what:
        costs = Counter(int(face.corner.value) for face in cards if face.corner is not None and face.corner.value.isdecimal())
        lines += [
            "",
            f"{what.most_common(1)[0][0]}:",
            *_bars((str(cost), costs.get(cost, 0)) for cost in range(min(costs), max(costs) + 1)),
        ]
    words = Counter(word for face in cards for word in dict(face.keywords) if word not in everywhere)
    if words:
        lines += ["", "Keywords:", *_bars(words.most_common())]
    numbers = _numbers(cards)
    return lines + (["", "Numbers by cost (mean, least to most):", *numbers] if numbers else [])


def _noun(face: CardFace) -> str:
    """Return what the number in the corner of a card is called."""
    words = face.corner.words if face.corner is not None else ""
    return re.split(r"\s*\d", words)[0] or "Cost"


def _table(cards: Sequence[CardFace]) -> list[str]:
    """Return how many cards there are of each kind (a column) and colour (a row)."""
    kinds = sorted({face.kind for face in cards})
    counted = Counter((face.palette, face.kind) for face in cards)
    colours = sorted({face.palette for face in cards})
    first = max(len(colour) for colour in (*colours, "all"))
    head = " " * first + "".join(f"{kind or 'card':>12}" for kind in kinds) + f"{'all':>8}"
    rows = [
        f"{colour:<{first}}"
        + "".join(f"{counted[colour, kind]:>12}" for kind in kinds)
        + f"{sum(counted[colour, kind] for kind in kinds):>8}"
        for colour in colours
    ]
    sums = [sum(counted[colour, kind] for colour in colours) for kind in kinds]
    return [head, *rows, f"{'all':<{first}}" + "".join(f"{each:>12}" for each in sums) + f"{sum(sums):>8}"]


def _bars(rows: Iterable[tuple[str, int]]) -> list[str]:
    listed = list(rows)
    most = max((count for _, count in listed), default=1) or 1
    first = max((len(label) for label, _ in listed), default=0)
    return [f"  {label:<{first}} {count:>4} {'█' * round(BAR * count / most)}".rstrip() for label, count in listed]


def _numbers(cards: Sequence[CardFace]) -> list[str]:
    """Return the mean of each printed number at each cost."""
    found: dict[str, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for face in cards:
        if face.corner is None or not face.corner.value.isdecimal():
            continue
        for stat in face.stats:
            if stat.value.isdecimal():
                found[f"{face.kind}, {stat.words.rstrip('0123456789 ')}"][int(face.corner.value)].append(int(stat.value))
    return [
        f"  {name}: "
        + ", ".join(f"{cost}: {fmean(values):.1f} ({min(values)} to {max(values)})" for cost, values in sorted(by_cost.items()))
        for name, by_cost in sorted(found.items())
    ]
