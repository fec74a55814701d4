"""Two-draw poker with a last-trick showdown, race to 50: a slow referee that knows the rules and nothing else.

Every round: five cards each, draw, score, draw, score, then five tricks of which only the fifth counts. The referee
is told each choice, refuses illegal ones and keeps the books. It is written from the clauses (SH-...) alone, in plain
Python, so that a fast engine can be checked against it move by move.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Protocol

from tests.games.showdown.referee.basic import KEEP, REJECT, basic
from tests.games.showdown.referee.ranking import CATEGORIES, FULL_HOUSE, STRAIGHT_FLUSH, SUITS, Judged, Ranking, deck_cards, suit_of
from tests.games.showdown.referee.tally import SEATS, Facts, Tally, column_of, facts_of

__all__ = ["DEFAULTS", "Chance", "RandomChance", "Referee", "basic", "playable", "trick_winner"]

HAND = 5
TRICKS = 5
LEAD = 5  # points ahead of all others that `lead_by_5` asks for
WIN = 60  # a whole win in sixtieths

CIRCLE, STRAIGHT_FLUSH_1, STRAIGHT_FLUSH_2, CAP = range(4)  # end_reason

DEFAULTS: dict[str, object] = {
    "players": 4,
    "target": 50,
    "category_points": [0, 1, 2, 3, 4, 5, 6, 7, 8],  # by the standard category numbers, whatever category_order says
    "category_order": list(CATEGORIES),  # lowest first
    "straight_flush": "win",
    "straight_flush_phases": "both",
    "straight_flush_who": "anyone",
    "scorers": "best",
    "phase_weight": [1, 1],
    "draws": 2,
    "max_discards": [5, 5],
    "one_card_show": "draw2",
    "max_rejections": 1,
    "discards_face_up": False,
    "stock_out": "reshuffle",
    "draw_order": "left_of_dealer",
    "reveal_phase1": "all",
    "reveal_phase2": "all",
    "full_house_compare": "highest_rank",
    "suit_order": "cdhs",  # lowest first
    "ace_low_straight": True,
    "lowest_rank": 2,
    "trick_points": [0, 0, 0, 0, 5],
    "trump": "none",
    "must_follow": True,
    "first_lead": "left_of_dealer",
    "dealer_rotation": "rotate",
    "first_dealer": "last",  # or a seat number, or "random"
    "win_mode": "circle",
    "circle_delay": 1,
    "circle_wins_by": "last_trick",
    "all_circle_overrides_bar": False,
    "max_rounds": 200,
}


class Chance(Protocol):
    """Everything random in a game. Each method gives the same answer whenever it is asked the same question.

    An order is a list of card ids in which every card of the deck in use stands exactly once; ids that are not in the
    deck (a short deck's missing ranks) may stand in it too and are passed over.
    """

    def deck(self, round: int) -> list[int]:
        """The shuffled deck of round 1, 2, ...: first card first (SH-5.1, SH-5.2)."""

    def reshuffle(self, round: int, j: int) -> list[int]:
        """Reshuffle j = 1, 2, ... of this round: an order of all cards, not only of the pile (SH-6.10)."""

    def first_dealer(self, players: int) -> int:
        """The seat that deals round 1; asked only with `first_dealer: random`."""


class RandomChance:
    """Chance from a seed, for random play."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def deck(self, round: int) -> list[int]:
        return self._order(f"deck {round}")

    def reshuffle(self, round: int, j: int) -> list[int]:
        return self._order(f"reshuffle {round} {j}")

    def first_dealer(self, players: int) -> int:
        return random.Random(f"{self.seed} dealer").randrange(players)

    def _order(self, question: str) -> list[int]:
        cards = list(range(52))
        random.Random(f"{self.seed} {question}").shuffle(cards)
        return cards


def playable(hand: Sequence[int], led: int | None, must_follow: bool = True) -> list[int]:
    """The cards a player may play, ascending; led is the card that leads the trick, None for the leader (SH-9.3)."""
    same = [] if led is None else [card for card in hand if suit_of(card) == suit_of(led)]
    return sorted(same if must_follow and same else hand)


def trick_winner(table: Sequence[tuple[int, int]], trump: int | None = None) -> int:
    """The seat that takes a trick of (seat, card) pairs in the order played (SH-9.4)."""
    led = suit_of(table[0][1])
    trumps = [(card, seat) for seat, card in table if suit_of(card) == trump]
    followed = [(card, seat) for seat, card in table if suit_of(card) == led]
    return max(trumps or followed)[1]  # inside a suit the higher id is the higher rank


class Referee:
    """One game. `seat` is to act at the point `point` ("DRAW", "SHOW" or "PLAY") until `over`."""

    def __init__(self, rules: dict[str, object], chance: Chance) -> None:
        check(rules)
        self.rules: dict[str, Any] = {name: "none" if value is None else value for name, value in rules.items()}
        self.chance = chance
        self.players: int = self.rules["players"]
        self.ranking = self._ranking(self.rules["full_house_compare"])
        self.trips_first = self._ranking("trips_first")
        self.cards = deck_cards(self.rules["lowest_rank"])
        trump = self.rules["trump"]
        self.trump = None if trump == "none" else SUITS.index(trump)

        self.over, self.winner, self.end_reason = False, -1, -1
        self.points = [0] * self.players
        self.circle_round = [-1] * self.players
        self.first_circle_seat, self.first_circle_round = -1, -1
        self.plies = self.decisions = 0
        self.tally = Tally()
        self.history: list[dict[str, object]] = []  # the public record of every finished round
        self.round, self.dealer = 0, self._first_dealer()
        self._start_round()

    # --- what a player may do -------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        if self.over:
            return []
        if self.point == "DRAW":
            most = self._most_discards()
            return [mask for mask in range(1 << HAND) if mask.bit_count() <= most]
        if self.point == "SHOW":
            # SH-6.9, limit: with an empty stock keeping is forced
            return [KEEP] if self.rules["stock_out"] == "limit" and not self.stock else [KEEP, REJECT]
        return list(range(len(self._playable())))

    def step(self, action: int) -> None:
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"action {action} is not legal at {self.point} of seat {self.seat}: {legal}")
        self.plies += 1
        self.decisions += len(legal) >= 2
        if self.point == "DRAW":
            self._discard(action)
        elif self.point == "SHOW":
            self._keep_or_reject(action)
        else:
            self._play(self._playable()[action])

    # --- a round begins -------------------------------------------------------------------------------------------

    def _start_round(self) -> None:
        self.round += 1
        n = self.players
        self.first_seat = (self.dealer + 1) % n  # SH-4.2
        deck = [card for card in self.chance.deck(self.round) if card in self.cards]  # SH-5.1
        assert sorted(deck) == self.cards, "every card of the deck stands once in its order"
        self.hands: list[list[int]] = [[] for _ in range(n)]
        for p in range(n):
            self.hands[self.seat_at(p)] = sorted(deck[p : HAND * n : n])  # SH-5.2
        self.stock = deck[HAND * n :]
        self.pile: list[int] = []  # discards of finished turns, since the last reshuffle
        self.pending: list[int] = []  # thrown or rejected in the turn that is going on
        self.shown_card = -1
        self.reshuffles = 0
        self._clear_record()
        self._start_draw(1)

    def _clear_record(self) -> None:
        """What the table sees in a round, and each seat's own discards."""
        draws, n = self.rules["draws"], self.players
        self.thrown = [[-1] * n for _ in range(draws)]  # how many; -1 = has not drawn yet
        self.thrown_cards: list[list[list[int]]] = [[[] for _ in range(n)] for _ in range(draws)]
        self.shown: list[dict[str, object]] = []
        self.revealed: list[list[list[int]]] = [[[] for _ in range(n)] for _ in range(draws)]
        self.scored: list[list[dict[str, int]]] = []  # per phase played, its awards in the order made
        self.best_scorers: list[int] = []  # per phase played, the owner of the best scoring hand or -1
        self.trick, self.leader = 0, -1  # trick 0 = before the tricks
        self.table: list[tuple[int, int]] = []
        self.played = [[-1] * n for _ in range(TRICKS)]
        self.trick_winners: list[int] = []

    def seat_at(self, position: int) -> int:
        return (self.first_seat + position) % self.players  # SH-4.3

    def position_of(self, seat: int) -> int:
        return (seat - self.first_seat) % self.players

    # --- draws ----------------------------------------------------------------------------------------------------

    def _start_draw(self, draw: int) -> None:
        self.draw = draw
        self.drawers = self._draw_order()
        self._next_drawer()

    def _draw_order(self) -> list[int]:
        by_position = [self.seat_at(p) for p in range(self.players)]  # SH-6.3
        order = self.rules["draw_order"]
        if order == "dealer_first":
            return by_position[-1:] + by_position[:-1]
        if order == "fewest_points":
            return sorted(by_position, key=lambda seat: self.points[seat])
        if order == "most_points":
            return sorted(by_position, key=lambda seat: -self.points[seat])
        return by_position

    def _next_drawer(self) -> None:
        if not self.drawers:
            self._score(self.draw)
            return
        self.point, self.seat = "DRAW", self.drawers.pop(0)
        self.rejections = 0

    def _most_discards(self) -> int:
        most = entry(self.rules["max_discards"], self.draw)
        return min(most, len(self.stock)) if self.rules["stock_out"] == "limit" else most  # SH-6.9

    def _discard(self, mask: int) -> None:
        hand = self.hands[self.seat]
        self.pending = [card for i, card in enumerate(hand) if mask >> i & 1]
        self.hands[self.seat] = [card for card in hand if card not in self.pending]
        self.thrown[self.draw - 1][self.seat] = len(self.pending)
        self.thrown_cards[self.draw - 1][self.seat] = list(self.pending)
        self.tally.add(f"thrown{column_of(self.draw)}", len(self.pending))
        if len(self.pending) == 1 and self._one_card_rule():
            self._show()
            return
        for _ in range(len(self.pending)):  # SH-6.1
            self.hands[self.seat].append(self._take())
        self._end_turn()

    def _one_card_rule(self) -> bool:
        where = self.rules["one_card_show"]  # SH-6.4, SH-6.5
        on = where == "both" or (where == "draw1" and self.draw == 1) or (where == "draw2" and self.draw >= 2)
        return on and self.rules["max_rejections"] > 0

    def _take(self) -> int:
        if not self.stock:
            self._reshuffle()
        return self.stock.pop(0)

    def _reshuffle(self) -> None:
        self.reshuffles += 1
        self.tally.count("reshuffles")
        order = self.chance.reshuffle(self.round, self.reshuffles)
        self.stock = [card for card in order if card in self.pile]  # SH-6.10; the pending cards stay out (SH-6.9)
        assert sorted(self.stock) == sorted(self.pile) != [], "a reshuffle returns every discard of earlier turns"
        self.pile = []

    def _show(self) -> None:
        self.shown_card = self._take()
        self.shown.append({"draw": self.draw, "seat": self.seat, "card": self.shown_card, "fate": "pending"})
        self.tally.count("shown")
        self.point = "SHOW"

    def _keep_or_reject(self, action: int) -> None:
        card, self.shown_card = self.shown_card, -1
        if action == KEEP:
            self.shown[-1]["fate"] = "kept"
            self.hands[self.seat].append(card)  # SH-6.7
            self._end_turn()
            return
        self.shown[-1]["fate"] = "rejected"
        self.pending.append(card)  # SH-6.8
        self.tally.count("rejected")
        self.rejections += 1
        if self.rejections < self.rules["max_rejections"]:
            self._show()
            return
        self.hands[self.seat].append(self._take())  # SH-6.6: unseen, and it stays
        self._end_turn()

    def _end_turn(self) -> None:
        self.pile += self.pending
        self.pending = []
        self.hands[self.seat].sort()
        self._next_drawer()

    # --- scoring --------------------------------------------------------------------------------------------------

    def _score(self, phase: int) -> None:
        self.judged = [self.ranking.judge(hand) for hand in self.hands]
        flushes = self._winning_straight_flushes(phase)
        scoring = self._scoring(self.judged, flushes)
        self.best_scorers.append(scoring[0] if scoring else -1)
        self.tally.phase(phase, self.judged, scoring)
        if self._flips_under_trips_first(scoring):
            self.tally.count("full_flip")
        paid = scoring[: {"best": 1, "best_two": 2, "all": self.players}[self.rules["scorers"]]]  # SH-7.2
        self._reveal(phase, flushes[:1] or paid)
        self.scored.append([])
        if flushes:
            # SH-7.7, SH-7.8: no points for it
            self._note_score(phase, flushes[0], 0)
            self._finish(flushes[0], STRAIGHT_FLUSH_1 if phase == 1 else STRAIGHT_FLUSH_2)
            return
        self._pay_phase(phase, paid)
        if not self.over:
            self._after_phase(phase)

    def _winning_straight_flushes(self, phase: int) -> list[int]:
        """Seats whose straight flush wins the game now, the best first (SH-7.9)."""
        where = self.rules["straight_flush_phases"]
        counts = where == "both" or where == f"phase{column_of(phase)}"
        if self.rules["straight_flush"] != "win" or not counts:
            return []
        barred = self.circle_round if self.rules["straight_flush_who"] == "no_circle" else [-1] * self.players
        seats = [s for s, hand in enumerate(self.judged) if hand.category == STRAIGHT_FLUSH and barred[s] == -1]
        return self._best_first(self.judged, seats)

    def _scoring(self, judged: Sequence[Judged], flushes: Sequence[int]) -> list[int]:
        """Seats with a scoring hand, the best first; a straight flush that wins is above everything."""
        points = self.rules["category_points"]  # SH-7.1, SH-7.3
        others = [seat for seat, hand in enumerate(judged) if points[hand.category] > 0 and seat not in flushes]
        return [*flushes, *self._best_first(judged, others)]

    def _best_first(self, judged: Sequence[Judged], seats: Sequence[int]) -> list[int]:
        return sorted(seats, key=lambda seat: judged[seat].key, reverse=True)

    def _flips_under_trips_first(self, scoring: Sequence[int]) -> bool:
        if len(scoring) < 2 or any(self.judged[seat].category != FULL_HOUSE for seat in scoring[:2]):
            return False
        standard = [self.trips_first.judge(hand) for hand in self.hands]
        return self._best_first(standard, scoring)[0] != scoring[0]

    def _reveal(self, phase: int, scorers: Sequence[int]) -> None:
        how = self.rules[f"reveal_phase{column_of(phase)}"]  # SH-7.4, SH-7.5
        seats = range(self.players) if how == "all" else scorers if how == "best" else ()
        for seat in seats:
            self.revealed[phase - 1][seat] = list(self.hands[seat])

    def _pay_phase(self, phase: int, scorers: Sequence[int]) -> None:
        weight = entry(self.rules["phase_weight"], phase)
        for seat in scorers:
            wins = self.rules["circle_wins_by"] == "phase_or_trick" and self._circle_wins(seat)
            award = weight * self.rules["category_points"][self.judged[seat].category]
            self._note_score(phase, seat, award)
            self._award(seat, award, f"pts_phase{column_of(phase)}")
            if wins or self._reached_target(seat):
                self._finish(seat, CIRCLE)
                return

    def _note_score(self, phase: int, seat: int, award: int) -> None:
        self.scored[-1].append({"seat": seat, "category": self.judged[seat].category, "points": award})
        self.tally.add(f"score{column_of(phase)}", self.position_of(seat))

    def _after_phase(self, phase: int) -> None:
        if phase < self.rules["draws"]:
            self._start_draw(phase + 1)
        else:
            self._start_tricks()

    # --- tricks ---------------------------------------------------------------------------------------------------

    def _start_tricks(self) -> None:
        in_play = [card for hand in self.hands for card in hand]
        self.facts: list[Facts] = [
            facts_of(hand, in_play, self.position_of(seat), self.judged[seat].category) for seat, hand in enumerate(self.hands)
        ]
        self.tally.showdown(self.facts, self.best_scorers)
        self._start_trick(self._first_leader())

    def _first_leader(self) -> int:
        lead = self.rules["first_lead"]  # SH-9.2
        if lead == "dealer":
            return self.dealer
        if lead == "phase2_best" and self.best_scorers[-1] >= 0:
            return self.best_scorers[-1]
        if lead == "phase2_worst":
            return self._best_first(self.judged, range(self.players))[-1]
        return self.first_seat

    def _start_trick(self, leader: int) -> None:
        self.trick += 1
        self.table = []
        self.point, self.leader, self.seat = "PLAY", leader, leader

    def _playable(self) -> list[int]:
        led = self.table[0][1] if self.table else None
        return playable(self.hands[self.seat], led, self.rules["must_follow"])

    def _play(self, card: int) -> None:
        self.hands[self.seat].remove(card)
        self.table.append((self.seat, card))
        self.played[self.trick - 1][self.seat] = card
        if len(self.table) < self.players:
            self.seat = (self.seat + 1) % self.players
            return
        winner = trick_winner(self.table, self.trump)
        self.trick_winners.append(winner)
        if self.trick == TRICKS:
            self._end_round(winner)
            return
        self._award(winner, self.rules["trick_points"][self.trick - 1], "pts_trick")
        if self._reached_target(winner):
            self._finish(winner, CIRCLE)
            return
        self._start_trick(winner)  # SH-9.4

    # --- points, circles and the end ------------------------------------------------------------------------------

    def _award(self, seat: int, points: int, source: str) -> None:
        self.points[seat] += points
        self.tally.add(source, seat, points)
        if self.points[seat] < self.rules["target"] or self.circle_round[seat] != -1:
            return
        self.circle_round[seat] = self.round  # SH-10.1
        if self.first_circle_seat == -1:
            self.first_circle_seat, self.first_circle_round = seat, self.round

    def eligible(self, seat: int) -> bool:
        """May this seat win by the circle in this round (SH-10.2)?"""
        reached = self.circle_round[seat]
        return reached != -1 and reached + self.rules["circle_delay"] <= self.round

    def _circle_wins(self, seat: int) -> bool:
        return self.rules["win_mode"] == "circle" and self.eligible(seat)

    def _reached_target(self, seat: int) -> bool:
        return self.rules["win_mode"] == "first_to_target" and self.points[seat] >= self.rules["target"]

    def _end_round(self, last: int) -> None:
        """Trick 5 is won by the seat `last`. Whether a circle wins is tested before its award (SH-10.2, SH-10.3)."""
        everyone = self.rules["all_circle_overrides_bar"] and -1 not in self.circle_round  # SH-10.7
        wins = self._circle_wins(last) or (self.rules["win_mode"] == "circle" and everyone)
        for seat in range(self.players):
            if self.eligible(seat) and seat != last:
                self.tally.add("eligible_failures", seat)
        self._award(last, self.rules["trick_points"][TRICKS - 1], "pts_trick")  # SH-9.5, SH-10.5, SH-10.8
        self.tally.last_trick(last, self.facts[last], self.best_scorers, self.trick_winners[TRICKS - 2])
        self.tally.round_end(self.points)
        self.history.append(self._public_record())
        ahead = self._far_ahead()
        if wins or self._reached_target(last):
            self._finish(last, CIRCLE)
        elif ahead != -1:
            self._finish(ahead, CIRCLE)
        elif self.round == self.rules["max_rounds"]:
            self._finish(-1, CAP)  # SH-10.9
        else:
            self.dealer = self._next_dealer(last)
            self._start_round()

    def _far_ahead(self) -> int:
        if self.rules["win_mode"] != "lead_by_5":
            return -1
        best, second = sorted(self.points, reverse=True)[:2]
        return self.points.index(best) if best >= self.rules["target"] and best - second >= LEAD else -1

    def _finish(self, winner: int, reason: int) -> None:
        self.over, self.winner, self.end_reason = True, winner, reason

    def _first_dealer(self) -> int:
        dealer = self.rules["first_dealer"]
        if dealer == "last":
            return self.players - 1
        return int(self.chance.first_dealer(self.players) if dealer == "random" else dealer)

    def _next_dealer(self, last: int) -> int:
        rotation = self.rules["dealer_rotation"]
        if rotation == "last_trick_winner":
            return last
        return self.dealer if rotation == "fixed" else (self.dealer + 1) % self.players

    def _ranking(self, full_house_compare: str) -> Ranking:
        names = ("category_order", "suit_order", "ace_low_straight", "lowest_rank")
        return Ranking(full_house_compare=full_house_compare, **{name: self.rules[name] for name in names})

    # --- what is told ---------------------------------------------------------------------------------------------

    def outcome(self) -> dict[str, object]:
        """The columns of section 8; lists per seat, position, category or level are six, six, nine or as many long."""
        after = self.round - self.first_circle_round if self.first_circle_round != -1 else -1
        return {
            "winner": self.winner,
            "win": padded([WIN * (seat == self.winner) for seat in range(self.players)], 0),
            "end_reason": self.end_reason,
            "rounds": self.round,
            "plies": self.plies,
            "decisions": self.decisions,
            "points": padded(self.points, 0),
            "circle_round": padded(self.circle_round, -1),
            "first_circle_seat": self.first_circle_seat,
            "first_circle_round": self.first_circle_round,
            "first_circle_wins": self._first_circle_wins(),
            "circles_at_end": sum(1 for reached in self.circle_round if reached != -1),
            "rounds_after_first_circle": after,
            **self.tally.columns(),
        }

    def _first_circle_wins(self) -> int:
        """Did the winner reach the target in the round in which anybody first did? -1 when nobody has."""
        if self.first_circle_round == -1:
            return -1
        return int(self.winner != -1 and self.circle_round[self.winner] == self.first_circle_round)

    def view(self, seat: int) -> dict[str, object]:
        """What this seat may know now (section 4)."""
        acts = seat == self.seat and not self.over
        return {
            "seat": seat,
            "players": self.players,
            "over": self.over,
            "point": self.point,
            "to_act": self.seat,
            "legal": self.legal() if acts else [],
            "playable": self._playable() if acts and self.point == "PLAY" else [],
            "hand": sorted(self.hands[seat]),
            "own_thrown": [list(seats[seat]) for seats in self.thrown_cards],
            "shown_card": self.shown_card,
            "draw": self.draw,
            "trick": self.trick,
            "leader": self.leader,
            "table": list(self.table),
            "stock_size": len(self.stock),
            "pile_size": len(self.pile),
            "points": list(self.points),
            "circle_round": list(self.circle_round),
            **self._public_record(),
            "history": list(self.history),
        }

    def _public_record(self) -> dict[str, object]:
        face_up = self.rules["discards_face_up"]  # SH-6.3
        return {
            "round": self.round,
            "dealer": self.dealer,
            "first_seat": self.first_seat,
            "thrown": [list(counts) for counts in self.thrown],
            "thrown_face_up": [[list(cards) if face_up else [] for cards in seats] for seats in self.thrown_cards],
            "shown": [dict(event) for event in self.shown],
            "revealed": [[list(hand) for hand in hands] for hands in self.revealed],
            "scored": [[dict(award) for award in awards] for awards in self.scored],
            "played": [list(cards) for cards in self.played],
            "trick_winners": list(self.trick_winners),
        }


def check(rules: dict[str, object]) -> None:
    """Refuse what no table can play: knobs missing or unknown, a wrong number of players, too few cards."""
    if rules.keys() != DEFAULTS.keys():
        raise ValueError(f"knobs missing or unknown: {sorted(rules.keys() ^ DEFAULTS.keys())}")
    players, lowest_rank = rules["players"], rules["lowest_rank"]
    assert isinstance(players, int)
    assert isinstance(lowest_rank, int)
    if not 2 <= players <= SEATS:
        raise ValueError(f"showdown is for 2 to 6 players, not {players} (SH-2.2)")
    if len(deck_cards(lowest_rank)) < HAND * players + HAND:
        raise ValueError(f"{players} players need a deck of at least {HAND * players + HAND} cards")


def entry(values: Sequence[int], number: int) -> int:
    """The entry of draw or phase 1, 2, 3; a short list repeats its last one (section 6)."""
    return values[min(number, len(values)) - 1]


def padded(values: Sequence[int], none: int) -> list[int]:
    return [*values, *[none] * (SEATS - len(values))]
