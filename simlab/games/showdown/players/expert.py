"""Strong showdown players: `exact_draw` and `exact_tricks` do one thing perfectly, `expert` does both and looks at the race.

Draw 1: hands are unknown; the table (`draws.py`) has the best draw of every hand. Draw 2: the hands of phase 1 are known. What
opponents may end up with is taken from what `basic` makes of such a hand, by the number they threw or would throw. Every hand I may
draw is then looked at, dealt from the cards I have not seen, and is worth what follows from it: the award if it is best, the awards
it leaves to others, and my chance of the fifth trick. Draws of four and five cards are not looked at here. Under the one-card rule
the shown card is kept if it is worth more than the mean of those unseen.

Tricks: open hands are solved exactly (`solvers.tricks`). Closed hands are imagined several times, solved each time as if open, and
the card that is best on average is played.
"""

from enum import IntEnum

import numpy as np

from simlab.bits import popcount
from simlab.contract.columns import SEATS
from simlab.contract.minds import open_search
from simlab.contract.policy import Param, Policy
from simlab.games.showdown.engine import imagine
from simlab.games.showdown.players.draws import (
    CARDS,
    CHOICES,
    CLASS_FIELDS,
    CLASSES,
    COUNTS,
    FLUSH_WORTH,
    GRADE_CATEGORY,
    GRADE_POINTS,
    GRADES,
    HAND_FIELDS,
    HANDS,
    LAWS,
    LOW,
    POINTS,
    RACE,
    RACE_SIZE,
    TRICK,
    draw_table,
    mask_for,
    suit_places,
)
from simlab.games.showdown.players.race import race_chances
from simlab.games.showdown.policies import basic, card_to_play, fewer, most_discards, wanted_discards
from simlab.games.showdown.rules import HAND, STATE, TRICKS, OneCard, Point, Scorers, Show, StraightFlush, WinMode
from simlab.games.showdown.sets import chosen
from simlab.jit import allocating
from simlab.masks import bit, can, first, single
from simlab.ranking.hands import Category
from simlab.solvers.draw import one_card_total, place
from simlab.solvers.tricks import ENDING, hold, judge, lay, lead_from, memo_size, own_win

ONE = np.int64(1)
CATEGORIES = 9
NOBODY = -1
MOST_LOOKED_AT = 3  # cards thrown in a draw that is looked at card by card
STAKES = 15.0  # from this many points on, the fifth trick sets the mood of the first draw
EXHAUSTIVE = (0, 0, 1, 1, 1, 2, 3)  # by players: the trick from which hands are solved; before it, `basic` plays
EQUAL = 1e-9


class Set(IntEnum):
    """Parameters, in the order of `me.params`."""

    RACE = 0
    TIE = 1
    WORLDS = 2


# ---- the players


@allocating
def exact_draw(view, rules, me, table):
    """Draws exactly, for points; plays cards like `basic`."""
    if single(view.legal):
        return first(view.legal)
    if view.open.point == Point.PLAY:
        return card_to_play(view, rules)
    return draw_well(view, rules, table[me.table :], False)


@allocating
def exact_tricks(view, rules, me, table):
    """Draws like `basic`; plays the tricks perfectly for the fifth."""
    if single(view.legal):
        return first(view.legal)
    if view.open.point == Point.PLAY:
        return play_well(view, rules, me, table[:0], False)
    return basic(view, rules, me, table)


@allocating
def expert(view, rules, me, table):
    """Draws and plays exactly, for the chance to win the game."""
    if single(view.legal):
        return first(view.legal)
    racing = me.params[Set.RACE] != 0.0
    if view.open.point == Point.PLAY:
        return play_well(view, rules, me, table[me.table :], racing)
    return draw_well(view, rules, table[me.table :], racing)


# ---- the race


@allocating
def race_of(table):
    start = np.int64(table[RACE])
    return table[start : start + np.int64(table[RACE_SIZE])]


@allocating
def next_head(view, rules):
    """The first seat of the next round, as long as the deal goes round."""
    return (view.open.first + 1) % rules.players


@allocating
def eligible(view, rules, seat):
    """May this seat win the game by the fifth trick of this round?"""
    reached = view.open.circle_round[seat]
    return rules.win_mode == WinMode.CIRCLE and reached != -1 and reached + rules.circle_delay <= view.round


@allocating
def after_trick(view, rules, race, points, winner, out):
    """Everybody's chance to win the game when this seat takes the fifth trick with these points on the board."""
    for seat in range(rules.players):
        out[seat] = 0.0
    if eligible(view, rules, winner):
        out[winner] = 1.0
        return
    may_win = np.zeros(SEATS, np.int64)
    points[winner] += rules.trick_points[TRICKS - 1]
    for seat in range(rules.players):
        may_win[seat] = points[seat] >= rules.target
    race_chances(rules, race, points, may_win, next_head(view, rules), out)
    points[winner] -= rules.trick_points[TRICKS - 1]


@allocating
def board(view, rules):
    points = np.zeros(SEATS, np.int64)
    for seat in range(rules.players):
        points[seat] = view.open.points[seat]
    return points


@allocating
def stakes(view, rules, race, points):
    """My chance to win the game if I take the fifth trick, and if another seat does (the mean over them)."""
    out = np.zeros(SEATS)
    mine, theirs = 0.0, 0.0
    for winner in range(rules.players):
        after_trick(view, rules, race, points, winner, out)
        if winner == view.seat:
            mine = out[view.seat]
        else:
            theirs += out[view.seat] / (rules.players - 1)
    return mine, theirs


# ---- draws


@allocating
def draw_well(view, rules, table, racing):
    if view.open.point == Point.DRAW and view.open.draw == 1 and rules.draws > 1:
        return first_draw(view, rules, table, racing)
    grades = np.int64(table[GRADES])
    base, slope = np.zeros(grades), np.zeros(grades)
    value_grades(view, rules, table, racing, base, slope)
    unseen = np.zeros(np.int64(table[CARDS]), np.int64)
    count = unseen_cards(view, rules, unseen)
    if view.open.point == Point.SHOW:
        return keep_or_reject(view, table, unseen, count, base, slope)
    return second_draw(view, rules, table, racing, unseen, count, base, slope)


@allocating
def mood(view, rules, table, racing):
    """Collect points, or play for the fifth trick? The trick's worth in points of my own decides."""
    if not racing:
        return POINTS
    race, points = race_of(table), board(view, rules)
    mine, theirs = stakes(view, rules, race, points)
    points[view.seat] += 1
    more_mine, more_theirs = stakes(view, rules, race, points)
    others = rules.players - 1
    a_point = (more_mine - mine + others * (more_theirs - theirs)) / rules.players
    return TRICK if mine - theirs > STAKES * a_point else POINTS


@allocating
def class_field(view, table, field):
    """What the table has for my hand's class."""
    low = np.int64(table[LOW])
    at = np.int64(table[HANDS]) + HAND_FIELDS * place(view.hand >> low) + 2
    return np.int64(table[np.int64(table[CLASSES]) + CLASS_FIELDS * np.int64(table[at]) + field])


@allocating
def first_draw(view, rules, table, racing):
    found = class_field(view, table, 0) >> 5 * mood(view, rules, table, racing)
    mask = mask_for(view.hand, suit_places(view.hand), found & 31)
    return mask if can(view.legal, mask) else fewer(mask, most_discards(view.legal))


@allocating
def second_draw(view, rules, table, racing, unseen, count, base, slope):
    """Of standing pat, every single card and the choices of the table, the draw that is worth most."""
    choices = class_field(view, table, 1 + mood(view, rules, table, racing))
    places = suit_places(view.hand)
    tried, best, value = ONE, np.int64(0), mean_after(view.hand, 0, table, unseen, count, base, slope)
    for k in range(HAND + CHOICES):
        mask = ONE << k if k < HAND else mask_for(view.hand, places, (choices >> 5 * (k - HAND)) & 31)
        thrown = popcount(mask)
        if can(tried, mask) or not can(view.legal, mask) or thrown > min(MOST_LOOKED_AT, count):
            continue
        tried |= bit(mask)
        kept = view.hand ^ chosen(view.hand, mask)
        if thrown == 1 and one_card_rule(view, rules):
            now = shown_mean(kept, table, unseen, count, base, slope)
        else:
            now = mean_after(kept, thrown, table, unseen, count, base, slope)
        if now > value + EQUAL:
            best, value = mask, now
    return best


@allocating
def one_card_rule(view, rules):
    where = rules.one_card_show
    here = where == OneCard.DRAW1 if view.open.draw == 1 else where == OneCard.DRAW2
    return (here or where == OneCard.BOTH) and rules.max_rejections > 0


@allocating
def keep_or_reject(view, table, unseen, count, base, slope):
    now = hand_value(view.hand | bit(view.open.shown_card), table, base, slope)
    return Show.KEEP + 0 if now >= mean_after(view.hand, 1, table, unseen, count, base, slope) else Show.REJECT + 0


@allocating
def hand_value(hand, table, base, slope):
    """What a final hand is worth: by its grade, and by its chance of the fifth trick."""
    at = np.int64(table[HANDS]) + HAND_FIELDS * place(hand >> np.int64(table[LOW]))
    grade = np.int64(table[at])
    return base[grade] + slope[grade] * table[at + 1]


@allocating
def mean_after(kept, missing, table, unseen, count, base, slope):
    """The mean worth of all hands that up to three unseen cards may make of these."""
    if missing == 0 or count < missing:
        return hand_value(kept, table, base, slope) if missing == 0 else -1e300
    total, ways = 0.0, 0
    for i in range(count):
        one = kept | unseen[i]
        if missing == 1:
            total += hand_value(one, table, base, slope)
            ways += 1
            continue
        for j in range(i):
            two = one | unseen[j]
            if missing == 2:
                total += hand_value(two, table, base, slope)
                ways += 1
                continue
            for k in range(j):
                total += hand_value(two | unseen[k], table, base, slope)
            ways += j
    return total / ways


@allocating
def shown_mean(kept, table, unseen, count, base, slope):
    """The mean worth of throwing one card when the replacement is shown and may be rejected."""
    values = np.zeros(count)
    for i in range(count):
        values[i] = hand_value(kept | unseen[i], table, base, slope)
    if count == 1:
        return values[0]
    return one_card_total(values, count) / (count * (count - 1))


@allocating
def unseen_cards(view, rules, unseen):
    """Cards that may still come, one bit each: not mine, not thrown by me, not shown by anybody. Returns how many."""
    known, shown = view.hand, view.open
    for draw in range(rules.draws):
        known |= view.discards[draw]
        for seat in range(rules.players):
            known |= shown.revealed[draw, seat] | shown.face_up[draw, seat]
            for k in range(rules.max_rejections):
                if shown.shown[draw, seat, k] >= 0:
                    known |= bit(shown.shown[draw, seat, k])
    left, count = rules.cards & ~known, 0
    while left != 0:
        unseen[count] = left & -left
        left &= left - ONE
        count += 1
    return count


# ---- what a grade is worth now


@allocating
def value_grades(view, rules, table, racing, base, slope):
    """base[g] + slope[g] * chance of the fifth trick: what it is worth to me to come to the next phase with grade g."""
    grades, players = len(base), rules.players
    laws = np.zeros((SEATS, grades))
    for seat in range(players):
        if seat != view.seat:
            copy_law(table, law_row(view, rules, table, seat), laws[seat])
    worth = np.zeros((SEATS + 1, CATEGORIES, 2))
    value_awards(view, rules, table, racing, worth)
    points, kinds = np.int64(table[GRADE_POINTS]), np.int64(table[GRADE_CATEGORY])
    others_base, others_slope = 0.0, 0.0
    upto = np.ones(SEATS)  # chance of each opponent to hold no more than this grade
    for grade in range(grades - 1, -1, -1):
        kind = np.int64(table[kinds + grade])
        scoring = table[points + grade] > 0 or (kind == Category.STRAIGHT_FLUSH and rules.straight_flush == StraightFlush.WIN)
        mine = all_below(laws, upto, grade, view.seat, players) if rules.scorers != Scorers.ALL else 1.0
        award = view.seat if scoring else SEATS
        base[grade] = others_base + mine * worth[award, kind, 0]
        slope[grade] = others_slope + mine * worth[award, kind, 1]
        for seat in range(players):
            if seat != view.seat and rules.scorers != Scorers.ALL:
                first_of_all = best_here(laws, upto, grade, seat, view.seat, players)
                owner = seat if scoring else SEATS
                others_base += first_of_all * worth[owner, kind, 0]
                others_slope += first_of_all * worth[owner, kind, 1]
        for seat in range(players):
            upto[seat] -= laws[seat, grade]


@allocating
def all_below(laws, upto, grade, me, players):
    """The chance that this grade is best: all others hold less, or the same and lose the tie, which is even."""
    chance = 1.0
    for seat in range(players):
        if seat != me:
            chance *= max(0.0, upto[seat] - 0.5 * laws[seat, grade])
    return chance


@allocating
def best_here(laws, upto, grade, owner, me, players):
    """The chance that this opponent is the best of them, with this grade."""
    chance = laws[owner, grade]
    for seat in range(players):
        if seat != me and seat != owner:
            chance *= max(0.0, upto[seat] - 0.5 * laws[seat, grade])
    return chance


@allocating
def copy_law(table, row, law):
    start = np.int64(table[LAWS]) + row * len(law)
    for grade in range(len(law)):
        law[grade] = table[start + grade]


@allocating
def law_row(view, rules, table, seat):
    """Which law an opponent's next hand follows: from the hand shown last and the number thrown since, or in general."""
    shown, draw = view.open, view.open.draw
    general = np.int64(table[GRADES]) * COUNTS + (0 if draw == 1 else 1)
    if draw == 1 or shown.revealed[draw - 2, seat] == 0:
        return general
    hand = shown.revealed[draw - 2, seat]
    at = np.int64(table[HANDS]) + HAND_FIELDS * place(hand >> np.int64(table[LOW]))
    thrown = np.int64(shown.thrown[draw - 1, seat])
    if thrown < 0:
        thrown = popcount(wanted_discards(hand, rules))
    return np.int64(table[at]) * COUNTS + min(thrown, COUNTS - 1)


@allocating
def value_awards(view, rules, table, racing, worth):
    """worth[seat, category] = (base, slope): this seat scores the phase with that category; seat SEATS: nobody scores."""
    phase = min(view.open.draw, rules.phase_weight_n) - 1
    race, points = race_of(table), board(view, rules)
    for seat in range(SEATS + 1):
        if seat >= rules.players and seat != SEATS:
            continue
        for kind in range(CATEGORIES):
            gain = rules.category_points[kind] * rules.phase_weight[phase] if seat != SEATS else 0
            sudden = seat != SEATS and kind == Category.STRAIGHT_FLUSH and rules.straight_flush == StraightFlush.WIN
            if not racing:
                worth[seat, kind, 0] = in_points(rules, seat == view.seat, FLUSH_WORTH if sudden else float(gain))
                worth[seat, kind, 1] = 0.0 if sudden else float(rules.trick_points[TRICKS - 1])
            elif sudden:
                worth[seat, kind, 0] = 1.0 if seat == view.seat else 0.0
            else:
                mine, theirs = after_award(view, rules, race, points, seat, gain)
                worth[seat, kind, 0] = theirs
                worth[seat, kind, 1] = mine - theirs


@allocating
def in_points(rules, own, gain):
    """Points count as they are; those of one opponent hurt by an equal share."""
    return gain if own else -gain / (rules.players - 1)


@allocating
def after_award(view, rules, race, points, seat, gain):
    if seat == SEATS:
        return stakes(view, rules, race, points)
    points[seat] += gain
    mine, theirs = stakes(view, rules, race, points)
    points[seat] -= gain
    return mine, theirs


# ---- tricks


@allocating
def play_well(view, rules, me, table, racing):
    """The card that is worth most; among equals, the one `basic` would play."""
    rough = card_to_play(view, rules)
    if view.open.trick < EXHAUSTIVE[rules.players]:
        return rough
    values, endings = np.zeros(HAND), np.zeros(1, ENDING)
    size = memo_size(rules.players)
    keys, laws = np.zeros(size, np.int64), np.zeros((size, SEATS))
    set_stakes(view, rules, me, table, racing, endings)
    if hands_are_open(view, rules):
        deal_open(view, rules, endings)
        judge(endings[0], keys, laws, values)
    else:
        judge_worlds(view, rules, me, endings, keys, laws, values)
    return best_card(view, values, rough)


@allocating
def best_card(view, values, rough):
    best = rough
    for k in range(popcount(view.legal)):
        if values[k] > values[best] + EQUAL:
            best = np.int64(k)
    return best


@allocating
def set_stakes(view, rules, me, table, racing, endings):
    """The rules of the tricks, and what everybody wants: the fifth trick, or to win the game."""
    ending = endings[0]
    ending.players = rules.players
    ending.trump = rules.trump
    ending.must_follow = rules.must_follow
    ending.tie = np.int64(me.params[Set.TIE])
    ending.points_leader = leader_in_points(view, rules)
    own_win(ending)
    if not racing:
        return
    race, points, out = race_of(table), board(view, rules), np.zeros(SEATS)
    for winner in range(rules.players):
        after_trick(view, rules, race, points, winner, out)
        for seat in range(rules.players):
            ending.utility[winner, seat] = out[seat]


@allocating
def leader_in_points(view, rules):
    best = 0
    for seat in range(1, rules.players):
        if view.open.points[seat] > view.open.points[best]:
            best = seat
    return best


@allocating
def hands_are_open(view, rules):
    for seat in range(rules.players):
        if seat != view.seat and view.open.revealed[view.open.draw - 1, seat] == 0:
            return False
    return True


@allocating
def deal_open(view, rules, endings):
    """Everybody's cards as they were shown, less those played."""
    ending, shown = endings[0], view.open
    for seat in range(rules.players):
        left = view.hand if seat == view.seat else shown.revealed[shown.draw - 1, seat] & ~played_by(view, seat)
        hold(ending, seat, left)
    lay_table(view, rules, ending)


@allocating
def played_by(view, seat):
    gone = np.int64(0)
    for trick in range(view.open.trick):
        if view.open.played[trick, seat] >= 0:
            gone |= bit(view.open.played[trick, seat])
    return gone


@allocating
def lay_table(view, rules, ending):
    """The trick under way."""
    seat = np.int64(view.open.leader)
    lead_from(ending, seat)
    for _ in range(view.open.turn):
        lay(ending, seat, np.int64(view.open.played[view.open.trick - 1, seat]))
        seat = np.int64((seat + 1) % rules.players)


@allocating
def judge_worlds(view, rules, me, endings, keys, laws, values):
    """Closed hands: the worth of each card, added up over imagined deals that are solved as if open."""
    worlds = np.zeros(2, STATE)
    open_search(me)
    for _ in range(np.int64(me.params[Set.WORLDS])):
        worlds[0] = worlds[1]
        imagine(view, rules, me, worlds[0])
        for seat in range(rules.players):
            hold(endings[0], seat, worlds[0].hand[seat])
        lay_table(view, rules, endings[0])
        for k in range(len(keys)):
            keys[k] = 0
        judge(endings[0], keys, laws, values)


RACING = Param("race", 1.0, "1: play for the chance to win the game; 0: for points and the fifth trick", 0, 1)
TIE = Param("tie", 0.0, "others who are indifferent play 0: any card, 1: against the points leader", 0, 1)
WORLDS = Param("worlds", 8.0, "closed hands: how many deals are imagined", 1, 1000)

SETTINGS = (RACING, TIE, WORLDS)

PLAYERS = (
    Policy("exact_draw", exact_draw, "Draws by exact enumeration, for points; plays cards like basic.", table=draw_table),
    Policy("exact_tricks", exact_tricks, "Draws like basic; plays open tricks perfectly.", SETTINGS),
    Policy("expert", expert, "Draws and plays by exact enumeration, for the chance to win the game.", SETTINGS, table=draw_table),
)
