"""The only readers of data files: cards, decks, maps, themes."""
