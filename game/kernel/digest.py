"""Digests: a short fingerprint that is equal exactly when two values are."""

from __future__ import annotations

from hashlib import blake2b
from typing import Any

import msgspec

_encoder = msgspec.msgpack.Encoder(order="sorted")


def digest(value: Any) -> str:
    """Return 16 hexadecimal digits of the value's canonical bytes (msgpack with sorted keys, BLAKE2b)."""
    return blake2b(_encoder.encode(value), digest_size=8).hexdigest()
