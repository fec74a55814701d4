"""Games from outside the package: whatever an author edits, nothing old is played, and nothing of it harms another game."""

import random
import shutil
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tests.plugins import Plugin

DIGEST = """
import hashlib, sys
from simlab.contract.catalogue import load
from simlab.play.drivers import roll
from simlab.players.registry import from_file, make_player
game = load(sys.argv[1])
own = tuple(from_file(game, spec) for spec in sys.argv[2:])
rules = game.Rules()
names = [policy.name for policy in own] or ["uniform"]
line_up = [make_player(game, name, rules, own) for name in (names * 2)[:2]]
print(hashlib.sha256(roll(game, line_up, rules.lower(), 5, 0, 60).tobytes()).hexdigest()[:12])
"""


def played(plugin: Plugin, name: str, *policy_files: str, **environment: str) -> str:
    """A digest of sixty games, in a process of its own."""
    done = plugin.start("-c", DIGEST, name, *policy_files, **environment)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.strip()


def test_an_edited_engine_outside_the_package_is_never_stale(tmp_path):
    plugin = Plugin(tmp_path)

    before = played(plugin, "swap")
    plugin.edit("engine.py", "state.deck[0] > state.deck[1]", "state.deck[0] < state.deck[1]")
    after = played(plugin, "swap")
    assert before != after == played(plugin, "swap", NUMBA_DISABLE_JIT="1")


def test_a_run_of_an_edited_game_is_not_gone_on_with(tmp_path):
    plugin = Plugin(tmp_path)
    plugin.ask("run", "scenarios/swap.yaml", "--games", "2000")
    plugin.edit("engine.py", "state.deck[0] > state.deck[1]", "state.deck[0] < state.deck[1]")
    assert "--fresh" in plugin.refusal("run", "scenarios/swap.yaml", "--games", "4000")


def test_a_class_of_a_game_that_went_away_harms_nobody(tmp_path):
    """An IntEnum handed to a shared helper used to stay in that helper's index, and with its module gone no game started."""
    plugin = Plugin(tmp_path, cache=tmp_path / "cache")
    plugin.edit("engine.py", "from simlab.masks import full", "from simlab.masks import can, full")
    plugin.edit("engine.py", "    if action == Action.SWAP:", "    if action == Action.SWAP and can(state.legal, Action.SWAP):")
    (tmp_path / "mine.py").write_text(
        "from enum import IntEnum\nfrom simlab.masks import can\n\nclass Move(IntEnum):\n    SWAP = 1\n\n"
        "def eager(view, rules, me, table):\n    return Move.SWAP if can(view.legal, Move.SWAP) else 0\n"
    )
    assert played(plugin, "swap", "mine.py:eager")
    shutil.rmtree(plugin.folder)
    (tmp_path / "mine.py").unlink()
    assert played(Plugin(tmp_path / "elsewhere", cache=plugin.cache), "swap")
    shown = plugin.start("-m", "simlab", "replay", "template", "--policies", "honest")
    assert shown.returncode == 0, shown.stderr[-2000:]


# ---- random edits


@dataclass(frozen=True)
class Author:
    """What an author may change of the game: each field changes what is played, or only where things are."""

    sign: str = ">"
    bonus: int = 0  # a constant in a helper that is imported relatively
    helper: str = "helper"  # the helper's name
    table: int = 1  # a number in a data file
    far: int = 0  # a constant in a package beside the game
    swap_first: bool = False  # the order of an enum
    enum: str = "Action"  # its name
    name: str = "swap"  # the game's


def edited(author: Author, draw: random.Random) -> Author:
    """One thing changed."""
    number = draw.randrange(1, 30)  # three of them and a card are less than 128: an int8 wraps with the JIT off
    return draw.choice(
        [
            replace(author, sign="<" if author.sign == ">" else ">"),
            replace(author, bonus=number),
            replace(author, helper=f"helper_{number}"),
            replace(author, table=number),
            replace(author, far=number),
            replace(author, swap_first=not author.swap_first),
            replace(author, enum=f"Move{number}"),
            replace(author, name=f"swap_{number}"),
        ]
    )


def write(desk: Path, author: Author, cache: Path) -> Plugin:
    """The game as the author has it now; what it was before is gone."""
    shutil.rmtree(desk / "games", ignore_errors=True)
    plugin = Plugin(desk, author.name, cache)
    (plugin.folder / f"{author.helper}.py").write_text(
        "import json\nfrom pathlib import Path\n\nfrom far_away_lib.more import FAR\n\n"
        f"BONUS = {author.bonus} + FAR + json.loads((Path(__file__).parent / 'table.json').read_text())\n"
    )
    (plugin.folder / "table.json").write_text(str(author.table))
    (desk / "games" / "far_away_lib").mkdir()
    (desk / "games" / "far_away_lib" / "__init__.py").write_text("")
    (desk / "games" / "far_away_lib" / "more.py").write_text(f"FAR = {author.far}\n")
    plugin.edit("engine.py", "from .rules import", f"from .{author.helper} import BONUS\nfrom .rules import")
    plugin.edit("engine.py", "= state.deck[winner]\n", "= state.deck[winner] + BONUS\n")
    plugin.edit("engine.py", "state.deck[0] > state.deck[1]", f"state.deck[0] {author.sign} state.deck[1]")
    for file in ("rules.py", "engine.py"):
        plugin.edit(file, "Action", author.enum)
    if author.swap_first:
        plugin.edit("rules.py", "KEEP = 0\n    SWAP = 1", "KEEP = 1\n    SWAP = 0")
    return plugin


def random_edits(desk: Path, edits: int, seed: int) -> None:
    """After each edit the game plays as it does without any cache, and another game starts from the same cache."""
    draw, author, cache = random.Random(seed), Author(), desk / "cache"
    seen = set()
    for _ in range(edits):
        author = edited(author, draw)
        plugin = write(desk, author, cache)
        digest = played(plugin, author.name)
        assert digest == played(plugin, author.name, NUMBA_DISABLE_JIT="1"), author
        seen.add(digest)
        other = plugin.start("-c", DIGEST, "template")
        assert other.returncode == 0, (author, other.stderr[-2000:])
    assert len(seen) > edits // 3


def test_a_random_edit_is_never_stale_and_harms_no_other_game(tmp_path):
    random_edits(tmp_path, 1, seed=3)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_a_hundred_random_edits_are_never_stale_and_harm_no_other_game(tmp_path):
    random_edits(tmp_path, 100, seed=4)
