"""Which seat is best, and who wins most: in one cell, along a sweep, and where different players sit at every seat in turn."""

import polars as pl
import pytest

from simlab.reports.answers import answer
from simlab.reports.charts.levels import win_title
from simlab.reports.rundir import Run
from tests.reports.fakes import fake_run

GAME = {"question": "Which seat is best?", "game": "battle", "policies": "basic", "rollouts": 10_000, "metrics": ["win"], "ask": "win"}
MIXED = {**GAME, "policies": {"default": "basic", 0: "never_attacks"}, "rotate_seats": True}


@pytest.fixture
def made(tmp_path):
    """A run in which the shares of the win are set by hand, by seat or by player, for each number of players."""

    def make(scenario, shares, error=0.001, metric="win"):
        fake_run(tmp_path, {**scenario, "players": list(shares)})
        table = pl.read_parquet(tmp_path / "results.parquet")
        for players, found in shares.items():
            for place, share in enumerate(found):
                of = pl.col("level") == f"player {place}" if metric.endswith("_by_player") else pl.col("seat") == place
                hit = (pl.col("metric") == metric) & (pl.col("players") == players) & of
                values = {"estimate": share, "std_error": error, "ci_low": share - 1.96 * error, "ci_high": share + 1.96 * error}
                table = table.with_columns(**{key: pl.when(hit).then(pl.lit(v)).otherwise(pl.col(key)) for key, v in values.items()})
        table.write_parquet(tmp_path / "results.parquet")
        return Run(tmp_path)

    return make


def test_the_best_seat_of_a_table_is_named(made):
    run = made(GAME, {4: (0.22, 0.24, 0.26, 0.28)})
    assert answer(run) == [
        "The seats are not even: the fourth seat is best and wins 28.0 % (27.8 to 28.2) of the games, "
        "the first seat 22.0 % (21.8 to 22.2), where 25 % would be even."
    ]
    assert win_title(run, "win") == "The fourth seat wins most: 28.0 % (27.8 to 28.2)"


def test_of_two_good_seats_none_is_called_best(made):
    run = made(GAME, {4: (0.22, 0.24, 0.2699, 0.2701)})
    assert answer(run)[0].startswith(
        "The seats are not even, but these games cannot tell which is best: the fourth seat wins 27.0 % (26.8 to 27.2) of the games, "
    )
    assert win_title(run, "win") == "Share of the win by seat"


def test_even_seats_are_called_even(made):
    run = made(GAME, {4: (0.2495, 0.2505, 0.25, 0.25)})
    assert answer(run) == [
        "The seats are even as far as these games can tell: each wins 24.8 to 25.2 % of the games, where 25 % would be even."
    ]
    assert win_title(run, "win") == "No seat clearly wins more than another"


def test_along_table_sizes_the_best_seat_of_each_is_named(made):
    assert answer(made(GAME, {2: (0.45, 0.55), 3: (0.3333, 0.3333, 0.3334), 4: (0.28, 0.24, 0.24, 0.24)})) == [
        "The seats are not even: with 2 players the second seat is best and wins 55.0 % (54.8 to 55.2) of the games, "
        "where 50 % would be even; with 4 players the first seat is best and wins 28.0 % (27.8 to 28.2) of the games, "
        "where 25 % would be even; as far as these games can tell they are even with 3 players."
    ]
    even = made(GAME, {2: (0.5, 0.5), 4: (0.25, 0.25, 0.25, 0.25)}, 0.002)
    assert answer(even)[0].startswith(
        "The seats are even everywhere as far as these games can tell: with 2 players each wins 49.6 to 50.4 % of the games"
    )


def test_seats_that_everybody_takes_in_turn_are_told_as_seats(made):
    run = made({**MIXED, "ask": "win[players=4]"}, {2: (0.5, 0.5), 4: (0.22, 0.24, 0.26, 0.28)})
    assert answer(run)[0].startswith("With 4 players the seats are not even: the fourth seat is best and wins 28.0 % (27.8 to 28.2)")


def test_players_who_change_seats_are_told_as_players(made):
    run = made(MIXED, {2: (0.4, 0.6), 4: (0.1, 0.3, 0.3, 0.3)}, metric="win_by_player")
    (said,) = answer(run)
    assert said == (
        "With 2 players the basic player wins most, 60.0 % (59.8 to 60.2) of the games; "
        "with 4 players the basic player wins most, 30.0 % (29.8 to 30.2) of the games."
    )
    assert "cannot tell who wins most" in answer(made(MIXED, {2: (0.4, 0.6), 4: (0.2495, 0.2505, 0.25, 0.25)}, metric="win_by_player"))[0]


CARDS = {**GAME, "question": "Who ends with the most cards?", "metrics": ["row_end"], "ask": "row_end"}


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Who ends with the most cards?",
            "It is the fourth seat: the fourth seat ends with 5.40 cards (5.38 to 5.42) in the row; next, the third",
        ),
        ("Which seat that moves first ends with the most cards?", "It is the fourth seat: "),
        (
            "Which seat ends with the fewest cards?",
            "It is the first seat: the first seat ends with 4.80 cards (4.78 to 4.82) in the row; next, ",
        ),
    ],
)
def test_who_has_most_or_least_of_anything_is_named(made, question, said):
    run = made({**CARDS, "question": question}, {4: (4.8, 5.0, 5.2, 5.4)}, 0.01, "row_end")
    assert answer(run)[0].startswith(said)


def test_who_cannot_be_told_where_two_are_near(made):
    run = made(CARDS, {4: (4.8, 5.0, 5.39, 5.4)}, 0.01, "row_end")
    assert answer(run)[0].startswith("These games cannot tell who: the fourth seat ends with 5.40 cards")


def test_who_of_different_players_is_told_by_how_they_play(made):
    scenario = {**MIXED, "question": CARDS["question"], "metrics": ["row_end"], "ask": "row_end"}
    run = made(scenario, {4: (5.4, 5.0, 5.01, 5.0)}, 0.01, "row_end_by_player")
    assert answer(run)[0].startswith("It is the player who never attacks: the player who never attacks ends with 5.40 cards")


def test_who_under_a_change_is_asked_of_the_changed_rules(made):
    scenario = {
        **CARDS,
        "question": "Who ends with the most cards when the battle is longer?",
        "variants": {"usual": {}, "longer": {"rules": {"battle_rounds": 3}}},
    }
    run = made(scenario, {4: (4.8, 5.0, 5.2, 5.4)}, 0.01, "row_end")
    assert answer(run)[0].startswith("With longer it is the fourth seat: ")


def test_where_nobody_is_asked_for_equals_are_told_together(made):
    run = made({**CARDS, "question": "How many cards are left?"}, {4: (4.8, 5.0, 5.2, 5.4)}, 0.01, "row_end")
    assert answer(run) == ["Each player ends with 4.8 to 5.4 cards in the row."]


def test_who_wins_most_is_told_whatever_else_is_asked_of_the_least(made):
    scenario = {**MIXED, "question": "Who ends with the fewest cards?", "metrics": ["row_end", "win"], "ask": ["row_end", "win"]}
    run = made(scenario, {4: (0.4, 0.2, 0.2, 0.2)}, 0.001, "win_by_player")
    assert answer(run)[1] == "The player who never attacks wins most, 40.0 % (39.8 to 40.2) of the games."
