"""Extract the icons that the table, the rules, the themes and the cards name, as white shapes on nothing.

Take the package from npm (`npm pack @iconify-json/game-icons`, unpacked), then
run: python tools/make_icons.py PACKAGE [ARTISTS] → assets/icons/*.svg and assets/icons/CREDITS.txt

PACKAGE is the folder with icons.json. ARTISTS is a text file of paths `artist/name.svg`, as the set's own repository lays them out; without it the
credits already written are kept, and a new icon is credited to the set. A name that does not exist is reported and fails the run.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ASSETS = ROOT / "assets"
OUT = ASSETS / "icons"
KEYS = {"icon", "icon2", "charge", "emblem", "glyph"}


def listed() -> dict[str, str]:
    """Return the names of tools/icons.txt and the icon each stands for."""
    lines = (line.split("#")[0].split() for line in (ROOT / "tools" / "icons.txt").read_text("utf-8").splitlines())
    return {words[0]: words[-1] for words in lines if words}


def named(node: object) -> set[str]:
    """Collect every icon name in a loaded TOML file."""
    found: set[str] = set()
    if isinstance(node, dict):
        for key, value in node.items():
            if key in KEYS and isinstance(value, str):
                found.add(value)
            elif key == "badges" and isinstance(value, dict):
                found |= set(value) - {"default"}
            elif key == "icons":
                found |= set(value.values() if isinstance(value, dict) else value)
            else:
                found |= named(value)
    elif isinstance(node, list):
        for value in node:
            found |= named(value)
    return found


def spoken(names: set[str]) -> dict[str, str]:
    """Return the icons that the rules and the table name in their code: quoted words that are icons."""
    found: dict[str, str] = {}
    for path in sorted([*ROOT.glob("game/rules/**/*.py"), *ROOT.glob("game/table/**/*.py")]):
        for word in re.findall(r'"([a-z0-9]+(?:-[a-z0-9]+)*)"', path.read_text("utf-8")):
            if word in names:
                found.setdefault(word, str(path.relative_to(ROOT)))
    return found


def wanted() -> dict[str, str]:
    """Return each wanted icon with the place that asks for it."""
    places = dict.fromkeys(listed(), "tools/icons.txt")
    for path in sorted([*ASSETS.glob("cards/**/*.toml"), *ASSETS.glob("themes/*.toml"), *ASSETS.glob("weights/*.toml")]):
        for name in named(tomllib.loads(path.read_text("utf-8"))):
            places.setdefault(name, str(path.relative_to(ROOT)))
    return places


def main() -> int:
    package = Path(sys.argv[1])
    source = json.loads((package / "icons.json").read_text("utf-8"))
    aliases = {name: entry["parent"] for name, entry in source.get("aliases", {}).items()}
    aliases |= {name: icon for name, icon in listed().items() if name != icon}
    credit: dict[str, str] = {}
    credits_file = OUT / "CREDITS.txt"
    if credits_file.exists():
        credit = dict(re.findall(r"^(\S+)\s+(.+)$", credits_file.read_text("utf-8"), re.MULTILINE))
    if len(sys.argv) > 2:
        for line in Path(sys.argv[2]).read_text("utf-8").split():
            artist, _, file = line.partition("/")
            credit[Path(file).stem] = artist
    OUT.mkdir(parents=True, exist_ok=True)
    missing, lines = [], []
    places = spoken(set(source["icons"])) | wanted()
    for name in sorted(places):
        entry = source["icons"].get(aliases.get(name, name))
        if entry is None:
            missing.append(f"{name} ({places[name]})")
            continue
        body = entry["body"].replace("currentColor", "#fff")
        width, height = entry.get("width", 512), entry.get("height", 512)
        (OUT / f"{name}.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n', "utf-8")
        lines.append(f"{name:40} {credit.get(aliases.get(name, name), 'game-icons.net')}")
    for path in OUT.glob("*.svg"):
        if path.stem not in places:
            path.unlink()
    credits_file.write_text("\n".join(lines) + "\n", "utf-8")
    print(f"{len(lines)} icons; not in the set: {', '.join(missing) or 'none'}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
