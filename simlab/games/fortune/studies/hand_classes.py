"""Tarot draw poker by class of the first hand: what betting is worth, by table size and Arcana, with a strategy card."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from math import hypot
from typing import Any

import numpy as np

from simlab.cards import TAROT_PAGE_LOW
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.games.fortune.order import fortune_order
from simlab.ranking.hands import Category, category
from simlab.ranking.scalar import rank
from simlab.studies.equity.classes import ClassChart, Grid, Thumb
from simlab.studies.equity.sampled import (
    HANDS,
    Array,
    Lab,
    Rule,
    cost_of,
    grid_of,
    hands_by_class,
    mean_of,
    note_of,
    thumbs,
    value_of,
    verdict,
)

CLASSES = (
    "low cards", "ace high", "pair, pages to nines", "pair, tens to aces", "two pair", "three of a kind", "straight", "flush",
    "full house or better",
)  # fmt: skip
CHECK, BET, POT = 1, 2, 4


def class_of(hand: Sequence[int]) -> str:
    """The class of a starting hand."""
    ranks = [TAROT_PAGE_LOW.rank(card) for card in hand]
    kind = int(category(int(rank(np.uint64(TAROT_PAGE_LOW.mask(hand)).astype(np.int64), fortune_order().record))))
    if kind == Category.HIGH_CARD:
        return CLASSES[1 if max(ranks) == 13 else 0]
    if kind == Category.PAIR:
        paired = max(r for r in ranks if ranks.count(r) == 2)
        return CLASSES[3 if paired >= 9 else 2]
    by_kind = {Category.TWO_PAIR: 4, Category.THREE: 5, Category.STRAIGHT: 6, Category.FLUSH: 7}
    return CLASSES[by_kind.get(Category(kind), 8)]


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Starting class by opponents, and by Arcana."""
    from simlab.games.fortune.rules import ARCANA_NAMES

    found = hands_by_class(lambda random: random.sample(range(TAROT_PAGE_LOW.size), 5), class_of, CLASSES, seed)
    shares, each = found.pop(""), max(2, worlds // HANDS)
    hands = {name: [TAROT_PAGE_LOW.write(hand) for hand in some] for name, some in found.items()}
    by_table: dict[int, dict[str, list[Array]]] = {}
    for players in range(2, 7):
        lab = Lab.of(game, type(rules).of({**rules.plain(), "players": players}), policy, each, seed)
        by_table[players] = {name: [lab.try_hand(h, "bet1", "", [CHECK, BET, POT]) for h in some] for name, some in hands.items()}
    lab = Lab.of(game, rules, policy, each, seed)
    by_arcana = {}
    for card in ARCANA_NAMES:
        with suppress(InputError):  # some leave no draw, or not the cards that were asked about
            by_arcana[card] = {name: [lab.try_hand(h, "draw", card, [0]) for h in some[:3]] for name, some in hands.items()}
    grids = (*opponents_grids(by_table), arcana_grid(by_arcana))
    costs = costs_of(by_table[rules.players], shares)
    gains = {name: mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in some]) for name, some in by_table[rules.players].items()}
    advice = [f"{name}: {verdict(gain, 'bet the minimum', 'check')}" for name, gain in gains.items()]
    note = note_of(lab, f"By playouts from the first betting, first to speak, {rules.players} players where nothing else is said")
    return ClassChart(game.name, "chips", grids, costs, tuple(advice), note)


def opponents_grids(by_table: Mapping[int, Mapping[str, Sequence[Array]]]) -> tuple[Grid, Grid]:
    tables, names = list(by_table), list(next(iter(by_table.values())))
    worth = [[mean_of([float(v[:, 0].mean()) for v in by_table[n][name]]) for n in tables] for name in names]
    gain = [[mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in by_table[n][name]]) for n in tables] for name in names]
    columns = [f"{n - 1} opponent{'s' if n > 2 else ''}" for n in tables]
    sure = sum(m.sure and m.value > 0 for line in gain for m in line)
    best = names[max(range(len(names)), key=lambda row: worth[row][-1].value)]
    return (
        grid_of("check", f"Checked to begin with, {best} earns most, {worth[names.index(best)][-1].value:.1f} chips against five",
                names, columns, worth, down="starting hand", across="", legend="Chips gained in the round after checking first (±95 %)."),
        grid_of("bet", f"Betting the minimum surely beats checking in {sure} of {len(names) * len(tables)} cases", names, columns, gain,
                down="starting hand", across="", palette="centred",
                legend="Chips that betting the minimum gains over checking (±95 %, paired)."),
    )  # fmt: skip


def arcana_grid(by_arcana: Mapping[str, Mapping[str, Sequence[Array]]]) -> Grid:
    names = list(next(iter(by_arcana.values())))
    means = [[mean_of([float(v[:, 0].mean()) for v in by_arcana[card][name]]) for name in names] for card in by_arcana]
    ends = [(max((line[k] for line in means), key=value_of), min((line[k] for line in means), key=value_of)) for k in range(len(names))]
    best, worst = max(ends, key=lambda pair: pair[0].value - pair[1].value)
    most, doubt = names[ends.index((best, worst))], hypot(best.high - best.value, worst.high - worst.value)
    title = f"The Arcana matters most to {most}: {best.value - worst.value:.1f}±{doubt:.1f} chips between the best and the worst card"
    return grid_of("arcana", title,
                   list(by_arcana), names, means, down="Arcana after the deal", across="hand before the draw",
                   legend="Chips gained in the round after standing pat, all having called (±95 %).")  # fmt: skip


def costs_of(samples: Mapping[str, Sequence[Array]], shares: Sequence[float]) -> tuple[Thumb, ...]:

    def from_on(least: int, column: int) -> Rule:
        return lambda name, number: column if CLASSES.index(name) >= least else 0

    rules = {
        "always check": from_on(99, 1),
        "always bet the minimum": from_on(0, 1),
        "bet the minimum with any pair or better": from_on(2, 1),
        "bet the minimum with tens or better": from_on(3, 1),
        "bet the minimum with two pair or better": from_on(4, 1),
        "check three of a kind or better, bet the minimum with all else": lambda name, number: int(CLASSES.index(name) < 5),
        "bet the pot with tens or better": from_on(3, 2),
        "bet the pot with two pair or better": from_on(4, 2),
    }
    return thumbs({rule: cost_of(samples, shares, choose) for rule, choose in rules.items()})
