"""A game told again as a page: every decision as it looked to who took it, with the cards drawn, and how it ended."""

import re
from collections.abc import Iterable, Sequence

from simlab.reports.study import Block, Scene, Study

MOST_SCENES = 120  # decisions of a page; replay tells the others in the terminal
BEGINS = re.compile(r"(seat \d+) \| (.*)")
GOES_ON = re.compile(r"\s+\| (.*)")
CHOSEN = re.compile(r"\s+> (.*?)(?:  \(of: .*)?")
END = "the end"


def told_study(game: str, why: str, lines: Sequence[str]) -> Study:
    """`lines` as `simlab replay` prints them."""
    scenes, ends = list(decisions(lines)), endings(lines)
    won = next((f"Share of the win, by seat: {', '.join(value.split())}." for name, value in ends if name == "win"), "")
    rest = len(scenes) - MOST_SCENES
    findings = [part for part in (f"{len(scenes)} decisions were taken.", won, left_words(rest)) if part]
    table = Block("How it ended", ("number", "value"), [[name.replace("_", " "), value] for name, value in ends])
    return Study(f"A game of {game}, decision by decision", why, findings, [table], {"story": list(lines)}, [], scenes[:MOST_SCENES])


def left_words(rest: int) -> str:
    return f"The page has the first {MOST_SCENES}; the terminal tells the other {rest:,}." if rest > 0 else ""


def decisions(lines: Iterable[str]) -> Iterable[Scene]:
    """A scene for each decision with a choice that the story tells."""
    title, seen, number = "", list[str](), 0
    for line in lines:
        begins, goes_on, chosen = (form.fullmatch(line) for form in (BEGINS, GOES_ON, CHOSEN))
        if begins:
            title, seen = begins[1], [begins[2]]
        elif goes_on:
            seen.append(goes_on[1])
        elif chosen and title:
            number += 1
            yield Scene(f"{number}. {title[:1].upper()}{title[1:]}", seen, f"It plays: {chosen[1]}")
            seen = []


def endings(lines: Sequence[str]) -> list[tuple[str, str]]:
    """The outcome columns of the game."""
    at = lines.index(END) + 1 if END in lines else len(lines)
    pairs = (line.strip().partition(": ") for line in lines[at:])
    return [(name, value) for name, colon, value in pairs if colon]
