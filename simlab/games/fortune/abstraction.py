"""Fortune's betting in buckets: how good a hand is, who has a Page, all bets of the round, what was drawn.

A bucket is a number in mixed radix, one digit for each of `DIGITS`. Arcana that have done all they do before the bets are no Arcana here:
the hands they left are what counts, by the order in force. What is given up is left to `never_discards_page`: the prize makes a Page worth
keeping. With two players a betting round is told by who opened it, how high, and whether it was raised.
"""

import numpy as np

from simlab.bits import clz
from simlab.contract.abstraction import Abstraction
from simlab.games.fortune.hands import in_force, strength
from simlab.games.fortune.policies import hopes_to_draw
from simlab.games.fortune.rules import HISTORY, PAGES, Arcana, Bet, Phase, Point
from simlab.jit import kernel
from simlab.masks import bit, can
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS

HANDS = (
    "little", "a king or an ace", "four to a straight or flush", "a low pair", "a middling pair", "a high pair", "two pairs",
    "three of a kind", "a straight or better", "any hand under the Lovers",
)  # fmt: skip
HOPE, PAIR, TWO, THREE, BEST, SHARED = 2, 3, 6, 7, 8, 9
BEFORE = ("nothing bet", "a bet by the other", "a bet by you", "a raise by the other", "a raise by you")
NOW = ("nothing to call", "little to call", "a bet", "your bet raised")
DREW = ("stood pat", "drew one", "drew two or more")
SMALL, LARGE = 0.25, 0.55  # what there is to call, as a part of the pot with it: half the pot is a third, the pot a half
DIGITS = (  # name, how many
    ("betting", 2), ("hand", len(HANDS)), ("page", 2), ("shown", 2), ("before", len(BEFORE)), ("now", len(NOW)), ("dealer", 2),
    ("other", len(DREW)),
)  # fmt: skip


@kernel
def bucket(view, rules):
    """A bet far beyond the pot is answered as the base player does."""
    table, seat = view.table, view.seat
    if table.point != Point.BET or to_call(view.bets, seat) > LARGE:
        return np.int64(-1)
    second = np.int64(table.phase == Phase.BET2)
    found = second * 10 + hand_class(view, rules, in_force(table))
    found = found * 2 + np.int64(view.hand & PAGES != 0)
    found = found * 2 + np.int64(table.shown_by >= 0 and table.shown_by != seat)
    found = found * 5 + (first_bets(table, seat) if second == 1 else 0)
    found = found * 4 + bets_now(view, seat)
    found = found * 2 + np.int64(table.dealer == seat)
    return found * 3 + (fewest_drawn(view, seat) if second == 1 else 0)


@kernel
def choices(view, rules):
    """Fold or call; open with half the pot or the least bet; one raise, by half the pot. Of two chips half is the least bet."""
    bets, raises = bit(Bet.FOLD) | bit(Bet.CALL), view.bets.raises
    if raises < 2:
        bets |= bit(Bet.RAISE_HALF)
    if raises == 0 or (raises == 1 and not can(view.legal, Bet.RAISE_HALF)):
        bets |= bit(Bet.RAISE_MIN)
    return view.legal & bets


@kernel
def hand_class(view, rules, arcana):
    """The place in `HANDS`."""
    if arcana == Arcana.LOVERS:
        return np.int64(SHARED)
    score = strength(view.hand, view.table.flops if arcana == Arcana.TEMPERANCE else 0, arcana, rules)
    if arcana == Arcana.FOOL:
        return wild_class(score)
    found = category(score)
    if found == Category.HIGH_CARD:
        return np.int64(HOPE if hopes_to_draw(view, rules, arcana) else 63 - clz(score & RANKS) >= 12)
    if found == Category.PAIR:
        return PAIR + pair_class(score)
    return np.int64(min(BEST, TWO + found - Category.TWO_PAIR))


@kernel
def wild_class(score):
    """With the Fool everybody has a pair: hands count as what they would be without it."""
    found = category(score)
    if found == Category.PAIR:
        return np.int64(top(score) >= 12)
    if found == Category.THREE:
        return PAIR + pair_class(score)
    if found <= Category.FULL_HOUSE:
        return np.int64(TWO)
    return np.int64(THREE if found == Category.FOUR else BEST)


@kernel
def pair_class(score):
    value = top(score)
    return np.int64(value > 5) + np.int64(value > 9)


@kernel
def top(score):
    """The value of the highest pair, or three."""
    return 63 - clz(score >> RANK_BITS & RANKS)


@kernel
def to_call(bets, seat):
    """As a part of the pot."""
    return min(bets.level - bets.bet[seat], bets.stack[seat]) / max(1, bets.pot)


@kernel
def bets_now(view, seat):
    """The place in `NOW`: the pot, or any raise, is answered as half the pot would be."""
    table, part = view.table, to_call(view.bets, seat)
    if part < SMALL:
        return np.int64(part > 0.0)
    opened = opening(table, table.acts1 if table.phase == Phase.BET2 else 0, table.acts)
    return np.int64(2 + (opened >= 0 and table.history[opened] >> 3 == seat))


@kernel
def first_bets(table, seat):
    """The place in `BEFORE`."""
    opened = opening(table, 0, table.acts1)
    if opened < 0:
        return np.int64(0)
    again = opening(table, opened + 1, table.acts1)
    last = again if again >= 0 else opened
    return np.int64(1 + 2 * (again >= 0) + (table.history[last] >> 3 == seat))


@kernel
def opening(table, begin, end):
    """The first bet or raise among these actions; -1 none."""
    for k in range(begin, min(end, HISTORY)):
        action = table.history[k] & 7
        if Bet.RAISE_MIN <= action <= Bet.ALL_IN:
            return np.int64(k)
    return np.int64(-1)


@kernel
def fewest_drawn(view, seat):
    """The place in `DREW` of whoever else drew the fewest cards and is still in. Where nobody may draw it counts as if all had."""
    fewest = np.int64(2)
    if in_force(view.table) == Arcana.HERMIT:
        return fewest
    for other in range(len(view.bets.stack)):
        if other != seat and view.bets.dealt & ~view.bets.folded & bit(other) != 0:
            fewest = min(fewest, np.int64(view.table.discarded[other]))
    return fewest


def digits(number: int) -> dict[str, int]:
    """A bucket taken apart."""
    found = {}
    for name, size in reversed(DIGITS):
        number, found[name] = divmod(number, size)
    return found


def words(number: int) -> str:
    """A bucket for people."""
    at = digits(number)
    told = ["after the draw" if at["betting"] else "before the draw", HANDS[at["hand"]], NOW[at["now"]]]
    told += ["a Page in hand"] if at["page"] else []
    told += ["the other has shown a Page"] if at["shown"] else []
    told += [f"before the draw {BEFORE[at['before']]}"] if at["betting"] else []
    told += [f"the other {DREW[at['other']]}"] if at["betting"] else []
    return ", ".join([*told, "dealer" if at["dealer"] else "first to speak"])


ABSTRACTION = Abstraction(
    bucket=bucket,
    base="never_discards_page",
    words=words,
    actions={int(bet): bet.name.lower().replace("_", " ") for bet in Bet} | {int(Bet.CALL): "call or check"},
    rules={"players": 2, "unit": "round"},
    free=("unit", "max_rounds", "first_dealer", "starting_chips", "forced_arcana", "forced_window", "arcana_enabled", "arcana_per_round"),
    choices=choices,
    base_deals=0.03,
)
assert [size for _, size in DIGITS] == [2, 10, 2, 2, 5, 4, 2, 3]
