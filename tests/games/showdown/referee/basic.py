"""The rule-of-thumb player of showdown: it looks at its own hand and the cards on the table, and at nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from tests.games.showdown.referee.ranking import ACE, HIGH_CARD, PAIR, STRAIGHT, THREE, TWO_PAIR, Ranking, rank_of, suit_of

if TYPE_CHECKING:
    from tests.games.showdown.referee.game import Referee

KEEP, REJECT = 0, 1


def basic(referee: Referee, seat: int) -> int:
    """Keeps made hands, four-flushes, pairs and open straights; ducks three tricks and fights for the fourth."""
    view: dict[str, Any] = referee.view(seat)
    legal = view["legal"]
    if len(legal) == 1:
        return legal[0]
    if view["point"] == "DRAW":
        return fewer(wanted_discards(view["hand"], referee.ranking), max(mask.bit_count() for mask in legal))
    if view["point"] == "SHOW":
        five = [*view["hand"], view["shown_card"]]
        return KEEP if referee.ranking.category(five) >= STRAIGHT else REJECT
    return basic_card(view)


def wanted_discards(hand: Sequence[int], ranking: Ranking) -> int:
    """The mask of cards that `basic` throws from a sorted hand when nothing limits it: first line that fits."""
    ranks = [rank_of(card) for card in hand]
    suits = [suit_of(card) for card in hand]
    category = ranking.category(hand)
    if category >= STRAIGHT:
        return 0
    if category in (THREE, TWO_PAIR):
        return mask_of(ranks.count(rank) == 1 for rank in ranks)
    if any(suits.count(suit) == 4 for suit in suits):
        return mask_of(suits.count(suit) == 1 for suit in suits)
    if category == PAIR:
        return mask_of(ranks.count(rank) == 1 for rank in ranks)
    assert category == HIGH_CARD
    for low in range(ACE - 3):
        run = range(low, low + 4)  # without an ace: open at both ends
        if all(rank in ranks for rank in run):
            return mask_of(rank not in run for rank in ranks)
    return mask_of(rank not in ranks[-2:] for rank in ranks)


def mask_of(thrown: Iterable[bool]) -> int:
    return sum(1 << i for i, throws in enumerate(thrown) if throws)


def fewer(mask: int, most: int) -> int:
    """Keep the highest of the cards to be thrown until the number fits."""
    while mask.bit_count() > most:
        mask ^= 1 << (mask.bit_length() - 1)
    return mask


def basic_card(view: dict[str, Any]) -> int:
    """The place, among the cards it may play, of the one that `basic` plays."""
    table, cards = view["table"], view["playable"]
    led = table[0][1] if table else None
    lowest, highest = 0, len(cards) - 1
    if view["trick"] < 4:
        return lowest
    if led is None:
        return highest
    best = max(card for _, card in table if suit_of(card) == suit_of(led))
    beating = [k for k, card in enumerate(cards) if suit_of(card) == suit_of(led) and card > best]
    if not beating:
        return lowest
    return beating[0] if len(table) == view["players"] - 1 else beating[-1]
