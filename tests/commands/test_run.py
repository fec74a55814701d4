"""`simlab run`: a scenario as typed."""

import json

from tests.commands.typed import typed


def test_run_takes_changes_of_the_command_line(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_text("game: template\nrollouts: 300\nquestion: Who wins?\n")
    found = json.loads(typed("run", str(path), "--rules", "rules.deals=3", "--seed", "9", "--json", "--out", str(tmp_path / "out")))
    rounds = next(row for row in found["results"] if row["metric"] == "rounds")
    assert rounds["estimate"] == 3
    shown = typed("run", str(path), "--rules", "rules.deals=3", "--seed", "9", "--games", "400", "--out", str(tmp_path / "out"))
    assert "Who wins?" in shown
    assert shown.strip().splitlines()[-1] == f"report: {tmp_path / 'out' / 'report.html'}"
    assert typed("run", str(path), "--quiet", "--out", str(tmp_path / "quiet")) == ""
