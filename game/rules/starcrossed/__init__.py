"""Starcrossed: two players, six soul crystals, and divas who sing for them."""

from game.rules.starcrossed.box import BOX

__all__ = ["BOX"]
