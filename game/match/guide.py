"""The guide in the match: how it is won, once, then what people usually do now, for whoever plays a game for the first times."""

from __future__ import annotations

from collections.abc import Iterable

from game.content.guides import GuideLine, guide_of
from game.kernel.offers import Offer
from game.kernel.scene import Scene
from game.match.match import Match

FIRST_MATCHES = 3
"""In how many matches of a game the guide speaks, unless the player wants it otherwise."""


def aim(match: Match) -> str:
    """Return how a match is won, where the deciding person is asked in a part of a turn; empty before, where nothing is said, or a program decides."""
    seat = match.deciding
    if seat is None or not match.plans[seat].human or not match.scene(seat).phase:
        return ""
    options = match.setup.options
    return next((each.words for each in guide_of(match.setup.game).aim if each.option.items() <= options.items()), "")


def usually(match: Match) -> str:
    """Return what people usually do where the deciding person is asked now; empty where nothing is said, or a program decides."""
    seat = match.deciding
    if seat is None or not match.plans[seat].human:
        return ""
    return told(guide_of(match.setup.game).line, match.scene(seat), match.offers())


def told(guide: Iterable[GuideLine], scene: Scene, offers: Iterable[Offer]) -> str:
    """Return the words of the first line that fits what a scene asks and what is offered."""
    prompt = scene.prompt
    if prompt is None:
        return ""
    open_ = [offer for offer in offers if offer.refusal is None]
    verbs, left = {offer.verb for offer in open_}, any(not offer.main for offer in open_)
    for line in guide:
        fits = line.rule == prompt.rule and line.phase in {"", scene.phase} and not (line.done and left)
        if fits and any(verb.startswith(line.verb) for verb in verbs):
            return line.words
    return ""
