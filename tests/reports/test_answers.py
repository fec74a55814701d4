"""Every kind of sentence: numbers that make it true, and numbers that silence it."""

import re

import polars as pl
import pytest

from simlab.reports.answers import MOST, answer, averages, capped_games, chances, findings, glances, trends, verdicts
from simlab.reports.rundir import Run
from tests.reports.fakes import fake_run

GAME = {"question": "What changes?", "game": "template", "policies": "honest", "rollouts": 1000}
TWO = {**GAME, "variants": {"plain": {}, "larger": {"rules": {"bet": 2}}}, "metrics": ["rounds", "win"]}
MANY = {**GAME, "variants": {f"bet {bet}": {"rules": {"bet": bet}} for bet in range(1, 7)}, "metrics": ["rounds"]}
SWEPT = {**GAME, "sweep": {"rules.bet": [1, 2, 3]}, "metrics": ["rounds"]}
DIFFERENT = {**GAME, "policies": ["honest", "uniform"], "metrics": ["win"]}


@pytest.fixture
def made(tmp_path):
    """A run whose numbers are set by hand."""

    def make(scenario, results=(), pairs=()):
        fake_run(tmp_path, scenario)
        for name, changes in (("results", results), ("pairs", pairs)):
            table = pl.read_parquet(tmp_path / f"{name}.parquet")
            for where, values in changes:
                hit = pl.lit(True)
                for key, value in where.items():
                    hit &= pl.col(key) == value
                table = table.with_columns(**{key: pl.when(hit).then(pl.lit(v)).otherwise(pl.col(key)) for key, v in values.items()})
            table.write_parquet(tmp_path / f"{name}.parquet")
        return Run(tmp_path)

    return make


def number(value, error):
    return {"estimate": value, "std_error": error, "ci_low": value - 1.96 * error, "ci_high": value + 1.96 * error}


def settled(text, value=1.0):
    return {**number(value, 0.1), "p_holm": 0.001, "verdict": text}


OPEN = {**number(0.01, 0.1), "p_holm": 0.9, "verdict": "not settled: needs about 9 k more games"}
SAME = {**number(0.0, 0.0), "p_holm": 1.0, "verdict": "no difference at all: the same in every game"}
NOTHING = {"p_holm": None, "verdict": "nothing to compare"}


def test_a_settled_comparison_is_told_and_an_empty_one_is_not(made):
    run = made(TWO, pairs=[({"metric": "rounds"}, settled("longer by 1 rounds (0.8 to 1.2)")), ({"metric": "win"}, OPEN)])
    assert next(iter(verdicts(run))) == "larger against plain: rounds: longer by 1 rounds (0.8 to 1.2)."
    run = made(TWO, pairs=[({"metric": "rounds"}, NOTHING), ({"metric": "win"}, NOTHING)])
    assert list(verdicts(run)) == []


def test_an_open_comparison_says_what_it_would_take_and_entries_stand_together(made):
    run = made(TWO, pairs=[({"metric": "rounds"}, OPEN), ({"metric": "win"}, OPEN)])
    assert list(verdicts(run)) == [
        "larger against plain: rounds: not settled: needs about 9 k more games.",
        "larger against plain: win share: no settled difference for seat 0, seat 1.",
    ]
    run = made(TWO, pairs=[({"metric": "rounds"}, settled("longer by 1")), ({"metric": "win"}, settled("more often by 1"))])
    assert not any("settled" in sentence for sentence in verdicts(run))


def test_what_never_differs_is_said_once(made):
    run = made(TWO, pairs=[({"metric": "rounds"}, SAME), ({"metric": "win"}, SAME)])
    assert list(verdicts(run)) == ["The same in every game as under plain: rounds (larger), win (larger)."]
    run = made(TWO, pairs=[({"metric": "rounds"}, OPEN), ({"metric": "win"}, OPEN)])
    assert not any(sentence.startswith("The same") for sentence in verdicts(run))


def test_one_variant_is_compared_with_nothing(made):
    run = made(SWEPT)
    assert list(verdicts(run)) == []
    assert list(glances(run)) == []


def test_a_glance_tells_the_strongest_of_few_variants(made):
    run = made(TWO, pairs=[({"metric": "rounds"}, settled("longer by 1 rounds (0.8 to 1.2)")), ({"metric": "win"}, OPEN)])
    assert list(glances(run)) == ["Rounds, against plain: larger, longer by 1 rounds (0.8 to 1.2)."]
    run = made(TWO, pairs=[({"metric": "rounds"}, OPEN), ({"metric": "win"}, OPEN)])
    assert list(glances(run)) == []


def test_a_glance_counts_the_many_variants_that_matter(made):
    changes = [({"metric": "rounds"}, OPEN), ({"metric": "rounds", "variant": "bet 3"}, settled("longer by 2", 2.0))]
    run = made(MANY, pairs=[*changes, ({"metric": "rounds", "variant": "bet 5"}, settled("longer by 4", 4.0))])
    assert list(glances(run)) == [
        "2 of 5 variants change rounds for certain, against bet 1: bet 5, longer by 4; bet 3, longer by 2.",
    ]
    assert list(glances(made(MANY, pairs=changes[:1]))) == []


def test_a_trend_is_told_only_when_its_ends_are_apart(made):
    grid = [({"metric": "rounds", "rules.bet": bet}, number(bet * 2.0, 0.01)) for bet in (1, 2, 3)]
    assert list(trends(made(SWEPT, grid))) == [
        "rounds is lowest with bet 1, 2.00 (1.98 to 2.02), and highest with bet 3, 6.00 (5.98 to 6.02): at least 3.97 apart."
    ]
    close = [({"metric": "rounds", "rules.bet": bet}, number(2.0 + bet / 100, 0.1)) for bet in (1, 2, 3)]
    assert list(trends(made(SWEPT, close))) == []
    assert list(trends(made(TWO))) == []


def seats(first, error):
    return [({"metric": "win", "seat": 0}, number(first, error)), ({"metric": "win", "seat": 1}, number(1 - first, error))]


def test_seats_are_called_even_or_uneven_as_the_numbers_bear(made):
    even = list(chances(made(TWO, seats(0.501, 0.001))))
    assert even[0] == "plain: the seats are even as far as these games can tell: no seat is off 50.0 % by more than 0.3 points."
    uneven = list(chances(made(TWO, seats(0.53, 0.001))))
    assert uneven[0].startswith("plain: the seats are not even: seat 0 wins 53.0 % (52.8 to 53.2), seat 1 47.0 % (46.8 to 47.2)")
    assert not any("not even" in sentence for sentence in even)
    assert not any("even as far" in sentence for sentence in uneven)


def test_different_players_are_named_not_called_uneven(made):
    run = made(DIFFERENT, seats(0.7, 0.001))
    assert list(chances(run)) == ["seat 0 (honest) wins most, 70.0 % (69.8 to 70.2)."]
    assert list(chances(made({**GAME, "metrics": ["rounds"]}))) == []
    assert list(chances(made({**DIFFERENT, "rotate_seats": True}, seats(0.7, 0.001)))) == []


def test_averages_are_told_where_there_are_few(made):
    run = made({**GAME, "metrics": ["pot"]}, [({"metric": "pot"}, number(3.25, 0.01))])
    assert list(averages(run)) == ["pot: 3.25 (3.23 to 3.27) chips."]
    assert list(averages(made({**GAME, "metrics": ["opened"], "rules": {"ranks": 9}}))) == []
    assert list(averages(made({**GAME, "metrics": ["win"]}))) == []
    fixed = made({**GAME, "metrics": ["rounds"]}, [({"metric": "rounds"}, number(7.0, 0.0))])
    assert list(averages(fixed)) == ["rounds: 7 in every game."]


def test_the_cap_is_mentioned_only_when_games_met_it(made):
    assert list(capped_games(made(TWO, [({"metric": "capped"}, number(0.0, 0.0))]))) == []
    met = [({"metric": "capped"}, number(0.0, 0.0)), ({"metric": "capped", "variant": "larger"}, number(0.02, 0.001))]
    assert list(capped_games(made(TWO, met))) == [
        "larger: 2.0 % (1.8 to 2.2) of the games were stopped by the cap: they are in the averages."
    ]


def test_what_does_not_fit_is_counted(made):
    many = {**GAME, "sweep": {"rules.bet": list(range(1, 21))}, "metrics": ["rounds"]}
    said = findings(made(many))
    assert len(said) == MOST + 1
    assert re.fullmatch(r"\d+ more findings are in the tables\.", said[-1])
    assert not any("more findings" in sentence for sentence in findings(made(SWEPT)))


@pytest.mark.parametrize("scenario", [TWO, MANY, SWEPT, DIFFERENT, GAME])
def test_the_answer_is_one_to_three_sentences(made, scenario):
    said = answer(made(scenario))
    assert 1 <= len(said) <= 3
    assert all(sentence.endswith(".") for sentence in said)


def test_no_sentence_contradicts_the_tables(made):
    """Every number with an interval in a sentence stands in a table of the page."""
    from simlab.reports.page.listings import estimate_listing, pair_listing
    from simlab.reports.page.write import others

    run = made(TWO)
    tables = (estimate_listing(run, "", run.headline), estimate_listing(run, "", others(run)), pair_listing(run))
    shown = [item.text for table in tables for row in table.rows for item in row]
    for sentence in [*answer(run), *findings(run)]:
        for low, high in re.findall(r"\((-?[\d.,]+) to (-?[\d.,]+)\)", sentence):
            assert f"{low} to {high}" in shown, sentence
