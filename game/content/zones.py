"""Deploy zones and flag spots: who starts where on a battle grid, and whether that is fair and walkable (OC-11, OC-54)."""

from __future__ import annotations

import msgspec

from game.content.faults import Findings, quoted
from game.content.tmx import Box, Node, Property, PropertyValue, Taken
from game.grid import Grid, cells_of, connected, mask_of

LEAST_DEPLOY_SPACES = 4
OBJECT_CLASSES = {"deploy": {"seat": Property("int", 1, 4)}, "flag": {"seat": Property("int", 1, 4)}}
_SIDES = ("north", "east", "south", "west")


class Shape(msgspec.Struct, frozen=True):
    """Hold how many squares a map has, and how many pixels a square."""

    width: int
    height: int
    tile: int

    @property
    def count(self) -> int:
        """Return the number of squares."""
        return self.width * self.height

    def label(self, cell: int) -> str:
        """Return what a square is called in sentences."""
        return f"({cell % self.width}, {cell // self.width})"


def zone_boxes(tree: Node, findings: Findings) -> list[Box]:
    """Return the drawn deploy zones and flag spots of a map."""
    taken = Taken(findings)
    found = []
    for node in tree.all("objectgroup"):
        found += taken.boxes(node, f"layer {quoted(node.attributes.get('name', ''))}", OBJECT_CLASSES)
    return found


def zones_and_flags(
    boxes: list[Box], shape: Shape, grid: Grid, seats: PropertyValue | None, findings: Findings
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return deploy zones and flag spots by seat; ContentError or noted faults when something is wrong with them."""
    zones: dict[int, tuple[Box, int]] = {}
    flags: dict[int, tuple[Box, int]] = {}
    for box in boxes:
        seat = int(box.properties.get("seat", 0))
        found = zones if box.kind == "deploy" else flags
        cells = _cells(box, shape, findings)
        if not seat:
            findings.add(box.place, "the property 'seat' is missing")
        elif seat in found:
            findings.add(box.place, f"seat {seat} already has a {'deploy zone' if box.kind == 'deploy' else 'flag'}")
        elif cells:
            found[seat] = box, cells
    findings.settle()
    if len(zones) < 2 or sorted(zones) != list(range(1, len(zones) + 1)):
        findings.stop(
            "map", f"deploy zones are there for seats {', '.join(map(str, sorted(zones))) or 'none'}; they must be 1 to 2, 3 or 4"
        )
    if seats != len(zones):
        said = "missing" if seats is None else str(seats)
        findings.add("map", f"the property 'seats' is {said} and there are {len(zones)} deploy zones")
    _check_zones([zones[seat] for seat in sorted(zones)], shape, grid, findings)
    spots = tuple(_flag(seat, zones, flags, grid, findings) for seat in sorted(zones))
    for seat in sorted(set(flags) - set(zones)):
        findings.add(flags[seat][0].place, f"seat {seat} has no deploy zone")
    return tuple(zones[seat][1] for seat in sorted(zones)), spots


def _cells(box: Box, shape: Shape, findings: Findings) -> int:
    if box.kind == "flag" and not box.width and not box.height:
        x, y = int(box.x // shape.tile), int(box.y // shape.tile)
        left, top, right, bottom = x, y, x + 1, y + 1
    else:
        sides = (box.x, box.y, box.x + box.width, box.y + box.height)
        if any(side % shape.tile for side in sides) or not box.width or not box.height:
            findings.add(box.place, f"it must cover whole squares of {shape.tile} pixels")
            return 0
        left, top, right, bottom = (int(side // shape.tile) for side in sides)
    if left < 0 or top < 0 or right > shape.width or bottom > shape.height:
        findings.add(box.place, "it leaves the map")
        return 0
    if box.kind == "flag" and (right - left, bottom - top) != (1, 1):
        findings.add(box.place, "a flag spot is one square")
        return 0
    return mask_of(y * shape.width + x for y in range(top, bottom) for x in range(left, right))


def _check_zones(zones: list[tuple[Box, int]], shape: Shape, grid: Grid, findings: Findings) -> None:
    """Note zones off the edge, or not all of it, too small, overlapping, not opposite, or with no walk between them (OC-11, OC-54)."""
    touched = [_sides(cells, shape) for _, cells in zones]
    for (box, cells), sides in zip(zones, touched, strict=True):
        if not sides:
            findings.add(box.place, "a deploy zone lies along an edge of the map")
        elif not any(_whole(cells, side, shape, corners=len(zones) == 2) for side in sides):
            findings.add(box.place, "a deploy zone is one whole edge of the map" + ("" if len(zones) == 2 else ", but for its corners"))
        if (cells & ~grid.obstructs).bit_count() < LEAST_DEPLOY_SPACES:
            findings.add(box.place, f"fewer than {LEAST_DEPLOY_SPACES} squares of this deploy zone are free")
    for second, (box, cells) in enumerate(zones):
        for first, (other, others) in enumerate(zones[:second]):
            if cells & others:
                findings.add(box.place, f"it overlaps the deploy zone of seat {first + 1} ({other.place})")
            elif not connected(grid, cells, others):
                findings.add(box.place, f"no path leads to the deploy zone of seat {first + 1} ({other.place})")
    facing = [(0, 1)] if len(zones) == 2 else [(0, 2), (1, 3)][: len(zones) - 2]
    for near, far in facing:
        if not {_SIDES[(_SIDES.index(side) + 2) % 4] for side in touched[near]} & touched[far]:
            findings.add(zones[far][0].place, f"it does not lie opposite the deploy zone of seat {near + 1}")


def _whole(cells: int, side: str, shape: Shape, *, corners: bool) -> bool:
    """Tell whether a zone holds all of an edge, whose corners two zones share where more than two are there (OC-11)."""
    across, last = (shape.width, shape.height - 1) if side in {"north", "south"} else (shape.height, shape.width - 1)
    fixed = 0 if side in {"north", "west"} else last
    along = range(across) if corners else range(1, across - 1)
    step, other = (1, shape.width) if side in {"north", "south"} else (shape.width, 1)
    return all(cells >> (at * step + fixed * other) & 1 for at in along)


def _sides(cells: int, shape: Shape) -> set[str]:
    """Return the edge that a zone lies along: the one it touches on the most squares, both of a square in a corner."""
    columns = [cell % shape.width for cell in cells_of(cells)]
    rows = [cell // shape.width for cell in cells_of(cells)]
    touches = (rows.count(0), columns.count(shape.width - 1), rows.count(shape.height - 1), columns.count(0))
    return {side for side, count in zip(_SIDES, touches, strict=True) if count and count == max(touches)}


def _flag(seat: int, zones: dict[int, tuple[Box, int]], flags: dict[int, tuple[Box, int]], grid: Grid, findings: Findings) -> int:
    """Return the flag spot of a seat: the one drawn, or the free square nearest the middle of its zone (OC-48)."""
    box, zone = zones[seat]
    if seat in flags:
        own, spot = flags[seat]
        if not spot & zone:
            findings.add(own.place, f"the flag of seat {seat} lies outside its deploy zone")
        elif spot & grid.obstructs:
            findings.add(own.place, f"the flag of seat {seat} lies where nobody can walk")
        return spot.bit_length() - 1
    cells = cells_of(zone)
    middle_x = (cells[0] % grid.width + cells[-1] % grid.width) / 2
    middle_y = (cells[0] // grid.width + cells[-1] // grid.width) / 2

    def off(cell: int) -> tuple[float, int]:
        x, y = grid.place(cell)
        return (x - middle_x) ** 2 + (y - middle_y) ** 2, cell

    free = cells_of(zone & ~grid.obstructs)
    if not free:
        findings.add(box.place, f"no square of the deploy zone of seat {seat} is free")
    return min(free or cells, key=off)
