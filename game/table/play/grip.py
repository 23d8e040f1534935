"""Picking up and putting down: what may happen to the piece in the player's hand, told by the offers alone.

Pick up a piece: its offers have it as source. Their targets glow when one of them is allowed and are dim when all are
refused. Put it down: one allowed offer is submitted, several make a small menu of their verbs, none sends the piece back
with the reason. Dragging, click-then-click and the keyboard all go through here, so they cannot differ.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from msgspec import Struct

from game.kernel.ids import Place
from game.kernel.offers import Offer

SLACK = 9.0
"""A press becomes a drag after so many logical units; less is a click."""


class Nothing(Struct, frozen=True, tag=True):
    """Nothing happened."""


class Picked(Struct, frozen=True, tag=True):
    """A piece was picked up; its targets should be shown."""

    source: Place


class Submit(Struct, frozen=True, tag=True):
    """One allowed offer was chosen."""

    offer: Offer


class Ask(Struct, frozen=True, tag=True):
    """Several offers are possible there: a small menu should ask which."""

    offers: tuple[Offer, ...]
    at: Place


class Back(Struct, frozen=True, tag=True):
    """The piece goes back, or stays where nothing is offered with it; `refused` are the offers that were not allowed there, with their reasons; `over` are the places it was let go over."""

    source: Place
    refused: tuple[Offer, ...] = ()
    over: tuple[Place, ...] = ()


Verdict: TypeAlias = Nothing | Picked | Submit | Ask | Back
NOTHING = Nothing()


def is_tool(offer: Offer) -> bool:
    """Tell whether an offer is a tool that lies beside the match: one with a form that is not itself what is asked."""
    return bool(offer.form) and not offer.main


class Grip:
    """The player's hand over a list of offers. Nothing in it knows pixels or time."""

    def __init__(self, offers: Iterable[Offer] = ()) -> None:
        self.offers: tuple[Offer, ...] = ()
        self.held: Place | None = None
        self.how = ""
        self.menu: tuple[Offer, ...] = ()
        self.menu_at: Place = ""
        self._sources: dict[Place, tuple[Offer, ...]] = {}
        self._direct: dict[Place, tuple[Offer, ...]] = {}
        self._press: tuple[float, float, tuple[Place, ...], Place | None] | None = None
        self.deal(offers)

    def deal(self, offers: Iterable[Offer]) -> None:
        """Take a new list of offers; whatever was held is let go."""
        self.offers = tuple(offers)
        self._sources, self._direct = {}, {}
        for offer in self.offers:
            if offer.source is not None:
                self._sources[offer.source] = (*self._sources.get(offer.source, ()), offer)
            elif offer.target is not None:
                self._direct[offer.target] = (*self._direct.get(offer.target, ()), offer)
        self.let_go()

    def let_go(self) -> None:
        """Hold nothing and ask nothing."""
        self.held, self.how, self.menu, self.menu_at, self._press = None, "", (), "", None

    # --- what is possible

    def sources(self) -> tuple[Place, ...]:
        """Return what can be picked up (or clicked) to some effect, in the order of the offers."""
        found = [place for place, offers in self._sources.items() if any(offer.refusal is None for offer in offers)]
        return (*found, *(place for place, offers in self._direct.items() if any(offer.refusal is None for offer in offers)))

    def offers_of(self, place: Place) -> tuple[Offer, ...]:
        """Return every offer that begins at a place."""
        return self._sources.get(place, ()) + self._direct.get(place, ())

    def targets(self) -> dict[Place, tuple[Offer, ...]]:
        """Return where the held piece could be considered to go, with the offers there."""
        found: dict[Place, tuple[Offer, ...]] = {}
        for offer in self._sources.get(self.held or "", ()):
            if offer.target is not None:
                found[offer.target] = (*found.get(offer.target, ()), offer)
        return found

    def open_targets(self) -> tuple[Place, ...]:
        """Return the targets where the held piece may go."""
        return tuple(place for place, offers in self.targets().items() if any(offer.refusal is None for offer in offers))

    def verbs(self) -> tuple[Offer, ...]:
        """Return the offers of the held piece that need no target."""
        return tuple(offer for offer in self._sources.get(self.held or "", ()) if offer.target is None)

    def only(self) -> Place | None:
        """Return the one piece that must be put somewhere now: a click on a place can mean no other; None where there is anything else to do."""
        allowed = [offer for offer in self.offers if offer.refusal is None]
        sources = {offer.source for offer in allowed}
        return allowed[0].source if len(sources) == 1 and all(offer.target for offer in allowed) else None

    def source_under(self, places: Sequence[Place]) -> Place | None:
        """Return the first of the places that can be picked up or clicked, even if all its offers are refused."""
        return next((place for place in places if place in self._sources or place in self._direct), None)

    def target_under(self, places: Sequence[Place]) -> Place | None:
        """Return the first of the places where the held piece may go, else the first where it is refused."""
        targets = self.targets()
        known = [place for place in places if place in targets]
        return next((place for place in known if any(offer.refusal is None for offer in targets[place])), known[0] if known else None)

    # --- what a pointer does

    def press(self, places: Sequence[Place], x: float, y: float) -> Verdict:
        """Press the pointer over places, topmost first."""
        if self.menu:
            self.let_go()
        self._press = (x, y, tuple(places), self.source_under(places))
        return NOTHING

    def move(self, x: float, y: float) -> Verdict:
        """Move the pointer; a pressed one that moves far enough picks the piece up, and what a click held before is let go."""
        if self._press is None or self.how == "drag":
            return NOTHING
        x0, y0, _, source = self._press
        if abs(x - x0) + abs(y - y0) <= SLACK or source is None or source not in self._sources:
            return NOTHING
        self.held, self.how = source, "drag"
        return Picked(source)

    def release(self, places: Sequence[Place], instead: Place | None = None) -> Verdict:
        """Let the pointer go over places, topmost first; `instead` of what is pressed there another piece may be held."""
        press, self._press = self._press, None
        if press is None:
            return NOTHING
        if self.held is None and instead is not None:
            return self.hold(instead)
        if self.held is None:
            return self._click(places, *press[2:])
        if self.how == "drag":
            return self.drop(places)
        if self.target_under(places) is None:
            other = self.source_under(places)
            if other is not None and other != self.held:
                self.held = None
                return self.pick(other, "click")
        return self.drop(places)

    def _click(self, places: Sequence[Place], pressed: tuple[Place, ...], source: Place | None) -> Verdict:
        """Click with an empty hand: pick up what was pressed, else put the only piece that can be meant there, else ask why nothing can be done with the piece."""
        if source is not None:
            return self.pick(source, "click") if source in places else NOTHING
        first = next(iter(places), "")
        if first not in pressed:
            return NOTHING
        if (only := self.only()) is not None:
            self.held, self.how = only, "click"
            return self.drop(places)
        return Back(first, (), (first,)) if first.startswith("piece/") else NOTHING

    # --- what every hand does

    def pick(self, place: Place, how: str) -> Verdict:
        """Pick up the piece at a place; a place without a piece to move is chosen at once, and what can do nothing stays where it is."""
        offers = self.offers_of(place)
        if offers and all(offer.refusal is not None for offer in offers):
            self.let_go()
            return Back(place, offers, (place,))
        if place in self._sources:
            self.held, self.how = place, how
            if not self.targets():
                return self._settle(self.verbs(), place)
            return Picked(place)
        if place in self._direct:
            return self._settle(self._direct[place], place)
        return NOTHING

    def hold(self, place: Place) -> Verdict:
        """Pick up the piece at a place without doing at once what needs no target."""
        self.let_go()
        self.held, self.how = place, "click"
        return Picked(place)

    def drop(self, places: Sequence[Place]) -> Verdict:
        """Put the held piece down over places, topmost first."""
        held = self.held
        if held is None:
            return NOTHING
        target = self.target_under(places)
        if target is not None:
            return self._settle(self.targets()[target], target)
        if held in places and self.verbs():
            return self._settle(self.verbs(), held)
        offers = self._sources.get(held, ())
        self.let_go()
        return Back(held, offers if places and all(offer.refusal is not None for offer in offers) else (), tuple(places))

    def choose(self, offer: Offer) -> Verdict:
        """Choose an offer from the menu or a button."""
        held = self.held or offer.source or ""
        if offer.refusal is not None:
            self.let_go()
            return Back(held, (offer,))
        self.let_go()
        return Submit(offer)

    def _settle(self, offers: tuple[Offer, ...], at: Place) -> Verdict:
        allowed = tuple(offer for offer in offers if offer.refusal is None)
        held = self.held or at
        if not allowed:
            self.let_go()
            return Back(held, offers)
        if len(allowed) == 1:
            self.let_go()
            return Submit(allowed[0])
        self.menu, self.menu_at = allowed, at
        return Ask(allowed, at)
