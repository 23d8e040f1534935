"""What is seen and said at the table: the question, the buttons, the lights, the closer look; nothing here changes the match.

Hands and flow stand on it: `match_hand` takes what pointer and keys do, `match` lets a match go on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from game.ai.worker import Thinker
from game.kernel.ids import SPECTATOR, CardId, Place, Seat
from game.kernel.offers import Offer, Preview
from game.kernel.scene import CardFace, Scene
from game.table.canvas.draw import Drawn
from game.table.canvas.view import Rect
from game.table.pieces import creature
from game.table.pieces.board import Board
from game.table.pieces.lit import Light
from game.table.play import grip, overlay, side_panel, targets
from game.table.play.beats import BeatPlayer
from game.table.play.log import Log
from game.table.shell.page import Page

if TYPE_CHECKING:
    from game.match.match import Match

WAVING_SECONDS = 5.0
"""How long the plate of whoever must choose swells."""


class MatchView(Page):
    """The table with a match on it, to be looked at."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match
        self.theme = match.setup.game
        self.viewer: Seat = self._first_viewer()
        self.grip = grip.Grip()
        self.log = Log()
        self.log_open = True
        self.rival = Thinker()
        self.cursor: Place = ""
        self.over: Place = ""
        self.over_since = 0.0
        self.look_now = False
        self.log_card: CardId | None = None
        self.shown_step = -1
        self.ups = 0
        self.dealt = -1
        self.refused: tuple[tuple[Offer, ...], Rect, float] | None = None
        self.dragged_at: tuple[float, float] | None = None
        self.route: list[Place] = []
        self.told = ""
        self.told_until = 0.0
        self.ended = False
        self._faces: dict[CardId, CardFace | None] = {}
        self._previews: dict[int, Preview] = {}
        self._overlaid: tuple[Place, bool] = ("", False)
        self._panning = False
        self._log_marks: list[int] = []
        self._written = b""
        self._told_file = targets.wanted()
        self._dot = 0
        self._asked_at = -WAVING_SECONDS
        self._behind_curtain = -1
        self._kept_back = (-1, 0)
        self._asked_again = -1
        self.tooling = False
        self.player = BeatPlayer(match.scene_at(self.viewer, -1 if match.first == 0 else match.count))
        self.board: Board

    def _first_viewer(self) -> Seat:
        people = [seat for seat, plan in enumerate(self.match.plans) if plan.human]
        if not people:
            return SPECTATOR
        deciding = self.match.deciding
        return deciding if deciding in people else people[0]

    # --- what others ask

    @property
    def board_scene(self) -> Scene:
        """Return the shown scene."""
        return self.player.shown

    @property
    def human_turn(self) -> bool:
        """Tell whether a person at this table must choose now and everything has been shown."""
        deciding = self.match.deciding
        return deciding is not None and self.match.plans[deciding].human and deciding == self.viewer and not self.player.busy

    def face(self, card: CardId) -> CardFace | None:
        """Return what is printed on a card, None for one the rules do not know."""
        if card not in self._faces:
            try:
                self._faces[card] = self.match.rules.face(card)
            except (KeyError, NotImplementedError):
                self._faces[card] = None
        return self._faces[card]

    def card_name(self, card: CardId) -> str:
        """Return a card's printed name."""
        face = self.face(card)
        return face.name if face else card

    def spoken(self, words: str) -> str:
        """Return words with seats and cards named."""
        return side_panel.said(words, self.match.names, self.card_name)

    def _named(self, offer: Offer) -> Offer:
        """Return an offer whose verb names seats and cards in full."""
        verb = self.spoken(offer.verb)
        return offer if verb == offer.verb else replace(offer, verb=verb)

    def question(self) -> tuple[str, str, str, Seat | None]:
        """Return what is asked: a heading, the words, the rule, and the seat that must answer."""
        outcome = self.match.outcome
        if outcome is not None and not self.player.busy:
            winners = [self.match.names[seat] for seat in outcome.winners]
            return ("The match is over", self.spoken(outcome.words), outcome.rule, outcome.winners[0] if len(winners) == 1 else None)
        if self.player.busy and self.told:
            active = next((seat.seat for seat in self.board_scene.seats if seat.active), None)
            return (self.told, "", "", active)
        prompt = self.board_scene.prompt
        if prompt is None:
            return ("", "", "", None)
        if prompt.seat == self.viewer and self.match.plans[prompt.seat].human:
            if self.tooling:
                return (
                    "Tools",
                    "Click a card or a pool to correct it. Each correction is written to the log and can be taken back.",
                    "CM-3",
                    prompt.seat,
                )
            return ("Your choice", self.spoken(prompt.words), prompt.rule, prompt.seat)
        name = self.match.names[prompt.seat]
        words = "" if not self.rival.thinking else "is thinking …"
        return (f"{name} {words}".strip(), self.spoken(prompt.words) if not words else "", prompt.rule if not words else "", prompt.seat)

    def buttons(self) -> list[Offer]:
        """Return the offers that stand in the column: those without a place on the table, and the main one."""
        if not self.human_turn:
            return []
        listed = [offer for offer in self.grip.offers if offer.source is None and offer.target is None]
        listed += [offer for offer in self.grip.offers if offer.main and offer not in listed]
        lost = [offer for offer in self.grip.offers if offer not in listed and offer.refusal is None and self._lost(offer)]
        return listed + lost

    def _lost(self, offer: Offer) -> bool:
        """Tell whether an offer's source or target is nowhere on the table, so that only a button can bring it."""
        return any(place is not None and self.board.rect_of(place) is None for place in (offer.source, offer.target))

    def preview(self, offer: Offer) -> Preview:
        """Return what an offer would bring."""
        key = id(offer)
        if key not in self._previews:
            if offer.form or offer.refusal is not None:
                self._previews[key] = Preview()
            else:
                self._previews[key] = self.match.rules.preview(self.match.observation(self.viewer), offer.action)
        return self._previews[key]

    def dialog_targets(self) -> list[dict[str, Any]]:
        """Return the buttons of a dialog over the table, for tests."""
        top = self.app.top
        if top is self or not isinstance(top, Page):
            return []
        scale = self.app.view.scale
        return [
            {
                "key": each.key,
                "label": getattr(each, "label", ""),
                "at": [round((each.rect[0] + each.rect[2] / 2) * scale), round((each.rect[1] + each.rect[3] / 2) * scale)],
            }
            for each in top.widgets()
        ]

    def press_offer(self, offer: Offer) -> None:
        """Choose an offer from a button or the menu."""
        raise NotImplementedError

    # --- drawing

    def _routed(self, offer: Offer) -> tuple[Offer, Preview]:
        """Return the offer made to pass through the drawn way, if the rules allow that, and what it would bring."""
        through = tuple(self.route[1:]) if self.grip.how == "drag" else ()
        if len(through) < 2 or offer.form:
            return offer, self.preview(offer)
        observation = self.match.observation(self.viewer)
        action = self.match.rules.reroute(observation, offer.action, through)
        if action == offer.action or self.match.refusal(action) is not None:
            return offer, self.preview(offer)
        return replace(offer, action=action), self.match.rules.preview(observation, action)

    def light(self) -> Light:
        """Return what the board should light up."""
        grip = self.grip
        legal: frozenset[Place] = frozenset()
        refused: frozenset[Place] = frozenset()
        sources: frozenset[Place] = frozenset()
        if self.human_turn:
            sources = frozenset(grip.sources())
            if grip.held:
                legal = frozenset(grip.open_targets())
                refused = frozenset(grip.targets()) - legal
        prompt = self.board_scene.prompt
        about = frozenset(prompt.about) if prompt is not None else frozenset()
        thinking = self.match.deciding if self.rival.thinking else None
        cursor = self.cursor if self.by_keyboard else ""
        return Light(
            sources, legal, refused, self.over, cursor, grip.held or "", self.dragged_at, about, thinking, self.match.names, self._waving()
        )

    def _waving(self) -> bool:
        """Tell whether the plate of whoever must choose swells just now: for a while, then it only stays lit."""
        recent = self.app.now - self._asked_at < WAVING_SECONDS
        return recent and bool(self._dot % 2) and not self.app.settings.reduced_motion

    def draw(self) -> list[Drawn]:
        """Return the table, the column, and whatever lies over both."""
        light = self.light()
        return [*self.board.draw(light), *super().draw(), *self._over(light)]

    def _over(self, light: Light) -> list[Drawn]:
        app, board = self.app, self.board
        if app.top is not self:
            return []
        if self.refused is not None:
            return overlay.refused(app, self.refused[1], self.refused[0], board.area, board.neighbourhood(self.refused[0][0].target or ""))
        if self.grip.menu:
            return []
        if self.grip.held:
            return self._over_target(light)
        if self.log_card is not None and (face := self.face(self.log_card)) is not None:
            return overlay.zoom(app, face, (board.area[2], app.pointer[1], 1, 1), board.area)
        if self.hover == "main" or self.hover.startswith("offer-"):
            return []
        if self.look_now and self.over:
            return self._closer(self.over)
        return []

    def _over_target(self, light: Light) -> list[Drawn]:
        target = self.over
        rect = self.board.rect_of(target)
        offers = self.grip.targets().get(target, ())
        if rect is None or not offers:
            return []
        allowed = [offer for offer in offers if offer.refusal is None]
        if not allowed:
            return overlay.refused(self.app, rect, offers, self.board.area, self.board.neighbourhood(target))
        lines = []
        listed: list[Drawn] = []
        for offer in allowed:
            _, preview = self._routed(offer)
            lines.append((offer.verb, self.spoken(preview.words), ""))
            for place, words in preview.notes:
                at = self.board.rect_of(place)
                if at is not None:
                    listed += overlay.note(self.app, at, words)
        del light
        return [*listed, *overlay.paragraphs(self.app, rect, lines, self.board.area, clear_of=self.board.neighbourhood(target))]

    def _closer(self, place: Place) -> list[Drawn]:
        """Return a closer look at a place: the full card, or its words."""
        scene, board = self.board_scene, self.board
        rect = board.rect_of(place)
        if rect is None:
            return []
        kind, _, rest = place.partition("/")
        lines: list[tuple[str, str, str]] = []
        if kind == "piece" and rest.isdigit() and int(rest) in scene.pieces:
            piece = scene.pieces[int(rest)]
            badges = tuple(replace(badge, words=self.spoken(badge.words)) for badge in piece.badges)
            face = self.face(piece.face) if piece.face and piece.kind in {"card", "token", "terrain"} else None
            if face is not None:
                face = creature.stats_now(face, piece) if creature.fights(piece) else face
                return overlay.zoom(self.app, face, rect, board.area, badges, self.spoken(piece.words))
            lines.append((self.spoken(piece.words), "\n".join(badge.words for badge in badges if badge.words), ""))
        elif kind == "zone" and rest in scene.zones:
            zone = scene.zones[rest]
            if zone.words or zone.kind == "pile":
                lines.append((zone.label, self.spoken(zone.words), ""))
        elif kind == "seat" and rest.isdigit():
            lines += self._seat_lines(int(rest))
        if self.human_turn and kind in {"piece", "zone"}:
            offers = self.grip.offers_of(place)
            if offers and all(offer.refusal is not None for offer in offers):
                lines += overlay.reasons(offers)[:3]
        lines = [line for line in lines if line[0] or line[1]]
        return overlay.paragraphs(self.app, rect, lines, board.area, width=420) if lines else []

    def _seat_lines(self, seat: Seat) -> list[tuple[str, str, str]]:
        scene = self.board_scene
        each = next((one for one in scene.seats if one.seat == seat), None)
        if each is None:
            return []
        lines = [(each.label, self.spoken(each.words), "")]
        for counter in scene.counters.values():
            if counter.seat == seat:
                most = f" of {counter.most}" if counter.most is not None else ""
                lines.append((f"{counter.label}: {counter.value}{most}", self.spoken(counter.words), "text"))
        return lines
