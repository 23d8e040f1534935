"""What lies beside the cards of a game on paper: the battle grid, in parts that fit a page, and counters for all that the game counts."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import TYPE_CHECKING

from game.cli import CommandError
from game.cli.choices import map_named
from game.kernel.ids import SPECTATOR
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.scene import Scene
from game.kernel.setup import Setup

if TYPE_CHECKING:
    import pygame

    from game.content.maps import BattleMap
    from game.table.shell.app import App

EDGE = 2.0
"""Millimetres that at least stay free at the edges of a page of the grid."""

EACH, SHARED, HURT = (1,) * 8 + (5,) * 3 + (10,) * 2, tuple(range(1, 11)), (1,) * 10 + (2,) * 5 + (5,) * 3
"""The numbers of the counters of a kind that every seat has, of one that belongs to all, and of what cards have suffered."""


def found_map(box: Game, name: str) -> BattleMap:
    """Return a battle map by name or file; raise CommandError for what there is not, or is faulty."""
    from game.content.faults import ContentError
    from game.content.maps import read_battle_map, read_packed_map
    from game.content.own_maps import map_files

    try:
        key, rows = map_named(box, min(box.seats), name)
        return read_packed_map(rows.map, key) if rows.map else read_battle_map(map_files(box.id)[key])
    except ContentError as error:
        raise CommandError(" ".join(error.sentences)) from None


def parts_of(field: BattleMap, paper: tuple[float, float]) -> list[tuple[range, range]]:
    """Return which columns and rows of a grid lie on each page, as evenly as can be."""
    from game.table.pieces.printed import SQUARE

    across, down = (
        _cut(count, int((size - 2 * EDGE) // SQUARE)) for count, size in zip((field.grid.width, field.grid.height), paper, strict=True)
    )
    return [(columns, rows) for rows in down for columns in across]


def _cut(count: int, most: int) -> list[range]:
    """Return `count` places in as few stretches of at most `most` as can be, none longer than another by more than one."""
    parts = -(-count // most)
    edges = [count * part // parts for part in range(parts + 1)]
    return [range(first, last) for first, last in pairwise(edges)]


def counters_of(app: App, box: Game) -> Iterator[pygame.Surface]:
    """Yield the counters of a game, under whatever agreements and for as many as can play: those of every seat in its colour where anybody has such, those of all, and in a game of cards some for what these suffer."""
    from game.table.pieces import printed

    theme = app.world(box.id)
    kinds = dict.fromkeys(
        (counter.icon, counter.label, counter.seat is None) for scene in _beginnings(box) for counter in scene.counters.values()
    )
    for icon, _, shared in kinds:
        colours = [theme.colour("accent2")] if shared else [theme.seat(seat) for seat in range(max(box.seats))]
        for colour in colours:
            for value in SHARED if shared else EACH:
                yield printed.counter(app, box.id, value, icon, colour)
    for value in HURT if box.catalogue() else ():
        yield printed.counter(app, box.id, value, "broken-heart", theme.colour("bad"))


def _beginnings(box: Game) -> Iterator[Scene]:
    """Yield how the usual match begins, and one for every choice that there is."""
    seats = max(box.seats)
    choices: list[dict[str, str | int | bool]] = [
        {option.key: value} for option in box.options(seats) for value, _ in option.choices if value != option.default
    ]
    for options in ({}, *choices):
        try:
            setup = box.complete(Setup(box.id, seats, options=options))
        except SetupError:  # such as one that goes with another choice alone
            continue
        rules = box.rules(setup)
        yield rules.scene(rules.observe(rules.setup(setup).state, SPECTATOR))
