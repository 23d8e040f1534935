"""Open in Tiled: the button is there where Tiled is, opens a map of one's own, and what is saved there shows at once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.rules import open_box
from game.table.pages.anew import FaultsPanel
from game.table.screens import new_match
from game.table.screens.new_match import NewMatch
from game.table.shell import programs
from game.table.shell.app import LOOK_AGAIN


@pytest.fixture(name="asked")
def tiled_is_installed(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    asked: list[Path] = []
    monkeypatch.setattr(new_match, "tiled", lambda: "/usr/bin/tiled")
    monkeypatch.setattr(new_match, "open_in_tiled", lambda path: asked.append(path) or "")
    return asked


def opened() -> tuple[Stage, NewMatch]:
    stage = Stage((1920, 1080), games=(open_box("overcross"),))
    page = stage.show(NewMatch(open_box("overcross")))
    page.choose_map("small")
    stage.frame(LOOK_AGAIN + 1)
    return stage, page


def saved(path: Path, old: str, new: str, later: int) -> None:
    """Save a map as an editor does, so many seconds later."""
    path.write_text(path.read_text("utf-8").replace(old, new), encoding="utf-8")
    os.utime(path, (path.stat().st_atime, path.stat().st_mtime + later))


def test_a_copy_is_opened_and_what_is_saved_shows_at_once(asked: list[Path]) -> None:
    stage, page = opened()
    stage.click("draw")
    mine = paths.maps_folder("overcross") / "my-small.tmx"
    assert asked == [mine]
    assert page.map == "my-small"
    stage.frame(LOOK_AGAIN + 1)
    assert "Rooftop, my own" in stage.words()
    assert "A file was changed" not in stage.words()
    before = page.setup()
    saved(mine, "Eight steps from ledge to ledge", "Drawn a minute ago", 5)
    stage.frame(LOOK_AGAIN + 1)
    assert "Drawn a minute ago" in stage.words()
    assert page.setup() == before


def test_a_map_that_is_broken_for_a_moment_is_chosen_again_when_it_is_whole(asked: list[Path]) -> None:
    stage, page = opened()
    stage.click("draw")
    saved(asked[0], 'class="deploy"', 'class="depoly"', 5)
    saved(asked[0], 'type="deploy"', 'type="depoly"', 5)
    stage.frame(LOOK_AGAIN + 1)
    assert isinstance(stage.top, FaultsPanel)
    stage.press("return")
    assert page.map != "my-small"
    saved(asked[0], "depoly", "deploy", 10)
    stage.frame(LOOK_AGAIN + 1)
    assert page.map == "my-small"


def test_without_tiled_there_is_no_button(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(new_match, "tiled", lambda: "")
    _, page = opened()
    assert page.widget("draw") is None
    assert page.widget("map") is not None
    assert not paths.maps_folder("overcross").exists()


def test_an_editor_that_does_not_start_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(programs, "tiled", lambda: str(tmp_path / "gone"))
    assert programs.open_in_tiled(tmp_path / "map.tmx").startswith("Tiled cannot be started (")


def test_the_editor_is_found_on_the_path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    program = tmp_path / "tiled"
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    programs.tiled.cache_clear()
    try:
        assert programs.tiled() == str(program)
    finally:
        programs.tiled.cache_clear()
