"""Bake the battle-grid tileset of Overcross: 96 tiles of 64 × 64 pixels in 16 columns and 6 rows.

Every variant of a ground shares its outermost pixels with the others, so any may lie beside any other without a seam.
Run: python tools/make_tiles.py → maps/tilesets/overcross.png, left alone while the recipe did not change (see baked.py)

    row 0  grass ×6, dirt ×4, stone floor ×6
    row 1  water ×6, bridge west–east, bridge north–south, bog ×4, sand ×4
    row 2  wall ×6, hedge ×4, crate ×2, rubble ×4
    row 3  lava ×6, ice ×4, road ×6
    row 4  metal floor ×4, neon panel ×4, glass wall ×2, smoke, fog, tree ×4
    row 5  grass with dirt in the N, E, S, W and in the NE, SE, SW, NW corner; grass with water likewise

Longer than most: ninety-six tiles, one palette.
"""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np
from baked import bake, encoded
from brushes import BRUSHES, ROOT, Array, blur, canvas, grid, grown, hex_rgb, light, mix, noise, normal, picture, plane, ramp, rng, shifted
from PIL import Image, ImageFilter

TILE = 64
S = 256  # drawn four times as large, then averaged
OUT = ROOT / "maps" / "tilesets" / "overcross.png"
INK = hex_rgb("#17131f")


def inner() -> Array:
    """Return 0 on the rim and 1 inside, so that variants agree at their edges."""
    y, x = grid(S, S)
    edge = np.minimum(np.minimum(x, S - x), np.minimum(y, S - y))
    t = np.clip((edge - 6) / 44, 0, 1)
    return (t * t * (3 - 2 * t)).astype(np.float32)


INNER = inner()


def shared(kind: str, variant: int, **how: float) -> Array:
    """Return noise that is the same on the rim of all variants of a kind."""
    # Long waves on the shared rim would show the grid, so it keeps only short ones.
    rim = noise((S, S), (kind, "rim"), **{**how, "low": max(5.0, how.get("low", 1)), "high": max(12.0, how.get("high", 1e9))}) - 0.5
    own = noise((S, S), (kind, variant), **how) - 0.5
    weight = np.sqrt(INNER**2 + (1 - INNER) ** 2)
    return np.clip(0.5 + (rim * 0.8 * (1 - INNER) + own * INNER) / weight, 0, 1)


def blob(x: float, y: float, rx: float, ry: float, seed: object, rough: float = 0.18) -> Image.Image:
    """Return the mask of one rounded, slightly irregular shape."""
    image, pen = canvas((S, S))
    r = rng("blob", seed)
    phase = r.uniform(0, 6.28, 4)
    points = []
    for i in range(48):
        a = i / 48 * 2 * math.pi
        k = 1 + rough * sum(math.sin(a * (n + 2) + phase[n]) / (n + 1.5) for n in range(4))
        points.append((x + rx * k * math.cos(a), y + ry * k * math.sin(a)))
    pen.polygon(points, fill=255)
    return image


def soft(mask: Image.Image, radius: float) -> Array:
    return blur(plane(mask), radius)


def stone(base: Array, x: float, y: float, rx: float, ry: float, seed: object, colours: tuple[str, ...], *, ink: int = 0) -> Array:
    """Set one lit pebble, boulder or lump on the ground, with its shadow."""
    mask = blob(x, y, rx, ry, seed)
    cover = plane(mask)
    shadow = shifted(blur(cover, rx * 0.28 + 2), int(rx * 0.22 + 2), int(ry * 0.3 + 3))
    base = mix(base, INK, shadow * 0.55)
    if ink:
        base = mix(base, INK, plane(grown(mask, ink)) * 0.92)
    dome = blur(cover, max(rx, ry) * 0.35)
    yy, xx = grid(S, S)
    lit = normal(-((xx - x) / rx + (yy - y) / ry * 1.2)) * 0 + np.clip(0.55 - 0.32 * ((xx - x) / rx + (yy - y) / ry), 0, 1)
    lit = lit * 0.75 + dome * 0.15 + noise((S, S), (seed, "grain"), beta=1.2, low=8) * 0.25 - 0.05
    return mix(base, ramp(lit, *colours), cover)


def blades(
    base: Array, seed: object, count: int, colours: tuple[str, ...], length: float = 26, width: int = 5, area: float = 0.86
) -> Array:
    """Plant blades of grass or reeds."""
    r = rng("blades", seed)
    spots = r.uniform((1 - area) / 2 * S, (1 + area) / 2 * S, (count, 2))
    spots = spots[np.argsort(spots[:, 1])]
    for x, y in spots:
        image, pen = canvas((S, S))
        lean = r.uniform(-0.5, 0.5)
        tall = length * r.uniform(0.6, 1.15)
        for k in (-1, 0, 1):
            tip = (x + lean * tall + k * tall * 0.4, y - tall * (1 - 0.18 * abs(k)))
            pen.polygon([(x + k * width * 0.7 - width / 2, y), tip, (x + k * width * 0.7 + width / 2, y)], fill=255)
        cover = plane(image)
        base = mix(base, INK, shifted(cover, 3, 4) * 0.25)
        base = mix(base, hex_rgb(colours[int(r.integers(len(colours)))]), cover)
    return base


def grass(variant: int) -> Array:
    large = shared("grass-l", variant, beta=2.2, low=1, high=9)
    fine = shared("grass-f", variant, beta=0.9, low=12, high=70, stretch=(1, 0.55))
    base = ramp(large * 0.5 + fine * 0.5, "#2f5a2b", "#43763a", "#568c41", "#6fa34b", "#8fb95c")
    base = base * (1 + light(blur(fine, 1.5), 0.55)[..., None])
    greens = ("#8fbf58", "#79ad4c", "#4d8a3b", "#a5cc68")
    if variant in {1, 3, 4}:
        base = blades(base, ("grass", variant), 7 if variant == 1 else 4, greens)
    if variant == 2:
        base = flowers(base, variant, ("#f4ead2", "#f6c95b"))
    if variant == 4:
        base = flowers(base, variant, ("#d98bd0", "#8ab4f0"))
    if variant == 3:
        base = stone(base, 170, 92, 19, 15, "g3", ("#5d5a63", "#8b8891", "#c4c1c8"))
        base = stone(base, 142, 104, 10, 8, "g3b", ("#5d5a63", "#8b8891", "#c4c1c8"))
    if variant == 5:
        r = rng("clover")
        for _ in range(16):
            x, y = r.uniform(40, 216, 2)
            for a in range(3):
                dot = blob(x + 6 * math.cos(a * 2.1), y + 6 * math.sin(a * 2.1), 6, 6, (x, a), 0.05)
                base = mix(base, hex_rgb("#88bb63"), plane(dot) * 0.8)
    return base


def flowers(base: Array, seed: object, colours: tuple[str, ...]) -> Array:
    r = rng("flowers", seed)
    for _ in range(7):
        x, y = r.uniform(34, 222, 2)
        petal = hex_rgb(colours[int(r.integers(len(colours)))])
        image, pen = canvas((S, S))
        for a in range(5):
            px, py = x + 6.5 * math.cos(a * 1.2566), y + 6.5 * math.sin(a * 1.2566)
            pen.ellipse((px - 5, py - 5, px + 5, py + 5), fill=255)
        base = mix(base, INK, shifted(plane(image), 3, 4) * 0.35)
        base = mix(base, petal, plane(image))
        heart, pen = canvas((S, S))
        pen.ellipse((x - 4, y - 4, x + 4, y + 4), fill=255)
        base = mix(base, hex_rgb("#e2992f"), plane(heart))
    return base


def dirt(variant: int) -> Array:
    large = shared("dirt-l", variant, beta=2.1, low=1, high=10)
    fine = shared("dirt-f", variant, beta=1.0, low=10, high=80)
    base = ramp(large * 0.55 + fine * 0.45, "#5a4029", "#76552f", "#8d6a40", "#a27e50", "#b99468")
    base = base * (1 + light(blur(fine, 1.2), 0.6)[..., None])
    r = rng("dirt", variant)
    for i in range((3, 9, 2, 6)[variant]):
        x, y = r.uniform(34, 222, 2)
        size = r.uniform(4, 9 if variant != 2 else 6)
        base = stone(base, x, y, size, size * 0.8, ("d", variant, i), ("#574331", "#8a7358", "#c4ac8a"))
    if variant == 2:
        base = cracks(base, "dirt", "#3d2a1b", 0.7)
    return base


def cracks(
    base: Array, seed: object, colour: str, alpha: float, start: tuple[float, float] = (60, 70), legs: int = 4, width: int = 4
) -> Array:
    r = rng("cracks", seed)
    image, pen = canvas((S, S))
    for leg in range(legs):
        x, y = start if leg < 2 else (float(r.uniform(70, 190)), float(r.uniform(70, 190)))
        a = r.uniform(0, 6.28)
        for _ in range(7):
            a += r.uniform(-0.7, 0.7)
            nx, ny = np.clip(x + 20 * math.cos(a), 20, 236), np.clip(y + 20 * math.sin(a), 20, 236)
            pen.line((x, y, nx, ny), fill=255, width=width)
            x, y = nx, ny
    dark = plane(image.filter(ImageFilter.GaussianBlur(1)))
    base = mix(base, np.ones(3, np.float32), shifted(dark, 2, 3) * alpha * 0.25)
    return mix(base, hex_rgb(colour), dark * alpha)


def slabs(variant: int) -> list[tuple[int, int, int, int]]:
    """Return the flagstones of a floor tile, joints on the tile's edges."""
    cuts = {
        0: [(0, 0, 128, 128), (128, 0, 256, 128), (0, 128, 128, 256), (128, 128, 256, 256)],
        1: [(0, 0, 256, 128), (0, 128, 128, 256), (128, 128, 256, 256)],
        2: [(0, 0, 128, 256), (128, 0, 256, 128), (128, 128, 256, 256)],
        3: [(0, 0, 256, 256)],
        4: [(0, 0, 160, 96), (160, 0, 256, 160), (96, 160, 256, 256), (0, 96, 96, 256), (96, 96, 160, 160)],
        5: [(0, 0, 128, 128), (128, 0, 256, 256), (0, 128, 128, 256)],
    }
    return cuts[variant]


def plates(variant: int, boxes: list[tuple[int, int, int, int]], gap: int, round_by: int) -> tuple[Array, Array, Array]:
    """Return cover, one tone a plate and a bevel for rounded rectangles."""
    r = rng("plates", variant)
    cover, tone, bevel = np.zeros((S, S), np.float32), np.zeros((S, S), np.float32), np.zeros((S, S), np.float32)
    for box in boxes:
        image, pen = canvas((S, S))
        pen.rounded_rectangle((box[0] + gap, box[1] + gap, box[2] - gap - 1, box[3] - gap - 1), round_by, fill=255)
        one = plane(image)
        cover = np.maximum(cover, one)
        tone += one * r.uniform(-0.5, 0.5)
        bevel += light(blur(one, 4), 1.0)
    return cover, tone, bevel


def stone_floor(variant: int) -> Array:
    large = noise((S, S), ("stone", variant), beta=2.0, low=1, high=14)
    fine = noise((S, S), ("stone-f", variant), beta=0.7, low=14, high=100)
    cover, tone, bevel = plates(variant, slabs(variant), 3, 12)
    face = ramp(large * 0.4 + fine * 0.3 + 0.16 + tone * 0.14, "#5d5c68", "#777683", "#8f8e9a", "#a6a5b0", "#bdbcc6")
    face = face * (1 + light(blur(fine, 1.2), 0.5)[..., None] + bevel[..., None] * 1.1)
    base = mix(np.broadcast_to(hex_rgb("#33313d"), (S, S, 3)).astype(np.float32), face, cover)
    if variant in {2, 3}:
        base = cracks(base, ("floor", variant), "#3a3843", 0.75, (80, 90), 3)
    if variant == 5:
        moss = np.clip((noise((S, S), "moss", beta=2.0, low=2, high=30) - 0.55) * 6, 0, 1) * np.clip(1.3 - cover * 0.6, 0, 1)
        base = mix(base, ramp(fine, "#3f5a34", "#6d8a4a"), moss * INNER * 0.75)
    return base


def caustics(kind: str, variant: int, scale: float = 7) -> Array:
    """Return bright thin curls, as light makes under water."""
    a = shared(kind + "-a", variant, beta=1.8, low=2, high=scale)
    b = shared(kind + "-b", variant, beta=1.8, low=2, high=scale)
    return np.clip(1 - np.abs(a - b) * 14, 0, 1) ** 2


def water(variant: int) -> Array:
    large = shared("water-l", variant, beta=2.4, low=1, high=6)
    base = ramp(large * 0.6 + 0.22, "#123e73", "#1a5a97", "#2574b4", "#358fc7", "#4aa7d4")
    rise = shared("water-w", variant, beta=2.0, low=3, high=22, stretch=(0.6, 1.2))
    base = base * (1 + light(blur(rise, 2), 1.6)[..., None])
    base = mix(base, hex_rgb("#9ee0f0"), caustics("water", variant) * 0.38)
    if variant in {1, 4}:
        r = rng("glint", variant)
        image, pen = canvas((S, S))
        for _ in range(5):
            x, y = r.uniform(40, 200, 2)
            pen.arc((x, y, x + 44, y + 18), 200, 340, fill=255, width=5)
        base = mix(base, hex_rgb("#e8fbff"), plane(image) * 0.75)
    return base


def planks(
    seed: object,
    box: tuple[int, int, int, int],
    count: int,
    *,
    upright: bool,
    colours: tuple[str, ...] = ("#4a2f1b", "#6f4827", "#936337", "#b4804c", "#cf9d66"),
) -> tuple[Array, Array]:
    """Return colour and cover of boards side by side; `upright` boards run north–south."""
    r = rng("planks", seed)
    grain = noise((S, S), (seed, "grain"), beta=1.3, low=4, high=110, stretch=(0.25, 2.2) if upright else (2.2, 0.25))
    if upright:
        grain = noise((S, S), (seed, "grain"), beta=1.3, low=4, high=110, stretch=(2.2, 0.2))
        grain = grain.T.copy().T
    tone, cover, bevel = np.zeros((S, S), np.float32), np.zeros((S, S), np.float32), np.zeros((S, S), np.float32)
    x0, y0, x1, y1 = box
    for i in range(count):
        image, pen = canvas((S, S))
        if upright:
            a, b = x0 + (x1 - x0) * i / count, x0 + (x1 - x0) * (i + 1) / count
            pen.rounded_rectangle((a + 2, y0, b - 3, y1 - 1), 4, fill=255)
        else:
            a, b = y0 + (y1 - y0) * i / count, y0 + (y1 - y0) * (i + 1) / count
            pen.rounded_rectangle((x0, a + 2, x1 - 1, b - 3), 4, fill=255)
        one = plane(image)
        cover = np.maximum(cover, one)
        tone += one * r.uniform(-0.16, 0.16)
        bevel += light(blur(one, 2.5), 0.8)
    face = ramp(grain * 0.62 + 0.2 + tone, *colours) * (1 + bevel[..., None])
    return face, cover


def bridge(*, upright: bool) -> Array:
    """Return a plank bridge; `upright` is walked north–south."""
    base = water(0)
    box = (26, 0, 230, 256) if upright else (0, 26, 256, 230)
    image, pen = canvas((S, S))
    pen.rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=255)
    deck = plane(image)
    pad = np.pad(deck, 40, "edge")
    shadow = blur(pad, 9)[40 - 12 : 40 - 12 + S, 40 - 6 : 40 - 6 + S]
    base = mix(base, INK, np.clip(shadow, 0, 1) * 0.6)
    face, cover = planks(("bridge", upright), box, 8, upright=not upright)
    base = mix(base, hex_rgb("#241509"), deck)
    base = mix(base, face, cover)
    for at in (box[0], box[2] - 18) if upright else (box[1], box[3] - 18):
        image, pen = canvas((S, S))
        pen.rectangle((at, 0, at + 17, S) if upright else (0, at, S, at + 17), fill=255)
        rail = plane(image)
        y, x = grid(S, S)
        across = ((x if upright else y) - at) / 18
        base = mix(base, INK, (shifted(rail, 6, 7) * deck) * 0.35)
        base = mix(base, ramp(0.85 - np.abs(across - 0.35) * 0.9, "#3b2413", "#8a5b32", "#d9aa72"), rail)
        for edge in (at - 2, at + 16):
            image, pen = canvas((S, S))
            pen.rectangle((edge, 0, edge + 3, S) if upright else (0, edge, S, edge + 3), fill=255)
            base = mix(base, INK, plane(image) * 0.75)
    return base


def bog(variant: int) -> Array:
    large = shared("bog-l", variant, beta=2.2, low=1, high=8)
    base = ramp(large * 0.7 + 0.12, "#2b3420", "#384324", "#465029", "#545a2f", "#656838")
    sheen = shared("bog-w", variant, beta=2.0, low=3, high=20)
    base = base * (1 + light(blur(sheen, 2), 1.3)[..., None])
    pool = np.clip((shared("bog-p", variant, beta=2.3, low=1, high=6) - 0.52) * 7, 0, 1)
    base = mix(base, ramp(sheen, "#1d2b22", "#2a3d2d", "#41563c"), pool * 0.7)
    base = mix(base, hex_rgb("#b9c58a"), np.clip(1 - np.abs(pool - 0.5) * 4, 0, 1) * 0.13)
    r = rng("bog", variant)
    for _ in range(4 + variant):
        x, y = r.uniform(40, 216, 2)
        size = r.uniform(6, 12)
        image, pen = canvas((S, S))
        pen.ellipse((x - size, y - size * 0.8, x + size, y + size * 0.8), outline=255, width=3)
        base = mix(base, hex_rgb("#aab77c"), plane(image) * 0.7)
    if variant in {0, 2, 3}:
        base = blades(base, ("bog", variant), 4 + variant, ("#8a9a4c", "#6f8040", "#a3a65a"), 44, 5, 0.7)
    if variant == 1:
        for i in range(3):
            x, y = r.uniform(60, 196, 2)
            base = mix(base, INK, shifted(plane(blob(x, y, 22, 18, ("lily", i), 0.06)), 4, 5) * 0.45)
            base = mix(base, ramp(large, "#3f6b35", "#6c9a4a"), plane(blob(x, y, 22, 18, ("lily", i), 0.06)))
    return base


def sand(variant: int) -> Array:
    large = shared("sand-l", variant, beta=2.3, low=1, high=6)
    fine = shared("sand-f", variant, beta=0.4, low=20, high=120)
    waves = shared("sand-w", variant, beta=1.6, low=4, high=26, stretch=(1.9, 0.6))
    base = ramp(large * 0.5 + fine * 0.3 + waves * 0.2, "#b08a52", "#c8a467", "#dcbc80", "#e9cf98", "#f3dfb2")
    base = base * (1 + light(blur(waves, 2.5), 1.0)[..., None])
    if variant == 1:
        base = stone(base, 96, 150, 15, 11, "sand", ("#84704f", "#b79d74", "#ecdcb8"))
    if variant == 3:
        r = rng("shell")
        for i in range(6):
            x, y = r.uniform(40, 216, 2)
            base = stone(base, x, y, 6, 5, ("shell", i), ("#c9a58a", "#f0d8c4", "#ffffff"))
    return base


def wall(variant: int) -> Array:
    """Return a block of masonry seen from above, its front face to the south."""
    fine = noise((S, S), ("wall-f", variant), beta=0.9, low=8, high=90)
    large = noise((S, S), ("wall-l", variant), beta=2.0, low=1, high=10)
    y, _ = grid(S, S)
    front = 176
    base = np.broadcast_to(hex_rgb("#1c1824"), (S, S, 3)).astype(np.float32)
    layouts = [
        [(0, 0, 128, 88), (128, 0, 256, 88), (0, 88, 256, 176)],
        [(0, 0, 176, 88), (176, 0, 256, 176), (0, 88, 176, 176)],
        [(0, 0, 256, 176)],
        [(0, 0, 96, 176), (96, 0, 256, 80), (96, 80, 256, 176)],
        [(0, 0, 256, 88), (0, 88, 128, 176), (128, 88, 256, 176)],
        [(0, 0, 128, 176), (128, 0, 256, 176)],
    ]
    cover, tone, bevel = plates(("wall", variant), layouts[variant], 4, 14)
    top = ramp(large * 0.35 + fine * 0.35 + 0.22 + tone * 0.16, "#6d6675", "#8b8492", "#a8a1ad", "#c3bdc6", "#dcd7dc")
    top = top * (1 + bevel[..., None] * 1.2 + light(blur(fine, 1.2), 0.6)[..., None])
    base = mix(base, top, cover)
    rows = [(176, 214), (216, 254)]
    boxes = []
    for k, (a, b) in enumerate(rows):
        shift = (0, 64)[(k + variant) % 2]
        edges = sorted({0, 256, *range(shift, 257, 128)})
        boxes += [(u, a, v, b) for u, v in itertools.pairwise(edges)]
    cover2, tone2, bevel2 = plates(("wall-front", variant), boxes, 3, 8)
    face = ramp(fine * 0.5 + 0.2 + tone2 * 0.2, "#332e3c", "#484251", "#5d5766", "#746d7b")
    face = face * (1 + bevel2[..., None]) * np.clip(1.1 - (y - front) / 200, 0.6, 1.1)[..., None]
    base = mix(base, face, cover2)
    if variant == 2:
        base = cracks(base, "wall", "#3b3542", 0.85, (90, 60), 3)
    if variant == 4:
        moss = np.clip((noise((S, S), "wallmoss", beta=2.0, low=2, high=24) - 0.5) * 6, 0, 1) * np.clip((y - 90) / 80, 0, 1)
        base = mix(base, ramp(fine, "#36512d", "#5f8243", "#87a957"), moss * 0.85)
    if variant == 5:
        image, pen = canvas((S, S))
        pen.ellipse((88, 48, 168, 128), outline=255, width=8)
        pen.polygon([(128, 58), (140, 88), (128, 118), (116, 88)], fill=255)
        carve = plane(image)
        base = mix(base, INK, carve * 0.55)
        base = mix(base, np.ones(3, np.float32), np.clip(shifted(carve, 3, 3) - carve, 0, 1) * 0.4)
    return base


def leafy(base: Array, mask: Image.Image, seed: object, colours: tuple[str, ...], leaf: float = 12, count: int = 260) -> Array:
    """Fill a mask with leaves, lit from the upper left, over a soft shadow with an ink rim."""
    cover = plane(mask)
    base = mix(base, INK, shifted(blur(cover, 8), 8, 12) * 0.6)
    base = mix(base, INK, plane(grown(mask, 4)) * 0.95)
    base = mix(base, hex_rgb(colours[0]), cover)
    r = rng("leafy", seed)
    dome = blur(cover, 26)
    tones = [hex_rgb(c) for c in colours]
    spots = [(x, y) for x, y in r.uniform(4, S - 4, (count * 3, 2)) if cover[int(y), int(x)] > 0.5][:count]
    spots.sort(key=lambda p: p[1] * 0.6 + p[0] * 0.4, reverse=True)
    image = picture(base)
    from PIL import ImageDraw

    pen = ImageDraw.Draw(image)
    for x, y in spots:
        toward = 0.5 + (S / 2 - x + S / 2 - y) / S * 0.55 + r.uniform(-0.22, 0.22) + (dome[int(y), int(x)] - 0.8) * 0.3
        tone = tones[int(np.clip(toward * len(tones), 0, len(tones) - 1))]
        a = r.uniform(0, 6.28)
        size = leaf * r.uniform(0.7, 1.2)
        tip = (x + size * math.cos(a), y + size * math.sin(a))
        side = (0.45 * size * math.cos(a + 1.57), 0.45 * size * math.sin(a + 1.57))
        dark = tuple(int(c * 255 * 0.55) for c in tone)
        points = [(x - size * 0.8 * math.cos(a), y - size * 0.8 * math.sin(a)), (x + side[0], y + side[1]), tip, (x - side[0], y - side[1])]
        pen.polygon([(px + 2, py + 3) for px, py in points], fill=dark)
        pen.polygon(points, fill=tuple(int(c * 255) for c in tone))
    leaves = np.asarray(image, np.float32) / 255
    return mix(base, leaves, plane(grown(mask, 2)))


def hedge(variant: int) -> Array:
    image, pen = canvas((S, S))
    pen.rounded_rectangle((10, 8, 244, 238), 56, fill=255)
    mask = image
    for i in range(12):
        r = rng("hedge", variant, i)
        a = i / 12 * 6.28
        mask = Image.fromarray(
            np.maximum(
                np.asarray(mask),
                np.asarray(blob(127 + 92 * math.cos(a), 122 + 92 * math.sin(a), r.uniform(24, 34), r.uniform(24, 34), (variant, i))),
            )
        )
    base = leafy(grass(0), mask, ("hedge", variant), ("#15331d", "#1f4a27", "#2d6433", "#418141", "#63a352", "#8cc168"), 13, 330)
    if variant in {1, 3}:
        r = rng("berries", variant)
        for i in range(10):
            x, y = r.uniform(40, 214, 2)
            base = stone(
                base,
                x,
                y,
                6,
                6,
                ("berry", variant, i),
                ("#7a1220", "#d9303d", "#ffb3a8") if variant == 1 else ("#b7b9d8", "#f1f0ff", "#ffffff"),
            )
    return base


def crate(variant: int) -> Array:
    base = dirt(0)
    image, pen = canvas((S, S))
    pen.rounded_rectangle((22, 16, 234, 232), 10, fill=255)
    body = plane(image)
    base = mix(base, INK, shifted(blur(body, 9), 10, 14) * 0.65)
    base = mix(base, INK, plane(grown(image, 5)))
    woods = (
        ("#5a3a1e", "#7d532b", "#a06d3a", "#c08a4f", "#d9a968") if variant == 0 else ("#3b3a4a", "#55546a", "#6f6f88", "#8d8da6", "#b0b0c8")
    )
    face, cover = planks(("crate", variant), (40, 30, 216, 196), 5, upright=variant == 0, colours=woods)
    base = mix(base, hex_rgb("#20130a"), body)
    base = mix(base, face, cover)
    frame, pen = canvas((S, S))
    for box in ((24, 18, 232, 46), (24, 180, 232, 206), (24, 18, 52, 206), (204, 18, 232, 206)):
        pen.rounded_rectangle(box, 5, fill=255)
    if variant == 0:
        pen.line((44, 40, 212, 188), fill=255, width=24)
    else:
        pen.line((44, 188, 212, 40), fill=255, width=24)
        pen.line((44, 40, 212, 188), fill=255, width=24)
    bars = plane(frame)
    grain = noise((S, S), ("crate-bars", variant), beta=1.2, low=5, high=80)
    base = mix(base, INK, shifted(blur(bars, 2), 4, 5) * body * 0.6)
    base = mix(base, ramp(grain * 0.5 + 0.42, *woods) * (1 + light(blur(bars, 3), 1.6)[..., None]), bars)
    edge = np.clip(plane(grown(frame, 2)) - bars, 0, 1) * body
    base = mix(base, INK, edge * 0.75)
    y, _ = grid(S, S)
    base = mix(base, INK, body * np.clip((y - 206) / 6, 0, 1) * 0.55)
    for x in (38, 218):
        for yy in (32, 193):
            base = stone(base, x, yy, 5, 5, ("nail", x, yy), ("#2a2730", "#8e8a96", "#ffffff"))
    return base


def rubble(variant: int) -> Array:
    base = dirt(variant)
    r = rng("rubble", variant)
    lumps = sorted(
        ((128 + float(r.normal()) * 42, 132 + float(r.normal()) * 38, float(r.uniform(12, 34))) for _ in range(15)), key=lambda p: p[1]
    )
    for i, (x, y, size) in enumerate(lumps):
        x, y = float(np.clip(x, 36, 220)), float(np.clip(y, 36, 216))
        base = stone(base, x, y, size, size * 0.82, ("rubble", variant, i), ("#3f3945", "#6a6370", "#948d99", "#c9c2c9"), ink=3)
    return base


def cells(seed: object, count: int) -> tuple[Array, Array]:
    """Return, for seamless crooked plates, the distance to the nearest joint and the number of the plate."""
    r = rng("cells", seed)
    side = math.isqrt(count)
    points = [
        ((i + 0.5 + r.uniform(-0.36, 0.36)) * S / side, (j + 0.5 + r.uniform(-0.36, 0.36)) * S / side)
        for j in range(side)
        for i in range(side)
    ]
    y, x = grid(S, S)
    wobble = noise((S, S), (seed, "wobble"), beta=2, low=3, high=30) - 0.5
    x, y = x + wobble * 22, y + wobble.T * 22
    first = np.full((S, S), 1e9, np.float32)
    second = first.copy()
    which = np.zeros((S, S), np.float32)
    for n, (px, py) in enumerate(points):
        dx = np.abs(x - px)
        dy = np.abs(y - py)
        d = np.hypot(np.minimum(dx, np.abs(S - dx)), np.minimum(dy, np.abs(S - dy)))
        nearer = d < first
        second = np.where(nearer, first, np.minimum(second, d))
        which = np.where(nearer, n, which)
        first = np.minimum(first, d)
    return (second - first).astype(np.float32), which.astype(np.float32)


def lava(variant: int) -> Array:
    rim, _ = cells("lava", 16)
    own, _ = cells(("lava", variant), (16, 9, 16, 25, 9, 16)[variant])
    joint = rim * (1 - INNER) + own * INNER
    heat = shared("lava-h", variant, beta=2.0, low=1, high=8)
    fine = shared("lava-f", variant, beta=1.1, low=6, high=90)
    flow = np.clip(1 - (joint - 3) / (6 + heat * 24), 0, 1)
    crust = ramp(fine * 0.8 + 0.05, "#1b0f12", "#301a1a", "#4a2822", "#6b3a2b")
    crust = crust * (1 + light(blur(fine, 1.5), 1.2)[..., None])
    glow = ramp(flow, "#5a1408", "#a8280a", "#e8560f", "#ff962b", "#ffd76a")
    base = mix(crust, glow, np.clip(flow * 1.7, 0, 1))
    halo = blur(np.tile(flow, (3, 3)), 14)[S : 2 * S, S : 2 * S]
    return base + halo[..., None] * hex_rgb("#ff5a10") * 0.22


def ice(variant: int) -> Array:
    large = shared("ice-l", variant, beta=2.3, low=1, high=7)
    fine = shared("ice-f", variant, beta=1.4, low=6, high=60)
    base = ramp(large * 0.7 + fine * 0.3, "#8fc4de", "#a8d6ea", "#c2e6f3", "#dcf3fa", "#f4fcff")
    base = base * (1 + light(blur(fine, 3), 0.8)[..., None])
    y, x = grid(S, S)
    streak = np.clip(np.sin((x + y) / 34 + variant * 1.7) * 3 - 2.2, 0, 1) * INNER
    base = mix(base, np.ones(3, np.float32), streak * 0.5)
    if variant != 0:
        base = cracks(base, ("ice", variant), "#4f8fb4", 0.6, (60 + variant * 30, 80), 1 + variant, 3)
    return base


def road(variant: int) -> Array:
    large = shared("road-l", variant, beta=2.0, low=1, high=8)
    fine = shared("road-f", variant, beta=0.2, low=24, high=128)
    base = ramp(large * 0.45 + fine * 0.55, "#2c2d36", "#393a45", "#474853", "#575863", "#6a6b76")
    base = base * (1 + light(fine, 0.25)[..., None])
    y, x = grid(S, S)
    worn = np.clip((noise((S, S), ("worn", variant), beta=0.6, low=12, high=110) - 0.22) * 4, 0, 1)
    image, pen = canvas((S, S))
    if variant == 1:
        pen.rectangle((48, 119, 208, 137), fill=255)
    if variant == 2:
        pen.rectangle((119, 48, 137, 208), fill=255)
    if variant == 3:
        for k in range(4):
            pen.rectangle((14 + k * 64, 24, 50 + k * 64, 232), fill=255)
    paint = plane(image) * worn
    base = mix(base, hex_rgb("#f0d36a" if variant in {1, 2} else "#e9e6dc"), paint * 0.85)
    if variant == 4:
        base = cracks(base, "road", "#17171d", 0.9, (70, 60), 4)
    if variant == 5:
        d = np.hypot(x - 128, y - 128)
        base = mix(base, INK, np.clip(1 - np.abs(d - 70) / 5, 0, 1) + 0)
        lid = (d < 66).astype(np.float32)
        bars = (np.sin(x / 6.1) > 0).astype(np.float32) * (np.abs(y - 128) < 44) * (d < 50)
        metal = ramp(0.55 - (x + y - 256) / 500 + 0 * x, "#2a2b33", "#5d5f6b", "#8b8d99")
        base = mix(base, metal, lid)
        base = mix(base, INK, bars * 0.75)
    return base


def metal(variant: int) -> Array:
    brushed = noise((S, S), ("metal", variant), beta=0.8, low=3, high=120, stretch=(0.15, 1.6) if variant % 2 else (1.6, 0.15))
    large = noise((S, S), ("metal-l", variant), beta=2.2, low=1, high=6)
    boxes = [[(0, 0, 256, 256)], [(0, 0, 256, 128), (0, 128, 256, 256)], [(0, 0, 128, 256), (128, 0, 256, 256)], [(0, 0, 256, 256)]][
        variant
    ]
    cover, tone, bevel = plates(("metal", variant), boxes, 3, 10)
    face = ramp(brushed * 0.35 + large * 0.35 + 0.15 + tone * 0.1, "#4a5463", "#5e6a7a", "#748192", "#8c99a9", "#a9b5c3")
    face = face * (1 + bevel[..., None] * 1.2)
    base = mix(np.broadcast_to(hex_rgb("#1d222b"), (S, S, 3)).astype(np.float32), face, cover)
    if variant == 3:
        for k in range(4):
            for j in range(4):
                image, pen = canvas((S, S))
                cx, cy = 40 + k * 58, 40 + j * 58
                lean = 12 if (k + j) % 2 else -12
                pen.line((cx - 12, cy - lean, cx + 12, cy + lean), fill=255, width=9)
                tread = plane(image)
                base = mix(base, INK, shifted(tread, 2, 3) * 0.5)
                base = mix(base, hex_rgb("#b9c4d0"), tread * 0.7)
    for x in (22, 234):
        for y in (22, 234):
            base = stone(base, x, y, 7, 7, ("rivet", x, y), ("#313946", "#8a97a6", "#eef4fa"))
    return base


def neon(variant: int) -> Array:
    fine = noise((S, S), ("neon", variant), beta=1.5, low=4, high=90)
    cover, _, bevel = plates("neon", [(0, 0, 256, 256)], 3, 12)
    base = mix(
        np.broadcast_to(hex_rgb("#07070f"), (S, S, 3)).astype(np.float32),
        ramp(fine, "#12142a", "#1a1d3a", "#232750") * (1 + bevel[..., None]),
        cover,
    )
    image, pen = canvas((S, S))
    hue = hex_rgb(("#27e7ff", "#ff3fb4", "#8cff5a", "#ffb02e")[variant])
    if variant == 0:
        pen.rounded_rectangle((36, 36, 220, 220), 22, outline=255, width=9)
        pen.rounded_rectangle((76, 76, 180, 180), 12, outline=255, width=6)
    elif variant == 1:
        for k in range(3):
            pen.line([(48, 84 + k * 52), (128, 44 + k * 52), (208, 84 + k * 52)], fill=255, width=9, joint="curve")
    elif variant == 2:
        for a, b in (((128, 24), (128, 92)), ((128, 232), (128, 164)), ((24, 128), (92, 128)), ((232, 128), (164, 128))):
            pen.line((a, b), fill=255, width=8)
        pen.ellipse((88, 88, 168, 168), outline=255, width=9)
        for cx, cy in ((128, 24), (128, 232), (24, 128), (232, 128)):
            pen.ellipse((cx - 12, cy - 12, cx + 12, cy + 12), fill=255)
    else:
        pen.polygon([(128, 34), (222, 128), (128, 222), (34, 128)], outline=255, width=9)
        pen.polygon([(128, 84), (172, 128), (128, 172), (84, 128)], outline=255, width=6)
    tube = plane(image)
    base = base + (blur(tube, 18) * 1.1 + blur(tube, 6) * 0.9)[..., None] * hue
    return mix(base, hue * 0.35 + 0.65, tube)


def glass(variant: int) -> Array:
    base = metal(0)
    y, x = grid(S, S)
    image, pen = canvas((S, S))
    box = (14, 70, 242, 186) if variant == 0 else (70, 14, 186, 242)
    pen.rounded_rectangle(box, 14, fill=255)
    pane = plane(image)
    base = mix(base, INK, shifted(blur(pane, 8), 8, 12) * 0.5)
    base = mix(base, ramp((x + y) / (2 * S), "#d5f7ff", "#8adcf2", "#4aa9d0"), pane * 0.72)
    streak = (np.abs(np.sin((x - y) / 30 + variant)) > 0.86).astype(np.float32)
    base = mix(base, np.ones(3, np.float32), pane * blur(streak, 2) * 0.65)
    rim = np.clip(pane - plane(image.filter(ImageFilter.MinFilter(13))), 0, 1)
    base = mix(base, hex_rgb("#eafcff"), rim * 0.9)
    outer = np.clip(plane(grown(image, 4)) - pane, 0, 1)
    base = mix(base, INK, outer * 0.95)
    for cx, cy in ((box[0] + 10, 128), (box[2] - 10, 128)) if variant == 0 else ((128, box[1] + 10), (128, box[3] - 10)):
        image, pen = canvas((S, S))
        half = (14, 66) if variant == 0 else (66, 14)
        pen.rounded_rectangle((cx - half[0], cy - half[1], cx + half[0], cy + half[1]), 7, fill=255)
        post = plane(image)
        base = mix(base, INK, plane(grown(image, 4)))
        base = mix(base, ramp(0.5 - ((x - cx) + (y - cy)) / 120, "#3a4552", "#8b99a8", "#f0f6fb"), post)
    return base


def cloud(variant: int) -> Array:
    base = stone_floor(0) if variant == 0 else grass(0)
    puffs = sorted(
        ((128 + 62 * math.cos(k * 0.9), 128 + 58 * math.sin(k * 0.9), 46 + 14 * math.sin(k * 2.3 + variant)) for k in range(7)),
        key=lambda p: p[1],
    )
    puffs += [(128, 112, 62), (92, 148, 50), (168, 150, 50)]
    dark = (
        ("#3c3947", "#5f5c6c", "#8a8796", "#b9b7c2", "#e4e3e8") if variant == 0 else ("#8fa3b0", "#b1c2cb", "#d0dde2", "#e9f0f2", "#ffffff")
    )
    y, x = grid(S, S)
    for k, (cx, cy, radius) in enumerate(puffs):
        mask = blob(cx, cy, radius, radius * 0.9, ("cloud", variant, k), 0.1)
        cover = blur(plane(mask), 5)
        base = mix(base, INK, shifted(blur(cover, 10), 6, 10) * 0.35)
        lit = 0.6 - ((x - cx) + (y - cy) * 1.4) / (radius * 3.4)
        base = mix(base, ramp(lit + (noise((S, S), ("cl", variant, k), beta=2.2, low=2, high=30) - 0.5) * 0.3, *dark), cover * 0.97)
    return base


def tree(variant: int) -> Array:
    base = grass(variant)
    greens = [
        ("#123019", "#1c4a24", "#2a6631", "#3f8440", "#62a653", "#93c96c"),
        ("#1c3312", "#2f5219", "#477326", "#659536", "#8ab54b", "#b6d46c"),
        ("#3b1a10", "#6a2c14", "#98431a", "#c46324", "#e38b35", "#f7bd5b"),
        ("#12282b", "#173f40", "#1f5a55", "#2f786b", "#4d9a83", "#7ec0a2"),
    ][variant]
    if variant == 3:
        image, pen = canvas((S, S))
        for k in range(24):
            a = k / 24 * 6.283
            radius = 112 if k % 2 else 82
            if k == 0:
                points = []
            points.append((128 + radius * math.cos(a), 124 + radius * math.sin(a)))
        pen.polygon(points, fill=255)
        cover = plane(image)
        base = mix(base, INK, shifted(blur(cover, 9), 12, 16) * 0.6)
        base = mix(base, INK, plane(grown(image, 5)))
        for ring in range(6):
            scale = 1 - ring / 6.3
            image, pen = canvas((S, S))
            pts = [
                (
                    128 + (112 if k % 2 else 82) * scale * math.cos(k / 24 * 6.283 + ring * 0.13),
                    122 - ring * 2 + (112 if k % 2 else 82) * scale * math.sin(k / 24 * 6.283 + ring * 0.13),
                )
                for k in range(24)
            ]
            pen.polygon(pts, fill=255)
            y, x = grid(S, S)
            base = mix(base, INK, shifted(plane(image), 4, 6) * cover * 0.5)
            lit = 0.18 + ring * 0.12 - ((x - 128) + (y - 128)) / 560
            base = mix(base, ramp(lit + (noise((S, S), ("fir", ring), beta=1.0, low=8, high=70) - 0.5) * 0.3, *greens), plane(image))
        return base
    r = rng("tree", variant)
    mask = blob(128, 122, 94, 92, ("tree", variant), 0.08)
    for i in range(9):
        a = i / 9 * 6.283 + r.uniform(0, 0.4)
        puff = blob(128 + 62 * math.cos(a), 122 + 60 * math.sin(a), 46, 44, ("puff", variant, i), 0.08)
        mask = Image.fromarray(np.maximum(np.asarray(mask), np.asarray(puff)))
    base = leafy(base, mask, ("tree", variant), greens, 15, 300)
    y, x = grid(S, S)
    cover = plane(mask)
    glow = np.clip(1 - np.hypot(x - 92, y - 84) / 90, 0, 1) * cover
    shade = np.clip(np.hypot(x - 92, y - 84) / 150 - 0.45, 0, 1) * cover
    base = mix(base, hex_rgb(greens[-1]), glow * 0.28)
    return mix(base, INK, shade * 0.6)


SIDES = ("N", "E", "S", "W", "NE", "SE", "SW", "NW")


def shore(side: str, other: str) -> Array:
    """Return grass with the other ground reaching in from one side or corner."""
    y, x = grid(S, S)
    edge = {"N": y, "S": S - y, "W": x, "E": S - x}
    depth = S * 0.36
    if len(side) == 1:
        # The line meets the tile's edges at a fixed depth, so that neighbours of the same side join.
        along = x if side in "NS" else y
        bend = (noise((S, S), ("shore", side, other), beta=2.2, low=1, high=7) - 0.5) * 70
        field = depth - edge[side] + bend * np.sin(along / S * math.pi)
    else:
        a = edge[side[0]]
        b = edge[side[1]]
        field = depth - np.hypot(a, b) + (noise((S, S), ("shore", side, other), beta=2.2, low=2, high=7) - 0.5) * 36 * INNER
    ragged = (noise((S, S), ("ragged", side, other), beta=1.0, low=14, high=70) - 0.5) * 22
    field = field + ragged
    cover = np.clip(field / 5 + 0.5, 0, 1)
    under = grass(0)
    if other == "dirt":
        over = dirt(0)
        base = mix(under, over, cover)
        lip = np.clip(1 - np.abs(field - 5) / 9, 0, 1)
        return mix(base, hex_rgb("#3a2a18"), lip * 0.45)
    bank = np.clip(field / 5 + 4.2, 0, 1)
    base = mix(under, ramp(noise((S, S), "bank", beta=1.0, low=8), "#6b4d2d", "#8f6c43", "#b08d5e"), bank)
    base = mix(base, INK, np.clip(1 - np.abs(field + 20) / 6, 0, 1) * 0.35)
    base = mix(base, water(0), cover)
    foam = np.clip(1 - np.abs(field - 7) / 6, 0, 1)
    base = mix(base, hex_rgb("#dff6fb"), foam * 0.75)
    second = np.clip(1 - np.abs(field - 26) / 5, 0, 1)
    return mix(base, hex_rgb("#9edcee"), second * 0.35)


def sheet() -> list[list[Array]]:
    """Return all tiles, row by row."""
    return [
        [*(grass(i) for i in range(6)), *(dirt(i) for i in range(4)), *(stone_floor(i) for i in range(6))],
        [
            *(water(i) for i in range(6)),
            bridge(upright=False),
            bridge(upright=True),
            *(bog(i) for i in range(4)),
            *(sand(i) for i in range(4)),
        ],
        [*(wall(i) for i in range(6)), *(hedge(i) for i in range(4)), *(crate(i) for i in range(2)), *(rubble(i) for i in range(4))],
        [*(lava(i) for i in range(6)), *(ice(i) for i in range(4)), *(road(i) for i in range(6))],
        [
            *(metal(i) for i in range(4)),
            *(neon(i) for i in range(4)),
            *(glass(i) for i in range(2)),
            *(cloud(i) for i in range(2)),
            *(tree(i) for i in range(4)),
        ],
        [*(shore(side, "dirt") for side in SIDES), *(shore(side, "water") for side in SIDES)],
    ]


def drawn() -> bytes:
    rows = sheet()
    out = Image.new("RGB", (16 * TILE, len(rows) * TILE))
    for j, row in enumerate(rows):
        for i, tile in enumerate(row):
            out.paste(picture(tile).reduce(S // TILE), (i * TILE, j * TILE))
    return encoded(out, "PNG", optimize=True)


def main() -> None:
    bake(OUT, drawn, Path(__file__), BRUSHES)


if __name__ == "__main__":
    main()
