"""Charts by playouts: one-card poker, tarot draw poker, battle and arcana.

Of every class of hands several are drawn at random; the actions of each are tried in the same imagined worlds. Intervals come from
the spread between hands, which holds that between worlds. What a rule of thumb costs is measured against the action that was best in
one half of the worlds, in the other half: taking the best of noisy values and measuring it by the same noise would flatter it.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from simlab.cards import FRENCH_BY_SUIT, TAROT, TAROT_PAGE_LOW
from simlab.errors import InputError
from simlab.experiments.class_charts import ClassChart, Grid, Thumb
from simlab.experiments.equity import Position, Sampler, usual_policy
from simlab.games.contract import load
from simlab.games.posing import posing_of
from simlab.play.drivers import Player
from simlab.play.pose import pose
from simlab.players.registry import make_player

HANDS = 12  # of each class
VIEWS = 8  # of each hand
TRIED = 300_000  # random hands among which those of rare classes are looked for
STUDENT = {
    1: 12.71,
    2: 4.30,
    3: 3.18,
    4: 2.78,
    5: 2.57,
    6: 2.45,
    7: 2.36,
    8: 2.31,
    9: 2.26,
    10: 2.23,
    11: 2.20,
}  # 95 %, by degrees of freedom

Array = npt.NDArray[Any]
Rule = Callable[[str, int], int]  # class and number of a hand -> column of its values


@dataclass(frozen=True)
class Mean:
    """A cell: value and interval."""

    value: float
    low: float
    high: float

    @property
    def sure(self) -> bool:
        """Certainly not zero."""
        return self.low > 0.0 or self.high < 0.0


def mean_of(values: Sequence[float]) -> Mean:
    n, middle = len(values), float(np.mean(values))
    if n < 2:
        return Mean(middle, -np.inf, np.inf)
    half = STUDENT.get(n - 1, 1.96) * float(np.std(values, ddof=1)) / sqrt(n)
    return Mean(middle, middle - half, middle + half)


@dataclass(frozen=True)
class Lab:
    """A game set up for playouts."""

    rules: Any
    line_up: Sequence[Player]
    worlds: int  # for each hand
    seed: int
    game: Any

    @classmethod
    def of(cls, name: str, rules: Any, policy: str | None, worlds: int, seed: int) -> "Lab":
        game = load(name)
        player = make_player(game, policy or usual_policy(posing_of(game), game, rules), rules)
        return cls(rules, [player] * rules.players, max(2, worlds), seed, game)

    def try_hand(self, hand: str, at: str, known: str, actions: Sequence[int]) -> Array:
        """Values (world, action) of the game's usual goal."""
        posing = posing_of(self.game)
        question = posing.question(self.rules, at, hand, known)
        rules = posing.adapt(self.rules, question)
        views = pose(self.game, rules.lower(), posing, question, self.line_up, self.seed, VIEWS)
        sampler = Sampler(Position(self.game, rules, views), posing.goals[0], self.line_up, self.seed)
        if not set(actions) <= set(sampler.live):
            raise InputError(f"{self.game.name}: these rules do not offer all actions of the chart at {at}")
        sampler.live = list(actions)
        return sampler.chunk(0, self.worlds)


def hands_by_class(draw: Callable[[Random], Any], classify: Callable[[Any], str], names: Sequence[str], seed: int) -> dict[str, list[Any]]:
    """Random hands of each class, and (under "") how often each came up: the classes' shares."""
    random = Random(seed)
    found: dict[str, list[Any]] = {name: [] for name in names}
    seen = dict.fromkeys(names, 0)
    for tried in range(TRIED):
        hand = draw(random)
        name = classify(hand)
        if name in seen:
            seen[name] += 1
            if len(found[name]) < HANDS:
                found[name].append(hand)
        if tried > 4000 and all(len(hands) == HANDS for hands in found.values()):
            break
    found[""] = [seen[name] / max(1, sum(seen.values())) for name in names]
    return found


def cost_of(samples: Mapping[str, Sequence[Array]], shares: Sequence[float], rule: Rule) -> Mean:
    """What a rule (class, hand) -> column loses against the best action, hands weighted by how often their class comes."""
    value, variance = 0.0, 0.0
    for share, (name, hands) in zip(shares, samples.items(), strict=True):
        lost = []
        for number, values in enumerate(hands):
            best = int(values[0::2].mean(axis=0).argmax())
            lost.append(float((values[1::2, best] - values[1::2, rule(name, number)]).mean()))
        value += share * float(np.mean(lost))
        variance += share * share * float(np.var(lost, ddof=1)) / len(lost)
    half = 1.96 * sqrt(variance)
    return Mean(value, value - half, value + half)


def thumbs(costs: Mapping[str, Mean]) -> tuple[Thumb, ...]:
    return tuple(sorted((Thumb(rule, c.value, c.low, c.high) for rule, c in costs.items()), key=lambda thumb: thumb.cost))


def label(mean: Mean, percent: bool = False) -> str:
    scale, form = (100.0, ".0f") if percent else (1.0, ".1f")
    half = (mean.high - mean.low) / 2
    return f"{scale * mean.value:{form}}±{scale * half:{form}}"


def grid_of(
    name: str, title: str, rows: Sequence[str], columns: Sequence[str], means: Sequence[Sequence[Mean | None]], **more: Any
) -> Grid:
    percent = more.pop("percent", False)
    values = [[m.value if m else None for m in line] for line in means]
    labels = [[label(m, percent) if m else "" for m in line] for line in means]
    return Grid(name, title, rows, columns, values, labels, **more)


def note_of(lab: Lab, what: str, hands: int = HANDS) -> str:
    players = " and ".join(dict.fromkeys(player.name for player in lab.line_up))
    each = f"{hands} hands of each class, {lab.worlds}" if hands > 1 else f"{lab.worlds}"
    return f"{what}; {each} imagined worlds each, {players} plays on; 95 % intervals."


# ---- one-card poker


def template_chart(rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Card by decision: what betting (calling) is worth more than passing (folding)."""
    from simlab.games.template.text import card_name

    lab = Lab.of("template", rules, policy, worlds, seed)
    cards, points = [card_name(rank, rules.ranks) for rank in range(rules.ranks)], list(posing_of(lab.game).points)
    tried = {(card, at): lab.try_hand(card, at, "", [0, 1]) for card in cards for at in points}
    gain = {place: halves(values[:, 1] - values[:, 0]) for place, values in tried.items()}
    sure = sum(mean.sure for mean in gain.values())
    grid = grid_of(
        "bet", f"To bet or to pass is settled in {sure} of {len(gain)} cases", cards, points,
        [[gain[card, at] for at in points] for card in cards], down="card held", across="decision", palette="centred",
        legend="Chips that betting or calling gains over passing or folding, with its 95 % interval.",
    )  # fmt: skip
    samples = {f"{card} {at}": [values[k::2] for k in (0, 1)] for (card, at), values in tried.items()}
    shares = [1 / len(samples)] * len(samples)
    upper = {f"{card} {at}": int(2 * rank >= rules.ranks) for rank, card in enumerate(cards) for at in points}
    costs = {
        "always bet and call": cost_of(samples, shares, lambda name, number: 1),
        "never put in a chip": cost_of(samples, shares, lambda name, number: 0),
        "bet and call with the upper half": cost_of(samples, shares, lambda name, number: upper[name]),
    }
    advice = [f"{card}, {at}: {verdict(gain[card, at], 'put chips in', 'do not')}" for card in cards for at in points]
    return ClassChart("template", "chips", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts", 1))


def halves(values: Array) -> Mean:
    """From worlds alone, where there is one hand only."""
    middle, half = float(values.mean()), 1.96 * float(values.std(ddof=1)) / sqrt(len(values))
    return Mean(middle, middle - half, middle + half)


def verdict(mean: Mean, yes: str, no: str) -> str:
    if not mean.sure:
        return f"either ({label(mean)})"
    return f"{yes if mean.value > 0 else no} ({label(mean)})"


# ---- tarot draw poker

FORTUNE_CLASSES = (
    "low cards", "ace high", "pair, pages to nines", "pair, tens to aces", "two pair", "three of a kind", "straight", "flush",
    "full house or better",
)  # fmt: skip
CHECK, BET, POT = 1, 2, 4


def fortune_class(hand: Sequence[int]) -> str:
    """The class of a starting hand."""
    from simlab.ranking.hands import Category, category
    from simlab.ranking.orders import fortune_order
    from simlab.ranking.scalar import rank

    ranks = [TAROT_PAGE_LOW.rank(card) for card in hand]
    kind = int(category(int(rank(np.uint64(TAROT_PAGE_LOW.mask(hand)).astype(np.int64), fortune_order().record))))
    if kind == Category.HIGH_CARD:
        return FORTUNE_CLASSES[1 if max(ranks) == 13 else 0]
    if kind == Category.PAIR:
        paired = max(r for r in ranks if ranks.count(r) == 2)
        return FORTUNE_CLASSES[3 if paired >= 9 else 2]
    by_kind = {Category.TWO_PAIR: 4, Category.THREE: 5, Category.STRAIGHT: 6, Category.FLUSH: 7}
    return FORTUNE_CLASSES[by_kind.get(Category(kind), 8)]


def fortune_chart(rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Starting class by opponents, and by Arcana."""
    from simlab.games.fortune.rules import ARCANA_NAMES

    found = hands_by_class(lambda random: random.sample(range(TAROT_PAGE_LOW.size), 5), fortune_class, FORTUNE_CLASSES, seed)
    shares, each = found.pop(""), max(2, worlds // HANDS)
    hands = {name: [TAROT_PAGE_LOW.write(hand) for hand in some] for name, some in found.items()}
    by_table: dict[int, dict[str, list[Array]]] = {}
    for players in range(2, 7):
        lab = Lab.of("fortune", type(rules).of({**rules.plain(), "players": players}), policy, each, seed)
        by_table[players] = {name: [lab.try_hand(h, "bet1", "", [CHECK, BET, POT]) for h in some] for name, some in hands.items()}
    lab = Lab.of("fortune", rules, policy, each, seed)
    by_arcana = {}
    for card in ARCANA_NAMES:
        with suppress(InputError):  # some leave no draw, or not the cards that were asked about
            by_arcana[card] = {name: [lab.try_hand(h, "draw", card, [0]) for h in some[:3]] for name, some in hands.items()}
    grids = (*opponents_grids(by_table), arcana_grid(by_arcana))
    costs = fortune_costs(by_table[rules.players], shares)
    gains = {name: mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in some]) for name, some in by_table[rules.players].items()}
    advice = [f"{name}: {verdict(gain, 'bet the minimum', 'check')}" for name, gain in gains.items()]
    note = note_of(lab, f"By playouts from the first betting, first to speak, {rules.players} players where nothing else is said")
    return ClassChart("fortune", "chips", grids, costs, tuple(advice), note)


def opponents_grids(by_table: Mapping[int, Mapping[str, Sequence[Array]]]) -> tuple[Grid, Grid]:
    tables, names = list(by_table), list(next(iter(by_table.values())))
    worth = [[mean_of([float(v[:, 0].mean()) for v in by_table[n][name]]) for n in tables] for name in names]
    gain = [[mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in by_table[n][name]]) for n in tables] for name in names]
    columns = [f"{n - 1} opponent{'s' if n > 2 else ''}" for n in tables]
    sure = sum(m.sure and m.value > 0 for line in gain for m in line)
    best = names[max(range(len(names)), key=lambda row: worth[row][-1].value)]
    return (
        grid_of("check", f"Checked to begin with, {best} earns most, {worth[names.index(best)][-1].value:.1f} chips against five",
                names, columns, worth, down="starting hand", across="", legend="Chips gained in the round after checking first (±95 %)."),
        grid_of("bet", f"Betting the minimum surely beats checking in {sure} of {len(names) * len(tables)} cases", names, columns, gain,
                down="starting hand", across="", palette="centred",
                legend="Chips that betting the minimum gains over checking (±95 %, paired)."),
    )  # fmt: skip


def arcana_grid(by_arcana: Mapping[str, Mapping[str, Sequence[Array]]]) -> Grid:
    names = list(next(iter(by_arcana.values())))
    means = [[mean_of([float(v[:, 0].mean()) for v in by_arcana[card][name]]) for name in names] for card in by_arcana]
    ends = [(max((line[k] for line in means), key=value_of), min((line[k] for line in means), key=value_of)) for k in range(len(names))]
    best, worst = max(ends, key=lambda pair: pair[0].value - pair[1].value)
    most, doubt = names[ends.index((best, worst))], sqrt((best.high - best.value) ** 2 + (worst.high - worst.value) ** 2)
    title = f"The Arcana matters most to {most}: {best.value - worst.value:.1f}±{doubt:.1f} chips between the best and the worst card"
    return grid_of("arcana", title,
                   list(by_arcana), names, means, down="Arcana after the deal", across="hand before the draw",
                   legend="Chips gained in the round after standing pat, all having called (±95 %).")  # fmt: skip


def value_of(mean: Mean) -> float:
    return mean.value


def fortune_costs(samples: Mapping[str, Sequence[Array]], shares: Sequence[float]) -> tuple[Thumb, ...]:

    def from_on(least: int, column: int) -> Rule:
        return lambda name, number: column if FORTUNE_CLASSES.index(name) >= least else 0

    rules = {
        "always check": from_on(99, 1),
        "always bet the minimum": from_on(0, 1),
        "bet the minimum with any pair or better": from_on(2, 1),
        "bet the minimum with tens or better": from_on(3, 1),
        "bet the minimum with two pair or better": from_on(4, 1),
        "check three of a kind or better, bet the minimum with all else": lambda name, number: int(FORTUNE_CLASSES.index(name) < 5),
        "bet the pot with tens or better": from_on(3, 2),
        "bet the pot with two pair or better": from_on(4, 2),
    }
    return thumbs({rule: cost_of(samples, shares, choose) for rule, choose in rules.items()})


# ---- battle

BATTLE_CLASSES = ("nothing", "four of a suit", "pair", "two pair", "three of a kind", "straight", "flush", "full house or better")
KEEPS = ("highest card", "lowest card", "of the pair", "of the longest suit", "all-in")


def battle_class(hand: Sequence[int]) -> str:
    """The class of five dealt cards."""
    ranks, suits = [FRENCH_BY_SUIT.rank(c) for c in hand], [FRENCH_BY_SUIT.suit(c) for c in hand]
    alike = sorted((ranks.count(r) for r in set(ranks)), reverse=True)
    run = len(set(ranks)) == 5 and (max(ranks) - min(ranks) == 4 or sorted(ranks) == [0, 1, 2, 3, 12])
    if alike[0] == 4 or alike[:2] == [3, 2] or (run and len(set(suits)) == 1):
        return "full house or better"
    if len(set(suits)) == 1:
        return "flush"
    if run:
        return "straight"
    if alike[0] > 1:
        return {(3, 1): "three of a kind", (2, 2): "two pair", (2, 1): "pair"}[alike[0], alike[1]]
    return "four of a suit" if max(suits.count(s) for s in suits) == 4 else "nothing"


def keeps(hand: Sequence[int]) -> dict[str, int]:
    """The action of each named keep, where the hand offers it."""
    ranks, suits = [FRENCH_BY_SUIT.rank(c) for c in hand], [FRENCH_BY_SUIT.suit(c) for c in hand]
    paired = [place for place in range(5) if ranks.count(ranks[place]) > 1]
    longest = max(range(5), key=lambda place: (suits.count(suits[place]), ranks[place]))
    found = {"highest card": max(range(5), key=lambda p: ranks[p]), "lowest card": min(range(5), key=lambda p: ranks[p]), "all-in": 5}
    if paired:
        found["of the pair"] = max(paired, key=lambda place: ranks[place])
    return {**found, "of the longest suit": longest}


def battle_chart(rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Dealt five by keep."""
    if rules.draw_size != 5 or not rules.allin or rules.allin_blind:
        raise InputError("the chart of battle is made for draw_size: 5 with an all-in after looking")
    lab = Lab.of("battle", rules, policy, max(2, worlds // HANDS), seed)
    found = hands_by_class(lambda random: random.sample(range(FRENCH_BY_SUIT.size), 5), battle_class, BATTLE_CLASSES, seed)
    shares = found.pop("")
    samples = {name: [lab.try_hand(FRENCH_BY_SUIT.write(h), "keep", "", range(6)) for h in some] for name, some in found.items()}
    means: list[list[Mean | None]] = []
    for name, some in found.items():
        means.append([keep_mean([(v, keeps(h)) for v, h in zip(samples[name], some, strict=True)], keep) for keep in KEEPS])
    grid = grid_of("keep", battle_title(samples, found), BATTLE_CLASSES, KEEPS, means, percent=True, down="first five cards",
                   across="card kept",
                   legend="Share of the win in per cent (±95 %) after keeping that card, or all five.")  # fmt: skip

    def first(*names: str) -> Rule:
        return lambda name, number: next(a for a in (keeps(found[name][number]).get(keep, -1) for keep in names) if a >= 0)

    def bold(name: str, number: int) -> int:
        return (
            5
            if BATTLE_CLASSES.index(name) >= BATTLE_CLASSES.index("straight")
            else first("of the pair", "of the longest suit")(name, number)
        )

    costs = {
        "always all-in": cost_of(samples, shares, first("all-in")),
        "keep the highest card": cost_of(samples, shares, first("highest card")),
        "keep a card of the pair, else the highest": cost_of(samples, shares, first("of the pair", "highest card")),
        "keep a card of the pair, else of the longest suit": cost_of(samples, shares, first("of the pair", "of the longest suit")),
        "all-in with a straight or better, else a card of the pair or of the longest suit": cost_of(samples, shares, bold),
    }
    advice = []
    for name, line in zip(BATTLE_CLASSES, means, strict=True):
        value, keep = max((m.value, k) for m, k in zip(line, KEEPS, strict=True) if m)
        advice.append(
            f"{name}: {keep if keep == 'all-in' else 'keep a card ' + keep if keep[:2] == 'of' else 'keep the ' + keep} ({value:.0%})"
        )
    return ClassChart("battle", "share of the win", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts of whole games"))


def keep_mean(hands: Sequence[tuple[Array, dict[str, int]]], keep: str) -> Mean | None:
    values = [float(v[:, places[keep]].mean()) for v, places in hands if keep in places]
    return mean_of(values) if len(values) == len(hands) else None


def battle_title(samples: Mapping[str, Sequence[Array]], found: Mapping[str, Sequence[Any]]) -> str:
    """With which classes all-in surely beats keeping the highest card, hand by hand."""
    best = []
    for name, some in samples.items():
        tops = [keeps(hand)["highest card"] for hand in found[name]]
        gain = mean_of([float((values[:, 5] - values[:, top]).mean()) for values, top in zip(some, tops, strict=True)])
        best += [name] if gain.low > 0.0 else []
    with_these = f"with {', '.join(best)}" if best else "with no class of hands"
    return f"All-in at once surely beats keeping the highest card {with_these}"


# ---- arcana

ARCANA_CLASSES = ("high card", "one pair", "two pair", "one twin", "three of a kind", "better")
POTS = (0, 4, 8, 12, 20, 32)
SUBMIT, WAITS = 3, (0, 1, 4)  # end the turn, draw one, discard


def arcana_class(hand: Sequence[int]) -> str:
    from simlab.ranking.multiset_text import rank_hand

    name = rank_hand(TAROT.write(hand), {}).category
    return name if name in ARCANA_CLASSES else ARCANA_CLASSES[-1]


def arcana_hand(rules: Any, random: Random) -> list[int]:
    """Five cards, each copy that is out making a further one rarer."""
    hand: list[int] = []
    for _ in range(5):
        weights = [float(rules.repeat_damping) ** hand.count(card) for card in range(TAROT.size)]
        hand += random.choices(range(TAROT.size), weights)
    return hand


def wait_or_submit(values: Array) -> Array:
    """Two columns: the best way to wait, found in one half of the worlds and measured in the other, and submitting."""
    wait = int(values[0::2, : len(WAITS)].mean(axis=0).argmax())
    return np.stack([values[1::2, wait], values[1::2, -1]], axis=1)


def arcana_chart(rules: Any, policy: str | None, worlds: int, seed: int) -> ClassChart:
    """Hand class by Pot: submit or wait."""
    lab = Lab.of("arcana", rules, policy, max(2, worlds // HANDS), seed)
    found = hands_by_class(lambda random: arcana_hand(rules, random), arcana_class, ARCANA_CLASSES, seed)
    shares = found.pop("")
    found = {name: some[: HANDS // 2] for name, some in found.items()}
    tried = {
        (name, pot): [wait_or_submit(lab.try_hand(TAROT.write(h), "turn", f"pot {pot}", [*WAITS, SUBMIT])) for h in some]
        for name, some in found.items() for pot in POTS
    }  # fmt: skip
    gain = {place: mean_of([float((v[:, 1] - v[:, 0]).mean()) for v in some]) for place, some in tried.items()}
    sure = sum(m.sure and m.value > 0 for m in gain.values())
    grid = grid_of("submit", f"Submitting at once surely beats waiting in {sure} of {len(gain)} cases", ARCANA_CLASSES,
                   [f"Pot {pot}" for pot in POTS], [[gain[name, pot] for pot in POTS] for name in ARCANA_CLASSES], down="hand",
                   across="coins in the Pot", palette="centred",
                   legend="Coins of this deal that submitting at once gains over the best of ending the turn, drawing and discarding "
                          "(±95 %). Cards that are kept are worth something later, which is not in it.")  # fmt: skip
    samples = {f"{name}, {pot}": some for (name, pot), some in tried.items()}
    weights = [share / len(POTS) for share in shares for _ in POTS]
    level = {name: place for place, name in enumerate(ARCANA_CLASSES)}

    def if_pot(least: int, below: str = "") -> Rule:
        """Submit if the Pot has so much, and only what ranks below a class, where one is named."""
        top = level.get(below, len(level))
        return lambda name, number: int(level[name.rpartition(", ")[0]] < top and int(name.rpartition(", ")[2]) >= least)

    costs = {
        "always submit": cost_of(samples, weights, if_pot(0)),
        "never submit in the first turn": cost_of(samples, weights, if_pot(99)),
        "submit if the Pot has 8 or more": cost_of(samples, weights, if_pot(8)),
        "submit if the Pot has 12 or more": cost_of(samples, weights, if_pot(12)),
        "submit if the Pot has 20 or more": cost_of(samples, weights, if_pot(20)),
        "submit less than three of a kind if the Pot has 8 or more, else wait": cost_of(samples, weights, if_pot(8, "three of a kind")),
        "submit less than three of a kind if the Pot has 12 or more, else wait": cost_of(samples, weights, if_pot(12, "three of a kind")),
    }
    advice = [f"{name}: " + ", ".join(f"Pot {pot} {verdict(gain[name, pot], 'submit', 'wait')}" for pot in POTS) for name in ARCANA_CLASSES]
    return ClassChart(
        "arcana", "coins", (grid,), thumbs(costs), tuple(advice), note_of(lab, "By playouts of the deal from the first turn", HANDS // 2)
    )


CHARTS: dict[str, Callable[..., ClassChart]] = {
    "template": template_chart,
    "fortune": fortune_chart,
    "battle": battle_chart,
    "arcana": arcana_chart,
}
