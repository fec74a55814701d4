"""Runs: the same bytes whatever happens on the way."""

import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from simlab.errors import RunError
from simlab.runs.run import Progress, run
from simlab.runs.store import Store, cover, pieces
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of

SCENARIO = {
    "question": "Does a larger bet matter?",
    "game": "template",
    "policies": "uniform",
    "rules": {"ranks": 5},
    "variants": {"base": {}, "bet 2": {"rules": {"bet": 2}}, "four deals": {"rules": {"deals": 4}}},
    "rollouts": 30_000,
    "metrics": ["net", "pot"],
    "define": {"chips": "SUM(pot) / SUM(rounds)"},
}


def plan(**changes):
    return prepare(of({**SCENARIO, **changes}))


def digest(folder: Path) -> str:
    return hashlib.sha256(b"".join((folder / f"{name}.parquet").read_bytes() for name in ("results", "pairs", "histograms"))).hexdigest()


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("expected")
    run(plan(), folder, threads=1)
    return digest(folder)


@pytest.mark.parametrize(("threads", "block"), [(2, None), (3, None), (2, 1024), (3, 7777)])
def test_threads_and_block_sizes_do_not_change_a_byte(tmp_path, expected, threads, block):
    run(plan(), tmp_path, threads=threads, block=block)
    assert digest(tmp_path) == expected


def test_topped_up_in_three_steps_gives_the_same_bytes(tmp_path, expected):
    for rollouts in (5_000, 17_123, 30_000):
        run(plan(rollouts=rollouts), tmp_path, block=4096)
    assert digest(tmp_path) == expected


class Counted(Progress):
    def __init__(self):
        self.played, self.notices = 0, []

    def advance(self, games):
        self.played += games

    def notice(self, text):
        self.notices.append(text)


def test_a_top_up_plays_only_what_is_missing_and_fewer_rollouts_play_hardly_anything(tmp_path, expected):
    run(plan(rollouts=20_000), tmp_path, block=4096)
    more = Counted()
    run(plan(), tmp_path, block=4096, progress=more)
    assert more.played == 3 * 10_000
    fewer = Counted()
    run(plan(rollouts=17_000), tmp_path, block=4096, progress=fewer)
    assert fewer.played == 3 * (17_000 - 4 * 4096)
    again = Counted()
    run(plan(), tmp_path, progress=again)
    assert (again.played, digest(tmp_path)) == (0, expected)


def test_a_damaged_block_is_noticed_and_played_again(tmp_path, expected):
    run(plan(), tmp_path, block=4096)
    victims = sorted((tmp_path / "blocks" / "00000").glob("*.block"))
    raw = bytearray(victims[1].read_bytes())
    raw[len(raw) // 2] ^= 1
    victims[1].write_bytes(bytes(raw))
    victims[3].write_bytes(b"")
    told = Counted()
    run(plan(), tmp_path, progress=told)
    assert told.played == 3 * 2 * 4096
    assert sum("is damaged" in text for text in told.notices) == 2
    assert digest(tmp_path) == expected


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"seed": 2}, "other seed"),
        ({"rules": {"ranks": 6}}, "other rules"),
        ({"policies": "honest"}, "other policies"),
        ({"define": {}}, "other define"),
        ({"variants": {"base": {}}}, "other variants"),
        ({"rotate_seats": True}, "other rotate_seats"),
    ],
)
def test_games_of_another_run_are_never_mixed_in(tmp_path, changes, said):
    run(plan(rollouts=100), tmp_path)
    with pytest.raises(RunError, match=said) as refusal:
        run(plan(rollouts=200, **changes), tmp_path)
    assert "--fresh" in str(refusal.value)
    run(plan(rollouts=200, **changes), tmp_path, fresh=True)


def test_other_code_is_never_mixed_in(tmp_path):
    run(plan(rollouts=100), tmp_path)
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    manifest["identity"]["code"] = "0123456789ab"
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(RunError, match="other code"):
        run(plan(rollouts=200), tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(RunError, match=r"manifest\.json is damaged"):
        run(plan(rollouts=200), tmp_path)
    (tmp_path / "manifest.json").unlink()
    with pytest.raises(RunError, match=r"blocks without manifest\.json"):
        run(plan(rollouts=200), tmp_path)


def test_two_runs_at_once_are_refused(tmp_path):
    with Store(tmp_path), pytest.raises(RunError, match=f"in use by process {os.getpid()} on "):
        run(plan(rollouts=100), tmp_path)
    run(plan(rollouts=100), tmp_path)


def test_fresh_removes_only_what_a_run_writes(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    run(plan(rollouts=100), tmp_path)
    run(plan(rollouts=100, seed=3), tmp_path, fresh=True)
    assert (tmp_path / "notes.txt").read_text() == "mine"


def test_the_written_scenario_gives_the_same_run(tmp_path, expected):
    from simlab.scenarios.scenario import read

    run(plan(rollouts=100), tmp_path / "a")
    text = (tmp_path / "a" / "scenario.yaml").read_text().replace("rollouts: 100", "rollouts: 30_000")
    (tmp_path / "again.yaml").write_text(text)
    run(prepare(read(tmp_path / "again.yaml")), tmp_path / "b")
    assert digest(tmp_path / "b") == expected


def test_kept_ranges_are_used_without_overlap():
    assert cover([(0, 10), (10, 20), (15, 30)], 30) == ([(0, 10), (10, 20)], [(20, 30)])
    assert cover([(0, 10), (0, 30), (20, 30)], 25) == ([(0, 10)], [(10, 25)])
    assert cover([], 5) == ([], [(0, 5)])
    assert list(pieces((5, 20), 8)) == [(5, 8), (8, 16), (16, 20)]


def test_points_players_and_sweeps_stand_in_the_tables(tmp_path):
    found = run(plan(rollouts=500, sweep={"rules.ante": [1, 2], "policies": ["uniform", ["honest", "uniform"]]}), tmp_path)
    assert found.results.columns[:4] == ["variant", "rules.ante", "policies", "players"]
    assert found.results.select("variant", "rules.ante", "policies").unique().height == 12
    assert found.pairs["policies"].unique().sort().to_list() == ["[honest, uniform]", "uniform"]
    assert set(found.pairs["variant"]) == {"bet 2", "four deals"}


def test_identical_variants_differ_by_nothing_and_pairing_gains_without_end(tmp_path):
    found = run(plan(rollouts=2000, variants={"a": {}, "b": {}}), tmp_path)
    assert set(found.pairs["estimate"].drop_nulls()) == {0.0}
    net = found.pairs.filter(metric="net", seat=0).row(0, named=True)
    assert net["variance_factor"] == float("inf")
    assert net["verdict"] == "no difference at all: the same in every game"


def test_the_first_turn_of_perfect_play_is_worth_minus_an_eighteenth(tmp_path):
    """4 sigma at seed 1."""
    found = run(prepare(of({"game": "template", "policies": "equilibrium", "rollouts": 200_000})), tmp_path)
    row = found.results.filter(metric="net", seat=0).row(0, named=True)
    assert abs(row["estimate"] + 1 / 18) < 4 * row["std_error"]
    end = found.results.filter(metric="end")["estimate"].sum()
    assert end == pytest.approx(1.0)


def test_rotated_deals_make_one_unit_and_tell_players_from_seats(tmp_path):
    line = ["always_bet", "honest"]
    alone = run(plan(policies=line, variants={}, rollouts=20_000), tmp_path / "alone")
    turned = run(plan(policies=line, variants={}, rollouts=20_000, rotate_seats=True), tmp_path / "turned")
    manifest = json.loads((tmp_path / "turned" / "manifest.json").read_text())
    assert manifest["cells"][0]["deals"] == 10_000
    players = turned.results.filter(metric="net_by_player")
    assert players["level"].to_list() == ["player 0", "player 1"]
    assert players["rollouts"].to_list() == [20_000, 20_000]
    assert players["std_error"][0] < 0.8 * alone.results.filter(metric="net", seat=0)["std_error"][0]
    assert turned.results.filter(metric="net")["estimate"].sum() == pytest.approx(0.0)


PLAY = """
import json, sys
from pathlib import Path
from simlab.scenarios.prepare import prepare
from simlab.runs.run import run
from simlab.scenarios.scenario import of
run(prepare(of(json.loads(sys.argv[1]))), Path(sys.argv[2]), threads=2)
"""


def command(folder: Path) -> subprocess.Popen:
    scenario = json.dumps({**SCENARIO, "rollouts": 400_000})
    return subprocess.Popen(
        [sys.executable, "-c", PLAY, scenario, folder / "out"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def wait_for_blocks(folder: Path, process: subprocess.Popen, count: int) -> None:
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline and process.poll() is None:
        if len(list((folder / "out" / "blocks").glob("*/*.block"))) >= count:
            return
        time.sleep(0.005)


def crash_study(folder: Path, kills: int, seed: int) -> None:
    """Kill at random instants, go on, compare with the run nobody disturbed."""
    dice = random.Random(seed)
    undisturbed = folder / "undisturbed"
    undisturbed.mkdir()
    command(undisturbed).communicate()
    right = digest(undisturbed / "out")
    for kill in range(kills):
        home = folder / str(kill)
        home.mkdir()
        process = command(home)
        wait_for_blocks(home, process, dice.randint(0, 4))
        time.sleep(dice.uniform(0, 0.5))
        killed = process.poll() is None
        process.kill()
        process.communicate()
        done = command(home)
        _, said = done.communicate()
        assert done.returncode == 0, said
        assert digest(home / "out") == right, f"kill {kill}, killed while running: {killed}"


def test_killed_at_random_and_started_again_gives_the_same_bytes(tmp_path):
    crash_study(tmp_path, 4, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_sixty_kills_give_sixty_identical_digests(tmp_path):
    crash_study(tmp_path, 60, seed=2)


@pytest.mark.parametrize(
    "backend", ["threads", pytest.param("processes", marks=pytest.mark.slow), pytest.param("dask", marks=pytest.mark.slow)]
)
def test_ctrl_c_says_how_to_go_on_and_keeps_what_was_played(tmp_path, backend):
    path = tmp_path / "x.yaml"
    path.write_text(json.dumps({**SCENARIO, "rollouts": 10**9}))
    arguments = [sys.executable, "-m", "simlab", "run", str(path), "--out", str(tmp_path / "out"), "--backend", backend]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    wait_for_blocks(tmp_path, process, 3)
    os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to all processes in front
    _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "the same command goes on from there" in said
    assert "Traceback" not in said
    assert len(list((tmp_path / "out" / "blocks").glob("*/*.block"))) >= 3


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from simlab.cli import main
import simlab.runs.run
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), int(sys.argv[1])))
sys.argv = ["simlab", "run", sys.argv[2], "--out", sys.argv[3], "--quiet"]
main()
"""


def test_a_full_disk_gets_one_line_and_the_run_goes_on_when_there_is_room(tmp_path, expected):
    path, out = tmp_path / "x.yaml", tmp_path / "out"
    path.write_text(json.dumps(SCENARIO))
    environment = {**os.environ, "SIMLAB_CACHE": os.environ.get("SIMLAB_CACHE", "")}
    full = subprocess.run([sys.executable, "-c", FULL, "8000", path, out], env=environment, capture_output=True, text=True, check=False)
    assert full.returncode == 2, full.stderr
    assert (
        full.stderr.strip()
        .splitlines()[-1]
        .endswith("the disk is full; what was played is kept: free some space and start the same command")
    )
    assert "Traceback" not in full.stderr
    assert not list(out.glob("**/*.part"))
    run(plan(), out)
    assert digest(out) == expected


def test_the_tables_have_the_columns_of_the_design(tmp_path):
    found = run(plan(rollouts=100), tmp_path)
    names = ["variant", "players", "metric", "seat", "level", "estimate", "std_error", "ci_low", "ci_high", "rollouts"]
    assert found.results.columns == names
    assert found.pairs.columns[:10] == names
    assert pl.read_parquet(tmp_path / "pairs.parquet").equals(found.pairs)
