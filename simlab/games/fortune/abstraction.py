"""Fortune's betting in buckets: how good a hand is, with a Page or without, and all that was bet and drawn, in few words.

A bucket is a number in mixed radix, one digit for each of `DIGITS`. Arcana that have done all they do before the bets are one kind: the
hands they left are what counts, by the order in force. What is given up in the draw, and all else, stays with `never_discards_page`.
"""

from typing import Any

import numpy as np

from simlab.bits import clz
from simlab.contract.abstraction import Abstraction
from simlab.games.fortune.hands import in_force, strength
from simlab.games.fortune.policies import hopes_to_draw
from simlab.games.fortune.rules import PAGES, Arcana, Bet, Phase, Point, Window
from simlab.jit import kernel
from simlab.masks import bit, can
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS

HANDS = (
    "little", "a king or an ace", "a pair of the lowest", "a low pair", "a middling pair", "a high pair", "a pair of the highest",
    "two low pairs", "two middling pairs", "two high pairs", "three low ones", "three high ones", "a straight", "a flush", "a full house",
    "four of a kind or better",
)  # fmt: skip
NO_ARCANA, DONE = 0, 1  # kinds of Arcana: none so far, one that has done all it does, then these
LASTING = (
    Arcana.FOOL, Arcana.LOVERS, Arcana.HERMIT, Arcana.HANGED_MAN, Arcana.TEMPERANCE, Arcana.JUSTICE, Arcana.DEVIL, Arcana.TOWER,
)  # fmt: skip
KIND = np.array([2 + LASTING.index(card) if card in LASTING else DONE for card in Arcana], np.int64)  # by Arcana, none first
SIZES = ("the least bet", "half the pot", "the pot", "everything")
DREW = ("stood pat", "drew one", "drew two", "drew three or more")
LINES = 128  # of a betting round: how often it was raised, the first size, the second
DIGITS = (  # name, how many
    ("betting", 2), ("hand", len(HANDS)), ("page", 2), ("hopes", 2), ("arcana", 2 + len(LASTING)), ("late", 2), ("dealer", 2),
    ("bets", LINES), ("before", 2 * LINES), ("own", 4), ("other", 4),
)  # fmt: skip


@kernel
def bucket(view, rules):
    if view.table.point != Point.BET:
        return np.int64(-1)
    seat, second, arcana = view.seat, np.int64(view.table.phase == Phase.BET2), in_force(view.table)
    kind = arcana_kind(view.table, arcana)
    plain = np.int64(kind <= DONE)
    found = second
    found = found * 16 + hand_class(view, rules, arcana)
    found = found * 2 + np.int64(view.hand & PAGES != 0) * plain
    found = found * 2 + np.int64(second == 0 and hopes_to_draw(view, rules, arcana))
    found = found * 10 + kind
    found = found * 2 + np.int64(view.table.window == Window.DRAW)
    found = found * 2 + np.int64(view.table.dealer == seat)
    table = view.table
    found = found * LINES + line(table, table.acts1 * second, table.acts)
    found = found * 2 * LINES + second * (2 * line(table, 0, table.acts1) + opened(table, table.acts1, seat))
    found = found * 4 + second * plain * np.int64(min(3, view.table.discarded[seat]))
    return found * 4 + second * plain * drew(view, seat)


@kernel
def arcana_kind(table, arcana):
    """0 none so far, 1 one that has done what it does, 2 and more the place in `LASTING`. The Hermit does nothing after the draw."""
    if table.arcana < 0:
        return np.int64(NO_ARCANA)
    if arcana == Arcana.HERMIT and table.window == Window.DRAW:
        return np.int64(DONE)
    return KIND[arcana + 1]


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
        return np.int64(2 + (value > 3) + (value > 6) + (value > 9) + (value > 11))
    if found == Category.TWO_PAIR:
        return np.int64(7 + (value > 6) + (value > 10))
    return np.int64(10 + (value > 7))


@kernel
def choices(view, rules):
    """Any bet and any raise of it; over a raise the pot or everything, then everything. The least raise of a raise is called."""
    table, raises, legal = view.table, view.bets.raises, np.int64(view.legal)
    if table.point != Point.BET or raises < 2:
        return legal
    if raises > 2 and np.int64(table.history[table.acts - 1]) % 8 == Bet.RAISE_MIN:
        return bit(Bet.CALL)
    legal &= ~bit(Bet.RAISE_MIN)
    if raises > 2:
        return legal & ~(bit(Bet.RAISE_HALF) | bit(Bet.RAISE_POT))
    return legal & ~bit(Bet.RAISE_HALF) if can(legal, Bet.RAISE_POT) else legal


@kernel
def line(table, begin, end):
    """Bets and raises among these entries of the history: how many, and the sizes of the first two. The least raise of a raise does not
    count; two more from the third on are counted where the last was everything.
    """
    raises, sizes, last = np.int64(0), np.int64(0), np.int64(0)
    for at in range(begin, end):
        size = np.int64(table.history[at]) % 8 - Bet.RAISE_MIN
        if (0 if raises < 2 else 1) <= size <= Bet.ALL_IN - Bet.RAISE_MIN:
            sizes += size << 2 * raises if raises < 2 else 0
            raises = min(4, raises + 1)
            last = size
    return sizes << 3 | (raises + 2 * np.int64(raises > 2 and last == Bet.ALL_IN - Bet.RAISE_MIN))


@kernel
def opened(table, end, seat):
    """Was the first bet of the round another's?"""
    for at in range(end):
        code = np.int64(table.history[at])
        if Bet.RAISE_MIN <= code % 8 <= Bet.ALL_IN:
            return np.int64(code // 8 != seat)
    return np.int64(0)


@kernel
def drew(view, seat):
    """The fewest cards that another player still in exchanged, three at most."""
    fewest = np.int64(3)
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


def number_of(**found: Any) -> Any:
    """The bucket with these digits, all others 0; of arrays of digits an array."""
    number: Any = 0
    for name, size in DIGITS:
        number = number * size + found.get(name, 0)
    return number


def words(number: int) -> str:
    """A bucket for people."""
    at = digits(number)
    told = ["after the draw" if at["betting"] else "before the draw", HANDS[at["hand"]]]
    told += ["a Page"] if at["page"] else []
    told += ["four to a straight or flush"] if at["hopes"] else []
    told += ["nothing to call"] if not at["bets"] else [f"{line_words(at['bets'])} to answer"]
    told += [f"under {LASTING[at['arcana'] - 2].name.lower().replace('_', ' ')}"] if at["arcana"] > DONE else []
    told += ["after an Arcana"] if at["arcana"] == DONE else []
    told += [before_words(at["before"]), f"you {DREW[at['own']]}", f"the other {DREW[at['other']]}"] if at["betting"] else []
    return ", ".join([*told, "dealer" if at["dealer"] else "first to speak"])


def line_words(line: int) -> str:
    """Bets of a betting round, not none."""
    raises, first, second = line & 7, line >> 3 & 3, line >> 5
    raised = "" if raises < 2 else f", raised {'by ' if second < len(SIZES) - 1 else 'to '}{SIZES[second]}"
    return SIZES[first] + raised + (", raised again" if raises > 2 else "")


def before_words(number: int) -> str:
    line, other = divmod(number, 2)
    return f"{'the other' if other else 'you'} bet {line_words(line)} before" if line else "nobody bet before"


ABSTRACTION = Abstraction(
    bucket=bucket,
    choices=choices,
    base="never_discards_page",
    words=words,
    actions={int(bet): bet.name.lower().replace("_", " ") for bet in Bet} | {int(Bet.CALL): "call or check"},
    rules={"players": 2, "unit": "round"},
    free=("unit", "max_rounds", "first_dealer", "starting_chips", "forced_arcana", "forced_window", "arcana_enabled", "arcana_per_round"),
)
assert [size for _, size in DIGITS] == [2, 16, 2, 2, 10, 2, 2, 128, 256, 4, 4]
