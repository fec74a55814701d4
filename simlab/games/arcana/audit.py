"""Arcana's books: what must always be true, and what a seat must not know. For the conformance check."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np

from simlab.games.arcana.deck import by_in, card_in, is_private, lay, lying, planted_in, slot
from simlab.games.arcana.ranking.multiset import KINDS, gather
from simlab.games.arcana.rules import NONE, WINDOW, Convert, DeckModel, UnfixMode
from simlab.games.arcana.text import cards_in

MOST_HELD = 24


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    return fixed_cards_add_up(state, rules) or packs_are_whole(state, rules) or money_adds_up(state, rules) or bids_are_five(state, rules)


def out_of_deck(state: Any, rules: Any) -> list[int]:
    """Cards in hands, picks and on the pile."""
    held = [card for seat in range(int(rules.players)) for card in cards_in(state.hand[seat])] + cards_in(state.picks)
    return held + ([int(state.top)] if state.top != NONE else [])


def known(state: Any) -> list[int]:
    return [int(card_in(slot)) for slot in positions(state) if slot]


def positions(state: Any) -> list[int]:
    """What is known of depths 1 .. 10."""
    return [int(lying(state, depth)) for depth in range(1, WINDOW + 1)]


def fixed_cards_add_up(state: Any, rules: Any) -> str:
    """E10: f equals the recount, the weights follow from it, hand sizes are right."""
    out, lying, fixed = out_of_deck(state, rules), known(state), state.fixed.tolist()
    count = Counter(out + lying)
    if any(count[card] != fixed[card] for card in range(KINDS)):
        return f"fixed cards are {dict(count)}, not {fixed}"
    if len(out) != state.out:
        return f"{len(out)} cards are out of the deck, not {state.out}"
    for seat in range(int(rules.players)):
        held = cards_in(state.hand[seat])
        if len(held) != state.hand_size[seat] or len(held) > MOST_HELD:
            return f"seat {seat} holds {len(held)} cards, not {state.hand_size[seat]}"
        if Counter(cards_in(state.seen[seat])) - Counter(held):
            picking = seat == state.seat and state.n_picks > 0
            if not picking:
                return f"seat {seat} was seen to take cards it does not hold"
    if rules.exact and (weights := float(rules.damped[state.fixed].sum())) != state.weights:
        return f"weights add up to {weights}, not {state.weights}"
    for copies in range(1, len(state.layer)):
        if int(state.layer[copies]) != sum(1 << card for card in range(KINDS) if fixed[card] >= copies):
            return f"cards fixed {copies} times are {int(state.layer[copies]):b}"
    return ""


def packs_are_whole(state: Any, rules: Any) -> str:
    """Finite decks: no card is out too often; concealed packs: every card is in exactly one place."""
    if rules.deck_model != DeckModel.FINITE:
        return ""
    packs = int(rules.deck_copies)
    if max(state.fixed) > packs:
        return f"a card is fixed {max(state.fixed)} times in {packs} packs"
    if rules.unfix_mode != UnfixMode.CONCEAL:
        deepest = max((depth for depth, slot in enumerate(positions(state), 1) if slot), default=0)
        return f"a known card lies at depth {deepest}, below the deck" if deepest > KINDS * packs - state.out else ""
    deck = [int(card) for card in state.deck[: int(state.n_deck)]]
    bids = [card for seat in range(int(rules.players)) for card in cards_in(state.bid[seat])]
    everywhere = Counter(out_of_deck(state, rules) + deck + bids) + Counter({c: int(n) for c, n in enumerate(state.heap)})
    if any(everywhere[card] != packs for card in range(KINDS)):
        return f"the packs are not whole: {dict(everywhere)}"
    if int(sum(state.heap)) != state.n_heap or Counter(cards_in(state.heap_seen)) - Counter({c: int(n) for c, n in enumerate(state.heap)}):
        return "the heap is not what was seen to go there"
    for depth, there in enumerate(positions(state), 1):
        if there and (depth > len(deck) or deck[-depth] != card_in(there)):
            return f"the card known at depth {depth} is another"
    return ""


def money_adds_up(state: Any, rules: Any) -> str:
    if state.pot < 0 or min(state.coins) < 0 or min(state.points) < 0:
        return f"negative money: Pot {state.pot}, coins {state.coins}, points {state.points}"
    if rules.convert == Convert.AUTO and max(state.coins) >= rules.coins_per_point:
        return f"coins were not turned into points: {state.coins}"
    return ""


def bids_are_five(state: Any, rules: Any) -> str:
    for seat in range(int(rules.players)):
        if len(cards_in(state.bid[seat])) != 5 * int(state.bids[seat]):
            return f"seat {seat} bids {cards_in(state.bid[seat])} in {state.bids[seat]} submissions"
    bidders = state.bidders[: int(state.n_bidders)].tolist()
    if sorted(bidders) != [seat for seat in range(6) if state.bids[seat]]:
        return f"bidders are {bidders}, bids {state.bids}"
    return ""


# ---- what a seat must not know (AR-14)


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Change everything `seat` must not know: other hands and bids, private deck cards, weights, the unknown deck, chance to come."""
    for other in range(int(rules.players)):
        if other != seat and not rules.open_hands:
            write(state.hand[other], swapped(cards_in(state.hand[other]), cards_in(state.seen[other]), random))
        if other != seat and not rules.submissions_face_up:
            write(state.bid[other], swapped(cards_in(state.bid[other]), [], random))
    if seat != state.seat:
        write(state.picks, swapped(cards_in(state.picks), [], random))
    for depth, known_there in enumerate(positions(state), 1):
        if known_there and is_private(known_there) and by_in(known_there) != seat:
            lay(state, depth, slot(random.randrange(KINDS), by_in(known_there), planted_in(known_there), True))
    for name in ("layer", "fixed", "heap"):
        values = state[name].tolist()
        random.shuffle(values)
        state[name][:] = values
    deck = state.deck[: int(state.n_deck)].tolist()
    random.shuffle(deck)
    state.deck[: len(deck)] = deck
    state.weights = random.random()
    state.key.k0 = random.getrandbits(64)
    state.dice.s0 = random.getrandbits(64)
    return True


def swapped(cards: list[int], kept: list[int], random: Random) -> list[int]:
    """As many other cards, those that were seen among them."""
    hidden = Counter(cards) - Counter(kept)
    keep = list((Counter(cards) - hidden).elements())
    return keep + [random.randrange(KINDS) for _ in range(len(cards) - len(keep))]


def write(words: Any, cards: list[int]) -> None:
    words[:] = gather(np.array(cards, np.int64))
