"""Which button stands for an offer: in the column, in the small menu, or beside the piece that is held; and which digit does what in the column."""

from __future__ import annotations

from game.kernel.offers import Offer
from game.table.play.match_hand import MatchHand
from game.table.shell.widgets import Widget


def answers(hand: MatchHand) -> dict[str, Offer]:
    """Return the offers whose buttons bear a digit, by that digit.

    Where all that may be done has a button, it is the number that the table in words gives it; where some is done on the table alone, they are counted as they stand in the
    column. The main one bears none where it stands alone or leads on to another part of the turn, nor does what is refused.
    """
    main, shown = hand.main(), [offer for offer in others(hand) if offer.refusal is None]
    if shown and main is not None and not main.onward and main.refusal is None:
        shown.append(main)
    enabled = [offer for offer in hand.grip.offers if offer.refusal is None]
    return dict(zip("123456789", enabled if len(enabled) == len(shown) else shown, strict=False))


def others(hand: MatchHand) -> list[Offer]:
    """Return the offers that stand in the column above the main one, as many as it has room for."""
    main, app = hand.main(), hand.app
    most = max(2, int((app.view.height * 0.36) / (app.size(25) + 32)))
    return [offer for offer in hand.buttons() if offer is not main][:most]


def button_of(hand: MatchHand, offer: Offer) -> Widget | None:
    """Return the button that does what an offer does; None where that is done on the table alone."""
    main, grip = hand.main(), hand.grip
    rows = {f"menu-{index}": each for index, each in enumerate(grip.menu)}
    verbs = {f"verb-{index}": each for index, each in enumerate(each for each in grip.verbs() if each.refusal is None)}
    column = {f"offer-{index}": each for index, each in enumerate(others(hand))} | ({"main": main} if main is not None else {})
    found = {key for key, each in (rows or verbs | column).items() if each.action == offer.action}
    return next((widget for widget in hand.desk.widgets() if widget.key in found), None)
