"""What is odd about changes that mods make: one that changes nothing, one that another undoes, and one that calls two cards alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from game.cards.model import Card
from game.content.faults import ODD, Fault, quoted
from game.content.mods import Change
from game.kernel.words import enumerated, slug


def renamed(changed: Sequence[Change], cards: Sequence[Card]) -> Iterator[Fault]:
    """Yield changes that give a card the name that another one has once all are made."""
    names = {card.id: card.name for card in cards}
    for change in changed:
        name = change.fields.get("name")
        if name is not None and names.get(change.card) == name and slug(name):
            same = next((card for card, other in names.items() if card != change.card and slug(other) == slug(name)), "")
            if same:
                words = f"$.name the card {quoted(same)} is called {quoted(names[same])}, too, and people cannot tell them apart"
                yield Fault(change.file, change.place, words, fate=ODD)


def idle(changed: Sequence[Change], rows: Mapping[str, Mapping[str, Any]]) -> Iterator[Fault]:
    """Yield changes that change nothing: without a field, to what the card, one of these rows, says already, or of what an earlier one changed."""
    before: dict[str, set[str]] = {}
    for change in changed:
        said = before.setdefault(change.card, set()) if change.card else set()
        words = ["$ no field is given, so nothing is changed"] if not change.fields else []
        for key, value in change.fields.items():
            if key in said:
                words.append(f"$.{key} this mod changes it twice, and the last change counts")
            elif key in rows.get(change.card, {}) and rows[change.card][key] == value:
                words.append(f"$.{key} the card says so already")
        said.update(change.fields)
        yield from (Fault(change.file, change.place, each, fate=ODD) for each in words)


def changed_twice(made: Sequence[Change], file: str) -> Iterator[Fault]:
    """Yield where several mods change the same of a card in other ways, of each such field the change that counts; only where the `file` is one of them, if one is given."""
    said: dict[tuple[str, str], dict[str, Change]] = {}
    for change in made:
        for field in change.fields:
            by_file = said.setdefault((change.card, field), {})
            by_file.pop(change.file, None)
            by_file[change.file] = change
    for (_, field), by_file in said.items():
        *others, last = by_file.values()
        if all(each.fields[field] == last.fields[field] for each in others) or (file and file not in by_file):
            continue
        who = f"{enumerated([each.mod for each in others])} {'changes' if len(others) == 1 else 'change'} it, too"
        words = f"$.{field} {who}, and what {last.mod} says counts: mods are read in the order of their folders' names"
        yield Fault(last.file, last.place, words, fate=ODD)
