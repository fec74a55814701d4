"""Arcana, refereed by hand: draw, bid five cards for the Pot, discard with an effect; first to 25 points wins.

A slow and plain reading of the rules, one method per thing that happens at the table. Clause ids (AR-...) stand where they act.
Codes of actions: 0 END, 1 DRAW1, 2 DRAW2, 3 SUBMIT, 4 DISCARD, 5 CONVERT, 6 + card id at the three points where a card is chosen.
"""

from bisect import insort
from functools import lru_cache
from math import floor

from tests.games.arcana.referee.deck import Chance, EndlessDeck, Known, PackDeck, RandomChance
from tests.games.arcana.referee.ranking import (
    ACE,
    CATEGORIES,
    COINS,
    CUPS,
    HAND,
    NO_HAND,
    SWORDS,
    TEN,
    TYPES,
    WANDS,
    Ranking,
    category_places,
    rank_of,
    suit_of,
)

__all__ = ["DEFAULTS", "Chance", "RandomChance", "Referee", "basic"]

END, DRAW1, DRAW2, SUBMIT, DISCARD, CONVERT, PICK = range(7)
SEATS = 6
WIN = 60  # a whole win, in sixtieths
NONE = -1  # no card, no turn
HIDDEN = -2  # in a view: a deck position somebody else has seen

DEFAULTS: dict[str, object] = {
    "players": 4,
    "deck_model": "halving",
    "repeat_damping": 0.5,
    "deck_copies": 5,
    "unfix_mode": "return",
    "start_hand": 5,
    "extra_draws": 2,
    "simultaneous_draw": True,
    "hand_limit": 7,
    "showdown_draw": 3,
    "start_discard": False,
    "acting_seats": "owner",
    "response_turns": 1,
    "discard_after_submit": True,
    "max_submissions_per_deal": 1,
    "min_pot_to_submit": 0,
    "submissions_face_up": False,
    "open_hands": False,
    "use_top_card": True,
    "face_coins": 11,
    "coin_scale": 1.0,
    "ace_effect_rank": "high",
    "coins_effect": True,
    "swords_effect": True,
    "wands_effect": True,
    "cups_effect": True,
    "wand_source": "discard",
    "cups_reveal": "public",
    "cups_shift": True,
    "high_depth": 1,
    "category_order": list(CATEGORIES),
    "kickers": "contributing",
    "ace_low_straight": True,
    "wrap_straights": False,
    "tie_remainder": "earliest",
    "ante": 0,
    "uncontested_share": 1.0,
    "coins_per_point": 4,
    "convert": "auto",
    "end_mode": "points",
    "target_points": 25,
    "max_deals": 20,
    "max_turns_per_seat": 200,
}

PER_SEAT = ["win", "points", "coins_left", "coins_won", "first_subs", "answers", "deals_won", "uncontested_won", "coins_in_pot"]
COUNTS = [
    *["turns", "deals", "decisions", "capped", "pot_sum", "pot_max", "pots_empty", "deal_turns_sum"],
    *["contested", "split", "first_won_contested", "top_helped", "top_flipped"],
    *["cups_fix", "cups_unfix", "cups_self", "cups_opp", "wand_takes", "wand_takes_wand", "wand_helped"],
    *["draws", "known_draws", "trims", "max_hand"],
]
FAMILIES = {
    "win_cat": 16,  # by the codes of section 5
    "sub_cat": 16,
    "discards_suit": 4,
    "plants": 10,  # entry 0 is depth 1
    "plants_self": 10,
    "plants_opp": 10,
    "plants_lost": 10,
}


@lru_cache(maxsize=32)
def ranking_of(order: tuple[str, ...], kickers: str, ace_low: bool, wrap: bool) -> Ranking:
    return Ranking(order, kickers, ace_low, wrap)


def ranking_under(rules: dict) -> Ranking:
    names = tuple(category_places(rules["category_order"]))
    return ranking_of(names, rules["kickers"], rules["ace_low_straight"], rules["wrap_straights"])


def coins_of(card: int, rules: dict) -> int:
    """The coins this card adds to the Pot when discarded (AR-6.1, AR-6.6)."""
    if suit_of(card) != COINS or not rules["coins_effect"]:
        return 0
    rank = rank_of(card)
    if rank == ACE and rules["ace_effect_rank"] == "one":
        coins = 1
    else:
        coins = rank if rank <= TEN else rules["face_coins"]
    return floor(coins * rules["coin_scale"] + 0.5)  # rounded half up


def depth_of(card: int, rules: dict) -> int:
    """The depth at which this Sword or Cup acts (AR-6.2, AR-6.4, AR-6.6)."""
    rank = rank_of(card)
    if rank == ACE and rules["ace_effect_rank"] == "one":
        return 1
    return rank if rank <= TEN else rules["high_depth"]


class Referee:
    """One game of Arcana. `seat` is to act at `point` until `over`."""

    def __init__(self, rules: dict[str, object], chance: Chance) -> None:
        if set(rules) != set(DEFAULTS):
            raise ValueError(f"not the knobs of Arcana: {sorted(set(rules) ^ set(DEFAULTS))}")
        self.rules: dict = dict(rules)
        self.players: int = self.rules["players"]
        self.ranking = ranking_under(self.rules)
        seats = range(self.players)
        self.hands: list[list[int]] = [[] for _ in seats]  # ascending ids
        self.picks: list[int] = []  # of an unfinished submission: still fixed, no longer in the hand
        self.laying = NONE  # the card being discarded, during its effect
        self.top = NONE
        self.pot = 0
        self.coins = [0] * self.players
        self.points = [0] * self.players
        self.seen = [[0] * TYPES for _ in seats]  # seen_in_hand (AR-14.4)
        self.over = False
        self.tally: dict = dict.fromkeys(COUNTS, 0)
        self.tally |= {name: [0] * SEATS for name in PER_SEAT}
        self.tally |= {name: [0] * length for name, length in FAMILIES.items()}
        concealed = rules["deck_model"] == "finite" and rules["unfix_mode"] == "conceal"
        self.deck = PackDeck(self.rules, chance) if concealed else EndlessDeck(self.rules, chance, self.fixed)
        self.turn = -1
        self.deals_begun = 0
        self.open_table()
        self.clear_bids()
        self.begin_deal()
        self.begin_turn()

    # What the players do

    def legal(self) -> list[int]:
        return list(self.options)

    def step(self, action: int) -> None:
        if self.over or action not in self.options:
            raise ValueError(f"action {action} is not legal")
        self.tally["decisions"] += len(self.options) >= 2  # AR-3.6
        if self.point == "MAIN":
            self.act(action)
        elif self.point == "SUBMIT_PICK":
            self.pick(action - PICK)
        elif self.point == "DISCARD_PICK":
            self.discard(action - PICK)
        else:
            self.trim(action - PICK)

    def act(self, action: int) -> None:
        if action == END:
            return self.close_window()
        if action in (DRAW1, DRAW2):
            self.extra_left[self.seat] -= action
            self.draw_together([self.seat] * action)  # AR-4.2
        if action == SUBMIT:
            return self.ask(self.seat, "SUBMIT_PICK")
        if action == DISCARD:
            self.draw_together([self.seat])  # AR-5.2
            return self.ask(self.seat, "DISCARD_PICK")
        if action == CONVERT:
            self.exchange(self.seat, 1)
            if self.target_reached():  # AR-10.4
                return self.stop()
        return self.ask(self.seat, "MAIN")

    def main_options(self) -> list[int]:
        seat, rules = self.seat, self.rules
        options = [END]
        left = self.deck.size()  # AR-6.11
        if self.extra_left[seat] >= 1 and left:
            options.append(DRAW1)
        if self.extra_left[seat] >= 2 and left and rules["simultaneous_draw"]:
            options.append(DRAW2)
        fresh = not self.discarded[seat]  # AR-5.1, AR-7.2
        wants_more = len(self.subs[seat]) < HAND * rules["max_submissions_per_deal"]  # AR-7.4
        if fresh and wants_more and len(self.hands[seat]) >= HAND and self.pot >= rules["min_pot_to_submit"]:
            options.append(SUBMIT)
        if fresh and (rules["discard_after_submit"] or not self.submitted[seat]) and (left or self.hands[seat]):
            options.append(DISCARD)
        if rules["convert"] == "manual" and self.coins[seat] >= rules["coins_per_point"]:
            options.append(CONVERT)
        return options

    def ask(self, seat: int, point: str) -> None:
        """The game waits for this seat. Copies of one type are one action."""
        self.seat, self.point = seat, point
        self.options = self.main_options() if point == "MAIN" else [PICK + card for card in sorted(set(self.hands[seat]))]

    # The course of the game

    def open_table(self) -> None:
        """Opening hands, one simultaneous draw, seat-major (AR-2.2); perhaps a first pile top (AR-2.4)."""
        together = self.deck.weights_together()
        for hand in self.hands:
            for _ in range(self.rules["start_hand"]):
                insort(hand, self.deck.take(together)[0])
        self.tally["max_hand"] = self.rules["start_hand"]
        if self.rules["start_discard"] and self.deck.size():
            self.top = self.deck.take()[0]

    def begin_deal(self) -> None:
        self.deals_begun += 1
        self.deal_start = self.turn + 1
        self.pot += self.rules["ante"]

    def clear_bids(self) -> None:
        self.subs: list[list[int]] = [[] for _ in range(self.players)]  # own cards, in the order picked
        self.sub_order: list[int] = []  # seats by their first submission
        self.due_turn = NONE

    def begin_turn(self) -> None:
        self.turn += 1
        self.tally["turns"] += 1
        self.deck.begin(self.turn)
        owner = self.turn % self.players  # AR-2.6
        rotation = [(owner + k) % self.players for k in range(self.players)]
        self.actors = rotation if self.rules["acting_seats"] == "all" else [owner]  # AR-3.1
        self.waiting = self.actors[1:]
        self.extra_left = [self.rules["extra_draws"] if seat == owner else 0 for seat in range(self.players)]
        self.discarded = [False] * self.players
        self.submitted = [False] * self.players
        self.ask(owner, "MAIN")

    def close_window(self) -> None:
        if self.waiting:
            return self.ask(self.waiting.pop(0), "MAIN")
        return self.close_turn()

    def close_turn(self) -> None:
        """The order of AR-3.4: showdown, game-end test, showdown draws, trim."""
        if self.due_turn == self.turn:
            bidders = self.sub_order
            self.showdown()
            if self.game_won():
                return self.stop()
            self.draw_together([seat for seat in bidders for _ in range(self.rules["showdown_draw"])])  # AR-8.7
            self.begin_deal()  # AR-8.8
        self.trimming = list(self.actors)
        return self.ask_for_trim()

    def ask_for_trim(self) -> None:
        while self.trimming:
            if len(self.hands[self.trimming[0]]) > self.rules["hand_limit"]:
                return self.ask(self.trimming[0], "TRIM")
            self.trimming.pop(0)
        return self.finish_turn()

    def finish_turn(self) -> None:
        if self.turn + 1 < self.rules["max_turns_per_seat"] * self.players:
            return self.begin_turn()
        self.tally["capped"] = int(self.rules["end_mode"] != "turns")  # AR-11.3, AR-11.7
        if self.sub_order:
            self.showdown()  # AR-11.4, AR-11.6
        return self.stop()

    def game_won(self) -> bool:
        """The test after a showdown (AR-11.2, AR-11.7)."""
        if self.rules["end_mode"] == "deals":
            return self.tally["deals"] >= self.rules["max_deals"]
        return self.target_reached()

    def target_reached(self) -> bool:
        return self.rules["end_mode"] == "points" and max(self.points) >= self.rules["target_points"]

    def stop(self) -> None:
        for seat in range(self.players):
            self.exchange(seat, self.coins[seat] // self.rules["coins_per_point"])  # AR-10.4
        standing = list(zip(self.points, self.coins, strict=True))  # AR-11.2: points, then left-over coins
        winners = [seat for seat in range(self.players) if standing[seat] == max(standing)]
        for seat in range(self.players):
            self.tally["win"][seat] = WIN // len(winners) if seat in winners else 0
            self.tally["points"][seat], self.tally["coins_left"][seat] = standing[seat]
        self.over, self.point, self.options = True, "OVER", []

    # Cards moving

    def fixed_cards(self) -> list[int]:
        """All cards fixed outside the deck (AR-1.3, AR-5.7)."""
        held = [card for hand in self.hands for card in hand] + self.picks
        return held + [card for card in (self.top, self.laying) if card != NONE]

    def fixed(self) -> list[int]:
        """Copies of each type fixed outside the deck."""
        copies = [0] * TYPES
        for card in self.fixed_cards():
            copies[card] += 1
        return copies

    def draw_together(self, takers: list[int]) -> None:
        """One simultaneous draw, deck order; an exhausted deck yields no card (AR-1.6, AR-6.10)."""
        together = self.deck.weights_together()
        for seat in takers:
            if self.deck.size():
                self.receive(seat, *self.deck.take(together))

    def receive(self, seat: int, card: int, known: Known | None) -> None:
        """A drawn card comes to hand."""
        self.hold(seat, card)
        self.tally["draws"] += 1
        if known is None:
            return
        self.tally["known_draws"] += 1
        fate = "self" if seat == known.by else "opp"
        if known.depth:
            self.tally[f"plants_{fate}"][known.depth - 1] += 1
        else:
            self.tally[f"cups_{fate}"] += 1
        if not known.private:  # AR-14.6
            self.seen[seat][card] += 1

    def hold(self, seat: int, card: int) -> None:
        insort(self.hands[seat], card)
        self.tally["max_hand"] = max(self.tally["max_hand"], len(self.hands[seat]))

    def pick(self, card: int) -> None:
        seat = self.seat
        self.hands[seat].remove(card)
        self.picks.append(card)
        if len(self.picks) < HAND:
            return self.ask(seat, "SUBMIT_PICK")
        if not self.sub_order:
            self.due_turn = self.turn + self.rules["response_turns"]  # AR-8.1
        if seat not in self.sub_order:
            self.tally["answers" if self.sub_order else "first_subs"][seat] += 1
            self.sub_order.append(seat)
        self.subs[seat] += self.picks  # AR-7.3: unfixed, but recorded
        self.picks = []
        self.submitted[seat] = True
        self.seen[seat] = [0] * TYPES  # AR-14.4
        return self.ask(seat, "MAIN")

    def trim(self, card: int) -> None:
        self.hands[self.seat].remove(card)
        self.deck.bury(card)
        self.seen[self.seat] = [0] * TYPES  # AR-14.4
        self.tally["trims"] += 1
        self.ask_for_trim()

    def discard(self, card: int) -> None:
        seat = self.seat
        self.hands[seat].remove(card)
        self.discarded[seat] = True
        self.tally["discards_suit"][suit_of(card)] += 1
        self.seen[seat][card] = max(0, self.seen[seat][card] - 1)  # before the effect: a twin it fetches is in hand
        self.laying = card
        self.effect(card)  # AR-5.3
        if self.top != NONE:
            self.deck.bury(self.top)  # AR-5.4
        self.top, self.laying = card, NONE
        self.ask(seat, "MAIN")

    def effect(self, card: int) -> None:
        suit = suit_of(card)
        if suit == COINS:
            self.pot += coins_of(card, self.rules)
            self.tally["coins_in_pot"][self.seat] += coins_of(card, self.rules)
        if suit == SWORDS and self.rules["swords_effect"]:
            self.sword(depth_of(card, self.rules))
        if suit == WANDS and self.rules["wands_effect"]:
            self.wand()
        if suit == CUPS and self.rules["cups_effect"]:
            self.cup(depth_of(card, self.rules))

    def sword(self, depth: int) -> None:
        if self.top == NONE:
            return  # AR-6.8
        depth = self.deck.plant(self.top, depth, self.seat)
        self.tally["plants"][depth - 1] += 1
        self.top = NONE

    def wand(self) -> None:
        seat = self.seat
        from_deck = self.rules["wand_source"] == "deck"
        if not self.deck.size() if from_deck else self.top == NONE:
            return  # AR-6.8, AR-6.10
        without = self.best_value(self.hands[seat])
        if from_deck:  # AR-6.12
            taken, known = self.deck.take()
            self.receive(seat, taken, known)
        else:
            taken, self.top = self.top, NONE
            self.hold(seat, taken)
            self.seen[seat][taken] += 1
        self.tally["wand_takes"] += 1
        self.tally["wand_takes_wand"] += suit_of(taken) == WANDS
        self.tally["wand_helped"] += self.best_value(self.hands[seat]) > without

    def cup(self, depth: int) -> None:
        if not self.deck.has(depth):
            return  # AR-6.10
        known = self.deck.known(depth)
        if known is None:
            self.deck.reveal(depth, self.seat, self.rules["cups_reveal"] == "private")
            self.tally["cups_fix"] += 1
            return
        self.deck.erase(depth)
        self.tally["cups_unfix"] += 1
        if known.depth:
            self.tally["plants_lost"][known.depth - 1] += 1

    # Showdown and money

    def best_value(self, held: list[int]) -> int:
        return self.ranking.best(held)[0] if len(held) >= HAND else NO_HAND

    def showdown(self) -> None:
        bidders, tally = self.sub_order, self.tally
        shared = [self.top] if self.rules["use_top_card"] and self.top != NONE else []
        bare = {seat: self.best_value(self.subs[seat]) for seat in bidders}
        full = {seat: self.best_value(self.subs[seat] + shared) for seat in bidders}  # AR-8.3
        winners = [seat for seat in bidders if full[seat] == max(full.values())]  # earliest first
        tally["deals"] += 1
        tally["deal_turns_sum"] += self.turn - self.deal_start + 1
        tally["pot_sum"] += self.pot
        tally["pot_max"] = max(tally["pot_max"], self.pot)
        tally["pots_empty"] += self.pot == 0
        tally["split"] += len(winners) >= 2
        tally["win_cat"][self.ranking.code(full[winners[0]])] += 1
        for seat in bidders:
            tally["sub_cat"][self.ranking.code(full[seat])] += 1
        tally["top_helped"] += any(full[seat] > bare[seat] for seat in winners)
        if len(bidders) >= 2:
            tally["contested"] += 1
            tally["first_won_contested"] += bidders[0] in winners
            tally["top_flipped"] += max(bidders, key=lambda seat: bare[seat]) not in winners  # max keeps the earliest
        else:
            tally["uncontested_won"][winners[0]] += 1
        self.pay(winners, lone=len(bidders) == 1)
        for seat in bidders:
            for card in self.subs[seat]:
                self.deck.bury(card)
        self.clear_bids()

    def pay(self, winners: list[int], lone: bool) -> None:
        """The winners share the Pot; odd coins to the earliest of them (AR-8.4, AR-8.5)."""
        stake = floor(self.rules["uncontested_share"] * self.pot + 1e-9) if lone else self.pot
        each, odd = divmod(stake, len(winners))
        for place, seat in enumerate(winners):
            coins = each + (place < odd and self.rules["tie_remainder"] == "earliest")
            self.pot -= coins
            self.coins[seat] += coins
            self.tally["coins_won"][seat] += coins
            self.tally["deals_won"][seat] += 1
            if self.rules["convert"] == "auto":  # AR-10.2
                self.exchange(seat, self.coins[seat] // self.rules["coins_per_point"])

    def exchange(self, seat: int, points: int) -> None:
        self.coins[seat] -= points * self.rules["coins_per_point"]
        self.points[seat] += points

    # What is told

    def outcome(self) -> dict[str, object]:
        return {name: list(entry) if isinstance(entry, list) else int(entry) for name, entry in self.tally.items()}

    def view(self, seat: int) -> dict[str, object]:
        """What this seat may know (AR-14). Lists have one entry per player; -1 = nothing there, -2 = seen by somebody else only."""
        acting = not self.over and seat == self.seat
        open_hands, face_up = self.rules["open_hands"], self.rules["submissions_face_up"]
        return {
            "seat": seat,
            "to_act": self.seat,
            "point": self.point,
            "legal": self.legal() if acting else [],
            "owner": self.turn % self.players,
            "turn": self.turn,
            "deal": self.tally["deals"],
            "due_turn": self.due_turn,
            "pot": self.pot,
            "top": self.top,
            "window": [self.shown(known, seat) for known in self.deck.first_positions()],
            "coins": list(self.coins),
            "points": list(self.points),
            "hand_sizes": [len(hand) for hand in self.hands],
            "extra_left": list(self.extra_left),
            "discarded": list(self.discarded),
            "submitted": list(self.submitted),
            "sub_order": list(self.sub_order),
            "sub_counts": [len(cards) // HAND for cards in self.subs],
            "seen_in_hand": [list(copies) for copies in self.seen],
            "hand": list(self.hands[seat]),
            "picks": sorted(self.picks) if acting else [],
            "submission": sorted(self.subs[seat]),
            "hands": [list(hand) for hand in self.hands] if open_hands else None,
            "submissions": [sorted(cards) for cards in self.subs] if face_up else None,
        }

    def shown(self, known: Known | None, seat: int) -> int:
        if known is None:
            return NONE
        return HIDDEN if known.private and known.by != seat else known.card


def basic(
    referee: Referee, seat: int, first_cat: str = "flush", min_pot: int = 8, reply_cat: str = "three_of_a_kind", reply_pot: int = 1
) -> int:
    """The rule-of-thumb player of section 7: draw all, bid good hands for good pots, feed the Pot while nobody has bid."""
    view = referee.view(seat)
    ranking, rules = referee.ranking, referee.rules
    if view["point"] == "SUBMIT_PICK":
        five = list(ranking.best(view["hand"] + view["picks"])[1])
        for card in view["picks"]:
            if card in five:  # somebody else may have begun the picking
                five.remove(card)
        return PICK + five[0]
    if view["point"] == "DISCARD_PICK":
        return PICK + basic_discard(view, ranking, rules)
    if view["point"] == "TRIM":
        return PICK + min(spares(view["hand"], ranking), key=lambda card: (rank_of(card), card))
    legal = view["legal"]
    for action in (CONVERT, DRAW2, DRAW1):
        if action in legal:
            return action
    wanted, price = (reply_cat, reply_pot) if view["sub_order"] else (first_cat, min_pot)
    if SUBMIT in legal and not view["submission"] and view["pot"] >= price:
        if ranking.best(view["hand"])[0] // 16**5 >= ranking.place(wanted):
            return SUBMIT
    return DISCARD if DISCARD in legal else END


def spares(hand: list[int], ranking: Ranking) -> list[int]:
    """The types left when the best five are taken out, one copy each; all of a hand of five or fewer."""
    left = list(hand)
    if len(hand) > HAND:
        for card in ranking.best(hand)[1]:
            left.remove(card)
    return sorted(set(left))


def basic_discard(view: dict, ranking: Ranking, rules: dict) -> int:
    hand, top = view["hand"], view["top"]
    choice = spares(hand, ranking)
    if view["submission"]:  # (a) lift the own bid
        return max(choice, key=lambda card: (ranking.best([*view["submission"], card])[0], coins_of(card, rules), -card))
    if view["sub_order"]:  # (b) feed others as little as possible
        return min(choice, key=lambda card: (coins_of(card, rules), rank_of(card), card))
    wands_take_the_top = rules["wands_effect"] and rules["wand_source"] == "discard"
    if top != NONE and len(hand) > HAND and wands_take_the_top:  # (c)
        for wand in (card for card in choice if suit_of(card) == WANDS):
            swapped = [*hand, top]
            swapped.remove(wand)
            if ranking.best(swapped)[0] > ranking.best(hand)[0]:
                return wand
    return min(choice, key=lambda card: (-coins_of(card, rules), rank_of(card), card))
