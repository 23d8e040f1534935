"""Make the pictures of the tables that the README shows: matches between programs, stopped where there is something to see.

Run: python tools/make_pictures.py [NAME ...]
Writes docs/pictures/NAME-SIZE.webp. The same code makes the same pictures; those whose code, cards and art did not change are left alone, and
those that look as they did (see baked.py).
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from baked import ROOT, bake, encoded
from PIL import Image

from game.ai.levels import player
from game.ai.player import Budget
from game.cli.shoot import Silent, picture, seated
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.table.play.match import MatchScreen

PICTURES = ROOT / "docs" / "pictures"
MADE_FROM = (Path(__file__), *(ROOT / name for name in ("game", "assets", "maps")))
QUALITY = 80
"""Of WebP: beside the picture itself no difference can be seen, and a page loads a quarter of the bytes."""

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
    "shine": ("shine", {}, round_of(130, 7), (SMALL, LARGE)),
    "shine-support": ("shine", {}, offered("Support"), (SMALL,)),
    "shine-guard": ("shine", {}, offered("Guard"), (SMALL,)),
    "shine-chain": ("shine", {}, chain(3), (SMALL,)),
}


@cache
def found(name: str) -> Match:
    """Play matches of good players until one comes to what is wanted; whoever decides there is the person."""
    game, fields, sight, _ = WANTED[name]
    seats = fields.get("seats", 2)
    for seed in range(1, MOST_SEEDS):
        setup = Setup(game, seats, seed=seed, map=fields.get("map", ""))
        match = Match.start(setup, (SeatPlan("human"),) * seats)
        good, chance = player("normal", match.rules), Chance(seed)
        while match.deciding is not None and match.count < MOST_ACTIONS:
            legal = match.legal()
            if match.count > 8 and sight(match):
                print(name, "seed", seed, "after", match.count, "actions")
                return seated(match, match.deciding)
            observation = match.observation(match.deciding)
            match.submit(legal[0] if len(legal) == 1 else good.choose(observation, legal, Budget(iterations=1), chance))
    raise SystemExit(f"nothing to see of {game} in {MOST_SEEDS} matches")


def shot(name: str, size: tuple[int, int]) -> bytes:
    """Return the picture of what is wanted, at a size."""
    screen = MatchScreen(found(name))
    screen.ask_here()
    screen.rival = Silent()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "shot.png"
        picture(screen, out, size)
        return encoded(Image.open(out).convert("RGB"), "WEBP", quality=QUALITY, method=6)


def main(names: list[str]) -> None:
    for name, (*_, sizes) in WANTED.items():
        if not names or name in names:
            for size in sizes:
                bake(PICTURES / f"{name}-{size[0]}x{size[1]}.webp", lambda name=name, size=size: shot(name, size), *MADE_FROM)


if __name__ == "__main__":
    main(sys.argv[1:])
