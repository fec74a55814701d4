"""What actions are worth, as a page draws it: values with their intervals, the answer in a sentence, where the numbers come from."""

from typing import Any

from simlab.lab.sight import drawn
from simlab.studies.equity.measure import Equity
from simlab.studies.equity.worth_lines import amount, finding, origin

MOST_WORTHS = 64


def equity_data(found: Equity) -> dict[str, Any]:
    rows = [
        {
            "action": w.action, "name": w.name, "line": drawn([w.name])[0], "value": w.value, "low": w.low, "high": w.high, "loss": w.loss,
            "told": amount(found, w.value), "ends": [amount(found, w.low), amount(found, w.high)], "may_be_best": w.loss_low <= 0.0,
        }
        for w in found.worths[:MOST_WORTHS]
    ]  # fmt: skip
    return {
        "rows": rows, "finding": finding(found), "origin": origin(found), "exact": found.exact, "settled": found.settled,
        "worlds": found.worlds, "unit": found.goal.unit, "goal": found.goal.doc,
    }  # fmt: skip
