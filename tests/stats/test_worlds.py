"""Few worlds and many: what it means that they agree, and one-card poker looked into with few and with more."""

from pathlib import Path

from simlab.stats.estimates import UNKNOWN, Estimate
from tests.stats import worlds
from tests.stats.coverage import PAGE


def told(*ends: tuple[float, float]) -> worlds.Told:
    return worlds.Told("template", "drama", tuple(Estimate(low, 0.1, low, high) for low, high in ends))


def test_they_agree_where_one_value_lies_in_all_intervals():
    assert told((0.0, 0.3), (0.1, 0.2), (0.15, 0.18)).agree
    assert not told((0.0, 0.12), (0.1, 0.2), (0.15, 0.18)).agree  # each meets the next, the first and the last do not
    assert not worlds.Told("template", "drama", (UNKNOWN, Estimate(0.1, 0.1, 0.0, 0.2))).agree


def test_one_card_poker_with_8_worlds_and_with_32(tmp_path: Path, monkeypatch):
    """40 games looked into; kept, so that nothing is looked into twice."""
    monkeypatch.setattr(worlds, "KEPT", tmp_path)
    found = list(worlds.told("template", 40, (8, 32)))
    assert {row.measure for row in found} == set(worlds.looked_into("template", 40, 8))
    assert all(row.agree for row in found), found
    monkeypatch.setattr(worlds, "quality", None)
    assert list(worlds.told("template", 40, (8, 32))) == found


def test_all_games_stand_in_the_docs_and_agree():
    """As measured: a game whose numbers of worlds do not agree would stand there with a `no`."""
    table = PAGE.read_text(encoding="utf-8").partition("<!-- worlds -->")[2].partition("<!-- /worlds -->")[0]
    rows = [line.split(" | ") for line in table.splitlines()[3:]]
    assert {row[0].removeprefix("| ") for row in rows} == set(worlds.WATCHED)
    assert {row[-1].removesuffix(" |") for row in rows} == {"yes"}
