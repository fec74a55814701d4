"""The answer to a question: numbers that make it yes, no or open; what is most surprising where nothing was asked; and no identifier."""

import re

import polars as pl
import pytest

from simlab.reports.answers import MOST, answer, answers, capped_games, chances, findings
from simlab.reports.rundir import Run
from tests.reports.fakes import fake_run

GAME = {"question": "What changes?", "game": "template", "policies": "honest", "rollouts": 1000}
TWO = {**GAME, "variants": {"plain": {}, "larger": {"rules": {"bet": 2}}}, "metrics": ["rounds", "win"]}
PLAYED = {**TWO, "variants": {"plain": {}, "larger": {"policies": "always_bet"}}}  # turns no knob
MANY = {**GAME, "variants": {f"bet {bet}": {"rules": {"bet": bet}} for bet in range(1, 7)}, "metrics": ["rounds"]}
SWEPT = {**GAME, "sweep": {"rules.bet": [1, 2, 3]}, "metrics": ["rounds"]}
DIFFERENT = {**GAME, "policies": ["honest", "uniform"], "metrics": ["win"]}
POT = {**TWO, "ask": {"metric": "pot", "of": "larger", "yes_if": "more"}, "titles": {"plain": "the usual bet", "larger": "a larger bet"}}


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


def settled(value=1.0, error=0.1):
    return {**number(value, error), "p_holm": 0.001, "verdict": "more by so much"}


OPEN = {**number(0.01, 0.1), "p_holm": 0.9, "verdict": "not settled: needs about 9,000 more games"}
NONE = {**number(0.001, 0.002), "p_holm": 0.9, "verdict": "no difference larger than 0.005"}
SAME = {**number(0.0, 0.0), "p_holm": 1.0, "verdict": "no difference at all: the same in every game"}
NOTHING = {"p_holm": None, "verdict": "nothing to compare"}
OTHERS = ("win", "decisions", "rounds", "capped", "net", "end", "first_bet", "opened", "could_open")
POTS = [({"metric": "pot", "variant": "plain"}, number(3.0, 0.02)), ({"metric": "pot", "variant": "larger"}, number(4.0, 0.02))]


def test_a_settled_difference_answers_with_both_numbers_the_way_and_the_interval(made):
    (said,) = answer(made(POT, POTS, [({"metric": "pot"}, settled(1.0, 0.05))]))
    first = "Yes: with a larger bet the pot holds 4.00 chips instead of 3.00 with the usual bet (1.00 chips more, "
    assert said.startswith(first)
    assert re.fullmatch(r"0\.\d\d to 1\.\d\d\)\.", said.removeprefix(first))


def test_a_difference_the_other_way_says_no(made):
    (said,) = answer(made({**POT, "ask": {"metric": "pot", "of": "larger", "yes_if": "less"}}, POTS, [({"metric": "pot"}, settled())]))
    assert said.startswith("No: with a larger bet the pot holds 4.00 chips instead of 3.00")


def test_a_question_may_be_about_the_first_variant(made):
    ask = {"metric": "pot", "of": "plain", "against": "larger", "yes_if": "less"}
    (said,) = answer(made({**POT, "ask": ask}, POTS, [({"metric": "pot"}, settled())]))
    assert said.startswith("Yes: with the usual bet the pot holds 3.00 chips instead of 4.00 with a larger bet (1.0 chips less")


def test_what_is_open_is_neither_yes_nor_no(made):
    (said,) = answer(made(POT, POTS, [({"metric": "pot"}, OPEN)]))
    assert said.startswith("These games cannot tell: with a larger bet the pot holds 4.00 chips and 3.00 with the usual bet")
    assert said.endswith("a difference of 0.0 chips (-0.2 to 0.3); about 9,000 more games would tell.")


def test_the_interval_of_what_is_open_has_nothing_in_it(made):
    near = {**number(0.3, 0.14), "p_holm": 0.2, "verdict": "not settled: needs about 1,300 more games"}
    (said,) = answer(made(POT, POTS, [({"metric": "pot"}, near)]))
    assert re.search(r"a difference of 0\.3 chips \((-0\.\d|0\.0) to 0\.\d\); about 1,300 more games would tell\.", said), said


def test_nothing_is_told_in_a_word(made):
    nets = [({"metric": "pot", "variant": "plain"}, number(0.0, 0.0)), ({"metric": "pot", "variant": "larger"}, number(4.0, 0.02))]
    assert "the pot holds 4.00 chips instead of none with the usual bet" in answer(made(POT, nets, [({"metric": "pot"}, settled(4.0))]))[0]
    nets[0][1].update(number(0.0004, 0.02))
    said = answer(made(POT, nets, [({"metric": "pot"}, settled(4.0))]))[0]
    assert "instead of next to none with the usual bet" in said


def test_two_numbers_that_differ_for_certain_do_not_look_alike(made):
    near = [({"metric": "pot", "variant": "plain"}, number(49.30, 0.4)), ({"metric": "pot", "variant": "larger"}, number(49.317, 0.4))]
    said = answer(made(POT, near, [({"metric": "pot"}, settled(0.017, 0.002))]))[0]
    assert "the pot holds 49.32 chips instead of 49.30 with the usual bet" in said


def test_variants_that_go_different_ways_make_it_depend(made):
    scenario = {**MANY, "metrics": ["pot"], "ask": {"metric": "pot", "yes_if": "more"}}
    pots = [({"metric": "pot", "variant": f"bet {bet}"}, number(10.0 + way, 0.02)) for bet, way in enumerate((0, 5, 4, 3, 2, -1), 1)]
    gaps = [({"metric": "pot", "variant": f"bet {bet}"}, settled(way, 0.1)) for bet, way in enumerate((5.0, 4.0, 3.0, 2.0, -1.0), 2)]
    said = answer(made(scenario, pots, gaps))[0]
    assert said.startswith("It depends: with bet 2 the pot holds 15.0 chips instead of 10.0 with bet 1")
    assert "; 14.0 chips with bet 3, 13.0 chips with bet 4, 9.0 chips with bet 6; 1 more changes it too" in said


def test_no_difference_says_how_large_it_can_be(made):
    (said,) = answer(made(POT, POTS, [({"metric": "pot"}, NONE)]))
    assert said.startswith("No: ")
    assert said.endswith("the difference is at most 0.0049 chips.")
    (same,) = answer(made({**POT, "ask": {"metric": "pot", "yes_if": "same"}}, POTS, [({"metric": "pot"}, SAME)]))
    assert same.startswith("Yes: ")
    assert same.endswith("exactly as with the usual bet, in every game.")


def test_rules_as_written_are_told_as_written(made):
    scenario = {**POT, "titles": {"plain": "as written", "larger": "a larger bet"}}
    assert ", much as written (3.00): the difference" in answer(made(scenario, POTS, [({"metric": "pot"}, NONE)]))[0]
    assert ", exactly as written, in every game." in answer(made(scenario, POTS, [({"metric": "pot"}, SAME)]))[0]


def test_where_nothing_that_is_looked_at_changes_that_is_the_answer(made):
    run = made({**TWO, "metrics": ["rounds", "pot"]}, POTS, [({"metric": name}, SAME) for name in ("rounds", "pot")])
    assert answer(run) == ["Nothing changes: all 2 numbers are exactly the same in every game."]


def test_a_question_about_change_needs_no_direction(made):
    scenario = {**POT, "question": "Does a larger bet matter?", "ask": "pot"}
    assert answer(made(scenario, POTS, [({"metric": "pot"}, settled())]))[0].startswith("Yes: ")
    assert answer(made({**POT, "ask": "pot"}, POTS, [({"metric": "pot"}, settled())]))[0].startswith("With a larger bet")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Is the larger bet too cruel?", "It is for you to judge: with larger a game has "),
        ("Does a larger bet make games longer?", "Yes: with larger a game has "),
        ("Are games shorter with it?", "No: with larger a game has "),
        ("Does it change anything?", "Yes: with larger a game has "),
        ("Is it the larger bet or the smaller?", "With larger a game has "),
    ],
)
def test_a_yes_or_no_question_without_ask_gets_yes_no_or_that_no_number_says_it(made, question, said):
    sizes = [({"metric": "rounds", "variant": v}, number(k, 0.01)) for k, v in enumerate(("plain", "larger"), 4)]
    run = made({**TWO, "question": question, "metrics": ["rounds"]}, sizes, [({"metric": "rounds"}, settled(1.0, 0.01))])
    assert answer(run)[0].startswith(said)


@pytest.mark.parametrize(
    ("line", "said", "line_words"),
    [
        ("> 2", "Yes: ", "more than 2"),
        ("< 2.5", "No: ", "more than 2.5"),
        ("> 3", "These games cannot tell: ", "which may be more or less than 3"),
    ],
)
def test_a_number_lies_beyond_a_line_or_does_not(made, line, said, line_words):
    run = made({**GAME, "ask": {"metric": "pot", "yes_if": line}}, [({"metric": "pot"}, number(3.01, 0.02))])
    assert answer(run)[0] == f"{said}the pot holds 3.01 chips (2.97 to 3.05), {line_words}."


def test_what_is_less_than_nothing_is_lost(made):
    scenario = {**TWO, "metrics": ["net"], "ask": {"metric": "net[seat=0]", "of": "larger"}}
    found = [({"metric": "net", "seat": 0, "variant": v}, number(-k, 0.01)) for k, v in ((1.0, "plain"), (3.0, "larger"))]
    change = [({"metric": "net", "seat": 0}, settled(-2.0, 0.01))]
    said = "With larger the first seat loses 3.00 chips a game instead of 1.00 with plain (2.00 chips more, "
    assert answer(made(scenario, found, change))[0].startswith(said)
    of_both = [*found[:1], ({"metric": "net", "seat": 0, "variant": "larger"}, number(3.0, 0.01))]
    said = "With larger the first seat wins 3.00 chips a game instead of -1.00 with plain (4.00 chips more, "
    assert answer(made(scenario, of_both, [({"metric": "net", "seat": 0}, settled(4.0, 0.01))]))[0].startswith(said)


def test_of_variants_the_largest_difference_is_told_not_the_surest(made):
    noisy = [({"metric": "rounds", "variant": "bet 5"}, number(9.0, 1.0))]
    pairs = [({"metric": "rounds", "variant": "bet 3"}, settled(2.0, 0.01)), ({"metric": "rounds", "variant": "bet 5"}, settled(4.0, 0.9))]
    assert answer(made(MANY, noisy, [({"metric": "rounds"}, OPEN), *pairs]))[0].startswith("With bet 5 a game has ")


def test_without_ask_the_largest_effect_comes_first(made):
    wide = [({"metric": "rounds"}, number(1.0, 1.0)), ({"metric": "win"}, number(0.5, 0.01))]
    known = [({"metric": "rounds"}, settled(0.5)), ({"metric": "win"}, settled(0.3))]
    assert [("wins" in said, "has" in said) for said in answer(made(TWO, wide, known))] == [(True, False), (False, True)]


def test_the_strongest_of_many_variants_is_told_in_full_and_the_others_beside_it(made):
    changes = [({"metric": "rounds"}, OPEN), ({"metric": "rounds", "variant": "bet 3"}, settled(2.0))]
    run = made(MANY, pairs=[*changes, ({"metric": "rounds", "variant": "bet 5"}, settled(4.0))])
    (said,) = answer(run)
    assert said.startswith("With bet 5 a game has ")
    assert re.search(r"; [\d.]+ deals with bet 3; no difference seen for 3 others\.$", said)


def test_a_longer_game_is_told_as_longer_not_as_more_of_everything(made):
    rest = [({"metric": name}, SAME) for name in OTHERS if name != "rounds"]
    both = [({"metric": name, "variant": v}, number(k * size, error)) for name, size, error in (("rounds", 4, 0.1), ("pot", 8, 0.1))
            for k, v in enumerate(("plain", "larger"), 1)]  # fmt: skip
    longer = [*rest, ({"metric": "rounds"}, settled(4.0, 0.1)), ({"metric": "pot"}, settled(8.0, 0.1)), ({"metric": "bluff_caught"}, SAME)]
    said = answer(made({**PLAYED, "ask": "*"}, both, longer))
    assert [text.partition(" instead")[0] for text in said] == ["With larger a game has 8.0 deals", "With larger the pot holds 16.0 chips"]


def test_a_much_longer_game_is_told_second_at_the_latest(made):
    sizes = (("rounds", 4, 6, 0.05), ("pot", 3, 30, 0.1), ("first_bet", 0.2, 0.9, 0.01))
    both = [({"metric": name, "variant": "plain"}, number(plain, error)) for name, plain, _, error in sizes]
    both += [({"metric": name, "variant": "larger"}, number(larger, error)) for name, _, larger, error in sizes]
    rest = [({"metric": name}, SAME) for name in (*OTHERS, "bluff_caught") if name not in ("rounds", "first_bet")]
    changed = [
        ({"metric": "rounds"}, settled(2.0, 0.05)),
        ({"metric": "pot"}, settled(27.0, 0.1)),
        ({"metric": "first_bet"}, settled(0.7, 0.01)),
    ]
    assert [one.metric for one in answers(made({**TWO, "ask": "*"}, both, [*rest, *changed]))] == ["pot", "rounds", "first_bet"]
    little = [({"metric": "rounds", "variant": v}, number(value, 0.2)) for v, value in (("plain", 4), ("larger", 6))]
    assert [one.metric for one in answers(made({**TWO, "ask": "*"}, [*both, *little], [*rest, *changed]))] == ["pot", "first_bet", "rounds"]


def test_what_a_rule_fixes_is_told_once(made):
    fixed = {"rounds": (1, 3), "net": (1, 2)}
    sizes = [
        ({"metric": name, "variant": v}, number(n, 0.0)) for name, ns in fixed.items() for v, n in zip(("plain", "larger"), ns, strict=True)
    ]
    rest = [({"metric": name}, SAME) for name in (*OTHERS, "bluff_caught") if name not in fixed]
    changed = [({"metric": "rounds"}, settled(2.0, 0.0)), ({"metric": "net"}, settled(1.0, 0.0)), ({"metric": "pot"}, settled(1.0, 0.05))]
    found = answers(made({**PLAYED, "ask": "*"}, [*POTS, *sizes], [*rest, *changed]))
    assert [one.metric for one in found] == ["rounds", "pot", "net"]


def test_what_a_knob_is_there_for_is_told_before_what_else_it_does(made):
    sizes = [({"metric": "first_bet", "variant": v}, number(n, 0.01)) for v, n in (("plain", 0.1), ("larger", 0.9))]
    rest = [({"metric": name}, SAME) for name in (*OTHERS, "bluff_caught") if name != "first_bet"]
    pairs = [*rest, ({"metric": "first_bet"}, settled(0.8, 0.01)), ({"metric": "pot"}, settled(1.0, 0.05))]
    assert [one.metric for one in answers(made({**TWO, "ask": "*"}, [*POTS, *sizes], pairs))] == ["pot", "first_bet"]
    assert [one.metric for one in answers(made({**PLAYED, "ask": "*"}, [*POTS, *sizes], pairs))] == ["first_bet", "pot"]


def test_what_few_games_had_at_all_is_told_later(made):
    sizes = [({"metric": "first_bet", "variant": v}, number(n, 0.01)) for v, n in (("plain", 0.1), ("larger", 0.9))]
    rest = [({"metric": name}, SAME) for name in (*OTHERS, "bluff_caught") if name != "first_bet"]
    rare = {**settled(0.8, 0.01), "ci_low": 0.001, "ci_high": 1.6}
    for pair, first in ((rare, "pot"), (settled(0.8, 0.01), "first_bet")):
        run = made(
            {**PLAYED, "ask": "*"}, [*POTS, *sizes], [*rest, ({"metric": "first_bet"}, pair), ({"metric": "pot"}, settled(1.0, 0.05))]
        )
        assert answers(run)[0].metric == first


def test_of_what_a_rule_takes_away_one_number_is_told_first(made):
    rest = [({"metric": name}, SAME) for name in OTHERS if name not in ("first_bet", "decisions")]
    gone = [({"metric": name, "variant": "larger"}, number(0.0, 0.0)) for name in ("first_bet", "bluff_caught")]
    gone += [({"metric": name, "variant": "plain"}, number(0.5, 0.01)) for name in ("first_bet", "bluff_caught")]
    less = [({"metric": name}, settled(-0.5, 0.01)) for name in ("first_bet", "bluff_caught")]
    run = made(
        {**PLAYED, "ask": "*"}, [*POTS, *gone], [*rest, *less, ({"metric": "decisions"}, SAME), ({"metric": "pot"}, settled(1.0, 0.05))]
    )
    assert ["0 %" in text for text in answer(run)] == [True, False, True]


def test_what_changed_is_found_among_all_columns(made):
    rest = [
        ({"metric": name}, SAME) for name in ("win", "decisions", "rounds", "capped", "net", "end", "first_bet", "opened", "could_open")
    ]
    scenario = {**TWO, "ask": "*"}
    (said,) = answer(made(scenario, POTS, [*rest, ({"metric": "bluff_caught"}, SAME), ({"metric": "pot"}, settled(1.0, 0.05))]))
    assert said.startswith("With larger the pot holds 4.00 chips instead of 3.00 with plain (1.00 chips more, ")
    assert "standard deviations)" in said
    every = [*rest, ({"metric": "bluff_caught"}, SAME), ({"metric": "pot"}, SAME)]
    assert answer(made(scenario, POTS, every)) == ["Nothing changes: all 11 numbers are exactly the same in every game."]


def test_what_a_sweep_does_not_move_at_all_is_no_change(made):
    grid = [({"metric": "rounds", "rules.bet": bet}, number(2.0, 0.01)) for bet in (1, 2, 3)]
    run = made({**SWEPT, "question": "Does the bet change the length?", "ask": "rounds"}, grid)
    assert answer(run) == ["No: a game has 2.00 deals (1.98 to 2.02) with bet 1, and the same everywhere."]


def test_a_number_that_is_asked_for_can_move_though_it_is_not_shown_first(made):
    grid = [({"metric": "pot", "rules.bet": bet}, number(bet * 2.0, 0.01)) for bet in (1, 2, 3)]
    assert answer(made({**SWEPT, "ask": "pot"}, grid))[0].startswith("The pot holds 2.00 chips (1.98 to 2.02) with bet 1 but 6.00 chips")


def test_a_trend_is_told_only_when_its_ends_are_apart(made):
    grid = [({"metric": "rounds", "rules.bet": bet}, number(bet * 2.0, 0.01)) for bet in (1, 2, 3)]
    assert answer(made(SWEPT, grid)) == [
        "A game has 2.00 deals (1.98 to 2.02) with bet 1 but 6.00 deals (5.98 to 6.02) with bet 3, at least 3.97 deals apart; "
        "4.00 deals (3.98 to 4.02) with bet 2."
    ]
    close = [({"metric": "rounds", "rules.bet": bet}, number(2.0 + bet / 100, 0.1)) for bet in (1, 2, 3)]
    ends = "game has 2.0 deals (1.8 to 2.2) with bet 1 and 2.0 deals (1.8 to 2.2) with bet 3"
    assert answer(made(SWEPT, close)) == [f"A {ends}; these games cannot tell whether that changes."]
    asked = {**SWEPT, "question": "Does the bet matter?"}
    assert answer(made(asked, close)) == [f"These games cannot tell whether that changes: a {ends}."]


def seats(first, error):
    return [({"metric": "win", "seat": 0}, number(first, error)), ({"metric": "win", "seat": 1}, number(1 - first, error))]


def test_seats_are_called_even_or_uneven_as_the_numbers_bear(made):
    even = list(chances(made(TWO, seats(0.501, 0.001))))
    assert (
        even[0]
        == "With plain the seats are even as far as these games can tell: each wins 49.7 to 50.3 % of the games, where 50 % would be even."
    )
    uneven = list(chances(made(TWO, seats(0.53, 0.001))))
    assert uneven[0] == (
        "With plain the seats are not even: the first seat is best and wins 53.0 % (52.8 to 53.2) of the games, "
        "the second seat 47.0 % (46.8 to 47.2), where 50 % would be even."
    )
    assert not any("not even" in sentence for sentence in even)
    assert not any("even as far" in sentence for sentence in uneven)


def test_different_players_are_named_not_called_uneven(made):
    run = made(DIFFERENT, seats(0.7, 0.001))
    assert list(chances(run)) == ["The honest player in the first seat wins most, 70.0 % (69.8 to 70.2) of the games."]
    assert list(chances(made({**GAME, "metrics": ["rounds"]}))) == []
    assert list(chances(made({**DIFFERENT, "rotate_seats": True}, seats(0.7, 0.001)))) == []


def test_the_cap_is_mentioned_only_when_games_met_it(made):
    assert list(capped_games(made(TWO, [({"metric": "capped"}, number(0.0, 0.0))]))) == []
    met = [({"metric": "capped"}, number(0.0, 0.0)), ({"metric": "capped", "variant": "larger"}, number(0.02, 0.001))]
    assert list(capped_games(made(TWO, met))) == [
        "With larger 2.0 % (1.8 to 2.2) of the games are stopped by the cap: they are in the averages."
    ]


def test_what_does_not_fit_is_counted(made):
    many = {**GAME, "sweep": {"rules.bet": list(range(1, 21))}}
    said = findings(made(many))
    assert len(said) == MOST + 1
    assert re.fullmatch(r"\d+ more findings are in the report\.", said[-1])
    assert not any("more findings" in sentence for sentence in findings(made(SWEPT)))


def test_every_row_of_a_large_sweep_is_looked_at_a_few_times_only(made, monkeypatch):
    """Of 10,000 points, the most a scenario may have, all against all would take an hour."""
    run = made({**GAME, "sweep": {"rules.bet": list(range(1, 51))}, "metrics": ["win"]})
    looks, number_of = [], Run.cell_number
    monkeypatch.setattr(Run, "cell_number", lambda self, row: (looks.append(1), number_of(self, row))[1])
    assert answers(run)
    assert 100 <= len(looks) < 20 * 100  # two seats at each point
