"""The rule-of-thumb player `basic` of battle: keeps what fits, swaps and digs for gain, kills the leader, else draws.

It decides from what its seat may know, and plans a battle turn anew at each of its points: nothing changes in between.
"""

from functools import cached_property

from tests.games.battle.referee.ranking import CATEGORIES, Ranking, number, suit

GAINS = ("swap_high", "swap_low", "swap_same", "steal_high", "steal_low")
KILLS = ("kill_high", "kill_low", "kill_same")


def basic(referee, seat: int, *, allin_min: str = "flush", dig: bool = True, battle: str = "full", avoid=(), memory: str = "full") -> int:
    """The action of `basic` in `seat`; options as in section 7, `memory="none"` as in section 4."""
    view = referee.view(seat)
    if memory == "none":
        forget(view)
    player = Basic(view, referee.ranking, allin_min, dig, battle, frozenset(avoid))
    return view["legal"][player.choose()]


def forget(view: dict) -> None:
    """Hide the pile cards and the face-down cards of others that the seat remembers."""
    view["pile"] = [None] * len(view["pile"])
    for owner, facing in enumerate(view["facing"]):
        if owner != view["seat"]:
            view["rows"][owner] = [card if up else None for card, up in zip(view["rows"][owner], facing, strict=True)]
    pending = view["pending"]
    if pending and pending["kind"] == "flip":
        pending["target_card"] = None if pending["target_seat"] != view["seat"] else pending["target_card"]


class Basic:
    """One decision of `basic`; answers are indices into the list of legal actions."""

    def __init__(self, view: dict, ranking: Ranking, allin_min: str, dig: bool, battle: str, avoid: frozenset[str]) -> None:
        self.view, self.ranking, self.v = view, ranking, ranking.value
        self.allin_min, self.dig, self.battle, self.avoid = allin_min, dig, battle, avoid
        self.seat, self.rows, self.options = view["seat"], view["rows"], view["options"]
        self.own = self.rows[self.seat]
        self.pool = self.open_outside(self.seat)  # B of section 7

    @cached_property
    def now(self) -> int:
        """V of section 7."""
        return self.v(self.own, self.pool)

    def choose(self) -> int:
        if len(self.options) == 1:
            return 0
        point = self.view["point"]
        if point == "ALLIN":
            return int(self.allin_min == "high_card")
        if point == "KEEP":
            return self.keep()
        if point == "FACING":
            return self.face()
        if point == "RESPOND":
            return self.options.index(self.respond())
        if point in ("ORDER", "STACK"):
            return 0
        return self.follow(point, self.plan())

    def keep(self) -> int:
        drawn = self.view["drawn"]
        if ("allin",) in self.options and self.allin_min != "never":
            if self.ranking.hand(drawn)[1] >= CATEGORIES.index(self.allin_min):
                return self.options.index(("allin",))
        return max(range(len(drawn)), key=lambda i: (self.fit(drawn[i]), number(drawn[i]), -i))

    def fit(self, card: int) -> int:
        return sum(2 * (number(own) == number(card)) + (suit(own) == suit(card)) for own in self.own)

    def face(self) -> int:
        if ("reveal", ()) in self.options:
            return self.options.index(("reveal", ()))
        single = [i for i, (_, slots) in enumerate(self.options) if len(slots) == 1]
        return min(single, key=lambda i: (number(self.own[self.options[i][1][0]]), i))

    # A battle turn.

    def plan(self) -> tuple[str, object] | None:
        """Kind and complete choice of the first rule that yields something; None: the first action at every point."""
        if self.battle == "full":
            for rule in (self.gain, self.known_dig, self.exchange, self.kill_leader):
                found = rule()
                if found:
                    return found
        for kind in ("draw_top", "pass"):
            if kind in self.view["choices"] and not (kind == "draw_top" and kind in self.avoid):
                return kind, ()
        return None

    def follow(self, point: str, plan: tuple[str, object] | None) -> int:
        if plan is None:
            return 0
        kind, choice = plan
        if point == "KIND":
            return self.options.index((kind,))
        if not self.planned(kind, choice):  # somebody else began this turn
            return 0
        if point in ("GROUP", "NTH"):
            return self.options.index((choice,))
        return self.options.index(choice[:1] if point == "CARD" else choice[1:])

    def planned(self, kind: str, choice: object) -> bool:
        pending = self.view["pending"]
        return kind == pending["kind"] and (pending["card"] < 0 or pending["card"] == self.own[choice[0]])

    def choices(self, kind: str) -> list:
        return [] if kind in self.avoid else self.view["choices"].get(kind, [])

    def gain(self) -> tuple[str, object] | None:
        """Rule 1: the swap or steal that lifts the own hand most."""
        found, most = None, self.now
        for kind in GAINS:
            for slot, owner, there in self.choices(kind):
                a, t = self.own[slot], self.rows[owner][there]
                left = [a] if kind.startswith("swap") else []
                reached = self.v([*without(self.own, a), t], [*without(self.pool, t), *left])
                if reached > most:
                    found, most = (kind, (slot, owner, there)), reached
        return found

    def known_dig(self) -> tuple[str, object] | None:
        """Rule 2: the remembered pile card that lifts the own hand most."""
        found, most = None, self.now
        for n in self.choices("draw_nth") if self.dig else []:
            card = self.view["pile"][n - 1]
            reached = self.v([*self.own, card], self.pool) if card is not None else 0
            if reached > most:
                found, most = ("draw_nth", n), reached
        return found

    def exchange(self) -> tuple[str, object] | None:
        """Rule 3: a triple, else a pair, that the own hand does not need."""
        for kind in ("triple_draw", "pair_draw"):
            for group in self.choices(kind):
                rest = [card for slot, card in enumerate(self.own) if slot not in group]
                if self.v(rest, self.pool) == self.now:
                    return kind, group
        return None

    def kill_leader(self) -> tuple[str, object] | None:
        """Rule 4: the kill that hurts the leading opponent most and the own hand not at all."""
        players = len(self.rows)
        others = [(self.seat + step) % players for step in range(1, players)]
        leader = max(others, key=self.strength)  # the first clockwise among equals
        found, least = None, self.strength(leader)
        if least <= self.now:
            return None
        cards, pool = self.known_cards(leader), self.open_outside(leader)
        for kind in KILLS:
            for slot, owner, there in self.choices(kind):
                a, t = self.own[slot], self.rows[owner][there]
                if owner != leader or self.v(without(self.own, a), without(self.pool, t)) < self.now:
                    continue
                left = self.v(without(cards, t), without(pool, a))
                if left < least:
                    found, least = (kind, (slot, owner, there)), left
        return found

    def strength(self, owner: int) -> int:
        return self.v(self.known_cards(owner), self.open_outside(owner))

    def known_cards(self, owner: int) -> list[int]:
        return [card for card in self.rows[owner] if card is not None]

    def open_outside(self, owner: int) -> list[int]:
        """All face-up cards that do not lie in the row of `owner`."""
        rows = zip(self.rows, self.view["facing"], strict=True)
        return [card for seat, (row, facing) in enumerate(rows) if seat != owner for card, up in zip(row, facing, strict=True) if up]

    # Answers to the action of another seat.

    def respond(self) -> tuple:
        pending = self.view["pending"]
        targeted = pending["target_seat"] == self.seat
        if pending["kind"] == "flip":
            return self.first_spare() if targeted else ("pass",)
        return self.defend(pending) if targeted else self.interfere(pending)

    def first_spare(self) -> tuple:
        """The first matching card that the own hand does not need; pass if there is none."""
        for option in self.options:
            if option[0] == "discard":
                rest = without(self.own, self.own[option[1]])
                if self.v(rest, self.pool) == self.now:
                    return option
        return ("pass",)

    def defend(self, pending: dict) -> tuple:
        for option in self.options:
            if option[0] == "reveal":
                return option
        a, t, verb = pending["card"], pending["target_card"], pending["kind"].split("_")[0]
        own, pool = without(self.own, t), without(self.pool, a)
        through = {"swap": ([*own, a], [*pool, t]), "kill": (own, pool), "steal": (own, [*pool, t])}
        found, most = ("pass",), self.v(*through[verb])
        for option in self.options:
            if option[0] == "discard":
                reached = self.v(without(self.own, self.own[option[1]]), pool)
                if reached > most:
                    found, most = option, reached
        return found

    def interfere(self, pending: dict) -> tuple:
        """A bystander spends a spare card on a swap or steal that would put the actor ahead of him."""
        a, t, actor, verb = pending["card"], pending["target_card"], pending["actor"], pending["kind"].split("_")[0]
        if verb == "kill":
            return ("pass",)
        cards = [*without(self.known_cards(actor), a), t]
        pool = [*without(self.open_outside(actor), t), *([a] if verb == "swap" else [])]
        if self.v(cards, pool) > self.now:
            return self.first_spare()
        return ("pass",)


def without(cards: list[int], card: int) -> list[int]:
    return [other for other in cards if other != card]
