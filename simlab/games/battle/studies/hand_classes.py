"""Battle by class of the first five cards: which to keep, or all of them at once, with a strategy card."""

from collections.abc import Mapping, Sequence
from typing import Any

from simlab.cards import FRENCH_BY_SUIT
from simlab.contract.game import Game
from simlab.errors import InputError
from simlab.studies.equity.classes import ClassChart
from simlab.studies.equity.sampled import HANDS, Array, Lab, Mean, Rule, cost_of, grid_of, hands_by_class, mean_of, note_of, thumbs

CLASSES = ("nothing", "four of a suit", "pair", "two pair", "three of a kind", "straight", "flush", "full house or better")
KEEPS = ("highest card", "lowest card", "of the pair", "of the longest suit", "all-in")


def class_of(hand: Sequence[int]) -> str:
    """The class of five dealt cards."""
    ranks, suits = [FRENCH_BY_SUIT.rank(c) for c in hand], [FRENCH_BY_SUIT.suit(c) for c in hand]
    alike = sorted((ranks.count(r) for r in set(ranks)), reverse=True)
    run = len(set(ranks)) == 5 and (max(ranks) - min(ranks) == 4 or sorted(ranks) == [0, 1, 2, 3, 12])
    if alike[0] == 4 or alike[:2] == [3, 2] or (run and len(set(suits)) == 1):
        return "full house or better"
    if len(set(suits)) == 1:
        return "flush"
    if run:
        return "straight"
    if alike[0] > 1:
        return {(3, 1): "three of a kind", (2, 2): "two pair", (2, 1): "pair"}[alike[0], alike[1]]
    return "four of a suit" if max(suits.count(s) for s in suits) == 4 else "nothing"


def keeps(hand: Sequence[int]) -> dict[str, int]:
    """The action of each named keep, where the hand offers it."""
    ranks, suits = [FRENCH_BY_SUIT.rank(c) for c in hand], [FRENCH_BY_SUIT.suit(c) for c in hand]
    paired = [place for place in range(5) if ranks.count(ranks[place]) > 1]
    longest = max(range(5), key=lambda place: (suits.count(suits[place]), ranks[place]))
    found = {"highest card": max(range(5), key=lambda p: ranks[p]), "lowest card": min(range(5), key=lambda p: ranks[p]), "all-in": 5}
    if paired:
        found["of the pair"] = max(paired, key=lambda place: ranks[place])
    return {**found, "of the longest suit": longest}


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Dealt five by keep."""
    if rules.draw_size != 5 or not rules.allin or rules.allin_blind:
        raise InputError("the chart of battle is made for draw_size: 5 with an all-in after looking")
    lab = Lab.of(game, rules, policy, max(2, worlds // HANDS), seed)
    found = hands_by_class(lambda random: random.sample(range(FRENCH_BY_SUIT.size), 5), class_of, CLASSES, seed)
    shares = found.pop("")
    samples = {name: [lab.try_hand(FRENCH_BY_SUIT.write(h), "keep", "", range(6)) for h in some] for name, some in found.items()}
    means: list[list[Mean | None]] = []
    for name, some in found.items():
        means.append([keep_mean([(v, keeps(h)) for v, h in zip(samples[name], some, strict=True)], keep) for keep in KEEPS])
    grid = grid_of("keep", title_of(samples, found), CLASSES, KEEPS, means, percent=True, down="first five cards",
                   across="card kept",
                   legend="Share of the win in per cent (±95 %) after keeping that card, or all five.")  # fmt: skip

    def first(*names: str) -> Rule:
        return lambda name, number: next(a for a in (keeps(found[name][number]).get(keep, -1) for keep in names) if a >= 0)

    def bold(name: str, number: int) -> int:
        return 5 if CLASSES.index(name) >= CLASSES.index("straight") else first("of the pair", "of the longest suit")(name, number)

    costs = {
        "always all-in": cost_of(samples, shares, first("all-in")),
        "keep the highest card": cost_of(samples, shares, first("highest card")),
        "keep a card of the pair, else the highest": cost_of(samples, shares, first("of the pair", "highest card")),
        "keep a card of the pair, else of the longest suit": cost_of(samples, shares, first("of the pair", "of the longest suit")),
        "all-in with a straight or better, else a card of the pair or of the longest suit": cost_of(samples, shares, bold),
    }
    advice = []
    for name, line in zip(CLASSES, means, strict=True):
        value, keep = max((m.value, k) for m, k in zip(line, KEEPS, strict=True) if m)
        advice.append(
            f"{name}: {keep if keep == 'all-in' else 'keep a card ' + keep if keep[:2] == 'of' else 'keep the ' + keep} ({value:.0%})"
        )
    return ClassChart(game.name, "share of the win", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts of whole games"))


def keep_mean(hands: Sequence[tuple[Array, dict[str, int]]], keep: str) -> Mean | None:
    values = [float(v[:, places[keep]].mean()) for v, places in hands if keep in places]
    return mean_of(values) if len(values) == len(hands) else None


def title_of(samples: Mapping[str, Sequence[Array]], found: Mapping[str, Sequence[Any]]) -> str:
    """With which classes all-in surely beats keeping the highest card, hand by hand."""
    best = []
    for name, some in samples.items():
        tops = [keeps(hand)["highest card"] for hand in found[name]]
        gain = mean_of([float((values[:, 5] - values[:, top]).mean()) for values, top in zip(some, tops, strict=True)])
        best += [name] if gain.low > 0.0 else []
    with_these = f"with {', '.join(best)}" if best else "with no class of hands"
    return f"All-in at once surely beats keeping the highest card {with_these}"
