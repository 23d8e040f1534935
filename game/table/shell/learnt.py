"""What the player has learnt: lessons gone through and puzzles solved, kept in one small file in the user's folder.

A file that cannot be read counts as empty: nobody is kept from a lesson by it.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from game import paths
from game.content.files import MissingError, UnreadableError, read_whole, replace_file

_MOST_BYTES = 262_144
_MOST = 5000


def learnt_path() -> Path:
    """Return where it is kept."""
    return paths.user_folder() / "learnt.json"


def learnt() -> frozenset[str]:
    """Return what is done, each as `game/name`."""
    try:
        return frozenset(msgspec.json.decode(read_whole(learnt_path(), _MOST_BYTES), type=list[str])[:_MOST])
    except (MissingError, UnreadableError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return frozenset()


def mark_learnt(game: str, name: str) -> str:
    """Mark a lesson or puzzle as done; return one sentence if that could not be kept (else an empty one)."""
    done = learnt() | {f"{game}/{name}"}
    try:
        replace_file(learnt_path(), msgspec.json.format(msgspec.json.encode(sorted(done)), indent=2) + b"\n")
    except OSError as error:
        return f"What you have learnt could not be saved in {learnt_path()} ({error.strerror})."
    return ""
