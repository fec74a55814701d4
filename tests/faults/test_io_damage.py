"""Damaged files outside run directories: what is read is what was written, or nothing is. No traceback, no crash, no other number."""

import json
import os
import shutil
from pathlib import Path

import numpy as np
import pytest

from simlab import kernel_cache
from simlab.contract.catalogue import load
from simlab.errors import SimlabError
from simlab.kept import keep_arrays, kept_arrays
from simlab.play.drivers import roll
from simlab.play.session import Played
from simlab.players.learned import stored
from simlab.players.registry import make_line_up, make_player
from simlab.players.solved import strategies
from tests import forks
from tests.faults.io_count import Count
from tests.faults.io_damage import damages, restore


def kernel(folder):
    """A compiled form in the cache, another one beside it."""
    place = folder / "kernels" / "mine" / "0123456789ab"
    place.mkdir(parents=True)
    for name in ("a.code", "b.code"):
        content = name.encode() * 3000
        kernel_cache.write(place / name, kernel_cache.MAGIC + kernel_cache.seal(place / name, content) + content)
    return place / "a.code", place / "b.code", lambda: kernel_cache.believed(place / "a.code"), b"a.code" * 3000


def net(folder):
    """The net of a player that searches, and what else commands keep for themselves."""
    for name in ("a.kept", "b.kept"):
        keep_arrays(folder / name, net=np.linspace(0, len(name) + ord(name[0]), 500))
    return folder / "a.kept", folder / "b.kept", lambda: arrays(folder / "a.kept"), arrays(folder / "a.kept")


def arrays(path):
    found = kept_arrays(path)
    return None if found is None else {name: array.tolist() for name, array in found.items()}


def strategy(folder):
    """A solved strategy; the other is for other rules, and whole: it is as good as it says."""
    path = folder / "a.npz"
    strategies.strategy_of(np.arange(300), np.arange(301), np.linspace(0, 1, 300), True, {"game": "template"}).write(path)

    def read():
        strategies.kept.cache_clear()
        return strategies.read(path).checksum if path.is_file() else None

    return path, None, read, read()


def learned(folder):
    """A net that ships; another game's in its place."""
    game = load("showdown")
    rules = game.Rules.of({"players": 2})
    brought = stored.path_of(game, rules)
    assert brought is not None
    path = folder / brought.name
    shutil.copyfile(brought, path)
    other = next(file for file in sorted(stored.SHIPPED.glob("*.learned")) if file.name != brought.name)

    def read():
        if not path.is_file():
            return None
        found = stored.read_brain(path, game, rules)
        return found.digest, found.brain.margin, found.base, found.brain.sizes, found.brain.weights.tobytes(), dict(found.header)

    return path, other, read, read()


def saved(folder):
    """A saved game; the other is of another seed, and whole: it is the game that it says it is."""
    path = folder / "a.json"
    Played("template", 1, {"deals": 3}, 7, 0, (0, 1, 1), 0, ("honest", "honest")).write(path)
    return path, None, lambda: Played.read(path), Played.read(path)


KINDS = {"saved game": saved, "compiled kernel": kernel, "kept arrays": net, "solved strategy": strategy, "learned net": learned}


def attack(folder, kind, flips):
    """Every damage in turn: read as it was, refused in one line, or absent; whatever else comes out is lost."""
    folder.mkdir(exist_ok=True)
    path, other, read, right = KINDS[kind](folder)
    whole, count = path.read_bytes(), Count(f"damaged {kind}")
    for name, damage in damages(flips, other):
        restore(path, whole)
        damage(path)
        try:
            found = read()
        except SimlabError as said:
            count.refused += "\n" not in str(said)
            count.lost += [f"{name}: several lines: {said}"] if "\n" in str(said) else []
            continue
        except BaseException as error:
            count.lost.append(f"{name}: {type(error).__name__}: {error}")
            continue
        if found is None:
            count.refused += 1  # absent: worked out anew
        elif found == right:
            count.healed += 1
        else:
            count.lost.append(f"{name}: something else was read")
    count.told()
    assert count.lost == []
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_of_damages_is_noticed(tmp_path, kind):
    assert attack(tmp_path / "d", kind, flips=12).tried >= 30


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("kind", KINDS)
def test_hundreds_of_damages_are_noticed(tmp_path, kind):
    assert attack(tmp_path / "d", kind, flips=400).tried >= 400


def test_another_seed_in_a_saved_game_is_noticed_and_without_a_seal_it_is_taken(tmp_path):
    path, *_ = saved(tmp_path)
    kept = json.loads(path.read_text())
    path.write_text(json.dumps({**kept, "seed": 8}))
    with pytest.raises(SimlabError, match=r"a\.json is damaged, or was changed by hand: without its `seal` it is taken as it is"):
        Played.read(path)
    path.write_text(json.dumps({key: value for key, value in kept.items() if key != "seal"} | {"seed": 8}))
    assert Played.read(path).seed == 8


# ---- the data folder, and the compile cache of a whole program


@pytest.mark.parametrize("damage", ["a file where the folder should be", "a damaged strategy", "nothing there"])
def test_a_damaged_data_folder_is_one_line_or_does_not_matter(tmp_path, monkeypatch, damage):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path / "data"))
    game = load("template")
    rules = game.Rules()
    if damage == "a file where the folder should be":
        (tmp_path / "data").write_text("")
    if damage == "a damaged strategy":
        place = strategies.place_for(game, rules)
        place.parent.mkdir(parents=True)
        place.write_bytes(b"PK\x03\x04 not quite")
        with pytest.raises(SimlabError, match="not a solved strategy"):
            make_player(game, "solved", rules)
    tallies = roll(game, make_line_up(game, ["honest", "uniform"], rules), rules.lower(), 3, 0, 20)
    assert len(tallies) == 20


PLAY = """
from simlab import jit, masks
@jit.kernel
def score(x):
    return masks.count(x) * 1000 + masks.first(x)
@jit.kernel
def other(x):
    return masks.count(x) * 7777
print(score(0b1011000), other(0b1011000))
"""
RIGHT = "3003 23331"


def started(cache: Path) -> tuple[int, str, str]:
    """A program with kernels, in a process of its own: how it ended, what it printed, what it said."""
    program = cache.parent / "play.py"
    program.write_text(PLAY)
    root = str(Path(kernel_cache.__file__).parent.parent)
    done = forks.run((str(program),), cache.parent, {**os.environ, "SIMLAB_CACHE": str(cache), "PYTHONPATH": root})
    return done.returncode, done.stdout.strip(), done.stderr


def swap(cache):
    """Two compiled forms, both whole, change places: only what binds a file to its place can tell."""
    one, two = (next(cache.rglob(f"{name}-*.code")) for name in ("score", "other"))
    content = one.read_bytes(), two.read_bytes()
    two.write_bytes(content[0])
    one.write_bytes(content[1])


def storm(cache, rounds):
    """Damage files of a real cache, many at a time: the number stays, and nothing ends by a signal."""
    right, count = started(cache), Count("damaged caches of a whole program")
    assert right[:2] == (0, RIGHT)
    kept = shutil.copytree(cache, cache.with_name("kept"))
    known = list(damages(rounds, seed=7))
    for turn, (name, damage) in enumerate(known[k * len(known) // rounds] for k in range(rounds)):
        shutil.rmtree(cache)
        shutil.copytree(kept, cache)
        files = sorted(path for path in cache.rglob("*") if path.is_file() and path.suffix in (".code", ".bitcode"))
        for path in files[turn % 2 :: 2]:
            damage(path)
        code, number, said = started(cache)
        if (code, number, said) == (0, RIGHT, ""):
            count.healed += 1
        else:
            count.lost.append(f"{name}: exit {code}, {number!r}, {said[-300:]}")
    count.told()
    assert count.lost == []
    return count


def test_compiled_code_in_the_place_of_another_is_not_run(tmp_path):
    cache = tmp_path / "cache"
    assert started(cache)[:2] == (0, RIGHT)
    swap(cache)
    assert started(cache) == (0, RIGHT, "")


def test_a_damaged_cache_neither_ends_a_program_nor_changes_its_number(tmp_path):
    assert storm(tmp_path / "cache", 3).healed == 3


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_forty_damaged_caches_neither_end_a_program_nor_change_its_number(tmp_path):
    assert storm(tmp_path / "cache", 40).healed == 40
