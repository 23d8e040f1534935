"""Through a pipe every letter arrives as it was told, and what is typed there is read in either encoding."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from game.cli import main, streams

ROOT = str(Path(__file__).parents[2])


@pytest.fixture
def pipes(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return what puts a pipe of Windows beneath this process, with what comes through it and what the user asked for."""

    def put(typed: bytes = b"", **environ: str) -> tuple[io.BytesIO, io.BytesIO]:
        out, err = io.BytesIO(), io.BytesIO()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed), "cp1252", "surrogateescape"))
        monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out, "cp1252", "surrogateescape"))
        monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(err, "cp1252", "backslashreplace", write_through=True))
        monkeypatch.setattr(streams, "os", SimpleNamespace(name="nt", environ=environ))
        return out, err

    return put


@pytest.mark.parametrize(
    ("asked", "encoding"),
    [
        ({}, "utf-8"),
        ({"PYTHONIOENCODING": ":strict"}, "utf-8"),
        ({"PYTHONUTF8": "1"}, "utf-8"),
        ({"PYTHONIOENCODING": "cp1252"}, "cp1252"),
        ({"PYTHONUTF8": "0"}, "cp1252"),
    ],
)
def test_charts_and_names_come_through_a_pipe_of_windows_whole(asked: dict[str, str], encoding: str, pipes: Any) -> None:
    out, err = pipes(**asked)
    assert main(["sets", "shine"]) == 0
    assert main(["check", "Łódź ★.toml"]) == 2
    bars, name = ("██████", "Łódź ★") if encoding == "utf-8" else ("??????", r"\u0141ód\u017a \u2605")
    assert bars in out.getvalue().decode(encoding)
    assert err.getvalue().decode(encoding).strip() == f"starcross: There is no file or folder {name}.toml."


@pytest.mark.parametrize(("typed", "read"), [("für".encode(), "für"), ("für".encode("cp1252"), "für"), (b"f\x81r", "f\ufffdr")])
def test_what_is_typed_through_a_pipe_of_windows_is_read_in_either_encoding(typed: bytes, read: str, pipes: Any) -> None:
    out, _ = pipes(typed + b"\nquit\n")
    assert main(["play", "verona", "--text", "--seat", "human", "random", "--seed", "5"]) == 0
    assert f"Nothing you may do now matches {read!r}" in out.getvalue().decode()
    assert main(["sets", "shine"]) == 0, "streams that were read from before"


def test_what_is_no_text_where_it_is_read_strictly_ends_no_match(tmp_path: Path) -> None:
    """On Linux a letter in another encoding than the terminal's ended the match with a traceback."""
    strict = {**os.environ, "STARCROSS_HOME": str(tmp_path), "PYTHONPATH": ROOT, "PYTHONIOENCODING": "utf-8:strict"}
    done = subprocess.run(
        [sys.executable, "-m", "game", "play", "verona", "--text", "--seat", "human", "random", "--seed", "5"],
        input=b"f\xfcr\nquit\n",
        env=strict,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert "Nothing you may do now matches 'f\ufffdr'" in done.stdout.decode()


def test_what_was_read_before_the_program_began_is_no_hindrance(pipes: Any) -> None:
    pipes(b"one\ntwo\n")
    assert sys.stdin.readline() == "one\n"
    assert main(["sets", "shine"]) == 0
    assert sys.stdin.readline() == "two\n"


def test_a_pipe_is_written_in_utf_8_where_nobody_asked_for_anything_else() -> None:
    """Elsewhere than on Windows that is what Python does."""
    free = {name: value for name, value in os.environ.items() if name not in {"PYTHONIOENCODING", "PYTHONUTF8"}}
    done = subprocess.run([sys.executable, "-m", "game", "sets", "shine"], env=free | {"PYTHONPATH": ROOT}, capture_output=True, check=True)
    assert "██████" in done.stdout.decode("utf-8")
