"""The lab: choose a study, let it run beside the window, watch its charts grow, and press a bar to see one of its matches."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from game.content.files import replace_file
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.words import counted
from game.lab.breaking import Entry, Search, again, shown
from game.lab.findings import entrant_names
from game.lab.planning import (
    Study,
    compared,
    doubled,
    is_search,
    kept_studies,
    kept_study,
    names_of_cards,
    others_today,
    outsiders,
    played_again,
)
from game.lab.running import Going, Running, Seen, Watching
from game.lab.seeking import Seeking
from game.lab.sheet import as_html
from game.lab.study import Line, Plan
from game.table.canvas.draw import Panel, faded
from game.table.canvas.view import Rect, inset
from game.table.pages.anew import FreshPage
from game.table.pages.common import backdrop, body, framed, top_bar
from game.table.pages.form import Column
from game.table.screens.opening import watch
from game.table.screens.search_told import SearchTold
from game.table.screens.study_form import StudyForm
from game.table.screens.study_told import StudyTold
from game.table.shell.page import Part
from game.table.shell.widgets import BODY, Button, Scroll

PAUSE = 1.0
"""For so many seconds after a study has ended the button that ended it begins no other."""


_OTHERS = (
    "Cards, decks, maps or rules that this study is played with are other today. It goes on with those it began with; "
    "a comparison measures the difference."
)
_LONGER = "Goes on with the same study to twice as many matches, so that its intervals become narrower."


class Lab(FreshPage):
    """The lab of a game. A study ends with its page, and stays in its folder, from where it can be gone on with."""

    first_focus = "run"

    def __init__(self, game: str) -> None:
        super().__init__()
        self.game = self.theme = game
        self.form: StudyForm
        self.running: Going | None = None
        self.watching: Watching | None = None
        self._called: tuple[str, ...] = ()
        self.kept: list[Path] = []
        self.chosen = ""
        self._shown: Any = None
        self._times: dict[str, int] = {}
        self._idle = -PAUSE

    # --- coming and going

    def begin(self) -> None:
        """Read what can be studied, and what was."""
        self.form = StudyForm(next(box for box in self.app.games if box.id == self.game), self.stale)
        self.kept = kept_studies(self.game)

    def leave(self) -> None:
        """End the study and the match that is played again."""
        for each in (self.running, self.watching):
            if each is not None:
                each.stop()
        if self.going and self.running is not None and self.running.place is not None:
            self.app.say("The study was stopped; what was played of it is kept.")

    def play(self, game: str) -> None:
        """Go to the lab of another game."""
        if game != self.game:
            self.app.replace(Lab(game))

    # --- what the buttons do

    @property
    def going(self) -> bool:
        """Tell whether a study is being played."""
        return self.running is not None and self.running.seen.going

    @property
    def study(self) -> Study | None:
        """Return the study that is shown, if it is one and is known."""
        return self.running.study if isinstance(self.running, Running) else None

    def run(self) -> None:
        """Begin the study that was chosen, with what the files say now; a press that was meant to stop the last one begins none."""
        if self.app.now < self._idle + PAUSE:
            return
        if self.app.files_changed(at_once=True):
            self.read_anew(asked=False)
            if self.app.top is not self:  # something is wrong with a file, and is told first
                return
        self._start(self.form.begin())
        self.chosen = ""

    def show(self, name: str) -> None:
        """Show what a kept study tells."""
        self.chosen = name
        if name:
            path = self._path()
            searched = partial(_searched, path)
            self._start(Seeking(searched, None) if is_search(path) else self._kept(kept_study, play=False))

    def go_on(self) -> None:
        """Play what a kept study still lacks, or search on."""
        path, form = self._path(), self.form
        if is_search(path):
            self._start(Seeking(partial(_searched, path), form.wanted(), form.jobs))
        else:
            self._start(self._kept(kept_study))

    def lengthen(self) -> None:
        """Play as many matches again as a kept study has."""
        self._start(self._kept(doubled))

    def _kept(self, study_of: Callable[[Game, Path], Study], *, play: bool = True) -> Running:
        box, form = self.form.box, self.form
        return Running(partial(study_of, box, self._path()), form.jobs, play=play, reach=form.share(), others=partial(others_today, box))

    def compare(self) -> None:
        """Play a kept study once more with today's cards."""
        self._start(Running(partial(compared, self.form.box, self._path()), self.form.jobs, reach=self.form.share()))

    def _path(self) -> Path:
        return next((path for path in self.kept if path.name == self.chosen), Path(self.chosen))

    def _start(self, running: Going) -> None:
        if self.running is not None:
            self.running.stop()
        self.running, self._shown, self._times = running, running.seen, {}  # so that its end is noticed, however soon it comes
        self.memory["told"] = 0.0
        self.stale()
        running.start()
        self.stale()

    def stop(self) -> None:
        """End the study; what was played is kept."""
        if self.running is not None:
            self.running.stop()

    def report(self) -> None:
        """Write the report of a study into its folder."""
        running, study = self.running, self.study
        if running is None or study is None or running.seen.findings is None:
            return
        path = study.folder.path / "report.html"
        try:
            replace_file(path, as_html(running.seen.findings, self.names(), running.seen.changes).encode(), durable=False)
        except OSError as error:
            self.app.say(f"{path} cannot be written: {error.strerror or error}.", "bad")
        else:
            self.app.say(f"The report is {path}.", "good")

    def names(self) -> dict[str, str]:
        """Return the names of the cards, of those that left the game since the study began, too."""
        study = self.study
        plans = [study.before[0]] if study is not None and study.before is not None else []
        try:
            return names_of_cards(self.form.box, *plans, *([study.plan] if study is not None else []))
        except SetupError:
            return {}

    def see(self, key: str, fits: Callable[[Plan, Line], bool], *, skilled: bool = False) -> None:
        """Show a match of those that fit a row as a replay, each time the next of them; it is played once more beside the window."""
        running, study = self.running, self.study
        if study is None or not isinstance(running, Running):
            return
        plan, folder = study.skill if skilled and study.skill is not None else (study.plan, study.folder)
        lines = running.skilled if skilled else running.lines
        found = [line for line in lines if line.match.finished and fits(plan, line)]
        if not found or outsiders(plan):
            words = "There is no such match yet." if not found else f"{', '.join(outsiders(plan))} is started by a command line only."
            self.app.say(words, "bad")
            return
        line = found[self._turn(key) % len(found)]
        names = entrant_names(plan, plan.place(line.number)[0])
        self._watch(Watching(partial(played_again, plan, folder.path), line.number), [names[entrant] for entrant in line.match.entrants])

    def see_entry(self, entry: Entry) -> None:
        """Show a match of a deck that a search thinks of, each time another."""
        running = self.running
        if running is not None and running.place is not None and running.seen.search is not None:
            self._watch(
                Watching(partial(shown, running.seen.search.aim, running.place, entry), self._turn(f"best {entry.deck} {entry.player}"))
            )

    def see_kept(self, key: str, saves: list[Path]) -> None:
        """Show one of some matches that are kept, each time the next of them."""
        if saves:
            watch(self.app, saves[self._turn(key) % len(saves)])
        else:
            self.app.say("Its matches are gone.", "bad")

    def _turn(self, key: str) -> int:
        """Return how often this was asked for before."""
        times = self._times[key] = self._times.get(key, -1) + 1
        return times

    def _watch(self, watching: Watching, names: Sequence[str] = ()) -> None:
        if self.watching is not None:
            self.watching.stop()
        self.watching, self._called = watching, tuple(names)
        watching.start()
        self.app.say(f"Match {watching.number} is played once more.")

    def tick(self) -> bool:
        """Look how the study stands, and whether the match to be seen is there."""
        moving = super().tick()
        running, watching = self.running, self.watching
        if running is not None and running.seen is not self._shown:
            if self._shown is not None and self._shown.going and not running.seen.going:
                self._ended(running.seen)
            self._shown = running.seen
            self.stale()
        if watching is not None and self.app.top is self and watching.wait(0):
            self.watching = None
            self._open(watching)
        return moving

    @property
    def waits(self) -> bool:
        """Tell whether a study is played, which goes on with the cards it began with."""
        return self.going

    def read_anew(self, *, asked: bool) -> None:
        """Read everything anew, and what can be chosen of it."""
        super().read_anew(asked=asked)
        self.form.read()
        self.stale()

    def _ended(self, seen: Any) -> None:
        self._idle = self.app.now
        self.kept = kept_studies(self.game)
        if self.running is not None and self.running.place is not None and not seen.fault:
            name = self.running.place.name
            self.chosen = name if any(path.name == name for path in self.kept) else self.chosen

    def _open(self, watching: Watching) -> None:
        if watching.fault:
            self.app.say(watching.fault, "bad")
        elif watching.path is not None:
            watch(self.app, watching.path, self._called)

    # --- how it looks

    def build(self) -> list[Part]:
        """Return the choices at the left and what the study tells at the right."""
        app = self.app
        parts, top = top_bar(self, "Lab")
        rect = body(app, top)
        left_wide = rect[2] * 0.42
        left: Rect = (rect[0], rect[1], left_wide, rect[3])
        right: Rect = (rect[0] + left_wide + 28, rect[1], rect[2] - left_wide - 28, rect[3])
        high = self.size(BODY) + 42
        foot: Rect = (left[0] + 34, left[1] + left[3] - high - 30, left[2] - 68, high)
        return [
            backdrop(app),
            *framed(app, left),
            *framed(app, right),
            *parts,
            self._area("form", (*left[:3], left[3] - high - 24), self._choices),
            self._button(foot),
            self._area("told", right, self._told),
        ]

    def _area(self, key: str, rect: Rect, lay: Callable[[Column], None]) -> Scroll:
        window: Rect = inset(rect, 22, 20)
        offset = float(self.memory.get(key, 0.0))
        column = Column(self, window[0] + 20, window[1] + 10 - offset, window[2] - 60)
        lay(column)
        high = column.y + offset - window[1] + 10
        if offset > max(0.0, high - window[3]):  # another study has fewer rows than were scrolled past
            self.memory[key] = max(0.0, high - window[3])
            return self._area(key, rect, lay)
        return Scroll(key=key, rect=window, parts=column.parts, height=high, offset=offset)

    def _button(self, rect: Rect) -> Button:
        """Return the button that begins a study, or ends the one that is played."""
        if self.going:
            return Button(key="run", rect=rect, label="Stop", on=self.stop, icon="stop-sign", style="danger")
        return Button(key="run", rect=rect, label="Run", on=self.run, icon="play-button", style="main")

    def _choices(self, column: Column) -> None:
        games = [(box.id, box.title) for box in self.app.games]
        column.choice("game", "Game", games, self.game, self.play)
        self.form.lay(column)
        if self.kept:
            column.space(10)
            column.heading("Earlier studies", "files")
            options = [("", "None chosen"), *((path.name, kept_name(path.name)) for path in self.kept)]
            column.choice("kept", "", options, self.chosen, self.show, name="Earlier study")
        if self.chosen and not self.going:
            self._with_kept(column)

    def _with_kept(self, column: Column) -> None:
        """Lay what can be done with the study that was chosen."""
        seen = self.running.seen if self.running is not None else Seen()
        if not isinstance(seen, Seen):
            hint = "Searches on for as long as is chosen above, then confirms the best anew."
            column.button("on", "Search on", self.go_on, icon="play-button", hint=hint)
            return
        if "-levels-" not in self.chosen:
            hint = "Plays the same deals once more and tells what your changes did, deck by deck."
            column.button("compare", "Compare with today's cards", self.compare, icon="scales", hint=hint)
        if seen.findings is not None:
            column.button(
                "report", "Write a report", self.report, icon="files", hint="One page that a browser shows, in the study's folder."
            )

    def _told(self, column: Column) -> None:
        running = self.running
        if running is None:
            column.words(
                "Choose what to study and press Run. The figures grow here while the matches are played, with intervals that hold the truth "
                "with 95 % certainty; press a bar to watch one of its matches. Every study is kept and can be gone on with.",
                "text",
            )
            return
        if running.seen.fault:
            column.words(running.seen.fault, "bad", icon="hazard-sign", rich=False)
        if not isinstance(running, Running):
            if running.place is not None:
                SearchTold(self, running.place, self.see_entry, self.see_kept).lay(column, running.seen)
            return
        self._progress(column, running.seen)
        if running.study is not None:
            StudyTold(self, running.study, self.names(), self.see).lay(column, running.seen)

    def _progress(self, column: Column, seen: Seen) -> None:
        """Lay how far the study is, as a bar and in words."""
        if not seen.games:
            if seen.going:
                column.words("The study is being prepared.", "text")
            return
        box: Rect = (column.x, column.y, column.width, 16.0)
        full: Rect = (column.x, column.y, max(16.0, column.width * seen.matches / seen.games), 16.0)
        column.parts += [
            Panel(box, self.colour("groove"), None, 8, faded(self.colour("line"), 0.5), 1.5),
            Panel(full, self.colour("accent"), self.colour("accent2"), 8),
        ]
        column.y += 30
        column.words(f"{seen.matches:,} of {counted(seen.games, 'match', 'matches')}{time_left(seen)}", "text")
        comparison = seen.findings is not None and bool(seen.findings.compared)
        if seen.others and not comparison:
            column.words(_OTHERS, "text", icon="hazard-sign")
        if not self.chosen or self.going or comparison:
            return
        if seen.matches < seen.games:
            column.button("on", "Go on with this study", self.go_on, icon="play-button")
        else:
            column.button("longer", "Play as many again", self.lengthen, icon="play-button", hint=_LONGER)


def time_left(seen: Seen) -> str:
    """Return what a running study still needs, in words; how it stands where it does not run."""
    if not seen.going:
        enough = "; all is known closely enough." if seen.enough else "; it was stopped."
        return "." if seen.matches >= seen.games else enough
    if seen.left is None:
        return "; the first are being played."
    minutes = round(seen.left / 60)
    return f"; {counted(minutes, 'minute')} left." if minutes else "; less than a minute left."


def _searched(path: Path) -> tuple[Search, Path]:
    return again(path), path


def kept_name(name: str) -> str:
    """Return what the folder of a study says of it: what was studied, and when."""
    parts = name.rsplit("-", 3)
    if len(parts) == 4 and len(parts[2]) == 8 and len(parts[3]) == 6 and (parts[2] + parts[3]).isdigit():
        day, hour = parts[2], parts[3]
        return f"{parts[1]}, {day[:4]}-{day[4:6]}-{day[6:]} {hour[:2]}:{hour[2:4]}"
    return name
