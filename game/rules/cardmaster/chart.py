"""Ten types in a ring of strengths, and every sum that a hit, a status or a backfire is reckoned by.

All arithmetic is on whole numbers: percentages are tenths of a percent, multipliers are quarters, so no rounding of a
computer's fractions can change a result (CM-23).
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

STRONG: Final[dict[str, tuple[str, str]]] = {
    "aura": ("spirit", "void"),
    "beast": ("creature", "spirit"),
    "creature": ("nature", "aura"),
    "extraterrestrial": ("aura", "nature"),
    "humanoid": ("beast", "ultramax"),
    "nature": ("tech", "void"),
    "tech": ("humanoid", "extraterrestrial"),
    "spirit": ("humanoid", "tech"),
    "ultramax": ("extraterrestrial", "beast"),
    "void": ("ultramax", "creature"),
}
"""Which two types each type is strong against (CM-5)."""

TYPES: Final[tuple[str, ...]] = tuple(STRONG)
STATUSES: Final[tuple[str, ...]] = ("overcook", "undershock", "brainlock", "gridfreeze", "souldrift")
STATS: Final[tuple[str, ...]] = ("spd", "hp", "def", "atk", "spc")
BOOSTS: Final[tuple[str, ...]] = ("spd", "hp", "def", "atk")
"""What SPC can boost (CM-20)."""
WEAKENED: Final[tuple[str, ...]] = ("spd", "atk", "def", "spc")
"""What Undershock can lower (CM-31)."""

FACTORS: Final[tuple[int, ...]] = (0, 33, 66, 99)
"""Percent of ATK for A1, A2 and A3 (CM-16 to CM-18)."""
COSTS: Final[tuple[int, ...]] = (0, 0, 2, 3)
"""Stacked gems for A1, A2 and A3 (CM-11)."""
REVIVE_COST: Final = 4
"""Stacked gems for a Revive (CM-11)."""

_RING: Final[dict[str, dict[str, int]]] = {
    one: {other: (other in STRONG[one]) - (one in STRONG[other]) for other in STRONG} for one in STRONG
}


def quarters(kind: str, types: tuple[str, str]) -> int:
    """Return the multiplier of an attack type against a card's two types, in quarters: 16, 8, 4, 2 or 1 (CM-6)."""
    row = _RING[kind]
    return 4 << power if (power := row[types[0]] + row[types[1]]) >= 0 else 4 >> -power


def move_quarters(rank: int, own: tuple[str, str], types: tuple[str, str]) -> int:
    """Return the multiplier of A1 (Type 1), A2 (Type 2) or A3 (the better one) in quarters (CM-16 to CM-18)."""
    if rank == 1:
        return quarters(own[0], types)
    if rank == 2:
        return quarters(own[1], types)
    return max(quarters(own[0], types), quarters(own[1], types))


@lru_cache(20_000)
def damage(atk: int, rank: int, multiplier: int, defence: int) -> int:
    """Return the damage of a hit; `multiplier` in quarters, each of three steps rounded up, at least 1 (CM-23)."""
    raw = -(-atk * FACTORS[rank] // 100)
    typed = -(-raw * multiplier // 4)
    return max(1, -(-typed * (1000 - min(defence, 999)) // 1000))


@lru_cache(20_000)
def hardest(atk: int, rank: int, own: tuple[str, str], types: tuple[str, str], defence: int) -> int:
    """Return the most damage that an attack of this rank or a lower one does (CM-16 to CM-18, CM-23)."""
    return max(damage(atk, each, move_quarters(each, own, types), defence) for each in range(1, rank + 1))


def strength(tier: int) -> int:
    """Return how strong a card's status is, in tenths of a percent (CM-26)."""
    return tier * 55


def inflict_chance(tier: int, rank: int) -> int:
    """Return the chance that A2 or A3 inflicts its status, in tenths of a percent; 0 for A1 (CM-16, CM-26)."""
    return (0, 0, tier * 55, min(1000, tier * 110))[rank]


def backfire_chance(tier: int, spc: int) -> int:
    """Return the chance that A2 or A3 backfires, in tenths of a percent, at least 10 (CM-28)."""
    return max(10, tier * 100 - spc)


def share_up(value: int, tenths: int) -> int:
    """Return so many tenths of a percent of a value, rounded up."""
    return -(-value * tenths // 1000)


def percent(tenths: int) -> str:
    """Write tenths of a percent as players read them: `49.5 %`, `20 %`."""
    whole, rest = divmod(tenths, 10)
    return f"{whole}.{rest} %" if rest else f"{whole} %"


def times(multiplier: int) -> str:
    """Write a multiplier in quarters as players read it: `4×`, `0.25×`."""
    return {1: "0.25×", 2: "0.5×", 4: "1×", 8: "2×", 16: "4×"}[multiplier]
