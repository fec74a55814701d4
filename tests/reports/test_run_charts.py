"""Charts of any run, whatever its game: which are chosen, and what their titles say."""

import simlab
from simlab.reports.charts.comparisons import forest_line
from simlab.reports.charts.counts import quantile, varies
from simlab.reports.charts.kit import SEPARATE
from simlab.reports.charts.of_run import charts, story
from simlab.reports.charts.rows import few_variants
from simlab.reports.charts.sweeps import responses
from simlab.reports.comparing import comparisons
from tests.reports.fakes import fake_run


def test_sweeps_are_drawn_as_lines_or_maps(tmp_path):
    base = {"game": "template", "policies": "uniform", "rollouts": 300, "metrics": ["pot"]}
    line = simlab.run({**base, "sweep": {"rules.bet": [1, 2, 3]}}, out=tmp_path / "line", report=False)
    assert line.figures()["answer_pot"].title == "Pot, by bet"
    assert next(responses(line._run)).title.startswith("Pot: from")
    grid = simlab.run({**base, "sweep": {"rules.bet": [1, 2], "rules.ante": [1, 2, 3]}}, out=tmp_path / "grid", report=False)
    assert "pot_response" not in grid.figures()  # the picture of the answer is the same
    assert next(responses(grid._run)).title.startswith("Pot: highest with bet 2, ante 3,")


def test_three_axes_are_small_multiples_on_one_scale(tmp_path):
    sweep = {"rules.bet": [1, 2, 3, 4], "rules.ranks": [3, 5], "rules.ante": [1, 2, 3]}
    run = fake_run(tmp_path, {"game": "template", "policies": "honest", "sweep": sweep, "metrics": ["pot"]})
    found = {chart.name: chart for chart in charts(run)}
    axes = [one for one in found["answer_pot"].figure.get_axes() if one.get_visible()]
    assert [one.get_title(loc="left") for one in axes] == ["ranks 3", "ranks 5"]
    assert {one.get_ylim() for one in axes} == {axes[0].get_ylim()}
    assert [text.get_text() for text in found["answer_pot"].figure.legends[0].get_texts()] == ["ante 1", "ante 2", "ante 3"]
    assert len(found["answer_pot"].marks()) == len(found["answer_pot"].data.rows) == 24


def test_no_two_variants_of_a_forest_share_a_colour_unless_all_do(tmp_path):
    for bets in (SEPARATE, 23):
        variants = {f"bet {bet}": {"rules": {"bet": bet}} for bet in range(1, bets + 1)}
        run = fake_run(tmp_path / str(bets), {"game": "template", "policies": "honest", "variants": variants, "metrics": ["pot"]})
        colours = [forest_line(run, row)[3] for row in run.differences("pot")]
        assert len(set(colours)) == (len(colours) if bets == SEPARATE else 1)


def test_a_spread_that_moves_along_an_axis_is_a_fan(tmp_path):
    run = fake_run(tmp_path, {"game": "template", "policies": "honest", "sweep": {"rules.deals": [1, 2, 3]}, "metrics": ["rounds"]})
    found = {chart.name: chart for chart in charts(run)}
    assert found["rounds_fan"].title.startswith("Deals in a game: nine games in ten lie between")
    assert [row[0] for row in found["rounds_fan"].data.rows] == ["1", "2", "3"]


def test_the_middle_of_a_distribution():
    assert quantile([(1, 10), (2, 80), (3, 10)], 0.5) == 2
    assert quantile([(1, 10), (2, 80), (3, 10)], 0.95) == 3
    assert quantile([], 0.5) == 0


def test_lengths_that_hardly_vary_get_no_curve():
    assert not varies([(7, 1000)])
    assert not varies([(3, 5), (7, 995)])  # all-ins end a few games early
    assert varies([(6, 300), (7, 700)])


def test_levels_that_nobody_asked_for_are_drawn_where_the_game_has_no_charts_of_its_own(tmp_path):
    scenario = {"policies": "basic", "metrics": ["rounds"]}
    plain = fake_run(tmp_path / "template", {**scenario, "game": "template", "policies": "honest"})
    assert {"end", "opened"} <= {chart.name for chart in charts(plain)}
    own = fake_run(tmp_path / "showdown", {**scenario, "game": "showdown"})
    assert "end_reason" not in {chart.name for chart in charts(own)}


def test_the_picture_of_the_answer_is_of_the_table_that_was_asked_about(tmp_path):
    run = fake_run(tmp_path, {"game": "battle", "policies": "basic", "players": [2, 4], "metrics": ["win"], "ask": "win[players=4]"})
    found = charts(run)
    asked = next(chart for chart in found if chart.name == "answer_win")
    place = asked.data.head.index("players")
    assert {row[place] for row in asked.data.rows} == {4}
    every = next(chart for chart in found if chart.name == "win")
    assert {row[place] for row in every.data.rows} == {2, 4}
    assert asked in story(run, found)
    assert every not in story(run, found)


def test_of_many_variants_those_that_change_most_are_drawn(tmp_path):
    variants = {f"bet {bet}": {"rules": {"bet": bet}} for bet in range(1, 12)}
    run = fake_run(tmp_path, {"game": "template", "policies": "honest", "variants": variants, "metrics": ["pot"]})
    sizes = {one.of: one.size for one in comparisons(run, "pot")}
    chosen = few_variants(run)
    assert chosen[0] == "bet 1"
    assert len(chosen) == SEPARATE
    assert min(sizes[name] for name in chosen[1:]) >= max(size for name, size in sizes.items() if name not in chosen)


def test_a_chart_of_numbers_that_the_pictures_of_the_answer_show_is_not_told_again(tmp_path):
    ask = ["contested", "first_won_contested"]
    run = fake_run(
        tmp_path,
        {
            "game": "arcana",
            "policies": "basic",
            "variants": {"one": {}, "two": {"rules": {"response_turns": 2}}},
            "metrics": ask,
            "ask": ask,
        },
    )
    found = charts(run)
    assert "answering" in {chart.name for chart in found}
    assert "answering" not in {chart.name for chart in story(run, found)}
