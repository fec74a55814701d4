"""What a test tried goes with its report, so that the whole run can tell it at its end."""

from dataclasses import asdict

import pytest

from tests.faults.io_count import TOLD


@pytest.fixture(autouse=True)
def tried(request):
    TOLD.clear()
    yield
    request.node.user_properties += [("tried", asdict(count)) for count in TOLD]
