"""What the small buttons and the single keys at a match do: pace, log, tools, and the pages that open over the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.kernel.ids import SPECTATOR
from game.kernel.words import enumerated
from game.match.lately import acted, others_lately
from game.match.passing import STOPS
from game.table.pages.dialog import Dialog
from game.table.pages.keys import KeysPanel
from game.table.pages.links import CARD, Link
from game.table.pages.rules import RulesScreen
from game.table.pages.settings import SettingsScreen
from game.table.play import closer
from game.table.play.beats import SPEEDS
from game.table.play.chart import ChartPanel
from game.table.play.guide import Guide
from game.table.play.handing import asks_back, back_words
from game.table.play.hints import Hints
from game.table.play.log_panel import LogPanel
from game.table.play.match_hand import MatchHand
from game.table.play.match_view import MatchView
from game.table.play.stops import StopsPanel
from game.table.shell.bindings import keyed


class Tool(NamedTuple):
    """A small button: key, icon, hint, whether it can be pressed, whether it is lit, what it does, and why it cannot be pressed."""

    key: str
    icon: str
    hint: str
    enabled: bool
    lit: bool
    on: Callable[[], None]
    why: str = ""


class Controls:
    """The buttons and keys of a match; `undo` takes the last decision back, and `concede` gives the match up."""

    def __init__(self, view: MatchView, hand: MatchHand, hints: Hints, undo: Callable[[], None], concede: Callable[[], None]) -> None:
        self.view, self.hand, self.hints, self.undo, self.concede = view, hand, hints, undo, concede
        self.how_it_ended: Callable[[], None] | None = None
        self.app, self.match, self.player = view.app, view.match, view.player
        self.guide = Guide(view)
        self._corrects = False
        self.pace = min(SPEEDS, key=lambda speed: abs(speed - self.app.settings.watching))
        self._fault = ""
        self._set_pace()

    def commands(self) -> dict[str, Callable[[], None]]:
        """Return what single keys do."""
        hurry = {"return": self.hand.desk.finish, "keypad enter": self.hand.desk.finish} if self.hints.thinking else {}
        end = {} if self.how_it_ended is None else dict.fromkeys(("space", "return", "keypad enter"), self.how_it_ended)
        return {
            **hurry,
            **end,
            "f1": self.show_rules,
            "f5": self.save,
            "l": self.toggle_log,
            "z": self.undo,
            "p": self.toggle_pause,
            ".": self.player.step,
            "+": self.faster,
            "=": self.faster,
            "-": partial(self.faster, -1),
            "t": self.show_chart,
            "k": self.hand.toggle_tooling,
            "o": self.show_stops,
            "h": self.show_keys,
            "i": self.hints.ask,
            "w": self.hints.why,
            "r": self.what_happened,
            "escape": self.hints.clear if self.hints.ideas else self.pause_menu,
        }

    def tools(self) -> list[Tool]:
        """Return the small buttons: menu, take back, log, and the pace."""
        player, hand = self.player, self.hand
        skip = self.keyed("Let it move now" if self.hints.thinking and not player.busy else "Show everything at once", "return")
        pause = self.keyed("Go on" if player.paused else "Stop after each step", "p")
        again = self.keyed("What happened: the others' last turn once more", "r")
        whose = asks_back(self.match, self.view.viewer)
        refusal = self.match.undo_refusal(whose)
        back = self.keyed(back_words(self.match, whose), "z") if refusal is None else self.view.spoken(refusal.words)
        log = "Read the log" if self.view.log_cramped else "Show or hide the log"
        can_undo = refusal is None and self.view.viewer != SPECTATOR
        tools = [
            Tool("menu", "hamburger-menu", self.keyed("Menu", "escape"), True, False, self.pause_menu),
            Tool(
                "undo",
                "anticlockwise-rotation",
                back,
                can_undo,
                False,
                self.undo,
                "Who looks on takes nothing back." if refusal is None else back,
            ),
            Tool("log", "scroll-unfurled", self.keyed(log, "l"), True, False, self.toggle_log),
            Tool("pause", "play-button" if player.paused else "pause", pause, True, player.paused, self.toggle_pause),
            Tool(
                "step",
                "step",
                self.keyed("Show the next step", "."),
                player.paused,
                False,
                player.step,
                "Single steps are shown while the table is paused.",
            ),
            Tool("skip", "fast-forward-button", skip, True, False, hand.desk.finish)
            if player.busy or self.hints.thinking
            else Tool(
                "again", "backward-time", again, self.can_recall, False, self.what_happened, "There is no turn of others to be shown now."
            ),
        ]
        if self.hints.offered:
            shown, going = bool(self.hints.ideas) or self.hints.waiting or self.hints.coming, self.match.deciding is not None
            best = self.keyed("What would be best here?", "i")
            tools.insert(2, Tool("hint", "light-bulb", best, going, shown, self.hints.ask, "You are not asked now."))
        if self.match.rules.chart is not None:
            tools.append(Tool("chart", "chart", self.keyed(self.match.rules.chart.title, "t"), True, False, self.show_chart))
        usable = hand.tooling or hand.has_tools()
        self._corrects = self._corrects or usable
        if self._corrects:  # once it was there it stays, or another button would come under the pointer
            hint = self.keyed("Lay the tools down" if hand.tooling else "Tools: correct the table, enter a real die", "k")
            tools.append(Tool("tools", "monkey-wrench", hint, usable, hand.tooling, hand.toggle_tooling, "The tools cannot be used now."))
        return tools

    def keyed(self, words: str, key: str) -> str:
        """Return the words of a button with the key that does the same now."""
        return keyed(words, self.app.settings, key)

    # --- pace

    def toggle_pause(self) -> None:
        """Stop after each beat, or go on."""
        self.player.paused = not self.player.paused
        self.app.speech.answer("The table waits after each step now." if self.player.paused else "The table goes on.")
        self.hand.desk.stale()

    def faster(self, by: int = 1) -> None:
        """Take the next pace."""
        index = SPEEDS.index(self.pace) + by
        self.pace = SPEEDS[index % len(SPEEDS) if by == 1 else max(0, index)]
        self.app.change(watching=self.pace)
        self._set_pace()
        self.hand.desk.stale()

    def _set_pace(self) -> None:
        self.player.pace = self.app.settings.pace * self.pace

    # --- what happened

    @property
    def can_recall(self) -> bool:
        """Tell whether there is a turn of others to show once more, and nothing else is shown or thought about."""
        free = self.view.human_turn or (self.match.deciding is None and not self.player.busy)
        return free and self.view.viewer != SPECTATOR and acted(self.match, self.view.viewer)

    def what_happened(self) -> None:
        """Show the others' last turn once more, with trails, at the pace that is set; whatever skips a turn skips this."""
        steps = others_lately(self.match, self.view.viewer) if self.can_recall else range(0)
        if not steps:
            return
        self.hints.clear()
        self.hand.lay_down()
        self.hand.rest(-1)
        self.app.cue("undo")
        self.view.recall(steps)
        self.hand.desk.stale()

    def pace_words(self) -> str:
        """Return how fast others are shown."""
        return f"{self.pace:g}".replace("0.5", "½")

    # --- the log

    def toggle_log(self) -> None:
        """Show or hide the log, and have its newest lines read aloud; where it has hardly any room beside the table, show it over it."""
        if self.view.log_cramped:
            self.app.cue("open")
            self.app.push(LogPanel(lambda: self.view.log, self.hints.why))
            return
        self.view.log_open = not self.view.log_open
        self.app.speech.read(self.view.log.last_lines())  # to the ear it is always there
        self.hand.desk.stale()

    def log_wheel(self, dy: float) -> None:
        """Look further back in the log; what was shown of a line that lay under the pointer goes with the line."""
        self.view.log.wheel(dy, self.app)
        self.hand.link = None
        self.hand.desk.stale()

    # --- pages over the table

    def stops(self) -> str:
        """Return where the table stops to ask, in words; empty where there is nobody to ask or no window to pass."""
        if not self.match.rules.windows or self.view.viewer == SPECTATOR:
            return ""
        return next(words for key, words, _ in STOPS if key == self.app.settings.stops)

    def show_stops(self) -> None:
        """Open the choice of where to be asked."""
        if self.stops():
            self.app.cue("open")
            self.app.push(StopsPanel(self.match.setup.game, self.match.rules.windows))

    def show_chart(self) -> None:
        """Show the game's chart, if it has one."""
        if self.match.rules.chart is not None:
            self.app.push(ChartPanel(self.match.rules.chart))

    def show_keys(self) -> None:
        """Open the page of keys."""
        self.app.push(KeysPanel())

    def show_settings(self) -> None:
        """Open the settings over the match."""
        self.app.push(SettingsScreen())

    def show_rules(self) -> None:
        """Open the rules page of the game: at what is explained under the pointer, else at the rule of a refusal that is shown, else at that of the question."""
        link = self.hand.link
        if link is not None and link.kind != CARD:
            self.follow(link)
            return
        refused = self.hand.refused
        rule = next((offer.refusal.rule for offer in refused[0] if offer.refusal is not None), "") if refused is not None else ""
        prompt = self.view.scene.prompt
        self.app.push(RulesScreen(self.match.setup.game, rule or (prompt.rule if prompt is not None else "")))

    def follow(self, link: Link) -> None:
        """Open what words name: a card to look closer at, the rules at a rule or a keyword."""
        face = self.view.printed.face(link.name) if link.kind == CARD else None
        self.hand.link = None
        if face is not None:
            closer.look_at(self.view, closer.Shown(face))
        elif link.kind != CARD:
            self.explain(link.name)

    def explain(self, name: str) -> None:
        """Open the rules at a rule or a keyword."""
        self.app.push(RulesScreen(self.match.setup.game, name))

    def save(self) -> None:
        """Make sure the match is on the disk."""
        self.match.save()
        if self.match.path is None:
            self.app.say("This match is not being saved.")
        elif self.match.save_fault:
            self.tell_fault()
        else:
            self.app.cue("save")
            self.app.say(f"Saved as {self.match.path.name}.", "good")

    def tell_fault(self) -> None:
        """Say why the match could not be saved; nothing where it is on the disk."""
        if self.match.save_fault:
            self.app.say(self.match.save_fault, "bad")

    def fault_turned(self) -> bool:
        """Tell whether since the last time the match was found to be saved no more, or to be saved again."""
        before, self._fault = self._fault, self.match.save_fault
        return self._fault != before

    def leave(self) -> None:
        """Leave the table; ask first where the match is not on the disk."""
        self.match.flush()
        if not self.match.save_fault:
            self.app.pop()
            return
        words = f"{self.match.save_fault} What is not saved is lost when you leave."
        self.app.push(Dialog("Leave the table?", words, (("Leave it", "danger", self.app.pop), ("Stay", "main", lambda: None))))

    def ask_concede(self) -> None:
        """Ask whether the match is to be given up, and say what follows from it."""
        others = [name for seat, name in enumerate(self.match.names) if seat != self.view.viewer]
        shared = f"{enumerated(others)} {'share the win' if len(others) > 1 else 'wins'}"
        words = f"The match ends here, and {shared}. It cannot be taken back, and it counts as a loss in your records."
        self.app.push(Dialog("Concede?", words, (("Concede", "danger", self.concede), ("Play on", "main", lambda: None))))

    def pause_menu(self) -> None:
        """Open the menu over the table."""
        answers: list[tuple[str, str, Callable[[], None]]] = [
            (self.keyed("Save", "f5"), "plain", self.save),
            (self.keyed("Rules", "f1"), "plain", self.show_rules),
            (self.keyed("Keys", "h"), "plain", self.show_keys),
            ("Settings", "plain", self.show_settings),
        ]
        if self.match.concede_refusal(self.view.viewer) is None:
            answers.append(("Concede", "plain", self.ask_concede))
        answers += [("Leave the table", "danger", self.leave), ("Go on", "main", lambda: None)]
        self.app.push(Dialog("Paused", "", answers, keys={"f5": 0, "f1": 1, "h": 2}))
