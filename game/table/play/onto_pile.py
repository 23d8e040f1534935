"""What is held over a pile: it lies open then, and until the pointer has turned from it, or whoever holds it was asked to choose, the pile itself is what is meant."""

from __future__ import annotations

from math import dist, inf

from game.kernel.ids import Place, ZoneId, zone_place
from game.table.canvas.view import Event, inside
from game.table.play import pointer
from game.table.play.grip import Grip
from game.table.play.match_view import MatchView

CHOOSE = "Choose one of these cards."
"""What is said where several cards of a pile can be meant."""

_SEEN_SECONDS = 0.4
"""How long who is asked to choose must have had the cards before them until a press where the pile lay can mean one of these."""

_TURNED = 24.0
"""So far the pointer goes away again from the middle of a pile that it has reached when it means a card and not the pile."""


class OntoPile:
    """A pile that opens under what is held: whoever reached for it aims at none of the cards that then come to lie under the pointer.

    `pile` is the one that was laid open for what is held (none: empty).
    """

    def __init__(self, view: MatchView, grip: Grip) -> None:
        self.view, self.grip = view, grip
        self.pile: ZoneId = ""
        self._since, self._nearest, self._turned = inf, inf, False

    def reach(self, event: Event) -> None:
        """Lay a pile open over which something is held that may go to a card in it; close it when the hand goes on."""
        pile, board = pointer.pile_under(self.view, self.grip, event), self.view.board
        if any(board.pile_of(target) == pile for target in self.grip.targets()) if pile else pointer.beside_panel(self.view, event):
            board.open_pile(pile)
            self.pile, self._since, self._nearest, self._turned = pile, inf, inf, False
        if self.is_open:
            x, y, wide, high = board.layout.zones[self.pile]
            away = dist((event.x, event.y), (x + wide / 2, y + high / 2))
            self._nearest = min(self._nearest, away)
            self._turned = self._turned or not inside((x, y, wide, high), event.x, event.y) or away > self._nearest + _TURNED

    @property
    def is_open(self) -> bool:
        """Tell whether a pile lies open that was opened for what is or was held."""
        return bool(self.pile) and self.pile == self.view.board.opened

    def wait(self) -> None:
        """Ask to choose among the cards: after a moment one may be chosen that lies where the pile lay."""
        self._since = self.view.app.now

    def leave(self, event: Event | None = None) -> None:
        """Close what was opened for something held once the pointer is beside it, or over no table at all."""
        if self.is_open and (event is None or pointer.beside_panel(self.view, event)):
            self.view.board.open_pile("")
            self.pile = ""

    def meant(self, places: list[Place]) -> list[Place]:
        """Return what is meant by whoever holds something over places: the only card of an open pile that it may go to, or the pile, until the pointer has turned from that or a choice was asked for; else the places as they are."""
        if not self.is_open or not self.grip.held or self._turned or zone_place(self.pile) not in places:
            return places
        allowed = [place for place in self.grip.open_targets() if self.view.board.pile_of(place) == self.pile]
        if places[0] in allowed and self.view.app.now >= self._since + _SEEN_SECONDS:
            return places
        return allowed if len(allowed) == 1 else [zone_place(self.pile)] if allowed else places

    def undecided(self, places: list[Place]) -> bool:
        """Tell whether of several cards of an open pile none is meant yet."""
        return self.is_open and bool(self.grip.held) and places == [zone_place(self.pile)]
