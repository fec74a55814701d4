"""One-card poker, rule by rule."""

import numpy as np
import pytest

from simlab.contract.conformance import worlds_differ
from simlab.play.table import Table


def played(template, cards, *actions, **rules):
    """A deal with given cards (seat 0, seat 1), played by name."""
    table = Table(template, template.Rules(**rules), seed=1)
    rest = [c for c in range(int(table.rules.ranks)) if c not in cards]
    for place, card in enumerate([*cards, *rest]):
        table.state.deck[place] = card
    for action in actions:
        table.play(action)
    return table


@pytest.mark.parametrize(
    ("cards", "actions", "net", "end"),
    [
        ((2, 0), ("pass", "pass"), [1, -1], "checked"),
        ((0, 1), ("pass", "pass"), [-1, 1], "checked"),
        ((0, 1), ("bet", "fold"), [1, -1], "folded"),
        ((0, 1), ("bet", "call"), [-2, 2], "called"),
        ((2, 1), ("pass", "bet", "call"), [2, -2], "called"),
        ((2, 1), ("pass", "bet", "fold"), [-1, 1], "folded"),
    ],
)
def test_every_line_of_play_pays_what_the_rules_say(template, cards, actions, net, end):
    table = played(template, cards, *actions)
    assert table.over
    assert table.tally.net[:2].tolist() == net
    assert template.column("end").levels[table.tally.end] == end
    assert table.tally.win[:2].tolist() == [60 * (n > 0) for n in net]


def test_ante_and_bet_are_knobs(template):
    assert played(template, (2, 1), "bet", "call", ante=3, bet=5).tally.net[0] == 8


def test_the_first_turn_changes_hands(template):
    table = Table(template, template.Rules(deals=2), seed=1)
    table.play("bet")
    table.play("fold")
    assert (table.seat, int(table.state.round)) == (1, 2)
    table.play("bet")
    table.play("fold")
    assert table.over
    assert table.tally.net[:2].tolist() == [0, 0]
    assert table.tally.win[:2].tolist() == [30, 30]


def test_a_caught_bluff_is_noted(template):
    assert played(template, (0, 2), "bet", "call").tally.bluff_caught == 0
    assert played(template, (2, 0), "bet", "call").tally.bluff_caught == -1


def test_all_deals_are_equally_likely(template):
    """Six deals of three cards, 12,000 games, seed 5: each within 4 sigma of 2,000."""
    counts: dict[tuple[int, ...], int] = {}
    for index in range(12_000):
        deck = tuple(Table(template, template.Rules(), 5, index).state.deck[:3].tolist())
        counts[deck] = counts.get(deck, 0) + 1
    assert len(counts) == 6
    assert all(abs(n - 2000) < 4 * np.sqrt(12_000 * 5 / 36) for n in counts.values())


def test_imagined_worlds_differ_in_the_hidden_card(template):
    assert worlds_differ(template, template.Rules(ranks=5), lambda state: state.deck.tobytes())
