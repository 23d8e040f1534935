"""Cardmaster: creature factions fight for every gem, three at a time."""

from game.rules.cardmaster.box import BOX

__all__ = ["BOX"]
