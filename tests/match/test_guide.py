"""The guide in the match: one line at each question of every game on the shelf, chosen by what is asked and offered."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from game.content.faults import ContentError
from game.content.guides import Guide, GuideLine, guide_of, guide_path, read_guide
from game.content.pages import listed, page_path, read_page
from game.kernel.chance import Chance
from game.kernel.offers import Offer, Refusal
from game.kernel.scene import Counter, Prompt, Scene, ScenePiece
from game.kernel.setup import Setup
from game.match.guide import aim, told, usually
from game.match.match import Match
from game.match.seats import SeatPlan
from game.rules import open_box
from game.rules.verona.preview import duel_odds

GAMES = ["overcross", "starcrossed", "shine", "verona", "cardmaster"]


@pytest.mark.parametrize("game", GAMES)
def test_each_question_that_a_match_reaches_has_a_line(game):
    for seed in range(2):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"),) * 2), Chance(seed)
        asked = set()
        while match.deciding is not None and match.count < 60:
            scene = match.scene(match.deciding)
            question = (scene.prompt.rule, scene.phase, len(match.legal()))
            if question not in asked:
                asked.add(question)
                assert usually(match), question
            match.submit(chance.pick(match.legal()))
        assert len(asked) > 3


def test_a_new_die_is_said_to_cost_the_recruit():
    line = next(line for line in guide_of("verona").line if line.rule == "VR-18")
    assert "five dice" in line.words  # VR-13: nobody recruits with five, and a hint may say so beside the line
    assert "recruit" in line.words


@pytest.mark.parametrize("game", GAMES)
def test_what_the_guide_says_is_true_in_the_window_and_in_words(game):
    for line in (*guide_of(game).line, *guide_of(game).aim):
        assert not re.search(r"\b(lit|glow\w*|buttons?|drag\w*|click\w*|press\w*|type|number keys?)\b", line.words, re.IGNORECASE), line


@pytest.mark.parametrize("game", GAMES)
def test_every_line_names_a_rule_and_a_phase_of_its_game(game):
    match = Match.start(Setup(game, 2, seed=1), (SeatPlan("human"),) * 2)
    phases = {"", *(phase.key for phase in match.scene(0).phases)}
    rules = set(listed(read_page(page_path(game))))
    lines = guide_of(game).line
    assert lines
    for line in lines:
        assert int(line.rule.partition("-")[2]) in rules, line
        assert line.phase in phases, line


@pytest.mark.parametrize("game", GAMES)
def test_how_it_is_won_is_told_of_every_way_to_play_by_a_rule_of_the_game(game):
    rules = set(listed(read_page(page_path(game))))
    box = open_box(game)
    goal = next((option for option in box.options(2) if option.key == "objective"), None)
    told = set()
    for objective in [choice for choice, _ in goal.choices] if goal else [""]:
        options = {"objective": objective} if objective else {}
        match = Match.start(Setup(game, 2, seed=1, options=options), (SeatPlan("human"),) * 2)
        chance = Chance(1)
        while not match.scene(match.deciding).phase:
            assert not aim(match), "it is said when the first turn begins"
            match.submit(chance.pick(match.legal()))
        assert aim(match)
        told.add(aim(match))
        row = next(each for each in guide_of(game).aim if each.words == aim(match))
        assert int(row.rule.partition("-")[2]) in rules
    assert len(told) == (len(goal.choices) if goal else 1)
    assert all("win" in each.words for each in guide_of(game).aim)


def test_who_must_fall_is_who_was_agreed_on_OC_46():
    marks = {"leader": "Leader", "champion": "Champion", "both": "Leader and Champion"}
    for mark, named in marks.items():
        options = {"objective": "assassination", "mark": mark}
        words = next(each.words for each in guide_of("overcross").aim if each.option.items() <= options.items())
        assert f"enemy's {named}" in words


def test_programs_are_told_no_aim():
    match = Match.start(Setup("verona", 2, seed=1), (SeatPlan("easy"),) * 2)
    assert match.scene(match.deciding).phase
    assert not aim(match)


def scene(rule: str, phase: str = "") -> Scene:
    return Scene("paper", 0, (), {}, {}, {}, Prompt(0, "What now?", rule), (), phase)


def test_the_first_line_that_fits_rule_phase_and_an_open_offer_is_told():
    guide = (
        GuideLine("PA-1", "Done.", "fight", done=True),
        GuideLine("PA-1", "Attack.", "fight", "Attack"),
        GuideLine("PA-1", "Wait.", "fight"),
        GuideLine("PA-1", "Anything."),
    )
    attack, wait = Offer("a", "Attack it", ""), Offer("w", "Wait", "")
    shut = Offer("a", "Attack it", "", refusal=Refusal("no", "PA-2", "No."))
    assert told(guide, scene("PA-1", "fight"), [wait, attack], str) == "Attack."
    assert told(guide, scene("PA-1", "fight"), [wait, shut], str) == "Wait."
    assert told(guide, scene("PA-1", "fight"), [Offer("w", "Wait", "", main=True)], str) == "Done."
    assert told(guide, scene("PA-1", "rest"), [attack], str) == "Anything."
    assert told(guide, scene("PA-3", "fight"), [attack], str) == ""


def test_a_line_for_a_kind_of_card_is_told_where_such_a_card_can_be_played():
    guide = (GuideLine("PA-1", "Divas first.", verb="Play", kind="diva"), GuideLine("PA-1", "A skill.", verb="Play"))
    asked = replace(scene("PA-1"), pieces={1: ScenePiece(1, "card", "hand", face="ayla"), 2: ScenePiece(2, "card", "hand", face="spark")})
    kinds = {"ayla": "diva", "spark": "skill"}
    diva, skill = Offer("d", "Play", "", source="piece/1"), Offer("s", "Play", "", source="piece/2")
    assert told(guide, asked, [skill, diva], kinds.__getitem__) == "Divas first."
    assert told(guide, asked, [skill, replace(diva, refusal=Refusal("no", "PA-2", "No."))], kinds.__getitem__) == "A skill."


@pytest.mark.parametrize(("left", "said"), [(2, "Keep some."), (0, "End.")])
def test_a_line_about_what_one_has_left_is_told_to_whoever_has_some(left, said):
    guide = (GuideLine("PA-1", "Keep some.", have="gold"), GuideLine("PA-1", "End."))
    counters = {"gold@0": Counter("gold@0", "Gold", left, 0), "gold@1": Counter("gold@1", "Gold", 5, 1)}
    assert told(guide, replace(scene("PA-1"), counters=counters), [Offer("w", "Wait", "")], str) == said
    assert told(guide, scene("PA-1"), [Offer("w", "Wait", "")], str) == "End."


def test_no_guide_of_shine_speaks_of_unspent_shine_to_whoever_has_none_SH_22():
    match, chance = Match.start(Setup("shine", 2, seed=3), (SeatPlan("human"),) * 2), Chance(3)
    without = set[str]()
    while match.deciding is not None and match.count < 300:
        seen = match.scene(match.deciding)
        if seen.prompt is not None and seen.prompt.rule == "SH-22" and not seen.counters[f"energy@{match.deciding}"].value:
            without.add(usually(match))
            assert "activate" not in seen.prompt.words
        match.submit(chance.pick(match.legal()))
    assert without
    assert not [words for words in without if "Unspent" in words]


ADVISED: dict[str, dict[str, tuple[str, str]]] = {
    "overcross": {
        r"^Deploy first": ("Deploy", "character"),
        r"What you can still play": ("Attach|Play|Lay", ""),
        r"^Move everyone|move into range or behind cover\. All": ("Move", ""),
        r"can still act|can be done": (".(?!nd turn)", ""),
        r"end the turn": ("End turn", ""),
    },
    "starcrossed": {
        r"^Divas first": ("Play", "diva"),
        r"A recruit costs": ("Recruit", "diva"),
        r"combat skill is paid for": ("Set face down", ""),
        r"Play the skill": ("Play", "move|power|item|skill"),
        r"An ability can be used": ("Use", ""),
        r"^Attune": ("Attune", ""),
        r"^Attack": ("Attack", "diva"),
        r"^Block": ("Block", "diva"),
        r"A skill face down turns": ("Activate", ""),
        r"^Put away": ("Under the deck", ""),
    },
    "shine": {
        r"^Attack cards": ("Play", "attack"),
        r"^A Support helps": ("Play", "support"),
        r"^Play what|play what you kept": ("Play", ""),
        r"can still be activated": ("Activate", ""),
        r"take the attack upon itself": ("Guard", ""),
        r"move it beneath": ("Move", "support"),
        r"Go on to the attacks": ("Attack phase", ""),
        r"end the turn": ("End turn", ""),
        r"^Attack where": ("Attack", ""),
        r"support only if": ("Support", "support"),
        r"Quick cards for a battle": ("Play", ""),
    },
    "cardmaster": {
        r"^Begin with three": ("Start", ""),
        r"^A3": ("A3", ""),
        r"^A2": ("A2", ""),
        r"A1 is free": ("A1", ""),
        r"STACK": ("STACK", ""),
        r"SPC": ("SPC", ""),
        r"Shift out": ("Shift", ""),
        r"^Send in": ("Step in", ""),
        r"^Lower the ATK": ("ATK|DEF", ""),
    },
    "verona": {
        r"^In a marriage": ("Propose a marriage", ""),
        r"^Feud": ("Start a feud", ""),
        r"^A tryst": ("Discover a tryst", ""),
        r"^Recruit": ("Recruit", ""),
        r"^Accept with": ("Accept", ""),
        r"rather challenge": ("Challenge", ""),
        r"left is to accept": ("Accept", ""),
        r"^Seduce": ("Seduce", ""),
        r"A duel brings": ("Let them duel", ""),
    },
}
"""What the words of a guide advise to do: how an offer then begins, and the kind of its card."""


@pytest.mark.parametrize("game", GAMES)
def test_what_is_advised_can_be_done(game):
    judged = set()
    for seed in range(4):
        match, chance = Match.start(Setup(game, 2, seed=seed), (SeatPlan("human"),) * 2), Chance(seed)
        while match.deciding is not None and match.count < 160:
            asked, words = match.scene(match.deciding), usually(match)
            ways = set()
            for offer in match.offers():
                if offer.refusal is None:
                    piece = asked.pieces.get(int(offer.source[6:])) if (offer.source or "").startswith("piece/") else None
                    ways.add(
                        (offer.verb, match.rules.face(piece.face).kind if piece is not None and piece.kind == "card" and piece.face else "")
                    )
            for advice, (verb, kind) in ADVISED[game].items():
                if re.search(advice, words):
                    assert any(re.match(verb, said) and re.match(kind, card) for said, card in ways), (words, ways)
                    judged.add(advice)
            match.submit(chance.pick(match.legal()))
    assert len(judged) > len(ADVISED[game]) * 0.6, set(ADVISED[game]) - judged


def test_VR_8_what_is_advised_against_a_proposal_is_what_the_dice_favour():
    """The lower die scores more by accepting than any challenge brings on average; the higher one less than a duel of equals."""

    def challenged(own: int, foe: int) -> float:
        wins, draws, losses = duel_odds(own, foe)
        return (2 * min(own, foe) * (wins - losses) + (foe - own) * draws) / 36

    pairs = [(foe, own) for foe in range(1, 7) for own in range(1, 7) if (foe - own) % 2]
    for foe, own in pairs:
        able = [challenged(each, foe) for each in range(1, foe + 1) if not (foe - each) % 2]
        if own < foe:
            assert foe - own > max(able)
        else:
            assert max(able) == challenged(foe, foe) > foe - own


@pytest.mark.parametrize("game", GAMES)
def test_what_every_line_advises_is_known(game):
    """A line that begins with an offer of its own is one that advises it: none is without a row above."""
    for line in guide_of(game).line:
        if line.verb and not line.done:
            assert any(re.search(advice, line.words) for advice in ADVISED[game]) or line.verb == "I start", line.words


def test_programs_are_not_guided_and_a_game_without_a_guide_says_nothing():
    assert not usually(Match.start(Setup("verona", 2, seed=1), (SeatPlan("easy"),) * 2))
    assert not guide_path("hearsay").exists()
    assert guide_of("hearsay") == Guide()


@pytest.mark.parametrize(
    "row",
    [
        'rule = "PA-1"',
        'rule = "one"\nwords = "x"',
        'rule = "PA-1"\nwords = "x"\ncolour = "red"',
        f'rule = "PA-1"\nwords = "{"x" * 131}"',
        'rule = "PA-1"\nwords = "x"\n[[line]]\nrule = "PA-1"\nverb = "Attack"\nwords = "never told"',
    ],
)
def test_a_faulty_guide_is_refused_with_its_place(row, tmp_path):
    path = tmp_path / "paper.toml"
    path.write_text(f"[[line]]\n{row}\n", encoding="utf-8")
    with pytest.raises(ContentError, match="line"):
        read_guide(path)


@pytest.mark.parametrize("game", GAMES)
def test_a_guide_is_of_use_to_whoever_plays_in_words(game):
    """No line tells of a pointer: they are told in text play as they stand."""
    for line in guide_of(game).line:
        assert not {"hover", "click", "drag", "pointer", "mouse"} & set(line.words.casefold().replace(".", " ").split()), line.words
        assert "hold a" not in line.words.casefold()
        assert "[" not in line.words, "what marks a keyword on a card is read out as it stands"
