"""What fuzzers share: values that are nearly right, drawn by seed, and how many times as many inputs are wanted."""

from __future__ import annotations

import os
from functools import reduce
from typing import Any

from game.kernel.chance import Chance

TIMES = int(os.environ.get("STARCROSS_FUZZ", "1"))
"""Each fuzzer tries so many times as many inputs as in the daily tests."""

Place = tuple[str | int, ...]

NUMBERS = (-(2**63), -(10**9), -1000, -7, -2, -1, 0, 1, 2, 3, 5, 6, 7, 10, 20, 21, 99, 100, 1000, 50_000, 10**9, 2**31, 2**62, 2**63 - 1)
WORDS = (
    "",
    "nothing",
    "0",
    "../..",
    "\x00",
    "Ä" * 40,
    "x" * 300,
    "map:0",
    "map:9999",
    "map:-1",
    "map:x",
    "{0}",
    "[x]",
    "hp",
    "turn",
    "main",
)


def some_place(value: Any, chance: Chance) -> Place:
    """Return a place of plain values, found by going down: so a field that holds one number is met as often as one with a hundred."""
    at: Place = ()
    while True:
        keys: list[Any] = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list | tuple) else []
        if not keys or (at and chance.below(6) == 0):
            return at
        at = (*at, chance.pick(keys))
        value = value[at[-1]]


def part_at(value: Any, place: Place) -> Any:
    """Return what stands at a place."""
    return reduce(lambda part, key: part[key], place, value)


def replaced(value: Any, place: Place, other: Any) -> Any:
    """Return plain values with another one at a place."""
    if not place:
        return other
    key, *deeper = place
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(copy[key], tuple(deeper), other)
    return copy


def other_value(place: Place, whole: Any, chance: Chance) -> Any:
    """Return something else that could stand at a place: mostly of the same kind, now and then what stands elsewhere."""
    value = part_at(whole, place)
    if chance.below(8) == 0:
        return part_at(whole, some_place(whole, chance))
    match value:
        case bool():
            return not value
        case int():
            return value + chance.pick((-3, -2, -1, 1, 2, 3)) if chance.below(2) else chance.pick(NUMBERS)
        case str():
            return chance.pick(WORDS)
        case list() | tuple() if value:
            kept = [*value]
            match chance.below(4):
                case 0:
                    kept.pop(chance.below(len(kept)))
                case 1:
                    kept.append(chance.pick(kept))
                case 2:
                    kept.reverse()
                case _:
                    kept *= chance.pick((0, 2, 50))
            return kept
        case dict() if value:
            gone = chance.pick(list(value))
            return {key: each for key, each in value.items() if key != gone}
        case None:
            return chance.pick((0, -1, {}, [], ""))
        case _:
            return chance.pick((None, [0], ["x"], {"x": 1}, 1))


TOKENS = (
    b"-1", b"0", b"99999999999999999999", b"1e400", b"NaN", b"true", b"null", b"{}", b"[]", b'""', b"'", b'"', b"\n", b"\r\n", b"\0", b"\xff\xfe",
    b"\xef\xbb\xbf", b"\xc3\x84", b"\xe2\x80\xae", b"\xf0\x9f\x8c\xb9", b"../../../etc/passwd", b"C:\\x", b"<!DOCTYPE x>", b"&lt;", b"[[card]]", b"[", b"{" * 60,
    b"(" * 60, b"x" * 3000, b"\\u0000", b"\\ud800", b"=", b" ", b"#", b",", b"1" * 400,
)  # fmt: skip


def damaged(content: bytes, chance: Chance) -> bytes:
    """Return the bytes of a file with some of them changed, cut out, doubled, exchanged or written over with what readers stumble on."""
    broken = bytearray(content)
    for _ in range(1 + chance.below(3)):
        at = chance.below(len(broken) + 1)
        much = 1 + (chance.below(8) if chance.below(3) else chance.below(400))
        match chance.below(7):
            case 0:
                broken[at : at + 1] = bytes([chance.below(256)])
            case 1:
                del broken[at : at + much]
            case 2:
                broken[at:at] = broken[at : at + much]
            case 3:
                broken[at:at] = chance.pick(TOKENS)
            case 4:
                lines = bytes(broken).split(b"\n")
                here, there = chance.below(len(lines)), chance.below(len(lines))
                lines[here], lines[there] = lines[there], lines[here]
                broken = bytearray(b"\n".join(lines))
            case 5:
                lines = bytes(broken).split(b"\n")
                number = chance.below(len(lines))
                key, sign, _ = lines[number].partition(b"=")
                lines[number] = key + sign + b" " + chance.pick(TOKENS) if sign else lines[number] * 2
                broken = bytearray(b"\n".join(lines))
            case _:
                words = [place for place in range(len(broken)) if chr(broken[place]).isdigit()]
                if words:
                    place = chance.pick(words)
                    broken[place : place + 1] = chance.pick((b"-1", b"0", b"9" * 20, b"7", b"", b"x"))
    return bytes(broken)
