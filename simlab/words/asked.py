"""What a question asks: how it names a number (`win[seat=0]`), what makes the answer yes (a direction, a line to be beyond), and whose."""

import re
from collections.abc import Sequence

BY_PLAYER = "_by_player"  # how a metric by place in the line-up ends
EVERYTHING = "*"  # as the metric of `ask`: whichever changed most
WORDS = ("more", "less", "changed", "same")
LINE = re.compile(r"\s*([<>])\s*(-?\d+(?:\.\d+)?)\s*(%?)\s*")
WHOLE = re.compile(r"([A-Za-z_]\w*)\s*(?:\[(.*)\])?", re.DOTALL)
WHO = re.compile(r"\s*(who|whose|which (seat|player|place|position))\b", re.IGNORECASE)
LEAST = re.compile(r"\b(least|fewest|lowest|shortest|smallest)\b", re.IGNORECASE)
SOONEST = re.compile(r"\b(first|earliest|soonest|fastest|quickest)\b", re.IGNORECASE)
MOST = re.compile(r"\b(most|more|highest|largest|longest|greatest|best)\b", re.IGNORECASE)
PART = re.compile(r"""\s*([\w.]+)\s*=\s*("[^"]*"|'[^']*'|[^,"']*?)\s*(?:,|$)""")


def is_answerable(yes: str) -> bool:
    return yes in WORDS or line_of(yes) is not None


def asks_who(question: str) -> bool:
    """`Who goes broke first?`, `Which seat is best?`: the answer is a seat or a player."""
    return WHO.match(question) is not None


def tells_who(metrics: Sequence[str], question: str) -> bool:
    """May a page say which seat or player is ahead of the others?"""
    return "win" in metrics or asks_who(question)


def is_about_the_lowest(question: str, rate: bool) -> bool:
    """`Who goes broke first?` is whoever has the lowest round, `Who wins the fewest?` the lowest count; not `Who bids first most?`"""
    if MOST.search(question):
        return False
    return bool(LEAST.search(question) or (SOONEST.search(question) and not rate))


def line_of(yes: str) -> tuple[str, float] | None:
    """`> 30 %` as a sign and a number, if it is a line."""
    match = LINE.fullmatch(yes)
    return None if match is None else (match[1], float(match[2]) / (100 if match[3] else 1))


def named_number(text: str) -> tuple[str, dict[str, str]]:
    """The metric that a text names, and what narrows it down; a sentence where it names none."""
    match = WHOLE.fullmatch(text)
    if match is None:
        raise ValueError(f"{text[:60]!r} is not a metric: write win, or win[seat=0]")
    only: dict[str, str] = {}
    rest = (match[2] or "").strip()
    while rest:
        part = PART.match(rest)
        if part is None or not part.end():
            raise ValueError(f"{text[:60]!r}: inside [ ] stand KEY=VALUE pairs, such as seat=0")
        only[part[1]] = part[2].strip("\"'")
        rest = rest[part.end() :]
    return match[1], only
