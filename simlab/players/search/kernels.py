"""How the searcher decides.

Worlds are imagined from what it sees. Every action is tried in the same worlds, with the same luck: the chance of a world is keyed by
the world. `base` plays on for the searcher (where there is a `second`, either: each action is tried with both), and for each other seat
one of the players it knows. After a while the worse half of the actions is dropped, and the rest are tried in more worlds (sequential
halving), until one is left. With a guard the base's own action is always among them, and another is played only if it brought more by
so many standard errors. A mixed searcher does not play the best, but each action as often as regret matching over the worlds would:
who has to be guessed at chooses among actions that are close.

The functions of the game (`game_functions.py`) are compiled for themselves and called by address.
"""

import math

from simlab.contract.columns import SEATS, SIXTIETHS
from simlab.contract.minds import open_search
from simlab.jit import call_at, kernel, lend
from simlab.masks import count, nth
from simlab.play.notes import BOOK, BOOK_WORDS, MOST
from simlab.players.search.beliefs import first_world, forget_others, learn, next_world
from simlab.players.search.desk import CANDIDATE_WORLD, DESK, MINDS, POOL, STATES, TRIAL, TRIALS, VIEWS, WORLD, Set
from simlab.players.search.horizon import FEATURES, SHARES, STANDS, count_carried, worth
from simlab.players.search.models import BASE, ask_model, seat_model, set_odds, wake_askers
from simlab.rng import KEY, uniform

STATE = VIEW = NOTE = LONG = REAL = MIND = None  # stand-ins: the records of the game that `search` is bound to
BAD = -(1 << 40)  # no action: a player of a playout chose one that is not allowed


# ---- the decision


def search(view, rules, me, table):
    """The policy: lay out the desk, then decide."""
    desk = lend(table, me.table, 1, DESK)[0]
    at = me.table
    states, views = lend(table, at + desk.states, STATES, STATE), lend(table, at + desk.views, VIEWS, VIEW)
    minds, keys = lend(table, at + desk.minds, MINDS, MIND), lend(table, at + desk.keys, 1, KEY)
    players, trials = lend(table, at + desk.players, SEATS, LONG), lend(table, at + desk.trials, TRIALS, TRIAL)
    pool = lend(table, at + desk.pool, POOL, CANDIDATE_WORLD)
    stands, features = lend(table, at + desk.stands, STANDS, REAL), lend(table, at + desk.features, FEATURES, REAL)
    book, notes = lend(table, at + desk.notes, 1, BOOK)[0], lend(table, at + desk.notes + BOOK_WORDS, MOST, NOTE)
    if me.searches == 0:
        forget_others(desk)
    wake_askers(desk, minds, me)
    open_search(me)
    learn(view, rules, me, table, desk, states, views, minds, book, notes)
    set_odds(desk, rules.players)
    arrays = (states, views, minds, keys, players, stands, features)
    return decide(view, rules, me, table, desk, arrays, trials, pool, book, notes)


@kernel
def decide(view, rules, me, table, desk, arrays, trials, pool, book, notes):
    """Sequential halving over the legal actions."""
    guarded = 1 if me.params[Set.GUARD] > 0.0 else 0
    listed = alive = list_trials(view.legal, desk.own, trials)
    base = ask_model(desk, arrays[2], BASE, view, rules, me, table)
    effort = call_at(desk.effort, (view, rules)) if desk.effort != 0 else 100
    if effort == 0:
        return base
    put_first(trials, count(view.legal), base)  # of equal actions that of base is kept
    size = first_world(view, rules, me, table, desk, arrays, pool, book, notes)
    stages = halvings(alive - guarded) if me.params[Set.HALVING] > 0.0 else 1
    actions = me.params[Set.EVEN] if me.params[Set.EVEN] > 0.0 else count(view.legal) + 0.0
    budget, tried = int(me.params[Set.WORLDS] * actions) * effort // 100, 0
    for _ in range(stages):
        worlds = max(1, budget // (stages * alive))
        for _ in range(worlds):
            next_world(view, rules, me, table, desk, arrays, pool, size, book, notes)
            if not try_all(rules, me, table, desk, arrays, view.seat, trials, alive):
                return BAD
            tried += 1
            if me.params[Set.MIXED] > 0.0:
                match_regrets(trials, alive, tried)
        alive = drop_twins(trials, alive)
        sort_trials(trials, guarded, alive)
        alive = guarded + (alive - guarded + 1) // 2
    if me.params[Set.MIXED] > 0.0:
        return drawn(trials, listed, uniform(me.search))
    return answer(trials, guarded, tried, me.params[Set.GUARD])


@kernel
def halvings(n):
    """How often n is halved until one is left; once at least."""
    times = 1
    while n > 2:
        n = (n + 1) // 2
        times += 1
    return times


@kernel
def list_trials(legal, own, trials):
    """Every action with everyone who may play on for the searcher, base first. Returns how many."""
    n = 0
    for model in range(own):
        for k in range(count(legal)):
            begin_trial(trials[n], nth(legal, k), model)
            n += 1
    return n


@kernel
def begin_trial(trial, action, model):
    trial.action = action
    trial.model = model
    trial.total = 0.0
    trial.gain = 0.0
    trial.square = 0.0
    trial.regret = 0.0
    trial.share = 0.0


@kernel
def put_first(trials, n, action):
    for k in range(n):
        if trials[k].action == action:
            trials[k].action = trials[0].action
            trials[0].action = action


@kernel
def try_all(rules, me, table, desk, arrays, seat, trials, alive):
    """Every action that is left, in states[WORLD]."""
    states, views, minds, keys, players, stands, features = arrays
    first = 0.0
    for k in range(alive):
        seat_model(desk, players, minds, seat, trials[k].model, me)
        states[0] = states[WORLD]
        if call_at(desk.play_on, (players, table, minds, rules, trials[k].action, desk.horizon, states, views, keys)) == 0:
            return False
        value = value_of(desk, states[0], rules, seat, me.params[Set.EDGE], stands, features)
        if k == 0:
            first = value
        trials[k].value = value
        trials[k].total += value
        trials[k].gain += value - first
        trials[k].square += (value - first) * (value - first)
    return True


@kernel
def value_of(desk, state, rules, seat, edge, stands, features):
    """The payoff, or what the standings are worth where the playout has stopped."""
    if state.over:
        return state.payoff[seat] + 0.0
    call_at(desk.stand, (state, rules, stands))
    count_carried(desk.net, stands, rules.players)
    value = worth(desk.net, stands, rules.players, seat, state.seat, state.round, features)
    return of_better(value, edge) if edge > 0.0 and desk.net[SHARES] != 0.0 else value


@kernel
def of_better(share, edge):
    """What a share of the win among equals is worth to a better player: he has time, so a gamble is worth less to him than what he has.

    Among equals the share rises as much as it falls, on average. To one whose share rises by half of `edge` for each unit of its
    variance, this is the chance to reach all of the win before none of it.
    """
    return SIXTIETHS * (1.0 - math.exp(-edge * share / SIXTIETHS)) / (1.0 - math.exp(-edge))


@kernel
def drop_twins(trials, alive):
    """Without the actions that brought exactly the same whoever played on; returns how many are left."""
    kept = 0
    for k in range(alive):
        if not has_twin(trials, kept, trials[k]):
            swap(trials[kept], trials[k])
            kept += 1
    return kept


@kernel
def has_twin(trials, n, trial):
    for k in range(n):
        if trials[k].action == trial.action and trials[k].total == trial.total and trials[k].square == trial.square:
            return True
    return False


@kernel
def sort_trials(trials, begin, end):
    """Best first; of equal ones the earlier. There are few of them."""
    for k in range(begin, end):
        best = k
        for other in range(k + 1, end):
            if trials[other].total > trials[best].total:
                best = other
        for other in range(best, k, -1):
            swap(trials[other], trials[other - 1])


@kernel
def swap(one, other):
    one.action, other.action = other.action, one.action
    one.model, other.model = other.model, one.model
    one.total, other.total = other.total, one.total
    one.gain, other.gain = other.gain, one.gain
    one.square, other.square = other.square, one.square
    one.regret, other.regret = other.regret, one.regret
    one.share, other.share = other.share, one.share


@kernel
def answer(trials, guarded, worlds, guard):
    """The best; with a guard the base's own action, unless the best is better by so many standard errors."""
    if guarded == 0:
        return trials[0].action
    best = trials[1]
    gain = best.gain / worlds
    spread = max(best.square / worlds - gain * gain, 0.0)
    return best.action if gain > guard * math.sqrt(spread / max(worlds - 1, 1)) else trials[0].action


# ---- a mixture instead of the best


@kernel
def match_regrets(trials, alive, world):
    """One world more: each action in proportion to what it would have brought beyond the mixtures so far; later worlds count more."""
    regrets, mixed = 0.0, 0.0
    for k in range(alive):
        regrets += max(trials[k].regret, 0.0)
    for k in range(alive):
        share = max(trials[k].regret, 0.0) / regrets if regrets > 0.0 else 1.0 / alive
        trials[k].share += world * share
        mixed += share * trials[k].value
    for k in range(alive):
        trials[k].regret += trials[k].value - mixed


@kernel
def drawn(trials, n, u):
    """An action, each as likely as its share."""
    total = 0.0
    for k in range(n):
        total += trials[k].share
    left = u * total
    for k in range(n):
        left -= trials[k].share
        if left < 0.0:
            return trials[k].action
    return trials[0].action
