"""Rounds of Fortune with chosen cards: hands by seat, then the deck from the top."""

from typing import Any

from simlab.cards import TAROT_PAGE_LOW as DECK
from simlab.contract.catalogue import load
from simlab.games.fortune import engine
from simlab.games.fortune.chips import set_stack
from simlab.games.fortune.rules import Arcana
from simlab.play.table import Table

GAME = load("fortune")
WORDS = {"fold": 0, "call": 1, "check": 1, "min": 2, "half": 3, "pot": 4, "all_in": 5, "justice": 6, "justice_half": 7, "pat": 0}
# four hands, best first, without Pages and without a common card
ACES, TENS, SEVENS, NOTHING = "AW AU KS 9C 4W", "10W 10U KW 8C 3W", "7W 7U QS 9S 2W", "QU NS 8W 6C 4U"


def table(
    hands: dict[int, str] | None = None,
    deck: str = "",
    dealer: int = 0,
    chips: list[int] | None = None,
    arcana: str = "",
    **knobs: Any,
) -> Table:
    """A round about to begin with these cards; by default round mode without any Arcana. `arcana` lies on top of its deck."""
    knobs = knobs or {}
    if knobs.get("unit") != "game" and "forced_arcana" not in knobs:
        knobs = {"unit": "round", "forced_arcana": "none", **knobs}
    model = GAME.Rules.of(knobs)
    play = Table(GAME, model, seed=1)
    state, rules = play.state, play.rules
    state.legal, state.over, state.round = 0, 0, 1
    for seat in range(6):
        set_stack(state.bets, seat, (chips or [model.starting_chips] * model.players)[seat] if seat < model.players else 0)
    state.table.dealer, state.arcana_top, state.table.gone, state.table.hierophant, state.table.last_round = dealer, 0, 0, 0, 0
    state.table.lost = 0
    if arcana:
        on_top(state, Arcana[arcana.upper()])
    deal_again(state, rules, hands or {}, deck)
    return play


def deal_again(state: Any, rules: Any, hands: dict[int, str], deck: str) -> None:
    """What `open_round` does, with a stacked deck."""
    engine.clear_round(state)
    engine.seat_all(state, rules)
    state.deck[:] = [DECK.place[card] for card in stacked(state, hands, deck)]
    state.top, state.size, state.settled = 0, DECK.size, DECK.size
    engine.deal(state, rules)
    engine.go_on(state, rules)


def stacked(state: Any, hands: dict[int, str], deck: str) -> list[int]:
    """All 56 cards in the order in which they are taken. Hands not given come from the end of the rest, without Pages first."""
    wanted = {seat: DECK.read(text) for seat, text in hands.items()}
    top = DECK.read(deck) if deck else []
    named = [card for hand in wanted.values() for card in hand] + top
    assert len(set(named)) == len(named), f"a card stands twice: {hands}, {deck}"
    used = {card for hand in wanted.values() for card in hand} | set(top)
    rest = sorted((c for c in range(DECK.size) if c not in used), key=lambda c: (DECK.rank(c) == 0, c))
    order = [int(s) for s in state.bets.order[: state.bets.seated]]
    full = {seat: wanted.get(seat) or [rest.pop(0) for _ in range(5)] for seat in order}
    dealt = [full[seat][k] for k in range(5) for seat in order]
    return [*dealt, *top, *rest]


def on_top(state: Any, card: int) -> None:
    deck = [int(c) for c in state.arcana_deck[: state.arcana_size]]
    deck.remove(card)
    for place, c in enumerate([card, *deck]):
        state.arcana_deck[place] = c


def forced(card: str, window: str = "deal", **knobs: Any) -> dict[str, Any]:
    return {"unit": "round", "forced_arcana": int(Arcana[card.upper()]), "forced_window": window, **knobs}


def go(play: Table, *actions: int | str) -> Table:
    """Choices one after another, each of them legal."""
    for action in actions:
        number = WORDS[action] if isinstance(action, str) else action
        assert play.allows(number), f"{action} is not legal: {play.names()}"
        play.apply(number)
    return play


def check_down(play: Table) -> Table:
    """Everybody checks or calls and stands pat to the end of the round."""
    begun = int(play.state.round)
    while not play.over and int(play.state.round) == begun:
        play.apply(1 if point(play) == "bet" else play.legal()[-1] if point(play) in ("star", "moon") else 0)
    return play


def point(play: Table) -> str:
    return engine.Point(int(play.state.table.point)).name.lower()


def hand(play: Table, seat: int) -> str:
    return DECK.write(DECK.cards(int(play.state.hand[seat])))


def cards(mask: int) -> str:
    return DECK.write(DECK.cards(int(mask)))


def same(text: str, mask: int) -> bool:
    return sorted(DECK.read(text) if text else []) == DECK.cards(int(mask))


def net(play: Table) -> list[int]:
    return [int(x) for x in play.state.row.net[: int(play.rules.players)]]


def row(play: Table) -> Any:
    return play.state.row


def bets(play: Table) -> Any:
    return play.state.bets


def legal_words(play: Table) -> set[str]:
    back = {0: "fold", 1: "call", 2: "min", 3: "half", 4: "pot", 5: "all_in", 6: "justice", 7: "justice_half"}
    return {back[a] for a in play.legal()}
