"""Opening saved matches, which may come from strangers, be cut short, or be older than the rules.

Nothing here trusts a file: sizes are capped, unknown fields refused, every action is judged by the rules again and every
state's digest compared. Of a save's generations the one that tells most is opened; a save from other rules or cards
opens from its snapshot and says that it cannot be replayed.

It is long because all that reads a save's files, and says what is wrong with one, stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import parted, title
from game.content.faults import plainly, quotable
from game.content.files import UnreadableError, inside, is_there, opened, passing_of, read_whole, remove, unreadable
from game.content.mods import LONGEST_LABEL, MOST_MODS
from game.content.texts import MARK
from game.kernel.digest import digest
from game.kernel.setup import Outcome
from game.kernel.words import as_name
from game.match.agreed import agreed
from game.match.conceding import conceded
from game.match.journal import FORMAT, GENERATIONS, Given, Header, Line, Stamp, Taken, count_after, generation, misplaced, snapshot_path
from game.match.lock import Lock, lock_path
from game.match.seats import seated
from game.match.strict import strictly
from game.paths import saves_folder
from game.rules import open_box

FORMATS = (1, FORMAT)
"""The formats that are read."""

_ZIP = b"PK\x03\x04"
"""How the bytes of a zip begin."""

MOST_BYTES = 16 * 1024 * 1024
MOST_LINES = 50_000
LONGEST_STAMP = 65_536
MOST_COPIES = 1_000
MOST_SEATS = 10
LONGEST_SHOWN = 400
"""So many letters of a name or a choice that a save tells are shown at most."""

T = TypeVar("T")

Reader: TypeAlias = Callable[[bytes, Any], Any]
"""Makes a value of a kind of a line of JSON."""

_LINE = msgspec.json.Decoder(Line)

HOSTILE = (LookupError, ValueError, TypeError, AttributeError, ArithmeticError, AssertionError, RecursionError, MemoryError)
"""What a rulebook may raise over a state that no match could reach: such a save is refused, not a reason to fall over."""


class SaveError(Exception):
    """A save that cannot be opened, in one sentence that names the file and the place in it."""


class InUseError(SaveError):
    """A save that another window plays: it can be looked at, and gone on with as a match of its own."""


class SaveEntry(Struct, frozen=True):
    """A save as the list shows it; `names` are those of the seats as the table calls them, `levels` what plays there, empty for a person; `decks` has the name of one a seat, or none in a game without; `position` names what it was begun in, such as a lesson; `agreed` has the map and the options in words; `count` is the number of actions taken, `when` its start as `YYYY-MM-DD HH:MM`, `played` when an action was last written to it or a window opened it, in seconds of the system's clock. `outcome` is as it stood after `stood` actions, of which the newest readable snapshot tells; -1 where none tells, as beside a copied journal. `damaged` tells that its own file is not whole, as `Told.damage` says: then all is told of what is left of it and lies beside it; `unread` as in `Told`."""

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
    unread: bool = False

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
    """What one journal file says: its header and its good lines, which follow each other, as text and as values.

    `torn` is empty, or says at which line the good part ends and why; `first` is the header as text.
    """

    path: Path
    header: Header
    lines: tuple[Line, ...]
    texts: tuple[bytes, ...]
    torn: str = ""
    first: bytes = b""

    @property
    def count(self) -> int:
        """Return the number of actions taken after its last good line."""
        return count_after(self.lines[-1]) if self.lines else self.header.count

    def stood(self, lines: int) -> tuple[int, str]:
        """Return how many actions were taken after so many of its lines, and the digest of the state that they led to."""
        count, states = self.header.count, {self.header.count: self.header.state}
        for line in self.lines[:lines]:
            count = count_after(line)
            if isinstance(line, Taken):
                states[count] = line.state
        return count, states[count]

    def begins_as(self, other: Record) -> bool:
        """Tell whether another generation says that the match begins alike; who sits there may change as it goes on."""
        return self.first == other.first or _beginning(self.header) == _beginning(other.header)


class Told(Struct, frozen=True):
    """What the files of a save say together: the generation that tells most, and the stamp of the newest readable snapshot of that match.

    `damage` is empty, or says what is wrong with the save's own file: that it breaks off, or lacks lines that are known of beside it. `unread`
    tells that nothing is but that a file of the save cannot be read now.
    """

    record: Record
    stamp: Stamp | None = None
    damage: str = ""
    unread: bool = False

    @property
    def lacking(self) -> int:
        """Return how many lines the newest snapshot follows that the record does not have; the oldest format does not say it."""
        return 0 if self.stamp is None else max(0, self.stamp.lines - len(self.record.lines))


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


def read_record(path: Path, read: Reader = strictly) -> Record:
    """Return what a journal file says; raise SaveError when not even its header can be read."""
    return record_of(path, read_bytes(path), read)


def header_line(journal: bytes) -> tuple[bytes, bytes]:
    """Return the first line of a journal, without the mark that some editors write before a text, and all that follows it."""
    first, _, rest = journal.removeprefix(MARK).partition(b"\n")
    return first, rest


def record_of(path: Path, content: bytes, read: Reader = strictly) -> Record:
    """Return what the bytes of a journal say; raise SaveError, which names `path`, when not even its header can be read."""
    if content.startswith(_ZIP):
        raise SaveError(
            f"{called(path)} is no save but a zip, as reports are: `starcross replay` shows a report, "
            "and `starcross play --resume` goes on with the match.jsonl that is unpacked from it."
        )
    texts, end = _texts(content)
    if len(texts) > MOST_LINES:
        raise SaveError(f"{called(path)} has more than {MOST_LINES} lines and so is no save.")
    if not texts:
        raise SaveError(f"{called(path)}, line 1: {end}." if end else f"{called(path)}: it is empty.")
    header = _header(path, texts[0], read)
    lines: list[Line] = []
    count, given = header.count, False
    for text in texts[1:]:
        try:
            line = _LINE.decode(text)
            why = misplaced(line, count, header.count, header.setup.seats, given=given)
        except HOSTILE as error:
            why = _wrong(text, error, first=False) if text else "the line is empty"
        if why:
            end = why
            break
        lines.append(line)
        count, given = count_after(line), isinstance(line, Given)
    torn = f"{called(path)}, line {len(lines) + 2}: {end}." if end else ""
    return Record(path, header, tuple(lines), tuple(text + b"\n" for text in texts[1 : len(lines) + 1]), torn, texts[0])


def _texts(content: bytes) -> tuple[list[bytes], str]:
    """Return the whole lines of a journal, without their ends, and what stands behind them, in words: nothing, half a line, or only zero bytes.

    A last line that lacks nothing but its end is whole. Zero bytes are what a full disk or a power cut leaves; white space at the end of a line, and
    empty lines at the end of all, are an editor's.
    """
    written = content.rstrip(b"\0").removeprefix(MARK)
    whole = written.rstrip()
    *texts, rest = whole.split(b"\n", MOST_LINES + 1)
    zeros = "there are only zero bytes from here on; all before them is whole" if whole else "there are only zero bytes in it"
    end = zeros if content.endswith(b"\0") else ""
    try:
        if rest and b"\n" not in written[len(whole) :]:
            msgspec.json.decode(rest)
        texts += [rest] if rest else []
    except HOSTILE:
        end = "it is cut off"
    return [text.rstrip() for text in texts], end


def read_snapshot(path: Path) -> Frozen:
    """Return what a snapshot file says; raise SaveError when it is no snapshot."""
    first, _, state = read_bytes(path).partition(b"\n")
    return Frozen(_stamp(path, first), state)


def generations(path: Path, read: Reader = strictly) -> tuple[Record, ...]:
    """Return the readable generations of a save, the one that tells most first, those last whose first line the others contradict; raise SaveError when none is readable."""
    records: list[Record] = []
    path = named(path)
    for number in reversed(range(GENERATIONS)):  # the journal last: if another window writes it meanwhile, it still tells most
        try:
            records.insert(0, read_record(generation(path, number), read))
        except SaveError:
            if not number and not records:
                raise
    return tuple(sorted(records, key=lambda record: (-sum(map(record.begins_as, records)), -len(record.lines))))


def told(path: Path, read: Reader = strictly) -> Told:
    """Return what the files of a save say together; raise SaveError when none can be read."""
    stamps = tuple(_stamps(path))  # first, as they are written after the lines that they follow
    record = _best(path, read)
    found = Told(record, next((stamp for stamp in stamps if not of_another(path, stamp, record)), None))
    closed = unread(path)
    if found.record.path != path:
        try:
            own = read_record(path, read)
            lacks = (
                "it lacks lines that the copy beside it has"
                if own.begins_as(found.record)
                else "its first line is not that of the copies beside it"
            )
            why = own.torn or f"{called(path)}: {lacks}."
        except SaveError as error:
            why = unread(path, [path]) or str(error)
    elif found.record.torn or not found.lacking:
        why = found.record.torn
    else:
        why = f"{called(path)}: its last {'line is' if found.lacking == 1 else f'{found.lacking} lines are'} missing."
    return replace(found, damage=why or closed, unread=bool(closed) and why in {"", closed})


def _best(path: Path, read: Reader) -> Record:
    """Return the generation that tells most; the copies are only read where they may tell more than the save's own file, or something else."""
    with suppress(SaveError):
        own = read_record(named(path), read)
        if not own.torn and not any(_adds(own, generation(path, number)) for number in range(1, GENERATIONS)):
            return own
    return generations(path, read)[0]


def _adds(own: Record, copy: Path) -> bool:
    """Tell whether a copy has more ends of lines than its save has lines, or another first line; not where it cannot be read."""
    try:
        content = read_bytes(copy)
    except SaveError:
        return False
    return content.count(b"\n") > len(own.lines) + 1 or header_line(content)[0].rstrip() != own.first


def unread(path: Path, files: Sequence[Path] = ()) -> str:
    """Return in a sentence which of a save's files, or of these, is there and cannot be read now, and why; nothing where all can be. Such a one may hold more than the others."""
    for each in files or (path, *files_beside(path)):
        if why := unreadable(each, MOST_BYTES):
            return f"{called(each)}: {why}."
    return ""


def holds_more(path: Path, texts: Iterable[bytes], first: bytes) -> bool:
    """Tell whether a file of a save has whole lines that are not among these, readable or not, or alone another first line than this one or a beginning of it."""
    known = {text.rstrip() for text in texts}
    for number in range(GENERATIONS):
        try:
            content = read_bytes(generation(path, number))
        except SaveError:
            continue
        rows, _ = _texts(content)
        if any(row not in known for row in rows[1:]) or (len(rows) < 2 and not _begins(path, content, first)):
            return True
    return False


def _begins(path: Path, content: bytes, first: bytes) -> bool:
    """Tell whether a journal of one line at most says no more than that a match begins which has this first line."""
    found = header_line(content.rstrip(b"\0").rstrip())[0].rstrip()
    if first.startswith(found):
        return True
    try:
        return record_of(path, found).begins_as(record_of(path, first))
    except SaveError:
        return False


def of_another(path: Path, stamp: Stamp, record: Record) -> bool:
    """Tell whether a snapshot beside a save is a position of another match than the one that a journal file of it holds, as far as the files tell.

    What the record holds decides where it reaches so far. Of one that follows later lines the beginning is the same, where it says so; and copies which lack
    just the lines that they should tell that the record is whole and there are no later lines.
    """
    header = record.header
    if (stamp.game, stamp.catalogue) != (header.game, header.catalogue):
        return True
    if stamp.begun not in {"", header.state}:
        return True
    if stamp.format == 1:  # it does not say which line it follows
        return False
    if stamp.lines <= len(record.lines):
        return (stamp.count, stamp.state) != record.stood(stamp.lines)
    return record.path == path and not record.torn and any(_behind(path, record, number) for number in range(1, GENERATIONS))


def _behind(path: Path, record: Record, number: int) -> bool:
    """Tell whether a copy of a whole save is one of the same match and lacks as many lines of it as it does when all was written."""
    try:
        copy = read_record(generation(path, number), _plain)
    except SaveError:
        return False
    return (
        not copy.torn and copy.begins_as(record) and copy.texts == record.texts[:-number] and len(copy.texts) == len(record.texts) - number
    )


def holds_others_position(path: Path, record: Record) -> bool:
    """Tell whether a readable snapshot beside a save is a position of another match than the one that a journal file of it holds."""
    return any(of_another(path, stamp, record) for stamp in _stamps(path))


def snapshots(path: Path) -> Iterable[Frozen]:
    """Yield the readable snapshots of a save, the newest first."""
    for number in range(GENERATIONS):
        try:
            yield read_snapshot(snapshot_path(path, number))
        except SaveError:
            continue


def snapshot_bytes(header: Header, count: int, state: Any, outcome: Outcome | None, lines: int) -> bytes:
    """Return the content of a snapshot file: a line of JSON, then the state in msgpack; `lines` as in `Stamp`."""
    stamp = Stamp(FORMAT, header.game, header.version, header.catalogue, count, digest(state), outcome, lines, header.state)
    return msgspec.json.encode(stamp) + b"\n" + msgspec.msgpack.encode(state)


def list_saves(folder: Path | None = None) -> tuple[SaveEntry, ...]:
    """Return the saves of a folder (the user's own without one), the one last played first; no action is played again for it.

    A file that is no save is left out.
    """
    folder = folder or saves_folder()
    entries = [entry for path in _saves(folder) if (entry := entry_of(path)) is not None]
    return tuple(sorted(entries, key=lambda entry: (entry.played, entry.when, entry.path.name), reverse=True))


def entry_of(path: Path) -> SaveEntry | None:
    """Return a save as the list shows it, wherever it lies; None for a file that is none."""
    try:
        found = told(path, _plain)
        record, header, stamp = found.record, found.record.header, found.stamp
        box = open_box(header.game)
        played = record.path.stat().st_mtime
    except (OSError, SaveError, KeyError):
        return None
    last = record.lines[-1] if record.lines else None
    outcome = conceded(last.seat, header.setup.seats) if isinstance(last, Given) else stamp.outcome if stamp else None
    leaning = (replace(plan, name=title(plan.player)) if parted(plan.player)[1] and not plan.name else plan for plan in header.plans)
    names = seated(tuple(leaning), header.setup.decks, box.sides)
    decks = tuple(deck.name for deck in header.setup.decks)
    levels = tuple("" if plan.human else title(plan.player) for plan in header.plans)
    stood = stamp.count if stamp else -1
    begun, options, damaged = header.position, agreed(header.setup), bool(found.damage)
    return SaveEntry(
        path,
        header.game,
        box.title,
        header.when,
        names,
        record.count,
        outcome,
        decks,
        levels,
        begun,
        options,
        stood,
        played,
        damaged,
        found.unread,
    )


def last_left(entries: Iterable[SaveEntry]) -> SaveEntry | None:
    """Return the first of the saves that can be gone on with: of those of `list_saves`, what was played last and is not over."""
    return next((entry for entry in entries if entry.outcome is None and entry.stood >= 0), None)


def unlisted(entries: Sequence[SaveEntry], folder: Path | None = None) -> tuple[str, ...]:
    """Return what the files of a folder (the user's own without one) are called that are called like saves and are not among those that were listed."""
    return tuple(sorted(called(path) for path in _saves(folder or saves_folder()) - {entry.path for entry in entries}))


def _saves(folder: Path) -> set[Path]:
    """Return where the saves of a folder lie, or lay of which only copies are left."""
    return {*inside(folder, "*.jsonl"), *(lost for path in inside(folder, "*.jsonl.?") if (lost := lost_save(path)) is not None)}


def copied(path: Path) -> bool:
    """Tell whether an older generation of a save lies beside it, or beside what has its name."""
    return bool(path.name) and any(is_there(generation(path, number)) for number in range(1, GENERATIONS))


def lost_save(path: Path) -> Path | None:
    """Return where the save lay that is not there and of which this is the newest copy that is left; None for any other file."""
    for number in range(1, GENERATIONS):
        journal = path.with_name(path.name.removesuffix(f".{number}"))
        if journal.name.endswith(".jsonl") and generation(journal, number) == path:
            return None if any(is_there(generation(journal, younger)) for younger in range(number)) else journal
    return None


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
        for each in (*files_beside(path), path):  # the journal last: copies alone are a save that has lost it
            each.unlink(missing_ok=True)
        names = {each.name for each in (*files_beside(path), path)}
        for each in inside(path.parent, "*.tmp"):
            if passing_of(each.name) in names:
                remove(each)
    finally:
        lock.release()
        remove(lock_path(path))


def _plain(text: bytes, kind: Any) -> Any:
    """Return what a line says, without a look for what else stands in it: enough to list it."""
    return msgspec.json.decode(text, type=kind)


def _beginning(header: Header) -> tuple[object, ...]:
    """Return all that decides how a match begins and is played."""
    return header.game, header.version, header.catalogue, header.setup, header.state, header.count, header.start


def _wrong(text: bytes, error: Exception, *, first: bool) -> str:
    """Return in words what is wrong with a line that cannot be read: above all that it belongs elsewhere, such as the beginning of another match."""
    try:
        kind = _plain(text, dict[str, Any]).get("line")
    except HOSTILE:
        kind = None
    if kind is None or (kind == "match") is first:
        return plainly(error)
    return "the beginning of the match is missing" if first else "another match begins here"


def _header(path: Path, text: bytes, read: Reader) -> Header:
    try:
        header: Header = read(text, Header)
    except HOSTILE as error:
        raise SaveError(f"{called(path)}, line 1: {_wrong(text, error, first=True)}.") from None
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
        stamp: Stamp = strictly(text, Stamp)
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
