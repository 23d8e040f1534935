"""Who sits where: a person or a program on each seat of the table."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from game.ai import levels
from game.ai.brought import PlayerError, from_outside, see_made
from game.ai.levels import ALSO, COUNTING, INSTEAD, counted, known, level_names, outsider, parted, temperament, title
from game.content.faults import quotable, quoted
from game.kernel.ids import Seat
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.scene import Scene
from game.kernel.setup import DeckList, Setup
from game.kernel.words import as_name, capitalised, enumerated, meant

HUMAN = "human"
"""The player of a seat where a person chooses."""


class SeatPlan(Struct, frozen=True, forbid_unknown_fields=True):
    """Who fills a seat: `player` is "human", a level (`game.ai.levels`) that may have a temperament (`hard:bold`), a policy of the game or one from outside (`game.ai.brought`); `name` is shown."""

    player: str
    name: str = ""

    @property
    def human(self) -> bool:
        """Tell whether a person chooses here."""
        return self.player == HUMAN


def check_plans(rules: AnyRules, plans: tuple[SeatPlan, ...], seats: int) -> None:
    """Raise SetupError unless there is one plan a seat and each names a player that exists; one from outside need not be there."""
    sentences = []
    if len(plans) != seats:
        sentences.append(f"There are {seats} seats but {len(plans)} players.")
    nobodies = tuple(dict.fromkeys(plan.player for plan in plans if not plan.human and not known(plan.player, rules)))
    sentences += [_nobody(player, rules, listed=player == nobodies[-1]) for player in nobodies]
    if sentences:
        raise SetupError(*sentences)


def _nobody(player: str, rules: AnyRules, *, listed: bool) -> str:
    """Return that there is no such player, and if that is `listed` here who there are; of a file, how a class in it is named."""
    if player.endswith(".py"):
        return f"{quoted(player)} is a file, and a player is a class in one: {quotable(player)}:CLASS."
    there = (HUMAN, *level_names(rules), *ALSO)
    leanings = (
        f" A level may be {enumerated(tuple(rules.temperaments), 'or')} as well, such as hard:{min(rules.temperaments)}."
        if rules.temperaments
        else ""
    )
    leaning = [f"{level}:{lean}" for level in (parted(player)[0],) if levels.leans(level) for lean in sorted(rules.temperaments)]
    said = f"There is no player called {player[:40]!r}"
    if not listed:
        return f"{said}{meant(player, leaning or there)}."
    return f"{said}; there are {', '.join(there)}{meant(player, leaning or there)}.{leanings}{COUNTING if '@' in player else ''}"


def check_brought(rules: AnyRules, plans: tuple[SeatPlan, ...], limit: float = 0.0) -> None:
    """Raise SetupError with a sentence for each player from outside that is not there or is not made within thrice `limit` seconds (0: the usual ones)."""
    sentences = []
    for name in dict.fromkeys(plan.player for plan in plans if outsider(plan.player, rules)):
        try:
            see_made(name, rules, limit)
        except PlayerError as error:
            sentences.append(str(error))
    if sentences:
        raise SetupError(*sentences)


def trusted(rules: AnyRules, plans: tuple[SeatPlan, ...]) -> tuple[tuple[SeatPlan, ...], str]:
    """Return plans of a save in which only players play that there are here and that it may name, and a sentence for whom somebody else plays now; empty when for nobody."""
    outside = {seat for seat, plan in enumerate(plans) if from_outside(plan.player)}
    missing = {seat for seat, plan in enumerate(plans) if not plan.human and not known(plan.player, rules)}
    gone = outside | missing
    if not gone:
        return plans, ""
    whose = enumerated([f"seat {seat + 1} ({quotable(plans[seat].player, 60)})" for seat in sorted(gone)])
    causes = ["a save does not start a program from outside"] * bool(outside) + ["not every player of this save is here"] * bool(missing)
    words = f"{capitalised(' and '.join(causes))}, so {INSTEAD} plays for {whose}."
    return tuple(_played(plan, INSTEAD) if seat in gone else plan for seat, plan in enumerate(plans)), words


def introduced(plans: tuple[SeatPlan, ...], person: str) -> tuple[SeatPlan, ...]:
    """Return plans in which the first person without a name has theirs, and a lone opponent that of its level where it has no temperament."""
    alone = len(plans) == 2 and sum(plan.human for plan in plans) == 1
    return tuple(
        replace(plan, name=_opponent(plan.player)) if alone and not plan.human and not plan.name and not parted(plan.player)[1] else plan
        for plan in named(plans, person)
    )


def named(plans: tuple[SeatPlan, ...], person: str) -> tuple[SeatPlan, ...]:
    """Return plans in which the first person without a name has theirs; in a position the others are called as its file calls them: by deck or side."""
    first = next((seat for seat, plan in enumerate(plans) if plan.human), None)
    if first is None or plans[first].name:
        return plans
    return (*plans[:first], replace(plans[first], name=person.strip()), *plans[first + 1 :])


def stepped(plans: tuple[SeatPlan, ...], steps: int) -> tuple[SeatPlan, ...]:
    """Return plans in which every program plays so many levels higher (lower for a negative number); one that is called by its level is called by the new one.

    None comes to play at random, which is no opponent: those who would stay as they are.
    """
    others = [(plan, plan.player if plan.human else levels.stepped(plan.player, steps)) for plan in plans]
    return tuple(_played(plan, player) if levels.leans(levels.parted(player)[0]) else plan for plan, player in others)


def _played(plan: SeatPlan, player: str) -> SeatPlan:
    """Return a plan with another player; one that is called by its level is called by the new one."""
    return replace(plan, player=player, name=_opponent(player) if plan.name == _opponent(plan.player) else plan.name)


def named_by_program(plan: SeatPlan, rules: AnyRules) -> bool:
    """Tell whether a computer player is called as the program itself calls it, by its level or its temperament; one from outside bears what somebody typed."""
    leaning = temperament(plan.player, rules)
    own = {_opponent(plan.player), leaning.name if leaning is not None else ""}
    return not plan.human and not from_outside(plan.player) and plan.name in own


def _opponent(player: str) -> str:
    """Return what a lone opponent is called that nobody gave a name."""
    return as_name(f"{title(counted(player)[0])} opponent")


def onlookers(plans: tuple[SeatPlan, ...], *, over: bool) -> tuple[Seat, ...]:
    """Return through which seats' eyes a saved match may be seen: through all when it is `over`, else through those of its only person.

    Where several people play, nobody knows who of them is looking; where none does, nothing is given away.
    """
    people = tuple(seat for seat, plan in enumerate(plans) if plan.human)
    return tuple(range(len(plans))) if over or not people else people if len(people) == 1 else ()


def seat_names(plans: tuple[SeatPlan, ...], setup: Setup, scene: Scene, rules: AnyRules) -> tuple[str, ...]:
    """Return one name a seat, as everybody reads it: see `seated`; a program without a name has that of its temperament."""
    leanings = [temperament(plan.player, rules) for plan in plans]
    known = tuple(plan if plan.name or not each else replace(plan, name=each.name) for plan, each in zip(plans, leanings, strict=True))
    labels = {each.seat: each.label for each in scene.seats}
    return seated(known, setup.decks, [labels.get(seat, "") for seat in range(len(plans))])


def seated(plans: Sequence[SeatPlan], decks: Sequence[DeckList], sides: Sequence[str]) -> tuple[str, ...]:
    """Return one name a seat: the plan's, else that of the deck, else that of its side in the game's world, else its number.

    Names that are equal are numbered, and none marks anything in a sentence that it stands in.
    """

    def name(seat: int) -> str:
        others = (each[seat] if seat < len(each) else "" for each in ([deck.name for deck in decks], sides))
        return next(filter(None, map(as_name, (plans[seat].name, *others))), f"Seat {seat + 1}")

    return told_apart([name(seat) for seat in range(len(plans))])


def seat_faces(plans: tuple[SeatPlan, ...], rules: AnyRules) -> tuple[str, ...]:
    """Return the emblem (an icon) of each seat's temperament, empty for a seat without one."""
    return tuple(each.icon if each else "" for each in (temperament(plan.player, rules) for plan in plans))


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """Return names with a number behind each that occurs more than once."""
    same = [name.casefold() for name in names]
    return tuple(
        f"{name} ({same[: place + 1].count(same[place])})" if same.count(same[place]) > 1 else name for place, name in enumerate(names)
    )
