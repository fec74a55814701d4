"""Jester's Blackjack over all pairs and deck cards, exactly: hold, hit or double, with a strategy card."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from simlab.contract.game import Game
from simlab.games.jester.players.blackjack import blackjack_chart, spots
from simlab.games.jester.rules import Act
from simlab.studies.equity.classes import ClassChart, Grid, Thumb


def hand_classes(game: Game, rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Class of pair by deck card, exact."""
    cells = blackjack_chart(rules)
    names = sorted({cell.pair_class for cell in cells}, key=lambda name: (name[0], int(name[1:])))
    by_place = {(cell.pair_class, cell.deck_card): cell for cell in cells}
    decks = sorted({cell.deck_card for cell in cells})
    lines = [[by_place.get((name, deck)) for deck in decks] for name in names]
    every = spots(rules)
    total = sum(spot.ways for spot in every)
    mean = sum((spot.ways * max(spot.worth) for spot in every), Fraction(0)) / total
    doubled = sum(spot.ways for spot in every if spot.worth[Act.DOUBLE] == max(spot.worth)) / total
    title = f"Best play of a random pair is worth {float(mean):.4f} points; it doubles {doubled:.0%} of the time"
    worth = grid_of("blackjack", title, lines, lambda cell: float(max(cell.worth)), "mean points of the best action")
    close = sum(cell.margin < Fraction(1, 20) for cell in cells)
    title = f"The best action is worth at least 0.05 points more than the next in {len(cells) - close} of {len(cells)} cells"
    margin = grid_of("margin", title, lines, lambda cell: float(cell.margin), "points that the best action is worth more than the second")
    rules_of_thumb = [(text, thumb_cost(every, choose)) for text, choose in thumb_rules().items()]
    thumbs = sorted((Thumb(text, c, c, c) for text, c in rules_of_thumb), key=lambda thumb: thumb.cost)
    advice = [f"{name}: {' '.join(label[0] if label else '-' for label in line)}" for name, line in zip(names, worth.labels, strict=True)]
    advice.insert(0, f"against {' '.join(worth.columns)}  (S stand, H hit, D double)")
    return ClassChart(game.name, "points", (worth, margin), tuple(thumbs), tuple(advice), "Exact: all pairs, all deck cards, a fresh deck.")


def grid_of(name: str, title: str, lines: Sequence[Sequence[Any]], number: Callable[[Any], float], says: str) -> Grid:
    """A map of the blackjack chart: the letter of the best action with a number, coloured by the action."""
    known = [cell for line in lines for cell in line if cell is not None]
    names, decks = (list(dict.fromkeys(found)) for found in ([c.pair_class for c in known], sorted(c.deck_card for c in known)))
    return Grid(
        name, title, names, ["A" if deck == 1 else str(deck) for deck in decks],
        [[number(cell) if cell else None for cell in line] for line in lines],
        [[f"{'SHD'[cell.best]} {number(cell):.2f}" if cell else "" for cell in line] for line in lines],
        "own pair (H hard, S an ace counts 11)", "the deck's first card",
        f"S stand (hold), H hit, D double; {says}. Exact, from a fresh deck.",
        [[float(cell.best) if cell else None for cell in line] for line in lines], "kinds",
    )  # fmt: skip


def thumb_cost(every: Any, choose: Callable[[int, bool, int], int]) -> float:
    """What a rule loses against the best action, over random pairs and deck cards."""
    lost, total = Fraction(0), sum(spot.ways for spot in every)
    for spot in every:
        soft = 1 in spot.pair
        lost += spot.ways * (max(spot.worth) - spot.worth[choose(sum(spot.pair) + 10 * soft, soft, spot.deck)])
    return float(lost / total)


def thumb_rules() -> dict[str, Callable[[int, bool, int], int]]:
    """Rules by own total, whether an ace counts 11 in it, and the deck's card: 0 hold, 1 hit, 2 double."""
    return {
        "always hold": lambda total, soft, deck: 0,
        "hit below 12, else hold": lambda total, soft, deck: 1 if total < 12 else 0,
        "hit below 15, else hold": lambda total, soft, deck: 1 if total < 15 else 0,
        "never double: hit below 15 and soft 17 or less, else hold":
            lambda total, soft, deck: 1 if total < 15 or (soft and total <= 17) else 0,
        "double 8 to 11, hit below 15, else hold": lambda total, soft, deck: 2 if 8 <= total <= 11 else 1 if total < 15 else 0,
        "double 8 to 11 and every soft pair up to 19, hit below 15, else hold":
            lambda total, soft, deck: 2 if 8 <= total <= 11 or (soft and total <= 19) else 1 if total < 15 else 0,
        "double 8 to 11 and every soft pair up to 19, but hit them against an ace; hit below 15, else hold":
            lambda total, soft, deck: (1 if deck == 1 and total < 18 else 2) if 8 <= total <= 11 or (soft and total <= 19)
            else 1 if total < 15 else 0,
    }  # fmt: skip
