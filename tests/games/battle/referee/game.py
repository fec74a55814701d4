"""Battle, played slowly: draw and keep one card a round, then swap, kill, steal and dig; the best poker hand wins.

The referee of the game, from the rules alone: what may be done, what happens, who knows what, who wins.
Action codes: at KIND the place of the kind in `KINDS`; everywhere else the index in the list of section 3.
"""

import random
from collections.abc import Sequence
from copy import deepcopy
from itertools import permutations
from typing import Protocol

from tests.games.battle.referee.basic import basic
from tests.games.battle.referee.ranking import Ranking, number, read, red, suit
from tests.games.battle.referee.rows import (
    Row,
    Slot,
    Turn,
    cards_of,
    carry_out,
    clockwise,
    covers,
    equal_groups,
    hidden_in,
    leaders,
    mask,
    score,
    sums,
    take_out,
)
from tests.games.battle.referee.rules import DEFAULTS, KINDS, check_rules

__all__ = ["DEFAULTS", "KINDS", "Chance", "RandomChance", "Referee", "basic"]

SEATS = 6
ROUNDS = 4  # most battle rounds the rules allow
ATTACKS = KINDS[7:]
NOT_INTERRUPTIBLE, WENT_THROUGH, REVEALED, TARGET_DISCARDED, OTHER_DISCARDED = range(5)
TURN_COLUMNS = ("kind", "legal", "target", "outcome", "stopper", "decisive", "nth_n", "nth_known")


class Chance(Protocol):
    """The one chance event of a game (BA-1.6)."""

    def pile(self, deck: list[int]) -> list[int]:
        """The pile as shuffled before the game, top card first.

        `deck` holds the ids of all cards in play (`13*suit + number - 2`, numbers from `deck_low` up), ascending;
        the answer is a permutation of it. Asked exactly once, before the first drawing turn.
        """


class RandomChance:
    """The same shuffled pile every time for the same seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def pile(self, deck: list[int]) -> list[int]:
        order = list(deck)
        random.Random(f"battle pile {self.seed}").shuffle(order)
        return order


class Referee:
    def __init__(self, rules: dict[str, object], chance: Chance) -> None:
        check_rules(rules)
        self.rules = {**rules, "ace_sum": str(rules["ace_sum"])}
        self.players: int = rules["players"]
        self.ranking = Ranking(rules)
        deck = [card for card in range(52) if number(card) >= rules["deck_low"]]
        self.pile = list(chance.pile(list(deck)))  # top first
        if sorted(self.pile) != deck:
            raise ValueError("the pile must hold every card of the deck once")
        self.out: list[int] = []  # discards that left the game
        self.rows: list[Row] = [[] for _ in range(self.players)]
        self.drawn: list[int] = []  # cards the drawing seat has in hand
        self.know: dict[int, set[int]] = {card: set() for card in deck}  # seats that know exactly where a card is (section 4)
        self.log: list[dict[str, object]] = []
        self.turn: Turn | None = None
        self.over = False
        self.phase, self.round, self._turns = "DRAW", 1, 0
        self._open_tally()
        self._next_drawing_turn()

    @classmethod
    def at_battle(cls, rules: dict[str, object], rows: Sequence[str], pile: Sequence[int] | None = None) -> "Referee":
        """A game that starts with the battle: rows such as "As *3s" (`*` = face down); pile = the other cards, ascending."""
        referee = cls({**rules, "players": len(rows)}, RandomChance(0))
        referee._open_tally()
        referee.rows = [[Slot(read(word.strip("*"))[0], not word.startswith("*")) for word in row.split()] for row in rows]
        taken = {slot.card for row in referee.rows for slot in row}
        referee.pile = [card for card in sorted(referee.know) if card not in taken] if pile is None else list(pile)
        referee.drawn = []
        everyone = set(range(referee.players))
        referee.know = {card: set() for card in referee.know}
        for seat, row in enumerate(referee.rows):
            for slot in row:
                referee.know[slot.card] = set(everyone) if slot.up else {seat}
        referee._begin_battle()
        return referee

    # What a driver calls.

    def legal(self) -> list[int]:
        return [code for code, _ in self._options]

    def options(self) -> list[tuple]:
        """What each action of `legal` means, in the same order."""
        return [meaning for _, meaning in self._options]

    def step(self, action: int) -> None:
        meanings = dict(self._options)
        if self.over or action not in meanings:
            raise ValueError(f"action {action} is not legal at {self.point}")
        if len(meanings) > 1:  # BA-3.1
            self.decisions += 1
            self.draw_decisions += self.phase == "DRAW"
        meaning = meanings[action]
        {
            "ALLIN": self._answer_allin,
            "KEEP": self._keep,
            "ORDER": self._return,
            "FACING": self._face,
            "KIND": self._choose_kind,
            "GROUP": self._choose_group,
            "STACK": self._exchange,
            "NTH": self._dig,
            "CARD": self._choose_card,
            "TARGET": self._declare,
            "RESPOND": self._respond,
        }[self.point](*meaning)

    def outcome(self) -> dict[str, object]:
        if not self.over:
            raise ValueError("the game is not over")
        return deepcopy(self.columns)

    def view(self, seat: int) -> dict[str, object]:
        """What `seat` may know now (section 4): own row, open and remembered cards, counts, the declared action, the log."""
        acts = not self.over and seat == self.seat
        return {
            "seat": seat,
            "phase": self.phase,
            "round": self.round,
            "point": self.point,
            "to_act": -1 if self.over else self.seat,
            "legal": self.legal() if acts else [],
            "options": self.options() if acts else [],
            "rows": [self._row_seen(owner, seat) for owner in range(self.players)],
            "facing": [[slot.up for slot in row] for row in self.rows],
            "pile": [card if seat in self.know[card] else None for card in self.pile],
            "out": list(self.out),
            "drawn": list(self.drawn) if acts else [],
            "drawn_count": len(self.drawn),
            "allin": list(self.allin),
            "pending": self._pending(seat),
            "choices": deepcopy(self.turn.choices) if acts and self.turn and self.turn.seat == seat else {},
            "log": [{name: list(part) if isinstance(part, list) else part for name, part in entry.items()} for entry in self.log],
        }

    def _row_seen(self, owner: int, seat: int) -> list[int | None]:
        return [slot.card if slot.up or owner == seat or seat in self.know[slot.card] else None for slot in self.rows[owner]]

    def _pending(self, seat: int) -> dict[str, object] | None:
        turn = self.turn
        if self.over or turn is None or self.point == "KIND" or not (turn.declared or seat == turn.seat):
            return None
        place = self._slot_of(turn.target_seat, turn.target) if turn.declared else -1
        return {
            "actor": turn.seat,
            "kind": turn.kind,
            "card": turn.card,
            "group": turn.group,
            "target_seat": turn.target_seat,
            "target_slot": place,
            "target_card": self._row_seen(turn.target_seat, seat)[place] if turn.declared else None,
        }

    def _ask(self, point: str, seat: int, meanings: Sequence[tuple]) -> None:
        self.point, self.seat = point, seat
        codes = [KINDS.index(kind) for (kind,) in meanings] if point == "KIND" else range(len(meanings))
        self._options = list(zip(codes, meanings, strict=True))

    # Drawing phase (BA-4).

    def _next_drawing_turn(self) -> None:
        while self._turns < self.rules["draw_rounds"] * self.players:  # BA-4.1
            laps, seat = divmod(self._turns, self.players)
            self._turns += 1
            if self.allin[seat]:  # BA-4.10
                continue
            self.round = laps + 1
            if self.round == 1 and self.rules["allin"] and self.rules["allin_blind"]:
                self._ask("ALLIN", seat, [("no",), ("yes",)])
            else:
                self._look(seat)
            return
        self._begin_battle()

    def _answer_allin(self, answer: str) -> None:
        if answer == "no":
            self._look(self.seat)
        else:
            self._take_drawn(self.seat)
            self._lay_all_down()

    def _look(self, seat: int) -> None:
        self._take_drawn(seat)
        keeps: list[tuple] = [("keep", i) for i in range(len(self.drawn))]
        openly = self.round == 1 and self.rules["allin"] and not self.rules["allin_blind"]  # BA-4.8, BA-4.9
        self._ask("KEEP", seat, [*keeps, ("allin",)] if openly else keeps)

    def _take_drawn(self, seat: int) -> None:
        size = self.rules["draw_size"]
        self.drawn, self.pile = self.pile[:size], self.pile[size:]  # BA-4.2
        for card in self.drawn:
            self.know[card] = {seat}
        if self.round == 1:
            self.columns["dealt_cat"][seat] = self.ranking.hand(self.drawn)[1]

    def _keep(self, what: str, i: int = -1) -> None:
        if what == "allin":
            self._lay_all_down()
            return
        self.rows[self.seat].append(Slot(self.drawn.pop(i), up=False))  # BA-4.3
        self._ask("ORDER", self.seat, self._return_orders())

    def _lay_all_down(self) -> None:
        self.allin[self.seat] = True
        self.rows[self.seat] = [Slot(card, up=False) for card in self.drawn]
        self.drawn = []
        self.columns["allin_cat"][self.seat] = self.columns["dealt_cat"][self.seat]
        self._next_drawing_turn()

    def _return_orders(self) -> list[tuple]:
        as_drawn = tuple(range(len(self.drawn)))
        if self.rules["return_order"] == "full":  # BA-4.4
            return [("order", order) for order in permutations(as_drawn)]
        if self.rules["return_order"] == "fixed":
            return [("order", as_drawn)]
        rising = tuple(sorted(as_drawn, key=lambda i: (number(self.drawn[i]), self.drawn[i])))
        return [("order", as_drawn), ("order", rising[::-1]), ("order", rising)]

    def _return(self, _: str, order: tuple[int, ...]) -> None:
        self.pile += [self.drawn[i] for i in order]
        self.drawn = []
        hidden = [i for i, slot in enumerate(self.rows[self.seat]) if not slot.up]
        options: list[tuple] = [("reveal", (i,)) for i in hidden]  # BA-4.7
        if len(hidden) <= self.rules["max_facedown"]:  # BA-4.5
            options.insert(0, ("reveal", ()))
        if len(hidden) >= 2:
            options.append(("reveal", tuple(hidden)))  # BA-4.6
        self._ask("FACING", self.seat, options)

    def _face(self, _: str, slots: tuple[int, ...]) -> None:
        for i in slots:
            self._turn_up(self.rows[self.seat][i])
        self._next_drawing_turn()

    def _turn_up(self, slot: Slot) -> None:
        slot.up = True
        self.know[slot.card] = set(range(self.players))

    # Battle phase: frame (BA-5).

    def _begin_battle(self) -> None:
        self.phase, self._turns = "BATTLE", 0
        scores = score(self.rows, self.ranking, self.rules["borrow_shared"])
        for seat, (_, category, _) in enumerate(scores):
            self.columns["start_cat"][seat] = category
            self.columns["start_own_cat"][seat] = self.ranking.hand(cards_of(self.rows[seat]))[1]
            self.columns["down_start"][seat] = hidden_in(self.rows[seat])
        self.columns["lead_start_mask"] = mask(leaders(scores))
        self.columns["allin_mask"] = mask(seat for seat in range(self.players) if self.allin[seat])
        self.columns["min_pile"] = len(self.pile)
        self._next_battle_turn()

    def _next_battle_turn(self) -> None:
        self.turn = None
        if self._turns == self.rules["battle_rounds"] * self.players:  # BA-5.1
            self._finish()
            return
        laps, place = divmod(self._turns, self.players)
        self._turns += 1
        self.round = laps + 1
        first = {"same": place, "reversed": self.players - 1 - place, "rotate": (laps + place) % self.players}
        seat = first[self.rules["battle_order"]]  # BA-5.2
        choices = self._choices(seat)
        self.turn = Turn(self.round, seat, choices)
        self._note("legal", mask(KINDS.index(kind) for kind in choices))
        for column, start in (("target", -1), ("outcome", 0), ("stopper", -1), ("decisive", 0), ("nth_n", 0), ("nth_known", 0)):
            self._note(column, start)
        self._ask("KIND", seat, [(kind,) for kind in KINDS if kind in choices])

    def _choices(self, seat: int) -> dict[str, list]:
        """Every complete action of a battle turn by kind; kinds that cannot be completed are missing (BA-5.8)."""
        row, piled = self.rows[seat], len(self.pile)
        every: dict[str, list] = {
            "pair_draw": equal_groups(row, 2) if piled else [],  # BA-6.10
            "triple_draw": equal_groups(row, 3) if piled else [],
            "draw_top": [()] if piled else [],
            "draw_nth": [n for n in sums(row, self.rules["ace_sum"]) if n <= piled],  # BA-6.5a
            "turn_down": [i for i, slot in enumerate(row) if slot.up],
            "flip": [(i, *there) for i, slot in enumerate(row) if not slot.up for there in self._slots_opposite(seat, up=False)],
        }
        there = self._slots_opposite(seat, up=True)  # BA-5.6, BA-7.13
        for kind in ATTACKS:
            every[kind] = [(i, *place) for i in range(len(row)) for place in there if self._may_attack(kind, seat, i, *place)]
        on = self.rules["kinds"]
        choices = {kind: found for kind, found in every.items() if found and on.get(kind, True)}
        if self.rules["may_pass"] or not choices:  # BA-5.4
            choices = {"pass": [()], **choices}
        return choices

    def _slots_opposite(self, seat: int, up: bool) -> list[tuple[int, int]]:
        others = clockwise(seat, self.players)
        return [(other, i) for other in others for i, slot in enumerate(self.rows[other]) if slot.up == up]

    def _may_attack(self, kind: str, seat: int, slot: int, target_seat: int, target_slot: int) -> bool:
        verb, way = kind.split("_")
        a, row = self.rows[seat][slot].card, self.rows[target_seat]
        t = row[target_slot].card
        if way == "same":
            return number(a) == number(t)  # BA-7.3, BA-7.6
        if number(a) <= number(t) if way == "high" else number(a) >= number(t):
            return False
        if self._protected(row, t, way):
            return False
        if verb == "steal":
            needed = self.rules["steal_high_support" if way == "high" else "steal_low_support"]
            if len(self._supports(seat, a, t)) < needed:  # BA-7.7, BA-7.8
                return False
        same_suit_asked = way == "low" and (verb != "steal" or self.rules["steal_low_same_suit"])
        return suit(a) == suit(t) or not same_suit_asked

    def _protected(self, row: Row, t: int, way: str) -> bool:
        """Whether another card of t's suit in the same row covers it (BA-7.11, BA-7.12)."""
        if self.rules["protection"] == "off":
            return False
        seen = [slot.card for slot in row if slot.up or self.rules["protection"] == "all"]
        return any(covers(card, t, way) for card in seen)

    def _supports(self, seat: int, a: int, t: int) -> list[Slot]:
        spent_counts = self.rules["steal_support_includes_spent"]  # BA-7.9
        return [slot for slot in self.rows[seat] if self._same_color_or_number(slot.card, t) and (spent_counts or slot.card != a)]

    def _same_color_or_number(self, card: int, other: int) -> bool:
        same_color = red(card) == red(other) if self.rules["color_means"] == "color" else suit(card) == suit(other)  # BA-1.5
        return same_color or number(card) == number(other)

    def _choose_kind(self, kind: str) -> None:
        turn = self.turn
        turn.kind = kind
        self._note("kind", KINDS.index(kind))
        self.log.append({"round": turn.round, "seat": turn.seat, "kind": kind, "n": 0, "shown": [], "discards": [], "responses": []})
        if kind == "pass":
            self._end_battle_turn()
        elif kind == "draw_top":
            self._draw(0, 1)
            self._end_battle_turn()
        elif kind in ("pair_draw", "triple_draw"):
            self._ask("GROUP", turn.seat, [(group,) for group in turn.choices[kind]])
        elif kind == "draw_nth":
            self._ask("NTH", turn.seat, [(n,) for n in turn.choices[kind]])
        elif kind == "turn_down":
            self._ask("CARD", turn.seat, [(slot,) for slot in turn.choices[kind]])
        else:
            self._ask("CARD", turn.seat, [(slot,) for slot in sorted({choice[0] for choice in turn.choices[kind]})])

    def _end_battle_turn(self) -> None:
        self.columns["min_pile"] = min(self.columns["min_pile"], len(self.pile))
        self._next_battle_turn()

    # Kinds that do not attack a number (BA-6).

    def _choose_group(self, group: tuple[int, ...]) -> None:
        turn = self.turn
        turn.group = group
        row = self.rows[turn.seat]
        if self.rules["discard_order"] == "choice" and self.rules["discard_to"] == "bottom":
            self._ask("STACK", turn.seat, [(order,) for order in permutations(range(len(group)))])
            return
        self._exchange(tuple(sorted(range(len(group)), key=lambda i: row[group[i]].card)))  # BA-8.4

    def _exchange(self, order: tuple[int, ...]) -> None:
        turn = self.turn
        cards = [self.rows[turn.seat][turn.group[i]].card for i in order]
        for card in cards:
            take_out(self.rows[turn.seat], card)
            self._discard(turn.seat, card)
        self._draw(0, self.rules[f"{turn.kind}_count"])  # BA-6.1, BA-6.2
        self._end_battle_turn()

    def _dig(self, n: int) -> None:
        self._note("nth_n", n)
        self._note("nth_known", int(self.turn.seat in self.know[self.pile[n - 1]]))
        self.log[-1]["n"] = n
        self._draw(n - 1, 1)
        self._end_battle_turn()

    def _draw(self, position: int, count: int) -> None:
        seat = self.turn.seat
        for _ in range(min(count, len(self.pile))):  # BA-6.10
            slot = Slot(self.pile.pop(position), up=False)
            self.know[slot.card].add(seat)
            self.rows[seat].append(slot)
            if self.rules["battle_draw_facing"] == "up":  # BA-6.3
                self._show(slot)

    def _discard(self, seat: int, card: int) -> None:
        self.know[card] = set(range(self.players))  # BA-5.9
        self.log[-1]["discards"].append((seat, card))
        (self.pile if self.rules["discard_to"] == "bottom" else self.out).append(card)  # BA-8.2

    def _show(self, slot: Slot) -> None:
        self._turn_up(slot)
        self.log[-1]["shown"].append(slot.card)

    # Flip and attacks (BA-6.7, BA-7) and the answers to them (BA-8).

    def _choose_card(self, slot: int) -> None:
        turn = self.turn
        row = self.rows[turn.seat]
        turn.card = row[slot].card
        if turn.kind == "turn_down":  # BA-6.6
            row[slot].up = False
            self.log[-1]["card"] = turn.card
            self._end_battle_turn()
            return
        self._ask("TARGET", turn.seat, [choice[1:] for choice in turn.choices[turn.kind] if choice[0] == slot])

    def _declare(self, target_seat: int, target_slot: int) -> None:
        turn = self.turn
        turn.target_seat, turn.target = target_seat, self.rows[target_seat][target_slot].card
        turn.declared = True
        self._note("target", target_seat)
        self.columns["n_flips" if turn.kind == "flip" else "n_attacks"] += 1
        self.log[-1].update(card=turn.card, target_seat=target_seat, target_slot=target_slot)
        used = self.rows[turn.seat][self._slot_of(turn.seat, turn.card)]
        if not used.up:
            self._show(used)  # BA-5.9
        if turn.kind.startswith("steal"):
            self._prove_supports()
        turn.waiting = clockwise(turn.seat, self.players)
        if self.rules["interrupt_order"] == "target_first":  # BA-8.5
            turn.waiting.sort(key=lambda seat: seat != target_seat)
        self._ask_response()

    def _prove_supports(self) -> None:
        if not self.rules["steal_reveal_support"]:
            return
        turn = self.turn
        supports = self._supports(turn.seat, turn.card, turn.target)
        missing = self.rules[f"{turn.kind}_support"] - sum(slot.up for slot in supports)
        for slot in [slot for slot in supports if not slot.up][: max(0, missing)]:  # BA-7.10
            self._show(slot)

    def _ask_response(self) -> None:
        if not self.turn.waiting:
            self._go_through()
            return
        seat = self.turn.waiting.pop(0)
        row = self.rows[seat]
        reveals = [("reveal", i) for i, slot in enumerate(row) if self._may_reveal(seat, slot)]
        discards = [("discard", i) for i, slot in enumerate(row) if self._may_discard(seat, slot.card)]
        self._ask("RESPOND", seat, [("pass",), *reveals, *discards])

    def _may_reveal(self, seat: int, slot: Slot) -> bool:
        turn = self.turn
        if seat != turn.target_seat or slot.up or not self.rules["reveal_response"] or self.rules["protection"] == "off":
            return False
        return turn.kind.endswith(("_high", "_low")) and covers(slot.card, turn.target, turn.kind.split("_")[1])  # BA-8.6

    def _may_discard(self, seat: int, card: int) -> bool:
        turn, by = self.turn, self.rules["interrupt_by"]
        if by != "any" and (by == "target") != (seat == turn.target_seat):
            return False
        if card == turn.target and not self.rules["interrupt_with_target"]:  # BA-8.7
            return False
        if turn.kind == "flip":  # BA-6.8
            return self._same_color_or_number(card, turn.card)
        match = self.rules["interrupt_match"]  # BA-8.5
        if match == "none":
            return False
        same_suit = match == "number_or_suit" and suit(card) == suit(turn.card)
        same_color = match == "number_or_color" and red(card) == red(turn.card)
        return number(card) == number(turn.card) or same_suit or same_color

    def _respond(self, answer: str, slot: int = -1) -> None:
        seat = self.seat
        card = self.rows[seat][slot].card if answer != "pass" else None
        self.log[-1]["responses"].append((seat, answer, card))
        if answer == "pass":
            self._ask_response()
            return
        turn = self.turn
        otherwise = deepcopy(self.rows)
        carry_out(otherwise, turn)
        self._stop(seat, answer, slot)
        if self._leading(self.rows) != self._leading(otherwise):
            self._note("decisive", 1)
            self.columns["n_decisive_stops"] += 1
        self.columns["n_stops"] += 1
        by_target = TARGET_DISCARDED if seat == turn.target_seat else OTHER_DISCARDED
        self._note("outcome", REVEALED if answer == "reveal" else by_target)
        self._note("stopper", seat)
        self._end_battle_turn()

    def _stop(self, seat: int, answer: str, slot: int) -> None:
        turn, row = self.turn, self.rows[seat]
        if answer == "reveal":
            self._show(row[slot])
        else:
            self._discard(seat, row.pop(slot).card)  # BA-8.10: the interrupter's card first
        if turn.kind != "flip":  # BA-8.5; a flip costs its actor nothing but the turn (BA-6.8)
            take_out(self.rows[turn.seat], turn.card)
            self._discard(turn.seat, turn.card)

    def _go_through(self) -> None:
        turn = self.turn
        self._note("outcome", WENT_THROUGH)
        for seat, card in carry_out(self.rows, turn):
            self._discard(seat, card)
        if turn.kind == "flip":
            self._show(self.rows[turn.target_seat][self._slot_of(turn.target_seat, turn.target)])
        self._end_battle_turn()

    def _slot_of(self, seat: int, card: int) -> int:
        return [slot.card for slot in self.rows[seat]].index(card)

    def _leading(self, rows: list[Row]) -> list[int]:
        return leaders(score(rows, self.ranking, self.rules["borrow_shared"]))

    # The tally (section 8) and the end (BA-9).

    def _open_tally(self) -> None:
        self.allin = [False] * self.players
        self.decisions = self.draw_decisions = 0
        self.columns: dict[str, object] = {name: [[-1] * SEATS for _ in range(ROUNDS)] for name in TURN_COLUMNS}
        per_seat = "win_share value cat own_value own_cat loan start_cat start_own_cat allin_cat dealt_cat down_start down_end row_end"
        self.columns |= {name: [-1] * SEATS for name in per_seat.split()}
        self.columns |= dict.fromkeys(("n_attacks", "n_flips", "n_stops", "n_decisive_stops"), 0)

    def _note(self, column: str, value: int) -> None:
        self.columns[column][self.turn.round - 1][self.turn.seat] = value

    def _finish(self) -> None:
        self.over, self.phase, self.point, self._options = True, "SCORE", "OVER", []
        scores = score(self.rows, self.ranking, self.rules["borrow_shared"])
        winners = leaders(scores)
        for seat, (value, category, loan) in enumerate(scores):
            row = self.rows[seat]
            own_value, own_category = self.ranking.hand(cards_of(row))
            self._close("win_share", seat, 60 // len(winners) if seat in winners else 0)  # BA-2.8
            self._close("value", seat, value)
            self._close("cat", seat, category)
            self._close("own_value", seat, own_value)
            self._close("own_cat", seat, own_category)
            self._close("loan", seat, loan[0] if loan else -1)
            self._close("down_end", seat, hidden_in(row))
            self._close("row_end", seat, len(row))
        self.columns["n_winners"] = len(winners)
        self.columns["winner_mask"] = mask(winners)
        self.columns["lead_change"] = int(self.columns["winner_mask"] != self.columns["lead_start_mask"])
        self.columns["end_pile"] = len(self.pile)
        self.columns["decisions"] = self.columns["n_decisions"] = self.decisions
        self.columns["n_draw_decisions"] = self.draw_decisions

    def _close(self, column: str, seat: int, value: int) -> None:
        self.columns[column][seat] = value
