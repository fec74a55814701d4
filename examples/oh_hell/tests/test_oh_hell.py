"""Oh Hell, rule by rule, and against a plain referee."""

from random import Random

import numpy as np
import pytest
from referee import Referee

from simlab.contract.catalogue import load
from simlab.contract.records import MIND
from simlab.errors import InputError, RulesError
from simlab.jit import new
from simlab.play.probes.positions import pose
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.rng import KEY, Purpose, set_key, start

GAME = load("oh_hell")
FULL = GAME.Rules().lower()  # thirteen ranks


def cards(text: str) -> int:
    """A set of cards as the engine keeps it."""
    return sum(1 << 16 * "cdhs".index(card[1]) + "23456789TJQKA".index(card[0]) for card in text.split())


def names(word: int, rules) -> set[str]:
    return set(GAME.text.hand_text(word, rules).split())


def seated(hands: list[str], turned: str, words: str = "", **rules) -> Table:
    """One deal with these hands and this card turned up, played by name: `2` is a bid, `As` a card."""
    table = Table(GAME, GAME.Rules(players=len(hands), deals=1, cards=len(hands[0].split()), **rules), seed=1)
    for seat, hand in enumerate(hands):
        table.state.hands[seat] = cards(hand)
    table.state.table.turned = cards(turned).bit_length() - 1
    table.state.table.trump = table.state.table.turned // 16
    for word in words.split():
        table.play(f"bid {word}" if word.isdigit() else f"play {word}")
    return table


def test_the_suit_led_must_be_followed_by_whoever_can():
    table = seated(["As 2c", "3s Ah", "4d 5d"], "2h", "1 1 1 As")
    assert set(table.names().values()) == {"play 3s"}
    table.play("play 3s")
    assert set(table.names().values()) == {"play 4d", "play 5d"}


@pytest.mark.parametrize(
    ("trick", "winner"),
    [("2s 3s 4s", 2), ("4s As 3s", 1), ("As Kd Ad", 0), ("As 2h Ad", 1), ("As 2h 3h", 2), ("2h As Ks", 0)],
)
def test_the_highest_trump_wins_the_trick_else_the_highest_of_the_suit_led(trick, winner):
    table = seated([f"{card} {spare}" for card, spare in zip(trick.split(), ("2c", "3c", "4c"), strict=True)], "5h", f"1 1 1 {trick}")
    assert (table.state.table.taken[:3].tolist(), table.seat) == ([int(seat == winner) for seat in range(3)], winner)


def test_the_last_bid_may_not_make_all_come_true():
    assert list(seated(["As 2c", "3s Ah", "4d 5d"], "2h", "1 0").names().values()) == ["bid 0", "bid 2"]
    assert len(seated(["As 2c", "3s Ah", "4d 5d"], "2h", "1 0", hook=False).names()) == 3
    assert len(seated(["As 2c", "3s Ah", "4d 5d"], "2h", "2 1").names()) == 3  # too many are bid already


def test_points_are_for_exactly_the_tricks_bid():
    table = seated(["As", "3s", "Kh"], "2h", "1 0 1 As 3s Kh", penalty=2)
    assert (table.over, table.tally.points[:3].tolist()) == (True, [-2, 10, 11])
    assert table.tally.win[:3].tolist() == [0, 0, 60]
    assert table.tally.exact[:3].tolist() == [0, 1, 1]


def test_equal_points_share_the_win():
    assert seated(["As", "3s", "4s"], "2h", "0 0 0 As 3s 4s", hook=False).tally.win[:3].tolist() == [0, 30, 30]


def test_passed_cards_are_seen_by_giver_and_taker_alone():
    table = Table(GAME, GAME.Rules(players=3, passing=2, cards=4, deals=1), seed=3)
    gifts = []
    for _ in range(3):
        gifts.append([table.names()[action] for action in table.legal()[:2]])
        assert table.view().got == 0
        for name in gifts[-1]:
            table.play(name)
    for seat in range(3):
        view = table.view(seat)
        assert names(view.gave, table.rules) == {name.split()[1] for name in gifts[seat]}
        assert names(view.got, table.rules) == {name.split()[1] for name in gifts[seat - 1]}
        assert int(view.got) & ~int(view.hand) == 0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cards": 5, "deals": 6}, "6 deals from 5 cards down: there are none left in the last"),
        ({"players": 6, "cards": 9, "deals": 1}, "9 cards for each of 6 players: there are 8"),
        ({"cards": 10, "step": 1, "deals": 5}, "14 cards for each of 4 players: there are 12"),
    ],
)
def test_deals_that_cannot_be_dealt_are_refused(given, says):
    with pytest.raises(RulesError, match=says):
        GAME.Rules.of(given)


RULES = (
    {},
    {"players": 3, "cards": 13, "deals": 2, "passing": 3, "penalty": 1},
    {"players": 6, "ranks": 8, "cards": 3, "step": 1, "deals": 3, "passing": 1},
    {"players": 5, "trump": "none", "hook": False, "cards": 4, "deals": 2, "bonus": 5, "trick": 2},
)


@pytest.mark.parametrize("given", RULES)
def test_engine_and_referee_agree_move_by_move_over_random_games(given):
    random, rules = Random(1), GAME.Rules.of(given)
    for index in range(12):
        table = Table(GAME, rules, seed=5, index=index)
        points = [0] * rules.players
        for deal in range(rules.deals):
            referee = referee_of(table, rules)
            assert referee.dealer == (deal - 1) % rules.players
            while not referee.over:
                assert (table.seat, set(table.names().values())) == (referee.seat, referee.legal())
                words = random.choice(sorted(referee.legal()))
                table.play(words)
                referee.play(words)
                if not referee.over:
                    same_cards(table, referee)
            points = [old + new for old, new in zip(points, referee.points(rules.bonus, rules.trick, rules.penalty), strict=True)]
        assert table.over
        assert table.tally.points[: rules.players].tolist() == points
        winners = [points[seat] == max(points) for seat in range(rules.players)]
        assert table.tally.win[: rules.players].tolist() == [60 // sum(winners) * won for won in winners]


def referee_of(table: Table, rules) -> Referee:
    hands = [names(hand, table.rules) for hand in table.state.hands[: rules.players]]
    trump = "" if rules.trump else GAME.text.card_name(int(table.state.table.turned), table.rules)[1]
    return Referee(hands, trump, int(table.state.table.dealer), rules.passing, rules.hook)


def same_cards(table: Table, referee: Referee) -> None:
    players = referee.players
    assert [names(hand, table.rules) for hand in table.state.hands[:players]] == referee.hands
    assert table.state.table.taken[:players].tolist() == referee.taken
    assert [bid for bid in table.state.table.bids[:players].tolist() if bid >= 0] == [referee.bids[seat] for seat in sorted(referee.bids)]


# ---- imagined worlds


def mind():
    """A player's mind with a stream to imagine with."""
    mine, key = new(MIND), new(KEY)
    set_key(key, 3, 0)
    start(mine.search, key, Purpose.SEARCH, 1, 0)
    return mine


def test_imagined_worlds_respect_shown_voids_and_cards_given_away():
    """Random games; at every third point four worlds are asked whether a seat holds what it cannot, or lacks what it was given."""
    random, mine = Random(2), mind()
    rules = GAME.Rules(players=4, cards=8, deals=1, passing=2)
    shown = 0
    for index in range(12):
        table = Table(GAME, rules, seed=8, index=index)
        while not table.over:
            view = table.view()
            if table.state.table.phase == 2 and random.random() < 0.3:
                left, voids = (table.seat + 1) % 4, int(view.table.voids)
                shown += voids != 0
                for _ in range(4):
                    world = new(GAME.engine.STATE)
                    GAME.engine.imagine(view, table.rules, mine, world)
                    assert int(view.gave) & ~(int(world.hands[left]) | int(view.table.played[left])) == 0
                    for seat in range(4):
                        held = {card // 16 for card in range(64) if int(world.hands[seat]) >> card & 1}
                        assert not any(voids >> 4 * seat + suit & 1 for suit in held)
            table.play(random.choice(list(table.names().values())))
    assert shown > 20


def test_imagined_worlds_are_as_likely_as_a_count_of_all_says():
    """Three players with two cards left, seat 1 out of spades: every deal that fits is met alike (4 sigma of chi-square)."""
    table = seated(["As 2c 3c", "3d Ad 5d", "4s Kd 6d"], "2h", "1 1 0 As 3d 4s", ranks=13)
    view, mine, counts = table.view(), mind(), {}
    hidden = bin((int(table.rules.deck) & ~int(view.hand)) & ~cards("As 3d 4s 2h")).count("1")
    spades, worlds = 11, 20_000
    for _ in range(worlds):
        world = new(GAME.engine.STATE)
        GAME.engine.imagine(view, table.rules, mine, world)
        kinds = tuple(bin(int(world.hands[seat]) & cards("2s 3s 5s 6s 7s 8s 9s Ts Js Qs Ks")).count("1") for seat in (1, 2))
        counts[kinds] = counts.get(kinds, 0) + 1
    ways = {(0, held): binomial(hidden - spades, 2) * binomial(spades, held) * binomial(hidden - spades - 2, 2 - held) for held in range(3)}
    expected = {kind: worlds * number / sum(ways.values()) for kind, number in ways.items()}
    assert set(counts) <= set(ways)
    assert sum((counts.get(kind, 0) - mean) ** 2 / mean for kind, mean in expected.items()) < 2 + 4 * np.sqrt(4)


def binomial(n: int, k: int) -> int:
    from math import comb

    return comb(n, k)


# ---- hands asked about in words


def test_a_question_is_about_the_first_bid_with_these_cards():
    questions = GAME.asked()
    question = questions.question(GAME.Rules(passing=2), "bid", "As, Kd 10c", "2h")
    rules = questions.adapt(GAME.Rules(passing=2), question)
    assert (rules.cards, rules.deals, rules.passing) == (3, 1, 0)
    views = pose(GAME, rules.lower(), questions, question, [make_player(GAME, "basic", rules)] * 4, seed=1, wanted=3)
    assert {GAME.text.table_text(view, rules.lower()).splitlines()[0] for view in views} == {"deal 1: you hold Tc Kd As, 2h is turned up"}


@pytest.mark.parametrize(
    ("hand", "known", "given", "says"),
    [
        ("As Ax", "2h", {}, "no card 'Ax' in this deck"),
        ("As As", "2h", {}, "each once"),
        ("As", "", {}, "--known is the card turned up"),
        ("As", "2h", {"trump": "none"}, "--known is the card turned up"),
        ("3s", "Ah", {"ranks": 8}, "no card '3s' in this deck: ranks are 789TJQKA"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(hand, known, given, says):
    with pytest.raises(InputError, match=says):
        GAME.asked().question(GAME.Rules.of(given), "bid", hand, known)
