"""Pictures cost a history for ever: the recipes leave alone what did not change, and what the pages show is small."""

from __future__ import annotations

import re
from pathlib import Path

import baked
import pytest

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "pictures"
MOST_BYTES = 3 * 2**20


@pytest.fixture(name="place")
def a_folder_with_a_recipe(tmp_path):
    (tmp_path / "recipe.py").write_text("first")
    return tmp_path


def bake(place, content: bytes) -> bool:
    return baked.bake(place / "x.png", lambda: content, place / "recipe.py", ledger=place / "baked.txt", root=place)


def test_a_picture_is_made_once_from_the_same_inputs(place):
    assert bake(place, b"one")
    assert not bake(place, b"never asked for")
    assert (place / "x.png").read_bytes() == b"one"


def test_a_changed_recipe_and_a_lost_picture_are_made_anew(place, monkeypatch):
    monkeypatch.setattr(baked, "alike", lambda old, new: old == new)
    bake(place, b"one")
    (place / "recipe.py").write_text("second")
    assert bake(place, b"two")
    (place / "x.png").unlink()
    assert bake(place, b"three")
    assert (place / "x.png").read_bytes() == b"three"


def test_a_picture_that_looks_the_same_is_not_written_again_nor_made_again(place, monkeypatch):
    monkeypatch.setattr(baked, "alike", lambda _old, _new: True)
    bake(place, b"one")
    (place / "recipe.py").write_text("second")
    assert not bake(place, b"one, encoded otherwise")
    assert (place / "x.png").read_bytes() == b"one"
    monkeypatch.setattr(baked, "alike", lambda *_: pytest.fail("it was made again"))
    assert not bake(place, b"never asked for")


def test_every_picture_that_was_baked_is_there():
    assert [name for name in baked.noted(baked.LEDGER) if not (ROOT / name).exists()] == []


def test_the_pages_pictures_are_all_shown_and_a_few_megabytes_together():
    shown = set(re.findall(r"docs/pictures/[\w.-]+", (ROOT / "README.md").read_text(encoding="utf-8")))
    files = [path for path in PICTURES.iterdir() if path.is_file()]
    assert {path.relative_to(ROOT).as_posix() for path in files} == shown
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES
