"""Commands as they are typed: what they print, and how they refuse."""

from click.testing import CliRunner

from simlab.cli import main


def typed(*words: object, code: int = 0) -> str:
    """What a command prints; where it is to fail, what it says about that."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == code, done.output
    return done.output if code else done.stdout  # without the note that something is compiled


def refused(*words: object) -> str:
    """The one line with which a command says no."""
    done = CliRunner().invoke(main, [str(word) for word in words])
    assert done.exit_code == 2, done.output
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr
