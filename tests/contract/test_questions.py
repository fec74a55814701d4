"""What questions about hands share: which decision is meant, and how many cards belong to it."""

import pytest

from simlab.contract.questions import POLICY, Question, Questions, expect, mask_of, nobody_scripts, this_round
from simlab.errors import CardError, InputError, UnknownName


def test_without_a_name_the_first_decision_is_meant(template):
    rules = template.Rules()
    assert template.questions.question(rules, None, "K", "") == Question("open", (2,))
    assert template.questions.question(rules, "facing", "J", "").at == "facing"
    with pytest.raises(UnknownName, match=r"no decision 'faced' \(did you mean 'facing'\?\)"):
        template.questions.question(rules, "faced", "J", "")
    with pytest.raises(CardError, match="no card '7' in this deck"):
        template.questions.question(rules, None, "7", "")


def test_so_many_cards_or_a_sentence():
    assert expect([3, 1], (2,), "a pair") == (3, 1)
    with pytest.raises(InputError, match=r"^a hand is 3 or 5 cards, not 2$"):
        expect([3, 1], (3, 5), "a hand")
    with pytest.raises(InputError, match=r"^a card is 1 card, not 2$"):
        expect([3, 1], (1,), "a card")


def test_sets_of_cards_as_bits():
    assert mask_of((0, 5)) == 0b100001
    assert mask_of((63, 0, 5)) == 1 << 63 | 0b100001


def test_what_a_game_leaves_out_is_left_to_chance_and_policies(template):
    asked = template.questions
    bare = Questions(asked.points, asked.goals, asked.read, asked.hold, asked.arrived)
    assert nobody_scripts(None, None, Question("open", ()), True) == POLICY
    assert bare.adapt("rules", Question("open", ())) == "rules"
    assert bare.arrive(None, None, Question("open", ()))


def test_a_goal_of_this_round_ends_the_game_with_it():
    class Record:
        max_rounds, round = 40, 7

    rules = Record()
    this_round(rules, Record())
    assert rules.max_rounds == 7
