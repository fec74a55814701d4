"""Everything that a sentence can name has words for people: metrics, levels, knobs and policies of every shipped game."""

import re

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.contract.titles import titles_of
from simlab.players.registry import policies
from simlab.words.titles import Titles, is_clause, knob_words

CODE = re.compile(r"_|\bn_|\bs\d\b")


@pytest.mark.parametrize("name", shipped())
def test_every_metric_has_a_title_a_clause_and_a_unit(name):
    game = load(name)
    known = titles_of(game)
    for column in (column for column in game.columns if not column.hidden):
        title = known.metrics[column.name]
        assert not CODE.search(title.name + title.says), column.name
        assert is_clause(title.says), column.name
        assert ("{who}" in title.says) == column.seats, column.name
        assert ("{level}" in title.says) == bool(column.levels), column.name
        assert title.unit is not None or column.unit, column.name


@pytest.mark.parametrize("name", shipped())
def test_every_knob_and_every_policy_has_a_title(name):
    game = load(name)
    known = titles_of(game)
    assert set(game.Rules.model_fields) <= set(known.knobs)
    assert {policy for policy in policies(game) if known.policies.get(policy, policy) == policy} == set()
    assert not any(CODE.search(words) for words in [*known.knobs.values(), *known.policies.values(), *known.levels.values()])


def test_titles_name_nothing_that_is_not_there():
    for name in shipped():
        game = load(name)
        own = game.study("titles", Titles())
        assert set(own.metrics) <= {column.name for column in game.columns}
        assert {knob.partition("=")[0] for knob in own.knobs} <= set(game.Rules.model_fields)
        assert set(own.about) <= set(game.Rules.model_fields)
        assert {metric for metrics in own.about.values() for metric in metrics} <= {column.name for column in game.columns}
        assert set(own.policies) <= set(policies(game))


def test_a_knob_is_told_with_its_value():
    knobs = {"extra_draws": "{} extra draw(s)", "wheel": "ace-low straights", "by": "jester by {}", "by=off": "no jester"}
    words = Titles(knobs=knobs, levels={"low_card": "lot"})
    assert knob_words(words, "extra_draws", 1) == "1 extra draw"
    assert knob_words(words, "extra_draws", 1_000) == "1,000 extra draws"
    assert [knob_words(words, "wheel", on) for on in (True, False)] == ["ace-low straights", "no ace-low straights"]
    assert knob_words(Titles(knobs={"six": "a sixth card"}), "six", False) == "no sixth card"
    assert [knob_words(words, "by", how) for how in ("low_card", "off")] == ["jester by lot", "no jester"]
    assert knob_words(words, "of_ones_own", [1, 2]) == "of ones own 1, 2"
