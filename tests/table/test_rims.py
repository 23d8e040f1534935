"""The rim of a plate takes nothing from the words beside it: on the smallest cards letters stand a pixel from it."""

from __future__ import annotations

import pytest
from shell_stage import Stage
from test_contrast import READ, by_themselves, contrasts, weak
from test_text_size import WITH_CARDS

from game.kernel.scene import Badge, CardFace
from game.rules import SHIPPED, shelf
from game.table.canvas.draw import Made
from game.table.canvas.theme import WHITE, contrast, parsed, read_theme, rim_beside
from game.table.pieces.card_face import card_key
from game.table.screens.library import Library

__all__ = ["by_themselves", "contrasts"]

NAMES = (
    "Bar Brawl", "Smelling Salts", "Spilled Ale", "Guard Who Naps", "Concierge Unit Nine", "Energy Drink", "Walks Back In",
    "Orbital Reshelving", "Translator Unit Ambiguous", "Forklift-Certified Fay", "Too Close to Call", "Mass Unsubscribe",
)  # fmt: skip
WIDE = (43, 47, 49, 52, 58, 70, 85, 100, 150)


@pytest.mark.parametrize("text", [100, 175])
@pytest.mark.parametrize("high_contrast", [False, True], ids=["usual", "high-contrast"])
@pytest.mark.parametrize("game", WITH_CARDS)
def test_every_name_stands_out_on_its_plate_on_cards_of_every_size(game, high_contrast, text, contrasts):
    """In high contrast the rim was as bright as the letters, and on a card on a pile lay a pixel beside them."""
    stage = Stage((1280, 720), games=shelf(), high_contrast=high_contrast, text_size=text)
    stage.show(Library(game))
    found, app = {}, stage.app
    for wide in WIDE:
        side = wide / app.view.scale
        for name in NAMES:
            contrasts.clear()
            face = CardFace(name, name, "", corner=Badge("fist", "2"), second=Badge("boots", "3"))
            item = Made((0.0, 0.0, side, side * 1.4), "card", card_key(game, face, None, side, side * 1.4, 0.0, "flat-piled"))
            app.painter.paint(app.surface, app.view, [item], anew=True)
            found |= {(wide, words): ratio for words, ratio in contrasts.items() if len(words) > 1}
    assert len(found) > 0.7 * len(WIDE) * len(NAMES)
    assert weak(found) == {}


@pytest.mark.parametrize("game", SHIPPED)
def test_a_rim_is_seen_on_its_plate_and_is_dimmed_only_where_it_is_as_bright_as_the_words(game):
    usual, strong = (read_theme(game, high_contrast=high)[0].card for high in (False, True))
    body, line = parsed(strong.plate), parsed(strong.plate_line)
    rim = rim_beside(WHITE, body, line)
    assert contrast(rim, body) >= 3
    assert contrast(WHITE, rim) >= READ
    ink = max((parsed(usual.name_colour), parsed(usual.name_line)), key=lambda each: contrast(each, parsed(usual.plate)))
    if contrast(ink, parsed(usual.plate)) > 7 and usual.frame in {"panel", "woodcut"}:
        assert rim_beside(ink, parsed(usual.plate), parsed(usual.plate_line)) == parsed(usual.plate_line)
