"""What the pointer is over: what still lies there, the pile it would open, and whether it is beside one that is open."""

from __future__ import annotations

from game.kernel.ids import Place, ZoneId, zone_place
from game.table.canvas.view import Event, inset, inside
from game.table.play import closing
from game.table.play.grip import Grip
from game.table.play.match_view import MatchView


def still_over(view: MatchView, place: Place) -> bool:
    """Tell whether what is under the pointer still lies there and uncovered: it may have gone elsewhere; a hand that rises or sinks stays reached for."""
    rect = view.board.rect_of(place) if closing.in_hand(view.scene, place) else None
    first = next(iter(view.board.places_at(*view.app.pointer)), "")
    return first == place or (rect is not None and inside(inset(rect, -40), *view.app.pointer))


def pile_under(view: MatchView, grip: Grip, event: Event) -> ZoneId:
    """Return the closed pile under the pointer, empty where there is none or the pile itself can be chosen."""
    places = view.board.places_at(event.x, event.y)
    pile = view.board.covered(places[0]) if places else ""
    return "" if pile and grip.offers_of(zone_place(pile)) else pile


def beside_panel(view: MatchView, event: Event) -> bool:
    """Tell whether the pointer is beside a pile that is looked through."""
    panel = view.board.panel
    return panel is not None and not inside(panel, event.x, event.y)
