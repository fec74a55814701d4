"""Does this machine come to what is published? Counts, match-ups, draw returns, table games, equilibria, the games' own exact checks."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from time import perf_counter

import numpy as np

from simlab.cards import FRENCH, deal_batch
from simlab.contract.catalogue import load, sound, titles
from simlab.contract.game import Game
from simlab.games.template.game import GAME as ONE_CARD_POKER
from simlab.ranking.counting import Odds, count_hands, deck_lanes, odds
from simlab.ranking.hands import NAMES, Category
from simlab.ranking.orders import JOKER, STANDARD
from simlab.ranking.versus import equity
from simlab.solvers.regrets import Regrets
from simlab.solvers.responses import Responses, likelihoods, respond
from simlab.solvers.trees import Tree, grow
from simlab.stats.looks import Once
from simlab.studies.draw.measure import DrawGame, pay_table
from simlab.studies.table_games.measure import House
from simlab.studies.table_games.shapes import table_game
from simlab.studies.verify.checks import Check, Found, between, exactly, number, percent

COUNTING = "combinatorics, in any book on poker"
DEALS, DEAL_SEED = 200_000, 1
Z999 = 3.2905267314919255  # of a 99.9 % interval
LEDUC = "leduc"  # comes as a package of its own
BETTING_ROUNDS = 2_000  # of solving, which knows the value to a ten thousandth of a chip


@dataclass(frozen=True)
class Row:
    """A check that was made."""

    check: Check
    found: Found
    seconds: float


def verify(every: bool = False, told: Callable[[Row], None] = lambda row: None) -> list[Row]:
    """All checks that are quick, or all; `told` hears of each as it is made."""
    rows = []
    for check in checks():
        if every or not check.long:
            started = perf_counter()
            row = Row(check, check.ours(), perf_counter() - started)
            told(row)
            rows.append(row)
    return rows


def checks() -> Iterator[Check]:
    """Everything that is published, in the order it is printed."""
    yield from category_counts()
    yield from match_ups()
    yield from deals()
    yield from draw_returns()
    yield from house_edges()
    yield from equilibria()
    for game in sound():
        yield from game.study("published", absent=())


# ---- how often hands come

FIVE = {8: 40, 7: 624, 6: 3_744, 5: 5_108, 4: 10_200, 3: 54_912, 2: 123_552, 1: 1_098_240, 0: 1_302_540}
SEVEN = {8: 41_584, 7: 224_848, 6: 3_473_184, 5: 4_047_644, 4: 6_180_020, 3: 6_461_620, 2: 31_433_400, 1: 58_627_800, 0: 23_294_460}
WITH_JOKER = {
    10: 13, 8: 204, 7: 3_120, 6: 6_552, 5: 7_804, 4: 20_532, 3: 137_280, 2: 123_552, 1: 1_268_088, 0: 1_302_540,
}  # fmt: skip


@cache
def counted(cards: int, jokers: int) -> Odds:
    return odds(JOKER if jokers else STANDARD, cards, jokers=jokers)


def hands_of(held: Category, cards: int, jokers: int) -> str:
    return number(counted(cards, jokers).counts[held])


def category_counts() -> Iterator[Check]:
    for group, cards, jokers, published in (
        ("five cards of 52", 5, 0, FIVE), ("best five of seven", 7, 0, SEVEN), ("five cards of 53, a joker wild", 5, 1, WITH_JOKER),
    ):  # fmt: skip
        for kind, count in published.items():
            held = Category(kind)
            yield exactly(group, NAMES[held], number(count), COUNTING, partial(hands_of, held, cards, jokers))
    yield exactly(
        "best five of seven", "all hands, looked at one by one", number(sum(SEVEN.values())), COUNTING,
        lambda: number(int(count_hands(STANDARD, deck_lanes(STANDARD), 7, by_symmetry=False).sum())), long=True,
    )  # fmt: skip


# ---- hand against hand, deals


def match_ups() -> Iterator[Check]:
    group, source = "hold'em, all in before the flop", "published match-up tables, recomputed"
    for what, published in (("won", 1_388_072), ("lost", 317_694), ("tied", 6_538)):
        yield exactly(
            group, f"two aces against two kings, no suit shared: {what}", number(published), source, partial(aces_and_kings, what)
        )
    yield exactly(group, "ace-king of one suit against two queens: share of the pot", "46.2145 %", source,
                  lambda: f"{100 * equity(['AsKs', 'QhQd']).shares[0]:.4f} %")  # fmt: skip


def aces_and_kings(what: str) -> str:
    """Of all boards for two aces against two kings: how many are won, lost, tied."""
    found = equity(["AcAd", "KhKs"])
    return number({"won": found.won, "lost": found.lost, "tied": found.tied}[what][0])


def deals() -> Iterator[Check]:
    yield between(
        "deals", "a hand of 13 cards with suits of 4, 4, 3 and 2", "21.5512 %", 0.215512, "bridge tables", shape_share, 2, 0.02, " %"
    )


def shape_share() -> tuple[float, float]:
    """The share of such hands among random ones, as a 99.9 % interval; one hand of each deal, so that they are independent."""
    hands = deal_batch(FRENCH, DEALS, 1, 13, seed=DEAL_SEED)[:, 0]
    suits = np.stack([np.bitwise_count(hands >> np.uint64(lane) & np.uint64(0xFFFF)) for lane in range(0, 64, 16)])
    share = float((np.sort(suits, axis=0).T == [2, 3, 4, 4]).all(axis=1).mean())
    return Once(Z999).share(share, DEALS)


# ---- draws and table games


def draw_returns() -> Iterator[Check]:
    source = "published returns of video poker, played perfectly"
    for name, published, digits in (
        ("jacks_9_6", "99.5439043695 %", 10), ("deuces_wild", "100.7620 %", 4), ("bonus_8_5", "99.1660 %", 4),
        ("double_double_bonus_9_6", "98.9808 %", 4), ("joker_kings", "100.6463 %", 4),
    ):  # fmt: skip
        yield exactly("draw poker", pay_table(name).title, published, source, partial(return_of, name, digits))
    yield exactly("draw poker", "9/6 Jacks or Better, as a fraction", "1653526326983/1661102543100", source,
                  lambda: f"{drawn('jacks_9_6').numerator}/{drawn('jacks_9_6').denominator}")  # fmt: skip


def return_of(name: str, digits: int) -> str:
    return percent(drawn(name), digits)


@cache
def drawn(name: str) -> Fraction:
    return DrawGame(pay_table(name)).mean


WIZARD, JACOBSON, GROCHOWSKI = "Shackelford, Wizard of Odds", "Jacobson, 888casino", "Grochowski, casinocitytimes.com"


def house_edges() -> Iterator[Check]:
    """Shipped games as they are, and with one pay changed."""
    for name, changed, what, published, source, long in (
        ("three_card_poker", None, "edge", "3.37 %", GROCHOWSKI, False),
        ("three_card_poker", None, "edge of all that is bet", "2.01 %", GROCHOWSKI, False),
        ("three_card_poker", None, "pair plus", "7.28 %", GROCHOWSKI, False),
        ("let_it_ride", None, "edge", "3.506 %", WIZARD, False),
        ("let_it_ride", (Category.ROYAL_FLUSH, 500), "edge with a royal flush at 500", "3.737 %", WIZARD, False),
        ("mississippi_stud", None, "edge", "4.9149 %", JACOBSON, False),
        ("mississippi_stud", (Category.STRAIGHT, 5), "edge with a straight at 5", "3.7591 %", JACOBSON, False),
        ("mississippi_stud", None, "edge of all that is bet", "1.37 %", WIZARD, False),
        ("caribbean_stud", None, "edge", "5.2243 %", WIZARD, True),
    ):
        digits = len(published.partition(".")[2]) - len(" %")
        yield exactly(
            "table games", f"{table_game(name).title}: {what}", published, source, partial(edge_of, name, changed, what, digits), long
        )


def edge_of(name: str, changed: tuple[Category, int] | None, what: str, digits: int) -> str:
    house = house_of(name, changed)
    if what == "pair plus":
        return percent(-house.side_bets[0].value, digits)
    return percent(house.answer.risk if "all that is bet" in what else house.answer.edge, digits)


@cache
def house_of(name: str, changed: tuple[Category, int] | None) -> House:
    """A shipped game, perhaps with another pay for one hand."""
    game = table_game(name)
    if changed is None:
        return House(game)
    lines = [line.model_copy(update={"pay": Fraction(changed[1])}) if line.hand == changed[0] else line for line in game.pays]
    return House(game.model_copy(update={"pays": lines}))


# ---- equilibria


def equilibria() -> Iterator[Check]:
    group = "equilibria"
    yield between(group, "Kuhn poker, worth to the first player", "-1/18 = -0.055556", -1 / 18, "Kuhn (1950)",
                  lambda: worth_to_first(ONE_CARD_POKER), 6, 2e-4)  # fmt: skip
    what = "Leduc poker, worth to the first player"
    if LEDUC not in titles():
        yield absent(group, what, "-0.085606424078")
        return
    source = "solved games of OpenSpiel"
    yield between(group, what, "-0.085606424078", -0.085606424078, source, lambda: worth_to_first(load(LEDUC)), 6, 4e-4)
    yield exactly(group, "Leduc poker by chance: worth to the first player", "-0.078125", source, lambda: f"{by_chance().value[0]:.6f}")
    yield exactly(group, "Leduc poker by chance: decisions a game", "4.0625", source, lambda: f"{decisions_by_chance():.4f}")
    yield exactly(group, "Leduc poker by chance: exploitability", "2.3736", source, lambda: f"{by_chance().mean_gain:.4f}")


def absent(group: str, what: str, published: str) -> Check:
    """A row that says what is missing, and fails nothing."""
    return Check(group, what, published, "solved games of OpenSpiel", lambda: Found("not installed (pip install ./examples/leduc)", None))


@cache
def tree_of(game: Game) -> Tree:
    return grow(game, game.Rules())


def worth_to_first(game: Game) -> tuple[float, float]:
    """Between what the first gets against the best answer, and what a best answer would get him: the truth lies there."""
    work = Regrets(tree_of(game))
    work.go_on(BETTING_ROUNDS)
    found = respond(work.tree, work.average())
    return -found.best[1], found.best[0]


def by_chance() -> Responses:
    tree = tree_of(load(LEDUC))
    return respond(tree, tree.uniform())


def decisions_by_chance() -> float:
    tree = tree_of(load(LEDUC))
    return float(likelihoods(tree, tree.uniform()).sum())
