"""Whatever stands in a file, and on the command line: it is read or refused in sentences, nothing hangs, nothing is written, nothing falls over.

Files that are sound are damaged by seed. `make fuzz TIMES=100` tries a hundred times as many.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import shlex
import shutil
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from fuzzing import TIMES, TOKENS, damaged

from game import paths
from game.cli import COMMANDS, MODULES, main
from game.content import creatures
from game.content.positions import DECKS
from game.kernel.chance import Chance
from game.match.match import Match
from game.match.save import SaveError, list_saves
from game.rules import open_box
from game.table.screens.deck_book import DeckBook
from game.table.shell.settings import Settings, read_settings, settings_path, write_settings

ROOT = Path(__file__).parents[1]
INPUTS = 12
LONGEST_SENTENCE = 2_000

OLD = ROOT / "tests" / "match" / "old_saves"
FILES: dict[str, tuple[Path, str]] = {
    **{f"cards of {game}": (min((paths.ASSETS / "cards" / game).glob("*.toml")), f"cards/{game}") for game in ("overcross", "starcrossed", "shine", "cardmaster")},
    **{f"decks of {game}": (min((paths.ASSETS / "decks" / game).glob("*.toml")), f"decks/{game}") for game in ("overcross", "starcrossed", "shine")},
    "a theme": (paths.ASSETS / "themes" / "shine.toml", "themes"),
    "a map": (paths.MAPS / "overcross" / "small.tmx", "maps/overcross"),
    "a tileset": (paths.MAPS / "tilesets" / "overcross.tsx", "maps/tilesets"),
    "a table": (paths.MAPS / "tables" / "shine.tmx", "maps/tables"),
    "a rules page": (paths.ASSETS / "rules" / "verona.md", "rules"),
    **{f"a save of {path.stem}": (path, "saves") for path in sorted((OLD / "format_2_without_rows").glob("*.jsonl"))},
    **{f"a position of {path.parent.name}": (path, f"positions/{path.parent.name}") for path in sorted((paths.ASSETS / "positions").glob("*/*-*.toml"))[::4]},
    **{f"decks beside positions of {path.parent.name}": (path, f"positions/{path.parent.name}") for path in sorted((paths.ASSETS / "positions").glob(f"*/{DECKS}"))},
}  # fmt: skip
"""A sound file of each kind, and the folder it is read in."""


def told(run: Callable[[], int]) -> tuple[int, str]:
    """Return the exit code of a command and what it says."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = run()
    return code, said.getvalue()


def damages(name: str) -> Chance:
    return Chance(sum(map(ord, name)))


@pytest.mark.parametrize("name", FILES)
def test_a_damaged_file_is_sound_or_refused_in_sentences(name: str, tmp_path: Path) -> None:
    source, folder = FILES[name]
    place = tmp_path / folder / source.name
    place.parent.mkdir(parents=True)
    if source.suffix in {".tmx", ".tsx"}:
        shutil.copytree(paths.MAPS / "tilesets", tmp_path / "maps" / "tilesets", dirs_exist_ok=True)
    if folder.startswith("positions") and (source.parent / DECKS).is_file():
        for beside in (DECKS, "lesson-1.toml"):
            shutil.copy(source.parent / beside, place.parent)
    asked = place.parent if source.name == DECKS else place
    if source.suffix == ".tsx":
        shutil.copytree(paths.MAPS / "overcross", tmp_path / "maps" / "overcross")
        asked = tmp_path / "maps" / "overcross" / "small.tmx"
    sound, chance = source.read_bytes(), damages(name)
    for number in range(INPUTS * TIMES):
        place.write_bytes(damaged(sound, chance))
        try:
            code, said = told(lambda: main(["check", str(asked)]))
        except Exception as error:
            error.add_note(f"{name}, input {number}")
            raise
        assert code in {0, 1, 2}, f"{name}, input {number}"
        assert all(len(line) < LONGEST_SENTENCE and line.isprintable() for line in said.splitlines()), f"{name}, input {number}: {said!r}"


@pytest.mark.parametrize(("old", "new"), [(b'"when"', b'"wh\\u001b[31men"'), (b'"name":"', b'"name":"\\u001b[2J' + b"x" * 5000)])
def test_a_strangers_save_does_nothing_to_the_terminal(old: bytes, new: bytes, tmp_path: Path) -> None:
    place = tmp_path / "save.jsonl"
    source = FILES["a save of overcross"][0].read_bytes().replace(b'"marda-oakapron":', b'"nobody":')
    place.write_bytes(source.replace(old, new))
    code, said = told(lambda: main(["check", str(place)]))
    assert code == 1
    assert all(len(line) < LONGEST_SENTENCE and line.isprintable() for line in said.splitlines())


@pytest.mark.parametrize("name", [name for name in FILES if name.startswith("a save")])
def test_a_damaged_save_is_opened_or_refused(name: str, tmp_path: Path) -> None:
    """With the snapshot beside it, sound or damaged as well; what is opened can be played."""
    source, chance = FILES[name][0], damages(name)
    place, snapshot = tmp_path / "save.jsonl", tmp_path / "save.jsonl.snap"
    for _ in range(INPUTS * TIMES):
        place.write_bytes(damaged(source.read_bytes(), chance) if chance.below(5) else source.read_bytes())
        sound = source.with_name(source.name + ".snap").read_bytes()
        snapshot.write_bytes(damaged(sound, chance) if chance.below(2) else sound)
        list_saves(tmp_path)
        try:
            match = Match.resume(place)
        except SaveError as error:
            words = str(error)
            if "\n" in words or len(words) > LONGEST_SENTENCE:
                raise
            continue
        if match.deciding is not None:
            match.submit(chance.pick(match.legal()))
        match.close()
        assert match.save_fault == ""
        for path in tmp_path.iterdir():
            path.unlink()


def test_damaged_settings_start_anew_or_are_kept_in_bounds() -> None:
    write_settings(Settings(names=("Anna", "Bea"), marks={"a": "b"}))
    sound, chance = settings_path().read_bytes(), Chance(5)
    for _ in range(INPUTS * 10 * TIMES):
        settings_path().write_bytes(damaged(sound, chance))
        settings, note = read_settings()
        assert 10 <= settings.text_size <= 1000
        assert 0 <= settings.volume <= 100
        assert len(settings.names) <= 6
        assert "\n" not in note or note.count("\n") < 3


def test_damaged_typed_cards_are_left_out_or_sound() -> None:
    box = open_box("cardmaster")
    kept = box.typed_cards.keep({option.key: option.default for option in box.typed_cards.form()} | {"name": "Rex"})
    (place,) = paths.cards_folder("cardmaster").iterdir()
    sound, chance = place.read_bytes(), Chance(9)
    for _ in range(INPUTS * 10 * TIMES):
        place.write_bytes(damaged(sound, chance))
        for card in creatures.typed_cards().values():
            assert card.name.strip()
        box.catalogue()
    place.write_bytes(sound)
    assert kept in creatures.typed_cards()


WORDS = ("--seed", "--deck", "--map", "--option", "--seat", "--seats", "--games", "--json", "--text", "--to", "--verify", "--size", "--out", "-1",
         "verona", "overcross", "human", "random,random", "1", "0", "99999999999", "", ".", "/", "a\tb", "Ä" * 50, "=", "k=v", "x" * 500, "--help",
         "../..", "VR-1", "\x1b[31m", "@", "%s", "{0}")  # fmt: skip
HEAVY = {"bench", "lab"}
"""Commands whose sound forms work for minutes; they get only what they refuse at once."""


def test_any_command_line_is_answered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With an exit code, and with a sentence where it is refused; nothing is played longer than a moment."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    monkeypatch.setattr("game.cli.sim._play", lambda *_, **__: pytest.skip("not to be played"), raising=False)
    chance = Chance(17)
    commands = [command for command in COMMANDS if command not in HEAVY]
    for _ in range(INPUTS * 20 * TIMES):
        words = [chance.pick(commands), *(chance.pick(WORDS) for _ in range(chance.below(5)))]
        if words[0] in {"sim", "shoot", "new-game"} or (words[0] == "play" and "--text" not in words):
            words.append("--no-such-option")
        words = [word.replace("\0", "") for word in words]
        try:
            code, said = told(lambda words=words: main(words))
        except SystemExit as left:
            code, said = int(left.code or 0), "help"
        except BaseException as error:
            error.add_note(shlex.join(words))
            raise
        assert code in {0, 1, 2}, words
        assert "Traceback" not in said, words
        assert said or code == 0, words


SOUND = {
    "play": ("overcross", "--text"),
    "sim": ("overcross", "--seats", "random,random"),
    "lab": ("cardmaster", "decks"),
    "replay": ("nowhere.jsonl",),
    "reports": (".",),
    "shoot": ("overcross", "--out", "a.png"),
    "bench": ("verona",),
    "rules": ("verona",),
    "print": ("shine", "--png", "pictures"),
    "sets": ("shine",),
    "mod": ("list",),
    "new-game": ("mine",),
}
"""A sound beginning of each command that takes options."""

VALUES = ("--", "", ".", "-1", "-1%", "0", "9" * 24, "nan", "a\nb", "x" * 5000, "exec:/etc/passwd", "٣", "99999x99999")
PLAYED = ("lab._play", "breaking._searched", "sim._played", "printing._studio", "shoot.picture", "bench._game", "bench._program", "bench._window",
          "new_game.write", "text.TextTable.play")  # fmt: skip
"""Where the work begins that a sound command line would do."""


def options_of(command: str) -> list[str]:
    parser = argparse.ArgumentParser(add_help=False)
    import_module(f"game.cli.{MODULES.get(command, command.replace('-', '_'))}").arguments(parser)
    return [action.option_strings[0] for action in parser._actions if action.option_strings and action.nargs != 0]


@pytest.mark.parametrize("command", SOUND)
def test_whatever_an_option_is_given_is_taken_or_refused_in_a_sentence(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Played(Exception):  # noqa: N818  (nothing is wrong)
        """It would be played now."""

    def played(*_: object, **__: object) -> None:
        raise Played

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for place in PLAYED:
        monkeypatch.setattr(f"game.cli.{place}", played, raising=True)
    chance = damages(command)
    for option in options_of(command):
        for value in chance.shuffle(VALUES)[: 2 * TIMES]:
            words = [command, *SOUND[command], f"{option}={value}"]
            try:
                code, said = told(lambda words=words: main(words))
            except Played:
                continue
            except BaseException as error:
                error.add_note(repr(words))
                raise
            assert code in {0, 1, 2}, words
            assert "Errno" not in said, words
            if code == 2:
                assert said.startswith("starcross: "), words
                assert said.count("\n") == 1, (words, said)


def test_the_stumbling_blocks_are_many() -> None:
    assert len(set(TOKENS)) == len(TOKENS) > 30


def test_a_damaged_deck_that_was_being_built_lies_there_again_or_is_left_alone() -> None:
    box = open_box("shine")
    book = DeckBook(box)
    book.add(next(iter(book.deck.cards)), -1)
    book.draft.leave()
    (place,) = paths.drafts_folder().iterdir()
    sound, chance = place.read_bytes(), Chance(7)
    for _ in range(INPUTS * 10 * TIMES):
        content = damaged(sound, chance)
        place.write_bytes(content)
        book = DeckBook(box)
        assert place.read_bytes() == content
        assert all(0 < copies <= 99 for copies in book.deck.cards.values())
        book.faults()
        book.draft.leave()
