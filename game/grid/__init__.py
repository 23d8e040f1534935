"""The squares of a battle: distance, reach, path and sight."""
