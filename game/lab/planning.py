"""What a study plays: every pairing of decks, every map, or an earlier study once more with today's cards; and when it knows enough.

The command line and the window both plan here, so that a study is the same one wherever it was asked for.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, combinations, count
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from game import paths
from game.ai.brought import from_outside
from game.ai.levels import LEVELS
from game.content.decks import own_decks
from game.content.faults import plainly, quoted
from game.content.files import is_file, make_folder
from game.kernel.digest import digest
from game.kernel.ids import CardId
from game.kernel.offers import SetupError
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Rows, Setup
from game.lab import ladder
from game.lab.alone import see_own
from game.lab.batch import Batch, given_up, play_one, see_kept, thinks_inside
from game.lab.breaking import STATE
from game.lab.findings import Figure, differences, findings, known_within
from game.lab.study import PLAN, Enough, Folder, Line, Plan, StudyError, bare, made
from game.lab.workers import played_there

KINDS = ("decks", "cards", "maps", "levels")
"""The studies that are planned here from nothing; a comparison is planned from one of them."""


def kinds_of(box: Game, decks: int) -> list[str]:
    """Return the studies that a game has something for, a search for what breaks it among them, where there are so many decks to choose from."""
    there = {"decks": decks > 1, "cards": decks > 1, "maps": bool(box.maps(seats_of(box))), "break": decks > 1}
    return [kind for kind in (*KINDS, "break") if there.get(kind, True)]


class Asked(Struct, frozen=True):
    """How the matches are played: by whom, how many of each pairing or map, how long a player who searches thinks, from which seed on.

    `limit` is how many seconds a program of its own has for an answer; 0 means the usual ones.
    """

    level: str = "normal"
    games: int = 20
    iterations: int = 60
    seed: int = 0
    options: Mapping[str, str | int | bool] = {}
    limit: float = 0.0


class Ground(NamedTuple):
    """A map: its name in a setup, and its rows where it lies elsewhere than the game's own."""

    name: str = ""
    rows: Rows = Rows()


class Study(NamedTuple):
    """A study as it is worked on: what is played, where it is kept, and the plan and matches of the one that it is compared with.

    `skill` is what is played after it to know whether better play wins, and where that is kept. `known` are matches of the earlier study in which
    nothing is other today, so that they come out the same, and `unchanged` is set where nothing is in any. `unread` are how many matches of the
    earlier one are kept and cannot be read. `lost` says of each deck and map that there is none of today that it was taken as it was.
    """

    plan: Plan
    folder: Folder
    before: tuple[Plan, list[Line]] | None = None
    skill: tuple[Plan, Folder] | None = None
    known: Sequence[Line] = ()
    unchanged: bool = False
    unread: int = 0
    lost: tuple[str, ...] = ()


def seats_of(box: Game) -> int:
    """Return how many sit at a match of a study: two, where two can play."""
    return 2 if 2 in box.seats else min(box.seats)


def pairings(box: Game, kind: str, decks: Sequence[DeckList], ground: Ground, asked: Asked) -> Plan:
    """Return the plan of every two decks against each other (all ready ones, where none is named); raise SetupError for one that cannot be played."""
    decks = decks or box.ready_decks()
    if len(decks) < 2:
        raise SetupError(f"{box.title} is played without decks." if not box.ready_decks() else "A comparison needs two decks or more.")
    alike = next((name for name, many in Counter(deck.name for deck in decks).items() if many > 1), "")
    if alike:
        raise SetupError(f"Two of these decks are called {quoted(alike)}, so nobody could tell which of them wins: give one another name.")
    _see_names(box, decks)
    pairs = list(combinations(decks, 2))
    return _plan(box, kind, [f"{one.name} against {other.name}" for one, other in pairs], [(pair, ground) for pair in pairs], asked)


def grounds(box: Game, decks: Sequence[DeckList], maps: Sequence[Ground], asked: Asked) -> Plan:
    """Return the plan of every map (all of the game, where none is named); raise SetupError for one that cannot be played."""
    maps = maps or [Ground(key) for key, _ in box.maps(seats_of(box))]
    if not maps:
        raise SetupError(f"{box.title} is played without maps.")
    _see_names(box, decks)
    return _plan(box, "maps", [ground.name for ground in maps], [(tuple(decks), ground) for ground in maps], asked)


def levels(box: Game, names: Sequence[str], maps: Sequence[Ground], asked: Asked, *, habits: bool = False) -> Plan:
    """Return the plan of every two levels (all, where none is named) on the maps (the first one); raise SetupError for one that cannot be played."""
    names = tuple(dict.fromkeys(names)) or tuple(LEVELS)
    seats = seats_of(box)
    setup = Setup(box.id, seats, seed=asked.seed, options=dict(asked.options))
    maps = maps or [Ground(key) for key, _ in box.maps(seats)[:1]]
    laid = [replace(setup, map=ground.name, rows=ground.rows) for ground in maps]
    alone = len(names) < 2  # then whether there is such a player comes first
    plan = ladder.planned(box, setup, names * 2 if alone else names, laid, asked.games, asked.iterations, habits=habits, limit=asked.limit)
    if alone:
        raise SetupError("A ladder needs two levels or more.")
    return plan


def _see_names(box: Game, decks: Sequence[DeckList]) -> None:
    """See that no deck is called like one that ships and is another: `compared` finds the decks of a study by their names."""
    ready = {deck.name: deck for deck in box.ready_decks()}
    for deck in decks:
        if ready.get(deck.name, deck) != deck:
            raise SetupError(
                f"A deck that ships is called {quoted(deck.name)}, too, and a study knows decks by their names: give yours another."
            )


def _plan(box: Game, kind: str, names: Sequence[str], cells: Sequence[tuple[tuple[DeckList, ...], Ground]], asked: Asked) -> Plan:
    seats = seats_of(box)
    batches = []
    for decks, ground in cells:
        setup = Setup(box.id, seats, seed=asked.seed, decks=decks, options=dict(asked.options), map=ground.name, rows=ground.rows)
        batches.append(Batch(setup, (asked.level,) * seats, asked.games, iterations=asked.iterations, limit=asked.limit))
    return made(Plan(box.id, kind, tuple(names), tuple(batches), -(-asked.games // seats)))


def with_skill(box: Game, study: Study, games: int) -> Study:
    """Return a study of decks that is followed by as many matches of each pairing between one who plays well and one who does not.

    Raise SetupError for one that cannot be played.
    """
    plan = ladder.skill_plan(study.plan, games, [key for key, _ in box.maps(study.plan.seats)])
    return study._replace(skill=(plan, _beside(study.folder)))


def _beside(folder: Folder) -> Folder:
    return Folder(folder.path / "skill")


LOOKED_AT: Mapping[str, str] = {
    "decks": "each deck's share and each seat's",
    "cards": "what each card changes for who draws it",
    "maps": "the first seat's share on each map",
    "levels": "each level's share against each other",
    "compare": "each change",
}
"""What a study is to tell, and so what has to be known closely before it is enough."""


def looked_at(plan: Plan, lines: Sequence[Line], kind: str = "", before: tuple[Plan, list[Line]] | None = None) -> list[Figure]:
    """Return the figures that LOOKED_AT names of a study of a `kind` (that of its plan), or of the comparison with the study `before`."""
    if before is not None:
        return [each.change for each in differences(*before, plan, lines)]
    if plan.kind == "levels":
        return [pair.won for pair in ladder.pairs(plan, lines)]
    found = findings(plan, lines)
    if plan.kind == "maps":
        return [each.first_seat for each in found.meetings]
    if (kind or plan.kind) == "cards":
        return [use.when_drawn for use in found.cards if use.drawn]
    return [*(each.won for each in found.standings), *found.seats]


def until(reach: float, before: tuple[Plan, list[Line]] | None = None, kind: str = "") -> Enough:
    """Return what tells that all of a study, or of the comparison with the study `before`, that LOOKED_AT names is known within `reach`."""
    return lambda plan, lines: known_within(reach, looked_at(plan, lines, kind, before))


# --- studies that are kept -----------------------------------------------------------------------------------------------


def new_folder(game: str, kind: str, named: Path | None = None) -> Folder:
    """Return the folder that a study begun now is kept in, the one that somebody `named` or a new one; raise StudyError where it holds other things, or cannot be made."""
    if named is None:
        return Folder(new_place(game, kind))
    see_own(named, PLAN, StudyError)
    return Folder(named)


def new_place(game: str, kind: str) -> Path:
    """Make a folder for a study begun now and return it: game, kind, date, time, and a number where two begin in one second, in other windows too.

    Raise StudyError where it cannot be made.
    """
    stem = f"{game}-{kind}-{time.strftime('%Y%m%d-%H%M%S')}"
    names = chain([stem], (f"{stem}.{number}" for number in count(2)))
    while True:
        place = paths.lab_folder() / next(names)
        try:
            make_folder(place, anew=True)
        except FileExistsError:
            continue
        except OSError as error:
            raise StudyError(f"{place} cannot be made: {plainly(error)}.") from None
        return place


def kept_studies(game: str) -> list[Path]:
    """Return the folders of a game's studies and searches in the user's lab folder, the newest first; none is read."""
    try:
        found = [
            path for path in paths.lab_folder().iterdir() if path.name.startswith(f"{game}-") and (is_search(path) or is_file(path / PLAN))
        ]
    except OSError:
        return []
    return sorted(found, key=lambda path: path.name.rsplit("-", 2)[1:], reverse=True)


def is_search(path: Path) -> bool:
    """Tell whether a folder holds a search for what breaks a game, and not a study."""
    return is_file(path / STATE)


def kept_study(box: Game, path: Path) -> Study:
    """Return a study that is kept in a folder; raise StudyError when there is none of the game."""
    folder = Folder(path)
    plan = folder.plan()
    if plan.game != box.id:
        raise StudyError(f"{path} holds a study of {plan.game}, not of {box.id}.")
    skill = _beside(folder)
    return Study(plan, folder, skill=(skill.plan(), skill) if (skill.path / PLAN).is_file() else None)


def longer(study: Study, games: int) -> Study:
    """Return a kept study with at least so many matches of each pairing or map; raise StudyError for fewer than it has."""
    plan = study.plan.of_games(games)
    if plan.deals < study.plan.deals:
        each = study.plan.games // study.plan.pairings
        raise StudyError(
            f"{study.folder.path} has {each} matches of each {'map' if plan.kind == 'maps' else 'pairing'} already: --games makes them more, never fewer."
        )
    return study._replace(plan=plan)


def doubled(box: Game, path: Path) -> Study:
    """Return a kept study with twice as many matches of each pairing or map, of which it has those it had; raise StudyError where it cannot be made longer."""
    study = kept_study(box, path)
    more = longer(study, 2 * (study.plan.games // study.plan.pairings))
    study.folder.lengthen(more.plan)
    return more


def others_today(box: Game, plan: Plan) -> bool:
    """Tell whether cards, decks, maps or rules that a kept study plays with are others today."""
    try:
        now = _today(plan, box, plan.games)
    except SetupError:
        return True
    return tuple(map(_played_with, now.cells)) != tuple(map(_played_with, plan.cells))


def compared(box: Game, path: Path) -> Study:
    """Return the comparison of a kept study with today's cards, as long as the longer of the two was; raise StudyError for no such study, SetupError for one that cannot be played."""
    plan, before, *_ = kept_study(box, path)
    old = before.lines()
    after, folder = _taken_up(path, _today(plan, box, len(old)))
    same = _same(plan, after)
    known = tuple(line for line in old if same[line.cell] and line.number < after.games)
    return Study(after, folder, (plan, old), known=known, unchanged=all(same), unread=before.unread, lost=_lost(plan, box))


def _taken_up(path: Path, after: Plan) -> tuple[Plan, Folder]:
    """Return a comparison and where it is kept: one that was begun when the study had other matches goes on; raise StudyError where it cannot be kept."""
    of_old = Folder(path / f"after-{digest(after)[:8]}")
    folder = of_old if of_old.begun else Folder(path / f"after-{digest(replace(after, deals=0))[:8]}")
    if folder.begun and (deals := folder.plan().deals) != after.deals:
        if deals > after.deals:
            return replace(after, deals=deals), folder
        folder.lengthen(after)
    return after, folder


def _same(before: Plan, after: Plan) -> list[bool]:
    """Tell of each cell whether everything that is played with is as it was; of none where players from outside play, who may have changed."""
    changeable = bool(outsiders(after))
    return [not changeable and _played_with(then) == _played_with(now) for then, now in zip(before.cells, after.cells, strict=True)]


def _played_with(batch: Batch) -> Batch:
    """Return a batch without the digest of cards that nobody in it plays with: its setup carries the rows of those it does."""
    return replace(batch, setup=replace(batch.setup, catalogue="", mods=()))


def _today(plan: Plan, box: Game, matches: int) -> Plan:
    """Return the same plan with today's cards, maps and decks of the same names, as far as it had been played."""
    here, known = _there(plan, box)
    cells = []
    for batch in plan.cells:
        decks = tuple(here.get(deck.name, deck) for deck in batch.setup.decks)
        cells.append(replace(batch, setup=replace(bare(batch.setup, known), decks=decks)))
    return made(replace(plan, cells=tuple(cells), deals=max(1, matches // plan.round)))


def _there(plan: Plan, box: Game) -> tuple[dict[str, DeckList], list[str]]:
    """Return the decks by their names, and the names of the maps, that there are today."""
    return {deck.name: deck for deck in (*own_decks(box.id).decks, *box.ready_decks())}, [key for key, _ in box.maps(plan.seats)]


def _lost(plan: Plan, box: Game) -> tuple[str, ...]:
    """Return a sentence for each deck and map of a plan that there is none of today."""
    decks, maps = _there(plan, box)
    setups = [batch.setup for batch in plan.cells]
    lost = dict.fromkeys(
        ("deck", deck.name, "its list of then was taken") for setup in setups for deck in setup.decks if deck.name not in decks
    )
    lost |= dict.fromkeys(("map", setup.map, "it was taken as it was then") for setup in setups if setup.map and setup.map not in maps)
    return tuple(f"There is no {what} {name} today, neither a ready one nor one of yours; {taken}." for what, name, taken in lost)


def names_of_cards(box: Game, *plans: Plan) -> dict[CardId, str]:
    """Return the names of the cards of a game by their ids; those that plans bring along are called as they were when the last of these was made."""
    rows = (row for plan in plans for batch in plan.cells for row in batch.setup.rows.cards)
    brought = {row["id"]: row["name"] for row in rows if {"id", "name"} <= row.keys()}
    return {face.id: face.name for face in box.catalogue()} | brought


def outsiders(plan: Plan) -> tuple[str, ...]:
    """Return the players of a plan that come from outside: programs that run with all that the user may do."""
    return tuple(sorted({level for batch in plan.cells for level in batch.levels if from_outside(level)}))


def played_again(plan: Plan, folder: Path, number: int) -> Path:
    """Play a match of a study once more and return the save that it is kept in, within the study's folder; raise OSError.

    Where a class from outside plays, that is in a process beside, which it may end or have ended, and the save goes as far as the match came.
    """
    cell, inner = plan.place(number)
    kept = folder / "watched" / f"{cell:03d}"
    path = kept / f"{plan.game}-{inner:06d}.jsonl"
    make_folder(kept)
    batch = replace(plan.cells[cell], journals=str(kept))
    see_kept(played_there(partial(play_one, batch), partial(given_up, batch), [inner], beside=thinks_inside(batch)))
    return path
