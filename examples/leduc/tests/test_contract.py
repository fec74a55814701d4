"""The game keeps simlab's contract, and tells the same story as ever."""

from pathlib import Path

import pytest

from simlab.contract.catalogue import load
from simlab.contract.conformance import check
from simlab.play.drivers import record_game
from simlab.play.transcript import Transcript, story
from simlab.players.registry import make_player, policies

NAME = "leduc"
GOLDEN = Path(__file__).parent / "golden"
# file name -> rules, policy at every seat, seed, index
PLAYTHROUGHS = {
    "leduc": ({}, "basic", 1, 0),
    "leduc-deals": ({"deals": 3, "ranks": 5}, "uniform", 1, 2),
}


def test_the_game_keeps_the_contract():
    game = load(NAME)
    assert check(game, games=12, seed=3, policies=tuple(policies(game).values()), probe=0.2, longest=300) > 60


def told(name: str) -> str:
    given, policy, seed, index = PLAYTHROUGHS[name]
    game = load(NAME)
    rules = game.Rules.of(given)
    actions, _ = record_game(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), seed, index)
    transcript = Transcript(NAME, game.version, rules.changed(), seed, index, tuple(actions))
    return "\n".join(line.rstrip() for line in story(transcript)) + "\n"


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_playthrough_is_the_same_line_by_line(name):
    """After a change that is meant: raise VERSION and write them anew with `python tests/test_contract.py`."""
    assert told(name).splitlines() == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in PLAYTHROUGHS:
        (GOLDEN / f"{name}.txt").write_text(told(name), encoding="utf-8")
