"""Synthesise what the worlds sound like when nothing happens: quiet loops of eight seconds without a seam, mono 11 kHz 16-bit WAV.

Run: python tools/make_ambience.py → assets/sounds/ambience/*.wav
Everything in a loop repeats with it: noise is drawn as a spectrum of its length, tones and swells are whole turns of it.
"""

from __future__ import annotations

import wave
from collections.abc import Callable

import numpy as np
from make_sounds import OUT, Array

FOLDER = OUT / "ambience"
RATE, SECONDS = 11_025, 8
N = RATE * SECONDS
T = np.arange(N) / RATE


def air(seed: int, low: float, high: float, tilt: float = 1.0) -> Array:
    """Return noise of a band that ends as it begins; `tilt` darkens it."""
    random = np.random.default_rng(seed)
    f = np.fft.rfftfreq(N, 1 / RATE)
    shape = 1 / (1 + (low / np.maximum(f, 0.1)) ** 4) / (1 + (f / high) ** 4) / np.maximum(f / low, 1) ** tilt
    out = np.fft.irfft(shape * np.exp(2j * np.pi * random.random(len(f))), N)
    return out / np.abs(out).max()


def tone(pitch: float, overtones: tuple[float, ...] = (1.0, 0.35, 0.12), detuned: int = 1) -> Array:
    """Return a soft tone, at the nearest pitch that closes the loop, beating with one that is `detuned` turns away."""
    turns = round(pitch * SECONDS)
    return sum(
        (loud * (np.sin(2 * np.pi * turns * k * T / SECONDS) + np.sin(2 * np.pi * (turns * k + detuned) * T / SECONDS + k)))
        for k, loud in enumerate(overtones, 1)
    )


def swell(turns: int, phase: float = 0.0, depth: float = 0.5) -> Array:
    """Return a loudness that comes and goes so many times."""
    return 1 - depth + depth * np.cos(2 * np.pi * (turns * T / SECONDS + phase))


def at(second: float, sound: Array) -> Array:
    """Return a short sound that begins at a second and runs on over the seam."""
    out = np.zeros(N)
    out[: len(sound)] = sound
    return np.roll(out, int(second * RATE))


def chirp(pitch: float, seconds: float, fast: float) -> Array:
    """Return a short tone that dies away."""
    t = np.arange(int(seconds * RATE)) / RATE
    return np.sin(2 * np.pi * pitch * t) * np.exp(-t * fast) * np.minimum(t / 0.01, 1)


def menu() -> Array:
    """A warm chord that breathes."""
    chord = sum(tone(pitch) * swell(1, place * 0.23, 0.4) for place, pitch in enumerate((73.4, 110.0, 146.8, 185.0)))
    return chord * 0.25 + air(1, 200, 900) * 0.25


def overcross() -> Array:
    """A city far below: its rumble, a street that swells, and somewhere a siren that never comes near."""
    siren = np.sin(2 * np.pi * np.cumsum(620 + 90 * np.sin(2 * np.pi * 2 * T / SECONDS)) / RATE)
    siren *= np.maximum(0, np.cos(2 * np.pi * (T / SECONDS - 0.6))) ** 4
    return air(2, 45, 220) + air(3, 250, 900) * swell(2, 0.1, 0.7) * 0.5 + siren * 0.05


def starcrossed() -> Array:
    """A night of crystals: a wide fifth, and glass that glints."""
    pad = sum(tone(pitch, (1.0, 0.2)) * swell(1, place * 0.3, 0.5) for place, pitch in enumerate((65.4, 98.0, 196.0)))
    glints = sum(at(second, chirp(pitch, 2.5, 2.2)) for second, pitch in ((0.4, 1568), (2.1, 2349), (4.7, 1976), (6.2, 3136)))
    return pad * 0.28 + glints * 0.12 + air(4, 1500, 4000) * 0.1


def shine() -> Array:
    """A hall before the lights go on: murmur, and the bass of a sound check."""
    murmur = air(5, 250, 900, 0.6) * swell(3, 0.2, 0.35) + air(6, 500, 1600, 0.6) * swell(5, 0.6, 0.5) * 0.5
    bass = sum(at(beat, chirp(55 if beat % 2 else 65.4, 0.9, 4.0)) for beat in range(8))
    return murmur * 0.8 + bass * 0.35


def verona() -> Array:
    """An evening in the square: wind, crickets, and a bell beyond the walls."""
    crickets = sum(at(start + burst * 0.06, chirp(3300, 0.05, 30)) for start in (0.5, 1.9, 3.1, 4.8, 6.4) for burst in range(5))
    bell = sum(at(5.2, chirp(pitch, 2.8, fast) * loud) for pitch, fast, loud in ((196, 1.2, 1.0), (392, 1.8, 0.5), (466, 2.2, 0.3)))
    return air(7, 120, 600) * swell(2, 0.4, 0.6) + crickets * 0.08 + bell * 0.2


def cardmaster() -> Array:
    """The arena: a drone under the floor, and current in the gems."""
    drone = tone(45, (1.0, 0.6, 0.3, 0.15), 2) + tone(67.5, (0.6, 0.2), 3) * swell(1, 0.5, 0.6)
    current = air(8, 900, 3000, 0.5) * np.maximum(0, np.cos(2 * np.pi * 3 * T / SECONDS)) ** 6
    return drone * 0.3 + current * 0.2 + air(9, 60, 260) * 0.4


WORLDS: tuple[Callable[[], Array], ...] = (menu, overcross, starcrossed, shine, verona, cardmaster)


def main() -> None:
    """Write every loop, equally loud."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for make in WORLDS:
        sound = make()
        sound -= sound.mean()
        sound *= 0.07 / np.sqrt((sound**2).mean())
        samples = np.round(np.clip(sound, -0.8, 0.8) * 32767).astype("<i2")
        with wave.open(str(FOLDER / f"{make.__name__}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(samples.tobytes())
        print(f"{make.__name__:12} peak {np.abs(sound).max():.2f}  seam {abs(int(samples[0]) - int(samples[-1]))}")


if __name__ == "__main__":
    main()
