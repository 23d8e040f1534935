"""Why nothing can be done with a piece, or not there: one sentence for every place that it may be let go over, and for a piece with which nothing is offered.

The rules are asked for the action that would put it there (`Rules.put`), and their `refusal` says why not; what an offer does beside it (`meant`) is done. Where they know no such action, what is refused of
the piece is said if that is one reason; else only that it cannot go there. While somebody else must choose, that is the reason.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from game.kernel.ids import Place, ZoneId, zone_place
from game.kernel.offers import Offer, Refusal
from game.table.canvas.view import inside
from game.table.play.grip import Grip
from game.table.play.match_view import MatchView

_NOWHERE = Refusal("nowhere", "", "It cannot go there.")
_IDLE = Refusal("idle", "", "Nothing can be done with it now.")
_OVER = Refusal("over", "", "The match is over.")


def reasons(view: MatchView, grip: Grip, source: Place, over: Sequence[Place]) -> tuple[Offer, ...]:
    """Return as a refused offer why a piece goes back that was let go over places, topmost first, or why nothing is offered with it; nothing where it was let go at home."""
    offers = grip.offers_of(source)
    if not offers:
        return (_refused(source, source, _awaited(view) or judged(view, source, source) or _IDLE),)
    if at_home(view, source, over):
        return ()
    said = next((found for place in over if (found := judged(view, source, place)) is not None), None)
    known = {(offer.refusal.words, offer.refusal.rule): offer.refusal for offer in offers if offer.refusal is not None}
    if said is None and len(known) == 1 and all(offer.refusal is not None for offer in offers):
        said = next(iter(known.values()))
    return (_refused(source, next(iter(over), source), said or _NOWHERE),)


def meant(view: MatchView, grip: Grip, over: Sequence[Place]) -> Place:
    """Return where an offer puts the held piece that the rules take for the same as one of the places beneath it (a card on a crystal); empty for none.

    What it does without a target it does where it lies (a card that supports, on the one it supports), and a card of a hand that goes
    nowhere (a spell that is not aimed) wherever it is dragged out of the hand.
    """
    held = grip.held or ""
    if not view.human_turn or at_home(view, held, over):
        return ""
    if grip.how == "drag" and not grip.targets() and any(offer.refusal is None for offer in grip.verbs()) and _hand_of(view, held):
        return held
    targets = {offer.action: offer.target or held for offer in grip.offers_of(held) if offer.refusal is None}
    observation = view.match.observation(view.viewer)
    return next((found for place in over if (found := targets.get(view.match.rules.put(observation, held, place)))), "")


def judged(view: MatchView, source: Place, place: Place) -> Refusal | None:
    """Return what the rules say against putting a piece on a place; None where they have nothing to say."""
    if not view.human_turn:
        return None
    found = view.match.put_refusal(view.viewer, source, place)
    return Refusal(found.code, found.rule, view.spoken(found.words), place) if found is not None else None


def while_held(view: MatchView, grip: Grip, place: Place) -> tuple[Offer, ...]:
    """Return as a refused offer what the rules say against putting the held piece on a place for which they offer nothing."""
    held = grip.held
    if held is None or at_home(view, held, (place,)) or (found := judged(view, held, place)) is None:
        return ()
    return (_refused(held, place, found),)


def either(view: MatchView, grip: Grip, source: Place, refused: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """Return why a piece does nothing at a place, and where it may be put elsewhere now (an attack beside a move) what the rules say against putting it there: that may be meant as well."""
    place = next((offer.target for offer in refused), None)
    if place is None or not view.human_turn or any(offer.refusal is None for offer in refused):
        return refused
    action = view.match.rules.put(view.match.observation(view.viewer), source, place)
    elsewhere = [offer for offer in grip.offers_of(source) if offer.refusal is None and type(offer.action) is type(action)]
    if not elsewhere or action in [offer.action for offer in refused] or (why := judged(view, source, place)) is None:
        return refused
    return (*refused, replace(_refused(source, place, why), verb=elsewhere[0].verb))


def at_home(view: MatchView, source: Place, over: Sequence[Place]) -> bool:
    """Tell whether a piece is let go where it lay: over itself, its cell, or the hand that it came from."""
    board, rect = view.board, view.board.rect_of(source)
    if not over:
        return rect is not None and inside(rect, *view.app.pointer)
    around = board.places_at(*centre) if (centre := board.centre_of(source)) else []
    if source in over or (over[0].startswith("cell/") and over[0] in around):
        return True
    if not (zone := _hand_of(view, source)):
        return False
    beside = {f"piece/{key}" for key, other in view.scene.pieces.items() if other.zone == zone}
    return over[0] == zone_place(zone) or over[0] in beside


def _hand_of(view: MatchView, source: Place) -> ZoneId:
    """Return the hand in which a piece lies; empty for none."""
    piece = view.scene.pieces.get(int(source[6:])) if source.startswith("piece/") else None
    return piece.zone if piece is not None and view.scene.zones[piece.zone].kind == "hand" else ""


def _awaited(view: MatchView) -> Refusal | None:
    """Return who must choose now and what is asked of them; None where that is whoever looks."""
    if view.human_turn:
        return None
    deciding, prompt = view.match.deciding, view.scene.prompt
    if deciding is None:
        return _OVER
    name, asked = view.match.names[deciding], view.spoken(prompt.words) if prompt is not None else ""
    return Refusal("awaited", prompt.rule if prompt is not None else "", asked if name in asked else f"{name} must choose now: {asked}")


def _refused(source: Place, place: Place, why: Refusal) -> Offer:
    return Offer(None, "", why.words, source, place, why)
