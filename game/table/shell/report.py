"""A report for the makers: the match, the picture and what runs here, in one file the player can send.

What was there is kept at once (`seen`), and written when somebody has said what it is about (`keep`). Nothing leaves the machine by itself. The
player's own folder is written as `~`, and names that somebody typed are left out unless they want them in.
"""

from __future__ import annotations

import io
import logging
import platform
import re
import sys
import traceback
from collections import deque
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Protocol

import msgspec
import pygame
from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.kernel.setup import Setup
from game.match.journal import Header
from game.match.reports import FORMAT, JOURNAL, LOG, MOST_WORDS, PICTURE, SCREEN, Facts, keep_report, nameless, typed_names
from game.match.save import HOSTILE, SaveError, entry_of, header_line, last_left, list_saves, told
from game.table.canvas.draw import Clip, Drawn, Made, Still, Text, dump
from game.table.canvas.painter import Painter
from game.table.canvas.view import View
from game.table.shell.runs import on_table
from game.table.shell.settings import Settings

_KEPT_LINES = 200
_MOST_DRAWN = 200_000
_WITHOUT = "(a name)"
"""What stands where a name was that somebody typed."""


class Played(Protocol):
    """A match on a screen, as far as a report tells of it."""

    @property
    def setup(self) -> Setup:
        """Return how it began."""
        ...

    @property
    def count(self) -> int:
        """Return the number of actions taken."""
        ...

    @property
    def kept(self) -> Path | None:
        """Return the file to go on from later, None when nothing is saved."""
        ...

    @property
    def journal(self) -> bytes:
        """Return what its journal's file is to hold, nothing when nothing is saved."""
        ...

    @property
    def save_fault(self) -> str:
        """Return why it could not be saved, or an empty string."""
        ...


class Showing(Protocol):
    """A screen, as far as a report tells of it."""

    def played(self) -> Played | None:
        """Return the match on it, if there is one."""
        ...


class Reported(Protocol):
    """What a report looks at: the window."""

    view: View
    settings: Settings
    painter: Painter
    log: Memory

    @property
    def screens(self) -> Sequence[Showing]:
        """Return what is open, the top last."""
        ...

    def items(self) -> list[Drawn]:
        """Return everything to be seen."""
        ...

    def say(self, words: str, tone: str = "") -> None:
        """Show a short notice."""
        ...


class Memory(logging.Handler):
    """Keeps the last lines of the log, for reports."""

    def __init__(self) -> None:
        super().__init__(logging.INFO)
        self.lines: deque[str] = deque(maxlen=_KEPT_LINES)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        self.lines.append(f"{record.levelname.lower()}: {self.format(record)}")


class Seen(Struct, frozen=True):
    """What there was when somebody asked for a report: its facts, what was drawn and how, the log, and the match's journal."""

    facts: Facts
    items: tuple[Drawn, ...]
    view: View
    painter: Painter
    log: str
    journal: bytes
    names: tuple[str, ...]


def hidden(words: str) -> str:
    """Return words with the player's home folder written as `~`."""
    return re.sub(rf"{re.escape(str(Path.home()))}(?![\w-]|\.\w)", "~", words)


def fault_of(error: BaseException) -> str:
    """Return what was raised and in which function of ours: the same whenever the same thing goes wrong."""
    places = [frame for frame in traceback.extract_tb(error.__traceback__) if "game" in Path(frame.filename).parts]
    if not places:
        return type(error).__name__
    file = Path(places[-1].filename)
    return f"{type(error).__name__} in {file.parent.name}/{file.stem}.{places[-1].name}"


def fault_in(log: str) -> str:
    """Return what ended a process below Python, and in which function of ours, as its log has it; empty where it says nothing of that."""
    said = re.search(r"^Fatal Python error: (.+)$", log, re.MULTILINE)
    if said is None:
        return ""
    stack = log[said.end() :].partition("Current thread ")[2]
    ours = (each for each in re.finditer(r'File "([^"]+)", line \d+ in (\S+)', stack) if "game" in Path(each[1]).parts)
    place = next(((Path(each[1]), each[2]) for each in ours), None)
    return f"{said[1]} in {place[0].parent.name}/{place[0].stem}.{place[1]}" if place else said[1]


def seen(app: Reported, *, fault: str = "", before: Sequence[str] = ()) -> Seen:
    """Return what there is to report now. `before` are the logs of windows that ended without a word: the match is then the one that lay on the table, or the one last played."""
    match = next((found for screen in reversed(app.screens) if (found := screen.played()) is not None), None)
    lay = on_table(before)
    left = (entry_of(lay) if lay is not None else None) or (last_left(list_saves()) if before else None)
    journal = match.journal if match is not None else _kept(left.path) if left is not None else b""
    header = _header(journal)
    setup = match.setup if match is not None else header.setup if header is not None else None
    facts = Facts(
        format=FORMAT,
        when=datetime.now().astimezone().strftime("%Y-%m-%d %H:%M"),
        words="",
        version=_version(),
        fault=fault or next(filter(None, map(fault_in, reversed(before))), ""),
        game=setup.game if setup is not None else "",
        rules=setup.version if setup is not None else "",
        seats=setup.seats if setup is not None else 0,
        mods=setup.mods if setup is not None else (),
        actions=match.count if match is not None else left.count if left is not None else 0,
        machine=_machine(),
        window=app.view.pixels,
        screens=tuple(type(screen).__name__ for screen in app.screens),
        settings=msgspec.to_builtins(replace(app.settings, name="", names=())),
    )
    unsaved = [f"warning: {match.save_fault}"] if match is not None and match.save_fault else []
    lines = [*(f"before: {line}" for log in before for line in log.splitlines()), *app.log.lines, *unsaved]
    names = (app.settings.name, *app.settings.names, *(typed_names(header) if header is not None else ()))
    try:
        items = tuple(app.items())
    except Exception as error:  # noqa: BLE001  (a report is wanted most when something is broken)
        items, lines = (), [*lines, f"It could not be drawn: {error!r}"]
    return Seen(facts, items, app.view, app.painter, hidden("\n".join(lines)) + "\n", journal, tuple(name for name in names if name))


def keep(found: Seen, words: str = "", *, names: bool = False) -> tuple[str, str, Path | None]:
    """Write a report into the user's folder, with the `names` that somebody typed or without; return a sentence, its tone, and where it lies."""
    gone = () if names else found.names
    items = tuple(_without(item, gone) for item in found.items)
    log, journal = _unnamed(found.log, gone), found.journal if names else nameless(found.journal)
    facts = replace(found.facts, words=" ".join(words.split())[:MOST_WORDS])
    screen = _dumped(items)[:_MOST_DRAWN]
    files = {JOURNAL: journal, LOG: log.encode(), SCREEN: screen.encode(), PICTURE: _picture(found, items)}
    folder = paths.user_folder() / "reports"
    stamp = datetime.now().astimezone().strftime("%Y%m%d-%H%M%S")
    path, number = folder / f"report-{stamp}.zip", 1
    while path.exists():
        number += 1
        path = folder / f"report-{stamp}-{number}.zip"
    try:
        keep_report(path, facts, files)
    except OSError as error:
        return f"The report could not be written to {path} ({error.strerror}).", "bad", None
    return f"A report was written to {path}. Nothing was sent: pass it on to whoever should have it.", "good", path


def told_at_once(app: Reported) -> None:
    """Write a report without asking anything, and say where it lies."""
    words, tone, _ = keep(seen(app))
    app.say(words, tone)


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415  (slow to import, and reports are rare)

    try:
        return version("starcross-tabletop")
    except PackageNotFoundError:
        return "checkout"


def _machine() -> dict[str, str]:
    return {
        "python": sys.version.split()[0],
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "pygame": pygame.version.ver,
        "sdl": ".".join(str(part) for part in pygame.get_sdl_version()),
        "driver": pygame.display.get_driver() if pygame.display.get_init() else "none",
    }


def _kept(path: Path) -> bytes:
    """Return the journal of a save, of whichever of its files tells most; nothing when none can be read, since there is a report all the same."""
    try:
        record = told(path).record
    except SaveError:
        return b""
    return b"".join([record.first, b"\n", *record.texts])


def _header(journal: bytes) -> Header | None:
    try:
        return msgspec.json.decode(header_line(journal)[0], type=Header)
    except HOSTILE:
        return None


# --- without names -------------------------------------------------------------------------------------------------------


def _unnamed(words: str, names: Sequence[str]) -> str:
    """Return words without the home folder and names, however they are capitalised, and where they were cut short as well."""
    words = hidden(words)
    for name in sorted(set(names), key=len, reverse=True):
        short = "|".join(rf"{re.escape(name[:length])}…" for length in range(len(name), 2, -1))
        words = re.sub(rf"(?<!\w)(?:{re.escape(name)}(?!\w){f'|{short}' if short else ''})", _WITHOUT, words, flags=re.IGNORECASE)
    return words


def _without(item: Drawn, names: Sequence[str]) -> Drawn:
    """Return an item as it is drawn without the home folder and names."""
    match item:
        case Text():
            return replace(item, words=_unnamed(item.words, names), inks=tuple((_unnamed(words, names), ink) for words, ink in item.inks))
        case Still() | Clip():
            return replace(item, items=tuple(_without(part, names) for part in item.items))
        case Made() if _unnamed(item.words, names) != item.words:
            return Text(item.rect, _WITHOUT, 24, (255, 255, 255, 255), layer=item.layer)
        case _:
            return item


def _dumped(items: Sequence[Drawn]) -> str:
    return dump(items) if items else "It could not be drawn.\n"


def _picture(found: Seen, items: Sequence[Drawn]) -> bytes:
    """Return what was on the screen as a picture; nothing when it cannot be painted."""
    if not items:
        return b""
    try:
        painter = Painter(found.painter.fonts)
        painter.makers = found.painter.makers
        surface, room = pygame.Surface(found.view.pixels), io.BytesIO()
        painter.paint(surface, found.view, items, anew=True)
        pygame.image.save(surface, room, "picture.png")
    except Exception as error:  # noqa: BLE001  (a report is wanted most when something is broken)
        logging.getLogger(__name__).warning("The picture of a report could not be painted: %r", error)
        return b""
    return room.getvalue()
