"""Mods: what is installed, put on and off, packed and installed.

list            every mod, whether it is on, and what is wrong with it
on, off NAME    put a mod on or off
pack FOLDER     write a mod as FOLDER.zip beside it (an installed one where you are), over an earlier one of it alone
install ZIP     unpack a mod into your folder, and put it on
remove NAME     take a mod away; one that you changed is kept beside the others
"""

from __future__ import annotations

import argparse
from pathlib import Path

from game.cli import CommandError
from game.cli.typed_paths import one_typed
from game.content import mods
from game.content.faults import ContentError, Fault, file_label, quotable
from game.content.files import BEFORE, real
from game.content.kept_mods import kept_mods
from game.rules import ids, open_box

SUMMARY = "mods: list, on, off, pack, install, remove"

DEEDS = {
    "list": "",
    "on": "the name of a mod",
    "off": "the name of a mod",
    "pack": "the folder of a mod",
    "install": "the zip of a mod",
    "remove": "the name of a mod",
}
"""What can be done, and what goes with it, if anything does."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `starcross mod`."""
    parser.add_argument("deed", choices=list(DEEDS), metavar="list|on|off|pack|install|remove")
    parser.add_argument(
        "name", nargs="?", metavar="NAME", help="a mod by its name (on, off, remove), its folder (pack) or its zip (install)"
    )


def keeps(arguments: argparse.Namespace) -> bool:
    """Tell whether anything in the user's folder is changed."""
    return arguments.deed not in {"list", "pack"}


def run(arguments: argparse.Namespace) -> int:
    """Do it; return 1 when a mod that is listed, packed, installed or put on has a fault. Where two mods clash, that is only told."""
    deed, name = arguments.deed, arguments.name
    if bool(DEEDS[deed]) != (name is not None):
        raise CommandError(f"`starcross mod {deed}` takes {DEEDS[deed] or 'no name'}.")
    if deed == "list":
        return _list()
    mod, words = _done(deed, name)  # what is told comes after it: that nobody hears it undoes nothing
    print(words)
    if mod is None:
        return 0
    wrong = (deed == "pack" or mod.on) and deed != "remove" and _told(mod)
    if deed in {"install", "on"}:
        for fault in _clashes(mod.page.game, mod):
            print(f"  {fault.sentence}")
    return 1 if wrong else 0


def _done(deed: str, name: str) -> tuple[mods.Mod | None, str]:
    """Do it, and return the mod, if its page can be read, and what was done in a sentence; raise CommandError where it cannot be done."""
    path = one_typed(Path(name)) if deed in {"pack", "install"} else Path(name)
    folder = path.absolute()
    file = folder.with_name(f"{folder.name}.zip") if folder.name else folder
    if deed == "pack" and real(folder.parent) == real(mods.mods_folder()):  # a zip among the mods would be a fault there
        file = Path.cwd() / file.name
    try:
        if deed == "pack":
            if real(file.parent) == real(mods.mods_folder()):
                raise CommandError(f"The zip would lie among the mods, in {file.parent}; go to another folder, and it is written there.")
            mod = mods.pack(folder, file, _of_no_use)
            return mod, f"{mod.label} is packed in {file}."
        if deed == "install":
            mod = mods.install(path, _of_no_use)
            return mod, f"{mod.label} is installed in {mod.folder} and on."
        if deed == "remove":
            gone, kept = mods.remove(name)
            return gone.sound, f"{gone.label} is taken away.{f' It had been changed, so it is kept as {kept}.' if kept else ''}"
        turned = mods.turn(name, on=deed == "on")
    except KeyError:
        there = ", ".join(each.folder.name for each in mods.installed()) or "none"
        kept = next((folder for folder in kept_mods() if folder.name == path.name), None)
        why = f" {_kept(kept)}" if kept else ""
        raise CommandError(f"There is no mod {name!r}; there are {there}.{why}") from None
    except ContentError as error:
        then = f" `starcross mod remove {path.name}` takes it away." if deed == "on" else ""
        raise CommandError(f"{' '.join(error.sentences)}{then}") from None
    except OSError as error:
        failed = {
            "pack": f"{file} cannot be written",
            "install": f"Nothing can be unpacked into {mods.mods_folder()}",
            "remove": f"{name} cannot be taken away",
        }
        raise CommandError(f"{failed.get(deed, f'{name} cannot be put {deed}')}: {error.strerror or error}.") from None
    return turned.sound, f"{turned.label} is {deed}."


def _list() -> int:
    """List the mods, each with its own faults right after it, then what else lies there and what clashes."""
    from game.content.own import unread_mods

    wrong, told, games = False, dict[Fault, None](), dict[str, None]()
    there = mods.installed()
    for each in there:
        mod = each.sound
        if mod is None:
            told |= dict.fromkeys(each.faults)
            for fault in each.faults:
                print(f"{fault.sentence}{'' if each.on else ' It is off.'}")
            continue
        print(f"{mod.folder.name}: {mod.label}, for {mod.page.game}, {'on' if mod.on else 'off'}. {mod.page.words}".rstrip())
        games[mod.page.game] = None
        if mod.on and _told(mod):
            wrong = True
    unread = [fault for fault in dict.fromkeys(unread_mods()) if fault not in told]
    for fault in (*unread, *(fault for game in games for fault in _clashes(game))):
        print(fault.sentence)
    if not there and not unread:
        print(f"No mod is installed; they lie in {mods.mods_folder()}.")
    for folder in kept_mods():
        print(_kept(folder))
    return 1 if told or unread or wrong else 0


def _kept(folder: Path) -> str:
    """Return what a folder is that `remove` kept, and how it is a mod again."""
    there = mods.Installed(folder, *mods.judged(folder))
    label = f", {quotable(there.label, mods.LONGEST_LABEL)}," if there.sound is not None else ""
    name = folder.name.rpartition(BEFORE)[0]
    once = f" once its {mods.FILE} can be read ({there.faults[0]})" if there.faults else ""
    return f"{file_label(folder)}{label} was taken away and kept as it had been changed; call its folder {name} again, or anything else in small letters, digits and hyphens, and it is read{once}."


def _clashes(game: str, of: mods.Mod | None = None) -> list[Fault]:
    """Return where mods of a game that are on change the same of a card; `of` one mod, those that it is in."""
    from game.content.own import clashes

    return clashes(open_box(game), of) if game in ids() else []


def _of_no_use(mod: mods.Mod) -> list[Fault]:
    """Return why a mod is neither packed nor installed: its game does not exist, or takes no cards from mods."""
    from game.content.own import cards_missed, no_such_game

    lost = no_such_game(mod, ids())
    return [lost] if lost else cards_missed(open_box(mod.page.game), mod)


def _told(mod: mods.Mod) -> bool:
    """Say what is wrong with a mod; return whether anything is."""
    from game.cli.laid_out import whole_mod_faults

    if mod.page.game not in ids():
        print(f"  there is no game {mod.page.game!r}")
        return True
    box = open_box(mod.page.game)
    if mod.page.edition not in {"", box.version}:
        print(f"  it was made for edition {mod.page.edition} of {box.title}, and this is {box.version}")
    faults = whole_mod_faults(box, mod)
    for fault in faults:
        print(f"  {fault.sentence}")
    return bool(faults)
