"""Which numbers of a view a learned player looks at, and as what: told from the record alone and a sample of views.

Every number of the record is a slot, those of a seat counted from the own seat on. Numbers that never change are left out. A mask is its
bits, and the ranks, suits and mates of its members in order where they are few. A small number is its values, the most frequent one
left out; one that can name a seat is also told as seats from the own. A large number is itself, in spreads from its mean, and the range it
lies in. Values that hardly ever occur are no features, and of too many features those that vary most are kept.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.columns import SEATS
from simlab.masks import WIDTH
from simlab.players.learned import net

Array = npt.NDArray[Any]

FEW = 24  # values of a small number
RARE = 0.002  # part of the views in which a feature occurs, at least
CUTS = 7  # bounds between the ranges of a large number
MASK_BYTES = 8  # a number so wide is a mask
HAND = 8  # of a mask with at most so many members each is told: actions are often numbered by their places
FOURS, LANES = 2, 4  # cards are numbered by ranks of four, or lie in lanes of sixteen ranks (`cards.py`), whose ends are empty
LANE_ENDS = np.uint64(0xC000C000C000C000)


@dataclass(frozen=True)
class Place:
    """One number of a view."""

    at: int
    stride: int
    turn: int
    width: int
    alone: bool  # not one of an array


@dataclass(frozen=True)
class Looks:
    """What is looked at: slots, the features they list, bounds of ranges, how many features."""

    slots: Array
    listed: Array
    bounds: Array
    features: int


def places(view: np.dtype[Any], players: int) -> list[Place]:
    """Every number of a record; of an array by seats those of the players, the own first."""
    return list(below(view, 0, 0, 0, True, players))


def below(kind: np.dtype[Any], at: int, stride: int, turn: int, alone: bool, players: int) -> Iterator[Place]:
    """The numbers of a field, whatever it is."""
    if kind.subdtype is not None:
        item, shape = kind.subdtype
        yield from below_array(item, shape, at, stride, turn, players)
    elif kind.fields is not None:
        for name in kind.names or ():
            inner, offset = kind.fields[name][:2]
            yield from below(inner, at + offset, stride, turn, alone, players)
    elif kind.kind in "iu":
        yield Place(at, stride, turn, kind.itemsize, alone)


def below_array(item: np.dtype[Any], shape: tuple[int, ...], at: int, stride: int, turn: int, players: int) -> Iterator[Place]:
    step = item.itemsize * int(np.prod(shape[1:], dtype=np.int64))
    inner = item if len(shape) == 1 else np.dtype((item, shape[1:]))
    if shape[0] == SEATS and stride == 0:
        for seat in range(players):
            yield from below(inner, at, step, seat, False, players)
        return
    for k in range(shape[0]):
        yield from below(inner, at + k * step, stride, turn, False, players)


def numbers(views: Array, place: Place, seats: Array, players: int) -> Array:
    """The number at a place in each of the views, given as bytes."""
    columns = place.at + place.stride * ((seats + place.turn) % players)
    raw = views[np.arange(len(views))[:, None], columns[:, None] + np.arange(place.width)]
    return np.ascontiguousarray(raw).view(f"<i{place.width}")[:, 0].astype(np.int64)


class Drawer:
    """Slots as they are found."""

    def __init__(self) -> None:
        self.slots: list[dict[str, Any]] = []
        self.common: list[float] = []  # of each feature, how much it varies; below zero for none
        self.bounds: list[int] = []

    def add(self, kind: int, place: Place | None, low: int, shares: Array, **more: Any) -> None:
        """A slot whose features occur in these shares of the views."""
        slot = {"kind": kind, "low": low, "size": len(shares), "first": len(self.common), **more}
        slot |= {} if place is None else {"at": place.at, "stride": place.stride, "turn": place.turn, "width": place.width}
        self.slots.append(slot)
        self.common += [float(p * (1.0 - p)) if RARE < p < 1.0 - RARE else -1.0 for p in shares]

    def looks(self, most: int) -> Looks:
        """The features that vary most, in their order; slots without any are left out."""
        worth = np.array(self.common)
        order = np.argsort(-worth, kind="stable")[:most]
        kept = np.sort(order[worth[order] > 0.0])
        listed = np.full(len(worth), net.ABSENT, np.int32)
        listed[kept] = np.arange(len(kept), dtype=np.int32)
        full = [slot for slot in self.slots if (listed[slot["first"] : slot["first"] + slot["size"]] != net.ABSENT).any()]
        slots = np.zeros(len(full), net.SLOT)
        for row, slot in zip(slots, full, strict=True):
            for name, value in slot.items():
                row[name] = value
        return Looks(slots, listed, np.array(self.bounds or [0], np.int32), len(kept))


def look_over(view: np.dtype[Any], players: int, views: Array, seats: Array, hints: Array, most: int) -> Looks:
    """What to look at, by a sample of views (as bytes), the seats they belong to, and what the base player would do."""
    drawer = Drawer()
    drawer.add(net.HINT, None, 0, np.bincount(hints, minlength=WIDTH)[:WIDTH] / len(hints))
    for place in places(view, players):
        found = numbers(views, place, seats, players)
        if (found != found[0]).any():
            add_slots(drawer, place, found, seats, players)
    return drawer.looks(most)


def add_slots(drawer: Drawer, place: Place, found: Array, seats: Array, players: int) -> None:
    """All that one number is told as."""
    if place.width == MASK_BYTES:
        shares = np.array([((found >> bit) & 1).mean() for bit in range(WIDTH)])
        drawer.add(net.BITS, place, 0, shares)
        if place.alone and place.at > 0 and shares.sum() >= 1.0:  # the first field has the legal actions
            add_members(drawer, place, found)
        return
    low, high = int(found.min()), int(found.max())
    if high - low < FEW:
        drawer.add(net.VALUES, place, low, all_but_one(np.bincount(found - low) / len(found)))
    else:
        add_large(drawer, place, found)
    if place.alone and low >= -1 and 1 <= high < players:
        turned = np.bincount(((found - seats + players) % players)[found >= 0], minlength=players) / len(found)
        drawer.add(net.TURNED, place, 0, all_but_one(turned))


def add_members(drawer: Drawer, place: Place, masks: Array) -> None:
    """The first, second, ... member of a mask that has few: groups and places are ranks and suits, or suits and ranks."""
    words = masks.view(np.uint64)
    sizes = np.array([int(word).bit_count() for word in words])
    if sizes.max() > HAND:
        return
    shift = LANES if not (words & LANE_ENDS).any() else FOURS
    for k in range(int(sizes.max())):
        for kind, most in ((net.GROUP, WIDTH >> shift), (net.PLACE, 1 << shift), (net.GROUP_MATES, HAND), (net.PLACE_MATES, HAND)):
            told = np.array([net.of_member(mask, k, kind, shift) for mask in masks])
            met = np.bincount(told[told >= 0], minlength=most) / len(masks)
            drawer.add(kind, place, k, met if kind in (net.GROUP, net.PLACE) else all_but_one(met), shift=shift)


def all_but_one(shares: Array) -> Array:
    """Without the most frequent value: where no other is there, it is."""
    shares[np.argmax(shares)] = 0.0
    return shares


def add_large(drawer: Drawer, place: Place, found: Array) -> None:
    """In spreads from the mean, and by ranges that are met about equally often."""
    drawer.add(net.SCALED, place, 0, np.array([0.5]), mean=float(found.mean()), scale=1.0 / float(found.std()))
    cuts = np.unique(np.quantile(found, np.arange(1, CUTS + 1) / (CUTS + 1), method="lower").astype(np.int64))
    begin = len(drawer.bounds)
    drawer.bounds += cuts.tolist()
    met = np.bincount(np.searchsorted(cuts, found, side="left"), minlength=len(cuts) + 1) / len(found)
    drawer.add(net.RANGES, place, begin, all_but_one(met))
