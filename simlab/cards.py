"""Cards as text, as ids and as masks.

A `Deck` says which ranks and suits there are and how its game numbers the cards. A set of cards is one 64-bit word of four
16-bit suit lanes: card (rank r, suit s) is bit 16 s + r, so `mask >> 16 * s & 0xFFFF` are the ranks held in suit s.

Reading is lenient (case, unicode suits, `10` or `T`, "Knight of Cups"); writing has one form.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from simlab.bits import hot
from simlab.errors import CardError, InputError, nearest
from simlab.jit import allocating, kernel, new
from simlab.rng import KEY, LOW_32, R32, STREAM, TWO_32, Purpose, advance, output, set_key, start

LANE = 16  # bits for one suit
EMOJI = "\N{VARIATION SELECTOR-16}"  # phones put it behind a suit: ♠️ is two characters
K1, K2, K3, K4, K5 = (np.uint64(k) for k in (1, 2, 3, 4, 5))

RANK_WORDS = {
    "ace": "A", "king": "K", "queen": "Q", "jack": "J", "knight": "N", "page": "P", "ten": "10", "nine": "9", "eight": "8",
    "seven": "7", "six": "6", "five": "5", "four": "4", "three": "3", "two": "2", "deuce": "2", "t": "10",
}  # fmt: skip
SUIT_WORDS = {
    "clubs": "c", "club": "c", "diamonds": "d", "diamond": "d", "hearts": "h", "heart": "h", "spades": "s", "spade": "s",
    "♣": "c", "♧": "c", "♦": "d", "♢": "d", "♥": "h", "♡": "h", "♠": "s", "♤": "s",
}  # fmt: skip
TAROT_SUIT_WORDS = {
    "wands": "W", "wand": "W", "cups": "U", "cup": "U", "swords": "S", "sword": "S",
    "coins": "C", "coin": "C", "pentacles": "C", "pentacle": "C",
}  # fmt: skip


@dataclass(frozen=True)
class Deck:
    """Ranks low to high, suits in their own order, and the numbering: card id = 4 rank + suit, or ranks * suit + rank."""

    name: str
    ranks: tuple[str, ...]
    suits: tuple[str, ...]
    suit_words: tuple[tuple[str, str], ...]
    by_suit: bool = False

    @property
    def size(self) -> int:
        return len(self.ranks) * len(self.suits)

    def card(self, rank: int, suit: int) -> int:
        return len(self.ranks) * suit + rank if self.by_suit else len(self.suits) * rank + suit

    def rank(self, card: int) -> int:
        return card % len(self.ranks) if self.by_suit else card // len(self.suits)

    def suit(self, card: int) -> int:
        return card // len(self.ranks) if self.by_suit else card % len(self.suits)

    @cached_property
    def place(self) -> npt.NDArray[np.int64]:
        """place[card] is the card's bit in a mask of suit lanes."""
        if len(self.suits) > 64 // LANE or len(self.ranks) > LANE:
            raise CardError(f"a mask holds four suits of 16 ranks; rank hands of the {self.name} deck as card ids, by simlab.ranking.named")
        return np.array([LANE * self.suit(c) + self.rank(c) for c in range(self.size)], np.int64)

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The same as Python's own numbers."""
        return tuple(self.place.tolist())

    @cached_property
    def full(self) -> int:
        return self.mask(range(self.size))

    def mask(self, cards: Iterable[int]) -> int:
        """The set of these cards, as a Python int below 2^64."""
        word = 0
        for card in cards:
            word |= 1 << int(self.place[card])
        return word

    def cards(self, mask: int) -> list[int]:
        """The cards of a mask, in rising id."""
        word = int(mask) & (1 << 64) - 1
        return [c for c, place in enumerate(self.places) if word >> place & 1]

    def write(self, cards: Iterable[int]) -> str:
        return " ".join(self.ranks[self.rank(c)] + self.suits[self.suit(c)] for c in cards)

    def read(self, text: str, unique: bool = True) -> list[int]:
        """Card ids in the order written; `unique` refuses a card that stands twice."""
        cards = [self._read_one(word) for word in split_cards(text, self)]
        if unique:
            for card in cards:
                if cards.count(card) > 1:
                    raise CardError(f"{self.write([card])} stands twice in {text.strip()!r}")
        return cards

    def _read_one(self, word: str) -> int:
        spelled = re.fullmatch(r"(\w+)\s+of\s+(\w+)", word.strip(), re.IGNORECASE)
        head, tail = spelled.groups() if spelled else (word[:-1], word[-1:])
        suits = {**{s.lower(): s for s in self.suits}, **dict(self.suit_words)}
        suit = suits.get(tail.lower())
        rank = RANK_WORDS.get(head.lower(), head.upper())
        if self.ranks.count("T") and rank == "10":
            rank = "T"
        if suit is None or rank not in self.ranks:
            raise self.no_card(word)
        return self.card(self.ranks.index(rank), self.suits.index(suit))

    def no_card(self, word: str) -> CardError:
        """The error for a word that is no card here, with the nearest one that is."""
        short = [rank + suit for rank in self.ranks for suit in self.suits]
        held = {"T" if rank == "10" and "T" in self.ranks else rank: name for name, rank in reversed(RANK_WORDS.items()) if len(name) > 1}
        suits = [name for name, _ in self.suit_words if name.endswith("s")]
        spelled = [f"{held[rank].title()} of {suit.title()}" for rank in self.ranks for suit in suits]
        return CardError(f"no card {word!r} in the {self.name} deck{nearest(word, [*short, *spelled])}")


def split_cards(text: str, deck: Deck) -> list[str]:
    """Words of one card each: separated by spaces or commas, run together ("AcAd"), or spelled out ("Knight of Cups")."""
    symbols = "".join(deck.suits) + "".join(w for w, _ in deck.suit_words if len(w) == 1)
    one = rf"\w+\s+of\s+\w+|(?:10|[0-9a-z])[{re.escape(symbols)}](?=$|[\s,;]|10|[0-9a-z])"
    words, at = [], 0
    text = text.replace(EMOJI, "").strip()
    while at < len(text):
        if text[at] in " ,;\t\n":
            at += 1
            continue
        found = re.compile(one, re.IGNORECASE).match(text, at)
        if found is None:
            bad = re.split(r"[\s,;]", text[at:], maxsplit=1)[0]
            raise deck.no_card(bad)
        words.append(found.group())
        at = found.end()
    return words


FRENCH_RANKS = tuple("23456789TJQKA")
TAROT_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "P", "N", "Q", "K", "A")

FRENCH = Deck("French", FRENCH_RANKS, tuple("cdhs"), tuple(SUIT_WORDS.items()))
FRENCH_BY_SUIT = Deck("French", FRENCH_RANKS, tuple("cdhs"), tuple(SUIT_WORDS.items()), by_suit=True)
# arcana numbers ranks 2 .. ace; in fortune the page is the lowest rank
TAROT = Deck("tarot", TAROT_RANKS, ("C", "S", "W", "U"), tuple(TAROT_SUIT_WORDS.items()), by_suit=True)
TAROT_PAGE_LOW = Deck(
    "tarot",
    ("P", "2", "3", "4", "5", "6", "7", "8", "9", "10", "N", "Q", "K", "A"),
    ("W", "U", "S", "C"),
    tuple(TAROT_SUIT_WORDS.items()),
    by_suit=True,
)


def masks_of(cards: npt.ArrayLike, deck: Deck = FRENCH) -> npt.NDArray[np.uint64]:
    """Masks of an array of card ids: the last axis runs over the cards of one hand."""
    bits = np.uint64(1) << deck.place.astype(np.uint64)
    masks: npt.NDArray[np.uint64] = np.bitwise_or.reduce(bits[np.asarray(cards)], axis=-1)
    return masks


def cards_of(masks: npt.ArrayLike, size: int, deck: Deck = FRENCH) -> npt.NDArray[np.int8]:
    """The reverse: ids in rising order, `size` cards in every hand."""
    words = np.asarray(masks, np.uint64)
    held = words[..., None] >> deck.place.astype(np.uint64) & np.uint64(1) == 1
    if not (held.sum(-1) == size).all():
        raise CardError(f"not every mask holds {size} cards")
    return np.nonzero(held)[-1].reshape((*words.shape, size)).astype(np.int8)


def deal_batch(
    deck: Deck,
    games: int,
    seats: int,
    cards: int | Sequence[int],
    seed: int = 1,
    first: int = 0,
    without: str | Iterable[int] = (),
) -> npt.NDArray[np.uint64]:
    """Masks of the hands of many deals, one row a game and one column a seat.

    Every game is dealt from its own stream of the seed: rows first .. first + games - 1 are the same however they are
    sliced. `cards` a seat is one number or one for each; `without` are known cards, as text or ids, that are not dealt.
    """
    gone = set(deck.read(without) if isinstance(without, str) else map(int, without))
    sizes = [cards] * seats if isinstance(cards, int) else list(cards)
    left = [card for card in range(deck.size) if card not in gone]
    if len(sizes) != seats or seats < 1 or min(sizes) < 0:
        raise InputError(f"{seats} seats need {seats} numbers of cards, not {sizes}")
    if sum(sizes) > len(left):
        raise InputError(f"{sum(sizes)} cards cannot be dealt from {len(left)}")
    if games < 0 or first < 0 or seed < 0:
        raise InputError("games, first and seed must not be negative")
    bits = np.array([1 << int(deck.place[card]) for card in left], np.uint64).view(np.int64)
    out = np.zeros((games, seats), np.int64)
    deal_games(bits, np.array(sizes, np.int64), seed, first, new(KEY), new(STREAM), out)
    return out.view(np.uint64)


@allocating
def deal_games(deck, sizes, seed, first, key, stream, out):  # type: ignore[no-untyped-def]
    """One seat's cards after the other's, from a fresh deck each game: a game depends on its index alone."""
    cards = deck.copy()
    for game in range(out.shape[0]):
        for i in range(len(deck)):
            cards[i] = deck[i]
        set_key(key, seed, first + game)
        start(stream, key, Purpose.DEAL, 0, 0)
        s0, s1, at = stream.s0, stream.s1, np.uint64(0)
        for seat in range(len(sizes)):
            end = at + np.uint64(sizes[seat])
            out[game, seat], s0, s1 = draw_hand(cards, at, end, s0, s1)
            at = end


@kernel
def draw_hand(deck, k, end, s0, s1):  # type: ignore[no-untyped-def]
    """Bring random cards of the deck (at most 64 cards, as bits) to places k .. end - 1; the mask of them."""
    hot()
    mask = np.int64(0)
    while k + K5 <= end:
        five, s0, s1 = draw_five(deck, k, s0, s1)
        mask |= five
        k += K5
    if k < end:
        few, s0, s1 = draw_few(deck, k, end, s0, s1)
        mask |= few
    return mask, s0, s1


@kernel
def draw_five(deck, k, s0, s1):  # type: ignore[no-untyped-def]
    """Five random cards by one random number of 32 bits.

    The fraction that one choice leaves over makes the next choice. All five are uniform together if the last fraction
    passes Lemire's test for the product of their sizes, which is below 2^32; else they are drawn again. Written out, with
    the cards in registers: a loop takes 11 ns, this 8, and reading the cards back from the deck 15 more.
    """
    hot()
    left = np.uint64(len(deck)) - k
    ways = left * (left - K1) * (left - K2) * (left - K3) * (left - K4)
    while True:
        fraction = output(s0, s1) >> R32
        s0, s1 = advance(s0, s1)
        first, fraction = draw(deck, k, left, fraction)
        second, fraction = draw(deck, k + K1, left - K1, fraction)
        third, fraction = draw(deck, k + K2, left - K2, fraction)
        fourth, fraction = draw(deck, k + K3, left - K3, fraction)
        fifth, fraction = draw(deck, k + K4, left - K4, fraction)
        if fraction >= ways or fraction >= TWO_32 % ways:
            return first | second | third | fourth | fifth, s0, s1


@kernel
def draw_few(deck, k, end, s0, s1):  # type: ignore[no-untyped-def]
    """The same for places k .. end - 1, fewer than five."""
    while True:
        fraction, ways, mask = output(s0, s1) >> R32, K1, np.int64(0)
        s0, s1 = advance(s0, s1)
        for place in range(k, end):
            left = np.uint64(len(deck)) - place
            card, fraction = draw(deck, place, left, fraction)
            mask |= card
            ways *= left
        if fraction >= ways or fraction >= TWO_32 % ways:
            return mask, s0, s1


@kernel
def draw(deck, k, left, fraction):  # type: ignore[no-untyped-def]
    """Bring a random one of the `left` cards from place k on to place k; the card, and the fraction for the next choice."""
    product = fraction * left
    j = k + (product >> R32)
    card = deck[j]
    deck[j] = deck[k]
    deck[k] = card
    return card, product & LOW_32
