"""A pack of cards as data: up to eight suits of up to sixteen ranks, any number of copies, jokers; cards as text and as ids.

Card ids run from 0: one copy of the pack after the other, in each rank by rank and suit by suit (the twos first), jokers last. A
single French pack is numbered as `cards.FRENCH` is. Cards that were taken out keep their number and cannot be read.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simlab.cards import EMOJI, RANK_WORDS, SUIT_WORDS, TAROT_SUIT_WORDS
from simlab.errors import CardError, nearest

JOKER_WORDS = ("joker", "jk", "*", "🃏")
SEPARATORS = " ,;\t\n"
NAMED_SUITS = {"cdhs": SUIT_WORDS, "CSWU": TAROT_SUIT_WORDS}


@dataclass(frozen=True)
class Pack:
    """Ranks weakest first, suits lowest first, how many copies of each card, jokers, and cards that were taken out."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    copies: int = 1
    jokers: int = 0
    removed: tuple[str, ...] = ()

    @property
    def kinds(self) -> int:
        """Different cards, jokers apart."""
        return len(self.ranks) * len(self.suits)

    @property
    def size(self) -> int:
        """Ids run from 0 to here; `cards` are those that are in the pack."""
        return self.kinds * self.copies + self.jokers

    @cached_property
    def cards(self) -> list[int]:
        gone = set(self.gone)
        return [card for card in range(self.size) if card not in gone]

    @cached_property
    def gone(self) -> tuple[int, ...]:
        whole = Pack(self.name, self.ranks, self.suits, self.copies, self.jokers)
        return tuple(whole.read(" ".join(self.removed)))

    def is_joker(self, card: int) -> bool:
        return card >= self.kinds * self.copies

    def rank(self, card: int) -> int:
        """The place of a card's rank, the weakest 0; -1 for a joker."""
        return -1 if self.is_joker(card) else card % self.kinds // len(self.suits)

    def suit(self, card: int) -> int:
        return -1 if self.is_joker(card) else card % len(self.suits)

    @cached_property
    def rank_of(self) -> npt.NDArray[np.int64]:
        return np.array([self.rank(card) for card in range(self.size)], np.int64)

    @cached_property
    def suit_of(self) -> npt.NDArray[np.int64]:
        return np.array([self.suit(card) for card in range(self.size)], np.int64)

    def write(self, cards: Iterable[int]) -> str:
        return " ".join(self._write_one(int(card)) for card in cards)

    def _write_one(self, card: int) -> str:
        return "joker" if self.is_joker(card) else self.ranks[self.rank(card)] + self.suits[self.suit(card)]

    def read(self, text: str) -> list[int]:
        """Card ids in the order written. A card that stands twice is the next copy; more often than there are copies is refused."""
        taken = {word: list(ids) for word, ids in self._ids.items()}
        cards = []
        for word, spelled in self._split(text):
            left = taken[word]
            if not left:
                times = "twice" if len(self._ids[word]) == 1 else f"more than {len(self._ids[word])} times"
                raise CardError(f"{word} stands {times} in {text.strip()!r}" if self._ids[word] else f"{spelled} is not in this deck")
            cards.append(left.pop(0))
        return cards

    @cached_property
    def _ids(self) -> dict[str, list[int]]:
        """The ids of every card by how it is written, those of taken cards left out."""
        out = set(self.gone) if self.removed else set()
        found: dict[str, list[int]] = {"joker": []}
        for card in range(self.size):
            found.setdefault(self._write_one(card), [])
            if card not in out:
                found[self._write_one(card)].append(card)
        return found

    def _split(self, text: str) -> list[tuple[str, str]]:
        """(as we write it, as it was written) of every card, whether spaced, run together or spelled out."""
        words, at = [], 0
        text = text.replace(EMOJI, "")
        while at < len(text):
            if text[at] in SEPARATORS:
                at += 1
                continue
            found = self._one_card.match(text, at)
            if found is None:
                raise self.no_card(re.split(r"[\s,;]", text[at:], maxsplit=1)[0])
            words.append((self._plain(found), found.group()))
            at = found.end()
        return words

    def _plain(self, found: "re.Match[str]") -> str:
        if found["joker"]:
            return "joker"
        rank, suit = (found["rank"], found["suit"]) if found["rank"] else (found["long_rank"], found["long_suit"])
        return self._rank_names[rank.lower()] + self._suit_names[suit.lower()]

    @cached_property
    def _rank_names(self) -> dict[str, str]:
        """Every way to write a rank, in small letters."""
        held = {rank.lower(): rank for rank in self.ranks}
        words = {name: held[short.lower()] for name, short in RANK_WORDS.items() if short.lower() in held}
        ten = "t" if "t" in held else "10"
        words |= {word: held[ten] for word in ("t", "10", "ten") if ten in held}
        return {**words, **held}

    @cached_property
    def _suit_names(self) -> dict[str, str]:
        held = {suit.lower(): suit for suit in self.suits}
        named: dict[str, str] = {}
        for suits, words in NAMED_SUITS.items():
            if set(suits) <= set(self.suits):
                named |= words
        return {**named, **held}

    @cached_property
    def _one_card(self) -> "re.Pattern[str]":
        ranks, suits = either(self._rank_names), either(self._suit_names)
        short = either(word for word in self._rank_names if len(word) <= 2 or word in {rank.lower() for rank in self.ranks})
        joker = rf"(?P<joker>{either(JOKER_WORDS)})(?=$|[\s,;])"
        spelled = rf"(?P<long_rank>{ranks})\s+of\s+(?P<long_suit>{suits})\b"
        following = rf"(?=$|[\s,;]|{short})"
        return re.compile(rf"{joker}|{spelled}|(?P<rank>{short})(?P<suit>{suits}){following}", re.IGNORECASE)

    def no_card(self, word: str) -> CardError:
        """The error for a word that is no card here, with the nearest one that is."""
        short = [rank + suit for rank in self.ranks for suit in self.suits]
        return CardError(f"no card {word!r} in the {self.name} deck{nearest(word, [*short, *['joker'] * bool(self.jokers)])}")


def either(words: Iterable[str]) -> str:
    """A pattern for any of these words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


def symbols(given: str | Sequence[str | int]) -> tuple[str, ...]:
    """`23456789TJQKA`, `2 3 10 J` or a list of names: one symbol each."""
    if isinstance(given, str):
        words = given.replace(",", " ").split()
        return tuple(words) if len(words) > 1 else tuple(given.strip())
    return tuple(str(word).strip() for word in given)
