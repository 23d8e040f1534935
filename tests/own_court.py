"""A court of one's own, which is the one of Cardmaster that ships but for the hit points of its cards."""

from __future__ import annotations

import re
from collections.abc import Callable

from game import paths


def keep_court(hp: Callable[[int], int] = int) -> None:
    """Keep a court of one's own, each of whose cards has so many hit points for those that ship, and the deck of it."""
    court = (paths.ASSETS / "cards" / "cardmaster" / "cinder-court.toml").read_text(encoding="utf-8")
    printed = "|".join(re.findall(r'^id = "([a-z-]+)"$', court, re.MULTILINE))
    for kind, folder in (("cards", paths.cards_folder("cardmaster")), ("decks", paths.decks_folder("cardmaster"))):
        text = (paths.ASSETS / kind / "cardmaster" / "cinder-court.toml").read_text(encoding="utf-8")
        text = re.sub(rf'^(id = )?"({printed})"( = 1)?$', r'\1"typed-\2"\3', text, flags=re.MULTILINE)
        if kind == "cards":
            text = re.sub(r"^hp = (\d+)", lambda found: f"hp = {hp(int(found[1]))}", text, flags=re.MULTILINE)
            text = text.replace("[[card]]", "[[card]]\ntyped = true")
            text = re.sub(r'^name = "(.+)"$', r'name = "My \1"', text, flags=re.MULTILINE)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "mine.toml").write_text(text.replace("Cinder Court", "Night Shift"), encoding="utf-8")
