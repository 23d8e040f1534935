"""Shared brushes of the picture recipes: periodic noise, colour ramps, light and icon masks.

Arrays are float32 in 0…1, shaped (height, width) or (height, width, 3). Only recipes import this: the game never does.
"""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path

import cairosvg
import numpy as np
from PIL import Image, ImageDraw, ImageFilter

ROOT = Path(__file__).resolve().parent.parent
ICONS = ROOT / "assets" / "icons"
BRUSHES = Path(__file__)
Array = np.ndarray


def rng(*seed: object) -> np.random.Generator:
    """Return a generator that depends on the given words and numbers alone."""
    value = 0xCBF29CE484222325
    for byte in "/".join(str(part) for part in seed).encode():
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return np.random.default_rng(value)


def hex_rgb(text: str) -> Array:
    """Return '#rrggbb' as three floats."""
    text = text.lstrip("#")
    return np.array([int(text[i : i + 2], 16) / 255 for i in (0, 2, 4)], np.float32)


def noise(
    shape: tuple[int, int], seed: object, *, beta: float = 2.0, low: float = 1.0, high: float = 1e9, stretch: tuple[float, float] = (1, 1)
) -> Array:
    """Return seamless noise in 0…1 whose power falls with frequency to the `beta`; `low` and `high` bound its waves a tile."""
    height, width = shape
    white = np.fft.rfft2(rng("noise", seed).standard_normal(shape).astype(np.float32))
    fy = np.fft.fftfreq(height)[:, None] * height * stretch[1]
    fx = np.fft.rfftfreq(width)[None, :] * width * stretch[0]
    f = np.sqrt(fx * fx + fy * fy)
    power = np.where((f >= low) & (f <= high), np.maximum(f, 1) ** (-beta / 2 - 0.5), 0)
    field = np.fft.irfft2(white * power, s=shape)
    field = field / (field.std() + 1e-9)
    return np.clip(0.5 + field * 0.2, 0, 1).astype(np.float32)


def normal(field: Array) -> Array:
    """Return the field stretched to 0…1."""
    low, high = float(field.min()), float(field.max())
    return ((field - low) / (high - low + 1e-9)).astype(np.float32)


def ramp(field: Array, *stops: str) -> Array:
    """Colour a 0…1 field with evenly spaced colours."""
    colours = np.stack([hex_rgb(stop) for stop in stops])
    at = np.linspace(0, 1, len(stops))
    clipped = np.clip(field, 0, 1)
    return np.stack([np.interp(clipped, at, colours[:, c]) for c in range(3)], -1).astype(np.float32)


def mix(under: Array, over: Array, alpha: Array | float) -> Array:
    """Lay `over` (a picture or one colour) on `under` with the given coverage."""
    cover = alpha[..., None] if isinstance(alpha, np.ndarray) and alpha.ndim == under.ndim - 1 else alpha
    return (under + (over - under) * cover).astype(np.float32)


def blur(field: Array, radius: float) -> Array:
    """Blur a plane; edges repeat."""
    if radius <= 0:
        return field
    shrink = max(1, int(radius / 4))
    height, width = field.shape
    small = np.ascontiguousarray(field, np.float32)
    if shrink > 1:
        small = np.asarray(
            Image.fromarray(small).resize((max(1, width // shrink), max(1, height // shrink)), Image.Resampling.BOX), np.float32
        )
    sigma = radius / shrink
    reach = max(1, int(sigma * 2.6 + 0.5))
    kernel = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2).astype(np.float32)
    kernel /= kernel.sum()
    for axis in (0, 1):
        pad = [(0, 0), (0, 0)]
        pad[axis] = (reach, reach)
        padded = np.pad(small, pad, "edge")
        n = small.shape[axis]
        out = np.zeros_like(small)
        for i, weight in enumerate(kernel):
            out += weight * (padded[i : i + n] if axis == 0 else padded[:, i : i + n])
        small = out
    if shrink > 1:
        small = np.asarray(Image.fromarray(small).resize((width, height), Image.Resampling.BICUBIC), np.float32)
    return small


def light(height: Array, strength: float = 1.0) -> Array:
    """Return the shading (about 0) of a seamless relief lit from the upper left."""
    dx = height - np.roll(height, 1, 1)
    dy = height - np.roll(height, 1, 0)
    return ((dx + dy) * strength).astype(np.float32)


def picture(rgb: Array) -> Image.Image:
    """Turn a colour array into a Pillow picture."""
    return Image.fromarray((np.clip(rgb, 0, 1) * 255 + 0.5).astype(np.uint8))


def plane(image: Image.Image) -> Array:
    """Turn a one-channel Pillow picture into an array."""
    return np.asarray(image.convert("L"), np.float32) / 255


def shifted(field: Array, dx: int, dy: int) -> Array:
    """Move a plane by whole pixels, filling with zero."""
    out = np.zeros_like(field)
    height, width = field.shape
    out[max(0, dy) : height + min(0, dy), max(0, dx) : width + min(0, dx)] = field[
        max(0, -dy) : height - max(0, dy), max(0, -dx) : width - max(0, dx)
    ]
    return out


@functools.lru_cache(maxsize=64)
def icon_mask(name: str, size: int) -> Image.Image:
    """Return an icon's coverage as an L picture of size × size."""
    svg = (ICONS / f"{name}.svg").read_text("utf-8")
    svg = re.sub(r'fill="#[0-9a-fA-F]+"', 'fill="#fff"', svg)
    png = cairosvg.svg2png(bytestring=svg.encode(), output_width=size, output_height=size)
    return Image.open(io.BytesIO(png)).convert("RGBA").getchannel("A")


def grid(height: int, width: int) -> tuple[Array, Array]:
    """Return pixel-centre coordinates y, x."""
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    return ys + 0.5, xs + 0.5


def grown(mask: Image.Image, radius: int) -> Image.Image:
    """Grow a mask by some pixels (for ink outlines)."""
    return mask.filter(ImageFilter.MaxFilter(radius * 2 + 1))


def canvas(size: tuple[int, int]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """Return an empty mask and a pen for it."""
    image = Image.new("L", size, 0)
    return image, ImageDraw.Draw(image)
