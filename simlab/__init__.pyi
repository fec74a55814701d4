"""What `import simlab` gives, for editors and type checkers. In `__init__.py` these imports would tie every kernel to all the code."""

from simlab.calls import Result, check, coach, compare, dials, equity, games, load_game, odds, quality, rank, run, skill, tournament, tune

__version__: str
__all__ = [
    "Result", "check", "coach", "compare", "dials", "equity", "games", "load_game", "odds", "quality", "rank", "run", "skill",
    "tournament", "tune",
]  # fmt: skip
