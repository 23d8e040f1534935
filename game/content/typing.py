"""Rows of a stranger's file as typed values, with everything that is wrong with a row at once.

msgspec tells the first thing that does not fit. What it names is put right on a copy, with any value that fits there, and it is asked again,
until nothing is wrong any more; so a card with five slips has five faults. What was put in says nothing of the stranger's row: whoever judges the
row further asks `besides` which of the complaints are about what stands there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from game.content.faults import quotable
from game.content.tags import guessed, members_of
from game.kernel import misfit
from game.kernel.words import fitting, meant, meant_or_any, near

MOST = 20
"""So many faults of one row are told."""

MOST_KEYS = 300
"""Among so many keys of a table it is looked for the one that a fault is about."""

_STEP = re.compile(r"\.([A-Za-z0-9_-]+)|\[(\d+|\.\.\.)\]")
_FIELD = re.compile(r"field `([^`]*)`")
_VALUE = re.compile(r"value '([^']*)'")
_BINDS = "name"
"""The field by which an effect names what it found, so that those behind it can speak of it."""

ALONE = "="
"""How a place ends that means a table itself, and not what is in it."""

MOST_DEEP = 3
"""In so many tables that nobody can tell what they are, one in the other, it is looked what is wrong with each field."""

Steps = tuple[str | int, ...]


class Read(msgspec.Struct, frozen=True):
    """A row as it was read: its value, or with `faults` that of the row once it was put right (None where it could not), and at which places.

    A field that was meant by another name is in its place, and none of these.
    """

    value: Any
    faults: tuple[str, ...] = ()
    mended: tuple[str, ...] = ()


def read_row(row: dict[str, Any], kind: type[Any], verbs: Collection[str] = (), *, deep: int = 0, lent: Collection[str] = ()) -> Read:
    """Return a row as a value of a kind, with everything that is wrong: where, and what; `verbs` are what effects there are, where not all are.

    `deep` is how many tables that nobody can tell what they are the row lies in; `lent` are fields of it that stand elsewhere, so that they may be meant here.
    """
    faults: list[str] = []
    places: list[str] = []
    rest: Any = row
    while True:
        try:
            value = msgspec.convert(rest, kind)
        except msgspec.ValidationError as error:
            rest = deepcopy(row) if rest is row else rest
            words, path = _keyed(*_parted(str(error)), rest, kind)
            told = _fault(words, path, rest, kind, verbs, deep, lent)
            more = [fault for fault in told.faults if fault not in faults]
            faults += more
            places += told.places
            if not told.mended or not more or len(faults) >= MOST:  # what was put in did not fit, or there is no end of it
                return Read(None, tuple(faults), tuple(places))
        except RecursionError:
            return Read(None, (*faults, "$ it is nested too deeply"))
        else:
            return Read(value, tuple(faults), tuple(places))


def _parted(error: str) -> tuple[str, str]:
    place, words = misfit.parted(error)
    return words, place


def put(row: Any, place: str, value: Any) -> None:
    """Put a value at a place such as `$.abilities[0].when`; raise LookupError where there is none."""
    steps = _steps(place)
    if not steps:
        raise LookupError(place)
    _put(row, steps, value)


def besides(complaints: Iterable[tuple[str, str]], mended: Sequence[str]) -> list[tuple[str, str]]:
    """Return those complaints (a place and words) that are about what stands in a row, not about what was put in at these places."""
    return [(where, words) for where, words in complaints if not any(_within(where, place) for place in mended)]


def _within(where: str, place: str) -> bool:
    if place.endswith(ALONE):
        return where == place.removesuffix(ALONE)
    return place != "$" and where.startswith(place) and where[len(place) :][:1] in {"", ".", "["}


def _keyed(words: str, path: str, row: Any, kind: type[Any]) -> tuple[str, str]:
    """Return a fault with its path in full: into a table by any key (`[...]`) it is found which key is meant."""
    before, mark, after = path.partition("[...]")
    steps = _steps(before)
    if not mark or steps is None:
        return words, path
    with suppress(LookupError, TypeError, ValueError):
        table = dict(_found(row, steps))
        alone = deepcopy(row)
        inside = _found(alone, steps)
        for key, value in islice(table.items(), MOST_KEYS):
            inside.clear()
            inside[key] = value
            try:
                msgspec.convert(alone, kind)
            except msgspec.ValidationError as error:
                if _parted(str(error)) == (words, path) and _STEP.fullmatch(f".{key}"):
                    return _keyed(words, f"{before}.{key}{after}", row, kind)
    return words, path


class _Told(NamedTuple):
    """Faults in words, the places where anything was put in for them (none where what was meant is known), and whether it could be."""

    faults: tuple[str, ...]
    places: tuple[str, ...] = ()
    mended: bool = True


def _fault(words: str, path: str, row: Any, kind: type[Any], verbs: Collection[str], deep: int, lent: Collection[str]) -> _Told:
    """Return one fault in words, or all of a table that nobody can tell what it is, and put right what it is about."""
    said = _said(path, words)
    steps = _steps(path)
    if steps is None:
        return _Told((said,), (path,), mended=False)
    named = _FIELD.search(words)
    try:
        if named and "unknown" in words:
            table = _found(row, steps)
            tables = isinstance(table[named[1]], dict)  # of a table, part may stand under one name and part under another
            held = [each for each in table if (steps or each not in lent) and not (tables and isinstance(table[each], dict))]
            fields = _meant_fields(_chosen(_type_at(kind, steps, row), table), held, named[1])
            given = table.pop(named[1])
            if not fields or fields[0] in table:
                return _Told((said + fitting(fields),))
            field = _type_at(kind, (*steps, fields[0]), row)
            alike = _shape(given) in _shapes(field)  # a number was not meant as a table, whatever it is called
            table[fields[0]] = given if alike else _filler(field)
            return _Told((said + fitting(fields),), () if alike else (f"{path}.{fields[0]}",))
        if named and "missing" in words:
            members = _tagged(kind, (*steps, named[1]), row, verbs)
            if members:
                return _tag_missing(said, path, _Table(row, steps, members, verbs, deep))
            _found(row, steps)[named[1]] = _filler(_type_at(kind, (*steps, named[1]), row))
            return _Told((said,), (f"{path}.{named[1]}",))
        there = _found(row, steps)
        members = _tagged(kind, steps, row, verbs)
        if members and isinstance(there, str):
            return _retagged(said, there, path.rpartition(".")[0], _Table(row, steps[:-1], members, verbs, deep))
        told = _VALUE.search(words)
        words_there = _values(kind, steps, row)
        if isinstance(there, str):
            said += meant_or_any(told[1] if told else there, words_there)
        _put_right(kind, steps, row, words_there)
    except (LookupError, TypeError, ValueError):
        return _Told((said,), (path,), mended=False)
    return _Told((said,), (path,))


def _said(path: str, words: str) -> str:
    place, plain = misfit.told(path, quotable(words, 240))
    return f"{quotable(place, 120)} {plain}"


def _steps(path: str) -> Steps | None:
    """Return a path as its steps, or None for one into a table by a key that is not told."""
    found: list[str | int] = []
    for name, number in _STEP.findall(path):
        if number == "...":
            return None
        found.append(name or int(number))
    return tuple(found)


def _found(row: Any, steps: Steps) -> Any:
    for step in steps:
        row = row[step]
    return row


def _tagged(kind: Any, steps: Steps, row: Any, verbs: Collection[str]) -> list[inspect.StructType]:
    """Return what the table around a place can be where the place is its tag; nothing where it is an ordinary field."""
    members = members_of(_type_at(kind, steps[:-1], row), verbs) if steps else []
    return members if any(each.tag_field == steps[-1] for each in members) else []


class _Table(NamedTuple):
    """A table whose tag is missing or no word there is: the row it lies in, and where; what it can be; and what it takes to read what is in it."""

    row: Any
    steps: Steps
    members: list[inspect.StructType]
    verbs: Collection[str]
    deep: int

    @property
    def tag(self) -> str:
        return str(self.members[0].tag_field)


def _tag_missing(said: str, path: str, table: _Table) -> _Told:
    """Return the fault of a table without its tag: the tag stands there by a name like its own, or the fields tell what was meant."""
    held = _found(table.row, table.steps)
    known = {str(each.tag) for each in table.members}
    for key in near(table.tag, [each for each in held if isinstance(each, str)], max(len(held), 1)):
        if isinstance(held[key], str) and held[key] in known:
            held[table.tag] = held.pop(key)
            return _Told((f"{quotable(path, 120)} there is no field `{quotable(key)}`{fitting([table.tag])}",))
    return _retagged(said, "", path, table)


def _retagged(said: str, given: str, path: str, table: _Table) -> _Told:
    """Let a table be what it was meant to be; where nobody can tell, any of these, with what is wrong with its fields whichever it is."""
    held = _found(table.row, table.steps)
    guess = guessed(given, held, table.members)
    said += fitting(guess.words)
    if guess.fits:
        held[table.tag] = guess.member.tag
        return _Told((said,), (f"{path}.{table.tag}" if guess.sure else path,))
    if table.deep >= MOST_DEEP:
        whole = next((each for each in table.members if _BINDS in _fields(each)), guess.member)
        bound = {key: value for key, value in held.items() if key == _BINDS in _fields(whole) and isinstance(value, str)}
        _put(table.row, table.steps, _filler(whole) | bound)
        return _Told((said,), (path,))
    faults, kept = _whichever(held, table)
    naming = [each for each in table.members if _BINDS in held and _BINDS in _fields(each)]
    binding = [each for each in naming if _annotation(each, _BINDS) == _annotation(naming[0], _BINDS)]  # what names what it found
    ranked = sorted(binding or table.members, key=lambda each: -sum(key in kept for key in _fields(each)))
    best = [each for each in ranked if _known(each, kept) == _known(ranked[0], kept)]
    sound = {key: kept[key] for key in _known(best[0], kept) if len({_annotation(each, key) for each in best}) == 1}
    made = _filler(best[0])
    _put(table.row, table.steps, made | {key: value for key, (value, _) in sound.items()})
    filled = [f"{path}.{key}" for key in made if key not in sound]
    within = [f"{path}{place[1:]}" for _, places in sound.values() for place in places]
    return _Told((said, *(f"{quotable(path, 120)}{each[1:]}" for each in faults)), (f"{path}{ALONE}", *filled, *within))


def _known(member: inspect.StructType, keys: Collection[str]) -> list[str]:
    return [key for key in _fields(member) if key in keys]


def _annotation(member: inspect.StructType, key: str) -> str:
    return str(member.cls.__annotations__.get(key))


def _whichever(held: dict[str, Any], table: _Table) -> tuple[list[str], dict[str, tuple[Any, tuple[str, ...]]]]:
    """Return what is wrong with the fields of a table whatever it is, and those that can be read, put right, with the places where that was done."""
    faults: list[str] = []
    kept: dict[str, tuple[Any, tuple[str, ...]]] = {}
    names = dict.fromkeys(name for each in table.members for name in _fields(each))
    for key, value in held.items():
        if key == table.tag:
            continue
        # one for each thing that a field of this name may be, as a stranger's table may be deep
        having = {_annotation(each, key): each for each in table.members if key in _fields(each)}
        if not having:
            faults.append(f"$ there is no field `{quotable(str(key))}`{meant(str(key), [each for each in names if each not in held])}")
            continue
        reads = [read_row({**_filler(each), key: deepcopy(value)}, each.cls, table.verbs, deep=table.deep + 1) for each in having.values()]
        read = min(reads, key=lambda each: len(each.faults))
        faults += read.faults
        if read.value is not None:
            kept[key] = (msgspec.to_builtins(read.value)[key], read.mended)
    return faults, kept


def _put_right(kind: Any, steps: Steps, row: Any, words: list[str]) -> None:
    """Put what fits in the place of what does not: the word that was meant, or any."""
    there = _found(row, steps)
    found = near(there, words, 1) if isinstance(there, str) else []
    _put(row, steps, found[0] if found else _filler(_type_at(kind, steps, row)))


def _put(row: Any, steps: Steps, value: Any) -> None:
    _found(row, steps[:-1])[steps[-1]] = value


@cache
def _told(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def _type_at(kind: Any, steps: Steps, row: Any) -> inspect.Type:
    """Return what may stand at a place; raise LookupError where nobody can say."""
    told = _told(kind)
    for step in steps:
        told = _chosen(told, row)
        row = _inside(row, step)
        match told:
            case inspect.StructType(fields=fields):
                field = next((each for each in fields if each.encode_name == step), None)
                if field is None:
                    return inspect.StrType()  # the tag
                told = field.type
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                told = item
            case inspect.DictType(value_type=item):
                told = item
            case _:
                raise LookupError(step)
    return told


def _inside(row: Any, step: str | int) -> Any:
    if isinstance(row, dict):
        return row.get(step)
    return row[step] if isinstance(row, list) and isinstance(step, int) else None


def _chosen(told: inspect.Type, row: Any) -> inspect.Type:
    """Return which member of a union a value means to be: the one of its tag, or the one of its shape."""
    if not isinstance(told, inspect.UnionType):
        return told
    for each in told.types:
        match each:
            case inspect.StructType(tag_field=str(field), tag=tag) if isinstance(row, dict) and row.get(field) == tag:
                return each
            case inspect.StructType(tag_field=None) if isinstance(row, dict):
                return each
            case inspect.VarTupleType() | inspect.ListType() if isinstance(row, list):
                return each
    raise LookupError("no member of the union fits")


def _meant_fields(told: inspect.Type, table: Collection[str], given: str) -> list[str]:
    """Return the fields that are called nearly as one that is none and are not there yet, first those that are lacking."""
    fields = _fields(told)
    needed = {each.encode_name for each in told.fields if each.required} if isinstance(told, inspect.StructType) else set()
    return sorted(near(given, [each for each in fields if each not in table]), key=lambda each: each not in needed)


def _shape(value: Any) -> str:
    return "table" if isinstance(value, dict) else "list" if isinstance(value, list) else "value"


def _shapes(told: inspect.Type) -> set[str]:
    """Return whether a table, a list or a single value may stand at a place, or several of these."""
    match told:
        case inspect.UnionType(types=types):
            return {shape for each in types for shape in _shapes(each)}
        case inspect.StructType() | inspect.DictType():
            return {"table"}
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType():
            return {"list"}
        case inspect.AnyType():
            return {"table", "list", "value"}
        case _:
            return {"value"}


def _fields(told: inspect.Type) -> list[str]:
    return [each.encode_name for each in told.fields] if isinstance(told, inspect.StructType) else []


def _values(kind: Any, steps: Steps, row: Any) -> list[str]:
    """Return the words that may stand at a place: those of a literal."""
    told = _type_at(kind, steps, row)
    members = told.types if isinstance(told, inspect.UnionType) else (told,)
    return [str(value) for each in members if isinstance(each, inspect.LiteralType) for value in each.values]


def _filler(told: inspect.Type) -> Any:
    """Return any value that fits."""
    match told:
        case inspect.StrType(min_length=least):
            return "x" * max(least or 1, 1)
        case inspect.BoolType():
            return False
        case inspect.IntType(ge=low) | inspect.FloatType(ge=low):
            return low if low is not None else 1
        case inspect.LiteralType(values=values):
            return values[0]
        case inspect.VarTupleType(item_type=item, min_length=least) | inspect.ListType(item_type=item, min_length=least):
            return [_filler(item) for _ in range(least or 0)]
        case inspect.DictType():
            return {}
        case inspect.NoneType():
            return None
        case inspect.UnionType(types=types):
            return _filler(types[0])
        case inspect.StructType(fields=fields, tag_field=tag_field, tag=tag):
            made = {each.encode_name: _filler(each.type) for each in fields if each.required}
            return made | ({tag_field: tag} if tag_field else {})
        case _:
            raise LookupError(str(told))
