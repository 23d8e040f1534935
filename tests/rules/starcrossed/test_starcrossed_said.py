"""What Starcrossed says, written out: what the game asks, every telling with its sound, what a broken ability is told, what a face explains."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from msgspec import Struct
from msgspec.structs import replace
from starcrossed_stage import at, foe, me, stage

from game.cards import events as common
from game.cards.asking import Choose
from game.cards.hands import Limit, Opening
from game.cards.interpret import Frame
from game.cards.model import Ability, Cost, Draw, Drop, Level, Pick, Select
from game.kernel.setup import Outcome
from game.rules.starcrossed import events
from game.rules.starcrossed.actions import ATTACK, BLOCK, PASS, Play
from game.rules.starcrossed.box import catalogue
from game.rules.starcrossed.cards import WORDS, StarCard, judge
from game.rules.starcrossed.faces import face
from game.rules.starcrossed.state import Attuning, Lane, Ordering, Turn
from game.rules.starcrossed.tell import tell

# --- what is asked -----------------------------------------------------------------------------------------------------

DUEL = (
    me(hand=["stoke"] * 9, crystals=[at(diva="anvil-mezzo", skills=["~strike"]), at(), at(diva="slag-prima")]),
    foe(crystals=[at(diva="ember-chorister", skills=["~strike"])]),
)
FRAMES = (Frame("great-grove", 0, 10, 0), Frame("slow-leak", 0, 11, 0))
QUESTIONS = [
    (Opening(0), "The opening hand: keep it, or reveal it and draw ten anew if there is no diva in it."),
    (Turn(0), "Active Player's actions: play cards, use abilities (9 energy left)."),
    (Turn(1), "Reactive Player's actions: play cards, use abilities (9 energy left)."),
    (Lane(0, 0), "Left lane: attack with [anvil-mezzo] (4)? [ember-chorister] (2) could block."),
    (Lane(0, 2), "Right lane: attack with [slag-prima] (5)? Nobody stands there."),
    (Attuning(0, 0, ("cinderchoir",)), "Attune your left crystal to Cinderchoir?"),
    (Attuning(0, 0, ("cinderchoir", "hushtide"), may=False), "Attune your left crystal: choose a tribe."),
    (Limit(0), "More than seven cards in hand: 2 must go on the bottom of the deck."),
    (Ordering(0, FRAMES), "Several abilities were set off at once: which comes next? ([great-grove], [slow-leak])"),
]


@pytest.mark.parametrize(("asked", "words"), QUESTIONS, ids=lambda value: type(value).__name__ if isinstance(value, Struct) else "")
def test_each_question_is_asked_in_its_words(asked, words):
    table = stage(*DUEL)
    table.state = replace(table.state, stack=(asked,))
    assert table.scene(0).prompt.words == words


@pytest.mark.parametrize(
    ("hand", "energy", "said"),
    [
        (["anvil-mezzo", "slag-prima", "ember-chorister"], 1, "2 cards can only be recruits."),
        (["anvil-mezzo", "ember-chorister"], 1, "1 card can only be a recruit."),
        (["ember-chorister", "stoke"], 2, ""),
        (["anvil-mezzo", "slag-prima"], 0, ""),
    ],
)
def test_SC_18_the_question_says_how_many_cards_can_only_be_recruits_and_to_their_holder_alone(hand, energy, said):
    table = stage(me(hand=hand, energy=energy, crystals=[at(), at(), at()]), foe())
    words = table.scene(0).prompt.words
    assert words == f"Active Player's actions: play cards, use abilities ({energy} energy left). {said}".strip()
    assert "recruit" not in table.scene(1).prompt.words
    assert "recruit" not in table.scene(-1).prompt.words


def test_SC_33_SC_34_the_questions_of_an_attack_say_who_fights_whom_and_what_has_been_done():
    with stage(*DUEL, asked=Lane(0, 0), pending=True) as table:
        asked = []
        for action in (ATTACK, BLOCK, PASS):
            table.do(action)
            asked.append(table.scene(0).prompt.words)
        assert asked == [
            "[anvil-mezzo] attacks with 4 against [ember-chorister] with 2. Block the attack, or let it through?",
            "[anvil-mezzo] attacks with 4, [ember-chorister] blocks with 2. Activate a face-down skill, or pass?",
            "[anvil-mezzo] attacks with 4, [ember-chorister] blocks with 2. The other player has just passed. Activate a face-down skill, or pass?",
        ]


# --- what is offered ---------------------------------------------------------------------------------------------------

RISE = StarCard(
    id="rise", name="Rise", kind="move", cost=0, abilities=(Ability(effects=(Pick(of=Select(kind="crystal")), Level(of="target", add=1))),)
)


@pytest.mark.parametrize("seat", [0, 1])
def test_SC_1_a_crystal_to_choose_is_called_by_whose_it_is_and_where_it_lies_for_the_one_who_chooses(seat):
    sides = [me(), foe()]
    sides[seat] = me(hand=["rise"])
    with stage(*sides, active=seat, pending=True, more=(RISE,)) as table:
        table.do(Play(table.id("rise", seat)))
        own, row = 3 * seat, ("left", "middle", "right")
        for lane in range(3):
            where = row[2 - lane if seat else lane]
            assert table.offer(Choose(own + lane)).words == f"Choose your {where} crystal."
            assert table.offer(Choose((own + lane + 3) % 6)).words == f"Choose the opposing {where} crystal."


# --- what is told ------------------------------------------------------------------------------------------------------


def said(telling):
    """Return a telling in a line: its sound, whence, where and whither, and its words, indented as in the log."""
    if telling is None:
        return "nothing"
    way = " ".join(f"{name} {getattr(telling, name)}" for name in ("origin", "at", "goal") if getattr(telling, name))
    return f"{'  ' if telling.detail else ''}{telling.words} ({', '.join(filter(None, (telling.kind, way)))})"


TOLD = [
    (events.Rolled(1, 4), "{1} rolls a 4 for who is Active Player first. (roll)"),
    (events.HandShown(0, ("strike",)), "{0} reveals a hand without diva: [strike]. (flip, goal zone/deck@0)"),
    (common.TurnBegan(0, 4), "Turn 4: {0} is Active Player. (turn, at seat/0)"),
    (common.PhaseBegan("action", 0), "  {0} acts. (turn)"),
    (common.PhaseBegan("combat", 0), "  The Combat Phase begins. (turn)"),
    (common.PhaseBegan("end", 0), "  The turn ends. (turn)"),
    (events.Energised(0, -2, "spent"), "  {0} spends 2 energy. (score, at seat/0)"),
    (events.Energised(0, -2, "faded"), "  {0} loses 2 energy. (score, at seat/0)"),
    (events.Energised(0, 3, "crystals"), "  {0} gains 3 energy from the crystals. (score, at seat/0)"),
    (events.Energised(0, 1, "level"), "  {0} gains 1 energy from the new level. (score, at seat/0)"),
    (events.Energised(0, 2, "smelt"), "  {0} gains 2 energy from [smelt]. (score, at seat/0)"),
    (
        events.DivaPlayed(0, "anvil-mezzo", 0),
        "{0} plays [anvil-mezzo] on the left crystal. (play, origin zone/hand@0 at cell/diva_left@0/0 goal zone/deck@0)",
    ),
    (
        events.DivaPlayed(0, "anvil-mezzo", 1, over="ember-chorister", special=True),
        "{0} plays [anvil-mezzo] on the middle crystal, over [ember-chorister] as a SPECIAL action. (play, origin zone/hand@0 at cell/diva_middle@0/0 goal zone/deck@0)",
    ),
    (
        events.DivaPlayed(0, "anvil-mezzo", 2, recruit=True),
        "{0} plays a recruit face down ([anvil-mezzo]) on the right crystal. (play, origin zone/hand@0 at cell/diva_right@0/0 goal zone/deck@0)",
    ),
    (
        events.DivaPlayed(1, "", 3, recruit=True),
        "{1} plays a recruit face down on the left crystal. (play, origin zone/hand@1 at cell/diva_right@1/0 goal zone/deck@1)",
    ),
    (events.Levelled(0, 2, up=True), "  The left crystal of {0} rises to level 2. (score, at piece/0)"),
    (events.Levelled(3, 1, up=False), "  The left crystal of {1} falls to level 1. (score, at piece/3)"),
    (events.Attuned(0, "hushtide"), "  The left crystal of {0} is attuned to Hushtide. (flip, at piece/0)"),
    (
        events.SkillPlayed(0, "stoke", -1, special=True),
        "{0} plays [stoke] as a SPECIAL action. (play, origin zone/hand@0 goal zone/void@0)",
    ),
    (events.SkillPlayed(0, "honey-jar", 1), "{0} plays [honey-jar] on the middle crystal. (play, origin zone/hand@0 goal zone/void@0)"),
    (events.SkillSet(0, "strike", 0), "{0} sets [strike] face down on the left crystal. (play, origin zone/hand@0)"),
    (events.SkillSet(1, "", 3), "{1} sets a skill face down on the left crystal. (play, origin zone/hand@1)"),
    (events.Activated(0, "strike", 0), "{0} activates [strike]. (flip, at piece/0)"),
    (events.Used(0, "kite-runner", special=True), "{0} uses [kite-runner] as the SPECIAL action. (play)"),
    (events.Used(0, "kite-runner", special=False), "{0} uses [kite-runner]. (play)"),
    (events.Attacked(0, "anvil-mezzo", 0), "{0} attacks in the left lane with [anvil-mezzo]. (attack, at piece/0)"),
    (events.Attacked(1, "", 3), "{1} attacks in the left lane with a recruit. (attack, at piece/3)"),
    (common.Answered(0, "chosen"), "nothing"),
    (common.Answered(0, "done"), "  {0} is done. (pass)"),
    (common.Answered(0, "hold"), "  {0} holds back in the right lane. (pass)"),
    (common.Answered(0, "block"), "  {0} blocks. (answer)"),
    (common.Answered(0, "let"), "  {0} lets it through. (answer)"),
    (common.Answered(0, "pass"), "  {0} passes. (pass)"),
    (events.Showdown(0, 0, 4, 2), "  Showdown: 4 against 2. (hit, at piece/0)"),
    (events.Showdown(0, 0, 4, -1), "  Showdown: strength 4, and nobody in the way. (hit, at piece/0)"),
    (events.LifeChanged(0, -4, "attack", 1), "  {0} loses 4 life to the attack. (hit, at seat/0)"),
    (events.LifeChanged(0, -2, "overkill", 1), "  {0} loses 2 life to Overkill. (hit, at seat/0)"),
    (events.LifeChanged(0, -1, "slow-leak", 1), "  {0} loses 1 life to [slow-leak]. (hit, at seat/0)"),
    (events.LifeChanged(0, 3, "great-grove", 0), "  {0} gains 3 life from [great-grove]. (score, at seat/0)"),
    (events.Vanquished(0, "anvil-mezzo", 0, recruit=False), "  [anvil-mezzo] is vanquished. (fall, goal zone/void@0)"),
    (events.Vanquished(1, "", 3, recruit=True), "  {1}'s recruit is vanquished and goes under the deck. (fall, goal zone/deck@1)"),
    (events.Moved(0, "anvil-mezzo", 0, 2, "move"), "  [anvil-mezzo] moves to the right crystal. (move, at cell/diva_right@0/0)"),
    (events.Moved(0, "anvil-mezzo", 0, 2, "swap"), "  [anvil-mezzo] changes places with [anvil-mezzo]. (move, at cell/diva_right@0/0)"),
    (events.Moved(0, "anvil-mezzo", 0, 2, "crystals"), "  Two crystals of {0} change places. (move, at cell/diva_right@0/0)"),
    (events.Moved(0, "anvil-mezzo", 0, 2, "deploy"), "  [anvil-mezzo] comes onto the right crystal. (move, at cell/diva_right@0/0)"),
    (events.Moved(1, "", 3, 4, "move"), "  {1}'s recruit moves to the middle crystal. (move, at cell/diva_middle@1/0)"),
    (
        common.Changed("stoke", 0, "strength", "add", 2, "turn"),
        "  [anvil-mezzo] on the left crystal of {0}: +2 Strength until the end of the turn, from [stoke]. (flip, at cell/diva_left@0/0)",
    ),
    (
        common.Changed("stoke", 1, "lulled", "set", 1, "attack"),
        "  Whoever is on the middle crystal of {0}: Lulled until the end of this attack, from [stoke]. (flip, at cell/diva_middle@0/0)",
    ),
    (
        events.Quested(0, ("strike", "anvil-mezzo"), "anvil-mezzo"),
        "  {0} quests: reveals [strike], [anvil-mezzo] and takes [anvil-mezzo] to hand. (draw, origin zone/deck@0)",
    ),
    (events.Quested(0, ("strike",), ""), "  {0} quests: reveals [strike] and finds nothing. (draw, origin zone/deck@0)"),
    (events.Quested(0, (), ""), "  {0} quests: has no deck left and finds nothing. (draw, origin zone/deck@0)"),
    (events.FightOver(0, "left"), "  The attacker has left her crystal: the attack ends. (end)"),
    (events.FightOver(0, "stopped"), "  The attack is cancelled. (end)"),
    (events.FightOver(0, "done"), "nothing"),
    (common.TurnEnded(4), "  What is left of the turn's energy fades. (turn)"),
    (common.Dealt(0, 10, anew=True), "{0} shuffles and draws 10 cards anew. (shuffle, origin zone/deck@0)"),
    (common.Drew(0, ("stoke", "strike")), "  {0} draws [stoke], [strike]. (draw, origin zone/deck@0 goal zone/hand@0)"),
    (common.Drew(1, ("", "")), "  {1} draws 2 cards. (draw, origin zone/deck@1 goal zone/hand@1)"),
    (common.Sent(0, "honey-jar", "void", "bottom", 3), "  [honey-jar] goes to {0}'s void. (discard, goal zone/void@0)"),
    (common.Sent(0, "honey-jar", "hand", "bottom", 3), "  [honey-jar] goes to {0}'s hand. (discard, goal zone/hand@0)"),
    (common.Sent(1, "", "deck", "top", 0), "  A card goes on top of {1}'s deck. (discard, goal zone/deck@1)"),
    (common.Sent(1, "", "deck", "bottom", 0), "  A card goes to the bottom of {1}'s deck. (discard, goal zone/deck@1)"),
    (common.Sent(1, "", "deck", "shuffled", 0), "  A card goes into {1}'s deck. (discard, goal zone/deck@1)"),
    (common.Looked(0, 1, ("stoke",)), "  {0} looks at [stoke]. (flip)"),
    (common.Looked(1, 2, ()), "  {1} looks at 2 cards. (flip)"),
    (common.Revealed(3, ("stoke",)), "  Revealed: [stoke]. (flip)"),
    (common.Revealed(1, ()), "  A card is shown. (flip)"),
    (common.Shuffled(0), "  {0} shuffles the deck. (shuffle, at zone/deck@0)"),
    (common.Stopped(("undertow-alto",)), "Abilities setting each other off without end were stopped: [undertow-alto]. (end)"),
    (common.Ended(Outcome((0,), (25, 0), "{0} wins")), "{0} wins. (end)"),
]


@pytest.mark.parametrize(("event", "line"), TOLD, ids=lambda value: type(value).__name__ if isinstance(value, Struct) else "")
def test_each_event_is_told_in_its_words_with_its_sound_at_its_place(event, line):
    assert said(tell(event, stage(*DUEL).observation(0))) == line


def test_every_event_of_the_game_stands_in_the_list():
    assert {type(event) for event, _ in TOLD} == {*get_args(events.Event)}


# --- what a broken ability is told -------------------------------------------------------------------------------------

SING = (Draw(),)
BROKEN = [
    ("move", Ability(when="use", cost=(Cost("energy", 1),), effects=SING), "a move is in the void before it could be used (SC-21)"),
    ("item", Ability(when="use", effects=SING), "an action ability needs a cost, SPECIAL, or a limit (SC-26)"),
    ("diva", Ability(effects=SING), "what a diva does when she is played is a trigger: when = 'played'"),
    ("item", Ability(effects=(Drop(2),)), "discard one card at a time: repeat the effect"),
]
"""Kinds of cards with an ability that Starcrossed refuses, and why."""


@pytest.mark.parametrize(("kind", "ability", "complaint"), BROKEN, ids=[complaint for _, _, complaint in BROKEN])
def test_each_broken_ability_is_refused_at_its_place_in_its_words(kind, ability, complaint):
    whole = Ability(when="play" if kind != "diva" else "played", effects=SING)
    diva = {"tribe": "hushtide", "level": 1} if kind == "diva" else {}
    card = StarCard(id="x", name="X", kind=kind, cost=0, abilities=(whole, ability), **diva)
    assert judge(card, frozenset()) == [("$.abilities[1]", complaint)]


# --- what a face explains ----------------------------------------------------------------------------------------------

FACES = [face(catalogue(), card) for card in catalogue().cards]
EXPLAINED = {word for printed in FACES for word, _ in printed.keywords}


@pytest.mark.parametrize("printed", FACES, ids=lambda printed: printed.id)
def test_a_face_explains_the_words_that_stand_on_it_and_no_others(printed):
    text = " ".join((printed.line, *printed.text)).replace("quest for", "Quest for")
    assert {word for word, _ in printed.keywords} == {word for word in EXPLAINED if re.search(rf"\b{word}\b", text)}


def test_a_card_counts_every_resource_of_either_player():
    mine = me(
        hand=["stoke"] * 2, crystals=[at(1, "cinderchoir"), at(2, "hushtide"), at(1, "hushtide")], void=["hush"], life=24, energy=5, kept=1
    )
    with stage(mine, foe(life=9, energy=0, hand=["hush"])) as table:
        counted = [{name: table.ask().resource(name, seat) for name in WORDS.resources} for seat in (0, 1)]
    assert counted == [
        {"energy": 6, "life": 24, "cards": 2, "levels": 4, "tribes": 2, "void": 1},
        {"energy": 0, "life": 9, "cards": 1, "levels": 0, "tribes": 0, "void": 0},
    ]
