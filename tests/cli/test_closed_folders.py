"""A folder of one's own that nobody may look into ends nothing: the command plays on with what it can read and says which folder it is."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

UNPRIVILEGED = ("setpriv", "--bounding-set=-dac_override,-dac_read_search") if sys.platform == "linux" and os.geteuid() == 0 else ()
"""Whoever is root may look into everything; without these two rights the bits of a folder count for root as well."""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or (bool(UNPRIVILEGED) and not shutil.which("setpriv")), reason="nobody is kept out of a folder here"
)


@pytest.mark.parametrize("closed", ["cards", "cards/overcross", "decks", "maps/overcross", "mods", "saves"])
def test_a_closed_folder_is_told_in_one_sentence_and_a_match_is_played_all_the_same(closed: str, tmp_path: Path) -> None:
    for name in ("cards/overcross", "decks/overcross", "maps/overcross", "mods/some", "saves"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / closed).chmod(0)
    try:
        done = subprocess.run(
            [*UNPRIVILEGED, sys.executable, "-m", "game", "play", "overcross", "--text"],
            cwd=ROOT,
            env={**os.environ, "STARCROSS_HOME": str(tmp_path)},
            input="",
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    finally:
        (tmp_path / closed).chmod(0o700)
    said = done.stdout + done.stderr
    assert done.returncode == (2 if closed == "saves" else 0), said
    assert "Traceback" not in said
    assert "Round 1" in said
    wanted = "could not be saved" if closed == "saves" else "the folder cannot be looked into (Permission denied)"
    assert wanted in said
    assert ("To go on" in said) == (closed != "saves")
