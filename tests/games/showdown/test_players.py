"""The strong showdown players: what they know, how they choose, and that they win."""

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.games.showdown.players import draws, expert, race
from simlab.games.showdown.rules import Point
from simlab.games.showdown.sets import chosen
from simlab.jit import new
from simlab.play.drivers import record_game, roll
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.ranking.hands import Category
from simlab.solvers.tricks import Play, card_values
from tests.conftest import python

HALF = 0.5


@pytest.fixture(scope="module")
def game():
    return load("showdown")


@pytest.fixture(scope="module")
def two(game):
    return game.Rules(players=2)


@pytest.fixture(scope="module")
def table(two):
    return draws.draw_table(two)


def bits(cards: str) -> np.int64:
    return np.int64(sum(1 << c for c in FRENCH.read(cards)))


def lower_end(wins: int, games: int) -> float:
    """Of the 95 % Wilson interval."""
    z, p = 1.96, wins / games
    return (p + z * z / (2 * games) - z * ((p * (1 - p) + z * z / (4 * games)) / games) ** 0.5) / (1 + z * z / games)


# ---- the race


@pytest.mark.slow
def test_the_race_table_gives_the_simulated_chances_of_basic(game, two):
    """Check 14: rounds are independent under `basic`, so the law of one round tells the whole game."""
    table = race.race_table(two).reshape(51, 51, 2)
    games = 40_000
    basic = make_player(game, "basic", two)
    won = (roll(game, [basic, basic], two.lower(), 17, 0, games)["winner"] == 0).mean()
    assert won == pytest.approx(table[0, 0, 0], abs=4 * (0.25 / games) ** 0.5 + 4 * (0.25 / race.ROUNDS[2]) ** 0.5)


def test_chances_in_the_race_add_up_and_points_never_hurt(two):
    table = race.race_table(two).reshape(51, 51, 2)
    assert table.sum(axis=-1) == pytest.approx(1)
    assert (np.diff(table[:, :, 0], axis=0) > -1e-9).all()
    assert (np.diff(table[:, :, 1], axis=1) > -1e-9).all()


def test_sh_10_6_with_two_circles_the_next_fifth_trick_decides(two):
    chances, _, codes = race.round_law(two, race.ROUNDS[2])
    table = race.race_table(two).reshape(51, 51, 2)
    by_position = [chances[codes % race.BY_FLUSH == p].sum() for p in range(2)]
    assert table[50, 50] == pytest.approx(by_position)


def test_three_players_have_a_table_and_four_a_curve(game):
    three, four = game.Rules(players=3), game.Rules(players=4)
    assert len(race.race_table(three)) == 51**3 * 3
    assert len(race.race_table(four)) == 0
    assert not race.has_race_table(game.Rules(players=2, win_mode="first_to_target"))
    out = np.zeros(6)
    points, none = np.array([30, 10, 10, 10, 0, 0]), np.zeros(6, np.int64)
    race.race_chances(four.lower(), np.zeros(0, np.float32), points, none, 0, out)
    assert out.sum() == pytest.approx(1)
    assert out[0] > 2 * out[1]
    assert out[1] == pytest.approx(out[3])


# ---- the table


@settings(max_examples=60, deadline=None)
@given(st.permutations(range(52)), st.integers(0, 31))
def test_a_mask_of_the_class_throws_the_same_cards_of_the_hand(deck, mask):
    hand = np.int64(sum(1 << c for c in deck[:5]))
    places = draws.suit_places(hand)
    stands = draws.renamed(hand, places)
    mine = draws.mask_for(hand, places, np.int64(mask))
    assert int(mine).bit_count() == mask.bit_count()
    assert draws.renamed(chosen(hand, mine), places) == chosen(stands, np.int64(mask))


def grade_of(table, cards: str) -> int:
    at = int(table[draws.HANDS]) + draws.HAND_FIELDS * int(draws.place(bits(cards)))
    return int(table[at])


def test_grades_rise_with_the_hands_and_ignore_kickers_and_suits(table):
    ladder = ["As Kd Qh Jc 9c", "2c 2d 5h 4s 3c", "As Ad 4c 3d 2h", "Kc Kd 2c 2d 3h", "5c 5d 5h 3c 2d", "6c 5d 4h 3s 2c",
              "Ah Kc Qc Jc Td", "7c 5c 4c 3c 2c", "Kc Kd Kh Qc Qd", "2c 2d 2h Ac Ad", "2c 2d 2h 2s Kc", "6c 5c 4c 3c 2c"]  # fmt: skip
    grades = [grade_of(table, hand) for hand in ladder]
    assert grades == sorted(set(grades))
    assert grades[0] == 0
    assert grade_of(table, "As Ad Kc Qd Jh") == grade_of(table, "Ac Ah 4c 3d 2h")


def test_laws_are_laws_and_made_hands_stay(table):
    count, start = int(table[draws.GRADES]), int(table[draws.LAWS])
    laws = table[start : start + (count * draws.COUNTS + 2) * count].reshape(-1, count)
    assert laws.sum(axis=1) == pytest.approx(1, abs=1e-4)
    flush = grade_of(table, "7c 5c 4c 3c 2c")
    assert laws[flush * draws.COUNTS][flush] == 1
    pair = grade_of(table, "9c 9d Ah 5s 2c")
    assert laws[pair * draws.COUNTS + 3][pair] == pytest.approx(0.71, abs=0.03)  # 11,559 of 16,215 stay a pair


def view_of(game, rules, hand: str, **fields):
    """A view at the first draw, filled by hand."""
    view = new(game.engine.VIEW)
    view.hand, view.legal, view.round = bits(hand), (1 << 32) - 1, 1
    view.open.point, view.open.draw = Point.DRAW, 1
    for name in ("thrown", "shown", "circle_round", "played"):
        view.open[name][:] = -1
    for name, value in fields.items():
        view.open[name] = value
    return view


@pytest.mark.parametrize(
    ("hand", "thrown"),
    [("2c 2d 2h Ac Ad", ""), ("7s 7d 7c Qh 2d", "Qh 2d"), ("8s 8d 5c 5h Kd", "Kd"), ("7c 5c 4c 3c 2c", ""), ("Ah 9h 6h 2h Kc", "Kc")],
)
def test_the_first_draw_keeps_what_is_good(game, two, table, hand, thrown):
    mind = new(MIND)
    mask = expert.exact_draw(view_of(game, two, hand), two.lower(), mind, table)
    assert chosen(bits(hand), np.int64(mask)) == (bits(thrown) if thrown else 0)


# ---- the second draw


def test_the_worth_of_a_draw_is_that_of_plain_enumeration(table):
    source = random.Random(3)
    grades = int(table[draws.GRADES])
    base, slope = np.array([source.random() for _ in range(grades)]), np.array([source.random() for _ in range(grades)])
    deck = source.sample(range(52), 20)
    for kept in range(2, 6):
        hand, unseen = deck[:kept], np.array([1 << c for c in deck[5:]])
        worths = []
        for new_cards in itertools.combinations(deck[5:], 5 - kept):
            held = np.int64(sum(1 << c for c in (*hand, *new_cards)))
            at = int(table[draws.HANDS]) + draws.HAND_FIELDS * int(draws.place(held))
            worths.append(base[int(table[at])] + slope[int(table[at])] * table[at + 1])
        kept_set = np.int64(sum(1 << c for c in hand))
        mean = expert.mean_after(kept_set, 5 - kept, table, unseen, len(unseen), base, slope)
        assert mean == pytest.approx(np.mean(worths))
        if kept == 4:
            rule = np.mean([max(w, (sum(worths) - w) / (len(worths) - 1)) for w in worths])
            assert expert.shown_mean(kept_set, table, unseen, len(unseen), base, slope) == pytest.approx(rule)


def test_a_hand_that_cannot_be_passed_scores_and_one_below_it_does_not(game, two, table):
    """The opponent showed a full house and stands pat: only better hands score, and the award is his otherwise."""
    full = "2c 2d 2h Ac Ad"
    view = view_of(game, two, "9s 9d 7h 5c 4c", draw=2)
    view.open.revealed[0, 1] = bits(full)
    view.open.thrown[1, 1] = 0
    base, slope = (np.zeros(int(table[draws.GRADES])) for _ in range(2))
    expert.value_grades(view, two.lower(), table, False, base, slope)
    his, quads = grade_of(table, full), grade_of(table, "3c 3d 3h 3s Kc")
    assert slope[:his] == pytest.approx(5)
    assert base[:his] == pytest.approx(-6)  # SH-7.2
    assert base[quads] == pytest.approx(7)
    assert base[-1] == draws.FLUSH_WORTH


def test_behind_a_pat_hand_the_second_draw_goes_for_what_beats_it(game, two, table):
    """Against a pat ace-high straight a low pair with four to a flush breaks the pair; against nothing it need not."""
    view = view_of(game, two, "9h 9c 6h 4h 2h", draw=2)
    view.open.revealed[0, 1] = bits("Ah Kc Qc Jc Td")
    view.open.thrown[1, 1] = 0
    mask = expert.exact_draw(view, two.lower(), new(MIND), table)
    assert chosen(bits("9h 9c 6h 4h 2h"), np.int64(mask)) == bits("9c")


def test_cards_seen_elsewhere_are_not_drawn(game, two):
    view = view_of(game, two, "9h 9c 6h 4h 2h", draw=2)
    view.open.revealed[0, 1] = bits("Ah Kh Qh Jh 3d")
    view.discards[0] = bits("8h 7h")
    unseen = np.zeros(52, np.int64)
    count = expert.unseen_cards(view, two.lower(), unseen)
    assert count == 52 - 5 - 5 - 2
    assert not np.bitwise_or.reduce(unseen[:count]) & (bits("Ah Kh Qh Jh 3d 8h 7h") | view.hand)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_grade_is_best_when_all_others_hold_less_ties_counted_half(seed):
    source = np.random.default_rng(seed)
    grades, players, me = 6, 4, 1
    laws = source.dirichlet(np.ones(grades), size=6)
    laws[me] = 0
    upto = np.ones(6)
    mine = np.zeros(grades)
    for grade in range(grades - 1, -1, -1):
        mine[grade] = expert.all_below(laws, upto, grade, me, players)
        upto -= laws[:, grade]
    exact = [np.prod([laws[s, :g].sum() + laws[s, g] / 2 for s in range(players) if s != me]) for g in range(grades)]
    assert mine == pytest.approx(exact)


# ---- the tricks


@pytest.mark.parametrize("players", [2, 3])
def test_exact_tricks_never_plays_a_card_worth_less_than_the_best(game, players):
    rules = game.Rules(players=players, target=10)
    line_up = [make_player(game, "exact_tricks", rules)] * players
    functions, (_, solved, minds) = [player.act for player in line_up], seated(line_up)
    looked = 0
    for index in range(4):
        play = Table(game, rules.lower(), 5, index)
        forget(minds, play.state.key, players)
        while not play.over:
            action = play.ask(functions, solved, minds)
            state = play.state
            if state.open.point == Point.PLAY and int(state.open.trick) < 5:
                values = list(card_values(ending(state, players)).values())
                assert values[action] == pytest.approx(max(values))
                looked += len(values) > 1
            play.apply(action)
    assert looked > 10


def ending(state, players: int) -> Play:
    hands = [[c for c in range(52) if int(state.hand[s]) >> c & 1] for s in range(players)]
    leader, trick = int(state.open.leader), int(state.open.trick)
    laid = [int(state.open.played[trick - 1, (leader + k) % players]) for k in range(int(state.open.turn))]
    return Play(hands, leader, laid)


# ---- strength


@pytest.mark.parametrize(
    ("policy", "games"), [pytest.param("exact_draw", 400, marks=pytest.mark.slow), ("exact_tricks", 400), ("expert", 300)]
)
def test_each_part_beats_basic_at_two(game, two, policy, games):
    strong, weak = make_player(game, policy, two), make_player(game, "basic", two)
    wins = sum(int((roll(game, [strong, weak], two.lower(), 3, 0, games, r)["winner"] == r).sum()) for r in range(2))
    assert lower_end(wins, 2 * games) > HALF


@pytest.mark.slow
@pytest.mark.parametrize(("players", "games"), [(3, 60), (4, 20)])
def test_the_expert_beats_basic_at_larger_tables(game, players, games):
    """Half of the seats over all line-ups together: a fair share is a half."""
    rules = game.Rules(players=players)
    strong, weak = make_player(game, "expert", rules), make_player(game, "basic", rules)
    seats = {3: ((0,), (0, 1)), 4: ((0, 2),)}[players]
    wins = total = 0
    for places in seats:
        for rotation in range(players):
            line_up = [strong if p in places else weak for p in range(players)]
            winner = roll(game, line_up, rules.lower(), 4, 0, games, rotation)["winner"]
            wins += int(np.isin(winner, [(p + rotation) % players for p in places]).sum())
            total += games
    assert lower_end(wins, total) > HALF


def test_closed_hands_are_imagined(game):
    """With hands closed the same player still plays legal cards, and does better than by chance."""
    rules = game.Rules(players=2, reveal_phase1="none", reveal_phase2="none", target=20)
    strong, weak = make_player(game, {"name": "exact_tricks", "worlds": 6}, rules), make_player(game, "basic", rules)
    games = 200
    wins = sum(int((roll(game, [strong, weak], rules.lower(), 8, 0, games, r)["winner"] == r).sum()) for r in range(2))
    assert lower_end(wins, 2 * games) > HALF


def test_a_straight_flush_is_the_highest_grade(table):
    kinds = int(table[draws.GRADE_CATEGORY])
    assert table[kinds + int(table[draws.GRADES]) - 1] == Category.STRAIGHT_FLUSH


GAME = """
from simlab.contract.catalogue import load
from simlab.play.drivers import record_game
from simlab.players.registry import make_player
game = load("showdown")
rules = game.Rules(players=2, target=5)
strong, weak = make_player(game, "exact_tricks", rules), make_player(game, "basic", rules)
print(record_game(game, [strong, weak], rules.lower(), 9, 1)[0])
"""


def test_the_jit_switched_off_changes_nothing(game):
    rules = game.Rules(players=2, target=5)
    line_up = [make_player(game, name, rules) for name in ("exact_tricks", "basic")]
    actions, _ = record_game(game, line_up, rules.lower(), 9, 1)
    assert python(GAME, NUMBA_DISABLE_JIT="1").strip() == str(actions)


@pytest.mark.slow
def test_bounds_checks_change_nothing(game):
    code = GAME.replace('"exact_tricks"', '"expert"').replace("target=5", "target=15, lowest_rank=7")
    rules = game.Rules(players=2, target=15, lowest_rank=7)
    line_up = [make_player(game, name, rules) for name in ("expert", "basic")]
    actions, _ = record_game(game, line_up, rules.lower(), 9, 1)
    assert python(code, NUMBA_BOUNDSCHECK="1").strip() == str(actions)
