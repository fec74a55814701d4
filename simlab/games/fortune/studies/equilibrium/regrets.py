"""Regrets of one betting round at all pairs of hands at once. The order of sums is fixed, so that every processor finds the same bytes.

A matrix has a row for each hand of the first to speak and a column for each of the dealer's; what it holds is what the first gains.
"""

import numpy as np

from simlab.jit import allocating, kernel

LANES = 8
ZERO, HALF, ONE = np.float32(0.0), np.float32(0.5), np.float32(1.0)
FOLDS, SHOWS, LEADS_ON = 0, 1, 2  # kinds of leaves
ACTIONS = 8


@kernel
def match(regret, actions, odds):
    """Chances in proportion to what is regretted, by hand; all alike where nothing is."""
    for hand in range(len(regret)):
        whole = ZERO
        for a in range(actions):
            whole += max(ZERO, regret[hand, a])
        for a in range(actions):
            odds[a, hand] = max(ZERO, regret[hand, a]) / whole if whole > ZERO else ONE / np.float32(actions)


@allocating
def walk(place, actions, after, kinds, folders, stakes, burnt, chips, rows, regret, more, total, learner, met, own, weight, worth, prize,
         page, others_page, on, value, odds, first, second, best):  # fmt: skip
    """One tree of bets. Adds what `learner` regrets to `more` and how it plays to `total`; what the root is worth stands in value[0].
    With `best` it learns nothing and plays the best answer to the others, whose chances then stand in `regret`: that stands in `more`.

    met: chances that hands meet, with the other's way to here; own: chance of the learner's hands and his own way to here. on: what calls
    lead to, where they lead on. value, odds, first, second: scratch by node.
    """
    nodes, hands = len(place), met.shape[0]
    first[0] = ONE
    second[0] = ONE
    for node in range(nodes):
        match(regret[rows[node]], actions[node], odds[node])
        for a in range(actions[node]):
            child = after[node, a]
            if child >= 0:
                for hand in range(hands):
                    first[child, hand] = first[node, hand] * (odds[node, a, hand] if place[node] == 0 else ONE)
                    second[child, hand] = second[node, hand] * (odds[node, a, hand] if place[node] == 1 else ONE)
    leaf = np.empty((hands, hands), np.float32)
    wish = np.empty((ACTIONS, hands), np.float32)
    for node in range(nodes - 1, -1, -1):
        here, learns = value[node], place[node] == learner
        here[:] = ZERO
        if best and learns:
            for a in range(actions[node]):
                found = leaf
                if after[node, a] >= 0:
                    found = value[after[node, a]]
                else:
                    end = -1 - after[node, a]
                    put_leaf(kinds[end], folders[end], np.float32(stakes[end]) - HALF * np.float32(burnt), stakes[end] < chips, worth,
                             prize, page, others_page, on[end if kinds[end] == LEADS_ON else 0], leaf)  # fmt: skip
                weigh(learner, met, found, second[node] if learner == 0 else first[node], wish[a])
            take_best(wish, actions[node], odds[node], more[rows[node]])
        for a in range(actions[node]):
            child = after[node, a]
            found = leaf
            if child >= 0:
                found = value[child]
            else:
                end = -1 - child
                put_leaf(kinds[end], folders[end], np.float32(stakes[end]) - HALF * np.float32(burnt), stakes[end] < chips, worth, prize,
                         page, others_page, on[end if kinds[end] == LEADS_ON else 0], leaf)  # fmt: skip
            if place[node] == 0:
                add_rows(here, found, odds[node, a])
            else:
                add_columns(here, found, odds[node, a])
            if learns and not best:
                weigh(learner, met, found, second[node] if learner == 0 else first[node], wish[a])
        if learns and not best:
            mine = first[node] if learner == 0 else second[node]
            note_regret(wish, odds[node], actions[node], mine, own, weight, more[rows[node]], total[rows[node]])


@kernel
def put_leaf(kind, folder, stake, live, worth, prize, page, others_page, on, leaf):
    """What the first to speak gains: the folder's stake and a prize for his Page, or what is shown. Who is all-in pays no prize."""
    for row in range(len(leaf)):
        for column in range(len(leaf)):
            if kind == FOLDS:
                leaf[row, column] = stake + page[row, column] if folder == 1 else -stake - others_page[row, column]
            elif kind == SHOWS:
                leaf[row, column] = stake * worth[row, column] + (prize[row, column] if live else ZERO)
            else:
                leaf[row, column] = on[row, column]


@kernel
def add_rows(here, found, odds):
    for row in range(len(here)):
        if odds[row] > ZERO:
            for column in range(len(here)):
                here[row, column] += odds[row] * found[row, column]


@kernel
def add_columns(here, found, odds):
    for row in range(len(here)):
        for column in range(len(here)):
            here[row, column] += odds[column] * found[row, column]


@kernel
def take_best(wish, actions, odds, chosen):
    """Of each hand the action that brings most."""
    for hand in range(wish.shape[1]):
        top = 0
        for a in range(1, actions):
            if wish[a, hand] > wish[top, hand]:
                top = a
        for a in range(actions):
            odds[a, hand] = ONE if a == top else ZERO
            chosen[hand, a] = odds[a, hand]


@kernel
def weigh(learner, met, found, way, wish):
    """What the learner's hands gain by an action, against all that they meet and that comes this way."""
    if learner == 0:
        weigh_rows(met, found, way, wish)
    else:
        weigh_columns(met, found, way, wish)


@kernel
def weigh_rows(met, found, way, wish):
    """For each row: all that it meets. In lanes, which the compiler adds at once without changing the order."""
    for row in range(len(found)):
        whole = ZERO
        for begin in range(0, found.shape[1], LANES):
            part = ZERO
            for column in range(begin, begin + LANES):
                part += met[row, column] * way[column] * found[row, column]
            whole += part
        wish[row] = whole


@kernel
def weigh_columns(met, found, way, wish):
    """The same for each column, whose gain is what the row loses."""
    wish[:] = ZERO
    for row in range(len(found)):
        if way[row] > ZERO:
            for column in range(len(found)):
                wish[column] -= way[row] * met[row, column] * found[row, column]


@kernel
def note_regret(wish, odds, actions, way, own, weight, more, total):
    for hand in range(len(own)):
        mean = ZERO
        for a in range(actions):
            mean += odds[a, hand] * wish[a, hand]
        for a in range(actions):
            more[hand, a] += wish[a, hand] - mean
            total[hand, a] += weight * own[hand] * way[hand] * odds[a, hand]


@allocating
def walk_draws(place, actions, after, kinds, folders, stakes, burnt, chips, rows, regret, more, total, learner, met, own, weight, worth,
               prize, page, others_page, value, odds, first, second, best, root):  # fmt: skip
    """The second betting for all that either may have drawn."""
    hands = value.shape[1]
    drawn = met.shape[0] // hands
    nowhere = np.zeros((1, 1, 1), np.float32)
    for mine in range(drawn):
        for theirs in range(drawn):
            case = mine * drawn + theirs
            at, to = slice(mine * hands, mine * hands + hands), slice(theirs * hands, theirs * hands + hands)
            tables = (worth[at, to].copy(), prize[at, to].copy(), page[at, to].copy(), others_page[at, to].copy())
            meet, hand = met[at, to].copy(), own[mine if learner == 0 else theirs]
            walk(place, actions, after, kinds, folders, stakes, burnt, chips, rows, regret[case], more[case], total[case], learner, meet,
                 hand, weight, *tables, nowhere, value, odds, first, second, best)  # fmt: skip
            root[at, to] = value[0]


@allocating
def product(left, right):
    """A matrix product whose sums have one order."""
    found = np.zeros((left.shape[0], right.shape[1]), np.float32)
    for row in range(left.shape[0]):
        for k in range(left.shape[1]):
            factor = left[row, k]
            if factor != ZERO:
                for column in range(right.shape[1]):
                    found[row, column] += factor * right[k, column]
    return found


@allocating
def discount(regret, more, mine, gains):
    """Discounted regrets (Brown 2019) of the rows that learned: what pays is kept nearly whole, what costs by half."""
    for case in range(regret.shape[0]):
        for row in range(regret.shape[1]):
            if mine[row]:
                for hand in range(regret.shape[2]):
                    for a in range(regret.shape[3]):
                        kept = regret[case, row, hand, a]
                        regret[case, row, hand, a] = kept * (gains if kept > ZERO else HALF) + more[case, row, hand, a]
                        more[case, row, hand, a] = ZERO
