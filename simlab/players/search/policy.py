"""`search` as a policy: its settings, and the player made of them for one game and set of rules."""

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from simlab.contract.game import Game
from simlab.contract.knobs import Rules
from simlab.contract.policy import Param, Policy, Role
from simlab.contract.uniform import uniform
from simlab.errors import InputError
from simlab.jit import JIT, address_of
from simlab.play.notes import BOOK, BOOK_WORDS, MOST, note_record
from simlab.play.seats import Player, policy_signature
from simlab.players.search.bound import addresses, bound_search
from simlab.players.search.desk import DESK, MODELS, Set, lay_desk
from simlab.players.search.standings import value_net

MIX = "mix"  # the others may be any of the game's rules of thumb
NEVER = -1e9  # logarithm of no chance
BASE_TRUST = 0.5  # how likely somebody is to play as base does, before anything is seen; the rest share what is left

Make = Callable[[str], Player]  # a player of that name, by default settings

PARAMS = (
    Param("worlds", 32, "imagined worlds for each action", 1, 100_000),
    Param("beliefs", 8, "worlds weighed by what the others did, for each that is imagined for an action; 0 weighs none", 0, 1_000),
    Param("horizon", 1, "rounds that are played out before standings are valued; 0 plays every game to its end", 0, 1_000),
    Param("guard", 0, "standard errors by which an action must be better than that of base", 0, 10),
    Param("doubt", 0.05, "how likely anybody is to do what nobody would", 0.001, 0.5),
    Param("halving", 1, "1 drops the worse half of the actions again and again; 0 tries all of them equally often", 0, 1),
)
ROLES = (
    Role("base", "who plays on for the searcher in the worlds it imagines; the game's usual player without it"),
    Role("others", "who plays on for the others: a policy, or mix for those of the game by what they did", also=(MIX,)),
)


class Watcher:
    """The searcher at Python speed: called as any policy, and told what it has watched (`Table.ask`)."""

    def __init__(self, game: Game, notes: int) -> None:
        self.game, self.notes = game, notes

    def __call__(self, view: Any, rules: Any, me: Any, table: Any) -> int:
        return int(bound_search(self.game)(view, rules, me, table))

    def tell(self, seen: Sequence[tuple[Any, int]], seat: int, rules: Any, me: Any, table: Any) -> None:
        """Write down the choices of this round: the states before them, and the actions."""
        at = int(me["table"]) + self.notes
        kind = note_record(self.game)
        book = table[at : at + BOOK_WORDS].view(BOOK)[0]
        notes = table[at + BOOK_WORDS :].view(np.uint8)[: MOST * kind.itemsize].view(kind)
        others = [(state, action) for state, action in seen if int(state.seat) != seat][:MOST]
        for note, (state, action) in zip(notes, others, strict=False):
            note["action"], note["legal"], note["seat"] = action, state.legal, state.seat
            self.game.engine.observe(state, rules, seat, note.sight)
        now = int(me["round"])
        if me["searches"] == 0 or book["round"] != now:
            book["read"] = 0
        book["count"], book["round"] = len(others), now


def settings_of(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, else what suits the game, else the usual."""
    usual = {param.name: param.default for param in PARAMS}
    return {**usual, **game.searching.settings, **given}


def make_searcher(game: Game, rules: Rules, given: Mapping[str, Any], make: Make) -> Player:
    """The searcher with these settings. `make` makes the players it knows."""
    asked = settings_of(game, given)
    known = [make(name) for name in known_players(game, rules, asked, make)]
    if any(player.python for player in known):
        raise InputError("policy 'search': base and others must be compiled policies")
    table, desk, places = lay_desk(game, [player.table for player in known])
    for name, address in addresses(game).items():
        desk[name] = address
    watches = bool(desk["recast"]) and (asked["beliefs"] > 0 or len(known) > 1)
    if not watches:
        desk["recast"] = 0
    introduce(desk, known, places)
    if asked.get("others") not in (None, MIX) and len(known) > 1:  # the others are this one, not perhaps base
        desk["prior"][:2] = (NEVER, 0.0)
    set_horizon(desk, game, rules, known[0], int(asked["horizon"]))
    params = tuple(float(asked[param.name]) for param in PARAMS)
    notes = int(desk["notes"]) if watches else -1
    act = Watcher(game, notes) if watches else bound_search(game)
    entry = address_of(bound_search(game), policy_signature(game) if JIT else None)
    return Player("search", act, params, table, entry=entry, searches=True, notes=notes)


def known_players(game: Game, rules: Rules, asked: Mapping[str, Any], make: Make) -> list[str]:
    """Base first, then those whom the others may be."""
    base = asked.get("base") or (game.usual_player if not usual_of(game).fits(rules) else "uniform")
    others = asked.get("others") or (MIX if game.searching.recast is not None else base)
    if others != MIX:
        return [base] if others == base else [base, others]
    mixed = [policy.name for policy in game.policies if policy.name != base and not policy.fits(rules)]
    return [base, *mixed][:MODELS]


def usual_of(game: Game) -> Policy:
    return next(policy for policy in game.policies if policy.name == game.usual_player)


def introduce(desk: Any, known: Sequence[Player], places: Sequence[int]) -> None:
    """Whom the searcher knows."""
    desk["models"] = len(known)
    for m, (player, place) in enumerate(zip(known, places, strict=True)):
        desk["entry"][m], desk["table"][m] = player.entry, place
        desk["uniform"][m] = player.act is uniform
        desk["params"][m, : len(player.params)] = player.params
        trust = BASE_TRUST if m == 0 else (1.0 - BASE_TRUST) / (len(known) - 1)
        desk["prior"][m] = math.log(trust)


def set_horizon(desk: Any, game: Game, rules: Rules, base: Player, rounds: int) -> None:
    """Games without standings are played to their end."""
    if game.standing is None or rounds == 0:
        return
    net = value_net(game, base, rules)
    desk["horizon"], desk["net"] = rounds, net


SEARCH = Policy(
    "search",
    make_searcher,
    "Imagines worlds, tries every action in them, and plays the best: strong in every game, and slow.",
    params=PARAMS,
    roles=ROLES,
    make=make_searcher,
)

assert [member.name.lower() for member in Set] == [param.name for param in PARAMS]
assert DESK.itemsize % 4 == 0
