"""How the cards of each world are composed: comic ink, crystal night, the stage, gem light.

A composition takes a card (id, icon, kind, words, colours) and returns the finished picture. What varies with the card's own chance: focus,
horizon, light from the left or right, mirror, backdrop, second motif. What varies with its kind: the whole arrangement.

Longer than most: five worlds' compositions share their brushes.
"""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable

import numpy as np
from brushes import ICONS, Array, blur, hex_rgb, mix, plane, rng, shifted
from card_paint import (
    BLACK,
    WHITE,
    Card,
    H,
    Light,
    W,
    X,
    Y,
    blend,
    bokeh,
    clouds,
    cluster,
    dots,
    dust,
    echo,
    finish,
    floor_glow,
    inked,
    lerp,
    pen,
    placed,
    ray_fan,
    relief,
    ring,
    scatter,
    shape,
    span,
    spot,
    tilted_ring,
)
from PIL import Image, ImageFilter


class Stage:
    """Where the icon of one card stands: its cover, its focus, the side the light comes from."""

    def __init__(self, card: Card, *, size: float = 0.66, tilt: float = 0.0, drop: float = 0.0) -> None:
        r = card.dice("stage")
        self.r = r
        self.cx = W / 2 + r.uniform(-26, 26)
        self.cy = H * (0.342 + drop) + r.uniform(-12, 12)
        self.side = 1 if r.random() < 0.5 else -1
        size = float(card.options.get("size", size * r.uniform(0.90, 0.99)))
        turn = float(card.options.get("turn", tilt * (1 if r.random() < 0.5 else -1) * r.uniform(0.6, 1.0)))
        flip = bool(card.options.get("mirror", r.random() < 0.35))
        # Icons differ in how much of their square they fill: bring the drawn part to one size and to the focus.
        first = placed(card.icon, 480, W / 2, H / 2, turn, flip=flip)
        top, bottom, left, right = span(plane(first))
        drawn = max((bottom - top) / 1.02, right - left, 120)
        scale = size * W / drawn
        scale = min(scale, 480 / 380 * size * 1.6)
        px = int(480 * scale)
        ox, oy = ((left + right) / 2 - W / 2) * scale, ((top + bottom) / 2 - H / 2) * scale
        self.icon = placed(card.icon, px, self.cx - ox, self.cy - oy, turn, flip=flip)
        self.mask = plane(self.icon)
        self.top, self.bottom, self.left, self.right = span(self.mask)


def known(name: str) -> bool:
    return bool(name) and (ICONS / f"{name}.svg").exists()


def turned(colour: Array, by: float) -> Array:
    """Return a lively colour from elsewhere on the wheel."""
    hue, _, value = colorsys.rgb_to_hsv(*(float(c) for c in colour))
    return np.array(colorsys.hsv_to_rgb((hue + by) % 1, 0.62, max(0.86, value)), np.float32)


def skyline(points: list[tuple[float, float]]) -> Array:
    return shape([(0, H), *points, (W, H)], 1)


# --- Overcross: comic ink

GENRES = ("fantasy", "sci-fi", "modern", "online")


# What a piece of terrain is made of, read from its icon's name.
MATTER = (
    (("bush", "tree", "grass", "hedge", "forest", "plant", "vine", "leaf", "cactus", "pine", "fern", "hemp", "corn"), "#4fae3f"),
    (("lava", "fire", "volcano", "magma", "flame", "burn", "brasero", "furnace"), "#ff6a1f"),
    (("ice", "snow", "frozen", "igloo", "glacier"), "#8fdcf5"),
    (("water", "fountain", "well", "wave", "pool", "river", "flood", "splash", "drop"), "#3f9ff0"),
    (("swamp", "bog", "mud", "slime", "goo", "quicksand", "poison", "toxic"), "#8aa83a"),
    (("crate", "wood", "fence", "barrel", "plank", "log", "door", "bench", "stake", "barricade", "chest"), "#c08a4f"),
    (
        (
            "wall",
            "stone",
            "rock",
            "block",
            "tower",
            "boulder",
            "rubble",
            "grave",
            "tomb",
            "castle",
            "brick",
            "menhir",
            "dolmen",
            "mountain",
        ),
        "#b4b0bf",
    ),
    (("laser", "neon", "portal", "server", "field", "circuit", "tesla", "energy", "shield"), "#4fe6f0"),
    (("smoke", "fog", "cloud", "steam", "mist"), "#d8dce6"),
)


def towers(
    r: np.random.Generator, base: float, low: float, high: float, step: tuple[float, float], crown: str
) -> list[tuple[float, float]]:
    """Return the outline of a row of buildings."""
    points: list[tuple[float, float]] = []
    x = -20.0
    while x < W + 20:
        w = r.uniform(*step)
        top = base - r.uniform(low, high)
        if crown == "castle" and r.random() < 0.55:
            n = 4
            points += [(x, base), (x, top)]
            for k in range(n):
                a, b = x + w * k / n, x + w * (k + 0.5) / n
                points += [(a, top - 16), (b, top - 16), (b, top), (x + w * (k + 1) / n, top)]
            points += [(x + w, top), (x + w, base)]
        elif crown == "castle":
            points += [(x, base), (x, top + 20), (x + w / 2, top - 70), (x + w, top + 20), (x + w, base)]
        elif crown == "dome":
            points += (
                [(x, base)]
                + [(x + w / 2 - w / 2 * math.cos(k / 8 * math.pi), top + 40 - 60 * math.sin(k / 8 * math.pi)) for k in range(9)]
                + [(x + w, base)]
            )
            if r.random() < 0.5:
                points[-5:-5] = [(x + w / 2 - 3, top - 20), (x + w / 2, top - 80), (x + w / 2 + 3, top - 20)]
        else:
            points += [(x, base), (x, top)]
            if r.random() < 0.4:
                points += [(x + w * 0.45, top), (x + w * 0.45, top - 50), (x + w * 0.52, top - 50), (x + w * 0.52, top)]
            points += [(x + w, top), (x + w, base)]
        x += w + r.uniform(0, 14)
    return points


def windows(rgb: Array, cover: Array, colour: Array, r: np.random.Generator, size: int = 13, share: float = 0.28) -> Array:
    """Light some windows of a dark skyline."""
    lit = (r.random((H // size + 2, W // size + 2)) < share).astype(np.float32)
    rows, columns = (Y / size).astype(int), (X / size).astype(int)
    inside = ((Y % size > 4) & (X % size > 4) & (Y % size < size - 2) & (X % size < size - 3)).astype(np.float32)
    return mix(rgb, colour, cover * lit[rows, columns] * inside * 0.85)


def scenery(rgb: Array, genre: str, horizon: float, light: Light, r: np.random.Generator, ink: Array) -> Array:
    """Put the world of a genre behind the figure: two rows of silhouettes with ink rims."""
    far, near = lerp(light.mid, light.dark, 0.45), lerp(light.dark, BLACK, 0.35)

    def row(outline: list[tuple[float, float]], colour: Array, base: Array) -> tuple[Array, Array]:
        cover = skyline(outline)
        rim = np.clip(shifted(cover, 0, -5) - cover, 0, 1)
        out = mix(base, colour, cover)
        return mix(out, ink, np.maximum(rim, np.clip(shifted(cover, 4, 0) - cover, 0, 1) * 0.6)), cover

    if genre == "fantasy":
        peaks: list[tuple[float, float]] = []
        x = -60.0
        while x < W + 120:
            peaks += [(x, horizon + 20), (x + r.uniform(50, 90), horizon - r.uniform(80, 230))]
            x += r.uniform(120, 190)
        rgb, cover = row(peaks, far, rgb)
        snow = cover * np.clip((horizon - 90 - Y + 40 * (clouds("soft", r.random()) - 0.5)) / 20, 0, 1)
        rgb = mix(rgb, lerp(light.light, WHITE, 0.5), snow * 0.7)
        rgb, _ = row(towers(r, horizon + 60, 20, 120, (60, 110), "castle"), near, rgb)
    elif genre == "sci-fi":
        px, py, pr = r.choice([140, 610]), r.uniform(180, 300), r.uniform(110, 190)
        d = np.hypot(X - px, Y - py)
        planet = np.clip((pr - d) / 2 + 0.5, 0, 1)
        tone = np.clip(0.5 + ((X - px) * -0.5 + (Y - py) * -0.6) / pr * 0.7 + 0.12 * np.sin((Y - py + (X - px) * 0.3) / pr * 9), 0, 1)
        rgb = mix(rgb, ink, np.clip((pr + 6 - d) / 2 + 0.5, 0, 1))
        rgb = mix(rgb, blend(tone, light.dark, lerp(light.second, light.dark, 0.3), light.second, lerp(light.second, WHITE, 0.6)), planet)
        band, front = tilted_ring(px, py, pr * 1.55, 9, 0.28, 0.35)
        rgb = mix(rgb, lerp(light.light, WHITE, 0.3), band * np.maximum(front, (d > pr).astype(np.float32)) * 0.9)
        rgb, cover = row(towers(r, horizon + 60, 60, 210, (70, 130), "dome"), far, rgb)
        rgb, cover = row(towers(r, horizon + 90, 30, 150, (40, 90), "dome"), near, rgb)
        rgb = windows(rgb, cover, lerp(light.second, WHITE, 0.4), r, 19, 0.1)
    elif genre == "modern":
        rgb, cover = row(towers(r, horizon + 60, 120, 320, (60, 120), "flat"), far, rgb)
        rgb = windows(rgb, cover, lerp(light.light, WHITE, 0.35), r, 17, 0.2)
        rgb, cover = row(towers(r, horizon + 90, 50, 200, (60, 130), "flat"), near, rgb)
        rgb = windows(rgb, cover, lerp(light.light, light.second, 0.3), r, 19, 0.16)
    elif genre == "online":
        size = int(r.choice([34, 42]))
        rows, columns = (Y / size).astype(int), (X / size).astype(int)
        block = r.random((H // size + 2, W // size + 2)).astype(np.float32)[rows, columns]
        height = np.clip((Y - horizon + 330) / 330, 0, 1)
        on = (block < height * 0.45).astype(np.float32)
        edge = ((Y % size < 3) | (X % size < 3)).astype(np.float32)
        rgb = mix(rgb, lerp(light.mid, light.second, 0.5), on * 0.42)
        rgb = mix(rgb, ink, on * edge * 0.75)
        floor = np.clip((Y - horizon) / (H - horizon), 0, 1)
        depth = 1 / np.clip(floor, 0.02, 1)
        lines = np.exp(-((np.sin((X - W / 2) / 44 * depth * 0.55) / 0.10) ** 2)) + np.exp(-((np.sin(depth * 9) / 0.16) ** 2))
        rgb = np.where((horizon < Y)[..., None], lerp(light.dark, BLACK, 0.4), rgb).astype(np.float32)
        rgb = mix(rgb, light.second, np.clip(lines, 0, 1) * (horizon < Y) * np.clip(floor * 3, 0, 1) * 0.9)
    else:
        x, hills = -40.0, [(-40.0, horizon)]
        while x < W + 80:
            x += r.uniform(70, 130)
            hills.append((x, horizon - r.uniform(0, 90)))
        rgb, _ = row(hills, far, rgb)
    return rgb


def edit_panel(cx: float, cy: float, form: int, side: int) -> Callable[[float], Array]:
    """Return the cover of an edit's panel at a scale: a disc, a tilted square, a hexagon, a balloon or a shield."""

    def cover(scale: float) -> Array:
        if form == 0:
            return np.clip((320 * scale - np.hypot(X - cx, Y - cy)) / 2 + 0.5, 0, 1)
        if form == 1:
            turn, points = 0.09 * side, []
            for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
                px, py = u * 288 * scale, v * 305 * scale
                points.append((cx + px * math.cos(turn) - py * math.sin(turn), cy + px * math.sin(turn) + py * math.cos(turn)))
            return shape(points)
        if form == 2:
            return shape(
                [
                    (cx + 340 * scale * math.cos(k * math.pi / 3 + 0.05 * side), cy + 340 * scale * math.sin(k * math.pi / 3 + 0.05 * side))
                    for k in range(6)
                ]
            )
        if form == 3:
            oval = np.clip((1 - np.hypot((X - cx) / (335 * scale), (Y - cy) / (300 * scale))) * 150 + 0.5, 0, 1)
            inset = (1 - scale) * 330
            tail = shape(
                [
                    (cx - side * (150 - inset * 0.5), cy + 190),
                    (cx - side * (40 + inset * 0.9), cy + 220),
                    (cx - side * (205 - inset * 0.8), cy + 385 - inset * 1.9),
                ]
            )
            return np.maximum(oval, tail)
        top, foot = cy - 300 * scale, cy + 345 * scale
        points = [(cx - 275 * scale, top), (cx, top - 26 * scale), (cx + 275 * scale, top), (cx + 270 * scale, cy + 60 * scale)]
        points += [
            (cx + 190 * scale, cy + 220 * scale),
            (cx, foot),
            (cx - 190 * scale, cy + 220 * scale),
            (cx - 270 * scale, cy + 60 * scale),
        ]
        return shape(points)

    return cover


def burst(cx: float, cy: float, radius: float, spikes: int, r: np.random.Generator, depth: float = 0.72) -> list[tuple[float, float]]:
    points = []
    for k in range(spikes * 2):
        a = k / (spikes * 2) * 2 * math.pi + 0.1
        d = radius * (r.uniform(0.92, 1.12) if k % 2 == 0 else depth * r.uniform(0.92, 1.05))
        points.append((cx + d * math.cos(a), cy + d * math.sin(a) * 1.05))
    return points


def overcross(card: Card) -> Image.Image:
    r, light = card.dice("oc"), card.light
    genre = next((g for g in card.words if g in GENRES), "none")
    ink = BLACK + 0.04
    kind = card.kind if card.kind in {"character", "edit", "event", "terrain"} else "character"
    stage = Stage(
        card,
        size={"character": 0.70, "edit": 0.56, "event": 0.58, "terrain": 0.66}[kind],
        tilt={"edit": 10, "event": 8}.get(kind, 0),
        drop=0.015 if kind == "terrain" else 0,
    )
    cx, cy = stage.cx, stage.cy
    sky = np.clip(np.hypot(X - cx, Y - cy) / 640, 0, 1)
    warm = bool(r.random() < 0.5)
    top = lerp(light.mid, light.second, 0.35) if warm else light.mid
    rgb = blend(sky, lerp(light.light, WHITE, 0.25), lerp(light.light, top, 0.6), top, lerp(top, light.dark, 0.65))
    rgb = mix(rgb, lerp(light.mid, light.dark, 0.35), dots(np.clip(sky * 1.1 - 0.12, 0, 1), 17, 0.5 + 0.3 * r.random()) * 0.75)
    if kind == "character" and any(rank in card.words for rank in ("leader", "champion", "legend")):
        rgb = mix(rgb, hex_rgb("#ffd23c"), np.clip(ray_fan(cx, cy, 24, card.id, 0.06, even=True), 0, 1) * 0.55)
    if kind == "character":
        far = np.clip(np.hypot((X - cx) / 330, (Y - cy) / 400) - 0.75, 0, 1)
        rgb = mix(rgb, ink, np.clip(ray_fan(cx, cy, 70, card.id, 0.012), 0, 1) * far * 0.9)
        rgb = mix(rgb, WHITE, np.clip(ray_fan(cx, cy, 30, (card.id, 2), 0.012), 0, 1) * far * 0.7)
        rgb = scenery(rgb, genre, H * r.uniform(0.60, 0.66), light, r, ink)
        halo = np.clip(1.0 - np.hypot(X - cx, Y - cy) / 330, 0, 1)
        rgb = mix(rgb, lerp(light.light, WHITE, 0.55), np.clip(halo * 1.6, 0, 1) * 0.55)
    elif kind == "edit":
        a = r.uniform(0.25, 0.6) * stage.side
        u = (X - cx) * math.sin(a) + (Y - cy) * math.cos(a)
        stripe = np.clip((np.sin(u / r.uniform(24, 34)) * 14) + 0.5, 0, 1).astype(np.float32)
        rgb = mix(rgb, lerp(light.light, light.mid, 0.5), stripe * 0.55)
        rgb = mix(rgb, lerp(light.mid, light.dark, 0.5), dots(np.clip((Y / H - 0.42) * 1.9, 0, 1), 15) * 0.8)
        panel = edit_panel(cx, cy, int(r.integers(5)), stage.side)
        rgb = mix(rgb, ink, shifted(panel(1.0), 14 * stage.side, 18) * 0.8)
        for scale, colour in ((1.0, ink), (0.957, WHITE), (0.83, light.second), (0.79, ink), (0.762, lerp(light.light, WHITE, 0.4))):
            rgb = mix(rgb, colour, panel(scale))
        inner = panel(0.762)
        rgb = mix(rgb, light.mid, inner * dots(np.clip((Y - cy) / 420 + 0.35, 0, 1), 13))
        rgb = mix(
            rgb, ink, inner * np.clip(ray_fan(cx, cy, 40, card.id, 0.01), 0, 1) * np.clip(np.hypot(X - cx, Y - cy) / 240 - 0.62, 0, 1) * 2
        )
    elif kind == "event":
        far = np.clip(np.hypot((X - cx) / 330, (Y - cy) / 380) - 0.62, 0, 1)
        rgb = mix(rgb, lerp(light.dark, BLACK, 0.3), np.clip(ray_fan(cx, cy, 26, card.id, 0.075, even=True), 0, 1) * 0.85)
        rgb = mix(rgb, ink, np.clip(ray_fan(cx, cy, 60, (card.id, 1), 0.01), 0, 1) * far)
        n = int(r.integers(11, 16))
        for scale, colour, dx in (
            (1.14, ink, 14),
            (1.10, WHITE, 0),
            (1.03, ink, 0),
            (1.0, light.second, 0),
            (0.78, lerp(light.light, WHITE, 0.5), 0),
        ):
            rgb = mix(rgb, colour, shape(burst(cx + dx, cy + dx, 320 * scale, n, rng("burst", card.id))))
        body = shape(burst(cx, cy, 320, n, rng("burst", card.id)))
        rgb = mix(rgb, light.mid, body * dots(np.clip((Y - cy) / 500 + 0.3, 0, 1), 14) * 0.9)
    else:
        rgb = mix(rgb, WHITE, np.clip(clouds("veil", card.id) * 3.2 - 1.7, 0, 1) * np.clip(1 - Y / (H * 0.6), 0, 1) * 0.85)
        horizon = H * r.uniform(0.44, 0.5)
        rgb = scenery(rgb, genre, horizon, light, r, ink)
        gx, gy, gw, gh = cx, stage.bottom - 34, 330, 118
        ground = lerp(light.mid, light.dark, 0.25)
        rgb = np.where((horizon + 70 < Y)[..., None], lerp(light.dark, ground, 0.45), rgb).astype(np.float32)
        rgb = mix(rgb, ink, dots(np.clip((Y - horizon - 60) / 520, 0, 1), 15) * (horizon + 70 < Y) * 0.6)
        thick = 44
        slab = [(gx - gw, gy), (gx, gy - gh), (gx + gw, gy), (gx, gy + gh)]
        side = [(gx - gw, gy), (gx, gy + gh), (gx + gw, gy), (gx + gw, gy + thick), (gx, gy + gh + thick), (gx - gw, gy + thick)]
        big = [
            (x + (8 if x > gx else -8 if x < gx else 0), y + (8 if y > gy else -8))
            for x, y in [*slab[:3], (gx + gw, gy + thick), (gx, gy + gh + thick), (gx - gw, gy + thick)]
        ]
        rgb = mix(rgb, BLACK, blur(shifted(shape(big), 14, 22), 10) * 0.5)
        rgb = mix(rgb, ink, shape(big))
        rgb = mix(rgb, lerp(light.dark, light.mid, 0.35), shape(side))
        rgb = mix(rgb, ink, shape([(gx, gy + gh), (gx + gw, gy), (gx + gw, gy + thick), (gx, gy + gh + thick)]) * 0.45)
        face = shape(slab)
        rgb = mix(rgb, blend(np.clip((X - gx + gw) / (2 * gw), 0, 1), lerp(light.light, WHITE, 0.3), light.light, light.mid), face)
        grid_u, grid_v = (X - gx) / gw + (Y - gy) / gh, (X - gx) / gw - (Y - gy) / gh
        lines = np.maximum(
            np.exp(-(((grid_u * 1.5 - np.round(grid_u * 1.5)) * 46) ** 2)), np.exp(-(((grid_v * 1.5 - np.round(grid_v * 1.5)) * 46) ** 2))
        )
        rgb = mix(rgb, ink, face * lines.astype(np.float32) * 0.5)
        rgb = mix(rgb, ink, np.exp(-((((X - gx) / 170) ** 2 + ((Y - gy) / 46) ** 2) * 1.2)).astype(np.float32) * face * 0.6)
    if known(card.second) and kind in {"edit", "event"} and card.second != card.icon:
        rgb = scatter(rgb, card.second, 11, card.id, ink, (54, 96), 0.32, (cx, cy, 300))
    if kind == "character" and r.random() < 0.5:
        rgb = echo(rgb, stage.icon, -stage.side * 16, 5, 5, lerp(light.second, WHITE, 0.2), 0.65)
    coat = (light.second, turned(light.mid, 0.5), turned(light.mid, 0.42), lerp(light.light, WHITE, 0.3))[int(r.integers(4))]
    if kind == "terrain":
        coat = next((hex_rgb(colour) for words, colour in MATTER if any(word in card.icon for word in words)), coat)
    second = lerp(coat, WHITE, 0.06)
    stops = (
        (lerp(second, WHITE, 0.58), lerp(second, WHITE, 0.12), lerp(second, light.dark, 0.6))
        if kind in {"character", "terrain"}
        else (WHITE, lerp(coat, WHITE, 0.42), lerp(coat, light.dark, 0.3))
    )
    high = any(rank in card.words for rank in ("leader", "champion", "legend"))
    rgb = inked(rgb, stage.icon, stops, side=stage.side, pitch=8.5, keyline=hex_rgb("#ffd23c") if high else WHITE)
    if kind == "character":
        rgb = mix(rgb, ink, np.clip((Y - H * 0.72) / (H * 0.3), 0, 1) ** 1.3 * 0.75)
    return finish(rgb, card.id, 0.42)


# --- Starcrossed: crystal night


def night(card: Card, cx: float, cy: float) -> Array:
    light = card.light
    d = np.clip(np.hypot((X - cx) / 620, (Y - cy) / 760), 0, 1)
    rgb = blend(
        d,
        lerp(lerp(light.mid, light.dark, 0.35), hex_rgb("#2a1f80"), 0.45),
        lerp(lerp(light.mid, light.dark, 0.72), hex_rgb("#1b1560"), 0.55),
        lerp(light.dark, hex_rgb("#0d0a34"), 0.7),
        hex_rgb("#070619"),
    )
    cloud = np.clip(clouds("soft", (card.id, 1)) * 2.6 - 1.15, 0, 1)
    veil = np.clip(clouds("veil", (card.id, 2)) * 2.6 - 1.25, 0, 1)
    rgb = (
        rgb
        + (cloud * 0.34)[..., None] * lerp(light.mid, hex_rgb("#4a35c9"), 0.4)
        + (veil * 0.16)[..., None] * lerp(light.second, light.mid, 0.5)
    )
    return dust(rgb, (card.id, "stars"), 120, lerp(light.light, WHITE, 0.6), 1.7)


def moon(rgb: Array, cx: float, cy: float, radius: float, light: Light, phase: float) -> Array:
    d = np.hypot(X - cx, Y - cy)
    disc = np.clip((radius - d) / 2 + 0.5, 0, 1)
    shade = np.clip((radius * 1.02 - np.hypot(X - cx - radius * phase, Y - cy + radius * 0.12)) / (radius * 0.2) + 0.5, 0, 1)
    rgb = rgb + (np.exp(-np.clip(d - radius, 0, None) / 90) * 0.4)[..., None] * lerp(light.light, WHITE, 0.3)
    face = lerp(light.light, WHITE, 0.4)[None, None] * (0.62 + 0.38 * clouds("veil", "moon"))[..., None]
    return mix(rgb, face * (1 - 0.82 * shade)[..., None] + light.dark * (0.6 * shade)[..., None], disc * 0.92)


def starcrossed(card: Card) -> Image.Image:
    r, light = card.dice("sc"), card.light
    kind = next((k for k in (card.kind, *card.words) if k in {"diva", "move", "power", "item"}), "move" if card.kind == "skill" else "diva")
    stage = Stage(card, size={"diva": 0.68, "move": 0.70, "power": 0.56, "item": 0.54}[kind], tilt={"move": 9, "item": 4}.get(kind, 0))
    cx, cy, side = stage.cx, stage.cy, stage.side
    rgb = night(card, cx, cy)
    gold = lerp(light.metal, WHITE, 0.25)
    halo = lerp(light.mid, light.light, 0.4)
    stops = (lerp(light.light, WHITE, 0.45), lerp(light.mid, light.light, 0.22), lerp(light.mid, light.dark, 0.45))
    scene = int(r.integers(4))
    if kind == "diva" and scene == 1:
        # A lake under a great moon.
        horizon = H * r.uniform(0.55, 0.6)
        rgb = moon(
            rgb, cx - side * r.uniform(0, 90), cy - r.uniform(0, 60), r.uniform(255, 310), light, r.choice([-1, 1]) * r.uniform(0.9, 1.5)
        )
        lake = np.ascontiguousarray(rgb[::-1])
        lake = np.roll(lake, int(2 * horizon - H), 0)
        ripple = 0.5 + 0.5 * np.sin(Y / (2.5 + 9 * np.clip((Y - horizon) / 400, 0, 1)) + 2 * np.sin(X / 90 + Y / 60))
        water = mix(lake * 0.62, lerp(light.dark, hex_rgb("#0d0a34"), 0.6), np.clip(0.25 + 0.3 * ripple, 0, 1))
        rgb = np.where((horizon < Y)[..., None], water, rgb).astype(np.float32)
        rgb = rgb + (np.exp(-np.abs(Y - horizon) / 7) * 0.5)[..., None] * halo
        glints = np.clip(ripple - 0.86, 0, 1) * 7 * np.exp(-(((X - cx) / (90 + (Y - horizon) * 0.5)) ** 2)) * (horizon < Y)
        rgb = rgb + (glints * 0.35).astype(np.float32)[..., None] * lerp(light.light, WHITE, 0.4)
        rgb = cluster(rgb, -10 if side > 0 else W + 10, H * 0.80, 5, 330, light, card.id, 0.7)
    elif kind == "diva" and scene == 2:
        # Arches of crystal.
        for k in range(4):
            wide, foot = 205 + 62 * k, H * 0.9
            d = np.where(cy - 40 > Y, np.hypot(X - cx, (Y - cy + 40) * 0.82), np.abs(X - cx))
            band = np.exp(-(((d - wide) / (4.2 + k)) ** 2)) * (0.85 - 0.17 * k)
            fade = np.clip((foot - Y) / 420, 0, 1)
            rgb = (
                rgb
                + (band * fade)[..., None].astype(np.float32) * lerp(light.light, gold, 0.25 if k % 2 else 0.6)
                + (np.exp(-(((d - wide) / 26) ** 2)) * fade * 0.22)[..., None].astype(np.float32) * halo
            )
        rgb = rgb + (np.exp(-(((X - cx) / 190) ** 2)) * np.clip(1 - Y / (H * 0.9), 0, 1) * 0.4)[..., None].astype(np.float32) * halo
        rgb = rgb + (ray_fan(cx, -120, 26, card.id, 0.03) * np.clip(1 - Y / (H * 0.75), 0, 1) * 0.35)[..., None] * halo
        for x in (70, W - 70):
            rgb = cluster(rgb, x, H * 0.86, 3, 250, light, (card.id, x), 0.5)
    elif kind == "diva" and scene == 3:
        # A constellation.
        points = [(cx + r.uniform(250, 350) * math.cos(a), cy + r.uniform(260, 350) * math.sin(a)) for a in np.sort(r.uniform(0, 6.28, 9))]
        image, tip = pen()
        for k in range(9):
            if r.random() < 0.85:
                tip.line((*points[k], *points[(k + 1) % 9]), fill=255, width=3)
            if r.random() < 0.35:
                tip.line((*points[k], *points[(k + 3) % 9]), fill=120, width=2)
        lines = plane(image.filter(ImageFilter.GaussianBlur(0.9)))
        rgb = rgb + (lines * 0.45 + blur(lines, 8) * 0.5)[..., None] * lerp(light.light, gold, 0.3)
        for x, y in points:
            s = r.uniform(16, 34)
            spark = np.exp(-np.abs(X - x) / s) * np.exp(-(((Y - y) / 2.6) ** 2)) + np.exp(-np.abs(Y - y) / s) * np.exp(
                -(((X - x) / 2.6) ** 2)
            )
            rgb = rgb + (spark + spot(x, y, s) * 0.7).astype(np.float32)[..., None] * lerp(light.light, WHITE, 0.5)
        rgb = rgb + (ray_fan(cx, cy, 12, card.id, 0.1) * np.exp(-np.hypot(X - cx, Y - cy) / 260) * 0.35)[..., None] * halo
        rgb = cluster(rgb, cx, H * 0.92, 9, 300, light, card.id, 1.15)
    elif kind == "diva":
        if r.random() < 0.6:
            rgb = moon(
                rgb,
                cx + side * r.uniform(-60, 120),
                cy - r.uniform(20, 90),
                r.uniform(210, 275),
                light,
                r.choice([-1, 1]) * r.uniform(0.35, 0.8),
            )
        n = int(r.choice([12, 16, 20, 24]))
        fan = ray_fan(cx, cy, n, card.id, 0.05, even=bool(r.random() < 0.6))
        rgb = rgb + (fan * np.exp(-np.hypot(X - cx, Y - cy) / 330) * 0.55)[..., None] * halo
        for radius, thick, alpha in ((318, 2.4, 0.8), (334, 1.2, 0.5)):
            rgb = mix(rgb, gold, ring(cx, cy, radius, thick) * alpha)
        a = np.arctan2(Y - cy, X - cx)
        d = np.hypot(X - cx, Y - cy)
        beads = np.clip(np.cos(a * n) * 9 - 7.6, 0, 1) * np.clip(1 - np.abs(d - 318) / 13, 0, 1)
        rgb = mix(rgb, lerp(gold, WHITE, 0.5), beads.astype(np.float32))
        rgb = cluster(rgb, 20, H * 0.88, 3 + min(card.rank, 5) // 2 * 2, r.uniform(300, 370), light, (card.id, "l"), 0.6)
        rgb = cluster(rgb, W - 20, H * 0.88, 3 + min(card.rank, 5) // 2 * 2, r.uniform(300, 370), light, (card.id, "r"), 0.6)
    elif kind == "move":
        angle = math.pi * r.uniform(0.62, 0.88) if side > 0 else math.pi * r.uniform(0.12, 0.38)
        for k in range(22):
            off = r.uniform(-300, 300)
            x0, y0 = cx + off * math.sin(angle), cy - off * math.cos(angle)
            length = r.uniform(260, 900)
            image, tip = pen()
            tip.line(
                (x0 - math.cos(angle) * 60, y0 - math.sin(angle) * 60, x0 - math.cos(angle) * -length, y0 - math.sin(angle) * -length),
                fill=255,
                width=int(r.integers(1, 6)),
            )
            streak = plane(image.filter(ImageFilter.GaussianBlur(r.uniform(1, 5))))
            rgb = rgb + (streak * r.uniform(0.15, 0.6))[..., None] * (halo if k % 3 else lerp(gold, WHITE, 0.3))
        # The stroke itself: crescents of light about the figure, open towards where it came from.
        a, d = np.arctan2(Y - cy, X - cx), np.hypot(X - cx, Y - cy)
        open_ = np.clip(0.5 - 0.75 * np.cos(a - math.pi - angle + math.pi), 0, 1)
        for radius, thick, alpha in ((330, 7.0, 0.9), (300, 2.2, 0.55), (352, 1.6, 0.5)):
            arc = np.exp(-(((d - radius - 26 * (1 - open_)) / (thick * (0.25 + open_))) ** 2)) * open_**1.5
            rgb = rgb + (arc * alpha).astype(np.float32)[..., None] * lerp(light.light, gold, 0.35)
        rgb = rgb + (np.exp(-(((d - 330) / 60) ** 2)) * open_**2 * 0.35).astype(np.float32)[..., None] * halo
        rgb = echo(rgb, stage.icon, math.cos(angle) * 20, math.sin(angle) * 20, 9, halo, 0.6)
    elif kind == "power":
        pillar = np.exp(-(((X - cx) / 150) ** 2)).astype(np.float32)
        rgb = rgb + (pillar * (0.30 + 0.12 * np.sin(Y / 60)))[..., None] * halo
        turn = r.uniform(0, 3)
        points = int(r.choice([5, 6, 7, 8]))
        for radius, thick, alpha in ((335, 3, 0.85), (318, 1.3, 0.6), (236, 1.6, 0.55)):
            rgb = rgb + (ring(cx, cy, radius, thick) * alpha)[..., None] * lerp(light.light, gold, 0.4)
            rgb = rgb + (ring(cx, cy, radius, thick * 6) * alpha * 0.3)[..., None] * halo
        image, tip = pen()
        star = [
            (cx + 326 * math.cos(turn + k * 2 * math.pi / points), cy + 326 * math.sin(turn + k * 2 * math.pi / points))
            for k in range(points)
        ]
        jump = 2 if points > 4 else 1
        for k in range(points):
            tip.line((*star[k], *star[(k + jump) % points]), fill=255, width=3)
        lines = plane(image.filter(ImageFilter.GaussianBlur(0.8)))
        rgb = rgb + (lines * 0.55 + blur(lines, 7) * 0.9)[..., None] * lerp(light.light, gold, 0.3)
        for x, y in star:
            rgb = rgb + (spot(x, y, 36) * 0.9)[..., None] * lerp(light.light, WHITE, 0.4)
    else:
        rgb = rgb + (ray_fan(cx, cy, 18, card.id, 0.05) * np.exp(-np.hypot(X - cx, Y - cy) / 360) * 0.5)[..., None] * halo
        d = np.hypot(X - cx, Y - cy)
        facet = [(cx + 316 * math.cos(k * math.pi / 4 + math.pi / 8), cy + 330 * math.sin(k * math.pi / 4 + math.pi / 8)) for k in range(8)]
        core = [(cx + 210 * math.cos(k * math.pi / 4 + math.pi / 8), cy + 216 * math.sin(k * math.pi / 4 + math.pi / 8)) for k in range(8)]
        for k in range(8):
            n = (k + 1) % 8
            facing = math.cos(k * math.pi / 4 + math.pi / 4 + math.pi * (0.75 if side > 0 else 0.25))
            rgb = mix(rgb, lerp(light.dark, light.mid, 0.5 + 0.5 * facing), shape([facet[k], facet[n], core[n], core[k]]) * 0.55)
            image, tip = pen()
            tip.line((*facet[k], *facet[n]), fill=255, width=3)
            tip.line((*core[k], *core[n]), fill=200, width=2)
            tip.line((*core[k], *facet[k]), fill=160, width=2)
            rgb = rgb + (plane(image.filter(ImageFilter.GaussianBlur(1))) * (0.35 + 0.35 * max(0, facing)))[..., None] * lerp(
                light.light, WHITE, 0.3
            )
        rgb = rgb + (np.exp(-((d / 190) ** 2)) * 0.5)[..., None] * halo
        rgb = cluster(rgb, cx, H * 0.86, 7, 290, light, card.id, 0.9)
    if "icon" in card.words and kind == "diva":
        rgb = (
            rgb
            + (ray_fan(cx, cy, 32, (card.id, "icon"), 0.02, even=True) * np.exp(-np.abs(np.hypot(X - cx, Y - cy) - 300) / 120) * 0.6)[
                ..., None
            ]
            * gold
        )
        rgb = mix(rgb, lerp(gold, WHITE, 0.3), ring(cx, cy, 300, 4.5) * 0.95)
    if known(card.second) and card.second != card.icon:
        rgb = scatter(rgb, card.second, 7, card.id, lerp(light.light, WHITE, 0.2), (44, 84), 0.22, (cx, cy, 330), 1.5)
    if r.random() < 0.55 and kind in {"diva", "item"}:
        band, front = tilted_ring(cx, cy, 300, 5, r.uniform(0.22, 0.36), r.uniform(-0.5, 0.5))
        rgb = rgb + (band * (1 - front) * 0.7)[..., None] * gold
    else:
        band = front = None
    rgb = mix(rgb, lerp(light.dark, hex_rgb("#070619"), 0.7), np.clip((Y - H * 0.68) / (H * 0.2), 0, 1) ** 1.2 * 0.85)
    metal = (lerp(light.metal, WHITE, 0.65), light.metal, light.metal * 0.32)
    rgb = relief(rgb, stage.icon, stops, halo, gold, side=side, power=0.62, gloss=0.9, grain=clouds("veil", card.id), band=metal, thick=5)
    if band is not None and front is not None:
        rgb = rgb + (band * front * 0.9)[..., None] * gold
    rgb = dust(rgb, (card.id, "motes"), 70, lerp(light.light, WHITE, 0.3), 2.6)
    return finish(rgb, card.id, 0.5)


# --- Shine! My Star: the stage


def confetti(rgb: Array, card: Card, count: int, keep: float, cx: float, cy: float) -> Array:
    r, light = card.dice("confetti"), card.light
    colours = [light.light, light.second, WHITE, lerp(light.mid, WHITE, 0.4), hex_rgb("#ffd86a")]
    for k in range(count):
        x, y = r.uniform(0, W), r.uniform(0, H * 0.8)
        if math.hypot(x - cx, y - cy) < keep * r.uniform(0.6, 1.1):
            continue
        a, s, squash = r.uniform(0, 3.14), r.uniform(5, 13), r.uniform(0.25, 1)
        image, tip = pen()
        points = [
            (x + s * (math.cos(a) * u - math.sin(a) * v * squash), y + s * (math.sin(a) * u + math.cos(a) * v * squash))
            for u, v in ((-1, -0.6), (1, -0.6), (1, 0.6), (-1, 0.6))
        ]
        tip.polygon(points, fill=255)
        far = k % 3 == 0
        box = (max(0, int(x) - 40), max(0, int(y) - 40), min(W, int(x) + 40), min(H, int(y) + 40))
        piece = plane(image.crop(box).filter(ImageFilter.GaussianBlur(3.2 if far else 0.8)))
        rgb[box[1] : box[3], box[0] : box[2]] = mix(
            rgb[box[1] : box[3], box[0] : box[2]], colours[int(r.integers(len(colours)))], piece * (0.5 if far else 0.9)
        )
    return rgb


def beam(x0: float, y0: float, x1: float, y1: float, narrow: float, wide: float) -> Array:
    """Return a cone of light from a lamp to the floor."""
    length = math.hypot(x1 - x0, y1 - y0)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    along = ((X - x0) * ux + (Y - y0) * uy) / length
    across = (X - x0) * -uy + (Y - y0) * ux
    half = narrow + (wide - narrow) * np.clip(along, 0, 2)
    cone = np.exp(-((across / half) ** 2) * 1.7) * np.clip(along * 12, 0, 1) * np.clip(1.12 - along * 0.75, 0, 1)
    return cone.astype(np.float32)


def shine(card: Card) -> Image.Image:
    r, light = card.dice("sh"), card.light
    kind = card.kind if card.kind in {"star", "attack", "support", "spell"} else "support"
    stage = Stage(
        card, size={"star": 0.72, "attack": 0.66, "support": 0.62, "spell": 0.56}[kind], tilt={"attack": 8, "spell": 12}.get(kind, 0)
    )
    cx, cy, side = stage.cx, stage.cy, stage.side
    horizon = H * r.uniform(0.54, 0.62)
    plum, deep = hex_rgb("#3a0f52"), hex_rgb("#16051f")
    rgb = blend(
        np.clip(Y / horizon, 0, 1), deep, lerp(lerp(light.dark, plum, 0.6), BLACK, 0.2), lerp(lerp(light.mid, light.dark, 0.6), plum, 0.5)
    )
    rgb = rgb + (spot(cx, cy, 470) * 0.22)[..., None] * lerp(light.mid, light.second, 0.2)
    halo = lerp(light.mid, WHITE, 0.25)
    floored = kind != "spell"
    if floored:
        rgb = floor_glow(rgb, horizon, deep, lerp(lerp(light.mid, light.dark, 0.4), plum, 0.5))
        rgb = rgb + (np.exp(-np.abs(Y - horizon) / 30) * 0.35)[..., None] * lerp(light.light, light.mid, 0.4)
    if kind == "star":
        rgb = rgb + (ray_fan(cx, cy, 18, card.id, 0.07, even=True) * np.exp(-np.hypot(X - cx, Y - cy) / 520) * 0.6)[..., None] * lerp(
            light.light, WHITE, 0.2
        )
        for k in range(2):
            points = []
            for j in range(10):
                d = (352 - 26 * k) if j % 2 == 0 else (352 - 26 * k) * 0.62
                points.append((cx + d * math.cos(j * math.pi / 5 - math.pi / 2), cy + 14 + d * math.sin(j * math.pi / 5 - math.pi / 2)))
            cover = shape(points)
            rgb = rgb + (blur(cover, 26) * 0.4)[..., None] * light.second if k == 0 else rgb
            rgb = mix(
                rgb, lerp(light.second, WHITE, 0.35) if k == 0 else lerp(light.mid, light.dark, 0.45), cover * (0.9 if k == 0 else 0.88)
            )
        for edge in (-1, 1):
            inside = X if edge < 0 else W - X
            hem = 84 + 20 * np.sin(Y / H * 3)
            fold = 0.5 + 0.5 * np.sin(inside / 9 + 0.8 * np.sin(Y / 150))
            cloth = blend(fold, deep, hex_rgb("#6a0f4a"), hex_rgb("#d8357d"))
            rgb = mix(rgb, cloth * 0.85, np.clip((hem - inside) / 2 + 0.5, 0, 1))
            rgb = mix(rgb, hex_rgb("#ffd37a"), np.exp(-(((inside - hem + 5) / 2.4) ** 2)).astype(np.float32) * 0.9)
    elif kind == "attack" and r.random() < 0.45:
        # A great disc of light over a chequered dance floor.
        e = np.hypot(X - cx, Y - cy)
        for radius, colour, alpha in ((338, lerp(light.second, WHITE, 0.2), 0.9), (322, lerp(light.mid, light.dark, 0.35), 0.95)):
            rgb = mix(rgb, colour, np.clip((radius - e) / 2 + 0.5, 0, 1) * alpha)
        stripes = np.clip(np.sin(np.arctan2(Y - cy, X - cx) * 16 + r.uniform(0, 6)) * 8 + 0.5, 0, 1) * np.clip((322 - e) / 2 + 0.5, 0, 1)
        rgb = mix(rgb, light.mid, stripes.astype(np.float32) * 0.6)
        depth = 1 / np.clip((Y - horizon) / (H - horizon), 0.03, 1)
        check = np.sign(np.sin((X - W / 2) / 60 * depth * 0.5) * np.sin(depth * 7)) * 0.5 + 0.5
        rgb = rgb + (check * (horizon < Y) * np.clip((Y - horizon) / 120, 0, 1) * np.clip(1.2 - (Y - horizon) / 420, 0, 1) * 0.3)[
            ..., None
        ].astype(np.float32) * lerp(light.mid, light.second, 0.3)
        rgb = echo(rgb, stage.icon, -side * 16, 6, 6, lerp(light.second, WHITE, 0.15), 0.5)
    elif kind == "attack":
        for k in range(int(r.integers(4, 7))):
            x0 = W * (k + r.uniform(0, 1)) / 5
            tone = light.light if k % 2 else light.second
            rgb = rgb + (beam(x0, -60, cx + r.uniform(-130, 130), cy + 120, 8, 70) * 0.36)[..., None] * tone
        rgb = rgb + (ray_fan(cx, cy + 40, 26, card.id, 0.035) * np.clip(np.hypot(X - cx, Y - cy) / 300 - 0.55, 0, 1) * 0.55)[
            ..., None
        ] * lerp(light.light, WHITE, 0.3)
        rgb = echo(rgb, stage.icon, -side * 15, 9, 7, lerp(light.second, WHITE, 0.15), 0.55)
    elif kind == "support":
        rgb = rgb + (beam(cx - side * 190, -80, cx, horizon + 90, 14, 210) * 0.7)[..., None] * lerp(light.light, WHITE, 0.3)
        if r.random() < 0.6:
            rgb = rgb + (beam(cx + side * 330, -60, cx + side * 120, horizon + 60, 8, 120) * 0.4)[..., None] * light.second
        petals = int(r.choice([3, 5, 6, 8]))
        a = np.arctan2(Y - cy, X - cx)
        d = np.hypot(X - cx, Y - cy)
        if r.random() < 0.4:
            # Sound, standing in bars behind the performer.
            bar = 30
            column = (X / bar).astype(int)
            tall = r.uniform(0.25, 1, W // bar + 2).astype(np.float32)[column] * (0.45 + 0.55 * np.cos((X - cx) / W * 2.2) ** 2) * 430
            inside = ((X % bar > 5) & (horizon - tall < Y) & (horizon > Y) & (Y % 19 > 4)).astype(np.float32)
            level = np.clip((horizon - Y) / 430, 0, 1)
            rgb = rgb + inside[..., None] * blend(level, light.mid, light.mid, light.second, lerp(light.second, WHITE, 0.5)) * 0.55
            petals = 0
        for k in range(3 if petals else 0):
            edge = 262 + 34 * k + (30 + 8 * k) * np.cos(a * petals + k * 0.5)
            rgb = rgb + (np.exp(-(((d - edge) / 3.5) ** 2)) * (0.7 - 0.18 * k) + np.exp(-(((d - edge) / 16) ** 2)) * 0.2)[..., None] * (
                light.light if k != 1 else light.second
            )
        rgb = rgb + (np.clip(1 - d / 270, 0, 1) ** 0.7 * 0.25)[..., None] * halo
    else:
        a = np.arctan2(Y - cy, X - cx)
        d = np.hypot(X - cx, Y - cy)
        if r.random() < 0.4:
            # A score that flows round the singer's spell.
            for k in range(5):
                wave = cy + 40 + (k - 2) * 26 + 120 * np.sin(X / 150 + r.uniform(0, 0.1) + side) + 30 * np.sin(X / 61)
                line = np.exp(-(((Y - wave) / 2.6) ** 2)) + 0.35 * np.exp(-(((Y - wave) / 13) ** 2))
                rgb = rgb + (line * 0.7).astype(np.float32)[..., None] * (light.light if k % 2 else light.second)
            if known("musical-notes"):
                rgb = scatter(rgb, "musical-notes", 12, card.id, lerp(light.light, WHITE, 0.5), (50, 96), 0.75, (cx, cy, 250))
        arms = int(r.choice([2, 3, 4, 5]))
        swirl = 0.5 + 0.5 * np.cos(arms * a + side * np.log(d + 20) * r.uniform(2.6, 4.2) * 1.6 + r.uniform(0, 6))
        rgb = rgb + (swirl**3 * np.exp(-d / 420) * 0.7)[..., None] * lerp(light.mid, light.light, 0.35)
        rgb = rgb + (swirl**12 * np.exp(-d / 330) * 0.7)[..., None] * lerp(light.second, WHITE, 0.3)
        rgb = rgb + (np.exp(-((d / 190) ** 2)) * 0.32)[..., None] * lerp(light.light, WHITE, 0.35)
        for _ in range(14):
            t = r.uniform(0, 6.28)
            rad = r.uniform(250, 440)
            x, y, s = cx + rad * math.cos(t), cy + rad * math.sin(t), r.uniform(14, 40)
            spark = np.exp(-np.abs(X - x) / s) * np.exp(-(((Y - y) / 2.4) ** 2)) + np.exp(-np.abs(Y - y) / s) * np.exp(
                -(((X - x) / 2.4) ** 2)
            )
            rgb = rgb + (spark * 0.95).astype(np.float32)[..., None] * lerp(light.light, WHITE, 0.6)
    rgb = bokeh(rgb, card.id, 26, [light.light, light.second, WHITE], (8, 40), 0.2)
    if known(card.second) and card.second != card.icon:
        rgb = scatter(rgb, card.second, 9, card.id, lerp(light.light, WHITE, 0.4), (40, 80), 0.30, (cx, cy, 310), 1.0)
    if floored:
        pool = np.exp(-(((X - cx) / 290) ** 2 + ((Y - (horizon + 95)) / 62) ** 2) * 1.3).astype(np.float32)
        rgb = rgb + (pool * 0.42)[..., None] * lerp(light.light, WHITE, 0.2)
        mirror = stage.icon.transpose(Image.Transpose.FLIP_TOP_BOTTOM)
        low = plane(mirror)
        m_top, _, _, _ = span(low)
        low = shifted(low, 0, int(max(stage.bottom, horizon + 20) - m_top + 6))
        fade = np.clip(1 - (Y - stage.bottom) / 240, 0, 1) * (horizon < Y)
        rgb = mix(rgb, halo, blur(low, 5) * fade * 0.3)
    lacquer = (WHITE, lerp(light.light, WHITE, 0.6), lerp(light.mid, light.light, 0.4))
    rgb = relief(
        rgb,
        stage.icon,
        (lerp(light.light, WHITE, 0.55), lerp(light.mid, light.light, 0.4), lerp(light.mid, light.dark, 0.3)),
        halo,
        lerp(light.second, WHITE, 0.5),
        side=side,
        power=0.45,
        gloss=1.2,
        band=lacquer,
        thick=7,
    )
    rgb = confetti(rgb, card, 34 if kind in {"star", "attack"} else 16, 260, cx, cy)
    rgb = dust(rgb, (card.id, "glitter"), 60, lerp(light.light, WHITE, 0.5), 2.2)
    return finish(rgb, card.id, 0.45)


# --- Cardmaster: gem light in obsidian


def obsidian(card: Card, cx: float, cy: float) -> tuple[Array, Array]:
    """Return broken dark glass lit from within by the two types, and its seams."""
    r, light = card.dice("glass"), card.light
    n = int(r.integers(26, 44))
    pts = r.uniform((-60, -60), (W + 60, H + 60), (n, 2)).astype(np.float32)
    ys, xs = Y[::2, ::2], X[::2, ::2]
    first = np.full(ys.shape, 1e9, np.float32)
    second = first.copy()
    which = np.zeros(ys.shape, np.int32)
    for k, (px, py) in enumerate(pts):
        d = np.hypot(xs - px, ys - py)
        near = d < first
        second = np.where(near, first, np.minimum(second, d))
        which = np.where(near, k, which)
        first = np.minimum(first, d)

    def wide(field: Array) -> Array:
        return np.asarray(Image.fromarray(field.astype(np.float32)).resize((W, H), Image.Resampling.BICUBIC), np.float32)

    tilt = r.uniform(-1, 1, (n, 2)).astype(np.float32)
    tone = r.uniform(0, 0.7, n).astype(np.float32)[which] + 0.25 * (
        (xs - pts[which, 0]) / 130 * tilt[which, 0] + (ys - pts[which, 1]) / 130 * tilt[which, 1]
    )
    tone, gap = wide(tone), wide(second - first)
    base = blend(np.clip(tone, 0, 1), hex_rgb("#05060a"), hex_rgb("#0e121b"), hex_rgb("#1a2130"), hex_rgb("#2f3a50"))
    d = np.hypot(X - cx, Y - cy)
    split = np.clip((X - cx) * 0.0016 * (1 if r.random() < 0.5 else -1) + (Y - cy) * 0.0007 + 0.5, 0, 1)
    hue = blend(split, light.mid, light.mid, light.second, light.second)
    base = base * (0.65 + 0.9 * np.clip(1 - d / 760, 0, 1))[..., None] + (np.exp(-d / 300) * 0.42 * (0.55 + tone))[..., None] * hue
    seam = np.clip(1 - gap / 3.4, 0, 1)
    return (base + ((seam * 0.55 + blur(seam, 7) * 0.9) * np.exp(-np.abs(d - 340) / 190))[..., None] * hue).astype(np.float32), hue


def small_gem(rgb: Array, cx: float, cy: float, size: float, hue: Array) -> Array:
    rgb = rgb + (spot(cx, cy, size * 4) * 0.5)[..., None] * hue
    outer = [
        (cx + size * math.cos(k * math.pi / 3 + math.pi / 6), cy + size * 1.15 * math.sin(k * math.pi / 3 + math.pi / 6)) for k in range(6)
    ]
    inner = [
        (cx + size * 0.5 * math.cos(k * math.pi / 3 + math.pi / 6), cy + size * 0.58 * math.sin(k * math.pi / 3 + math.pi / 6))
        for k in range(6)
    ]
    rgb = mix(rgb, BLACK, shape([(cx + (x - cx) * 1.18, cy + (y - cy) * 1.18) for x, y in outer], 1))
    for k in range(6):
        n = (k + 1) % 6
        facing = math.cos(k * math.pi / 3 + math.pi / 3 - math.pi * 1.25)
        rgb = mix(
            rgb, np.clip(hue * (0.6 + 0.4 * facing) + max(0.0, facing) ** 2 * 0.5, 0, 1), shape([outer[k], outer[n], inner[n], inner[k]], 1)
        )
    return mix(rgb, np.clip(hue * 0.8 + 0.4, 0, 1), shape(inner, 1))


def cardmaster(card: Card) -> Image.Image:
    r, light = card.dice("cm"), card.light
    layout = int(r.integers(6))
    stage = Stage(card, size=(0.68, 0.66, 0.70, 0.64, 0.58, 0.84)[layout])
    cx, cy, side = stage.cx, stage.cy, stage.side
    rgb, hue = obsidian(card, cx, cy)
    first = next((w for w in card.words if w in TYPE_SIGNS), "void")
    others = [w for w in card.words if w in TYPE_SIGNS]
    second = others[1] if len(others) > 1 else first
    glow = lerp(light.mid, light.light, 0.3)
    d = np.hypot(X - cx, Y - cy)
    a = np.arctan2(Y - cy, X - cx)
    ghost = TYPE_SIGNS[first]
    if known(ghost) and ghost != card.icon:
        big = placed(ghost, 760, W / 2 + side * r.uniform(40, 120), cy + r.uniform(-50, 50), r.uniform(-14, 14))
        cover = plane(big)
        rim = np.clip(cover - shifted(cover, 3, 3), 0, 1)
        rgb = rgb + (cover * 0.10 + rim * 0.25)[..., None] * hue
    rgb = elements(rgb, first, card, cx, cy, light.mid, light.light, d, a, 1.0)
    if second != first:
        rgb = elements(rgb, second, card, cx, cy, light.second, lerp(light.second, WHITE, 0.5), d, a, 0.6)
    if layout == 0:
        points = [
            (cx + 330 * math.cos(k * math.pi / 3 + math.pi / 6), cy + 330 * math.sin(k * math.pi / 3 + math.pi / 6)) for k in range(6)
        ]
        image, tip = pen()
        tip.line([*points, points[0]], fill=255, width=5)
        line = plane(image.filter(ImageFilter.GaussianBlur(1)))
        rgb = rgb + (line * 0.7 + blur(line, 9) * 1.2)[..., None] * hue
    elif layout == 1:
        gy = stage.bottom - 14
        for radius, thick, alpha in ((300, 4, 0.9), (250, 2, 0.6), (200, 1.6, 0.4)):
            rgb = rgb + (ring(cx, gy, radius, thick, 0.27) * alpha)[..., None] * lerp(light.mid, WHITE, 0.3)
        rgb = rgb + (np.exp(-(((X - cx) / 300) ** 2 + ((Y - gy) / 84) ** 2) * 1.4) * 0.5)[..., None] * light.mid
        column = np.exp(-(((X - cx) / 210) ** 4)) * np.clip((gy - Y) / 500, 0, 1) * np.clip(1 - (gy - Y) / 700, 0, 1)
        rgb = rgb + (column * 0.35)[..., None].astype(np.float32) * hue
    elif layout == 3:
        # A great disc of the second type's light, half in shadow.
        mx, my, radius = cx - side * r.uniform(40, 110), cy - r.uniform(10, 70), r.uniform(270, 330)
        e = np.hypot(X - mx, Y - my)
        disc = np.clip((radius - e) / 2 + 0.5, 0, 1)
        tone = np.clip(0.62 - ((X - mx) * side + (Y - my)) / (radius * 2.1) + (clouds("veil", card.id) - 0.5) * 0.5, 0, 1)
        rgb = mix(
            rgb,
            blend(tone, lerp(light.second, BLACK, 0.88), lerp(light.second, BLACK, 0.5), light.second, lerp(light.second, WHITE, 0.5)),
            disc * 0.85,
        )
        rgb = rgb + (np.exp(-np.abs(e - radius) / 26) * 0.5)[..., None] * light.second
    elif layout == 4:
        # Two of its kind stand farther back.
        for dx, dy, scale, far in ((-205, -60, 0.62, 5.0), (205, -60, 0.62, 5.0)):
            width, height = int(W * scale), int(H * scale)
            back = Image.new("L", (W, H), 0)
            back.paste(stage.icon.resize((width, height), Image.Resampling.LANCZOS), (int(cx + dx - cx * scale), int(cy + dy - cy * scale)))
            cover = blur(plane(back), far * 0.45)
            rgb = mix(rgb, BLACK, shifted(blur(cover, 9), 6, 12) * 0.5)
            rgb = mix(
                rgb,
                blend(
                    np.clip((Y - cy + 330) / 520, 0, 1),
                    lerp(light.second, light.mid, 0.4),
                    lerp(lerp(light.mid, light.second, 0.5), BLACK, 0.72),
                ),
                cover * 0.92,
            )
        rgb = rgb + (ring(cx, stage.bottom - 10, 300, 3, 0.26) * 0.6)[..., None] * lerp(light.mid, WHITE, 0.3)
    elif layout == 5:
        # Close by, before a wall of streaming light.
        streak = np.clip(
            clouds("fine", (card.id, 5))[:, :1] * 0 + np.interp((X[:1] * 0.013 + r.uniform(0, 9)) % 12, np.arange(13), r.uniform(0, 1, 13)),
            0,
            1,
        ).astype(np.float32)
        rgb = rgb + (np.broadcast_to(streak, (H, W)) ** 3 * np.exp(-np.abs(Y - cy) / 420) * 0.5)[..., None] * hue
    else:
        rgb = rgb + (ray_fan(cx, cy, 14, card.id, 0.06) * np.exp(-d / 420) * 0.55)[..., None] * hue
        rgb = rgb + (ring(cx, cy, 328, 3) * 0.6 + ring(cx, cy, 344, 1.4) * 0.4)[..., None] * lerp(light.mid, WHITE, 0.35)
    metal = hex_rgb("#dfe8f4")
    rgb = relief(
        rgb,
        stage.icon,
        (
            lerp(light.light, metal, 0.35),
            lerp(light.mid, metal, 0.08),
            lerp(light.dark, light.mid, 0.18) if second == first else lerp(lerp(light.mid, light.second, 0.8), light.dark, 0.2),
        ),
        glow,
        lerp(light.second, WHITE, 0.2),
        side=side,
        power=0.7,
        gloss=0.9,
        grain=clouds("fine", card.id),
        band=(hex_rgb("#f4f8ff"), hex_rgb("#7f8ca2"), hex_rgb("#141922")),
        thick=4,
    )
    tier = max(0, min(10, card.rank))
    for k in range(tier):
        t = (k - (tier - 1) / 2) * 0.115
        rgb = small_gem(
            rgb,
            W / 2 + 372 * math.sin(t) * 1.28,
            cy + 372 * math.cos(t) * 0.80 + 8,
            11 + 5 * (k == (tier - 1) // 2 or k == tier // 2),
            light.mid if k % 2 == 0 else light.second,
        )
    rgb = dust(rgb, (card.id, "sparks"), 60, lerp(light.light, WHITE, 0.2), 2.2)
    return finish(rgb, card.id, 0.5)


TYPE_SIGNS = {
    "aura": "beams-aura",
    "beast": "bestial-fangs",
    "creature": "spiked-dragon-head",
    "extraterrestrial": "alien-stare",
    "humanoid": "person",
    "nature": "three-leaves",
    "tech": "circuitry",
    "spirit": "spectre",
    "ultramax": "crowned-explosion",
    "void": "vortex",
}


def elements(rgb: Array, kind: str, card: Card, cx: float, cy: float, mid: Array, light: Array, d: Array, a: Array, power: float) -> Array:
    """Let a type's own matter play round the figure."""
    r = card.dice("element", kind)
    if kind == "aura":
        for k in range(5):
            rgb = rgb + (np.exp(-(((d - 240 - 46 * k) / (7 + 3 * k)) ** 2)) * (0.34 - 0.05 * k) * power)[..., None] * light
    elif kind == "beast":
        image, tip = pen()
        lean = r.uniform(-0.3, 0.3)
        for k in range(4):
            x0 = W * (0.16 + 0.22 * k)
            tip.polygon([(x0, 60), (x0 + 26, 90), (x0 - 190 + lean * 200, 900), (x0 - 196 + lean * 200, 880)], fill=255)
        slash = plane(image.filter(ImageFilter.GaussianBlur(2)))
        rgb = rgb + (slash * 0.26 * power + blur(slash, 14) * 0.3 * power)[..., None] * mid
    elif kind == "creature":
        for _ in range(16):
            x, y, s = r.uniform(0, W), r.uniform(0, H * 0.8), r.uniform(12, 52)
            e = np.hypot(X - x, Y - y)
            rgb = rgb + ((np.exp(-(((e - s) / 3) ** 2)) * 0.5 + np.clip(1 - e / s, 0, 1) * 0.12) * power)[..., None] * mid
    elif kind == "extraterrestrial":
        for k in range(3):
            band, _ = tilted_ring(cx, cy, 260 + 46 * k, 3.5, 0.35, r.uniform(-0.9, 0.9))
            rgb = rgb + (band * 0.55 * power)[..., None] * light
        rgb = (
            rgb
            + (np.exp(-(((X - cx) / (40 + Y * 0.28)) ** 2)) * np.clip(1 - Y / 900, 0, 1) * 0.32 * power)[..., None].astype(np.float32) * mid
        )
    elif kind == "humanoid":
        arches = np.maximum.reduce(
            [np.exp(-(((np.hypot(X - cx, np.minimum(Y - (cy - 60), 0)) - 250 - 40 * k) / 3.4) ** 2)) * (0.75 - 0.2 * k) for k in range(3)]
        )
        rgb = rgb + (arches * np.clip(1.2 - np.clip(Y - cy, 0, None) / 330, 0, 1) * 0.6 * power)[..., None].astype(np.float32) * light
    elif kind == "nature":
        rgb = scatter(rgb, "oak-leaf", 15, (card.id, kind), lerp(mid, light, 0.3), (46, 104), 0.62 * power, (cx, cy, 250))
        rgb = scatter(rgb, "curled-leaf", 8, (card.id, kind, 2), lerp(mid, BLACK, 0.2), (90, 170), 0.5 * power, (cx, cy, 300), 5)
    elif kind == "tech":
        image, tip = pen()
        for _ in range(26):
            x, y = r.uniform(0, W) // 30 * 30, r.uniform(0, H) // 30 * 30
            points = [(x, y)]
            for _ in range(4):
                step = r.uniform(40, 150) // 30 * 30
                dx, dy = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0))[int(r.integers(5))]
                points.append((points[-1][0] + dx * step, points[-1][1] + dy * step))
            tip.line(points, fill=220, width=3)
            for x2, y2 in (points[0], points[-1]):
                tip.ellipse((x2 - 7, y2 - 7, x2 + 7, y2 + 7), fill=255)
        line = plane(image.filter(ImageFilter.GaussianBlur(0.8))) * np.clip(d / 230 - 0.6, 0, 1)
        rgb = rgb + ((line * 0.5 + blur(line, 7) * 0.7) * power)[..., None] * mid
    elif kind == "spirit":
        for k in range(5):
            phase = r.uniform(0, 6.28)
            x = cx + (k - 2) * 120 + 60 * np.sin(Y / 120 + phase) + 20 * np.sin(Y / 37 + phase * 2)
            wisp = np.exp(-(((X - x) / (18 + 26 * np.clip(Y / H, 0, 1))) ** 2)) * np.clip(Y / 300, 0, 1) * np.clip(1.1 - Y / H, 0, 1)
            rgb = rgb + (wisp * 0.42 * power)[..., None].astype(np.float32) * mid
    elif kind == "ultramax":
        fan = ray_fan(cx, cy, 22, (card.id, kind), 0.03, even=False)
        rgb = rgb + (fan * np.clip(d / 260 - 0.5, 0, 1) * 0.7 * power)[..., None] * mid
        for _ in range(9):
            t, rad, s = r.uniform(0, 6.28), r.uniform(250, 420), r.uniform(10, 26)
            x, y = cx + rad * math.cos(t), cy + rad * math.sin(t)
            rgb = mix(
                rgb,
                light,
                shape(
                    [
                        (x + s * 1.6 * math.cos(t), y + s * 1.6 * math.sin(t)),
                        (x + s * 0.5 * math.cos(t + 1.8), y + s * 0.5 * math.sin(t + 1.8)),
                        (x - s * 0.7 * math.cos(t), y - s * 0.7 * math.sin(t)),
                        (x + s * 0.5 * math.cos(t - 1.8), y + s * 0.5 * math.sin(t - 1.8)),
                    ],
                    1,
                )
                * 0.75
                * power,
            )
    else:
        swirl = 0.5 + 0.5 * np.cos(3 * a + np.log(d + 30) * 5.5 + r.uniform(0, 6))
        rgb = (
            rgb * (1 - 0.5 * power * (swirl**2 * np.exp(-d / 600)))[..., None].astype(np.float32)
            + (swirl**6 * np.exp(-np.abs(d - 300) / 190) * 0.55 * power)[..., None].astype(np.float32) * mid
        )
    return rgb


WORLDS = {"overcross": overcross, "starcrossed": starcrossed, "shine": shine, "cardmaster": cardmaster}
