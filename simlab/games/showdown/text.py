"""Showdown in words."""

from typing import Any

from simlab.cards import FRENCH
from simlab.games.showdown.rules import CATEGORIES, NOBODY, TRICKS, Fate, Point, Show
from simlab.masks import members


def cards_of(mask: int) -> list[int]:
    """Ids of a set, ascending."""
    return members(mask)


def write(mask: int) -> str:
    return FRENCH.write(cards_of(mask)) or "nothing"


def legal_cards(view: Any, rules: Any) -> list[int]:
    """The cards that may be played, in the order of their actions."""
    hand, led = cards_of(view.hand), int(view.open.led)
    following = [card for card in hand if card % 4 == led]
    return following if following and rules.must_follow else hand


def action_name(view: Any, rules: Any, action: int) -> str:
    if view.open.point == Point.SHOW:
        card = FRENCH.write([int(view.open.shown_card)])
        return f"keep {card}" if action == Show.KEEP else f"reject {card}"
    if view.open.point == Point.PLAY:
        return f"play {FRENCH.write([legal_cards(view, rules)[action]])}"
    thrown = [card for place, card in enumerate(cards_of(view.hand)) if action >> place & 1]
    return f"throw {FRENCH.write(thrown)}" if thrown else "stand pat"


def table_text(view: Any, rules: Any) -> str:
    """What this seat sees, in a few lines."""
    lines = [heading(view, rules), scores(view, rules)]
    if view.open.trick > 0:
        lines += trick_lines(view, rules)
    else:
        lines += [line for phase in range(int(rules.draws)) for line in phase_lines(view, rules, phase)]
    return "\n".join([*lines, own_cards(view)])


def heading(view: Any, rules: Any) -> str:
    table = view.open
    where = f"trick {table.trick} of {TRICKS}" if table.point == Point.PLAY else f"draw {table.draw} of {rules.draws}"
    return f"round {view.round}, {where}; seat {table.first} is first, stock {table.stock_size}"


def scores(view: Any, rules: Any) -> str:
    """Points by seat; a circle stands behind those who have one."""
    table = view.open
    told = [f"{table.points[s]}{' (circle)' if table.circle_round[s] != -1 else ''}" for s in range(int(rules.players))]
    return f"points {', '.join(told)}; target {rules.target}"


def phase_lines(view: Any, rules: Any, phase: int) -> list[str]:
    """What everybody knows of one draw and the scoring after it."""
    table, seats = view.open, range(int(rules.players))
    if max(int(table.thrown[phase, s]) for s in seats) < 0:
        return []
    thrown = [f"seat {s} {thrown_text(view, phase, s)}" for s in seats if table.thrown[phase, s] >= 0]
    lines = [f"draw {phase + 1} threw: {', '.join(thrown)}"]
    shown = [f"seat {s} {write(table.revealed[phase, s])}" for s in seats if table.revealed[phase, s] != 0]
    if shown:
        lines.append(f"phase {phase + 1} showed: {'; '.join(shown)}")
    if phase + 1 < table.draw:
        lines.append(scored_text(table, phase))
    return lines


def scored_text(table: Any, phase: int) -> str:
    paid = [f"seat {s} with {CATEGORIES[table.category[phase, s]]}" for s in table.awards[phase] if s != NOBODY]
    return f"phase {phase + 1} scored: {', '.join(paid) or 'nobody'}"


def thrown_text(view: Any, phase: int, seat: int) -> str:
    """How many, and what was shown, kept or rejected."""
    table = view.open
    shown = [FRENCH.write([int(card)]) for card in table.shown[phase, seat] if card >= 0]
    fates = ["rejected"] * len(shown)
    if shown and table.fate[phase, seat] != Fate.REJECTED:
        fates[-1] = "kept" if table.fate[phase, seat] == Fate.KEPT else "waits"
    told = "".join(f" ({card} {fate})" for card, fate in zip(shown, fates, strict=True))
    up = f" ({write(table.face_up[phase, seat])})" if table.face_up[phase, seat] != 0 else ""
    return f"{table.thrown[phase, seat]}{up}{told}"


def trick_lines(view: Any, rules: Any) -> list[str]:
    """Open hands, tricks gone, and the cards on the table in the order played."""
    table, n = view.open, int(rules.players)
    lines = [] if table.trick > 1 or table.turn > 0 else [scored_text(table, phase) for phase in range(int(rules.draws))]
    hands = [(s, int(table.revealed[table.draw - 1, s])) for s in range(n) if s != view.seat]
    left = [f"seat {s} {write(hand & ~played_mask(table, s))}" for s, hand in hands if hand != 0]
    if left and table.trick < TRICKS:
        lines.append(f"open hands: {'; '.join(left)}")
    takers = [str(int(s)) for s in table.taker if s != NOBODY]
    if takers:
        lines.append(f"tricks went to seat {', '.join(takers)}")
    order = [(int(table.leader) + k) % n for k in range(int(table.turn))]
    if order:
        lines.append("on the table: " + ", ".join(f"seat {s} {FRENCH.write([int(table.played[table.trick - 1, s])])}" for s in order))
    return lines


def played_mask(table: Any, seat: int) -> int:
    return sum(1 << int(card) for card in table.played[:, seat] if card >= 0)


def own_cards(view: Any) -> str:
    thrown = [write(cards) for cards in view.discards if cards != 0 and view.open.trick == 0]
    return f"you hold {write(view.hand)}" + (f"; you threw {', then '.join(thrown)}" if thrown else "")
