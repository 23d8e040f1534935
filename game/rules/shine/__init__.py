"""Shine! My Star: two players, a Star each, and a life to guard behind her."""

from game.rules.shine.box import BOX

__all__ = ["BOX"]
