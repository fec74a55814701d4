"""Table games as data: known house edges, strategies as cards, and files that are wrong."""

import pytest

from simlab.errors import InputError
from simlab.studies.table_games.measure import House
from simlab.studies.table_games.shapes import table_game, table_game_of, table_games
from simlab.studies.table_games.strategy import advice

PUBLISHED = {"three_card_poker": 3.3730, "let_it_ride": 3.5057}  # percent of the ante or of one bet


@pytest.fixture(scope="module")
def houses():
    return {name: House(table_game(name)) for name in PUBLISHED}


@pytest.mark.parametrize("name", PUBLISHED)
def test_house_edges_are_the_published_ones(houses, name):
    assert round(100 * float(houses[name].answer.edge), 4) == PUBLISHED[name]


def test_three_card_poker_is_raised_from_queen_six_four_up(houses):
    (only,) = advice(houses["three_card_poker"])
    assert only.rules == ("raise with high card queen, kickers 6 4 or better; fold all others",)
    assert only.cost == 0
    assert round(houses["three_card_poker"].answer.variance, 4) == 2.6871
    (pair_plus,) = houses["three_card_poker"].side_bets
    assert round(-100 * float(pair_plus.value), 4) == 7.2760
    assert [int(chance * 22_100) for _, _, chance in pair_plus.chances] == [48, 52, 720, 1096, 3744]


def test_let_it_ride_has_a_card_as_good_as_perfect_play(houses):
    first, second = advice(houses["let_it_ride"])
    assert first.cost == second.cost == 0
    assert "let it ride: three to a royal flush" in first.rules
    assert "let it ride: pair with one card beside, tens or better" in first.rules
    assert second.rules[-1] == "let it ride: everything else"


@pytest.mark.slow
def test_mississippi_stud_with_its_three_decisions_as_published():
    answer = House(table_game("mississippi_stud")).answer
    assert round(100 * float(answer.edge), 4) == 4.9149
    assert round(100 * float(answer.risk), 2) == 1.37
    assert round(float(answer.staked), 2) == 3.59


@pytest.mark.slow
def test_caribbean_stud_deal_by_deal_as_published():
    house = House(table_game("caribbean_stud"))
    assert round(100 * float(house.answer.edge), 4) == 5.2243
    assert list(house.outcomes.values()) == [4_532_514_033_720, 3_150_796_158_408, 321_623_100, 2_726_592_727_512, 9_523_005_974_460]
    one_rule, by_card = advice(house)
    assert one_rule.rules == ("raise with high card ace, kickers K J 8 3 or better; fold all others",)
    assert 0 < by_card.cost < one_rule.cost


@pytest.fixture
def small(tmp_path):
    """Two cards from tens up, against a dealer who shows one."""
    file = tmp_path / "small.yaml"
    file.write_text("hand: 2\ndeck: {ranks: TJQKA}\ncategories: [high card, pair]\n", encoding="utf-8")
    data = {"order": str(file), "cards": 2, "deck": {"lowest": 10}, "dealer": {"shown": 1}, "raise": {"times": [1, 2]}}
    return lambda **changes: House(table_game_of({**data, **changes}))


def test_a_home_made_game_is_solved_and_explained(small):
    house = small()
    assert sum(house.outcomes.values()) == 190 * 18 * 17
    first, second = advice(house)
    assert second.cost <= first.cost
    assert any("shows an ace" in rule for rule in second.rules)


def test_nobody_can_lose_more_by_being_allowed_to_fold(small):
    assert small().answer.value >= small(fold=False).answer.value


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("cards: 5\n", "a game has a `dealer:` or `pays:`"),
        ("dealer: {showm: 1}\n", "mine.yaml:1:10: no key 'showm' (did you mean 'shown'?)"),
        ("dealer: {shown: 2}\n", "dealer.shown"),
        ("pays: [{hand: pair, pay: 1}]\ndecisions: [{after: 5, pull: 1}]\n", "before the last of 5"),
        ("pays: [{hand: pair, pay: 1}]\ndecisions: [{after: 3, pull: 1}]\n", "one bet at least stays"),
        ("pays: [{hand: pair, pay: 1}]\ndecisions: [{after: 3, fold: true}]\n", "a decision is to `raise:`"),
        ("dealer: {}\nbonus: [{hand: pear, pay: 1}]\n", "did you mean 'pair'"),
    ],
)
def test_what_is_wrong_in_a_file_is_said_with_its_place(tmp_path, text, said):
    file = tmp_path / "mine.yaml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(InputError) as refused:
        table_game(str(file))
    assert said in str(refused.value)
    assert str(file) in str(refused.value)


def test_an_order_of_another_deck_is_refused():
    with pytest.raises(InputError, match="another deck"):
        _ = House(table_game_of({"order": "short_deck", "dealer": {}})).answer


def test_all_shipped_games_can_be_read():
    assert {"three_card_poker", "let_it_ride", "caribbean_stud"} <= set(table_games())
    assert all(table_game(name).title for name in table_games())


def test_pays_that_exact_sums_cannot_hold_are_refused(small):
    """They would wrap round without a word."""
    parts = [{"hand": "pair", "of": rank, "pay": f"1/{parts}"} for rank, parts in zip("AKQ", (999, 997, 991), strict=True)]
    with pytest.raises(InputError, match=r"too large, or in too small parts, for exact sums over [\d,]+ deals"):
        _ = small(bonus=[{"hand": "any hand", "pay": 100_000}, *parts]).answer
    with pytest.raises(InputError, match="the pays are whole only in"):
        _ = small(bonus=[{"hand": "pair", "pay": f"1/{parts}"} for parts in range(961, 1000)]).answer


@pytest.mark.parametrize("pay", ["1e99999999", "9" * 5000, "1/0", "1/" + "9" * 400, 1e308, -1, True, "0x10"])
def test_a_pay_that_is_none_is_refused_at_once(pay):
    with pytest.raises(InputError, match=r"a pay is"):
        table_game_of({"dealer": {}, "bonus": [{"hand": "pair", "pay": pay}]})
