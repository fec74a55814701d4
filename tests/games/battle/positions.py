"""Positions of battle for the tests, in words of the game: rows such as "As *3s", a star for a card that lies face down."""

from typing import Any

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.contract.catalogue import load
from simlab.games.battle import engine
from simlab.games.battle.audit import audit
from simlab.games.battle.rules import PILE, Point, Then
from simlab.play.table import Table

BATTLE = load("battle")


def start(*rows: str, pile: str | None = None, **rules: Any) -> Table:
    """A game that begins with the battle. The pile holds the other cards, ascending, or those given, top first."""
    model = BATTLE.Rules.of({"players": len(rows), **rules})
    table = Table(BATTLE, model, seed=1)
    state, everyone = table.state, (1 << len(rows)) - 1
    for name in ("held", "shown", "size", "row", "pile", "drawn"):
        state[name][:] = 0
    state.known["row"][:], state.known["pile"][:] = 0, 0
    for seat, row in enumerate(rows):
        for slot, word in enumerate(row.split()):
            card = DECK.read(word.strip("*"))[0]
            state.row[seat, slot] = card
            state.known.row[seat, slot] = 1 << seat if word.startswith("*") else everyone
            state.held[seat] |= DECK.mask([card])
            state.shown[seat] |= 0 if word.startswith("*") else DECK.mask([card])
        state.size[seat] = len(row.split())
    taken = DECK.read(" ".join(rows).replace("*", ""))
    low = int(table.rules.deck_low)
    cards = [c for c in range(52) if DECK.rank(c) + 2 >= low and c not in taken] if pile is None else DECK.read(pile)
    state.pile[: len(cards)] = cards
    state.top, state.left, state.drawn_n = 0, len(cards), 0
    if pile is not None:
        state.out = DECK.mask(c for c in range(52) if c not in taken and c not in cards)
    state.point, state.then = Point.FACING, Then.BATTLE
    state.round, state.tally.decisions = table.rules.draw_rounds, 0
    engine.carry_on(state, table.rules)
    assert audit(state, table.rules) == ""
    return table


def do(table: Table, *names: str) -> Table:
    """Take these actions by name; forced ones in between are taken by themselves."""
    for name in names:
        while name not in table.names().values() and len(table.legal()) == 1:
            table.apply(table.legal()[0])
        table.play(name)
        assert audit(table.state, table.rules) == ""
    while not table.over and Point.GROUP <= int(table.state.point) <= Point.TARGET and len(table.legal()) == 1:
        table.apply(table.legal()[0])
    return table


def pass_all(table: Table) -> Table:
    """Nobody stops the action."""
    actor = int(table.state.actor)
    turn = int(table.state.turn)
    while not table.over and int(table.state.turn) == turn and int(table.state.target_seat) >= 0 and table.seat != actor:
        table.apply(0)
    return table


def names(table: Table) -> list[str]:
    return list(table.names().values())


def row(table: Table, seat: int) -> str:
    shown = DECK.cards(int(table.state.shown[seat]))
    cards = [int(card) for card in table.state.row[seat][: int(table.state.size[seat])]]
    return " ".join(("" if card in shown else "*") + DECK.write([card]) for card in cards)


def pile(table: Table) -> list[str]:
    state = table.state
    return [DECK.write([int(state.pile[(int(state.top) + n) % PILE])]) for n in range(int(state.left))]


def bottom(table: Table, n: int) -> str:
    return " ".join(pile(table)[-n:])


def targets(table: Table, kind: str) -> set[tuple[str, str]]:
    """Every own card and card of another that an attack of this kind could be made with."""
    found = set()
    if kind not in names(table):
        return found
    actions = list(table.actions)
    state = table.state.copy()
    table.play(kind)
    for card in names(table):
        before = table.state.copy()
        table.play(card)
        found |= {(card, name.split("'s ")[1]) for name in names(table)}
        table.state = before
    table.state, table.actions = state, actions
    return found


def scored(*rows: str, **rules: Any) -> Any:
    """The result of a game without battle rounds."""
    return start(*rows, battle_rounds=0, **rules).tally
