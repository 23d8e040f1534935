"""Maps of one's own: a copy to draw on has all it needs beside it, means the same, and never lies over what ships."""

from __future__ import annotations

import pytest

from game import paths
from game.content.faults import ContentError
from game.content.maps import read_battle_map
from game.content.own_maps import map_files, own_map
from game.rules import open_box


def test_a_copy_means_what_the_map_means_and_can_be_played_on() -> None:
    shipped = paths.MAPS / "overcross" / "small.tmx"
    before = shipped.read_bytes()
    copy = own_map("overcross", "small")
    assert copy == paths.maps_folder("overcross") / "my-small.tmx"
    assert shipped.read_bytes() == before
    theirs, mine = read_battle_map(shipped), read_battle_map(copy)
    assert mine.digest == theirs.digest
    assert (theirs.title, mine.title) == ("Rooftop", "Rooftop, my own")
    assert mine.tilesets[0].image == str(paths.maps_folder("tilesets") / "overcross.png")
    assert ("my-small", "Rooftop, my own") in open_box("overcross").maps(2)


def test_ones_own_map_is_itself_and_another_copy_has_another_name() -> None:
    first = own_map("overcross", "small")
    assert own_map("overcross", "my-small") == first
    first.write_text(first.read_text("utf-8").replace("my own", "drawn anew"), encoding="utf-8")
    tiles = paths.maps_folder("tilesets") / "overcross.tsx"
    tiles.write_bytes(tiles.read_bytes() + b"<!-- mine -->")
    assert own_map("overcross", "small").name == "my-small-2.tmx"
    assert read_battle_map(first).title == "Rooftop, drawn anew"
    assert tiles.read_bytes().endswith(b"<!-- mine -->")


def test_what_is_no_map_is_copied_nowhere(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    with pytest.raises(KeyError):
        own_map("overcross", "nowhere")
    maps = tmp_path / "maps"
    (maps / "overcross").mkdir(parents=True)
    monkeypatch.setattr(paths, "MAPS", maps)
    text = (paths.PACKAGE.parent / "maps" / "overcross" / "small.tmx").read_text("utf-8")
    (tmp_path / "secret.tsx").write_text("<tileset/>", encoding="utf-8")
    (maps / "overcross" / "sly.tmx").write_text(text.replace("../tilesets/overcross.tsx", "../../secret.tsx"), encoding="utf-8")
    with pytest.raises(ContentError, match="lies outside the folder of maps"):
        own_map("overcross", "sly")
    assert list(map_files("overcross")) == ["sly"]
    assert not paths.maps_folder("overcross").exists()
