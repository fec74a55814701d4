"""The referee of Jester: Trash, Low, High, Blackjack and Poker, round after round, until somebody has 21 points.

A slow and plain reading of the rules, clause by clause, to be played beside a fast engine: both must allow the same
actions, reach the same positions and book the same points. Seats sit clockwise; rounds count from 1.
"""

import random
from itertools import combinations
from typing import Any, Protocol

from tests.games.jester.referee.policies import basic, bully
from tests.games.jester.referee.ranking import BLACKJACK, hand_key, natural, rank, suit, total
from tests.games.jester.referee.rules import BLOCK, DEFAULTS, PHASES, check_rules
from tests.games.jester.referee.tally import Tally
from tests.games.jester.referee.view import view

__all__ = ["DEFAULTS", "Chance", "RandomChance", "Referee", "basic", "bully"]

SPENDS = {"trash": 1, "low": 1, "high": 1, "blackjack": 2, "poker": 3}  # cards a seat uses up in each phase
COMMON = 2  # common cards that end the bidding

HOLD, HIT, DOUBLE = range(3)
FOLD, CALL, CHECK, RAISE_1 = range(4)

ENDED_IN = {"low": 1, "high": 2, "blackjack": 3, "poker": 4, "round": 5, "cap": 6}


class Chance(Protocol):
    """Everything the players do not decide. Asked twice with the same key, each method gives the same answer.

    `round` counts from 1. `phase` is 0 for the deal that opens a round, whichever phase that is; with `redeal: phase`
    the deals before the round's later phases have the phase's own place: low 1, high 2, blackjack 3, poker 4.
    """

    def deck(self, round: int, phase: int) -> list[int]:
        """P1 of JE-2.4: a permutation of all 52 ids, stripped ranks included."""
        ...

    def discard_order(self, round: int, phase: int) -> list[int]:
        """P2 of JE-2.5: a permutation of all 52 ids, drawn from the same stream after P1."""
        ...

    def trash_coin(self, round: int) -> int:
        """0..59, drawn after P2 of the round's first deal; k tied seats, clockwise from the dealer's left: number coin mod k (JE-3.5)."""
        ...

    def first_dealer(self, players: int) -> int:
        """Dealer of round 1 with `first_dealer: random` (JE-2.6)."""
        ...


class RandomChance:
    """Chance from a seed, each answer from a generator of its own key."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def generator(self, *key: object) -> random.Random:
        return random.Random(f"{self.seed}/{key}")

    def deck(self, round: int, phase: int) -> list[int]:
        return self.generator("deck", round, phase).sample(range(52), 52)

    def discard_order(self, round: int, phase: int) -> list[int]:
        return self.generator("discards", round, phase).sample(range(52), 52)

    def trash_coin(self, round: int) -> int:
        return self.generator("coin", round).randrange(60)

    def first_dealer(self, players: int) -> int:
        return self.generator("dealer").randrange(players)


class Referee:
    def __init__(self, rules: dict[str, Any], chance: Chance) -> None:
        check_rules(rules)
        self.rules = rules
        self.chance = chance
        self.n: int = rules["players"]
        self.points: list[int] = [rules["start_points"]] * self.n  # JE-1.4
        self.tally = Tally(self.n, rules["start_points"])
        self.over = False
        self.round = 0
        self.jester: int | None = None
        self.last_shown: list[list[int] | None] = [None] * self.n  # hands shown when Poker was last settled
        self.last_common: list[int] = []
        first = rules["first_dealer"]
        self.dealer: int = chance.first_dealer(self.n) if first == "random" else first  # JE-2.6
        self.begin_round()

    # --- the interface -------------------------------------------------------------------------------------------------

    def legal(self) -> list[int]:
        if self.over:
            return []
        if self.point in ("TRASH", "LOW", "HIGH"):
            return list(range(len(self.hands[self.seat])))  # JE-4.6: no passing; JE-9.5: a card = its place in the sorted hand
        if self.point == "BJ_PICK":
            return list(range(len(list(combinations(self.hands[self.seat], 2)))))
        if self.point == "BJ_ACT":
            return self.legal_blackjack()
        return self.legal_bids()

    def step(self, action: int) -> None:
        legal = self.legal()
        if action not in legal:
            raise ValueError(f"{action} is not among the legal actions {legal} at {'the end' if self.over else self.point}")
        if len(legal) >= 2:
            self.tally.add("decisions")  # JE-9.4
        if self.point in ("TRASH", "LOW", "HIGH"):
            self.play_card(action)
        elif self.point == "BJ_PICK":
            self.play_pair(action)
        elif self.point == "BJ_ACT":
            self.play_blackjack(action)
        else:
            self.play_bid(action, forced=len(legal) == 1)

    def outcome(self) -> dict[str, Any]:
        if not self.over:
            raise ValueError("the game is not over")
        return {name: list(value) if isinstance(value, list) else value for name, value in self.tally.columns.items()}

    def view(self, seat: int) -> dict[str, Any]:
        return view(self, seat)

    # --- rounds and phases ---------------------------------------------------------------------------------------------

    def begin_round(self) -> None:
        if self.jester is not None:
            self.dealer = self.jester  # JE-2.6
        self.round += 1
        self.tally.begin_round(self.points)
        self.jester = None
        self.trash: list[int | None] = [None] * self.n
        self.centre: dict[str, list[tuple[int, int]]] = {"low": [], "high": []}
        self.fronts: list[list[int]] = [[] for _ in range(self.n)]
        self.bj_choices: list[list[int]] = [[] for _ in range(self.n)]
        self.deck_cards: list[int] = []
        self.clear_bidding()
        if "trash" not in self.rules["phases"]:
            self.crown(self.left_of(self.dealer))
        self.begin_phase(self.rules["phases"][0])

    def begin_phase(self, phase: str) -> None:
        self.phase = phase
        if phase == self.rules["phases"][0]:
            self.deal(0)
        elif self.rules["redeal"] == "phase":  # JE-2.3
            self.deal(PHASES.index(phase))
        openers = {
            "trash": self.begin_trash,
            "low": self.begin_centre,
            "high": self.begin_centre,
            "blackjack": self.begin_blackjack,
            "poker": self.begin_poker,
        }
        openers[phase]()

    def end_phase(self) -> None:
        """The phase is scored: discard what lies on the table, test for the end, go on (JE-2.2, JE-8.1)."""
        self.discards += self.table
        self.table = []
        phases = self.rules["phases"]
        last = self.phase == phases[-1]
        if self.rules["end_check"] == "phase" and self.phase != "trash" and self.ends(self.phase, last):
            return
        if not last:
            self.begin_phase(phases[phases.index(self.phase) + 1])
            return
        if self.rules["end_check"] == "round" and self.ends("round", last):
            return
        if self.round == self.rules["max_rounds"]:  # JE-8.5: ties share, whatever win_tie says
            self.finish(self.leaders(), "cap", complete=True)
            return
        self.tally.end_round(self.points, complete=True)
        self.begin_round()

    def leaders(self) -> list[int]:
        return [s for s in range(self.n) if self.points[s] == max(self.points)]

    def ends(self, ended_in: str, complete: bool) -> bool:
        """Is the game won? If so it is over now (JE-8.1 to JE-8.4)."""
        if max(self.points) < self.rules["target"]:  # JE-8.2: more is fine
            return False
        winners = self.leaders()  # JE-8.3
        if len(winners) > 1 and self.rules["win_tie"] == "play_on":
            return False
        if self.rules["win_tie"] == "order":
            assert self.jester is not None
            winners = [next(s for s in self.clockwise(self.left_of(self.jester)) if s in winners)]
        self.finish(winners, ended_in, complete)
        return True

    def finish(self, winners: list[int], ended_in: str, complete: bool) -> None:
        self.tally.end_round(self.points, complete)
        self.tally.finish(self.points, winners, ENDED_IN[ended_in], ended_in == "cap")
        self.over = True
        self.point = "OVER"

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.n

    def clockwise(self, first: int) -> list[int]:
        return [(first + i) % self.n for i in range(self.n)]

    def counter_clockwise(self, first: int) -> list[int]:
        return [(first - i) % self.n for i in range(self.n)]

    # --- the deck ------------------------------------------------------------------------------------------------------

    def deal(self, key: int) -> None:
        """JE-2.1, JE-2.4: blocks of eight in P1; unused cards of the blocks go under the pile."""
        phases = self.rules["phases"]
        size = sum(SPENDS[p] for p in phases[phases.index(self.phase) :])
        p1 = [card for card in self.chance.deck(self.round, key) if rank(card) >= self.rules["min_rank"]]
        blocks = [p1[BLOCK * s : BLOCK * (s + 1)] for s in range(self.n)]
        self.hands = [sorted(block[:size]) for block in blocks]
        self.pile = p1[BLOCK * self.n :] + [card for block in blocks for card in block[size:]]
        self.discard_order = self.chance.discard_order(self.round, key)
        self.discards: list[int] = []
        self.table: list[int] = []  # cards lying on the table in this phase
        self.pile_is_reshuffled = False

    def draw(self) -> int | None:
        """The top card of the pile, face up on the table; None when there is none (JE-2.5, JE-2.8)."""
        if not self.pile and self.rules["exhaust"] == "reshuffle" and self.discards:
            self.pile = sorted(self.discards, key=self.discard_order.index)
            self.discards = []
            self.pile_is_reshuffled = True
            self.tally.reshuffle(self.phase)
        if not self.pile:
            return None
        card = self.pile.pop(0)
        self.table.append(card)
        return card

    def drawable(self) -> int:
        """How many cards could be drawn now."""
        return len(self.pile) + (len(self.discards) if self.rules["exhaust"] == "reshuffle" else 0)

    # --- Trash, Low and High -------------------------------------------------------------------------------------------

    def ask(self, point: str, seats: list[int], secret: bool) -> None:
        """Ask these seats in turn; secret choices are turned up when all are made."""
        self.point = point
        self.waiting = list(seats)
        self.secret = self.phase if secret else None
        self.seat = self.waiting[0]

    def asked_all(self) -> bool:
        self.waiting.pop(0)
        if self.waiting:
            self.seat = self.waiting[0]
            return False
        self.secret = None
        return True

    def begin_trash(self) -> None:
        self.ask("TRASH", list(range(self.n)), secret=True)  # JE-3.1

    def begin_centre(self) -> None:
        assert self.jester is not None
        if self.phase == "low":
            order = self.clockwise(self.left_of(self.jester))  # JE-4.1
        else:
            order = self.counter_clockwise((self.jester - 1) % self.n)  # JE-4.2
        self.ask(self.phase.upper(), order, secret=self.rules["centre_play"] == "blind")  # JE-4.4

    def play_card(self, place: int) -> None:
        card = self.hands[self.seat].pop(place)
        self.table.append(card)
        if self.phase == "trash":
            self.trash[self.seat] = card
        else:
            self.centre[self.phase].append((self.seat, card))
        if not self.asked_all():
            return
        if self.phase == "trash":
            self.turn_up_trash()
        else:
            self.score_centre()
        self.end_phase()

    def crown(self, jester: int) -> None:
        self.jester = jester
        self.tally.crown(jester)

    def turn_up_trash(self) -> None:
        """JE-3.2 to JE-3.5."""
        cards = [card for card in self.trash if card is not None]
        if self.rules["jester_by"] == "rotate":
            self.crown(self.left_of(self.dealer))
            self.tally.trash(cards, self.left_of(self.dealer), tie=False)
            return
        best = min if self.rules["jester_by"] == "lowest" else max
        deciding = best(rank(card) for card in cards)
        tied = [s for s in self.clockwise(self.left_of(self.dealer)) if rank(cards[s]) == deciding]
        jester = tied[0]
        if self.rules["trash_tie"] == "suit":
            jester = best(tied, key=lambda s: suit(cards[s]))
        elif self.rules["trash_tie"] == "random":
            jester = tied[self.chance.trash_coin(self.round) % len(tied)]
        self.crown(jester)
        self.tally.trash(cards, jester, tie=len(tied) > 1)

    def score_centre(self) -> None:
        """Low pays the highest card, High the lowest (JE-4.1, JE-4.2), the other way round when swapped (JE-4.3)."""
        played = self.centre[self.phase]
        pays_highest = (self.phase == "low") != self.rules["swap_low_high"]
        ranks = [rank(card) for _, card in played]
        deciding = max(ranks) if pays_highest else min(ranks)
        tied = [position for position, r in enumerate(ranks) if r == deciding]
        scoring = {
            "first": tied[:1],
            "last": tied[-1:],
            "none": tied if len(tied) == 1 else [],
            "each": tied,
        }[self.rules["centre_tie"]]  # JE-4.5
        self.tally.centre(self.phase, scoring, tie=len(tied) > 1)
        for position in scoring:
            self.book(played[position][0], self.rules[self.phase + "_points"])

    def book(self, seat: int, change: int) -> int:
        """Add points; a loss never takes a seat below the floor (JE-5.20). The change as booked."""
        before, floor = self.points[seat], self.rules["points_floor"]
        after = before + change
        if change < 0 and floor is not None:
            after = max(after, min(before, floor))
        self.points[seat] = after
        self.tally.book(seat, self.phase, after - before, after)
        return after - before

    # --- Blackjack -----------------------------------------------------------------------------------------------------

    def begin_blackjack(self) -> None:
        assert self.jester is not None
        if self.rules["bj_pick"] == "in_turn":
            self.ask("BJ_PICK", self.clockwise(self.left_of(self.jester)), secret=False)
        else:
            self.ask("BJ_PICK", list(range(self.n)), secret=True)  # JE-5.2

    def play_pair(self, place: int) -> None:
        hand = self.hands[self.seat]
        pair = list(list(combinations(hand, 2))[place])
        self.hands[self.seat] = [card for card in hand if card not in pair]
        self.fronts[self.seat] = pair  # JE-5.1
        self.table += pair
        self.tally.pick(pair)
        if self.asked_all():
            assert self.jester is not None
            self.turn_deck_card()  # JE-5.5
            self.ask("BJ_ACT", self.clockwise(self.left_of(self.jester)), secret=False)  # JE-5.6

    def turn_deck_card(self) -> bool:
        card = self.draw()
        if card is None:
            return False
        self.deck_cards.append(card)
        return True

    def legal_blackjack(self) -> list[int]:
        legal = [HOLD]
        if self.drawable() >= 1:
            legal.append(HIT)
        first = not self.bj_choices[self.seat]
        if first and self.drawable() >= self.rules["double_draws"]:  # JE-2.5, JE-5.10
            legal.append(DOUBLE)
        return legal

    def play_blackjack(self, action: int) -> None:
        seat = self.seat
        self.bj_choices[seat].append(action)
        draws = {HOLD: 0, HIT: 1, DOUBLE: self.rules["double_draws"]}[action]  # JE-5.7, JE-5.8, JE-5.10
        for _ in range(draws):
            card = self.draw()
            assert card is not None
            self.fronts[seat].append(card)
        busted = total(self.fronts[seat]) > BLACKJACK
        if action == HIT and not busted and len(self.bj_choices[seat]) < self.rules["max_hits"]:  # JE-5.9
            return
        if self.asked_all():
            self.finish_deck()
            self.score_blackjack()
            self.end_phase()

    def finish_deck(self) -> None:
        """JE-5.11: one more card, then one further (or as many as it takes) below the standing total."""
        self.turn_deck_card()
        while total(self.deck_cards) < self.rules["deck_stands_at"] and self.turn_deck_card():
            if self.rules["deck_third"] == "once":
                break
        self.tally.add("deck_bust", int(total(self.deck_cards) > BLACKJACK))
        self.tally.add("deck_three", int(len(self.deck_cards) >= 3))

    def score_blackjack(self) -> None:
        for seat in range(self.n):  # JE-5.19: all at the same moment
            result = self.blackjack_result(seat)
            change = self.book(seat, self.blackjack_points(seat, result))
            first_choice = self.bj_choices[seat][0]
            self.tally.blackjack(first_choice, "lose" if result == "push" else result, change)

    def blackjack_result(self, seat: int) -> str:
        own, deck = total(self.fronts[seat]), total(self.deck_cards)
        if own > BLACKJACK:
            return "bust"  # JE-5.17: read first
        if deck > BLACKJACK:
            return "win" if self.rules["deck_bust"] == "players_win" else "lose"  # JE-5.16
        if own == deck:
            return self.rules["bj_tie"]  # JE-5.15
        return "win" if own > deck else "lose"

    def blackjack_points(self, seat: int, result: str) -> int:
        rules, first_choice = self.rules, self.bj_choices[seat][0]
        if result == "push":
            return 0
        if first_choice == DOUBLE:  # JE-5.14
            return {"win": rules["dd_win"], "lose": rules["dd_lose"], "bust": rules["dd_bust"]}[result]
        if result != "win":
            return 0  # JE-5.13
        bonus = rules["natural_bonus"] if first_choice == HOLD and natural(self.fronts[seat]) else 0  # JE-5.18
        return rules["bj_win"] + bonus

    # --- Poker ---------------------------------------------------------------------------------------------------------

    def clear_bidding(self) -> None:
        self.caps: list[int] = []
        self.bids = [0] * self.n
        self.highest = 0
        self.folded = [False] * self.n
        self.forced_out = [False] * self.n  # folded for want of any other action
        self.facing = [False] * self.n  # somebody else raised since the seat's last turn
        self.raises = 0  # in this phase, the opening included
        self.raises_by = [0] * self.n
        self.bidding: list[tuple[int, int, int]] = []
        self.checks = 0
        self.common: list[int] = []
        self.folded_hands: dict[int, list[int]] = {}

    def begin_poker(self) -> None:
        assert self.jester is not None
        self.secret = None
        self.caps = [self.bid_cap(seat) for seat in range(self.n)]
        self.caps[self.jester] = max(self.rules["jester_min_bid"], self.caps[self.jester])  # JE-6.4
        self.point = "OPEN"
        self.seat = self.jester  # JE-6.1

    def bid_cap(self, seat: int) -> int:
        """JE-6.3."""
        limits = {
            "fewer": max(0, self.points[seat] - 1),
            "up_to": max(0, self.points[seat]),
            "fixed": self.rules["bid_limit_fixed"],
        }
        return limits[self.rules["bid_limit"]]

    def raise_targets(self) -> dict[int, int]:
        """Action code -> bid, for every raise the seat may make (JE-6.7, JE-6.9, JE-9.5)."""
        if self.rules["max_raises"] and self.raises >= self.rules["max_raises"]:
            return {}
        cap = self.caps[self.seat]
        high = self.rules["jester_min_bid"] - 1 if self.point == "OPEN" else self.highest  # JE-6.4
        if self.rules["bid_grid"] == "every":
            return {RAISE_1 - 1 + k: high + k for k in range(1, cap - high + 1)}
        halfway = high + (cap - high + 1) // 2
        targets: dict[int, int] = {}
        for code, target in enumerate([high + 1, high + 2, halfway, cap], start=RAISE_1):
            if high < target <= cap and target not in targets.values():
                targets[code] = target
        return targets

    def legal_bids(self) -> list[int]:
        raises = sorted(self.raise_targets())
        if self.point == "OPEN":
            return raises
        if self.point == "CHECK":
            return [CHECK, *raises]  # JE-6.10
        cap = self.caps[self.seat]
        if cap >= self.highest:
            return [FOLD, CALL, *raises]
        if self.rules["short_bid"] == "fold":
            return [FOLD]  # JE-6.8
        return [CALL] if self.bids[self.seat] == cap else [FOLD, CALL]

    def play_bid(self, action: int, forced: bool) -> None:
        seat, targets = self.seat, self.raise_targets()
        self.tally.add("poker_turns")
        self.facing[seat] = False  # JE-6.11
        if action in targets:
            self.raise_to(seat, targets[action])
        elif action == FOLD:
            self.fold(seat, forced)
        elif action == CALL:
            self.bids[seat] = min(self.highest, self.caps[seat])  # JE-6.6; JE-6.8 all_in
        else:
            self.turn_common_card()
        self.bidding.append((seat, action, self.bids[seat]))
        self.pass_turn()

    def raise_to(self, seat: int, target: int) -> None:
        if self.point != "OPEN":
            self.tally.add("raises")
        self.bids[seat] = self.highest = target
        self.raises += 1
        self.raises_by[seat] += 1
        for other in self.live():
            self.facing[other] = other != seat

    def fold(self, seat: int, forced: bool) -> None:
        """JE-6.5: the bid is lost now, the hand goes face down to the discards."""
        self.tally.add("folds")
        self.tally.add("forced_folds", int(forced))
        self.folded[seat] = True
        self.forced_out[seat] = forced
        self.folded_hands[seat] = self.hands[seat]
        self.discards += self.hands[seat]
        self.hands[seat] = []
        self.book(seat, -self.bids[seat])

    def turn_common_card(self) -> None:
        """JE-6.11; without a card the Check still counts (JE-2.5)."""
        self.checks += 1
        card = self.draw()
        if card is not None:
            self.common.append(card)

    def live(self) -> list[int]:
        return [s for s in range(self.n) if not self.folded[s]]

    def pass_turn(self) -> None:
        live = self.live()
        if len(live) == 1:
            self.settle_uncontested(live[0])
        elif self.checks == COMMON:  # JE-6.12
            self.settle_showdown(live)
        else:
            self.seat = next(s for s in self.clockwise(self.left_of(self.seat)) if s in live)  # JE-9.2
            self.point = "BID" if self.facing[self.seat] else "CHECK"

    def settle_uncontested(self, winner: int) -> None:
        """JE-6.13: nothing is shown."""
        if self.rules["poker_payout"] == "pot":
            gain = sum(self.bids) - self.bids[winner]
        else:
            gain = self.rules["uncontested_mult"] * self.bids[winner]
        self.book(winner, gain)
        self.tally.uncontested(winner, all(self.forced_out[s] for s in range(self.n) if s != winner))
        self.last_shown, self.last_common = [None] * self.n, list(self.common)
        self.end_poker([winner])

    def settle_showdown(self, live: list[int]) -> None:
        """JE-6.14 to JE-6.16."""
        hands = {seat: self.hands[seat] + self.common for seat in live}
        winners = self.best_hands(hands, self.rules["poker_tie_break"])
        self.tally.showdown(hands, winners, self.best_hands(hands, "standard"), self.rules["wheel"])
        for seat in live:
            self.book(seat, self.prize(seat, winners) if seat in winners else -self.bids[seat])
        self.last_shown = [list(self.hands[s]) if s in live else None for s in range(self.n)]
        self.last_common = list(self.common)
        self.end_poker(winners)

    def best_hands(self, hands: dict[int, list[int]], tie_break: str) -> list[int]:
        keys = {s: hand_key(hand, self.rules["wheel"], self.rules["category_order"], tie_break) for s, hand in hands.items()}
        return [seat for seat, key in keys.items() if key == max(keys.values())]

    def prize(self, seat: int, winners: list[int]) -> int:
        if self.rules["poker_payout"] == "pot":
            losers = [s for s in range(self.n) if s not in winners]  # folded seats included
            return sum(self.bids[s] for s in losers) // len(winners)
        full = self.rules["poker_win_mult"] * self.bids[seat]  # JE-6.15
        if len(winners) == 1:
            return full
        return {"split": full // len(winners), "each": full, "push": 0}[self.rules["poker_tie"]]  # JE-6.16

    def end_poker(self, winners: list[int]) -> None:
        self.tally.poker(self.round, self.highest, winners)
        self.end_phase()  # JE-9.1
