"""The engine of Arcana beside its referee: the same chance, the same moves, the same views."""

from random import Random
from typing import Any

import numpy as np

from simlab.contract.catalogue import load
from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.games.arcana.deck import card_in, is_unseen
from simlab.games.arcana.rules import Point
from simlab.games.arcana.text import cards_in
from simlab.jit import new
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.rng import KEY, STREAM, Purpose, set_key, shuffle, start, uniform
from tests.games.arcana.referee.game import Referee, basic
from tests.games.arcana.referee.ranking import CODE
from tests.games.referees import Chooser, at_random, many

GAME: Game = load("arcana")


class Keyed:
    """Chance as the engine keys it: u(g, t, j) is the j-th number of the stream (DEAL, t + 1, 0), shuffles are (AUX, t + 1, k)."""

    def __init__(self, seed: int, index: int) -> None:
        self.key, self.stream = new(KEY), new(STREAM)
        set_key(self.key, seed, index)
        self.turn, self.numbers = -2, []

    def uniform(self, turn: int, j: int) -> float:
        if turn != self.turn:
            self.turn, self.numbers = turn, []
            start(self.stream, self.key, Purpose.DEAL, turn + 1, 0)
        while len(self.numbers) <= j:
            self.numbers.append(float(uniform(self.stream)))
        return self.numbers[j]

    def shuffle(self, turn: int, k: int, cards: list[int]) -> list[int]:
        start(self.stream, self.key, Purpose.AUX, turn + 1, k)
        order = np.array(cards, np.int8)
        shuffle(order, self.stream)
        self.turn = -2
        return [int(card) for card in order]


def referee(rules: Rules, table: Table) -> Referee:
    return Referee(rules.plain(), Keyed(table.seed, table.index))


def view_as_dict(view: Any, players: int, rules: Any) -> dict[str, Any]:
    """An engine's view in the words of the referee's."""

    def per_seat(name: str) -> list[int]:
        return [int(x) for x in view[name][:players]]

    seat = int(view.seat)
    mask = int(view.legal) & (1 << 64) - 1
    return {
        "seat": seat,
        "to_act": int(view.to_act),
        "point": Point(int(view.point)).name,
        "legal": [action for action in range(64) if mask >> action & 1],
        "owner": int(view.owner),
        "turn": int(view.turn),
        "deal": int(view.deals),
        "due_turn": int(view.due_turn),
        "pot": int(view.pot),
        "top": int(view.top),
        "window": [-1 if slot == 0 else -2 if is_unseen(slot) else int(card_in(slot)) for slot in view.window.tolist()],
        "coins": per_seat("coins"),
        "points": per_seat("points"),
        "hand_sizes": per_seat("hand_size"),
        "extra_left": per_seat("extra_left"),
        "discarded": [bool(x) for x in per_seat("discarded")],
        "submitted": [bool(x) for x in per_seat("submitted")],
        "sub_order": [int(x) for x in view.bidders[: int(view.n_bidders)]],
        "sub_counts": per_seat("bids"),
        "seen_in_hand": [copies_of(cards_in(view.seen[s])) for s in range(players)],
        "hand": cards_in(view.hands[seat]),
        "picks": cards_in(view.picks),
        "submission": cards_in(view.bid[seat]),
        "hands": [cards_in(view.hands[s]) for s in range(players)] if rules.open_hands else None,
        "submissions": [cards_in(view.bid[s]) for s in range(players)] if rules.submissions_face_up else None,
    }


def copies_of(cards: list[int]) -> list[int]:
    counts = [0] * 56
    for card in cards:
        counts[card] += 1
    return counts


def same_views(share: float, random: Random):
    """A watch function that compares the views of all seats at a share of the points."""

    def watch(table: Table, game: Referee) -> None:
        if random.random() >= share:
            return
        players = int(table.rules.players)
        for seat in range(players):
            mine, theirs = view_as_dict(table.view(seat), players, table.rules), game.view(seat)
            for name, value in theirs.items():
                assert mine[name] == value, f"{table.actions}: {name} of seat {seat} is {mine[name]}, referee {value}"
            hidden_from(table.view(seat), seat, players, table.rules)

    return watch


def hidden_from(view: Any, seat: int, players: int, rules: Any) -> None:
    """What is not named by the referee's view is empty in the engine's."""
    for other in range(players):
        if other != seat:
            assert rules.open_hands or not cards_in(view.hands[other])
            assert rules.submissions_face_up or not cards_in(view.bid[other])


class Basic:
    """Both versions of `basic`, which must agree at every decision; thresholds may differ from the usual."""

    def __init__(self, rules: Rules | None = None, **thresholds: Any) -> None:
        self.thresholds = thresholds
        numbers = {name: CODE[value] if isinstance(value, str) else value for name, value in thresholds.items()}
        self.player = make_player(GAME, {"name": "basic", **numbers}, GAME.Rules())

    def __call__(self, table: Table, game: Referee) -> int:
        legal = table.legal()
        if len(legal) == 1:
            return legal[0]
        from simlab.contract.records import MIND

        mind = new(MIND)
        mind["params"][:4] = self.player.params
        mine = int(self.player.act(table.view(), table.rules, mind, self.player.table))
        theirs = basic(game, game.seat, **self.thresholds)
        assert mine == theirs, f"{table.actions}: basic chose {mine}, the referee's {theirs}"
        return mine


def mixed(random: Random) -> Chooser:
    """Who plays a game: chance, `basic`, or `basic` with random moves now and then."""
    kind = random.random()
    if kind < 0.4:
        return at_random(random)
    player = Basic() if kind < 0.6 else Basic(first_cat="one_twin", min_pot=random.randrange(12), reply_cat="one_pair", reply_pot=0)
    if kind < 0.8:
        return player
    rash = at_random(random)

    def choose(table: Table, game: Referee) -> int:
        action = player(table, game)
        return rash(table, game) if random.random() < 0.3 else action

    return choose


def play_games(games: int, seed: int, share: float = 0.1) -> int:
    """Lockstep over random rules; the points visited."""
    return many(GAME, games, seed, referee, mixed, same_views(share, Random(seed)))
