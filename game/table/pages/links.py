"""Links in words: the cards, rules and keywords that a line names, each where it stands, to be pointed at and pressed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from game.kernel.ids import CardId
from game.table.canvas.draw import Drawn, Line, faded
from game.table.canvas.text import Stretch
from game.table.canvas.view import Rect, inside
from game.table.shell.app import App

CARD, RULE, KEYWORD = "card", "rule", "keyword"


class Link(Struct, frozen=True):
    """What is named: a card by its id, a rule by its number, or a keyword by itself."""

    kind: str
    name: str


NO_WORDS: Mapping[str, str] = {}


class Linked:
    """Words in a box with what is named in them: `places` are where each name stands, with its link.

    A keyword is named by itself, a word of the rulebook (`words_of`) by the rule that explains it.
    """

    def __init__(
        self,
        app: App,
        words: str,
        cards: Sequence[tuple[str, CardId]],
        box: Rect,
        size: float,
        *,
        keywords: Iterable[str] = (),
        words_of: Mapping[str, str] = NO_WORDS,
        leading: float = 1.0,
    ) -> None:
        self.app, self.places = app, list[tuple[Rect, Link]]()
        scale = app.view.scale
        laid = app.fonts.lay(words, "text", max(1, round(size * scale)), int(box[2] * scale), rich=True, leading=leading)
        keywords = tuple(keywords)
        high = laid.line_height / scale
        for row, stretches in enumerate(laid.lines):
            top = box[1] + row * high
            for stretch, face, left, keyword in stretches:
                said = keyword.strip(" .,:;?!")
                card = next((card for name, card in cards if said and (said in name or name in said)), None)
                if card is not None:
                    wide = app.fonts.width(stretch, face, laid.size)
                    self.places.append(((box[0] + left / scale, top, wide / scale, high), Link(CARD, card)))
            line = "".join(stretch.words for stretch in stretches)
            for span, link in named_in(line, keywords, words_of):
                start, end = (_along(app, stretches, laid.size, place) / scale for place in span)
                self.places.append(((box[0] + start, top, end - start, high), link))

    def at(self, x: float, y: float) -> Link | None:
        """Return what is named under a point."""
        return next((link for rect, link in self.places if inside(rect, x, y)), None)

    def marked(self, layer: int = 0) -> list[Drawn]:
        """Return a line under each rule and keyword, to show that it is told of; cards stand out by their letters."""
        colour = faded(self.app.theme.colour("accent"), 0.5)
        return [
            Line(((x, y + high - 1.5), (x + wide, y + high - 1.5)), colour, 1.5, layer=layer)
            for (x, y, wide, high), link in self.places
            if link.kind != CARD
        ]


def named_in(words: str, keywords: Iterable[str], words_of: Mapping[str, str] = NO_WORDS) -> Iterator[tuple[tuple[int, int], Link]]:
    """Yield the rules and keywords that words name, each with where it begins and ends."""
    keywords = tuple(keywords)
    for named in _names((*keywords, *words_of)).finditer(words):
        rule = named[1] or ("" if named[2] in keywords else words_of[named[2]])
        yield named.span(), Link(RULE, rule) if rule else Link(KEYWORD, named[2])


@lru_cache(maxsize=32)
def _names(keywords: tuple[str, ...]) -> re.Pattern[str]:
    """Return what finds the numbers of rules and the keywords of a game in a line; a phase of that name is none."""
    words = "|".join(re.escape(word) for word in sorted(keywords, key=len, reverse=True)) or "(?!)"
    return re.compile(rf"\b([A-Z]{{2,5}}-\d{{1,3}})\b|\b({words})\b(?! [Pp]hase)")


def _along(app: App, stretches: Sequence[Stretch], size: int, place: int) -> float:
    """Return how far along a line a letter stands, in pixels."""
    for stretch, face, left, _ in stretches:
        if place <= len(stretch):
            return left + app.fonts.width(stretch[:place], face, size)
        place -= len(stretch)
    return 0.0


def meanings(keywords: Iterable[Iterable[tuple[str, str]]]) -> dict[str, str]:
    """Return the keywords of cards with their plain meanings, each once, in the order of the alphabet."""
    found: dict[str, str] = {}
    for printed in keywords:
        for word, meaning in printed:
            found.setdefault(word, meaning)
    return dict(sorted(found.items(), key=lambda each: each[0].casefold()))
