"""Who meets whom."""

from simlab.studies.line_ups import design, rarest_first


def test_a_design_has_every_line_up_or_every_pair():
    assert design(3, 2) == [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]
    assert len(design(4, 4)) == 35
    balanced = design(6, 4)
    assert len(balanced) == 36
    assert (2, 5, 5, 5) in balanced
    assert rarest_first((0, 0, 0, 1)) == (1, 0, 0, 0)
