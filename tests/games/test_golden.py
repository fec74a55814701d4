"""Golden playthroughs: a readable text of whole games, replayed line by line. Every game must have one.

`python -m tests.games.test_golden` writes the files anew; a change that moves one says so and raises the game's VERSION.
"""

from pathlib import Path

import pytest

from simlab.contract.catalogue import load, shipped
from simlab.play.drivers import record_game
from simlab.play.transcript import Transcript, story
from simlab.players.registry import make_player

GAMES = Path(__file__).parent

# by card: its name, the window in which it comes, the index of the round shown
FORTUNE = (
    ("fool", "draw", 16), ("magician", "deal", 19), ("priestess", "deal", 19), ("empress", "draw", 24), ("emperor", "deal", 16),
    ("hierophant", "draw", 16), ("lovers", "deal", 16), ("chariot", "draw", 16), ("strength", "deal", 27), ("hermit", "deal", 19),
    ("wheel", "draw", 16), ("justice", "deal", 19), ("hanged-man", "deal", 37), ("death", "draw", 16), ("temperance", "deal", 16),
    ("devil", "deal", 19), ("tower", "draw", 16), ("star", "deal", 26), ("moon", "deal", 16), ("sun", "draw", 16),
    ("judgement", "draw", 16), ("world", "deal", 19),
)  # fmt: skip

# file name -> game, rules, policies (one for all seats), seed, index
PLAYTHROUGHS = {
    "battle": ("battle", {"players": 3}, "basic", 1, 2),
    "battle-random": ("battle", {"players": 2, "discard_order": "choice", "allin_blind": True}, "uniform", 1, 3),
    "arcana": ("arcana", {"players": 2, "target_points": 5}, "basic", 1, 0),
    "arcana-chance": ("arcana", {"players": 3, "max_turns_per_seat": 10, "deck_model": "finite", "unfix_mode": "conceal"}, "uniform", 1, 1),
    "template": ("template", {"deals": 3}, "uniform", 1, 2),
    "jester": ("jester", {}, "basic", 1, 2),
    "jester-six": ("jester", {"players": 6, "max_rounds": 2, "short_bid": "all_in"}, "uniform", 1, 0),
    "template-perfect": ("template", {}, "equilibrium", 1, 5),
    "showdown": ("showdown", {"players": 2, "target": 15}, "basic", 7, 1),
    "showdown-closed": (
        "showdown",
        {"players": 6, "reveal_phase1": "best", "reveal_phase2": "none", "one_card_show": "both", "scorers": "best_two", "max_rounds": 1},
        "uniform",
        7,
        2,
    ),
    # fortune: a short round under each Arcana
    **{
        f"fortune-{card:02}-{name}": (
            "fortune",
            {"players": 3, "unit": "round", "forced_arcana": card, "forced_window": window},
            "basic",
            1,
            index,
        )
        for card, (name, window, index) in enumerate(FORTUNE)
    },
}


def file(name: str) -> Path:
    return GAMES / PLAYTHROUGHS[name][0] / "golden" / f"{name}.txt"


def text(name: str) -> str:
    game_name, given, policy, seed, index = PLAYTHROUGHS[name]
    game = load(game_name)
    rules = game.Rules.of(given)
    actions, _ = record_game(game, [make_player(game, policy, rules)] * rules.players, rules.lower(), seed, index)
    transcript = Transcript(game_name, game.version, rules.changed(), seed, index, tuple(actions))
    return "\n".join(line.rstrip() for line in story(transcript)) + "\n"


def test_every_game_has_a_playthrough():
    assert {game for game, *_ in PLAYTHROUGHS.values()} == set(shipped())


def test_every_file_has_its_test():
    assert set(GAMES.glob("*/golden/*.txt")) == {file(name) for name in PLAYTHROUGHS}


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_playthrough_is_the_same_line_by_line(name):
    kept = file(name).read_text(encoding="utf-8").splitlines()
    for number, (now, before) in enumerate(zip(text(name).splitlines(), kept, strict=True), 1):
        assert now == before, f"line {number}"


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        file(name).parent.mkdir(exist_ok=True)
        file(name).write_text(text(name), encoding="utf-8")
