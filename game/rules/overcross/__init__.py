"""Overcross: two comics collide, and the cards decide who steps out of the panel."""

from game.rules.overcross.box import BOX

__all__ = ["BOX"]
