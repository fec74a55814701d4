"""`check(game)`: random legal play over random rules, proving that a game keeps the contract. Any author can call it.

A game's `audit.py` gives two functions written from its specification, not from its engine: `audit(state, rules)` returns a
complaint when cards or chips do not add up, `swap_hidden(state, rules, seat, random)` reshuffles in place all that a seat must
not know (False when there is nothing). Without them a game's books and secrets are not looked into. A third is welcome:
`allowed(state, rules)`, the actions that the specification allows, as a set.

`simlab conform` makes the same inspections with bounds checks on, and goes on after a fault.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np

from simlab.contract.columns import SIXTIETHS
from simlab.contract.game import Game
from simlab.contract.knobs import Rules, sample
from simlab.contract.policy import Policy
from simlab.contract.records import MIND
from simlab.errors import GameError
from simlab.jit import copied, new
from simlab.masks import can, count, members, nth
from simlab.rng import KEY, Purpose, set_key, start

MOST_PLIES = 200_000
NOTHING = ("", None, ())  # is being called


class Broken(GameError):
    """A promise that a game does not keep, and where."""

    def __init__(self, inspection: "Inspection", promise: str, what: str) -> None:
        self.inspection, self.promise, self.what = inspection, promise, what
        super().__init__(f"{inspection.game.name}: {what} ({inspection.where}; rules {inspection.model.changed()})")


def check(
    game: Game, games: int = 30, seed: int = 1, policies: tuple[Policy, ...] = (), probe: float = 0.2, longest: int = MOST_PLIES
) -> int:
    """Play `games` random games over random rules; raise `GameError` at the first broken promise. Returns the points visited.

    At a share `probe` of the points the costly checks are made: views, hidden cards, imagined worlds, policies.
    A game is watched for at most `longest` points; by default to its end.
    """
    defaults_are_the_default_game(game)
    points = 0
    for index in range(games):
        random = Random(f"{seed}/{index}")
        rules = game.Rules() if index == 0 else sample(game.Rules, random)
        points += Inspection(game, rules, random, policies, probe).play(seed, index, longest)
    return points


def defaults_are_the_default_game(game: Game) -> None:
    plain = game.Rules().plain()
    if game.Rules.of(plain).lower().tobytes() != game.Rules().lower().tobytes():
        raise GameError(f"{game.name}: writing out every default gives other rules")


class Inspection:
    """One random game, watched at every point. `counts` says how often each promise was looked into."""

    def __init__(self, game: Game, rules: Rules, random: Random, policies: tuple[Policy, ...], probe: float) -> None:
        self.game, self.engine, self.books = game, game.engine, game.audit
        self.model, self.rules = rules, rules.lower()
        self.random, self.probe = random, probe
        self.policies = [policy for policy in policies if policy.make is None]  # who is made for a game is no single function to ask
        self.where, self.promise = "", ""
        self.counts: Counter[str] = Counter()
        self.actions: list[int] = []
        self.seat = 0
        self.calling: tuple[str, Any, tuple[Any, ...]] = NOTHING  # the author's function under way: its part, itself, what it was given

    def promised(self, promise: str) -> None:
        """What is looked into from here on."""
        self.promise = promise
        self.counts[promise] += 1

    def fail(self, what: str) -> None:
        raise Broken(self, self.promise, what)

    def run(self, name: str, *given: Any) -> Any:
        """A function of the engine's."""
        return self.call(name, getattr(self.engine, name), *given)

    def call(self, name: str, function: Any, *given: Any) -> Any:
        """A function of the author's; its records are kept as they were before, for who looks for the line of a fault."""
        self.calling = (name, function, tuple(part.tobytes() if isinstance(part, np.void) else part for part in given))
        done = function(*given)
        self.calling = NOTHING
        return done

    def play(self, seed: int, index: int, longest: int = MOST_PLIES) -> int:
        """The points visited; an exception of the game's own code is a broken promise too."""
        try:
            return self.watch(seed, index, longest)
        except GameError:
            raise
        except Exception as error:
            raise Broken(self, self.promise, f"{type(error).__name__}: {error}") from error

    def watch(self, seed: int, index: int, longest: int) -> int:
        state, key = new(self.engine.STATE), new(KEY)
        self.where = f"seed {seed}, game {index}, the deal"
        self.promised("the cards are dealt")
        set_key(key, seed, index)
        self.run("reset", state, self.rules, key)
        twin = copied(state)
        while not state.over:
            self.seat = int(state.seat)
            self.where = f"seed {seed}, game {index}, decision {len(self.actions) + 1}, seat {self.seat}"
            self.mask_is_sound(state)
            self.books_balance(state)
            if self.random.random() < self.probe:
                self.views_are_honest(state)
                self.words_are_sound(state)
            self.go_on(state, twin)
            if len(self.actions) > MOST_PLIES:
                self.promised("games end")
                self.fail(f"no end within {MOST_PLIES:,} decisions")
            if len(self.actions) == longest and not state.over:
                return len(self.actions)
        self.books_balance(state)
        self.result_is_sound(state)
        return len(self.actions)

    def go_on(self, state: Any, twin: Any) -> None:
        """Any action."""
        action = self.any_action(state)
        self.actions.append(action)
        self.promised("every legal action can be played")
        self.run("step", state, self.rules, action)
        self.same_again(state, twin, action)

    def any_action(self, state: Any) -> int:
        mask = np.int64(state.legal)
        return int(nth(mask, self.random.randrange(int(count(mask)))))

    def mask_is_sound(self, state: Any) -> None:
        self.promised("somebody may act, and the mask is the state's own")
        mask = np.int64(self.run("legal", state, self.rules))
        if mask == 0:
            self.fail("no legal action before the game is over")
        if mask != state.legal:
            self.fail("legal() is not the mask kept in the state")
        if not 0 <= int(state.seat) < int(self.rules.players):
            self.fail(f"seat {int(state.seat)} is to act")
        allowed = getattr(self.books, "allowed", None)
        if allowed is not None:
            self.promised("the legal actions are those of the rules")
            offered = set(members(mask))
            if offered != set(allowed(state, self.rules)):
                self.fail(f"the actions {sorted(offered)} are offered, the rules allow {sorted(allowed(state, self.rules))}")

    def words_are_sound(self, state: Any) -> None:
        """Every legal action has a name of its own, and the table can be told."""
        self.promised("every action has a name of its own")
        view, mask = self.look(state, int(state.seat)), np.int64(state.legal)
        self.promise = "every action has a name of its own"
        names: dict[str, int] = {}
        for action in members(mask):
            try:
                name = str(self.game.text.action_name(view, self.rules, action))
            except Exception as error:
                raise Broken(self, self.promise, f"action {action} has no name ({type(error).__name__}: {error})") from error
            if not name.strip() or name in names:
                self.fail(f"actions {names.get(name, action)} and {action} are both called {name!r}")
            names[name] = action
        self.promised("the table can be told in words")
        self.game.text.table_text(view, self.rules)

    def books_balance(self, state: Any) -> None:
        if self.books:
            self.promised("cards and chips add up")
        complaint = self.books.audit(state, self.rules) if self.books else ""
        if complaint:
            self.fail(complaint)

    def same_again(self, state: Any, twin: Any, action: int) -> None:
        """Replay gives the same record, and the tally is never read: the twin's is filled with nonsense before each step."""
        self.promised("the same actions give the same game, whatever the tally says")
        nonsense = np.frombuffer(self.random.randbytes(self.engine.OUTCOME.itemsize), self.engine.OUTCOME)[0]
        for name in self.engine.OUTCOME.names:
            twin.tally[name] = nonsense[name]
        self.run("step", twin, self.rules, action)
        for name in self.engine.STATE.names:
            if name != "tally" and state[name].tobytes() != twin[name].tobytes():
                self.fail(f"the same action gave another {name!r}: not reproducible, or the engine reads its tally")

    def result_is_sound(self, state: Any) -> None:
        self.promised("the win is shared out")
        won = int(np.asarray(state.tally.win).sum())
        if won != SIXTIETHS and not (state.tally.capped and won == 0):
            self.fail(f"the shares of the win add up to {won} sixtieths")
        goal, players = self.game.goal(None, self.model), int(self.rules.players)
        paid, counted = state.payoff[:players].tolist(), state.tally[goal.column][:players].tolist()
        if paid != counted:
            self.fail(
                f"players maximise {paid}, but their outcome column {goal.column!r} says {counted}: name the right one as GAME.payoff"
            )
        if state.legal != 0:
            self.fail("actions are still legal after the end")

    def views_are_honest(self, state: Any) -> None:
        for seat in range(int(self.rules.players)):
            view = self.look(state, seat)
            self.promised("views tell nothing hidden")
            if seat != state.seat and view.legal != 0:
                self.fail(f"seat {seat} is not to act, yet its view has legal actions")
            hidden = copied(state)
            if self.books and self.books.swap_hidden(hidden, self.rules, seat, self.random):
                other = self.look(hidden, seat)
                self.promise = "views tell nothing hidden"
                self.compare_views(view, other, f"the view of seat {seat} changes when hidden cards are swapped")
                if seat == state.seat:
                    self.policies_are_blind(view, other)
        self.worlds_are_consistent(state)

    def look(self, state: Any, seat: int) -> Any:
        """A view, after showing that `observe` writes every field of it."""
        self.promised("observe writes every field, and only the view")
        view, dirty = new(self.engine.VIEW), np.full(self.engine.VIEW.itemsize, 0x5A, np.uint8).view(self.engine.VIEW)[0]
        before = state.tobytes()
        self.run("observe", state, self.rules, seat, view)
        self.run("observe", state, self.rules, seat, dirty)
        if state.tobytes() != before:
            self.fail("observe changed the state")
        self.compare_views(view, dirty, "observe leaves something of the last view in")
        return view

    def compare_views(self, one: Any, other: Any, complaint: str) -> None:
        for name in self.engine.VIEW.names:
            if one[name].tobytes() != other[name].tobytes():
                self.fail(f"{complaint}: field {name!r}")

    def policies_are_blind(self, view: Any, other: Any) -> None:
        for policy in self.policies:
            if policy.fits(self.model):
                continue
            self.promised("policies see only their view")
            choices = [self.choice(policy, v) for v in (view, other)]
            if choices[0] != choices[1]:
                self.fail(f"policy {policy.name!r} chose {choices[1]} instead of {choices[0]} when hidden cards were swapped")
            if not can(np.int64(view.legal), choices[0]):
                self.fail(f"policy {policy.name!r} chose the illegal action {choices[0]}")

    def choice(self, policy: Policy, view: Any) -> int:
        table = np.zeros(0, np.float32) if policy.table is None else policy.table(self.model)
        try:
            return int(self.call("act", policy.act, view, self.rules, self.mind(policy), table))
        except Exception as error:
            raise Broken(self, self.promise, f"policy {policy.name!r}: {type(error).__name__}: {error}") from error

    def mind(self, policy: Policy | None = None) -> Any:
        mind, key = new(MIND), new(KEY)
        set_key(key, 99, 7)
        start(mind.dice, key, Purpose.POLICY, 1, 0)
        start(mind.search, key, Purpose.SEARCH, 1, 0)
        if policy is not None:
            mind["params"][: len(policy.params)] = [p.default for p in policy.params]
        return mind

    def worlds_are_consistent(self, state: Any) -> None:
        """observe(imagine(view)) == view, the books balance there too, worlds differ, and they can be played on."""
        seat = int(state.seat)
        view, mind = self.look(state, seat), self.mind()
        worlds = [self.imagine(view, mind) for _ in range(4)]
        for world in worlds:
            self.promised("imagined worlds look like the real one")
            if world.seat != seat or world.legal != view.legal or world.over:
                self.fail("an imagined world has another seat to act or other legal actions")
            complaint = self.books.audit(world, self.rules) if self.books else ""
            if complaint:
                self.fail(f"an imagined world does not add up: {complaint}")
            other = self.look(world, seat)
            self.promise = "imagined worlds look like the real one"
            self.compare_views(view, other, "the view of an imagined world is another")
        if len({w.key.tobytes() for w in worlds}) < len(worlds):
            self.fail("imagined worlds share a key")
        self.can_be_played_on(worlds[0])

    def imagine(self, view: Any, mind: Any) -> Any:
        world = new(self.engine.STATE)
        self.promised("imagined worlds look like the real one")
        self.run("imagine", view, self.rules, mind, world)
        if any(np.asarray(world.tally[name]).any() for name in self.engine.OUTCOME.names):
            self.fail("imagine leaves something in the tally")
        return world

    def can_be_played_on(self, world: Any) -> None:
        for _ in range(40):
            if world.over:
                return
            self.mask_is_sound(world)
            self.promised("imagined worlds can be played on")
            self.run("step", world, self.rules, self.any_action(world))
            self.books_balance(world)


def worlds_differ(game: Game, rules: Rules, hidden: Callable[[Any], bytes], seed: int = 1, worlds: int = 20) -> bool:
    """Do imagined worlds of a game's first view differ in what `hidden` extracts from a state?"""
    inspection = Inspection(game, rules, Random(seed), (), 0.0)
    state, key = new(game.engine.STATE), new(KEY)
    set_key(key, seed, 0)
    game.engine.reset(state, inspection.rules, key)
    view, mind = inspection.look(state, int(state.seat)), inspection.mind()
    return len({hidden(inspection.imagine(view, mind)) for _ in range(worlds)}) > 1
