"""Pages by the thousand have the p-values of whole ones."""

import numpy as np
import pytest

from simlab.games.fortune.studies import effects as fortune
from simlab.stats.compare import p_value_of
from tests.stats import thousands

GAMES = 2_000


def whole(rounds, stood):
    """The same rounds as the study keeps them."""
    win = (np.arange(4) == rounds.winner[:, None]).astype(float)
    net = win * rounds.pot[:, None] - rounds.pot[:, None] / 4
    return fortune.Rounds(
        pot=rounds.pot.astype(float), showdown=rounds.showdown.astype(float), destroyed=rounds.destroyed.astype(float), net=net, win=win,
        pages=stood.pages, dealer=np.arange(GAMES) % 4, winner=rounds.winner.astype(int), winners=np.ones(GAMES, int),
        window=np.ones(GAMES, bool),
    )  # fmt: skip


def test_a_page_by_the_thousand_has_the_p_values_of_a_whole_one():
    random = np.random.default_rng(4)
    base, card, death = (thousands.dealt(GAMES, random) for _ in range(3))
    stood = thousands.Stood(death.winner, random.random((GAMES, 4)) < 0.3)
    rows = fortune.effects_of_card("fool", "deal", *(whole(rounds, stood) for rounds in (base, card, death)))
    found = [p_value_of(row.difference, GAMES) for row in rows if row.measure.name != "winner_changed"]
    quick = [thousands.chance_of(values) for values in thousands.numbers(card, stood) - thousands.numbers(base, stood)]
    assert quick == pytest.approx(found, abs=1e-3)


def test_twenty_pages_of_two_hundred_rounds_claim_little():
    """Seed 11: 5 % of 20 are 1; four sigma are 4 more."""
    random = np.random.default_rng(thousands.SEED)
    assert sum(thousands.page(200, random) for _ in range(20)) <= 5
