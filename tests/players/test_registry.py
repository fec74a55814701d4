"""Players by name, with parameters by name, and policies of the user's own."""

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.errors import InputError, PolicyError, SimlabError
from simlab.play.drivers import roll
from simlab.players.registry import find, from_file, make_player, policies

OWN = '''
from simlab.players import python_policy

def cautious(view, rules, me, table):
    """Bets the top card only."""
    return 1 if view.card == rules.ranks - 1 else 0

@python_policy
def slow(view, rules, me, table):
    return {True: 1, False: 0}[bool(view.card == rules.ranks - 1)]

def tuned(view, rules, me, table):
    return 1 if view.card >= me.params[0] else 0
tuned.params = {"least": 1}

def typo(view, rules, me, table):
    return view.crad

def rule_typo(view, rules, me, table):
    return rules.rank

def floaty(view, rules, me, table):
    return 0.5 * view.card

def illegal(view, rules, me, table):
    return 7

def strange(view, rules, me, table):
    return int(open("x").read())

def short(view, rules):
    return 0
'''


@pytest.fixture
def own(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(OWN)
    return path


@pytest.mark.parametrize("name", sorted(shipped()))
def test_every_game_has_uniform_and_says_what_each_policy_is(name):
    known = policies(load(name))
    assert "uniform" in known
    assert all(policy.doc and policy.name == key for key, policy in known.items())
    assert all(param.doc and param.low <= param.default <= param.high for policy in known.values() for param in policy.params)


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("equilibrum", "no template policy 'equilibrum' .did you mean 'equilibrium'"),
        ({"name": "equilibrium", "alhpa": 0.1}, "did you mean 'alpha'"),
        ({"name": "equilibrium", "alpha": 0.9}, "alpha must lie between 0 and 0.333333"),
        ({"name": "equilibrium", "alpha": "much"}, "alpha must be a number"),
        ({"alpha": 0.1}, "a policy needs a name"),
    ],
)
def test_a_wrong_policy_is_refused_in_one_line(template, spec, said):
    with pytest.raises(InputError, match=said):
        make_player(template, spec, template.Rules())


def test_a_policy_says_when_rules_are_not_for_it(template):
    with pytest.raises(PolicyError, match="ranks: 3, ante: 1, bet: 1 only"):
        make_player(template, "equilibrium", template.Rules(ranks=4))


def test_a_policy_of_ones_own_plays(template, own):
    rules = template.Rules()
    fast = make_player(template, "cautious", rules, [from_file(template, f"{own}:cautious")])
    slow = make_player(template, "slow", rules, [from_file(template, f"{own}:slow")])
    other = make_player(template, "equilibrium", rules)
    assert slow.python
    assert (
        roll(template, [fast, other], rules.lower(), 1, 0, 200).tobytes()
        == roll(template, [slow, other], rules.lower(), 1, 0, 200).tobytes()
    )
    assert find(template, "cautious", [from_file(template, f"{own}:cautious")]).doc == "Bets the top card only."


def test_a_policy_of_ones_own_has_parameters(template, own):
    policy = from_file(template, f"{own}:tuned")
    assert make_player(template, "tuned", template.Rules(), [policy]).params == (1.0,)
    assert make_player(template, {"name": "tuned", "least": 2}, template.Rules(), [policy]).params == (2.0,)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("typo", "no field 'view.crad' .did you mean 'card'"),
        ("rule_typo", "no field 'rules.rank' .did you mean 'ranks'"),
        ("floaty", "returns float64: it must return the number of an action"),
        ("strange", "does not compile"),
        ("short", r"must take \(view, rules, me, table\)"),
        ("nobody", "no function in"),
    ],
)
def test_what_is_wrong_with_a_policy_is_said_in_one_line(template, own, name, said):
    with pytest.raises(SimlabError, match=said) as caught:
        from_file(template, f"{own}:{name}")
    assert "\n" not in str(caught.value)


def test_an_illegal_move_names_the_policy(template, own):
    rules = template.Rules()
    player = make_player(template, "illegal", rules, [from_file(template, f"{own}:illegal")])
    with pytest.raises(PolicyError, match="policy 'illegal' chose action 7"):
        roll(template, [player, player], rules.lower(), 1, 0, 5)


@pytest.mark.parametrize(("spec", "said"), [("mine.py", "FILE:FUNCTION"), ("nowhere.py:f", "no such Python file")])
def test_a_wrong_policy_file_is_refused(template, spec, said):
    with pytest.raises(InputError, match=said):
        from_file(template, spec)


def test_a_policy_file_that_fails_says_why(template, tmp_path):
    (tmp_path / "broken.py").write_text("def f(view, rules, me, table):\n    return 1\n\n1 / 0\n")
    with pytest.raises(PolicyError, match="ZeroDivisionError: division by zero"):
        from_file(template, f"{tmp_path / 'broken.py'}:f")
