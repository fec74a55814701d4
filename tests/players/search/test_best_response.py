"""Search beside the exact best response, in games small enough to be looked at whole."""

import pytest

from simlab.contract.catalogue import load
from tools.search_exact import CERTAIN, Asked, best_response, by_chance, gains, policy_of, roots, value

TEMPLATE = load("template")
RULES = TEMPLATE.Rules()


def test_the_best_response_to_known_players_of_one_card_poker_is_what_a_hand_finds():
    """Honest bets and calls with the king alone: whoever folds to that and bets the rest wins a quarter of a chip a game."""
    found = gains(TEMPLATE, RULES, policy_of("template", "honest"), policy_of("template", "honest"))
    assert found == pytest.approx((0.0, 0.25))
    assert best_response(roots(TEMPLATE, RULES), 0, by_chance) == pytest.approx(0.5)


@pytest.mark.parametrize("rival", ["honest", "always_bet", "uniform"])
def test_a_searcher_who_knows_its_rival_is_the_best_response_in_one_card_poker(rival):
    own = Asked(TEMPLATE, RULES, {**CERTAIN, "others": rival})
    reached, best = gains(TEMPLATE, RULES, own, policy_of("template", rival))
    assert reached > 0.95 * best > 0


@pytest.mark.slow
@pytest.mark.parametrize("rival", ["tight", "loose", "uniform"])
def test_a_searcher_who_knows_its_rival_takes_most_of_what_can_be_taken_in_leduc(rival):
    """With the one player going on; the rest is what a second look ahead would find."""
    leduc = load("leduc")
    own = Asked(leduc, leduc.Rules(), {**CERTAIN, "others": rival})
    reached, best = gains(leduc, leduc.Rules(), own, policy_of("leduc", rival))
    assert 0.8 * best < reached <= best


def test_another_player_who_may_go_on_finds_the_rest():
    """Tight folds what basic would call with: against loose, which never folds, that is the second half of the plan."""
    leduc = load("leduc")
    own = Asked(leduc, leduc.Rules(), {**CERTAIN, "others": "loose", "second": "tight"})
    reached, best = gains(leduc, leduc.Rules(), own, policy_of("leduc", "loose"))
    assert 0.97 * best < reached <= best


def test_nobody_wins_more_than_the_best_response():
    rival = policy_of("template", "always_bet")
    deals = roots(TEMPLATE, RULES)
    for name in ("honest", "equilibrium", "uniform"):
        own = Asked(TEMPLATE, RULES, {"name": name}, times=20)
        for seat in range(2):
            assert value(deals, seat, own, rival) <= best_response(deals, seat, rival) + 1e-9


def test_a_mixed_searcher_plays_close_actions_both_ways_and_clear_ones_always():
    """Of its own kind: with the king facing a bet there is nothing to think about."""
    mixed = Asked(TEMPLATE, RULES, {"name": "search", "mixed": 1}, times=60)
    value(roots(TEMPLATE, RULES), 0, mixed, mixed)
    odds = [max(found.values()) for found in mixed.answers.values()]
    assert min(odds) < 0.9
    assert max(odds) == pytest.approx(1.0)
