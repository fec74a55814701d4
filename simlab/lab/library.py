"""Runs as cards: every run directory below a folder, with its question and its answer, those under way with how far they are.

Nothing outside the folder is ever read, named or written: a card's name is its path below the folder, and is looked up in the list of
what is there, never followed. A run that is deleted lies in a hidden folder for some days, from which it can be taken back.
"""

import json
import os
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simlab.disk import read_whole
from simlab.errors import RunError, SimlabError
from simlab.lab.guard import Refused
from simlab.locks import take
from simlab.reports.answers import answer
from simlab.reports.rundir import Run
from simlab.runs.store import NAME

MOST_RUNS = 500
MOST_DEPTH = 5
MOST_MANIFEST = 8 << 20  # bytes
BIN = ".deleted"
KEPT_DAYS = 7

Data = dict[str, Any]

NOTHING: Data = {
    "state": "damaged", "question": "", "answer": ["Its manifest cannot be read."], "game": "", "title": "", "games": 0, "deals": 0,
    "cells": 0, "seed": None, "can_compare": False,
}  # fmt: skip


@dataclass(frozen=True)
class Known:
    """A card, and the state of the manifest it was made of."""

    stamp: tuple[int, int]
    card: Data


class Library:
    """The runs below a folder."""

    def __init__(self, home: Path) -> None:
        self.home = home.resolve()
        self._cards: dict[str, Known] = {}
        self._lock = threading.Lock()
        self.empty_bin()

    def folders(self) -> dict[str, Path]:
        """Run directories by name: their path below the home."""
        found: dict[str, Path] = {}
        for place, below, files in os.walk(self.home):
            depth = len(Path(place).relative_to(self.home).parts)
            if "manifest.json" in files and depth:
                found[Path(place).relative_to(self.home).as_posix()] = Path(place)
            stop = ("manifest.json" in files and depth) or depth >= MOST_DEPTH
            below[:] = [] if stop else sorted(name for name in below if not name.startswith("."))
            if len(found) >= MOST_RUNS:
                break
        return found

    def find(self, name: str) -> Path:
        """The run of that name; only what is in the list can be asked for."""
        path = self.folders().get(name)
        if path is None or not path.resolve().is_relative_to(self.home):
            raise Refused(404, "no such run in this folder")
        return path

    def cards(self) -> list[Data]:
        """Every run, the latest first."""
        found = [self.card(name, path) for name, path in self.folders().items()]
        return sorted((card for card in found if card is not None), key=lambda card: -card["when"])

    def card(self, name: str, path: Path) -> Data | None:
        """A finished run is read once; one under way is looked at every time."""
        try:
            info = (path / "manifest.json").stat()
        except OSError:
            return None
        stamp = (info.st_mtime_ns, info.st_size)
        with self._lock:
            known = self._cards.get(name)
        if known is None or known.stamp != stamp:
            known = Known(stamp, card_of(name, path, info.st_size, info.st_mtime))
            with self._lock:
                self._cards[name] = known
        report = (path / "report.html").is_file()
        if known.card["state"] == "done":
            return {**known.card, "report": report}
        return {**known.card, "report": report, "running": is_locked(path), "played": played_games(path, known.card["deals"])}

    def report(self, name: str) -> bytes:
        page = self.find(name) / "report.html"
        if not page.is_file() or not page.resolve().is_relative_to(self.home):
            raise Refused(404, "this run has no report yet")
        return page.read_bytes()

    def scenario(self, name: str) -> str:
        file = self.find(name) / "scenario.yaml"
        if not file.is_file() or not file.resolve().is_relative_to(self.home):
            raise Refused(404, "this run has no scenario")
        return file.read_text(encoding="utf-8", errors="replace")

    def delete(self, name: str) -> str:
        """Out of sight; returns what takes it back."""
        path = self.find(name)
        if is_locked(path):
            raise RunError(f"{name} is being played: stop it first")
        place = self.home / BIN / f"{int(time.time())}-{os.urandom(4).hex()}"
        place.mkdir(parents=True)
        (place / "name.json").write_text(json.dumps(name), encoding="utf-8")
        path.rename(place / "run")
        return place.name

    def undo_delete(self, token: str) -> str:
        """Back where it was."""
        place = next((one for one in self.bin() if one.name == token), None)
        if place is None:
            raise Refused(404, "that run is not there any more")
        name = str(json.loads((place / "name.json").read_text(encoding="utf-8")))
        path = (self.home / name).resolve()
        if not path.is_relative_to(self.home) or path.exists():
            raise RunError(f"{name}: another run lies there by now")
        path.parent.mkdir(parents=True, exist_ok=True)
        (place / "run").rename(path)
        shutil.rmtree(place)
        return name

    def bin(self) -> Iterator[Path]:
        if (self.home / BIN).is_dir():
            yield from (path for path in (self.home / BIN).iterdir() if (path / "name.json").is_file() and not path.is_symlink())

    def empty_bin(self) -> None:
        """What was deleted a week ago is gone for good."""
        for place in self.bin():
            when = place.name.partition("-")[0]
            if when.isdigit() and time.time() - int(when) > KEPT_DAYS * 86_400:
                shutil.rmtree(place, ignore_errors=True)


def card_of(name: str, path: Path, size: int, when: float) -> Data:
    """What a manifest says; a damaged one says so."""
    try:
        if size > MOST_MANIFEST:
            raise ValueError
        manifest = json.loads(read_whole(path / "manifest.json"))
        cells = manifest.get("cells") or []
        deals = sum(cell["deals"] for cell in cells)
        games = sum(cell["games"] * len(cell["arms"]) for cell in cells)
        card = {
            "name": name, "when": when, "state": str(manifest["state"]), "question": str(manifest.get("question") or ""), "answer": [],
            "game": str(manifest["game"]["name"]), "title": str(manifest["game"]["title"]), "games": games, "deals": deals,
            "cells": sum(len(cell["arms"]) for cell in cells), "seed": manifest.get("seed"), "can_compare": False,
        }  # fmt: skip
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {**NOTHING, "name": name, "when": when}
    if card["state"] == "done" and (path / "results.parquet").is_file():
        card |= {"answer": answers(path), "can_compare": True}
    return card


def answers(path: Path) -> list[str]:
    """What the report says first."""
    try:
        return answer(Run(path))
    except (SimlabError, LookupError, TypeError, ValueError, AttributeError):  # a run of other days
        return []


def is_locked(path: Path) -> bool:
    """Is somebody playing there?"""
    try:
        with (path / ".lock").open("rb") as lock:
            take(lock.fileno(), shared=True)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return False


def played_games(path: Path, deals: int) -> float:
    """Which part of its deals a run has played, from the names of its blocks."""
    names = (NAME.fullmatch(file.name) for file in (path / "blocks").glob("*/*.block"))
    there = sum(int(match[2]) - int(match[1]) for match in names if match)
    return min(1.0, there / deals) if deals else 0.0
