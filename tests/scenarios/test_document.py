"""Scenario files as data that knows where it stands."""

import pytest

from simlab.errors import ScenarioError
from simlab.scenarios.document import MOST_DEPTH, Misplaced, parse, parse_value, read


def refused(text: str) -> str:
    with pytest.raises(ScenarioError) as said:
        parse(text, "x.yaml")
    assert "\n" not in str(said.value)
    return str(said.value)


def test_yes_no_on_and_off_are_plain_words_and_true_and_false_are_not():
    data = parse("a: yes\nb: no\nc: on\nd: off\ne: true\nf: False\ng: ~\nh: 'true'", "x").data
    assert data == {"a": "yes", "b": "no", "c": "on", "d": "off", "e": True, "f": False, "g": None, "h": "true"}


def test_numbers_may_have_underscores_and_octals_do_not_surprise():
    data = parse("a: 1_000_000\nb: 012\nc: 0x1f\nd: 1e3\ne: -0.5\nf: 1:30\ng: 2026-01-01\nh: 0o17\ni: .5", "x").data
    assert data == {"a": 1_000_000, "b": 12, "c": 31, "d": 1000.0, "e": -0.5, "f": "1:30", "g": "2026-01-01", "h": 15, "i": 0.5}


def test_every_key_and_value_knows_its_line_and_column():
    found = parse("game: template\nrules:\n  bet: 2\nplayers: [2, 4]\n", "x.yaml")
    assert found.keys[("rules", "bet")] == (3, 3)
    assert found.values[("rules", "bet")] == (3, 8)
    assert found.values[("players", "1")] == (4, 14)
    assert str(found.complain(Misplaced(("rules", "bet"), "too small"))) == "x.yaml:3:8: too small"
    assert str(found.complain(Misplaced(("rules", "nix"), "no knob", at_key=True))) == "x.yaml:3:3: no knob"


def test_a_value_of_the_command_line_is_named_instead_of_a_line():
    found = parse("game: template\n", "x.yaml")
    found.override(("rules", "bet"), 7, "--rules rules.bet=7")
    assert found.data == {"game": "template", "rules": {"bet": 7}}
    assert str(found.complain(Misplaced(("rules", "bet"), "too large"))) == "--rules rules.bet=7: too large"


def test_aliases_are_put_in_and_bounded():
    assert parse("a: &x [1, 2]\nb: *x", "x").data == {"a": [1, 2], "b": [1, 2]}
    bomb = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
        f"{n}: &{n} [{','.join(['*' + p] * 10)}]\n" for p, n in zip("abcdefg", "bcdefgh", strict=True)
    )
    assert "more than 20,000 values" in refused(bomb)
    assert "before its anchor, or inside it" in refused("a: &a [*a]")


def test_depth_size_tags_and_second_documents_are_refused(tmp_path):
    assert "nested deeper" in refused("a: " + "[" * (MOST_DEPTH + 5) + "]" * (MOST_DEPTH + 5))
    assert (
        refused("a: !!python/object:os.system x")
        == "x.yaml:1:4: tag 'tag:yaml.org,2002:python/object:os.system': a scenario is plain data, without tags"
    )
    assert "a second document" in refused("a: 1\n---\nb: 2")
    assert "x.yaml:3:1: key 'a' stands twice (first in line 1)" in refused("a: 1\nb: 2\na: 3")
    big = tmp_path / "big.yaml"
    big.write_text("# " + "x" * 300_000)
    with pytest.raises(ScenarioError, match="256 KB"):
        read(big)


@pytest.mark.parametrize(
    "text", ["a: [1", "a: b: c", "\t- x", "a: 'x", "{", "? [1]\n: 2", "true: 1", "1.5: 2", "- 1", "just text", "", "a: \x01"]
)
def test_what_is_not_a_scenario_gets_one_line_with_its_place(text):
    assert refused(text).startswith("x.yaml:")


def test_a_single_value_is_read_like_one_in_a_file():
    assert parse_value("40", "--rules") == 40
    assert parse_value("[1, 2]", "--rules") == [1, 2]
    assert parse_value("first_to_target", "--rules") == "first_to_target"
    with pytest.raises(ScenarioError):
        parse_value("1\nb: 2", "--rules")


def test_a_name_with_lines_and_escapes_is_complained_of_in_one_printable_line():
    found = parse("game: template", "x.yaml")
    said = str(found.complain(Misplaced(("game",), "no key 'a\nb\x1b[31m'" + "y" * 5000)))
    assert said.startswith("x.yaml:1:7: no key 'a b [31m'y")
    assert said.isprintable()
    assert len(said) == 600
