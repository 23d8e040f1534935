"""What is left to do, counted, and the question before an action that closes some of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from game.kernel.ids import Place
from game.kernel.offers import Offer
from game.kernel.scene import Scene
from game.kernel.words import counted
from game.table.pages.dialog import Dialog
from game.table.shell.app import App
from game.table.shell.settings import ASKED_FIRST, FIRST_TIMES

if TYPE_CHECKING:
    from game.match.match import Match

DEAD_SECONDS = 0.4
"""How long the question takes no press: a thumb that pressed once too often for the button before does not answer it."""

_SILENT = frozenset({"use", "play", "choose"})
"""Verbs that say no more than that something can act."""


def left(scene: Scene, offers: Sequence[Offer]) -> tuple[str, ...]:
    """Return what could be done but for the main button: cards of a hand, pieces that can act and things to choose from, counted; what a zone is good for, named.

    What can be done to terrain alone is there on any turn, so it is not left to do.
    """
    cards: set[Place] = set()
    verbs: dict[Place, set[str]] = {}
    of_zones: dict[str, None] = {}
    choices: set[Place] = set()
    for offer in offers:
        if offer.refusal is not None or offer.main or offer.form:
            continue
        if offer.source is None:
            choices |= {offer.target} if offer.target is not None else set()
        elif in_hand(scene, offer.source):
            cards.add(offer.source)
        elif on_terrain(scene, offer.target):
            continue
        elif not offer.source.startswith("piece/"):
            of_zones[offer.verb[:1].lower() + offer.verb[1:]] = None
        else:
            verbs.setdefault(offer.source, set()).add(offer.verb)
    said = set().union(*verbs.values())
    verb = said.pop().lower() if len(said) == 1 else ""
    found = [f"{counted(len(cards), 'card')} playable"] if cards else []
    found += [f"{len(verbs)} can {verb if verb.isalpha() and verb not in _SILENT else 'act'}"] if verbs else []
    return (*found, *of_zones, *([f"{len(choices)} to choose from"] if choices else []))


def in_hand(scene: Scene, place: Place) -> bool:
    """Tell whether a place is a card of a hand."""
    piece = scene.pieces.get(int(place[6:])) if place.startswith("piece/") else None
    return piece is not None and piece.zone in scene.zones and scene.zones[piece.zone].kind == "hand"


def on_terrain(scene: Scene, place: Place | None) -> bool:
    """Tell whether a place is a piece of terrain."""
    piece = scene.pieces.get(int(place[6:])) if place is not None and place.startswith("piece/") else None
    return piece is not None and piece.kind == "terrain"


def question(app: App, match: Match, offer: Offer, then: Callable[[], None], otherwise: Callable[[], None]) -> Dialog:
    """Return the question before an offer that closes something; `otherwise` is what follows from "not yet".

    What stands out, and what Enter gives, is the answer that loses nothing. Whoever does it has been asked once more in this game; a lesson or a puzzle counts for nothing.
    """
    words, game = offer.closes, match.setup.game
    counts = app.settings.closing == ASKED_FIRST and not match.position
    times = app.settings.closings.get(game, 0) + 1

    def do() -> None:
        if counts:
            app.change(closings={**app.settings.closings, game: times})
        then()

    if counts:
        again = f"You will be asked {counted(FIRST_TIMES - times, 'more time')}" if times < FIRST_TIMES else "You will not be asked again"
        words += f"\n{again}, unless the settings say otherwise."
    return Dialog(offer.verb, words, (("Do it", "plain", do), ("Not yet", "main", otherwise)), dead=DEAD_SECONDS)
