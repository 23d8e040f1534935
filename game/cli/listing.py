"""Offers as a list that is heard: what one piece can do in many places is one line, and every number is there to be typed.

`1 Move Ayla to D1; 2: E1; 3: F1` says once what three sentences share; only the words that differ follow behind their number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from game.kernel.offers import Offer, Refusal
from game.kernel.words import counted

LONG = 12
"""Of more places than this only the first and the last are told."""

REFUSED = 30
"""Of more reasons than this the first are told."""

BRIEF = 16
"""Of a sentence with more words than this the reckoning is left out; `odds` and the whole list tell it."""


SHORT = 2
"""So many words of a beginning that sentences share are said again before what differs, where what they share goes on behind it."""


def listed(offers: Sequence[Offer], sentences: Sequence[str], numbers: Sequence[int], *, whole: bool = False) -> Iterator[str]:
    """Yield the lines that list offers; `numbers` are their places among all, from 0. `whole` gives each a line of its own, with all its words.

    Last comes what a main offer closes, as its button at the table says it.
    """
    closing = [f"    With {index + 1}: {offers[index].closes}" for index in numbers if offers[index].main and offers[index].closes]
    if whole:
        yield from (f"{index + 1:3} {sentences[index]}" for index in numbers)
        yield from closing
        return
    short = _short(sentences)
    cut = False
    for group, others in _groups(offers, short, _by_deed(offers, numbers)):
        first, last = group[0], group[-1]
        if len(group) > LONG:
            cut = True
            yield f"{first + 1:3} {short[first].rstrip('.')}, and {len(group) - 2} more up to {last + 1}: {others[-1]}"
        elif others:
            told = (f"{index + 1}: {words}" for index, words in zip(group[1:], others, strict=True))
            yield "; ".join((f"{first + 1:3} {short[first].rstrip('.')}", *told))
        else:
            yield f"{first + 1:3} {short[first]}"
    if cut:
        yield "    Type some words of what you want, such as a place; `all` lists everything."
    yield from closing


def reasons(offers: Sequence[Offer], sentences: Sequence[str], told: Callable[[Refusal], str]) -> Iterator[str]:
    """Yield each reason for which something is refused once, behind all that it refuses."""
    alike: dict[str, list[int]] = {}
    for index, offer in enumerate(offers):
        if offer.refusal is not None:
            alike.setdefault(told(offer.refusal), []).append(index)
    for reason, group in list(alike.items())[:REFUSED]:
        yield f"  {together([offers[index] for index in group], [sentences[index] for index in group])}. Refused: {reason}"
    if len(alike) > REFUSED:
        yield f"  and {counted(len(alike) - REFUSED, 'more reason')}: type some words behind `why`."


def together(offers: Sequence[Offer], sentences: Sequence[str]) -> str:
    """Return in one line what some offers would do, without what would come of it: of one piece's only the words that differ are told."""
    once: dict[str, Offer] = {}
    for index in _by_deed(offers, range(len(offers))):
        once.setdefault(sentences[index].partition(". ")[0].rstrip("."), offers[index])
    short, told = list(once), []
    for group, others in _groups(list(once.values()), short, range(len(short))):
        more = [f"and {len(others) - LONG} more"] if len(others) > LONG else []
        told.append(", ".join((short[group[0]], *others[:LONG], *more)))
    return "; ".join(told)


def brief(sentence: str) -> str:
    """Return a long sentence without its reckoning: what is done, and what comes of it up to the colon that explains it."""
    if len(sentence.split()) <= BRIEF:
        return sentence
    done, _, rest = sentence.partition(". ")
    comes = rest.partition(". ")[0].partition(": ")[0].rstrip(".")
    return f"{done}. {comes}" if comes else sentence


def _short(sentences: Sequence[str]) -> list[str]:
    """Return sentences without their reckoning, but whole where two would be the same without it: what they are aimed at may stand last."""
    short = [brief(sentence) for sentence in sentences]
    same = {words for words, count in Counter(short).items() if count > 1}
    return [sentence if words in same else words for sentence, words in zip(sentences, short, strict=True)]


def _by_deed(offers: Sequence[Offer], numbers: Iterable[int]) -> list[int]:
    """Return numbers in an order in which what one piece can do in one way comes together (A1 on each foe, then A2 on each)."""
    deeds: dict[object, dict[str, list[int]]] = {}
    for index in numbers:
        offer = offers[index]
        deeds.setdefault(offer.source or index, {}).setdefault(offer.verb.partition(" ")[0], []).append(index)
    return [index for ways in deeds.values() for group in ways.values() for index in group]


def matching(sentences: Sequence[str], words: str) -> list[int]:
    """Return the indices of the sentences that hold all the words: those that say just this come before the others, or hold them in a row, three or more, or as whole words."""
    wanted, told = words.casefold().split(), [f" {' '.join(sentence.casefold().split()).rstrip('.')} " for sentence in sentences]
    row = f" {' '.join(wanted).rstrip('.')} "
    just = [index for index, each in enumerate(told) if each == row]
    held = [index for index, each in enumerate(told) if row in each] if len(wanted) > 2 else []
    found = [index for index, sentence in enumerate(sentences) if all(word in sentence.casefold() for word in wanted)]
    whole = [index for index in found if set(wanted) <= {word.strip(".,:;()") for word in sentences[index].casefold().split()}]
    return just or held or whole or found


def _groups(offers: Sequence[Offer], sentences: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[list[int], list[str]]]:
    """Yield stretches of one piece's offers that can be told as one, each with the words in which the others differ from the first."""
    group: list[int] = []
    others: list[str] = []
    for index in numbers:
        alike = bool(group) and offers[index].source is not None and offers[index].source == offers[group[0]].source
        told = _differing([sentences[each] for each in (*group, index)]) if alike else None
        if told is None and group:
            yield group, others
            group = []
        group.append(index)
        others = told or []
    if group:
        yield group, others


def _differing(sentences: Sequence[str]) -> list[str] | None:
    """Return the words in which all but the first of some sentences differ; None where they share too little to be told as one."""
    split = [sentence.rstrip(".").split() for sentence in sentences]
    shortest = min(map(len, split))
    before = next((at for at in range(shortest) if len({words[at] for words in split}) > 1), shortest)
    after = next((at for at in range(shortest - before) if len({words[-1 - at] for words in split}) > 1), shortest - before)
    told = [words[before : len(words) - after] for words in split]
    if (opened := _opened(split[0][:before])) is not None:  # of a note in brackets all is said again: `Left` alone names nothing
        told = [
            words[opened : next((at for at in range(before, len(words)) if words[at].endswith((")", ";"))), len(words)) + 1]
            for words in split
        ]
        told = [[*words[:-1], words[-1].rstrip(";")] for words in told]
    if not before or before + after < 2 or not all(told) or max(map(len, told)) > before + after:
        return None
    if any(
        "".join(words).strip("()").isdecimal() for words in told
    ):  # a number behind a number says nothing: take the name before it along
        first = before - 1
        while first > 1 and split[0][first][0].isupper() and split[0][first - 1][0].isupper():
            first -= 1
        told = [[*each[first:before], *words] for each, words in zip(split, told, strict=True)]
    elif after and before <= SHORT:  # or what comes before the end would be heard in the place of the end: `Attack Ayla with Bo, Attack Cy`
        told = [[*each[:before], *words] for each, words in zip(split, told, strict=True)]
    return [_closed(" ".join(words).replace(". ", ", ")) for words in told[1:]]


def _opened(words: Sequence[str]) -> int | None:
    """Return where the note begins in whose midst some words end that a bracket was opened before; None where none is open."""
    open_ = [at for at, word in enumerate(words) if word.startswith("(")]
    if not open_ or any(word.endswith(")") for word in words[open_[-1] :]):
        return None
    return next((at + 1 for at in range(len(words) - 1, open_[-1] - 1, -1) if words[at].endswith(";")), None)


def _closed(words: str) -> str:
    """Return words without a bracket that was opened before them, or a colon whose sentence is not told again."""
    return words[:-1] if words.endswith(")") and words.count(")") > words.count("(") else words.rstrip(":")
