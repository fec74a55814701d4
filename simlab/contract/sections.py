"""Knobs by what they are about, for people who read a game's card: the table, the deal, how hands score, how the game ends.

A game that has a `sections.py` names it in its `game.py` (`studies={"sections": Later("sections", "SECTIONS")}`); the knobs of one
that has none stand in one section. Nothing here is reached by kernels.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.contract.game import Game

PART = "sections"  # its place among a game's own parts
Sections = Mapping[str, Sequence[str]]


def sections_of(game: "Game") -> dict[str, list[str]]:
    """Every knob once, in the game's own sections; what no section names stands at the end."""
    own: Sections = game.study(PART, {})
    placed = {knob for knobs in own.values() for knob in knobs}
    rest = [knob for knob in game.Rules.knobs() if knob not in placed]
    return {**{name: list(knobs) for name, knobs in own.items()}, **({"More" if own else "Rules": rest} if rest else {})}
