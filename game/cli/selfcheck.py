"""The program looks at itself, to see that everything is there that ships and that each game plays.

A packaged program can silently lack a file or a module that a checkout has. So it imports every module of its own, counts its cards, maps,
fonts, icons and sounds, and plays a short match of each game, all without a window; one line for each, exit code 1 when one fails.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages
from time import perf_counter

import game as whole
from game import __version__, paths
from game.ai.levels import level_names, player
from game.ai.player import Budget
from game.kernel.chance import Chance
from game.kernel.setup import Setup
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import IDS, open_box

SEED = 20
MOST_STEPS = 400
"""A short match: long games are not played to their end here."""

CLEVER_STEPS = 10
"""The first steps are taken by one who looks ahead, so that it is seen to work too."""

EXTRAS = {"gymnasium", "numpy", "pettingzoo"}
"""What a module of ours may lack: it comes with an extra."""


class Lacking(Exception):  # noqa: N818
    """Something that should be there is not; the words say what."""


def selfcheck() -> int:
    """Print a line for each thing looked at; return 1 when one of them fails."""
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    print(f"starcross {__version__}, Python {sys.version.split()[0]}, {'packaged' if getattr(sys, 'frozen', False) else 'from its files'}")
    failed = 0
    for name, look in _looks():
        start = perf_counter()
        try:
            found = look()
        except Exception as error:  # noqa: BLE001  (whatever is wrong is to be reported, and the rest looked at)
            failed += 1
            found = f"FAILED: {type(error).__name__}: {error}"
        print(f"{name:14}{found} ({perf_counter() - start:.2f} s)", flush=True)
    print("All is well." if not failed else f"{failed} of these failed.")
    return 1 if failed else 0


def _looks() -> Iterator[tuple[str, Callable[[], str]]]:
    yield "modules", _modules
    for name, pattern in (
        ("fonts", "fonts/*.ttf"),
        ("icons", "icons/**/*.svg"),
        ("pictures", "images/**/*.[jpw]*"),
        ("sounds", "sounds/*.*"),
        ("themes", "themes/*.toml"),
    ):
        yield name, lambda pattern=pattern: _counted(paths.ASSETS, pattern)  # type: ignore[misc]
    yield "maps", lambda: _counted(paths.MAPS, "**/*.tmx")
    yield "licences", _licences
    for game in IDS:
        yield game, lambda game=game: _game(game)  # type: ignore[misc]


def _modules() -> str:
    """Import what there is; what a library lacks shows only then."""
    names = [found.name for found in walk_packages(whole.__path__, f"{whole.__name__}.")]
    for name in names:
        try:
            import_module(name)
        except ModuleNotFoundError as error:
            if error.name not in EXTRAS:
                raise
    return str(len(names))


def _counted(folder: object, pattern: str) -> str:
    from pathlib import Path

    count = sum(1 for path in Path(str(folder)).glob(pattern) if path.is_file())
    if not count:
        raise Lacking(f"nothing matches {pattern}")
    return str(count)


def _licences() -> str:
    found = sorted(path.name for path in paths.ASSETS.glob("ATTRIBUTION*")) + sorted(path.name for path in paths.ASSETS.rglob("*OFL*"))
    if "ATTRIBUTION.md" not in found:
        raise Lacking("ATTRIBUTION.md is not there")
    return str(len(found))


def _game(game: str) -> str:
    box = open_box(game)
    if not (paths.ASSETS / "rules" / f"{game}.md").is_file():
        raise Lacking("the rules page is not there")
    seats = min(box.seats)
    match = Match.start(Setup(game=game, seats=seats, seed=SEED), (SeatPlan("random"),) * seats)
    simple, clever = (player(level, match.rules) for level in level_names(match.rules)[:2])
    chance = Chance(SEED)
    while match.count < MOST_STEPS and (seat := match.deciding) is not None:
        one = clever if match.count < CLEVER_STEPS else simple
        match.submit(one.choose(match.observation(seat), match.legal(), Budget(iterations=20), chance))
    if not match.count:
        raise Lacking("the match never began")
    end = "played to the end" if match.outcome else "played"
    parts = [f"{len(box.catalogue())} cards", f"{len(box.ready_decks())} decks", f"{len(box.maps(seats))} maps"]
    return f"{', '.join(part for part in parts if not part.startswith('0 ')) or 'no cards'}; {match.count} steps {end}"
