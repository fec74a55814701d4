"""Names and numbers as people read them."""

from simlab.reports.wording import entry, error_of, number, sentence, with_interval
from simlab.stats.digits import rounded


def row(value, error, low, high):
    return {"estimate": value, "std_error": error, "ci_low": low, "ci_high": high}


def test_nothing_is_shown_as_minus_nothing():
    assert rounded(-0.3, 1.5) == "0"
    assert rounded(-0.04, 0.1) == "0.0"
    assert rounded(-0.06, 0.1) == "-0.1"
    assert number(-0.0004, 0.001, rate=True) == "0.0 %"


def test_a_number_has_as_many_digits_as_its_error_is_worth():
    assert number(1.23456, 0.02) == "1.23"
    assert number(0.47213, 0.001, rate=True) == "47.2 %"
    assert number(0.0, 0.1) == "0"
    assert number(None, None) == "-"


def test_an_interval_stands_in_brackets_with_the_digits_of_its_estimate():
    assert with_interval(row(0.472, 0.0005, 0.471, 0.473), True) == "47.20 % (47.10 to 47.30)"
    assert with_interval(row(3.0, 0.0, 2.8, 3.2), False) == "3.0 (2.8 to 3.2)"
    assert with_interval(row(3.0, None, None, None), False) == "3"
    assert error_of(row(3.0, 0.0, 2.8, 3.2)) == (3.2 - 2.8) / 4


def test_an_entry_is_a_seat_a_level_or_nothing():
    assert entry({"seat": 2, "level": None}) == "third seat"
    assert entry({"seat": None, "level": "full_house"}) == "full house"
    assert entry({"seat": 0, "level": "pair"}) == "first seat, pair"
    assert entry({"seat": None, "level": None}) == ""


def test_a_sentence_has_a_capital_letter_and_keeps_the_others():
    assert sentence("coins in the Pot") == "Coins in the Pot"
    assert sentence("") == ""
