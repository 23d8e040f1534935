"""Cards in English: the sentence is made from what the card does."""

from __future__ import annotations

import re

import msgspec
import pytest

from game.cards.model import Ability, Draw, Modifier
from game.cards.text import ability_text, effects_text, glossary, modifier_text
from game.rules import open_box
from game.rules.overcross.box import BOX, catalogue
from game.rules.overcross.cards import WORDS, parts, votes_of

SIGNS = ("Dmg", "Acc", "Rng", "Minor", "Major", "Full", "Fist", "Crosshair", "Star")

SENTENCES = [
    ([{"do": "draw", "count": 2}, {"do": "drop"}], "Draw 2 cards, then discard a card."),
    ([{"do": "draw", "who": "foes"}], "Each opponent draws a card."),
    ([{"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 1}], "Deal 1 damage to each enemy character."),
    (
        [{"do": "damage", "to": {"kind": "character", "side": "foe", "order": "random", "limit": 1}, "amount": 2}],
        "Deal 2 damage to a random enemy character.",
    ),
    (
        [{"do": "heal", "to": {"kind": "character", "side": "own", "order": "most:damage", "limit": 1}, "amount": 2}],
        "Heal 2 damage from the friendly character with the highest damage.",
    ),
    (
        [{"do": "damage", "to": "self", "amount": {"get": "count", "of": {"kind": "edit", "side": "own"}}}],
        "Deal 1 damage to this character for each friendly edit.",
    ),
    (
        [{"do": "damage", "to": "self", "amount": {"get": "dice"}}],
        "Deal X damage to this character, where X is a die roll.",
    ),
    (
        [{"do": "damage", "to": "self", "amount": {"get": "stat", "stat": "move"}}],
        "Deal X damage to this character, where X is its Move.",
    ),
    (
        [{"do": "pick", "of": {"kind": "character", "side": "foe", "within": 3, "sight": True}}, {"do": "push", "what": "target", "spaces": 2}],
        "Choose an enemy character within 3 spaces in line of sight. Push it 2 spaces away from this character.",
    ),
    ([{"do": "may", "effects": [{"do": "draw"}]}], "You may draw a card."),
    ([{"do": "choose", "options": [[{"do": "draw"}], [{"do": "gain", "what": "limit", "amount": 1}]]}], "Choose one: draw a card; or gain 1 play limit this turn."),
    (
        [{"do": "if", "test": {"test": "exists", "of": {"kind": "character", "side": "own", "trait": "leader"}}, "then": [{"do": "draw"}], "otherwise": [{"do": "drop"}]}],
        "If you control a character that is a Leader, draw a card. Otherwise, discard a card.",
    ),
    (
        [{"do": "if", "test": {"test": "compare", "left": {"get": "resource", "name": "cards"}, "op": ">=", "right": 3}, "then": [{"do": "draw"}]}],
        "If the number of cards in your hand is 3 or more, draw a card.",
    ),
    (
        [{"do": "each", "of": {"kind": "character", "side": "own", "trait": "fantasy"}, "effects": [{"do": "heal", "to": "each", "amount": 1}]}],
        "For each friendly Fantasy character, heal 1 damage from it.",
    ),
    (
        [{"do": "modify", "to": "self", "stat": "flight", "add": 1, "until": "turn"}],
        "This character gains *Flight* until the end of the turn.",
    ),
    (
        [{"do": "modify", "to": {"kind": "character", "without": "online"}, "stat": "move", "set": 1, "until": "next"}],
        "Each non-Online character has Move 1 until the start of your next turn.",
    ),
    ([{"do": "roll"}, {"do": "damage", "to": "self", "amount": {"get": "bound", "name": "roll"}}], "Roll a die, then deal X damage to this character, where X is the number rolled."),
    ([{"do": "roll", "name": "fine"}, {"do": "damage", "to": "self", "amount": {"get": "bound", "name": "fine"}}], "Roll a die, then deal X damage to this character, where X is the number rolled."),
    ([{"do": "look", "count": 4, "take": 0, "rest": "top"}], "Look at the top 4 cards of your deck and put them back on top in any order."),
    ([{"do": "repeat", "times": 2, "effects": [{"do": "draw"}]}], "Do this 2 times: draw a card."),
    ([{"do": "deploy", "what": {"zone": "discard", "side": "own", "kind": "character", "order": "top", "limit": 1}, "at": {"zone": "deploy"}}], "Deploy the top character in your discard pile on a free space of your deploy zone at no cost."),
]  # fmt: skip


@pytest.mark.parametrize(("effects", "sentence"), SENTENCES)
def test_effects_read_as_a_player_would_say_them(effects, sentence):
    assert ability_text(msgspec.convert({"effects": effects}, Ability), WORDS, "character") == sentence


def test_openings_say_when_and_for_what():
    def text(**fields):
        return ability_text(msgspec.convert({"effects": [{"do": "draw"}], **fields}, Ability), WORDS, "edit")

    assert text(when="use", timing="major") == "Major: Draw a card."
    assert text(when="use", timing="minor", limit="match", name="Nap") == "Nap (Minor, once per match): Draw a card."
    assert text(when="use", cost=[{"pay": "destroy"}]) == "Destroy this edit: Draw a card."
    assert text(when="hurt", of="bearer") == "When the bearer takes damage, draw a card."
    assert text(when="destroyed", of={"kind": "character", "side": "foe", "within": 2, "of": "bearer"}) == (
        "When an enemy character within 2 spaces of the bearer is destroyed, draw a card."
    )
    assert text(when="turn_end", optional=True) == "At the end of your turn, you may draw a card."


def test_lasting_changes_of_the_same_pieces_are_one_sentence():
    changes = (
        Modifier(stat="move", to="bearer", add=2),
        Modifier(stat="acc", to="bearer", add=-1),
        Modifier(stat="steady", to="bearer", add=1),
    )
    assert modifier_text(changes, WORDS, "edit") == "The bearer gets +2 Move and −1 Acc and has *Steady*."


def test_keywords_are_explained():
    assert glossary(("It gains *Flight* and *Nothing*.",), WORDS) == (("Flight", WORDS.keywords["flight"].meaning),)


@pytest.mark.parametrize("face", BOX.catalogue(), ids=lambda face: face.id)
def test_every_card_reads_as_sentences(face):
    assert face.name
    assert face.line
    assert face.flavour
    for paragraph in face.text:
        assert paragraph.endswith((".", "!", "?")), paragraph
        assert paragraph[0].isupper() or paragraph[0] in "*x" or not paragraph[0].isalpha(), paragraph
        assert "  " not in paragraph
        assert not re.search(r"[{}_$]|\bNone\b|\bself\b|target\d", paragraph), paragraph
        assert paragraph.count("*") % 2 == 0
        assert len(paragraph) < 260, paragraph
    known = {keyword.word for keyword in WORDS.keywords.values()}
    said = {word for paragraph in face.text for word in re.findall(r"\*([^*]+)\*", paragraph)}
    assert said <= known
    votes = {"Votes"} if any(votes_of(parts(catalogue()[face.id]))) else set()
    card = catalogue()[face.id]
    meant = {
        "Defense": card.kind == "character" or any(re.search(r"\bDefense\b", line) for line in face.text),
        "Slow": card.slow,
        **{sign: any(re.search(rf"\b{sign}\b", line) for line in face.text) for sign in SIGNS},
    }
    assert {word for word, _ in face.keywords} == said | votes | {word for word, there in meant.items() if there}


def test_what_could_be_read_in_two_ways_is_said_in_one():
    said = {(game, face.id): " ".join(face.text) for game in ("overcross", "shine") for face in open_box(game).catalogue()}
    assert "up to two Attack cards or Support cards in your graveyard" in said["shine", "grave-bargain"]
    assert "it gets +3 Move for the rest of the match, on top of any before" in said["overcross", "guard-who-naps"]
    assert "if that character is a character of an opponent of the player who laid this terrain" in said["overcross", "suggestion-box"]
    assert "at once, with the first attack on the card" in said["overcross", "translator-unit-ambig"]


def test_no_two_cards_say_the_same():
    texts = {}
    for face in BOX.catalogue():
        card = catalogue()[face.id]
        key = (face.kind, face.text, card.deck, card.play, card.radius, card.move, card.defense)
        assert key not in texts, f"{face.id} does what {texts[key]} does"
        texts[key] = face.id


def test_effects_alone_have_no_full_stop():
    assert effects_text((Draw(),), WORDS, "event") == "Draw a card"


STRESSED = re.compile(r"\*([^*]+)\*")


@pytest.mark.parametrize("game", ["overcross", "shine", "starcrossed"])
def test_each_word_that_a_card_sets_apart_is_explained_on_it(game):
    silent = []
    for face in open_box(game).catalogue():
        told = {word for word, _ in face.keywords}
        told |= {f"{word}s" for word in told}
        silent += [f"{face.name}: {word}" for line in face.text for word in STRESSED.findall(line) if word not in told]
    assert silent == []
