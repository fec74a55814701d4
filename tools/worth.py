"""What is the first seat worth, the deal, the jester's cap? With rules of thumb and with the best play known, side by side, two players.

python -m tools.worth [GAME ...]       plays what is missing and writes the table of docs/strength.md; what is known: tools/worth.json
"""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import simlab
from simlab.contract.catalogue import load
from simlab.disk import write_whole
from simlab.players.registry import make_player
from simlab.solvers.regrets import Regrets
from simlab.solvers.responses import respond
from simlab.solvers.trees import grow
from simlab.studies.exploit.measure import chances
from tools.docs import ROOT, filled, table

PAGE, FILE = ROOT / "docs" / "strength.md", Path(__file__).with_name("worth.json")
PART = "worth"
SEED = 11
ROUNDS = 2_000  # of regret, where a game is solved whole
MANY = 40_000  # games of players that decide in microseconds
SEARCH = {"name": "search", "worlds": 16}
SOLVED = "solved"
FIRST = "100 * AVG(win_s0) - 50", "the first seat, points of the win"
DEALER = "AVG((dealer = 'seat 0') * net_s0 + (dealer = 'seat 1') * net_s1)", "the dealer, chips a round"
PAGE_DEALT = "AVG((dealt_page_s0 > 0) * (net_s0 - net_s1)) / AVG(dealt_page_s0 > 0)", "who is dealt a Page, chips a round beyond the other"
EDGE = "SUM(2 * jester_net - pts_low - pts_high - pts_bj - pts_poker) / SUM(rounds)", "the jester, points a round beyond the other"
FIRST_JESTER = "100 * AVG(first_jester_won) - 50", "the first jester, points of the win"

Figures = list[Any]  # estimate, low, high: no bounds where it is exact


@dataclass(frozen=True)
class Worth:
    """What is asked of a game, and who plays well there: one strong player, or several, each with a number of games."""

    game: str
    asked: tuple[str, str]  # a formula of outcome columns, and its words
    strong: tuple[tuple[Any, int], ...]
    unit: str = "game"
    games: int = MANY  # of `basic`

    @property
    def words(self) -> str:
        return self.asked[1]


WORTHS = (
    Worth("jester", FIRST, (("learned", MANY), (SEARCH, 400))),
    Worth("jester", EDGE, (("learned", MANY), (SEARCH, 400))),
    Worth("jester", FIRST_JESTER, (("learned", MANY), (SEARCH, 400))),
    Worth("showdown", FIRST, (("learned", MANY), ("expert", 2_000))),
    Worth("fortune", FIRST, (("learned", MANY // 4), (SEARCH, 300)), games=MANY // 4),
    Worth("fortune", DEALER, ((SOLVED, 1_000_000), (SEARCH, 4_000)), "round", 1_000_000),
    Worth("fortune", PAGE_DEALT, ((SOLVED, 1_000_000), (SEARCH, 4_000)), "round", 1_000_000),
    Worth("arcana", FIRST, (("learned", MANY), (SEARCH, 600))),
    Worth("battle", FIRST, (("learned", MANY), (SEARCH, 400))),
)
EXACT = {"template": "honest", "leduc": "basic"}  # games that are solved whole, and their rule of thumb
FIRST_CHIPS = "the first seat, chips a game"


def main(names: Sequence[str]) -> None:
    for name in EXACT:
        if not names or name in names:
            print(name, known_or(name, FIRST_CHIPS, partial(solved_whole, name)), flush=True)
    for worth in WORTHS:
        if not names or worth.game in names:
            measure(worth)
    write()


def measure(worth: Worth) -> None:
    """Under the rule of thumb and each strong player, what is not known yet."""
    for player, games in ((load(worth.game).usual_player, worth.games), *worth.strong):
        key = f"{worth.words}; {name_of(player)}"
        print(worth.game, key, known_or(worth.game, key, partial(played, worth, player, games)), flush=True)


def known_or(game: str, key: str, play: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """As it is known, or played."""
    if (kept := read_known().get(game, {}).get(key)) is None:
        kept = play()
        known = read_known()  # another may have written meanwhile
        known.setdefault(game, {})[key] = kept
        write_whole(FILE, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    return dict(kept)


def read_known() -> dict[str, dict[str, Any]]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def name_of(player: Any) -> str:
    return player if isinstance(player, str) else str(player["name"])


def played(worth: Worth, player: Any, games: int) -> dict[str, Any]:
    scenario = {
        "game": worth.game, "players": 2, "policies": player, "rollouts": games, "seed": SEED,
        "define": {"worth": worth.asked[0]}, "metrics": ["worth"], **({} if worth.unit == "game" else {"unit": worth.unit}),
    }  # fmt: skip
    row = simlab.run(scenario, report=False).summary.filter(metric="worth").row(0, named=True)
    return {"figures": [float(row[column]) for column in ("estimate", "ci_low", "ci_high")], "games": games}


def solved_whole(name: str) -> dict[str, Any]:
    """Both figures exactly: of the rule of thumb against itself, and of the equilibrium."""
    game, rules = load(name), load(name).Rules()
    tree = grow(game, rules, game.goal(None, rules))
    usual = respond(tree, chances(tree, make_player(game, EXACT[name], rules))).value[0]
    work = Regrets(tree)
    work.go_on(ROUNDS)
    return {"usual": usual, "best": respond(tree, work.average()).value[0]}


# ---- the table


def write() -> None:
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8"), {PART: told(read_known())}), encoding="utf-8")


def told(known: dict[str, dict[str, Any]]) -> str:
    """Every worth with a line for each strong player that was measured."""
    exact = [
        (name, FIRST_CHIPS, f"`{EXACT[name]}`: {found['usual']:+.4f}", "the equilibrium", f"{found['best']:+.4f}", "exact")
        for name in EXACT
        if (found := known.get(name, {}).get(FIRST_CHIPS))
    ]
    rows = [line for worth in WORTHS for line in lines(worth, known.get(worth.game, {}))]
    return table(("game", "worth of", "all play the rule of thumb", "all play", "worth then", "games"), iter([*exact, *rows]))


def lines(worth: Worth, known: dict[str, Any]) -> list[tuple[str, ...]]:
    usual = load(worth.game).usual_player
    if (thumb := known.get(f"{worth.words}; {usual}")) is None:
        return []
    strong = [(name_of(player), known.get(f"{worth.words}; {name_of(player)}")) for player, _ in worth.strong]
    return [
        (worth.game, worth.words, f"`{usual}`: {span(thumb['figures'])}", f"`{name}`", span(found["figures"]), f"{found['games']:,}")
        for name, found in strong
        if found is not None
    ]


def span(figures: Figures) -> str:
    """`+1.23 (0.98 to 1.48)`, as many digits as the interval is worth."""
    value, low, high = figures
    digits = 1 if high - low > 0.5 else 2 if high - low > 0.05 else 3
    return f"{value:+.{digits}f} ({low:.{digits}f} to {high:.{digits}f})"


if __name__ == "__main__":
    main(sys.argv[1:])
