"""A picture read aloud: any game's scene in words, seat by seat and zone by zone.

Made from the neutral nouns of the Scene alone, so a game that exists tomorrow is readable tomorrow, and nobody hears of
a card that their eyes could not see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from game.kernel.ids import Seat
from game.kernel.scene import Badge, Counter, Scene, ScenePiece, SceneZone

CardName = Callable[[str], str]

CELLED = ("grid", "row", "track")
"""Kinds of zone where it matters in which cell a piece lies."""


def column_letters(column: int) -> str:
    """Return the letters of a column counted from 0: A to Z, then AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def cell_name(zone: SceneZone, cell: int) -> str:
    """Return how a cell is called: `C4` in a grid, its number from 1 in a row; on a track, the step itself (0 is the start)."""
    if zone.kind == "grid" and zone.columns:
        row, column = divmod(cell, zone.columns)
        return f"{column_letters(column)}{row + 1}"
    return str(cell if zone.kind == "track" else cell + 1)


def read_scene(scene: Scene, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield the lines that tell a scene: the seats with their counters, the zones with their pieces."""
    yield from _seats(scene, names)
    shared = [zone for zone in scene.zones.values() if zone.owner is None]
    owned = [zone for zone in scene.zones.values() if zone.owner is not None]
    for zone in (*shared, *sorted(owned, key=lambda each: (each.owner == scene.viewer, each.owner))):
        yield from _zone(scene, zone, names, card_name)


def owner_words(scene: Scene, seat: Seat, names: tuple[str, ...]) -> str:
    """Return whose something is, as the viewer says it."""
    return "your" if seat == scene.viewer else f"{names[seat]}'s"


def _seats(scene: Scene, names: tuple[str, ...]) -> Iterator[str]:
    everyone = [counter for counter in scene.counters.values() if counter.seat is None]
    if everyone:
        yield "; ".join(_counter(counter) for counter in everyone) + "."
    for seat in scene.seats:
        states = [
            words
            for there, words in (
                (seat.seat == scene.viewer, "you"),
                (seat.active, "whose turn it is"),
                (seat.out, "out of the match"),
                (bool(seat.words), seat.words),
            )
            if there
        ]
        label = "" if seat.label == names[seat.seat] else f" of {seat.label}"
        counters = [_counter(counter) for counter in scene.counters.values() if counter.seat == seat.seat]
        about = f" ({', '.join(states)})" if states else ""
        yield f"{names[seat.seat]}{label}{about}: {'; '.join(counters) or 'nothing to count'}."


def _counter(counter: Counter) -> str:
    most = "" if counter.most is None else f" of {counter.most}"
    words = f" ({counter.words})" if counter.words else ""
    return f"{counter.label} {counter.value}{most}{words}"


def _zone(scene: Scene, zone: SceneZone, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    pieces = [piece for piece in scene.pieces.values() if piece.zone == zone.id and piece.on is None]
    label = zone.label
    if zone.owner is not None and len(scene.seats) > 1:
        label = f"{owner_words(scene, zone.owner, names)} {zone.label}"
    words = f", {zone.words}" if zone.words else ""
    heading = f"{label[:1].upper()}{label[1:]}{words}"
    if not pieces:
        yield f"{heading}: {zone.count or 'empty'}{' face down' if zone.count else ''}."
        return
    pieces.sort(key=lambda piece: piece.slot)
    told = [(piece, _piece(scene, zone, piece, names, card_name)) for piece in pieces]
    unseen = zone.count - len(pieces)
    attached = [piece for piece in scene.pieces.values() if piece.on is not None]
    if zone.kind not in CELLED and not attached and all(len(words) <= 24 for _, words in told):
        same = [(words, len(list(group))) for words, group in groupby(words for _, words in told)]
        line = ", ".join(words if count == 1 else f"{count} x {words}" for words, count in same)
        more = f", and {unseen} more" if unseen > 0 else ""
        yield f"{heading}: {line}{more}."
        return
    yield f"{heading}:" if unseen <= 0 else f"{heading} ({unseen} more face down):"
    for piece, line in told:
        place = f"{cell_name(zone, piece.slot)} " if zone.kind in CELLED else ""
        yield f"  {place}{line}"
        for rider in attached:
            if rider.on == piece.id:
                yield f"    with {_piece(scene, zone, rider, names, card_name)}"


def _piece(scene: Scene, zone: SceneZone, piece: ScenePiece, names: tuple[str, ...], card_name: CardName) -> str:
    if piece.face is None:
        name = f"face-down {piece.kind}" if piece.kind == "card" else piece.kind
    elif piece.kind == "die":
        name = str(piece.face)
    else:
        name = _card(piece.face, card_name)
    owner = ""
    if piece.owner is not None and piece.owner != zone.owner:
        owner = f"{owner_words(scene, piece.owner, names)} "
    notes = [_badge(badge) for badge in piece.badges]
    notes += ["turned"] if piece.turned else []
    notes += list(piece.marks)
    notes += [f"covers {piece.spread} around"] if piece.spread else []
    notes += [piece.words] if piece.words else []
    about = f" ({'; '.join(notes)})" if notes else ""
    return f"{owner}{name}{about}"


def _card(face: str, card_name: CardName) -> str:
    try:
        return card_name(face)
    except KeyError:
        return face


def _badge(badge: Badge) -> str:
    label = badge.words or badge.icon
    if badge.value and badge.value not in label.split():
        return f"{label} {badge.value}"
    return label
