"""Reading what a stranger may have written, and saying where it holds more than anybody reads."""

from __future__ import annotations

from typing import Any

import msgspec


def strictly(text: bytes, kind: Any) -> Any:
    """Return what a line of JSON says; raise ValueError when it says more than its kind has fields for."""
    value = msgspec.json.decode(text, type=kind)
    odd = stray(msgspec.json.decode(text), msgspec.json.decode(msgspec.json.encode(value)))
    if odd:
        raise ValueError(f"unknown field {odd}")
    return value


def stray(found: Any, known: Any, at: str = "$") -> str:
    """Return where plain values hold a field that their typed reading does not, or an empty string."""
    if isinstance(found, dict) and isinstance(known, dict):
        for key, value in found.items():
            if key not in known:
                return f"{str(key)[:40]!r} - at {at}"
            deeper = stray(value, known[key], f"{at}.{str(key)[:40]}")
            if deeper:
                return deeper
    elif isinstance(found, list) and isinstance(known, list | tuple):
        for index, (value, twin) in enumerate(zip(found, known, strict=False)):
            deeper = stray(value, twin, f"{at}[{index}]")
            if deeper:
                return deeper
    return ""
