"""A sensible beginner at Fortune: keeps made hands, bets good ones, folds bad ones, and looks at his own cards only (section 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.games.fortune.referee.names import (
    ALL_IN,
    CALL,
    FOLD,
    FOOL,
    HANGED_MAN,
    HERMIT,
    JUSTICE_MIN,
    NO_CARD,
    PAIR,
    RAISE_HALF,
    RAISE_MIN,
    STRAIGHT,
    SUITS,
    THREE,
    TWO_PAIRS,
    rank_of,
    suit_of,
)
from tests.games.fortune.referee.ranking import Ranking

if TYPE_CHECKING:
    from tests.games.fortune.referee.game import Referee


def basic(
    referee: Referee,
    seat: int,
    *,
    keep_value: int = 12,  # a lone card of this value is worth keeping
    big_pair: int = 10,  # a pair of this value is tier 2
    raise_cap: int = 2,  # with tier 3 raise while fewer bets and raises were made
    call_divisor_2: int = 2,  # tier 2 calls up to the pot divided by this
    call_divisor_1: int = 4,  # tier 1 likewise
    return_pot: int = 4,  # antes in the pot that make a return worth while
    return_stack: int = 2,  # antes to own for it
) -> int:
    view: dict[str, Any] = referee.view(seat)
    ranking = referee.round.ranking  # the order of hands in force is known to all
    point, legal, hand = view["point"], view["legal"], view["hand"]
    if point == "bet":
        tier = tier_of(view, ranking, big_pair)
        return bet(view, tier, raise_cap, (0, call_divisor_1, call_divisor_2))
    if point == "magician_guess":
        return rarest_suit(view)
    if point == "judgement_return":
        return int(view["pot"] >= return_pot * view["ante"] and view["stack"][seat] >= return_stack * view["ante"])
    keep = keep_set(hand, ranking, keep_value)
    order = giveaway_order(hand, keep, ranking)
    if point == "draw":
        free = [card for card in order if card not in keep and not view["open_slots"][hand.index(card)]]
        return sum(1 << hand.index(card) for card in free[: referee.rules["max_discards"]])
    if point in ("star_change", "moon_exchange") and order[0] in keep:
        return legal[-1]  # keep all
    return hand.index(order[0])


def rarest_suit(view: dict[str, Any]) -> int:
    """The suit least seen in the own hand and among the cards the Magician turned up for others."""
    others = [card for other, cards in enumerate(view["open"]) if other != view["seat"] for card in cards]
    seen = [suit_of(card) for card in view["hand"] + others + view["misses"]]
    return min(range(SUITS), key=seen.count)


def keep_set(hand: list[int], ranking: Ranking, keep_value: int = 12) -> set[int]:
    """The first of section 7's six cases that applies."""
    if len(hand) >= 5 and ranking.best(hand)[1] >= STRAIGHT:
        return set(hand)
    by_value = sorted(hand, key=ranking.value, reverse=True)
    held = [rank_of(card) for card in by_value]
    threes = [rank for rank in held if held.count(rank) >= 3]
    if threes:
        return {card for card in hand if rank_of(card) == threes[0]}
    paired = list(dict.fromkeys(rank for rank in held if held.count(rank) == 2))
    if paired:
        return {card for card in hand if rank_of(card) in paired[:2]}
    for suit in range(SUITS):
        suited = {card for card in hand if suit_of(card) == suit}
        if len(suited) >= 4:
            return suited
    runs = runs_nearly_held(hand, ranking)
    if runs:
        return {card for card in hand if rank_of(card) in runs[-1]}
    return {card for card in by_value[:2] if ranking.value(card) >= keep_value} or {by_value[0]}


def runs_nearly_held(hand: list[int], ranking: Ranking) -> list[frozenset[int]]:
    """The runs of which four or more ranks are held, low to high."""
    ranks = {rank_of(card) for card in hand}
    return [run for run in ranking.runs if len(run & ranks) >= 4]


def giveaway_order(hand: list[int], keep: set[int], ranking: Ranking) -> list[int]:
    return sorted(hand, key=lambda card: (card in keep, ranking.value(card), suit_of(card)))


def tier_of(view: dict[str, Any], ranking: Ranking, big_pair: int = 10) -> int:
    in_force = NO_CARD if view["cancelled"] else view["arcana"]
    tier = tier_of_hand(view, ranking, big_pair, in_force)
    return max(0, tier - 1) if in_force == FOOL else tier


def tier_of_hand(view: dict[str, Any], ranking: Ranking, big_pair: int, in_force: int) -> int:
    hand = view["hand"]
    (_, *ties), category = ranking.best(hand, in_force == FOOL, view["flops"])
    if category >= THREE:
        return 3
    if category == TWO_PAIRS or (category == PAIR and ties[0] >= big_pair):
        return 2
    if category == PAIR:
        return 1
    draw_to_come = view["phase"] == "bet1" and in_force != HERMIT
    suited = max(sum(suit_of(card) == suit for card in hand) for suit in range(SUITS))
    return int(draw_to_come and (suited >= 4 or bool(runs_nearly_held(hand, ranking))))


def bet(view: dict[str, Any], tier: int, raise_cap: int, call_divisors: tuple[int, int, int]) -> int:
    legal, seat, pot = view["legal"], view["seat"], view["pot"]
    owed = view["level"] - view["bet"][seat]
    if tier == 3:
        if view["arcana"] == HANGED_MAN and not view["cancelled"] and ALL_IN in legal:
            return ALL_IN
        sizes = [size for size in (RAISE_HALF, RAISE_MIN) if size in legal]
        return sizes[0] if sizes and view["raises"] < raise_cap else CALL
    if owed == 0:
        return RAISE_MIN if tier == 2 and RAISE_MIN in legal else CALL
    if tier == 0:
        return FOLD
    if min(owed, view["stack"][seat]) <= pot // call_divisors[tier]:
        return CALL
    return JUSTICE_MIN if JUSTICE_MIN in legal else FOLD
