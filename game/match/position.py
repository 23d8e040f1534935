"""Laying a position on the table: a file's rows become a setup, a rulebook and a state that the rules believe."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from game import paths
from game.content.decks import sound_list
from game.content.faults import ContentError, Findings, quotable, quoted
from game.content.files import real
from game.content.lines import placed
from game.content.load import WordedCards, off_card
from game.content.mods import Mod, active, in_mod, mod_of
from game.content.own_maps import map_files
from game.content.positions import DECKS, Position
from game.content.typing import read_row
from game.kernel.offers import SetupError
from game.kernel.position import PositionError
from game.kernel.rules import AnyRules, Game
from game.kernel.setup import DeckList, Rows, Setup
from game.kernel.words import meant, no_card
from game.match.save import HOSTILE, SaveError
from game.match.traced import judged
from game.rules import open_box


class Laid(Struct, frozen=True):
    """A position that can be played: the rulebook, the completed setup, and the state that the match begins with."""

    rules: AnyRules
    setup: Setup
    state: Any


def laid_out(position: Position) -> Laid:
    """Return a position laid out; raise ContentError, a sentence with file and place for everything that is wrong, when it cannot be."""
    try:
        return _laid_out(position)
    except ContentError as error:
        raise ContentError(placed(position.path, error.faults)) from None


def _laid_out(position: Position) -> Laid:
    findings = Findings(position.path)
    try:
        box = open_box(position.game)
    except KeyError:
        findings.stop("", f"there is no game called {quoted(position.game)}")
    try:
        asked = _setup(box, position, findings)
        setup = box.complete(asked)
        rules = box.rules(setup)
    except ContentError:
        raise
    except SetupError as error:
        findings.stop("setup", _of_off_mod(box, asked) or error.sentences[0])
    except HOSTILE as error:
        findings.stop("setup", f"{box.title} cannot be set up like this ({quotable(str(error), 120)})")
    if rules.positions is None:
        findings.stop("table", f"{box.title} has no words for positions")
    for words in read_row(position.table, rules.positions.rows).faults:
        findings.add("table", words)
    findings.settle()
    try:
        state = judged(rules, rules.positions.lay(rules, setup, position.table), "table")
    except PositionError as error:
        findings.stop(f"table.{quotable(error.place, 80)}".rstrip("."), quotable(error.words, 300))
    except SaveError as error:
        findings.stop("", quotable(str(error).rstrip("."), 300))
    except HOSTILE as error:
        findings.stop("table", f"this is no position of {box.title} ({quotable(str(error), 120)})")
    if rules.deciding(state) is None:
        findings.stop("table", "the match is over in this position")
    if position.seat >= setup.seats:
        findings.stop("seat", f"there are {setup.seats} seats")
    return Laid(rules, setup, state)


def _setup(box: Game, position: Position, findings: Findings) -> Setup:
    """Return the setup that a position asks for, with its decks found by name: its own come first."""
    row = position.setup
    if row.seats not in box.seats:
        findings.stop("setup.seats", f"{box.title} is not played by {row.seats}")
    own = [DeckList(deck.name, dict(deck.cards), deck.front, deck.side, deck.plan) for deck in row.deck]
    known = {deck.name.casefold(): deck for deck in (*box.ready_decks(), *own)}
    for index, deck in enumerate(own):
        try:
            sound_list(deck, "")
        except ContentError as error:
            findings.stop(f"setup.deck[{index}]", "; ".join(fault.said for fault in error.faults))
    decks: list[DeckList] = []
    for index, name in enumerate(row.decks):
        found = known.get(name.casefold())
        if found is None:
            findings.stop(
                f"setup.decks[{index}]",
                f"no deck that ships is called {quoted(name)}, none of the position's own, and none in {DECKS} beside it"
                + meant(name, [deck.name for deck in known.values()]),
            )
        decks.append(found)
    rows, mods = _brought(box, position)
    return Setup(
        game=box.id,
        seats=row.seats,
        seed=row.seed,
        decks=tuple(decks),
        options=dict(row.options),
        map=row.map,
        take_backs=True,
        rows=rows,
        mods=mods,
    )


def _of_off_mod(box: Game, setup: Setup) -> str:
    """Return the first card of a setup's decks that is one of a mod that is off, and whose, or nothing."""
    there = {face.id for face in box.catalogue()} | {row["id"] for row in setup.rows.cards}
    lost = ((deck.name, card) for deck in setup.decks for card in (*deck.cards, *deck.front) if card not in there)
    return next((f"{name}: {no_card(card, ())}{off}" for name, card in lost if (off := off_card(card, box.id))), "")


def _brought(box: Game, position: Position) -> tuple[Rows, tuple[str, ...]]:
    """Return the rows that a position brings along, and the mods they are of: it is played as it was made, whatever mods are installed.

    One that ships has the cards as they were written, one of a mod the cards as this mod alone changes them, and its map.
    """
    path, files = position.path.absolute(), box.card_files
    if path.is_relative_to(paths.ASSETS):
        return Rows(files.as_written()) if files is not None and files.mods() else Rows(), ()
    mod = mod_of(path)
    if mod is None or mod.page.game != box.id or [real(each.folder) for each in active(box.id)] == [real(mod.folder)]:
        return Rows(), ()
    return Rows(files.changed_by(mod) if isinstance(files, WordedCards) else (), _map_of(mod, position.setup.map)), (mod.label,)


def _map_of(mod: Mod, name: str) -> str:
    """Return a map of a mod by its name, unless one that ships or is the user's own is meant by it; nothing for any other."""
    there = map_files(mod.page.game).get(name)
    file = next((path for path in mod.files("maps", "*.tmx") if path.stem == name), None)
    if file is None or (there is not None and not in_mod(there)):
        return ""
    from game.content.maps import packed_map  # noqa: PLC0415  (the map reader's library takes long to import)

    return packed_map(file)
