"""The referee of Fortune against the rules' own examples, clause by clause, and against itself in random play."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from tests.games.fortune.referee.game import DEFAULTS, RandomChance, Referee, basic, world_places
from tests.games.fortune.referee.names import (
    ALL_IN,
    CALL,
    CARDS,
    CHARIOT,
    DEATH,
    DEVIL,
    EMPRESS,
    FOLD,
    HANGED_MAN,
    HERMIT,
    HIEROPHANT,
    JUDGEMENT,
    JUSTICE,
    JUSTICE_HALF,
    JUSTICE_MIN,
    LOVERS,
    MAGICIAN,
    MOON,
    PRIESTESS,
    RAISE_HALF,
    RAISE_MIN,
    RAISE_POT,
    STAR,
    SUN,
    TEMPERANCE,
    TOWER,
    WHEEL,
    WORLD,
)
from tests.games.fortune.referee.pots import Layer, Stakes, divide_by_hands, layers
from tests.games.fortune.referee.round import Table
from tests.games.fortune.referee.test_ranking import cards

HALF = Fraction(1, 2)
NOTHING = "2w 4c 6s 8p Tw", "3w 5c 7s 9p Nw", "2c 4s 6p 8w Tc", "3c 5s 7p 9w Nc"  # hands without a Page, a pair or a run


class Stacked(RandomChance):
    """Chance with the hands, the cards after them and the Arcana on top chosen by the test; auxiliary shuffles leave cards ascending."""

    def __init__(self, *hands: str, then: str = "", arcana: list[int] | None = None, dealer: int = 0, rollout: int = 0) -> None:
        super().__init__(7, rollout)
        self.hands, self.then, self.top, self.dealer = [cards(hand) for hand in hands], cards(then), arcana or [], dealer

    def deck(self, round_number: int) -> list[int]:
        if round_number > 1:
            return super().deck(round_number)
        n = len(self.hands)
        order = [self.hands[(self.dealer + 1 + place % n) % n][place // n] for place in range(5 * n)] + self.then
        return order + [card for card in reversed(CARDS) if card not in order]

    def aux(self, round_number: int, j: int, cards: list[int]) -> list[int]:
        assert cards == sorted(cards)
        return list(cards)

    def arcana(self, enabled: list[bool], world_place: str) -> list[int]:
        return self.top + [card for card in range(22) if card not in self.top and enabled[card]]


def table(*hands: str, then: str = "", arcana: list[int] | None = None, **changes: object) -> Referee:
    """A game of as many players as hands; seat 0 deals, seat 1 speaks first."""
    rules = {**DEFAULTS, "players": len(hands), "world_place": "anywhere", **changes}
    return Referee(rules, Stacked(*hands, then=then, arcana=arcana))


def forced(card: int | str, window: str, *hands: str, then: str = "", **changes: object) -> Referee:
    return table(*hands, then=then, unit="round", forced_arcana=card, forced_window=window, **changes)


def play(referee: Referee, *actions: int) -> Referee:
    for action in actions:
        referee.step(action)
    return referee


def finish(referee: Referee, choose: Callable[[Referee], int] = lambda referee: referee.legal()[0]) -> dict[str, Any]:
    while not referee.over:
        referee.step(choose(referee))
    return referee.outcome()


def every_card(hands: list[list[int]]) -> list[int]:
    return [card for hand in hands for card in hand]


def check_or_call(referee: Referee) -> int:
    return CALL if referee.point == "bet" else referee.legal()[0]


def stand_pat(referee: Referee) -> int:
    """Call everything and change nothing."""
    if referee.point in ("star_change", "moon_exchange"):
        return referee.legal()[-1]
    return check_or_call(referee)


# Sharing the pot


def test_fo_2_16_ties_split_and_lose_the_remainder() -> None:
    tied = {0: (1,), 1: (1,), 2: (1,)}
    assert divide_by_hands(Layer(13, [0, 1]), tied, "lost") == {0: 6, 1: 6}
    assert divide_by_hands(Layer(20, [1, 2, 0]), tied, "lost") == {0: 6, 1: 6, 2: 6}
    assert divide_by_hands(Layer(20, [1, 2, 0]), tied, "first_left") == {0: 6, 1: 7, 2: 7}


def test_fo_2_15_side_pots() -> None:
    stakes = Stakes([5, 12, 12, 3], [False, False, False, True], [1, 2, 3, 0])
    assert [(layer.chips, layer.eligible) for layer in layers(stakes)] == [(18, [1, 2, 0]), (14, [1, 2])]
    folded_above = Stakes([5, 5, 9], [False, False, True], [1, 2, 0])
    assert [layer.chips for layer in layers(folded_above)] == [19]


def test_fo_4_16_tower_rounds_cumulatively_over_the_layers() -> None:
    stakes = Stakes([5, 10, 10, 2], [False, False, False, True], [1, 2, 3, 0], tower_stake=[5, 6, 6, 2])
    assert [layer.chips for layer in layers(stakes)] == [8, 9]


def test_fo_4_6_lovers_share() -> None:
    hands = {0: (3,), 1: (2,), 2: (2,)}
    assert divide_by_hands(Layer(15, [1, 2, 0]), hands, "lost", HALF) == {0: 8, 1: 3, 2: 3}
    assert divide_by_hands(Layer(15, [1, 2, 0]), {0: (3,), 1: (3,), 2: (2,)}, "lost", HALF) == {0: 7, 1: 7}
    assert divide_by_hands(Layer(15, [0]), hands, "lost", HALF) == {0: 15}  # FO-2.17
    assert divide_by_hands(Layer(11, [0, 1]), hands, "lost", Fraction(7, 10)) == {0: 8, 1: 3}


def test_fo_4_20_credit_of_a_returning_player() -> None:
    stakes = Stakes([8, 8, 8], [False, False, False], [1, 2, 0], credit={2: (3, 8)}, dead=1)
    assert stakes.chips_in() == 8 + 8 + 4
    stakes.stake = [10, 10, 10]
    assert stakes.chips_in() == 10 + 10 + 6
    assert [layer.chips for layer in layers(stakes)] == [26]
    stakes.stake = [8, 10, 10]
    assert [layer.chips for layer in layers(stakes)] == [8 + 8 + 3 + 1, 4]


# Betting


def test_fo_3_6_raise_targets_of_example_h() -> None:
    four = table(*NOTHING, starting_chips=8)
    assert four.round._raise_targets(1) == {RAISE_MIN: 1, RAISE_HALF: 2, RAISE_POT: 4, ALL_IN: 7}
    two = table(*NOTHING[:2], starting_chips=8)
    assert two.round._raise_targets(1) == {RAISE_MIN: 1, RAISE_POT: 2, ALL_IN: 7}
    assert two.legal() == [CALL, RAISE_MIN, RAISE_POT, ALL_IN]


def test_fo_3_5_fold_only_facing_a_bet_and_fo_3_11_uncalled_chips_return() -> None:
    game = table(*NOTHING[:2], unit="round", page_trigger="never")
    play(game, RAISE_POT)
    assert game.legal() == [FOLD, CALL, RAISE_MIN, RAISE_HALF, RAISE_POT, ALL_IN]
    row = finish(game)
    assert (row["pot"], row["net"][:2], row["showdown"], row["win_cat"], row["n_winners"]) == (2, [-1, 1], False, -1, 1)


def test_fo_3_7_all_in_only_above_the_call_and_knob_bet_sizes() -> None:
    game = table(*NOTHING[:3], unit="round", page_trigger="never", bet_sizes=["half"])
    assert game.legal() == [CALL, RAISE_HALF]
    game = play(table(*NOTHING[:3], page_trigger="never"), ALL_IN)
    assert game.legal() == [FOLD, CALL]
    game.table.chips[2] = 20
    assert game.round._bets(2) == [FOLD, CALL]


def test_fo_3_8_at_most_four_raises() -> None:
    game = play(table(*NOTHING[:2], page_trigger="never"), *[RAISE_MIN] * 4)
    assert game.legal() == [FOLD, CALL]
    assert table(*NOTHING[:2], max_raises=0).legal() == [CALL]


def test_fo_3_9_no_betting_without_two_stacks() -> None:
    game = play(table(*NOTHING[:2], page_trigger="never"), ALL_IN, CALL)
    assert game.point == "draw"
    uneven = table(*NOTHING[:2], page_trigger="never", unit="round")
    uneven.table.chips[1] = 9
    play(uneven, ALL_IN, CALL, 0, 0)
    assert (uneven.over, uneven.outcome()["pot"]) == (True, 20)


def test_fo_3_10_a_raise_obliges_everybody_to_act_again() -> None:
    game = play(table(*NOTHING[:3], page_trigger="never"), CALL, CALL, RAISE_MIN)
    assert game.seat == 1
    play(game, CALL)
    assert (game.seat, game.point) == (2, "bet")


def test_fo_2_13_knob_second_bet_floor() -> None:
    game = play(table(*NOTHING[:2], page_trigger="never", second_bet_floor="first_level"), RAISE_POT, RAISE_POT, CALL, 0, 0)
    assert (game.round.phase, game.round.first_level, game.round.pot) == ("bet2", 8, 18)
    assert game.round._raise_targets(1) == {RAISE_MIN: 8, RAISE_HALF: 9, RAISE_POT: 18, ALL_IN: 41}


def test_fo_4_15_devil_doubles() -> None:
    game = forced(DEVIL, "deal", *NOTHING[:2])
    game.round.level, game.round.pot, game.round.bet = 10, 12, [0, 10]
    assert game.round._raise_targets(0) == {RAISE_MIN: 20, RAISE_HALF: 21, RAISE_POT: 32, ALL_IN: 49}
    game.round.chips[0] = 19
    assert game.round._raise_targets(0) == {}
    game.round.chips[0] = 20
    assert game.round._raise_targets(0) == {ALL_IN: 20}


def test_fo_4_11_justice_example_f() -> None:
    game = forced(JUSTICE, "deal", *NOTHING[:3])
    play(game, RAISE_POT, RAISE_POT)
    assert (game.round.level, game.round.bet) == (12, [0, 3, 12])
    assert game.legal() == [FOLD, CALL, RAISE_MIN, RAISE_HALF, RAISE_POT, ALL_IN, JUSTICE_MIN, JUSTICE_HALF]
    play(game, JUSTICE_MIN)
    assert (game.round.level, game.round.bet, game.table.chips) == (1, [1, 1, 1], [48, 48, 48])
    assert (game.seat, game.round.raises, game.legal()[0]) == (1, 2, CALL)
    play(game, CALL)
    assert game.point == "draw"


def test_fo_4_11_justice_gives_chips_back_to_an_all_in_player_who_is_not_due() -> None:
    game = forced(JUSTICE, "deal", *NOTHING[:3])
    play(game, ALL_IN, CALL, JUSTICE_HALF)
    assert (game.round.level, game.table.chips, game.point) == (24, [25, 25, 25], "draw")


def test_fo_4_12_hanged_man_gives_one_card_for_the_last_chip() -> None:
    game = forced(HANGED_MAN, "deal", *NOTHING[:3], then="Aw Ac As")
    play(game, ALL_IN, CALL, FOLD)
    assert [len(hand) for hand in game.round.hands] == [5, 6, 6]
    assert len(game.legal()) == 64
    assert finish(game)["hanged_cards"] == 2
    assert finish(play(forced(HANGED_MAN, "deal", *NOTHING[:2], hanged_extra=0), ALL_IN, CALL))["hanged_cards"] == 0


# Pages


def test_fo_6_3_the_dealers_page_is_shown_and_turns_one_arcana() -> None:
    game = table("Pc Pw 6s 8p Tw", "3w 5c 7s 9p Nw", arcana=[HERMIT])
    assert (game.round.arcana, game.round.window, game.round.shown_page) == (HERMIT, "deal", (0, 0))
    assert game.table.gone == [HERMIT]
    assert table("2w 4c 6s 8p Tw", "Pw 5c 7s 9p Nw").round.arcana == -1
    assert table("2w 4c 6s 8p Tw", "Pw 5c 7s 9p Nw", page_trigger="any_hand").round.shown_page == (1, 0)
    assert table("Pw 4c 6s 8p Tw", "2w 5c 7s 9p Nw", page_trigger="never").round.arcana == -1
    assert table("Pw 4c 6s 8p Tw", "2w 5c 7s 9p Nw", arcana_per_round=0).round.arcana == -1


@pytest.mark.parametrize(("trigger", "window"), [("dealer_hand", "draw"), ("dealer_deal_only", "")])
def test_fo_2_11_a_page_drawn_by_the_dealer_triggers_late(trigger: str, window: str) -> None:
    game = table(*NOTHING[:2], then="Aw Pw", page_trigger=trigger, arcana=[HERMIT])
    play(game, CALL, CALL, 1, 1)
    assert game.round.window == window
    assert game.round.phase == "bet2"


def test_fo_6_6_a_folded_dealer_draws_nothing() -> None:
    game = table(*NOTHING[:3], then="Pw Pc", arcana=[HERMIT])
    play(game, RAISE_MIN, CALL, FOLD, 1, 1)
    assert (game.round.phase, game.round.window) == ("bet2", "")


def test_fo_2_20_page_prize_is_paid_by_folded_players_too() -> None:
    row = finish(play(table("2w 4c 6s 8p Tw", "Pw Pc 7s 9p Nw", "2c 4s 6p 8w Tc", unit="round"), RAISE_MIN, FOLD), stand_pat)
    assert (row["prize"], row["net"][:3], row["winner"]) == (2, [-3, 5, -2], 1)
    hands = "2w 4c 6s 8p Tw", "Pw Pc 7s 9p Nw"
    assert finish(table(*hands, unit="round", page_prize_per_page=True, page_prize=3), stand_pat)["prize"] == 6
    fold_win: dict[str, Any] = {"unit": "round", "bet_sizes": ["min"]}
    assert finish(play(table(*hands, **fold_win), RAISE_MIN, FOLD))["prize"] == 1
    assert finish(play(table(*hands, page_prize_on_fold=False, **fold_win), RAISE_MIN, FOLD))["prize"] == 0


def test_fo_2_21_short_payers_pay_what_they_have() -> None:
    game = table("2w 4c 6s 8p Tw", "Pw Pc 7s 9p Nw", "2c 4s 6p 8w Tc", unit="round", page_prize=2)
    play(game, RAISE_MIN, CALL, FOLD)
    game.table.chips[0] = 1
    assert finish(game, stand_pat)["prize"] == 1 + 2


def test_fo_2_25_tied_winners_collect_from_the_losers_only() -> None:
    row = finish(table("2w 3c 6s 8p Tw", "Pw Pc 7s 9p Nw", "Ps Pp 7w 9c Nc", unit="round"), stand_pat)
    assert (row["n_winners"], row["winner"], row["prize"], row["lost_remainder"]) == (2, -1, 2, 1)
    assert row["net"][:3] == [-3, 1, 1]


# The Arcana


def test_fo_4_1_magician_hit_lies_open_and_is_locked() -> None:
    game = forced(MAGICIAN, "deal", *NOTHING[:2], then="Aw Ac")
    play(game, 0, 3)
    assert (game.round.face_up, game.round.misses, game.round.discards) == (set(cards("Aw")), cards("Ac"), cards("Ac"))
    play(game, CALL, CALL)
    slot = game.round.hands[1].index(cards("Aw")[0])
    assert len(game.legal()) == 32
    assert not any(mask >> slot & 1 for mask in game.legal())
    assert finish(game)["magician_hits"] == 1


def test_fo_4_2_priestess_choices_are_shown_together() -> None:
    game = play(forced(PRIESTESS, "deal", *NOTHING[:2]), 4)
    assert (game.view(1)["chosen"], game.view(0)["open"]) == (game.round.hands[1][4], [[], []])
    play(game, 0)
    assert game.view(0)["open"] == [[game.round.hands[0][0]], [game.round.hands[1][4]]]


def test_fo_4_3_empress_deals_a_sixth_card_that_may_be_exchanged() -> None:
    game = play(forced(EMPRESS, "deal", *NOTHING[:2]), CALL, CALL)
    assert len(game.legal()) == 64


def test_fo_4_5_hierophant_cancels_the_next_card_but_not_the_world() -> None:
    first, second = finish_two_rounds([HIEROPHANT, TOWER])
    assert (first["arcana"], first["cancelled"], second["arcana"], second["cancelled"]) == (HIEROPHANT, False, TOWER, True)
    assert (second["hierophant_before"], second["lost_tower"]) == (True, 0)
    assert finish_two_rounds([HIEROPHANT, TOWER], hierophant_cancels=False)[1]["lost_tower"] == 1
    assert not finish_two_rounds([HIEROPHANT, WORLD])[1]["cancelled"]


class PageEveryRound(RandomChance):
    """Of two players the dealer, and he alone, is dealt a Page in every round."""

    def __init__(self, top: list[int]) -> None:
        super().__init__(3)
        self.top = top

    def deck(self, round_number: int) -> list[int]:
        dealt = cards("2w 4c 6s 8p Tw 3w 5c 7s 9p Pw")
        return dealt + [card for card in CARDS if card not in dealt]

    def arcana(self, enabled: list[bool], world_place: str) -> list[int]:
        return self.top + [card for card in range(22) if card not in self.top]


def finish_two_rounds(top: list[int], **changes: object) -> list[dict[str, Any]]:
    rules = {**DEFAULTS, "players": 2, "max_rounds": 2, "world_place": "anywhere", **changes}
    outcome = finish(Referee(rules, PageEveryRound(top)), stand_pat)
    assert outcome["arcana_drawn"] == len(outcome["round_rows"])
    return outcome["round_rows"]


def test_fo_4_21_world_ends_the_game_after_this_round_or_the_next() -> None:
    assert len(finish_two_rounds([WORLD])) == 1
    assert len(finish_two_rounds([WORLD], world_last_round="next")) == 2
    outcome = finish(Referee({**DEFAULTS, "players": 2, "world_place": "anywhere"}, PageEveryRound([WORLD])), stand_pat)
    assert (outcome["end_reason"], outcome["rounds"], outcome["world_pos"]) == (0, 1, 1)


def test_fo_4_6_lovers_pay_the_second_best_hand() -> None:
    row = finish(forced(LOVERS, "deal", "2w 2c 6s 8p Tw", "3w 3c 7s 9p Nw", "2s 4s 6p 8w Tc"), stand_pat)
    assert (row["net"][:3], row["winner"], row["n_winners"]) == ([0, 1, -1], 1, 1)


def test_fo_4_7_chariot_passes_to_the_left_after_all_have_chosen() -> None:
    game = forced(CHARIOT, "deal", *NOTHING[:3])
    given = [game.round.hands[seat][0] for seat in range(3)]
    play(game, 0, 0)
    assert game.view(2)["passed"] is None
    play(game, 0)
    assert [game.view(seat)["received"] for seat in range(3)] == [given[2], given[0], given[1]]
    assert all(given[seat] in game.round.hands[(seat + 1) % 3] for seat in range(3))


def test_fo_4_9_hermit_skips_the_draw() -> None:
    assert play(forced(HERMIT, "deal", *NOTHING[:2]), CALL, CALL).round.phase == "bet2"
    assert play(forced(HERMIT, "deal", *NOTHING[:2], hermit_skips_draw=False), CALL, CALL).round.phase == "draw"


def test_fo_4_10_wheel_shuffles_folded_hands_in() -> None:
    game = forced(WHEEL, "draw", *NOTHING[:3])
    before = sorted(every_card(game.round.hands))
    play(game, RAISE_MIN, CALL, FOLD, 0, 0)
    assert [len(hand) for hand in game.round.hands] == [0, 5, 5]
    assert sorted(every_card(game.round.hands) + game.round.discards) == before
    assert game.round.hands[1] == before[0:10:2]  # one at a time from the dealer's left
    with_deck = forced(WHEEL, "deal", *NOTHING[:2], wheel_pool="hands_and_deck")
    assert with_deck.round.hands == [[1, 3, 5, 7, 9], [0, 2, 4, 6, 8]]
    assert len(with_deck.round.deck) == 46


def test_fo_4_13_death_shows_at_once_and_fo_4_19_sun_divides() -> None:
    death = finish(forced(DEATH, "deal", "2w 2c 6s 8p Tw", "3w 5c 7s 9p Nw", "2s 4s 6p 8w Tc"))
    assert (death["decisions"], death["pot"], death["net"][:3], death["showdown"]) == (0, 3, [2, -1, -1], True)
    sun = finish(forced(SUN, "deal", "Pw Pc 6s 8p Tw", *NOTHING[1:4]))
    assert (sun["net"], sun["prize"], sun["n_winners"], sun["cat"], sun["showdown"]) == ([0] * 6, 0, 0, [-1] * 6, False)
    late = play(forced(SUN, "draw", *NOTHING[:3]), RAISE_MIN, CALL, FOLD, 0, 0)
    assert (late.over, late.outcome()["lost_remainder"], late.outcome()["net"][:3]) == (True, 1, [-1, 0, 0])


def test_fo_4_14_temperance_leaves_four_cards_and_opens_three_flops() -> None:
    game = play(forced(TEMPERANCE, "deal", *NOTHING[:2], then="Aw Ac As"), 0, 0)
    assert (game.round.flops, [len(hand) for hand in game.round.hands]) == (cards("Aw Ac As"), [4, 4])
    play(game, CALL, CALL)
    assert len(game.legal()) == 16
    assert len(play(forced(TEMPERANCE, "deal", *NOTHING[:2], temperance_flops=5), 0, 0).round.flops) == 5


def test_fo_4_16_tower_burns_half_the_pot_rounded_up() -> None:
    assert [finish(Referee(tower_rules(n), RandomChance(1)), stand_pat)["lost_tower"] for n in range(2, 7)] == [1, 2, 2, 3, 3]
    assert finish(Referee({**tower_rules(5), "tower_fraction": 0.75}, RandomChance(1)), stand_pat)["lost_tower"] == 4


def tower_rules(players: int) -> dict[str, object]:
    return {**DEFAULTS, "players": players, "unit": "round", "forced_arcana": TOWER, "forced_window": "deal"}


def test_fo_4_17_star_changes_one_card_for_the_top_of_the_deck() -> None:
    game = forced(STAR, "deal", *NOTHING[:2], then="Aw Ac")
    assert game.legal() == [0, 1, 2, 3, 4, 5]
    old = game.round.hands[1][2]
    play(game, 2, 5)
    assert (cards("Aw")[0] in game.round.hands[1], game.round.discards) == (True, [old])
    assert cards("Ac")[0] not in game.round.hands[0]


def test_fo_4_18_moon_cards_are_exchanged_unseen_at_the_showdown() -> None:
    game = forced(MOON, "deal", *NOTHING[:2], then="Pw Ac", max_raises=0, page_prize=2)
    assert game.round.moon == {1: cards("Pw")[0], 0: cards("Ac")[0]}
    play(game, CALL, CALL, 0, 0, CALL, CALL)
    assert (game.point, game.seat) == ("moon_exchange", 1)
    play(game, 0)
    assert len(game.round.hands[1]) == 5
    assert cards("Pw")[0] not in game.round.hands[1]
    row = finish(game, stand_pat)
    assert (row["winner"], row["prize"], row["end_page"][1]) == (1, 2, 1)


def test_fo_4_20_judgement_lets_folded_players_return() -> None:
    game = forced(JUDGEMENT, "draw", *NOTHING[:3], judgement_price=2, ante=2)
    play(game, RAISE_MIN, CALL, FOLD, 0, 0)
    assert (game.point, game.seat, game.legal()) == ("judgement_return", 0, [0, 1])
    old = list(game.round.hands[0])
    play(game, 1)
    assert (game.table.chips[0], game.round.stakes.stake, game.round.pot) == (44, [4, 4, 4], 14)
    assert game.round.stakes.credit == {0: (2, 4)}
    assert game.round.discards == old
    assert not set(old) & set(game.round.hands[0])
    row = finish(game, check_or_call)
    assert (row["reentries"], row["pot"], row["n_end"]) == (1, 14, 3)


def test_fo_2_12_discards_are_recycled_but_not_those_of_the_present_player() -> None:
    game = Referee({**DEFAULTS, "players": 6, "unit": "round", "page_trigger": "never"}, RandomChance(2))
    play(game, *[CALL] * 6)
    while game.point == "draw":
        own = list(game.round.hands[game.seat])
        seat = game.seat
        play(game, 31)
        assert not set(own) & set(game.round.hands[seat])
    assert finish(game, stand_pat)["reshuffles"] == 1


def test_fo_1_4_place_of_the_world() -> None:
    assert [world_places(21, place) for place in ("smaller_half", "larger_half", "bottom", "anywhere")] == [
        (12, 22),
        (11, 22),
        (22, 22),
        (1, 22),
    ]
    with pytest.raises(ValueError, match=r"FO-1\.4"):
        Referee(DEFAULTS, Stacked(*NOTHING, arcana=[WORLD]))


def test_fo_2_2_a_short_ante_is_all_in_and_wins_only_its_layer() -> None:
    game = table("Aw Ac As Kp Kw", *NOTHING[1:3], ante=6, starting_chips=5, unit="round")
    row = finish(game, stand_pat)
    assert (row["pot"], row["net"][:3], row["allin"][:3], row["decisions"]) == (15, [10, -5, -5], [True] * 3, 3)


def test_fo_2_28_all_seats_tie_when_the_last_chips_burn() -> None:
    enabled = [card == TOWER for card in range(22)]
    rules = {**DEFAULTS, "players": 2, "starting_chips": 5, "ante": 5, "tower_fraction": 1.0, "arcana_enabled": enabled}
    game = Referee(rules, Stacked("Pw 4c 6s 8p Tw", "3w 5c 7s 9p Nw", arcana=[TOWER]))
    outcome = finish(game)
    assert (outcome["win"][:2], outcome["end_reason"], outcome["lost_tower"], outcome["world_pos"]) == ([30, 30], 1, 10, -1)
    assert outcome["elim_round"] == [1, 1, -1, -1, -1, -1]


def test_fo_1_9_the_deal_passes_to_the_next_player_with_chips() -> None:
    assert Table([5, 0, 5], 0, []).next_dealer() == 2
    rounds = finish(table(*NOTHING[:3], page_trigger="never", max_rounds=4, max_raises=0), stand_pat)["round_rows"]
    assert [row["dealer"] for row in rounds] == [0, 1, 2, 0]


def test_fo_4_12_hanged_man_gives_a_second_card_to_nobody() -> None:
    game = forced(HANGED_MAN, "deal", *NOTHING[:3])
    game.table.chips[:] = [30, 40, 20]
    play(game, ALL_IN, CALL, CALL)  # 10 of seat 1 come back uncalled
    assert (game.table.chips, [len(hand) for hand in game.round.hands]) == ([0, 10, 0], [6, 6, 6])
    assert finish(game)["hanged_cards"] == 3


@pytest.mark.parametrize(("card", "window"), [(JUDGEMENT, "deal"), (HERMIT, "draw"), (HIEROPHANT, "deal"), (WORLD, "draw")])
def test_fo_6_10_blank_cards_leave_the_round_as_it_was(card: int, window: str) -> None:
    for seed in range(10):
        rounds = []
        for arcana in (card, "none"):
            rules = {**DEFAULTS, "unit": "round", "forced_arcana": arcana, "forced_window": window}
            row = finish(Referee(rules, RandomChance(seed, seed)), lambda referee: basic(referee, referee.seat))
            rounds.append({key: value for key, value in row.items() if key not in ("arcana", "window", "round_rows")})
        assert rounds[0] == rounds[1]
        assert rounds[0]["dealer"] == seed % 4


def test_forced_cards_and_knobs_are_checked() -> None:
    for wrong in (
        {"forced_arcana": 3},
        {"unit": "round", "forced_arcana": 3},
        {"category_order": [0] * 10},
        {"five_of_a_kind": "below_straight_flush", "category_order": list(range(10))},
        {"pages": 3},
    ):
        with pytest.raises(ValueError):
            Referee({**DEFAULTS, **wrong}, RandomChance(1))
    with pytest.raises(ValueError, match="not legal"):
        table(*NOTHING).step(FOLD)
