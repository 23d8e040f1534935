"""Hearsay: dice under cups, and sums that somebody stops believing."""

from game.rules.hearsay.box import BOX

__all__ = ["BOX"]
