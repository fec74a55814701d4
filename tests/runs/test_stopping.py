"""Runs that stop when they know enough: at the same place whatever happens on the way."""

import json
from itertools import pairwise

import polars as pl
import pytest

from simlab.errors import ScenarioError
from simlab.reports.result import Result
from simlab.runs.backends import Crew
from simlab.runs.run import run
from simlab.runs.stopping import FIRST, next_look
from simlab.scenarios.document import parse
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.runs.helpers import Counted, Interrupted, digest

COMPARED = {
    "game": "template",
    "policies": "uniform",
    "rules": {"ranks": 5},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}, "five deals": {"rules": {"deals": 5}}},
    "sweep": {"rules.ante": [1, 2]},
    "precision": [{"metric": "net[seat=0]", "half_width": 0.1, "max_rollouts": 100_000}, {"metric": "pot", "max_rollouts": 50_000}],
    "indifference": {"net": 0.2},
}
ALONE = {
    "game": "template",
    "policies": "honest",
    "sweep": {"rules.deals": [1, 20]},
    "precision": {"metric": "pot", "half_width": 0.02, "max_rollouts": 100_000},
}


def play(scenario, folder, **options):
    return run(prepare(of(scenario)), folder, **options)


def manifest(folder):
    return json.loads((folder / "manifest.json").read_text())


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    return play(COMPARED, folder, crew=Crew(workers=1)), folder


def test_looks_depend_on_nothing_but_themselves():
    looks = [0]
    while looks[-1] < 10**6:
        looks.append(next_look(looks[-1]))
    assert looks[1] == FIRST
    assert all(look % FIRST == 0 for look in looks)
    assert all(b - a <= max(FIRST, a // 4) for a, b in pairwise(looks))
    assert len(looks) < 40


@pytest.mark.parametrize(("threads", "block"), [(2, None), (3, 777)])
def test_threads_and_blocks_do_not_move_the_stop(tmp_path, compared, threads, block):
    play(COMPARED, tmp_path, crew=Crew(workers=threads), block=block)
    assert digest(tmp_path) == digest(compared[1])
    assert manifest(tmp_path)["goals"] == manifest(compared[1])["goals"]


def test_a_resumed_run_stops_at_the_same_place_and_plays_the_rest_only(tmp_path, compared):
    before = Interrupted(9)
    with pytest.raises(KeyboardInterrupt):
        play(COMPARED, tmp_path, block=256, progress=before)
    after = Counted()
    play(COMPARED, tmp_path, block=256, progress=after)
    assert digest(tmp_path) == digest(compared[1])
    deals = sum(cell["deals"] for cell in manifest(tmp_path)["cells"])
    assert before.played + after.played == 3 * deals
    again = Counted()
    play(COMPARED, tmp_path, progress=again)
    assert again.played == 0


def test_raising_the_most_games_or_the_precision_goes_on_from_what_was_played(tmp_path):
    coarse = {**ALONE, "precision": {"metric": "pot", "half_width": 0.05}}
    play({**ALONE, "precision": {"metric": "pot", "half_width": 0.02, "max_rollouts": 10_000}}, tmp_path / "topped")
    play(coarse, tmp_path / "topped")
    more = Counted()
    play(ALONE, tmp_path / "topped", progress=more)
    straight = Counted()
    play(ALONE, tmp_path / "straight", progress=straight)
    assert digest(tmp_path / "topped") == digest(tmp_path / "straight")
    assert more.played < straight.played


def test_games_go_to_the_cell_that_needs_them_until_it_is_narrow_enough_or_gives_up(tmp_path):
    found = play(ALONE, tmp_path).results.filter(metric="pot")
    few, many = found["rollouts"]
    assert few < many / 4
    half = ((found["ci_high"] - found["ci_low"]) / 2).to_list()
    goals = manifest(tmp_path)["goals"]
    assert [goal["met"] for goal in goals] == ["narrow enough", ""]
    assert half[0] <= 0.02 < half[1]
    assert many == 100_000
    assert any("ot known well enough after the most games allowed" in sentence for sentence in Result(tmp_path).findings)


def test_a_comparison_stops_at_its_verdict(compared):
    found, folder = compared
    goals = {(goal["variant"], goal["rules.ante"], goal["metric"]): goal for goal in manifest(folder)["goals"]}
    assert len(goals) == 2 * 2 * 2
    assert all(goals[variant, ante, "pot"]["met"] == "a difference" for variant in ("bet 2", "five deals") for ante in (1, 2))
    assert goals["bet 2", 1, "net"]["met"] in ("no difference that matters", "narrow enough")
    pot = found.pairs.filter(pl.col("metric") == "pot")["verdict"].to_list()
    assert all(verdict.startswith("more by") for verdict in pot)
    net = found.pairs.filter(metric="net", variant="bet 2").row(0, named=True)
    assert net["verdict"].startswith("no difference that matters: ")
    assert net["verdict"].endswith("(0.2 chips would)")


def test_indifference_is_a_verdict_of_a_run_with_one_look_too(tmp_path):
    scenario = {key: value for key, value in COMPARED.items() if key not in ("precision", "sweep")}
    found = play({**scenario, "rollouts": 20_000, "indifference": {"net": 0.1, "net[variant=five deals]": 0.001}}, tmp_path)
    said = {row["variant"]: row["verdict"] for row in found.pairs.filter(metric="net", seat=0).to_dicts()}
    assert said["bet 2"].startswith("no difference that matters")
    assert said["five deals"].startswith("not settled")


def test_a_rare_event_that_was_never_seen_does_not_stop_a_run_at_once(tmp_path):
    """In one-card poker no game is ever capped; only enough games show that it is rarer than asked."""
    found = play({"game": "template", "precision": {"metric": "capped", "half_width": 0.0002}}, tmp_path)
    row = found.results.filter(metric="capped").row(0, named=True)
    assert row["estimate"] == 0.0
    assert 0.0003 < row["ci_high"] <= 0.0004
    assert row["rollouts"] > 7_000


WRONG = {
    "no such metric": ({"metric": "wim", "half_width": 0.1}, ":2:21: no metric of template: 'wim' (did you mean 'win'?)"),
    "no such seat": ({"metric": "win[seat=4]", "half_width": 0.1}, "no seat '4' (there are: 0, 1)"),
    "no such key": ({"metric": "win[seta=0]", "half_width": 0.1}, "no key 'seta' (did you mean 'seat'?)"),
    "a level where there is none": ({"metric": "rounds[level=a]", "half_width": 0.1}, "rounds has no level"),
    "not a metric": ({"metric": "win[seat]", "half_width": 0.1}, "inside [ ] stand KEY=VALUE pairs"),
    "no half width": ({"metric": "win"}, ":2:12: precision: `half_width:` is missing"),
    "half width of nothing": ({"metric": "win", "half_width": 0}, ":2:38: precision.0.half_width: must be more than 0"),
    "misspelled": ({"metric": "win", "half_with": 1}, ":2:26: no key 'half_with' (did you mean 'half_width'?)"),
    "no metric": ({"half_width": 1}, ":2:12: precision: `metric:` is missing"),
}


@pytest.mark.parametrize(("precision", "said"), WRONG.values(), ids=WRONG)
def test_wrong_precision_is_refused_in_its_place(precision, said):
    text = ", ".join(f"{key}: {value}" for key, value in precision.items())
    with pytest.raises(ScenarioError) as refusal:
        prepare(parse(f"game: template\nprecision: {{{text}}}\n", "x.yaml"))
    assert said in str(refusal.value)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "precision: {metric: win, half_width: 0.1}\nrollouts: 5",
            "x.yaml:3:11: with `precision:` the number of games is found while playing",
        ),
        (
            "variants: {a: {}, b: {}}\nprecision: {metric: win[variant=a]}",
            "x.yaml:3:12: precision: the baseline is not compared with itself",
        ),
        ("indifference: {wni: 0.1}", "x.yaml:2:21: no metric of template: 'wni'"),
        ("indifference: {win: -1}", "x.yaml:2:21: indifference.win: must be more than 0"),
        ("keep: games", "x.yaml:2:7: keep: must be 'sums' or 'rollouts'"),
    ],
)
def test_what_does_not_go_together_is_refused(lines, said):
    with pytest.raises(ScenarioError) as refusal:
        prepare(parse(f"game: template\n{lines}\n", "x.yaml"))
    assert said in str(refusal.value)


def test_a_number_of_games_chosen_by_watching_gets_intervals_that_hold_at_every_look(tmp_path):
    asked = {"game": "template", "policies": "honest", "variants": {"base": {}, "dear": {"rules": {"bet": 3}}}, "rollouts": 4000}
    once, watched = (prepare(of({**asked, "looks": looks})) for looks in ("one", "any"))
    narrow, wide = (run(plan, tmp_path / plan.scenario.looks) for plan in (once, watched))
    assert narrow.results["estimate"].equals(wide.results["estimate"])
    widths = [found.pairs["ci_high"] - found.pairs["ci_low"] for found in (narrow, wide)]
    assert (widths[0] <= widths[1]).all()
    assert (widths[0] < widths[1]).any()
    assert json.loads((tmp_path / "any" / "manifest.json").read_text())["looks"] == "any"
