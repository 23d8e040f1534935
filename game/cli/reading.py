"""A picture read aloud: any game's scene in words, seat by seat and zone by zone.

Made from the neutral nouns of the Scene alone, so a game that exists tomorrow is readable tomorrow, and nobody hears of
a card that their eyes could not see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import TypeVar

from msgspec.structs import replace

from game import grid
from game.kernel.ids import CardId, PieceId, Seat
from game.kernel.scene import Badge, CardFace, Counter, Scene, ScenePiece, SceneZone
from game.kernel.words import capitalised, counted, enumerated, unmarked

CardName = Callable[[str], str]
T = TypeVar("T")

CELLED = ("grid", "row", "track")
"""Kinds of zone where it matters in which cell a piece lies."""

_LOOSE = ("hand", "pile")
"""Kinds of zone in which like cards are counted wherever they lie: the order of dice in a pool is theirs."""

_WORD = re.compile(r"[\w/+×−-]+")
_BRACKETS = re.compile(r"\([^)]*\)")

_SMALL = frozenset({"A", "An", "Drew", "Holds", "It", "Its", "Lost", "No", "Nobody", "The", "Won", "You", "Your"})
"""Words that are no names, and have no capital in the middle of a sentence."""

_JOINING = frozenset({"by", "from", "in", "of", "on", "to", "until", "while", "with"})
"""Words that join, where another in their place names a thing that can be more than one."""

_BORNE = re.compile(r"\w+ \[([a-z0-9-]+)\]")
"""How a badge says nothing but that a card lies on its piece: `Bears [card]`."""

_RIDER = "    with "
"""How the line of what lies on a piece begins."""

SHORT = 24
"""Pieces told in fewer letters than this share a line."""


def cell_name(zone: SceneZone, cell: int) -> str:
    """Return how a cell is called: `C4` in a grid, its number from 1 in a row or on a track."""
    if zone.kind == "grid" and zone.columns:
        return grid.cell_name(zone.columns, cell)
    return str(cell + 1)


def before_what_lies(zone: SceneZone, cell: int) -> str:
    """Return what a cell is called before what lies there: a space of a row that has a name of its own by that."""
    return f"{capitalised(zone.spaces[cell])}:" if zone.spaces else cell_name(zone, cell)


def read_scene(scene: Scene, names: tuple[str, ...], card_name: CardName, *, explained: bool = False) -> Iterator[str]:
    """Yield the lines that tell a scene: seats with their counters, zones with their pieces; `explained` adds what counters and zones mean."""
    known: set[str] = set()
    yield from read_seats(counters_once(scene, known), names, explained=explained)
    shared = [zone for zone in scene.zones.values() if zone.owner is None]
    owned = [zone for zone in scene.zones.values() if zone.owner is not None]
    zones = (*shared, *sorted(owned, key=lambda each: (each.owner == scene.viewer, each.owner)))
    scene = words_once(scene, [zone.id for zone in zones], known)
    for zone in zones:
        heading, *there = read_zone(
            scene, replace(zone, words="" if zone.words in known else zone.words), names, card_name, explained=explained
        )
        known.add(zone.words)
        yield heading
        yield from read_ground(scene, zone) if zone.kind == "grid" else ()
        yield from there


def read_ground(scene: Scene, zone: SceneZone) -> Iterator[str]:
    """Yield each kind of ground of a grid, what it does, and on which squares it lies and nothing else; and each part of the grid with a name of its own."""
    taken = standing(scene, zone)
    for patch in zone.patches:
        name, _, does = patch.words.partition(": ")
        cells = tuple(cell for cell in patch.cells if not does or cell not in taken)
        if name and cells:
            yield f"  {name}{f' ({does})' if does else ''}: {spans(zone, cells)}."


def standing(scene: Scene, zone: SceneZone) -> frozenset[int]:
    """Return the squares of a grid on which something stands or lies: their ground is told with it."""
    return frozenset(piece.slot for piece in scene.pieces.values() if piece.zone == zone.id and piece.on is None)


def on_ground(zone: SceneZone, cell: int, known: set[str]) -> str:
    """Return a square with its ground, `C5, dirt:`, where it has one with a name; what the ground does is said unless it is `known`, and is from now on."""
    words = next((patch.words for patch in zone.patches if ": " in patch.words and cell in patch.cells), "")
    name, _, does = words.partition(": ")
    about = "" if words in known else f" ({does})"
    known.add(words)
    return f"{cell_name(zone, cell)}, {name[:1].lower()}{name[1:]}{about}:" if name else cell_name(zone, cell)


def spans(zone: SceneZone, cells: tuple[int, ...]) -> str:
    """Return squares by name, those side by side as one stretch, along rows or along columns, whichever is shorter: `A1, C3 to F3`."""
    wide, high = zone.columns, zone.rows
    by_rows = _stretches([(cell, cell % wide > 0) for cell in sorted(cells)], 1)
    by_columns = _stretches([(cell, cell >= wide) for cell in sorted(cells, key=lambda cell: cell % wide * high + cell // wide)], wide)
    told: list[str] = []
    for run in min(by_rows, by_columns, key=len):
        first, last = cell_name(zone, run[0]), cell_name(zone, run[-1])
        told.append(first if first == last else f"{first} to {last}" if len(run) > 2 else f"{first}, {last}")
    return ", ".join(told)


def _stretches(cells: Sequence[tuple[int, bool]], step: int) -> list[list[int]]:
    """Return squares in stretches, each a step after the one before, unless with it a line begins."""
    found: list[list[int]] = []
    for cell, same_line in cells:
        if found and same_line and cell == found[-1][-1] + step:
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def counters_once(scene: Scene, known: set[str]) -> Scene:
    """Return a scene in which only the first of equal counters says what it means; what was said is added to `known`."""
    places = [None, *(seat.seat for seat in scene.seats)]
    once: dict[str, Counter] = {}
    for key, counter in sorted(scene.counters.items(), key=lambda each: places.index(each[1].seat)):
        once[key] = replace(counter, words="" if counter.words in known else counter.words)
        known.add(counter.words)
    return replace(scene, counters=once)


def words_once(scene: Scene, zones: Iterable[str], known: set[str] | None = None) -> Scene:
    """Return a scene in which only the first of equal badges or pieces, as they are read zone by zone, says more than its short form.

    What was said is added to `known`.
    """
    known, order, pieces = set() if known is None else known, list(zones), dict(scene.pieces)
    for piece in sorted(scene.pieces.values(), key=lambda each: (order.index(each.zone), each.slot, each.id)):
        pieces[piece.id] = in_short(piece, known)
    return replace(scene, pieces=pieces)


def in_short(piece: ScenePiece, known: set[str]) -> ScenePiece:
    """Return a piece that says in short what is `known`; what it says is known from now on."""
    badges = tuple(replace(badge, words=_label(badge)) if badge.words in known else badge for badge in piece.badges)
    words = piece.words.partition(":")[0] if piece.words in known else piece.words
    known |= {piece.words, *(badge.words for badge in piece.badges)}
    return replace(piece, badges=badges, words=words)


def lookalike(scene: Scene, piece_id: PieceId) -> Hashable:
    """Return a value that is equal for two pieces when an eye could not tell them apart but by their order in a pool."""
    piece = scene.pieces.get(piece_id)
    if piece is None:
        return piece_id
    riders = tuple(sorted(repr(replace(each, id=0, on=None)) for each in scene.pieces.values() if each.on == piece_id))
    zone = scene.zones.get(piece.zone)
    if zone is None or zone.kind in CELLED:
        return piece_id
    return repr(replace(piece, id=0, slot=0)), riders


def _owner(scene: Scene, seat: Seat, names: tuple[str, ...]) -> str:
    return "your" if seat == scene.viewer else f"{names[seat]}'s"


def small(words: str) -> str:
    """Return words as they stand in the middle of a sentence: only a name keeps its capital."""
    return words[:1].lower() + words[1:] if words.partition(" ")[0] in _SMALL else words


def _about(words: str) -> str:
    return words.strip().rstrip(".")


def read_seats(scene: Scene, names: tuple[str, ...], *, explained: bool = False) -> Iterator[str]:
    """Yield what is counted for all, and a line a seat: its name, whose turn it is, and its counters."""
    everyone = [counter for counter in scene.counters.values() if counter.seat is None]
    if everyone:
        yield "; ".join(_counter(counter, explained=explained) for counter in everyone) + "."
    for seat in scene.seats:
        states = [
            words
            for there, words in (
                (seat.seat == scene.viewer, "you"),
                (seat.active, "whose turn it is"),
                (seat.out, "out of the match"),
                (bool(seat.words), small(_about(seat.words))),
            )
            if there
        ]
        label = "" if seat.label == names[seat.seat] else f" of {small(seat.label)}"
        counters = [_counter(counter, explained=explained) for counter in scene.counters.values() if counter.seat == seat.seat]
        about = f" ({', '.join(states)})" if states else ""
        yield f"{names[seat.seat]}{label}{about}{': ' if counters else ''}{'; '.join(counters)}."


def _counter(counter: Counter, *, explained: bool) -> str:
    most = "" if counter.most is None else f" of {counter.most}"
    words = f" ({_about(counter.words)})" if counter.words and explained else ""
    return f"{counter.label} {counter.value}{most}{words}"


def _named(scene: Scene, counter: Counter, heard: Sequence[str]) -> bool:
    """Tell whether somebody was told what is counted for all (`Turn 8: …`), or the question names the viewer's own by a word and its number."""
    if counter.seat is None:
        return any(re.search(rf"\b{re.escape(counter.label)} {counter.value}\b", words) for words in heard)
    if counter.seat != scene.viewer:
        return False
    words = _WORD.findall(scene.prompt.words.casefold()) if scene.prompt is not None else []
    stems = {word[:4] for word in _WORD.findall(counter.label.casefold()) if len(word) >= 4}
    return str(counter.value) in words and any(word[:4] in stems for word in words)


def read_changes(before: Scene, now: Scene, names: tuple[str, ...], heard: Sequence[str] = ()) -> str:
    """Return the counters that changed between two pictures and that neither the question nor what was `heard` names, everybody's first."""
    whose: dict[Seat | None, list[str]] = {None: []}
    for key, counter in now.counters.items():
        if before.counters.get(key) != counter and not _named(now, counter, heard):
            whose.setdefault(counter.seat, []).append(_counter(counter, explained=False))
    told = [
        ", ".join(counters) if seat is None else f"{_owner(now, seat, names)} {', '.join(counters)}"
        for seat, counters in whose.items()
        if counters
    ]
    return f"{capitalised('; '.join(told))}." if told else ""


def _heading(scene: Scene, zone: SceneZone, names: tuple[str, ...], *, explained: bool) -> str:
    label = zone.label
    if zone.owner is not None and len(scene.seats) > 1:
        if names[zone.owner] not in label:
            label = f"{_owner(scene, zone.owner, names)} {label}"
        elif zone.owner == scene.viewer:
            label = f"{label} (yours)"
    words = f" ({_about(zone.words)})" if zone.words and explained else ""
    return f"{capitalised(label)}{words}"


def read_zone(scene: Scene, zone: SceneZone, names: tuple[str, ...], card_name: CardName, *, explained: bool = False) -> Iterator[str]:
    """Yield a zone with all that lies there; in a grid, row or track each piece with its cell."""
    pieces = sorted((piece for piece in scene.pieces.values() if piece.zone == zone.id and piece.on is None), key=lambda each: each.slot)
    heading = _heading(scene, zone, names, explained=explained)
    if not any(piece.face is not None or _tells(piece) for piece in pieces):
        yield f"{heading}: {f'{zone.count} unseen' if zone.count else 'empty'}."
        return
    here = {piece.id for piece in pieces}
    attached = [piece for piece in scene.pieces.values() if piece.on in here]
    borne = {key: frozenset(rider.face for rider in attached if rider.on == key and rider.face is not None) for key in here}
    told = [(piece, _piece(scene, zone, piece, names, card_name, explained=explained, borne=borne[piece.id])) for piece in pieces]
    unseen = zone.count - len(pieces) - sum(piece.zone == zone.id for piece in attached)
    if zone.kind not in CELLED and not attached and all(len(words) <= SHORT for _, words in told):
        things = ((words, piece.face is None and piece.kind != "card") for piece, words in told)
        same = [_many(count, words, nameless=nameless) for (words, nameless), count in _tally(things, ordered=zone.kind not in _LOOSE)]
        apart = "; " if any(", " in words for words in same) else ", "  # as in `Skrix, Ledger Lord`
        line = apart.join(same)
        more = f", and {unseen} more unseen" if unseen > 0 else ""
        yield f"{heading}: {line}{more}."
        return
    yield f"{heading}:" if unseen <= 0 else f"{heading} (and {unseen} more unseen):"
    blocks: list[tuple[str, ...]] = []
    taken = standing(scene, zone)
    explained_grounds, before = {patch.words for patch in zone.patches if not taken.issuperset(patch.cells)}, -1
    for piece, line in told:
        known = piece.slot == before or zone.spaces
        place = before_what_lies(zone, piece.slot) if known else on_ground(zone, piece.slot, explained_grounds)
        before = piece.slot
        riders = (_piece(scene, zone, rider, names, card_name, explained=explained) for rider in attached if rider.on == piece.id)
        listed = (f"{_RIDER}{_many(count, words)}" for words, count in _tally(riders))
        blocks.append((f"  {place} {line}" if zone.kind in CELLED else f"  {line}", *listed))
    for (line, *on_it), count in _tally(blocks, ordered=zone.kind not in _LOOSE):
        for _ in range(count if on_it else 1):
            yield line if on_it else f"  {_many(count, line.strip())}"
            yield from on_it


def _tally(things: Iterable[T], *, ordered: bool = False) -> Iterator[tuple[T, int]]:
    """Yield each of some things with how many there are of it: only next to each other where they are `ordered`."""
    there = list(things)
    for thing, alike in groupby(there if ordered else sorted(there, key=there.index)):
        yield thing, len(list(alike))


def _many(count: int, words: str, *, nameless: bool = False) -> str:
    """Return one thing, or several that are alike; what has no name but is `A raided gem` is counted as people do: `2 raided gems`."""
    article, _, noun = words.partition(" ")
    if nameless and article in {"A", "An"} and "(" not in noun:
        return counted(count, noun)
    return words if count == 1 else f"{count} x {words}"


def read_pieces(scene: Scene, zone: SceneZone, pieces: Sequence[ScenePiece], names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield each of some pieces of a zone in words."""
    for piece in pieces:
        yield _piece(scene, zone, piece, names, card_name, explained=False)


def _tells(piece: ScenePiece) -> bool:
    """Tell whether there is more to say of a piece than that it is there."""
    return piece.kind != "card" or bool(piece.badges or piece.marks or piece.words or piece.down or piece.turned)


def _piece(
    scene: Scene,
    zone: SceneZone,
    piece: ScenePiece,
    names: tuple[str, ...],
    card_name: CardName,
    *,
    explained: bool,
    borne: frozenset[CardId] = frozenset(),
) -> str:
    """Return a piece in words; of the cards that are `borne` by it and told beside it, it is not said that they are."""
    words = _about(piece.words)
    if piece.face is None and piece.kind != "card":
        name, _, words = words.partition(": ") if words else (piece.kind, "", "")
    elif piece.face is None:
        name = f"unseen {piece.kind}"
    else:
        name = str(piece.face) if piece.kind == "die" else _card(piece.face, card_name)
    owner = ""
    named = piece.owner is not None and (f"{{{piece.owner}}}" in name or name == names[piece.owner])
    if piece.owner is not None and piece.owner != zone.owner and not named:
        owner = f"{_owner(scene, piece.owner, names)} "
    there = [each for each in piece.badges if (card := _BORNE.fullmatch(each.words)) is None or card[1] not in borne]
    notes = _whence([_badge(badge, explained=explained) for badge in there])
    notes += ["turned"] if piece.turned else []
    notes += ["face down"] if piece.down else []
    notes += list(piece.marks)
    notes += [f"covers {counted(piece.spread, 'space')} around"] if piece.spread else []
    called = [names[piece.owner], *(seat.label for seat in scene.seats if seat.seat == piece.owner)] if piece.owner is not None else []
    said = {name, *(f"{owned_by}'s {name}" for owned_by in called)}
    notes += [words.removeprefix(f"{name}, ").removeprefix(f"{name}: ")] if words and words not in said else []
    notes = _together(_once([_about(note) for note in notes], f"{zone.label} {cell_name(zone, piece.slot)} {owner}{name}"))
    notes = [*notes[:1], *map(small, notes[1:])]
    about = f" ({'; '.join(notes)})" if notes else ""
    return f"{owner}{name}{about}"


def _whence(notes: Iterable[str]) -> list[str]:
    """Return notes in which what a word means stands behind where it comes from and how long it lasts: `Dazzled until it falls, from [card]: She cannot block`."""
    each = [part for note in notes for part in (note.split("; ") if ":" not in note else [note])]
    told: list[str] = []
    for note in each:
        word, colon, meaning = note.partition(": ")
        origins = [other.removeprefix(f"{word} ") for other in each if colon and ":" not in other and other.startswith(f"{word} ")]
        told.append(f"{word} {' and '.join(origins)}: {meaning}" if origins else note)
    explained = {note.partition(": ")[0] for note in each if ": " in note}
    return [note for note in told if ":" in note or not any(note.startswith(f"{word} ") for word in explained)]


def _once(notes: Sequence[str], said: str) -> Iterator[str]:
    """Yield the notes that say what neither the words before nor a longer note says (`face down`, where `Set face down: …` follows)."""
    known = set(_WORD.findall(said.casefold()))
    for number, note in enumerate(notes):
        words = _WORD.findall(note.casefold())
        longer = any(other != number and len(each) > len(note) and _stem(note) in each.casefold() for other, each in enumerate(notes))
        if not longer and not set(words) <= known:
            yield note


def _together(notes: Iterable[str]) -> list[str]:
    """Return the notes, those that say the same of several things as one: `Mosshymn and Hushtide gems dark`."""
    told: dict[tuple[bool, str], list[str]] = {}
    for note in notes:
        thing, _, rest = note.partition(" ")
        shared = thing.isalpha() and " " in rest
        told.setdefault((shared, rest if shared else note), []).append(thing)
    return [f"{enumerated(things)} {_of_several(words, len(things))}" if shared else words for (shared, words), things in told.items()]


def _of_several(words: str, count: int) -> str:
    """Return what is said of a thing as it is said of several: `gem dark`, `gems dark`."""
    noun, _, state = words.partition(" ")
    return f"{noun}s {state}" if count > 1 and noun not in _JOINING and words.replace(" ", "").isalpha() and " " not in state else words


def _stem(note: str) -> str:
    return note.casefold().removesuffix("ing")


def _card(face: str, card_name: CardName) -> str:
    try:
        return card_name(face)
    except KeyError:
        return face


def _badge(badge: Badge, *, explained: bool) -> str:
    """Return a badge in words; what its words explain behind a colon or in brackets is left out unless asked for."""
    label = (badge.words if explained else _label(badge)) or badge.icon
    numbers = re.findall(r"\d+", badge.value)
    if badge.value and not (set(numbers) <= set(re.findall(r"\d+", label)) and numbers) and badge.value not in label.split():
        return f"{label} {badge.value}"
    return label


def _label(badge: Badge) -> str:
    return _BRACKETS.sub("", (badge.words or badge.icon).partition(":")[0]).strip() or badge.icon


def card_lines(card: CardFace) -> list[str]:
    """Return a card read aloud: name, line, numbers, text and what its keywords mean."""
    said = {sentence.rstrip(".") for text in card.text for sentence in unmarked(text).split(". ")}
    numbers = [number for number in _numbers(card) if number not in said]
    lines = [f"{card.name}. {card.line}".rstrip()]
    lines += ["; ".join(numbers)] if numbers else []
    lines += [unmarked(text) for text in card.text]
    lines += [f"{word}: {meaning}" for word, meaning in card.explained]
    return lines


def card_line(card: CardFace) -> str:
    """Return a card in one line: its name, what it is, and its numbers."""
    return f"{card.name} ({'; '.join(words for words in (card.line, *_numbers(card)) if words)})"


def _numbers(card: CardFace) -> list[str]:
    """Return a card's numbers in words, those that its line says left out."""
    badges = [badge for badge in (card.corner, card.second, *card.stats) if badge is not None]
    return [_badge(badge, explained=True) for badge in badges if badge.words not in card.line.split(" · ")]
