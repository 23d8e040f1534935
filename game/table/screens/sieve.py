"""Which cards of a world are shown, and in what order: what is searched for, one kind, one colour."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from game.kernel.scene import CardFace

ORDERS = (("cost", "By cost"), ("name", "By name"), ("kind", "By kind"))

Filter = tuple[str, list[tuple[str, str]], str]
"""A choice: its key, its options (value and label), and the value chosen."""


class Sieve(Struct, frozen=True):
    """What is asked of a card to be shown; an empty word asks nothing."""

    search: str = ""
    kind: str = ""
    colour: str = ""
    order: str = "cost"

    def shown(self, faces: Iterable[CardFace]) -> list[CardFace]:
        """Return the cards that are left, in order."""
        words = self.search.lower().split()
        return sorted((face for face in faces if self._lets_through(face, words)), key=self.rank)

    def _lets_through(self, face: CardFace, words: list[str]) -> bool:
        if (self.kind and face.kind != self.kind) or (self.colour and face.palette != self.colour):
            return False
        if not words:
            return True
        said = f"{face.name} {face.line} {' '.join(face.text)} {' '.join(word for word, _ in face.keywords)}".lower()
        return all(word in said for word in words)

    def rank(self, face: CardFace) -> tuple[Any, ...]:
        """Return what cards are ordered by."""
        value = face.corner.value if face.corner else ""
        cost = int(value) if value.isdecimal() else 0
        if self.order == "name":
            return (face.name,)
        if self.order == "kind":
            return (face.kind, face.palette, cost, face.name)
        return (cost, face.name)

    def filters(self, faces: Iterable[CardFace], colours_called: str) -> list[Filter]:
        """Return the choices there are among some cards, their colours by the game's own word; where there is one kind or one colour there is none."""
        listed = tuple(faces)
        kinds = sorted({face.kind for face in listed if face.kind})
        colours = sorted({face.palette for face in listed if face.palette})
        found: list[Filter] = []
        if len(kinds) > 1:
            found.append(("kind", [("", "All kinds"), *((kind, titled(kind)) for kind in kinds)], self.kind))
        if len(colours) > 1:
            found.append(("colour", [("", f"All {colours_called}"), *((colour, titled(colour)) for colour in colours)], self.colour))
        return [*found, ("order", list(ORDERS), self.order)]


def titled(word: str) -> str:
    """Return a word of the card files as a heading has it."""
    return word.replace("-", " ").replace("_", " ").capitalize()
