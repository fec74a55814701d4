"""Any order by its definition, in lists and tuples and without any hurry: what the kernels and tables are checked by.

Nothing of `simlab.ranking.generic` is used. A hand's key compares like its strength; None does not qualify.
"""

from collections import Counter
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise, product

from simlab.ranking.schema import key_of

NEEDS = {
    "high_card": (), "pair": (2,), "two_pair": (2, 2), "three_pair": (2, 2, 2), "three": (3,), "full_house": (3, 2), "two_threes": (3, 3),
    "four": (4,), "four_and_pair": (4, 2), "four_and_three": (4, 3), "five": (5,), "six": (6,), "seven": (7,),
}  # fmt: skip


class Brute:
    """The rules of one order, read from its data."""

    def __init__(self, data):
        self.data, deck = data, data.deck
        self.ranks, self.suits, self.copies = len(deck.ranks), len(deck.suits), deck.copies
        self.kinds = [self.kind(said) for said in data.categories]
        self.faces = list(product(range(self.ranks), range(self.suits)))
        self.says_more = [[more_than(one, other) for other in self.kinds] for one in self.kinds]
        self.wild_faces = {card for card in self.faces if self.named_wild(card)}
        self.all_natural = not (self.wild_faces or deck.jokers or data.wild.lowest)
        self.wild_key = cache(self.wild_key)
        self.run_of = cache(self.run_of)
        self.highest_run = cache(self.highest_run)
        self.least_suited = min([kind[3] for kind in self.kinds if kind[3]], default=99)
        self.keys = {}
        self.before_suits = self.without_suits()
        self.floor = None
        if data.at_least:
            cards = [(deck.ranks.index(word[:-1]), deck.suits.index(word[-1])) for word in data.at_least.split()]
            self.floor = self.natural_key(tuple(sorted(cards)), 0)

    def kind(self, said):
        """(equal ranks, cards in a row, step, cards of a suit, highest run only, ranks allowed, natural, wild cards)"""
        data, long = self.data, self.data.straights.length or self.data.hand
        step = data.straights.step
        if isinstance(said, str):
            name = key_of(said)
            if name in NEEDS:
                return NEEDS[name], 0, step, 0, False, None, False, 0
            run = 0 if name == "flush" else long
            suit = (data.flush or data.hand) if name == "flush" else long if name != "straight" else 0
            return (), run, step, suit, name == "royal_flush", None, False, 0
        run = long if said.run is True else int(said.run)
        suit = (run or data.flush or data.hand) if said.suited is True else int(said.suited)
        within = {data.deck.ranks.index(rank) for rank in said.within} or None
        return said.groups, run, said.step or step, suit, said.top, within, said.natural, said.wilds

    # ---- a hand of n cards: (rank, suit), rank None for a joker

    def face(self, card):
        """A card id as (rank, suit, is it a joker)."""
        deck = self.data.deck
        if card >= len(deck.ranks) * len(deck.suits) * deck.copies:
            return None, None
        return card % (len(deck.ranks) * len(deck.suits)) // len(deck.suits), card % len(deck.suits)

    def best(self, own, board=()):
        own, board = [self.face(card) for card in own], [self.face(card) for card in board]
        if self.data.unlike:
            return self.unlike([*own, *board])
        low = min((rank for rank, _ in own if rank is not None), default=None) if self.data.wild.lowest else None
        keys = (self.hand_key(chosen, low) for chosen in self.hopeful(own, board))
        best = max(key for key in keys if key is not None)
        return None if self.floor is not None and best < self.floor else best

    def wilds(self, cards):
        """How many cards are wild: each more takes as many times longer as the deck has cards."""
        faces = [self.face(card) for card in cards]
        low = min((rank for rank, _ in faces if rank is not None), default=None) if self.data.wild.lowest else None
        return sum(face[0] in (None, low) or face in self.wild_faces for face in faces)

    def choices(self, own, board):
        use, size = self.data.use, self.data.hand
        if use is None:
            return combinations([*own, *board], min(size, len(own) + len(board)))
        return ((*mine, *theirs) for mine in combinations(own, use.own) for theirs in combinations(board, use.board))

    def without_suits(self):
        """The same order, its rules for ties cut before suits; None where suits break none."""
        ties = [key_of(rule) for rule in self.data.ties]
        if "suits" not in ties:
            return None
        return Brute(self.data.model_copy(update={"ties": ties[: ties.index("suits")], "at_least": ""}))

    def hopeful(self, own, board):
        """The choices that the rules before suits leave: no other can be best, and few hands look alike once suits are looked at."""
        choices = list(self.choices(own, board))
        if self.before_suits is None or len(choices) == 1:
            return choices
        keys = [self.before_suits.hand_key(chosen) for chosen in choices]
        best = max(key for key in keys if key is not None)
        return [chosen for chosen, key in zip(choices, keys, strict=True) if key == best]

    def named_wild(self, card):
        deck, wild = self.data.deck, self.data.wild
        rank, suit = deck.ranks[card[0]], deck.suits[card[1]]
        return rank in wild.ranks or rank + suit in wild.cards.split()

    def hand_key(self, cards, low=None):
        """The best of everything that wild cards can stand for."""
        if self.all_natural:
            return self.natural_key(cards, 0)
        natural = [card for card in cards if card[0] not in (None, low) and card not in self.wild_faces]
        bugs = sum(card[0] is None for card in cards) if self.data.wild.jokers == "bug" else 0
        free = len(cards) - len(natural) - bugs
        return self.wild_key(renamed(sorted(natural)), free, bugs) if free or bugs else self.natural_key(cards, 0)

    def wild_key(self, natural, free, bugs):
        return self.tried(natural, free, bugs, self.bugs_behave) or self.tried(natural, free, bugs, lambda *_: True)

    def tried(self, natural, free, bugs, allowed):
        """A bug beside all the aces stands for anything."""
        best = None
        for wild, bug in product(combinations_with_replacement(self.faces, free), product(self.faces, repeat=bugs)):
            cards = (*natural, *wild, *bug)
            key = self.natural_key(cards, free + bugs) if self.possible(cards) else None
            if key is not None and (best is None or key > best) and allowed(bug, key):
                best = key
        return best

    def possible(self, cards):
        """No card more often than the deck has it, unless more of a rank are there than the deck has: five of a kind."""
        if len({*cards}) == len(cards):
            return True
        of_rank = Counter(rank for rank, _ in cards)
        return all(n <= self.copies or of_rank[rank] > self.suits * self.copies for (rank, _), n in Counter(cards).items())

    def bugs_behave(self, stand, key):
        ranks, wild = self.data.deck.ranks, self.data.wild
        ace = ranks.index(wild.bug_rank or ("A" if "A" in ranks else ranks[-1]))
        place = -key[0] if self.data.low else key[0]
        return self.kinds[place][1] > 0 or self.kinds[place][3] > 0 or all(rank == ace for rank, _ in stand)

    # ---- exactly the cards that count, each what it shows

    def natural_key(self, cards, wilds):
        seen = self.seen_from_afar(cards, wilds)
        if seen not in self.keys:
            self.keys[seen] = self.key_of_cards(cards, wilds)
        return self.keys[seen]

    def seen_from_afar(self, cards, wilds):
        """All that matters of a hand, so that what looks alike is looked at once: suits only where enough cards have one, or for ties."""
        if "suits" in self.data.ties:
            return wilds, tuple(sorted(cards))
        ranks, suits = zip(*cards, strict=True)
        if len(cards) - len({*suits}) + 1 < self.least_suited:  # each suit has a card at least, so that none has more than that
            return wilds, *sorted(ranks)
        many = [suit for suit in {*suits} if suits.count(suit) >= self.least_suited]
        if not many:
            return wilds, *sorted(ranks)
        return wilds, tuple(sorted([(rank, suit if suit in many else -1) for rank, suit in cards]))

    def key_of_cards(self, cards, wilds):
        times = sorted(Counter(rank for rank, _ in cards).values(), reverse=True)
        held = [place for place, kind in enumerate(self.kinds) if self.holds(kind, cards, times, wilds)]
        exact = [place for place in held if not any(self.says_more[other][place] for other in held)]
        if not exact:
            return None
        key = (max(exact), *self.ties(self.kinds[max(exact)], cards))
        return tuple(-part for part in flat(key)) if self.data.low else tuple(flat(key))

    def holds(self, kind, cards, times, wilds):
        groups, run, step, suit, top, within, natural, need = kind
        whole = self.suits * self.copies
        if times[0] > whole and (not groups or groups[0] <= whole):
            return False
        if len(times) < len(groups) or any(have < want for have, want in zip(times, groups, strict=False)):
            return False
        if within is not None and not all(rank in within for rank, _ in cards):
            return False
        if wilds < need or (natural and wilds):
            return False
        if run and suit:
            return any(self.run_of(frozenset(r for r, s in cards if s == one), run, step, top) for one in {s for _, s in cards})
        if suit and max(Counter(s for _, s in cards).values()) < suit:
            return False
        return not run or self.run_of(frozenset(r for r, _ in cards), run, step, top) is not None

    def run_of(self, ranks, long, step, top):
        """The places of the best run among these ranks, last card first; None where there is none."""
        found = [run for chosen in combinations(sorted(ranks), long) for run in self.as_runs(chosen, step)]
        best = max(found, default=None)
        return None if best is None or (top and best != self.highest_run(long, step)) else best

    def highest_run(self, long, step):
        return max(run for chosen in combinations(range(self.ranks), long) for run in self.as_runs(chosen, step))

    def as_runs(self, ranks, step):
        """Every way in which exactly these ranks are a run: as they stand, or with the highest of them below the lowest."""
        rules = self.data.straights
        turns = range(len(ranks)) if rules.corner else (0, 1) if rules.wheel else (0,)
        for turned in turns:
            low = [rank - self.ranks for rank in ranks[len(ranks) - turned :]]
            places = [*low, *ranks[: len(ranks) - turned]]
            if turned and not rules.corner and low != [-1]:
                continue
            steps = [b - a for a, b in pairwise(places)]
            if all(gap >= step for gap in steps) and sum(steps) <= step * len(steps) + rules.gaps:
                yield tuple(reversed(places))

    # ---- equal categories

    def ties(self, kind, cards):
        made, run, rest = self.apart(kind, cards)
        row = [*made, *rest]
        values = []
        for rule in map(key_of, self.data.ties):
            if rule == "kickers":
                firsts = self.groups_of(kind, made) if kind[0] else run if run else [r for r, _ in made]
                values += [firsts, pad([r for r, _ in rest], self.data.hand)]
            elif rule == "suits":
                values.append([suit for _, suit in row])
            elif rule == "higher_rank":
                values.append(sorted(self.groups_of(kind, made), reverse=True) if kind[0] else [])
            elif rule == "sum":
                values.append(sum(map(self.worth, row)) - self.low_ace(run))
            else:
                values.append(sum(map(self.worth, made or row[:1])) - self.low_ace(run))
        return values

    def groups_of(self, kind, made):
        firsts, at = [], 0
        for size in kind[0]:
            firsts.append(made[at][0])
            at += size
        return firsts

    def apart(self, kind, cards):
        """(cards that make it, the run's places, all others), each the most relevant first."""
        left = sorted(cards, reverse=True)
        groups, long, step, suit, top = kind[:5]
        made, run = [], None
        if groups:
            used = set()
            for size in groups:
                rank = max(r for r, n in Counter(r for r, _ in left).items() if n >= size and r not in used)
                used.add(rank)
                made += [card for card in left if card[0] == rank][:size]
                for card in [card for card in left if card[0] == rank][:size]:
                    left.remove(card)
        elif long:
            pools = [[c for c in left if c[1] == one] for one in range(self.suits)] if suit else [left]
            runs = [(self.run_of(frozenset(r for r, _ in pool), long, step, top) or (), one) for one, pool in enumerate(pools)]
            run, one = max(runs)
            for place in run:
                card = next(c for c in pools[one] if c[0] == place % self.ranks)
                made.append(card)
                left.remove(card)
        elif suit:
            pools = [[c for c in left if c[1] == one][:suit] for one in range(self.suits)]
            made = max((pool for pool in pools if len(pool) == suit), key=lambda pool: [r for r, _ in pool])
            for card in made:
                left.remove(card)
        return made, run, left

    def worth(self, card):
        ranks = self.data.deck.ranks
        first = int(ranks[0]) if ranks[0].isdigit() else 1
        return self.data.points.get(ranks[card[0]], first + card[0])

    def low_ace(self, run):
        """What a high rank at the bottom of a run counts less."""
        if not run or run[-1] != -1:
            return 0
        return self.worth((self.ranks - 1, 0)) - max(0, self.worth((0, 0)) - 1)

    # ---- badugi

    def unlike(self, cards):
        keys = []
        for size in range(1, min(self.data.hand, len(cards)) + 1):
            for chosen in combinations(cards, size):
                if len({r for r, _ in chosen}) == len({s for _, s in chosen}) == size:
                    ranks = sorted((r for r, _ in chosen), reverse=True)
                    keys.append((size, *(-r if self.data.low else r for r in ranks)))
        return max(keys)


def more_than(one, other):
    """Does every hand of `one` have what `other` asks for, and not the other way round?"""

    def at_least(a, b):
        groups = len(a[0]) >= len(b[0]) and all(x >= y for x, y in zip(a[0], b[0], strict=False))
        run = b[1] == 0 or (a[2] == b[2] and a[1] >= b[1] and (not b[4] or (a[4] and a[1] == b[1])))
        suit = a[3] >= b[3] and not (b[1] and b[3] and not (a[1] and a[3]))
        within = b[5] is None or (a[5] is not None and a[5] <= b[5])
        return groups and run and suit and within and a[6] >= b[6] and a[7] >= b[7]

    return at_least(one, other) and not at_least(other, one)


def renamed(cards):
    """The same cards with their suits called 0, 1, 2 as they come: beside a wild card no tie is broken by suits."""
    names = {}
    return tuple((rank, names.setdefault(suit, len(names))) for rank, suit in cards)


def pad(ranks, size):
    """A missing card loses to any card."""
    return [*ranks, *[-1] * (size - len(ranks))]


def flat(parts):
    for part in parts:
        if isinstance(part, list | tuple):
            yield from part
        else:
            yield part
