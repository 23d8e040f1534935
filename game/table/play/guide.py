"""The guide beside the table: under the question, first how one wins, then what people usually do now; off in one click.

It speaks to whoever plays their first matches of a game, as their records count them, always or never, as the settings say.
"""

from __future__ import annotations

from game.kernel.ids import Seat
from game.match.guide import FIRST_MATCHES, aim, usually
from game.table.canvas.draw import Icon, Panel, Text, faded
from game.table.canvas.view import REACH, Rect
from game.table.play.match_view import MatchView
from game.table.shell.app import App
from game.table.shell.page import Part
from game.table.shell.records import played
from game.table.shell.settings import UNASKED
from game.table.shell.widgets import Button

SIZE, _SIGN = 20.0, 40.0


class Guide:
    """What the guide says of a match; how many matches were played is looked up once, as it begins.

    Whoever sits down hears at the first question of a turn how one wins, and after it no more.
    """

    def __init__(self, view: MatchView) -> None:
        self.view, self.app = view, view.app
        self._early = played(view.match.setup.game) < FIRST_MATCHES
        self._aimed: dict[Seat, int] = {}

    def words(self) -> str:
        """Return how one wins or what people usually do now; empty where the guide is silent, as in lessons, which say themselves what to do."""
        match = self.view.match
        if not self.view.human_turn or match.position or not self.app.settings.guides(self._early):
            return ""
        return self._aim() or usually(match)

    def told(self) -> str:
        """Return the same for the voice, which says of what is usual that it is no more than that."""
        words = self.words()
        return words if not words or words == self._aim() else f"Usually: {words}"

    def _aim(self) -> str:
        match = self.view.match
        words = aim(match)
        return words if words and self._aimed.setdefault(self.view.viewer, match.count) == match.count else ""

    def put_off(self) -> None:
        """Let the guide be silent from now on."""
        self.app.change(guide=UNASKED)
        self.app.say("The guide is off. The settings bring it back.")


def sizes(app: App) -> list[float]:
    """Return the sizes in which the words can be set, the wished one first: rather smaller than not at all, and never smaller than usual."""
    return sorted({min(app.size(SIZE), SIZE * text) for text in (app.settings.text, 1.6, 1.5, 1.4, 1.25, 1.0)}, reverse=True)


def height(app: App, words: str, wide: float, size: float) -> float:
    """Return how much height the words take in a column."""
    return max(_side(app), app.height(words, "text", size, _inner(app, wide))) + 20


def _inner(app: App, wide: float) -> float:
    return wide - _compass(app) - max(REACH, _side(app)) - 20


def _side(app: App) -> float:
    """Return how wide the sign of the button is."""
    return min(_SIGN, app.size(34))


def _compass(app: App) -> float:
    """Return how much width the compass takes: none where larger text is wished, which needs the room more."""
    return _side(app) + 10 if app.settings.text <= 1 else 0.0


def parts(guide: Guide, words: str, rect: Rect, size: float) -> list[Part]:
    """Return the line in its place: a compass, the words, and the button that puts the guide off."""
    app, theme = guide.app, guide.app.theme
    side = _side(app)
    off = max(REACH, side)
    x, y, wide, high = rect
    compass = _compass(app)
    sign: Rect = (x + 10, y + (high - side) / 2, side, side)
    return [
        Panel(rect, theme.colour("panel"), theme.colour("panel2"), 14, faded(theme.colour("accent"), 0.7), 1.5),
        *([Icon(sign, "compass", theme.colour("accent"), theme.colour("accent2"))] if compass else []),
        Text((x + compass + 10, y, _inner(app, wide), high), words, size, theme.colour("text"), valign="middle", wrap=True),
        Button(
            key="guide-off",
            rect=(x + wide - off - 4, y + (high - off) / 2, off, off),
            icon="cancel",
            style="quiet",
            hint="Put the guide off; the settings bring it back.",
            on=guide.put_off,
        ),
    ]
