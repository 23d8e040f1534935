"""The table in words: the same match, the same offers and the same refusals, by keyboard and ear alone.

Whoever chooses hears what happened and what changed since they last chose, what is asked, and a numbered list of what they may do; the whole
table, or any part of it, is told when they ask. A number takes that offer; words pick the offers that hold all of them, and one that is alone
is taken. What the rules refuse says why, with its rule.
Longer than most: whatever can be typed is answered from the one table that knows what was told to whom.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from game.ai.levels import introduced, title
from game.cli import CommandError
from game.cli.apart import different, in_full, told_apart
from game.cli.astray import cells_named, put_astray
from game.cli.choices import value_of
from game.cli.counsel import Counsel, of_deed
from game.cli.ended import afterwards, ended
from game.cli.help import BY_ITSELF, GREETING, HELP, OTHERS
from game.cli.listing import listed, matching, reasons
from game.cli.places import NEAR, cards_in, held, read_around, read_hand, read_map, read_who, squares
from game.cli.reading import card_lines, cell_name, read_changes, read_scene, read_seats
from game.cli.rules import rule_text
from game.content.faults import quotable
from game.content.files import typed
from game.kernel.cues import Beat
from game.kernel.ids import SPECTATOR, PieceId, Place, Seat, cell_place
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.kernel.scene import Scene
from game.kernel.words import counted, shown, slug, spoken, unmarked
from game.match.conceding import cited
from game.match.counsel import printed
from game.match.match import Match
from game.match.passing import passed

LOGGED = 20


class Leave(Exception):  # noqa: N818  (whoever leaves has made no error)
    """The one who plays has had enough for now."""


class TextTable:
    """One match played in words.

    `hear` returns the next line that was typed and raises EOFError when there are no more; `say` tells one line, from which what marks words
    at the table is gone, but where a file is named; `wipe` takes all that was told out of sight, before another person sits down.
    """

    def __init__(self, match: Match, hear: Callable[[], str], say: Callable[[str], None], wipe: Callable[[], None] | None = None) -> None:
        self.match = match
        self._hear, self._exactly, self._wipe = hear, say, wipe
        self._humans = tuple(seat for seat, plan in enumerate(match.plans) if plan.human)
        self._told = dict.fromkeys((*self._humans, SPECTATOR), match.count)
        self._seen: dict[Seat, Scene] = {}
        self._held: dict[Seat, frozenset[PieceId]] = {}
        self._heard: list[str] = []
        self._line = ("", "")  # the kind and the words of what was told last
        self._last: Seat | None = None
        self._unsaved = False
        self._counsel = Counsel(match, self._spoken)

    def play(self) -> None:
        """Play until the match is over or whoever plays leaves."""
        if self.match.notice:
            self._say(f"{self.match.notice} {OTHERS}" if self.match.stood_in else self.match.notice)
        if self._humans and self.match.deciding is not None:
            self._say(GREETING)
        for plan, name in zip(self.match.plans, self.match.names, strict=True):
            introduced(plan.player, name, self.match.rules, self._say)
        try:
            while (seat := self.match.deciding) is not None:
                if self.match.plans[seat].human:
                    only = passed(self.match.offers())
                    if only is None:
                        self._turn(seat)
                    else:
                        self._submit(only.action)
                else:
                    self._think(seat)
            self._over()
        except (EOFError, Leave):
            if left := self.left():
                self._exactly(left)
        finally:
            self._counsel.close()

    def left(self) -> str:
        """Return how to go on with a match that is left, or why that cannot be; empty where it is not kept."""
        self.match.flush()
        kept = self.match.kept
        if self.match.save_fault or kept is None:
            return self.match.save_fault
        return f"Left after {counted(self.match.count, 'step')}. To go on: starcross play --text --resume {typed(kept)}"

    def _over(self) -> None:
        """Tell how the match ended, and answer what whoever played it asks about it."""
        viewer = self._viewer()
        self._catch_up(viewer)
        heard = tuple(self._heard)
        if viewer not in self._seen:
            self._changes(viewer)
        for line in ended(self.match, self._spoken, self._counsel.asked, heard):
            self._say(line)
        if self._humans:
            afterwards(self._ask, self._say, lambda line: self._answer(viewer, (), line))

    # What programs and people do.

    def _think(self, seat: Seat) -> None:
        self._submit(self._counsel.choose(seat))
        if len(self._humans) < 2:
            self._catch_up(self._viewer())

    def _viewer(self) -> Seat:
        """Return whose eyes tell what nobody in particular is told: those of the one person who plays, else those of whoever looks on."""
        return self._humans[0] if len(self._humans) == 1 else SPECTATOR

    def _turn(self, seat: Seat) -> None:
        self._curtain(seat)
        self._catch_up(seat)
        self._changes(seat)
        self._holding(seat)
        self._prompt(seat)
        offers = self._enabled(seat)
        self._list(offers, range(len(offers)))
        count = self.match.count
        while self.match.count == count and self.match.deciding == seat:
            if self._answer(seat, offers, self._ask()):
                break
        self._last = seat

    def _answer(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        """Do what a line says; tell whether the position may have changed."""
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        match word.lower():
            case alone if rest and alone in BY_ITSELF:
                self._say(f"`{alone}` takes nothing behind it: {shown(rest)} is not understood.")
            case "":
                self._list(offers, range(len(offers)))
            case "?" | "help":
                self._say(HELP)
            case "all":
                self._list(offers, range(len(offers)), whole=True)
            case "look":
                self._lines(read_scene(self.match.scene(seat), self.match.names, self._card_name, explained=True))
                if self.match.deciding is not None:
                    self._prompt(seat)
            case "hand" | "map" | "who" | "around":
                self._part(seat, word.lower(), rest)
            case "hint":
                self._hint(seat, offers)
            case "guide":
                self._say(self._counsel.put_guide())
            case "why" if of_deed(rest):
                self._say("\n".join(self._counsel.why(seat, rest)))
            case "why":
                self._why(rest)
            case "odds":
                self._odds(seat, offers, rest)
            case "read":
                self._read(seat, rest)
            case "log":
                self._log(seat, rest)
            case "rules":
                self._rules(rest)
            case "undo":
                return self._undo(seat, rest)
            case "concede":
                return self._concede(seat)
            case "save":
                self._saved()
            case "quit" | "exit":
                raise Leave
            case _ if word.rstrip(".").isdecimal():
                return self._take_number(seat, offers, line.replace(word, word.rstrip("."), 1))
            case _:
                return self._take_words(seat, offers, line)
        return False

    def _enabled(self, seat: Seat) -> tuple[Offer, ...]:
        """Return what may be done, once for all that nobody could tell apart."""
        return different(self.match.offers(), self.match.scene(seat))

    def _take_number(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        number, _, rest = line.partition(" ")
        offer = self._numbered(offers, number)
        if offer is None:
            return False
        if not rest:
            return self._take(seat, offer)
        route = re.fullmatch(r"via\s+(.+)", rest.strip(), re.IGNORECASE)
        if route is None:
            lacking = rest.strip().lower() == "via"
            self._say(
                f"Behind `via` the squares of the way are missing, as in `{number} via C3 D4`."
                if lacking
                else f"After a number only `via` and squares may follow, not {rest.strip()!r}."
            )
            return False
        through = self._through(self.match.scene(seat), route[1].replace(",", " ").split())
        return through is not None and self._take(seat, offer, through)

    def _take_words(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        found = matching(self._sentences(offers), line)
        if len(found) == 1:
            return self._take(seat, offers[found[0]])
        if found:
            self._say(f"{len(found)} offers match {quotable(line)!r}: type a number, or more words.")
            self._list(offers, found)
            return False
        if not self._refusals(line):
            self._say(f"Nothing you may do now matches {quotable(line)!r}; `?` lists what you can type.")
        return False

    def _take(self, seat: Seat, offer: Offer, through: tuple[Place, ...] = ()) -> bool:
        rules, observation = self.match.rules, self.match.observation(seat)
        action = offer.action
        may = bool(offer.form) or self._refusal(action) is None  # else that is told at once
        if may and offer.warning and not self._counsel.advised(offer) and not self._sure(offer.warning):
            return False
        if offer.form:
            values = self._fill_in(offer)
            if values is None:
                return False
            action = rules.fill(observation, action, values)
        if through:
            rerouted = rules.reroute(observation, action, through)
            if rerouted == action:
                self._say("There is no such way; the offer goes its own way or none.")
                return False
            action = rerouted
        try:
            self._submit(action)
        except IllegalAction as error:
            self._say(self._refused(error.refusal))
            return False
        return True

    def _sure(self, warning: str) -> bool:
        """Ask once whether something is to be done all the same, and say so where it is not."""
        self._say(f"{self._spoken(warning)} Type `yes` or `y` to do it all the same; anything else leaves it.")
        sure = self._ask().lower() in {"yes", "y"}
        if not sure:
            self._say("It is left.")
        return sure

    def _fill_in(self, offer: Offer) -> dict[str, str | int | bool] | None:
        values: dict[str, str | int | bool] = {}
        for option in (each for each in offer.form if each.matters(values)):
            choices = f" ({', '.join(label for _, label in option.choices)})" if option.choices else ""
            bounds = f" ({option.low} to {option.high})" if option.kind == "number" else ""
            self._say(f"{option.label}{choices}{bounds}; Enter for {option.default}, `back` to leave it:")
            while option.key not in values:
                line = self._ask()
                if line.lower() == "back":
                    return None
                try:
                    values[option.key] = value_of(option, line) if line else option.default
                except CommandError as error:
                    self._say(str(error))
        return {option.key: option.default for option in offer.form} | values

    # What can be asked at any time.

    def _why(self, words: str) -> None:
        if not self._refusals(words):
            refused = any(offer.refusal is not None for offer in self.match.offers())
            self._say(f"Nothing that is refused matches {quotable(words)!r}." if refused else "Nothing is refused here.")

    def _hint(self, seat: Seat, offers: tuple[Offer, ...]) -> None:
        self._say("\n".join(self._counsel.hint(seat, offers)))

    def _odds(self, seat: Seat, offers: tuple[Offer, ...], number: str) -> None:
        offer = self._numbered(offers, number)
        if offer is None:
            return
        preview = self.match.rules.preview(self.match.observation(seat), offer.action)
        named = {cell_place(zone.id, cell): cell_name(zone, cell) for zone, cell in squares(self.match.scene(seat))}
        notes = (f"{named[place]}: {words}." for place, words in preview.notes if place in named)  # what is noted at a piece the words say
        lines = [offer.warning, preview.words or " ".join(printed(self.match, offer)), *notes, offer.closes]
        self._say(" ".join(self._spoken(line) for line in lines if line) or "Nothing more can be said of it.")

    def _part(self, seat: Seat, part: str, words: str) -> None:
        """Tell a part of the table."""
        scene, names = self.match.scene(seat), self.match.names
        match part:
            case "hand":
                self._lines(read_hand(scene, names, self._card_name, cards_in(scene, self.match.rules.face)), none="You hold nothing.")
            case "who":
                played = ["" if plan.human else f"the computer, {title(plan.player)}" for plan in self.match.plans]
                self._lines(read_who(scene, names, played, self._card_name))
            case "map":
                self._lines(
                    read_map(scene, names, self._card_name), none="There is no board with places here; `look` tells the whole table."
                )
            case _:
                self._around(scene, words)

    def _around(self, scene: Scene, words: str) -> None:
        square, _, reach = words.partition(" ")
        grids = {cell_name(zone, cell).lower(): (zone, cell) for zone, cell in squares(scene)}
        if not grids:
            self._say("There are no squares on this table; `map` tells what there is.")
        elif square.lower() not in grids or (reach and not reach.isdecimal()):
            first, *_, last = (name.upper() for name in grids)
            self._say(f"Around which square, {first} to {last}? `around {last}` tells two spaces, `around {last} 4` four.")
        else:
            zone, cell = grids[square.lower()]
            most = max(zone.columns, zone.rows)
            self._lines(read_around(scene, zone, cell, min(int(reach or NEAR), most), self.match.names, self._card_name))

    def _read(self, seat: Seat, words: str) -> None:
        cards = cards_in(self.match.scene(seat), self.match.rules.face)
        like = [card for card in cards.values() if words and slug(words) in slug(card.name)]
        found = [card for card in like if slug(card.name) == slug(words)] or like
        if len({card.name for card in found}) != 1:
            names = "; ".join(dict.fromkeys(card.name for card in found or cards.values()))
            none = f"No card in sight is called `{words}`. " if words and not found else ""
            several = f"Several are called so: {names}." if found else f"The cards you can see are: {names}."
            self._say(f"{none}{several}" if names else "There is no card in sight.")
            return
        self._lines(line for card in found for line in card_lines(card))

    def _log(self, seat: Seat, count: str) -> None:
        steps = int(count) if count.isdecimal() and len(count) < 7 else 0 if count else LOGGED
        if not steps:
            self._say(f"`log N` tells the last N steps, and `log` alone the last {LOGGED}; {shown(count)} is no number of steps.")
            return
        first = max(self.match.first + 1, self.match.count - steps + 1)
        for number in range(self.match.first if first <= 1 else first, self.match.count + 1):
            self._tell(self.match.beats(seat, number))

    def _rules(self, rule: str) -> None:
        if not rule:
            self._say(f"`rules ID` reads one rule; `starcross rules {self.match.setup.game}` prints them all.")
            return
        try:
            self._say(rule_text(self.match.setup.game, rule))
        except CommandError as error:
            self._say(str(error))

    def _undo(self, seat: Seat, name: str) -> bool:
        """Take the last decision back for the person who asks: the one who is to choose, or whoever gives a name."""
        names = self.match.names
        if name:
            named = [each for each in self._humans if names[each].casefold() == name.casefold()]
            if not named:
                self._say(f"Nobody called {name!r} chooses at this table.")
                return False
            seat = named[0]
        try:
            self.match.undo(seat)
        except IllegalAction as error:
            self._say(self._refused(error.refusal))
            whose = self.match.decided_last
            if whose not in {None, seat} and self.match.undo_refusal(whose) is None:
                self._say(f"{names[whose]} can take it back: undo {names[whose]}")
            return False
        self._told = {seat: min(told, self.match.count) for seat, told in self._told.items()}
        self._say(f"{names[seat]}'s decision is taken back." if len(self._humans) > 1 else "Taken back.")
        return True

    def _concede(self, seat: Seat) -> bool:
        """Give the match up for whoever is to choose, once they are sure."""
        refusal = self.match.concede_refusal(seat)
        if refusal is not None:
            self._say(self._refused(refusal))
        elif self._sure(f"{self.match.names[seat]} loses the match here, and it cannot be taken back."):
            self.match.concede(seat)
            return True
        return False

    def _saved(self) -> None:
        self.match.save()
        path = self.match.kept
        self._exactly(self.match.save_fault or ("This match is not kept." if path is None else f"Every step is kept in {path}"))

    # How it is told.

    def _say(self, words: str) -> None:
        """Tell something without what marks words at the table."""
        self._exactly(unmarked(words))

    def _refusal(self, action: object) -> Refusal | None:
        """Return why an action cannot be done here, before anything is asked about it."""
        return self.match.refusal(action)

    def _submit(self, action: object) -> None:
        self.match.submit(action)
        self._kept()

    def _kept(self) -> None:
        """Say once that the match is saved no more, and once that it is saved again."""
        fault = self.match.save_fault
        if bool(fault) != self._unsaved:
            self._unsaved = bool(fault)
            self._say(fault or "The match is saved again.")

    def _curtain(self, seat: Seat) -> None:
        """Let the next person sit down unseen, where this one's picture holds what others may not see."""
        if self._last == seat or not self.match.divided:
            return
        names = self.match.names
        if self._wipe is not None:
            self._wipe()
        self._say(f"Now {names[seat]} sits down; press Enter when nobody else can see this.")
        while word := self._ask().lower():
            if word in {"quit", "exit"}:
                raise Leave
            self._say(f"This is for {names[seat]} alone: Enter goes on, `quit` leaves.")

    def _catch_up(self, viewer: Seat) -> None:
        for number in range(self._told[viewer] + 1, self.match.count + 1):
            self._tell(self.match.beats(viewer, number))
        self._told |= dict.fromkeys(self._listeners(viewer), self.match.count)

    def _listeners(self, viewer: Seat) -> tuple[Seat, ...]:
        """Return who hears what is told to a viewer: the people at a table without a curtain are told everything at once."""
        return (viewer,) if self.match.divided else (viewer, *self._humans)

    def _tell(self, beats: tuple[Beat, ...]) -> None:
        for beat in beats:
            if (telling := beat.telling) is not None and telling.words and not telling.needless_after(*self._line):
                self._line = (telling.kind, telling.words)
                self._heard.append(self._spoken(telling.words))
                self._say(f"{'    ' if telling.detail else '  '}{self._heard[-1]}")

    def _lines(self, lines: Iterable[str], none: str = "") -> None:
        for line in [self._spoken(line) for line in lines] or [none]:
            self._say(line)

    def _changes(self, viewer: Seat) -> None:
        """Tell what is counted: all of it once, then what changed since this viewer last chose and was not told by what happened."""
        scene, before = self.match.scene(viewer), self._seen.get(viewer)
        if before is None:
            self._lines(read_seats(scene, self.match.names))
        elif changed := read_changes(before, scene, self.match.names, self._heard):
            self._say(self._spoken(changed))
        self._seen |= dict.fromkeys(self._listeners(viewer), scene)
        self._heard.clear()

    def _holding(self, seat: Seat) -> None:
        """Tell what a seat holds before the first question that comes with it, and again when all of it is new."""
        now = held(self.match.scene(seat))
        if now and now.isdisjoint(self._held.get(seat, ())):
            self._part(seat, "hand", "")
            self._held[seat] = now

    def _prompt(self, seat: Seat) -> None:
        prompt = self.match.scene(seat).prompt
        rule = f" ({prompt.rule})" if prompt and prompt.rule else ""
        whose = f"{self.match.names[seat]}: " if len(self._humans) > 1 else ""
        self._say(f"{whose}{self._spoken(prompt.words) if prompt else 'Choose.'}{rule}")
        if usual := self._counsel.guide():
            self._say(usual)

    def _list(self, offers: tuple[Offer, ...], numbers: Sequence[int], *, whole: bool = False) -> None:
        self._lines(listed(offers, self._apart(offers), numbers, whole=whole))

    def _refusals(self, words: str) -> bool:
        """Say why what holds the words is refused, else what the rules say of a piece and a square that they name; tell whether that was anything."""
        refused = [offer for offer in self.match.offers() if offer.refusal is not None]
        found = [refused[index] for index in matching(self._sentences(refused), words)] or list(
            put_astray(self.match, words, self._card_name)
        )
        for line in reasons(found, [self._sentence(offer) for offer in found], self._refused):
            self._say(line)
        return bool(found)

    def _refused(self, refusal: Refusal) -> str:
        return f"{self._spoken(refusal.words)}{cited(refusal.rule)}"

    def _ask(self) -> str:
        """Return what is typed next, without the full stop or exclamation mark behind it."""
        self._kept()
        line = " ".join(self._hear().split())
        return line.rstrip(".!") or line

    def _numbered(self, offers: tuple[Offer, ...], number: str) -> Offer | None:
        if number.isdecimal() and len(number) < 7 and 1 <= int(number) <= len(offers):
            return offers[int(number) - 1]
        self._say(f"There is no offer {number or 'without a number'}; the offers go from 1 to {len(offers)}.")
        return None

    def _through(self, scene: Scene, words: Sequence[str]) -> tuple[Place, ...] | None:
        cells = cells_named(scene)
        strange = [word for word in words if word.lower() not in cells]
        if strange:
            self._say(f"There is no square {strange[0]!r}.")
            return None
        return tuple(cells[word.lower()] for word in words)

    def _sentence(self, offer: Offer) -> str:
        return self._spoken(offer.words or offer.verb)

    def _apart(self, offers: Sequence[Offer]) -> list[str]:
        """Return the sentences of offers; two that sound the same say as well where their pieces lie."""
        scene = self.match.scene(SPECTATOR if self.match.deciding is None else self.match.deciding)
        names, name, face = self.match.names, self._card_name, self.match.rules.face
        told = [self._spoken(in_full(each, self._sentence(each), scene, names, name, face)) for each in offers]
        return told_apart(offers, told, scene, names, name)

    def _sentences(self, offers: Sequence[Offer]) -> list[str]:
        return [f"{offer.verb} {sentence}" for offer, sentence in zip(offers, self._apart(offers), strict=True)]

    def _spoken(self, words: str) -> str:
        return unmarked(spoken(words, self.match.names, self._card_name))

    def _card_name(self, card: str) -> str:
        try:
            return self.match.rules.face(card).name
        except KeyError:
            return card
