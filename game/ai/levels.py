"""The opponents one can pick: from one who plays at random to one who plans ahead, those a game brings along, and anybody's own.

A level is a value: what it overlooks, how far it looks, and how much of its time it takes. Weaker ones are weaker as people are: they
think of few of their options, trust the first throw they imagine and forget that others answer. None of them errs on purpose.
Who has one thing in mind (`minds`) is known by name and offered to nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from game.ai.brought import PROGRAM, bring, from_outside, installed
from game.ai.greedy import WORLDS, GreedyPlayer
from game.ai.minds import MINDS
from game.ai.player import Budget, Player, PolicyPlayer, Weighing
from game.ai.randomly import RandomPlayer
from game.ai.search import DEEPEST, SearchPlayer
from game.kernel.capabilities import Temperament
from game.kernel.chance import Chance
from game.kernel.rules import AnyRules
from game.kernel.words import enumerated


class Level(Struct, frozen=True):
    """How well a program plays; `words` is one honest sentence for whoever picks it.

    `sees` is the part of its options that comes to its mind, unless the game says another (`Rules.attention`), `answers` whether it looks at how others answer, `worlds` how many ways the
    dice may fall and hidden cards may lie it imagines. `depth` is how many decisions deep it plans, 0 for one who only looks at what
    stands right after an action; who plans takes the part `effort` of its time.
    """

    title: str
    words: str
    sees: float = 1.0
    answers: bool = True
    worlds: int = WORLDS
    depth: int = 0
    effort: float = 1.0


LEVELS: Mapping[str, Level] = {
    "random": Level("Random", "Takes any action that is allowed, each as likely as the next.", sees=0.0),
    "novice": Level(
        "Novice",
        "Thinks of few of its options, does not ask what you could answer, and trusts the first outcome that comes to its mind.",
        sees=0.1,
        answers=False,
        worlds=1,
    ),
    "easy": Level("Easy", "Overlooks many of its options, and looks no further than your answer.", sees=0.33, worlds=2),
    "normal": Level("Normal", "Weighs its options by what stands on the table once you have answered, and plans nothing."),
    "hard": Level(
        "Hard",
        "Thinks its good options through to its own next turn, many times, with other luck each time.",
        depth=1,
        effort=0.4,
    ),
    "master": Level("Master", "Plans several decisions ahead, yours and its own, and takes all the time it is given.", depth=DEEPEST),
}
"""Every level by name, weakest first."""

FIRST, USUAL = "novice", "normal"
"""Whom somebody meets who has played no match of a game to its end, and whom anybody else, unless they chose."""

INSTEAD = "normal"
"""Who plays in the place of a player from outside that may not be started, or is asked no more."""

ADVISER = "(adviser)"
"""Who says what actions are worth to a person who asks: nobody one could play against."""

ALSO: Mapping[str, str] = {"greedy": "normal", "search": "master"}
"""Other names for levels: how they play instead of how hard they are."""

KNOWN: tuple[str, ...] = (*LEVELS, *ALSO, *MINDS)
"""Every name that is a level in all games."""

_COUNTED = re.compile(
    rf"((?:{'|'.join(each for each in (*LEVELS, *ALSO) if LEVELS[ALSO.get(each, each)].depth)})(?::[^@]*)?)@([1-9][0-9]{{0,5}})"
)

COUNTING = f" Only {enumerated([each for each in LEVELS if LEVELS[each].depth])} may carry iterations, 1 to 999999, at the end: master@400."
"""What is said where a name carries iterations that it cannot."""


def stepped(name: str, steps: int) -> str:
    """Return the level so many steps above another (below for a negative number), with the same temperament.

    Beyond the strongest and the weakest there is none, and none beside a player that is no level: they stay as they are.
    """
    names = tuple(LEVELS)
    plain, leaning = parted(name)
    found = ALSO.get(plain, plain)
    return joined(names[max(0, min(names.index(found) + steps, len(names) - 1))], leaning) if found in LEVELS else name


def counted(name: str) -> tuple[str, int]:
    """Return a name without the iterations of a decision that one who plans may carry, as in `master@400`, and these; 0 for none."""
    found = _COUNTED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 0)


def parted(name: str) -> tuple[str, str]:
    """Return the level and the temperament of a name such as `hard:bold` or `hard:bold@400`; without one, the name and nothing."""
    name = counted(name)[0]
    level, _, temperament = ("", "", "") if from_outside(name) else name.partition(":")
    return (level, temperament) if temperament else (name, "")


def joined(level: str, temperament: str) -> str:
    """Return the name of a level that plays with a temperament; the level itself for none, and for a player that has no judgement to lean."""
    return f"{level}:{temperament}" if temperament and leans(level) else level


def leans(level: str) -> bool:
    """Tell whether a level judges what it does, so that it can have a temperament."""
    found = LEVELS.get(ALSO.get(level, level))
    return found is not None and bool(found.sees)


def temperament(name: str, rules: AnyRules) -> Temperament | None:
    """Return the temperament that a player has in a game, or None for one who has none."""
    return rules.temperaments.get(parted(name)[1])


def level_names(rules: AnyRules) -> tuple[str, ...]:
    """Return the names to choose from in a game: the levels, weakest first, its own policies, then the players that packages offer."""
    policies = tuple(name for name in rules.policies if name not in KNOWN)
    return (*LEVELS, *policies, *(name for name in installed() if name not in KNOWN and name not in policies))


def known(name: str, rules: AnyRules) -> bool:
    """Tell whether a name is a player's: of a level, a policy, a package, or one from outside, which need not be there."""
    level, leaning = parted(name)
    if leaning:
        return leans(level) and leaning in rules.temperaments
    return level in KNOWN or name in rules.policies or from_outside(name) or name in installed()


def strange(name: str) -> bool:
    """Tell whether a name may be that of a player from outside: no level's, and a file's, a program's or a package's."""
    return parted(name)[0] not in KNOWN and (from_outside(name) or name in installed())


def outsider(name: str, rules: AnyRules) -> bool:
    """Tell whether a name is that of a player who is brought from outside, be it by a file, a program or a package."""
    return from_outside(name) or (name in installed() and name not in KNOWN and name not in rules.policies)


def held(name: str, rules: AnyRules) -> bool:
    """Tell whether a name is of a class from outside, which thinks in our own process and can be ended only with it."""
    return outsider(name, rules) and not name.startswith(PROGRAM)


def player(level: str, rules: AnyRules) -> Player:
    """Return the player of a level or policy for a rulebook, or one from outside; raise PlayerError for a name that is none of these.

    A level with a temperament (`hard:bold`) judges by the rules as that temperament leans.
    """
    if level == ADVISER:
        return SearchPlayer(rules, depth=1, advises=True)
    bare, iterations = counted(level)
    plain, leaning = parted(bare)
    if leaning and known(level, rules):
        return player(plain + level[len(bare) :], rules.tempered(leaning))
    named = ALSO.get(bare, bare)
    how = LEVELS.get(named)
    if level in MINDS and level not in rules.policies:
        return MINDS[level](rules)
    if how is None:
        return PolicyPlayer(rules.policies[level]) if level in rules.policies else bring(level, rules)
    if not how.sees:
        return RandomPlayer()
    sees = rules.attention.get(named, how.sees)
    if how.depth:
        return SearchPlayer(rules, depth=how.depth, effort=how.effort, sees=sees, iterations=iterations)
    return GreedyPlayer(rules, worlds=how.worlds, answers=how.answers, sees=sees)


def weighed(asked: Player, observation: Any, legal: tuple[Any, ...], budget: Budget, chance: Chance) -> Weighing:
    """Return how a player judges a decision; nothing for one who cannot say."""
    return asked.weigh(observation, legal, budget, chance) if isinstance(asked, GreedyPlayer | SearchPlayer) else Weighing()


def title(level: str) -> str:
    """Return what a player is called where a person reads it."""
    plain, leaning = parted(level)
    found = LEVELS.get(ALSO.get(plain, plain))
    said = found.title if found else plain if from_outside(plain) else plain.replace("_", " ").replace("-", " ").capitalize()
    leant = f"{said} and {leaning}" if leaning else said
    iterations = counted(level)[1]
    return f"{leant} at {iterations}" if iterations else leant


def words(level: str, attention: Mapping[str, float]) -> str:
    """Return how a level plays, in one sentence, and in another what part of its options it thinks of where the game says so (`Rules.attention`); empty for every other player."""
    plain = parted(level)[0]
    named = ALSO.get(plain, plain)
    found = LEVELS.get(named)
    if found is None or named not in attention:
        return found.words if found else ""
    return f"{found.words} In this game it thinks of two of its options and of {100 * attention[named]:.0f} % of the others."


def briefly(level: str, attention: Mapping[str, float]) -> str:
    """Return how a level plays, in one sentence, and in a short one what it overlooks in a game where elsewhere it overlooks nothing; empty for every other player."""
    plain = parted(level)[0]
    named = ALSO.get(plain, plain)
    found, share = LEVELS.get(named), attention.get(named, 1.0)
    if found is None:
        return ""
    return f"{found.words} In this game it overlooks {100 * (1 - share):.0f} % of its options." if share < found.sees == 1 else found.words


def introduced(level: str, name: str, rules: AnyRules, say: Callable[[str], object]) -> None:
    """Say of a seat played by a level who plays it and how."""
    if how := words(level, rules.attention):
        leaning = temperament(level, rules)
        also = f" {leaning.words}" if leaning else ""
        say(f"{name} is played by the computer, {title(level)}. {how}{also}")
