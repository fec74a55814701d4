"""Titles, units and clauses: data for sentences, charts and tables, and how a knob at a value is told.

Title("rounds in a game", "a game takes {}")                  {} is the number with its unit
Title("share of the win", "{who} wins {} of the games", "%")  {who}: the seat or player; {level}: the level; {unit}: game or round
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from string import Formatter
from typing import Any

PER_CENT = "%"
ARTICLE = re.compile(r"^(an?|the) ")


@dataclass(frozen=True)
class Title:
    """What a number is called."""

    name: str  # a noun phrase: it heads tables and axes
    says: str = ""  # a clause with the number in braces; `name: {}` without it
    unit: str | None = None  # per cent, or a noun; the column's own unit without it


@dataclass(frozen=True)
class Titles:
    """The words of a game."""

    metrics: Mapping[str, Title] = field(default_factory=dict)
    knobs: Mapping[str, str] = field(default_factory=dict)  # "{} extra draw(s)"; of a yes/no knob what it allows: "ace-low straights";
    # "trump=none": "no trump" is what one value of a knob is called
    policies: Mapping[str, str] = field(default_factory=dict)  # who it is: "the player who never attacks"
    levels: Mapping[str, str] = field(default_factory=dict)  # where the name with spaces is not what people say
    about: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # the numbers that a knob is there for: "ante": ("pot",)


def is_clause(says: str) -> bool:
    """One place for the number, and no other braces than those of the seat, the level and the unit."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(says) if name is not None]
    except ValueError:
        return False
    return names.count("") == 1 and set(names) <= {"", "who", "level", "unit"}


def sentence(text: str) -> str:
    """With a capital letter; the rest stays as it is."""
    return text[:1].upper() + text[1:]


def readable(name: str) -> str:
    """A name without the marks of code."""
    return name.removeprefix("n_").replace("_", " ").strip()


def count(number: int, noun: str) -> str:
    """`1 game`, `1,000 games`"""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def metric_title(titles: Titles, name: str, written: str = "") -> Title:
    """What a metric is called; `written` is the column's own title, where it has one."""
    return titles.metrics.get(name) or Title(written or readable(name))


def knob_words(titles: Titles, knob: str, value: Any) -> str:
    """A knob at a value: `2 extra draws`, `no ace-low straights`, `hearts as trump`."""
    if isinstance(value, str) and (whole := titles.knobs.get(f"{knob}={value}")):
        return whole
    words = titles.knobs.get(knob, readable(knob))
    if isinstance(value, bool):
        return words if value else f"no {ARTICLE.sub('', words)}"
    shown = value_words(titles, value)
    words = words.replace("(s)", "" if shown == "1" else "s")
    return words.replace("{}", shown) if "{}" in words else f"{words} {shown}"


def value_words(titles: Titles, value: Any) -> str:
    """A value of a knob as people say it."""
    if isinstance(value, Mapping):
        return ", ".join(f"{value_words(titles, key)} {value_words(titles, inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(value_words(titles, inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return titles.levels.get(value, readable(value)) if isinstance(value, str) else f"{value:,}" if isinstance(value, int) else str(value)
