"""One deal of Oh Hell once more, in plain Python with cards as text, written from the rules and not from the engine."""

RANKS, SUITS = "23456789TJQKA", "cdhs"


def higher(card: str, best: str, trump: str) -> bool:
    """Does a card played later beat the best so far?"""
    if card[1] == best[1]:
        return RANKS.index(card[0]) > RANKS.index(best[0])
    return card[1] == trump


class Referee:
    """A deal: hands by seat, `trump` a suit or "", `dealer` the last to speak."""

    def __init__(self, hands: list[set[str]], trump: str, dealer: int, passing: int = 0, hook: bool = True) -> None:
        self.hands, self.trump, self.dealer, self.hook = [set(hand) for hand in hands], trump, dealer, hook
        self.players, self.size = len(hands), len(hands[0])
        self.passing = passing if passing < self.size else 0
        self.gifts: list[list[str]] = [[] for _ in hands]
        self.bids: dict[int, int] = {}
        self.taken = [0] * self.players
        self.trick: list[tuple[int, str]] = []
        self.seat = (dealer + 1) % self.players

    @property
    def giving(self) -> bool:
        return any(len(gift) < self.passing for gift in self.gifts)

    @property
    def over(self) -> bool:
        return sum(self.taken) == self.size

    def legal(self) -> set[str]:
        hand = self.hands[self.seat]
        if self.giving:
            return {f"give {card}" for card in hand}
        if len(self.bids) < self.players:
            return {f"bid {bid}" for bid in range(self.size + 1) if not self.hooked(bid)}
        led = self.trick[0][1][1] if self.trick else ""
        return {f"play {card}" for card in hand if card[1] == led} or {f"play {card}" for card in hand}

    def hooked(self, bid: int) -> bool:
        last = len(self.bids) == self.players - 1
        return self.hook and last and sum(self.bids.values()) + bid == self.size

    def play(self, words: str) -> None:
        what, said = words.split()
        {"give": self.give, "bid": self.bid, "play": self.lay}[what](said)

    def next_seat(self) -> None:
        self.seat = (self.seat + 1) % self.players

    def give(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.gifts[self.seat].append(card)
        if len(self.gifts[self.seat]) == self.passing:
            self.next_seat()
        if not self.giving:
            for seat, gift in enumerate(self.gifts):
                self.hands[(seat + 1) % self.players].update(gift)

    def bid(self, number: str) -> None:
        self.bids[self.seat] = int(number)
        self.next_seat()

    def lay(self, card: str) -> None:
        self.hands[self.seat].remove(card)
        self.trick.append((self.seat, card))
        self.next_seat()
        if len(self.trick) < self.players:
            return
        winner, best = self.trick[0]
        for seat, other in self.trick[1:]:
            if higher(other, best, self.trump):
                winner, best = seat, other
        self.taken[winner] += 1
        self.trick, self.seat = [], winner

    def points(self, bonus: int, trick: int, penalty: int) -> list[int]:
        off = [abs(taken - self.bids[seat]) for seat, taken in enumerate(self.taken)]
        return [bonus + trick * self.bids[seat] if not miss else -penalty * miss for seat, miss in enumerate(off)]
