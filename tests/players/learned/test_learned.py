"""The player that search taught: better than its base, reproducible, blind to hidden cards, a policy as any other."""

import numpy as np
import pytest
from click.testing import CliRunner

from simlab import api
from simlab.cli import main
from simlab.contract.catalogue import declared, load
from simlab.contract.conformance import check
from simlab.contract.policy import Policy
from simlab.errors import PolicyError
from simlab.play.drivers import record_game, roll, roll_in_python
from simlab.players.learned.policy import bound_learned
from simlab.players.learned.stored import SHIPPED, find_brain, home_of
from simlab.players.registry import make_line_up, make_player
from simlab.runs.progress import Progress
from simlab.studies.train import measure
from simlab.studies.train.measure import Course, train
from tests.conftest import python

TEMPLATE = load("template")
RULES = TEMPLATE.Rules(ranks=13)
KNOBS = ("--rules", "ranks=13", "--improve", "honest", "--search-base", "honest", "--games", "1000", "--worlds", "32", "--rounds", "1")


def course(**changed):
    return Course(
        **{
            "game": TEMPLATE,
            "rules": RULES,
            "rounds": 1,
            "games": 3000,
            "worlds": 32,
            "base": "honest",
            "search_base": "honest",
            "threads": 2,
            **changed,
        }
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """A data folder with a player of one-card poker with 13 cards."""
    folder = tmp_path_factory.mktemp("data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIMLAB_DATA", str(folder))
        train(course(), home_of(TEMPLATE, RULES), Progress())
        yield folder


def gains(players, rules=RULES, games=3000, seed=5):
    """Chips of the first player, deal by deal, every deal once in each seat."""
    made = make_line_up(TEMPLATE, players, rules)
    return np.mean([roll(TEMPLATE, made, rules.lower(), seed, 0, games, turn)["net"][:, turn] for turn in range(2)], axis=0)


def surely_above(found, level):
    return found.mean() - 4 * found.std(ddof=1) / len(found) ** 0.5 > level


def test_learned_beats_the_player_it_stands_on(home):
    """Honest players bet the upper half of 13 cards: bluffs and folds win from them."""
    assert surely_above(gains(["learned", "honest"], games=10_000), 0.0)


def test_the_same_seed_gives_the_same_bytes_whatever_the_threads(home, tmp_path):
    train(course(threads=1), tmp_path / "again.learned", Progress())
    assert (tmp_path / "again.learned").read_bytes() == home_of(TEMPLATE, RULES).read_bytes()
    train(course(seed=2), tmp_path / "other.learned", Progress())
    assert (tmp_path / "other.learned").read_bytes() != home_of(TEMPLATE, RULES).read_bytes()


def test_a_training_that_was_stopped_goes_on_where_it_was(home, tmp_path, monkeypatch):
    """Only what is missing is played, and the file has the same bytes."""
    played = []

    def stop_at_three(*given):
        if len(played) == 5:  # two of them to find out how long it will take
            raise KeyboardInterrupt
        played.append(given)
        return take(*given)

    take = measure.take
    with monkeypatch.context() as patch:
        patch.setattr(measure, "take", stop_at_three)
        with pytest.raises(KeyboardInterrupt):
            train(course(threads=1, seed=3), tmp_path / "one.learned", Progress())
    pieces = sorted((home / "training").rglob("*.kept"))
    assert len(pieces) == 3
    dates = [piece.stat().st_mtime_ns for piece in pieces]
    monkeypatch.setattr(measure, "take", lambda *given: (played.append(given), take(*given))[1])
    monkeypatch.setattr(measure.shutil, "rmtree", lambda folder, **how: None)
    train(course(threads=1, seed=3), tmp_path / "one.learned", Progress())
    assert [piece.stat().st_mtime_ns for piece in pieces] == dates
    monkeypatch.undo()
    monkeypatch.setenv("SIMLAB_DATA", str(home))
    train(course(threads=1, seed=3), tmp_path / "whole.learned", Progress(), fresh=True)
    assert (tmp_path / "whole.learned").read_bytes() == (tmp_path / "one.learned").read_bytes()


def test_every_driver_and_plain_python_play_the_same_games(home):
    made, low = make_line_up(TEMPLATE, ["learned", "honest"], RULES), RULES.lower()
    whole = roll(TEMPLATE, made, low, 5, 0, 40, 1)
    assert roll_in_python(TEMPLATE, made, low, 5, 0, 40, 1).tobytes() == whole.tobytes()
    assert record_game(TEMPLATE, made, low, 5, 1, 1)[1].tally.tobytes() == whole[1].tobytes()


def test_learned_plays_the_same_with_the_jit_off(home):
    code = """
from simlab.contract.catalogue import declared, load
from simlab.play.drivers import roll
from simlab.players.registry import make_line_up
game = load("template")
rules = game.Rules(ranks=13)
made = make_line_up(game, ["learned", "honest"], rules)
print(roll(game, made, rules.lower(), 5, 0, 30).tobytes().hex())
"""
    made = make_line_up(TEMPLATE, ["learned", "honest"], RULES)
    assert python(code, NUMBA_DISABLE_JIT="1").strip() == roll(TEMPLATE, made, RULES.lower(), 5, 0, 30).tobytes().hex()


def test_threads_and_processes_give_the_same_bytes_and_a_run_knows_its_net(home, tmp_path):
    scenario = {"game": "template", "policies": ["learned", "honest"], "rules": {"ranks": 13}, "rollouts": 400}

    def table(folder, **how):
        api.run(scenario, out=folder, report=False, **how)
        return (folder / "results.parquet").read_bytes()

    one = table(tmp_path / "one", threads=1)
    assert table(tmp_path / "two", threads=2) == one
    assert table(tmp_path / "three", backend="processes", threads=2) == one
    assert find_brain(TEMPLATE, RULES).digest in (tmp_path / "one" / "manifest.json").read_text(encoding="utf-8")


def test_search_stands_on_learned(home):
    """Policy iteration: the net plays on in the worlds of the next teacher, and its standings are its own."""
    made = make_line_up(TEMPLATE, [{"name": "search", "worlds": 4, "base": "learned", "others": "honest"}, "honest"], RULES)
    assert surely_above(np.mean([roll(TEMPLATE, made, RULES.lower(), 5, 0, 2000, turn)["net"][:, turn] for turn in range(2)], axis=0), 0.0)


def test_learned_does_not_see_hidden_cards(home):
    """Swapped hidden cards change no choice."""

    def table(rules):
        return make_player(TEMPLATE, "learned", RULES).table

    blind = Policy("learned", bound_learned(TEMPLATE), "", table=table)
    assert check(TEMPLATE, games=20, seed=4, policies=(blind,), probe=0.5, longest=40) > 20


def test_rules_without_a_net_say_how_to_train_one(home):
    with pytest.raises(PolicyError, match=r"'learned' cannot play these rules: .*: simlab train template --rules ranks=5$"):
        make_player(TEMPLATE, "learned", TEMPLATE.Rules(ranks=5))
    done = CliRunner().invoke(main, ["tournament", "template", "--policies", "honest,learned", "--games", "10"])
    assert done.exit_code == 2
    assert done.stderr.count("\n") == 1
    assert "simlab train template" in done.stderr


def test_the_command_tells_what_was_gained(home, tmp_path):
    done = CliRunner().invoke(main, ["train", "template", *KNOBS, "--seed", "4", "--out", str(tmp_path / "x.learned")])
    assert done.exit_code == 0, done.output
    assert "chips (" in done.stdout
    assert "against honest, 5,000 games" in done.stdout
    assert "microseconds a decision" in done.stdout
    assert "about" in done.stderr  # what it will cost
    assert (tmp_path / "x.learned").exists()


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (["nogame"], "no game"),
        (["template", "--improve", "nobody"], "no template policy"),
        (["template", "--improve", "search"], "must be a rule of thumb"),
        (["template", "--search-base", "search"], "searches itself"),
        (["template", "--rules", "ranks=1"], "ranks"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(given, says):
    done = CliRunner().invoke(main, ["train", *given])
    assert done.exit_code == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.slow
def test_a_game_from_elsewhere_is_learned_without_a_line_of_its_own(home, tmp_path):
    """64 actions, no standings, no recast: the contract alone."""
    wide = declared("tests.toys.wide")
    rules = wide.Rules()
    trained = train(Course(wide, rules, 2, 60, worlds=2, threads=2), home_of(wide, rules), Progress())
    assert [mark.rival for mark in trained.marks] == [policy.name for policy in wide.policies]
    made = make_line_up(wide, ["learned"] * rules.players, rules)
    assert len(roll(wide, made, rules.lower(), 1, 0, 20)) == 20


NETS = [
    path if path.stem.startswith("jester") else pytest.param(path, marks=pytest.mark.slow) for path in sorted(SHIPPED.glob("*.learned"))
]


@pytest.mark.parametrize("path", NETS, ids=lambda path: path.stem)
def test_the_nets_that_ship_with_simlab_beat_the_usual_player(path, tmp_path, monkeypatch):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path))
    name, players, _ = path.stem.split("-")
    game = load(name)
    rules = game.Rules(players=int(players))
    assert path.stat().st_size <= 200_000
    stored = find_brain(game, rules)
    assert stored.path == path
    made = make_line_up(game, ["learned", *[game.usual_player] * (rules.players - 1)], rules)
    deals = 400 // rules.players
    won = np.mean([roll(game, made, rules.lower(), 77, 0, deals, turn)["win"][:, turn] / 60 for turn in range(rules.players)], axis=0)
    assert surely_above(won, 1 / rules.players)
