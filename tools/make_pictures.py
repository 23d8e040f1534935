"""Make the pictures of the tables that the README shows: matches between programs, stopped where there is something to see.

Run: python tools/make_pictures.py [NAME ...]
Writes docs/pictures/NAME-SIZE.png with 256 colours. The same code makes the same pictures.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PIL import Image

from game.ai.levels import player
from game.ai.player import Budget
from game.cli.shoot import Silent, picture, seated
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
SMALL, LARGE = (1280, 720), (1920, 1080)
MOST_SEEDS, MOST_ACTIONS = 60, 400

Sight = Callable[[Match], bool]


def tokens(least: int) -> Sight:
    """See whether so many characters stand on the grid, at the start of a turn with cards."""

    def sight(match: Match) -> bool:
        scene = match.scene(match.deciding)
        there = sum(piece.kind == "token" for piece in scene.pieces.values())
        return there >= least and scene.prompt is not None and scene.prompt.words.startswith("Play cards") and len(match.legal()) > 40

    return sight


def asked(words: str) -> Sight:
    """See whether the question says so."""

    def sight(match: Match) -> bool:
        prompt = match.scene(match.deciding).prompt
        return prompt is not None and words in prompt.words and len(match.legal()) > 1

    return sight


def offered(*verbs: str) -> Sight:
    """See whether all of these can be done."""
    return lambda match: set(verbs) <= {offer.verb for offer in match.offers() if offer.refusal is None}


def chain(least: int) -> Sight:
    """See whether so many cards wait on the chain."""
    return lambda match: sum(piece.zone == "chain" for piece in match.scene(match.deciding).pieces.values()) >= least


def round_of(least: int, choices: int) -> Sight:
    """See whether so many actions were taken and there is much to choose from."""
    return lambda match: match.count >= least and len(match.legal()) >= choices


WANTED: dict[str, tuple[str, dict[str, Any], Sight, tuple[tuple[int, int], ...]]] = {
    "overcross": ("overcross", {"map": "river"}, tokens(8), (SMALL, LARGE)),
    "verona": ("verona", {"seats": 4}, round_of(40, 4), (SMALL, LARGE)),
    "cardmaster": ("cardmaster", {}, round_of(45, 12), (SMALL, LARGE)),
    "starcrossed": ("starcrossed", {}, round_of(60, 9), (SMALL, LARGE)),
    "starcrossed-block": ("starcrossed", {}, offered("Block"), (SMALL,)),
    "starcrossed-activate": ("starcrossed", {}, offered("Activate"), (SMALL,)),
    "starcrossed-attune": ("starcrossed", {}, asked("Attune the crystal"), (SMALL,)),
    "starcrossed-discard": ("starcrossed", {}, offered("Under the deck"), (SMALL,)),
    "starcrossed-order": ("starcrossed", {}, asked("Several abilities"), (SMALL,)),
    "starcrossed-target": ("starcrossed", {}, asked(": choose"), (SMALL,)),
    "shine": ("shine", {}, round_of(130, 7), (SMALL, LARGE)),
    "shine-support": ("shine", {}, offered("Support"), (SMALL,)),
    "shine-guard": ("shine", {}, offered("Guard"), (SMALL,)),
    "shine-chain": ("shine", {}, chain(3), (SMALL,)),
}


def found(game: str, fields: dict[str, Any], sight: Sight) -> Match:
    """Play matches of good players until one comes to what is wanted; whoever decides there is the person."""
    seats = fields.get("seats", 2)
    for seed in range(1, MOST_SEEDS):
        setup = Setup(game, seats, seed=seed, map=fields.get("map", ""))
        match = Match.start(setup, (SeatPlan("human"),) * seats)
        good, chance = player("normal", match.rules), Chance(seed)
        while match.deciding is not None and match.count < MOST_ACTIONS:
            legal = match.legal()
            if match.count > 8 and sight(match):
                return seated(match, match.deciding)
            observation = match.observation(match.deciding)
            match.submit(legal[0] if len(legal) == 1 else good.choose(observation, legal, Budget(iterations=1), chance))
    raise SystemExit(f"nothing to see of {game} in {MOST_SEEDS} matches")


def main(names: list[str]) -> None:
    for name, (game, fields, sight, sizes) in WANTED.items():
        if names and name not in names:
            continue
        match = found(game, fields, sight)
        print(name, "seed", match.setup.seed, "after", match.count, "actions")
        for size in sizes:
            screen = MatchScreen(match)
            screen.ask_here()
            screen.rival = Silent()
            out = PICTURES / f"{name}-{size[0]}x{size[1]}.png"
            picture(screen, out, size)
            Image.open(out).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(out, optimize=True)


main(sys.argv[1:])
