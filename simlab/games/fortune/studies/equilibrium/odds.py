"""Counts as chances: what hands become, how much likelier than by themselves two of them meet, and who wins.

What was counted seldom leans on what is known of the two hands whatever was drawn.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.games.fortune.abstraction import DONE, HANDS, LASTING
from simlab.games.fortune.rules import Arcana
from simlab.games.fortune.studies.equilibrium.counting import (
    AFTER,
    LOST,
    LOST_PAGE,
    MET,
    OTHERS_PAGE,
    PAGE,
    PAIR_OF,
    PAIRS,
    SUN,
    WIDE,
    WON,
    WON_PAGE,
    Counts,
)

LEAN = 20.0  # deals that what is known already counts for
LOVERS = 2 + LASTING.index(Arcana.LOVERS)

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class Meeting:
    """Two hands at the end, by pair of kinds of Arcana. Rows: the first to speak, columns: the dealer; class and cards drawn in one."""

    late: int  # kind of Arcana after the draw
    width: int  # of rows and columns
    own: Array  # chance of what a hand before the draw becomes
    other: Array  # the same of the dealer's, and that this kind comes
    near: Array  # how much likelier than by themselves the two meet
    worth: Array  # won less lost
    prize: Array  # Pages that win less Pages that lose
    page: Array  # chance of a Page, first to speak
    others_page: Array  # ... dealer


def meetings(counts: Counts, kind: int) -> list[Meeting]:
    """After bets under one kind of Arcana."""
    return [meeting(counts, kind, late) for early, late in PAIRS if early == kind and counts.own[PAIR_OF[kind, late]].any()]


def hands_meet(counts: Counts, kind: int) -> Array:
    """Chances of two classes before the draw."""
    found: Array = counts.meet[kind] / counts.meet[kind].sum()
    return found


def pages_before(counts: Counts, kind: int) -> tuple[Array, Array]:
    """Chance of a Page in each class before the draw, by place: known, or under Arcana that last what is found at the end."""
    if kind <= DONE:
        known = (np.arange(counts.meet.shape[1]) >> 1 & 1).astype(np.float32)
        return known, known
    ends = counts.ends[PAIR_OF[kind, kind]]
    met = max(1, int(ends[..., MET].sum()))
    return tuple(np.full(counts.meet.shape[1], ends[..., what].sum() / met, np.float32) for what in (PAGE, OTHERS_PAGE))  # type: ignore[return-value]


def meeting(counts: Counts, kind: int, late: int) -> Meeting:
    pair, deals = PAIR_OF[kind, late], counts.meet[kind].sum()
    width = WIDE if late <= DONE else AFTER
    own, other, ends = counts.own[pair][:, :width], counts.other[pair][:, :width], counts.ends[pair][:width, :width].astype(float)
    becomes, comes = own / np.maximum(1, own.sum(axis=1, keepdims=True)), other / np.maximum(1, counts.meet[kind].sum(axis=0))[:, None]
    apart = becomes.T @ hands_meet(counts, kind) @ comes * deals
    won, lost = leaning(ends[..., WON], ends), leaning(ends[..., LOST], ends)
    prize = leaning(ends[..., WON_PAGE] - ends[..., LOST_PAGE], ends)
    page, others_page = leaning(ends[..., PAGE], ends), leaning(ends[..., OTHERS_PAGE], ends)
    if late <= DONE:  # the class tells the Page
        has = (np.arange(width) & 1).astype(float)
        prize = won * has[:, None] - lost * has
        page, others_page = np.broadcast_to(has[:, None], won.shape), np.broadcast_to(has, won.shape)
    pays = 0.0 if late in (LOVERS, SUN) else 1.0  # the Lovers and the Sun divide the pot evenly
    near, prize = (ends[..., MET] + LEAN) / (apart + LEAN), prize * (late != SUN)
    tables = (becomes, comes, near, (won - lost) * pays, prize, page, others_page)
    return Meeting(late, width, *(np.ascontiguousarray(table, np.float32) for table in tables))


def leaning(what: Array, ends: Array) -> Array:
    """A mean of each cell, drawn to that of the two hands whatever else is known of them."""
    hand = (np.arange(len(what)) % AFTER) >> 1
    met, all_met = ends[..., MET], np.zeros((len(HANDS), len(HANDS)))
    whole = np.zeros_like(all_met)
    np.add.at(all_met, (hand[:, None], hand), met)
    np.add.at(whole, (hand[:, None], hand), what)
    usual = (whole / np.maximum(1.0, all_met))[hand[:, None], hand]
    found: Array = (what + LEAN * usual) / (met + LEAN)
    return found
