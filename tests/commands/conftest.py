"""What commands write is tested elsewhere: here their reports have one chart."""

import pytest


@pytest.fixture(autouse=True)
def light_reports(one_chart):
    """Drawing takes longer than all the rest."""
