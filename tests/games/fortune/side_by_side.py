"""Fortune's engine and its referee on the same cards: chance, rules, views and columns of one in the words of the other."""

from random import Random
from typing import Any

import numpy as np

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.contract.catalogue import load
from simlab.contract.records import MIND
from simlab.games.fortune.rules import Phase, Point, Rules
from simlab.jit import new
from simlab.play.seats import NO_TABLE
from simlab.play.table import Table
from simlab.players.registry import find, parameters
from simlab.rng import KEY, STREAM, Purpose, below, set_key, shuffle, start
from tests.games.fortune.referee.game import DEFAULTS, Referee, basic
from tests.games.fortune.referee.game import world_places as places
from tests.games.fortune.referee.names import SEATS, WORLD
from tests.games.referees import shuffled

POINTS = {
    Point.BET: "bet",
    Point.DRAW: "draw",
    Point.MAGICIAN: "magician_guess",
    Point.PRIESTESS: "priestess_show",
    Point.CHARIOT: "chariot_pass",
    Point.TEMPERANCE: "temperance_discard",
    Point.STAR: "star_change",
    Point.MOON: "moon_exchange",
    Point.JUDGEMENT: "judgement_return",
}
PHASES = {
    Phase.DEAL_EFFECT: "deal_effect",
    Phase.BET1: "bet1",
    Phase.DRAW: "draw",
    Phase.DRAW_EFFECT: "draw_effect",
    Phase.BET2: "bet2",
    Phase.MOON: "moon",
}
GAME_WORDS = {
    "rounds", "decisions", "end_reason", "win", "chips", "elim_round", "arcana_drawn", "arcana_cancelled", "world_pos",
    "lost_tower", "lost_remainder", "prizes_paid", "showdowns", "biggest_pot",
}  # fmt: skip


class SameChance:
    """The engine's chance, answered in the referee's terms (FO-1.10)."""

    def __init__(self, seed: int, index: int) -> None:
        self.index, self.key = index, new(KEY)
        set_key(self.key, seed, index)

    def rollout(self) -> int:
        return self.index

    def first_dealer(self, players: int) -> int:
        stream = new(STREAM)
        start(stream, self.key, Purpose.AUX, 0, 0)
        return int(below(stream, players))

    def arcana(self, enabled: list[bool], world_place: str) -> list[int]:
        others = [card for card in range(WORLD) if enabled[card]]
        stream, order = new(STREAM), np.array(others, np.int8)
        start(stream, self.key, Purpose.ORDER, 0, 0)
        shuffle(order, stream)
        deck = [int(card) for card in order]
        if not enabled[WORLD]:
            return deck
        low, high = places(len(others), world_place)
        place = low - 1 + int(below(stream, high - low + 1))
        return [*deck[:place], WORLD, *deck[place:]]

    def deck(self, round_number: int) -> list[int]:
        return shuffled(self.key, DECK.size, Purpose.DEAL, round_number, 0)

    def aux(self, round_number: int, j: int, cards: list[int]) -> list[int]:
        return [cards[k] for k in shuffled(self.key, len(cards), Purpose.AUX, round_number, j)]


def referee_rules(rules: Rules) -> dict[str, Any]:
    """The knobs as the referee spells them."""
    plain = rules.plain()
    plain["category_order"] = [int(name) for name in rules.category_order]
    for name in ("forced_arcana", "forced_window"):
        plain[name] = None if plain[name] == "unset" else plain[name]
    assert set(plain) == set(DEFAULTS)
    return plain


class Beside:
    """The referee of one table. Where the engine stops at a round in which nobody has to choose, the referee simply waits."""

    def __init__(self, rules: Rules, table: Table) -> None:
        self.table, self.rules = table, rules
        self.referee = Referee(referee_rules(rules), SameChance(table.seed, table.index))
        self.waited = False  # before the engine's last step

    @property
    def waits(self) -> bool:
        return not self.table.over and int(self.table.state.table.point) == Point.SHOW

    @property
    def over(self) -> bool:
        return self.referee.over and not self.waits

    @property
    def seat(self) -> int:
        return self.table.seat if self.waits else self.referee.seat

    def legal(self) -> list[int]:
        return [0] if self.waits else self.referee.legal()

    def step(self, action: int) -> None:
        """The engine has moved already."""
        if not self.waited:
            self.referee.step(action)

    def outcome(self) -> dict[str, Any]:
        """Every outcome column, from the referee's game columns and rows."""
        rows = self.referee.rows
        counts = {name: sum(int(row[name]) for row in rows) for name in rows[0] if is_count(rows[0][name])}
        seats = {name: [sum(int(row[name][s]) for row in rows) for s in range(SEATS)] for name in ("net", "dealt_page", "end_page")}
        seats |= {name: [sum(int(row[name][s]) for row in rows) for s in range(SEATS)] for name in ("discards", "allin")}
        last = {name: rows[-1][name] for name in ("dealer", "arcana", "window", "winner", "win_cat", "cat")}
        game = {name: value for name, value in self.referee._game_columns().items() if name in GAME_WORDS}
        if self.rules.unit.word == "round":
            del game["win"]  # there the share of the pot
        drop = {"rollout", "round", *last, *game}
        return {**{n: v for n, v in counts.items() if n not in drop}, **seats, **last, **game}


def is_count(value: Any) -> bool:
    return isinstance(value, int | bool)


def cards(mask: int) -> list[int]:
    return DECK.cards(int(mask))


def card(place: int) -> int | None:
    return None if place < 0 else cards(1 << int(place))[0]


def seats(mask: int, players: int) -> list[bool]:
    return [bool(int(mask) >> s & 1) for s in range(players)]


def seen(table: Table, seat: int) -> dict[str, Any]:
    """The engine's view in the referee's words."""
    view = table.view(seat)
    t, b, n = view.table, view.bets, int(table.rules.players)
    return {
        "seat": int(view.seat),
        "legal": table.legal() if seat == table.seat else [],
        "point": POINTS[Point(int(t.point))],
        "phase": PHASES[Phase(int(t.phase))],
        "round": int(t.round),
        "dealer": int(t.dealer),
        "ante": int(table.rules.ante),
        "hand": cards(view.hand),
        "open_slots": [c in cards(t.open[seat]) for c in cards(view.hand)],
        "own_discards": cards(view.given),
        "chosen": card(view.chosen),
        "passed": card(view.passed),
        "received": card(view.received),
        "hand_before_wheel": cards(view.before) or None,
        "stack": b.stack[:n].tolist(),
        "stake": b.stake[:n].tolist(),
        "bet": b.bet[:n].tolist(),
        "folded": seats(b.folded, n),
        "all_in": seats(int(b.dealt) & ~int(b.folded) & ~int(b.able), n),
        "eliminated": seats(~int(b.dealt), n),
        "cards_held": t.held[:n].tolist(),
        "discards": t.discarded[:n].tolist(),
        "has_moon_card": seats(t.moons, n),
        "open": [cards(t.open[s]) for s in range(n)],
        "level": int(b.level),
        "raises": int(b.raises),
        "pot": int(b.pot),
        "history": history(t),
        "arcana": int(t.arcana),
        "window": {-1: "", 0: "deal", 1: "draw"}[int(t.window)],
        "cancelled": bool(t.cancelled),
        "hierophant": bool(t.hierophant),
        "gone": [c for c in range(22) if int(t.gone) >> c & 1],
        "misses": cards(t.misses),
        "flops": cards(t.flops),
        "shown_page": None if t.shown_page < 0 else (int(t.shown_by), card(t.shown_page)),
    }


def history(t: Any) -> list[tuple[str, int, int]]:
    codes = t.history[: int(t.acts)].tolist()
    first = int(t.acts1) if t.phase > Phase.BET1 else len(codes)
    return [("bet1" if k < first else "bet2", code >> 3, code & 7) for k, code in enumerate(codes)]


def expected(referee: Referee, seat: int) -> dict[str, Any]:
    """The referee's view; lists without order become sorted ones."""
    view = referee.view(seat)
    view["history"] = [entry[:3] for entry in view["history"]]  # the level is told by the bets
    for name in ("gone", "misses", "flops"):
        view[name] = sorted(view[name])
    view["own_discards"] = sorted(set(view["own_discards"]))
    return view


def watch(table: Table, beside: Beside) -> None:
    """Views of all seats, chips lost, and the row of the round just ended."""
    beside.waited = beside.waits
    if beside.waits:
        return
    for seat in range(int(table.rules.players)):
        mine, theirs = seen(table, seat), expected(beside.referee, seat)
        assert mine == theirs, f"seat {seat}, actions {table.actions}: " + "; ".join(
            f"{k}: {mine[k]}, referee {theirs[k]}" for k in theirs if mine[k] != theirs[k]
        )
    lost = beside.referee.table.lost_tower + beside.referee.table.lost_remainder
    assert int(table.state.table.lost) == lost
    done = len(beside.referee.rows)
    if done:
        compare_row(table, beside.referee.rows[-1])


def compare_row(table: Table, row: dict[str, Any]) -> None:
    mine = table.state.row
    for name, value in row.items():
        if name != "rollout":
            theirs = [int(x) for x in value] if isinstance(value, list) else int(value)
            assert np.asarray(mine[name]).tolist() == theirs, f"row {name}: {mine[name]}, referee {value}"


def mind_of(name: str, **given: float) -> tuple[Any, Any]:
    """A policy of the engine and the mind it plays with."""
    policy, mind = find(load("fortune"), name), new(MIND)
    mind["params"][: len(policy.params)] = parameters(policy, given)
    return policy.act, mind


def by_basic(random: Random, wild: float = 0.25) -> Any:
    """`basic` on both sides, which must agree; any legal action at some of the points."""
    act, mind = mind_of("basic")

    def choose(table: Table, beside: Beside) -> int:
        if beside.waits:
            return 0
        theirs = int(basic(beside.referee, table.seat))
        if len(table.legal()) > 1:
            mine = int(act(table.view(), table.rules, mind, NO_TABLE))
            assert mine == theirs, f"basic plays {mine}, the referee's {theirs}: {expected(beside.referee, table.seat)}"
        return random.choice(table.legal()) if random.random() < wild else theirs

    return choose


def watch_actor(table: Table, beside: Beside) -> None:
    """The same for the seat to act alone."""
    beside.waited = beside.waits
    if not beside.waits:
        mine, theirs = seen(table, table.seat), expected(beside.referee, table.seat)
        assert mine == theirs, f"actions {table.actions}: " + "; ".join(
            f"{k}: {mine[k]}, {theirs[k]}" for k in theirs if mine[k] != theirs[k]
        )
