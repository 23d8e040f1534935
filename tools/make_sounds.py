"""Synthesise the sounds of the table: short, mixed, normalised, mono 44.1 kHz 16-bit WAV.

Run: python tools/make_sounds.py → assets/sounds/*.wav
WAV on purpose: a few kilobytes more than a compressed file, no decoding at start, and the same bytes on every machine.
"""

from __future__ import annotations

import wave
from collections.abc import Callable
from pathlib import Path

import numpy as np

OUT = Path(__file__).resolve().parent.parent / "assets" / "sounds"
RATE = 44_100
Array = np.ndarray


def span(seconds: float) -> Array:
    return np.arange(int(RATE * seconds), dtype=np.float64) / RATE


def hiss(seconds: float, seed: int, low: float = 20, high: float = 18_000, tilt: float = 0) -> Array:
    """Return band-limited noise; `tilt` > 0 darkens it."""
    n = int(RATE * seconds)
    white = np.fft.rfft(np.random.default_rng(seed).standard_normal(n))
    f = np.fft.rfftfreq(n, 1 / RATE)
    shape = 1 / (1 + (low / np.maximum(f, 1)) ** 4) / (1 + (f / high) ** 4) / np.maximum(f / 400, 0.05) ** (tilt / 2)
    out = np.fft.irfft(white * shape, n)
    return out / (np.abs(out).max() + 1e-9)


def decay(t: Array, fast: float, rise: float = 0.002) -> Array:
    return np.minimum(t / rise, 1) * np.exp(-t * fast)


def hump(t: Array, peak: float) -> Array:
    """Return an envelope that swells to 1 at `peak` (0…1 of the length) and falls again."""
    x = t / t[-1]
    return np.where(x < peak, np.sin(x / peak * np.pi / 2) ** 2, np.cos((x - peak) / (1 - peak) * np.pi / 2) ** 2)


def glide(t: Array, start: float, end: float) -> Array:
    """Return a sine that slides from one pitch to another (Hz)."""
    f = start * (end / start) ** (t / t[-1])
    return np.sin(2 * np.pi * np.cumsum(f) / RATE)


def strike(t: Array, pitch: float, partials: tuple[tuple[float, float, float], ...]) -> Array:
    """Return a struck body: (ratio, loudness, decay) a partial."""
    return sum((loud * np.sin(2 * np.pi * pitch * ratio * t) * decay(t, fast) for ratio, loud, fast in partials), np.zeros_like(t))


def lay(total: float, *parts: tuple[float, Array]) -> Array:
    """Mix parts, each beginning at its second."""
    out = np.zeros(int(RATE * total))
    for start, part in parts:
        at = int(RATE * start)
        n = min(len(part), len(out) - at)
        out[at : at + n] += part[:n]
    return out


def room(sound: Array, wet: float = 0.18, seconds: float = 0.35, seed: int = 7) -> Array:
    """Add a small dark room behind a dry sound."""
    t = span(seconds)
    tail = hiss(seconds, seed, 150, 4500, 0.6) * np.exp(-t * 11)
    n = len(sound) + len(tail)
    echo = np.fft.irfft(np.fft.rfft(sound, n) * np.fft.rfft(tail, n), n)
    dry = np.concatenate([sound, np.zeros(len(tail))])
    return dry + wet * echo / (np.abs(echo).max() + 1e-9) * np.abs(sound).max()


BELL = (
    (0.5, 0.25, 3.0),
    (1.0, 1.0, 3.5),
    (1.19, 0.35, 5.0),
    (1.5, 0.25, 5.5),
    (2.0, 0.55, 6.0),
    (2.74, 0.3, 9.0),
    (3.76, 0.18, 13.0),
    (5.2, 0.08, 20.0),
)
GLASS = ((1.0, 1.0, 7.0), (2.32, 0.5, 10.0), (4.25, 0.28, 16.0), (6.63, 0.14, 24.0))
WOOD = ((1.0, 1.0, 45.0), (1.71, 0.6, 60.0), (2.43, 0.35, 80.0))
COIN = ((1.0, 0.8, 14.0), (1.506, 0.9, 12.0), (2.84, 0.5, 20.0), (4.12, 0.3, 30.0))


def card_slide() -> Array:
    t = span(0.2)
    return hiss(0.2, 1, 900, 7500, 0.3) * hump(t, 0.45) * (0.8 + 0.2 * np.sin(2 * np.pi * 38 * t))


def tap(pitch: float, seed: int, weight: float = 0.6) -> Array:
    t = span(0.11)
    return weight * strike(t, pitch, WOOD) + 0.55 * hiss(0.11, seed, 400, 6000, 0.8) * decay(t, 70, 0.0008)


def card_place() -> Array:
    return room(lay(0.18, (0, tap(165, 2, 0.9)), (0.002, 0.5 * hiss(0.06, 22, 1500, 9000) * decay(span(0.06), 90, 0.001))), 0.12, 0.2)


def card_flip() -> Array:
    t = span(0.11)
    return room(lay(0.24, (0, 0.5 * hiss(0.11, 3, 1400, 10_000) * hump(t, 0.6)), (0.1, tap(260, 31, 0.6))), 0.1, 0.18)


def shuffle() -> Array:
    r = np.random.default_rng(4)
    parts: list[tuple[float, Array]] = []
    for k in range(34):
        x = k / 33
        at = 0.62 * (x + 0.02 * r.standard_normal())
        loud = (0.35 + 0.65 * np.sin(np.pi * x)) * r.uniform(0.7, 1)
        parts.append(
            (
                max(at, 0),
                loud
                * (hiss(0.03, 40 + k, 1200, 9000) * decay(span(0.03), 170, 0.0006) + 0.25 * strike(span(0.03), r.uniform(280, 420), WOOD)),
            )
        )
    parts.append((0.66, 0.8 * tap(180, 99)))
    return room(lay(0.85, *parts), 0.14, 0.22)


def hit() -> Array:
    t = span(0.32)
    thump = glide(t, 190, 48) * decay(t, 14, 0.001)
    crack = hiss(0.32, 5, 600, 9000, 0.4) * decay(t, 38, 0.0006)
    return room(np.tanh(1.8 * (thump + 0.75 * crack)), 0.2, 0.3)


def miss() -> Array:
    t = span(0.26)
    sweep = hiss(0.26, 6, 500, 5000, 0.2) * hump(t, 0.35)
    return sweep * 0.9 + 0.08 * glide(t, 900, 320) * hump(t, 0.3)


def shield() -> Array:
    t = span(0.6)
    ring = strike(t, 430, ((1.0, 0.7, 9.0), (1.62, 0.8, 8.0), (2.41, 0.6, 11.0), (3.37, 0.45, 14.0), (4.63, 0.25, 20.0)))
    return room(ring + 0.7 * hiss(0.6, 8, 1200, 9000) * decay(t, 60, 0.0006), 0.2, 0.35)


def rattle(seconds: float, count: int, seed: int) -> list[tuple[float, Array]]:
    r = np.random.default_rng(seed)
    times = np.sort(r.uniform(0, seconds, count))
    return [
        (
            float(at),
            r.uniform(0.35, 1)
            * (strike(span(0.06), r.uniform(900, 2100), WOOD) + 0.4 * hiss(0.06, seed + k, 1500, 9000) * decay(span(0.06), 120, 0.0005)),
        )
        for k, at in enumerate(times)
    ]


def dice_shake() -> Array:
    return room(lay(0.62, *rattle(0.5, 20, 9)), 0.16, 0.2)


def dice_land() -> Array:
    r = np.random.default_rng(10)
    parts = []
    at, gap, loud = 0.0, 0.13, 1.0
    for k in range(8):
        parts.append(
            (
                at,
                loud
                * (
                    strike(span(0.09), r.uniform(700, 1150), WOOD)
                    + 0.5 * strike(span(0.09), 190, WOOD)
                    + 0.35 * hiss(0.09, 60 + k, 900, 8000) * decay(span(0.09), 100, 0.0005)
                ),
            )
        )
        at += gap
        gap *= 0.72
        loud *= 0.72
    return room(lay(0.62, *parts), 0.18, 0.25)


def chime() -> Array:
    t = span(0.9)
    return room(lay(1.0, (0, strike(t, 1046.5, GLASS)), (0.09, 0.9 * strike(t, 1568.0, GLASS))), 0.2, 0.45)


def gem() -> Array:
    t = span(0.5)
    return room(lay(0.6, (0, 0.7 * strike(t, 1318.5, COIN)), (0.055, strike(t, 1975.5, COIN))), 0.15, 0.3)


def step() -> Array:
    t = span(0.14)
    return room(0.9 * glide(t, 130, 60) * decay(t, 40, 0.001) + 0.5 * hiss(0.14, 11, 200, 3000, 1.0) * decay(t, 50, 0.001), 0.1, 0.16)


def explode() -> Array:
    t = span(1.0)
    boom = glide(t, 110, 28) * decay(t, 4.5, 0.002)
    roar = hiss(1.0, 12, 40, 2600, 1.2) * decay(t, 5.5, 0.003)
    crack = hiss(1.0, 13, 900, 9000) * decay(t, 26, 0.0008)
    return room(np.tanh(1.6 * (boom + 1.1 * roar + 0.7 * crack)), 0.22, 0.6)


def error_soft() -> Array:
    t = span(0.16)
    note = lambda pitch: (np.sin(2 * np.pi * pitch * t) + 0.25 * np.sin(4 * np.pi * pitch * t)) * decay(t, 18, 0.006)  # noqa: E731
    return lay(0.34, (0, note(233.1)), (0.12, 0.9 * note(185.0)))


def click() -> Array:
    t = span(0.05)
    return strike(t, 1250, WOOD) + 0.3 * hiss(0.05, 14, 2000, 9000) * decay(t, 220, 0.0004)


def hover() -> Array:
    t = span(0.06)
    return np.sin(2 * np.pi * 880 * t) * decay(t, 60, 0.004) + 0.2 * np.sin(2 * np.pi * 1760 * t) * decay(t, 80, 0.004)


def pluck(pitch: float, seconds: float = 0.9, fast: float = 4.5) -> Array:
    t = span(seconds)
    return sum(
        (np.sin(2 * np.pi * pitch * k * t + k) / k**1.4 * decay(t, fast * (0.7 + 0.35 * k), 0.004) for k in range(1, 8)), np.zeros_like(t)
    )


def win() -> Array:
    scale = (523.25, 659.25, 783.99, 1046.5)
    parts = [(0.12 * k, 0.8 * pluck(p)) for k, p in enumerate(scale)]
    parts += [(0.52, 0.45 * pluck(p, 1.3, 2.4)) for p in (523.25, 783.99, 1046.5, 1318.5)]
    parts += [(0.52, 0.12 * strike(span(1.2), 2093.0, GLASS))]
    return room(lay(1.85, *parts), 0.22, 0.5)


def lose() -> Array:
    parts = [(0.2 * k, 0.8 * pluck(p, 0.9, 3.5)) for k, p in enumerate((392.0, 349.2, 311.1))]
    parts += [(0.62, 0.55 * pluck(p, 1.2, 2.6)) for p in (130.8, 196.0, 261.6, 311.1)]
    return room(lay(1.85, *parts), 0.22, 0.5)


def turn() -> Array:
    t = span(0.5)
    soft = lambda p, loud: loud * (np.sin(2 * np.pi * p * t) + 0.3 * np.sin(4 * np.pi * p * t)) * decay(t, 8, 0.012)  # noqa: E731
    return room(lay(0.6, (0, soft(587.3, 0.8)), (0.11, soft(880.0, 0.8))), 0.2, 0.35)


def heal() -> Array:
    parts = [(0.07 * k, (0.5 + 0.1 * k) * strike(span(0.7), p, GLASS)) for k, p in enumerate((659.3, 784.0, 987.8, 1318.5))]
    t = span(0.75)
    parts.append((0, 0.1 * hiss(0.75, 15, 3000, 12_000) * hump(t, 0.5)))
    return room(lay(0.95, *parts), 0.22, 0.4)


def bell() -> Array:
    t = span(1.5)
    return room(strike(t, 523.25, BELL) + 0.25 * hiss(1.5, 16, 1500, 8000) * decay(t, 80, 0.0008), 0.2, 0.5)


def ink() -> Array:
    """A pencil stroke: an edit or an ornament is attached."""
    t = span(0.28)
    scratch = hiss(0.28, 17, 1800, 8000) * hump(t, 0.3) * (0.55 + 0.45 * np.sign(np.sin(2 * np.pi * 17 * t)) * 0.8)
    return np.convolve(scratch, np.ones(24) / 24, "same") * 1.2 + 0.5 * scratch


def power_up() -> Array:
    t = span(0.5)
    return room(
        (glide(t, 260, 1040) + 0.35 * glide(t, 520, 2080)) * hump(t, 0.6) + 0.3 * hiss(0.5, 18, 2500, 11_000) * hump(t, 0.8), 0.15, 0.3
    )


def power_down() -> Array:
    t = span(0.45)
    return room((glide(t, 620, 150) + 0.3 * glide(t, 1240, 300)) * hump(t, 0.25), 0.15, 0.3)


def crowd() -> Array:
    """A short wave of applause."""
    r = np.random.default_rng(19)
    parts = [
        (
            float(at),
            r.uniform(0.2, 1)
            * np.sin(np.pi * min(at / 1.1, 1))
            * hiss(0.025, 200 + k, r.uniform(700, 1300), r.uniform(3500, 7000))
            * decay(span(0.025), 150, 0.0008),
        )
        for k, at in enumerate(np.sort(r.uniform(0, 1.1, 220)))
    ]
    return room(lay(1.25, *parts), 0.35, 0.5)


# Peak in decibels below full scale: what is heard often is quiet.
SOUNDS: dict[str, tuple[Callable[[], Array], float]] = {
    "card_slide": (card_slide, -13),
    "card_place": (card_place, -8),
    "card_flip": (card_flip, -10),
    "shuffle": (shuffle, -9),
    "hit": (hit, -8),
    "miss": (miss, -12),
    "shield": (shield, -7),
    "dice_shake": (dice_shake, -9),
    "dice_land": (dice_land, -6),
    "chime": (chime, -9),
    "gem": (gem, -10),
    "step": (step, -11),
    "explode": (explode, -7),
    "error_soft": (error_soft, -12),
    "click": (click, -14),
    "hover": (hover, -24),
    "win": (win, -5),
    "lose": (lose, -6),
    "turn": (turn, -10),
    "heal": (heal, -10),
    "bell": (bell, -8),
    "ink": (ink, -14),
    "power_up": (power_up, -14),
    "power_down": (power_down, -14),
    "crowd": (crowd, -9),
}


def finish(sound: Array, peak_db: float) -> Array:
    """Remove what is not sound (offset, rumble, silence at the end), soften the edges and set the peak."""
    n = len(sound)
    spectrum = np.fft.rfft(sound, n * 2)
    f = np.fft.rfftfreq(n * 2, 1 / RATE)
    sound = np.fft.irfft(spectrum * (f**4 / (f**4 + 25.0**4)), n * 2)[:n]
    loud = np.nonzero(np.abs(sound) > np.abs(sound).max() * 0.003)[0]
    sound = sound[: min(n, loud[-1] + int(0.03 * RATE))].copy()
    rise, fall = int(0.0015 * RATE), int(0.025 * RATE)
    sound[:rise] *= np.sin(np.linspace(0, np.pi / 2, rise)) ** 2
    sound[-fall:] *= np.cos(np.linspace(0, np.pi / 2, fall)) ** 2
    sound -= sound.mean() * np.hanning(len(sound)) * 2
    return sound / np.abs(sound).max() * 10 ** (peak_db / 20)


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    for name, (make, peak_db) in SOUNDS.items():
        sound = finish(make(), peak_db)
        samples = np.round(sound * 32767).astype("<i2")
        with wave.open(str(OUT / f"{name}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
        rms = 20 * np.log10(np.sqrt((sound**2).mean()))
        print(
            f"{name:12} {len(sound) / RATE:5.2f} s  peak {20 * np.log10(np.abs(sound).max()):6.1f} dB  rms {rms:6.1f} dB  offset {sound.mean():+.5f}  edges {abs(samples[0])} {abs(samples[-1])}  {len(samples) // 512} KiB"
        )


if __name__ == "__main__":
    main()
