"""The five rulebooks, one package a game."""
