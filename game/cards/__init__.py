"""What the card games share: cards as data, and the words that data is made of."""
