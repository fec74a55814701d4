"""Arranging the engine's Jester table for a test: stacked decks, named cards, positions to start from."""

from simlab.cards import FRENCH
from simlab.contract.catalogue import load
from simlab.games.jester.poker import begin_poker
from simlab.games.jester.rules import Point
from simlab.play.table import Table

BLOCK = 8


def mask(cards):
    return sum(1 << card for card in cards)


def hand(table, seat):
    return FRENCH.write(card for card in range(52) if int(table.state.hand[seat]) >> card & 1)


def game_table(hands=(), pile="", index=0, **changes):
    """A table whose first deal is arranged: the seats' cards, then the pile, then whatever is left. Else deal number `index`."""
    rules = load("jester").Rules.of(changes)
    table = Table(load("jester"), rules, seed=1, index=index)
    if hands or pile:
        stack(table, [FRENCH.read(cards) for cards in hands], FRENCH.read(pile))
    return table


def stack(table, blocks, pile):
    state, rules = table.state, table.rules
    n, held = int(rules.players), int(rules.held[int(state.phase)])
    blocks = [*blocks, *[[]] * (n - len(blocks))]
    named = {card for block in blocks for card in block} | set(pile)
    spare = [card for card in range(52 - int(rules.cards), 52) if card not in named]
    blocks = [block + [spare.pop() for _ in range(BLOCK - len(block))] for block in blocks]
    order = pile + spare + [card for block in blocks for card in block[held:]]
    for seat, block in enumerate(blocks):
        state.hand[seat] = mask(block[:held])
    for place, card in enumerate(order):
        state.pile[(int(state.top) + place) % int(rules.cards)] = card


def play(table, text):
    """These cards one after another, each from the hand of the seat to act."""
    for card in FRENCH.read(text):
        held = [c for c in range(52) if int(table.state.hand[table.seat]) >> c & 1]
        table.play(held.index(card))


def steps(table, *actions):
    for action in actions:
        table.play(int(action))
    return table


def point(table):
    return Point(int(table.state.table.point)).name


def points(table):
    return table.state.table.points[: int(table.rules.players)].tolist()


def blackjack_table(pairs, pile, **changes):
    """At BJ_ACT with these pairs in front; seat 1 is jester, so of two players seat 0 acts first."""
    table = game_table(pairs, pile, **{"phases": ["blackjack"], "players": len(pairs), "max_rounds": 1, **changes})
    steps(table, *[0] * len(pairs))
    assert point(table) == "BJ_ACT"
    return table


def poker_table(held, hands=(), pile="", **changes):
    """At OPEN with these points, seat 0 jester; the cards are the three poker cards of each seat."""
    n = len(held)
    table = game_table(hands, pile, **{"players": n, "phases": ["poker"], "first_dealer": n - 1, **changes})
    for seat in range(n):
        table.state.table.points[seat] = held[seat]
        table.state.lowest[seat] = held[seat]
    begin_poker(table.state, table.rules)
    assert table.seat == 0
    return table
