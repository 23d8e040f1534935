"""What is wrong with a position, be it of a game's folder or from anywhere: it is laid out, and a lesson or a puzzle is played through."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from game import paths
from game.content.faults import found_by
from game.kernel.misfit import MISSING

if TYPE_CHECKING:
    from game.content.faults import Fault
    from game.content.mods import Mod
    from game.content.positions import Position
    from game.kernel.rules import Game


def position_faults(path: Path) -> list[Fault]:
    """Return what is wrong with a position; one that lies in no game's folder is read as each game would, and belongs to the one that has the least against it."""
    from game.content.faults import ContentError, Fault, file_label
    from game.content.hidden import hidden
    from game.content.mods import in_mod
    from game.content.positions import read_position
    from game.rules import ids, open_box

    try:
        position = read_position(path)
    except ContentError as error:
        return list(error.faults)
    if position.game in ids():
        faults = _as_laid(position)
        return _of_another(position, faults) or [*faults, *hidden(path, "positions", position.game)]
    found = {game: _as_laid(replace(position, game=game)) for game in ids()}
    least = min(_strangeness(faults) for faults in found.values())
    like = [game for game, faults in found.items() if _strangeness(faults) == least]
    if not least or in_mod(path):
        return found[like[0]] if len(like) == 1 else []
    where = "it lies in no folder positions/GAME, which would say of which game it is"
    if len(like) > 1:
        return [Fault(file_label(path), "", f"{where}, and as it is written it is one of none")]
    why = f"{where}; read as one of {open_box(like[0]).title}: "
    return [
        replace(fault, place="", words=f"{why}{': '.join(part for part in (fault.place, fault.said) if part)}") for fault in found[like[0]]
    ]


def whole_mod_faults(box: Game, mod: Mod) -> list[Fault]:
    """Return everything that is wrong with a mod and all that lies in it; its positions are laid out, and its lessons and puzzles played through."""
    from game.content.own import MOST_FILES, mod_faults
    from game.content.positions import is_decks

    positions = [path for path in mod.files("positions", "*.toml")[:MOST_FILES] if not is_decks(path)]
    return list(dict.fromkeys([*mod_faults(box, mod), *(fault for path in positions for fault in position_faults(path))]))


def _of_another(position: Position, faults: Sequence[Fault]) -> list[Fault]:
    """Return that a position which does not speak its game's language is sound as one of another; nothing for any other."""
    from game.content.faults import Fault, file_label
    from game.rules import ids, open_box

    if _strangeness(faults) < 3:
        return []
    sound = [game for game in ids() if game != position.game and not _as_laid(replace(position, game=game))]
    if len(sound) != 1:
        return []
    words = f"this is a position of {open_box(sound[0]).title}, and it lies where those of {open_box(position.game).title} do"
    return [Fault(file_label(position.path), "", words)]


def _as_laid(position: Position) -> list[Fault]:
    """Return what keeps a position from being laid out; a lesson or a puzzle must end well by its own solution."""
    from game.content.faults import ContentError, Fault, file_label
    from game.content.lines import placed
    from game.match.course import Course, played_through, rests_on_luck
    from game.match.match import Match
    from game.match.position import laid_out
    from game.match.seats import SeatPlan
    from game.match.unsaid import unsaid

    if position.kind == "position":
        return found_by(lambda: laid_out(position))
    try:
        course = Course(position, Match.lay(position, (SeatPlan("human"),) * position.setup.seats))
    except ContentError as error:
        return list(error.faults)
    wrong, label = played_through(course), file_label(position.path)
    lost = [Fault(label, place, words) for place, words in unsaid(course)]
    if lost or wrong:
        return list(placed(position.path, lost)) if lost else [Fault(label, "", wrong)]
    shipped = position.path.is_relative_to(paths.ASSETS)  # those are held to it by a test
    if shipped or position.kind != "puzzle" or not rests_on_luck(position):
        return []
    luck = "this reaches the goal by the dice of its seed alone, and with others it does not"
    return list(placed(position.path, [Fault(label, "solution", luck)]))


def _strangeness(faults: Sequence[Fault]) -> int:
    """Return how much speaks against a position being one of a game: a setup that it cannot have most, then words on the table that it does not know."""
    return max((_strange(fault) for fault in faults), default=0)


def _strange(fault: Fault) -> int:
    if fault.place.startswith("setup"):
        return 4
    if "there is no field" in fault.words or MISSING in fault.words:
        return 3
    return 2 if fault.place.startswith("table") else 1
