"""The words of Fortune and their numbers: ranks, Major Arcana, actions, categories of hands."""

SEATS = 6
HAND = 5
SUITS, RANKS = 4, 14
CARDS = range(SUITS * RANKS)  # FO-1.1
PAGE, TWO, THREE_SPOT, FOUR_SPOT, FIVE_SPOT, SIX_SPOT, SEVEN, EIGHT, NINE, TEN, KNIGHT, QUEEN, KING, ACE = range(RANKS)  # FO-1.2

FOOL, MAGICIAN, PRIESTESS, EMPRESS, EMPEROR, HIEROPHANT, LOVERS, CHARIOT, STRENGTH, HERMIT, WHEEL = range(11)
JUSTICE, HANGED_MAN, DEATH, TEMPERANCE, DEVIL, TOWER, STAR, MOON, SUN, JUDGEMENT, WORLD = range(11, 22)
NO_CARD = -1

FOLD, CALL, RAISE_MIN, RAISE_HALF, RAISE_POT, ALL_IN, JUSTICE_MIN, JUSTICE_HALF = range(8)  # section 3; CALL is also the check
RAISES = (RAISE_MIN, RAISE_HALF, RAISE_POT, ALL_IN)
SIZE_NAMES = {RAISE_MIN: "min", RAISE_HALF: "half", RAISE_POT: "pot", ALL_IN: "all_in"}

HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH, FIVE = range(10)  # as `win_cat`
DEFAULT_ORDER = [FIVE, STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR, HIGH_CARD]  # FO-5.1, FO-5.7

END_WORLD, END_BUST, END_CAP = range(3)


def rank_of(card: int) -> int:
    return card % RANKS  # FO-1.2


def suit_of(card: int) -> int:
    return card // RANKS  # FO-1.2


def pages(cards: list[int]) -> int:
    return sum(rank_of(card) == PAGE for card in cards)
