"""Shine: what is said of an attack or a duel before it is made, and of attacks that are let go by."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace
from shine_stage import Stage, foe, me, stage

from game.cards.asking import Choose
from game.rules.shine.actions import PASS, Attack, Lend, Play, Use


def foreseen(table: Stage, attacker: str, target: str) -> str:
    """Return what is said of an attack to whoever could make it."""
    action = Attack(table.id(attacker), table.id(target, 1))
    return table.rules.preview(table.rules.observe(table.state, 0), action).words


def forgone(table: Stage) -> str:
    """Return what leaving the attack phase is said to forgo."""
    return next(offer.closes for offer in table.rules.offers(table.state) if offer.action == PASS)


def test_an_attack_is_told_with_the_support_that_can_still_be_added_SH_12():
    """`3 against 3: nothing would happen` was said of an attack that a card beneath the attacker won."""
    fighters, prey = {0: "ember-runner"}, {0: "~ember-runner"}
    with stage(me(front=fighters), foe(front=prey), phase="attack", pending=True) as table:
        assert foreseen(table, "ember-runner", "ember-runner") == "3 against 3: nothing would happen, as it stands."
    with stage(me(front=fighters, back={0: "ash-tailor"}), foe(front=prey), phase="attack", pending=True) as table:
        own = table.strength("ash-tailor")
        assert foreseen(table, "ember-runner", "ember-runner").endswith(f" With the Support beneath it can be {3 + own} against 3.")
    with stage(me(front=fighters), foe(front=prey, back={0: "ash-tailor", 1: "ash-tailor"}), phase="attack", pending=True) as table:
        assert foreseen(table, "ember-runner", "ember-runner").endswith(f" With the Support beneath it can be 3 against {3 + own}.")
    with stage(me(front=fighters, back={0: "~ash-tailor"}), foe(front=prey), phase="attack", pending=True) as table:
        assert "Support" not in foreseen(table, "ember-runner", "ember-runner"), "it lies turned"


def test_what_an_attacker_or_a_support_card_sets_off_by_itself_is_counted_SH_26():
    """`Nothing would happen` was said of an attack that won by what the attacker itself sets off, `you lose 1 Life` of Support whose effect kept it."""
    with stage(me(front={0: "torch-drummer"}), foe(front={0: "~brass-colossus"}), phase="attack", pending=True) as table:
        own, other = table.strength("torch-drummer"), table.strength("brass-colossus", 1)
        assert foreseen(table, "torch-drummer", "brass-colossus").startswith(f"{own + 1} against {other}: ")
    with stage(
        me(front={0: "ember-runner"}, back={0: "kindling-twins"}), foe(front={0: "~ember-runner"}), phase="attack", pending=True
    ) as table:
        own, extra, other = table.strength("ember-runner"), table.strength("kindling-twins"), table.strength("ember-runner", 1)
        lend = Lend(table.id("kindling-twins"))
        table.do(Attack(table.id("ember-runner"), table.id("ember-runner", 1)))
        said = told(table, lend)
        assert said.startswith(f"{own + extra + 1} against {other}: the attacker wins, as it stands.")
        for action in (lend, PASS, PASS):
            table.do(action)
        assert table.strength("ember-runner") == own + extra + 1


def test_support_that_an_attack_exhausts_is_not_told_as_if_it_could_be_added_SH_26():
    with stage(
        me(front={0: "storm-soprano"}), foe(front={0: "~ember-runner"}, back={0: "ash-tailor"}), phase="attack", pending=True
    ) as table:
        own, other = table.strength("storm-soprano"), table.strength("ember-runner", 1)
        assert (
            foreseen(table, "storm-soprano", "ember-runner")
            == f"{own} against {other}: the attacker wins, as it stands. [ember-runner] is destroyed."
        )


def test_what_is_set_off_and_has_yet_to_be_chosen_is_named_SH_12():
    with stage(
        me(hand=["ember-runner", "glass-eel"], front={0: "ember-runner"}, back={0: "owl-prompter"}),
        foe(front={0: "~ember-runner"}),
        phase="attack",
        pending=True,
    ) as table:
        own, extra, other = table.strength("ember-runner"), table.strength("owl-prompter"), table.strength("ember-runner", 1)
        table.do(Attack(table.id("ember-runner"), table.id("ember-runner", 1)))
        said = told(table, Lend(table.id("owl-prompter")))
        assert said.startswith(f"{own + extra} against {other}: ")
        assert ", as it stands, before what [owl-prompter] sets off." in said


def test_an_attack_is_told_with_who_can_take_it_on_itself_SH_35():
    prey = {0: "~foam-dancer", 1: "harbour-sentinel"}
    with stage(me(front={0: "ember-runner"}), foe(front=prey), phase="attack", pending=True) as table:
        strength = table.strength("harbour-sentinel", 1)
        assert foreseen(table, "ember-runner", "foam-dancer").endswith(f" [harbour-sentinel] ({strength}) can take it on itself.")
    with stage(me(front={0: "ember-runner"}), foe(front=prey | {1: "~harbour-sentinel"}), phase="attack", pending=True) as table:
        assert "take it on itself" not in foreseen(table, "ember-runner", "foam-dancer"), "it lies exhausted"
        assert "take it on itself" not in foreseen(table, "ember-runner", "harbour-sentinel"), "it is attacked itself"


def test_an_attack_on_a_star_is_told_with_the_life_it_takes_SH_28():
    """Who won by taking Lives read of three attacks alike that "the attacker wins", whether they took one or felled a card."""
    with stage(
        me(front={0: "brass-colossus"}), foe(star="~rubea-first-flame", front={0: "~ember-runner"}), phase="attack", pending=True
    ) as table:
        assert foreseen(table, "brass-colossus", "rubea-first-flame").endswith("the attacker wins, as it stands. They lose 1 Life, 2 left.")
        assert foreseen(table, "brass-colossus", "ember-runner").endswith("the attacker wins, as it stands. [ember-runner] is destroyed.")


def test_what_a_support_card_sets_off_as_it_is_exhausted_is_no_part_of_the_strength_that_is_told_SH_12():
    """`It can be 6 against 5` was said where the Support beneath took 1 from the attacker as it was exhausted."""
    with stage(
        me(front={0: "ember-runner"}), foe(front={0: "~ember-runner"}, back={0: "bone-harpist"}), phase="attack", pending=True
    ) as table:
        own = table.strength("bone-harpist", 1)
        words = foreseen(table, "ember-runner", "ember-runner")
        assert words.endswith(f" With the Support beneath it can be 3 against {3 + own}, before what [bone-harpist] sets off.")


def test_support_that_sets_nothing_off_in_this_turn_is_no_reason_to_doubt_what_is_told_SH_32_SH_42():
    """`Before what Lantern Fry sets off` was said in the turn of whose it is, in which it sets off nothing."""
    mine, theirs = me(front={0: "ember-runner"}, back={0: "lantern-fry"}), foe(front={0: "~ember-runner"})
    with stage(mine, theirs, phase="attack", pending=True) as table:
        own = table.strength("ember-runner") + table.strength("lantern-fry")
        words = foreseen(table, "ember-runner", "ember-runner")
        assert words.endswith(f" With the Support beneath it can be {own} against {table.strength('ember-runner', 1)}.")
    with stage(
        me(front={0: "ember-runner"}), foe(front={0: "~ember-runner"}, back={0: "lantern-fry"}), phase="attack", pending=True
    ) as table:
        fry = table.id("lantern-fry", 1)
        assert foreseen(table, "ember-runner", "ember-runner").endswith("before what [lantern-fry] sets off.")
        table.state = replace(table.state, used=((fry, 0),))
        assert "sets off" not in foreseen(table, "ember-runner", "ember-runner")


def test_what_follows_as_a_card_is_destroyed_is_told_SH_37():
    with stage(me(front={0: "brass-colossus"}), foe(front={0: "~shade-sentry", 1: "~ember-runner"}), phase="attack", pending=True) as table:
        assert foreseen(table, "brass-colossus", "shade-sentry").endswith("[shade-sentry] is destroyed, and its On Destroy follows.")
        assert foreseen(table, "brass-colossus", "ember-runner").endswith("[ember-runner] is destroyed.")


@pytest.mark.parametrize(("seat", "card"), [(0, "whispered-curse"), (1, "still-waters")])
def test_what_a_spell_makes_of_a_battle_is_told_SH_28_SH_43(seat, card):
    """Of a spell that decided a battle only what is printed on it was said, and of one that changed nothing the same."""
    sides = [me(front={0: "ember-runner", 1: "foam-dancer"}), foe(front={0: "~ember-runner", 1: "foam-dancer"})]
    sides[seat] |= {"hand": (card,), "shine": (3, 7, 0)}
    with stage(*sides, phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("ember-runner", 1)))
        if seat:
            table.do(PASS)
        spell, other = table.id(card, seat), 1 - seat
        one, two = ((3, 1), (1, 3))[seat]
        end = "the attacker wins, as it stands. [ember-runner] is destroyed." if one > two else "nothing would happen, as it stands."
        play = Play(spell, table.id("ember-runner", other))
        assert told(table, play, seat) == f"{one} against {two}: {end}"
        assert told(table, Play(spell, table.id("foam-dancer", other)), seat) == "", "it takes no part"
        table.do(play)
        assert told(table, PASS, other) == f"{one} against {two}: {end}", "so is what comes of letting it happen"


def test_so_is_what_an_ability_makes_of_it_SH_43():
    mine = me(front={0: "ember-runner"}, star="nox-and-ruby-comet-pair", shine=(3, 7, 0))
    with stage(mine, foe(front={0: "~brass-colossus"}), phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("brass-colossus", 1)))
        own, other = table.strength("ember-runner"), table.strength("brass-colossus", 1)
        uses = {each.at: told(table, each) for each in table.rules.legal(table.state) if isinstance(each, Use)}
        assert uses[table.id("ember-runner")].startswith(f"{own + 3} against {other}: ")
        assert uses[table.star(0)] == "", "it takes no part"


def test_who_can_still_take_an_attack_on_itself_is_told_in_the_support_step_too_SH_35():
    """Guards were named as an attack was declared, and forgotten as Support was added to it."""
    prey = {0: "~foam-dancer", 1: "harbour-sentinel"}
    with stage(me(front={0: "ember-runner"}, back={0: "ash-tailor"}), foe(front=prey), phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        guard = f"[harbour-sentinel] ({table.strength('harbour-sentinel', 1)}) can take it on itself."
        assert told(table, Lend(table.id("ash-tailor"))).endswith(guard)
        assert told(table, PASS).endswith(guard)
        table.do(PASS)
        assert guard not in told(table, PASS, 1), "whose it is knows"
    with stage(me(front={0: "ember-runner"}, back={0: "ash-tailor"}), foe(front=prey), phase="attack", pending=True) as table:
        table.do(Attack(table.id("ember-runner"), table.id("foam-dancer", 1)))
        table.state = replace(table.state, fight=replace(table.state.fight, passes=1))
        assert guard not in told(table, PASS), "nobody is asked any more"


def test_attacks_that_could_bring_nothing_are_let_go_by_without_a_word():
    """Whoever left the attack phase was asked whether it meant to forgo an attack of four against four."""
    fighters, prey, spent = {0: "ember-runner"}, {0: "~ember-runner"}, "~rubea-first-flame"
    with stage(me(front=fighters, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == ""
    with stage(me(front=fighters, back={0: "ash-tailor"}, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == "Ends attacking: [ember-runner] could still attack."
    with stage(me(front={0: "foam-dancer"}, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == "Ends attacking: [foam-dancer] could still attack."


def told(table: Stage, action: Any, seat: int = 0) -> str:
    """Return what is said of an allowed action to whoever could take it."""
    assert action in table.rules.legal(table.state)
    return table.rules.preview(table.rules.observe(table.state, seat), action).words


@pytest.mark.parametrize(
    ("other", "strength", "end"),
    [
        ("foam-dancer", 4, "[foam-dancer] would be destroyed"),
        ("undertow-duelist", 5, "nothing would happen"),
        ("storm-soprano", 8, "both would be exhausted"),
    ],
    ids=["weaker", "equal", "stronger"],
)
def test_a_duel_of_an_ability_is_told_before_it_SH_39(other, strength, end):
    """Of `Undertow Duelist Duels the target` only what is printed was said, whichever of the two is stronger."""
    with stage(me(front={0: "undertow-duelist"}), foe(front={0: f"~{other}"}), pending=True) as table:
        use = Use(table.id("undertow-duelist"), 0, table.id(other, 1))
        assert told(table, use) == f"[undertow-duelist] 5 against [{other}] {strength}: {end}, as it stands."


def test_so_is_one_that_a_card_fights_as_it_is_played_SH_39():
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "ripple-scout"}), pending=True) as table:
        own, other = 3, table.strength("ripple-scout", 1)
        play = Play(table.id("cinder-fencer"), 0)
        assert (
            told(table, play) == f"[cinder-fencer] {own} against [ripple-scout] {other}: [ripple-scout] would be destroyed, as it stands."
        )
    with stage(me(hand=("cinder-fencer",)), foe(front={0: "ripple-scout", 1: "glass-eel"}), pending=True) as table:
        other, third = table.strength("ripple-scout", 1), table.strength("glass-eel", 1)
        play, eel = Play(table.id("cinder-fencer"), 0), table.id("glass-eel", 1)
        assert told(table, play) == f"[cinder-fencer] ({own}) can duel [ripple-scout] ({other}) or [glass-eel] ({third})."
        table.carry(play)
        assert told(table, Choose(eel)) == f"[cinder-fencer] {own} against [glass-eel] {third}: both would be exhausted, as it stands."
    with stage(me(hand=("cinder-fencer",)), foe(), pending=True) as table:
        assert told(table, Play(table.id("cinder-fencer"), 0)) == "", "there is nobody to duel"


def test_and_one_of_a_spell_with_what_it_does_before_SH_39():
    with stage(me(hand=("duel-at-midnight",), front={0: "ember-runner"}), foe(front={0: "foam-dancer"}), pending=True) as table:
        words = told(table, Play(table.id("duel-at-midnight"), table.id("foam-dancer", 1)))
        assert words == "[ember-runner] 3 against [foam-dancer] 2: [foam-dancer] would be destroyed, as it stands."
    with stage(
        me(hand=("duel-at-midnight",), front={0: "ember-runner", 1: "glass-eel"}), foe(front={0: "foam-dancer"}), pending=True
    ) as table:
        words = told(table, Play(table.id("duel-at-midnight"), table.id("foam-dancer", 1)))
        assert words == f"[ember-runner] (3) or [glass-eel] ({table.strength('glass-eel')}) can duel [foam-dancer] (2)."


def test_who_leaves_the_first_main_phase_is_told_that_cards_can_be_played_again_SH_24():
    """That playing a card was "no better than stopping" puzzled those who did not know of the second main phase."""
    with stage(me(hand=["ember-runner"]), foe(), phase="main1", pending=True) as table:
        plays = {action for action in table.rules.legal(table.state) if isinstance(action, Play)}
        words, state = table.rules.preview(table.rules.observe(table.state, 0), PASS).words, table.state
        assert "play cards once more" in words
        for _ in range(4):  # the other lets each of the two phases end
            state = table.rules.advance(state, PASS)
        assert plays
        assert plays <= set(table.rules.legal(state))
        assert table.rules.preview(table.rules.observe(state, 0), PASS).words == ""


@pytest.mark.parametrize(
    ("target", "life", "mine", "theirs"),
    [
        ("ripple-scout", 3, "[ripple-scout] is destroyed.", "[ripple-scout] is destroyed."),
        ("star", 3, "They lose 1 Life, 2 left.", "You lose 1 Life, 2 left."),
        ("star", 1, "They lose the last Life and the match (SH-7).", "You lose the last Life and the match (SH-7)."),
    ],
)
def test_who_passes_in_a_battle_is_told_what_it_comes_to_SH_14_SH_28(target, life, mine, theirs):
    """`Pass: do nothing now` was all that was said to who lost the last Life by it."""
    with stage(
        me(front={0: "magma-vanguard"}, back={0: "ash-tailor"}),
        foe(front={0: "~ripple-scout"}, star="~marisel-tidal-voice", life=("foam-dancer",) * life),
        phase="attack",
        pending=True,
    ) as table:
        other = table.star(1) if target == "star" else table.id(target, 1)
        state = table.rules.advance(table.state, Attack(table.id("magma-vanguard"), other))
        one, two = (table.ask().strength(each) for each in (table.id("magma-vanguard"), other))
        said = [table.rules.preview(table.rules.observe(state, seat), PASS).words for seat in (0, 1)]
        assert said == [f"{one} against {two}: the attacker wins, as it stands. {words}" for words in (mine, theirs)]
        lend, extra = Lend(table.id("ash-tailor")), table.strength("ash-tailor")
        assert lend in table.rules.legal(state)
        more = table.rules.preview(table.rules.observe(state, 0), lend).words
        assert more == f"{one + extra} against {two}: the attacker wins, as it stands. {mine}", "who adds to a battle is told the same"


def test_what_takes_shine_off_the_field_is_told_to_be_gone_and_what_only_turns_it_is_not_SH_38():
    mine = me(hand=("drowned-echo",), grave=("drowned-echo",), star="marisel-tidal-voice")
    with stage(mine, foe(front={0: "foam-dancer"})) as table:
        buried = next(each for each in table.legal() if isinstance(each, Use) and table.ask().card_of(each.piece) == "drowned-echo")
        others = [each for each in table.legal() if isinstance(each, Use) and table.ask().card_of(each.piece) != "drowned-echo"]
        played = next(each for each in table.legal() if isinstance(each, Play))
        spent = [table.rules.preview(table.observation(0), each).spends for each in (buried, played, *others)]
        assert spent == [True, *[False] * (1 + len(others))]
        assert others
