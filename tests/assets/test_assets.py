"""The bundled files: each is credited, bounded in size and sane to the eye and the ear."""

from __future__ import annotations

import fnmatch
import re
import struct
import tomllib
import wave
from array import array
from itertools import pairwise
from pathlib import Path

import pytest

from game import paths
from game.rules import SHIPPED

ASSETS = paths.ASSETS
ROOT = ASSETS.parent
THEMES = (*SHIPPED, "menu")
MOST_BYTES = 40 * 1024 * 1024
CREDITED = ("fonts", "icons", "images", "sounds", "themes")
FILES = sorted(path for folder in CREDITED for path in (ASSETS / folder).rglob("*") if path.is_file())
SOUNDS = sorted((ASSETS / "sounds").glob("*.wav"))
PICTURES = [path for path in FILES if path.suffix in {".jpg", ".png", ".webp"}]


def theme(name: str) -> dict:
    return tomllib.loads((ASSETS / "themes" / f"{name}.toml").read_text("utf-8"))


def credited_patterns() -> list[str]:
    rows = [line.split("|")[1] for line in (ASSETS / "ATTRIBUTION.md").read_text("utf-8").splitlines() if line.startswith("| ")]
    return [pattern for row in rows for pattern in re.findall(r"`([^`]+)`", row)]


def covered(name: str, patterns: list[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) and name.count("/") == pattern.count("/") for pattern in patterns)


def test_every_bundled_file_is_named_in_the_attribution():
    patterns = credited_patterns()
    assert [str(path.relative_to(ASSETS)) for path in FILES if not covered(path.relative_to(ASSETS).as_posix(), patterns)] == []


def test_a_file_that_nobody_named_is_noticed():
    assert not covered("sounds/stranger.mp3", credited_patterns())
    assert not covered("images/overcross/cards/deep/x.webp", credited_patterns())


def test_the_attribution_names_only_what_is_there():
    names = [path.relative_to(ASSETS).as_posix() for path in ASSETS.rglob("*") if path.is_file()]
    names += [path.relative_to(ROOT).as_posix() for path in (ROOT / "maps").rglob("*") if path.is_file()]
    elsewhere = ("cards/", "decks/", "rules/", "images/*/cards/")  # the games' authors fill these
    idle = [
        pattern
        for pattern in credited_patterns()
        if not pattern.startswith(elsewhere) and not any(fnmatch.fnmatchcase(name, pattern) for name in names)
    ]
    assert idle == []


def test_every_icon_has_its_artist():
    artists = dict(line.split() for line in (ASSETS / "icons" / "CREDITS.txt").read_text("utf-8").splitlines())
    assert set(artists) == {path.stem for path in (ASSETS / "icons").glob("*.svg")}
    assert "game-icons.net" not in artists.values()


def test_all_assets_together_stay_under_40_mib():
    assert sum(path.stat().st_size for path in ASSETS.rglob("*") if path.is_file()) < MOST_BYTES


def test_no_single_file_is_out_of_proportion():
    most = {
        ".jpg": 350_000,
        ".webp": 64_000,
        ".png": 1_300_000,
        ".wav": 200_000,
        ".ttf": 160_000,
        ".svg": 60_000,
        ".txt": 80_000,
        ".ico": 64_000,
        ".icns": 400_000,
    }
    assert [path.name for path in FILES if path.stat().st_size > most.get(path.suffix, 30_000)] == []


def icon_faults(svg: str) -> list[str]:
    """Return what keeps a drawing from being one white shape on nothing."""
    faults = [] if 'viewBox="0 0 512 512"' in svg else ["its box is not 512 wide and high"]
    faults += [f"it is filled with {fill}" for fill in sorted(set(re.findall(r'fill="([^"]+)"', svg)) - {"#fff", "none"})]
    return faults + [f"it says {word}" for word in ("<script", "href", "<image", "<style") if word in svg]


def test_every_icon_is_one_white_drawing_on_nothing():
    icons = {path.stem: icon_faults(path.read_text("utf-8")) for path in sorted((ASSETS / "icons").glob("*.svg"))}
    assert len(icons) > 500
    assert {name: faults for name, faults in icons.items() if faults} == {}


def test_a_coloured_or_active_icon_is_noticed():
    assert icon_faults('<svg viewBox="0 0 512 512"><path fill="#f00" d="M0 0"/></svg>')
    assert icon_faults('<svg viewBox="0 0 512 512"><script/></svg>')
    assert icon_faults('<svg viewBox="0 0 24 24"><path fill="#fff" d="M0 0"/></svg>')


def size_of(path: Path) -> tuple[int, int]:
    import pygame

    return pygame.image.load(str(path)).get_size()


def test_pictures_open_and_have_their_size():
    sizes = {"table.jpg": (1920, 1080), "menu.jpg": (1920, 1080), "back.png": (375, 525), "board.png": (900, 900), "icon.png": (256, 256)}
    for path in PICTURES:
        assert size_of(path) == sizes.get(path.name, (375, 525)), path.name


def test_every_game_has_its_table_and_its_back():
    for game in SHIPPED:
        for name in ("table.jpg", "back.png"):
            assert (ASSETS / "images" / game / name).is_file()


def test_the_board_and_the_backs_are_seen_through_at_their_corners():
    import pygame

    for path in [ASSETS / "images/verona/board.png", *(ASSETS / "images" / game / "back.png" for game in SHIPPED)]:
        picture = pygame.image.load(str(path))
        width, height = picture.get_size()
        assert picture.get_at((0, 0)).a == 0, path
        assert picture.get_at((width // 2, height // 2)).a == 255, path


def test_the_tileset_is_sixteen_by_six_and_no_two_tiles_are_the_same():
    import pygame

    path = ROOT / "maps" / "tilesets" / "overcross.png"
    sheet = pygame.image.load(str(path))
    assert sheet.get_size() == (1024, 384)
    assert path.stat().st_size < 1_000_000
    tiles = {pygame.image.tobytes(sheet.subsurface((x, y, 64, 64)), "RGB") for x in range(0, 1024, 64) for y in range(0, 384, 64)}
    assert len(tiles) == 96


@pytest.mark.parametrize("first", [0, 6, 16])
def test_variants_of_a_ground_agree_where_they_meet(first: int):
    import pygame

    sheet = pygame.image.load(str(ROOT / "maps" / "tilesets" / "overcross.png"))
    count = {0: 6, 6: 4, 16: 6}[first]

    def column(tile: int, x: int) -> list[tuple[int, int, int]]:
        left, top = tile % 16 * 64, tile // 16 * 64
        return [tuple(sheet.get_at((left + x, top + y)))[:3] for y in range(64)]

    def difference(a: list[tuple[int, int, int]], b: list[tuple[int, int, int]]) -> float:
        return sum(abs(p[i] - q[i]) for p, q in zip(a, b, strict=True) for i in range(3)) / (64 * 3)

    for one in range(first, first + count):
        inner = difference(column(one, 62), column(one, 63))
        for other in range(first, first + count):
            assert difference(column(one, 63), column(other, 0)) < inner * 2 + 8


def samples_of(path: Path, rate: int = 44_100) -> array:
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, rate)
        samples = array("h")
        samples.frombytes(file.readframes(file.getnframes()))
    if struct.pack("=H", 1) != struct.pack("<H", 1):
        samples.byteswap()
    return samples


def test_there_are_sounds():
    assert len(SOUNDS) >= 20


@pytest.mark.parametrize("path", SOUNDS, ids=lambda path: path.stem)
def test_a_sound_is_short_audible_unclipped_and_without_clicks(path: Path):
    samples = samples_of(path)
    count = len(samples)
    peak = max(abs(sample) for sample in samples)
    loudness = (sum(sample * sample for sample in samples) / count) ** 0.5
    offset = sum(samples) / count
    assert 0.03 < count / 44_100 < 2.2
    assert 1_500 < peak < 30_000  # heard, and 0.7 dB short of full scale
    assert 0.02 < loudness / peak < 0.6
    assert abs(offset) < 20
    assert abs(samples[0]) < 40
    assert abs(samples[-1]) < 40


@pytest.mark.parametrize("world", THEMES)
def test_the_loop_of_a_world_is_quiet_and_closes_without_a_seam(world: str):
    path = ASSETS / "sounds" / "ambience" / f"{world}.wav"
    samples = samples_of(path, rate=11_025)
    steps = sorted(abs(one - other) for one, other in pairwise(samples))
    assert path.stat().st_size < 200_000
    assert len(samples) == 8 * 11_025
    assert 1_000 < max(abs(sample) for sample in samples) < 16_000
    assert abs(samples[-1] - samples[0]) <= steps[-1], "the seam is a step like others"


COLOURS = {
    *(
        "back",
        "back2",
        "well",
        "well_line",
        "panel",
        "panel2",
        "button",
        "button2",
        "line",
        "paper",
        "text",
        "soft",
        "ink",
        "title",
        "title2",
    ),
    *(
        "accent",
        "accent2",
        "good",
        "bad",
        "warn",
        "focus",
        "legal",
        "refused",
        "chosen",
        "reach",
        "path",
        "threat",
        "sight",
        "shade",
        "glow",
        "veil",
    ),
}
SHAPES = ("circle", "square", "triangle", "diamond", "hexagon", "star")
FACES = {"text", "bold", "italic", "bold-italic", "display", "heavy", "digits"}
CARD = {
    *(
        "frame",
        "round",
        "cut",
        "border",
        "edge",
        "edge2",
        "edge3",
        "name_size",
        "name_caps",
        "name_colour",
        "name_line",
        "plate",
        "plate_line",
    ),
    *("box", "box_line", "box_text", "box_bold", "art_fade", "badge"),
}
HEX = re.compile(r"#[0-9a-f]{6}([0-9a-f]{2})?")


def light_of(colour: str) -> float:
    """Return the relative luminance of a colour."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((light_of(one), light_of(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("name", THEMES)
def test_a_theme_has_every_key(name: str):
    look = theme(name)
    assert look["id"] == name
    assert set(look["colours"]) == COLOURS
    assert all(HEX.fullmatch(colour) for colour in look["colours"].values())
    assert set(look["faces"]) == FACES
    assert set(look["pictures"]) == {"table", "back", "board", "art"}
    assert set(look["card"]) == CARD
    assert "default" in look["badges"]
    assert "default" in look["palettes"]
    assert all(set(palette) == {"light", "mid", "dark", "edge", "text", "icon"} for palette in look["palettes"].values())
    assert [seat["shape"] for seat in look["seats"]] == list(SHAPES)
    assert len({seat["charge"] for seat in look["seats"]}) == 6
    assert set(look["sounds"]) == set(theme("menu")["sounds"])
    assert set(look["tempo"]) == set(theme("menu")["tempo"])
    assert all(0 < milliseconds <= 2_000 for milliseconds in look["tempo"].values())


@pytest.mark.parametrize("name", THEMES)
def test_what_a_theme_names_is_there(name: str):
    look = theme(name)
    for face in look["faces"].values():
        assert (ASSETS / "fonts" / f"{face}.ttf").is_file()
    for role, picture in look["pictures"].items():
        assert not picture or role == "art" or (ASSETS / "images" / picture).is_file()
    for sound in look["sounds"].values():
        assert not sound or (ASSETS / "sounds" / f"{sound}.wav").is_file()
    icons = [look["emblem"], *(seat["charge"] for seat in look["seats"]), *(palette["icon"] for palette in look["palettes"].values())]
    icons += [icon for icon in look["badges"] if icon != "default"]
    assert [icon for icon in icons if not (ASSETS / "icons" / f"{icon}.svg").is_file()] == []


@pytest.mark.parametrize("name", THEMES)
def test_words_can_be_read_on_their_grounds(name: str):
    look = theme(name)
    colours = look["colours"]
    for words, ground in (
        ("text", "panel"),
        ("text", "panel2"),
        ("soft", "panel"),
        ("ink", "paper"),
        ("good", "panel"),
        ("bad", "panel"),
        ("warn", "panel"),
    ):
        assert contrast(colours[words], colours[ground]) >= (4.5 if words in {"text", "ink"} else 3), (words, ground)
    assert contrast(look["card"]["box_text"], look["card"]["box"]) >= 7
    assert contrast(look["card"]["box_bold"], look["card"]["box"]) >= 4.5


def test_the_seats_of_a_world_differ_in_colour():
    for name in THEMES:
        seats = [seat["colour"] for seat in theme(name)["seats"]]
        parts = [[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in seats]
        for one in range(6):
            for other in range(one):
                assert sum(abs(a - b) for a, b in zip(parts[one], parts[other], strict=True)) > 60, (name, seats[one], seats[other])


@pytest.mark.parametrize("game", [game for game in SHIPPED if (ASSETS / "cards" / game).is_dir()])
def test_every_card_picture_belongs_to_a_card(game: str):
    ids = set()
    for path in (ASSETS / "cards" / game).rglob("*.toml"):
        ids |= set(re.findall(r'^id = "([^"]+)"', path.read_text("utf-8"), re.MULTILINE))
    pictures = {path.stem for path in (ASSETS / "images" / game / "cards").glob("*.webp")}
    assert pictures - ids == set()
