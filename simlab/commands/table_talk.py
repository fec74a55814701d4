"""How a table looks in a terminal: cards with suits and colours, your options in groups, the rules on request."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simlab.commands.terminal import console
from simlab.contract.telling import counted

if TYPE_CHECKING:
    from simlab.contract.game import Game
    from simlab.contract.knobs import Rules

WIDE = 96  # letters of a line of options
FRENCH = re.compile(r"(?<![\w*])(\*?)(10|[2-9TJQKA])([cdhs])(?!\w)")  # As, Td; a star lies face down
TAROT = re.compile(r"(?<![\w*])(\*?)(10|[2-9PNQKA])([CSWU])(?!\w)")  # 10U, KW
SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
LETTERS = {symbol: letter for letter, symbol in SUITS.items()}
COLOURS = {"c": "green", "d": "blue", "h": "red", "s": "white", "C": "yellow", "S": "blue", "W": "red", "U": "cyan"}
TAROT_LEGEND = "cards: W wands, U cups, S swords, C coins; P page, N knight"
CARD = re.compile(rf"{FRENCH.pattern}|{TAROT.pattern}")
STOPS = ("**What is hidden", "**Imagined", "## Knobs", "## What", "## Players")  # where the rules of a game's page end


def with_suits(text: str) -> str:
    """`A♠` in its colour for `As`; tarot cards keep their letters."""
    return coloured(symbols(text))


def symbols(text: str) -> str:
    return FRENCH.sub(lambda m: f"{m[1]}{m[2].replace('T', '10')}{SUITS[m[3]]}", text)


def coloured(text: str) -> str:
    text = re.sub(r"\*?(?:10|[2-9JQKA])([♣♦♥♠])", lambda m: click.style(m[0], fg=COLOURS[LETTERS[m[1]]], bold=True), text)
    return TAROT.sub(lambda m: click.style(m[0], fg=COLOURS[m[3]], bold=True), text)


def as_typed(word: str) -> str:
    """What somebody types who copies the cards from the screen."""
    for letter, symbol in SUITS.items():
        word = word.replace(symbol, letter)
    return re.sub(r"(?<!\w)10([cdhs])(?!\w)", r"T\1", word)


# ---- options


def option_lines(names: Mapping[int, str]) -> list[str]:
    """Every option with its number; many of one kind stand together, without the words they share."""
    grouped: dict[str, list[tuple[int, str]]] = {}
    for number, name in names.items():
        grouped.setdefault(kind_of(name), []).append((number, name))
    if len(names) <= 8 or len(grouped) == len(names):
        return columns([f"{number}: {name}" for number, name in names.items()])
    lines = []
    for kind, members in grouped.items():
        if len(members) == 1:
            lines.append(f"{members[0][0]}: {members[0][1]}")
            continue
        shared = (
            members[0][1].partition(" ")[0] + " "
            if all(name.startswith(members[0][1].partition(" ")[0] + " ") for _, name in members)
            else ""
        )
        lines.append(f"{kind}:")
        lines += [f"  {line}" for line in columns([f"{number}: {name.removeprefix(shared)}" for number, name in members])]
    return lines


def kind_of(name: str) -> str:
    """`throw 2 cards` of `throw 9s Tc`: options of one kind stand together."""
    cards = len(CARD.findall(name))
    verb = CARD.sub("", name).split()
    return f"{' '.join(verb) or 'choose'} {counted(cards, 'card')}" if cards else name


def columns(entries: Sequence[str]) -> list[str]:
    """As many beside each other as fit, read downwards; cards already have the width they will have."""
    entries = [symbols(entry.replace("_", " ")) for entry in entries]
    width = max(len(entry) for entry in entries) + 2
    beside = max(1, WIDE // width) if len(entries) > 3 else 1
    down = -(-len(entries) // beside)
    return ["".join(entry.ljust(width) for entry in entries[row::down]).rstrip() for row in range(down)]


# ---- the rules


def rules_of(game: "Game", table: "Rules") -> str:
    """How the game is played, from its own page, and what this table does differently."""
    page = Path(str(game.rules.__file__)).with_name("README.md")
    text = page.read_text(encoding="utf-8") if page.exists() else f"# {game.title}\n"
    ends = [text.find(f"\n{stop}") for stop in STOPS]
    body = text[: min((end for end in ends if end > 0), default=len(text))].partition("\n")[2].strip() or game.title
    changed = ", ".join(f"{knob} {value}" for knob, value in table.changed().items())
    return body + (f"\n\n**At this table:** {changed}." if changed else "")


def show_rules(game: "Game", table: "Rules") -> None:
    from rich.markdown import Markdown

    console(width=min(WIDE, console().width)).print(Markdown(rules_of(game, table), hyperlinks=False))
