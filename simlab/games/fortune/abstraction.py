"""Fortune's betting in buckets: how good a hand is, what it costs to stay, what was bet before. What is given up stays with `basic`.

A bucket is a number in mixed radix, one digit for each of `DIGITS`. Arcana that have done all they do before the bets are no Arcana here:
the hands they left are what counts, by the order in force.
"""

import numpy as np

from simlab.bits import clz
from simlab.contract.abstraction import Abstraction
from simlab.games.fortune.hands import in_force, strength
from simlab.games.fortune.policies import hopes_to_draw
from simlab.games.fortune.rules import Arcana, Bet, Phase, Point
from simlab.jit import kernel
from simlab.masks import bit
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS

HANDS = (
    "little", "a king or an ace", "a pair of the lowest", "a low pair", "a middling pair", "a high pair", "a pair of the highest",
    "two low pairs", "two middling pairs", "two high pairs", "three low ones", "three high ones", "a straight", "a flush", "a full house",
    "four of a kind or better",
)  # fmt: skip
LASTING = (Arcana.FOOL, Arcana.LOVERS, Arcana.HERMIT, Arcana.HANGED_MAN, Arcana.TEMPERANCE, Arcana.JUDGEMENT)  # change what bets are worth
CLASS = np.array([LASTING.index(card) + 1 if card in LASTING else 0 for card in Arcana], np.int64)  # by Arcana, none first
FACING = ("nothing to call", "a small bet", "half the pot to call", "the pot to call", "more than the pot to call")
BEHIND = ("hardly a chip left", "a few pots left", "many chips left")
DREW = ("stood pat", "drew one", "drew two or more")
DIGITS = (  # name, how many
    ("betting", 2), ("hand", len(HANDS)), ("arcana", 1 + len(LASTING)), ("facing", len(FACING)), ("raises", 3), ("behind", len(BEHIND)),
    ("dealer", 2), ("other", len(DREW)),
)  # fmt: skip


@kernel
def bucket(view, rules):
    if view.table.point != Point.BET:
        return np.int64(-1)
    seat, second = view.seat, np.int64(view.table.phase == Phase.BET2)
    arcana = in_force(view.table)
    found = second
    found = found * 16 + hand_class(view, rules, arcana)
    found = found * 7 + CLASS[arcana + 1]
    found = found * 5 + facing(view.bets, seat)
    found = found * 3 + min(2, view.bets.raises)
    found = found * 3 + behind(view.bets, seat)
    found = found * 2 + np.int64(view.table.dealer == seat)
    return found * 3 + (drew(view, seat) if second == 1 else np.int64(hopes_to_draw(view, rules, arcana)))


@kernel
def hand_class(view, rules, arcana):
    """0 to 15: the place in `HANDS`."""
    score = strength(view.hand, view.table.flops if arcana == Arcana.TEMPERANCE else 0, arcana, rules)
    found = category(score)
    if found == Category.HIGH_CARD:
        return np.int64(63 - clz(score & RANKS) >= 12)
    if found >= Category.STRAIGHT:
        return np.int64(min(15, 12 + found - Category.STRAIGHT))
    value = 63 - clz(score >> RANK_BITS & RANKS)
    if found == Category.PAIR:
        return np.int64(2 + (value > 3) + (value > 6) + (value > 8) + (value > 10))
    if found == Category.TWO_PAIR:
        return np.int64(7 + (value > 6) + (value > 10))
    return np.int64(10 + (value > 7))


@kernel
def facing(bets, seat):
    """What there is to call, as a part of the pot."""
    owed = bets.level - bets.bet[seat]
    if owed <= 0:
        return np.int64(0)
    part = min(owed, bets.stack[seat]) / max(1, bets.pot)
    return np.int64(1 + (part > 0.15) + (part > 0.36) + (part > 0.55))


@kernel
def behind(bets, seat):
    """How many chips can still be bet: the least stack of those in play, against the pot."""
    least = bets.stack[seat]
    for other in range(len(bets.stack)):
        if bets.dealt & ~bets.folded & bit(other) != 0:
            least = min(least, bets.stack[other] + max(0, bets.bet[other] - bets.bet[seat]))
    part = least / max(1, bets.pot)
    return np.int64(part > 0.8) + np.int64(part > 4.0)


@kernel
def drew(view, seat):
    """The fewest cards that another player still in exchanged."""
    fewest = np.int64(2)
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
    told = ["after the draw" if at["betting"] else "before the draw", HANDS[at["hand"]], FACING[at["facing"]]]
    told += [("one raise", "raised again")[at["raises"] - 1]] if at["raises"] else []
    told += [f"under {LASTING[at['arcana'] - 1].name.lower().replace('_', ' ')}"] if at["arcana"] else []
    told += [f"the other {DREW[at['other']]}"] if at["betting"] else ["four to a straight or flush"] if at["other"] else []
    return ", ".join([*told, BEHIND[at["behind"]], "dealer" if at["dealer"] else "first to speak"])


ABSTRACTION = Abstraction(
    bucket=bucket,
    base="basic",
    words=words,
    actions={int(bet): bet.name.lower().replace("_", " ") for bet in Bet} | {int(Bet.CALL): "call or check"},
    rules={"players": 2, "unit": "round"},
    free=("unit", "max_rounds", "first_dealer", "starting_chips", "forced_arcana", "forced_window", "arcana_enabled", "arcana_per_round"),
)
assert [size for _, size in DIGITS] == [2, 16, 7, 5, 3, 3, 2, 3]
