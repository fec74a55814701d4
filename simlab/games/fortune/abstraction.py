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
from simlab.masks import bit
from simlab.ranking.hands import RANK_BITS, Category, category
from simlab.ranking.scalar import RANKS

HANDS = ("no pair", "a low pair", "a high pair", "two pairs", "three of a kind", "a straight or better")
AGAIN = 3  # raises after the opening bet, none to two or more
LINES = 1 + 2 * 2 * AGAIN * 2
FEW = 3.0  # pots
BEHIND = ("few chips left", "many chips left")
DREW = ("drew one or none", "drew two or more")
DIGITS = (("betting", 2), ("hand", len(HANDS)), ("before", LINES), ("line", LINES), ("behind", 2), ("dealer", 2), ("other", len(DREW)))


@kernel
def bucket(view, rules):
    if view.table.point != Point.BET:
        return np.int64(-1)
    seat, second = view.seat, np.int64(view.table.phase == Phase.BET2)
    arcana = in_force(view.table)
    found = second * len(HANDS) + hand_class(view, rules, arcana)
    found = found * LINES + (line(view.table, seat, 0, view.table.acts1) if second == 1 else 0)
    found = found * LINES + line(view.table, seat, view.table.acts1 if second == 1 else 0, view.table.acts)
    found = found * 2 + behind(view.bets, seat)
    found = found * 2 + np.int64(view.table.dealer == seat)
    return found * 2 + (drew(view, seat, arcana) if second == 1 else np.int64(hopes_to_draw(view, rules, arcana)))


@kernel
def choices(view, rules):
    """Fold or call; a little to open, after the draw also the pot; one raise by the pot; everything where few chips are left.

    Other bets are answered as the nearest of these; one that is far beyond the pot as `basic` does.
    """
    bets, raises = bit(Bet.FOLD) | bit(Bet.CALL), view.bets.raises
    if raises == 0:
        bets |= bit(Bet.RAISE_MIN)
    if raises == 1 or (raises == 0 and view.table.phase == Phase.BET2):
        bets |= bit(Bet.RAISE_POT)
    if behind(view.bets, view.seat) == 0:
        bets |= bit(Bet.ALL_IN)
    return view.legal & bets


@kernel
def line(table, seat, begin, end):
    """How a betting round went, from its actions begin to end: 0 nothing was bet."""
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
    return 1 + ((own * 2 + opened - 1) * AGAIN + again) * 2 + all_in


@kernel
def hand_class(view, rules, arcana):
    """0 to 5: the place in `HANDS`; one lower where a wild card or a flop makes everybody's hand better."""
    score = strength(view.hand, view.table.flops if arcana == Arcana.TEMPERANCE else 0, arcana, rules)
    found = category(score)
    if arcana == Arcana.FOOL or arcana == Arcana.TEMPERANCE:
        return np.int64(max(0, min(5, found + 1) - 2 * (found < Category.STRAIGHT)))
    if found == Category.PAIR:
        return np.int64(1 + (63 - clz(score >> RANK_BITS & RANKS) > 7))
    return np.int64(0 if found == Category.HIGH_CARD else min(5, found + 1))


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
    """Did every other player still in exchange two cards or more? The Hermit lets nobody draw: there it counts as if they had."""
    if arcana == Arcana.HERMIT:
        return np.int64(1)
    for other in range(len(view.bets.stack)):
        if other != seat and view.bets.dealt & ~view.bets.folded & bit(other) != 0 and view.table.discarded[other] < 2:
            return np.int64(0)
    return np.int64(1)


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
    told += [("raised", "raised again")[again - 1]] if again else []
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
assert [size for _, size in DIGITS] == [2, 6, 25, 25, 2, 2, 2]
