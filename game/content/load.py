"""Cards are read from TOML: typed, held against their game's words, and refused with every fault at once.

A file holds `[[card]]` tables; a `[defaults]` table on top lends its fields to every card of the file. The cards that ship come
first, then the user's own. A fault in a card that ships stops the game; a faulty card of the user's is left out and reported.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec
from msgspec.structs import FieldInfo, fields, replace

from game import paths
from game.cards.catalogue import Catalogue
from game.cards.check import Complaint, slips
from game.cards.model import Ability, Card
from game.cards.words import Words
from game.content.changed import changed_twice, idle, renamed
from game.content.faults import ODD, ContentError, Fault, Findings, file_label, quotable, quoted
from game.content.files import inside, real
from game.content.lines import located, row_places
from game.content.mods import FILE, Change, Mod, active, changes, changes_of, in_mod, labels, mod_files, mod_of, of_off
from game.content.texts import LARGEST_FILE, commented, read_text, read_toml
from game.content.typing import Read, besides, put, read_row
from game.kernel.setup import Setup
from game.kernel.words import enumerated, meant, near, no_card, slug

C = TypeVar("C", bound=Card)

MOST_CARDS = 2000
_SLUG = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")
_LONGEST = 64

Judge = Callable[[C, frozenset[str]], list[Complaint]]
"""What a game has to say against a card; the ids are those of all cards read."""


class Sort(NamedTuple, Generic[C]):
    """What the cards of a game are: their type, who judges one of them, and the words they are written in."""

    kind: type[C]
    judge: Judge[C]
    words: Words


Usual = Callable[[], dict[str, set[str]]]
"""Tells of each kind in which fields its cards say something."""


class Loaded(msgspec.Struct, frozen=True):
    """Hold what was read: the sound cards in the order of the files, the faults of those left out, and the changes that were made, in their order."""

    cards: tuple[Any, ...]
    faults: tuple[Fault, ...] = ()
    made: tuple[Change, ...] = ()


def card_files(game: str, *, own: bool = True) -> tuple[Path, ...]:
    """Return the card files of a game, those that ship first, then the user's, then those of mods."""
    folders = [paths.ASSETS / "cards" / game] + ([paths.cards_folder(game)] if own else [])
    listed = [path for folder in folders for path in inside(folder, "*.toml")]
    return (*listed, *mod_files(game, "cards", "*.toml")) if own else tuple(listed)


def load_cards(game: str, sort: Sort[C], *, own: bool = True) -> Loaded:
    """Return every sound card of a game; raise ContentError when one that ships is faulty."""
    shipped = paths.ASSETS / "cards" / game
    loaded = read_cards(card_files(game, own=own), sort, changes(game) if own else (), game)
    broken = tuple(fault for fault in loaded.faults if fault.file.startswith(file_label(shipped)))
    if broken:
        raise ContentError(broken)
    return loaded


class WordedCards(Generic[C]):
    """The files of a game whose cards are written in the shared vocabulary: what sort of cards those are, and the `parts` of one.

    `catalogue` are the cards of the game, kept once they are read; it raises ContentError when one that ships is faulty.
    `as_written` are the rows of them as no mod has changed them.
    """

    def __init__(self, game: str, sort: Sort[C], parts: Callable[[C], tuple[Ability, ...]]) -> None:
        self.game, self.sort, self.parts = game, sort, parts
        self.catalogue = cache(self._catalogue)
        self.as_written = cache(self._as_written)
        self._brought = lru_cache(maxsize=16)(self._catalogue_of)

    def catalogue_of(self, setup: Setup) -> Catalogue[C]:
        """Return the cards that a setup brings along, or all of the game; raise ContentError when one is faulty."""
        return self._brought(msgspec.msgpack.encode(setup.rows.cards)) if setup.rows.cards else self.catalogue()

    def forget(self) -> None:
        """Read the cards anew when they are next asked for; raise ContentError and keep those there are when one that ships is faulty."""
        self.load()
        self.catalogue.cache_clear()
        self.as_written.cache_clear()

    def _catalogue(self) -> Catalogue[C]:
        return Catalogue(self.load(), self.parts)

    def _as_written(self) -> tuple[dict[str, Any], ...]:
        return _all_rows(read_cards(card_files(self.game), self.sort))

    def _catalogue_of(self, rows: bytes) -> Catalogue[C]:
        return Catalogue(self.of_rows(msgspec.msgpack.decode(rows)), self.parts)

    def load(self) -> tuple[C, ...]:
        """Return every sound card of the game; raise ContentError when one that ships is faulty."""
        return load_cards(self.game, self.sort).cards

    def mods(self) -> tuple[str, ...]:
        """Return name and version of each mod of the game that is on."""
        return labels(self.game)

    def of_rows(self, rows: Sequence[dict[str, Any]]) -> tuple[C, ...]:
        """Return the cards that a match brings along; raise ContentError when one is faulty."""
        findings = Findings("the cards of this match")
        if len(rows) > MOST_CARDS:
            findings.stop("", f"there are {len(rows)} of them, and {MOST_CARDS} at most are read")
        found: list[tuple[str, C]] = []
        for place, row in zip(row_places(rows, "card", ("id", "name")), rows, strict=True):
            card = _card(place, row, self.sort, findings)
            if card is not None:
                found.append((findings.file, card))
        if len({card.id for _, card in found}) < len(found):
            findings.add("", "$.id an id is there twice")
        findings.settle()
        loaded = _judged(found, [], self.sort)
        if loaded.faults:
            raise ContentError(loaded.faults)
        return loaded.cards

    def changed_by(self, mod: Mod) -> tuple[dict[str, Any], ...]:
        """Return the rows of all cards as one mod alone changes them, whether it is installed or not."""
        return _all_rows(self._with(mod))

    def _with(self, mod: Mod) -> Loaded:
        return read_cards(self._beside(mod), self.sort, changes_of(mod), self.game)

    def change_faults(self, mod: Mod) -> tuple[Fault, ...]:
        """Return everything wrong with what a mod changes, whether it is installed or not."""
        changed = changes_of(mod)
        read = self._with(mod)
        found = [fault for fault in read.faults if changed and fault.file == changed[0].file]
        shipped = _shipped(self.game) if changed else _Shipped()
        odd = [Fault(change.file, change.place, words, fate=ODD) for change in changed for words in _unlike(change.fields, shipped)]
        odd += renamed(changed, read.cards)
        return tuple(with_fates(found, [*odd, *idle(changed, {row["id"]: row for row in self.as_written()})]))

    def clashes(self, of: Mod | None = None) -> list[Fault]:
        """Return where mods that are on change the same of a card in other ways, and whose change counts; `of` one mod, those that it is in."""
        if len({change.file for change in changes(self.game)}) < 2:
            return []
        made = load_cards(self.game, self.sort).made
        found = list(changed_twice(made, file_label(of.folder / FILE) if of else ""))
        pages = [mod.folder / FILE for mod in active(self.game)]
        return [fault for page in pages for fault in located(page, [each for each in found if each.file == file_label(page)])]

    def _beside(self, mod: Mod) -> list[Path]:
        """Return the card files of the game and of a mod, without those of the same mod as it is installed from elsewhere.

        Those of a mod that is off come before the other mods': what these bring as well is told of it once it is on.
        """
        there = [each.folder for each in active(self.game) if each.page.name == mod.page.name and real(each.folder) != real(mod.folder)]
        files = [path for path in card_files(self.game) if not any(path.is_relative_to(folder) for folder in there)]
        first = files if mod.on else [path for path in files if not in_mod(path)]
        return list({real(path): path for path in (*first, *mod.files("cards", "*.toml"), *files)}.values())

    def faults(self, file: str) -> tuple[Fault, ...]:
        """Return everything wrong with one file, read together with the game's others and those of its mod, installed or not: as that mod alone changes cards."""
        path = Path(file)
        mod = mod_of(path)
        files = {real(each): each for each in (self._beside(mod) if mod else card_files(self.game))} | {real(path): path}
        label = file_label(path)
        read = read_cards(files.values(), self.sort, changes_of(mod) if mod else changes(self.game), self.game)
        return tuple(fault for fault in read.faults if fault.file == label)


def off_card(card: str, game: str) -> str:
    """Return that a card which is not there, by its id or its name, is one of an installed mod that is off, as the end of a sentence, or nothing."""
    return of_off(
        game, lambda mod: slug(card) in {slug(word) for key in ("id", "name") for word in _words_of(key, (), mod.folder / "cards")} - {""}
    )


def _all_rows(read: Loaded) -> tuple[dict[str, Any], ...]:
    """Return the rows of all cards that were read, as a match brings them along."""
    sound = Catalogue[Any](read.cards)
    return sound.rows(sound.cards)


def read_cards(files: Iterable[Path], sort: Sort[C], changed: Sequence[Change] = (), game: str = "") -> Loaded:
    """Return the sound cards of these files, as mods of the game have changed them, and all faults of the others."""
    rows_of: dict[str, dict[str, Any]] = {}
    found: list[tuple[str, C]] = []
    unread: list[tuple[dict[str, Any], str, str]] = []
    faults: list[Fault] = []
    owners: dict[str, str] = {}
    for path in files:
        findings = Findings(path)
        try:
            rows = read_rows(path, "card", MOST_CARDS)
        except ContentError as error:
            faults += error.faults
            continue
        for place, row in rows:
            card = _card(place, row, sort, findings)
            named = row["id"] if isinstance(row.get("id"), str) else ""
            taken = named in owners
            if taken:
                whose = "by an earlier card of this file" if owners[named] == findings.file else f"in {owners[named]}"
                findings.add(place, f"$.id this id is taken already, {whose}")
            elif _is_id(named):
                owners[named] = findings.file
            if card is None or taken:
                unread.append((row, place, findings.file))
                continue
            rows_of[card.id] = row
            found.append((findings.file, card))
        faults += findings.faults
    if unread:
        ids = frozenset(owners) | {row["id"] for row, _, _ in unread if isinstance(row.get("id"), str)}
        usual = _usual(found, sort.judge, ids)
        for row, place, file in unread:
            told = _complaints(read_row(row, sort.kind, sort.words.verbs), sort, ids, usual)
            faults += [Fault(file, place, f"{where} {quotable(words, 400)}") for where, words in told]
    made: list[Change] = []
    if changed:
        found = _changed(found, rows_of, sort, changed, faults, made, game)
    return replace(_judged(found, faults, sort), made=tuple(made))


def _changed(
    found: list[tuple[str, C]],
    rows: dict[str, dict[str, Any]],
    sort: Sort[C],
    changed: Sequence[Change],
    faults: list[Fault],
    made: list[Change],
    game: str,
) -> list[tuple[str, C]]:
    """Return the cards as mods have changed them, one after the other, and note which were `made`; one that cannot be is a fault, and the card stays."""
    cards = {card.id: (file, card) for file, card in found}
    ids = frozenset(cards)
    usual = _usual(found, sort.judge, ids)
    for change in changed:
        if change.card not in cards:
            if change.card:
                why = off_card(change.card, game) or meant(change.card, ids)
                faults.append(Fault(change.file, change.place, f"$.card there is no such card to change{why}"))
            any_card = next(iter(rows.values()), {})  # what no card has is none of the one that was meant
            read = read_row({**any_card, **change.fields}, sort.kind, sort.words.verbs, lent=any_card.keys() - change.fields.keys())
            faults += [Fault(change.file, change.place, words) for words in read.faults]
            continue
        row = {**rows[change.card], **change.fields}
        read = read_row(row, sort.kind, sort.words.verbs, lent=rows[change.card].keys() - change.fields.keys())
        told = [*_complaints(read, sort, ids, usual), *(() if read.value is None else besides(_misnamed(read.value), read.mended))]
        wrong = [*read.faults, *(f"{where} {quotable(words, 400)}" for where, words in told)]
        if wrong:
            faults += [Fault(change.file, change.place, words) for words in wrong]
            continue
        made.append(change)
        rows[change.card] = row
        cards[change.card] = (cards[change.card][0], read.value)
    return list(cards.values())


def with_fates(faults: Sequence[Fault], odd: Iterable[Fault]) -> list[Fault]:
    """Return all faults of cards, those with what is `odd` about them, which are in play only where nothing else is wrong."""
    lost = {fault.place for fault in faults}
    return [*faults, *(replace(fault, fate="left out") if fault.place in lost else fault for fault in odd)]


def look_faults(path: Path, game: str) -> tuple[Fault, ...]:
    """Return what is odd about the cards of a file that can be played all the same: a sign or a picture that is not there, a side with a slip in it, the name of another card."""
    shipped, file, names = _shipped(game), file_label(path), _names_before(path, game)
    found: list[Fault] = []
    for place, row in _sound_rows(path):
        found += [Fault(file, place, words, fate=ODD) for words in _unlike(row, shipped)]
        if isinstance(name := row.get("name"), str) and slug(name):
            whose, first = names.setdefault(slug(name), ("an earlier card of this file", row.get("id")))
            if first != row.get("id"):
                found.append(
                    Fault(file, place, f"$.name {whose} is called {quoted(name)}, too, and people cannot tell them apart", fate=ODD)
                )
    return tuple(found)


def _names_before(path: Path, game: str) -> dict[str, tuple[str, Any]]:
    """Return the names of the cards that are read before those of a file, as they are compared, whose each is and its id; of a file that is not in play, those that ship or lie beside it."""
    here, shipped, files = real(path), card_files(game, own=False), card_files(game)
    if here not in {real(each) for each in files}:
        files = (*shipped, *inside(path.absolute().parent, "*.toml"))
    names: dict[str, tuple[str, Any]] = {}
    for file in files:
        if real(file) == here:
            break
        whose = "a card that ships" if file in shipped else f"a card in {file_label(file)}"
        for _, row in _sound_rows(file):
            if isinstance(name := row.get("name"), str) and slug(name):
                names.setdefault(slug(name), (whose, row.get("id")))
    return names


class _Shipped(NamedTuple):
    """The names of what ships: of all signs, of the pictures of the game's cards, and of the sides of these."""

    icons: Collection[str] = ()
    pictures: Collection[str] = ()
    sides: Collection[str] = ()


def _shipped(game: str) -> _Shipped:
    sides = {row["side"] for file in card_files(game, own=False) for _, row in _sound_rows(file) if isinstance(row.get("side"), str)}
    icons, pictures = (paths.ASSETS / "icons").glob("*.svg"), (paths.ASSETS / "images" / game / "cards").glob("*.webp")
    return _Shipped({each.stem for each in icons}, {each.stem for each in pictures}, sides)


def _unlike(row: dict[str, Any], shipped: _Shipped) -> Iterator[str]:
    """Yield what is odd about the fields of a card: a sign or a picture that is not there, a side with a slip in it."""
    icon, art, side = row.get("icon", ""), row.get("art", ""), row.get("side", "")
    if isinstance(icon, str) and icon and icon not in shipped.icons:
        yield f"$.icon there is no picture {quoted(icon)}{meant(icon, shipped.icons)}"
    if isinstance(art, str) and art and art not in shipped.pictures:
        own = "a card's own picture needs no such field: it is CARD.png, by the card's id, in the folder 'art'"
        yield f"$.art no card that ships has a picture {quoted(art)}{meant(art, shipped.pictures)}; {own}"
    if isinstance(side, str) and side not in shipped.sides and meant(side, shipped.sides):
        yield f"$.side no card that ships is of the side {quoted(side)}{meant(side, shipped.sides)}"


def card_ids(game: str, beside: Path, *, alone: bool = False) -> frozenset[str]:
    """Return the ids of all cards that are written for a game, sound or not, in its folders and one more, or `alone` in that."""
    return _words_of("id", () if alone else card_files(game), beside)


def no_card_of(game: str, card: str, among: Iterable[str]) -> str:
    """Return that a game has no such card now, and whose it is or which are called nearly so, as a sentence without its capital letter and full stop."""
    off = off_card(card, game)
    return f"{no_card(card, ())}{off}" if off else no_card(card, among)


def card_sides(game: str, beside: Path) -> frozenset[str]:
    """Return the sides of all cards that are written for a game, sound or not, in its folders and one more."""
    return _words_of("side", card_files(game), beside)


def _words_of(key: str, files: Iterable[Path], beside: Path) -> frozenset[str]:
    """Return what the cards of files, and of those in a folder, say in one of their fields."""
    rows = (row for path in (*files, *inside(beside, "*.toml", of=beside.parent)) for _, row in _sound_rows(path))
    return frozenset(row[key] for row in rows if isinstance(row.get(key), str))


def _sound_rows(path: Path) -> list[tuple[str, dict[str, Any]]]:
    try:
        return read_rows(path, "card", MOST_CARDS)
    except ContentError:
        return []


def _judged(found: list[tuple[str, C]], faults: list[Fault], sort: Sort[C]) -> Loaded:
    ids = frozenset(card.id for _, card in found)
    usual = _usual(found, sort.judge, ids)
    sound = []
    for file, card in found:
        complaints = _complaints(Read(card), sort, ids, usual)
        faults += [Fault(file, quoted(card.id), f"{place} {quotable(words, 400)}") for place, words in complaints]
        if not complaints:
            sound.append(card)
    return Loaded(tuple(sound), tuple(faults))


def read_rows(path: Path, name: str, most: int) -> list[tuple[str, dict[str, Any]]]:
    """Return the `[[name]]` tables of a TOML file with the place of each; raise ContentError when it is no such file."""
    findings = Findings(path)
    table = read_toml(path)
    for key in table:
        if key not in {name, "defaults"}:
            findings.add(quoted(key), f"a file holds [[{name}]] tables and one [defaults] table, nothing else")
    defaults, rows = table.get("defaults", {}), table.get(name, [])
    if not isinstance(defaults, dict):
        findings.stop("'defaults'", "this must be a table")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        findings.stop(quoted(name), f"this must be written as [[{name}]] tables")
    if len(rows) > most:
        findings.stop(quoted(name), f"there are {len(rows)} of them, and {most} at most are read")
    findings.settle()
    return [(place, {**defaults, **row}) for place, row in zip(row_places(rows, name, ("id", "name")), rows, strict=True)]


def handwork(path: Path) -> str:
    """Return in words what a file of tables holds that is lost where they are written anew, comments and `[defaults]`; nothing where it holds neither."""
    found = ["comments"] if commented(read_text(path, LARGEST_FILE)) else []
    return enumerated([*found, *(["[defaults]"] if "defaults" in read_toml(path) else [])])


def typed(row: dict[str, Any], kind: type[Any], place: str, findings: Findings, verbs: Sequence[str] = ()) -> Any:
    """Return a table as a typed value, or None after noting everything that is wrong and where."""
    read = read_row(row, kind, verbs)
    for words in read.faults:
        findings.add(place, words)
    return None if read.faults else read.value


def _card(place: str, row: dict[str, Any], sort: Sort[C], findings: Findings) -> C | None:
    """Return the card of a row, or None after noting everything that is wrong with how it is written, what it is called included."""
    read = read_row(row, sort.kind, sort.words.verbs)
    named = [] if read.value is None else besides(_misnamed(read.value), read.mended)
    for words in (*read.faults, *(f"{where} {words}" for where, words in named)):
        findings.add(place, words)
    return None if read.faults or named else read.value


def _misnamed(card: Card) -> Iterator[tuple[str, str]]:
    """Yield what no card can be called, each with its place."""
    if not _is_id(card.id):
        yield "$.id", f"an id is at most {_LONGEST} small letters, digits and hyphens"
    if not card.name.strip() or len(card.name) > _LONGEST or not card.name.isprintable():
        yield "$.name", f"a name is 1 to {_LONGEST} printable characters"


def _is_id(words: str) -> bool:
    return words != "" and set(words) <= _SLUG and words[0] != "-" and len(words) <= _LONGEST


def _usual(found: Sequence[tuple[str, C]], judge: Judge[C], ids: frozenset[str]) -> Usual:
    """Return what tells, once it is asked, in which fields the cards of each kind of the game say something."""

    @cache
    def usual() -> dict[str, set[str]]:
        said: dict[str, set[str]] = {}
        for _, card in found:
            if card.kind in said or not any(where == "$.kind" for where, _ in judge(card, ids)):
                said[card.kind] = said.get(card.kind, set()) | _said(card)
        return said

    return usual


def _complaints(read: Read, sort: Sort[C], ids: frozenset[str], usual: Usual) -> list[Complaint]:
    """Return what a game cannot mean of a card, but not of what was put in where its row could not be read.

    A word that is none is one fault: the card is judged as if what was meant stood there. One whose kind is missing, or none of the game's, is held
    to be of the kind that was meant, or else of one whose cards have such fields: so what is wrong besides is told as well.
    """
    if read.value is None:
        return []
    told, card = _put_right(read.value, sort, ids)
    if any(where == "$.kind" for where, _ in told) and any(where == "$.kind" for where, _ in sort.judge(card, ids)):
        kinds = sorted(usual(), key=lambda each: len(_said(card) - usual()[each]))
        meant_kind = near(card.kind, kinds, 1) or kinds
        said = [each for each in told if each[0] == "$.kind"]
        told = said + (sort.judge(replace(card, kind=meant_kind[0]), ids) if meant_kind else [])
    return besides(told, read.mended)


def _put_right(card: C, sort: Sort[C], ids: frozenset[str]) -> tuple[list[Complaint], C]:
    """Return what is wrong with a card, each word that is none once and nothing that follows from it, and the card with the words that were meant."""
    told = sort.judge(card, ids)
    meant_words = slips(card, sort.words, ids) if told else {}
    if not meant_words:
        return told, card
    row = msgspec.json.decode(msgspec.json.encode(card))  # lists can be written into, tuples cannot
    for place, word in meant_words.items():
        put(row, place, word)
    try:
        right = msgspec.convert(row, sort.kind)
    except msgspec.ValidationError:
        return told, card
    first = {where: (where, words) for where, words in reversed(told) if where in meant_words}
    return [*reversed(first.values()), *(each for each in sort.judge(right, ids) if each[0] not in meant_words)], right


def _said(card: Card) -> set[str]:
    """Return the fields of a card in which it says anything but what a card says that is silent."""
    return {each.name for each in _fields(type(card)) if getattr(card, each.name) != each.default}


@cache
def _fields(kind: type[Card]) -> tuple[FieldInfo, ...]:
    return fields(kind)  # which reads every annotation anew: thousands of cards are of few kinds
