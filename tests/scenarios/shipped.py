"""The scenarios of the project."""

from pathlib import Path

SCENARIOS = sorted((Path(__file__).parent.parent.parent / "scenarios").glob("*.yaml"))
