"""Temperaments: two a game, each with a name, a face and one sentence that is true of what it does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import toy
from msgspec.structs import replace

from game import paths
from game.ai.greedy import GreedyPlayer
from game.ai.levels import joined, known, parted, player, stepped, title
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.offers import SetupError
from game.kernel.rules import AnyRules
from game.kernel.setup import Setup
from game.lab.ladder import hands
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import SHIPPED, open_box

BOTH = ("bold", "patient")


def rules_of(game: str, seed: int = 1) -> tuple[AnyRules, Setup]:
    box = open_box(game)
    maps = box.maps(2)
    setup = Setup(game, 2, map=min(maps)[0] if maps else "")
    setup = box.complete(replace(setup, seed=seed, decks=hands(box, setup)[0]))
    return box.rules(setup), setup


@pytest.mark.parametrize("game", SHIPPED)
def test_every_game_has_two_with_a_name_a_face_and_a_sentence(game: str) -> None:
    found = rules_of(game)[0].temperaments
    assert tuple(found) == BOTH
    assert len({each.name for each in found.values()}) == len({each.icon for each in found.values()}) == 2
    for each in found.values():
        assert (paths.ASSETS / "icons" / f"{each.icon}.svg").is_file()
        assert each.words.endswith(".")
        assert each.words.count(".") == 1


def test_a_name_says_level_and_temperament() -> None:
    assert parted("hard:bold") == ("hard", "bold")
    assert parted("hard") == ("hard", "")
    assert parted("my.py:Bold") == ("my.py:Bold", "")
    assert joined("easy", "patient") == "easy:patient"
    assert (joined("random", "patient"), joined("human", "bold"), joined("hard", "")) == ("random", "human", "hard")
    assert title("hard:bold") == "Hard and bold"
    assert (stepped("normal:bold", 1), stepped("normal:bold", -1)) == ("hard:bold", "easy:bold")


def test_only_who_judges_in_a_game_that_has_it_can_have_a_temperament() -> None:
    rules = rules_of("cardmaster")[0]
    assert known("novice:bold", rules)
    assert known("greedy:patient", rules)
    for name in ("random:bold", "classic:bold", "human:bold", "hard:sly", ":bold", "hard:bold:bold"):
        assert not known(name, rules), name
    assert not known("hard:bold", toy.ToyRules())
    with pytest.raises(SetupError, match="may be bold or patient as well, such as hard:bold"):
        Match.start(Setup("verona", 2, seed=1), (SeatPlan("human"), SeatPlan("hard:sly")))


def test_who_has_a_temperament_goes_by_its_name_and_is_numbered_when_not_alone() -> None:
    plans = (SeatPlan("human", "Ann"), SeatPlan("easy:bold"), SeatPlan("hard:bold"), SeatPlan("hard:patient", "Bo"))
    match = Match.start(Setup("verona", 4, seed=1), plans)
    assert match.names == ("Ann", "Tybalt (1)", "Tybalt (2)", "Bo")
    assert match.faces == ("", "fencer", "fencer", "truce")


@pytest.mark.parametrize("game", SHIPPED)
def test_a_temperament_changes_what_is_thought_and_never_the_rules(game: str) -> None:
    plain, setup = rules_of(game)
    state = plain.setup(setup).state
    chance = Chance(3)
    apart = 0
    for _ in range(30):
        legal = plain.legal(state)
        if not legal:
            break
        for name in BOTH:
            leaning = plain.tempered(name)
            assert leaning.legal(state) == legal
            apart += leaning.evaluate(state) != plain.evaluate(state)
        state = plain.advance(state, chance.pick(legal))
    assert apart
    with pytest.raises(KeyError):
        plain.tempered("sly")


def choices(game: str, matches: int, every: int) -> dict[str, list[tuple[Any, Any]]]:
    """Return in which states the two temperaments of a game would do what, where they would not do the same."""
    found: dict[str, list[tuple[Any, Any]]] = {name: [] for name in BOTH}
    for seed in range(1, matches + 1):
        rules, setup = rules_of(game, seed)
        state, chance = rules.setup(setup).state, Chance(seed - 1)
        walker = GreedyPlayer(rules, worlds=1, sees=0.3)
        asked = {name: GreedyPlayer(rules.tempered(name), worlds=2) for name in BOTH}
        for number in range(400):
            legal = rules.legal(state)
            if not legal:
                break
            seen = rules.observe(state, rules.deciding(state) or 0)
            if len(legal) > 1 and number % every == 0:
                would = {name: one.choose(seen, legal, Budget(), Chance(number)) for name, one in asked.items()}
                if would["bold"] != would["patient"]:
                    for name, action in would.items():
                        found[name].append((state, action))
            state = rules.advance(state, legal[0] if len(legal) == 1 else walker.choose(seen, legal, Budget(), chance))
    return found


def named(*kinds: str) -> Callable[[Any, Any], bool]:
    return lambda _, action: type(action).__name__ in kinds


def on_a_star(state: Any, action: Any) -> bool:
    return type(action).__name__ == "Attack" and state.cards[action.target][0] in STARS


STARS = {face.id for face in open_box("shine").catalogue() if face.kind == "star"}


@pytest.mark.parametrize(
    ("game", "matches", "every", "who", "does"),
    [
        ("verona", 12, 1, "patient", named("Recruit")),
        ("cardmaster", 1, 1, "patient", named("Stack")),
        ("cardmaster", 1, 1, "bold", named("Attack")),
        ("starcrossed", 3, 1, "patient", named("SetDown")),
        ("shine", 2, 1, "bold", on_a_star),
        ("overcross", 4, 3, "patient", named("Use")),
    ],
)
def test_the_bold_one_does_what_the_patient_one_waits_with(
    game: str, matches: int, every: int, who: str, does: Callable[[Any, Any], bool]
) -> None:
    found = choices(game, matches, every)
    counts = {name: sum(does(state, action) for state, action in each) for name, each in found.items()}
    (other,) = set(BOTH) - {who}
    assert counts[who] >= max(2, 2 * counts[other]), counts


def test_a_temperament_is_the_same_player_with_other_weights() -> None:
    rules = rules_of("verona")[0]
    assert type(player("hard:bold", rules)) is type(player("hard", rules))
