"""The exceptions: the tree in the docstring is the tree in the code, and a wrong name brings the nearest right one."""

import re

import pytest

from simlab import errors
from simlab.errors import SimlabError, UnknownName, nearest


def drawn_tree():
    """Pairs (class, parent) read from the drawing: four columns of rule and corner deeper is one level down."""
    tree, path = [], []
    for line in errors.__doc__.splitlines():
        found = re.fullmatch(r"((?:│   |    )*(?:├── |└── )?)(\w+) {2,}\S.*", line)
        if found:
            depth = len(found[1]) // 4
            assert depth <= len(path), f"{found[2]} hangs in the air"
            path = [*path[:depth], found[2]]
            tree.append((found[2], path[-2] if depth else "Exception"))
    return tree


def coded_tree():
    return [(c.__name__, c.__base__.__name__) for c in vars(errors).values() if isinstance(c, type) and issubclass(c, Exception)]


def test_the_docstring_draws_every_class_once_under_its_parent_and_nothing_else():
    assert drawn_tree() == coded_tree()  # in the same order, too
    assert len(drawn_tree()) >= 10


def test_the_drawing_closes_each_branch_with_a_corner():
    lines = [line for line in errors.__doc__.splitlines() if "── " in line]
    depths = [line.index("── ") // 4 for line in lines]
    for i, line in enumerate(lines):
        later = next((d for d in depths[i + 1 :] if d <= depths[i]), -1)
        assert ("├" in line) == (later == depths[i]), line


def test_every_error_is_a_simlab_error_with_exit_code_2():
    for name, _ in coded_tree():
        assert issubclass(getattr(errors, name), SimlabError)
        assert getattr(errors, name).exit_code == 2


def test_an_unknown_name_brings_the_nearest_one():
    assert str(UnknownName("policy", "basci", ["basic", "cautious"])) == "no policy 'basci' (did you mean 'basic'?)"


@pytest.mark.parametrize(
    ("word", "known", "hint"),
    [
        ("BASIC", ["cautious", "basic"], " (did you mean 'basic'?)"),
        ("qj", ["Ac", "QJ"], " (did you mean 'QJ'?)"),
        ("zzz", ["basic", "cautious"], " (there are: basic, cautious)"),
        ("zzz", [], ""),
        ("zzz", [f"name{i}" for i in range(9)], ""),
        (7, ["17", "x"], " (did you mean '17'?)"),
    ],
)
def test_nearest_is_the_closest_word_or_the_short_list_or_nothing(word, known, hint):
    assert nearest(word, known) == hint


def test_nearest_reads_its_names_once():
    assert nearest("basci", (name for name in ["basic"])) == " (did you mean 'basic'?)"
