"""What is read aloud: a screen when it comes, what has the focus, what happens, what is asked, and notices.

What happens, what is asked and notices come first, in this order, and nothing but a curtain or leaving loses them (or the answer to a question, which ends what was to be said of it); what has the focus comes after them, and all of a card
only where it is looked at closer. A hand that walks is answered at once, in few words, and what it cut off comes again after them. What happens several times
at one moment is told once and counted. What answers one's own key (a refusal, a hint, that something was taken back) comes before all that waits, and what is shown once more
ends with that. Of what has the focus only what is new is told where it stays the same thing, and what
changed while it waited to be told is told once. Only what the top screen shows is spoken, so behind a curtain there is nothing to be heard; it cuts off the rest of the last sentence too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import Protocol

from game.table.canvas.draw import Clip, Drawn, Still, Text
from game.table.shell.settings import Settings
from game.table.shell.voice import Voice

NOT_ASKED = "You are not asked now."
"""A notice that is not true any more as soon as something is asked."""

_SILENT = re.compile(r"[*▼▲•]")
_BETWEEN = re.compile(r"(?<=[.!?…:;])\s+|\n+")


class Heard:
    """What can be read aloud of itself; a screen says here what it is to the ear.

    One that is `patient` cuts off nothing when it comes; what is told of an `eventful` one is heard to its end also while pages lie over it; one that
    is a `veil` lets nothing be heard any more of what was told before it.
    """

    patient = False
    eventful = False
    veil = False

    def announced(self) -> str:
        """Return what is said when it comes."""
        return ""

    def focused(self) -> str:
        """Return in few words what has the focus."""
        return ""

    def looked_at(self) -> str:
        """Return all else that can be told of what has the focus, while a closer look at it is wished."""
        return ""

    def to_read(self) -> str:
        """Return the words of the page where one is, which are read when that is wished."""
        return ""

    def spot(self) -> str:
        """Return what has the focus, by its key: two things may be told in the same words."""
        return ""

    def asked(self) -> str:
        """Return in words what is asked."""
        return ""

    def stepwise(self) -> bool:
        """Tell whether it waits after each thing that it shows."""
        return False


class Window(Protocol):
    """The window, as far as speech needs it."""

    settings: Settings
    notices: list[tuple[float, str, str]]

    @property
    def heard(self) -> Sequence[Heard]:
        """Return the screens that lie on each other, the top one last."""
        ...

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
        self._focus = self._spot = self._asked = self._closer = self._last = ""
        self._announced = ""
        self._table: Heard | None = None
        self._again = False
        self._happened: list[str] = []
        self._held_back = 0
        self._answers: list[str] = []
        self._for_now: set[str] = set()
        self._to_read = ""
        self._read_out: list[str] = []
        self._retold: set[str] = set()
        self._noticed: frozenset[tuple[float, str]] = frozenset()

    def tell(self, words: str, *, again: bool = False) -> None:
        """Say what happened, after what is being said and after the answer to the hand that did it; what is told `again` ends with what shows it."""
        if self._voice is not None:
            self._happened.append(words)
            (self._retold.add if again else self._retold.discard)(plain(words))

    def answer(self, words: str, *, kept: bool = False) -> None:
        """Say what answers the hand, before all that waits and once; whoever walks on hears it no more, unless it is `kept`."""
        if self._voice is not None:
            self._answers = [each for each in self._answers if each != words] + [words]
            (self._for_now.discard if kept else self._for_now.add)(plain(words))

    def read(self, words: str) -> None:
        """Read a page when all else is said, a sentence at a time, until a hand goes on; what was read before is read no further."""
        if self._voice is not None:
            self._to_read = words

    def withdraw(self, words: str) -> None:
        """Say a sentence no more: it is not true now."""
        self._answers = [each for each in self._answers if each != words]
        self._happened = [each for each in self._happened if each != words]
        if self._voice is not None:
            self._voice.withdraw(plain(words))

    def end_retelling(self) -> None:
        """Say no more of what was told again."""
        self._happened = [each for each in self._happened if plain(each) not in self._retold]
        if self._voice is not None:
            for words in self._retold:
                self._voice.withdraw(words)
        self._retold.clear()

    def forget(self) -> None:
        """Say nothing any more of what waits: it has not happened."""
        self._happened.clear()
        if self._voice is not None:
            self._voice.forget()
            self._voice.hush()

    def repeat(self) -> None:
        """Say what waits, at once, and then once more what is asked and what has the focus."""
        self._again = True

    def _say(self, words: str, *, first: bool = False, later: bool = False) -> None:
        if self._voice is not None and (said := plain(words)):
            self._voice.say(said, first=first, later=later)
            self._last = said

    def attend(self, app: Window, *, changed: bool, by_hand: bool = False, moving: bool = False) -> None:
        """Say what is new on the top screen, where anything may have `changed`, and in the notices; fall silent when that is wished.

        `by_hand` tells that what changed is the doing of a hand, `moving` that more of the moment is still to be shown: what waits after each step tells each step.
        """
        if not app.settings.speech:
            self._switch_off(self._voice)
            return
        if self._voice is None:
            self._voice, self._top, changed = Voice(), None, True
            self._say("Speech is on.")
        if self._retold and not (app.top is not None and app.top.eventful):
            self.end_retelling()
        noticed = frozenset((until, words) for until, words, _ in app.notices)
        news, self._noticed = sorted(noticed - self._noticed), noticed
        for _, words in news if by_hand else ():
            self.answer(words, kept=True)
        if changed:
            self._look(app, self._voice, by_hand=by_hand)
        if self._to_read:
            self._read_page(self._voice)
        self._tell_all(moving=moving and not any(each.stepwise() for each in app.heard))
        for _, words in () if by_hand else news:
            self._say(words)
        if self._voice.fault:
            fault, self._voice.fault = self._voice.fault, ""
            app.say(fault, "bad")

    def _tell_all(self, *, moving: bool = False) -> None:
        """Say what happened, equal neighbours once and counted; while it is `moving` the last waits, since it may happen again."""
        alike = [list(same) for _, same in groupby(self._happened)]
        self._happened = alike.pop() if alike and moving else []
        self._held_back = len(self._happened)
        for same in alike:
            (words,) = counted_once(same)
            if plain(same[0]) in self._retold:
                self._retold.add(plain(words))
            self._say(words)

    def _answer_all(self, late: Iterable[str], *, reached: str = "") -> None:
        """Say what answers the hand and what it has `reached`, before all that waits, and then what was cut off and is not the same."""
        answers, self._answers = [*self._answers, reached], []
        same = {plain(words) for words in answers}
        for words in answers:
            self._say(words, first=True)
        for words in late:
            self._say(words if words not in same else "")

    def _look(self, app: Window, voice: Voice, *, by_hand: bool) -> None:
        """Say what the top screen is, what it asks, and what has the focus there, where that is new."""
        top = app.top
        if top is None:
            return
        focus, spot, asked, closer = top.focused(), top.spot(), top.asked(), top.looked_at()
        again, self._again = self._again, False
        come, stayed = top is not self._top, spot == self._spot
        answered = bool(self._asked) and asked != self._asked
        if answered:
            voice.withdraw(plain(self._asked))
        if come:
            late = self._cut_off(app, voice, top)
            self._tell_all()
            self._top, self._asked, self._announced = top, "", top.announced()
            self._say(self._announced)
            self._answer_all(late)
        if again:
            self._asked = ""
        if asked and asked != self._asked:
            voice.withdraw(NOT_ASKED)
        news = answered or len(self._happened) > self._held_back or bool(asked and asked != self._asked)
        moved = come or again or bool(focus and (focus, spot) != (self._focus, self._spot))
        walked = by_hand and moved and not come and not (stayed and focus.startswith(f"{self._focus}. "))
        if walked:
            stale = {plain(self._focus), plain(asked) if again else "", *self._for_now}
            late = [words for words in voice.hush() if words not in stale]
            self._answer_all(late, reached="" if news else focus)
        elif self._answers:
            later = voice.drop()
            self._answer_all(voice.hush())
            for words in later:
                self._say(words, later=True)
        if asked and asked != self._asked:
            self._tell_all()
            self._say(asked)
        if moved and not (walked and not news):
            self._say_later(voice, focus, whole=come or again or not stayed)
        if closer != self._closer:
            self._read(voice, closer, focus)
        self._focus, self._spot, self._asked, self._closer = focus, spot, asked, closer

    def _cut_off(self, app: Window, voice: Voice, top: Heard) -> list[str]:
        """Fall silent where another screen comes; return what comes again after that says what it is: what was told of a table that it lies over, or that it leaves in sight again."""
        old, before = self._top, self._table
        self._table = next((each for each in reversed(app.heard) if each.eventful), None)
        if old is None or top.patient:
            return []
        goes_on = before is not None and before is self._table and not (top.veil or old.veil)
        if not goes_on:
            self._happened.clear()
            voice.forget()
        stale = {plain(words) for words in (self._announced, self._focus, self._asked)}
        return [words for words in voice.hush() if goes_on and words not in stale]

    def _say_later(self, voice: Voice, focus: str, *, whole: bool) -> None:
        """Say what has the focus when all else is said: only what is new of it, unless `whole`; instead of what still waits to be said of it."""
        before, parts, waiting = plain(self._focus), focus.split(". "), voice.drop()
        new = [part for part in parts if part not in self._focus.split(". ")]
        if whole or before in waiting:
            self._say(focus, later=True)
        elif new:
            self._say(". ".join(new if self._last == before or new[0] == parts[0] else [parts[0], *new]), later=True)
        for words in () if whole else waiting:
            self._say(words if words != before else "", later=True)
        self._last = plain(focus)

    def _read(self, voice: Voice, closer: str, focus: str) -> None:
        """Read what is looked at closer, a sentence at a time, so that what happens meanwhile comes between; fall silent about it when it is put away."""
        said = focus.split(". ")
        if not closer:
            voice.drop()
        for part in closer.split(". "):
            self._say(part if part not in said else "", later=True)

    def _read_page(self, voice: Voice) -> None:
        """Read a page instead of what was read before."""
        for words in self._read_out:
            voice.withdraw(words)
        self._read_out = [words for words in map(plain, _BETWEEN.split(self._to_read)) if words]
        self._to_read = ""
        for words in self._read_out:
            self._say(words, later=True)

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
    """Return parts as sentences, each told once and ended by one mark; one that begins small goes on with the sentence before it."""
    kept = [part for part in dict.fromkeys(part.strip().rstrip(".") for part in parts) if part]
    marks = ["" if part[-1] in "?!…" else "," if after[0].islower() else "." for part, after in pairwise(kept)]
    return "".join(f"{part}{mark} " for part, mark in zip(kept, marks, strict=False)) + "".join(kept[-1:])


def counted_once(told: Iterable[str]) -> Iterator[str]:
    """Return what is told, equal neighbours once and counted."""
    for words, same in groupby(told):
        count = len(list(same))
        yield words if count == 1 else f"{words.rstrip('.')}, {count} times."


def sentences(parts: Iterable[str]) -> str:
    """Return parts one after the other, each ended as a sentence is."""
    told = [part.rstrip() for part in parts if part.strip()]
    return " ".join(part if part.rstrip("”’)")[-1:] in {*".?!…:"} else f"{part}." for part in told)


def texts(items: Iterable[Drawn]) -> Iterator[Text]:
    """Return the words that are drawn, within clipped and still parts too."""
    for item in items:
        if isinstance(item, Text):
            yield item
        elif isinstance(item, Clip | Still):
            yield from texts(item.items)
