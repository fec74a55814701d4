"""PettingZoo's own tests pass for every game, and rewards are what the game is judged by."""

import warnings

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from simlab.adapters.pettingzoo import Environment, env
from simlab.contract.catalogue import shipped
from simlab.errors import IllegalAction, InputError, UnknownName
from simlab.play.table import Table
from tests.adapters.small import RULES

QUICK = ("template",)


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow) for name in sorted(shipped())])
def test_pettingzoo_finds_no_fault(name, capsys):
    with warnings.catch_warnings():
        for said in ("Observation space for each agent probably should be", "Observation is not a NumPy array"):  # a mask is there too
            warnings.filterwarnings("ignore", said)
        api_test(env(name, RULES[name]), num_cycles=150)
        seed_test(lambda: env(name, RULES[name]), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


def played_out(table: Environment, first: int = 0) -> dict[str, float]:
    """The last rewards, every agent taking its first or last allowed action."""
    table.reset()
    for _ in table.agent_iter():
        seen, _, done, cut, _ = table.last()
        allowed = np.flatnonzero(seen["action_mask"])
        if done or cut:
            return dict(table.rewards)
        table.step(int(allowed[first]))
    raise AssertionError("no end")


def test_rewards_are_what_the_players_maximise():
    """All pass in one-card poker: the higher card wins the other's ante; by the win it is all or nothing."""
    chips, wins = played_out(Environment("template")), played_out(Environment("template", goal="win"))
    assert sorted(chips.values()) == [-1.0, 1.0]
    assert sorted(wins.values()) == [0.0, 1.0]
    assert max(chips, key=chips.get) == max(wins, key=wins.get)


def test_a_table_plays_game_after_game_of_its_seed(template):
    table = Environment("template", {"ranks": 13}, seed=5)
    cards = []
    for index in range(6):
        table.reset()
        assert table.table.state.tobytes() == Table(template, table.model, 5, index).state.tobytes()
        cards.append(int(table.table.state.deck[0]))
    assert len(set(cards)) > 1
    table.reset(seed=9)
    assert table.table.state.tobytes() == Table(template, table.model, 9, 0).state.tobytes()


def test_a_game_stopped_by_its_cap_is_truncated():
    table = Environment("battle", {"players": 2})
    table.reset()
    table.table.state.tally.capped = 1
    table.pay()
    assert set(table.truncations.values()) == {True}
    assert set(table.terminations.values()) == {False}


def test_what_an_agent_sees_can_be_read(capsys):
    silent, loud = Environment("template", render_mode="ansi"), Environment("template", render_mode="human")
    silent.reset()
    assert silent.render().startswith("deal 1: you hold ")
    loud.reset()
    loud.step(0)
    assert "you hold" in capsys.readouterr().out


def test_mistakes_are_told():
    table = Environment("template")
    table.reset()
    with pytest.raises(IllegalAction, match="action 7 is not allowed for seat_0 here"):
        table.step(7)
    with pytest.raises(InputError, match=r"no render mode 'film' \(there are: human, ansi\)"):
        Environment("template", render_mode="film")
    with pytest.raises(UnknownName, match="did you mean 'net'"):
        Environment("template", goal="nett")
