"""One-card poker by card and decision: what betting is worth, with a strategy card."""

from typing import Any

from simlab.contract.game import Game
from simlab.games.template.text import card_name
from simlab.studies.equity.classes import ClassChart
from simlab.studies.equity.sampled import Lab, cost_of, grid_of, halves, note_of, thumbs, verdict


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Card by decision: what betting (calling) is worth more than passing (folding)."""
    lab = Lab.of(game, rules, policy, worlds, seed)
    cards, points = [card_name(rank, rules.ranks) for rank in range(rules.ranks)], list(game.asked().points)
    tried = {(card, at): lab.try_hand(card, at, "", [0, 1]) for card in cards for at in points}
    gain = {place: halves(values[:, 1] - values[:, 0]) for place, values in tried.items()}
    sure = sum(mean.sure for mean in gain.values())
    grid = grid_of(
        "bet", f"To bet or to pass is settled in {sure} of {len(gain)} cases", cards, points,
        [[gain[card, at] for at in points] for card in cards], down="card held", across="decision", palette="centred",
        legend="Chips that betting or calling gains over passing or folding, with its 95 % interval.",
    )  # fmt: skip
    samples = {f"{card} {at}": [values[k::2] for k in (0, 1)] for (card, at), values in tried.items()}
    shares = [1 / len(samples)] * len(samples)
    upper = {f"{card} {at}": int(2 * rank >= rules.ranks) for rank, card in enumerate(cards) for at in points}
    costs = {
        "always bet and call": cost_of(samples, shares, lambda name, number: 1),
        "never put in a chip": cost_of(samples, shares, lambda name, number: 0),
        "bet and call with the upper half": cost_of(samples, shares, lambda name, number: upper[name]),
    }
    advice = [f"{card}, {at}: {verdict(gain[card, at], 'put chips in', 'do not')}" for card in cards for at in points]
    return ClassChart(game.name, "chips", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts", 1))
