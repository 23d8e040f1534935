"""What is seen of a match: the table as one seat sees it, the beats as they are shown, and the log of them.

Nothing here changes the match. The hand points at what is shown here (`match_hand`), and the screen lets the match go on (`match`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from game.kernel.cues import Telling, fold
from game.kernel.ids import SPECTATOR, CardId, Place, Seat
from game.kernel.offers import Offer
from game.kernel.scene import Scene
from game.match.conceding import rule_told
from game.table.canvas.draw import Drawn, Panel, Text
from game.table.canvas.view import HEIGHT, Event, Rect
from game.table.pages.laid import Printed, laid
from game.table.pages.links import Link, Linked
from game.table.pieces import plates
from game.table.pieces.board import Board
from game.table.pieces.impacts import LASTS
from game.table.play import follow
from game.table.play.aloud import aloud
from game.table.play.beats import BeatPlayer, Timed, hurry, paced, quiet
from game.table.play.handing import handed_over, secret
from game.table.play.log import Log, entry, linked_cards
from game.table.play.overlay import Line
from game.table.play.trails import Look, Trail, lengthened
from game.table.shell.app import App
from game.table.shell.speech import counted_once, sentences, texts
from game.table.shell.voice import MOST

if TYPE_CHECKING:
    from game.match.match import Match

_DEAL_PACE = 3.0
BANNER = 0.7
"""How many seconds the banner of one's own turn is shown at normal pace."""

_COLUMN, _WHOLE = 380.0, 1540.0
"""How wide the column beside the table is at the usual text size, and the table in a window of 1920 by 1080."""

_MOST_LINKED = 32
"""How many words over the table are kept with what they lead to."""

_RECALLED = 60
"""How many steps back the log goes when a match is taken up again."""


def first_viewer(match: Match) -> Seat:
    """Return who looks at first: the person who decides, else the first person, else a bystander."""
    people = [seat for seat, plan in enumerate(match.plans) if plan.human]
    if not people:
        return SPECTATOR
    deciding = match.deciding
    return deciding if deciding in people else people[0]


class Banner(Struct, frozen=True):
    """A few words across the table for a moment."""

    words: str
    since: float
    lasts: float


class MatchView:
    """The table with a match on it, to be looked at.

    `shown_step` is the last action whose beats were queued; `in_a_row` counts those of others since a person acted; `told` is
    what just happened, in words; `task` what a lesson asks, to stand below what is said of the hand, `spoken_of` what it lights up, and
    it `goes_on` where a click on the table only does that; `steered` tells whether a hand holds a piece or the map, which then moves by nothing else; `trails` are the ways of what is shown once more while `recalling`;
    `pointed_out` are places that were asked for.
    """

    def __init__(self, app: App, match: Match) -> None:
        self.app = app
        self.match = match
        self.viewer: Seat = first_viewer(match)
        self.printed = Printed(match.rules, match.names, match.setup.decks)
        self.player = BeatPlayer(match.scene_at(self.viewer, -1 if match.first == 0 else match.count))
        self.board: Board = laid(app, self.printed, match.setup, self.viewer)
        self.log = Log(self.charges, self.printed.keywords, self.printed.explained())
        self.log_open, self.log_cramped = True, False
        self.shown_step = -1
        self.in_a_row = 0
        self.told = ""
        self.task: Callable[[], list[Line]] = list
        self.spoken_of: Callable[[], list[Rect]] = list
        self.goes_on: Callable[[], bool] = bool
        self.steered: Callable[[], bool] = bool
        self.named: Linked | None = None
        self.spoken_over: list[Linked] = []
        self._links: dict[tuple[str, Rect, float, float], Linked] = {}
        self.told_over: list[Rect] = []
        self.told_from, self.asked_from, self.task_high = 0.0, 0.0, 0.0
        self.banner: Banner | None = None
        self.trails: list[Trail] = []
        self.pointed_out = frozenset[Place]()
        self.recalling = False
        self._marks: list[int] = []
        self._kept_back = (-1, 0)
        self._looked = dict.fromkeys(range(len(match.plans)), match.count or -1)
        self._missed: list[str] = []
        self.fit()
        self.board.show(self.player.shown, app.now)

    # --- what others ask

    @property
    def scene(self) -> Scene:
        """Return the shown scene."""
        return self.player.shown

    @property
    def human_turn(self) -> bool:
        """Tell whether a person at this table must choose now and everything has been shown."""
        deciding = self.match.deciding
        return deciding is not None and self.match.plans[deciding].human and deciding == self.viewer and not self.player.busy

    def active(self) -> Seat | None:
        """Return whose turn it is, as the table shows it; None where it shows none."""
        return next((seat.seat for seat in self.scene.seats if seat.active), None)

    def spoken(self, words: str) -> str:
        """Return words with seats and cards named."""
        return self.printed.spoken(words)

    def in_full(self, offer: Offer) -> Offer:
        """Return an offer that names seats and cards in full, in all its words."""
        spoken, refusal = self.spoken, offer.refusal
        if refusal is not None:
            refusal = replace(refusal, words=spoken(refusal.words))
        return replace(offer, verb=spoken(offer.verb), refusal=refusal, warning=spoken(offer.warning), closes=spoken(offer.closes))

    def charges(self) -> tuple[str, ...]:
        """Return the glyph of each seat, as its plate shows it."""
        return tuple(plates.charges(self.app, self.scene).values())

    def cards_in(self, asked: tuple[str, str, str, Seat | None]) -> tuple[tuple[str, CardId], ...]:
        """Return the cards that the words of a question name."""
        prompt = self.scene.prompt
        return linked_cards(prompt.words, self.printed.card_name) if prompt is not None and asked[1] == self.prompted(prompt.words) else ()

    def prompted(self, words: str) -> str:
        """Return the words of a question with seats and cards named, the cards bold."""
        return entry(words, self.match.names, self.printed.card_name).words

    def question(self, *, thinking: bool, tooling: bool) -> tuple[str, str, str, Seat | None]:
        """Return what is asked: a heading, the words, the rule, and the seat that must answer."""
        names = self.match.names
        outcome = self.match.outcome
        if outcome is not None and not self.player.busy:
            winner = outcome.winners[0] if len(outcome.winners) == 1 else None
            return ("The match is over", self.spoken(outcome.words.partition("\n")[0]), rule_told(outcome), winner)
        if self.player.busy and self.told:
            return (self.told, "", "", self.active())
        prompt = self.scene.prompt
        if prompt is None:
            return ("", "", "", None)
        if prompt.seat == self.viewer and self.match.plans[prompt.seat].human:
            if tooling:
                return (
                    "Tools",
                    "Click a card or a pool to correct it. Each correction is written to the log and can be taken back.",
                    "CM-3",
                    prompt.seat,
                )
            return ("Your choice", self.prompted(prompt.words), prompt.rule, prompt.seat)
        if thinking:
            return (f"{names[prompt.seat]} is thinking …", "", "", prompt.seat)
        return (names[prompt.seat], self.prompted(prompt.words), prompt.rule, prompt.seat)

    # --- what is shown

    def fit(self) -> None:
        """Fit the table into the window, beside the column."""
        view = self.app.view
        self.board.fit((0.0, 0.0, view.width - column_width(self.app), view.height))

    def put_away(self) -> None:
        """Show no more what was only to be seen until somebody does something: the banner, the trails, and what was pointed out."""
        self.banner, self.pointed_out = None, frozenset()
        if not self.player.busy:
            self.trails = []

    def show(self, lasts: float = 0.0) -> None:
        """Let the pieces go where the shown scene has them."""
        self.board.show(self.player.shown, self.app.now, lasts)

    def advance(self) -> bool:
        """Show the beats that are due; tell whether any began."""
        begun = self.player.advance(self.app.now)
        for each in begun:
            self._begin(each)
        return bool(begun)

    def _begin(self, begun: Timed) -> None:
        telling, now = begun.beat.telling, self.app.now
        reduced = self.app.settings.reduced_motion
        moving = 0.0 if reduced else self.player.length(begun.moving)
        if telling is not None and telling.rolls:
            air = 0.0 if reduced else self.player.length(begun.moving) * 0.8
            rest = self.player.length(begun.moving + begun.reading) - air
            if self.player.pace:
                self.board.rolls.throw(telling.rolls, telling.at, now, air, rest + 0.1)
            moving *= 0.45
        mine = self._my_turn()
        self.board.impact_lasts = self.player.length(LASTS)
        before = Look(self.board.scene, self.board.layout) if self.board.scene is not None else None
        self.board.show(self.player.shown, now, moving, telling)
        happens = follow.happens_at(before.scene if before is not None else None, self.player.shown, telling)
        if happens is not None and not self.steered():
            self.board.follow(*happens, self._glide_length())
        if begun.again and before is not None:
            self.trails = lengthened(self.trails, before, Look(self.player.shown, self.board.layout), telling)
        if telling is not None and telling.kind == "turn" and self._my_turn() and (not mine or not telling.detail) and self.player.pace:
            self.banner = Banner(self._turn_words(), now, self.player.length(BANNER))
        if telling is not None:
            if begun.moving or begun.reading:
                self.app.cue(telling.kind)
            self._note(begun, before.scene if before is not None else None)

    def reveal(self, places: Iterable[Place]) -> None:
        """Bring of a map seen in part the nearest of some places into view, where none of them is."""
        cells = [cell for place in places if (cell := follow.cell_of(place, self.scene)) is not None]
        for zone in dict.fromkeys(zone for zone, _ in cells):
            self.board.reveal(zone, [index for each, index in cells if each == zone], self._glide_length())

    def come_back(self) -> bool:
        """Show of a map seen in part what whoever must choose looked at before others moved it; tell whether it goes there."""
        return self.human_turn and not self.recalling and not self.steered() and self.board.come_back(self._glide_length())

    def _glide_length(self) -> float:
        return 0.0 if self.app.settings.reduced_motion else self.player.length(follow.FOLLOWS)

    def banner_moves(self) -> bool:
        """Tell whether the banner is to be seen; it holds nothing up."""
        if self.banner is not None and self.app.now >= self.banner.since + self.banner.lasts:
            self.banner = None
            self.app.touch()
        return self.banner is not None

    def _my_turn(self) -> bool:
        """Tell whether the shown turn is that of whoever looks."""
        scene = self.board.scene
        return scene is not None and any(seat.active and seat.seat == self.viewer for seat in self.scene.seats)

    def _turn_words(self) -> str:
        """Return what the banner says: whose turn it is, and how far the match has come."""
        shared = next((counter for counter in self.scene.counters.values() if counter.seat is None), None)
        return f"Your turn · {shared.label} {shared.value}" if shared is not None else "Your turn"

    def _note(self, begun: Timed, before: Scene | None = None) -> None:
        telling = begun.beat.telling
        if telling is not None and telling.words:
            if not begun.again:
                self._write(telling, begun.step)
            self.told = self.spoken(telling.words)
            said = self.spoken(aloud(self.match, self.viewer, begun.step, telling)) if self.app.settings.speech else ""
            self.app.speech.tell(sentences([said, *self._totals(before)]), again=begun.again)

    def _totals(self, before: Scene | None) -> Iterator[str]:
        """Yield what each seat has now of what it had more or less of before, for who cannot see the plates; how many a pile holds is left out."""
        counted = {zone.label for zone in self.player.shown.zones.values() if zone.kind == "pile"}
        for key, now in self.player.shown.counters.items():
            was = before.counters.get(key) if before is not None else None
            if was is not None and was.value != now.value and now.seat is not None and now.label not in counted:
                yield f"{self.match.names[now.seat]}: {now.label} {now.value}."

    def _write(self, telling: Telling, step: int) -> None:
        before = self.log.entries[-1] if self.log.entries else None
        if before is not None and telling.needless_after(before.kind, "".join(f"[{card}]" for _, card in before.cards)):
            return
        self.log.add(entry(telling.words, self.match.names, self.printed.card_name, detail=telling.detail, kind=telling.kind, step=step))

    def tell_step(self, number: int, actor: Seat | None, *, passing: bool = False) -> None:
        """Queue the beats of a step that a seat took; a pass itself takes no time, only what follows from it."""
        watched = number > 0 and actor != self.viewer
        own = actor is None or self.match.plans[actor].human or all(not plan.human for plan in self.match.plans)
        self.in_a_row = 0 if own else self.in_a_row + 1
        quick = _DEAL_PACE if number == 0 else hurry(self.in_a_row)
        self._marks.append(len(self.log.entries))
        beats = self.match.beats(self.viewer, number)
        turn = next((index for index, beat in enumerate(beats) if beat.telling is not None and beat.telling.kind == "turn"), 0)
        if turn and self.match.deciding not in {None, self.viewer} and handed_over(self.match, self.viewer):
            self._kept_back = (number, turn)
            beats = beats[:turn]
        still = quiet(beats) if passing else 0
        for begun in self.player.slip(Timed(beat, 0.0, 0.0, number) for beat in beats[:still]):
            self._begin(begun)
        self.player.add(paced(beats[still:], self.app.theme.tempo, watched=watched, quick=quick, step=number))
        self.shown_step = number

    def tell_given_up(self) -> None:
        """Write into the log that the match was given up, which is told last of all."""
        self._write(self.match.told(self.viewer, self.match.count)[-1], self.match.count)

    def finish(self) -> None:
        """Show at once everything that is still to be shown."""
        for waiting in self.player.skip():
            if not waiting.again:
                self._note(waiting)
        self.banner = None
        if self.recalling:
            self.trails = []
            self.app.speech.end_retelling()
            self.recalled()
        self.show()
        self.board.settle()

    def recalled(self) -> None:
        """Show the match where it stands, after what was shown once more: the one who looks may have acted since."""
        self.recalling = False
        self.player.jump(self.match.scene(self.viewer))
        self.show(self.player.length(0.3))

    def recall(self, steps: range) -> None:
        """Show steps once more from the picture before them, with trails; the log has their lines already."""
        self.trails, self.recalling = [], True
        self.player.jump(self.match.scene_at(self.viewer, steps[0] - 1))
        self.show()
        self.board.settle()
        for place, number in enumerate(steps):
            beats = paced(self.match.beats(self.viewer, number), self.app.theme.tempo, watched=True, quick=hurry(place), step=number)
            self.player.add(replace(each, again=True) for each in beats)

    def take_up(self) -> None:
        """Show the match where it stands, with what happened lately in the log."""
        self.shown_step = self.match.count
        self._recall(self.match.count)
        self.player.jump(self.match.scene(self.viewer))
        self.show()

    def take_back(self) -> None:
        """Show the match where it stands after actions were taken back, and cut the log to it."""
        count = self.match.count
        self.log.cut(self._marks[count + 1] if count + 1 < len(self._marks) else len(self.log.entries))
        del self._marks[count + 1 :]
        self.player.skip()
        self.player.jump(self.match.scene(self.viewer))
        self.show(self.player.length(0.3))
        self.shown_step = count
        self.app.speech.forget()
        self.app.speech.answer("Taken back.")
        self.app.speech.repeat()

    def seat_down(self, seat: Seat) -> None:
        """Show the match as another person sees it, from what was kept back for them on."""
        self._looked[self.viewer] = self.shown_step
        self._missed.clear()
        curtain = secret(self.match, self.viewer)  # without one it was told as it happened
        self.viewer = seat
        self._looked[seat] = self._looked.get(seat, -1) if curtain else self.match.count
        self.shown_step = self.match.count
        self.log = Log(self.charges, self.printed.keywords, self.printed.explained())
        self._marks.clear()
        number, cut = self._kept_back
        self._kept_back = (-1, 0)
        beats = self.match.beats(seat, number) if number == self.match.count else ()
        self._recall(self.match.count, cut if beats else None)
        self.player.jump(
            fold(self.match.scene_at(seat, number - 1), tuple(cue for beat in beats[:cut] for cue in beat.cues))
            if beats
            else self.match.scene(seat)
        )
        self.player.add(paced(beats[cut:], self.app.theme.tempo, watched=True, step=number))
        self.board = laid(self.app, self.printed, self.match.setup, seat)
        self.fit()
        self.show()

    def say_anew(self) -> None:
        """Forget what was said over the table a moment ago; where it lay then, nothing lies over it now."""
        self.told_over = self.told_over if self.spoken_over else []
        self.spoken_over = []

    def link(self, listed: Sequence[Drawn]) -> list[Drawn]:
        """Have the words that lie over the table lead to rules and keywords, as those beside it do; return them with what leads on marked."""
        marks = list[Drawn]()
        for item in texts(listed):
            if item.face == "text" and item.wrap:
                linked = self._linked(item)
                self.spoken_over.append(linked)
                marks += linked.marked(item.layer)
        self.told_over = [item.rect for item in listed if isinstance(item, Panel)]
        return [*listed, *marks]

    def _linked(self, item: Text) -> Linked:
        """Return what words over the table lead to; the same words lie there for many frames, and are looked through once."""
        key = (item.words, item.rect, item.size, self.app.view.scale)
        if key not in self._links:
            if len(self._links) > _MOST_LINKED:
                self._links.clear()
            printed = self.printed
            self._links[key] = Linked(
                self.app, item.words, (), item.rect, item.size, keywords=printed.keywords(), words_of=printed.explained()
            )
        return self._links[key]

    def says_at(self, event: Event) -> bool:
        """Tell whether words that lie over the table name something at the pointer."""
        return any(linked.at(event.x, event.y) for linked in self.spoken_over)

    def named_at(self, x: float, y: float) -> Link | None:
        """Return what the words over the table name under a point, else those of the question."""
        return next((link for linked in (*self.spoken_over, self.named) if linked is not None and (link := linked.at(x, y))), None)

    def missed(self) -> str:
        """Return once what happened since whoever looks now looked last: the newest of it, for the voice."""
        said = sentences([*counted_once(self._missed)][-MOST:])
        self._missed.clear()
        return said

    def _recall(self, count: int, most: int | None = None) -> None:
        """Write into the log what happened up to a step, as the one who looks may know it."""
        first = max(self.match.first, count - _RECALLED)
        self._marks += [0] * (first - len(self._marks))
        for number in range(first, count + 1):
            self._marks.append(len(self.log.entries))
            told: Iterable[Telling] = self.match.told(self.viewer, number)
            if most is not None and number == count:
                told = (beat.telling for beat in self.match.beats(self.viewer, number)[:most] if beat.telling is not None)
            for telling in told:
                if telling.words:
                    self._write(telling, number)
                    if number > self._looked.get(self.viewer, count):
                        self._missed.append(self.spoken(aloud(self.match, self.viewer, number, telling)))


def column_width(app: App) -> float:
    """Return the width of the column beside the table.

    Larger words make it wider where a wide window has room beside the whole table; elsewhere they take more lines, since a table
    that shrinks has smaller words.
    """
    spare = app.view.width - _WHOLE * app.view.height / HEIGHT
    return _COLUMN * max(1.0, min(1.4, 0.45 + 0.55 * app.settings.text, spare / _COLUMN))
