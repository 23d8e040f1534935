"""Every pronoun on every card stands for the noun before it, or the thing is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import pytest

from game.cards import text
from game.cards.model import Ability
from game.cards.phrases import Voice
from game.rules.overcross import cards as overcross
from game.rules.overcross import faces as overcross_faces
from game.rules.overcross.box import catalogue as overcross_cards
from game.rules.shine import cards as shine
from game.rules.shine import faces as shine_faces
from game.rules.shine.box import catalogue as shine_cards
from game.rules.starcrossed import cards as starcrossed
from game.rules.starcrossed import faces as starcrossed_faces
from game.rules.starcrossed.box import catalogue as starcrossed_cards

WORDS = {"overcross": overcross.WORDS, "shine": shine.WORDS, "starcrossed": starcrossed.WORDS}
PAGES = {"overcross": overcross_faces.paragraphs, "shine": shine_faces.paragraphs, "starcrossed": starcrossed_faces.paragraphs}
CARDS = [
    (game, card)
    for game, cards in (("overcross", overcross_cards), ("shine", shine_cards), ("starcrossed", starcrossed_cards))
    for card in cards().cards.values()
]
PLAIN = ("makes its defend roll", "instead of paying for it", "it is your turn", "it is not your turn")
"""Sentences of the games' own in which a pronoun stands for the subject right before it, or for nothing at all."""

OPEN, BAR, CLOSE = "\ue000", "\ue001", "\ue002"
PRONOUN = re.compile(r"^(it|its|them|they|their)$", re.IGNORECASE)


class Marked(Voice):
    """A voice that says of everything it names what is meant."""

    def said(self, name: str, phrase: str) -> str:
        return f"{OPEN}{name}{BAR}{phrase}{CLOSE}"


class Noun(NamedTuple):
    """A noun of the text, and which piece it means (empty: none that the card has a name for)."""

    word: str
    meant: str


def nouns_of(game: str) -> re.Pattern[str]:
    words = WORDS[game]
    found = {noun for kind in (*words.kinds.values(), words.anything, words.space) for noun in (kind.one, kind.many)}
    found |= {"bearer"}
    verbs = {"move", "moves"}  # what a card does as well as a kind of card: a noun behind an article
    plain = sorted(found - verbs, key=len, reverse=True)
    one = f"(?:{'|'.join(map(re.escape, plain))})"  # several kinds joined are one noun
    return re.compile(rf"\b{one}(?: (?:or|and) {one})*\b|(?<=this )move\b|\b(?:it|its|them|they|their)\b", re.IGNORECASE)


def mentions(game: str, paragraph: str) -> Iterator[tuple[str, str, str]]:
    """Yield nouns and pronouns in their order: the word, what it means, and the text before it.

    The first noun between two marks is what the marks name; others there belong to what describes it.
    """
    open_marks: list[list[str]] = []
    pattern, at, plain = nouns_of(game), 0, ""
    while at < len(paragraph):
        if paragraph[at] == OPEN:
            end = paragraph.index(BAR, at)
            open_marks.append([paragraph[at + 1 : end], "new"])
            at = end + 1
            continue
        if paragraph[at] == CLOSE:
            open_marks.pop()
            at += 1
            continue
        found = pattern.match(paragraph, at)
        if found and not (plain and plain[-1].isalnum()):
            meant = ""
            if open_marks and open_marks[-1][1] == "new":
                meant, open_marks[-1][1] = open_marks[-1][0], "used"
            yield found[0], meant, plain
            plain += found[0]
            at = found.end()
            continue
        plain += paragraph[at]
        at += 1


def faults(game: str, paragraph: str) -> list[str]:
    """Return every pronoun that does not stand for the noun before it."""
    last, seen, wrong = Noun("", ""), [], []
    whole = re.sub(f"{OPEN}[^{BAR}]*{BAR}|{CLOSE}", "", paragraph)
    for word, meant, before in mentions(game, paragraph):
        noun = Noun(word.lower(), meant)
        if not PRONOUN.match(word):
            that = re.search(r"\b(that|those) $", before)
            alike = next((each.meant for each in reversed(seen) if each.word == noun.word), meant)
            if that and meant and alike not in {"", meant}:
                wrong.append(f"'that {word}' is not the {word} mentioned last: {whole}")
            last = noun
            seen.append(noun)
        elif not meant:
            if not any(phrase in whole for phrase in PLAIN):
                wrong.append(f"nobody says what {word!r} means: {whole}")
        elif not last.word or meant not in {"=", last.meant}:
            wrong.append(f"{word!r} means {meant!r} and stands behind {last}: {whole}")
    return wrong


@pytest.fixture
def marked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text, "Voice", Marked)


@pytest.mark.usefixtures("marked")
@pytest.mark.parametrize(("game", "card"), CARDS, ids=[f"{game}-{card.id}" for game, card in CARDS])
def test_every_pronoun_stands_for_the_noun_before_it(game, card):
    titles = [each.name for each in (*card.abilities, *getattr(card, "attacks", ())) if each.name]
    for paragraph in PAGES[game](card):
        plain = next((paragraph.removeprefix(title) for title in titles if paragraph.startswith(title)), paragraph)
        assert faults(game, plain) == []


def told(**fields) -> str:
    return text.ability_text(msgspec.convert(fields, Ability), overcross.WORDS, "character")


@pytest.mark.usefixtures("marked")
def test_the_check_finds_a_pronoun_behind_another_noun():
    said = told(
        effects=[{"do": "damage", "to": {"kind": "character", "side": "foe"}, "amount": 1}, {"do": "heal", "to": "self", "amount": 1}]
    )
    assert faults("overcross", said) == []
    assert faults("overcross", said.replace("this character", "it"))
    assert faults(
        "overcross", f"Deal 1 damage to {OPEN}target{BAR}a character{CLOSE} beside a wall of cards. Heal {OPEN}target{BAR}it{CLOSE}."
    )
    assert faults("overcross", "Heal it.")


def test_what_could_be_meant_by_two_nouns_is_named():
    foe = {"kind": "character", "side": "foe", "within": 5, "of": "friend"}
    targets = [{"of": {"kind": "character", "side": "own"}, "name": "friend"}, {"of": foe}]
    assert told(targets=targets, effects=[{"do": "swap", "what": "friend", "other": "target"}]) == (
        "A friendly character and an enemy character within 5 spaces of the friendly character change places."
    )
    near = {"kind": "character", "within": 1, "of": "target", "other": True}
    both = [{"do": "damage", "to": "target", "amount": 3}, {"do": "damage", "to": near, "amount": 1}]
    assert told(targets=[{"of": {"kind": "character"}}], effects=both) == (
        "Deal 3 damage to a character. Deal 1 damage to each other character adjacent to the first character."
    )


def test_what_is_near_one_that_is_picked_is_not_near_any():
    near = {"kind": "character", "side": "foe", "within": 1, "of": "target"}
    assert told(targets=[{"of": {"kind": "character", "side": "own"}}], effects=[{"do": "damage", "to": near, "amount": 2}]) == (
        "Deal 2 damage to each enemy character adjacent to a friendly character of your choice."
    )


def test_terrain_speaks_of_who_laid_it_because_nobody_controls_it():
    ability = msgspec.convert({"when": "destroyed", "effects": [{"do": "draw"}]}, Ability)
    assert text.ability_text(ability, overcross.WORDS, "terrain") == (
        "When this terrain is destroyed, the player who laid this terrain draws a card."
    )


def test_terrain_whose_turn_it_waits_for_speaks_of_that_player_and_never_of_you():
    inside, near = {"kind": "character", "side": "own", "relation": "inside"}, {"kind": "character", "side": "foe", "within": 3}
    both = {"test": "all", "of": [{"test": "exists", "of": inside}, {"test": "turn", "of": "own"}, {"test": "exists", "of": near}]}
    gain = {"do": "gain", "what": "votes", "amount": 1}
    ability = msgspec.convert({"when": "turn_start", "condition": both, "effects": [gain]}, Ability)
    assert text.ability_text(ability, overcross.WORDS, "terrain") == (
        "At the start of the turn of the player who laid this terrain, if that player controls a character in the area of this terrain "
        "and it is the turn of that player and an opponent controls a character within 3 spaces of this terrain, that player gains 1 vote."
    )
    assert text.ability_text(ability, overcross.WORDS, "character").startswith("At the start of your turn, if you control a character")
    terrain = [card for card in overcross_cards().cards.values() if card.kind == "terrain"]
    assert terrain
    assert not [card.id for card in terrain if re.search(r"\byour?\b", " ".join(overcross_faces.face(card).text))]
