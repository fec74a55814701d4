"""Tricks, circles and the end of the game: SH-1, SH-3.3, SH-9, SH-10 and SH-11, at an engine's table."""

import pytest

from simlab.games.showdown.rules import End
from simlab.games.showdown.text import cards_of
from simlab.play.drivers import roll
from simlab.players.registry import make_player
from tests.games.showdown.tables import GAME, Stacked

PAIRS = ["2c 2d 4h 6s 8c", "3c 3d 5h 7s 9c"]
HIGH = ["2c 4d 6h 8s Tc", "3d 5c 7d 9h Jc"]  # nobody scores a phase


def rolled(players, policy="uniform", games=400, seed=9, **knobs):
    rules = GAME.Rules.of({"players": players, **knobs})
    return roll(GAME, [make_player(GAME, policy, rules)] * players, rules.lower(), seed, 0, games)


def with_points(points, hands=HIGH, circles=None, **knobs) -> Stacked:
    """A table at which seats already have points (and circles of an earlier round, where they reached the target)."""
    table = Stacked(list(hands), **knobs)
    table.state.round = 5
    for seat, score in enumerate(points):
        table.known.points[seat] = score
        if score >= int(table.rules.target):
            table.known.circle_round[seat] = (circles or {}).get(seat, 4)
    return table


# hands in which whoever leads always wins the trick: no suit in common
ALONE = ["2c 4c 6c 8c Td", "3h 5h 7h 9h Js"]


def test_sh_1_1_the_winner_takes_all_whatever_the_points():
    table = with_points([90, 50], ALONE, first_lead="dealer")
    table.round()
    assert table.over
    assert table.tally.win.tolist() == [0, 60, 0, 0, 0, 0]
    assert table.state.payoff.tolist() == [0, 60, 0, 0, 0, 0]
    assert table.tally.points[:2].tolist() == [90, 55]


def test_sh_3_3_no_suit_is_trump_in_the_tricks():
    hands = ["2c 4c 6c 8c Td", "3s 5s 7s 9s As"]
    assert Stacked(hands).to_tricks().play_cards("2c As").known.taker[0] == 0
    assert Stacked(hands, trump="s").to_tricks().play_cards("2c 3s").known.taker[0] == 1


def test_sh_9_1_the_five_cards_held_are_played_in_five_tricks():
    table = Stacked(PAIRS).to_tricks()
    held = [cards_of(table.state.hand[seat]) for seat in (0, 1)]
    for _ in range(9):
        table.go(0)
    played = [sorted(card for card in table.known.played[:, seat].tolist() if card >= 0) for seat in (0, 1)]
    left = [cards_of(table.state.hand[seat]) for seat in (0, 1)]
    assert [sorted(p + rest) for p, rest in zip(played, left, strict=True)] == held
    assert sum(map(len, left)) == 1
    table.go(0)
    assert int(table.state.round) == 2


@pytest.mark.parametrize(("knob", "leader"), [("left_of_dealer", 0), ("dealer", 2), ("phase2_best", 1), ("phase2_worst", 0)])
def test_sh_9_2_the_first_seat_leads_or_whom_the_knob_names(knob, leader):
    table = Stacked(["2c 4d 6h 8s Tc", "Kc Kd 2h 3s 5c", "3c 3d 5h 7s 9c"], first_lead=knob).to_tricks()
    assert table.seat == leader


def test_sh_9_2_phase2_best_falls_back_when_nobody_scores():
    assert Stacked(HIGH, first_lead="phase2_best").to_tricks().seat == 0


def test_sh_9_3_suit_must_be_followed():
    table = Stacked(["9h 2c 3c 4c 6d", "4h Ks Qs Jd 7c"]).to_tricks().play_cards("9h")
    assert list(table.names().values()) == ["play 4h"]
    void = Stacked(["9h 2c 3c 4c 6d", "4d Ks Qs Jd 7c"]).to_tricks().play_cards("9h")
    assert len(void.legal()) == 5
    free = Stacked(["9h 2c 3c 4c 6d", "4h Ks Qs Jd 7c"], must_follow=False).to_tricks().play_cards("9h")
    assert len(free.legal()) == 5


def test_sh_9_4_the_highest_card_of_the_led_suit_wins_and_its_owner_leads():
    table = Stacked(["9h 2c 3c 4c 6d", "As Ks Qs Jd 7c", "Th 2d 3d 4d 6s"]).to_tricks().play_cards("9h As Th")
    assert table.known.taker[0] == 2
    assert table.seat == 2
    lonely = Stacked(["2c 3c 4c 6c 8c", "As Ks Qs Js 7d"]).to_tricks().play_cards("2c As")
    assert lonely.known.taker[0] == 0


def test_sh_9_5_only_the_fifth_trick_pays():
    table = Stacked(ALONE).to_tricks()
    while int(table.state.round) == 1:
        assert table.points() == [0, 0]
        table.go(0)
    assert table.points() == [5, 0]
    assert Stacked(ALONE, trick_points=[1, 1, 1, 1, 1]).round().points() == [5, 0]


def test_sh_9_6_cards_played_stay_known_and_only_legal_cards_are_offered():
    table = Stacked(PAIRS).to_tricks().play_cards("2c 3c")
    assert table.view(0).open.played[0, :2].tolist() == [0, 4]
    assert not table.allows(5)


def test_sh_10_1_at_the_target_a_player_has_a_circle_for_good():
    table = with_points([49, 0], ["Kc Kd 4h 6s 8c", "3c 5d 7h 9s Jc"]).pat()
    assert table.points() == [50, 0]
    assert table.known.circle_round[:2].tolist() == [5, -1]
    assert int(table.known.first_circle_seat) == 0


def test_sh_10_2_not_in_the_round_in_which_the_target_was_reached():
    table = with_points([49, 0], ["Ac Ad 2c 3c 4c", "3h 5h 7h 9h Js"]).round()
    assert not table.over
    assert table.points()[0] == 56
    same_round = with_points([49, 0], ["Ac Ad 2c 3c 4c", "3h 5h 7h 9h Js"], circle_delay=0).round()
    assert same_round.over
    assert same_round.tally.winner == 0


def test_sh_10_3_an_eligible_player_wins_by_trick_5_and_not_by_a_phase():
    table = with_points([50, 0], ["Ac Ad 2c 3c 4c", "3h 5h 7h 9h Js"])
    assert not table.to_tricks().over
    assert table.round().over
    assert (table.tally.winner, table.tally.end_reason) == (0, End.CIRCLE)
    by_phase = with_points([50, 0], ["Ac Ad 2c 3c 4c", "3h 5h 7h 9h Js"], circle_wins_by="phase_or_trick").pat()
    assert by_phase.over
    assert by_phase.tally.winner == 0


def test_sh_10_4_several_may_have_circles_and_one_wins():
    table = with_points([50, 50], ALONE).round()
    assert table.tally.circles_at_end == 2
    assert table.tally.win.sum() == 60


def test_sh_10_5_another_winner_of_trick_5_gets_his_points_and_the_game_goes_on():
    table = with_points([0, 50], ALONE).round()
    assert not table.over
    assert table.points() == [5, 50]
    assert table.tally.eligible_failures[:2].tolist() == [0, 1]


def test_sh_10_6_when_all_have_circles_the_next_showdown_ends_the_game():
    for lead in ("left_of_dealer", "dealer"):
        assert with_points([50, 50], ALONE, first_lead=lead).round().over


def test_sh_10_7_a_circle_gained_in_this_round_does_not_count_yet():
    hands = ["Ac Ad 2c 3c 4c", "3h 5h 7h 9h Js"]
    table = with_points([49, 50], hands).round()
    assert not table.over
    lifted = with_points([49, 50], hands, all_circle_overrides_bar=True).round()
    assert lifted.over
    assert lifted.tally.winner == 0


def test_sh_10_8_the_last_five_points_are_added():
    assert with_points([50, 0], ALONE).round().tally.points[0] == 55


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("policy", ["uniform", "basic"])
def test_sh_10_9_every_game_ends_within_ten_rounds_a_player_and_one(players, policy):
    games = rolled(players, policy)
    assert games["rounds"].max() <= 10 * players + 1 == GAME.Rules.of({"players": players}).round_bound()
    assert not games["capped"].any()


def test_sh_10_9_the_cap_stops_a_game_without_a_winner():
    games = rolled(3, max_rounds=2, straight_flush="points")
    assert (games["winner"] == -1).all()
    assert (games["end_reason"] == End.CAP).all()
    assert games["capped"].all()
    assert games["win"].sum() == 0


def test_sh_10_9_the_rules_say_when_the_cap_may_come_first():
    assert GAME.Rules().advice() == ""
    assert "41" in GAME.Rules.of({"max_rounds": 40}).advice()
    assert GAME.Rules.of({"win_mode": "lead_by_5"}).round_bound() is None
    assert "nothing" in GAME.Rules.of({"trick_points": [1, 1, 1, 1, 0]}).advice()
    assert GAME.Rules.of({"players": 2, "target": 51, "circle_delay": 3}).round_bound() == 2 * (11 + 2) + 1


def test_sh_10_10_awards_come_one_at_a_time_so_one_seat_is_first():
    table = with_points([49, 48], ["Ac Ad 2c 3c 4c", "Kh Kd 3h 3s 5h"], scorers="all").pat()
    assert table.known.circle_round[:2].tolist() == [5, 5]
    assert int(table.known.first_circle_seat) == 1  # two pair is paid first
    sudden = with_points([49, 48], ["Ac Ad 2c 3c 4c", "Kh Kd 3h 3s 5h"], scorers="all", win_mode="first_to_target").pat()
    assert sudden.tally.winner == 1
    assert sudden.points() == [49, 50]


def test_lead_by_5_asks_for_the_target_and_five_points_more_than_all_others():
    assert with_points([45, 46], ALONE, win_mode="lead_by_5").round().over is False
    ahead = with_points([46, 46], ALONE, win_mode="lead_by_5").round()
    assert ahead.over
    assert ahead.tally.winner == 0


@pytest.mark.parametrize("policy", ["uniform", "basic"])
def test_sh_11_1_a_round_gives_5_to_19_points_and_nobody_wins_before_round_4(policy):
    games = rolled(4, policy, games=3000)
    by_circle = games[games["end_reason"] == End.CIRCLE]
    total = by_circle["points"].sum(axis=1)
    assert (total >= 5 * by_circle["rounds"]).all()
    assert (total <= 19 * by_circle["rounds"]).all()
    assert by_circle["rounds"].min() >= 4


def test_sh_11_1_three_perfect_rounds_make_round_4_the_earliest_win():
    table = Stacked(["2c 2d 2h 2s Ac", "3c 5c 7c 9c Jc"], dealer_rotation="fixed")
    for _ in range(4):
        table.round()
    assert table.over
    assert table.tally.rounds == 4
    assert table.points() == [4 * 19, 0]


@pytest.mark.parametrize("players", [2, 4, 6])
def test_the_columns_add_up(players):
    games = rolled(players, games=1000)
    assert (games["points"] == games["pts_phase1"] + games["pts_phase2"] + games["pts_trick"]).all()
    assert (5 * games["last"].sum(axis=1) == games["pts_trick"].sum(axis=1)).all()
    for family in ("by_cat", "by_top", "by_shape", "by_aces", "by_top_pos"):
        assert (games[f"last_{family}"].sum(axis=1) == games["last"].sum(axis=1)).all()
        assert (games[f"seats_{family}"].sum(axis=1) == players * games["last"].sum(axis=1)).all()
    joint = games["seats_by_top_pos"].reshape(-1, 5, 6)
    assert (joint.sum(axis=2) == games["seats_by_top"]).all()
    assert (joint[:, 1:].sum(axis=1) == games["seats_with_top"]).all()
