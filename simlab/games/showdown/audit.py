"""Showdown's books: what must always be true, and what a seat must not know. For the conformance check."""

from random import Random
from typing import Any

import numpy as np

from simlab.games.showdown.rules import HAND, Fate, Point
from simlab.games.showdown.text import cards_of


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    return cards_are_conserved(state, rules) or hands_are_full(state, rules) or points_are_explained(state, rules)


def cards_are_conserved(state: Any, rules: Any) -> str:
    """Every card of the deck lies in exactly one place."""
    table, n = state.open, int(rules.players)
    places = [int(state.hand[seat]) for seat in range(n)] + [int(state.stock), int(state.pile), int(state.pending)]
    places += [1 << int(card) for card in np.asarray(table.played)[:, :n].ravel() if card >= 0]
    if table.shown_card >= 0:
        places.append(1 << int(table.shown_card))
    if sum(mask.bit_count() for mask in places) != int(rules.cards).bit_count() or sum(places) != int(rules.cards):
        return f"cards do not add up: {[cards_of(mask) for mask in places]}"
    if int(state.stock).bit_count() != table.stock_size or int(state.pile).bit_count() != table.pile_size:
        return f"stock and pile are said to hold {table.stock_size} and {table.pile_size} cards"
    if not state.over and cards_ahead(state) < int(state.stock).bit_count():
        return "the order behind the stock has lost some of its cards"
    return ""


def cards_ahead(state: Any) -> int:
    return sum(1 for card in state.deck[int(state.next) :] if int(state.stock) >> int(card) & 1)


def hands_are_full(state: Any, rules: Any) -> str:
    """Five cards before and after every draw (SH-6.1); in the tricks one less for each card played."""
    table = state.open
    for seat in range(int(rules.players)):
        showing = table.point == Point.SHOW and seat == state.seat
        expected = HAND - showing - int((np.asarray(table.played)[:, seat] >= 0).sum())
        if not state.over and int(state.hand[seat]).bit_count() != expected:
            return f"seat {seat} holds {cards_of(state.hand[seat])}, not {expected} cards"
        for draw in range(int(rules.draws)):
            thrown = max(int(table.thrown[draw, seat]), 0)
            if int(state.discards[draw, seat]).bit_count() != thrown:
                return f"seat {seat} threw {thrown} cards in draw {draw + 1}, not {cards_of(state.discards[draw, seat])}"
    return ""


def points_are_explained(state: Any, rules: Any) -> str:
    """Points never go down (SH-2.3), and a circle is kept by exactly those who reached the target (SH-10.1)."""
    table = state.open
    for seat in range(int(rules.players)):
        if (table.points[seat] >= rules.target) != (table.circle_round[seat] != -1):
            return f"seat {seat} has {table.points[seat]} points and circle round {table.circle_round[seat]}"
        if table.circle_round[seat] > state.round or table.points[seat] < 0:
            return f"seat {seat}: circle of round {table.circle_round[seat]}, {table.points[seat]} points"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Shuffle all that `seat` must not know, in place: cards it cannot locate among the places it cannot see, and the key.

    A card is located when it is in the seat's own hand, lies open, or was thrown face up or by the seat itself and has not been
    shuffled since. An opponent's hand is seen as long as it was revealed at the last phase and nothing was thrown since (SH-7.4).
    """
    n = int(rules.players)
    state.key.k0 = random.getrandbits(64)
    hidden = [s for s in range(n) if s != seat and not hand_is_open(state, rules, s)]
    located = located_in_pile(state, rules, seat)
    kept = {s: shown_and_kept(state, s) for s in hidden}
    loose = [c for s in hidden for c in cards_of(int(state.hand[s]) & ~kept[s])]
    pile = cards_of(int(state.pile) & ~located)
    cards = loose + pile + cards_of(state.stock)
    random.shuffle(cards)
    take = iter(cards)
    for s in hidden:
        size = int(state.hand[s]).bit_count() - kept[s].bit_count()
        state.hand[s] = kept[s] | sum(1 << next(take) for _ in range(size))
    state.pile = (int(state.pile) & located) | sum(1 << next(take) for _ in pile)
    state.stock = sum(1 << card for card in take)
    for s in range(n):
        for draw in range(int(rules.draws)):
            if s != seat and not rules.discards_face_up:
                state.discards[draw, s] = random.getrandbits(52)
    return True


def hand_is_open(state: Any, rules: Any, seat: int) -> bool:
    table = state.open
    phase = int(table.draw) - 1 if table.point == Point.PLAY else int(table.draw) - 2
    thrown_since = phase + 1 < int(rules.draws) and table.thrown[phase + 1, seat] >= 0
    return phase >= 0 and int(table.revealed[phase, seat]) != 0 and not thrown_since


def shown_and_kept(state: Any, seat: int) -> int:
    """A card everybody has seen join this hand in the draw under way."""
    table, draw = state.open, int(state.open.draw) - 1
    if table.point == Point.PLAY or table.fate[draw, seat] != Fate.KEPT:
        return 0
    return 1 << int(next(card for card in table.shown[draw, seat][::-1] if card >= 0))


def located_in_pile(state: Any, rules: Any, seat: int) -> int:
    """Cards of the pile this seat can name: its own discards, rejected cards, and those thrown face up."""
    table, located = state.open, 0
    for draw in range(int(rules.draws)):
        located |= int(state.discards[draw, seat])
        for other in range(int(rules.players)):
            located |= int(table.face_up[draw, other])
            located |= sum({1 << int(card) for card in table.shown[draw, other] if card >= 0})
    return located
