"""A widget in words, for the voice."""

from __future__ import annotations

from collections.abc import Iterator

from game.table.shell.speech import joined, texts
from game.table.shell.text_field import Entry
from game.table.shell.widgets import Button, Look, Slider, Tile, Toggle, Widget


def widget_words(widget: Widget, look: Look) -> str:
    """Return what a widget is called, what it shows, how it stands, and its hint; what the hint begins with is told once, and without a name it is called by its hint."""
    called = [part for part in (widget.name, *_shown(widget, look)) if part]
    parts = [*(part for part in called if not widget.hint.startswith(f"{part}: "))] or [widget.hint]
    if isinstance(widget, Toggle):
        parts.append("on" if widget.value else "off")
    if isinstance(widget, Button | Tile) and widget.selected:
        parts.append("chosen")
    if not widget.enabled:
        parts += ["cannot be pressed now", widget.why]
    return joined([*parts, widget.hint])


def hint_words(widget: Widget) -> str:
    """Return what the hint of a widget says: what it is for, and then why it cannot be used now."""
    if widget.enabled or not widget.hint or widget.why in widget.hint:
        return widget.hint
    return f"{widget.hint}{' ' if widget.hint.endswith('.') else ': '}{widget.why}"


def _shown(widget: Widget, look: Look) -> Iterator[str]:
    """Return the words that are to be seen on it; of a line to type in all that stands there, or what would, and of a slider without words its number."""
    if isinstance(widget, Entry):
        if not widget.value or not widget.name:
            yield widget.placeholder
        yield widget.value
    elif isinstance(widget, Slider) and not widget.words:
        yield f"{widget.value:g} of {widget.high:g}"
    else:
        yield from (text.words for text in texts(widget.draw(look)))
