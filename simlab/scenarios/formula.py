"""Metrics of the designer's own: `define: {trick_share: "SUM(pts_trick) / SUM(points)"}`.

An expression is polars SQL, narrowed to what can be given an honest interval: sums, averages and counts of whole-number
arithmetic over one game's columns, put together by + - * /. A name stands for that column of the game, summed over its seats or
levels; `points_s0` is seat 0 alone, `opened_3` the entry of level 3, `players` the number of seats; a coded column is compared with
its level's name (`end = 'folded'`). A value that means "did not happen" is NULL, as in SQL: SUM, AVG and COUNT leave it out.

The text is read here into a small tree; nothing of it is ever run as SQL.
"""

import re
from dataclasses import dataclass
from typing import Any

from simlab.errors import InputError, nearest

MOST_LETTERS = 500
MOST_DEPTH = 24
LIMIT = 1 << 24  # of a whole number in a game: beyond it sums would not be exact (runs/sums.py)
AGGREGATES = ("SUM", "AVG", "COUNT")
HOPELESS = {
    "MIN": "the smallest value seen has no honest interval",
    "MAX": "the largest value seen has no honest interval",
    "MEDIAN": "a median has no interval here; the length chart shows the distribution",
    "STDDEV": "a spread has no interval here",
    "VARIANCE": "a spread has no interval here",
}
COMPARISONS = ("=", "<>", "!=", "<=", ">=", "<", ">")
TRUTHS = (*COMPARISONS, "AND", "OR", "NOT")
TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d_]*\.\d+|\d[\d_]*)|(?P<word>[A-Za-z_]\w*)|\"(?P<quoted>[A-Za-z_]\w*)\"|"
    r"(?P<text>'[^']*')|(?P<sign><>|!=|<=|>=|[-+*/()=<>]))",
    re.ASCII,
)


class FormulaError(InputError):
    pass


@dataclass(frozen=True)
class Node:
    """A piece of an expression: an operator or function with its arguments, a number, a column, a level's name."""

    kind: str  # + - * / neg, comparisons, AND OR NOT, SUM COUNT ALL (games), number, column, text
    parts: tuple["Node", ...] = ()
    value: Any = None

    def columns(self) -> set[str]:
        own = {self.value} if self.kind == "column" else set()
        return own.union(*(part.columns() for part in self.parts)) if self.parts else own

    def sums(self) -> list["Node"]:
        """The SUMs and COUNTs in it, each once."""
        if self.kind in ("SUM", "COUNT", "ALL"):
            return [self]
        return list(dict.fromkeys(atom for part in self.parts for atom in part.sums()))


def parse(text: str) -> Node:
    """The tree of an expression, or a `FormulaError` that says what is wrong and where."""
    if len(text) > MOST_LETTERS:
        raise FormulaError(f"an expression may have {MOST_LETTERS} letters, this one has {len(text)}")
    node = Parser(tokens(text)).whole()
    if power(node) != 0:
        raise FormulaError("it grows with the number of games: use AVG(...), or divide by COUNT(*) or another SUM")
    if not node.sums():
        raise FormulaError("it has no SUM, AVG or COUNT: nothing is measured")
    return node


def tokens(text: str) -> list[tuple[str, str]]:
    found, at = [], 0
    text = text.rstrip()
    if "--" in text or "/*" in text:
        raise FormulaError("comments are not allowed in an expression")
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise FormulaError(f"{text[at:].strip()[:12]!r} is not allowed in an expression (letter {at + 1})")
        found.append((str(match.lastgroup), match.group(str(match.lastgroup))))
        at = match.end()
    return found


class Parser:
    """Top-down, one method for each strength of binding. `inside` says whether we stand in a SUM(...)."""

    def __init__(self, found: list[tuple[str, str]]) -> None:
        self.found, self.at, self.inside, self.depth = found, 0, False, 0

    def whole(self) -> Node:
        node = self.arithmetic()
        if self.at < len(self.found):
            raise FormulaError(f"{self.found[self.at][1]!r} is not expected there")
        return node

    def peek(self) -> str:
        if self.at == len(self.found):
            return ""
        kind, text = self.found[self.at]
        return text.upper() if kind == "word" else text

    def take(self, *wanted: str) -> str:
        """The next token if it is one of these, else nothing."""
        word = self.peek()
        if word not in wanted:
            return ""
        self.at += 1
        return word

    def need(self, sign: str) -> None:
        if not self.take(sign):
            raise FormulaError(f"expected {sign!r}, found {self.peek() or 'the end'!r}")

    def condition(self) -> Node:
        node = self.both()
        while self.take("OR"):
            node = Node("OR", (truth(node), truth(self.both())))
        return node

    def both(self) -> Node:
        node = self.negation()
        while self.take("AND"):
            node = Node("AND", (truth(node), truth(self.negation())))
        return node

    def negation(self) -> Node:
        if self.take("NOT"):
            return Node("NOT", (truth(self.deeper(self.negation)),))
        return self.comparison()

    def comparison(self) -> Node:
        node = self.arithmetic()
        sign = self.take(*COMPARISONS)
        if not sign:
            return node
        other = self.arithmetic()
        if "text" in (node.kind, other.kind) and sign not in ("=", "<>", "!="):
            raise FormulaError(f"a level is compared with = or <>, not {sign}")
        return Node("<>" if sign == "!=" else sign, (node, other))

    def arithmetic(self) -> Node:
        node = self.product()
        while sign := self.take("+", "-"):
            node = self.combine(sign, node, self.product())
        return node

    def product(self) -> Node:
        node = self.factor()
        while sign := self.take("*", "/"):
            if sign == "/" and self.inside:
                raise FormulaError("no division inside SUM, AVG or COUNT: sums are exact whole numbers; divide outside")
            node = self.combine(sign, node, self.factor())
        return node

    def combine(self, sign: str, left: Node, right: Node) -> Node:
        wrong = [side for side in (left, right) if side.kind in (*TRUTHS, "text")]
        if wrong and not (sign == "*" and len(wrong) == 1 and wrong[0].kind in TRUTHS):  # (pot > 9) * pot: the pot where it is so
            raise FormulaError(f"{sign} needs numbers on both sides")
        return Node(sign, (left, right))

    def factor(self) -> Node:
        if self.take("-"):
            return Node("neg", (self.deeper(self.factor),))
        if self.take("("):
            node = self.deeper(self.condition if self.inside else self.arithmetic)
            self.need(")")
            return node
        if self.at == len(self.found):
            raise FormulaError("it ends too early")
        kind, text = self.found[self.at]
        self.at += 1
        if kind == "number":
            return self.number(text)
        if kind == "text" and self.inside:
            return Node("text", value=text[1:-1])
        if kind == "quoted" and self.inside:
            return Node("column", value=text)
        if kind == "word":
            return self.word(text)
        raise FormulaError(f"{text!r} is not expected there")

    def deeper(self, rule: Any) -> Node:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise FormulaError(f"nested deeper than {MOST_DEPTH} levels")
        node: Node = rule()
        self.depth -= 1
        return node

    def number(self, text: str) -> Node:
        if self.inside and "." in text:
            raise FormulaError(f"{text} inside SUM, AVG or COUNT: sums are exact whole numbers; put decimals outside")
        if len(text) > 12:
            raise FormulaError(f"the number {text} is too long")
        if self.inside and int(text.replace("_", "")) > LIMIT:
            raise FormulaError(f"{text} inside SUM, AVG or COUNT: sums are exact up to {LIMIT:,} in one game; put larger numbers outside")
        return Node("number", value=text.replace("_", ""))

    def word(self, text: str) -> Node:
        name = text.upper()
        if self.peek() == "(":
            return self.call(name, text)
        if not self.inside:
            raise FormulaError(f"column {text!r} must stand inside SUM(...), AVG(...) or COUNT(...)")
        if name in ("AND", "OR", "NOT"):
            raise FormulaError(f"{name} is not expected there")
        return Node("column", value=text)

    def call(self, name: str, text: str) -> Node:
        if name in HOPELESS:
            raise FormulaError(f"{name}: {HOPELESS[name]}")
        if name not in AGGREGATES:
            raise FormulaError(f"function {text!r} is not allowed{nearest(name, AGGREGATES)}")
        if self.inside:
            raise FormulaError(f"{name} inside another SUM, AVG or COUNT")
        self.need("(")
        if name == "COUNT" and self.take("*"):
            self.need(")")
            return Node("ALL")
        self.inside = True
        node = self.deeper(self.condition)
        self.inside = False
        self.need(")")
        if not node.columns():
            raise FormulaError(f"{name}(...) without a column")
        if name == "AVG":
            return Node("/", (Node("SUM", (node,)), Node("COUNT", (node,))))
        return Node(name, (node,))


def truth(node: Node) -> Node:
    if node.kind not in TRUTHS:
        raise FormulaError("AND, OR and NOT join comparisons such as rounds > 10")
    return node


def power(node: Node) -> int:
    """How the value grows with the number of games: a sum by 1, an average not at all. Only what settles has an interval."""
    if node.kind in ("SUM", "COUNT", "ALL"):
        return 1
    if node.kind == "number":
        return 0
    grown = [power(part) for part in node.parts]
    if node.kind == "*":
        return grown[0] + grown[1]
    if node.kind == "/":
        return grown[0] - grown[1]
    if len(set(grown)) > 1:
        raise FormulaError(f"{node.kind} joins a sum with an average: one grows with the number of games, the other does not")
    return grown[0]
