"""What happens to files: bits flip, ends are missing, another file takes their place."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

Damage = Callable[[Path], None]


def damages(flips: int, other: Path | None = None, seed: int = 1) -> Iterator[tuple[str, Damage]]:
    """Damages under names that say what they are; `other` is a good file of the same kind that belongs elsewhere."""
    dice = random.Random(seed)
    for _ in range(flips):
        place, bit = dice.random(), dice.randrange(8)
        yield f"bit {bit} flipped at {place:.4f}", lambda path, place=place, bit=bit: flip(path, place, bit)
    for part in (0.0, 0.1, 0.5, 0.9, 0.999):
        yield f"cut off at {part}", lambda path, part=part: os.truncate(path, int(part * path.stat().st_size))
    for size in (1, 4096):
        yield f"{size} bytes more", lambda path, size=size: path.write_bytes(path.read_bytes() + bytes(size))
    for part in (0.0, 0.3, 0.7):
        yield f"a page of zeros at {part}", lambda path, part=part: zero(path, part)
    yield "all zeros", lambda path: path.write_bytes(bytes(path.stat().st_size))
    yield "noise", lambda path: path.write_bytes(random.Random(seed).randbytes(path.stat().st_size))
    yield "a text", lambda path: path.write_text("Dear diary,\n")
    yield "a folder", lambda path: (path.unlink(), path.mkdir())
    yield "gone", lambda path: path.unlink()
    yield "a link to nowhere", lambda path: (path.unlink(), path.symlink_to("nowhere"))
    yield "a link to itself", lambda path: (path.unlink(), path.symlink_to(path.name))
    yield "a pipe that nobody writes to", lambda path: (path.unlink(), os.mkfifo(path))
    if other is not None:
        yield "another file of its kind", lambda path: shutil.copyfile(other, path)


def flip(path: Path, place: float, bit: int) -> None:
    raw = bytearray(path.read_bytes())
    raw[int(place * len(raw))] ^= 1 << bit
    path.write_bytes(raw)


def zero(path: Path, part: float) -> None:
    raw = bytearray(path.read_bytes())
    begin = int(part * len(raw))
    raw[begin : begin + 4096] = bytes(len(raw[begin : begin + 4096]))
    path.write_bytes(raw)


def restore(path: Path, whole: bytes) -> None:
    """As it was before."""
    if path.is_symlink() or path.is_fifo():
        path.unlink()
    elif path.is_dir():
        shutil.rmtree(path)
    path.write_bytes(whole)
