"""Digests: a short fingerprint that is equal exactly when two values are."""

from __future__ import annotations

from typing import Any

import msgspec

_encoder = msgspec.msgpack.Encoder(order="sorted")


def digest(value: Any) -> str:
    """Return 16 hexadecimal digits of the value's canonical bytes (msgpack with sorted keys, BLAKE2b)."""
    from hashlib import blake2b  # noqa: PLC0415  (a match waits for it, not the start of the program)

    try:
        written = _encoder.encode(value)
    except TypeError:  # a dictionary whose keys are numbers cannot be sorted as it stands
        written = _encoder.encode(msgspec.to_builtins(value, str_keys=True))
    return blake2b(written, digest_size=8).hexdigest()
