"""The showdown referee against its clauses: tricks, circles, wins and open-hand endings."""

from __future__ import annotations

from functools import cache

import pytest

from tests.games.showdown.referee.game import DEFAULTS, RandomChance, Referee, playable, trick_winner
from tests.games.showdown.referee.ranking import FLUSH, STRAIGHT, read_cards
from tests.games.showdown.referee.stacked import LOW_PAIRS, NOTHING, StackedDeck, game, pat_to_tricks, play_random, play_round, steps

# --- tricks -----------------------------------------------------------------------------------------------------------


def table(text: str) -> list[tuple[int, int]]:
    return list(enumerate(read_cards(text)))


def test_sh_9_4_trick_examples():
    assert trick_winner(table("9h As Th")) == 2
    assert trick_winner(table("2c As Kd Qh")) == 0
    assert trick_winner(table("9h 2s Th"), trump=3) == 1
    assert trick_winner(table("9h 2s Ts Ah"), trump=3) == 2


def test_sh_9_3_a_player_must_follow_suit():
    hand, led = read_cards("Ks 4h"), read_cards("9h")[0]
    assert playable(hand, led) == read_cards("4h")
    assert playable(hand, led, must_follow=False) == read_cards("4h Ks")
    assert playable(hand, read_cards("9d")[0]) == playable(hand, None) == read_cards("4h Ks")


@pytest.mark.parametrize(
    ("lead", "hands", "leader"),
    [
        ("left_of_dealer", LOW_PAIRS, 0),
        ("dealer", LOW_PAIRS, 1),
        ("phase2_best", LOW_PAIRS, 1),
        ("phase2_best", NOTHING, 0),
        ("phase2_worst", LOW_PAIRS, 0),
        ("phase2_worst", NOTHING[::-1], 1),
    ],
)
def test_sh_9_2_first_lead_knob(lead, hands, leader):
    assert pat_to_tricks(game(hands, first_lead=lead)).leader == leader


def test_sh_9_5_the_fifth_trick_gives_five_points_and_its_columns():
    referee = pat_to_tricks(game(["2c 3c 4c 5c As", "2d 3d 4d 6d Ad"]))
    play_round(referee)  # nobody can follow seat 0: it wins every trick with any rank
    assert referee.history[0]["trick_winners"] == [0] * 5
    assert referee.history[0]["played"][4] == read_cards("As Ad")
    result = referee.outcome()
    assert result["last"] == [1, 0, 0, 0, 0, 0]
    # a wheel against a flush: seat 1 scores 5 + 5
    assert (result["points"][:2], result["pts_trick"][:2]) == ([5, 10], [5, 0])
    assert (result["scorer1_rounds"], result["scorer1_scores2"], result["scorer1_wins_last"]) == (1, 1, 0)
    assert (result["last_by_cat"][STRAIGHT], result["seats_by_cat"][FLUSH]) == (1, 1)
    assert (result["last_by_shape"], result["seats_by_shape"]) == ([0, 0, 0, 0, 1, 0], [0, 0, 0, 0, 1, 1])
    assert (result["last_by_top"], result["seats_by_top"]) == ([0, 0, 1, 0, 0], [0, 1, 1, 0, 0])
    assert (result["last_by_aces"][1], result["seats_by_aces"][1], result["last_after_trick4"]) == (1, 2, 1)


def test_trick_points_and_trump_knobs():
    hands = ["2c 3c 4c 5c 7s", "2d 3d 4d 6d 8d"]
    paid = play_round(game(hands, trick_points=[1, 2, 3, 4, 5], straight_flush="points"))
    assert paid.tally.families["pts_trick"][:2] == [15, 0]
    trumped = play_round(game(hands, trump="d", straight_flush="points"))
    assert trumped.history[0]["trick_winners"] == [1] * 5


# --- winning ----------------------------------------------------------------------------------------------------------


SEAT_1_WINS_LAST = ["2c 3c 4c 5c 7s", "2d 3h 4d 6d 8s"]  # lowest cards: seat 0 wins four tricks by clubs, seat 1 the last by spades


def test_sh_10_2_a_circle_wins_only_from_the_next_round_on():
    referee = play_round(game(SEAT_1_WINS_LAST, target=5, dealer_rotation="fixed"))
    assert (referee.over, referee.points, referee.circle_round) == (False, [0, 5], [-1, 1])
    play_round(referee)
    result = referee.outcome()
    assert (result["winner"], result["end_reason"], result["rounds"]) == (1, 0, 2)
    assert result["points"][:2] == [0, 10]  # SH-10.8
    assert (result["first_circle_seat"], result["first_circle_round"], result["rounds_after_first_circle"]) == (1, 1, 1)


def test_circle_delay_knob():
    never_by_the_same_award = play_round(game(SEAT_1_WINS_LAST, target=5, circle_delay=0))
    assert not never_by_the_same_award.over
    same_round = play_round(game(SEAT_1_WINS_LAST, target=5, circle_delay=0, category_points=[5] + [0] * 8))
    assert (same_round.winner, same_round.round) == (1, 1)
    slow = game(SEAT_1_WINS_LAST, target=5, circle_delay=3, dealer_rotation="fixed")
    while not slow.over:
        play_round(slow)
    assert (slow.winner, slow.round) == (1, 4)


def test_sh_10_5_an_ineligible_winner_of_trick_5_lets_the_game_go_on():
    # round 1: seat 0 gets a circle by its four kings; then seat 1, without one, wins fifth tricks
    rounds = (["Kc Kd Kh Ks 2c", "3c 4d 6h 8s 9s"], ""), (SEAT_1_WINS_LAST, "")
    referee = Referee({**DEFAULTS, "players": 2, "target": 14, "dealer_rotation": "fixed"}, StackedDeck(*rounds))
    play_round(referee)
    assert referee.circle_round == [1, -1]
    points = list(referee.points)
    play_round(referee)
    assert (referee.over, referee.outcome()["eligible_failures"]) == (False, [1, 0, 0, 0, 0, 0])
    assert referee.points == [points[0], points[1] + 5]


def test_sh_10_7_all_circle_overrides_bar():
    hands = ["2c 2h 4c 5c 7s", "3d 3h 4d 6d 8s"]
    knobs = {"target": 1, "scorers": "all"}  # both reach the target in phase 1
    assert not play_round(game(hands, **knobs)).over
    assert play_round(game(hands, all_circle_overrides_bar=True, **knobs)).end_reason == 0


def test_circle_wins_by_phase_or_trick():
    referee = game(LOW_PAIRS, target=1, circle_wins_by="phase_or_trick", dealer_rotation="fixed")
    play_round(referee)
    assert referee.circle_round[1] == 1
    steps(referee, 0, 0)
    result = referee.outcome()
    assert (result["winner"], result["rounds"], result["pts_phase1"][1]) == (1, 2, 2)
    assert pat_to_tricks(game(LOW_PAIRS, target=1, circle_wins_by="phase_or_trick", circle_delay=0)).points == [0, 2]


def test_win_mode_first_to_target_wins_by_the_award_itself():
    phase = pat_to_tricks(game(LOW_PAIRS, target=2, win_mode="first_to_target"))
    assert (phase.winner, phase.end_reason, phase.trick) == (1, 0, 0)
    best_first = pat_to_tricks(game(LOW_PAIRS, target=1, win_mode="first_to_target", scorers="all"))
    assert (best_first.winner, best_first.points) == (1, [0, 1])
    trick = play_round(game(SEAT_1_WINS_LAST, target=1, win_mode="first_to_target", trick_points=[0, 1, 0, 0, 5]))
    assert (trick.winner, trick.trick, trick.outcome()["last"]) == (0, 2, [0] * 6)


def test_win_mode_lead_by_5_asks_for_the_lead_at_the_end_of_a_round():
    referee = play_round(game(SEAT_1_WINS_LAST, target=5, win_mode="lead_by_5"))
    assert (referee.winner, referee.points) == (1, [0, 5])
    level = play_round(game(SEAT_1_WINS_LAST, target=5, win_mode="lead_by_5", trick_points=[0, 0, 0, 1, 5]))
    assert not level.over


def test_sh_10_9_the_cap_leaves_no_winner():
    result = play_random(Referee({**DEFAULTS, "max_rounds": 2}, RandomChance(8)), 8).outcome()
    assert (result["winner"], result["end_reason"], result["rounds"], result["win"]) == (-1, 3, 2, [0] * 6)


# --- open-hand endings (section 10.13) --------------------------------------------------------------------------------


ENDINGS = """
4d 6c Qs Kh Ad / 3h 7c Jc Qc Ah = 0 1
2d 3c 4h 8h Ad / 3h 4c 7c 9h Jd = 0 1
5c 5d 7c 8h 9c / 7d 8s Qc Qs Kc = 0 1
3d 8d 9s Td Qc / 2h 5d 5s Jc As = 1 0
3d 3h 5c 6c As / 4h 6h 6s Kc Ks = 0 1
2d 3s 6d Js Kd / 2s 5h 5s Jc Kh = 1 0
2c 6d 6s Js Qd / 4c 7d Jh Kc Ah = 1 0
4d 6d 9c Qc Kh / 4h 8d 8s Ts Kc = 0 1
3s 4c Jd Kc Kd / 5h 7h 8s Jh Ah / 2s 4s 5c Td Kh = 0 1 0
2c 3d 3s 4s 6h / 7c 8d 9d Qd Qs / 2s 4h Td Qh Ad = 0 0 1
2c 3c 7d Ts Jc / 3d 3h 6c Qd Ah / 2d 2h 5c 6s Kd = 1 0 0
2c 5h Tc Kc Ah / 2d 4c 4h Td Qh / 3h 6d 6s 8h Ac = 0.958333 0.041667 0
"""


@cache
def maxn(hands: tuple[tuple[int, ...], ...], seat: int, on_table: tuple[tuple[int, int], ...]) -> tuple[float, ...]:
    """Each seat's chance of the fifth trick when all hands are open and a seat mixes evenly over its best cards."""
    if len(on_table) == len(hands):
        winner = trick_winner(on_table)
        if not hands[0]:
            return tuple(float(s == winner) for s in range(len(hands)))
        return maxn(hands, winner, ())
    values = []
    for card in playable(hands[seat], on_table[0][1] if on_table else None):
        rest = tuple(tuple(c for c in hand if c != card) for hand in hands)
        values.append(maxn(rest, (seat + 1) % len(hands), (*on_table, (seat, card))))
    best = max(value[seat] for value in values)
    chosen = [value for value in values if value[seat] > best - 1e-12]
    return tuple(sum(shares) / len(chosen) for shares in zip(*chosen, strict=True))


@pytest.mark.parametrize("line", ENDINGS.strip().splitlines())
def test_section_10_13_open_hand_endings(line):
    hands, values = line.split("=")
    found = maxn(tuple(tuple(read_cards(hand)) for hand in hands.split("/")), 0, ())
    assert found == pytest.approx([float(value) for value in values.split()], abs=5e-7)
