"""The kernels agree with a slow ranker written from the rules, for every order, number of cards and tie-break."""

import numpy as np
import pytest

from simlab.cards import masks_of
from simlab.games.battle.order import BATTLE, battle_order
from simlab.games.fortune.order import FORTUNE, FORTUNE_EMPEROR, FORTUNE_STRENGTH, fortune_order
from simlab.games.jester.order import JESTER, jester_order
from simlab.games.showdown.order import SHOWDOWN, showdown_order
from simlab.ranking.batch.rank import rank_batch
from simlab.ranking.orders import STANDARD, WITH_FIVE
from tests.ranking import reference
from tests.ranking.helpers import bits_of

FLUSH_LOW = ("high_card", "pair", "two_pair", "flush", "three", "straight", "full_house", "four", "straight_flush")
HIGH_CARD_BEST = ("high card", "five of a kind", *[c for c in WITH_FIVE[::-1] if c not in (0, 10)])

ORDERS = {
    "standard": STANDARD,
    "showdown": SHOWDOWN,
    "showdown, trips first": showdown_order(full_house_compare="trips_first"),
    "showdown, suits hscd": showdown_order(suit_order="hscd"),
    "showdown, flush low": showdown_order(category_order=FLUSH_LOW),
    "showdown, short deck": showdown_order(lowest_rank=6),
    "showdown, no wheel": showdown_order(ace_low_straight=False),
    "battle": BATTLE,
    "battle, dead": battle_order(incomplete_hands="dead"),
    "battle, 36 cards": battle_order(deck_low=6),
    "jester": JESTER,
    "jester, wheel": jester_order(wheel=True),
    "jester, sum_made": jester_order(poker_tie_break="sum_made"),
    "jester, sum_then_standard": jester_order(poker_tie_break="sum_then_standard", wheel=True),
    "jester, standard": jester_order(poker_tie_break="standard"),
    "fortune": FORTUNE,
    "fortune, Emperor": FORTUNE_EMPEROR,
    "fortune, Emperor swap": fortune_order("emperor", emperor_runs="swap"),
    "fortune, Strength": FORTUNE_STRENGTH,
    "fortune, Strength mirror": fortune_order("strength", strength_runs="mirror"),
    "fortune, Strength linear": fortune_order("strength", strength_runs="linear"),
    "fortune, page below two": fortune_order(page_in_straights="below_two"),
    "fortune, Strength, no page": fortune_order("strength", page_in_straights="none"),
    "fortune, high card best": fortune_order(category_order=HIGH_CARD_BEST),
    "fortune, five below": fortune_order(five_of_a_kind="below_straight_flush"),
    "fortune, five off": fortune_order(five_of_a_kind="off"),
}


def random_hands(order, cards, games, seed, loaded):
    """Ids of random hands; `loaded` ones come from few ranks and suits, so that rare categories are common."""
    generator = np.random.default_rng(seed)
    deck = np.array(order.cards)
    if loaded:
        kept = generator.random((games, 2)) < 0.5
        weights = generator.random((games, len(deck)))
        low = np.array([order.deck.rank(c) in order.strength[-6:] for c in deck])
        suit = np.array([order.deck.suit(c) == 1 for c in deck])
        weights -= 2.0 * (kept[:, :1] * low) + 1.0 * (kept[:, 1:] * suit)
        return deck[np.argsort(weights, axis=1)[:, :cards]]
    return deck[np.argsort(generator.random((games, len(deck))), axis=1)[:, :cards]]


def agree(scores, keys):
    """Do two rankings order the same hands the same way, ties included?"""
    by_key = {}
    for score, key in zip(scores, keys, strict=True):
        assert by_key.setdefault(key, score) == score, f"one key, two scores: {key}"
    listed = [by_key[key] for key in sorted(by_key)]
    assert listed == sorted(set(listed))


@pytest.mark.parametrize("cards", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("name", ORDERS)
def test_scores_order_hands_like_the_plain_ranker(name, cards):
    """SH-8.12, BA-9.2, FO-5.5, FO-5.6, FO-5.9, FO-5.10, JE-7.7, JE-7.9."""
    order = ORDERS[name]
    hands = np.concatenate([random_hands(order, cards, n, cards, loaded) for n, loaded in ((60, False), (100, True))])
    scores = rank_batch(masks_of(hands, order.deck), order)
    agree(scores.tolist(), [reference.best(hand, order) for hand in hands.tolist()])


@pytest.mark.parametrize("cards", [3, 4, 5, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", [name for name in ORDERS if name.startswith("fortune")])
def test_fo_5_7_the_fool_is_the_best_of_all_substitutions(name, cards):
    order = ORDERS[name]
    hands = np.concatenate([random_hands(order, cards, 12, cards, loaded) for loaded in (False, True)])
    scores = rank_batch(masks_of(hands, order.deck), order, wild=True)
    agree(scores.tolist(), [reference.best_wild(hand, order) for hand in hands.tolist()])


@pytest.mark.parametrize("cards", [8, 9, 10, 11])
@pytest.mark.parametrize("name", ["standard", "battle", "fortune, Emperor", "jester", "jester, sum_made"])
def test_best_of_many_cards_is_the_best_of_all_fives(name, cards):
    from simlab.ranking.permute import permute
    from simlab.ranking.scalar import best_five

    order = ORDERS[name]
    masks = masks_of(np.concatenate([random_hands(order, cards, 400, cards, loaded) for loaded in (False, True)]), order.deck).astype(
        np.int64
    )
    one_by_one = [int(best_five(permute(mask, order.record), order.record)) for mask in masks]
    assert rank_batch(masks, order).tolist() == one_by_one


def test_every_way_to_rank_a_batch_gives_what_one_hand_gives():
    from tests.ranking.helpers import score

    for name, order in ORDERS.items():
        hands = random_hands(order, 7, 50, 3, loaded=True)
        for cards in (1, 4, 5, 6, 7):
            texts = [order.deck.write(hand[:cards]) for hand in hands.tolist()]
            assert rank_batch(masks_of(hands[:, :cards], order.deck), order).tolist() == [score(text, order) for text in texts], name


def test_hands_of_mixed_sizes_are_ranked_together():
    masks = np.array([0, *np.bitwise_or.accumulate(bits_of(BATTLE)[::5])])
    from simlab.ranking.scalar import rank

    assert rank_batch(masks, BATTLE).tolist() == [int(rank(mask, BATTLE.record)) for mask in masks]
    assert rank_batch(masks.reshape(1, -1), BATTLE).shape == (1, len(masks))
