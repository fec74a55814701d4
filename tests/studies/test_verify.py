"""Published numbers, computed on this machine."""

import pytest

from simlab.studies.verify import measure
from simlab.studies.verify.checks import Check, Found, between, exactly, percent
from tests.studies.published import ROWS


def test_every_published_row_is_checked():
    """The numbers of the list that the project keeps, each in some check."""
    published = {check.published for check in measure.checks()}
    assert [row for row in ROWS if row not in published] == []


def test_counts_match_ups_deals_and_one_card_poker_agree():
    for check in (*measure.category_counts(), *measure.match_ups(), *measure.deals(), next(measure.equilibria())):
        if not check.long:
            assert check.ours().agrees, check


@pytest.mark.slow
def test_all_that_is_published_comes_out_here():
    rows = measure.verify(every=True)
    assert [row for row in rows if not row.found.agrees] == []
    assert len(rows) > 60


def test_a_check_can_fail():
    assert exactly("g", "w", "41", "s", lambda: "40").ours().agrees is False
    assert between("g", "w", "1", 1.0, "s", lambda: (1.1, 1.2), widest=0.2).ours().agrees is False
    assert between("g", "w", "1", 1.0, "s", lambda: (0.0, 2.0), widest=0.2).ours().agrees is False  # says nothing
    assert between("g", "w", "1", 1.0, "s", lambda: (0.95, 1.05), widest=0.2).ours().agrees is True


def test_what_is_not_installed_fails_nothing(monkeypatch):
    monkeypatch.setattr(measure, "LEDUC", "no such game")
    missing = list(measure.equilibria())[-1]
    assert missing.ours() == Found("not installed (pip install ./examples/leduc)", None)


def test_percentages_are_rounded_once():
    from fractions import Fraction

    assert percent(Fraction(1, 3), 4) == "33.3333 %"
    assert percent(Fraction(-1, 8), 1) == "-12.5 %"


def test_checks_are_listed_without_being_made():
    assert all(isinstance(check, Check) for check in measure.checks())
