"""Arcana's hands for the command line: what a hand is and who wins, and how rare each category is in a given deck."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from simlab.errors import InputError, UnknownName
from simlab.games.arcana.ranking import odds
from simlab.games.arcana.ranking.multiset import (
    BEST_FIRST,
    HAND,
    NAMES,
    TAROT,
    category,
    describe,
    gather,
    multiset_order,
    rank,
    read,
    read_order,
    title,
)
from simlab.ranking.text import Comparison, Ranked

ORDER_KNOBS = ("category_order", "kickers", "ace_low_straight", "wrap_straights")
DECK_KNOBS = ("deck_model", "repeat_damping", "deck_copies")


def order_from(knobs: Mapping[str, Any], known: Sequence[str] = ORDER_KNOBS) -> Any:
    """The order of these knobs; others are refused."""
    for knob in knobs:
        if knob not in known:
            raise UnknownName("ranking knob of arcana", knob, known)
    chosen = {name: value for name, value in knobs.items() if name in ORDER_KNOBS}
    if chosen.get("kickers", "natural") not in ("contributing", "natural"):
        raise InputError(f"kickers must be contributing or natural, not {chosen['kickers']!r}")
    return multiset_order(**chosen)


def rank_hand(cards: str, knobs: Mapping[str, Any]) -> Ranked:
    ids = read(cards)
    if len(ids) < HAND:
        raise InputError(f"arcana ranks five or more cards, not {len(ids)}: {cards!r}")
    score = int(rank(gather(np.array(ids, np.int64)), order_from(knobs)))
    return Ranked(TAROT.write(ids), score, title(NAMES[int(category(np.int64(score)))]), describe(score))


def compare_hands(hands: Sequence[str], knobs: Mapping[str, Any]) -> Comparison:
    """Who wins, and why."""
    ranked = tuple(rank_hand(cards, knobs) for cards in hands)
    best = max(ranked)
    winners = tuple(place for place, hand in enumerate(ranked) if hand.score == best.score)
    if len(winners) > 1:
        return Comparison(ranked, winners, f"hands {', '.join(str(w + 1) for w in winners)} tie: {best.text}")
    second = max(hand for place, hand in enumerate(ranked) if place != winners[0])
    why = f"{best.category} beats {second.category}" if best.category != second.category else f"{best.text} beats {second.text}"
    return Comparison(ranked, winners, f"hand {winners[0] + 1} wins: {why}")


def rarity(cards: int, knobs: Mapping[str, Any]) -> tuple[list[dict[str, Any]], str]:
    """Rows (category, multisets, sequences, share), best first, and what the rarity audit finds."""
    order = order_from(knobs, (*ORDER_KNOBS, *DECK_KNOBS))
    deck = {name: knobs[name] for name in DECK_KNOBS if name in knobs}
    if deck.get("deck_model", "halving") not in ("halving", "flat", "finite"):
        raise InputError(f"deck_model must be halving, flat or finite, not {deck['deck_model']!r}")
    chances = odds.odds(cards, order=order, **deck)
    counts = {count.name: count for count in odds.counts(cards, order)}
    names = read_order(knobs["category_order"]) if "category_order" in knobs else tuple(counts)
    rows = [
        {"category": title(n), "multisets": counts[n].multisets, "sequences": counts[n].sequences, "share": float(chances[n])}
        for n in names
    ]
    wrong = [f"{title(i.better)} is commoner than {title(i.worse)}" for i in odds.inversions(chances, names)]
    return rows, "; ".join(wrong) or "every category is rarer than the next one below it"


def deck_models(cards: int, knobs: Mapping[str, Any]) -> dict[str, dict[str, float]]:
    """The chance of each category, best first, in the deck of these knobs and in decks of other kinds."""
    order = order_from(knobs, (*ORDER_KNOBS, *DECK_KNOBS))
    names = read_order(knobs["category_order"]) if "category_order" in knobs else BEST_FIRST
    decks: dict[str, dict[str, Any]] = {"halving deck": {}, "flat deck": {"deck_model": "flat"}}
    decks |= {f"{packs} packs": {"deck_model": "finite", "deck_copies": packs} for packs in (3, 8)}
    own = {name: knobs[name] for name in DECK_KNOBS if name in knobs}
    if own and own not in decks.values():
        decks = {"the deck asked for": own, **decks}
    found = {name: odds.odds(cards, order=order, **deck) for name, deck in decks.items()}
    return {name: {title(hand): float(chances[hand]) for hand in names} for name, chances in found.items()}
