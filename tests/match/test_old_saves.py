"""Saves that were made by earlier programs open as far as they ever did; `old_saves` holds one a game, by file format."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from game import paths
from game.match.match import Match
from game.match.save import list_saves, read_record, read_snapshot, snapshot_path

OLD = Path(__file__).parent / "old_saves"
SAVES = sorted(OLD.glob("*/*.jsonl"))


@pytest.mark.parametrize("save", SAVES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_old_save_goes_on_where_it_stood(save: Path, tmp_path: Path) -> None:
    """In its own file where today's rules and cards are its own, else from its last position; the file that was sent stays as it is."""
    if (save.parent / "home").is_dir():
        shutil.copytree(save.parent / "home", paths.user_folder(), dirs_exist_ok=True)
    for path in save.parent.glob(f"{save.name}*"):
        shutil.copy(path, tmp_path)
    path, stamp = tmp_path / save.name, read_snapshot(snapshot_path(save)).stamp
    match = Match.resume(path)
    assert match.count == stamp.count
    header = read_record(save).header
    if (match.rules.version, match.setup.catalogue) == (header.version, header.setup.catalogue):
        assert (match.digest, match.first, match.notice) == (stamp.state, 0, "")
    else:
        assert match.notice == "" or "cannot be replayed" in match.notice
    match.submit(match.legal()[0])
    match.close()
    assert match.save_fault == ""
    assert Match.resume(match.path).count == stamp.count + 1


def test_old_saves_are_listed(tmp_path: Path) -> None:
    """Every one, with the number of actions it holds."""
    for folder in OLD.iterdir():
        listed = {entry.path.stem: entry.count for entry in list_saves(folder)}
        assert listed == {save.stem: read_snapshot(snapshot_path(save)).stamp.count for save in folder.glob("*.jsonl")}
