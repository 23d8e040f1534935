"""Bake the tables of the five worlds, the menu's table, Verona's round board and the card backs.

Run: python tools/make_backgrounds.py [NAME …] → assets/images/menu.jpg, assets/images/<game>/table.jpg, back.png and verona/board.png
A picture whose recipe did not change, or that would look the same, is left alone (see baked.py).
Nothing baked carries words or numbers, and the middle of each table stays calm: the game is played there.

Longer than most: five worlds, one workshop.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
from baked import bake, encoded
from brushes import (
    BRUSHES,
    ROOT,
    Array,
    blur,
    canvas,
    grid,
    grown,
    hex_rgb,
    icon_mask,
    light,
    mix,
    noise,
    normal,
    picture,
    plane,
    ramp,
    rng,
    shifted,
)
from PIL import Image, ImageFilter

OUT = ROOT / "assets" / "images"
W, H = 1920, 1080
INK = hex_rgb("#0b0a12")
WHITE = np.ones(3, np.float32)


def field(width: int = W, height: int = H) -> tuple[Array, Array]:
    return grid(height, width)


def wide_noise(seed: object, **how: float) -> Array:
    """Return noise the size of a table, cut from a square so that its grain is round."""
    return noise((2048, 2048), seed, **how)[:H, :W]


def glow(x: Array, y: Array, cx: float, cy: float, radius: float, squash: float = 1.0) -> Array:
    """Return a soft round light that reaches about `radius`."""
    d2 = ((x - cx) / radius) ** 2 + ((y - cy) / (radius * squash)) ** 2
    return np.exp(-d2 * 2.2).astype(np.float32)


def vignette(rgb: Array, strength: float = 0.6, reach: float = 1.0) -> Array:
    height, width = rgb.shape[:2]
    y, x = grid(height, width)
    d = np.hypot((x / width - 0.5) * 1.05, (y / height - 0.5) * 0.95) * 2
    return rgb * (1 - strength * np.clip(d * reach - 0.45, 0, 1) ** 1.5)[..., None]


def dither(rgb: Array, seed: object, amount: float = 0.012) -> Array:
    return rgb + (rng("dither", seed).random(rgb.shape[:2], dtype=np.float32)[..., None] - 0.5) * amount * 2


def halftone(tone: Array, pitch: float, angle: float) -> Array:
    """Turn a tone (0…1) into comic dots."""
    height, width = tone.shape
    y, x = grid(height, width)
    c, s = math.cos(angle), math.sin(angle)
    u, v = (x * c + y * s) / pitch, (-x * s + y * c) / pitch
    d = np.hypot(u - np.floor(u) - 0.5, v - np.floor(v) - 0.5)
    radius = np.sqrt(np.clip(tone, 0, 1)) * 0.72
    return np.clip((radius - d) * pitch / 1.3 + 0.5, 0, 1).astype(np.float32)


def rays(x: Array, y: Array, cx: float, cy: float, count: int, seed: object, soft: float = 1.0) -> Array:
    """Return light rays that leave one point."""
    a = np.arctan2(y - cy, x - cx)
    r = rng("rays", seed)
    total = np.zeros_like(x)
    for _ in range(count):
        at, width = r.uniform(-math.pi, math.pi), r.uniform(0.012, 0.07) * soft
        d = np.abs(np.angle(np.exp(1j * (a - at)))).astype(np.float32)
        total += r.uniform(0.3, 1) * np.exp(-((d / width) ** 2))
    return np.clip(total, 0, 1.5).astype(np.float32)


def polygon(points: list[tuple[float, float]], width: int = W, height: int = H, scale: int = 2) -> Array:
    image, pen = canvas((width * scale, height * scale))
    pen.polygon([(px * scale, py * scale) for px, py in points], fill=255)
    return plane(image.resize((width, height), Image.Resampling.BOX))


def stars(rgb: Array, seed: object, count: int, colours: tuple[str, ...], avoid: float = 0.0, big: float = 2.6) -> Array:
    """Scatter stars; the larger ones glow and carry a small cross."""
    r = rng("stars", seed)
    height, width = rgb.shape[:2]
    out = rgb.copy()
    for _ in range(count):
        x, y = r.uniform(0, width), r.uniform(0, height)
        if avoid and np.hypot((x - width / 2) / width, (y - height / 2) / height) < avoid and r.random() < 0.75:
            continue
        size = 0.6 + big * r.random() ** 5
        colour = hex_rgb(colours[int(r.integers(len(colours)))])
        reach = int(size * 9) + 3
        x0, x1, y0, y1 = max(0, int(x) - reach), min(width, int(x) + reach), max(0, int(y) - reach), min(height, int(y) + reach)
        if x0 >= x1 or y0 >= y1:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1].astype(np.float32)
        d2 = (xs - x) ** 2 + (ys - y) ** 2
        spot = np.exp(-d2 / (size * size)) + 0.28 * np.exp(-d2 / (size * size * 9))
        if size > 2:
            spot += 0.5 * np.exp(-np.abs(xs - x) / (size * 2.2)) * np.exp(-((ys - y) ** 2) / 1.2) + 0.5 * np.exp(
                -np.abs(ys - y) / (size * 2.2)
            ) * np.exp(-((xs - x) ** 2) / 1.2)
        out[y0:y1, x0:x1] += (spot * r.uniform(0.3, 0.95))[..., None] * colour
    return out


def stamp(rgb: Array, name: str, cx: float, cy: float, size: int, turn: float, paint: Callable[[Array, Array], Array]) -> Array:
    """Lay an icon's mask on the picture through `paint(patch, mask)`."""
    mask = icon_mask(name, size).rotate(turn, Image.Resampling.BICUBIC, expand=True)
    w, h = mask.size
    x0, y0 = int(cx - w / 2), int(cy - h / 2)
    big = Image.new("L", (rgb.shape[1], rgb.shape[0]), 0)
    big.paste(mask, (x0, y0))
    x1, y1, x2, y2 = max(0, x0 - 40), max(0, y0 - 40), min(rgb.shape[1], x0 + w + 40), min(rgb.shape[0], y0 + h + 40)
    out = rgb.copy()
    out[y1:y2, x1:x2] = paint(rgb[y1:y2, x1:x2], plane(big.crop((x1, y1, x2, y2))))
    return out


def wood(seed: object, tones: tuple[str, ...], boards: int, width: int = W, height: int = H) -> Array:
    """Return a table of long boards, grain along them."""
    y, _ = grid(height, width)
    r = rng("wood", seed)
    rgb = np.zeros((height, width, 3), np.float32)
    edge = height / boards
    side = 2048
    grain = noise((side, side), (seed, "g"), beta=1.2, low=3, high=700, stretch=(7.0, 0.55))
    rings = noise((side, side), (seed, "r"), beta=2.4, low=1, high=30, stretch=(2.6, 0.8))
    for k in range(boards):
        rows = slice(int(k * edge), int((k + 1) * edge))
        n = rows.stop - rows.start
        dx, dy = int(r.integers(0, side)), int(r.integers(0, side))
        g = np.roll(grain, (dy, dx), (0, 1))[:n, :width]
        q = np.roll(rings, (dx, dy), (0, 1))[:n, :width]
        lines = 0.5 + 0.5 * np.sin((q * 26 + (y[rows] - rows.start) / edge * 5) * 2.2)
        tone = g * 0.6 + lines * 0.22 + 0.1 + r.uniform(-0.09, 0.09)
        board = ramp(tone, *tones)
        inside = np.minimum(y[rows] - rows.start, rows.stop - y[rows])
        board *= (0.32 + 0.68 * np.clip(inside / 3.2, 0, 1))[..., None]
        board += (np.clip(1 - np.abs(y[rows] - rows.start - 5) / 2.5, 0, 1) * 0.06)[..., None]
        rgb[rows] = board
    return rgb


# --- the five tables and the menu


def comic_page(
    rgb: Array, cx: float, cy: float, size: float, turn: float, hot: str, cold: str, icons: tuple[str, ...], seed: object
) -> Array:
    """Lay a sheet with four wordless comic panels on the desk."""
    w, h = int(size), int(size * 1.42)
    y, x = grid(h, w)
    paper = ramp(noise((h, w), (seed, "paper"), beta=1.6, low=2), "#d8ccb4", "#ece3d0", "#f6f0e2")
    r = rng("page", seed)
    split, cut = 0.5 + r.uniform(-0.1, 0.1), 0.46 + r.uniform(-0.08, 0.08)
    gap, m = w * 0.03, w * 0.06
    boxes = [
        (m, m, w * split - gap / 2, h * cut - gap / 2),
        (w * split + gap / 2, m, w - m, h * cut - gap / 2),
        (m, h * cut + gap / 2, w - m, h - m),
    ]
    for k, (x0, y0, x1, y1) in enumerate(boxes):
        cover = polygon([(x0, y0), (x1, y0 + r.uniform(-6, 6)), (x1, y1), (x0, y1 + r.uniform(-6, 6))], w, h)
        tone = np.clip(((y - y0) / (y1 - y0)) * 0.9 + 0.05, 0, 1)
        colour = hex_rgb((hot, cold, hot)[k])
        scene = mix(
            np.broadcast_to(hex_rgb(("#fff3d6", "#e6f7ff", "#fff3d6")[k]), paper.shape).astype(np.float32),
            colour,
            halftone(tone, w / 46, 0.5),
        )
        mx, my = (x0 + x1) / 2, (y0 + y1) / 2
        burst = rays(x, y, mx, my, 16, (seed, k), 0.8)
        scene = mix(scene, INK, np.clip(burst * 0.8 * np.clip(np.hypot(x - mx, y - my) / (w * 0.45) - 0.35, 0, 1), 0, 0.8))
        paper = mix(paper, scene, cover)
        name = icons[k % len(icons)]
        span = int(min(x1 - x0, y1 - y0) * 0.82)

        def inked(patch: Array, mask: Array, colour: Array = colour) -> Array:
            line = plane(grown(Image.fromarray((mask * 255).astype(np.uint8)), 3))
            patch = mix(patch, INK, line)
            return mix(patch, colour * 0.35 + 0.65, np.clip(mask - shifted(mask, 5, 6) * 0.0, 0, 1) * 0.95)

        paper = stamp(paper, name, mx, my, span, r.uniform(-6, 6), inked)
        rim = np.clip(plane(grown(Image.fromarray((cover * 255).astype(np.uint8)), 3)) - cover, 0, 1)
        paper = mix(paper, INK, rim)
    sheet = picture(paper).convert("RGBA").rotate(turn, Image.Resampling.BICUBIC, expand=True)
    alpha = np.zeros((H, W), np.float32)
    layer = Image.new("RGBA", (W, H), (0, 0, 0, 0))
    layer.paste(sheet, (int(cx - sheet.width / 2), int(cy - sheet.height / 2)), sheet)
    colour_layer = np.asarray(layer, np.float32) / 255
    alpha = colour_layer[..., 3]
    rgb = mix(rgb, INK * 0.3, np.clip(shifted(blur(alpha, 20), 12, 20), 0, 1) * 0.75)
    return mix(rgb, colour_layer[..., :3] * 0.7, alpha)


def overcross() -> Array:
    y, x = field()
    grain = wide_noise("desk", beta=1.2, low=4, high=900, stretch=(3.0, 0.7))
    base = ramp(grain * 0.35 + wide_noise("desk2", beta=2.4, low=1, high=8) * 0.35 + 0.1, "#15131d", "#201d2b", "#2c2839", "#3a3547")
    hot = glow(x, y, -40, H, 900)
    cold = glow(x, y, W + 40, 0, 900)
    base = mix(base, hex_rgb("#ff3d2e"), halftone(np.clip(hot * 1.05 - 0.3, 0, 1), 14, 0.45) * 0.36)
    base = mix(base, hex_rgb("#18b7ff"), halftone(np.clip(cold * 1.05 - 0.3, 0, 1), 14, 0.45 + math.pi / 6) * 0.36)
    base += hot[..., None] * hex_rgb("#5a0f10") * 0.5 + cold[..., None] * hex_rgb("#06304f") * 0.5
    far = np.clip(np.hypot((x - W / 2) / 900, (y - H / 2) / 520) - 0.75, 0, 1)
    base = mix(base, INK, np.clip(rays(x, y, W / 2, H / 2, 46, "oc", 0.22), 0, 1) * far * 0.85)
    base = comic_page(base, 70, 170, 300, 14, "#ff5a3c", "#ffc23c", ("mounted-knight", "wizard-face", "dragon-head"), "p1")
    base = comic_page(base, 1868, 920, 310, 12, "#1aa6ff", "#41e0c8", ("robot-golem", "astronaut-helmet", "starfighter"), "p2")
    base = comic_page(base, 110, 960, 250, -17, "#ff5a3c", "#ff9d3c", ("sword-clash", "skateboarding-01", "battle-axe"), "p3")
    base = comic_page(base, 1838, 120, 255, -13, "#1aa6ff", "#a06bff", ("ninja-head", "laser-blast", "spider-bot"), "p4")
    return vignette(base, 0.55)


def shard(rgb: Array, foot: tuple[float, float], tip: tuple[float, float], width: float, colours: tuple[str, str, str]) -> Array:
    """Draw one crystal: three lit facets between a foot and a tip."""
    (fx, fy), (tx, ty) = foot, tip
    length = math.hypot(tx - fx, ty - fy)
    ux, uy = (tx - fx) / length, (ty - fy) / length
    nx, ny = -uy, ux
    shoulder = length - width * 0.9

    def at(along: float, across: float) -> tuple[float, float]:
        return fx + ux * along + nx * across, fy + uy * along + ny * across

    left, ridge, right = -width / 2, -width * 0.08, width / 2
    facets = (
        ([at(0, left * 0.7), at(shoulder, left), at(length, 0), at(shoulder * 1.02, ridge), at(0, ridge)], 0),
        ([at(0, ridge), at(shoulder * 1.02, ridge), at(length, 0), at(shoulder * 0.97, right * 0.55), at(0, right * 0.5)], 1),
        ([at(0, right * 0.5), at(shoulder * 0.97, right * 0.55), at(length, 0), at(shoulder, right), at(0, right * 0.7)], 2),
    )
    y, x = grid(*rgb.shape[:2])
    along = np.clip(((x - fx) * ux + (y - fy) * uy) / length, 0, 1)
    height, wide = rgb.shape[:2]
    for points, k in facets:
        cover = polygon(points, wide, height)
        colour = hex_rgb(colours[k])
        tone = colour[None, None] * (0.35 + 0.75 * along)[..., None]
        rgb = mix(rgb, tone, cover * (0.55 + 0.4 * along))
    for a, b in (
        (at(shoulder, left), at(length, 0)),
        (at(length, 0), at(shoulder, right)),
        (at(0, ridge), at(shoulder * 1.02, ridge)),
        (at(shoulder * 1.02, ridge), at(length, 0)),
    ):
        image, pen = canvas((wide, height))
        pen.line((*a, *b), fill=255, width=2)
        line = plane(image.filter(ImageFilter.GaussianBlur(0.8)))
        rgb = rgb + line[..., None] * hex_rgb(colours[1]) * 0.55
    return rgb


def starcrossed() -> Array:
    y, x = field()
    base = ramp(y / H * 0.75 + wide_noise("sc-sky", beta=2.6, low=1, high=12) * 0.25, "#0a0a26", "#131042", "#1d1558", "#2a1c6b", "#3a2478")
    cloud = np.clip(normal(wide_noise("sc-neb", beta=2.7, low=1, high=60)) * 1.7 - 0.72, 0, 1)
    veil = np.clip(normal(wide_noise("sc-veil", beta=2.5, low=1, high=90)) * 1.8 - 0.85, 0, 1)
    middle = glow(x, y, W / 2, H / 2, 720, 0.62)
    base = (
        base
        + (cloud * (1 - middle * 0.75))[..., None] * hex_rgb("#6a35c9") * 0.55
        + (veil * (1 - middle * 0.75))[..., None] * hex_rgb("#1d7ad6") * 0.42
    )
    base = stars(base, "sc", 1500, ("#ffffff", "#cfd8ff", "#ffe9b8", "#b8f0ff"), 0.34, 3.2)
    for cx, cy, colour in ((150, H + 30, "#ff5f9e"), (W - 150, H + 30, "#4fd8ff"), (90, -30, "#8affb0"), (W - 90, -30, "#ffd166")):
        base += (glow(x, y, cx, cy, 560) * 0.5)[..., None] * hex_rgb(colour)
    r = rng("shards")
    sets = (
        (120, H + 60, -1.45, ("#8f1d5c", "#ff74b1", "#c93a83")),
        (W - 120, H + 60, -1.69, ("#12607f", "#6fe6ff", "#2fa6cf")),
        (70, -70, 1.25, ("#1c7a4a", "#93ffc0", "#3fc47f")),
        (W - 70, -70, 1.89, ("#8a5a10", "#ffe08a", "#d9a036")),
    )
    for cx, cy, angle, colours in sets:
        crystals = [(r.uniform(-0.75, 0.75), r.uniform(0.5, 1.0)) for _ in range(6)] + [(0.0, 1.25)]
        for turn, scale in sorted(crystals, key=lambda c: c[1]):
            a = angle + turn
            fx = cx + math.cos(angle + math.pi / 2) * turn * 130
            base = shard(base, (fx, cy), (fx + math.cos(a) * 300 * scale, cy + math.sin(a) * 300 * scale), 74 * scale, colours)
    rings = np.zeros((H, W), np.float32)
    for k, (rx, ry, thick) in enumerate(((860, 470, 1.6), (900, 496, 0.8), (1010, 560, 0.9))):
        d = np.hypot((x - W / 2) / rx, (y - H / 2) / ry)
        rings += np.exp(-(((d - 1) * ry / thick) ** 2)) * (0.9, 0.5, 0.4)[k]
    angle = np.arctan2((y - H / 2) * 1.8, x - W / 2)
    ticks = (np.abs(np.sin(angle * 36)) > 0.992).astype(np.float32) * np.clip(
        1 - np.abs(np.hypot((x - W / 2) / 880, (y - H / 2) / 483) - 1) * 42, 0, 1
    )
    base += (np.clip(rings + ticks * 0.8, 0, 1) * 0.5)[..., None] * hex_rgb("#f0cf7a")
    base = base * (1 - 0.22 * middle)[..., None]
    return vignette(base, 0.5)


def shine() -> Array:
    y, x = field()
    horizon = 0.40 * H
    back = ramp(y / horizon * 0.8 + wide_noise("sh-b", beta=2.4, low=1, high=10) * 0.2, "#210a2e", "#34104a", "#4b1766", "#5d2079")
    depth = np.clip((y - horizon) / (H - horizon), 0, 1)
    floor = ramp(depth, "#5a1e74", "#401358", "#2c0d40", "#1d082c")
    gap = 0.5 + 0.5 * np.cos((x - W / 2) / (0.25 + depth * 1.4) / 34)
    floor = floor * (0.86 + 0.14 * np.clip(gap * 14, 0, 1))[..., None]
    base = np.where((y > horizon)[..., None], floor, back).astype(np.float32)
    base += (np.exp(-np.abs(y - horizon) / 46) * 0.25)[..., None] * hex_rgb("#ff8ae2")
    colours = ("#ff4f8b", "#ffb02e", "#f6f0ff", "#3fd2ff", "#9b6bff")
    for k, colour in enumerate(colours):
        top = W * (0.12 + 0.19 * k)
        aim = W * (0.26 + 0.12 * k)
        land = horizon + 120 + 30 * (k % 2)
        t = np.clip(y / land, 0, 1)
        half = 10 + 130 * t
        beam = np.exp(-(((x - top - (aim - top) * t) / half) ** 2) * 1.6) * np.clip((land + 40 - y) / 120, 0, 1) * (0.75 - 0.5 * t)
        base += (blur(beam.astype(np.float32), 5) * 0.42)[..., None] * hex_rgb(colour)
        base += (glow(x, y, aim, land + 20, 330, 0.26) * 0.22)[..., None] * hex_rgb(colour)
        base += (glow(x, y, top, 6, 60) * 0.9)[..., None] * (hex_rgb(colour) * 0.6 + 0.4)
        mirror = np.exp(-(((x - aim) / 150) ** 2)) * np.exp(-np.clip(y - horizon, 0, None) / 300) * (y > horizon)
        base += (mirror.astype(np.float32) * 0.12)[..., None] * hex_rgb(colour)
    r = rng("bokeh")
    for _ in range(70):
        bx, by, br = r.uniform(0, W), r.uniform(0, horizon * 1.05), r.uniform(5, 26)
        d = np.hypot(x - bx, y - by)
        disc = np.clip((br - d) / 2 + 0.5, 0, 1) * (0.55 + 0.45 * np.clip(d / br, 0, 1) ** 3)
        base += (disc * r.uniform(0.03, 0.13))[..., None] * hex_rgb(colours[int(r.integers(5))])
    for side in (-1, 1):
        edge = 0 if side < 0 else W
        inside = np.abs(x - edge)
        hem = 205 + 26 * np.sin(y / H * 3.1 + 0.4) - 90 * np.clip((y - H * 0.55) / (H * 0.45), 0, 1) ** 2 * 0
        fold = 0.5 + 0.5 * np.sin(inside / 15.5 + 0.9 * np.sin(y / 260) + 1.2 * np.sin(inside / 61))
        cover = np.clip((hem - inside) / 2 + 0.5, 0, 1)
        cloth = ramp(fold * 0.85 + 0.08 * (1 - y / H), "#2a0620", "#5c0d3c", "#9c1857", "#d8357d", "#ff79ab")
        cloth = cloth * (0.95 - 0.5 * y / H + 0.15 * np.exp(-((inside - hem * 0.6) ** 2) / 9000))[..., None]
        base = base * (1 - 0.55 * blur(np.clip((hem + 60 - inside) / 60, 0, 1).astype(np.float32), 18))[..., None]
        base = mix(base, cloth, cover)
        trim = np.exp(-(((inside - hem + 7) / 3.2) ** 2))
        base = mix(base, hex_rgb("#ffd37a"), (trim * 0.85 * (0.6 + 0.4 * np.sin(y / 5.5))).astype(np.float32))
    base = base * (1 - 0.3 * glow(x, y, W / 2, H * 0.58, 760, 0.5))[..., None]
    return vignette(base, 0.5)


def engrave(rgb: Array, name: str, cx: float, cy: float, size: int, turn: float, colour: str = "#3a2412", depth: float = 0.75) -> Array:
    """Print an icon as a woodcut: hatched lines, a dark rim, a lit lower edge."""

    def cut(patch: Array, mask: Array) -> Array:
        h, w = mask.shape
        y, x = grid(h, w)
        hatch = np.clip(np.sin((x * 0.75 + y) / 2.1) * 1.6 + 0.75, 0, 1)
        rim = np.clip(mask - plane(Image.fromarray((mask * 255).astype(np.uint8)).filter(ImageFilter.MinFilter(7))), 0, 1)
        ink = np.clip(mask * hatch * 0.75 + rim, 0, 1)
        patch = mix(patch, hex_rgb(colour), ink * depth)
        return patch + (np.clip(shifted(mask, 2, 2) - mask, 0, 1) * 0.09)[..., None]

    return stamp(rgb, name, cx, cy, size, turn, cut)


def parchment(height: int, width: int, seed: object) -> Array:
    big = noise((2048, 2048), (seed, "big"), beta=2.5, low=1, high=40)[:height, :width]
    fine = noise((2048, 2048), (seed, "fine"), beta=1.0, low=30, high=900)[:height, :width]
    fibre = noise((2048, 2048), (seed, "fibre"), beta=1.2, low=20, high=700, stretch=(0.3, 2))[:height, :width]
    tone = normal(big) * 0.55 + fine * 0.22 + fibre * 0.23
    stain = np.clip(normal(np.roll(big, 311, 1)) * 3 - 2.1, 0, 1)
    rgb = ramp(tone, "#b89460", "#cfae78", "#dfc592", "#ead6ac", "#f2e3c2")
    return mix(rgb, hex_rgb("#9a7342"), stain * 0.35)


def verona() -> Array:
    y, x = field()
    base = wood("verona", ("#1e0f08", "#35190c", "#4e2813", "#6a3a1c", "#8a5229"), 6) * 0.92
    corners = ((0, 0, 1, 1), (W, 0, -1, 1), (0, H, 1, -1), (W, H, -1, -1))
    sheet = parchment(H, W, "verona")
    cover = np.zeros((H, W), np.float32)
    ragged = (wide_noise("v-rag", beta=1.5, low=6, high=160) - 0.5) * 26
    for cx, cy, _, _ in corners:
        d = np.hypot(x - cx, (y - cy) * 1.04)
        cover = np.maximum(cover, np.clip((372 - d + ragged) / 2 + 0.5, 0, 1))
    base = mix(base, INK * 0.4, shifted(blur(cover, 16), 8, 14) * 0.8)
    burnt = np.clip(blur(cover, 14) * 2 - 1, 0, 1)
    sheet = sheet * (0.55 + 0.45 * burnt)[..., None]
    base = mix(base, sheet * hex_rgb("#ffe9c4") * 1.05, cover)
    for k, (cx, cy, sx, sy) in enumerate(corners):
        d = np.hypot(x - cx, (y - cy) * 1.04)
        for radius, thick in ((338, 2.2), (328, 1.0), (214, 1.6)):
            base = mix(base, hex_rgb("#3a2412"), np.exp(-(((d - radius) / thick) ** 2)) * 0.8 * cover)
        a = np.arctan2(np.abs(y - cy), np.abs(x - cx))
        leaf = np.clip(np.cos(a * 44) * 1.4 - np.abs(d - 306) / 11 + 0.25, 0, 1) * cover
        base = mix(base, hex_rgb("#5b1220"), leaf * 0.75)
        charge = ("lion", "fleur-de-lys", "rose", "white-tower")[k]
        base = engrave(base, charge, cx + sx * 112, cy + sy * 108, 132, 0, ("#5b1220", "#23395b", "#5b1220", "#2f4a2a")[k])
        for step in range(5):
            angle = (step + 0.5) / 5 * math.pi / 2
            base = engrave(
                base,
                "trefoil-lily",
                cx + sx * 262 * math.cos(angle),
                cy + sy * 262 * math.sin(angle),
                46,
                math.degrees(angle) * -sx * sy + (90 if sy > 0 else -90) * sx * 0,
                "#3a2412",
                0.7,
            )
    # Marquetry: a fine double line frames the calm middle.
    for radius, thick, alpha in ((505, 2.0, 0.5), (494, 1.0, 0.4)):
        base = mix(base, hex_rgb("#d5a25a"), np.exp(-(((np.hypot(x - W / 2, y - H / 2) - radius) / thick) ** 2)) * alpha)
    base += (glow(x, y, W / 2, H * 0.42, 820, 0.7) * 0.1)[..., None] * hex_rgb("#ffb764")
    return vignette(base, 0.34) * (0.9 + 0.1 * hex_rgb("#ffd9a0"))


def board() -> Image.Image:
    """Return Verona's round board: a wooden rim, a parchment disc, a rose of six rays; alpha outside."""
    n = 1800
    y, x = grid(n, n)
    d = np.hypot(x - n / 2, y - n / 2)
    a = np.arctan2(y - n / 2, x - n / 2)
    disc = np.clip((n / 2 - 6 - d) / 2 + 0.5, 0, 1)
    boards = wood("board", ("#2a140a", "#4a2612", "#6b3b1c", "#8d552b", "#b27a44"), 9, n, n)
    rim_tone = np.clip((d - (n / 2 - 92)) / 86, 0, 1)
    rgb = boards * (0.72 + 0.75 * np.clip(np.sin(rim_tone * math.pi), 0, 1) ** 1.2 - 0.25 * np.clip((x + y - n) / n, -1, 1))[..., None]
    field_ = np.clip((n / 2 - 96 - d) / 2 + 0.5, 0, 1)
    page = parchment(n, n, "board")
    page = mix(page, hex_rgb("#6b3f1a"), 0.62 * np.clip(d / (n / 2 - 96), 0, 1).astype(np.float32) ** 7)
    rgb = mix(rgb, page, field_)
    rgb = mix(rgb, hex_rgb("#1e0e06"), np.exp(-(((d - (n / 2 - 96)) / 8) ** 2)) * 0.9)
    gold = hex_rgb("#caa054")
    ink = hex_rgb("#3a2412")
    for radius, thick, colour, alpha in (
        (n / 2 - 60, 3, gold, 0.8),
        (n / 2 - 44, 1.6, gold, 0.6),
        (n / 2 - 24, 5, INK, 0.5),
        (n / 2 - 112, 3.2, ink, 0.8),
        (n / 2 - 122, 1.4, ink, 0.8),
        (560, 3.0, ink, 0.75),
        (549, 1.4, ink, 0.75),
        (205, 2.6, ink, 0.7),
        (195, 1.2, ink, 0.7),
    ):
        rgb = mix(rgb, colour, np.exp(-(((d - radius) / thick) ** 2)) * alpha)
    # Between the track and the rose: a leafy band, cut like a woodblock.
    band = np.clip(1 - np.abs(d - 500) / 36, 0, 1)
    wave = np.sin(a * 30)
    stem = np.exp(-(((d - 500 - 16 * wave) / 3.2) ** 2))
    leaf = np.clip(np.cos(a * 60 + 1.571) * 1.9 - np.abs(d - 500 + 12 * np.sign(wave)) / 10 - 0.1, 0, 1)
    hatch = np.clip(np.sin((x + y * 0.7) / 3.0) + 0.7, 0, 1)
    rgb = mix(rgb, hex_rgb("#5b1220"), np.clip(stem + leaf * (0.45 + 0.55 * hatch), 0, 1) * (band > 0) * 0.8)
    for radius in (452, 546 - 4):
        rgb = mix(rgb, ink, np.exp(-(((d - radius) / 1.8) ** 2)) * 0.6)
    # The rose of the winds: twelve rays, six of them in the families' number, dark and light halves.
    for k in range(12):
        long = 410 if k % 2 == 0 else 300
        width = 0.20 if k % 2 == 0 else 0.12
        off = np.angle(np.exp(1j * (a - k * math.pi / 6 + math.pi / 2)))
        edge = width * (1 - d / long) * 205 / np.maximum(d, 60)
        inside = np.clip((edge - np.abs(off)) * d / 2 + 0.5, 0, 1) * (d < long) * (d > 205)
        half = (off > 0).astype(np.float32)
        lines = np.clip(np.sin((x * 0.9 - y) / 2.6) + 0.85, 0, 1)
        rgb = mix(rgb, hex_rgb("#7a1c2b") if k % 2 == 0 else ink, inside * (0.25 + 0.65 * half * lines).astype(np.float32))
        outline = np.clip(1 - np.abs(edge - np.abs(off)) * d / 2.2, 0, 1) * (d < long) * (d > 205)
        rgb = mix(rgb, ink, outline * 0.8)
    image = rgb
    image = engrave(image, "dagger-rose", n / 2, n / 2, 290, 0, "#7a1c2b", 0.9)
    for k, name in enumerate(("lion", "fleur-de-lys", "white-tower", "eagle-emblem", "rose", "boar")):
        angle = k * math.pi / 3 - math.pi / 3
        image = engrave(image, name, n / 2 + 352 * math.cos(angle), n / 2 + 352 * math.sin(angle), 104, 0, "#3a2412", 0.78)
    shade = 1 + 0.10 * np.clip((n - x - y) / n, -1, 1)
    image = image * shade[..., None]
    out = picture(image).convert("RGBA")
    out.putalpha(Image.fromarray((disc * 255).astype(np.uint8)))
    return out.resize((900, 900), Image.Resampling.LANCZOS)


TYPES = ("#ffd76a", "#e0662f", "#7cc242", "#41e0a8", "#f0a98a", "#2fa84f", "#3fb6ff", "#c9a4ff", "#ff3f6e", "#6a4bd8")


def cardmaster() -> Array:
    y, x = field()
    r = rng("obsidian")
    pts = r.uniform((-60, -60), (W + 60, H + 60), (150, 2)).astype(np.float32)
    first = np.full((H, W), 1e9, np.float32)
    second = first.copy()
    which = np.zeros((H, W), np.int32)
    wob = (wide_noise("ob", beta=2.2, low=2, high=40) - 0.5) * 30
    for k, (px, py) in enumerate(pts):
        d = np.hypot(x + wob - px, (y + wob * 0.6 - py) * 1.15)
        near = d < first
        second = np.where(near, first, np.minimum(second, d))
        which = np.where(near, k, which)
        first = np.minimum(first, d)
    gap = second - first
    tilt = r.uniform(-1, 1, (len(pts), 2)).astype(np.float32)
    tone = r.uniform(0.1, 0.75, len(pts)).astype(np.float32)[which]
    dx, dy = (x - pts[which, 0]) / 160, (y - pts[which, 1]) / 160
    facet = tone * 0.5 + 0.25 + 0.3 * (dx * tilt[which, 0] + dy * tilt[which, 1])
    base = ramp(facet, "#07080d", "#10131c", "#191e2b", "#252c3d", "#3a4560")
    middle = glow(x, y, W / 2, H / 2, 760, 0.6)
    base = mix(base, hex_rgb("#0d1018"), middle * 0.72)
    cover = np.hypot((x - W / 2) / 890, (y - H / 2) / 492)
    angle = (np.arctan2((y - H / 2) / 492, (x - W / 2) / 890) + math.pi) / (2 * math.pi) * 10
    wheel = np.stack([hex_rgb(c) for c in TYPES])
    left = np.floor(angle - 0.5).astype(int) % 10
    share = (angle - 0.5 - np.floor(angle - 0.5))[..., None]
    share = np.clip((share - 0.5) * 3 + 0.5, 0, 1)
    hue = (wheel[left] * (1 - share) + wheel[(left + 1) % 10] * share).astype(np.float32)
    rim = np.exp(-np.abs(cover - 1) * 15)
    base += (rim * 0.20)[..., None] * hue
    seam = np.clip(1 - gap / 3.0, 0, 1) * np.clip(1 - np.abs(cover - 1.05) * 2.6, 0, 1)
    base += (seam * 0.85 + blur(seam.astype(np.float32), 7) * 0.9)[..., None] * hue
    ring = np.exp(-(((cover - 1) * 492 / 2.0) ** 2)) + 0.5 * np.exp(-(((cover - 0.972) * 492 / 1.2) ** 2))
    base += (ring * 0.75)[..., None] * (hue * 0.7 + 0.3)
    for k, colour in enumerate(TYPES):
        a = (k + 0.5) / 10 * 2 * math.pi - math.pi
        gx, gy = W / 2 + 890 * math.cos(a), H / 2 + 492 * math.sin(a)
        base = gem(base, gx, gy, 30, colour)
    return vignette(base, 0.5)


def gem(rgb: Array, cx: float, cy: float, size: float, colour: str) -> Array:
    """Set one cut gem with its light."""
    y, x = grid(*rgb.shape[:2])
    rgb = rgb + (glow(x, y, cx, cy, size * 5.5) * 0.42)[..., None] * hex_rgb(colour)
    reach = int(size * 1.6)
    x0, y0, x1, y1 = (
        max(0, int(cx) - reach),
        max(0, int(cy) - reach),
        min(rgb.shape[1], int(cx) + reach),
        min(rgb.shape[0], int(cy) + reach),
    )
    if x0 >= x1 or y0 >= y1:
        return rgb
    patch = rgb[y0:y1, x0:x1]
    height, width = patch.shape[:2]
    hue = hex_rgb(colour)
    ox, oy = cx - x0, cy - y0
    outer = [(ox + size * math.cos(k * math.pi / 4 + math.pi / 8), oy + size * math.sin(k * math.pi / 4 + math.pi / 8)) for k in range(8)]
    inner = [
        (ox + size * 0.55 * math.cos(k * math.pi / 4 + math.pi / 8), oy + size * 0.55 * math.sin(k * math.pi / 4 + math.pi / 8))
        for k in range(8)
    ]
    patch = mix(patch, INK, polygon([(px + (px - ox) * 0.14, py + (py - oy) * 0.14) for px, py in outer], width, height, 3))
    for k in range(8):
        n = (k + 1) % 8
        facing = math.cos(k * math.pi / 4 + math.pi / 4 - math.pi * 1.25)
        tone = hue * (0.62 + 0.38 * facing) + max(0.0, facing) ** 2 * 0.45
        patch = mix(patch, np.clip(tone, 0, 1), polygon([outer[k], outer[n], inner[n], inner[k]], width, height, 3))
    ys, xs = grid(height, width)
    table = np.clip(0.75 - ((xs - ox) + (ys - oy)) / (size * 1.9), 0, 1)
    patch = mix(patch, hue[None, None] * (0.45 + 0.5 * table)[..., None] + (table**3 * 0.55)[..., None], polygon(inner, width, height, 3))
    out = rgb.copy()
    out[y0:y1, x0:x1] = patch
    return out


def medallion(rgb: Array, name: str, cx: float, cy: float, radius: float, hue: str) -> Array:
    """Set a world's emblem in a dark disc with a golden rim."""
    y, x = grid(*rgb.shape[:2])
    d = np.hypot(x - cx, y - cy)
    rgb = rgb + (glow(x, y, cx, cy, radius * 3.2) * 0.5)[..., None] * hex_rgb(hue)
    rgb = mix(rgb, INK, np.exp(-np.clip(np.hypot(x - cx - 5, y - cy - 9) - radius, 0, None) / 14) * 0.55)
    lit = 0.5 - 0.42 * ((x - cx) + (y - cy) * 1.2) / (radius * 1.6)
    rgb = mix(rgb, ramp(lit, *GOLD), np.clip((radius - d) / 1.6 + 0.5, 0, 1))
    rgb = mix(rgb, ramp(1 - lit, *GOLD), np.clip((radius - 5 - d) / 1.6 + 0.5, 0, 1))
    face = np.clip((radius - 9 - d) / 1.6 + 0.5, 0, 1)
    rgb = mix(
        rgb,
        mix(np.broadcast_to(hex_rgb("#120c12"), rgb.shape).astype(np.float32), hex_rgb(hue), np.clip(0.75 - d / radius * 0.6, 0, 1)),
        face,
    )

    def lit_up(patch: Array, mask: Array) -> Array:
        patch = mix(patch, INK, shifted(blur(mask, 3), 2, 4) * 0.6)
        return mix(patch, hex_rgb(hue) * 0.2 + 0.8, mask)

    return stamp(rgb, name, cx, cy, int(radius * 1.15), 0, lit_up)


def menu() -> Array:
    y, x = field()
    cx, cy = W / 2, H * 0.5
    base = wood("menu", ("#0c070b", "#150d13", "#20131a", "#2c1a22", "#3b252d"), 7) * 0.72
    a = np.arctan2((y - cy) * 1.25, x - cx)
    d = np.hypot((x - cx) / 960, (y - cy) / 640)
    hues = ("#ff3a1e", "#5a48ff", "#ff2f92", "#12d8b4", "#e8901f")
    weights = []
    for k in range(5):
        at = -math.pi / 2 + k * 2 * math.pi / 5
        off = np.angle(np.exp(1j * (a - at))).astype(np.float32)
        weights.append(np.exp(-((off / 0.62) ** 2)))
    total = sum(weights)
    reach = np.clip(d * 1.15 - 0.18, 0, 1)
    for k, weight in enumerate(weights):
        share = weight / total
        base += (share * (reach**1.5 * 0.42))[..., None] * hex_rgb(hues[k])
    share = [w / total for w in weights]
    far = np.clip(d * 1.7 - 0.62, 0, 1)
    base = mix(base, hex_rgb("#ff5a36"), halftone(np.clip(far * share[0] * 0.75, 0, 1), 16, 0.5) * 0.42)
    sky = stars(np.zeros_like(base), "menu", 900, ("#ffffff", "#cfd0ff", "#ffe9b8"), 0, 3.0)
    base += sky * (share[1] * far)[..., None] * 0.9
    bokeh = np.zeros((H, W), np.float32)
    r = rng("menu-bokeh")
    for _ in range(90):
        bx, by, br = r.uniform(0, W), r.uniform(0, H), r.uniform(6, 34)
        e = np.hypot(x - bx, y - by)
        bokeh += np.clip((br - e) / 2 + 0.5, 0, 1) * r.uniform(0.05, 0.3)
    base += (bokeh * share[2] * far * 0.8)[..., None] * hex_rgb("#ff9fd0")
    pts = r.uniform((0, 0), (W, H), (120, 2))
    first = np.full((H, W), 1e9, np.float32)
    second = first.copy()
    for px, py in pts:
        e = np.hypot(x - px, y - py).astype(np.float32)
        second = np.where(e < first, first, np.minimum(second, e))
        first = np.minimum(first, e)
    seam = np.clip(1 - (second - first) / 3, 0, 1)
    base += ((seam * 0.6 + blur(seam.astype(np.float32), 6)) * share[3] * far)[..., None] * hex_rgb("#4ff0d0")
    hatch = np.clip(np.sin((x + y * 0.8) / 4.2) * np.sin((x * 0.2 - y) / 60 + 1) * 1.6, 0, 1)
    base = mix(base, hex_rgb("#f0c070"), hatch * share[4] * far * 0.16)
    marks = ("swords-emblem", "crystal-shine", "microphone", "cut-diamond", "dagger-rose")
    gold = hex_rgb("#e8c070")
    oval = np.hypot((x - cx) / 760, (y - cy) / 425)
    for radius, thick, alpha in ((1.0, 2.2, 0.75), (1.035, 1.0, 0.4), (0.972, 1.0, 0.4)):
        base = mix(base, gold, np.exp(-(((oval - radius) * 425 / thick) ** 2)) * alpha)
    for k, mark in enumerate(marks):
        at = -math.pi / 2 + k * 2 * math.pi / 5
        base = medallion(base, mark, cx + 760 * math.cos(at), cy + 425 * math.sin(at), 66, hues[k])
    beams = rays(x, y, cx, cy, 34, "menu", 0.8)
    base += (beams * np.exp(-d * 2.2) * np.clip(d * 3, 0, 1) * 0.34)[..., None] * (
        sum(s[..., None] * hex_rgb(h) for s, h in zip(share, hues, strict=True)) * 0.75 + 0.25
    )
    base += (glow(x, y, cx, cy, 230, 0.8) * 0.34)[..., None] * hex_rgb("#ffcf7a")
    base += (glow(x, y, cx, cy, 640, 0.62) * 0.07)[..., None] * hex_rgb("#ffb870")
    return vignette(base, 0.6)


# --- card backs, 375 × 525, drawn at twice the size

BW, BH = 750, 1050


def frame(rgb: Array, metal: tuple[str, ...], inset: float, thick: float, round_by: float, *, chamfer: bool = False) -> Array:
    """Run a bevelled metal band round a back."""
    y, x = grid(BH, BW)
    px, py = np.abs(x - BW / 2), np.abs(y - BH / 2)
    hx, hy = BW / 2 - inset, BH / 2 - inset
    if chamfer:
        d = np.maximum(np.maximum(px - hx, py - hy), (px + py - (hx + hy - round_by)) / math.sqrt(2))
    else:
        qx, qy = np.maximum(px - hx + round_by, 0), np.maximum(py - hy + round_by, 0)
        d = np.hypot(qx, qy) + np.minimum(np.maximum(px - hx + round_by, py - hy + round_by), 0) - round_by
    inside = -d / thick
    band = np.clip(inside * thick / 1.5 + 0.5, 0, 1) * np.clip((1 - inside) * thick / 1.5 + 0.5, 0, 1)
    gx, gy = np.gradient(d, axis=1), np.gradient(d, axis=0)
    lit = 0.5 - 0.5 * (gx * 0.6 + gy * 0.8) * np.cos(np.clip(inside, 0, 1) * math.pi)
    shadow = np.exp(-(np.clip(inside - 1, 0, None) * thick / 9)) * (inside > 1) * 0.5
    rgb = mix(rgb, INK, shadow)
    return mix(rgb, ramp(lit, *metal), band)


GOLD = ("#5a3a10", "#a8752a", "#e4b95a", "#fff0b8")
STEEL = ("#1c212c", "#4c5668", "#98a4b8", "#f0f6ff")
PAPER = ("#0b0a10", "#15131c", "#1d1a26", "#2c2838")
ROSE = ("#7a1450", "#e0408c", "#ff9fcf", "#fff0fa")
BARK = ("#2a140a", "#5e3318", "#9a6230", "#dcae6a")


def sculpt(
    rgb: Array, name: str, cx: float, cy: float, size: int, stops: tuple[str, ...], halo: str, turn: float = 0, power: float = 0.8
) -> Array:
    """Set an icon as a lit relief."""

    def relief(patch: Array, mask: Array) -> Array:
        h, w = mask.shape
        y, _ = grid(h, w)
        patch = patch + (blur(mask, size * 0.1) * power * 0.7 + blur(mask, size * 0.03) * power * 0.5)[..., None] * hex_rgb(halo)
        patch = mix(patch, INK, shifted(blur(mask, size * 0.02 + 1), int(size * 0.014) + 1, int(size * 0.024) + 2) * 0.7)
        dome = blur(mask, size * 0.018 + 1) * mask
        lit = light(dome, 5.0)
        tone = 1 - (y - 40) / (h - 80)
        body = ramp(tone, *stops) + np.clip(lit, -0.35, 0.6)[..., None]
        return mix(patch, body, mask)

    return stamp(rgb, name, cx, cy, size, turn, relief)


def back_overcross() -> Array:
    y, x = grid(BH, BW)
    a = (y - BH / 2) * 0.9 + (x - BW / 2) * 0.55
    side = np.clip(a / 3 + 0.5, 0, 1)
    d = np.hypot(x - BW / 2, y - BH / 2)
    red = mix(
        np.broadcast_to(hex_rgb("#ff4b33"), (BH, BW, 3)).astype(np.float32),
        hex_rgb("#ffb43c"),
        halftone(np.clip(1.05 - d / 520, 0, 1), 19, 0.5),
    )
    blue = mix(
        np.broadcast_to(hex_rgb("#1577e0"), (BH, BW, 3)).astype(np.float32),
        hex_rgb("#47e0f0"),
        halftone(np.clip(1.05 - d / 520, 0, 1), 19, 0.5),
    )
    rgb = mix(red, blue, side)
    burst = rays(x, y, BW / 2, BH / 2, 60, "back-oc", 0.35) * np.clip(d / 330 - 0.72, 0, 1)
    rgb = mix(rgb, INK, np.clip(burst, 0, 1) * 0.9)
    rgb = mix(rgb, INK, np.exp(-((a / 9) ** 2)))
    rgb = mix(rgb, WHITE, np.exp(-((a / 4) ** 2)))
    points = [
        (
            BW / 2 + (280 if k % 2 == 0 else 205) * math.cos(k * math.pi / 12),
            BH / 2 + (280 if k % 2 == 0 else 205) * math.sin(k * math.pi / 12),
        )
        for k in range(24)
    ]
    grow = lambda f: [(BW / 2 + (px - BW / 2) * f, BH / 2 + (py - BH / 2) * f) for px, py in points]  # noqa: E731
    rgb = mix(rgb, INK, polygon([(px + 10, py + 12) for px, py in grow(1.1)], BW, BH))
    rgb = mix(rgb, hex_rgb("#fff6e2"), polygon(grow(1.02), BW, BH))
    rgb = mix(rgb, hex_rgb("#ffd23c"), polygon(grow(0.9), BW, BH))
    rgb = mix(rgb, hex_rgb("#ff9f2e"), polygon(grow(0.9), BW, BH) * halftone(np.clip((y - BH / 2) / 420 + 0.35, 0, 1), 15, 0.5))

    def inked(patch: Array, mask: Array) -> Array:
        patch = mix(patch, INK, plane(grown(Image.fromarray((mask * 255).astype(np.uint8)), 9)))
        return mix(patch, WHITE, mask)

    rgb = stamp(rgb, "swords-emblem", BW / 2, BH / 2, 300, 0, inked)
    rgb = frame(rgb, PAPER, 0, 34, 34)
    return frame(rgb, ("#d8ccb4", "#efe6d2", "#fffaf0", "#ffffff"), 14, 9, 22)


def back_starcrossed() -> Array:
    y, x = grid(BH, BW)
    d = np.hypot(x - BW / 2, y - BH / 2)
    neb = normal(noise((2048, 2048), "bsc", beta=2.6, low=1, high=60)[:BH, :BW])
    rgb = ramp(np.clip(1 - d / 620, 0, 1) * 0.7 + neb * 0.3, "#07071f", "#110d3d", "#23176b", "#47309f", "#7a5ad0")
    rgb = stars(rgb, "bsc", 420, ("#ffffff", "#ffe9b8", "#cfd8ff"), 0.1, 3.2)
    a = np.arctan2(y - BH / 2, x - BW / 2)
    gold = hex_rgb("#f0cf7a")
    for radius, thick, alpha in ((318, 2.2, 0.95), (302, 1.1, 0.7), (212, 2.2, 0.95), (200, 1.0, 0.6)):
        rgb = mix(rgb, gold, np.exp(-(((d - radius) / thick) ** 2)) * alpha)
    ticks = (np.abs(np.sin(a * 24)) > 0.985) * np.clip(1 - np.abs(d - 310) / 8, 0, 1)
    rgb = mix(rgb, gold, ticks.astype(np.float32) * 0.8)
    rgb += (rays(x, y, BW / 2, BH / 2, 26, "bsc") * np.exp(-d / 260) * 0.4)[..., None] * hex_rgb("#c9b6ff")
    for k, hue in enumerate(("#ff5f9e", "#4fd8ff", "#8affb0", "#ffd166")):
        at = k * math.pi / 2 + math.pi / 4
        rgb = sculpt(rgb, "crystal-bars", BW / 2 + 258 * math.cos(at), BH / 2 + 258 * math.sin(at), 96, (hue, hue, "#ffffff"), hue, 0)
    rgb = sculpt(rgb, "crystal-shine", BW / 2, BH / 2, 300, ("#8a5a14", "#e4b95a", "#fff6d0"), "#b89bff", 0, 0.9)
    for cy, turn in ((108, 0), (BH - 108, 180)):
        rgb = sculpt(rgb, "moon-orbit", BW / 2, cy, 120, ("#8a5a14", "#e4b95a", "#fff6d0"), "#6a55d0", turn)
    rgb = frame(vignette(rgb, 0.4), GOLD, 0, 26, 36)
    return frame(rgb, GOLD, 40, 6, 22)


def back_shine() -> Array:
    y, x = grid(BH, BW)
    d = np.hypot(x - BW / 2, (y - BH / 2) * 0.9)
    rgb = ramp(
        np.clip(1 - d / 600, 0, 1) + (noise((BH, BW), "bsh", beta=2.2, low=1, high=12) - 0.5) * 0.2,
        "#220830",
        "#43105c",
        "#7a1d8f",
        "#c23ab0",
    )
    colours = ("#ff4f8b", "#ffb02e", "#f6f0ff", "#3fd2ff", "#9b6bff")
    for k, colour in enumerate(colours):
        for cy in (-30, BH + 30):
            cx = BW * (0.1 + 0.2 * k)
            ang = math.atan2(BH / 2 - cy, BW / 2 - cx)
            off = np.angle(np.exp(1j * (np.arctan2(y - cy, x - cx) - ang))).astype(np.float32)
            far = np.hypot(x - cx, y - cy)
            rgb += (np.exp(-((off / 0.10) ** 2)) * np.exp(-far / 620) * 0.55)[..., None] * hex_rgb(colour)
    a = np.arctan2(y - BH / 2, x - BW / 2)
    r0 = np.hypot(x - BW / 2, y - BH / 2)
    for k, colour in enumerate(colours):
        petals = 232 + k * 16 + 26 * np.cos((a + math.pi / 2) * 5)
        rgb = mix(rgb, hex_rgb(colour), np.exp(-(((r0 - petals) / 3.4) ** 2)) * 0.95)
    r = rng("bsh")
    for _ in range(60):
        bx, by, br = r.uniform(0, BW), r.uniform(0, BH), r.uniform(4, 20)
        e = np.hypot(x - bx, y - by)
        rgb += (np.clip((br - e) / 2 + 0.5, 0, 1) * r.uniform(0.04, 0.16))[..., None] * hex_rgb(colours[int(r.integers(5))])
    rgb = sculpt(rgb, "round-star", BW / 2, BH / 2, 360, ("#d92f86", "#ff8fc8", "#fff3fb"), "#ff7ad0", 0, 1.0)
    rgb = sculpt(rgb, "microphone", BW / 2, BH / 2 + 8, 150, ("#3a0a4a", "#6a1a80", "#9a3ab0"), "#ffffff", 0, 0.2)
    for cx, cy, turn in ((110, 110, 0), (BW - 110, 110, 0), (110, BH - 110, 0), (BW - 110, BH - 110, 0)):
        rgb = sculpt(rgb, "musical-notes", cx, cy, 92, ("#e0408c", "#ff9fcf", "#fff0fa"), "#ff7ad0", turn, 0.5)
    return frame(rgb, ROSE, 0, 26, 60)


def back_verona() -> Array:
    y, x = grid(BH, BW)
    rgb = parchment(BH, BW, "bvr")
    d = np.hypot(x - BW / 2, y - BH / 2)
    ink = hex_rgb("#3a2412")
    u, v = (x + y) / 58, (x - y) / 58
    lattice = np.maximum(np.exp(-(((u - np.round(u)) * 22) ** 2)), np.exp(-(((v - np.round(v)) * 22) ** 2)))
    rgb = mix(rgb, hex_rgb("#7a1c2b"), lattice * 0.5 * np.clip(d / 30 - 8, 0, 1))
    rgb = mix(rgb, parchment(BH, BW, "bvr2"), np.clip((262 - d) / 2 + 0.5, 0, 1))
    for radius, thick in ((262, 4), (250, 1.6), (176, 2.4)):
        rgb = mix(rgb, ink, np.exp(-(((d - radius) / thick) ** 2)) * 0.9)
    a = np.arctan2(y - BH / 2, x - BW / 2)
    leaf = np.clip(np.cos(a * 26) * 1.6 - np.abs(d - 214) / 16 + 0.1, 0, 1)
    hatch = np.clip(np.sin((x + y * 0.7) / 2.6) + 0.8, 0, 1)
    rgb = mix(rgb, hex_rgb("#7a1c2b"), leaf * (0.5 + 0.5 * hatch) * 0.9)
    rgb = engrave(rgb, "dagger-rose", BW / 2, BH / 2, 260, 0, "#7a1c2b", 0.95)
    for cx, cy, name in (
        (128, 128, "lion"),
        (BW - 128, 128, "fleur-de-lys"),
        (128, BH - 128, "eagle-emblem"),
        (BW - 128, BH - 128, "white-tower"),
    ):
        e = np.hypot(x - cx, y - cy)
        rgb = mix(rgb, parchment(BH, BW, "bvr2"), np.clip((70 - e) / 2 + 0.5, 0, 1))
        rgb = mix(rgb, ink, np.exp(-(((e - 70) / 2.4) ** 2)))
        rgb = engrave(rgb, name, cx, cy, 96, 0, "#3a2412", 0.9)
    rgb = frame(vignette(rgb, 0.35), BARK, 0, 30, 30)
    return frame(rgb, ("#2a140a", "#3a2412", "#5b3a1c", "#7a5530"), 40, 4, 10)


def back_cardmaster() -> Array:
    y, x = grid(BH, BW)
    r = rng("bcm")
    pts = r.uniform((0, 0), (BW, BH), (60, 2)).astype(np.float32)
    stack = np.stack([np.hypot(x - px, y - py) for px, py in pts])
    order = np.sort(stack, 0)
    which = stack.argmin(0)
    gap = order[1] - order[0]
    tone = r.uniform(0, 0.8, len(pts)).astype(np.float32)[which]
    rgb = ramp(tone * 0.6 + 0.2 + 0.2 * (x - pts[which, 0]) / 120, "#06070b", "#0f121b", "#1a2030", "#2a3348")
    d = np.hypot(x - BW / 2, y - BH / 2)
    angle = (np.arctan2(y - BH / 2, x - BW / 2) + math.pi) / (2 * math.pi) * 10
    wheel = np.stack([hex_rgb(c) for c in TYPES])
    left = np.floor(angle - 0.5).astype(int) % 10
    share = np.clip(((angle - 0.5 - np.floor(angle - 0.5))[..., None] - 0.5) * 3 + 0.5, 0, 1)
    hue = (wheel[left] * (1 - share) + wheel[(left + 1) % 10] * share).astype(np.float32)
    seam = np.clip(1 - gap / 3.2, 0, 1).astype(np.float32)
    rgb += ((seam * 0.7 + blur(seam, 8)) * np.exp(-np.abs(d - 250) / 160))[..., None] * hue
    rgb += (np.exp(-d / 150) * 0.45)[..., None] * hex_rgb("#9fd8ff")
    for k, colour in enumerate(TYPES):
        at = (k + 0.5) / 10 * 2 * math.pi - math.pi
        rgb = gem(rgb, BW / 2 + 270 * math.cos(at), BH / 2 + 270 * math.sin(at), 34, colour)
    ring = np.exp(-(((d - 214) / 3) ** 2)) + 0.6 * np.exp(-(((d - 204) / 1.4) ** 2))
    rgb += ring[..., None] * (hue * 0.6 + 0.3)
    rgb = sculpt(rgb, "cut-diamond", BW / 2, BH / 2, 300, ("#3a5a8a", "#9fd0f0", "#ffffff"), "#6fc8ff", 0, 0.9)
    for cy, turn in ((96, 0), (BH - 96, 180)):
        rgb = sculpt(rgb, "star-prominences", BW / 2, cy, 96, ("#5a6a80", "#b8c6d8", "#ffffff"), "#4f7aa8", turn, 0.4)
    rgb = frame(vignette(rgb, 0.4), STEEL, 0, 28, 90, chamfer=True)
    return frame(rgb, STEEL, 42, 6, 76, chamfer=True)


TABLES = {"overcross": overcross, "starcrossed": starcrossed, "shine": shine, "verona": verona, "cardmaster": cardmaster}
BACKS = {
    "overcross": (back_overcross, 17),
    "starcrossed": (back_starcrossed, 18),
    "shine": (back_shine, 30),
    "verona": (back_verona, 15),
    "cardmaster": (back_cardmaster, 0),
}


def jpeg(rgb: Array, path: Path, limit: int = 350_000) -> bytes:
    image = picture(dither(rgb, path.relative_to(ROOT).as_posix(), 0.006))
    for quality in range(90, 40, -3):
        content = encoded(image, "JPEG", quality=quality, optimize=True, progressive=True)
        if len(content) <= limit:
            break
    return content


def back(game: str) -> bytes:
    make, round_by = BACKS[game]
    image = picture(make()).resize((375, 525), Image.Resampling.LANCZOS).convert("RGBA")
    mask, pen = canvas((1500, 2100))
    if game == "cardmaster":
        c = 45 * 4
        pen.polygon([(c, 0), (1500 - c, 0), (1500, c), (1500, 2100 - c), (1500 - c, 2100), (c, 2100), (0, 2100 - c), (0, c)], fill=255)
    else:
        pen.rounded_rectangle((0, 0, 1499, 2099), round_by * 4, fill=255)
    alpha = mask.resize((375, 525), Image.Resampling.LANCZOS)
    out = image.copy()
    out.putalpha(alpha)
    return encoded(out, "PNG", optimize=True)


def main() -> None:
    wanted = sys.argv[1:] or [*TABLES, "menu", "board", *(f"back-{g}" for g in BACKS)]
    made_from = (Path(__file__), BRUSHES)
    for name in wanted:
        if name in TABLES:
            path = OUT / name / "table.jpg"
            bake(path, lambda name=name, path=path: jpeg(TABLES[name](), path), *made_from)
        elif name == "menu":
            path = OUT / "menu.jpg"
            bake(path, lambda path=path: jpeg(menu(), path), *made_from)
        elif name == "board":
            bake(OUT / "verona" / "board.png", lambda: encoded(board(), "PNG", optimize=True), *made_from)
        elif name.startswith("back-"):
            game = name.removeprefix("back-")
            bake(OUT / game / "back.png", lambda game=game: back(game), *made_from)


if __name__ == "__main__":
    main()
