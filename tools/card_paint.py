"""Paints for card art: an icon as a lit relief or as inked comic, skies, ground, light, crystals, dust.

All work on a canvas of twice a card's size; colours are float arrays of three. Times are a few hundredths of a second each.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from brushes import Array, blur, grid, hex_rgb, icon_mask, mix, noise, plane, rng, shifted
from PIL import Image, ImageChops, ImageDraw, ImageFilter

W, H = 750, 1050
Y, X = grid(H, W)
BLACK = np.zeros(3, np.float32)
WHITE = np.ones(3, np.float32)


class Light:
    """The colours of one picture: light, mid and dark of the main hue, a second hue, and the metal of its world."""

    def __init__(self, light: str, mid: str, dark: str, second: str, metal: str) -> None:
        self.light, self.mid, self.dark, self.second, self.metal = (hex_rgb(c) for c in (light, mid, dark, second, metal))


@dataclass
class Card:
    """What the painter needs to know of a card."""

    id: str
    icon: str
    kind: str
    words: tuple[str, ...]
    light: Light
    second: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    rank: int = 0

    def dice(self, *what: object) -> Any:
        """Return chance that belongs to this card alone."""
        return rng("card", self.id, *what)


def lerp(a: Array, b: Array, t: float) -> Array:
    return (a + (b - a) * t).astype(np.float32)


def blend(t: Array, *stops: Array) -> Array:
    """Colour a 0…1 plane with evenly spaced colours."""
    at = np.linspace(0, 1, len(stops))
    table = np.stack(stops)
    return np.stack([np.interp(t, at, table[:, c]) for c in range(3)], -1).astype(np.float32)


@functools.lru_cache(maxsize=16)
def _clouds(kind: str) -> Array:
    how = {
        "soft": {"beta": 2.7, "low": 1, "high": 40},
        "fine": {"beta": 1.3, "low": 6, "high": 400},
        "veil": {"beta": 2.2, "low": 2, "high": 120},
    }[kind]
    return noise((2048, 2048), ("card", kind), **how)


def clouds(kind: str, seed: object) -> Array:
    """Return a cut of prepared noise that is different for every seed."""
    r = rng("cut", seed)
    y, x = int(r.integers(0, 2048 - H)), int(r.integers(0, 2048 - W))
    cut = _clouds(kind)[y : y + H, x : x + W]
    return np.ascontiguousarray(cut[:: 1 if r.random() < 0.5 else -1, :: 1 if r.random() < 0.5 else -1])


def spot(cx: float, cy: float, radius: float, squash: float = 1.0) -> Array:
    d2 = ((X - cx) / radius) ** 2 + ((Y - cy) / (radius * squash)) ** 2
    return np.exp(-d2 * 2.0).astype(np.float32)


def ray_fan(cx: float, cy: float, count: int, seed: object, width: float = 0.05, *, even: bool = False) -> Array:
    """Return soft rays from a point, 0…1."""
    r = rng("fan", seed)
    angle = np.linspace(-math.pi, math.pi, 2880, endpoint=False)
    line = np.zeros(2880)
    turn = r.uniform(0, 6.28)
    for k in range(count):
        at = turn + k * 2 * math.pi / count if even else r.uniform(-math.pi, math.pi)
        w = width * (1 if even else r.uniform(0.35, 1.3))
        d = np.abs(np.angle(np.exp(1j * (angle - at))))
        line += (1 if even else r.uniform(0.3, 1)) * np.exp(-((d / w) ** 2))
    a = np.arctan2(Y - cy, X - cx)
    index = ((a + math.pi) / (2 * math.pi) * 2880).astype(np.int32) % 2880
    return np.clip(line, 0, 1.2).astype(np.float32)[index]


def dots(tone: Array, pitch: float, angle: float = 0.5) -> Array:
    """Return comic dots for a tone."""
    c, s = math.cos(angle), math.sin(angle)
    u, v = (X * c + Y * s) / pitch, (-X * s + Y * c) / pitch
    d = np.hypot(u - np.floor(u) - 0.5, v - np.floor(v) - 0.5)
    return np.clip((np.sqrt(np.clip(tone, 0, 1)) * 0.72 - d) * pitch / 1.2 + 0.5, 0, 1).astype(np.float32)


def shape(points: list[tuple[float, float]], scale: int = 2) -> Array:
    """Return the cover of a polygon."""
    image = Image.new("L", (W * scale, H * scale), 0)
    ImageDraw.Draw(image).polygon([(x * scale, y * scale) for x, y in points], fill=255)
    return plane(image.reduce(scale))


def pen() -> tuple[Image.Image, ImageDraw.ImageDraw]:
    image = Image.new("L", (W, H), 0)
    return image, ImageDraw.Draw(image)


def ring(cx: float, cy: float, radius: float, thick: float, squash: float = 1.0) -> Array:
    d = np.hypot(X - cx, (Y - cy) / squash)
    return np.exp(-(((d - radius) / thick) ** 2)).astype(np.float32)


def tilted_ring(cx: float, cy: float, radius: float, thick: float, squash: float, turn: float) -> tuple[Array, Array]:
    """Return a tilted orbit and the part of it that passes in front."""
    c, s = math.cos(turn), math.sin(turn)
    u, v = (X - cx) * c + (Y - cy) * s, (-(X - cx) * s + (Y - cy) * c) / squash
    d = np.hypot(u, v)
    band = np.exp(-(((d - radius) / (thick / np.clip(0.35 + np.abs(v) / radius, 0.35, 1))) ** 2)).astype(np.float32)
    return band, (v > 0).astype(np.float32)


def placed(name: str, size: int, cx: float, cy: float, turn: float = 0, *, flip: bool = False) -> Image.Image:
    """Return an icon's cover at a place of the canvas."""
    mask = icon_mask(name, size)
    if flip:
        mask = mask.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    if turn:
        mask = mask.rotate(turn, Image.Resampling.BICUBIC, expand=True)
    out = Image.new("L", (W, H), 0)
    out.paste(mask, (round(cx - mask.width / 2), round(cy - mask.height / 2)))
    return out


def scatter(
    rgb: Array,
    name: str,
    count: int,
    seed: object,
    colour: Array,
    sizes: tuple[int, int],
    alpha: float,
    keep: tuple[float, float, float],
    blur_by: float = 0,
) -> Array:
    """Strew small icons; fewer near `keep` (x, y, radius)."""
    r = rng("strew", seed)
    out = Image.new("L", (W, H), 0)
    for _ in range(count):
        x, y = r.uniform(-20, W + 20), r.uniform(-20, H * 0.8)
        if math.hypot(x - keep[0], y - keep[1]) < keep[2]:
            continue
        mask = icon_mask(name, int(r.integers(*sizes))).rotate(r.uniform(-40, 40), Image.Resampling.BICUBIC, expand=True)
        weight = r.uniform(0.35, 1)
        mask = mask.point([int(v * weight) for v in range(256)])
        spot_ = Image.new("L", (W, H), 0)
        spot_.paste(mask, (int(x - mask.width / 2), int(y - mask.height / 2)))
        out = ImageChops.lighter(out, spot_)
    cover = blur(plane(out), blur_by) if blur_by else plane(out)
    return mix(rgb, colour, cover * alpha)


def dust(rgb: Array, seed: object, count: int, colour: Array, size: float = 2.2, floor: float = 1.0) -> Array:
    """Add glowing motes."""
    r = rng("dust", seed)
    out = rgb.copy()
    for _ in range(count):
        x, y, s = r.uniform(0, W), r.uniform(0, H * floor), size * (0.35 + 1.1 * r.random() ** 3)
        reach = int(s * 4) + 2
        x0, x1, y0, y1 = max(0, int(x) - reach), min(W, int(x) + reach), max(0, int(y) - reach), min(H, int(y) + reach)
        if x0 >= x1 or y0 >= y1:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1]
        d2 = ((xs - x) ** 2 + (ys - y) ** 2).astype(np.float32)
        mote = np.exp(-d2 / (s * s)) + 0.3 * np.exp(-d2 / (s * s * 6))
        out[y0:y1, x0:x1] += (mote * r.uniform(0.25, 0.95))[..., None] * colour
    return out


def bokeh(rgb: Array, seed: object, count: int, colours: list[Array], sizes: tuple[float, float], alpha: float = 0.16) -> Array:
    r = rng("bokeh", seed)
    out = rgb.copy()
    for _ in range(count):
        x, y, s = r.uniform(0, W), r.uniform(0, H), r.uniform(*sizes)
        reach = int(s) + 2
        x0, x1, y0, y1 = max(0, int(x) - reach), min(W, int(x) + reach), max(0, int(y) - reach), min(H, int(y) + reach)
        if x0 >= x1 or y0 >= y1:
            continue
        ys, xs = np.mgrid[y0:y1, x0:x1]
        d = np.hypot(xs - x, ys - y).astype(np.float32)
        disc = np.clip((s - d) / 2 + 0.5, 0, 1) * (0.45 + 0.55 * np.clip(d / s, 0, 1) ** 4)
        out[y0:y1, x0:x1] += (disc * r.uniform(0.3, 1) * alpha)[..., None] * colours[int(r.integers(len(colours)))]
    return out


def span(mask: Array) -> tuple[int, int, int, int]:
    """Return the box (top, bottom, left, right) of a cover."""
    rows, columns = np.nonzero(mask.max(1) > 0.3)[0], np.nonzero(mask.max(0) > 0.3)[0]
    if not len(rows):
        return 0, H, 0, W
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


def relief(
    rgb: Array,
    image: Image.Image,
    stops: tuple[Array, Array, Array],
    halo: Array,
    rim: Array,
    *,
    side: int = 1,
    power: float = 1.0,
    gloss: float = 0.5,
    grain: Array | None = None,
    band: tuple[Array, Array, Array] | None = None,
    thick: int = 6,
) -> Array:
    """Set an icon as a sculpted, lit body: glow, shadow, metal band, gradient, bevel, rim light, bottom shade.

    `side` 1 is light from the upper left, -1 from the upper right. `gloss` adds a polished streak, `band` a rim of metal (light, mid, dark).
    """
    mask = plane(image)
    top, bottom, left, right = span(mask)
    rgb = rgb + (blur(mask, 62) * 0.8 * power)[..., None] * halo + (blur(mask, 20) * 0.35 * power)[..., None] * lerp(halo, WHITE, 0.4)
    outer = image
    if band is not None:
        outer = (
            image.filter(ImageFilter.MaxFilter(thick * 2 + 1))
            .filter(ImageFilter.GaussianBlur(1.5))
            .point(lambda v: max(0, min(255, (v - 80) * 3)))
        )
    cover = plane(outer)
    rgb = mix(rgb, BLACK, shifted(blur(cover, 16), 11 * side, 26) * 0.66)
    rgb = mix(rgb, BLACK, shifted(blur(cover, 5), 3 * side, 7) * 0.6)
    t = np.clip((Y - top) / max(1, bottom - top), 0, 1)
    if band is not None:
        height = blur(cover, 3)
        gy, gx = np.gradient(height)
        metal = blend(np.clip(0.5 - t * 0.35 - (gx * side + gy) * -2.6, 0, 1), band[2], band[1], band[0])
        rgb = mix(rgb, metal, cover)
    body = blend(t, lerp(stops[0], WHITE, 0.3), lerp(stops[0], stops[1], 0.4), stops[1], lerp(stops[1], stops[2], 0.6))
    if grain is not None:
        body = body * (0.91 + 0.18 * grain)[..., None]
    dome = 0.6 * blur(mask, 6) + 0.4 * blur(mask, 17)
    gy, gx = np.gradient(dome)
    slope = -(gx * side + gy * 1.15)
    body = mix(body, lerp(stops[1], stops[2], 0.85), np.clip(slope * 20, 0, 0.5))
    body = mix(body, lerp(stops[0], WHITE, 0.7), np.clip(-slope * 20, 0, 0.6))
    if gloss:
        across = (X - (left + right) / 2) * side * 0.55 + (Y - (top + (bottom - top) * 0.3))
        streak = np.exp(-((across / (0.13 * (bottom - top) + 8)) ** 2)) * np.clip(dome * 1.6 - 0.6, 0, 1)
        body = mix(body, WHITE, streak.astype(np.float32) * 0.3 * gloss)
    body = body * (1 - 0.22 * t**2.2)[..., None]
    if band is None:
        upper = np.clip(mask - shifted(mask, 4 * side, 5), 0, 1)
        lower = np.clip(mask - shifted(mask, -4 * side, -4), 0, 1)
        body = mix(body, lerp(stops[0], WHITE, 0.75), blur(upper, 1.6) * 0.85)
        body = mix(body, rim, blur(lower, 2.2) * 0.75)
    else:
        inset = np.clip(mask - shifted(mask, 4 * side, 6), 0, 1)
        body = mix(body, stops[2] * 0.4, blur(inset, 2.5) * 0.6)
        glint = np.clip(mask - shifted(mask, -3 * side, -4), 0, 1)
        body = mix(body, lerp(stops[0], rim, 0.4), blur(glint, 1.8) * 0.6)
    return mix(rgb, body, mask)


def inked(
    rgb: Array,
    image: Image.Image,
    stops: tuple[Array, Array, Array],
    *,
    side: int = 1,
    keyline: Array = WHITE,
    pitch: float = 9,
    thick: int = 8,
    cast: Array = BLACK,
) -> Array:
    """Set an icon as comic art: hard shadow, white keyline, black outline, flat tones, dots in the shade, a hard highlight."""
    mask = plane(image)
    top, bottom, left, right = span(mask)
    outline = (
        image.filter(ImageFilter.MaxFilter(thick * 2 + 1))
        .filter(ImageFilter.GaussianBlur(1.4))
        .point(lambda v: max(0, min(255, (v - 96) * 4)))
    )
    key = outline.filter(ImageFilter.MaxFilter(13)).filter(ImageFilter.GaussianBlur(1.4)).point(lambda v: max(0, min(255, (v - 96) * 4)))
    rgb = mix(rgb, cast, shifted(plane(key), 16 * side, 20) * 0.85)
    rgb = mix(rgb, keyline, plane(key))
    rgb = mix(rgb, BLACK + 0.035, plane(outline))
    t = np.clip((Y - top) / max(1, bottom - top), 0, 1)
    body = blend(t, lerp(stops[0], stops[1], 0.15), lerp(stops[0], stops[1], 0.7), stops[1])
    dome = 0.5 * blur(mask, 9) + 0.5 * blur(mask, 26)
    gy, gx = np.gradient(dome)
    slope = -(gx * side + gy * 1.1)
    far = ((X - left) / max(1, right - left) if side > 0 else (right - X) / max(1, right - left)) * 0.45 + t * 0.55
    shade = np.clip(-slope * 46 + far * 0.75 - 0.34, 0, 1)
    body = mix(body, lerp(stops[1], stops[2], 0.72), dots(shade * 0.9, pitch, 0.6))
    body = mix(body, stops[2] * 0.5, (shade > 0.93).astype(np.float32) * 0.85)
    edge = np.clip(mask - shifted(mask, 9 * side, 11), 0, 1) * (np.clip(shifted(mask, -3 * side, -4), 0, 1))
    body = mix(body, WHITE, (blur(edge, 0.8) > 0.45).astype(np.float32) * 0.85)
    return mix(rgb, body, mask)


def echo(rgb: Array, image: Image.Image, dx: float, dy: float, steps: int, colour: Array, alpha: float) -> Array:
    """Trail fading copies of a shape behind it: motion."""
    mask = plane(image)
    trail = np.zeros_like(mask)
    for k in range(steps, 0, -1):
        trail = np.maximum(trail * 0.97, shifted(mask, int(dx * k), int(dy * k)) * (1 - k / (steps + 1)) ** 1.4)
    return mix(rgb, colour, blur(trail, 3) * alpha)


def shard(rgb: Array, foot: tuple[float, float], angle: float, length: float, width: float, light: Light) -> Array:
    """Grow one crystal from a foot; angle in radians, up is -pi/2."""
    ux, uy = math.cos(angle), math.sin(angle)
    nx, ny = -uy, ux
    fx, fy = foot

    def at(along: float, across: float) -> tuple[float, float]:
        return fx + ux * along * length + nx * across * width, fy + uy * along * length + ny * across * width

    shoulder = 1 - 0.95 * width / length
    along = np.clip(((X - fx) * ux + (Y - fy) * uy) / length, 0, 1)
    sides = (
        ([at(0, -0.47), at(shoulder, -0.46), at(1, 0), at(shoulder, -0.1), at(0, -0.1)], lerp(light.mid, light.light, 0.25), 0.75),
        ([at(0, -0.1), at(shoulder, -0.1), at(1, 0), at(shoulder * 0.97, 0.26), at(0, 0.27)], lerp(light.light, WHITE, 0.25), 0.9),
        ([at(0, 0.27), at(shoulder * 0.97, 0.26), at(1, 0), at(shoulder, 0.46), at(0, 0.47)], lerp(light.mid, light.dark, 0.45), 0.85),
    )
    for points, colour, cover in sides:
        rgb = mix(rgb, colour * (0.42 + 0.66 * along)[..., None], shape(points) * cover * (0.78 + 0.22 * along))
    image, tip = pen()
    for a, b in (
        (at(0, -0.1), at(shoulder, -0.1)),
        (at(shoulder, -0.1), at(1, 0)),
        (at(shoulder, -0.5), at(1, 0)),
        (at(shoulder, 0.5), at(1, 0)),
    ):
        tip.line((*a, *b), fill=255, width=2)
    return rgb + (plane(image.filter(ImageFilter.GaussianBlur(0.9))) * 0.6)[..., None] * lerp(light.light, WHITE, 0.5)


def cluster(rgb: Array, cx: float, cy: float, count: int, size: float, light: Light, seed: object, spread: float = 0.75) -> Array:
    r = rng("cluster", seed)
    rgb = rgb + (spot(cx, cy, size * 1.5) * 0.4)[..., None] * light.mid
    for k in sorted(range(count), key=lambda k: -abs(k - (count - 1) / 2)):
        lean = (k - (count - 1) / 2) / max(1, (count - 1) / 2) * spread
        tall = size * (1.1 - 0.55 * abs(lean) / max(spread, 0.1)) * r.uniform(0.85, 1.15)
        rgb = shard(rgb, (cx + lean * size * 0.55, cy), -math.pi / 2 + lean * 0.75, tall, tall * r.uniform(0.22, 0.3), light)
    return rgb


def floor_glow(rgb: Array, horizon: float, near: Array, far: Array) -> Array:
    """Lay a ground from the horizon down."""
    t = np.clip((Y - horizon) / (H - horizon), 0, 1)
    ground = blend(t, far, near)
    return np.where((horizon < Y)[..., None], ground, rgb).astype(np.float32)


def finish(rgb: Array, seed: object, strength: float = 0.55) -> Image.Image:
    """Darken the rim and the foot, where the frame and the text box lie, grain it a little and bring it to card size."""
    d = np.hypot((X / W - 0.5) * 1.9, (Y / H - 0.44) * 1.75)
    rgb = rgb * (1 - strength * np.clip(d - 0.55, 0, 1) ** 1.5)[..., None]
    rgb = rgb + (clouds("fine", seed)[..., None] - 0.5) * 0.03
    image = Image.fromarray((np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8))
    return image.resize((W // 2, H // 2), Image.Resampling.LANCZOS)
