"""What is read aloud: a screen when it comes, what has the focus, what happens, what is asked, and notices.

Whatever a hand does is answered at once: a new screen and a new focus cut off what is being said. What happens, what is asked and notices wait
their turn, and so does what changes by itself; what happens several times at one moment is told once and counted, and a question that was cut off comes again after
what cut it off. Of what has the focus only the rest is told where it goes on from what was last said. Only what the top screen shows is spoken, so behind a curtain there is nothing to be heard; it cuts off the rest of the last sentence too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Protocol

from game.table.canvas.draw import Clip, Drawn, Still, Text
from game.table.shell.settings import Settings
from game.table.shell.voice import Voice

_SILENT = re.compile(r"[*▼▲•]")


class Heard:
    """What can be read aloud of itself; a screen says here what it is to the ear. One that is `patient` cuts off nothing when it comes."""

    patient = False

    def announced(self) -> str:
        """Return what is said when it comes."""
        return ""

    def focused(self) -> str:
        """Return in words what has the focus."""
        return ""

    def spot(self) -> str:
        """Return what has the focus, by its key: two things may be told in the same words."""
        return ""

    def asked(self) -> str:
        """Return in words what is asked."""
        return ""


class Window(Protocol):
    """The window, as far as speech needs it."""

    settings: Settings
    notices: list[tuple[float, str, str]]

    @property
    def top(self) -> Heard | None:
        """Return the screen that hands reach."""
        ...

    def say(self, words: str, tone: str = "") -> None:
        """Show a short notice."""
        ...


class Speech:
    """Says aloud what goes on in the window, while the setting is on."""

    def __init__(self) -> None:
        self._voice: Voice | None = None
        self._top: Heard | None = None
        self._focus = self._spot = self._asked = self._last = ""
        self._again = False
        self._happened: list[str] = []
        self._noticed: frozenset[tuple[float, str]] = frozenset()

    def tell(self, words: str) -> None:
        """Say what happened, after what is being said and after the answer to the hand that did it."""
        if self._voice is not None:
            self._happened.append(words)

    def repeat(self) -> None:
        """Say at once what is asked and what has the focus, once more."""
        self._again = True

    def _say(self, words: str) -> None:
        if self._voice is not None and (said := plain(words)):
            self._voice.say(said)
            self._last = said

    def attend(self, app: Window, *, changed: bool, by_hand: bool = False, moving: bool = False) -> None:
        """Say what is new on the top screen, where anything may have `changed`, and in the notices; fall silent when that is wished.

        `by_hand` tells that what changed is the doing of a hand, `moving` that more of the moment is still to be shown.
        """
        if not app.settings.speech:
            self._switch_off(self._voice)
            return
        if self._voice is None:
            self._voice, self._top, changed = Voice(), None, True
            self._say("Speech is on.")
        if changed:
            self._look(app, self._voice, by_hand=by_hand)
        self._tell_all(moving=moving)
        noticed = frozenset((until, words) for until, words, _ in app.notices)
        for _, words in sorted(noticed - self._noticed):
            self._say(words)
        self._noticed = noticed
        if self._voice.fault:
            fault, self._voice.fault = self._voice.fault, ""
            app.say(fault, "bad")

    def _tell_all(self, *, moving: bool = False) -> None:
        """Say what happened, equal neighbours once and counted; while it is `moving` the last waits, since it may happen again."""
        alike = [list(same) for _, same in groupby(self._happened)]
        self._happened = alike.pop() if alike and moving else []
        for same in alike:
            self._say(same[0] if len(same) == 1 else f"{same[0].rstrip('.')}, {len(same)} times.")

    def _look(self, app: Window, voice: Voice, *, by_hand: bool) -> None:
        """Say what the top screen is, what has the focus there, and what it asks, where that is new."""
        top = app.top
        if top is None:
            return
        focus, spot, asked = top.focused(), top.spot(), top.asked()
        again, self._again = self._again, False
        if again:
            voice.hush()
            self._happened.clear()
            self._say(asked)
            self._say(focus)
        elif top is not self._top:
            if self._top is not None and not top.patient:
                voice.hush()
                self._happened.clear()
            self._tell_all()
            self._top, self._asked = top, ""
            self._say(top.announced())
            self._say(focus)
        elif focus and (focus, spot) != (self._focus, self._spot):
            more = focus.removeprefix(f"{self._focus}. ") if spot == self._spot and self._last == plain(self._focus) else focus
            if by_hand and more == focus and plain(self._asked) in voice.hush():
                self._asked = ""
            self._say(more)
            self._last = plain(focus)
        if asked and asked != self._asked and not again:
            self._tell_all()
            self._say(asked)
        self._focus, self._spot, self._asked = focus, spot, asked

    def _switch_off(self, voice: Voice | None) -> None:
        if voice is not None:
            voice.close()
            self._voice = None
            self._happened.clear()

    def leave(self) -> None:
        """Fall silent for good: the window closes."""
        if self._voice is not None:
            self._voice.gone()
            self._voice = None


def plain(words: str) -> str:
    """Return words without the signs that only set them, in one line."""
    return " ".join(_SILENT.sub("", words).split())


def joined(parts: Iterable[str]) -> str:
    """Return parts as sentences, each told once."""
    kept = dict.fromkeys(part.strip().rstrip(".") for part in parts)
    return ". ".join(part for part in kept if part)


def texts(items: Iterable[Drawn]) -> Iterator[Text]:
    """Return the words that are drawn, within clipped and still parts too."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Clip | Still):
            yield from texts(item.items)
