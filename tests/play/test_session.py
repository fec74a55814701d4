"""A person at the table, without a terminal."""

import pytest

from simlab.errors import IllegalAction, InputError
from simlab.play.session import Played, Session
from simlab.players.registry import make_player


def sit(template, actions=(), seat=0, deals=4, seed=3, policy="equilibrium"):
    rules = template.Rules(deals=deals)
    played = Played("template", template.version, rules.changed(), seed, 0, tuple(actions), seat, (policy,) * 2)
    return Session(played, [make_player(template, policy, rules)] * 2)


def test_others_act_until_it_is_the_persons_turn(template):
    session = sit(template, seat=1)
    assert session.table.seat == 1
    assert len(session.table.actions) == 1
    session = sit(template, seat=1, policy="always_bet")
    assert session.told == ["Seat 0 bets."]


def test_words_may_be_shortened_but_not_to_two_meanings(template):
    session = sit(template)
    assert session.choice("b") == 1
    assert session.choice(" PASS ") == 0
    assert session.choice("1") == 1
    session.table.names = lambda: {0: "raise 2", 1: "raise 4"}
    with pytest.raises(IllegalAction, match="may mean 'raise 2' or 'raise 4'"):
        session.choice("raise")


@pytest.mark.parametrize("word", ["", "5", "-1", "betting", "call"])
def test_what_is_no_action_is_refused(template, word):
    session = sit(template)
    with pytest.raises(IllegalAction):
        session.act(word)
    assert session.table.actions == []


def test_undo_goes_back_to_the_persons_own_choice_and_the_same_choice_leads_to_the_same_game(template):
    session = sit(template)
    session.act("bet")
    session.act(str(session.table.legal()[0]))
    before, actions = session.table.state.tobytes(), list(session.table.actions)
    last = session.table.actions[session.decisions[-1]]
    assert session.undo()
    session.act(str(last))
    assert session.table.actions == actions
    assert session.table.state.tobytes() == before


def test_undo_at_the_first_choice_says_so(template):
    assert not sit(template).undo()


def test_a_game_left_anywhere_and_taken_up_again_is_the_game_never_left(template):
    whole = sit(template)
    while not whole.over:
        whole.act(str(whole.table.legal()[-1]))
    for cut in range(len(whole.table.actions)):
        again = sit(template, whole.table.actions[:cut])
        while not again.over:
            again.act(str(again.table.legal()[-1]))
        assert again.record() == whole.record()


def test_standings_are_told_when_a_round_is_over(template):
    session = sit(template)
    while not session.over and not any("round 1 is over; it stands seat 0 " in line for line in session.news):
        session.act(str(session.table.legal()[0]))
    assert not session.over


def test_a_game_of_others_is_not_taken_up(template):
    whole = sit(template)
    while not whole.over:
        whole.act("1")
    with pytest.raises(InputError, match="play differently"):
        sit(template, whole.table.actions, policy="honest")


def test_a_plain_transcript_has_no_persons_seat(template, tmp_path):
    from simlab.play.transcript import Transcript

    Transcript("template", template.version, {}, 1, 0, (0, 0)).write(tmp_path / "t.json")
    with pytest.raises(InputError, match="names no seat for a person"):
        Played.read(tmp_path / "t.json").check()


def test_a_kept_game_is_written_whole(template, tmp_path):
    session = sit(template)
    session.save(tmp_path / "deep" / "game.json")
    assert Played.read(tmp_path / "deep" / "game.json").you == 0
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["game.json"]
