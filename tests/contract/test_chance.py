"""Deals that a game lists are those it deals, and nothing is left to chance after them."""

from collections import Counter
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import pytest

from simlab.contract.catalogue import load, titles
from simlab.contract.chance import actions, after, dealt, endings, fresh, listed
from simlab.errors import GameError, InputError, RulesError

LISTED = [name for name in titles() if load(name).chance is not None]


def test_one_card_poker_lists_every_pair_of_cards(template):
    found = listed(template, template.Rules(ranks=4))
    assert len(found) == len({deal for _, deal in found}) == 12
    assert {chance for chance, _ in found} == {1 / 12}
    with pytest.raises(RulesError, match="for deals: 1 only"):
        listed(template, template.Rules(deals=2))


@pytest.mark.parametrize("name", LISTED)
def test_listed_deals_come_as_often_as_they_are_dealt(name):
    """First views of 6,000 games of seed 2 against those of listed deals, each within 4.5 sigma."""
    game = load(name)
    rules, games = game.Rules(), 6000
    lowered = rules.lower()
    seen = Counter(first_views(game, lowered, fresh(game, lowered, 2, index)) for index in range(games))
    known: Counter[bytes] = Counter()
    for chance, deal in listed(game, rules):
        known[first_views(game, lowered, dealt(game, lowered, deal))] += chance
    assert set(seen) == set(known)
    for view, chance in known.items():
        assert abs(seen[view] - games * chance) < 4.5 * (games * chance * (1 - chance)) ** 0.5


def first_views(game, rules, work) -> bytes:
    """What all seats see before the first decision."""
    views = np.zeros(int(rules.players), game.engine.VIEW)
    for seat, view in enumerate(views):
        game.engine.observe(work[0], rules, seat, view)
    return views.tobytes()


@pytest.mark.parametrize("name", LISTED)
def test_after_a_listed_deal_nothing_is_left_to_chance(name):
    """Dealt under two keys, the same actions lead to the same end; books balance there."""
    game = load(name)
    rules = game.Rules()
    lowered = rules.lower()
    for _, deal in listed(game, rules)[:12]:
        ends = [
            [(made, work[0].tally.tobytes()) for made, work in endings(game, lowered, dealt(game, lowered, deal, seed))] for seed in (1, 2)
        ]
        assert ends[0] == ends[1]
        assert game.audit.audit(dealt(game, lowered, deal)[0], lowered) == ""


def test_a_tree_is_walked_without_changing_where_one_stands(template):
    lowered = template.Rules().lower()
    root = dealt(template, lowered, (2, 0))
    before = root.tobytes()
    assert actions(root[0]) == [0, 1]
    assert after(template, lowered, root, 1).tobytes() != before
    assert [made for made, _ in endings(template, lowered, root)] == [2, 3, 3, 2, 2]
    assert root.tobytes() == before


def test_what_is_no_list_of_all_deals_is_refused(template):
    half = SimpleNamespace(deals=lambda rules: [(0.25, (0, 1)), (0.25, (1, 0))], set_deal=template.chance.set_deal)
    with pytest.raises(GameError, match=r"the probabilities of its deals add up to 0\.5"):
        listed(replace(template, chance=half), template.Rules())
    with pytest.raises(InputError, match="does not list its deals"):
        listed(replace(template, chance=None), template.Rules())
    with pytest.raises(InputError, match="does not list its deals"):
        dealt(replace(template, chance=None), template.Rules().lower(), (0, 1))
    endless = SimpleNamespace(deals=lambda rules: ((0.1, k) for k in range(2_000_000)), set_deal=None)
    with pytest.raises(InputError, match="more than 1,000,000 deals"):
        listed(replace(template, chance=endless), template.Rules())
