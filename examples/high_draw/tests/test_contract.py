"""The game keeps simlab's contract, and tells the same story as ever."""

from pathlib import Path

import pytest

from simlab.contract.catalogue import load
from simlab.contract.conformance import check
from simlab.play.drivers import record_game
from simlab.play.transcript import Transcript, story
from simlab.players.registry import make_player

NAME = "high_draw"
GOLDEN = Path(__file__).parent / "golden"
PLAYERS = ("uniform", load(NAME).usual_player)  # who plays a golden game, at all seats


def test_the_game_keeps_the_contract():
    game = load(NAME)
    assert check(game, games=12, seed=3, policies=game.policies, probe=0.2, longest=150) > 20


def told(player: str) -> str:
    game = load(NAME)
    rules = game.Rules()
    actions, _ = record_game(game, [make_player(game, player, rules)] * rules.players, rules.lower(), seed=1, index=0)
    transcript = Transcript(NAME, game.version, rules.changed(), 1, 0, tuple(actions))
    return "\n".join(line.rstrip() for line in story(transcript)) + "\n"


@pytest.mark.parametrize("player", PLAYERS)
def test_the_golden_game_is_the_same_line_by_line(player):
    """After a change that is meant: raise VERSION and write them anew with `python tests/test_contract.py`."""
    assert told(player).splitlines() == (GOLDEN / f"{player}.txt").read_text(encoding="utf-8").splitlines()


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for player in PLAYERS:
        (GOLDEN / f"{player}.txt").write_text(told(player), encoding="utf-8")
