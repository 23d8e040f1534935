"""Opening saved matches, which may come from strangers, be cut short, or be older than the rules.

Nothing here trusts a file: sizes are capped, unknown fields refused, every action is judged by the rules again and every
state's digest compared. Of a save's generations the one that tells most is opened; a save from other rules or cards
opens from its snapshot and says that it cannot be replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import parted, title
from game.content.faults import plainly, quotable
from game.content.files import UnreadableError, inside, opened, read_whole, remove
from game.content.mods import LONGEST_LABEL, MOST_MODS
from game.content.texts import MARK
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules, Game
from game.kernel.setup import Outcome, Setup
from game.kernel.words import as_name
from game.match.agreed import agreed
from game.match.conceding import conceded
from game.match.journal import FORMAT, GENERATIONS, Back, Given, Header, Line, Stamp, generation, snapshot_path
from game.match.lock import Lock, lock_path
from game.match.seats import seated
from game.paths import saves_folder
from game.rules import open_box

FORMATS = (1, FORMAT)
"""The formats that are read."""

MOST_BYTES = 16 * 1024 * 1024
MOST_LINES = 50_000
LONGEST_STAMP = 65_536
MOST_COPIES = 1_000
MOST_SEATS = 10
LONGEST_SHOWN = 400
"""So many letters of a name or a choice that a save tells are shown at most."""

T = TypeVar("T")

HOSTILE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError, MemoryError)
"""What a rulebook may raise over a state that no match could reach: such a save is refused, not a reason to fall over."""


class SaveError(Exception):
    """A save that cannot be opened, in one sentence that names the file and the place in it."""


class InUseError(SaveError):
    """A save that another window plays: it can be looked at, and gone on with as a match of its own."""


class SaveEntry(Struct, frozen=True):
    """A save as the list shows it; `names` are those of the seats as the table calls them, `levels` what plays there, empty for a person; `decks` has the name of one a seat, or none in a game without; `position` names what it was begun in, such as a lesson; `agreed` has the map and the options in words; `count` is the number of actions taken, `when` its start as `YYYY-MM-DD HH:MM`, `played` when an action was last written to it or a window opened it, in seconds of the system's clock. `outcome` is as it stood after `stood` actions, of which the newest readable snapshot tells; -1 where none tells, as beside a copied journal. `damaged` tells that its own file is cut off or cannot be read from its first line on: then all is told of what lies beside it."""

    path: Path
    game: str
    title: str
    when: str
    names: tuple[str, ...]
    count: int
    outcome: Outcome | None = None
    decks: tuple[str, ...] = ()
    levels: tuple[str, ...] = ()
    position: str = ""
    agreed: tuple[str, ...] = ()
    stood: int = -1
    played: float = 0.0
    damaged: bool = False

    @property
    def last(self) -> str:
        """Return when it was last played, as `YYYY-MM-DD HH:MM` of the clock here."""
        try:
            return datetime.fromtimestamp(self.played).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006  (whoever reads it goes by the clock here)
        except (ValueError, OverflowError, OSError):  # no clock has such a time
            return self.when

    @property
    def told(self) -> bool:
        """Tell whether the save says how the match stands after its last action: a damaged one may have lost what led there."""
        return self.stood == self.count or (self.damaged and self.stood > self.count)

    @property
    def going(self) -> bool:
        """Tell whether the save says that the match goes on after its last action."""
        return self.outcome is None and self.told


class Record(Struct, frozen=True):
    """What one journal file says: its header and its good lines, as text and as values.

    `torn` is empty, or says at which line the good part ends and why.
    """

    path: Path
    header: Header
    lines: tuple[Line, ...]
    texts: tuple[bytes, ...]
    torn: str = ""


class Frozen(Struct, frozen=True):
    """What a snapshot file says: its stamp, and the state in bytes."""

    stamp: Stamp
    state: bytes


def called(path: Path) -> str:
    """Return how a save is called in sentences."""
    return quotable(path.name or str(path), 120)


def named(path: Path) -> Path:
    """Return the path of a save; raise SaveError for one that has no name, such as the folder one is in."""
    if not path.name:
        raise SaveError(f"{called(path)} is no save: this is not an ordinary file.")
    return path


def read_bytes(path: Path) -> bytes:
    """Return a file's bytes; raise SaveError when it cannot be read or is larger than any save."""
    try:
        return read_whole(path, MOST_BYTES)
    except UnreadableError as error:
        raise SaveError(f"{called(path)} is no save: {error}.") from None


def read_record(path: Path) -> Record:
    """Return what a journal file says; raise SaveError when not even its header can be read."""
    return record_of(path, read_bytes(path))


def header_line(journal: bytes) -> tuple[bytes, bytes]:
    """Return the first line of a journal, without the mark that some editors write before a text, and all that follows it."""
    first, _, rest = journal.removeprefix(MARK).partition(b"\n")
    return first, rest


def record_of(path: Path, content: bytes) -> Record:
    """Return what the bytes of a journal say; raise SaveError, which names `path`, when not even its header can be read."""
    texts = content.split(b"\n", MOST_LINES + 1)
    if len(texts) > MOST_LINES + 1:
        raise SaveError(f"{called(path)} has more than {MOST_LINES} lines and so is no save.")
    if len(texts) == 1:
        raise SaveError(f"{called(path)}, line 1: it is cut off.")
    header = _header(path, texts[0])
    lines: list[Line] = []
    torn = "" if not texts[-1] else f"{called(path)}, line {len(texts)}: it is cut off."
    for number, text in enumerate(texts[1:-1], start=2):
        try:
            lines.append(_strict(text, Line))
        except HOSTILE as error:
            torn = f"{called(path)}, line {number}: {plainly(error)}."
            break
    kept = tuple(text + b"\n" for text in texts[1 : len(lines) + 1])
    return Record(path, header, tuple(lines), kept, torn)


def read_snapshot(path: Path) -> Frozen:
    """Return what a snapshot file says; raise SaveError when it is no snapshot."""
    first, _, state = read_bytes(path).partition(b"\n")
    return Frozen(_stamp(path, first), state)


def generations(path: Path) -> tuple[Record, ...]:
    """Return the readable generations of a save, the one that tells most first; raise SaveError when none is readable."""
    records = []
    path = named(path)
    first: SaveError | None = None
    for number in range(GENERATIONS):
        try:
            records.append(read_record(generation(path, number)))
        except SaveError as error:
            first = first or error
    if not records:
        raise first or SaveError(f"{called(path)} cannot be read.")
    return tuple(sorted(records, key=lambda record: -len(record.lines)))


def holds_more(path: Path, texts: Iterable[bytes]) -> bool:
    """Tell whether a file of a save has whole lines behind its first that are not among these, readable or not."""
    known = {text.rstrip(b"\n") for text in texts}
    for number in range(GENERATIONS):
        try:
            rows = read_bytes(generation(path, number)).split(b"\n")
        except SaveError:
            continue
        if any(row not in known for row in rows[1:-1]):
            return True
    return False


def snapshots(path: Path) -> Iterable[Frozen]:
    """Yield the readable snapshots of a save, the newest first."""
    for number in range(GENERATIONS):
        try:
            yield read_snapshot(snapshot_path(path, number))
        except SaveError:
            continue


def open_rules(path: Path, header: Header) -> tuple[Game, AnyRules, Setup]:
    """Return the box, the rulebook and the setup of a save under today's rules and cards; raise SaveError when there is none."""
    place = f"{called(path)}, line 1"
    try:
        box = open_box(header.game)
    except KeyError:
        raise SaveError(f"{place}: there is no game called {header.game[:40]!r}.") from None
    if header.setup.seats not in box.seats:
        raise SaveError(f"{place}: {box.title} is not played by {header.setup.seats}.")
    try:
        setup = box.complete(header.setup)
        return box, box.rules(setup), setup
    except SetupError as error:
        raise SaveError(f"{place}: {quotable(' '.join(error.sentences[:3]), 600)}") from None
    except HOSTILE as error:
        raise SaveError(f"{place}: {box.title} cannot be set up like this ({plainly(error)}).") from None


def same_rules(header: Header, rules: AnyRules, setup: Setup) -> bool:
    """Tell whether a save was made with the rules that stand today, and with the cards and the map that it holds itself.

    Old saves hold no cards; whether today's lead where theirs did is seen as they are played again.
    """
    then = header.setup
    cards = setup.catalogue if setup.rows.cards and not then.rows.cards else then.catalogue
    return (header.version, cards, then.map, then.map_digest) == (rules.version, setup.catalogue, setup.map, setup.map_digest)


def judged(rules: AnyRules, state: Any, place: str) -> Any:
    """Return a state that came from a file; raise SaveError when the rules find a fault in it."""
    try:
        faults = rules.faults(state)
        if not faults:
            rules.offers(state)
            rules.outcome(state)
            for seat in (SPECTATOR, rules.deciding(state)):
                if seat is not None:
                    rules.scene(rules.observe(state, seat))
    except HOSTILE as error:
        raise SaveError(f"{place}: the position is broken ({plainly(error)}).") from None
    if faults:
        raise SaveError(f"{place}: the position breaks the rules: {faults[0][:200]}")
    return state


def decode_state(rules: AnyRules, content: bytes, place: str, *, text: bool) -> Any:
    """Return the state held in JSON text or in msgpack bytes; raise SaveError when it is none of this game."""
    decode: Callable[..., Any] = msgspec.json.decode if text else msgspec.msgpack.decode
    try:
        state = decode(content, type=rules.state_type)
        odd = stray(decode(content), msgspec.to_builtins(state, str_keys=text))
    except HOSTILE as error:
        raise SaveError(f"{place}: {plainly(error)}.") from None
    if odd:
        raise SaveError(f"{place}: unknown field {odd}.")
    return judged(rules, state, place)


def snapshot_bytes(header: Header, count: int, state: Any, outcome: Outcome | None, lines: int) -> bytes:
    """Return the content of a snapshot file: a line of JSON, then the state in msgpack; `lines` as in `Stamp`."""
    stamp = Stamp(FORMAT, header.game, header.version, header.catalogue, count, digest(state), outcome, lines)
    return msgspec.json.encode(stamp) + b"\n" + msgspec.msgpack.encode(state)


def list_saves(folder: Path | None = None) -> tuple[SaveEntry, ...]:
    """Return the saves of a folder (the user's own without one), the one last played first; reads first and last lines only.

    A file that is no save is left out.
    """
    folder = folder or saves_folder()
    entries = [entry for path in inside(folder, "*.jsonl") if (entry := entry_of(path)) is not None]
    return tuple(sorted(entries, key=lambda entry: (entry.played, entry.when, entry.path.name), reverse=True))


def entry_of(path: Path) -> SaveEntry | None:
    """Return a save as the list shows it, wherever it lies; None for a file that is none."""
    for number in range(GENERATIONS):
        try:
            with opened(generation(path, number)) as file:
                header = _header(path, file.readline(MOST_BYTES).rstrip(b"\n"), _plain)
                start = file.tell()
                end = file.seek(0, 2)
                file.seek(max(start, end - 65536))
                tail = file.read().split(b"\n")
                played = generation(path, number).stat().st_mtime
            box = open_box(header.game)
        except (OSError, UnreadableError, SaveError, KeyError):
            continue
        last, stamp = _last(tail), next(iter(_stamps(path)), None)
        outcome = conceded(last.seat, header.setup.seats) if isinstance(last, Given) else stamp.outcome if stamp else None
        leaning = (replace(plan, name=title(plan.player)) if parted(plan.player)[1] and not plan.name else plan for plan in header.plans)
        names = seated(tuple(leaning), header.setup.decks, box.sides)
        decks = tuple(deck.name for deck in header.setup.decks)
        levels = tuple("" if plan.human else title(plan.player) for plan in header.plans)
        count = header.count if last is None else last.to if isinstance(last, Back) else last.n
        stood = stamp.count if stamp else -1
        damaged = number > 0 or bool(tail[-1]) or _lacks_lines(path, count, stamp)
        begun, options = header.position, agreed(header.setup)
        return SaveEntry(
            path, header.game, box.title, header.when, names, count, outcome, decks, levels, begun, options, stood, played, damaged
        )
    return None


def last_left(entries: Iterable[SaveEntry]) -> SaveEntry | None:
    """Return the first of the saves that can be gone on with: of those of `list_saves`, what was played last and is not over."""
    return next((entry for entry in entries if entry.outcome is None and entry.stood >= 0), None)


def unlisted(entries: Sequence[SaveEntry], folder: Path | None = None) -> tuple[str, ...]:
    """Return what the files of a folder (the user's own without one) are called that are called like saves and are not among those that were listed."""
    return tuple(sorted(called(path) for path in set(inside(folder or saves_folder(), "*.jsonl")) - {entry.path for entry in entries}))


def take_lock(path: Path) -> Lock:
    """Return the right to write a save; raise InUseError while another window has it, SaveError where nobody can have it."""
    try:
        lock = Lock.take(named(path))
    except OSError as error:
        raise SaveError(f"{called(path)} cannot be gone on with: {plainly(error)}.") from None
    if lock is None:
        raise InUseError(f"{called(path)} is being played in another window.")
    return lock


def files_beside(path: Path) -> tuple[Path, ...]:
    """Return where the files lie that a save may have beside its journal: older generations and snapshots."""
    older = [generation(path, number) for number in range(1, GENERATIONS)]
    return *older, *(snapshot_path(path, number) for number in range(GENERATIONS))


def is_beside(path: Path) -> bool:
    """Tell whether a file is called as one that is kept beside a journal: an older generation, a snapshot or what holds it locked."""
    name, ending, _ = path.name.rpartition(".jsonl")
    journal = path.with_name(name + ending) if ending else path
    return path in {*files_beside(journal), lock_path(journal)}


def remove_save(path: Path) -> None:
    """Delete a save with its generations and snapshots; raise InUseError while it is being played, OSError when it cannot be."""
    lock = take_lock(path)
    try:
        for each in (path, *files_beside(path)):
            each.unlink(missing_ok=True)
            remove(each.with_name(each.name + ".tmp"))
    finally:
        lock.release()
        remove(lock_path(path))


def stray(found: Any, known: Any, at: str = "$") -> str:
    """Return where plain values hold a field that their typed reading does not, or an empty string."""
    if isinstance(found, dict) and isinstance(known, dict):
        for key, value in found.items():
            if key not in known:
                return f"{str(key)[:40]!r} - at {at}"
            deeper = stray(value, known[key], f"{at}.{str(key)[:40]}")
            if deeper:
                return deeper
    elif isinstance(found, list) and isinstance(known, list | tuple):
        for index, (value, twin) in enumerate(zip(found, known, strict=False)):
            deeper = stray(value, twin, f"{at}[{index}]")
            if deeper:
                return deeper
    return ""


def _strict(text: bytes, kind: Any) -> Any:
    value = msgspec.json.decode(text, type=kind)
    odd = stray(msgspec.json.decode(text), msgspec.json.decode(msgspec.json.encode(value)))
    if odd:
        raise ValueError(f"unknown field {odd}")
    return value


def _plain(text: bytes, kind: Any) -> Any:
    """Return what a line says, without a look for what else stands in it: enough to list it."""
    return msgspec.json.decode(text, type=kind)


def _header(path: Path, text: bytes, read: Callable[[bytes, Any], Any] = _strict) -> Header:
    try:
        header: Header = read(text.removeprefix(MARK), Header)
    except HOSTILE as error:
        raise SaveError(f"{called(path)}, line 1: {plainly(error)}.") from None
    if header.format not in FORMATS:
        raise SaveError(f"{called(path)}, line 1: format {header.format} is not known here.")
    setup = header.setup
    copies = [copies for deck in setup.decks for copies in deck.cards.values()]
    if setup.game != header.game or not 1 <= setup.seats <= MOST_SEATS or len(setup.decks) > MOST_SEATS:
        raise SaveError(f"{called(path)}, line 1: the setup does not fit the save.")
    if len(header.plans) != setup.seats or not 0 <= header.count <= MOST_LINES:
        raise SaveError(f"{called(path)}, line 1: the players do not fit the setup.")
    if len(setup.mods) > MOST_MODS or any(not 0 < len(mod) <= LONGEST_LABEL or not mod.isprintable() for mod in setup.mods):
        raise SaveError(f"{called(path)}, line 1: it names a mod as none is called.")
    if any(count < 0 for count in copies) or sum(copies) > MOST_COPIES:
        raise SaveError(f"{called(path)}, line 1: a deck has a number of cards that no deck has.")
    return _legible(header)


def _legible(header: Header) -> Header:
    """Return a header in which all that is shown can be shown: a stranger may have written it."""

    def shown(words: str) -> str:
        return quotable(words, LONGEST_SHOWN)

    setup = header.setup
    decks = tuple(replace(deck, name=shown(deck.name), side=shown(deck.side), plan=shown(deck.plan)) for deck in setup.decks)
    options = {key: shown(value) if isinstance(value, str) else value for key, value in setup.options.items()}
    plans = tuple(replace(plan, name=as_name(plan.name)) for plan in header.plans)
    clear = replace(setup, decks=decks, options=options, map=shown(setup.map))
    return replace(header, when=shown(header.when), position=shown(header.position), setup=clear, plans=plans)


def _stamp(path: Path, text: bytes) -> Stamp:
    try:
        stamp: Stamp = _strict(text, Stamp)
    except HOSTILE as error:
        raise SaveError(f"{called(path)}, line 1: {plainly(error)}.") from None
    if stamp.format not in FORMATS:
        raise SaveError(f"{called(path)}, line 1: format {stamp.format} is not known here.")
    return stamp


def _stamps(path: Path) -> Iterable[Stamp]:
    """Yield the first lines of a save's snapshots, the newest first, without reading the states."""
    for number in range(GENERATIONS):
        snapshot = snapshot_path(path, number)
        try:
            with opened(snapshot) as file:
                yield _stamp(snapshot, file.readline(LONGEST_STAMP).rstrip(b"\n"))
        except (OSError, UnreadableError, SaveError):
            continue


def _lacks_lines(path: Path, count: int, stamp: Stamp | None) -> bool:
    """Tell whether a snapshot follows actions that the journal does not have; those that were taken back are still in it."""
    if stamp is None or stamp.count <= count:
        return False
    try:
        return stamp.lines > read_bytes(path).count(b"\n") - 1
    except SaveError:
        return False


def _last(tail: list[bytes]) -> Line | None:
    """Return the last readable line of a journal, None where only its header is read."""
    for text in reversed(tail):
        try:
            line: Line = msgspec.json.decode(text, type=Line)
        except (ValueError, RecursionError):
            continue
        return line
    return None
