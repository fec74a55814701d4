"""What came of each kill, damage or hostile file: healed, refused in one line, or lost; told as lines of a table."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

TOLD: list["Count"] = []  # by the test that runs


@dataclass
class Count:
    """Tried, and how it ended."""

    what: str
    healed: int = 0  # the same answer, or the file was good after all
    refused: int = 0  # one line, nothing else
    lost: list[str] = field(default_factory=list)  # tracebacks, hangs, other answers

    @property
    def tried(self) -> int:
        return self.healed + self.refused + len(self.lost)

    def told(self) -> str:
        TOLD.append(self)
        print(self.line())
        return self.line()

    def line(self) -> str:
        return f"{self.what:44} tried {self.tried:5}  healed {self.healed:5}  refused {self.refused:5}  lost {len(self.lost):3}"


def together(counts: Iterable[Count]) -> list[Count]:
    """One count of each kind, and one of all."""
    kinds: dict[str, Count] = {}
    total = Count("all")
    for count in counts:
        for sum_ in (kinds.setdefault(count.what, Count(count.what)), total):
            sum_.healed += count.healed
            sum_.refused += count.refused
            sum_.lost += count.lost
    return [*kinds.values(), total]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """At the end of the tests, whichever process ran them: what was tried, and what came of it."""
    reports = [report for kind in terminalreporter.stats.values() for report in kind if getattr(report, "when", "") == "teardown"]
    counts = [Count(**count) for report in reports for name, count in report.user_properties if name == "tried"]
    if counts:
        terminalreporter.section("what was tried, and what came of it")
        terminalreporter.write_line("\n".join(count.line() for count in together(counts)))
