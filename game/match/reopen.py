"""Going on with a saved match: of all that its files say, the newest that can still be believed.

A journal says most, for it can be played again and gives the way back; each of its generations says it up to a line. A snapshot
says how the match stood after some line. Whichever stands furthest is opened. Nothing that is still readable is ever written
over: where the files hold more than what is opened, the match goes on in a save of its own and they stay as they are.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from game.content.files import is_there
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR, Seat
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import Outcome, Setup
from game.kernel.words import counted
from game.match.conceding import conceded
from game.match.journal import Back, Given, Header, Line, Taken, encode_line, new_header, rotate
from game.match.lock import Lock
from game.match.save import (
    Frozen,
    Record,
    SaveEntry,
    SaveError,
    called,
    entry_of,
    generations,
    holds_more,
    holds_others_position,
    of_another,
    snapshot_bytes,
    snapshots,
    unread,
)
from game.match.seats import seat_names
from game.match.story import Story
from game.match.traced import EditionError, Traced, furthest, open_rules, state_of, traced


class Reopened(Struct):
    """A match as it was found: its rules and story, and the lines of its journal.

    `notice` is empty or what the players should know. `apart` tells that the files hold more, so that the match must go on in others, and
    `copied` that the copy beside the journal was read instead of it.
    """

    rules: AnyRules
    setup: Setup
    header: Header
    story: Story
    texts: list[bytes]
    notice: str = ""
    apart: bool = False
    copied: bool = False


class Stands(Struct, frozen=True):
    """How a saved match stands, as a bystander sees it who sits down beside a seat (`beside`), if one is anybody's more than another."""

    rules: AnyRules
    setup: Setup
    scene: Scene
    names: tuple[str, ...]
    beside: Seat = SPECTATOR


def stands(path: Path) -> Stands:
    """Return how a save stands after its newest readable snapshot, without playing it again; raise SaveError when nothing says so."""
    record = generations(path)[0]
    header = record.header
    _, rules, setup = open_rules(path, header)
    for frozen in snapshots(path):
        known = frozen.stamp.version == rules.version and frozen.stamp.catalogue in {"", setup.catalogue}
        if known and not of_another(path, frozen.stamp, record):
            state = state_of(rules, setup, frozen.state, called(path), text=False)
            scene = rules.scene(rules.observe(state, SPECTATOR))
            people = [seat for seat, plan in enumerate(header.plans) if plan.human]
            beside = people[0] if len(people) == 1 else SPECTATOR
            return Stands(rules, setup, scene, seat_names(header.plans, setup, scene, rules), beside)
    raise SaveError(f"{called(path)} does not say how it stands.")


def worked_out(path: Path) -> SaveEntry | None:
    """Return a save whose files do not say how it stands as playing it again tells, and keep that beside it as its snapshot.

    None where it cannot be played to its last line today, or another window plays it.
    """
    lock = Lock.if_free(path)
    if lock is None:
        return None
    try:
        record, entry = generations(path)[0], entry_of(path)
        found = traced(record)
        story = found.story
        if entry is None or found.fault or record.torn or story.count != entry.count:
            return None
        snapshot = snapshot_bytes(record.header, story.count, story.state, story.over, len(record.lines))
        with suppress(OSError):  # what cannot be kept is worked out once more the next time
            if not holds_others_position(path, record):
                rotate(path, snapshot)
    except SaveError:
        return None
    finally:
        lock.release()
    return replace(entry, outcome=story.over, stood=story.count)


def reopened(path: Path) -> Reopened:
    """Return a saved match where its newest readable source leaves it; raise SaveError, one sentence, when there is none."""
    records = generations(path)
    played, wrong = furthest(records)
    why = "" if wrong is None else str(wrong)
    stands = tuple(snapshots(path))
    if played is None:
        return _from_snapshots(path, records, stands, why)
    best = _found(path, played)
    proved = _proved(played)
    for frozen in stands:
        if not of_another(path, frozen.stamp, proved) and _newer(frozen, best, damaged=bool(why)):
            found = _healed(path, best, frozen) or _stands(path, records[0], frozen, why or f"{called(path)} {_ails(path)}.")
            if found is not None:
                best = found
                break
    closed = unread(path)
    sound = not why and not best.notice  # its own file is whole, whatever the copies say
    other = another_match(path, records, played, sound=sound)
    if not best.apart and (closed or other or (not sound and holds_more(path, best.texts, played.record.first))):
        best.apart = True
        stays = f"the {'unreadable' if closed else 'old' if sound else 'damaged'} one stays as it is."
        stays = stays.capitalize() if best.story.over else f"It goes on in a save of its own; {stays}"
        ails = best.notice or closed or ("" if sound else f"{called(path)} was damaged.")
        best.notice = " ".join(filter(None, (ails, other, stays)))
    return best


def another_match(path: Path, records: tuple[Record, ...], played: Traced, *, sound: bool) -> str:
    """Return in a sentence which kind of file beside a save holds another match than the one that was played again, be it that save or a copy; nothing where none does.

    Copies are only asked beside a sound save: what is in them and not in a damaged one may be what that one lost.
    """
    if sound and _beyond(records, played):
        return f"The copy beside {called(path)} holds another match."
    return f"The position beside {called(path)} holds another match." if holds_others_position(path, _proved(played)) else ""


def _proved(played: Traced) -> Record:
    """Return what a journal file says as far as it could be played again."""
    record = played.record
    return replace(record, lines=record.lines[: played.good], texts=record.texts[: played.good], torn=played.fault or record.torn)


def _beyond(records: tuple[Record, ...], best: Traced) -> bool:
    """Tell whether a copy beside a sound save holds actions that can be played and are not in it: those of another match."""
    known = set(best.record.texts)
    return any(not each.begins_as(best.record) and _plays(each, known) for each in records)


def _plays(record: Record, known: set[bytes]) -> bool:
    """Tell whether an action of a journal file can be played, or one that is not known might be under the rules that it is from."""
    try:
        return traced(record).good > 0
    except EditionError:
        return not known.issuperset(record.texts)
    except SaveError:
        return False


def _found(path: Path, best: Traced) -> Reopened:
    """Return the match as its best generation leaves it, with what the players should know of that."""
    record, story, over = best.record, best.story, best.story.over is not None
    notice = ""
    if best.fault:
        notice = f"The match {'was over' if over else 'goes on from'} before the damage: {best.fault}"
    elif record.path != path:
        notice = f"{called(path)} {_ails(path)}; the match {'is over in' if over else 'goes on from'} the save before it."
    elif record.torn:
        notice = f"{record.torn} The match {'was over' if over else 'goes on'} after step {story.count}, the last one before that."
    return Reopened(best.rules, best.setup, record.header, story, list(record.texts[: best.good]), notice, copied=record.path != path)


def _ails(path: Path) -> str:
    """Return in words what is wrong with a save's own file, where it is known that something is."""
    if not is_there(path):
        return "is missing"
    return "cannot be read now" if unread(path, [path]) else "was damaged"


def _newer(frozen: Frozen, best: Reopened, *, damaged: bool) -> bool:
    """Tell whether a snapshot follows more of the match; the oldest format does not say which line it follows."""
    stamp = frozen.stamp
    return stamp.lines > len(best.texts) if stamp.format > 1 else damaged and stamp.count > best.story.count


def _healed(path: Path, best: Reopened, frozen: Frozen) -> Reopened | None:
    """Return the journal with the one line it lacks, found again from the position that it led to; None where that fails."""
    stamp, rules, story = frozen.stamp, best.rules, best.story
    if stamp.lines != len(best.texts) + 1:
        return None
    line: Line | None = None
    if story.base <= stamp.count < story.count and digest(story.at(stamp.count)) == stamp.state:
        line = Back(stamp.count)
        story.cut(stamp.count)
    elif stamp.count == story.count and stamp.outcome is not None and story.over is None:
        line = _gave_up(story, stamp.outcome)
    elif stamp.count == story.count + 1:
        seat, number = rules.deciding(story.state), stamp.count
        for action in rules.legal(story.state):
            after = rules.advance(story.state, action)
            if digest(after) == stamp.state:
                story.add(action, after)
                line = Taken(number, -1 if seat is None else seat, Raw(msgspec.json.encode(action)), stamp.state)
                break
    if line is None:
        return None
    best.texts.append(encode_line(line))
    read = "the copy beside it was read, and the last line" if best.copied else "its last line was"
    best.notice = f"{called(path)} {_ails(path)}; {read} found again from the position saved beside it."
    return best


def _gave_up(story: Story, outcome: Outcome) -> Given | None:
    """Return who must have given the match up for this outcome, None where nobody can have."""
    seat = next((seat for seat in range(story.seats) if conceded(seat, story.seats) == outcome), None)
    if seat is None:
        return None
    story.given = seat
    return Given(story.count, seat)


def _from_snapshots(path: Path, records: tuple[Record, ...], stands: tuple[Frozen, ...], why: str) -> Reopened:
    """Return the match from the newest snapshot that opens; raise SaveError when none does."""
    fault: SaveError | None = None
    for record in records:
        for frozen in stands:
            if of_another(path, frozen.stamp, record):
                fault = fault or SaveError(f"{why} The position beside {called(path)} holds another match.")
                continue
            try:
                return _stood(path, record, frozen, why)
            except SaveError as error:
                fault = fault or error
    raise fault or SaveError(f"{why} No position was saved beside it.")


def _stands(path: Path, record: Record, frozen: Frozen, why: str) -> Reopened | None:
    try:
        return _stood(path, record, frozen, why)
    except SaveError:
        return None


def _stood(path: Path, record: Record, frozen: Frozen, why: str) -> Reopened:
    """Return the match as a snapshot says that it stood, without its history; raise SaveError when it cannot be believed."""
    _, rules, setup = open_rules(record.path, record.header)
    place = f"{called(path)}.snap"
    state = state_of(rules, setup, frozen.state, place, text=False)
    if digest(msgspec.msgpack.decode(frozen.state)) != frozen.stamp.state:  # as it was written: a field that came later is not in it
        raise SaveError(f"{place}: the position was altered.")
    count = max(0, frozen.stamp.count)
    header = new_header(rules, setup, record.header.plans, state, count=count, start=Raw(msgspec.json.encode(state)))
    story, outcome = Story(rules, setup, count, state, bare=False), frozen.stamp.outcome
    given = _gave_up(story, outcome) if outcome is not None and story.over is None else None
    goes = f"The match {'is over in' if story.over else 'goes on from'} its last position"
    if count < record.count:
        goes = f"{counted(record.count, 'action')} were played; the match {'is over' if story.over else 'goes on'} after action {count}"
    notice = f"{why} {goes} and cannot be replayed."
    return Reopened(rules, setup, header, story, [] if given is None else [encode_line(given)], notice, apart=True)
