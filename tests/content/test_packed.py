"""Zips of strangers: what belongs is unpacked, what swells, links, comes twice or is broken is refused in words, and nothing else comes of damage."""

from __future__ import annotations

import io
import stat
import struct
import warnings
import zipfile

import pytest
from fuzzing import TIMES

from game.content.files import UnreadableError
from game.content.packed import unpacked
from game.kernel.chance import Chance

LARGEST = {"a.txt": 100, "b.txt": 5_000, "long.txt": 100_000}


def zipped(*members: tuple[str | zipfile.ZipInfo, bytes], how: int = zipfile.ZIP_DEFLATED, remark: bytes = b"") -> bytes:
    room = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(room, "w", how) as archive:
        warnings.simplefilter("ignore")
        archive.comment = remark
        for name, content in members:
            archive.writestr(name, content)
    return room.getvalue()


def read(content: bytes, *, files: int = 3, whole: int = 50_000) -> dict[str, bytes]:
    return unpacked(content, lambda name: LARGEST.get(name, 0), files=files, whole=whole)


def link(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)
    entry.external_attr = (stat.S_IFLNK | 0o777) << 16
    return entry


SWOLLEN = zipped(("b.txt", bytes(range(200)) * 9))


@pytest.mark.parametrize("how", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
def test_what_belongs_is_unpacked_and_folders_are_passed_over(how: int) -> None:
    content = zipped(("x/", b""), ("a.txt", b"a" * 100), ("b.txt", b""), how=how, remark=b"made by hand")
    assert read(content) == {"a.txt": b"a" * 100, "b.txt": b""}


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "no zip"),
        (b"PK\x05\x06", "no zip"),
        (zipped(("a.txt", b"x"))[:-1], "no zip"),
        (zipped(("a.txt", b"x")) + b"more", "no zip"),
        (zipped(("a.txt", b"x"))[:-22] + struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 0xFFFFFFFF, 0xFFFFFFFF, 0), "lists more"),
        (zipped(("other.txt", b"x")), "'other.txt' does not belong"),
        (zipped(("../a.txt", b"x")), "'../a.txt' does not belong"),
        (zipped((link("a.txt"), b"/etc/passwd")), "'a.txt' does not belong"),
        (zipped(("a.txt", b"x"), ("a.txt", b"y")), "'a.txt' lies in it twice"),
        (zipped(("a.txt", b"x" * 101)), "a.txt is larger"),
        (zipped(("long.txt", b"\0" * 60_000)), "long.txt is larger"),
        (zipped(*((f"{n}/", b"") for n in range(4))), "it holds 4 files, and 3 are read at most"),
        (zipped(*((f"{n}/", b"") for n in range(900))), "lists more"),
        (zipped(("a.txt", b"x"), how=zipfile.ZIP_BZIP2), "a way that is not read"),
        (SWOLLEN[:40] + b"\xff" * 30 + SWOLLEN[70:], "cannot be unpacked \\(error\\)"),
    ],
    ids=range(15),
)
def test_what_does_not_is_refused_in_words(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableError, match=words):
        read(content)


def test_of_a_damaged_zip_nothing_but_a_refusal_comes() -> None:
    sound, chance = zipped(("a.txt", b"some words " * 9), ("b.txt", bytes(range(250)) * 8)), Chance(5)
    refused = 0
    for _ in range(300 * TIMES):
        broken = bytearray(sound)
        for _ in range(1 + chance.below(3)):
            at = chance.below(len(broken))
            if chance.below(3):
                broken[at] = chance.below(256)
            else:
                del broken[at : at + chance.below(30)]
        try:
            assert set(read(bytes(broken))) <= set(LARGEST)
        except UnreadableError:
            refused += 1
    assert refused > 150 * TIMES
