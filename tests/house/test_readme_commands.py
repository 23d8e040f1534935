"""Every command line that a page of the project shows is run as it stands there, in a fresh home folder and a fresh clone.

What would take minutes or need the network is run in the cheapest way that is still the command itself: each such way says so beside the command.
A window is drawn on a display that nobody sees, keeps a picture of itself after a few frames, and is then closed as a player would close it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from importlib.metadata import distributions
from pathlib import Path

import pygame
import pytest
from msgspec import Struct
from msgspec.structs import replace
from test_readme import PAGES, ROOT

from game.cli import COMMANDS, main
from game.content.decks import deck_text
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.reports import FORMAT, JOURNAL, Facts, keep_report
from game.match.seats import SeatPlan
from game.rules import open_box

PROGRAMS = r"(?:starcross|make|pip|git|sed|python|pytest|pre-commit|\.ci/run)"
WHOLE = {"starcross", ".ci/run"}
"""Programs whose name alone is a command line."""

STANDS_FOR = {"GAME": "verona"}
"""What is put for a word in capitals."""

STARCROSS = """#!{python}
import os, sys
sys.path.insert(0, {root!r})
os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
import pygame
frames, asked = 0, pygame.event.get
def get(*words, **more):
    global frames
    frames += 1
    if frames == 8:
        pygame.image.save(pygame.display.get_surface(), os.environ["PICTURE"])
        return [pygame.event.Event(pygame.QUIT)]
    return asked(*words, **more)
pygame.event.get = get
if __name__ == "__main__":
    from game.cli import main
    sys.exit(main())
"""
"""The program of the clone, with a hand that closes its window."""


class Way(Struct, frozen=True):
    """How a command is run: what is changed in it, what is typed, what its surroundings are, and whether a window must be seen."""

    change: tuple[str, str] = ("", "")
    typed: str = ""
    around: dict[str, str] = {}
    window: bool = False


WAYS = {
    # the checkout under test is what is cloned
    "git clone <this repository> starcross-tabletop && cd starcross-tabletop": Way(("<this repository>", str(ROOT))),
    # the virtual environment is there already (tests/bundle installs the wheel into a fresh one)
    "make play": Way(window=True),
    # installed for real, beside the libraries of this environment instead of fetching them
    "pip install .": Way(around={"PIP_TARGET": "{home}/installed", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0", "PIP_NO_INDEX": "1"}),
    "starcross": Way(window=True),
    "starcross play GAME": Way(window=True),
    "starcross play overcross --map mine": Way(window=True),
    "starcross play pearl": Way(window=True),
    "starcross play pearl --text": Way(typed="1\n"),
    # tests/cli/test_new_game.py runs all of them
    "pytest tests/rules/pearl tests/test_contract.py -k pearl": Way((" tests/test_contract.py", "")),
    "starcross play verona --text": Way(typed="why\nfeud 5 6\n?\n"),
    "starcross play GAME --text": Way(typed="1\n"),
    "starcross play verona --seat human ./mybot.py:Bot --text": Way(typed="1\n"),
    # two hundred matches take many minutes
    'starcross sim overcross --seats normal,normal --deck "Closing Time" "My deck" --games 40 --jobs 2': Way(
        ('normal,normal --deck "Closing Time" "My deck" --games 40', 'random,random --deck "Closing Time" "My deck" --games 6')
    ),
    'starcross lab overcross decks --deck "Closing Time" "My deck" "Late Fees" --keep before': Way(
        ("--keep", "--games 6 --level random --keep")
    ),
    "starcross sim pearl --seats random,easy,normal --games 200": Way(("--games 200", "--games 6")),
    "starcross sim pearl --seats normal,normal,normal --games 200": Way(("--games 200", "--games 6")),
    "starcross lab GAME levels": Way(("levels", "levels random novice --games 4")),
    "starcross lab GAME levels random novice easy normal --games 100 --seed 100": Way(("--games 100", "--games 4")),
    # hundreds of matches take hours
    "starcross lab verona levels novice easy normal --games 600 --seed 901": Way(("--games 600", "--games 4")),
    "starcross lab verona levels hard@200 master@500 --games 200 --seed 901": Way(
        ("hard@200 master@500 --games 200", "hard@2 master@5 --games 2")
    ),
    "starcross lab overcross levels novice easy normal --games 72 --seed 4851 --map duel --option objective=assassination": Way(
        ("novice easy normal --games 72", "random novice --option rounds=1 --games 2")
    ),
    "starcross lab overcross levels hard@10 master@25 --games 60 --map duel --option objective=assassination --seed 4501": Way(
        ("hard@10 master@25 --games 60", "random novice --option rounds=1 --games 2")
    ),
    "starcross lab GAME levels normal hard --games 48 --iterations 40 --seed 4311": Way(
        ("--games 48 --iterations 40", "--games 2 --iterations 4")
    ),
    "starcross lab GAME levels master@100 master@400": Way(("master@100 master@400", "master@2 master@4 --games 2")),
    "starcross lab GAME levels easy normal --habits": Way(("easy normal --habits", "random novice --habits --games 2")),
    "starcross lab overcross break --minutes 30 --jobs 2": Way(
        ("overcross break --minutes 30", "cardmaster break --matches 2 --games 2 --finds 1")
    ),
    # the figures of all games take minutes, and tests/cli/test_bench.py measures one
    "starcross bench": Way(("bench", "bench verona --seconds 0.02")),
    # it would run this test again
    ".ci/run": Way((".ci/run", "bash -n .ci/run")),
}


DRY = Way(("make ", "make --dry-run "))
"""Of make, that it knows what to do: whoever runs this test is running its targets, and they take minutes or need the network."""


ASKED = Way(("install", "install --dry-run --no-deps --no-build-isolation --no-index"))
"""Of pip, that it knows what to install: the libraries would be fetched, and the checkout under test would lie in this environment as a copy of what it is now."""


def chapters(page: str) -> dict[str, list[str]]:
    """Return the commands of each chapter of a page, in order; the overview of all commands is not among them."""
    path = ROOT / page
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found: dict[str, list[str]] = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE):
        name, _, body = part.partition("\n")
        body = re.sub(r"```\w+\n.*?```", "", body, flags=re.DOTALL)
        body = body.replace(overview(text), "")
        lines = re.findall(rf"^({PROGRAMS}(?: .*)?)$|`({PROGRAMS}(?: [^`]*)?)`", body, re.MULTILINE)
        commands = [words for words in (block or inline for block, inline in lines) if " " in words or words in WHOLE]
        if commands:
            found[name] = list(dict.fromkeys(commands))
    return found


def overview(text: str) -> str:
    """Return the block that lists every command, or nothing."""
    blocks = [block for block in re.findall(r"```\n(.*?)```", text, re.DOTALL) if block.startswith("starcross   ")]
    return blocks[0] if blocks else "\0"


class Reader:
    """Somebody who follows the page: a clone to work in, a home folder with nothing in it, and a shell."""

    def __init__(self, clone: Path, home: Path) -> None:
        self.clone, self.home = clone, home
        self.picture = home / "window.png"
        programs = home / "programs"
        programs.mkdir()
        script(programs / "starcross", clone)
        self.own = home / ".local" / "share" / "starcross-tabletop"
        self.environment = {
            "HOME": str(home),
            "PATH": os.pathsep.join([str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]),
            "PICTURE": str(self.picture),
            **{key: value for key, value in os.environ.items() if key.startswith(("LANG", "LC_"))},
        }

    def does(self, command: str) -> str:
        """Run a command as the page shows it, in its way, and return what it says."""
        way = WAYS.get(command) or (DRY if command.startswith("make ") else ASKED if command.startswith("pip ") else Way())
        for word, meant in STANDS_FOR.items():
            command = re.sub(rf"(?<![=\w]){word}\b", meant, command)
        around = {key: value.format(home=self.home) for key, value in way.around.items()}
        done = subprocess.run(
            ["bash", "-c", command.replace(*way.change)],
            cwd=self.home if command.startswith("git clone") else self.clone,
            env=self.environment | around,
            input=way.typed,
            capture_output=True,
            text=True,
            check=False,
            timeout=240,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        if way.window:
            picture = pygame.image.load(str(self.picture))
            assert len({tuple(picture.get_at((x, y))) for x in range(0, 1000, 20) for y in range(0, 600, 20)}) > 100
            self.picture.unlink()
        return done.stdout


def script(path: Path, root: Path) -> None:
    """Write a `starcross` that runs the program of a folder."""
    path.write_text(STARCROSS.format(python=sys.executable, root=str(root)), encoding="utf-8")
    path.chmod(0o755)


@pytest.fixture(name="clone", scope="module")
def cloned(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a clone, with what is not committed yet laid over it, and a virtual environment that needs no network."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("this is no checkout")
    place = tmp_path_factory.mktemp("clone") / "starcross-tabletop"
    subprocess.run(["git", "clone", "--quiet", ROOT, place], check=True, capture_output=True)
    listed = ["git", "ls-files", "--modified", "--others", "--exclude-standard"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.splitlines():
        if (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
        else:
            (place / name).unlink(missing_ok=True)
    (place / ".venv" / "bin").mkdir(parents=True)
    script(place / ".venv" / "bin" / "starcross", place)
    for name in ("ready", "tested"):
        (place / ".venv" / name).touch()
    return place


@pytest.fixture(name="reader")
def with_an_empty_home(clone: Path, tmp_path: Path) -> Reader:
    return Reader(clone, tmp_path)


def write_the_card_and_a_deck_with_it(reader: Reader) -> None:
    """Do what "Add a card" says in words: the card into a file, and a deck that holds it."""
    (card,) = re.findall(r"```toml\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    for folder, text in (("cards", card), ("decks", my_deck())):
        place = reader.own / folder / "overcross" / "mine.toml"
        place.parent.mkdir(parents=True)
        place.write_text(text, encoding="utf-8")


def my_deck() -> str:
    """Return Closing Time with the new card in place of the last five, so that its points still suffice (OC-9)."""
    (deck,) = (deck for deck in open_box("overcross").ready_decks() if deck.name == "Closing Time")
    return deck_text(replace(deck, name="My deck", cards=dict(list(deck.cards.items())[:-5]) | {"the-night-porter": 1}))


def save_the_map(reader: Reader) -> None:
    """Do what "Add a map" says in words: small.tmx under another name beside it."""
    shutil.copy(reader.clone / "maps" / "overcross" / "small.tmx", reader.clone / "maps" / "overcross" / "mine.tmx")


def gather_reports(reader: Reader) -> None:
    """Do what "Report something" says in words: a report, put into a folder."""
    match = Match.start(Setup("verona", 2, 5), (SeatPlan("human"),) * 2, folder=reader.home)
    match.submit(match.legal()[0])
    match.close()
    facts = Facts(FORMAT, "2026-11-21 20:15", "It went wrong.", "1.0", game="verona", actions=1)
    keep_report(reader.clone / "reports" / "report-1.zip", facts, {JOURNAL: match.path.read_bytes()})


def save_the_bot(reader: Reader) -> None:
    """Do what "A bot of your own" says in words: the class into a file."""
    (reader.clone / "mybot.py").write_text(python_blocks()[1], encoding="utf-8")


def save_the_program(reader: Reader) -> None:
    """Do what "A bot in any language" says in words: the program into a file that may be run."""
    (reader.clone / "mybot").write_text(python_blocks()[2], encoding="utf-8")
    (reader.clone / "mybot").chmod(0o755)


def python_blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "programs.md").read_text(encoding="utf-8"), re.DOTALL)


BEFORE = {
    "Add a card": write_the_card_and_a_deck_with_it,
    "Add a map": save_the_map,
    "Report something": gather_reports,
    "A bot of your own": save_the_bot,
    "A bot in any language": save_the_program,
}


def the_loop_runs(said: dict[str, str]) -> None:
    """See what the designer sees: the changed card's deck stands first in the comparison, in words and on the page, and the card among the cards."""
    (compared,) = (words for command, words in said.items() if " compare " in command)
    told, first = compared.splitlines()[:2]
    assert re.search(r"(in|can be seen in) \d+ matches\.$", told)
    assert re.fullmatch(r"  My deck: [+-]?\d+\.\d % [^;]*(, which may be chance)?; changed: The Night Porter", first)
    (cards,) = (words for command, words in said.items() if " cards --resume" in command)
    assert re.search(r"^  The Night Porter: in the deck of \d+ seats, drawn by \d+, played by \d+ ", cards, re.MULTILINE)
    (watched,) = (words for command, words in said.items() if "--watch 17" in command)
    assert "match 17; it is kept in" in watched
    (batch,) = (words for command, words in said.items() if " sim " in command)
    assert "My deck" in batch


AFTER = {"Add a card": the_loop_runs}
CHAPTERS = [(page, name) for page in PAGES for name in chapters(page)]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are written for a shell that Windows does not have")
@pytest.mark.parametrize(("page", "name"), CHAPTERS, ids=lambda words: words[:40])
def test_every_command_runs_as_it_stands(page, name, reader):
    BEFORE.get(name, lambda _: None)(reader)
    before = installed()
    said = {command: reader.does(command) for command in chapters(page)[name]}
    AFTER.get(name, lambda _: None)(said)
    assert installed() == before, "the program under test was installed anew, and whoever works on it would go on with a copy"


def installed() -> dict[str, str | None]:
    """Return from where each of the program's distributions was installed into this environment."""
    return {each.name: each.read_text("direct_url.json") for each in distributions() if "starcross" in each.name.lower()}


def test_the_commands_are_found_where_they_stand():
    found = chapters("README.md")
    there = {*found["Play"]}
    assert {"git clone <this repository> starcross-tabletop && cd starcross-tabletop", "make play", "pip install .", "starcross"} <= there
    assert "starcross play verona --text" in there
    assert found["Add a map"] == ["starcross check maps/overcross/mine.tmx", "starcross play overcross --map mine"]
    assert set(BEFORE) <= {name for _, name in CHAPTERS}


def overview_lines() -> dict[str, str]:
    """Return each line of the overview without its sentence, by command."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    lines = [re.split(r"\s{3,}", line)[0] for line in overview(text).splitlines()]
    return {line.split()[1]: line for line in lines if " " in line}


@pytest.mark.parametrize("command", COMMANDS)
def test_the_overview_names_every_command_and_only_options_that_it_has(command, capsys):
    line = overview_lines()[command]
    assert main([command, "--help"]) == 0
    told = capsys.readouterr().out
    for option in re.findall(r"--[\w-]+", line):
        assert re.search(rf"{option}\b", told), f"{command} has no {option}"
    for word in re.findall(r"(?<![-\w])\[?([A-Z]{2,})\b", line.split("--")[0]):
        assert word in told, f"{command} takes no {word}"
