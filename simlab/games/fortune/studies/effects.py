"""What each of Fortune's Major Arcana does to a round: in both windows, on the same deals as the round without it.

Death in the same window shows how the players stood when the card came: it compares the hands held at that moment, so its winner
had the best hand and its Pages are those held. A round that never reaches the draw says nothing about the draw's window and is
left out there, for the card and for the round without it alike.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.catalogue import load
from simlab.contract.columns import SIXTIETHS
from simlab.errors import InputError, RulesError
from simlab.games.fortune.rules import ARCANA_NAMES, Window
from simlab.play.probes.outcomes import Outcomes
from simlab.runs.backends import ALL_CORES, Backend, Crew
from simlab.runs.probing import look_into
from simlab.runs.progress import Progress
from simlab.scenarios.plan import Plan
from simlab.stats.claims import in_brackets
from simlab.stats.estimates import UNKNOWN, Estimate, as_dict
from simlab.stats.ledger import Ledger
from simlab.stats.likelihood import farthest_from_nothing
from simlab.stats.means import by_influence
from simlab.studies.ask import Ask

GAME = "fortune"  # the game with cards that can be forced
SET_HERE = ("unit", "forced_arcana", "forced_window", "players")
WINDOWS = {"deal": "after the deal", "draw": "after the draw"}
STANDING = "death"  # compares the hands as they are: it shows how the players stood when a card came
CELLS = [(window, arcana) for window in WINDOWS for arcana in sorted(ARCANA_NAMES, key=lambda name: name != STANDING)]
ITSELF = Estimate(0.0, 0.0, 0.0, 0.0)  # rounds in which others win than in the very same rounds: none, exactly
COLUMNS = ("pot", "showdown", "lost_tower", "lost_remainder", "net", "win", "end_page", "dealer", "winner", "n_winners", "window")

Array = npt.NDArray[Any]
Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Measure:
    """Something that a card may change."""

    name: str
    short: str
    title: str
    rate: bool = False

    @property
    def scale(self) -> float:
        return 100.0 if self.rate else 1.0


MEASURES = (
    Measure("pot", "pot", "chips in the pot"),
    Measure("variance", "variance", "variance of a player's net chips"),
    Measure("showdown", "showdown", "rounds with a showdown", rate=True),
    Measure("dealer", "dealer", "the dealer's share of the pot", rate=True),
    Measure("best_hand", "best hand", "share of the pot of the best hand when the card came", rate=True),
    Measure("page", "Page", "share of the pot of a player who held a Page when the card came", rate=True),
    Measure("destroyed", "destroyed", "chips destroyed"),
    Measure("winner_changed", "winner", "rounds with other winners than without the card", rate=True),
)


@dataclass(frozen=True)
class Effect:
    """What one card in one window does to one measure."""

    arcana: str
    window: str
    measure: Measure
    without: Estimate
    with_it: Estimate
    difference: Estimate
    at_most: float = inf  # errors from nothing, by the likelihood of the deals
    settled: bool = False  # by Holm's method, over everything on the page
    told: Estimate = UNKNOWN  # the difference with the interval that holds together with all others

    @property
    def nothing(self) -> bool:
        """The same in every round."""
        return not self.difference.value and not self.difference.std_error

    def as_json(self) -> dict[str, Any]:
        parts = {"without": self.without, "with": self.with_it, "difference": self.difference}
        found = {name: as_dict(part) for name, part in parts.items()}
        return {"arcana": self.arcana, "window": self.window, "measure": self.measure.name, **found, "settled": self.settled}


@dataclass(frozen=True)
class Effects:
    """What came out."""

    players: int
    policy: str
    rollouts: int
    reached: dict[str, int]  # rounds in which the window came
    rows: Sequence[Effect]

    @cached_property
    def by_cell(self) -> dict[tuple[str, str, str], Effect]:
        return {(row.measure.name, row.window, row.arcana): row for row in self.rows}

    def column(self, measure: Measure, window: str) -> list[Effect]:
        """All cards, in their order."""
        return [self.by_cell[measure.name, window, arcana] for arcana in ARCANA_NAMES]

    def sentences(self) -> list[str]:
        return [*(s for measure in MEASURES for s in sentences_about(self, measure)), *blank_sentences(self)]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": GAME, "players": self.players, "policy": self.policy, "rollouts": self.rollouts, "reached": self.reached,
            "measures": {measure.name: measure.title for measure in MEASURES},
            "effects": [row.as_json() for row in self.rows], "findings": self.sentences(),
        }  # fmt: skip


def sentences_about(found: Effects, measure: Measure) -> Iterator[str]:
    """The card that raises a measure most and the one that lowers it most, by window."""
    for window, when in WINDOWS.items():
        rows = [row for row in found.column(measure, window) if row.settled]
        if not rows:
            continue
        least, most = (pick(rows, key=lambda row: row.difference.value or 0.0) for pick in (min, max))
        up, down = (most.difference.value or 0.0) > 0, (least.difference.value or 0.0) < 0
        moved = " and ".join(f"{row.arcana} {signed(row)}" for row, is_so in ((most, up), (least, down)) if is_so)
        without = estimate_text(rows[0].without, measure) + (" %" if measure.rate else "")
        yield f"{measure.title[:1].upper()}{measure.title[1:]}, {when} (without a card: {without}): {moved}."


def blank_sentences(found: Effects) -> Iterator[str]:
    for window, when in WINDOWS.items():
        names = [name for name in ARCANA_NAMES if all(found.by_cell[m.name, window, name].nothing for m in MEASURES)]
        if names:
            yield f"In no round do these change anything {when}: {', '.join(names)}."


def signed(row: Effect) -> str:
    """`+3.41 (3.36 to 3.46)`, with the interval of a claim; rates in points."""
    return with_sign(estimate_text(row.told, row.measure)) + (" points" if row.measure.rate else "")


def with_sign(text: str) -> str:
    """A difference that rounds to nothing has no sign."""
    first = text.split()[0]
    value = float(first.replace(",", ""))
    return ("+" if value > 0 else "") + (text if value else text.removeprefix("-"))


def estimate_text(found: Estimate, measure: Measure) -> str:
    """`12.1 (12.0 to 12.2)`, rates in per cent; a number that was the same in every round stands alone."""
    return "-" if found.low is None else in_brackets(found, measure.scale)


# --- playing ------------------------------------------------------------------------------------------------------------------


def effects(ask: Ask, folder: Path | None = None, *, crew: Crew | Backend = ALL_CORES, fresh: bool = False,
            progress: Progress | None = None) -> Effects:  # fmt: skip
    """Play every card in both windows. With a folder, what is played is kept and a killed study goes on."""
    plan = plan_of(ask)
    players = plan.points[0].players
    cells = look_into(plan, Outcomes(COLUMNS), folder, crew=crew, fresh=fresh, policy_files=ask.policy_files, progress=progress)
    played = (Rounds.of(players, *columns) for columns in cells)
    base, standing = next(played), {}
    found: dict[tuple[str, str], list[Effect]] = {}
    for (window, arcana), held in zip(CELLS, played, strict=True):
        if arcana == STANDING:  # the first of its window
            standing[window] = held
        found[window, arcana] = effects_of_card(arcana, window, base, held, standing[window])
    rows = [effect for window in WINDOWS for arcana in ARCANA_NAMES for effect in found[window, arcana]]
    reached = {window: int(came.window.sum()) for window, came in standing.items()}
    return Effects(players, str(ask.policy), ask.rollouts, reached, with_verdicts(rows, reached))


def plan_of(ask: Ask) -> Plan:
    """The round without a card and with each card in each window, as variants: they are dealt the same cards."""
    load(ask.game)
    if ask.game != GAME:
        raise InputError(f"{ask.game} has no cards that can be forced into a round or act when laid: effects is for {GAME} and arcana")
    for knob in SET_HERE:
        if knob in (ask.rules or {}):
            raise RulesError(f"{knob} is not a rule to change here: " + ("use --players" if knob == "players" else "the study sets it"))
    forced = {f"{arcana}, {WINDOWS[window]}": forcing(window, arcana) for window, arcana in CELLS}
    return ask.plan(unit="round", variants={"no card": {"rules": {"forced_arcana": "none"}}, **forced})


def forcing(window: str, arcana: str) -> dict[str, Any]:
    return {"rules": {"forced_arcana": ARCANA_NAMES.index(arcana), "forced_window": window}}


@dataclass(frozen=True)
class Rounds:
    """What is kept of the rounds of one cell, deal by deal."""

    pot: Floats
    showdown: Floats
    destroyed: Floats
    net: Floats  # by seat
    win: Floats  # share of the pot, by seat
    pages: Bools  # held at the end, by seat
    dealer: npt.NDArray[np.int64]
    winner: npt.NDArray[np.int64]
    winners: npt.NDArray[np.int64]
    window: Bools  # the window came

    @classmethod
    def of(cls, n: int, pot: Array, showdown: Array, tower: Array, remainder: Array, net: Array, win: Array, pages: Array, dealer: Array,
           winner: Array, winners: Array, window: Array) -> "Rounds":  # fmt: skip
        """From the columns of the outcome, for so many seats."""
        return cls(
            pot=pot.astype(float),
            showdown=showdown.astype(float),
            destroyed=(tower + remainder).astype(float),
            net=net[:, :n].astype(float),
            win=win[:, :n] / SIXTIETHS,
            pages=pages[:, :n] > 0,
            dealer=dealer.astype(np.int64),
            winner=winner.astype(np.int64),
            winners=winners.astype(np.int64),
            window=window != int(Window.NONE),
        )

    def among(self, deals: Bools) -> "Rounds":
        return self if deals.all() else Rounds(**{name: part[deals] for name, part in vars(self).items()})


# --- measuring ----------------------------------------------------------------------------------------------------------------


def effects_of_card(arcana: str, window: str, base: Rounds, held: Rounds, standing: Rounds) -> list[Effect]:
    """Every measure with and without the card, among the rounds in which its window came."""
    came = standing.window
    before, after, stood = base.among(came), held.among(came), standing.among(came)
    found = []
    for measure in MEASURES:
        (without, a), (with_it, b) = (value_and_influence(measure.name, rounds, before, stood) for rounds in (before, after))
        one = ITSELF if measure.name == "winner_changed" else by_influence(without, a, measure.rate)
        other = by_influence(with_it, b, measure.rate)
        apart = with_it - without
        found.append(Effect(arcana, window, measure, one, other, by_influence(apart, b - a), farthest_from_nothing(apart + b - a)))
    return found


def value_and_influence(name: str, rounds: Rounds, base: Rounds, stood: Rounds) -> tuple[float, Floats]:
    """The value of a measure, and how each deal moves it (its influence): errors and paired differences follow from that."""
    if name == "variance":
        squares, means = (rounds.net**2).mean(axis=1), rounds.net.mean(axis=1)
        mean = float(means.mean())
        return float(squares.mean()) - mean**2, squares - squares.mean() - 2 * mean * (means - mean)
    top, below = ratio_terms(name, rounds, base, stood)
    value = float(top.sum() / below.sum()) if below.any() else 0.0
    return value, (top - value * below) / (below.mean() or 1.0)


def ratio_terms(name: str, rounds: Rounds, base: Rounds, stood: Rounds) -> tuple[Floats, Floats]:
    """A measure that is a ratio, deal by deal: what is counted, and among how many."""
    deals = np.ones(len(rounds.pot))
    if name == "dealer":
        return rounds.win[np.arange(len(deals)), rounds.dealer], deals
    if name in ("best_hand", "page"):
        whose = stood.win > 0 if name == "best_hand" else stood.pages
        return (rounds.win * whose).sum(axis=1), whose.sum(axis=1).astype(float)
    if name == "winner_changed":
        return other_winners(rounds, base).astype(float), deals
    found: Floats = getattr(rounds, name)
    return found, deals


def other_winners(rounds: Rounds, base: Rounds) -> Bools:
    """Another winner, another number of winners, or a tie of others."""
    tied = (rounds.winners > 1) & ((rounds.win > 0) != (base.win > 0)).any(axis=1)
    found: Bools = (rounds.winner != base.winner) | (rounds.winners != base.winners) | tied
    return found


def with_verdicts(rows: Sequence[Effect], reached: Mapping[str, int]) -> list[Effect]:
    """The rows, each with whether its difference may be claimed: all cards, windows and measures of the page are one family."""
    found, units, at_most = [row.difference for row in rows], [reached[row.window] for row in rows], [row.at_most for row in rows]
    claims = Ledger(effects=1).judge("effects", found, units, at_most=at_most)
    return [replace(row, settled=claim.holds, told=claim.told) for row, claim in zip(rows, claims, strict=True)]
