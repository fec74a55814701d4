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
BASE_TRUST = 0.5  # how likely somebody is to play as base does, before anything is seen; the rest share what is left
NOBODY = 1e-300  # how likely anybody is to be a player who is known for the searcher's own sake only

Make = Callable[[str], Player]  # a player of that name, by default settings

PARAMS = (
    Param("worlds", 32, "imagined worlds for each action", 1, 100_000),
    Param("beliefs", 8, "worlds weighed by what the others did, for each that is imagined for an action; 0 weighs none", 0, 1_000),
    Param("horizon", 1, "rounds that are played out before standings are valued; 0 plays every game to its end", 0, 1_000),
    Param("guard", 0, "standard errors by which an action must be better than that of base", 0, 10),
    Param("doubt", 0.05, "how likely anybody is to do what nobody would", 0.001, 0.5),
    Param("halving", 1, "1 drops the worse half of the actions again and again; 0 tries all of them equally often", 0, 1),
    Param("mixed", 0, "1 plays close actions at random, as regret matching would, instead of the best", 0, 1),
    Param("edge", 0, "how much better than base the searcher takes itself to be when it values standings: 0 as good", 0, 10),
    Param("even", 0, "actions that every decision is thought to have when its worlds are counted; 0: as many as it has", 0, 64),
)
ROLES = (
    Role("base", "who plays on for the searcher in the worlds it imagines; the game's usual player without it"),
    Role("second", "another who may play on for the searcher: every action is tried with both"),
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


def settings_of(game: Game, players: int, given: Mapping[str, Any]) -> dict[str, Any]:
    """What was given, else what suits the game with so many players, else the usual."""
    usual = {param.name: param.default for param in PARAMS}
    suited = {**game.searching.settings, **(game.searching.crowded if players > 2 else {})}
    return {**usual, **suited, **given}


def make_searcher(game: Game, rules: Rules, given: Mapping[str, Any], make: Make) -> Player:
    """The searcher with these settings. `make` makes the players it knows."""
    asked = settings_of(game, int(rules.players), given)
    own, others = own_players(game, rules, asked), other_players(game, rules, asked)
    known = [make(name) for name in dict.fromkeys([*own, *others])][:MODELS]
    if any(player.python for player in known):
        raise InputError("policy 'search': base and others must be compiled policies")
    table, desk, places = lay_desk(game, [player.table for player in known])
    for name, address in addresses(game).items():
        desk[name] = address
    watches = bool(desk["recast"]) and (asked["beliefs"] > 0 or len(known) > 1)
    if not watches:
        desk["recast"] = desk["exchange"] = 0
    introduce(desk, known, places, len(own), others)
    set_horizon(desk, game, rules, known[0], int(asked["horizon"]))
    params = tuple(float(asked[param.name]) for param in PARAMS)
    notes = int(desk["notes"]) if watches else -1
    act = Watcher(game, notes) if watches else bound_search(game)
    entry = address_of(bound_search(game), policy_signature(game) if JIT else None)
    return Player("search", act, params, table, entry=entry, searches=True, notes=notes)


def own_players(game: Game, rules: Rules, asked: Mapping[str, Any]) -> list[str]:
    """Who may play on for the searcher: base first."""
    base = asked.get("base") or (game.usual_player if not usual_of(game).fits(rules) else "uniform")
    return list(dict.fromkeys([base, asked.get("second") or base]))


def other_players(game: Game, rules: Rules, asked: Mapping[str, Any]) -> list[str]:
    """Whom the others may be, the likeliest first."""
    base = own_players(game, rules, asked)[0]
    others = asked.get("others") or (MIX if game.searching.recast is not None else base)
    if others != MIX:
        return [others]
    return list(dict.fromkeys([base, *(policy.name for policy in game.policies if not policy.fits(rules))]))


def usual_of(game: Game) -> Policy:
    return next(policy for policy in game.policies if policy.name == game.usual_player)


def introduce(desk: Any, known: Sequence[Player], places: Sequence[int], own: int, others: Sequence[str]) -> None:
    """Whom the searcher knows: so many may play on for itself, and these for the others."""
    desk["models"], desk["own"] = len(known), own
    for m, (player, place) in enumerate(zip(known, places, strict=True)):
        desk["entry"][m], desk["table"][m] = player.entry, place
        desk["uniform"][m] = player.act is uniform
        desk["params"][m, : len(player.params)] = player.params
        desk["prior"][m] = math.log(trust(player.name, others))


def trust(name: str, others: Sequence[str]) -> float:
    """How likely somebody is to be this player, before anything is seen."""
    if name not in others:
        return NOBODY
    if len(others) == 1:
        return 1.0
    return BASE_TRUST if name == others[0] else (1.0 - BASE_TRUST) / (len(others) - 1)


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
