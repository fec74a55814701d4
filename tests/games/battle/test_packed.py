"""battle's packed values (BA-2.8, BA-9.2, BA-9.3)."""

import numpy as np
import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.packed import packed
from simlab.games.battle.rules import Rules
from simlab.games.battle.scoring import strength
from tests.ranking import examples
from tests.ranking.helpers import winner


def value(text, **rules):
    compiled = Rules.of(rules).lower()
    return int(packed(strength(np.int64(DECK.mask(DECK.read(text))), compiled), compiled))


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("Th Jh Qh Kh Ah", (9,)),
        ("Ah 2h 3h 4h 5h", (8, 5)),
        ("9c 9d 9h 9s 3c", (7, 9, 3)),
        ("9c 9d 9h 9s", (7, 9)),
        ("3c 3d 3h Ac Ad", (6, 3, 14)),
        ("Ah Jh 9h 6h 3h", (5, 14, 11, 9, 6, 3)),
        ("Tc Jd Qh Ks Ac", (4, 14)),
        ("8c 8d 8h 2c", (3, 8, 2)),
        ("Kc Kd 2c 2d 3h", (2, 13, 2, 3)),
        ("2c 2d", (1, 2)),
        ("Ac Kd", (0, 14, 13)),
    ],
)
def test_ba_9_3_packed_values(cards, expected):
    head, *numbers = expected
    assert value(cards) == head << 20 | sum(n << 16 - 4 * k for k, n in enumerate(numbers))


def test_ba_9_2_dead_hands_are_their_numbers():
    assert value("9c 9d 8h", incomplete_hands="dead") == 9 << 16 | 9 << 12 | 8 << 8


def test_a_short_deck_keeps_its_numbers():
    assert value("Ac 6d 7h 8s 9c", deck_low=6, players=2) == 4 << 20 | 9 << 16


@pytest.mark.parametrize("row", examples.BATTLE, ids=[f"row {row[0]}" for row in examples.BATTLE])
def test_ba_9_packed_values_compare_like_scores(row):
    _, a, b, expected, why = row
    assert winner(value(a), value(b)) == expected, why
