"""How the checks of a scenario stand.

A check holds when the whole interval lies where it should, is broken when the whole interval lies outside, and is not settled
otherwise. The intervals are confidence sequences, so playing may stop at the first look that settles it.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from simlab.runs.moments import Moments, covariance, estimate, slope
from simlab.scenarios.checks import Check, checked_numbers
from simlab.scenarios.plan import Plan
from simlab.scenarios.selectors import Number
from simlab.stats.claims import in_brackets, in_words
from simlab.stats.estimates import UNKNOWN, Estimate
from simlab.stats.looks import FIRST, Always, Look
from simlab.stats.power import games_to_tell

NEVER = 0.001  # `==` holds once an exception is known to be rarer than this

State = Literal["holds", "broken", "not settled"]


@dataclass(frozen=True)
class Case:
    """A check of one number, and what is known about it."""

    check: Check
    number: Number
    state: State = "not settled"
    found: Estimate = UNKNOWN
    games: int = 0  # played when it was settled, or until playing stopped
    needs: int | None = None  # games that would settle it 95 times in 100
    others: tuple[tuple[str, "Case"], ...] = ()  # the same check under other policies (`also:`), by their names

    def again(self, policy: str, other: "Case") -> "Case":
        """With what another policy made of it."""
        return replace(self, others=(*self.others, (policy, other)))

    @property
    def turned(self) -> list[str]:
        """Policies under which it stands the other way: broken where it holds, or the reverse."""
        return [name for name, other in self.others if {self.state, other.state} == {"holds", "broken"}]

    def look_at(self, moments: Moments, look: Look) -> "Case":
        """What the games so far say."""
        found = estimate(self.number.metric, moments, self.number.arm, look)
        seen = replace(self, found=found, games=moments.games, needs=self.power(found, moments, look))
        if self.check.exactly is not None:
            return replace(seen, state=self.exact(moments, look))
        if found.low is None or found.high is None:
            return seen
        low, high = self.check.low, self.check.high
        if not found.std_error and found.value in (low, high):  # on the line, in every game
            enough = look.unseen(moments.units) < NEVER
            return replace(seen, state="not settled" if not enough else "holds" if self.check.ends else "broken")
        if low <= found.low and found.high <= high:
            return replace(seen, state="holds")
        return replace(seen, state="broken" if found.high < low or high < found.low else "not settled")

    def exact(self, moments: Moments, look: Look) -> State:
        """Exact sums tell whether a single game was different."""
        found = slope(self.number.metric, moments, self.number.arm)
        if found is None:
            return "not settled"
        same = found.value == self.check.exactly and covariance(moments, self.number.arm, found, self.number.arm, found) == 0
        if not same:
            return "broken"
        return "holds" if look.unseen(moments.units) < NEVER else "not settled"

    def power(self, found: Estimate, moments: Moments, look: Look) -> int | None:
        """Games after which a number like this one is off the nearest end 95 times in 100."""
        if self.check.exactly is not None or found.value is None or not found.std_error:
            return None
        away = min(abs(found.value - end) for end in (self.check.low, self.check.high))
        if away == 0.0:
            return None
        return max(FIRST, games_to_tell(found.std_error, away, moments.games, moments.units, look))


def cases(plan: Plan) -> list[Case]:
    """Every check of a scenario with every number it is about."""
    return [Case(check, number) for check, number in checked_numbers(plan)]


def strictness(mine: Sequence[Case]) -> Look:
    """All checks together are wrong at most 5 times in 100."""
    return Always().among(len(mine))


def worst(found: Sequence[Case]) -> State:
    states = {case.state for case in found}
    return "broken" if "broken" in states else "not settled" if "not settled" in states else "holds"


def sentences(found: Sequence[Case], several: bool) -> Iterator[tuple[Case, str]]:
    """Each case in words; what other policies turn round comes first."""
    for case in sorted(found, key=lambda case: not case.turned):
        where = ", ".join(f"{key} {value}" for key, value in case.number.cell.items()) if several else ""
        told = f"{case.number.name}{f' ({where})' if where else ''}: {estimate_text(case.found)} after {in_words(case.games)} games"
        if case.state == "not settled" and case.needs is not None:
            told += f"; about {in_words(case.needs)} games would settle it"
        elif case.check.exactly is not None and case.state == "holds":
            told += f"; no other in any of them, so rarer than 1 in {int(1 / NEVER):,}"
        elif case.needs is not None:
            told += f"; {in_words(case.needs)} settle it 95 times in 100"
        yield case, told + under_others(case)


def under_others(case: Case) -> str:
    """`; holds under search too`, `; broken under bully: 22.1 (21.8 to 22.4)`, what turns round first."""
    turned = [f"; {other.state} under {name}: {estimate_text(other.found)}" for name, other in case.others if name in case.turned]
    same = [name for name, other in case.others if other.state == case.state]
    rest = [f"; {other.state} under {name}" for name, other in case.others if name not in case.turned and other.state != case.state]
    return "".join([*turned, *([f"; {case.state} under {' and '.join(same)} too"] if same else []), *rest])


def estimate_text(found: Estimate) -> str:
    if found.value is None or found.low is None or found.high is None:
        return "nothing to see"
    return in_brackets(found)
