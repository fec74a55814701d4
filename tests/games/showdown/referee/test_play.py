"""The showdown referee's rule-of-thumb player, its views, and random play under random rules."""

from __future__ import annotations

import random

import pytest

from tests.games.showdown.referee.basic import fewer, wanted_discards
from tests.games.showdown.referee.game import DEFAULTS, RandomChance, Referee, basic
from tests.games.showdown.referee.ranking import CATEGORIES, PAIR, Ranking, deck_cards, read_cards
from tests.games.showdown.referee.stacked import LOW_PAIRS, NOTHING, game, pat_to_tricks, play_random, steps
from tests.games.showdown.referee.tally import Tally

# --- the rule-of-thumb player -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "mask"),
    [
        ("3d 6h 9c Ad As", 7),
        ("5c 5h 8d 8s Kd", 16),
        ("2h 6h 9h 9s Ah", 8),
        ("2d Th Jc Qd Ks", 1),
        ("2h Jc Qd Ks Ad", 7),
        ("2s 3h 4d 5c 9c", 16),
        ("2d 7c 7d 7s Qh", 17),
        ("9d 9s Ts Js Qs", 1),
        ("2c 3d 4h 5s Ac", 0),
        ("2c 2d 2h Ac Ad", 0),
    ],
)
def test_section_7_basic_chooses_its_line(hand, mask):
    assert wanted_discards(read_cards(hand), Ranking()) == mask


def test_section_7_basic_keeps_the_highest_when_it_may_not_throw_them_all():
    assert fewer(0b10111, 2) == 0b00011
    referee = game(["3d 6h 9c Ad As", "3c 3h 5h 7s 9d"], max_discards=[2])
    assert basic(referee, 0) == 0b00011


@pytest.mark.parametrize(("new", "action"), [("9h", 0), ("Kc", 1)])
def test_section_7_basic_keeps_a_shown_card_that_makes_a_straight_or_better(new, action):
    referee = game(["2h 4h 6h 8h Ts", "3c 3d 5h 7s 9c"], new, one_card_show="both")
    assert basic(referee, 0) == 0b10000
    steps(referee, 0b10000)
    assert basic(referee, 0) == action


def test_section_7_basic_ducks_three_tricks_and_leads_its_highest_card_to_the_fourth():
    referee = pat_to_tricks(game(["2c 3c 4c 6c 9d", "5c 7c 8c 9c Th", "2d 3d 4d Tc Jc"]))
    while referee.trick < 4:
        assert basic(referee, referee.seat) == 0
        referee.step(0)
    assert not referee.table
    assert len(referee.legal()) == 2
    assert basic(referee, referee.seat) == 1


def test_section_7_basic_beats_with_the_highest_unless_it_is_last():
    def trick_four(hands: list[str]) -> Referee:
        referee = Referee({**DEFAULTS, "players": 3}, RandomChance(1))
        referee.point, referee.trick, referee.seat, referee.leader = "PLAY", 4, 1, 0
        referee.hands = [read_cards(hand) for hand in hands]
        referee.table = [(0, read_cards("6c")[0])]
        return referee

    middle = trick_four(["2d", "7c 8c", "7d Jc"])
    assert basic(middle, 1) == 1
    steps(middle, 0)
    assert basic(middle, 2) == 0
    last = trick_four(["2d", "4c 7c", "8c Jc"])
    assert basic(last, 1) == 1
    steps(last, 1)
    assert basic(last, 2) == 0
    assert basic(trick_four(["2d", "3c 4c", "8c Jc"]), 1) == 0


# --- random play ------------------------------------------------------------------------------------------------------


def random_rules(seed: int) -> dict[str, object]:
    rng = random.Random(f"rules {seed}")
    choices = {
        "players": [2, 3, 4, 5, 6],
        "target": [1, 10, 50],
        "category_points": [[0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 0, 3, 8, 5, 6, 7, 0]],
        "category_order": [list(CATEGORIES), rng.sample(CATEGORIES, 9)],
        "straight_flush": ["win", "points"],
        "straight_flush_phases": ["both", "phase1", "phase2"],
        "straight_flush_who": ["anyone", "no_circle"],
        "scorers": ["best", "all", "best_two"],
        "phase_weight": [[1, 1], [2], [0, 1, 3]],
        "draws": [1, 2, 3],
        "max_discards": [[5, 5], [3], [5, 0, 1]],
        "one_card_show": ["draw2", "both", "draw1", "none"],
        "max_rejections": [0, 1, 2, 3],
        "discards_face_up": [False, True],
        "stock_out": ["reshuffle", "limit"],
        "draw_order": ["left_of_dealer", "dealer_first", "fewest_points", "most_points"],
        "reveal_phase1": ["all", "best", "none"],
        "reveal_phase2": ["all", "best", "none"],
        "full_house_compare": ["highest_rank", "trips_first"],
        "suit_order": ["cdhs", "".join(rng.sample("cdhs", 4))],
        "ace_low_straight": [True, False],
        "lowest_rank": [2, 4, 6],
        "trick_points": [[0, 0, 0, 0, 5], [1, 1, 1, 1, 1]],
        "trump": ["none", "c", "d", "h", "s"],
        "must_follow": [True, False],
        "first_lead": ["left_of_dealer", "dealer", "phase2_best", "phase2_worst"],
        "dealer_rotation": ["rotate", "fixed", "last_trick_winner"],
        "first_dealer": ["last", "random", 0, 1],
        "win_mode": ["circle", "first_to_target", "lead_by_5"],
        "circle_delay": [0, 1, 3],
        "circle_wins_by": ["last_trick", "phase_or_trick"],
        "all_circle_overrides_bar": [False, True],
        "max_rounds": [200, 5],
    }
    assert choices.keys() == DEFAULTS.keys()
    return {name: rng.choice(values) for name, values in choices.items()}


def cards_everywhere(referee: Referee) -> list[int]:
    hands = [card for hand in referee.hands for card in hand]
    shown = [referee.shown_card] if referee.shown_card >= 0 else []
    gone = [card for trick in referee.played for card in trick if card >= 0]
    return sorted([*hands, *referee.stock, *referee.pile, *referee.pending, *shown, *gone])


def check_books(result: dict) -> None:
    sources = ("pts_phase1", "pts_phase2", "pts_trick")
    assert result["points"] == [sum(parts) for parts in zip(*(result[name] for name in sources), strict=True)]
    families = ("cat", "top", "shape", "aces")
    assert {sum(result[f"last_by_{name}"]) for name in families} == {sum(result["last"])}
    assert len({sum(result[f"seats_by_{name}"]) for name in families}) == 1
    assert sum(result["win"]) == (60 if result["winner"] >= 0 else 0)
    assert result["full_flip"] <= result["full_clash"] <= result["same_category"]
    assert result["suit_decided"] <= result["same_category"]
    assert result["rejected"] <= result["shown"]
    assert result["decisions"] <= result["plies"]


@pytest.mark.parametrize("seed", range(60))
def test_random_play_with_random_rules_conserves_cards_and_points(seed):
    rules = random_rules(seed)
    referee = Referee(rules, RandomChance(seed))
    rng = random.Random(seed)
    cards = deck_cards(rules["lowest_rank"])
    while not referee.over:
        legal = referee.legal()
        assert legal == sorted(set(legal)) != []
        assert cards_everywhere(referee) == cards
        referee.step(basic(referee, referee.seat) if rng.random() < 0.3 else rng.choice(legal))
    assert referee.legal() == []
    check_books(referee.outcome())


BOUNDS = {2: (21, 336, 294), 3: (31, 744, 651), 4: (41, 1312, 1148), 5: (51, 2040, 1785), 6: (61, 2928, 2562)}
RESHUFFLES = {2: 0, 3: 0, 4: 1, 5: 1, 6: 2}


@pytest.mark.parametrize("players", range(2, 7))
def test_sh_10_9_and_sh_11_1_bounds_of_the_default_game(players):
    for seed in range(12):
        result = play_random(Referee({**DEFAULTS, "players": players}, RandomChance(seed)), seed).outcome()
        rounds, plies, decisions = BOUNDS[players]
        assert result["rounds"] <= rounds
        assert result["plies"] <= plies
        assert result["decisions"] <= decisions
        assert result["reshuffles"] <= RESHUFFLES[players] * result["rounds"]
        finished = sum(result["last"])
        assert sum(result["pts_trick"]) == 5 * finished
        assert 5 * finished <= sum(result["points"]) <= 19 * finished + 7
        assert result["end_reason"] in (1, 2) or result["rounds"] >= 4
        check_books(result)


def test_section_10_4_two_uniform_players_score_as_two_random_hands():
    phases = awards = silent = 0
    for seed in range(400):  # seeds 0..399, two phases each, straight flushes for points
        rules = {**DEFAULTS, "players": 2, "max_rounds": 1, "straight_flush": "points", "category_points": [0, 1, 2, 3, 4, 5, 6, 7, 0]}
        result = play_random(Referee(rules, RandomChance(seed)), seed).outcome()
        phases += 2
        silent += result["best_cat1"][0] + result["best_cat2"][0]
        awards += sum(result["pts_phase1"]) + sum(result["pts_phase2"])
    # 4 sigma, doubled variance because the two phases of a round share cards
    assert abs(silent / phases - 0.252806) < 4 * (2 * 0.2528 * 0.7472 / phases) ** 0.5
    assert abs(awards / phases - 0.976272) < 4 * (2 * 0.9 / phases) ** 0.5


@pytest.mark.parametrize("seed", range(10))
def test_section_4_hidden_cards_do_not_show_in_a_view(seed):
    """Shuffle what the seat to act cannot know: its view and its rule-of-thumb choice stay the same."""
    referee = Referee({**random_rules(seed), "reveal_phase1": "none", "reveal_phase2": "none"}, RandomChance(seed))
    rng = random.Random(seed)
    while not referee.over:
        seat, real = referee.seat, referee.hands
        before, choice, stock = referee.view(seat), basic(referee, seat), list(referee.stock)
        hidden = [card for other, hand in enumerate(real) if other != seat for card in hand] + stock
        rng.shuffle(hidden)
        referee.hands = [hand if s == seat else [hidden.pop() for _ in hand] for s, hand in enumerate(real)]
        referee.stock = hidden
        assert (referee.view(seat), basic(referee, seat)) == (before, choice)
        referee.hands, referee.stock = real, stock
        referee.step(rng.choice(referee.legal()))


def test_sh_7_5_reveal_knobs():
    for how, seats in (("all", [0, 1]), ("best", [1]), ("none", [])):
        referee = steps(game(LOW_PAIRS, reveal_phase1=how), 0, 0)
        shown = referee.view(0)["revealed"][0]
        assert shown == [read_cards(hand) if seat in seats else [] for seat, hand in enumerate(LOW_PAIRS)]
        assert referee.view(0)["scored"] == [[{"seat": 1, "category": PAIR, "points": 1}]]
    assert steps(game(NOTHING, reveal_phase1="best"), 0, 0).revealed[0] == [[], []]


def test_sh_6_3_others_see_how_many_cards_were_thrown_and_not_which():
    hidden = steps(game(LOW_PAIRS), 3).view(1)
    assert (hidden["thrown"][0], hidden["thrown_face_up"][0]) == ([2, -1], [[], []])
    assert hidden["own_thrown"] == [[], []]
    assert steps(game(LOW_PAIRS), 3).view(0)["own_thrown"][0] == read_cards("2c 2d")
    assert steps(game(LOW_PAIRS, discards_face_up=True), 3).view(1)["thrown_face_up"][0][0] == read_cards("2c 2d")


def test_the_same_chance_and_choices_give_the_same_game():
    first, second = (play_random(Referee(dict(DEFAULTS), RandomChance(4)), 4).outcome() for _ in range(2))
    assert first == second


# --- the same game in other clothes (section 10.15) -------------------------------------------------------------------

PER_SEAT = ("win", "points", "pts_phase1", "pts_phase2", "pts_trick", "circle_round", "eligible_failures")


class RenamedSuits(RandomChance):
    """The same shuffles with suit s called `names[s]`."""

    def __init__(self, seed: int, names: list[int]) -> None:
        super().__init__(seed)
        self.names = names

    def _order(self, question: str) -> list[int]:
        return [self.rename(card) for card in super()._order(question)]

    def rename(self, card: int) -> int:
        return card - card % 4 + self.names[card % 4]


@pytest.mark.parametrize("seed", range(5))
def test_section_10_15_rotating_seats_and_dealer_rotates_the_outcome(seed):
    here = play_random(Referee({**DEFAULTS, "players": 3}, RandomChance(seed)), seed).outcome()
    there = play_random(Referee({**DEFAULTS, "players": 3, "first_dealer": 0}, RandomChance(seed)), seed).outcome()
    for name in PER_SEAT:
        assert there[name][:3] == [here[name][2], *here[name][:2]]
    one_per_game = ("winner", "first_circle_seat", *PER_SEAT)
    assert {k: v for k, v in here.items() if k not in one_per_game} == {k: v for k, v in there.items() if k not in one_per_game}


@pytest.mark.parametrize("seed", range(5))
def test_section_10_15_renaming_suits_changes_nothing(seed):
    renamed = RenamedSuits(seed, [2, 0, 3, 1])
    order = "".join("cdhs"[renamed.names[suit]] for suit in range(4))
    here = Referee(dict(DEFAULTS), RandomChance(seed))
    there = Referee({**DEFAULTS, "suit_order": order}, renamed)
    rng = random.Random(seed)
    while not here.over:
        action = rng.choice(here.legal())
        there.step(same_choice(here, there, action, renamed))
        here.step(action)
    assert here.outcome() == there.outcome()


def same_choice(here: Referee, there: Referee, action: int, renamed: RenamedSuits) -> int:
    mine, theirs = here.view(here.seat), there.view(here.seat)
    if here.point == "DRAW":
        thrown = [renamed.rename(card) for i, card in enumerate(mine["hand"]) if action >> i & 1]
        return sum(1 << i for i, card in enumerate(theirs["hand"]) if card in thrown)
    if here.point == "PLAY":
        return theirs["playable"].index(renamed.rename(mine["playable"][action]))
    return action


@pytest.mark.parametrize("seed", range(20))
def test_section_10_15_without_a_clash_the_full_house_rule_changes_nothing(seed):
    house = play_random(Referee({**DEFAULTS, "players": 2}, RandomChance(seed)), seed).outcome()
    standard = play_random(Referee({**DEFAULTS, "players": 2, "full_house_compare": "trips_first"}, RandomChance(seed)), seed).outcome()
    assert house["full_clash"] > 0 or house == standard


def test_lead_changes_count_new_sole_leaders_at_round_ends():
    tally = Tally()
    for points in ([5, 0], [5, 5], [5, 10], [10, 10], [10, 15], [20, 15]):
        tally.round_end(points)
    assert tally.counts["lead_changes"] == 2


def test_section_10_12_mean_number_of_top_cards():
    tops = seats = 0
    for seed in range(300):  # seeds 0..299, one round of two uniform players each
        rules = {**DEFAULTS, "players": 2, "max_rounds": 1, "straight_flush": "points"}
        by_top = play_random(Referee(rules, RandomChance(seed)), seed).outcome()["seats_by_top"]
        tops += sum(number * count for number, count in enumerate(by_top))
        seats += sum(by_top)
    # a round has at most four tops, nearly always four: the sum over both seats varies by less than 0.6
    assert seats == 600
    assert abs(tops / seats - 1.919628) < 4 * 0.3 / 300**0.5
