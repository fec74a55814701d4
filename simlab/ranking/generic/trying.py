"""What wild cards stand for, and which cards count: every way is tried, one after the other."""

import numpy as np

from simlab.jit import kernel
from simlab.ranking.generic.exact import NONE, PAPER, ZERO, score_cards, score_unlike

NATURAL, WILD, BUG = 0, 1, 2  # what a card is
ROWS = 6  # of scratch paper
RANK_ROW, SUIT_ROW, KIND_ROW, OWN_ROW, BOARD_ROW, PAPER_ROW = range(ROWS)
PAPERS = (ROWS, PAPER)


# ---- ranks alone: a hand as a set of ranks of which some stand twice or more


@kernel
def score_ranks(counts, suited, law, best_run, runs, papers):
    """The best score of these numbers of cards by rank, wild cards and bugs last, all of one suit or of no suit that matters."""
    ranks, suits, kinds = papers[RANK_ROW], papers[SUIT_ROW], papers[KIND_ROW]
    at = 0
    for symbol in range(law.ranks + 2):
        for _ in range(counts[symbol]):
            ranks[at] = min(symbol, law.ranks - 1)
            suits[at] = 0 if suited or law.suits == 1 else -1
            kinds[at] = max(0, symbol - law.ranks + 1)
            at += 1
    wilds = np.int64(counts[law.ranks]) + np.int64(counts[law.ranks + 1])
    best = try_ranks(ranks, suits, kinds, at, wilds, suited, False, law, best_run, runs, papers)
    if best < 0 and counts[law.ranks + 1] > 0 and not suited:  # a bug beside all aces; beside that of one suit it may be another's
        best = try_ranks(ranks, suits, kinds, at, wilds, suited, True, law, best_run, runs, papers)
    return best


@kernel
def try_ranks(ranks, suits, kinds, cards, wilds, suited, free, law, best_run, runs, papers):
    """Wild cards stand last in the row. Those of one kind take ranks in rising order."""
    first, best = cards - wilds, NONE
    for k in range(first, cards):
        ranks[k] = 0
    while True:
        found = score_cards(ranks, suits, cards, wilds, law, best_run, runs, papers[PAPER_ROW])
        if (
            found > best
            and (free or wilds == 0 or allowed(found, ranks, kinds, cards, law))
            and not (suited and doubled(ranks, cards, law))
        ):
            best = found
        k = cards - 1
        while k >= first and ranks[k] == law.ranks - 1:
            k -= 1
        if k < first:
            return best
        ranks[k] += 1
        for later in range(k + 1, cards):
            ranks[later] = ranks[k] if kinds[later] == kinds[k] else 0


@kernel
def doubled(ranks, cards, law):
    """Is a card of one suit there more often than the deck has it?"""
    for k in range(cards):
        times = 0
        for other in range(cards):
            times += ranks[other] == ranks[k]
        if times > law.copies:
            return True
    return False


@kernel
def place_of(score, law):
    """The place of the category of a score."""
    if law.low == 1:
        score = ((law.categories + 2) << law.tie_bits) - score
    return (score >> law.tie_bits) - 1


@kernel
def allowed(score, ranks, kinds, cards, law):
    """A bug that is no ace must complete a straight or a flush."""
    place = place_of(score, law)
    if law.run[place] > 0 or law.suited[place] > 0:
        return True
    for k in range(cards):
        if kinds[k] == BUG and ranks[k] != law.bug_rank:
            return False
    return True


# ---- ranks and suits


@kernel
def score_hand(ranks, suits, kinds, cards, law, best_run, runs, papers):
    """The best score of exactly these cards; wild ones stand for any card that no other shows, a bug beside all aces too."""
    last = cards - 1
    for k in range(cards - 1, -1, -1):  # wild cards to the end of the row
        if kinds[k] != NATURAL:
            ranks[k], ranks[last] = ranks[last], ranks[k]
            suits[k], suits[last] = suits[last], suits[k]
            kinds[k], kinds[last] = kinds[last], kinds[k]
            last -= 1
    wilds = cards - 1 - last
    if wilds == 0:
        return score_cards(ranks, suits, cards, ZERO, law, best_run, runs, papers[PAPER_ROW])
    best = try_cards(ranks, suits, kinds, cards, wilds, False, law, best_run, runs, papers[PAPER_ROW])
    return best if best >= 0 else try_cards(ranks, suits, kinds, cards, wilds, True, law, best_run, runs, papers[PAPER_ROW])


@kernel
def try_cards(ranks, suits, kinds, cards, wilds, free, law, best_run, runs, paper):
    """Wild cards stand last in the row."""
    best, first = NONE, cards - wilds
    for k in range(first, cards):
        ranks[k], suits[k] = 0, 0
    while True:
        if shown_once(ranks, suits, cards, law):
            found = score_cards(ranks, suits, cards, wilds, law, best_run, runs, paper)
            if found > best and (free or allowed(found, ranks, kinds, cards, law)):
                best = found
        k = cards - 1
        while k >= first and ranks[k] == law.ranks - 1 and suits[k] == law.suits - 1:
            ranks[k], suits[k] = 0, 0
            k -= 1
        if k < first:
            return best
        suits[k] += 1
        if suits[k] == law.suits:
            ranks[k], suits[k] = ranks[k] + 1, 0


@kernel
def shown_once(ranks, suits, cards, law):
    """No card more often than the deck has it, but for ranks of which there are more than the deck has at all."""
    for k in range(cards):
        same, of_rank = 0, 0
        for other in range(cards):
            of_rank += ranks[other] == ranks[k]
            same += ranks[other] == ranks[k] and suits[other] == suits[k]
        if same > law.copies and of_rank <= law.of_a_rank:
            return False
    return True


@kernel
def first_choice(choice, size):
    for k in range(size):
        choice[k] = k


@kernel
def next_choice(choice, size, of):
    """The next `size` of so many things, in place; False after the last."""
    k = size - 1
    while k >= 0 and choice[k] == of - size + k:
        k -= 1
    if k < 0:
        return False
    choice[k] += 1
    for later in range(k + 1, size):
        choice[later] = choice[later - 1] + 1
    return True


@kernel
def take(row, at, choice, size, offset, rank_of, suit_of, kind_of, lowest, papers):
    """Put the chosen cards of a row into the hand that is looked at."""
    for k in range(size):
        card = row[offset + choice[k]]
        papers[RANK_ROW, at + k], papers[SUIT_ROW, at + k] = rank_of[card], suit_of[card]
        papers[KIND_ROW, at + k] = WILD if rank_of[card] == lowest else kind_of[card]


@kernel
def try_all(row, own, own_used, cards_used, rank_of, suit_of, kind_of, lowest_wild, law, best_run, runs, papers):
    """The best score of a row of card ids, the first `own` of which are the player's; with `own_used` exactly so many of them count."""
    cards = len(row)
    lowest = lowest_rank(row, own, rank_of) if lowest_wild else np.int64(-2)
    if law.unlike == 1:
        first_choice(papers[OWN_ROW], cards)
        take(row, 0, papers[OWN_ROW], cards, 0, rank_of, suit_of, kind_of, lowest, papers)
        return score_unlike(papers[RANK_ROW], papers[SUIT_ROW], cards, law, papers[PAPER_ROW])
    pool = own if own_used > 0 else cards
    mine = own_used if own_used > 0 else min(cards_used, cards)
    others = min(cards_used, cards) - mine
    best = NONE
    first_choice(papers[OWN_ROW], mine)
    while True:
        first_choice(papers[BOARD_ROW], others)
        while True:
            take(row, 0, papers[OWN_ROW], mine, 0, rank_of, suit_of, kind_of, lowest, papers)
            take(row, mine, papers[BOARD_ROW], others, pool, rank_of, suit_of, kind_of, lowest, papers)
            found = score_hand(papers[RANK_ROW], papers[SUIT_ROW], papers[KIND_ROW], mine + others, law, best_run, runs, papers)
            best = max(best, found)
            if not next_choice(papers[BOARD_ROW], others, cards - pool):
                break
        if not next_choice(papers[OWN_ROW], mine, pool):
            return best


@kernel
def lowest_rank(row, own, rank_of):
    """The lowest rank among a player's own cards, jokers apart; -2 where there is none."""
    lowest = np.int64(-2)
    for k in range(own):
        rank = rank_of[row[k]]
        if rank >= 0 and (lowest < 0 or rank < lowest):
            lowest = rank
    return lowest


@kernel
def try_each(hands, own, own_used, cards_used, rank_of, suit_of, kind_of, lowest_wild, law, best_run, runs, papers, out):
    for i in range(len(hands)):
        out[i] = try_all(hands[i], own, own_used, cards_used, rank_of, suit_of, kind_of, lowest_wild, law, best_run, runs, papers)
