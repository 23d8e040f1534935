"""How colours look to different eyes, and how far apart: CIEDE2000, and colour blindness after Machado, Oliveira and Fernandes (2009)."""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

Rgb = Sequence[int]
Lab = tuple[float, float, float]

EYES: dict[str, tuple[tuple[float, float, float], ...]] = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanope": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranope": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanope": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""What each kind of eye makes of linear red, green and blue; the three others lack one kind of cone altogether."""


def linear(colour: Rgb) -> tuple[float, ...]:
    """Return the light of a colour, each part from 0 to 1."""
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in (each / 255 for each in colour[:3]))


def seen(colour: Rgb, eye: str) -> Lab:
    """Return a colour as an eye sees it, in CIE Lab (D65)."""
    light = linear(colour)
    red, green, blue = (min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eye])
    x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    fx, fy, fz = (part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Lab, other: Lab) -> float:
    """Return how far two colours stand apart (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = (degrees(atan2(b, a)) % 360 if a or b else 0.0 for a, b in ((a1, b1), (a2, b2)))
    turn = h2 - h1 if c1 and c2 else 0.0
    turn = turn - 360 if turn > 180 else turn + 360 if turn < -180 else turn
    deep = 2 * sqrt(c1 * c2) * sin(radians(turn) / 2)
    level, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = (
        h1 + h2
        if not (c1 and c2)
        else (h1 + h2) / 2
        if abs(h1 - h2) <= 180
        else ((h1 + h2 + 360) / 2 if h1 + h2 < 360 else (h1 + h2 - 360) / 2)
    )
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.2 * cos(radians(4 * hue - 63))
    )
    sl = 1 + 0.015 * (level - 50) ** 2 / sqrt(20 + (level - 50) ** 2)
    sc, sh = 1 + 0.045 * chroma, 1 + 0.015 * chroma * t
    rt = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    dl, dc, dh = (l2 - l1) / sl, (c2 - c1) / sc, deep / sh
    return sqrt(dl * dl + dc * dc + dh * dh + rt * dc * dh)


def apart(one: Rgb, other: Rgb, eye: str) -> float:
    """Return how far two colours stand apart for an eye."""
    return ciede2000(seen(one, eye), seen(other, eye))
