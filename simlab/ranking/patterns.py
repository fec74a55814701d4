"""The categories of an order file as patterns with every length written out; what does not go together is refused with a sentence."""

from collections.abc import Iterable
from typing import Any

from simlab.errors import RulesError, nearest
from simlab.ranking.generic.law import BY_SUITS, HIGHER_RANK, KICKERS, MADE_SUM, SUM, Pattern
from simlab.ranking.schema import PATTERNS, OrderData, PatternData, key_of

TIE_CODES = {"kickers": KICKERS, "suits": BY_SUITS, "sum": SUM, "made_sum": MADE_SUM, "higher_rank": HIGHER_RANK}
TITLES = {count: f"{count} of a kind" for count in ("three", "four", "five", "six", "seven")}
COUNTS = ("no", "one", "two", "three", "four", "five", "six", "seven")


def patterns_of(data: OrderData) -> tuple[Pattern, ...]:
    """Categories lowest first."""
    if data.unlike:
        return tuple(Pattern(f"{COUNTS[size]} card{'s' * (size > 1)}", (1,) * size) for size in range(1, data.hand + 1))
    if not data.categories:
        raise RulesError(f"{data.name}: categories are missing: name the kinds of hands, lowest first, or begin with `like: standard`")
    found = tuple(pattern_of(said, data) for said in data.categories)
    for pattern in found:
        if [other.name for other in found].count(pattern.name) > 1:
            raise RulesError(f"{data.name}: the category {pattern.name} stands twice")
        if pattern.cards() > data.hand:
            raise RulesError(f"{data.name}: {pattern.name} needs {pattern.cards()} cards, and {data.hand} count in a hand")
    if not any(pattern.holds_always for pattern in found):
        raise RulesError(f"{data.name}: categories must name high card, for hands that hold nothing else")
    return found


def pattern_of(said: str | PatternData, data: OrderData) -> Pattern:
    if isinstance(said, PatternData):
        return own_pattern(said, data)
    key = key_of(said)
    if key not in PATTERNS:
        raise RulesError(f"{data.name}: no category {said!r}{nearest(said, [title(name) for name in PATTERNS])}")
    parts = PATTERNS[key]
    return lengths_written_out(title(key), data, **parts)


def title(key: str) -> str:
    return TITLES.get(key, key.replace("_", " "))


def own_pattern(said: PatternData, data: OrderData) -> Pattern:
    for rank in said.within:
        if rank not in data.deck.ranks:
            raise RulesError(f"{data.name}: {said.name} is within ranks of the deck, not {rank!r}{nearest(rank, data.deck.ranks)}")
    if any(size < 1 for size in said.groups) or list(said.groups) != sorted(said.groups, reverse=True):
        raise RulesError(f"{data.name}: groups of {said.name} are numbers of cards, the largest first")
    within = sum(1 << data.deck.ranks.index(rank) for rank in said.within)
    more: dict[str, Any] = {"groups": said.groups, "run": said.run, "suited": said.suited, "top": said.top}
    return lengths_written_out(said.name, data, **more, step=said.step, within=within, natural=said.natural, wilds=said.wilds)


def lengths_written_out(name: str, data: OrderData, run: int | bool = 0, suited: int | bool = 0, step: int = 0, **more: Any) -> Pattern:
    """`True` stands for the length of a straight or flush of this order."""
    long = (data.straights.length or data.hand) if run is True else int(run)
    wide = (long or data.flush or data.hand) if suited is True else int(suited)
    if long == 1 or wide == 1:
        raise RulesError(f"{data.name}: {name} is of one card; a run or a flush has two or more")
    if long and wide and wide != long:
        raise RulesError(f"{data.name}: a run of {long} cards of which {wide} are of one suit cannot be ranked; let the two be equal")
    return Pattern(name, run=long, suited=wide, step=(step or data.straights.step) if long else 1, **more)


def tie_codes(ties: Iterable[str], name: str) -> tuple[int, ...]:
    found = []
    for tie in ties:
        if key_of(tie) not in TIE_CODES:
            raise RulesError(f"{name}: no tie rule {tie!r}{nearest(tie, TIE_CODES)}")
        if TIE_CODES[key_of(tie)] in found:
            raise RulesError(f"{name}: the tie rule {tie} stands twice")
        found.append(TIE_CODES[key_of(tie)])
    return tuple(found)
