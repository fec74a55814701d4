"""Arcana by class of hand and Pot: submit or wait, with a strategy card."""

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from simlab.cards import TAROT
from simlab.contract.game import Game
from simlab.studies.equity.classes import ClassChart
from simlab.studies.equity.sampled import HANDS, Array, Lab, Rule, cost_of, grid_of, hands_by_class, mean_of, note_of, thumbs, verdict

CLASSES = ("high card", "one pair", "two pair", "one twin", "three of a kind", "better")
POTS = (0, 4, 8, 12, 20, 32)
SUBMIT, WAITS = 3, (0, 1, 4)  # end the turn, draw one, discard


def class_of(hand: Sequence[int]) -> str:
    from simlab.games.arcana.ranking.text import rank_hand

    name = rank_hand(TAROT.write(hand), {}).category
    return name if name in CLASSES else CLASSES[-1]


def random_hand(rules: Any, random: Random) -> list[int]:
    """Five cards, each copy that is out making a further one rarer."""
    hand: list[int] = []
    for _ in range(5):
        weights = [float(rules.repeat_damping) ** hand.count(card) for card in range(TAROT.size)]
        hand += random.choices(range(TAROT.size), weights)
    return hand


def wait_or_submit(values: Array) -> Array:
    """Two columns: the best way to wait, found in one half of the worlds and measured in the other, and submitting."""
    wait = int(values[0::2, : len(WAITS)].mean(axis=0).argmax())
    return np.stack([values[1::2, wait], values[1::2, -1]], axis=1)


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Hand class by Pot: submit or wait."""
    lab = Lab.of(game, rules, policy, max(2, worlds // HANDS), seed)
    found = hands_by_class(lambda random: random_hand(rules, random), class_of, CLASSES, seed)
    shares = found.pop("")
    found = {name: some[: HANDS // 2] for name, some in found.items()}
    tried = {
        (name, pot): [wait_or_submit(lab.try_hand(TAROT.write(h), "turn", f"pot {pot}", [*WAITS, SUBMIT])) for h in some]
        for name, some in found.items() for pot in POTS
    }  # fmt: skip
    gain = {place: mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in some]) for place, some in tried.items()}
    sure = sum(m.sure and m.value > 0 for m in gain.values())
    grid = grid_of("submit", f"Submitting at once surely beats waiting in {sure} of {len(gain)} cases", CLASSES,
                   [f"Pot {pot}" for pot in POTS], [[gain[name, pot] for pot in POTS] for name in CLASSES], down="hand",
                   across="coins in the Pot", palette="centred",
                   legend="Coins of this deal that submitting at once gains over the best of ending the turn, drawing and discarding "
                          "(±95 %). Cards that are kept are worth something later, which is not in it.")  # fmt: skip
    samples = {f"{name}, {pot}": some for (name, pot), some in tried.items()}
    weights = [share / len(POTS) for share in shares for _ in POTS]
    level = {name: place for place, name in enumerate(CLASSES)}

    def if_pot(least: int, below: str = "") -> Rule:
        """Submit if the Pot has so much, and only what ranks below a class, where one is named."""
        top = level.get(below, len(level))
        return lambda name, number: int(level[name.rpartition(", ")[0]] < top and int(name.rpartition(", ")[2]) >= least)

    costs = {
        "always submit": cost_of(samples, weights, if_pot(0)),
        "never submit in the first turn": cost_of(samples, weights, if_pot(99)),
        "submit if the Pot has 8 or more": cost_of(samples, weights, if_pot(8)),
        "submit if the Pot has 12 or more": cost_of(samples, weights, if_pot(12)),
        "submit if the Pot has 20 or more": cost_of(samples, weights, if_pot(20)),
        "submit less than three of a kind if the Pot has 8 or more, else wait": cost_of(samples, weights, if_pot(8, "three of a kind")),
        "submit less than three of a kind if the Pot has 12 or more, else wait": cost_of(samples, weights, if_pot(12, "three of a kind")),
    }
    advice = [f"{name}: " + ", ".join(f"Pot {pot} {verdict(gain[name, pot], 'submit', 'wait')}" for pot in POTS) for name in CLASSES]
    return ClassChart(
        game.name, "coins", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts of the deal from the first turn", HANDS // 2)
    )
