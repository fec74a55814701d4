"""Fortune's betting in buckets: how good a hand is, what it costs to stay, what was bet before. What is given up stays with `basic`.

A bucket is a number in mixed radix, one digit for each of `DIGITS`. Arcana that have done all they do before the bets are no Arcana here:
the hands they left are what counts, by the order in force.
"""

import numpy as np

from simlab.bits import clz
from simlab.contract.abstraction import Abstraction
from simlab.games.fortune.hands import in_force, strength
from simlab.games.fortune.policies import hopes_to_draw
from simlab.games.fortune.rules import HISTORY, Arcana, Bet, Phase, Point
from simlab.jit import kernel
from simlab.masks import bit, can
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS

HANDS = (
    "little", "a king or an ace", "a pair of the lowest", "a low pair", "a middling pair", "a high pair", "a pair of the highest",
    "two low pairs", "two middling pairs", "two high pairs", "three low ones", "three high ones", "a straight", "a flush", "a full house",
    "four of a kind or better",
)  # fmt: skip
LASTING = (Arcana.FOOL, Arcana.LOVERS, Arcana.HERMIT, Arcana.HANGED_MAN, Arcana.TEMPERANCE, Arcana.JUDGEMENT)  # change what bets are worth
CLASS = np.array([LASTING.index(card) + 1 if card in LASTING else 0 for card in Arcana], np.int64)  # by Arcana, none first
BETS = tuple(
    f"{opener} {size}{raised}{all_in}"
    for opener in ("the first to speak bet", "checked, then the other bet")
    for size in ("a little", "the pot")
    for raised in ("", ", raised", ", raised twice", ", raised three times")
    for all_in in ("", ", then all-in")
)
OPENED = ("nobody has bet", "checked", *BETS, "the first to speak went all-in", "checked, then the other went all-in")
DREW = ("stood pat", "drew one", "drew two or more")
DIGITS = (  # name, how many
    ("betting", 2), ("hand", len(HANDS)), ("arcana", 1 + len(LASTING)), ("before", len(OPENED)), ("now", len(OPENED)), ("own", len(DREW)),
    ("other", len(DREW)),
)  # fmt: skip
SIZES, RAISES = 2, 4


@kernel
def bucket(view, rules):
    """All bets of the round as far as they are told apart, so that nobody forgets what he did himself."""
    table = view.table
    if table.point != Point.BET:
        return np.int64(-1)
    second, arcana = np.int64(table.phase == Phase.BET2), in_force(table)
    found = second * 16 + hand_class(view, rules, arcana)
    found = found * 7 + CLASS[arcana + 1]
    found = found * 36 + (opened(table, 0, table.acts1) if second == 1 else 0)
    found = found * 36 + opened(table, table.acts1 if second == 1 else 0, table.acts)
    found = found * 3 + (min(2, np.int64(table.discarded[view.seat])) if second == 1 else np.int64(hopes_to_draw(view, rules, arcana)))
    return found * 3 + (drew(view, view.seat) if second == 1 else 0)


@kernel
def opened(table, begin, end):
    """0 to 35, the place in `OPENED`: who bet first, a little or the pot, how often it was raised, and whether somebody is all-in."""
    checks, size, raises, all_in = 0, 0, 0, 0
    for k in range(begin, min(end, HISTORY)):
        action = table.history[k] & 7
        if action == Bet.ALL_IN:
            all_in = 1
        elif Bet.RAISE_MIN <= action <= Bet.RAISE_POT:
            size = size if raises else np.int64(action == Bet.RAISE_POT)
            raises += 1
        elif raises + all_in == 0:
            checks = 1
    if raises == 0:
        return np.int64(checks + 34 * all_in)
    return np.int64(2 + (((checks * SIZES + size) * RAISES + min(raises, RAISES) - 1) * 2 + all_in))


@kernel
def choices(view, rules):
    """Fold, call; to open a little, the pot or everything, later the pot or everything. Under Justice to match with the least."""
    legal = view.legal
    found = legal & (bit(Bet.FOLD) | bit(Bet.CALL) | bit(Bet.RAISE_POT) | bit(Bet.ALL_IN) | bit(Bet.JUSTICE_MIN))
    little = bit(Bet.RAISE_HALF) if can(legal, Bet.RAISE_HALF) else bit(Bet.RAISE_MIN)
    return found | (legal & little if view.bets.raises == 0 else 0)


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
    told = ["after the draw" if at["betting"] else "before the draw", HANDS[at["hand"]], OPENED[at["now"]]]
    told += [f"under {LASTING[at['arcana'] - 1].name.lower().replace('_', ' ')}"] if at["arcana"] else []
    if at["betting"]:
        told += [f"before the draw {OPENED[at['before']]}", f"you {DREW[at['own']]}", f"the other {DREW[at['other']]}"]
    elif at["own"]:
        told += ["four to a straight or flush"]
    return ", ".join(told)


ABSTRACTION = Abstraction(
    bucket=bucket,
    base="basic",
    words=words,
    actions={int(bet): bet.name.lower().replace("_", " ") for bet in Bet} | {int(Bet.CALL): "call or check"},
    rules={"players": 2, "unit": "round"},
    free=("unit", "max_rounds", "first_dealer", "starting_chips", "forced_arcana", "forced_window", "arcana_enabled", "arcana_per_round"),
    choices=choices,
    lean=0.03,
)
assert [size for _, size in DIGITS] == [2, 16, 7, 36, 36, 3, 3]
