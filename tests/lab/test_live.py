"""A tweak that is watched: the same games as a run, in order, for as long as somebody looks."""

from threading import Thread

import polars as pl
import pytest

from simlab import api
from simlab.errors import InputError, ScenarioError
from simlab.lab.live import Bench, Live
from simlab.lab.standing import standing
from simlab.lab.ticking import Ticking
from simlab.lab.tweak import Tweak
from simlab.runs.results import parquet_bytes, tables
from simlab.runs.run import run
from simlab.stats.looks import Always

ASKED = {"game": "template", "policies": ["honest"], "tweak": {"bet": 3}, "metrics": ["pot", "win"], "games": 20_000}


class Alone(Ticking):
    """A watcher without an event loop."""

    def __init__(self, most=None):
        from threading import Event

        self.gone, self.ticks, self.most = Event(), 0, most

    def tick(self):
        self.ticks += 1
        if self.most is not None and self.ticks >= self.most:
            self.gone.set()


@pytest.fixture(scope="module")
def bench():
    found = Bench()
    yield found
    found.close()


@pytest.fixture(scope="module")
def played(bench):
    live = Live(Tweak.read(ASKED))
    live.play(bench, 20_000, Alone())
    return live


def test_what_was_watched_is_what_a_run_of_as_many_games_gives_to_the_byte(played, tmp_path):
    found = run(Tweak.read(ASKED).plan(), tmp_path / "run")
    mine = tables(played.plan, [played.layout], [played.now()], Always())
    assert played.now().units == 20_000
    watched = pl.col("metric").is_in(ASKED["metrics"])
    for one, other, file in ((mine.results, found.results, "results"), (mine.pairs, found.pairs, "pairs")):
        assert parquet_bytes(one) == parquet_bytes(other.filter(watched))
        assert parquet_bytes(other) == (tmp_path / "run" / f"{file}.parquet").read_bytes()


def test_a_saved_scenario_gives_a_run_the_numbers_that_were_shown(played, tmp_path):
    file = tmp_path / "saved.yaml"
    file.write_text(Tweak.read(ASKED).text(20_000), encoding="utf-8")
    done = api.run(file, out=tmp_path / "out", report=False)
    pairs = {(row["metric"], row["seat"]): row for row in done.pairs.to_dicts()}
    rows = standing(played.plan, played.layout, played.now())
    assert [row["ends"] for row in rows] == [
        [pairs[key][name] for name in ("estimate", "ci_low", "ci_high")] for key in (("win", 0), ("win", 1), ("pot", None))
    ]
    assert [row["verdict"] for row in rows] == [pairs[key]["verdict"] for key in (("win", 0), ("win", 1), ("pot", None))]


def test_games_that_were_played_stay_and_more_go_on_from_there(bench):
    live = Live(Tweak.read({**ASKED, "tweak": {"bet": 4}}))
    live.play(bench, 1_000_000, Alone(most=3))
    few = live.now().units
    assert few < 1_000_000
    live.play(bench, 30_000, Alone())
    assert live.now().units == max(few, 30_000)
    assert live.told()["course"][0]["games"] >= 2


def test_two_who_watch_the_same_see_the_same_games_once(bench):
    live = Live(Tweak.read({**ASKED, "tweak": {"bet": 5}}))
    watchers = [Alone(), Alone()]
    threads = [Thread(target=live.play, args=(bench, 200_000, watcher)) for watcher in watchers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert live.now().units == 200_000
    assert all(watcher.ticks for watcher in watchers)


def test_nothing_is_called_settled_where_nothing_changes(bench):
    live = Live(Tweak.read({**ASKED, "tweak": {}}))
    live.play(bench, 5_000, Alone())
    told = live.told()
    assert not any(row["settled"] for row in told["rows"])
    assert told["sentences"] == ["Nothing that is shown here changes in any game."]


def test_who_cannot_play_the_tweak_is_replaced_unless_it_was_named():
    assert Tweak.read({"game": "template", "tweak": {"bet": 3}}).plan().scenario.policies == "honest"
    assert Tweak.read({"game": "template"}).plan().scenario.policies == "equilibrium"
    with pytest.raises(ScenarioError, match="cannot play these rules"):
        Tweak.read({"game": "template", "policies": ["equilibrium"], "tweak": {"bet": 3}}).plan()


def test_what_is_wrong_with_a_tweak_is_one_line():
    for asked, word in (({"tweak": {"bett": 3}}, "bett"), ({"tweak": {"bet": 0}}, "bet"), ({"metrics": ["potts"]}, "potts")):
        with pytest.raises(InputError, match=word):
            Tweak.read({"game": "template", **asked}).plan()
    with pytest.raises(InputError, match="no key"):
        Tweak.read({"game": "template", "code": "1"})


def test_the_stream_tells_numbers_and_ends(client):
    events = client.events("/api/live", ASKED)
    numbers = [data for name, data in events if name == "numbers"]
    assert numbers[-1]["games"] == 20_000
    assert numbers[-1]["done"]
    assert numbers[-1]["who"] == ["honest"]
    assert "Pot: more by" in " ".join(numbers[-1]["sentences"])
    assert events[-1][0] == "end"
    assert [name for name, _ in client.events("/api/live", {**ASKED, "tweak": {"bet": -1}})] == ["refused"]
