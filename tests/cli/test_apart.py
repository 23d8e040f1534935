"""Offers that are heard: none sounds like another, what belongs together is one line, and nothing is said twice."""

from __future__ import annotations

import random
import re

import pytest

from game.cli.apart import different, told_apart
from game.cli.listing import listed, together
from game.cli.text import TextTable
from game.kernel.ids import piece_place
from game.kernel.offers import Offer
from game.kernel.scene import Scene, ScenePiece, SceneZone
from game.kernel.setup import Setup
from game.kernel.words import spoken
from game.match.match import Match
from game.match.seats import SeatPlan


def match_of(game: str, *players: str, seed: int = 1) -> Match:
    return Match.start(Setup(game=game, seats=2, seed=seed), tuple(SeatPlan(player) for player in players))


@pytest.mark.parametrize(("game", "seed"), [("starcrossed", 3), ("shine", 4)])
def test_no_two_offers_sound_the_same(game, seed):
    """Two Lamp Trimmers that could be attacked, and Helia's ability for each of five cards, were the same sentence again and again."""
    match, chance, alike = match_of(game, "human", "human", seed=seed), random.Random(seed), 0
    for _ in range(60):
        if match.deciding is None:
            break
        scene, names = match.scene(match.deciding), match.names
        offers = different(match.offers(), scene)
        plain = [spoken(offer.words, names, lambda card: match.rules.face(card).name) for offer in offers]
        told = told_apart(offers, plain, scene, names, lambda card: match.rules.face(card).name)
        alike += len(plain) - len(set(plain))
        assert len(set(told)) == len(told)
        lines = [re.sub(r"\d+:? ", "", line) for line in listed(offers, told, range(len(offers)))]
        assert len(set(lines)) == len(lines)
        match.submit(chance.choice([offer for offer in offers if not offer.form]).action)
    assert alike, "this match never asked for it"


def offer(verb: str, source: int, target: int | None = None) -> Offer:
    return Offer(None, verb, "", piece_place(source), None if target is None else piece_place(target))


def test_each_way_of_one_piece_is_one_line_whatever_the_order():
    offers = [offer(verb, 1, foe) for foe in (7, 8) for verb in ("A1 · free · 51", "A2 · 2 gems · 350")]
    sentences = [f"Pyre Regent: {verb} on {foe}. {damage} damage" for foe, verb, damage in
                 (("The Unsung", "A1", 44), ("The Unsung", "A2", 350), ("Pew Haunter", "A1", 53), ("Pew Haunter", "A2", 416))]  # fmt: skip
    assert list(listed(offers, sentences, range(4))) == [
        "  1 Pyre Regent: A1 on The Unsung. 44 damage; 3: Pew Haunter, 53",
        "  2 Pyre Regent: A2 on The Unsung. 350 damage; 4: Pew Haunter, 416",
    ]


def test_what_one_piece_attacks_is_one_line():
    sentences = ["Attack Torch Drummer (4) with Brass Colossus (8).", "Attack Rubea, First Flame (5) with Brass Colossus (8)."]
    lines = list(listed([offer("Attack", 1, 5), offer("Attack", 1, 6)], sentences, range(2)))
    assert lines == ["  1 Attack Torch Drummer (4) with Brass Colossus (8); 2: Attack Rubea, First Flame (5)"]


def test_a_long_sentence_keeps_what_it_is_aimed_at_where_others_differ_by_that_alone():
    does = "Helia: Once per turn, (1): Put 1 Shine on a friendly Attack card or Support card. It gets +1 Strength until the end of the turn"
    lines = list(listed([offer("Use", 1, 5), offer("Use", 1, 6)], [f"{does}. On Coin Juggler.", f"{does}. On Bell Buoy."], range(2)))
    assert lines == [f"  1 {does}. On Coin Juggler; 2: Bell Buoy"]


@pytest.mark.parametrize(("game", "counted"), [("shine", "Life"), ("starcrossed", "Life"), ("cardmaster", "Standing")])
def test_a_whole_match_is_told_without_marks_of_print_and_its_end_without_counting_again(game, counted):
    match, said = match_of(game, "human", "random"), list[str]()

    def first() -> str:
        if match.deciding is None:
            raise EOFError
        return str(chance.randint(1, len(different(match.offers(), match.scene(0)))))

    chance = random.Random(4)
    TextTable(match, first, said.append).play()
    over = next(index for index, line in enumerate(said) if line.startswith("The match is over"))
    assert not any("*" in line for line in said)
    assert f"'s {counted} " not in said[over - 2]
    assert said[over - 2].startswith("  ")


@pytest.mark.parametrize(("game", "seeds", "number"), [("shine", range(1, 7), r"Strength \d|Cost \d"), ("starcrossed", range(1, 7), r"\d")])
def test_a_choice_of_cards_tells_what_decides(game, seeds, number):
    told = []
    for seed in seeds:
        match, chance = match_of(game, "human", "human", seed=seed), random.Random(seed)
        for _ in range(120):
            if match.deciding is None:
                break
            table = TextTable(match, str, told.append)
            offers = [offer for offer in match.offers() if offer.refusal is None]
            told += [
                words for each, words in zip(offers, table._apart(offers), strict=True) if re.fullmatch(r"Choose \[[^]]*\]\.", each.words)
            ]
            match.submit(chance.choice([offer for offer in offers if not offer.form]).action)
    assert told
    assert all(re.search(number, words) for words in told), [words for words in told if not re.search(number, words)]
    assert not any("[" in words for words in told), told


def test_what_differs_before_the_end_is_not_heard_in_the_place_of_the_end() -> None:
    """Further targets of one attacker read as further attackers."""
    offers = [offer("Attack", 1, target) for target in (5, 6, 7)]
    sentences = [
        f"Attack {name} with Phoenix Understudy (4)." for name in ("Bonfire Champion (8)", "Rubea, First Flame (4)", "Magma Vanguard (6)")
    ]
    assert together(offers, sentences) == (
        "Attack Bonfire Champion (8) with Phoenix Understudy (4), Attack Rubea, First Flame (4), Attack Magma Vanguard (6)"
    )
    assert list(listed(offers, sentences, range(3))) == [
        "  1 Attack Bonfire Champion (8) with Phoenix Understudy (4); 2: Attack Rubea, First Flame (4); 3: Attack Magma Vanguard (6)"
    ]


def test_a_note_joins_the_bracket_a_sentence_ends_with_and_is_said_whole_of_each() -> None:
    """`Play Tailwind on Ticket Taker (1 energy) (your Left diva); 8: Middle` said two brackets, and a word that named nothing."""
    zones = {side: SceneZone(f"diva_{side}", "row", f"{side.capitalize()} diva", 0, 1, 1, 1) for side in ("left", "middle")}
    pieces = {
        number: ScenePiece(number, "card", f"diva_{side}", 0, owner=0, face="ticket-taker") for number, side in enumerate(zones, start=7)
    }
    scene = Scene("x", 0, (), {zone.id: zone for zone in zones.values()}, pieces, {})
    offers = [offer("Play", 1, number) for number in pieces]
    told = told_apart(offers, ["Play Tailwind on Ticket Taker (1 energy)."] * 2, scene, ("Ann",), lambda _: "Ticket Taker")
    assert told == [f"Play Tailwind on Ticket Taker (1 energy; your {side} diva)." for side in ("Left", "Middle")]
    assert list(listed(offers, told, range(2))) == ["  1 Play Tailwind on Ticket Taker (1 energy; your Left diva); 2: your Middle diva"]


def test_of_two_cards_of_one_name_in_hand_the_one_that_is_known_to_others_is_said_without_a_bracket_in_a_bracket() -> None:
    """`(3 energy; Lullaby Drowner (The other player knows that you hold this)); 17: on your middle crystal (3; 18: ...` was heard."""
    zones = {"hand": SceneZone("hand", "hand", "Hand", 0, 1, 1, 1)}
    pieces = {
        number: ScenePiece(number, "card", "hand", number, owner=0, face="drowner", words=words)
        for number, words in ((1, ""), (2, "The other player knows that you hold this"))
    }
    scene = Scene("x", 0, (), zones, pieces, {})
    offers = [offer("Play", number) for number in (1, 2) for _ in range(2)]
    sentences = [f"Play Lullaby Drowner on your {side} crystal (3 energy)." for _ in pieces for side in ("left", "right")]
    told = told_apart(offers, sentences, scene, ("Ann",), lambda _: "Lullaby Drowner")
    assert told[:2] == sentences[:2]
    assert told[2] == "Play Lullaby Drowner on your left crystal (3 energy; the other player knows that you hold this)."
    assert list(listed(offers, told, range(4))) == [
        "  1 Play Lullaby Drowner on your left crystal (3 energy); 2: right",
        "  3 Play Lullaby Drowner on your left crystal (3 energy; the other player knows that you hold this); 4: right",
    ]
