"""Shine: what is said of an attack before it is made, and of attacks that are let go by."""

from __future__ import annotations

from shine_stage import Stage, foe, me, stage

from game.rules.shine.actions import PASS, Attack


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


def test_an_attack_is_told_with_who_can_take_it_on_itself_SH_35():
    prey = {0: "~foam-dancer", 1: "harbour-sentinel"}
    with stage(me(front={0: "ember-runner"}), foe(front=prey), phase="attack", pending=True) as table:
        strength = table.strength("harbour-sentinel", 1)
        assert foreseen(table, "ember-runner", "foam-dancer").endswith(f" [harbour-sentinel] ({strength}) can take it on itself.")
    with stage(me(front={0: "ember-runner"}), foe(front=prey | {1: "~harbour-sentinel"}), phase="attack", pending=True) as table:
        assert "take it on itself" not in foreseen(table, "ember-runner", "foam-dancer"), "it lies exhausted"
        assert "take it on itself" not in foreseen(table, "ember-runner", "harbour-sentinel"), "it is attacked itself"


def test_attacks_that_could_bring_nothing_are_let_go_by_without_a_word():
    """Whoever left the attack phase was asked whether it meant to forgo an attack of four against four."""
    fighters, prey, spent = {0: "ember-runner"}, {0: "~ember-runner"}, "~rubea-first-flame"
    with stage(me(front=fighters, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == ""
    with stage(me(front=fighters, back={0: "ash-tailor"}, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == "Ends attacking: [ember-runner] could still attack."
    with stage(me(front={0: "foam-dancer"}, star=spent), foe(front=prey), phase="attack", pending=True) as table:
        assert forgone(table) == "Ends attacking: [foam-dancer] could still attack."
