"""The engine of Jester beside its referee: the same chance, the same rules, and every field of every view compared."""

from types import SimpleNamespace

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.records import MIND
from simlab.games.jester.rules import COIN, TURNS, Point
from simlab.jit import new
from simlab.play.seats import NO_TABLE
from simlab.players.registry import policies
from simlab.rng import STREAM, Purpose, below, start
from tests.games.jester.referee import game as referee
from tests.games.referees import shuffled


class EngineChance:
    """The referee's chance, from the streams of a table's key."""

    def __init__(self, key):
        self.key = key

    def deck(self, round, phase):
        return shuffled(self.key, 52, Purpose.DEAL, round, phase)

    def discard_order(self, round, phase):
        return shuffled(self.key, 52, Purpose.AUX, round, phase)

    def trash_coin(self, round):
        return self.number(60, round, COIN)

    def first_dealer(self, players):
        return self.number(players, 0, 0)

    def number(self, n, a, b):
        stream = new(STREAM)
        start(stream, self.key, Purpose.AUX, a, b)
        return int(below(stream, n))


def build(rules, table):
    return referee.Referee(rules.plain(), EngineChance(table.key))


def ids(mask):
    left, found = mask % (1 << 64), []
    while left:
        found.append(left.bit_length() - 1)
        left -= 1 << found[-1]
    return found[::-1]


def cards(row):
    return [card for card in row if card >= 0]


def order(jester, n, phase):
    """Seats in playing order of Low or High."""
    return [(jester + 1 + i) % n if phase == "low" else (jester - 1 - i) % n for i in range(n)]


def as_referee_sees(record, n):
    """A view of the engine in the words of the referee."""
    table = record.table
    fields = {name: getattr(part, name) for part in (table, record) for name in part.dtype.names}
    view = SimpleNamespace(**{name: np.asarray(value).tolist() for name, value in fields.items() if name != "table"})

    def centre(row, phase):
        return [(s, row[s]) for s in order(view.jester, n, phase) if row[s] >= 0]

    return {
        "seat": view.seat,
        "point": Point(view.point).name,
        "legal": ids(view.legal),
        "round": view.round,
        "dealer": view.dealer,
        "jester": view.jester if view.jester >= 0 else None,
        "points": view.points[:n],
        "hand": ids(view.hand),
        "trash": [c if c >= 0 else None for c in view.trash[:n]],
        "low": centre(view.low, "low"),
        "high": centre(view.high, "high"),
        "fronts": [cards(view.front[s]) for s in range(n)],
        "bj_choices": [[c for c in (view.choice[s], view.again[s]) if c >= 0] for s in range(n)],
        "deck_cards": cards(view.deck),
        "caps": view.cap[:n] if view.point >= Point.OPEN else [],
        "bids": view.bid[:n],
        "highest": view.highest,
        "folded": [bool(x) for x in view.folded[:n]],
        "facing": [bool(x) for x in view.facing[:n]],
        "raises": view.raises,
        "raises_by": view.raises_by[:n],
        "bidding": view.acts[: min(view.turns, TURNS)],
        "checks": view.checks,
        "common": cards(view.common),
        "own_folded": ids(view.own_folded),
        "last_shown": [ids(view.shown[s]) or None for s in range(n)],
        "last_common": cards(view.last_common),
        "pile_size": view.left,
        "pile_known": ids(view.pile_known) if view.reshuffled else None,
        "discards": ids(view.discards),
        "hidden_discards": view.buried,
        "held": view.held[:n],
    }


def watch(table, ref):
    """The view of the seat to act and of one other, field by field."""
    for seat in {table.seat, len(table.actions) % ref.n}:
        theirs = {**ref.view(seat), "held": [len(hand) for hand in ref.hands]}
        theirs["bidding"] = [action for _, action, _ in theirs["bidding"]][:TURNS]
        for name, value in as_referee_sees(table.view(seat), ref.n).items():
            assert value == theirs[name], f"view of seat {seat}: {name} is {value}, referee {theirs[name]}; actions {table.actions}"


def as_policy(name, theirs):
    """A chooser that plays the engine's policy and demands that the referee's chooses the same."""
    policy = policies(load("jester"))[name]
    mind = new(MIND)
    mind["params"][: len(policy.params)] = [param.default for param in policy.params]

    def choose(table, ref):
        mine = int(policy.act(table.view(), table.rules, mind, NO_TABLE))
        assert mine == theirs(ref, ref.seat), f"{name} plays {mine}, the referee's {theirs(ref, ref.seat)}; actions {table.actions}"
        return mine

    return choose


def short_games(rules, random):
    """Long games prove no more than short ones: most have at most six rounds."""
    return rules if random.random() < 0.1 else rules.model_copy(update={"max_rounds": min(rules.max_rounds, random.randint(1, 6))})
