"""Games of Arcana whose cards and moves a test writes down."""

from tests.games.arcana.referee.game import CONVERT, DEFAULTS, DISCARD, DRAW1, DRAW2, END, PICK, SUBMIT, Referee
from tests.games.arcana.referee.ranking import card, cards, name_of

LOW = "2C 3S 4W 5U 7C"
TWO = LOW + " 2S 3W 4U 6C 8S"  # opening hands of seats 0 and 1

WORDS = {"END": END, "DRAW1": DRAW1, "DRAW2": DRAW2, "CONVERT": CONVERT}


class Script:
    """Chance that deals the cards a test names, turn by turn; the deck must be flat."""

    def __init__(self, turns: dict[int, list[int]]) -> None:
        self.turns = turns

    def uniform(self, turn: int, j: int) -> float:
        return (self.turns[turn][j] + 0.5) / 56

    def shuffle(self, turn: int, k: int, cards: list[int]) -> list[int]:
        """The first cards are those named for the turn, the others follow ascending."""
        rest = list(cards)
        for named in self.turns.get(turn, []):
            rest.remove(named)
        return self.turns.get(turn, []) + rest


def table(opening: str, *turns: str, **rules: object) -> Referee:
    """A game whose opening cards (and first top) and whose unknown cards of turn 0, 1, ... are these."""
    named = {number - 1: cards(text) for number, text in enumerate([opening, *turns])}
    return Referee({**DEFAULTS, "deck_model": "flat", **rules}, Script(named))


def play(game: Referee, line: str) -> None:
    """'DRAW2, SUBMIT 2C 3C 4C 5C 6C, DISCARD 7S, TRIM 8U, END' for the seat to act."""
    for phrase in line.split(", "):
        word, *chosen = phrase.split()
        if word in WORDS:
            game.step(WORDS[word])
        elif word in ("SUBMIT", "DISCARD"):
            game.step(SUBMIT if word == "SUBMIT" else DISCARD)
        for name in chosen:
            game.step(PICK + card(name))


def window(game: Referee) -> str:
    return " ".join(name_of(c) if c >= 0 else "-" for c in game.view(0)["window"]).rstrip(" -")
