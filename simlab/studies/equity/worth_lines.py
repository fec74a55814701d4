"""What actions are worth, in lines of text: a ranked table with bars, the answer in a sentence, and where the numbers come from."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simlab.studies.equity.measure import Equity, Worth

BAR = 24  # letters of the longest bar


def table_lines(equity: "Equity", most: int) -> list[str]:
    """The ranked table with bars."""
    shown = equity.worths[:most]
    width = max(len(worth.name) for worth in shown)
    low, high = min(0.0, min(w.value for w in shown)), max(w.value for w in shown)
    value = f"{equity.goal.name} ({equity.goal.unit})" if equity.goal.unit not in (equity.goal.name, "share") else equity.goal.name
    wide = max(10, len(value))
    lines = [f"{'action':{width}}  {value:>{wide}}" + ("" if equity.exact else f"  {'95 % interval':>19}") + "  loss to best"]
    for worth in shown:
        bar = "█" * round(BAR * (worth.value - low) / (high - low or 1.0))
        middle = "" if equity.exact else f"  {amount(equity, worth.low):>8} to {amount(equity, worth.high):>7}"
        lines.append(f"{worth.name:{width}}  {amount(equity, worth.value):>{wide}}{middle}  {loss(equity, worth):24} {bar}")
    if len(equity.worths) > most:
        lines.append(f"... and {len(equity.worths) - most} more, each worse")
    return [line.rstrip() for line in lines]


def amount(equity: "Equity", value: float) -> str:
    if equity.goal.is_share:
        return f"{100 * value:.2f} %"
    return f"{value:.4f}" if equity.exact else f"{value:.3f}"


def loss(equity: "Equity", worth: "Worth") -> str:
    if worth is equity.best:
        return "best"
    if equity.exact:
        return amount(equity, worth.loss) if worth.loss else "as good"
    return f"{amount(equity, worth.loss)} ({amount(equity, worth.loss_low)} to {amount(equity, worth.loss_high)})"


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
    worth = f"{amount(equity, best.value)}{unit}"
    if len(equity.worths) == 1:
        return f"There is only one action: {best.name}, {worth}."
    second = equity.worths[1]
    if equity.exact:
        equal = [w.name for w in equity.worths[1:] if w.loss == 0.0]
        rest = f"; as good: {', '.join(equal)}" if equal else f"; the next, {second.name}, is worth {amount(equity, second.loss)} less"
        return f"Best: {best.name}, {worth}, exactly{rest}."
    if equity.settled:
        near, far = amount(equity, second.loss_low), amount(equity, second.loss_high)
        return f"Best: {best.name}, {worth}; the next, {second.name}, loses {amount(equity, second.loss)} ({near} to {far})."
    most = max(w.loss_high for w in equity.equals)
    names = [w.name for w in equity.equals]
    listed = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"Not settled: {best.name} leads with {worth}; {listed} may be as good (they lose at most {amount(equity, most)}{unit})."


def origin(equity: "Equity") -> str:
    """What the numbers are."""
    if equity.exact:
        return f"Value: {equity.goal.doc}; every card that may come was counted."
    who = " and ".join(equity.players) + (" plays on" if len(equity.players) == 1 else " play on")
    return f"Value: {equity.goal.doc}; {equity.worlds:,} imagined worlds, the same for every action; {who}."
