"""The hand at the table: what a pointer does becomes picks and drops of the grip, and those become actions.

Dragging, clicking twice and the keyboard (`match_keys`) all end in the same verdicts of `grip.Grip`, so that they cannot differ.
Longer than most: picking up, dragging, moving the map and pressing share what the hand holds just now.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from math import inf
from typing import Any, Protocol

from msgspec.structs import replace

from game.kernel.ids import Place, ZoneId
from game.kernel.offers import Offer, Preview
from game.table.canvas.view import Event, Rect, inside
from game.table.pages.dialog import Dialog
from game.table.pages.links import Link
from game.table.pieces.grid_view import GridView
from game.table.play import astray, closer, closing, grip, overlay, pointer, worn
from game.table.play.match_view import MatchView
from game.table.play.offer_form import OfferForm
from game.table.play.onto_pile import CHOOSE, OntoPile
from game.table.play.ways import Ways
from game.table.shell.widgets import Widget

_REFUSED_SECONDS = 4.0
_HOVER_SECONDS = 0.55
DEAD_SECONDS = 0.4
"""How long a button whose meaning has just changed takes no press: whoever meant the old one is spared."""


class Desk(Protocol):
    """The page below the hand, and what it lets come of a hand's doing."""

    pressed: str
    hover: str
    focus: str
    by_keyboard: bool

    def stale(self) -> None:
        """Have the page built again."""

    def under(self, x: float, y: float) -> Widget | None:
        """Return the topmost widget at a point."""

    def widgets(self) -> list[Widget]:
        """Return every widget."""

    def focused(self) -> str:
        """Return in few words what has the focus."""

    def look_at(self, key: str) -> None:
        """Give a widget the focus."""

    def submit(self, action: Any) -> None:
        """Take an action for whoever decides."""

    def advised(self, offer: Offer) -> bool:
        """Tell whether a hint that is shown names an offer."""

    def hinting(self) -> bool:
        """Tell whether hints are shown, which point at what lies on the table."""

    def asks(self, offer: Offer) -> bool:
        """Tell whether to ask before an offer that closes something."""

    def finish(self) -> None:
        """Show at once everything that is still to be shown, or have a program that thinks move now."""

    def go_on_to(self, phase: str) -> None:
        """Go on to a later phase of the turn, by all that leads there."""


class MatchHand:
    """A person's hand over the table.

    `over` is the place under the pointer and `cursor` the one the keyboard stands on; `look_now` asks for a closer look at it, `look_later` for one as soon as nothing moves, `more` is whether it had to leave something out; `put` is what it put down last: its place, where it went, where it had lain.
    `dealt` is the number of actions for which the offers were dealt, `asked_first` that at the first question (-1: none yet), `ready_at` when the buttons take a press, `walked` the question at which the keyboard last walked, `came_from` the zone from where; `tooling` whether it holds the tools that correct the table, `rests` where the pointer has rested since a key was pressed, `meant` tells which places and buttons are meant by whoever asks for something beside the rules, `onto` which pile was laid open for what is held.
    """

    def __init__(self, view: MatchView, desk: Desk) -> None:
        self.view, self.desk = view, desk
        self.app, self.match, self.player, self.grip = view.app, view.match, view.player, grip.Grip()
        self.cursor: Place = ""
        self.put: tuple[Place, Place, Rect | None] | None = None
        self.over: Place = ""
        self.over_since, self.look_now, self.look_later, self.tooling, self.more = 0.0, False, False, False, False
        self.link: Link | None = None
        self.refused: tuple[tuple[Offer, ...], Rect, float] | None = None
        self.refused_at: Rect | None = None
        self.dragged_at: tuple[float, float] | None = None
        self.asked_at: tuple[float, float] | None = None
        self.rests: tuple[float, float] | None = None
        self.ways, self.onto = Ways(view), OntoPile(view, self.grip)
        self.dealt, self.dealt_at, self.ready_at = -1, -inf, -inf
        self.walked, self.came_from = "", ""
        self._meaning: tuple[str, ...] = ()
        self.ups, self.keys, self.asked_first = 0, 0, -1
        self.meant: Callable[[], frozenset[str]] = frozenset
        self._previews: dict[int, Preview] = {}
        self._panning_from: tuple[float, float] | None = None
        self._pile_pressed: ZoneId = ""
        view.steered = lambda: self._panning_from is not None or bool(self.grip.held)

    # --- what may be chosen

    def deal(self) -> None:
        """Take the offers of whoever decides now."""
        self.tooling = self.tooling and self.has_tools()
        offers = [self.view.in_full(offer) for offer in self.match.offers() if grip.is_tool(offer) == self.tooling]
        self.dealt, self.dealt_at = self.match.count, self.app.now
        self.refused = None
        self._previews.clear()
        self.grip.deal(offers)
        self._mean_anew()
        if self.look_now:
            self._light_up()

    def _mean_anew(self) -> None:
        """Let the buttons rest where they mean something else than before: another offer, or the same one of another question."""
        main, prompt = self.main(), self.match.scene(self.view.viewer).prompt
        meaning = (
            () if main is None else (main.verb, main.words, main.onward, prompt.words if prompt is not None and not main.onward else "")
        )
        if meaning != self._meaning:
            self.ready_at = self.app.now + DEAD_SECONDS
        self._meaning = meaning

    def main(self) -> Offer | None:
        """Return the offer of the main button, if any: of several the one that is a button alone."""
        mains = [offer for offer in self.grip.offers if offer.main and offer.refusal is None]
        return min(mains, key=lambda offer: offer.source is not None, default=None)

    @property
    def ready(self) -> bool:
        """Tell whether the buttons take a press."""
        return self.app.now >= self.ready_at

    def rest(self, dealt: int) -> None:
        """Hold no offers: others choose, or what was chosen is being done; `dealt` is the number of actions this is for."""
        self.dealt = dealt
        self.grip.deal(())

    def done(self) -> None:
        """Hold and show nothing any more: something was done. Tools stay in the hand until they are laid down."""
        self.rest(self.dealt)
        self.refused = None
        self.ways.clear()
        self.view.board.open_pile("")

    def has_tools(self) -> bool:
        """Tell whether there are tools that correct the table."""
        return self.view.human_turn and any(map(grip.is_tool, self.match.offers()))

    def toggle_tooling(self) -> None:
        """Take the tools that correct the table into the hand, or lay them down (CM-3)."""
        self.tooling = not self.tooling and self.has_tools()
        self.dealt = -1
        self.app.cue("open" if self.tooling else "close")
        self.desk.stale()

    def buttons(self) -> list[Offer]:
        """Return the offers that stand in the column: those without a place on the table, and the main one."""
        if not self.view.human_turn:
            return []
        offers = self.grip.offers
        listed = [offer for offer in offers if offer.source is None and offer.target is None]
        listed += [offer for offer in offers if offer.main and offer not in listed]
        lost = [offer for offer in offers if offer not in listed and offer.refusal is None and self._lost(offer)]
        return listed + lost

    def _lost(self, offer: Offer) -> bool:
        """Tell whether an offer's source or target is nowhere on the table, so that only a button can bring it."""
        return any(place is not None and self.view.board.rect_of(place) is None for place in (offer.source, offer.target))

    def preview(self, offer: Offer) -> Preview:
        """Return what an offer would bring."""
        key = id(offer)
        if key not in self._previews:
            if offer.form or offer.refusal is not None:
                self._previews[key] = Preview()
            else:
                self._previews[key] = self.match.rules.preview(self.match.observation(self.view.viewer), offer.action)
        return self._previews[key]

    def choices(self, place: Place) -> list[Offer]:
        """Return the offers that a click on a place takes with an empty hand: what is asked there, and nothing that is picked up."""
        if self.grip.held or not self.view.human_turn:
            return []
        return [offer for offer in self.grip.offers_of(place) if offer.source is None and offer.refusal is None]

    def routed(self, offer: Offer) -> tuple[Offer, Preview]:
        """Return the offer made to pass through the drawn way, if the rules allow that, and what it would bring."""
        through = tuple(self.ways.route[1:]) if self.grip.how == "drag" else ()
        if len(through) < 2 or offer.form:
            return offer, self.preview(offer)
        observation = self.match.observation(self.view.viewer)
        action = self.match.rules.reroute(observation, offer.action, through)
        if action == offer.action or self.match.refusal(action) is not None:
            return offer, self.preview(offer)
        return replace(offer, action=action), self.match.rules.preview(observation, action)

    # --- the pointer

    @property
    def by_keys(self) -> bool:
        """Tell whether the keyboard is in use and the pointer has rested since."""
        return self.desk.by_keyboard and self.rests is not None

    def take(self, event: Event) -> bool:
        """Do what a hand does at the table; tell whether the event was for it: a pointer that rests says nothing while keys are used."""
        if event.kind == "move" and self.by_keys and self.rests == (event.x, event.y):
            return True
        self.rests = None if event.kind in {"move", "down", "wheel"} else self.rests
        match event.kind:
            case "move":
                return self._moved(event)
            case "leave":
                self.point_at("")
                self.onto.leave()
            case "down":
                return self._pressed(event)
            case "up":
                return self._released(event)
            case "wheel":
                return self._wheeled(event)
        return False

    def tick(self) -> None:
        """Look closer once the pointer has rested, and take back a refusal that was long enough to be read; by keyboard a key alone looks closer."""
        now = self.app.now
        if self.refused is not None and self.refused[2] <= now:
            self.refused = None
            self.app.touch()
        if self.over and not self.by_keys and not self.grip.held and not pointer.still_over(self.view, self.over):
            self.over, self.look_now = "", False
            self._light_up()
            self.app.touch()
        rested = now - self.over_since >= _HOVER_SECONDS and not self.by_keys
        if self.over and not self.look_now and rested and not self.grip.held:
            self.look_now = True
            self._light_up()
            self.app.touch()

    def look_away(self) -> None:
        """Put a closer look away; the next one waits until the pointer moves again."""
        self.look_now, self.over_since = False, inf

    def _on_table(self, event: Event) -> bool:
        return self._over_table(event.x, event.y) and not self.view.says_at(event)

    def _over_table(self, x: float, y: float) -> bool:
        return inside(self.view.board.area, x, y) and self.desk.under(x, y) is None

    def link_at(self, x: float, y: float) -> Link | None:
        """Return what words name under a point: those of the log where it is shown, else those of the question."""
        under = self.desk.under(x, y)
        if under is None:
            return self.view.named_at(x, y)
        return self.view.log.link_at(x, y) if under.key == "log" else None

    def _places(self, x: float, y: float) -> list[Place]:
        """Return the places under a point; while something is held, the nearest open target counts as under it."""
        board = self.view.board
        places = board.places_at(x, y)
        if self.grip.held is not None:
            places = self.onto.meant([place for place in places if place != self.grip.held or self.grip.how != "drag"])
            if self.onto.undecided(places):
                return places
            chosen = bool(board.opened) and board.pile_of(next(iter(places), "")) == board.opened  # that card of a pile, and none beside it
            if self.grip.target_under(places) is None and self._over_table(x, y) and not chosen:
                near = board.nearest(frozenset(self.grip.open_targets()), x, y) or astray.meant(self.view, self.grip, places)
                if near:
                    places.insert(0, near)
        return places

    def _moved(self, event: Event) -> bool:
        if self.desk.pressed or not self._on_table(event):
            self.point_at("")
            self.onto.leave(event)
            self.link = self.link_at(event.x, event.y)
            return False
        self.link = None
        self.onto.leave(event)
        self.desk.hover = ""
        self.over_since = min(self.over_since, self.app.now)
        if self._panning_from is not None:
            self._pan_to(event)
            return True
        if self.do(self.grip.move(event.x, event.y)):
            self.app.cue("pick")
        if self.grip.how == "drag":
            self.dragged_at = (event.x, event.y)
        if self.grip.held is not None:
            self.onto.reach(event)
        places = self._places(event.x, event.y)
        over = next(iter(places), "")
        if self.grip.held is not None:
            over = self.grip.target_under(places) or over
            self.ways.draw_through(places)
        self.point_at(over)
        return True

    def point_at(self, place: Place) -> None:
        """Have a place under the pointer or the keyboard's mark; a closer look at it waits anew."""
        self.rise(place)
        if place != self.over:
            self.over, self.over_since, self.look_now = place, self.app.now, False
        elif self.grip.held:
            return
        self._light_up()  # also at the same place: what was lit there went out with what was done

    def rise(self, place: Place) -> None:
        """Let the own hand rise where a place in it is pointed at; not over what is chosen for a held piece, nor over what hints point at."""
        self.view.board.reach("" if self.grip.held or self.desk.hinting() else place)

    def _light_up(self) -> None:
        """Light up what a piece could reach, or, while one is held, the way it would take."""
        held = self.grip.held
        if not self.view.board.grids or self.player.busy:
            return
        preview = next(map(self.preview, self.choices(self.over)), Preview())
        foe = self.over if held and self.over.startswith("piece/") else ""
        if held:
            allowed = [offer for offer in self.grip.targets().get(self.over, ()) if offer.refusal is None]
            if allowed:
                preview = self.routed(allowed[0])[1]
        self.ways.light_up(held or self.over or self.cursor, preview, foe=foe, held=bool(held))

    def _pressed(self, event: Event) -> bool:
        if not self._on_table(event):
            return False
        if self.player.busy:
            self.desk.finish()
            return True
        self.cursor, self.desk.focus, self.desk.by_keyboard = "", "", False
        grid = self._grid_at(event)
        if event.button == 1 and grid is not None and not self.grip.held and grid.jump(event.x, event.y):
            self.view.board.relay()
        elif event.button == 2 or (event.button in {1, 3} and self._grabs_grid(event)):
            self._panning_from = (event.x, event.y)
        elif event.button == 3:
            if self.grip.held or self.grip.menu:
                self.let_go()
            elif closer.open_at(self.view, self.over):
                self.look_away()
            else:
                self.look_now = True
        elif event.button == 1:
            self.refused = None
            self.ways.route = []
            self._press_at(event)
        return True

    # --- piles, whose cards cover each other

    def look_into(self, place: Place) -> None:
        """Lay the pile open in which a piece lies; close what is open for any other place."""
        pile, self.onto.pile = self.view.board.pile_of(place), ""
        if pile != self.view.board.opened:
            self.app.cue("open" if pile else "close")
            self.view.board.open_pile(pile)

    def _press_at(self, event: Event) -> None:
        """Press the pointer on the table: a press on a pile waits whether its topmost card is dragged off or the pile is looked through."""
        if self.grip.held:
            self.onto.reach(event)
        elif pointer.beside_panel(self.view, event):
            self.look_into("")
        self._pile_pressed = "" if self.grip.held or self.grip.menu else pointer.pile_under(self.view, self.grip, event)
        self.grip.press(self.view.board.places_at(event.x, event.y), event.x, event.y)

    def _grabs_grid(self, event: Event) -> bool:
        """Tell whether an empty hand reaches for a grid between its pieces; the first button only where there is more of it to see."""
        grid = self._grid_at(event)
        if grid is None or self.grip.held or self.grip.menu or (event.button == 1 and not grid.cut):
            return False
        places = self.view.board.places_at(event.x, event.y)
        return not places[0].startswith("piece/") and (event.button != 1 or self.grip.source_under(places) is None)

    def _released(self, event: Event) -> bool:
        self._panning_from = None
        self.ups += 1
        if self.desk.pressed:
            return False
        if event.button != 1:
            return True
        before, places = self.match.count, self._places(event.x, event.y)
        if self._pile_pressed and not self.grip.held:
            self.grip.let_go()
            self.look_into(next(iter(self.view.board.places_at(event.x, event.y)), ""))
            self.desk.stale()
        elif self.onto.undecided(places):
            self._ask_which()
        else:
            self.do(self.grip.release(places, worn.instead(self.view.scene, self.grip, places)))
        self._pile_pressed = ""
        self.dragged_at = None
        if self.match.count != before:  # what was put down there hides nothing: a closer look waits until the pointer moves again
            self.look_away()
        return True

    def _ask_which(self) -> None:
        """Go on holding what was let go on a pile in which several cards can be meant, until one of them is chosen."""
        self.grip.hold(self.grip.held or "")
        self.onto.wait()
        self.app.cue("open")
        self.app.speech.answer(CHOOSE)
        self.desk.stale()

    def _grid_at(self, event: Event) -> GridView | None:
        return next((grid for grid in self.view.board.grids.values() if inside(grid.rect, event.x, event.y)), None)

    def _pan_to(self, event: Event) -> None:
        x, y = self._panning_from or (event.x, event.y)
        self._panning_from = (event.x, event.y)
        if (grid := self._grid_at(event)) is not None:
            grid.pan(event.x - x, event.y - y)
            self.view.board.relay()

    def _wheeled(self, event: Event) -> bool:
        if not self._on_table(event) or (grid := self._grid_at(event)) is None:
            return False
        grid.zoom_at(event.x, event.y, 1.18 if event.dy > 0 else 1 / 1.18)
        self.view.board.relay()
        return True

    # --- what comes of it

    def press_offer(self, offer: Offer) -> None:
        """Choose an offer from the menu."""
        self.do(self.grip.choose(offer))

    def go_on_to(self, phase: str) -> None:
        """Go on to a later phase of the turn."""
        if self.ready:
            self.let_go()
            self.desk.go_on_to(phase)

    def press_button(self, offer: Offer) -> None:
        """Choose an offer from a button; one that has just changed its meaning is not pressed."""
        if self.ready:
            self._meaning = ()
            self.press_offer(offer)

    def let_go(self) -> None:
        """Put back what is held and close the menu."""
        held = self.grip.held or ""
        self.grip.let_go()
        self._return(held, ())

    def lay_down(self) -> None:
        """Forget the way a piece was drawn, and what was lit and refused on it."""
        self.dragged_at = None
        self.ways.clear()

    def do(self, verdict: grip.Verdict) -> bool:
        """Do what a hand decided; return True when something was picked up."""
        self.desk.stale()
        match verdict:
            case grip.Picked(source):
                self._pick_up(source)
                return True
            case grip.Submit(offer):
                self._choose(offer)
            case grip.Ask():
                self.app.cue("open")
                self.asked_at = None if self.grip.how == "key" or self.desk.by_keyboard else self.app.pointer
                if self.grip.how == "key" or self.desk.by_keyboard:
                    self.desk.focus, self.cursor = "menu-0", ""
            case grip.Back(source, refused, over):
                told = (
                    astray.either(self.view, self.grip, source, refused) if refused else astray.reasons(self.view, self.grip, source, over)
                )
                self._return(source, told, over)
        return False

    def _pick_up(self, source: Place) -> None:
        self.refused = None
        self.ways.route = []
        self.ways.relight()
        self._light_up()
        self.view.reveal(self.grip.open_targets())
        self.view.board.open_pile("")
        self.view.board.reach("")
        if self.grip.how != "drag":
            self.app.cue("pick")
        if self.grip.how == "key":
            self.cursor = next(iter(self.grip.open_targets()), source)
            self.look_into(self.cursor)

    def _choose(self, offer: Offer) -> None:
        chosen = self.routed(offer)[0] if offer.target else offer
        self.put = (offer.source, offer.target or "", self.view.board.rect_of(offer.source)) if offer.source else None
        self.lay_down()
        if offer.form:
            self.app.push(OfferForm(offer, self.view.spoken(offer.words), self._filled))
            return
        self.app.cue("drop")
        do_it = partial(self.desk.submit, chosen.action)
        if offer.warning and not self.desk.advised(offer):
            answers = (("Do it all the same", "danger", do_it), ("Leave it", "main", self.desk.stale))
            self.app.push(Dialog(offer.verb, offer.warning, answers))
        elif self.desk.asks(offer):
            self.app.push(closing.question(self.app, self.match, offer, do_it, self.desk.stale))
        else:
            do_it()

    def _filled(self, offer: Offer, values: dict[str, str | int | bool]) -> None:
        action = self.match.rules.fill(self.match.observation(self.view.viewer), offer.action, values)
        if (refusal := self.match.refusal(action)) is not None:
            self.app.cue("refuse")
            self.app.say(f"{self.view.spoken(refusal.words)} ({refusal.rule})", "bad")
            return
        self.desk.submit(action)

    def _return(self, source: Place, refused: tuple[Offer, ...], over: tuple[Place, ...] = ()) -> None:
        """Let a piece slide back, and say why, if there is a reason: where it was let go, or at the piece where it was only clicked."""
        now, board = self.app.now, self.view.board
        if source.startswith("piece/") and self.dragged_at is not None and not self.app.settings.reduced_motion:
            key = int(source[6:])
            if (goal := board.layout.poses.get(key)) is not None:
                board.stage.put(key, replace(goal, x=self.dragged_at[0], y=self.dragged_at[1]))
                board.stage.aim(key, goal, now, 0.28)
        self.lay_down()
        self.app.cue("refuse" if refused else "close")
        if not refused and source and not self.desk.by_keyboard:
            self.app.speech.tell("Put back.")
        if refused:
            places = [source, *((offer.refusal.at if offer.refusal else None) or offer.target or source for offer in refused)]
            places = places if source in over else places[1:]
            anchor = next((rect for place in [*places, source] if (rect := board.rect_of(place))), (400.0, 400.0, 10.0, 10.0))
            self.refused = (refused, anchor, now + _REFUSED_SECONDS + 1.5 * len(refused))
            self.app.speech.answer(overlay.told(refused))
