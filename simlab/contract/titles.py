"""What people call things: titles, units and clauses for a game's outcome columns, levels, knobs and policies.

Sentences, charts and tables take their words from here, never from a name that only the code knows. A game that has a `titles.py`
names it in its `game.py` (`studies={"titles": Later("titles", "TITLES")}`); what is not in it is called by its name with spaces.
Nothing here is reached by kernels: another word compiles nothing anew.
"""

from typing import TYPE_CHECKING

from simlab.words.titles import PER_CENT, Title, Titles, readable

if TYPE_CHECKING:
    from simlab.contract.game import Game

PART = "titles"  # its place among a game's own parts

COMMON = Titles(
    metrics={
        "win": Title("share of the win", "{who} wins {} of the {unit}s", PER_CENT),
        "decisions": Title("decisions in a game", "players have {} to take in a {unit}"),
        "rounds": Title("length of a game", "a game takes {}"),
        "capped": Title("games stopped by the cap", "{} of the games are stopped by the cap", PER_CENT),
    },
    knobs={"players": "{} players", "max_rounds": "a limit of {} round(s)"},
    about={"max_rounds": ("rounds", "capped")},
    policies={
        "uniform": "the player who acts at random",
        "search": "the player who searches",
        "learned": "the learned player",
        "solved": "the solved player",
    },
)


def titles_of(game: "Game") -> Titles:
    """A game's words, those that every game shares beneath them."""
    own: Titles = game.study(PART, Titles())
    return Titles(
        {**COMMON.metrics, **own.metrics},
        {**COMMON.knobs, **own.knobs},
        {**{policy.name: readable(policy.name) for policy in game.policies}, **COMMON.policies, **own.policies},
        own.levels,
        {**COMMON.about, **own.about},
    )
