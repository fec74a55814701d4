"""A sample: what a probe saw in a range of games of one cell, as arrays, a row for each thing seen.

It is a pure function of names and plain data, as a block is, so any crew can play it and the store can keep it. How games were cut
into ranges leaves no trace: arrays of neighbouring ranges are put one behind the other.
"""

import io
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Event, Lock

import numpy as np

from simlab.play.probes.probe import Arrays, Probe, Setting
from simlab.players.registry import make_line_up
from simlab.runs.parts import Played, Stage, Stopped
from simlab.runs.store import pieces
from simlab.scenarios.plan import Plan

HEAD = struct.Struct("<qq")  # games, arrays
FAST = 1  # level of compression: most of what is seen is nothing, over and over


@dataclass(frozen=True)
class Sample:
    """What was seen in a range of games."""

    units: int
    arrays: Arrays

    @classmethod
    def joined(cls, parts: Sequence["Sample"]) -> "Sample":
        """Of ranges that follow one another."""
        columns = zip(*(part.arrays for part in parts), strict=True)
        return cls(sum(part.units for part in parts), tuple(np.concatenate(column) for column in columns))

    def to_bytes(self) -> bytes:
        file = io.BytesIO()
        for array in self.arrays:
            np.save(file, array)
        return HEAD.pack(self.units, len(self.arrays)) + zlib.compress(file.getvalue(), FAST)

    @classmethod
    def from_bytes(cls, raw: bytes) -> "Sample":
        units, count = HEAD.unpack_from(raw)
        file = io.BytesIO(zlib.decompress(raw[HEAD.size :]))
        return cls(units, tuple(np.load(file, allow_pickle=False) for _ in range(count)))


class ProbeStage(Stage[Sample]):
    """A plan with its players compiled, looked into. A cell is one variant at one point of the grid; seats are not rotated."""

    form = Sample

    def __init__(self, plan: Plan, probe: Probe, policy_files: Sequence[str] = ()) -> None:
        super().__init__(plan, policy_files)
        self.probe: Probe = probe
        self.arms = [arm for point in plan.points for arm in point.arms]
        self._lock = Lock()
        self._settings: dict[int, Setting] = {}

    def games(self, cell: int) -> int:
        return 1

    def setting(self, cell: int) -> Setting:
        with self._lock:
            if cell not in self._settings:
                arm, plan = self.arms[cell], self.plan
                line_up = make_line_up(plan.game, arm.policies, arm.rules, plan.own)
                self._settings[cell] = Setting(plan.game, line_up, arm.rules, plan.scenario.seed)
                self.probe.prepare(self._settings[cell])
            return self._settings[cell]

    def play(self, cell: int, first: int, last: int, stop: Event | None = None) -> Played[Sample]:
        setting, parts = self.setting(cell), []
        for begin, end in pieces((first, last), self.probe.CHUNK):
            if stop is not None and stop.is_set():
                raise Stopped
            parts.append(Sample(end - begin, self.probe.play(setting, begin, end - begin)))
        return Played(Sample.joined(parts))
