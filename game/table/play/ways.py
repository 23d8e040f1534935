"""What lights up on a grid: what a piece could reach, and the way along which a held one is drawn."""

from __future__ import annotations

from typing import Any

from game.kernel.ids import SPECTATOR, PieceId, Place, cell_place
from game.kernel.offers import Overlay, Preview
from game.table.play.match_view import MatchView


class Ways:
    """The lights of the grids on a table; `route` are the cells that a held piece was drawn through."""

    def __init__(self, view: MatchView) -> None:
        self.view = view
        self.route: list[Place] = []
        self._lit: tuple[Place, Place, bool, tuple[Overlay, ...]] = ("", "", False, ())
        self._related: tuple[tuple[Place, int], tuple[Overlay, ...]] = (("", -1), ())

    def draw_through(self, places: list[Place]) -> None:
        """Remember the cell among the places under a held piece; drawn back over its way, the piece takes it back."""
        grids = self.view.board.grids
        cell = next((place for place in places if place.startswith("cell/") and place.split("/")[1] in grids), None)
        if cell is None or (self.route and self.route[-1] == cell):
            return
        if cell in self.route:
            del self.route[self.route.index(cell) + 1 :]
        else:
            self.route.append(cell)

    def light_up(self, place: Place, preview: Preview, *, foe: Place, held: bool) -> None:
        """Light up what the piece at a place could reach, what a foe below it threatens, and the trail or the ground of what it would do.

        What a held piece could reach is judged from where it would come to stand, as far as what it would do says so.
        """
        grids = self.view.board.grids.values()
        if (place, foe, held, preview.lights) != self._lit:
            self._lit = (place, foe, held, preview.lights)
            found = preview.lights or self._reach(place, held=held)
            found += tuple(each for each in self._reach(foe, held=False) if each.kind == "threat")
            for grid in grids:
                grid.overlays = found
        piece = self.view.scene.pieces.get(int(place[6:])) if place.startswith("piece/") else None
        for grid in grids:
            begins = (cell_place(piece.zone, piece.slot),) if preview.trail and piece is not None and piece.zone == grid.id else ()
            grid.trail, grid.covered = (*begins, *preview.trail), preview.covers

    def _reach(self, place: Place, *, held: bool) -> tuple[Any, ...]:
        view = self.view
        if not place.startswith("piece/") or view.viewer == SPECTATOR:
            return ()
        piece = int(place[6:])
        shown = self._kinds(piece, held=held)
        return tuple(each for each in view.match.rules.overlays(view.match.observation(view.viewer), piece) if each.kind in shown)

    def relations(self, place: Place) -> tuple[Overlay, ...]:
        """Return how a held piece stands to others, as its game names it."""
        view = self.view
        key = (place, view.match.count)
        if key != self._related[0]:
            found = view.match.rules.overlays(view.match.observation(view.viewer), int(place[6:])) if view.viewer != SPECTATOR else ()
            self._related = (key, found)
        return self._related[1]

    def _kinds(self, key: PieceId, *, held: bool) -> frozenset[str]:
        """Return what is lit for a piece: an enemy's threat, an own piece's reach and range, and its sight while it aims."""
        piece = self.view.scene.pieces.get(key)
        if piece is not None and piece.owner not in {None, self.view.viewer}:
            return frozenset({"threat"})
        return frozenset({"range", "sight"} if held else {"reach", "range"})

    def relight(self) -> None:
        """Look anew at what could be reached, though the place is the same."""
        self._lit = ("", "", False, ())

    def clear(self) -> None:
        """Forget the way and light up nothing."""
        self.route = []
        self.relight()
        for grid in self.view.board.grids.values():
            grid.overlays, grid.trail, grid.covered = (), (), ()
