"""Kinds of action against doing nothing: sums worked out by hand, one-card poker really forked, battle forked where it is slow."""

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from simlab.cli import main
from simlab.contract.catalogue import declared, load
from simlab.contract.decisions import Decision
from simlab.contract.goals import WIN
from simlab.errors import UnknownName
from simlab.play.drivers import roll
from simlab.play.probes.forks import FORK, Forks
from simlab.play.probes.probe import Setting
from simlab.players.registry import make_player
from simlab.runs.backends import Crew
from simlab.stats.estimates import Estimate
from simlab.studies.actions.measure import SEEN, Actions, ActionsAsk, Tries, actions, named_decision, usual_base, with_verdicts
from simlab.studies.actions.page import actions_study
from tests.conftest import python
from tests.runs.helpers import Counted

DECISION = Decision("what", "turn", ("wait", "hit", "run"), ("hit",))


def decisions(*rows: tuple[int, int, int, list[int], list[int]]) -> np.ndarray:
    """Game, legal kinds as bits, the one chosen, sixtieths by kind, stopped by kind."""
    found = np.zeros(len(rows), FORK)
    for row, (game, legal, chosen, score, stopped) in zip(found, rows, strict=True):
        row["game"], row["legal"], row["chosen"] = game, legal, chosen
        row["score"][:3], row["stopped"][:3] = score, stopped
    return found


def forty(games: int = 40) -> np.ndarray:
    """In each game two turns: `hit` is legal in both and chosen in the first, where it wins a half more; `run` is never legal."""
    rows = []
    for g in range(games):
        rows.append((g, 0b011, 1, [30, 60, 0], [0, 0, 0]))
        rows.append((g, 0b011, 0, [30, 0 if g % 2 else 30, 0], [0, 1, 0]))
    return decisions(*rows)


def test_a_table_worked_out_by_hand():
    wait, hit, run = Tries(forty(), 40).worths(DECISION)
    assert (wait.legal.value, wait.chosen.value, wait.gain_legal.value) == (1.0, 0.5, 0.0)
    assert (hit.tries, hit.chosen_tries) == (80, 40)
    assert (hit.legal.value, hit.chosen.value) == (1.0, 0.5)
    assert (hit.stopped.value, hit.stopped_if_tried.value) == (0.0, 0.5)
    assert hit.gain_chosen.value == 0.5
    assert hit.gain_legal.value == pytest.approx((40 * 0.5 - 20 * 0.5) / 80)
    assert (hit.helped.value, hit.hurt.value) == (0.5, 0.25)
    assert (run.tries, run.chosen.value, run.gain_legal) == (0, None, Estimate(None, None, None, None))


def test_a_game_is_the_unit_of_the_errors():
    """By game, `hit` changes 0.5 or 0 in two turns, half of the games each: the error of their mean, by turns, over forty games."""
    hit = Tries(forty(), 40).worths(DECISION)[1]
    changes = np.array([0.0, 0.5] * 20) / 2
    assert hit.gain_legal.std_error == pytest.approx(changes.std(ddof=1) / np.sqrt(40))
    assert hit.gain_chosen.std_error == 0.0


def test_what_never_happened_still_has_an_interval():
    hit = Tries(forty(), 40).worths(DECISION)[1]
    assert (hit.stopped.low, hit.stopped.value) == (0.0, 0.0)
    assert hit.stopped.high == pytest.approx(1.96**2 / (40 + 1.96**2), abs=1e-3)
    assert (hit.legal.low, hit.legal.high) == (pytest.approx(1 - hit.stopped.high), 1.0)


def test_verdicts_and_what_is_too_rare():
    _, hit, run = with_verdicts(Tries(forty(), 40).worths(DECISION), 40)
    assert (hit.verdict_chosen, hit.verdict_legal, run.verdict_legal) == ("more", "more", "too rare")
    few = with_verdicts(Tries(forty((SEEN - 1) // 2), 40).worths(DECISION), 40)[1]
    assert few.verdict_chosen == "too rare"
    even = decisions(*[(g, 0b011, 1, [30, 60 * (g % 2), 0], [0, 0, 0]) for g in range(40)])
    assert with_verdicts(Tries(even, 40).worths(DECISION), 40)[1].verdict_legal == "not settled"


def test_turns_in_which_nothing_is_no_choice_do_not_count_for_gains():
    rows = decisions(*[(g, 0b010 if g % 2 else 0b011, 1, [60, 0, 0], [0, 0, 0]) for g in range(60)])
    hit = Tries(rows, 60).worths(DECISION)[1]
    assert (hit.tries, hit.gain_legal.value) == (60, -1.0)


def test_the_study_says_what_is_better_worse_never_chosen_and_stopped():
    rows = forty()
    rows["legal"][1::2] |= 0b100
    rows["score"][1::2, 2] = 0
    rows["stopped"][::4, 1] = 1
    found = Actions(ActionsAsk("battle", "basic"), DECISION, "wait", 4, 80, tuple(with_verdicts(Tries(rows, 40).worths(DECISION), 40)), WIN)
    text = " ".join(found.sentences())
    assert "hit, where basic chooses it, wins 50 points" in text
    assert "Surely better than wait when taken whenever legal: hit." in text
    assert "Surely worse than wait when taken whenever legal: run." in text
    assert "Never chosen by basic: run." in text
    assert "Stopped most often: hit, 50 %" in text
    study = actions_study([found])
    assert [chart.name for chart in study.charts] == ["gains", "rates"]
    assert [row[0] for row in study.tables[0].rows] == ["hit", "run"]
    never = Actions(
        ActionsAsk("battle", "basic"), DECISION, "wait", 4, 80, tuple(with_verdicts(Tries(forty(), 40).worths(DECISION), 40)), WIN
    )
    assert [row[0] for row in actions_study([never]).tables[0].rows] == ["hit"]


# ---- one-card poker

DIGEST = """
import hashlib
from simlab.contract.catalogue import load
from simlab.players.registry import make_player
from simlab.play.probes.forks import Forks
from simlab.play.probes.probe import Setting
for name, policy, at in GAMES:
    game = load(name)
    rules = game.Rules.of({"players": 2})
    (rows,) = Forks(at).play(Setting(game, [make_player(game, policy, rules)] * 2, rules, 3), 0, 2)
    print(name, at, hashlib.sha256(rows.tobytes()).hexdigest())
"""


def same_bytes(games, **mode):
    code = DIGEST.replace("GAMES", repr(games))
    return python(code) == python(code, **mode)


def test_the_same_bytes_with_the_jit_off():
    assert same_bytes([("template", "honest", None)], NUMBA_DISABLE_JIT="1")


@pytest.fixture(scope="module")
def forked():
    game = load("template")
    rules = game.Rules.of({"deals": 1})
    line_up = [make_player(game, name, rules) for name in ("honest", "always_bet")]
    setting = Setting(game, line_up, rules, 7)
    return setting, Forks().play(setting, 0, 300)[0]


def test_the_kind_that_was_chosen_ends_as_the_game_did(forked):
    setting, rows = forked
    won = roll(setting.game, setting.line_up, setting.lowered, 7, 0, 300)["win"]
    assert set(rows["game"]) == set(range(300))
    assert all(row["score"][row["chosen"]] == won[row["game"], row["seat"]] for row in rows)
    assert len({(row["game"], row["turn"]) for row in rows}) == len(rows)


def test_forks_do_not_depend_on_room(forked):
    setting, rows = forked
    assert (Forks().play(setting, 8, 8, room=1)[0] == rows[(rows["game"] >= 8) & (rows["game"] < 16)]).all()


@pytest.mark.parametrize("other", [Crew(workers=3), pytest.param(Crew("processes", 2), marks=pytest.mark.slow)])
def test_forks_are_kept_and_the_same_whoever_plays(tmp_path, other):
    ask = ActionsAsk("template", "honest", rules={"deals": 2}, rollouts=100)
    found = [actions(ask, tmp_path, crew=crew, fresh=True).as_json() for crew in (Crew(workers=1), other)]
    assert found[0] == found[1]
    again = Counted()
    assert actions(ask, tmp_path, progress=again).as_json() == found[0]
    assert again.played == 0


def test_among_players_who_call_everything_a_bet_does_not_change_who_wins():
    """One deal, always called: the higher card wins whatever is said first."""
    found = actions(ActionsAsk("template", "always_bet", rules={"deals": 1}, rollouts=400))
    bet = found.worths[1]
    assert bet.legal.value == bet.chosen.value == 1.0
    assert (bet.gain_legal.value, bet.helped.value, bet.hurt.value) == (0.0, 0.0, 0.0)
    assert bet.verdict_legal == "the same"
    assert found.turns == 400


def test_actions_of_a_game_of_chips_are_judged_by_chips():
    """Between two who bet and call with everything every deal is worth two chips to the higher card, whatever is said first."""
    ask = ActionsAsk("template", "honest", rules={"deals": 1}, rollouts=400)
    chips, wins = actions(ask), actions(replace(ask, goal="win"))
    assert (chips.goal.name, wins.goal.name) == ("net", "win")
    assert chips.worths[1].gain_legal.value != wins.worths[1].gain_legal.value
    rows = Forks(None, "net").play(setting_of(load("template"), ["always_bet", "always_bet"], deals=1), 0, 50)[0]
    assert set(np.unique(rows["score"][:, :2]).tolist()) == {-2, 2}
    page = actions_study([chips])
    assert "Gains in chips against pass" in page.tables[0].note
    assert page.data["goal"]["unit"] == "chips"


def test_against_another_kind_gains_change_their_sign():
    ask = ActionsAsk("template", "honest", rules={"deals": 1}, rollouts=400)
    bet = actions(ask).worths[1]
    passed = actions(replace(ask, against="bet")).worths[0]
    assert bet.gain_legal.value == -passed.gain_legal.value != 0.0
    assert bet.gain_legal.std_error == pytest.approx(passed.gain_legal.std_error)


def test_the_command_writes_a_page_and_prints_json(tmp_path):
    asked = ["actions", "template", "--policies", "honest", "--rules", "deals=3", "--games", "200", "--out", str(tmp_path / "out")]
    done = CliRunner().invoke(main, [*asked, "--json"])
    assert done.exit_code == 0, done.output
    found = json.loads(done.stdout.splitlines()[-1])
    assert [kind["kind"] for kind in found["kinds"]] == ["pass", "bet"]
    assert found["against"] == "pass"
    assert found["kinds"][1]["gain_legal"]["ci_low"] <= found["kinds"][1]["gain_legal"]["estimate"]
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "which kinds of action are worth taking?" in page
    said = CliRunner().invoke(main, asked)
    assert "Kinds of action, 2 players, the most gainful first" in said.output


def test_several_table_sizes_make_one_chart_and_a_table_each():
    small, large = (
        Actions(
            ActionsAsk("battle", "basic"), DECISION, "wait", players, 80, tuple(with_verdicts(Tries(rows, 40).worths(DECISION), 40)), WIN
        )
        for players, rows in ((2, forty()), (4, worse()))
    )
    study = actions_study([small, large])
    assert study.title.startswith("battle, 2 and 4 players, turn")
    assert actions_study([small, large, replace(large, players=6)]).title.startswith("battle, 2, 4 and 6 players, turn")
    assert study.charts[0].title == "Hit is better than wait at some table sizes and worse at others"
    assert [table.title.split(", ")[1] for table in study.tables] == ["2 players", "4 players"]
    assert study.findings[0].startswith("2 players: ")
    assert [found["players"] for found in study.data["tables"]] == [2, 4]


def worse() -> np.ndarray:
    rows = forty()
    rows["score"][:, 1] = 0
    return rows


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (["template", "--policies", "onest"], "honest"),
        (["template", "--goal", "ned"], "did you mean 'net'"),
        (["template", "--games", "1"], "at least 2 games"),
        (["battle", "--at", "kinds"], "did you mean 'kind'"),
        (["template", "--against", "passs"], "did you mean 'pass'"),
        (["template", "--sizes", "2;4"], "--sizes 2;4: write table sizes"),
        (["template", "--sizes", "2,4", "--players", "2"], "give one of them"),
    ],
)
def test_what_cannot_be_asked_is_said_in_one_line(asked, words):
    done = CliRunner().invoke(main, ["actions", *asked])
    assert done.exit_code == 2
    assert words in done.output
    assert "Traceback" not in done.output


# ---- a game that names no kinds


def setting_of(game, policies, seed=7, **rules):
    model = game.Rules.of(rules)
    line_up = [make_player(game, policies[seat % len(policies)], model) for seat in range(model.players)]
    return Setting(game, line_up, model, seed)


def test_every_choice_is_forked_and_the_action_chosen_ends_as_the_game_did(template):
    whole = setting_of(replace(template, decisions=()), ["honest", "always_bet"], deals=1)
    (rows,) = Forks().play(whole, 0, 200)
    out = roll(whole.game, whole.line_up, whole.lowered, 7, 0, 200)
    assert len(rows) == out["decisions"].sum()
    assert all(row["score"][row["chosen"]] == out["win"][row["game"], row["seat"]] for row in rows)


def test_all_sixty_four_actions_of_a_choice_are_tried():
    """Whoever names more wins: naming 63 against players who all do loses only by the secret, naming less always."""
    (rows,) = Forks().play(setting_of(declared("tests.toys.wide"), ["highest"], turns=1, players=2), 0, 20)
    assert len(rows) == 40
    assert set(rows["legal"]) == {-1}
    assert set(rows["chosen"]) == {63}
    assert not rows["score"][:, :63].any()
    assert (rows["score"][:, 63].reshape(20, 2).sum(axis=1) == 60).all()


def test_the_action_that_is_legal_most_often_is_what_the_others_are_measured_against():
    whole = setting_of(declared("tests.toys.wide"), ["highest"], only_high=True, players=2, turns=2)
    decision = named_decision(whole, 20)
    assert usual_base(whole.game, decision, Forks().play(whole, 0, 20)[0]) == "name 63"
    assert decision.kinds[:5] == ("name 0", "name 1", "name 2", "name 3", "action 4")


def test_the_same_bytes_of_sixty_four_actions_with_the_jit_off():
    code = DIGEST.replace("load(name)", "declared(name)").replace("import load", "import declared")
    code = code.replace("GAMES", repr([("tests.toys.wide", "highest", None)]))
    assert python(code) == python(code, NUMBA_DISABLE_JIT="1")


def test_a_game_that_names_no_kinds_has_a_table_of_its_actions(template, monkeypatch):
    plan = ActionsAsk("template", "honest", rollouts=400).plan()
    monkeypatch.setattr(ActionsAsk, "plan", lambda ask: replace(plan, game=replace(template, decisions=())))
    found = actions(ActionsAsk("template", "honest", rollouts=400))
    assert (found.decision.name, found.base) == ("choice", "pass/fold")
    assert [worth.kind for worth in found.worths] == ["pass/fold", "bet/call"]
    assert found.worths[1].legal.value == 1.0
    with pytest.raises(UnknownName, match=r"no choice kind 'bet' \(did you mean 'bet/call'\?\)"):
        actions(ActionsAsk("template", "honest", rollouts=400, against="bet"))


# ---- battle


def test_the_first_decision_of_battle_names_its_kinds():
    decision = load("battle").decision().DECISION
    assert (decision.base, len(decision.kinds), len(decision.stoppable)) == ("pass", 15, 9)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 4])
def test_in_battle_the_kind_that_was_chosen_ends_as_the_game_did(players):
    """`basic` has no luck of its own and the pile is laid: the fork of what it chose is the game itself."""
    game = load("battle")
    rules = game.Rules.of({"players": players})
    line_up = [make_player(game, "basic", rules)] * players
    (rows,) = Forks().play(Setting(game, line_up, rules, 3), 0, 200)
    out = roll(game, line_up, rules.lower(), 3, 0, 200)
    assert len(rows) == 200 * 2 * players
    for row in rows:
        mine, seat, cell = out[row["game"]], row["seat"], 6 * (row["turn"] // players) + row["seat"]
        assert row["score"][row["chosen"]] == mine["win"][seat]
        assert (row["chosen"], row["legal"]) == (mine["kind"][cell], mine["legal"][cell])
        assert row["stopped"][row["chosen"]] == (mine["outcome"][cell] >= 2)


@pytest.mark.slow
@pytest.mark.parametrize("at", ["hide", "allin"])
def test_in_battle_the_card_that_was_hidden_and_the_cards_that_were_kept_end_as_the_game_did(at):
    game = load("battle")
    rules = game.Rules.of({"players": 3})
    line_up = [make_player(game, "basic", rules)] * 3
    (rows,) = Forks(at).play(Setting(game, line_up, rules, 5), 0, 300)
    out = roll(game, line_up, rules.lower(), 5, 0, 300)
    assert all(row["score"][row["chosen"]] == out[row["game"]]["win"][row["seat"]] for row in rows)
    if at == "hide":
        assert set(rows["legal"]) == {0b11}
        assert set(rows["chosen"]) == {1}
    else:
        dealt = out["dealt_cat"][rows["game"], rows["seat"]]
        assert (rows["legal"] == 1 | 2 << dealt.astype(np.int64)).all()
        assert (rows["chosen"] == np.where(dealt >= 5, 1 + dealt, 0)).all()


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK"])
def test_the_same_bytes_of_battle_with_the_jit_off_and_with_bounds_checks(mode):
    assert same_bytes([("battle", "basic", None), ("battle", "uniform", "hide"), ("battle", "basic", "allin")], **{mode: "1"})


@pytest.mark.slow
def test_without_passing_there_is_nothing_to_measure_against(tmp_path):
    done = CliRunner().invoke(main, ["actions", "battle", "--rules", "may_pass=false", "--games", "20", "--out", str(tmp_path / "run")])
    assert done.exit_code == 2
    assert "pass is never legal under these rules" in done.output
