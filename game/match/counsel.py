"""Counsel on a match: what would be best here, and why a program did what it did; both are told by a player who weighs the decision.

A hint weighs what a person may do, with what that person knows. "Why did it do that?" has the same player weigh the same decision again as it
stood, with what it knew then. How it weighed it and what it could have done instead is told only where that gives away nothing: everything lies open,
or the match is over. Before, an answer is made of nothing but what the viewer knows. Who asks, and how the answer is shown, is the business of the table, in a window or in words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from game.ai.levels import ADVISER, introduced, title
from game.ai.player import Budget, Candidate, Weighing
from game.kernel.cues import Telling
from game.kernel.ids import Seat, piece_of
from game.kernel.offers import Offer, Preview
from game.kernel.words import capitalised, counted, unmarked
from game.match.match import Match
from game.match.prospects import ABOUT, APART, CLEAR, SAME, outlook, percent, points, verdict, worse

THINKING = Budget(seconds=1.0)
"""How long is thought about a question."""

SHOWN = 3
"""So many actions are shown, the best first."""

_YOU = re.compile(r"\b[Yy]our?\b")
_IT = {"you": "it", "You": "It", "your": "its", "Your": "Its"}

_SENTENCES = re.compile(r"(?<=\.) (?=[A-Z\[])")

GLANCED = 120
"""So many letters of what an action brings are read at a glance,"""

GLANCED_HEADS = 180
"""and so many with a sentence that cannot be shortened, or with what others may answer, of which only its name is told."""

FEW, GAIN = 16, 0.004
"""Looks fewer than the first leave to luck what is less than CLEAR apart: then what is better at a glance by the second, such as a card drawn, is given for something."""

_COSTS = re.compile(r"Costs ([^.]+)\. ")
"""How what is foreseen of an action begins where it says first what is paid for it."""

_CALLED = re.compile(r"\d+|\w\w+")
"""What of the name of a button its sentence says as well: all but single letters, such as the I of "I start"."""

_PRINTED = ("Play", "Attach", "Deploy", "Activate")
"""How actions begin that do what is printed on a card."""

ALONE = "Hints are for one who plays alone against the computer."
NOTHING_YET = "No program has done anything yet."
NO_PROGRAM = "No program plays here."
NO_IDEA = "No hint came: the program that thinks could not be asked. Ask again."
"""What is answered where there is no counsel: to more people than one, before a program has acted, where none does, and when nobody could be asked."""

Spoken = Callable[[str], str]
Previews = Callable[[Offer], Preview]
"""Returns words with seats and cards named, as whoever looks reads them; returns what an offer would do."""

_Ranked = tuple[Offer, float]
_Weighed = tuple[Candidate, Offer]


def decision_seed(about: int, seat: Seat) -> int:
    """Return the seed that a program decides with at a table, so many actions into the match: the same decision has the same, whenever it is weighed."""
    return about * 7919 + seat


class Question(Struct, frozen=True):
    """A decision to be weighed: how many actions went before it, the level that weighs it, whose it is, what that seat knew and could do."""

    about: int
    level: str
    seat: Seat
    observation: Any
    legal: tuple[Any, ...]

    @property
    def seed(self) -> int:
        """Return the seed that a program decides with there, so that it comes to the same choice again; the adviser always looks at the same luck, so that what it says of two moments can be compared."""
        return decision_seed(0 if self.level == ADVISER else self.about, self.seat)


class Idea(Struct, frozen=True):
    """An action that is shown as a hint: its offer, what it says, and what it leads to."""

    offer: Offer
    words: str
    outlook: str


def hinted(match: Match) -> bool:
    """Tell whether hints are to be had: by one person who plays against programs."""
    return [plan.human for plan in match.plans].count(True) == 1 and len(match.plans) > 1


def best_here(match: Match, seat: Seat) -> Question:
    """Return the question what would be best for the seat that is to choose."""
    return Question(match.count, ADVISER, seat, match.observation(seat), match.legal())


def why_step(match: Match, viewer: Seat, number: int = 0) -> Question | None:
    """Return the question why a program took the n-th action; None where none did.

    By default that is the last deed of any program that a viewer saw since its own last one; where they only let moments go by, the last of these, and where
    the viewer saw nothing at all, the last action.
    """
    step = number or _last_deed(match, viewer)
    if not _by_program(match, step):
        return None
    seat, observation, legal = match.asked(step)
    return Question(step - 1, match.plans[seat].player, seat, observation, legal)


def deed(match: Match, viewer: Seat, back: int) -> int:
    """Return the number of the action that was a program's last deed, or its `back`-th last one, as far as a viewer saw them; 0 where there are fewer."""
    step = _last_deed(match, viewer)
    for each in range(step - 1, match.first, -1):
        if back < 2:
            break
        if _by_program(match, each) and _told(match, each, viewer) and not match.stopped(each):
            step, back = each, back - 1
    return step if back < 2 else 0


def nothing_to_explain(match: Match) -> str:
    """Return what is answered where no program has done anything: that none plays, or that none has acted yet."""
    return NO_PROGRAM if all(plan.human for plan in match.plans) else NOTHING_YET


def _last_deed(match: Match, viewer: Seat) -> int:
    newest = seen = 0
    for each in range(match.count, match.first, -1):
        if _by_program(match, each):
            newest = newest or each
            if _told(match, each, viewer):
                if not match.stopped(each):
                    return each
                seen = seen or each
        elif seen and match.actor(each) == viewer and not match.stopped(each):
            break
    return seen or newest


def _by_program(match: Match, number: int) -> bool:
    actor = match.actor(number) if number > match.first else None
    return actor is not None and not match.plans[actor].human


def ideas(match: Match, weighing: Weighing, offers: Iterable[Offer], preview: Previews, spoken: Spoken) -> tuple[Idea, ...]:
    """Return the best of what may be done, each once: what sounds alike is alike, and so is what comes to the same in the same way, as long as nothing clearly worse would be shown instead.

    Beside what was thought of nothing is told that was only glanced at, as beside a win that nobody can prevent. What is as good as an idea before says only that, and how high the chances are.
    """
    legal, seats = match.legal(), len(match.plans)
    enabled = {offer.action: offer for offer in reversed(tuple(offers)) if offer.refusal is None}
    candidates = _for_what_they_bring(
        [(each, enabled[legal[each.number]]) for each in weighing.candidates if legal[each.number] in enabled], preview
    )
    found: dict[str, tuple[Offer, float]] = {}
    twins: dict[str, tuple[Offer, float]] = {}
    stopping: float | None = None
    stops: tuple[str, tuple[Offer, float]] | None = None
    for each, offer in candidates:
        if not each.looks and found:  # of what was only glanced at nobody knows what it leads to
            continue
        words = spoken(offer.words)
        if offer.stops and each.looks and (stopping is None or each.prospects > stopping):
            stopping, stops = each.prospects, (words, (offer, each.prospects))
        if words in found or words in twins or (offer.warning and found):  # what would change nothing is no idea beside others
            continue
        if any(_alike(offer, each.prospects, *other) for other in found.values()):
            twins.setdefault(words, (offer, each.prospects))
        elif len(found) < SHOWN:
            found[words] = offer, each.prospects
    told = list[Idea]()
    best = candidates[0][0].prospects if candidates else 0.0
    if stopping is not None:
        stopping = min(stopping, best)  # nobody stands better than with the best that can be done
    ranked = list(found.items())
    for twin in sorted(twins.items(), key=lambda each: -each[1][1]):  # what is as good as another idea comes before what is clearly worse
        if any(each[1][1] < twin[1][1] - CLEAR for each in ranked[1:]):
            ranked = [ranked[0], *sorted([*ranked[1:], twin], key=lambda each: -each[1][1])][:SHOWN]
    ranked[1:] = sorted(ranked[1:], key=lambda each: -each[1][1])
    if stopping is not None and stops is not None and stops not in ranked and worse(ranked[-1][1][1], stopping):
        ranked[-1] = stops  # nothing worse than stopping is shown instead of it
    if stopping is not None:
        hasty = {legal[each.number]: each.gains >= GAIN for each in weighing.candidates if 0 < each.looks < FEW}
        left = max(each.gains for each in weighing.candidates if stops is not None and legal[each.number] == stops[1][0].action)
        costly = {legal[each.number] for each in weighing.candidates if each.gains < left - GAIN}
        words, (offer, prospects) = ranked.pop(_first(match, [each for _, each in ranked], stopping, preview, hasty, costly))
        even = offer.action in hasty and prospects > stopping - CLEAR  # luck may tell them apart, and what comes first is not told as worse
        ranked.insert(0, (words, (offer, max(prospects, stopping) if even else prospects)))
    before, read = list[_Told](), set[str]()
    for words, (offer, prospects) in ranked:
        foreseen = spoken(" ".join(filter(None, (preview(offer).words, offer.warning))))
        said, brings = _headed(words, foreseen, tuple(map(spoken, printed(match, offer))), read)
        brings, closes = shortly(brings), spoken(offer.closes)
        leads = outlook(min(prospects, best), None if offer.stops else stopping, seats)
        brought = " ".join(filter(None, (brings, "" if said in closes else closes)))
        chances = leads.partition(ABOUT)[2].partition(" to win")[0]
        now = _Told(brought, leads, f"about {chances}" if chances else percent(min(prospects, best)))
        said = said.rstrip(".")
        told.append(Idea(offer, said if offer.source else _as_called(spoken(offer.verb), said), _as_before(now, before)))
        before.append(now)
    return tuple(told)


def _for_what_they_bring(candidates: Sequence[_Weighed], preview: Previews) -> list[_Weighed]:
    """Return what was weighed in another order: an action is told for what it brings, and not for what is done next, which would come just the same without it.

    What comes to nothing is told after all that is as good and does not, and as no better, and not at all where some of that, or of what only luck may tell apart from it, gains something at a glance. And what gains nothing comes after what gains something, ends no more and is as good.
    """
    doing = [(each, offer) for each, offer in candidates if each.looks and not offer.stops and not offer.warning]
    idle = {each.number for each, offer in doing if preview(offer).idle}
    gaining = [(each, offer) for each, offer in doing if each.gains > 0 and each.number not in idle]
    told = [(each, offer) for each, offer in candidates if each.number not in idle]
    for each, offer in ((each, offer) for each, offer in candidates if each.number in idle):
        luck = CLEAR if each.looks < FEW else 0.0
        better = (other for other, _ in gaining if not worse(other.prospects, each.prospects) or other.prospects > each.prospects - luck)
        if any(other.gains > each.gains for other in better):
            continue
        before = [place for place, (other, _) in enumerate(told, 1) if other.looks and not worse(other.prospects, each.prospects)]
        share = min([each.prospects, *(told[place - 1][0].prospects for place in before)])
        told.insert(max(before, default=0), (replace(each, prospects=share), offer))
    if told and not told[0][1].stops and told[0][0].gains <= 0:
        best, ending = told[0]
        found = (
            (each, offer)
            for each, offer in gaining
            if each.gains >= best.gains + GAIN and offer.closes in {"", ending.closes} and not worse(each.prospects, best.prospects)
        )
        if (first := next(found, None)) is not None:
            told.remove(first)
            told.insert(0, first)
    return told


def _first(match: Match, ranked: Sequence[_Ranked], stopping: float, preview: Previews, hasty: Mapping[Any, bool], costly: set[Any]) -> int:
    """Return the place of the idea that comes first of these, the best first: before what ends something what costs nothing or gains something, ends no more and is as good, and before what comes to nothing, or takes a card for nothing, what does not.

    `hasty` are the actions that were looked at so few times that luck may tell them apart, each with whether it gains something at a glance; after the `costly` ones less is left at a glance than after stopping.
    """
    best, prospects = ranked[0]
    free = [not worse(share, stopping) for _, share in ranked]
    gives = [
        offer.action in costly or preview(offer).spends or (_from_hand(match, offer) and not hasty.get(offer.action, False))
        for offer, _ in ranked
    ]
    if best.stops:
        found = (
            place
            for place, (offer, share) in enumerate(ranked)
            if (free[place] or (offer.action in hasty and share > stopping - CLEAR))
            and not (offer.stops or gives[place])
            and not preview(offer).idle
            and (best.onward or not offer.closes)
            and (_costless(match, offer) or hasty.get(offer.action, False))
        )
    elif not worse(stopping, prospects):
        idle, spent = preview(best).idle or best.warning, gives[0] and (preview(best).spends or points(prospects) <= points(stopping))
        found = (place for place, (offer, _) in enumerate(ranked) if (idle and offer.stops) or (spent and free[place] and not gives[place]))
    else:
        return 0
    return next(found, 0)


def _as_called(verb: str, words: str) -> str:
    """Return what an action says behind what its button is called, unless it says that itself."""
    said = re.findall(r"\w+", words.casefold())
    if all(any(word.startswith(each.removesuffix("s")) for word in said) for each in _CALLED.findall(verb.casefold())):
        return words
    return f"{verb}: {words[:1].lower()}{words[1:]}"


def _headed(words: str, foreseen: str, card: Sequence[str], read: set[str]) -> tuple[str, str]:
    """Return what heads an action that is told in these words, and what it brings: what is `foreseen` of it, or else what is printed on its card, as far as it was not `read` before; what is paid stands once."""
    if (paid := _COSTS.match(foreseen)) is not None and f"({paid[1]})" in words:
        foreseen = foreseen[paid.end() :]
    head, colon, text = words.rpartition(": ")
    does = "" if foreseen else next((text for text in card if text and text in words), "")
    if does:  # of all that is printed on a card, what it does now
        name, _, onto = words.partition(does)
        return ": ".join(filter(None, (name.rstrip(": "), onto.strip(" .")))), _once(does, read)
    if colon and text.endswith(".") and not foreseen:
        return head, _once(capitalised(text), read)
    brings = foreseen or _once(" ".join(card), read)
    if colon and any(text in each for each in card) and not _once(text, read):
        return head, brings
    return words.removesuffix(brings).strip() or words, brings  # what it brings stands once, with the outlook


def _once(text: str, read: set[str]) -> str:
    """Return what is printed on a card, empty where a hint before told it; it is added to what was `read`."""
    if text in read:
        return ""
    read.add(text)
    return text


class _Told(Struct, frozen=True):
    """What is told of an idea: what it brings, where that leads, and how high the chances are."""

    brings: str
    leads: str
    chances: str


def _as_before(now: _Told, before: Sequence[_Told]) -> str:
    """Return what an action brings and leads to; what ideas before brought or led to is not said again.

    That it comes to the same is never said: a place tells more than any preview, such as which card a Support card stands under.
    """
    for place, each in zip(("first", "second"), before, strict=False):
        if each.leads.replace(ABOUT, "(") != now.leads.replace(ABOUT, "("):
            continue
        brings = "" if now.brings == each.brings else now.brings
        return f"{brings} It is as good as the {place} of these ({each.chances} to win).".lstrip()
    return f"{now.brings} {now.leads}".lstrip()


def printed(match: Match, offer: Offer) -> tuple[str, ...]:
    """Return what is printed on the card that an action plays or turns up, ability by ability, nothing for any other action: what is told of it where nothing is foreseen."""
    if match.deciding is None or not offer.verb.startswith(_PRINTED) or not (offer.source or "").startswith("piece/"):
        return ()
    piece = match.scene(match.deciding).pieces.get(int((offer.source or "")[6:]))
    return tuple(map(unmarked, match.rules.face(piece.face).text)) if piece is not None and piece.kind == "card" and piece.face else ()


def _alike(offer: Offer, prospects: float, other: Offer, of_other: float) -> bool:
    """Tell whether two actions are one idea: the same piece does the same elsewhere, or another does it there, for prospects that nobody could tell apart."""
    return abs(prospects - of_other) < SAME and not set(offer.ends).isdisjoint(other.ends)


def _costless(match: Match, offer: Offer) -> bool:
    """Tell whether a piece that lies on the table does something to what is not its owner's, such as an attack: no card is laid for it, and nobody goes anywhere."""
    ends = [place for place in (offer.source, offer.target) if place is not None and place.startswith("piece/")]
    if match.deciding is None or offer.warning or len(ends) < 2:
        return False
    scene = match.scene(match.deciding)
    source, target = (scene.pieces.get(piece_of(place)) for place in ends)
    if source is None or target is None:
        return False
    return scene.zones[source.zone].kind != "hand" and source.owner == match.deciding != target.owner


def _from_hand(match: Match, offer: Offer) -> bool:
    """Tell whether an action takes a card from a hand."""
    if match.deciding is None:
        return False
    scene = match.scene(match.deciding)
    source = scene.pieces.get(piece_of(offer.source or ""))
    return source is not None and scene.zones[source.zone].kind == "hand"


def shortly(words: str) -> str:
    """Return as much of a preview as is read at a glance, the whole of which stands where the action itself is pointed at: its first sentences, and of the next one what stands before a colon. Dots say that there is more."""
    kept, *more = _SENTENCES.split(words)
    for each in more:
        head, colon, _ = each.partition(": ")
        if len(kept) + len(each) > (GLANCED if colon else GLANCED_HEADS):
            kept = f"{kept} {head}" if colon and len(kept) + len(head) <= GLANCED_HEADS else kept.removesuffix(".")
            return f"{kept} …"
        kept += f" {each}"
    return kept


def reasons(match: Match, number: int, viewer: Seat, weighing: Weighing, spoken: Spoken) -> list[str]:
    """Return in sentences why a program took the n-th action, as the viewer may know it."""
    seat, _, legal = match.asked(number)
    name, level = match.names[seat], match.plans[seat].player
    lines = [done(match, number, viewer, spoken)]
    introduced(level, name, match.rules, lines.append)
    if concealed(match, number, viewer):  # not a word may depend on what the viewer does not know
        lines += _foreseen(match, number, viewer)
    elif len(legal) == 1:
        lines.append("There was nothing else it could do.")
    elif not weighing.candidates:
        lines.append(f"{title(level)} does not weigh what it does.")
    else:
        lines += _weighed(match, number, max(viewer, 0), weighing, legal)
    return lines


def concealed(match: Match, number: int, viewer: Seat) -> bool:
    """Tell whether what a program had in mind at the n-th action would tell a viewer what is hidden from it."""
    return match.outcome is None and match.hid(number, viewer)


def _foreseen(match: Match, number: int, viewer: Seat) -> list[str]:
    """Return how an action looks, with what came of it, to who knows only what the viewer knows, and when the rest is told."""
    lines, seat = ["What it weighed, knowing its own cards, is told when the match is over: ask again then."], match.asked(number)[0]
    over = match.answered(number)
    if (
        viewer >= 0 and over is not None and _told(match, number, viewer) and not match.passed(number) and match.actor(number + 1) == seat
    ):  # who lets go by what was counted on seems to lose it, and who acts stands better
        before, after = (match.foreseen(each, seat, viewer) for each in (number - 1, over))
        lines.insert(0, f"As far as you can see, {_changed(round(100 * after) - round(100 * before))}.")
    return lines


def _changed(points: int) -> str:
    """Return what an action changed of somebody's chances. How high they are says a glance in the middle of a turn too badly: whoever acts looks better than who is to answer; nor is it so sharp that it tells less than APART."""
    return (
        f"its chances {'rose' if points > 0 else 'fell'} by {abs(points)} in 100" if abs(points) >= APART else "its chances hardly changed"
    )


def done(match: Match, number: int, viewer: Seat, spoken: Spoken) -> str:
    """Return what was done, as the viewer may know it: what was paid for it comes after the deed, and what follows from letting a moment pass is no deed."""
    told = _told(match, number, viewer)
    if not told:
        return "Something was done that you could not see."
    deed = next((each for each in told if each.kind != "score"), told[0])
    let_go = match.passed(number)
    if not let_go or deed.kind == "pass":
        return spoken(deed.words)
    return spoken(f'{{{match.actor(number)}}} chose "{let_go}". Then: {min(told, key=lambda each: each.detail).words}')


def _told(match: Match, number: int, viewer: Seat) -> list[Telling]:
    """Return what a viewer was told of the n-th action; that somebody else's turn begins is no deed of whoever acted."""
    told = (each for each in match.told(viewer, number) if each.words)
    return [each for each in told if each.kind != "turn" or f"{{{match.actor(number)}}}" in each.words]


def _weighed(match: Match, number: int, viewer: Seat, weighing: Weighing, legal: tuple[Any, ...]) -> list[str]:
    """Return how it judged, and what else it had in mind where that may be told, in the words of who looks from a seat."""
    candidates, action = weighing.candidates, match.action(number)
    taken = next((each for each in candidates if legal[each.number] == action), None)
    if taken is None:
        return ["Thinking about it again, it would do something else: it was a near thing."]
    sentences = match.sentences(number)
    said = {sentences.get(action, "")}
    others = tuple(each for each in candidates if each is not taken and sentences.get(legal[each.number]) not in said)
    lines = [
        verdict((taken, *others)),
        f"It weighed {counted(len(candidates), 'option')} of {len(legal)} and thought its chances {percent(taken.prospects)} after this one.",
    ]
    for each in sorted(others, key=lambda each: -each.prospects):
        words = sentences.get(legal[each.number], "")
        if words and words not in said and len(said) < SHOWN:
            lines += ["Instead it had in mind, with its chances after each:"] if len(said) == 1 else []
            said.add(words)
            seen = words if match.asked(number)[0] == viewer else match.rules.across(words)
            lines.append(f"{percent(each.prospects)}: {of_another(seen).rstrip('.')}.")
    return lines


def of_another(words: str) -> str:
    """Return what is said to one who may do something as it is told of them to somebody else."""
    return _YOU.sub(lambda found: _IT[found[0]], words)


def asked_for(match: Match, hints: int) -> str:
    """Return how many hints were asked for and shown in this sitting, as the end of the match says it; empty for none."""
    since = " since the match was opened again" if match.resumed else ""
    return f"You asked for {counted(hints, 'hint')}{since}." if hints else ""
