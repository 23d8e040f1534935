"""Draw the battle maps of Overcross: each is sketched below by hand, one letter a square, and completed by turning it.

Half a sketch is enough for two sides (the other half is the same turned by 180°), a quarter for four; so no seat has
the better ground. The recipe chooses variants of the tiles, blends the rims of grass against dirt and water, and writes
Tiled maps that open, and may be changed, in Tiled. Run it from the root: `python tools/make_maps.py`.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from xml.sax.saxutils import escape, quoteattr

ROOT = Path(__file__).resolve().parent.parent
TILE = 64
COLUMNS, ROWS = 16, 6

KINDS = {
    ".": ("grass", range(6)),
    ",": ("dirt", range(6, 10)),
    "s": ("stone", range(10, 16)),
    "~": ("water", range(16, 22)),
    "=": ("bridge", [22]),
    "|": ("bridge", [23]),
    "b": ("bog", range(24, 28)),
    ":": ("sand", range(28, 32)),
    "#": ("wall", range(32, 38)),
    "h": ("hedge", range(38, 42)),
    "c": ("crate", [42]),
    "C": ("iron crate", [43]),
    "r": ("rubble", range(44, 48)),
    "l": ("lava", range(48, 54)),
    "i": ("ice", range(54, 58)),
    "o": ("road", [58, 58, 58, 62]),
    "-": ("road", [59]),
    "x": ("road", [61]),
    "O": ("road", [63]),
    "m": ("metal", range(64, 68)),
    "1": ("neon", [68]),
    "2": ("neon", [69]),
    "3": ("neon", [70]),
    "4": ("neon", [71]),
    "g": ("glass", [72]),
    "G": ("glass", [73]),
    "f": ("smoke", [74]),
    "F": ("fog", [75]),
    "t": ("tree", range(76, 80)),
}
LIKELY = {
    "grass": [9, 9, 1, 1, 1, 3],
    "stone": [6, 5, 3, 2, 2, 1],
    "water": [6, 1, 5, 4, 1, 1],
    "metal": [5, 3, 3, 2],
    "wall": [6, 5, 5, 3, 2, 1],
    "ice": [5, 2, 2, 2],
}
UNDER = {"h": ".", "t": ".", "F": ".", "c": ",", "C": ",", "r": ",", "f": "s", "g": "m", "G": "m"}  # what shows when a piece is gone
TURNED = str.maketrans("=|gG", "|=Gg")
DOES = {
    "water": {"obstructs": True},
    "bridge": {"obstructs": False},
    "bog": {"move_cost": 2},
    "wall": {"obstructs": True, "blocks_sight": True},
    "hedge": {"move_cost": 2, "blocks_sight": True},
    "crate": {"obstructs": True, "blocks_sight": True, "hit_points": 3},
    "iron crate": {"obstructs": True, "blocks_sight": True, "hit_points": 6},
    "rubble": {"move_cost": 2},
    "lava": {"enter_damage": 1},
    "ice": {"move_cost": 2},
    "glass": {"obstructs": True, "hit_points": 2},
    "smoke": {"blocks_sight": True},
    "fog": {"blocks_sight": True},
    "tree": {"obstructs": True, "blocks_sight": True},
}
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))
CORNERS = ((1, -1), (1, 1), (-1, 1), (-1, -1))

SKETCHES = {
    "duel": (
        "The Fountain Court",
        "A walled fountain between two gardens. Shoot across the water, or go round by the crates.",
        "ns",
        """
        tt........tt
        t..........t
        ...h....h...
        .,,,,,.#..t.
        .,crc,ssssss
        ssss#~~ssss#
        """,
    ),
    "wide": (
        "Border Road",
        "A long road with two barricades, a wood on one side and a walled yard on the other.",
        "we",
        """
        ...t....hh...t..
        ....,,,,....#...
        ..h.,cr,..t.#...
        ....,,,,.....h..
        oo-o#o-oO-#x-o-o
        """,
    ),
    "small": (
        "Rooftop",
        "Eight steps from ledge to ledge. The glass in the middle stops a step, not a shot, and not for long.",
        "ns",
        """
        mmmmmmmm
        m1mmmm1m
        mm#mmgmm
        mm4G##mm
        """,
    ),
    "large": (
        "The Old Quarter",
        "Houses with doors, a stable yard and a marsh around a market with its well. Room for a long campaign.",
        "we",
        """
        ....t....hhhh.........t.
        ..........h......,,,,...
        ...t.######......,cr,.t.
        .....#ssss#..t...,,c,...
        .....#sssss......,,,,...
        .....##ss##.ssss......t.
        ...h....sssss##s..bbb...
        ...h..sssss~~sssss.bb...
        """,
    ),
    "river": (
        "Two Bridges",
        "A river no one swims. Each bridge is one abreast; the ford between them is slow and open to every bow.",
        "we",
        """
        ..t....~~..t....
        .......~~....h..
        ..,,,,,==,,,,,..
        ....#..~~...#...
        ..h.#..~~..t....
        .....::bb::....t
        """,
    ),
    "crossroads": (
        "The Four Crossroads",
        "Four roads meet at a ruined watchtower. Whoever stands beside it sees two of them, and nobody sees all four.",
        "nesw",
        """
        tt.......
        t..h.....
        .h......,
        ...#.t..,
        ..##,c..,
        ..b.,r..,
        ..b...h.,
        .......ss
        ..,,,,,s#
        """,
    ),
    "furnace": (
        "Furnace and Frost",
        "Lava burns whoever hurries, ice slows whoever does not. Smoke hides what neither has stopped.",
        "ns",
        """
        ssssssssssssss
        ss#ssssssss#ss
        sssllssssiisfs
        slllls#ssiiiss
        sllsss##siiffs
        sssssllllsss#s
        """,
    ),
    "arcade": (
        "Neon Arcade",
        "Glass fronts and lit floors. Everyone sees everyone until the walls of the booths come between.",
        "we",
        """
        mmmmmmmmmmmmmmmm
        mmmm##mmm11mmmmm
        mmmm#mmmm11mgggm
        m3mmmmGmmmmmmmmm
        mmmmmmGmm##mm4mm
        mmgggmmmmm#m3mmm
        """,
    ),
}


def completed(text: str, sides: str) -> list[str]:
    rows = text.split()
    if len(sides) == 2:
        return rows + [row[::-1] for row in reversed(rows)]
    size = 2 * len(rows)
    whole = [["."] * size for _ in range(size)]
    for y, row in enumerate(rows):
        for x, letter in enumerate(row):
            at, shown = (x, y), letter
            for _ in sides:
                whole[at[1]][at[0]] = shown
                at, shown = (size - 1 - at[1], at[0]), shown.translate(TURNED)
    return ["".join(row) for row in whole]


def zones(sides: str, width: int, height: int) -> list[tuple[int, int, int, int]]:
    if sides == "nesw":  # the corners belong to nobody, so that no two zones overlap
        return [(1, 0, width - 2, 1), (width - 1, 1, 1, height - 2), (1, height - 1, width - 2, 1), (0, 1, 1, height - 2)]
    # OC-11: one whole edge
    edges = {"n": (0, 0, width, 1), "s": (0, height - 1, width, 1), "w": (0, 0, 1, height), "e": (width - 1, 0, 1, height)}
    return [edges[side] for side in sides]


def flags(sides: str, width: int, height: int) -> list[tuple[int, int]]:
    x, y = (0, height // 2 - 1) if sides == "we" else (width // 2 - 1, 0)
    spots = []
    for _ in sides:
        spots.append((x, y))
        x, y = (width - 1 - x, height - 1 - y) if len(sides) == 2 else (width - 1 - y, x)
    return spots


def ground_tile(rows: list[str], x: int, y: int, chance: Random) -> int:
    letter = UNDER.get(rows[y][x], rows[y][x])
    kind, tiles = KINDS[letter]

    def near(step: tuple[int, int], kinds: str) -> bool:
        nx, ny = x + step[0], y + step[1]
        if not (0 <= ny < len(rows) and 0 <= nx < len(rows[0])):
            return False
        there = rows[ny][nx]
        return UNDER.get(there, there) in kinds

    if kind == "grass":
        for first, kinds in ((88, "~=|"), (80, ",")):
            sides = [near(step, kinds) for step in SIDES]
            corners = [near(step, kinds) for step in CORNERS]
            if sum(sides) == 1:
                return first + sides.index(True)
            if not any(sides) and sum(corners) == 1:
                return first + 4 + corners.index(True)
    return chance.choices(list(tiles), LIKELY.get(kind))[0]


def layer_text(name: str, number: int, rows: list[list[int]]) -> str:
    numbers = ",\n".join(",".join(map(str, row)) for row in rows)
    return f' <layer id="{number}" name="{name}" width="{len(rows[0])}" height="{len(rows)}">\n  <data encoding="csv">\n{numbers}\n</data>\n </layer>\n'


def battle_map(name: str) -> str:
    title, blurb, sides, sketch = SKETCHES[name]
    rows = completed(sketch, sides)
    width, height = len(rows[0]), len(rows)
    chance = Random(name)
    ground = [[1 + ground_tile(rows, x, y, chance) for x in range(width)] for y in range(height)]
    props = [[1 + chance.choice(list(KINDS[letter][1])) if letter in UNDER else 0 for letter in row] for row in rows]
    boxes = zones(sides, width, height)
    objects, marks = [], []
    for seat, (x, y, across, down) in enumerate(boxes, 1):
        box = f'x="{x * TILE}" y="{y * TILE}" width="{across * TILE}" height="{down * TILE}"'
        seat_property = f'   <properties>\n    <property name="seat" type="int" value="{seat}"/>\n   </properties>\n'
        objects.append(f'  <object id="{seat}" name="seat {seat}" type="deploy" {box}>\n{seat_property}  </object>\n')
        fx, fy = flags(sides, width, height)[seat - 1]
        middle = f'x="{fx * TILE + TILE // 2}" y="{fy * TILE + TILE // 2}"'
        number = len(boxes) + seat
        marks.append(f'  <object id="{number}" name="flag {seat}" type="flag" {middle}>\n{seat_property}   <point/>\n  </object>\n')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" width="{width}" height="{height}"'
        f' tilewidth="{TILE}" tileheight="{TILE}" infinite="0" nextlayerid="5" nextobjectid="{2 * len(boxes) + 1}">\n'
        " <properties>\n"
        f'  <property name="blurb" value={quoteattr(blurb)}/>\n'
        f'  <property name="seats" type="int" value="{len(boxes)}"/>\n'
        f'  <property name="title" value={quoteattr(title)}/>\n'
        " </properties>\n"
        ' <tileset firstgid="1" source="../tilesets/overcross.tsx"/>\n'
        + layer_text("ground", 1, ground)
        + layer_text("props", 2, props)
        + ' <objectgroup id="3" name="deploy">\n'
        + "".join(objects)
        + ' </objectgroup>\n <objectgroup id="4" name="flags">\n'
        + "".join(marks)
        + " </objectgroup>\n</map>\n"
    )


def tileset() -> str:
    tiles = []
    names = {tile: kind for kind, numbers in KINDS.values() for tile in numbers}
    names |= {60: "road"} | dict.fromkeys(range(80, 96), "grass")
    for tile in sorted(names):
        does = {"name": names[tile], **DOES.get(names[tile], {})}
        lines = []
        for key, value in sorted(does.items()):
            kind = {bool: ' type="bool"', int: ' type="int"', str: ""}[type(value)]
            shown = str(value).lower() if isinstance(value, bool) else escape(str(value))
            lines.append(f'   <property name="{key}"{kind} value="{shown}"/>\n')
        tiles.append(f' <tile id="{tile}">\n  <properties>\n{"".join(lines)}  </properties>\n </tile>\n')
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<tileset version="1.10" tiledversion="1.10.2" name="overcross" tilewidth="{TILE}" tileheight="{TILE}"'
        f' tilecount="{COLUMNS * ROWS}" columns="{COLUMNS}">\n'
        f' <image source="overcross.png" width="{COLUMNS * TILE}" height="{ROWS * TILE}"/>\n' + "".join(tiles) + "</tileset>\n"
    )


def main() -> None:
    (ROOT / "maps" / "tilesets" / "overcross.tsx").write_text(tileset(), encoding="utf-8")
    for name in SKETCHES:
        (ROOT / "maps" / "overcross" / f"{name}.tmx").write_text(battle_map(name), encoding="utf-8")


if __name__ == "__main__":
    main()
