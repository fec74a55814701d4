"""Measure everything in one run and write the table into docs/performance.md, between its markers."""

import platform
import sys
from datetime import date
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import llvmlite.binding as llvm

from benchmarks.timing import AVX_512, Row

MODULES = ["rankers", "hands", "rollouts", "leduc", "search", "since"]  # each has measure() -> list of rows
PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
BEGIN, END = "<!-- bench -->", "<!-- /bench -->"
PACKAGES = ("numba", "llvmlite", "numpy", "phevaluator", "eval7", "treys", "pokerkit", "open_spiel")


def main() -> None:
    rows: list[Row] = []
    for name in sys.argv[1:] or MODULES:
        for row in import_module(f"benchmarks.{name}").measure():
            print(f"{row.what:62} {number(row.value):>9} {row.unit:5} {row.verdict}", flush=True)
            rows.append(row)
    if len(sys.argv) == 1:
        write(rows)
    missed = [row.what for row in rows if row.verdict == "MISSED"]
    print(f"{len(missed)} bars missed" + "".join(f"\n  {what}" for what in missed))


def number(value: float) -> str:
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def goal(value: float | None, row: Row) -> str:
    if value is None:
        return ""
    return f"{'at least' if row.higher_is_better else 'at most'} {number(value)}"


def write(rows: list[Row]) -> None:
    head, rest = PAGE.read_text().split(BEGIN)
    lines = ["| what | measured | bar | moonshot | |", "|---|---|---|---|---|"]
    for row in rows:
        note = f" ({row.note})" if row.note and row.unit == "times" else ""
        lines.append(
            f"| {row.what}{note} | {number(row.value)} {row.unit} | {goal(row.bar, row)} | {goal(row.moonshot, row)} | {row.verdict} |"
        )
    body = "\n".join([machine(), "", *lines])
    PAGE.write_text(f"{head}{BEGIN}\n{body}\n{END}{rest.split(END)[1]}")


def machine() -> str:
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    width = "AVX-512" if AVX_512 else "no AVX-512, so batch bars are doubled"
    return f"Measured {date.today()} on {llvm.get_host_cpu_name()} ({width}), Python {platform.python_version()}, {packages}."


if __name__ == "__main__":
    main()
