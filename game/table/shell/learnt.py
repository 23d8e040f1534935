"""What the player has learnt: lessons gone through and puzzles solved, kept in one small file in the user's folder.

A file that cannot be read counts as empty, and is set aside at the next mark: nobody is kept from a lesson by it.
"""

from __future__ import annotations

from pathlib import Path

from game import paths
from game.content.files import UnreadableError
from game.content.kept import Kept

_MOST_BYTES = 262_144
_MOST = 5000


def learnt_path() -> Path:
    """Return where it is kept."""
    return paths.user_folder() / "learnt.json"


def learnt() -> frozenset[str]:
    """Return what is done, each as `game/name`."""
    try:
        return frozenset((_kept().read() or [])[:_MOST])
    except UnreadableError:
        return frozenset()


def mark_learnt(game: str, name: str) -> str:
    """Mark a lesson or puzzle as done; return one sentence where that could not be kept or an unreadable file was set aside (else an empty one)."""
    return _kept().write(sorted(learnt() | {f"{game}/{name}"}))


def _kept() -> Kept[list[str]]:
    return Kept("What you have learnt", learnt_path(), list[str], _MOST_BYTES)
