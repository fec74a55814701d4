"""Train the nets that ship with simlab, and say how strong they are: `make learned` (minutes each; what is there is not made again).

One file for each game at a table of two, and for jester at one of four, default rules, into simlab/players/learned/shipped; one that does
not surely beat the usual player is not kept. A file is made anew when it is missing or was made for another version of its game; names of
games as arguments (`jester`, `jester-2`) make those alone. Then the table of docs/strength.md is written from the files: what they were
measured to be, beside what `make search-strength` knows of search.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from time import process_time

from simlab.commands.progress import under_way
from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.play.drivers import roll
from simlab.players.learned.stored import SHIPPED, Stored, file_name, read_brain
from simlab.players.registry import make_player
from simlab.studies.train.measure import Course, train
from tools.docs import table
from tools.search_strength import FILE, Cell

PAGE = Path(__file__).parent.parent / "docs" / "strength.md"
HEAD = ("game", "players", "share of the win against `basic`", "gain, of that of `search`", "microseconds", "kB")
SEED = 2025
GAMES = {  # of a round, by number of players: as many as make 200,000 to a million lessons
    "jester": {2: 9_000, 4: 6_000},
    "showdown": {2: 6_000},
    "fortune": {2: 3_000},
    "arcana": {2: 8_000},
    "battle": {2: 36_000},
}
ROUNDS = 3
TIMED = 5  # trials of 200 games; the fastest counts


def main(names: list[str]) -> None:
    """Two players first: they learn fastest."""
    for players in (2, 4):
        for name, games in GAMES.items():
            if players in games and (not names or name in names or f"{name}-{players}" in names):
                make(name, players, games[players])
    write_table()


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
        if (trained.marks[0].gain.low or 0.0) <= 0.0:
            print(f"  not better than {trained.marks[0].rival}: not kept", flush=True)
            path.unlink()


# ---- the page


def write_table() -> None:
    text = PAGE.read_text(encoding="utf-8")
    begin, end = "<!-- learned -->\n", "<!-- /learned -->"
    head, tail = text.split(begin)[0], text.split(end)[1]
    PAGE.write_text(head + begin + table(HEAD, rows()) + "\n" + end + tail, encoding="utf-8")


def rows() -> Iterator[tuple[str, ...]]:
    for players in (2, 4):
        for name in GAMES:
            game = load(name)
            rules = game.Rules(players=players)
            path = SHIPPED / file_name(game, rules)
            if path.exists():
                yield row(read_brain(path, game, rules), name, players)


def row(stored: Stored, name: str, players: int) -> tuple[str, ...]:
    usual = load(name).usual_player
    found = next(mark for mark in stored.header["made"]["measured"] if mark["rival"] == usual)
    share = f"{found['result']:.3f} ({found['low']:.3f} to {found['high']:.3f})"
    part = part_of_search(name, players, found["result"])
    return name, str(players), share, part, f"{microseconds(name, players):.1f}", f"{stored.path.stat().st_size / 1000:.0f}"


def part_of_search(name: str, players: int, share: float) -> str:
    """How much of what search gains over an even share is kept."""
    known = json.loads(FILE.read_text(encoding="utf-8")).get(Cell(name, players, load(name).usual_player).key)
    return f"{(share - 1 / players) / (known['total'] / known['deals'] - 1 / players):.0%}" if known else ""


def microseconds(name: str, players: int) -> float:
    """Processor time of a decision, that of the game included."""
    game = load(name)
    rules = game.Rules(players=players)
    line_up, found = [make_player(game, "learned", rules)] * players, []
    roll(game, line_up, rules.lower(), SEED, 0, 1)
    for _ in range(TIMED):
        began = process_time()
        tallies = roll(game, line_up, rules.lower(), SEED, 0, 200)
        found.append((process_time() - began) / int(tallies["decisions"].sum()))
    return 1e6 * min(found)


if __name__ == "__main__":
    main(sys.argv[1:])
