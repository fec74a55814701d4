"""Fortune's betting in buckets: how good a hand is, all bets of the round, what was drawn. What is given up stays with `basic`.

A bucket is a number in mixed radix, one digit for each of `DIGITS`. Arcana that have done all they do before the bets are no Arcana here:
the hands they left are what counts, by the order in force. A betting round is told by its line: who opened, a little or much, how often
it was raised since, whether somebody is all-in. With two players that is all there is to remember of it.
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
    "little", "a king or an ace", "a pair of the lowest", "a low pair", "a middling pair", "a high pair", "two low pairs", "two high pairs",
    "three low ones", "three high ones", "a straight or a flush", "a full house or better",
)  # fmt: skip
AGAIN = 4  # raises after the opening bet, none to three or more
LINES = 1 + 2 * 2 * AGAIN * 2
FEW = 3.0  # pots
BEHIND = ("few chips left", "many chips left")
DREW = ("stood pat", "drew one", "drew two or more")
DIGITS = (("betting", 2), ("hand", len(HANDS)), ("before", LINES), ("line", LINES), ("behind", 2), ("dealer", 2), ("other", len(DREW)))


@kernel
def bucket(view, rules):
    if view.table.point != Point.BET:
        return np.int64(-1)
    seat, second = view.seat, np.int64(view.table.phase == Phase.BET2)
    arcana = in_force(view.table)
    found = second * len(HANDS) + hand_class(view, rules, arcana)
    found = found * LINES + (line(view.table, seat, 0, view.table.acts1, False) if second == 1 else 0)
    found = found * LINES + line(view.table, seat, view.table.acts1 if second == 1 else 0, view.table.acts, True)
    found = found * 2 + behind(view.bets, seat)
    found = found * 2 + np.int64(view.table.dealer == seat)
    return found * 3 + (drew(view, seat, arcana) if second == 1 else np.int64(hopes_to_draw(view, rules, arcana)))


@kernel
def choices(view, rules):
    """Fold, call, the pot, to open also a little, and everything where that is not far beyond the pot.

    Other bets are answered as the nearest of these; one that is far beyond the pot as `basic` does.
    """
    bets = bit(Bet.FOLD) | bit(Bet.CALL) | bit(Bet.RAISE_POT) | bit(Bet.JUSTICE_MIN) | bit(Bet.JUSTICE_HALF)
    if view.bets.raises == 0:
        bets |= bit(Bet.RAISE_MIN)
    if behind(view.bets, view.seat) == 0 or not can(view.legal, Bet.RAISE_POT):
        bets |= bit(Bet.ALL_IN)
    return view.legal & bets


@kernel
def line(table, seat, begin, end, whole):
    """How a betting round went, from its actions begin to end: 0 nothing was bet. Of one that is over it is enough that it was raised."""
    opened, own, again, all_in = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for k in range(begin, min(end, HISTORY)):
        action = table.history[k] & 7
        if action < Bet.RAISE_MIN or action > Bet.ALL_IN:
            continue
        all_in |= np.int64(action == Bet.ALL_IN)
        if opened == 0:
            opened = 1 + np.int64(action != Bet.RAISE_MIN)
            own = np.int64(table.history[k] >> 3 == seat)
        else:
            again = min(AGAIN - 1, again + 1)
    if opened == 0:
        return np.int64(0)
    if not whole:
        again, all_in = min(again, np.int64(2)), np.int64(0)
    return 1 + ((own * 2 + opened - 1) * AGAIN + again) * 2 + all_in


@kernel
def hand_class(view, rules, arcana):
    """0 to 11: the place in `HANDS`."""
    score = strength(view.hand, view.table.flops if arcana == Arcana.TEMPERANCE else 0, arcana, rules)
    if arcana == Arcana.FOOL or arcana == Arcana.TEMPERANCE:
        return better_class(category(score))
    found = category(score)
    if found == Category.HIGH_CARD:
        return np.int64(63 - clz(score & RANKS) >= 12)
    if found >= Category.STRAIGHT:
        return np.int64(10 + (found > Category.FLUSH))
    value = 63 - clz(score >> RANK_BITS & RANKS)
    if found == Category.PAIR:
        return np.int64(2 + (value > 3) + (value > 7) + (value > 10))
    if found == Category.TWO_PAIR:
        return np.int64(6 + (value > 9))
    return np.int64(8 + (value > 7))


@kernel
def better_class(found):
    """Where a wild card or a flop helps everybody: a pair is little, three of a kind as much as two pairs elsewhere."""
    if found <= Category.PAIR:
        return np.int64(1)
    if found == Category.TWO_PAIR:
        return np.int64(4)
    if found == Category.THREE:
        return np.int64(6)
    return np.int64(8 + (found > Category.FLUSH) + (found > Category.FULL_HOUSE))


@kernel
def behind(bets, seat):
    """How many chips can still be bet: the least stack of those in play, against the pot."""
    least = bets.stack[seat]
    for other in range(len(bets.stack)):
        if bets.dealt & ~bets.folded & bit(other) != 0:
            least = min(least, bets.stack[other] + max(0, bets.bet[other] - bets.bet[seat]))
    part = least / max(1, bets.pot)
    return np.int64(part > FEW)


@kernel
def drew(view, seat, arcana):
    """The fewest cards that another player still in exchanged; the Hermit lets nobody draw."""
    fewest = np.int64(2)
    if arcana == Arcana.HERMIT:
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
    told = ["after the draw" if at["betting"] else "before the draw", HANDS[at["hand"]], line_in_words(at["line"])]
    if at["betting"]:
        told += [f"before the draw {line_in_words(at['before'])}", f"the other {DREW[at['other']]}"]
    elif at["other"]:
        told += ["four to a straight or flush"]
    return ", ".join([*told, BEHIND[at["behind"]], "dealer" if at["dealer"] else "first to speak"])


def line_in_words(number: int) -> str:
    """`much bet by you, raised twice, all-in`"""
    if number == 0:
        return "nothing bet"
    rest, all_in = divmod(number - 1, 2)
    rest, again = divmod(rest, AGAIN)
    own, opened = divmod(rest, 2)
    told = [f"{('a little', 'much')[opened]} bet by {('the other', 'you')[own]}"]
    told += [("raised", "raised twice", "raised three times")[again - 1]] if again else []
    return ", ".join([*told, *(["all-in"] if all_in else [])])


ABSTRACTION = Abstraction(
    bucket=bucket,
    base="basic",
    words=words,
    actions={int(bet): bet.name.lower().replace("_", " ") for bet in Bet} | {int(Bet.CALL): "call or check"},
    rules={"players": 2, "unit": "round"},
    choices=choices,
    free=("unit", "max_rounds", "first_dealer", "starting_chips", "forced_arcana", "forced_window", "arcana_enabled", "arcana_per_round"),
)
assert [size for _, size in DIGITS] == [2, 12, 33, 33, 2, 2, 3]
