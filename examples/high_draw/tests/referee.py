"""High Draw once more, in plain Python, written from the rules and not from the engine."""


class Referee:
    """`deck` is the shuffled deck: a card for each seat, then the stock, its top first."""

    def __init__(self, deck: list[int], players: int) -> None:
        self.hands, self.stock = deck[:players], deck[players:]
        self.seat, self.players = 0, players

    @property
    def over(self) -> bool:
        return self.seat == self.players

    def play(self, word: str) -> None:
        if word == "exchange":
            self.stock.append(self.hands[self.seat])
            self.hands[self.seat] = self.stock.pop(0)
        self.seat += 1

    def winner(self) -> int:
        return self.hands.index(max(self.hands))
