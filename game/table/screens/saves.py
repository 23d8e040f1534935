"""Saved matches and replays: go on, watch, verify, delete."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from pathlib import Path

from game.content.positions import positions_of
from game.kernel.offers import SetupError
from game.kernel.setup import Outcome
from game.kernel.words import counted, enumerated, spoken
from game.match.agreed import players
from game.match.journal import snapshot_path
from game.match.reopen import stands, worked_out
from game.match.replay import Replay
from game.match.save import SaveEntry, SaveError, list_saves, remove_save, take_lock, unlisted
from game.match.scoring import scored
from game.table.canvas.draw import CUT_AT, Drawn, Icon, Made, Panel, Picture, Text, faded
from game.table.canvas.painter import shortened
from game.table.canvas.view import Event, Rect, inset
from game.table.pages.common import CLEAR, backdrop, body, framed, small_heading, top_bar
from game.table.pages.dialog import Dialog
from game.table.pages.form import Column
from game.table.pages.table_picture import SHAPE
from game.table.pieces import figures
from game.table.screens import standing
from game.table.screens.opening import refuse, resume_match, watch
from game.table.shell.page import Page, Part
from game.table.shell.widgets import BODY, HEAD, SMALL, Button, Look, Scroll, Tile

MOST_WORKED_OUT = 3_000
"""So many actions are played again at most to find out how a match stands that does not say it: longer ones are rarely anybody's, and the window waits."""


MOST_NAMED = 3
"""So many files that cannot be read are named."""


class Saves(Page):
    """The list of saved matches, the one last played first; `chosen` is the one the buttons speak of."""

    theme = "menu"

    def __init__(self) -> None:
        super().__init__()
        self.entries: tuple[SaveEntry, ...] = ()
        self.unlisted: tuple[str, ...] = ()
        self.chosen = ""
        self.verdict: dict[tuple[str, int], tuple[str, str]] = {}  # by what is checked, as it was written then
        self._known: dict[tuple[str, int], tuple[str, tuple[int, ...]]] = {}
        self._untold: list[Path] = []

    def enter(self) -> None:
        """Read the folder."""
        super().enter()
        figures.register(self.app)
        standing.register(self.app)
        self.entries = list_saves()
        self.unlisted = unlisted(self.entries)
        self._untold = [entry.path for entry in self.entries if not entry.told and entry.count <= MOST_WORKED_OUT]
        names = [entry.path.name for entry in self.entries]
        if self.chosen not in names:
            self.chosen = names[0] if names else ""
        if not self.focus or self.widget(self.focus) is None:
            self.focus = f"save-{self.chosen}"

    def tick(self) -> bool:
        """Work out how those stand that do not say it, one a frame; the program keeps that beside them."""
        moving = super().tick()
        if not self._untold:
            return moving
        path = self._untold.pop(0)
        told = worked_out(path)
        if told is not None:
            self.entries = tuple(told if entry.path == path else entry for entry in self.entries)
            self.stale()
        return True

    @property
    def entry(self) -> SaveEntry | None:
        """Return the chosen save."""
        return next((entry for entry in self.entries if entry.path.name == self.chosen), None)

    def choose(self, name: str) -> None:
        """Choose a save."""
        self.chosen = name

    def look_at(self, key: str) -> None:
        """Choose the save that gets the focus."""
        super().look_at(key)
        if key.startswith("save-"):
            self.chosen = key.removeprefix("save-")

    def key(self, event: Event) -> bool:
        """Delete asks whether to delete."""
        if event.key == "delete" and self.entry:
            self.delete()
            return True
        return False

    # --- what can be done with a save

    def resume(self) -> None:
        """Go on with the match."""
        if self.entry is not None:
            resume_match(self.app, self.entry.path)

    def watch(self) -> None:
        """Watch the match from its beginning."""
        if self.entry is not None:
            watch(self.app, self.entry.path)

    def check(self) -> None:
        """Play the match again in secret and compare every state."""
        entry = self.entry
        if entry is None:
            return
        try:
            replay = Replay.open(entry.path)
            words = replay.broken or f"Verified: {replay.led()}."
            tone = "bad" if replay.broken else "good"
        except SaveError as error:
            words, tone = str(error), "bad"
        self.verdict[entry.path.name, written(entry.path)] = (words, tone)
        self.memory["facts"] = 0.0  # the answer stands above all else
        self.app.cue("refuse" if tone == "bad" else "score")

    def delete(self) -> None:
        """Ask, then delete the save; one that is being played is not asked about."""
        entry = self.entry
        if entry is None:
            return
        try:
            take_lock(entry.path).release()
        except SaveError as error:
            refuse(self.app, error)
            return
        words = f"{entry.title}: {', '.join(entry.names)}, last played {entry.last}. It cannot be brought back."
        self.app.push(
            Dialog("Delete this match?", words, [("Delete", "danger", partial(self._remove, entry)), ("Keep it", "plain", _nothing)])
        )

    def _remove(self, entry: SaveEntry) -> None:
        try:
            remove_save(entry.path)
        except SaveError as error:
            refuse(self.app, error)
        except OSError as error:
            self.app.say(f"{entry.path.name} could not be deleted ({error.strerror}).", "bad")
        self.enter()
        self.stale()

    # --- how it looks

    def build(self) -> list[Part]:
        """Return the list at the left, the chosen save at the right."""
        app = self.app
        parts, top = top_bar(self, "Saves & replays")
        rect = body(app, top)
        back = backdrop(app, "menu")
        if not self.entries:
            words = "Nothing is saved yet. Every match you play is kept here by itself, after every action."
            if self.unlisted:
                words = f"There is no match that can be gone on with. {left_out(self.unlisted)}"
            size = min(rect[2], 1000.0)
            panel = ((app.view.width - size) / 2, top + 60, size, self.size(BODY) * 5 + 80)
            text = Text(inset(panel, 60), words, self.size(BODY), self.colour("text"), align="centre", valign="middle", wrap=True)
            return [back, *framed(app, panel), text, *parts]
        side = max(rect[2] * 0.34, self.size(420))
        left: Rect = (rect[0], rect[1], rect[2] - side - 28, rect[3])
        right: Rect = (rect[0] + rect[2] - side, rect[1], side, rect[3])
        listed = inset(left, 22)
        below: list[Part] = []
        if self.unlisted:
            words = left_out(self.unlisted)
            high = app.height(words, "text", self.size(SMALL), listed[2] - 24) + 4
            listed = (listed[0], listed[1], listed[2], listed[3] - high - 10)
            foot = (listed[0] + 12, listed[1] + listed[3] + 10, listed[2] - 24, high)
            below.append(Text(foot, words, self.size(SMALL), self.colour("soft"), valign="middle", wrap=True))
        return [back, *framed(app, left), *framed(app, right), *parts, self._list(listed), *below, *self._details(inset(right, 40, 36))]

    def _list(self, rect: Rect) -> Scroll:
        row = self.size(BODY) + self.size(SMALL) + 52
        area = Scroll(key="saves", rect=rect, height=(row + 12) * len(self.entries), offset=float(self.memory.get("saves", 0.0)))
        width = rect[2] - (22 if area.height > rect[3] else 0)
        lines: list[Part] = []
        for index, entry in enumerate(self.entries):
            box = (rect[0] + 6, rect[1] + 6 - area.offset + index * (row + 12), width - 12, row)
            name = entry.path.name
            lines.append(
                Tile(
                    key=f"save-{name}",
                    rect=box,
                    selected=name == self.chosen,
                    on=partial(self.choose, name),
                    twice=self.resume if entry.outcome is None else self.watch,
                    paint=partial(self._line, entry, box),
                )
            )
        area.parts = lines
        return area

    def _line(self, entry: SaveEntry, box: Rect, look: Look) -> list[Drawn]:
        x, y, width, height = box
        world = look.app.world(entry.game)
        side = height - 34
        size, small = self.size(BODY), self.size(SMALL)
        right = self.size(210)
        tone = "soft" if entry.outcome is not None else "text" if look.bright else "good"
        left = x + side + 36
        wide = width - side - right - 70
        state, names = self._state(entry, right, size), self._about(entry, wide, small)
        return [
            Icon((x + 18, y + 17, side, side), world.glyph, world.colour("over"), world.colour("over2")),
            Text((left, y + 18, wide, size * 1.25), entry.title, size, self.colour("title"), world.faces.get("display", "display")),
            Text((left, y + 22 + size * 1.25, wide, small * 1.3), names, small, self.colour("text"), cut=True),
            Text((x + width - right - 24, y + 18, right, size * 1.25), state, size, look.colour(tone), "bold", align="right", cut=True),
            Text((x + width - right - 24, y + 22 + size * 1.25, right, small * 1.3), entry.last, small, look.colour("soft"), align="right"),
        ]

    def _cut(self, words: str, face: str, size: float, wide: float) -> str:
        """Return words cut to a width at the least size that words which are cut have."""
        scale = self.app.view.scale
        return shortened(self.app.fonts, words, face, round(size * CUT_AT * scale), int(wide * scale))

    def _state(self, entry: SaveEntry, wide: float, size: float) -> str:
        """Return how a match stands in a few words; of the name of who won only as much as leaves room for what is said of it."""
        state, name = won(entry), winner(entry)
        if not name:
            return state
        said = state.removeprefix(name)
        return self._cut(name, "bold", size, wide - self.app.measure(said, "bold", size * CUT_AT) - 4) + said

    def _about(self, entry: SaveEntry, wide: float, size: float) -> str:
        """Return what a match was begun in and who plays; where that is too long, the longest are cut so far that each is seen."""
        words, least = about(entry), size * CUT_AT
        if self.app.measure(words, "text", least) <= wide:
            return words
        each = [*began(entry), *entry.names]
        room = wide - self.app.measure(", " * len(each), "text", least) - 4
        widths = sorted(self.app.measure(part, "text", least) for part in each)
        for index, width in enumerate(widths):  # the short ones stay whole, the others share what these leave
            share = room / (len(widths) - index)
            if width > share:
                break
            room -= width
        return line([self._cut(part, "text", size, share) for part in each], began(entry))

    def _ended(self, words: str, entry: SaveEntry) -> str:
        """Return how a match ended, with the names of its players and cards."""
        box = next((box for box in self.app.games if box.id == entry.game), None)
        try:
            cards = {face.id: face.name for face in box.catalogue()} if box is not None and "[" in words else {}
        except SetupError:  # cards that cannot be read have no names
            cards = {}
        return spoken(words, entry.names, lambda card: cards.get(card, card))

    def _scored(self, entry: SaveEntry, outcome: Outcome) -> tuple[str, tuple[int, ...]]:
        """Return what everybody had in the end and what that counts; an empty label where the save does not say how it stood."""
        key = (str(entry.path), changed(entry.path))
        if key not in self._known:
            try:
                self._known[key] = scored(stands(entry.path).scene, outcome)
            except SaveError:
                self._known[key] = "", ()
        return self._known[key]

    def _details(self, rect: Rect) -> list[Part]:
        entry = self.entry
        if entry is None:
            return []
        x, y, width, height = rect
        size = self.size(BODY)
        title_h = self.size(HEAD) * 1.4
        parts: list[Part] = [small_heading(self.app, (x, y, width, title_h), entry.title)]
        facts = [("Begun in", begun_in(entry.game, entry.position))] if entry.position else []
        facts.append(("Players", "\n".join(with_decks(entry))))
        if entry.agreed:
            facts.append(("Agreed", "\n".join(entry.agreed)))
        if entry.outcome is not None:
            facts.append(("Ended", self._ended(entry.outcome.words, entry)))
            label, scores = self._scored(entry, entry.outcome)
            if label:
                facts.append((label, ", ".join(f"{name} {score}" for name, score in zip(entry.names, scores, strict=False))))
        facts.append(("Begun", f"{entry.when}, {counted(entry.count, 'action')}"))
        facts.append(("File", f"{entry.path.name}{f': {ails(entry)}, Verify says how' if entry.damaged else ''}"))
        row = size + 34
        room = y + height - 2 * (row + 14) - 10
        y += title_h + 10
        offset = float(self.memory.get("facts", 0.0))
        column = Column(self, x, y - offset, width - 18)
        verdict = self.verdict.get((entry.path.name, written(entry.path)))
        if verdict:
            column.words(verdict[0], verdict[1], icon="check-mark" if verdict[1] == "good" else "hazard-sign", rich=False)
        box = (x, column.y, width - 18, (width - 18) * SHAPE)
        column.parts += [
            Picture(box, self.app.world(entry.game).picture("table"), 10),
            Made(box, "save", (str(entry.path), changed(entry.path)), words=f"how {entry.title} stands"),
            Panel(box, CLEAR, None, 10, faded(self.colour("line"), 0.6), 1.5),
        ]
        column.space(box[3] + 16)
        for label, words in facts:
            column.words(label, "soft")
            column.space(-10)
            column.words(words, "text", size=BODY, rich=False)
        parts.append(
            Scroll(key="facts", rect=(x - 8, y, width + 16, room - y - 8), parts=column.parts, height=column.y + offset - y, offset=offset)
        )
        return [*parts, *self._ways(entry, (x, room, width, row))]

    def _ways(self, entry: SaveEntry, rect: Rect) -> list[Button]:
        """Return what can be done with a save: the first over the whole width, the others below it in a row."""
        x, y, width, row = rect
        watch = ("watch", "Watch", "film-strip", "main", self.watch)
        others = [("verify", "Verify", "", "plain", self.check), ("delete", "Delete", "", "danger", self.delete)]
        first = ("resume", "Go on", "play-button", "main", self.resume) if entry.outcome is None else watch
        if entry.outcome is None:
            others.insert(0, ("watch", "Watch", "", "plain", self.watch))
        each = (width - 12 * (len(others) - 1)) / len(others)
        boxes = [(x, y, width, row), *((x + index * (each + 12), y + row + 14, each, row) for index in range(len(others)))]
        return [
            Button(key=key, rect=box, label=label, icon=icon, style=style, on=on)
            for box, (key, label, icon, style, on) in zip(boxes, (first, *others), strict=True)
        ]


def left_out(files: Sequence[str]) -> str:
    """Return in a sentence how many files of the folder are no match that can be read, and which."""
    named = files if len(files) <= MOST_NAMED + 1 else (*files[:MOST_NAMED], f"{len(files) - MOST_NAMED} more")
    verb = "is" if len(files) == 1 else "are"
    return f"{counted(len(files), 'file')} in the folder of matches cannot be read and {verb} not listed: {enumerated(named)}."


def about(entry: SaveEntry) -> str:
    """Return in a line what a match was begun in, where that is a lesson or the like, and who plays."""
    return line([*began(entry), *entry.names], began(entry))


def began(entry: SaveEntry) -> list[str]:
    """Return that a match is damaged, where it is, and what it was begun in, where that is a lesson or the like."""
    return [*([ails(entry).capitalize()] if entry.damaged else []), *([begun_in(entry.game, entry.position)] if entry.position else [])]


def ails(entry: SaveEntry) -> str:
    """Return in a word what is wrong with a match whose files are not whole, or cannot all be read now."""
    return "unreadable now" if entry.unread else "damaged"


def line(parts: list[str], first: list[str]) -> str:
    """Return in a line who plays, behind as many parts of another kind as there are in `first`."""
    return " · ".join((*parts[: len(first)], ", ".join(parts[len(first) :])))


@lru_cache(maxsize=256)
def begun_in(game: str, name: str) -> str:
    """Return what a position is called in words: `Lesson: A good marriage`; its name where it is there no longer."""
    position = next((each for each in positions_of(game) if each.name == name), None)
    return name if position is None else f"{position.kind.capitalize()}: {position.title}"


def with_decks(entry: SaveEntry) -> list[str]:
    """Return who played with which deck, which of them the computer was, and the one who won marked."""
    winners = entry.outcome.winners if entry.outcome is not None else ()
    listed = players(entry.names, entry.levels, entry.decks)
    return [f"{words} · won" if seat in winners else words for seat, words in enumerate(listed)]


def changed(path: Path) -> int:
    """Return when what is kept beside a save was last written, 0 where that cannot be told."""
    return written(snapshot_path(path))


def written(path: Path) -> int:
    """Return when a file was last written, 0 where that cannot be told."""
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def won(entry: SaveEntry) -> str:
    """Return in a few words how a match stands: who has won it, or that it is still played; how far it went where the save does not say."""
    if entry.outcome is None:
        return "in play" if entry.going else counted(entry.count, "action")
    name = winner(entry)
    return f"{name} won" if name else "shared" if entry.outcome.winners else "a draw"


def winner(entry: SaveEntry) -> str:
    """Return the name of the one who has won a match, empty where that is nobody or more than one."""
    seats = entry.outcome.winners if entry.outcome is not None else ()
    winners = [entry.names[seat] for seat in seats if seat < len(entry.names)]
    return winners[0] if len(winners) == 1 else ""


def _nothing() -> None:
    return
