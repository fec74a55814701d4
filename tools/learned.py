"""Train the nets that ship with simlab: `make learned` (an hour and a half on one core; what is there is not made again).

One file for each game and table of two and four, default rules, into simlab/players/learned/shipped. A file is made anew when it is
missing or was made for another version of its game. Names of games as arguments make those alone.
"""

import sys

from simlab.commands.progress import under_way
from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.players.learned.stored import SHIPPED, file_name, read_brain
from simlab.studies.train.measure import Course, train

SEED = 2025
GAMES = {  # of a round, by number of players: as many as make 60,000 lessons and more
    "jester": {2: 2_600, 4: 1_300},
    "showdown": {2: 1_500, 4: 600},
    "fortune": {2: 3_000, 4: 1_500},
    "arcana": {2: 600, 4: 300},
    "battle": {2: 600, 4: 200},
}
ROUNDS = 4


def main(names: list[str]) -> None:
    """Two players first: they learn fastest."""
    for players in (2, 4):
        for name, games in GAMES.items():
            if not names or name in names or f"{name}-{players}" in names:
                make(name, players, games[players])


def make(name: str, players: int, games: int) -> None:
    game = load(name)
    rules = game.Rules(players=players)
    path = SHIPPED / file_name(game, rules)
    try:
        read_brain(path, game, rules)
        print(f"{path.name}: there already", flush=True)
    except PolicyError:
        with under_way(False) as told:
            trained = train(Course(game, rules, ROUNDS, games, SEED), path, told)
        print(f"{name}, {players} players:", *trained.lines(), sep="\n  ", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
