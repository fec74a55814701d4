"""What `learned` is told of battle is what comes of it when the action is played."""

import numpy as np
import pytest

from simlab.cards import FRENCH_BY_SUIT as DECK
from simlab.games.battle.cards import bit
from simlab.games.battle.gist import HANDS, MARKS, TOLD, Mark
from simlab.games.battle.rules import Kind, Point
from simlab.games.battle.scoring import value
from simlab.play.drivers import record_game
from simlab.play.table import Table
from simlab.players.learned.sight import WORD, gist_at, sights_of
from simlab.players.registry import make_line_up
from simlab.ranking.hands import Category, place
from tests.games.battle.positions import BATTLE, names, pass_all, start

ATTACKS = {Kind(kind).name.lower() for kind in range(Kind.SWAP_HIGH, Kind.STEAL_LOW + 1)}


def told_of(table, seat=None):
    """The gist of a seat's view."""
    views = np.zeros(1, BATTLE.engine.VIEW)
    views[0] = table.view(seat)
    raw, _ = sights_of(BATTLE, table.rules, views)
    return np.frombuffer(raw[0, WORD * gist_at(BATTLE) :].tobytes(), TOLD)[0]


def marked(told, mark):
    """The actions that have this in common."""
    mask = int(told["marks"][mark])
    return {action for action in range(64) if mask >> action & 1}


def hand_marked(told, mark, action):
    """The place of the hand that an action is marked with, a full house and above as one."""
    return sum(action in marked(told, mark + k) for k in range(HANDS))


def hand(state, rules, seat, cards=None):
    """The value of a row, with what the others show."""
    shown = sum(int(state.shown[other]) for other in range(rules.players) if other != seat)
    return int(value(np.int64(state.held[seat] if cards is None else cards), np.int64(shown), rules))


def known_to(table, seat, *words):
    """Let a seat know these cards of the pile."""
    for card in DECK.read(" ".join(words)):
        at = [int(c) for c in table.state.pile].index(card)
        table.state.known["pile"][at] = 1 << seat
    return table


def seat_of(table):
    return int(table.state.seat)


def games(count, players=2):
    """Games of `basic`, each as tables before every decision."""
    model = BATTLE.Rules(players=players)
    line_up = make_line_up(BATTLE, ["basic"] * players, model)
    for index in range(count):
        actions, _ = record_game(BATTLE, line_up, model.lower(), 3, index)[:2]
        table = Table(BATTLE, model, 3, index)
        for action in actions:
            yield table
            table.apply(int(action))


def copied(table):
    other = Table(BATTLE, table.rules, table.seed, table.index)
    other.state = table.state.copy()
    return other


def test_a_card_that_can_be_dug_for_is_told_with_the_hand_it_makes():
    """2 and 3 and 4 and 5 of hearts lie open; the five lies fourth from the top, the six fifth."""
    table = known_to(start("2h 3h 4h 5h *Kc", "9c 9d Js Qs *7d", pile="8c 8d 8h 8s 6h Tc Td"), 0, "6h")
    told = told_of(table)
    assert told["dig"] == Category.STRAIGHT_FLUSH
    assert hand_marked(told, Mark.HAND, Kind.DRAW_NTH) == HANDS
    assert marked(told, Mark.BEST) == {Kind.DRAW_NTH}
    assert marked(told, Mark.KNOWN) == {Kind.DRAW_NTH}


def test_after_one_dig_what_lies_below_has_moved_up():
    """Aces fifth and tenth from the top: ten can be reached at first, and nine when the first ace has gone."""
    table = start("2h 3h As *Kc", "9c 9d Js Qs", pile="8c 8d 8h 8s Ac 7c 7d 7h 7s Ad")
    known_to(table, 0, "Ac", "Ad")
    far = told_of(table)  # 2 + 3 = 5 is the only sum in reach of the pile
    assert hand_marked(far, Mark.DUG, Kind.DRAW_NTH) == Category.PAIR
    near = start("2h 3h 4c *As *Kc", "9c 9d Js Qs", pile="8c 8d 8h 8s Ac 7c 7d 7h 7s Ad")
    known_to(near, 0, "Ac", "Ad")
    assert hand_marked(told_of(near), Mark.DUG, Kind.DRAW_NTH) == Category.THREE  # 2 + 3, then 2 + 3 + 4


def test_attacks_are_told_by_what_they_lead_to_when_nobody_stops_them():
    """Every kind, card and target in games of `basic`, played on a copy."""
    seen = dict.fromkeys(("leads", "hurts", "better", "worse"), 0)
    for table in games(60):
        state, rules = table.state, table.rules
        if state.point != Point.KIND or int(state.held[1 - seat_of(table)]) != int(state.shown[1 - seat_of(table)]):
            continue
        me, told = seat_of(table), told_of(table)
        now, lead = hand(state, rules, me), hand(state, rules, 1 - me)
        for name in ATTACKS & set(names(table)):
            kind = Kind[name.upper()]
            found = [ends(after, me) for after in played(table, kind)]
            own, theirs = max(found, key=lambda both: (both[0] > both[1], both[0]))
            assert (kind in marked(told, Mark.LEADS)) == (own > theirs)
            assert (kind in marked(told, Mark.BETTER)) == (own > now)
            assert (kind in marked(told, Mark.WORSE)) == (own < now)
            assert hand_marked(told, Mark.HAND, kind) == min(place(own), HANDS)
            best = [both[1] for both in found if (both[0] > both[1], both[0]) == (own > theirs, own)]
            assert (kind in marked(told, Mark.HURTS)) in {left < lead for left in best}
            for word, holds in (("leads", own > theirs), ("hurts", theirs < lead), ("better", own > now), ("worse", own < now)):
                seen[word] += holds
    assert min(seen.values()) >= 5, seen


def played(table, kind):
    """The table after each attack of this kind that nobody stops."""
    first = copied(table)
    first.apply(int(kind))
    for card in first.legal() if first.state.point == Point.CARD else [None]:
        second = copied(first)
        if card is not None:
            second.apply(card)
        for target in second.legal() if second.state.point == Point.TARGET else [None]:
            third = copied(second)
            if target is not None:
                third.apply(target)
            yield pass_all(third)


def ends(table, me):
    return hand(table.state, table.rules, me), hand(table.state, table.rules, 1 - me)


def test_what_is_kept_is_told_by_the_hand_and_by_what_can_be_dug_for_then():
    """The last card of the seat that draws last: then the battle begins, and the same seat sees the same digs."""
    digs = 0
    for table in games(40):
        state, rules = table.state, table.rules
        if state.point != Point.KEEP:
            continue
        me, told = seat_of(table), told_of(table)
        for action, card in enumerate(int(card) for card in state.drawn[: int(state.drawn_n)]):
            reached = hand(state, rules, me, int(state.held[me]) | int(bit(card)))
            assert hand_marked(told, Mark.HAND, action) == min(place(reached), HANDS)
            if state.round == rules.draw_rounds and me == rules.players - 1:
                later = copied(table)
                for chosen in (action, 0, None):
                    later.apply(face(later) if chosen is None else chosen)
                dug = told_of(later, me)["dig"]
                assert hand_marked(told, Mark.DUG, action) == min(dug, HANDS)
                digs += dug > place(reached)
    assert digs >= 10


def face(table):
    """As `basic` does: the lowest of the hidden cards comes up."""
    names = [name.split()[-1] for name in table.names().values()]
    me = seat_of(table)
    hidden = [int(c) for c in table.state.row[me][: int(table.state.size[me])] if not int(table.state.shown[me]) & int(bit(int(c)))]
    if len(hidden) <= table.rules.max_facedown:
        return 0
    assert len(names) >= len(hidden)
    return min(range(len(hidden)), key=lambda k: hidden[k] % 13)


@pytest.mark.parametrize("players", [2, 4])
def test_groups_are_told_in_the_order_of_their_actions(players):
    found = 0
    for table in games(150, players):
        if table.state.point != Point.GROUP:
            continue
        me, told, now = seat_of(table), told_of(table), hand(table.state, table.rules, seat_of(table))
        for action in table.legal():
            after = copied(table)
            after.apply(action)
            left = int(table.state.held[me]) & int(after.state.held[me])
            assert (action in marked(told, Mark.WORSE)) == (hand(table.state, table.rules, me, left) < now)
            found += 1
    assert found >= 10


def test_every_field_is_written_whatever_stood_there():
    from simlab.games.battle.gist import GIST

    for number, table in enumerate(games(2, 3)):
        if number % 7 == 0:
            told = [np.frombuffer(bytes([filled]) * TOLD.itemsize, TOLD).copy() for filled in (0, 255)]
            for one in told:
                GIST.tell(table.view(), table.rules, one[0])
            assert told[0].tobytes() == told[1].tobytes()


def test_marks_are_as_many_as_there_is_room_for():
    assert TOLD["marks"].shape == (MARKS,) == (Mark.THEIRS + HANDS,)
