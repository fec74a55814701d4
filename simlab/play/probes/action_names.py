"""What the actions of a game are called at its choices: for tables of actions where a game names no kinds.

An action is a number; what it means may depend on the table (the same one bets, or calls a bet). Some games are played and looked at.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.play.seats import Player, seated
from simlab.play.table import Table

LOOKS = 1_000  # choices looked at
SHOWN = 2  # names of one action, the most frequent first


def action_names(game: Game, line_up: Sequence[Player], rules: Any, seed: int, games: int) -> dict[int, str]:
    """The actions met at the first choices of these games, each by a name that is its own. `rules` is the kernel record."""
    met: dict[int, Counter[str]] = defaultdict(Counter)
    for names in islice(choices(game, line_up, rules, seed, games), LOOKS):
        for action, name in names.items():
            met[action][name] += 1
    return distinct({action: joined(names) for action, names in sorted(met.items())})


def choices(game: Game, line_up: Sequence[Player], rules: Any, seed: int, games: int) -> Iterator[dict[int, str]]:
    """The legal actions by name, wherever there are two or more; to an illegal move of a policy's, if one is made."""
    policies, (_, solved, minds) = [player.act for player in line_up], seated(line_up)
    for index in range(games):
        table = Table(game, rules, seed, index)
        forget(minds, table.key, int(rules.players))
        while not table.over:
            if len(table.legal()) > 1:
                yield table.names()
            action = table.ask(policies, solved, minds)
            if not table.allows(action):
                return
            table.apply(action)


def joined(names: Counter[str]) -> str:
    """`bet/call`; of more names those that begin alike are one, as `stand pat/play ...`, and dots stand for what does not fit."""
    shown = names if len(names) <= SHOWN else alike(names)
    return "/".join([*(name for name, _ in shown.most_common(SHOWN)), *["..."] * (len(shown) > SHOWN)])


def alike(names: Counter[str]) -> Counter[str]:
    """Names with the same first word put together."""
    begun = Counter(name.partition(" ")[0] for name in names)
    found: Counter[str] = Counter()
    for name, times in names.items():
        word = name.partition(" ")[0]
        found[name if begun[word] == 1 else f"{word} ..."] += times
    return found


def distinct(names: Mapping[int, str]) -> dict[int, str]:
    """With the action's number where two have one name."""
    times = Counter(names.values())
    return {action: name if times[name] == 1 else f"{name} ({action})" for action, name in names.items()}
