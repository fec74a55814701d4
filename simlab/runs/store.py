"""The run directory: what was played so far, safe against kills, full disks and a second run at the same time.

    scenario.yaml  manifest.json  blocks/  rollouts/  results.parquet  pairs.parquet  histograms.parquet  figures/  report.html

A block is written under a temporary name and renamed, with a checksum: it is there whole or not at all. The checksum is of its
content, of what decides its games (the identity), of its place and range, and of the rows that belong to it: a block of another run,
another cell or other deals is none. Blocks of one cell are ranges of deals that may come from several runs (a top-up plays only the
missing ones). What was played by other rules, players, seed or code is never mixed in.
"""

import hashlib
import json
import re
import struct
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from time import monotonic
from typing import Any, Generic, NamedTuple, Self

from simlab.disk import read_whole, storage, write_whole
from simlab.errors import RunError
from simlab.folders import working
from simlab.runs.parts import P
from simlab.seals import MANIFEST, checksum, manifest_in, with_seal

MAGIC = b"simlab block 2\n"
HASH = 32  # bytes of a checksum
BODY = len(MAGIC) + 2 * HASH  # where a block's content begins
NAME = re.compile(r"(\d{15})-(\d{15})\.(block|parquet)")
SYNC_SECONDS = 1.0  # blocks are put on the disk for good this often; one that a power cut tears is played again
TABLES = ("results.parquet", "pairs.parquet", "histograms.parquet")
TRACKS = "tracks.parquet"
SCENARIO = "scenario.yaml"
WRITTEN = (*TABLES, TRACKS, "report.html", MANIFEST, SCENARIO)  # files of a run
INSIDE = {"blocks": "*/*.block", "rollouts": "*/*.parquet", "figures": "*.[ps][nv]g"}  # folders of a run, and its files in them
PRODUCTS = (*WRITTEN, *INSIDE)

Range = tuple[int, int]


class Kept(NamedTuple):
    """A block as it lies on the disk: the checksum of its rows (zeros where it has none), and what it holds."""

    rows: bytes
    body: bytes


class Store(Generic[P]):
    """One run directory, locked while it is used. `form` is what its blocks hold."""

    def __init__(self, folder: Path, form: type[P], notice: Callable[[str], None] = lambda text: None, rows: bool = False) -> None:
        self.folder, self.form, self.notice = folder, form, notice
        self.rows = rows  # one row for each game is kept too
        self.blocks = folder / "blocks"
        self.identity: dict[str, Any] = {}  # what decides the games that are kept here
        self.files: dict[str, str] = {}  # checksums of what was written beside the blocks
        self._bound = bound_to({})
        self._synced = 0.0
        self._lock: AbstractContextManager[None] | None = None

    def __enter__(self) -> Self:
        self._lock = working(self.folder)
        self._lock.__enter__()
        return self

    def __exit__(self, *failure: Any) -> None:
        if self._lock is not None:
            self._lock.__exit__(*failure)

    def open(self, identity: dict[str, Any], fresh: bool) -> None:
        """Make ready for a run of this identity; refuses to mix with another one's blocks."""
        if fresh:
            self.clear()
        manifest = self.manifest()
        if manifest is not None:
            self.compare(manifest.get("identity", {}), identity)
        self.identity, self._bound = identity, bound_to(identity)
        with storage(self.folder):
            self.blocks.mkdir(exist_ok=True)
            for part in (*self.folder.glob(".*.part"), *self.blocks.glob("**/.*.part"), *self.row_files.glob("**/.*.part")):
                part.unlink()

    def clear(self) -> None:
        """Only what a run writes, nothing else that lies there."""
        with storage(self.folder):
            for name, pattern in INSIDE.items():
                for path in (self.folder / name).glob(pattern):
                    path.unlink()
                for path in (*(self.folder / name).glob("*/"), self.folder / name):
                    with suppress(OSError):  # not there, or somebody put something else into it
                        path.rmdir()
            for name in WRITTEN:
                (self.folder / name).unlink(missing_ok=True)

    def manifest(self) -> dict[str, Any] | None:
        path = self.folder / MANIFEST
        if not path.exists():
            if any(self.blocks.glob(INSIDE["blocks"])):
                raise RunError(f"{self.folder}: blocks without {MANIFEST}: nobody knows what they are; --fresh starts over")
            return None
        try:
            return manifest_in(read_whole(path))
        except (ValueError, OSError):
            raise RunError(f"{path} is damaged; --fresh starts over") from None

    def compare(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        for key in dict.fromkeys((*new, *old)):
            if old.get(key) != new.get(key):
                raise RunError(
                    f"{self.folder} holds games played with other {key} ({brief(old.get(key))}; now {brief(new.get(key))}): "
                    "they are not mixed; give another --out, or --fresh to start over"
                )

    def write(self, name: str, content: bytes) -> None:
        """A file beside the blocks; the manifest is going to name its checksum."""
        with storage(self.folder):
            write_whole(self.folder / name, content)
        self.files[name] = checksum(content)

    def write_manifest(self, content: dict[str, Any]) -> None:
        """With the checksums of what was written before it."""
        with storage(self.folder):
            write_whole(self.folder / MANIFEST, with_seal({**content, "files": self.files}))

    @property
    def row_files(self) -> Path:
        return self.folder / "rollouts"

    def row_file(self, point: int, piece: Range) -> Path:
        return self.row_files / f"point={point:05d}" / f"{piece[0]:015d}-{piece[1]:015d}.parquet"

    def block_file(self, cell: int, piece: Range) -> Path:
        return self.blocks / f"{cell:05d}" / f"{piece[0]:015d}-{piece[1]:015d}.block"

    def keep(self, cell: int, piece: Range, part: P, rows: bytes = b"") -> None:
        """Keep a block: its rows first, so that a block that is there has its rows."""
        lasting = monotonic() - self._synced >= SYNC_SECONDS
        with storage(self.folder):
            if rows:
                place(self.row_file(cell, piece), rows, lasting)
            place(self.block_file(cell, piece), block_bytes(self._bound, cell, piece, part.to_bytes(), rows), lasting)
        if lasting:
            self._synced = monotonic()

    def tidy(self, used: Sequence[Sequence[Range]]) -> None:
        """Leave just the rows of the games in the results: no game stands twice, none too many."""
        with storage(self.folder):
            for point, pieces_used in enumerate(used):
                wanted = {self.row_file(point, piece) for piece in pieces_used}
                for path in (self.row_files / f"point={point:05d}").glob("*.parquet"):
                    if path not in wanted and NAME.fullmatch(path.name):
                        (self.blocks / f"{point:05d}" / f"{path.stem}.block").unlink(missing_ok=True)
                        path.unlink()

    def ranges(self, cell: int) -> list[Range]:
        """The deals that have been played, as they are kept."""
        home = self.blocks / f"{cell:05d}"
        names = (NAME.fullmatch(path.name) for path in sorted(home.glob("*.block"))) if home.is_dir() else ()
        found = [(int(match[1]), int(match[2])) for match in names if match]
        return [piece for piece in found if not self.rows or self.row_file(cell, piece).exists()]

    def fetch(self, cell: int, piece: Range) -> P | None:
        """A block; None (and the file is removed) when it is damaged, or not of this run and place."""
        path = self.block_file(cell, piece)
        with storage(self.folder):
            kept = unpacked(self._bound, cell, piece, read_whole(path))
            if kept is not None and self._rows_are_whole(cell, piece, kept.rows):
                part = self.form.from_bytes(kept.body)
                if part.units == piece[1] - piece[0]:
                    return part
            self.notice(f"{path} {'or its rows are' if self.rows else 'is'} damaged: its games are played again")
            path.unlink()
        return None

    def _rows_are_whole(self, cell: int, piece: Range, wanted: bytes) -> bool:
        return not self.rows or hashlib.sha256(read_whole(self.row_file(cell, piece))).digest() == wanted

    def restore(self, cell: int, first: int, last: int) -> tuple[list[tuple[Range, P]], list[Range]]:
        """The kept blocks of a range of deals, none twice, and the gaps between them."""
        while True:
            used, gaps = cover(self.ranges(cell), last, first)
            parts = [(piece, self.fetch(cell, piece)) for piece in used]
            whole = [(piece, part) for piece, part in parts if part is not None]
            if len(whole) == len(parts):
                return whole, gaps


def place(path: Path, content: bytes, lasting: bool) -> None:
    """A file in a folder that may not be there yet."""
    try:
        write_whole(path, content, lasting)
    except FileNotFoundError:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, content, lasting)


def bound_to(identity: dict[str, Any]) -> bytes:
    """What binds blocks to all that decides their games."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).digest()


def block_bytes(bound: bytes, cell: int, piece: Range, body: bytes, rows: bytes = b"") -> bytes:
    mark = hashlib.sha256(rows).digest() if rows else bytes(HASH)
    return MAGIC + seal(bound, cell, piece, mark, body) + mark + body


def seal(bound: bytes, cell: int, piece: Range, rows: bytes, body: bytes) -> bytes:
    whole = hashlib.sha256(bound + struct.pack("<qqq", cell, *piece) + rows)
    whole.update(body)
    return whole.digest()


def unpacked(bound: bytes, cell: int, piece: Range, raw: bytes) -> Kept | None:
    """What a block holds; nothing when it is damaged, or not of this run and place."""
    rows, body = raw[BODY - HASH : BODY], raw[BODY:]
    good = raw.startswith(MAGIC) and len(rows) == HASH and seal(bound, cell, piece, rows, body) == raw[len(MAGIC) : BODY - HASH]
    return Kept(rows, body) if good else None


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:57] + "..."


def cover(stored: list[Range], units: int, begin: int = 0) -> tuple[list[Range], list[Range]]:
    """The stored ranges that together lie from `begin` to `units` without overlap, and the gaps between them."""
    used: list[Range] = []
    gaps: list[Range] = []
    at = begin
    for first, last in sorted(stored, key=lambda r: (r[0], -r[1])):
        if first < at or last > units or last <= first:
            continue
        if first > at:
            gaps.append((at, first))
        used.append((first, last))
        at = last
    if at < units:
        gaps.append((at, units))
    return used, gaps


def pieces(gap: Range, size: int) -> Iterator[Range]:
    """A gap cut at the lines of a grid of this size."""
    first, last = gap
    while first < last:
        end = min(last, (first // size + 1) * size)
        yield first, end
        first = end
