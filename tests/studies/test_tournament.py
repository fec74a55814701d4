"""Tournaments, luck and skill: closed forms first, then one-card poker really played."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.runs.groups import ranges
from simlab.stats.estimates import Estimate
from simlab.studies.line_ups import Meetings, arranged, design
from simlab.studies.skill.measure import SOURCES, skill
from simlab.studies.tournament.measure import Entry, Tournament, bradley_terry, entrants, rated, restriction, tournament
from simlab.studies.tournament.mixes import Field, climb, equilibrium

GROUPS = 32


def meetings_of(chances: np.ndarray, players: int = 2) -> Meetings:
    """A tournament without noise: `chances[i, j]` is what i wins alone among j (two players, or a balanced design)."""
    k = len(chances)
    line_ups = design(k, players, "all" if players == 2 else "balanced")
    wins = np.zeros((len(line_ups), GROUPS, players))
    for at, line_up in enumerate(line_ups):
        first, other = line_up[0], line_up[-1]
        share = chances[first, other] if first != other else 1 / players
        wins[at, :, 0], wins[at, :, 1:] = share, (1 - share) / (players - 1)
    wins *= players
    one = np.ones((len(line_ups), GROUPS))
    return Meetings(tuple("abcdefgh"[:k]), tuple(line_ups), one, wins, np.ones_like(wins), one, one)


def test_a_design_has_every_line_up_or_every_pair():
    assert design(3, 2) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert len(design(4, 4)) == 35
    balanced = design(6, 4)
    assert len(balanced) == 36
    assert (2, 5, 5, 5) in balanced
    assert arranged((0, 0, 0, 1)) == (1, 0, 0, 0)


def test_bradley_terry_finds_known_odds_for_two_players():
    worth = np.array([1.0, 2.0, 5.0])
    chances = worth[:, None] / (worth[:, None] + worth[None, :])
    found = rated(meetings_of(chances), np.ones(GROUPS), 0)
    assert found == pytest.approx(400 * np.log10(worth), abs=1e-6)


def test_bradley_terry_finds_known_worths_at_tables_of_four():
    worth = np.array([1.0, 3.0, 0.2])
    counts = np.array([[line.count(i) for i in range(3)] for line in design(3, 4, "all")], float)
    wins = counts * worth / (counts @ worth)[:, None]
    found = bradley_terry(counts, wins)
    assert found / found[0] == pytest.approx(worth, rel=1e-6)


def test_rock_paper_scissors_is_mixed_evenly_and_an_uneven_one_as_it_should():
    even = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])
    mix, gap = equilibrium(Field(meetings_of(even), np.ones(GROUPS)))
    assert mix == pytest.approx([1 / 3] * 3)
    assert gap == pytest.approx(0, abs=1e-12)
    # rock beats scissors by a, scissors beat paper by b, paper beats rock by c: the mix is (b, a, c) over its sum
    a, b, c = 0.1, 0.2, 0.4
    skewed = 0.5 + np.array([[0, -c, a], [c, 0, -b], [-a, b, 0]])
    mix, _ = equilibrium(Field(meetings_of(skewed), np.ones(GROUPS)))
    assert mix == pytest.approx(np.array([b, a, c]) / (a + b + c))


def test_a_policy_that_beats_all_is_played_alone():
    chances = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    mix, gap = equilibrium(Field(meetings_of(chances), np.ones(GROUPS)))
    assert mix.tolist() == [1.0, 0.0, 0.0]
    assert gap == 0.0


def three_seats(shares: dict[tuple[int, ...], list[float]]) -> Meetings:
    """All line-ups of two policies at tables of three; shares by place."""
    line_ups = design(2, 3, "all")
    wins = np.array([[[3 * x for x in shares.get(line_up, [1 / 3] * 3)]] * GROUPS for line_up in line_ups])
    one = np.ones((len(line_ups), GROUPS))
    return Meetings(("a", "b"), tuple(line_ups), one, wins, np.ones_like(wins), one, one)


def test_the_odd_one_out_of_three_wins_so_both_are_chosen_evenly():
    game = Field(three_seats({(1, 0, 0): [1.0, 0.0, 0.0], (0, 1, 1): [1.0, 0.0, 0.0]}), np.ones(GROUPS))
    mix, gap = equilibrium(game)
    assert mix == pytest.approx([0.5, 0.5], abs=1e-4)
    assert gap < 1e-4
    assert game.gap(climb(game, np.array([0.7, 0.3]))) < 1e-3


def additive(rng: np.random.Generator, deals: int, sizes: tuple[float, float, float, float], n: int = 3) -> Meetings:
    """The model itself: win = 1/n + policy + seat + cards + rest, without the bounds of a real win."""
    policy, seat, cards, rest = (np.sqrt(v) for v in sizes)
    policies = policy * np.array([-1.0, 0.0, 1.0]) * np.sqrt(1.5)
    seats = seat * np.array([1.0, 0.0, -1.0]) * np.sqrt(1.5)
    y = np.zeros((deals, n, n))  # deal, rotation, seat
    luck = cards * rng.standard_normal((deals, n))
    for r in range(n):
        for s in range(n):
            y[:, r, s] = 1 / n + policies[(s - r) % n] + seats[s] + luck[:, s] + rest * rng.standard_normal(deals)
    group = np.arange(deals) * GROUPS // deals
    by_place = np.array([[sum(y[group == g, r, (p + r) % n].sum() for r in range(n)) for p in range(n)] for g in range(GROUPS)])
    by_seat = np.array([y[group == g].sum(axis=(0, 1)) for g in range(GROUPS)])
    cells = np.array([(y[group == g].sum(axis=1) ** 2).sum() for g in range(GROUPS)])
    squares = np.array([(y[group == g] ** 2).sum() for g in range(GROUPS)])
    counts = np.bincount(group).astype(float)
    return Meetings(("a", "b", "c"), ((0, 1, 2),), counts[None], by_place[None], by_seat[None], cells[None], squares[None])


def test_shares_of_variance_are_those_of_the_model():
    sizes = (0.2, 0.05, 0.5, 0.25)  # policy, seat, cards, rest
    found = skill(additive(np.random.default_rng(5), 6400, sizes))
    want = dict(zip(("policy", "seat", "deal", "remainder"), sizes, strict=True))
    for source in SOURCES:
        share = found.shares[source]
        assert abs(share.value - want[source]) < 4 * share.std_error + 1e-9
        assert share.std_error < 0.02
    assert found.variance.value == pytest.approx(1.0, abs=0.05)


def test_a_share_of_nothing_is_told_as_such():
    """No seat effect at all: the interval starts at 0 and stays small. Seeds 1 to 20."""
    for seed in range(1, 21):
        share = skill(additive(np.random.default_rng(seed), 320, (0.2, 0.0, 0.4, 0.4))).shares["seat"]
        assert 0.0 <= share.low <= share.value <= share.high < 0.05
        assert share.high > 0.0


def test_shares_of_variance_hold_the_truth_as_often_as_they_say():
    """Seed 8, 100 experiments of 160 deals; 4 sigma of a 95 % interval are 8.7 points."""
    rng, hits = np.random.default_rng(8), 0
    for _ in range(100):
        share = skill(additive(rng, 160, (0.1, 0.1, 0.4, 0.4))).shares["deal"]
        hits += share.low <= 0.4 <= share.high
    assert hits / 100 > 0.95 - 0.087


def test_deals_are_cut_into_ranges_of_one_size_but_for_the_last():
    assert ranges(10, 4) == [(0, 3), (3, 6), (6, 9), (9, 10)]


@pytest.fixture(scope="module")
def played() -> Tournament:
    return tournament(Entry("template", ("uniform", "always_bet", "honest"), rollouts=6400, base="honest"))


def test_one_card_poker_is_won_as_it_must_be(played):
    """Who always bets wins every pot that honest folds: with three cards, 2/3 of all deals."""
    cell = played.payoff[1][2]
    assert abs(cell.value - 2 / 3) < 4 * cell.std_error
    assert played.payoff[2][1].value == pytest.approx(1 - cell.value)
    assert played.costs[1].value == pytest.approx(0.5 - cell.value)
    assert played.mix[0][1].value == 1.0
    assert [step[0] for step in played.skill.ladder] == ["honest", "uniform"]
    assert sum(played.skill.shares[source].value for source in SOURCES) == pytest.approx(1.0)
    assert 0.5 < played.skill.shares["deal"].value < 0.8


def test_a_tournament_goes_on_where_it_was_killed_and_ends_the_same(played, tmp_path):
    entry = Entry("template", ("uniform", "always_bet", "honest"), rollouts=6400, base="honest")
    tournament(entry, tmp_path, threads=1)
    removed = sorted(tmp_path.glob("blocks/*/*.block"))[::3]
    for path in removed:
        path.unlink()
    again = tournament(entry, tmp_path, threads=2)
    assert again.as_json() == played.as_json()
    assert all(path.exists() for path in removed)


def test_a_sentence_says_what_a_restriction_costs(played):
    said = restriction(played, 0, Estimate(0.041, 0.001, 0.038, 0.044))
    assert said == (
        "uniform (Each legal action with equal probability) costs 4.1 points (3.8 to 4.4) of the win among honest players, "
        "where an even share is 50 %."
    )
    assert "gains 4.1 points (3.8 to 4.4)" in restriction(played, 0, Estimate(-0.041, 0.001, -0.044, -0.038))
    assert "costs nothing that 6,400 games can show" in restriction(played, 0, Estimate(0.001, 0.01, -0.02, 0.022))


def test_all_policies_of_a_game_take_part_unless_named(template):
    assert entrants(template) == ["uniform", "always_bet", "honest", "equilibrium"]


def invoke(*arguments):
    return CliRunner().invoke(main, list(arguments))


def test_the_commands_answer_in_words_and_in_json(tmp_path):
    options = ("--policies", "uniform,{name: equilibrium, alpha: 0}", "--rollouts", "640", "--out", str(tmp_path))
    shown = invoke("tournament", "template", *options)
    assert shown.exit_code == 0, shown.output
    assert "who beats whom" in shown.stdout
    found = json.loads(invoke("skill", "template", *options, "--json").stdout)
    assert set(found["shares"]) == set(SOURCES)
    assert found["ladder"][0]["ci_low"] <= found["ladder"][0]["estimate"] <= found["ladder"][0]["ci_high"]
    assert (tmp_path / "report.html").exists()
    assert (tmp_path / "figures" / "luck_and_skill.png").exists()
    assert json.loads((tmp_path / "study.json").read_text())["players"] == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("tournament", "tempalte"), "did you mean 'template'"),
        (("tournament", "template", "--policies", "honest"), "2 to 12 different policies"),
        (("tournament", "template", "--policies", "honest,unifrom"), "did you mean 'uniform'"),
        (("tournament", "template", "--policies", "honest,3"), "write names"),
        (("tournament", "template", "--players", "3"), "players (given: 3)"),
        (("tournament", "template", "--base", "bold"), "no policy in this tournament"),
        (("skill", "template", "--rules", "rnaks=4"), "did you mean 'ranks'"),
        (("skill", "template", "--rules", "ranks"), "KEY=VALUE"),
    ],
)
def test_mistakes_are_told_in_one_line(arguments, said, tmp_path):
    done = invoke(*arguments, "--out", str(tmp_path))
    assert done.exit_code == 2
    assert said in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
