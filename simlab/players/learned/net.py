"""How a learned player decides: a small net scores the actions, and the best legal one is played.

A view is a record; `slots.py` says which of its numbers count. Each becomes a few features that are mostly absent: a card in a mask, a
value of a small number, a range of a large one. What the base player would do is a feature too. The first layer adds up the rows of the
features that are there, a second layer follows, then scores. The score of an action has these parts: its
own, one for each bit of its number (cards thrown are often numbered so), one for each bit in which it differs from the base's action, one
for being the base's, and one for each mask of the game's that it is in (`Gist` in contract/searching.py). An action other than the base's
must be better by `margin`. Where no thought is needed (`effort`) the base plays.

All of it lies in the player's own part of `table`, as with the searcher: `HEAD`, slots, weights, then room to work in.
"""

import numpy as np

from simlab.jit import ask_policy, kernel, lend, record
from simlab.masks import NONE, count, first, full, without_first

VIEW = GIST = effort = gist = None  # stand-ins: records and functions of the game that `learned` is bound to
LONG = np.dtype(np.int64)
BYTE = np.dtype(np.uint8)
WHOLE = np.dtype(np.int32)
REAL = np.dtype(np.float32)

BITS, VALUES, SCALED, RANGES, TURNED, HINT = range(6)  # kinds of slots
GROUP, PLACE, GROUP_MATES, PLACE_MATES = range(6, 10)  # ... of the k-th member of a mask: cards have ranks and suits
KINDS = 10
PLACES = 6  # bits of an action's number
IN, APART, SAME, PARTS = 0, PLACES, 2 * PLACES, 2 * PLACES + 1  # parts of scores that actions share
ABSENT = -1  # no feature
FOURTHS, SIXTEENTHS = np.int64(0x1111111111111111), np.int64(0x0001000100010001)  # one place of every group
FAR = 4.0  # spreads from its mean beyond which a number is taken for no further

SLOT = record(
    ("kind", "i4"),
    ("at", "i4"),  # byte of the view where the number begins
    ("stride", "i4"),  # bytes from one seat's to the next's, 0 where it is nobody's
    ("turn", "i4"),  # whose: so many seats after the own
    ("width", "i4"),  # bytes
    ("low", "i4"),  # the smallest value; of ranges: where their bounds begin; of members: which of them
    ("size", "i4"),  # features
    ("first", "i4"),  # where they are listed
    ("shift", "i4"),  # of members: two to this are in a group
    ("mean", "f4"),
    ("scale", "f4"),
)
HEAD = record(
    ("base", "i8"),  # address of the base player,
    ("base_table", "i8"),  # and its solved strategy, counted from here
    ("slots", "i8"),  # how many
    ("features", "i8"),
    ("listed", "i8"),
    ("bounds", "i8"),
    ("wide", "i8"),  # neurons of the first layer
    ("narrow", "i8"),  # ... of the second
    ("actions", "i8"),
    ("slots_at", "i8"),  # places, counted from here
    ("listed_at", "i8"),
    ("bounds_at", "i8"),
    ("inner_at", "i8"),  # weights: features x wide,
    ("middle_at", "i8"),  # wide x narrow,
    ("outer_at", "i8"),  # narrow x (actions and shared parts); each with its offsets behind
    ("found_at", "i8"),  # room to work in: features that are there,
    ("amount_at", "i8"),  # how much of them,
    ("layers_at", "i8"),  # both layers and the scores,
    ("view_at", "i8"),  # the view,
    ("view_bytes", "i8"),  # what is told of it included
    ("gist_at", "i8"),  # where that begins: masks of actions first
    ("marks", "i8"),  # how many
    ("margin", "f8"),
)


def learned(view, rules, me, table):
    """The policy."""
    at = me.table
    head = lend(table, at, 1, HEAD)[0]
    hint = ask_base(head, view, rules, me, table)
    if effort(view, rules) == 0:
        return hint
    copy, told = lend(table, at + head.view_at, 1, VIEW), lend(table, at + head.gist_at, 1, GIST)
    copy[0] = view
    gist(view, rules, told[0])
    raw = lend(table, at + head.view_at, head.view_bytes, BYTE)
    slots, listed = lend(table, at + head.slots_at, head.slots, SLOT), lend(table, at + head.listed_at, head.listed, WHOLE)
    bounds = lend(table, at + head.bounds_at, head.bounds, WHOLE)
    found, amount = lend(table, at + head.found_at, head.features, WHOLE), lend(table, at + head.amount_at, head.features, REAL)
    n = look(raw, view.seat, rules.players, hint, slots, listed, bounds, found, amount)
    return best_action(table, at, head, view.legal, hint, found, amount, n)


@kernel
def ask_base(head, view, rules, me, table):
    """What the base player would do: it uses this player's parameters, memory and dice as its own."""
    me.table += head.base_table
    action = ask_policy(head.base, view, rules, me, table)
    me.table -= head.base_table
    return action


# ---- features


@kernel
def look(raw, seat, players, hint, slots, listed, bounds, found, amount):
    """Features of a view into `found`, and how much of each there is. Returns how many."""
    n = 0
    for k in range(len(slots)):
        slot = slots[k]
        if slot.kind == HINT:
            n = note(listed, slot.first, slot.size, hint, found, amount, n)
            continue
        at = slot.at
        if slot.stride != 0:
            at += slot.stride * ((seat + slot.turn) % players)
        number = number_at(raw, at, slot.width)
        if slot.kind == BITS:
            n = note_bits(listed, slot.first, number, found, amount, n)
        elif slot.kind == VALUES:
            n = note(listed, slot.first, slot.size, number - slot.low, found, amount, n)
        elif slot.kind == TURNED:
            if number >= 0:
                n = note(listed, slot.first, slot.size, (number - seat + players) % players, found, amount, n)
        elif slot.kind >= GROUP:
            n = note(listed, slot.first, slot.size, of_member(number, slot.low, slot.kind, slot.shift), found, amount, n)
        elif slot.kind == RANGES:
            n = note(listed, slot.first, slot.size, range_of(bounds, slot.low, slot.size, number), found, amount, n)
        else:
            found[n] = listed[slot.first]
            amount[n] = max(-FAR, min((number - slot.mean) * slot.scale, FAR))
            n += 1
    return n


@kernel
def note(listed, begin, size, k, found, amount, n):
    """The k-th feature of a slot, if it is one."""
    if k < 0 or k >= size or listed[begin + k] == ABSENT:
        return n
    found[n] = listed[begin + k]
    amount[n] = 1.0
    return n + 1


@kernel
def note_bits(listed, begin, mask, found, amount, n):
    while mask != NONE:
        feature = listed[begin + first(mask)]
        if feature != ABSENT:
            found[n] = feature
            amount[n] = 1.0
            n += 1
        mask = without_first(mask)
    return n


@kernel
def of_member(mask, k, kind, shift):
    """Of the k-th member of a mask: its group, its place in the group, or how many members are alike in that; -1 where there is none."""
    left = mask
    for _ in range(k):
        left = without_first(left)
    if left == NONE:
        return np.int64(ABSENT)
    group, place = first(left) >> shift, first(left) & ((1 << shift) - 1)
    if kind == GROUP:
        return np.int64(group)
    if kind == PLACE:
        return np.int64(place)
    if kind == GROUP_MATES:
        return np.int64(count(mask & full(1 << shift) << (group << shift)))
    return np.int64(count(mask & (FOURTHS if shift == 2 else SIXTEENTHS) << place))


@kernel
def range_of(bounds, begin, size, number):
    """How many of the bounds a number exceeds; there is one range more than bounds."""
    k = 0
    while k < size - 1 and number > bounds[begin + k]:
        k += 1
    return k


@kernel
def number_at(raw, at, width):
    """A signed number of so many bytes, lowest first: fields of packed records stand anywhere."""
    if width == 1:
        small = np.int64(raw[at])
        return small - ((small & 0x80) << 1)
    if width == 2:
        middle = np.int64(raw[at]) | np.int64(raw[at + 1]) << 8
        return middle - ((middle & 0x8000) << 1)
    low = four_bytes(raw, at)
    if width == 4:
        return low - ((low & 0x80000000) << 1)
    return low | four_bytes(raw, at + 4) << np.int64(32)


@kernel
def four_bytes(raw, at):
    return np.int64(raw[at]) | np.int64(raw[at + 1]) << 8 | np.int64(raw[at + 2]) << 16 | np.int64(raw[at + 3]) << 24


# ---- the net


@kernel
def best_action(table, at, head, legal, hint, found, amount, n):
    """The legal action with the best score; others than the base's have to be better by `margin`."""
    wide, narrow, rows = head.wide, head.narrow, head.actions + PARTS + head.marks
    inner = lend(table, at + head.inner_at, (head.features + 1) * wide, REAL)
    middle = lend(table, at + head.middle_at, (wide + 1) * narrow, REAL)
    outer = lend(table, at + head.outer_at, (narrow + 1) * rows, REAL)
    layers = at + head.layers_at
    one, two, said = (
        lend(table, layers, wide, REAL),
        lend(table, layers + wide, narrow, REAL),
        lend(table, layers + wide + narrow, rows, REAL),
    )
    add_rows(inner, head.features, wide, found, amount, n, one)
    add_neurons(middle, wide, narrow, one, two)
    add_scores(outer, narrow, rows, two, said)
    add_marks(said, head.actions, legal, lend(table, at + head.gist_at, head.marks, LONG))
    best, top = first(legal), -1e30
    while legal != NONE:
        action = first(legal)
        legal = without_first(legal)
        if action < head.actions:
            score = score_of(said, head.actions, action, hint) + (head.margin if action == hint else 0.0)
            if score > top:
                best, top = action, score
    return np.int64(best)


@kernel
def add(total, much, row):
    """So much of a row: a slice with its own count is added eight numbers at a time, places in a longer array are not."""
    for j in range(len(row)):
        total[j] += much * row[j]


@kernel
def add_four(total, much, rows, a, b, c, d):
    """The same of four rows in turn, with the total read and written once."""
    for j in range(len(a)):
        total[j] = total[j] + much[rows] * a[j] + much[rows + 1] * b[j] + much[rows + 2] * c[j] + much[rows + 3] * d[j]


@kernel
def add_rows(inner, features, wide, found, amount, n, one):
    """The first layer: offsets and the rows of what is there; nothing below zero goes on."""
    for j in range(wide):
        one[j] = inner[features * wide + j]
    done = n - n % 4
    for k in range(0, done, 4):
        a, b, c, d = found[k] * wide, found[k + 1] * wide, found[k + 2] * wide, found[k + 3] * wide
        add_four(one, amount, k, inner[a : a + wide], inner[b : b + wide], inner[c : c + wide], inner[d : d + wide])
    for k in range(done, n):
        add(one, amount[k], inner[found[k] * wide : found[k] * wide + wide])
    for j in range(wide):
        one[j] = max(one[j], np.float32(0.0))


@kernel
def add_neurons(middle, wide, narrow, one, two):
    """The second layer."""
    for j in range(narrow):
        two[j] = middle[wide * narrow + j]
    for i in range(wide):
        if one[i] > 0.0:
            add(two, one[i], middle[i * narrow : i * narrow + narrow])
    for j in range(narrow):
        two[j] = max(two[j], np.float32(0.0))


@kernel
def add_scores(outer, narrow, rows, two, said):
    """What each action says for itself, then the parts that actions share."""
    for k in range(rows):
        said[k] = outer[narrow * rows + k]
    for j in range(narrow):
        if two[j] > 0.0:
            add(said, two[j], outer[j * rows : j * rows + rows])


@kernel
def add_marks(said, actions, legal, marks):
    """What each mark says goes to the legal actions that have it."""
    for k in range(len(marks)):
        marked = marks[k] & legal
        while marked != NONE:
            action = first(marked)
            marked = without_first(marked)
            if action < actions:
                said[action] += said[actions + PARTS + k]


@kernel
def score_of(said, actions, action, hint):
    """An action's own score and what it shares with others together, but for marks, which are there already."""
    total = said[action]
    for b in range(PLACES):
        if action >> b & 1:
            total += said[actions + IN + b]
        if (action ^ hint) >> b & 1:
            total += said[actions + APART + b]
    return total + said[actions + SAME] if action == hint else total
