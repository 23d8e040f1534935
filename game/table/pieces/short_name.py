"""What a piece is called where there is room for one word: the first that tells something, or one that tells it from those beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable


def short_name(name: str) -> str:
    """Return a name short enough for a token: its first telling word."""
    return _telling(name)[0]


def initials(name: str) -> str:
    """Return the first letters of a name's telling words, two at most; of a single word its first two."""
    words = _telling(name)
    return "".join(word[0].upper() for word in words[:2]) if len(words) > 1 else words[0][:2]


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Return names short enough for tokens that lie beside each other: where two begin alike, each has a word that the others have not, if it has one."""
    words = {name: _telling(name) for name in names}
    firsts = Counter(each[0] for each in words.values())
    among = Counter(word for each in words.values() for word in dict.fromkeys(each))
    return {
        name: each[0] if firsts[each[0]] == 1 else next((word for word in each if among[word] == 1), each[0])
        for name, each in words.items()
    }


def _telling(name: str) -> list[str]:
    words = [word for word in name.replace(",", " ").split() if word.lower() not in {"the", "of", "a", "an"}] or [name]
    return [word if len(word) <= 10 else word[:9] + "." for word in words]
