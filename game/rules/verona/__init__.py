"""star cross'd: six families, thirty dice, one prince to please."""

from game.rules.verona.box import BOX

__all__ = ["BOX"]
