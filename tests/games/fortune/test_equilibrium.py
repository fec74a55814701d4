"""Fortune's round as it is computed: trees of bets against the engine, counts against closed forms, and how learning ends."""

from dataclasses import replace

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.games.fortune.abstraction import LASTING, bucket, choices, digits
from simlab.games.fortune.rules import Arcana, Bet, Phase, Point
from simlab.games.fortune.studies.equilibrium.counting import AFTER, DEATH, MET, PAGE, PAIR_OF, SUN, WON, Counts
from simlab.games.fortune.studies.equilibrium.learner import Counted, fits
from simlab.games.fortune.studies.equilibrium.odds import hands_meet, meetings
from simlab.games.fortune.studies.equilibrium.trees import NOBODY, BetTree
from simlab.play.table import Table
from simlab.players.registry import make_player
from simlab.players.solved.policy import player_of
from simlab.studies.solve.sampled import SampleAsk, begin, in_rows, keep, learn, measured

CHIPS = 50
DEALS = 150_000


@pytest.fixture(scope="module")
def fortune():
    return load("fortune")


@pytest.fixture(scope="module")
def rules(fortune):
    return fortune.Rules.of({"players": 2, "unit": "round"})


@pytest.fixture(scope="module")
def base(fortune, rules):
    return make_player(fortune, "never_discards_page", rules)


@pytest.fixture(scope="module")
def counts(rules, base):
    found = Counts()
    found.add(base, rules, 11, 0, DEALS)
    return found


@pytest.fixture(scope="module")
def plain(fortune):
    """Without Arcana and with few chips there is less to learn."""
    return fortune.Rules.of({"players": 2, "unit": "round", "arcana_per_round": 0, "starting_chips": 8})


@pytest.fixture(scope="module")
def learned(plain, base):
    """Little, and soon: 60,000 deals, 12 rounds."""
    found = Counted(plain, base, 3, 60_000)
    found.go_on(12)
    return found


# ---- trees


def actions_in(mask):
    return [action for action in range(64) if mask >> action & 1]


@pytest.mark.parametrize("arcana", [None, Arcana.DEVIL, Arcana.JUSTICE, Arcana.LOVERS])
def test_trees_offer_what_the_engine_offers_and_end_with_its_stakes(fortune, arcana):
    """Every choice on the way, by the numbers of legal actions that are thought about; at the end the stakes of both."""
    forced = {"arcana_per_round": 0} if arcana is None else {"forced_arcana": int(arcana), "forced_window": "deal"}
    rules = fortune.Rules.of({"players": 2, "unit": "round", **forced})
    kind = 0 if arcana is None else 2 + LASTING.index(arcana)
    rng, seen = np.random.default_rng(5), 0
    for seed in range(80):
        table = Table(fortune, rules, seed)
        tree, number, phase = BetTree(CHIPS, 1, kind, 0), 0, Phase.BET1
        while not table.over:
            view = table.view()
            if view.table.point != Point.BET:
                table.apply(table.legal()[0])
                continue
            if view.table.phase != phase:
                assert number < 0
                leaf = tree.leaves[-1 - number]
                assert leaf.folder == NOBODY
                assert view.bets.stake[0] == view.bets.stake[1] == leaf.stake
                tree, number, phase = BetTree(CHIPS, leaf.stake, kind, 0), 0, view.table.phase
            node = tree.nodes[number]
            thought = actions_in(int(choices(view, table.rules)))
            assert node.actions == thought
            assert node.place == int(view.table.dealer == view.seat)
            assert node.line == digits(int(bucket(view, table.rules)))["bets"]
            action = int(rng.choice(thought))
            stake = int(view.bets.stake[view.seat])
            number = node.after[node.actions.index(action)]
            if action == Bet.FOLD:
                assert tree.leaves[-1 - number].stake == stake
                assert tree.leaves[-1 - number].folder == node.place
            table.apply(action)
            seen += 1
    assert seen > 200


@pytest.mark.parametrize("kind", range(2 + len(LASTING)))
def test_every_choice_of_a_tree_is_told_from_the_others(kind):
    """By place, bets and what may be done: else one row would serve two situations."""
    for stake in (1, 2, 3, 6, 12):
        nodes = BetTree(CHIPS, stake, kind, 0).nodes
        assert len({(node.place, node.line, node.legal) for node in nodes}) == len(nodes)


# ---- counts


def test_hands_are_counted_as_they_must_fall(counts):
    """No Page at the dealer's: 1 - 559/1749. Kinds of Arcana that leave bets: 19 of 21, those that last 1 of 21 each. 5 sigma."""
    met = counts.meet.sum(axis=(1, 2))
    deals, none = DEALS, 1 - 559 / 1749
    assert abs(met[0] - deals * none) < 5 * np.sqrt(deals * none * (1 - none))
    each = deals * (1 - none) / 21
    assert np.all(np.abs(met[2:] - each) < 5 * np.sqrt(each))
    assert abs(met[1] - 11 * each) < 5 * np.sqrt(11 * each)  # none of the ten that last or end the round
    early = counts.ends[PAIR_OF[0, DEATH]][..., MET].sum(), counts.ends[PAIR_OF[0, SUN]][..., MET].sum()
    assert min(early) > 0


def test_chances_are_whole_and_pages_seen(counts):
    assert hands_meet(counts, 0).sum() == pytest.approx(1.0)
    tables = meetings(counts, 0)
    assert np.allclose(sum(table.other.sum(axis=1) for table in tables)[counts.meet[0].sum(axis=0) > 0], 1.0, atol=1e-5)
    plain = tables[0]
    assert plain.late == 0
    assert set(np.unique(plain.page)) == {0.0, 1.0}
    ends = counts.ends[PAIR_OF[0, 0]].reshape(4, AFTER, 4, AFTER, 7)
    assert ends[:, 1::2, :, :, PAGE].sum() == ends[:, 1::2, :, :, MET].sum()  # odd classes have one


def test_better_classes_win(counts):
    """A full house against a pair, whatever was drawn."""
    ends = counts.ends[PAIR_OF[0, 0]].reshape(4, 16, 2, 4, 16, 2, 7)
    pairs = ends[:, 14, :, :, 2:7].sum(axis=(0, 1, 2, 3, 4))
    assert pairs[MET] > 150
    assert pairs[WON] == pairs[MET]


# ---- learning


@pytest.mark.slow
def test_the_same_deals_teach_the_same(plain, base, learned):
    again = Counted(plain, base, 3, 60_000)
    again.go_on(12)
    assert again.total.tobytes() == learned.total.tobytes()
    assert again.regret.tobytes() == learned.regret.tobytes()
    other = Counted(plain, base, 4, 60_000)
    other.go_on(2)
    assert other.total.tobytes() != learned.total.tobytes()


@pytest.mark.slow
def test_learning_goes_on_where_it_was_left(fortune, plain, base, learned, tmp_path):
    ask = SampleAsk(fortune, plain, deals=60_000, seed=3)
    work, _ = begin(ask, base, tmp_path, False)
    learn(work, 5)
    keep(ask, work, [(5, work.left())], tmp_path)
    again, looks = begin(ask, base, tmp_path, False)
    assert looks == [(5, work.left())]
    learn(again, 12)
    assert again.total.tobytes() == learned.total.tobytes()
    more, nothing = begin(replace(ask, deals=70_000), base, tmp_path, False)  # other counts: another question
    assert (more.deals, nothing) == (0, [])


@pytest.mark.slow
def test_less_is_left_to_gain_and_the_strategy_beats_who_bets_by_thumb(fortune, plain, base, learned):
    early = Counted(plain, base, 3, 60_000)
    early.go_on(2)
    assert 0.0 <= learned.left() < early.left() / 3
    assert not any(book.more.any() for book in learned.books)  # looking leaves nothing behind
    rows = learned.strategy_rows()
    player = player_of(fortune, in_rows(learned.slots[rows], learned.total[rows], {}))
    gained = measured(SampleAsk(fortune, plain, seed=8, tests=60_000), player, make_player(fortune, "basic", plain))
    assert gained.low > 0.0


@pytest.mark.slow
def test_the_best_answer_gains_in_play_what_it_gains_as_counted(fortune, plain, base):
    """Of hardly learned betting, from 400,000 deals; 4 sigma of 200,000 fresh ones."""
    early = Counted(plain, base, 3, 400_000)
    early.go_on(3)
    rows = early.strategy_rows()
    player = player_of(fortune, in_rows(early.slots[rows], early.total[rows], {}))
    answer = player_of(fortune, in_rows(*early.answer(), {}))
    gained = measured(SampleAsk(fortune, plain, seed=8, tests=200_000), answer, player)
    assert early.left() > 0.2
    assert abs(gained.value - early.left()) < 4 * gained.std_error + 0.02 * early.left()


@pytest.mark.slow
def test_other_bets_are_learned_by_sampling(fortune, rules):
    assert fits(rules)
    assert fits(fortune.Rules.of({**rules.plain(), "starting_chips": 30, "max_discards": 3}))
    for knob in ({"ante": 2}, {"max_raises": 2}, {"page_prize": 3}, {"players": 3}, {"devil_factor": 3}):
        assert not fits(fortune.Rules.of({**rules.plain(), **knob}))
    asked = SampleAsk(fortune, fortune.Rules.of({**rules.plain(), "ante": 2}), deals=1000)
    assert asked.own is None
    assert asked.steps == 1000
    assert [SampleAsk(fortune, rules, deals=deals).steps for deals in (1000, 60_000, 40_000_000)] == [10, 30, 600]
