"""What is a game worth to whom, if players follow a rule of thumb, and if they play as well as is known? Two players.

python -m tools.worth       plays what is missing and writes the table of docs/strength.md; what is known lies in tools/worth.json
"""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import simlab
from simlab.disk import write_whole

ROOT = Path(__file__).parent.parent
PAGE, FILE = ROOT / "docs" / "strength.md", Path(__file__).with_name("worth.json")
BEGIN, END = "<!-- worth -->", "<!-- /worth -->"
SEED = 7
FIRST_SEAT = "share of the win of the first seat"
SEARCH = {"name": "search", "worlds": 16}


@dataclass(frozen=True)
class Question:
    """What is asked of a game, who plays it well, and how many games of either kind are played."""

    game: str
    title: str
    metric: str
    strong: Any
    many: int
    games: int
    seat: int | None = None
    knobs: dict[str, Any] = field(default_factory=dict)
    define: dict[str, str] = field(default_factory=dict)

    @property
    def key(self) -> str:
        return f"{self.game}: {self.title}"


QUESTIONS = (
    Question("jester", FIRST_SEAT, "win", "learned", 40_000, 40_000, seat=0),
    Question("jester", "points of the jester a round, less the other's", "edge", "learned", 40_000, 40_000,
             define={"edge": "SUM(players * jester_net - pts_low - pts_high - pts_bj - pts_poker) / SUM(rounds * (players - 1))"}),
    Question("showdown", FIRST_SEAT, "win", "expert", 40_000, 4_000, seat=0),
    Question("fortune", FIRST_SEAT, "win", "learned", 40_000, 40_000, seat=0),
    Question("fortune", "chips of the dealer a round", "edge", "solved", 1_000_000, 1_000_000, knobs={"unit": "round"},
             define={"edge": "AVG((dealer = 'seat 0') * net_s0 + (dealer = 'seat 1') * net_s1)"}),
    Question("arcana", FIRST_SEAT, "win", SEARCH, 40_000, 300, seat=0),
    Question("battle", FIRST_SEAT, "win", SEARCH, 40_000, 150, seat=0),
)  # fmt: skip


def main() -> None:
    for question in QUESTIONS:
        print(question.key, measured(question), flush=True)
        write()


def measured(question: Question) -> dict[str, Any]:
    """As it is known, or played."""
    known = read_known()
    if question.key not in known:
        found = {"basic": asked(question, "basic", question.many), "strong": asked(question, question.strong, question.games)}
        known[question.key] = {**found, "games": question.games}
        write_whole(FILE, (json.dumps(known, indent=1, sort_keys=True) + "\n").encode())
    return dict(known[question.key])


def read_known() -> dict[str, Any]:
    return dict(json.loads(FILE.read_text(encoding="utf-8"))) if FILE.exists() else {}


def asked(question: Question, policy: Any, games: int) -> list[float]:
    """All seats play one policy."""
    scenario = {
        "game": question.game, "players": 2, "policies": policy, "rules": question.knobs, "rollouts": games, "seed": SEED,
        "metrics": [question.metric], **({"define": question.define} if question.define else {}),
    }  # fmt: skip
    found = simlab.run(scenario, report=False).summary.filter(metric=question.metric)
    if question.seat is not None:
        found = found.filter(seat=question.seat)
    row = found.row(0, named=True)
    return [float(row[column]) for column in ("estimate", "ci_low", "ci_high")]


def line(question: Question, found: dict[str, Any]) -> str:
    told = [f"{value:.3f} ({low:.3f} to {high:.3f})" for value, low, high in (found["basic"], found["strong"])]
    strong = question.strong if isinstance(question.strong, str) else question.strong["name"]
    return f"| {question.game} | {question.title} | {told[0]} | {told[1]} | `{strong}` | {found['games']:,} |"


def write() -> None:
    """The table of all that was measured."""
    known, text = read_known(), PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    head = [
        "| game | two players | all play `basic` | all play well | who that is | games of these |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    rows = [line(question, known[question.key]) for question in QUESTIONS if question.key in known]
    PAGE.write_text(f"{before}{BEGIN}\n" + "\n".join([*head, *rows]) + f"\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
