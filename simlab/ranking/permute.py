"""Any reordering of the sixteen ranks as at most seven exchanges of bits, the same for all four suits at once.

An exchange (shift, mask) swaps bit i with bit i + shift for every i of the mask: five operations on a whole hand. A
Benes network of exchanges by 8, 4, 2, 1, 2, 4, 8 makes every permutation; those that move nothing are left out, so
"kings above aces" is one exchange.
"""

from collections.abc import Sequence

from simlab.jit import kernel

LANES = 0x0001_0001_0001_0001


def exchanges(target: Sequence[int]) -> list[tuple[int, int]]:
    """(shift, mask over one suit) in the order to apply them; target[i] is where bit i goes."""
    return [(shift, mask) for shift, mask in network(list(target)) if mask]


def network(target: list[int]) -> list[tuple[int, int]]:
    """Exchanges that send item i to target[i]: an outer pair of exchanges round two networks of half the size.

    Items i and i + half meet in the first exchange, places i and i + half in the last one; of either two, one goes through
    the lower and one through the upper network. `upper` follows these constraints round their cycles.
    """
    size, half = len(target), len(target) // 2
    if size == 2:
        return [(1, target[0])]
    source = [target.index(place) for place in range(size)]
    upper: list[bool | None] = [None] * size
    for start in range(size):
        item = start
        while upper[item] is None:
            upper[item] = False
            partner = source[target[item] ^ half]
            upper[partner] = True
            item = partner ^ half
    first = sum(1 << i for i in range(half) if upper[i])
    last = sum(1 << place for place in range(half) if upper[source[place]])
    goals = [[0] * half, [0] * half]
    for item in range(size):
        goals[bool(upper[item])][item % half] = target[item] % half
    inner = [(shift, low | high << half) for (shift, low), (_, high) in zip(*map(network, goals), strict=True)]
    return [(half, first), *inner, (half, last)]


def on_all_suits(mask: int) -> int:
    """The same mask on every suit lane, as a signed 64-bit number."""
    word = mask * LANES
    return word - (1 << 64) if word >> 63 else word


@kernel
def permute(mask, order):
    """The hand with its ranks in order of strength."""
    for k in range(order.swaps):
        shift = order.swap_shift[k]
        moved = ((mask >> shift) ^ mask) & order.swap_mask[k]
        mask = mask ^ moved ^ (moved << shift)
    return mask


@kernel
def unpermute(mask, order):
    """The way back: exchanges undo themselves, last one first."""
    for k in range(order.swaps - 1, -1, -1):
        shift = order.swap_shift[k]
        moved = ((mask >> shift) ^ mask) & order.swap_mask[k]
        mask = mask ^ moved ^ (moved << shift)
    return mask
