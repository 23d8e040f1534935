"""The names of things on the table: seats, pieces, cards, zones and the places an eye or a pointer can rest on.

A seat is a number clockwise from 0. A piece id is a number that stays while eyes could follow the piece and is
replaced when they could not (a shuffle). A card id is the slug of what is printed. A zone id is a word, with
`@seat` behind it where each seat has its own: `hand@0`, `track`.
"""

from __future__ import annotations

from typing import TypeAlias

Seat: TypeAlias = int
PieceId: TypeAlias = int
CardId: TypeAlias = str
ZoneId: TypeAlias = str
Place: TypeAlias = str

SPECTATOR: Seat = -1
"""The seat of one who only watches, and so knows what is public."""


def piece_place(piece: PieceId) -> Place:
    """Name the place where a piece lies."""
    return f"piece/{piece}"


def piece_of(place: Place) -> PieceId:
    """Return the piece that lies at a place; -1 for a place that names none."""
    kind, _, number = place.partition("/")
    return int(number) if kind == "piece" and number.isdecimal() else -1


def zone_place(zone: ZoneId) -> Place:
    """Name a zone as a place."""
    return f"zone/{zone}"


def cell_place(zone: ZoneId, cell: int) -> Place:
    """Name one cell of a grid, row or track zone; `cell` counts from 0, row by row."""
    return f"cell/{zone}/{cell}"


def seat_place(seat: Seat) -> Place:
    """Name a seat as a place."""
    return f"seat/{seat}"


def own_zone(name: str, seat: Seat) -> ZoneId:
    """Name a zone that each seat has of its own."""
    return f"{name}@{seat}"
