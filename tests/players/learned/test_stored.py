"""A stored net is data: a file that is broken, or made for something else, is refused in one line and never used."""

import json
import zlib
from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from simlab.contract.catalogue import load
from simlab.errors import PolicyError
from simlab.players.learned import net
from simlab.players.learned.brain import Brain
from simlab.players.learned.slots import Looks
from simlab.players.learned.stored import MAGIC, command_for, home_of, read_brain, sealed, write_brain

TEMPLATE = load("template")
RULES = TEMPLATE.Rules()
WEIGHTS = 2 + 2 + 2 * (2 + net.PARTS)


def tiny(**changed):
    """One slot, one feature, one neuron."""
    slots = np.zeros(1, net.SLOT)
    slots[0] = (net.VALUES, 8, 0, 0, 4, 0, 2, 0, 0, 0.0, 0.0)
    for name, value in changed.items():
        slots[0][name] = value
    looks = Looks(slots, np.array([-1, 0], np.int32), np.zeros(1, np.int32), 1)
    return Brain(looks, np.ones(WEIGHTS, np.float32), 1, 1, 2, 0.1)


@pytest.fixture
def path(tmp_path):
    made = tmp_path / "x.learned"
    write_brain(made, TEMPLATE, RULES, "honest", tiny(), {"seed": 1})
    return made


def test_what_is_written_is_read(path):
    found = read_brain(path, TEMPLATE, RULES)
    assert found.base == "honest"
    assert found.header["made"] == {"seed": 1}
    assert found.brain.sizes == (1, 1, 1, 2, net.PARTS)
    assert found.brain.margin == 0.1
    assert (found.brain.weights == 1.0).all()
    assert (found.brain.looks.slots == tiny().looks.slots).all()


def refused(path, says, rules=RULES):
    with pytest.raises(PolicyError, match=says) as told:
        read_brain(path, TEMPLATE, rules)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("spoil", [lambda raw: b"", lambda raw: raw[:-1], lambda raw: b"x" + raw, lambda raw: raw[:-1] + b"?"])
def test_a_file_that_is_not_whole_is_refused(path, spoil):
    path.write_bytes(spoil(path.read_bytes()))
    refused(path, "no learned player, or not a whole one")


def test_a_file_for_other_rules_is_refused(path):
    refused(path, "was made for other rules; make it anew: simlab train template --rules ranks=5", TEMPLATE.Rules(ranks=5))


def test_a_file_for_another_version_of_the_game_is_refused(path, tmp_path, monkeypatch):
    monkeypatch.setattr(TEMPLATE.rules, "VERSION", TEMPLATE.version + 1)
    refused(path, r"was made for template version \d+, this is template version \d+")


@pytest.mark.parametrize(
    "changed",
    [{"at": 4096}, {"at": -1}, {"width": 3}, {"kind": net.KINDS}, {"first": 5}, {"size": 3}, {"stride": -8}, {"kind": net.BITS},
     {"kind": net.RANGES, "low": 7}, {"kind": net.SCALED, "size": 1}],
)  # fmt: skip
def test_numbers_that_a_kernel_could_not_use_are_refused(tmp_path, changed):
    write_brain(tmp_path / "x", TEMPLATE, RULES, "honest", tiny(**changed), {})
    refused(tmp_path / "x", "is broken")


@pytest.mark.parametrize("changed", [{"wide": 2}, {"actions": 65}, {"narrow": 0}, {"weights": np.full(WEIGHTS, np.nan, np.float32)}])
def test_weights_that_do_not_fit_are_refused(tmp_path, changed):
    write_brain(tmp_path / "x", TEMPLATE, RULES, "honest", replace(tiny(), **changed), {})
    refused(tmp_path / "x", "is broken")


def test_lengths_that_are_not_there_are_refused(path):
    header, packed = path.read_bytes().removeprefix(MAGIC).split(b"\n", 1)
    told = json.loads(header)
    short = zlib.compress(zlib.decompress(packed)[:-2])
    told["checksum"] = sha256(short).hexdigest()
    path.write_bytes(MAGIC + sealed(told) + b"\n" + short)
    refused(path, "is broken")


def test_the_command_for_rules_names_what_differs():
    assert command_for(TEMPLATE, RULES) == "template"
    assert command_for(load("jester"), load("jester").Rules(players=2, target=40)) == "jester --players 2 --rules target=40"


def test_nets_lie_in_the_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SIMLAB_DATA", str(tmp_path))
    assert home_of(TEMPLATE, RULES).parent == tmp_path / "learned"
