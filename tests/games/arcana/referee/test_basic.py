"""The rule-of-thumb player of Arcana, decision by decision as section 7 words them."""

from tests.games.arcana.referee.game import DISCARD, END, PICK, SUBMIT, Referee, basic
from tests.games.arcana.referee.ranking import card, cards, name_of
from tests.games.arcana.referee.script import TWO, play, table


def choice(game: Referee, **thresholds: object) -> str:
    action = basic(game, game.seat, **thresholds)
    return name_of(action - PICK) if action >= PICK else ["END", "DRAW1", "DRAW2", "SUBMIT", "DISCARD", "CONVERT"][action]


def test_basic_draws_first_and_bids_a_flush_for_eight_coins():
    game = table("2C 3C 4C 5C 7C 2S 2C 2W 4U 6C", "9U 9W", "", players=2)
    assert choice(game) == "DRAW2"
    play(game, "DRAW2")
    assert choice(game) == "DISCARD"
    game.pot = 8
    assert choice(game) == "SUBMIT"
    assert choice(game, min_pot=9) == choice(game, first_cat="straight") == "DISCARD"
    game.step(SUBMIT)
    for expected in ("2C", "3C", "4C", "5C", "7C"):
        assert choice(game) == expected
        game.step(basic(game, 0))
    game.step(END)
    game.extra_left[1] = 0
    game.ask(1, "MAIN")
    assert choice(game) == "SUBMIT"  # three Twos answer a bid
    assert choice(game, reply_cat="straight") == choice(game, reply_pot=9) == "DISCARD"


def laying(hand: str, top: str = "", **rules: object) -> Referee:
    game = table(TWO, "2C", players=2, **rules)
    game.step(DISCARD)
    game.hands[0] = sorted(cards(hand))
    game.top = card(top) if top else -1
    game.ask(0, "DISCARD_PICK")
    return game


def test_basic_discards_as_section_7_says():
    assert choice(laying("7S 7S 7S KS KS 3C 9C 2U")) == "9C"  # (c) most coins
    assert choice(laying("7S 7S 7S KS KS 3S 2U")) == "2U"  # (c) lowest rank
    assert choice(laying("7S 7S 7S KS 9S 3W 5W", top="7S")) == "3W"  # (c) the Wand fetches a fourth Seven
    assert choice(laying("7S 7S 7S KS 9S 3W 5C", top="7S", wands_effect=False)) == "5C"
    assert choice(laying("7S 7S 7S KS 9S 3W 5C", top="7S", wand_source="deck")) == "5C"
    other = laying("7S 7S 7S KS KS 3C 9C 2U 4W")
    other.sub_order = [1]
    assert choice(other) == "2U"  # (b) fewest coins, lowest rank
    own = laying("7S 7S 7S KS KS 3C AC 9U")
    own.sub_order, own.subs[0] = [0], cards("9U 9U 9U 2C 4S")
    assert choice(own) == "9U"  # (a) lifts the own bid
    own.subs[0] = cards("10U 10U 10U KC QS")
    assert choice(own) == "AC"


def test_basic_trims_the_lowest_spare():
    game = table(TWO, players=2)
    game.hands[0] = sorted(cards("7S 7S 7S KS KS 3C 9C 3U"))
    game.ask(0, "TRIM")
    assert choice(game) == "3C"
