"""What the games of a range of deals leave behind, and what makes it: the words that stages, crews and the store share."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from threading import Event
from typing import Generic, NamedTuple, Protocol, Self, TypeVar

from simlab.play.probes.probe import Probe
from simlab.scenarios.plan import Plan


class Stopped(Exception):
    """The run was interrupted; what was begun is thrown away."""


class Part(Protocol):
    """What a range of deals leaves behind; parts of neighbouring ranges make that of both."""

    @property
    def units(self) -> int:
        """How many deals."""

    def to_bytes(self) -> bytes: ...

    @classmethod
    def from_bytes(cls, raw: bytes) -> Self: ...


P = TypeVar("P", bound=Part)


class Played(NamedTuple, Generic[P]):
    """What comes back of a range: its part, and one row for each game where the scenario keeps them (a parquet file's bytes)."""

    part: P
    rows: bytes = b""


class Stage(ABC, Generic[P]):
    """A plan ready to be played, cell by cell; what a cell is, and what its games leave behind, the stage says."""

    form: type[P]  # what kind of part
    probe: Probe | None = None  # what looks into the games; nothing where they are added up

    def __init__(self, plan: Plan, policy_files: Sequence[str] = ()) -> None:
        self.plan, self.policy_files = plan, tuple(policy_files)

    @abstractmethod
    def games(self, cell: int) -> int:
        """Games that are played of one deal."""

    @abstractmethod
    def play(self, cell: int, first: int, last: int, stop: Event | None = None) -> Played[P]:
        """Deals first .. last - 1. The same bytes whoever plays them, and however they are cut."""
