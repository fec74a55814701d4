"""Rankers, counts, equities and deals; the peers from PyPI rank the same hands."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.timing import BATCH_FACTOR, Row, best_time
from simlab.cards import FRENCH, cards_of, deal_batch
from simlab.games.battle.order import BATTLE
from simlab.games.fortune.order import FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH
from simlab.games.jester.order import JESTER
from simlab.games.showdown.order import SHOWDOWN
from simlab.jit import kernel
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.counting import count_hands, deck_lanes
from simlab.ranking.hands import Family
from simlab.ranking.named import load
from simlab.ranking.orders import STANDARD, Order
from simlab.ranking.scalar import rank
from simlab.ranking.versus import equity

HANDS = 1 << 20
SOME_HANDS = 1 << 16
PEER_HANDS = 2_000
SEVEN_CARD_HANDS = 133_784_560


def measure() -> list[Row]:
    return [*batches(), *any_orders(), *in_rollouts(), *deals(), *counts(), *equities(), *peers()]


def hands(order: Order, cards: int) -> np.ndarray:
    return deal_batch(order.deck, HANDS, 1, cards, seed=cards)[:, 0].view(np.int64).copy()


def batch(order: Order, cards: int) -> float:
    masks, out = hands(order, cards), np.empty(HANDS, np.int64)
    return best_time(lambda: rank_batch(masks, order, cards, out=out), HANDS)


def batches() -> list[Row]:
    rows = [
        Row("batch rank, standard, 5 cards", batch(STANDARD, 5), bar=0.85 * BATCH_FACTOR, moonshot=0.48),
        Row("batch rank, standard, 6 cards", batch(STANDARD, 6)),
        Row("batch rank, standard, 7 cards", batch(STANDARD, 7), bar=1.0 * BATCH_FACTOR, moonshot=0.6),
    ]
    for order, cards, name in (
        (BATTLE, 6, "battle"),
        (BATTLE, 12, "battle"),
        (FORTUNE, 6, "fortune"),
        (FORTUNE_EMPEROR, 6, "fortune, Emperor"),
        (FORTUNE_STRENGTH, 6, "fortune, Strength"),
    ):
        rows.append(Row(f"batch rank, any order: {name}, {cards} cards", batch(order, cards), bar=2.5 * BATCH_FACTOR, moonshot=1.5))
    rows.append(Row("batch rank, suits last: showdown", batch(SHOWDOWN, 5), bar=4.0 * BATCH_FACTOR, moonshot=2.0))
    rows.append(Row("batch rank, sum: jester", batch(JESTER, 5), bar=4.0 * BATCH_FACTOR, moonshot=2.0))
    return rows


def any_orders() -> list[Row]:
    """Orders stated as data, hands as rows of card ids."""
    rows = []
    for name, cards in (
        ("standard", 5), ("standard", 7), ("three_card", 3), ("short_deck", 7), ("razz", 7), ("deuce_to_seven", 5), ("five_suits", 5),
        ("five_suits", 7), ("two_jokers", 5), ("two_jokers", 7), ("bug", 5), ("deuces_wild", 5), ("low_wild", 5), ("tarot65", 7),
    ):  # fmt: skip
        rows.append(Row(f"batch rank, order as data: {name}, {cards} cards", by_order(name, cards), bar=25.0))
    rows += [Row(f"batch rank, order as data: {name}, 4 and 5 cards", by_order(name, 4, 5), bar=40.0) for name in ("omaha", "omaha_low")]
    own = {
        "badugi": ("badugi", 4), "ties by suits": ({"like": "standard", "ties": ["kickers", "suits"]}, 5, 7),
        "five suits, ties by suits": ({"like": "five_suits", "ties": ["kickers", "suits"]}, 5, 7),
        "ties by sums, then suits": ({"like": "standard", "ties": ["sum", "suits"]}, 5, 7),
        "a flush of four": ({"like": "standard", "flush": 4}, 5, 7),
    }  # fmt: skip
    for what, (source, *sizes) in own.items():
        rows += [Row(f"batch rank, order as data: {what}, {cards} cards", by_order(source, cards), bar=25.0) for cards in sizes]
    return rows


def by_order(name: str | dict[str, Any], own: int, board: int = 0) -> float:
    order = load(name)
    ids = np.array(order.deck.cards)
    dealt = ids[np.argsort(np.random.default_rng(1).random((SOME_HANDS, len(ids))), axis=1)[:, : own + board]]
    hole, laid = np.ascontiguousarray(dealt[:, :own]), np.ascontiguousarray(dealt[:, own:])
    return best_time(lambda: order.batch(hole, laid), SOME_HANDS)


@kernel
def rank_all(masks, order):
    """As a rollout does: one hand after the other, the order read from a record."""
    mixed = 0
    for mask in masks:
        mixed ^= rank(mask, order)
    return mixed


@kernel
def rank_pairs(masks, ranks, order):
    """As showdown's engine does: two hands by category and ranks, by the whole key only where these are alike."""
    mixed = 0
    for i in range(0, len(masks), 2):
        one, two = rank(masks[i], ranks), rank(masks[i + 1], ranks)
        if one == two:
            one, two = rank(masks[i], order), rank(masks[i + 1], order)
        mixed ^= one ^ two
    return mixed


def in_rollouts() -> list[Row]:
    masks, ranks = hands(SHOWDOWN, 5)[:20_000], replace(SHOWDOWN, family=Family.STANDARD, full_house_high=False).record
    value = best_time(lambda: rank_pairs(masks, ranks, SHOWDOWN.record), len(masks))
    what = "rank inside a rollout, showdown, 5 cards from a mask, suits where ranks are alike"
    rows = [Row(what, value, bar=6.0, moonshot=2.1)]
    for order, cards, bar in (
        (STANDARD, 5, 6.0),
        (BATTLE, 5, 6.0),
        (FORTUNE, 5, 6.0),
        (JESTER, 5, 6.0),
        (SHOWDOWN, 5, None),
        (BATTLE, 7, None),
    ):
        masks = hands(order, cards)[:20_000]
        value = best_time(lambda masks=masks, order=order: rank_all(masks, order.record), len(masks))
        rows.append(Row(f"rank inside a rollout, {order.name}, {cards} cards from a mask", value, bar=bar, moonshot=2.1 if bar else None))
    return rows


def deals() -> list[Row]:
    rows = []
    for seats, cards in ((2, 5), (4, 5), (4, 13)):
        value = best_time(lambda seats=seats, cards=cards: deal_batch(FRENCH, 10_000, seats, cards), 10_000 * seats * cards)
        bar = 2.7 if seats * cards >= 20 else None
        rows.append(Row(f"reproducible deal, {seats} hands of {cards}, a card", value, bar=bar, moonshot=1.5 if bar else None))
    return rows


def counts() -> list[Row]:
    lanes = deck_lanes(STANDARD)
    alike = best_time(lambda: count_hands(STANDARD, lanes, 7), SEVEN_CARD_HANDS, budget=2.0)
    each = best_time(lambda: count_hands(STANDARD, lanes, 7, by_symmetry=False), SEVEN_CARD_HANDS, budget=6.0)
    return [
        Row("count all 7-card hands, every hand looked at, a hand", each, bar=2.0, moonshot=0.6),
        Row("count all 7-card hands, suits renamed, a hand", alike, bar=2.0, moonshot=0.6),
    ]


def equities() -> list[Row]:
    samples = 1 << 20
    trial = best_time(lambda: equity(["AcAd", "KhKs"], samples=samples), samples)
    exact = best_time(lambda: equity(["AcAd", "KhKs"]), 1_712_304)
    rows = [Row("AA against KK, random boards, trials a second", 1e3 / trial, "M/s", 60.0, 200.0, higher_is_better=True)]
    return [*rows, Row("AA against KK, all 1,712,304 boards", exact * 1_712_304 / 1e6, "ms")]


# ---- peers


def peers() -> list[Row]:
    """Calls from Python, one hand each, on the same hands; cards are prepared as each package likes them."""
    rows = []
    for cards in (5, 7):
        ids = cards_of(hands(STANDARD, cards)[:PEER_HANDS], cards).tolist()
        times = {
            name: best_time(lambda call=call, ready=ready: [call(hand) for hand in ready], PEER_HANDS)
            for name, call, ready in ready_peers(ids)
        }
        rows += [Row(f"peer: {name}, {cards} cards", value, note="one call a hand") for name, value in times.items()]
        if cards == 7:
            ratio = times["phevaluator, raw C call"] / batch(STANDARD, 7)
            text = "the compiled function phevaluator._pheval.evaluate_7cards called from Python, against our batch"
            rows.append(Row("raw phevaluator call / our batch, 7 cards", ratio, "times", 130 / BATCH_FACTOR, None, True, text))
    return rows


def ready_peers(ids: list[list[int]]) -> list[tuple[str, Callable[[Any], object], list[Any]]]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import eval7
        import treys
        from phevaluator import _pheval, evaluate_cards
        from pokerkit import Card, StandardHighHand
    raw = {5: _pheval.evaluate_5cards, 7: _pheval.evaluate_7cards}[len(ids[0])]
    text = [[FRENCH.write([card]) for card in hand] for hand in ids]
    evaluator = treys.Evaluator()
    return [
        ("phevaluator, raw C call", lambda hand: raw(*hand), ids),
        ("phevaluator", lambda hand: evaluate_cards(*hand), ids),
        ("eval7", eval7.evaluate, [[eval7.Card(card) for card in hand] for hand in text]),
        ("treys", lambda hand: evaluator.evaluate([], hand), [[treys.Card.new(card) for card in hand] for hand in text]),
        ("pokerkit", StandardHighHand.from_game, [tuple(Card.parse("".join(hand))) for hand in text][: PEER_HANDS // 20] * 20),
    ]
