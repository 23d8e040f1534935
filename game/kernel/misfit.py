"""What does not fit where it stands, in the words of people: msgspec says it in those of programmers, with a place such as `$.deck[2].name`."""

from __future__ import annotations

import re
from collections.abc import Callable

from game.kernel.words import counted, enumerated

MISSING = "the field is missing"

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "text",
    "bool": "true or false",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
    "bytes": "bytes",
    "date": "a date",
    "datetime": "a date with a time",
    "time": "a time of day",
}
_POINTED = "a number with a decimal point"
_BOUNDS = {">=": "of at least", "<=": "of at most", ">": "of more than", "<": "of less than"}
_UNITS = {"str": "character", "object": "entry", "bytes": "byte"}
_MANY = {"entry": "entries"}

Said = str | Callable[[re.Match[str]], str]


def _kinds(names: str) -> str:
    return enumerated([_KINDS.get(name, name) for name in names.split(" | ")], "or")


def _not(name: str) -> str:
    return _POINTED if name == "float" else _kinds(name)


def _long(kind: str, length: str) -> str:
    unit = _UNITS.get(kind, "")
    return counted(int(length), unit, _MANY.get(unit, "")) if unit else length


_SAID: tuple[tuple[str, Said], ...] = (
    (r"Object contains unknown field `([^`]*)`", r"there is no field `\1`"),
    (r"Object missing required field `([^`]*)`", rf"\1: {MISSING}"),
    (r"Expected `([^`]*)`, got `([^`]*)`", lambda found: f"this must be {_kinds(found[1])}, not {_not(found[2])}"),
    (r"Expected `array` of at (least|most) length (\d+)(?:, got (\d+))?", lambda found: _counted(f"at {found[1]} {found[2]}", found[3])),
    (r"Expected `array` of length (\d+(?: to \d+)?)(?:, got (\d+))?(?![\d.])", lambda found: _counted(found[1], found[2])),
    (
        r"Expected `([^`]*)` of length (>=|<=) (\d+)",
        lambda found: f"this must be {_kinds(found[1])} {_BOUNDS[found[2]]} {_long(found[1], found[3])}",
    ),
    (r"Expected `([^`]*)` (>=|<=|>|<) (-?[\d.e+]+)", lambda found: f"this must be {_kinds(found[1])} {_BOUNDS[found[2]]} {found[3]}"),
    (r"Expected `([^`]*)` that's a multiple of", lambda found: f"this must be {_kinds(found[1])} that is a multiple of"),
    (r"Expected `([^`]*)` matching regex", lambda found: f"this must be {_kinds(found[1])} of the form"),
    (r"Expected `([^`]*)`", lambda found: f"this must be {_kinds(found[1])}"),
    (r"\AExpected", "this must be"),
    (r"Invalid (?:enum )?value", "this cannot be"),
    (r"\A(?:Integer value|Number) out of range", "this number is too large or too small"),
    (r"\AJSON is malformed: (.*) \(byte (\d+)\)", r"this is no JSON (byte \2)"),
    (r"\AInput data was truncated", "it is cut off"),
)
_PATTERNS = tuple((re.compile(pattern), wanted) for pattern, wanted in _SAID)
_IN_KEY = re.compile(r"\A(?:key` in `)+")
_MISSED = re.compile(r"\AObject missing required field `([^`]*)`")


def _counted(length: str, given: str | None) -> str:
    return f"this must be a list of {length}" + (f", not of {given}" if given else "")


def in_plain(words: str) -> str:
    """Return what a library says of a value as people say it; other words stay as they are."""
    for pattern, wanted in _PATTERNS:
        words = pattern.sub(wanted, words)
    return words


def parted(error: str) -> tuple[str, str]:
    """Return the place that an error names, `$` for the whole, and its words as they are."""
    words, _, where = error.partition(" - at `")
    return where.rstrip("`") or "$", words


def told(place: str, words: str) -> tuple[str, str]:
    """Return a place and what is said of it as people say it; a field that is missing is named by the place."""
    missed = _MISSED.match(words)
    within = _IN_KEY.sub("", place)
    plain = MISSING if missed else in_plain(words)
    if within != place:
        plain = plain.replace("this must be", "each name in it must be", 1)
    return f"{within}.{missed[1]}" if missed else within, plain


def bare(place: str) -> str:
    """Return a place as people read it: from the whole on, and without the mark for any entry of a table."""
    return place.removeprefix("$").removeprefix(".").replace("[...]", "")
