"""`simlab play` in a real terminal: whole games of each kind, bad input, undo, hint, quit and resume."""

import re
import sys
from pathlib import Path

import pexpect
import pytest

from simlab.commands.play import new_game
from simlab.commands.table_talk import CARD, as_typed, option_lines, rules_of, with_suits
from simlab.contract.catalogue import load
from simlab.contract.telling import Moment, telling_of
from simlab.play.session import Played, Session
from simlab.play.table import Table
from simlab.players.registry import make_player
from tests.commands.typed import refused
from tests.conftest import ROOT

# short games: rules by game
GAMES = {
    "template": {"deals": 8},
    "showdown": {"players": 2, "max_rounds": 1},
    "jester": {"players": 2, "max_rounds": 1},
    "fortune": {"players": 2, "max_rounds": 2},
    "battle": {"players": 2, "battle_rounds": 1},
    "arcana": {"players": 2, "end_mode": "deals", "max_deals": 1},
}
POLICY = {"template": "equilibrium"}
PROMPT = r"your move> "
# at the end of a game every action is tried, and what tries them is compiled for each game
IN_A_TERMINAL = [name if name == "template" else pytest.param(name, marks=pytest.mark.slow) for name in GAMES]
# one process for all games, so that modules and compiled code are loaded once; it is told what to run line by line
CHILD = """
import shlex, sys
from simlab.cli import main
while True:
    line = input('run> ')
    try:
        main(shlex.split(line), standalone_mode=False)
    except SystemExit:
        pass
"""


@pytest.fixture(scope="module")
def terminal():
    child = pexpect.spawn(sys.executable, ["-W", "error", "-c", CHILD], cwd=str(ROOT), encoding="utf-8", timeout=550, dimensions=(60, 200))
    child.expect("run> ")
    yield child
    child.close(force=True)


def offered(text: str) -> list[int]:
    """Numbers of the actions listed last."""
    lines = [line.rstrip() for line in plain(text).splitlines() if re.match(r" +\d+: ", line)]
    return sorted(int(number) for line in lines for number in re.findall(r"(?:^| ) (\d+): ", line))


def plain(text: str) -> str:
    """Without colours."""
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def choice(legal: list[int], turn: int) -> int:
    """Varied, and the same whoever asks."""
    return sorted(legal)[turn % len(legal)]


def expected(name: str) -> Played:
    """The game played without a terminal and without a break."""
    game = load(name)
    rules = game.Rules.of(GAMES[name])
    policy = POLICY.get(name, "basic")
    fresh = Played(name, game.version, rules.changed(), 5, 0, (), 0, (policy,) * rules.players)
    session = Session(fresh, [make_player(game, policy, rules)] * rules.players)
    turn = 0
    while not session.over:
        session.act(str(choice(session.table.legal(), turn)))
        turn += 1
    return session.record()


def play_on(terminal: pexpect.spawn, turn: int, until: int = 10_000) -> tuple[int, bool]:
    """Answer prompts up to that turn; the turn reached, and whether the game is over."""
    while turn < until:
        legal = offered(terminal.before)
        assert legal, terminal.before
        terminal.sendline(str(choice(legal, turn)))
        turn += 1
        if terminal.expect([PROMPT, "The end"]) == 1:
            terminal.expect("run> ")
            return turn, True
    return turn, False


@pytest.mark.parametrize("name", IN_A_TERMINAL)
def test_a_whole_game_with_bad_input_a_break_and_an_undo_is_the_uninterrupted_one(terminal, name, tmp_path):
    kept = tmp_path / "game.json"
    settings = " ".join(f"--rules {knob}={value}" for knob, value in GAMES[name].items())
    terminal.sendline(f"play {name} --seed 5 {settings} --save {kept}")
    terminal.expect(PROMPT)
    table = terminal.before
    for wrong, said in (
        ("xyzzy", "is not one of your actions"),
        ("999", "is not one of your actions"),
        ("?", "Type a number or a name"),
        ("u", "first choice"),
    ):
        terminal.sendline(wrong)
        terminal.expect(PROMPT)
        assert said in terminal.before, terminal.before
    terminal.sendline("t")
    terminal.expect(PROMPT)
    assert offered(terminal.before) == offered(table) != []
    turn, over = play_on(terminal, 0, 2)
    shown = offered(terminal.before)
    terminal.sendline(str(choice(shown, turn)))
    assert terminal.expect([PROMPT, "The end"]) == 0
    assert not over
    terminal.sendline("undo")
    terminal.expect(PROMPT)
    assert offered(terminal.before) == shown
    assert "_" not in plain(terminal.before)
    terminal.sendline("q")
    terminal.expect("go on with: simlab play --resume .*run> ")
    terminal.sendline(f"play --resume {kept}")
    terminal.expect(PROMPT)
    assert play_on(terminal, turn)[1]
    mine, theirs = Played.read(kept), expected(name)
    assert mine.actions == theirs.actions
    assert (mine.rules, mine.seed, mine.you, list(mine.policies)) == (theirs.rules, theirs.seed, 0, list(theirs.policies))


@pytest.mark.parametrize("name", GAMES)
def test_what_others_did_is_told_in_words_and_names_only_cards_that_can_be_seen(name):
    game, policy = load(name), POLICY.get(name, "basic")
    rules = game.Rules.of(GAMES[name])
    played = Played(name, game.version, rules.changed(), 11, 0, (), 0, (policy,) * rules.players)
    session, telling, told = Session(played, [make_player(game, policy, rules)] * rules.players), telling_of(game), 0
    table = Table(game, rules, 11)
    while not session.over:
        session.act(str(session.table.legal()[-1]))
        assert all(line[:1].isupper() and line[-1] in ".?!:" and "_" not in line for line in session.told)
    for action in session.table.actions:
        state, seat, actor, before, now = table.state.copy(), table.seat, table.view(), table.view(0), int(table.state.round)
        action_name = game.text.action_name(actor, table.rules, action)
        table.apply(action)
        moment = Moment(state, seat, action, action_name, actor, before, table.view(0), table.rules, table.over, table.state)
        deed = telling.deed(moment)
        if seat and int(table.state.round) == now and not table.over:
            seen = "\n".join([*(game.text.table_text(view, table.rules) for view in (before, table.view(0))), *telling.results(moment)])
            assert set(CARD.findall(deed)) <= set(CARD.findall(seen)), deed
            told += bool(deed)
    assert told > 0


@pytest.mark.parametrize("name", GAMES)
def test_the_rules_are_a_page_of_plain_words(name):
    text = rules_of(load(name), load(name).Rules.of(GAMES[name]))
    assert 300 < len(text) < 6000
    assert "At this table" in text
    assert "knob" not in text


def test_options_of_one_kind_stand_together_and_cards_have_suits():
    names = {action: f"throw {cards}" for action, cards in enumerate(("3d", "9s", "Tc", "3d 9s", "3d Tc", "9s Tc", "3d 9s Tc"), 1)}
    lines = option_lines({0: "stand pat", **names, 9: "all-in", 10: "show nothing"})
    assert lines[0] == "0: stand pat"
    assert lines[1] == "throw a card:"
    assert any("4: 3♦ 9♠" in line for line in lines)
    assert with_suits("Td") == "\x1b[34m\x1b[1m10♦\x1b[0m"
    assert as_typed("throw 10♦ A♠") == "throw Td As"


def test_a_hint_names_the_best_action_and_the_end_of_input_keeps_the_game(tmp_path):
    kept = tmp_path / "game.json"
    arguments = ["-W", "error", "-m", "simlab", "play", "template", "--seed", "7", "--save", str(kept), "--rules", "deals=2"]
    child = pexpect.spawn(sys.executable, arguments, cwd=str(ROOT), encoding="utf-8", timeout=550, dimensions=(40, 160))
    child.expect(PROMPT)
    child.sendline("hint")
    child.expect(PROMPT)
    assert re.search(r"Best: (pass|bet)|Not settled: (pass|bet) leads", child.before)
    assert "95 % interval" in child.before
    child.sendeof()
    child.expect("Kept in")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0
    assert Played.read(Path(kept)).actions == ()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a game to play"),
        (["template", "--seat", "2"], "there are seats 0 to 1"),
        (["template", "--policies", "honest,honest,honest"], "3 policies for 2 players"),
    ],
)
def test_bad_input_is_one_line(words, said):
    assert said in refused("play", *words)


def test_where_the_usual_player_does_not_know_the_rules_somebody_sits_down_who_does():
    """Equilibrium play is known for three ranks only."""
    template = load("template")
    asked = {"players": None, "seat": 0, "policies": None, "seed": 1, "index": 0}
    assert new_game(template, rules=(), **asked).policies == ("equilibrium", "equilibrium")
    assert new_game(template, rules=("ranks=5",), **asked).policies == ("honest", "honest")
