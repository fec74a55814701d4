"""Battle's books: what must always be true, and what a seat must not know (section 4). For the conformance check."""

from random import Random
from typing import Any

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.rules import PILE, Point


def deck_of(rules: Any) -> list[int]:
    return [card for card in range(DECK.size) if DECK.rank(card) + 2 >= int(rules.deck_low)]


def places(state: Any, rules: Any) -> list[tuple[Any, Any, int]]:
    """Every place that holds a card: the array, the index, and who knows it."""
    found: list[tuple[Any, Any, int]] = []
    for seat in range(int(rules.players)):
        found += [(state.row, (seat, slot), int(state.known.row[seat, slot])) for slot in range(int(state.size[seat]))]
    pile = [(int(state.top) + n) % PILE for n in range(int(state.left))]
    found += [(state.pile, place, int(state.known.pile[place])) for place in pile]
    drawer = 1 << int(state.seat)
    return found + [(state.drawn, i, drawer) for i in range(int(state.drawn_n))]


def audit(state: Any, rules: Any) -> str:
    """A complaint, or nothing."""
    cards = [int(array[at]) for array, at, _ in places(state, rules)] + DECK.cards(int(state.out))
    if sorted(cards) != deck_of(rules):
        return f"the deck is {DECK.write(sorted(cards))}"
    everyone = (1 << int(rules.players)) - 1
    for seat in range(int(rules.players)):
        row = [int(card) for card in state.row[seat][: int(state.size[seat])]]
        if DECK.cards(int(state.held[seat])) != sorted(row):
            return f"seat {seat} holds {DECK.write(row)}, but its set is {DECK.write(DECK.cards(int(state.held[seat])))}"
        if int(state.shown[seat]) & ~int(state.held[seat]):
            return f"seat {seat} shows a card that it does not hold"
        for slot, card in enumerate(row):
            known = int(state.known.row[seat, slot])
            if not known >> seat & 1:
                return f"seat {seat} does not know its own {DECK.write([card])}"
            if card in DECK.cards(int(state.shown[seat])) and known != everyone:
                return f"not everyone sees {DECK.write([card])}"
    if int(state.round) <= int(rules.draw_rounds) and int(state.point) in (Point.ALLIN, Point.KEEP):
        return hidden_limit(state, rules)
    return ""


def hidden_limit(state: Any, rules: Any) -> str:
    """BA-4.5: between drawing turns no row but an all-in one hides more than it may."""
    for seat in range(int(rules.players)):
        hidden = (int(state.held[seat]) & ~int(state.shown[seat])).bit_count()
        if hidden > int(rules.max_facedown) and not int(state.allin) >> seat & 1:
            return f"seat {seat} hides {hidden} cards"
    return ""


def swap_hidden(state: Any, rules: Any, seat: int, random: Random) -> bool:
    """Shuffle all that `seat` does not know among the places where it lies, in place, and change the key of what is to come."""
    unknown = [(array, at) for array, at, known in places(state, rules) if not known >> seat & 1]
    cards = [int(array[at]) for array, at in unknown]
    random.shuffle(cards)
    for (array, at), card in zip(unknown, cards, strict=True):
        array[at] = card
    for owner in range(int(rules.players)):
        if owner != seat:
            state.held[owner] = DECK.mask(int(card) for card in state.row[owner][: int(state.size[owner])])
    state.key.k0 = random.getrandbits(64)
    return True
