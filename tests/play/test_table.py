"""One game at Python speed, and games on paper."""

import json

import pytest

from simlab.errors import IllegalAction, InputError
from simlab.play.drivers import record_game, roll
from simlab.play.table import Table
from simlab.play.transcript import Transcript, story, transcript_of
from simlab.players.registry import make_player


def test_actions_are_chosen_by_name_or_number(template):
    table = Table(template, template.Rules(), seed=1)
    assert table.names() == {0: "pass", 1: "bet"}
    table.play("bet")
    assert table.names() == {0: "fold", 1: "call"}
    table.play(1)
    assert table.over
    assert int(table.tally.pot) == 4


@pytest.mark.parametrize(
    ("action", "said"), [("cal", "did you mean 'call'"), (7, "not legal"), ("raise", "not legal"), ("-1", "not legal")]
)
def test_an_illegal_action_is_refused_by_name(template, action, said):
    table = Table(template, template.Rules(), seed=1)
    table.play("bet")
    with pytest.raises(IllegalAction, match=said):
        table.play(action)
    assert table.actions == [1]


def test_nothing_can_be_played_after_the_end(template):
    table = Table(template, template.Rules(), seed=1)
    table.play("pass")
    table.play("pass")
    with pytest.raises(IllegalAction, match="over"):
        table.play("pass")


def test_undo_takes_back_one_action(template):
    table = Table(template, template.Rules(deals=3), seed=1)
    table.play("bet")
    before = table.state.tobytes()
    table.play("call")
    table.undo()
    assert table.state.tobytes() == before
    assert table.actions == [1]


def test_a_view_hides_the_other_card(template):
    table = Table(template, template.Rules(), seed=1)
    mine, theirs = table.view(0), table.view(1)
    assert mine.card != theirs.card
    assert theirs.legal == 0


def test_a_python_policy_plays_the_same_games_as_a_compiled_one(template):
    from simlab.contract.policy import Policy
    from simlab.players import python_policy

    @python_policy
    def honest_in_python(view, rules, me, table):
        return 1 if 2 * view.card >= rules.ranks else 0

    rules = template.Rules(deals=3)
    own = [Policy("slow", honest_in_python, "Honest, uncompiled.")]
    fast = [make_player(template, name, rules) for name in ("honest", "equilibrium")]
    slow = [make_player(template, "slow", rules, own), fast[1]]
    for rotation in (0, 1):
        assert (
            roll(template, slow, rules.lower(), 3, 7, 60, rotation).tobytes()
            == roll(template, fast, rules.lower(), 3, 7, 60, rotation).tobytes()
        )


def test_a_transcript_replays_exactly(template, tmp_path):
    rules = template.Rules(deals=2)
    line_up = [make_player(template, "uniform", rules)] * 2
    actions, final = record_game(template, line_up, rules.lower(), 5, 3)
    written = Transcript("template", template.version, rules.changed(), 5, 3, tuple(actions))
    written.write(tmp_path / "game.json")
    read = Transcript.read(tmp_path / "game.json")
    assert read == written
    *_, table = read.tables()
    assert table.state.tobytes() == final.tobytes()
    assert transcript_of(table, rules.changed()) == written


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"version": 99}, "played under version 99"),
        ({"actions": "x"}, "actions: must be a list"),
        ({"game": "tempalte"}, "did you mean 'template'"),
    ],
)
def test_a_wrong_transcript_is_refused_in_one_line(template, tmp_path, change, said):
    from dataclasses import asdict

    good = asdict(Transcript("template", template.version, {}, 5, 3, (0, 0)))
    (tmp_path / "bad.json").write_text(json.dumps({**good, **change}))
    with pytest.raises(InputError, match=said):
        Transcript.read(tmp_path / "bad.json")


def test_a_missing_transcript_is_refused(tmp_path):
    with pytest.raises(InputError, match="no such file"):
        Transcript.read(tmp_path / "none.json")


def test_a_story_with_an_illegal_action_says_which():
    with pytest.raises(InputError, match=r"action 1 \(9\) is not legal"):
        list(story(Transcript("template", 1, {}, 1, 0, (0, 9))))
