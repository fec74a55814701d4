"""Learning to bet: regrets over everything that can be bet, at all pairs of hands at once, one kind of Arcana after the other.

A round of learning goes through the whole tree twice, once for each place. Nothing is sampled but the counts of `counting.py`. Outwardly it
is what learns from sampled deals, too (`solvers/sampling.py`): rows with keys, regrets, sums of chances.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.contract.abstraction import OwnSolver
from simlab.contract.knobs import Rules
from simlab.games.fortune.abstraction import ABSTRACTION, DONE, LASTING, number_of
from simlab.games.fortune.rules import Arcana
from simlab.games.fortune.studies.equilibrium.counting import AFTER, BEFORE, DEATH, DRAWS, KINDS, Counts
from simlab.games.fortune.studies.equilibrium.odds import Meeting, hands_meet, meetings, pages_before
from simlab.games.fortune.studies.equilibrium.regrets import ACTIONS, FOLDS, LEADS_ON, SHOWS, discount, product, walk, walk_draws
from simlab.games.fortune.studies.equilibrium.trees import NOBODY, BetTree, Leaf
from simlab.play.seats import Player
from simlab.solvers.sampling import ACTIONS as MOST
from simlab.solvers.sampling import bucket_keys

TOWER = 2 + LASTING.index(Arcana.TOWER)
ROUNDS, FEWEST, EACH = 600, 10, 2000  # of learning: at most, at least, and one for so many deals
LATER = 4.0  # how much more later rounds count in how it is played: round t as the fourth power of t
GAINS = 1.5  # how fast early regrets are forgotten
BLOCK = 1_000_000  # deals counted together
SELDOM = 1e-4  # of a place's hands at one line of bets: what comes there less often is not kept

Array = npt.NDArray[Any]


class Laid:
    """A tree of bets as arrays, its rows, and room to work in."""

    def __init__(self, tree: BetTree, rows: dict[tuple[int, ...], int], before: Leaf | None, hands: int, leads_on: bool) -> None:
        nodes, leaves = tree.nodes, tree.leaves
        self.tree, self.before = tree, before
        self.place = np.array([node.place for node in nodes], np.int64)
        self.actions = np.array([len(node.actions) for node in nodes], np.int64)
        self.after = np.zeros((len(nodes), ACTIONS), np.int64)
        for number, node in enumerate(nodes):
            self.after[number, : len(node.after)] = node.after
        calls = LEADS_ON if leads_on else SHOWS
        self.kinds = np.array([calls if leaf.folder == NOBODY else FOLDS for leaf in leaves], np.int64)
        self.folders, self.stakes = (
            np.array([leaf.folder for leaf in leaves], np.int64),
            np.array([leaf.stake for leaf in leaves], np.int64),
        )
        past = [0 if before is None else 2 * before.line + (before.opener not in (NOBODY, node.place)) for node in nodes]
        keys = [(node.place, node.line, node.legal, told) for node, told in zip(nodes, past, strict=True)]
        self.rows = np.array([rows.setdefault(key, len(rows)) for key in keys], np.int64)
        self.value, self.odds = np.zeros((len(nodes), hands, hands), np.float32), np.zeros((len(nodes), ACTIONS, hands), np.float32)
        self.ways = np.zeros((len(nodes), hands), np.float32), np.zeros((len(nodes), hands), np.float32)

    @property
    def arrays(self) -> tuple[Any, ...]:
        return self.place, self.actions, self.after, self.kinds, self.folders, self.stakes, self.tree.burnt, self.tree.chips, self.rows


class Book:
    """Rows of one betting round: what is regretted, this time and so far, and how it was played."""

    def __init__(self, cases: int, rows: dict[tuple[int, ...], int], hands: int) -> None:
        shape = (cases, max(1, len(rows)), hands, ACTIONS)
        self.rows, self.hands = rows, hands
        self.regret, self.more, self.total = np.zeros(shape, np.float32), np.zeros(shape, np.float32), np.zeros(shape, np.float32)

    def settle(self, place: int, gains: float) -> None:
        mine = np.array([key[0] == place for key in self.rows] or [False])
        discount(self.regret, self.more, mine, np.float32(gains))


class Second:
    """The second betting under one kind of Arcana that came, or none, after each line of bets before the draw."""

    def __init__(self, met: Meeting, kind: int, chips: int, calls: list[Leaf]) -> None:
        self.met, rows = met, dict[tuple[int, ...], int]()
        self.cases = (DRAWS if met.late <= DONE else 1) ** 2
        self.trees: dict[Leaf, Laid] = {}
        for call in calls:
            if met.late < DEATH and call.stake < chips:
                tree = BetTree(chips, call.stake, met.late, self.burnt(kind, call))
                self.trees[call] = Laid(tree, rows, call, AFTER, False)
        self.book, self.kind = Book(self.cases, rows, AFTER), kind

    def burnt(self, kind: int, call: Leaf) -> int:
        """What the Tower took: half of the pot when it came (FO-4.16)."""
        return 1 if kind == TOWER else call.stake if self.met.late == TOWER else 0

    def play(self, call: Leaf, chips: int, place: int, meet: Array, own: Array, weight: float, best: bool) -> Array:
        """Learn at a place after a call, or give the best answer; returns what all pairs of hands before the draw are worth there.

        meet: chances of pairs of hands with the other's way to here; own: of one's hands with one's own way.
        """
        met = self.met
        root = np.empty((met.width, met.width), np.float32)
        if call in self.trees:
            laid = self.trees[call]
            together = product(product(met.own.T, meet), met.other) * met.near
            mine = product(own[None, :], met.own if place == 0 else met.other).reshape(-1, AFTER)
            book = self.book
            chances = book.total if best else book.regret
            walk_draws(*laid.arrays, chances, book.more, book.total, place, together, mine, np.float32(weight), met.worth, met.prize,
                       met.page, met.others_page, laid.value, laid.odds, *laid.ways, best, root)  # fmt: skip
        else:
            stake = np.float32(call.stake - self.burnt(self.kind, call) / 2)
            root[:] = stake * met.worth + (met.prize if call.stake < chips else np.float32(0.0))
        found: Array = product(product(met.own, root * met.near), met.other.T)
        return found


class Kind:
    """Bets under one kind of Arcana before the draw, or none."""

    def __init__(self, kind: int, counts: Counts, chips: int) -> None:
        self.kind, self.chips, rows = kind, chips, dict[tuple[int, ...], int]()
        self.share = float(counts.meet[kind].sum() / max(1, counts.meet.sum()))
        self.meet = hands_meet(counts, kind).astype(np.float32)
        pages = pages_before(counts, kind)
        self.pages = np.repeat(pages[0][:, None], BEFORE, 1), np.repeat(pages[1][None, :], BEFORE, 0)
        self.laid = Laid(BetTree(chips, 1, kind, 1 if kind == TOWER else 0), rows, None, BEFORE, True)
        self.book = Book(1, rows, BEFORE)
        self.calls = [leaf for leaf in self.laid.tree.leaves if leaf.folder == NOBODY]
        lines = list(dict.fromkeys(self.calls))
        self.seconds = [Second(met, kind, chips, lines) for met in meetings(counts, kind)]

    def learn(self, time: int) -> None:
        for place in (0, 1):
            self.learn_at(place, float(time) ** LATER)
            gains = time**GAINS / (time**GAINS + 1)
            for book in self.books:
                book.settle(place, gains)

    def best_gain(self) -> float:
        """What the best answer gains from how it was played so far, a mean over both places: one gains what the other loses."""
        return sum(self.learn_at(place, 0.0, True) for place in (0, 1)) / 2

    def learn_at(self, place: int, weight: float, best: bool = False) -> float:
        """At one place, at all pairs of hands; returns what this place gains."""
        laid, chances = self.laid, self.book.total[0] if best else self.book.regret[0]
        ways = self.ways(chances)
        on = np.zeros((len(laid.tree.leaves), BEFORE, BEFORE), np.float32)
        own = self.meet.sum(axis=1 - place)
        for call, mine, theirs in self.lines(ways, place):
            meet = self.meet * (theirs[None, :] if place == 0 else theirs[:, None])
            worth = sum(second.play(call, self.chips, place, meet, own * mine, weight, best) for second in self.seconds)
            for number, leaf in enumerate(laid.tree.leaves):
                if leaf == call:
                    on[number] = worth
        nothing = np.zeros((BEFORE, BEFORE), np.float32)
        book = self.book
        walk(*laid.arrays, chances, book.more[0], book.total[0], place, self.meet, own, np.float32(weight), nothing, nothing, *self.pages,
             on, laid.value, laid.odds, *laid.ways, best)  # fmt: skip
        gained = float((self.meet * laid.value[0]).sum())
        return gained if place == 0 else -gained

    def ways(self, chances: Array) -> list[tuple[Array, Array]]:
        """To each leaf: the part of each place's hands that plays so."""
        laid = self.laid
        ways = [(np.ones(BEFORE, np.float32),) * 2] * len(laid.tree.nodes)
        ends = [ways[0]] * len(laid.tree.leaves)
        for number, node in enumerate(laid.tree.nodes):
            hopes = np.maximum(chances[laid.rows[number], :, : len(node.actions)], 0.0)
            whole = hopes.sum(axis=1, keepdims=True)
            odds = np.where(whole > 0.0, hopes / np.where(whole > 0.0, whole, 1.0), np.float32(1.0 / len(node.actions)))
            for a, after in enumerate(node.after):
                pair = list(ways[number])
                pair[node.place] = pair[node.place] * odds[:, a]
                if after >= 0:
                    ways[after] = (pair[0], pair[1])
                else:
                    ends[-1 - after] = (pair[0], pair[1])
        return ends

    def lines(self, ends: list[tuple[Array, Array]], place: int) -> list[tuple[Leaf, Array, Array]]:
        """Lines of bets that lead on, and how either place comes there: one's own way, the other's."""
        found: dict[Leaf, list[Array]] = {}
        for leaf, pair in zip(self.laid.tree.leaves, ends, strict=True):
            if leaf.folder == NOBODY:
                ways = found.setdefault(leaf, [np.zeros(BEFORE, np.float32), np.zeros(BEFORE, np.float32)])
                ways[0] = ways[0] + pair[place]
                ways[1] = ways[1] + pair[1 - place]
        return [(leaf, mine, theirs) for leaf, (mine, theirs) in found.items()]

    @property
    def books(self) -> list[Book]:
        return [self.book, *(second.book for second in self.seconds)]

    # ---- as rows of buckets

    def row_keys(self) -> list[Array]:
        """By book: the key of each case, row and hand."""
        return [self.first_keys(), *(self.second_keys(second) for second in self.seconds)]

    def first_keys(self) -> Array:
        found, hand = np.zeros((1, len(self.book.rows), BEFORE), np.int64), np.arange(BEFORE)
        for (place, line, legal, _), row in self.book.rows.items():
            told = {"hand": hand >> 2, "page": hand >> 1 & 1, "hopes": hand & 1}
            found[0, row] = bucket_keys(number_of(betting=0, **told, arcana=self.kind, dealer=place, bets=line), legal)
        return found

    def second_keys(self, second: Second) -> Array:
        late, hand = second.met.late, np.arange(AFTER)
        found = np.zeros((second.cases, max(1, len(second.book.rows)), AFTER), np.int64)
        draws = divmod(np.arange(second.cases)[:, None], DRAWS if late <= DONE else 1)
        for (place, line, legal, before), row in second.book.rows.items():
            told = {"hand": hand >> 1, "page": hand & 1, "own": draws[place], "other": draws[1 - place]}
            after = int(self.kind == 0 and late > 0)
            number = number_of(betting=1, **told, arcana=late, late=after, dealer=place, bets=line, before=before)
            found[:, row] = bucket_keys(number, legal)
        return found


class Counted:
    """Solving under way. `deals` are rounds of learning here; what it takes to go on later is `slots`, `regret`, `total` and `deals`."""

    steps, piece, yardstick = "rounds of learning", 5, "gain of the best answer, as counted"

    def __init__(self, rules: Rules, base: Player, seed: int, deals: int) -> None:
        """From so many deals, in which `base` makes all choices but the bets."""
        counts, self.deals = Counts(), 0
        for begin in range(0, deals, BLOCK):
            counts.add(base, rules, seed, begin, min(BLOCK, deals - begin))
        chips = int(rules.plain()["starting_chips"])
        self.kinds = [Kind(kind, counts, chips) for kind in range(KINDS) if counts.meet[kind].any()]
        self.books = [book for kind in self.kinds for book in kind.books]
        self.slots = np.concatenate([keys.ravel() for kind in self.kinds for keys in kind.row_keys()])

    def go_on(self, deals: int) -> None:
        for _ in range(deals):
            self.deals += 1
            for kind in self.kinds:
                kind.learn(self.deals)

    @property
    def regret(self) -> Array:
        return flat([book.regret for book in self.books])

    @property
    def total(self) -> Array:
        return flat([book.total for book in self.books])

    def left(self) -> float:
        """What the best answer in the buckets gains, a deal, as far as the counts are true."""
        return self.best_answer()[0]

    def answer(self) -> tuple[Array, Array]:
        """The best answer as far as the counts are true: keys, and a chance of 1 for the action of each."""
        chosen = self.best_answer()[1]
        played = chosen.any(axis=1)
        return self.slots[played], chosen[played]

    def best_answer(self) -> tuple[float, Array]:
        """What it gains, and what it does."""
        gain = sum(kind.share * kind.best_gain() for kind in self.kinds)
        chosen = flat([book.more for book in self.books])
        for book in self.books:
            book.more[:] = 0.0
        return gain, chosen

    def rows(self) -> Array:
        """All that was met, in the order of keys."""
        met = np.flatnonzero((self.slots != 0) & (self.total.any(axis=1) | self.regret.any(axis=1)))
        return met[np.argsort(self.slots[met])]

    def strategy_rows(self) -> Array:
        """Those that a place comes to by its own play often enough."""
        rows = self.rows()
        often: Array = self.total[rows].sum(axis=1) > SELDOM * max(1, self.deals) ** (LATER + 1) / (LATER + 1)
        return rows[often]

    def resume(self, keys: Array, regret: Array, total: Array, deals: int) -> None:
        """As it was left."""
        self.deals, order = deals, np.argsort(self.slots)
        rows = order[np.searchsorted(self.slots, keys, sorter=order)]
        begin = 0
        for book in self.books:
            size = book.regret[..., 0].size
            mine = (rows >= begin) & (rows < begin + size)
            for kept, given in ((book.regret, regret), (book.total, total)):
                kept.reshape(-1, ACTIONS)[rows[mine] - begin] = given[mine, :ACTIONS]
            begin += size


def flat(arrays: list[Array]) -> Array:
    """One row for each key. Trees have actions in the order of their numbers, as strategies have."""
    found = np.zeros((sum(array[..., 0].size for array in arrays), MOST), np.float32)
    found[:, :ACTIONS] = np.concatenate([array.reshape(-1, ACTIONS) for array in arrays])
    return found


BETTING = (  # knobs that the trees and what is paid at their ends take for granted
    "players", "unit", "ante", "max_raises", "bet_sizes", "second_bet_floor", "page_prize", "page_prize_per_page", "page_prize_on_fold",
    "odd_chip", "devil_factor", "tower_fraction", "lovers_best_share",
)  # fmt: skip


def fits(rules: Rules) -> bool:
    """Are the bets those of the trees? Everything else was counted from deals by these rules."""
    usual, asked = type(rules).of(dict(ABSTRACTION.rules)).plain(), rules.plain()
    return all(asked[name] == usual[name] for name in BETTING)


def begin(rules: Rules, base: Player, seed: int, deals: int) -> Counted:
    return Counted(rules, base, seed, deals)


def rounds(deals: int) -> int:
    return min(ROUNDS, max(FEWEST, deals // EACH))


SOLVER = OwnSolver(fits, begin, rounds, "discounted regrets over all bets, hands counted in buckets")
