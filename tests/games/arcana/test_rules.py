"""Arcana's knobs, players, words and imagined worlds."""

from pathlib import Path
from random import Random

import numpy as np
import pytest
import yaml

from simlab.contract.conformance import Inspection, worlds_differ
from simlab.contract.minds import forget
from simlab.contract.records import MIND
from simlab.errors import RulesError
from simlab.games.arcana import deck
from simlab.games.arcana.audit import audit
from simlab.games.arcana.ranking.multiset import Category, category, gather, rank
from simlab.games.arcana.rules import COLUMNS, ROUND_COLUMNS
from simlab.games.arcana.text import cards_in, table_text
from simlab.jit import new
from simlab.play.drivers import roll, roll_rounds
from simlab.play.seats import seated
from simlab.play.table import Table
from simlab.players.registry import make_player, policies
from simlab.rng import STREAM, Purpose, start, uniform
from tests.conftest import ROOT
from tests.games.arcana.referee.game import COUNTS, DEFAULTS, FAMILIES, PER_SEAT
from tests.games.arcana.stacked import GAME, LOW, Stacked, card


def test_every_knob_of_the_specification_is_there_with_its_default():
    assert GAME.Rules().plain() == DEFAULTS


def test_every_outcome_column_is_there():
    named = {column.name for column in COLUMNS}
    assert named == {*COUNTS, *FAMILIES, *PER_SEAT, "rounds"}


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ({"category_order": {"swap": ["high_card", "one_pair"]}}, "high_card stays last"),
        ({"category_order": ["flush"]}, "each of the sixteen"),
        ({"category_order": {"swap": ["flsh", "one_pair"]}}, "flush"),
        ({"players": 7}, "players"),
        ({"repeat_damping": 1.5}, "repeat_damping"),
        ({"hand_size": 5}, "no knob"),
    ],
)
def test_rules_that_cannot_be_are_refused_in_one_line(given, complaint):
    with pytest.raises(RulesError, match=complaint):
        GAME.Rules.of(given)


def test_a_swap_is_the_order_written_out():
    swapped = GAME.Rules.of({"category_order": {"swap": ["one_twin", "two_pair"]}})
    assert GAME.Rules.of(swapped.plain()) == swapped
    assert [hand.word for hand in swapped.category_order][12:14] == ["two_pair", "one_twin"]


@pytest.mark.parametrize("path", sorted((ROOT / "scenarios").glob("arcana-*.yaml")), ids=lambda path: path.stem)
def test_the_scenarios_name_real_knobs_policies_and_metrics(path: Path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# Arcana: ")
    scenario = yaml.safe_load(text)
    known = policies(GAME)
    for variant in (scenario.get("variants") or {"base": {}}).values():
        GAME.Rules.of({**scenario.get("rules", {}), **variant.get("rules", {})})
        line_up = variant.get("policies", scenario["policies"])
        assert set([line_up] if isinstance(line_up, str) else line_up) <= set(known)
    for name, values in scenario.get("sweep", {}).items():
        for value in values:
            GAME.Rules.of({name.removeprefix("rules."): value})
    assert set(scenario["metrics"]) <= {column.name for column in COLUMNS}


# ---- players


def choice(game: Stacked, policy: str, **params: float) -> str:
    player = make_player(GAME, {"name": policy, **params}, game.model)
    mind = new(MIND)
    mind["params"][: len(player.params)] = player.params
    action = int(player.act(game.table.view(), game.rules, mind, player.table))
    return game.names[game.legal.index(action)]


def laying(hand: str, **arranged: object) -> Stacked:
    game = Stacked().arrange("2C", LOW)
    game.step(4)
    return game.arrange(hand, LOW, **arranged)


def test_a_restricted_player_avoids_its_suit_while_there_is_another():
    hand = "7S 7S 7S KS KS 2S 3U 3W"
    assert choice(laying(hand), "basic") == "2S"
    assert choice(laying(hand), "no_swords") in ("3U", "3W")
    assert choice(laying("7U 7U 7U KS KS 2U 3S"), "no_cups") == "3S"
    assert choice(laying("7S 7S 7S KS 9S 3W 5W", top="7S"), "basic") == "3W"
    assert choice(laying("7S 7S 7S KS 9S 3W 5W", top="7S"), "no_wands") in ("7S", "KS", "9S")
    assert choice(laying("7S 8S 9S"), "no_swords") in ("7S", "8S", "9S")


@pytest.mark.slow
def test_never_first_and_never_answers():
    flush = Stacked(extra_draws=0).arrange("2C 3C 4C 5C 7C", LOW, pot=20)
    assert [choice(flush, name) for name in ("basic", "never_answers", "never_first")] == ["SUBMIT", "SUBMIT", "DISCARD"]
    flush.arrange("2C 3C 4C 5C 7C", LOW, pot=20, bidders=[1], n_bidders=1, bids=[0, 1])
    assert [choice(flush, name) for name in ("basic", "never_answers", "never_first")] == ["SUBMIT", "DISCARD", "SUBMIT"]


def test_thresholds_of_basic_are_parameters():
    flush = Stacked(extra_draws=0).arrange("2C 3C 4C 5C 7C", LOW, pot=8)
    assert choice(flush, "basic") == "SUBMIT"
    assert choice(flush, "basic", min_pot=9) == choice(flush, "basic", first_cat=6) == "DISCARD"


def test_basic_beats_chance():
    rules = GAME.Rules.of({"players": 2})
    line_up = [make_player(GAME, name, rules) for name in ("basic", "uniform")]
    won = roll(GAME, line_up, rules.lower(), 1, 0, 200)["win"][:, 0].mean() / 60
    assert won > 0.9


# ---- worlds


@pytest.mark.parametrize(
    "rules", [{}, {"deck_model": "finite", "unfix_mode": "conceal"}, {"deck_model": "finite"}], ids=["endless", "heap", "packs"]
)
def test_imagined_hands_differ(rules):
    model = GAME.Rules.of(rules)
    assert worlds_differ(GAME, model, lambda state: state.hand[1].tobytes())


def test_an_imagined_world_holds_what_was_seen_and_rebuilds_the_weights():
    game = Stacked(players=3).arrange(LOW, "9W 9W 2C", "3C", top="KS", window={2: "AU"})
    game.state.seen[1][:] = Stacked().arrange("9W", LOW).state.hand[0]
    inspection = Inspection(GAME, game.model, Random(1), (), 0.0)
    view, mind = game.table.view(0), inspection.mind()
    for _ in range(50):
        world = inspection.imagine(view, mind)
        assert card("9W") in cards_in(world.hand[1])
        assert [len(cards_in(world.hand[s])) for s in range(3)] == [5, 3, 1]
        assert audit(world, game.rules) == ""


def test_imagined_cards_follow_the_weights():
    """With LOW in hand and nothing else known, another hand's cards are settled one by one (seed 1, 4-sigma band)."""
    game = Stacked().arrange("7S 7S 7S 7S", "2C")
    inspection = Inspection(GAME, game.model, Random(1), (), 0.0)
    view, mind = game.table.view(0), inspection.mind()
    n, p = 4000, (1 / 16) / (55 + 1 / 16)
    found = sum(cards_in(inspection.imagine(view, mind).hand[1]) == [card("7S")] for _ in range(n))
    assert abs(found - n * p) < 4 * (n * p * (1 - p)) ** 0.5


@pytest.mark.parametrize("damping", [0.5, 0.25, 0.3])
def test_cards_settled_at_once_are_those_settled_one_after_the_other(damping):
    """So many that some come a third time; the weights are the same to the last bit."""
    at_once, singly = (Stacked(repeat_damping=damping).arrange("7S 7S AU", "2C KW") for _ in range(2))
    streams = np.zeros(2, STREAM)
    for numbers in streams:
        start(numbers, at_once.state.key, Purpose.AUX, 0, 0)
    for n in (0, 1, 7, 150):
        cards = deck.fix_likely(at_once.state, at_once.rules, streams[0], n)
        expected = []
        for _ in range(n):
            expected.append(int(deck.identity(singly.state, singly.rules, uniform(streams[1]))))
            deck.fix(singly.state, singly.rules, expected[-1])
        assert cards_in(cards) == sorted(expected)
        assert at_once.state.tobytes() == singly.state.tobytes()
    assert at_once.state.layer[3] != 0


@pytest.mark.parametrize("rules", [{}, {"deck_model": "finite", "unfix_mode": "conceal"}], ids=["endless", "heap"])
def test_an_imagined_bid_is_the_best_of_the_bidders_cards(rules):
    """It was any five cards: whoever searched answered every bid, and lost 99 of 100 games to the player he played out with."""
    table = after_a_bid(GAME.Rules.of({"players": 2, **rules}))
    bidder = 1 - table.seat
    inspection = Inspection(GAME, GAME.Rules.of({"players": 2, **rules}), Random(1), (), 0.0)
    view, mind, pairs = table.view(), inspection.mind(), 0
    for _ in range(60):
        world = inspection.imagine(view, mind)
        bid = cards_in(world.bid[bidder])
        whole = gather(np.array(sorted([*bid, *cards_in(world.hand[bidder])]), np.int64))
        assert len(bid) == 5
        assert rank(gather(np.array(sorted(bid), np.int64)), table.rules.order) == rank(whole, table.rules.order)
        pairs += category(rank(whole, table.rules.order)) > Category.HIGH_CARD
        assert audit(world, table.rules) == ""
    assert pairs > 30  # of five cards at random every second one has nothing; a bidder has seven and more


def after_a_bid(model):
    """A game of two basic players in which one has bid and the other is to act."""
    player = make_player(GAME, "basic", model)
    _, solved, minds = seated([player, player])
    for index in range(50):
        table = Table(GAME, model, 3, index)
        forget(minds, table.key, 2)
        while not table.over:
            if table.state.n_bidders == 1 and table.seat != table.state.bidders[0] and table.state.hand_size[table.state.bidders[0]] > 1:
                return table
            table.apply(table.ask([player.act, player.act], solved, minds))
    raise AssertionError("nobody bids")


# ---- words and rows


def test_a_table_in_words():
    game = Stacked().arrange("7S 7S 9W 9W KC", LOW, top="9U", window={2: "AU"}, pot=7)
    text = table_text(game.table.view(), game.rules)
    assert "Pot 7; pile 9U; deck 2: AU (planted by seat 0)" in text
    assert "you hold KC 7S 7S 9W 9W (two twin: 9, 7, king)" in text


def test_one_row_for_each_deal():
    rules = GAME.Rules.of({"players": 2, "max_turns_per_seat": 20})
    games, rows, owner = roll_rounds(GAME, [make_player(GAME, "uniform", rules)] * 2, rules.lower(), 2, 0, 30)
    held = rows[rows["n_subs"] > 0]
    assert len(held) == games["deals"].sum()
    assert held["pot"].sum() == games["pot_sum"].sum()
    assert held["turns"].sum() == games["deal_turns_sum"].sum()
    assert set(owner) == set(range(30))
    assert [column.name for column in ROUND_COLUMNS] == list(rows.dtype.names)
