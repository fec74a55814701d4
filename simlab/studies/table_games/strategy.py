"""How a table game is played best, in rules that people can keep, and what each rule costs."""

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from simlab.cards import FRENCH_RANKS
from simlab.jit import allocating
from simlab.ranking.text import WORDS
from simlab.solvers.dealer import all_sets
from simlab.solvers.holds import hold_code
from simlab.solvers.pays import runs_of
from simlab.solvers.stages import Choice
from simlab.studies.hold_names import Vocabulary, features, group_numbers, high_ranks, hold_name, kind_of
from simlab.studies.table_games.measure import Array, House


@dataclass(frozen=True)
class Advice:
    """Rules for one decision, in the order to read them, and what keeping them costs against the best, in antes."""

    title: str
    rules: tuple[str, ...]
    cost: Fraction


# ---- against a dealer


def raise_or_fold(house: House) -> list[Advice]:
    """One line for all hands, and where the dealer shows a card, one for each of its ranks."""
    solved, game = house.duelled, house.game
    if not game.fold:
        return [Advice("decision", ("there is none: every hand is played",), Fraction(0))]
    if solved.raises.sum() == 0:
        return [Advice("decision", ("fold every hand",), Fraction(0))]
    whole = threshold(house, list(range(solved.weight.shape[1])))
    found = [Advice("one rule for all hands", (f"raise with {whole.words} or better; fold all others",), cost_of(house, whole.value))]
    if solved.weight.shape[1] > 1 and found[0].cost > 0:
        columns = [threshold(house, [column]) for column in range(solved.weight.shape[1]) if solved.weight[:, column].sum() > 0]
        rules = tuple(
            f"the dealer shows {with_article(WORDS[FRENCH_RANKS[column + house.deck.draw.lowest]])}: raise with {line.words} or better"
            for column, line in enumerate(columns)
        )
        found.append(Advice("a rule for each card the dealer shows", rules, cost_of(house, sum(line.value for line in columns))))
    return found


def with_article(word: str) -> str:
    return f"an {word}" if word[0] in "ae" else f"a {word}"


@dataclass(frozen=True)
class Threshold:
    """The weakest hand that is raised, and what that brings over the deals looked at, in parts."""

    words: str
    value: int


def threshold(house: House, columns: list[int]) -> Threshold:
    """The line that brings most, where all hands from it on are raised and all others folded."""
    solved, parts = house.duelled, house.duel.parts
    raising = [int(value) for value in solved.raise_value[:, columns].sum(axis=1)]
    folding = [-parts * int(weight) for weight in solved.weight[:, columns].sum(axis=1)]
    best, value = len(raising), sum(folding)
    total = value
    for level in range(len(raising) - 1, -1, -1):
        total += raising[level] - folding[level]
        if total > value:
            best, value = level, total
    if best == len(raising):
        return Threshold("no hand", value)
    return Threshold(house.say(int(solved.levels[best]), int(solved.example[best])), value)


def cost_of(house: House, value: int) -> Fraction:
    return Fraction(house.duelled.value - value, house.duelled.deals * house.duel.parts)


# ---- against a pay table


def stage_advice(house: House) -> list[Advice]:
    """For each decision: what to do with which cards."""
    return [one for choice in house.staged.choices for one in advice_on(house, choice)]


def advice_on(house: House, choice: Choice) -> list[Advice]:
    """One set of rules where what was bet before does not matter; else one for each sum on the table."""
    codes, numbers = codes_of(house, choice.stage.after)
    words = Vocabulary(house.deck, tuple(house.game.pays), codes)
    columns = range(len(choice.stakes))
    same = all(np.array_equal(choice.best[:, 0], choice.best[:, column]) for column in columns)
    return [rules_for(house, choice, column, "" if same else f", {choice.stakes[column]} on the table", words, numbers)
            for column in ([0] if same else columns)]  # fmt: skip


def codes_of(house: House, size: int) -> tuple[tuple[int, ...], Array]:
    """What people call each set of so many cards: the different names, and which each set has."""
    sets, deck, lines = all_sets(house.deck.cards, size).astype(np.int64), house.deck, house.game.pays
    found = np.zeros(len(sets), np.int64)
    code_sets(
        sets, deck.draw.low, deck.draw.naturals, deck.wild_ranks, runs_of(deck, house.game.cards)[0], high_ranks(lines),
        group_numbers(lines), found,
    )  # fmt: skip
    codes, numbers = np.unique(found, return_inverse=True)
    return tuple(map(int, codes)), numbers


@allocating
def code_sets(sets, low, naturals, wild_ranks, runs, high, group, found):  # type: ignore[no-untyped-def]
    for n in range(len(sets)):
        found[n] = hold_code(sets[n], 1 << sets.shape[1], np.int64(0), low, naturals, wild_ranks, runs, high, group)


def rules_for(house: House, choice: Choice, column: int, tail: str, words: Vocabulary, numbers: Array) -> Advice:
    """By name of the cards, what is best for most of them; the cost is that of the others."""
    worth = choice.worth[:, column, :]
    best = worth.max(axis=1)
    kept, lost = {}, 0
    for code in range(len(words.codes)):
        rows = numbers == code
        option = int(worth[rows].sum(axis=0).argmax())
        kept[code] = option
        lost += int((best[rows] - worth[rows, option]).sum())
    cost = Fraction(lost, len(numbers) * choice.ways * house.pays[1])
    title = f"after {choice.stage.after} cards{tail}"
    return Advice(title, tuple(rule_lines(choice, kept, words)), cost)


def rule_lines(choice: Choice, kept: dict[int, int], words: Vocabulary) -> list[str]:
    """Every choice with the names of the cards it is for; the most common choice is for all others."""
    by_option: dict[int, list[int]] = defaultdict(list)
    for code, option in kept.items():
        by_option[option].append(code)
    common = max(by_option, key=lambda option: len(by_option[option]))
    lines = []
    for option in sorted(by_option):
        if option != common:
            lines += [f"{option_words(choice, option)}: {name}" for name in names_of(by_option[option], words)]
    return [*lines, f"{option_words(choice, common)}: {'everything else' if lines else 'always'}"]


def option_words(choice: Choice, option: int) -> str:
    if option >= len(choice.stage.adds):
        return "fold"
    add = choice.stage.adds[option]
    return "let it ride" if add == 0 else f"pull {-add} back" if add < 0 else f"raise {add}"


def names_of(codes: list[int], words: Vocabulary) -> list[str]:
    """Names of holds, one for all of a kind where it takes in nothing else."""
    kinds: dict[int, list[int]] = defaultdict(list)
    for code in codes:
        kinds[kind_of(words.codes[code])].append(code)
    names = []
    for members in kinds.values():
        wanted = [set(values) for values in zip(*(features(words.codes[code]) for code in members), strict=True)]
        closed = [c for c in words.alike(members[0]) if all(v in vs for v, vs in zip(features(words.codes[c]), wanted, strict=True))]
        names += [hold_name(words, tuple(members))] if set(closed) == set(members) else [hold_name(words, (code,)) for code in members]
    return names


def advice(house: House) -> list[Advice]:
    return stage_advice(house) if house.game.dealer is None else raise_or_fold(house)
