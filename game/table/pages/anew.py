"""Cards, decks, maps and looks read anew, because a hand asked for it or a file was changed, and what is wrong with them in a panel."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain

from game.content.own import own_faults
from game.kernel.rules import Game
from game.kernel.words import counted
from game.table.canvas.view import Event
from game.table.pages.dialog import Dialog
from game.table.shell.app import App
from game.table.shell.bindings import key_now
from game.table.shell.page import Page

SHOWN = 6
LONGEST = 220


class FaultsPanel(Dialog):
    """What is wrong with files, a sentence each; what is at fault is left out."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        words = [fault if len(fault) <= LONGEST else f"{fault[: LONGEST - 1]}…" for fault in faults[:SHOWN]]
        if len(faults) > SHOWN:
            words.append(f"And {len(faults) - SHOWN} more; `starcross check` lists them all.")
        super().__init__("Faults in files", "\n\n".join(words), [("All right", "main", lambda: None)])


def read_anew(app: App, *, asked: bool, aside: bool = False) -> None:
    """Read everything anew: where a hand `asked` for it, show all that is wrong, and where a file was changed, what is news of the game at hand: as a notice where that is to stay `aside`."""
    if asked:
        _show(app, _of(app.reload(), ""), "Cards and looks were read anew.", "good")
    else:
        read_news(app, app.at_hand, "A file was changed: cards and looks were read anew", aside=aside)


def read_news(app: App, game: str, words: str, *, aside: bool = False) -> None:
    """Read everything anew, and show what is wrong with the files of a game and was not shown before; where that is nothing, say so in `words`, and how many faults are left.

    Of no game, such as the menu, all files are meant.
    """
    found = app.reload()
    faults, shown = _of(found, game), app.top.faults if isinstance(app.top, FaultsPanel) else ()
    left, key = len(faults), key_now(app.settings, "f2")
    still = (
        f"; {counted(left, 'fault')} {'is' if left == 1 else 'are'} left{f', and {key} tells what is wrong' if key else ''}" if left else ""
    )
    news = [fault for fault in _of(found, "") if fault in shown or (fault in faults and fault not in app.faults_told)]
    if aside and news:
        app.faults_told.update(news)
        more = f" {key} tells what else is wrong." if key and left > 1 else ""
        app.say(f"{news[0]}{more}", "bad")
        return
    _show(app, news, f"{words}{still}.", "bad" if left else "good")


def _of(found: Mapping[str, list[str]], game: str) -> list[str]:
    """Return the faults of a game, or of all of them where there is none of that name, each once."""
    return list(dict.fromkeys(found[game] if game in found and game else chain.from_iterable(found.values())))


def _show(app: App, faults: list[str], well: str, tone: str) -> None:
    """Show faults in a panel, in place of one that stands there, or say that there are none."""
    if isinstance(app.top, FaultsPanel):
        app.pop()
    if faults:
        app.faults_told.update(faults)
        app.push(FaultsPanel(tuple(faults)))
    else:
        app.say(well, tone)


def tell_left_out(app: App, box: Game) -> None:
    """Say once in how many of the user's own files of a game something is left out, and which key tells what; each deck that is left out is told by itself where decks are read."""
    faults = tuple(fault for fault in own_faults(box) if fault.fate == "left out" and not fault.file.startswith("decks/"))
    told = {fault.sentence for fault in faults}
    if not app.faults_told >= told:
        app.faults_told |= told
        files, key = len({fault.file for fault in faults}), key_now(app.settings, "f2")
        words = (
            f"{counted(files, 'file')} of yours for {box.title} {'has' if files == 1 else 'have'} faults, and what is at fault is left out"
        )
        app.say(f"{words}{f'; {key} tells what it is' if key else ''}.", "bad")


class FreshPage(Page):
    """A page of what files say: they are read anew as soon as one of them is changed, and on F2."""

    @property
    def waits(self) -> bool:
        """Tell whether a changed file waits until the page has done what it is at."""
        return False

    @property
    def at_work(self) -> bool:
        """Tell whether what is wrong with a changed file is to be said without a panel, which would come between."""
        return False

    def tick(self) -> bool:
        """Read anew what was changed in a file."""
        moving = super().tick()
        if not self.waits and self.app.files_changed():
            self.read_anew(asked=False)
        return moving

    def key(self, event: Event) -> bool:
        """F2 reads everything anew."""
        if event.key != "f2":
            return super().key(event)
        self.read_anew(asked=True)
        return True

    def read_anew(self, *, asked: bool) -> None:
        """Read everything anew, because a hand `asked` for it or a file was changed."""
        read_anew(self.app, asked=asked, aside=self.at_work)
