"""A widget in words, for the voice."""

from __future__ import annotations

from game.table.shell.speech import joined, texts
from game.table.shell.text_field import Entry
from game.table.shell.widgets import Button, Look, Tile, Toggle, Widget


def widget_words(widget: Widget, look: Look) -> str:
    """Return what a widget is called, what it shows, how it stands, and its hint; what the hint begins with is told once."""
    parts = [widget.name or (widget.placeholder if isinstance(widget, Entry) else ""), *(text.words for text in texts(widget.draw(look)))]
    if isinstance(widget, Toggle):
        parts.append("on" if widget.value else "off")
    if isinstance(widget, Button | Tile) and widget.selected:
        parts.append("chosen")
    if not widget.enabled:
        parts.append("cannot be pressed now")
    return joined([*(part for part in parts if not widget.hint.startswith(f"{part}: ")), widget.hint])
