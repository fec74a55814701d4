"""Outcome columns: one table, from which the record of a tally is made."""

import pytest

from simlab.contract.columns import SEATS, SIXTIETHS, Column, crossed, numbered, standard, tally_record


def test_the_record_has_a_field_for_each_column():
    columns = (
        *standard(),
        Column("net", "chips won", seats=True, unit="chips"),
        Column("end", "how it ended", "code", "i1", levels=("folded", "called")),
        Column("opened", "opening bets by card", "count", "i2", levels=numbered("card", 3)),
    )
    record = tally_record(columns)
    assert record.names == ("win", "decisions", "rounds", "capped", "net", "end", "opened")
    assert (record["net"].shape, record["opened"].shape, record["end"].shape) == ((SEATS,), (3,), ())
    assert record["end"] == "i1"


def test_a_win_can_be_shared_by_any_table():
    assert all(SIXTIETHS % players == 0 for players in range(1, SEATS + 1))


def test_names_of_levels():
    assert numbered("rank", 2) == ("rank 0", "rank 1")
    assert crossed(("a", "b"), ("x", "y")) == ("a, x", "a, y", "b, x", "b, y")


WON = Column("won", "tricks won", levels=numbered("seat", 3), over="played")


@pytest.mark.parametrize(
    ("columns", "complaint"),
    [
        ([WON], "divided by 'played', which is not a column"),
        ([WON, Column("played", "tricks played", levels=numbered("seat", 2))], "do not have the same entries"),
        ([Column("won", "tricks won"), Column("won", "tricks won")], "'won' stands twice"),
        ([Column("won", "")], "'won' has no sentence"),
        ([Column("end", "how it ended", "code")], "'end' is a code without level names"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(columns, complaint):
    with pytest.raises(TypeError, match=complaint):
        tally_record(columns)


def test_a_rate_over_one_number_or_over_the_same_entries_is_fine():
    tally_record([WON, Column("played", "tricks played", levels=numbered("seat", 3))])
    tally_record([WON, Column("played", "tricks played")])
