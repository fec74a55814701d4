"""Tables for showdown's tests: the referee fed with the engine's chance, views side by side, and stacked decks."""

from typing import Any

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.contract.knobs import Rules
from simlab.games.showdown.rules import Fate, Point
from simlab.games.showdown.text import cards_of
from simlab.jit import new
from simlab.play.table import Table
from simlab.rng import STREAM, Purpose, below, start
from tests.games.referees import shuffled
from tests.games.showdown.referee.game import Referee

GAME = load("showdown")
FATES = {Fate.PENDING: "pending", Fate.KEPT: "kept", Fate.REJECTED: "rejected"}


def mask(cards: str | list[int]) -> int:
    return sum(1 << card for card in (FRENCH.read(cards) if isinstance(cards, str) else cards))


class EngineChance:
    """The chance of one game, as the specification keys it: decks and reshuffles by (round, number)."""

    def __init__(self, key: Any) -> None:
        self.key = key

    def deck(self, round: int) -> list[int]:
        return shuffled(self.key, 52, Purpose.DEAL, round, 0)

    def reshuffle(self, round: int, j: int) -> list[int]:
        return shuffled(self.key, 52, Purpose.DEAL, round, j)

    def first_dealer(self, players: int) -> int:
        stream = new(STREAM)
        start(stream, self.key, Purpose.DEAL, 0, 0)
        return int(below(stream, players))


def referee(rules: Rules, table: Table) -> Referee:
    return Referee(rules.plain(), EngineChance(table.key))


def same_views(table: Table, judge: Referee) -> None:
    """What the seat to act and its left neighbour may know, on both sides."""
    for seat in {judge.seat, (judge.seat + 1) % judge.players}:
        mine, theirs = told(table.view(seat), judge.players), expected(judge.view(seat))
        assert mine == theirs, {name: (mine[name], theirs[name]) for name in mine if mine[name] != theirs[name]}


def told(view: Any, n: int) -> dict[str, Any]:
    """An engine's view in the referee's words."""
    table = view.open
    draws = range(3)
    order = [(int(table.leader) + k) % n for k in range(int(table.turn))] if table.point == Point.PLAY else []
    return {
        "seat": int(view.seat),
        "legal": bin(int(view.legal) & (1 << 64) - 1).count("1"),
        "point": Point(int(table.point)).name,
        "hand": cards_of(view.hand),
        "own_thrown": [cards_of(cards) for cards in view.discards],
        "shown_card": int(table.shown_card),
        "draw": int(table.draw),
        "trick": int(table.trick),
        "leader": int(table.leader),
        "table": [(s, int(table.played[table.trick - 1, s])) for s in order],
        "sizes": (int(table.stock_size), int(table.pile_size)),
        "points": table.points[:n].tolist(),
        "circle_round": table.circle_round[:n].tolist(),
        "place": (int(view.round), int(table.dealer), int(table.first)),
        "thrown": table.thrown[:, :n].tolist(),
        "face_up": [[cards_of(table.face_up[d, s]) for s in range(n)] for d in draws],
        "shown": [[shown_events(table, d, s) for s in range(n)] for d in draws],
        "revealed": [[cards_of(table.revealed[d, s]) for s in range(n)] for d in draws],
        "scored": [[(int(s), int(table.category[d, s])) for s in table.awards[d] if s >= 0] for d in draws],
        "played": table.played[:, :n].tolist(),
        "trick_winners": [int(s) for s in table.taker if s >= 0],
    }


def shown_events(table: Any, draw: int, seat: int) -> list[tuple[int, str]]:
    cards = [int(card) for card in table.shown[draw, seat] if card >= 0]
    fates = ["rejected"] * (len(cards) - 1) + [FATES.get(int(table.fate[draw, seat]), "")]
    return list(zip(cards, fates, strict=False))


def expected(view: dict[str, Any]) -> dict[str, Any]:
    """A referee's view, padded to three draws."""
    n = view["players"]
    shown = [[[(e["card"], e["fate"]) for e in view["shown"] if (e["draw"], e["seat"]) == (d + 1, s)] for s in range(n)] for d in range(3)]
    scored = [[(award["seat"], award["category"]) for award in awards] for awards in view["scored"]]
    return {
        "seat": view["seat"],
        "legal": len(view["legal"]),
        "point": view["point"],
        "hand": view["hand"],
        "own_thrown": padded(view["own_thrown"], []),
        "shown_card": view["shown_card"],
        "draw": view["draw"],
        "trick": view["trick"],
        "leader": view["leader"],
        "table": view["table"],
        "sizes": (view["stock_size"], view["pile_size"]),
        "points": view["points"],
        "circle_round": view["circle_round"],
        "place": (view["round"], view["dealer"], view["first_seat"]),
        "thrown": padded(view["thrown"], [-1] * n),
        "face_up": padded(view["thrown_face_up"], [[]] * n),
        "shown": shown,
        "revealed": padded(view["revealed"], [[]] * n),
        "scored": padded(scored, []),
        "played": view["played"],
        "trick_winners": view["trick_winners"],
    }


def padded(values: list[Any], blank: Any) -> list[Any]:
    return [*values, *[blank] * (3 - len(values))]


class Stacked(Table):
    """A table with a stacked deck: hands by position, and the cards that come from the stock, in order."""

    def __init__(self, hands: list[str], stock: str = "", **knobs: Any) -> None:
        super().__init__(GAME, GAME.Rules.of({"players": len(hands), **knobs}), seed=1)
        self.hands, self.coming = hands, FRENCH.read(stock)
        self.deal(hands)

    def deal(self, hands: list[str]) -> None:
        """These hands to this round's players, by position."""
        n, first = len(hands), int(self.state.open.first)
        for position, hand in enumerate(hands):
            self.state.hand[(first + position) % n] = mask(hand)
        self.state.stock = int(self.rules.cards) & ~sum(mask(hand) for hand in hands)
        self.put_on_top([])

    def put_on_top(self, cards: list[int]) -> None:
        """These cards are the next to be drawn (all of them by one action: their order does not matter)."""
        rest = [card for card in range(52) if card not in cards]
        self.state.deck[:] = [*rest, *cards]
        self.state.settled = self.state.next = 52 - len(cards) if cards else 0

    def go(self, *actions: int) -> "Stacked":
        """Actions in turn; every new round begins with the same hands."""
        for action in actions:
            taken = action.bit_count() if self.state.open.point == Point.DRAW else int(self.state.open.point == Point.SHOW and action == 1)
            if self.coming and taken:
                self.put_on_top(self.coming[:taken])
                self.coming = self.coming[taken:]
            now = int(self.state.round)
            assert self.allows(action), f"{action} is not legal"
            self.apply(action)
            if int(self.state.round) != now and not self.over:
                self.deal(self.hands)
        return self

    def pat(self) -> "Stacked":
        """Everybody stands pat in the draw under way."""
        draw = int(self.state.open.draw)
        while not self.over and self.state.open.point != Point.PLAY and int(self.state.open.draw) == draw:
            self.go(0)
        return self

    def to_tricks(self) -> "Stacked":
        while not self.over and self.state.open.point != Point.PLAY:
            self.go(0)
        return self

    def round(self) -> "Stacked":
        """To the end of this round: stand pat, play the lowest card."""
        now = int(self.state.round)
        while not self.over and int(self.state.round) == now:
            self.go(0)
        return self

    def play_cards(self, cards: str) -> "Stacked":
        """Cards played in turn, by name."""
        for card in FRENCH.read(cards):
            names = {name: number for number, name in self.names().items()}
            self.go(names[f"play {FRENCH.write([card])}"])
        return self

    @property
    def known(self) -> Any:
        return self.state.open

    def points(self) -> list[int]:
        return self.state.open.points[: len(self.hands)].tolist()

    def hand(self, seat: int) -> str:
        return FRENCH.write(cards_of(self.state.hand[seat]))
