"""A deck on the workbench: cards go in and out, and it is kept among the player's own decks."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

from msgspec.structs import replace

from game import paths
from game.content.decks import keep_deck, names_in, own_decks
from game.content.faults import ContentError
from game.content.files import inside, is_there, not_on_windows
from game.content.mods import mod_of
from game.kernel.capabilities import Gauge
from game.kernel.chance import Chance
from game.kernel.ids import CardId
from game.kernel.rules import Game
from game.kernel.setup import DeckList, Setup
from game.lab.breaking_decks import Steps, bare
from game.lab.breaking_decks import Workbench as Builder
from game.lab.deck_taste import RULE, Taste
from game.table.screens.deck_draft import DeckDraft, Draft

_MOST_COPIES = 99

_TRIES = 4
"""How often a deck is tried to be filled with each card in front."""

NEEDS_NONE = "Nothing was added: this deck is legal and needs no more cards."
NOT_FOUND = "No legal deck was found around these cards."
CHANGED = "The deck was changed meanwhile, so it was not filled."
"""What is told where a deck was not filled, beside a rule that its cards break."""


def slug(name: str) -> str:
    """Return a file name for a deck's name."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60] or "deck"


class DeckBook:
    """The decks of a game, those that are `ready` because they ship or a mod (`brought`) has them, and the player's own, and the one being worked on.

    `deck` is the one on the workbench, `own` whether it is the player's, `changed` whether it differs from what is kept; then it is a `draft`, and one that
    a window left lies there again. `before` says where its file as it was lies, where the last save had it written over. It is judged by a `setup` that leaves open what can be agreed: which match it is for is not known here.
    """

    def __init__(self, box: Game) -> None:
        self.box = box
        self.ready: dict[str, DeckList] = {}
        self.brought: dict[str, str] = {}
        self.mine: dict[str, DeckList] = {}
        self.deck = DeckList("New deck")
        self.own = True
        self.changed = False
        self.before = ""
        self._kept = ""
        self._was: DeckList | None = None
        self.draft = DeckDraft(box.id)
        self.notes: tuple[str, ...] = ()
        self._judged: tuple[DeckList | None, tuple[str, ...]] = (None, ())
        self._pairs: dict[tuple[tuple[CardId, ...], CardId, CardId], str] = {}
        self._only: dict[CardId, bool] = {}
        seats = min(box.seats)
        self.setup = Setup(box.id, seats)
        self.read()
        self._open_first()
        left = self.draft.found()
        if left is not None:
            self.deck, self._kept, self._was, self.own, self.changed = left.deck, left.kept, left.was, True, True

    def read(self) -> None:
        """Read all decks again."""
        notes: list[str] = []
        shipped: tuple[DeckList, ...] = ()
        try:
            shipped = self.box.ready_decks()
        except ContentError as error:
            notes.append(f"{error.faults[0]}.")
        own = own_decks(self.box.id)
        there = {deck.name: deck for deck in own.decks}
        mods = {deck.name: mod_of(path) for deck, path in zip(own.decks, own.files, strict=True)}
        self.brought = {name: mod.page.name for name, mod in mods.items() if mod is not None}
        self.ready = {deck.name: deck for deck in shipped} | {name: there[name] for name in self.brought}
        self.mine = {name: deck for name, deck in there.items() if name not in self.brought}
        self.notes = (*notes, *(f"{fault}." for fault in own.faults[:3]))

    def read_again(self) -> None:
        """Read all decks again, the one on the workbench as well where it is not changed."""
        known = {*self.ready, *self.mine}
        self._judged = (None, ())
        self._pairs.clear()
        self._only.clear()
        self.read()
        if self.changed or self.deck.name not in known:
            return
        if self.deck.name in self.mine or self.deck.name in self.ready:
            self.open(self.deck.name)
        else:
            self._open_first()

    @property
    def apart(self) -> bool:
        """Tell whether the deck was changed here and in its file."""
        return self.changed and self._kept in self.mine and self.mine[self._kept] != self._was

    def _open_first(self) -> None:
        first = next(iter((*self.mine, *self.ready)), None)
        if first is not None:
            self.open(first)
        else:
            self.fresh()

    def open(self, name: str) -> None:
        """Put a deck on the workbench."""
        self.own = name in self.mine
        self._kept = name if self.own else ""
        self._was = self.mine.get(name)
        self.deck = self.mine.get(name) or self.ready.get(name) or DeckList(name)
        self.let_go()

    def let_go(self) -> None:
        """Let the changes go: the deck is kept, or nobody wants them."""
        self.changed = False
        self.draft.drop()

    def fresh(self) -> None:
        """Begin an empty deck."""
        self.deck, self.own, self._kept = DeckList(self._free("New deck")), True, ""
        self._was = None
        self.let_go()

    def _free(self, name: str) -> str:
        taken = {each.casefold() for each in (*self.mine, *self.ready)}
        number, free = 2, name
        while free.casefold() in taken:
            free = f"{name} {number}"
            number += 1
        return free

    def _touch(self, deck: DeckList) -> None:
        """Change the deck; one that is ready is copied first."""
        if not self.own:
            deck = replace(deck, name=self._free(f"My {self.deck.name}"[:56]))
        self._lay(deck)

    def _lay(self, deck: DeckList) -> None:
        self.deck, self.own, self.changed = deck, True, True
        self.draft.keep(Draft(deck, self._kept, self._was))

    def take(self, deck: DeckList) -> None:
        """Put a deck from elsewhere on the workbench, or a copy of one, under a name that is free; it is kept when it is saved."""
        self._kept, self._was = "", None
        self._lay(replace(deck, name=self._free(deck.name[:50])))

    def filling(self, card: CardId, chance: Chance) -> Steps[str]:
        """Make the deck whole and legal around what it holds, or around one card where it holds nothing; return by what rule, or why it was not filled.

        It is filled with what goes with those cards (`lab/deck_taste`). Cards that break a rule which no more cards mend are not tried.
        """
        deck, builder = self.deck, Builder(self.box, self.setup)
        held = {each: copies for each, copies in deck.cards.items() if each in builder.faces} or {card: 1}
        leads = [each for each in held if self.only_in_front(each)]
        held = {each: copies for each, copies in held.items() if each not in leads}
        chosen = deck.front or tuple(leads[:1])
        fronts: list[tuple[CardId, ...]] = [chosen] if chosen else [(front,) for front in chance.shuffle(sorted(self.fronts()))] or [()]
        size = sorted(sum(ready.cards.values()) for ready in builder.ready)[len(builder.ready) // 2]
        why = NOT_FOUND
        for front in fronts:
            begun = replace(deck, cards=held, front=front)
            if lasting := (yield from builder.lasting(begun)):
                why = f"This deck cannot be filled. {lasting[:1].upper()}{lasting[1:]}" if why == NOT_FOUND else why
                continue
            taste = Taste(builder.faces, (*held, *front), builder.ready)
            for _ in range(_TRIES):
                grown = yield from builder.growing(begun, size, taste, chance)
                found = yield from builder.mending(grown, size, chance)
                if self.deck != deck:
                    return CHANGED
                if found is not None and all(found.cards.get(each, 0) >= copies for each, copies in held.items()):
                    if (found.cards, found.front) == (deck.cards, deck.front):
                        return NEEDS_NONE
                    self._touch(replace(found, name=deck.name, plan=deck.plan))
                    return RULE
        return why

    def refused(self, card: CardId) -> str:
        """Return why a card never goes with one that is in the deck or in front of it, however many there are; empty where it does."""
        if card in self.deck.cards or card in self.deck.front or card in self.fronts():
            return ""
        return next((words for other in self.deck.cards if (words := self._clash(other, card))), "")

    def _clash(self, one: CardId, other: CardId) -> str:
        """Return what is wrong with a deck of two cards that is not wrong with one of the first alone."""
        key = (self.deck.front, one, other)
        if key not in self._pairs:
            alone = replace(self.deck, cards={one: 1})
            try:
                known = {bare(fault) for fault in self.box.deck_faults(alone, self.setup)}
                both = self.box.deck_faults(replace(alone, cards={one: 1, other: 1}), self.setup)
            except ContentError:
                known, both = set(), ()
            self._pairs[key] = next((fault for fault in both if bare(fault) not in known), "")
        return self._pairs[key]

    def rename(self, name: str) -> None:
        """Give the deck another name."""
        self._touch(replace(self.deck, name=name))

    def add(self, card: CardId, by: int = 1) -> None:
        """Put copies of a card in, or take them out; one that can only stand in front goes there, or comes away from there."""
        if by > 0 and self.only_in_front(card):
            self.to_front(card)
            return
        if by < 0 and card not in self.deck.cards:
            self.off_front(card)
            return
        copies = min(_MOST_COPIES, max(0, self.deck.cards.get(card, 0) + by))
        cards = {key: count for key, count in self.deck.cards.items() if key != card or copies}
        if copies:
            cards[card] = copies
        if cards != self.deck.cards:
            self._touch(replace(self.deck, cards=cards))

    def to_front(self, card: CardId) -> None:
        """Move a card in front of the deck; those that cannot stand there with it make way."""
        cards, front = dict(self.deck.cards), self.deck.front
        if self.only_in_front(card):
            cards.pop(card, None)
        elif cards.get(card, 0) > 1:
            cards[card] -= 1
        else:
            cards.pop(card, None)
        if card not in front:
            both = replace(self.deck, cards={}, front=(*front, card))
            alone = replace(both, front=(card,))
            front = both.front if len(self._judge(both)) <= len(self._judge(alone)) else alone.front
        moved = replace(self.deck, cards=cards, front=front)
        if moved != self.deck:
            self._touch(moved)

    def off_front(self, card: CardId, *, back: bool = False) -> None:
        """Take a card away from the front of the deck; with `back` it goes among the others."""
        if card not in self.deck.front:
            return
        cards = dict(self.deck.cards)
        if back:
            cards[card] = cards.get(card, 0) + 1
        self._touch(replace(self.deck, cards=cards, front=tuple(each for each in self.deck.front if each != card)))

    def only_in_front(self, card: CardId) -> bool:
        """Tell whether a card can stand in front of a deck and nowhere else (SH-1)."""
        if card not in self.fronts():
            return False
        if card not in self._only:
            empty = replace(self.deck, cards={}, front=())
            among, before = replace(empty, cards={card: 1}), replace(empty, front=(card,))
            known = set(map(bare, self._judge(empty)))
            self._only[card] = not known.issuperset(map(bare, self._judge(among))) and known.issuperset(map(bare, self._judge(before)))
        return self._only[card]

    def _judge(self, deck: DeckList) -> tuple[str, ...]:
        """Return every rule a deck breaks; the first that is wrong with cards that cannot be read, which judge no deck."""
        try:
            return tuple(self.box.deck_faults(deck, self.setup))
        except ContentError as error:
            return error.sentences[:1]

    def fronts(self) -> frozenset[CardId]:
        """Return the cards that may be set in front; empty in a game without such cards."""
        try:
            return frozenset(self.box.front_cards(self.setup))
        except ContentError:
            return frozenset()

    def faults(self) -> tuple[str, ...]:
        """Return every rule the deck breaks (OC-9)."""
        if self._judged[0] != self.deck:
            self._judged = (self.deck, self._judge(self.deck))
        return self._judged[1]

    def gauges(self) -> tuple[Gauge, ...]:
        """Return what the deck uses of what it may hold (OC-9)."""
        try:
            return self.box.deck_gauges(self.deck, self.setup)
        except ContentError:
            return ()

    def path(self) -> Path:
        """Return where the deck is kept: the file that holds it, or one that no other deck is in."""
        for path, names in self._files():
            if names == [self.deck.name]:
                return path
        folder = paths.decks_folder(self.box.id)
        name = slug(self.deck.name)
        path, number = folder / f"{name}.toml", 2
        while is_there(path) or not_on_windows(path.name):
            path, number = folder / f"{name}-{number}.toml", number + 1
        return path

    def _files(self) -> list[tuple[Path, list[str]]]:
        """Return the player's files of decks, each with the names of those in it, empty ones for those that are left out."""
        found = inside(paths.decks_folder(self.box.id), "*.toml")
        return [(path, names_in(path)) for path in found]

    def save(self) -> str:
        """Keep the deck; return one sentence if that failed (else an empty one). A faulty deck may be kept and mended later."""
        name = self.deck.name.strip()
        if not name:
            return "A deck needs a name."
        self.read()
        if name in self.ready:
            whose = f"of the mod {self.brought[name]}" if name in self.brought else "that ships"
            return f"A deck {whose} is called {name}; choose another name."
        if name in self.mine and name != self._kept:
            return f"Another deck of yours is called {name}; choose another name."
        shared = next((path for path, names in self._files() if len(names) > 1 and name in names), None)
        if shared is not None:
            return f"{shared.name} holds several decks; give this one another name, or change it there by hand."
        self.deck = replace(self.deck, name=name)
        path = self.path()
        try:
            self.before = keep_deck(path, self.deck, self._was)
        except ContentError as error:
            return f"{error.faults[0]}."
        except OSError as error:
            return f"The deck could not be saved in {path} ({error.strerror})."
        self.own, self._kept, self._was = True, name, self.deck
        self.let_go()
        self.read()
        return ""

    def delete(self) -> str:
        """Throw the deck away; return one sentence if that failed (else an empty one)."""
        path, names = next(((path, names) for path, names in self._files() if self.deck.name in names), (self.path(), []))
        if len(names) > 1:
            return f"{path.name} holds several decks; take this one out of it by hand."
        try:
            path.unlink()
        except FileNotFoundError:
            return f"There is no file {path.name} to delete."
        except OSError as error:
            return f"{path.name} could not be deleted ({error.strerror})."
        self.read()
        self._open_first()
        return ""
