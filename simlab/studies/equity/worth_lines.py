"""What actions are worth, in lines of text: a ranked table with bars, the answer in a sentence, and where the numbers come from."""

from typing import TYPE_CHECKING

from simlab.stats.digits import rounded, worth

if TYPE_CHECKING:
    from simlab.studies.equity.measure import Equity, Worth

BAR = 24  # letters of the longest bar


def table_lines(equity: "Equity", most: int) -> list[str]:
    """The ranked table with bars."""
    shown = equity.worths[:most]
    width = max(len(one.name) for one in shown)
    low, high = min(0.0, min(w.value for w in shown)), max(w.value for w in shown)
    value = f"{equity.goal.name} ({equity.goal.unit})" if equity.goal.unit not in (equity.goal.name, "share") else equity.goal.name
    wide = max(10, len(value))
    lines = [f"{'action':{width}}  {value:>{wide}}" + ("" if equity.exact else f"  {'95 % interval':>19}") + "  loss to best"]
    for one in shown:
        bar = "█" * round(BAR * (one.value - low) / (high - low or 1.0))
        value, near, far = value_and_ends(equity, one)
        middle = "" if equity.exact else f"  {near:>8} to {far:>7}"
        lines.append(f"{one.name:{width}}  {value:>{wide}}{middle}  {loss(equity, one):24} {bar}")
    if len(equity.worths) > most:
        lines.append(f"... and {len(equity.worths) - most} more, each worse")
    return [line.rstrip() for line in lines]


def amount(equity: "Equity", value: float, error: float) -> str:
    """With as many digits as it is worth; four where every card was counted."""
    scale, sign, places = (100.0, " %", 2) if equity.goal.is_share else (1.0, "", 4)
    return f"{scale * value:.{places}f}{sign}" if equity.exact else rounded(scale * value, scale * error) + sign


def value_and_ends(equity: "Equity", one: "Worth") -> list[str]:
    """What an action is worth, from and to."""
    error = worth(None, one.low, one.high)
    return [amount(equity, value, error) for value in (one.value, one.low, one.high)]


def loss(equity: "Equity", one: "Worth") -> str:
    """`best`, or what it loses to the best with its interval."""
    if one is equity.best:
        return "best"
    error = worth(None, one.loss_low, one.loss_high)
    value, near, far = (amount(equity, value, error) for value in (one.loss, one.loss_low, one.loss_high))
    if equity.exact:
        return value if one.loss else "as good"
    return f"{value} ({near} to {far})"


def finding(equity: "Equity") -> str:
    """The answer in a sentence, with its uncertainty; where a solved strategy mixes, that no action it takes is a mistake."""
    return " ".join([best_of(equity), *([mixing(equity)] if equity.mixed else [])])


def mixing(equity: "Equity") -> str:
    """`The solved strategy mixes here: pass 67 %, bet 33 %; none of them is a mistake.`"""
    ranked = sorted(equity.mixed.items(), key=lambda pair: -pair[1])
    told = ", ".join(f"{equity.position.name(action)} {100 * chance:.0f} %" for action, chance in ranked)
    return f"The solved strategy mixes here: {told}; none of them is a mistake."


def best_of(equity: "Equity") -> str:
    best, unit = equity.best, "" if equity.goal.is_share else f" {equity.goal.unit}"
    said = f"{value_and_ends(equity, best)[0]}{unit}"
    if len(equity.worths) == 1:
        return f"There is only one action: {best.name}, {said}."
    second = equity.worths[1]
    if equity.exact:
        equal = [w.name for w in equity.worths[1:] if w.loss == 0.0]
        rest = f"; as good: {', '.join(equal)}" if equal else f"; the next, {second.name}, is worth {loss(equity, second)} less"
        return f"Best: {best.name}, {said}, exactly{rest}."
    if equity.settled:
        return f"Best: {best.name}, {said}; the next, {second.name}, loses {loss(equity, second)}."
    most = max(w.loss_high for w in equity.equals)
    bound = amount(equity, most, most / 10)
    names = [w.name for w in equity.equals]
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"Not settled: {best.name} leads with {said}; {listed} may be as good (they lose at most {bound}{unit})."


def origin(equity: "Equity") -> str:
    """What the numbers are."""
    if equity.exact:
        return f"Value: {equity.goal.doc}; every card that may come was counted."
    who = " and ".join(equity.players) + (" plays on" if len(equity.players) == 1 else " play on")
    return f"Value: {equity.goal.doc}; {equity.worlds:,} imagined worlds, the same for every action; {who}."
