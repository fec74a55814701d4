"""One round of Fortune: ante, deal, bet, draw, bet, show, pay.

`play` is the script of the round, top to bottom as the rules tell it; it stops (yields) wherever a player has to choose.
"""

from __future__ import annotations

from collections.abc import Collection, Generator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tests.games.fortune.referee.arcana import let_act, turn_over
from tests.games.fortune.referee.names import (
    ALL_IN,
    CALL,
    CARDS,
    DEATH,
    DEVIL,
    EMPEROR,
    FOLD,
    FOOL,
    HAND,
    HANGED_MAN,
    HERMIT,
    JUSTICE,
    JUSTICE_HALF,
    JUSTICE_MIN,
    LOVERS,
    MOON,
    NO_CARD,
    RAISE_HALF,
    RAISE_MIN,
    RAISE_POT,
    RAISES,
    SEATS,
    SIZE_NAMES,
    STRENGTH,
    SUN,
    pages,
)
from tests.games.fortune.referee.pots import Stakes, divide, divide_by_hands, layers
from tests.games.fortune.referee.ranking import Key, Ranking

if TYPE_CHECKING:
    from tests.games.fortune.referee.game import Chance

Script = Generator[tuple[int, str, list[int]], int, None]


@dataclass
class Table:
    """What lasts from round to round."""

    chips: list[int]
    dealer: int
    arcana_deck: list[int]  # first = top
    gone: list[int] = field(default_factory=list)  # Arcana turned over so far, in order
    hierophant: bool = False  # does he lie on the table?
    last_round: int | None = None  # set by the World
    lost_tower: int = 0
    lost_remainder: int = 0
    rankings: dict[int, Ranking] = field(default_factory=dict)

    def next_dealer(self) -> int:
        return next_seat(self.dealer, [seat for seat, chips in enumerate(self.chips) if chips])  # FO-1.9, FO-2.19


class Round:
    def __init__(self, rules: dict[str, Any], table: Table, chance: Chance, number: int) -> None:
        self.rules, self.table, self.chance, self.number = rules, table, chance, number
        self.ante: int = rules["ante"]
        self.chips, self.dealer = table.chips, table.dealer
        self.players = len(self.chips)
        self.row = self._blank_row()
        self.chips_before = list(self.chips)
        # bets
        seats = range(self.players)
        dealt_in = sorted((seat for seat in seats if self.chips[seat]), key=lambda seat: (seat - self.dealer - 1) % self.players)
        self.stakes = Stakes([0] * self.players, [False] * self.players, dealt_in)
        self.stakes.tower_fraction = Fraction(round(rules["tower_fraction"] * 4), 4)
        self.bet = [0] * self.players  # chips put in during this betting round
        self.level = self.raises = self.pot = 0
        self.first_level = 0  # bet1's level when it ended
        self.due: set[int] = set()
        self.history: list[tuple[str, int, int, int]] = []  # (phase, seat, action, level after it)
        self.phase = "deal"
        # cards
        self.deck = list(chance.deck(number))  # FO-1.3
        if sorted(self.deck) != list(CARDS):
            raise ValueError("the deck holds each of the 56 cards once (FO-1.1)")
        self.shuffles = 0
        self.discards: list[int] = []
        self.hands: list[list[int]] = [[] for _ in seats]
        self.own_discards: list[list[int]] = [[] for _ in seats]
        self.discarded = [0] * self.players  # how many each gave up in the draw
        # the Arcana and its traces
        self.arcana, self.window, self.cancelled = NO_CARD, "", False
        self.shown_page: tuple[int, int] | None = None  # (seat, card)
        self.flops: list[int] = []
        self.moon: dict[int, int] = {}  # seat: his face-down card
        self.face_up: set[int] = set()  # hand cards lying open
        self.misses: list[int] = []  # turned up by the Magician for nobody
        self.chosen: dict[int, int] = {}  # cards picked but not yet shown, passed or exchanged
        self.passed: dict[int, int] = {}
        self.received: dict[int, int] = {}
        self.before_wheel: dict[int, list[int]] = {}
        self.hanged: set[int] = set()

    # The script

    def play(self) -> Script:
        self._take_antes()
        self._deal_hands()
        yield from self._play_out()
        self._settle()

    def _take_antes(self) -> None:
        for seat in self.stakes.dealt_in:
            self._pay(seat, min(self.ante, self.chips[seat]))  # FO-2.1, FO-2.2
        self.bet = [0] * self.players

    def _deal_hands(self) -> None:
        for _ in range(HAND):  # FO-2.3
            for seat in self.stakes.dealt_in:
                self.give(seat, self.take_cards(1))
        for seat in self.stakes.dealt_in:
            self.row["dealt_page"][seat] = pages(self.hands[seat])

    def _play_out(self) -> Script:
        """From the dealt hands to the last choice before the pot is awarded."""
        yield from self._window("deal", {seat: self.hands[seat] for seat in self.stakes.dealt_in})  # FO-2.4
        if self.in_force in (DEATH, SUN):  # FO-4.13, FO-4.19
            return
        yield from self._betting("bet1")
        if self._alone():  # FO-2.7
            return
        if not (self.in_force == HERMIT and self.rules["hermit_skips_draw"]):  # FO-4.9
            new: dict[int, list[int]] = {}
            yield from self._draw(new)
            yield from self._window("draw", new)  # FO-2.11
            if self.in_force in (DEATH, SUN):
                return
        yield from self._betting("bet2")
        if self.in_force == MOON and not self._alone():
            yield from self._moon_exchange()

    def _window(self, name: str, new: dict[int, list[int]]) -> Script:
        turn_over(self, name, new)
        if self.window == name:
            self.phase = f"{name}_effect"
            yield from let_act(self)

    def _draw(self, new: dict[int, list[int]]) -> Script:
        self.phase = "draw"
        for seat in self.unfolded():  # FO-2.8, FO-2.9
            mask = yield seat, "draw", self._draw_masks(seat)
            given = [card for slot, card in enumerate(self.hands[seat]) if mask >> slot & 1]
            new[seat] = self.exchange(seat, given)
            self.discarded[seat] = len(given)

    def _draw_masks(self, seat: int) -> list[int]:
        hand = self.hands[seat]
        locked = sum(1 << slot for slot, card in enumerate(hand) if card in self.face_up)  # FO-2.10
        return [mask for mask in range(1 << len(hand)) if not mask & locked and mask.bit_count() <= self.rules["max_discards"]]

    def _moon_exchange(self) -> Script:
        self.phase = "moon"
        for seat in self.unfolded():
            keep = len(self.hands[seat])
            slot = yield seat, "moon_exchange", list(range(keep + 1))
            if slot != keep:
                self.chosen[seat] = self.hands[seat][slot]
        for seat, card in self.chosen.items():  # FO-4.18: revealed together
            self.give_up(seat, card)
            self.give(seat, [self.moon.pop(seat)])
        self.chosen = {}

    # Betting

    def _betting(self, phase: str) -> Script:
        self.phase = phase
        self.bet = [0] * self.players
        self.level = self.raises = 0
        with_chips = {seat for seat in self.unfolded() if self.chips[seat]}
        if len(with_chips) < 2:  # FO-3.9
            return
        self.due = with_chips
        seat = self.dealer  # FO-3.1
        while self.due and not self._alone():
            seat = next_seat(seat, self.due)
            action = yield seat, "bet", self._bets(seat)
            self._apply_bet(seat, action)
            self.history.append((phase, seat, action, self.level))
        self.row["raises" + phase[-1]] = self.raises
        self._return_uncalled()
        if phase == "bet1":
            self.first_level = self.level

    def _bets(self, seat: int) -> list[int]:
        fold_or_call = [FOLD, CALL] if self.level > self.bet[seat] else [CALL]  # FO-3.2, FO-3.5
        return fold_or_call + sorted(self._raise_targets(seat)) + sorted(self._justice_levels(seat))

    def _raise_targets(self, seat: int) -> dict[int, int]:
        """The legal raises and the level that each would set (FO-3.6..3.9)."""
        somebody_can_answer = any(self.chips[other] for other in self.unfolded() if other != seat)
        if self.raises >= self.rules["max_raises"] or not somebody_can_answer:  # FO-3.8, FO-3.9
            return {}
        legal: dict[int, int] = {}
        for action, target in self._sized_targets(seat).items():
            larger = all(target > smaller for smaller in legal.values())
            if SIZE_NAMES[action] in self.rules["bet_sizes"] and larger and target - self.bet[seat] < self.chips[seat]:  # FO-3.7
                legal[action] = target
        everything = self.bet[seat] + self.chips[seat]
        if "all_in" in self.rules["bet_sizes"] and everything > self.level and everything >= self._devil_floor():
            legal[ALL_IN] = everything
        return legal

    def _sized_targets(self, seat: int) -> dict[int, int]:
        owed = self.level - self.bet[seat]
        targets = {
            RAISE_MIN: self.level + self.ante,
            RAISE_HALF: self.level + max(self.ante, (self.pot + owed) // 2),
            RAISE_POT: self.level + max(self.ante, self.pot + owed),
        }
        floor = self._devil_floor()
        if self.phase == "bet2" and self.level == 0 and self.rules["second_bet_floor"] == "first_level":
            floor = self.first_level  # FO-2.13
        return {action: max(target, floor) for action, target in targets.items()}

    def _devil_floor(self) -> int:
        """FO-4.15; with nothing bet yet it is 0, so opening bets are free."""
        return self.rules["devil_factor"] * self.level if self.in_force == DEVIL else 0

    def _justice_levels(self, seat: int) -> dict[int, int]:
        """The smaller levels at which a player may match (FO-4.11)."""
        bet, owed = self.bet[seat], self.level - self.bet[seat]
        if self.in_force != JUSTICE or not owed:
            return {}
        least, half = max(self.ante, bet), bet + owed // 2
        levels = {}
        if least < self.level and least - bet <= self.chips[seat]:
            levels[JUSTICE_MIN] = least
        if least < half and half - bet <= self.chips[seat]:
            levels[JUSTICE_HALF] = half
        return levels

    def _apply_bet(self, seat: int, action: int) -> None:
        self.due.discard(seat)
        if action == FOLD:
            self.stakes.folded[seat] = True  # FO-2.6
        elif action == CALL:
            self._put_in(seat, min(self.level - self.bet[seat], self.chips[seat]))  # FO-3.4
        elif action in RAISES:
            self.level = self._raise_targets(seat)[action]
            self.raises += 1
            self.due = {other for other in self.unfolded() if other != seat and self.chips[other]}  # FO-3.10
            self._put_in(seat, self.level - self.bet[seat])
        else:
            self._match_with_less(seat, self._justice_levels(seat)[action])

    def _match_with_less(self, seat: int, level: int) -> None:
        """FO-4.11: everybody's surplus returns; nobody becomes due."""
        self.level = level
        self._put_in(seat, level - self.bet[seat])
        for other in self.unfolded():
            self._give_back(other, max(0, self.bet[other] - level))

    def _put_in(self, seat: int, chips: int) -> None:
        """Chips put in by an action; under the Hanged Man the last of them brings a card (FO-4.12)."""
        self._pay(seat, chips)
        last_chip = chips > 0 and self.chips[seat] == 0
        if self.in_force == HANGED_MAN and self.rules["hanged_extra"] and last_chip and seat not in self.hanged:
            self.hanged.add(seat)
            self.give(seat, self.take_cards(1))
            self.row["hanged_cards"] += 1

    def _return_uncalled(self) -> None:
        """FO-3.11."""
        stake = self.stakes.stake
        for seat in self.unfolded():
            excess = stake[seat] - max(stake[other] for other in self.stakes.dealt_in if other != seat)
            back = min(max(0, excess), self.bet[seat])
            self._give_back(seat, back)
            self.level -= back  # only one can stand alone on top, and the level is his

    def _pay(self, seat: int, chips: int) -> None:
        self.chips[seat] -= chips
        self.stakes.stake[seat] += chips
        self.bet[seat] += chips
        self.pot += chips
        if self.chips[seat] == 0:
            self.row["allin"][seat] = True

    def _give_back(self, seat: int, chips: int) -> None:
        self.chips[seat] += chips
        self.stakes.stake[seat] -= chips
        self.bet[seat] -= chips
        self.pot -= chips

    # Settlement

    def _settle(self) -> None:
        unfolded = self.unfolded()
        self.row["pot"] = self.stakes.chips_in()
        sun = self.in_force == SUN
        keys: dict[int, Key] = {}
        if len(unfolded) > 1 and not sun:  # FO-2.14
            self.row["showdown"] = True
            keys = self._show_hands(unfolded)
        winners = [] if sun else [seat for seat in unfolded if not keys or keys[seat] == max(keys.values())]  # FO-2.25
        self._award_pot(keys)
        self._pay_prizes(winners)
        self._fill_row(winners)

    def _show_hands(self, unfolded: list[int]) -> dict[int, Key]:
        keys = {}
        for seat in unfolded:
            keys[seat], self.row["cat"][seat] = self.ranking.best(self.hands[seat], self.in_force == FOOL, self.flops)
        return keys

    def _award_pot(self, keys: dict[int, Key]) -> None:
        odd_chip = self.rules["odd_chip"]
        best_share = Fraction(round(self.rules["lovers_best_share"] * 10), 10) if self.in_force == LOVERS else Fraction(1)
        for layer in layers(self.stakes):
            if self.in_force == SUN:
                shares = divide(layer.chips, layer.eligible, odd_chip)  # FO-4.19
            else:
                shares = divide_by_hands(layer, keys, odd_chip, best_share)
            for seat, chips in shares.items():
                self.chips[seat] += chips
            self.row["lost_remainder"] += layer.chips - sum(shares.values())
            self.pot -= layer.chips
        if self.pot:
            raise AssertionError(f"{self.pot} chips of the pot lie in no layer (FO-2.18)")
        self.table.lost_remainder += self.row["lost_remainder"]

    def _pay_prizes(self, winners: list[int]) -> None:
        """FO-2.20..2.25."""
        if not self.row["showdown"] and not self.rules["page_prize_on_fold"]:
            return
        for winner in winners:
            held = pages(self.hands[winner])  # FO-2.24
            times = held if self.rules["page_prize_per_page"] else min(held, 1)
            for payer in [seat for seat in self.stakes.dealt_in if seat not in winners]:
                prize = min(self.chips[payer], times * self.rules["page_prize"] * self.ante)
                self.chips[payer] -= prize
                self.chips[winner] += prize
                self.row["prize"] += prize

    # Cards

    def take_cards(self, count: int) -> list[int]:
        taken = []
        for _ in range(count):
            if not self.deck:
                self._recycle()
            if self.deck:
                taken.append(self.deck.pop(0))
        return taken

    def _recycle(self) -> None:
        """FO-2.12: the discards, or else the folded hands, become the deck."""
        pile, self.discards = self.discards, []
        if not pile:
            for seat in self.stakes.dealt_in:
                if self.stakes.folded[seat]:
                    pile, self.hands[seat] = pile + self.hands[seat], []
        if pile:
            self.deck = self.aux_shuffle(pile)
            self.row["reshuffles"] += 1

    def aux_shuffle(self, cards: list[int]) -> list[int]:
        shuffled = list(self.chance.aux(self.number, self.shuffles, sorted(cards)))
        self.shuffles += 1
        if sorted(shuffled) != sorted(cards):
            raise ValueError("a shuffle keeps the cards it is given")
        return shuffled

    def give(self, seat: int, cards: list[int]) -> None:
        self.hands[seat] = sorted(self.hands[seat] + cards)  # section 3: a slot is a place in the sorted hand

    def exchange(self, seat: int, given: list[int], count: int | None = None) -> list[int]:
        """New cards for old, which join the discards only after the new ones are dealt (FO-2.12)."""
        self.hands[seat] = [card for card in self.hands[seat] if card not in given]
        new = self.take_cards(len(given) if count is None else count)
        self.give(seat, new)
        self.discards += given
        self.own_discards[seat] += given
        return new

    def give_up(self, seat: int, card: int) -> None:
        self.exchange(seat, [card], count=0)

    # Who and what

    @property
    def in_force(self) -> int:
        return NO_CARD if self.cancelled else self.arcana

    @property
    def ranking(self) -> Ranking:
        """The order of hands in force, known to all."""
        reordering = self.in_force if self.in_force in (EMPEROR, STRENGTH) else NO_CARD
        if reordering not in self.table.rankings:
            self.table.rankings[reordering] = Ranking(self.rules, reordering)
        return self.table.rankings[reordering]

    def unfolded(self) -> list[int]:
        """In turn order: from the dealer's left, the dealer last."""
        return self.stakes.unfolded()

    def _alone(self) -> bool:
        return len(self.unfolded()) == 1

    def seen_by(self, seat: int) -> dict[str, Any]:
        """What a seat may know (section 4)."""
        seats = range(self.players)
        return {
            "phase": self.phase,
            "round": self.number,
            "dealer": self.dealer,
            "ante": self.ante,
            # its own cards
            "hand": list(self.hands[seat]),
            "open_slots": [card in self.face_up for card in self.hands[seat]],
            "own_discards": list(self.own_discards[seat]),
            "chosen": self.chosen.get(seat),
            "passed": self.passed.get(seat),
            "received": self.received.get(seat),
            "hand_before_wheel": self.before_wheel.get(seat),
            # every seat
            "stack": list(self.chips),
            "stake": list(self.stakes.stake),
            "bet": list(self.bet),
            "folded": list(self.stakes.folded),
            "all_in": [other in self.unfolded() and self.chips[other] == 0 for other in seats],
            "eliminated": [other not in self.stakes.dealt_in for other in seats],
            "cards_held": [len(hand) for hand in self.hands],
            "discards": list(self.discarded),
            "has_moon_card": [other in self.moon for other in seats],
            "open": [[card for card in hand if card in self.face_up] for hand in self.hands],
            # the table
            "level": self.level,
            "raises": self.raises,
            "pot": self.pot,
            "history": list(self.history),
            "arcana": self.arcana,
            "window": self.window,
            "cancelled": self.cancelled,
            "hierophant": self.table.hierophant,
            "gone": list(self.table.gone),
            "misses": list(self.misses),
            "flops": list(self.flops),
            "shown_page": self.shown_page,
        }

    def _blank_row(self) -> dict[str, Any]:
        """The columns of a round (section 8), before anything has happened."""
        chips = ("pot", "lost_tower", "lost_remainder", "prize")
        counts = ("raises1", "raises2", "decisions", "reentries", "magician_hits", "hanged_cards", "reshuffles")
        return {
            "rollout": self.chance.rollout(),
            "round": self.number,
            "dealer": self.dealer,
            "arcana": NO_CARD,
            "window": -1,
            "cancelled": False,
            "hierophant_before": self.table.hierophant,
            "showdown": False,
            **dict.fromkeys(chips + counts, 0),
            **{name: [0] * SEATS for name in ("net", "dealt_page", "end_page", "discards")},
            "cat": [-1] * SEATS,
            "allin": [False] * SEATS,
        }

    def _fill_row(self, winners: list[int]) -> None:
        unfolded = self.unfolded()
        self.row["seated"] = len(self.stakes.dealt_in)
        self.row["n_end"] = len(unfolded)
        self.row["n_winners"] = len(winners)
        self.row["winner"] = winners[0] if len(winners) == 1 else -1
        self.row["win_cat"] = self.row["cat"][winners[0]] if winners else -1
        for seat in self.stakes.dealt_in:
            self.row["net"][seat] = self.chips[seat] - self.chips_before[seat]
            self.row["discards"][seat] = self.discarded[seat]
        for seat in unfolded:
            self.row["end_page"][seat] = pages(self.hands[seat])


def next_seat(seat: int, among: Collection[int]) -> int:
    """The first of these seats to the left, clockwise."""
    return min(among, key=lambda other: (other - seat - 1) % SEATS)
