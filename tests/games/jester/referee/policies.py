"""Two rule-of-thumb Jester players: `basic` plays sensibly, `bully` also prices the table out when it leads.

Both decide from what their seat may know (the referee's `view`) and nothing else. Section 7.2 and 7.3 of the rules.
"""

from collections.abc import Callable
from itertools import combinations
from typing import Any

from tests.games.jester.referee.ranking import PAIR_CLASSES, pair_class, rank, soft, suit, total

HOLD, HIT, DOUBLE = range(3)
FOLD, CALL, CHECK, RAISE_1, RAISE_2, RAISE_MID, RAISE_MAX = range(7)

View = dict[str, Any]

# The numbers of section 7.2, by the name under which a caller may change them.
THRESHOLDS = {
    "middle_rank": 7,  # throwaway: nearest to this rank
    "low_rank": 12,  # LOW: lead or overtake with at least this rank
    "soft_hold": 19,  # BJ_ACT: soft totals from here hold
    "hard_hold": 15,  # hard totals from here hold
    "hard_hit": 12,  # hard totals from here (below hard_hold) hit
    "hard_double": 9,  # hard totals from here (below hard_hit) double
    "medium_sum": 27,  # Poker: own three ranks of a medium hand
    "medium_bid": 2,  # medium calls up to this bid ...
    "medium_divisor": 2,  # ... or up to its points divided by this
    "weak_bid": 1,  # weak calls up to this bid
    "bid_raises": 1,  # strong raises at BID with fewer own raises than this
    "check_raises": 2,  # strong raises at CHECK with fewer own raises than this
}


def basic(referee: Any, seat: int, **thresholds: int) -> int:
    """The action of `basic` for the seat to act."""
    view = referee.view(seat)
    return choose(view, {**THRESHOLDS, **thresholds})


def bully(referee: Any, seat: int, **thresholds: int) -> int:
    """As `basic`, but the seat with the highest cap bids it all at once (section 7.3)."""
    view = referee.view(seat)
    if view["point"] in ("OPEN", "BID", "CHECK") and towers(view) and view["legal"][-1] >= RAISE_1:
        return view["legal"][-1]
    return choose(view, {**THRESHOLDS, **thresholds})


def towers(view: View) -> bool:
    seat, caps = view["seat"], view["caps"]
    rivals = [caps[s] for s in range(len(caps)) if s != seat and not view["folded"][s]]
    return caps[seat] > view["highest"] and caps[seat] > max(rivals)


def choose(view: View, t: dict[str, int]) -> int:
    if set(t) != set(THRESHOLDS):
        raise ValueError(f"no such threshold: {sorted(set(t) - set(THRESHOLDS))}")
    if len(view["legal"]) == 1:
        return view["legal"][0]
    deciders: dict[str, Callable[[View, dict[str, int]], int]] = {
        "TRASH": trash,
        "LOW": low,
        "HIGH": high,
        "BJ_PICK": pick,
        "BJ_ACT": act,
        "OPEN": open_bid,
        "BID": bid,
        "CHECK": check,
    }
    return deciders[view["point"]](view, t)


def throwaway(hand: list[int], t: dict[str, int]) -> int:
    """The least useful card: a lone rank near the middle."""
    ranks = [rank(card) for card in hand]
    lone = [card for card in hand if ranks.count(rank(card)) == 1] or hand
    return min(lone, key=lambda card: (abs(rank(card) - t["middle_rank"]), rank(card), card))


def trash(view: View, t: dict[str, int]) -> int:
    return view["hand"].index(throwaway(view["hand"], t))


def table_ranks(view: View, phase: str) -> list[int]:
    """Ranks on the table; with blind play it counts as empty, even of the seat's own card."""
    if view["blind"]:
        return []
    return [rank(card) for _, card in view[phase]]


def low(view: View, t: dict[str, int]) -> int:
    hand, table = view["hand"], table_ranks(view, "low")
    winning = [card for card in hand if rank(card) > max(table, default=0)]
    last = len(table) == len(view["points"]) - 1
    if last and winning:
        card = min(winning)  # smallest (rank, id): ids ascend with the rank
    elif winning and rank(max(hand)) >= t["low_rank"]:
        card = min(c for c in hand if rank(c) == rank(max(hand)))
    else:
        card = throwaway(hand, t)
    return hand.index(card)


def high(view: View, t: dict[str, int]) -> int:
    hand, table = view["hand"], table_ranks(view, "high")
    if not table or rank(min(hand)) < min(table):
        return hand.index(min(hand))
    return hand.index(throwaway(hand, t))


def pick(view: View, t: dict[str, int]) -> int:
    pairs = list(combinations(view["hand"], 2))

    def worth(pair: tuple[int, int]) -> tuple[object, ...]:
        rest = [card for card in view["hand"] if card not in pair]
        kind, height = triple_worth(rest)
        return (PAIR_CLASSES.index(pair_class(list(pair))), -kind, -height, pair)

    return pairs.index(min(pairs, key=worth))


def triple_worth(rest: list[int]) -> tuple[int, int]:
    """(class, sum of ranks) of the three cards left for Poker; any other number of cards is all the same."""
    if len(rest) != 3:
        return (0, 0)
    ranks = [rank(card) for card in rest]
    if len(set(ranks)) < 3:
        kind = 4 - len(set(ranks))  # 3 trips, 2 a pair
    else:
        kind = 1 if len({suit(card) for card in rest}) == 1 else 0
    return (kind, sum(ranks))


def act(view: View, t: dict[str, int]) -> int:
    cards = view["fronts"][view["seat"]]
    wish = wished(total(cards), soft(cards), t)
    if wish == DOUBLE and DOUBLE not in view["legal"]:
        wish = HIT
    if wish == HIT and HIT not in view["legal"]:
        wish = HOLD
    return wish


def wished(points: int, is_soft: bool, t: dict[str, int]) -> int:
    if is_soft:
        return HOLD if points >= t["soft_hold"] else DOUBLE
    if points >= t["hard_hold"]:
        return HOLD
    if points >= t["hard_hit"]:
        return HIT
    return DOUBLE if points >= t["hard_double"] else HIT


def poker_class(view: View, t: dict[str, int]) -> str:
    own, common = view["hand"], view["common"]
    ranks = [rank(card) for card in own + common]
    if any(ranks.count(rank(card)) >= 2 for card in own):
        return "strong"
    one_suit = len({suit(card) for card in own + common}) == 1
    if sum(rank(card) for card in own) >= t["medium_sum"] or one_suit:
        return "medium"
    return "weak"


def open_bid(view: View, t: dict[str, int]) -> int:
    if poker_class(view, t) == "strong" and RAISE_2 in view["legal"]:
        return RAISE_2
    return RAISE_1


def bid(view: View, t: dict[str, int]) -> int:
    seat, legal, highest = view["seat"], view["legal"], view["highest"]
    call = CALL if CALL in legal else FOLD
    kind = poker_class(view, t)
    if kind == "strong":
        if view["raises_by"][seat] < t["bid_raises"]:
            for wish in (RAISE_2, RAISE_1):
                if wish in legal:
                    return wish
        return call
    limit = t["weak_bid"]
    if kind == "medium":
        limit = max(t["medium_bid"], view["points"][seat] // t["medium_divisor"])
    return call if highest <= limit else FOLD


def check(view: View, t: dict[str, int]) -> int:
    eager = poker_class(view, t) == "strong" and view["raises_by"][view["seat"]] < t["check_raises"]
    return RAISE_1 if eager and RAISE_1 in view["legal"] else CHECK
