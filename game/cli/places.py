"""Parts of the table on request: the hand, the map, what lies around a square, and who sits here.

Made from the scene alone, as the whole table is, so any game answers.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.cli.reading import CELLED, CardName, card_line, cell_name, read_pieces, read_zone
from game.grid import cells_of, disc, ring
from game.kernel.scene import CardFace, Scene, SceneZone
from game.kernel.words import counted

NEAR = 2
"""So many squares `around` looks in each direction."""

HELD = ("hand", "pool")
"""Kinds of zone that one holds."""


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
    """Yield the board: the size and the ground of a grid with all that stands there; elsewhere the rows and tracks in play."""
    for zone in scene.zones.values():
        if zone.kind == "grid":
            last = cell_name(zone, zone.columns * zone.rows - 1)
            yield f"{zone.label}: {zone.columns} columns and {zone.rows} rows, A1 to {last}."
            for patch in zone.patches:
                name, _, does = patch.words.partition(": ")
                if name:
                    yield f"  {name}{f' ({does})' if does else ''}: {spans(zone, patch.cells)}."
            _, *there = read_zone(scene, zone, names, card_name)
            yield from there
        elif zone.kind in CELLED:
            yield from read_zone(scene, zone, names, card_name)


def squares(scene: Scene) -> Iterator[tuple[SceneZone, int]]:
    """Yield every square of every grid on the table."""
    for zone in scene.zones.values():
        if zone.kind == "grid":
            yield from ((zone, cell) for cell in range(zone.columns * zone.rows))


def spans(zone: SceneZone, cells: tuple[int, ...]) -> str:
    """Return squares by name, those side by side in a row as one stretch: `A1, C3 to F3`."""
    told: list[str] = []
    run: list[int] = []
    for cell in (*sorted(cells), -1):
        if run and (cell != run[-1] + 1 or cell % zone.columns == 0):
            first, last = cell_name(zone, run[0]), cell_name(zone, run[-1])
            told.append(first if first == last else f"{first} to {last}" if len(run) > 2 else f"{first}, {last}")
            run = []
        run.append(cell)
    return ", ".join(told)


def read_around(scene: Scene, zone: SceneZone, cell: int, reach: int, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield what is on a square of a grid and near it, one distance a line; open and empty squares are not told."""
    for away in range(reach + 1):
        there = cells_of(ring(zone.columns, zone.rows, cell, away))
        told = [f"{cell_name(zone, each)} {words}" for each in there for words in _on(scene, zone, each, names, card_name)]
        heading = counted(away, "space") + " away" if away else "There"
        yield f"{heading}: {'; '.join(told) or 'open and empty'}."


def _on(scene: Scene, zone: SceneZone, cell: int, names: tuple[str, ...], card_name: CardName) -> Iterator[str]:
    """Yield what stands on a square, what reaches over it, and how its ground is."""
    pieces = [piece for piece in scene.pieces.values() if piece.zone == zone.id and piece.on is None]
    yield from read_pieces(scene, zone, [piece for piece in pieces if piece.slot == cell], names, card_name)
    for piece in pieces:
        if piece.slot != cell and piece.spread and disc(zone.columns, zone.rows, piece.slot, piece.spread) >> cell & 1:
            yield f"covered by {card_name(piece.face) if piece.face else piece.words}"
    yield from (patch.words for patch in zone.patches if patch.words and cell in patch.cells)
