"""Arcana, one discard taken out of a game and played on with and without its effect: the probe of `effects.py`."""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Any, ClassVar

import numba
import numpy as np
from numba import types as nt

import simlab.games.arcana.engine as game
from simlab.contract.game import Game
from simlab.contract.minds import forget
from simlab.errors import PolicyError
from simlab.games.arcana.deck import card_in, fix, is_private, lying, unfix
from simlab.games.arcana.ranking.multiset import SUIT, copies, load, minus, plus, store
from simlab.games.arcana.rules import NONE, Action, DeckModel, Point, Suit
from simlab.jit import JIT, bind, clear, kernel
from simlab.play.drivers import drivers
from simlab.play.kernels import choose
from simlab.play.probes.probe import Arrays, Setting
from simlab.play.seats import seated
from simlab.rng import KEY, STREAM, Purpose, below, set_key, start

TAKEN = 1  # work[TAKEN]: the decision that was taken out of the game
LAID = -1  # of `cards`: the card that was laid in the game itself
NOWHERE = -1  # no game, no card, no fate
FIELDS = 8  # of a row of `found`
QUIET = {"coins_effect": False, "swords_effect": False, "wands_effect": False, "cups_effect": False}


class Field(IntEnum):
    """What is known of one card laid in one game."""

    DID = 0
    FATE = 1
    WIN = 2  # with the effect; WIN + 3: without
    POINTS = 3
    COINS = 4  # of the deal under way


class Did(IntEnum):
    """What the effect did."""

    NOTHING = 0
    FED = 1  # the Pot
    PLANTED = 2
    TOOK = 3
    REVEALED = 4
    ERASED = 5


class Fate(IntEnum):
    """Of a card known in the deck: 0 .. 5 drawn by the seat so many places after the discarder, or ..."""

    ERASED = 6
    LEFT = 7  # in the deck when the game ended


def try_cards(players, table, minds, rules, quiet, seed, begin, most, cards, work, views, keys, dice, stands, found):
    """Games begin, begin + 1, ...: take a discard out of each, lay each card there, once by the rules and once by the quiet ones.

    Which discard, from the first to the `most`-th, is drawn before the game: chosen among those that came, it would depend on how
    the game went on, and the discards of short games would count for more. A game that ends before has none.
    `stands`: who has bid (0 nobody, 1 the discarder, 2 only others; -1 no such discard) and the card laid in the game. Returns how
    many games were finished: less than all after an illegal move.
    """
    key = keys[0]
    for g in range(len(found)):
        set_key(key, seed, begin + g)
        start(dice[0], key, Purpose.AUX, 0, 0)
        laid = one_discard(players, table, minds, rules, work, views, key, 1 + below(dice[0], most))
        if laid < NOWHERE:
            return g
        stands[g, 0] = NOWHERE
        if laid == NOWHERE:
            continue
        taken = work[TAKEN]
        stands[g, 0] = 0 if taken.n_bidders == 0 else 1 if taken.bids[taken.seat] > 0 else 2
        stands[g, 1] = laid
        for c in range(len(cards)):
            card = laid if cards[c] == LAID else cards[c]
            found[g, c, Field.DID] = NOWHERE
            if not there_is(taken, rules, laid, card):
                continue
            for silent in range(2):
                once = quiet if silent else rules
                if not carry_on(players, table, minds, rules, once, work, views, key, laid, card, silent, found[g, c]):
                    return g
    return len(found)


def one_discard(players, table, minds, rules, work, views, key, wanted):
    """Play a game to its choice number `wanted` what to lay on a card: work[TAKEN]. The card laid there; -1 none, -2 foul."""
    state, view = work[0], views[0]
    clear(work[0])
    forget(minds, key, rules.players)
    game.reset(state, rules, key)
    while not state.over:
        action = choose(players, table, minds, rules, 0, state, view)
        if action < 0:
            return -2
        if state.point == Point.DISCARD_PICK and state.top != NONE:
            wanted -= 1
            if wanted == 0:
                work[TAKEN] = work[0]
                return action - Action.CARD
        game.step(state, rules, action)
    return -1


def carry_on(players, table, minds, rules, once, work, views, key, laid, card, silent, row):
    """Lay the card at the decision taken, its effect by the rules `once`, and play to the end of the game by `rules`."""
    state, view = work[0], views[0]
    work[0] = work[TAKEN]
    seat, top, deals, coins = state.seat + 0, state.top + 0, state.deals + 0, state.tally.coins_won[state.seat] + 0
    erased = state.tally.cups_unfix + 0
    exchange(state, rules, seat, laid, card)
    key.k0 = state.key.k0
    key.k1 = state.key.k1
    forget(minds, key, rules.players)
    game.step(state, once, Action.CARD + card)
    if not silent:
        row[Field.DID] = done_by(rules, card, state.tally.cups_unfix > erased)
        row[Field.FATE] = NOWHERE
    ours = 0 if silent else marked(state, rules, row[Field.DID], card, top, seat)
    won, settled = 0, False
    while not state.over:
        action = choose(players, table, minds, rules, 0, state, view)
        if action < 0:
            return False
        lying_there, seen = count_of(state, ours), seen_by(state, rules, card_in(ours))
        game.step(state, rules, action)
        if ours != 0 and count_of(state, ours) < lying_there:
            row[Field.FATE] = drawer(state, rules, card_in(ours), seen, seat)
            ours = 0
        if not settled and state.deals > deals:
            won, settled = state.tally.coins_won[seat] - coins, True
    if ours != 0:
        row[Field.FATE] = Fate.LEFT
    row[Field.WIN + 3 * silent] = state.tally.win[seat]
    row[Field.POINTS + 3 * silent] = state.tally.points[seat]
    row[Field.COINS + 3 * silent] = won
    return True


@kernel
def there_is(state, rules, laid, card):
    """Packs hold so many copies of a card and no more."""
    return rules.deck_model != DeckModel.FINITE or card == laid or state.fixed[card] < rules.deck_copies


@kernel
def exchange(state, rules, seat, old, new):
    """The seat holds another card instead, drawn unseen."""
    if old == new:
        return
    hand, seen = plus(minus(load(state.hand[seat]), old), new), load(state.seen[seat])
    store(state.hand[seat], hand)
    if copies(seen, old) > copies(hand, old):
        store(state.seen[seat], minus(seen, old))
    unfix(state, rules, old)
    fix(state, rules, new)


@kernel
def done_by(rules, card, erased):
    suit = card // SUIT
    if suit == Suit.COINS:
        return Did.FED + 0 if rules.coins_effect else Did.NOTHING + 0
    if suit == Suit.SWORDS:
        return Did.PLANTED + 0 if rules.swords_effect else Did.NOTHING + 0
    if suit == Suit.WANDS:
        return Did.TOOK + 0 if rules.wands_effect else Did.NOTHING + 0
    if not rules.cups_effect:
        return Did.NOTHING + 0
    return Did.ERASED + 0 if erased else Did.REVEALED + 0


@kernel
def marked(state, rules, did, card, top, seat):
    """The known position that the effect made, as a slot; 0 none, or one whose fate is not seen."""
    depth = rules.depth_of[card]
    if did == Did.REVEALED:
        slot = lying(state, depth)
        return 0 if is_private(slot) else slot
    if did != Did.PLANTED:
        return 0
    while depth > 1 and (lying(state, depth) == 0 or card_in(lying(state, depth)) != top):
        depth -= 1  # at the bottom of a shorter deck (AR-6.10)
    return lying(state, depth)


@kernel
def count_of(state, slot):
    """Known positions like this one: same card, seat and depth."""
    n = 0
    for known in state.window:
        n += known == slot
    return n


@kernel
def seen_by(state, rules, card):
    """Copies of the card that each seat was seen to take, five bits each."""
    seen = 0
    for seat in range(rules.players):
        seen |= copies(load(state.seen[seat]), card) << 5 * seat
    return seen


@kernel
def drawer(state, rules, card, before, discarder):
    """Who took the card just now, in places after the discarder; nobody: it was erased."""
    after = seen_by(state, rules, card)
    for place in range(rules.players):
        seat = (discarder + place) % rules.players
        if after >> 5 * seat & 31 > before >> 5 * seat & 31:
            return place
    return Fate.ERASED + 0


@cache
def compiled_trial(of: Game) -> Any:
    """`try_cards`, compiled or loaded from the cache."""
    helper = drivers(of)._choose
    parts = {f.__name__: bind(f, game, whole=False, choose=helper) for f in (one_discard, carry_on)}
    if not JIT:
        return bind(try_cards, game, None, **parts)
    kinds = drivers(of)._types
    states, views, keys = kinds["scratch"]
    dice, longs = nt.Array(numba.from_dtype(STREAM), 1, "C"), nt.Array(nt.int64, 2, "C")
    args = (
        *kinds["line_up"],
        kinds["RULES"],
        kinds["RULES"],
        nt.int64,
        nt.int64,
        nt.int64,
        kinds["longs"],
        states,
        views,
        keys,
        dice,
        longs,
    )
    return bind(try_cards, game, nt.int64(*args, nt.Array(nt.int64, 3, "C")), **parts)


@dataclass(frozen=True)
class Discards:
    """A probe: of every game who had bid and the card laid at the discard taken out of it, and what each card did there."""

    CHUNK: ClassVar[int] = 32

    cards: tuple[int, ...]
    most: int  # discards of a game that may be taken

    def kinds(self, of: Game) -> tuple[np.dtype[Any], ...]:
        return np.dtype(np.int64), np.dtype(np.int64)

    def prepare(self, setting: Setting) -> None:
        setting.need_compiled("this study")
        compiled_trial(setting.game)

    def play(self, setting: Setting, first: int, games: int) -> Arrays:
        engine, rules, seed = setting.game.engine, setting.rules, setting.seed
        stands, rows = np.zeros((games, 2), np.int64), np.zeros((games, len(self.cards), FIELDS), np.int64)
        scratch = np.zeros(2, engine.STATE), np.zeros(1, engine.VIEW), np.zeros(1, KEY), np.zeros(1, STREAM)
        both = setting.lowered, type(rules).of({**rules.plain(), **QUIET}).lower()
        cards = np.array(self.cards, np.int64)
        run = compiled_trial(setting.game)
        done = run(*seated(setting.line_up), *both, seed, first, self.most, cards, *scratch, stands, rows)
        if done < games:
            names = ", ".join(dict.fromkeys(repr(player.name) for player in setting.line_up))
            raise PolicyError(f"{setting.game.name}: policy {names} chose an illegal action (seed {seed}, game {first + done})")
        return stands, rows
