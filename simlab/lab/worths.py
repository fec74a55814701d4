"""What actions are worth, as a page draws it: values with their intervals, the answer in a sentence, where the numbers come from."""

from typing import Any

from simlab.reports.playing_cards.sight import drawn
from simlab.studies.equity.measure import Equity
from simlab.studies.equity.worth_lines import finding, origin, value_and_ends

MOST_WORTHS = 64


def equity_data(found: Equity) -> dict[str, Any]:
    told = [value_and_ends(found, w) for w in found.worths[:MOST_WORTHS]]
    rows = [
        {
            "action": w.action, "name": w.name, "line": drawn([w.name])[0], "value": w.value, "low": w.low, "high": w.high, "loss": w.loss,
            "told": value, "ends": ends, "may_be_best": w.loss_low <= 0.0,
        }
        for w, (value, *ends) in zip(found.worths, told, strict=False)
    ]  # fmt: skip
    return {
        "rows": rows, "finding": finding(found), "origin": origin(found), "exact": found.exact, "settled": found.settled,
        "worlds": found.worlds, "unit": found.goal.unit, "goal": found.goal.doc,
    }  # fmt: skip
