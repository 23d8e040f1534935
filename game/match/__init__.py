"""One play-through: the seats, the loop, the journal, saves, replays and undo."""
