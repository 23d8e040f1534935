"""The hands at the table: pointer and keys become picks and drops of the grip, and those become actions.

Dragging, clicking twice and the keyboard all end in the same verdicts of `grip.Grip`, so that they cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any

from msgspec.structs import replace

from game.kernel.ids import SPECTATOR, PieceId, Place, piece_place
from game.kernel.offers import Offer
from game.table.canvas.view import Event, Rect, inside
from game.table.play import grip
from game.table.play.match_view import MatchView
from game.table.shell import focus

_REFUSED_SECONDS = 4.0


class MatchHand(MatchView):
    """The table with a match on it, to be played at by hand."""

    # --- what the flow of the match does with it

    def submit(self, action: Any) -> None:
        """Take an action for whoever decides."""
        raise NotImplementedError

    def finish(self) -> None:
        """Show at once everything that is still to be shown."""
        raise NotImplementedError

    def pause_menu(self) -> None:
        """Open the menu over the table."""
        raise NotImplementedError

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what single keys do beside the hand's own."""
        raise NotImplementedError

    def press_offer(self, offer: Offer) -> None:
        """Choose an offer from a button or the menu."""
        self._take(self.grip.choose(offer))

    # --- what the hand does

    def handle(self, event: Event) -> bool:
        """Give the event to a widget, else to the table."""
        self._parts = None
        self.app.touch()
        match event.kind:
            case "move":
                self._moved(event)
            case "leave":
                self.over = ""
                super().handle(event)
            case "down":
                self._pressed(event)
            case "up":
                self._released(event)
            case "wheel":
                return self._wheeled(event)
            case "key":
                return self._keyed(event)
            case _:
                return super().handle(event)
        return True

    def _on_table(self, event: Event) -> bool:
        return inside(self.board.area, event.x, event.y) and self.under(event.x, event.y) is None

    def _places(self, x: float, y: float) -> list[Place]:
        """Return the places under a point; while something is held, the nearest open target counts as under it."""
        places = self.board.places_at(x, y)
        if self.grip.held is not None:
            places = [place for place in places if place != self.grip.held or self.grip.how != "drag"]
            if self.grip.target_under(places) is None:
                near = self.board.nearest(frozenset(self.grip.open_targets()), x, y)
                if near is not None:
                    places.insert(0, near)
        return places

    def _moved(self, event: Event) -> None:
        if self.pressed or not self._on_table(event):
            super().handle(event)
            self.over = ""
            self._find_log_card(event)
            return
        self.hover = ""
        self.over_since = min(self.over_since, self.app.now)
        if self._panning:
            self._pan_to(event)
            return
        if self._take(self.grip.move(event.x, event.y)):
            self.app.cue("pick")
        if self.grip.how == "drag":
            self.dragged_at = (event.x, event.y)
        places = self._places(event.x, event.y)
        if self.grip.held is not None:
            over = self.grip.target_under(places) or next(iter(places), "")
            self._route_through(places)
        else:
            over = next(iter(places), "")
        self._hover(over)

    def _find_log_card(self, event: Event) -> None:
        card = self.log.card_at(event.x, event.y) if self.log_open else None
        if card != self.log_card:
            self.log_card = card

    def _hover(self, place: Place) -> None:
        if place == self.over:
            return
        self.over, self.over_since, self.look_now = place, self.app.now, False
        self._overlay()

    def _overlay(self) -> None:
        """Light up what a piece could reach, or, while one is held, the way it would take."""
        held = self.grip.held
        place = held or self.over or self.cursor
        if not self.board.grids or self.player.busy:
            return
        if (place, bool(held)) != self._overlaid:
            self._overlaid = (place, bool(held))
            found: tuple[Any, ...] = ()
            if place.startswith("piece/") and self.viewer != SPECTATOR:
                found = self.match.rules.overlays(self.match.observation(self.viewer), int(place[6:]))
                shown = self._lit_kinds(int(place[6:]), held=bool(held))
                found = tuple(each for each in found if each.kind in shown)
            for grid in self.board.grids.values():
                grid.overlays = found
        trail: tuple[Place, ...] = ()
        if held:
            offers = [offer for offer in self.grip.targets().get(self.over, ()) if offer.refusal is None]
            if len(offers) >= 1:
                trail = self._routed(offers[0])[1].trail
        for grid in self.board.grids.values():
            grid.trail = trail

    def _lit_kinds(self, key: PieceId, *, held: bool) -> frozenset[str]:
        """Return what is lit for a piece: an enemy's threat, an own piece's reach and range, and its sight while it aims."""
        piece = self.board_scene.pieces.get(key)
        if piece is not None and piece.owner not in {None, self.viewer}:
            return frozenset({"threat"})
        return frozenset({"range", "sight"} if held else {"reach", "range"})

    def _clear_overlays(self) -> None:
        self._overlaid = ("", False)
        for grid in self.board.grids.values():
            grid.overlays, grid.trail = (), ()

    def _route_through(self, places: list[Place]) -> None:
        """Remember the cells a held piece is drawn through."""
        cell = next((place for place in places if place.startswith("cell/") and place.split("/")[1] in self.board.grids), None)
        if cell is None or (self.route and self.route[-1] == cell):
            return
        if cell in self.route:
            del self.route[self.route.index(cell) + 1 :]
        else:
            self.route.append(cell)

    def _pressed(self, event: Event) -> None:
        if self.under(event.x, event.y) is not None or not inside(self.board.area, event.x, event.y):
            super().handle(event)
            return
        if self.player.busy:
            self.finish()
            return
        self.cursor, self.focus = "", ""
        if event.button == 2 or (
            event.button == 3
            and not self.grip.held
            and self._grid_at(event)
            and not self.board.places_at(event.x, event.y)[0].startswith("piece/")
        ):
            self._panning = True
            self.memory["pan"] = (event.x, event.y)
            return
        if event.button == 3:
            if self.grip.held or self.grip.menu:
                self._let_go()
            else:
                self.look_now = True
            return
        if event.button == 1:
            self.refused = None
            self.route = []
            self.grip.press(self._places(event.x, event.y), event.x, event.y)

    def _released(self, event: Event) -> None:
        self._panning = False
        self.ups += 1
        if self.pressed:
            super().handle(event)
            return
        if event.button != 1:
            return
        before = self.match.count
        self._take(self.grip.release(self._places(event.x, event.y)))
        self.dragged_at = None
        if self.match.count != before:  # what was put down there hides nothing: a closer look waits until the pointer moves again
            self.look_now, self.over_since = False, inf

    def _grid_at(self, event: Event) -> Any:
        return next((grid for grid in self.board.grids.values() if inside(grid.rect, event.x, event.y)), None)

    def _pan_to(self, event: Event) -> None:
        x, y = self.memory.get("pan", (event.x, event.y))
        self.memory["pan"] = (event.x, event.y)
        grid = self._grid_at(event)
        if grid is not None:
            grid.pan(event.x - x, event.y - y)
            self.board.relay()

    def _wheeled(self, event: Event) -> bool:
        if self._on_table(event):
            grid = self._grid_at(event)
            if grid is not None:
                grid.zoom_at(event.x, event.y, 1.18 if event.dy > 0 else 1 / 1.18)
                self.board.relay()
                return True
        return super().handle(event)

    # --- the keyboard

    def _keyed(self, event: Event) -> bool:
        key = event.key
        if self.player.busy and key in {"return", "space", "escape", "keypad enter"}:
            self.finish()
            return True
        single = {
            **self.commands(),
            "v": self._look_closer,
            "escape": self._escape,
        }
        if key in single and not event.ctrl:
            single[key]()
            return True
        if key.isdigit() and self.grip.menu and 1 <= int(key) <= len(self.grip.menu):
            self.press_offer(self.grip.menu[int(key) - 1])
            return True
        if key == "space" and not self.grip.menu:
            main = next((offer for offer in self.buttons() if offer.main and offer.refusal is None), None)
            if main is not None:
                self.app.cue("press")
                self.press_offer(main)
            return True
        if key in {"return", "keypad enter"} and self.cursor and not self.grip.menu:
            self._enter_at(self.cursor)
            return True
        if key == "tab" or key in focus.DIRECTIONS:
            self._walk(event)
            return True
        grid = next(iter(self.board.grids.values()), None)
        if grid is not None and key in {"page up", "page down", "home"}:
            if key == "home":
                grid.zoom, grid.shift = 1.0, (0.0, 0.0)
            else:
                middle = grid.rect[0] + grid.rect[2] / 2, grid.rect[1] + grid.rect[3] / 2
                grid.zoom_at(*middle, 1.25 if key == "page up" else 0.8)
            self.board.relay()
            return True
        return super().handle(event)

    def _look_closer(self) -> None:
        self.over = self.over or self.cursor
        self.look_now = not self.look_now

    def _escape(self) -> None:
        if self.grip.menu or self.grip.held:
            self._let_go()
        elif self.look_now:
            self.look_now = False
        else:
            self.pause_menu()

    def _let_go(self) -> None:
        self.grip.let_go()
        self.dragged_at = None
        self.route = []
        self._clear_overlays()
        self.app.cue("close")

    def _stops(self) -> list[tuple[str, Rect]]:
        """Return everything the keyboard can stand on: places on the table, then the widgets."""
        if self.grip.menu:
            return [(widget.key, widget.rect) for widget in self.widgets() if widget.key.startswith("menu-")]
        places = list(self.grip.targets()) if self.grip.held else list(self.grip.sources())
        if not self.grip.held and self.board.scene is not None:
            seen = set(places)
            places += [piece_place(key) for key, piece in self.board.scene.pieces.items() if piece.face and piece_place(key) not in seen]
        stops = [(place, rect) for place in places if (rect := self.board.rect_of(place)) is not None]
        if self.grip.held and self.grip.verbs() and (rect := self.board.rect_of(self.grip.held)):
            stops.append((self.grip.held, rect))
        stops.sort(key=lambda stop: (round(stop[1][1] / 40), stop[1][0]) if not self.grip.held else 0)
        return stops + [(widget.key, widget.rect) for widget in self.widgets() if widget.focusable]

    def _walk(self, event: Event) -> None:
        stops = self._stops()
        here = self.cursor or self.focus
        there = focus.after(stops, here, -1 if event.shift else 1) if event.key == "tab" else focus.towards(stops, here, event.key)
        if not there:
            return
        self.by_keyboard = True
        self.app.cue("focus")
        if "/" in there:
            self.cursor, self.focus, self.hover = there, "", ""
            self.over = ""
            self.look_now = False
            self._hover(there)
        else:
            self.cursor = ""
            self.look_at(there)

    def _enter_at(self, place: Place) -> None:
        if self.player.busy or not self.human_turn:
            return
        if self.grip.held:
            self._take(self.grip.drop((place,)))
        else:
            self._take(self.grip.pick(place, "key"))

    # --- what comes of it

    def _take(self, verdict: grip.Verdict) -> bool:
        """Do what a hand decided; return True when something was picked up."""
        match verdict:
            case grip.Picked(source):
                self.refused = None
                self.route = []
                self._overlaid = ("", False)
                self._hover(self.over)
                self._overlay()
                if self.grip.how != "drag":
                    self.app.cue("pick")
                if self.grip.how == "key":
                    self.cursor = next(iter(self.grip.open_targets()), source)
                self._parts = None
                return True
            case grip.Submit(offer):
                self._choose(offer)
            case grip.Ask():
                self.app.cue("open")
                if self.grip.how == "key" or self.by_keyboard:
                    self.focus, self.cursor = "menu-0", ""
            case grip.Back(source, refused):
                self._return(source, refused)
            case grip.Nothing():
                pass
        self._parts = None
        return False

    def _choose(self, offer: Offer) -> None:
        routed = self._routed(offer)[0] if offer.target else offer
        self.route = []
        self.dragged_at = None
        self._clear_overlays()
        if offer.form:
            self._ask_form(offer)
            return
        self.app.cue("drop")
        self.submit(routed.action)

    def _ask_form(self, offer: Offer) -> None:
        from game.table.play.offer_form import OfferForm  # noqa: PLC0415

        self.app.push(OfferForm(offer, self.spoken(offer.words), self._filled))

    def _filled(self, offer: Offer, values: dict[str, str | int | bool]) -> None:
        action = self.match.rules.fill(self.match.observation(self.viewer), offer.action, values)
        refusal = self.match.refusal(action)
        if refusal is not None:
            self.app.cue("refuse")
            self.app.say(f"{refusal.words} ({refusal.rule})", "bad")
            return
        self.submit(action)

    def _return(self, source: Place, refused: tuple[Offer, ...]) -> None:
        """Let a piece slide back, and say why."""
        now = self.app.now
        if source.startswith("piece/") and self.dragged_at is not None and not self.app.settings.reduced_motion:
            key = int(source[6:])
            goal = self.board.layout.poses.get(key)
            if goal is not None:
                self.board.stage.put(key, replace(goal, x=self.dragged_at[0], y=self.dragged_at[1]))
                self.board.stage.aim(key, goal, now, 0.28)
        self.dragged_at = None
        self.route = []
        self._clear_overlays()
        if refused:
            self.app.cue("refuse")
            anchor = next(
                (
                    rect
                    for offer in refused
                    if (rect := self.board.rect_of((offer.refusal.at if offer.refusal else None) or offer.target or source))
                ),
                None,
            )
            self.refused = (
                refused,
                anchor or self.board.rect_of(source) or (400, 400, 10, 10),
                now + _REFUSED_SECONDS + 1.5 * len(refused),
            )
        else:
            self.app.cue("close")
