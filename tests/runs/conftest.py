"""What the tests of runs share."""

import pytest

from simlab.runs.backends import Crew
from simlab.runs.run import run
from tests.runs.helpers import digest, plan


@pytest.fixture(scope="session")
def expected(tmp_path_factory):
    """The digest of a run nobody disturbed, on one thread."""
    folder = tmp_path_factory.mktemp("expected")
    run(plan(), folder, crew=Crew(workers=1))
    return digest(folder)
