"""The guide in the match: how it is won, once, then what people usually do now, for whoever plays a game for the first times."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.content.guides import Aim, GuideLine, guide_of
from game.kernel.ids import CardId
from game.kernel.offers import Offer
from game.kernel.scene import Scene
from game.kernel.setup import Setup
from game.match.match import Match

FIRST_MATCHES = 3
"""In how many matches of a game the guide speaks, unless the player wants it otherwise."""


def aim(match: Match) -> str:
    """Return how a match is won, where the deciding person is asked in a part of a turn; empty before, where nothing is said, or a program decides."""
    seat = match.deciding
    if seat is None or not match.plans[seat].human or not match.scene(seat).phase:
        return ""
    won = won_by(match.setup)
    return won.words if won is not None else ""


def won_by(setup: Setup) -> Aim | None:
    """Return how a match of a complete setup is won; None where its guide does not say."""
    return next((each for each in guide_of(setup.game).aim if each.option.items() <= setup.options.items()), None)


def usually(match: Match) -> str:
    """Return what people usually do where the deciding person is asked now; empty where nothing is said, or a program decides."""
    seat = match.deciding
    if seat is None or not match.plans[seat].human:
        return ""
    return told(guide_of(match.setup.game).line, match.scene(seat), match.offers(), lambda card: match.rules.face(card).kind)


def told(guide: Iterable[GuideLine], scene: Scene, offers: Iterable[Offer], kind_of: Callable[[CardId], str]) -> str:
    """Return the words of the first line that fits what a scene asks and what is offered; `kind_of` tells what kind of card one is."""
    prompt = scene.prompt
    if prompt is None:
        return ""
    open_ = [offer for offer in offers if offer.refusal is None]
    ways, left = {(offer.verb, _kind(offer, scene, kind_of)) for offer in open_}, any(not offer.main for offer in open_)
    for line in guide:
        counter = scene.counters.get(f"{line.have}@{prompt.seat}")
        if line.have and (counter is None or not counter.value):
            continue
        fits = line.rule == prompt.rule and line.phase in {"", scene.phase} and not (line.done and left)
        if fits and any(verb.startswith(line.verb) and line.kind in {"", kind} for verb, kind in ways):
            return line.words
    return ""


def _kind(offer: Offer, scene: Scene, kind_of: Callable[[CardId], str]) -> str:
    """Return the kind of the card that an offer begins with, empty where that is none."""
    piece = scene.pieces.get(int(offer.source[6:])) if offer.source is not None and offer.source.startswith("piece/") else None
    return kind_of(piece.face) if piece is not None and piece.kind in {"card", "token"} and piece.face is not None else ""
