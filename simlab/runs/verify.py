"""Is a run directory whole? Every link of the chain is looked at: identity, blocks, rows, tables and tracks, report and pictures.

Blocks are bound to the identity in the manifest, to their cell and their deals; tables are worked out again from the blocks where the
code is the one that played; the page names the manifest it was made of. Folders of studies hold runs and a page of their own.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simlab.contract.catalogue import load
from simlab.disk import read_whole
from simlab.errors import RunError, SimlabError
from simlab.folders import reading
from simlab.players.registry import read_from_file
from simlab.runs.blocks import SumStage
from simlab.runs.identity import identify
from simlab.runs.results import parquet_bytes, tables
from simlab.runs.store import HASH, NAME, SCENARIO, TABLES, Kept, Range, Store, bound_to, unpacked
from simlab.runs.sums import Sums
from simlab.scenarios import scenario as scenarios
from simlab.scenarios.plan import Plan
from simlab.scenarios.prepare import prepare
from simlab.seals import DONE, FILES, MANIFEST, checksum, manifest_in, page_seal, seal_of
from simlab.stats.looks import ONCE, Always
from simlab.words.titles import count

PAGE, STUDY = "report.html", "study.json"
DEPTH = ("*", "*/*", "*/*/*")  # how deep runs lie in a folder


@dataclass
class Verdict:
    """What was looked at in a folder, what is wrong with it, and what could not be looked at."""

    folder: Path
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    runs: int = 0
    blocks: int = 0
    files: int = 0

    @property
    def whole(self) -> bool:
        return not self.faults

    def sentence(self) -> str:
        """All of it in one line."""
        if self.faults:
            more = f" (and {len(self.faults) - 1} more)" if len(self.faults) > 1 else ""
            return f"{self.folder}: {self.faults[0]}{more}"
        return f"{self.folder} is whole: {count(self.runs, 'run')}, {count(self.blocks, 'block')}, {count(self.files, 'file')} checked"


def verify(folder: Path, policy_files: Sequence[str] = ()) -> Verdict:
    """Look at a folder of a run or a study, and at the runs inside it."""
    found = Verdict(folder)
    runs = [path.parent for depth in ("", *DEPTH) for path in sorted(folder.glob(f"{depth}/{MANIFEST}".lstrip("/"))) if path.is_file()]
    if not folder.is_dir() or not (runs or (folder / STUDY).is_file() or any(without_manifest(folder))):
        raise RunError(f"{folder}: not a run directory (there is no {MANIFEST} in it)")
    with reading(folder):
        found.faults += [f"{where(path.parent, folder)}{MANIFEST} is missing" for path in without_manifest(folder)]
        for place in runs:
            RunFolder(place, found, policy_files).look()
        if (folder / STUDY).is_file():
            look_at_page(folder, found, checksum((folder / STUDY).read_bytes()), STUDY)
    return found


def without_manifest(folder: Path) -> Iterator[Path]:
    """What only a run writes, where no manifest says what it is."""
    for depth in ("", *DEPTH):
        for path in sorted(folder.glob(f"{depth}/blocks".lstrip("/"))):
            if path.is_dir() and not (path.parent / MANIFEST).is_file() and any(path.glob("*/*.block")):
                yield path


def where(place: Path, folder: Path) -> str:
    """`also/1-honest/`, nothing for the folder itself."""
    inside = place.relative_to(folder)
    return "" if inside == Path() else f"{inside}/"


class RunFolder:
    """One run directory under examination."""

    def __init__(self, folder: Path, found: Verdict, policy_files: Sequence[str]) -> None:
        self.folder, self.found, self.policy_files = folder, found, policy_files
        self.inside = where(folder, found.folder)

    def fault(self, text: str) -> None:
        self.found.faults.append(f"{self.inside}{text}")

    def look(self) -> None:
        raw = (self.folder / MANIFEST).read_bytes()
        try:
            self.manifest = manifest_in(raw)
        except ValueError as error:
            self.fault(f"{MANIFEST} is damaged ({error})")
            return
        self.found.runs += 1
        if FILES not in self.manifest:
            self.found.notes.append(f"{self.inside or 'it'} was made by an older simlab, which kept no checksums")
            return
        if self.manifest.get("state") != DONE:
            self.fault(f"{MANIFEST} says that the run was not finished; start the same command again: it plays what is missing")
        self.bound = bound_to(self.manifest["identity"])
        self.look_at_files()
        self.look_at_blocks()
        if self.manifest.get("state") == DONE and TABLES[0] in self.manifest[FILES] and self.found.whole:
            self.look_at_tables()
        if not (self.folder / STUDY).is_file():
            look_at_page(self.folder, self.found, seal_of(raw), MANIFEST, self.inside)

    def look_at_files(self) -> None:
        """What the manifest names, and the runs of other policies beside it."""
        for name, wanted in self.manifest[FILES].items():
            self.found.files += 1
            if not (self.folder / name).is_file():
                self.fault(f"{name} is missing")
            elif checksum((self.folder / name).read_bytes()) != wanted:
                self.fault(f"{name} is damaged, or not of this run")
        for place in self.manifest.get("also", {}).values():
            if not (self.folder / place / MANIFEST).is_file() and self.manifest.get("state") == DONE and TABLES[0] in self.manifest[FILES]:
                self.fault(f"{place}/{MANIFEST} is missing")

    def look_at_blocks(self) -> None:
        """Every block, whether it is in the results or not, with its rows."""
        self.whole: dict[int, list[Range]] = {}
        for cell, piece, kept in self.blocks():
            self.found.blocks += 1
            where = f"blocks/{cell:05d}/{piece[0]:015d}-{piece[1]:015d}.block"
            if kept is None:
                self.fault(f"{where} is damaged, or of another run or place")
            elif not self.rows_are_whole(cell, piece, kept):
                self.fault(f"the rows of {where} are missing or damaged")
            else:
                self.whole.setdefault(cell, []).append(piece)

    def blocks(self) -> Iterator[tuple[int, Range, Kept | None]]:
        for path in sorted((self.folder / "blocks").glob("*/*.block")):
            name = NAME.fullmatch(path.name)
            if name is not None and path.parent.name.isdigit():
                cell, piece = int(path.parent.name), (int(name[1]), int(name[2]))
                yield cell, piece, unpacked(self.bound, cell, piece, read_whole(path))

    def rows_are_whole(self, cell: int, piece: Range, kept: Kept) -> bool:
        """Rows that were kept with a block are there as they were; they may be gone where nobody asks for them any more."""
        path = Store(self.folder, Sums).row_file(cell, piece)
        if kept.rows == bytes(HASH):
            return True
        return hashlib.sha256(path.read_bytes()).digest() == kept.rows if path.is_file() else not self.keeps_rows()

    def keeps_rows(self) -> bool:
        return scenarios.read(self.folder / SCENARIO).data.get("keep") == "rollouts"

    def look_at_tables(self) -> None:
        """Work the tables out again from the blocks."""
        plan = self.plan()
        if plan is None:
            return
        stage, added = SumStage(plan, self.policy_files), []
        for point, cell in zip(plan.points, self.manifest["cells"], strict=True):
            used = chain(self.whole.get(point.index, []), cell["deals"])
            if used is None:
                self.fault(f"blocks are missing: those of cell {point.index} do not make up its {cell['deals']:,} deals")
                return
            added.append(self.sums(stage, point.index, used))
        look = Always() if self.manifest["looks"] == "any" else ONCE
        again = tables(plan, [stage.layout(point.index) for point in plan.points], added, look)
        for name, table in zip(TABLES, (again.results, again.pairs, again.histograms), strict=True):
            if checksum(parquet_bytes(table)) != self.manifest[FILES].get(name):
                self.fault(f"{name} does not follow from the blocks")

    def plan(self) -> Plan | None:
        """What was played, where it can be read and the code is the same."""
        document = scenarios.read(self.folder / SCENARIO)
        try:
            load(str(document.data.get("game")))
            plan = prepare(document, [read_from_file(spec) for spec in self.policy_files])
            identity = identify(plan, self.policy_files)
        except SimlabError as error:
            self.found.notes.append(f"{self.inside}tables were not worked out again: {error} (give --policy-file as the run did)")
            return None
        theirs = self.manifest["identity"]
        if identity != theirs:
            other = next((key for key in identity if identity[key] != theirs.get(key)), "")
            why = f"the games were played with other {other}" if other else "they are a study's own"
            self.found.notes.append(f"{self.inside}tables were not worked out again: {why}")
            return None
        return plan

    def sums(self, stage: SumStage, point: int, used: Sequence[Range]) -> Sums:
        total = Sums.empty(stage.layout(point))
        for piece in used:
            kept = unpacked(self.bound, point, piece, read_whole(Store(self.folder, Sums).block_file(point, piece)))
            if kept is not None:
                total.add(Sums.from_bytes(kept.body))
        return total


def chain(stored: Sequence[Range], units: int) -> list[Range] | None:
    """Ranges that lie end to end from 0 to `units`; nothing where there are none that do."""
    came_by: dict[int, Range] = {}
    reached = {0}
    for first, last in sorted(stored):
        if first in reached and first < last <= units:
            came_by.setdefault(last, (first, last))
            reached.add(last)
    if units not in reached:
        return None
    used: list[Range] = []
    at = units
    while at:
        used.append(came_by[at])
        at = used[-1][0]
    return used[::-1]


def look_at_page(folder: Path, found: Verdict, made_of: str, source: str, inside: str = "") -> None:
    """The page and its pictures are as they were written, and of what lies beside them."""
    if not (folder / PAGE).is_file():
        if any((folder / "figures").glob("*.svg")):
            found.faults.append(f"{inside}{PAGE} is missing")
        return
    found.files += 1
    bound: dict[str, Any] | None = page_seal((folder / PAGE).read_bytes())
    if bound is None:
        found.faults.append(f"{inside}{PAGE} is damaged, or of an older simlab")
        return
    if bound["of"] != made_of:
        found.faults.append(f"{inside}{PAGE} was not made of this {source}; start the same command again: it writes the page anew")
    for name, wanted in bound[FILES].items():
        found.files += 1
        if not (folder / name).is_file() or checksum((folder / name).read_bytes()) != wanted:
            found.faults.append(f"{inside}{name} is missing or damaged")
