"""Which findings turn round when the others play well? A habit, or the first seat, against a rule of thumb and against searchers.

python -m tools.turned [GAME ...]       plays what is missing, two players, and writes the table of docs/solving.md; what is known lies in
                                        tools/turned.json
"""

import json
import sys
from pathlib import Path
from typing import Any

import simlab
from simlab.contract.catalogue import load
from simlab.disk import write_whole

ROOT = Path(__file__).parent.parent
PAGE, FILE = ROOT / "docs" / "solving.md", Path(__file__).with_name("turned.json")
BEGIN, END = "<!-- turned -->", "<!-- /turned -->"
GAMES = {"jester": 300, "fortune": 300, "showdown": 200, "arcana": 100, "battle": 60}  # deals against searchers, each in both rotations
MANY = 10_000  # ... and against a rule of thumb
WORLDS = 16
EVEN = 0.5
SEAT, USUAL = "the first seat", "basic"


def main(names: list[str]) -> None:
    for name in names or list(GAMES):
        for what in findings(name):
            print(name, what, measured(name, what), flush=True)
            write()


def findings(name: str) -> list[str]:
    """`basic` for comparison, every rule of thumb with a habit of its own, and the first seat."""
    return [USUAL, *(policy.name for policy in load(name).policies if policy.name != USUAL), SEAT]


def measured(name: str, what: str) -> dict[str, Any]:
    """As it is known, or played."""
    known = read_known()
    if (kept := known.get(name, {}).get(what)) is not None:
        return dict(kept)
    strong = {"name": "search", "worlds": WORLDS}
    data = {"game": name, "what": what, "basic": share(name, what, "basic", MANY), "search": share(name, what, strong, GAMES[name])}
    known.setdefault(name, {})[what] = data
    write_whole(FILE, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    return data


def read_known() -> dict[str, dict[str, Any]]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def share(name: str, what: str, others: Any, deals: int) -> list[float]:
    """Of the win, with its interval: of the habit against these others, or of the first seat among them."""
    scenario = {"game": name, "players": 2, "policies": others, "rollouts": deals, "seed": 7, "metrics": ["win"]}
    if what == SEAT:
        row = simlab.run(scenario, report=False).summary.filter(metric="win", seat=0).row(0, named=True)
    else:
        scenario |= {"policies": {"default": others, "0": what}, "rotate_seats": True}
        row = simlab.run(scenario, report=False).summary.filter(metric="win_by_player").row(0, named=True)
    return [float(row[column]) for column in ("estimate", "ci_low", "ci_high")]


def side(found: list[float], than: list[float]) -> int:
    """1 surely more than another share, -1 surely less, 0 not settled."""
    return int(found[1] > than[2]) - int(found[2] < than[1])


def verdict(found: dict[str, Any]) -> str:
    """Habits are measured by what `basic` itself wins there, the first seat by an even share."""
    if found["what"] == USUAL:
        return "for comparison"
    even = [EVEN, EVEN, EVEN]
    rival = even if found["what"] == SEAT else measured(found["game"], USUAL)["search"]
    before, after = side(found["basic"], even), side(found["search"], rival)
    if before == 0:
        return "not settled" if after == 0 else "only against searchers"
    return "not settled against searchers" if after == 0 else "holds" if before == after else "**turned round**"


def line(found: dict[str, Any]) -> str:
    told = [f"{value:.3f} ({low:.3f} to {high:.3f})" for value, low, high in (found["basic"], found["search"])]
    what = found["what"] if found["what"] == SEAT else f"`{found['what']}`"
    return f"| {found['game']} | {what} | {told[0]} | {told[1]} | {verdict(found)} |"


def write() -> None:
    """The table of all that was measured."""
    known = read_known()
    found = [known[name][what] for name in GAMES for what in sorted(known.get(name, {}))]
    head = ["| game | finding: share of the win of | against `basic` | against `search` | verdict |", "| --- | --- | --- | --- | --- |"]
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join([*head, *map(line, found)]) + f"\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
