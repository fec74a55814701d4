"""One-card poker once more, in plain Python, written from the rules and not from the engine."""

LEGAL = {"": ("pass", "bet"), "pass": ("pass", "bet"), "bet": ("fold", "call"), "pass bet": ("fold", "call")}


class Referee:
    """One deal: `cards` of seat 0 and seat 1; `first` speaks first."""

    def __init__(self, cards: tuple[int, int], first: int = 0, ante: int = 1, bet: int = 1) -> None:
        self.cards, self.first, self.ante, self.bet = cards, first, ante, bet
        self.words: list[str] = []

    @property
    def seat(self) -> int:
        return (self.first + len(self.words)) % 2

    def legal(self) -> tuple[str, ...]:
        return LEGAL[" ".join(self.words)]

    @property
    def over(self) -> bool:
        return " ".join(self.words) not in LEGAL

    def play(self, word: str) -> None:
        assert word in self.legal()
        self.words.append(word)

    def net(self) -> list[int]:
        """Chips won by each seat: who folds loses the ante, else the lower card loses all it put in."""
        if self.words[-1] == "fold":
            loser, lost = 1 - self.seat, self.ante
        else:
            loser, lost = self.cards.index(min(self.cards)), self.ante + self.bet * (self.words[-1] == "call")
        return [-lost, lost] if loser == 0 else [lost, -lost]
