"""Files of a run directory damaged in every way: the damage is noticed, and the same command mends it or says no in one line."""

import os
import random
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

from click.testing import CliRunner

from simlab.cli import main
from simlab.runs.verify import verify
from tests.faults.io_count import Count
from tests.faults.runs_kills import content

KINDS = (
    "manifest.json", "scenario.yaml", "blocks/*/*.block", "rollouts/*/*.parquet", "results.parquet", "pairs.parquet", "histograms.parquet",
    "tracks.parquet", "report.html", "figures/*.svg", "figures/*.png", "also/*/manifest.json", "also/*/blocks/*/*.block",
    "also/*/results.parquet",
)  # fmt: skip
Damage = Callable[[Path, Path, random.Random], None]


def flipped(path: Path, other: Path, dice: random.Random) -> None:
    raw = bytearray(path.read_bytes())
    raw[dice.randrange(len(raw))] ^= 1 << dice.randrange(8)
    path.write_bytes(bytes(raw))


def cut(path: Path, other: Path, dice: random.Random) -> None:
    path.write_bytes(path.read_bytes()[: dice.randrange(path.stat().st_size)])


def emptied(path: Path, other: Path, dice: random.Random) -> None:
    path.write_bytes(b"")


def zeroed(path: Path, other: Path, dice: random.Random) -> None:
    """As a power cut leaves a page of a file."""
    raw = path.read_bytes()
    at = dice.choice([k for k, byte in enumerate(raw) if byte])  # nothing is damaged where zeros were before
    path.write_bytes(raw[:at] + bytes(len(raw[at : at + 512])) + raw[at + 512 :])


def longer(path: Path, other: Path, dice: random.Random) -> None:
    path.write_bytes(path.read_bytes() + dice.randbytes(dice.randint(1, 99)))


def removed(path: Path, other: Path, dice: random.Random) -> None:
    path.unlink()


def of_another_run(path: Path, other: Path, dice: random.Random) -> None:
    """The same file of a run with another seed, or of another place of this one."""
    shutil.copy(other, path)


def a_folder(path: Path, other: Path, dice: random.Random) -> None:
    path.unlink()
    path.mkdir()


def a_pipe(path: Path, other: Path, dice: random.Random) -> None:
    """That nobody writes to, or reads."""
    path.unlink()
    os.mkfifo(path)


def garbage(path: Path, other: Path, dice: random.Random) -> None:
    path.write_bytes(dice.randbytes(path.stat().st_size))


DAMAGES: tuple[Damage, ...] = (flipped, cut, emptied, zeroed, longer, removed, of_another_run, a_folder, a_pipe, garbage)


def damages(seed: int) -> Iterator[tuple[str, Damage, random.Random]]:
    dice = random.Random(seed)
    for kind in KINDS:
        for damage in DAMAGES:
            yield kind, damage, dice


def damage_everything(finished: Path, foreign: Path, words: list[str], folder: Path, seed: int, every: int) -> Count:
    """`words` end with the folder that they write into."""
    count, right = Count("damages of a run's files"), content(finished)
    for number, (kind, damage, dice) in enumerate(damages(seed)):
        if number % every:
            continue
        victim = folder / "victim"
        shutil.copytree(finished, victim)
        path = dice.choice(sorted(victim.glob(kind)))
        others = [mate for mate in sorted(foreign.glob(kind)) if mate.read_bytes() != path.read_bytes()]
        damage(path, dice.choice(others), dice)
        wrong, refused = what_became(victim, [*words, str(victim)], right)
        count.healed += not wrong and not refused
        count.refused += not wrong and refused
        count.lost += [f"{kind}, {damage.__name__}: {wrong}"] if wrong else []
        shutil.rmtree(victim)
    return count


def what_became(folder: Path, words: list[str], right: dict[str, bytes]) -> tuple[str, bool]:
    """What is wrong (nothing, if all is well), and whether the command refused to go on."""
    if not noticed(folder):
        return "verify saw nothing", False
    done = CliRunner().invoke(main, words)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        return f"{type(done.exception).__name__}: {done.exception}", False
    said = [line for line in done.stderr.splitlines() if line.startswith("simlab: ")]
    if done.exit_code == 2 and len(said) == 1 and "Traceback" not in done.output:
        return "", True
    if done.exit_code != 0:
        return f"exit {done.exit_code}: {done.output[:300]}", False
    if content(folder) != right:
        return "other numbers", False
    found = verify(folder)
    return ("" if found.whole else found.sentence()), False


def noticed(folder: Path) -> bool:
    """Does `simlab verify` say that something is wrong, in one line?"""
    done = CliRunner().invoke(main, ["verify", str(folder)])
    return done.exit_code in (1, 2) and len(done.stderr.splitlines()) == 1 and isinstance(done.exception, SystemExit)
