"""Words with names in them: log lines and prompts name seats as `{0}` and cards as `[card-id]`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from unicodedata import category

UNSAID = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
"""A sign that no text has: one that steers a terminal, turns the order of letters round, or is half a letter; tabs and ends of lines are none."""


_MARK = re.compile(r"\{(\d)\}|\[([a-z0-9][a-z0-9-]*)\]")

_SIGNS = str.maketrans("{}[]*", "()()·")

MARKS = 2
"""So many marks stand over or under a letter of a name or of a file's words: more would reach out of its line."""

FEW = 12
"""So many words that would fit are all told where none of them is like the one that stands there."""

LONGEST = 60
"""So much of a word that is none is quoted, and compared with those that are."""


def spoken(words: str, names: Sequence[str], card_name: Callable[[str], str]) -> str:
    """Return the words with every seat and card named in full.

    `names` holds one name a seat; `card_name` gives the printed name of a card id.
    """

    def name(mark: re.Match[str]) -> str:
        if mark[1]:
            seat = int(mark[1])
            return names[seat] if seat < len(names) else f"Seat {seat + 1}"
        return card_name(mark[2])

    return _MARK.sub(name, words)


def sayable(words: str) -> str:
    """Return words as any terminal may show them: what would steer it, or turn the order of letters round, is a `?`."""
    return UNSAID.sub("?", words)


def unmarked(words: str) -> str:
    """Return words without the asterisks around those that stand out."""
    return words.replace("*", "")


def as_name(words: str, longest: int = LONGEST) -> str:
    """Return what somebody chose to be called so that it can stand in any sentence: printable, on one line, not too long, and marking nothing."""
    seen = "".join(letter if letter.isprintable() else " " for letter in words[: 4 * longest].translate(_SIGNS))
    return " ".join(lightened(seen).split())[:longest].rstrip()


def overladen(words: str) -> bool:
    """Tell whether a letter bears more marks than stand within its line."""
    return lightened(words) != words


def lightened(words: str) -> str:
    """Return words without the marks that would reach out of their line."""
    return words if words.isascii() else "".join(letter for letter, nth in zip(words, _stacked(words), strict=True) if nth <= MARKS)


def _stacked(words: str) -> Iterator[int]:
    """Yield for each letter the how manyth mark it is over or under the one before it: 0 for a letter of its own."""
    nth = 0
    for letter in words:
        nth = nth + 1 if category(letter) in {"Mn", "Me"} else 0
        yield nth


def capitalised(words: str) -> str:
    """Return the words as they begin a sentence: the first letter large, all others as they are."""
    return words[:1].upper() + words[1:]


def enumerated(words: Sequence[str], last: str = "and") -> str:
    """Return words as a sentence lists them: `A`, `A and B`, `A, B and C`; `last` joins the last of them."""
    return f"{', '.join(words[:-1])} {last} {words[-1]}" if len(words) > 1 else "".join(words)


def first_few(sentences: Sequence[str], most: int = 3) -> str:
    """Return the first of some sentences, and how many more there are."""
    return " ".join([*sentences[:most], *([f"(and {len(sentences) - most} more)"] if len(sentences) > most else [])])


def counted(n: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: `1 die`, `3 dice`."""
    return f"{n} {noun if n == 1 else plural or noun + 's'}"


def slug(words: str) -> str:
    """Return words as compared: lower case, with everything but letters and digits left out."""
    return "".join(sign for sign in words.lower() if sign.isalnum())


def shown(value: object) -> str:
    """Return any value as a sentence quotes it: on one line, and short."""
    try:
        said = repr(value[:41] if isinstance(value, str) else value)
    except Exception:  # noqa: BLE001  (a stranger's value may fail in any way; so does a number of thousands of digits)
        return f"this {type(value).__name__}"
    return " ".join(said.split()) if len(said) <= 60 else f"{' '.join(said[:59].split())}…"


def near(word: str, among: Iterable[str], most: int = 3) -> list[str]:
    """Return the words that one which is none may have been meant for, the nearest first, and one that differs in capitals alone; of two letters, one may be wrong."""
    from difflib import get_close_matches  # noqa: PLC0415  (only where something is wrong)

    there = list(among)
    if alike := [each for each in there if each.casefold() == word[:LONGEST].casefold()]:
        return alike[:most]
    return get_close_matches(word[:LONGEST], there, n=most, cutoff=0.5 if len(word) <= 2 else 0.6)


def fitting(words: Sequence[str]) -> str:
    """Return the words that would fit as the end of a sentence (`; 'heal' would fit`), or nothing."""
    return f"; {enumerated([repr(each) for each in words], 'or')} would fit" if words else ""


def meant(word: str, among: Iterable[str]) -> str:
    """Return which words would fit in place of one that is none, as the end of a sentence, or nothing."""
    return fitting(near(word, among))


def meant_name(words: str, names: Iterable[str]) -> str:
    """Return which names would fit in place of one that is none, however either is written, as the end of a sentence, or nothing."""
    written: dict[str, str] = {}
    for name in names:
        written.setdefault(slug(name), name)
    return fitting([written[each] for each in near(slug(words), written)])


def meant_or_any(word: str, among: Iterable[str]) -> str:
    """Return which words would fit in place of one that is none, or where none is like it all there are, if these are few, or nothing."""
    there = [each for each in dict.fromkeys(among) if each]
    return fitting(near(word, there) or (there if len(there) <= FEW else []))


def no_card(card: str, among: Iterable[str]) -> str:
    """Return that there is no such card, and which are called nearly so, as a sentence without its capital letter and full stop."""
    return f"there is no card {card[:LONGEST]!r}{meant(card, among)}"
