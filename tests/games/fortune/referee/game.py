"""Referee of Fortune: five-card draw with Pages, prizes and 22 Major Arcana, played slowly and by the book.

Ante, deal, bet, draw, bet, show. A Page that comes to the dealer turns over an Arcana which bends the round; the World ends the game.
Here stand the knobs, chance, and the game as a row of rounds; a round is in `fortune_round`, the Arcana in `fortune_arcana`,
what beats what in `fortune_ranking`, side pots in `fortune_pots`, the rule-of-thumb player in `fortune_policies`.
"""

import random
from typing import Any, Protocol

from tests.games.fortune.referee.names import CARDS, DEFAULT_ORDER, END_BUST, END_CAP, END_WORLD, SEATS, WORLD
from tests.games.fortune.referee.policies import basic
from tests.games.fortune.referee.round import Round, Script, Table

__all__ = ["DEFAULTS", "Chance", "RandomChance", "Referee", "basic"]

DEFAULTS: dict[str, object] = {
    "players": 4,
    "starting_chips": 50,
    "ante": 1,
    "max_rounds": 200,
    "first_dealer": "seat0",
    "max_raises": 4,
    "bet_sizes": ["min", "half", "pot", "all_in"],
    "second_bet_floor": "ante",
    "max_discards": 6,
    "page_trigger": "dealer_hand",
    "page_prize": 1,
    "page_prize_per_page": False,
    "page_prize_on_fold": True,
    "page_in_straights": "before_ace",
    "category_order": DEFAULT_ORDER,  # codes of `win_cat`, high to low
    "five_of_a_kind": "top",
    "odd_chip": "lost",
    "arcana_enabled": [True] * 22,
    "arcana_per_round": 1,
    "world_place": "smaller_half",
    "world_last_round": "current",
    "hierophant_cancels": True,
    "emperor_runs": "same",
    "strength_runs": "same",
    "hermit_skips_draw": True,
    "wheel_pool": "hands",
    "devil_factor": 2,
    "tower_fraction": 0.5,
    "lovers_best_share": 0.5,
    "temperance_flops": 3,
    "judgement_price": 1,
    "hanged_extra": 1,
    "unit": "game",
    "forced_arcana": None,  # None: unset, the Pages decide; "none": no Arcana at all; 0..21: that card in `forced_window`
    "forced_window": None,  # "deal" or "draw"
}


class Chance(Protocol):
    """Everything random in one game of Fortune (FO-1.10). Asked the same question twice, it gives the same answer."""

    def rollout(self) -> int:
        """The index of this game; with `unit: round` it names the dealer (FO-6.10)."""

    def first_dealer(self, players: int) -> int:
        """A seat below `players`, from stream `aux` of round 0. Asked only with `first_dealer: random` and `unit: game`."""

    def arcana(self, enabled: list[bool], world_place: str) -> list[int]:
        """The Arcana deck of the game in draw order (first = top), from stream `arcana`: every enabled card once, the World in a
        place that FO-1.4 and FO-6.9 allow. Asked once, before the first round.
        """

    def deck(self, round_number: int) -> list[int]:
        """All 56 cards in the order in which they are taken in that round, from stream `deck`. Rounds are numbered from 1."""

    def aux(self, round_number: int, j: int, cards: list[int]) -> list[int]:
        """The j-th auxiliary shuffle of that round, from stream `aux`: the given cards (they come in ascending order) in the order in
        which they will be taken. j counts from 0 the Wheel's shuffle and the recyclings (FO-2.12) of the round together.
        """


class RandomChance:
    """Chance from seeded generators, one for each question."""

    def __init__(self, seed: int, rollout: int = 0) -> None:
        self.seed, self.index = seed, rollout

    def rollout(self) -> int:
        return self.index

    def first_dealer(self, players: int) -> int:
        return self._stream("aux", 0).randrange(players)

    def arcana(self, enabled: list[bool], world_place: str) -> list[int]:
        stream = self._stream("arcana")
        others = [card for card in range(WORLD) if enabled[card]]
        stream.shuffle(others)
        if not enabled[WORLD]:
            return others
        place = stream.randint(*world_places(len(others), world_place))  # FO-1.5
        return [*others[: place - 1], WORLD, *others[place - 1 :]]

    def deck(self, round_number: int) -> list[int]:
        return self._shuffled(CARDS, "deck", round_number)

    def aux(self, round_number: int, j: int, cards: list[int]) -> list[int]:
        return self._shuffled(cards, "aux", round_number, j)

    def _shuffled(self, cards: range | list[int], *key: object) -> list[int]:
        order = list(cards)
        self._stream(*key).shuffle(order)
        return order

    def _stream(self, *key: object) -> random.Random:
        return random.Random(f"{self.seed} {self.index} {key}")


def world_places(others: int, world_place: str) -> tuple[int, int]:
    """First and last place in draw order, from 1, that the World may have among so many other Arcana (FO-1.4, FO-6.9)."""
    smaller, larger = others // 2, others - others // 2
    first = {"smaller_half": larger + 1, "larger_half": smaller + 1, "bottom": others + 1, "anywhere": 1}[world_place]
    return first, others + 1


class Referee:
    """One game, or with `unit: round` one round, asked step by step. `table` and `round` hold the state for whoever wants to compare."""

    def __init__(self, rules: dict[str, Any], chance: Chance) -> None:
        check_rules(rules)
        self.rules, self.chance = rules, chance
        self.players: int = rules["players"]
        arcana_deck = self._arcana_deck()
        self.world_pos = arcana_deck.index(WORLD) + 1 if WORLD in arcana_deck else -1
        self.table = Table([rules["starting_chips"]] * self.players, self._first_dealer(), arcana_deck)  # FO-1.7
        self.end_reason = END_CAP
        self.elim_round = [-1] * SEATS
        self.decisions = 0
        self.rows: list[dict[str, Any]] = []  # the table of rounds of section 8
        self.over = False
        self._script = self._game()
        self._advance(None)

    def legal(self) -> list[int]:
        return list(self._legal)

    def step(self, action: int) -> None:
        if action not in self._legal:
            raise ValueError(f"{action} is not legal at {self.point}: {self._legal}")
        if len(self._legal) >= 2:  # FO-3.12
            self.decisions += 1
            self.round.row["decisions"] += 1
        self._advance(action)

    def outcome(self) -> dict[str, object]:
        """The columns of section 8, of the game or (`unit: round`) of its one round; the rows of all rounds under `round_rows`."""
        if not self.over:
            raise ValueError("the game is not over")
        columns = self.rows[0] if self.rules["unit"] == "round" else self._game_columns()
        return {**columns, "round_rows": self.rows}

    def view(self, seat: int) -> dict[str, object]:
        """Section 4."""
        to_act = not self.over and seat == self.seat
        return {"seat": seat, "legal": self.legal() if to_act else [], "point": self.point, **self.round.seen_by(seat)}

    def _game(self) -> Script:
        while True:
            self.round = Round(self.rules, self.table, self.chance, len(self.rows) + 1)
            yield from self.round.play()
            self.rows.append(self.round.row)
            self._note_eliminations()
            if self._ended():
                return
            self.table.dealer = self.table.next_dealer()

    def _advance(self, action: int | None) -> None:
        try:
            self.seat, self.point, self._legal = self._script.send(action)  # type: ignore[arg-type]
        except StopIteration:
            self.over, self.point, self._legal = True, "over", []

    def _first_dealer(self) -> int:
        if self.rules["unit"] == "round":
            return self.chance.rollout() % self.players  # FO-6.10
        if self.rules["first_dealer"] == "random":
            return self.chance.first_dealer(self.players)
        return 0  # FO-1.9

    def _arcana_deck(self) -> list[int]:
        enabled, place = self.rules["arcana_enabled"], self.rules["world_place"]
        order = list(self.chance.arcana(list(enabled), place))
        if sorted(order) != [card for card in range(22) if enabled[card]]:
            raise ValueError(f"the Arcana deck holds every enabled card once (FO-6.9): {order}")
        if WORLD in order:
            low, high = world_places(len(order) - 1, place)
            if not low <= order.index(WORLD) + 1 <= high:
                raise ValueError(f"the World lies in place {low}..{high} (FO-1.4): {order}")
        return order

    def _note_eliminations(self) -> None:
        for seat, chips in enumerate(self.table.chips):
            if chips == 0 and self.elim_round[seat] < 0:  # FO-2.19
                self.elim_round[seat] = len(self.rows)

    def _ended(self) -> bool:
        """FO-2.27: bust before World before cap."""
        played = len(self.rows)
        if sum(chips > 0 for chips in self.table.chips) <= 1:
            self.end_reason = END_BUST
        elif self.table.last_round is not None and played >= self.table.last_round:
            self.end_reason = END_WORLD
        elif played < self.rules["max_rounds"]:
            return self.rules["unit"] == "round"
        return True

    def _game_columns(self) -> dict[str, object]:
        unused = [0] * (SEATS - self.players)
        return {
            "rollout": self.chance.rollout(),
            "players": self.players,
            "rounds": len(self.rows),
            "decisions": self.decisions,
            "end_reason": self.end_reason,
            "win": self._win_sixtieths() + unused,
            "chips": self.table.chips + unused,
            "elim_round": self.elim_round,
            "arcana_drawn": len(self.table.gone),
            "arcana_cancelled": sum(row["cancelled"] for row in self.rows),
            "world_pos": self.world_pos,
            "lost_tower": self.table.lost_tower,
            "lost_remainder": self.table.lost_remainder,
            "prizes_paid": sum(row["prize"] for row in self.rows),
            "showdowns": sum(row["showdown"] for row in self.rows),
            "biggest_pot": max(row["pot"] for row in self.rows),
        }

    def _win_sixtieths(self) -> list[int]:
        top = max(self.table.chips)  # FO-2.28
        share = 60 // self.table.chips.count(top)
        return [share if chips == top else 0 for chips in self.table.chips]


def check_rules(rules: dict[str, Any]) -> None:
    """Refuse what section 6 does not know or allow."""
    if set(rules) != set(DEFAULTS):
        raise ValueError(f"unknown or missing knobs: {sorted(set(rules) ^ set(DEFAULTS))}")
    if sorted(rules["category_order"]) != list(range(10)):
        raise ValueError("category_order is a permutation of the ten categories")
    if rules["five_of_a_kind"] == "below_straight_flush" and list(rules["category_order"]) != DEFAULT_ORDER:
        raise ValueError("five_of_a_kind: below_straight_flush goes only with the default category_order")
    if rules["forced_arcana"] is None:
        return
    if rules["unit"] != "round":
        raise ValueError("forced_arcana is for unit: round (FO-6.10)")
    if rules["forced_arcana"] != "none" and rules["forced_window"] not in ("deal", "draw"):
        raise ValueError("a forced Arcana needs its forced_window: deal or draw (FO-6.10)")
