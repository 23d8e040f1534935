"""Look at a saved match, or at the match in a report: tell it in words, verify every step of it, or make a picture of one.

--verify plays every action again and compares each position with the one written down; a match that differs is a fault
(exit 1). --to N stops after N actions; --shoot PNG makes a picture of the table as it stands there.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from game.cli import CommandError
from game.cli.choices import see_picture
from game.cli.reading import read_scene
from game.cli.streams import aside
from game.cli.typed_paths import see_save
from game.content.files import is_file
from game.kernel.ids import SPECTATOR
from game.kernel.words import sayable, spoken
from game.match.conceding import cited
from game.match.journal import generation, snapshot_path
from game.match.replay import Replay
from game.match.save import SaveError
from game.match.seats import seat_names

SUMMARY = "look at a saved match or the match of a report, or verify it"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross replay`."""
    parser.add_argument("file", metavar="FILE", type=Path)
    parser.add_argument("--verify", action="store_true", help="only say whether every step leads where it did")
    parser.add_argument("--to", type=int, metavar="N", help="stop after N actions")
    parser.add_argument("--shoot", metavar="PNG", type=Path, help="make a picture of the table as it stands there")


def run(arguments: argparse.Namespace) -> int:
    """Do what the arguments ask for with the saved match."""
    if arguments.shoot is not None:
        see_picture(arguments.shoot)
    see_save(arguments.file)
    try:
        replay = Replay.open(arguments.file)
    except SaveError as error:
        raise CommandError(str(error)) from None
    if arguments.verify:
        return _verify(arguments.file, replay)
    last = replay.count if arguments.to is None else arguments.to
    if not replay.first <= last <= replay.count:
        raise CommandError(f"{arguments.file.name} can be shown from action {replay.first} to {replay.count}, not at {last}.")
    if arguments.shoot is not None:
        from game.cli.shoot import shoot_replay

        replay.jump(last)
        shoot_replay(replay, arguments.shoot)
        return 0
    _tell(replay, last)
    _tell_broken(replay)
    return 0


def _verify(file: Path, replay: Replay) -> int:
    if _tell_broken(replay):
        return 1
    outcome = replay.outcome
    end = "it goes on" if outcome is None else f"it is over{cited(outcome.rule)}"
    print(f"{file.name}: {replay.extent} verified; {end}.")
    return 0


def _tell_broken(replay: Replay) -> bool:
    """Tell where a match is not what was written down, and that a copy beside it may hold more, which only going on looks into; return whether that is so."""
    if replay.broken:
        kept = any(is_file(path) for path in (generation(replay.path, 1), snapshot_path(replay.path)))
        aside(f"starcross: {replay.broken}{' `starcross play --resume` makes the most of it and the copies beside it.' if kept else ''}")
    return bool(replay.broken)


def _tell(replay: Replay, last: int) -> None:
    names = seat_names(replay.plans, replay.setup, replay.scene(SPECTATOR), replay.rules)

    def card_name(card: str) -> str:
        return replay.rules.face(card).name

    def told(words: str) -> str:
        return sayable(spoken(words, names, card_name))

    if replay.setup.mods:
        print(f"Played with the {replay.setup.modded}.")
    replay.jump(replay.first)
    before = ("", "")
    while True:
        for telling in (beat.telling for beat in replay.beats(SPECTATOR)):
            if telling is not None and telling.words and not telling.needless_after(*before):
                before = (telling.kind, telling.words)
                print("  " * (1 + telling.detail) + told(telling.words))
        if replay.position >= last or not replay.step():
            break
    print()
    for line in read_scene(replay.scene(SPECTATOR), names, card_name):
        print(told(line))
    outcome = replay.outcome
    if outcome is not None and last == replay.count:
        print(f"\n{told(outcome.words)}")
