"""Tournaments without noise."""

import numpy as np

from simlab.studies.line_ups import Meetings, design

GROUPS = 32


def meetings_of(chances: np.ndarray, players: int = 2) -> Meetings:
    """A tournament without noise: `chances[i, j]` is what i wins alone among j (two players, or a balanced design)."""
    k = len(chances)
    line_ups = design(k, players, "all" if players == 2 else "balanced")
    wins = np.zeros((len(line_ups), GROUPS, players))
    for at, line_up in enumerate(line_ups):
        first, other = line_up[0], line_up[-1]
        share = chances[first, other] if first != other else 1 / players
        wins[at, :, 0], wins[at, :, 1:] = share, (1 - share) / (players - 1)
    wins *= players
    one = np.ones((len(line_ups), GROUPS))
    return Meetings(tuple("abcdefgh"[:k]), tuple(line_ups), one, wins, np.ones_like(wins), one, one)
