"""A match in play: whose turn it is, what they may do, what happened, and the way back.

The only holder of the true state outside the rules. Whoever plays or shows a match sees a seat's observation, scene,
offers and beats; whoever acts submits an action, which the rules judge and the journal keeps.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from statistics import fmean
from typing import Any

import msgspec
from msgspec import Raw
from msgspec.structs import replace

from game.ai.goals import Way
from game.ai.proof import Prover, TooMuchError
from game.content.positions import Goal, Position
from game.kernel.chance import Chance
from game.kernel.cues import Beat, Telling
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR, CardId, Place, Seat
from game.kernel.offers import IllegalAction, Offer, Refusal, SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.secrets import divides, hides
from game.kernel.setup import Outcome, Setup
from game.kernel.words import spoken
from game.match.conceding import RULE, concede_refusal
from game.match.journal import Back, Given, Header, Journal, Line, Snapshot, Taken, fresh_path, new_header
from game.match.position import laid_out
from game.match.reopen import Reopened, reopened
from game.match.save import snapshot_bytes, take_lock
from game.match.seats import SeatPlan, check_brought, check_plans, seat_faces, seat_names, trusted
from game.match.story import Story
from game.match.undo import gives_away, undo_refusal, undo_target
from game.rules import open_box

WORLDS = 16
"""In so many worlds is looked at what somebody's chances are to who does not know everything."""


class Match:
    """One play-through.

    `count` is the number of actions taken; step 0 is the setup, step n the n-th action. `first` is the lowest step that
    can be shown: 0, unless the match goes on from a snapshot. `notice` is empty or one sentence the players should read,
    such as that an old save cannot be replayed; `stood_in` tells that somebody else plays for a player whom the save names,
    `resumed` that it goes on from a save, which keeps actions and nothing of what was asked beside them.
    """

    def __init__(self, rules: AnyRules, setup: Setup, header: Header, story: Story, *, journal: Journal | None, notice: str = "") -> None:
        self.rules = rules
        self.setup = setup
        self.plans = header.plans
        self.notice = notice
        self.stood_in = False
        self.resumed = False
        self._source: Path | None = None
        self.faces = seat_faces(header.plans, rules)
        self.names = seat_names(header.plans, setup, story.scene_at(-1, story.base), rules)
        self._header = header
        self._story = story
        self._journal = journal
        self._offers: tuple[Offer, ...] | None = None
        self._legal: tuple[Any, ...] | None = None
        self._people = tuple(seat for seat, plan in enumerate(header.plans) if plan.human)
        self._back: tuple[int, Seat | None, bool] | None = None
        self._given: dict[int, bool] = {}
        self._divided, self._judged = False, 0
        self.begun: Position | None = None

    @classmethod
    def start(cls, setup: Setup, plans: tuple[SeatPlan, ...], *, folder: Path | None = None) -> Match:
        """Set up a new match; raise SetupError with every reason it cannot start.

        With a `folder` the match is saved there after every action; without one nothing is written.
        """
        try:
            box = open_box(setup.game)
        except KeyError:
            raise SetupError(f"There is no game called {setup.game!r}.") from None
        if setup.seats not in box.seats:
            raise SetupError(f"{box.title} is not played by {setup.seats}.")
        setup = box.complete(setup)
        rules = box.rules(setup)
        check_plans(rules, plans, setup.seats)
        check_brought(rules, plans)
        step = rules.setup(setup)
        header = new_header(rules, setup, plans, step.state)
        story = Story(rules, setup, 0, step.state)
        journal = None if folder is None else Journal(fresh_path(folder, setup.game), header)
        match = cls(rules, setup, header, story, journal=journal)
        match._save(None)
        return match

    @classmethod
    def lay(cls, position: Position, plans: tuple[SeatPlan, ...], *, folder: Path | None = None, otherwise: int = 0) -> Match:
        """Begin a match in a position; raise ContentError when it cannot be laid, SetupError for players that cannot be.

        What is saved holds the position itself, so it opens whatever becomes of the file. With a number `otherwise` all lies the same, and dice fall otherwise.
        """
        laid = laid_out(position)
        if otherwise:
            laid = replace(laid, state=replace(laid.state, chance=Chance(laid.state.chance + otherwise).draw()))
        check_plans(laid.rules, plans, laid.setup.seats)
        check_brought(laid.rules, plans)
        start = Raw(msgspec.json.encode(laid.state))
        header = new_header(laid.rules, laid.setup, plans, laid.state, start=start, position=position.name)
        story = Story(laid.rules, laid.setup, 0, laid.state, bare=False)
        journal = None if folder is None else Journal(fresh_path(folder, laid.setup.game), header)
        match = cls(laid.rules, laid.setup, header, story, journal=journal)
        match.begun = position
        match._save(None)
        return match

    @classmethod
    def resume(cls, path: Path, *, apart: bool = False, plans: tuple[SeatPlan, ...] = ()) -> Match:
        """Open a save and go on; raise SaveError, one sentence, when nothing of it can be opened.

        While another window plays it, InUseError is raised; `apart` makes a match of its own of it, whoever plays the other. With `plans`
        others sit there from now on, and SetupError is raised when they cannot; a save's own plans start no program from outside.
        """
        lock = None if apart else take_lock(path)
        try:
            found = reopened(path)
            kept = found.header.plans
            found.header, found.notice = _seated(found, plans)
        except BaseException:
            if lock is not None:
                lock.release()
            raise
        if found.apart and lock is not None:
            lock.release()
            lock = None
        place = path if lock is not None else fresh_path(path.parent, found.setup.game)
        journal = Journal(place, found.header, found.texts, lock=lock)
        match = cls(found.rules, found.setup, found.header, found.story, journal=journal, notice=found.notice)
        match.stood_in = not plans and match.plans != kept
        match.resumed, match._source = True, path
        return match

    @property
    def path(self) -> Path | None:
        """Return the journal's file, or None when nothing is saved."""
        return None if self._journal is None else self._journal.path

    @property
    def kept(self) -> Path | None:
        """Return the file to go on from later: the journal, or the save that it was opened from until something is written; None when nothing is saved."""
        written = self._journal is None or self._source is None or self._journal.written
        return self.path if written else self._source

    @property
    def journal(self) -> bytes:
        """Return what its journal's file is to hold, be it written or not; nothing when nothing is saved."""
        return b"" if self._journal is None else self._journal.content

    @property
    def position(self) -> str:
        """Return the name of the position that the match began in, empty for one that began at the beginning."""
        return self._header.position

    @property
    def save_fault(self) -> str:
        """Return one sentence saying why the match could not be saved just now, or an empty string."""
        return "" if self._journal is None else self._journal.fault

    @property
    def deciding(self) -> Seat | None:
        """Return the seat that must choose, or None when the match is over."""
        return None if self._story.given is not None else self.rules.deciding(self._story.state)

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        return self._story.over

    @property
    def count(self) -> int:
        """Return the number of actions taken."""
        return self._story.count

    @property
    def first(self) -> int:
        """Return the lowest step that can be shown."""
        return self._story.base

    @property
    def digest(self) -> str:
        """Return the digest of the present state."""
        return digest(self._story.state)

    def observation(self, seat: Seat) -> Any:
        """Return all that a seat may know now."""
        return self.rules.observe(self._story.state, seat)

    def scene(self, seat: Seat) -> Scene:
        """Return the picture as a seat sees it now."""
        return self._story.scene_at(seat, self.count)

    def offers(self) -> tuple[Offer, ...]:
        """Return what the deciding seat could consider, refused offers with their reasons."""
        if self._offers is None:
            self._offers = self.rules.offers(self._story.state) if self._story.given is None else ()
        return self._offers

    def legal(self) -> tuple[Any, ...]:
        """Return the actions that the deciding seat may take."""
        if self._legal is None:
            self._legal = self.rules.legal(self._story.state) if self._story.given is None else ()
        return self._legal

    def forced(self, seat: Seat, goal: Goal, way: Way, first: Any | None, most: int) -> Any | None:
        """Return an action after which a seat reaches a goal whatever the others do: `first` before any other, what changes nothing last.

        None where none is proved by looking at no more than `most` positions.
        """
        prover, state = Prover(self.rules, seat, most, goal), self._story.state
        idle = [offer.action for offer in self.offers() if offer.warning]
        try:
            return first if first is not None and prover.forced_after(state, first, way) else prover.best(state, way, idle)
        except TooMuchError:
            return None

    def refusal(self, action: Any) -> Refusal | None:
        """Return why the deciding seat may not do this, or None when it may."""
        if self._story.given is not None:
            return Refusal("over", RULE, "The match is over.")
        return self.rules.refusal(self._story.state, action)

    def put_refusal(self, viewer: Seat, source: Place, place: Place) -> Refusal | None:
        """Return what the rules say against putting what lies at a place onto another, both as a viewer sees them; None where they have nothing to say."""
        action = self.rules.put(self.observation(viewer), source, place)
        return self.refusal(action) if action is not None else None

    def submit(self, action: Any) -> None:
        """Take an action for the deciding seat, and save; raise IllegalAction and change nothing when it is refused."""
        if self._story.given is not None:
            raise IllegalAction(Refusal("over", RULE, "The match is over."))
        seat = self.deciding
        step = self.rules.apply(self._story.state, action)
        self._story.add(action, step.state, step)
        self._offers = self._legal = self._back = None
        if self._journal is not None:
            written = Raw(msgspec.json.encode(action))
            self._save(Taken(self.count, -1 if seat is None else seat, written, digest(step.state)))

    def concede_refusal(self, seat: Seat) -> Refusal | None:
        """Return why a seat cannot give the match up, or None when it can."""
        if self.position:
            return Refusal("position", RULE, "A lesson, a puzzle or a position is left, not given up.")
        return concede_refusal(self.plans, seat, over=self.deciding is None)

    def concede(self, seat: Seat) -> None:
        """Give the match up for a seat, and save; raise IllegalAction and change nothing when that is refused."""
        refusal = self.concede_refusal(seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        self._story.given = seat
        self._offers = self._legal = None
        self._save(Given(self.count, seat))

    def sentence(self, number: int) -> str:
        """Return the n-th action as its offer said it, with all names; empty for one that is drawn or typed."""
        return next((self.spoken(offer.words) for offer in self._taken(number)), "")

    def spoken(self, words: str) -> str:
        """Return words with seats and cards named."""
        return spoken(words, self.names, lambda card: self.rules.face(card).name)

    def sentences(self, number: int) -> dict[Any, str]:
        """Return every action as it was offered where the n-th one was taken, with all names; one that is drawn or typed is not among them."""
        return {offer.action: self.spoken(offer.words) for offer in reversed(self._offered(number))}

    def passed(self, number: int) -> str:
        """Return what the n-th action is called if it only let a moment pass, empty for any other."""
        return next((offer.verb for offer in self._taken(number) if offer.passing), "")

    def stopped(self, number: int) -> bool:
        """Tell whether the n-th action only let a moment pass, or went on to what comes after it (`Offer.stops`)."""
        return any(offer.stops for offer in self._taken(number))

    def _taken(self, number: int) -> Iterator[Offer]:
        action = self.action(number)
        return (offer for offer in self._offered(number) if offer.action == action)

    def _offered(self, number: int) -> tuple[Offer, ...]:
        return tuple(self.rules.offers(self._story.at(number - 1)))

    def asked(self, number: int) -> tuple[Seat, Any, tuple[Any, ...]]:
        """Return who was to take the n-th action, what that seat could know, and what it could do."""
        state = self._story.at(number - 1)
        seat = self.rules.deciding(state) or 0
        return seat, self.rules.observe(state, seat), self.rules.legal(state)

    def hid(self, number: int, seat: Seat) -> bool:
        """Tell whether anything was hidden from a seat when the n-th action was to be taken."""
        return hides(self.rules.secrets(self._story.at(number - 1)), seat)

    def actor(self, number: int) -> Seat | None:
        """Return who took the n-th action."""
        return self.rules.deciding(self._story.at(number - 1))

    def beats(self, seat: Seat, number: int) -> tuple[Beat, ...]:
        """Return the beats of a step as a seat sees it: 0 is the setup, n the n-th action."""
        return self._story.beats(seat, number)

    def told(self, seat: Seat, number: int) -> tuple[Telling, ...]:
        """Return what a seat is told in the beats of a step; quicker than the beats with their pictures."""
        return self._story.told(seat, number)

    def tellings(self, number: int) -> tuple[Telling, ...]:
        """Return how the events of a step are told to a bystander."""
        return self._story.heard(SPECTATOR, number)

    def played(self, number: int) -> tuple[tuple[Seat, CardId], ...]:
        """Return who played which cards in a step."""
        found = (self.rules.played(happened.state, happened.event) for happened in self._story.step(number).story)
        return tuple(each for each in found if each is not None)

    def prospects(self, number: int) -> tuple[float, ...]:
        """Return how each seat stood after a step, hidden things known: for a match that is over."""
        return self.rules.evaluate(self._story.at(number))

    def answered(self, number: int) -> int | None:
        """Return the number of the action with which all that the n-th left open, such as a battle, was answered; None while it still is."""
        return next((each for each in range(number, self.count + 1) if self.rules.settled(self._story.at(each))), None)

    def foreseen(self, number: int, seat: Seat, viewer: Seat) -> float:
        """Return a seat's prospects after the n-th action to who knows what a viewer knows: the mean of some worlds that look like that."""
        rules, chance = self.rules, Chance(number)
        seen = rules.observe(self._story.at(number), viewer)
        return fmean(rules.evaluate(rules.sample(seen, chance))[seat] for _ in range(WORLDS))

    def scene_at(self, seat: Seat, number: int) -> Scene:
        """Return the picture after a step; -1 is the bare table before the setup's first event."""
        return self._story.scene_at(seat, number)

    def action(self, number: int) -> Any:
        """Return the n-th action, counted from 1."""
        return self._story.action(number)

    @property
    def divided(self) -> bool:
        """Tell whether one of the people at this table knows something that another may not, or did before: between them a curtain is needed, from then on at every change.

        A choice that all may see, between two secrets, deals cards to whoever makes it: so that must be the right person already (SH-4, SH-5).
        """
        states = self._story.states
        while not self._divided and len(self._people) > 1 and self._judged < len(states):
            self._divided = divides(self.rules.secrets(states[self._judged]), self._people)
            self._judged += 1
        return self._divided

    @property
    def decided_last(self) -> Seat | None:
        """Return the person whose decision can be taken back, if any can, or None when nobody has decided anything."""
        return self._undo()[1]

    def undo_refusal(self, seat: Seat) -> Refusal | None:
        """Return why a seat cannot take its last decision back, or None when it can."""
        if self._story.given is not None:
            return Refusal("over", RULE, "The match was given up, and nothing is taken back any more.")
        _, whose, seen = self._undo()
        return undo_refusal(seat, whose, seen=seen, take_backs=self.setup.take_backs)

    def undo(self, seat: Seat) -> None:
        """Go back to a seat's last decision; raise IllegalAction when that is refused."""
        refusal = self.undo_refusal(seat)
        if refusal is not None:
            raise IllegalAction(refusal)
        target = self._undo()[0]
        self._story.cut(target)
        self._given = {number: given for number, given in self._given.items() if number <= target}
        self._offers = self._legal = self._back = None
        self._judged = min(self._judged, target - self.first + 1)
        self._save(Back(target))

    def save(self) -> None:
        """See that the match is on the disk, also one that goes on from a save and in which nothing was done yet."""
        if self._journal is not None:
            self._journal.save(self._snapshot())

    def flush(self) -> None:
        """Wait until everything is on the disk."""
        if self._journal is not None:
            self._journal.flush()

    def close(self) -> None:
        """Carry everything to the disk and let the match go, so that another window may play it."""
        if self._journal is not None:
            self._journal.close()

    def _undo(self) -> tuple[int, Seat | None, bool]:
        """Return the action that taking back would return to, who decided there, and whether that would give something away."""
        if self._back is None:
            found = undo_target(self.rules, self._story.states, self.plans)
            if found is None:
                self._back = (self.first, None, False)
            else:
                target, whose = found[0] + self.first, found[1]
                self._back = (target, whose, any(self._gave(number) for number in range(target + 1, self.count + 1)))
        return self._back

    def _gave(self, number: int) -> bool:
        """Tell whether a step used chance or let a person learn a secret."""
        if number not in self._given:
            step = self._story.step(number)
            moments = [self._story.at(number - 1), *(happened.state for happened in step.story), step.state]
            self._given[number] = gives_away(self.rules, moments, self._people)
        return self._given[number]

    def _save(self, line: Line | None) -> None:
        if self._journal is None:
            return
        if line is None:
            self._journal.write(self._snapshot())
        else:
            self._journal.append(line, self._snapshot())

    def _snapshot(self) -> Snapshot:
        """Return what makes a snapshot of how the match stands now."""
        header, count, state, outcome = self._header, self.count, self._story.state, self.outcome
        return lambda lines: snapshot_bytes(header, count, state, outcome, lines)


def _seated(found: Reopened, plans: tuple[SeatPlan, ...]) -> tuple[Header, str]:
    """Return the header of a save with whoever sits there from now on, and what the players should know."""
    if plans:
        check_plans(found.rules, plans, found.setup.seats)
        check_brought(found.rules, plans)
        return replace(found.header, plans=plans), found.notice
    plans, words = trusted(found.rules, found.header.plans)
    return replace(found.header, plans=plans), f"{found.notice} {words}".strip()
