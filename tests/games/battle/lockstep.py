"""Battle's engine beside its referee: the same pile, the same actions; states and views compared at every point."""

from collections import Counter
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.catalogue import load
from simlab.contract.records import MIND
from simlab.games.battle.rules import PILE, Point
from simlab.jit import new
from simlab.players.registry import find, parameters
from simlab.rng import Purpose
from tests.games.battle.referee import game as rulebook
from tests.games.referees import shuffled

BATTLE = load("battle")
NO_TABLE = np.zeros(0, np.float32)
CATEGORY_OPTIONS = ("high_card", "one_pair", "two_pair", "three_kind", "straight", "flush", "full_house")


class Keyed:
    """The pile as the engine's key shuffles it."""

    def __init__(self, key: Any) -> None:
        self.key = key

    def pile(self, deck: list[int]) -> list[int]:
        return [deck[i] for i in shuffled(self.key, len(deck), Purpose.DEAL, 0, 0)]


def flat(rounds: list[list[int]]) -> list[int]:
    return [entry for seats in rounds for entry in seats]


class Referee(rulebook.Referee):
    """The referee, reporting its columns under the engine's names and in the engine's form."""

    def outcome(self) -> dict[str, Any]:
        given = super().outcome()
        players = self.players
        turns = self.played(given)
        unused = [-1] * (6 - players)
        seats = range(players)
        plain = {name: flat(value) if name in rulebook.TURN_COLUMNS else value for name, value in given.items()}
        shares = plain.pop("win_share")
        del plain["n_decisions"]
        kinds = range(15)
        return {
            **plain,
            "win": [max(share, 0) for share in shares],
            "borrowed": [int(plain["loan"][s] >= 0) for s in seats] + unused,
            "led_start": [plain["lead_start_mask"] >> s & 1 for s in seats] + unused,
            "went_allin": [plain["allin_mask"] >> s & 1 for s in seats] + unused,
            "stops": [sum(turn["stopper"] == s for turn in turns) for s in seats] + unused,
            "n_digs": sum(turn["nth_n"] > 0 for turn in turns),
            "n_known_digs": sum(turn["nth_known"] for turn in turns),
            "n_kingmaker_stops": sum(
                turn["decisive"] and not plain["winner_mask"] & (1 << turn["seat"] | 1 << turn["target"]) for turn in turns
            ),
            "kind_legal": [sum(turn["legal"] >> k & 1 for turn in turns) for k in kinds],
            "kind_used": [sum(turn["kind"] == k for turn in turns) for k in kinds],
            "kind_stopped": [sum(turn["kind"] == k and turn["stopper"] >= 0 for turn in turns) for k in kinds],
            "kind_decisive": [sum(turn["kind"] == k and turn["decisive"] for turn in turns) for k in kinds],
            "ends": [Counter(turn["outcome"] for turn in turns)[end] for end in range(5)],
        }

    def played(self, given: dict[str, Any]) -> list[dict[str, int]]:
        """The battle turns as they stand in the columns, each with its seat."""
        cells = [(r, s) for r in range(4) for s in range(6) if given["kind"][r][s] >= 0]
        return [{"seat": s, **{name: given[name][r][s] for name in rulebook.TURN_COLUMNS}} for r, s in cells]


def referee(rules: Any, table: Any) -> Referee:
    given = rules.plain()
    return Referee({**rulebook.DEFAULTS, **given}, Keyed(table.key))


def watch(table: Any, referee: Any) -> None:
    """Everything on the table, and what every seat sees of it."""
    state = table.state
    assert Point(int(state.point)).name == referee.point
    assert (int(state.left), int(state.drawn_n)) == (len(referee.pile), len(referee.drawn))
    for seat in range(referee.players):
        compare_views(plain(table.view(seat)), referee.view(seat), int(table.rules.draw_rounds))


def plain(record: Any) -> SimpleNamespace:
    """A record as plain numbers and lists: it is read over and over, and each look into a record takes long."""
    fields = {name: getattr(record, name) for name in record.dtype.names}
    return SimpleNamespace(**{name: value.tolist() if value.dtype.names is None else plain(value) for name, value in fields.items()})


@cache
def cards_of(mask: int) -> list[int]:
    return DECK.cards(mask)


def compare_views(view: Any, seen: dict[str, Any], draw_rounds: int) -> None:
    phase = "DRAW" if view.round <= draw_rounds else "BATTLE"
    number = view.round - (draw_rounds if phase == "BATTLE" else 0)
    assert (phase, number, view.to_act) == (seen["phase"], seen["round"], seen["to_act"])
    players = len(seen["rows"])
    for seat in range(players):
        row = view.seen.row[seat][: view.size[seat]]
        assert [none(card) for card in row] == seen["rows"][seat]
        shown = cards_of(view.shown[seat])
        assert [card in shown for card in row] == seen["facing"][seat]
    pile = [none(view.seen.pile[(view.top + n) % PILE]) for n in range(view.left)]
    assert pile == seen["pile"]
    assert sum(card >= 0 for card in view.seen.pile) == sum(card is not None for card in pile)
    assert cards_of(view.out) == sorted(seen["out"])
    assert [card for card in view.drawn if card >= 0] == seen["drawn"]
    assert view.drawn_n == seen["drawn_count"]
    assert [bool(view.allin >> seat & 1) for seat in range(players)] == seen["allin"]
    compare_pending(view, seen)
    compare_log(view, seen["log"])


def none(card: Any) -> int | None:
    return card if card >= 0 else None


def compare_pending(view: Any, seen: dict[str, Any]) -> None:
    pending = seen["pending"]
    if pending is None:
        assert view.used == -1
        return
    assert (view.actor, rulebook.KINDS[view.kind]) == (pending["actor"], pending["kind"])
    assert (view.used, view.target_seat) == (pending["card"], pending["target_seat"])
    assert view.target_slot == pending["target_slot"]


def compare_log(view: Any, log: list[dict[str, Any]]) -> None:
    turns = [turn for turn in range(len(view.log.kind)) if view.log.kind[turn] >= 0]
    assert len(turns) == len(log)
    for turn, entry in zip(turns, log, strict=True):
        assert rulebook.KINDS[view.log.kind[turn]] == entry["kind"]
        assert view.log.actor[turn] == entry["seat"]
        assert view.log.n[turn] == entry["n"]
        assert cards_of(view.log.gone[turn]) == sorted(card for _, card in entry["discards"])
        assert cards_of(view.log.shown[turn]) == sorted(set(entry["shown"]))
        assert view.log.used[turn] == entry.get("card", -1)
        assert (view.log.target[turn], view.log.slot[turn]) == (entry.get("target_seat", -1), entry.get("target_slot", -1))
        stops = [(seat, card) for seat, answer, card in entry["responses"] if answer != "pass"]
        assert [(view.log.stopper[turn], view.log.answer[turn])] == (stops or [(-1, -1)])


def random_options(random: Random) -> dict[str, Any]:
    """Options of the referee's `basic`."""
    return {
        "allin_min": random.choice([*CATEGORY_OPTIONS, "never"]),
        "dig": random.random() < 0.7,
        "battle": random.choice(["full", "full", "full", "draw_only"]),
        "avoid": random.sample(rulebook.KINDS[1:], random.choice([0, 0, 3, 8])),
        "memory": random.choice(["full", "full", "none"]),
    }


def mind_of(options: dict[str, Any]) -> Any:
    """The same options for the engine's `basic`."""
    allin_min = 10 if options["allin_min"] == "never" else CATEGORY_OPTIONS.index(options["allin_min"])
    given = {
        "allin_min": allin_min,
        "dig": int(options["dig"]),
        "full_battle": int(options["battle"] == "full"),
        "avoid": sum(1 << rulebook.KINDS.index(kind) for kind in options["avoid"]),
        "memory": int(options["memory"] == "full"),
    }
    mind, policy = new(MIND), find(BATTLE, "basic")
    mind["params"][: len(policy.params)] = parameters(policy, given)
    return mind


DEFAULT_OPTIONS = {"allin_min": "flush", "dig": True, "battle": "full", "avoid": (), "memory": "full"}


def choosers(random: Random):
    """Each seat plays at random or as `basic`, with options of its own; every move of `basic` is compared with the referee's."""
    seats: dict[int, dict[str, Any] | None] = {}

    def choose(table: Any, referee: Any) -> int:
        if table.seat not in seats:
            kind = random.random()
            seats[table.seat] = None if kind < 0.5 else DEFAULT_OPTIONS if kind < 0.75 else random_options(random)
        options = seats[table.seat]
        if options is None or len(table.legal()) == 1:
            return random.choice(table.legal())
        mine = int(find(BATTLE, "basic").act(table.view(), table.rules, mind_of(options), NO_TABLE))
        theirs = rulebook.basic(referee, referee.seat, **options)
        assert mine == theirs, f"basic chose {mine} at {referee.point}, the referee's {theirs} of {referee.options()}, {options}"
        return mine

    return choose
