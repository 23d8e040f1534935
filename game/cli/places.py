"""Parts of the table on request: the hand, the map, what lies around a square, and what lies open before who sits here.

Made from the scene alone, as the whole table is, so any game answers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from msgspec.structs import replace

from game.cli.reading import (
    CELLED,
    CardName,
    card_line,
    cell_name,
    counters_once,
    in_short,
    on_ground,
    read_ground,
    read_pieces,
    read_seats,
    read_zone,
    small,
    words_once,
)
from game.grid import cells_of, disc, ring
from game.kernel.ids import PieceId, Seat
from game.kernel.scene import CardFace, Scene, SceneZone
from game.kernel.words import capitalised, counted

NEAR = 2
"""So many squares `around` looks in each direction."""

HELD = ("hand", "pool")
"""Kinds of zone that one holds."""


def held(scene: Scene) -> frozenset[PieceId]:
    """Return the cards and dice that the viewer holds."""
    zones = {zone.id for zone in scene.zones.values() if zone.owner == scene.viewer and zone.kind in HELD}
    return frozenset(piece.id for piece in scene.pieces.values() if piece.zone in zones)


def cards_in(scene: Scene, face: Callable[[str], CardFace]) -> dict[str, CardFace]:
    """Return the cards whose faces are in sight."""
    cards: dict[str, CardFace] = {}
    for card in sorted({piece.face for piece in scene.pieces.values() if piece.face is not None}):
        with suppress(KeyError):
            cards[card] = face(card)
    return cards


def read_hand(scene: Scene, names: tuple[str, ...], card_name: CardName, faces: dict[str, CardFace]) -> Iterator[str]:
    """Yield what the viewer holds: cards with their line and numbers, or dice."""
    for zone in scene.zones.values():
        if zone.owner != scene.viewer or zone.kind not in HELD or not zone.count:
            continue
        cards = sorted((piece for piece in scene.pieces.values() if piece.zone == zone.id), key=lambda piece: piece.slot)
        known = [faces[piece.face] for piece in cards if piece.kind == "card" and piece.face in faces]
        if len(known) < len(cards) or not known:
            yield from read_zone(scene, zone, names, card_name)
            continue
        yield f"{zone.label}, {counted(len(known), 'card')}:"
        yield from (f"  {line}" for line in map(card_line, known))


def read_map(scene: Scene, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield the board: the size and the ground of a grid with all that stands there; elsewhere the rows, tracks and pools in play."""
    scene = words_once(scene, scene.zones)
    for zone, *within in _lanes(scene):
        if zone.kind == "grid":
            last = cell_name(zone, zone.columns * zone.rows - 1)
            yield f"{zone.label}: {zone.columns} columns and {zone.rows} rows, A1 to {last}."
            yield from read_ground(scene, zone)
            _, *there = read_zone(scene, zone, names, card_name)
            yield from there
        elif within:
            yield _lane(scene, zone, within, names, card_name)
        else:
            yield from read_zone(scene, zone, names, card_name)


def _lanes(scene: Scene) -> Iterator[list[SceneZone]]:
    """Yield each zone of the board with those that are parts of it: the next of the same owner that bear its name and more (`Left diva`)."""
    lane: list[SceneZone] = []
    for zone in scene.zones.values():
        if zone.kind not in {*CELLED, "pool"}:
            continue
        if lane and (zone.kind, zone.owner) == (lane[0].kind, lane[0].owner) and zone.label.startswith(f"{lane[0].label} "):
            lane.append(zone)
            continue
        if lane:
            yield lane
        lane = [zone]
    if lane:
        yield lane


def _lane(scene: Scene, zone: SceneZone, within: list[SceneZone], names: tuple[str, ...], card_name: CardName) -> str:
    """Return a zone and its parts in one line: what lies there, and which of them are empty."""
    told, empty = [], []
    for each in (zone, *within):
        part = each.label.removeprefix(zone.label).strip()
        heading, *lines = read_zone(scene, each, names, card_name)
        if each.count or not part:
            label, _, unseen = heading.removesuffix(".").partition(": ")
            there = [re.sub(r"^\d+ ", "", line.strip()) for line in lines] or [unseen]
            told.append(f"{capitalised(part) or label.removesuffix(':')}: {'; '.join(there)}.")
        else:
            empty.append(f"no {part}")
    return " ".join((*told, *([f"{capitalised(', '.join(empty))}."] if empty else ())))


def read_who(scene: Scene, names: tuple[str, ...], played: Sequence[str], card_name: CardName) -> Iterator[str]:
    """Yield what is counted, and who sits here: who plays each seat, where that is no person, and what others hold that the viewer sees."""
    scene = counters_once(scene, set())
    about = (filter(None, (played[seat.seat], small(seat.words))) for seat in scene.seats)
    seats = tuple(replace(seat, words="; ".join(words)) for seat, words in zip(scene.seats, about, strict=True))
    lines = list(read_seats(replace(scene, seats=seats), names, explained=True))
    yield from lines[: -len(seats)]
    for seat, line in zip(seats, lines[-len(seats) :], strict=True):
        yield line
        if seat.seat != scene.viewer:
            yield from _shows(scene, seat.seat, names, card_name)


def _shows(scene: Scene, seat: Seat, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield what somebody holds in sight: dice in a pool, cards laid open."""
    open_ = {piece.zone for piece in scene.pieces.values() if piece.face is not None}
    for zone in scene.zones.values():
        if zone.owner == seat and zone.kind in HELD and zone.id in open_:
            label = f"{zone.label} shows" if zone.label == names[seat] else zone.label
            yield from (f"  {line}" for line in read_zone(scene, replace(zone, label=label), names, card_name))


def squares(scene: Scene) -> Iterator[tuple[SceneZone, int]]:
    """Yield every square of every grid on the table."""
    for zone in scene.zones.values():
        if zone.kind == "grid":
            yield from ((zone, cell) for cell in range(zone.columns * zone.rows))


def read_around(scene: Scene, zone: SceneZone, cell: int, reach: int, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield what is on a square of a grid and near it, one distance a line; what it means is told once, and open and empty squares are not told."""
    known: set[str] = set()
    for away in range(reach + 1):
        there = cells_of(ring(zone.columns, zone.rows, cell, away))
        told, taken = list[str](), set[int]()
        for each in there:
            if words := list(_on(scene, zone, each, names, card_name, known)):
                told.append(f"{on_ground(zone, each, known)} {', '.join(words)}")
                taken.add(each)
        for patch in zone.patches:
            name, _, does = patch.words.partition(": ")
            alike = ", ".join(cell_name(zone, each) for each in there if name and each in patch.cells and not (does and each in taken))
            told += [f"{alike} {_ground(name, '' if patch.words in known else does)}"] if alike else []
            known |= {patch.words} if alike else set()
        heading = counted(away, "space") + " away" if away else "There"
        yield f"{heading}: {'; '.join(told) or 'open and empty'}."


def _ground(name: str, does: str) -> str:
    """Return what squares are: their ground with what it does, or a part of the grid in which they lie, such as a zone."""
    if name.startswith("The "):
        return f"in the {name[4:]}"
    return f"{name} ({does})" if does else name


def _on(scene: Scene, zone: SceneZone, cell: int, names: tuple[str, ...], card_name: CardName, known: set[str]) -> Iterator[str]:
    """Yield what stands on a square, in short where that is `known`, and what reaches over it."""
    pieces = [piece for piece in scene.pieces.values() if piece.zone == zone.id and piece.on is None]
    here = [in_short(piece, known) for piece in pieces if piece.slot == cell]
    yield from read_pieces(scene, zone, here, names, card_name)
    for piece in pieces:
        if piece.slot != cell and piece.spread and disc(zone.columns, zone.rows, piece.slot, piece.spread) >> cell & 1:
            yield f"covered by {card_name(piece.face) if piece.face else piece.words}"
