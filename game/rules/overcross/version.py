"""Which edition of its rules a save was made under: a new number whenever behaviour changes."""

from __future__ import annotations

VERSION = "5"
