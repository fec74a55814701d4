"""Whose chips lie where in Fortune: side pots, the Tower's loss, and how a pot is divided."""

from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil


@dataclass
class Layer:
    """One side pot and those who may win it."""

    chips: int
    eligible: list[int]  # in the order of the seats given


@dataclass
class Stakes:
    """All chips put in during one round."""

    stake: list[int]  # what each seat has put in, with the credit of a player who returned (FO-2.15)
    folded: list[bool]
    dealt_in: list[int]  # seats in turn order
    credit: dict[int, tuple[int, int]] = field(default_factory=dict)  # FO-4.20: (stake when folded, top stake at return)
    dead: int = 0  # re-entry antes, in the main pot
    tower_stake: list[int] | None = None  # the stakes when the Tower fell
    tower_fraction: Fraction = Fraction(1, 2)

    def unfolded(self) -> list[int]:
        return [seat for seat in self.dealt_in if not self.folded[seat]]

    def chips_in(self) -> int:
        """Every chip put in, the Tower's loss included."""
        return sum(self.stake) - sum(top - at_fold for at_fold, top in self.credit.values()) + self.dead

    def between(self, seat: int, low: int, high: int) -> int:
        """Chips of a seat in the layer (low, high]: what he staked there, less what was only credited to him."""
        at_fold, top = self.credit.get(seat, (0, 0))
        return overlap(0, self.stake[seat], low, high) - overlap(at_fold, top, low, high)


def overlap(a: int, b: int, low: int, high: int) -> int:
    return max(0, min(b, high) - max(a, low))


def lost_to_tower(chips: int, fraction: Fraction) -> int:
    return ceil(chips * fraction)  # FO-4.16: rounded up


def layers(stakes: Stakes) -> list[Layer]:
    """FO-2.15: cut at the distinct stakes of the unfolded, lowest first, each less its part of the Tower's loss."""
    levels = sorted({stakes.stake[seat] for seat in stakes.unfolded()})
    found = []
    low = 0
    for level in levels:
        high = max(stakes.stake) if level == levels[-1] else level  # folded chips above the top fall in the top layer
        chips = sum(stakes.between(seat, low, high) for seat in stakes.dealt_in)
        if low == 0:
            chips += stakes.dead  # FO-4.20
        chips -= tower_loss_between(stakes, low, high)
        found.append(Layer(chips, [seat for seat in stakes.unfolded() if stakes.stake[seat] >= level]))
        low = level
    return found


def tower_loss_between(stakes: Stakes, low: int, high: int) -> int:
    """FO-4.16: rounding is cumulative over the layers."""
    if stakes.tower_stake is None:
        return 0
    up_to_low = sum(min(stake, low) for stake in stakes.tower_stake)
    up_to_high = sum(min(stake, high) for stake in stakes.tower_stake)
    return lost_to_tower(up_to_high, stakes.tower_fraction) - lost_to_tower(up_to_low, stakes.tower_fraction)


def divide(chips: int, sharers: list[int], odd_chip: str) -> dict[int, int]:
    """FO-2.16: equal parts for the sharers, who come in turn order; what is left over is lost, or goes to the first of them."""
    part, over = divmod(chips, len(sharers))
    lucky = over if odd_chip == "first_left" else 0
    return {seat: part + (place < lucky) for place, seat in enumerate(sharers)}


def divide_by_hands(layer: Layer, keys: dict[int, tuple[int, ...]], odd_chip: str, best_share: Fraction = Fraction(1)) -> dict[int, int]:
    """The best hand takes the layer; under the Lovers its share, rounded up, and the second-best hands the rest (FO-4.6)."""
    if len(layer.eligible) == 1:
        return {layer.eligible[0]: layer.chips}  # FO-2.17
    ranked = sorted({keys[seat] for seat in layer.eligible}, reverse=True)
    best = [seat for seat in layer.eligible if keys[seat] == ranked[0]]
    if len(best) > 1 or best_share == 1:
        return divide(layer.chips, best, odd_chip)
    first = ceil(layer.chips * best_share)
    second = [seat for seat in layer.eligible if keys[seat] == ranked[1]]
    return {best[0]: first, **divide(layer.chips - first, second, odd_chip)}
