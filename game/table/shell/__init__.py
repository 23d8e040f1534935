"""The window and what every page stands on: screens, widgets, settings, sound."""
