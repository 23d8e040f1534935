"""Bake the picture of the program itself: two stars that cross, gold and blue, on a dark tile.

Run: python tools/make_app_icon.py
Writes assets/images/icon.png (256 × 256, what the window and other systems show), assets/images/icon.ico (Windows) and
assets/images/icon.icns (macOS); left alone while the recipe did not change (see baked.py).
"""

from __future__ import annotations

import io
from math import cos, radians, sin
from pathlib import Path

import cairosvg
from baked import bake, encoded
from PIL import Image

IMAGES = Path(__file__).parents[1] / "assets" / "images"
SIZES = (16, 32, 48, 64, 256)
KINDS = {b"ic11": 32, b"ic12": 64, b"ic07": 128, b"ic08": 256, b"ic09": 512, b"ic10": 1024}
"""What an icns file calls each size: the Dock and Finder take the next larger one for those that lack here."""


def star(length: float, waist: float, turned: float) -> str:
    """Return the outline of a four-pointed star around the middle of a tile of 256."""
    points = []
    for index in range(8):
        reach, angle = (waist, length)[index % 2 == 0], radians(45 * index + turned)
        points.append(f"{128 + reach * cos(angle):.1f},{128 + reach * sin(angle):.1f}")
    return " ".join(points)


def picture() -> str:
    """Return the picture as SVG."""
    return f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 256 256" width="256" height="256">
<defs>
<radialGradient id="night" cx="0.5" cy="0.42" r="0.75"><stop offset="0" stop-color="#4a2a6e"/><stop offset="0.6" stop-color="#231741"/>
<stop offset="1" stop-color="#120c26"/></radialGradient>
<linearGradient id="gold" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff2c0"/><stop offset="0.5" stop-color="#f2c45a"/>
<stop offset="1" stop-color="#b87a26"/></linearGradient>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#d6f4ff"/><stop offset="0.5" stop-color="#63b4f0"/>
<stop offset="1" stop-color="#2d5fb0"/></linearGradient>
</defs>
<rect x="6" y="6" width="244" height="244" rx="54" fill="url(#night)" stroke="#d9a94a" stroke-width="8"/>
<polygon points="{star(84, 25, 45)}" fill="url(#sky)" stroke="#120c26" stroke-width="7" stroke-linejoin="round"/>
<polygon points="{star(112, 29, 0)}" fill="url(#gold)" stroke="#120c26" stroke-width="7" stroke-linejoin="round"/>
<circle cx="128" cy="128" r="11" fill="#fffbe8"/>
</svg>"""


def drawn(side: int = 256) -> Image.Image:
    """Return the picture so many pixels wide; 256 is what the window shows."""
    large = Image.open(io.BytesIO(cairosvg.svg2png(picture().encode(), output_width=max(1024, 2 * side)))).convert("RGBA")
    return large.resize((side, side), Image.Resampling.LANCZOS)


def mac() -> bytes:
    """Return the pictures as an icns file, each size once; Pillow would write those for twice the pixels, which are the same, again."""
    parts = [(kind, encoded(drawn(side), "PNG", optimize=True)) for kind, side in KINDS.items()]
    body = b"".join(kind + (len(png) + 8).to_bytes(4, "big") + png for kind, png in parts)
    return b"icns" + (len(body) + 8).to_bytes(4, "big") + body


def main() -> None:
    """Write the files."""
    bake(IMAGES / "icon.png", lambda: encoded(drawn(), "PNG", optimize=True), Path(__file__))
    bake(IMAGES / "icon.ico", lambda: encoded(drawn(), "ICO", sizes=[(size, size) for size in SIZES]), Path(__file__))
    bake(IMAGES / "icon.icns", mac, Path(__file__))


if __name__ == "__main__":
    main()
