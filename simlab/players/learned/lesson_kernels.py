"""Games played to learn from: at many decisions the searcher is asked what each action is worth, whoever plays.

Three line-ups sit at one table: who teaches (searchers, with notebooks of what the others really did), who hints (the base player), who
plays. Each has minds and streams of its own. A place may also follow its teacher: then what search finds best is played.

Templates, bound to one game as those of play/kernels.py. `people`: addresses of the players, their tables, their minds, room for their
answers. `lessons`: views, rows (game, seat, legal actions, answers of the three), and what each legal action is worth.
"""

import numpy as np

import simlab.games.template.engine as game  # a stand-in for readers and linters, as in play/kernels.py
from simlab.contract.columns import SEATS
from simlab.contract.minds import forget
from simlab.jit import clear, kernel, lend
from simlab.masks import WIDTH, can, count, single
from simlab.play.kernels import MOST_DECISIONS, blame, choose
from simlab.play.notes import turn_pages, write_down
from simlab.players.search.desk import DESK, TRIAL, Set
from simlab.rng import Purpose, set_key, start, uniform

TEACHER, HINTS, ACTOR, LINE_UPS = 0, 1, 2, 3
UNTAUGHT, TAUGHT, FOLLOWS = 0, 1, 2  # a place: plays on its own, is also taught, or plays as it is taught
GAME, SEAT, LEGAL, ANSWERS = 0, 1, 2, 3  # columns of a row; answers in the order of the line-ups
ROW = ANSWERS + LINE_UPS


def take_lessons(people, rules, seed, begin, games, rotation, part, taught, scratch, lessons, fault):
    """Games begin, begin + 1, ...: `part` of the decisions of those who are taught. Returns rows, or -1 after a move that is not allowed.

    Rows that do not fit are left out.
    """
    n = 0
    for g in range(begin, begin + games):
        n = play_taught(people, rules, seed, g, rotation, part, taught, scratch, lessons, n, fault)
        if n < 0:
            return -1
    return n


def play_taught(people, rules, seed, g, rotation, part, taught, scratch, lessons, n, fault):
    """One game. Returns how many rows there are now."""
    table, minds, answers = people[1], people[2], people[3]
    work, views, keys, dice = scratch
    state, now, left = work[0], np.int64(-1), MOST_DECISIONS - 1
    clear(state)
    set_key(keys[0], seed, g)
    start(dice[0], keys[0], Purpose.AUX, 0, 1)
    for w in range(LINE_UPS):
        forget(minds[w * SEATS : (w + 1) * SEATS], keys[0], rules.players)
    game.reset(state, rules, keys[0])
    while not state.over:
        if state.round != now:
            now = np.int64(state.round)
            turn_pages(table, minds, rules.players)
        wanted = is_wanted(taught[place_at(state.seat, rotation, rules.players)], state.legal, part, dice[0])
        left -= 1
        if ask_all(people, rules, rotation, state, views[0], wanted) | left < 0:
            blame(fault, g, state.seat, answers[ACTOR], state.legal, MOST_DECISIONS - 1 - left)
            return -1
        if wanted != UNTAUGHT and n < len(lessons[1]):
            game.observe(state, rules, state.seat, lessons[0][n])
            keep_row(lessons[1][n], g, state.seat, state.legal, answers)
            keep_values(table, minds[place_at(state.seat, rotation, rules.players)], state.legal, lessons[2][n])
            n += 1
        action = answers[TEACHER if wanted == FOLLOWS else ACTOR]
        tell_watchers(table, minds, rules, rotation, state, action)
        game.step(state, rules, action)
    return n


@kernel
def place_at(seat, rotation, players):
    place = seat - rotation
    return place if place >= 0 else place + players


@kernel
def is_wanted(taught, legal, part, dice):
    """Is this decision a lesson? Where there is no choice nothing can be learned."""
    drawn = uniform(dice) < part
    if single(legal) or taught == UNTAUGHT:
        return UNTAUGHT
    return taught if drawn or taught == FOLLOWS else UNTAUGHT


def ask_all(people, rules, rotation, state, view, wanted):
    """What the three would do, the teacher only if wanted. Negative if one of them would do what is not allowed."""
    players, table, minds, answers = people
    for w in range(LINE_UPS):
        answers[w] = 0
        if w == TEACHER and wanted == UNTAUGHT:
            continue
        answers[w] = choose(players[w * SEATS :], table, minds[w * SEATS : (w + 1) * SEATS], rules, rotation, state, view)
        if answers[w] < 0:
            return np.int64(-1)
    return np.int64(0)


@kernel
def keep_row(row, g, seat, legal, answers):
    row[GAME] = g
    row[SEAT] = seat
    row[LEGAL] = legal
    for w in range(LINE_UPS):
        row[ANSWERS + w] = answers[w]


@kernel
def keep_values(table, me, legal, values):
    """What the search that has just ended found each action to be worth; it tried all of them in as many worlds."""
    desk = lend(table, me.table, 1, DESK)[0]
    trials = lend(table, me.table + desk.trials, WIDTH, TRIAL)
    for k in range(count(legal)):
        values[trials[k].action] = trials[k].total / me.params[Set.WORLDS]


def tell_watchers(table, minds, rules, rotation, state, action):
    """Teachers write down what somebody else really chose."""
    if single(state.legal) or not can(state.legal, action):
        return
    for place in range(rules.players):
        watcher = place + rotation
        if watcher >= rules.players:
            watcher -= rules.players
        if minds[place].notes >= 0 and watcher != state.seat:
            write_down(table, minds[place].notes, state, rules, watcher, action)
