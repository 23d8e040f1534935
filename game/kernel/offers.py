"""What a seat may do, and why not: offers and refusals.

A refusal always cites the rule that forbids. The table needs nothing else to make drag and drop: offers with the
picked-up piece as source, their targets, and the words of those that are refused.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from game.kernel.ids import Place
from game.kernel.setup import Option


class Refusal(Struct, frozen=True):
    """Why an action is not allowed.

    `code` is a stable slug, `rule` a rule id such as `OC-29`, `words` one sentence for the player, `at` where on the
    table to show it.
    """

    code: str
    rule: str
    words: str
    at: Place | None = None


class Offer(Struct, frozen=True):
    """An action that the deciding seat could consider.

    `verb` is what a button or a menu says ("Propose a marriage"); `words` is the whole sentence, for text mode and
    for readers ("Propose a marriage: your 4 to the Lily's 3"). `source` is what is picked up and `target` where it is
    put down; a source without a target is a button on the piece itself; both None make a button beside the table, and `main` marks the button that Space presses; of several that one which has no place. `refusal` is None when the
    action is allowed. `passing` names the window (a key of `Rules.windows`) that this offer lets go by: nothing is done in it; where it is
    the only enabled offer, a player may have it taken by itself. An offer with a `form` needs values typed in first: `Rules.fill` puts them into the action; unfilled it stands in no list of legal actions.
    `warning` is a sentence for a play that would change nothing, with the reason; whoever takes it is asked once.
    `onward` is the phase of the seat's own turn (a key of `Scene.phases`) that this offer goes on to, and `begins` the one to which what it does belongs,
    where no offer goes on to that by itself: its first action begins it. `closes` says in one sentence what can
    no longer be done this turn once the offer is taken, though it could be done now: empty where nothing is lost.
    """

    action: Any
    verb: str
    words: str
    source: Place | None = None
    target: Place | None = None
    refusal: Refusal | None = None
    main: bool = False
    passing: str = ""
    form: tuple[Option, ...] = ()
    warning: str = ""
    onward: str = ""
    begins: str = ""
    closes: str = ""

    @property
    def ends(self) -> tuple[tuple[str, str, Place], ...]:
        """Return what is done from where, and what is done where: what two actions have in common that are the same piece's elsewhere, or another's there."""
        return tuple((self.verb, side, place) for side, place in (("from", self.source), ("to", self.target)) if place is not None)

    @property
    def passes(self) -> bool:
        """Tell whether all it does is let a moment go by, or go on to what comes after it."""
        return bool(self.passing or self.onward)

    @property
    def stops(self) -> bool:
        """Tell whether it only lets a moment go by, or goes on to what comes after it: what that leaves is what everything else is held against. A piece that closes something as it acts does not."""
        return self.passes or (bool(self.closes) and self.source is None)


class Overlay(Struct, frozen=True):
    """Places lit on request, such as where a piece could go: `kind` is reach, range, sight or threat."""

    kind: str
    places: tuple[Place, ...]
    words: str = ""


class Preview(Struct, frozen=True):
    """What an action would do, shown before the player commits.

    `words` are the odds or the result in a sentence or two; `trail` the places a moving piece would pass, its goal
    last; `notes` short words to show at places, `covers` the places that what is put down would lie on,
    `lights` what would light up for the piece from where it would come to stand. What is `idle` would come to nothing as it stands, unless somebody adds to it; what `spends` is paid for with what lies in play, which is gone or unguarded then.
    """

    words: str = ""
    trail: tuple[Place, ...] = ()
    notes: tuple[tuple[Place, str], ...] = ()
    covers: tuple[Place, ...] = ()
    lights: tuple[Overlay, ...] = ()
    idle: bool = False
    spends: bool = False


class IllegalAction(Exception):  # noqa: N818  (named as players would say it)
    """An action that the rules refuse; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.words} ({refusal.rule})")
        self.refusal = refusal


class Malformed(Exception):  # noqa: N818
    """Something that is no action of this game at all."""


class SetupError(Exception):
    """A match that cannot start; `sentences` lists every reason, one sentence each, and none twice."""

    def __init__(self, *sentences: str) -> None:
        self.sentences = tuple(dict.fromkeys(sentences))
        super().__init__(" ".join(self.sentences))
