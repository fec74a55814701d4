"""What a run found out, for Python and notebooks: tables, sentences, charts, the report."""

from functools import cached_property
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from simlab.reports.answers import answer, findings
from simlab.reports.rundir import Row, Run

if TYPE_CHECKING:
    import pandas as pd

    from simlab.reports.charts.kit import Chart


class Result:
    """A finished run directory."""

    def __init__(self, folder: str | Path, keeper: Any = None) -> None:
        self.folder = Path(folder)
        self._keeper = keeper  # a temporary folder lives as long as its result
        self._run = Run(self.folder)

    @property
    def question(self) -> str:
        return self._run.question

    @property
    def summary(self) -> pl.DataFrame:
        """One row for each number: variant, swept knobs, players, metric, seat, level, estimate and its interval."""
        return self._run.results

    @property
    def pairs(self) -> pl.DataFrame:
        """Each variant against the baseline: paired difference, interval, gain of pairing, verdict."""
        return self._run.pairs

    @property
    def histograms(self) -> pl.DataFrame:
        """How many games had each value of the small whole-number columns."""
        return self._run.histograms

    def to_pandas(self) -> "pd.DataFrame":
        return self.summary.to_pandas()

    @cached_property
    def answers(self) -> list[str]:
        """The answer to the question, in one to three sentences."""
        return answer(self._run)

    @cached_property
    def findings(self) -> list[str]:
        """The numbers in words."""
        return findings(self._run)

    def figures(self) -> "dict[str, Chart]":
        """The charts by name; in a notebook each shows itself."""
        from simlab.reports.charts.of_run import charts

        return {chart.name: chart for chart in charts(self._run)}

    @property
    def report_path(self) -> Path:
        return self.folder / "report.html"

    def write_report(self, weight: int | None = None) -> Path:
        """`report.html` and the charts as PNG and SVG; `weight` is how many letters its pictures may take."""
        from simlab.reports.page import write as page

        page.write(self._run, self.findings, list(self.figures().values()), self.report_path, weight or page.MOST_PICTURES)
        return self.report_path

    @property
    def cell_columns(self) -> list[str]:
        return self._run.cell_columns

    def headline_rows(self) -> list[Row]:
        return [row for name in self._run.headline for row in self._run.rows(name)]

    def table(self, full: bool = False) -> tuple[list[str], list[list[str]]]:
        """Head and rows, for people: what was asked, or every headline number."""
        from simlab.reports.tables import full_table, short_table

        return full_table(self._run) if full else short_table(self._run)

    @property
    def who_plays(self) -> str:
        """Who played, and how much: `the basic player at every seat: 100,000 games for each cell`."""
        from simlab.reports.page.players import line_up

        games = {cell["games"] for cell in self._run.manifest["cells"]}
        many = f"{max(games):,}" if len(games) == 1 else f"{min(games):,} to {max(games):,}"
        return f"{line_up(self._run)}: {many} {self._run.unit}s for each cell"

    def as_json(self) -> Row:
        """Plain data: question, findings, estimates, comparisons."""
        return {
            "question": self.question,
            "answer": self.answers,
            "folder": str(self.folder),
            "findings": self.findings,
            "results": [finite(row) for row in self.summary.to_dicts()],
            "pairs": [finite(row) for row in self.pairs.to_dicts()],
        }

    def __repr__(self) -> str:
        return f"<Result: {self.question or self._run.manifest['game']['name']}>"

    def _repr_html_(self) -> str:
        head = f"<h3>{escape(self.question)}</h3>" if self.question else ""
        items = "".join(f"<li>{escape(sentence)}</li>" for sentence in self.findings)
        metrics = pl.col("metric").is_in(self._run.headline) & pl.col("estimate").is_not_null()
        return f"{head}<ul>{items}</ul>{self.summary.filter(metrics)._repr_html_()}"


def finite(row: Row) -> Row:
    """JSON has no infinity: a gain without end is null."""
    return {key: None if isinstance(value, float) and value in (float("inf"), float("-inf")) else value for key, value in row.items()}


def answers_of(result: Result) -> list[str]:
    """What a run says to its question, as sentences."""
    return result.answers
