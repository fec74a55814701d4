"""Games of Arcana whose cards a test writes down: hands, pile and known deck positions are put into the engine's state."""

from collections import Counter
from functools import lru_cache
from typing import Any

import numpy as np

from simlab.cards import TAROT
from simlab.contract.catalogue import load
from simlab.games.arcana import deck, engine
from simlab.games.arcana.ranking.multiset import gather
from simlab.games.arcana.rules import NONE, WINDOW, Action, Point
from simlab.games.arcana.text import cards_in
from simlab.play.table import Table

GAME = load("arcana")
LOW = "2C 3S 4W 5U 7C"
WORDS = {"END": Action.END, "DRAW1": Action.DRAW1, "DRAW2": Action.DRAW2, "CONVERT": Action.CONVERT}


def card(text: str) -> int:
    return TAROT.read(text)[0]


def cards(text: str) -> list[int]:
    return sorted(TAROT.read(text, unique=False))


@lru_cache(maxsize=8)
def lowered(model: Any) -> Any:
    return model.lower()


class Stacked:
    """A game under way, and the hands that arrange it."""

    def __init__(self, seed: int = 1, **rules: Any) -> None:
        self.model = GAME.Rules.of({"players": 2, **rules})
        self.table = Table(GAME, lowered(self.model).copy(), seed)
        self.state, self.rules = self.table.state, self.table.rules

    def arrange(self, *hands: str, top: str = "", window: dict[int, str] | None = None, pot: int | None = None, **fields: Any) -> "Stacked":
        """Hands by seat, the pile's top, known positions (public, planted by seat 0), the Pot, other fields of the state."""
        for seat, text in enumerate(hands):
            self.state.hand[seat][:] = gather(np.array(cards(text), np.int64))
            self.state.hand_size[seat] = len(cards(text))
        self.state.top = card(top) if top else NONE
        self.state.window[:] = 0
        for depth, name in (window or {}).items():
            planted = min(depth, WINDOW)  # no deeper (AR-6.7), though a draw yet to come may find it one deeper
            deck.lay(self.state, depth, deck.slot(card(name), 0, planted, False))
        if pot is not None:
            self.state.pot = pot
        for name, value in fields.items():
            if np.ndim(value):
                self.state[name][: len(value)] = value
            else:
                self.state[name] = value
        self.recount()
        return self.ask()

    def recount(self) -> None:
        """What is fixed, and the weights, from the cards as they lie now."""
        held = [c for seat in range(self.model.players) for c in cards_in(self.state.hand[seat])] + cards_in(self.state.picks)
        held += [int(self.state.top)] if self.state.top != NONE else []
        known = [int(deck.card_in(int(slot))) for slot in self.state.window if slot]
        copies = Counter(held + known)
        self.state.out = len(held)
        self.state.fixed[:] = [copies[c] for c in range(56)]
        self.state.weights = sum(self.rules.damped[self.state.fixed].tolist())
        for n in range(1, len(self.state.layer)):
            self.state.layer[n] = sum(1 << c for c in copies if copies[c] >= n)

    def ask(self) -> "Stacked":
        """The legal actions of the seat to act, after its cards were exchanged."""
        if self.state.point == Point.MAIN:
            self.state.legal = engine.main_actions(self.state, self.rules, int(self.state.seat))
        else:
            self.state.legal = sum(1 << 6 + c for c in set(self.hand(self.seat)))
        return self

    def play(self, line: str) -> "Stacked":
        """'DRAW2, SUBMIT 2C 3C 4C 5C 6C, DISCARD 7S, TRIM 8U, END' for the seat to act; a card that must be in hand is put there."""
        for phrase in line.split(", "):
            word, *names = phrase.split()
            if word in WORDS:
                self.step(WORDS[word])
            elif word in ("SUBMIT", "DISCARD"):
                self.step(Action.SUBMIT if word == "SUBMIT" else Action.DISCARD)
            for name in names:
                self.step(Action.CARD + card(name))
        return self

    def step(self, action: int) -> None:
        assert self.table.allows(int(action)), f"{action} is not among {self.legal}"
        self.table.apply(int(action))

    @property
    def legal(self) -> list[int]:
        return self.table.legal()

    @property
    def names(self) -> list[str]:
        return [Action(a).name if a < Action.CARD else TAROT.write([a - Action.CARD]) for a in self.legal]

    @property
    def seat(self) -> int:
        return int(self.state.seat)

    @property
    def tally(self) -> Any:
        return self.state.tally

    @property
    def point(self) -> str:
        return Point(int(self.state.point)).name

    @property
    def top(self) -> str:
        return "" if self.state.top == NONE else TAROT.write([int(self.state.top)])

    def hand(self, seat: int) -> list[int]:
        return cards_in(self.state.hand[seat])

    def seen(self, seat: int) -> list[int]:
        return cards_in(self.state.seen[seat])

    @property
    def positions(self) -> list[int]:
        return [int(deck.lying(self.state, depth)) for depth in range(1, 11)]

    @property
    def window(self) -> str:
        """'- - 9W': what everybody knows of the deck."""
        shown = (TAROT.write([int(deck.card_in(int(slot)))]) if slot else "-" for slot in self.positions)
        return " ".join(shown).rstrip(" -")

    def bid(self, subs: dict[int, str], pot: int, top: str = "") -> "Stacked":
        """These seats have submitted, in this order, for this Pot: the showdown is held at once."""
        from simlab.games.arcana.showdown import showdown

        self.arrange(top=top, pot=pot)
        for place, (seat, text) in enumerate(subs.items()):
            self.state.bid[seat][:] = gather(np.array(cards(text), np.int64))
            self.state.bids[seat] = len(cards(text)) // 5
            self.state.bidders[place] = seat
        self.state.n_bidders = len(subs)
        showdown(self.state, self.rules)
        return self
