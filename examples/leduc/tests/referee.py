"""Leduc poker once more, in plain Python, written from the rules and not from the engine."""

from dataclasses import dataclass, field


@dataclass
class Referee:
    """One deal: `cards` are those of seat 0, of seat 1 and the open one; `first` speaks first."""

    cards: tuple[int, int, int]
    first: int = 0
    suits: int = 2
    ante: int = 1
    bets: tuple[int, int] = (2, 4)
    most: int = 2
    spoken: list[list[str]] = field(default_factory=lambda: [[]])  # words of each round of betting
    seat: int = field(init=False)
    folded: int | None = None

    def __post_init__(self) -> None:
        self.paid = [self.ante, self.ante]
        self.seat = self.first

    @property
    def words(self) -> list[str]:
        return self.spoken[-1]

    @property
    def facing(self) -> bool:
        return self.paid[self.seat] < self.paid[1 - self.seat]

    def legal(self) -> set[str]:
        may = {"call" if self.facing else "check"} | ({"fold"} if self.facing else set())
        if sum(word in ("bet", "raise") for word in self.words) < self.most:
            may.add("raise" if self.facing else "bet")
        return may

    def play(self, word: str) -> None:
        assert word in self.legal()
        self.words.append(word)
        if word == "fold":
            self.folded = self.seat
            return
        if word != "check":
            self.paid[self.seat] = self.paid[1 - self.seat]
        if word in ("bet", "raise"):
            self.paid[self.seat] += self.bets[len(self.spoken) - 1]
        self.seat = 1 - self.seat
        if word == "call" or self.words == ["check", "check"]:
            self.spoken.append([])
            self.seat = self.first

    @property
    def over(self) -> bool:
        return self.folded is not None or len(self.spoken) == 3

    @property
    def board_is_open(self) -> bool:
        return len(self.spoken) > 1

    def net(self) -> list[int]:
        winner = self.winner()
        if winner is None:
            return [0, 0]
        lost = self.paid[1 - winner]
        return [lost, -lost] if winner == 0 else [-lost, lost]

    def winner(self) -> int | None:
        if self.folded is not None:
            return 1 - self.folded
        one, other, board = (card // self.suits for card in self.cards)
        if one == other:
            return None
        if board in (one, other):
            return 0 if one == board else 1
        return 0 if one > other else 1
