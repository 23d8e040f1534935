"""The window: it draws scenes, submits offers and plays cues, and knows no game."""
