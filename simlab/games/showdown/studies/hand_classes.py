"""Showdown's one draw over all hands, exactly: which cards to throw, with a strategy card."""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.game import Game
from simlab.games.showdown.studies.exact import hand_solver
from simlab.jit import allocating
from simlab.ranking.hands import HAND, Category
from simlab.solvers.draw import CHOOSE, MASKS, all_scores, categories, first_set, hand_totals, next_set, renamings
from simlab.studies.equity.classes import ClassChart, Grid, Thumb, Values

Array = npt.NDArray[Any]
NONE = -1  # a hold that a hand does not offer
JACK, KING, ACE = 9, 11, 12  # ranks from 0


@allocating
def class_totals(sums, cards, hands, ways, places, totals):
    """One hand of every class that renaming suits makes equal: its cards, how many it stands for, its place, its 32 totals."""
    picked = np.zeros(HAND, np.int64)
    first_set(picked, HAND)
    n = 0
    for at in range(CHOOSE[cards, HAND]):
        same = renamings(picked)
        if same > 0:
            hands[n, :] = picked
            ways[n] = same
            places[n] = at
            hand_totals(sums, cards, picked, totals[n])
            n += 1
        next_set(picked, HAND)
    return n


class Hands:
    """All classes of hands with the mean points of every throw, and the named holds of each."""

    def __init__(self, rules: Any) -> None:
        solver = hand_solver(rules)
        cards, low = solver.deck
        most = 140_000
        hands, ways, places = np.zeros((most, HAND), np.int64), np.zeros(most, np.int64), np.zeros(most, np.int64)
        totals = np.zeros((most, MASKS), np.int64)
        n = class_totals(solver.sums, cards, hands, ways, places, totals)
        self.ways = ways[:n].astype(float)
        self.ranks, self.suits = (hands[:n] + low) // 4, (hands[:n] + low) % 4
        self.kinds: Array = categories(all_scores(solver.order))[places[:n]]
        thrown = np.array([mask.bit_count() for mask in range(MASKS)])
        self.means = totals[:n] / np.array(solver.ways)[thrown]
        self.means[:, thrown > rules.max_discards[0]] = -np.inf
        self.best = self.means.max(axis=1)
        self.many = (self.ranks[:, :, None] == self.ranks[:, None, :]).sum(axis=2)  # of each card's rank

    def throw(self, keep: Array) -> Array:
        """The mask that keeps these places; none where nothing is kept."""
        masks: Array = ((~keep) << np.arange(HAND)).sum(axis=1)
        return np.where(keep.any(axis=1), masks, NONE)

    def holds(self) -> dict[str, Array]:
        made, pat = self.many >= 2, self.kinds >= Category.STRAIGHT
        four = self.many == 4
        pat &= ~four.any(axis=1)
        keep_made = np.where(pat[:, None], True, made)
        single = ~made & ~pat[:, None]
        kicker = single & (np.cumsum(single[:, ::-1], axis=1)[:, ::-1] == 1)  # the highest card outside
        with_kicker = np.where(((self.kinds == Category.PAIR) | (self.kinds == Category.THREE))[:, None], made | kicker, False)
        top = np.zeros_like(made)
        top[:, -1] = True
        two = top.copy()
        two[:, -2] = True
        nothing = (self.kinds == Category.HIGH_CARD)[:, None]
        return {
            "stand pat": np.zeros(len(made), np.int64),
            "what is made": self.throw(keep_made),
            "made and highest kicker": self.throw(with_kicker),
            "four of a suit": self.throw(self.four_of_a_suit()),
            "four to a straight": self.throw(self.four_in_a_row()[0]),
            "two highest cards": self.throw(two & nothing),
            "highest card": self.throw(top & nothing),
            "nothing": np.full(len(made), MASKS - 1),
        }

    def four_of_a_suit(self) -> Array:
        alike = (self.suits[:, :, None] == self.suits[:, None, :]).sum(axis=2)
        return np.asarray(alike == HAND - 1)

    def four_in_a_row(self) -> tuple[Array, Array]:
        """Which four cards lack one rank for a straight, and how many ranks would do (0, 1 inside, 2 open)."""
        needs = completions()
        bits = 1 << self.ranks
        keep, outs = np.zeros(self.ranks.shape, bool), np.zeros(len(self.ranks), np.int64)
        for left_out in range(HAND):
            rest = [i for i in range(HAND) if i != left_out]
            found = needs[np.bitwise_or.reduce(bits[:, rest], axis=1)]
            better = found > outs
            outs = np.where(better, found, outs)
            keep[better] = np.arange(HAND) != left_out
        return keep, outs

    def classes(self) -> dict[str, Array]:
        """Who belongs where; the first that fits counts."""
        pair = np.where(self.many == 2, self.ranks, -1).max(axis=1)
        suited, (_, outs), top = self.four_of_a_suit().any(axis=1), self.four_in_a_row(), self.ranks.max(axis=1)
        is_pair, is_high = self.kinds == Category.PAIR, self.kinds == Category.HIGH_CARD
        wanted = {
            "straight flush": self.kinds == Category.STRAIGHT_FLUSH,
            "four of a kind": self.kinds == Category.FOUR,
            "full house": self.kinds == Category.FULL_HOUSE,
            "flush": self.kinds == Category.FLUSH,
            "straight": self.kinds == Category.STRAIGHT,
            "three of a kind": self.kinds == Category.THREE,
            "two pair": self.kinds == Category.TWO_PAIR,
            "pair and four of a suit": is_pair & suited,
            "pair, jacks to aces": is_pair & (pair >= JACK),
            "pair, twos to tens": is_pair,
            "four to a straight flush": is_high & suited & (outs > 0),
            "four of a suit": is_high & suited,
            "four in a row, open": is_high & (outs == 2),
            "four to an inside straight": is_high & (outs == 1),
            "ace high": is_high & (top == ACE),
            "king high": is_high & (top == KING),
            "queen high or lower": is_high,
        }
        left, found = np.ones(len(self.kinds), bool), {}
        for name, members in wanted.items():
            found[name] = members & left
            left &= ~members
        return {name: members for name, members in found.items() if members.any()}

    def worth(self, masks: Array, members: Array) -> float | None:
        """Mean points of a hold over the hands of a class that offer it, if most of them do."""
        use = members & (masks != NONE)
        if self.ways[use].sum() < 0.5 * self.ways[members].sum():
            return None
        values = self.means[np.flatnonzero(use), masks[use]]
        return float(np.average(values, weights=self.ways[use])) if np.isfinite(values).all() else None

    def cost(self, masks: Array) -> float:
        """What a rule for all hands loses against the best throw."""
        values = self.means[np.arange(len(masks)), masks]
        return float(np.average(self.best - values, weights=self.ways))


def completions() -> Array:
    """By set of ranks: how many further ranks make a straight of four different ones (the ace also below the two)."""
    runs = [sum(1 << (low + k) for k in range(HAND)) for low in range(9)] + [1 << ACE | 0b1111]
    table = np.zeros(1 << 13, np.int64)
    for run in runs:
        for rank in range(13):
            if run >> rank & 1:
                table[run ^ 1 << rank] += 1
    return table


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Hand class by hold."""
    found = Hands(rules)
    classes, holds = found.classes(), found.holds()
    values = [[found.worth(masks, members) for masks in holds.values()] for members in classes.values()]
    best = [float(np.average(found.best[m], weights=found.ways[m])) for m in classes.values()]
    share = [float(found.ways[m].sum() / found.ways.sum()) for m in classes.values()]
    labels = [[mark(v, max(x for x in line if x is not None)) for v in line] for line in values]
    mean = float(np.average(found.best, weights=found.ways))
    rows = [f"{name} ({100 * part:.2g} %)" for name, part in zip(classes, share, strict=True)]
    grid = Grid(
        "draw", f"Keep what is made and draw to the rest: the best draw is worth {mean:.4f} points", rows, list(holds), values, labels,
        "hand before the draw (share of all hands)", "cards kept",
        "Mean points of the hand after one draw, alone at the table; * the best of these holds; the darker, the more is lost against it. "
        "Exact, over all hands.", below_best(values),
    )  # fmt: skip
    advice = [advise(name, line, list(holds), top) for name, line, top in zip(classes, values, best, strict=True)]
    thumbs = tuple(sorted((Thumb(rule, c, c, c) for rule, c in rules_of_thumb(found, holds)), key=lambda t: t.cost))
    note = "Exact: all hands of the deck, all cards that may come. A straight flush that wins the game counts as the target."
    return ClassChart(game.name, "points", (grid,), thumbs, tuple(advice), note)


def below_best(values: Values) -> Values:
    """What each entry loses against the best of its line, up to one point."""
    best = [max(v for v in line if v is not None) for line in values]
    return [[None if v is None else max(v - most, -1.0) for v in line] for line, most in zip(values, best, strict=True)]


def mark(value: float | None, best: float) -> str:
    return "" if value is None else f"{value:.2f}{'*' if value == best else ''}"


def advise(name: str, line: list[float | None], holds: list[str], best: float) -> str:
    value, hold = max((v, h) for v, h in zip(line, holds, strict=True) if v is not None)
    lost = f", {best - value:.3f} below the best throw of each hand" if best - value > 0.0005 else ""
    return f"{name}: {'stand pat' if hold == 'stand pat' else 'keep ' + hold} ({value:.2f} points{lost})"


def rules_of_thumb(found: Hands, holds: dict[str, Array]) -> list[tuple[str, float]]:
    """Rules for all hands, each built on the one before."""

    def first(*names: str) -> Array:
        return pick_first([holds[name] for name in names])

    outs = found.four_in_a_row()[1]
    nothing = found.kinds == Category.HIGH_CARD
    plain = first("what is made", "highest card")
    suits = np.where(nothing & (holds["four of a suit"] != NONE), holds["four of a suit"], plain)
    both = np.where(nothing & (suits == plain) & (outs == 2), holds["four to a straight"], suits)
    pairs = (found.kinds == Category.PAIR) & (holds["four of a suit"] != NONE)
    return [
        ("always stand pat", found.cost(holds["stand pat"])),
        ("always throw all five", found.cost(holds["nothing"])),
        ("keep pairs and better, else nothing", found.cost(first("what is made", "nothing"))),
        ("keep pairs and better, else the highest card", found.cost(plain)),
        ("keep pairs and better, else the two highest cards", found.cost(first("what is made", "two highest cards"))),
        ("keep pairs and better with the highest kicker, else the highest card",
         found.cost(first("made and highest kicker", "what is made", "highest card"))),
        ("keep pairs and better, else four of a suit, else the highest card", found.cost(suits)),
        ("keep pairs and better, else four of a suit or four in a row (open), else the highest card", found.cost(both)),
        ("keep four of a suit before a pair, pairs and better before four in a row (open), else the highest card",
         found.cost(np.where(pairs, holds["four of a suit"], both))),
    ]  # fmt: skip


def pick_first(holds: list[Array]) -> Array:
    """The first hold that each hand offers."""
    chosen = holds[-1].copy()
    for masks in reversed(holds[:-1]):
        chosen = np.where(masks != NONE, masks, chosen)
    return chosen
