"""Games looked into by any crew: the same arrays, kept and gone on with after a kill."""

import json

import pytest

from simlab.errors import PolicyError, RunError
from simlab.play.probes.chances import LOOK, Looks
from simlab.play.probes.outcomes import Outcomes
from simlab.runs.backends import Crew
from simlab.runs.probing import look_into
from simlab.scenarios.prepare import prepare
from simlab.scenarios.scenario import of
from tests.runs.helpers import Counted, Interrupted, plan
from tests.runs.test_follow import SLOW, from_file

LOOKS = Looks(3, 4)


def seen(*where, **how):
    return [[array.tobytes() for array in arrays] for arrays in look_into(plan(rollouts=60), LOOKS, *where, **how)]


@pytest.fixture(scope="module")
def alone():
    return seen(crew=Crew(workers=1))


def test_each_cell_comes_whole_and_as_records(alone):
    cells = list(look_into(plan(rollouts=60), LOOKS))
    assert len(cells) == len(alone) == 3
    for tallies, looks, views in cells:
        assert len(tallies) == 60
        assert looks.dtype == LOOK
        assert views[0].seat == looks[0].seat
        assert looks["game"].tolist() == sorted(looks["game"].tolist())


def test_threads_and_processes_see_the_same(alone):
    assert seen(crew=Crew(workers=3)) == alone
    assert seen(crew=Crew("processes", 2)) == alone


def test_what_was_seen_is_kept_and_the_rest_is_seen_later(tmp_path, alone):
    with pytest.raises(KeyboardInterrupt):
        seen(tmp_path, progress=Interrupted(4))
    rest, again = Counted(), Counted()
    assert seen(tmp_path, progress=rest) == alone
    assert 0 < rest.played < 3 * 60
    assert seen(tmp_path, progress=again) == alone
    assert again.played == 0
    manifest = json.loads((tmp_path / "manifest.json").read_text())
    assert (manifest["state"], manifest["identity"]["probe"]) == ("done", {"name": "Looks", "looks": 3, "worlds": 4, "column": "win"})


def test_what_another_probe_saw_is_never_mixed_in(tmp_path):
    seen(tmp_path)
    with pytest.raises(RunError, match="other probe"):
        list(look_into(plan(rollouts=60), Looks(3, 6), tmp_path))


def test_players_in_plain_python_are_refused_where_a_probe_cannot_ask_them(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    slow = prepare(
        of({"game": "template", "policies": "passes", "rollouts": 4}), [from_file(plan().game, f"{tmp_path / 'slow.py'}:passes")]
    )
    with pytest.raises(PolicyError, match="looking into games needs compiled policies"):
        list(look_into(slow, LOOKS))
    ((pot,),) = look_into(slow, Outcomes(("pot",)))
    assert pot.tolist() == [2] * 4
