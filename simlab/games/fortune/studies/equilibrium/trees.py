"""Who may bet what: the bets of one betting round between two with equal stakes, as a tree of choices, within what buckets think about.

A leaf is a fold, or a call at some stake of each; a call before the draw leads to the second betting. Levels and sizes are those of
FO-3.6 to FO-3.9, FO-4.11 and FO-4.15 with an ante of one chip; `tests` hold them against the engine.
"""

from dataclasses import dataclass, field

from simlab.games.fortune.abstraction import LASTING
from simlab.games.fortune.rules import Arcana, Bet

JUSTICE, DEVIL = 2 + LASTING.index(Arcana.JUSTICE), 2 + LASTING.index(Arcana.DEVIL)
MOST_RAISES = 4
NOBODY = -1


@dataclass(frozen=True)
class Leaf:
    """Somebody folded with this stake, or all is called at it."""

    folder: int  # place of who folded, or NOBODY
    stake: int  # of the folder, or of each
    line: int  # bets and raises, see `abstraction.line`
    opener: int  # place of who bet first, or NOBODY


@dataclass(frozen=True)
class Node:
    """A choice: actions in their order, and what follows each: a number of a node, or -1 - a number of a leaf."""

    place: int
    line: int
    opener: int
    actions: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)

    @property
    def legal(self) -> int:
        return sum(1 << action for action in self.actions)


class BetTree:
    """Nodes stand behind those that lead to them."""

    def __init__(self, chips: int, stake: int, kind: int, burnt: int) -> None:
        """Each has put in `stake` of his `chips`, and so much of the pot is lost."""
        self.chips, self.stake, self.kind, self.burnt = chips, stake, kind, burnt
        self.nodes: list[Node] = []
        self.leaves: list[Leaf] = []
        self.grow(Node(0, 0, NOBODY), (0, 0), 0, False)

    def grow(self, node: Node, bets: tuple[int, int], raises: int, checked: bool) -> int:
        """Add a choice with all that follows it; returns its number."""
        number, me, level = len(self.nodes), node.place, max(bets)
        self.nodes.append(node)
        if level > bets[me]:
            self.add(node, Bet.FOLD, self.leaf(Leaf(me, self.stake + bets[me], node.line, node.opener)))
        if level == 0 and not checked:
            self.add(node, Bet.CALL, self.grow(Node(1 - me, node.line, node.opener), bets, raises, True))
        else:
            self.add(node, Bet.CALL, self.called(node, level))
        for action, target in self.raises(bets, me, raises):
            line = longer(node.line, raises, action)
            after = Node(1 - me, line, node.opener if raises else me)
            self.add(node, action, self.grow(after, put(bets, me, target), raises + 1, True))
        for action, target in self.justice(bets, me):
            self.add(node, action, self.called(node, target))
        return number

    def add(self, node: Node, action: int, after: int) -> None:
        node.actions.append(int(action))
        node.after.append(after)

    def leaf(self, found: Leaf) -> int:
        self.leaves.append(found)
        return -len(self.leaves)

    def called(self, node: Node, level: int) -> int:
        return self.leaf(Leaf(NOBODY, self.stake + level, node.line, node.opener))

    def raises(self, bets: tuple[int, int], me: int, raises: int) -> list[tuple[Bet, int]]:
        """Raises that are thought about, and the level that each sets."""
        level, everything = max(bets), self.chips - self.stake
        if raises >= MOST_RAISES or bets[1 - me] == everything:
            return []
        pot = 2 * self.stake - self.burnt + sum(bets) + level - bets[me]
        floor = 2 * level if self.kind == DEVIL else 0
        least, half, whole = (max(level + more, floor) for more in (1, max(1, pot // 2), max(1, pot)))
        found = {Bet.RAISE_MIN: least} if least < everything else {}
        found |= {Bet.RAISE_HALF: half} if least < half < everything else {}
        found |= {Bet.RAISE_POT: whole} if half < whole < everything else {}
        found |= {Bet.ALL_IN: everything} if max(level + 1, floor) <= everything else {}
        return [(bet, to) for bet, to in found.items() if thought_about(bet, raises, Bet.RAISE_POT in found)]

    def justice(self, bets: tuple[int, int], me: int) -> list[tuple[Bet, int]]:
        """Calls for less, and the level that each sets."""
        level, own = max(bets), bets[me]
        if self.kind != JUSTICE or level == own:
            return []
        least, half = max(1, own), own + (level - own) // 2
        found = [(Bet.JUSTICE_MIN, least)] if least < level else []
        return found + ([(Bet.JUSTICE_HALF, half)] if least < half else [])


def thought_about(bet: Bet, raises: int, pot: bool) -> bool:
    """As `abstraction.choices` has it."""
    if raises == 2:
        return bet == Bet.ALL_IN or bet == Bet.RAISE_POT or (bet == Bet.RAISE_HALF and not pot)
    return raises < 2 or bet == Bet.ALL_IN


def put(bets: tuple[int, int], place: int, level: int) -> tuple[int, int]:
    return (level, bets[1]) if place == 0 else (bets[0], level)


def longer(line: int, raises: int, bet: Bet) -> int:
    """A line with one raise more, as `abstraction.line` writes it."""
    sizes = (line >> 3) + ((bet - Bet.RAISE_MIN) << 2 * raises if raises < 2 else 0)
    return sizes << 3 | (raises + 1 + 2 * (raises >= 2 and bet == Bet.ALL_IN))
