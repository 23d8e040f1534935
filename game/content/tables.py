"""Where things lie on a table: one Tiled map a game, whose rectangles are the zones (in logical units, 1920 × 1080).

An object layer `zones` holds what is the same for any number of players, `zones-2`, `zones-3` … what is added for that
many. An object's name is the zone's: `track`, or `hand@+0` for the viewer's own hand, `hand@+1` for that of the next
player clockwise, and so on. So one layout serves every seat, each seeing their own things at the bottom.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Literal, cast

import msgspec

from game.content.faults import Findings, quoted
from game.content.tmx import Box, Node, Property, Taken, read_tree

WIDTH, HEIGHT = 1920, 1080
LEAST_SIDE = 16
MOST_SEATS = 6

Layout = Literal["fan", "row", "pile", "grid", "ring", "list"]
Face = Literal["any", "up", "down"]

TABLE_PROPERTIES = {"seats": Property("string", high=3)}
ZONE_PROPERTIES = {
    "zone": {
        "layout": Property("string", choices=("fan", "row", "pile", "grid", "ring", "list")),
        "face": Property("string", choices=("any", "up", "down")),
        "capacity": Property("int", 0, 400),
        "seats": Property("string", high=3),
    }
}
_NAME = re.compile(r"([a-z][a-z_]{0,30})(?:@\+([0-5]))?\Z")
_SEATS = re.compile(r"([1-6])(?:-([1-6]))?\Z")
_LAYER = re.compile(r"zones(?:-([1-6]))?\Z")


class ZonePlace(msgspec.Struct, frozen=True):
    """Hold where a zone lies and how its things are laid out.

    `offset` counts seats clockwise from the viewer, None for a zone of all. `capacity` is how many things the rectangle
    is meant for, 0 for any number; `face` says which side things show when the rules leave it open.
    """

    zone: str
    offset: int | None
    x: int
    y: int
    width: int
    height: int
    layout: Layout
    face: Face = "any"
    capacity: int = 0

    @property
    def pattern(self) -> str:
        """Return the zone's name as it stands in the file."""
        return self.zone if self.offset is None else f"{self.zone}@+{self.offset}"


class TableLayout(msgspec.Struct, frozen=True):
    """Hold the places of a table for each number of players it is drawn for."""

    name: str
    places: dict[int, tuple[ZonePlace, ...]]

    def places_for(self, seats: int, viewer: int = 0) -> dict[str, ZonePlace]:
        """Return the place of each zone id (`hand@2`, `track`) as one seat sees the table.

        A spectator (a viewer below 0) sees it from seat 0. ValueError if the table is not drawn for so many.
        """
        if seats not in self.places:
            drawn = ", ".join(map(str, sorted(self.places)))
            raise ValueError(f"the table of {self.name} is drawn for {drawn} players, not {seats}")
        first = max(viewer, 0)
        return {
            place.zone if place.offset is None else f"{place.zone}@{(first + place.offset) % seats}": place for place in self.places[seats]
        }


class _Drawn(msgspec.Struct, frozen=True):
    place: str
    seats: tuple[int, int]
    zone: ZonePlace


def read_table_layout(path: Path) -> TableLayout:
    """Read where the zones of a game lie; ContentError names everything that is wrong."""
    findings = Findings(path)
    tree = read_tree(path, findings, "map")
    taken = Taken(findings)
    _check_size(tree, taken)
    values = taken.properties(tree, "map", TABLE_PROPERTIES)
    least, most = _seats(str(values.get("seats", "")), "map", findings)
    drawn = [each for layer in tree.all("objectgroup") for each in _layer(layer, (least, most), taken)]
    findings.settle()
    places = {}
    for seats in range(least, most + 1):
        here = [each for each in drawn if each.seats[0] <= seats <= each.seats[1]]
        _check_places(here, seats, findings)
        places[seats] = tuple(each.zone for each in here)
    findings.settle()
    return TableLayout(path.stem, places)


def _check_size(tree: Node, taken: Taken) -> None:
    taken.plain(tree, "map", {"orientation": "orthogonal", "infinite": "0"})
    taken.only(tree, "map", {"properties", "objectgroup", "editorsettings"})
    for across, size, expected in (("width", "tilewidth", WIDTH), ("height", "tileheight", HEIGHT)):
        count = taken.whole(tree, across, "map", 1, expected)
        pixels = taken.whole(tree, size, "map", 1, expected)
        if count is not None and pixels is not None and count * pixels != expected:
            taken.findings.add("map", f"its {across} is {count} tiles of {pixels} and must make {expected} units")


def _seats(text: str, place: str, findings: Findings) -> tuple[int, int]:
    match = _SEATS.match(text)
    if not match or int(match[2] or match[1]) < int(match[1]):
        findings.add(place, f"the property 'seats' is {quoted(text)} and must be a number of players such as 2 or 2-4")
        return 1, 1
    return int(match[1]), int(match[2] or match[1])


def _layer(layer: Node, seats: tuple[int, int], taken: Taken) -> list[_Drawn]:
    name = layer.attributes.get("name", "")
    place = f"layer {quoted(name)}"
    match = _LAYER.match(name)
    if not match:
        taken.findings.add(place, "a layer of zones is called 'zones', or 'zones-2', 'zones-3' and so on for that many players")
        return []
    only = (int(match[1]), int(match[1])) if match[1] else seats
    if not seats[0] <= only[0] <= seats[1]:
        taken.findings.add(place, f"the table is not for {only[0]} players")
    return [drawn for box in taken.boxes(layer, place, ZONE_PROPERTIES) if (drawn := _zone(box, only, taken.findings)) is not None]


def _zone(box: Box, seats: tuple[int, int], findings: Findings) -> _Drawn | None:
    before = findings.noted
    match = _NAME.match(box.name)
    if not match:
        findings.add(box.place, "its name must be a zone such as 'track' or 'hand@+0'")
    sides = (box.x, box.y, box.width, box.height)
    if any(side != int(side) for side in sides):
        findings.add(box.place, "its place and size must be whole units")
    if box.width < LEAST_SIDE or box.height < LEAST_SIDE:
        findings.add(box.place, f"it is smaller than {LEAST_SIDE} units")
    if box.x < 0 or box.y < 0 or box.x + box.width > WIDTH or box.y + box.height > HEIGHT:
        findings.add(box.place, f"it leaves the table of {WIDTH} by {HEIGHT} units")
    if "layout" not in box.properties:
        findings.add(box.place, "the property 'layout' is missing")
    if "seats" in box.properties:
        own = _seats(str(box.properties["seats"]), box.place, findings)
        seats = max(seats[0], own[0]), min(seats[1], own[1])
    if findings.noted > before or match is None:
        return None
    zone = ZonePlace(
        match[1],
        int(match[2]) if match[2] else None,
        int(box.x),
        int(box.y),
        int(box.width),
        int(box.height),
        layout=cast("Layout", box.properties["layout"]),
        face=cast("Face", box.properties.get("face", "any")),
        capacity=int(box.properties.get("capacity", 0)),
    )
    return _Drawn(box.place, seats, zone)


def _check_places(drawn: list[_Drawn], seats: int, findings: Findings) -> None:
    """Note zones that are there twice, lack a seat, belong to nobody or lie half over one another."""
    offsets: dict[str, set[int | None]] = {}
    for number, each in enumerate(drawn):
        zone = each.zone
        if zone.offset is not None and zone.offset >= seats:
            findings.add(each.place, f"there is no seat +{zone.offset} among {seats} players")
        if zone.offset in offsets.setdefault(zone.zone, set()):
            findings.add(each.place, f"the zone is there twice for {seats} players")
        offsets[zone.zone].add(zone.offset)
        for other in drawn[:number]:
            if _cross(zone, other.zone):
                findings.add(each.place, f"it lies half over {quoted(other.zone.pattern)} for {seats} players")
    for name, found in offsets.items():
        missing = [offset for offset in range(seats) if offset not in found]
        if found != {None} and missing:
            findings.add(f"zone {quoted(name)}", f"the place for seat +{missing[0]} is missing for {seats} players")


def _cross(one: ZonePlace, other: ZonePlace) -> bool:
    """Tell whether two rectangles share ground without one holding the other."""
    left, right = max(one.x, other.x), min(one.x + one.width, other.x + other.width)
    top, bottom = max(one.y, other.y), min(one.y + one.height, other.y + other.height)
    shared = (right - left, bottom - top)
    return min(shared) > 0 and shared not in ((one.width, one.height), (other.width, other.height))
