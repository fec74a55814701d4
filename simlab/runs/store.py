"""The run directory: what was played so far, safe against kills, full disks and a second run at the same time.

    scenario.yaml  manifest.json  blocks/  rollouts/  results.parquet  pairs.parquet  histograms.parquet  figures/  report.html

A block is written under a temporary name, synced and renamed, with a checksum: it is there whole or not at all. Blocks of one
point are ranges of deals that may come from several runs (a top-up plays only the missing ones). The lock is the system's own,
so a killed run leaves none behind. What was played by other rules, players, seed or code is never mixed in.
"""

import fcntl
import hashlib
import json
import os
import re
import shutil
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from simlab.disk import storage, write_whole
from simlab.errors import RunError
from simlab.runs.sums import Sums

MAGIC = b"simlab block 1\n"
NAME = re.compile(r"(\d{15})-(\d{15})\.block")
PRODUCTS = (
    "results.parquet",
    "pairs.parquet",
    "histograms.parquet",
    "tracks.parquet",
    "report.html",
    "figures",
    "blocks",
    "rollouts",
    "manifest.json",
    "scenario.yaml",
)

Range = tuple[int, int]


class Store:
    """One run directory, locked while it is used."""

    def __init__(self, folder: Path, notice: Callable[[str], None] = lambda text: None, rows: bool = False) -> None:
        self.folder, self.notice = folder, notice
        self.rows = rows  # one row for each game is kept too
        self.blocks = folder / "blocks"
        self._lock: Any = None

    def __enter__(self) -> "Store":
        with storage(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = (self.folder / ".lock").open("a+", encoding="utf-8")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._lock.seek(0)
            holder = self._lock.read().strip() or "another process"
            self._lock.close()
            raise RunError(f"{self.folder} is in use by {holder}; wait for it, or give another --out") from None
        try:
            with storage(self.folder):
                self._lock.truncate(0)
                self._lock.write(f"process {os.getpid()} on {socket.gethostname()}")
                self._lock.flush()
        except RunError:
            self._lock.close()
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        self._lock.close()  # and with it the lock

    def open(self, identity: dict[str, Any], fresh: bool) -> None:
        """Make ready for a run of this identity; refuses to mix with another one's blocks."""
        if fresh:
            self.clear()
        manifest = self.manifest()
        if manifest is not None:
            self.compare(manifest.get("identity", {}), identity)
        with storage(self.folder):
            self.blocks.mkdir(exist_ok=True)
            for part in (*self.blocks.glob("**/.*.part"), *self.row_files.glob("**/.*.part")):
                part.unlink()

    def clear(self) -> None:
        """Only what a run writes, nothing else that lies there."""
        with storage(self.folder):
            for name in PRODUCTS:
                path = self.folder / name
                if path.is_dir():
                    shutil.rmtree(path)
                else:
                    path.unlink(missing_ok=True)

    def manifest(self) -> dict[str, Any] | None:
        path = self.folder / "manifest.json"
        if not path.exists():
            if self.blocks.is_dir() and any(self.blocks.iterdir()):
                raise RunError(f"{self.folder}: blocks without manifest.json: nobody knows what they are; --fresh starts over")
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(found, dict) or not isinstance(found.get("identity"), dict):
                raise ValueError
        except (ValueError, OSError):
            raise RunError(f"{path} is damaged; --fresh starts over") from None
        return found

    def compare(self, old: dict[str, Any], new: dict[str, Any]) -> None:
        for key in dict.fromkeys((*new, *old)):
            if old.get(key) != new.get(key):
                raise RunError(
                    f"{self.folder} holds games played with other {key} ({brief(old.get(key))}; now {brief(new.get(key))}): "
                    "they are not mixed; give another --out, or --fresh to start over"
                )

    def write(self, name: str, content: bytes) -> Path:
        path = self.folder / name
        with storage(self.folder):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, content)
        return path

    def write_manifest(self, content: dict[str, Any]) -> None:
        self.write("manifest.json", json.dumps(content, indent=1, ensure_ascii=False).encode())

    @property
    def row_files(self) -> Path:
        return self.folder / "rollouts"

    def row_file(self, point: int, piece: Range) -> Path:
        return self.row_files / f"point={point:05d}" / f"{piece[0]:015d}-{piece[1]:015d}.parquet"

    def keep(self, point: int, first: int, last: int, sums: Sums, rows: bytes = b"") -> None:
        """Keep a block: its rows first, so that a block that is there has its rows."""
        body = sums.to_bytes()
        if rows:
            self.write(str(self.row_file(point, (first, last)).relative_to(self.folder)), rows)
        name = f"{point:05d}/{first:015d}-{last:015d}.block"
        self.write(f"blocks/{name}", MAGIC + hashlib.sha256(body).digest() + body)

    def tidy(self, used: Sequence[Sequence[Range]]) -> None:
        """Leave just the rows of the games in the results: no game stands twice, none too many."""
        with storage(self.folder):
            for point, pieces_used in enumerate(used):
                wanted = {self.row_file(point, piece) for piece in pieces_used}
                for path in (self.row_files / f"point={point:05d}").glob("*.parquet"):
                    if path not in wanted:
                        (self.blocks / f"{point:05d}" / f"{path.stem}.block").unlink(missing_ok=True)
                        path.unlink()

    def ranges(self, point: int) -> list[Range]:
        """The deals that have been played, as they are kept."""
        home = self.blocks / f"{point:05d}"
        names = (NAME.fullmatch(path.name) for path in sorted(home.glob("*.block"))) if home.is_dir() else ()
        found = [(int(match[1]), int(match[2])) for match in names if match]
        return [piece for piece in found if not self.rows or self.row_file(point, piece).exists()]

    def fetch(self, point: int, first: int, last: int) -> Sums | None:
        """A block; None (and the file is removed) when it is damaged."""
        path = self.blocks / f"{point:05d}" / f"{first:015d}-{last:015d}.block"
        with storage(self.folder):
            raw = path.read_bytes()
            body = raw[len(MAGIC) + 32 :]
            if raw.startswith(MAGIC) and hashlib.sha256(body).digest() == raw[len(MAGIC) : len(MAGIC) + 32]:
                sums = Sums.from_bytes(body)
                if sums.units == last - first:
                    return sums
            self.notice(f"{path} is damaged: its games are played again")
            path.unlink()
        return None


def brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False) if not isinstance(value, str) else value
    return text if len(text) <= 60 else text[:57] + "..."


def cover(stored: list[Range], units: int, begin: int = 0) -> tuple[list[Range], list[Range]]:
    """The stored ranges that together lie from `begin` to `units` without overlap, and the gaps between them."""
    used: list[Range] = []
    gaps: list[Range] = []
    at = begin
    for first, last in sorted(stored, key=lambda r: (r[0], -r[1])):
        if first < at or last > units:
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
