"""The cards in front of the seats: what they offer in a battle turn, what an attack does to them, what they score."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tests.games.battle.referee.ranking import Ranking, number, suit


@dataclass
class Slot:
    card: int
    up: bool


Row = list[Slot]


@dataclass
class Turn:
    """One battle turn as it is declared and answered."""

    round: int
    seat: int
    choices: dict[str, list]  # every complete action by kind, in the order of section 3
    kind: str = "pass"
    card: int = -1  # the used card
    group: tuple[int, ...] = ()  # slots of the pair or triple
    target: int = -1  # the attacked card
    target_seat: int = -1
    declared: bool = False  # the others know of it
    waiting: list[int] = field(default_factory=list)  # seats still to be asked for a response


def clockwise(seat: int, players: int) -> list[int]:
    """The other seats from the left of `seat` on."""
    return [(seat + step) % players for step in range(1, players)]


def mask(bits: Iterable[int]) -> int:
    return sum(1 << bit for bit in bits)


def cards_of(row: Row) -> list[int]:
    return [slot.card for slot in row]


def hidden_in(row: Row) -> int:
    return sum(not slot.up for slot in row)


def take_out(row: Row, card: int) -> None:
    row[:] = [slot for slot in row if slot.card != card]  # later slots move up (BA-7.14)


def covers(card: int, t: int, way: str) -> bool:
    """Whether `card` keeps `t` from being the top (way "high") or bottom ("low") of its suit."""
    return suit(card) == suit(t) and (number(card) > number(t) if way == "high" else number(card) < number(t))


def equal_groups(row: Row, size: int) -> list[tuple[int, ...]]:
    return [group for group in combinations(range(len(row)), size) if len({number(row[i].card) for i in group}) == 1]


def sums(row: Row, ace_sum: str) -> list[int]:
    """All sums of the numbers of any combination of face-up cards (BA-6.5, BA-6.5a)."""
    worth = {"14": (14,), "1": (1,), "either": (1, 14)}[ace_sum]
    reached = {0}
    for slot in row:
        if slot.up:
            values = worth if number(slot.card) == 14 else (number(slot.card),)
            reached |= {total + value for total in reached for value in values}
    return sorted(reached - {0})


def carry_out(rows: list[Row], turn: Turn) -> list[tuple[int, int]]:
    """Do to the rows what an unstopped flip or attack does; the cards discarded by it, uppermost first."""
    mine, theirs = rows[turn.seat], rows[turn.target_seat]
    a = next(slot for slot in mine if slot.card == turn.card)
    t = next(slot for slot in theirs if slot.card == turn.target)
    if turn.kind == "flip":
        t.up = True
        return []
    if turn.kind.startswith("swap"):
        a.card, t.card = t.card, a.card  # both are face up already (BA-7.1, BA-7.14)
        return []
    take_out(mine, a.card)
    take_out(theirs, t.card)
    if turn.kind.startswith("steal"):
        mine.append(Slot(t.card, up=True))  # BA-7.7
        return [(turn.seat, a.card)]
    return [(turn.seat, a.card), (turn.target_seat, t.card)]  # BA-7.15


def score(rows: list[Row], ranking: Ranking, shared: bool) -> list[tuple[int, int, tuple[int, ...]]]:
    """Value, category and loan of every seat (BA-9.1); loans are not taken from the owner (BA-2.6)."""
    lent: set[int] = set()
    scores = []
    for seat, row in enumerate(rows):
        pool = [slot.card for other, theirs in enumerate(rows) if other != seat for slot in theirs if slot.up and slot.card not in lent]
        best = ranking.best(cards_of(row), pool)
        scores.append(best)
        if not shared:
            lent.update(best[2])
    return scores


def leaders(scores: Sequence[tuple[int, int, tuple[int, ...]]]) -> list[int]:
    top = max(value for value, _, _ in scores)
    return [seat for seat, (value, _, _) in enumerate(scores) if value == top]
