"""Names that a stranger's save or settings hold: whatever they are made of, they are shown as words and do nothing."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from shell_stage import Stage

from game import paths
from game.cli import main
from game.kernel.setup import Setup
from game.kernel.words import as_name
from game.match.match import Match
from game.match.save import list_saves, read_record
from game.match.seats import SeatPlan
from game.rules import open_box
from game.table.screens.saves import Saves
from game.table.shell.settings import bounded, read_settings

NAMES = [
    "\u202e\x1b[2J{0}",
    "\u200b",
    "\ufe0f\u0301",
    "\u115f\u3164",
    "A" * 3_000,
    "{1} [pim-the-potboy] *x*",
    "a\nb\tc",
    "\U000e0041\ud7ff",
]


def saved(name: str, game: str = "starcrossed") -> Path:
    """Return a save in which all that may be called somehow is called so."""
    match = Match.start(Setup(game, 2, seed=5), (SeatPlan("human"), SeatPlan("novice")), folder=paths.saves_folder())
    while match.deciding is not None and match.count < 6:
        match.submit(match.legal()[0])
    match.close()
    (path,) = [entry.path for entry in list_saves() if entry.game == game]
    first, _, rest = path.read_bytes().partition(b"\n")
    header = json.loads(first)
    header["when"] = header["position"] = name
    for each in (*header["plans"], *header["setup"]["decks"]):
        each["name"] = name
    for key, value in header["setup"]["options"].items():
        header["setup"]["options"][key] = name if isinstance(value, str) else value
    path.write_bytes(json.dumps(header).encode() + b"\n" + rest)
    for each in path.parent.glob(f"{path.name}.*"):
        each.unlink()
    return path


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_what_a_save_calls_somebody_can_be_read_by_anybody(name: str):
    path = saved(name)
    (entry,) = list_saves()
    told = (*entry.names, *entry.decks, entry.position, entry.when, *entry.agreed)
    assert all(words.isprintable() and len(words) <= 460 for words in told)
    assert all(1 <= len(words) <= 64 and not {*words} & {*"{}[]*"} for words in entry.names)
    assert read_record(path).header.plans[0].name == as_name(name)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_the_page_of_saves_shows_every_name(name: str):
    saved(name)
    stage = Stage(text_size=150, games=(open_box("starcrossed"),))
    stage.show(Saves())
    for _ in range(3):
        stage.frame(0.1)
    assert isinstance(stage.top, Saves)
    stage.press("down")
    stage.frame(0.1)
    assert isinstance(stage.top, Saves)


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_no_name_reaches_the_terminal_as_anything_but_words(name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    path = saved(name)
    commands = [["replay", str(path)], ["check", str(path)], ["play", "--resume", str(path), "--text"]]
    for words in commands:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        main(words)
        said = "".join(capsys.readouterr())
        assert said
        assert all(letter.isprintable() or letter == "\n" for letter in said), words
        assert "{" not in said


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_settings_hold_a_name_that_can_be_shown(name: str):
    (paths.user_folder() / "settings.json").write_text(
        json.dumps({"name": name, "names": [name]}), encoding="utf-8", errors="surrogatepass"
    )
    settings = bounded(read_settings()[0])
    assert all(words.isprintable() and len(words) <= 40 and not {*words} & {*"{}[]*"} for words in (settings.name, *settings.names))


@pytest.mark.parametrize(
    ("typed", "shown"), [("Z\u0301\u0302\u0303\u0304o\u0323\u0302e", "Z\u0301\u0302o\u0323\u0302e"), ("Änne Ệ", "Änne Ệ")]
)
def test_no_letter_of_a_name_bears_more_than_two_marks(typed: str, shown: str):
    assert as_name(typed) == shown


@pytest.mark.parametrize("whole", [True, False], ids=["beside a match", "alone"])
def test_the_page_of_saves_says_how_many_files_cannot_be_read(*, whole: bool):
    path = saved("Anna") if whole else paths.saves_folder() / "none.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    for name, content in (("empty", b""), ("noise", b"\xff\x00\x17"), ("cut", b'{"game":"star')):
        path.with_name(f"{name}.jsonl").write_bytes(content)
    stage = Stage(games=(open_box("starcrossed"),))
    stage.show(Saves())
    assert "3 files in the folder of matches cannot be read and are not listed: cut.jsonl, empty.jsonl and noise.jsonl." in stage.words()
    for name in "abc":
        path.with_name(f"{name}.jsonl").write_bytes(b"")
    stage.top.enter()
    stage.frame()
    assert "are not listed: a.jsonl, b.jsonl, c.jsonl and 3 more." in stage.words()
    for name in ("a", "b", "c", "cut"):
        path.with_name(f"{name}.jsonl").unlink()
    path.with_name("noise.jsonl").unlink()
    stage.top.enter()
    stage.frame()
    assert "1 file in the folder of matches cannot be read and is not listed: empty.jsonl." in stage.words()
    path.with_name("empty.jsonl").unlink()
    stage.top.enter()
    stage.frame()
    assert "cannot be read" not in stage.words()
