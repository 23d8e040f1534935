"""The table in words: the same match, the same offers and the same refusals, by keyboard and ear alone.

Whoever chooses hears the scene and a numbered list of what they may do. A number takes that offer; words pick the offers
that hold all of them, and one that is alone is taken. What the rules refuse says why, with its rule.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from game.ai.levels import player
from game.ai.player import Budget, Player
from game.cli import CommandError
from game.cli.choices import slug, value_of
from game.cli.reading import cell_name, lookalike, read_scene
from game.cli.rules import rule_text
from game.kernel.chance import Chance
from game.kernel.cues import Beat
from game.kernel.digest import digest
from game.kernel.ids import SPECTATOR, Place, Seat, cell_place
from game.kernel.offers import IllegalAction, Offer, Refusal
from game.kernel.scene import CardFace, Scene
from game.kernel.words import counted, spoken
from game.match.match import Match
from game.match.passing import passed

THINKING = Budget(seconds=1.0)
LISTED = 30
LOGGED = 20
FEW = 3
"""More offers than this that differ by place alone are told as one, in a long list."""

HELP = """\
A number       takes that offer
any words      take the one offer that holds them all, or list those that do
N via C3 D4    takes offer N along a way of your own through those squares
odds N         says what offer N would do, before you take it
all            lists every offer
why [words]    says what you may not do now, and why
look           tells the table again
read NAME      reads a card
log [N]        tells the last N steps
rules ID       reads a rule, such as those that refusals name
undo [NAME]    takes your last decision back; after that of another person at this table it is NAME who must say so
save           says where this match is kept
quit           leaves; the match is kept"""


class Leave(Exception):  # noqa: N818  (whoever leaves has made no error)
    """The one who plays has had enough for now."""


class TextTable:
    """One match played in words.

    `hear` returns the next line that was typed and raises EOFError when there are no more; `say` tells one line.
    """

    def __init__(self, match: Match, hear: Callable[[], str], say: Callable[[str], None]) -> None:
        self.match = match
        self._hear = hear
        self._say = say
        self._humans = tuple(seat for seat, plan in enumerate(match.plans) if plan.human)
        self._told = dict.fromkeys((*self._humans, SPECTATOR), match.count)
        self._last: Seat | None = None
        self._players: dict[str, Player] = {}
        self._chance = Chance(int(digest(("opponents", match.setup.seed, match.count)), 16))

    def play(self) -> None:
        """Play until the match is over or whoever plays leaves."""
        if self.match.notice:
            self._say(self.match.notice)
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
        except (EOFError, Leave):
            self._farewell()
            return
        viewer = self._humans[0] if len(self._humans) == 1 else SPECTATOR
        self._catch_up(viewer)
        self._table(viewer)
        self._end()

    # What programs do.

    def _think(self, seat: Seat) -> None:
        level = self.match.plans[seat].player
        if level not in self._players:
            self._players[level] = player(level, self.match.rules)
        legal = self.match.legal()
        observation = self.match.observation(seat)
        action = legal[0] if len(legal) == 1 else self._players[level].choose(observation, legal, THINKING, self._chance)
        self._submit(action)
        if len(self._humans) < 2:
            self._catch_up(self._humans[0] if self._humans else SPECTATOR)

    # What people do.

    def _turn(self, seat: Seat) -> None:
        self._curtain(seat)
        self._catch_up(seat)
        self._table(seat)
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
            case "":
                self._list(offers, range(len(offers)))
            case "?" | "help":
                self._say(HELP)
            case "all":
                self._list(offers, range(len(offers)), whole=True)
            case "look":
                self._table(seat, explained=True)
                self._prompt(seat)
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
            case "save":
                self._saved()
            case "quit" | "exit":
                raise Leave
            case _ if word.isdecimal():
                return self._take_number(seat, offers, line)
            case _:
                return self._take_words(seat, offers, line)
        return False

    def _enabled(self, seat: Seat) -> tuple[Offer, ...]:
        """Return the enabled offers; of those that nobody could tell apart (two equal dice), the first alone."""
        scene = self.match.scene(seat)
        different: dict[object, Offer] = {}
        for offer in self.match.offers():
            if offer.refusal is None:
                looks = (_look(scene, offer.source), _look(scene, offer.target))
                different.setdefault((offer.verb, offer.words, looks), offer)
        return tuple(different.values())

    def _take_number(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        number, _, rest = line.partition(" ")
        offer = self._numbered(offers, number)
        if offer is None:
            return False
        if not rest:
            return self._take(seat, offer)
        route = re.fullmatch(r"via\s+(.+)", rest.strip(), re.IGNORECASE)
        if route is None:
            self._say(f"After a number only `via` and squares may follow, not {rest.strip()!r}.")
            return False
        scene = self.match.scene(seat)
        through = self._squares(scene, route[1].replace(",", " ").split())
        if through is None:
            return False
        return self._take(seat, offer, through)

    def _take_words(self, seat: Seat, offers: tuple[Offer, ...], line: str) -> bool:
        found = matching(self._sentences(offers), line)
        if len(found) == 1:
            return self._take(seat, offers[found[0]])
        if found:
            self._say(f"{len(found)} offers match {line!r}: type a number, or more words.")
            self._list(offers, found)
            return False
        refused = tuple(offer for offer in self.match.offers() if offer.refusal is not None)
        blocked = matching(self._sentences(refused), line)
        if blocked:
            self._refusals([refused[index] for index in blocked])
        else:
            self._say(f"Nothing you may do now matches {line!r}; `?` lists what you can type.")
        return False

    def _take(self, seat: Seat, offer: Offer, through: tuple[Place, ...] = ()) -> bool:
        rules, observation = self.match.rules, self.match.observation(seat)
        action = offer.action
        if offer.warning and not self._sure(offer.warning):
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
        """Ask once whether something is to be done that would change nothing."""
        self._say(f"{self._spoken(warning).replace('*', '')} Type `yes` to do it all the same; anything else leaves it.")
        return self._ask().lower() in {"yes", "y"}

    def _fill_in(self, offer: Offer) -> dict[str, str | int | bool] | None:
        values: dict[str, str | int | bool] = {}
        for option in offer.form:
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
        return values

    # What can be asked at any time.

    def _why(self, words: str) -> None:
        refused = [offer for offer in self.match.offers() if offer.refusal is not None]
        found = [refused[index] for index in matching(self._sentences(refused), words)]
        if found:
            self._refusals(found)
        else:
            self._say("Nothing is refused here." if not refused else f"Nothing that is refused matches {words!r}.")

    def _odds(self, seat: Seat, offers: tuple[Offer, ...], number: str) -> None:
        offer = self._numbered(offers, number)
        if offer is None:
            return
        preview = self.match.rules.preview(self.match.observation(seat), offer.action)
        lines = [preview.words, *(words for _, words in preview.notes)]
        self._say(" ".join(self._spoken(line) for line in lines if line) or "Nothing more can be said of it.")

    def _read(self, seat: Seat, words: str) -> None:
        faces = {piece.face for piece in self.match.scene(seat).pieces.values() if piece.face is not None}
        cards: dict[str, CardFace] = {}
        for face in sorted(faces):
            try:
                cards[face] = self.match.rules.face(face)
            except KeyError:
                continue
        found = [card for card in cards.values() if words and slug(words) in slug(card.name)]
        if len(found) != 1:
            names = ", ".join(card.name for card in found or cards.values())
            self._say(f"The cards you can see are: {names}." if names else "There is no card in sight.")
            return
        for line in card_lines(found[0]):
            self._say(line)

    def _log(self, seat: Seat, count: str) -> None:
        steps = int(count) if count.isdecimal() else LOGGED
        first = max(self.match.first + 1, self.match.count - steps + 1)
        if first <= 1:
            first = self.match.first
        for number in range(first, self.match.count + 1):
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

    def _saved(self) -> None:
        self.match.flush()
        path = self.match.path
        self._say(self.match.save_fault or ("This match is not kept." if path is None else f"Every step is kept in {path}"))

    # How it is told.

    def _submit(self, action: object) -> None:
        fault = self.match.save_fault
        self.match.submit(action)
        if self.match.save_fault and self.match.save_fault != fault:
            self._say(self.match.save_fault)

    def _curtain(self, seat: Seat) -> None:
        """Let the next person sit down unseen, where this one's picture holds what others may not see."""
        if self._last in (None, seat) or not self.match.divided:
            return
        self._say("\n" * 40 + f"Now {self.match.names[seat]} sits down; press Enter when nobody else can see this.")
        self._ask()

    def _catch_up(self, viewer: Seat) -> None:
        for number in range(self._told[viewer] + 1, self.match.count + 1):
            self._tell(self.match.beats(viewer, number))
        self._told[viewer] = self.match.count

    def _tell(self, beats: tuple[Beat, ...]) -> None:
        for beat in beats:
            if beat.telling is not None and beat.telling.words:
                self._say(f"{'    ' if beat.telling.detail else '  '}{self._spoken(beat.telling.words)}")

    def _table(self, viewer: Seat, *, explained: bool = False) -> None:
        self._say("")
        for line in read_scene(self.match.scene(viewer), self.match.names, self._card_name, explained=explained):
            self._say(self._spoken(line))

    def _prompt(self, seat: Seat) -> None:
        prompt = self.match.scene(seat).prompt
        rule = f" ({prompt.rule})" if prompt and prompt.rule else ""
        self._say("")
        self._say(f"{self.match.names[seat]}: {self._spoken(prompt.words) if prompt else 'Choose.'}{rule}")

    def _list(self, offers: tuple[Offer, ...], numbers: Sequence[int], *, whole: bool = False) -> None:
        """Tell offers with their numbers; of a long list, what one piece can do in many places takes one line."""
        groups: dict[tuple[object, ...], list[int]] = {}
        for index in numbers:
            offer = offers[index]
            alone = whole or len(numbers) <= LISTED or offer.source is None
            groups.setdefault((index,) if alone else (offer.verb, offer.source), []).append(index)
        for group in groups.values():
            if len(group) <= FEW:
                for index in group:
                    self._say(f"{index + 1:3} {self._sentence(offers[index])}")
                continue
            first, last = self._sentence(offers[group[0]]), self._sentence(offers[group[-1]])
            self._say(f"{group[0] + 1:3} {first}")
            self._say(f"    and {len(group) - 1} more like it, up to {group[-1] + 1} {last}")
        if any(len(group) > FEW for group in groups.values()):
            self._say("    Type some words of what you want, such as a place; `all` lists everything.")

    def _refusals(self, offers: Sequence[Offer]) -> None:
        for offer in offers[:LISTED]:
            if offer.refusal is not None:
                self._say(f"  {self._sentence(offer).rstrip('.')}. Refused: {self._refused(offer.refusal)}")
        if len(offers) > LISTED:
            self._say(f"  and {len(offers) - LISTED} more: type some words behind `why`.")

    def _refused(self, refusal: Refusal) -> str:
        return f"{self._spoken(refusal.words)} ({refusal.rule})"

    def _end(self) -> None:
        outcome = self.match.outcome
        if outcome is None:
            return
        rule = f" ({outcome.rule})" if outcome.rule else ""
        self._say("")
        self._say(f"The match is over. {self._spoken(outcome.words)}{rule}")
        if outcome.winners:
            winners = " and ".join(self.match.names[seat] for seat in outcome.winners)
            self._say(f"Won by {winners}.")
        else:
            self._say("Nobody has won.")
        scores = ", ".join(f"{name} {score}" for name, score in zip(self.match.names, outcome.scores, strict=False))
        if scores:
            self._say(f"Scores: {scores}.")

    def _farewell(self) -> None:
        self.match.flush()
        if self.match.save_fault:
            self._say(self.match.save_fault)
        elif self.match.path is not None:
            self._say(f"Left after {counted(self.match.count, 'step')}. To go on: starcross play --text --resume {self.match.path}")

    def _ask(self) -> str:
        return " ".join(self._hear().split())

    def _numbered(self, offers: tuple[Offer, ...], number: str) -> Offer | None:
        if number.isdecimal() and len(number) < 7 and 1 <= int(number) <= len(offers):
            return offers[int(number) - 1]
        self._say(f"There is no offer {number or 'without a number'}; the offers go from 1 to {len(offers)}.")
        return None

    def _squares(self, scene: Scene, words: Sequence[str]) -> tuple[Place, ...] | None:
        grids = [zone for zone in scene.zones.values() if zone.kind == "grid"]
        cells = {cell_name(zone, cell).lower(): cell_place(zone.id, cell) for zone in grids for cell in range(zone.columns * zone.rows)}
        strange = [word for word in words if word.lower() not in cells]
        if strange:
            self._say(f"There is no square {strange[0]!r}.")
            return None
        return tuple(cells[word.lower()] for word in words)

    def _sentence(self, offer: Offer) -> str:
        return self._spoken(offer.words or offer.verb)

    def _sentences(self, offers: Sequence[Offer]) -> list[str]:
        return [f"{offer.verb} {self._sentence(offer)}" for offer in offers]

    def _spoken(self, words: str) -> str:
        return spoken(words, self.match.names, self._card_name)

    def _card_name(self, card: str) -> str:
        try:
            return self.match.rules.face(card).name
        except KeyError:
            return card


def _look(scene: Scene, place: Place | None) -> object:
    kind, _, name = (place or "").partition("/")
    return lookalike(scene, int(name)) if kind == "piece" and name.isdecimal() else place


def matching(sentences: Sequence[str], words: str) -> list[int]:
    """Return the indices of the sentences that hold all the words; those that hold them as whole words come before the others."""
    wanted = words.casefold().split()
    found = [index for index, sentence in enumerate(sentences) if all(word in sentence.casefold() for word in wanted)]
    whole = [index for index in found if set(wanted) <= {word.strip(".,:;()") for word in sentences[index].casefold().split()}]
    return whole or found


def card_lines(card: CardFace) -> list[str]:
    """Return a card read aloud: name, line, numbers, text and what its keywords mean."""
    badges = [badge for badge in (card.corner, card.second, *card.stats) if badge is not None]
    lines = [f"{card.name}. {card.line}".rstrip()]
    if badges:
        lines.append("; ".join(f"{badge.words or badge.icon} {badge.value}".strip() for badge in badges))
    lines += [text.replace("*", "") for text in card.text]
    lines += [f"{word}: {meaning}" for word, meaning in card.keywords]
    return lines
