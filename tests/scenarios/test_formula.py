"""`define:`: polars SQL, narrowed to what has an honest interval."""

import numpy as np
import polars as pl
import pytest

from simlab.errors import InputError
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from simlab.runs.moments import Moments, estimate
from simlab.runs.sums import Adder, Sums
from simlab.scenarios.formula import FormulaError, parse
from simlab.scenarios.recipe import Layout, Recipe

GAMES = 4000


@pytest.fixture(scope="module")
def tallies(template):
    rules = template.Rules.of({"ranks": 5, "deals": 3})
    return roll(template, [make_player(template, "uniform", rules)] * 2, rules.lower(), 1, 0, GAMES)


def frame(tallies) -> pl.DataFrame:
    """The rows as a user of polars would have them."""
    data = {"pot": tallies["pot"], "rounds": tallies["rounds"], "decisions": tallies["decisions"]}
    data |= {f"net_s{seat}": tallies["net"][:, seat] for seat in range(2)} | {
        f"win_s{seat}": tallies["win"][:, seat] / 60 for seat in range(2)
    }
    data |= {"opened_0": tallies["opened"][:, 0], "could_open": tallies["could_open"].sum(axis=1), "win": tallies["win"].sum(axis=1) / 60}
    data["players"] = np.full(len(tallies), 2)
    data["end"] = np.array(["checked", "folded", "called"])[tallies["end"]]
    return pl.DataFrame(data)


@pytest.mark.parametrize(
    "text",
    [
        "SUM(pot) / SUM(rounds)",
        "AVG(pot)",
        "AVG(win_s0)",
        "AVG(pot > 9)",
        "AVG(NOT pot > 9 OR decisions <= 7 AND net_s0 <> 0)",
        "AVG(\"end\" = 'folded')",
        "SUM(opened_0) / SUM(could_open)",
        "SUM(net_s0 * net_s0) / COUNT(*)",
        "SUM(players * net_s0 - pot) / SUM(rounds * (players - 1))",
        "AVG(players = 2 AND pot > 9)",
        "2.5 * SUM(pot) / COUNT(*) - AVG(decisions)",
        "SUM(win_s0 * pot) / SUM(pot)",
        "-AVG(pot - 2 * decisions) / (AVG(rounds) + 1)",
        "AVG(win_s0 + win_s1 >= 1)",
        "AVG(win)",
        "AVG((pot > 9) * win_s0)",
        "SUM((\"end\" = 'folded') * net_s0 + net_s1 * (decisions <= 7 AND pot > 2)) / SUM(rounds)",
    ],
)
def test_polars_gives_the_same_number(template, tallies, text):
    recipe = Recipe(template.columns, template.engine.OUTCOME, 2, False, {"mine": parse(text)})
    layout = Layout(recipe, 1)
    sums = Sums.empty(layout)
    Adder(layout).add(sums, tallies.reshape(1, 1, -1))
    found = estimate(recipe.metrics[-1], Moments.of(sums, layout), 0)
    (expected,) = frame(tallies).select(pl.sql_expr(text).alias("x")).row(0)
    assert found.value == pytest.approx(expected, rel=1e-12)
    assert found.low <= found.value <= found.high


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("SUM(pot)", "grows with the number of games"),
        ("SUM(pot) * SUM(pot) / COUNT(*)", "grows with the number of games"),
        ("SUM(pot) + AVG(pot)", "joins a sum with an average"),
        ("MAX(pot)", "has no honest interval"),
        ("MEDIAN(pot)", "has no interval here"),
        ("pot", "must stand inside SUM"),
        ("AVG(pot / rounds)", "divide outside"),
        ("AVG(pot * 0.5)", "put decimals outside"),
        ("AVG(SUM(pot))", "inside another"),
        ("AVG(pot); DROP TABLE games", "is not allowed"),
        ("AVG(pot) -- x", "comments are not allowed"),
        ("AVG(pot) /* x */", "comments are not allowed"),
        ("(SELECT 1)", "must stand inside SUM"),
        ("SUM(read_csv('x')) / COUNT(*)", "function 'read_csv' is not allowed"),
        ("AVG(pot) FROM read_parquet('x')", "is not expected there"),
        ("1 + 1", "nothing is measured"),
        ("AVG(1)", "without a column"),
        ("AVG(pot", "expected ')'"),
        ("AVG(pot AND rounds)", "join comparisons"),
        ("AVG((pot > 1) + 1)", "needs numbers on both sides"),
        ("AVG((pot > 1) * (pot > 2))", "needs numbers on both sides"),
        ("AVG(pot * 'folded')", "needs numbers on both sides"),
        ("AVG(end > 'folded')", "compared with = or <>"),
        ("AVG(" + "(" * 40 + "pot" + ")" * 40 + ")", "nested deeper"),
        ("AVG(pot) + " * 60 + "AVG(pot)", "may have 500 letters"),
        ("AVG(pot * 99999999999999)", "too long"),
        ("AVG(pot) + \u0661", "is not allowed"),
        ("", "it ends too early"),
    ],
)
def test_what_has_no_honest_interval_or_is_hostile_is_refused_in_one_line(text, said):
    with pytest.raises(FormulaError) as refusal:
        parse(text)
    assert said in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("AVG(pott)", "no column 'pott' (did you mean 'pot'?)"),
        ("AVG(net_s2)", "net has entries 0 to 1"),
        ("AVG(opened_13)", "opened has entries 0 to 12"),
        ("AVG(end)", "is a code: compare it with one of its levels"),
        ("AVG(end = 'flded')", "no level 'flded' (did you mean 'folded'?)"),
        ("AVG(pot = 'folded')", "compared with the name of one of its levels"),
        ("AVG(pot_s0)", "no column 'pot_s0'"),
    ],
)
def test_names_are_those_of_the_game(template, text, said):
    from simlab.scenarios.recipe import Terms

    with pytest.raises(InputError) as refusal:
        Terms(template.columns, 2).check(parse(text))
    assert said in str(refusal.value)


def test_what_did_not_happen_is_null_as_in_sql():
    from simlab.contract.columns import Column, tally_record

    columns = (Column("when", "round of it", none=-1), Column("x", "a number"), Column("by", "round by seat", seats=True, none=-1))
    record = tally_record(columns)
    rows = np.zeros(4, record)
    rows["when"], rows["x"] = [3, -1, 5, -1], [10, 20, 30, 40]
    rows["by"][:, :2] = [[1, -1], [-1, -1], [2, 3], [-1, 4]]
    texts = {"a": "AVG(when)", "b": "COUNT(when) / COUNT(*)", "c": "AVG(x * when)", "d": "AVG(when > 3)", "e": "AVG(by)"}
    recipe = Recipe(columns, record, 2, False, {name: parse(text) for name, text in texts.items()})
    layout = Layout(recipe, 1)
    sums = Sums.empty(layout)
    Adder(layout).add(sums, rows.reshape(1, 1, -1))
    found = {m.name: estimate(m, Moments.of(sums, layout), 0).value for m in recipe.metrics}
    assert found["when"] == 4.0
    assert (found["a"], found["b"], found["c"], found["d"], found["e"]) == (4.0, 0.5, 90.0, 0.5, 10 / 3)
