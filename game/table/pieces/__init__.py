"""What a scene looks like: cards, dice, tokens, grid, zones and plates, laid out on a board."""
