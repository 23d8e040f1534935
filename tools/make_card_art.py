"""Bake the art of the cards: full-bleed pictures of 375 × 525 made from a card's icon, its kind and its colours.

Run: python tools/make_card_art.py [GAME …] [--all] [--only ID] [--cards FOLDER --out FOLDER]
Reads assets/cards/<game>/*.toml (any card with `icon`; `icon2` and a table `picture = { mirror = true, turn = 10, size = 0.7 }` may help),
writes assets/images/<game>/cards/<id>.webp. Only cards whose entry or recipe changed are baked again: BAKED.txt beside the pictures remembers.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import tomllib
from pathlib import Path
from typing import Any

from brushes import ICONS, ROOT
from card_paint import Card, Light
from card_worlds import WORLDS
from PIL import Image

RECIPE = {"overcross": 4, "starcrossed": 2, "shine": 2, "cardmaster": 4}


_COLOUR_KEYS = (
    "colours",
    "colors",
    "colour",
    "color",
    "types",
    "type1",
    "type2",
    "type",
    "genres",
    "genre",
    "tribe",
    "tribes",
    "traits",
    "side",
    "rank",
    "kind",
)


def words_of(entry: dict[str, Any]) -> tuple[str, ...]:
    """Return every word by which a card could be coloured, most telling first."""
    found: list[str] = []
    for key in _COLOUR_KEYS:
        value = entry.get(key, ())
        for word in (value,) if isinstance(value, str) else value if isinstance(value, list) else ():
            word = str(word).lower().replace(" ", "-").replace("_", "-")
            if word not in found:
                found.append(word)
    return tuple(found)


def entries(folder: Path) -> list[dict[str, Any]]:
    """Return all card tables under a folder, however the files nest them."""
    out: list[dict[str, Any]] = []

    def walk(node: Any, inherited: dict[str, Any]) -> None:
        if isinstance(node, list):
            for item in node:
                walk(item, inherited)
        elif isinstance(node, dict):
            plain = {k: v for k, v in node.items() if k in {"side", "genre", "tribe", "colour", "kind"} and isinstance(v, str)}
            if "id" in node and "name" in node:
                out.append({**inherited, **node})
                return
            for value in node.values():
                if isinstance(value, (list, dict)):
                    walk(value, {**inherited, **plain})

    for path in sorted(folder.glob("**/*.toml")):
        content = tomllib.loads(path.read_text("utf-8"))
        walk(content, dict(content.get("defaults", {})))
    return out


def lit(theme: dict[str, Any], words: tuple[str, ...]) -> tuple[Light, str]:
    """Return the colours of a card and the glyph of its second word."""
    palettes = theme["palettes"]
    pairs = [f"{one}-{other}" for one in words for other in words if f"{one}-{other}" in palettes]
    words = (*pairs, *words)
    keys = (
        [word for word in words if word in palettes and word not in {"none", "neutral", "default"}]
        or [w for w in words if w in palettes]
        or ["default"]
    )
    first = palettes[keys[0]]
    other = palettes[keys[1]] if len(keys) > 1 else None
    second = other["mid"] if other else first["edge"]
    return Light(first["light"], first["mid"], first["dark"], second, theme["card"]["edge2"]), (other or first).get("icon", "")


def card_of(entry: dict[str, Any], theme: dict[str, Any]) -> Card:
    words = words_of(entry)
    light, glyph = lit(theme, words)
    icon = str(entry["icon"])
    options = (
        entry.get("picture") if isinstance(entry.get("picture"), dict) else entry.get("art") if isinstance(entry.get("art"), dict) else {}
    )
    rank = int(entry.get("tier", entry.get("level", 0)) or 0)
    return Card(
        str(entry["id"]),
        icon,
        str(entry.get("kind", "")).lower(),
        words,
        light,
        str(entry.get("icon2") or glyph),
        dict(options or {}),
        rank,
    )


def digest(game: str, entry: dict[str, Any], theme: dict[str, Any]) -> str:
    keep = {k: entry[k] for k in sorted(entry) if k in {"id", "icon", "icon2", "picture", "art", "kind", "tier", "level"}}
    light, glyph = lit(theme, words_of(entry))
    colours = [glyph, *(tuple(round(float(part), 4) for part in colour) for colour in vars(light).values())]
    return hashlib.sha256(
        json.dumps([RECIPE.get(game, 1), keep, words_of(entry), colours], sort_keys=True, default=str).encode()
    ).hexdigest()[:16]


def bake(game: str, cards: Path, out: Path, *, everything: bool, only: str) -> None:
    theme = tomllib.loads((ROOT / "assets" / "themes" / f"{game}.toml").read_text("utf-8"))
    out.mkdir(parents=True, exist_ok=True)
    note = out / "BAKED.txt"
    known = dict(line.split() for line in note.read_text("utf-8").splitlines() if line) if note.exists() else {}
    seen: dict[str, str] = {}
    done = 0
    for entry in entries(cards):
        if not entry.get("icon"):
            continue
        name = str(entry["id"])
        mark = digest(game, entry, theme)
        path = out / f"{name}.webp"
        fresh = known.get(name) == mark and path.exists() and not everything
        if only and name != only:
            if name in known:
                seen[name] = known[name]
            continue
        if not fresh:
            if not (ICONS / f"{entry['icon']}.svg").exists():
                print(f"{game}/{name}: no icon {entry['icon']!r}; run tools/make_icons.py first")
                continue
            save(WORLDS[game](card_of(entry, theme)), path)
            done += 1
        seen[name] = mark
    for path in out.glob("*.webp"):
        if path.stem not in seen and not only:
            path.unlink()
    note.write_text("".join(f"{name} {seen[name]}\n" for name in sorted(seen)), "utf-8")
    total = sum(path.stat().st_size for path in out.glob("*.webp"))
    print(f"{game}: {len(seen)} cards, {done} baked, {total // 1024} KiB")


def save(image: Image.Image, path: Path) -> None:
    for quality in (92, 88, 84, 80, 76, 72, 66, 60):
        image.save(path, "WEBP", quality=quality, method=5)
        if path.stat().st_size <= 58_000:
            return


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(RECIPE))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", default="")
    parser.add_argument("--cards", type=Path)
    parser.add_argument("--out", type=Path)
    wanted = parser.parse_args()
    for game in wanted.games or list(RECIPE):
        cards = wanted.cards or ROOT / "assets" / "cards" / game
        if cards.exists():
            bake(game, cards, wanted.out or ROOT / "assets" / "images" / game / "cards", everything=wanted.all, only=wanted.only)


if __name__ == "__main__":
    main()
